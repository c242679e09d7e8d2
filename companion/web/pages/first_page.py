"""The first page: the games that can be continued, and what else this host offers."""

from collections.abc import Sequence
from html import escape

from companion.locale import Message, Wording
from companion.locale.languages import LANGUAGES
from companion.themes import NAMES
from companion.web.pages.context import Context
from companion.web.pages.host import StoredGame
from companion.web.pages.html import action_button, icon, link_button
from companion.web.pages.parts import render_notice
from companion.web.pages.snapshot import Snapshot
from companion.web.pages.tools import TOOL_PAGES

MOST_GAMES = 20
"""Latest games listed; older ones stay stored."""
_TO_READ = (
    ("learn", "play", Message("Learn in two minutes"), Message("Tap the first moves of each game")),
    ("rules", "book", Message("Rules"), Message("Of every game")),
)
_OF_HOST = (
    (
        ("photo", "photo", Message("Score a photo"), Message("Take or choose a picture")),
        ("camera", "phone", Message("Use a phone as camera"), Message("It films the table")),
        ("dice", "photo", Message("Meet our dice"), Message("Teach the camera your dice")),
        ("deck", "draw", Message("Deck"), Message("Print one, or teach the camera yours")),
        ("roller", "dice", Message("Roller and Bluetooth dice"), Message("They roll for the open game")),
    ),
    (
        ("move", "onto", Message("Move a game"), Message("To or from another device")),
        ("saved", "undo", Message("Saved games"), Message("Remove, back up, restore")),
        ("data", "draw", Message("Your data"), Message("Export, import or remove games")),
    ),
)
"""The links to pages that only some hosts have: those before and those after the links of every host."""
"""What everybody may open: path, picture, name and what it is."""


def render_first_page(ctx: Context) -> str:
    """Return the first page: the open game first, then what the host may start."""
    parts = [f'<header class="head"><h1>{ctx.say(Message("Decktet companion"))}</h1></header>', render_notice(ctx)]
    parts.append(_open_game(ctx))
    if ctx.request.viewer.is_host:
        stored = _stored(ctx)
        first, *others = _doors(ctx)
        parts += (f'<div class="doors">{first}{_phones(ctx)}</div>', stored, _nav(ctx, others))
        parts.append(render_eviction(ctx, with_button=bool(stored)))
    else:
        parts.append(_nav(ctx, [_phones(ctx), *(_door(ctx, *door) for door in _TO_READ)]))
    parts.append(_settings(ctx))
    return f'<div class="lobby">{"".join(parts)}</div>'


def _settings(ctx: Context) -> str:
    """Return the languages and the themes; each device has its own."""
    themes = {"": Message("As the device"), **NAMES}
    buttons = [
        f'<button type="button" data-set="language" data-value="{code}" lang="{code}">{name}</button>'
        for code, name in LANGUAGES.items()
        if code != ctx.request.viewer.language
    ]
    buttons += [
        f'<button type="button" data-set="theme" data-value="{value}">{ctx.say(text)}</button>'
        for value, text in themes.items()
    ]
    return f'<div class="settings">{"".join(buttons)}</div>'


def act(ctx: Context) -> str:
    """Open a stored game and return the address to go to."""
    ctx.host.open_game(ctx.request.value("game"))
    return ""


def _open_game(ctx: Context) -> str:
    snapshot = ctx.host.snapshot()
    if snapshot is None:
        return ""
    viewer, buttons = ctx.request.viewer, []
    if viewer.seat is not None:
        name = Message("Play as {name}", {"name": snapshot.names[viewer.seat]})
        buttons.append(link_button(f"seat/{viewer.seat}", ctx.say(name), kind="main"))
    if viewer.has_table:
        buttons.append(link_button("table", ctx.say(Message("Table for everybody")), kind="" if buttons else "main"))
    if viewer.is_host:
        buttons.append(link_button("names", ctx.say(Message("Rename players"))))
    buttons.append(link_button("tv", ctx.say(Message("Scoreboard"))))
    return (
        f'<section class="opened"><h2>{escape(snapshot.course.game.name)}</h2>'
        f"<p>{ctx.head(describe(snapshot))}</p>{''.join(buttons)}</section>"
    )


def describe(snapshot: Snapshot) -> Message:
    """Return whose turn it is; for a game that is over, its result."""
    rules, state = snapshot.course.rules, snapshot.course.state
    if snapshot.over:
        return rules.counted(state, snapshot.names).result
    asked = next(iter(snapshot.asked()), None)
    seat, text = asked if asked is not None else (rules.at_turn(state), Message("at turn"))
    values: Wording = {"turn": rules.turn(state), "name": snapshot.names[seat], "text": text}
    return Message("Turn {turn} · {name}: {text}", values)


def _nav(ctx: Context, doors: Sequence[str]) -> str:
    return f'<nav class="doors" aria-label="{ctx.say(Message("More"))}">{"".join(doors)}</nav>'


def _phones(ctx: Context) -> str:
    """Return the entry for joining the game that is open, or the next one."""
    if "/game" not in ctx.host.own_pages:
        return ""
    return _door(ctx, "game", "phone", Message("Phones"), Message("Everybody joins with their own"))


def _doors(ctx: Context) -> list[str]:
    """Return what the host may open, a new game first."""
    before, behind = ([one for one in doors if f"/{one[0]}" in ctx.host.own_pages] for doors in _OF_HOST)
    tools = [(page.path, page.icon, page.title, page.about) for page in TOOL_PAGES]
    new = "new", "play", Message("New game"), Message("With your cards and dice")
    return [_door(ctx, *door) for door in (new, *before, *tools, *_TO_READ, *behind)]


def render_eviction(ctx: Context, with_button: bool = False) -> str:
    """Return the note that is shown while the browser does not promise to keep the games; with a way to export them."""
    if "/data" not in ctx.host.own_pages:
        return ""
    note = Message(
        "This browser may delete your games, Safari after seven days without a visit. "
        "Add this page to the home screen, or export them now and then."
    )
    return f'<div class="hint evictable"><p>{ctx.say(note)}</p>{export_button(ctx) if with_button else ""}</div>'


def export_button(ctx: Context) -> str:
    """Return the button that exports every game."""
    return f'<button class="main" data-export="all">{ctx.say(Message("Export all games"))}</button>'


def _door(ctx: Context, href: str, picture: str, text: Message, about: Message) -> str:
    inside = f"{icon(picture)}<span><b>{ctx.say(text)}</b><small>{ctx.say(about)}</small></span>"
    return link_button(href, inside, kind="door")


def _stored(ctx: Context) -> str:
    games = ctx.host.games()[:MOST_GAMES]
    if not games:
        return ""
    rows = "".join(f"<li>{_row(ctx, one)}</li>" for one in games)
    return f'<section><h2>{ctx.say(Message("Saved games"))}</h2><ul class="games">{rows}</ul></section>'


def _row(ctx: Context, one: StoredGame) -> str:
    inside = f"<b>{escape(one.name)}</b><small>{ctx.say(one.title)} · {ctx.head(one.about)}</small>"
    if one.damaged:
        return f'<p class="damaged">{inside}</p>'
    return action_button("", {"do": "open", "game": one.id}, inside, kind="door")
