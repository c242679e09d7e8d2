"""What a player's photo shows of Sorcerous Futures, from hand-made sightings: no camera and no reader."""

from collections.abc import Mapping, Sequence

import pytest

from companion.games.sorcerous_futures.options import PRESETS
from companion.games.sorcerous_futures.scoring import score
from companion.games.sorcerous_futures.state import Valuation
from companion.pieces import Card
from companion.questions import UnusableAnswer
from companion.table.questions import Answers
from companion.table.sightings import CardSighting, Face, Sightings
from companion.table.sorcerous_futures.player_area import (
    FuturesTable,
    NoFuturesTable,
    PlayerArea,
    read_futures_table,
    read_player_area,
)
from tests.cases import each
from tests.cli.test_sorcerous_photos import ACES, BOUGHT, CROWNS, UNDER

HEIGHT, WIDTH = 100.0, 64.0
Where = tuple[str, float, float]


def sighting(code: str, x: float, y: float, *or_else: str, sure: bool = True) -> CardSighting:
    """A card whose middle lies there; ``or_else``: what it may be, too."""
    left, right, top, bottom = x - WIDTH / 2, x + WIDTH / 2, y - HEIGHT / 2, y + HEIGHT / 2
    candidates = tuple((Card.parse(one), 0.9 / (1 + place)) for place, one in enumerate((code, *or_else)))
    return CardSighting(((left, top), (right, top), (right, bottom), (left, bottom)), Face.UP, candidates, sure)


def picture(cards: Sequence[CardSighting]) -> Sightings:
    return Sightings(1200, 900, tuple(cards))


def laid(seat: int, *, excuse: bool = False, without: Sequence[str] = ()) -> list[CardSighting]:
    """The worked table: each valuation peeks out from under its Ace, what was bought lies in a row below."""
    places = [*ACES[seat], *(["X"] if excuse else [])]
    cards = [sighting(place, 100 + 300 * number, 100) for number, place in enumerate(places)]
    cards += [sighting(UNDER[place], 100 + 300 * number, 135) for number, place in enumerate(places)]
    cards.append(sighting(CROWNS[seat], 1000, 100))
    cards += [sighting(code, 60 + 100 * number, 600) for number, code in enumerate(BOUGHT[seat])]
    return [card for card in cards if str(card.card) not in without]


def read(cards: Sequence[CardSighting], answers: Mapping[str, str] | None = None) -> PlayerArea:
    return read_player_area(picture(cards), 0, Answers(answers or {}))


def table(*players: Sequence[CardSighting], answers: Mapping[str, str] | None = None) -> FuturesTable:
    return read_futures_table([picture(cards) for cards in players], PRESETS["three-players"], answers or {})


def keys(found: PlayerArea | FuturesTable) -> list[str]:
    return [question.key for question in found.questions]


def test_valuations_crown_and_what_was_bought_are_told_apart() -> None:
    found = read(laid(0))
    assert {str(one.under): str(one.card) for one in found.valuations} == {"AM": "PWLY", "AS": "7SK"}
    assert (str(found.crown), tuple(map(str, found.bought)), keys(found)) == ("CY", BOUGHT[0], [])


def test_a_valuation_laid_end_to_end_with_its_ace_lies_at_it_and_one_further_off_is_asked_about() -> None:
    aces = [sighting("AM", 100, 100), sighting("AS", 700, 100), sighting("7SK", 700, 135)]
    aside = read([*aces, sighting("PWLY", 100, 200)])
    assert keys(aside) == ["crown-0"]
    for away in (75.0, 110.0):
        assert keys(read([*aces, sighting("PWLY", 100, 100 + away)])) == ["crown-0"]
    for away in (122.0, 155.0):
        assert keys(read([*aces, sighting("PWLY", 100, 100 + away)])) == ["valuation-AM", "crown-0"]


@each(("other", "asked"), [(40, True), (46, True), (58, False), (70, False)])
def test_where_two_cards_lie_about_as_near_to_an_ace_it_is_asked_which_is_meant(other: float, asked: bool) -> None:
    cards = [
        sighting("AM", 100, 100),
        sighting("PWLY", 100, 140),
        sighting("4MS", 100 + other, 100),
        sighting("CY", 900, 100),
    ]
    found = read(cards)
    assert keys(found) == (["valuation-AM"] if asked else [])
    if asked:
        assert {choice.answer for choice in found.questions[0].choices} == {"PWLY", "4MS"}
        result = read(cards, {"valuation-AM": "4MS"})
        assert result.valuations == (Valuation(Card.parse("AM"), Card.parse("4MS")),)
        assert (list(map(str, result.bought)), keys(result)) == (["PWLY"], [])


