"""Corrections at random: after any that is accepted the game can be finished and scored."""

import os
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest

from companion.games.errors import IllegalMove
from companion.games.magistratvm import facts as f
from companion.games.magistratvm import moves as mm
from companion.games.magistratvm.game import MAGISTRATVM
from companion.games.magistratvm.offices import Office
from companion.games.magistratvm.opening import start as begin_rome
from companion.games.magistratvm.options import PRESETS as ROMAN_PRESETS
from companion.games.magistratvm.state import Phase as RomanPhase
from companion.games.magistratvm.state import State as Rome
from companion.games.magistratvm.turn_moves import Rival
from companion.games.magnate import PRESETS as MAGNATE_PRESETS
from companion.games.magnate import facts as gf
from companion.games.magnate import moves as gm
from companion.games.magnate.game import MAGNATE
from companion.games.magnate.moves import legal_plays, possible_cards
from companion.games.magnate.state import Column, Deed
from companion.games.magnate.state import Phase as MagnatePhase
from companion.games.magnate.state import State as Magnate
from companion.games.registry import AnyGame
from companion.games.sorcerous_futures import facts as sf
from companion.games.sorcerous_futures import moves as sm
from companion.games.sorcerous_futures.game import SORCEROUS_FUTURES
from companion.games.sorcerous_futures.moves import legal_moves
from companion.games.sorcerous_futures.options import PRESETS as FUTURES_PRESETS
from companion.games.sorcerous_futures.setup import crowns_for
from companion.games.sorcerous_futures.state import EXCUSE, Bought, Valuation, unseen
from companion.games.sorcerous_futures.state import Phase as FuturesPhase
from companion.games.sorcerous_futures.state import State as Futures
from companion.pieces import DECK, Card, Rank, Suit, Tokens
from companion.pieces.piecepack import TILES
from tests.cases import each
from tests.games.magistratvm import random_game
from tests.games.random_play import RandomGame, random_roll, random_tokens
from tests.games.sorcerous_futures.reference_moves import random_table, state_of

MOST_MOVES = 20_000
"""More than any of these games has, however it was corrected."""


@dataclass(frozen=True)
class Corrected:
    """A game's corrections and its play by chance, from a state alone."""

    rules: AnyGame
    presets: tuple[str, ...]
    begin: Callable[[str, random.Random], Any]
    facts: Callable[[Any, random.Random], Iterator[Any]]
    correct: Callable[[tuple[Any, ...]], Any]
    next_move: Callable[[Any, random.Random], Any]


def play_on(game: Corrected, state: Any, dice: random.Random, most: int = MOST_MOVES) -> Any:
    """Play to the end, or ``most`` moves."""
    for _ in range(most):
        if game.rules.over(state):
            return state
        state = game.rules.apply(state, game.next_move(state, dice))
    return state


def accepted(game: Corrected, state: Any, dice: random.Random) -> Any | None:
    """Correct a state by chance: one fact or several; None if the rules refuse it."""
    facts = list(game.facts(state, dice))
    if not facts:
        return None
    try:
        return game.rules.apply(
            state, game.correct(tuple(dice.sample(facts, min(len(facts), dice.choice((1, 1, 1, 2, 3))))))
        )
    except IllegalMove:
        return None


def corrected_to_the_end(game: Corrected, preset: str, wanted: int, seed: int) -> int:
    """Accept ``wanted`` corrections, each somewhere in a game, and finish and score each game; return the tries."""
    dice, made, tries = random.Random(f"{game.rules.name} {preset} {seed}"), 0, 0
    while made < wanted:
        tries += 1
        state = play_on(game, game.begin(preset, dice), dice, int(dice.random() ** 2 * _LENGTH[game.rules.name]))
        after = accepted(game, state, dice)
        if after is None:
            continue
        made += 1
        end = play_on(game, after, dice)
        assert game.rules.over(end), (game.rules.state_to_json(state), game.rules.state_to_json(after))
        score = game.rules.score_to_json(end, ("Ann", "Ben", "Cleo", "Dan")[: len(score_seats(end))])
        assert score["why"] and "not shown" not in score["why"]
    return tries


def score_seats(state: Any) -> Sequence[Any]:
    """One entry for each seat."""
    return state.tokens if isinstance(state, Magnate) else state.gold


_LENGTH = {"magistratvm": 1500, "sorcerous-futures": 130, "magnate": 200}
"""About the moves of a whole random game."""


# Magistratvm


def _rome(preset: str, dice: random.Random) -> Rome:
    seats = ROMAN_PRESETS[preset].players
    state, setup, _ = random_game.begun(seats, dice.randrange(10**6))
    readings = {reading: dice.random() < 0.5 for reading in random_game.READINGS}
    return begin_rome(replace(state.options, **readings), setup)  # type: ignore[arg-type]  # all are booleans


