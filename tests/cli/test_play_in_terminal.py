"""Games played at a real pseudo-terminal, and every layout painted in its full and small form."""

import json
import random
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.cli.main import run
from companion.cli.output import set_language
from companion.cli.painters.fields import FieldPainter, read_typed
from companion.cli.painters.painter import paint_piece
from companion.cli.painters.table import paint_events, paint_table
from companion.cli.terminal import terminal
from companion.cli.typed_decisions import offered_decisions
from companion.games.fields import Text
from companion.games.registry import game
from companion.games.view import Kind, View
from companion.play.move_words import write_move
from companion.play.possible_moves import refused
from companion.questions import UnusableAnswer
from tests.bench.figures import Measured
from tests.cli.printed import magnate_setup, run_json
from tests.cli.terminal_session import TerminalSession
from tests.figures import record
from tests.games.chance import KINDS, ChanceGame, chance_game
from tests.games.random_play import table

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


if sys.platform == "win32":
    pytest.skip("Windows has no pseudo-terminals of this kind", allow_module_level=True)


NEW = f"new --name Friday --player Ann --player Ben --setup {magnate_setup()}"


def test_a_turn_is_typed_taken_back_explained_and_corrected_at_the_prompt(tmp_path: Path) -> None:
    assert run(["--data", str(tmp_path), *NEW.split()]) == 0
    with TerminalSession(tmp_path, "play", "Friday") as table:
        table.wait_for("Ann>")
        assert "rolled 9 and 4" in table.type("roll 9 4")
        assert "can only be sold" in table.type("play-card")
        assert "side-1-0    District 2: deed 2/4" in table.type("4ms")
        assert "payment=M1S1" in table.type("use=deed")
        assert "The Mountain" in table.type("SIDE-0")
        assert "undone" in table.type("undo")
        assert "redone" in table.type("redo")
        assert "B24" in table.type("why")
        helped = table.type("help")
        assert "draw [CARD …]" in helped and "correct tokens PLAYER TOKENS" in helped and "JSON" not in helped
        assert "Moons 0 → 3" in table.type("correct tokens Ann M3")
        assert "rule B33" in table.type("trade S M")
        assert "draws" in table.type("draw")
        assert table.end("quit") == 0


def test_each_option_of_a_new_game_is_asked_with_its_rule_the_other_reading_and_its_document(tmp_path: Path) -> None:
    with TerminalSession(tmp_path, "new", "--game", "magistratvm") as beginning:
        beginning.wait_for(">")
        asked = beginning.type("low_majority_removes")
    assert "I25  They also leave if the majority is below the Province's value." in asked
    assert "I25  Or: then nobody leaves (Magistratvm 1.1, Election)." in asked
    rules = dict(re.findall(r"^(\w+) .* ([A-I]\d+)$", re.sub(r" +$", "", asked, flags=re.MULTILINE), re.MULTILINE))
    assert rules.items() >= {"last_after_turn": "I28", "votes_without_tokens": "I22", "displaces_own": "I17"}.items()


@pytest.mark.prove("typed")
def test_without_prompt_toolkit_moves_are_typed_all_the_same(tmp_path: Path) -> None:
    assert run(["--data", str(tmp_path), *NEW.split()]) == 0
    with TerminalSession(tmp_path, "play", "Friday", without="prompt_toolkit") as table:
        table.wait_for("Ann>")
        assert "rolled 9 and 4" in table.type("roll 9 4")
        assert "undone" in table.type("undo")
        assert table.end("quit") == 0
    assert "roll 9 4" in (tmp_path / "typed-moves.txt").read_text("utf8")


@pytest.mark.prove("typed")
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("kind", ["magnate standard", "sorcerous-futures", "magistratvm"])
def test_a_whole_game_is_typed_from_new_to_the_score(kind: str, tmp_path: Path) -> None:
    game = chance_game(kind, 21)
    with TerminalSession(tmp_path, *_new(game)) as beginning:
        assert beginning.ended() == 0
    with TerminalSession(tmp_path, "play", "Chance") as table:
        table.wait_for(">")
        lines = list(_lines(game))
        for line in lines:
            answer = table.type(line)
            assert "companion: " not in answer, (line, answer)
        assert table.end("quit") == 0
    shown = run_json(tmp_path, "show", "Chance", "--json")[1]
    assert shown["over"] and shown["seq"] == len(game.moves)
    last = list(game.courses())[-1]
    assert shown["state"]["phase"] == game.rules.phase(game.rules.apply(last[0].state, last[1]))
    print(f"{kind}: {len(game.moves)} moves in {len(lines)} lines")
    if game.rules.name == "magnate":
        record({"typed-magnate-lines": Measured(len(lines), len(game.moves))})


def _new(game: ChanceGame) -> list[str]:
    options = [
        word for name, value in game.kept.options.items() for word in ("--option", f"{name}={json.dumps(value)}")
    ]
    players = [word for name in game.kept.names for word in ("--player", name)]
    setup = json.dumps(game.rules.setup_to_json(game.rules.setup_from_json(game.kept.setup, "")))
    preset = str(game.kept.options["preset"])
    named = ["new", "--game", game.rules.name, "--name", "Chance"]
    return [*named, *players, "--preset", preset, *options, "--setup", setup]


def _lines(game: ChanceGame) -> Iterator[str]:
    """The moves as they are typed, Magnate's a turn a line."""
    line: list[str] = []
    for course, move in game.courses():
        line.append(write_move(course, move))
        turn = game.rules.turn(course.state)
        if game.rules.name != "magnate" or game.rules.turn(game.rules.apply(course.state, move)) != turn:
            yield " , ".join(line)
            line = []
    if line:
        yield " , ".join(line)
