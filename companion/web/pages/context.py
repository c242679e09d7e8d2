"""What a page is rendered from: the request, the host, the game, the language, and the decision that is named."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from gettext import NullTranslations
from html import escape
from typing import Any

from companion.errors import CompanionError
from companion.games.decisions import Decision
from companion.games.errors import BrokenRule, error_line
from companion.games.fields import BETWEEN
from companion.journal.course.course import Course
from companion.locale import Message
from companion.locale.languages import LANGUAGES, translations
from companion.pieces import Die
from companion.play.possible_moves import SeatOptions
from companion.questions import Question
from companion.web.pages.host import PageHost, PageRequest
from companion.web.pages.html import Query, action_button, address, capitalized, format_message, link_button, render_die
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
    def questions(self) -> list[Question]:
        """The questions that this seat may answer."""
        return [one for one in self.snapshot.questions if one.owner in (self.seat, None)]

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


ANSWER = "a."
"""Begins the name of an answer among the fields of an address or a form."""


class OvertakenAnswer(CompanionError):
    """An answer to a question that is no longer asked."""


def overtaken() -> OvertakenAnswer:
    """Return the error of an answer whose question is gone."""
    return OvertakenAnswer(
        Message("this page"), Message("this question is no longer open"), Message("choose from the questions shown now")
    )


def offered_decisions(ctx: SeatContext) -> Mapping[str, Decision[Any]]:
    """Return the decisions that a seat may make on this page, by name: its own, then those of the whole table.

    A shared page shows what is secret only while its player looks alone.
    """
    found = [one for one in ctx.snapshot.decisions(ctx.viewer) if one.owner in (ctx.seat, None)]
    if not ctx.host.acts_at_once:
        found = [one for one in found if one.then is None]  # each move would be asked about
    if ctx.shared:
        found = [one for one in found if one.secret == ctx.alone]
    return {one.name: one for one in sorted(found, key=lambda one: one.owner is None)}


def has_secrets(ctx: SeatContext) -> bool:
    """Return whether a seat has decisions that only its player may see."""
    return any(one.secret and one.owner == ctx.seat for one in ctx.snapshot.decisions(None))


def find_decision(ctx: SeatContext) -> Decision[Any] | None:
    """Return the decision that the request names, with its answers; None if it is not offered."""
    found = offered_decisions(ctx).get(ctx.request.value("decision"))
    return None if found is None else found.with_words(sent_words(ctx))


def sent_words(ctx: Context) -> Mapping[str, str]:
    """Return the answers that a request holds, by field; several cards of one field are one answer."""
    return {
        name.removeprefix(ANSWER): BETWEEN.join(filter(None, values))
        for name, values in ctx.request.form.items()
        if name.startswith(ANSWER)
    }


def decision_query(decision: Decision[Any], *, without: str = "") -> dict[str, Any]:
    """Return the fields that hold a decision in an address or a form.

    Args:
        decision: The decision.
        without: A field whose answer is left out.
    """
    answers = {f"{ANSWER}{name}": word for name, word in decision.words.items() if name != without}
    return {"decision": decision.name, **answers}


@dataclass(frozen=True, slots=True)
class GameView:
    """How one game is shown and played on the web page."""

    render_die: Callable[[Die, NullTranslations], str] = lambda die, _translations: render_die(die)
    label_answer: Callable[[GameContext, Any], str] | None = None
    """Returns the short label of a move that answers a question of the rules, as HTML; empty for the usual label."""
