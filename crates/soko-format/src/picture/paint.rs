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
    /// A push that loses.
    Barred,
    /// A layer among several, by its number.
    Layer(u8),
}

/// Colours of layers that eyes of all kinds tell apart.
const LAYERS: [(&str, [u8; 3]); 9] = [
    ("layer-1", [0x00, 0x72, 0xB2]),
    ("layer-2", [0xD5, 0x5E, 0x00]),
    ("layer-3", [0x00, 0x7F, 0x5C]),
    ("layer-4", [0xB0, 0x4F, 0x8B]),
    ("layer-5", [0xA8, 0x76, 0x00]),
    ("layer-6", [0x33, 0x8D, 0xC4]),
    ("layer-7", [0x5B, 0x3F, 0xA0]),
    ("layer-8", [0x6B, 0x6B, 0x6B]),
    ("layer-9", [0x7C, 0x2D, 0x12]),
];

impl Paint {
    /// The paints of a board without layers.
    pub const OF_BOARDS: [Paint; 10] = [
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

    /// All paints.
    pub fn all() -> impl Iterator<Item = Paint> {
        let layers = (0..LAYERS.len() as u8).map(Paint::Layer);
        let of_boards = Paint::OF_BOARDS.into_iter();
        of_boards.chain([Paint::Barred]).chain(layers)
    }

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
            Paint::Barred => "barred",
            Paint::Layer(number) => LAYERS[number as usize % LAYERS.len()].0,
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
            Paint::Barred => [0xB0, 0x1E, 0x1E],
            Paint::Layer(number) => LAYERS[number as usize % LAYERS.len()].1,
        }
    }
}
