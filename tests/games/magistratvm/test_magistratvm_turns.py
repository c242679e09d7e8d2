"""Each rule by its number in docs/rules/magistratvm.md: the table, income, the auction, and other readings."""

import json
from dataclasses import fields, replace

from jsonschema import Draft202012Validator

from companion.games.magistratvm.game import MAGISTRATVM
from companion.games.magistratvm.gold import Drawn
from companion.games.magistratvm.moves import (
    Bid,
    CountVotes,
    Fall,
    Give,
    Lend,
    Pass,
    PlaceTokens,
    Promote,
    Roll,
    StartCircuit,
    TakeIncome,
    apply,
    offered,
)
from companion.games.magistratvm.options import PRESETS, Options, options_from_json
from companion.games.magistratvm.state import Phase, State, value
from companion.games.magistratvm.table_help import cheat_sheet
from companion.games.magistratvm.turn_moves import Rival
from companion.games.registry import new_options
from companion.journal.records.record import read_record
from companion.journal.records.record_schema import schema_of
from companion.pieces.piecepack import TILES
from tests.cases import each
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
    SUSAN,
    A,
    C,
    P,
    Q,
    T,
    after,
    all_pass,
    counted,
    election,
    lying,
    magistrates_in,
    refused,
    rome,
    unplayable,
    won,
)
from tests.games.magistratvm.random_game import record
from tests.games.magistratvm.reference_moves import begun
from tests.journal.kept_games import NOON

READINGS = ("low_majority_removes", "votes_without_tokens", "one_vote_each", "displaces_own")


@each(("removes", "stay"), [(False, (3, 1, 1, 0)), (True, (3, 0, 0, 0))])
def test_I25_a_majority_below_the_value_removes_the_least_or_nobody(removes: bool, stay: tuple[int, ...]) -> None:
    state = election("TC5", [3, 1, 1, 0], low_majority_removes=removes)
    assert lying(counted(state), "TC5") == stay


@each("removes", [False, True])
def test_I25_a_lone_contender_below_the_value_stays(removes: bool) -> None:
    state = counted(election("TC5", [3, 0, 0, 0], low_majority_removes=removes))
    assert (lying(state, "TC5"), state.phase) == ((3, 0, 0, 0), Phase.ELECTION)


def test_I22_votes_for_somebody_without_a_token_there_are_refused_or_count_against_a_majority() -> None:
    state = election("TA4", [4, 2, 0, 0], "consul2")
    refused(state, Lend(QUENTIN, C, QUENTIN), "I22", "Player 3 has no token there to add to")
    state = election("TA4", [4, 2, 0, 0], "consul2", votes_without_tokens=True)
    assert Lend(QUENTIN, C, QUENTIN) in offered(state)
    voted = after(state, Lend(QUENTIN, C, QUENTIN), CountVotes(SUSAN))
    assert lying(voted, "TA4") == (4, 0, 0, 0)
    text = str(MAGISTRATVM.describe(*_last(state, Lend(QUENTIN, C, QUENTIN)), NAMES))
    assert text == "Quentin's Consul adds 4 to Quentin's votes: 4"


def _last(state: State, move: Lend) -> tuple[State, Lend, State]:
    return state, move, after(state, move)


def test_I22_who_has_no_token_and_least_votes_has_none_to_remove() -> None:
    state = election("TA4", [3, 3, 0, 0], "tribune2", votes_without_tokens=True)
    state = after(state, Lend(QUENTIN, T, QUENTIN), CountVotes(SUSAN))
    assert (lying(state, "TA4"), state.phase) == ((3, 3, 0, 0), Phase.ELECTION)


def test_I22_several_magistrates_of_a_player_vote_in_a_province_or_one() -> None:
    votes = (Lend(SUSAN, T, SUSAN), Lend(SUSAN, C, SUSAN))
    assert after(election("TA4", [3, 3, 0, 0], "tribune0 consul0"), *votes).phase is Phase.ELECTION
    state = after(election("TA4", [3, 3, 0, 0], "tribune0 consul0 tribune1", one_vote_each=True), votes[0])
    refused(state, votes[1], "I22", "yours has voted")
    assert set(offered(state)) == {CountVotes(SUSAN), Lend(PAUL, T, PAUL), Lend(PAUL, T, SUSAN)}


