"""Magistratvm by its rules, number by number: elections, the end, the score (docs/rules/magistratvm.md)."""

from dataclasses import replace

from companion.games.magistratvm.elections import votes
from companion.games.magistratvm.game import MAGISTRATVM
from companion.games.magistratvm.moves import (
    CountVotes,
    Dictate,
    Lend,
    PlaceTokens,
    Redistribute,
    Refill,
    StartCircuit,
    apply,
)
from companion.games.magistratvm.redistributing import Laid, Put
from companion.games.magistratvm.scoring import DecidedBy, score
from companion.games.magistratvm.state import Leaving, Phase, State
from companion.pieces.piecepack import Tile
from tests.games.magistratvm.laid import (
    A4,
    C2,
    C3,
    C5,
    CIRCUIT,
    M0,
    M1,
    NAMES,
    PAUL,
    QUENTIN,
    REBECCA,
    S0,
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
    all_pass,
    counted,
    election,
    lying,
    magistrates_in,
    refused,
    rome,
    won,
)


def owned(state: State, seat: int) -> list[str]:
    return [str(one.tile) for one in state.decided[seat]]


def test_I20_the_dictator_wins_a_province_with_an_own_token_and_governs_it_or_goes_home() -> None:
    tokens = {"TM0": [9, 1, 0, 0], "TC5": [3, 0, 0, 0]}
    state = all_pass(rome(tokens=tokens, offices="dictator1-"))
    assert state.phase is Phase.DICTATOR
    refused(state, Dictate(PAUL, C5), "I20", "no token at 5 of Crowns")
    refused(state, Dictate(PAUL, S1), "I20")
    refused(state, Dictate(SUSAN, M0), "I20", "it is Player 2's answer")
    refused(state, StartCircuit(SUSAN, A4), "I21")
    for governs in (True, False):
        done = apply(state, Dictate(PAUL, M0, governs))
        assert (owned(done, PAUL), done.decided[PAUL][0].governed) == (["TM0"], governs)
        assert (done.patricians(PAUL), magistrates_in(done, D)) == (5 if governs else 6, [])
        assert (done.placed(SUSAN), done.placed(PAUL), done.phase) == (3, 0, Phase.START)


def test_I20_a_dictator_without_a_token_goes_home_and_nothing_is_won() -> None:
    state = all_pass(rome(offices="dictator1"))
    assert (magistrates_in(state, D), state.decided, state.phase, state.passes) == ([], ((),) * 4, Phase.START, 0)


def test_I20_where_the_dictator_took_the_last_province_no_circuit_begins() -> None:
    state = rome(tokens={"TM1": [1, 0, 0, 0]}, offices="dictator0")
    for code in CIRCUIT[:-1]:
        state = won(state, PAUL, code)
    assert apply(all_pass(state), Dictate(SUSAN, M1)).phase is Phase.REFILL


def test_I21_the_prefect_names_the_first_province_and_the_gold_stays_with_it() -> None:
    state = rome(Phase.START, prefect_gold=5)
    refused(state, StartCircuit(PAUL, C3), "I21", "it is Player 1's answer")
    refused(state, StartCircuit(SUSAN, S1), "I21")
    state = apply(state, StartCircuit(SUSAN, C3))
    assert state.voting is not None
    assert (state.prefect_gold, [one.gold for one in state.contested]) == (0, [0, 0, 0, 5, 0, 0])
    assert state.voting.to_vote == (C3, C2, M1, A4, C5, M0)


def test_I22_magistrates_votes_are_added_for_their_owner_or_a_rival_and_make_them_inactive() -> None:
    state = election("TM0", [2, 1, 0, 0], "censor2 tribune0 tribune1-")
    refused(state, Lend(PAUL, T, PAUL), "I22", "no active Tribune")
    refused(state, Lend(QUENTIN, Z, QUENTIN), "I22", "Player 3 has no token there")
    refused(state, Lend(4, Z, PAUL), "I22", "no player 5")
    refused(state, Lend(QUENTIN, Z, -1), "I22", "no player 0")
    state = after(state, Lend(QUENTIN, Z, PAUL), Lend(SUSAN, T, SUSAN))
    assert votes(state) == {SUSAN: 3, PAUL: 7}
    assert magistrates_in(state, Z) == [(QUENTIN, False)]
    refused(state, Lend(QUENTIN, Z, PAUL), "I22")
    refused(state, CountVotes(PAUL), "I22", "it is Player 1's answer")


