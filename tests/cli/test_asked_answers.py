"""What a photo leaves open is asked at the terminal, one question after the other."""

from __future__ import annotations

import io
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from companion.cli.magnate.options import PhotoOptions
from companion.cli.magnate.options import known as magnate_options
from companion.cli.score_output import ask
from companion.demo import bundled
from companion.live.photo_session import PhotoSession
from companion.table.scored import ScoredTable
from tests.table.magnate.laid import camera, table

DOUBTS = {"9LK": {"9LK": 0.5, "9MS": 0.4}, "5SW": {"5SW": 0.5, "5YK": 0.4}}


def asked(monkeypatch: pytest.MonkeyPatch, *lines: str, known: Mapping[str, str] | None = None) -> ScoredTable:
    """A table with two doubtful cards, seen from the side, after these lines were typed."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    options, tokens = magnate_options("standard", PhotoOptions(tokens="0,0"))
    session = PhotoSession("magnate", options, purses=tokens, answers={**(known or {})})
    session.add(table(see=camera(-90), doubts=DOUBTS))
    scored = ask(session)
    assert scored is not None
    return scored


def test_every_question_is_asked_and_a_beginning_answers_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    open_ = asked(monkeypatch)
    answers = [next(word for word in ("9LK", "5SW", "right") if one.offers(word)) for one in open_.questions]
    capsys.readouterr()
    done = asked(monkeypatch, *(word.lower()[:2] for word in answers))
    assert done.sure and not done.questions
    printed = capsys.readouterr()
    assert printed.out == "" and printed.err.count("> ") == 3
    assert all(f"? {one.key}: " in printed.err for one in open_.questions)


def test_an_empty_line_or_the_end_of_the_input_leaves_a_question_open(monkeypatch: pytest.MonkeyPatch) -> None:
    keys = [one.key for one in asked(monkeypatch).questions]
    assert len(keys) == 3
    assert len(asked(monkeypatch, "", "").questions) == 3
    near = asked(monkeypatch, known={"near": "right"})
    assert [one.key for one in near.questions] == [key for key in keys if key != "near"]


def test_what_is_no_answer_is_refused_with_the_answers(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked(monkeypatch, "sideways")
    assert "not an answer to this question. Choose from: " in capsys.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals of this kind")
def test_a_photo_is_scored_with_what_was_typed_at_the_terminal(tmp_path: Path) -> None:
    from tests.cli.terminal_session import TerminalSession

    photo = str(bundled.photo())
    with TerminalSession(tmp_path, "score", photo, "--near", "right") as table:
        table.wait_for("\n> ")
        assert table.end("bottom") == 0
        assert "wins with the most districts" in table.printed
