//! The memory of the system: a table that would not fit is refused before it makes the system swap.

use std::fs;

/// Checks that a table of so many MiB fits into the memory, where the system tells how much is left, and returns the number.
///
/// # Errors
/// The table does not fit.
pub fn checked(megabytes: usize) -> Result<usize, String> {
    checked_each(1, megabytes)
}

/// The same for several tables of so many MiB each.
///
/// # Errors
/// They do not fit all together.
pub fn checked_each(tables: usize, megabytes: usize) -> Result<usize, String> {
    let (all, purpose) = match tables {
        1 => (megabytes, "a table".into()),
        _ => (megabytes.saturating_mul(tables), format!("{tables} tables")),
    };
    match available() {
        Some(available) if available >> 20 < all as u64 => {
            Err(format!("cannot have {all} MB of memory for {purpose}: {} MB are left", available >> 20))
        }
        _ => Ok(megabytes),
    }
}

/// Bytes available without swapping; `None` where the system does not tell.
fn available() -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("MemAvailable:"))?;
    line.split_whitespace().nth(1)?.parse::<u64>().ok().map(|kilobytes| kilobytes << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn a_table_larger_than_the_memory_is_refused() {
        assert_eq!(checked(1), Ok(1));
        let error = checked(1 << 30).unwrap_err();
        assert!(error.starts_with("cannot have 1073741824 MB of memory for a table"), "{error}");
        // Half of what is left is there for one table, not for three.
        let half = (available().unwrap() >> 21) as usize;
        assert_eq!(checked_each(1, half), Ok(half));
        let error = checked_each(3, half).unwrap_err();
        assert!(error.starts_with(&format!("cannot have {} MB of memory for 3 tables", 3 * half)), "{error}");
    }
}
