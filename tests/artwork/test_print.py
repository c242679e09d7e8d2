"""Printed sheets: decks, mats and cheat sheets, what each says of itself, and the rules on a card."""

import re
import shutil
import subprocess
from datetime import date
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.pdfmetrics import stringWidth

from companion.artwork.cheat_card import TALL, WIDE, cheat_sheets, wrapped
from companion.artwork.faces import face
from companion.artwork.mats import SIDE, TAG, corner_piece, mat_sheets
from companion.artwork.paper import Paper
from companion.artwork.pdf import AUTHOR, DRAWN_CIRCLES, as_pdf, font
from companion.artwork.piecepack import piecepack_sheets
from companion.artwork.raster import rasterised
from companion.artwork.score_pad import ROW, score_pad
from companion.artwork.score_pad import TALL as TALL_PAD
from companion.artwork.shapes import Shape
from companion.artwork.sheets import RULER, PrintSheet, Words, deck_sheets, with_foot
from companion.artwork.tokens import square_token, token, token_sheets
from companion.cli.main import run
from companion.cli.output import set_language
from companion.cli.print import CORNER, FOOT
from companion.cli.rules import sheet_document
from companion.games.registry import AnyGame, games
from companion.locale.languages import LANGUAGES, translations
from companion.pieces import DECK, Suit
from companion.pieces.mat import MatCorner
from companion.table.sightings import Edge
from companion.vision.tracking.play_area import area_on_mat
from tests.cases import each


def every_sheet(paper: Paper) -> list[PrintSheet]:
    return [
        *deck_sheets(paper, backs=True),
        *mat_sheets(paper, ["said"]),
        *token_sheets(paper),
        *token_sheets(paper, square=True),
        *piecepack_sheets(paper, backs=True),
        *deck_sheets(paper, backs=True, bleed=3),
        *cheat_sheets(paper, "Rules", [("A turn", ["Roll."])]),
        score_pad(paper, "Magnate", "Date:", [("District 1", False, None), ("Districts held", True, None)], 2),
    ]


@each("language", LANGUAGES)
@each("paper", Paper)
def test_every_sheet_has_a_ruler_and_says_how_to_print_it_beside_what_is_cut(paper: Paper, language: str) -> None:
    wanted = [text.text(translations(language)) for text in FOOT]
    assert "100 %" in wanted[0].replace("\u00a0", " ") and "AGPL" in wanted[1] and "P. D. Magnus" in wanted[1]
    for sheet in every_sheet(paper):
        signed = with_foot(sheet, wanted)
        ruler = np.concatenate(signed.marks[len(sheet.marks)].contours)
        assert np.linalg.norm(ruler[1] - ruler[0]) == pytest.approx(RULER)
        foot = signed.words[len(sheet.words) :]
        assert " ".join(words.text for words in foot) == " ".join(wanted)
        for words in foot:
            left, top, right, bottom = taken(words)
            assert left >= 4 and top >= 4 and right <= paper.size[0] - 4 and bottom <= paper.size[1] - 4
            for drawing, x, y in sheet.drawings:
                assert right < x or left > x + drawing.width or bottom < y or top > y + drawing.height
            for mark in signed.marks:
                ends = np.concatenate(mark.contours)
                (west, north), (east, south) = ends.min(axis=0), ends.max(axis=0)
                assert right < west or left > east or bottom < north or top > south, words.text


def taken(words: Words) -> tuple[float, float, float, float]:
    """Where a line's letters are, in millimetres: left, top, right, bottom."""
    long, rise, fall = stringWidth(words.text, font(bold=words.bold), words.height), words.height * 0.72, 0.21
    if words.turned:
        return words.x - rise, words.y - long, words.x + words.height * fall, words.y
    return words.x, words.y - rise, words.x + long, words.y + words.height * fall


