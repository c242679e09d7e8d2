"""Each rule by its number in docs/rules/magistratvm.md: the seven actions; and what players are asked for them."""

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
from companion.games.magistratvm.moves import (
    Appoint,
    Enter,
    Fall,
    Give,
    Move,
    Pass,
    PlaceTokens,
    Promote,
    Recall,
    RecallGovernor,
    UseAedile,
    UsePraetor,
    UseTribune,
    Withdraw,
    apply,
    offered,
)
from companion.games.magistratvm.offices import Office, promotion
from companion.games.magistratvm.options import PRESETS, Options, options_from_json
from companion.games.magistratvm.redistributing import Laid
from companion.games.magistratvm.state import Magistrate, Phase, State
from companion.games.magistratvm.turn_moves import Rival
from companion.pieces.piecepack import Tile
from tests.games.chance import answered, every_move, filled_in
from tests.games.magistratvm.laid import (
    A4,
    C3,
    C5,
    CIRCUIT,
    M0,
    NAMES,
    PAUL,
    QUENTIN,
    REBECCA,
    S1,
    SUSAN,
    A,
    C,
    D,
    P,
    Q,
    T,
    Z,
    after,
    lying,
    magistrates_in,
    refused,
    rome,
    unplayable,
    won,
)
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


def test_I13_actions_go_clockwise_and_a_pass_is_not_final() -> None:
    state = after(rome(), Pass(SUSAN), Pass(PAUL), Pass(QUENTIN), PlaceTokens(REBECCA, A4), PlaceTokens(SUSAN, A4))
    refused(state, Pass(QUENTIN), "I13", "it is Player 2's answer, not Player 3's")
    state = after(state, Pass(PAUL), Pass(QUENTIN), Pass(REBECCA))
    assert state.phase is Phase.ACTION
    assert apply(state, Pass(SUSAN)).phase is Phase.START


def test_I14_the_first_turn_of_susan_paul_quentin_and_rebecca() -> None:
    state = after(rome(gold=6), PlaceTokens(SUSAN, M0), PlaceTokens(PAUL, M0, 2))
    refused(state, PlaceTokens(QUENTIN, M0), "I14", "somebody has 2 tokens there: you would have 1")
    state = after(state, PlaceTokens(QUENTIN, A4), PlaceTokens(REBECCA, M0, 2), PlaceTokens(SUSAN, A4))
    assert state.gold == (6 - 1 - 1, 6 - 3, 6 - 1, 6 - 3)


def test_I14_a_later_turn_costs_5_and_6_or_7_or_1_to_6() -> None:
    state = rome(tokens={"TM0": [6, 0, 0, 4]}, to_act=REBECCA)
    refused(state, PlaceTokens(REBECCA, M0), "I14")
    assert apply(state, PlaceTokens(REBECCA, M0, 2)).gold[REBECCA] == 30 - 11
    assert apply(replace(state, to_act=SUSAN), PlaceTokens(SUSAN, M0)).gold[SUSAN] == 30 - 7
    paul = replace(state, to_act=PAUL)
    refused(paul, PlaceTokens(PAUL, M0, 5), "I14")
    assert apply(paul, PlaceTokens(PAUL, M0, 6)).gold[PAUL] == 30 - 21


def test_I14_tokens_go_to_contested_provinces_one_at_least() -> None:
    refused(rome(), PlaceTokens(SUSAN, A4, 0), "I14", "1 token or more")
    refused(rome(), PlaceTokens(SUSAN, S1), "I14", "ace of Suns is not a contested Province")
    refused(rome(gold=2), PlaceTokens(SUSAN, A4, 2), "I14", "costs 3 gold, and you have 2")


def test_I15_a_patrician_becomes_tribune_or_quaestor_for_1_and_aedile_for_3_and_is_inactive() -> None:
    state = after(rome(gold=3), Enter(SUSAN, T), Enter(PAUL, Q), Enter(QUENTIN, A))
    assert (state.gold, magistrates_in(state, A), state.patricians(QUENTIN)) == ((2, 2, 0, 3), [(QUENTIN, False)], 5)
    for office in (P, C, Z, D):
        refused(state, Enter(REBECCA, office), "I15", "becomes Tribune, Quaestor or Aedile")
    refused(rome(gold=2), Enter(SUSAN, A), "I15", "costs 3 gold, and you have 2")