def test_I22_the_next_province_has_a_vote_of_each_player_again() -> None:
    state = election("TA4", [3, 3, 0, 0], "tribune0 consul0", one_vote_each=True)
    state = state.with_tokens(state.contested[1].tile, SUSAN, 1)
    state = after(state, Lend(SUSAN, T, SUSAN), CountVotes(SUSAN))
    while state.phase is Phase.REDISTRIBUTION:
        state = after(state, offered(state)[-1])
    assert Lend(SUSAN, C, SUSAN) in offered(state)


def test_I17_a_rival_above_a_level_of_own_pieces_is_not_displaced_or_displaces_one_of_them() -> None:
    offices = "consul1 consul2 praetor1 praetor1 praetor1 praetor0"
    rise = Promote(SUSAN, P, C, _rival(PAUL))
    refused(rome(offices=offices, options={"praetors": 3}), rise, "I17", "nowhere to fall: the level below is full")
    state = after(rome(offices=offices, options={"praetors": 3, "displaces_own": True}), rise)
    assert (state.phase, list(offered(state))) == (Phase.FALLING, [Fall(PAUL, P, _rival(PAUL))])
    state = after(state, Fall(PAUL, P, _rival(PAUL)))
    assert (magistrates_in(state, P), magistrates_in(state, A)) == ([(PAUL, True)] * 3, [(PAUL, True)])


def _rival(seat: int) -> Rival:
    return Rival(seat, True)


def test_a_game_or_a_record_without_the_options_has_todays_readings_and_a_new_game_removes() -> None:
    for preset in PRESETS:
        old = options_from_json({"preset": preset})
        assert not any(getattr(old, reading) for reading in READINGS)
        new = options_from_json(new_options(MAGISTRATVM, {"preset": preset}))
        assert [reading for reading in READINGS if getattr(new, reading)] == ["low_majority_removes"]
    assert not options_from_json(new_options(MAGISTRATVM, {"low_majority_removes": False})).low_majority_removes


@each("reading", [*READINGS, "governed_gold_bids", "value_by_votes", "last_after_turn", "praetors"])
def test_the_sheet_names_each_contested_reading_and_the_other_choice(reading: str) -> None:
    assert reading in {one.name for one in fields(Options)} and reading in MAGISTRATVM.labels
    usual = Options()
    other: object = 4 if reading == "praetors" else not getattr(usual, reading)
    changed = _lines(options_from_json({reading: other})) - _lines(usual)
    assert [line for line in changed if line.startswith("Or: ") and "Magistratvm 1.1" in line]
    assert [line for line in changed if not line.startswith("Or: ")]


def _lines(options: Options) -> set[str]:
    return {str(line.text) for section in cheat_sheet(options) for line in section.lines}


@each("reading", READINGS)
def test_a_record_with_the_reading_fits_its_schema_and_ends_by_it(reading: str) -> None:
    written, _ = record(4, 1)
    written = {**written, "version": 3, "options": {**written["options"], reading: True}, "moves": written["moves"][:1]}
    assert not list(Draft202012Validator(schema_of(MAGISTRATVM)).iter_errors(written))
    game, entries = read_record(json.dumps(written).encode(), "rome", now=lambda: NOON, new_id=lambda: "new")
    assert game.options[reading] is True and len(entries) == 1
    text = MAGISTRATVM.notation
    assert text is not None
    setup = MAGISTRATVM.setup_from_json(written["setup"], "setup")
    begun = (options_from_json(written["options"]), setup)
    assert text.read_beginning(text.beginning(*begun)) == begun


def lines(**readings: bool) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for section in cheat_sheet(replace(PRESETS["four-players"], **readings)):  # type: ignore[arg-type]  # all are booleans
        for line in section.lines:
            found.setdefault(line.rule, []).append(str(line.text))
    return found


