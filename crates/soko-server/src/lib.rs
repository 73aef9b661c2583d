//! The local web application.
