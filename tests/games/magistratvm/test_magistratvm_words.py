"""Every sentence that a table of Magistratvm hears of its rules, word for word."""

from dataclasses import replace

import pytest

from companion.games.declared import describe
from companion.games.errors import IllegalMove, UnplayableSetup
from companion.games.magistratvm import facts as f
from companion.games.magistratvm import moves as m
from companion.games.magistratvm.gold import Drawn
from companion.games.magistratvm.moves import apply
from companion.games.magistratvm.offices import Office
from companion.games.magistratvm.opening import Setup, start
from companion.games.magistratvm.options import Options
from companion.games.magistratvm.redistributing import Laid, Put
from companion.games.magistratvm.scoring import DecidedBy, score
from companion.games.magistratvm.state import Auction, Leaving, Magistrate, Phase, State, Voting
from companion.games.magistratvm.table_help import put_away
from companion.games.magistratvm.turn_moves import Rival, prompt
from companion.pieces.piecepack import Suit
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
    S0,
    S1,
    SUSAN,
    A,
    C,
    P,
    Q,
    T,
    Z,
    rome,
    won,
)
from tests.games.magistratvm.reference_moves import tiles


def begun() -> State:
    return start(Options(), Setup(tiles(*CIRCUIT), tuple(Suit)))


def bidding(leader: int | None = None, bid: int = 0, gold: int = 4) -> State:
    return rome(Phase.BIDDING, gold=gold, auction=Auction((0, 1, 2, 3), 0 if leader is None else 1, leader, bid))


def voting(phase: Phase = Phase.ELECTION, leaving: tuple[Leaving, ...] = ()) -> State:
    state = rome(phase, tokens={"TM0": [2, 1, 0, 0]}, offices="tribune0-")
    return replace(state, voting=Voting((M0, C3), (0, 0, 0, 0), leaving))


def governed() -> State:
    return won(rome(gold=2, offices="tribune0 consul0 censor1"), SUSAN, "TC5", governed=True, gold=4)


LEAVING = voting(Phase.REDISTRIBUTION, (Leaving(PAUL, 2),))
FALLING = rome(Phase.FALLING, offices="tribune1 tribune1 tribune0", falling=Magistrate(A, PAUL, True))
CROWDED = rome(offices="praetor0 consul1 consul1")
REFILL = won(rome(Phase.REFILL), SUSAN, "TC5")

