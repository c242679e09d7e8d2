"""Cards at a watched table: proposals, what counts of itself if the camera is trusted, and where players sit."""

from dataclasses import replace
from pathlib import Path

import pytest

from companion.games.magnate import Setup, preset
from companion.games.magnate.moves import BuyDeed, Develop, Sell
from companion.live.events import Advised, Asked, Disagreed, Proposed, RollDetected, RollFate, TableSettled, Withdrawn
from companion.live.followed_play import Closed, ProposalOutcome, Proposals
from companion.locale import Message
from companion.pieces import Card, Suit, Tokens
from companion.play import Question, Source
from companion.play.play import ASKING
from companion.table.camera_events import AreaMoved, Back, Lost, Settled, Still
from companion.table.card_pose import CardPose
from companion.table.questions import NONE
from companion.table.sightings import CardSighting, Edge, Point, Sightings
from companion.vision.camera_pose.estimation import Corners
from tests.cases import each
from tests.games.random_play import RandomGame
from tests.live.watched_game import AT_ONCE, RICH, SETUP, Watched, after, begun, card, crooked, rolled
from tests.play.kept_play import MAGNATE_PLAY, ROLL, SELL, Table, in_file, touch
from tests.table.magnate.test_three_players import CROWNS, DISTRICTS, y_table


def test_a_throw_while_nobody_looked_waits_for_a_tap_though_the_camera_is_trusted(tmp_path: Path) -> None:
    table = Watched(tmp_path, RICH, asks=AT_ONCE)
    table.lay(table.state)
    table.roll(3, 4)
    table.live.receive("g", Lost(Message("unplugged")))
    table.live.receive("g", Back())
    table.roll(9, 2)
    assert (table.last(RollDetected).fate, table.play.seq) == (RollFate.ASKED, 0)


def test_trades_are_always_asked_about(tmp_path: Path) -> None:
    tokens = (Tokens.parse("M2S1W3"), Tokens())
    table = begun(tmp_path, replace(SETUP, tokens=tokens), asks=AT_ONCE)
    table.roll(9, 2)
    assert table.play.seq == 1
    table.show(after(table.state, "4MS@0"))
    asked = table.play.questions()
    assert len(asked) == 1 and table.play.seq == 1
    assert Suit.WAVES in {getattr(one.move, "give", None) for one in asked[0].choices}


def test_with_the_camera_trusted_a_card_in_doubt_still_waits_for_an_answer(tmp_path: Path) -> None:
    table = begun(tmp_path, replace(SETUP, tokens=(Tokens.parse("L1K1"), Tokens())), asks=AT_ONCE)
    table.roll(9, 2)
    table.lay(after(table.state, "9LK/@0"))
    table.doubt("9LK", 0.9, "6LK")
    table.rest()
    assert table.play.seq == 1
    table.live.answer(table.last(Asked).key, "6LK")
    assert table.last(Proposed).move == BuyDeed(0, card("6LK"), 0, Tokens.parse("L1K1"))
    assert table.play.seq == 2


def test_with_the_camera_trusted_a_card_shown_aside_is_not_sold_without_a_tap(tmp_path: Path) -> None:
    table = begun(tmp_path, asks=AT_ONCE)
    for turn, sold in enumerate(("2WL", "8MS")):
        table.roll(9 - turn, 2)
        seq = table.play.seq
        table.show(table.state, [card(sold)])
        assert table.last(Proposed).move == Sell(turn, card(sold))
        # The place of the discards is known from the first card on.
        assert table.play.seq == seq + turn
        if turn == 0:
            table.live.confirm(table.last(Proposed).id)


@pytest.mark.parametrize(("away", "taken"), [(0.6, True), (1.0, False)])
def test_a_card_counts_as_sold_on_the_discards_and_not_beside_them(tmp_path: Path, away: float, taken: bool) -> None:
    table = Watched(tmp_path, RICH, asks=AT_ONCE)
    table.show(table.state, [card("2WL")])
    table.roll(9, 2)
    seq = table.play.seq
    [pile] = [one for one in table.cards if one.card == card("2WL")]
    table.lay(table.state)
    table.cards = (*table.cards, next_to(pile, away, "8MS"))
    table.rest()
    assert table.last(Proposed).move == Sell(0, card("8MS"))
    assert table.play.seq == seq + taken


def next_to(pile: CardSighting, away: float, code: str) -> CardSighting:
    """Another card that lies so many card heights further up the table."""
    height = CardPose.of(pile).height
    a, b, c, d = ((x, y - away * height) for x, y in pile.corners)
    return replace(pile, corners=(a, b, c, d), candidates=((card(code), 1.0),))


def test_the_crowns_tell_where_player_0_sits(tmp_path: Path) -> None:
    table = begun(tmp_path, near=None)
    assert table.live.near is Edge.BOTTOM
    assert not table.all(Asked)


