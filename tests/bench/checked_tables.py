"""Staged tables with one or two cards exchanged, moved or taken away, and what a check of the table lists."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.games.sorcerous_futures.state import State
    from companion.pieces import Card
    from companion.table.sorcerous_futures.difference import CardDifference
    from models.training.scenes.table_layout import LaidCard, Table

SIZE = (1280, 720)
STEPS = 45
"""The number of moves before the table is changed, at most; fewer leave fewer cards."""


def check_table(seed: int) -> dict[str, Any]:
    """Change, render and read one table of Sorcerous Futures; return the cards changed and listed."""
    import numpy as np

    from companion.games.sorcerous_futures.setup import start
    from companion.games.sorcerous_futures.state import Phase
    from models.training.stage.sorcerous_futures.game import staged_futures
    from models.training.stage.sorcerous_futures.plan import FuturesPlan

    chance, rng = Random(seed), np.random.default_rng([36, seed])
    game = staged_futures(seed)
    states = [start(game.options, game.setup), *(step.after for step in game.steps)]
    calm = [state for state in states if state.phase in (Phase.CHOOSE, Phase.DEAL) and state.auctions > 2]
    state = chance.choice(calm[:STEPS])
    plan = FuturesPlan.random(state.seats, rng)
    table = plan.table_of(state)
    changed, cards = _change(table, state, plan, chance)
    found, questions = _found(seed, plan, state, table, changed)
    return {
        "changed": sorted(card.code for card in cards),
        "listed": sorted(one.card.code for one in found),
        "covered": sorted(one.card.code for one in found if one.cover is not None),
        "questions": questions,
    }


def _change(table: Table, state: State, plan: Any, chance: Random) -> tuple[Table, set[Card]]:
    """Return the table with one or two cards exchanged, moved or taken away, and these cards."""
    free = [card for card in table.cards if card.role in ("middle", "bought")]
    kind = chance.choice(("exchanged", "moved", "taken away"))
    chosen = chance.sample(free, chance.choice((1, 2)))
    if kind == "exchanged":
        one = chosen[0]
        other = chance.choice([card for card in free if (card.role, card.side) != (one.role, one.side)])
        return _replaced(table, {one: _at(one, other), other: _at(other, one)}), _kinds((one, other))
    if kind == "taken away":
        return _replaced(table, dict.fromkeys(chosen)), _kinds(chosen)
    bought = next(card for card in free if card.role == "bought")
    assert bought.card is not None
    seat = chance.choice([seat for seat in range(state.seats) if seat != bought.side])
    return _replaced(table, {bought: plan.bought(bought.card, seat, len(state.bought[seat]))}), _kinds((bought,))


def _at(card: LaidCard, place: LaidCard) -> LaidCard:
    return replace(place, card=card.card)


def _kinds(cards: Sequence[LaidCard]) -> set[Card]:
    return {card.card for card in cards if card.card is not None}


def _replaced(table: Table, changes: dict[LaidCard, Any]) -> Table:
    """Return the table with these cards in other places (None: taken away), each in its turn among the others."""
    cards = (changes.get(card, card) for card in table.cards)
    return replace(table, cards=tuple(card for card in cards if card is not None))


def _found(seed: int, plan: Any, state: State, before: Table, changed: Table) -> tuple[tuple[CardDifference, ...], int]:
    """Return what a check lists, and the number of questions; the table was followed before the change."""
    import numpy as np

    from companion.games.sorcerous_futures.game import SORCEROUS_FUTURES
    from companion.locale import Message
    from companion.table.edge import Edge
    from companion.table.sorcerous_futures.difference import dispute
    from companion.table.sorcerous_futures.open_table import read_open_table
    from companion.table.sorcerous_futures.places import RememberedPlaces
    from companion.vision.recognise import recognise
    from models.training.common.decks import own_deck
    from models.training.stage.film import Film
    from models.training.stage.filming import FilmCamera
    from models.training.stage.script import Script
    from models.training.stage.sorcerous_futures.directing import describe

    script = Script(plan, changed, state, np.random.default_rng([37, seed]), plan.sides)
    script.pause()
    film = Film(seed, None, script, SORCEROUS_FUTURES, describe)
    camera = FilmCamera(film, own_deck(), SIZE)
    places = RememberedPlaces()
    read_open_table(_certain_sightings(before, camera.camera), state, Edge.BOTTOM, places, state.middle)
    sightings = recognise(camera.frame(0, 0.5).pixels).sightings
    table = read_open_table(sightings, state, Edge.BOTTOM, places, state.middle)
    return dispute(table, Message("checked")).cards, len(table.questions)


def _certain_sightings(table: Table, camera: Any) -> Any:
    """Return the certain sightings of a table, as following it has read them."""
    import numpy as np

    from companion.table.sightings import CardSighting, Face, Sightings

    cards = []
    for card in table.cards:
        corners = camera.project(np.column_stack([card.corners(), np.zeros(4)]))
        a, b, c, d = ((float(x), float(y)) for x, y in corners)
        face = Face.DOWN if card.card is None else Face.UP
        candidates = () if card.card is None else ((card.card, 0.99),)
        cards.append(CardSighting((a, b, c, d), face, candidates, card.card is not None))
    return Sightings(*SIZE, tuple(cards))
