"""Thousands of random taps, with proposals between them, raise and orphan nothing; where they go and went."""

import json
import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np
import pytest

from companion.app.registry import ANY_GAME, all_game_uis, find_game_ui
from companion.app.sheets.covered import CoverSheet
from companion.app.storage.settings import TEXT_SIZES
from companion.app.widgets.sheet import Sheet
from companion.app.window.screen_names import SCREENS, loaded_ahead
from companion.app.window.theme import theme
from companion.games.fields import Amount
from companion.games.magistratvm.game import MAGISTRATVM
from companion.games.magnate import Phase
from companion.games.magnate.game import MAGNATE
from companion.games.registry import game, game_names, games
from companion.games.sorcerous_futures.game import SORCEROUS_FUTURES
from companion.games.sorcerous_futures.options import PRESETS
from companion.games.sorcerous_futures.setup import Setup
from companion.locale import Message
from docs.tools.app_games import play_to
from docs.tools.gallery import VIEWS
from tests.app.monkey import Monkey, Place
from tests.app.tablet import Tablet
from tests.games.magistratvm.random_game import begun
from tests.games.sorcerous_futures.reference import deal
from tests.games.sorcerous_futures.reference_moves import cards
from tests.prove import ROOT, tree


@dataclass
class Reached:
    """Taps in one size, by screen and by sheet, and the places whose taps passed."""

    places: set[str] = field(default_factory=set)
    screens: Counter[str] = field(default_factory=Counter)
    sheets: Counter[str] = field(default_factory=Counter)

    @property
    def taps(self) -> int:
        """All taps of the size."""
        return self.screens.total()

    def lines(self, every_screen: frozenset[str], every_sheet: frozenset[str]) -> Iterator[str]:
        """The counts for people."""
        for title, counted, known in (("screens", self.screens, every_screen), ("sheets", self.sheets, every_sheet)):
            listed = sorted(known | set(counted), key=lambda name: (-counted[name], name))
            yield f"  {title}: " + ", ".join(f"{name} {counted[name]}" for name in listed)


@cache
def kept() -> Path:
    """The file of this very tree: what was reached with other files does not count."""
    return ROOT / "out" / "prove" / f"monkey-taps-{tree() or 'unknown'}.jsonl"


def keep(size: str, place: str, screens: Counter[str], sheets: Counter[str]) -> None:
    """Adds what was tapped in one test."""
    line = json.dumps({"size": size, "place": place, "screens": screens, "sheets": sheets})
    kept().parent.mkdir(parents=True, exist_ok=True)
    with kept().open("a", encoding="utf8") as file:
        file.write(f"{line}\n")


def reached(size: str) -> Reached:
    """What was tapped in this size; of a place that was tapped again the last counts."""
    lines = kept().read_text("utf8").splitlines() if kept().exists() else []
    latest = {(line["size"], line["place"]): line for line in map(json.loads, lines)}
    found = Reached()
    for (of, place), line in latest.items():
        if of == size:
            found.places.add(place)
            found.screens.update(line["screens"])
            found.sheets.update(line["sheets"])
    return found


NAMES = ("Ann", "Ben", "Cleo", "Dan")
OVER = 1000
"""A turn after the end of every game."""
Enter = Callable[[Any, Random], object]


def _magnate(preset: str) -> Enter:
    def enter(app: Any, dice: Random) -> None:
        play_to(app, preset, dice.choice((1, 3, 9, 14, 23)), dice.choice((Phase.ROLL, Phase.PLAY)))

    return enter


def _sorcerous(app: Any, dice: Random) -> None:
    table = deal(dice.choice((3, 4)), dice)
    preset = PRESETS["three-players" if table.seats == 3 else "four-players"]
    app.start_game(SORCEROUS_FUTURES, NAMES[: table.seats], preset, Setup(tuple(cards(*own) for own in table.aces)))


def _magistratvm(app: Any, dice: Random) -> None:
    state, setup, _ = begun(dice.choice((3, 4)), dice.randrange(100))
    app.start_game(MAGISTRATVM, NAMES[: state.seats], state.options, setup)


TABLES: Mapping[str, Mapping[str, Enter]] = {
    MAGNATE.name: {preset: _magnate(preset) for preset in ("standard", "three-players", "solo", "mega")},
    SORCEROUS_FUTURES.name: {"sorcerous-futures": _sorcerous},
    MAGISTRATVM.name: {"magistratvm": _magistratvm},
}
"""By the game's name: how its tables are begun."""


def _unfinished(app: Any, dice: Random) -> None:
    _magnate("standard")(app, dice)
    app.go("start")


