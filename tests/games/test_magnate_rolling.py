"""The roll, taxation and income: B7–B16, C5, D2, F1, F3, F5."""

from dataclasses import replace

from companion.games.magnate import Options, Phase, State, preset
from companion.games.magnate.deeds import deed_income
from companion.games.magnate.moves import PreferDeedIncome, TakeDeedIncome
from companion.games.magnate.rolling import TAX_DIE, cards_of_rank, paying_cards
from companion.games.magnate.state import Column, Deed
from companion.pieces import Card, Rank, Suit, Tokens
from tests.cases import each
from tests.games.random_play import play, refused, table


def rolling(
    columns: dict[str, str] | None = None, tokens: str = "0/0", options: Options | str = "standard", **more: str
) -> State:
    return table(columns, tokens, Phase.ROLL, options, **more)


def purses(state: State) -> list[str]:
    return [str(held) for held in state.tokens]


def test_B7_a_turn_is_a_roll_then_a_card_then_a_draw() -> None:
    state = rolling()
    phases = [state.phase]
    for line in ("0 roll 9 4", "0 sell 4MS", "0 draw"):
        state = play(state, line)
        phases.append(state.phase)
    assert phases == [Phase.ROLL, Phase.PLAY, Phase.DRAW, Phase.ROLL]
    assert (state.player, state.turn) == (1, 6)


def test_B7_nothing_is_done_out_of_turn_or_order() -> None:
    refused(rolling(), "1 roll 9 4", "B7", "it is Player 1's turn, not Player 2's")
    refused(rolling(), "0 sell 4MS", "B17", "first: roll the two d10")
    refused(table(), "0 roll 9 4", "B7", "first: play 1 card")


def test_B8_two_d10_show_1_to_10() -> None:
    for line in ("0 roll 0 4", "0 roll 11 4", "0 roll -1 4"):
        refused(rolling(), line, "B8", "two d10")


@each("dice", ["1 5", "5 1", "1 1"])
def test_B8_any_1_is_taxed_once_and_before_income(dice: str) -> None:
    state = play(rolling({"X": "5SW/-"}, "S3/0"), f"0 roll {dice} tax 2")
    income = "S2W1" if "5" in dice else "S1"
    assert purses(state) == [income, "0"]
    assert state.roll is not None
    assert [(loss.player, loss.suit, loss.lost) for loss in state.roll.taxed] == [(0, Suit.SUNS, 2)]


def test_B8_without_a_1_nothing_is_taxed() -> None:
    assert purses(play(rolling(tokens="S3/0"), "0 roll 2 5")) == ["S3", "0"]
    refused(rolling(), "0 roll 2 5 tax 3", "B9", "needs 0 tax dice", "got 3")


def test_B9_the_tax_die_names_suits_in_order_of_priority() -> None:
    assert "".join(map(str, TAX_DIE)) == "MSWLYK"
    for face, suit in enumerate(TAX_DIE, start=1):
        state = play(rolling(tokens="M2S2W2L2Y2K2/0"), f"0 roll 1 4 tax {face}")
        assert [one for one, count in state.tokens[0].items() if count == 1] == [suit]


def test_B9_a_1_needs_its_tax_die() -> None:
    refused(rolling(), "0 roll 1 5", "B9", "needs 1 tax die", "got –")
    refused(rolling(), "0 roll 1 5 tax 7", "B9", "got 7")
    refused(rolling(), "0 roll 1 5 tax 0", "B9", "got 0")
    refused(rolling(), "0 roll 1 5 tax 3 3", "B9", "got 3 3")


def test_B10_taxation_leaves_one_of_the_taxed_suit_to_every_player() -> None:
    state = play(rolling(tokens="S4K5/S2M3"), "0 roll 1 4 tax 2")
    assert purses(state) == ["S1K5", "M3S1"]


def test_B10_one_or_none_of_the_taxed_suit_is_kept() -> None:
    state = play(rolling(tokens="S1/M2"), "0 roll 1 4 tax 2")
    assert purses(state) == ["S1", "M2"]
    assert state.roll is not None
    assert state.roll.taxed == ()
    assert state.roll.taxed_suits == (Suit.SUNS,)


def test_B11_tokens_on_deeds_are_never_taxed() -> None:
    state = play(rolling({"X": "9MS(S5)/-"}, "S3/0"), "0 roll 1 4 tax 2")
    assert purses(state)[0] == "S1"
    assert [deed.tokens for _, deed in state.deeds(0)] == [Tokens.parse("S5")]


def test_B12_income_uses_the_higher_die_and_doubles_pay_once() -> None:
    columns = {"X": "5SW/-", "PMSL": "3SK/-"}
    assert purses(play(rolling(columns), "0 roll 3 5"))[0] == "S1W1"
    assert purses(play(rolling(columns), "0 roll 5 3"))[0] == "S1W1"
    assert purses(play(rolling(columns), "0 roll 5 5"))[0] == "S1W1"