REFUSED: list[tuple[State, m.Move, str]] = [
    (begun(), m.Roll((6, 2)), "rule I5: needs 4 dice, there are 2"),
    (begun(), m.Roll((6, 2, 7, 1)), "rule I5: a die shows 1 for its ace to 6 for its null"),
    (rome(Phase.INCOME), m.TakeIncome(4), "rule I6: there is no player 5"),
    (rome(Phase.INCOME, with_income=(SUSAN,)), m.TakeIncome(SUSAN), "rule I6: you have taken your income already"),
    (rome(Phase.INCOME), m.TakeIncome(SUSAN, 1), "rule I9: you have 0 active Quaestors, not 1"),
    (bidding(), m.Bid(SUSAN, -1), "rule I11: must be 0 gold or more, and is -1"),
    (bidding(), m.Bid(PAUL, 1), "rule I11: it is Player 1's answer, not Player 2's"),
    (bidding(), m.Bid(SUSAN, 5), "rule I11: you can bid 4 gold, not 5"),
    (bidding(), m.Pass(SUSAN), "rule I11: the Prefect bids first: any amount, 0 included"),
    (bidding(SUSAN, 2), m.Bid(PAUL, 2), "rule I11: must be more than 2 gold, and is 2"),
    (bidding(SUSAN, 3), m.Give(SUSAN, PAUL, 2), "rule I11: you have bid 3 gold, and must be able to pay it"),
    (rome(), m.Pass(PAUL), "rule I13: it is Player 1's answer, not Player 2's"),
    (rome(), m.PlaceTokens(SUSAN, S1), "rule I14: ace of Suns is not a contested Province"),
    (rome(), m.PlaceTokens(SUSAN, A4, 0), "rule I14: 1 token or more is placed, not 0"),
    (rome(gold=999), m.PlaceTokens(SUSAN, A4, 21), "rule I3: you have 20 tokens left, not 21"),
    (
        rome(tokens={"TA4": [1, 3, 0, 0]}),
        m.PlaceTokens(SUSAN, A4, 1),
        "rule I14: somebody has 3 tokens there: you would have 2, and need as many",
    ),
    (rome(gold=2), m.PlaceTokens(SUSAN, A4, 2), "rule I14: costs 3 gold, and you have 2"),
    (
        governed(),
        m.PlaceTokens(SUSAN, A4, 2, (Drawn(A4, 1),)),
        "rule I8: 4 of Arms must be a Province that you govern, named once",
    ),
    (governed(), m.PlaceTokens(SUSAN, A4, 3, (Drawn(C5, 5),)), "rule I8: 5 of Crowns has 4 gold, not 5"),
    (governed(), m.PlaceTokens(SUSAN, A4, 2, (Drawn(C5, 4),)), "rule I8: costs 3 gold, less than the 4 taken"),
    (rome(), m.Enter(SUSAN, P), "rule I15: a Patrician becomes Tribune, Quaestor or Aedile"),
    (
        rome(offices="tribune1 tribune1 tribune1"),
        m.Enter(SUSAN, T),
        "rule I15: no space of this Office is free: Tribune",
    ),
    (
        rome(offices="tribune0 tribune0 quaestor0 quaestor0 quaestor0 censor0"),
        m.Enter(SUSAN, T),
        "rule I15: you have no Patrician left in your Estate",
    ),
    (rome(gold=2), m.Enter(SUSAN, A), "rule I15: costs 3 gold, and you have 2"),
    (rome(), m.Promote(SUSAN, T, A), "rule I16: you have no active Tribune"),
    (rome(offices="censor0"), m.Promote(SUSAN, Z, P), "rule I16: no way leads from Censor to Praetor"),
    (rome(gold=1, offices="tribune0"), m.Promote(SUSAN, T, A), "rule I16: costs 2 gold, and you have 1"),
    (
        rome(offices="tribune0"),
        m.Promote(SUSAN, T, A, Rival(PAUL, True)),
        "rule I17: there is a free space: nobody is displaced",
    ),
    (CROWDED, m.Promote(SUSAN, P, C), "rule I17: there is no free space: say whose Consul is displaced"),
    (CROWDED, m.Promote(SUSAN, P, C, Rival(PAUL, False)), "rule I17: Player 2 has no such Consul"),
    (FALLING, m.Fall(SUSAN, T), "rule I17: it is Player 2's answer, not Player 1's"),
    (FALLING, m.Fall(PAUL, A), "rule I17: does not go to Aedile"),
    (FALLING, m.Fall(PAUL, T), "rule I17: does not go to Tribune"),
    (rome(), m.UseTribune(SUSAN, A4), "rule I18: you have no active Tribune"),
    (
        rome(offices="tribune0", tokens={"TM0": [20, 0, 0, 0]}),
        m.UseTribune(SUSAN, A4),
        "rule I3: you have 0 tokens left, not 1",
    ),
    (rome(offices="aedile0"), m.UseAedile(SUSAN, PAUL, A4, A4), "rule I18: a token moves to another Province"),
    (rome(offices="aedile0"), m.UseAedile(SUSAN, PAUL, A4, M0), "rule I18: Player 2 has no token there"),
    (rome(offices="praetor0"), m.UsePraetor(SUSAN, A4, ()), "rule I18: 1 or 2 tokens go home, not 0"),
    (governed(), m.Recall(SUSAN, Z, Rival(PAUL, True)), "rule I18: a Consul recalls no Censor"),
    (governed(), m.Recall(SUSAN, P, Rival(PAUL, True)), "rule I18: there is no such Praetor to recall"),
    (governed(), m.RecallGovernor(SUSAN, A4), "rule I18: 4 of Arms has no Governor"),
    (governed(), m.Appoint(SUSAN, Q, C5), "rule I19: you have no active Quaestor"),
    (governed(), m.Appoint(SUSAN, T, A4), "rule I19: you have not won 4 of Arms"),
    (governed(), m.Appoint(SUSAN, T, C5), "rule I19: 5 of Crowns has a Governor already"),
    (won(rome(), SUSAN, "TC5"), m.Withdraw(SUSAN, C5), "rule I19: 5 of Crowns has no Governor"),
    (
        rome(Phase.DICTATOR, offices="dictator1", tokens={"TM0": [0, 1, 0, 0]}),
        m.Dictate(PAUL, A4),
        "rule I20: you have no token at 4 of Arms",
    ),
    (rome(Phase.START), m.StartCircuit(PAUL, A4), "rule I21: it is Player 1's answer, not Player 2's"),
    (voting(), m.Lend(SUSAN, T, SUSAN), "rule I22: you have no active Tribune"),
    (voting(), m.Lend(4, T, SUSAN), "rule I22: there is no player 5"),
    (
        replace(voting(), magistrates=(Magistrate(T, REBECCA, True),)),
        m.Lend(REBECCA, T, REBECCA),
        "rule I22: Player 4 has no token there to add to",
    ),
    (LEAVING, m.Redistribute(SUSAN), "rule I26: it is Player 2's answer, not Player 1's"),
    (LEAVING, m.Redistribute(PAUL, (Put(A4, 1),)), "rule I26: 4 of Arms does not vote any more"),
    (LEAVING, m.Redistribute(PAUL, (Put(C3, 0),)), "rule I26: 1 token or more goes to each Province, named once"),
    (LEAVING, m.Redistribute(PAUL, (Put(C3, 3),)), "rule I26: you have 2 tokens to set down, not 3"),
    (REFILL, m.Refill(()), "rule I27: needs 1 tile, there are 0"),
    (REFILL, m.Refill((Laid(0, S0),)), "rule I27: the free places are 1, one tile each"),
    (REFILL, m.Refill((Laid(1, A4),)), "rule I1: 4 of Arms was there before"),
    (begun(), m.Give(SUSAN, PAUL, 1), "rule I31: there is no gold to give now"),
    (rome(), m.Give(SUSAN, SUSAN, 1), "rule I31: a deal gives 1 gold or more to another player"),
    (rome(gold=2), m.Give(SUSAN, PAUL, 3), "rule I31: costs 3 gold, and you have 2"),
    (rome(), m.Correct(()), "rule I1: name what is different on the table"),
    (rome(), m.Correct((f.GoldFact(SUSAN, 30, -1),)), "rule I4: there cannot be -1 gold"),
    (rome(), m.Correct((f.GoldFact(SUSAN, 29, 1),)), "rule I1: the game went on meanwhile. Check it, then correct it."),
    (rome(), m.Correct((f.DieFact(SUSAN, 6, 7),)), "rule I10: a die shows 1 for its ace to 6 for its null"),
    (rome(), m.Correct((f.TokensFact(A4, SUSAN, 0, -1),)), "rule I3: there cannot be -1 tokens"),
    (rome(), m.Correct((f.TokensFact(A4, SUSAN, 0, 21),)), "rule I3: Player 1 has 20 tokens, not 21"),
    (
        rome(offices="dictator0"),
        m.Correct((f.MagistratesFact(Office.DICTATOR, (Rival(SUSAN, True),), (Rival(SUSAN, True),) * 2),)),
        "rule I15: no space of this Office is free: Dictator",
    ),
    (
        rome(offices="tribune0 tribune0 tribune0 quaestor0 quaestor0 quaestor0"),
        m.Correct((f.MagistratesFact(A, (), (Rival(SUSAN, True),)),)),
        "rule I3: Player 1 has six coins and no more",
    ),
    (rome(), m.Correct((f.GovernorFact(A4, False, True),)), "rule I19: nobody has won 4 of Arms"),
    (REFILL, m.Correct((f.TileFact(1, C5, S0),)), "rule I2: there is no Province at this place; they are at 0 2 3 4 5"),
    (rome(), m.Correct((f.TileFact(1, C5, A4),)), "rule I1: 4 of Arms was there before"),
    (
        FALLING,
        m.Correct((f.TokensFact(A4, SUSAN, 0, 1),)),
        "rule I17: a choice depends on it. Answer the question first, or undo the move that asked it.",
    ),
    (
        bidding(SUSAN, 3),
        m.Correct((f.GoldFact(SUSAN, 4, 2),)),
        "rule I11: you have bid 3 gold, and must be able to pay it",
    ),
    (rome(), m.UseAedile(SUSAN, PAUL, A4, M0), "rule I18: you have no active Aedile"),
    (rome(), m.UsePraetor(SUSAN, A4, (PAUL,)), "rule I18: you have no active Praetor"),
    (rome(), m.Recall(SUSAN, P, Rival(PAUL, True)), "rule I18: you have no active Consul"),
    (rome(), m.RecallGovernor(SUSAN, C5), "rule I18: you have no active Consul"),
    (rome(), m.Withdraw(SUSAN, C5), "rule I19: you have not won 5 of Crowns"),
    (rome(offices="aedile0"), m.UseAedile(SUSAN, 4, A4, M0), "rule I18: there is no player 5"),
    (rome(offices="aedile0"), m.UseAedile(SUSAN, PAUL, S1, M0), "rule I18: ace of Suns is not a contested Province"),
    (voting(), m.Lend(REBECCA, T, 4), "rule I22: there is no player 5"),
    (rome(), m.Correct((f.GoldFact(4, 0, 1),)), "rule I4: there is no player 5"),
    (rome(), m.Correct((f.DieFact(4, 6, 1),)), "rule I10: there is no player 5"),
    (rome(), m.Correct((f.TokensFact(A4, 4, 0, 1),)), "rule I3: there is no player 5"),
    (rome(), m.Correct((f.TokensFact(S1, SUSAN, 0, 1),)), "rule I14: ace of Suns is not a contested Province"),
    (rome(), m.Correct((f.TurnFact(SUSAN, 4),)), "rule I13: there is no player 5"),
]


