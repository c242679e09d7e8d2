"""What every printed sheet says of itself, and the rules on a card."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from reportlab.pdfbase.pdfmetrics import stringWidth

from companion.artwork.cheat_card import TALL, WIDE, cheat_sheets, wrapped
from companion.artwork.foot import RULER, with_foot
from companion.artwork.mats import SIDE, TAG, mat_sheets
from companion.artwork.paper import Paper
from companion.artwork.pdf import as_pdf, font
from companion.artwork.piecepack import piecepack_sheets
from companion.artwork.score_pad import ROW, score_pad
from companion.artwork.score_pad import TALL as TALL_PAD
from companion.artwork.shapes import Shape
from companion.artwork.sheets import PrintSheet, Words, deck_sheets
from companion.artwork.tokens import square_token, token_sheets
from companion.cli.languages import set_language
from companion.cli.main import run
from companion.cli.print import CORNER, FOOT
from companion.cli.rules import sheet_document
from companion.games.registry import AnyGame, games
from companion.locale.languages import LANGUAGES, translations
from companion.pieces import Suit
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
def test_a_sheet_speaks_the_language_named_as_it_does_where_the_system_speaks_it(
    sheet: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
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