def test_each_ace_has_a_card_of_its_own_where_two_aces_lie_close() -> None:
    cards = [sighting("AM", 100, 100), sighting("AS", 170, 100), sighting("PWLY", 100, 130), sighting("7SK", 170, 130)]
    found = read([*cards, sighting("CY", 900, 100)])
    assert {str(one.under): str(one.card) for one in found.valuations} == {"AM": "PWLY", "AS": "7SK"}


def test_a_card_that_was_not_read_for_sure_is_asked_about_and_said() -> None:
    cards = [*laid(0, without=["4MS"]), sighting("4MS", 60, 800, "8MS", sure=False)]
    found = read(cards)
    assert keys(found) == [f"card-0-{len(cards) - 1}"]
    assert [choice.answer for choice in found.questions[0].choices] == ["4MS", "8MS", "none"]
    assert "4MS" in map(str, found.bought)
    for answer, bought in (("5ML", "5ML"), ("none", None)):
        result = read(cards, {keys(found)[0]: answer})
        assert keys(result) == [] and "4MS" not in map(str, result.bought)
        assert bought is None or bought in map(str, result.bought)


@each(("lower", "order"), [(35, "4MS 8YK"), (45, "4MS 8YK"), (55, "8YK 4MS"), (65, "8YK 4MS")])
def test_cards_are_counted_row_by_row_from_the_left(lower: float, order: str) -> None:
    found = read([*laid(0, without=BOUGHT[0]), sighting("8YK", 300, 600), sighting("4MS", 100, 600 + lower)])
    assert " ".join(map(str, found.bought)) == order


def test_without_one_crown_it_is_asked_which_it_is() -> None:
    assert keys(read(laid(0, without=["CY"]))) == ["crown-0"]
    two = [*laid(0), sighting("CL", 1100, 100)]
    assert keys(read(two)) == ["crown-0"]
    assert str(read(two, {"crown-0": "CL"}).crown) == "CL"


def test_three_photos_make_the_table_and_the_excuse_may_lie_in_any() -> None:
    found = table(laid(0), laid(1, excuse=True), laid(2))
    assert (found.sure, found.remarks) == (True, ())
    assert sum(len(own) for own in found.state.bought) == 20
    assert score(found.state).seats[0].total is not None


def test_what_lies_under_the_excuse_is_asked_where_no_photo_shows_it() -> None:
    found = table(laid(0), laid(1), laid(2))
    assert (keys(found), found.sure) == (["valuation-X"], False)
    assert "3LY" in [choice.answer for choice in found.questions[0].choices]
    result = table(laid(0), laid(1), laid(2), answers={"valuation-X": "3LY"})
    assert result.sure and result.state.valuation(Card.parse("X")) == Card.parse("3LY")


def test_a_card_that_seems_to_lie_in_two_photos_is_asked_about_in_both() -> None:
    ben = [*laid(1, excuse=True), sighting("4MS", 60, 850)]
    found = table(laid(0), ben, laid(2))
    assert sorted(key.split("-")[1] for key in keys(found)) == ["0", "1"]
    result = table(laid(0), ben, laid(2), answers=dict(zip(keys(found), ("4MS", "none"), strict=True)))
    assert result.sure and "4MS" in [str(one.card) for one in result.state.bought[0]]


def test_what_lies_there_against_the_rules_is_told() -> None:
    ann = [*laid(0, without=["CY", "4MS"]), sighting("CM", 1000, 100), sighting("TMLY", 60, 850)]
    result = [str(remark) for remark in table(ann, laid(1, excuse=True), laid(2)).remarks]
    assert result == [
        "19 bought cards found, but 20 are auctioned",
        "photo 1: The Huntress matches one of the player's own Aces",
        "photo 1: The Rite is not used in this game",
    ]


def test_photos_without_the_dealt_aces_are_no_table() -> None:
    with pytest.raises(NoFuturesTable, match="each player has 2 Aces"):
        table(laid(0, without=["AM"]), laid(1), laid(2))


def test_an_answer_to_nothing_that_was_asked_is_refused() -> None:
    with pytest.raises(UnusableAnswer, match="unknown question for these photos"):
        table(laid(0), laid(1, excuse=True), laid(2), answers={"valuation-AQ": "3LY"})
