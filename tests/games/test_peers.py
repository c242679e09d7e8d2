"""Whole games decided by another engine replay to the same tokens, columns, deeds and winner."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.errors import IllegalMove
from companion.games.magnate import State, apply, fold, score, start
from companion.games.magnate.facts import TokensFact
from companion.games.magnate.moves import Correct, Move
from companion.games.magnate.presets import UnknownPreset
from tests.games import peers
from tests.games.peers import Peer


@pytest.fixture(scope="session")
def known(shared: Path) -> list[Peer]:
    """The 16 games whose variants the documents know."""
    return [peer for peer in peers.load(shared) if set(peer["variants"]) <= peers.KNOWN_VARIANTS]


@pytest.fixture(scope="session")
def ends(known: list[Peer]) -> dict[str, State]:
    """Each of them replayed, every turn compared."""
    return {peer["id"]: replayed(peer) for peer in known}


def rolled(peer: Peer, turn: Peer, state: State) -> State:
    """After roll and choices; where A7 says that their first roll is not taxed, we take their tokens over."""
    state = fold(apply(state, peers.roll(turn)), peers.choices(turn))
    theirs = [peers.tokens(held) for held in turn["tokens_after_roll"]]
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
    assert list(state.tokens) == [peers.tokens(held) for held in theirs["tokens"]]
    ours = tuple(tuple(column.properties for column in district.columns if column) for district in state.districts)
    assert ours == peers.columns(theirs)
    lying = {(seat, deed.card, place, deed.tokens) for seat in (0, 1) for place, deed in state.deeds(seat)}
    assert lying == peers.deeds(theirs)
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
    state = start(peers.options(peer), peers.setup(peer))
    for turn in peer["turns"]:
        state = fold(rolled(peer, turn, state), peers.actions(turn))
        state = apply(state, peers.end(turn, state))
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
        state = apply(start(peers.options(peer), peers.setup(peer)), peers.roll(first))
        assert state.roll is not None
        if state.roll.taxed:
            taxed_here.append(peer["id"])
            assert "mega" in peer["variants"]
            assert first["taxed"] == []
    assert taxed_here == [peer["id"] for peer in known if peer["quirks"]]
    assert taxed_here


def test_A9_only_their_mega_games_end_a_turn_early_after_a_single_card_drawn(
    known: list[Peer], ends: dict[str, State]
) -> None:
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
        state = start(peers.options(peer), peers.setup(peer))
        for turn in peer["turns"]:
            state = rolled(peer, turn, state)
            for probe in turn["probes"]:
                move = peers.action(turn, probe["action"])
                assert move is not None
                assert verdict(state, move) == probe["legal"], (peer["id"], turn["n"], probe)
                checked += 1
            state = fold(state, peers.actions(turn))
            state = apply(state, peers.end(turn, state))
    assert checked > 2000


def verdict(state: State, move: Move) -> bool:
    try:
        apply(state, move)
    except IllegalMove:
        return False
    return True


def test_A13_games_of_undescribed_variants_are_refused_by_the_variants_name(shared: Path) -> None:
    others = [peer for peer in peers.load(shared) if not set(peer["variants"]) <= peers.KNOWN_VARIANTS]
    assert len(others) == 14
    for peer in others:
        with pytest.raises(UnknownPreset) as caught:
            peers.options(peer)
        assert any(repr(variant) in str(caught.value) for variant in peer["variants"])
