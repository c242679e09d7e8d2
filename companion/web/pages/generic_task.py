"""What a seat can do in any game: its forms, the awaited ones first."""

from __future__ import annotations

from typing import Any

from companion.games.forms import Amount, Form
from companion.web.pages.context import SeatContext
from companion.web.pages.forms import offered_forms, render_step


def render_generic_task(ctx: SeatContext) -> str:
    """Return the forms of a seat; an awaited number, and the only awaited form, are open."""
    forms = offered_forms(ctx)
    awaited = {key: form for key, form in forms.items() if not form.optional and form.owner == ctx.seat}
    opened = [key for key, form in awaited.items() if len(awaited) == 1 or isinstance(form.next(()), Amount)]
    steps = "".join(f"<h2>{ctx.head(forms[key].text)}</h2>{render_step(ctx, key, forms[key], ())}" for key in opened)
    main = "".join(_button(ctx, key, form, "main") for key, form in awaited.items() if key not in opened)
    others = "".join(_button(ctx, key, form, "") for key, form in forms.items() if key not in awaited)
    return steps + "".join(f'<div class="others">{row}</div>' for row in (main, others) if row)


def _button(ctx: SeatContext, key: str, form: Form[Any], kind: str) -> str:
    """Return the button that opens a form; one without a question is done by one tap."""
    if form.next(()) is None:
        return ctx.act(ctx.head(form.text), kind=kind, do="form", form=key)
    return ctx.link(ctx.head(form.text), kind=kind, form=key)
