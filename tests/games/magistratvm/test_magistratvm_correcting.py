"""Magistratvm set to what lies on the table."""

import json

from jsonschema import Draft202012Validator

from companion.games.decisions import Decision
from companion.games.errors import IllegalMove
from companion.games.fields import Pick
from companion.games.magistratvm import encoding
from companion.games.magistratvm import facts as f
from companion.games.magistratvm.game import MAGISTRATVM
from companion.games.magistratvm.moves import Bid, Correct, CountVotes, Move, StartCircuit, TakeIncome, apply
from companion.games.magistratvm.state import Decided, Magistrate, Phase, Place, Province, State
from companion.games.magistratvm.turn_moves import Rival
from companion.journal.records.record_schema import schema_of
from tests.cases import each
from tests.games.chance import answered, every_move, filled_in
from tests.games.magistratvm.laid import (
    A4,
    C3,
    C5,
    M0,
    NAMES,
    PAUL,
    QUENTIN,
    S0,
    SUSAN,
    A,
    C,
    T,
    after,
    lying,
    magistrates_in,
    refused,
    rome,
    won,
)
from tests.games.magistratvm.random_game import begun, play, record
from tests.games.magistratvm.test_magistratvm_actions import decision


def right(state: State, *facts: f.Fact) -> State:
    return apply(state, Correct(facts))


def wrong(state: State, rule: str, *facts: f.Fact, reason: str | None = None) -> None:
    refused(state, Correct(facts), rule, reason)


def test_gold_is_set_to_what_lies_there_and_the_correction_is_named_as_why() -> None:
    state = won(rome(gold=4), SUSAN, "TC5", governed=True, gold=2)
    state = right(state, f.GoldFact(PAUL, 4, 7), f.ProvinceGoldFact(C5, 2, 0), f.ProvinceGoldFact(M0, 0, 5))
    assert (state.gold, state.provincial(SUSAN)) == ((4, 7, 4, 4), 0)
    assert [(one.rule, one.gold, one.giver.place) for one in state.moved] == [
        ("correction", 3, Place.BANK),
        ("correction", 2, Place.PROVINCE),
        ("correction", 5, Place.BANK),
    ]
    wrong(state, "I4", f.GoldFact(PAUL, 7, -1), reason="cannot be -1 gold")
    wrong(state, "I21", f.ProvinceGoldFact(S0, 0, 1))


def test_an_income_die_is_turned() -> None:
    assert right(rome(), f.DieFact(PAUL, 6, 2)).dice == (6, 2, 6, 6)
    for shown in (0, 7):
        wrong(rome(), "I10", f.DieFact(PAUL, 6, shown))


def test_tokens_are_set_but_nobody_has_more_than_twenty() -> None:
    state = right(rome(tokens={"TM0": [2, 0, 0, 0]}), f.TokensFact(M0, SUSAN, 2, 5), f.TokensFact(A4, PAUL, 0, 20))
    assert (lying(state, "TM0"), lying(state, "TA4")) == ((5, 0, 0, 0), (0, 20, 0, 0))
    wrong(state, "I3", f.TokensFact(M0, PAUL, 0, 1), reason="has 20 tokens, not 21")
    wrong(state, "I3", f.TokensFact(M0, SUSAN, 5, -1))
    leaving = after(rome(Phase.START, tokens={"TC5": [20, 20, 1, 0]}), StartCircuit(SUSAN, C5), CountVotes(SUSAN))
    assert leaving.phase is Phase.REDISTRIBUTION
    wrong(leaving, "I3", f.TokensFact(M0, QUENTIN, 0, 20), reason="has 20 tokens, not 21")


def test_an_office_holds_whom_it_holds_but_no_more_than_its_spaces_or_six_of_anybody() -> None:
    state = rome(offices="consul0 consul1-")
    now = (Rival(SUSAN, False), Rival(QUENTIN, True))
    state = right(state, f.MagistratesFact(C, (Rival(PAUL, False), Rival(SUSAN, True)), now))
    assert magistrates_in(state, C) == [(SUSAN, False), (QUENTIN, True)]
    three = (*now, Rival(PAUL, True))
    wrong(state, "I15", f.MagistratesFact(C, now, three), reason="no space of this Office is free")
    six = rome(offices="tribune0 tribune0 tribune0 quaestor0 quaestor0 quaestor0")
    wrong(six, "I3", f.MagistratesFact(A, (), (Rival(SUSAN, True),)), reason="six coins")


