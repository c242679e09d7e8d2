"""Output of commands in the language of this run: lines with control characters escaped, documents, errors, files."""

import errno
import json
import os
import shlex
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from gettext import NullTranslations
from pathlib import Path
from typing import Annotated

import typer

from companion.cli.schemas.versions import stamp
from companion.errors import CompanionError
from companion.files import ANOTHER_FILE, UnwritableFile, check_output_path, is_stream, write
from companion.locale import Message, listed
from companion.locale.languages import LANGUAGES, system_language, translations
from companion.locale.message import escape_controls, escape_json_controls


class UnknownLanguage(CompanionError):
    """A language into which the companion is not translated."""


@dataclass
class ActiveLanguage:
    """The language of this run of the program."""

    language: str = "en"
    translations: NullTranslations = field(default_factory=NullTranslations)


active_language = ActiveLanguage()


def set_language(language: str | None = None) -> None:
    """Set the language of this run.

    Args:
        language: The value of ``--language``; None: the system's language.

    Raises:
        UnknownLanguage: There are no translations into this language.
    """
    if language is not None and language not in LANGUAGES:
        raise UnknownLanguage(
            repr(language),
            Message("unsupported language"),
            Message("choose from: {known}", {"known": ", ".join(LANGUAGES)}),
        )
    active_language.language = language or system_language(os.environ)
    active_language.translations = translations(active_language.language)


Language = Annotated[
    str | None, typer.Option(callback=set_language, help="The language: en or fr. Default: the system's language.")
]
"""The ``--language`` option; it takes effect while the command line is parsed."""


def translate(text: Message | CompanionError | str) -> str:
    """Return a message, or an error's line, in the language of this run; a text that has no language as it is."""
    if isinstance(text, CompanionError):
        return text.line(active_language.translations)
    return text if isinstance(text, str) else text.text(active_language.translations)


class OutputFailed(CompanionError):
    """Standard output could not be written."""


_UNWRITABLE = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF}

_finished: list[Message] = []
"""The changes that this command has finished before it printed anything."""


def begin() -> None:
    """Prepare the output of a command; characters that the terminal's encoding lacks are printed as ``?``."""
    _finished.clear()
    if sys.stdout is not None and hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")


def note_done(what: Message) -> None:
    """Note a finished change, so that an error of standard output tells people not to repeat it."""
    _finished.append(what)


def print_line(text: Message | str, flush: bool = False) -> None:
    """Print a line for people in the language of this run, with control characters escaped."""
    print(escape_controls(translate(text)), flush=flush)


def print_to_stderr(text: Message | str, end: str = "\n") -> None:
    """Print a line about progress, or what to do, to standard error, flushed at once."""
    print(escape_controls(translate(text)), end=end, file=sys.stderr, flush=True)


def join_words(words: Sequence[str]) -> str:
    """Return a command line to copy, with the quotes of this system's shell where words need them."""
    return subprocess.list2cmdline(words) if os.name == "nt" else shlex.join(words)


def print_error(text: CompanionError | Message | str) -> None:
    """Print an error after the program's name to standard error."""
    print_to_stderr(f"companion: {translate(text)}")


def print_json(document: str, content: object, indent: int | None = None) -> None:
    """Print one JSON document, flushed at once.

    Args:
        document: Its name, which its stamp bears.
        content: What :func:`stamp` takes, or a list of them.
        indent: How far levels are indented; None: the document is one line.
    """
    print_utf8(format_json(document, content, indent))


def print_result(
    document: str, content: object, as_json: bool, *lines: Message | str, indent: int | None = None
) -> None:
    """Print what a command did: its document for programs, or these lines for people."""
    if as_json:
        print_json(document, content, indent)
    else:
        for line in lines:
            print_line(line)


def format_json(document: str, content: object, indent: int | None = None) -> str:
    """Return what :func:`print_json` prints."""
    stamped = [stamp(document, one) for one in content] if isinstance(content, list) else stamp(document, content)
    return escape_json_controls(json.dumps(stamped, ensure_ascii=False, indent=indent, default=str)) + "\n"


def print_utf8(text: str) -> None:
    """Print a file's content in UTF-8, whatever encoding the terminal has: a program reads it."""
    binary = getattr(sys.stdout, "buffer", None)
    if binary is None:
        sys.stdout.write(text)
        return
    sys.stdout.flush()
    binary.write(text.encode(errors="backslashreplace"))  # a lone surrogate, from a file's name, becomes JSON's \udcXX
    binary.flush()


def end() -> None:
    """Flush the output of a command; raise ``OSError`` if it cannot be written."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:  # the reader has closed the pipe
        discard_output()


def output_failure(error: OSError) -> OutputFailed | None:
    """Return the error of standard output, with the changes finished before it; None for any other error.

    Files are written by ``companion.files``, whose errors are of another type. So an ``OSError`` without a file's
    name comes from standard output.

    Args:
        error: The error that ended the command.
    """
    if error.filename is not None or error.errno not in _UNWRITABLE:
        return None
    discard_output()
    next_step = Message("write to another file or device")
    if _finished:
        next_step = Message("do not repeat the command: {done}", {"done": listed(_finished)})
    why = Message("cannot write ({why})", {"why": error.strerror or str(error)})
    return OutputFailed(Message("standard output"), why, next_step)


def discard_output() -> None:
    """Redirect standard output to the null device: Python would try to flush it again when it exits."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, sys.stdout.fileno())
    os.close(null)


OUTPUT = ("--output", "-o")
"""The spellings of the option that names the file to write. Every command that has it has ``--overwrite`` too."""


@dataclass
class Overwriting:
    """Whether this command may replace files."""

    allowed: bool = False


overwriting = Overwriting()
YES = ("yes", "y", "oui", "o")
"""What people type to confirm, whatever the language of this run."""


def check_output(path: Path | None, protected: Iterable[Path] = (), inputs: Iterable[Path] = ()) -> None:
    """Raise if a command may not write a file, before it works for it; at a terminal, ask about a file that exists.

    Args:
        path: The file to be written, if there is one.
        protected: Files and folders that the companion keeps.
        inputs: Files and folders that are this command's input.

    Raises:
        UnwritableFile: The file is among those, or exists and nobody allowed replacing it.
    """
    if path is None:
        return
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
