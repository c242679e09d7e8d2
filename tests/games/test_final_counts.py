"""The final count of every game: what each step adds is what the score says, and the winner comes out of it."""

from __future__ import annotations

from functools import cache
from typing import Any

from companion.games.final_count import FinalCount
from companion.games.magistratvm.game import MAGISTRATVM
from companion.games.sorcerous_futures.game import SORCEROUS_FUTURES
from companion.games.view import Spot
from tests.cases import each
from tests.games.chance import chance_game
from tests.games.magistratvm.laid import PAUL, SUSAN, rome, won

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
