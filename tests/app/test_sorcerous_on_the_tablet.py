"""A whole game of Sorcerous Futures by touch: the ritual, auctions open and closed, the end explained."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from companion.app.sheets.alone import AloneSheet
from companion.app.sheets.cover import CoverSheet
from companion.app.sheets.form import FormSheet
from companion.app.sheets.steps import StepsSheet
from companion.app.words import words
from companion.games.sorcerous_futures.game import SORCEROUS_FUTURES
from companion.games.sorcerous_futures.options import PRESETS
from companion.games.sorcerous_futures.setup import Setup
from companion.games.sorcerous_futures.state import Phase
from companion.pieces import Card
from tests.app.tablet import Tablet
from tests.games.sorcerous_futures.reference import Table, deal
from tests.games.sorcerous_futures.told import cards

LANDSCAPE, PORTRAIT = (1280, 800), (800, 1280)
NAMES = ("Ann", "Ben", "Cleo", "Dan")


def begun(tablet: Tablet, table: Table) -> Tablet:
    """The table of the reference, on the tablet."""
    preset = PRESETS["three-players" if table.seats == 3 else "four-players"]
    setup = Setup(tuple(cards(*own) for own in table.aces))
    tablet.app.start_game(SORCEROUS_FUTURES, NAMES[: table.seats], preset, setup)
    tablet.settle()
    return tablet


@pytest.fixture
def lying() -> Table:
    return deal(3, random.Random(5))


@pytest.fixture
def three(tablet: Tablet, lying: Table) -> Tablet:
    begun(tablet, lying)
    tablet.press_back()
    return tablet


def pads(tablet: Tablet) -> dict[str, Any]:
    """Every pad that something is asked with, by what it says."""
    return {pad.text: pad for view in tablet.screen.asked for pad in view.pads}


def pick(tablet: Tablet, *codes: str) -> None:
    view = tablet.screen.sheet.view
    for code in codes:
        tablet.tap(view.pick.targets[Card.parse(code)])
    if view.done is not None and view.done.parent is not None:
        tablet.tap(view.done)


def type_in(tablet: Tablet, amount_pad: Any, amount: int) -> None:
    for digit in str(amount):
        tablet.tap(amount_pad.digits[int(digit)])
    tablet.tap(amount_pad.done)


def say(tablet: Tablet, text: str, *codes: str) -> None:
    """Taps the pad and then the cards that its form asks for."""
    tablet.settle()
    tablet.tap(pads(tablet)[words._(text)])
    for code in codes:
        pick(tablet, code)


def lay_five(tablet: Tablet, table: Table) -> None:
    tablet.settle()
    tablet.tap(pads(tablet)[words._("Lay five cards open")])
    pick(tablet, *table.deal_five())


def seal(tablet: Tablet, seat: int, gold: int) -> None:
    """As a player does who is alone with the tablet."""
    tablet.settle()
    tablet.tap(tablet.screen.asked[seat].pads[0])
    tablet.tap(tablet.screen.sheet.ids.cover)
    type_in(tablet, tablet.screen.sheet.pad, gold)


def texts(tablet: Tablet) -> list[str]:
    return [widget.text for widget in tablet.screen.walk() if isinstance(getattr(widget, "text", None), str)]


def test_the_ritual_is_told_step_by_step_before_the_first_cards(tablet: Tablet, lying: Table) -> None:
    begun(tablet, lying)
    sheet, told = tablet.screen.sheet, []
    assert isinstance(sheet, StepsSheet)
    while tablet.screen.sheet is sheet:
        told.append((sheet.notice, sheet.text))
        tablet.tap(sheet.ids.next)
    assert [rule for rule, _ in told] == ["H3", *["H4"] * 7, "H2", "H6", "H7", "H8"]
    assert any("pass both face down to the right: Ann to Cleo, Ben to Ann and Cleo to Ben" in text for _, text in told)
    say(tablet, "How the table is set up")
    assert tablet.screen.sheet.text == told[0][1]


def test_the_giver_of_crowns_is_offered_only_such_as_match_no_ace_of_theirs(tablet: Tablet) -> None:
    table = deal(4, random.Random(5))
    begun(tablet, table)
    tablet.press_back()
    giver = table.aces.index([])
    tablet.tap(pads(tablet)[NAMES[giver]])
    tablet.tap(tablet.screen.sheet.ids.cover)
    tablet.tap(tablet.screen.sheet.pads[0])
    view = tablet.screen.sheet.view
    pick(tablet)
    for seat in range(4):
        offered = {str(card) for card in view.pick.targets}
        assert offered == {f"C{suit}" for suit in "MSWLYK"} - {f"C{ace[1]}" for ace in table.aces[seat]}
        pick(tablet, table.crowns[seat])
    assert [str(one.card) for one in tablet.state.notes[giver].crowns] == table.crowns


def test_what_a_player_noted_is_seen_behind_their_own_cover_alone(three: Tablet, lying: Table) -> None:
    three.tap(pads(three)["Ben"])
    sheet = three.screen.sheet
    assert isinstance(sheet, AloneSheet)
    three.tap(sheet.ids.cover)
    three.tap(sheet.pads[0])
    under = [lying.valuations[place] for place in lying.aces[1]]
    for code in (*under, lying.crowns[1]):
        pick(three, code)
    assert three.screen.sheet is None and three.screen.sentence == "Ben notes something"
    crown = Card.parse(lying.crowns[1]).name
    assert not any(crown in text for text in texts(three))
    three.tap(pads(three)["Ann"])
    three.tap(three.screen.sheet.ids.cover)
    assert not any(crown in text for text in texts(three))
    three.press_back()
    three.tap(pads(three)["Ben"])
    assert not any(crown in text for text in texts(three))
    three.tap(three.screen.sheet.ids.cover)
    assert any(text == f"Ben noted: Ben has {crown}" for text in texts(three))


def test_an_open_auction_is_bid_for_in_order(three: Tablet, lying: Table) -> None:
    lay_five(three, lying)
    card, first = lying.middle[0], lying.active
    say(three, "Open auction", card)
    second, third = (first + 1) % 3, (first + 2) % 3
    three.tap(pads(three)["Bid higher"])
    assert isinstance(three.screen.sheet, FormSheet)
    type_in(three, three.screen.sheet.view.amount, 30)
    say(three, "Pass")
    say(three, "Pass")
    assert third != second and three.state.gold[second] == 60
    assert [str(one.card) for one in three.state.bought[second]] == [card]


def test_a_bid_is_typed_behind_a_cover_and_shown_with_all_others(three: Tablet, lying: Table) -> None:
    lay_five(three, lying)
    say(three, "Closed auction", lying.middle[1])
    three.tap(three.screen.asked[0].pads[0])
    sheet = three.screen.sheet
    assert isinstance(sheet, CoverSheet) and sheet.pad is None
    three.press_back()
    for seat, gold in enumerate((12, 0, 31)):
        assert three.state.gold == (90, 90, 90)
        seal(three, seat, gold)
    assert three.state.gold == (90, 90, 59)


def test_no_bid_above_the_own_gold_can_be_typed(three: Tablet, lying: Table) -> None:
    lay_five(three, lying)
    say(three, "Closed auction", lying.middle[1])
    three.tap(three.screen.asked[0].pads[0])
    three.tap(three.screen.sheet.ids.cover)
    pad = three.screen.sheet.pad
    assert pad.done.disabled
    three.tap(pad.digits[9])
    three.tap(pad.digits[1])
    assert (pad.typed, pad.done.disabled) == ("9", False)
    three.tap(pad.back)
    assert (pad.typed, pad.done.disabled) == ("", True)


def test_bids_of_opened_hands_are_tapped_in_one_after_the_other(three: Tablet, lying: Table) -> None:
    lay_five(three, lying)
    say(three, "Closed auction", lying.middle[1])
    three.tap(pads(three)["Hands were opened: tap the bids in"])
    for gold in (4, 4, 3):
        type_in(three, three.screen.sheet.view.amount, gold)
    assert sorted(three.state.gold) == [86, 90, 90]


def auction(tablet: Tablet, table: Table, dice: random.Random) -> None:
    """One more, open or closed, on the tablet and beside it."""
    card, before = dice.choice(table.middle), tablet.state.auctions
    if dice.random() < 0.3:
        say(tablet, "Open auction", card)
        while tablet.state.auctions == before:
            say(tablet, "Pass")
        table.take(table.active, card, 90 * table.seats - sum(tablet.state.gold) - table.bank)
    else:
        say(tablet, "Closed auction", card)
        bids = [dice.randint(0, 3) for _ in table.gold]
        for seat, gold in enumerate(bids):
            seal(tablet, seat, gold)
        table.closed_auction(card, bids)
    assert list(tablet.state.gold) == table.gold


def show(tablet: Tablet, table: Table, seat: int) -> None:
    tablet.settle()
    first = next(view for view in tablet.screen.asked if view.text.startswith(NAMES[seat]))
    tablet.tap(first.pads[0])
    for code in (*(table.valuations[place] for place in table.in_front(seat)), table.crowns[seat]):
        pick(tablet, code)


def play_to_the_end(tablet: Tablet, table: Table, seen: Callable[[], None]) -> None:
    dice = random.Random(1)
    while not table.auctions_are_over():
        if table.must_turn_up():
            table.turned_up = True
            say(tablet, "Turn it up", table.valuations["X"])
        if table.must_deal():
            lay_five(tablet, table)
            seen()
        auction(tablet, table, dice)
    assert tablet.state.phase is Phase.SHOW
    for seat in range(table.seats):
        show(tablet, table, seat)


@pytest.mark.parametrize(
    ("size", "language", "seats"),
    [(LANDSCAPE, "en", 3), (PORTRAIT, "fr", 3), (LANDSCAPE, "fr", 4), (PORTRAIT, "en", 4)],
)
def test_a_whole_game_is_tapped_to_its_end(tablet: Tablet, size: tuple[int, int], language: str, seats: int) -> None:
    words.language = language
    tablet.resize(*size)
    table = deal(seats, random.Random(seats))
    begun(tablet, table)
    tablet.press_back()

    def everything_can_be_tapped() -> None:
        for target in tablet.targets():
            assert min(target.size) >= 71.5, (target, target.size)

    play_to_the_end(tablet, table, everything_can_be_tapped)
    assert tablet.state.over
    shown = texts(tablet)
    totals = table.scores()
    for seat, total in enumerate(totals):
        said = {"en": f"{NAMES[seat]}: {total} gold in all", "fr": f"{NAMES[seat]} : {total} po en tout"}[language]
        assert said in shown
    for seat in range(seats):
        for code in table.bought[seat]:
            assert any(Card.parse(code).name in text or code in text for text in shown) or language == "fr"
