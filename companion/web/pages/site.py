"""Answers requests for pages: ``respond`` is all that a host needs."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from companion.decoding import is_number
from companion.errors import CompanionError
from companion.locale import Message
from companion.web.pages import actions, first_page
from companion.web.pages.context import Context, GameContext, SeatContext
from companion.web.pages.curves import render_curves
from companion.web.pages.decisions import overtaken
from companion.web.pages.history import may_return, render_history, return_to
from companion.web.pages.host import PageHost, PageRequest, PageResponse
from companion.web.pages.html import link_button, page_head
from companion.web.pages.learn_page import render_learn
from companion.web.pages.new_game import begin, render_new_game
from companion.web.pages.parts import latest_event, render_notice
from companion.web.pages.player_names import rename_players, render_player_names
from companion.web.pages.put_away import render_put_away
from companion.web.pages.record_page import render_record
from companion.web.pages.rules_page import render_rules
from companion.web.pages.scoreboard import render_scoreboard
from companion.web.pages.seat import render_seat
from companion.web.pages.table import render_table
from companion.web.pages.tool_page import ToolPage
from companion.web.pages.tools import TOOL_PAGES

OK, SEE_OTHER, FORBIDDEN, NOT_FOUND, REFUSED = 200, 303, 403, 404, 422
ContextT = TypeVar("ContextT", bound=Context)
_SEAT = re.compile(r"/seat/([0-9])")


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


def _first(ctx: Context) -> PageResponse:
    return _page(ctx, "lobby", Message("Decktet companion"), first_page.render_first_page, first_page.act)


def _new(ctx: Context) -> PageResponse:
    _check_host(ctx)
    return _page(ctx, "lobby", Message("New game"), render_new_game, begin)


def _rules(ctx: Context) -> PageResponse:
    return _page(ctx, "lobby", Message("Rules"), render_rules)


def _learn(ctx: Context) -> PageResponse:
    return _page(ctx, "seat", Message("Learn in two minutes"), render_learn)


def _tool(page: ToolPage) -> Callable[[Context], PageResponse]:
    """Return the page of a tool, which is for the host's device."""

    def render(ctx: Context) -> PageResponse:
        _check_host(ctx)
        return _page(ctx, "lobby", page.title, lambda shown: f"{render_notice(shown)}{page.render(shown)}", page.act)

    return render


def _page(
    ctx: ContextT,
    kind: str,
    title: Message,
    render: Callable[[ContextT], str],
    act: Callable[[ContextT], str] | None = None,
) -> PageResponse:
    """Do what a page sends, or show it; a refusal is shown on the page."""
    status = OK
    if ctx.request.method == "POST":
        if act is None:
            raise overtaken()
        if not ctx.request.viewer.is_host:
            _check_host(ctx)
        try:
            return _go(act(ctx))
        except CompanionError as error:
            ctx, status = replace(ctx, notice=ctx.refusal(error)), REFUSED
    return PageResponse(status, ctx.say(title), render(ctx), kind=kind)


def _tv(ctx: Context) -> PageResponse:
    if ctx.host.snapshot() is None:
        return _waiting(ctx, "tv")
    game = _game(ctx, None)
    return PageResponse(OK, game.course.game.name, render_scoreboard(game), latest_event(game), kind="tv")


def _history(ctx: Context) -> PageResponse:
    seat = ctx.request.viewer.seat
    game = _game(ctx, seat)
    if ctx.request.method == "POST":
        if not may_return(game):
            raise ForbiddenPage(Message("this page"), Message("is for players"), Message("ask the host for a code"))
        return _go(return_to(game))
    return PageResponse(OK, game.course.game.name, render_history(game), latest_event(game), kind="lobby")


def _curves(ctx: Context) -> PageResponse:
    game = _game(ctx, None)
    return PageResponse(OK, game.course.game.name, render_curves(game), kind="lobby")


def _record(ctx: Context) -> PageResponse:
    game = _game(ctx, None)
    return PageResponse(OK, game.course.game.name, render_record(game), kind="lobby")


def _names(ctx: Context) -> PageResponse:
    _check_host(ctx)
    game = _game(ctx, None)
    return _page(game, "lobby", Message("Rename players"), render_player_names, rename_players)


def _put_away(ctx: Context) -> PageResponse:
    game = _game(ctx, None)
    return PageResponse(OK, game.course.game.name, render_put_away(game), kind="lobby")


def _seat(ctx: Context, seat: int) -> PageResponse:
    page = _seat_context(ctx, seat, seat, f"seat/{seat}", shared=False)
    if ctx.request.viewer.seat != seat:
        raise _other_device(ctx)
    return _acting(page, render_seat, "seat")


def _table(ctx: Context) -> PageResponse:
    """Return the page of the whole table. What a seat sends may hold what only its player knows."""
    if not ctx.request.viewer.has_table:
        raise ForbiddenPage(
            Message("this page"), Message("is for the device between the players"), Message("ask the host to do it")
        )
    if ctx.host.snapshot() is None:
        return _waiting(ctx, "table")
    sent = ctx.request.value("as")
    seat = int(sent) if is_number(sent) else _game(ctx, None).course.rules.at_turn(_game(ctx, None).course.state)
    page = _seat_context(ctx, seat, None, "table", shared=True)
    if ctx.request.value("alone"):
        if seat in ctx.request.viewer.elsewhere:
            raise _other_device(ctx)
        page = replace(page, viewer=seat, alone=bool(ctx.request.value("open")))
    return _acting(page, render_table, "table")


def _waiting(ctx: Context, kind: str) -> PageResponse:
    """Return what a device shows until a game is open, which then appears on it."""
    title, home = ctx.say(Message("Waiting for the game")), ctx.say(Message("First page"))
    return PageResponse(OK, title, f'<div class="lobby">{page_head(title, "./", home)}</div>', kind=kind)


def _acting(ctx: SeatContext, render: Callable[[SeatContext], str], kind: str) -> PageResponse:
    """Do what a page of a seat sends, or show it; a refusal is shown on the page."""
    status = OK
    if ctx.request.method == "POST":
        try:
            return _go(actions.act(ctx))
        except CompanionError as error:
            newest = ctx.host.snapshot()  # others may have played on meanwhile
            if newest is None or newest.course.game.id != ctx.course.game.id:
                raise
            ctx, status = replace(ctx, notice=ctx.refusal(error), snapshot=newest), REFUSED
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


def _other_device(ctx: Context) -> ForbiddenPage:
    return ForbiddenPage(
        ctx.request.path, Message("belongs to another device"), Message("ask the host for a code of this seat")
    )


def _go(location: str) -> PageResponse:
    return PageResponse(SEE_OTHER, "", "", location=f"/{location}")


def _error(ctx: Context, status: int, error: CompanionError) -> PageResponse:
    line = ctx.refusal(error)
    home = link_button("./", ctx.say(Message("First page")), kind="main")
    main = f'<div class="lobby"><h1>{ctx.say(Message("Not possible"))}</h1><p role="alert">{line}</p>{home}</div>'
    return PageResponse(status, ctx.say(Message("Not possible")), main, kind="lobby")


_PAGES: dict[str, Callable[[Context], PageResponse]] = {
    "/": _first,
    "/new": _new,
    "/learn": _learn,
    "/rules": _rules,
    "/tv": _tv,
    "/table": _table,
    "/history": _history,
    "/curves": _curves,
    "/record": _record,
    "/put-away": _put_away,
    "/names": _names,
    **{f"/{page.path}": _tool(page) for page in TOOL_PAGES},
}
