//! ED2.2, "encoding digits": a state as the distances between its boxes.
//!
//! The valid squares are numbered in reading order. For each box the number of
//! valid squares between it and the box before is written in 2 bits, plus as many
//! as the two *multiplier* bits in front say. A digit of all ones says that the
//! next digit is to be added: 4 is `11 01` at two bits. Of the four multipliers
//! the one with the shortest string is taken, the smallest on ties. The room of
//! the man, counted from 1 in reading order, stands before all in 8 bits.
//! Source: Veger 2011, section 4.3.

use std::fmt;

/// A string of bits.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct BitString(pub Vec<bool>);

impl BitString {
    /// The number of bits.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no bit.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Appends a number in so many bits, highest first.
    pub fn push_number(&mut self, number: usize, n_bits: u32) {
        let bits = (0..n_bits).rev().map(|bit| number >> bit & 1 != 0);
        self.0.extend(bits);
    }
}

impl std::str::FromStr for BitString {
    type Err = NoBit;

    /// Reads zeros and ones; white space may stand between them.
    fn from_str(text: &str) -> Result<BitString, NoBit> {
        let mut bits = Vec::new();
        for (index, character) in text.chars().enumerate() {
            match character {
                '0' | '1' => bits.push(character == '1'),
                c if c.is_whitespace() => {}
                _ => {
                    let column = index + 1;
                    return Err(NoBit { character, column });
                }
            }
        }
        Ok(BitString(bits))
    }
}

/// A character that is neither 0 nor 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoBit {
    /// The character.
    pub character: char,
    /// Where it stands, from 1.
    pub column: usize,
}

impl fmt::Display for NoBit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NoBit { character, column } = self;
        write!(f, "{character:?} in column {column} is neither 0 nor 1")
    }
}

impl std::error::Error for NoBit {}

/// A whole string as the paper prints it: room, multiplier and digits apart.
pub fn spaced(bits: &BitString) -> String {
    let digits: Vec<char> = bits.to_string().chars().collect();
    let head = (ROOM_BITS + MULTIPLIER_BITS) as usize;
    let (head, digits) = digits.split_at(head.min(digits.len()));
    let multiplier = head.get(ROOM_BITS as usize..).unwrap_or_default();
    let n_bits = multiplier
        .iter()
        .fold(0, |n, &bit| 2 * n + usize::from(bit == '1'));
    let room = head.chunks(ROOM_BITS as usize);
    let words = room.chain(digits.chunks(BASE_BITS as usize + n_bits));
    let words: Vec<String> = words.map(|word| word.iter().collect()).collect();
    words.join(" ")
}

impl fmt::Display for BitString {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits: String = self.0.iter().map(|&b| if b { '1' } else { '0' }).collect();
        f.write_str(&digits)
    }
}

/// Bits of the room number.
pub const ROOM_BITS: u32 = 8;
/// Bits of the multiplier.
pub const MULTIPLIER_BITS: u32 = 2;
/// Bits of a digit when the multiplier is 0.
pub const BASE_BITS: u32 = 2;

/// A distance as digits of so many bits.
pub fn push_distance(bits: &mut BitString, mut distance: usize, n_bits: u32) {
    let full = (1 << n_bits) - 1;
    while distance >= full {
        bits.push_number(full, n_bits);
        distance -= full;
    }
    bits.push_number(distance, n_bits);
}

/// The distances of boxes on these places (numbered from 0, ascending).
pub fn distances(places: &[usize]) -> Vec<usize> {
    let mut next = 0;
    let distance = |&place: &usize| {
        let distance = place - next;
        next = place + 1;
        distance
    };
    places.iter().map(distance).collect()
}

/// The multiplier that gives the shortest string.
pub fn best_multiplier(distances: &[usize]) -> u32 {
    let length = |multiplier: &u32| {
        let n_bits = BASE_BITS + multiplier;
        let full = (1usize << n_bits) - 1;
        let digits: usize = distances.iter().map(|d| d / full + 1).sum();
        digits * n_bits as usize
    };
    let multipliers = 0..1 << MULTIPLIER_BITS;
    multipliers.min_by_key(length).unwrap_or(0)
}

/// Multiplier and distances, without the room.
pub fn encode_boxes(places: &[usize]) -> BitString {
    let distances = distances(places);
    let multiplier = best_multiplier(&distances);
    let mut bits = BitString::default();
    bits.push_number(multiplier as usize, MULTIPLIER_BITS);
    for distance in distances {
        push_distance(&mut bits, distance, BASE_BITS + multiplier);
    }
    bits
}

