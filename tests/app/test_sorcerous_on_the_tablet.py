"""A whole game of Sorcerous Futures by touch: the ritual, auctions open and closed, the end explained."""

from __future__ import annotations

import random
import time
from pathlib import Path
from typing import Any

import cv2
import pytest

from companion.app.sheets.alone import AloneSheet
from companion.app.sheets.cover import CoverSheet
from companion.app.sheets.form import FormSheet
from companion.app.sheets.steps import StepsSheet
from companion.app.words import words
from companion.games.sorcerous_futures.foresight import forecast
from companion.games.sorcerous_futures.game import SORCEROUS_FUTURES
from companion.games.sorcerous_futures.hidden import seen_by
from companion.games.sorcerous_futures.moves import Note
from companion.games.sorcerous_futures.options import PRESETS
from companion.games.sorcerous_futures.setup import Setup
from companion.games.sorcerous_futures.state import Notes, Phase
from companion.locale import Message
from companion.pieces import Card
from companion.play import Source
from tests.app.tablet import Tablet
from tests.games.sorcerous_futures.random_table import play, random_table
from tests.games.sorcerous_futures.reference import Table, deal
from tests.games.sorcerous_futures.told import cards, move, valuations
from tests.vision.table_pictures import Lying, table_picture

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


def test_a_game_is_begun_from_the_first_screen_with_the_aces_that_lie_there(tablet: Tablet) -> None:
    tablet.tap(tablet.screen.doors["other_games"])
    tablet.tap(next(door for door in tablet.targets() if getattr(door, "text", "") == "Sorcerous Futures"))
    form = tablet.screen
    tablet.tap(form.fields["preset"].pads["four-players"])
    for seat, aces in enumerate((["AM", "AS"], [], ["AW", "AL"], ["AY", "AK"])):
        form.fields["aces"].fields[seat].value = aces
    tablet.tap(form.ids.start)
    assert tablet.screen.name == "any_game" and isinstance(tablet.screen.sheet, StepsSheet)
    assert [len(own) for own in tablet.state.aces] == [2, 0, 2, 2]


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
    assert three.screen.sentence == "Ben notes something"
    assert not three.screen.sheet
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


def read_photo(tablet: Tablet, path: Path) -> None:
    """Chooses it by tapping, and waits until it is read."""
    tablet.tap(tablet.screen.sheet.view.photo)
    tablet.screen.sheet.folder = path.parent
    tablet.settle()
    tablet.tap(tablet.screen.sheet.pads[path.name])
    until = time.monotonic() + 120
    while tablet.screen.photo.looking and time.monotonic() < until:
        time.sleep(0.02)
        tablet.settle(1)


def test_five_cards_are_shown_in_a_photo_and_what_differs_is_tapped(three: Tablet, tmp_path: Path) -> None:
    lying = ("4MS", "8YK", "5ML", "6LK", "AM")
    laid = [Lying(code, 120 + 180 * place, 300) for place, code in enumerate(lying)]
    path = tmp_path / "five.png"
    cv2.imwrite(str(path), table_picture(laid, (1000, 600)))
    say(three, "Lay five cards open")
    read_photo(three, path)
    sheet = three.screen.sheet
    assert sheet.notice == "4 cards were read for sure: tap what differs", "an Ace is never auctioned"
    assert set(map(str, sheet.view.pick.picked)) == set(lying[:4])
    assert sheet.view.done.disabled
    three.tap(sheet.view.pick.targets[Card.parse("9MS")])
    three.tap(sheet.view.done)
    assert set(map(str, three.state.middle)) == {*lying[:4], "9MS"}


def test_a_file_that_is_no_photo_is_said_to_be_none_and_the_cards_are_tapped(three: Tablet, tmp_path: Path) -> None:
    path = tmp_path / "five.png"
    path.write_bytes(b"no picture")
    say(three, "Lay five cards open")
    read_photo(three, path)
    assert "five.png" in three.screen.sheet.notice
    assert three.screen.sheet.view.pick.picked == ()


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


def test_nothing_on_the_shared_screen_tells_what_was_bid(three: Tablet, lying: Table) -> None:
    lay_five(three, lying)
    say(three, "Closed auction", lying.middle[1])
    shown = []
    for gold in (0, 41, 90):
        seal(three, 0, gold)
        shown.append(texts(three))
    assert shown[0] == shown[1] == shown[2]
    assert any("Ann" in text and "answered" in text for text in shown[0])
    assert three.play.seq == 2, "nothing is journaled either"


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


