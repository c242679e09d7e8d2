"""The page of one game, served from a thread of its own on one address of this machine."""

from __future__ import annotations

import time
from concurrent.futures import Future
from concurrent.futures import TimeoutError as TooLate
from functools import partial
from threading import Thread
from typing import Any

from companion.errors import CompanionError
from companion.journal import Entry
from companion.locale import Message
from companion.locale.languages import translations
from companion.play import AnyPlay, Change, Question, Source
from companion.web import listen_address
from companion.web.access_codes import Codes
from companion.web.listen_address import open_door
from companion.web.offers import answered, foreseen, played, said
from companion.web.render import Moment
from companion.web.request_guard import Gate, Limits
from companion.web.routes import News, site
from companion.web.slow_clients import server_of

PATIENCE = 10.0
"""Seconds in which the table takes up what a seat's page proposes."""


class TablePage:
    """Serves the page of a play until :meth:`close`. Made and closed by the thread that owns the play.

    ``port`` is as :func:`~companion.web.listen_address.open_door` takes it, whose refusal it raises.
    """

    def __init__(
        self, play: AnyPlay, host: str = "127.0.0.1", port: int | None = 0, limits: Limits | None = None
    ) -> None:
        door = open_door(host, port, listen_address.TABLE)
        self._play, self._published = play, 0
        self._told: dict[int, Message] = {}
        self.codes = Codes(time.monotonic)
        """Who may look."""
        self._news = News(Moment.of(play, 0))
        self._stop_hearing = play.subscribe(self._heard)
        limits = limits or Limits()
        self.address = f"http://{host}:{door.getsockname()[1]}"
        """Where it is."""
        named = self.address.removeprefix("http://")
        hosts = {named, named.replace("127.0.0.1", "localhost")}
        app = Gate(site(self._news, self.codes, self._said, limits), frozenset(hosts), time.monotonic, limits)
        self._server = server_of(app, limits, at_once=600)
        self._thread = Thread(target=self._server.run, args=([door],), name="page", daemon=True)
        self._thread.start()

    def invitation(self, seat: int | None) -> str:
        """The address with a new code for a seat's page, or for the scoreboard; what follows # stays in the browser."""
        return f"{self.address}/#{self.codes.give(seat)}"

    def take_back(self, seat: int | None) -> None:
        """Shows this seat's page, or the scoreboard, to nobody who was let in before."""
        self.codes.take_back(seat)
        self._news.publish()

    def send_away(self, number: int) -> None:
        """Shows nothing more to this one visitor."""
        self.codes.send_away(number)
        self._news.publish()

    def move_to(self, play: AnyPlay) -> None:
        """The same game goes on in another play: whoever looks follows that one."""
        self._stop_hearing()
        self._play = play
        self._stop_hearing = play.subscribe(self._heard)
        self._publish()

    def close(self) -> None:
        """Whoever looks is told that there is nothing more to see; again it does nothing."""
        if self._server.should_exit:
            return
        self._stop_hearing()
        self._news.publish(over=True)
        self._server.should_exit = True
        self._thread.join(10)

    def _heard(self, _change: Change[Any, Any]) -> None:
        self._publish()

    def _publish(self) -> None:
        self._published += 1
        self._news.publish(Moment.of(self._play, self._published, self._told))

    def _tell(self, seat: int, told: Message | None) -> None:
        """On the play's thread: what became of what a seat proposed, shown with what is published next."""
        self._told.pop(seat, None)
        if told is not None:
            self._told[seat] = told

    def _said(self, seat: int, words: dict[str, Any], language: str) -> dict[str, Any]:
        """On a thread of the server's: hands what a seat's page says to the table, and waits what comes of it."""
        moment, spoken = self._news.moment, translations(language)
        if "seal" in words:
            return self._sealed(seat, words["seal"])
        if "hand" in words:
            return foreseen(moment, seat, words["hand"], spoken)
        if "form" in words:
            following, move = said(moment, seat, words["form"], words.get("said"), spoken)
            if following is not None:
                return {"next": following}
        elif "card" in words:
            move = played(moment, seat, words["card"], words.get("way"))
        else:
            move = answered(moment, seat, words.get("question"), words.get("choice"))
        came: Future[bool] = Future()
        base = words.get("seq")
        take_back = self._play.hand_in(
            move,
            source=Source.PAGE,
            seat=seat,
            base_seq=base if type(base) is int and 0 <= base <= moment.course.seq else moment.course.seq,
            refused=came.set_exception,
            acknowledge=lambda _entry: self._tell(seat, None),
            withdrawn=lambda: self._tell(seat, Message("The table did not take it.")),
            answered=lambda outcome: came.set_result(self._kept(outcome)),
        )
        try:
            return {"kept": came.result(PATIENCE)}
        except TooLate:
            take_back()
            raise _nobody_attends() from None

    def _sealed(self, seat: int, answer: object) -> dict[str, Any]:
        came: Future[bool] = Future()
        self._play.hand_over(partial(self._seal, seat, answer, came))
        try:
            return {"kept": came.result(PATIENCE)}
        except TooLate:
            came.cancel()
            raise _nobody_attends() from None

    def _kept(self, outcome: Entry | Question | None) -> bool:
        """On the play's thread: whether what a seat said is done; what waits for a club's server is not."""
        return not isinstance(outcome, Question) and outcome not in self._play.waiting

    def _seal(self, seat: int, answer: object, came: Future[bool]) -> None:
        """On the play's thread."""
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
            came.set_result(self._kept(outcome))


def _nobody_attends() -> CompanionError:
    return CompanionError(
        Message("the table"), Message("does not answer"), Message("look whether the game is open there")
    )
