"""What a camera shows and asks over a table of Magnate, opened to be drawn."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from companion.app.camera.camera_state import TableCheck
from companion.games.magnate import Phase
from companion.games.magnate.moves import BuyDeed, Develop, Roll
from companion.games.magnate.paying import deed_price, payment_for, price
from companion.games.magnate.playing import places
from companion.games.magnate.state import Column
from companion.locale import Message
from companion.pieces import Card, DieKind
from companion.play import Source
from companion.questions import Question
from companion.rolls.roll_detection import AGAIN, NO, OTHER
from companion.table.magnate.difference import ColumnDifference, Disagreement
from companion.table.magnate.resolutions import describe_differences, put_back
from companion.table.questions import Place, choices
from docs.tools.app_games import NAMES, play_to

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


def doubted(question: Question) -> Callable[[Any], object]:
    """Return what opens a question of the camera over the bundled photo."""

    def view(app: Any) -> None:
        import cv2

        from companion.app.sheets.differences import UncertainReadingSheet
        from companion.demo.bundled import photo

        play_to(app, "standard", TURN)
        pixels = np.asarray(cv2.imread(str(photo())), np.uint8)
        screen = app.root.current_screen
        sheet = UncertainReadingSheet(pixels, question=question, dice=[DieKind.D10, DieKind.D10])
        if question.kind == "card":
            sheet.ground, sheet.icon_left = screen.actions.describe_place(Place(3, 1, 0))
        screen.open(sheet)

    return view


def _other_columns(app: Any, count: int) -> tuple[ColumnDifference, ...]:
    """Play to a turn, and return columns in each of which the table has one card alone."""
    play_to(app, "standard", TURN)
    state = app.play.state
    return tuple(
        ColumnDifference(place, seat, state.column(seat, place) or Column(), Column((Card.parse("4MS"),)))
        for place, seat in ((0, 0), (0, 1), (1, 0), (1, 1))[:count]
    )


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
    import cv2

    from companion.app.sheets.differences import DifferencesSheet
    from companion.demo.bundled import photo
    from companion.live.events import CheckedDifference, TableChecked

    columns = _other_columns(app, len(regions))
    state, screen = app.play.state, app.root.current_screen
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
    pixels = np.asarray(cv2.imread(str(photo())), np.uint8)
    screen.overlay.open(DifferencesSheet(TableChecked(found), pixels, camera=screen.camera), over=screen)
