"""What only one seat may see of a play: answers that show more than everybody may know, and lines of the board."""

from collections.abc import Sequence

from companion.locale import Message
from companion.play.play import AnyPlay
from companion.questions import Question


def is_secret(play: AnyPlay, question: Question) -> bool:
    """Return whether an answer to a question shows more than everybody may see."""
    redact_move = play.course.rules.redact_move
    return redact_move is not None and any(
        redact_move(play.state, choice.move, None) != choice.move for choice in question.choices
    )


def find_viewer(play: AnyPlay, question: Question) -> int:
    """Return the first seat that may see all answers to a secret question; the current player if none may."""
    redact_move, moves = play.course.rules.redact_move, [choice.move for choice in question.choices]
    assert redact_move is not None, "there is no secret without it"
    for seat in range(len(play.game.names)):
        if all(redact_move(play.state, move, seat) == move for move in moves):
            return seat
    return play.course.rules.at_turn(play.state)


def private_lines(play: AnyPlay, seat: int) -> Sequence[Message]:
    """Return the lines of the board that only this seat may see."""
    rules, state, names = play.course.rules, play.state, play.game.names
    shared = rules.view(state, names, None).remarks
    return [line for line in rules.view(state, names, seat).remarks if line not in shared]