def test_the_sheet_names_the_way_to_each_office_and_what_of_it_is_guessed() -> None:
    offices = " ".join(lines()["I18"])
    assert "Dictator: 1 space, influence 0, costs 8 from Consul." in offices
    assert "Censor: 2 spaces, influence 6, costs 6 from Consul." in offices
    assert "costs 2 from Tribune or Quaestor." in offices and "costs 1 from the Estate." in offices
    assert lines()["I16"][1:] == [
        "From Censor no way leads to Dictator.",
        "The costs of Censor and Dictator, and the Dictator's influence 0, are guesses: set by their place alone.",
    ]


def test_the_sheet_has_what_the_document_says_of_displaced_magistrates_and_of_a_dictators_election() -> None:
    assert "A displaced Magistrate stays active or inactive, as it was." in lines()["I17"]
    assert "All tokens there go home at once: nobody sets them down elsewhere." in lines()["I20"]


def test_I28_every_open_part_of_the_last_circuit_has_its_other_reading() -> None:
    end = lines()["I28"]
    assert sum(line.startswith("Or: ") for line in end) == 4
    assert "Only Magistrates that are still active vote in it." in end


def test_I25_what_a_vote_without_tokens_does_is_marked_where_it_is_allowed() -> None:
    shields = "If those with least have votes but no token there, nobody leaves."
    assert shields in lines(votes_without_tokens=True)["I25"]
    assert shields not in lines(votes_without_tokens=False)["I25"]
    other = "Or: those with least among the others leave (Magistratvm 1.1, Election)."
    assert other in lines(votes_without_tokens=True)["I25"]


def test_I1_24_tiles_are_worth_1_to_6_and_the_null_is_6() -> None:
    assert sorted(map(value, TILES)) == sorted([1, 2, 3, 4, 5, 6] * 4)


def test_I1_three_or_four_play() -> None:
    for players in (2, 5):
        unplayable("I1", f"3 or 4 players, not {players}", Options(players=players), CIRCUIT)
    assert begun(PRESETS["three-players"], *CIRCUIT).seats == 3


def test_I2_six_tiles_lie_face_up_and_18_face_down() -> None:
    state = begun(Options(), *CIRCUIT)
    assert [str(one.tile) for one in state.contested] == list(CIRCUIT)
    assert state.face_down == 18
    unplayable("I2", "needs 6 tiles, there are 5", Options(), CIRCUIT[:5])
    unplayable("I2", "4 of Arms lies there twice", Options(), (*CIRCUIT[:5], "TA4"))


def test_I3_everybody_has_six_patricians_twenty_tokens_and_a_suit() -> None:
    state = begun(Options(), *CIRCUIT)
    assert [state.patricians(seat) for seat in range(4)] == [6] * 4
    unplayable("I3", "a suit for 4 players, there are 3", Options(), CIRCUIT, "SMC")
    unplayable("I3", "two players have Suns", Options(), CIRCUIT, "SMCS")
    rich = rome(gold=300)
    refused(rich, PlaceTokens(SUSAN, A4, 21), "I3", "20 tokens left, not 21")
    assert apply(rich, PlaceTokens(SUSAN, A4, 20)).placed(SUSAN) == 20


def test_I4_the_bank_pays_whatever_is_asked() -> None:
    state = rome(Phase.INCOME, gold=0, tokens={"TA4": [20, 20, 20, 20]})
    assert after(state, *(TakeIncome(seat) for seat in range(4))).gold == (26,) * 4


def test_I5_the_highest_die_is_prefect_and_who_ties_rolls_again() -> None:
    state = begun(Options(), *CIRCUIT)
    refused(state, Roll((6, 2, 6)), "I5", "needs 4 dice, there are 3")
    refused(state, Roll((6, 2, 7, 1)), "I5")
    refused(state, Roll((6, 2, 0, 1)), "I5")
    refused(state, TakeIncome(SUSAN), "I6")
    state = apply(state, Roll((6, 2, 6, 5)))
    assert state.rolling == (SUSAN, QUENTIN)
    state = apply(state, Roll((1, 4)))
    assert (state.prefect, state.phase, state.dice, state.rolling) == (QUENTIN, Phase.INCOME, (6, 6, 6, 6), ())
    refused(state, Roll((1,)), "I5", "not what the game waits for")


