//! What wins against what when few men are left.

use super::Study;
use super::report::{Chart, Column, Row, Section, Table, Unit};
use super::statistics::Number;
use crate::tools::endings::{Solved, shares};

/// The section; it has no table if no endings were solved.
pub(super) fn section(study: &Study) -> Section {
    let section = Section::new("endings", "What wins against what");
    let solved = match &study.endings {
        Ok(solved) => solved,
        Err(why) => return section.text(format!("Not worked out. {why}")),
    };
    if solved.is_empty() {
        return section.text("Not worked out. With --endings 3 a study of a game for two players tells it for all positions with up to three men.");
    }
    let columns = [("white", "White to move"), ("black", "Black to move")].into_iter().flat_map(|(side, title)| {
        let results = [("white_wins", "White wins"), ("drawn", "drawn"), ("black_wins", "Black wins")];
        results
            .map(|(key, name)| Column::new(format!("{side}_to_move_{key}"), format!("{title}: {name}"), Unit::Percent))
    });
    section.table(Table {
        key: "endings".into(),
        title: "All positions with few men".into(),
        rows_are: "Men".into(),
        columns: columns.chain([Column::new("longest", "Longest win, moves", Unit::Plain(0))]).collect(),
        rows: solved.iter().map(row).collect(),
        chart: Chart::None,
        reading: "White’s men stand before the v. Each share is one of all positions of these men with that side to move, if both play their best. \
                  They are worked out from the rules and have no error of chance."
            .into(),
    })
}

fn row(solved: &Solved) -> Row {
    let shares = shares(&solved.counts).into_iter().flatten().map(|share| Some(Number::exact(share, 0)));
    let longest = solved.lines.iter().flatten().map(|line| line.moves).max();
    let longest = longest.map(|moves| Number::exact(moves.into(), 0));
    Row::new(solved.name.clone(), solved.name.clone(), shares.chain([longest]).collect())
}
