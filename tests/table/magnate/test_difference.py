"""What was done is told from the table before and after it, as played at random and as a camera saw it."""

import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.games.magnate import Phase, Setup, State, apply, preset, start
from companion.games.magnate.moves import AddToDeed, BuyDeed, Develop, Move, Sell, Trade
from companion.games.magnate.options import Options
from companion.games.magnate.state import Column, Deed, District, districts_with
from companion.pieces import DECK, Card, Suit, Tokens
from companion.table.comparison import Agrees, Ahead
from companion.table.magnate.difference import Difference, Disagreement, Table, compare
from companion.table.magnate.game_prior import PhotoAnswers
from companion.table.magnate.layout import TableReading, read_layout
from companion.table.sightings import CardSighting, Edge, Face, Sightings
from tests.cases import each
from tests.games.random_play import RandomGame
from tests.table.magnate.laid import laid
from tests.table.magnate.test_layout import columns, row
from tests.table.magnate.test_three_players import y_table

RECORDINGS = sorted((Path(__file__).parents[1] / "recordings").glob("*.json"))


def card(document: dict[str, Any]) -> CardSighting:
    a, b, c, d = ((x, y) for x, y in document["at"])
    reads = tuple((Card.parse(code), share) for code, share in document.get("reads", ()))
    return CardSighting((a, b, c, d), Face(document.get("face", "up")), reads, document["sure"], document.get("shown"))


@each("recording", RECORDINGS, ids=lambda path: path.stem)
def test_as_it_lay(recording: Path) -> None:
    written = json.loads(recording.read_text(encoding="utf8"))
    sightings = Sightings(1280, 960, tuple(map(card, written["cards"])))
    reading = read_layout(sightings, preset(written["game"]), Edge.BOTTOM, PhotoAnswers())
    found = {f"{district} {player}": list(cards) for (district, player), cards in columns(reading).items()}
    assert {"row": list(row(reading)), "columns": found} == written["lie"]
    assert [question.key for question in reading.questions] == written["asked"]


TABLES = {
    "standard": preset("standard"),
    "courts": preset("courts"),
    "deeds straight": preset("roller"),
    "mega": preset("mega"),
    "four districts": preset("four-districts"),
    "original aces": preset("original-aces"),
    "solo": preset("solo"),
}


def table_of(reading: TableReading) -> Table:
    assert reading.sure, [str(question.text) for question in reading.questions]
    return Table(reading.layout.districts, tuple(card.card for card in reading.loose_cards if card.card is not None))


def compared(before: State, after: State, known: list[Card], discards: list[Card]) -> Difference:
    reading = read_layout(laid(after, discards), before.options, Edge.BOTTOM, PhotoAnswers())
    return compare(before, table_of(reading), known)


def alike(first: Move, second: Move) -> bool:
    """The same move, whichever copy of its card (the eye cannot tell copies apart)."""
    if type(first) is not type(second) or not hasattr(first, "card"):
        return first == second
    assert isinstance(first, Develop | BuyDeed | AddToDeed | Sell)
    assert isinstance(second, Develop | BuyDeed | AddToDeed | Sell)
    return replace(first, card=first.card.kind) == replace(second, card=second.card.kind)


def shows(before: State, move: Move, after: State) -> bool:
    """Whether the move can be seen on the table."""
    if isinstance(move, AddToDeed):
        return sum(1 for _ in before.deeds(move.player)) > sum(1 for _ in after.deeds(move.player))
    return isinstance(move, Develop | BuyDeed | Sell)


def unseen_twin(move: Move, discards: list[Card]) -> bool:
    """A sold card whose twin lies with the discards already: nobody can see that another came."""
    return isinstance(move, Sell) and move.card.kind in [card.kind for card in discards]


QUICK = ("standard", "courts", "mega")


@pytest.mark.parametrize(
    "table", [pytest.param(name, marks=[] if name in QUICK else pytest.mark.prove("examples")) for name in TABLES]
)
def test_every_move_that_shows_is_reported_and_nothing_else_is(table: str) -> None:
    options, count = TABLES[table], 0
    for seed in range(1 if options.decks == 2 else 2):
        game = RandomGame(options, seed)
        while not game.state.over:
            known = list(game.discards)
            move = game.step()
            before, after = game.states[-2:]
            found = compared(before, after, known, game.discards)
            if not shows(before, move, after) or unseen_twin(move, known):
                assert isinstance(found, Agrees), (move, found)
                continue
            assert isinstance(found, Ahead), (move, found)
            assert any(alike(move, one) for one in found.moves), (move, found.moves)
            if isinstance(move, BuyDeed | Sell):
                assert len(found.moves) == 1
            count += 1
    assert count > 50


