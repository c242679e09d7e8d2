"""What is said of a card whose index and face were read so and so, and what two witnesses make of it together."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from companion.pieces import DECK, Card
from companion.table.sightings import CardSighting, Face
from companion.vision.cards.decision import decide_cards, design_of, unread
from companion.vision.cards.detection import Detection, limit_visible_shares, remove_duplicates
from companion.vision.cards.face_reader import BACK, CLASS_COUNT, NO_CARD, UNKNOWN_DESIGN
from companion.vision.cards.index_strips import NO_INDEX
from companion.vision.cards.posterior import Design
from companion.vision.cards.strip_pairing import IndexedCard
from companion.vision.decks.cross_check import second_opinion
from tests.cases import each


def sighting(code: str, x: float, confidence: float, sure: bool) -> CardSighting:
    corners = ((x, 0.0), (x + 100, 0.0), (x + 100, 140.0), (x, 140.0))
    return CardSighting(corners, Face.UP, ((Card.parse(code), confidence),), sure)


def index(code: str, x: float, confidence: float, witnesses: int = 2) -> IndexedCard:
    chances = np.full(NO_INDEX, (1 - confidence) / NO_INDEX)
    chances[DECK.index(Card.parse(code))] = confidence
    corners = np.array([[x, 0], [x + 100, 0], [x + 100, 140], [x, 140]], np.float64)
    return IndexedCard(corners, chances, witnesses, True, 0.9)


CERTAIN = [("2MK", 1000.0), ("AL", 1200.0), ("CM", 1400.0)]


def with_certain(
    cards: list[CardSighting], indexed: list[IndexedCard]
) -> tuple[tuple[CardSighting, ...], list[IndexedCard]]:
    known = [sighting(code, x, 0.99, True) for code, x in CERTAIN]
    return (*cards, *known), [*indexed, *(index(code, x, 0.999) for code, x in CERTAIN)]


def test_an_index_that_agrees_makes_a_doubtful_card_sure() -> None:
    settled = second_opinion(*with_certain([sighting("4MS", 0, 0.7, False)], [index("4MS", 2, 0.999)]))
    assert (str(settled[0].card), settled[0].sure) == ("4MS", True)


def test_an_index_that_contradicts_takes_the_certainty_away() -> None:
    settled = second_opinion(*with_certain([sighting("6MW", 0, 0.99, True)], [index("9MS", 2, 0.999)]))
    assert not settled[0].sure
    assert [str(card) for card, _ in settled[0].candidates[:2]] == ["6MW", "9MS"]


def test_a_faint_index_changes_nothing() -> None:
    card = sighting("6MW", 0, 0.99, True)
    assert second_opinion(*with_certain([card], [index("9MS", 2, 0.5, witnesses=1)]))[0] == card


def test_a_card_that_only_its_indices_give_away_is_told() -> None:
    settled = second_opinion(*with_certain([], [index("7SK", 300, 0.9999)]))
    assert [str(card.card) for card in settled[len(CERTAIN) :]] == ["7SK"]
    assert settled[-1].sure


def test_a_design_that_the_networks_misread_is_left_to_its_gallery() -> None:
    cards = [sighting(code, x, 0.99, True) for code, x in CERTAIN]
    strange = [index(code, x, 0.999) for code, (_, x) in zip(("3MW", "5YK", "8WL"), CERTAIN, strict=True)]
    assert second_opinion(cards, [*strange, index("7SK", 300, 0.9999)]) == tuple(cards)


def test_a_face_down_card_stays_face_down() -> None:
    back = CardSighting(sighting("4MS", 0, 1, True).corners, Face.DOWN, (), True)
    assert second_opinion(*with_certain([back], [index("4MS", 1, 0.999)]))[0] == back


@each("first_sure", [True, False])
def test_an_index_does_not_make_one_card_lie_in_two_places(first_sure: bool) -> None:
    settled = second_opinion(
        [sighting("4MS", 0, 0.99, first_sure)], [index("4MS", 1, 0.9999), index("4MS", 400, 0.999)]
    )
    assert [card.sure for card in settled] == [True]


def test_two_places_that_show_the_same_indices_are_not_both_sure() -> None:
    settled = second_opinion([], [index("4MS", 0, 0.9999), index("4MS", 400, 0.999)])
    assert [card.sure for card in settled] == [True, False]


def test_a_doubtful_card_that_its_indices_place_better_is_told_once() -> None:
    slantwise = CardSighting(((50, -40), (130, 40), (50, 180), (-30, 100)), Face.UP, ((Card.parse("AM"), 0.7),), False)
    settled = second_opinion(*with_certain([slantwise], [index("AM", 2, 0.9999)]))
    moons = [card for card in settled if str(card.card) == "AM"]
    assert [card.corners[0] for card in moons] == [(2.0, 0.0)]


OUTLINE = np.array([[0, 0], [100, 0], [100, 140], [0, 140]], np.float64)


def index_of(code: str, chance: float, other: str | None = None) -> NDArray[np.float64]:
    chances = np.full(len(DECK), (1 - chance) / 100)
    chances[DECK.index(Card.parse(code))] = chance
    if other is not None:
        chances[DECK.index(Card.parse(other))] = 1 - chance
    return chances


def face_of(code: str | None, chance: float, kind: int = UNKNOWN_DESIGN, design: int = 0) -> NDArray[np.float64]:
    """A face read as a card, the rest of the chances spread; or as a ``kind`` where no code is given."""
    chances = np.full(CLASS_COUNT, (1 - chance) / CLASS_COUNT)
    chances[kind if code is None else design * len(DECK) + DECK.index(Card.parse(code))] += chance
    return chances


def place(
    index: NDArray[np.float64] | None, face: NDArray[np.float64], indices: int = 2, x: float = 0, visible: float = 1.0
) -> Detection:
    known = index if index is not None else np.zeros(len(DECK))
    return Detection(OUTLINE + np.array([x, 0]), known, indices if index is not None else 0, True, face, visible, 0.9)


FOUR = place(index_of("4MS", 0.98), face_of("4MS", 0.95), x=300)
"""A clear card beside others, whose size it tells."""


def only(*places: Detection) -> CardSighting:
    (card,) = decide_cards(places, Design.OWN)
    return card


def test_a_card_that_both_witnesses_name_is_sure() -> None:
    card = only(place(index_of("4MS", 0.98), face_of("4MS", 0.95)))
    assert (str(card.card), card.sure, card.face) == ("4MS", True, Face.UP)
    assert card.shown == 1.0


def test_a_card_whose_witnesses_contradict_each_other_is_asked_about() -> None:
    card = only(place(index_of("6MW", 0.98), face_of("9MS", 0.95)))
    assert not card.sure
    assert {str(candidate) for candidate, _ in card.candidates[:2]} == {"6MW", "9MS"}


def test_one_doubtful_index_with_nothing_of_the_picture_in_view_is_not_sure() -> None:
    for clear, sure in ((0.9, False), (0.999, True)):
        scrap = place(index_of("AK", clear), face_of(None, 0.9), indices=1, visible=0.3)
        sighting = next(card for card in decide_cards([FOUR, scrap], Design.OWN) if str(card.card) == "AK")
        assert sighting.sure == sure


def test_an_index_on_what_the_face_shows_to_be_no_card_is_not_sure() -> None:
    for face, sure in ((face_of(None, 0.9, NO_CARD), False), (face_of("AY", 0.3), True)):
        spots = place(index_of("AY", 0.97), face, indices=1, visible=0.3)
        sighting = next(card for card in decide_cards([FOUR, spots], Design.OWN) if str(card.card) == "AY")
        assert sighting.sure == sure


def test_a_scrap_with_an_index_that_lies_among_no_cards_is_not_sure() -> None:
    assert not only(place(index_of("AK", 0.999), face_of("AK", 0.1), indices=1, visible=0.3)).sure


def test_two_letters_on_a_page_with_hardly_a_card_between_them_are_not_sure() -> None:
    letters = place(index_of("5YK", 0.999), face_of(None, 0.9), visible=0.35)
    assert not only(letters).sure
    assert only(replace(letters, visible=0.8)).sure


def test_a_piece_of_a_card_does_not_vouch_for_its_own_size() -> None:
    letters = place(index_of("5YK", 0.994), face_of(None, 0.4), visible=0.32)
    assert not only(letters).sure
    assert [card.sure for card in decide_cards([letters, FOUR], Design.OWN)] == [True, True]


def test_a_piece_of_a_card_with_an_index_that_lies_among_no_cards_is_not_sure() -> None:
    piece = place(index_of("AY", 0.93), face_of("AY", 0.6), indices=1, visible=0.23)
    assert not only(piece).sure
    assert only(replace(piece, index=index_of("AY", 0.999), visible=0.6)).sure
    assert [card.sure for card in decide_cards([piece, FOUR], Design.OWN)] == [True, True]


def test_an_excuse_without_an_index_is_read_by_its_whole_face_alone() -> None:
    other = place(index_of("4MS", 0.98), face_of("4MS", 0.95, design=1), x=300)
    for clear, sure in ((0.999, True), (0.6, False)):
        places = [place(None, face_of("X", clear, design=1)), other]
        excuse, _ = decide_cards(places, Design.PUBLISHED)
        assert (str(excuse.card), excuse.sure) == ("X", sure)


def test_a_card_whose_indices_are_hidden_is_asked_about() -> None:
    hidden, _ = decide_cards([place(None, face_of("2SY", 0.99)), FOUR], Design.OWN)
    assert (str(hidden.card), hidden.sure) == ("2SY", False)


def test_a_sheet_that_looks_like_a_face_and_lies_among_no_cards_is_not_sure() -> None:
    assert not only(place(None, face_of("X", 0.999))).sure


def test_a_card_lies_in_one_place_and_the_other_becomes_what_else_it_may_be() -> None:
    clear = place(index_of("6MW", 0.999), face_of("6MW", 0.99))
    doubtful = place(index_of("6MW", 0.6, "9MS"), face_of("9MS", 0.3), x=300)
    first, second = decide_cards([clear, doubtful], Design.OWN)
    assert (str(first.card), first.sure) == ("6MW", True)
    assert str(second.card) == "9MS"


def test_two_clear_readings_of_one_card_are_two_decks_and_two_unclear_ones_are_asked_about() -> None:
    clear = [place(index_of("6MW", 0.999), face_of("6MW", 0.99), x=x) for x in (0, 300)]
    assert [card.sure for card in decide_cards(clear, Design.OWN)] == [True, True]
    unclear = [place(index_of("6MW", 0.999), face_of("6MW", 0.1), x=x, visible=0.4) for x in (0, 300)]
    assert [card.sure for card in decide_cards(unclear, Design.OWN)] == [False, False]


def test_a_pile_is_seen_once() -> None:
    pile = place(None, face_of(None, 0.99, BACK))
    again = replace(place(None, face_of(None, 0.9, BACK), x=35), visible=0.8)
    neighbour = place(None, face_of(None, 0.99, BACK), x=110)
    assert [card.corners[0][0] for card in unread([again, pile, neighbour])] == [0, 110]


def test_a_back_is_a_card_face_down_and_what_is_no_card_is_nothing() -> None:
    nothing = place(None, face_of(None, 0.9, NO_CARD), x=300)
    back = place(None, face_of(None, 0.99, BACK))
    assert [(card.face, card.card) for card in decide_cards([back, nothing], Design.OWN)] == [(Face.DOWN, None)]


def test_a_back_is_sure_beside_cards_of_its_size_and_a_box_by_itself_is_not() -> None:
    back = place(None, face_of(None, 0.99, BACK))
    assert not only(back).sure
    assert [card.sure for card in decide_cards([back, FOUR], Design.OWN)] == [True, True]


def test_a_pile_in_sleeves_among_cards_of_a_known_deck_is_face_down_and_asked_about_by_nobody() -> None:
    known = [place(index_of(code, 0.98), face_of(code, 0.95), x=x) for code, x in (("4MS", 300), ("2MK", 600))]
    for unknown in (0.99, 0.6):
        pile = place(None, face_of(None, unknown))
        found = {card.face: card.sure for card in decide_cards([pile, *known], Design.OWN)}
        assert found == {Face.UP: True, Face.DOWN: False}, "it is never certain: the networks do not know it"
    stranger = decide_cards([place(None, face_of(None, 0.99)), *known], Design.STRANGE)
    assert all(card.face is Face.UP for card in stranger), "a strange deck has faces that no network knows"


def test_a_card_whose_index_is_read_is_never_a_back() -> None:
    others = [place(index_of(code, 0.98), face_of(code, 0.95), x=x) for code, x in (("AK", 300), ("2MK", 600))]
    for face in (UNKNOWN_DESIGN, BACK):
        cards = decide_cards([place(index_of("4MS", 0.98), face_of(None, 0.99, face)), *others], Design.OWN)
        assert {str(card.card) for card in cards if card.face is Face.UP} == {"4MS", "AK", "2MK"}


def test_the_design_is_the_one_that_explains_the_faces() -> None:
    own = [place(None, face_of(code, 0.9)) for code in ("4MS", "X")]
    published = [place(None, face_of(code, 0.9, design=1)) for code in ("4MS", "X")]
    strange = [place(None, face_of(None, 0.9)) for _ in range(2)]
    assert [design_of(places) for places in (own, published, strange, [])] == [
        Design.OWN,
        Design.PUBLISHED,
        Design.STRANGE,
        Design.OWN,
    ]


def test_one_card_that_is_known_among_others_that_none_explains_is_of_their_deck() -> None:
    """A French ace of clubs, read as the Ace of Leaves, among number cards whose indices and faces go apart."""
    ace = place(index_of("AL", 0.95), face_of("AL", 0.6), visible=0.5)
    others = [place(index_of("7ML", 0.5), face_of("9MS", 0.4), indices=1, x=x, visible=0.4) for x in (200, 400)]
    assert design_of([ace, *others]) is Design.STRANGE
    assert design_of([ace, others[0]]) is Design.OWN
    hidden = place(index_of("2MK", 0.95), face_of("2MK", 0.6), x=600, visible=0.5)
    assert design_of([ace, hidden, *others]) is Design.OWN
    noise = [place(index_of("7ML", 0.5), face_of(None, 0.9, NO_CARD), indices=1, x=x, visible=0.4) for x in (200, 400)]
    assert design_of([ace, *noise]) is Design.OWN


def test_a_strange_card_is_told_of_and_never_guessed_at() -> None:
    (card,) = unread([place(None, face_of(None, 0.9))])
    assert (card.card, card.face, card.sure) == (None, Face.UP, False)
    (indexed,) = decide_cards([place(index_of("4MS", 0.999), face_of(None, 0.9))], Design.STRANGE)
    assert (str(indexed.card), indexed.sure) == ("4MS", False)


def test_a_face_that_shows_another_card_casts_doubt_on_two_indices() -> None:
    index = index_of("AY", 0.98)
    assert not only(place(index, face_of("AK", 0.75))).sure
    assert only(place(index, face_of("AY", 0.75))).sure


def test_a_card_that_surely_lies_elsewhere_is_no_doubt_about_another() -> None:
    doubtful = place(index_of("AK", 0.8, "AS"), face_of("AK", 0.06), indices=1, visible=0.4)
    other = place(index_of("AS", 0.99), face_of("AS", 0.95), x=600)
    assert [card.sure for card in decide_cards([doubtful, FOUR], Design.OWN)] == [False, True]
    assert [card.sure for card in decide_cards([doubtful, FOUR, other], Design.OWN)] == [True, True, True]


def test_a_face_that_shows_the_neighbour_lying_on_it_is_no_contradiction() -> None:
    under = place(index_of("2SY", 0.99), face_of("7WY", 0.7), indices=1, visible=0.8)
    upper = place(index_of("7WY", 0.99), face_of("7WY", 0.95), x=600)
    assert [card.sure for card in decide_cards([under, FOUR], Design.OWN)] == [False, True]
    assert [card.sure for card in decide_cards([under, FOUR, upper], Design.OWN)] == [True, True, True]


def test_two_doubtful_places_do_not_make_each_other_sure() -> None:
    pair = [
        place(index_of("AK", 0.75, "AS"), face_of("AK", 0.05), indices=1, visible=0.4),
        place(index_of("AS", 0.75, "AK"), face_of("AS", 0.05), indices=1, visible=0.4, x=600),
    ]
    assert [card.sure for card in decide_cards([*pair, FOUR], Design.OWN)] == [False, False, True]


def test_an_excuse_that_carries_no_index_is_told_by_having_none() -> None:
    for design, sure in ((Design.PUBLISHED, True), (Design.OWN, False)):
        size = place(index_of("4MS", 0.98), face_of("4MS", 0.95, design=design.value), x=300)
        excuse, _ = decide_cards([place(None, face_of("X", 0.98, design=design.value)), size], design)
        assert (str(excuse.card), excuse.sure) == ("X", sure)


def test_what_is_no_card_says_nothing_of_the_design() -> None:
    cards = [
        place(index_of(code, 0.99), face_of(code, 0.95, design=1), x=120 * n) for n, code in enumerate(("4MS", "AK"))
    ]
    noise = [place(None, face_of(None, 0.1, NO_CARD), x=900 + n) for n in range(9)]
    assert design_of([*cards, *noise]) is Design.PUBLISHED


def test_a_strange_face_beside_nothing_that_is_known_is_of_a_strange_design() -> None:
    strange = place(None, face_of(None, 0.95), visible=0.55)
    assert design_of([strange]) is Design.STRANGE
    assert design_of([strange, FOUR]) is Design.OWN


def test_what_the_finder_hardly_believes_is_a_card_only_where_index_and_face_name_the_same() -> None:
    for face, sighting in ((face_of("AK", 0.8), 2), (face_of(None, 0.9), 1)):
        faint = replace(place(index_of("AK", 0.5), face, indices=1, visible=0.5), score=0.4)
        assert len(decide_cards([FOUR, faint], Design.OWN)) == sighting


def test_what_looks_a_little_like_cards_of_our_deck_and_is_none_says_nothing_of_the_design() -> None:
    cards = [
        place(index_of(code, 0.99), face_of(code, 0.95, design=1), x=120 * n) for n, code in enumerate(("4MS", "AK"))
    ]
    speckled = [place(None, face_of("AS", 0.2), x=900 + n, visible=0.4) for n in range(30)]
    assert design_of([*cards, *speckled]) is Design.PUBLISHED


def test_a_card_under_another_shows_only_what_that_leaves() -> None:
    under = place(index_of("2SY", 0.99), face_of("2SY", 0.9), indices=1)
    upper = replace(under, corners=OUTLINE + np.array([0, 60]), indices=2)
    aside = replace(under, corners=OUTLINE + np.array([400, 0]))
    shown = [round(one.visible, 2) for one in limit_visible_shares([under, upper, aside])]
    assert shown == [0.43, 1.0, 1.0]


def test_a_crown_of_an_arc_that_lies_over_a_column_stays_a_card() -> None:
    column = place(index_of("2SY", 0.99), face_of("2SY", 0.9))
    crown = place(index_of("CW", 0.99), face_of("CW", 0.9), indices=1, visible=0.5)
    over = replace(crown, corners=OUTLINE + np.array([40, 50]))
    assert remove_duplicates([column, over]) == [column, over]
    faint = replace(over, index=index_of("CW", 0.6))
    assert remove_duplicates([column, faint]) == [column], "a piece of the picture resembles an index a little"


def test_a_face_that_other_cards_indices_show_through_is_made_of_those_and_is_none() -> None:
    piece = place(None, face_of("CW", 0.8))
    upper = replace(place(index_of("4YK", 0.99), face_of("4YK", 0.9)), corners=OUTLINE + np.array([4, 20]))
    hardly_read = replace(upper, index=index_of("4YK", 0.3))
    assert [card.card for card in decide_cards(limit_visible_shares([piece, upper]), Design.OWN)] == [Card.parse("4YK")]
    assert limit_visible_shares([piece, hardly_read])[0].visible == 1.0


def test_a_face_alone_is_a_card_only_where_it_is_of_the_tables_design() -> None:
    face = place(None, face_of("CW", 0.8, design=1))
    assert decide_cards([face], Design.PUBLISHED) and not decide_cards([face], Design.OWN)


def test_less_than_half_a_face_without_an_index_is_no_card() -> None:
    box, piece = place(None, face_of(None, 0.9), visible=0.5), place(None, face_of("2SY", 0.9), visible=0.4)
    assert not decide_cards([box], Design.OWN) and not decide_cards([piece], Design.OWN)
    assert decide_cards([replace(piece, visible=0.5)], Design.OWN)
    assert decide_cards([box], Design.STRANGE)


def test_a_faint_index_of_a_card_that_surely_lies_elsewhere_is_a_spot() -> None:
    card = place(index_of("AY", 0.99), face_of("AY", 0.95))
    spot = replace(place(index_of("AY", 0.9), face_of(None, 0.6, NO_CARD), indices=1, x=300), score=0.33)
    assert [one.card for one in decide_cards([card, spot], Design.OWN)] == [Card.parse("AY")]
    assert [one.card for one in decide_cards([spot], Design.OWN)] == [Card.parse("AY")]
    clear = replace(spot, score=0.9)
    assert len(decide_cards([card, clear], Design.OWN)) == 2


def test_an_index_at_either_end_about_one_middle_is_one_cards_whatever_the_second_was_read_as() -> None:
    first = place(index_of("AK", 0.99), face_of("AK", 0.95), indices=1)
    larger = (OUTLINE - OUTLINE.mean(axis=0)) * 1.35 + OUTLINE.mean(axis=0) + np.array([14, 12])
    second = replace(place(index_of("AW", 0.74), face_of("AK", 0.95), indices=1), corners=np.roll(larger, 2, axis=0))
    fanned = replace(second, corners=larger)
    assert remove_duplicates([first, second]) == [first]
    assert len(remove_duplicates([first, fanned])) == 2


def test_an_index_that_only_a_second_reading_found_is_not_certain_without_its_face() -> None:
    for face, sure in ((face_of(None, 0.9), False), (face_of("CL", 0.9), True)):
        fanned = replace(place(index_of("CL", 0.999), face, indices=1, visible=0.35), score=0.25)
        sighting = next(card for card in decide_cards([FOUR, fanned], Design.OWN) if str(card.card) == "CL")
        assert sighting.sure == sure
