//! What tables really take, so that limits on memory hold.

/// Bytes for a table that doubles when it is full: while it moves, the old half is
/// still there.
pub(crate) const fn with_room_to_grow(bytes: usize) -> usize {
    bytes + bytes / 2
}

/// Bytes of a hash table of entries of this type: seven of eight slots are its
/// capacity, and each has a byte beside it.
pub(crate) const fn hash_table_bytes<T>(capacity: usize) -> usize {
    capacity * 8 / 7 * (size_of::<T>() + 1)
}
