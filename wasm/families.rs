//! The engines for pages: each plays the well-known games, those of files, and the games in code of one family.

/// The names of the families, which are features of this package, with their games. The engine of a game that is in none of
/// them is `general`; `all` plays all games.
pub const FAMILIES: [(&str, &[&str]); 6] = [
    ("chess", &["chess"]),
    ("prisonbreak", &["prisonbreak", "prisonbreak-open"]),
    ("escape", &["prisonersescape", "kingsescape", "anticheckmate"]),
    ("zigzagmadness", &["zigzagmadness"]),
    ("friendly", &["friendly"]),
    ("penaltybox", &["penaltybox", "penaltybox-noking", "penaltybox-ben", "penaltybox-dual"]),
];
