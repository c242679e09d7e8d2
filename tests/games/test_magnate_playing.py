"""Playing cards, deeds, sales and trades: B17–B33, C1–C4, C6, D3–D5, D8, D9, F12, F13."""

from dataclasses import replace

from companion.games.magnate import Options, Phase, State, preset
from companion.games.magnate.decisions import warnings
from companion.games.magnate.encoding import LINES
from companion.games.magnate.playing import automa_places, places
from companion.pieces import Card
from tests.cases import each
from tests.games.random_play import play, refused, table

RICH = "M9S9W9L9Y9K9/0"


def held(state: State, player: int = 0) -> str:
    return str(state.tokens[player])


def column(state: State, district: int, player: int = 0) -> str:
    side = state.column(player, district)
    assert side is not None
    deed = [f"{side.deed.card}({side.deed.tokens})"] if side.deed else []
    return ",".join([*map(str, side.properties), *deed])


def test_B17_exactly_one_card_is_played_a_turn() -> None:
    state = play(table(tokens=RICH), "0 sell 4MS")
    assert state.phase is Phase.DRAW
    for line in ("0 sell 8MS", "0 develop 8MS @0 M4S4", "0 deed 8MS @0 M1S1"):
        refused(state, line, "B17", "first: draw 1 card")


def test_B17_playing_a_card_is_compulsory() -> None:
    refused(table(), "0 draw", "B34", "first: play 1 card")


def test_B17_only_properties_are_played() -> None:
    for code in ("PMSL", "CM", "X"):
        refused(table(tokens=RICH), f"0 sell {code}", "B17", "never in a hand")


def test_B18_developing_costs_the_rank_in_the_cards_suits_at_least_one_of_each() -> None:
    state = play(table(tokens="M3S3/0"), "0 develop 4MS @0 M1S3")
    assert (held(state), column(state, 0)) == ("M2", "4MS")
    for payment in ("M4", "M2S1", "M2S3", "M2S1W1", "0"):
        refused(table(tokens="M4S4W4/0"), f"0 develop 4MS @0 {payment}", "B18", "needs 4 Moons or Suns")


def test_B18_a_refusal_says_what_is_needed_and_what_is_there() -> None:
    refused(
        table(tokens="S3/0"),
        "0 develop 4MS @0 M1S3",
        "B18",
        "The Mountain needs 4 Moons or Suns, at least one of each; you have 3 Suns",
    )
    refused(table(tokens="M2S2/0"), "0 develop 4MS @0 M3S1", "B18", "the payment is 3 Moons and 1 Sun", "you have 2")
    refused(table(tokens="M5S5/0"), "0 develop 4MS @0 M3S2", "B18", "the payment is 3 Moons and 2 Suns")


def test_B19_an_ace_outright_costs_3_of_its_suit() -> None:
    state = play(table(tokens="M3/0"), "0 develop AM @0 M3")
    assert (held(state), column(state, 0)) == ("0", "AM")
    refused(table(tokens="M3/0"), "0 develop AM @0 M1", "B19", "needs 3 Moons")
    refused(table(tokens="M2/0"), "0 develop AM @0 M2", "B19", "you have 2 Moons")


def test_B20_the_first_card_shares_a_suit_with_the_pawn() -> None:
    refused(table(tokens=RICH), "0 develop 4YK @0 Y2K2", "B20", "The Battle (Wyrms and Knots)", "The Harvest (Moons,")
    assert column(play(table(tokens=RICH), "0 develop 4YK @1 Y2K2"), 1) == "4YK"


def test_B20_at_the_excuse_anything_goes() -> None:
    for code in ("4YK", "AM", "9LK"):
        assert 2 in places(table(), 0, Card.parse(code))


def test_B21_later_cards_share_a_suit_with_the_last_one_not_with_the_pawn_or_the_opponents() -> None:
    state = table({"PMSL": "5SW/4MS"}, RICH)
    refused(state, "0 develop 5ML @0 M4L1", "B21", "The Forest", "The Discovery (Suns and Waves)")
    assert column(play(state, "0 develop 4WL @0 W2L2"), 0) == "5SW,4WL"
    assert places(state, 0, Card.parse("7WY")) == (0, 1, 2, 3, 4)


