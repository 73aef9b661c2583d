//! A number by which a damaged file is told from a whole one: FNV-1a with 64 bits.
//!
//! It guards against disks and wires, not against people. Somebody who changes a
//! certificate can change the number as well; what is in it is checked either way.

/// The number of some bytes, taken together with what came before.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Checksum(u64);

impl Checksum {
    pub(crate) const fn new() -> Checksum {
        Checksum(0xcbf2_9ce4_8422_2325)
    }

    pub(crate) fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    pub(crate) const fn value(self) -> u64 {
        self.0
    }
}

/// The number with which a certificate ends, of all bytes before it.
pub fn checksum(bytes: &[u8]) -> u64 {
    let mut sum = Checksum::new();
    sum.add(bytes);
    sum.value()
}
