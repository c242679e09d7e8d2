"""What a seat is told that it can do now is what the rules allow, with what would follow."""

from __future__ import annotations

import json
import random
from itertools import islice

from companion.games.magnate import Phase, State
from companion.games.magnate.decisions import is_only_sellable
from companion.games.magnate.moves import Sell, legal_plays, possible_cards
from companion.games.registry import games
from companion.play.possible_moves import SeatOptions, refused, seats_asked
from tests.cases import each
from tests.games.chance import KINDS, chance_game


@each("kind", KINDS)
def test_every_listed_move_is_legal_and_says_what_follows(kind: str) -> None:
    game = chance_game(kind, 11)
    chosen, listed = random.Random(kind), 0
    for course, _ in islice(game.courses(), 0, None, 6):
        for seat in range(len(game.kept.names)):
            options = SeatOptions(course, seat, None)
            legal = list(options.legal())
            for move in chosen.sample(legal, min(3, len(legal))):
                assert str(options.possible(move).effect)
                listed += 1
            for asked in options.asked():
                assert str(asked.text) and all(str(one.effect) for one in asked.answers)
            json.dumps([str(one.text) for one in (*options.decisions(seat), *options.decisions(None))])
    assert listed > 20


@each("kind", KINDS)
def test_every_move_that_is_made_is_listed_or_has_a_decision(kind: str) -> None:
    game = chance_game(kind, 5)
    notation = game.rules.notation
    assert notation is not None
    for course, move in islice(game.courses(), 0, None, 3):
        name = next(word for word in notation.move(move).split() if word in notation.patterns)
        seat = getattr(move, "player", None)
        every = [SeatOptions(course, seat, None)] if seat is not None else []
        every = every or [SeatOptions(course, one, None) for one in range(len(game.kept.names))]
        moves = [each for options in every for each in options.legal()]
        decisions = (each for one in every for owner in (one.seat, None) for each in one.decisions(owner))
        made = {name for one in decisions for name in one.makes}
        assert move in moves or name in made or _names_cards(name), notation.move(move)


def _names_cards(name: str) -> bool:
    """A draw may name its cards, and a first bid may be left to the card's rank: the same moves, written longer."""
    return name in ("draw", "offer")


def test_play_waits_for_somebody_until_the_game_is_over() -> None:
    for kind in KINDS:
        game = chance_game(kind, 3)
        for course, move in game.courses():
            assert seats_asked(course), kind
            assert refused(course, move) is None


def test_every_decision_names_moves_of_the_games_notation() -> None:
    patterns = {game.name: game.notation.patterns for game in games() if game.notation is not None}
    for kind in KINDS:
        game = chance_game(kind, 2)
        for course, _ in islice(game.courses(), 0, None, 5):
            for one in game.rules.decisions(course.state, game.kept.names):
                assert one.makes and set(one.makes) <= set(patterns[game.rules.name]), str(one)


@each("kind", ["magnate standard", "magnate courts", "magnate mega"])
def test_a_card_is_pale_on_the_tablet_where_nothing_but_its_sale_is_listed(kind: str) -> None:
    game, pale = chance_game(kind, 6), 0
    for course, _ in islice(game.courses(), 0, None, 9):
        state: State = course.state
        if state.phase is Phase.PLAY:
            for card in possible_cards(state):
                sold = all(isinstance(one.move, Sell) for one in legal_plays(state, state.player, card))
                assert is_only_sellable(state, card) == sold, (card, course.seq)
                pale += sold
    assert pale > 20


def test_what_a_card_would_do_to_its_district_is_told_in_a_few_words() -> None:
    game = chance_game("magnate standard", 4)
    previews = set[str]()
    for course, _ in game.courses():
        for one in list(SeatOptions(course, game.rules.at_turn(course.state), None).moves())[:40]:
            if one.preview is not None:
                previews.add(str(one.preview))
    assert any(text.endswith("wins it") for text in previews)
    assert any("→" in text for text in previews)