@each(("state", "move", "text"), REFUSED, ids=range(len(REFUSED)))
def test_a_refusal_says_what_is_wrong_in_these_words(state: State, move: m.Move, text: str) -> None:
    with pytest.raises(IllegalMove) as error:
        apply(state, move)
    assert str(error.value) == text


MISPLACED: list[tuple[State, m.Move, str]] = [
    (begun(), m.TakeIncome(SUSAN), "I6"),
    (rome(Phase.INCOME), m.Roll((6,)), "I5"),
    (rome(Phase.INCOME), m.Bid(SUSAN, 1), "I11"),
    (bidding(SUSAN, 3), m.PlaceTokens(PAUL, A4), "I13"),
    (rome(), m.Fall(PAUL, T), "I17"),
    (rome(Phase.START), m.CountVotes(SUSAN), "I22"),
    (voting(), m.StartCircuit(SUSAN, A4), "I21"),
    (LEAVING, m.CountVotes(SUSAN), "I22"),
    (REFILL, m.Pass(SUSAN), "I13"),
    (rome(Phase.OVER), m.Pass(SUSAN), "I13"),
    (rome(), m.Refill(()), "I27"),
    (rome(), m.Lend(SUSAN, T, SUSAN), "I22"),
    (rome(), m.Redistribute(SUSAN), "I26"),
    (rome(), m.Dictate(SUSAN, A4), "I20"),
]


