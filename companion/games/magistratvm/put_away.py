"""Storage of a game of Magistratvm for another day: what goes into which bag, and how to lay it out again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from companion.games.gold_amount import gold_amount
from companion.games.magistratvm.offices import Office
from companion.games.magistratvm.state import Decided, State
from companion.games.sheet import Section, bag_sections, section
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