def test_I15_a_patrician_needs_a_free_space_and_displaces_nobody() -> None:
    refused(
        rome(seats=3, offices="tribune1 tribune1"), Enter(SUSAN, T), "I15", "no space of this Office is free: Tribune"
    )
    six = "tribune0 tribune0 quaestor0 quaestor0 quaestor0 censor0"
    refused(rome(offices=six), Enter(SUSAN, T), "I15", "no Patrician left")


def test_I15_an_office_has_the_spaces_that_the_table_says() -> None:
    assert [PRESETS["four-players"].spaces(one) for one in Office] == [3, 3, 4, 3, 2, 2, 1]
    three = PRESETS["three-players"]
    assert [three.spaces(one) for one in Office] == [2, 2, 3, 2, 2, 2, 1]
    assert three.spaces_are_guessed and not PRESETS["four-players"].spaces_are_guessed
    printed = options_from_json({"preset": "three-players", "spaces_as_printed": True, "aediles": 4})
    assert (printed.spaces_are_guessed, printed.spaces(A)) == (False, 4)
    unplayable("I15", "Tribune has 0 to 6 spaces, not 7", Options(tribunes=7), CIRCUIT)
    unplayable("I15", "Dictator has 0 to 6 spaces, not -1", Options(dictators=-1), CIRCUIT)


def test_I16_promotion_costs_the_sum_of_the_arrows() -> None:
    assert (promotion(Q, P), promotion(T, C)) == (2 + 4, 2 + 4 + 6)
    assert (promotion(C, Z), promotion(C, D), promotion(P, Z)) == (6, 8, 12)
    assert [promotion(*way) for way in ((Z, D), (C, P), (T, Q), (T, T), (A, A))] == [None] * 5
    assert (promotion(None, T), promotion(None, A)) == (1, 3)


def test_I16_only_an_active_magistrate_rises_and_it_arrives_inactive() -> None:
    state = rome(offices="quaestor0 quaestor1-")
    refused(state, Promote(SUSAN, Q, T), "I16", "no way leads from Quaestor to Tribune")
    state = apply(state, Promote(SUSAN, Q, P))
    assert (state.gold[SUSAN], magistrates_in(state, P), magistrates_in(state, Q)) == (
        24,
        [(SUSAN, False)],
        [(PAUL, False)],
    )
    refused(state, Promote(PAUL, Q, A), "I16", "no active Quaestor")
    refused(rome(gold=5, offices="quaestor0"), Promote(SUSAN, Q, P), "I16", "costs 6 gold, and you have 5")


def test_I17_susan_displaces_rebeccas_consul_who_displaces_susans_praetor() -> None:
    offices = "tribune0 praetor0 praetor1 praetor2 praetor3- consul3- consul1"
    state = rome(offices=offices, options={"praetors": 4})
    refused(state, Promote(SUSAN, T, C), "I17", "no free space")
    state = apply(state, Promote(SUSAN, T, C, Rival(REBECCA, False)))
    assert (state.gold[SUSAN], state.phase) == (30 - 12, Phase.FALLING)
    refused(state, Fall(SUSAN, P, Rival(PAUL, True)), "I17", "it is Player 4's answer")
    refused(state, Fall(REBECCA, P, Rival(REBECCA, False)), "I17")
    refused(state, Fall(REBECCA, A), "I17", "does not go to Aedile")
    refused(state, Pass(PAUL), "I13")
    state = apply(state, Fall(REBECCA, P, Rival(SUSAN, True)))
    assert magistrates_in(state, C) == [(SUSAN, False), (PAUL, True)]
    assert (REBECCA, False) in magistrates_in(state, P)
    assert magistrates_in(state, A) == [(SUSAN, True)]
    assert (state.phase, state.to_act, state.falling) == (Phase.ACTION, PAUL, None)


