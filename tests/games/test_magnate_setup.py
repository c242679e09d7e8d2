"""How a game begins, step by step and by its rules: B1–B6, D1, F2, F4, F5, F7–F9, F15."""

import json
from dataclasses import replace

import pytest

from companion.games.errors import UnplayableSetup
from companion.games.magnate import PRESETS, Options, Phase, Setup, State, default_districts, preset, start
from companion.games.magnate.decisions import warnings
from companion.games.magnate.game import MAGNATE
from companion.games.magnate.moves import Roll, Sell
from companion.games.magnate.options import ExtraPawns, Solo, UnknownPreset, options_from_json, options_to_json
from companion.games.magnate.setup import check_options, default_borders
from companion.pieces import Card, Rank, Suit, Tokens
from tests.cases import each
from tests.games.random_play import RandomGame, play, refused, table

NAMES = ("Ann", "Ben", "Cleo")


def crowns(letters: str) -> tuple[Card, ...]:
    return tuple(Card.parse(f"C{letter}") for letter in letters)


def step_texts(name: str, *dealt: tuple[Card, ...], first: int = 0) -> list[tuple[str, str]]:
    options = preset(name)
    state = start(options, Setup(default_districts(options), dealt, first))
    return [(line.rule, str(line.text)) for line in MAGNATE.setup_steps(state, NAMES[: options.players])]


def test_two_lay_a_row_and_their_crowns_and_shuffle_the_rest() -> None:
    assert step_texts("standard", crowns("MWK"), crowns("SLY"), first=1) == [
        ("B2", "Lay the districts in a row, from Ann's left: PMSL PMYK X PSWK PWLY."),
        ("B4", "Ann lays CM CW CK open and takes 1 Moon, 1 Wave and 1 Knot."),
        ("B4", "Ben lays CS CL CY open and takes 1 Sun, 1 Leaf and 1 Wyrm."),
        ("B5", "Shuffle the rest and deal 3 cards each; 24 are left to draw."),
        ("B6", "Ben rolls first."),
    ]


def test_three_lay_a_y_of_which_each_arm_lies_between_two() -> None:
    arms = [
        text for rule, text in step_texts("three-players", crowns("MW"), crowns("SL"), crowns("KY")) if rule == "F7"
    ]
    assert arms == [
        "Lay between Ann and Ben: PMSL PMYK.",
        "Lay between Ben and Cleo: PSWK PWLY.",
        "Lay between Ann, Ben and Cleo: X.",
        "Lay between Ann and Cleo: PMSL PMYK.",
    ]


def test_the_automa_takes_no_tokens_and_no_hand() -> None:
    alone = step_texts("solo", crowns("MWK"), crowns("SLY"))
    assert ("D1", "Ben lays CS CL CY open and takes no tokens.") in alone
    assert ("D1", "Shuffle the rest and deal 3 cards to Ann alone; 27 are left to draw.") in alone


def test_there_are_no_setup_steps_once_somebody_rolled() -> None:
    options = preset("standard")
    state = start(options, Setup(default_districts(options), (crowns("MWK"), crowns("SLY"))))
    assert MAGNATE.setup_steps(MAGNATE.apply(state, Roll(0, (4, 7), ())), NAMES) == ()


def cards(codes: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, codes.split()))


CROWNS = (cards("CM CS CW"), cards("CL CY CK"))
MEGA_CROWNS = (cards("CM CM#2 CS CW CL CY"), cards("CS#2 CW#2 CL#2 CY#2 CK CK#2"))
THREE_CROWNS = (cards("CM CS"), cards("CW CL"), cards("CY CK"))


def begun(options: Options | str = "standard", crowns: tuple[tuple[Card, ...], ...] = CROWNS, **setup: object) -> State:
    rules = preset(options) if isinstance(options, str) else options
    fields = {"districts": default_districts(rules), "crowns": crowns, **setup}
    return start(rules, Setup(**fields))  # type: ignore[arg-type]  # a test's fields


def unplayable(rule: str, options: Options | str = "standard", **setup: object) -> str:
    with pytest.raises(UnplayableSetup) as caught:
        begun(options, **setup)  # type: ignore[arg-type]
    assert caught.value.rule == rule, caught.value
    return str(caught.value)


def test_B1_the_bank_is_unlimited_and_a_full_box_only_warns() -> None:
    rich = table(tokens="M12/0")
    sold = Sell(0, Card.parse("4MS"))
    assert play(rich, sold).tokens[0] == Tokens.parse("M13S1")
    assert [str(warning) for warning in warnings(rich, sold)] == ["13 Moons are in play, the box holds 12"]
    assert warnings(table(tokens="M11/0"), sold) == ()


