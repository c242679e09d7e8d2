"""Sorcerous Futures by touch: the ritual, notes, auctions open and closed, corrections."""

import random
import re
from pathlib import Path
from typing import Any

import cv2
import pytest

from companion.app.sheets.covered import CoverSheet, PrivateSheet
from companion.app.sheets.list import ListSheet
from companion.app.texts.i18n import words
from companion.app.widgets.card import CardFace
from companion.games.sorcerous_futures.figures import forecast
from companion.games.sorcerous_futures.game import SORCEROUS_FUTURES
from companion.games.sorcerous_futures.hidden_cards import seen_by
from companion.games.sorcerous_futures.moves import Note
from companion.games.sorcerous_futures.options import PRESETS
from companion.games.sorcerous_futures.setup import Setup
from companion.games.sorcerous_futures.state import Notes
from companion.pieces import Card
from companion.play import Source
from tests.app.at_the_table import scroll_to
from tests.app.on_screen import in_view
from tests.app.tablet import Tablet, until
from tests.games.sorcerous_futures.reference import Table, deal
from tests.games.sorcerous_futures.reference_moves import cards, valuations
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


def pads(tablet: Tablet) -> dict[str, Any]:
    """Every pad with which something is asked or offered, by what it says."""
    shown = [*tablet.screen.asked, *tablet.screen.others]
    return {pad.text: pad for view in shown for pad in (*view.pads, *getattr(view, "others", ()))}


def painted(tablet: Tablet) -> dict[str, Any]:
    """The spots of the table, by id."""
    return {view.spot.id: view for view in tablet.screen.table.spots()}


def form(tablet: Tablet) -> Any:
    """The decision in progress: behind a cover, or in the strip."""
    return tablet.screen.form if tablet.screen.sheet is None else tablet.screen.sheet.view


def pick(tablet: Tablet, *codes: str) -> None:
    view = form(tablet)
    for code in codes:
        scroll_to(tablet, view.pick.targets[Card.parse(code)])
        tablet.tap(view.pick.targets[Card.parse(code)])
    if view.done is not None and view.done.parent is not None:
        scroll_to(tablet, view.done)
        tablet.tap(view.done)


def type_in(tablet: Tablet, amount_pad: Any, amount: int) -> None:
    if amount_pad.few:
        tablet.tap(amount_pad.digits[amount])
        return
    for digit in str(amount):
        tablet.tap(amount_pad.digits[int(digit)])
    tablet.tap(amount_pad.done)


def say(tablet: Tablet, text: str, *codes: str) -> None:
    """Taps the pad, if the decision is not open yet, and then the cards that it asks for."""
    tablet.settle()
    if words._(text) in pads(tablet):
        tablet.tap(pads(tablet)[words._(text)])
    for code in codes:
        pick(tablet, code)


def lay_five(tablet: Tablet, table: Table) -> None:
    tablet.settle()
    pick(tablet, *table.deal_five())


def seal(tablet: Tablet, seat: int, gold: int) -> None:
    """As a player does who is alone with the tablet."""
    tablet.settle()
    tablet.tap(tablet.screen.asked[seat].pads[0])
    tablet.tap(tablet.screen.sheet.ids.cover)
    type_in(tablet, tablet.screen.sheet.pad, gold)


def texts(tablet: Tablet) -> list[str]:
    return [widget.text for widget in tablet.screen.walk() if isinstance(getattr(widget, "text", None), str)]


@pytest.fixture
def lying() -> Table:
    return deal(3, random.Random(5))


@pytest.fixture
def three(tablet: Tablet, lying: Table) -> Tablet:
    return begun(tablet, lying)


def test_a_game_is_begun_from_the_first_screen_with_the_aces_that_lie_there(tablet: Tablet) -> None:
    tablet.tap(tablet.screen.entries["other_games"])
    tablet.tap(next(entry for entry in tablet.targets() if getattr(entry, "text", "") == "Sorcerous Futures"))
    begin = tablet.screen
    tablet.tap(begin.parts["preset"].pads["four-players"])
    deal = begin.parts["aces"].deal
    for seat, aces in enumerate((["AM", "AS"], [], ["AW", "AL"], ["AY", "AK"])):
        tablet.tap(deal.pads[seat])
        for ace in aces:
            tablet.tap(deal.targets[Card.parse(ace)])
    tablet.tap(begin.ids.start)
    assert tablet.screen.name == "any_game" and tablet.screen.sheet is None, "the table as it was laid"
    assert [len(own) for own in tablet.state.aces] == [2, 0, 2, 2]


