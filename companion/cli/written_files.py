"""Files that a command writes for people: one option names them, and one line confirms them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from companion.cli.languages import translate
from companion.cli.output import note_done, print_to_stderr
from companion.files import write
from companion.locale import Message

OUTPUT = ("--output", "-o")
"""The spellings of the option that names the file to write."""


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
    print_to_stderr(translate(saved))
