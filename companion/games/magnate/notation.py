"""Moves and states as one line of text each, and back without loss, for example for bug reports.

Readers raise :class:`~companion.games.errors.UnreadableDocument`.

>>> move_to_text(move_from_text("0 develop 4MS @2 M1S3"))
'0 develop 4MS @2 M1S3'
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TypeVar

from companion.errors import CompanionError, within
from companion.games.errors import UnreadableDocument
from companion.games.magnate import moves as m
from companion.games.magnate.encoding import move_from_json, move_to_json
from companion.games.magnate.hidden import NO_KNOWLEDGE, Hidden
from companion.games.magnate.moves import Move
from companion.games.magnate.option_formats import options_from_text, options_to_text
from companion.games.magnate.options import Options
from companion.games.magnate.setup import Setup, default_borders, start
from companion.games.magnate.state import Column, Deed, District, Phase, RollResult, State, Taxed
from companion.games.notation import Notation
from companion.locale import Message
from companion.pieces import Card, Suit, Tokens

T = TypeVar("T")

NONE = "-"
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
    "correct": "JSON",
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
    return _read(_move, line, Message("is not a move"), _EXAMPLE)


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


def state_to_text(state: State) -> str:
    """Return one line of eight or nine parts, separated by ``|``.

    These are: the options; the districts with their columns (``PMSL:4MS,9LK(L2)/-``); Crowns; tokens; seat, turn,
    phase, plays left; pile, discards, reshuffles, last turns; the roll; the deeds to be answered; and, if any is known,
    the hidden cards: discards, hands, pile (``x`` any), ``format-1`` for a game of that format.

    A deed has its tokens in parentheses, followed by ``>`` and its owner's preferred suit. An empty column is ``-``, a
    missing one ``x``.
    """
    turn = (state.player, state.turn, state.phase, state.plays_left)
    pile = (state.pile, state.discards, state.reshuffles, NONE if state.last_turns is None else state.last_turns)
    parts = (
        options_to_text(state.options),
        " ".join(f"{one.card}:{'/'.join(map(column_to_text, one.columns))}" for one in state.districts),
        "/".join(",".join(map(str, crowns)) or NONE for crowns in state.crowns),
        "/".join(map(str, state.tokens)),
        " ".join(map(str, turn)),
        " ".join(map(str, pile)),
        _roll_text(state.roll),
        " ".join(f"{owner}:{card}" for owner, card in state.pending_income) or NONE,
    )
    return " | ".join((*parts, *_hidden_parts(state)))


def _hidden_parts(state: State) -> tuple[str, ...]:
    if state.hidden == NO_KNOWLEDGE and not state.as_format_1:
        return ()
    known = (state.hidden.discarded, state.hidden.in_hand, state.hidden.pile)
    cards = "/".join("x" if those is None else ",".join(map(str, those)) or NONE for those in known)
    return (f"{cards} format-1" if state.as_format_1 else cards,)


def column_to_text(column: Column | None) -> str:
    """Write one side of a district, as :func:`column_from_text` reads it."""
    if column is None:
        return "x"
    cards = list(map(str, column.properties))
    if column.deed is not None:
        preferred = f">{column.deed.preferred}" if column.deed.preferred else ""
        cards.append(f"{column.deed.card}({column.deed.tokens}{preferred})")
    return ",".join(cards) or NONE


def _roll_text(roll: RollResult | None) -> str:
    if roll is None:
        return NONE
    return " ".join(
        (
            ",".join(map(str, roll.dice)),
            ",".join(map(str, roll.tax_dice)) or NONE,
            "".join(map(str, roll.taxed_suits)) or NONE,
            ",".join(f"{loss.player}{loss.suit}{loss.lost}" for loss in roll.taxed) or NONE,
            "/".join(map(str, roll.income)),
        )
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


def state_from_text(line: str) -> State:
    """Read the text that :func:`state_to_text` returns."""
    return _read(_state, line, Message("is not a state of a game of Magnate"))


def _read(read: Callable[[str], T], line: str, reason: Message, next_step: Message | None = None) -> T:
    try:
        return read(line)
    except (ValueError, IndexError, RecursionError) as error:
        raise UnreadableDocument(repr(line), reason, next_step) from error
    except UnreadableDocument:
        raise
    except CompanionError as error:
        raise UnreadableDocument(within(repr(line), error.thing), error.reason, error.next_step) from error


def _state(line: str) -> State:
    options, districts, crowns, tokens, turn, pile, roll, pending, *rest = (part.strip() for part in line.split("|"))
    if len(rest) > 1:
        raise ValueError(rest)
    hidden, as_format_1 = _hidden(*rest)
    player, number, phase, plays_left = turn.split()
    cards, discards, reshuffles, last_turns = pile.split()
    return State(
        options=options_from_text(options),
        districts=tuple(map(_district, districts.split())),
        crowns=tuple(map(_cards, crowns.split("/"))),
        tokens=tuple(map(Tokens.parse, tokens.split("/"))),
        player=int(player),
        turn=int(number),
        phase=Phase(phase),
        pile=int(cards),
        discards=int(discards),
        plays_left=int(plays_left),
        roll=_roll(roll),
        pending_income=tuple(
            (int(owner), Card.parse(card)) for owner, _, card in (one.partition(":") for one in _items(pending, " "))
        ),
        reshuffles=int(reshuffles),
        last_turns=None if last_turns == NONE else int(last_turns),
        hidden=hidden,
        as_format_1=as_format_1,
    )


def _hidden(text: str = "-/-/x") -> tuple[Hidden, bool]:
    cards, _, began = text.partition(" ")
    if began not in ("", "format-1"):
        raise ValueError(began)
    discarded, in_hand, pile = cards.split("/")
    known = None if pile == "x" else _cards(pile)
    return Hidden(_cards(discarded), _cards(in_hand), known), began != ""


def _cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, _items(text)))


def _items(text: str, between: str = ",") -> list[str]:
    return [] if text == NONE else text.split(between)


def _district(text: str) -> District:
    card, _, columns = text.partition(":")
    return District(Card.parse(card), tuple(map(column_from_text, columns.split("/"))))


def column_from_text(text: str) -> Column | None:
    """Read one side of a district: ``4MS,9LK(L2)``, ``-`` if it is empty, ``x`` if there is none."""
    if text == "x":
        return None
    cards = _items(text)
    if not cards or not cards[-1].endswith(")"):
        return Column(tuple(map(Card.parse, cards)))
    card, _, rest = cards[-1].removesuffix(")").partition("(")
    tokens, _, preferred = rest.partition(">")
    deed = Deed(Card.parse(card), Tokens.parse(tokens), Suit.parse(preferred) if preferred else None)
    return Column(tuple(map(Card.parse, cards[:-1])), deed)


def _roll(text: str) -> RollResult | None:
    if text == NONE:
        return None
    dice, tax_dice, suits, taxed, income = text.split()
    first, second = map(int, dice.split(","))
    return RollResult(
        (first, second),
        tuple(map(int, _items(tax_dice))),
        tuple(map(Suit.parse, () if suits == NONE else suits)),
        tuple(Taxed(int(loss[0]), Suit.parse(loss[1]), int(loss[2:])) for loss in _items(taxed)),
        tuple(map(Tokens.parse, income.split("/"))),
    )


NOTATION = Notation(beginning_to_text, beginning_from_text, move_to_text, move_from_text, state_to_text, PATTERNS)
