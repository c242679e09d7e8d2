"""What the documentation says can be followed: links, commands, options, figures, words and spelling."""

import re
import subprocess
import sys
from collections.abc import Iterator
from html import unescape
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po
from reportlab.pdfbase.pdfmetrics import stringWidth

from companion.cli.main import every_command
from companion.locale.languages import CATALOGUES, DOMAIN
from docs.tools import architecture, commands
from docs.tools.description import resolve_links
from docs.tools.french import translate
from docs.tools.pictures import FOLDER, FRENCH, PICTURES
from docs.tools.site_pages import INDEXES, PICTURE, ROOT, find_language, strip_code_blocks
from tests.cases import each
from tests.code_figures import retired_words
from tests.docs.pages import ALL, MARKS, NOT_RUN, anchors, blocks, links

_NO_PROSE = re.compile(r"`[^`]*`|\]\([^)]*\)|<!-- (\w+): begin -->.*?<!-- \1: end -->|<!--.*?-->", re.DOTALL)


def retired_in(text: str) -> list[str]:
    """Return the retired words in a text; names of placeholders do not count."""
    words = "|".join(sorted(retired_words()))
    text = re.sub(r"\{\w+\}", "", text)
    return [found[0].lower() for found in re.finditer(rf"(?<![\w'’-])(?:{words})(?![\w-])", text, re.IGNORECASE)]


def messages() -> Iterator[str]:
    """Yield every message in English."""
    with (CATALOGUES / "fr" / "LC_MESSAGES" / f"{DOMAIN}.po").open("rb") as translated:
        for one in read_po(translated):
            if one.id:
                yield from ([one.id] if isinstance(one.id, str) else one.id)


def test_pages_and_messages_have_no_retired_word() -> None:
    for page in ALL:
        if find_language(page) == "en" and page.name not in ("glossary.md", "commands.md", "CHANGELOG.md"):
            prose = _NO_PROSE.sub("", strip_code_blocks(page.read_text("utf8")))
            assert retired_in(prose) == [], page.relative_to(ROOT)
    assert [text for text in messages() if retired_in(text.replace("companion dice look", ""))] == []


CHECKED = (
    "companion",
    "docs",
    "firmware_bridge",
    "hardware",
    "models",
    "distribution",
    "tests",
    *map(str, ROOT.glob("*.md")),
)
CODESPELL = [sys.executable, "-m", "codespell_lib", "--toml", str(ROOT / "pyproject.toml")]


def _misspelled(*paths: str) -> str:
    """Return the misspelled words in files and folders, a line each."""
    done = subprocess.run([*CODESPELL, *paths], cwd=ROOT, capture_output=True, text=True, check=False)
    assert not done.stderr.startswith("usage"), done.stderr
    return done.stdout


def test_no_word_of_a_page_or_a_comment_is_misspelled() -> None:
    assert _misspelled(*CHECKED) == ""


def test_no_word_of_a_message_is_misspelled(tmp_path: Path) -> None:
    with (CATALOGUES / "fr" / "LC_MESSAGES" / f"{DOMAIN}.po").open("rb") as translated:
        found = [one.id if isinstance(one.id, str) else "\n".join(one.id) for one in read_po(translated) if one.id]
    messages = tmp_path / "messages.txt"
    messages.write_text("\n".join(found), "utf8")
    assert len(found) > 1500
    assert _misspelled(str(messages)) == ""


def test_a_misspelled_word_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("t" + "eh cards\n", "utf8")
    assert "==> the" in _misspelled(str(page))


NAMES = [str(page.relative_to(ROOT)) for page in ALL]
BLOCKS = [block for page in ALL for block in blocks(page)]


@each("page", ALL, ids=NAMES)
def test_no_link_and_no_picture_leads_nowhere(page: Path) -> None:
    for target, anchor in links(page):
        named = (page.parent / target).resolve() if target else page
        assert named.exists(), target
        if anchor and named.suffix == ".md":
            assert anchor in anchors(named), f"{target}#{anchor}"


def test_every_page_of_docs_is_in_the_sites_contents() -> None:
    indexes = [*(ROOT / page for page in INDEXES.values()), ROOT / "docs" / "experiments" / "README.md"]
    named = {(page.parent / target).resolve() for page in indexes for target, _ in links(page)}
    assert [str(page) for page in (ROOT / "docs").glob("**/*.md") if page not in {*named, *indexes}] == []


