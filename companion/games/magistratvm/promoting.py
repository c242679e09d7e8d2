"""Promotions within the Offices, and the Magistrates whom they displace (I16, I17)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from companion.games.declared import Among, Chosen, Move, Names
from companion.games.errors import IllegalMove, SeatName
from companion.games.field_types import Seat
from companion.games.magistratvm.actions import check_acts, next_to_act
from companion.games.magistratvm.gold import BANK, paid, pay
from companion.games.magistratvm.narration import marked
from companion.games.magistratvm.offices import Office, promotion
from companion.games.magistratvm.state import (
    Magistrate,
    Phase,
    State,
)
from companion.games.magistratvm.turn_moves import (
    Acting,
    AnyOffice,
    Displaced,
    OwnOffice,
    Provincial,
    Rival,
    check_phase,
    check_player,
)
from companion.games.texts import gold_amount
from companion.locale import Message, Wording


def _higher(_state: State, chosen: Chosen) -> Iterator[Office]:
    return (to for to in Office if promotion(chosen["office"], to) is not None)


@dataclass(frozen=True, slots=True)
class Promote(Move[State]):
    """An active Magistrate who rises, and displaces a rival if there is no space (I16, I17)."""

    player: Acting
    office: OwnOffice
    to: Annotated[AnyOffice, Among(_higher)]
    displaces: Displaced = None
    provincial: Provincial = ()
    button = Message("Promote a Magistrate")

    def apply(self, state: State) -> State:
        """Promote an active Magistrate, who arrives inactive and may displace a rival (I16, I17)."""
        check_acts(state, self.player)
        rising = Magistrate(self.office, self.player, True)
        if rising not in state.magistrates:
            raise IllegalMove("I16", Message("you have no active {office}", {"office": self.office.wording()}))
        price = promotion(self.office, self.to)
        if price is None:
            raise IllegalMove(
                "I16",
                Message(
                    "no way leads from {office} to {to}", {"office": self.office.wording(), "to": self.to.wording()}
                ),
            )
        paid = pay(state, self.player, price, self.provincial, BANK, "I16").without(rising)
        may = tuple(displaceable(paid, self.player, self.to))
        return _set_down(paid, Magistrate(self.to, self.player, False), self.displaces, may)

    def _sentence(self, before: State, after: State, names: Names) -> Message:
        sentence = Message(
            "{name} promotes from {office} to {to} for {gold}",
            {
                "name": names[self.player],
                "office": self.office.wording(),
                "to": self.to.wording(),
                "gold": gold_amount(paid(after)),
            },
        )
        return _displacing(sentence, before, self.to, self.displaces, after, names)


@dataclass(frozen=True, slots=True)
class Fall(Move[State]):
    """A displaced Magistrate whom the owner puts one level lower, where a rival may be displaced (I17)."""

    player: Annotated[Seat, Among(lambda state, _chosen: [] if state.falling is None else [state.falling.player])]
    to: AnyOffice
    displaces: Displaced = None

    def apply(self, state: State) -> State:
        """Put a displaced Magistrate one level lower, with its mark unchanged (I17)."""
        check_phase(state, Phase.FALLING, "I17")
        falling = state.falling
        assert falling is not None
        check_player(falling.player, self.player, "I17")
        if self.to not in landings(state, falling.office):
            raise IllegalMove("I17", Message("does not go to {office}", {"office": self.to.wording()}))
        landed = Magistrate(self.to, falling.player, falling.active)
        may = tuple(displaceable_in_fall(state, falling, self.to))
        return _set_down(replace(state, falling=None), landed, self.displaces, may)

    def _sentence(self, before: State, after: State, names: Names) -> Message:
        sentence = Message(
            "{name}'s displaced Magistrate becomes {office}",
            {"name": names[self.player], "office": self.to.wording()},
        )
        return _displacing(sentence, before, self.to, self.displaces, after, names)


def landings(state: State, office: Office) -> tuple[Office, ...]:
    """Return the Offices for a displaced Magistrate: those with a space, or else those with a rival to displace."""
    free = tuple(below for below in office.below if state.has_room(below))
    return free or office.below


def displaceable(state: State, player: int, office: Office) -> Iterator[Magistrate]:
    """Yield the rivals in a full Office whom a player may displace: those who have a place to fall to."""
    for one in dict.fromkeys(state.magistrates_in(office)):
        if one.player != player and _can_fall(state, one):
            yield one


def displaceable_in_fall(state: State, falling: Magistrate, office: Office) -> Iterator[Magistrate]:
    """Yield those in a full Office whom a falling Magistrate may displace: rivals, or by option own ones if none."""
    rivals = [one for below in falling.office.below for one in displaceable(state, falling.player, below)]
    if rivals or not state.options.displaces_own:
        yield from (one for one in rivals if one.office is office)
        return
    for one in dict.fromkeys(state.magistrates_in(office)):
        if one.player == falling.player and _can_fall(state, one):
            yield one


def _can_fall(state: State, magistrate: Magistrate) -> bool:
    """Return whether there is a space below, somebody to displace in turn, or the Estate.

    Without the option a Magistrate stays if the level below is full of its owner's own: the rules do not state it, and
    the owner would have no choice.
    """
    below = magistrate.office.below
    return not below or any(
        state.has_room(office) or any(displaceable_in_fall(state, magistrate, office)) for office in below
    )


def _set_down(state: State, magistrate: Magistrate, displaces: Rival | None, may: Sequence[Magistrate]) -> State:
    """Put the Magistrate in its Office; a displaced one, who must be among ``may``, falls."""
    office = magistrate.office
    if state.has_room(office):
        if displaces is not None:
            raise IllegalMove("I17", Message("there is a free space: nobody is displaced"))
        return next_to_act(state.with_magistrate(magistrate))
    if displaces is None:
        raise IllegalMove(
            "I17",
            Message("there is no free space: say whose {office} is displaced", {"office": office.wording()}),
        )
    out = Magistrate(office, displaces.player, displaces.active)
    if out not in may:
        raise IllegalMove("I17", _not_displaced(state, magistrate, out))
    return _displaced(state.without(out).with_magistrate(magistrate), out)


def _not_displaced(state: State, magistrate: Magistrate, out: Magistrate) -> Message:
    """Return why somebody cannot be displaced."""
    values: Wording = {"office": out.office.wording(), "name": SeatName(out.player)}
    if out not in state.magistrates:
        return Message("{name} has no such {office}", values)
    if out.player == magistrate.player:
        return Message("only a rival's {office} is displaced", values)
    return Message("{name}'s {office} has nowhere to fall: the level below is full, with nobody to displace", values)


def _displaced(state: State, out: Magistrate) -> State:
    """Send a displaced Magistrate home, to the only free space below, or ask its owner."""
    free = [below for below in out.office.below if state.has_room(below)]
    if not out.office.below:
        return next_to_act(state)
    if len(free) == 1:
        return next_to_act(state.with_magistrate(replace(out, office=free[0])))
    return replace(state, phase=Phase.FALLING, falling=out)


def _displacing(
    sentence: Message, before: State, office: Office, rival: Rival | None, after: State, names: Names
) -> Message:
    """Add the displaced Magistrate, and where it goes as far as that is settled."""
    if rival is None:
        return sentence
    values: Wording = {"said": sentence, "rival": names[rival.player], "office": marked(office, rival.active)}
    if after.falling is not None:
        return Message("{said}; displaces {rival}'s {office}, who says where that one goes", values)
    for below in office.below:
        if len(after.magistrates_in(below)) > len(before.magistrates_in(below)) or _took_place(
            before, after, below, rival.player
        ):
            return Message("{said}; displaces {rival}'s {office}, now {lower}", {**values, "lower": below.wording()})
    return Message("{said}; displaces {rival}'s {office}, who goes home", values)


def _took_place(before: State, after: State, office: Office, player: int) -> bool:
    """Return whether a player has one Magistrate more in an Office, in the space of one who rose from there."""

    def own(state: State) -> int:
        return sum(one.player == player for one in state.magistrates_in(office))

    return own(after) > own(before)
