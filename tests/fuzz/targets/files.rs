//! See `checks/files.rs`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| jailbird_fuzz::files::check(bytes));
