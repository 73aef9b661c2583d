//! One column of the group of rows that is being gathered.
//!
//! Parquet keeps what is there apart from where it is: the values stand in one list,
//! and beside it a *definition level* says of every place how much of its path is
//! there, a *repetition level* whether it goes on in the list of the row before. The
//! levels below are those of our schemas: a value that is always there needs none, one
//! that may lack has 0 or 1, and an item of a list that may lack has 2 where a list
//! that is empty has 1 and one that is missing 0.

use crate::table::Group;
use parquet::data_type::{ByteArray, DataType};
use parquet::errors::Result;
use std::io::Write;

/// The values and levels of a column.
pub struct Column<T: DataType> {
    values: Vec<T::T>,
    definitions: Vec<i16>,
    repetitions: Vec<i16>,
}

impl<T: DataType> Default for Column<T> {
    fn default() -> Self {
        Column {
            values: Vec::new(),
            definitions: Vec::new(),
            repetitions: Vec::new(),
        }
    }
}

impl<T: DataType> Column<T> {
    /// A value of a column that has one in every row.
    pub fn push(&mut self, value: T::T) {
        self.values.push(value);
    }

    /// A value of a column where some rows have none.
    pub fn push_option(&mut self, value: Option<T::T>) {
        self.definitions.push(i16::from(value.is_some()));
        self.values.extend(value);
    }

    /// The values of a list, or none where there is no list.
    pub fn push_list(&mut self, list: Option<impl IntoIterator<Item = T::T>>) {
        let Some(list) = list else {
            self.level(0, 0);
            return;
        };
        let before = self.values.len();
        for value in list {
            let is_first = self.values.len() == before;
            self.level(2, i16::from(!is_first));
            self.values.push(value);
        }
        if self.values.len() == before {
            self.level(1, 0);
        }
    }

    fn level(&mut self, definition: i16, repetition: i16) {
        self.definitions.push(definition);
        self.repetitions.push(repetition);
    }

    /// Writes the column as the next of its group, and empties it.
    pub fn write<W: Write + Send>(&mut self, group: &mut Group<'_, W>) -> Result<()> {
        let definitions = unless_empty(&self.definitions);
        let repetitions = unless_empty(&self.repetitions);
        group.write::<T>(&self.values, definitions, repetitions)?;
        self.values.clear();
        self.definitions.clear();
        self.repetitions.clear();
        Ok(())
    }
}

/// The levels of a column that has some.
fn unless_empty(levels: &[i16]) -> Option<&[i16]> {
    (!levels.is_empty()).then_some(levels)
}

/// A text as a column has it.
pub fn text(text: &str) -> ByteArray {
    ByteArray::from(text)
}