/// The whole string: room, multiplier, distances. A room beyond 255 does not fit
/// and loses its higher bits.
///
/// ```
/// use soko_graph::ed22::{decode, encode};
/// // The man in room 1, boxes on the first and the fourth valid square.
/// let bits = encode(1, &[0, 3]);
/// assert_eq!(bits.to_string(), "00000001".to_owned() + "00" + "00" + "10");
/// assert_eq!(decode(&bits, 2), Some((1, vec![0, 3])));
/// ```
pub fn encode(room: usize, places: &[usize]) -> BitString {
    let mut bits = BitString::default();
    bits.push_number(room, ROOM_BITS);
    bits.0.extend(encode_boxes(places).0);
    bits
}

/// Reads a string back: the room, and the places of so many boxes. None if the
/// string is too short or too long.
pub fn decode(bits: &BitString, n_boxes: usize) -> Option<(usize, Vec<usize>)> {
    let mut rest = bits.0.as_slice();
    let mut number = |n_bits: u32| {
        let (head, tail) = rest.split_at_checked(n_bits as usize)?;
        rest = tail;
        Some(
            head.iter()
                .fold(0usize, |n, &bit| n << 1 | usize::from(bit)),
        )
    };
    let room = number(ROOM_BITS)?;
    let n_bits = BASE_BITS + number(MULTIPLIER_BITS)? as u32;
    let full = (1 << n_bits) - 1;
    let mut next = 0;
    let mut places = Vec::with_capacity(n_boxes);
    for _ in 0..n_boxes {
        loop {
            let digit = number(n_bits)?;
            next += digit;
            if digit != full {
                break;
            }
        }
        places.push(next);
        next += 1;
    }
    rest.is_empty().then_some((room, places))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn distance_at(distance: usize, n_bits: u32) -> String {
        let mut bits = BitString::default();
        push_distance(&mut bits, distance, n_bits);
        let digits: Vec<char> = bits.to_string().chars().collect();
        let words = digits.chunks(n_bits as usize).map(String::from_iter);
        words.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn distances_of_the_text() {
        assert_eq!(distance_at(4, 2), "11 01");
        assert_eq!(distance_at(3, 2), "11 00");
        assert_eq!(distance_at(10, 2), "11 11 11 01");
        assert_eq!(distance_at(6, 3), "110");
        assert_eq!(distance_at(6, 2), "11 11 00");
        // The footnote prints 11100 for 30, which is 28: a slip.
        assert_eq!(distance_at(30, 5), "11110");
        assert_eq!(distance_at(31, 5), "11111 00000");
    }

    #[test]
    fn table_2_is_the_start_of_xsokoban_1() {
        let places = [1, 6, 8, 10, 21, 24].map(|number| number - 1);
        assert_eq!(distances(&places), [0, 4, 1, 1, 10, 2]);
        let at_two_bits: Vec<String> = distances(&places)
            .iter()
            .map(|&d| distance_at(d, 2))
            .collect();
        assert_eq!(
            at_two_bits,
            ["00", "11 01", "01", "01", "11 11 11 01", "10"]
        );
    }

    #[test]
    fn table_3_is_the_partly_solved_puzzle() {
        let places = [1, 3, 9, 21, 30, 41].map(|number| number - 1);
        let row = |n_bits| -> Vec<String> {
            let distances = distances(&places);
            distances.iter().map(|&d| distance_at(d, n_bits)).collect()
        };
        assert_eq!(distances(&places), [0, 1, 5, 11, 8, 10]);
        assert_eq!(
            row(2),
            [
                "00",
                "01",
                "11 10",
                "11 11 11 10",
                "11 11 10",
                "11 11 11 01"
            ]
        );
        assert_eq!(
            row(3),
            ["000", "001", "101", "111 100", "111 001", "111 011"]
        );
        assert_eq!(row(4), ["0000", "0001", "0101", "1011", "1000", "1010"]);
        let whole = encode(1, &places).to_string();
        let printed = "00000001 10 0000 0001 0101 1011 1000 1010";
        assert_eq!(whole, printed.replace(' ', ""));
        let read: BitString = printed.parse().unwrap();
        assert_eq!((read.to_string(), spaced(&read)), (whole, printed.into()));
        let (character, column) = ('2', 3);
        assert_eq!("0 2".parse::<BitString>(), Err(NoBit { character, column }));
    }

    proptest! {
        #[test]
        fn decoding_gives_back_what_was_encoded(
            room in 1usize..256,
            set in prop::collection::btree_set(0usize..300, 1..20),
        ) {
            let places: Vec<usize> = set.into_iter().collect();
            let bits = encode(room, &places);
            prop_assert_eq!(decode(&bits, places.len()), Some((room, places.clone())));
            let mut cut = bits.clone();
            cut.0.pop();
            prop_assert_eq!(decode(&cut, places.len()), None);
        }
    }
}