def test_a_governor_is_there_or_not() -> None:
    state = won(rome(), SUSAN, "TC5")
    state = right(state, f.GovernorFact(C5, False, True))
    assert (state.decided[SUSAN][0].governed, state.patricians(SUSAN)) == (True, 5)
    assert not right(state, f.GovernorFact(C5, True, False)).decided[SUSAN][0].governed
    wrong(state, "I19", f.GovernorFact(A4, False, True), reason="nobody has won 4 of Arms")


def test_a_tile_that_was_misread_is_another_with_its_tokens_and_its_vote() -> None:
    state = rome(Phase.START, tokens={"TM0": [2, 1, 0, 0]})
    state = right(apply(state, StartCircuit(SUSAN, M0)), f.TileFact(2, M0, S0))
    assert (lying(state, "TS0"), state.voting and state.voting.to_vote[0]) == ((2, 1, 0, 0), S0)
    wrong(state, "I1", f.TileFact(2, S0, A4), reason="4 of Arms was there before")
    wrong(state, "I2", f.TileFact(6, S0, M0))
    wrong(won(rome(), SUSAN, "TC5"), "I2", f.TileFact(1, C5, S0), reason="they are at 0 2 3 4 5")


def test_whose_turn_it_is_can_be_set_among_the_actions() -> None:
    state = right(rome(passes=3), f.TurnFact(SUSAN, QUENTIN))
    assert (state.to_act, state.passes) == (QUENTIN, 0)
    wrong(rome(Phase.START), "I13", f.TurnFact(SUSAN, QUENTIN))
    wrong(rome(), "I13", f.TurnFact(SUSAN, 4))


def test_a_stale_or_an_empty_correction_is_refused() -> None:
    wrong(rome(gold=4), "I1", f.GoldFact(PAUL, 5, 7), reason="the game went on meanwhile")
    wrong(rome(), "I1", f.MagistratesFact(T, (Rival(SUSAN, True),), ()))
    wrong(rome(), "I1", reason="name what is different")


def test_one_wrong_fact_keeps_all_of_them_from_being_set() -> None:
    state = rome(gold=4)
    wrong(state, "I1", f.GoldFact(PAUL, 4, 7), f.GoldFact(SUSAN, 9, 7))
    assert state.gold == (4,) * 4


def test_who_leads_the_auction_keeps_what_was_bid() -> None:
    state = after(rome(Phase.INCOME, gold=0), *(TakeIncome(seat) for seat in range(4)), Bid(SUSAN, 5))
    wrong(state, "I11", f.GoldFact(SUSAN, 6, 4), reason="have bid 5 gold")
    assert right(state, f.GoldFact(SUSAN, 6, 5)).gold[SUSAN] == 5


@each("fact", [f.TokensFact(A4, PAUL, 0, 1), f.MagistratesFact(T, (), (Rival(SUSAN, True),))])
def test_what_a_choice_hangs_on_is_set_before_or_after_it(fact: f.Fact) -> None:
    falling = rome(Phase.FALLING, falling=Magistrate(A, PAUL, True))
    wrong(falling, "I17", fact, reason="a choice depends on it")


FACTS: tuple[f.Fact, ...] = (
    f.GoldFact(PAUL, 4, 7),
    f.ProvinceGoldFact(M0, 0, 5),
    f.DieFact(PAUL, 6, 2),
    f.TokensFact(A4, PAUL, 0, 3),
    f.MagistratesFact(T, (), (Rival(SUSAN, False),)),
    f.TileFact(2, M0, S0),
    f.TurnFact(SUSAN, QUENTIN),
)