def test_every_command_stands_in_a_block_that_is_run_or_says_why_not() -> None:
    for page in ALL:
        text = page.read_text("utf8")
        if page.parent != ROOT:
            assert not re.findall(r"^    (?:\$ )?(?:companion|pip|pipx|python|make|sudo) .*", text, re.MULTILINE), page
    for block in BLOCKS:
        assert block.mark in ("", *MARKS) or block.status or not block.tried, block
        assert block.tried or len(block.mark) > len(NOT_RUN), block
        assert block.lines, block


def test_every_option_that_the_pages_name_exists() -> None:
    group = every_command()
    for block in BLOCKS:
        for line in block.lines:
            for phrase in re.findall(r"(?:^|\| |&& )companion( [^|#]*)", line):
                words = phrase.split()
                command: Any = group
                while words and words[0] in getattr(command, "commands", {}):
                    command = command.commands[words.pop(0)]
                known = {one for each in (command, group) for option in each.params for one in option.opts}
                known |= {one for option in command.params for one in option.secondary_opts}
                assert command is not group or not words, line
                assert {word.partition("=")[0] for word in words if word.startswith("--")} <= known, line


@pytest.mark.skipif(not version("typer").startswith("0.29"), reason="another typer writes help in other words")
def test_the_reference_of_commands_is_what_the_command_line_says() -> None:
    assert commands.PAGE.read_text("utf8") == commands.format_reference(), "run: make generated"


def test_the_architecture_is_drawn_from_the_imports() -> None:
    imports = architecture.find_imports()
    page = architecture.PAGE.read_text("utf8")
    assert architecture.replace_table(page, imports) == page, "run: make generated"
    assert architecture.PICTURE.read_text("utf8") == architecture.draw_picture(imports), "run: make generated"


def test_the_architecture_lists_every_room() -> None:
    listed = re.findall(r"^\| `([\w/]+)/` \|", architecture.PAGE.read_text("utf8"), re.MULTILINE)
    packages = {f"companion/{path.parent.name}" for path in (ROOT / "companion").glob("*/__init__.py")}
    assert packages | {"models", "firmware_bridge", "hardware", "distribution", "tests", "docs"} <= set(listed)


OUTSIDE = re.compile(r"\.\./shared|RULES\.md|DESIGN\.md|/work/")


def test_no_page_and_no_source_leads_out_of_the_repository() -> None:
    found = [path for path in ALL if OUTSIDE.search(path.read_text("utf8"))]
    for room in ("companion", "docs", "models", "firmware_bridge", "hardware", "distribution"):
        for kind in ("*.py", "*.json", "*.toml", "*.md", "*.po"):
            found += [path for path in (ROOT / room).rglob(kind) if OUTSIDE.search(path.read_text("utf8"))]
    assert found == []


def texts() -> set[str]:
    """Everything that the program says to people."""
    with (CATALOGUES / "fr" / "LC_MESSAGES" / f"{DOMAIN}.po").open("rb") as translated:
        return {one.id if isinstance(one.id, str) else one.id[0] for one in read_po(translated) if one.id}


def drawn_words(picture: Path) -> list[tuple[float, float, str, str]]:
    """Each line of a picture: where it stands, its size, whether it begins there or is centred, what it says."""
    line = r'<text x="([\d.]+)" [^>]*font-size="([\d.]+)"[^>]*text-anchor="(\w+)">([^<]*)<'
    return [
        (float(x), float(size), at, unescape(phrase))
        for x, size, at, phrase in re.findall(line, picture.read_text("utf8"))
    ]


FRENCH_PAGES = sorted(page.name for page in (ROOT / "docs" / "fr").glob("*.md"))


@each("name", FRENCH_PAGES)
def test_a_page_in_french_has_what_the_english_one_has_in_its_order(name: str) -> None:
    english, french = ROOT / "docs" / name, ROOT / "docs" / "fr" / name
    shape = r"^(?:#+|-|\d\.)(?= )|^!\[|^```(?:console)?|^\$ companion [a-z]+"
    in_order = [re.findall(shape, page.read_text("utf8"), re.MULTILINE) for page in (english, french)]
    assert in_order[0] == in_order[1] and len(in_order[0]) > 5
    pictures = [
        [Path(target).name for _, target in PICTURE.findall(page.read_text("utf8"))] for page in (english, french)
    ]
    assert pictures[0] == pictures[1]
    assert f"](fr/{name})" in english.read_text("utf8") and f"](../{name})" in french.read_text("utf8")