def test_I17_nobody_displaces_an_own_magistrate_or_one_that_is_not_there() -> None:
    state = rome(offices="praetor0 consul0 consul0-")
    refused(state, Promote(SUSAN, P, C, Rival(SUSAN, True)), "I17")
    state = rome(offices="praetor0 consul1 consul1")
    refused(state, Promote(SUSAN, P, C, Rival(PAUL, False)), "I17", "no such Consul")
    refused(rome(offices="praetor0 consul1"), Promote(SUSAN, P, C, Rival(PAUL, True)), "I17", "a free space")


def test_I17_a_displaced_aedile_takes_the_only_free_space_or_goes_where_its_owner_says() -> None:
    offices = "quaestor0 quaestor2 tribune2 tribune2- aedile1 aedile1 aedile1"
    state = apply(rome(seats=3, offices=offices), Promote(SUSAN, Q, A, Rival(PAUL, True)))
    assert (state.phase, magistrates_in(state, Q)) == (Phase.ACTION, [(PAUL, True), (QUENTIN, True)])
    falling = rome(
        Phase.FALLING, seats=3, offices="tribune0 tribune0 quaestor2 quaestor2", falling=Magistrate(A, PAUL, True)
    )
    refused(falling, Fall(PAUL, T), "I17", "no free space")
    state = apply(falling, Fall(PAUL, T, Rival(SUSAN, True)))
    assert (magistrates_in(state, T), state.phase) == ([(SUSAN, True), (PAUL, True)], Phase.ACTION)
    assert state.patricians(SUSAN) == 5, "the displaced Tribune is at home"
    free = rome(Phase.FALLING, seats=3, offices="tribune0 tribune0", falling=Magistrate(A, PAUL, False))
    refused(free, Fall(PAUL, T, Rival(SUSAN, True)), "I17", "does not go to Tribune")
    assert magistrates_in(apply(free, Fall(PAUL, Q)), Q) == [(PAUL, False)]


def test_I17_who_could_go_nowhere_is_not_displaced() -> None:
    state = rome(offices="aedile0 consul1 consul2 praetor1 praetor1 praetor1")
    refused(state, Promote(SUSAN, A, C, Rival(PAUL, True)), "I17", "has nowhere to fall")
    assert apply(state, Promote(SUSAN, A, C, Rival(QUENTIN, True))).falling == Magistrate(C, QUENTIN, True)


def test_I18_a_tribune_places_a_free_token_whoever_has_more() -> None:
    state = rome(gold=0, tokens={"TM0": [0, 9, 0, 0]}, offices="tribune0 tribune1-")
    refused(state, UseTribune(SUSAN, S1), "I18")
    state = apply(state, UseTribune(SUSAN, M0))
    assert (lying(state, "TM0"), magistrates_in(state, T)) == ((1, 9, 0, 0), [(SUSAN, False), (PAUL, False)])
    refused(state, UseTribune(PAUL, M0), "I18", "no active Tribune")
    refused(rome(tokens={"TM0": [20, 0, 0, 0]}, offices="tribune0"), UseTribune(SUSAN, A4), "I3")


def test_I18_an_aedile_moves_anybodys_token_to_another_contested_province() -> None:
    state = rome(tokens={"TM0": [0, 2, 0, 0]}, offices="aedile0")
    refused(state, UseAedile(SUSAN, QUENTIN, M0, A4), "I18", "Player 3 has no token there")
    refused(state, UseAedile(SUSAN, PAUL, M0, M0), "I18", "to another Province")
    refused(state, UseAedile(SUSAN, PAUL, M0, S1), "I18")
    refused(state, UseAedile(SUSAN, 4, M0, A4), "I18", "no player 5")
    state = apply(state, UseAedile(SUSAN, PAUL, M0, A4))
    assert (lying(state, "TM0"), lying(state, "TA4"), magistrates_in(state, A)) == (
        (0, 1, 0, 0),
        (0, 1, 0, 0),
        [(SUSAN, False)],
    )


