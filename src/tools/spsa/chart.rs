//! The paths of the parameters as a picture: their distance from the start in steps, by iteration.

use super::report::steps;
use super::tuning::Tuning;
use crate::tools::page::{EVEN, GRID, font, styled};
use plotters::prelude::*;

/// Width and height in pixels.
const SIZE: (u32, u32) = (960, 600);
/// So many parameters, those that have gone farthest, have a colour and a name.
const NAMED: usize = 8;
/// About so many points of each path are drawn.
const POINTS: usize = 400;

/// A path: the name, and iteration and distance of its points.
type Path<'a> = (&'a str, Vec<(f64, f64)>);

/// The picture as SVG.
///
/// # Errors
/// One line, if it cannot be drawn.
pub fn svg(title: &str, tuning: &Tuning) -> Result<String, String> {
    let mut text = String::new();
    draw(&mut text, title, &paths(tuning)).map_err(|error| format!("cannot draw the paths: {error}"))?;
    Ok(text)
}

/// The paths, those that end farthest from the start first.
fn paths(tuning: &Tuning) -> Vec<Path<'_>> {
    let interval = tuning.path.len().div_ceil(POINTS);
    let last = tuning.path.len() - 1;
    let shown = |index: &usize| index.is_multiple_of(interval) || *index == last;
    let path =
        |(number, tuned)| (0..=last).filter(shown).map(move |at| (at as f64, steps(tuned, tuning.path[at][number])));
    let parameters = tuning.parameters.iter().enumerate();
    let mut paths: Vec<Path<'_>> =
        parameters.map(|(number, tuned)| (tuned.name.as_str(), path((number, tuned)).collect())).collect();
    let distance = |path: &Path<'_>| path.1.last().map_or(0.0, |point| point.1.abs());
    paths.sort_by(|one, other| distance(other).total_cmp(&distance(one)));
    paths
}

fn draw(text: &mut String, title: &str, paths: &[Path<'_>]) -> Result<(), Box<dyn std::error::Error>> {
    let root = SVGBackend::with_string(text, SIZE).into_drawing_area();
    // The background is white, so that the picture is legible on pages of any colour.
    root.fill(&WHITE)?;
    let points = || paths.iter().flat_map(|path| &path.1);
    let last = points().map(|point| point.0).fold(1.0, f64::max);
    let reach = points().map(|point| point.1.abs()).fold(0.01, f64::max) * 1.08;
    let mut chart = ChartBuilder::on(&root)
        .caption(title, font(22))
        .margin(20)
        .x_label_area_size(50)
        .y_label_area_size(80)
        .build_cartesian_2d(0.0..last, -reach..reach)?;
    let mut mesh = chart.configure_mesh();
    mesh.x_desc("iteration").y_desc("steps from the start (c_end)").x_label_formatter(&|at| format!("{at:.0}"));
    styled(&mut mesh, 15).draw()?;
    // The named ones are drawn last, so that they are above the others.
    for (number, (name, points)) in paths.iter().enumerate().rev() {
        let color = if number < NAMED { Palette99::pick(number).to_rgba() } else { EVEN.mix(0.5) };
        let width = if number < NAMED { 2 } else { 1 };
        let series = chart.draw_series(LineSeries::new(points.iter().copied(), color.stroke_width(width)))?;
        if number < NAMED {
            let sample = move |(x, y)| PathElement::new([(x, y), (x + 24, y)], color.stroke_width(3));
            series.label(*name).legend(sample);
        }
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .legend_area_size(34)
        .margin(12)
        .background_style(WHITE.mix(0.8))
        .border_style(GRID)
        .label_font(font(14))
        .draw()?;
    root.present()?;
    Ok(())
}
