//! The table of the values before and after.

use super::list::Tuned;

/// A line for each parameter: its value before and after, and the change in units of `c_end`.
pub fn table(parameters: &[Tuned], values: &[f64]) -> String {
    let width = parameters.iter().map(|tuned| tuned.name.len()).max().unwrap_or(0).max("parameter".len());
    let mut rows =
        vec![format!("{:<width$} {:>7} {:>7} {:>10} {:>7}", "parameter", "before", "after", "unrounded", "steps")];
    for (tuned, value) in parameters.iter().zip(values) {
        let Tuned { name, value: before, .. } = tuned;
        rows.push(format!(
            "{name:<width$} {before:>7} {:>7.0} {value:>10.2} {:>+7.2}",
            value.round(),
            steps(tuned, *value)
        ));
    }
    rows.join("\n")
}

/// The distance of a value from the first one, in units of `c_end`.
pub fn steps(tuned: &Tuned, value: f64) -> f64 {
    (value - f64::from(tuned.value)) / tuned.c_end
}