@each(("state", "move", "rule"), MISPLACED)
def test_a_move_that_is_not_awaited_is_answered_with_what_is(state: State, move: m.Move, rule: str) -> None:
    with pytest.raises(IllegalMove) as error:
        apply(state, move)
    awaited = str(prompt(state))
    assert str(error.value) == f"rule {rule}: is not what the game waits for. {awaited[0].upper()}{awaited[1:]}."


@each(
    ("codes", "suits", "text"),
    [
        (CIRCUIT[:5], "SMCA", "rule I2: needs 6 tiles, there are 5"),
        ((*CIRCUIT[:5], "TA4"), "SMCA", "rule I2: 4 of Arms lies there twice"),
        (CIRCUIT, "SMC", "rule I3: needs a suit for 4 players, there are 3"),
        (CIRCUIT, "SMCM", "rule I3: two players have Moons"),
    ],
)
def test_an_impossible_table_is_refused_in_these_words(codes: tuple[str, ...], suits: str, text: str) -> None:
    with pytest.raises(UnplayableSetup) as error:
        start(Options(), Setup(tiles(*codes), tuple(map(Suit, suits))))
    assert str(error.value) == text


@each(
    ("state", "text"),
    [
        (begun(), "roll your dice: the highest is Prefect, the null being 6"),
        (rome(Phase.INCOME), "take your income"),
        (bidding(), "bid any amount of gold for the office of Prefect, 0 included"),
        (bidding(SUSAN, 2), "bid more than 2 gold for the office of Prefect, or pass"),
        (rome(), "take an action or pass"),
        (FALLING, "say where your displaced Magistrate goes"),
        (rome(Phase.DICTATOR), "choose the Province that your Dictator wins"),
        (rome(Phase.START), "say which Province votes first"),
        (voting(), "count the votes of null of Moons, once nobody adds a Magistrate"),
        (LEAVING, "set down your tokens from the election, or take them home"),
        (REFILL, "lay new Provinces where some were decided"),
        (rome(Phase.OVER), "the game is over"),
    ],
    ids=range(12),
)
def test_what_the_game_waits_for_in_these_words(state: State, text: str) -> None:
    assert str(prompt(state)) == text


