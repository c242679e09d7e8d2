"""``python -m docs.tools.commands``: writes the reference of all commands from the command line itself."""

import re
from typing import Any

import typer
from typer.cli import get_docs_for_click

from companion.cli.main import every_command
from companion.cli.output import set_language
from companion.cli.usage import localize_help
from companion.files import write
from docs.tools.site_pages import ROOT

PAGE = ROOT / "docs" / "commands.md"
_OPENING = """# Every command

This page is generated from the command line's own help: `companion COMMAND --help` prints the same text.
For the JSON that commands print with `--json`, see [JSON output](json.md).
[Commands at a glance](command-line.md) is shorter.

"""


def format_reference() -> str:
    """Return the page as Markdown."""
    group, context = program()
    reference = get_docs_for_click(obj=group, ctx=context, name="companion")
    reference = reference.replace("```console\n", "```text\n").partition("\n")[2].lstrip()
    return _OPENING + re.sub(r"^(#+) `(.*)`$", r"\1 \2", reference, flags=re.MULTILINE).rstrip() + "\n"


def program() -> tuple[Any, typer.Context]:
    """Return the command line with its help in English, and the context in which it is printed."""
    group = every_command()
    set_language("en")
    localize_all(group)
    return group, typer.Context(group, info_name="companion", **group.context_settings)


def localize_all(command: Any) -> None:
    """Write the help of a command and of all below it in the language that is set."""
    localize_help(command)
    for subcommand in getattr(command, "commands", {}).values():
        localize_all(subcommand)


if __name__ == "__main__":
    write(PAGE, format_reference().encode())
    print(PAGE)
