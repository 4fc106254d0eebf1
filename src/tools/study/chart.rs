//! Tables and boards as pictures.

use super::report::{Chart, Map, Row, Table, Unit};
use super::statistics::Number;
use crate::tools::page::{EVEN, LINES, described, font, styled};
use plotters::coord::Shift;
use plotters::prelude::*;

/// The width of a chart in pixels: small, so that text is legible on a phone; wide pages enlarge it.
const WIDTH: u32 = 460;
const LINE_HEIGHT: u32 = 260;
/// The height of a row of points.
const ROW: u32 = 27;
/// The height of the axis below the rows.
const AXIS: u32 = 48;
/// The colours of the columns; the third one is that of even lines.
const COLORS: [RGBColor; 3] = [LINES[0], LINES[1], EVEN];
/// The size of letters in a row's name, and how many letters of this size there is room for.
const NAME_SIZE: u32 = 18;
const NAME_LETTERS: u32 = 18;
/// The size of a square of a board.
const SQUARE: i32 = 24;

type Failure = Box<dyn std::error::Error>;
type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// The picture of a table; `None` if it has none.
///
/// # Errors
/// One line, if it cannot be drawn.
pub(super) fn svg(table: &Table) -> Result<Option<String>, String> {
    let height = match table.chart {
        Chart::None | Chart::Folded => return Ok(None),
        Chart::Points(_) => AXIS + ROW * table.rows.len() as u32,
        Chart::Lines(_) => LINE_HEIGHT,
    };
    let draw = |area: Area<'_>| match table.chart {
        Chart::Points(columns) => points(&area, table, columns),
        Chart::Lines(columns) => lines(&area, table, columns),
        Chart::None | Chart::Folded => Ok(()),
    };
    let description = format!("{}. {} The numbers are in the table below.", table.title, table.reading);
    picture((WIDTH, height), &description, draw).map(Some)
}

fn picture(
    size: (u32, u32),
    description: &str,
    draw: impl FnOnce(Area<'_>) -> Result<(), Failure>,
) -> Result<String, String> {
    let mut text = String::new();
    let area = SVGBackend::with_string(&mut text, size).into_drawing_area();
    draw(area).map_err(|error| format!("cannot draw a chart: {error}"))?;
    Ok(described(text.trim(), description))
}

/// The least and the greatest number of some columns, with their intervals.
fn range(rows: &[Row], columns: usize, unit: Unit) -> (f64, f64) {
    let numbers = rows.iter().flat_map(|row| row.cells.iter().take(columns)).flatten();
    let ends = numbers.map(|number| number.interval.unwrap_or((number.value, number.value)));
    let (low, high) =
        ends.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), (least, most)| (low.min(least), high.max(most)));
    let low = if unit == Unit::Percent && low > 0.3 { low - 0.02 } else { low.min(0.0) };
    if high > low { (low, high + (high - low) * 0.03) } else { (0.0, 1.0) }
}

/// A row for each name, with a point and the interval for each column.
fn points(area: &Area<'_>, table: &Table, columns: usize) -> Result<(), Failure> {
    let unit = table.rows[0].unit.unwrap_or(table.columns[0].unit);
    let (low, high) = range(&table.rows, columns, unit);
    let rows = table.rows.len() as f64;
    let mut chart = ChartBuilder::on(area)
        .margin_right(26)
        .margin_top(4)
        .x_label_area_size(AXIS - 12)
        .y_label_area_size(150)
        .build_cartesian_2d(low..high, rows..0.0)?;
    let label = |value: &f64| axis_text(unit, *value);
    let mut mesh = chart.configure_mesh();
    mesh.disable_y_mesh().x_labels(5).y_labels(0).x_label_formatter(&label);
    styled(&mut mesh, 19).draw()?;
    for (place, row) in table.rows.iter().enumerate() {
        let middle = place as f64 + 0.5;
        let (_, y) = chart.backend_coord(&(low, middle));
        let size = name_size(&row.name);
        area.draw(&Text::new(row.name.as_str(), (4, y - size as i32 / 2), font(size)))?;
        for (column, number) in row.cells.iter().take(columns).enumerate() {
            let Some(number) = number else { continue };
            let offset = (column as f64 - (columns - 1) as f64 / 2.0) * 0.26;
            let color = COLORS[column % COLORS.len()];
            if let Some((from, to)) = number.interval {
                let ends = [(from.max(low), middle + offset), (to, middle + offset)];
                chart.draw_series(LineSeries::new(ends, color.stroke_width(3)))?;
            }
            chart.draw_series([Circle::new((number.value, middle + offset), 4, color.filled())])?;
        }
    }
    area.present()?;
    Ok(())
}

