"""How a table of Magnate lies, what makes a row of districts, and from where it is read."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from companion.games.magnate.options import preset
from companion.locale import Message
from companion.pieces import Card
from companion.questions import UnusableAnswer
from companion.table.magnate.arrangement import NoMagnateTable
from companion.table.magnate.game_prior import PhotoAnswers
from companion.table.magnate.layout import TableReading, read_layout
from companion.table.sightings import CardSighting, Edge, Sightings
from tests.cases import each
from tests.rolls.watched_dice import offered
from tests.table.magnate.laid import COLUMNS, CROWNS, ROW, SPACING, camera, put, sighting, table

STANDARD = preset("standard")


def read(sightings: Sightings, near: Edge = Edge.BOTTOM, answers: Mapping[str, str] | None = None) -> TableReading:
    return read_layout(sightings, STANDARD, near, PhotoAnswers(answers))


def columns(reading: TableReading) -> dict[tuple[int, int], tuple[str, ...]]:
    """As they were laid: cards outwards, a deed with a stroke."""
    found = {}
    for index, district in enumerate(reading.layout.districts):
        for player, column in enumerate(district.columns):
            cards = [str(card) for card in column.properties] if column else []
            cards += [f"{column.deed.card}/"] if column and column.deed else []
            if cards:
                found[index, player] = tuple(cards)
    return found


def row(reading: TableReading) -> tuple[str, ...]:
    return tuple(str(district.card) for district in reading.layout.districts)


def as_laid(reading: TableReading) -> bool:
    crowns = tuple(tuple(str(card) for card in held) for held in reading.layout.crowns)
    return (row(reading), columns(reading), crowns) == (ROW, COLUMNS, CROWNS)


@each("tilt", [0.0, 0.8])
@each(("turn", "near"), [(0, "bottom"), (-90, "right"), (90, "left"), (180, "top"), (20, "bottom")])
def test_the_table_is_read_from_every_side(turn: float, near: str, tilt: float) -> None:
    reading = read(table(see=camera(turn, tilt)), Edge(near))
    assert as_laid(reading)
    assert (reading.sure, reading.questions) == (True, ())


def test_seen_from_the_other_side_players_and_districts_change_places() -> None:
    reading = read(table(), Edge.TOP)
    assert row(reading) == ROW[::-1]
    assert columns(reading) == {(4 - index, 1 - player): cards for (index, player), cards in COLUMNS.items()}


def test_a_row_towards_the_near_edge_asks_where_player_0_sits() -> None:
    sightings = table(see=camera(-90))
    asked = read(sightings, Edge.BOTTOM)
    assert [(question.kind, offered(question)) for question in asked.questions] == [("near", ("right", "left"))]
    assert not asked.sure
    assert as_laid(read(sightings, Edge.BOTTOM, {"near": "right"}))


@each("near", ["right", "left"])
def test_all_questions_that_are_printed_together_are_answered_together(near: str) -> None:
    doubts = {"9LK": {"9LK": 0.5, "9MS": 0.4}, "5SW": {"5SW": 0.5, "5YK": 0.4}}
    sightings = table(see=camera(-90), doubts=doubts)
    printed = {question.key: question for question in read(sightings, Edge.BOTTOM).questions}
    assert len(printed) == 3
    answers = {key: next(code for code in ("9LK", "5SW", near) if one.offers(code)) for key, one in printed.items()}
    together = read(sightings, Edge.BOTTOM, answers)
    assert together.sure and together.layout == read(table(see=camera(-90)), Edge(near)).layout
    one_by_one = read(sightings, Edge.BOTTOM, {"near": near})
    assert [question.key for question in one_by_one.questions] == [key for key in printed if key != "near"]


def test_deeds_may_lie_straight_and_properties_across() -> None:
    turned = {
        place: tuple(code.rstrip("/") if "/" in code else f"{code}/" for code in cards)
        for place, cards in COLUMNS.items()
    }
    reading = read_layout(table(turned), replace(STANDARD, deeds_turned=False), Edge.BOTTOM, PhotoAnswers())
    assert columns(reading) == COLUMNS


def test_a_doubtful_card_is_settled_by_the_suits_of_its_column() -> None:
    doubts = {"AY": {"AY": 0.9, "AM": 0.06, "AL": 0.04}}
    strict = {**COLUMNS, (2, 0): ("5ML", "9MS", "6SY"), (2, 1): ("AW", "4WL")}
    reading = read(table(strict, doubts=doubts))
    assert (columns(reading)[1, 1], reading.sure) == (("8YK", "AY", "7WY"), True)


def test_a_card_that_the_column_cannot_settle_is_asked_and_the_answer_taken() -> None:
    doubts = {"7WY": {"7WY": 0.5, "6SY": 0.45}}
    asked = read(table(doubts=doubts))
    (question,) = asked.questions
    assert (question.kind, offered(question)[:2], question.blocks, asked.sure) == ("card", ("7WY", "6SY"), True, False)
    settled = read(table(doubts=doubts), answers={question.key: "6SY"})
    assert (settled.sure, columns(settled)[1, 1]) == (True, ("8YK", "AY", "6SY"))


@each(
    "doubt",
    [{"AY": 0.92, "5YK": 0.08}, {"AY": 0.7, "AM": 0.2, "AL": 0.1}, {"AY": 0.98, "AM": 0.005}],
    ids=["likely, but another fits as well", "the only one that fits, but not likely", "likely, but perhaps no card"],
)
def test_a_card_is_settled_only_where_it_is_likely_and_no_other_fits(doubt: Mapping[str, float]) -> None:
    strict = {**COLUMNS, (2, 0): ("5ML", "9MS", "6SY"), (2, 1): ("AW", "4WL")}
    reading = read(table(strict, doubts={"AY": doubt}))
    assert [question.key for question in reading.questions] == ["card-1-1-1"]
    assert columns(reading) == strict


def test_questions_keep_their_ids_whatever_order_the_cards_were_found_in() -> None:
    sightings = table(doubts={"7WY": {"7WY": 0.5, "6SY": 0.45}, "5SW": {"5SW": 0.6, "4WL": 0.4}})
    again = replace(sightings, cards=sightings.cards[::-1])
    assert [q.key for q in read(sightings).questions] == [q.key for q in read(again).questions]


def test_an_unread_card_is_asked_with_what_the_deck_leaves() -> None:
    sightings = table()
    cards = tuple(replace(c, candidates=(), sure=False) if str(c.card) == "7WY" else c for c in sightings.cards)
    (question,) = read(replace(sightings, cards=cards)).questions
    assert "7WY" in offered(question)
    assert not {"8YK", "4MS", "CM", "X"} & set(offered(question))


def test_a_doubtful_district_is_known_by_what_is_left() -> None:
    reading = read(table(doubts={"PSWK": {"PSWK": 0.6, "PWLY": 0.4}}))
    assert (row(reading), reading.sure) == (ROW, True)


def test_a_missing_district_is_said() -> None:
    reading = read(table(row=ROW[:4], columns={}))
    assert [question.kind for question in reading.questions] == ["district"]
    assert not reading.sure


def test_the_draw_pile_discards_and_stray_cards_stay_apart() -> None:
    extra = [sighting(None, -SPACING * 3.5, 0), sighting("9MS", -SPACING * 3.5, 110), sighting("6MW", SPACING * 5, 300)]
    reading = read(table(extra=extra))
    assert as_laid(reading)
    assert reading.sure


@each(
    ("stray", "kind"),
    [
        (sighting(None, 0, 98), "belongs"),
        (sighting("9MS", 0, 190), "belongs"),
        (sighting("9MS", -SPACING, 97), "order"),
        (sighting("9MS", -SPACING, 150, turn=45), "deed"),
    ],
    ids=["face down in a column", "a hole before it", "on top of another", "half turned"],
)
def test_a_layout_that_makes_no_sense_is_asked_about(stray: CardSighting, kind: str) -> None:
    reading = read(table(extra=[stray]))
    assert kind in [question.kind for question in reading.questions]
    assert not reading.sure


def test_a_column_that_breaks_the_chain_is_asked_about_where_the_table_keeps_the_rules() -> None:
    strict = {**COLUMNS, (2, 0): ("5ML", "9MS", "6SY"), (4, 0): ("AW", "9LK")}
    reading = read(table({**strict, (0, 0): ("4MS", "7SK")}))
    assert [question.key for question in reading.questions] == ["card-4-0-1"]


@each(("more", "asked"), [({(3, 0): ("5SW",)}, ["card-4-0-0"]), ({}, [])], ids=["ten", "nine"])
def test_one_pair_that_breaks_the_chain_beside_ten_that_keep_it_is_asked_about(
    more: Mapping[tuple[int, int], Sequence[str]], asked: list[str]
) -> None:
    nine = {place: cards for place, cards in COLUMNS.items() if place[0] != 3}
    reading = read(table({**nine, (4, 0): ("AM",), **more}))
    assert [question.key for question in reading.questions] == asked
    assert len(reading.remarks) == (not asked)


def test_where_the_table_does_not_keep_the_chain_it_is_only_remarked() -> None:
    loose = {(0, 0): ("5YK", "4MS", "8WL", "9MS"), (1, 1): ("5SW", "6LK", "7WY", "2MK"), (3, 0): ("3LY", "AM")}
    reading = read(table(loose))
    assert (columns(reading), reading.sure) == (loose, True)
    assert len(reading.remarks) >= 6


def test_an_answer_to_nothing_is_refused() -> None:
    with pytest.raises(UnusableAnswer, match="card-9-9-9"):
        read(table(), answers={"card-9-9-9": "4MS"})
    with pytest.raises(UnusableAnswer, match="near"):
        read(table(see=camera(-90)), answers={"near": "up"})


def test_without_districts_there_is_no_table() -> None:
    scattered = Sightings(800, 600, tuple(sighting(code, 100 * i, 40) for i, code in enumerate(("4MS", "AK", "X"))))
    with pytest.raises(NoMagnateTable, match="no row of districts"):
        read(scattered)


def test_doubtful_crowns_do_not_hold_up_the_score() -> None:
    reading = read(table(doubts={"CM": {"CM": 0.6, "CL": 0.4}}))
    assert [(question.kind, question.blocks) for question in reading.questions] == [("card", False)]
    assert reading.sure
    assert reading.layout.crowns[0][0] == Card.parse("CM")


REGULAR = {**COLUMNS, (2, 0): ("5ML", "9MS", "6SY"), (2, 1): ("AW", "4WL", "2WL"), (4, 0): ("3MW",)}


def test_a_card_missing_from_a_regular_column_is_asked_about() -> None:
    sightings = table(REGULAR)
    without = replace(sightings, cards=tuple(card for card in sightings.cards if str(card.card) not in ("AY", "4MS")))
    reading = read(without)
    assert [question.key for question in reading.questions] == ["card-0-0-0", "card-1-1-1"]
    assert not reading.sure
    assert "AY" in offered(reading.questions[1])
    assert columns(read(without, answers={"card-0-0-0": "4MS", "card-1-1-1": "AY"})) == REGULAR
    none = read(without, answers={"card-0-0-0": "none", "card-1-1-1": "none"})
    assert (columns(none)[1, 1], none.sure) == (("8YK", "7WY"), True)


def test_a_wide_step_hides_nothing_where_the_inner_card_was_seen_whole() -> None:
    sightings = table(REGULAR)
    shown = {"8YK": 0.8, "AY": 0.4}
    cards = [replace(card, shown=shown.get(str(card.card))) for card in sightings.cards if str(card.card) != "AY"]
    assert read(replace(sightings, cards=tuple(cards))).sure


def test_two_tables_in_one_picture_are_named_and_the_score_waits() -> None:
    other = [sighting(code, 700, y) for code, y in (("4MS", -200), ("2MK", 0), ("8WL", 200))]
    for extra, named in ((other[:2], False), (other, True)):
        reading = read_layout(table(extra=extra), preset("standard"), Edge.BOTTOM, PhotoAnswers())
        assert ("tables" in [question.key for question in reading.questions if question.blocks]) == named
    assert "Two tables" in str(reading.questions[0].text)


def test_a_mirrored_picture_without_a_row_is_refused_for_being_mirrored() -> None:
    sightings = table(row=(), columns={}).doubted(Message("The picture is mirrored"))
    with pytest.raises(NoMagnateTable, match="mirrored"):
        read_layout(sightings, preset("standard"), Edge.BOTTOM, PhotoAnswers())


NO_COLUMNS: Mapping[tuple[int, int], tuple[str, ...]] = {}


def kinds(sightings: Sightings) -> list[str]:
    return [question.kind for question in read(sightings).questions]


def only(*cards: CardSighting) -> Sightings:
    return Sightings(1600, 1600, cards)


def test_a_district_pushed_out_of_line_still_belongs_to_the_row() -> None:
    pushed = read(put(table(), "PWLY", 2 * SPACING, 36))
    assert (as_laid(pushed), pushed.questions) == (True, ())


def test_a_doubtful_card_half_a_card_beside_the_row_is_no_district() -> None:
    stray = sighting("9MS", 2 * SPACING, 44, candidates={"9MS": 0.5, "PWLY": 0.3}, sure=False)
    sightings = table(NO_COLUMNS)
    four = replace(sightings, cards=(*(card for card in sightings.cards if str(card.card) != "PWLY"), stray))
    assert "district" in kinds(four)


def test_three_districts_in_a_line_are_a_row_though_others_lie_about() -> None:
    scattered = put(put(table(NO_COLUMNS), "PSWK", 130, 150), "PWLY", 170, -180)
    assert row(read(scattered)) == ("PMSL", "PMYK", "X")
    with pytest.raises(NoMagnateTable):
        read(only(sighting("PMSL", 0, 0), sighting("PMYK", 90, 110), sighting("X", 200, -60)))


def test_a_row_a_little_aslant_of_pointing_at_a_player_asks_where_that_player_sits() -> None:
    assert kinds(table(see=camera(-70))) == ["near"]


def test_a_row_well_aslant_of_it_asks_nothing() -> None:
    reading = read(table(see=camera(-60)), Edge.BOTTOM)
    assert (as_laid(reading), reading.questions) == (True, ())


def test_columns_that_fan_out_towards_a_near_player_are_told_apart() -> None:
    assert as_laid(read(table(see=camera(tilt=1.5))))


def test_columns_of_cards_that_mostly_lie_crooked_are_told_apart() -> None:
    lying = {(3, 0): ("4WL", "2MK"), (4, 0): ("8YK", "3SK", "8WL")}
    crooked = table(lying, turns=dict.fromkeys(("2MK", "8YK", "3SK", "8WL"), 22.0))
    cards = tuple(card for card in crooked.cards if not str(card.card).startswith("C"))
    assert columns(read(replace(crooked, cards=cards))) == lying
