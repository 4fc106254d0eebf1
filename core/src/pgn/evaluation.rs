//! The value of `[%eval]` in comments: pawns, or moves to a forced win behind `#`.

use crate::types::score::DisplayScore;

/// Greater values are read as this many pawns.
const MOST_PAWNS: f64 = 1000.0;

/// Reads `0.35`, `#-3` or `0.35,20`, whose last part is a depth; `None` if it is something else.
pub fn parse(text: &str) -> Option<DisplayScore> {
    let value = text.split(',').next()?.trim();
    if let Some(moves) = value.strip_prefix('#') {
        return moves.parse::<i16>().ok().map(|moves| DisplayScore::Mate(moves.into()));
    }
    let pawns: f64 = value.parse().ok().filter(|pawns: &f64| pawns.is_finite())?;
    Some(DisplayScore::Centipawns((pawns.clamp(-MOST_PAWNS, MOST_PAWNS) * 100.0).round() as i32))
}

/// Writes `0.35` or `#-3`.
pub fn text(score: DisplayScore) -> String {
    match score {
        DisplayScore::Centipawns(cp) => format!("{:.2}", f64::from(cp) / 100.0),
        DisplayScore::Mate(moves) => format!("#{moves}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_and_written() {
        let rows = [
            ("0.35", Some(DisplayScore::Centipawns(35)), "0.35"),
            ("+1", Some(DisplayScore::Centipawns(100)), "1.00"),
            (" -12.05,20", Some(DisplayScore::Centipawns(-1205)), "-12.05"),
            ("#-3,12", Some(DisplayScore::Mate(-3)), "#-3"),
            ("-99999999999", Some(DisplayScore::Centipawns(-100_000)), "-1000.00"),
            ("1e400", None, ""),
            ("nan", None, ""),
            ("#-2147483648", None, ""),
            ("good", None, ""),
            ("", None, ""),
        ];
        for (given, score, written) in rows {
            assert_eq!(parse(given), score, "{given}");
            assert_eq!(score.map_or(String::new(), text), written, "{given}");
        }
    }
}
