"""What a seat's page offers to its player, from what the seat may know, and the moves that answers make."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from gettext import NullTranslations
from typing import Any

from companion.errors import CompanionError
from companion.games.documents import Json
from companion.games.forms import Amount, Answers, Cards, Part, Pick
from companion.locale import Message
from companion.pieces import Card
from companion.play.possible_moves import SeatOptions
from companion.questions import UnusableAnswer
from companion.web.pages.snapshot import Snapshot
from companion.web.render import render_seat


class OvertakenAnswer(CompanionError):
    """An answer to a question that is no longer asked."""


MAX_NOTED_CARDS = 12
"""Maximum number of cards that a seat may note, more than any hand."""
_OVERTAKEN = (
    Message("this web page"),
    Message("this question is no longer open"),
    Message("choose from the questions shown now"),
)
_UNUSABLE = Message("not an answer to this question"), Message("choose from the questions shown now")


def list_offers(snapshot: Snapshot, seat: int, translations: NullTranslations) -> Json:
    """Return the questions, forms and sealed answers of a seat, and the cards that it may note.

    Args:
        snapshot: The game.
        seat: The seat.
        translations: The language.

    Returns:
        The document that the page's script reads.
    """
    options = _options(snapshot, seat)
    questions = [
        {"text": one.text.text(translations), "choices": [each.effect.text(translations) for each in one.answers]}
        for one in options.asked()
        if one.answers
    ]
    sealed = [_sealed(one, translations) for one in snapshot.covered if one.seat == seat]
    return {
        "game": snapshot.course.game.id,
        "seat": snapshot.course.game.names[seat],
        "seq": snapshot.course.seq,
        "own": render_seat(snapshot, seat, translations),
        "told": note.text(translations) if (note := snapshot.find_note(seat)) is not None else "",
        "questions": questions,
        "forms": [form.text.text(translations) for form in options.forms()],
        "sealed": sealed,
        "deck": [str(card) for card in options.possible_cards()],
    }


def preview_hand(snapshot: Snapshot, seat: int, noted: object, translations: NullTranslations) -> Json:
    """Return what each noted card could do; cards that can be in no hand are left out.

    Args:
        snapshot: The game.
        seat: The seat.
        noted: The codes of the cards, from the page.
        translations: The language.

    Returns:
        The document that the page's script reads.
    """
    hand = []
    for card in _noted(snapshot, seat, noted):
        options = _options(snapshot, seat).card_options(card)
        can = [{"text": one.text.text(translations), "now": one.move is not None} for one in options]
        hand.append({"card": str(card), "can": can})
    return {"hand": hand}


def parse_card_play(snapshot: Snapshot, seat: int, card: object, way: object) -> Any:
    """Return the move of a noted card.

    Args:
        snapshot: The game.
        seat: The seat.
        card: The code of the card, from the page.
        way: The index of the option, from the page.

    Returns:
        The move.

    Raises:
        OvertakenAnswer: The option is no longer offered.
    """
    for one in _noted(snapshot, seat, [card]):
        move = _at(_options(snapshot, seat).card_options(one), way).move
        if move is not None:
            return move
    raise OvertakenAnswer(*_OVERTAKEN)


def _options(snapshot: Snapshot, seat: int) -> SeatOptions:
    return SeatOptions(snapshot.course, seat, seat)


def _noted(snapshot: Snapshot, seat: int, noted: object) -> Iterator[Card]:
    if isinstance(noted, list):
        known = {str(card): card for card in _options(snapshot, seat).possible_cards()}
        for one in noted[:MAX_NOTED_CARDS]:
            if isinstance(one, str) and one in known:
                yield known[one]


def parse_answer(snapshot: Snapshot, seat: int, question: object, choice: object) -> Any:
    """Return the move of an answer; raise :class:`OvertakenAnswer` if its question is no longer asked.

    Args:
        snapshot: The game.
        seat: The seat.
        question: The index of the question, from the page.
        choice: The index of the choice, from the page.

    Returns:
        The move.
    """
    asked = [one for one in _options(snapshot, seat).asked() if one.answers]
    return _at(_at(asked, question).answers, choice).move


def advance_form(
    snapshot: Snapshot, seat: int, form: object, words: object, translations: NullTranslations
) -> tuple[Json | None, Any]:
    """Return a form's next part or, if it is complete, its move.

    A form that is no longer offered raises ``OvertakenAnswer``.

    Args:
        snapshot: The game.
        seat: The seat.
        form: The index of the form, from the page.
        words: The answers until now, from the page.
        translations: The language.

    Returns:
        The next part and None, or None and the move.

    Raises:
        UnusableAnswer: An answer does not fit its part.
    """
    chosen = _at(_options(snapshot, seat).forms(), form)
    answers: Answers = ()
    for word in words if isinstance(words, list) else []:
        part = chosen.next(answers)
        if part is None:
            raise UnusableAnswer(repr(word)[:40], *_UNUSABLE)
        answers = (*answers, _read(part, word))
    following = chosen.next(answers)
    return (None, chosen.move(answers)) if following is None else (_part(following, translations), None)


def _sealed(one: Any, translations: NullTranslations) -> Json:
    amount = None if one.amount is None else _part(one.amount, translations)
    choices = [offer.text.text(translations) for offer in one.offers]
    return {"text": one.sentence().text(translations), "answered": one.answered, "choices": choices, "amount": amount}


def _part(part: Part, translations: NullTranslations) -> Json:
    text = part.text.text(translations)
    match part:
        case Cards():
            offered = [str(card) for card in part.offered]
            chosen = [str(card) for card in part.chosen if card in part.offered]
            return {
                "kind": "cards",
                "text": text,
                "offered": offered,
                "chosen": chosen,
                "least": part.least,
                "most": part.most,
            }
        case Amount():
            return {"kind": "amount", "text": text, "least": part.least, "most": part.most}
        case Pick():
            return {"kind": "pick", "text": text, "offered": [one.text(translations) for one in part.offered]}


def _read(part: Part, word: object) -> object:
    match part, word:
        case Cards(), list() if part.least <= len(word) <= part.most:
            offered = {str(card): card for card in part.offered}
            if len(set(map(str, word))) == len(word) and all(one in offered for one in word if isinstance(one, str)):
                return tuple(offered[one] for one in word if isinstance(one, str))
        case Amount(), int() if not isinstance(word, bool) and part.least <= word <= part.most:
            return word
        case Pick(), int() if not isinstance(word, bool) and 0 <= word < len(part.offered):
            return word
    raise UnusableAnswer(repr(word)[:40], *_UNUSABLE)


def _at(among: Sequence[Any], place: object) -> Any:
    if isinstance(place, int) and not isinstance(place, bool) and 0 <= place < len(among):
        return among[place]
    raise OvertakenAnswer(*_OVERTAKEN)
