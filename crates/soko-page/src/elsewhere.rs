//! Collections that somebody else knows by name. The server does not know where they
//! lie: whoever starts it hands in how to list and how to read them, and names are
//! all that requests can say.

use crate::fault::Fault;
use crate::library::spaced;
use crate::page::Page;
use crate::reading::CollectionView;
use soko_format::read_collection;

/// The collections known elsewhere; none where they cannot be found.
pub(crate) fn known_by_name(page: &Page) -> &[CollectionView] {
    let Some(elsewhere) = &page.elsewhere else {
        return &[];
    };
    page.known_by_name.get_or_init(|| {
        let names = (elsewhere.names)().unwrap_or_default().into_iter();
        let view = |id: String| {
            let bytes = (elsewhere.read)(&id).ok()?;
            Some(CollectionView {
                name: spaced(&id),
                count: read_collection(&bytes).entries.len(),
                own: false,
                id,
            })
        };
        names.filter_map(view).collect()
    })
}

/// The collections that somebody else knows by name.
pub fn collections(page: &Page) -> Result<Vec<CollectionView>, Fault> {
    Ok(known_by_name(page).to_vec())
}
