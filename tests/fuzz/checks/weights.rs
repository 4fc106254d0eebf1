//! Files of weights: the game's letter, then the text.

use super::{names_a_line, variant_and_text};
use jailbird::eval::TaperedScore;
use jailbird::eval::weights::{parse, write};

/// A text is refused with the number of a line, or its weights are written as they were read.
pub fn check(bytes: &[u8]) {
    let Some((variant, text)) = variant_and_text(bytes) else { return };
    let Some(weights) = variant.new_game().weights() else { return };
    let mut values = vec![TaperedScore::ZERO; weights.values.len()];
    if let Err(error) = parse(text, weights.groups, &mut values) {
        return names_a_line(&error.explain(weights.groups), text);
    }
    let written = write("as it was read", weights.groups, &values);
    let mut again = vec![TaperedScore::ZERO; values.len()];
    assert_eq!(parse(&written, weights.groups, &mut again), Ok(()), "{written}");
    assert_eq!(again, values);
}
