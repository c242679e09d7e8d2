"""``python -m docs.tools.man_page``: writes the man page and the shells' completions, which packages install."""

import re
from collections.abc import Iterator
from typing import Any

import typer
from typer._completion_shared import get_completion_script

from companion import __version__
from companion.files import write
from docs.tools.commands import program
from docs.tools.site_pages import ROOT

FOLDER = ROOT / "distribution" / "shell"
PAGE = FOLDER / "companion.1"
COMPLETIONS = {"bash": "companion.bash", "zsh": "_companion", "fish": "companion.fish"}
"""By shell, the file of its completions, named as the shell looks for it."""
_TEMPLATE = ROOT / "docs" / "tools" / "companion.1.in"


def format_man_page() -> str:
    """Return the man page in the man macros of roff."""
    group, context = program()
    commands = (line for name, one in group.commands.items() for line in _command(name, one, context))
    text = _TEMPLATE.read_text("utf8").replace("@VERSION@", __version__)
    text = text.replace("@OPTIONS@", "\n".join(_parameters(group, context)))
    return text.replace("@COMMANDS@", "\n".join(commands))


def format_completion(shell: str) -> str:
    """Return the script that completes ``companion`` in a shell, as ``companion --show-completion`` prints it."""
    return get_completion_script(prog_name="companion", complete_var="_COMPANION_COMPLETE", shell=shell) + "\n"


def _command(name: str, command: Any, parent: typer.Context) -> Iterator[str]:
    """Yield the lines of a command, or of a group and of all commands in it."""
    # With the settings of the program: a command keeps the first help option that it is asked for.
    context = typer.Context(command, parent=parent)
    pieces = [piece for piece in command.collect_usage_pieces(context) if piece != "[OPTIONS]"]
    yield f".SS {_escape(' '.join([name, *pieces]))}"
    yield from (_escape(_plain(command.help or "")), *_parameters(command, context))
    for child, one in getattr(command, "commands", {}).items():
        yield from _command(f"{name} {child}", one, context)


def _parameters(command: Any, context: typer.Context) -> Iterator[str]:
    """Yield the lines of a command's options; its usage has the arguments."""
    for parameter in command.params:
        record = parameter.get_help_record(context)
        if record is not None and parameter.param_type_name == "option":
            yield from (".TP", f".B {_escape(record[0])}", _escape(_plain(record[1])))


def _plain(text: str) -> str:
    """Return a help text in one line, without the marks of code."""
    return re.sub(r"\s+", " ", text).replace("`", "").strip()


def _escape(text: str) -> str:
    r"""Return a text for roff: its hyphens can be copied, and no line begins with a command.

    >>> _escape("--near 'top'")
    "\\-\\-near 'top'"
    """
    escaped = text.replace("\\", r"\e").replace("-", r"\-")
    escaped = "".join(one if one.isascii() else rf"\[u{ord(one):04X}]" for one in escaped)
    return rf"\&{escaped}" if escaped.startswith((".", "'")) else escaped


if __name__ == "__main__":
    written = {PAGE: format_man_page()} | {
        FOLDER / file: format_completion(shell) for shell, file in COMPLETIONS.items()
    }
    for path, text in written.items():
        write(path, text.encode())
        print(path)