def test_B13_a_10_pays_every_player_one_token_a_crown() -> None:
    assert purses(play(rolling(), "0 roll 10 4")) == ["M1S1W1", "L1Y1K1"]
    assert purses(play(rolling(tokens="M3/0"), "0 roll 10 1 tax 1")) == ["M2S1W1", "L1Y1K1"]


def test_B14_each_property_of_the_rank_pays_one_token_a_suit() -> None:
    columns = {"X": "4MS,8MS,4WL/4YK"}
    assert purses(play(rolling(columns), "0 roll 4 2")) == ["M1S1W1L1", "Y1K1"]
    assert purses(play(rolling(columns), "0 roll 3 2")) == ["0", "0"]


def test_B15_a_deed_of_the_rank_pays_one_token_of_its_owners_choice() -> None:
    state = play(rolling({"X": "9MS/9LK"}), "0 roll 9 2")
    assert state.phase is Phase.PLAY
    state = play(rolling({"X": "9MS(0)/9LK(L2)"}), "0 roll 9 2")
    assert state.phase is Phase.INCOME
    assert [(one.owner, one.kind, str(one.card), one.suits) for one in state.waiting_for] == [
        (0, "deed_income", "9MS", (Suit.MOONS, Suit.SUNS)),
        (1, "deed_income", "9LK", (Suit.LEAVES, Suit.KNOTS)),
    ]


def test_B15_an_owner_decides_which_token_a_deed_pays_and_may_let_it_pay_that_always() -> None:
    asked = list(deed_income(play(rolling({"X": "9MS(0)/9LK(0)"}), "0 roll 9 2")))
    assert [(one.owner, str(one.text)) for one in asked] == [(0, "Income of a deed"), (1, "Income of a deed")]
    paid = asked[1].answer("suit", Suit.KNOTS)
    take = TakeDeedIncome(1, Card.parse("9LK"), Suit.KNOTS)
    assert [str(one.text) for one in paid.fields] == ["Which deed?", "choose one token", "Always"]
    assert paid.moves() == (take,)
    assert paid.answer("always", True).moves() == (take, PreferDeedIncome(1, Card.parse("9LK"), Suit.KNOTS))


@each("lines", [("0 income 9MS S", "1 income 9LK K"), ("1 income 9LK K", "0 income 9MS S")], ids=["roller", "other"])
def test_B15_owners_answer_in_any_order_also_on_the_opponents_roll(lines: tuple[str, str]) -> None:
    state = play(rolling({"X": "9MS(0)/9LK(0)"}), "0 roll 9 2")
    half = play(state, lines[0])
    assert half.phase is Phase.INCOME
    done = play(half, lines[1])
    assert (done.phase, purses(done)) == (Phase.PLAY, ["S1", "K1"])
    assert done.roll is not None
    assert [str(gain) for gain in done.roll.income] == ["S1", "K1"]


def test_B15_nothing_goes_on_before_every_owner_has_answered() -> None:
    state = play(rolling({"X": "9MS(0)/-"}), "0 roll 9 2")
    refused(state, "0 sell 4MS", "B17", "which token does the deed on The Pact pay?")
    refused(state, "0 income 9MS W", "B15", "The Pact pays no Waves")
    refused(state, "1 income 9MS M", "B15", "no deed on The Pact")
    refused(state, "0 income 9LK K", "B15", "no deed on The Merchant")
    refused(play(state, "0 income 9MS M"), "0 income 9MS M", "B15")


def test_B15_deeds_pay_from_the_2_to_the_9() -> None:
    state = rolling({"X": "2MK(0)/9LK(0)"})
    assert play(state, "0 roll 2 2").pending_income == ((0, Card.parse("2MK")),)
    assert play(state, "0 roll 2 9").pending_income == ((1, Card.parse("9LK")),)


def test_B15_a_deed_of_another_rank_pays_nothing() -> None:
    state = play(rolling({"X": "9MS(M1)/-"}), "0 roll 8 2")
    assert (state.phase, purses(state)) == (Phase.PLAY, ["0", "0"])


def test_B15_a_stored_preference_answers_by_itself_until_it_is_taken_back() -> None:
    state = play(table({"X": "9MS(0)/9LK(0)"}), "0 prefer 9MS S", "1 prefer 9LK L")
    state = replace(state, phase=Phase.ROLL)
    after = play(state, "0 roll 9 2")
    assert (after.phase, purses(after)) == (Phase.PLAY, ["S1", "L1"])
    asked = play(state, "0 prefer 9MS -", "0 roll 9 2")
    assert asked.pending_income == ((0, Card.parse("9MS")),)
    assert purses(asked) == ["0", "L1"]


def test_B15_a_preference_changes_nothing_else_that_lies_there() -> None:
    before = table({"X": "4MS,9MS(M2)/-"})
    column = play(before, "0 prefer 9MS S").column(0, 2)
    assert column == replace(
        before.column(0, 2) or Column(), deed=Deed(Card.parse("9MS"), Tokens.parse("M2"), Suit.SUNS)
    )