def _roman_facts(state: Rome, dice: random.Random) -> Iterator[f.Fact]:
    seat, tile = dice.randrange(state.seats), dice.choice(TILES)
    yield f.GoldFact(seat, state.gold[seat], dice.randrange(20))
    yield f.DieFact(seat, state.dice[seat], dice.randint(1, 6))
    lying = [(one.tile, one.gold) for one in state.contested] + [(o.tile, o.gold) for own in state.decided for o in own]
    if lying:
        yield f.ProvinceGoldFact(*dice.choice(lying), dice.randrange(9))
    if state.contested:
        province = dice.choice(state.contested)
        yield f.TokensFact(province.tile, seat, province.tokens[seat], dice.randrange(9))
        unknown = [one for one in TILES if one not in state.known_tiles]
        if unknown:
            yield f.TileFact(state.circuit.index(province), province.tile, dice.choice(unknown))
    office = dice.choice(list(Office))
    held = tuple(Rival(one.player, one.active) for one in state.magistrates_in(office))
    now = tuple(Rival(dice.randrange(state.seats), dice.random() < 0.5) for _ in range(dice.randrange(4)))
    yield f.MagistratesFact(office, held, now)
    for own in state.decided:
        yield from (f.GovernorFact(one.tile, one.governed, not one.governed) for one in own)
    yield f.TurnFact(state.to_act, seat)
    yield f.StoppedFact(state.over, dice.random() < 0.1)
    owner = next((one for one in range(state.seats) if state.own(one, tile)), None)
    yield f.WonFact(tile, owner, dice.choice((None, seat)))
    yield f.DiscardedFact(state.discarded, tuple(dice.sample(TILES, dice.randrange(4))))
    yield f.FaceDownFact(state.face_down, dice.randrange(19))
    yield f.PrefectFact(state.prefect, seat)
    yield f.PrefectGoldFact(state.prefect_gold, dice.randrange(9))
    yield f.PassesFact(state.passes, dice.randrange(4))
    yield f.PhaseFact(state.phase, dice.choice(list(RomanPhase)))


# Sorcerous Futures


def _futures(preset: str, dice: random.Random) -> Futures:
    options = FUTURES_PRESETS[preset]
    seed = 2 * dice.randrange(10**6) + options.players - 3
    state = state_of(random_table(seed)[0])
    return replace(state, options=replace(state.options, preset=preset, sly_excuse=options.sly_excuse))


def _futures_facts(state: Futures, dice: random.Random) -> Iterator[sf.Fact]:
    seat, left = dice.randrange(state.seats), list(unseen(state))
    yield sf.GoldFact(seat, state.gold[seat], dice.randrange(91))
    own = list(state.bought[seat])
    if own and dice.random() < 0.5:
        own.pop(dice.randrange(len(own)))
    elif left:
        own.append(Bought(dice.choice(left), dice.randrange(9)))
    yield sf.BoughtFact(seat, state.bought[seat], tuple(own))
    yield sf.MiddleFact(state.middle, tuple(dice.sample([*state.middle, *left], min(dice.randrange(6), len(left)))))
    yield sf.TurnFact(state.player, seat)
    yield sf.StoppedFact(state.stopped, dice.random() < 0.1)
    under = dice.choice([EXCUSE, *(ace for aces in state.aces for ace in aces)])
    yield sf.ValuationFact(under, state.valuation(under), dice.choice([None, *left]))
    yield sf.CrownFact(seat, state.crowns[seat], dice.choice([None, *crowns_for(state, seat)]))


def _futures_move(state: Futures, dice: random.Random) -> sm.Move:
    match state.phase:
        case FuturesPhase.DEAL:
            return sm.Deal(tuple(dice.sample(unseen(state), state.to_deal)))
        case FuturesPhase.CLOSED:
            return sm.Bids(tuple(dice.randint(0, gold) for gold in state.gold))
        case FuturesPhase.SHOW:
            return _shown(state, dice)
    seat = state.player
    if state.auction is not None and state.auction.to_bid is not None:
        seat = state.auction.to_bid
    offered = [one.move for one in legal_moves(state, seat)]
    return dice.choice(offered)


def _shown(state: Futures, dice: random.Random) -> sm.Show:
    seat = dice.choice([seat for seat in range(state.seats) if not state.has_shown(seat)])
    places = [under for under in state.front(seat) if state.valuation(under) is None or dice.random() < 0.5]
    left = list(unseen(state))
    dice.shuffle(left)
    valuations = tuple(Valuation(one, state.valuation(one) or left.pop()) for one in places)
    crowns = [crown for crown in crowns_for(state, seat) if crown not in state.crowns]
    return sm.Show(seat, valuations, state.crowns[seat] or dice.choice(crowns))


