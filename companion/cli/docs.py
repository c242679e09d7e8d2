"""``companion docs``: the documentation that came with the companion, in a browser, without a network."""

from __future__ import annotations

from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib import resources
from pathlib import Path
from typing import Annotated

import typer

from companion.cli.languages import say
from companion.cli.output import print_line
from companion.errors import CompanionError
from companion.locale import Message

HERE = "127.0.0.1"
"""Only this machine sees it."""


class NoDocumentation(CompanionError):
    """The pages were not built into this installation."""


def docs(
    open_it: Annotated[bool, typer.Option("--open/--no-open", help="Open a browser on it.")] = True,
    where: Annotated[bool, typer.Option("--where", help="Print the first page's file and end.")] = False,
    port: Annotated[int, typer.Option(min=0, max=65535, help="0: any that is free.")] = 0,
) -> int:
    """Shows the documentation in a browser until Ctrl-C: from this machine, to this machine, without a network."""
    site = _site()
    if where:
        print_line(str(site / "index.html"))
        return 0
    try:
        server = ThreadingHTTPServer((HERE, port), partial(_Pages, directory=str(site)))
    except OSError as error:
        raise NoDocumentation(
            f"{HERE}:{port}",
            Message("cannot be served on ({why})", {"why": str(error)}),
            Message("name another --port"),
        ) from error
    with server:
        address = f"http://{HERE}:{server.server_port}/"
        print_line(say(Message("The documentation: {address}   (Ctrl-C ends it)", {"address": address})), flush=True)
        if open_it:
            import webbrowser

            webbrowser.open(address)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            return 0
    return 0


def _site() -> Path:
    """Where the pages lie: in the package, or, in the repository, where ``make docs`` puts them."""
    package = Path(str(resources.files("companion")))
    for site in (package / "manual", package.parent / "out" / "site"):
        if (site / "index.html").is_file():
            return site
    raise NoDocumentation(
        Message("the documentation"),
        Message("was not built here"),
        Message("in the project's repository run make docs, or read docs/index.md there"),
    )


class _Pages(SimpleHTTPRequestHandler):
    """Serves files and keeps quiet about it; a page may load nothing from elsewhere."""

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", "default-src 'self' 'unsafe-inline' data:")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Nothing: the address was printed, and that is enough."""
