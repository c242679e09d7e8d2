"""The end: B37–B43, C6, D7, F11, F13; and every change of a number has causes that add up to it."""

from dataclasses import replace

from companion.demo.whole_game import Deal, seeded_game
from companion.games.magnate import Layout, Options, Score, State, apply, preset, score
from companion.games.magnate.causes import Cause, token_causes, total_causes
from companion.games.magnate.encoding import score_to_json
from companion.games.magnate.facts import TokensFact
from companion.games.magnate.moves import Correct, Roll
from companion.games.magnate.scoring import DecidedBy
from companion.games.magnate.setup import start
from companion.pieces import Card, Suit, Tokens
from tests.cases import each
from tests.games.random_play import table


@each("kind", ["standard", "three-players", "mega", "solo"])
def test_the_causes_of_every_number_add_up_to_it(kind: str) -> None:
    options = preset(kind)
    before = begun = start(options, Deal.from_seed(1, options).setup)
    counted = {(seat, suit): begun.tokens[seat][suit] for seat in range(begun.players) for suit in Suit}
    for number, (move, after) in enumerate(seeded_game(1, options)):
        for (seat, suit), held in counted.items():
            causes = token_causes(before, move, after, seat, suit)
            counted[seat, suit] = held + sum(cause.change for cause in causes)
            assert counted[seat, suit] == after.tokens[seat][suit], (number, move)
            assert all(cause.rule for cause in causes) or isinstance(move, Correct)
        for side in score(after).districts[0].sides:
            was = next(one.total for one in score(before).districts[0].sides if one.player == side.player)
            assert was + sum(c.change for c in total_causes(before, move, after, side.player, 0)) == side.total
        before = after


def test_a_roll_that_taxes_and_pays_has_two_causes() -> None:
    options = preset("standard")
    begun = start(options, Deal.from_seed(1, options).setup)
    moons = next(seat for seat in (0, 1) if any(crown.suits == (Suit.MOONS,) for crown in begun.crowns[seat]))
    was = begun.tokens[moons]
    rich = apply(begun, Correct((TokensFact(moons, was, was + Tokens.of(*[Suit.MOONS] * 4)),)))
    move = Roll(rich.player, (10, 1), (1,))
    assert token_causes(rich, move, apply(rich, move), moons, Suit.MOONS) == (Cause(-4, "B10"), Cause(1, "B13"))


NAMES = ("Ann", "Ben", "Cleo")


def totals(result: Score) -> list[list[int]]:
    return [[side.total for side in district.sides] for district in result.districts]


def at_x(cards: str, options: Options | str = "standard") -> list[int]:
    """The totals beside the Excuse."""
    result = score(table({"X": cards}, options=options))
    return next([side.total for side in one.sides] for one in result.districts if one.card == Card.parse("X"))


def test_B37_unfinished_deeds_and_what_lies_on_them_count_nothing() -> None:
    result = score(table({"X": "4MS,9MS(M8)/3LY"}))
    assert totals(result)[2] == [4, 3]
    assert result.districts[2].sides[0].deed == Card.parse("9MS")
    assert result.total_ranks == (4, 3)


def test_B37_an_unfinished_card_does_not_feed_an_ace() -> None:
    assert at_x("AM,9MS(M8)/-") == [1, 0]


def test_B38_a_total_is_the_sum_of_ranks() -> None:
    assert at_x("4MS,8MS,9MS/2MK") == [21, 2]


def test_B38_an_ace_counts_the_completed_cards_of_its_suit_itself_included() -> None:
    assert at_x("AY/AY,3LY,5YK,8YK") == [1, 20]
    assert at_x("AM,4MS/-") == [6, 0]
    assert at_x("AM,5SW/4MS") == [6, 4]


def test_B38_two_equal_aces_count_each_other() -> None:
    assert at_x("AM,AM#2,4MS/-", "mega") == [10, 0]


def test_C6_a_court_is_worth_10_and_counts_for_an_ace_of_any_of_its_suits() -> None:
    assert at_x("TMWK/AM,TMWK", "courts") == [10, 12]
    assert at_x("AK,TMWK/AS,TMWK", "courts") == [12, 11]


def test_F13_by_the_older_rule_an_ace_is_worth_1() -> None:
    assert at_x("AM,4MS,8MS/AM", "original-aces") == [13, 1]


def test_B39_the_higher_total_takes_the_district_and_equal_totals_nobody() -> None:
    result = score(table({"PMSL": "4MS/3MW", "PMYK": "2MK/8YK", "X": "4WL/4YK"}))
    assert [district.won_by for district in result.districts] == [0, 1, None, None, None]
    assert result.districts_won == (1, 1)


