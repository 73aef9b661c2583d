//! What must hold for any bytes whatever.
//!
//! Each function takes bytes and asserts equalities, not only that nothing
//! panics. `fuzz/` drives them with libFuzzer (`make fuzz`); the tests of this
//! crate drive them with a seeded mutator, so that every `make test` does a
//! little of it.

mod formats;
mod game;

pub use formats::{collection, moves, run_lengths, slc};
pub use game::game;

/// A property with its name and some input to start from.
///
/// ```
/// for target in soko_fuzz::TARGETS {
///     target.seeds.iter().for_each(|seed| (target.run)(seed));
///     (target.run)(b"anything else");
/// }
/// ```
pub struct Target {
    /// The name, also that of the file in `fuzz/fuzz_targets`.
    pub name: &'static str,
    /// Asserts the property.
    pub run: fn(&[u8]),
    /// Inputs that are worth mutating.
    pub seeds: &'static [&'static [u8]],
}

/// All properties.
pub const TARGETS: &[Target] = &[
    Target {
        name: "collection",
        run: collection,
        seeds: &[
            include_bytes!("../../../levels/tutorial.sok"),
            b"; One\n#####\n#@$.#\n#####\nTitle: x\nComment:\na\nComment-End:\nSolution\nrR\n",
            b"Set: s\n\n2(2#)#|#p$o#|5#\n\nTwo\n\n> ####\n> #m*#\n> ####\n\nSnapshot\n[]U2(rr)d*l\n",
        ],
    },
    Target {
        name: "slc",
        run: slc,
        seeds: &[
            b"<Title>t &amp; u</Title><LevelCollection Copyright=\"c\"><Level Id=\"1\">\
              <L>####</L><L>#@$.#</L><L>#####</L></Level></LevelCollection></SokobanLevels>",
        ],
    },
    Target {
        name: "moves",
        run: moves,
        seeds: &[b"3r2(uL)d*ll", b"[]U[rr]d<l>", b"rrUUlD\nrr 10u"],
    },
    Target {
        name: "run_lengths",
        run: run_lengths,
        seeds: &[b"2(3(#-)#)|0(x)12$", b"9(9(9(#)))"],
    },
    Target {
        name: "game",
        run: game,
        seeds: &[b"\x01\x02\x03\x04lurdLURDlurdUUUlllxyzabc", b"abcd0123456789"],
    },
];
