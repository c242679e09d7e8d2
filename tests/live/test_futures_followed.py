"""A camera follows Sorcerous Futures, laid by the stage's plan: deals, taken cards, and what is shown at the end."""

import itertools
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

import numpy as np
import pytest

from companion.games.sorcerous_futures.game import SORCEROUS_FUTURES
from companion.games.sorcerous_futures.moves import Bid, Bids, Deal, Move, Offer, Pass, Show, TurnUp
from companion.games.sorcerous_futures.scoring import score
from companion.games.sorcerous_futures.setup import start
from companion.games.sorcerous_futures.state import Bought, State
from companion.journal import Entry, Journal, KeptGame
from companion.live.events import Advised, Asked, Disagreed, LiveEvent, Proposed, TableSettled
from companion.live.live_table import LiveTable
from companion.pieces import Card
from companion.play import Play, Source
from companion.table.camera_events import Changed, Settled, Still
from companion.table.sightings import CardSighting, Face, Sightings
from models.training.scenes.table_layout import LaidCard
from models.training.stage.sorcerous_futures.game import StagedFutures, Step, staged_futures
from models.training.stage.sorcerous_futures.plan import FuturesPlan

NOON = datetime(2026, 11, 26, 12, 0, tzinfo=UTC)
SCALE, LEFT, TOP = 1.5, 640.0, 400.0
Kind = TypeVar("Kind")


def sighting(card: LaidCard) -> CardSighting:
    """Return the certain sighting of a laid card."""
    a, b, c, d = ((SCALE * float(x) + LEFT, SCALE * float(y) + TOP) for x, y in card.corners())
    if card.card is None:
        return CardSighting((a, b, c, d), Face.DOWN)
    return CardSighting((a, b, c, d), Face.UP, ((card.card, 0.99),), True)


class Futures:
    """A staged game, its journal, and the live table."""

    def __init__(self, folder: Path, seed: int, steps: int = 0, before: type | None = None) -> None:
        """Lay the table before a step: that number, or the first move of a kind."""
        ids = itertools.count(1)
        self.game: StagedFutures = staged_futures(seed)
        if before is not None:
            steps = next(number for number, step in enumerate(self.game.steps) if isinstance(step.move, before))
        self.left = self.game.steps[steps:]
        self.plan = FuturesPlan.random(self.game.options.players, np.random.default_rng(seed))
        self.journal = Journal.open(f"sqlite:///{folder / 'games.db'}")
        names = ("Ann", "Ben", "Cleo", "Dan")[: self.game.options.players]
        rules = SORCEROUS_FUTURES
        options, setup = rules.options_to_json(self.game.options), rules.setup_to_json(self.game.setup)
        entries = tuple(
            Entry("g", seq, f"entry-{seq}", seq - 1, NOON, None, "touch", rules.move_to_json(step.move))
            for seq, step in enumerate(self.game.steps[:steps], 1)
        )
        self.journal.create(KeptGame("g", rules.name, "Friday", names, options, setup, NOON), entries)
        self.play: Play[State, Move] = Play(
            rules, self.journal, "g", now=lambda: NOON, new_id=lambda: f"id-{next(ids)}"
        )
        self.events: list[LiveEvent] = []
        self.live = LiveTable(self.play, self.events.append, new_id=lambda: f"id-{next(ids)}")
        self.at, self.number = 0.0, 0

    @property
    def begun(self) -> State:
        return start(self.game.options, self.game.setup)

    def laid(self, state: State) -> list[CardSighting]:
        """Return the table of a state."""
        return [sighting(card) for card in self.plan.table_of(state).cards]

    def rest(self, cards: Sequence[CardSighting]) -> list[LiveEvent]:
        """A hand was over the table; now these cards lie still. What was reported meanwhile."""
        before = len(self.events)
        self.number, self.at = self.number + 1, self.at + 4.0
        settled = Settled(Sightings(1280, 800, tuple(cards)), self.at - 3, self.number)
        for event in (Changed((0.0, 0.0, 9.0, 9.0)), settled, Still(self.at)):
            self.live.receive("g", event)
        self.live.attend()
        return self.events[before:]

    def of(self, kind: type[Kind], events: Sequence[LiveEvent] | None = None) -> list[Kind]:
        return [event for event in (self.events if events is None else events) if isinstance(event, kind)]


def with_unsure(cards: Sequence[CardSighting], code: str, *others: str) -> list[CardSighting]:
    """Return the cards with one read without certainty, as itself or one of these."""
    from companion.pieces import Card

    candidates = tuple((Card.parse(one), 0.4) for one in (code, *others))
    return [
        replace(card, candidates=candidates, sure=False) if card.card == candidates[0][0] else card for card in cards
    ]


