"""Moves and beginnings as one line of text each, and back without loss, for example for bug reports.

Readers raise :class:`~companion.games.errors.UnreadableDocument`.

>>> LINES.write(LINES.read("0 develop 4MS @2 M1S3"))
'0 develop 4MS @2 M1S3'
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.games.magnate.encoding import move_from_json, move_to_json
from companion.games.magnate.moves import MOVES, Move
from companion.games.magnate.option_formats import options_to_json
from companion.games.magnate.options import Options
from companion.games.magnate.setup import Setup, default_borders, start
from companion.games.magnate.state import State
from companion.games.magnate.state_notation import state_from_text, state_to_text
from companion.games.move_lines import MoveLines, Word
from companion.games.notation import Notation
from companion.pieces import DECK, Card, Suit, Tokens

_SHORTER = {"deed_income": "income", "end_turn": "end", "set_option": "set"}
"""The names of moves in lines, where they are shorter than in documents."""


def _place(word: str) -> int:
    if not word.startswith("@"):
        raise ValueError(word)
    return int(word[1:])


LINES: MoveLines[Move] = MoveLines(
    {_SHORTER.get(name, name): kind for name, kind in MOVES.items()},
    {
        Card: Word("CARD", Card.parse),
        Suit: Word("SUIT", Suit.parse),
        Tokens: Word("TOKENS", Tokens.parse),
        "@DISTRICT": Word("@DISTRICT", _place, "@{}".format),
    },
    move_to_json,
    move_from_json,
)


def beginning_to_text(options: Options, setup: Setup) -> str:
    """Return the state before the first roll as text."""
    return state_to_text(start(options, setup))


def beginning_from_text(line: str) -> tuple[Options, Setup]:
    """Read the options and the setup from the text that :func:`beginning_to_text` returns."""
    state = state_from_text(line)
    bordering = tuple(
        tuple(seat for seat, column in enumerate(one.columns) if column is not None) for one in state.districts
    )
    cards = tuple(one.card for one in state.districts)
    borders = None if bordering == default_borders(state.options, cards) else bordering
    return state.options, Setup(cards, state.crowns, state.player, state.tokens, state.pile, borders)


def _words(state: State) -> Mapping[str, Sequence[str]]:
    copies = [Card(card.rank, card.suits, copy + 1) for card in DECK for copy in range(state.options.decks)]
    return {
        "CARD": [str(card) for card in copies if card.is_property],
        "SUIT": [str(suit) for suit in Suit],
        "@DISTRICT": [f"@{place}" for place in range(len(state.districts))],
        "OPTION": list(options_to_json(state.options)),
    }


NOTATION = Notation(
    beginning_to_text, beginning_from_text, LINES.write, LINES.read, state_to_text, LINES.patterns, _words
)
