"""The actions of a turn but for promotions within the Offices (I13–I15, I18, I19)."""

from __future__ import annotations

from dataclasses import replace

from companion.games.errors import IllegalMove, SeatName
from companion.games.magistratvm import moves as m
from companion.games.magistratvm.gold import BANK, pay
from companion.games.magistratvm.offices import ENTERED, NEVER_RECALLED, Office, promotion
from companion.games.magistratvm.phases import check_phase, check_player, check_seat, contested
from companion.games.magistratvm.state import TOKENS, Decided, Magistrate, Phase, State
from companion.locale import Message
from companion.pieces.piecepack import Tile


def check_acts(state: State, player: int) -> None:
    """Raise :class:`IllegalMove` unless it is the player's turn to act (I13)."""
    check_phase(state, Phase.ACTION, "I13")
    check_player(state.to_act, player, "I13")


def next_to_act(state: State) -> State:
    """Let the left neighbour act, with no passes in a row."""
    return replace(state, phase=Phase.ACTION, passes=0, to_act=state.left_of(state.to_act))


def pass_action(state: State, move: m.Pass) -> State:
    """Take no action this time (I13); the phase is over once ``passes`` is the number of seats."""
    check_acts(state, move.player)
    return replace(state, passes=state.passes + 1, to_act=state.left_of(move.player))


def price_of_tokens(own: int, more: int) -> int:
    """Return the price of more tokens: a player's n-th token in a Province costs n (I14).

    >>> price_of_tokens(0, 2), price_of_tokens(4, 2), price_of_tokens(0, 6)
    (3, 11, 21)
    """
    return sum(range(own + 1, own + more + 1))


def place_tokens(state: State, move: m.PlaceTokens) -> State:
    """Pay for tokens; with them the player has at least as many there as any other (I14)."""
    check_acts(state, move.player)
    province = contested(state, move.tile, "I14")
    if move.tokens < 1:
        raise IllegalMove("I14", Message("1 token or more is placed, not {n}", {"n": move.tokens}))
    _check_supply(state, move.player, move.tokens)
    own, most = province.tokens[move.player], max(province.tokens)
    if own + move.tokens < most:
        raise IllegalMove(
            "I14",
            Message(
                "somebody has {most} tokens there: you would have {own}, and need as many",
                {"most": most, "own": own + move.tokens},
            ),
        )
    price = price_of_tokens(own, move.tokens)
    state = pay(state, move.player, price, move.provincial, BANK, "I14")
    return next_to_act(state.with_tokens(move.tile, move.player, move.tokens))


def enter(state: State, move: m.Enter) -> State:
    """Move a Patrician to a free space, inactive (I15)."""
    check_acts(state, move.player)
    if move.office not in ENTERED:
        raise IllegalMove("I15", Message("a Patrician becomes Tribune, Quaestor or Aedile"))
    if not state.patricians(move.player):
        raise IllegalMove("I15", Message("you have no Patrician left in your Estate"))
    if not state.has_room(move.office):
        raise IllegalMove(
            "I15", Message("no space of this Office is free: {office}", {"office": move.office.wording()})
        )
    price = promotion(None, move.office)
    assert price is not None
    state = pay(state, move.player, price, move.provincial, BANK, "I15")
    return next_to_act(state.with_magistrate(Magistrate(move.office, move.player, False)))


def use_tribune(state: State, move: m.UseTribune) -> State:
    """Place one token anywhere, free of charge, whatever other players have there (I18)."""
    _check_ready(state, move.player, Office.TRIBUNE, "I18")
    contested(state, move.tile, "I18")
    _check_supply(state, move.player, 1)
    return _used(state.with_tokens(move.tile, move.player, 1), move.player, Office.TRIBUNE)


def use_aedile(state: State, move: m.UseAedile) -> State:
    """Move any player's token to another Province (I18)."""
    _check_ready(state, move.player, Office.AEDILE, "I18")
    contested(state, move.to, "I18")
    if move.tile == move.to:
        raise IllegalMove("I18", Message("a token moves to another Province"))
    _check_lie_there(state, move.tile, (move.owner,))
    state = state.with_tokens(move.tile, move.owner, -1).with_tokens(move.to, move.owner, 1)
    return _used(state, move.player, Office.AEDILE)


