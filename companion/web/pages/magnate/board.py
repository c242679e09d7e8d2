"""Magnate's table on the web page: the districts with their columns, and each player's pieces."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from gettext import NullTranslations
from html import escape

from companion.games.board import Board
from companion.games.magnate.paying import price
from companion.games.magnate.rolling import paying_cards
from companion.games.magnate.scoring import DistrictScore, Score, score
from companion.games.magnate.state import Column, Deed, District, State
from companion.games.magnate.token_changes import TokenChange
from companion.locale import Message
from companion.pieces import Card, Suit, Tokens
from companion.web.pages.game_view import BoardHtml, Clock
from companion.web.pages.html import format_message, picture, render_card, render_cards, render_token

NEAR_END_CARDS = 3
"""Cards on the pile from which on the end is announced, as on the tablet."""
MANY_DISTRICTS = 6
"""Columns next to each other from which on cards are drawn smaller."""

CARD = 3
"""The height of a card in halves of its width, rounded up."""


def _plain_total(_place: int, _seat: int, inside: str) -> str:
    return inside


def _plain_token(_seat: int, _suit: Suit, inside: str) -> str:
    return inside


@dataclass(frozen=True, slots=True)
class Marks:
    """What a page on which a seat acts adds to the board."""

    near: int = 0
    """The seat whose columns are below the districts."""
    targets: Mapping[tuple[int, int], str] = field(default_factory=dict)
    """By district and seat, the button that plays the chosen card there."""
    total: Callable[[int, int, str], str] = _plain_total
    """Wraps the total of a side, by district and seat."""
    token: Callable[[int, Suit, str], str] = _plain_token
    """Wraps a player's number of tokens of a suit."""
    changes: Sequence[TokenChange] = ()
    """What the last move took from each seat and gave to it."""


PLAIN = Marks()


def make_clock(state: State) -> Clock | None:
    """Return the cards left to draw or, in the last round, the turns left."""
    if state.over:
        return None
    if state.last_turns is not None:
        return Clock(state.last_turns, Message("last turn", {"n": state.last_turns}, "last turns", "n"), is_urgent=True)
    return Clock(state.pile, Message("to draw"), state.pile <= NEAR_END_CARDS)


def render_table(
    state: State, _board: Board, names: Sequence[str], translations: NullTranslations, marks: Marks = PLAIN
) -> BoardHtml:
    """Return the districts in a row; one seat's columns are below them, the others' above, as on the table.

    Args:
        state: The state.
        _board: Its board.
        names: The player names, by seat.
        translations: The language.
        marks: What can be tapped.

    Returns:
        The board as HTML.
    """
    stands, drawing = score(state), _Drawing(state, names, translations, marks)
    places = list(zip(state.districts, stands.districts, strict=True))
    # A player sees the row from the own side of the table.
    row = "".join(drawing.district(*place) for place in (places if marks.near == 0 else places[::-1]))
    seats = tuple(drawing.seat(seat, stands) for seat in range(state.players))
    wide = sum(map(_width, state.districts))
    many = " many" if wide > MANY_DISTRICTS else ""
    far = tuple(seat for seat in range(state.players) if seat != marks.near)
    kind = f"districts columns{wide} deep{_depth(state)}{many}"
    return BoardHtml(f'<div class="{kind}">{row}</div>', seats, far)