def test_B1_tokens_on_deeds_are_in_play_too() -> None:
    state = table({"X": "9MS(M8)/-"}, tokens="M4/0")
    assert "13 Moons" in str(warnings(state, Sell(0, Card.parse("4MS")))[0])


def test_B2_five_districts_are_the_four_pawns_and_the_excuse() -> None:
    districts = begun().districts
    assert [district.card.rank for district in districts].count(Rank.PAWN) == 4
    assert len(districts) == 5
    assert districts[2].card == Card.parse("X")


def test_B2_a_district_too_few_or_of_another_rank_or_twice_is_refused() -> None:
    assert "needs 5 district cards, there are 4" in unplayable("B2", districts=cards("PMSL PMYK X PSWK"))
    assert "The Mountain cannot be a district" in unplayable("B2", districts=cards("PMSL PMYK X PSWK 4MS"))
    assert "needs 1 Excuse as a district, there are 2" in unplayable("B2", districts=cards("PMSL PMYK X PSWK X"))
    assert "PMSL lies there twice" in unplayable("B2", districts=cards("PMSL PMYK X PSWK PMSL"))


def test_B1_one_deck_has_no_second_copies() -> None:
    assert "PMSL#2" in unplayable("B1", districts=cards("PMSL PMYK X PSWK PMSL#2"))


def test_B3_each_player_is_dealt_three_of_the_six_crowns() -> None:
    assert [len(crowns) for crowns in begun().crowns] == [3, 3]
    assert "needs 3 Crowns" in unplayable("B3", crowns=(cards("CM CS CW"), cards("CL CY")))
    assert "needs 3 Crowns" in unplayable("B3", crowns=(cards("CM CS 4MS"), cards("CL CY CK")))
    assert "needs Crowns for 2 players, there are 1" in unplayable("B3", crowns=(cards("CM CS CW"),))


def test_B4_everybody_starts_with_one_token_of_each_own_crown() -> None:
    assert begun().tokens == (Tokens.parse("M1S1W1"), Tokens.parse("L1Y1K1"))


def test_B4_the_table_may_say_other_starting_tokens() -> None:
    tokens = (Tokens.parse("M5"), Tokens())
    assert begun(tokens=tokens).tokens == tokens
    assert "needs tokens for 2 players, there are 1" in unplayable("B4", tokens=tokens[:1])


def test_B5_24_cards_are_left_to_draw_and_28_with_courts() -> None:
    assert begun().pile == 24
    assert begun("courts").pile == 28
    assert begun(pile=20).pile == 20
    assert begun(pile=0).pile == 0
    assert "-1" in unplayable("B5", pile=-1)


def test_B5_hands_that_the_deck_cannot_fill_are_refused() -> None:
    assert "not enough cards" in unplayable("B5", replace(Options(), hand=12, players=3, own_numbers=True))


def test_B6_the_table_says_who_starts() -> None:
    assert begun(first_player=1).player == 1
    assert begun().player == 0
    assert "no player 3 who could start" in unplayable("B6", first_player=2)


def test_the_first_thing_is_a_roll() -> None:
    state = begun()
    assert (state.phase, state.turn, state.reshuffles, state.discards) == (Phase.ROLL, 1, 0, 0)
    assert [(one.owner, one.kind) for one in state.waiting_for] == [(0, "roll")]


def test_D1_the_automa_owns_crowns_but_no_tokens_hand_or_turns() -> None:
    state = begun("solo")
    assert state.crowns == CROWNS
    assert state.tokens == (Tokens.parse("M1S1W1"), Tokens())
    assert state.pile == 27
    assert state.automa == 1
    assert "the automa has no turns" in unplayable("B6", "solo", first_player=1)


@each(("hand", "pile"), [(False, 27), (True, 24)])
def test_D1_the_automa_is_dealt_no_hand_or_one_that_nobody_plays(hand: bool, pile: int) -> None:
    options = replace(preset("solo"), solo_automa_hand=hand)
    game = RandomGame(options, seed=3)
    assert (game.state.pile, len(game.deck)) == (pile, pile)
    end = game.whole().state
    assert end.over and end.turn == pile + 1
    kept = options_from_json(json.loads(json.dumps(options_to_json(options))))
    assert kept == options and not options_from_json({"preset": "solo"}).solo_automa_hand


def test_F2_two_decks_are_played_with_and_one_excuse() -> None:
    state = begun("mega", MEGA_CROWNS)
    assert state.options.decks == 2
    assert state.options.tokens_per_suit == 20
    assert [str(district.card) for district in state.districts].count("X") == 1
    assert play(replace(state, phase=Phase.PLAY), "0 sell 4MS", "0 sell 4MS#2").discards == 2
    refused(table(), "0 sell 4MS#2", "F2", "4MS#2 is from a second deck")


