"""What every test may ask for."""

import ctypes
import functools
import gc
import importlib
import inspect
import os
import platform
import sys
from collections.abc import Callable, Generator, Iterator
from pathlib import Path

import pytest
from _pytest.doctest import DoctestModule
from hypothesis import is_hypothesis_test

from tests import examples, postgres
from tests.prove import FOLDERS, PARTS, Proven

os.environ["LANGUAGE"] = "en"
"""Whatever the system speaks, what the tests read is English; a test of another language says so."""

examples.load()

gc.set_threshold(200_000, 1, 20)
"""Screens are widgets that hold one another: to look through them for what can go took half the time."""

EXAMPLES = "examples"
"""The part that tries with many examples what the first tier tries with few."""

_MMAP_THRESHOLD, _TRIM_THRESHOLD = -3, -1
"""The parameters' numbers in ``mallopt(3)``."""
_MEGABYTE = 1 << 20

SHARED = Path(__file__).resolve().parents[2] / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The collection of real card faces, labelled pictures and other engines' games, where there is one."""
    if not SHARED.is_dir():
        pytest.skip(f"no collection of real cards and games in {SHARED}")
    return SHARED


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    """A command in French leaves the process French."""
    yield
    if command_line := sys.modules.get("companion.cli.output"):
        command_line.set_language("en")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder that a command makes when it needs it."""
    return tmp_path / "data"


@pytest.fixture
def say(data: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """One command line with the test's data folder; gives status, output and errors."""
    command_line = importlib.import_module("companion.cli.main")

    def run_command(*arguments: str) -> tuple[int, str, str]:
        status = command_line.run([*arguments, "--data", str(data)])
        spoken = capsys.readouterr()
        return status, spoken.out, spoken.err

    return run_command


@pytest.fixture(scope="session")
def typefaces() -> None:
    """Skip where no typeface has digits for dice; all of them are read for that, so not while tests are collected."""
    glyphs = importlib.import_module("models.training.dice.glyphs")
    try:
        glyphs.usable()
    except FileNotFoundError as missing:
        pytest.skip(str(missing))


@pytest.fixture(scope="session")
def server() -> Iterator[postgres.Postgres]:
    """A server of PostgreSQL's; it keeps nothing through a power cut, and is quicker for that."""
    with postgres.running() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database for a journal, of each kind that the companion keeps one in."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'games.db'}"
    server: postgres.Postgres = request.getfixturevalue("server")
    return server.schema()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--prove", metavar="PART", help="run this part of the second tier, instead of the first tier")


class WithExamples:
    """A plugin of pytest: looks for examples only in files that have some; to search a thousand modules takes seconds.

    As a plugin it counts for the modules outside ``tests`` too, unlike what is written in this file.
    """

    @pytest.hookimpl(wrapper=True)
    def pytest_collect_file(self, file_path: Path) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
        found = yield
        if any(isinstance(each, DoctestModule) for each in found) and b">>>" not in file_path.read_bytes():
            return [each for each in found if not isinstance(each, DoctestModule)]
        return found


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(WithExamples())
    if "MUTANT_UNDER_TEST" in os.environ:
        _forget_answers()
    part = config.getoption("--prove")
    if part is not None:
        _check(part)
        config.pluginmanager.register(Proven(part))
    if part == EXAMPLES:
        examples.lengthen()


def _forget_answers() -> None:
    """A mutant's process begins with what was cached when no mutant was there, which would hide it."""
    modules = [module for name, module in sys.modules.items() if name.partition(".")[0] in ("companion", "tests")]
    for one in (one for module in modules for one in vars(module).values()):
        if isinstance(one, functools._lru_cache_wrapper):
            one.cache_clear()


def pytest_pycollect_makeitem(collector: pytest.Module | pytest.Class, obj: object) -> list[pytest.Item] | None:
    """Makes no items of a function that is of another part as a whole: there are thousands of them."""
    marks = getattr(obj, "pytestmark", ()) if inspect.isfunction(obj) else ()
    parts = {mark.args[0] for mark in marks if mark.name == "prove"}
    return [] if parts & PARTS.keys() - {collector.config.getoption("--prove")} else None


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """In the first tier nothing is imported of a folder that is of a part as a whole."""
    whole = collection_path.parent == Path(__file__).parent and collection_path.name in FOLDERS
    return True if whole and config.getoption("--prove") is None else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Without ``--prove`` no test of the second tier runs, with it only those of its part.

    A test whose board stood still (``BoardTimedOut``) may run again: it is paced in real time, on a busy machine too.
    Only that: what was counted wrong once is wrong.
    """
    wanted = config.getoption("--prove")
    config.hook.pytest_deselected(items=[item for item in items if not _belongs(item, wanted)])
    items[:] = [item for item in items if _belongs(item, wanted)]
    for item in items:
        if item.get_closest_marker("paced"):
            item.add_marker(pytest.mark.flaky(reruns=2, only_rerun=["^BoardTimedOut: "]))


def pytest_collection_finish(session: pytest.Session) -> None:
    """What was collected stays to the end: nothing looks through it for what can go."""
    if session.config.getoption("--prove") is None:
        _keep_freed_memory()
        gc.set_threshold(2_000_000, 1, 1_000)  # the tablet's tests tidy up between them
        if "companion.vision.networks" in sys.modules:
            known_answers = importlib.import_module("tests.known_answers")
            known_answers.remember()
    gc.freeze()


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish() -> None:
    """What is left at the end goes with the process: nothing looks through it once more before."""
    gc.freeze()


def _keep_freed_memory() -> None:
    """Pictures get memory that was freed before, as in a command, up to what glibc itself would come to.

    To import the tablet's tests settles the allocator as on a tablet: each picture's memory is new, page by page, and
    goes back at once. For short tests that took as long as the pictures did; the parts that measure memory have it.
    """
    if platform.libc_ver()[0] == "glibc":
        ctypes.CDLL(None).mallopt(_MMAP_THRESHOLD, 32 * _MEGABYTE)
        ctypes.CDLL(None).mallopt(_TRIM_THRESHOLD, 64 * _MEGABYTE)


def _belongs(item: pytest.Item, wanted: str | None) -> bool:
    """Properties are tried in the first tier, and with more examples in a part of the second."""
    part = _part(item)
    return part == wanted or (wanted == EXAMPLES and part is None and is_hypothesis_test(getattr(item, "obj", None)))


def _part(item: pytest.Item) -> str | None:
    """The part of the second tier that a test is marked for; None in the first tier."""
    mark = item.get_closest_marker("prove")
    return FOLDERS.get(item.path.parent.name) if mark is None else _check(mark.args[0])


def _check(part: str) -> str:
    if part not in PARTS:
        raise pytest.UsageError(f"the second tier has no part {part!r}: tests/prove.py names its parts")
    return part
