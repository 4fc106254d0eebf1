//! Material (for now).
use super::PrisonBreak;
use crate::types::{Color, Score};

/// What an escape gains, for move ordering: more than any capture.
pub(super) const ESCAPE: Score = 5000;

#[inline(always)]
pub(super) fn worth(kind: u8) -> Score {
    const WORTH: [Score; 8] = [0, 100, 300, 320, 420, 650, 0, 600];
    WORTH[kind as usize & 7]
}

fn material(position: &PrisonBreak, color: Color) -> Score {
    position.board.army(color).map(|piece| worth(piece.0)).sum()
}

pub(super) fn evaluate(position: &PrisonBreak) -> Score {
    let score = material(position, Color::White) - material(position, Color::Black);
    position.side.choose(score, -score) + 10
}

pub(super) fn terms(position: &PrisonBreak) -> Vec<(&'static str, [Score; 2])> {
    vec![("material", Color::ALL.map(|color| material(position, color)))]
}