def test_F4_mega_has_eight_pawns_and_the_excuse_or_four() -> None:
    assert len(begun("mega", MEGA_CROWNS).districts) == 9
    assert len(begun(replace(preset("mega"), pawns=4), MEGA_CROWNS).districts) == 5
    assert begun("mega", MEGA_CROWNS).pile == 48


def test_F5_two_equal_crowns_start_as_two_tokens() -> None:
    assert begun("mega", MEGA_CROWNS).tokens == (Tokens.parse("M2S1W1L1Y1"), Tokens.parse("S1W1L1Y1K2"))
    assert "needs 6 Crowns" in unplayable("B3", "mega")


def test_F7_three_players_lie_in_a_Y_and_each_contests_five_districts() -> None:
    state = begun("three-players", THREE_CROWNS)
    assert len(state.districts) == 7
    for player in range(3):
        assert sum(district.columns[player] is not None for district in state.districts) == 5
    borders = default_borders(state.options, default_districts(state.options))
    assert borders == ((0, 1), (0, 1), (1, 2), (0, 1, 2), (1, 2), (0, 2), (0, 2))


def test_F7_a_player_places_nothing_where_he_has_no_border() -> None:
    state = replace(begun("three-players", THREE_CROWNS), phase=Phase.PLAY, tokens=(Tokens.parse("M9S9"),) * 3)
    there = next(n for n, district in enumerate(state.districts) if district.columns[0] is None)
    refused(state, f"0 develop 4MS @{there} M2S2", "F7", "does not border")


def test_F7_the_table_may_say_its_own_borders() -> None:
    everybody = ((0, 1, 2),) * 7
    state = begun("three-players", THREE_CROWNS, borders=everybody)
    assert all(column is not None for district in state.districts for column in district.columns)
    few = unplayable("F7", "three-players", crowns=THREE_CROWNS, borders=everybody[:6])
    assert few == "rule F7: the borders do not name players for every district"
    unplayable("F7", "three-players", crowns=THREE_CROWNS, borders=((0, 3),) * 7)


def test_F7_a_district_with_one_bordering_seat_is_refused() -> None:
    lonely = ((0,), *((0, 1, 2),) * 6)
    text = unplayable("F7", "three-players", crowns=THREE_CROWNS, borders=lonely)
    assert text == "rule F7: The Harvest borders on 1 player; a district needs two or more"
    assert "borders on 1 player" in unplayable("F7", borders=((0, 1), (0, 1), (1, 1), (0, 1), (0, 1)))
    assert "borders on 0 players" in unplayable("F7", borders=((0, 1), (0, 1), (0, 1), (0, 1), ()))


def test_F7_two_crowns_may_serve_as_districts() -> None:
    options = replace(preset("three-players"), extra_pawns=ExtraPawns.CROWNS)
    state = begun(options, THREE_CROWNS)
    assert [d.card.rank for d in state.districts].count(Rank.CROWN) == 2
    assert "cannot be a district" in unplayable(
        "F7", "three-players", crowns=THREE_CROWNS, districts=default_districts(options)
    )


def test_F8_three_players_have_two_crowns_each_or_what_the_table_sets() -> None:
    assert [len(crowns) for crowns in begun("three-players", THREE_CROWNS).crowns] == [2, 2, 2]
    four = (cards("CM CS CW CL"), cards("CY CK CM#2 CS#2"), cards("CW#2 CL#2 CY#2 CK#2"))
    assert begun(replace(preset("three-players"), crowns_each=4), four).tokens[0] == Tokens.parse("M1S1W1L1")
    unplayable("F15", replace(preset("three-players"), crowns_each=3), crowns=THREE_CROWNS)


def test_F9_three_players_have_20_tokens_a_suit_and_hands_of_three() -> None:
    options = preset("three-players")
    assert (options.tokens_per_suit, options.hand) == (20, 3)
    assert begun(options, THREE_CROWNS).pile == 21


@each(
    ("changes", "text"),
    [
        ({"decks": 2, "players": 3}, "mega with three players"),
        ({"decks": 2, "solo": Solo.NORMAL, "reshuffles": 0}, "solo game with two decks"),
        ({"excuse": False, "players": 3}, "without the Excuse"),
        ({"pawns": 8}, "pawns 8, but 4"),
        ({"plays": 2}, "plays 2, but 1"),
        ({"hand": 6}, "hand 6, but 3"),
    ],
)
def test_F15_what_no_document_describes_needs_the_tables_own_numbers(changes: dict[str, object], text: str) -> None:
    options = replace(Options(), **changes)  # type: ignore[arg-type]
    with pytest.raises(UnplayableSetup, match=text) as caught:
        check_options(options)
    assert caught.value.rule == "F15"
    check_options(replace(options, own_numbers=True))


