"""Decisions of any game on a page: those that are offered, and the one that an address or a form holds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.errors import CompanionError
from companion.games.decisions import Decision
from companion.games.fields import BETWEEN
from companion.locale import Message
from companion.web.pages.context import Context, SeatContext

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
    if not ctx.host.capabilities.acts_at_once:
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
