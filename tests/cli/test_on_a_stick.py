"""Games on a USB stick: a real exFAT file system, without links and owners."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.cli.main import run
from companion.demo.bundled import record

TOOLS = ("losetup", "mkfs.exfat", "mount.exfat-fuse", "umount")
SIZE = 200 * 2**20


def system(*command: str | Path) -> str:
    """Run a command of the system; skip the test where it is refused."""
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        pytest.skip(f"no file system can be mounted here: {command[0]}: {done.stderr.strip()}")
    return done.stdout.strip()


@pytest.fixture
def stick(tmp_path: Path) -> Iterator[Path]:
    """A mounted exFAT file system in a file."""
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing:
        pytest.skip(f"needs {', '.join(missing)}: apt-get install exfat-fuse exfatprogs")
    image, folder = tmp_path / "stick.img", tmp_path / "stick"
    with image.open("wb") as file:
        file.truncate(SIZE)
    folder.mkdir()
    system("mkfs.exfat", image)
    device = system("losetup", "--find", "--show", image)
    try:
        system("mount.exfat-fuse", device, folder)
        yield folder
        subprocess.run(["umount", folder], check=True)
    finally:
        subprocess.run(["losetup", "--detach", device], check=True)


def test_games_are_kept_backed_up_and_checked_on_a_stick_with_exfat(
    stick: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def say(*words: str) -> str:
        assert run([*words, "--data", str(stick / "games")]) == 0, capsys.readouterr()
        printed = capsys.readouterr()
        assert not printed.err
        return printed.out

    say("import", str(record()))
    before = json.loads(say("show", "demo", "--json"))
    backup = json.loads(say("backup", str(stick / "friday.db"), "--json"))
    say("delete", "demo", "--yes")
    say("restore", backup["file"])
    assert json.loads(say("show", "demo", "--json")) == before
    checked = {found["name"]: found["works"] for found in json.loads(say("doctor", "--json"))}
    assert checked["data folder"] and checked["saved games"]