def test_at_a_table_of_three_too() -> None:
    count = 0
    for seed in range(3):
        game = RandomGame(preset("three-players"), seed)
        while not game.state.over and all(len(column.cards) < 3 for _, _, column in columns_of(game.state)):
            move = game.step()
            before, after = game.states[-2:]
            lying = {(place, seat): codes(column) for place, seat, column in columns_of(after)}
            read = read_layout(y_table(lying), before.options, Edge.BOTTOM, PhotoAnswers())
            found = compare(before, table_of(read), game.discards)
            if isinstance(move, Sell) or not shows(before, move, after):
                assert isinstance(found, Agrees), (move, found)
                continue
            assert isinstance(found, Ahead), (move, found)
            assert any(alike(move, one) for one in found.moves)
            count += 1
    assert count > 20


def columns_of(state: State) -> list[tuple[int, int, Column]]:
    """Every column with its district and player."""
    return [
        (place, seat, column)
        for place, district in enumerate(state.districts)
        for seat, column in enumerate(district.columns)
        if column is not None
    ]


def codes(column: Column) -> list[str]:
    """As tables are laid by hand: outwards, a stroke after a deed."""
    return [card.code for card in column.properties] + ([f"{column.deed.card.code}/"] if column.deed else [])


@each("options", [preset("standard"), preset("mega"), preset("roller")], ids=lambda o: o.preset)
def test_several_changes_at_once_are_split_into_the_moves_they_were(options: Options) -> None:
    turns = 0
    for seed in range(10, 12 if options.decks == 2 else 18):
        game = RandomGame(options, seed)
        while not game.state.over:
            while game.state.phase not in (Phase.PLAY, Phase.OVER):
                game.step()
            known, before, done = list(game.discards), game.state, len(game.moves)
            while game.state.phase is Phase.PLAY:
                game.step()
            played = list(zip(game.moves[done:], game.states[done:], game.states[done + 1 :], strict=False))
            visible = [move for move, was, now in played if shows(was, move, now)]
            covered = sum(isinstance(move, Sell) for move in visible) > 1
            if len(visible) < 2 or len(visible) < len(played) or covered or any(unseen_twin(m, known) for m in visible):
                continue
            turns += 1
            state, left = before, list(visible)
            while left:
                found = compared(state, game.state, known, game.discards)
                assert isinstance(found, Ahead), (left, found)
                chosen = next(move for move in left for one in found.moves if alike(move, one))
                state = apply(state, next(one for one in found.moves if alike(chosen, one)))
                left.remove(chosen)
                known += [chosen.card] if isinstance(chosen, Sell) else []
            assert isinstance(compared(state, game.state, game.discards, game.discards), Agrees)
    assert turns >= 5


def test_a_misread_card_that_the_journal_knows_is_never_a_move() -> None:
    chance, wrong = random.Random(5), 0
    for seed in range(20, 24):
        game = RandomGame(preset("standard"), seed)
        while not game.state.over:
            game.step()
            before = game.states[-2]
            places = [
                (place, player, depth)
                for place, district in enumerate(before.districts)
                for player, column in enumerate(district.columns)
                for depth in range(len(column.cards if column else ()))
            ]
            if not places or chance.random() < 0.7:
                continue
            place, player, depth = chance.choice(places)
            lying = set(game.state.cards_on_table())
            other = chance.choice([card for card in DECK if card.is_property and card not in lying])
            found = compare(before, Table(with_card(game.state, place, player, depth, other)))
            assert isinstance(found, Disagreement)
            wrong += 1
    assert wrong > 50


def with_card(state: State, place: int, player: int, depth: int, card: Card) -> tuple[District, ...]:
    """The districts with one card of a column read as another."""
    column = state.column(player, place)
    assert column is not None
    cards = [*column.cards]
    cards[depth] = card
    read = Column(tuple(cards)) if column.deed is None else Column(tuple(cards[:-1]), Deed(cards[-1]))
    return districts_with(state, player, place, read)


def playing(moves: str = "", tokens: str = "M5S5W5L5Y5K5") -> State:
    """Ann's turn to play a card with these tokens, after these cards: ``4MS@0 9LK/@1 …``, hers, a stroke for a deed."""
    crowns = tuple(tuple(Card.parse(code) for code in codes.split()) for codes in ("CM CK CS", "CW CL CY"))
    row = tuple(Card.parse(code) for code in ("PMSL", "PMYK", "X", "PSWK", "PWLY"))
    state = start(preset("standard"), Setup(row, crowns, tokens=(Tokens.parse(tokens), Tokens())))
    state = replace(state, phase=Phase.PLAY)
    for move in moves.split():
        code, place = move.split("@")
        state = replace(state, districts=with_laid(state, code, int(place)))
    return state


def with_laid(state: State, code: str, place: int, player: int = 0) -> tuple[District, ...]:
    """The districts with one card more; a code with a stroke is a deed's."""
    column = state.column(player, place)
    assert column is not None
    card = Card.parse(code.rstrip("/"))
    more = Column(column.properties, Deed(card)) if "/" in code else Column((*column.properties, card))
    return districts_with(state, player, place, more)