@each(
    ("changes", "refusal"),
    [
        ({"players": 4}, "rule B1: players is 4, and must be 2 to 3"),
        ({"players": 1}, "rule B1: players is 1, and must be 2 to 3"),
        ({"tax_dice": 3}, "rule B1: tax_dice is 3, and must be 1 to 2"),
        ({"ace_deed_price": 0}, "rule B1: ace_deed_price is 0, and must be 1 to 2"),
        ({"pawns": 9}, "rule B1: pawns is 9, and must be 0 to 8"),
        ({"pawns": 0, "excuse": False}, "rule B2: there is no district to play for"),
        ({"solo": Solo.HARD, "players": 3}, "rule D1: the solo game is for one player and the automa"),
        ({"hand": 12, "players": 3}, "rule B5: there are not enough cards for these hands"),
    ],
)
def test_what_cannot_be_counted_is_refused_even_then(changes: dict[str, object], refusal: str) -> None:
    with pytest.raises(UnplayableSetup) as caught:
        check_options(replace(Options(), own_numbers=True, **changes))  # type: ignore[arg-type]
    assert str(caught.value) == refusal


def test_a_table_with_its_own_numbers_may_have_one_district_or_hands_that_empty_the_pile() -> None:
    check_options(replace(Options(), own_numbers=True, pawns=1))
    check_options(replace(Options(), own_numbers=True, hand=10, players=3))


@each(
    ("name", "times", "refusal"),
    [
        ("standard", 2, "rule B35: the discards are shuffled 1 times, not 2"),
        ("solo", 1, "rule D6: the discards are shuffled 0 times, not 1"),
        ("three-players", 3, "rule F10: the discards are shuffled 1, 2 times, not 3"),
    ],
)
def test_the_discards_are_shuffled_as_often_as_a_document_says(name: str, times: int, refusal: str) -> None:
    with pytest.raises(UnplayableSetup) as caught:
        check_options(replace(preset(name), reshuffles=times))
    assert str(caught.value) == refusal
    check_options(replace(preset("three-players"), reshuffles=1))


@each(
    ("name", "changes"),
    [
        ("mega", {"hand": 3}),
        ("mega", {"crowns_each": 3}),
        ("mega", {"plays": 1}),
        ("mega", {"pawns": 6}),
        ("three-players", {"pawns": 4}),
        ("three-players", {"hand": 6}),
        ("three-players", {"plays": 2}),
        ("three-players", {"crowns_each": 3}),
    ],
)
def test_F15_each_game_has_its_own_numbers(name: str, changes: dict[str, int]) -> None:
    with pytest.raises(UnplayableSetup, match="rule F15: no document describes this game with"):
        check_options(replace(preset(name), **changes))  # type: ignore[arg-type]


def test_every_preset_is_a_game_that_can_begin() -> None:
    for name, options in PRESETS.items():
        check_options(options)
        assert options.preset == name
        assert len(default_districts(options)) == options.pawns + options.excuse


def test_presets_differ_from_the_standard_game_where_section_G_says() -> None:
    assert preset("standard") == Options()
    assert preset("courts").courts
    assert preset("french").ace_deed_price == 2
    assert preset("roller").every_suit_on_a_deed
    assert preset("mega").tax_dice == 2
    assert (preset("three-players").players, preset("three-players").reshuffles) == (3, 2)
    assert (preset("solo").solo, preset("solo-hard").solo) == (Solo.NORMAL, Solo.HARD)
    assert not preset("four-districts").excuse
    assert preset("original-aces").original_aces
    assert (preset("abstract-play").every_suit_on_a_deed, preset("abstract-play").deeds_on_twos) == (True, False)


def test_an_unknown_preset_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(UnknownPreset, match=r"'monster': unknown preset\. Choose from: standard, courts, french"):
        preset("monster")


@each("name", ["deucey", "courtpawns", "stacked"])
def test_A13_abstract_plays_own_variants_are_refused_by_name(name: str) -> None:
    with pytest.raises(UnknownPreset, match=f"'{name}': is a variant of Abstract Play's own"):
        preset(name)


def test_the_older_game_has_four_districts_and_no_excuse() -> None:
    state = begun("four-districts")
    assert [district.card.rank for district in state.districts] == [Rank.PAWN] * 4
    assert state.pile == 24
    assert state.tokens[0][Suit.MOONS] == 1
