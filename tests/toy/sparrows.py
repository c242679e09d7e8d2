"""Sparrows: a second game, made up for the tests and known to nobody but them.

A round is two throws of a d6 by the player at turn, then everybody bids feathers under cover; the highest bid, from
the player at turn clockwise, pays what it said and takes the sum of the throws in points. Each seat may keep a note
that nobody else sees. After as many rounds as the options say, the most points win.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from companion.games.documents import Fields, read_integer, read_text
from companion.games.errors import IllegalMove, UnplayableSetup, UnreadableDocument
from companion.games.field_types import D6, Count, Kinds, Readers, Seat, Writers
from companion.games.figures import Curve, Figures, Panel, PlayedMove
from companion.games.protocol import Game, Offer, Sealed, Waiting
from companion.games.record_schema import derive_record_schema
from companion.games.texts import Line, Section, verbatim
from companion.games.view import Layout, Region, Spot, View
from companion.locale import Message
from companion.pieces import DieKind, Wish, cast_of

ROUNDS = {"short": 1, "usual": 2}


@dataclass(frozen=True, slots=True)
class Options:
    """How long it goes."""

    preset: str = "usual"
    rounds: int = 2


@dataclass(frozen=True, slots=True)
class Setup:
    """Feathers by seat."""

    feathers: tuple[Count, ...]


@dataclass(frozen=True, slots=True)
class Throw:
    """What the d6 showed."""

    player: Seat
    value: D6


@dataclass(frozen=True, slots=True)
class Bids:
    """What every seat had written down, shown at once."""

    bids: tuple[Count, ...]


@dataclass(frozen=True, slots=True)
class Note:
    """Something that a seat wants to remember, and nobody else is to read."""

    player: Seat
    text: str


Move = Throw | Bids | Note


@dataclass(frozen=True, slots=True)
class State:
    """One moment."""

    options: Options
    feathers: tuple[int, ...]
    points: tuple[int, ...]
    notes: tuple[str | None, ...]
    """What each seat noted; None where the viewer may not see it, or nothing was."""
    thrown: tuple[int, ...] = ()
    round: int = 1

    @property
    def over(self) -> bool:
        return self.round > self.options.rounds

    @property
    def player(self) -> int:
        return (self.round - 1) % len(self.points)

    @property
    def phase(self) -> str:
        return "over" if self.over else "throw" if len(self.thrown) < 2 else "bid"


def start(options: Options, setup: Setup) -> State:
    if len(setup.feathers) < 2:
        raise UnplayableSetup("S1", Message("needs two players"))
    seats = len(setup.feathers)
    return State(options, setup.feathers, (0,) * seats, (None,) * seats)


def apply(state: State, move: Move) -> State:
    match move:
        case Note(player, text):
            return replace(state, notes=_with(state.notes, player, text))
        case Throw(player, value):
            if state.phase != "throw" or player != state.player or not 1 <= value <= 6:
                raise IllegalMove("S2", Message("the player at turn throws one d6 twice"))
            return replace(state, thrown=(*state.thrown, value))
        case Bids(bids):
            if state.phase != "bid" or len(bids) != len(state.points):
                raise IllegalMove("S3", Message("everybody bids once both dice are thrown"))
            if any(bid > held for bid, held in zip(bids, state.feathers, strict=True)):
                raise IllegalMove("S4", Message("nobody bids more feathers than they have"))
            return _settled(state, bids)


def _settled(state: State, bids: Sequence[int]) -> State:
    seats = len(bids)
    winner = max(range(seats), key=lambda seat: (bids[seat], -((seat - state.player) % seats)))
    return replace(
        state,
        feathers=_with(state.feathers, winner, state.feathers[winner] - bids[winner]),
        points=_with(state.points, winner, state.points[winner] + sum(state.thrown)),
        thrown=(),
        round=state.round + 1,
    )


def _with(values: tuple[Any, ...], place: int, value: object) -> tuple[Any, ...]:
    return (*values[:place], value, *values[place + 1 :])


def _options(document: object, place: str) -> Options:
    found = Fields(document, place)
    preset = found.take_or("preset", read_text, "usual")
    if preset not in ROUNDS:
        raise UnreadableDocument(found.at("preset"), Message("unknown preset"))
    rounds = found.take_or("rounds", read_integer, ROUNDS[preset])
    found.done()
    return Options(preset, rounds)


_KINDS: Kinds = {"throw": Throw, "bids": Bids, "note": Note}
_READ, _WRITE = Readers({}), Writers({}, _KINDS)


def _score(state: State, names: Sequence[str]) -> dict[str, Any]:
    best = max(state.points)
    winners = [seat for seat, points in enumerate(state.points) if points == best]
    winner = winners[0] if len(winners) == 1 else None
    return {"points": list(state.points), "winner": winner, "decided_by": "points" if len(winners) == 1 else "draw"}


def _describe(_before: State, move: Move, after: State, names: Sequence[str]) -> Message:
    match move:
        case Throw(player, value):
            return Message("{name} throws {value}", {"name": names[player], "value": value})
        case Bids(bids):
            return Message("the bids are {bids}", {"bids": " ".join(map(str, bids))})
        case Note(player, _):
            return Message("{name} notes something", {"name": names[player]})


def _waiting(state: State) -> tuple[Waiting[Move], ...]:
    if state.phase == "throw":
        faces = tuple(Throw(state.player, value) for value in range(1, 7))
        return (Waiting(state.player, "throw", Message("throw the d6"), faces),)
    return ()


def _seen_by(state: State, viewer: int | None) -> State:
    """Notes are their owners' until it is over."""
    if state.over:
        return state
    return replace(state, notes=tuple(note if seat == viewer else None for seat, note in enumerate(state.notes)))