def ahead(step: Step) -> State:
    """Return the state whose table shows this step: the winner of an auction has the card already."""
    from companion.games.sorcerous_futures.moves import Offer
    from companion.games.sorcerous_futures.state import Bought

    if not isinstance(step.move, Offer) or step.winner is None:
        return step.after
    bought = tuple(
        (*own, Bought(step.move.card, 0)) if seat == step.winner else own for seat, own in enumerate(step.before.bought)
    )
    middle = tuple(card for card in step.before.middle if card != step.move.card)
    return replace(step.before, bought=bought, middle=middle)


def followed(table: Futures, steps: Sequence[Step]) -> None:
    """Every change that the cards show is proposed, and taken with one tap; bids are entered."""
    for step in steps:
        if table.play.state == step.after:
            continue
        if isinstance(step.move, Bid | Bids | Pass):
            table.play.propose(step.move, source=Source.TOUCH)
            table.live.attend()
            continue
        events = table.rest(table.laid(ahead(step)))
        if isinstance(step.move, Offer):
            choose(table, events, step.move)
        else:
            [proposed] = table.of(Proposed, events)
            assert proposed.move == step.move
            table.live.confirm(proposed.id)
        assert not table.of(Disagreed)


def test_a_deal_and_taken_cards_are_proposed_and_no_price_is_guessed(tmp_path: Path) -> None:
    table = Futures(tmp_path, 2)
    table.rest(table.laid(table.begun))
    steps = table.game.steps[:16]
    followed(table, steps)
    assert table.play.state == steps[-1].after


def test_nobody_is_asked_about_the_draw_pile_while_cards_are_dealt_next_to_it(tmp_path: Path) -> None:
    table = Futures(tmp_path, 1)
    pile = sighting(table.plan.in_the_middle(None, -1))
    dealt = [
        sighting(table.plan.in_the_middle(card, place)) for place, card in enumerate(table.game.steps[0].after.middle)
    ]
    for laid in range(len(dealt)):
        table.rest([*table.laid(table.begun), pile, *dealt[: laid + 1]])
    assert not [asked for asked in table.of(Asked) if asked.kind == "card"]
    assert [proposed.move for proposed in table.of(Proposed)] == [table.game.steps[0].move]


def test_the_end_is_scored_as_it_lies(tmp_path: Path) -> None:
    table = Futures(tmp_path, 1, before=Show)
    followed(table, table.left)
    assert table.play.state.over
    assert score(table.play.state) == score(table.game.steps[-1].after)


def test_the_card_under_an_excuse_that_is_nobodys_is_proposed(tmp_path: Path) -> None:
    table = Futures(tmp_path, 1, before=TurnUp)
    followed(table, table.left[:1])


def test_the_last_passes_are_proposed_once_the_leader_has_the_card(tmp_path: Path) -> None:
    table = Futures(tmp_path, 1, steps=1)
    state = table.play.state
    card = next(card for card in state.middle if (card.rank.number or 10) < 80)
    table.play.propose(Offer(state.player, card), source=Source.TOUCH)
    bidder = state.left_of(state.player)
    table.play.propose(Bid(bidder, 50), source=Source.TOUCH)
    bought = tuple((Bought(card, 50),) if seat == bidder else () for seat in range(3))
    middle = tuple(one for one in state.middle if one != card)
    table.rest(table.laid(replace(state, bought=bought, middle=middle)))
    while table.play.state.auction is not None:
        [proposed] = [one for one in table.of(Proposed) if one.seq is None][-1:]
        assert isinstance(proposed.move, Pass)
        table.live.confirm(proposed.id)
    assert table.play.state.bought == bought


@pytest.mark.prove("futures")
@pytest.mark.parametrize("seed", range(1, 21))
def test_whole_games_are_followed_to_their_score(tmp_path: Path, seed: int) -> None:
    table = Futures(tmp_path, seed)
    table.rest(table.laid(table.begun))
    followed(table, table.game.steps)
    assert table.play.state.over and score(table.play.state) == score(table.game.steps[-1].after)
    assert [asked for asked in table.of(Asked) if asked.kind != "payment"] == []


def choose(table: Futures, events: object, offer: Offer) -> None:
    """The kind of auction is one tap, if more than one is possible."""
    asked, proposed = table.of(Asked, events), table.of(Proposed, events)  # type: ignore[arg-type]
    if asked:
        [which] = asked
        assert [choice.move for choice in which.choices] == [replace(offer, closed=False), replace(offer, closed=True)]
        table.live.answer(which.key, str(int(offer.closed)))
    else:
        [one] = proposed
        assert one.move == offer
        table.live.confirm(one.id)


def test_who_sits_where_is_read_from_the_aces(tmp_path: Path) -> None:
    table = Futures(tmp_path, 2, steps=1)
    table.rest(table.laid(table.play.state))
    assert table.live.near is not None and table.live.near.value == "bottom"
    settled = table.of(TableSettled)[-1]
    assert settled.agrees and len(settled.layout["middle"]) == 5


