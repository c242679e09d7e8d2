"""``companion tokens``: counts the tokens of a table that plays without the companion."""

import re
from typing import Annotated

import typer

from companion.cli.terminal import make_table, terminal
from companion.errors import CompanionError
from companion.games.magnate.token_counts import DOCUMENT, MAX_PLAYERS, MIN_PLAYERS, MOST, TokenCounts
from companion.locale import Message
from companion.pieces import Suit
from companion.web.hosting.notes import Notes

_CHANGE = re.compile(r"([1-4])([A-Z])([+=-])(\d{1,3})")


class UnreadableChange(CompanionError):
    """A change of a count that cannot be read."""


def tokens(
    context: typer.Context,
    changes: Annotated[
        list[str] | None,
        typer.Argument(help="Changes of counts: 1M+2 gives player 1 two Moons, 2S-1 takes a Sun, 1M=5 sets a number."),
    ] = None,
    tax: Annotated[str | None, typer.Option(help="Tax a suit: everybody keeps one token of it.")] = None,
    players: Annotated[int | None, typer.Option(min=MIN_PLAYERS, max=MAX_PLAYERS, help="Number of players.")] = None,
    undo: Annotated[bool, typer.Option("--undo", help="Take back the last change.")] = False,
    clear: Annotated[bool, typer.Option("--clear", help="Begin with no tokens.")] = False,
) -> int:
    """Count the tokens of a table that plays Magnate without the companion."""
    notes = Notes(context.obj.ensure_exists().data)
    counts = TokenCounts.of(notes.recall(DOCUMENT))
    if players is not None:
        counts = counts.seated(players)
    if clear:
        counts = counts.cleared()
    for change in changes or ():
        counts = _changed(counts, change)
    if tax is not None:
        counts = counts.taxed(_suit(tax, tax))
    if undo:
        counts = counts.undone()
    notes.remember(DOCUMENT, counts.to_json())
    _show(counts)
    return 0


def _changed(counts: TokenCounts, written: str) -> TokenCounts:
    found = _CHANGE.fullmatch(written.upper())
    if found is None or int(found[1]) > len(counts.purses):
        step = Message("write the player, the suit’s letter and the number, such as 1M+2")
        raise UnreadableChange(written, Message("not a change of a count"), step)
    seat, suit, number = int(found[1]) - 1, _suit(found[2], written), int(found[4])
    now = counts.purses[seat][suit]
    new = {"+": now + number, "-": now - number, "=": number}[found[3]]
    if not 0 <= new <= MOST:
        raise UnreadableChange(written, Message("there are {n} of them", {"n": now}), Message("correct the number"))
    return counts.with_count(seat, suit, new)


def _suit(letter: str, written: str) -> Suit:
    for suit in Suit:
        if letter.upper() == suit.value:
            return suit
    letters = ", ".join(suit.value for suit in Suit)
    raise UnreadableChange(written, Message("no such suit"), Message("use one of {letters}", {"letters": letters}))


def _show(counts: TokenCounts) -> None:
    rows: list[list[Message | str]] = [
        [Message("Player {number}", {"number": seat}), *(str(purse[suit]) for suit in Suit)]
        for seat, purse in enumerate(counts.purses, 1)
    ]
    terminal().print(make_table(rows, ["", *(suit.wording() for suit in Suit)]))
