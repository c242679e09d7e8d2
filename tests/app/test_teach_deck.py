"""A deck is taught on the tablet card by card, as `companion deck teach` does."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import numpy as np

from companion.artwork.faces import face
from companion.artwork.raster import rasterised
from companion.pieces import DECK
from companion.vision.decks.known_decks import DeckStore
from companion.vision.sources import Frame
from tests.app.tablet import Tablet, until


def frames(count: int) -> Iterator[Frame]:
    """A bare cloth, then the first cards on it one by one, each for a second."""
    numbers = iter(range(1_000))
    for card in (None, *DECK[:count]):
        picture = np.full((720, 1280, 3), (60, 110, 40), np.uint8)
        if card is not None:
            printed = np.ascontiguousarray(rasterised(face(card), 300)[:, :, :3][:, :, ::-1])
            picture[120 : 120 + printed.shape[0], 480 : 480 + printed.shape[1]] = printed
        for number in islice(numbers, 8):
            yield Frame(picture, number / 8, number)


def test_the_cards_shown_to_the_camera_are_learned_in_order(tablet: Tablet) -> None:
    tablet.tap(tablet.screen.entries["deck"])
    tablet.tap(tablet.screen.ids.teach)
    screen = tablet.screen
    assert screen.name == "teach_deck" and screen.wanted.startswith("Show: ")
    first = screen.wanted
    for frame in frames(2):
        screen.read_frame(frame)
    tablet.settle()
    assert screen.taken == 2 and screen.wanted != first
    tablet.tap(screen.ids.skip)
    assert screen.teaching.left == len(DECK) + 1 - 3
    screen.ids.name.text = "Ours"
    tablet.tap(screen.ids.save)
    until(tablet, lambda: tablet.screen.name == "deck")
    assert tablet.screen.notice == "deck Ours learned"
    gallery = DeckStore(tablet.app.folders.decks).taught("Ours")
    assert list(gallery.codes) == [card.code for card in DECK[:2]]
    tablet.app.go("start")


def test_without_a_camera_the_screen_says_so_and_a_wrong_name_is_refused(tablet: Tablet) -> None:
    tablet.app.go("teach_deck")
    tablet.settle()
    assert tablet.screen.result == "No camera chosen yet." and tablet.screen.ids.save.disabled
    tablet.screen.ids.name.text = "/"
    tablet.screen.save()
    assert "not a valid deck name" in tablet.screen.overlay.notice.text
    tablet.screen.overlay.dismiss()
    tablet.app.go("start")
