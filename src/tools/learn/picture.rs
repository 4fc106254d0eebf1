//! The strength of the generations over time as a picture.

use super::state::State;
use crate::tools::page::{LINES, font, styled};
use plotters::prelude::*;

/// Width and height in pixels.
const SIZE: (u32, u32) = (800, 480);

/// The picture as SVG: minutes, and Elo against the evaluation to begin with.
///
/// # Errors
/// One line, if it cannot be drawn.
pub fn svg(title: &str, state: &State) -> Result<String, String> {
    let mut text = String::new();
    draw(&mut text, title, &points(state)).map_err(|error| format!("cannot draw the generations: {error}"))?;
    Ok(text)
}

/// The minutes and the Elo at the end of each generation; the first point is the beginning.
fn points(state: &State) -> Vec<(f64, f64)> {
    let mut seconds = 0.0;
    let end = |generation: &super::state::Generation| {
        seconds += generation.seconds;
        seconds / 60.0
    };
    let ends: Vec<f64> = state.generations.iter().map(end).collect();
    [(0.0, 0.0)].into_iter().chain(ends.into_iter().zip(state.gains())).collect()
}

fn draw(text: &mut String, title: &str, points: &[(f64, f64)]) -> Result<(), Box<dyn std::error::Error>> {
    let root = SVGBackend::with_string(text, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let most = |part: fn(&(f64, f64)) -> f64, least: f64| points.iter().map(part).fold(least, f64::max);
    let mut chart = ChartBuilder::on(&root)
        .caption(title, font(22))
        .margin(20)
        .x_label_area_size(50)
        .y_label_area_size(80)
        .build_cartesian_2d(0.0..most(|point| point.0, 0.1), 0.0..1.05 * most(|point| point.1, 50.0))?;
    let mut mesh = chart.configure_mesh();
    mesh.x_desc("minutes").y_desc("Elo against the evaluation to begin with").y_labels(8);
    styled(&mut mesh, 15).draw()?;
    chart.draw_series(LineSeries::new(points.iter().copied(), LINES[0].stroke_width(2)).point_size(4))?;
    root.present()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::state::Generation;
    use super::*;
    use crate::tools::sprt::Tally;

    #[test]
    fn points_are_the_ends_of_generations() {
        let tally = |wins, losses| Tally { wins, losses, ..Tally::default() };
        let generation = |is_kept, tally| Generation { seconds: 60.0, is_kept, tally, ..Generation::default() };
        let generations =
            vec![generation(true, tally(60, 40)), generation(false, tally(40, 60)), generation(true, tally(20, 0))];
        let state = State { generations, ..State::default() };
        let rounded: Vec<(f64, f64)> = points(&state).iter().map(|(x, y)| (*x, y.round())).collect();
        assert_eq!(rounded, [(0.0, 0.0), (1.0, 70.0), (2.0, 70.0), (3.0, 716.0)]);
        let picture = svg("Minishogi", &state).unwrap();
        assert!(
            ["Minishogi", "minutes", "<polyline", "<circle"].iter().all(|part| picture.contains(part)),
            "{picture}"
        );
        assert!(svg("x", &State::default()).is_ok());
    }
}
