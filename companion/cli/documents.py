"""JSON documents of games and rolls, as ``show``, ``replay`` and ``roll`` print them (``docs/json.md``)."""

from typing import Any

from companion.cli.output import translate
from companion.journal.course.course import AnyCourse
from companion.questions import Question


def course_document(course: AnyCourse) -> dict[str, Any]:
    """Return a game so far: its start, state, history, figures by turn, and score."""
    figures = course.figures()
    return {
        **head(course),
        "state": state_document(course, course.state),
        "dice_cast": [die.value for die in cast] if (cast := course.dice_cast) is not None else None,
        "history": [
            {
                "seq": line.entry.seq,
                "at": line.entry.at.isoformat(),
                "turn": line.turn,
                "seat": line.entry.seat,
                "source": line.entry.source,
                "text": translate(line.message),
                "stands": line.stands,
            }
            for line in course.history()
        ],
        "turns": list(figures.documents) if figures is not None else [],
        "score": score_document(course),
    }


def head(course: AnyCourse) -> dict[str, Any]:
    """Return a game's options and setup, and how many entries it has."""
    game = course.game
    return {
        "id": game.id,
        "name": game.name,
        "game": game.game,
        "players": list(game.players),
        "options": dict(game.options),
        "setup": dict(game.setup),
        "seq": course.seq,
        "over": course.rules.over(course.state),
    }


def state_document(course: AnyCourse, state: Any) -> dict[str, Any]:
    """Return the public part of a state, without the options, which the head of the document has."""
    document = course.rules.state_to_json(course.rules.seen_by(state, None))
    document.pop("options", None)
    return document


def score_document(course: AnyCourse) -> dict[str, Any]:
    """Return the score as ``companion score`` prints it: how the game ends, or would if it ended now."""
    game = course.game
    return {
        "game": game.game,
        "preset": game.options.get("preset"),
        "players": len(game.players),
        "sure": True,
        "questions": [],
        "remarks": [],
        **course.rules.score_to_json(course.rules.seen_by(course.state, None), game.names),
    }


def question_document(question: Question) -> dict[str, Any]:
    """Return a question about a picture."""
    return {
        "id": question.key,
        "kind": question.kind,
        "text": translate(question.text),
        "region": list(question.region) if question.region is not None else None,
        "choices": [choice.answer for choice in question.choices],
    }


def uncertain_roll_document(question: Question) -> dict[str, Any]:
    """Return the document of a roll under the camera that raises a question."""
    return {"source": "camera", "dice": None, "question": question_document(question)}
