//! What a search without a plan is after, and the features that it goes by.

/// An aim. It says which of two positions is better and how they fall into cells.
#[derive(Clone, Debug)]
pub(crate) enum Aim<S> {
    /// An open board: few regions, whole rooms, then boxes far from home.
    Open,
    /// These squares: as many boxes on them as can be, then few regions.
    Target(S),
}

/// What a position is like; smaller is better in all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AimFeatures {
    /// Squares of the target without a box.
    pub(crate) off_target: u8,
    pub(crate) regions: u8,
    pub(crate) rooms: u8,
    /// Pushes to the target; or, if there is none, less the farther from home.
    pub(crate) distance: u16,
}

impl AimFeatures {
    /// No position is worse.
    pub(crate) const WORST: AimFeatures = AimFeatures {
        off_target: u8::MAX,
        regions: u8::MAX,
        rooms: u8::MAX,
        distance: u16::MAX,
    };

    fn openness(self) -> u64 {
        u64::from(self.regions) << 8 | u64::from(self.rooms)
    }
}

impl<S> Aim<S> {
    /// The order of positions: smaller is better.
    #[inline]
    pub(crate) fn rank(&self, f: AimFeatures) -> u64 {
        let distance = u64::from(f.distance);
        let rest = match self {
            Aim::Open => distance,
            Aim::Target(_) => f.openness() << 16 | distance,
        };
        self.first(f) << 32 | rest
    }

    /// The feature that counts most.
    #[inline]
    pub(crate) fn first(&self, f: AimFeatures) -> u64 {
        match self {
            Aim::Open => f.openness(),
            Aim::Target(_) => u64::from(f.off_target),
        }
    }

    /// The cell.
    #[inline]
    pub(crate) fn cell(&self, f: AimFeatures) -> u32 {
        let coarse = match self {
            Aim::Open => (f.distance / 16).min(255) as u8,
            Aim::Target(_) => f.off_target,
        };
        u32::from_be_bytes([0, coarse, f.regions, f.rooms])
    }
}
