"""A deck is taught on the tablet card by card, as `companion deck teach` does."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from companion.pictures.sources import Frame
from companion.vision.decks.known_decks import DeckStore
from companion.vision.decks.teaching import CARDS_TO_SHOW
from tests.app.tablet import Tablet, until
from tests.vision.test_deck_file import lying


def frames(count: int) -> Iterator[Frame]:
    """The first cards one by one, each for more than a second."""
    numbers = iter(range(1_000))
    for code in CARDS_TO_SHOW[:count]:
        for number in islice(numbers, 10):
            yield Frame(lying(code), number / 8, number)


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
    assert f"({len(CARDS_TO_SHOW) - 3} left)" in screen.wanted
    screen.ids.name.text = "Ours"
    tablet.tap(screen.ids.save)
    until(tablet, lambda: tablet.screen.name == "deck")
    assert tablet.screen.notice == "deck Ours learned"
    gallery = DeckStore(tablet.app.folders.decks).taught("Ours")
    assert list(gallery.codes) == list(CARDS_TO_SHOW[:2])
    tablet.app.go("start")


def test_without_a_camera_the_screen_says_so_and_a_wrong_name_is_refused(tablet: Tablet) -> None:
    tablet.app.go("teach_deck")
    tablet.settle()
    assert tablet.screen.doing == "No camera chosen yet." and tablet.screen.ids.save.disabled
    tablet.screen.ids.name.text = "/"
    tablet.screen.save()
    assert "not a valid deck name" in tablet.screen.overlay.notice.text
    tablet.screen.overlay.dismiss()
    tablet.app.go("start")
