"""What players are asked on a screen leads to every move they may make, and says what each costs and does."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from companion.games.decisions import Decision
from companion.games.fields import Amount, Pick
from companion.games.magistratvm import moves as m
from companion.games.magistratvm.course_facts import StoppedFact
from companion.games.magistratvm.decisions import decisions
from companion.games.magistratvm.game import MAGISTRATVM
from companion.games.magistratvm.gold import Drawn
from companion.games.magistratvm.moves import Move, apply, offered
from companion.games.magistratvm.refilling import Laid
from companion.games.magistratvm.state import Phase, State
from companion.pieces.piecepack import Tile
from tests.games.chance import answered, every_move, filled_in
from tests.games.magistratvm.laid import A4, C5, M0, NAMES, PAUL, SUSAN, T, rome, won
from tests.games.magistratvm.random_game import begun


def decision(state: State, text: str) -> Decision[Move]:
    return next(one for one in decisions(state, NAMES) if str(one.text) == text)


def asked(state: State, text: str, *answers: int) -> tuple[str, list[str]]:
    """What a decision asks after these answers, and what is offered."""
    field = answered(decision(state, text), *answers).missing
    assert isinstance(field, Pick)
    return str(field.text), [str(field.label(one)) for one in field.offered]


def test_what_an_action_costs_and_does_is_shown_before_it_is_taken() -> None:
    state = rome(gold=6, tokens={"TM0": [0, 2, 0, 0]})
    assert asked(state, "Place tokens") == (
        "Which Province?",
        ["4 of Arms", "5 of Crowns", "null of Moons, Paul 2", "3 of Crowns", "2 of Crowns", "ace of Moons"],
    )
    assert asked(state, "Place tokens", 2) == (
        "What is to happen?",
        [
            "Susan places 2 tokens at null of Moons for 3 gold, and has 2 there",
            "Susan places 3 tokens at null of Moons for 6 gold, and has 3 there",
        ],
    )
    assert answered(decision(state, "Place tokens"), 2, 1).move() == m.PlaceTokens(SUSAN, M0, 3)


def test_also_the_only_thing_an_action_can_do_is_shown_before_it_is_taken() -> None:
    state = rome(gold=3, tokens={"TM0": [0, 2, 0, 0]})
    texts = ["Susan places 2 tokens at null of Moons for 3 gold, and has 2 there"]
    assert asked(state, "Place tokens", 2) == ("What is to happen?", texts)
    assert answered(decision(state, "Place tokens"), 2, 0).missing is None
    tribune = rome(gold=0, offices="aedile0", tokens={"TM0": [1, 0, 0, 0]})
    for one in decisions(tribune, NAMES):
        if not one.optional and str(one.text) != "Pass":
            assert one.missing is not None, one.text


def test_whom_a_promotion_displaces_is_shown_with_where_that_one_goes() -> None:
    state = rome(gold=6, offices="aedile0 praetor1 praetor2- praetor2")
    _, offers = asked(state, "Promote a Magistrate")
    promoted = "Susan promotes from Aedile to Praetor for 4 gold"
    assert offers == [
        f"{promoted}; displaces Paul's active Praetor, now Aedile",
        f"{promoted}; displaces Quentin's active Praetor, now Aedile",
        f"{promoted}; displaces Quentin's inactive Praetor, now Aedile",
    ]


def test_which_gold_pays_is_asked_only_where_there_is_a_choice() -> None:
    state = won(rome(gold=2), SUSAN, "TC5", governed=True, gold=4)
    moves = list(every_move(decision(state, "Place tokens")))
    assert m.PlaceTokens(SUSAN, A4, 1, (Drawn(C5, 1),)) in moves
    assert m.PlaceTokens(SUSAN, A4, 3) in moves and m.PlaceTokens(SUSAN, A4, 3, (Drawn(C5, 4),)) in moves
    broke = replace(state, gold=(0,) * 4)
    assert not any(move.provincial for move in every_move(decision(broke, "Place tokens")))


def test_nothing_is_offered_that_cannot_be_done() -> None:
    state = rome(gold=0)
    assert [str(one.text) for one in decisions(state, NAMES) if not one.optional] == ["Pass"]
    state = rome(gold=0, offices="tribune0- tribune1")
    assert [str(one.text) for one in decisions(state, NAMES) if not one.optional] == ["Pass"]


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.prove("magistratvm"))])
def test_every_action_can_be_entered_and_only_once(seed: int) -> None:
    state, _, dice = begun(3 + seed, seed)
    for move in random_taps(state, dice):
        state = apply(state, move)
        if state.phase is not Phase.ACTION or dice.random() > 0.05:
            continue
        found = [one for each in decisions(state, NAMES) if not each.optional for one in every_move(each)]
        assert len(set(found)) == len(found)
        assert set(offered(state)) <= set(found)


def random_taps(state: State, dice: random.Random) -> Iterator[Move]:
    """A game that is played by answering what a screen asks, at random."""
    while not state.over:
        ways = [one for one in decisions(state, NAMES[: state.seats]) if not one.optional or dice.random() < 0.1]
        offered = [move for one in MAGISTRATVM.waiting_for(state) for move in one.answers]
        move: Move
        if ways and (not offered or dice.random() < 0.5):
            move = filled_in(dice.choice(ways), dice).move()
        else:
            move = dice.choice(offered)
        if isinstance(move, m.Give | m.Correct) and state.auction is not None:
            continue  # who leads may have bid what they would give, or what is not there
        if isinstance(move, m.Correct) and isinstance(move.facts[0], StoppedFact):
            continue
        yield move
        state = apply(state, move)


def test_whole_games_can_be_answered_to_their_end() -> None:
    kinds = set()
    for seats, seed in ((3, 1), (4, 2)):
        state, _, dice = begun(seats, seed)
        for move in random_taps(state, dice):
            state = apply(state, move)
            kinds.add(type(move))
        assert state.over
    assert {m.Roll, m.Bid, m.PlaceTokens, m.Enter, m.Redistribute, m.Refill, m.Lend, m.Give} <= kinds


def test_tokens_that_left_a_province_are_parted_until_none_is_left() -> None:
    state = rome(Phase.START, tokens={"TC5": [2, 2, 2, 5]})
    state = apply(apply(state, m.StartCircuit(SUSAN, C5)), m.CountVotes(SUSAN))
    parting = decision(state, "Part them")
    part = answered(parting, 1).missing
    assert isinstance(part, Amount) and (part.least, part.most) == (0, 1)
    assert answered(parting, 1, 1).missing is None
    move = answered(parting, 1, 1).move()
    assert isinstance(move, m.Redistribute)
    assert (move.player, [put.tokens for put in move.to]) == (PAUL, [1, 1])


def test_with_fewer_tiles_than_places_it_is_asked_where_each_is_laid() -> None:
    state = won(won(rome(Phase.REFILL, face_down=1), SUSAN, "TA4"), SUSAN, "TM1")
    assert asked(state, "Lay them out") == ("Where is it laid?", ["place 1", "place 6"])
    question, suits = asked(state, "Lay them out", 1)
    assert (question, suits) == ("Tile 1 of 1, for place 6: its suit?", ["Suns", "Moons", "Crowns", "Arms"])
    _, faces = asked(state, "Lay them out", 1, 3)
    assert faces == ["null of Arms", "ace of Arms", "2 of Arms", "3 of Arms", "5 of Arms"]
    assert answered(decision(state, "Lay them out"), 1, 3, 0).move() == m.Refill((Laid(5, Tile.parse("TA0")),))


def test_votes_may_be_added_while_a_province_votes() -> None:
    state = rome(Phase.START, tokens={"TM0": [2, 1, 0, 0]}, offices="tribune0 censor2")
    state = apply(state, m.StartCircuit(SUSAN, M0))
    assert asked(state, "Add a Magistrate's votes") == ("Whose Magistrate?", ["Susan", "Quentin"])
    assert asked(state, "Add a Magistrate's votes", 1)[1] == [
        "Quentin's Censor adds 6 to Susan's votes: 8",
        "Quentin's Censor adds 6 to Paul's votes: 7",
    ]
    assert m.Lend(SUSAN, T, PAUL) in offered(state)
