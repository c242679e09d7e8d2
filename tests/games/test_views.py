"""The table as values: spots with stable ids, every card on one of them, and no secret of another seat."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import islice, pairwise
from typing import Any

from companion.games.sorcerous_futures.game import SORCEROUS_FUTURES
from companion.games.sorcerous_futures.state import EXCUSE, NO_NOTES, HeldCrown, Notes, Valuation, crown_of, unseen
from companion.games.view import Kind, Piece, View, changes
from companion.pieces import Suit
from tests.cases import each
from tests.games.chance import KINDS, NAMES, chance_game

OPEN_CARDS: dict[str, Callable[[Any], Iterable[Any]]] = {
    "magnate": lambda state: state.cards_on_table(),
    "sorcerous-futures": lambda state: (
        *state.open_cards(),
        *(card for seat in range(state.seats) for card in state.aces[seat]),
        *(crown for crown in state.crowns if crown is not None),
        EXCUSE,
    ),
    "magistratvm": lambda state: state.known_tiles,
}


def views(kind: str, seed: int, step: int = 5) -> list[tuple[Any, View]]:
    """States of a random game with their tables as everybody sees them."""
    game = chance_game(kind, seed)
    names = game.kept.names
    return [
        (course.state, game.rules.view(course.state, names, None))
        for course, _ in islice(game.courses(), 0, None, step)
    ]


def lying(view: View) -> Counter[Any]:
    """The cards and tiles that lie face up, by what they show."""
    return Counter(
        piece.shows
        for spot in view.spots()
        for piece in spot.pieces
        if piece.kind in (Kind.CARD, Kind.TILE) and not piece.face_down
    )


@each("kind", KINDS)
def test_every_spot_of_a_table_has_an_id_of_its_own(kind: str) -> None:
    for _, view in views(kind, 3):
        ids = [spot.id for spot in view.spots()]
        assert len(set(ids)) == len(ids)
        assert all(re.fullmatch("[A-Za-z0-9-]+", one) for one in ids)


@each("kind", KINDS)
def test_every_open_card_and_tile_lies_on_one_spot(kind: str) -> None:
    rules = chance_game(kind, 4).rules
    for state, view in views(kind, 4):
        assert lying(view) == Counter(OPEN_CARDS[rules.name](state)), state


@each("kind", KINDS)
def test_a_place_keeps_its_id_from_move_to_move(kind: str) -> None:
    fixed = re.compile(r"(district-|side-|province-\d$|office-|token-|gold-|die-|pile|supply-)")
    every = [{spot.id for spot in view.spots() if fixed.match(spot.id)} for _, view in views(kind, 5)]
    assert all(one == every[0] for one in every)


@each("kind", KINDS)
def test_what_happened_leads_from_the_table_before_to_the_table_after(kind: str) -> None:
    for (_, before), (_, after) in pairwise(views(kind, 7, 1)):
        events = changes(before, after)
        came = Counter[Piece | None]()
        for event in events:
            assert event.source != event.target or event.source is None
            if event.piece is not None:
                came[event.piece] += event.count * ((event.source is None) - (event.target is None))
        for one in (before, after):
            for spot in one.spots():
                for piece in spot.pieces:
                    sign = 1 if one is before else -1
                    came[Piece(piece.kind, piece.shows, piece.seat)] += sign * piece.count
        assert not any(came.values())
        assert changes(after, after) == ()


def test_a_card_goes_from_the_middle_to_the_auction_and_to_who_bought_it() -> None:
    events = [changes(before, after) for (_, before), (_, after) in pairwise(views("sorcerous-futures", 8, 1))]
    ways = {
        (re.sub("-.*", "", event.source or ""), re.sub("-.*", "", event.target or ""))
        for one in events
        for event in one
    }
    assert {("middle", "auction"), ("auction", "bought")} <= ways
    assert any(event.target == "auction" and event.count > 1 for one in events for event in one)


@each("seed", range(3))
def test_changing_what_another_seat_noted_changes_nothing_in_a_view(seed: int) -> None:
    dice = random.Random(seed)
    for state, _ in views("sorcerous-futures", seed, 9):
        if state.over:
            continue
        for viewer in (None, *range(state.seats)):
            names = NAMES[: state.seats]
            other = dice.choice([seat for seat in range(state.seats) if seat != viewer])
            places = [place for place in state.front(other) if state.valuation(place) is None]
            hidden = dice.sample(unseen(state), len(places))
            notes = Notes(
                tuple(map(Valuation, places, hidden)), (HeldCrown(other, crown_of(dice.choice(list(Suit)))),), ()
            )
            was, now = (
                replace(state, notes=(*state.notes[:other], one, *state.notes[other + 1 :]))
                for one in (NO_NOTES, notes)
            )
            shown = [SORCEROUS_FUTURES.view(one, names, viewer) for one in (was, now)]
            assert shown[0] == shown[1] and repr(shown[0]) == repr(shown[1])
            if places:
                assert SORCEROUS_FUTURES.view(now, names, other) != SORCEROUS_FUTURES.view(was, names, other)
