"""Files that a command writes for people: one option names them, another allows replacing, one line confirms them."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from companion.cli.output import note_done, print_to_stderr
from companion.files import ANOTHER_FILE, UnwritableFile, check_output_path, is_stream, write
from companion.locale import Message

OUTPUT = ("--output", "-o")
"""The spellings of the option that names the file to write. Every command that has it has ``--overwrite`` too."""


@dataclass
class Overwriting:
    """Whether this command may replace files."""

    allowed: bool = False


overwriting = Overwriting()
YES = ("yes", "y", "oui", "o")
"""What people type to confirm, whatever the language of this run."""


def check_output(path: Path, protected: Iterable[Path] = (), inputs: Iterable[Path] = ()) -> None:
    """Raise if a command may not write a file, before it works for it; at a terminal, ask about a file that exists.

    Args:
        path: The file to be written.
        protected: Files and folders that the companion keeps.
        inputs: Files and folders that are this command's input.

    Raises:
        UnwritableFile: The file is among those, or exists and nobody allowed replacing it.
    """
    check_output_path(path, protected, inputs)
    if overwriting.allowed or is_stream(path) or not path.is_file():
        return
    exists = Message("file exists")
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise UnwritableFile(str(path), exists, Message("add --overwrite to replace it, or choose another file"))
    if not confirm(Message("{file} exists. Replace it? Type yes: ", {"file": str(path)})):
        raise UnwritableFile(str(path), exists, ANOTHER_FILE)


def confirm(question: Message) -> bool:
    """Ask at the terminal, and return whether the answer is yes."""
    print_to_stderr(question, end="")
    return sys.stdin.readline().strip().casefold() in YES


def write_output(path: Path, content: bytes, *, protected: Iterable[Path] = (), inputs: Iterable[Path] = ()) -> None:
    """Write a file as :func:`companion.files.write` does, and confirm it on standard error.

    Args:
        path: The file.
        content: All of its bytes.
        protected: Files and folders that the companion keeps.
        inputs: Files and folders that are this command's input.

    Raises:
        UnwritableFile: The file cannot or must not be written.
    """
    write(path, content, protected=protected, inputs=inputs)
    saved = Message("{file} saved", {"file": str(path)})
    note_done(saved)
    if path.exists() and not path.is_file():  # a pipe or a terminal
        return
    print_to_stderr(saved)
