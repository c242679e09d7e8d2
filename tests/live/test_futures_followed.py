"""A camera follows Sorcerous Futures: deals, taken cards, and what is shown at the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from companion.games.sorcerous_futures.moves import Bid, Bids, Deal, Offer, Pass, Show, TurnUp
from companion.games.sorcerous_futures.scoring import score
from companion.games.sorcerous_futures.state import Bought
from companion.live.events import Advised, Asked, Disagreed, Proposed, TableSettled
from companion.pieces import Card
from companion.play import Source
from companion.table.sightings import CardSighting
from models.training.stage.sorcerous_futures.game import Step, staged_futures
from tests.live.futures_game import Futures, ahead, sighting, with_unsure


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
