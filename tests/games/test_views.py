"""Views and taps of every game as values, and moves as lines of text."""

import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime
from itertools import islice, pairwise
from typing import Any

import pytest

from companion.games.decisions import Decision, parse_decision
from companion.games.errors import UnreadableDocument
from companion.games.fields import Amount
from companion.games.magistratvm.encoding import LINES
from companion.games.magistratvm.game import MAGISTRATVM
from companion.games.registry import games
from companion.games.sorcerous_futures.game import SORCEROUS_FUTURES
from companion.games.sorcerous_futures.state import EXCUSE, NO_NOTES, HeldCrown, Notes, Valuation, crown_of, unseen
from companion.games.view import TURN, Kind, Piece, View, changes
from companion.journal.course.course import Course
from companion.journal.records.record import read_record
from companion.journal.records.text_form import write_lines
from companion.pieces import Suit
from tests.cases import each
from tests.games.chance import KINDS, NAMES, NOON, chance_game, possible
from tests.games.chance import filled_in as fill_at_random
from tests.games.magistratvm.random_game import record

TAPPED = ("magnate standard", "sorcerous-futures", "magistratvm")
GLOW = {
    "magnate standard": {"token", "side", "district", "crown", "pile", "deed"},
    "sorcerous-futures": {"middle", "auction", "gold", "bought"},
    "magistratvm": {"province", "office", "gold", "die"},
}


def filled_in(decision: Decision[Any], last: bool) -> Decision[Any]:
    """The decision with the first or the last value of each missing field."""
    while (field := decision.missing) is not None:
        decision = decision.answer(field.name, possible(field)[-1 if last else 0])
    return decision


@each("kind", TAPPED)
def test_what_a_tap_begins_ends_in_a_move_of_that_spot(kind: str) -> None:
    game, tapped = chance_game(kind, 12), set[str]()
    for course, _ in islice(game.courses(), 0, None, 7):
        state, rules = course.state, game.rules
        spots = {TURN, *(spot.id for spot in rules.view(state, game.kept.names, None).spots())}
        for decision in rules.decisions(state, game.kept.names):
            for spot in decision.taps:
                assert spot in spots, (spot, str(decision))
                goes_on = decision.tapped(spot)
                assert goes_on is not None
                for last in (False, True):
                    move = filled_in(goes_on, last).move()
                    if decision.optional:  # a correction to the same value, or one that another fact rules out
                        continue
                    rules.apply(state, move)
                    assert not rules.spots(state, move) or spot in rules.spots(state, move), (spot, move)
                tapped.add(spot.split("-")[0])
    assert GLOW[kind] <= tapped


@each("kind", TAPPED)
def test_taps_and_words_for_what_they_leave_open_end_in_a_legal_move(kind: str) -> None:
    game, dice, tapped = chance_game(kind, 14), random.Random(14), 0
    for course, _ in islice(game.courses(), 0, None, 7):
        for decision in game.rules.decisions(course.state, game.kept.names):
            went = decision
            while (field := went.missing) is not None:
                left = {spot: values for spot in went.taps if (values := went.left_by(spot))}
                on_table = {value for values in left.values() for value in values}
                words = [value for value in possible(field) if value not in on_table]
                spot = dice.choice([*left, None] if words else [*left]) if left else None
                further = went.answer(field.name, dice.choice(words)) if spot is None else went.tapped(spot)
                assert further is not None and further != went
                went, tapped = further, tapped + (spot is not None)
            if not decision.optional:
                game.rules.apply(course.state, went.move())
    assert tapped


@each("kind", TAPPED)
def test_a_number_is_corrected_by_a_tap_on_it(kind: str) -> None:
    game = chance_game(kind, 13)
    course = list(game.courses())[30][0]
    state, names = course.state, game.kept.names
    correct = next(one for one in game.rules.decisions(state, names) if one.makes == ("correct",))
    magnate = kind.startswith("magnate")
    tapped = correct.tapped("token-1-K" if magnate else "gold-1")
    assert tapped is not None
    field = tapped.missing
    assert isinstance(field, Amount)
    held = [tokens[Suit.KNOTS] for tokens in state.tokens] if magnate else state.gold
    assert field.now == held[1]
    after = game.rules.apply(state, tapped.answer(field.name, 17).move())
    now = [tokens[Suit.KNOTS] for tokens in after.tokens] if magnate else after.gold
    assert (now[1], now[0]) == (17, held[0])


@each("kind", TAPPED)
def test_a_decision_prints_to_a_text_and_parses_from_it_with_its_fields_in_any_order(kind: str) -> None:
    game, dice = chance_game(kind, 14), random.Random(kind)
    for course, _ in islice(game.courses(), 0, None, 5):
        offered = tuple(game.rules.decisions(course.state, game.kept.names))
        for decision in offered:
            whole = fill_at_random(decision, dice)
            name, *words = str(whole).split()
            dice.shuffle(words)
            same = [one for one in offered if one.owner == decision.owner]
            read = parse_decision(" ".join((name, *words)), same)
            assert dict(read.words) == dict(whole.words) and read.move() == whole.move()


@each("kind", KINDS)
def test_every_move_of_a_random_game_reads_back_from_its_line(kind: str) -> None:
    game = chance_game(kind, 7)
    notation = game.rules.notation
    assert notation is not None
    for course, move in game.courses():
        made = [move]
        for seat in range(len(game.kept.names)):
            made += [each for one in game.rules.legal_moves(course.state, seat) for each in one.every][::9]
        for one in made:
            line = notation.move(one)
            assert notation.read_move(line) == one, line
            assert set(line.split()) & set(notation.patterns), line


def test_every_kind_of_move_has_a_pattern_that_says_what_follows_its_name() -> None:
    named = {game.name: set(game.notation.patterns) for game in games() if game.notation is not None}
    assert {"roll", "develop", "draw"} <= named["magnate"]
    assert named["magistratvm"] >= {"roll", "income", "promote", "refill", "redistribute", "give", "correct"}
    assert named["sorcerous-futures"] >= {"deal", "offer", "bids", "show", "note"}


def test_magistratvm_lines_of_json_as_older_companions_wrote_them_still_read() -> None:
    document, end = record(4, 3)
    lines = [
        "decktet-companion-game 1 magistratvm",
        "name Friday",
        *(f"player {name}" for name in document["players"]),
        "begins " + json.dumps({"options": document["options"], "setup": document["setup"]}),
        *(json.dumps(move) for move in document["moves"]),
    ]
    kept, entries = read_record("\n".join(lines).encode(), "old.txt", now=_now, new_id=lambda: "g")
    course = Course.of(MAGISTRATVM, kept, entries)
    assert course.state == end
    again = Course.of(MAGISTRATVM, *read_record(write_lines(course).encode(), "new.txt", now=_now, new_id=lambda: "g"))
    assert again.state == end
    assert "promote" in write_lines(course) and '{"type"' not in write_lines(course)


def _now() -> datetime:
    return NOON


@each(
    "line",
    ["0 promote tribune", "0 income 1 dice", "p0 bid 3", "0 give 1 3", "refill 0", "0 fall", "{", "", "correct", "0"],
)
def test_a_line_that_is_no_move_of_magistratvm_is_refused(line: str) -> None:
    with pytest.raises(UnreadableDocument):
        LINES.read(line)


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
