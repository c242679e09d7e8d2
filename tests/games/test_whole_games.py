"""What holds in every game, however it is played; for every preset."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.declared import describe
from companion.games.errors import IllegalMove
from companion.games.magnate import PRESETS, Layout, Phase, State, apply, fold, score, start
from companion.games.magnate.encoding import LINES, move_from_json, move_to_json, setup_from_json, setup_to_json
from companion.games.magnate.moves import AddToDeed, BuyDeed, Correct, Develop, Draw, Move, Roll, Sell, Trade
from companion.games.magnate.options import options_from_json, options_from_text, options_to_json, options_to_text
from companion.games.magnate.paying import sale_income
from companion.games.magnate.state_notation import state_from_text, state_to_text
from companion.pieces import Tokens
from tests.cases import each
from tests.examples import some
from tests.games.random_play import RandomGame

SEEDS = st.integers(0, 2**32 - 1)
NAMES = ("Ann", "Ben", "Cleo")

every_preset = each("preset", PRESETS)


def played(preset: str, seed: int) -> RandomGame:
    return RandomGame(PRESETS[preset], seed).whole()


def on_deeds(state: State) -> Tokens:
    total = Tokens()
    for player in range(state.players):
        for _, deed in state.deeds(player):
            total += deed.tokens
    return total


def spent(move: Move) -> Tokens:
    """What a move pays to the bank or onto a deed."""
    match move:
        case Develop(payment=payment) | BuyDeed(payment=payment) | AddToDeed(payment=payment):
            return payment
        case Trade(give=give, times=times):
            return Tokens.of(*[give] * 3 * times)
    return Tokens()


def gained(move: Move, after: State, before: State) -> list[Tokens]:
    """What a move gives each seat."""
    gains = [Tokens()] * after.players
    match move:
        case Sell(player, card):
            gains[player] = sale_income(card)
        case Trade(player, _, get, times):
            gains[player] = Tokens.of(*[get] * times)
        case Roll():
            assert after.roll is not None
            gains = list(after.roll.income)
        case _ if before.roll is not None and after.roll is not None:
            gains = [now - then for now, then in zip(after.roll.income, before.roll.income, strict=True)]
    return gains


@every_preset
@settings(max_examples=some(20), deadline=None)
@given(seed=SEEDS)
def test_every_game_ends_with_nothing_created_or_lost_except_by_a_rule(preset: str, seed: int) -> None:
    game = played(preset, seed)
    for before, move, after in zip(game.states, game.moves, game.states[1:], strict=False):
        lost = [Tokens()] * after.players
        if isinstance(move, Roll) and after.roll is not None:
            for loss in after.roll.taxed:
                lost[loss.player] += Tokens.from_counts({loss.suit: loss.lost})
        if (payment := spent(move)) and not isinstance(move, Correct):
            lost[move.player] += payment  # type: ignore[attr-defined]  # only a player's move pays
        gains = gained(move, after, before)
        for seat in range(after.players):
            assert before.tokens[seat] + gains[seat] == after.tokens[seat] + lost[seat]
        if isinstance(move, AddToDeed) and move.card in dict.fromkeys(d.card for _, d in after.deeds(move.player)):
            assert on_deeds(after) == on_deeds(before) + move.payment
    assert score(game.state).decided_by.value != "undecided"


@every_preset
@settings(max_examples=some(4), deadline=None)
@given(seed=SEEDS)
def test_pile_discards_and_cards_agree_with_a_table_that_holds_them(preset: str, seed: int) -> None:
    game = RandomGame(PRESETS[preset], seed)
    while not game.state.over:
        game.step()
        state = game.state
        assert (state.pile, state.discards, state.reshuffles) == (len(game.deck), len(game.discards), game.reshuffles)
        lying = list(state.cards_on_table())
        assert len(lying) == len(set(lying))
        open_cards = {card for card in lying if card.is_property}
        hidden = [*game.deck, *game.discards, *(card for hand in game.hands for card in hand)]
        assert open_cards.isdisjoint(hidden)
        assert bool(state.waiting_for) == (not state.over)


@every_preset
@settings(max_examples=some(3), deadline=None)
@given(seed=SEEDS)
def test_what_is_known_of_hidden_cards_is_where_a_table_has_them(preset: str, seed: int) -> None:
    game = RandomGame(PRESETS[preset], seed)
    while not game.state.over:
        game.step()
        known = game.state.hidden
        assert sorted(map(str, known.discarded)) == sorted(map(str, game.discards))
        assert set(known.in_hand) <= {card for hand in game.hands for card in hand}
        assert all(map(known.may_be_drawn, game.deck))
        assert (known.pile is None) == (game.reshuffles == 0)


@every_preset
@settings(max_examples=some(3), deadline=None)
@given(seed=SEEDS)
def test_every_value_survives_its_document_and_its_line(preset: str, seed: int) -> None:
    game = played(preset, seed)
    assert options_from_json(through_json(options_to_json(game.options))) == game.options
    assert options_from_text(options_to_text(game.options)) == game.options
    assert setup_from_json(through_json(setup_to_json(game.setup))) == game.setup
    for move in game.moves:
        assert move_from_json(through_json(move_to_json(move))) == move
        assert LINES.read(LINES.write(move)) == move
    for state in game.states[:: max(1, len(game.states) // 20)]:
        assert state_from_text(state_to_text(state)) == state


def through_json(document: object) -> object:
    return json.loads(json.dumps(document))


@every_preset
@settings(max_examples=some(3), deadline=None)
@given(seed=SEEDS)
def test_moves_from_documents_fold_to_the_same_game(preset: str, seed: int) -> None:
    game = played(preset, seed)
    options = options_from_json(through_json(options_to_json(game.options)))
    setup = setup_from_json(through_json(setup_to_json(game.setup)))
    moves = [move_from_json(through_json(move_to_json(move))) for move in game.moves]
    assert fold(start(options, setup), moves) == game.state


@every_preset
@settings(max_examples=some(3), deadline=None)
@given(seed=SEEDS)
def test_every_move_has_a_sentence(preset: str, seed: int) -> None:
    game = played(preset, seed)
    for before, move, after in zip(game.states, game.moves, game.states[1:], strict=False):
        sentence = str(describe(before, move, after, NAMES))
        assert sentence.startswith(f"Turn {before.turn}, ")
        assert "{" not in sentence
        if not isinstance(move, Draw):
            assert sentence.count("  ") == 0


@every_preset
@settings(max_examples=some(3), deadline=None)
@given(seed=SEEDS, order=st.randoms(use_true_random=False))
def test_the_score_never_depends_on_the_order_of_districts(preset: str, seed: int, order: object) -> None:
    layout = Layout.of(played(preset, seed).state)
    turned = list(layout.districts)
    order.shuffle(turned)  # type: ignore[attr-defined]  # hypothesis gives a random.Random
    ours = score(layout)
    theirs = score(Layout(tuple(turned), layout.crowns, layout.tokens, layout.options))
    assert (ours.districts_won, ours.total_ranks, ours.winner, ours.decided_by) == (
        theirs.districts_won,
        theirs.total_ranks,
        theirs.winner,
        theirs.decided_by,
    )


@every_preset
@settings(max_examples=some(3), deadline=None)
@given(seed=SEEDS)
def test_a_game_never_moves_once_it_is_over(preset: str, seed: int) -> None:
    game = played(preset, seed)
    assert game.state.phase is Phase.OVER
    for move in game.moves[-5:]:
        with pytest.raises(IllegalMove, match="the game is over"):
            apply(game.state, move)