def use_praetor(state: State, move: m.UsePraetor) -> State:
    """Return one or two tokens to their owners (I18)."""
    _check_ready(state, move.player, Office.PRAETOR, "I18")
    if len(move.owners) not in (1, 2):
        raise IllegalMove("I18", Message("1 or 2 tokens go home, not {n}", {"n": len(move.owners)}))
    _check_lie_there(state, move.tile, move.owners)
    for owner in move.owners:
        state = state.with_tokens(move.tile, owner, -1)
    return _used(state, move.player, Office.PRAETOR)


def recall(state: State, move: m.Recall) -> State:
    """Return another Magistrate, also a Consul, but no Censor or Dictator, to its Estate (I18)."""
    _check_ready(state, move.player, Office.CONSUL, "I18")
    if move.office in NEVER_RECALLED:
        raise IllegalMove("I18", Message("a Consul recalls no {office}", {"office": move.office.wording()}))
    recalled = Magistrate(move.office, move.magistrate.player, move.magistrate.active)
    itself = recalled == Magistrate(Office.CONSUL, move.player, True)
    if state.magistrates.count(recalled) <= itself:
        raise IllegalMove("I18", Message("there is no such {office} to recall", {"office": move.office.wording()}))
    return _used(state.without(recalled), move.player, Office.CONSUL)


def recall_governor(state: State, move: m.RecallGovernor) -> State:
    """Return a Governor to its Estate; the gold stays on the Province (I18)."""
    _check_ready(state, move.player, Office.CONSUL, "I18")
    for owner, own in state.governed:
        if own.tile == move.tile:
            return _used(state.with_own(owner, replace(own, governed=False)), move.player, Office.CONSUL)
    raise IllegalMove("I18", Message("{tile} has no Governor", {"tile": move.tile.wording()}))


def appoint(state: State, move: m.Appoint) -> State:
    """Make a Magistrate the Governor of an own Province, free of charge (I19)."""
    _check_ready(state, move.player, move.office, "I19")
    own = _own(state, move.player, move.tile)
    if own.governed:
        raise IllegalMove("I19", Message("{tile} has a Governor already", {"tile": move.tile.wording()}))
    state = state.without(Magistrate(move.office, move.player, True))
    return next_to_act(state.with_own(move.player, replace(own, governed=True)))


def withdraw(state: State, move: m.Withdraw) -> State:
    """Make a Governor a Patrician again (I19)."""
    check_acts(state, move.player)
    own = _own(state, move.player, move.tile)
    if not own.governed:
        raise IllegalMove("I19", Message("{tile} has no Governor", {"tile": move.tile.wording()}))
    return next_to_act(state.with_own(move.player, replace(own, governed=False)))


def _used(state: State, player: int, office: Office) -> State:
    return next_to_act(state.with_inactive(player, office))


def _check_ready(state: State, player: int, office: Office, rule: str) -> None:
    check_acts(state, player)
    if not state.active(player, office):
        raise IllegalMove(rule, Message("you have no active {office}", {"office": office.wording()}))


def _check_supply(state: State, player: int, tokens: int) -> None:
    left = TOKENS - state.placed(player)
    if tokens > left:
        raise IllegalMove("I3", Message("you have {left} tokens left, not {n}", {"left": left, "n": tokens}))


def _check_lie_there(state: State, tile: Tile, owners: tuple[int, ...]) -> None:
    province = contested(state, tile, "I18")
    for owner in owners:
        check_seat(state, owner, "I18")
        if province.tokens[owner] < owners.count(owner):
            if not province.tokens[owner]:
                raise IllegalMove("I18", Message("{name} has no token there", {"name": SeatName(owner)}))
            raise IllegalMove(
                "I18",
                Message(
                    "{name} has {n} token there",
                    {"name": SeatName(owner), "n": province.tokens[owner]},
                    "{name} has {n} tokens there",
                    "n",
                ),
            )


def _own(state: State, player: int, tile: Tile) -> Decided:
    own = state.own(player, tile)
    if own is None:
        raise IllegalMove("I19", Message("you have not won {tile}", {"tile": tile.wording()}))
    return own
