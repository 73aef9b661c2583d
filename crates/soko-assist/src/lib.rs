//! Layers and hints for a player, as plain data.
