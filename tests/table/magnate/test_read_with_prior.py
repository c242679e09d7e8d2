"""What the journal knows is not asked again; where table and journal disagree, either can be right."""

import random
from dataclasses import replace

from companion.games.magnate import Phase, State, apply, preset
from companion.pieces import DECK, Card
from companion.table.comparison import Agrees, Ahead
from companion.table.magnate.difference import Disagreement, Table, compare
from companion.table.magnate.read_with_prior import ReadingWithPrior, find_edges, read_with_prior
from companion.table.magnate.resolutions import adopt_table, mark_differences, put_back
from companion.table.questions import NO_ANSWERS, NONE, PlayerAnswers
from companion.table.sightings import CardSighting, Edge, Face, Sightings
from tests.cases import each
from tests.games.random_play import RandomGame
from tests.rolls.watched_dice import offered
from tests.table.magnate.laid import HEIGHT, SPACING, camera, laid, sighting, without
from tests.table.magnate.test_difference import playing, with_card, with_laid

NAMES = ("Ann", "Ben")


def disagreement(state: State, table: Table) -> Disagreement:
    found = compare(state, table)
    assert isinstance(found, Disagreement), found
    return found


def steps(state: State, table: Table) -> list[str]:
    return [str(step) for step in put_back(state, disagreement(state, table), NAMES)]


def test_the_table_is_right_in_one_move_and_then_they_agree() -> None:
    chance, adopted = random.Random(2), 0
    for seed in range(4):
        game = RandomGame(preset("courts"), seed)
        while not game.state.over:
            game.step()
            state = game.state
            lying = set(state.cards_on_table())
            columns = [
                (place, player)
                for place in range(5)
                for player in (0, 1)
                if (column := state.column(player, place)) and column.cards
            ]
            if not columns or chance.random() < 0.8:
                continue
            place, player = chance.choice(columns)
            other = chance.choice([card for card in DECK if card.is_property and card not in lying])
            table = Table(with_card(state, place, player, 0, other))
            corrected = apply(state, adopt_table(disagreement(state, table)))
            assert isinstance(compare(corrected, table), Agrees)
            assert (corrected.tokens, corrected.player) == (state.tokens, state.player)
            adopted += 1
    assert adopted > 20


def test_a_moved_card_is_adopted_and_can_be_moved_back() -> None:
    journal, table = playing("4MS@0 7SK@3"), Table(playing("4MS@2 7SK@3").districts)
    assert isinstance(compare(apply(journal, adopt_table(disagreement(journal, table))), table), Agrees)
    assert steps(journal, table) == ["Move The Mountain from Ann's side of The Excuse to Ann's side of The Harvest."]


def test_what_to_put_back_is_said_step_by_step() -> None:
    journal = playing("4MS@0 7SK@0 9LK/@2")
    table = Table(playing("4MS@0 5ML@1 9LK@2").districts)
    away = replace(journal, districts=with_laid(playing("4MS@0 9LK/@2"), "5ML", 1))
    assert steps(journal, table) == [
        "Remove The Forest from Ann's side of The Watchman.",
        "Put The Castle back on Ann's side of The Harvest.",
        "Turn The Merchant on Ann's side of The Excuse like a deed.",
    ]
    assert steps(journal, Table(away.districts))[:2] == steps(journal, table)[:2]


def test_cards_in_another_order_are_laid_in_the_journals() -> None:
    journal, table = playing("4MS@0 7SK@0 2MK@0"), playing("4MS@0 2MK@0 7SK@0")
    assert steps(journal, Table(table.districts)) == [
        "Arrange Ann's side of The Harvest in this order, outwards from the district:"
        " The Mountain, The Castle and The Author."
    ]


def test_another_district_card_is_put_back_or_adopted() -> None:
    state = playing("4MS@0")
    row = (replace(state.districts[0], card=Card.parse("PMYK")), *state.districts[1:])
    table = Table((row[0], replace(row[1], card=Card.parse("PMSL")), *row[2:]))
    assert isinstance(compare(state, table), Disagreement)
    [first, *_] = steps(state, Table(row))
    assert first == "Put The Harvest in the row instead of The Watchman."


def test_what_differs_is_marked_on_both_sides() -> None:
    journal = playing("4MS@0 7SK@0 9LK/@0").column(0, 0)
    table = playing("4MS@0 2MK@0 9LK@0").column(0, 0)
    assert journal is not None and table is not None
    ours, theirs = mark_differences(journal, table)
    assert [(str(one.card), one.deed, one.differs) for one in ours] == [
        ("4MS", False, False),
        ("7SK", False, True),
        ("9LK", True, True),
    ]
    assert [one.differs for one in theirs] == [False, True, True]


