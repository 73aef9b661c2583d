//! What a shape of a picture stands for.

/// What a shape stands for, and so how it is coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Paint {
    /// Nothing: the paper.
    Outside,
    /// A wall.
    Wall,
    /// Floor.
    Floor,
    /// A marked square.
    Mark,
    /// The edge of a box.
    Edge,
    /// A box.
    Box,
    /// A box on a goal.
    Home,
    /// The man.
    Man,
    /// A goal.
    Goal,
    /// Letters and numbers.
    Ink,
}

impl Paint {
    /// All paints.
    pub const ALL: [Paint; 10] = [
        Paint::Outside,
        Paint::Wall,
        Paint::Floor,
        Paint::Mark,
        Paint::Edge,
        Paint::Box,
        Paint::Home,
        Paint::Man,
        Paint::Goal,
        Paint::Ink,
    ];

    /// The class of its shapes in SVG.
    pub const fn class(self) -> &'static str {
        match self {
            Paint::Outside => "outside",
            Paint::Wall => "wall",
            Paint::Floor => "floor",
            Paint::Mark => "mark",
            Paint::Edge => "edge",
            Paint::Box => "box",
            Paint::Home => "home",
            Paint::Man => "man",
            Paint::Goal => "goal",
            Paint::Ink => "ink",
        }
    }

    /// Its colour where no style says otherwise: red, green, blue.
    pub const fn colour(self) -> [u8; 3] {
        match self {
            Paint::Outside => [0xFA, 0xF9, 0xF6],
            Paint::Wall => [0x4A, 0x53, 0x5E],
            Paint::Floor => [0xEC, 0xE6, 0xD9],
            Paint::Mark => [0xBF, 0xDD, 0xE6],
            Paint::Edge => [0x6E, 0x4A, 0x1C],
            Paint::Box => [0xC8, 0x96, 0x4F],
            Paint::Home => [0x8F, 0xB0, 0x5A],
            Paint::Man => [0x22, 0x5E, 0x8C],
            Paint::Goal => [0xB6, 0x3A, 0x2B],
            Paint::Ink => [0x14, 0x2A, 0x33],
        }
    }
}
