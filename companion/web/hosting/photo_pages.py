"""The page on which a photo of a table is taken, scored, and asked about."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from html import escape
from typing import TYPE_CHECKING

from companion.games.new_game import label, numbered_players
from companion.games.registry import game as rules_of
from companion.live.photo_session import PhotoSession
from companion.live.registry import photographed_games
from companion.locale import Message
from companion.table.sightings import Edge
from companion.web.hosting.photo_readings import PhotoReadings, SentPhotos
from companion.web.pages.context import Context
from companion.web.pages.host import PageRequest, PageResponse
from companion.web.pages.html import action_button, choice_buttons, link_button, render_rows
from companion.web.pages.parts import answer, render_lobby

if TYPE_CHECKING:
    from companion.table.questions import TableQuestion
    from companion.web.hosting.server_host import ServerHost

TITLE = Message("Score a photo")
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

    def page(self, host: ServerHost, request: PageRequest) -> PageResponse:
        """Return the page of photos.

        Args:
            host: What stands behind the pages.
            request: The request.
        """

        def render(ctx: Context) -> str:
            id = ctx.request.value("id")
            return self._result(ctx, host, self.readings.find(id)) if id else self._choose(ctx, host)

        return self._answer(Context.of(request, host), render, partial(self._act, host))

    def take(self, host: ServerHost, request: PageRequest, file: bytes) -> PageResponse:
        """Read a photo that a device sent.

        Args:
            host: What stands behind the pages.
            request: What the device said with it.
            file: The picture's file.

        Returns:
            The page of its score, or of the reason why there is none.
        """

        def read(ctx: Context) -> str:
            sent = self._sent(ctx, host)
            self.readings.add(sent, file)
            return f"photo?id={sent.id}"

        return self._answer(Context.of(request, host), lambda ctx: self._choose(ctx, host), read)

    def _answer(self, ctx: Context, render: Callable[[Context], str], act: Callable[[Context], str]) -> PageResponse:
        return answer(ctx, TITLE, lambda shown: render_lobby(shown, TITLE, render(shown), " photo"), act, "photo")

    def _sent(self, ctx: Context, host: ServerHost) -> SentPhotos:
        if ctx.request.value("id"):
            return self.readings.find(ctx.request.value("id"))
        session = self._chosen(ctx, host)
        snapshot = host.snapshot()
        if snapshot is not None and snapshot.course.game.game == session.game:
            session.names = snapshot.names if len(snapshot.names) == session.players else ()
        return self.readings.begin(session)

    def _act(self, host: ServerHost, ctx: Context) -> str:
        """Do what a button of the page says, and return the address to go to."""
        request = ctx.request
        sent = self.readings.find(request.value("id"))
        match request.value("do"):
            case "turn":
                sent.session.turn(Edge(request.value("near", Edge.BOTTOM.value)))
            case "answer":
                sent.session.answer(request.value("question"), request.value("choice"))
            case "play" if host.visitor.device.is_host:
                host.create_game(*sent.session.new_game(self._names(ctx, sent.session)))
                return "game"
        return f"photo?id={sent.id}"

    def _names(self, ctx: Context, session: PhotoSession) -> Sequence[str]:
        return session.names or [one.text(ctx.translations) for one in numbered_players(session.players)]

    def _choose(self, ctx: Context, host: ServerHost) -> str:
        """Return the choice of the game, and the button for a picture."""
        now = self._chosen(ctx, host)
        rules, preset = rules_of(now.game), now.options.preset
        chosen = [
            link_button(f"photo?game={one.name}&preset={name}", f"{ctx.say(one.title)} · {ctx.say(label(one, name))}",
                        current=(one.name, name) == (now.game, preset))
            for one in map(rules_of, photographed_games()) for name in one.presets
        ]  # fmt: skip
        text = Message("Take or choose a picture of the whole table")
        if now.photos > 1:
            text = Message("Take or choose a picture of the first player’s cards")
        return (
            f"{self._upload(ctx, f'photo?game={now.game}&preset={preset}', text)}"
            f"<details><summary>{ctx.say(rules.title)} · {ctx.say(label(rules, preset))}</summary>"
            f'<div class="picks">{"".join(chosen)}</div></details>'
            f"<p>{ctx.say(Message('Hold the phone above the table, with all cards in view and without shadows.'))}</p>"
        )

    def _upload(self, ctx: Context, name: str, text: Message) -> str:
        return (
            f'<form method="post" action="photo" data-upload="{escape(name)}"><label class="file"><span>{ctx.say(text)}'
            f'</span><input type="file" name="photo" accept="image/*" required></label>'
            f'<button class="main">{ctx.say(Message("Score it"))}</button></form>'
        )

    def _result(self, ctx: Context, host: ServerHost, sent: SentPhotos) -> str:
        shown = "".join(
            f'<img class="overlay" src="{escape(one)}" alt="{ctx.say(Message("The photo with what was read"))}">'
            for one in sent.overlays
        )
        scored = sent.session.scored
        if scored is None:
            text = Message("Take or choose the next player’s picture ({n} to come)", {"n": sent.session.missing})
            return shown + self._upload(ctx, f"photo?id={sent.id}", text)
        parts = [shown, f'<p class="result">{ctx.head(scored.why)}</p>']
        if not scored.sure:
            parts.append(f"<p>{ctx.say(Message('Not certain yet: answer the questions below.'))}</p>")
        parts += [self._question(ctx, sent, one) for one in sent.session.asked]
        parts.append(f'<div class="rows">{render_rows(scored.rows, ctx.translations)}</div>')
        parts += [f"<p>{ctx.head(one)}</p>" for one in (*scored.notes, *scored.remarks)]
        if host.visitor.device.is_host:
            make = ctx.say(Message("Make a game of this table"))
            parts.append(action_button("photo", {"do": "play", "id": sent.id}, make))
        parts += [self._turn(ctx, sent), link_button("photo", ctx.say(Message("Another photo")))]
        return "".join(parts)

    def _question(self, ctx: Context, sent: SentPhotos, question: TableQuestion) -> str:
        crop = sent.crops.get(question.key)
        drawn = "" if crop is None else f'<img class="crop" src="{escape(crop)}" alt="">'
        fields = {"do": "answer", "id": sent.id, "question": question.key}
        choices = [(one.answer, ctx.head(one.text), "") for one in question.choices]
        buttons = choice_buttons("photo", fields, "choice", choices, "picks")
        return f'<div class="question">{drawn}<h2>{ctx.head(question.text)}</h2>{buttons}</div>'

    def _turn(self, ctx: Context, sent: SentPhotos) -> str:
        """Return the choice of the edge at which the first player sits; none if each player has a photo."""
        near = sent.session.near
        if sent.session.photos > 1:
            return ""
        buttons = "".join(
            action_button("photo", {"do": "turn", "id": sent.id, "near": edge.value}, ctx.say(text))
            for edge, text in EDGES.items()
            if edge is not near
        )
        return f"<details><summary>{ctx.say(EDGES[near])}</summary>{buttons}</details>"

    def _chosen(self, ctx: Context, host: ServerHost) -> PhotoSession:
        """Return the photos of the game and the preset that were chosen: those of the open game if none were."""
        snapshot, known = host.snapshot(), photographed_games()
        game, preset = ctx.request.value("game"), ctx.request.value("preset")
        if not game and snapshot is not None and snapshot.course.game.game in known:
            game, preset = snapshot.course.game.game, str(snapshot.course.game.options.get("preset", ""))
        game = game if game in known else known[0]
        return PhotoSession.of_preset(game, preset if preset in rules_of(game).presets else "")
