//! Every number of the search: parameters with bounds and a step, which a tuner can read from [`PARAMETERS`] and, in
//! builds with the feature `tunable`, set by options of the engine; and below them sizes and intervals, which do not
//! change how well the engine plays.
//!
//! Scores and margins are in hundredths of a pawn, depths in plies, reductions in 1/1024 of a ply, parameters whose
//! name ends in `percent` in hundredths. The levels of weakened play are a table of their own in `strength.rs`.

use crate::position::SearchHints;
use std::time::Duration;

/// What a parameter decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The tree; games may have their own values ([`SearchHints::PARAMETERS`]).
    Game,
    /// The tree, by the same value in all games.
    Search,
    /// The time of a move, and nothing in a search with a fixed number of nodes or a fixed depth.
    Time,
    /// The work of several threads, and nothing in a search by one.
    Threads,
}

/// A number of the search that may be tuned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The name of its function in the code, and of its option in builds with the feature `tunable`.
    pub name: &'static str,
    /// What it decides.
    pub scope: Scope,
    /// The value that the search uses in games without their own.
    pub value: i32,
    /// The least value that makes sense.
    pub min: i32,
    /// The greatest value that makes sense.
    pub max: i32,
    /// The first step of a tuner.
    pub step: i32,
}

/// Defines a function for the value of each parameter, which is a constant unless the feature `tunable` is on, and lists
/// the parameters in [`PARAMETERS`]. The functions of those that games may have their own values of are generic.
macro_rules! parameters {
    (by game {
        $($own:ident = $own_value:literal in $own_min:literal..=$own_max:literal step $own_step:literal: $own_doc:literal,)*
    }
    $($scope:ident {
        $($name:ident = $value:literal in $min:literal..=$max:literal step $step:literal: $doc:literal,)*
    })*) => {
        $(
            #[doc = $own_doc]
            #[inline(always)]
            pub fn $own<P: SearchHints>() -> i32 {
                value(Place::$own, const { own_or(P::PARAMETERS, stringify!($own), $own_value) })
            }
        )*

        $($(
            #[doc = $doc]
            #[inline(always)]
            pub fn $name() -> i32 {
                value(Place::$name, $value)
            }
        )*)*

        /// The places of the parameters in the list.
        #[allow(non_camel_case_types)]
        enum Place {
            $($own,)*
            $($($name,)*)*
        }

        /// All parameters, in the order of this file.
        pub const PARAMETERS: &[Parameter] = &[
            $(row(stringify!($own), Scope::Game, $own_value, [$own_min, $own_max], $own_step),)*
            $($(row(stringify!($name), Scope::$scope, $value, [$min, $max], $step),)*)*
        ];
    };
}

/// A row of the list.
const fn row(name: &'static str, scope: Scope, value: i32, [min, max]: [i32; 2], step: i32) -> Parameter {
    Parameter { name, scope, value, min, max, step }
}

/// The value that a game's list has for a name, or the common one.
const fn own_or(own: &[(&str, i32)], name: &str, common: i32) -> i32 {
    let mut place = 0;
    while place < own.len() {
        if is_equal(own[place].0, name) {
            return own[place].1;
        }
        place += 1;
    }
    common
}

/// `==` on texts, which constants cannot use.
const fn is_equal(left: &str, right: &str) -> bool {
    let (left, right) = (left.as_bytes(), right.as_bytes());
    let mut place = 0;
    while place < left.len() && place < right.len() && left[place] == right[place] {
        place += 1;
    }
    place == left.len() && place == right.len()
}

#[cfg(not(feature = "tunable"))]
#[inline(always)]
fn value(_place: Place, constant: i32) -> i32 {
    constant
}

#[cfg(feature = "tunable")]
#[inline(always)]
fn value(place: Place, constant: i32) -> i32 {
    tunable::get(place as usize).unwrap_or(constant)
}

/// The values that options have set, in builds with the feature `tunable`.
#[cfg(feature = "tunable")]
pub mod tunable {
    use super::PARAMETERS;
    use std::sync::atomic::{AtomicI32, Ordering::Relaxed};

    /// No parameter has this value.
    const UNSET: i32 = i32::MIN;

    static VALUES: [AtomicI32; PARAMETERS.len()] = [const { AtomicI32::new(UNSET) }; PARAMETERS.len()];

    #[inline(always)]
    pub(super) fn get(place: usize) -> Option<i32> {
        Some(VALUES[place].load(Relaxed)).filter(|&value| value != UNSET)
    }

    /// Gives the parameter at this place of the list a value, in all games, for the searches that begin after this.
    pub fn set(place: usize, value: i32) {
        VALUES[place].store(value, Relaxed);
    }
}

