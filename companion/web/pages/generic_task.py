"""What a seat can do in any game: its forms, the awaited one open."""

from __future__ import annotations

from companion.web.pages.context import SeatContext
from companion.web.pages.forms import offered_forms, render_step


def render_generic_task(ctx: SeatContext) -> str:
    """Return the forms of a seat; the only awaited one is open, and one without a question is done by one tap."""
    parts = []
    forms = offered_forms(ctx)
    awaited = [key for key, form in forms.items() if not form.optional and form.owner == ctx.seat]
    for key, form in forms.items():
        kind = "" if form.optional else "main"
        if awaited == [key]:
            parts.append(f"<h2>{ctx.head(form.text)}</h2>{render_step(ctx, key, form, ())}")
        elif form.next(()) is None:
            parts.append(ctx.act(ctx.head(form.text), kind=kind, do="form", form=key))
        else:
            parts.append(ctx.link(ctx.head(form.text), kind=kind, form=key))
    return "".join(parts)
