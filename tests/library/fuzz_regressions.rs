//! Inputs that fuzzing found: every file in `tests/fuzz/regressions/` goes through the check that it once broke.

#[path = "../fuzz/checks/mod.rs"]
mod checks;

use std::path::Path;

#[test]
fn inputs_that_once_failed_pass() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/regressions");
    for &(name, check) in checks::ALL {
        let mut files: Vec<_> =
            folder.join(name).read_dir().into_iter().flatten().map(|file| file.unwrap().path()).collect();
        files.sort();
        for file in files {
            println!("{}", file.display());
            check(&std::fs::read(file).unwrap());
        }
    }
}