def _games(app: Any, dice: Random) -> None:
    for begin in ("standard", "solo"):
        _magnate(begin)(app, dice)
    play_to(app, "standard", OVER)
    app.go("games")


def _copies(app: Any, dice: Random) -> None:
    _games(app, dice)
    app.go("copies")
    app.root.current_screen.copy_now()


def _new_game(app: Any, dice: Random) -> None:
    app.go("new_game")
    app.root.current_screen.begin(game(dice.choice(game_names())))


def _film(app: Any) -> str:
    """A film of an empty table: a camera of this machine stays closed."""
    film = app.folders.data / "film"
    if not film.exists():
        film.mkdir(parents=True)
        for number in range(4):
            cv2.imwrite(str(film / f"{number}.png"), np.full((180, 320, 3), 90, np.uint8))
    return str(film)


def _camera(app: Any, dice: Random) -> None:
    app.set("camera", dice.choice(("", _film(app))))
    app.go("camera")


def _live_picture(app: Any, dice: Random) -> None:
    _magnate("standard")(app, dice)
    screen = app.root.current_screen
    screen.overlay.close()
    screen.camera.start(_film(app))
    screen.camera.open_picture()


def _covered(app: Any, dice: Random) -> None:
    """The question that one player answers alone, of a game that was just begun."""
    _sorcerous(app, dice)
    screen = app.root.current_screen
    sheet = CoverSheet(
        (),
        Amount("gold", Message("gold"), 0, 20),
        owner=NAMES[0],
        text="?",
        callback=lambda _answer: screen.overlay.close(),
    )
    screen.open(sheet)


def _put_away(app: Any, dice: Random) -> None:
    """What goes into which bag, of a game that was just begun."""
    _sorcerous(app, dice)
    app.root.current_screen.open_put_away()


PREPARED: Mapping[str, Enter] = {
    "start": _unfinished,
    "games": _games,
    "copies": _copies,
    "new_game": _new_game,
    "camera": _camera,
    "end": lambda app, dice: play_to(app, dice.choice(("standard", "three-players")), OVER),
}
"""Screens that show more once something was prepared; every other is gone to by its name."""


def _go(screen: str) -> Enter:
    return PREPARED.get(screen, lambda app, _dice: app.go(screen))


def _view(view: str) -> Enter:
    return lambda app, _dice: VIEWS[view](app)


PLAYED = {ui.table for ui in all_game_uis()}
"""The screens on which a game is played."""
PLACES: Mapping[str, Mapping[str, Place]] = {
    "tables": {name: Place(enter, PLAYED) for tables in TABLES.values() for name, enter in tables.items()},
    "screens": {name: Place(_go(name), (name,)) for name in SCREENS if name not in PLAYED},
    "sheets": {
        **{name: Place(_view(name), of_sheet=True) for name in VIEWS},
        "live_picture": Place(_live_picture, of_sheet=True),
        "covered": Place(_covered, of_sheet=True),
        "put_away_of_any_game": Place(_put_away, of_sheet=True),
    },
}
"""By kind and name: every place."""


NEVER_OPENED = {"CoveredSheet"}
"""What other sheets have in common."""


def sheets() -> frozenset[str]:
    """The names of the app's sheets' classes: those of the folders ``sheets``."""
    for load in loaded_ahead():
        load()
    found, waiting = set[str](), [Sheet]
    while waiting:
        kind = waiting.pop()
        waiting += kind.__subclasses__()
        if ".sheets." in kind.__module__ and kind.__module__.startswith("companion.app."):
            found.add(kind.__name__)
    return frozenset(found - NEVER_OPENED)


def home(folder: Path) -> Path:
    """A home folder with photos: the bundled one, a damaged one, and a folder that is empty."""
    from companion.demo.bundled import photo

    pictures = folder / "Pictures"
    (pictures / "empty").mkdir(parents=True)
    (pictures / "table.jpg").write_bytes(photo().read_bytes())
    (pictures / "damaged.jpg").write_bytes(photo().read_bytes()[:20_000])
    return folder


SMALL, LARGE = ((800, 1280), (1024, 600), (1280, 800)), ((1920, 1200), (2560, 1600))
SIZES = (*SMALL, *LARGE)
FIRST = int(os.environ.get("MONKEY_SEED", "0"))
TAPS = int(os.environ.get("MONKEY_TAPS", "5000"))
"""In each size, over all places."""
SHARE = {"tables": 0.4, "screens": 0.3, "sheets": 0.3}
"""Of the taps, by the kind of place."""
LEAST = 20
"""Taps that each screen must have had in each size, of 5,000."""
QUICK = 25
"""Taps that are tried with every change."""
EVERY = [(kind, name) for kind, places in PLACES.items() for name in places]


