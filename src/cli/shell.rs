//! `tsumi completions` and `tsumi man`: what a package puts beside the program.

use super::args::Args;
use super::exit::Exit;
use anyhow::Result;
use clap::CommandFactory;
use clap_complete::{Shell, generate};
use std::io::Write;

/// Prints the completions of a shell.
pub fn completions(shell: Shell) -> Result<Exit> {
    let mut text = Vec::new();
    generate(shell, &mut Args::command(), "tsumi", &mut text);
    std::io::stdout().write_all(&text)?;
    Ok(Exit::Decided)
}

/// Prints the manual: the program, then each command.
pub fn man() -> Result<Exit> {
    let mut command = Args::command();
    command.build();
    let mut text = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut text)?;
    for sub in command.get_subcommands().filter(|s| !s.is_hide_set()) {
        let man = clap_mangen::Man::new(sub.clone());
        writeln!(text, ".SH \"TSUMI {}\"", sub.get_name().to_uppercase())?;
        man.render_description_section(&mut text)?;
        man.render_options_section(&mut text)?;
    }
    std::io::stdout().write_all(&text)?;
    Ok(Exit::Decided)
}