/// The size of the letters of a name: smaller for a long one.
fn name_size(name: &str) -> u32 {
    NAME_SIZE * NAME_LETTERS / NAME_LETTERS.max(name.chars().count() as u32)
}

fn axis_text(unit: Unit, value: f64) -> String {
    match unit {
        Unit::Percent => format!("{:.0} %", 100.0 * value),
        Unit::Plain(_) => format!("{}", (value * 1000.0).round() / 1000.0),
    }
}

/// Lines over the rows, whose keys are numbers, with the intervals as thin lines.
fn lines(area: &Area<'_>, table: &Table, columns: usize) -> Result<(), Failure> {
    let unit = table.columns[0].unit;
    let at: Vec<f64> = table.rows.iter().map(|row| row.key.parse().unwrap_or(0.0)).collect();
    let (low, high) = range(&table.rows, columns, unit);
    let last = at.last().copied().unwrap_or(0.0).max(1.0);
    let mut chart = ChartBuilder::on(area)
        .margin(8)
        .x_label_area_size(48)
        .y_label_area_size(66)
        .build_cartesian_2d(0.0..last, low..high)?;
    let label = |value: &f64| axis_text(unit, *value);
    let mut mesh = chart.configure_mesh();
    mesh.x_desc(table.rows_are.as_str())
        .x_labels(8)
        .y_labels(5)
        .x_label_formatter(&|value| format!("{value:.0}"))
        .y_label_formatter(&label);
    styled(&mut mesh, 20).draw()?;
    for (column, color) in COLORS.into_iter().enumerate().take(columns) {
        let points = at.iter().zip(&table.rows).filter_map(|(&at, row)| Some((at, row.cells[column]?)));
        let points: Vec<(f64, Number)> = points.collect();
        for (at, number) in &points {
            if let Some((from, to)) = number.interval {
                chart.draw_series(LineSeries::new([(*at, from.max(low)), (*at, to)], color.stroke_width(1)))?;
            }
        }
        let values = points.iter().map(|(at, number)| (*at, number.value));
        chart.draw_series(LineSeries::new(values, color.stroke_width(2)))?;
    }
    area.present()?;
    Ok(())
}

/// The size of a picture of many games, and of the letters of their names.
const FIELD: (u32, u32) = (640, 420);
const LABEL: u32 = 14;
/// Room around it, for the numbers to the left and those below.
const AROUND: u32 = 8;
const LEFT: u32 = 70;
const BELOW: u32 = 44;

/// Points with names, a number to the right and one upwards, with their intervals as thin lines.
///
/// # Errors
/// One line, if it cannot be drawn.
pub(super) fn scattered(
    title: &str,
    points: &[(&str, [Number; 2])],
    axes: [(&str, Unit); 2],
) -> Result<String, String> {
    let description =
        format!("{title}: {} to the right, {} upwards. The numbers are in the table below.", axes[0].0, axes[1].0);
    picture(FIELD, &description, |area| scatter(&area, points, axes))
}