def test_B22_nothing_more_is_placed_where_the_own_deed_is_unfinished() -> None:
    state = table({"PMSL": "9MS(0)/-"}, RICH)
    refused(state, "0 develop 4MS @0 M2S2", "B22", "The Pact", "Complete it first")
    refused(state, "0 deed 4MS @0 M1S1", "B22")
    assert 0 in places(state, 1, Card.parse("4MS"))


def test_B22_a_deed_completed_this_turn_frees_its_district() -> None:
    state = table({"PMSL": "9MS(M8)/-"}, RICH)
    assert column(play(state, "0 add 9MS S1", "0 develop 4MS @0 M2S2"), 0) == "9MS,4MS"


def test_B23_a_card_that_fits_nowhere_can_only_be_sold() -> None:
    blocked = dict.fromkeys(("PMSL", "PMYK", "X", "PSWK", "PWLY"), "AL/-")
    state = table({place: "8WL/-" if place == "X" else cards for place, cards in blocked.items()}, RICH)
    assert places(state, 0, Card.parse("8MS")) == ()
    assert play(state, "0 sell 8MS").phase is Phase.DRAW


def test_B23_a_card_on_the_table_is_in_no_hand() -> None:
    refused(table({"X": "4MS/-"}, RICH), "0 develop 4MS @0 M2S2", "B23", "lies on the table already")
    refused(table({"X": "-/4MS(0)"}, RICH), "0 sell 4MS", "B23")


def test_B2_there_is_no_district_beyond_the_row() -> None:
    refused(table(tokens=RICH), "0 develop 4MS @5 M2S2", "B2", "no district 5")
    refused(table(tokens=RICH), "0 develop 4MS @-1 M2S2", "B2")


def test_B24_a_deed_costs_one_of_each_suit_which_does_not_count_towards_it() -> None:
    state = play(table(tokens="M2S2/0"), "0 deed 9MS @0 M1S1")
    assert (held(state), column(state, 0), state.phase) == ("M1S1", "9MS(0)", Phase.DRAW)
    refused(table(tokens=RICH), "0 deed 9MS @0 M2", "B24", "costs 1 Moon and 1 Sun; the payment is 2 Moons")
    refused(table(tokens="M2/0"), "0 deed 9MS @0 M1S1", "B24", "you have 2 Moons")


def test_B24_a_deed_lies_behind_what_is_there_and_grows_there() -> None:
    state = play(table({"PMSL": "4MS/5SW"}, RICH), "0 deed 9MS @0 M1S1", "0 add 9MS M2")
    assert (column(state, 0), column(state, 0, 1)) == ("4MS,9MS(M2)", "5SW")
    assert column(play(state, "0 add 9MS M2S5"), 0) == "4MS,9MS"


def test_B24_a_deed_is_placed_as_any_card() -> None:
    refused(table(tokens=RICH), "0 deed 4YK @0 Y1K1", "B20")


def test_B24_a_player_who_could_develop_may_still_buy_the_deed() -> None:
    assert column(play(table(tokens=RICH), "0 deed 4MS @0 M1S1"), 0) == "4MS(0)"


def test_B25_a_deed_on_an_ace_costs_1_or_in_french_2() -> None:
    assert held(play(table(tokens="M1/0"), "0 deed AM @0 M1")) == "0"
    refused(table(tokens="M2/0"), "0 deed AM @0 M2", "B25", "costs 1 Moon")
    french = table(tokens="M2/0", options="french")
    assert held(play(french, "0 deed AM @0 M2")) == "0"
    refused(french, "0 deed AM @0 M1", "B25", "costs 2 Moons")
    assert held(play(table(tokens="M2S2/0", options="french"), "0 deed 9MS @0 M1S1")) == "M1S1"


