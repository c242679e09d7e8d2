"""The page of the camera: which phone films the table, and how it comes in."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from companion.locale import Message
from companion.web.hosting.svg_code import draw_svg_code
from companion.web.hosting.trust_pages import PATH as TRUST_PATH
from companion.web.pages.context import Context


def render_camera_page(invite: Callable[[], str], fingerprint: str, site: Callable[[], str], ctx: Context) -> str:
    """Return which phone is the camera, and how another comes in.

    Args:
        invite: Returns the address of the camera page with an unused code.
        fingerprint: That of the authority, as browsers show it.
        site: Returns the address of the site.
        ctx: The request.
    """
    address, trust = invite(), f"{site()}{TRUST_PATH}"
    snapshot, state = ctx.host.snapshot(), ""
    if snapshot is not None and snapshot.camera is not None:
        text = snapshot.camera.advice or Message("The camera follows this game.")
        state = f'<p class="notice">{ctx.head(text)}</p>'
    first = ctx.say(Message("1. Once per phone: open this page on it and follow the steps."))
    second = ctx.say(Message("2. Scan this code with the phone. Its browser then films the table."))
    digits = ctx.say(Message("Certificate fingerprint (SHA-256): {digits}", {"digits": fingerprint}))
    return (
        f'{state}<section class="invitation"><p>{first}</p>{draw_svg_code(trust)}<p>{escape(trust)}</p></section>'
        f'<section class="invitation"><p>{second}</p>{draw_svg_code(address)}'
        f'<p>{escape(address.partition("#")[0])} <b class="code">{escape(address.partition("#")[2])}</b></p>'
        f'<p class="digits">{digits}</p></section>'
    )
