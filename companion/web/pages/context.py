"""What a page is rendered from: the request, the host, the game and the language."""

from __future__ import annotations

from dataclasses import dataclass
from gettext import NullTranslations
from html import escape
from typing import Any

from companion.errors import CompanionError
from companion.games.errors import BrokenRule, error_line
from companion.journal.course.course import Course
from companion.locale import Message
from companion.locale.languages import LANGUAGES, translations
from companion.play.possible_moves import SeatOptions
from companion.web.pages.host import PageHost, PageRequest
from companion.web.pages.html import Query, action_button, address, capitalized, format_message, link_button
from companion.web.pages.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Context:
    """One request with what it needs."""

    request: PageRequest
    host: PageHost
    translations: NullTranslations
    notice: str = ""
    """Why the last action was refused, escaped; empty if it was not."""

    @classmethod
    def of(cls, request: PageRequest, host: PageHost) -> Context:
        """Return the context of a request; an unknown language is read as English."""
        language = request.viewer.language
        return cls(request, host, translations(language if language in LANGUAGES else "en"))

    def say(self, message: Message) -> str:
        """Return a text in the viewer's language, escaped."""
        return format_message(message, self.translations)

    def refusal(self, error: CompanionError) -> str:
        """Return why something was refused, escaped; the number of a broken rule leads to it on the sheet."""
        line = escape(error_line(error, self.translations))
        if not isinstance(error, BrokenRule):
            return line
        link = f'<a href="{address("rules")}#{error.rule.lower()}">{error.rule}</a>'
        return line.replace(f" {error.rule})", f" {link})", 1)

    def head(self, message: Message) -> str:
        """Return a text as :meth:`say` does, with a capital letter."""
        return capitalized(message, self.translations)


@dataclass(frozen=True, slots=True)
class GameContext(Context):
    """A request that concerns the open game."""

    snapshot: Snapshot = None  # type: ignore[assignment]
    viewer: int | None = None
    """The seat whose secrets may be shown; None for everybody."""

    @property
    def course(self) -> Course[Any, Any]:
        """The whole game so far."""
        return self.snapshot.course

    @property
    def state(self) -> Any:
        """The state as the viewer may know it."""
        return self.course.rules.seen_by(self.course.state, self.viewer)

    @property
    def names(self) -> tuple[str, ...]:
        """The player names, by seat."""
        return self.snapshot.names

    @property
    def home(self) -> str:
        """The address of the page from which this viewer plays."""
        viewer = self.request.viewer
        if viewer.seat is not None and viewer.seat < len(self.names):
            return f"seat/{viewer.seat}"
        return "table" if viewer.has_table else "tv"

    def player(self, seat: int) -> str:
        """Return the name of a player, escaped."""
        return escape(self.names[seat])


@dataclass(frozen=True, slots=True)
class SeatContext(GameContext):
    """A request of a page on which one seat acts."""

    seat: int = 0
    path: str = ""
    """The path of the page without the first slash."""
    shared: bool = False
    """Whether all seats act on this page."""
    alone: bool = False
    """Whether only the player of this seat looks at a shared page."""

    @property
    def options(self) -> SeatOptions:
        """What this seat can do."""
        return SeatOptions(self.course, self.seat, self.viewer)

    def here(self, **query: str | int | tuple[str, ...] | None) -> str:
        """Return the address of this page with a query."""
        return address(self.path, {**self._seat(), **query})

    def link(self, inside: str, *, kind: str = "", label: str = "", current: bool = False, **query: Any) -> str:
        """Return a button that shows something else on this page."""
        return link_button(self.here(**query), inside, kind=kind, label=label, current=current)

    def act(self, inside: str, *, kind: str = "", label: str = "", **fields: Any) -> str:
        """Return a button that does something for this seat."""
        return action_button(self.path, self.fields(**fields), inside, kind=kind, label=label)

    def fields(self, **fields: Any) -> Query:
        """Return the fields of an action of this seat: those named, the seat, and the last entry that it knows."""
        return {**self._seat(), "seq": self.course.seq, **fields}

    def _seat(self) -> dict[str, str | int | tuple[str, ...] | None]:
        if not self.shared:
            return {}
        return {"as": self.seat, "alone": 1, "open": 1} if self.alone else {"as": self.seat}
