"""The page of the dice roller and the Bluetooth dice of the host's computer."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import TYPE_CHECKING, Any

from companion.locale import Message
from companion.pieces import DieKind
from companion.rolls.reporting import KeptDie
from companion.web.pages.context import Context
from companion.web.pages.decisions import overtaken
from companion.web.pages.host import PageRequest
from companion.web.pages.html import action_button, choice_buttons

if TYPE_CHECKING:
    from companion.bluetooth import FoundDie
    from companion.live.dice_devices import DiceDevices


class RollerPages:
    """The page of what rolls for the open game; for the host.

    Args:
        dice: The roller and the dice.
        run: Runs a function on the thread that owns the open game.
    """

    def __init__(self, dice: DiceDevices, run: Callable[[Callable[[], Any]], Any]) -> None:
        self._dice, self._run = dice, run
        self._found: tuple[FoundDie, ...] = ()

    def render(self, ctx: Context) -> str:
        """Return the state of the roller, and the dice with what they are."""
        return f"{self._roller(ctx)}<h2>{ctx.say(Message('Bluetooth dice'))}</h2>{self._bluetooth(ctx)}"

    def act(self, request: PageRequest) -> None:
        """Search for dice, or use one as a kind of die."""
        if request.value("do") == "search":
            self._found = self._dice.search()
            return
        every: list[KeptDie | FoundDie] = [*self._dice.kept, *self._found]
        die = next((one for one in every if one.address == request.value("die")), None)
        if die is None:
            raise overtaken()
        kind = next((one for one in DieKind if one.value == request.value("kind")), None)
        kept = KeptDie(die.address, die.make, kind, die.name) if kind is not None else None
        self._run(lambda: self._dice.use(die, kept))

    def _roller(self, ctx: Context) -> str:
        from companion.roller import status_message

        roller = self._dice.roller
        state = Message("No roller connected.") if roller is None else status_message(roller.state)
        about = Message("Its rolls count in the open game as soon as a roll is awaited.")
        return f"<p>{ctx.head(state)}</p><p>{ctx.say(about)}</p>"

    def _bluetooth(self, ctx: Context) -> str:
        kept, connected = {die.address: die for die in self._dice.kept}, self._dice.connected
        every: list[KeptDie | FoundDie] = [*kept.values()]
        rows = ""
        for die in (*every, *(one for one in self._found if one.address not in kept)):
            own = kept.get(die.address)
            state = Message("not used")
            if own is not None:
                state = Message("connected") if die.address in connected else Message("asleep or out of range")
            kinds = [("", ctx.say(Message("not used")), ""), *((kind.value, kind.value, "") for kind in DieKind)]
            chosen = own.kind.value if own is not None else ""
            fields = {"do": "use", "die": die.address}
            buttons = choice_buttons("roller", fields, "kind", kinds, "picks", chosen)
            rows += f'<div class="question"><p>{escape(die.name)}: {ctx.say(state)}</p>{buttons}</div>'
        hint = ctx.say(Message("Shake the dice to wake them up. The search takes a few seconds."))
        search = action_button("roller", {"do": "search"}, ctx.say(Message("Search for dice")))
        return f"{rows}<p>{hint}</p>{search}"
