"""The places of the app where random taps go, and what they have reached so far."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np

from companion.app.registry import all_game_uis
from companion.app.sheets.covered import CoverSheet
from companion.app.widgets.sheet import Sheet
from companion.app.window.screen_names import SCREENS, loaded_ahead
from companion.games.fields import Amount
from companion.games.magistratvm.game import MAGISTRATVM
from companion.games.magnate import Phase
from companion.games.magnate.game import MAGNATE
from companion.games.registry import game, game_names
from companion.games.sorcerous_futures.game import SORCEROUS_FUTURES
from companion.games.sorcerous_futures.options import PRESETS
from companion.games.sorcerous_futures.setup import Setup
from companion.locale import Message
from docs.tools.app_games import play_to
from docs.tools.gallery import VIEWS
from tests.app.monkey import Place
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
