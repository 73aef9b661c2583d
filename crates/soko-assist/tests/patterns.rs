//! A user's own deadlock patterns, as layers tell of them.

use soko_assist::{Assistant, Question, layer};
use soko_core::Level;
use soko_search::Control;
use soko_solve::deadlock::{Pattern, Patterns};

#[test]
fn a_users_pattern_is_told_before_costly_tests() {
    // Whichever box is pushed into the pocket, none comes out again.
    let text = "#########\n###   ###\n###$$$###\n#@      #\n# ...   #\n#########";
    let level: Level = text.parse().unwrap();
    let start = level.start();
    let pattern: Pattern = "?###?\n#???#\n#$$$#".parse().unwrap();
    let alert = |patterns: &Patterns| {
        let mut assistant = Assistant::new(level.clone()).with_patterns(patterns);
        let question = Question::new(&start);
        assistant
            .ask(&layer::ALERT, &question, &mut Control::default())
            .sentences
    };
    let told = alert(&Patterns::with_own(vec![pattern]));
    let sentence = "These 3 boxes and the walls around them form a trap that never opens.";
    assert_eq!(told, [sentence]);
    let plain = alert(&Patterns::default());
    assert!(plain.len() == 1 && plain[0] != sentence, "{plain:?}");
}