def test_I6_a_turn_is_income_bidding_actions_elections_and_its_end() -> None:
    state = rome(Phase.INCOME)
    for seat in range(4):
        refused(state, Pass(SUSAN), "I13")
        refused(state, Bid(SUSAN, 0), "I11")
        state = apply(state, TakeIncome(seat))
        if seat < 3:
            refused(state, TakeIncome(seat), "I6", "taken your income already")
    assert state.phase is Phase.BIDDING
    state = after(state, Bid(SUSAN, 0), Pass(PAUL), Pass(QUENTIN), Pass(REBECCA))
    assert state.phase is Phase.ACTION
    state = all_pass(state)
    assert state.phase is Phase.START
    state = apply(state, StartCircuit(SUSAN, A4))
    for _ in CIRCUIT:
        assert state.phase is Phase.ELECTION
        state = apply(state, CountVotes(SUSAN))
    assert (state.turn, state.phase, state.with_income) == (2, Phase.INCOME, ())


def test_I7_every_token_in_the_provinces_brings_1_gold() -> None:
    state = rome(Phase.INCOME, gold=0, tokens={"TA4": [8, 1, 0, 0], "TM0": [4, 0, 0, 0]})
    assert apply(state, TakeIncome(SUSAN, die=False)).gold == (12, 0, 0, 0)


def test_I8_gold_of_a_governed_province_is_spent_and_stays_there_at_the_turns_end() -> None:
    state = won(rome(gold=2), SUSAN, "TC5", governed=True, gold=4)
    state = apply(state, PlaceTokens(SUSAN, A4, 2))
    assert (state.gold[SUSAN], state.provincial(SUSAN)) == (0, 3)
    state = after(all_pass(state), StartCircuit(SUSAN, A4), *(CountVotes(SUSAN) for _ in range(5)))
    assert (state.phase, state.provincial(SUSAN)) == (Phase.REFILL, 3)


def test_I8_what_a_payment_takes_from_a_province_may_be_named() -> None:
    state = won(rome(gold=5), SUSAN, "TC5", governed=True, gold=4)
    state = won(state, SUSAN, "TC3", governed=True, gold=9)
    for drawn in (Drawn(C5, 5), Drawn(C5, 0), Drawn(M0, 1)):
        refused(state, PlaceTokens(SUSAN, A4, 3, (drawn,)), "I8")
    refused(state, PlaceTokens(SUSAN, A4, 3, (Drawn(C5, 1), Drawn(C5, 1))), "I8")
    refused(state, PlaceTokens(SUSAN, A4, 2, (Drawn(C5, 4),)), "I8", "costs 3 gold, less than the 4 taken")
    paid = apply(state, PlaceTokens(SUSAN, A4, 2, (Drawn(C5, 3),)))
    assert (paid.gold[SUSAN], [one.gold for one in paid.decided[SUSAN]]) == (5, [1, 9])
    paid = apply(state, PlaceTokens(SUSAN, A4, 4, (Drawn(C3, 2),)))
    assert (paid.gold[SUSAN], [one.gold for one in paid.decided[SUSAN]]) == (0, [1, 7])


def test_I8_without_a_governor_the_gold_of_a_province_is_nobodys_to_spend() -> None:
    state = won(rome(gold=0), SUSAN, "TC5", gold=4)
    refused(state, PlaceTokens(SUSAN, A4), "I14", "costs 1 gold, and you have 0")
    refused(state, PlaceTokens(SUSAN, A4, 1, (Drawn(C5, 1),)), "I8", "must be a Province that you govern")