DICTATING = rome(Phase.DICTATOR, tokens={"TM0": [1, 1, 0, 0]}, offices="dictator1")
RECALLING = won(rome(offices="consul0 praetor1-"), QUENTIN, "TC5", governed=True)
DICE = "the dice show Susan 6, Paul {paul}, Quentin 2 and Rebecca 1; "


@each(
    ("state", "move", "text"),
    [
        (begun(), m.Roll((6, 5, 2, 1)), DICE.format(paul=5) + "Susan is Prefect"),
        (begun(), m.Roll((6, 6, 2, 1)), DICE.format(paul=6) + "Susan and Paul roll again"),
        (FALLING, m.Fall(PAUL, Q), "Paul's displaced Magistrate becomes Quaestor"),
        (DICTATING, m.Dictate(PAUL, M0, True), "Paul's Dictator wins null of Moons and governs it"),
        (DICTATING, m.Dictate(PAUL, M0, False), "Paul's Dictator wins null of Moons and goes home"),
        (RECALLING, m.Recall(SUSAN, P, Rival(PAUL, False)), "Susan's Consul recalls Paul's inactive Praetor"),
        (RECALLING, m.RecallGovernor(SUSAN, C5), "Susan's Consul recalls Quentin's Governor of 5 of Crowns"),
    ],
    ids=range(7),
)
def test_what_happened_in_these_words(state: State, move: m.Move, text: str) -> None:
    assert str(describe(state, move, apply(state, move), NAMES)) == text


@each(
    ("offices", "decided", "text"),
    [
        ("", DecidedBy.INFLUENCE, "Susan wins with 6 influence"),
        ("consul1 aedile1", DecidedBy.OFFICES, "Paul wins the tie at 6 influence with 6 in the Offices"),
        (
            "consul1 aedile1 censor3",
            DecidedBy.RANK,
            "Rebecca wins the tie at 6 influence with the highest Magistrate, worth 6",
        ),
        ("censor2 censor3", DecidedBy.SHARED, "Quentin and Rebecca share the victory: 6 influence"),
    ],
)
def test_who_wins_in_these_words(offices: str, decided: DecidedBy, text: str) -> None:
    worth = score(won(rome(Phase.OVER, offices=offices), SUSAN, "TC3", governed=True))
    assert (worth.decided_by, str(worth.why(NAMES))) == (decided, text)
    assert str(score(rome()).why(NAMES)) == "the last circuit is still to come"


def test_offices_are_called_by_their_names() -> None:
    names = ["Tribune", "Quaestor", "Aedile", "Praetor", "Consul", "Censor", "Dictator"]
    assert [str(office.wording()) for office in Office] == names


def test_putting_away_tells_what_goes_into_which_bag_and_how_it_is_laid_again() -> None:
    state = rome(gold=3, tokens={"TM0": [2, 0, 1, 0]}, offices="tribune0 tribune1- consul2", prefect_gold=4)
    state = won(won(state, PAUL, "TC5", governed=True, gold=2), PAUL, "TC3")
    bags = {str(one.title): [str(line.text) for line in one.lines] for one in put_away(state, NAMES)}
    assert bags["Susan’s bag"] == ["3 gold, and the Income die showing 6 (the null is 6)"]
    assert bags["Paul’s bag"][1:] == ["5 of Crowns with 2 gold on it, governed", "3 of Crowns"]
    circuit = bags["The circuit, clockwise from the upper left"]
    assert circuit[:2] == ["4 of Arms", "null of Moons, Susan 2, Quentin 1"]
    assert circuit[-1] == "The tiles that lie face down, unseen: 18"
    assert bags["The Offices"] == [
        "Susan is Prefect, with 4 gold on that space",
        "Consul: Quentin, mark at 12 o'clock",
        "Tribune: Susan, mark at 12 o'clock and Paul, mark at 3 o'clock",
    ]