def test_B40_most_districts_win() -> None:
    result = score(table({"PMSL": "2MK/-", "PMYK": "AM/-", "X": "-/9LK"}))
    assert (result.winner, result.decided_by) == (0, DecidedBy.DISTRICTS)
    assert str(result.why(NAMES)) == "Ann wins with the most districts, 2 : 1"
    theirs = score(table({"PMSL": "-/2MK", "PMYK": "-/AM", "X": "9LK/-"}))
    assert str(theirs.why(NAMES)) == "Ben wins with the most districts, 2 : 1"


def test_B41_a_tie_in_districts_goes_to_the_higher_total() -> None:
    result = score(table({"PMSL": "4MS/-", "X": "-/9LK"}))
    assert (result.winner, result.decided_by, result.total_ranks) == (1, DecidedBy.TOTAL, (4, 9))
    assert str(result.why(NAMES)) == "Ben wins: level in districts (1 : 1), the higher total decides, 9 : 4"


def test_B41_lost_districts_count_in_the_total_too() -> None:
    result = score(table({"PMSL": "4MS/-", "X": "8YK/9LK"}))
    assert (result.winner, result.total_ranks) == (0, (12, 9))


def test_B41_aces_count_as_scored_or_as_1_where_the_table_says_so() -> None:
    columns = {"PMSL": "AM,4MS/-", "X": "-/6LK"}
    scored = score(table(columns, "0/M1"))
    assert (scored.total_ranks, scored.decided_by, scored.winner) == ((6, 6), DecidedBy.TOKENS, 1)
    printed = score(table(columns, options=replace(Options(), tie_counts_aces_as_scored=False)))
    assert (printed.total_ranks, printed.winner) == ((5, 6), 1)
    assert printed.decided_by is DecidedBy.TOTAL


def test_B42_then_the_most_tokens_decide_not_those_on_deeds() -> None:
    result = score(table({"PMSL": "4MS/-", "PWLY": "-/4WL", "X": "9MS(M8)/-"}, "M1/K1Y1"))
    assert (result.winner, result.decided_by) == (1, DecidedBy.TOKENS)
    assert str(result.why(NAMES)) == (
        "Ben wins: level in districts (1 : 1) and totals (4 : 4), the most tokens decide, 2 : 1"
    )


def test_B43_still_level_is_a_draw() -> None:
    result = score(table(tokens="M1/K1"))
    assert (result.winner, result.decided_by) == (None, DecidedBy.DRAW)
    assert str(result.why(NAMES)) == "Ann and Ben are level in everything that counts: a draw"


def uncounted(state: State) -> Layout:
    return replace(Layout.of(state), tokens=(None,) * state.players)


def test_a_table_whose_tokens_nobody_counted_is_undecided_only_where_they_decide() -> None:
    level = score(uncounted(table({"PMSL": "4MS/-", "PWLY": "-/4WL"})))
    assert (level.winner, level.decided_by) == (None, DecidedBy.UNDECIDED)
    assert "count their tokens" in str(level.why(NAMES))
    assert score(uncounted(table({"PMSL": "4MS/-"}))).winner == 0
    one_counted = replace(uncounted(table()), tokens=(table().tokens[0], None))
    assert score(one_counted).decided_by is DecidedBy.UNDECIDED


def test_D7_the_solo_game_scores_as_usual_and_tokens_favour_the_player() -> None:
    level = table({"PMSL": "4MS/-", "PWLY": "-/4WL"}, "M1/0", options="solo")
    assert (score(level).winner, score(level).decided_by) == (0, DecidedBy.TOKENS)
    assert score(table({"X": "3LY/AK,6LK"}, options="solo")).winner == 1


def test_D7_or_a_tie_in_both_totals_is_a_draw() -> None:
    strict = replace(preset("solo"), solo_double_tie_draws=True)
    level = table({"PMSL": "4MS/-", "PWLY": "-/4WL"}, "M1/0", options=strict)
    assert (score(level).winner, score(level).decided_by) == (None, DecidedBy.DRAW)


def three(excuse: str, arms: dict[str, str] | None = None, tokens: str = "0/0/0") -> State:
    columns = {"PMSL": "-/-/x", "PMYK": "-/-/x", "PSWK": "x/-/-", "PWLY": "x/-/-", "PMSL#2": "-/x/-", "PMYK#2": "-/x/-"}
    return table(columns | {"X": excuse} | (arms or {}), tokens, options="three-players")