def test_a_game_is_eight_taps_from_its_first_auction_after_the_names(tablet: Tablet) -> None:
    tablet.app.go("new_game")
    tablet.screen.begin(SORCEROUS_FUTURES)
    cards = [Card.parse(code) for code in ("2MK", "2SY", "2WL", "3MW", "3SK")]
    taps: tuple[Card | str, ...] = ("Start", *cards, "Open auction", cards[0])
    for tap in taps:
        tablet.settle()
        if isinstance(tap, Card):
            tablet.tap(form(tablet).pick.targets[tap])
        else:
            tablet.tap(tablet.screen.ids.start if tap == "Start" else pads(tablet)[tap])
    assert tablet.state.auction.card == cards[0]


def test_the_ritual_is_one_list_before_the_first_cards_with_its_crowns_drawn(three: Tablet, lying: Table) -> None:
    say(three, "Set up the table")
    sheet = three.screen.sheet
    assert isinstance(sheet, ListSheet) and sheet.title == "Set up the table"
    shown = texts(three)
    assert any("pass both face down to the right: Ann to Cleo, Ben to Ann and Cleo to Ben" in text for text in shown)
    assert len([text for text in shown if re.match(r"\d+\. ", text)]) == 12
    drawn = [str(face.card) for face in sheet.walk() if isinstance(face, CardFace)]
    assert sorted(drawn) == sorted(f"C{ace[1]}" for aces in lying.aces for ace in aces)
    three.press_back()
    pick(three, *lying.deal_five())
    assert "Set up the table" not in pads(three)


def test_the_giver_of_crowns_is_offered_only_such_as_match_no_ace_of_theirs(tablet: Tablet) -> None:
    table = deal(4, random.Random(5))
    begun(tablet, table)
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
    assert isinstance(sheet, PrivateSheet)
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
    tablet.settle()
    tablet.tap(tablet.screen.form.photo)
    tablet.screen.sheet.folder = path.parent
    tablet.settle()
    tablet.tap(tablet.screen.sheet.pads[path.name])
    until(tablet, lambda: not tablet.screen.photo.is_reading)


def test_five_cards_are_shown_in_a_photo_and_what_differs_is_tapped(three: Tablet, tmp_path: Path) -> None:
    lying = ("4MS", "8YK", "5ML", "6LK", "AM")
    laid = [Lying(code, 120 + 180 * place, 300) for place, code in enumerate(lying)]
    path = tmp_path / "five.png"
    cv2.imwrite(str(path), table_picture(laid, (1000, 600)))
    read_photo(three, path)
    view = three.screen.form
    assert view.notice == "Cards recognised: 4. Tap any that are wrong.", "an Ace is never auctioned"
    assert set(map(str, view.pick.picked)) == set(lying[:4])
    assert view.done.disabled
    pick(three, "9MS")
    assert set(map(str, three.state.middle)) == {*lying[:4], "9MS"}


def test_a_file_that_is_no_photo_is_said_to_be_none_and_the_cards_are_tapped(three: Tablet, tmp_path: Path) -> None:
    path = tmp_path / "five.png"
    path.write_bytes(b"no picture")
    read_photo(three, path)
    assert "five.png" in three.screen.form.notice
    assert three.screen.form.pick.picked == ()


def test_an_open_auction_is_bid_for_in_order(three: Tablet, lying: Table) -> None:
    lay_five(three, lying)
    card, first = lying.middle[0], lying.active
    say(three, "Open auction", card)
    second, third = (first + 1) % 3, (first + 2) % 3
    type_in(three, three.screen.form.amount, 30)
    say(three, "Pass")
    say(three, "Pass")
    assert third != second and three.state.gold[second] == 60
    assert [str(one.card) for one in three.state.bought[second]] == [card]


