"""What is written to a file is there whole, and never where the companion keeps something or reads."""

import ast
import os
import resource
import shutil
import stat
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from companion import files
from companion.app.storage.settings import Settings
from companion.cli.main import run
from companion.demo import bundled
from companion.files import UnwritableFile
from companion.json_document import Document
from companion.vision.decks.known_decks import DeckStore

ROOT = Path(__file__).resolve().parents[1]
WRITING = {"write_text", "write_bytes", "imwrite", "savefig", "savez", "savez_compressed", "export_to_png"}
"""What writes a file at a path that it is given."""


@contextmanager
def room_for(size: int) -> Iterator[None]:
    """A disk on which no file grows beyond so many bytes."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.fixture
def game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """A data folder with a game in it."""
    run(["--data", str(tmp_path / "data"), "import", str(bundled.record())])
    capsys.readouterr()
    return tmp_path / "data"


def test_a_full_disk_leaves_the_earlier_backup_whole(tmp_path: Path) -> None:
    backup = tmp_path / "friday.json"
    backup.write_text("the earlier evening")
    with room_for(1000), pytest.raises(UnwritableFile, match="File too large"):
        files.write(backup, b"x" * 2000)
    assert backup.read_text() == "the earlier evening"
    assert list(tmp_path.iterdir()) == [backup]


def test_a_companion_that_is_killed_leaves_the_earlier_backup_whole(tmp_path: Path) -> None:
    backup = tmp_path / "friday.json"
    backup.write_text("the earlier evening")
    killed = """if True:
        import os, pathlib, signal, sys
        from companion.files import replacing
        with replacing(pathlib.Path(sys.argv[1])) as beside:
            beside.write_text("half of")
            os.kill(os.getpid(), signal.SIGKILL)
    """
    subprocess.run([sys.executable, "-c", killed, str(backup)], cwd=ROOT, check=False)
    assert backup.read_text() == "the earlier evening"


def test_a_full_disk_leaves_settings_and_decks_as_they_were(tmp_path: Path) -> None:
    def face(shade: int) -> list[tuple[str, np.ndarray[tuple[int, ...], np.dtype[np.uint8]]]]:
        return [("4MS", np.full((210, 150, 3), shade, np.uint8))]

    settings, shelf = tmp_path / "settings.json", DeckStore(tmp_path / "decks")
    Settings(language="fr").keep_in(Document(settings))
    shelf.keep("ours", face(0))
    with room_for(10):
        with pytest.raises(UnwritableFile, match="Free some space"):
            Settings(language="en").keep_in(Document(settings))
        with pytest.raises(UnwritableFile, match="Free some space"):
            shelf.keep("ours", face(255))
    assert Settings.of(Document(settings)) == (Settings(language="fr"), None)
    assert shelf.taught("ours").faces.max() == 0


def test_permissions_and_links_stay_as_they_were(tmp_path: Path) -> None:
    backup, link, fresh = tmp_path / "friday.json", tmp_path / "latest.json", tmp_path / "new.json"
    backup.touch(0o640)
    backup.chmod(0o640)
    link.symlink_to(backup.name)
    files.write(link, b"{}")
    assert link.is_symlink() and backup.read_bytes() == b"{}"
    assert stat.S_IMODE(backup.stat().st_mode) == 0o640
    files.write(fresh, b"{}")
    (tmp_path / "usual").touch()
    assert fresh.stat().st_mode == (tmp_path / "usual").stat().st_mode


def test_a_pipe_is_written_to_and_stays_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    received: list[bytes] = []
    reader = threading.Thread(target=lambda: received.append(pipe.read_bytes()))
    reader.start()
    files.write(pipe, b"a record")
    reader.join()
    assert received == [b"a record"] and pipe.is_fifo()


def test_a_record_may_be_written_to_standard_output_by_its_name(game: Path, tmp_path: Path) -> None:
    export = [sys.executable, "-m", "companion", "--data", str(game), "export", "demo", "-o", "/dev/stdout"]
    piped = subprocess.run(export, cwd=ROOT, stdout=subprocess.PIPE, check=True)
    with (tmp_path / "told").open("wb") as output:
        output.write(b"before\n")
        output.flush()
        subprocess.run(export, cwd=ROOT, stdout=output, check=True)
    assert piped.stdout == bundled.record().read_bytes()
    assert (tmp_path / "told").read_bytes() == b"before\n" + piped.stdout


def spelt_otherwise(path: Path) -> Path:
    return path.parent / ".." / path.parent.name / path.name


def linked(path: Path) -> Path:
    link = path.parent.parent / f"link to {path.name}"
    link.symlink_to(path)
    return link


def linked_hard(path: Path) -> Path:
    link = path.parent.parent / f"another name of {path.name}"
    os.link(path, link)
    return link


def in_a_linked_folder(path: Path) -> Path:
    link = path.parent.parent / "another folder"
    link.symlink_to(path.parent)
    return link / path.name


NAMES = [Path, spelt_otherwise, linked, linked_hard, in_a_linked_folder]


@pytest.mark.parametrize("named", NAMES)
def test_no_export_replaces_the_journal(
    named: Callable[[Path], Path], game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = game / "games.db"
    before = journal.read_bytes()
    assert run(["--data", str(game), "export", "demo", "-o", str(named(journal))]) == 2
    assert "this path belongs to the companion's own data. Choose another file" in capsys.readouterr().err
    assert journal.read_bytes() == before


@pytest.mark.parametrize(
    ("command", "kept"),
    [
        (["export", "demo", "-o"], "games.db-wal"),
        (["export", "demo", "-o"], "games.db-shm"),
        (["export", "demo", "-o"], "settings.json"),
        (["export", "demo", "-o"], "decks/ours.v1.npz"),
        (["show", "demo", "--plot"], "games.db"),
        (["print", "mats", "-o"], "decks"),
        (["roller", "stats", "--export"], "games.db"),
        (["see", str(bundled.photo()), "--overlay"], "games.db"),
        (["score", str(bundled.photo()), "--overlay"], "games.db"),
    ],
)
def test_nothing_is_written_where_the_companion_keeps_something(
    command: list[str], kept: str, game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    there = (game / kept).exists()
    assert run(["--data", str(game), *command, str(game / kept)]) == 2
    assert "this path belongs to the companion's own data" in capsys.readouterr().err
    assert (game / kept).exists() == there


@pytest.mark.parametrize("named", NAMES)
@pytest.mark.parametrize("command", ["see", "score"])
def test_no_drawing_takes_the_place_of_its_photo(
    command: str, named: Callable[[Path], Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    photo = tmp_path / "evening" / "photo.jpg"
    photo.parent.mkdir()
    shutil.copyfile(bundled.photo(), photo)
    assert run(["--data", str(tmp_path), command, str(photo), "--overlay", str(named(photo))]) == 2
    assert "this file is an input of the command. Choose another file" in capsys.readouterr().err
    assert photo.read_bytes() == bundled.photo().read_bytes()


@pytest.mark.parametrize("aside", ["games.replaced-20261122-100000.db", "settings-unusable.json"])
def test_what_was_put_aside_is_not_written_over(aside: str, game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (game / aside).write_text("the earlier evenings")
    assert run(["--data", str(game), "export", "demo", "-o", str(game / aside)]) == 2
    assert "this path belongs to the companion's own data" in capsys.readouterr().err
    assert (game / aside).read_text() == "the earlier evenings"


def test_a_game_is_exported_beside_the_games(game: Path) -> None:
    assert run(["--data", str(game), "export", "demo", "-o", str(game / "friday.json")]) == 0
    assert (game / "friday.json").read_bytes() == bundled.record().read_bytes()


def test_every_file_is_written_in_one_place() -> None:
    rooms = [path for room in ("companion", "firmware_bridge") for path in (ROOT / room).rglob("*.py")]
    texts = {path: path.read_text(encoding="utf-8") for path in rooms}
    possible = [path for path, text in texts.items() if any(word in text for word in (*WRITING, "open"))]
    writers = [path for path in possible if any(map(writes, ast.walk(ast.parse(texts[path]))))]
    assert {path.relative_to(ROOT).as_posix() for path in writers} == {
        "companion/files.py",
        "companion/vision/decks/gallery.py",  # into memory
        "companion/cli/games.py",  # into memory
        "companion/app/sound/sounds.py",  # into memory
    }


def writes(node: ast.AST) -> bool:
    """Whether this is a call that writes a file."""
    if not isinstance(node, ast.Call):
        return False
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    modes = [str(one.value) for one in (*node.args, *(k.value for k in node.keywords)) if isinstance(one, ast.Constant)]
    return name in WRITING or (name == "open" and any(set(mode) & set("wax") and len(mode) <= 3 for mode in modes))


WRITES = """
import sys, time
from pathlib import Path
from companion.files import replacing
with replacing(Path(sys.argv[1])) as fresh:
    fresh.write_bytes(b"half")
    fresh.with_name(fresh.name + "-journal").write_bytes(b"half")
    print("half", flush=True)
    time.sleep(60)
"""


@contextmanager
def writing(target: Path) -> Iterator[subprocess.Popen[str]]:
    """Another program in the midst of writing a file."""
    command = [sys.executable, "-c", WRITES, str(target)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None and program.stdout.readline() == "half\n"
        try:
            yield program
        finally:
            program.kill()


def test_what_a_killed_program_left_half_written_is_cleared_away_by_the_next_that_writes_there(tmp_path: Path) -> None:
    with writing(tmp_path / "friday.db"):
        pass
    assert len(list(tmp_path.iterdir())) == 2
    files.write(tmp_path / "saturday.db", b"whole")
    assert [path.name for path in tmp_path.iterdir()] == ["saturday.db"]


def test_what_another_program_is_writing_stays(tmp_path: Path) -> None:
    with writing(tmp_path / "friday.db"):
        files.write(tmp_path / "saturday.db", b"whole")
        assert len(list(tmp_path.iterdir())) == 3


def test_a_file_of_the_users_own_that_only_ends_so_stays(tmp_path: Path) -> None:
    (tmp_path / ".mine.new").touch()
    files.write(tmp_path / "saturday.db", b"whole")
    assert (tmp_path / ".mine.new").exists()
