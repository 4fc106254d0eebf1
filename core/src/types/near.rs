//! Words that look like a misspelt one.

/// The word that looks most like an unknown one, whatever the case of letters, if any is near.
pub fn near_word<'a>(unknown: &str, words: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let lower = unknown.to_lowercase();
    let most = |word: &str| (2 + word.len() / 8).min(word.len() / 2);
    let length = lower.chars().count();
    // So many letters at least have to be inserted or deleted; a long text is near to no word.
    let fits = words.filter(|word| length.abs_diff(word.chars().count()) <= most(word));
    let all = fits.map(|word| (distance(&lower, &word.to_lowercase()), word));
    all.filter(|&(distance, word)| distance <= most(word)).min().map(|(_, word)| word)
}

/// The number of letters to insert, delete or replace (Levenshtein distance).
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, letter) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, other) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(letter != *other);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_near_that_differ_in_a_few_letters() {
        let near = |unknown| near_word(unknown, ["shogi", "go", "capablanca", "3check"].into_iter());
        let rows = [("shgi", "shogi"), ("Capablnca", "capablanca"), ("check3", "3check"), ("og", ""), ("xyz", "")];
        for (unknown, word) in rows {
            assert_eq!(near(unknown), Some(word).filter(|word| !word.is_empty()), "{unknown}");
        }
    }
}
