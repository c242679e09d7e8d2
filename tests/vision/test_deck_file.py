"""A deck's file may be damaged, or anybody's: it is refused in our words, and nothing large is made of it."""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZIP_LZMA, ZipFile

import numpy as np
import pytest

from companion.pictures.sandbox.deck_archive import Array
from companion.vision.decks.gallery import Gallery
from companion.vision.decks.known_decks import DeckStore, NoDeck, UnusableDeck, load_deck
from tests.vision.table_pictures import face_picture


@pytest.fixture(scope="module")
def deck() -> bytes:
    return Gallery.of("ours", [("4MS", face_picture("4MS")), ("back", face_picture(None))]).packed()


def arrays_of(deck: bytes) -> dict[str, Array]:
    with np.load(BytesIO(deck)) as held:
        return dict(held)


def written(path: Path, arrays: dict[str, Any], compression: int = ZIP_DEFLATED) -> Path:
    with ZipFile(path, "w", compression) as packed:
        for name, array in arrays.items():
            with packed.open(f"{name}.npy", "w") as file:
                np.lib.format.write_array(file, np.asanyarray(array))
    return path


def test_a_deck_comes_out_as_it_was_kept(deck: bytes, tmp_path: Path) -> None:
    (tmp_path / "ours").write_bytes(deck)
    held = load_deck("ours", tmp_path / "ours")
    assert (held.name, held.codes, held.faces.shape) == ("ours", ("4MS", "back"), (2, 140, 100, 3))
    assert held.points.dtype == held.descriptors.dtype == np.float32 and len(held.points) == len(held.owner)


Wrong = Callable[[dict[str, Array]], dict[str, Any]]

