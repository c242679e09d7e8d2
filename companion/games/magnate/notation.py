"""Moves and beginnings as one line of text each, and back without loss, for example for bug reports.

Readers raise :class:`~companion.games.errors.UnreadableDocument`.

>>> move_to_text(move_from_text("0 develop 4MS @2 M1S3"))
'0 develop 4MS @2 M1S3'
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from companion.games.magnate import moves as m
from companion.games.magnate.encoding import move_from_json, move_to_json
from companion.games.magnate.moves import Move
from companion.games.magnate.option_formats import options_to_json
from companion.games.magnate.options import Options
from companion.games.magnate.setup import Setup, default_borders, start
from companion.games.magnate.state import State
from companion.games.magnate.state_notation import NONE, state_from_text, state_to_text
from companion.games.notation import Notation, read_text
from companion.locale import Message
from companion.pieces import DECK, Card, Suit, Tokens

PATTERNS = {
    "roll": "D10 D10 [tax D6 …]",
    "income": "CARD SUIT",
    "prefer": "CARD SUIT|-",
    "develop": "CARD @DISTRICT TOKENS",
    "deed": "CARD @DISTRICT TOKENS",
    "add": "CARD TOKENS",
    "sell": "CARD [@DISTRICT]",
    "trade": "SUIT SUIT [TIMES]",
    "draw": "[CARD …]",
    "end": "",
    "set": "OPTION WAS NOW",
    "correct": "FACT …",
}


def move_to_text(move: Move) -> str:  # noqa: PLR0911 - one line a kind of move
    """Return the move's seat, name and values; a correction's facts are JSON."""
    match move:
        case m.Roll(player, dice, tax_dice):
            return " ".join(map(str, [player, "roll", *dice, *(("tax", *tax_dice) if tax_dice else ())]))
        case m.TakeDeedIncome(player, card, suit):
            return f"{player} income {card} {suit}"
        case m.PreferDeedIncome(player, card, preferred):
            return f"{player} prefer {card} {preferred or NONE}"
        case m.Develop(player, card, district, payment):
            return f"{player} develop {card} @{district} {payment}"
        case m.BuyDeed(player, card, district, payment):
            return f"{player} deed {card} @{district} {payment}"
        case m.AddToDeed(player, card, payment):
            return f"{player} add {card} {payment}"
        case m.Sell(player, card, place):
            return f"{player} sell {card}" + (f" @{place}" if place is not None else "")
        case m.Trade(player, give, get, times):
            return f"{player} trade {give} {get} {times}"
        case m.Draw(player, cards):
            return " ".join([str(player), "draw", *map(str, cards)])
        case m.EndTurn(player):
            return f"{player} end"
        case m.SetOption(name, was, now):
            return f"set {name} {was} {now}"
        case m.Correct():
            return f"correct {json.dumps(move_to_json(move))}"


def move_from_text(line: str) -> Move:
    """Read the text that :func:`move_to_text` returns."""
    return read_text(_move, line, Message("is not a move"), _EXAMPLE)


_EXAMPLE = Message("write the seat, the move and what it needs: 0 develop 4MS @2 M1S3")


def _move(line: str) -> Move:
    first, *words = line.split()
    if first == "correct":
        return move_from_json(json.loads(line.removeprefix("correct")), "correct")
    if first == "set":
        name, was, now = words
        return m.SetOption(name, was, now)
    return _players_move(int(first), words[0], words[1:])


def _players_move(player: int, name: str, words: list[str]) -> Move:  # noqa: PLR0911, PLR0912 - one line a kind of move
    match name, words:
        case "roll", [first, second]:
            return m.Roll(player, (int(first), int(second)))
        case "roll", [first, second, "tax", *tax_dice]:
            return m.Roll(player, (int(first), int(second)), tuple(map(int, tax_dice)))
        case "income", [card, suit]:
            return m.TakeDeedIncome(player, Card.parse(card), Suit.parse(suit))
        case "prefer", [card, suit]:
            return m.PreferDeedIncome(player, Card.parse(card), None if suit == NONE else Suit.parse(suit))
        case "develop", [card, place, payment]:
            return m.Develop(player, Card.parse(card), _place(place), Tokens.parse(payment))
        case "deed", [card, place, payment]:
            return m.BuyDeed(player, Card.parse(card), _place(place), Tokens.parse(payment))
        case "add", [card, payment]:
            return m.AddToDeed(player, Card.parse(card), Tokens.parse(payment))
        case "sell", [card]:
            return m.Sell(player, Card.parse(card))
        case "sell", [card, place]:
            return m.Sell(player, Card.parse(card), _place(place))
        case "trade", [give, get]:
            return m.Trade(player, Suit.parse(give), Suit.parse(get))
        case "trade", [give, get, times]:
            return m.Trade(player, Suit.parse(give), Suit.parse(get), int(times))
        case "draw", cards:
            return m.Draw(player, tuple(map(Card.parse, cards)))
        case "end", []:
            return m.EndTurn(player)
        case _:
            raise ValueError(name)


def _place(word: str) -> int:
    if not word.startswith("@"):
        raise ValueError(word)
    return int(word[1:])


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
    beginning_to_text, beginning_from_text, move_to_text, move_from_text, state_to_text, PATTERNS, _words
)
