"""``companion page``: a scoreboard for those who watch, and pages of their own for seats."""

from __future__ import annotations

import io
import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from companion.cli.languages import say
from companion.cli.output import print_line, print_utf8
from companion.errors import CompanionError
from companion.locale import Message
from companion.page.interfaces import check_installed

if TYPE_CHECKING:
    from companion.page.phone_camera import PhoneCamera

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
        list[str] | None, typer.Option(help="A player's name: a page for that seat, whose moves count at once.")
    ] = None,
    camera: Annotated[bool, typer.Option(help="Also a page on which a phone's browser is the camera.")] = False,
) -> int:
    """Serves a game's page until Ctrl-C: each code lets one in. Who watches changes nothing."""
    from companion.cli.kept import game_named, journal_in, play_of
    from companion.play import Confirm, Policy, Source

    check_installed()
    from companion.page.server import TablePage

    with journal_in(context.obj) as journal, ExitStack() as closing:
        play = play_of(journal, game_named(journal, game))
        play.policy = Policy({Source.PAGE: Confirm.AT_ONCE})
        seats: list[int | None] = [None, *(_seat(play.game.players, name) for name in seat or ())]
        served = TablePage(play, host, port)
        closing.callback(served.close)

        def invite(one: int | None) -> None:
            whose = Message("Scoreboard") if one is None else Message("{name}", {"name": play.game.players[one]})
            _show(whose, served.invitation(one))

        try:
            if camera:
                closing.callback(_film(host, context.obj.data).close)
            for one in seats:
                invite(one)
            let_in = dict.fromkeys(seats, 0)
            while True:
                play.attend()
                play.catch_up()
                inside = served.codes.inside()
                for one in seats:
                    if inside.get(one, 0) > let_in[one]:
                        invite(one)
                    let_in[one] = inside.get(one, 0)
                time.sleep(STEP)
        except KeyboardInterrupt:
            return 0


def _film(host: str, folder: Path) -> PhoneCamera:
    """A page on which a phone is the camera, with what tells it from anybody else's and where its pictures are."""
    from companion.page.phone_camera import PhoneCamera

    camera = PhoneCamera(host, folder, port=None)
    _show(Message("A phone as camera"), camera.invitation())
    print_line(say(Message("Its certificate, by its SHA-256: {digits}", {"digits": camera.certificate.fingerprint})))
    print_line(f"companion watch --source {camera.source}")
    return camera


def _show(whose: Message, address: str) -> None:
    """An address in letters and as a QR code."""
    import segno

    drawn = io.StringIO()
    segno.make(address, error="m").terminal(out=drawn, compact=True)
    print_line(f"{say(whose)}: {address}")
    print_utf8(drawn.getvalue().rstrip("\n") + "\n")


def _seat(players: tuple[str, ...], name: str) -> int:
    if name not in players:
        raise CompanionError(
            name, Message("does not play this game"), Message("name one of {names}", {"names": ", ".join(players)})
        )
    return players.index(name)
