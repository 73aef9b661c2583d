//! A run as one HTML file that needs nothing else.

mod page;
mod picture;
mod plot;

pub use page::html;
pub use picture::picture;