# Magnate


def _magnate(preset: str, dice: random.Random) -> Magnate:
    return RandomGame(MAGNATE_PRESETS[preset], dice.randrange(10**6)).state


def _magnate_facts(state: Magnate, dice: random.Random) -> Iterator[gf.Fact]:
    seat = dice.randrange(len(state.tokens))
    yield gf.TokensFact(seat, state.tokens[seat], Tokens.of(*dice.choices(list(Suit), k=dice.randrange(12))))
    place = dice.randrange(len(state.districts))
    column = state.column(seat, place)
    if column is not None:
        yield gf.ColumnFact(place, seat, column, _column(state, dice))
    crowns = tuple(dice.sample([card for card in DECK if str(card).startswith("C")], len(state.crowns[seat])))
    yield gf.CrownsFact(seat, state.crowns[seat], crowns)
    pawns = [card for card in DECK if card.rank in (Rank.PAWN, Rank.CROWN)]
    yield gf.DistrictFact(place, state.districts[place].card, dice.choice(pawns))
    pile = (state.pile, state.discards, state.reshuffles)
    yield gf.PileFact(pile, (dice.randrange(30), dice.randrange(20), dice.randrange(3)))
    yield gf.TurnFact((state.player, state.phase), (seat, dice.choice(list(MagnatePhase))))
    yield gf.StoppedFact(state.over, dice.random() < 0.1)


def _column(state: Magnate, dice: random.Random) -> Column:
    there = set(state.cards_on_table())
    free = [card for card in DECK if card.is_property and card not in there]
    cards = dice.sample(free, min(len(free), dice.randrange(4)))
    if cards and dice.random() < 0.5:
        *first, last = cards
        return Column(tuple(first), Deed(last, random_tokens(Tokens.of(*last.suits), dice.randrange(2), dice)))
    return Column(tuple(cards))


def _magnate_move(state: Magnate, dice: random.Random) -> gm.Move:
    seat = state.player
    if state.phase is MagnatePhase.ROLL:
        return random_roll(state, dice)
    if state.phase is MagnatePhase.INCOME:
        owner, card = dice.choice(state.pending_income)
        return gm.TakeDeedIncome(owner, card, dice.choice(card.suits))
    if state.phase is MagnatePhase.PLAY:
        cards = list(possible_cards(state))
        dice.shuffle(cards)
        # A corrected pile may be larger than what is left of the deck by what is known.
        for card in (*cards, *(Card(one.rank, one.suits, copy) for copy in (1, 2) for one in DECK)):
            moves = [one.move for one in legal_plays(state, seat, card)]
            if moves:
                return dice.choice(moves)
        return gm.EndTurn(seat)
    return gm.EndTurn(seat) if state.last_turns is not None else gm.Draw(seat)


GAMES = {
    "magistratvm": Corrected(MAGISTRATVM, tuple(ROMAN_PRESETS), _rome, _roman_facts, mm.Correct, random_game.next_move),
    "sorcerous-futures": Corrected(
        SORCEROUS_FUTURES, tuple(FUTURES_PRESETS), _futures, _futures_facts, sm.Correct, _futures_move
    ),
    "magnate": Corrected(MAGNATE, tuple(MAGNATE_PRESETS), _magnate, _magnate_facts, gm.Correct, _magnate_move),
}
"""The games by name."""


WANTED = int(os.environ.get("CORRECTIONS", "2000"))
"""Accepted corrections for each preset of each game."""
STEP = 100
"""Corrections in one test, so that the part can be resumed."""
PRESETS = [(name, preset) for name, game in GAMES.items() for preset in game.presets]


@each(
    ("name", "preset", "wanted"),
    [
        ("magistratvm", "four-players", 2),
        ("sorcerous-futures", "sly-excuse", 8),
        ("magnate", "standard", 2),
        ("magnate", "three-players", 2),
    ],
)
def test_after_an_accepted_correction_the_game_is_finished_and_scored(name: str, preset: str, wanted: int) -> None:
    assert corrected_to_the_end(GAMES[name], preset, wanted, seed=0) >= wanted


@pytest.mark.prove("corrections")
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(("name", "preset"), PRESETS)
@pytest.mark.parametrize("first", range(0, WANTED, STEP))
def test_after_two_thousand_corrections_every_game_is_finished_and_scored(name: str, preset: str, first: int) -> None:
    assert corrected_to_the_end(GAMES[name], preset, STEP, seed=first + 1) >= STEP
