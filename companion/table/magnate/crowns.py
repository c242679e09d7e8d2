"""The Crowns of each player, on that player's side of the table (B3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.games.magnate.options import Options
from companion.locale import Message
from companion.pieces import Card
from companion.table.card_pose import CardPose
from companion.table.choices import choices
from companion.table.magnate.game_prior import GamePrior
from companion.table.questions import TableQuestion
from companion.table.row import Row


@dataclass(frozen=True, slots=True)
class OwnedCrowns:
    """Each player's Crowns from that player's left, and the questions about them, which never change the score."""

    crowns: tuple[tuple[Card, ...], ...]
    questions: tuple[TableQuestion, ...]


def assign_crowns(row: Row, cards: Sequence[CardPose], options: Options, prior: GamePrior) -> OwnedCrowns:
    """Return the Crowns by player, from their side of the row.

    If that does not divide them evenly, each player gets the nearer half.

    Args:
        row: The row of districts.
        cards: The Crowns.
        options: The options in force.
        prior: What is known beforehand.
    """
    ordered = sorted(cards, key=lambda card: -row.position(card.centre)[1])
    mine = sum(row.position(card.centre)[1] > 0 for card in ordered)
    if len(ordered) == 2 * options.crowns_each:
        mine = options.crowns_each
    held = [sorted(part, key=lambda card: row.position(card.centre)[0]) for part in (ordered[:mine], ordered[mine:])]
    return read_crowns(held, prior)


def read_crowns(held: Sequence[Sequence[CardPose]], prior: GamePrior) -> OwnedCrowns:
    """Return the Crowns by seat in order, with a question for each uncertain one."""
    hands: list[list[Card]] = [[] for _ in held]
    questions = []
    for player, cards in enumerate(held):
        for place, card in enumerate(cards):
            likely = choices(kind.code for kind, _ in card.sighting.candidates)
            text = Message("Which Crown is this?")
            asked = TableQuestion(
                f"crown-{player}-{place}", "card", text, likely, None, card.region, False, card.sighting
            )
            answer = prior.answer(asked)
            best = card.sighting.card
            if answer is not None:
                hands[player].append(Card.parse(answer))
            elif best is not None:
                hands[player].append(best)
            if answer is None and not card.sighting.sure:
                questions.append(asked)
    return OwnedCrowns(tuple(map(tuple, hands)), tuple(questions))
