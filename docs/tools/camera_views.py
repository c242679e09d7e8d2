"""What a camera shows and asks over a table of Magnate, opened to be drawn."""

from collections.abc import Iterable, Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.app.camera.camera_state import TableCheck
from companion.app.sheets.differences import DifferencesSheet, UncertainReadingSheet
from companion.demo.bundled import photo
from companion.games.magnate import Phase
from companion.games.magnate.moves import BuyDeed, Develop, Roll
from companion.games.magnate.paying import deed_price, payment_for, price
from companion.games.magnate.playing import places
from companion.games.magnate.state import Column
from companion.live.events import CheckedDifference, Disagreed, TableChecked
from companion.locale import Message
from companion.pictures.sources.frame import Frame
from companion.pieces import Card, DieKind
from companion.play import Source
from companion.questions import Question
from companion.rolls.roll_detection import AGAIN, NO, OTHER
from companion.table.magnate.difference import ColumnDifference, Disagreement
from companion.table.magnate.resolutions import describe_differences, put_back
from companion.table.questions import Place, choices
from companion.table.sightings import Sightings
from docs.tools.app_games import NAMES, play_to, state_at

TURN = 41
"""A turn with a tax, income, deeds and close districts."""
_REGION = (900.0, 500.0, 1300.0, 900.0)
_NOT_ACCEPTED = Message("the move shown on the table was not accepted")
_NAMED = choices(("4MS", "4WL", "5ML", "none"))
WHICH_CARD = Question("card", "card", Message("Which card is this?"), _NAMED, None, _REGION)


def _which_roll(rolls: Iterable[str]) -> Question:
    answers = (*choices(rolls), OTHER, NO, AGAIN)
    return Question("roll", "roll", Message("What do the dice show?"), answers, None, _REGION)


WHICH_ROLL = _which_roll(f"1 {n} / 4" for n in range(1, 11))
WHICH_TWO_DICE = _which_roll(f"{first} {second}" for first in (6, 8) for second in (3, 5, 10, 1, 2))


def proposed_move(app: Any) -> None:
    """Let the camera propose a card that was developed, or a deed where nothing else can be paid."""
    hand = play_to(app, "standard", TURN)
    state = app.play.state
    card = next(card for card in hand if places(state, state.player, card))
    cost = payment_for(card, price(card, state.options), state.tokens[state.player])
    place = places(state, state.player, card)[0]
    deed = BuyDeed(state.player, card, place, deed_price(card, state.options))
    app.play.propose(deed if cost is None else Develop(state.player, card, place, cost), source=Source.CAMERA)


def proposed_roll(app: Any) -> None:
    """Let the camera propose a roll with a tax."""
    play_to(app, "standard", TURN, Phase.ROLL)
    app.root.current_screen.overlay.close()
    app.play.propose(Roll(app.play.state.player, (1, 8), (4,)), source=Source.CAMERA)


def doubt(app: Any, question: Question) -> None:
    """Open a question of the camera over the bundled photo."""
    play_to(app, "standard", TURN)
    screen = app.root.current_screen
    sheet = UncertainReadingSheet(_photo(), question=question, dice=[DieKind.D10, DieKind.D10])
    if question.kind == "card":
        sheet.ground, sheet.icon_left = screen.actions.describe_place(Place(3, 1, 0))
    screen.open(sheet)


def laid_again(screen: Any) -> None:
    """Open the sheet that sets a game up again, with half of the cards laid."""
    state, names = screen.state, screen.names
    columns = tuple(
        ColumnDifference(place, seat, state.column(seat, place) or Column(), Column())
        for place in range(len(state.districts))
        for seat in range(len(names))
    )
    screen.open_put_away()
    doing = Message("Table read: {cards} cards, {dice} dice. It differs from the game.", {"cards": 5, "dice": 3})
    found = Disagreement(_NOT_ACCEPTED, columns)
    screen.sheet.show(TableCheck(doing, agrees=False, to_lay=put_back(state, found, names)))


def differ(app: Any) -> None:
    """Open the sheet of a table that differs from the game in four columns."""
    _open_differences(app, (_REGION,) * 4)
    app.root.current_screen.sheet.can_adopt_all = True


def checked(app: Any) -> None:
    """Open what a check of the whole table found, one difference with its place in the picture and one without."""
    _open_differences(app, (_REGION, None))


def _open_differences(app: Any, regions: Sequence[tuple[float, float, float, float] | None]) -> None:
    """Open columns in each of which the table has one card alone, with their places in the picture."""
    play_to(app, "standard", TURN)
    state, screen = app.play.state, app.root.current_screen
    columns = [
        ColumnDifference(place, seat, state.column(seat, place) or Column(), Column((Card.parse("4MS"),)))
        for place, seat in ((0, 0), (0, 1), (1, 0), (1, 1))[: len(regions)]
    ]
    found = tuple(
        CheckedDifference(
            str(number),
            tuple(describe_differences(state, [one], NAMES)),
            region,
            None,
            None,
            put_back(state, Disagreement(_NOT_ACCEPTED, (one,)), NAMES),
        )
        for number, (one, region) in enumerate(zip(columns, regions, strict=True))
    )
    screen.overlay.open(DifferencesSheet(TableChecked(found), _photo(), camera=screen.camera), over=screen)


def mistaken(app: Any) -> None:
    """Open the sample video where its mistake was found, with the bundled photo in its place."""
    app.go("start")
    app.go("show_me")
    screen, pixels = app.root.current_screen, _photo()
    screen.film.close()
    state = state_at(TURN)
    screen.show_game(state)
    screen.show_frame(Frame(pixels, 0.0, 0), Sightings(pixels.shape[1], pixels.shape[0]))
    own = state.column(1, 0) or Column()
    column = ColumnDifference(0, 1, own, Column((*own.cards, Card.parse("8YK"))))
    found = Disagreement(_NOT_ACCEPTED, (column,))
    screen.take(Disagreed(found, NAMES[:2], {}, put_back(state, found, NAMES[:2])))


def _photo() -> NDArray[np.uint8]:
    return np.asarray(cv2.imread(str(photo())), np.uint8)
