//! Values of the search's parameters that several games have in common, for `PARAMETERS` of
//! [`SearchHints`](crate::position::SearchHints).

/// From `spsa` in Prison Break, 2501 iterations of 4 pairs at 2000 nodes a move: +42 ± 22 Elo at 0.5+0.005. At 0.3+0.003
/// King's Escape gained 22 ± 17 Elo by them and Prisoner's Escape 13 ± 15.
pub const TUNED_IN_PRISON_BREAK: &[(&str, i32)] = &[
    ("reverse_futility_margin", 48),
    ("razoring_margin", 228),
    ("null_move_score_divisor", 120),
    ("probcut_margin", 204),
    ("late_move_base", 7),
    ("history_pruning_margin", 4435),
    ("reduction_quiet_base_percent", 88),
    ("reduction_quiet_divisor_percent", 253),
    ("reduction_noisy_base_percent", 36),
    ("reduction_noisy_divisor_percent", 286),
    ("reduction_not_improving", 1232),
    ("reduction_pv", 1258),
    ("reduction_cut_node", 1054),
    ("reduction_quiet_history", 6704),
    ("deeper_margin", 103),
    ("delta_margin", 227),
    ("aspiration_window", 19),
];
