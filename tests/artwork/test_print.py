from __future__ import annotations

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

from companion.artwork.faces import face
from companion.artwork.mats import corner_piece, mat_sheets
from companion.artwork.paper import Paper
from companion.artwork.pdf import AUTHOR, DRAWN_CIRCLES, as_pdf, font
from companion.artwork.raster import rasterised
from companion.artwork.sheets import deck_sheets
from companion.artwork.tokens import token, token_sheets
from companion.cli.main import run
from companion.games.registry import games
from companion.locale.languages import translations
from companion.pieces import DECK, Suit
from companion.pieces.mat import MatCorner
from companion.table.edge import Edge
from companion.vision.tracking.play_area import area_on_mat
from tests.cases import each


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