JOURNAL = playing("4MS@0 7SK@0 9LK/@0 2MK@1 5SW@3")
CS = Card.parse("CS")
AFTER = replace(JOURNAL, districts=with_laid(JOURNAL, "6SY", 3))


def doubted(sightings: Sightings, code: str, *others: str) -> Sightings:
    """The same, one card read in doubt: it or one of the others."""
    shares = [0.5, *[0.4 / len(others)] * len(others)] if others else []
    candidates = tuple((Card.parse(one), share) for one, share in zip((code, *others), shares, strict=bool(others)))
    cards = [replace(c, candidates=candidates, sure=False) if str(c.card) == code else c for c in sightings.cards]
    return replace(sightings, cards=tuple(cards))


def renamed(card: CardSighting, code: str, to: str) -> CardSighting:
    """The card read as another, if it is that one."""
    return replace(card, candidates=((Card.parse(to), 0.99),)) if str(card.card) == code else card


def read(sightings: Sightings, answers: PlayerAnswers = NO_ANSWERS, state: State = JOURNAL) -> ReadingWithPrior:
    return read_with_prior(sightings, state, Edge.BOTTOM, answers)


def asked(found: ReadingWithPrior) -> list[str]:
    return [doubt.key for doubt in found.doubts]


@each("others", [(), ("4WL",), ("4WL", "4YK")])
def test_a_doubtful_card_that_the_journal_knows_is_not_asked_about(others: tuple[str, ...]) -> None:
    found = read(doubted(laid(JOURNAL), "4MS", *others))
    assert asked(found) == []
    assert isinstance(compare(JOURNAL, found.table), Agrees)


def test_a_doubtful_new_card_is_asked_about_and_proposes_nothing() -> None:
    found = read(doubted(laid(AFTER), "6SY", "6MW"))
    assert asked(found) == ["card-3-0-1"]
    assert offered(found.doubts[0])[:2] == ("6SY", "6MW")
    assert isinstance(compare(JOURNAL, found.table, (), found.doubtful), Agrees)


def test_what_a_player_said_of_a_card_holds_wherever_it_lies() -> None:
    sightings = doubted(laid(AFTER), "6SY", "6MW")
    followed = replace(sightings, cards=tuple(replace(card, track=n) for n, card in enumerate(sightings.cards)))
    [doubt] = read(followed).doubts
    assert doubt.card is not None
    answers = PlayerAnswers().with_answer("card", "6MW", doubt.card)
    moved = replace(followed, cards=tuple(nudged(card, 9.0) for card in followed.cards))
    found = read(moved, answers)
    assert asked(found) == []
    happened = compare(JOURNAL, found.table)
    assert isinstance(happened, Ahead)
    assert "6MW" in str(happened.moves)


def test_that_no_card_lies_there_holds_for_that_place() -> None:
    sightings = doubted(laid(AFTER), "6SY", "6MW")
    [doubt] = read(sightings).doubts
    assert doubt.card is not None
    found = read(sightings, PlayerAnswers().with_answer("card", NONE, doubt.card))
    assert (asked(found), isinstance(compare(JOURNAL, found.table), Agrees)) == ([], True)


def test_of_a_card_read_twice_the_new_place_is_asked_about_and_the_answer_is_not_asked_for_again() -> None:
    sightings = laid(AFTER)
    twice = replace(sightings, cards=tuple(renamed(card, "6SY", "7SK") for card in sightings.cards))
    [doubt] = read(twice).doubts
    assert doubt.card is not None and "read twice" in str(doubt.text)
    insisted = read(twice, PlayerAnswers().with_answer("card", "7SK", doubt.card))
    assert asked(insisted) == []
    assert isinstance(compare(JOURNAL, insisted.table), Disagreement)


def test_a_card_face_down_beside_a_column_is_nobody_s() -> None:
    sightings = laid(JOURNAL)
    stray = sighting(None, 0, 98)
    assert asked(read(replace(sightings, cards=(*sightings.cards, stray)))) == []


def test_what_may_be_a_back_never_takes_the_place_of_a_card_unasked() -> None:
    unsure = replace(sighting(None, 0, 98), sure=False)
    sightings = laid(JOURNAL)
    assert asked(read(replace(sightings, cards=(*sightings.cards, unsure)))) == ["belongs-2-0-0"]
    hidden = [
        replace(c, face=Face.DOWN, candidates=(), sure=False) if str(c.card) == "5SW" else c for c in sightings.cards
    ]
    found = read(replace(sightings, cards=tuple(hidden)))
    assert (asked(found), isinstance(compare(JOURNAL, found.table), Agrees)) == ([], True)