def test_corrections_are_read_back_as_they_were_written_have_sentences_and_fit_the_schema() -> None:
    move = Correct((*FACTS, f.GovernorFact(C5, False, True)))
    document = json.loads(json.dumps(encoding.move_to_json(move)))
    assert encoding.move_from_json(document) == move
    written, _ = record(4, 0)
    assert not list(Draft202012Validator(schema_of(MAGISTRATVM)).iter_errors({**written, "moves": [document]}))
    state = rome(gold=4)
    made = Correct(FACTS)
    text = str(MAGISTRATVM.describe(state, made, apply(state, made), NAMES))
    assert text.startswith("corrected: Paul has 7 gold, 5 gold lies on null of Moons, Paul's Income die shows 2, ")
    assert text.endswith("Tribune: Susan (inactive), null of Suns lies there, not null of Moons and Quentin acts next")


def test_by_touch_only_what_can_be_so_is_offered_of_offices_tiles_and_governors() -> None:
    state = won(rome(offices="tribune0 consul1- consul2", options={"tribunes": 3}), SUSAN, "TC5")
    fixes = decision(state, "Correct")
    kinds = kinds_of(fixes)
    picked = (
        *("Who is in an Office", "A tile of the circuit", "A Governor", "Whose turn it is"),
        *("Who has won a Province", "Discarded Provinces", "The Prefect", "The phase"),
    )
    for kind in picked:
        for move in every_move(answered(fixes, kinds.index(kind))):
            try:
                apply(state, move)
            except IllegalMove as error:
                raise AssertionError(move) from error


def by_touch(state: State, kind: str, *answers: int) -> State:
    """The state after a correction of this kind, part by part."""
    fixes = decision(state, "Correct")
    return apply(state, answered(fixes, kinds_of(fixes).index(kind), *answers).move())


def kinds_of(fixes: Decision[Move]) -> list[str]:
    field = fixes.missing
    assert isinstance(field, Pick)
    return [str(field.label(one)) for one in field.offered]


def test_by_touch_provinces_the_prefect_passes_and_the_phase_are_set() -> None:
    state = won(rome(), SUSAN, "TC5")
    assert by_touch(state, "Who has won a Province", 5, 0).own(PAUL, C5) == Decided(C5, circuit=1)
    assert by_touch(state, "Who has won a Province", 5, 3).province(C5) is not None
    assert by_touch(state, "Who has won a Province", 0, QUENTIN).own(QUENTIN, A4) is not None
    gone = by_touch(state, "Discarded Provinces", 0)
    assert gone.discarded == (A4,)
    assert by_touch(gone, "Discarded Provinces", 5).discarded == ()
    assert by_touch(state, "Tiles face down", 7).face_down == 7
    assert by_touch(state, "The Prefect", PAUL).prefect == PAUL
    assert by_touch(state, "Gold on the Prefect's space", 12).prefect_gold == 12
    assert by_touch(state, "Passes in a row", 3).passes == 3
    assert by_touch(state, "The phase", 1).phase is Phase.BIDDING


@each(("seats", "seed"), [(3, 4), (4, 4)])
def test_in_every_phase_what_can_be_corrected_by_touch_is_accepted(seats: int, seed: int) -> None:
    """All but gold that a bid rests on, which only the amount entered decides."""
    before, _, dice = begun(seats, seed)
    phases = set()
    for number, (_, state) in enumerate(play(before, dice)):
        bidding = state.auction is not None and state.auction.bid
        if bidding or (number % 11 and state.phase in phases):
            continue
        phases.add(state.phase)
        for one in MAGISTRATVM.decisions(state, NAMES[:seats]):
            if one.optional and one.makes == ("correct",):
                for kind in range(len(kinds_of(one))):
                    apply(state, filled_in(answered(one, kind), dice).move())
    assert {Phase.BIDDING, Phase.ACTION, Phase.ELECTION, Phase.REFILL, Phase.OVER} <= phases


