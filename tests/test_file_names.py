"""Names of files made of texts from elsewhere, and files that never replace each other."""

import ast
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import files
from companion.files import UnwritableFile, replacing, write_new_file
from companion.names import as_file_name, is_file_name
from companion.table.dice_set import UnusableDiceSet, check_name
from companion.vision.decks.known_decks import DeckStore, UnusableDeck
from tests.examples import some

COMPANION = Path(files.__file__).parent
STRANGE = ["../../x", "/a/b", "a\\b", "C:x", "..", "", ".hidden", "CON", "a\0b", "\ud800", "é" * 300, "x\n"]

_PLACES = re.compile(r"folder|path\b|\bdata\b|home|exports|backups|decks|deleted", re.IGNORECASE)
_JOINS = ("joinpath", "with_name", "with_stem", "with_suffix")
OWN = {
    "self._path.with_stem(f'{self._path.stem}-unusable')": "its own file",
    "folders.export_folder / name": "callers name the file by as_file_name, or by words of their own",
    "folder / f'games-{moment()}.db'": "the time",
    "FOLDER / f'{self.name}.png'": "a picture in the package",
    "folder / f'{name}.svg'": "our cards",
    "Path(reportlab.__file__).parent / 'fonts' / file": "a file of the library",
    "Path(f'games-{moment()}.db')": "the time",
    "folders.deleted / f'{as_file_name(kept.id)}-{moment()}.json'": "as_file_name",
    "FOLDER / f'{document}.schema.json'": "our documents",
    "CLIPS / f'{name}.mp4'": "a film in the package",
    "target.with_name(f'.{secrets.token_hex(8)}.new')": "random digits",
    "path.with_name(name + path.suffix)": "its own name with a number",
    "file.with_name(file.name + end)": "our databases with SQLite's endings",
    "file.with_name(file.name + ending)": "our databases with SQLite's endings",
    "folder / entry.name": "what the folder lists",
    "folder / name": "what the folder lists",
    "folder.joinpath": "the evening and a number",
    "journal.with_name(f'{journal.stem}.{aside}{journal.suffix}')": "the journal's name with the time",
    "Path(folder) / file.name": "the database's own name",
    "Path(folder) / part.name": "the database's own name",
    "left.with_name(left.name.partition('.new')[0] + '.new')": "what the folder lists",
    "self._folder / f'{name}.json'": "is_file_name, or what the folder lists",
    "self._folder / f'{name}.v{FORMAT_VERSION}.npz'": "is_file_name, or what the folder lists",
    "folder / file": "our networks",
    "Path(f'/dev/video{self.number}')": "a number",
    "folder / (FILE_NAME if private else f\"web-authority-{str(own).replace(':', '-')}.pem\")": "an IP address",
    "folder / FILE_NAME": "a constant",
    "folder / PAGE_FILE_NAME": "a constant",
}
"""Expressions that make a path of something else than constants, and of what."""


def joins(module: Path) -> list[str]:
    """The expressions of a module that make a path of something else than constants."""
    text = module.read_text("utf8")
    found: list[str] = []
    for node in ast.walk(ast.parse(text)) if "Path" in text else ():
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div) and not isinstance(node.right, ast.Constant):
            if isinstance(node.right, ast.JoinedStr) or _PLACES.search(ast.unparse(node.left)):
                found.append(ast.unparse(node))
        elif isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else ast.unparse(node.func)
            if name in _JOINS and not all(isinstance(one, ast.Constant) for one in node.args):
                found.append(ast.unparse(node))
            if name == "Path" and any(isinstance(one, ast.JoinedStr | ast.BinOp) for one in node.args):
                found.append(ast.unparse(node))
            handed = [one for one in node.args if isinstance(one, ast.Attribute) and one.attr in _JOINS]
            found += map(ast.unparse, handed)
    return found


def test_every_path_that_is_made_of_a_text_is_listed_with_what_it_is_made_of() -> None:
    found = {one: module.name for module in COMPANION.rglob("*.py") for one in joins(module)}
    assert {one: name for one, name in found.items() if one not in OWN} == {}
    assert [one for one in OWN if one not in found] == [], "none is made so any more"


@settings(max_examples=some(50), deadline=None)
@given(text=st.text(max_size=300) | st.sampled_from(STRANGE))
def test_a_file_name_of_any_text_stays_in_its_folder(text: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("names")
    path = folder / f"{as_file_name(text)}-20261121-201500.json"
    path.write_bytes(b"{}")
    assert [one.name for one in folder.iterdir()] == [path.name] and path.suffix == ".json"


@pytest.mark.parametrize("name", STRANGE)
def test_no_deck_and_no_set_of_dice_is_called_what_no_file_can_be(name: str, tmp_path: Path) -> None:
    assert not is_file_name(name)
    with pytest.raises(UnusableDiceSet):
        check_name(name)
    with pytest.raises(UnusableDeck):
        DeckStore(tmp_path).check_name(name)


@pytest.mark.parametrize("name", ["My deck", "v1.2", "Zoë’s".replace("’", ""), "дом", "a-b_c"])
def test_other_names_of_decks_and_dice_are_taken(name: str, tmp_path: Path) -> None:
    check_name(name)
    DeckStore(tmp_path).check_name(name)


def test_a_new_file_replaces_no_other_and_the_same_again_is_one_file(tmp_path: Path) -> None:
    made = [write_new_file(tmp_path / "in" / "ev.1.json", content) for content in (b"1", b"2", b"1", b"3")]
    assert [one.name for one in made] == ["ev.1.json", "ev.1-2.json", "ev.1.json", "ev.1-3.json"]
    assert [one.read_bytes() for one in made] == [b"1", b"2", b"1", b"3"]


@pytest.mark.parametrize("links", [True, False])
def test_a_file_that_appears_meanwhile_stays(tmp_path: Path, links: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not links:
        monkeypatch.setattr(Path, "hardlink_to", lambda *_: (_ for _ in ()).throw(PermissionError(1, "no links here")))
    path = tmp_path / "x.json"
    with pytest.raises(UnwritableFile, match="File exists"), replacing(path, new=True) as fresh:
        fresh.write_bytes(b"ours")
        path.write_bytes(b"theirs")
    assert path.read_bytes() == b"theirs" and [one.name for one in tmp_path.iterdir()] == ["x.json"]