def test_I9_each_active_quaestor_may_bring_3_and_is_inactive_then() -> None:
    state = rome(Phase.INCOME, gold=0, offices="quaestor0 quaestor0 quaestor1-")
    refused(state, TakeIncome(PAUL, 1), "I9", "you have 0 active Quaestors, not 1")
    refused(state, TakeIncome(PAUL, -1), "I9")
    state = apply(state, TakeIncome(SUSAN, 1, die=False))
    assert (state.gold[SUSAN], magistrates_in(state, Q)) == (3, [(SUSAN, True), (SUSAN, False), (PAUL, False)])


def test_I10_the_income_die_pays_what_it_shows_and_goes_down_to_the_ace() -> None:
    state, paid = rome(Phase.INCOME, gold=0), []
    for _ in range(8):
        gained = apply(state, TakeIncome(SUSAN))
        paid.append(gained.gold[SUSAN])
        state = replace(state, dice=gained.dice)
    assert paid == [6, 5, 4, 3, 2, 1, 1, 1]
    assert apply(rome(Phase.INCOME), TakeIncome(SUSAN, die=False)).dice == (6, 6, 6, 6)


def bidding(*gold: int, **options: bool) -> State:
    state = replace(rome(Phase.INCOME, options=options), gold=gold)
    return after(state, *(TakeIncome(seat, die=False) for seat in range(4)))


def test_I11_the_prefect_bids_first_and_then_clockwise_higher_or_never_again() -> None:
    state = bidding(9, 9, 9, 9)
    refused(state, Pass(SUSAN), "I11", "the Prefect bids first")
    refused(state, Bid(SUSAN, -1), "I11", "0 gold or more")
    state = apply(state, Bid(SUSAN, 2))
    refused(state, Bid(PAUL, 2), "I11", "more than 2 gold, and is 2")
    refused(state, Bid(QUENTIN, 3), "I11", "it is Player 2's answer, not Player 3's")
    state = after(state, Pass(PAUL), Bid(QUENTIN, 3), Pass(REBECCA), Bid(SUSAN, 4))
    refused(state, Bid(PAUL, 5), "I11")
    state = apply(state, Pass(QUENTIN))
    assert (state.prefect, state.prefect_gold, state.phase) == (SUSAN, 4, Phase.ACTION)


def test_I11_nobody_bids_more_than_they_have_and_governed_gold_counts_unless_the_table_says_no() -> None:
    for counts, most in ((True, 5), (False, 3)):
        state = won(bidding(3, 0, 0, 0, governed_gold_bids=counts), SUSAN, "TC5", governed=True, gold=2)
        refused(state, Bid(SUSAN, most + 1), "I11", f"can bid {most} gold, not {most + 1}")
        assert apply(state, Bid(SUSAN, most)).phase is Phase.BIDDING


def test_I11_who_leads_keeps_what_was_bid() -> None:
    state = apply(bidding(3, 5, 0, 0), Bid(SUSAN, 2))
    refused(state, Give(SUSAN, PAUL, 2), "I11", "you have bid 2 gold")
    assert after(state, Give(SUSAN, PAUL, 1), Give(PAUL, QUENTIN, 6)).gold == (2, 0, 6, 0)


def test_I12_the_winner_is_prefect_and_the_others_keep_their_gold() -> None:
    state = after(bidding(5, 5, 5, 5), Bid(SUSAN, 1), Bid(PAUL, 3), Pass(QUENTIN), Pass(REBECCA), Pass(SUSAN))
    assert (state.prefect, state.prefect_gold, state.gold) == (PAUL, 3, (5, 2, 5, 5))
    assert (state.to_act, state.auction, state.passes) == (PAUL, None, 0)
    assert [(one.rule, one.gold) for one in state.moved] == [("I12", 3)]


def test_I12_a_bid_of_nothing_that_all_pass_keeps_the_prefect_without_gold() -> None:
    state = after(bidding(5, 5, 5, 5), Bid(SUSAN, 0), Pass(PAUL), Pass(QUENTIN), Pass(REBECCA))
    assert (state.prefect, state.prefect_gold, state.gold) == (SUSAN, 0, (5,) * 4)
