"""Teaching a deck at the table, card by card."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.pictures.arrays import Picture
from companion.pictures.sources.frame import Frame
from companion.vision.decks.gallery import Gallery
from companion.vision.decks.known_decks import MAX_VIEWS, DeckStore, UnusableDeck, describe_deck
from companion.vision.decks.teaching import DeckTeaching, EnrolledView, NotTaken, rectify_card
from companion.vision.recognise import recognise
from tests.vision.table_pictures import Lying, face_picture, table_picture


def shown(teaching: DeckTeaching, pictures: Sequence[Picture], each: int = 10) -> list[EnrolledView | NotTaken]:
    """What comes of these pictures, each held so many frames of a tenth of a second."""
    frames = [picture for picture in pictures for _ in range(each)]
    results = (teaching.process_frame(Frame(picture, number / 10, number)) for number, picture in enumerate(frames))
    return [one for one in results if one is not None]


def lying(code: str | None, turn: float = 0.0) -> Picture:
    return table_picture([Lying(code, 480, 360, 400, turn)])


def test_each_card_is_taken_once_it_rests() -> None:
    teaching = DeckTeaching(["4MS", "7WY", "back"])
    results = shown(teaching, [lying("4MS"), lying("7WY", 5), lying(None, -4)])
    assert [one.code for one in results if isinstance(one, EnrolledView)] == ["4MS", "7WY", "back"]
    assert (teaching.wanted, teaching.left) == (None, 0)


def test_a_card_that_still_lies_there_is_not_the_next() -> None:
    teaching = DeckTeaching(["4MS", "7WY"])
    shown(teaching, [lying("4MS"), lying("4MS", 8), lying("4MS", 180)])
    assert (teaching.wanted, teaching.left) == ("7WY", 1)


def test_a_moving_card_is_not_taken() -> None:
    teaching = DeckTeaching(["4MS"])
    assert shown(teaching, [lying("4MS", turn) for turn in range(0, 40, 4)], each=3) == []


def test_what_cannot_be_taken_is_said_once() -> None:
    teaching = DeckTeaching(["4MS"])
    two = table_picture([Lying("7WY", 280, 360, 400, 5), Lying("4MS", 700, 360, 400, -4)])
    results = shown(teaching, [table_picture([]), two], each=30)
    assert [str(one.why) for one in results if isinstance(one, NotTaken)] == ["more than one card found"]


def test_nothing_is_said_of_a_bare_cloth() -> None:
    teaching = DeckTeaching(["4MS", "7WY"])
    bare = table_picture([])
    assert [type(one) for one in shown(teaching, [bare, lying("4MS"), bare, lying("7WY"), bare])] == [
        EnrolledView,
        EnrolledView,
    ]


def test_a_wrong_card_is_taken_back_and_a_missing_one_left_out() -> None:
    teaching = DeckTeaching(["4MS", "7WY", "AM"])
    shown(teaching, [lying("9LK")])
    teaching.retake()
    assert teaching.wanted == "4MS"
    shown(teaching, [lying("4MS")])
    teaching.skip()
    assert (teaching.wanted, [code for code, _ in teaching.views]) == ("AM", ["4MS"])


def test_a_card_as_it_looks_here_can_be_remembered(tmp_path: Path) -> None:
    shelf = DeckStore(tmp_path)
    shelf.keep("ours", [("4MS", face_picture("4MS"))])
    corners = ((40.0, 30.0), (340.0, 30.0), (340.0, 450.0), (40.0, 450.0))
    photo = np.zeros((480, 640, 3), np.uint8)
    photo[30:450, 40:340] = cv2.resize(face_picture("7WY"), (300, 420))
    assert shelf.remember("ours", "7WY", rectify_card(photo, corners)).cards == 2
    for _ in range(2 * MAX_VIEWS):
        shelf.remember("ours", "7WY", rectify_card(photo, corners))
    assert describe_deck(shelf.taught("ours")).views == 1 + MAX_VIEWS
    with pytest.raises(UnusableDeck, match="unknown deck"):
        shelf.remember("companion", "7WY", rectify_card(photo, corners))


def test_a_deck_taught_so_is_read_on_the_table() -> None:
    teaching = DeckTeaching(["4MS", "7WY", "9LK"])
    shown(teaching, [lying("4MS"), lying("7WY"), lying("9LK")])
    gallery = Gallery.of("ours", teaching.views)
    table = table_picture([Lying("7WY", 250, 300, 300, 12), Lying("9LK", 650, 420, 300, -20)])
    found = recognise(np.asarray(table), [gallery]).sightings
    assert {str(card.card) for card in found.cards} == {"7WY", "9LK"}