def test_B15_only_an_own_deed_can_have_a_preference_for_its_suits() -> None:
    state = table({"X": "9MS(0)/-"})
    refused(state, "0 prefer 9MS K", "B15", "pays no Knots")
    refused(state, "1 prefer 9MS M", "B15", "has no deed on The Pact")
    refused(state, "2 prefer 9MS M", "B15", "has no deed")
    refused(replace(state, phase=Phase.OVER), "0 prefer 9MS M", "B36", "over")


def test_B16_a_double_1_is_taxed_and_then_pays_every_ace_in_play() -> None:
    state = play(rolling({"X": "AM/-", "PMYK": "AY(0)/AK"}, "M3/0"), "0 roll 1 1 tax 1")
    assert purses(state) == ["M2Y1", "K1"]


def test_B16_an_ace_pays_on_no_other_roll() -> None:
    assert purses(play(rolling({"X": "AM/-"}), "0 roll 1 5 tax 3"))[0] == "0"


def test_C5_a_court_never_pays_finished_or_not_also_not_on_a_10() -> None:
    columns = {"X": "TMWK/TSWY(0)"}
    for line in ("0 roll 10 4", "0 roll 9 4", "0 roll 1 1 tax 5"):
        state = play(rolling(columns, options="courts"), line)
        crowns = ["M1S1W1", "L1Y1K1"] if "10" in line else ["0", "0"]
        assert purses(state) == crowns
        assert state.phase is Phase.PLAY


def test_D2_the_automa_collects_nothing_on_a_10_nor_for_its_properties() -> None:
    columns = {"X": "5ML/5SW"}
    assert purses(play(rolling(columns, options="solo"), "0 roll 10 4")) == ["M1S1W1", "0"]
    assert purses(play(rolling(columns, options="solo"), "0 roll 5 4")) == ["M1L1", "0"]


def test_D2_the_player_takes_every_turn() -> None:
    state = play(rolling(options="solo"), "0 roll 9 4", "0 sell 4MS @2", "0 draw")
    assert (state.player, state.phase) == (0, Phase.ROLL)


def test_F1_double_taxation_rolls_two_dice_and_taxes_both_suits() -> None:
    double = replace(Options(), tax_dice=2)
    state = play(rolling(tokens="M3S3W3/S2", options=double), "0 roll 1 4 tax 3 2")
    assert purses(state) == ["M3S1W1", "S1"]
    assert state.roll is not None
    assert state.roll.taxed_suits == (Suit.SUNS, Suit.WAVES)


def test_F1_equal_tax_dice_tax_one_suit() -> None:
    double = replace(Options(), tax_dice=2)
    state = play(rolling(tokens="M3S3/0", options=double), "0 roll 1 4 tax 2 2")
    assert purses(state)[0] == "M3S1"
    refused(rolling(options=double), "0 roll 1 4 tax 2", "F1", "needs 2 tax dice")


def test_F3_mega_always_rolls_two_tax_dice_unless_the_table_switches() -> None:
    assert purses(play(rolling(tokens="M3S3/0", options="mega"), "0 roll 1 4 tax 1 2"))[0] == "M1S1"
    one = replace(preset("mega"), tax_dice=1)
    assert purses(play(rolling(tokens="M3S3/0", options=one), "0 roll 1 4 tax 1"))[0] == "M1S3"


def test_F5_two_equal_crowns_pay_two_tokens_and_the_first_roll_is_taxed() -> None:
    crowns = "CM,CM#2,CS,CW,CL,CY/CS#2,CW#2,CL#2,CY#2,CK,CK#2"
    state = rolling(tokens="M2S1/0", options="mega", crowns=crowns)
    assert purses(play(replace(state, turn=1), "0 roll 10 1 tax 1 1"))[0] == "M3S2W1L1Y1"


def test_every_card_that_a_rank_pays_is_known_wherever_it_lies() -> None:
    assert [str(card) for card in cards_of_rank(9)] == ["9MS", "9WY", "9LK"]
    assert {card.rank for card in cards_of_rank(1)} == {Rank.ACE}
    assert {card.rank for card in cards_of_rank(10)} == {Rank.CROWN}
    assert [len(cards_of_rank(rank)) for rank in range(1, 11)] == [6, *[3] * 8, 6]


def test_what_a_rank_makes_pay_is_named() -> None:
    state = rolling({"X": "4MS,8MS(0)/4YK", "PMSL": "AM(0)/-"})
    assert [str(card) for card in paying_cards(state, 0, 4)] == ["4MS"]
    assert [str(card) for card in paying_cards(state, 0, 8)] == ["8MS"]
    assert [str(card) for card in paying_cards(state, 0, 1)] == ["AM"]
    assert [str(card) for card in paying_cards(state, 0, 10)] == ["CM", "CS", "CW"]
    assert paying_cards(rolling(options="solo"), 1, 10) == ()
