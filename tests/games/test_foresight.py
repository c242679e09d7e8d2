"""Foresight agrees with every roll and every payment counted out."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.errors import IllegalMove
from companion.games.magnate import PRESETS, Options, Phase, State, apply, fold, preset
from companion.games.magnate.foresight.choices import Payment, after_trades, choices, completions
from companion.games.magnate.foresight.forecast import forecast
from companion.games.magnate.foresight.income import chance_of_tax, earnings, income_to_expect, tax_at_risk
from companion.games.magnate.foresight.standing import Completing, rolls_before_next_action, standing, turns_left
from companion.games.magnate.moves import AddToDeed, BuyDeed, Develop, Move, Roll, Sell, TakeDeedIncome, Trade
from companion.pieces import Card, Suit, Tokens
from tests.cases import each
from tests.examples import some
from tests.games.random_play import RandomGame, table

SEEDS = st.integers(0, 2**32 - 1)
every_preset = each("name", PRESETS)


def every_roll(options: Options) -> Iterator[tuple[tuple[int, int], tuple[int, ...], float]]:
    """All dice with their chances."""
    for first, second in product(range(1, 11), repeat=2):
        dice = first, second
        if 1 not in dice:
            yield dice, (), 0.01
        else:
            for tax in product(range(1, 7), repeat=options.tax_dice):
                yield dice, tax, 0.01 / 6**options.tax_dice


def middle(name: str, seed: int, phase: Phase) -> State:
    """A state of a random game, somewhere in its second half, in this phase."""
    game = RandomGame(PRESETS[name], seed).whole()
    found = [state for state in game.states if state.phase is phase]
    return found[len(found) * 2 // 3]


def mean_income(state: State, player: int) -> list[float]:
    """By brute force: every roll applied, a deed without a preference answered with each suit in turn."""
    total = [0.0] * 6
    for dice, tax, chance in every_roll(state.options):
        rolled = apply(state, Roll(state.player, dice, tax))
        mine = [card for owner, card in rolled.pending_income if owner == player]
        assert rolled.roll is not None
        for place, count in enumerate(rolled.roll.income[player]):
            total[place] += count * chance
        for card in mine:
            for suit in card.suits:
                answered = apply(rolled, TakeDeedIncome(player, card, suit))
                assert answered.roll is not None
                gain = answered.roll.income[player] - rolled.roll.income[player]
                for place, count in enumerate(gain):
                    total[place] += count * chance / len(card.suits)
    return total


@every_preset
@settings(max_examples=some(1), deadline=None)
@given(seed=SEEDS)
def test_income_to_expect_is_the_mean_of_all_rolls(name: str, seed: int) -> None:
    state = middle(name, seed, Phase.ROLL)
    for player in range(state.players):
        expected = income_to_expect(state, player)
        assert list(expected.counts) == pytest.approx(mean_income(state, player))
        assert expected.total == pytest.approx(sum(one.mean.total for one in earnings(state, player)))


def test_each_card_adds_its_rank_over_a_hundred() -> None:
    state = table({"X": "AM,5SW,9LK(0)/-", "PMSL": "TMWK(0)/-"}, options="courts")
    chances = {str(one.card): one.chance for one in earnings(state, 0)}
    means = {str(one.card): one.mean.total for one in earnings(state, 0)}
    expected = {"CM": (0.19, 0.19), "AM": (0.01, 0.01), "5SW": (0.09, 0.18), "9LK": (0.17, 0.17), "TMWK": (0, 0)}
    for card, (chance, mean) in expected.items():
        assert [chances[card], means[card]] == pytest.approx([chance, mean])


def test_a_preferred_suit_is_all_that_a_deed_brings() -> None:
    state = table({"X": "9LK(0>K)/-"})
    assert income_to_expect(state, 0)[Suit.KNOTS] == pytest.approx(0.17)
    assert income_to_expect(state, 0)[Suit.LEAVES] == 0


def taxed_chance(state: State, suit: Suit, rolls: int) -> float:
    """By brute force over every roll: how likely at least one of them taxes the suit."""
    once = 0.0
    for dice, tax, chance in every_roll(state.options):
        result = apply(replace(state, phase=Phase.ROLL, player=0), Roll(0, dice, tax)).roll
        assert result is not None
        once += chance * (suit in result.taxed_suits)
    return sum(
        (once if hit else 1 - once) * (once if again else 1 - once)
        for hit, again in product((True, False), repeat=2)
        if hit or (again and rolls == 2)
    )


@each("tax_dice", [1, 2])
@each("rolls", [1, 2])
def test_tax_at_risk_is_what_all_rolls_say(tax_dice: int, rolls: int) -> None:
    state = table(tokens="M4S1K2/0", options=replace(Options(), tax_dice=tax_dice))
    risks = tax_at_risk(state, 0, rolls)
    assert [(one.suit, one.lost) for one in risks] == [(Suit.MOONS, 3), (Suit.KNOTS, 1)]
    for one in risks:
        assert one.chance == pytest.approx(taxed_chance(state, one.suit, rolls))
        assert one.mean == pytest.approx(one.lost * one.chance)


def test_tax_comes_on_19_rolls_in_a_hundred_and_a_sixth_a_suit() -> None:
    assert chance_of_tax(1) == pytest.approx(0.19 / 6)
    assert chance_of_tax(2) == pytest.approx(0.19 * 11 / 36)


@each(
    ("phase", "turn_of", "rolls"),
    [
        (Phase.ROLL, 0, (1, 2)),
        (Phase.PLAY, 0, (2, 1)),
        (Phase.DRAW, 0, (2, 1)),
        (Phase.ROLL, 1, (2, 1)),
        (Phase.PLAY, 1, (1, 2)),
        (Phase.OVER, 0, (0, 0)),
    ],
)
def test_rolls_before_a_player_can_spend_again(phase: Phase, turn_of: int, rolls: tuple[int, int]) -> None:
    state = table(phase=phase, player=turn_of)
    assert tuple(rolls_before_next_action(state, seat) for seat in (0, 1)) == rolls


def test_in_the_last_turn_no_more_rolls_come() -> None:
    last = table(last_turns=1, pile=0, reshuffles=1)
    assert [rolls_before_next_action(last, seat) for seat in (0, 1)] == [0, 0]
    assert rolls_before_next_action(table(options="solo"), 0) == 1
    assert tax_at_risk(replace(last, tokens=(Tokens.parse("M5"), Tokens())), 0)[0].chance == 0


@every_preset
@settings(max_examples=some(2), deadline=None)
@given(seed=SEEDS)
def test_turns_left_are_exact_once_known_and_else_the_least(name: str, seed: int) -> None:
    game = RandomGame(PRESETS[name], seed).whole()
    last = game.state.turn
    for state in game.states[:-1]:
        foreseen = turns_left(state)
        to_come = last - state.turn + 1
        assert foreseen.turns == to_come if foreseen.known else foreseen.turns <= to_come
        assert foreseen.rolls == foreseen.turns - (state.phase is not Phase.ROLL)
    assert turns_left(game.state).turns == 0


def test_turns_left_where_the_last_turns_count_from_the_failed_draw() -> None:
    options = replace(Options(), last_turns_from_failed_draw=True)
    game = RandomGame(options, 7).whole()
    for state in game.states[:-1]:
        foreseen = turns_left(state)
        if foreseen.known:
            assert foreseen.turns == game.state.turn - state.turn + 1


def legal(state: State, move: Move) -> bool:
    try:
        apply(state, move)
    except IllegalMove:
        return False
    return True


def amounts(suits: tuple[Suit, ...], most: int) -> Iterator[Tokens]:
    for counts in product(range(most + 1), repeat=len(suits)):
        yield Tokens.from_counts(dict(zip(suits, counts, strict=True)))


@every_preset
@settings(max_examples=some(2), deadline=None)
@given(seed=SEEDS)
def test_choices_are_all_legal_plays_of_a_card_and_no_others(name: str, seed: int) -> None:
    state = middle(name, seed, Phase.PLAY)
    lying = set(state.cards_on_table())
    codes = ("2SY", "4MS", "5YK", "AW", "8WL", "6LK")
    for card in (card for code in codes if (card := Card.parse(code)) not in lying):
        found = choices(state, state.player, card)
        player, places = state.player, range(len(state.districts))
        every: list[Move] = [
            kind(player, card, place, payment)
            for payment in amounts(card.suits, 8)
            for place in places
            for kind in (Develop, BuyDeed)
        ]
        every += [Sell(player, card, place) for place in (None, *places)]
        assert Counter(found.moves()) == Counter(move for move in every if legal(state, move))


def test_a_payment_that_the_purse_lacks_comes_with_the_fewest_trades() -> None:
    state = table(tokens="M4S1W6/0")
    found = choices(state, 0, Card.parse("4YK"))
    assert found.develop == ()
    (deed,) = choices(state, 0, Card.parse("6LK")).deed
    assert (str(deed.tokens), deed.traded) == ("L1K1", 2)
    forest = choices(state, 0, Card.parse("5ML")).develop
    assert forest == (Payment(Tokens.parse("M4L1"), (Trade(0, Suit.WAVES, Suit.LEAVES),)),)


@every_preset
@settings(max_examples=some(4), deadline=None)
@given(seed=SEEDS)
def test_trades_make_their_payment_possible_and_no_fewer_would(name: str, seed: int) -> None:
    state = middle(name, seed, Phase.PLAY)
    lying = set(state.cards_on_table())
    for card in (card for code in ("3SK", "5ML", "7WY") if (card := Card.parse(code)) not in lying):
        found = choices(state, state.player, card)
        for payment in found.develop:
            traded = fold(state, payment.trades)
            assert traded.tokens[state.player] == after_trades(state.tokens[state.player], payment.trades)
            assert legal(traded, Develop(state.player, card, found.places[0], payment.tokens))
        if found.develop and found.develop[0].traded == 1:
            assert not any(isinstance(move, Develop) for move in found.moves())
        if found.places and not found.develop:
            assert not any(legal(state_, Develop(state.player, card, found.places[0], amount))
                           for state_ in after_a_trade(state) for amount in amounts(card.suits, 7))  # fmt: skip


def after_a_trade(state: State) -> Iterator[State]:
    """The state itself, and every state that one trade leads to."""
    yield state
    for give, get in product(Suit, repeat=2):
        move = Trade(state.player, give, get)
        if legal(state, move):
            yield apply(state, move)


def test_the_cheapest_payment_leaves_least_to_be_taxed() -> None:
    state = table(tokens="M3S6/0")
    assert str(choices(state, 0, Card.parse("4MS")).develop[0].tokens) == "M1S3"
    assert len(choices(state, 0, Card.parse("4MS")).develop) == 3


@each("options", ["standard", "roller", "courts"])
def test_completions_are_the_payments_that_complete_a_deed(options: str) -> None:
    deeds = {"X": "9MS(S7)/-", "PMSL": "3SK(0)/-", "PMYK": "AY(Y1)/-"}
    state = table(deeds, "M2S3K1Y2/0", options=options)
    for card, found in completions(state, 0).items():
        adding = {payment: AddToDeed(0, card, payment) for payment in amounts(card.suits, 3)}
        done = {payment for payment, move in adding.items() if legal(state, move) and completes(state, move)}
        assert {payment.tokens for payment in found} == done


def completes(state: State, move: AddToDeed) -> bool:
    return move.card not in [deed.card for _, deed in apply(state, move).deeds(0)]


def test_a_card_that_nobody_can_hold_has_no_choices() -> None:
    for code, state in (("PMSL", table()), ("TMWK", table()), ("4MS", table({"X": "4MS/-"}))):
        with pytest.raises(IllegalMove):
            choices(state, 0, Card.parse(code))
    assert choices(table(tokens="M9K9/0", options="abstract-play"), 0, Card.parse("2MK")).deed == ()


def test_where_the_game_stands() -> None:
    state = table({"PMSL": "4MS/8MS", "X": "9LK/3LY,6SY(S5)", "PMYK": "-/-"}, "M1/0")
    now = standing(state)
    harvest, watchman, excuse = now.districts[:3]
    assert (harvest.held_by, harvest.margin, harvest.to_hold) == (1, 4, (5, 0))
    assert (watchman.held_by, watchman.margin, watchman.to_hold) == (None, 0, (1, 1))
    assert (excuse.held_by, excuse.margin, excuse.to_hold) == (0, 6, (0, 7))
    assert excuse.completing == (Completing(1, Card.parse("6SY"), None),)
    assert now.score.decided_by.value == "total"
    assert now.warning is None


def test_three_at_the_excuse_need_more_than_the_best_other() -> None:
    columns = {"PMSL": "-/-/x", "PMYK": "-/-/x", "PSWK": "x/-/-", "PWLY": "x/-/-", "PMSL#2": "-/x/-", "PMYK#2": "-/x/-"}
    state = table(columns | {"X": "4MS/9LK/9MS"}, options="three-players")
    by_card = {str(state.districts[one.index].card): one for one in standing(state).districts}
    assert (by_card["X"].margin, by_card["X"].to_hold) == (0, (6, 1, 1))
    assert by_card["PMSL"].to_hold == (1, 1, None)


@each(
    ("fields", "text"),
    [
        ({"last_turns": 1, "pile": 0, "reshuffles": 1}, "this is the last turn"),
        ({"last_turns": 2, "pile": 0, "reshuffles": 1}, "the last turns have begun: 2 are left, without a draw"),
        ({"pile": 2, "reshuffles": 1}, "the end is near: 4 turns are left"),
        ({"pile": 3, "reshuffles": 1}, None),
        ({"pile": 2, "discards": 5}, None),
    ],
)
def test_the_end_is_announced(fields: dict[str, int], text: str | None) -> None:
    warning = standing(table(**fields)).warning  # type: ignore[arg-type]  # a test's fields
    assert (str(warning) if warning else None) == text


@every_preset
def test_a_forecast_holds_for_every_player(name: str) -> None:
    state = middle(name, 11, Phase.PLAY)
    expected = forecast(state)
    assert len(expected.players) == state.players
    for seat, player in enumerate(expected.players):
        assert player.next_roll == income_to_expect(state, seat)
        assert player.remaining.total == pytest.approx(player.next_roll.total * expected.standing.turns.rolls)
        assert player.at_risk == tax_at_risk(state, seat)
    if state.automa is not None:
        assert expected.players[1].next_roll.total == 0
    assert preset(name).players == state.players
