"""Whole games of Sorcerous Futures by touch, to the end that is explained."""

import random
from collections import Counter

import pytest

from companion.app.painters.final_count import ShareView
from companion.app.texts.i18n import words
from companion.app.window.theme import theme
from companion.games.sorcerous_futures.state import Phase, unseen
from companion.play import Source
from tests.app.at_the_table import scroll_to
from tests.app.tablet import Tablet
from tests.app.test_sorcerous_on_the_tablet import (
    LANDSCAPE,
    NAMES,
    PORTRAIT,
    begun,
    form,
    lay_five,
    pads,
    pick,
    say,
    seal,
)
from tests.games.sorcerous_futures.reference import Table, deal
from tests.games.sorcerous_futures.reference_moves import move, play, random_table


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
    if first is not tablet.screen.form:
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
    [
        (LANDSCAPE, "en", 3),
        *(
            pytest.param(*one, marks=pytest.mark.prove("futures"))
            for one in ((PORTRAIT, "fr", 3), (LANDSCAPE, "fr", 4), (PORTRAIT, "en", 4))
        ),
    ],
)
"""Both languages, landscape and portrait, three players and four."""


def everything_can_be_tapped(tablet: Tablet) -> None:
    for target in tablet.targets():
        assert min(target.size) >= theme.target - 0.5, (target, target.size)


def explained(tablet: Tablet, table: Table) -> None:
    """The end: every card with what it brings, everybody's total, who wins; then back to the table."""
    assert tablet.screen.name == "end"
    count = tablet.screen.ids.count
    count.finish()
    assert [row.standing for row in count.seats] == table.scores()
    brought = Counter[str]()
    for view in count.walk(restrict=True):
        if isinstance(view, ShareView):
            brought.update({str(part.pieces[0].shows): part.number for part in view.spot.spots})
    worth = {code: table.card_is_worth(code, seat) for seat in range(table.seats) for code in table.bought[seat]}
    assert brought == worth
    assert all(NAMES[seat] in count.result for seat in count.count.winners)
    tablet.tap(tablet.screen.ids.table)
    assert tablet.screen.name == "any_game"


@TABLETS
def test_the_end_is_explained_card_by_card(tablet: Tablet, size: tuple[int, int], language: str, seats: int) -> None:
    words.language = language
    tablet.resize(*size)
    table = nearly_over(tablet, seats - 3)
    everything_can_be_tapped(tablet)
    play_to_the_end(tablet, table)
    explained(tablet, table)
    a_valuation_is_set_right(tablet)


def a_valuation_is_set_right(tablet: Tablet) -> None:
    """Two taps to it, one on the place, one on the card that lies there."""
    (left,) = unseen(tablet.state)
    place = tablet.state.valuations[0].under
    tablet.tap(pads(tablet)[words._("Correct")])
    for text in (words._("A valuation that was shown"), None):
        pad = next(pad for pad in form(tablet).pads if text in (None, pad.text))
        scroll_to(tablet, pad)
        tablet.tap(pad)
    pick(tablet, str(left))
    assert tablet.state.valuation(place) == left


@pytest.mark.prove("futures")
@TABLETS
def test_a_whole_game_is_tapped_to_its_end(tablet: Tablet, size: tuple[int, int], language: str, seats: int) -> None:
    words.language = language
    tablet.resize(*size)
    table = deal(seats, random.Random(seats))
    begun(tablet, table)
    play_to_the_end(tablet, table)
    explained(tablet, table)
