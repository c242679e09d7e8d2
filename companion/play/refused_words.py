"""Refusals of typed moves: the rule that is broken, the word that is unknown, what can be typed in its place."""

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Any

from companion.errors import CompanionError
from companion.games.errors import IllegalMove
from companion.journal.course.course import AnyCourse
from companion.locale import Message
from companion.play.move_words import notation_of, spellings, verbs_of, write_move, write_word, written_moves
from companion.play.possible_moves import SeatOptions, refused, seats_asked
from companion.play.shortened_moves import completions, unknown_word

MAX_COMPARED = 3000
"""Most texts that are compared; a turn of Magnate has a few hundred."""


def nearest(typed: str, texts: Sequence[str]) -> str | None:
    """Return the text with the most in common with what was typed, the first of equals; None without texts.

    Whole words in common count first, then letters. A text is compared with and without the player's name before it.

    >>> nearest("devlop 4MS @2", ["Ann draw", "Ann develop 4MS @2 M2S2"])
    'Ann develop 4MS @2 M2S2'
    >>> nearest("sel 4MS", ["Ann draw 4MS", "Ann sell 4MS"])
    'Ann sell 4MS'
    """
    matcher = SequenceMatcher(autojunk=False)
    matcher.set_seq2(typed.casefold())

    words = set(typed.casefold().split())

    def likeness(text: str) -> tuple[int, float]:
        found = 0.0
        for part in (text, text.partition(" ")[2]):
            matcher.set_seq1(part.casefold())
            found = max(found, matcher.ratio())
        return len(words & set(text.casefold().split())), found

    return max(texts[:MAX_COMPARED], key=likeness, default=None)


MAX_SHOWN = 5
"""Most moves that an error names."""


class UnreadableMove(CompanionError):
    """Words that are no move of the game; ``understood`` of them begin one."""

    understood = 0


class AmbiguousMove(CompanionError):
    """Words that may mean several moves."""


def names_of_moves(course: AnyCourse) -> Message:
    """Return the names that a move can begin with, as a next step."""
    return Message("choose from: {names}", {"names": ", ".join(notation_of(course).patterns)})


def ambiguous(course: AnyCourse, words: Sequence[str], moves: Sequence[Any]) -> AmbiguousMove:
    """Return the error for words that may mean several moves."""
    shown = [write_move(course, move) for move in moves[:MAX_SHOWN]] + ["…"] * bool(moves[MAX_SHOWN:])
    reason = Message("can mean {n} moves: {moves}", {"n": len(moves), "moves": " | ".join(shown)})
    return AmbiguousMove(" ".join(words), reason, Message("type more of the move you mean"))


def refusal(
    course: AnyCourse, seats: Sequence[int], words: Sequence[str], rest: Sequence[str], written: Sequence[Any]
) -> CompanionError:
    """Return what is wrong with words that mean no legal move.

    Args:
        course: The game.
        seats: The seats that may be meant.
        words: The typed words.
        rest: The same without the player's name.
        written: The moves that they write in full.

    Returns:
        The rules' refusal with the nearest legal move as its next step, if it is the same whatever was left out;
        otherwise which word is unknown or missing.
    """
    error = refused(course, written[0]) if written else _refused_completion(course, seats, rest)
    if error is None:
        return _unreadable(course, seats, words, rest)
    step = _next_step(course, seats, words)
    if error.next_step is not None and step is not None:
        step = Message("{step}; {other}", {"step": error.next_step, "other": step})
    return IllegalMove(error.rule, error.reason, step or error.next_step)


