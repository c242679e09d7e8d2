"""Numbers of a game: figures turn by turn, and the causes of their changes, with their rules."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from companion.games.figures import Curve, Figures, Panel, PlayedMove, Reason
from companion.games.magnate.moves import Move
from companion.games.magnate.rolling import Roll, certain_income
from companion.games.magnate.scoring import score
from companion.games.magnate.state import State
from companion.games.magnate.turn_moves import TurnMove
from companion.games.texts import Line, verbatim
from companion.locale import Message, Wording
from companion.pieces import Suit

Steps = Sequence[PlayedMove[State, Move]]


@dataclass(frozen=True, slots=True)
class TurnFigures:
    """One turn; amounts by seat, districts from seat 0's left."""

    turn: int
    player: int
    tokens: tuple[int, ...]
    """Held at the end of the turn."""
    income: tuple[int, ...]
    """Collected on the turn's roll."""
    taxed: tuple[int, ...]
    """Lost to the turn's taxation."""
    totals: tuple[tuple[int | None, ...], ...]
    """By district and seat, as scored at that time; None for a seat that does not border on it."""


def statistics(steps: Steps, names: Sequence[str]) -> Figures:
    """Return tokens, income and district margins over the turns of these moves."""
    turns = turn_figures(steps)
    return Figures(
        tuple(turn.turn for turn in turns),
        tuple(figures_to_json(turn) for turn in turns),
        (
            Panel(Message("tokens held"), tuple(_tokens(turns, seat, name) for seat, name in enumerate(names))),
            Panel(
                Message("income so far, in tokens"),
                tuple(_added_up(turns, seat, name) for seat, name in enumerate(names)),
            ),
            Panel(
                Message("{name} ahead by", {"name": names[0]}) if len(names) == 2 else Message("the leader ahead by"),
                _margins(turns, steps),
                around_zero=True,
            ),
        ),
    )


def turn_figures(steps: Steps) -> tuple[TurnFigures, ...]:
    """Return every turn that was not undone, the current one included."""
    return tuple(_figures(turn) for turn in _turns(steps))


def _tokens(turns: Sequence[TurnFigures], seat: int, name: str) -> Curve:
    return Curve(verbatim(name), tuple(turn.tokens[seat] for turn in turns))


def _added_up(turns: Sequence[TurnFigures], seat: int, name: str) -> Curve:
    return Curve(verbatim(name), tuple(accumulate(turn.income[seat] for turn in turns)))


def _margins(turns: Sequence[TurnFigures], steps: Steps) -> tuple[Curve, ...]:
    row = steps[-1].after.districts if steps else ()
    return tuple(
        Curve(district.card.wording(), tuple(_margin(turn.totals[place]) for turn in turns))
        for place, district in enumerate(row)
    )


def _margin(totals: tuple[int | None, ...]) -> int:
    """For two seats return the first's total less the second's; for more the best less the next."""
    there = [total for total in totals if total is not None]
    if len(totals) == 2 and len(there) == 2:
        return there[0] - there[1]
    best = sorted(there, reverse=True)
    return best[0] - best[1] if len(best) > 1 else sum(best)


def _turns(made: Steps) -> Iterator[Steps]:
    steps: list[PlayedMove[State, Move]] = []
    for step in made:
        if steps and step.before.turn != steps[0].before.turn:
            yield steps
            steps = []
        steps.append(step)
    if steps:
        yield steps


def _figures(steps: Steps) -> TurnFigures:
    begun, end = steps[0].before, steps[-1].after
    seats = range(end.players)
    rolls = [step.after.roll for step in steps if step.after.roll is not None]
    income = rolls[-1].income if rolls else ()
    losses = rolls[-1].taxed if rolls else ()
    return TurnFigures(
        turn=begun.turn,
        player=begun.player,
        tokens=tuple(held.total for held in end.tokens),
        income=tuple(gained.total for gained in income) or (0,) * len(seats),
        taxed=tuple(sum(loss.lost for loss in losses if loss.player == seat) for seat in seats),
        totals=tuple(
            tuple(next((side.total for side in district.sides if side.player == seat), None) for seat in seats)
            for district in score(end).districts
        ),
    )


def figures_to_json(figures: TurnFigures) -> dict[str, Any]:
    """Return the figures as ``companion show --json`` prints them."""
    return {
        "turn": figures.turn,
        "player": figures.player,
        "tokens": list(figures.tokens),
        "income": list(figures.income),
        "taxed": list(figures.taxed),
        "totals": [list(totals) for totals in figures.totals],
    }


@dataclass(frozen=True, slots=True)
class Cause:
    """The change of a number, and the rule behind it; no rule if a player corrected it."""

    change: int
    rule: str


