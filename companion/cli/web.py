"""``companion web``: the games of this computer in any browser, and the phone camera."""

from __future__ import annotations

import io
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from companion.cli.known_decks import known_decks
from companion.cli.options import complete_saved_games, find_game, open_journal, open_play
from companion.cli.output import print_error, print_line, print_to_stderr, print_utf8, translate
from companion.errors import CompanionError
from companion.locale import Message
from companion.names import find_seat
from companion.play import AnyPlay, Source
from companion.web.network_interfaces import LOOPBACK, check_installed

if TYPE_CHECKING:
    from companion.folders import Folders
    from companion.journal import Journal, KeptGame
    from companion.pictures.sources.frame import FrameSource
    from companion.vision.tracking.follower import Follower
    from companion.web.hosting.games_server import GamesServer
    from companion.web.hosting.web_site import WebSite
    from companion.web.phone_camera import PhoneCamera


CODE_SECONDS = 0.5
"""Seconds between two checks whether a displayed code was used."""

Host = Annotated[
    str | None,
    typer.Option(help="This computer's address or name to serve the page on. Default: all of its private addresses."),
]
Port = Annotated[
    int | None,
    typer.Option(
        min=0, max=65535, help="The port. 0 chooses a free one. Default: 8460, or a free one if 8460 is in use."
    ),
]
Seat = Annotated[
    list[str] | None,
    typer.Option(help="Also print a code for this player's seat: a name, or a seat number from 0."),
]
Camera = Annotated[
    bool,
    typer.Option(help="Follow the table with a phone's browser as the camera, and ask about it on the players' pages."),
]


def web(
    context: typer.Context,
    game: Annotated[
        str | None,
        typer.Argument(
            help="Open this game: its name, its id or the beginning of it.", autocompletion=complete_saved_games
        ),
    ] = None,
    local: Annotated[bool, typer.Option("--local", help="Let only this computer open the page.")] = False,
    host: Host = None,
    port: Port = None,
    seat: Seat = None,
    new_host: Annotated[
        bool, typer.Option("--new-host", help="Make the next device that scans the code the host.")
    ] = False,
    camera: Camera = False,
    source: Annotated[
        str | None, typer.Option(help="Follow the table with this camera: its number or name, or a stream's address.")
    ] = None,
) -> int:
    """Serve all games to phones, tablets and TVs until Ctrl-C. The first device that scans the code is the host.

    The host starts games and admits other devices.
    """
    check_installed()
    from companion.web.hosting.games_server import GamesServer
    from companion.web.listen_address import EVERYWHERE, find_place

    if game is None and seat:
        raise NoGameNamed(
            Message("--seat"), Message("needs a game"), Message("name the game too: companion web GAME --seat NAME")
        )
    folders, place = context.obj, find_place(LOOPBACK if local else host)
    with ExitStack() as closing:
        phone: PhoneCamera | None = None
        if camera:
            phone = _open_phone_camera(place.shown, folders.data)
            closing.callback(phone.close)
            source = phone.source
        server = GamesServer(
            place,
            port,
            folders.ensure_writable().data,
            partial(open_journal, folders, hosts=True),
            _open,
            lambda error: None if error is None else print_error(error),
            decks=partial(known_decks, folders),
            camera=None if source is None else _table_camera(folders, source),
            phone=phone,
            rolls=True,
        )
        closing.callback(server.close)
        kept = None if game is None else server.thread.run(lambda: find_game(server.thread.journal, game))
        displayed: list[_Codes | DisplayedAddresses | DisplayedCode] = []
        if phone is not None:
            invite = partial(_invite_phone, phone, server)
            displayed.append(DisplayedCode(phone.access.codes.is_valid, invite, lambda: phone.address))
        displayed.append(_Codes(server, kept, seat or (), new_host))
        displayed.append(DisplayedAddresses(server.site, needs_network=place.bind == EVERYWHERE))
        if kept is not None:
            server.open(kept.id)
        else:
            server.reopen()
        try:
            while True:
                for part in displayed:
                    part.refresh()
                time.sleep(CODE_SECONDS)
        except KeyboardInterrupt:
            return 0


class _Codes:
    """The codes that the terminal shows.

    Args:
        server: The server, which admits by these codes.
        game: The game that it opens.
        seats: The players of that game whose seats have a code of their own.
        new_host: Whether the first code makes its device the host in another's place.
    """

    def __init__(self, server: GamesServer, game: KeptGame | None, seats: Sequence[str], new_host: bool) -> None:
        self._server, self._new_host = server, new_host
        is_valid = server.visitors.codes.is_valid
        invite, address = partial(self._invite, Message("Add a device"), None), lambda: server.address
        self._codes = [DisplayedCode(is_valid, invite, address)]
        players = () if game is None else game.players
        for seat in dict.fromkeys(find_seat(name, players, "--seat") for name in seats):
            assert game is not None, "who has a seat plays a game"
            invite = partial(self._invite, Message("{name}", {"name": game.names[seat]}), seat)
            self._codes.append(DisplayedCode(partial(_is_shown, server, game.id, seat), invite, address))

    def refresh(self) -> None:
        """Print every code that is new."""
        for code in self._codes:
            code.refresh()

    def _invite(self, whose: Message, seat: int | None) -> str:
        if seat is None and not self._server.devices.has_host:
            whose = Message("Open on the first phone, tablet or computer, which becomes the host")
        host = self._new_host and seat is None
        if host:
            self._new_host = False  # only the first code makes a host
        return _print_address(whose, self._server.invitation(seat=seat, host=host))