@dataclass(frozen=True, slots=True)
class _Drawing:
    """Draws the parts of one table."""

    state: State
    names: Sequence[str]
    translations: NullTranslations
    marks: Marks

    def district(self, district: District, stands: DistrictScore) -> str:
        """Return a district with the columns of both sides."""
        sides = {seat: self.side(seat, column, stands) for seat, column in enumerate(district.columns) if column}
        near = sides.pop(self.marks.near, "")
        wide, card = " wide" if _width(district) > 1 else "", render_card(district.card, self.translations)
        return (
            f'<article class="district{wide}"><div class="sides far">{"".join(sides.values())}</div>'
            f'<div class="place">{card}</div><div class="sides near">{near}</div></article>'
        )

    def side(self, seat: int, column: Column, stands: DistrictScore) -> str:
        """Return one player's column with its total, and what can be tapped there."""
        near, paid = seat == self.marks.near, self._paid(seat)
        cards = [_slot(render_card(card, self.translations), paid=card in paid) for card in column.properties]
        if column.deed is not None:
            cards.append(self.deed(column.deed, paid=column.deed.card in paid))
        # HTML runs downwards, but above the row a column grows upwards.
        lying = cards if near else cards[::-1]
        holds = stands.won_by == seat
        total = next(side.total for side in stands.sides if side.player == seat)
        held = format_message(Message("held by {name}", {"name": self.names[seat]}), self.translations)
        mark = picture("signs", "star", "24 24", held, "icon") if holds else ""
        shown = self.marks.total(stands.index, seat, f"{mark}{total}")
        name, target = escape(self.names[seat]), self.marks.targets.get((stands.index, seat), "")
        return (
            f'<div class="side seat{seat} {"near" if near else "far"}{" holds" if holds else ""}'
            f'{" fits" if target else ""}"><h3>{name}</h3>{target if near else ""}'
            f'<div class="column">{"".join(lying)}</div>{"" if near else target}'
            f'<p class="total" title="{name}">{shown}</p></div>'
        )

    def deed(self, deed: Deed, *, paid: bool) -> str:
        """Return a deed with its tokens and its price."""
        needed = price(deed.card, self.state.options)
        shown = "".join(
            f"{render_token(suit, self.translations)}{count}" for suit, count in deed.tokens.items() if count
        )
        text = f'<span class="deed"><b>{deed.tokens.total}/{needed}</b>{shown}</span>'
        return _slot(render_card(deed.card, self.translations) + text, kind=" unpaid", paid=paid)

    def seat(self, seat: int, stands: Score) -> str:
        """Return a seat's districts, tokens and Crowns."""
        state, say = self.state, self.translations
        won = Message("{n} district", {"n": stands.districts_won[seat]}, "{n} districts", "n")
        tokens = "" if seat == state.automa else self.tokens(seat)
        return (
            f'<div class="count"><span class="what">{format_message(won, say)}</span></div>'
            f'{tokens}<div class="crowns">{render_cards(state.crowns[seat], say)}</div>'
        )

    def tokens(self, seat: int) -> str:
        """Return a seat's tokens of every suit as one group, with what the last move changed."""
        held, change = self.state.tokens[seat], self._change(seat)
        label = Message("{name} has {tokens}", {"name": self.names[seat], "tokens": held})
        shown = "".join(self.marks.token(seat, suit, self._held(suit, count, change)) for suit, count in held.items())
        return f'<div class="tokens" role="group" aria-label="{format_message(label, self.translations)}">{shown}</div>'

    def _held(self, suit: Suit, count: int, change: TokenChange) -> str:
        lost, gained = change.lost[suit], change.gained[suit]
        moved = f'<i class="lost">−{lost}</i>' if lost else ""
        moved += f'<i class="gained">+{gained}</i>' if gained else ""
        empty = "" if count else " none"
        return f'<span class="held{empty}">{render_token(suit, self.translations)}<b>{count}</b>{moved}</span>'

    def _change(self, seat: int) -> TokenChange:
        return self.marks.changes[seat] if seat < len(self.marks.changes) else TokenChange(Tokens(), Tokens())

    def _paid(self, seat: int) -> frozenset[Card]:
        """Return the cards that this turn's roll made pay."""
        roll = self.state.roll
        return frozenset() if roll is None else frozenset(paying_cards(self.state, seat, roll.rank))


def _width(district: District) -> int:
    """Return the number of columns next to each other."""
    return max(1, sum(column is not None for column in district.columns[1:]))


def _depth(state: State) -> int:
    """Return the height of the deepest district in halves of a card's width, each further card of a side half one."""
    deepest = [
        max((len(column.cards) for district in state.districts if (column := district.columns[seat])), default=0)
        for seat in range(state.players)
    ]
    near, far = deepest[0], max(deepest[1:])
    return CARD + sum(CARD + cards - 1 for cards in (near, far) if cards)


def _slot(inside: str, *, kind: str = "", paid: bool = False) -> str:
    return f'<span class="slot{kind}{" paid" if paid else ""}">{inside}</span>'
