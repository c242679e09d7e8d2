"""``companion demo``: the main job on bundled input, without camera, screen or network."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from companion.cli.languages import say, speech
from companion.cli.output import print_aside, print_json, print_line
from companion.cli.schemas.versions import stamped
from companion.files import check_output_path, write
from companion.locale import Message, Wording

if TYPE_CHECKING:
    from companion.cli.game_commands import Scored
    from companion.demo.whole_game import RollDice
    from companion.folders import Folders


def demo(
    context: typer.Context,
    roller: Annotated[
        bool, typer.Option(help="Play with fresh rolls of the emulated roller, where one can be built and run.")
    ] = True,
    film: Annotated[
        bool, typer.Option("--film", help="Follow a bundled film of a table instead, and catch the mistake in it.")
    ] = False,
    picture: Annotated[
        Path | None, typer.Option(help="Draw the photo, or the film's mistake, with what was read, into this PNG file.")
    ] = None,
    open_it: Annotated[
        bool, typer.Option("--open", help="Where there is a screen, open the app on the game that was played.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document; with --film a line an event.")] = (
        False
    ),
) -> int:
    """Reads a bundled photo of a table and scores it; then plays a whole bundled game and scores that."""
    if picture is not None:
        check_output_path(picture, context.obj.own)
    if film:
        from companion.cli.magnate.film import show_film

        return show_film(context.obj, picture, as_json)
    return _photo_and_game(context.obj, roller, picture, open_it, as_json)


def _photo_and_game(folders: Folders, roller: bool, picture: Path | None, open_it: bool, as_json: bool) -> int:
    from companion.cli.score_output import show_scored

    table = _photographed_table(folders, picture)
    if not as_json:
        show_scored(table)
    with tempfile.TemporaryDirectory() as kept:
        with _roller_dice(Path(kept), roller) as (dice, told):
            game = _played_game(Path(kept), dice, told, as_json)
        if as_json:
            document = {"photo": {"sure": table.sure, **table.worth}, "game": game}
            print_json(stamped("demo", document), indent=1)
        if picture is not None:
            lies_in(picture)
        if open_it:
            _open_the_app(Path(kept))
    return 0 if table.sure else 1


def _open_the_app(kept: Path) -> None:
    """Opens the app on the game that was played, until it is closed; where there is no screen, says so."""
    from companion.app.environment import must_have_a_screen
    from companion.app.run import run as open_the_app
    from companion.app.work_area import NoScreen
    from companion.folders import Folders

    try:
        must_have_a_screen()
    except NoScreen:
        _whisper(Message("No screen is here; where one is, this opens the app on the game that was played."))
        return
    _whisper(Message("Opening the app on this game; what is done there is forgotten when it is closed."))
    open_the_app(Folders(kept), "demo")


def lies_in(picture: Path) -> None:
    """Says where a picture was put."""
    _whisper(Message("The picture with what was read in it: {file}", {"file": str(picture.resolve())}))


def _photographed_table(folders: Folders, picture: Path | None) -> Scored:
    from companion.cli.known_decks import known_decks
    from companion.cli.magnate.photo_score import scored
    from companion.demo import bundled
    from companion.table.edge import Edge
    from companion.table.magnate.game_prior import PhotoAnswers
    from companion.table.magnate.layout import read_layout
    from companion.vision.pictures import load_picture
    from companion.vision.recognise import recognise

    _whisper(Message("Reading a photo of a table ({file}) …", {"file": bundled.photo().name}))
    photo = load_picture(bundled.photo())
    seen = recognise(photo.pixels, known_decks(folders))
    if picture is not None:
        from companion.vision.overlay import encode_overlay

        write(picture, encode_overlay(photo.pixels, seen.sightings, picture.suffix), own=folders.own)
    found: Wording = {"n": len(seen.sightings.cards), "ms": round(seen.milliseconds)}
    _whisper(Message("{n} card found in {ms} ms", found, "{n} cards found in {ms} ms", "n"))
    reading = read_layout(seen.sightings, bundled.OPTIONS, Edge.BOTTOM, PhotoAnswers())
    return scored(reading, reading.layout.tokens)


def _played_game(kept: Path, dice: RollDice | None, told: Message, as_json: bool) -> dict[str, Any]:
    """Plays the bundled deal into a journal of its own; with the roller's dice the game is a new one."""
    from companion.cli.board import show_board
    from companion.cli.terminal import terminal
    from companion.demo import bundled
    from companion.demo.deal import Deal
    from companion.games.magnate.game import MAGNATE
    from companion.journal import Journal

    print_aside("")
    _whisper(Message("Playing a game, {rolls} …", {"rolls": told}))
    with Journal.open(f"sqlite:///{kept / 'games.db'}") as journal:
        if dice is None:
            play = bundled.replay(journal)
        else:
            play = bundled.keep_game(journal, Deal.from_seed(bundled.SEED, bundled.OPTIONS), dice)
        if not as_json:
            print_line(say(Message("The last it tells:")))
            for telling in play.history()[-6:]:
                print_line(f"  {say(telling.message)}")
            show_board(terminal(), play.course, speech.translations)
        return {
            "rolls": "record" if dice is None else "emulated roller",
            "moves": play.seq,
            **MAGNATE.score_to_json(play.state, bundled.PLAYERS),
        }


@contextmanager
def _roller_dice(folder: Path, wanted: bool) -> Iterator[tuple[RollDice | None, Message]]:
    """The emulated roller's dice, and how to say so; None and the reason where it cannot be had."""
    from companion.roller import ConnectedRoller
    from firmware_bridge.emulator.board import EmulatedBoard, EmulatorMissing, build

    recorded = Message("rolls from its record")
    if not wanted:
        yield None, recorded
        return
    try:
        board = EmulatedBoard(folder, build(folder / "firmware"))
    except EmulatorMissing as missing:
        why: Wording = {"rolls": recorded, "why": str(missing)}
        yield None, Message("{rolls} (no emulated roller: {why})", why)
        return
    with board, ConnectedRoller(lambda _: False, _whisper, port=board.port) as roller:
        yield _waiting(roller), Message("rolls from the roller's real firmware, emulated")


def _waiting(roller: Any) -> RollDice:
    """Asks the roller and waits for the answer."""
    from companion.cli.roll_wait import rolled_by

    return partial(rolled_by, roller.dice)


def _whisper(notice: Message) -> None:
    print_aside(say(notice))