def test_I22_what_was_added_counts_in_one_province_alone() -> None:
    state = after(election("TM0", [2, 1, 0, 0], "aedile1"), Lend(PAUL, A, PAUL), CountVotes(SUSAN))
    assert state.voting is not None
    assert (state.voting.to_vote[0], state.voting.lent) == (C3, (0, 0, 0, 0))


def test_I22_every_contested_province_votes_once_clockwise() -> None:
    state, order = apply(rome(Phase.START), StartCircuit(SUSAN, M1)), []
    while state.phase is Phase.ELECTION:
        assert state.voting is not None
        order.append(str(state.voting.to_vote[0]))
        state = counted(state)
    assert order == ["TM1", *CIRCUIT[:-1]]


def test_I23_a_majority_wins_where_its_tokens_reach_the_value() -> None:
    for tokens, wins in (([5, 4, 0, 0], True), ([4, 3, 0, 0], True), ([4, 4, 0, 0], False), ([3, 0, 0, 0], False)):
        assert (owned(counted(election("TA4", tokens)), SUSAN) == ["TA4"]) is wins
    assert owned(counted(election("TA4", [5, 3, 2, 0])), SUSAN) == [], "as many as the others together"


def test_I23_magistrates_make_the_majority_and_by_the_switch_reach_the_value() -> None:
    for by_votes in (False, True):
        state = election("TA4", [3, 2, 0, 0], "tribune0", value_by_votes=by_votes)
        state = after(state, Lend(SUSAN, T, SUSAN), CountVotes(SUSAN))
        assert (owned(state, SUSAN) == ["TA4"]) is by_votes


def test_I24_the_winner_takes_the_tile_with_its_gold_and_the_losers_move_on_or_go_home() -> None:
    state = rome(Phase.START, tokens={"TA4": [0, 5, 2, 1]}, prefect_gold=7)
    state = after(state, StartCircuit(SUSAN, A4), CountVotes(SUSAN))
    assert (owned(state, PAUL), state.decided[PAUL][0].gold, state.placed(PAUL)) == (["TA4"], 7, 0)
    assert not state.decided[PAUL][0].governed
    state = after(state, Redistribute(QUENTIN, (Put(C5, 1),)), Redistribute(REBECCA))
    assert [state.placed(seat) for seat in range(4)] == [0, 0, 1, 0]


def leaving(state: State) -> tuple[Leaving, ...]:
    assert state.voting is not None
    return state.voting.leaving


def test_I25_without_a_winner_those_with_least_influence_leave() -> None:
    state = after(election("TM0", [4, 3, 3, 0], "tribune1"), Lend(PAUL, T, PAUL), CountVotes(SUSAN))
    assert leaving(state) == (Leaving(QUENTIN, 3),)
    assert lying(state, "TM0") == (4, 3, 0, 0)


def test_I25_where_all_are_level_or_the_majority_is_below_the_value_nobody_leaves() -> None:
    for tokens in ((3, 3, 3, 0), (3, 3, 0, 0), (5, 1, 0, 0), (2, 0, 0, 0), (0, 0, 0, 0)):
        state = counted(election("TM0", tokens))
        assert (lying(state, "TM0"), state.phase) == (tokens, Phase.ELECTION)


def test_I22_to_I26_the_election_of_susan_paul_quentin_and_rebecca() -> None:
    tokens = {"TA4": [5, 4, 0, 0], "TC5": [0, 3, 4, 3]}
    state = rome(Phase.START, tokens=tokens, offices="tribune3", prefect_gold=2)
    state = after(state, StartCircuit(SUSAN, A4), CountVotes(SUSAN))
    assert (owned(state, SUSAN), state.decided[SUSAN][0].gold, state.placed(SUSAN)) == (["TA4"], 2, 0)
    state = after(state, Redistribute(PAUL, (Put(M0, 4),)), CountVotes(SUSAN))
    assert leaving(state) == (Leaving(PAUL, 3), Leaving(REBECCA, 3))
    state = after(state, Redistribute(PAUL, (Put(M0, 3),)), Redistribute(REBECCA, (Put(M0, 3),)))
    assert (lying(state, "TC5"), lying(state, "TM0")) == ((0, 0, 4, 0), (0, 7, 0, 3))
    assert state.voting is not None
    assert state.voting.to_vote == (M0, C3, C2, M1)