def test_the_auction_every_purse_and_all_bought_cards_are_drawn_and_in_view(three: Tablet, lying: Table) -> None:
    lay_five(three, lying)
    card, first = lying.middle[0], lying.active
    assert {f"middle-{one}" for one in three.state.middle} <= set(painted(three))
    say(three, "Open auction", card)
    spots = painted(three)
    assert spots["auction"].note.startswith(f"{NAMES[first]} bids ") and spots["auction"].glows
    assert f"middle-{card}" not in spots
    say(three, "Pass")
    say(three, "Pass")
    three.settle(6)
    spots = painted(three)
    for seat in range(3):
        assert spots[f"gold-{seat}"].number == str(three.state.gold[seat])
        assert all(spots[f"bought-{one.card}"].number == str(one.gold) for one in three.state.bought[seat])
        assert all(f"front-{ace}" in spots for ace in three.state.front(seat))
    assert all(map(in_view, spots.values()))


def test_a_tap_on_a_card_begins_its_auction_and_a_step_bids_more(three: Tablet, lying: Table) -> None:
    lay_five(three, lying)
    card = three.state.middle[0]
    three.tap(painted(three)[f"middle-{card}"])
    three.tap(next(pad for pad in three.targets() if getattr(pad, "text", "") == "Open auction"))
    assert three.state.auction.card == card
    three.settle()
    least, amount = three.state.auction.bid + 1, three.screen.form.amount
    three.tap(amount.ids.five)
    three.tap(amount.done)
    assert three.state.auction.bid == least + 5


def test_a_number_is_set_right_by_a_tap_on_it_and_one_step(three: Tablet) -> None:
    three.tap(painted(three)["gold-2"])
    three.tap(three.screen.counting.editor.ids.minus)
    three.screen.counting.close()
    assert three.state.gold == (90, 90, 89)
    assert painted(three)["gold-2"].change == "−1"


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
    assert (pad.typed, pad.done.disabled) == ("0", False)
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
        type_in(three, three.screen.form.amount, gold)
    assert sorted(three.state.gold) == [86, 90, 90]


def test_what_a_card_may_be_worth_is_told_to_all_and_notes_count_under_cover(three: Tablet, lying: Table) -> None:
    lay_five(three, lying)
    before = three.state
    noted = Note(1, Notes(valuations({place: lying.valuations[place] for place in lying.aces[1]})))
    three.play.propose(noted, source=Source.TOUCH)
    say(three, "Forecast")
    shown = texts(three)
    for seat, worth in enumerate(forecast(before).cards[0].worth):
        assert f"{worth:.1f}".removesuffix(".0") in shown, seat
    three.press_back()
    three.tap(pads(three)["Ben"])
    three.tap(three.screen.sheet.ids.cover)
    own = forecast(seen_by(three.state, 1)).cards[0].worth[1]
    assert f"{own:.1f}".removesuffix(".0") in texts(three)


def test_gold_is_set_right_in_four_taps(three: Tablet) -> None:
    three.tap(pads(three)["Correct"])
    view = form(three)
    three.tap(view.pads[0])
    three.tap(view.pads[2])
    type_in(three, view.amount, 77)
    assert (three.state.gold, three.screen.sheet) == ((90, 90, 77), None)
    assert three.screen.sentence == "corrected: Cleo has 77 gold"


def test_a_bought_card_and_the_turn_are_set_right(three: Tablet, lying: Table) -> None:
    lay_five(three, lying)
    say(three, "Open auction", lying.middle[0])
    say(three, "Pass")
    say(three, "Pass")
    holder = next(seat for seat, own in enumerate(three.state.bought) if own)
    other = (holder + 1) % 3
    three.tap(pads(three)["Correct"])
    view = form(three)
    three.tap(view.pads[2])
    pick(three, lying.middle[0])
    three.tap(view.pads[other])
    assert [len(own) for own in three.state.bought][other] == 1
    three.tap(pads(three)["Correct"])
    view = form(three)
    three.tap(view.pads[1])
    three.tap(view.pads[other])
    assert three.state.player == other
