"""Serves the web page of one game from its own thread, on one address of this computer."""

from __future__ import annotations

import time
from concurrent.futures import Future
from concurrent.futures import TimeoutError as AnswerTimeout
from functools import partial
from threading import Thread
from typing import Any

from companion.errors import CompanionError
from companion.journal import Entry
from companion.locale import Message
from companion.locale.languages import translations
from companion.play import AnyPlay, Change, Question, Source
from companion.web import listen_address
from companion.web.access_codes import AccessCodes
from companion.web.listen_address import open_socket
from companion.web.offers import advance_form, parse_answer, parse_card_play, preview_hand
from companion.web.pages.snapshot import Snapshot
from companion.web.request_guard import RequestGuard, RequestLimits
from companion.web.routes import Broadcast, create_app
from companion.web.slow_clients import create_server

ANSWER_TIMEOUT = 10.0
"""Seconds in which the table must take up a proposal of a seat's page."""


class TablePage:
    """Serves the page of a play until :meth:`close`; created and closed on the play's thread.

    Raises ``AddressUnavailable``.

    Args:
        play: The play.
        host: The IP address to serve on.
        port: As for :func:`~companion.web.listen_address.open_socket`.
        limits: The limits for requests.
    """

    def __init__(
        self, play: AnyPlay, host: str = "127.0.0.1", port: int | None = 0, limits: RequestLimits | None = None
    ) -> None:
        socket_ = open_socket(host, port, listen_address.TABLE_PORT)
        self._play, self._published = play, 0
        self._notes: dict[int, Message] = {}
        self.codes = AccessCodes(time.monotonic)
        """Admits visitors."""
        self._broadcast = Broadcast(Snapshot.of(play, 0))
        self._unsubscribe = play.subscribe(self._on_change)
        limits = limits or RequestLimits()
        self.address = f"http://{host}:{socket_.getsockname()[1]}"
        """The address of the page."""
        named = self.address.removeprefix("http://")
        hosts = {named, named.replace("127.0.0.1", "localhost")}
        app = RequestGuard(
            create_app(self._broadcast, self.codes, self._handle, limits), frozenset(hosts), time.monotonic, limits
        )
        self._server = create_server(app, limits)
        self._thread = Thread(target=self._server.run, args=([socket_],), name="page", daemon=True)
        self._thread.start()

    def invitation(self, seat: int | None) -> str:
        """Return the address with a new code; browsers do not send the part after # to the server."""
        return f"{self.address}/#{self.codes.issue(seat)}"

    def revoke(self, seat: int | None) -> None:
        """End the visits of a seat's page, or of the scoreboard."""
        self.codes.revoke(seat)
        self._broadcast.publish()

    def end_visit(self, number: int) -> None:
        """End the visit with this number."""
        self.codes.end_visit(number)
        self._broadcast.publish()

    def switch_play(self, play: AnyPlay) -> None:
        """Show the same game in another play; visitors stay."""
        self._unsubscribe()
        self._play = play
        self._unsubscribe = play.subscribe(self._on_change)
        self._publish()

    def close(self) -> None:
        """End the page, and tell its visitors; a second call has no effect."""
        if self._server.should_exit:
            return
        self._unsubscribe()
        self._broadcast.publish(over=True)
        self._server.should_exit = True
        self._thread.join(10)

    def _on_change(self, _change: Change[Any, Any]) -> None:
        self._publish()

    def _publish(self) -> None:
        self._published += 1
        self._broadcast.publish(Snapshot.of(self._play, self._published, self._notes))

    def _set_note(self, seat: int, note: Message | None) -> None:
        """Store what became of a seat's proposal, on the play's thread, for the next publication."""
        self._notes.pop(seat, None)
        if note is not None:
            self._notes[seat] = note

    def _handle(self, seat: int, words: dict[str, Any], language: str) -> dict[str, Any]:
        """Propose what a seat's page sends and wait for the outcome, on a thread of the server."""
        snapshot, catalogue = self._broadcast.snapshot, translations(language)
        if "seal" in words:
            return self._sealed(seat, words["seal"])
        if "hand" in words:
            return preview_hand(snapshot, seat, words["hand"], catalogue)
        if "form" in words:
            following, move = advance_form(snapshot, seat, words["form"], words.get("said"), catalogue)
            if following is not None:
                return {"next": following}
        elif "card" in words:
            move = parse_card_play(snapshot, seat, words["card"], words.get("way"))
        else:
            move = parse_answer(snapshot, seat, words.get("question"), words.get("choice"))
        came: Future[bool] = Future()
        base = words.get("seq")
        withdraw = self._play.hand_in(
            move,
            source=Source.PAGE,
            seat=seat,
            base_seq=base if type(base) is int and 0 <= base <= snapshot.course.seq else snapshot.course.seq,
            refused=came.set_exception,
            acknowledge=lambda _entry: self._set_note(seat, None),
            withdrawn=lambda: self._set_note(seat, Message("The table did not accept it.")),
            answered=lambda outcome: came.set_result(self._is_done(outcome)),
        )
        try:
            return {"kept": came.result(ANSWER_TIMEOUT)}
        except AnswerTimeout:
            withdraw()
            raise _no_answer() from None

    def _sealed(self, seat: int, answer: object) -> dict[str, Any]:
        came: Future[bool] = Future()
        self._play.hand_over(partial(self._seal, seat, answer, came))
        try:
            return {"kept": came.result(ANSWER_TIMEOUT)}
        except AnswerTimeout:
            came.cancel()
            raise _no_answer() from None

    def _is_done(self, outcome: Entry | Question | None) -> bool:
        """Return whether a seat's answer is stored, on the play's thread."""
        return not isinstance(outcome, Question) and outcome not in self._play.waiting

    def _seal(self, seat: int, answer: object, came: Future[bool]) -> None:
        """Seal a seat's answer, on the play's thread."""
        if not came.set_running_or_notify_cancel():
            return
        try:
            offered = next((one for one in self._play.sealed() if one.seat == seat), None)
            if offered is not None and offered.offers and type(answer) is int and 0 <= answer < len(offered.offers):
                answer = offered.offers[answer].answer
            outcome = self._play.seal(seat, answer, source=Source.PAGE)
        except CompanionError as error:
            came.set_exception(error)
        else:
            came.set_result(self._is_done(outcome))


def _no_answer() -> CompanionError:
    return CompanionError(
        Message("the table"), Message("does not answer"), Message("check that the game is open there")
    )
