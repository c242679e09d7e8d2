"""Escape and F11, the window's size, and a machine that cannot draw."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.app.tablet import Tablet  # isort: skip - it settles Kivy first

from companion.app.sheets.asking import AskingSheet
from companion.app.window.key_bindings import F11
from companion.app.window.work_area import TITLE_BAR

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def stopped(tablet: Tablet, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Gets a line once the app is left."""
    left: list[str] = []
    monkeypatch.setattr(tablet.app, "stop", lambda: left.append("left"))
    return left


def test_escape_on_the_first_screen_asks_before_it_quits(tablet: Tablet, stopped: list[str]) -> None:
    tablet.press_back()
    assert isinstance(tablet.screen.sheet, AskingSheet) and stopped == []
    tablet.tap(tablet.screen.sheet.pads[0])
    assert tablet.screen.sheet is None
    tablet.press_back()
    tablet.press_back()
    assert tablet.screen.sheet is None and stopped == []
    tablet.press_back()
    tablet.tap(tablet.screen.sheet.pads[1])
    assert stopped == ["left"]
    tablet.press_back()  # the sheet: here the app goes on


@pytest.mark.parametrize("key", F11)
def test_f11_shows_the_app_on_the_whole_screen_and_in_a_window_again(tablet: Tablet, key: int) -> None:
    shown = []
    for _ in range(2):
        tablet.window.dispatch("on_keyboard", key, 68, "", [])
        shown.append(tablet.window.fullscreen)
    tablet.resize(1280, 800)
    assert shown == ["auto", False]


@pytest.fixture
def display(tmp_path: Path) -> Iterator[str]:
    """A screen of 1280 × 800 pixels without OpenGL."""
    if sys.platform != "linux" or shutil.which("Xvfb") is None:
        pytest.skip("no Xvfb here (apt-get install xvfb)")
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x800x24", "-extension", "GLX"],
        pass_fds=[write],
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    with os.fdopen(read) as numbers:
        yield f":{numbers.readline().strip()}"
    server.terminate()
    server.wait()


def environment(tmp_path: Path, **more: str) -> dict[str, str]:
    """A player's, without what the tests settle for their own window."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("KIVY", "KCFG", "SDL", "LIBGL"))}
    return {**kept, "HOME": str(tmp_path), "SDL_AUDIODRIVER": "dummy", "LANG": "C.UTF-8", **more}


def test_without_opengl_one_line_says_what_is_missing_and_what_mends_it(display: str, tmp_path: Path) -> None:
    nowhere = str(tmp_path / "nowhere")
    without = environment(tmp_path, DISPLAY=display, LIBGL_DRIVERS_PATH=nowhere, __EGL_VENDOR_LIBRARY_FILENAMES=nowhere)
    command = [sys.executable, "-m", "companion", "--data", str(tmp_path / "data")]
    done = subprocess.run(command, cwd=ROOT, env=without, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2, done.stderr
    [line] = done.stderr.splitlines()
    assert line.startswith("companion: the tablet app: cannot open a window: OpenGL is missing. ")
    assert "apt-get install" in line or "companion doctor" in line


def test_a_screen_that_cannot_be_reached_is_no_screen(tmp_path: Path) -> None:
    if sys.platform != "linux":
        pytest.skip("Linux names its screens")
    command = [sys.executable, "-m", "companion", "--data", str(tmp_path / "data")]
    without = environment(tmp_path, DISPLAY=":4711")
    without.pop("WAYLAND_DISPLAY", None)
    done = subprocess.run(command, cwd=ROOT, env=without, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1), done.stderr
    assert "no display is available" in done.stderr


def settled(tmp_path: Path, code: str, **more: str) -> str:
    """What Kivy is set to once the app has settled its surroundings."""
    program = f"from companion.app.window.environment import *; from companion.app.window.work_area import *; {code}"
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env=environment(tmp_path, **more),
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return done.stdout


def test_the_window_and_its_title_bar_fit_a_screen_of_800_pixels(display: str, tmp_path: Path) -> None:
    show = "configure_kivy(fit_window(DESIGN_SIZE, work_area())); print(os.environ['KCFG_GRAPHICS_HEIGHT'])"
    assert int(settled(tmp_path, show, DISPLAY=display)) <= 800 - TITLE_BAR


def test_on_linux_touches_come_from_the_window_alone(tmp_path: Path) -> None:
    show = "configure_kivy(); from kivy.config import Config; print(*dict(Config.items('input')).values())"
    provided = settled(tmp_path, show)
    assert provided.split() == ["mouse,disable_multitouch"]


def test_the_app_starts_where_no_home_can_be_written(tmp_path: Path) -> None:
    nowhere = tmp_path / "file"
    nowhere.write_text("no folder")
    assert "yes" in settled(tmp_path, "configure_kivy(); print('yes')", HOME=str(nowhere / "home"))


@pytest.mark.parametrize(
    "content",
    [
        "[kivy]\nconfig_version = 27\ndefault_font = ['Gone', '/gone.ttf', '/gone.ttf', '/gone.ttf', '/gone.ttf']\n",
        "[graphics]\nrotation = 90\n",
        "[kivy]\nconfig_ver",
        "\x00\xff",
    ],
    ids=["a font that is missing", "turned", "cut off", "no text"],
)
def test_the_settings_of_other_kivy_programs_are_not_read(content: str, tmp_path: Path) -> None:
    (tmp_path / "config.ini").write_text(content, encoding="latin-1")
    show = (
        "configure_kivy(); from kivy.config import Config; from kivy.core.text import Label; "
        "print(Config.getint('graphics', 'rotation'), Label(text='A').options['font_name_r'])"
    )
    rotation, font = settled(tmp_path, show, KIVY_HOME=str(tmp_path)).split()
    assert rotation == "0" and Path(font).is_file()
    assert (tmp_path / "config.ini").read_text(encoding="latin-1") == content


def test_the_apps_own_start_draws_by_sdl(tmp_path: Path) -> None:
    assert settled(tmp_path, "configure_kivy(); print(os.environ['KIVY_WINDOW'])").strip() == "sdl2"
    assert settled(tmp_path, "configure_kivy(); print(os.environ['KIVY_WINDOW'])", KIVY_WINDOW="x11").strip() == "x11"