class NoGameNamed(CompanionError):
    """An option that needs a game, without one."""


def _is_shown(server: GamesServer, game: str, seat: int, code: str) -> bool:
    """Return whether a seat needs no new code: this one can be used, or a device used it and plays the seat."""
    return server.visitors.codes.is_valid(code) or (bool(code) and server.devices.holder(game, seat) is not None)


def _open(journal: Journal, game: str, wake: Callable[[], None]) -> AnyPlay:
    play = open_play(journal, journal.game(game), wake)
    play.asks -= {Source.PAGE}
    return play


def _table_camera(folders: Folders, source: str) -> tuple[Callable[[], FrameSource], Callable[[], Follower]]:
    """Return what opens a camera, and what tracks cards and dice in its pictures."""
    from companion.live.camera_session import taught_follower
    from companion.pictures.sources.opening import open_source
    from companion.pictures.sources.trusted_cameras import TrustedCameras

    trusts = TrustedCameras(folders.cameras).of
    return partial(open_source, source, trusts=trusts), partial(taught_follower, folders, print_error)


class DisplayedAddresses:
    """The addresses on the terminal; they are printed again when the network changes.

    Args:
        site: The site.
        needs_network: Whether other devices are expected, so that a missing network is reported.
    """

    def __init__(self, site: WebSite, needs_network: bool) -> None:
        self._site, self._needs_network = site, needs_network
        self._shown: tuple[str, dict[str, str]] = ("", {})

    def refresh(self) -> None:
        """Print the addresses if they have changed."""
        first, others = now = self._site.address, self._site.other_addresses()
        if now == self._shown:
            return
        if self._shown[0] not in ("", first):
            print_line(Message("The page is now at {address}", {"address": first}))
        self._shown = now
        if self._needs_network and LOOPBACK in first:
            print_to_stderr(Message("No network was found: only this computer can open the page."))
        for address, name in others.items():
            values = {"address": address, "name": name}
            print_line(Message("If phones do not reach it: {address} ({name})", values))


class DisplayedCode:
    """An access code on the terminal; the next one is printed once it was used, has expired, or has another address.

    Args:
        is_valid: Returns whether a code can still be used.
        invite: Prints a new code and returns its address.
        site: Returns the address of its site.
    """

    def __init__(self, is_valid: Callable[[str], bool], invite: Callable[[], str], site: Callable[[], str]) -> None:
        self._is_valid, self._invite, self._site = is_valid, invite, site
        self.code = self._address = ""

    def refresh(self) -> None:
        """Print a new code if the last one cannot be used there."""
        if not self._is_valid(self.code) or self._address != self._site():
            self._address = self._site()
            self.code = self._invite().rpartition("#")[2]


def _invite_phone(camera: PhoneCamera, server: GamesServer) -> str:
    trust = {"address": f"{server.address}/trust"}
    print_line(Message("Once per phone, so that its browser trusts the camera page: {address}", trust))
    return _print_address(Message("Use a phone as camera"), camera.invitation())


def _open_phone_camera(host: str, folder: Path) -> PhoneCamera:
    """Serve the page on which a phone is the camera; print its certificate."""
    from companion.web.phone_camera import PhoneCamera

    camera = PhoneCamera(host, folder, port=None)
    print_line(Message("Certificate fingerprint (SHA-256): {digits}", {"digits": camera.authority.fingerprint}))
    return camera


def _print_address(whose: Message, address: str) -> str:
    """Print an address in letters and as a QR code; return it."""
    print_line(f"{translate(whose)}: {address}")
    print_utf8(draw_qr_code(address, in_colours=sys.stdout.isatty()))
    return address


BORDER = 4
"""Width of the light border in modules, as the standard asks."""
_DARK, _LIGHT = "16", "231"
"""Black and white among the terminal's 256 colours, which no colour scheme changes."""
_UPPER_HALF = "▀"


def draw_qr_code(text: str, *, in_colours: bool) -> str:
    """Return a text as a QR code of half blocks.

    Args:
        text: The text.
        in_colours: Whether the terminal understands colours; without, the code is right on a dark ground only.

    Returns:
        Its lines.
    """
    import segno

    code = segno.make(text, error="m")
    if not in_colours:
        drawn = io.StringIO()
        code.terminal(out=drawn, border=BORDER, compact=True)
        return drawn.getvalue().rstrip("\n") + "\n"
    rows = [bytes(row) for row in code.matrix_iter(border=BORDER)]
    rows += [bytes(len(rows[0]))] * (len(rows) % 2)
    return "".join(_line(upper, lower) for upper, lower in zip(rows[::2], rows[1::2], strict=True))


def _line(upper: bytes, lower: bytes) -> str:
    parts = []
    for (above, below), modules in groupby(zip(upper, lower, strict=True)):
        colours = f"\x1b[38;5;{_DARK if above else _LIGHT};48;5;{_DARK if below else _LIGHT}m"
        parts.append(colours + _UPPER_HALF * len(list(modules)))
    return "".join(parts) + "\x1b[0m\n"
