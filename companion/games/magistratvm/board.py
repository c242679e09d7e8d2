"""The board in neutral terms: the circuit, the table of Offices, and each Family Estate."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.board import Board, Counters, Rows, SeatCounters, verbatim, verbatim_each
from companion.games.magistratvm.election_narration import tally
from companion.games.magistratvm.offices import Office
from companion.games.magistratvm.scoring import Score, score
from companion.games.magistratvm.state import TOKENS, Decided, Phase, Province, State, value
from companion.games.magistratvm.waiting import current_seat
from companion.locale import Message, Wording

NONE = "–"
ACTIVE, INACTIVE = "●", "○"
"""A Magistrate whose mark points to 12 o'clock, and one whose mark points to 3 (I32)."""


def board(state: State, names: Sequence[str]) -> Board:
    """Return the board: tokens by Province, and by Office the Magistrates, ● active and ○ inactive (I32)."""
    return Board(
        Rows(
            (Message("Province or Office"), Message("influence"), *verbatim_each(names), Message("gold or free")),
            (
                *(_province(one, state.seats) for one in state.circuit),
                *(_office(state, office) for office in reversed(Office)),
            ),
        ),
        Counters(
            (
                Message("gold"),
                Message("Income die"),
                Message("tokens"),
                Message("Patricians"),
                Message("Provinces"),
                Message("influence"),
            ),
            tuple(_seat(state, seat, names) for seat in range(state.seats)),
        ),
        tuple(_says(state, names)),
    )


def _province(province: Province | None, seats: int) -> tuple[Message, ...]:
    if province is None:
        return verbatim_each([NONE] * (seats + 3))
    tokens = verbatim_each([own or "" for own in province.tokens])
    return (province.tile.wording(), verbatim(value(province.tile)), *tokens, verbatim(province.gold or ""))


def _office(state: State, office: Office) -> tuple[Message, ...]:
    there = state.magistrates_in(office)
    marks = (
        verbatim(" ".join(ACTIVE if one.active else INACTIVE for one in there if one.player == seat))
        for seat in range(state.seats)
    )
    free = verbatim(state.options.spaces(office) - len(there))
    return (office.wording(), verbatim(office.influence or NONE), *marks, free)


def _seat(state: State, seat: int, names: Sequence[str]) -> SeatCounters:
    own = verbatim(" ".join(map(_decided, state.decided[seat])) or NONE)
    counts = verbatim_each(
        (
            gold_of(state, seat),
            state.dice[seat],
            TOKENS - state.placed(seat),
            state.patricians(seat),
        )
    )
    total = verbatim(score(state).seats[seat].total)
    at_turn = not state.over and current_seat(state) == seat
    return SeatCounters(names[seat], (*counts, own, total), at_turn)


def gold_of(state: State, seat: int) -> str:
    """Return the gold in the Estate, and after a plus the gold usable through Governors."""
    provincial = state.provincial(seat)
    return f"{state.gold[seat]} + {provincial}" if provincial else str(state.gold[seat])


def _decided(own: Decided) -> str:
    """Return a won Province's code with its gold; a star marks a Governor."""
    gold = f":{own.gold}" if own.gold else ""
    return f"{own.tile}{'*' if own.governed else ''}{gold}"


def _says(state: State, names: Sequence[str]) -> Iterator[Message]:
    if state.options.spaces_are_guessed and not state.over:
        yield Message("The spaces of three players' Offices are a guess: set them as your printed sheet has them.")
    if state.phase is not Phase.ROLL and not state.over:
        yield Message(
            "{name} is Prefect; {n} tiles lie face down", {"name": names[state.prefect], "n": state.face_down}
        )
    if state.final and not state.over:
        yield Message("This is the last circuit: most votes win, and ties are discarded.")
    if state.phase is Phase.ELECTION and state.voting is not None:
        tile = state.voting.to_vote[0]
        values: Wording = {"tile": tile.wording(), "value": value(tile), "votes": tally(state, names)}
        yield Message("{tile}, worth {value}, votes: {votes}", values)
    if state.over:
        yield from explain_score(score(state), names)


def explain_score(worth: Score, names: Sequence[str]) -> Iterator[Message]:
    """Yield the result, then the score part by part (I29, I30)."""
    yield worth.why(names)
    for one in worth.seats:
        values: Wording = {
            "name": names[one.player],
            "provinces": sum(won.value for won in one.provinces),
            "governors": sum(won.governor for won in one.provinces),
            "offices": one.offices,
            "total": one.total,
        }
        yield Message(
            "{name}: Provinces {provinces}, Governors {governors}, Offices {offices}: {total} influence", values
        )
