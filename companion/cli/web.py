"""``companion page``: a scoreboard for those who watch, and pages of their own for seats."""

from __future__ import annotations

import io
import time
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from companion.cli.languages import say, say_error
from companion.cli.output import print_error, print_line, print_utf8
from companion.locale import Message
from companion.names import find_seat
from companion.web.network_interfaces import check_installed

if TYPE_CHECKING:
    from companion.play import AnyPlay
    from companion.web.access_codes import Codes
    from companion.web.phone_camera import PhoneCamera
    from companion.web.server import TablePage

STEP = 0.25
"""Seconds between two looks at what other programs added to the game."""


def page(
    context: typer.Context,
    game: Annotated[str, typer.Argument(help="The game's id, the beginning of it, or its name.")],
    host: Annotated[str, typer.Option(help="The address of this machine to serve it on; others see no page.")] = (
        "127.0.0.1"
    ),
    port: Annotated[
        int | None,
        typer.Option(min=0, max=65535, help="0: any that is free; left out: 8460, or any where that is taken."),
    ] = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(help="A player's name or seat, counted from 0: a page for that seat, whose moves count at once."),
    ] = None,
    camera: Annotated[bool, typer.Option(help="Also a page on which a phone's browser is the camera.")] = False,
) -> int:
    """Serves a game's page until Ctrl-C: each code lets one in. Who watches changes nothing."""
    from companion.cli.kept_games import game_named, journal_in, play_of
    from companion.play import Confirm, Policy, Source

    check_installed()
    from companion.web.server import TablePage

    with journal_in(context.obj) as journal, ExitStack() as closing:
        play = play_of(journal, game_named(journal, game))
        play.policy = Policy({Source.PAGE: Confirm.AT_ONCE})
        seats: list[int | None] = [None, *(find_seat(name, play.game.players, "--seat") for name in seat or ())]
        served = TablePage(play, host, port)
        closing.callback(served.close)

        shown = [Shown(served.codes, partial(_invite, served, play.game.names, one)) for one in seats]
        try:
            if camera:
                filmed = _film(host, context.obj.data)
                closing.callback(filmed.close)
                shown.insert(0, Shown(filmed.codes, partial(_show_camera, filmed)))
            reached = True
            while True:
                reached = _follow(play, reached)
                for one in shown:
                    one.look()
                time.sleep(STEP)
        except KeyboardInterrupt:
            return 0


def _follow(play: AnyPlay, reached: bool) -> bool:
    """Takes in what pages and other programs do; whether the journal is reached. That it is not is said once."""
    from companion.journal import UnreachableJournal

    play.attend()
    try:
        play.catch_up()
    except UnreachableJournal as error:
        if reached:
            print_error(say_error(error))
        return False
    return True


class Shown:
    """A code that lies on the terminal: the next is shown once it was used, or nobody used it in time."""

    def __init__(self, codes: Codes, invite: Callable[[], str]) -> None:
        self._codes, self._invite = codes, invite
        self.code = ""

    def look(self) -> None:
        if not self._codes.stands(self.code):
            self.code = self._invite().rpartition("#")[2]


def _invite(served: TablePage, players: tuple[str, ...], seat: int | None) -> str:
    """Shows where a seat's page is, or the scoreboard, with a new code; that is given."""
    served.codes.recall(seat)
    whose = Message("Scoreboard") if seat is None else Message("{name}", {"name": players[seat]})
    return _show(whose, served.invitation(seat))


def _show_camera(camera: PhoneCamera) -> str:
    return _show(Message("A phone as camera"), camera.invitation())


def _film(host: str, folder: Path) -> PhoneCamera:
    """A page on which a phone is the camera, with what tells it from anybody else's and where its pictures are."""
    from companion.web.phone_camera import PhoneCamera

    camera = PhoneCamera(host, folder, port=None)
    print_line(say(Message("Its certificate, by its SHA-256: {digits}", {"digits": camera.certificate.fingerprint})))
    print_line(f"companion watch --source {camera.source}")
    return camera


def _show(whose: Message, address: str) -> str:
    """An address in letters and as a QR code; it is given back."""
    import segno

    drawn = io.StringIO()
    segno.make(address, error="m").terminal(out=drawn, compact=True)
    print_line(f"{say(whose)}: {address}")
    print_utf8(drawn.getvalue().rstrip("\n") + "\n")
    return address