def test_a_deed_half_turned_is_asked_about_and_the_answer_holds_until_it_is_turned_on() -> None:
    whole = laid(JOURNAL)
    deed = next(card for card in whole.cards if str(card.card) == "9LK")
    half = replace(whole, cards=tuple(turned(card, 45) if card is deed else card for card in whole.cards))
    [doubt] = read(half).doubts
    assert (doubt.kind, offered(doubt)) == ("deed", ("deed", "property"))
    assert doubt.card is not None
    answers = PlayerAnswers().with_answer("deed", "deed", doubt.card)
    assert asked(read(half, answers)) == []
    done = replace(whole, cards=tuple(turned(card, 90) if card is deed else card for card in whole.cards))
    completed = compare(JOURNAL, read(done, answers).table)
    assert isinstance(completed, Ahead) and "9LK" in str(completed.moves)


def test_an_answer_that_counts_a_column_anew_takes_no_answer_to_another_column_along() -> None:
    whole = doubted(laid(JOURNAL), "2MK", "2SY", "2WL")
    seventh, deed = (next(card for card in whole.cards if str(card.card) == code) for code in ("7SK", "9LK"))
    covering, half = replace(seventh, face=Face.DOWN, candidates=()), turned(deed, 45)
    cards = (*(half if card is deed else card for card in whole.cards), covering)
    answers = PlayerAnswers().with_answer("belongs", "yes", covering).with_answer("deed", "deed", half)
    assert "card-1-0-0" not in asked(read(replace(whole, cards=cards), answers))


def test_a_doubtful_card_aside_is_asked_about_while_a_card_may_be_sold() -> None:
    sightings = doubted(laid(JOURNAL, [Card.parse("8MS")]), "8MS", "8YK")
    assert asked(read(sightings)) == ["sold"]
    assert asked(read(sightings, state=replace(JOURNAL, phase=Phase.DRAW))) == []


def test_a_pile_in_sleeves_hinders_no_question_which_card_was_sold() -> None:
    sightings = doubted(laid(JOURNAL, [Card.parse("8MS")]), "8MS", "8YK")
    in_sleeves = [replace(card, sure=False) if card.face is Face.DOWN else card for card in sightings.cards]
    assert asked(read(replace(sightings, cards=tuple(in_sleeves)))) == ["sold"]


def test_a_crown_that_was_not_read_is_no_card_that_was_sold() -> None:
    sightings = doubted(laid(JOURNAL), "CS", "8MS", "8YK")
    cards = [
        replace(c, candidates=c.candidates[1:]) if c.candidates[:1] == ((CS, 0.5),) else c for c in sightings.cards
    ]
    assert asked(read(replace(sightings, cards=tuple(cards)))) == []


def test_a_card_apart_from_the_crowns_may_be_sold_though_a_crown_was_not_seen() -> None:
    sightings = without(laid(JOURNAL), "CS")
    stray = sighting("8MS", SPACING * 3 + 70, 60 + 1.2 * HEIGHT, candidates={"8MS": 0.5, "8YK": 0.4}, sure=False)
    assert asked(read(replace(sightings, cards=(*sightings.cards, stray)))) == ["sold"]


def test_a_doubtful_district_is_the_one_that_is_left() -> None:
    found = read(doubted(laid(JOURNAL), "PSWK", "PWLY", "PMYK"))
    assert (asked(found), found.comparable) == ([], True)


@each(("turn", "near"), [(0, Edge.BOTTOM), (90, Edge.LEFT), (180, Edge.TOP), (-90, Edge.RIGHT)])
def test_the_crowns_tell_where_player_0_sits(turn: float, near: Edge) -> None:
    assert find_edges(laid(JOURNAL, see=camera(turn)), JOURNAL) == (near,)
    fresh = RandomGame(preset("mega"), 4).state
    assert find_edges(laid(fresh, see=camera(turn)), fresh) == (near,)


def test_without_crowns_and_columns_the_players_tell_where_they_sit() -> None:
    fresh = playing()
    row = replace(laid(fresh), cards=tuple(card for card in laid(fresh).cards if str(card.card)[0] in "PX"))
    assert set(find_edges(row, fresh)) == {Edge.BOTTOM, Edge.TOP}
    assert find_edges(Sightings(100, 100), fresh) == ()


def nudged(card: CardSighting, by: float) -> CardSighting:
    a, b, c, d = ((x + by, y - by) for x, y in card.corners)
    return replace(card, corners=(a, b, c, d))


def turned(card: CardSighting, degrees: float) -> CardSighting:
    """The card turned about its middle."""
    x = sum(corner[0] for corner in card.corners) / 4
    y = sum(corner[1] for corner in card.corners) / 4
    see = camera()
    middle = ((x - see(0, 0)[0]) / 1.6, (y - see(0, 0)[1]) / 1.6)
    assert card.card is not None and card.face is Face.UP
    return sighting(card.card.code, *middle, 90 + degrees)
