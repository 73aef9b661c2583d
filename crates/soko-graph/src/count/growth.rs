//! How layers from both ends will grow, from how they have grown.

/// Layers by whose growth the next ones are foretold.
const LOOK_BACK: usize = 6;
/// More states than anybody expands.
const ENDLESS: f64 = 1e15;

/// About how many states so many more layers expand, the smaller end's next one first, if
/// each end's grow as its last few have; `sizes` are those of all layers so far.
pub(super) fn foretold(sizes: &[Vec<u64>; 2], more: u64) -> f64 {
    let growth = sizes.each_ref().map(|sizes| growth(sizes));
    let mut last = sizes
        .each_ref()
        .map(|sizes| sizes.last().map_or(0.0, |&n| n as f64));
    let mut expanded = 0.0;
    for _ in 0..more {
        let end = usize::from(last[1] < last[0]);
        expanded += last[end];
        last[end] *= growth[end];
        if expanded > ENDLESS {
            break;
        }
    }
    expanded
}

/// By how much a layer is larger than the one before, on average over the last few.
fn growth(sizes: &[u64]) -> f64 {
    let recent = &sizes[sizes.len().saturating_sub(LOOK_BACK + 1)..];
    match recent {
        [first, .., last] => (*last as f64 / *first as f64).powf(1.0 / (recent.len() - 1) as f64),
        _ => 2.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers_go_on_as_they_were() {
        let doubling: Vec<u64> = (0..12).map(|n| 1 << n).collect();
        let flat = vec![500; 12];
        // The flat end is smaller all the time.
        assert_eq!(foretold(&[doubling.clone(), flat], 10), 5_000.0);
        // Both double, each in turn: 2048 and 2048, 4096 and 4096.
        let both = foretold(&[doubling.clone(), doubling.clone()], 4);
        assert!((both - 12_288.0).abs() < 1.0, "{both}");
        assert!(foretold(&[doubling.clone(), doubling], 1_000) >= ENDLESS);
        assert_eq!(foretold(&[vec![1], vec![3]], 1), 1.0);
    }
}