def test_a_page_in_french_leads_to_the_french_pages_that_there_are() -> None:
    for name in FRENCH_PAGES:
        text = (ROOT / "docs" / "fr" / name).read_text("utf8")
        english = set(re.findall(r"\]\(\.\./([\w-]+\.md)(?!#build)", text)) & set(FRENCH_PAGES)
        assert english <= {name}, f"{name} leads to the English page"
        assert f"](../{name})" not in text.replace(f"([In English](../{name})", "", 1), name


def test_a_page_in_french_keeps_its_marks_on_the_line_of_their_words() -> None:
    for page in (ROOT / "docs" / "fr").glob("*.md"):
        assert re.findall(r"\w'\w| [:;?!»](?!\w)|« ", strip_code_blocks(page.read_text("utf8"))) == [], page


@each("name", FRENCH)
def test_a_picture_in_french_says_the_same(name: str) -> None:
    english, french = drawn_words(FOLDER / f"{name}.svg"), drawn_words(FOLDER / "fr" / f"{name}.svg")
    assert [text for *_, text in french] == [translate(text) for *_, text in english]


@each("name", [*PICTURES, *(f"fr/{name}" for name in FRENCH)])
def test_what_a_picture_says_stays_within_its_frame(name: str) -> None:
    (wide,) = re.findall(r'viewBox="0 0 ([\d.]+) ', (FOLDER / f"{name}.svg").read_text("utf8"))
    for x, size, at, phrase in drawn_words(FOLDER / f"{name}.svg"):
        taken = stringWidth(phrase, "Helvetica", size) * 1.2  # a browser's own font may be as much wider
        left = x if at == "start" else x - taken / 2
        assert left > 0 and left + taken < float(wide), phrase


def test_every_message_that_the_page_about_trouble_explains_is_one_that_the_program_says() -> None:
    page = (ROOT / "docs" / "troubleshooting.md").read_text("utf8")
    explained = re.findall(r"\*\*(.+?)\*\*", page.partition("## It does not open")[2])
    phrase = {re.sub(r"\{\w+\}", "…", text) for text in texts()}
    assert len(explained) > 20
    assert [one for one in explained if one not in phrase] == []


def test_every_picture_that_is_drawn_for_the_pages_is_there_and_shown() -> None:
    shown = {(page.parent / target).resolve() for page in ALL for target, _ in links(page)}
    assert {FOLDER / f"{name}.svg" for name in PICTURES} <= shown
    assert {FOLDER / "fr" / f"{name}.svg" for name in FRENCH} <= shown


def test_an_index_of_packages_shows_the_readmes_pictures_and_follows_its_links() -> None:
    text = resolve_links((ROOT / "README.md").read_text("utf8"), "https://home.example/us")
    targets = re.findall(r"\]\(([^)]+)\)", text)
    assert len(targets) > 10 and all(re.match(r"https://|#", target) for target in targets)
    assert "https://home.example/us/raw/main/docs/pictures/table.png" in targets


OF_OTHERS = {"Start server", "WiFi IP", "Port", "Old companion", "Decktet companion …"}
"""What cameras' apps, the roller's display and a phone's settings show."""


@each("name", ["README.md", "docs/cameras.md", "docs/data.md", "docs/troubleshooting.md"])
def test_every_button_that_a_page_names_in_italics_is_on_a_screen(name: str) -> None:
    page = strip_code_blocks((ROOT / name).read_text("utf8"))
    named = set(re.findall(r"(?<!\*)\*([A-Z][^*.]*)\*(?!\*)", page)) - OF_OTHERS
    assert named and named - texts() == set()


@each("page", ALL, ids=NAMES)
def test_every_file_and_folder_of_the_project_that_a_page_names_exists(page: Path) -> None:
    rooms = r"`((?:companion|docs|firmware_bridge|hardware|models|distribution|tests)/[\w./-]*)`"
    named = re.findall(rooms, strip_code_blocks(page.read_text("utf8")))
    invented = re.compile(r"NAME|LANGUAGE|/de/")
    assert [path for path in named if not invented.search(path) and not (ROOT / path).exists()] == []
