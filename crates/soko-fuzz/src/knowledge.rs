//! What users write for engines: patterns and values.

use soko_bench::{DeadSetFile, read_patterns, read_values, write_patterns, write_values};

/// Any file of patterns: faults can be shown, what is taken up is proved, and what is
/// read is written and read again the same. A file of dead sets is read or left out.
pub fn patterns(bytes: &[u8]) {
    let file = read_patterns(bytes);
    for problem in &file.diagnostics {
        problem.render("file");
    }
    let has_refused = file.patterns.iter().any(|drawn| drawn.verdict.is_err());
    assert!(
        file.is_wrong() || !has_refused,
        "a refused pattern is a fault of the file"
    );
    let drawn = file.patterns.iter();
    let text = write_patterns(drawn.map(|d| (d.name.as_deref(), &d.pattern)));
    let again = read_patterns(text.as_bytes());
    let shapes = |patterns: &[soko_bench::DrawnPattern]| -> Vec<_> {
        patterns
            .iter()
            .map(|drawn| (drawn.pattern, drawn.verdict.is_ok()))
            .collect()
    };
    assert_eq!(shapes(&again.patterns), shapes(&file.patterns));
    let sets = DeadSetFile::read(bytes);
    assert_eq!(DeadSetFile::read(&sets.write()).n_sets(), sets.n_sets());
}

/// Any file of values.
pub fn values(bytes: &[u8]) {
    match read_values(bytes) {
        Ok(values) => {
            let text = write_values(&values, &[]);
            assert_eq!(read_values(text.as_bytes()).ok(), Some(values));
        }
        Err(problems) => {
            assert!(!problems.is_empty());
            for problem in problems {
                problem.render("file");
            }
        }
    }
}