parameters! {
    by game {
        // Extensions.
        extension_reach = 2 in 1..=4 step 1: "The last ply of extensions, in multiples of the depth of the iteration.",
        singular_depth = 7 in 4..=12 step 1: "Least depth at which the table's move is tested for being singular.",
        singular_entry_depth = 3 in 1..=6 step 1: "The table entry may be this much shallower than the node.",
        singular_margin = 2 in 1..=8 step 1: "How far the other moves have to stay below the table's score, per ply.",
        double_extension_margin = 20 in 0..=80 step 5: "How much further below they have to stay for a second ply.",
        double_extensions = 6 in 1..=16 step 1: "The number of moves on a path that may be extended by two plies.",

        // Pruning of nodes.
        table_cutoff_clock = 90 in 50..=99 step 5: "From this halfmove clock on the table does not end a search.",
        reverse_futility_depth = 8 in 3..=14 step 1: "Greatest depth of reverse futility pruning.",
        reverse_futility_margin = 80 in 30..=200 step 8: "How far the evaluation has to be above beta, per ply.",
        razoring_depth = 3 in 1..=6 step 1: "Greatest depth of razoring.",
        razoring_margin = 180 in 50..=500 step 20: "How far the evaluation has to be below alpha.",
        razoring_slope = 160 in 50..=400 step 15: "The same, for every ply squared.",
        null_move_depth = 3 in 1..=6 step 1: "Least depth of null move pruning.",
        null_move_reduction = 3 in 2..=6 step 1: "The least reduction after a null move.",
        null_move_depth_divisor = 3 in 2..=8 step 1: "The reduction grows by a ply for this many plies of depth.",
        null_move_score_divisor = 200 in 80..=400 step 20: "How far above beta the evaluation is for each ply more.",
        null_move_score_limit = 3 in 1..=6 step 1: "The greatest growth of the reduction by the evaluation.",
        null_move_verification_depth = 12 in 6..=30 step 2: "From this depth on a null move cutoff is verified.",
        probcut_depth = 5 in 3..=10 step 1: "Least depth of probcut.",
        probcut_margin = 180 in 60..=400 step 20: "How far above beta a capture has to be.",
        probcut_reduction = 3 in 2..=6 step 1: "The reduction of the search that confirms it.",
        internal_reduction_depth = 4 in 2..=10 step 1: "Least depth at which nodes without a table move are reduced.",

        // Pruning of moves.
        late_move_depth = 8 in 3..=14 step 1: "Greatest depth of late move pruning.",
        late_move_base = 3 in 1..=10 step 1: "The number of moves searched at depth 0.",
        late_move_divisor = 2 in 1..=5 step 1: "Depth squared is divided by this where the evaluation is not improving.",
        late_move_improving_divisor = 1 in 1..=5 step 1: "The same where the evaluation is improving.",
        futility_depth = 6 in 2..=12 step 1: "Greatest reduced depth of futility pruning.",
        futility_margin = 110 in 30..=300 step 12: "How far the evaluation has to be below alpha.",
        futility_slope = 95 in 30..=250 step 10: "The same, for every ply of reduced depth.",
        history_pruning_depth = 4 in 1..=8 step 1: "Greatest depth of history pruning.",
        history_pruning_margin = 4000 in 1000..=9000 step 300: "How bad the history of a move has to be, per ply.",
        quiet_exchange_depth = 7 in 2..=12 step 1: "Greatest reduced depth at which losing quiet moves are skipped.",
        quiet_exchange_margin = 25 in 5..=80 step 4: "What a quiet move may lose, per ply of reduced depth squared.",
        noisy_exchange_depth = 6 in 2..=12 step 1: "Greatest depth at which losing checks and noisy moves are skipped.",
        noisy_exchange_margin = 100 in 20..=250 step 10: "What these may lose, per ply of depth.",

        // Late move reductions.
        reduction_depth = 3 in 2..=5 step 1: "Least depth at which late moves are reduced.",
        reduction_quiet_base_percent = 75 in 0..=150 step 8: "The constant part of the reduction of quiet moves.",
        reduction_quiet_divisor_percent = 225 in 120..=400 step 15: "Divides ln depth * ln move number.",
        reduction_noisy_base_percent = 20 in 0..=150 step 8: "The constant part of the reduction of noisy moves.",
        reduction_noisy_divisor_percent = 330 in 150..=600 step 20: "The divisor for noisy moves.",
        reduction_not_improving = 1024 in 0..=2048 step 100: "More where the evaluation is not improving.",
        reduction_pv = 1024 in 0..=2048 step 100: "Less in the principal variation.",
        reduction_cut_node = 1024 in 0..=2048 step 100: "More where a cutoff is expected.",
        reduction_killer = 1024 in 0..=2048 step 100: "Less for killer moves.",
        reduction_check = 1024 in 0..=2048 step 100: "Less for checks.",
        reduction_quiet_history = 9000 in 3000..=20000 step 600: "The history of a quiet move that is worth a ply.",
        reduction_noisy_history = 12000 in 3000..=20000 step 600: "The history of a noisy move that is worth a ply.",
        deeper_margin = 60 in 10..=200 step 8: "A move this much better than the best is searched one ply deeper.",
        shallower_margin = 8 in 0..=40 step 2: "A move no more than this better is searched one ply less deep.",

        // Quiescence.
        check_plies = 6 in 1..=12 step 1: "The number of plies of quiescence in which checks are answered.",
        quiet_replies = 2 in 1..=8 step 1: "Quiet replies to a check, once a move is known not to lose at once.",
        exchange_plies = 2 in 1..=8 step 1: "Without exchange evaluation, plies in which any piece may capture.",
        delta_margin = 180 in 50..=400 step 20: "Delta pruning: evaluation and gain have to come this near to alpha.",

        // Order of noisy moves.
        noisy_gain_weight = 64 in 8..=256 step 8: "Weight of what a noisy move gains.",
        noisy_mover_weight = 4 in 0..=32 step 1: "Weight of the worth of the piece that moves.",

        // Iterations.
        aspiration_depth = 5 in 3..=10 step 1: "Least depth of an iteration with an aspiration window.",
        aspiration_window = 18 in 5..=60 step 3: "Half the width of the first window.",
        aspiration_growth = 3 in 2..=5 step 1: "The width is multiplied by this when the window fails.",
        aspiration_limit = 500 in 150..=1500 step 60: "A window wider than this is opened.",
        root_reduction_depth = 3 in 2..=6 step 1: "Least depth at which late root moves are reduced.",
        root_full_depth_moves = 4 in 1..=10 step 1: "The number of root moves that are never reduced.",

        // The search of all moves for a short forced win.
        win_probe_score = 500 in 200..=2000 step 50: "How far ahead the best move has to be.",
        win_probe_moves = 3 in 1..=4 step 1: "The length of the win, in own moves.",
        win_probe_divisor = 4 in 2..=64 step 2: "A probe takes the nodes so far, divided by this.",
    }
    Search {
        // Histories.
        history_bonus_slope = 180 in 50..=400 step 15: "Growth of the history bonus per ply of depth.",
        history_bonus_offset = 90 in 0..=400 step 15: "Subtracted from the history bonus.",
        history_bonus_min = 60 in 0..=200 step 10: "The least history bonus.",
        history_bonus_max = 1700 in 500..=4000 step 120: "The greatest history bonus.",
        correction_weight_max = 16 in 4..=64 step 3: "The greatest weight of one result in a correction, in 1/256.",
        correction_limit = 100 in 20..=250 step 10: "The greatest correction of a static evaluation.",

        // Transposition table.
        replacement_age_weight = 8 in 1..=16 step 1: "Plies of depth that each search since an entry counts for.",
        replacement_depth = 4 in 0..=10 step 1: "A deeper entry is kept if the new bound is this much shallower.",
    }
    Time {
        moves_to_go = 35 in 15..=60 step 2: "The number of moves that the remaining time is meant for.",
        increment_spent_percent = 75 in 30..=100 step 5: "The share of the increment that is spent.",
        last_move_percent = 90 in 50..=95 step 5: "The share of the clock for the last move before a time control.",
        most_time_percent = 20 in 5..=50 step 3: "The share of the clock that any other move may take.",
        most_time_per_move_percent = 50 in 10..=100 step 5: "Added to that share, divided by the number of moves to go.",
        soft_time_percent = 100 in 30..=120 step 5: "The usual time of a move, in shares of the clock.",
        hard_time_percent = 300 in 150..=600 step 20: "The longest time of a move, in shares of the clock.",
        stability_base_percent = 130 in 80..=200 step 6: "Time scale after a change of the best move.",
        stability_step_percent = 8 in 0..=20 step 1: "Taken off for every iteration with the same best move.",
        stability_limit = 7 in 2..=15 step 1: "The number of iterations that count.",
        score_rise_limit = 20 in 0..=100 step 5: "The greatest rise of the score that shortens the time.",
        score_fall_limit = 60 in 20..=200 step 8: "The greatest fall of the score that prolongs the time.",
        score_fall_divisor = 120 in 50..=400 step 15: "The fall of the score that doubles the time.",
        effort_base_percent = 170 in 100..=250 step 8: "Time scale if no nodes were spent on the best move.",
        effort_slope_percent = 110 in 0..=200 step 8: "Taken off if all nodes were spent on it.",
        only_move_depth = 4 in 1..=10 step 1: "The least depth at which an only move is played without further search.",
        decided_extra_depth = 2 in 0..=8 step 1: "A forced win or loss is searched this many plies deeper than it is long.",
    }
    Threads {
        deferral_depth = 3 in 1..=10 step 1: "Least depth at which threads tell each other which move they search.",
    }
}

