//! Where the pieces of each kind stand and capture.

use super::Study;
use super::facts::Facts;
use super::report::{Map, Part, Section};
use super::statistics;

pub(super) fn section(study: &Study) -> Section {
    let section = Section::new("maps", "Where pieces stand and capture").text(
        "Each board shows the shares of one kind’s plies, or captures, on each square, from its own side: Black’s board is \
         turned so that both armies come from below. The stronger the colour, the more. All numbers are in the table.",
    );
    let games = study.main();
    let maps = study.variant.kinds.iter().enumerate().flat_map(|(place, kind)| {
        let standing = map(study, &games, (kind.name, "stands"), |game| &game.standing[place]);
        let captures = map(study, &games, (kind.name, "captures"), |game| &game.captures[place]);
        [standing, captures]
    });
    let mut section = section;
    section.parts.push(Part::Maps(maps.flatten().collect()));
    section
}

/// The shares of cells in what is counted; `None` if nothing is.
fn map(
    study: &Study,
    games: &[&Facts],
    (name, what): (&str, &str),
    counted: impl Fn(&Facts) -> &Vec<u32>,
) -> Option<Map> {
    let totals: Vec<f64> = games.iter().map(|game| counted(game).iter().map(|&count| f64::from(count)).sum()).collect();
    if totals.iter().sum::<f64>() == 0.0 {
        return None;
    }
    let cell = |cell: usize| {
        let pairs = games.iter().zip(&totals).map(|(game, &total)| (f64::from(counted(game)[cell]), total));
        let number = statistics::share_ratio(&pairs.collect::<Vec<_>>());
        number.filter(|number| study.layout.is_cell[cell] || number.value > 0.0)
    };
    Some(Map {
        key: format!("{name} {what}"),
        title: format!("{name} {what}"),
        cells: (0..study.layout.cells()).map(cell).collect(),
        files: study.variant.files.into(),
    })
}
