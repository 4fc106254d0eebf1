//! The expected points over the moves of a game as a picture.

use super::analysis::{AssessedMove, boards, course};
use super::judgement::Mark;
use crate::tools::page::{EVEN, LINES, described, styled};
use crate::types::Color;
use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::Color as _;

/// Width and height in pixels: small, so that text is legible on a phone; wide pages enlarge it.
const SIZE: (u32, u32) = (460, 250);
/// Points of blunders; `page.css` has another colour on dark pages.
const BLUNDER: RGBColor = RGBColor(0xB3, 0x17, 0x0B);

type Failure = Box<dyn std::error::Error>;
type Chart<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

/// The picture as SVG with `description` as its text alternative. `first` is the number and the side of the
/// first move.
///
/// # Errors
/// One line, if it cannot be drawn.
pub(super) fn svg(moves: &[AssessedMove], first: (usize, Color), description: &str) -> Result<String, String> {
    let mut text = String::new();
    let area = SVGBackend::with_string(&mut text, SIZE).into_drawing_area();
    draw(area, moves, first).map_err(|error| format!("cannot draw the expected points: {error}"))?;
    Ok(described(&text, description))
}

fn draw(
    root: DrawingArea<SVGBackend<'_>, Shift>,
    moves: &[AssessedMove],
    first: (usize, Color),
) -> Result<(), Failure> {
    // In moves: half a move for each ply.
    let at = |plies: usize| first.0 as f64 + (plies + usize::from(first.1 == Color::Black)) as f64 / 2.0;
    let mut chart = ChartBuilder::on(&root)
        .margin(8)
        .x_label_area_size(44)
        .y_label_area_size(60)
        .build_cartesian_2d(at(0)..at(moves.len().max(1)), 0.0..100.0)?;
    let mut mesh = chart.configure_mesh();
    mesh.x_desc("move")
        .x_labels(8)
        .y_labels(5)
        .x_label_formatter(&|number| if number.fract() == 0.0 { format!("{number:.0}") } else { String::new() })
        .y_label_formatter(&|percent| format!("{percent:.0} %"));
    styled(&mut mesh, 18).draw()?;
    chart.draw_series(LineSeries::new([(at(0), 50.0), (at(moves.len().max(1)), 50.0)], EVEN.stroke_width(1)))?;
    for ((_, places), color) in boards(moves).into_iter().zip(LINES) {
        draw_board(&mut chart, moves, &places, at, color)?;
    }
    root.present()?;
    Ok(())
}

/// Draws the line of a board, and its blunders as circles: White's hollow, Black's filled.
fn draw_board(
    chart: &mut Chart<'_, '_>,
    moves: &[AssessedMove],
    places: &[usize],
    at: impl Fn(usize) -> f64,
    color: RGBColor,
) -> Result<(), Failure> {
    let plies = places.first().copied().into_iter().chain(places.iter().map(|place| place + 1));
    let points: Vec<(f64, f64)> =
        plies.zip(course(moves, places)).map(|(plies, chance)| (at(plies), 100.0 * chance)).collect();
    chart.draw_series(LineSeries::new(points.clone(), color.stroke_width(2)))?;
    let blunders = places.iter().zip(&points[points.len().min(1)..]).filter_map(|(&place, &point)| {
        let assessed = &moves[place];
        let style = if assessed.seat.color == Color::White { BLUNDER.stroke_width(2) } else { BLUNDER.filled() };
        (assessed.mark == Some(Mark::Blunder)).then(|| Circle::new(point, 4, style))
    });
    chart.draw_series(blunders)?;
    Ok(())
}
