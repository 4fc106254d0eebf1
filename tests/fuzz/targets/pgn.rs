//! See `checks/pgn.rs`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| jailbird_fuzz::pgn::check(bytes));
