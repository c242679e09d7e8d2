"""The page on which a photo of a table is taken, scored, and asked about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from companion.errors import CompanionError
from companion.games.registry import default_preset, games, player_counts
from companion.games.registry import game as rules_of
from companion.locale import Message
from companion.table.edge import Edge
from companion.web.hosting.photo_readings import PhotoReading, PhotoReadings
from companion.web.pages.context import Context
from companion.web.pages.game_view import render_rows
from companion.web.pages.host import PageRequest, PageResponse
from companion.web.pages.html import action_button, choice_buttons, link_button, page_head
from companion.web.pages.parts import render_notice

if TYPE_CHECKING:
    from companion.table.questions import TableQuestion
    from companion.web.hosting.server_host import ServerHost

PATH = "/photo"
MAX_BYTES = 40 << 20
"""Maximum bytes of a photo."""
EDGES: Mapping[Edge, Message] = {
    Edge.BOTTOM: Message("The first player sits at the bottom of the picture"),
    Edge.RIGHT: Message("The first player sits at the right of the picture"),
    Edge.TOP: Message("The first player sits at the top of the picture"),
    Edge.LEFT: Message("The first player sits at the left of the picture"),
}


@dataclass(frozen=True, slots=True)
class PhotoPages:
    """The page of photos.

    Args:
        readings: Reads and scores them.
    """

    readings: PhotoReadings

    def page(self, host: ServerHost, request: PageRequest) -> PageResponse | None:
        """Return the page of photos, or None for another path.

        Args:
            host: What stands behind the pages.
            request: The request.
        """
        if request.path != PATH:
            return None
        ctx = Context.of(request, host)
        if request.method == "POST":
            return PageResponse(303, "", "", location=self._act(request))
        return self._show(ctx, host)

    def take(self, host: ServerHost, request: PageRequest, file: bytes) -> PageResponse:
        """Read a photo that a device sent.

        Args:
            host: What stands behind the pages.
            request: What the device said with it.
            file: The picture's file.

        Returns:
            The page of its score, or of the reason why there is none.
        """
        ctx = Context.of(request, host)
        try:
            reading = self._reading_of(ctx, host)
            self.readings.add(reading, file)
        except CompanionError as error:
            ctx = Context(request, host, ctx.translations, ctx.refusal(error))
            return self._show(ctx, host, chosen=True)
        return PageResponse(303, "", "", location=f"{PATH}?id={reading.id}")

    def _reading_of(self, ctx: Context, host: ServerHost) -> PhotoReading:
        if ctx.request.value("id"):
            return self.readings.find(ctx.request.value("id"))
        game, preset = self._chosen(ctx, host)
        rules = rules_of(game)
        seats = rules.seats(rules.options_from_json({"preset": preset}, "options"))
        return self.readings.begin(
            game, preset, self._names(host, game, seats), seats if self.readings.scoring.takes_each(game) else 1
        )

    def _act(self, request: PageRequest) -> str:
        reading = self.readings.find(request.value("id"))
        if request.value("do") == "turn":
            self.readings.turn(reading, Edge(request.value("near", Edge.BOTTOM.value)))
        elif request.value("do") == "answer":
            self.readings.answer(reading, request.value("question"), request.value("choice"))
        return f"{PATH}?id={reading.id}"

    def _show(self, ctx: Context, host: ServerHost, *, chosen: bool = False) -> PageResponse:
        title = ctx.say(Message("Score a photo"))
        head = page_head(title, "./", ctx.say(Message("First page"))) + render_notice(ctx)
        if ctx.request.value("id") and not chosen:
            main = self._result(ctx, self.readings.find(ctx.request.value("id")))
        else:
            main = self._choose(ctx, host)
        status = 422 if ctx.notice else 200
        return PageResponse(status, title, f'<div class="lobby photo">{head}{main}</div>', kind="photo")

    def _choose(self, ctx: Context, host: ServerHost) -> str:
        """Return the choice of the game, and the button for a picture."""
        game, preset = self._chosen(ctx, host)
        chosen = [
            link_button(f"photo?game={one.name}&preset={name}", f"{ctx.say(one.title)} · {escape(name)}",
                        current=(one.name, name) == (game, preset))
            for one in games() if one.name in self.readings.scoring.games for name in one.presets
        ]  # fmt: skip
        rules = rules_of(game)
        text = Message("Take or choose a picture of the whole table")
        if self.readings.scoring.takes_each(game):
            text = Message("Take or choose a picture of the first player’s cards")
        return (
            f"{self._upload(ctx, f'photo?game={game}&preset={preset}', text)}"
            f"<details><summary>{ctx.say(rules.title)} · {escape(preset)}</summary>"
            f'<div class="picks">{"".join(chosen)}</div></details>'
            f"<p>{ctx.say(Message('Hold the phone above the table, with all cards in view and without shadows.'))}</p>"
        )

    def _upload(self, ctx: Context, name: str, text: Message) -> str:
        return (
            f'<form method="post" action="photo" data-upload="{escape(name)}"><label class="file"><span>{ctx.say(text)}'
            f'</span><input type="file" name="photo" accept="image/*" required></label>'
            f'<button class="main">{ctx.say(Message("Score it"))}</button></form>'
        )

    def _result(self, ctx: Context, reading: PhotoReading) -> str:
        shown = "".join(
            f'<img class="overlay" src="{escape(one)}" alt="{ctx.say(Message("The photo with what was read"))}">'
            for one in reading.overlays
        )
        if reading.scored is None:
            text = Message("Take or choose the next player’s picture ({n} to come)", {"n": reading.missing})
            return self._upload(ctx, f"photo?id={reading.id}", text) + shown
        scored = reading.scored
        asked = [one for one in scored.questions if one.choices]
        parts = [f'<p class="result">{ctx.head(scored.why)}</p>']
        if not scored.sure:
            parts.append(f"<p>{ctx.say(Message('Not certain yet: answer the questions below.'))}</p>")
        parts += [self._question(ctx, reading, one) for one in asked]
        parts.append(f'<div class="rows">{render_rows(scored.rows, ctx.translations)}</div>')
        parts += [f"<p>{ctx.head(one)}</p>" for one in scored.remarks]
        parts += [shown, self._turn(ctx, reading), link_button("photo", ctx.say(Message("Another photo")))]
        return "".join(parts)

    def _question(self, ctx: Context, reading: PhotoReading, question: TableQuestion) -> str:
        crop = reading.crops.get(question.key)
        drawn = "" if crop is None else f'<img class="crop" src="{escape(crop)}" alt="">'
        fields = {"do": "answer", "id": reading.id, "question": question.key}
        choices = [(one.answer, ctx.head(one.text), "") for one in question.choices]
        buttons = choice_buttons("photo", fields, "choice", choices, "picks")
        return f'<div class="question">{drawn}<h2>{ctx.head(question.text)}</h2>{buttons}</div>'

    def _turn(self, ctx: Context, reading: PhotoReading) -> str:
        """Return the choice of the edge at which the first player sits."""
        fields = {"do": "turn", "id": reading.id}
        buttons = "".join(
            action_button("photo", {**fields, "near": edge.value}, ctx.say(text))
            for edge, text in EDGES.items()
            if edge is not reading.near
        )
        return f"<details><summary>{ctx.say(EDGES[reading.near])}</summary>{buttons}</details>"

    def _chosen(self, ctx: Context, host: ServerHost) -> tuple[str, str]:
        """Return the game and the preset that were chosen: those of the open game if none were."""
        snapshot = host.snapshot()
        game, preset = ctx.request.value("game"), ctx.request.value("preset")
        if not game and snapshot is not None and snapshot.course.game.game in self.readings.scoring.games:
            game, preset = snapshot.course.game.game, str(snapshot.course.game.options.get("preset", ""))
        if game not in self.readings.scoring.games:
            game = self.readings.scoring.games[0]
        rules = rules_of(game)
        known = preset if preset in rules.presets else default_preset(rules, player_counts(rules)[0])
        return game, known

    def _names(self, host: ServerHost, game: str, seats: int) -> tuple[str, ...]:
        """Return the player names of the open game, if the photo is of one like it."""
        snapshot = host.snapshot()
        if snapshot is None or snapshot.course.game.game != game or len(snapshot.names) != seats:
            return ()
        return snapshot.names