def test_without_crowns_it_is_asked_once_where_player_0_sits(tmp_path: Path) -> None:
    table = Watched(tmp_path, RICH, near=None)
    table.lay(table.state)
    table.cards = tuple(one for one in table.cards if str(one.card)[0] in "PX")
    table.rest()
    table.rest()
    [asked] = table.all(Asked)
    assert (asked.kind, {one.answer for one in asked.choices}) == ("seat", {"bottom", "top"})
    table.live.answer(asked.key, "bottom")
    assert table.live.near is Edge.BOTTOM


def test_crowns_at_the_other_side_than_was_said_are_noticed(tmp_path: Path) -> None:
    table = begun(tmp_path, near=Edge.TOP)
    table.rest()
    [advised] = table.all(Advised)
    assert str(advised.text) == "The Crowns suggest that Ann sits elsewhere (At the bottom)."


def test_three_players_are_followed_at_their_y(tmp_path: Path) -> None:
    options = preset("three-players")
    districts = tuple(
        Card.parse(code) if n < 5 else replace(Card.parse(code), copy=2) for n, code in enumerate(DISTRICTS)
    )
    crowns = tuple(tuple(Card.parse(code) for code in held) for held in CROWNS)
    table = Watched(tmp_path, Setup(districts, crowns, tokens=(Tokens.parse("M1S3"), Tokens(), Tokens())), options)
    table.cards = y_table({}).cards
    table.rest()
    table.roll(9, 2)
    table.live.confirm(str(table.last(RollDetected).id))
    table.cards = y_table({(0, 0): ("4MS",)}).cards
    table.rest()
    assert table.last(Proposed).move == Develop(0, card("4MS"), 0, Tokens.parse("M1S3"))
    assert not table.all(Disagreed)


@pytest.mark.parametrize("followed", [True, False])
def test_a_turned_phone_asks_nothing_again_and_its_dice_are_no_roll(tmp_path: Path, followed: bool) -> None:
    table = Watched(tmp_path, RICH)
    table.lay(table.state)
    table.throw((9, 2))
    table.dice = tuple(replace(die, track=number) for number, die in enumerate(table.dice, 1))
    table.rest()
    count = len(table.events)
    table.cards = tuple(replace(one, corners=turned(one.corners)) for one in table.cards)
    table.dice = tuple(
        replace(die, center=clockwise(die.center), track=die.track if followed else number)
        for number, die in enumerate(table.dice, 11)
    )
    table.live.receive("g", AreaMoved(quarters=1, followed=followed, resized=True))
    table.rest()
    table.rest()
    assert table.live.near is Edge.LEFT
    assert not [event for event in table.events[count:] if isinstance(event, Asked | RollDetected | Disagreed)]


def clockwise(point: Point) -> Point:
    """A point of a picture 2400 pixels high after a quarter clockwise."""
    return 2400 - point[1], point[0]


def turned(corners: Corners) -> Corners:
    a, b, c, d = map(clockwise, corners)
    return a, b, c, d


def proposing(folder: Path, asks: frozenset[Source]) -> tuple[MAGNATE_PLAY, Proposals, list[ProposalOutcome]]:
    """A game that waits for a card, the camera's proposals to it, and what becomes of them."""
    play = Table(in_file(folder)).opened(asks)
    touch(play, ROLL)
    outcomes: list[ProposalOutcome] = []
    proposals = Proposals(play, iter("12").__next__, outcomes.append)
    play.subscribe(proposals.on_change)
    return play, proposals, outcomes


@each("asks, seq, kinds", [(ASKING, 1, [Question, Closed]), (AT_ONCE, 2, [Proposed])])
def test_a_proposal_withdrawn_is_neither_asked_nor_kept_unless_it_counted_at_once(
    tmp_path: Path, asks: frozenset[Source], seq: int, kinds: list[type]
) -> None:
    (tmp_path / f"{seq}").mkdir()
    play, proposals, outcomes = proposing(tmp_path / f"{seq}", asks)
    proposals.propose((SELL,))
    proposals.withdraw()
    assert (play.seq, play.questions()) == (seq, ())
    assert [type(one) for one in outcomes] == kinds


def test_what_is_proposed_instead_is_asked_alone(tmp_path: Path) -> None:
    play, proposals, outcomes = proposing(tmp_path, ASKING)
    proposals.propose((SELL,))
    proposals.propose((Sell(0, Card.parse("4MS")),))
    assert [type(one) for one in outcomes] == [Question, Closed, Question]
    assert [one.key for one in play.questions()] == ["camera-2"]


