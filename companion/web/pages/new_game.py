"""The form of a new game: variant, house rules, players, and what lies on the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from html import escape
from typing import Any

from companion.decoding import is_number
from companion.errors import CompanionError
from companion.games.record_schema import RecordSchema
from companion.games.registry import AnyGame, game, games, new_options
from companion.locale import Message
from companion.names import MAX_PLAYER_NAME, normalize_name, player_names
from companion.web.pages.context import Context
from companion.web.pages.game_view import GameView
from companion.web.pages.host import NewGame
from companion.web.pages.html import link_button, page_head
from companion.web.pages.parts import render_notice
from companion.web.pages.registry import find_game_view
from companion.web.pages.setup_fields import read_field, render_field

PRESET = "preset"


@dataclass(frozen=True)
class Draft:
    """A new game as far as it is filled in."""

    ctx: Context
    rules: AnyGame

    @property
    def view(self) -> GameView:
        """How the game is shown."""
        return find_game_view(self.rules.name)

    @cached_property
    def schema(self) -> RecordSchema | None:
        """The schema of its options and its setup."""
        return self.rules.record_schema() if self.rules.record_schema is not None else None

    @property
    def preset(self) -> str:
        """The chosen preset, the first one if none is chosen."""
        asked = self.ctx.request.value(PRESET)
        return asked if asked in self.rules.presets else next(iter(self.rules.presets), "")

    @cached_property
    def usual(self) -> Any:
        """The options of the preset."""
        document = new_options(self.rules, {PRESET: self.preset} if self.preset else {})
        return self.rules.options_from_json(document, "options")

    @cached_property
    def house_rules(self) -> Mapping[str, Sequence[int]] | None:
        """The options that the game itself names, with the values of those that are numbers; None for all."""
        return None if self.view.house_rules is None else self.view.house_rules(self.usual)

    @cached_property
    def options(self) -> Any:
        """The chosen options; raises ``CompanionError`` if they cannot be played together."""
        read = self.usual
        presets = self.ctx.request.values(PRESET)
        if not self.ctx.request.value("chosen") or len(set(presets)) > 1:
            return read
        return self.rules.options_from_json({**self.rules.options_to_json(read), **self._switched()}, "options")

    @cached_property
    def switches(self) -> Mapping[str, Mapping[str, Any]]:
        """The options that any table may set, each with its schema."""
        properties = self.schema.options.get("properties", {}) if self.schema is not None else {}
        offered = self.house_rules
        return {
            name: schema
            for name, schema in properties.items()
            if name != PRESET and (name in offered if offered is not None else _is_switch(schema))
        }

    @property
    def seats(self) -> int:
        """The number of seats."""
        return self.rules.seats(self.options)

    def names(self) -> tuple[str, ...]:
        """Return the names of the players as they were typed, or the usual ones."""
        typed = self.ctx.request.values("name")
        own = self.view.seat_names(self.options) if self.view.seat_names is not None else ()
        usual = [*own, *(Message("Player {number}", {"number": seat + 1}) for seat in range(len(own), self.seats))]
        return tuple(
            (normalize_name(typed[seat]) if seat < len(typed) else "") or usual[seat].text(self.ctx.translations)
            for seat in range(self.seats)
        )

    @property
    def needed(self) -> Mapping[str, Mapping[str, Any]]:
        """The fields of the setup, each with its schema."""
        if self.schema is None:
            return {}
        asked = self.view.asked_setup or self.schema.setup.get("required", ())
        return {name: self.schema.setup["properties"][name] for name in asked}

    def label(self, name: str) -> str:
        """Return the label of an option or a field, escaped."""
        known = {**self.rules.labels, **self.view.labels}.get(name)
        return self.ctx.head(known) if known is not None else escape(name.replace("_", " ").capitalize())

    def _switched(self) -> Mapping[str, Any]:
        switched: dict[str, Any] = {}
        for name, schema in self.switches.items():
            sent = self.ctx.request.value(f"o-{name}")
            if schema.get("type") == "boolean":
                switched[name] = bool(sent)
            elif is_number(sent):
                switched[name] = int(sent)
            elif sent:
                switched[name] = sent
        return switched


def render_new_game(ctx: Context) -> str:
    """Return the choice of a game, or the form of the chosen one."""
    head = page_head(ctx.say(Message("New game")), "./", ctx.say(Message("First page")))
    if not ctx.request.value("game"):
        doors = "".join(link_button(f"new?game={one.name}", ctx.say(one.title), kind="door main") for one in games())
        return f'<div class="lobby">{head}<nav class="doors">{doors}</nav></div>'
    draft = Draft(ctx, game(ctx.request.value("game")))
    try:
        seats = draft.seats
    except CompanionError as error:
        refused = ctx.refusal(error)
        draft = Draft(replace(ctx, notice=refused, request=_without_options(ctx)), draft.rules)
        seats = draft.seats
    return f'<div class="lobby new">{head}{_form(draft, seats)}</div>'


def begin(ctx: Context) -> str:
    """Create the game of the form and return the address to go to; raise ``CompanionError`` for what is missing."""
    draft = Draft(ctx, game(ctx.request.value("game")))
    rules, options = draft.rules, draft.options
    names = player_names(draft.names())
    document = {
        name: read_field(ctx, name, schema, draft.schema, names, draft.view.laid(name, options))
        for name, schema in draft.needed.items()
    }
    setup = rules.setup_from_json(document, "setup")
    rules.start(options, setup)
    rules.check_new(options, setup)
    ctx.host.create_game(NewGame(rules.name, names, rules.options_to_json(options), rules.setup_to_json(setup)))
    return "game" if ctx.host.capabilities.admits_devices else "table"


def _form(draft: Draft, seats: int) -> str:
    ctx, rules = draft.ctx, draft.rules
    names = draft.names()
    laid = draft.view.laid
    fields = "".join(
        f"<fieldset><legend>{draft.label(name)}</legend>"
        + render_field(
            *(ctx, name, schema, draft.schema, names),
            *(laid(name, draft.options), laid(f"{name}+", draft.options), draft.label),
        )
        + "</fieldset>"
        for name, schema in draft.needed.items()
    )
    typed = [*ctx.request.values("name"), *[""] * seats]
    inputs = "".join(
        f'<input name="name" value="{escape(typed[seat])}" placeholder="{escape(name)}" maxlength="{MAX_PLAYER_NAME}" '
        f'autocomplete="off" enterkeyhint="next" class="seat{seat}" '
        f'aria-label="{ctx.say(Message("Player {number}", {"number": seat + 1}))}">'
        for seat, name in enumerate(names[:seats])
    )
    return (
        f'{render_notice(ctx)}<form method="post" action="new"><input type="hidden" name="game" value="{rules.name}">'
        f'<input type="hidden" name="chosen" value="1"><h2>{ctx.say(rules.title)}</h2>'
        f"<fieldset><legend>{ctx.say(Message('Players'))}</legend>{inputs}</fieldset>"
        f"{_presets(draft)}{_house_rules(draft)}{fields}"
        f'<button class="main">{ctx.say(Message("Start"))}</button></form>'
    )


def _presets(draft: Draft) -> str:
    """Return a button for each preset; it keeps what was typed."""
    ctx = draft.ctx
    about = draft.view.describe_presets.get(draft.preset)
    buttons = "".join(
        f'<button formmethod="get" formnovalidate name="{PRESET}" value="{one}" '
        f'aria-pressed="{"true" if one == draft.preset else "false"}">{draft.label(one)}</button>'
        for one in draft.rules.presets
    )
    described = f'<p class="hint">{ctx.say(about)}</p>' if about is not None else ""
    return (
        f'<input type="hidden" name="{PRESET}" value="{draft.preset}"><fieldset class="presets">'
        f"<legend>{ctx.say(Message('Variant'))}</legend>{buttons}</fieldset>{described}"
    )


def _house_rules(draft: Draft) -> str:
    ctx, values = draft.ctx, draft.rules.options_to_json(draft.options)
    rows = "".join(_switch(draft, name, schema, values.get(name)) for name, schema in draft.switches.items())
    if not rows:
        return ""
    opened = " open" if ctx.request.value("chosen") and len(set(ctx.request.values(PRESET))) < 2 else ""
    return f"<details{opened}><summary>{ctx.say(Message('House rules'))}</summary>{rows}</details>"


def _switch(draft: Draft, name: str, schema: Mapping[str, Any], value: object) -> str:
    label = draft.label(name)
    if schema.get("type") == "boolean":
        checked = " checked" if value else ""
        return f'<label class="switch"><input type="checkbox" name="o-{name}" value="1"{checked}> {label}</label>'
    choices: Sequence[Any] = schema.get("enum") or (draft.house_rules or {}).get(name, ())
    if choices:
        options = "".join(_option(draft, one, chosen=one == value) for one in choices)
        return f'<label class="switch">{label} <select name="o-{name}">{options}</select></label>'
    bounds = f'min="{schema.get("minimum", 0)}" max="{schema.get("maximum", 99)}"'
    return f'<label class="switch">{label} <input type="number" name="o-{name}" {bounds} value="{value}"></label>'


def _option(draft: Draft, value: object, *, chosen: bool) -> str:
    text = draft.label(value) if isinstance(value, str) else str(value)
    return f'<option value="{value}"{" selected" if chosen else ""}>{text}</option>'


def _is_switch(schema: Mapping[str, Any]) -> bool:
    return "enum" in schema or schema.get("type") == "boolean" or "maximum" in schema


def _without_options(ctx: Context) -> Any:
    kept = {name: values for name, values in ctx.request.form.items() if name != "chosen"}
    return replace(ctx.request, form=kept)
