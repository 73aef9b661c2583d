//! What a search without a plan is after, and the features that it goes by.

/// An aim. It says which of two positions is better and how they fall into cells.
#[derive(Clone, Debug)]
pub(crate) enum Aim<S> {
    /// An open board: few regions, whole halls, then boxes far from home.
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
    pub(crate) halls: u8,
    /// Pushes to the target; or, if there is none, less the farther from home.
    pub(crate) distance: u16,
}

impl AimFeatures {
    /// No position is worse.
    pub(crate) const WORST: AimFeatures = AimFeatures {
        off_target: u8::MAX,
        regions: u8::MAX,
        halls: u8::MAX,
        distance: u16::MAX,
    };

    fn openness(self) -> u64 {
        u64::from(self.regions) << 8 | u64::from(self.halls)
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
        u32::from_be_bytes([0, coarse, f.regions, f.halls])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIDDLING: AimFeatures = AimFeatures {
        off_target: 5,
        regions: 5,
        halls: 5,
        distance: 100,
    };

    /// The same position, worse by one feature.
    fn worse_by(feature: &str) -> AimFeatures {
        let mut features = MIDDLING;
        match feature {
            "off target" => features.off_target += 1,
            "regions" => features.regions += 1,
            "halls" => features.halls += 1,
            _ => features.distance += 16,
        }
        features
    }

    #[test]
    fn earlier_features_count_for_more() {
        let check = |aim: Aim<()>, order: &[&str]| {
            let ranks: Vec<u64> = order.iter().map(|f| aim.rank(worse_by(f))).collect();
            assert!(ranks.is_sorted_by(|a, b| a > b), "{aim:?}");
            assert!(ranks.iter().all(|&rank| rank > aim.rank(MIDDLING)));
            assert!(aim.first(worse_by(order[0])) > aim.first(MIDDLING));
            assert_eq!(aim.first(worse_by("distance")), aim.first(MIDDLING));
            assert!(aim.rank(AimFeatures::WORST) > ranks[0]);
        };
        check(Aim::Open, &["regions", "halls", "distance"]);
        let all = ["off target", "regions", "halls", "distance"];
        check(Aim::Target(()), &all);
    }

    #[test]
    fn cells_are_made_of_openness_and_progress() {
        let differs = |aim: &Aim<()>, by: &str| aim.cell(worse_by(by)) != aim.cell(MIDDLING);
        for aim in [Aim::Open, Aim::Target(())] {
            assert!(differs(&aim, "regions") && differs(&aim, "halls"));
            let has_target = matches!(aim, Aim::Target(()));
            assert_eq!(differs(&aim, "off target"), has_target);
            assert_eq!(differs(&aim, "distance"), !has_target);
        }
    }
}