fn scatter(area: &Area<'_>, points: &[(&str, [Number; 2])], axes: [(&str, Unit); 2]) -> Result<(), Failure> {
    let span = |axis: usize| {
        let values = points.iter().map(|(_, numbers)| numbers[axis].value);
        let (low, high) =
            values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
        let room = ((high - low) * 0.08).max(0.01);
        (low - room)..(high + room)
    };
    let (right, up) = (span(0), span(1));
    let mut chart = ChartBuilder::on(area)
        .margin(AROUND)
        .x_label_area_size(BELOW)
        .y_label_area_size(LEFT)
        .build_cartesian_2d(right.clone(), up.clone())?;
    let labels = axes.map(|(_, unit)| move |value: &f64| axis_text(unit, *value));
    let mut mesh = chart.configure_mesh();
    mesh.x_desc(axes[0].0)
        .y_desc(axes[1].0)
        .x_labels(7)
        .y_labels(6)
        .x_label_formatter(&labels[0])
        .y_label_formatter(&labels[1]);
    styled(&mut mesh, 17).draw()?;
    let mut taken = Vec::new();
    let within = |interval: Option<(f64, f64)>, range: &std::ops::Range<f64>| {
        interval.map(|(low, high)| (low.max(range.start), high.min(range.end)))
    };
    for (_, [x, y]) in points {
        let across = within(x.interval, &right).map(|(low, high)| [(low, y.value), (high, y.value)]);
        let upwards = within(y.interval, &up).map(|(low, high)| [(x.value, high), (x.value, low)]);
        for line in [across, upwards].into_iter().flatten() {
            let [from, to] = line.map(|end| chart.backend_coord(&end));
            taken.push([from.0 - 1, from.1 - 1, to.0 + 1, to.1 + 1]);
            chart.draw_series(LineSeries::new(line, EVEN.stroke_width(1)))?;
        }
    }
    let places: Vec<(i32, i32)> = points.iter().map(|(_, [x, y])| chart.backend_coord(&(x.value, y.value))).collect();
    taken.extend(places.iter().map(|(x, y)| [x - 5, y - 5, x + 5, y + 5]));
    for ((name, [x, y]), place) in points.iter().zip(&places) {
        chart.draw_series([Circle::new((x.value, y.value), 4, LINES[0].filled())])?;
        let label = free_place(*place, name, &taken);
        area.draw(&Text::new(*name, (label[0], label[1]), font(LABEL)))?;
        taken.push(label);
    }
    area.present()?;
    Ok(())
}

/// A rectangle for a name beside a point: the one of several that covers least of what is taken.
fn free_place((x, y): (i32, i32), name: &str, taken: &[[i32; 4]]) -> [i32; 4] {
    let (width, height) = ((name.chars().count() as u32 * LABEL * 5 / 9) as i32, LABEL as i32);
    let corners = [
        (8, -7),
        (-8 - width, -7),
        (-width / 2, -22),
        (-width / 2, 8),
        (7, -20),
        (7, 6),
        (-7 - width, -20),
        (-7 - width, 6),
    ];
    let places = corners.map(|(right, down)| [x + right, y + down, x + right + width, y + down + height]);
    let covered = |place: &[i32; 4]| -> i32 {
        let outside = (place[2] - (FIELD.0 - AROUND) as i32).max(0) + ((AROUND + LEFT) as i32 - place[0]).max(0);
        let common = |other: &[i32; 4]| {
            (place[2].min(other[2]) - place[0].max(other[0])).max(0)
                * (place[3].min(other[3]) - place[1].max(other[1])).max(0)
        };
        outside * height + taken.iter().map(common).sum::<i32>()
    };
    places.into_iter().min_by_key(covered).unwrap_or_default()
}

/// A board whose squares have the stronger colour, the greater their numbers are.
///
/// # Errors
/// One line, if it cannot be drawn.
pub(super) fn board(map: &Map) -> Result<String, String> {
    let ranks = map.cells.len() / map.files;
    let most = map.cells.iter().flatten().map(|number| number.value).fold(0.0, f64::max);
    let size = |squares: usize| squares as u32 * SQUARE as u32;
    let description = format!("Board: where the {}. The numbers are in the table below.", map.title);
    picture((size(map.files), size(ranks)), &description, |area| {
        for (cell, number) in map.cells.iter().enumerate() {
            let Some(number) = number else { continue };
            let (x, y) = ((cell % map.files) as i32 * SQUARE, (ranks - 1 - cell / map.files) as i32 * SQUARE);
            let square = [(x, y), (x + SQUARE, y + SQUARE)];
            let shade = LINES[0].mix(if most > 0.0 { (number.value / most).sqrt() } else { 0.0 });
            area.draw(&Rectangle::new(square, shade.filled()))?;
            area.draw(&Rectangle::new(square, EVEN.stroke_width(1)))?;
        }
        area.present()?;
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_where_there_is_room() {
        let place = (300, 200);
        let covers = |label: [i32; 4], taken: [i32; 4]| {
            label[0] < taken[2] && taken[0] < label[2] && label[1] < taken[3] && taken[1] < label[3]
        };
        let point = [295, 195, 305, 205];
        // Lines to the right and to the left, then everything above as well.
        for taken in
            [vec![point], vec![point, [200, 199, 400, 201]], vec![point, [200, 199, 400, 201], [0, 0, 640, 195]]]
        {
            let label = free_place(place, "chess", &taken);
            assert!(taken.iter().all(|&other| !covers(label, other)), "{label:?}");
        }
        // At the right edge a name stands to the left.
        assert!(free_place((630, 200), "penaltybox", &[])[2] <= 632);
    }
}
