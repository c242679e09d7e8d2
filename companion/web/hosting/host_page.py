"""A page of the host's device alone: what its buttons do, and what it shows then."""

from __future__ import annotations

from collections.abc import Callable

from companion.locale import Message
from companion.web.hosting.server_host import OwnPage, ServerHost
from companion.web.pages.context import Context
from companion.web.pages.host import PageRequest, PageResponse
from companion.web.pages.parts import answer, render_lobby


def host_page(
    title: Message, render: Callable[[Context], str], act: Callable[[PageRequest], None] | None = None
) -> OwnPage:
    """Return a page of the host's device, which no other device has.

    Args:
        title: Its title.
        render: Returns the page below its title.
        act: Does what the page sends; what it refuses is shown on the page. None for a page that sends nothing.
    """

    def send(ctx: Context) -> str:
        assert act is not None, "asked below"
        act(ctx.request)
        return ctx.request.path.removeprefix("/")

    def show(ctx: Context) -> str:
        return render_lobby(ctx, title, render(ctx))

    def page(host: ServerHost, request: PageRequest) -> PageResponse | None:
        if not host.visitor.device.is_host:
            return None
        return answer(Context.of(request, host), title, show, None if act is None else send)

    return page