def test_F12_a_deed_costs_one_of_each_suit_even_for_aces() -> None:
    assert held(play(table(tokens="M1/0", options="roller"), "0 deed AM @0 M1")) == "0"


def test_B26_a_deed_on_a_2_is_legal_with_a_warning_or_forbidden_where_the_table_says_so() -> None:
    move = LINES.read("0 deed 2MK @1 M1K1")
    state = table(tokens=RICH)
    assert column(play(state, move), 1) == "2MK(0)"
    assert [str(one) for one in warnings(state, move)] == [
        "a deed on The Author costs as much as the property itself: 2"
    ]
    reason = "deeds on a 2 are not allowed at this table. Develop it outright for 2"
    refused(table(tokens=RICH, options="abstract-play"), move, "B26", reason)
    assert warnings(table(tokens=RICH, options="abstract-play"), move) == ()
    assert warnings(state, LINES.read("0 deed 3SK @1 S1K1")) == ()


@each("phase", [Phase.PLAY, Phase.DRAW])
def test_B27_tokens_are_added_any_time_between_income_and_draw(phase: Phase) -> None:
    state = table({"X": "9MS(0)/-", "PMSL": "8MS(M1)/-"}, "M5S5/0", phase)
    state = play(state, "0 add 9MS M2", "0 add 8MS S3", "0 add 9MS S1")
    assert (column(state, 2), column(state, 0), held(state)) == ("9MS(M2S1)", "8MS(M1S3)", "M3S1")
    assert state.phase is phase


def test_B27_also_in_the_turn_the_deed_was_bought() -> None:
    state = play(table(tokens=RICH), "0 deed 3SK @0 S1K1", "0 add 3SK S2K1")
    assert column(state, 0) == "3SK"


def test_B27_only_an_own_deed_takes_only_its_own_suits() -> None:
    state = table({"X": "9MS(0)/8YK(0)"}, RICH)
    refused(state, "0 add 9MS W1", "B27", "only its own suits")
    refused(state, "0 add 9MS 0", "B27", "name the tokens")
    refused(state, "0 add 8YK Y1", "B27", "no deed on The Betrayal")
    refused(table({"X": "9MS(0)/-"}, "M1/0"), "0 add 9MS M2", "B27", "you have 1 Moon")
    refused(replace(state, phase=Phase.ROLL), "0 add 9MS M1", "B27", "first: roll")


@each(
    ("deed", "options", "last"),
    [("9MS(M4S4)", "standard", "9MS S1"), ("AM(M2)", "standard", "AM M1"), ("TMWK(M4W4K1)", "courts", "TMWK K1")],
)
def test_B28_a_deed_is_complete_at_its_rank_an_ace_at_3_a_court_at_10(deed: str, options: str, last: str) -> None:
    state = play(table({"X": f"{deed}/-"}, RICH, options=options), f"0 add {last}")
    side = state.column(0, 2)
    assert side is not None
    assert (side.deed, len(side.properties)) == (None, 1)


def test_B29_either_suit_will_do_or_every_suit_where_the_table_says_so() -> None:
    assert column(play(table({"X": "3SK(S2)/-"}, RICH), "0 add 3SK S1"), 2) == "3SK"
    every = table({"X": "3SK(S2)/-"}, RICH, options="roller")
    refused(every, "0 add 3SK S1", "B29", "Knots would be missing")
    assert column(play(every, "0 add 3SK K1"), 2) == "3SK"
    assert column(play(table({"X": "3SK(0)/-"}, RICH, options="roller"), "0 add 3SK S2"), 2) == "3SK(S2)"


def test_B30_on_completion_the_tokens_on_the_card_go_to_the_bank() -> None:
    state = play(table({"X": "9MS(M4S4)/-"}, "M1/0"), "0 add 9MS M1")
    assert held(state) == "0"
    assert list(state.deeds(0)) == []


def test_B31_a_deed_is_never_overpaid() -> None:
    refused(table({"X": "9MS(M8)/-"}, RICH), "0 add 9MS M2", "B31", "lacks 1; the payment is 2 Moons")


