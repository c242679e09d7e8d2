"""Answers requests for pages: ``respond`` is all that a host needs."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from html import escape

from companion.errors import CompanionError
from companion.locale import Message
from companion.web.pages import actions, lobby
from companion.web.pages.context import Context, GameContext, SeatContext
from companion.web.pages.host import PageHost, PageRequest, PageResponse
from companion.web.pages.html import link_button
from companion.web.pages.parts import latest_event
from companion.web.pages.scoreboard import render_scoreboard
from companion.web.pages.seat import render_seat

OK, SEE_OTHER, FORBIDDEN, NOT_FOUND, REFUSED = 200, 303, 403, 404, 422
_SEAT = re.compile(r"/seat/(\d)")


class ForbiddenPage(CompanionError):
    """A page that this device may not use."""


class NoSuchPage(CompanionError):
    """A path that has no page."""


def respond(request: PageRequest, host: PageHost) -> PageResponse:
    """Return the page of a request; for an action that was done, where to go.

    Args:
        request: The request. Its viewer was admitted by the host.
        host: The games and devices behind the page.

    Returns:
        The page. A refused action gives the page from which it came, with the reason.
    """
    ctx = Context.of(request, host)
    try:
        return _respond(ctx)
    except ForbiddenPage as error:
        return _error(ctx, FORBIDDEN, error)
    except NoSuchPage as error:
        return _error(ctx, NOT_FOUND, error)
    except CompanionError as error:
        return _error(ctx, REFUSED, error)


def _respond(ctx: Context) -> PageResponse:
    own = ctx.host.own_page(ctx.request)
    if own is not None:
        return own
    seat = _SEAT.fullmatch(ctx.request.path)
    if seat is not None:
        return _seat(ctx, int(seat[1]))
    page = _PAGES.get(ctx.request.path)
    if page is None:
        raise NoSuchPage(ctx.request.path, Message("no such page"), Message("go to the first page"))
    return page(ctx)


def _lobby(ctx: Context) -> PageResponse:
    if ctx.request.method == "POST":
        _check_host(ctx)
        return _go(lobby.act(ctx))
    return PageResponse(OK, ctx.say(Message("Decktet companion")), lobby.render_lobby(ctx), kind="lobby")


def _tv(ctx: Context) -> PageResponse:
    game = _game(ctx, None)
    return PageResponse(OK, game.course.game.name, render_scoreboard(game), latest_event(game), kind="tv")


def _seat(ctx: Context, seat: int) -> PageResponse:
    if ctx.request.viewer.seat != seat:
        raise ForbiddenPage(
            ctx.request.path, Message("belongs to another device"), Message("ask the host for a code of this seat")
        )
    return _acting(_seat_context(ctx, seat, seat, f"seat/{seat}", shared=False), render_seat, "seat")


def _acting(ctx: SeatContext, render: Callable[[SeatContext], str], kind: str) -> PageResponse:
    """Do what a page of a seat sends, or show it; a refusal is shown on the page."""
    status = OK
    if ctx.request.method == "POST":
        try:
            return _go(actions.act(ctx))
        except CompanionError as error:
            ctx, status = replace(ctx, notice=escape(error.line(ctx.translations))), REFUSED
    return PageResponse(status, ctx.course.game.name, render(ctx), latest_event(ctx), kind=kind)


def _game(ctx: Context, viewer: int | None) -> GameContext:
    snapshot = ctx.host.snapshot()
    if snapshot is None:
        raise NoSuchPage(
            Message("this page"), Message("no game is open"), Message("start or continue one on the first page")
        )
    return GameContext(ctx.request, ctx.host, ctx.translations, ctx.notice, snapshot, viewer)


def _seat_context(ctx: Context, seat: int, viewer: int | None, path: str, *, shared: bool) -> SeatContext:
    game = _game(ctx, viewer)
    if seat >= len(game.names):
        raise NoSuchPage(ctx.request.path, Message("this game has no such seat"), Message("go to the first page"))
    return SeatContext(ctx.request, ctx.host, ctx.translations, ctx.notice, game.snapshot, viewer, seat, path, shared)


def _check_host(ctx: Context) -> None:
    if not ctx.request.viewer.is_host:
        raise ForbiddenPage(Message("this page"), Message("is for the host’s device"), Message("ask the host to do it"))


def _go(location: str) -> PageResponse:
    return PageResponse(SEE_OTHER, "", "", location=f"/{location}")


def _error(ctx: Context, status: int, error: CompanionError) -> PageResponse:
    line = escape(error.line(ctx.translations))
    home = link_button("./", ctx.say(Message("First page")), kind="main")
    main = f'<div class="lobby"><h1>{ctx.say(Message("Not possible"))}</h1><p role="alert">{line}</p>{home}</div>'
    return PageResponse(status, ctx.say(Message("Not possible")), main, kind="lobby")


_PAGES: dict[str, Callable[[Context], PageResponse]] = {"/": _lobby, "/tv": _tv}