def spelled(size: tuple[int, int]) -> str:
    return f"{size[0]}x{size[1]}"


def let_loose(tablet: Tablet, place: Place, seed: int, taps: int) -> Monkey:
    """So many taps there."""
    monkey = Monkey(tablet, place, seed)
    monkey.go_on(taps)
    return monkey


@pytest.fixture
def room(
    tablet: Tablet, size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pytestconfig: pytest.Config
) -> Iterator[Tablet]:
    """The tablet in a window of this size, and photos of its own to choose from."""
    monkeypatch.setenv("HOME", str(home(tmp_path / "home")))
    tablet.resize(*size)
    yield tablet
    tablet.faulty = True
    tablet.app.recovery.met.clear()
    tablet.app.web_pages.end()
    tablet.app.go("start")
    if theme.name != "evening":
        tablet.app.use_theme("evening")
    if theme.lettering != TEXT_SIZES["usual"]:
        tablet.app.set_text_size("usual")
    # A place makes as many widgets as fifty other tests: uncollected they fill gigabytes, and slow each tap down.
    tablet.tidy(everything=pytestconfig.getoption("--prove") is not None)


EVERY_PLACE = pytest.mark.parametrize(("kind", "place"), EVERY, ids=["-".join(pair) for pair in EVERY])
IN_SMALL_WINDOWS = pytest.mark.parametrize("size", SMALL, ids=spelled)
IN_LARGE_WINDOWS = pytest.mark.parametrize("size", LARGE, ids=spelled)


@pytest.mark.prove("monkey")
@EVERY_PLACE
@IN_SMALL_WINDOWS
def test_random_taps_leave_nothing_unknown(room: Tablet, kind: str, place: str, size: tuple[int, int]) -> None:
    tap_everywhere(room, kind, place, size)


@pytest.mark.prove("monkey-large")
@EVERY_PLACE
@IN_LARGE_WINDOWS
def test_random_taps_leave_nothing_in_large_windows(room: Tablet, kind: str, place: str, size: tuple[int, int]) -> None:
    tap_everywhere(room, kind, place, size)


def tap_everywhere(room: Tablet, kind: str, place: str, size: tuple[int, int]) -> None:
    """The share of the taps that one place has in this size; what they reach is counted."""
    seed = FIRST * 10_000 + EVERY.index((kind, place)) * 10 + SIZES.index(size)
    taps = max(1, round(TAPS * SHARE[kind] / len(PLACES[kind])))
    monkey = let_loose(room, PLACES[kind][place], seed, taps)
    keep(spelled(size), f"{kind}-{place}", monkey.screens, monkey.sheets)


@pytest.mark.prove("monkey")
@IN_SMALL_WINDOWS
def test_random_taps_reach_every_screen_and_sheet(size: tuple[int, int], capsys: pytest.CaptureFixture[str]) -> None:
    with capsys.disabled():
        check_all_was_reached(size)


@pytest.mark.prove("monkey-large")
@IN_LARGE_WINDOWS
def test_random_taps_reach_all_of_a_large_window(size: tuple[int, int], capsys: pytest.CaptureFixture[str]) -> None:
    with capsys.disabled():
        check_all_was_reached(size)


def check_all_was_reached(size: tuple[int, int]) -> None:
    """Print what was tapped in a size, and fail if a screen or a sheet was not."""
    found = reached(spelled(size))
    missing = {f"{kind}-{place}" for kind, place in EVERY} - found.places
    print(f"\n{spelled(size)}: {found.taps} taps, {len(missing)} places to come")
    print(*found.lines(frozenset(SCREENS), sheets()), sep="\n")
    if missing:
        pytest.skip(f"{len(missing)} places of {spelled(size)} are still to be tapped")
    least = LEAST * TAPS // 5000
    # Each game here has a table of its own, so no tap leads to that of a game without one.
    shown = SCREENS.keys() - ({ANY_GAME.table} - {find_game_ui(rules.name).table for rules in games()})
    assert {name: found.screens[name] for name in shown if found.screens[name] < least} == {}
    assert {name for name in sheets() if not found.sheets[name]} == set()


@pytest.mark.parametrize("size", [(1280, 800)])
@pytest.mark.parametrize("place", ["standard", "sorcerous-futures"])
def test_a_few_random_taps_leave_nothing_that_nobody_knows(room: Tablet, place: str, size: tuple[int, int]) -> None:
    let_loose(room, PLACES["tables"][place], 7, QUICK)