def _redact_move(now: State, move: Move, viewer: int | None) -> Move:
    return Note(move.player, "") if isinstance(move, Note) and not now.over and move.player != viewer else move


def _sealed(state: State) -> tuple[Sealed, ...]:
    if state.phase != "bid":
        return ()
    return tuple(
        Sealed(seat, "bid", Message("write down your bid"), _bid(held), _offers(held))
        for seat, held in enumerate(state.feathers)
    )


def _offers(held: int) -> tuple[Offer, ...]:
    return tuple(Offer(bid, verbatim(bid)) for bid in range(held + 1))


def _bid(held: int) -> Callable[[object], None]:
    def takes(answer: object) -> None:
        if not 0 <= read_integer(answer, "bid") <= held:
            raise IllegalMove("S4", Message("nobody bids more feathers than they have"))

    return takes


def _table(state: State, names: Sequence[str]) -> View:
    thrown = Spot(
        "thrown", verbatim("thrown"), number=sum(state.thrown), note=verbatim(" ".join(map(str, state.thrown)))
    )
    middle = Region(verbatim("round"), Layout.PILE, (Spot("round", verbatim("round"), number=state.round), thrown))
    return View(tuple(names), (middle, *(_nest(state, seat) for seat in range(len(names)))), state.player)


def _nest(state: State, seat: int) -> Region:
    """What lies in front of a seat; its note lies face down for everybody else."""
    note = state.notes[seat]
    counted = (("feathers", state.feathers[seat]), ("points", state.points[seat]))
    counts = (Spot(f"{name}-{seat}", verbatim(name), number=number, seat=seat) for name, number in counted)
    noted = Spot(f"note-{seat}", verbatim("note"), seat=seat, note=verbatim(note or "–"))
    return Region(verbatim("nest"), Layout.PURSE, (*counts, noted), seat)


def _figures(steps: Sequence[PlayedMove[State, Move]], names: Sequence[str]) -> Figures:
    ends = [step.after for step in steps if isinstance(step.move, Bids)]
    curves = tuple(Curve(verbatim(name), tuple(end.points[seat] for end in ends)) for seat, name in enumerate(names))
    turns = tuple(range(1, len(ends) + 1))
    documents = tuple({"round": turn, "points": list(end.points)} for turn, end in zip(turns, ends, strict=True))
    return Figures(turns, documents, (Panel(verbatim("points"), curves),))


SPARROWS: Game[Options, Setup, State, Move] = Game(
    name="sparrows",
    title=Message("Sparrows"),
    presets=tuple(ROUNDS),
    options_from_json=_options,
    options_to_json=asdict,
    setup_from_json=_READ.of(Setup),
    setup_to_json=_WRITE,
    start=start,
    apply=apply,
    move_from_json=_READ.tagged(_KINDS),
    move_to_json=_WRITE,
    state_to_json=lambda state: {**asdict(state), "phase": state.phase},
    score_to_json=_score,
    describe=_describe,
    waiting_for=_waiting,
    table=_table,
    over=lambda state: state.over,
    seats=lambda _options: 2,
    turn=lambda state: state.round,
    at_turn=lambda state: state.player,
    phase=lambda state: state.phase,
    cast=lambda state, move: (
        (f"round {state.round}, throw {len(state.thrown)}", cast_of(DieKind.D6, (move.value,)))
        if isinstance(move, Throw)
        else None
    ),
    seen_by=_seen_by,
    wish=lambda state: Wish((DieKind.D6,)) if state.phase == "throw" else None,
    roll=lambda state, cast: Throw(state.player, cast[0].value),
    redact_move=_redact_move,
    sealed=_sealed,
    record_schema=lambda: derive_record_schema((2, 2), Options, ROUNDS, Setup, _KINDS),
    unseal=lambda _state, answers: Bids(tuple(read_integer(answers[seat], "bid") for seat in sorted(answers))),
    statistics=_figures,
    cheat_sheet=lambda options: (
        Section(verbatim("Sparrows"), (Line("S1", Message("{n} rounds", {"n": options.rounds})),)),
    ),
)