/// A fraction that is stored in hundredths.
pub const fn percent(value: i32) -> f64 {
    value as f64 / 100.0
}

// Constants that are not tuned: sizes and intervals.

/// The deepest ply of a tree, and the greatest depth that can be asked for.
pub const MAX_PLY: usize = 250;

/// Parts of a ply in which reductions are computed.
pub const PLY: i32 = 1024;

/// The number of moves that are selected one by one before the rest is sorted.
pub const SELECTED_MOVES: usize = 12;

/// History counters stay within ± this; it has to fit in 16 bits.
pub const HISTORY_LIMIT: i32 = 16_384;
/// Counters of moves that follow each other; a power of two.
pub const CONTINUATIONS: usize = 1 << 17;
/// Counters of corrections; a power of two.
pub const CORRECTIONS: usize = 1 << 14;
/// Parts of a hundredth of a pawn in which corrections are kept.
pub const CORRECTION_UNIT: i32 = 128;
/// A correction is the mean of about this many results of weight 1.
pub const CORRECTION_MEAN: i32 = 256;
/// The number of classes of gain that the history of noisy moves has.
pub const GAIN_CLASSES: usize = 8;
/// The width of such a class.
pub const GAIN_CLASS_WIDTH: i32 = 128;

/// A thread looks at the clock after this many nodes.
pub const NODES_PER_CHECK: usize = 64;
/// So many generated moves count as a node until then; some games have thousands.
pub const MOVES_PER_NODE: usize = 32;
/// Looks at the clock after which the first thread may leave its first root move.
pub const CHECKS_OF_FIRST_MOVE: u32 = 16;
/// Nodes for the first iteration of a search for several lines.
pub const NODES_OF_FIRST_CHOICE: u64 = 20_000;
/// Until then, failed windows and current moves are not reported.
pub const QUIET_START: Duration = Duration::from_secs(3);
/// Plies that a search for a mate goes beyond its length before the mate is proved.
pub const MATE_EXTRA_DEPTH: u32 = 5;
/// The number of moves in search that threads can announce; a power of two.
pub const ANNOUNCEMENTS: usize = 1 << 15;