WRONG: dict[str, tuple[Wrong, str]] = {
    "no codes": (lambda held: held | {"codes": held["codes"][:0]}, "codes"),
    "a card of no deck": (lambda held: held | {"codes": np.array(["4MS", "99Q"])}, "damaged .*99Q"),
    "a novel for a code": (lambda held: held | {"codes": np.array(["4MS", "M" * 1000])}, "codes"),
    "fewer faces": (lambda held: held | {"faces": held["faces"][:1]}, "faces"),
    "faces of another size": (lambda held: held | {"faces": held["faces"][:, :70]}, "faces"),
    "faces of other numbers": (lambda held: held | {"faces": held["faces"].astype(np.float32)}, "faces"),
    "faces without an end": (lambda held: held | {"faces": np.array(7, np.uint8)}, "faces"),
    "a point that is no number": (lambda held: held | {"points": held["points"] * np.float16("nan")}, "points"),
    "a point without an end": (lambda held: held | {"points": held["points"] + np.float16("inf")}, "points"),
    "fewer points": (lambda held: held | {"points": held["points"][1:]}, "points"),
    "descriptors too short": (lambda held: held | {"descriptors": held["descriptors"][:, :64]}, "descriptors"),
    "a view that is not there": (lambda held: held | {"owner": held["owner"] + np.int16(1)}, "owner"),
    "a view before the first": (lambda held: held | {"owner": held["owner"] - np.int16(1)}, "owner"),
    "owners in rows": (lambda held: held | {"owner": held["owner"][:, None]}, "owner"),
    "objects": (lambda held: held | {"codes": np.array(["4MS", "back"], object)}, "codes"),
    "by columns": (lambda held: held | {"points": np.asfortranarray(held["points"])}, "points"),
    "more features than any face has": (
        lambda held: held | {name: np.repeat(held[name], 60, 0) for name in ("points", "descriptors", "owner")},
        "points",
    ),
    "something else beside": (lambda held: held | {"more": np.zeros(3)}, "not a deck file"),
    "something missing": (lambda held: {name: held[name] for name in ("codes", "faces")}, "not a deck file"),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_file_that_holds_what_no_deck_holds_is_refused(what: str, deck: bytes, tmp_path: Path) -> None:
    make, why = WRONG[what]
    with pytest.raises(NoDeck, match=why):
        load_deck("ours", written(tmp_path / "ours", make(arrays_of(deck))))


def test_a_deck_that_unpacks_to_gigabytes_is_refused_before_it_is_unpacked(deck: bytes, tmp_path: Path) -> None:
    bomb = written(tmp_path / "ours", arrays_of(deck) | {"faces": np.zeros((60_000_000,), np.uint8)})
    assert bomb.stat().st_size < 200_000
    with pytest.raises(NoDeck, match="too large for a deck file: more than 50 MB"):
        load_deck("ours", bomb)


def test_a_zip_that_lies_about_its_sizes_is_refused(deck: bytes, tmp_path: Path) -> None:
    bomb = written(tmp_path / "ours", arrays_of(deck) | {"faces": np.zeros((60_000_000,), np.uint8)})
    size = (60_000_000 + 128).to_bytes(4, "little")
    assert bomb.read_bytes().count(size) >= 1
    bomb.write_bytes(bomb.read_bytes().replace(size, (1000).to_bytes(4, "little")))
    with pytest.raises(NoDeck, match="damaged"):
        load_deck("ours", bomb)


def test_an_array_that_says_it_is_endless_is_refused(deck: bytes, tmp_path: Path) -> None:
    held = {name: BytesIO() for name in arrays_of(deck)}
    for name, array in arrays_of(deck).items():
        np.lib.format.write_array(held[name], array)
    says = held["faces"].getvalue().replace(b"(2, 140, 100, 3), }     ", b"(2000000, 1400, 1000, 3)}")
    assert says != held["faces"].getvalue()
    with ZipFile(tmp_path / "ours", "w") as packed:
        for name, file in held.items():
            packed.writestr(f"{name}.npy", says if name == "faces" else file.getvalue())
    with pytest.raises(NoDeck, match="faces"):
        load_deck("ours", tmp_path / "ours")


def test_a_deck_packed_in_another_way_is_refused(deck: bytes, tmp_path: Path) -> None:
    with pytest.raises(NoDeck, match="not a deck file"):
        load_deck("ours", written(tmp_path / "ours", arrays_of(deck), ZIP_LZMA))


def test_wherever_a_deck_is_torn_or_scratched_it_is_refused_or_whole(deck: bytes, tmp_path: Path) -> None:
    chance = np.random.default_rng(0)
    for _ in range(150):
        scratched = bytearray(deck)
        scratched[int(chance.integers(len(deck)))] ^= int(chance.integers(1, 256))
        for data in (bytes(scratched), deck[: int(chance.integers(len(deck)))]):
            (tmp_path / "ours").write_bytes(data)
            try:
                held = load_deck("ours", tmp_path / "ours")
            except NoDeck:
                continue
            assert zlib.crc32(held.faces.tobytes()) == zlib.crc32(arrays_of(deck)["faces"].tobytes())


def test_what_lies_among_the_decks_and_is_no_file_is_left_out(deck: bytes, tmp_path: Path) -> None:
    (tmp_path / "a.v1.npz").symlink_to(tmp_path / "a.v1.npz")
    os.mkfifo(tmp_path / "b.v1.npz")
    (tmp_path / "c.v1.npz").mkdir()
    (tmp_path / "d.v1.npz").touch()
    os.truncate(tmp_path / "d.v1.npz", 3_000_000_000)
    (tmp_path / "e.v1.npz").write_bytes(deck)
    left_out: list[UnusableDeck] = []
    shelf = DeckStore(tmp_path)
    assert [gallery.name for gallery in shelf.galleries(left_out.append)] == ["e"]
    assert [error.name for error in left_out] == ["a", "b", "c", "d"]
    for name in "abde":
        shelf.forget(name)
    with pytest.raises(UnusableDeck, match="cannot delete"):
        shelf.forget("c")
    assert shelf.names() == ["c"]
