"""The deal as a camera reads it: the row of districts, and each seat's Crowns."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kivy.app import App

from companion.app.camera.live_screen import find_source
from companion.app.texts.i18n import words
from companion.errors import CompanionError
from companion.games.decisions import Words
from companion.games.fields import BETWEEN
from companion.games.magnate import Options, default_districts
from companion.pieces import Card
from companion.table.sightings import Edge, Sightings

if TYPE_CHECKING:
    from companion.app.camera.camera_preview import CameraPreview


@dataclass(frozen=True, slots=True)
class DealReading:
    """What was read of a deal.

    Attributes:
        districts: From the near player's left; empty unless all of them were read.
        crowns: By seat.
    """

    districts: tuple[Card, ...]
    crowns: tuple[tuple[Card, ...], ...]

    def words(self) -> Words:
        """Return the answers of a new game."""
        owners = {f"crowns-{card}": str(seat) for seat, held in enumerate(self.crowns) for card in held}
        row = {"districts": BETWEEN.join(map(str, self.districts))} if self.districts else {}
        return {**row, **owners}

    def is_complete(self, options: Options) -> bool:
        """Return whether nothing is left to tap."""
        each = [len(held) for held in self.crowns]
        return bool(self.districts) and each == [options.crowns_each] * options.players


def read_deal(sightings: Sightings, options: Options, near: Edge) -> DealReading:
    """Return the districts and Crowns of a deal; raise ``CompanionError`` if no row of districts is in view.

    Args:
        sightings: The cards on the table, with their poses.
        options: The options of the game to come.
        near: The edge of the picture at which seat 0 sits.
    """
    from companion.table.magnate.game_prior import PhotoAnswers
    from companion.table.magnate.layout import read_layout

    layout = read_layout(sightings, options, near, PhotoAnswers()).layout
    row = tuple(district.card for district in layout.districts)
    complete = sorted(map(str, row)) == sorted(map(str, default_districts(options)))
    return DealReading(row if complete else (), _with_copies(layout.crowns, options))


def _with_copies(crowns: Sequence[Sequence[Card]], options: Options) -> tuple[tuple[Card, ...], ...]:
    """Return the Crowns with their copies numbered, without those that such a deal cannot have."""
    kinds: list[Card] = []
    held: list[tuple[Card, ...]] = []
    for own in crowns:
        kept: list[Card] = []
        for card in own[: options.crowns_each]:
            copy = replace(card, copy=kinds.count(card.kind) + 1)
            kinds.append(card.kind)
            if copy.copy <= options.decks:
                kept.append(copy)
        held.append(tuple(kept))
    return tuple(held)


class DealReader:
    """Reads the deal through the camera of the settings until the row of districts is in view.

    Args:
        on_read: Called with the answers of a new game that were read.
        on_status: Called with a sentence about the progress.
    """

    def __init__(self, on_read: Callable[[Words], None], on_status: Callable[[str], None]) -> None:
        self._on_read, self._on_status = on_read, on_status
        self._preview: CameraPreview | None = None
        self._options: Options | None = None

    @property
    def is_running(self) -> bool:
        """Whether the camera is in use."""
        return self._preview is not None

    def start(self, options: Options) -> None:
        """Start to read the deal of a game with these options."""
        # The vision modules take half a second to load.
        from companion.app.camera.camera_preview import CameraPreview

        app = App.get_running_app()
        self.stop()
        self._options, source = options, find_source(app.settings.camera, self._on_status)
        if source is not None:
            self._preview = CameraPreview(source, app.folders, self._update, app.report_error)
            self._on_status(words._("The camera is reading the setup…"))

    def stop(self) -> None:
        """Stop the camera."""
        if self._preview is not None:
            self._preview.close()
            self._preview = None

    def _update(self) -> None:
        preview, options = self._preview, self._options
        if preview is None or options is None:
            return
        if preview.sightings is None:
            self._on_status(words.say(preview.doing))
            return
        chosen = App.get_running_app().settings.camera_near
        try:
            found = read_deal(
                preview.sightings, options, Edge(chosen) if chosen else preview.camera.near or Edge.BOTTOM
            )
        except CompanionError as error:
            self._on_status(words.say_error(error))
            return
        self.stop()
        self._on_read(found.words())
        if found.is_complete(options):
            self._on_status(words._("The camera has filled in the districts and Crowns. Tap any that are wrong."))
        else:
            self._on_status(words._("The camera cannot see the whole setup. Tap the rest."))
