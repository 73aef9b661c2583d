//! What must hold for any bytes whatever.
//!
//! Each function takes bytes and asserts equalities, not only that nothing
//! panics. `fuzz/` drives them with libFuzzer (`make fuzz`); the tests of this
//! crate drive them with a seeded mutator, so that every `make test` does a
//! little of it.

mod certificates;
pub mod corpus;
mod formats;
mod game;
mod knowledge;
mod records;
mod requests;
mod tiles;

pub use certificates::certificate;
pub use formats::{collection, moves, plan, run_lengths, slc};
pub use game::game;
pub use knowledge::{patterns, values};
pub use records::{job, records, words};
pub use requests::requests;
pub use tiles::{rules, tiles};

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
        name: "plan",
        run: plan,
        seeds: &[
            b"0: (push-to-nongoal player-1 stone-1 pos-2-2 pos-3-2 pos-4-2 dir-right) [1]\n; cost = 1\n",
            b"(move player-1 pos-2-2 pos-2-3 dir-down)\n(move player-1 pos-2-3 pos-3-3 dir-right)\n(move player-1 pos-3-3 pos-4-3 dir-right)\n(move player-1 pos-4-3 pos-4-2 dir-up)\n(PUSH-TO-GOAL player-1 stone-2 pos-4-2 pos-5-2 pos-6-2 dir-right)",
            b"(push-to-nongoal player-1 stone-1 pos-2-2 pos-3-2 pos-4-2 dir-right)\n(push-to-nongoal player-1 stone-1 pos-3-2 pos-4-2 pos-5-2 dir-right)",
        ],
    },
    Target {
        name: "game",
        run: game,
        seeds: &[b"\x01\x02\x03\x04lurdLURDlurdUUUlllxyzabc", b"abcd0123456789"],
    },
    Target {
        name: "records",
        run: records,
        seeds: &[RECORD],
    },
    Target {
        name: "job",
        run: job,
        seeds: &[
            br##"{"collection":"c","level":1,"title":null,"board":"#@$.#","engine":"bfs","goal":"any","limits":{"seconds":1.5,"bytes":9,"expansions":null}}"##,
        ],
    },
    Target {
        name: "words",
        run: words,
        seeds: &[b"movers/no-freeze", b"nash:closest-switch", b"pushes,moves,box-lines"],
    },
    Target {
        name: "tiles",
        run: tiles,
        seeds: &[
            b"game: ice\ntitle: t\n\n#####\n#@ .#\n#####\n\ngame: sokoban\n\n#####\n#@$.#\n#####\n",
        ],
    },
    Target {
        name: "rules",
        run: rules,
        seeds: &[
            include_bytes!("../../soko-tiles/games/ice.toml"),
            include_bytes!("../../soko-tiles/games/sokoban.toml"),
        ],
    },
    Target {
        name: "patterns",
        run: patterns,
        seeds: &[
            b"; a remark\nname: stairs\n#$??\n?$$?\n??$$\n???#\n\n$$\n$$\n\n####\n?$??\n",
            br##"{"schema":1,"ground":"00","squares":9,"sets":[{"boxes":[1,2],"man":3,"zone":[4]}]}"##,
        ],
    },
    Target {
        name: "values",
        run: values,
        seeds: &[
            b"[values]\npacked = 298\nout-of-plan = -86\nregions = -194\nhalls = -41\nhot = 0\nway = 2\n\
              distance = -32\nadvised = 750\ndepth = -12\n[learned]\nlevels = 3\n",
        ],
    },
    Target {
        name: "certificate",
        run: certificate,
        seeds: &[
            b"\x00\x50\x00\x39\x51\x00\x20\xf0\x00\x01",
            b"\x01\xc8\x00\x00\x40\x01\x05\x41\x01\x06",
            b"Sokoscope certificate 1\nlevel 0\nclaim at least 3 pushes\nparts 1\nboard 1\n#\n",
        ],
    },
    Target {
        name: "requests",
        run: requests,
        seeds: &[
            b"\x00{\"text\":\"#####\\n#@$.#\\n#####\"}",
            b"\x01{\"name\":\"n\",\"text\":\"#####\\n#@$.#\\n#####\"}",
            b"\x02{\"level\":\"#####\\n#@$.#\\n#####\"}",
            b"\x03{\"level\":\"#####\\n#@$.#\\n#####\",\"moves\":\"R\",\"cursor\":1,\"action\":{\"type\":\"steps\",\"steps\":\"r\"}}",
            b"\x03{\"level\":\"######\\n#@ $.#\\n######\",\"moves\":\"\",\"cursor\":0,\"action\":{\"type\":\"box\",\"from\":9,\"to\":10}}",
            b"\x06{\"level\":\"#####\\n#@$.#\\n#####\",\"moves\":\"R\",\"cursor\":1}",
            b"\x09{\"level\":\"#####\\n#@$.#\\n#####\"}",
            b"\x0a{\"level\":\"#####\\n#@$.#\\n#####\",\"layers\":[\"dead\"]}",
        ],
    },
];

/// A record as a run has it.
const RECORD: &[u8] = br##"{"schema":1,"collection":"starter","level":3,"title":"t","outcome":"solved","reason":null,"solution":"rRR","moves":3,"pushes":2,"box_lines":1,"box_changes":1,"pushing_sessions":1,"player_lines":1,"optimal":"pushes","lower_bound":2,"bound_measure":"pushes","engine":"bfs","expanded":4,"generated":5,"seconds":0.021,"peak_bytes":1843200,"goal":"pushes","stored":4,"bytes_per_state":1.5,"limits":{"seconds":60.0,"bytes":4294967296,"expansions":null},"version":"0.1.0","details":{"notes":["n"]}}
"##;
