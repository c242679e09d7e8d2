"""Where the pages are opened: a server in the house's network, and the edition for browsers, both over plain HTTP."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from companion.web.hosting.games_server import GamesServer
from companion.web.listen_address import Place
from tests.web.site import games_server

HOUSE = "table.home"
"""A name that is not this computer's own, so that its pages are no secure ones."""
RESOLVER = f"--host-resolver-rules=MAP {HOUSE} 127.0.0.1"
SIZES = ((360, 800), (390, 844), (844, 390), (820, 1180), (1024, 1366), (1920, 1080))


@contextmanager
def site(folder: Path, port: int = 0, **how: Any) -> Iterator[GamesServer]:
    """The games of this computer, served to the house; with what else the server takes."""
    place = Place("127.0.0.1", "127.0.0.1", frozenset({"127.0.0.1", HOUSE}))
    with games_server(folder, place=place, port=port, **how) as server:
        yield server


def at_home(address: str) -> str:
    """An address under the name of the house's network."""
    return address.replace("127.0.0.1", HOUSE)
