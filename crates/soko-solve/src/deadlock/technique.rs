//! The techniques by name, sets of them, and what each has done.

/// A way to recognise deadlocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Technique {
    /// A box stands where a lone box can reach no goal.
    DeadSquare,
    /// Boxes hold each other in place, one of them off its goal.
    Freeze,
    /// Two boxes that together have no solution.
    Pairs,
    /// A small pattern of boxes and walls around the pushed box.
    Pattern,
    /// Boxes that a search has proved dead before.
    Learned,
    /// A line of empty squares between two closed flanks of boxes.
    Diagonal,
    /// Boxes reach too few goals, frozen boxes being walls.
    Matching,
    /// A goal is empty that cannot be filled any more.
    Peeling,
    /// Boxes are missing where every solution needs them by now.
    Forced,
    /// A fence of boxes that nobody can open.
    Corral,
    /// Boxes in one room spoil each other's goals.
    Room,
    /// A huddle of boxes that cannot step out and back.
    Wobbler,
    /// Pushes into a corral come first; a corral that nothing can open is dead.
    PiCorral,
}

impl Technique {
    /// All techniques.
    pub const ALL: [Technique; 13] = [
        Technique::DeadSquare,
        Technique::Freeze,
        Technique::Pairs,
        Technique::Pattern,
        Technique::Learned,
        Technique::Diagonal,
        Technique::Matching,
        Technique::Peeling,
        Technique::Forced,
        Technique::Corral,
        Technique::Room,
        Technique::Wobbler,
        Technique::PiCorral,
    ];

    /// The cheap techniques in the order in which they are asked.
    pub const AT_GENERATION: [Technique; 4] = [
        Technique::DeadSquare,
        Technique::Pairs,
        Technique::Freeze,
        Technique::Learned,
    ];

    /// The costly techniques in the order in which they are asked.
    pub const AT_EXPANSION: [Technique; 8] = [
        Technique::Pattern,
        Technique::Matching,
        Technique::Peeling,
        Technique::Diagonal,
        Technique::Corral,
        Technique::Forced,
        Technique::Room,
        Technique::Wobbler,
    ];

    /// Whether it searches positions to find a proof.
    pub const fn searches(self) -> bool {
        matches!(
            self,
            Technique::Diagonal
                | Technique::Forced
                | Technique::Corral
                | Technique::Room
                | Technique::Wobbler
        )
    }

    /// The name used in options and records.
    pub const fn name(self) -> &'static str {
        match self {
            Technique::DeadSquare => "dead-square",
            Technique::Freeze => "freeze",
            Technique::Pairs => "pairs",
            Technique::Pattern => "pattern",
            Technique::Learned => "learned",
            Technique::Diagonal => "diagonal",
            Technique::Matching => "matching",
            Technique::Peeling => "peeling",
            Technique::Forced => "forced",
            Technique::Corral => "corral",
            Technique::Room => "room",
            Technique::Wobbler => "wobbler",
            Technique::PiCorral => "pi-corral",
        }
    }

    /// What it looks for, in a sentence.
    pub const fn summary(self) -> &'static str {
        match self {
            Technique::DeadSquare => "A box stands where a lone box can reach no goal.",
            Technique::Freeze => "Boxes hold each other in place, one of them off its goal.",
            Technique::Pairs => "Two boxes that together have no solution.",
            Technique::Pattern => "A small pattern of boxes and walls around the pushed box.",
            Technique::Learned => "Boxes that a search has proved dead before.",
            Technique::Diagonal => "A line of empty squares between two closed flanks of boxes.",
            Technique::Matching => "Boxes reach too few goals, frozen boxes being walls.",
            Technique::Peeling => "A goal is empty that cannot be filled any more.",
            Technique::Forced => "Boxes are missing where every solution needs them by now.",
            Technique::Corral => "A fence of boxes that nobody can open.",
            Technique::Room => "Boxes in one room spoil each other's goals.",
            Technique::Wobbler => "A huddle of boxes that cannot step out and back.",
            Technique::PiCorral => {
                "Pushes into a corral come first; a corral that nothing can open is dead."
            }
        }
    }

    /// The technique of this name.
    pub fn from_name(name: &str) -> Option<Technique> {
        Technique::ALL.into_iter().find(|t| t.name() == name)
    }
}

/// A set of techniques: which are switched on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Techniques(u32);

impl Techniques {
    /// None.
    pub const NONE: Techniques = Techniques(0);
    /// All of them.
    pub const ALL: Techniques = Techniques((1 << Technique::ALL.len()) - 1);

    /// Whether the technique is switched on.
    #[inline]
    pub const fn contains(self, technique: Technique) -> bool {
        self.0 >> technique as u32 & 1 != 0
    }

    /// These and one more.
    pub const fn with(self, technique: Technique) -> Techniques {
        Techniques(self.0 | 1 << technique as u32)
    }

    /// These without one.
    pub const fn without(self, technique: Technique) -> Techniques {
        Techniques(self.0 & !(1 << technique as u32))
    }
}

/// What a technique was asked, caught and cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// States it was asked about.
    pub asked: u64,
    /// States it proved dead.
    pub caught: u64,
    /// Work in steps of the technique's own kind: boxes looked at, or positions
    /// searched.
    pub work: u64,
}

/// The tallies of all techniques.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tallies([Tally; Technique::ALL.len()]);

impl Tallies {
    /// The tally of one technique.
    pub fn of(&self, technique: Technique) -> Tally {
        self.0[technique as usize]
    }

    pub(super) fn of_mut(&mut self, technique: Technique) -> &mut Tally {
        &mut self.0[technique as usize]
    }

    /// Every technique with its tally.
    pub fn iter(&self) -> impl Iterator<Item = (Technique, Tally)> + '_ {
        Technique::ALL.into_iter().map(|t| (t, self.of(t)))
    }

    /// Adds the tallies of another search.
    pub fn add(&mut self, other: &Tallies) {
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            mine.asked += theirs.asked;
            mine.caught += theirs.caught;
            mine.work += theirs.work;
        }
    }
}
