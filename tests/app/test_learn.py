"""Lessons: each game's, dice and decks for the camera, the bundled video, and a newcomer's way."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from companion.app.texts.i18n import words
from companion.app.widgets.text import Text
from companion.demo import film
from companion.games.registry import games
from companion.pictures.sources.frame import Frame
from companion.pieces import DieKind
from companion.rolls.dice_set_store import DiceSetStore
from companion.table.camera_events import Changed, Settled, Still
from companion.table.dice_set import DiceSet
from companion.table.sightings import LENGTH, DieFace, DieSighting, Sightings
from companion.vision.decks.known_decks import DeckStore
from companion.vision.decks.teaching import CARDS_TO_SHOW
from docs.tools.first_card import CARD, TAPS, format_page
from docs.tools.gallery import VIEWS
from tests.app.on_screen import amiss
from tests.app.tablet import Tablet, until
from tests.vision.test_deck_file import lying

FACE = DieFace(bytes(LENGTH))


def throw(tablet: Tablet, *dice: DieSighting) -> None:
    """Dice come to rest below the camera and lie for a second."""
    screen = tablet.screen
    for event in (Changed((0, 0, 9, 9)), Settled(Sightings(640, 480, dice=dice), 1.0, 1), Still(2.0)):
        screen._take(event)
    tablet.settle()


def meet_dice(tablet: Tablet, name: str) -> Any:
    """The screen on which the camera meets a set of dice of this name."""
    tablet.app.go("meet_dice")
    tablet.settle()
    tablet.screen.ids.name.text = name
    tablet.screen.use_name()
    return tablet.screen


def die(x: float, value: int, kind: DieKind = DieKind.D10) -> DieSighting:
    return DieSighting(kind, (x, 50.0), ((value, 0.8),), False, 40.0, colour=(100, 150, 150))


def stored(tablet: Tablet, name: str) -> DiceSet:
    return DiceSetStore(tablet.app.folders.dice_sets).load(name)


def test_a_throw_is_corrected_by_two_taps_and_learned(tablet: Tablet) -> None:
    screen = meet_dice(tablet, "Ours")
    throw(tablet, die(100, 7), die(300, 3, DieKind.D6))
    assert [pad.text for pad in screen.dice] == ["d10: 7 ?", "d6: 3 ?"]
    tablet.tap(screen.dice[0])
    tablet.tap(screen.faces[1])
    assert screen.dice[0].text == "d10: 1"
    tablet.tap(screen.ids.confirm)
    assert [(one.read, one.value) for one in stored(tablet, "Ours").readings] == [(7, 1), (3, 3)]
    assert screen.asks is False


def test_a_die_of_an_unknown_kind_waits_for_its_value_and_teaches_its_face(tablet: Tablet) -> None:
    screen = meet_dice(tablet, "Digits")
    throw(tablet, DieSighting(DieKind.D6, (100, 50), across=40.0, face=FACE), die(300, 7))
    assert [pad.text for pad in screen.dice] == ["d6: not learned", "d10: 7 ?"]
    tablet.tap(screen.dice[0])
    assert [pad.chosen for pad in screen.dice] == [True, False]
    [around] = screen.ids.picture.pointed_at
    assert around[0] == (70, 20) and around[2] == (130, 80), "the chosen die is marked in the picture"
    tablet.tap(screen.faces[4])
    assert screen.dice[0].text == "d6: 4" and not screen.dice[0].chosen
    assert not screen.ids.picture.pointed_at
    tablet.tap(screen.ids.confirm)
    learned = stored(tablet, "Digits").readings[0]
    assert (learned.read, learned.value, learned.face) == (None, 4, FACE)


def test_a_throw_that_is_skipped_or_picked_up_teaches_nothing(tablet: Tablet) -> None:
    screen = meet_dice(tablet, "Skipped")
    throw(tablet, die(100, 7))
    tablet.tap(screen.ids.skip)
    throw(tablet, die(200, 8))
    screen._take(Changed((0, 0, 9, 9)))
    assert not screen.asks
    assert "Skipped" not in DiceSetStore(tablet.app.folders.dice_sets).names()


def test_a_name_that_no_set_can_have_is_refused(tablet: Tablet) -> None:
    tablet.app.go("meet_dice")
    tablet.settle()
    tablet.screen.ids.name.text = "a/b"
    assert not tablet.screen.use_name()


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


@pytest.mark.timeout(240)
@pytest.mark.prove("camera-game")
def test_the_mistake_in_the_bundled_video_is_found_marked_and_put_right(tablet: Tablet) -> None:
    tablet.tap(tablet.screen.entries["show_me"])
    screen = tablet.screen
    assert (screen.name, screen.stage) == ("show_me", "playing")
    until(tablet, lambda: screen.stage != "playing")
    assert screen.stage == "mistake", screen.sentence
    assert screen.sentence.startswith("The table differs from the game") and screen.steps
    assert len(screen.ids.picture.pointed_at) == 1
    assert len(screen.ids.game.children) == 1
    tablet.settle(6)
    assert amiss(tablet) == []
    tablet.tap(screen.ids.put_right)
    assert screen.stage == "right" and not screen.ids.picture.pointed_at
    assert screen.sentence == "Table and game match again. No wrong move was recorded."
    tablet.tap(screen.ids.onward)
    assert tablet.screen.name == "new_game"


@pytest.mark.parametrize(
    ("size", "language"), [((1024, 600), "fr"), pytest.param((800, 1280), "en", marks=pytest.mark.prove("screens"))]
)
def test_the_mistake_is_shown_whole(tablet: Tablet, size: tuple[int, int], language: str) -> None:
    assert (words.language, tablet.window.size) == (language, size)
    VIEWS["show_me"](tablet.app)
    tablet.settle(8)
    screen = tablet.screen
    assert screen.stage == "mistake" and amiss(tablet) == []
    tablet.tap(screen.ids.put_right)
    tablet.settle(6)
    assert amiss(tablet) == []
    tablet.app.go("start")
    words.language = "en"


def test_the_video_is_skipped_with_one_tap(tablet: Tablet) -> None:
    tablet.tap(tablet.screen.entries["show_me"])
    screen = tablet.screen
    shown = screen.film
    tablet.tap(screen.ids.onward)
    shown.join(30)
    assert tablet.screen.name == "start" and not shown.is_alive()


def test_an_edition_without_the_video_says_so(tablet: Tablet, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(film, "CLIPS", tmp_path)
    tablet.tap(tablet.screen.entries["show_me"])
    screen = tablet.screen
    until(tablet, lambda: screen.stage != "playing")
    assert (screen.stage, screen.sentence) == ("over", "Sample video: not part of this edition")


ROOT = Path(__file__).resolve().parents[2]


def written(screen: Any) -> set[str]:
    """Every text that is seen there."""
    return {one.text for one in screen.walk() if isinstance(one, Text) and one.text and _is_visible(one)}


def _is_visible(widget: Any) -> bool:
    while widget is not None and widget is not widget.parent:
        if widget.opacity == 0 or min(widget.size) <= 1:
            return False
        widget = widget.parent
    return True


def test_every_tap_from_the_first_screen_to_the_first_card_is_named_on_its_screen(tablet: Tablet) -> None:
    for one in TAPS:
        tablet.settle(8)
        assert one.named in written(tablet.screen), (one.what, sorted(written(tablet.screen)))
        tablet.tap(one.target(tablet.screen))
    assert CARD in {card.kind for card in tablet.state.cards_on_table()}
    tablet.app.go("start")


def test_the_list_for_newcomers_is_that_of_these_taps_with_its_pictures() -> None:
    docs = ROOT / "docs"
    assert (docs / "first-card.md").read_text("utf8") == format_page()
    pictures = [line.split("](")[1].split(")")[0] for line in format_page().splitlines() if "](pictures" in line]
    assert pictures and all((docs / picture).is_file() for picture in pictures)


each_game = pytest.mark.parametrize("rules", games(), ids=lambda rules: rules.name)


def glowing(screen: Any) -> list[Any]:
    """All that glows or is labelled for the next step, in order."""
    views = [view for view in screen.ids.table.spots() if view.glows or getattr(view, "chosen", "")]
    cards = [card for card in screen.hand.values() if card.chosen]
    return [*views, *cards, *([screen.ids.next] if screen.button else [])]


def finger(one: Any) -> Any:
    """Where a finger taps it."""
    return one.ids.strip if "strip" in one.ids else one


def begin(tablet: Tablet, rules: Any) -> Any:
    tablet.app.go("start")
    tablet.settle()
    tablet.tap(tablet.screen.entries["learn"])
    tablet.settle(6)
    tablet.tap(tablet.screen.pads[rules.name])
    return tablet.screen


@each_game
@pytest.mark.parametrize(("size", "language"), [((1280, 800), "en"), ((800, 1280), "fr")])
def test_taps_on_what_glows_lead_to_the_form(tablet: Tablet, size: tuple[int, int], language: str, rules: Any) -> None:
    assert (words.language, tablet.window.size) == (language, size)
    screen = begin(tablet, rules)
    for number, step in enumerate(screen.lesson.steps):
        tablet.settle(6)
        screen.happenings.stage.finish()
        assert screen.tapped == number and screen.text == words.say(step.text)
        assert amiss(tablet) == []
        [target] = glowing(screen)
        tablet.tap(finger(target))
    assert tablet.screen.name == "new_game" and tablet.screen.rules is rules
    tablet.app.go("start")


@each_game
def test_nothing_else_goes_on(tablet: Tablet, rules: Any) -> None:
    screen = begin(tablet, rules)
    for number, step in enumerate(screen.lesson.steps):
        tablet.settle(6)
        screen.happenings.stage.finish()
        others = [view for view in screen.ids.table.spots() if view.spot.id != step.tap]
        others += [card for code, card in screen.hand.items() if code != step.tap]
        for view in others:
            if not view.disabled:
                view.dispatch("on_release")
        assert screen.tapped == number
        if step is not screen.lesson.steps[-1]:
            screen.go_on()
    tablet.app.go("start")


def test_a_lesson_begins_again_at_the_next_visit_and_for_another_game(tablet: Tablet) -> None:
    screen = begin(tablet, games()[0])
    screen.go_on()
    tablet.tap(screen.pads[games()[1].name])
    assert screen.tapped == 0 and screen.course.rules is games()[1]
    screen.go_on()
    screen = begin(tablet, games()[0])
    assert screen.tapped == 0 and screen.course.rules is games()[0]
    tablet.app.go("start")
