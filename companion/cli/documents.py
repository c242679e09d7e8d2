"""JSON documents of games and rolls, as ``show``, ``replay`` and ``roll`` print them (``docs/json.md``)."""

from __future__ import annotations

from gettext import NullTranslations
from typing import Any

from companion.cli.languages import say
from companion.journal.course import Course
from companion.questions import Question

AnyCourse = Course[Any, Any]


def course_document(course: AnyCourse, spoken: NullTranslations) -> dict[str, Any]:
    """A game so far: how it began, where it stands, what happened, turn by turn, and the score."""
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
                "text": line.message.text(spoken),
                "stands": line.stands,
            }
            for line in course.history()
        ],
        "turns": list(figures.documents) if figures is not None else [],
        "score": score_document(course),
    }


def head(course: AnyCourse) -> dict[str, Any]:
    """What a game began with, and how many entries it has."""
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
    """A state as everybody may see it, without the options, which stand once in the head of the document."""
    document = course.rules.state_to_json(course.rules.seen_by(state, None))
    document.pop("options", None)
    return document


def score_document(course: AnyCourse) -> dict[str, Any]:
    """What ``companion score`` prints: how the game ends, or would if it ended now."""
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


def doubtful_roll_document(asked: Question) -> dict[str, Any]:
    """Dice that lie under the camera, and what it asks about them."""
    question = {
        "id": asked.key,
        "kind": asked.kind,
        "text": say(asked.text),
        "region": list(asked.region) if asked.region is not None else None,
        "choices": [choice.answer for choice in asked.choices],
    }
    return {"source": "camera", "dice": None, "question": question}
