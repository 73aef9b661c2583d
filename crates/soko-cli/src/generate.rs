//! Shell completions and manual pages, made from the same definitions as the
//! parser and the help texts.

use clap::{Command, ValueEnum};
use clap_complete::Shell;
use std::io::Write;

/// What `--generate` can write.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Generated {
    /// The manual pages, one after the other
    Man,
    /// Completions for bash
    CompleteBash,
    /// Completions for zsh
    CompleteZsh,
    /// Completions for fish
    CompleteFish,
    /// Completions for PowerShell
    CompletePowershell,
}

/// Writes it to stdout.
pub fn write(what: Generated, mut command: Command) -> anyhow::Result<()> {
    let shell = match what {
        Generated::Man => return man_pages(command),
        Generated::CompleteBash => Shell::Bash,
        Generated::CompleteZsh => Shell::Zsh,
        Generated::CompleteFish => Shell::Fish,
        Generated::CompletePowershell => Shell::PowerShell,
    };
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut command, "soko", &mut text);
    std::io::stdout().lock().write_all(&text)?;
    Ok(())
}

fn man_pages(mut command: Command) -> anyhow::Result<()> {
    command.build();
    let mut text = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut text)?;
    for subcommand in command.get_subcommands().filter(|c| !c.is_hide_set()) {
        clap_mangen::Man::new(subcommand.clone()).render(&mut text)?;
    }
    std::io::stdout().lock().write_all(&text)?;
    Ok(())
}
