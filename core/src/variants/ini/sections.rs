//! The lines of a file: sections and their settings, with the numbers of their lines.

/// What is wrong with a file, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The line, from 1.
    pub line: usize,
    /// A sentence.
    pub text: String,
}

impl Problem {
    /// What is wrong with a line.
    pub fn new(line: usize, text: impl Into<String>) -> Problem {
        Problem { line, text: text.into() }
    }
}

/// A setting: a line `key = value`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The line, from 1.
    pub line: usize,
    /// The key as written.
    pub key: String,
    /// The value without white space around it.
    pub value: String,
}

/// A section `[name:parent]` with its settings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Section {
    /// The line of its head, from 1.
    pub line: usize,
    /// The name of the game.
    pub name: String,
    /// The game whose settings are copied first.
    pub parent: Option<String>,
    /// The name for people, from the comment right above: what stands before its colon.
    pub title: String,
    /// One sentence about the game, from the same comment.
    pub summary: String,
    /// Lines of it that are no settings.
    pub problems: Vec<Problem>,
    /// The settings in order.
    pub settings: Vec<Setting>,
    /// What comments within it and right above it call its pieces.
    pub names: Vec<PieceName>,
}

impl Section {
    /// The line of the key with which a message begins, or that of the head.
    pub fn line_of(&self, message: &str) -> usize {
        let key = message.split(':').next().unwrap_or_default();
        self.settings.iter().rfind(|setting| setting.key == key).map_or(self.line, |setting| setting.line)
    }
}

/// The name of a piece, from a comment: `n: Wizard`, or `+n: Archwizard` for what it is by promotion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceName {
    /// The letter of the piece.
    pub letter: char,
    /// Whether it is the name of the promoted form.
    pub is_promoted: bool,
    /// The name.
    pub name: String,
}

impl PieceName {
    /// The name in a comment, if it is one.
    fn of(comment: &str) -> Option<PieceName> {
        let (letter, name) = comment.split_once(':')?;
        let (letter, name) = (letter.trim(), name.trim());
        let plain = letter.strip_prefix('+');
        let mut letters = plain.unwrap_or(letter).chars();
        let letter = letters.next().filter(char::is_ascii_alphabetic).filter(|_| letters.next().is_none())?;
        let is_of_names = |it: char| it.is_alphanumeric() || " -'’".contains(it);
        let begins = |it: char| it.is_alphabetic() && !it.is_lowercase();
        let is_name = name.starts_with(begins) && name.chars().all(is_of_names);
        (is_name && name.chars().count() <= MOST_OF_NAME).then(|| PieceName {
            letter,
            is_promoted: plain.is_some(),
            name: name.to_owned(),
        })
    }
}

/// The sections of a file, in order, and what is wrong with its lines.
pub fn split(text: &str) -> (Vec<Section>, Vec<Problem>) {
    let (mut sections, mut problems) = (Vec::<Section>::new(), Vec::new());
    let mut comment: Vec<String> = Vec::new();
    // Whether the head of the section cannot be read, so that its lines belong to no game.
    let mut is_lost = false;
    for (index, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let (number, line) = (index + 1, line.trim());
        if let Some(words) = line.strip_prefix(['#', ';']) {
            comment.push(words.trim().to_owned());
            continue;
        }
        let above = std::mem::take(&mut comment);
        if line.is_empty() {
            if !is_lost {
                name_pieces(&mut sections, &above);
            }
            continue;
        }
        if let Some(head) = line.strip_prefix('[') {
            is_lost = !head.ends_with(']');
            match head.strip_suffix(']') {
                Some(_) if sections.len() >= MOST_SECTIONS => {
                    let text = format!("more than {MOST_SECTIONS} games in one file; the others are not read");
                    problems.push(Problem::new(number, text));
                    break;
                }
                Some(head) => sections.push(section(number, head, &above)),
                None => {
                    let text =
                        format!("`{line}`: a section is written `[name]` or `[name:parent]`; its lines are not read");
                    problems.push(Problem::new(number, text));
                }
            }
            continue;
        }
        if is_lost {
            continue;
        }
        name_pieces(&mut sections, &above);
        let Some(section) = sections.last_mut() else {
            problems.push(Problem::new(number, format!("`{line}` stands before the first section")));
            continue;
        };
        match line.split_once('=') {
            Some((key, value)) => section.settings.push(Setting {
                line: number,
                key: key.trim().to_owned(),
                value: value.trim().to_owned(),
            }),
            None => {
                let text = format!("`{line}`: a setting is written `key = value`");
                section.problems.push(Problem::new(number, text));
            }
        }
    }
    if !is_lost {
        name_pieces(&mut sections, &comment);
    }
    (sections, problems)
}

/// Gives the pieces of the last section the names in comments within it.
fn name_pieces(sections: &mut [Section], comments: &[String]) {
    if let Some(section) = sections.last_mut() {
        section.names.extend(comments.iter().filter_map(|comment| PieceName::of(comment)));
    }
}

fn section(line: usize, head: &str, comment: &[String]) -> Section {
    let (name, parent) = match head.split_once(':') {
        Some((name, parent)) => (name.trim(), Some(parent.trim().to_owned())),
        None => (head.trim(), None),
    };
    let is_name = |comment: &&String| PieceName::of(comment).is_some();
    let words: Vec<&str> = comment.iter().filter(|comment| !is_name(comment)).map(String::as_str).collect();
    let words = words.join(" ");
    let (title, summary) = match words.split_once(": ") {
        Some((title, summary)) if title.len() <= MOST_OF_TITLE => (title.to_owned(), summary.to_owned()),
        _ => (String::new(), words),
    };
    let names = comment.iter().filter_map(|comment| PieceName::of(comment)).collect();
    let (settings, problems) = (Vec::new(), Vec::new());
    Section { line, name: name.to_owned(), parent, title, summary, problems, settings, names }
}

/// The greatest length of a title in bytes; longer words before a colon are no title.
const MOST_OF_TITLE: usize = 40;

/// The most games in a file.
const MOST_SECTIONS: usize = 1000;

/// The greatest length of a piece's name in characters.
const MOST_OF_NAME: usize = 24;