/// Below this time on the clock, increments are saved.
pub const LOW_CLOCK: Duration = Duration::from_millis(200);
/// At least this fraction of the clock is used, however great the overhead is: 1/10.
pub const LEAST_CLOCK_DIVISOR: u32 = 10;
/// At most this fraction of a fixed time is kept in reserve: 1/8.
pub const FIXED_TIME_RESERVE_DIVISOR: u32 = 8;
/// A longer lag is not counted: the clock was set anew.
pub const LAG_IMPLAUSIBLE: Duration = Duration::from_millis(1000);
/// The greatest lag that the search allows for.
pub const LAG_MAX: Duration = Duration::from_millis(200);
/// The longest lag shrinks by this fraction with every move: 1/64.
pub const LAG_DECAY_DIVISOR: u32 = 64;
/// Weight of a new, shorter lag in the usual one: 1/8.
pub const LAG_MEAN: u32 = 8;

// Indices into these tables are masked.
const _: () =
    assert!(CONTINUATIONS.is_power_of_two() && CORRECTIONS.is_power_of_two() && ANNOUNCEMENTS.is_power_of_two());

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_is_inside_its_bounds() {
        for parameter in PARAMETERS {
            let Parameter { value, min, max, step, .. } = *parameter;
            assert!(min <= value && value <= max && 0 < step && step <= max - min, "{parameter:?}");
        }
    }

    #[test]
    fn only_the_whole_name_finds_the_value_of_a_game() {
        let own = [("margin", 1), ("margins_of_all", 2)];
        for (name, expected) in [("margin", 1), ("margins_of_all", 2), ("margins", 7), ("marginX", 7), ("", 7)] {
            assert_eq!(own_or(&own, name, 7), expected, "{name}");
        }
    }
}