def _unreadable(course: AnyCourse, seats: Sequence[int], words: Sequence[str], rest: Sequence[str]) -> UnreadableMove:
    """Return what is wrong with words that are no move: an unknown word, or a part that is missing."""
    notation, verbs = notation_of(course), verbs_of(course, rest[0])
    if not verbs:
        return UnreadableMove(repr(rest[0]), Message("is not a move"), names_of_moves(course))
    pattern = notation.patterns[verbs[0]]
    typed = Message("type {pattern}", {"pattern": f"{verbs[0]} {pattern}".strip()})
    unknown = unknown_word(pattern, list(spellings(course, rest[1:]))[-1], notation.words(course.state))
    if unknown is None:
        whole = next(_completed(course, seats[0], rest), None) is None
        reason = Message("is not possible now") if whole else Message("is incomplete")
        return UnreadableMove(" ".join(words), reason, typed)
    place, known = unknown
    word, before = rest[place + 1], rest[: place + 1]
    if known:
        names = [write_word(course, one) for one in known]
        step = Message("choose from: {names}", {"names": ", ".join(names)})
    else:
        whole = word.isalpha() and any(written_moves(course, seats[0], before))
        step = names_of_moves(course) if whole else typed
    error = UnreadableMove(repr(word), Message("unknown word"), step)
    error.understood = len(words) - len(rest) + place + 1
    return error


def _refused_completion(course: AnyCourse, seats: Sequence[int], words: Sequence[str]) -> IllegalMove | None:
    """Return the refusal of most moves that shortened words may mean, if none of these is legal.

    Numbers that nobody typed are not in it: it is the same for all of them.
    """
    for seat in seats:
        refusals: dict[tuple[str, str], list[IllegalMove]] = {}
        for moves in _completed(course, seat, words):
            errors = [refused(course, move) for move in moves]
            if None in errors:
                return None
            same = {(one.rule, str(one.reason)): one for one in errors if one is not None}
            if len(same) == 1:
                ((ruled, error),) = same.items()
                refusals.setdefault(ruled, []).append(error)
        if refusals:
            return max(refusals.values(), key=len)[0]
    return None


def _completed(course: AnyCourse, seat: int, words: Sequence[str]) -> Iterator[list[Any]]:
    """Yield the moves of each completion of shortened words; several differ in numbers only."""
    notation = notation_of(course)
    domains = notation.words(course.state)
    for verb in verbs_of(course, words[0]) if words else ():
        spelled = list(spellings(course, words[1:]))[-1]
        for lines in completions(notation.patterns[verb], spelled, domains):
            written = [list(written_moves(course, seat, [verb, *line])) for line in lines]
            if any(written):
                yield [move for moves in written for move in moves]


def _next_step(course: AnyCourse, seats: Sequence[int], words: Sequence[str]) -> Message | None:
    """Return the nearest legal move, or how a move of this name or of the awaited decision is written."""
    asked = [seat for seat in seats if seat in seats_asked(course)] or list(seats[:1])
    texts = [write_move(course, move) for seat in asked for move in SeatOptions(course, seat, None).legal()]
    texts = [text for text in texts if _names_no_hidden_card(course, text, words)]
    found = nearest(" ".join(words), texts)
    if found is not None:
        return Message("the nearest possible move is: {move}", {"move": found})
    patterns = notation_of(course).patterns
    lines = [f"{name} {patterns[name]}".strip() for name in awaited_names(course, asked)]
    return Message("type {pattern}", {"pattern": " | ".join(lines)}) if lines else None


def awaited_names(course: AnyCourse, seats: Sequence[int]) -> tuple[str, ...]:
    """Return the names of the moves that play waits for at these seats."""
    options = [SeatOptions(course, seat, None) for seat in seats]
    every = (name for one in options for asked in one.decisions(one.seat) if not asked.optional for name in asked.makes)
    return tuple(dict.fromkeys(every))


def _names_no_hidden_card(course: AnyCourse, text: str, typed: Sequence[str]) -> bool:
    """Return whether a text names only cards that were typed, of those that may be in a hand which nobody sees."""
    hand = course.rules.hand
    hidden = {str(card).casefold() for card in hand(course.state)} if hand is not None else set()
    return not (hidden & set(text.casefold().split())) - {word.casefold() for word in typed}
