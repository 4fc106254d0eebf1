//! How far the ways of a piece are open on a board.

use super::Board;
use super::tables::{Jump, Ray, Stop, Target};
use crate::types::{Cell, Kind};

/// Those of the targets behind others that nothing blocks, with what stands there.
#[inline(always)]
pub fn reachable<'a>(board: &'a Board, slides: &'a [Target]) -> impl Iterator<Item = (&'a Target, Cell)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let target = slides.get(at)?;
        let cell = board.at(target.square);
        at += 1 + if cell.is_empty() { 0 } else { usize::from(target.rest) };
        Some((target, cell))
    })
}

/// The squares of a ray behind what a piece of a kind jumps over, before the first piece that it must not capture so. Other pieces
/// there still block those behind them.
#[inline(always)]
pub fn behind_hurdle<'a>(
    board: &'a Board,
    (ray, stops): (&'a Ray, &'a [Stop]),
    kind: Kind,
) -> impl Iterator<Item = &'a Stop> {
    let is_kin = move |stop: &&Stop| {
        let cell = board.at(stop.square);
        ray.jump == Jump::OverOthers && cell.is_piece() && board.kind(cell) == kind
    };
    let mut rest = stops.iter();
    let hurdle = rest.find(|stop| !board.at(stop.square).is_empty());
    let most = if hurdle.is_some_and(|stop| is_kin(&stop)) { 0 } else { usize::from(ray.beyond) };
    rest.take(most).take_while(move |stop| !is_kin(stop))
}