def test_B32_selling_gives_one_token_a_suit_and_an_ace_two() -> None:
    sold = play(table(), "0 sell 4MS")
    assert (held(sold), sold.discards, held(sold, 1)) == ("M1S1", 5, "0")
    assert held(play(table(), "0 sell AK")) == "K2"
    refused(table(), "0 sell 4MS @2", "B32", "rule B32: a sold card goes to the discard pile and to no district")


def test_B33_three_of_one_suit_buy_one_of_another_any_number_of_times() -> None:
    state = play(table(tokens="M7/0"), "0 trade M K 2")
    assert held(state) == "M1K2"
    assert held(play(table(tokens="M3/0", phase=Phase.DRAW), "0 trade M S 1")) == "S1"


def test_B33_a_trade_needs_three_and_another_suit_and_the_own_turn() -> None:
    refused(table(tokens="M5/0"), "0 trade M K 2", "B33", "the trade gives 6 Moons; you have 5 Moons")
    refused(table(tokens="M5/0"), "0 trade M M 1", "B33", "rule B33: trade three Moons for a token of another suit")
    refused(table(tokens="M5/0"), "0 trade M K 0", "B33", "rule B33: a trade happens at least once, not 0 times")
    refused(table(tokens="M5/M5"), "1 trade M K 1", "B7")
    refused(table(tokens="M5/0", phase=Phase.ROLL), "0 trade M K 1", "B33", "first: roll")


def test_C1_courts_are_played_only_where_the_table_has_them() -> None:
    refused(table(tokens=RICH), "0 sell TMWK", "C1", "without Courts")
    assert held(play(table(options="courts"), "0 sell TMWK")) == "M1W1K1"


def test_C2_a_court_outright_costs_10_of_its_three_suits_at_least_one_of_each() -> None:
    state = table(tokens=RICH, options="courts")
    assert held(play(state, "0 develop TMWK @0 M8W1K1")) == "M1S9W8L9Y9K8"
    refused(state, "0 develop TMWK @0 M9W1", "C2", "needs 10 Moons, Waves or Knots, at least one of each")


def test_C3_a_deed_on_a_court_costs_3_and_then_10_more() -> None:
    state = play(table(tokens=RICH, options="courts"), "0 deed TMWK @0 M1W1K1", "0 add TMWK M8W1")
    assert column(state, 0) == "TMWK(M8W1)"
    assert column(play(state, "0 add TMWK W1"), 0) == "TMWK"
    refused(table(tokens=RICH, options="courts"), "0 deed TMWK @0 M1W1", "C3", "costs 1 Moon, 1 Wave and 1 Knot")


def test_C4_a_court_sells_for_3_one_a_suit() -> None:
    assert held(play(table(options="courts"), "0 sell TSLK")) == "S1L1K1"


def test_C6_a_court_is_placed_as_any_card_with_three_suits_to_match() -> None:
    state = table({"X": "4WL/-"}, RICH, options="courts")
    assert places(state, 0, Card.parse("TMWK")) == (0, 1, 2, 3, 4)
    assert 2 not in places(state, 0, Card.parse("AM"))
    assert 2 in places(table({"X": "TMWK/-"}), 0, Card.parse("AM"))


def test_D3_a_sold_card_pays_and_becomes_the_automas_property() -> None:
    state = play(table(options="solo"), "0 sell 4MS @0")
    assert (held(state), column(state, 0, 1), state.discards) == ("M1S1", "4MS", 4)
    refused(table(options="solo"), "0 sell 4MS", "D3", "The Harvest")


def test_D4_it_must_match_there_as_usual() -> None:
    state = table({"PMSL": "-/5SW", "X": "-/4WL"}, options="solo")
    assert automa_places(state, Card.parse("8MS")) == (0, 1, 3)
    refused(state, "0 sell 8MS @2", "B21", "The Sailor")
    refused(state, "0 sell 8MS @4", "B20")


