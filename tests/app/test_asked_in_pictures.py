"""What a camera proposes or doubts is asked in pictures, at the edge of who is at turn, and set right by tapping."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest

from companion.app.sheets.question import QuestionSheet
from companion.app.sheets.uncertain_reading import UncertainReadingSheet, rectify_card
from companion.app.widgets.card import CardFace
from companion.app.widgets.dice import RollTarget
from companion.app.widgets.icon import Icon
from companion.app.widgets.text import Text
from companion.games.magnate import Phase
from companion.games.magnate.facts import TokensFact
from companion.games.magnate.moves import Correct, Develop, Roll, Sell
from companion.locale import Message
from companion.pieces import Card, DieKind, Suit, Tokens
from companion.play import Source
from companion.questions import Question
from companion.table.choices import choices
from companion.table.questions import Place
from tests.app.at_the_table import roll
from tests.app.tablet import Tablet

MOUNTAIN = Card.parse("4MS")


@pytest.fixture
def rich(table: Tablet) -> Tablet:
    """Ann is to play a card, and can pay for it in several ways."""
    roll(table, 10, 4)
    table.play.propose(Correct((TokensFact(0, table.state.tokens[0], Tokens.parse("M5S5")),)), source=Source.TOUCH)
    table.screen.overlay.close()
    table.settle()
    return table


def propose_by_camera(tablet: Tablet, *moves: Any) -> QuestionSheet:
    tablet.play.propose(*moves, source=Source.CAMERA)
    tablet.settle()
    sheet = tablet.screen.sheet
    assert isinstance(sheet, QuestionSheet)
    return sheet


def cards(sheet: QuestionSheet) -> list[Card]:
    """The cards in the pictures of a proposal."""
    return [face.card for face in reversed(sheet.ids.pictures.children) if isinstance(face, CardFace)]


def test_a_card_that_was_seen_is_shown_with_its_district_and_what_was_paid_and_one_tap_takes_it(rich: Tablet) -> None:
    sheet = propose_by_camera(rich, Develop(0, MOUNTAIN, 0, Tokens.parse("M2S2")))
    assert cards(sheet) == [MOUNTAIN, rich.state.districts[0].card]
    assert [share.text for share in reversed(sheet.ids.paid.children)] == ["−2", "−2"]
    rich.tap(sheet.ids.yes)
    assert MOUNTAIN in rich.state.cards_on_table() and str(rich.state.tokens[0]) == str(Tokens.parse("M3S3"))


def test_a_wrong_payment_is_set_right_by_tapping_its_tokens(rich: Tablet) -> None:
    sheet = propose_by_camera(rich, Develop(0, MOUNTAIN, 0, Tokens.parse("M2S2")))
    rich.tap(next(share for share in sheet.ids.paid.children if share.suit is Suit.MOONS))
    assert sheet.tokens == Tokens.parse("M3S1")
    rich.tap(sheet.ids.yes)
    assert rich.state.tokens[0] == Tokens.parse("M2S4")
    assert rich.screen.sheet is None or not isinstance(rich.screen.sheet, QuestionSheet)


def test_no_leaves_everything_as_it_was(rich: Tablet) -> None:
    before = rich.state
    rich.tap(propose_by_camera(rich, Sell(0, MOUNTAIN)).ids.no)
    assert rich.state == before and not any(q.kind == "confirm" for q in rich.play.questions())


def test_a_proposal_shows_nothing_of_the_one_before_it(rich: Tablet) -> None:
    sheet = propose_by_camera(rich, Develop(0, MOUNTAIN, 0, Tokens.parse("M2S2")))
    rich.tap(next(share for share in sheet.ids.paid.children if share.suit is Suit.MOONS))
    rich.tap(sheet.ids.no)
    sold = propose_by_camera(rich, Sell(0, MOUNTAIN))
    assert cards(sold) == [MOUNTAIN]
    shares = list(reversed(sold.ids.paid.children))
    assert [(share.suit, share.text) for share in shares] == [(Suit.MOONS, "+1"), (Suit.SUNS, "+1")]
    assert all(share.disabled and not share.framed for share in shares)


def test_dice_that_were_seen_are_shown_and_other_numbers_are_two_taps_away(table: Tablet) -> None:
    table.screen.overlay.close()
    sheet = propose_by_camera(table, Roll(0, (9, 4)))
    assert [die.value for die in reversed(sheet.ids.pictures.children)] == [9, 4]
    table.tap(sheet.ids.enter_roll)
    roll(table, 9, 5)
    assert table.state.roll is not None and table.state.roll.dice == (9, 5) and table.state.phase is not Phase.ROLL


def test_the_tray_lies_at_the_edge_of_who_is_at_turn_and_leaves_the_board_in_sight(rich: Tablet) -> None:
    sheet = propose_by_camera(rich, Sell(0, MOUNTAIN))
    assert not sheet.turned and sheet.height <= 0.4 * rich.window.height


def doubt(tablet: Tablet, chosen: list[str], dice: list[DieKind]) -> UncertainReadingSheet:
    offered = choices(("9 4", "9 5", "1 4 / 3", "other", "again"))
    question = Question("dice-1", "roll", Message("what do the dice show?"), offered)
    sheet = UncertainReadingSheet(
        np.zeros((60, 90, 3), np.uint8),
        question=question,
        callback=lambda _key, choice: chosen.append(choice),
        dice=dice,
    )
    tablet.screen.open(sheet)
    tablet.settle()
    return sheet


def test_an_arrow_leads_from_a_doubtful_card_to_the_district_beside_which_it_lies(table: Tablet) -> None:
    ground, place = table.screen.actions.describe_place(Place(1, 1, 0))
    assert (ground, place) == (table.state.districts[1].card, "Ben, district 2")
    question = Question("card-1", "card", Message("Which card is this?"), choices(("4MS", "4WL", "none")))
    sheet = UncertainReadingSheet(
        np.zeros((60, 90, 3), np.uint8), question=question, neighbour=ground, neighbour_place=place
    )
    table.screen.open(sheet)
    table.settle()
    shown = {text.text for text in sheet.walk() if isinstance(text, Text)}
    [arrow] = [icon for icon in sheet.walk() if isinstance(icon, Icon) and icon.name == "forth"]
    assert place in shown and sheet.ids.neighbour.card == ground and arrow.width > 10


def test_a_doubt_that_is_about_no_place_has_no_arrow(table: Tablet) -> None:
    sheet = doubt(table, [], [])
    assert not any(icon.name == "forth" for icon in sheet.walk() if isinstance(icon, Icon))


def test_a_doubtful_roll_is_chosen_by_its_dice_the_likeliest_first(table: Tablet) -> None:
    chosen: list[str] = []
    sheet = doubt(table, chosen, [])
    first = sheet.answers["9 4"]
    assert isinstance(first, RollTarget) and sheet.ids.choices.children[-1] is first
    assert [(die.value, die.kind) for die in reversed(sheet.answers["1 4 / 3"].ids.dice.children)] == [
        (1, "d10"),
        (4, "d10"),
        (3, "suit"),
    ]
    table.tap(first)
    assert chosen == ["9 4"]


def test_a_roll_that_is_not_among_the_choices_is_two_taps_away(table: Tablet) -> None:
    chosen: list[str] = []
    sheet = doubt(table, chosen, [DieKind.D10, DieKind.D10])
    table.tap(sheet.answers["7"])
    assert chosen == []
    table.tap(sheet.answers["10"])
    assert chosen == ["7 10"]


def test_a_card_that_lies_askew_is_shown_upright() -> None:
    card = np.zeros((140, 100, 3), np.uint8)
    card[:70] = (0, 0, 255)
    corners = [(60.0, 20.0), (140.0, 80.0), (56.0, 192.0), (-24.0, 132.0)]
    flat = np.array([[0, 0], [100, 0], [100, 140], [0, 140]], np.float32)
    askew = cv2.warpPerspective(card, cv2.getPerspectiveTransform(flat, np.array(corners, np.float32)), (200, 200))
    shown = rectify_card(np.asarray(askew, np.uint8), corners)
    assert tuple(shown[60, 150]) == (255, 0, 0) and tuple(shown[200, 150]) == (0, 0, 0)
