"""Disturbances: what happens at a table without a move in the game."""

from collections.abc import Mapping
from dataclasses import replace

from companion.games.magnate.state import Column
from companion.pieces import DECK, Rank
from models.training.scenes import variety
from models.training.scenes.table_layout import LaidCard
from models.training.stage.gestures import put_down, slide, take_away
from models.training.stage.hand_model import Pose
from models.training.stage.script import Script
from models.training.stage.throwing import push_aside
from models.training.stage.timeline import LightChange, Nudge

SHARES = {
    "hand_over": 0.32,
    "straightened": 0.26,
    "light_switched": 0.1,
    "cloud": 0.08,
    "flicker": 0.06,
    "camera_nudged": 0.06,
    "dice_pushed": 0.07,
    "mistake": 0.05,
}
SHARES_AT_ANY_TABLE = {"hand_over": 0.55, "light_switched": 0.15, "cloud": 0.15, "camera_nudged": 0.15}
"""Shares of the kinds at a table of Magnate, and of those that need no knowledge of the game."""


def disturb(script: Script, shares: Mapping[str, float] = SHARES) -> None:
    """Add one random disturbance of the kinds with shares; the table shows the same position afterwards."""
    begins, what = script.time, str(script.rng.choice(list(shares), p=list(shares.values())))
    _KINDS[what](script)
    if script.time > begins:
        script.record_event(what, begins)
        script.pause()


def _pass_hand(script: Script) -> None:
    """Move a hand over the table, pointing or resting, and out again."""
    rng, seat = script.rng, int(script.rng.integers(len(script.people)))
    pose = Pose.POINT if rng.random() < 0.5 else Pose.FLAT
    left, top, right, bottom = script.plan.span
    stops = []
    for _ in range(int(rng.integers(1, 4))):
        x, y = rng.uniform(left * 0.8, right * 0.8), rng.uniform(top * 0.6, bottom * 0.6)
        stops.append((float(x), float(y), float(rng.uniform(25, 60))))
    at, path = 0.0, [(0.0, *script.off_table(seat), 50.0)]
    for stop in stops:
        at += float(rng.uniform(0.5, 0.9))
        path.append((at, *stop))
        if rng.random() < 0.5:
            at += float(rng.uniform(0.4, 1.6))
            path.append((at, stop[0] + 0.5, stop[1], stop[2]))
    at += float(rng.uniform(0.5, 0.8))
    script.move_hand(seat, pose, at, *path, (at, *script.off_table(seat), 50.0))


def _straighten_card(script: Script) -> None:
    """Push a card on top of its column straight, or crooked in another way."""
    rng = script.rng
    free = [card for card in script.table.cards if _uncovered(script, card)]
    card = variety.one_of(rng, free)
    square = 90 * round(card.turn / 90)
    shift = rng.normal(0, 2.0, 2)
    turn = square + float(rng.normal(0, 0.6))
    straight = replace(card, x=card.x + float(shift[0]), y=card.y + float(shift[1]), turn=turn)
    slide(script, card.side if card.side is not None else int(rng.integers(2)), card, straight, (0.25, 0.5))


def _uncovered(script: Script, card: LaidCard) -> bool:
    """Return True if a card of the columns or the row has nothing on it."""
    if card.role == "district":
        return True
    if card.role not in ("property", "deed"):
        return False
    column = [other for other in script.table.cards if (other.district, other.side) == (card.district, card.side)]
    return all((other.position or 0) <= (card.position or 0) for other in column)


def _switch_light(script: Script) -> None:
    """Switch a lamp on or off: strength and colour change at once; the camera compensates most of it."""
    rng = script.rng
    strength = float(rng.choice([rng.uniform(0.55, 0.75), rng.uniform(1.25, 1.5)]))
    warmth = float(rng.normal(0, 0.06))
    tint = (strength * (1 - warmth), strength, strength * (1 + warmth))
    script.lights.append(LightChange(script.time + 0.3, 0.08, tint))
    script.lights.append(LightChange(script.time + 0.7, 0.9, (0.85 / strength + 0.15,) * 3))
    script.act(2.0)


def _dim_light(script: Script) -> None:
    """Fade the light over seconds and back."""
    depth = float(script.rng.uniform(0.65, 0.85))
    script.lights.append(LightChange(script.time, 1.5, (depth * 1.03, depth, depth * 0.98)))
    script.lights.append(LightChange(script.time + 2.2, 1.5, (1 / (depth * 1.03), 1 / depth, 1 / (depth * 0.98))))
    script.act(3.8)


def _flicker_light(script: Script) -> None:
    """Let the lamp flicker for a second."""
    at = script.time
    for _ in range(int(script.rng.integers(2, 5))):
        dip = float(script.rng.uniform(0.8, 0.93))
        script.lights.append(LightChange(at, 0.04, (dip,) * 3))
        script.lights.append(LightChange(at + 0.12, 0.04, (1 / dip,) * 3))
        at += float(script.rng.uniform(0.25, 0.4))
    script.act(at - script.time + 0.2)


def _nudge_camera(script: Script) -> None:
    """Push the camera's stand."""
    rng = script.rng
    across, down = rng.normal(0, 0.004, 2)
    turn = float(rng.normal(0, 0.5))
    script.nudges.append(Nudge(script.time + 0.2, 0.25, float(across), float(down), turn))
    script.act(0.6)


def _push_dice(script: Script) -> None:
    """Push the dice away."""
    if script.table.dice:
        push_aside(script, script.state.player)


def _make_mistake(script: Script) -> None:
    """Put a card at a district that shares no suit with it (B20), and take it back."""
    seat, out = script.state.player, set(script.state.cards_on_table()) | script.sold
    empty = [
        place
        for place, district in enumerate(script.state.districts)
        if district.columns[seat] == Column() and district.card.rank is Rank.PAWN
    ]
    if not empty:
        return
    place = variety.one_of(script.rng, empty)
    pawn = script.state.districts[place].card
    unfit = [card for card in DECK if card.rank.number and card not in out and not card.shares_suit_with(pawn)]
    if not unfit:
        return
    placed = script.plan.place_card(variety.one_of(script.rng, unfit), place, seat, 0, deed=False)
    put_down(script, seat, placed)
    script.pause(2.0, 3.0)
    take_away(script, seat, placed)


_KINDS = {
    "hand_over": _pass_hand,
    "straightened": _straighten_card,
    "light_switched": _switch_light,
    "cloud": _dim_light,
    "flicker": _flicker_light,
    "camera_nudged": _nudge_camera,
    "dice_pushed": _push_dice,
    "mistake": _make_mistake,
}
