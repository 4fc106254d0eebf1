//! Why a FEN is refused.

use super::Problem;
use super::requests::{CheckRequest, variant};
use crate::game::Variant;
use serde_json::{Value, json};

/// The answer to `check`: the FEN in the engine's own form and what was repaired, or all reasons why it is refused.
pub(super) fn check(request: &CheckRequest) -> Result<Value, Problem> {
    let variant = variant(&request.game)?;
    match variant.repaired_game(&request.fen) {
        Ok((game, repaired)) => Ok(json!({"ok": true, "fen": game.fen(), "repaired": repaired, "reasons": []})),
        Err(_) => Ok(json!({"ok": false, "fen": null, "repaired": [], "reasons": reasons(variant, &request.fen)})),
    }
}

/// Finds reasons one after the other: each field that is to blame is replaced by that of the start position, by `-` or by
/// nothing, so that the next reason shows.
fn reasons(variant: &'static Variant, fen: &str) -> Vec<Value> {
    let mut fields: Vec<String> = fen.split_whitespace().map(str::to_owned).collect();
    let mut reasons: Vec<Value> = Vec::new();
    for _ in 0..=fields.len() {
        let Err(error) = variant.game(&fields.join(" ")) else { break };
        let reason = json!({"field": error.field, "text": error.problem});
        if !reasons.contains(&reason) {
            reasons.push(reason);
        }
        let Some(mended) = mended(variant, &fields, error.field) else { break };
        fields = mended;
    }
    reasons
}

/// The fields with one replaced, such that another reason or none is left.
fn mended(variant: &'static Variant, fields: &[String], blamed: &str) -> Option<Vec<String>> {
    let start: Vec<&str> = variant.start.split_whitespace().collect();
    // The placement comes last: other fields can only be judged with it.
    for place in (1..fields.len()).chain([0]) {
        let usual = start.get(place).copied().unwrap_or("-");
        // There is always a side to move, and counters are numbers.
        let is_never_empty = place < 2 || usual.starts_with(|sign: char| sign.is_ascii_digit());
        for value in ["-", usual].into_iter().skip(usize::from(is_never_empty)) {
            let mut changed = fields.to_vec();
            if let Some(field) = changed.get_mut(place) {
                *field = value.to_owned();
            }
            let is_other = variant.game(&changed.join(" ")).err().is_none_or(|error| error.field != blamed);
            if changed != fields && is_other {
                return Some(changed);
            }
        }
    }
    None
}