def test_D5_a_card_that_fits_nowhere_may_be_discarded_and_still_pays() -> None:
    blocked = dict.fromkeys(("PMSL", "PMYK", "PSWK", "PWLY"), "-/8WL")
    codes = iter(("4WL", "AL", "2WL", "8WL"))
    state = table({place: f"-/{next(codes)}" for place in blocked} | {"X": "-/AW"}, options="solo")
    sold = play(state, "0 sell 8MS")
    assert (held(sold), sold.discards) == ("M1S1", 5)
    refused(state, "0 sell 8MS @0", "B21")


HARD = "CM,CS,CW/CL,CY,CK"


def test_D8_at_the_hard_level_a_suit_of_the_automas_crowns_must_match() -> None:
    # 6LK shares Leaves and Knots with the automa's Crowns; beside The Harvest only Leaves match.
    state = table(options="solo-hard", crowns="CL,CW,CS/CM,CY,CK")
    assert automa_places(state, Card.parse("6LK")) == (1, 2, 3)
    assert automa_places(replace(state, options=preset("solo")), Card.parse("6LK")) == (0, 1, 2, 3, 4)
    refused(state, "0 sell 6LK @0", "D8", "by a suit of the automa's Crowns")
    assert column(play(state, "0 sell 6LK @3"), 3, 1) == "6LK"


def test_D8_an_empty_excuse_matches_any_suit_and_any_crown_suit_will_do() -> None:
    state = table(options=replace(preset("solo-hard"), courts=True))
    assert automa_places(state, Card.parse("TSLK")) == (0, 1, 2, 3, 4)
    assert 2 in automa_places(table(options="solo-hard"), Card.parse("9LK"))


def test_D8_a_card_without_a_crown_suit_goes_anywhere_it_matches() -> None:
    assert automa_places(table(options="solo-hard"), Card.parse("4MS")) == (0, 1, 2, 3)


def test_D8_the_last_card_matches_and_not_the_pawn_behind_it() -> None:
    # The automa's Crowns are Leaves, Wyrms and Knots; the Cave has Wyrms of them. Beside The Borderland
    # (Wyrms) the last card has none, beside The Light Keeper (none) the last card is of Wyrms.
    state = table({"PWLY": "-/5SW", "PSWK": "-/9WY"}, options="solo-hard")
    assert places(state, 1, Card.parse("7WY")) == (1, 2, 3, 4)
    assert automa_places(state, Card.parse("7WY")) == (1, 2, 3)


def test_D9_where_no_crown_suit_matches_another_suit_will_do() -> None:
    columns = {"PMSL": "-/5SW", "PMYK": "-/AM", "X": "-/AS", "PSWK": "-/3MW", "PWLY": "-/AW"}
    state = table(columns, options="solo-hard")
    assert automa_places(state, Card.parse("3SK")) == (0, 2)
    assert column(play(state, "0 sell 3SK @2"), 2, 1) == "AS,3SK"


def test_only_the_solo_game_has_an_automa() -> None:
    assert automa_places(table(), Card.parse("4MS")) == ()


def test_F13_the_older_ace_costs_1_and_keeps_its_other_prices() -> None:
    state = table(tokens="M1/0", options="original-aces")
    assert held(play(state, "0 develop AM @0 M1")) == "0"
    assert held(play(state, "0 sell AM")) == "M3"
    assert held(play(state, "0 deed AM @0 M1")) == "0"
    assert column(play(state, "0 sell 4MS"), 0) == ""


def test_F6_mega_plays_exactly_two_cards_a_turn() -> None:
    state = play(table(tokens=RICH, options="mega"), "0 sell 4MS")
    assert (state.phase, state.plays_left) == (Phase.PLAY, 1)
    refused(state, "0 draw", "B34", "first: play 1 card")
    assert play(state, "0 sell 4MS#2").phase is Phase.DRAW


def test_a_payment_beyond_the_purse_is_refused_for_every_card() -> None:
    refused(table(tokens="M1S3/0", options=Options()), "0 develop 4MS @0 M2S2", "B18", "you have 1 Moon and 3 Suns")
