"""Help at the real table: how to set it up (I2, I3, I5) and put it away, and the score pad."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from companion.games.gold_amount import gold_amount
from companion.games.magistratvm.offices import Office
from companion.games.magistratvm.options import Options
from companion.games.magistratvm.state import PATRICIANS, TOKENS, Decided, Phase, State
from companion.games.sheet import Line, PadRow, Section, bag_sections, section
from companion.locale import Message, Wording, listed


def put_away(state: State, names: Sequence[str]) -> tuple[Section, ...]:
    """Return each player's pieces, the circuit in order, and the Magistrates by Office."""
    return (
        *bag_sections(names, partial(_bag, state)),
        section(Message("The circuit, clockwise from the upper left"), _circuit(state, names)),
        section(Message("The Offices"), _offices(state, names)),
    )


def _bag(state: State, seat: int) -> Iterator[Message]:
    values: Wording = {"gold": gold_amount(state.gold[seat]), "n": state.dice[seat]}
    yield Message("{gold}, and the Income die showing {n} (the null is 6)", values)
    for own in state.decided[seat]:
        yield _won(own)


def _won(own: Decided) -> Message:
    text = own.tile.wording()
    if own.gold:
        text = Message("{tile} with {gold} on it", {"tile": text, "gold": gold_amount(own.gold)})
    return Message("{tile}, governed", {"tile": text}) if own.governed else text


def _circuit(state: State, names: Sequence[str]) -> Iterator[Message]:
    for province in state.contested:
        text = province.tile.wording()
        if province.gold:
            text = Message("{tile} with {gold} on it", {"tile": text, "gold": gold_amount(province.gold)})
        for seat, tokens in enumerate(province.tokens):
            if tokens:
                text = Message("{these}, {name} {n}", {"these": text, "name": names[seat], "n": tokens})
        yield text
    yield Message("The tiles that lie face down, unseen: {count}", {"count": state.face_down})


def _offices(state: State, names: Sequence[str]) -> Iterator[Message]:
    prefect: Wording = {"name": names[state.prefect], "gold": gold_amount(state.prefect_gold)}
    yield Message("{name} is Prefect, with {gold} on that space", prefect)
    for office in reversed(Office):
        there = [
            Message("{name}, mark at 12 o'clock", {"name": names[one.player]})
            if one.active
            else Message("{name}, mark at 3 o'clock", {"name": names[one.player]})
            for one in state.magistrates_in(office)
        ]
        if there:
            yield Message("{office}: {who}", {"office": office.wording(), "who": listed(there)})


def score_pad(_: Options) -> tuple[PadRow, ...]:
    """Return rows for Provinces, Offices, governed Provinces once more, and their sum (I29, I30)."""
    return (
        PadRow(Message("Provinces won")),
        PadRow(Message("Influence in the Offices")),
        PadRow(Message("Governed Provinces, once more")),
        PadRow(Message("Points"), strong=True),
    )


def steps(state: State, names: Sequence[str]) -> tuple[Line, ...]:
    """Return the steps before the first income, in order; none after it."""
    if state.phase is not Phase.ROLL or len(state.rolling) < state.seats:
        return ()
    return tuple(_setup_steps(state, names))


def _setup_steps(state: State, names: Sequence[str]) -> Iterator[Line]:
    yield Line("I2", Message("Lay the six tiles in two columns of three; keep the other 18 face down next to them."))
    for seat, suit in enumerate(state.suits):
        yield Line(
            "I3",
            Message(
                "{name} takes the die, the pawn and the {coins} coins of {suit}, and {tokens} tokens.",
                {"name": names[seat], "coins": PATRICIANS, "suit": suit.wording(), "tokens": TOKENS},
            ),
        )
    yield Line("I5", Message("Everybody rolls: the highest is Prefect (ace 1, null 6); who ties rolls again."))
    yield Line("I5", Message("Then each sets their die to its null: it is the Income die."))
