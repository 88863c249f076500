//! The seed corpus, run through what the fuzz targets hold, on any toolchain. What fuzzing
//! found lies in it too, under a name of its own.

use std::collections::BTreeSet;
use std::path::Path;
use tsumi_fuzz::TARGETS;

/// Names of what lies in a folder of this package, without their endings.
fn names(folder: &str) -> BTreeSet<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = path.read_dir().unwrap_or_else(|e| panic!("{folder}: {e}"));
    let name = |path: &Path| path.file_stem().unwrap().to_str().unwrap().to_string();
    entries.map(|entry| name(&entry.unwrap().path())).collect()
}

#[test]
fn every_target_has_a_program_and_a_corpus() {
    let targets: BTreeSet<String> = TARGETS.iter().map(|t| t.0.to_string()).collect();
    assert_eq!(names("fuzz_targets"), targets);
    assert_eq!(names("corpus"), targets);
}

#[test]
fn the_corpus_holds() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    for (name, target) in TARGETS {
        let mut count = 0;
        for entry in root.join(name).read_dir().unwrap() {
            let path = entry.unwrap().path();
            println!("{}", path.display());
            target(&std::fs::read(&path).unwrap());
            count += 1;
        }
        assert!(count >= 10, "{count} seeds of {name}");
    }
}