def test_I26_tokens_move_clockwise_from_the_prefects_left_to_provinces_that_have_not_voted() -> None:
    state = rome(Phase.START, tokens={"TC5": [2, 2, 2, 5], "TM0": [9, 0, 0, 0]})
    state = after(state, StartCircuit(SUSAN, C5), CountVotes(SUSAN))
    assert leaving(state) == (Leaving(PAUL, 2), Leaving(QUENTIN, 2), Leaving(SUSAN, 2))
    refused(state, Redistribute(SUSAN), "I26", "it is Player 2's answer")
    for tile in (C5, S1):
        refused(state, Redistribute(PAUL, (Put(tile, 1),)), "I26", "does not vote any more")
    refused(state, Redistribute(PAUL, (Put(M0, 2), Put(C3, 1))), "I26", "2 tokens to set down, not 3")
    for puts in ((Put(M0, 0),), (Put(M0, 1), Put(M0, 1))):
        refused(state, Redistribute(PAUL, puts), "I26", "1 token or more goes to each")
    refused(state, CountVotes(SUSAN), "I22")
    moved = apply(state, Redistribute(PAUL, (Put(M0, 1), Put(C3, 1))))
    assert (lying(moved, "TM0"), moved.gold, leaving(moved)) == ((9, 1, 0, 0), (30,) * 4, leaving(state)[1:])


def test_I26_the_losers_of_the_last_election_go_home() -> None:
    state = rome(Phase.START, tokens={"TA4": [5, 3, 0, 0]})
    state = counted(apply(state, StartCircuit(SUSAN, C5)), 6)
    assert (state.placed(PAUL), state.phase) == (0, Phase.REFILL)


def decided(number: int, face_down: int = 18, **changes: object) -> State:
    """At the end of a circuit in which Susan wins so many Provinces; of the others none is voted on."""
    tokens = {code: [6, 0, 0, 0] for code in CIRCUIT[:number]}
    state = rome(Phase.START, tokens=tokens, face_down=face_down, **changes)  # type: ignore[arg-type]
    return counted(apply(state, StartCircuit(SUSAN, A4)), 6)


def refill(*places: int, tiles: tuple[Tile, ...] = (S0, S1)) -> Refill:
    return Refill(tuple(Laid(place, tile) for place, tile in zip(places, tiles, strict=False)))


def test_I27_at_the_end_provinces_are_replaced_and_magistrates_active_and_gold_returned() -> None:
    state = decided(2, offices="tribune1-")
    refused(state, refill(0), "I27", "needs 2 tiles, there are 1")
    refused(state, refill(0, 2), "I27", "free places are 0 1")
    refused(state, refill(0, 0), "I27")
    refused(state, refill(0, 1, tiles=(A4, S1)), "I1", "4 of Arms was there before")
    refused(state, refill(0, 1, tiles=(S1, S1)), "I1", "ace of Suns was there before")
    refused(state, PlaceTokens(SUSAN, C3), "I13")
    state = apply(state, refill(1, 0))
    assert [str(one.tile) for one in state.contested] == ["TS1", "TS0", *CIRCUIT[2:]]
    assert (magistrates_in(state, T), state.gold, state.face_down) == ([(PAUL, True)], (0,) * 4, 16)
    assert (lying(state, "TS1"), lying(state, "TS0")) == ((0,) * 4, (0,) * 4)
    assert (state.turn, state.phase, state.final) == (2, Phase.INCOME, False)


def last(*, after_turn: bool = False) -> State:
    """One tile is left for four Provinces that were won."""
    options = {"last_after_turn": after_turn}
    state = rome(Phase.REFILL, tokens={"TC2": [0, 1, 2, 0]}, offices="praetor1-", options=options, face_down=1)
    for code in CIRCUIT[:4]:
        state = won(state, SUSAN, code)
    return apply(state, refill(3))


def test_I28_with_too_few_tiles_the_last_are_laid_out_and_one_circuit_follows_at_once() -> None:
    state = last()
    assert ([str(one.tile) for one in state.contested], state.phase) == (["TS0", "TC2", "TM1"], Phase.START)
    assert (state.face_down, state.final, state.turn) == (0, True, 1)
    state = apply(state, StartCircuit(SUSAN, C2))
    refused(state, Lend(PAUL, P, PAUL), "I22", "no active Praetor")
    state = counted(state)
    assert owned(state, QUENTIN) == ["TC2"], "2 tokens are most, with no minimum"
    state = counted(apply(state, Redistribute(PAUL, (Put(S0, 1),))))
    assert (state.discarded, state.phase) == ((M1,), Phase.ELECTION)
    state = counted(state)
    assert (owned(state, PAUL), state.phase) == (["TS0"], Phase.OVER)
    assert state.gold == (30,) * 4


