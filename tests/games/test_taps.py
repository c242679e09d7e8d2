"""A tap on a spot of the table goes on with a form of which every answer is a legal move about that spot."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

from companion.games.decisions import Decision, parse_decision
from companion.games.fields import Amount
from companion.games.view import TURN
from companion.pieces import Suit
from tests.cases import each
from tests.games.answers import filled_in as fill_at_random
from tests.games.answers import possible
from tests.games.chance import chance_game

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