def test_who_has_won_a_province_is_set_and_its_governor_goes_home() -> None:
    state = won(rome(), SUSAN, "TC5", governed=True, gold=2)
    state = right(state, f.WonFact(C5, SUSAN, PAUL))
    assert (state.decided[SUSAN], state.decided[PAUL]) == ((), (Decided(C5, 2, circuit=1),))
    assert state.patricians(SUSAN) == 6
    state = right(state, f.WonFact(C5, PAUL, None))
    assert (state.circuit[1], state.decided[PAUL]) == (Province(C5, (0,) * 4, 2), ())
    wrong(right(state, f.WonFact(A4, None, PAUL), f.WonFact(A4, PAUL, None)), "I1", f.WonFact(A4, PAUL, None))


def test_the_vote_goes_on_with_the_next_province_once_a_correction_decides_the_one_that_votes() -> None:
    state = apply(rome(Phase.START, tokens={"TM0": [2, 1, 0, 0]}), StartCircuit(SUSAN, M0))
    state = right(state, f.WonFact(M0, None, PAUL))
    assert state.voting is not None
    assert (state.phase, state.voting.to_vote[0], state.placed(SUSAN)) == (Phase.ELECTION, C3, 0)


def test_discards_and_tiles_face_down_are_set_within_the_24() -> None:
    state = right(rome(), f.DiscardedFact((), (A4,)))
    assert (state.discarded, state.circuit[0]) == ((A4,), None)
    wrong(state, "I1", f.FaceDownFact(18, 19), reason="18 tiles can lie face down, not 19")
    assert right(state, f.FaceDownFact(18, 4)).face_down == 4


def test_the_prefect_and_the_gold_on_that_space_are_set() -> None:
    state = right(rome(), f.PrefectFact(SUSAN, PAUL), f.PrefectGoldFact(0, 5))
    assert (state.prefect, state.prefect_gold) == (PAUL, 5)
    bidding = after(rome(Phase.INCOME), *(TakeIncome(seat) for seat in range(4)), Bid(SUSAN, 5))
    begun = right(bidding, f.PrefectFact(SUSAN, PAUL))
    assert begun.auction is not None
    assert (begun.auction.to_bid, begun.auction.leader) == (PAUL, None)


def test_passes_and_the_phase_are_set() -> None:
    assert right(rome(), f.PassesFact(0, 3)).passes == 3
    wrong(rome(), "I13", f.PassesFact(0, 4), reason="0 to 3 have passed, not 4")
    state = right(rome(), f.PhaseFact(Phase.ACTION, Phase.ELECTION))
    assert state.voting is not None
    assert (state.phase, len(state.voting.to_vote)) == (Phase.ELECTION, 6)
    wrong(rome(), "I6", f.PhaseFact(Phase.ACTION, Phase.OVER), reason="follows from the moves alone")
    wrong(rome(), "I27", f.PhaseFact(Phase.ACTION, Phase.REFILL), reason="no Province is to be replaced")
    falling = rome(Phase.FALLING, falling=Magistrate(A, PAUL, True))
    assert right(falling, f.PhaseFact(Phase.FALLING, Phase.ACTION)).falling is None


MORE_FACTS: tuple[f.Fact, ...] = (
    f.WonFact(A4, None, PAUL),
    f.WonFact(A4, PAUL, None),
    f.DiscardedFact((), (A4,)),
    f.FaceDownFact(18, 4),
    f.PrefectFact(SUSAN, PAUL),
    f.PrefectGoldFact(0, 5),
    f.PassesFact(0, 2),
    f.PhaseFact(Phase.ACTION, Phase.BIDDING),
)


def test_these_facts_too_are_read_back_have_sentences_and_fit_the_schema() -> None:
    move = Correct(MORE_FACTS)
    document = json.loads(json.dumps(encoding.move_to_json(move)))
    assert encoding.move_from_json(document) == move
    written, _ = record(4, 0)
    assert not list(Draft202012Validator(schema_of(MAGISTRATVM)).iter_errors({**written, "moves": [document]}))
    text = str(MAGISTRATVM.describe(rome(), move, apply(rome(), move), NAMES))
    assert "Paul has won 4 of Arms, nobody has won 4 of Arms, discarded: 4 of Arms, 4 tiles lie face down" in text
    assert text.endswith("5 gold lies on the Prefect's space, 2 have passed in a row and phase: bidding")
