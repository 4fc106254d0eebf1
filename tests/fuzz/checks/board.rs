//! Requests of the page of `jailbird board`: the name of a request in the first line, the body behind it.

use jailbird::answers::{Replays, answer};

/// An answer is JSON, or an error of one line with a status.
pub fn check(bytes: &[u8]) {
    let end = bytes.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len());
    let (name, body) = bytes.split_at(end);
    let body = body.strip_prefix(b"\n").unwrap_or(body);
    match answer(&Replays::default(), &String::from_utf8_lossy(name), body) {
        Ok(answer) => {
            assert!(answer.starts_with(b"{") && answer.ends_with(b"}"), "{}", String::from_utf8_lossy(&answer))
        }
        Err(problem) => {
            let error = problem.error();
            assert!((400..=404).contains(&problem.status), "{}: {error}", problem.status);
            assert!(!error.is_empty() && error.lines().count() == 1, "{error}");
        }
    }
}
