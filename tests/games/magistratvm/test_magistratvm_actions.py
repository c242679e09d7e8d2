"""Each rule by its number in docs/rules/magistratvm.md: the seven actions, displacement, deals."""

from __future__ import annotations

from dataclasses import replace

from companion.games.magistratvm.domains import Rival
from companion.games.magistratvm.gold import Drawn
from companion.games.magistratvm.moves import (
    Appoint,
    Enter,
    Fall,
    Give,
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
)
from companion.games.magistratvm.offices import Office, promotion
from companion.games.magistratvm.options import PRESETS, Options, options_from_json
from companion.games.magistratvm.state import Magistrate, Phase
from tests.games.magistratvm.laid import (
    A4,
    C3,
    C5,
    CIRCUIT,
    M0,
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
