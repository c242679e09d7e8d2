"""Run with what is laid out for Android: the app's modules under a stubbed platform, a game played, a table seen.

``python -P on_android.py FOLDER PACKAGE…`` imports nothing that is installed but the named packages, the standard
library and what is laid out in the folder. python-for-android's own modules are stood in for.
"""

import os
import sys
import sysconfig
import tempfile
from importlib import import_module
from pathlib import Path
from types import ModuleType


class OnlyWhatIsPacked:
    """Android's app has what its requirements name, and nothing else of what is installed here."""

    def __init__(self, names: set[str]) -> None:
        self._names = names | set(sys.stdlib_module_names)

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        if name.partition(".")[0] not in self._names:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


def stand_in(name: str, **members: object) -> ModuleType:
    module = sys.modules[name] = ModuleType(name)
    for member, value in members.items():
        setattr(module, member, value)
    return module


def android(folder: Path, packages: set[str]) -> None:
    """From here on this is Android, as far as the app can tell."""
    import_module("kivy.core.window")  # before the platform is another: the wheel here has Linux's window
    sysconfig.get_config_vars()
    kept = tempfile.mkdtemp()
    names = packages | {path.stem for path in folder.iterdir()}
    sys.meta_path.insert(0, OnlyWhatIsPacked(names))
    sys.path.insert(0, str(folder))
    sys.platform = "android"
    os.environ["ANDROID_ARGUMENT"] = kept
    activity = stand_in("android.activity", bind=lambda **_: None, unbind=lambda **_: None)
    stand_in("android", activity=activity, mActivity=None)
    stand_in("android.storage", app_storage_path=lambda: kept)
    stand_in("jnius", autoclass=lambda name: name, cast=lambda _kind, it: it)


def imported() -> None:
    """Every module of the app that is ever shown, its start, its picker and sharing."""
    from companion.app.window.screen_names import loaded_ahead

    for part in loaded_ahead():
        part()
    assert callable(import_module("main").main) and callable(import_module("photo_picker").pick)
    assert callable(import_module("share").share)


def game_kept(data: Path) -> None:
    """A roll in a game that is kept in a folder."""
    from companion.app.application import CompanionApp
    from companion.folders import Folders
    from companion.games.magnate import Setup, preset
    from companion.games.magnate.game import MAGNATE
    from companion.pieces import Card, DieKind, cast_of
    from companion.play import Source

    app = CompanionApp(Folders(data))
    cards = [tuple(map(Card.parse, codes.split())) for codes in ("PMSL PMYK X PSWK PWLY", "CM CW CK", "CS CL CY")]
    setup = Setup(cards[0], (cards[1], cards[2]))
    play = app.game_store.start(MAGNATE, ("Ann", "Ben"), preset("standard"), setup, lambda: None, print)
    play.propose(play.course.rules.roll(play.state, cast_of(DieKind.D10, (9, 4))), source=Source.TOUCH)
    print("played", play.seq, flush=True)


def recognise_photo(photo: Path) -> None:
    """How much is seen in a photo."""
    from companion.pictures.loading import load_picture
    from companion.vision.recognise import recognise

    found = recognise(load_picture(photo).pixels).sightings
    print("seen", len(found.cards), len(found.dice), flush=True)


def what_it_has_not() -> None:
    """No ports, and what is said of the tablet's own camera."""
    from companion.errors import CompanionError
    from companion.pictures.sources.cameras import list_cameras
    from firmware_bridge.port import likely_ports

    assert list(likely_ports()) == []
    try:
        list_cameras()
    except CompanionError as error:
        print("camera:", error.line())


if __name__ == "__main__":
    android(Path(sys.argv[1]), set(sys.argv[2:]))
    imported()
    game_kept(Path(os.environ["ANDROID_ARGUMENT"]) / "companion")
    recognise_photo(Path(sys.argv[1]) / "companion" / "demo" / "photo.jpg")
    what_it_has_not()
    wrong = {name.partition(".")[0] for name in sys.modules} & {"onnxruntime", "reportlab", "rich", "typer"}
    assert not wrong, wrong