@each("language", LANGUAGES)
def test_a_corner_of_the_mat_says_what_it_is_for_and_keeps_the_tags_white(language: str) -> None:
    wanted = [text.text(translations(language)) for text in CORNER]
    (sheet,) = mat_sheets(Paper.A4, wanted)
    assert len(sheet.words) == 4 * len(wanted)
    for number, words in enumerate(sheet.words):
        _, left, top = sheet.drawings[number // len(wanted)]
        right = words.x + stringWidth(words.text, font(bold=words.bold), words.height)
        assert left + 4 < words.x and right < left + SIDE - 4
        # The tag lies towards the page's middle, with 8 mm of white around it.
        middle = top + SIDE if number < 2 * len(wanted) else top
        assert abs(words.y - middle) > TAG + 16


def test_square_tokens_lie_edge_to_edge_eighteen_of_each_suit() -> None:
    (sheet,) = token_sheets(Paper.A4, square=True)
    assert [[one for one, _, _ in sheet.drawings].count(square_token(suit)) for suit in Suit] == [18] * 6
    (token, x, _), (_, neighbour, _) = sheet.drawings[:2]
    assert neighbour - x == pytest.approx(token.width)


@each("language", LANGUAGES)
@each("paper", Paper)
def test_the_rules_of_every_preset_fit_on_a_card_or_two_in_nine_points(paper: Paper, language: str) -> None:
    set_language(language)
    suits = [suit.wording().text(translations(language)) for suit in Suit]
    for game, rules in ((game, game.cheat_sheet) for game in games() if game.cheat_sheet):
        for preset in game.presets:
            options = game.options_from_json({"preset": preset}, "options")
            wanted = sheet_document(rules(options))
            sections = [(part["title"], [line["text"] for line in part["lines"]]) for part in wanted]
            sheets = cheat_sheets(paper, preset, sections, suits)
            # Magistratvm has half as many rules again.
            assert len(sheets) <= (4 if game.piecepack else 2)
            texts = " ".join(words.text for sheet in sheets for words in sheet.words).replace("\xa0", " ")
            assert all(line["text"].replace("\xa0", " ") in texts for part in wanted for line in part["lines"])
            for sheet in sheets:
                (_, left, top), (_, _, second) = sheet.drawings
                for words in sheet.words:
                    assert words.height >= 9 * 25.4 / 72
                    assert words.x + stringWidth(words.text, font(bold=words.bold), words.height) < left + WIDE - 4
                    assert top < words.y < top + TALL - 3 or second < words.y < second + TALL - 3


@each("language", LANGUAGES)
def test_every_preset_has_a_score_pad_whose_words_stay_in_their_column(language: str) -> None:
    for game, pad in ((game, game.score_pad) for game in games() if game.score_pad):
        for preset in game.presets:
            options = game.options_from_json({"preset": preset}, "options")
            rows = [(row.text.text(translations(language)), row.strong, row.suit) for row in pad(options)]
            assert sum(strong for _, strong, _ in rows) == 1
            sheet = score_pad(Paper.A4, preset, "Date:", rows, game.seats(options))
            ((card, left, top),) = sheet.drawings
            title, *wanted = sheet.words
            upright = sorted(
                {round(each.contours[0][0][0], 2) for each in card.shapes if not each.closed and _tall(each)}
            )
            assert len(upright) == game.seats(options) + 2
            assert len(wanted) % (len(rows) + 1) == 0 and len(wanted) >= 2 * (len(rows) + 1)
            for words in wanted:
                assert words.x + stringWidth(words.text, font(bold=words.bold), words.height) < left + upright[1]
                assert words.height >= 9 * 25.4 / 72 and top < title.y < words.y < top + TALL_PAD - 4


def _tall(shape: Shape) -> bool:
    (x, y), (to, down) = shape.contours[0]
    return bool(x == to and down - y > ROW)


def test_a_score_pad_with_more_rows_than_a_card_has_room_for_says_so() -> None:
    with pytest.raises(ValueError, match="more rows"):
        score_pad(Paper.A4, "Magnate", "Date:", [("District", False, None)] * 40, 2)


def test_a_line_that_is_too_long_goes_on_below() -> None:
    lines = wrapped("the quick brown fox jumps over the lazy dog", 30, 3)
    assert len(lines) > 2 and " ".join(lines) == "the quick brown fox jumps over the lazy dog"


def test_what_does_not_fit_on_two_sides_goes_on_on_a_second_card() -> None:
    sheets = cheat_sheets(Paper.A4, "Rules", [("All", [f"rule {number}" for number in range(200)])])
    assert len(sheets) > 2
    written = [words.text for sheet in sheets for words in sheet.words]
    assert all(written.count(f"rule {number}") == 2 for number in range(200))


def test_the_commands_print_the_card_and_the_pad_of_one_preset(tmp_path: Path) -> None:
    path = tmp_path / "sheet.pdf"
    for game in games():
        printable = {"cheat-sheet": game.cheat_sheet, "score-pad": game.score_pad}
        for sheet, pages in (("cheat-sheet", 4 if game.piecepack else 2), ("score-pad", 1)):
            line = ["print", sheet, "-o", str(path), "--overwrite", "--game", game.name, "--language", "fr"]
            if printable[sheet]:
                assert run(line) == 0
                assert path.read_bytes().count(b"/MediaBox") <= pages
            else:
                assert run(line) == 2
    assert run(["print", "cheat-sheet", "-o", str(path), "--overwrite", "--preset", "mega"]) == 0
    assert path.read_bytes().count(b"/MediaBox") == 2
    assert run(["print", "cheat-sheet", "-o", str(path), "--overwrite", "--preset", "chess"]) == 2


@pytest.mark.parametrize("sheet", ["mats", "tokens"])
def test_a_sheet_speaks_the_language_that_is_named(sheet: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    english, french, system = (tmp_path / f"{name}.pdf" for name in ("english", "french", "system"))
    assert run(["print", sheet, "-o", str(english)]) == 0
    assert run(["print", sheet, "-o", str(french), "--language", "fr"]) == 0
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    monkeypatch.setenv("LANGUAGE", "fr")
    assert run(["print", sheet, "-o", str(system)]) == 0
    assert english.read_bytes() != french.read_bytes() == system.read_bytes()


@each("game", [game for game in games() if game.labels], ids=lambda game: game.name)
def test_every_card_of_rules_and_every_pad_is_headed_by_what_people_call_what_is_played(game: AnyGame) -> None:
    assert all(game.labels[preset].text(translations(language)) for preset in game.presets for language in LANGUAGES)


def test_words_are_text_in_the_pdf() -> None:
    wanted = [str(text) for text in FOOT]
    plain = as_pdf([with_foot(deck_sheets(Paper.A4)[0], [])], "deck")
    assert len(as_pdf([with_foot(deck_sheets(Paper.A4)[0], wanted)], "deck")) > len(plain)


def pages(data: bytes) -> list[tuple[float, float]]:
    """Every page's size in millimetres."""
    boxes = re.findall(rb"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+) \]", data)
    return [(float(width) / 72 * 25.4, float(height) / 72 * 25.4) for width, height in boxes]


@each("paper", Paper)
def test_the_deck_fills_five_pages_of_the_papers_true_size(paper: Paper) -> None:
    sizes = pages(as_pdf(deck_sheets(paper), "deck"))
    assert len(sizes) == 5
    assert sizes == [pytest.approx(paper.size, abs=0.05)] * 5


def test_every_card_is_printed_once_inside_the_paper() -> None:
    for paper in Paper:
        sheets = deck_sheets(paper)
        laid = [place for sheet in sheets for place in sheet.drawings]
        assert [drawing for drawing, _, _ in laid] == [face(card) for card in DECK]
        width, height = paper.size
        for drawing, x, y in laid:
            assert 5 <= x <= width - drawing.width - 5
            assert 5 <= y <= height - drawing.height - 5
        for mark in sheets[0].marks:
            points = np.concatenate(mark.contours)
            assert points.min() > 1 and (points < paper.size).all()


def test_backs_come_on_a_page_behind_every_page_of_faces() -> None:
    sheets = deck_sheets(Paper.A4, backs=True)
    assert len(sheets) == 10
    assert all(len({id(drawing) for drawing, _, _ in sheet.drawings}) == 1 for sheet in sheets[1::2])


@each("paper", Paper)
def test_a_print_shops_deck_has_a_bleed_around_every_card_and_marks_outside_of_it(paper: Paper) -> None:
    sheets = deck_sheets(paper, backs=True, bleed=3)
    laid = [place for sheet in sheets[::2] for place in sheet.drawings]
    assert [drawing for drawing, _, _ in laid[1::2]] == [face(card) for card in DECK]
    for (ground, x, y), (card, left, top) in zip(laid[::2], laid[1::2], strict=True):
        assert (left - x, top - y) == (3, 3)
        assert (ground.width, ground.height) == (card.width + 6, card.height + 6)
        assert x >= 6 and y >= 6 and x + ground.width <= paper.size[0] - 6 and y + ground.height <= paper.size[1] - 6
    for mark in sheets[0].marks:
        points = np.concatenate(mark.contours)
        assert points.min() > 0 and (points < paper.size).all()
        for ground, x, y in sheets[0].drawings[::2]:
            inside = (points > (x, y)) & (points < (x + ground.width, y + ground.height))
            assert not inside.all(axis=1).any()


def test_one_file_holds_all_that_a_table_needs(tmp_path: Path) -> None:
    sizes = {}
    for game in ("magnate", "sorcerous-futures", "magistratvm"):
        target = tmp_path / f"{game}.pdf"
        assert run(["print", "everything", "-o", str(target), "--game", game]) == 0
        sizes[game] = len(pages(target.read_bytes()))
    # Two sides of rules, a score sheet, five pages of cards, the markers; tokens on one page, the piecepack on more.
    assert sizes["magnate"] == sizes["sorcerous-futures"] == 10
    assert sizes["magistratvm"] > 10


@pytest.mark.skipif(shutil.which("pdffonts") is None, reason="pdffonts (poppler-utils) is not installed")
def test_every_font_is_embedded_and_the_document_names_title_author_and_date(tmp_path: Path) -> None:
    target = tmp_path / "everything.pdf"
    assert run(["print", "everything", "-o", str(target), "--language", "fr"]) == 0
    listed = subprocess.run(["pdffonts", str(target)], check=True, capture_output=True, text=True).stdout
    fonts = [row.split() for row in listed.splitlines()[2:]]
    assert fonts and all(row[-5:-2] == ["yes", "yes", "yes"] for row in fonts), listed
    information = subprocess.run(["pdfinfo", str(target)], check=True, capture_output=True, text=True).stdout
    values = dict(line.split(":", 1) for line in information.splitlines() if ":" in line)
    assert values["Title"].strip() == "Magnate · Deux joueurs"
    assert values["Author"].strip() == AUTHOR
    assert str(date.today().year) in values["CreationDate"]


def test_a_pdf_is_vector_paths_and_no_pictures() -> None:
    data = as_pdf(deck_sheets(Paper.A4)[:1], "deck")
    assert b"/Subtype /Image" not in data
    assert b"/Subtype /Form" in data


@each("paper", Paper)
def test_the_mats_corners_and_the_tokens_fill_a_page_each(paper: Paper) -> None:
    for sheets in (mat_sheets(paper), token_sheets(paper)):
        assert pages(as_pdf(sheets, "sheet")) == [pytest.approx(paper.size, abs=0.05)]
        width, height = paper.size
        for drawing, x, y in sheets[0].drawings:
            assert 5 <= x <= width - drawing.width - 5
            assert 5 <= y <= height - drawing.height - 5


def test_a_page_has_eighteen_tokens_of_each_suit() -> None:
    drawn = [drawing for drawing, _, _ in token_sheets(Paper.A4)[0].drawings]
    assert [drawn.count(token(suit)) for suit in Suit] == [18] * 6


def test_a_camera_finds_the_mat_between_its_four_corner_pieces() -> None:
    mat = np.full((900, 1200, 3), 120, np.uint8)
    size = 100
    for corner in MatCorner:
        across, down = corner.place
        x, y = across * (1200 - size), down * (900 - size)
        mat[y : y + size, x : x + size] = rasterised(corner_piece(corner), size)
    area = area_on_mat(mat)
    assert area is not None and area.near is Edge.BOTTOM
    edge = (1 - 8 / 92) * size
    inner = [(edge, edge), (1200 - edge, edge), (1200 - edge, 900 - edge), (edge, 900 - edge)]
    assert np.abs(np.array(area.outline) - inner).max() < 3


@pytest.mark.parametrize("what", ["mats", "tokens"])
def test_the_command_writes_mats_and_tokens(tmp_path: Path, what: str) -> None:
    target = tmp_path / f"{what}.pdf"
    assert run(["print", what, "-o", str(target)]) == 0
    assert len(pages(target.read_bytes())) == 1


def test_the_command_writes_the_deck(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "deck.pdf"
    assert run(["print", "deck", "-o", str(target), "--paper", "letter"]) == 0
    assert len(pages(target.read_bytes())) == 5
    assert capsys.readouterr().out == ""


def test_a_file_that_cannot_be_written_costs_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "nowhere" / "deck.pdf"
    assert run(["print", "tokens", "-o", str(target)]) == 2
    output = capsys.readouterr().err
    assert output.count("\n") == 1 and str(target) in output


@pytest.mark.skipif(shutil.which("pdftoppm") is None, reason="pdftoppm (poppler-utils) is not installed")
def test_the_printed_page_shows_the_same_card_as_the_screen(tmp_path: Path) -> None:
    (tmp_path / "deck.pdf").write_bytes(as_pdf(deck_sheets(Paper.A4)[:1], "deck"))
    command = ["pdftoppm", "-r", "60", "-png", str(tmp_path / "deck.pdf"), str(tmp_path / "page")]
    subprocess.run(command, check=True)
    page = cv2.imread(str(next(tmp_path.glob("page*.png"))))
    assert page is not None
    scale = 60 / 25.4
    drawing, x, y = deck_sheets(Paper.A4)[0].drawings[4]
    shown = rasterised(drawing, round(drawing.width * scale)).astype(float)
    left, top = round(x * scale), round(y * scale)
    printed = page[top : top + shown.shape[0], left : left + shown.shape[1]].astype(float)
    assert np.corrcoef(cv2.blur(printed, (3, 3)).ravel(), cv2.blur(shown, (3, 3)).ravel())[0, 1] > 0.95


@each("language", ["en", "fr"])
def test_every_letter_of_a_printed_rule_is_in_the_font_or_drawn(language: str) -> None:
    words = translations(language)
    printed: Any = pdfmetrics.getFont(font(bold=False))
    drawable = {chr(code) for code in printed.face.charToGlyph} | set(DRAWN_CIRCLES)
    for game in games():
        summary = game.cheat_sheet
        for preset in game.presets if summary is not None else ():
            assert summary is not None
            sections = summary(game.options_from_json({"preset": preset}, "preset"))
            texts = [
                text.text(words) for section in sections for text in (section.title, *(x.text for x in section.lines))
            ]
            assert set("".join(texts)) <= drawable, (game.name, preset, set("".join(texts)) - drawable)
