//! The losses by epoch as a picture.

use super::epochs::Losses;
use crate::tools::page::{GRID, LINES, font, styled};
use plotters::prelude::*;
use std::fmt::Display;

/// Width and height in pixels.
const SIZE: (u32, u32) = (800, 480);
/// The names of the lines.
const NAMES: [&str; 2] = ["training games", "games held out"];

/// The picture as SVG.
///
/// # Errors
/// One line, if it cannot be drawn.
pub(super) fn svg(title: &str, history: &[Losses]) -> Result<String, String> {
    let mut text = String::new();
    draw(&mut text, title, history).map_err(|error| format!("cannot draw the learning curve: {error}"))?;
    Ok(text)
}

fn draw(text: &mut String, title: &str, history: &[Losses]) -> Result<(), Box<dyn std::error::Error>> {
    let root = SVGBackend::with_string(text, SIZE).into_drawing_area();
    // The background is white, so that the picture is legible on pages of any colour.
    root.fill(&WHITE)?;
    let (low, high) = range(history);
    let last = history.len().max(2) as f64;
    let mut chart = ChartBuilder::on(&root)
        .caption(title, font(22))
        .margin(20)
        .x_label_area_size(50)
        .y_label_area_size(80)
        .build_cartesian_2d(1.0..last, low..high)?;
    let mut mesh = chart.configure_mesh();
    mesh.x_desc("epoch")
        .y_desc("loss (mean squared error)")
        .x_labels(history.len().clamp(2, 11))
        .y_labels(8)
        .x_label_formatter(&|epoch| whole(*epoch))
        .y_label_formatter(&|loss| format!("{loss:.4}"));
    styled(&mut mesh, 15).draw()?;
    for (index, (name, color)) in NAMES.into_iter().zip(LINES).enumerate() {
        let points = history.iter().enumerate().map(|(epoch, losses)| ((epoch + 1) as f64, losses[index]));
        let line = LineSeries::new(points.filter(|point| point.1.is_finite()), color.stroke_width(2)).point_size(3);
        chart
            .draw_series(line)?
            .label(name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 24, y)], color.stroke_width(3)));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperRight)
        .legend_area_size(34)
        .margin(12)
        .background_style(WHITE)
        .border_style(GRID)
        .label_font(font(16))
        .draw()?;
    root.present()?;
    Ok(())
}

/// The range of the losses with a margin.
fn range(history: &[Losses]) -> (f64, f64) {
    let finite = || history.iter().flatten().copied().filter(|loss| loss.is_finite());
    let (low, high) = (finite().fold(f64::INFINITY, f64::min), finite().fold(0.0, f64::max));
    let margin = ((high - low) * 0.08).max(1e-4);
    if low.is_finite() { ((low - margin).max(0.0), high + margin) } else { (0.0, 1.0) }
}

/// Whole numbers as text; nothing between them.
fn whole(number: impl Into<f64> + Display) -> String {
    let number: f64 = number.into();
    if number.fract().abs() < 1e-9 { format!("{number:.0}") } else { String::new() }
}
