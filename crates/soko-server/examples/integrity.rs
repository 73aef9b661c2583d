//! Whether a database is whole, as SQLite sees it: prints `ok`, or what is wrong.
//! `make soak` asks it at the end.

use rusqlite::{Connection, OpenFlags};

fn main() -> rusqlite::Result<()> {
    let path = std::env::args_os().nth(1).unwrap_or_default();
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    let mut query = connection.prepare("PRAGMA integrity_check")?;
    let lines = query.query_map([], |row| row.get::<_, String>(0))?;
    for line in lines {
        println!("{}", line?);
    }
    Ok(())
}