def test_I18_a_praetor_returns_up_to_two_tokens_of_one_province() -> None:
    state = rome(tokens={"TM0": [0, 2, 1, 0]}, offices="praetor0")
    for owners in ((QUENTIN, QUENTIN), (PAUL, PAUL, QUENTIN), ()):
        refused(state, UsePraetor(SUSAN, M0, owners), "I18")
    assert lying(apply(state, UsePraetor(SUSAN, M0, (PAUL, QUENTIN))), "TM0") == (0, 1, 0, 0)
    assert lying(apply(state, UsePraetor(SUSAN, M0, (PAUL, PAUL))), "TM0") == (0, 0, 1, 0)
    assert magistrates_in(apply(state, UsePraetor(SUSAN, M0, (PAUL,))), P) == [(SUSAN, False)]


def test_I18_a_consul_recalls_anybody_but_a_dictator_a_censor_or_itself() -> None:
    state = won(rome(offices="consul0 censor1 dictator1 praetor1-"), QUENTIN, "TC5", governed=True, gold=3)
    for office in (Z, D):
        refused(state, Recall(SUSAN, office, Rival(PAUL, True)), "I18", "a Consul recalls no")
    refused(state, Recall(SUSAN, C, Rival(SUSAN, True)), "I18", "no such Consul")
    refused(state, Recall(SUSAN, P, Rival(PAUL, True)), "I18", "no such Praetor")
    recalled = apply(state, Recall(SUSAN, P, Rival(PAUL, False)))
    assert (recalled.patricians(PAUL), magistrates_in(recalled, C)) == (4, [(SUSAN, False)])
    refused(state, RecallGovernor(SUSAN, C3), "I18", "3 of Crowns has no Governor")
    state = apply(state, RecallGovernor(SUSAN, C5))
    assert (state.patricians(QUENTIN), state.provincial(QUENTIN), state.decided[QUENTIN][0].gold) == (6, 0, 3)
    two = apply(rome(offices="consul0 consul0"), Recall(SUSAN, C, Rival(SUSAN, True)))
    assert magistrates_in(two, C) == [(SUSAN, False)]


def test_I19_an_active_magistrate_governs_an_own_province_and_comes_home_by_an_action() -> None:
    state = won(rome(offices="tribune0 tribune0 quaestor0-"), SUSAN, "TC5")
    refused(state, Appoint(SUSAN, Q, C5), "I19", "no active Quaestor")
    refused(state, Appoint(SUSAN, T, A4), "I19", "you have not won")
    refused(state, Withdraw(SUSAN, C5), "I19", "has no Governor")
    state = apply(state, Appoint(SUSAN, T, C5))
    assert (state.patricians(SUSAN), magistrates_in(state, T), state.gold[SUSAN]) == (3, [(SUSAN, True)], 30)
    state = replace(state, to_act=SUSAN)
    refused(state, Appoint(SUSAN, T, C5), "I19", "has a Governor already")
    state = apply(state, Withdraw(SUSAN, C5))
    assert (state.patricians(SUSAN), state.to_act) == (4, PAUL)


def test_I31_gold_changes_hands_at_any_time() -> None:
    for phase in (Phase.INCOME, Phase.ACTION, Phase.START, Phase.REFILL):
        state = apply(rome(phase, gold=4), Give(PAUL, QUENTIN, 3))
        assert state.gold == (4, 1, 7, 4)
        refused(state, Give(PAUL, QUENTIN, 2), "I31", "costs 2 gold, and you have 1")
    for phase in (Phase.ROLL, Phase.OVER):
        refused(rome(phase), Give(PAUL, QUENTIN, 1), "I31")
    for giver, taker, gold in ((PAUL, PAUL, 1), (PAUL, QUENTIN, 0), (PAUL, 4, 1), (4, PAUL, 1), (PAUL, -1, 1)):
        refused(rome(), Give(giver, taker, gold), "I31")
    governor = won(rome(gold=0), PAUL, "TC5", governed=True, gold=4)
    assert apply(governor, Give(PAUL, SUSAN, 3, (Drawn(C5, 3),))).gold == (3, 0, 0, 0)
