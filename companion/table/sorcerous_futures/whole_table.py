"""The whole table from a photo of each player: bought cards and valuations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from companion.errors import CompanionError
from companion.games.errors import UnplayableSetup
from companion.games.sorcerous_futures.options import Options
from companion.games.sorcerous_futures.setup import Setup, start
from companion.games.sorcerous_futures.setup_steps import crowns_for
from companion.games.sorcerous_futures.state import AUCTIONS, EXCUSE, Bought, State, Valuation, is_traded
from companion.locale import Message
from companion.pieces import DECK, Card
from companion.table.choices import choices
from companion.table.questions import Answers, TableQuestion, doubted
from companion.table.sightings import Face, Sightings
from companion.table.sorcerous_futures.player_area import PlayerArea, read_player_area


class NoFuturesTable(CompanionError):
    """Photos that make no table of Sorcerous Futures."""


@dataclass(frozen=True, slots=True)
class FuturesTable:
    """The table at its end, without payments; ``gold`` cannot be seen in a photo."""

    state: State
    questions: tuple[TableQuestion, ...]
    remarks: tuple[Message, ...]

    @property
    def sure(self) -> bool:
        """Whether nothing that the score depends on is uncertain."""
        return not any(question.blocks for question in self.questions)


def read_futures_table(photos: Sequence[Sightings], options: Options, answers: Mapping[str, str]) -> FuturesTable:
    """Read the table from one photo per player, in seat order.

    Aces that are not dealt as in the rules raise :class:`NoFuturesTable`, and an answer to no question
    :class:`~companion.questions.UnusableAnswer`.

    Args:
        photos: The sightings of each photo.
        options: The options in force.
        answers: Answers to questions by key.
    """
    photo_answers = Answers(answers)
    twice = _in_several(photos)
    players = [read_player_area(sightings, seat, photo_answers, twice) for seat, sightings in enumerate(photos)]
    state = _begun(options, players)
    valuations = tuple(chain.from_iterable(one.valuations for one in players))
    questions = list(chain.from_iterable(one.questions for one in players))
    if not any(one.excuse for one in players):
        read_cards = {*chain.from_iterable(one.bought for one in players), *(one.card for one in valuations)}
        valuations, asked = _under_the_excuse(valuations, read_cards, photo_answers)
        questions += asked
    photo_answers.check_all_used()
    read = replace(
        state,
        bought=tuple(tuple(Bought(card, 0) for card in one.bought) for one in players),
        valuations=valuations,
        crowns=tuple(one.crown for one in players),
    )
    photo_questions = [question for sightings in photos for question in doubted(sightings)][:1]
    return FuturesTable(read, (*photo_questions, *questions), tuple(_remarks(read, players)))


def _in_several(photos: Sequence[Sightings]) -> frozenset[Card]:
    """Return cards that are in several photos: there is one of each, so players must say where it is."""
    each = Counter(
        card
        for sightings in photos
        for card in {one.card for one in sightings.cards if one.face is Face.UP}
        if card is not None
    )
    return frozenset(card for card, photos_with_it in each.items() if photos_with_it > 1)


def _begun(options: Options, players: Sequence[PlayerArea]) -> State:
    try:
        return start(options, Setup(tuple(one.aces for one in players)))
    except UnplayableSetup as error:
        raise NoFuturesTable(
            Message("photos"),
            error.reason,
            Message("use one photo of each player's cards in seat order, with both Aces or the Excuse"),
        ) from error


def _under_the_excuse(
    valuations: tuple[Valuation, ...], read_cards: set[Card], answers: Answers
) -> tuple[tuple[Valuation, ...], list[TableQuestion]]:
    """Return the valuations with the one under the Excuse, or a question about it.

    With three players nobody has the Excuse. If it is in no photo, players say what is under it.
    """
    key = f"valuation-{EXCUSE}"
    answer = answers.get(key)
    if answer is not None:
        return (*valuations, Valuation(EXCUSE, Card.parse(answer).kind)), []
    left = [str(card) for card in DECK if is_traded(card) and card not in read_cards]
    text = Message("Which card is under the Excuse?")
    return valuations, [TableQuestion(key, "valuation", text, choices(left))]


def _remarks(state: State, players: Sequence[PlayerArea]) -> Iterator[Message]:
    """Yield what is against the rules."""
    if state.auctions != AUCTIONS:
        yield Message("{n} bought cards found, but {all} are auctioned", {"n": state.auctions, "all": AUCTIONS})
    for seat, one in enumerate(players):
        if one.crown is not None and one.crown not in crowns_for(state, seat):
            yield Message("photo {n}: {card} matches one of the player's own Aces", {"n": seat + 1, "card": one.crown})
        for card in one.others:
            yield Message("photo {n}: {card} is not used in this game", {"n": seat + 1, "card": card})
