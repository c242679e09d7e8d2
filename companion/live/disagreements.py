"""Contradictions of table and journal: each is reported once, and missing cards only after a while."""

from __future__ import annotations

import math
from dataclasses import dataclass

from companion.live.camera_game import Awaits, Contradiction
from companion.live.events import DISAGREEMENT, Disagreed, Withdrawn
from companion.live.followed_play import FollowedPlay


@dataclass(frozen=True, slots=True)
class Limits:
    """When a disagreement is reported."""

    missed: float = 1.2
    """Seconds that a card must be missing, since an arm may cover it.

    Chosen on staged games, ten of which report no false disagreement (``docs/figures.md``).
    """


LIMITS = Limits()


class Disagreements:
    """The current disagreement of table and journal, one at a time."""

    def __init__(self, followed: FollowedPlay) -> None:
        self._followed = followed
        self._reported: bool | None = None
        """Whether a contradiction (True) or one that only waits (False) was reported since they last agreed."""
        self._missed_since: float | None = None
        """Since when cards are missing, in seconds, until that is reported; infinite until the time is known."""
        self.standing: Disagreed | None = None
        """The current disagreement."""

    @property
    def contradicted(self) -> bool:
        """Whether they disagree in a way that no further move resolves."""
        return self.standing is not None and not self.standing.disagreement.waits

    def on_still(self, at: float) -> None:
        """Report missing cards that have been missing for long at ``at`` (seconds)."""
        if self._missed_since is None or self.standing is None:
            return
        self._missed_since = min(self._missed_since, at)
        if at - self._missed_since >= LIMITS.missed or at == math.inf:
            self._missed_since = None
            self._followed.tell(self.standing)

    def clear(self) -> None:
        """Withdraw the disagreement: they agree."""
        if self._reported is not None and self._missed_since is None:
            self._followed.tell(Withdrawn(DISAGREEMENT))
        self.standing, self._reported, self._missed_since = None, None, None

    def report(self, found: Contradiction) -> None:
        """Report a contradiction once. While players have a choice to make, one that only waits is not reported."""
        if not found.shows:
            return
        self.standing = self._disagreed(found)
        quiet = found.waits and self._followed.awaits is Awaits.ANSWERS
        new = not quiet and self._reported is not True and self._reported is not (not found.waits)
        if new:
            self._reported = not found.waits
        if new or self._missed_since is not None:
            self._missed_since = math.inf if found.only_missed else None
            if self._missed_since is None:
                self._followed.tell(self.standing)

    def _disagreed(self, found: Contradiction) -> Disagreed:
        followed = self._followed
        state, names = followed.state, followed.names
        put_back = followed.cards.put_back(state, found, names)
        return Disagreed(found, names, followed.game.documents.differs(state, found), put_back)
