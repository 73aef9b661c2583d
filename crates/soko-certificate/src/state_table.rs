//! Keys of equal length, each with a number: what millions of states are kept in.
//!
//! The keys lie one behind the other in one row of bytes; a table of places, at most
//! half full, finds them by hash and walks on to the next place where two collide. A
//! key costs its own length, four bytes, and eight to sixteen for the places.

/// Keys with a depth each, numbered as they came.
#[derive(Clone, Debug)]
pub(crate) struct StateTable {
    width: usize,
    keys: Vec<u8>,
    depths: Vec<u32>,
    /// Numbers of keys plus one, zero where a place is free; a power of two of them.
    places: Vec<u32>,
}

impl StateTable {
    /// No keys yet; all will have this many bytes, which are not none.
    pub(crate) fn new(width: usize) -> StateTable {
        StateTable {
            width: width.max(1),
            keys: Vec::new(),
            depths: Vec::new(),
            places: vec![0; 16],
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.depths.len()
    }

    /// The bytes that it holds.
    pub(crate) fn bytes(&self) -> usize {
        self.keys.capacity() + 4 * (self.depths.capacity() + self.places.capacity())
    }

    pub(crate) fn key(&self, index: usize) -> &[u8] {
        &self.keys[index * self.width..][..self.width]
    }

    pub(crate) fn depth(&self, index: usize) -> u32 {
        self.depths[index]
    }

    pub(crate) fn set_depth(&mut self, index: usize, depth: u32) {
        self.depths[index] = depth;
    }

    /// The number of a key, if it is here.
    pub(crate) fn find(&self, key: &[u8]) -> Option<usize> {
        match self.places[self.place(key)] {
            0 => None,
            number => Some(number as usize - 1),
        }
    }

    /// Adds a key. Nothing happens, and false comes back, if it is here already or if
    /// there are more keys than can be numbered.
    pub(crate) fn insert(&mut self, key: &[u8], depth: u32) -> bool {
        let Ok(number) = u32::try_from(self.len() + 1) else {
            return false;
        };
        let place = self.place(key);
        if self.places[place] != 0 {
            return false;
        }
        self.places[place] = number;
        self.keys.extend_from_slice(key);
        self.depths.push(depth);
        if self.len() * 2 > self.places.len() {
            self.grow();
        }
        true
    }

    /// Where a key is, or where it would be.
    fn place(&self, key: &[u8]) -> usize {
        let mask = self.places.len() - 1;
        let mut place = hash(key) as usize & mask;
        loop {
            match self.places[place] {
                0 => return place,
                number if self.key(number as usize - 1) == key => return place,
                _ => place = (place + 1) & mask,
            }
        }
    }

    fn grow(&mut self) {
        self.places = vec![0; self.places.len() * 2];
        for index in 0..self.len() {
            let place = self.place(self.key(index));
            self.places[place] = index as u32 + 1;
        }
    }
}

/// Eight bytes at a time, each time multiplied and turned.
fn hash(key: &[u8]) -> u64 {
    let mut hash = 0x9E37_79B9_7F4A_7C15_u64;
    for chunk in key.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        hash = (hash ^ u64::from_le_bytes(word)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        hash ^= hash >> 32;
    }
    hash
}

#[cfg(test)]
mod tests {
    use super::*;
    use soko_core::SplitMix;
    use std::collections::HashMap;

    #[test]
    fn it_is_a_map() {
        let mut random = SplitMix(3);
        let (mut table, mut map) = (StateTable::new(3), HashMap::new());
        for round in 0..20_000_u32 {
            let key: [u8; 3] = std::array::from_fn(|_| random.below(20) as u8);
            let is_new = !map.contains_key(&key);
            assert_eq!(table.find(&key).is_none(), is_new);
            assert_eq!(table.insert(&key, round), is_new);
            map.entry(key).or_insert(round);
        }
        assert_eq!(table.len(), map.len());
        for index in 0..table.len() {
            let key: [u8; 3] = table.key(index).try_into().unwrap();
            assert_eq!(table.depth(index), map[&key]);
            assert_eq!(table.find(&key), Some(index));
        }
    }
}