def test_one_possible_payment_takes_one_tap(tmp_path: Path) -> None:
    table = begun(tmp_path, replace(SETUP, tokens=(Tokens.parse("M1S3"), Tokens())))
    rolled(table)
    [settled, proposed] = table.show(after(table.state, "4MS@0"))[1:]
    assert isinstance(settled, TableSettled) and settled.agrees is False
    assert isinstance(proposed, Proposed)
    assert proposed.move == Develop(0, card("4MS"), 0, Tokens.parse("M1S3"))
    assert proposed.seq is None and str(proposed.text).startswith("Turn 1, Ann develops The Mountain")
    assert table.play.seq == 1
    table.live.confirm(proposed.id)
    assert table.play.seq == 2
    assert table.last(Proposed).seq == 2
    assert table.rest()[1:] == [replace(settled, agrees=True, at=table.at - 1.0, number=table.frame)]


def test_several_payments_are_a_question(table: Watched) -> None:
    rolled(table)
    table.show(after(table.state, "4MS@0"))
    asked = table.last(Asked)
    assert asked.kind == "payment"
    assert {str(one.move.payment) for one in asked.choices if isinstance(one.move, Develop)} == {"M1S3", "M2S2", "M3S1"}


def test_what_lies_there_unsure_is_asked_and_only_then_proposed(table: Watched) -> None:
    rolled(table)
    table.lay(after(table.state, "6SY@2"))
    table.doubt("6SY", 0.6, "6MW")
    events = table.rest()
    asked = table.last(Asked)
    assert not [event for event in events if isinstance(event, Proposed)]
    assert [one.answer for one in asked.choices][:2] == ["6SY", "6MW"]
    assert asked.region is not None
    table.live.answer(asked.key, "6MW")
    question = table.last(Asked)
    assert {one.move.card for one in question.choices if isinstance(one.move, Develop)} == {card("6MW")}
    again = len(table.all(Asked))
    table.rest()
    assert len(table.all(Asked)) == again


@pytest.mark.parametrize("choice", ["7SK", "2SY", NONE])
def test_what_is_said_of_a_card_that_nobody_saw_is_asked_once(table: Watched, choice: str) -> None:
    rolled(table)
    elsewhere = after(table.state, "5SW@3", "2MK@1", "8YK@1", "8WL@4", "6LK@4")
    table.show(after(elsewhere, "3SK@0"))
    table.live.accept_table()
    table.lay(after(elsewhere, "4MS@0", "7SK@0", "9LK@0"))
    table.cards = tuple(one for one in table.cards if one.card != card("7SK"))
    table.rest()
    asked = table.last(Asked)
    assert str(asked.text) == "A card here was not read. Which card is it?" and asked.card is None
    table.live.answer(asked.key, choice)
    again = len(table.all(Asked))
    table.rest()
    assert not [one for one in table.all(Asked)[again:] if one.kind == "card"]
    assert not table.live.asked


def test_a_better_reading_withdraws_the_question(table: Watched) -> None:
    rolled(table)
    table.lay(after(table.state, "6SY@2"))
    sure = table.cards
    table.doubt("6SY", 0.6, "6MW")
    table.rest()
    doubt = table.last(Asked)
    table.cards = sure
    assert Withdrawn(doubt.key) in table.rest()
    assert table.last(Asked).kind == "payment"


def test_straightened_and_nudged_cards_propose_nothing(table: Watched) -> None:
    rolled(table)
    table.lay(after(table.state, "4MS@0", "7SK@0", "9LK/@1"))
    lying = table.cards
    table.live.accept_table()
    table.rest()
    table.live.accept_table()
    seq = table.play.seq
    events = []
    for seed in range(30):
        table.cards = crooked(lying, seed)
        events += table.rest()
    assert not [event for event in events if isinstance(event, Proposed | Asked | Disagreed)]
    assert table.play.seq == seq


def test_a_card_picked_up_again_withdraws_its_proposal(table: Watched) -> None:
    rolled(table)
    lying = table.state
    table.show(after(lying, "4MS@0"))
    asked = table.last(Asked)
    assert Withdrawn(asked.key) in table.show(lying)
    assert table.play.questions() == ()


def test_a_move_tapped_in_before_the_card_was_seen_agrees(table: Watched) -> None:
    rolled(table)
    table.play.propose(Develop(0, card("4MS"), 0, Tokens.parse("M2S2")), source=Source.TOUCH)
    assert [event for event in table.show(table.state) if not isinstance(event, TableSettled)][1:] == []


def test_another_games_table_is_dropped(table: Watched) -> None:
    rolled(table)
    count = len(table.events)
    table.lay(after(table.state, "4MS@0"))
    table.receive(Settled(Sightings(1600, 2400, table.cards), 99.0, 99), Still(100.0), game="another")
    assert len(table.events) == count


def test_when_the_game_is_over_the_cards_are_cleared_away_without_a_word(tmp_path: Path) -> None:
    game = RandomGame(preset("standard"), 3).whole()
    table = Watched(tmp_path, game.setup)
    for move in game.moves:
        table.play.propose(move, source=Source.TOUCH)
    table.show(game.state)
    table.cards = table.cards[:7]
    assert [type(event) for event in table.rest()[1:]] == [TableSettled]
