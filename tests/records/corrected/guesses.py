"""Moves and corrections of each game, guessed as JSON from a state's JSON; the rules refuse most of them."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

from companion.games.magistratvm.refilling import Laid
from companion.games.registry import game as rules_of

Json = dict[str, Any]
SUITS = "MSWLYK"
_DECK = (
    "AM AS AW AL AY AK 2MK 2SY 2WL 3MW 3SK 3LY 4MS 4WL 4YK 5ML 5SW 5YK 6MW 6SY 6LK 7ML 7SK 7WY 8MS 8WL 8YK 9MS "
    "9LK 9WY PMYK PSWK PMSL PWLY CM CS CW CL CY CK X"
)
CARDS = _DECK.split()
TILES = [f"T{suit}{n}" for suit in "SMCA" for n in range(6)]
# Sorcerous Futures


def _futures_move(state: Json, dice: random.Random) -> Json:  # noqa: PLR0911 - one line a phase
    left = [card for card in CARDS if card[0] in "23456789P" and card not in _open_futures(state)]
    seat, auction, phase = state["player"], state["auction"], state["phase"]
    bought = sum(map(len, state["bought"]))
    if left and dice.random() < 0.02:
        return {"type": "note", "player": seat, "notes": _notes(state, left, dice)}
    if phase == "deal":
        return {"type": "deal", "cards": dice.sample(left, min(len(left), dice.choice((5, max(0, 20 - bought)))))}
    if phase == "choose":
        closed = dice.random() < 0.5
        return {"type": "offer", "player": seat, "card": dice.choice(state["middle"]), "closed": closed}
    if phase == "open":
        if dice.random() < 0.5:
            return {"type": "pass", "player": auction["to_bid"]}
        return {"type": "bid", "player": auction["to_bid"], "gold": auction["bid"] + dice.randint(1, 4)}
    if phase == "closed":
        return {"type": "bids", "gold": [dice.randint(0, gold // 3) for gold in state["gold"]]}
    left = left or ["PMYK"]
    if phase == "turn_up":
        return {"type": "turn_up", "card": dice.choice(left)}
    seat = dice.randrange(len(state["gold"]))
    known = {one["under"]: one["card"] for one in state["valuations"]}
    shown = [
        {"under": under, "card": known[under] if under in known and dice.random() < 0.7 else dice.choice(left)}
        for under in state["aces"][seat] or ["X"]
        if under not in known or dice.random() < 0.6
    ]
    crown = state["crowns"][seat] if dice.random() < 0.7 else None
    return {"type": "show", "player": seat, "valuations": shown, "crown": crown or "C" + dice.choice(SUITS)}


def _notes(state: Json, left: list[str], dice: random.Random) -> Json:
    front = state["aces"][state["player"]] or ["X"]
    return {"valuations": [{"under": front[0], "card": dice.choice(left)}], "crowns": [], "drawn": []}


def _open_futures(state: Json) -> set[str]:
    bought = {one["card"] for own in state["bought"] for one in own}
    return {*state["middle"], *bought, *(one["card"] for one in state["valuations"])}


def _futures_facts(state: Json, dice: random.Random) -> Iterator[Json]:
    seat = dice.randrange(len(state["gold"]))
    left = [card for card in CARDS if card[0] in "23456789P" and card not in _open_futures(state)]
    yield _fact("gold", state["gold"][seat], dice.randrange(91), player=seat)
    own = list(state["bought"][seat])
    if own and (not left or dice.random() < 0.5):
        own.pop(dice.randrange(len(own)))
    else:
        own += [{"card": card, "gold": dice.randrange(9)} for card in dice.sample(left, min(len(left), 2))]
    yield _fact("bought", state["bought"][seat], own, player=seat)
    middle = dice.sample([*state["middle"], *left], min(dice.randrange(6), len(left)))
    yield _fact("middle", state["middle"], middle)
    yield _fact("turn", state["player"], seat)
    under = dice.choice(["X", *(ace for aces in state["aces"] for ace in aces)])
    was = next((one["card"] for one in state["valuations"] if one["under"] == under), None)
    yield {**_fact("valuation", was, dice.choice([None, *left])), "under": under}
    yield _fact("crown", state["crowns"][seat], dice.choice([None, *("C" + suit for suit in SUITS)]), player=seat)


def _futures_setup(options: Json, dice: random.Random) -> Json:
    aces = ["A" + suit for suit in SUITS]
    dice.shuffle(aces)
    dealt = [aces[:2], aces[2:4], aces[4:]]
    if options["players"] == 4:
        dealt.insert(dice.randrange(4), [])
    return {"aces": dealt}


# Magnate


def _magnate_move(state: Json, dice: random.Random) -> Json:
    seat, phase = state["player"], state["phase"]
    if phase == "roll":
        both = [dice.randint(1, 10), dice.randint(1, 10)]
        taxes = [dice.randint(1, 6) for _ in range(state["options"]["tax_dice"] if 1 in both else 0)]
        return {"type": "roll", "player": seat, "dice": both, "tax_dice": taxes}
    if phase == "income":
        due = dice.choice(state["pending_income"])
        suit = dice.choice([one for one in due["card"].split("#")[0] if one in SUITS])
        return {"type": "deed_income", "player": due["owner"], "card": due["card"], "suit": suit}
    aside = _aside(state, dice)
    if aside is not None:
        return aside
    if phase == "play":
        return _play(state, dice)
    return {"type": dice.choice(("draw", "draw", "end_turn")), "player": seat}


def _aside(state: Json, dice: random.Random) -> Json | None:
    seat, chance = state["player"], dice.random()
    deeds = [side[seat]["deed"] for side in (one["columns"] for one in state["districts"]) if side[seat]]
    owned = [deed["card"] for deed in deeds if deed]
    if chance < 0.1:
        give, get = dice.sample(SUITS, 2)
        return {"type": "trade", "player": seat, "give": give, "get": get}
    if owned and chance < 0.3:
        card = dice.choice(owned)
        suits = [one for one in card.split("#")[0] if one in SUITS]
        if dice.random() < 0.3:
            return {"type": "prefer", "player": seat, "card": card, "suit": dice.choice([None, *suits])}
        return {"type": "add", "player": seat, "card": card, "payment": {dice.choice(suits): 1}}
    if chance < 0.32:
        flags = [name for name, value in state["options"].items() if isinstance(value, bool)]
        name = dice.choice(flags)
        was = state["options"][name]
        return {"type": "set_option", "name": name, "was": json.dumps(was), "now": json.dumps(not was)}
    return None


def _play(state: Json, dice: random.Random) -> Json:
    card = dice.choice([one for one in CARDS if one[0] in "A23456789"])
    place, seat = dice.randrange(len(state["districts"])), state["player"]
    if dice.random() < 0.3:
        return {"type": "sell", "player": seat, "card": card, "district": dice.choice((None, None, place))}
    suits = card[1:]
    if dice.random() < 0.5:
        payment = dict.fromkeys(suits, 1)
        return {"type": "deed", "player": seat, "card": card, "district": place, "payment": payment}
    price = 1 if card[0] == "A" else int(card[0])
    first = dice.randint(1, max(1, price - 1))
    payment = {suits[0]: price} if len(suits) == 1 else {suits[0]: first, suits[1]: price - first}
    return {"type": "develop", "player": seat, "card": card, "district": place, "payment": payment}


def _magnate_facts(state: Json, dice: random.Random) -> Iterator[Json]:
    seat, place = dice.randrange(len(state["tokens"])), dice.randrange(len(state["districts"]))
    yield _fact("tokens", state["tokens"][seat], {suit: dice.randrange(7) for suit in SUITS}, player=seat)
    column = state["districts"][place]["columns"][seat]
    if column is not None:
        yield {**_fact("column", column, _column(state, dice), player=seat), "district": place}
    crowns = dice.sample(["C" + suit for suit in SUITS], min(6, len(state["crowns"][seat])))
    yield _fact("crowns", state["crowns"][seat], crowns, player=seat)
    pawns = [card for card in CARDS if card[0] in "PCX"]
    yield {**_fact("district", state["districts"][place]["card"], dice.choice(pawns)), "district": place}
    pile = [state["pile"], state["discards"], state["reshuffles"]]
    yield _fact("pile", pile, [dice.choice((0, 0, 1, 2, dice.randrange(25))), dice.randrange(9), dice.randrange(3)])
    phases = ("roll", "income", "play", "draw", "over")
    yield _fact("turn", [state["player"], state["phase"]], [seat, dice.choice(phases)])


def _column(state: Json, dice: random.Random) -> Json:
    there = str(state["districts"])
    free = [card for card in CARDS if card[0] in "A23456789" and f"'{card}'" not in there]
    cards = dice.sample(free, min(len(free), dice.randrange(4)))
    if not cards or dice.random() < 0.5:
        return {"properties": cards, "deed": None}
    *first, last = cards
    preferred = dice.choice((None, last[1]))
    return {"properties": first, "deed": {"card": last, "tokens": {}, "preferred": preferred}}


def _magnate_setup(options: Json, dice: random.Random) -> Json:
    """Deal Crowns at random, and lay the districts as the companion proposes them."""
    from companion.games.magnate import setup

    proposed: Any = getattr(setup, "default_districts", None) or setup.usual_districts  # type: ignore[attr-defined]
    rules = rules_of("magnate")
    districts = [str(card) for card in proposed(rules.options_from_json(options, "options"))]
    two = options["decks"] == 2 or options["crowns_each"] * options["players"] > 6
    crowns = [f"C{suit}{copy}" for copy in (("", "#2") if two else ("",)) for suit in SUITS]
    dice.shuffle(crowns)
    each = options["crowns_each"]
    dealt = [crowns[seat * each : (seat + 1) * each] for seat in range(options["players"])]
    first = 0 if options["solo"] != "no" else dice.randrange(options["players"])
    return {"districts": districts, "crowns": dealt, "first_player": first}


# Magistratvm


def _roman_move(state: Any, dice: random.Random) -> Any:
    """Choose a move from its own offers; the state and the move are the companion's values."""
    from companion.games.magistratvm import moves as m
    from companion.games.magistratvm.ending import gaps, to_lay
    from companion.games.magistratvm.moves import offered
    from companion.pieces.piecepack import TILES as ALL

    if state.phase.value == "roll":
        return m.Roll(tuple(dice.randint(1, 6) for _ in state.rolling))
    if state.phase.value == "refill":
        places = dice.sample(gaps(state), to_lay(state))
        new = dice.sample([tile for tile in ALL if tile not in state.known_tiles], len(places))
        return m.Refill(tuple(Laid(place, tile) for place, tile in zip(places, new, strict=True)))
    rich = [seat for seat, gold in enumerate(state.gold) if gold]
    if rich and state.auction is None and dice.random() < 0.02:
        giver = dice.choice(rich)
        return m.Give(giver, (giver + 1) % len(state.gold), 1)
    moves = list(offered(state))
    passes = [one for one in moves if isinstance(one, m.Pass)]
    return dice.choice(passes) if passes and dice.random() < 0.4 else dice.choice(moves)


