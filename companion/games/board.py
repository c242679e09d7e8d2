"""A game's board in neutral terms, rows and counters, so that one function prints any game's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.games.view import Kind, Layout, Piece, Spot, View
from companion.locale import Message
from companion.pieces import Card

Cell = Message | tuple[Card, ...]
"""A text, or the cards at a place."""


@dataclass(frozen=True, slots=True)
class Rows:
    """The table, place by place: a heading for each column, and as many cells in each row."""

    headings: tuple[Message, ...]
    rows: tuple[tuple[Cell, ...], ...]
    remarks: tuple[Message, ...] = ()
    """Sentences below them."""


@dataclass(frozen=True, slots=True)
class SeatCounters:
    """One seat's counters, in the order of their names; ``at_turn`` marks the current player."""

    name: str
    counts: tuple[Cell, ...]
    at_turn: bool = False


@dataclass(frozen=True, slots=True)
class Counters:
    """The counters of every seat."""

    names: tuple[Message, ...]
    seats: tuple[SeatCounters, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """The state of a game, for people."""

    rows: Rows
    counters: Counters
    remarks: tuple[Message, ...] = ()
    """Further sentences: the result, what all players must watch for."""


def cell_text(cell: Cell) -> Message:
    """Return a cell as text: the codes of its cards, a dash for none."""
    return verbatim(" ".join(map(str, cell)) or "–") if isinstance(cell, tuple) else cell


def verbatim(text: object) -> Message:
    """Return a text that is the same in every language: a number, a card's code, a player's name.

    >>> str(verbatim(7))
    '7'
    """
    return Message("{said}", {"said": str(text)})


def verbatim_each(texts: Sequence[object]) -> tuple[Message, ...]:
    """Return :func:`verbatim` of each text."""
    return tuple(verbatim(text) for text in texts)


def board_of(view: View) -> Board:
    """Return a view as rows and counters.

    A spot of the table has a row: its name, what lies there, what each seat has there, its number and its note. Columns
    that stay empty are left out, those of the seats together.
    """
    headings = (verbatim(""), verbatim(""), *verbatim_each(view.names), verbatim(""), verbatim(""))
    rows = [_row(spot, len(view.names)) for region in view.regions if region.seat is None for spot in region.spots]
    has = [any(str(cell_text(row[place])) for row in rows) for place in range(len(headings))]
    seats = range(2, 2 + len(view.names))
    used = [place for place, any_cell in enumerate(has) if any_cell or (place in seats and any(has[2:-2]))]
    return Board(
        Rows(tuple(headings[place] for place in used), tuple(tuple(row[place] for place in used) for row in rows)),
        _counters(view),
        view.remarks,
    )


def _row(spot: Spot, seats: int) -> tuple[Cell, ...]:
    note = spot.note if spot.note is not None else verbatim("")
    each = [verbatim(" ".join(_there(spot, seat))) for seat in (None, *range(seats))]
    return (spot.label, *each, verbatim("" if spot.number is None else spot.number), note)


def _there(spot: Spot, seat: int | None) -> Iterator[str]:
    """Yield what a seat, or nobody, has on a spot and on those that belong to it."""
    yield from (_piece(piece) for piece in spot.pieces if piece.seat == seat)
    for one in spot.spots:
        owners = {piece.seat for piece in one.pieces} if one.seat is None else {one.seat}
        if seat not in (owners or {None}):
            continue
        if one.number is not None and not one.pieces and one.seat is None:
            yield from ([f"{one.label} {one.number}"] if one.number else ())
        else:
            yield " ".join([*(map(_piece, one.pieces) if one.pieces else [_FREE] * (one.seat is None)), *_inside(one)])


def _inside(spot: Spot) -> Iterator[str]:
    """Yield what belongs to a spot, in parentheses: a deed with its progress and its tokens."""
    for one in spot.spots:
        first, *rest = map(_piece, one.pieces)
        yield f"({first} {one.number}/{one.of}: {''.join(rest) or '0'})"


def _piece(piece: Piece) -> str:
    if piece.kind is Kind.PAWN:
        return _TURNED if piece.turned else _UPRIGHT
    if piece.kind is Kind.TOKEN:
        return f"{'' if piece.shows is None else piece.shows}{piece.count}"
    return f"({piece.shows})" if piece.face_down else str(piece.shows)


def _counters(view: View) -> Counters:
    """Return a counter for each number of a purse, and one for each other region of the seats."""
    found: list[dict[str, tuple[Message, Cell]]] = [{} for _ in view.names]
    for region in view.regions:
        if region.seat is None:
            continue
        if region.layout is Layout.PURSE:
            found[region.seat].update({str(one.label): (one.label, _count(one)) for one in region.spots})
        else:
            found[region.seat][str(region.label)] = region.label, _spread(region.spots)
    names = {text: label for own in found for text, (label, _) in own.items()}
    seats = (
        SeatCounters(
            view.names[seat],
            tuple(own[text][1] if text in own else verbatim("–") for text in names),
            at_turn=seat == view.current,
        )
        for seat, own in enumerate(found)
    )
    return Counters(tuple(names.values()), tuple(seats))


def _count(spot: Spot) -> Message:
    return verbatim(spot.number) if spot.note is None else verbatim(f"{spot.number} {spot.note}")


def _spread(spots: Sequence[Spot]) -> Cell:
    """Return open cards as cards, and all else in words; what lies with a piece follows it after a colon."""
    known = [[piece for piece in spot.pieces if piece.shows is not None or piece.seat is not None] for spot in spots]
    cards = tuple(
        piece.shows
        for pieces in known
        for piece in pieces
        if isinstance(piece.shows, Card) and not piece.face_down and len(pieces) == 1
    )
    if len(cards) == sum(map(len, known)):
        return cards
    return verbatim(" ".join(":".join(map(_piece, pieces)) for pieces in known if pieces))


_UPRIGHT, _TURNED, _FREE = "●", "○", "□"
"""A pawn that stands, one that lies, and a free space for one."""
