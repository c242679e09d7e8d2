"""What keeps a table from being certain as a whole: Crowns that are missing, and cards that have no place in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from companion.games.magnate.options import Options
from companion.games.magnate.state import District
from companion.locale import Message
from companion.pieces import Card
from companion.table.card_pose import CardPose
from companion.table.choices import choices
from companion.table.magnate.game_prior import CROWNS, UNPLACED, GamePrior
from companion.table.magnate.identities import district_copies
from companion.table.questions import TableQuestion
from companion.table.sightings import CardSighting, Face


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of the questions about a whole table."""

    clear: float = 0.96
    """Probability from which an uncertain card counts as seen: the reader's limit for a single index."""
    doubles: int = 3
    """Cards that lie on the table more often than the decks have them, from which there are two tables."""


LIMITS = Limits()


def ask_missing_crowns(held: Sequence[Sequence[Card]], options: Options, prior: GamePrior) -> tuple[TableQuestion, ...]:
    """Ask whether the columns are complete, if the Crowns are not (B3).

    Args:
        held: The Crowns that were read, by player.
        options: The options in force: how many Crowns each player has, and from how many decks.
        prior: What is prior beforehand. A game going on knows its Crowns.

    Returns:
        No question, or one that blocks the score: if Crowns were missed, other cards may have been missed too.
    """
    read = [card for cards in held for card in cards]
    expected = options.players * options.crowns_each
    copies = Counter(card.kind for card in read)
    if len(read) == expected and all(number <= options.decks for number in copies.values()):
        return ()
    found = {"found": sum(min(number, options.decks) for number in copies.values()), "expected": expected}
    text = Message(
        "{found} of {expected} Crowns were read, so other cards may be missing too. Are the columns complete?", found
    )
    asked = TableQuestion(CROWNS, CROWNS, text, choices(("yes", "no")))
    answer = prior.answer(asked)
    if answer is None:
        return (asked,)
    again = Message("The columns were not read completely. Take the photo again with every card in view.")
    return () if answer == "yes" else (TableQuestion(CROWNS, CROWNS, again, ()),)


def ask_two_tables(sightings: Sequence[CardSighting], options: Options) -> tuple[TableQuestion, ...]:
    """Return a question without choices if the picture shows two tables: cards of two decks, played with one.

    Args:
        sightings: All cards in view.
        options: The options in force: how many decks are played with.

    Returns:
        No question, or one that blocks the score.
    """
    counts = Counter(card.card.kind for card in sightings if card.card and card.confidence >= LIMITS.clear)
    single = (kind for kind, number in counts.items() if number > max(options.decks, district_copies(kind, options)))
    if sum(1 for _ in single) < LIMITS.doubles:
        return ()
    text = Message("Two tables are in the picture. Take it again with one of them in view.")
    return (TableQuestion("tables", "photo", text, ()),)


def ask_unplaced(
    unplaced: Sequence[CardPose], districts: Sequence[District], options: Options, prior: GamePrior
) -> tuple[TableQuestion, ...]:
    """Ask about each card that was read clearly, is not certain, and lies in no column.

    Args:
        unplaced: The cards that are neither districts nor in a column.
        districts: The table as it was understood: a card in a column needs no second place.
        options: The options in force.
        prior: What is prior beforehand.

    Returns:
        A question for each such card. It blocks the score: the card may belong to a column that was understood without
        it.
    """
    in_columns = Counter(
        card.kind for district in districts for column in district.columns if column for card in column.cards
    )
    asked = []
    for number, card in enumerate(one for one in unplaced if _clear_in_doubt(one.sighting)):
        kind = card.sighting.card
        if kind is None or not kind.is_property or in_columns[kind.kind] >= options.decks:
            continue
        text = Message("{card} was read next to the columns. Does it belong to one?", {"card": kind})
        answers = choices(("no", "yes"))
        question = TableQuestion(f"{UNPLACED}-{number}", UNPLACED, text, answers, None, card.region, card=card.sighting)
        answer = prior.answer(question)
        if answer is None:
            asked.append(question)
        elif answer == "yes":
            again = Message("{card} belongs to a column. Take the photo again, more from above.", {"card": kind})
            asked.append(TableQuestion(question.key, UNPLACED, again, (), None, card.region, card=card.sighting))
    return tuple(asked)


def _clear_in_doubt(card: CardSighting) -> bool:
    return card.face is Face.UP and not card.sure and card.confidence >= LIMITS.clear
