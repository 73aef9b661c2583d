//! The columns of a table, a row of the source for each: its field, its type and its
//! part of the schema.
//!
//! A reader goes by the order of the schema, so what is gathered must be written in that
//! order. Here it is said once.

/// Declares the columns of a table. Where several columns make a group, the first opens
/// it in the schema and the last closes it.
macro_rules! columns {
    (
        $(#[$about:meta])*
        $name:ident of $table:literal { $($field:ident: $kind:ty = $schema:literal,)+ }
    ) => {
        $(#[$about])*
        #[derive(Default)]
        pub struct $name {
            $($field: $crate::column::Column<$kind>,)+
        }

        impl $crate::table::Layout for $name {
            const NAME: &'static str = $table;

            const SCHEMA: &'static str =
                concat!("message ", $table, " { ", $($schema, " ",)+ "}");

            fn write<W: ::std::io::Write + Send>(
                &mut self,
                group: &mut $crate::table::Group<'_, W>,
            ) -> ::parquet::errors::Result<()> {
                $(self.$field.write(group)?;)+
                Ok(())
            }
        }
    };
}

pub(crate) use columns;
