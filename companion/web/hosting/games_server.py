"""All games of this computer as one site: the journal's thread, the devices, and the pages."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from companion.club.people import list_people
from companion.errors import CompanionError, as_companion_error
from companion.folders import Folders
from companion.live.dice_devices import DiceDevices
from companion.live.followed_play import NotFollowed
from companion.locale import Message
from companion.rolls.dice_set_store import DiceSetStore
from companion.web.certificates import ensure_authority
from companion.web.devices import Devices
from companion.web.hosting.device_pages import PATH as DEVICES
from companion.web.hosting.device_pages import DevicePages
from companion.web.hosting.equipment_pages import DeckPages, DicePages, RollerPages
from companion.web.hosting.game_thread import GameThread
from companion.web.hosting.live_pages import LivePages
from companion.web.hosting.lobby import Lobby
from companion.web.hosting.notes import Notes, Pictures
from companion.web.hosting.open_game import OpenGame
from companion.web.hosting.photo_pages import MAX_BYTES, PhotoPages
from companion.web.hosting.photo_readings import PhotoReadings
from companion.web.hosting.record_pages import MAX_BYTES as RECORD_BYTES
from companion.web.hosting.record_pages import TITLE, RecordPages
from companion.web.hosting.server_host import LIMITS, OwnPage, ServerHost, SiteParts, Upload, host_page
from companion.web.hosting.stored_games import SavedPages, StoredGames, new_id
from companion.web.hosting.table_camera import CameraParts, TableCamera
from companion.web.hosting.trust_pages import TrustPages, render_camera_page
from companion.web.hosting.visitors import Grant, Visitor, Visitors
from companion.web.hosting.web_site import WebSite
from companion.web.listen_address import Place
from companion.web.request_guard import RequestLimits

if TYPE_CHECKING:
    from companion.journal import Journal
    from companion.pictures.sources.frame import FrameSource
    from companion.play import AnyPlay
    from companion.vision.decks.gallery import Gallery
    from companion.vision.decks.known_decks import DeckStore
    from companion.vision.tracking.follower import Follower
    from companion.web.phone_camera import PhoneCamera

OPEN_GAME = "open game"
"""The note of the game that was opened last."""


class GamesServer:
    """Serves every game of a journal until :meth:`close`.

    Raises ``AddressUnavailable``, and what opening the journal raises.

    Args:
        place: Where it is served.
        port: As for :func:`~companion.web.listen_address.open_socket`.
        folder: The data folder.
        open_journal: Opens the journal.
        open_play: Opens a game of it.
        report: Takes errors that are no answer to a page; None once all is well again.
        decks: Returns the decks in photos that are scored; None if none are.
        camera: Opens the camera that follows every open game that it can, and returns what tracks cards and dice in its
            pictures; None if there is none.
        phone: The page on which a phone is that camera; None if there is none.
        rolls: Whether a dice roller and Bluetooth dice of this computer roll for the open game.
        limits: The limits for requests.
    """

    def __init__(
        self,
        place: Place,
        port: int | None,
        folder: Path,
        open_journal: Callable[[], Journal],
        open_play: Callable[[Journal, str, Callable[[], None]], AnyPlay],
        report: Callable[[CompanionError | None], None],
        *,
        decks: Callable[[], Sequence[Gallery]] | None = None,
        camera: tuple[Callable[[], FrameSource], Callable[[], Follower]] | None = None,
        phone: PhoneCamera | None = None,
        rolls: bool = False,
        limits: RequestLimits = LIMITS,
    ) -> None:
        self.live, self._pictures, self._camera = LivePages(), Pictures(), camera
        self.devices = Devices(folder)
        self.visitors = Visitors(self.devices, self._open_game)
        self.thread = GameThread(open_journal, open_play, self.live.change, report, self._on_open)
        self._notes = Notes(folder)
        self.lobby = Lobby(self._notes, self.devices)
        self.stored = StoredGames(self.thread, self.devices, self.lobby)
        folders = Folders(folder)
        devices = DevicePages(self.visitors, self.lobby, self._invite, self.live.change, self._list_people)
        records = RecordPages(self._pictures)
        taught_decks = DeckPages(partial(_deck_store, folders), self._find_camera, self._pictures, self.live.change)
        saved = SavedPages(self.stored, folders)
        self._own_pages: dict[str, OwnPage] = {
            DEVICES: devices.page,
            "/move": host_page(TITLE, records.render),
            "/deck": host_page(Message("Deck"), taught_decks.render, taught_decks.act),
            "/saved": host_page(Message("Saved games"), saved.render, saved.act),
        }
        uploads = {"record": Upload(records.take, RECORD_BYTES)}
        if decks is not None:
            photos = PhotoPages(PhotoReadings(decks, self._pictures))
            self._own_pages["/photo"] = photos.page
            uploads["photo"] = Upload(photos.take, MAX_BYTES)
        if camera is not None:
            dice = DicePages(DiceSetStore(folders.dice_sets), self._find_camera)
            self._own_pages["/dice"] = host_page(Message("Meet our dice"), dice.render, dice.act)
        self._report = report
        self.dice = DiceDevices(folders, self._holds, lambda _notice: self.live.change(), self._on_error)
        """The dice roller and the Bluetooth dice."""
        if rolls:
            roller = RollerPages(self.dice, self.thread.run)
            self._own_pages["/roller"] = host_page(Message("Roller and Bluetooth dice"), roller.render, roller.act)
            self.dice.connect_roller()
            self.dice.listen()
        self._show_reading: Callable[[dict[str, object]], None] = lambda _reading: None
        if phone is not None:
            self._show_reading = phone.show_reading
            digits = phone.authority.fingerprint
            cameras = partial(render_camera_page, phone.invitation, digits, lambda: self.address)
            self._own_pages["/camera"] = host_page(Message("Use a phone as camera"), cameras)
        trust = TrustPages(ensure_authority(folder, place.shown))
        parts = SiteParts(
            make_host=self._make_host,
            visitors=self.visitors,
            live=self.live,
            pictures=self._pictures,
            uploads=uploads,
            public_page=trust.respond,
            own_of_device=("/", *self._own_pages),
            limits=limits,
        )
        try:
            self.site = WebSite(place, port, parts)
        except BaseException:
            self.dice.close()
            self.thread.close()
            raise

    @property
    def address(self) -> str:
        """The address of the site."""
        return self.site.address

    def open(self, game: str) -> None:
        """Open a stored game, by its id, for every device."""
        self.thread.run(partial(self.thread.open, game))

    def reopen(self) -> None:
        """Open the game that was open when the server ended, if it can be read: its seats go on where they were."""
        last = self._notes.recall(OPEN_GAME)
        if isinstance(last, Mapping):
            with suppress(CompanionError):
                self.open(str(last.get("id")))

    def invitation(self, *, seat: int | None = None, host: bool = False) -> str:
        """Return the address with a code; one for a seat or the host is used once.

        Args:
            seat: The seat that the device plays; None for none.
            host: Whether the device becomes the host in another's place.
        """
        return self.site.invitation(Grant(seat, host))

    def close(self) -> None:
        """End the site and close the journal."""
        self.site.close()
        self.dice.close()
        self.thread.close()

    def _on_open(self, game: OpenGame) -> None:
        """Remember a game that was opened, and let the camera follow it, if it can; on the games' thread."""
        with suppress(CompanionError):  # it is opened all the same
            self._notes.remember(OPEN_GAME, {"id": game.play.game.id})
        self.dice.follow(game.play, self._report)
        if self._camera is not None:
            with suppress(NotFollowed):
                game.follow_with(CameraParts(*self._camera, new_id, self._pictures, self._on_error, self._show_reading))

    def _holds(self, entry: str) -> bool:
        return self.thread.journal.holds(entry)

    def _on_error(self, error: Exception) -> None:
        self._report(as_companion_error(error))

    def _invite(self) -> str:
        return self.site.invitation(Grant(), DEVICES)

    def _list_people(self) -> Sequence[str]:
        games = self.thread.run(self.stored.overviews)
        return [one.name for one in list_people([one.game.players for one in games if one.game is not None])]

    def _find_camera(self) -> TableCamera | None:
        game = self.thread.game
        return None if game is None else game.camera

    def _open_game(self) -> str | None:
        game = self.thread.game
        return None if game is None else game.snapshot.course.game.id

    def _make_host(self, visitor: Visitor, action: str) -> ServerHost:
        return ServerHost(self.thread, self.stored, self._notes, True, self._own_pages, visitor, action)


def _deck_store(folders: Folders) -> DeckStore:
    from companion.vision.decks.known_decks import DeckStore

    return DeckStore(folders.decks)