def _roman_facts(state: Json, dice: random.Random) -> Iterator[Json]:
    seat, tile = dice.randrange(len(state["gold"])), dice.choice(TILES)
    yield _fact("gold", state["gold"][seat], dice.randrange(20), player=seat)
    yield _fact("die", state["dice"][seat], dice.randint(1, 6), player=seat)
    circuit = [(n, one) for n, one in enumerate(state["circuit"]) if one]
    for place, one in dice.sample(circuit, min(2, len(circuit))):
        yield {**_fact("tokens", one["tokens"][seat], dice.randrange(6), player=seat), "tile": one["tile"]}
        yield {**_fact("tile", one["tile"], tile), "place": place}
        for name in ("province_gold", "lying_gold"):
            yield {**_fact(name, one["gold"], dice.randrange(6)), "tile": one["tile"]}
    office = dice.choice(("tribune", "quaestor", "aedile", "praetor", "consul", "censor", "dictator"))
    held = [{"player": o["player"], "active": o["active"]} for o in state["magistrates"] if o["office"] == office]
    seats = range(len(state["gold"]))
    now = [{"player": dice.choice(seats), "active": dice.random() < 0.5} for _ in range(dice.randrange(4))]
    yield {**_fact("magistrates", held, now), "office": office}
    owners = {one["tile"]: (owner, one) for owner, own in enumerate(state["decided"]) for one in own}
    for won, (_, one) in owners.items():
        yield {**_fact("governor", one["governed"], not one["governed"]), "tile": won}
    if state["to_act"] is not None:
        yield _fact("turn", state["to_act"], seat)
    some = dice.choice([tile, *owners])
    yield {**_fact("won", owners[some][0] if some in owners else None, dice.choice((None, seat))), "tile": some}
    yield _fact("discarded", state["discarded"], dice.sample(TILES, dice.randrange(3)))
    yield _fact("face_down", state["face_down"], dice.choice((0, 1, 2, dice.randrange(19))))
    yield _fact("prefect", state["prefect"], seat)
    yield _fact("prefect_gold", state["prefect_gold"], dice.randrange(9))
    yield _fact("passes", state["passes"], dice.randrange(4))
    phases = ("income", "bidding", "action", "first_province", "election", "refill", "over")
    yield _fact("phase", state["phase"], dice.choice(phases))


def _roman_setup(options: Json, dice: random.Random) -> Json:
    return {"circuit": dice.sample(TILES, 6), "suits": dice.sample("SMCA", options["players"])}


def _fact(name: str, was: Any, now: Any, **player: int) -> Json:
    return {"type": name, **player, "was": was, "now": now}


GAMES: dict[str, tuple[Callable[..., Json], Callable[..., Iterator[Json]], Callable[..., Any]]] = {
    "magnate": (_magnate_setup, _magnate_facts, _magnate_move),
    "sorcerous-futures": (_futures_setup, _futures_facts, _futures_move),
    "magistratvm": (_roman_setup, _roman_facts, _roman_move),
}