def test_what_a_card_may_be_worth_is_told_to_all_and_what_one_noted_counts_behind_their_cover(
    three: Tablet, lying: Table
) -> None:
    lay_five(three, lying)
    before = three.state
    noted = Note(1, Notes(valuations({place: lying.valuations[place] for place in lying.aces[1]})))
    three.play.propose(noted, source=Source.TOUCH)
    say(three, "What may come")
    shown = texts(three)
    for seat, worth in enumerate(forecast(before).cards[0].worth):
        assert f"{worth:.1f}".removesuffix(".0") in shown, seat
    three.press_back()
    three.tap(pads(three)["Ben"])
    three.tap(three.screen.sheet.ids.cover)
    own = forecast(seen_by(three.state, 1)).cards[0].worth[1]
    assert f"{own:.1f}".removesuffix(".0") in texts(three)


def test_gold_is_set_right_in_four_taps(three: Tablet) -> None:
    three.tap(pads(three)["Set something right"])
    view = three.screen.sheet.view
    three.tap(view.pads[0])
    three.tap(view.pads[2])
    type_in(three, view.amount, 77)
    assert (three.state.gold, three.screen.sheet) == ((90, 90, 77), None)
    assert three.screen.sentence == "set right: Cleo has 77 gold"


def test_a_bought_card_and_the_turn_are_set_right(three: Tablet, lying: Table) -> None:
    lay_five(three, lying)
    say(three, "Open auction", lying.middle[0])
    say(three, "Pass")
    say(three, "Pass")
    holder = next(seat for seat, own in enumerate(three.state.bought) if own)
    other = (holder + 1) % 3
    three.tap(pads(three)["Set something right"])
    view = three.screen.sheet.view
    three.tap(view.pads[2])
    pick(three, lying.middle[0])
    three.tap(view.pads[other])
    assert [len(own) for own in three.state.bought][other] == 1
    three.tap(pads(three)["Set something right"])
    view = three.screen.sheet.view
    three.tap(view.pads[1])
    three.tap(view.pads[other])
    assert three.state.player == other


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


def play_to_the_end(tablet: Tablet, table: Table) -> None:
    dice = random.Random(1)
    while not table.auctions_are_over():
        if table.must_turn_up():
            table.turned_up = True
            say(tablet, "Turn it up", table.valuations["X"])
        if table.must_deal():
            lay_five(tablet, table)
            everything_can_be_tapped(tablet)
        auction(tablet, table, dice)
    assert tablet.state.phase is Phase.SHOW
    for seat in range(table.seats):
        show(tablet, table, seat)


def nearly_over(tablet: Tablet, seed: int) -> Table:
    """A game on the tablet that was played at random to its last auction."""
    table, dice = random_table(seed)
    begun(tablet, table)
    tablet.app.go("start")
    for event, _ in play(table, dice):
        tablet.play.propose(move(event), source=Source.TOUCH)
        if table.auctions == 19:
            break
    tablet.app.go("any_game")
    tablet.settle()
    return table


TABLETS = pytest.mark.parametrize(
    ("size", "language", "seats"),
    [(LANDSCAPE, "en", 3), (PORTRAIT, "fr", 3), (LANDSCAPE, "fr", 4), (PORTRAIT, "en", 4)],
)
"""Both languages, landscape and portrait, three players and four."""


def everything_can_be_tapped(tablet: Tablet) -> None:
    for target in tablet.targets():
        assert min(target.size) >= 71.5, (target, target.size)


def explained(tablet: Tablet, table: Table, language: str) -> None:
    """The end: every card with what it brings, everybody's total, who wins."""
    assert tablet.state.over
    shown = texts(tablet)
    for seat, total in enumerate(table.scores()):
        said = {"en": f"{NAMES[seat]}: {total} gold in all", "fr": f"{NAMES[seat]} : {total} po en tout"}[language]
        assert said in shown
        for code in table.bought[seat]:
            worth = table.card_is_worth(code, seat)
            card = Message("{card}", {"card": Card.parse(code)}).text(words.translations)
            assert any(text.startswith(NAMES[seat]) and f"{card} " in text and f" {worth} (" in text for text in shown)


@TABLETS
def test_the_end_of_a_game_is_tapped_and_explained_card_by_card(
    tablet: Tablet, size: tuple[int, int], language: str, seats: int
) -> None:
    words.language = language
    tablet.resize(*size)
    table = nearly_over(tablet, seats - 3)
    everything_can_be_tapped(tablet)
    play_to_the_end(tablet, table)
    explained(tablet, table, language)


@pytest.mark.prove("futures")
@TABLETS
def test_a_whole_game_is_tapped_to_its_end(tablet: Tablet, size: tuple[int, int], language: str, seats: int) -> None:
    words.language = language
    tablet.resize(*size)
    table = deal(seats, random.Random(seats))
    begun(tablet, table)
    while tablet.screen.sheet is not None:
        tablet.tap(tablet.screen.sheet.ids.next)
    play_to_the_end(tablet, table)
    explained(tablet, table, language)
