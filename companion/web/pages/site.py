"""Answers requests for pages: ``respond`` is all that a host needs."""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from companion.decoding import is_number
from companion.errors import CompanionError
from companion.locale import Message
from companion.web.pages import actions, first_page, game_pages
from companion.web.pages.context import Context, GameContext, SeatContext
from companion.web.pages.host import NoOpenGame, PageHost, PageRequest, PageResponse, Status
from companion.web.pages.html import link_button
from companion.web.pages.learn_page import render_learn, render_rules
from companion.web.pages.new_game import begin, render_new_game
from companion.web.pages.parts import answer, latest_event, render_lobby
from companion.web.pages.seat import render_seat
from companion.web.pages.table import render_scoreboard, render_table
from companion.web.pages.tools import TOOL_PAGES, ToolPage

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
    except CompanionError as error:
        line, title = ctx.refusal(error), ctx.say(Message("Not possible"))
        home = link_button("./", ctx.say(Message("First page")), kind="main")
        main = f'<div class="lobby"><h1>{title}</h1><p role="alert">{line}</p>{home}</div>'
        return PageResponse(_STATUSES.get(type(error), Status.REFUSED), title, main, kind="lobby")


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


def _of_host(page: Callable[[Context], PageResponse], ctx: Context) -> PageResponse:
    """Return a page that is for the host's device."""
    _check_host(ctx)
    return page(ctx)


def _tool(tool: ToolPage, ctx: Context) -> PageResponse:
    return answer(ctx, tool.title, lambda shown: render_lobby(shown, tool.title, tool.render(shown)), tool.act)


def _first(ctx: Context) -> PageResponse:
    if ctx.request.method == "POST":
        _check_host(ctx)
    return answer(ctx, Message("Decktet companion"), first_page.render_first_page, first_page.act)


def _names(ctx: Context) -> PageResponse:
    return answer(
        _game(ctx, None), Message("Rename players"), game_pages.render_player_names, game_pages.rename_players
    )


def _of_game(render: Callable[[GameContext], str], ctx: Context) -> PageResponse:
    """Return a page about the open game, as everybody may see it."""
    game = _game(ctx, None)
    return PageResponse(Status.OK, game.course.game.name, render(game), kind="lobby")


def _tv(ctx: Context) -> PageResponse:
    if ctx.host.snapshot() is None:
        return _waiting(ctx, "tv")
    game = _game(ctx, None)
    return PageResponse(Status.OK, game.course.game.name, render_scoreboard(game), latest_event(game), kind="tv")


def _history(ctx: Context) -> PageResponse:
    seat = ctx.request.viewer.seat
    game = _game(ctx, seat)
    if ctx.request.method == "POST":
        if not game_pages.may_return(game):
            raise ForbiddenPage(Message("this page"), Message("is for players"), Message("ask the host for a code"))
        return _go(game_pages.return_to(game))
    return PageResponse(
        Status.OK, game.course.game.name, game_pages.render_history(game), latest_event(game), kind="lobby"
    )


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
    title = Message("Waiting for the game")
    return PageResponse(Status.OK, ctx.say(title), render_lobby(ctx, title, ""), kind=kind)


def _acting(ctx: SeatContext, render: Callable[[SeatContext], str], kind: str) -> PageResponse:
    """Do what a page of a seat sends, or show it; a refusal is shown on the page."""
    status = Status.OK
    if ctx.request.method == "POST":
        try:
            return _go(actions.act(ctx))
        except CompanionError as error:
            newest = ctx.host.snapshot()  # others may have played on meanwhile
            if newest is None or newest.course.game.id != ctx.course.game.id:
                raise
            ctx, status = replace(ctx, notice=ctx.refusal(error), snapshot=newest), Status.REFUSED
    return PageResponse(status, ctx.course.game.name, render(ctx), latest_event(ctx), kind=kind)


def _game(ctx: Context, viewer: int | None) -> GameContext:
    snapshot = ctx.host.snapshot()
    if snapshot is None:
        raise NoOpenGame
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
    return PageResponse(Status.SEE_OTHER, "", "", location=f"/{location}")


_STATUSES: dict[type[CompanionError], Status] = {
    ForbiddenPage: Status.FORBIDDEN,
    NoSuchPage: Status.NOT_FOUND,
    NoOpenGame: Status.NOT_FOUND,
}
_PAGES: dict[str, Callable[[Context], PageResponse]] = {
    "/": _first,
    "/new": partial(_of_host, partial(answer, title=Message("New game"), render=render_new_game, act=begin)),
    "/learn": partial(answer, title=Message("Learn in two minutes"), render=render_learn, kind="seat"),
    "/rules": partial(answer, title=Message("Rules"), render=render_rules),
    "/tv": _tv,
    "/table": _table,
    "/history": _history,
    "/curves": partial(_of_game, game_pages.render_curves),
    "/record": partial(_of_game, game_pages.render_record),
    "/put-away": partial(_of_game, game_pages.render_put_away),
    "/names": partial(_of_host, _names),
    **{f"/{tool.path}": partial(_of_host, partial(_tool, tool)) for tool in TOOL_PAGES},
}