def token_causes(before: State, move: Move, after: State, player: int, suit: Suit) -> tuple[Cause, ...]:
    """Return the changes that the move made to this player's tokens of this suit.

    A roll can make two: it takes by taxation (B10), then brings income (B13–B16).
    """
    if isinstance(move, Roll):
        return tuple(_rolled(before, move, after, player, suit))
    change = after.tokens[player][suit] - before.tokens[player][suit]
    return (Cause(change, move.rule if isinstance(move, TurnMove) else ""),) if change else ()


def total_causes(before: State, move: Move, after: State, player: int, district: int) -> tuple[Cause, ...]:
    """Return the change that the move made to this player's total in this district (B38)."""
    if before.districts[district] == after.districts[district]:
        return ()
    was, now = (
        sum(side.total for side in score(state).districts[district].sides if side.player == player)
        for state in (before, after)
    )
    if was == now:
        return ()
    return (Cause(now - was, "B38" if isinstance(move, TurnMove) else ""),)


def explain(before: State, move: Move, after: State, names: Sequence[str]) -> tuple[Line, ...]:
    """Return every number of tokens and every total that the move changed, each with its rule."""
    return tuple(_explained(before, move, after, names))


def _explained(before: State, move: Move, after: State, names: Sequence[str]) -> Iterator[Line]:
    for seat, name in enumerate(names[: before.players]):
        for suit in Suit:
            number = before.tokens[seat][suit]
            for cause in token_causes(before, move, after, seat, suit):
                values: Wording = {"name": name, "suit": suit, "was": number, "now": number + cause.change}
                yield Line(cause.rule, Message("{name}: {suit} {was} → {now}", values))
                number += cause.change
        for place, district in enumerate(after.districts):
            for cause in total_causes(before, move, after, seat, place):
                total = next(side.total for side in score(after).districts[place].sides if side.player == seat)
                values = {"name": name, "card": district.card, "was": total - cause.change, "now": total}
                yield Line(cause.rule, Message("{name}: total at {card} {was} → {now}", values))


def _rolled(before: State, move: Roll, after: State, player: int, suit: Suit) -> Iterator[Cause]:
    if after.roll is not None:
        lost = sum(loss.lost for loss in after.roll.taxed if (loss.player, loss.suit) == (player, suit))
        if lost:
            yield Cause(-lost, "B10")
    gained = after.roll.income[player][suit] if after.roll is not None else 0
    certain = certain_income(before, player, max(move.dice))[suit]
    if certain:
        yield Cause(certain, {10: "B13", 1: "B16"}.get(max(move.dice), "B14"))
    if gained > certain:
        yield Cause(gained - certain, "B15")


SETUP = Message("setup")
CAUSES: Mapping[str, Message] = {
    "B4": SETUP,
    "B10": Message("tax"),
    **dict.fromkeys(("B13", "B14", "B15", "B16"), Message("income")),
    **dict.fromkeys(("B18", "B19", "C2"), Message("development")),
    **dict.fromkeys(("B24", "B25", "C3", "B27"), Message("deed")),
    **dict.fromkeys(("B32", "C4"), Message("sale")),
    "B33": Message("trade"),
    "B38": Message("cards played"),
}
"""What changed a number, by the rule behind it."""


def why(steps: Sequence[PlayedMove[State, Move]], spot: str) -> tuple[Reason, ...]:
    """Return what changed the number of a spot, a player's tokens or a side of a district, from the first move on."""
    kind, *place = spot.split("-")
    if not steps or kind not in ("token", "side"):
        return ()
    start = steps[0].before
    if kind == "token":
        seat, suit = int(place[0]), Suit.parse(place[1])
        return _reasons(steps, start.tokens[seat][suit], lambda one: _token_causes(one, seat, suit))
    district, seat = int(place[0]), int(place[1])
    initial = sum(side.total for side in score(start).districts[district].sides if side.player == seat)
    return _reasons(steps, initial, lambda one: total_causes(one.before, one.move, one.after, seat, district))


def _token_causes(one: PlayedMove[State, Move], seat: int, suit: Suit) -> tuple[Cause, ...]:
    return token_causes(one.before, one.move, one.after, seat, suit)


def _reasons(
    steps: Sequence[PlayedMove[State, Move]],
    now: int,
    find_causes: Callable[[PlayedMove[State, Move]], tuple[Cause, ...]],
) -> tuple[Reason, ...]:
    found = []
    for step in steps:
        for cause in find_causes(step):
            now += cause.change
            text = CAUSES.get(cause.rule, Message("correction"))
            found.append(Reason(step.seq, step.before.turn, cause.change, now, text, cause.rule))
    return tuple(found)
