//! A table that is written row by row, in groups of rows.
//!
//! A group is what a reader takes at once: it can skip one by the least and greatest
//! value of a column, and hand several to several threads. So groups should be large,
//! and small enough to be gathered in memory: they end at a number of rows, and earlier
//! where the texts in them are long. Pages are packed with Snappy, which every reader
//! knows and which needs nothing but Rust. Numbers that grow from row to row are stored
//! by their differences, which leaves a bit or two of each.

use crate::About;
use parquet::basic::{Compression, Encoding};
use parquet::data_type::DataType;
use parquet::errors::{ParquetError, Result};
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;
use parquet::schema::types::ColumnPath;
use std::io::{self, Write};
use std::sync::Arc;

/// The most rows of a group.
const ROWS: usize = 1 << 17;

/// A group ends after the row with which its texts exceed this.
const TEXT_BYTES: usize = 32 << 20;

/// Which columns a kind of table has; `columns!` makes it.
pub trait Layout: Default {
    /// The table's name: of its folder, too.
    const NAME: &'static str;

    /// The columns, as Parquet writes schemas.
    const SCHEMA: &'static str;

    /// Writes all columns in the order of the schema, and empties them.
    fn write<W: Write + Send>(&mut self, group: &mut Group<'_, W>) -> Result<()>;
}

/// The columns of a kind of table, as far as they are gathered.
pub trait Columns: Layout {
    /// What makes a row.
    type Row<'a>;

    /// Columns of numbers that mostly grow.
    const GROWING: &'static [&'static str];

    /// Columns of which least and greatest values say nothing.
    const UNORDERED: &'static [&'static str] = &[];

    /// Takes a row; returns the bytes of texts in it.
    fn push(&mut self, row: Self::Row<'_>) -> usize;
}

/// A group of rows that is being written, column by column.
pub struct Group<'a, W: Write + Send>(SerializedRowGroupWriter<'a, Out<W>>);

impl<W: Write + Send> Group<'_, W> {
    /// Writes the next column.
    pub(crate) fn write<T: DataType>(
        &mut self,
        values: &[T::T],
        definitions: Option<&[i16]>,
        repetitions: Option<&[i16]>,
    ) -> Result<()> {
        let column = self.0.next_column()?;
        let Some(mut column) = column else {
            return Err(ParquetError::General("a column too many".into()));
        };
        column
            .typed::<T>()
            .write_batch(values, definitions, repetitions)?;
        column.close()
    }
}

/// The output until it is taken back. The library would hand it back itself, but tells
/// an error of the last bytes as a text, and which kind it is would be lost.
struct Out<W>(Option<W>);

impl<W: Write> Out<W> {
    fn get(&mut self) -> io::Result<&mut W> {
        self.0
            .as_mut()
            .ok_or_else(|| io::ErrorKind::BrokenPipe.into())
    }
}

impl<W: Write> Write for Out<W> {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        self.get()?.write(data)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.get()?.flush()
    }
}

/// A table that is being written.
pub struct Table<C: Columns, W: Write + Send> {
    file: SerializedFileWriter<Out<W>>,
    columns: C,
    rows: usize,
    text_bytes: usize,
    most_rows: usize,
}

impl<C: Columns, W: Write + Send> Table<C, W> {
    /// Begins a table with what its file says about itself.
    pub fn new(out: W, about: &About) -> io::Result<Table<C, W>> {
        let begin = || {
            let schema = Arc::new(parse_message_type(C::SCHEMA)?);
            let about = about.clone().with("table", C::NAME);
            let out = Out(Some(out));
            SerializedFileWriter::new(out, schema, Arc::new(properties::<C>(&about)))
        };
        Ok(Table {
            file: begin().map_err(as_io)?,
            columns: C::default(),
            rows: 0,
            text_bytes: 0,
            most_rows: ROWS,
        })
    }

    /// The same table with groups of so many rows, at least one.
    #[must_use]
    pub fn with_group_rows(self, most_rows: usize) -> Table<C, W> {
        Table { most_rows, ..self }
    }

    /// Adds a row; writes if that fills a group.
    pub fn push(&mut self, row: C::Row<'_>) -> io::Result<()> {
        self.text_bytes += self.columns.push(row);
        self.rows += 1;
        if self.rows >= self.most_rows || self.text_bytes > TEXT_BYTES {
            self.write_group()?;
        }
        Ok(())
    }

    /// Writes what is left and the footer, and hands the output back.
    pub fn finish(mut self) -> io::Result<W> {
        if self.rows > 0 {
            self.write_group()?;
        }
        self.file.finish().map_err(as_io)?;
        let out = self.file.inner_mut().0.take();
        out.ok_or_else(|| io::ErrorKind::BrokenPipe.into())
    }

    fn write_group(&mut self) -> io::Result<()> {
        let mut write = || {
            let mut group = Group(self.file.next_row_group()?);
            self.columns.write(&mut group)?;
            group.0.close()
        };
        write().map_err(as_io)?;
        (self.rows, self.text_bytes) = (0, 0);
        Ok(())
    }
}

/// How a table is stored.
fn properties<C: Columns>(about: &About) -> WriterProperties {
    let mut builder = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .set_created_by(format!("sokoscope version {}", env!("CARGO_PKG_VERSION")))
        .set_key_value_metadata(Some(about.key_values()));
    let path = |name: &str| ColumnPath::from(name.split('.').map(String::from).collect::<Vec<_>>());
    for name in C::GROWING {
        builder = builder
            .set_column_dictionary_enabled(path(name), false)
            .set_column_encoding(path(name), Encoding::DELTA_BINARY_PACKED);
    }
    for name in C::UNORDERED {
        builder = builder
            .set_column_dictionary_enabled(path(name), false)
            .set_column_statistics_enabled(path(name), EnabledStatistics::None);
    }
    builder.build()
}

/// An error as `Write` has them; those of the output itself come out as they went in.
fn as_io(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(inner) => match inner.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(inner) => io::Error::other(inner),
        },
        error => io::Error::other(error),
    }
}
