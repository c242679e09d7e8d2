"""Paints the final count of a game: a row for each step, a column for each seat, and the result below.

What is shown with a step carries its number, from 0, as ``data-step``: the page's script shows one after the other.
"""

from gettext import NullTranslations
from html import escape

from companion.games.final_count import FinalCount
from companion.games.view import View
from companion.web.pages.html import capitalized
from companion.web.painters.pieces import paint_pieces


def paint_count(count: FinalCount, view: View, translations: NullTranslations, most: int = 0) -> str:
    """Return the count as HTML.

    Args:
        count: The count.
        view: A view of the game, for the names.
        translations: The language.
        most: The most steps that have a row of their own each, the last ones; 0 for all. One row sums up the others.
    """
    summed = max(0, len(count.steps) - most) if most else 0
    heads = "".join(f'<th class="seat{seat}">{escape(name)}</th>' for seat, name in enumerate(view.names))
    rows = _summed(count, summed, view, translations) if summed else ""
    rows += "".join(_row(count, number, view, translations) for number in range(summed, len(count.steps)))
    sums = "".join(
        f"<td>{'★ ' if seat in count.winners else ''}{count.standing(len(count.steps), seat)}</td>"
        for seat in range(len(view.names))
    )
    unit = capitalized(count.unit, translations)
    last = f'data-step="{len(count.steps)}"'
    table = f"<table><tr><td></td>{heads}</tr>{rows}<tr class=sum {last}><th>{unit}</th>{sums}</tr></table>"
    return f'{table if count.steps else ""}<p class="result" {last}>{capitalized(count.result, translations)}</p>'


def _summed(count: FinalCount, steps: int, view: View, translations: NullTranslations) -> str:
    """Return one row for the first steps: what everybody has after them."""
    first, last = (capitalized(count.steps[number].counted.label, translations) for number in (0, steps - 1))
    cells = "".join(f"<td><b>{count.standing(steps, seat)}</b></td>" for seat in range(len(view.names)))
    return f'<tr data-step="{steps - 1}"><th>{first} – {last}</th>{cells}</tr>'


def _row(count: FinalCount, number: int, view: View, translations: NullTranslations) -> str:
    """Return a step: everybody's share with its parts, and what it makes them have."""
    counted = count.steps[number].counted
    cells = dict.fromkeys(range(len(view.names)), "<td></td>")
    for share in counted.spots:
        seat = share.seat or 0
        parts = "".join(paint_pieces(part, view, translations) for part in share.spots)
        standing = count.changed(number, seat)
        after = "" if standing is None else f"<small>{standing}</small>"
        leads = f' class="seat{seat} leads"' if share.leads else ""
        cells[seat] = f"<td{leads}><b>{'?' if share.number is None else share.number}</b>{after}<div>{parts}</div></td>"
    label, pieces = capitalized(counted.label, translations), paint_pieces(counted, view, translations)
    return f'<tr data-step="{number}"><th>{label}<div>{pieces}</div></th>{"".join(cells.values())}</tr>'
