"""What can be done in a game now, as a JSON document and as lines."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations
from typing import Any

from companion.cli.terminal import Console, Table
from companion.games.documents import Json
from companion.games.forms import Form
from companion.games.legal_moves import LegalMove
from companion.journal.course import Course
from companion.locale import Message, Wording
from companion.play.move_words import notation_of, write_move
from companion.play.possible_moves import PossibleMove, SeatOptions, seats_asked
from companion.play.typed_moves import matching_moves

MAX_LISTED = 12
"""Most moves of one name that are listed; of more, only their number."""

AnyCourse = Course[Any, Any]


def possible_document(course: AnyCourse, made: Sequence[Json], translations: NullTranslations) -> Json:
    """Return what each player can do now.

    Args:
        course: The game.
        made: The entries that this command appended.
        translations: The language of its sentences.

    Returns:
        The document that ``companion play --json`` prints, without format and version.
    """
    game = course.game
    return {
        "id": game.id,
        "name": game.name,
        "game": game.game,
        "seq": course.seq,
        "over": course.rules.over(course.state),
        "made": list(made),
        "players": [_player_document(SeatOptions(course, seat, None), translations) for seat in range(len(game.names))],
        "forms": [_form_document(course, form, translations) for form in SeatOptions(course, 0, None).forms_for_all()],
    }


def made_document(course: AnyCourse, seq: int, translations: NullTranslations) -> list[Json]:
    """Return the entries after ``seq`` as this command's part of the document."""
    return [
        {"seq": line.entry.seq, "move": dict(line.entry.move), "text": line.message.text(translations)}
        for line in course.history()
        if line.entry.seq > seq
    ]


def _player_document(options: SeatOptions, translations: NullTranslations) -> Json:
    course = options.course
    over = course.rules.over(course.state)
    return {
        "seat": options.seat,
        "name": course.game.names[options.seat],
        "asked": [one.text.text(translations) for one in options.asked()],
        "asked_in_secret": [text.text(translations) for text in options.sealed()],
        "moves": [] if over else [_move_document(course, one, translations) for one in options.moves()],
        "forms": [_form_document(course, form, translations) for form in options.forms()],
    }


def _move_document(course: AnyCourse, one: PossibleMove, translations: NullTranslations) -> Json:
    return {
        "typed": write_move(course, one.move),
        "move": course.rules.move_to_json(one.move),
        "effect": one.effect.text(translations),
        "preview": None if one.preview is None else one.preview.text(translations),
        "otherwise": [write_move(course, move) for move in one.paid_otherwise],
    }


def _form_document(course: AnyCourse, form: Form[Any], translations: NullTranslations) -> Json:
    patterns = notation_of(course).patterns
    return {
        "text": form.text.text(translations),
        "optional": form.optional,
        "typed": [f"{name} {patterns[name]}".strip() for name in form.makes],
    }


def print_possible(console: Console, course: AnyCourse, words: Sequence[str], translations: NullTranslations) -> None:
    """Print what is asked, then the legal moves that the words may mean, each with what follows.

    Args:
        console: The terminal.
        course: The game.
        words: The beginning of a move; empty for all of them.
        translations: The language.
    """
    if not course.rules.over(course.state):
        notation_of(course)  # raises before anything is printed
    print_asked(console, course, translations)
    if course.rules.over(course.state):
        for remark in course.rules.view(course.state, course.game.names, None).remarks:
            console.print(remark.text(translations), soft_wrap=True)
        return
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(overflow="fold")
    table.add_column(overflow="fold")
    if words:
        found = matching_moves(course, words)
        if not found:
            console.print(Message("No matching move is possible now.").text(translations))
        for move in found:
            _add_move(table, course, LegalMove(move), translations)
    else:
        for seat in range(len(course.game.names)):
            _add_moves(table, course, seat, translations)
        _add_forms(table, course, translations)
    console.print(table)


def print_asked(console: Console, course: AnyCourse, translations: NullTranslations) -> None:
    """Print what play waits for, by player."""
    for seat in seats_asked(course):
        options = SeatOptions(course, seat, None)
        for text in (*(one.text for one in options.asked()), *options.sealed()):
            asked: Wording = {"name": course.game.names[seat], "text": text}
            console.print(Message("{name}: {text}", asked).text(translations), style="bold", soft_wrap=True)


def _add_moves(table: Table, course: AnyCourse, seat: int, translations: NullTranslations) -> None:
    """Add a seat's legal moves; of a name with many, only their number."""
    by_name: dict[str, list[LegalMove[Any]]] = {}
    for one in course.rules.legal_moves(SeatOptions(course, seat, None).state, seat):
        by_name.setdefault(write_move(course, one.move, seat=False).split()[0], []).append(one)
    for name, moves in by_name.items():
        if len(moves) > MAX_LISTED:
            count = Message("{n} possible move", {"n": len(moves)}, "{n} possible moves", "n")
            table.add_row(f"{name} {notation_of(course).patterns[name]}".strip(), count.text(translations))
        else:
            for one in moves:
                _add_move(table, course, one, translations)


def _add_move(table: Table, course: AnyCourse, one: LegalMove[Any], translations: NullTranslations) -> None:
    possible = SeatOptions(course, getattr(one.move, "player", 0), None).possible(one.move)
    shown = possible.effect.text(translations)
    if possible.preview is not None:
        shown += f" ({possible.preview.text(translations)})"
    if one.paid_otherwise:
        others = {"n": len(one.paid_otherwise)}
        more = Message("or {n} other amount", others, "or {n} other amounts", "n")
        shown += f"; {more.text(translations)}"
    table.add_row(write_move(course, one.move), shown)


def _add_forms(table: Table, course: AnyCourse, translations: NullTranslations) -> None:
    """Add how moves are written that cannot be listed."""
    patterns, shown = notation_of(course).patterns, set[str]()
    for seat in seats_asked(course):
        options = SeatOptions(course, seat, None)
        listed = {write_move(course, move, seat=False).split()[0] for move in options.legal()}
        for form in (*options.forms(), *options.forms_for_all()):
            for name in form.makes if listed.isdisjoint(form.makes) else ():
                if name not in shown and name != "correct":
                    shown.add(name)
                    table.add_row(f"{name} {patterns[name]}".strip(), form.text.text(translations))
