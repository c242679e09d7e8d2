"""Sorcerous Futures on the web page: what the form of a new game offers."""

from __future__ import annotations

from collections.abc import Sequence

from companion.locale import Message
from companion.pieces import DECK, Card, Rank
from companion.web.pages.game_view import GameView


def _aces(name: str, _options: object) -> Sequence[Card]:
    return [card for card in DECK if card.rank is Rank.ACE] if name == "aces" else ()


SORCEROUS_FUTURES_VIEW = GameView(
    laid=_aces,
    labels={"aces": Message("Aces")},
)
