"""Whole games decided by another engine replay to the same tokens, columns, deeds and winner.

Abstract Play's games (``peers`` of the collection) as ours: options, setup, and each turn's moves.

Their suit letters are ours but for Waves; 1 is an Ace, N a Crown, 0 the Excuse, and in mega a last
digit is the deck. Districts are letters, players 1 and 2.
"""

import gzip
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.games.magnate import Options, Setup, State, apply, fold, preset, score, start
from companion.games.magnate.facts import TokensFact
from companion.games.magnate.moves import (
    AddToDeed,
    BuyDeed,
    Correct,
    Develop,
    Draw,
    EndTurn,
    Move,
    Roll,
    Sell,
    TakeDeedIncome,
    Trade,
)
from companion.games.magnate.options import UnknownPreset
from companion.pieces import Card, Rank, Suit, Tokens
from tests.games.test_foresight import legal

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


@pytest.fixture(scope="session")
def known(shared: Path) -> list[Peer]:
    """The 16 games whose variants the documents know."""
    return [peer for peer in load(shared) if set(peer["variants"]) <= KNOWN_VARIANTS]


@pytest.fixture(scope="session")
def ends(known: list[Peer]) -> dict[str, State]:
    """Each of them replayed, every turn compared."""
    return {peer["id"]: replayed(peer) for peer in known}


def rolled(peer: Peer, turn: Peer, state: State) -> State:
    """After roll and choices; where A7 says that their first roll is not taxed, we take their tokens over."""
    state = fold(apply(state, roll(turn)), choices(turn))
    theirs = [tokens(held) for held in turn["tokens_after_roll"]]
    if peer["quirks"] and turn["n"] == 1:
        assert state.roll is not None and state.roll.taxed
        lost = [sum(loss.lost for loss in state.roll.taxed if loss.player == seat) for seat in (0, 1)]
        assert [held.total + less for held, less in zip(state.tokens, lost, strict=True)] == [t.total for t in theirs]
        facts = (TokensFact(seat, state.tokens[seat], theirs[seat]) for seat in (0, 1))
        return apply(state, Correct(tuple(facts)))
    assert list(state.tokens) == theirs, turn["n"]
    return state


def assert_same(turn: Peer, state: State) -> None:
    theirs = turn["state"]
    assert list(state.tokens) == [tokens(held) for held in theirs["tokens"]]
    ours = tuple(tuple(column.properties for column in district.columns if column) for district in state.districts)
    assert ours == columns(theirs)
    lying = {(seat, deed.card, place, deed.tokens) for seat in (0, 1) for place, deed in state.deeds(seat)}
    assert lying == deeds(theirs)
    assert state.discards == len(theirs["discards"])
    assert state.pile == theirs["deck"]
    assert (state.reshuffles == 1) == theirs["reshuffled"]


def assert_same_end(peer: Peer, state: State) -> None:
    final, ours = peer["final"], score(state)
    assert [[side.total for side in district.sides] for district in ours.districts] == final["district_scores"]
    assert [0 if d.won_by is None else d.won_by + 1 for d in ours.districts] == final["district_control"]
    assert list(ours.districts_won) == final["districts_won"]
    assert list(ours.total_ranks) == final["total_value"]
    assert [held.total for held in state.tokens] == final["tokens_left"]
    assert ([1, 2] if ours.winner is None else [ours.winner + 1]) == final["winner"]
    assert ours.decided_by.value == final["decided_by"]


def replayed(peer: Peer) -> State:
    state = start(options(peer), setup(peer))
    for turn in peer["turns"]:
        state = fold(rolled(peer, turn, state), actions(turn))
        state = apply(state, end(turn, state))
        assert_same(turn, state)
    return state


def test_known_games_replay_to_the_same_state_after_every_turn(known: list[Peer], ends: dict[str, State]) -> None:
    assert len(known) == 16
    for peer in known:
        assert_same_end(peer, ends[peer["id"]])


def test_A7_their_first_roll_is_never_taxed_which_only_mega_shows(known: list[Peer]) -> None:
    taxed_here = []
    for peer in known:
        first = peer["turns"][0]
        state = apply(start(options(peer), setup(peer)), roll(first))
        assert state.roll is not None
        if state.roll.taxed:
            taxed_here.append(peer["id"])
            assert "mega" in peer["variants"]
            assert first["taxed"] == []
    assert taxed_here == [peer["id"] for peer in known if peer["quirks"]]
    assert taxed_here


def test_A9_only_mega_games_end_a_turn_early_after_a_card_drawn(known: list[Peer], ends: dict[str, State]) -> None:
    early = []
    for peer in known:
        state = ends[peer["id"]]
        if not state.over:
            early.append(peer["id"])
            assert state.last_turns == 1
            assert [len(turn["drawn"]) for turn in peer["turns"][-2:]] == [1, 0]
    assert early == [peer["id"] for peer in known if "mega" in peer["variants"] and ended_on_one(peer)]
    assert early


def ended_on_one(peer: Peer) -> bool:
    return len(peer["turns"][-2]["drawn"]) == 1


def test_every_probe_has_the_same_verdict(known: list[Peer]) -> None:
    checked = 0
    for peer in known:
        state = start(options(peer), setup(peer))
        for turn in peer["turns"]:
            state = rolled(peer, turn, state)
            for probe in turn["probes"]:
                move = action(turn, probe["action"])
                assert move is not None
                assert legal(state, move) == probe["legal"], (peer["id"], turn["n"], probe)
                checked += 1
            state = fold(state, actions(turn))
            state = apply(state, end(turn, state))
    assert checked > 2000


def test_A13_games_of_undescribed_variants_are_refused_by_the_variants_name(shared: Path) -> None:
    others = [peer for peer in load(shared) if not set(peer["variants"]) <= KNOWN_VARIANTS]
    assert len(others) == 14
    for peer in others:
        with pytest.raises(UnknownPreset) as caught:
            options(peer)
        assert any(repr(variant) in str(caught.value) for variant in peer["variants"])
