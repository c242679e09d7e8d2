"""The end of every game: its final count, a game that is stopped early, and what is put away."""

import random
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import Any

import pytest

from companion.demo.whole_game import seeded_game
from companion.errors import CompanionError
from companion.games.errors import IllegalMove
from companion.games.final_count import FinalCount
from companion.games.magistratvm.game import MAGISTRATVM
from companion.games.magnate import PRESETS, preset
from companion.games.magnate.state import Column, Deed, District, State
from companion.games.magnate.table_help import put_away
from companion.games.sorcerous_futures.game import SORCEROUS_FUTURES
from companion.games.view import Spot
from companion.pieces import Card, Tokens
from tests.cases import each
from tests.games.chance import chance_game, filled_in
from tests.games.magistratvm.laid import PAUL, SUSAN, rome, won

KINDS = ("magnate standard", "sorcerous-futures", "magistratvm")


def stopped(rules: Any, state: Any, names: tuple[str, ...]) -> Any:
    correct = next(one for one in rules.decisions(state, names) if one.name == "correct")
    assert correct.missing is not None
    return rules.apply(state, filled_in(correct.answer(correct.missing.name, "stopped"), random.Random(0)).move())


@each("kind", KINDS)
def test_a_game_is_stopped_at_any_time_and_then_only_shown_and_scored(kind: str) -> None:
    game = chance_game(kind, 5)
    rules, names, dice = game.rules, game.kept.names, random.Random(5)
    for course, _ in islice(game.courses(), 3, None, 11):
        if course.state.over:
            continue
        state = stopped(rules, course.state, names)
        while not state.over:  # hidden cards are turned up and shown as at the end
            awaited = next(one for one in rules.decisions(state, names) if one.name in ("turn-up", "show"))
            state = rules.apply(state, filled_in(awaited, dice).move())
        assert rules.score_to_json(state, names)["why"]
        with pytest.raises(CompanionError):
            stopped(rules, state, names)


@each("kind", KINDS)
def test_it_is_written_in_words_and_goes_on_only_by_undo(kind: str) -> None:
    game = chance_game(kind, 5)
    rules, names = game.rules, game.kept.names
    course, _ = next(islice(game.courses(), 4, None))
    before = course.state
    move = rules.move_from_json({"type": "correct", "facts": [{"type": "stopped", "was": False, "now": True}]}, "")
    after = rules.apply(before, move)
    assert rules.move_from_json(rules.move_to_json(move), "") == move
    assert "the game stops here" in str(rules.describe(before, move, after, names))
    back = rules.move_from_json({"type": "correct", "facts": [{"type": "stopped", "was": True, "now": False}]}, "")
    with pytest.raises(IllegalMove, match="go on"):
        rules.apply(after, back)


THREE_NAMES = ("Ann", "Ben", "Cat")


def bags(state: State) -> dict[str, list[str]]:
    sections = put_away(state, THREE_NAMES[: state.players])
    return {str(section.title): [str(line.text) for line in section.lines] for section in sections}


def midway(name: str = "standard", turn: int = 20) -> State:
    return next(state for _, state in seeded_game(3, preset(name)) if state.turn >= turn)


def test_each_bag_takes_its_tokens_its_crowns_and_the_hand() -> None:
    state = replace(
        midway(), tokens=(Tokens.parse("M2K1"), Tokens()), crowns=((Card.parse("CM"),), (Card.parse("CY"),))
    )
    assert bags(state)["Ann’s bag"] == ["2 Moons and 1 Knot", "The Huntress (CM)", "The hand, face down"]
    assert bags(state)["Ben’s bag"] == ["The Calamity (CY)", "The hand, face down"]


def test_districts_are_listed_in_order_with_each_players_cards_from_the_district_outwards() -> None:
    columns = (
        Column((Card.parse("2SY"),), Deed(Card.parse("4YK"), Tokens.parse("K2"))),
        Column((), Deed(Card.parse("AM"))),
    )
    state = replace(midway(), districts=(District(Card.parse("X"), columns),))
    assert bags(state)["The districts, as they lie"] == [
        "The Excuse (X)",
        "Ann: The Desert (2SY) and across, as a deed, The Battle (4YK) with 2 Knots on it",
        "Ben: across, as a deed, Ace of Moons (AM)",
    ]


def test_the_pile_keeps_its_order_and_the_discards_are_counted() -> None:
    state = replace(midway(), pile=7, discards=12)
    assert bags(state)["The cards that nobody has"] == [
        "The pile, face down, in its order: 7",
        "The discards, face up: 12",
    ]


