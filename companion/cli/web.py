"""``companion page``: the scoreboard, seat pages and the phone camera in a browser."""

from __future__ import annotations

import io
import time
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from companion.cli.kept_games import find_game, open_journal, open_play
from companion.cli.languages import translate, translate_error
from companion.cli.options import GameName
from companion.cli.output import print_error, print_line, print_utf8
from companion.journal import UnreachableJournal
from companion.locale import Message
from companion.names import find_seat
from companion.play import AnyPlay, Confirm, Policy, Source
from companion.web.network_interfaces import check_installed

if TYPE_CHECKING:
    from companion.web.access_codes import AccessCodes
    from companion.web.phone_camera import PhoneCamera
    from companion.web.server import TablePage

POLL_SECONDS = 0.25
"""Seconds between two checks for moves of other programs."""


def page(
    context: typer.Context,
    game: GameName,
    host: Annotated[str, typer.Option(help="This computer's address to serve the page on.")] = ("127.0.0.1"),
    port: Annotated[
        int | None,
        typer.Option(
            min=0, max=65535, help="The port. 0 chooses a free one. Default: 8460, or a free one if 8460 is in use."
        ),
    ] = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(
            help="Also serve a page for this player: a name, or a seat number from 0. Its moves count at once."
        ),
    ] = None,
    camera: Annotated[bool, typer.Option(help="Also serve a page that uses a phone's browser as the camera.")] = False,
) -> int:
    """Serve a game's web page until Ctrl-C. Each code admits one device. Spectators cannot change the game."""
    check_installed()
    from companion.web.server import TablePage

    with open_journal(context.obj) as journal, ExitStack() as closing:
        play = open_play(journal, find_game(journal, game))
        play.policy = Policy({Source.PAGE: Confirm.AT_ONCE})
        seats: list[int | None] = [None, *(find_seat(name, play.game.players, "--seat") for name in seat or ())]
        served = TablePage(play, host, port)
        closing.callback(served.close)

        codes = [DisplayedCode(served.codes, partial(_invite, served, play.game.names, one)) for one in seats]
        try:
            if camera:
                phone = _open_phone_camera(host, context.obj.data)
                closing.callback(phone.close)
                codes.insert(0, DisplayedCode(phone.codes, partial(_invite_phone, phone)))
            reached = True
            while True:
                reached = _follow(play, reached)
                for code in codes:
                    code.refresh()
                time.sleep(POLL_SECONDS)
        except KeyboardInterrupt:
            return 0


def _follow(play: AnyPlay, reached: bool) -> bool:
    """Take in moves from pages and other programs; return whether the journal is reached. Its error is printed once."""
    play.attend()
    try:
        play.catch_up()
    except UnreachableJournal as error:
        if reached:
            print_error(translate_error(error))
        return False
    return True


class DisplayedCode:
    """An access code on the terminal; the next one is printed once it was used or has expired.

    Args:
        codes: The codes that are valid.
        invite: Prints a new code and returns its address.
    """

    def __init__(self, codes: AccessCodes, invite: Callable[[], str]) -> None:
        self._codes, self._invite = codes, invite
        self.code = ""

    def refresh(self) -> None:
        """Print a new code if the last one is no longer valid."""
        if not self._codes.is_valid(self.code):
            self.code = self._invite().rpartition("#")[2]


def _invite(served: TablePage, players: tuple[str, ...], seat: int | None) -> str:
    """Print the address of a seat's page, or of the scoreboard, with a new code; return it."""
    served.codes.cancel_unused(seat)
    whose = Message("Scoreboard") if seat is None else Message("{name}", {"name": players[seat]})
    return _print_address(whose, served.invitation(seat))


def _invite_phone(camera: PhoneCamera) -> str:
    return _print_address(Message("Use a phone as camera"), camera.invitation())


def _open_phone_camera(host: str, folder: Path) -> PhoneCamera:
    """Serve the page on which a phone is the camera; print its certificate and its source."""
    from companion.web.phone_camera import PhoneCamera

    camera = PhoneCamera(host, folder, port=None)
    print_line(
        translate(Message("Certificate fingerprint (SHA-256): {digits}", {"digits": camera.certificate.fingerprint}))
    )
    print_line(f"companion watch --source {camera.source}")
    return camera


def _print_address(whose: Message, address: str) -> str:
    """Print an address in letters and as a QR code; return it."""
    import segno

    drawn = io.StringIO()
    segno.make(address, error="m").terminal(out=drawn, compact=True)
    print_line(f"{translate(whose)}: {address}")
    print_utf8(drawn.getvalue().rstrip("\n") + "\n")
    return address