@each(("cards", "won_by"), [("9MS/8YK/4WL", 0), ("9MS/9LK/4WL", None), ("4MS/9LK/9MS", None)])
def test_F11_the_excuse_goes_to_the_strictly_highest_of_three(cards: str, won_by: int | None) -> None:
    excuse = next(district for district in score(three(cards)).districts if str(district.card) == "X")
    assert excuse.won_by == won_by


def test_F11_final_ties_compare_only_the_tied_players() -> None:
    arms = {"PMSL": "3MW/2MK/x", "PSWK": "x/7SK/3SK", "PMSL#2": "8MS/x/9MS"}
    result = score(three("-/-/-", arms))
    assert result.districts_won == (1, 1, 1)
    level = score(three("-/-/-", {"PMSL": "3MW/-/x", "PSWK": "x/3SK/-", "PMYK#2": "2MK/x/4YK"}, "M1/M2/M9"))
    assert level.districts_won == (1, 1, 1)
    assert (level.winner, level.decided_by, level.total_ranks) == (0, DecidedBy.TOTAL, (5, 3, 4))
    assert str(level.why(NAMES)) == "Ann wins: level in districts (1 : 1 : 1), the higher total decides, 5 : 4 : 3"
    two = score(three("-/-/-", {"PMSL": "3MW/-/x", "PSWK": "x/3SK/-"}, "M1/M2/M9"))
    assert (two.winner, two.decided_by) == (1, DecidedBy.TOKENS)


def test_F11_a_draw_names_only_those_who_are_level() -> None:
    result = score(three("-/-/-", {"PMSL": "3MW/-/x", "PSWK": "x/3SK/-"}, "M1/M1/M9"))
    assert (result.winner, result.decided_by) == (None, DecidedBy.DRAW)
    assert str(result.why(NAMES)).startswith("Ann and Ben are level")


def test_F11_a_draw_by_tokens_does_not_name_the_player_who_holds_fewer() -> None:
    one_district_each = {"PMSL": "3MW/-/x", "PSWK": "x/3SK/-", "PMYK#2": "-/x/3LY"}
    state = three("-/-/-", one_district_each, "M2/M2/M1")
    result = score(state)
    assert (result.winner, result.decided_by, result.tied) == (None, DecidedBy.DRAW, (0, 1))
    assert str(result.why(NAMES)) == "Ann and Ben are level in everything that counts: a draw"
    assert score_to_json(result, Layout.of(state), NAMES)["tied"] == [0, 1]


def test_B41_the_first_tie_break_counts_only_those_who_are_level_in_districts() -> None:
    arms = {"PMSL": "4MS/-/x", "PSWK": "x/5SW/4WL", "PWLY": "x/8WL/8YK"}
    result = score(three("9MS/2MK/9WY", arms))
    assert (result.districts_won, result.total_ranks) == ((1, 1, 0), (13, 15, 21))
    assert (result.winner, result.decided_by, result.tied) == (1, DecidedBy.TOTAL, (0, 1))
    assert str(result.why(NAMES)) == "Ben wins: level in districts (1 : 1), the higher total decides, 15 : 13"


def test_B42_and_the_tokens_only_of_those_who_are_level_in_totals_too() -> None:
    arms = {"PMSL": "3MW/-/x", "PSWK": "x/3SK/-", "PMYK#2": "-/x/2MK"}
    result = score(three("-/-/-", arms, "M1/M2/M9"))
    assert (result.winner, result.decided_by, result.tied) == (1, DecidedBy.TOKENS, (0, 1))
    assert str(result.why(NAMES)) == (
        "Ben wins: level in districts (1 : 1) and totals (3 : 3), the most tokens decide, 2 : 1"
    )


def test_a_score_as_a_document() -> None:
    state = table({"PMSL": "4MS,7SK,9MS(M1)/-"}, "M1/0")
    document = score_to_json(score(state), Layout.of(state), NAMES)
    assert document["districts"][0] == {
        "index": 0,
        "card": "PMSL",
        "sides": [
            {"player": 0, "properties": ["4MS", "7SK"], "deed": "9MS", "total": 11},
            {"player": 1, "properties": [], "deed": None, "total": 0},
        ],
        "won_by": 0,
    }
    assert document["crowns"] == [["CM", "CS", "CW"], ["CL", "CY", "CK"]]
    assert document["districts_won"] == [1, 0]
    assert document["total_ranks"] == [11, 0]
    assert (document["winner"], document["decided_by"], document["tied"]) == (0, "districts", [])
    assert document["tokens"][0] == {"M": 1, "S": 0, "W": 0, "L": 0, "Y": 0, "K": 0}
    nobody = uncounted(state)
    assert score_to_json(score(nobody), nobody, NAMES)["tokens"] == [None, None]