def test_an_automa_has_no_hand() -> None:
    lines = bags(midway("solo"))
    assert "The hand, face down" in lines["Ann’s bag"] and "The hand, face down" not in lines["Ben’s bag"]
    state = midway("solo")
    dealt = replace(state, options=replace(state.options, solo_automa_hand=True))
    assert "The hand, face down" in bags(dealt)["Ben’s bag"]


@each("name", PRESETS)
def test_every_card_that_lies_open_is_named_once(name: str) -> None:
    for _, state in islice(seeded_game(5, preset(name)), 20, None, 25):
        lines = " ".join(line for section in bags(state).values() for line in section)
        lying = Counter(card.code for card in state.cards_on_table())
        assert {code: lines.count(f"({code})") for code in lying} == lying


NAMES = ("Ann", "Ben", "Cleo", "Dan")
COUNTED = [
    (kind, seed)
    for kind in ("magnate standard", "magnate three-players", "sorcerous-futures", "magistratvm")
    for seed in range(2)
]


@cache
def ended(kind: str, seed: int) -> tuple[Any, FinalCount, dict[str, Any]]:
    """The last state of a random game, its count and its score as a document."""
    game = chance_game(kind, seed)
    rules, names = game.rules, game.kept.names
    state = rules.start(rules.options_from_json(game.kept.options, ""), rules.setup_from_json(game.kept.setup, ""))
    for move in game.moves:
        state = rules.apply(state, move)
    assert rules.over(state)
    return state, rules.counted(state, names), rules.score_to_json(state, names)


@each(("kind", "seed"), COUNTED)
def test_the_count_ends_with_the_score(kind: str, seed: int) -> None:
    _, count, score = ended(kind, seed)
    totals = score.get("districts_won") or [one["total"] for one in score["seats"]]
    assert [count.standing(len(count.steps), seat) for seat in range(len(totals))] == totals
    winners = score["winners"] if "winners" in score else [score["winner"]]
    assert list(count.winners) == [seat for seat in winners if seat is not None]


@each(("kind", "seed"), COUNTED)
def test_every_share_is_the_sum_of_its_parts(kind: str, seed: int) -> None:
    _, count, _ = ended(kind, seed)
    shares = [share for step in count.steps for share in step.counted.spots if share.spots]
    assert shares and all(share.number == sum(part.number or 0 for part in share.spots) for share in shares)
    ids = [spot.id for step in count.steps for spot in step.counted.every()]
    assert all(one.replace("-", "").isalnum() for one in ids)


@each(("kind", "seed"), COUNTED)
def test_standings_are_those_of_the_steps_so_far(kind: str, seed: int) -> None:
    _, count, _ = ended(kind, seed)
    for number, step in enumerate(count.steps):
        for share in step.counted.spots:
            seat = share.seat or 0
            added = count.standing(number + 1, seat) - count.standing(number, seat)
            assert added == (_added(share, kind) if step.standing else 0)


def _added(share: Spot, kind: str) -> int | None:
    return int(share.leads) if kind.startswith("magnate") else share.number


@each(("kind", "seed"), COUNTED)
def test_a_terminal_prints_a_row_for_each_step_and_one_for_the_end(kind: str, seed: int) -> None:
    _, count, _ = ended(kind, seed)
    rows = count.rows(NAMES[: len(count.steps[0].standing)])
    assert [row[0] for row in rows.rows] == [*(step.counted.label for step in count.steps), count.unit]
    assert [seat for seat, cell in enumerate(rows.rows[-1][1:]) if "★" in str(cell)] == list(count.winners)


def test_the_seven_valuations_are_opened_one_by_one_that_of_the_excuse_last() -> None:
    state, count, _ = ended("sorcerous-futures", 1)
    opened = [step.counted for step in count.steps if step.counted.pieces]
    assert [str(step.pieces[1].shows) for step in opened] == ["AM", "AS", "AW", "AL", "AY", "AK", "X"]
    assert {step.pieces[0].shows for step in opened} == {one.card for one in state.valuations}
    assert SORCEROUS_FUTURES.over(state)


def test_provinces_are_counted_in_the_circuit_in_which_they_were_won() -> None:
    state = won(
        won(won(rome(), SUSAN, "TC5", circuit=2), PAUL, "TM0", circuit=2), SUSAN, "TC3", circuit=5, governed=True
    )
    count = MAGISTRATVM.counted(state, NAMES)
    assert [str(step.counted.label) for step in count.steps] == ["Circuit 2", "Circuit 5", "Governors", "Offices"]
    assert [(step.standing[SUSAN], step.standing[PAUL]) for step in count.steps] == [(5, 6), (8, 6), (11, 6), (11, 6)]


def test_a_won_province_knows_its_circuit() -> None:
    state, _, _ = ended("magistratvm", 2)
    circuits = [one.circuit for own in state.decided for one in own]
    assert circuits and all(1 <= one <= state.circuits for one in circuits)
