"""JSON documents of games and rolls, as ``show``, ``replay`` and ``roll`` print them (``docs/json.md``)."""

from __future__ import annotations

from gettext import NullTranslations
from typing import Any

from companion.cli.languages import say
from companion.games.magnate.rolling import earning, taxed_suits
from companion.journal.course import Course
from companion.pieces import DieKind, shown
from companion.play import AnyPlay
from companion.questions import Question
from companion.rolls import Rolled

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
        **course.rules.score_to_json(course.rules.seen_by(course.state, None), game.players),
    }


def roll_document(rolled: Rolled) -> dict[str, Any]:
    """One roll of Magnate's dice: the suits that it taxes, and what every rank earns."""
    dice, tax_dice = shown(rolled.cast, DieKind.D10), shown(rolled.cast, DieKind.D6)
    return {
        "source": rolled.source.value,
        "id": rolled.id,
        "dice": list(dice),
        "tax_dice": list(tax_dice),
        "taxed": [suit.value for suit in taxed_suits(tax_dice)],
        "rank": max(dice),
        "ranks": {
            str(rank): [{"card": card.code, "pays": [suit.value for suit in card.suits]} for card in earning(rank)]
            for rank in range(1, 11)
        },
    }


def roll_in_game_document(rolled: Rolled, play: AnyPlay) -> dict[str, Any]:
    """The same, and what it did in the game that took it."""
    result, names = play.state.roll, play.game.players
    return roll_document(rolled) | {
        "game": play.game.id,
        "seq": play.seq,
        "players": [
            {
                "player": name,
                "lost": {taxed.suit.value: taxed.lost for taxed in result.taxed if taxed.player == seat},
                "income": result.income[seat].to_json(),
                "tokens": play.state.tokens[seat].to_json(),
            }
            for seat, name in enumerate(names)
        ],
        "waiting_for": [{"player": names[one.owner], "text": say(one.text)} for one in play.state.waiting_for],
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
