"""Abstract Play's games (``peers`` of the collection) as ours: options, setup, and each turn's moves.

Their suit letters are ours but for Waves; 1 is an Ace, N a Crown, 0 the Excuse, and in mega a last
digit is the deck. Districts are letters, players 1 and 2.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.games.magnate import Options, Setup, State, preset
from companion.games.magnate.moves import (
    AddToDeed,
    BuyDeed,
    Develop,
    Draw,
    EndTurn,
    Move,
    Roll,
    Sell,
    TakeDeedIncome,
    Trade,
)
from companion.pieces import Card, Rank, Suit, Tokens

Peer = dict[str, Any]

THEIR_SUITS = "MSVLYK"
KNOWN_VARIANTS = {"courts", "taxtax", "mega"}


def load(shared: Path) -> list[Peer]:
    with gzip.open(shared / "peers" / "abstractplay-games.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def card(text: str) -> Card:
    if text[0] == "0":
        return Card.parse("X")
    letters = [letter for letter in text[1:] if letter.isalpha()]
    copy = "#2" if text[-1] == "2" and len(text) > 1 + len(letters) else ""
    rank = {"1": "A", "N": "C"}.get(text[0], text[0])
    return Card.parse(rank + "".join(suit(letter).value for letter in letters) + copy)


def suit(letter: str) -> Suit:
    return list(Suit)[THEIR_SUITS.index(letter)]


def tokens(counts: list[int]) -> Tokens:
    return Tokens.from_counts(dict(zip(Suit, counts, strict=True)))


def options(peer: Peer) -> Options:
    """Our switches for their variants (A1, A2, A10–A12)."""
    variants = set(peer["variants"])
    for own in variants - KNOWN_VARIANTS:
        preset(own)
    ours = preset("mega" if "mega" in variants else "standard")
    return replace(
        ours,
        every_suit_on_a_deed=True,
        deeds_on_twos=False,
        courts="courts" in variants,
        tax_dice=2 if "taxtax" in variants else 1,
    )


def setup(peer: Peer) -> Setup:
    setup = peer["setup"]
    return Setup(
        districts=tuple(card(code) for code in setup["districts"]),
        crowns=_crowns(setup["crowns"]),
        first_player=setup["first_player"] - 1,
    )


def _crowns(counts: list[list[int]]) -> tuple[tuple[Card, ...], ...]:
    left = {suit: [Card(Rank.CROWN, (suit,), copy) for copy in (1, 2)] for suit in Suit}
    return tuple(
        tuple(left[suit].pop(0) for suit, count in zip(Suit, held, strict=True) for _ in range(count))
        for held in counts
    )


def roll(turn: Peer) -> Roll:
    return Roll(turn["player"] - 1, tuple(turn["roll"]["dice"]), tuple(turn["roll"]["tax_dice"]))


def choices(turn: Peer) -> Iterator[TakeDeedIncome]:
    for player in ("1", "2"):
        for choice in turn["collected"][player]["deed_choices"]:
            yield TakeDeedIncome(int(player) - 1, card(choice["card"]), suit(choice["suit"]))


def action(turn: Peer, theirs: Peer) -> Move | None:
    """One of their actions as our move; None for a stored preference, which is no rule."""
    player = turn["player"] - 1
    match theirs["type"]:
        case "buy":
            return Develop(player, card(theirs["card"]), _place(theirs), tokens(theirs["pay"]))
        case "deed":
            return BuyDeed(player, card(theirs["card"]), _place(theirs), tokens(theirs["pay"]))
        case "sell":
            return Sell(player, card(theirs["card"]))
        case "add":
            return AddToDeed(player, card(theirs["card"]), tokens(theirs["pay"]))
        case "trade":
            return Trade(player, suit(theirs["give"]), suit(theirs["get"]))
        case _:
            return None


def _place(theirs: Peer) -> int:
    return ord(theirs["district"]) - ord("a")


def actions(turn: Peer) -> list[Move]:
    return [move for theirs in turn["actions"] if (move := action(turn, theirs)) is not None]


def end(turn: Peer, state: State) -> Move:
    """The move that ends the turn: a draw, or in the last turns nothing drawn."""
    player = turn["player"] - 1
    if state.last_turns is not None:
        return EndTurn(player)
    return Draw(player, tuple(card(code) for code in turn["drawn"]))


def columns(theirs: Peer) -> tuple[tuple[tuple[Card, ...], ...], ...]:
    return tuple(tuple(tuple(card(code) for code in side) for side in pair) for pair in theirs["columns"])


def deeds(theirs: Peer) -> set[tuple[int, Card, int, Tokens]]:
    return {
        (
            deed["player"] - 1,
            card(deed["card"]),
            ord(deed["district"]) - ord("a"),
            Tokens.from_counts({suit(letter): count for letter, count in deed["progress"].items()}),
        )
        for deed in theirs["deeds"]
    }