def test_an_uncertain_card_of_a_deal_is_asked_about_once(tmp_path: Path) -> None:
    table = Futures(tmp_path, 1)
    step = table.game.steps[0]
    assert isinstance(step.move, Deal)
    code, other = step.move.cards[2].code, next(c for c in ("9MS", "8MS") if Card.parse(c) not in step.move.cards)
    for _ in range(2):
        table.rest(with_unsure(table.laid(step.after), code, other))
    [asked] = table.of(Asked)
    table.live.answer(asked.key, code)
    assert [one.move for one in table.of(Proposed)] == [step.move]


def test_an_uncertain_card_that_the_game_has_is_not_asked_about(tmp_path: Path) -> None:
    table = Futures(tmp_path, 1, steps=1)
    state = table.play.state
    table.rest(with_unsure(table.laid(state), state.middle[0].code, "9MS"))
    assert not table.of(Asked) and table.of(TableSettled)[-1].agrees


def after_the_first_auction(folder: Path) -> Futures:
    number = next(n for n, step in enumerate(staged_futures(1).steps) if step.after.auctions == 1)
    return Futures(folder, 1, steps=number + 1)


def test_a_card_with_another_player_than_the_highest_bidder_is_reported(tmp_path: Path) -> None:
    table = after_the_first_auction(tmp_path)
    state = table.play.state
    [owner] = [seat for seat, own in enumerate(state.bought) if own]
    other = (owner + 1) % 3
    moved = [state.bought[owner] if seat == other else () for seat in range(3)]
    table.rest(table.laid(replace(state, bought=tuple(moved))))
    [disagreed] = table.of(Disagreed)
    card, name = state.bought[owner][0].card, ("Ann", "Ben", "Cleo")[owner]
    assert [str(step) for step in disagreed.put_back] == [f"Put {card.wording()} back in front of {name}."]
    table.live.accept_table()
    assert table.play.state.bought == tuple(moved) and table.play.state.gold == state.gold


def test_a_card_that_was_bought_may_lie_in_the_middle_for_a_while(tmp_path: Path) -> None:
    table = after_the_first_auction(tmp_path)
    table.rest(table.laid(table.game.steps[0].after))
    assert not table.of(Disagreed)
    checked = table.live.check()
    assert str(checked.differences[0].texts[0]).endswith("in front of " + holder(table))


def holder(table: Futures) -> str:
    return next(f"{name}." for name, own in zip(table.play.game.names, table.play.state.bought, strict=True) if own)


def covered_by(table: Futures, card: Card, cover: CardSighting) -> list[CardSighting]:
    """The table with a card laid so that it hides another wholly, which therefore is not read."""
    laid = table.laid(table.play.state)
    [under] = [one for one in laid if one.card == card]
    others = [one for one in laid if one.card not in (card, cover.card)]
    return [*others, replace(cover, corners=under.corners)]


def test_a_card_under_one_that_lies_astray_is_listed_too_as_both_may_have_been_exchanged(tmp_path: Path) -> None:
    table = after_the_first_auction(tmp_path)
    state = table.play.state
    laid = table.laid(state)
    table.rest(laid)
    [bought] = [one.card for own in state.bought for one in own]
    [cover] = [one for one in laid if one.card == state.middle[0]]
    for _ in range(2):
        table.rest(covered_by(table, bought, cover))
    found = table.live.check().differences
    place = f"in front of {holder(table)[:-1]}"
    assert sorted(str(one.texts[0]) for one in found) == sorted(
        [
            f"{state.middle[0].wording()} lies {place}; in the game it is in the middle.",
            f"{bought.wording()} is not in view {place}; {state.middle[0].wording()} lies on its place.",
        ]
    )


def test_a_card_under_another_of_the_same_player_is_no_difference(tmp_path: Path) -> None:
    table = Futures(tmp_path, 1, before=TurnUp)
    laid = table.laid(table.play.state)
    table.rest(laid)
    under, over = (bought.card for bought in table.play.state.bought[0][:2])
    [cover] = [one for one in laid if one.card == over]
    for _ in range(2):
        table.rest(covered_by(table, under, cover))
    assert not table.live.check().differences


def test_a_card_that_was_taken_away_beside_others_is_reported_as_missing(tmp_path: Path) -> None:
    table = Futures(tmp_path, 1, before=TurnUp)
    laid = table.laid(table.play.state)
    table.rest(laid)
    taken = table.play.state.bought[0][1].card
    table.rest([one for one in laid if one.card != taken])
    [found] = table.live.check().differences
    assert str(found.texts[0]) == f"{taken.wording()} is missing in front of Ann."


def test_the_table_is_not_read_without_the_aces(tmp_path: Path) -> None:
    table = Futures(tmp_path, 1, steps=1)
    table.rest([card for card in table.laid(table.play.state) if card.card in table.play.state.middle])
    assert "Each player's Aces or Excuse must be in view" in str(table.of(Advised)[0].text)