def happened(state: State, *laid: str, aside: str = "", player: int = 0) -> Difference:
    """What the difference says once these cards were laid by a player, ``4MS@0`` each."""
    after = state
    for move in laid:
        code, place = move.split("@")
        after = replace(after, districts=with_laid(after, code, int(place), player))
    return compare(state, Table(after.districts, tuple(Card.parse(code) for code in aside.split())))


def test_one_possible_payment_is_one_move_and_several_are_all_named() -> None:
    one = happened(playing(tokens="M1S3"), "4MS@0")
    assert isinstance(one, Ahead)
    assert one.moves == (Develop(0, Card.parse("4MS"), 0, Tokens.parse("M1S3")),)
    several = happened(playing(), "4MS@0")
    assert isinstance(several, Ahead)
    assert {str(move.payment) for move in several.moves if isinstance(move, Develop)} == {"M1S3", "M2S2", "M3S1"}


def test_where_tokens_do_not_reach_the_trade_comes_first() -> None:
    found = happened(playing(tokens="M1S2W3"), "4MS@0")
    assert isinstance(found, Ahead)
    assert set(found.moves) == {Trade(0, Suit.WAVES, Suit.MOONS), Trade(0, Suit.WAVES, Suit.SUNS)}


def test_a_card_that_cannot_be_paid_is_a_disagreement_with_the_numbers() -> None:
    found = happened(playing(tokens="M1S1"), "9MS@0")
    assert isinstance(found, Disagreement) and not found.waits
    assert str(found.reason) == "The Pact needs 9 Moons or Suns, at least one of each; you have 1 Moon and 1 Sun"


def test_a_deed_turned_upright_too_early_is_a_disagreement_with_the_numbers() -> None:
    state = playing("9LK/@0", tokens="L2K1")
    turned = compare(state, Table(playing("9LK@0").districts))
    assert isinstance(turned, Disagreement) and not turned.waits
    assert str(turned.reason) == "the deed on The Merchant still needs 9; you have 2 Leaves and 1 Knot"


def test_a_card_beside_the_wrong_district_is_a_disagreement_with_the_rule() -> None:
    wrong = happened(playing(), "4YK@0")
    assert isinstance(wrong, Disagreement)
    assert "suit" in str(wrong.reason)


def test_a_second_card_in_one_turn_is_no_move() -> None:
    found = happened(playing(), "4MS@0", "2WL@4")
    assert isinstance(found, Disagreement)
    assert len(found.columns) == 2
    assert "more cards" in str(found.reason)


def test_a_card_before_the_roll_waits_for_the_roll() -> None:
    found = happened(replace(playing(), phase=Phase.ROLL), "4MS@0")
    assert isinstance(found, Disagreement) and found.waits
    assert str(found.reason) == "this turn's roll is missing"


def test_what_ann_did_is_told_though_ben_went_on_already() -> None:
    state = playing()
    both = replace(state, districts=with_laid(state, "4MS", 0))
    both = replace(both, districts=with_laid(both, "5ML", 1, player=1))
    first = compare(state, Table(both.districts))
    assert isinstance(first, Ahead)
    second = compare(apply(state, first.moves[0]), Table(both.districts))
    assert isinstance(second, Disagreement) and second.waits


def test_a_card_with_the_discards_is_sold_once_and_an_open_hand_is_not() -> None:
    state = playing()
    sold = happened(state, aside="4MS")
    assert isinstance(sold, Ahead) and sold.moves == (Sell(0, Card.parse("4MS")),)
    assert isinstance(compare(state, Table(state.districts, (Card.parse("4MS"),)), [Card.parse("4MS")]), Agrees)
    assert isinstance(happened(state, aside="4MS 9LK 2WL"), Agrees)
    assert isinstance(happened(state, aside="CM X"), Agrees)


def test_districts_may_lie_in_another_order_than_the_journal_has_them() -> None:
    state = playing("4MS@0 7SK@0 9LK/@1")
    turned = Table(state.districts[::-1])
    assert isinstance(compare(state, turned), Agrees)


def test_alike_districts_are_told_apart_by_what_lies_there() -> None:
    game = RandomGame(preset("mega"), 3)
    while sum(1 for _ in game.state.cards_on_table()) < 9 + 12 + 14:
        game.step()
    shuffled = list(game.state.districts)
    random.Random(1).shuffle(shuffled)
    assert isinstance(compare(game.state, Table(tuple(shuffled))), Agrees)


def test_another_district_card_is_a_disagreement() -> None:
    state = playing("4MS@0")
    row = (replace(state.districts[0], card=Card.parse("PMYK")), *state.districts[1:])
    found = compare(state, Table(row))
    assert isinstance(found, Disagreement)
    assert found.districts == ((0, Card.parse("PMSL"), Card.parse("PMYK")),)
