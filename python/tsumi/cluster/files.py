"""Files that a search writes in the end or now and then."""

from __future__ import annotations

import os
from pathlib import Path


def check_folder(path: Path) -> None:
    """Refuses a file that cannot be made, before anything is searched."""
    folder = path.absolute().parent
    if not folder.is_dir():
        raise ValueError(f"{path}: there is no such folder")
    if not os.access(folder, os.W_OK):
        raise ValueError(f"{path}: the folder cannot be written")


def write_part(path: Path, text: str) -> Path:
    """Writes a text beside its place, whole or not at all: a full disk costs no older file."""
    part = path.with_name(path.name + ".part")
    try:
        part.write_text(text, encoding="utf-8")
    except OSError:
        part.unlink(missing_ok=True)
        raise
    return part


def write_new(path: Path, text: str) -> None:
    """Writes a file that there was none of. Where there is one by now, the text is kept beside."""
    part = write_part(path, text)
    try:
        # The whole text gets the name at once, unless somebody has it.
        if os.name == "nt":
            part.rename(path)
        else:
            os.link(part, path)
            part.unlink()
    except OSError as error:
        raise type(error)(f"{path}: {error.strerror}; the text is in {part}") from error
