"""Ctrl-C, a signal and a closed terminal end a program alike; ``companion web`` run as a program."""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.cli.web import DisplayedCode, draw_qr_code
from companion.web.access_codes import AccessCodes
from tests.cli.printed import Say
from tests.cli.terminal_session import TerminalSession
from tests.cli.test_kept_games import NEW
from tests.cut import Network
from tests.postgres import Postgres
from tests.web.as_program import page_program
from tests.web.site import Tab, another_rolls


def test_the_page_follows_a_game_of_another_program_and_shows_a_code_for_each_seat(say: Say, data: Path) -> None:
    assert say(*NEW)[0] == 0
    with page_program(data, "Friday", "Ben", "--seat", "ben", "--seat", "Ben") as (served, (first, own)):
        with Tab(first) as watching, Tab(own) as ben:
            watching.follow("/tv")
            assert ben.get()["status"] == 200
            another_rolls(f"sqlite:///{data / 'games.db'}")
            watching.until(lambda page: "rolled" in page["live"])
        served.terminate()
        rest = served.communicate(timeout=30)[0]
        assert not re.findall(r"^Ben: ", rest, re.M), "the device that has the seat keeps it"


@pytest.mark.prove("club")
def test_the_page_of_a_clubs_game_stays_while_its_server_is_away_and_says_so_once(
    say: Say, data: Path, server: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = server.schema()
    with Network(server.port) as network:
        monkeypatch.setenv("COMPANION_DATABASE_URL", url.replace(f":{server.port}/", f":{network.port}/"))
        assert say(*NEW)[0] == 0
        with page_program(data, "Friday", "Ben") as (served, (first, _)), Tab(first) as watching:
            watching.follow("/tv")
            watching.until(lambda page: page["status"] == 200)
            network.cut()
            assert served.stderr is not None and "cannot connect" in served.stderr.readline()
            network.mend()
            another_rolls(url)
            watching.until(lambda page: "rolled" in page["live"])
    assert served.returncode == 0


def test_a_code_that_nobody_used_in_time_is_followed_by_the_next() -> None:
    now = [0.0]
    codes: AccessCodes[None] = AccessCodes(lambda: now[0])
    shown = DisplayedCode(codes.is_valid, lambda: f"http://page/#{codes.issue(None)}", lambda: "http://page/")
    shown.refresh()
    first = shown.code
    shown.refresh()
    assert shown.code == first
    now[0] = 601
    shown.refresh()
    assert shown.code != first and codes.is_valid(shown.code)


def test_who_does_not_play_has_no_page(say: Say) -> None:
    say(*NEW)
    assert (
        "--seat Zoë: no such player. Choose from: Ann or Ben, or a seat number from 0"
        in say("web", "Friday", "--host", "localhost", "--port", "0", "--seat", "Zoë")[2]
    )


def test_a_code_in_the_terminal_is_read_by_a_phone_whatever_the_terminals_colours() -> None:
    address = "http://192.168.1.20:8460/#ABCDEFGH"
    drawn = draw_qr_code(address, in_colours=True)
    shade, rows = {"16": 0, "231": 255}, []
    for line in drawn.splitlines():
        upper, lower = [], []
        for above, below, blocks in re.findall("\x1b\\[38;5;(\\d+);48;5;(\\d+)m(▀+)", line):
            upper += [shade[above]] * len(blocks)
            lower += [shade[below]] * len(blocks)
        assert line.endswith("\x1b[0m")
        rows += [upper, lower]
    picture: NDArray[np.uint8] = np.kron(np.array(rows, np.uint8), np.ones((8, 8), np.uint8)).astype(np.uint8)
    assert picture[:32].min() == 255 and cv2.QRCodeDetector().detectAndDecode(picture)[0] == address


if sys.platform == "win32":
    pytest.skip("Windows has no such signals", allow_module_level=True)


IN_POWER = pytest.mark.prove("power")
"""Other signals and other moments, which take seconds each."""


@pytest.fixture
def game(say: Say, data: Path) -> Path:
    """A data folder with a game, and no copy of it."""
    assert say(*NEW)[0] == 0
    shutil.rmtree(data / "backups")
    return data


def copied(data: Path) -> bool:
    return len(list((data / "backups").glob("evening-*.db"))) == 1


@pytest.mark.parametrize("end", [signal.SIGTERM, pytest.param(signal.SIGHUP, marks=IN_POWER)], ids=lambda one: one.name)
def test_the_page_copies_what_was_played_however_it_is_ended(game: Path, end: signal.Signals) -> None:
    if end is not signal.SIGINT:
        signal.signal(end, signal.SIG_DFL)  # what nohup ignores for the tests, the program would ignore too
    with page_program(game, "Friday", "Ben") as (served, (_, own)):
        with Tab(own) as ben:
            assert ben.post("/seat/1", "tap-1", do="roll", seq=0)["status"] == 200
        assert not copied(game)
        served.send_signal(end)
        _, errors = served.communicate(timeout=60)
        assert (served.returncode, errors) == (0, "") and copied(game)


@pytest.mark.parametrize("end", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=IN_POWER)], ids=lambda one: one.name)
def test_the_prompt_copies_what_was_played_however_it_is_ended(game: Path, end: signal.Signals) -> None:
    with TerminalSession(game, "play", "Friday") as table:
        table.wait_for("Ben>")
        table.type("roll 9 4")
        assert not copied(game)
        table.signal(end)
        table.ended()
        assert copied(game) and "Traceback" not in table.printed


