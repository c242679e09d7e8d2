"""What was dealt before a game, as a camera sees it lie: the row of districts, and everybody's Crowns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kivy.app import App

from companion.app.i18n import words
from companion.errors import CompanionError
from companion.games.magnate import Options, default_districts
from companion.pieces import Card
from companion.table.edge import Edge
from companion.table.sightings import Sightings

if TYPE_CHECKING:
    from companion.app.camera_preview import CameraPreview


@dataclass(frozen=True, slots=True)
class Dealt:
    """The districts from the near player's left, nothing where not all of them were read; Crowns by seat."""

    districts: tuple[Card, ...]
    crowns: tuple[tuple[Card, ...], ...]

    def whole(self, options: Options) -> bool:
        """Whether nothing is left to tap."""
        each = [len(held) for held in self.crowns]
        return bool(self.districts) and each == [options.crowns_each] * options.players


def dealt(seen: Sightings, options: Options, near: Edge) -> Dealt:
    """What lies there, player 0 sitting at the picture's edge ``near``; the players see it and can tap otherwise.

    Raises :class:`~companion.errors.CompanionError` where no row of districts is in view.
    """
    from companion.table.magnate.game_prior import PhotoAnswers
    from companion.table.magnate.layout import read_layout

    layout = read_layout(seen, options, near, PhotoAnswers()).layout
    row = tuple(district.card for district in layout.districts)
    whole = sorted(map(str, row)) == sorted(map(str, default_districts(options)))
    return Dealt(row if whole else (), _by_copy(layout.crowns, options))


def _by_copy(crowns: Sequence[Sequence[Card]], options: Options) -> tuple[tuple[Card, ...], ...]:
    """Of two alike the second is the second deck's; no seat has more than it was dealt, none one that another has."""
    met: list[Card] = []
    held: list[tuple[Card, ...]] = []
    for own in crowns:
        kept: list[Card] = []
        for card in own[: options.crowns_each]:
            copy = replace(card, copy=met.count(card.kind) + 1)
            met.append(card.kind)
            if copy.copy <= options.decks:
                kept.append(copy)
        held.append(tuple(kept))
    return tuple(held)


class LookAtTheDeal:
    """Looks through the camera of the settings until the row is in view, then tells what was dealt.

    ``found`` hears it, ``said`` a sentence about how it goes on.
    """

    def __init__(self, found: Callable[[Dealt], None], said: Callable[[str], None]) -> None:
        self._found, self._said = found, said
        self._look: CameraPreview | None = None
        self._options: Options | None = None

    @property
    def looking(self) -> bool:
        return self._look is not None

    def start(self, options: Options) -> None:
        """Looks from now on, for a game of these options."""
        # What sees takes half a second to load.
        from companion.app.camera_preview import CameraPreview
        from companion.vision.sources.opening import source_named

        app = App.get_running_app()
        self.stop()
        self._options = options
        try:
            named = source_named(app.settings.camera, trusts=app.cameras.of)
        except CompanionError as error:
            self._said(words.say_error(error))
            return
        self._look = CameraPreview(named, app.folders.decks, self._told, app.failed)
        self._said(words._("The camera looks at what was dealt."))

    def stop(self) -> None:
        if self._look is not None:
            self._look.close()
            self._look = None

    def _told(self) -> None:
        look, options = self._look, self._options
        if look is None or options is None:
            return
        if look.seen is None:
            self._said(words.say(look.doing))
            return
        chosen = App.get_running_app().settings.camera_near
        try:
            found = dealt(look.seen, options, Edge(chosen) if chosen else look.near or Edge.BOTTOM)
        except CompanionError as error:
            self._said(words.say_error(error))
            return
        self.stop()
        self._found(found)
        if found.whole(options):
            self._said(words._("Districts and Crowns lie as the camera sees them: tap what differs."))
        else:
            self._said(words._("The camera does not see all that was dealt: tap the rest."))
