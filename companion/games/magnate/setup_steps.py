"""The steps of setting up a table of Magnate, with the players' names (B2–B6, D1, F7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.magnate.options import Solo
from companion.games.magnate.state import Phase, State
from companion.games.rows import verbatim
from companion.games.sheet import Line
from companion.locale import Message, Wording, listed
from companion.pieces import Card


def steps(state: State, names: Sequence[str]) -> tuple[Line, ...]:
    """Return the steps before the first roll, in order; none after it."""
    if state.turn > 1 or state.phase is not Phase.ROLL:
        return ()
    return (*_districts(state, names), *_dealt(state, names), *_cards(state, names))


def _districts(state: State, names: Sequence[str]) -> Iterator[Line]:
    if state.players != 3:
        row: Wording = {"name": names[0], "cards": _codes([district.card for district in state.districts])}
        yield Line("B2", Message("Lay the districts in a row, from {name}'s left: {cards}.", row))
        return
    arms: dict[tuple[int, ...], list[Card]] = {}
    for district in state.districts:
        seats = tuple(seat for seat, column in enumerate(district.columns) if column is not None)
        arms.setdefault(seats, []).append(district.card)
    for seats, cards in arms.items():
        between: Wording = {"names": listed([verbatim(names[seat]) for seat in seats]), "cards": _codes(cards)}
        yield Line("F7", Message("Lay between {names}: {cards}.", between))


def _dealt(state: State, names: Sequence[str]) -> Iterator[Line]:
    for name, crowns, tokens in zip(names, state.crowns, state.tokens, strict=True):
        own: Wording = {"name": name, "crowns": _codes(crowns), "tokens": tokens.wording()}
        if tokens.total:
            yield Line("B4", Message("{name} lays {crowns} open and takes {tokens}.", own))
        else:
            yield Line("D1", Message("{name} lays {crowns} open and takes no tokens.", own))


def _cards(state: State, names: Sequence[str]) -> Iterator[Line]:
    dealt: Wording = {"hand": state.options.hand, "pile": state.pile, "name": names[0]}
    if state.options.solo is Solo.NO or state.options.solo_automa_hand:
        yield Line("B5", Message("Shuffle the rest and deal {hand} cards each; {pile} are left to draw.", dealt))
    else:
        yield Line(
            "D1", Message("Shuffle the rest and deal {hand} cards to {name} alone; {pile} are left to draw.", dealt)
        )
    yield Line("B6", Message("{name} rolls first.", {"name": names[state.player]}))


def _codes(cards: Sequence[Card]) -> str:
    return " ".join(card.code for card in cards)
