//! `tsumi completions` and `tsumi man`: files that a package of the program includes.

use super::exit::Exit;
use super::fault::{Fault, Result};
use super::help::localized;
use super::terminal::Terminal;
use clap_complete::{Shell, generate};
use std::io::Write;

/// Prints the completions of a shell.
pub fn completions(shell: Shell, terminal: Terminal) -> Result<Exit> {
    let mut text = Vec::new();
    let mut command = localized(terminal.lang, false);
    generate(shell, &mut command, "tsumi", &mut text);
    terminal.answer(text)?;
    Ok(Exit::Decided)
}

/// Prints the manual: the program, then each command.
pub fn man(terminal: Terminal) -> Result<Exit> {
    let text = manual(terminal).map_err(Fault::Output)?;
    terminal.answer(text)?;
    Ok(Exit::Decided)
}

fn manual(terminal: Terminal) -> std::io::Result<Vec<u8>> {
    let mut command = localized(terminal.lang, false);
    command.build();
    let mut text = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut text)?;
    for sub in command.get_subcommands().filter(|s| !s.is_hide_set()) {
        let man = clap_mangen::Man::new(sub.clone());
        writeln!(text, ".SH \"TSUMI {}\"", sub.get_name().to_uppercase())?;
        man.render_description_section(&mut text)?;
        man.render_options_section(&mut text)?;
        man.render_extra_section(&mut text)?;
    }
    Ok(text)
}
