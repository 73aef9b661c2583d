//! A run as one HTML file that needs nothing else, and plots.

mod cost_plot;
mod page;
mod picture;
mod plot;

pub use cost_plot::{CostLine, cost_plot};
pub use page::html;
pub use picture::picture;
