//! What "shorter" means: an order of metrics, compared one after the other.

use soko_core::{Measure, Metrics};
use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

/// A number to be made small.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Metric {
    /// The length in moves or pushes.
    Length(Measure),
    /// Runs of pushes of one box in one direction.
    BoxLines,
    /// Runs of pushes of one box.
    BoxChanges,
    /// Runs of pushes without a plain step between them.
    PushingSessions,
}

impl Metric {
    /// All metrics, in the order in which those left unsaid follow.
    pub const ALL: [Metric; 5] = [
        Metric::MOVES,
        Metric::PUSHES,
        Metric::BoxLines,
        Metric::BoxChanges,
        Metric::PushingSessions,
    ];

    const MOVES: Metric = Metric::Length(Measure::Moves);
    const PUSHES: Metric = Metric::Length(Measure::Pushes);

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Metric::Length(measure) => measure.name(),
            Metric::BoxLines => "box-lines",
            Metric::BoxChanges => "box-changes",
            Metric::PushingSessions => "pushing-sessions",
        }
    }

    fn of(self, metrics: &Metrics) -> u64 {
        match self {
            Metric::Length(measure) => measure.of(metrics),
            Metric::BoxLines => metrics.box_lines,
            Metric::BoxChanges => metrics.box_changes,
            Metric::PushingSessions => metrics.pushing_sessions,
        }
    }
}

/// An order of all metrics. The first is moves or pushes, since only these grow
/// with every push and so can drive a search.
///
/// ```
/// use soko_solve::optimise::MetricOrder;
/// let order: MetricOrder = "pushes,moves".parse().unwrap();
/// assert_eq!(order.to_string(), "pushes,moves,box-lines,box-changes,pushing-sessions");
/// assert!("box-lines".parse::<MetricOrder>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MetricOrder {
    order: [Metric; 5],
}

impl MetricOrder {
    /// Fewest pushes, then fewest moves.
    pub const PUSHES: MetricOrder = MetricOrder {
        order: [
            Metric::PUSHES,
            Metric::MOVES,
            Metric::BoxLines,
            Metric::BoxChanges,
            Metric::PushingSessions,
        ],
    };

    /// Fewest moves, then fewest pushes.
    pub const MOVES: MetricOrder = MetricOrder { order: Metric::ALL };

    /// Fewest in this measure, then in the other.
    pub const fn by(measure: Measure) -> MetricOrder {
        match measure {
            Measure::Pushes => MetricOrder::PUSHES,
            Measure::Moves => MetricOrder::MOVES,
        }
    }

    /// Whether this measure counts first.
    pub fn is_by(&self, measure: Measure) -> bool {
        self.order[0] == Metric::Length(measure)
    }

    /// Compares two solutions.
    pub fn compare(&self, a: &Metrics, b: &Metrics) -> Ordering {
        let key = |m: &Metrics| self.order.map(|metric| metric.of(m));
        key(a).cmp(&key(b))
    }

    /// The cost of one push after a walk.
    pub(super) fn cost(&self, push: PushCost) -> Cost {
        Cost(self.order.map(|metric| match metric {
            Metric::Length(Measure::Moves) => push.walk + 1,
            Metric::Length(Measure::Pushes) => 1,
            Metric::BoxLines => u32::from(!push.same_line),
            Metric::BoxChanges => u32::from(!push.same_box),
            Metric::PushingSessions => u32::from(push.walk > 0 || push.is_first),
        }))
    }

    /// The cost of walking alone.
    pub(super) fn walk(&self, walk: u32) -> Cost {
        let moves = |metric| if metric == Metric::MOVES { walk } else { 0 };
        Cost(self.order.map(moves))
    }
}

impl fmt::Display for MetricOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.order.iter().map(|metric| metric.name()).collect();
        write!(f, "{}", names.join(","))
    }
}

impl FromStr for MetricOrder {
    type Err = String;

    fn from_str(text: &str) -> Result<MetricOrder, String> {
        let mut order = Vec::new();
        for name in text.split(',').map(str::trim) {
            let metric = Metric::ALL.into_iter().find(|metric| metric.name() == name);
            let known = Metric::ALL.map(Metric::name).join(", ");
            let metric = metric.ok_or(format!("unknown metric '{name}' (known: {known})"))?;
            if order.contains(&metric) {
                return Err(format!("metric '{name}' is named twice"));
            }
            order.push(metric);
        }
        if !matches!(order.first(), Some(Metric::Length(_))) {
            return Err("the first metric must be moves or pushes".into());
        }
        let unsaid = Metric::ALL
            .into_iter()
            .filter(|metric| !order.contains(metric));
        let unsaid: Vec<_> = unsaid.collect();
        order.extend(unsaid);
        let order = order.try_into().expect("every metric is named once");
        Ok(MetricOrder { order })
    }
}

/// What one push costs, before the metrics are put in order.
#[derive(Clone, Copy, Debug)]
pub(super) struct PushCost {
    pub walk: u32,
    pub is_first: bool,
    pub same_box: bool,
    pub same_line: bool,
}

/// A cost in an order of metrics; compared like a word in a dictionary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) struct Cost(pub [u32; 5]);

impl Cost {
    pub const ZERO: Cost = Cost([0; 5]);

    pub fn plus(self, other: Cost) -> Cost {
        Cost(std::array::from_fn(|i| self.0[i] + other.0[i]))
    }

    /// The difference to an earlier cost on the same path.
    pub fn since(self, earlier: Cost) -> Cost {
        Cost(std::array::from_fn(|i| self.0[i] - earlier.0[i]))
    }

    /// The number that counts first.
    pub fn first(self) -> u32 {
        self.0[0]
    }

    /// This cost with at least so much more to come in the first place.
    pub fn with_bound(mut self, more: u32) -> Cost {
        self.0[0] += more;
        self
    }
}
