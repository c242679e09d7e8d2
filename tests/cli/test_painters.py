"""Every layout is painted in a terminal's full and small form, and so is what happened between two views."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from companion.cli.languages import set_language
from companion.cli.painters.events import paint_events
from companion.cli.painters.fields import FieldPainter, read_typed
from companion.cli.painters.painter import paint_piece
from companion.cli.painters.table import paint_table
from companion.cli.terminal import terminal
from companion.cli.typed_decisions import offered_decisions
from companion.games.fields import Text
from companion.games.registry import game
from companion.games.view import Kind, View
from companion.play.possible_moves import refused
from companion.questions import UnusableAnswer
from tests.games.chance import KINDS, chance_game
from tests.games.tables import table

Painted = Callable[..., list[str]]
WIDTHS = (40, 50, 80, 120)
MAGNATE = game("magnate").view(table({"PMSL": "4MS/7ML(M1L1)", "X": "9LK/-"}, tokens="M2W1/K3"), ("Ann", "Ben"), None)


@pytest.fixture
def painted(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Painted:
    def paint(view: View, width: int, language: str = "en") -> list[str]:
        monkeypatch.setenv("COLUMNS", str(width))
        set_language(language)
        paint_table(terminal(), view)
        return capsys.readouterr().out.splitlines()

    return paint


def test_columns_show_each_seats_cards_progress_total_and_who_leads(painted: Painted) -> None:
    full, small = painted(MAGNATE, 80), painted(MAGNATE, 50)
    assert [line.split() for line in full[:2]] == [
        ["Ann", "Ben"],
        ["District", "1", "PMSL", "4MS", "★4", "(7ML", "2/7:", "M1L1)", "0"],
    ]
    assert small[:3] == ["District 1: PMSL", "  Ann 4★: 4MS", "  Ben 0: (7ML 2/7: M1L1)"]
    assert "▸ Ann: M2W1 · Districts 2" in small


def test_every_open_piece_and_number_is_painted_at_every_width_and_no_line_is_wider(painted: Painted) -> None:
    for seed, kind in enumerate(KINDS):
        courses = [course for course, _ in chance_game(kind, seed).courses()]
        for course in random.Random(seed).sample(courses, 3):
            view = course.rules.view(course.state, course.game.names, None)
            for width in WIDTHS:
                for language in ("en", "fr"):
                    lines = painted(view, width, language)
                    where = (kind, course.seq, width, language, lines)
                    assert max(map(len, lines)) <= width, where
                    words = " ".join(lines)
                    for spot in view.spots():
                        for piece in spot.pieces:
                            shown = paint_piece(piece) if piece.kind in (Kind.CARD, Kind.TILE) else str(piece.count)
                            assert piece.shows is None or not piece.count or shown in words, (piece, where)
                        assert not spot.number or str(spot.number) in words, (spot, where)
                    assert all(name in words for name in view.names), where


def test_what_happened_is_painted_with_whose_it_is_and_where_it_went() -> None:
    magnate = game("magnate")
    before = table({"PMSL": "4MS/7ML(M1L1)"}, tokens="M2W1/K3")
    after = table({"PMSL": "4MS/7ML(M1L1)", "X": "9LK/-"}, tokens="M1W1/K3")
    first, then = (magnate.view(state, ("Ann", "Ben"), None) for state in (before, after))
    assert list(paint_events(first, then)) == [
        "Ann: District 3 +9 · Moons -1 · Districts +1",
        "9LK: → District 3 (Ann)",
    ]
    assert list(paint_events(first, first)) == []


def test_a_card_in_a_seats_hands_is_where_its_owner_is() -> None:
    futures = chance_game("sorcerous-futures", 21)
    lines = list[str]()
    for course, move in futures.courses():
        states = course.state, course.rules.apply(course.state, move)
        before, after = (course.rules.view(state, course.game.names, None) for state in states)
        lines += paint_events(before, after)
    assert "3LY: in the middle → up for auction" in lines and "3LY: up for auction → Ann" in lines


def test_every_painted_answer_can_be_typed_in_small_letters_and_leads_to_a_legal_move() -> None:
    for seed, kind in enumerate(KINDS):
        dice = random.Random(seed)
        for course in dice.sample([course for course, _ in chance_game(kind, seed).courses()], 4):
            view = course.rules.view(course.state, course.game.names, None)
            painter = FieldPainter(view, 50)
            for name, begun in offered_decisions(course).items():
                decision = begun
                while (field := decision.missing) is not None:
                    answers = [words for words, _ in painter.answers(field) if not words.startswith("(")]
                    painted = [word for words in answers for word in words.split()]
                    word = dice.choice(painted).partition("–")[0]
                    typed = "x" if isinstance(field, Text) else word.lower()
                    decision = decision.read({field.name: read_typed(field, typed)})
                if name not in ("correct", "deed"):  # both can say that nothing changes
                    assert refused(course, decision.move()) is None, (kind, course.seq, str(decision))


def test_what_no_field_offers_is_refused() -> None:
    course, _ = next(chance_game("magnate standard", 0).courses())
    field = offered_decisions(course)["roll"].fields[0]
    with pytest.raises(UnusableAnswer):
        read_typed(field, "11")