@pytest.mark.parametrize("after", [0.02, *(pytest.param(after, marks=IN_POWER) for after in (0.0, 0.05, 0.1))])
def test_the_prompt_ends_in_silence_also_while_it_begins(game: Path, after: float) -> None:
    with TerminalSession(game, "play", "Friday") as table:
        table.wait_for("Type a move")
        time.sleep(after)
        table.signal(signal.SIGTERM)
        table.signal(signal.SIGTERM)
        table.ended()
        assert "Traceback" not in table.printed


def test_a_terminal_that_is_closed_ends_the_prompt_with_a_copy(game: Path) -> None:
    with TerminalSession(game, "play", "Friday") as table:
        table.wait_for("Ben>")
        table.type("roll 9 4")
        table.close_terminal()
        assert copied(game)


@pytest.mark.parametrize("pause", [0.03, pytest.param(0.005, marks=IN_POWER)])
def test_a_second_ctrl_c_while_a_program_closes_is_no_traceback(game: Path, pause: float) -> None:
    with page_program(game, "Friday", "Ben") as (served, (_, own)):
        with Tab(own) as ben:
            ben.post("/seat/1", "tap-1", do="roll", seq=0)
        for _ in range(5):
            served.send_signal(signal.SIGINT)
            time.sleep(pause)
        _, errors = served.communicate(timeout=60)
        assert (served.returncode, errors) == (0, "") and copied(game)


@pytest.mark.parametrize("after", [0.1, 0.6])
def test_ctrl_c_while_a_command_starts_or_works_is_no_traceback(game: Path, after: float) -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)
    command = [sys.executable, "-m", "companion", "--data", str(game), "games"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as one:
        while one.poll() is None and not begun(one.pid):
            time.sleep(0.001)
        time.sleep(after)
        for _ in range(3):
            one.send_signal(signal.SIGINT)
        _, errors = one.communicate(timeout=60)
    assert one.returncode in (0, 2, 130, -signal.SIGINT) and "Traceback" not in errors


def test_an_interrupt_that_python_swallows_is_sent_again() -> None:
    """Raised in a destructor it would only be printed, and the program would go on."""
    program = (
        "import _thread, time\n"
        "from companion.closing_signals import close_on_signals, interrupt\n"
        "class Left:\n"
        "    def __del__(self):\n"
        "        _thread.interrupt_main()\n"
        "        time.sleep(0.2)\n"
        "close_on_signals(interrupt)\n"
        "try:\n"
        "    Left()\n"
        "    time.sleep(30)\n"
        "except KeyboardInterrupt:\n"
        "    print('closed')\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
    assert (done.stdout, done.stderr) == ("closed\n", "")


def begun(pid: int) -> bool:
    """Whether a program handles signals itself: before, Python's own handler does."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False
    caught = int(next(line for line in status.splitlines() if line.startswith("SigCgt")).split()[1], 16)
    return bool(caught >> (signal.SIGTERM - 1) & 1)


def test_what_nohup_ignores_stays_ignored(game: Path) -> None:
    command = ["nohup", sys.executable, "-m", "companion", "--data", str(game), "web", "--local", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL) as one:
        assert one.stdout is not None and one.stdout.readline()
        one.send_signal(signal.SIGHUP)
        time.sleep(1)
        assert one.poll() is None
        one.send_signal(signal.SIGTERM)
        assert one.wait(60) == 0


def test_the_app_copies_what_was_written_if_it_is_ended(game: Path) -> None:
    """The list of games is renamed in it, by the app's own store."""
    program = (
        "import sys; from pathlib import Path; from companion.folders import Folders\n"
        "from companion.closing_signals import close_on_signals, interrupt\n"
        "close_on_signals(interrupt)\n"
        "from companion.app import run\n"
        "def rename(app):\n"
        "    kept = app.game_store.latest().game\n"
        "    app.game_store.rename(kept.id, ['Saturday', *kept.players])\n"
        "    print('renamed', flush=True)\n"
        "run.connect = rename\n"
        "run.run(Folders(Path(sys.argv[1])))\n"
    )
    command = [sys.executable, "-c", program, str(game)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=screen()) as one:
        assert one.stdout is not None
        if one.stdout.readline() != "renamed\n":
            pytest.skip(f"no window here: {one.communicate()[1][-300:]}")
        assert not copied(game)
        one.send_signal(signal.SIGTERM)
        _, errors = one.communicate(timeout=60)
    assert copied(game) and "Traceback" not in errors


def screen() -> dict[str, str]:
    """A screen for the app: this one's, else an invisible one."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("KIVY", "KCFG"))}
    return {**kept, "KIVY_NO_ARGS": "1", "SDL_AUDIODRIVER": "dummy"}
