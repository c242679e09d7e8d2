"""``companion docs``: the installed documentation in a browser, without a network."""

import webbrowser
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib import resources
from pathlib import Path
from typing import Annotated

import typer

from companion.cli.output import active_language, print_line
from companion.errors import CompanionError
from companion.locale import Message

LOCALHOST = "127.0.0.1"
"""The server's address: only this machine can open it."""


class NoDocumentation(CompanionError):
    """The documentation is not part of this installation, or cannot be served."""


def docs(
    rule: Annotated[str, typer.Argument(metavar="[RULE]", help="The number of a rule, such as B24, to open.")] = "",
    open_it: Annotated[bool, typer.Option("--open/--no-open", help="Open it in a browser.")] = True,
    where: Annotated[bool, typer.Option("--where", help="Print the path of the first page and exit.")] = False,
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port. 0 chooses a free one.")] = 0,
) -> int:
    """Serve the documentation on this computer until you press Ctrl-C. No network is needed."""
    site = _find_site()
    page = _find_rule(site, rule) if rule else ""
    if where:
        print_line(str(site / (page or "index.html")))
        return 0
    try:
        server = ThreadingHTTPServer((LOCALHOST, port), partial(_Pages, directory=str(site)))
    except OSError as error:
        raise NoDocumentation(
            f"{LOCALHOST}:{port}",
            Message("cannot open this port ({why})", {"why": str(error)}),
            Message("choose another --port"),
        ) from error
    with server:
        address = f"http://{LOCALHOST}:{server.server_port}/{page}"
        print_line(Message("Documentation: {address}   (press Ctrl-C to stop)", {"address": address}), flush=True)
        if open_it:
            webbrowser.open(address)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            return 0
    return 0


def _find_site() -> Path:
    """Return the folder of the pages: in the package or, in the repository, where ``make docs`` writes them."""
    package = Path(str(resources.files("companion")))
    for site in (package / "manual", package.parent / "out" / "site"):
        if (site / "index.html").is_file():
            return site
    raise NoDocumentation(
        Message("documentation"),
        Message("not built yet"),
        Message("run `make docs` in the repository, or read docs/index.md"),
    )


def _find_rule(site: Path, rule: str) -> str:
    """Return the page and the place on it of a rule, in the language of this run."""
    folder = "docs/fr/rules" if active_language.language == "fr" else "docs/rules"
    for page in (site / folder).glob("*.html"):
        if f'id="{rule.lower()}"' in page.read_text("utf8"):
            return f"{folder}/{page.name}#{rule.lower()}"
    raise NoDocumentation(repr(rule), Message("no rule has this number"), Message("`companion rules` lists them"))


class _Pages(SimpleHTTPRequestHandler):
    """Serves files without a log; a page may load nothing from other sites."""

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", "default-src 'self' 'unsafe-inline' data:")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Print nothing for a request."""
