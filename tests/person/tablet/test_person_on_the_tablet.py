"""A person who knows nothing of the app plays on the tablet, and a referee compares what it shows."""

import ast
import os
from pathlib import Path
from typing import Any

import pytest

from companion.demo.bundled import photo as bundled_photo
from companion.journal import Journal
from tests.person.pictures.moments import NAMES, Moment
from tests.person.referee import FuturesTable, MagnateExpected, MagnateTable, RomeTable, start
from tests.person.tablet.driver import PLACES, opened
from tests.person.tablet.endings import LABELS, count_differences, district_differences, show_all
from tests.person.tablet.magnate import MagnatePeople
from tests.person.tablet.person import Person
from tests.person.tablet.photo import PhotoPeople
from tests.person.tablet.rome import FuturesPeople, RomePeople

OTHERS = ("__init__", "conftest", "driver")
MODULES = sorted(Path(__file__).parent.glob("*.py"))
PERSON = [file for file in MODULES if file.stem not in OTHERS and not file.stem.startswith("test_")]


@pytest.mark.parametrize("file", PERSON, ids=lambda file: file.stem)
def test_a_person_imports_nothing_of_the_companion_or_of_its_tests(file: Path) -> None:
    tree = ast.parse(file.read_text("utf8"))
    modules = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    modules += [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    ours = [one for one in modules if one.split(".")[0] in ("companion", "tests")]
    assert [one for one in ours if not one.startswith("tests.person.")] == []


TAPS_TO_FIRST_ROLL = 9
"""Most taps besides letters from the first screen to the first roll of a game with two typed names."""


MOST_ACTS = int(os.environ.get("ACTS", "10000"))
"""Acts of each game: all of them, unless fewer are asked for."""
REMATCH = 6
"""Acts of a rematch."""


def test_two_who_type_their_names_roll_after_nine_taps(app: Any, window: Any, tmp_path: Path) -> None:
    with opened(app, window, tmp_path, "tablet", "en"):
        people = MagnatePeople("first evening", "en", 2)
        people.begin(("Ann", "Ben"))
        people.tap("Deal for me")
        people.tap("Start")
        people.roll((6, 8), None)
        people.find("6·8", exact=False)
        assert people.hands.taps <= TAPS_TO_FIRST_ROLL, people.steps


@pytest.mark.prove("person-tablet")
@pytest.mark.parametrize(("place", "language"), [*zip(PLACES, ("en", "fr", "fr", "en"), strict=True)])
def test_a_photo_is_seen_beside_its_score(
    app: Any, window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str, language: str
) -> None:
    pictures = tmp_path / "Pictures"
    pictures.mkdir()
    monkeypatch.setenv("XDG_PICTURES_DIR", str(pictures))
    monkeypatch.setenv("XDG_DOWNLOAD_DIR", str(tmp_path / "none"))
    photo = pictures / "table.jpg"
    photo.write_bytes(bundled_photo().read_bytes())
    with opened(app, window, tmp_path, place, language):
        PhotoPeople(f"photo {place}").score(photo, language)


EVERY_PAIR = bool(os.environ.get("EVERY_PAIR"))
"""Whether every game is played in every window, rather than once in one of them."""
SEEDS = {
    ("magnate", 2): 50,
    ("magnate", 3): 13,
    ("sorcerous-futures", 3): 23,
    ("sorcerous-futures", 4): 2,
    ("magistratvm", 3): 4,
    ("magistratvm", 4): 22,
}
"""Of short games with counts of two figures."""
PAIRS = [
    ("magnate", 2, "tablet", "en"),
    ("sorcerous-futures", 3, "tablet", "fr"),
    ("magistratvm", 4, "tablet", "en"),
    ("magnate", 3, "dense", "fr"),
    ("sorcerous-futures", 4, "dense", "en"),
    ("magistratvm", 3, "dense", "fr"),
    ("magnate", 3, "upright", "en"),
    ("sorcerous-futures", 3, "upright", "fr"),
    ("magistratvm", 4, "upright", "fr"),
    ("magnate", 2, "large", "fr"),
    ("sorcerous-futures", 4, "large", "en"),
    ("magistratvm", 3, "large", "en"),
]
"""Each game, with its number of players, in each window."""
ONE_OF_EACH = [PAIRS[number] for number in (0, 3, 5, 7, 10)]
"""Every window, game and language once."""


@pytest.mark.prove("person-tablet")
@pytest.mark.timeout(3500)
@pytest.mark.parametrize(("game", "seats", "place", "language"), PAIRS if EVERY_PAIR else ONE_OF_EACH)
def test_a_whole_game_shows_what_is_true_after_each_act(
    app: Any, window: Any, tmp_path: Path, game: str, seats: int, place: str, language: str
) -> None:
    with opened(app, window, tmp_path, place, language):
        story, seed = f"{game} {seats} {place} {language}", SEEDS[game, seats]
        table, again = start(game, seats, seed), start(game, seats, seed + 1)
        if isinstance(table, MagnateTable):
            people = MagnatePeople(story, language, seats)
            people.begin()
            people.lay(table)
            people.play(table, MOST_ACTS)
            if table.over:
                people.play(people.rematch(table), REMATCH)
        elif isinstance(table, FuturesTable) and isinstance(again, FuturesTable):
            bidders = FuturesPeople(story, language, seats)
            bidders.begin(table)
            bidders.play(table, MOST_ACTS)
            if table.over:
                bidders.choose(bidders.common["rematch"])
                bidders.fill_in(again)
                bidders.play(again, REMATCH)
        elif isinstance(table, RomeTable) and isinstance(again, RomeTable):
            romans = RomePeople(story, language, seats)
            romans.begin(table)
            romans.play(table, MOST_ACTS)
            if table.over:
                romans.choose(romans.common["rematch"])
                romans.fill_in(again)
                romans.play(again, REMATCH)
        if not table.over:
            pytest.skip(f"only the first {MOST_ACTS} acts were played")


@pytest.mark.prove("person-tablet")
@pytest.mark.parametrize(("game", "seats", "place", "language"), PAIRS)
def test_the_final_count_of_a_stored_game_is_read(
    app: Any, window: Any, tmp_path: Path, game: str, seats: int, place: str, language: str
) -> None:
    seed, names = SEEDS[game, seats], NAMES[:seats]
    kept, entries, _ = Moment(game, seats, "over", seed=seed).stored()
    table = start(game, seats, seed)
    while not table.over:
        table.next_act()
    expected = table.expect()
    with opened(app, window, tmp_path, place, language):
        with Journal.open(app.folders.ensure_writable().journal_url) as journal:
            journal.create(kept, entries)
        app.resume_game(kept.id)
        person = Person(f"count {game} {seats} {place} {language}")
        show_all(person, LABELS[language]["score"])
        person.same(lambda screen: count_differences(screen, expected, names), "the end of the game")
        if isinstance(expected, MagnateExpected):
            person.same(lambda screen: district_differences(screen, expected, names), "the end of the game")
