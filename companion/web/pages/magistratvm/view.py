"""Magistratvm on the web page: the circuit, the Offices and the Family Estates."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations
from html import escape

from companion.games.board import Board
from companion.games.magistratvm.offices import Office
from companion.games.magistratvm.scoring import score
from companion.games.magistratvm.state import TOKENS, Province, State
from companion.locale import Message
from companion.web.pages.game_view import BoardHtml, Clock, GameView
from companion.web.pages.html import format_message, render_tile

ROWS = (0, 1, 5, 2, 4, 3)
"""The places of the circuit, which go clockwise from the upper left, row by row."""


def make_clock(state: State) -> Clock | None:
    """Return the number of tiles face down; the game ends once the circuit cannot be refilled."""
    return None if state.over else Clock(state.face_down, Message("tiles face down"), state.final)


def render_table(state: State, _board: Board, names: Sequence[str], translations: NullTranslations) -> BoardHtml:
    """Return the circuit in two columns, and the Offices from the highest.

    Args:
        state: The state.
        _board: Its board.
        names: The player names, by seat.
        translations: The language.

    Returns:
        The board as HTML.
    """
    voting = state.voting.to_vote[0] if state.voting is not None and state.voting.to_vote else None
    circuit = "".join(_province(state.circuit[place], voting, names, translations) for place in ROWS)
    offices = "".join(_office(state, office, names, translations) for office in reversed(Office))
    lies = f'<div class="circuit">{circuit}</div><table class="offices">{offices}</table>'
    return BoardHtml(lies, tuple(_seat(state, seat, translations) for seat in range(state.seats)))


def _province(province: Province | None, voting: object, names: Sequence[str], translations: NullTranslations) -> str:
    if province is None:
        return '<div class="province none"></div>'
    own = "".join(
        f'<span class="laid seat{seat}"><b>{count}</b> {escape(names[seat])}</span>'
        for seat, count in enumerate(province.tokens)
        if count
    )
    coins = Message("{n} gold", {"n": province.gold}, "{n} gold", "n")
    lying = format_message(coins, translations) if province.gold else ""
    gold = f'<span class="gold">{lying}</span>'
    votes = " voting" if province.tile == voting else ""
    return f'<div class="province{votes}">{render_tile(province.tile, translations)}<div>{own}{gold}</div></div>'


def _office(state: State, office: Office, names: Sequence[str], translations: NullTranslations) -> str:
    """Return an Office's row; active Magistrates are filled, the others only outlined."""
    there = state.magistrates_in(office)
    held = "".join(
        f'<span class="magistrate seat{one.player}{active}">{escape(names[one.player])}</span>'
        for one in there
        for active in ("" if one.active else " inactive",)
    )
    free = '<span class="free"></span>' * (state.options.spaces(office) - len(there))
    name = format_message(office.wording(), translations)
    return f"<tr><th>{name}</th><td>{office.influence or ''}</td><td>{held}{free}</td></tr>"


def _seat(state: State, seat: int, translations: NullTranslations) -> str:
    provincial = state.provincial(seat)
    gold = f"{state.gold[seat]} + {provincial}" if provincial else str(state.gold[seat])
    pairs = (
        (Message("gold"), gold),
        (Message("Income die"), state.dice[seat]),
        (Message("tokens"), TOKENS - state.placed(seat)),
        (Message("Patricians"), state.patricians(seat)),
        (Message("influence"), score(state).seats[seat].total),
    )
    counts = "".join(
        f'<div class="count"><span class="what">{format_message(name, translations)}</span> <b>{count}</b></div>'
        for name, count in pairs
    )
    won = "".join(
        f'<span class="won">{render_tile(one.tile, translations)}{"★" if one.governed else ""}</span>'
        for one in state.decided[seat]
    )
    return f'{counts}<div class="decided">{won}</div>'


MAGISTRATVM_VIEW = GameView(render_board=render_table, make_clock=make_clock)