def test_I28_by_the_switch_a_full_turn_comes_first() -> None:
    state = last(after_turn=True)
    assert (state.phase, state.turn, magistrates_in(state, P), state.final) == (Phase.INCOME, 2, [(PAUL, True)], True)


def test_I28_ties_are_discarded_with_their_gold_and_their_tokens_move_on() -> None:
    state = last().with_tokens(M1, SUSAN, 1).with_tokens(M1, REBECCA, 1)
    state = counted(apply(replace(state, prefect_gold=3), StartCircuit(SUSAN, M1)))
    assert (state.discarded, leaving(state)) == ((M1,), (Leaving(REBECCA, 1), Leaving(SUSAN, 1)))
    assert [(one.rule, one.gold) for one in state.moved] == [("I28", 3)]


def test_I28_where_nothing_is_contested_any_more_the_game_is_over() -> None:
    state = rome(Phase.START, face_down=0, tokens={"TM1": [1, 0, 0, 0]})
    for code in CIRCUIT[:-1]:
        state = won(state, SUSAN, code)
    assert counted(apply(state, StartCircuit(SUSAN, M1))).phase is Phase.OVER


def test_I28_a_pile_that_just_suffices_is_no_last_circuit() -> None:
    tokens = {"TA4": [6, 0, 0, 0], "TC5": [6, 0, 0, 0]}
    state = counted(apply(rome(Phase.START, tokens=tokens, face_down=2), StartCircuit(SUSAN, A4)), 6)
    state = apply(state, refill(0, 1))
    assert (state.final, state.phase) == (False, Phase.INCOME)
    state = counted(apply(rome(Phase.START, tokens=tokens, face_down=0), StartCircuit(SUSAN, A4)), 6)
    assert (state.final, state.phase) == (True, Phase.START)


def over(state: State) -> State:
    return replace(state, phase=Phase.OVER)


def test_I29_provinces_magistrates_and_governed_provinces_count() -> None:
    state = won(won(rome(offices="praetor0- tribune0"), SUSAN, "TM0", governed=True), SUSAN, "TC3")
    worth = score(state).seats[SUSAN]
    assert [(str(one.tile), one.value, one.governor) for one in worth.provinces] == [("TM0", 6, 6), ("TC3", 3, 0)]
    assert (worth.offices, worth.highest, worth.total) == (4, 3, 6 + 6 + 3 + 4)
    assert [office.influence for office in (T, Q, A, P, C, Z, D)] == [1, 1, 2, 3, 4, 6, 0]


def test_I30_ties_go_to_influence_in_offices_then_the_highest_magistrate_then_are_shared() -> None:
    state = won(rome(), SUSAN, "TC3", governed=True)
    assert score(state).decided_by is DecidedBy.UNDECIDED

    def wins(offices: str, decided_by: DecidedBy, *winners: int) -> str:
        laid = over(won(rome(offices=offices), SUSAN, "TC3", governed=True))
        worth = score(laid)
        assert (worth.decided_by, worth.winners) == (decided_by, winners)
        return str(worth.why(NAMES))

    assert wins("consul1", DecidedBy.INFLUENCE, SUSAN) == "Susan wins with 6 influence"
    assert wins("consul1 aedile1", DecidedBy.OFFICES, PAUL) == "Paul wins the tie at 6 influence with 6 in the Offices"
    assert "highest Magistrate, worth 6" in wins("consul1 aedile1 censor3", DecidedBy.RANK, REBECCA)
    assert (
        wins("censor2 censor3", DecidedBy.SHARED, QUENTIN, REBECCA)
        == "Quentin and Rebecca share the victory: 6 influence"
    )


def test_I32_the_view_shows_where_each_mark_points() -> None:
    view = MAGISTRATVM.view(rome(offices="tribune0 tribune0 consul2-"), NAMES, None)
    spaces = {
        spot.id: (spot.number, [[(pawn.seat, pawn.turned) for pawn in space.pieces] for space in spot.spots])
        for spot in view.spots()
    }
    assert spaces["office-tribune"] == (1, [[(0, False)], [(0, False)], []])
    assert spaces["office-consul"] == (4, [[(2, True)], []])
