"""A table of Magistratvm: how it is laid, what its players do, what must be true, and the words they look for."""

import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.games.magistratvm.random_table import RandomPlayer
from tests.games.magistratvm.reference import FOUR, THREE, TILES, Event, From, value
from tests.games.magistratvm.reference_elections import Table as Rome
from tests.person.referee import acts
from tests.person.referee.acts import Act
from tests.person.referee.names import OFFICES, tile_name
from tests.person.referee.table import Expected, Table

Asked = Mapping[str, str]
"""By the question of a form, a pattern of the answer."""


ANYTHING = ".*"
"""The pattern of an answer that stands alone below its question."""


class RomeWords:
    """The words of one language; apostrophes are straight, and spaces as they are typed.

    Args:
        language: ``en`` or ``fr``.
        names: The player names, by seat.
    """

    def __init__(self, language: str, names: Sequence[str]) -> None:
        self.language, self.names = language, names
        self._happen = self.say("What is to happen?", "Que faire ?")
        self._province = self.say("Which Province?", "Quelle province ?")
        self._whose = self.say("Whose token?", "Le jeton de qui ?")
        self._theirs = self.say("Whose Magistrate?", "Le magistrat de qui ?")

    def say(self, english: str, french: str) -> str:
        """Return the words of the language."""
        return english if self.language == "en" else french

    def tile(self, code: str) -> str:
        """Return a Province's name."""
        return tile_name(code, self.language).replace("’", "'")

    def office(self, office: str) -> str:
        """Return an Office's name."""
        return OFFICES[office][("en", "fr").index(self.language)]

    def question(self, act: Act) -> tuple[str, str] | None:
        """Return a part of what is asked unasked, and the pattern of the answer; None if a form does the act."""
        say, names = self.say, self.names
        match act:
            case acts.TakeIncome():
                die = say("Income die", "dé de revenu")
                quaestors = say("Quaestors", "questeurs")
                has_die = f"(?=.*{die})" if act.die else f"(?!.*{die})"
                has = f"(?=.*{quaestors}( {3 * act.quaestors}\\b|$))" if act.quaestors else f"(?!.*{quaestors})"
                return say("your income", "votre revenu"), f"{has_die}{has}\\d.*"
            case acts.StartCircuit():
                return say("votes first", "vote d'abord"), self.shortened(act.tile)
            case acts.Count():
                return say("the votes", "les voix"), ANYTHING
            case acts.Fall():
                other = "" if act.displaced is None else f".*{names[act.displaced[0]]}"
                return say("displaced", "déplacé"), f"(.* )?{self.office(act.office)}{other}"
            case acts.Dictate():
                ends = say("governs it", "gouverne") if act.governs else say("goes home", "rentre")
                return say("your Dictator", "votre dictateur"), f"(.*{re.escape(self.tile(act.tile))}.*)?{ends}"
        return None

    def shortened(self, tile: str) -> str:
        """The name of a tile, of which a page may leave out what all answers have in common."""
        joined = self.say(" of ", " d")
        face, _, suit = self.tile(tile).partition(joined)
        bare = re.sub("^(le |l')", "", face)
        return (
            f"(?i)(.*\\b)?({re.escape(self.tile(tile))}\\b.*|(le |l')?{re.escape(bare)}({joined}{re.escape(suit)})?$)"
        )

    def form(self, act: Act) -> tuple[str, Asked]:
        """Return the label of the form, and its answers by question."""
        say, names = self.say, self.names
        happen, magistrate = self._happen, say("Which Magistrate?", "Quel magistrat ?")
        paid = {say("Which gold is paid?", "Avec quel or ?"): say("first what", "d'abord")}
        tile = re.escape(self.tile(getattr(act, "tile", "TS0")))
        office = self.office(getattr(act, "office", "tribune"))
        found: tuple[str, Asked]
        match act:
            case acts.Pass():
                found = say("Pass", "Passer"), {}
            case acts.PlaceTokens():
                places = say(
                    f"(.*places )?{act.number} tokens? at {tile} for", f"(.*pose )?{act.number} jetons? sur {tile} pour"
                )
                found = say("Place tokens", "Poser des jetons"), {self._province: tile, happen: places, **paid}
            case acts.Enter():
                enters = say(f".*Patrician {office} for", f".*patricien .*: {office}")
                found = say("Promote a Patrician", "Élever un patricien"), {happen: enters, **paid}
            case acts.Promote():
                promotes = {magistrate: office, happen: self._promoted(act), **paid}
                found = say("Promote a Magistrate", "Faire monter un magistrat"), promotes
            case acts.Appoint():
                rules = say(f".*{office} becomes Governor of {tile}", f".*\\({office}\\) gouverne désormais {tile}")
                found = say("Appoint a Governor", "Nommer un gouverneur"), {magistrate: office, happen: rules}
            case acts.Withdraw():
                withdraws = say(f".*Governor of {tile} home", f".*qui tenait {tile}")
                found = say("Call a Governor home", "Faire rentrer un gouverneur"), {happen: withdraws}
            case acts.Lend():
                to = names[act.to]
                adds = say(f"(.*{office} adds \\d+ to )?{to}'s votes", f"(.* ajoute \\d+ aux voix de )?{to}\\b")
                lends = {self._theirs: names[act.seat], magistrate: office, happen: adds}
                found = say("Add a Magistrate's votes", "Ajouter les voix d'un magistrat"), lends
            case _:
                found = self._used(act)
        return found

    def _used(self, act: Act) -> tuple[str, Asked]:
        """The form in which an Office is used."""
        say, names, happen = self.say, self.names, self._happen
        tile = re.escape(self.tile(getattr(act, "tile", "TS0")))
        found: tuple[str, Asked]
        match act:
            case acts.UseTribune():
                lays = say(f".*Tribune places a token at {tile}", f".*jeton sur {tile}")
                found = say("Use a Tribune", "User d'un tribun"), {happen: lays}
            case acts.UseAedile():
                to, owner = re.escape(self.tile(act.to)), names[act.whose]
                bare = re.escape(re.sub("^(le |l')", "", self.tile(act.to)))
                moves = say(
                    f"(.*token of {owner} from {tile} to )?{to}",
                    f"(.*jeton d(e |'){owner} sur {tile} .* sur )?(le |l')?{bare}",
                )
                found = (
                    say("Use an Aedile", "User d'un édile"),
                    {self._province: tile, self._whose: owner, happen: moves},
                )
            case acts.UsePraetor():
                of = [names[owner] for owner in act.owners]
                owners = "|".join(say(" and ", " et ").join(one) for one in (of, of[::-1]))
                sends = say(f".*tokens? of ({owners}) from {tile}", f".*jetons? d(e |')({owners}), pris sur {tile}")
                found = say("Use a Praetor", "User d'un préteur"), {self._province: tile, happen: sends}
            case acts.UseConsul():
                owner, active = names[act.whose[0]], self._marked(act.office, act.whose[1])
                recalls = say(f"(.*recalls )?({owner}'s )?{active}", f"(.*d(e |'){owner} )?\\(?{active}\\)")
                found = say("Recall a Magistrate", "Rappeler un magistrat"), {self._theirs: owner, happen: recalls}
            case acts.RecallGovernor():
                recalls = say(f".*Governor of {tile}", f".*qui tenait {tile}")
                found = say("Recall a Governor", "Rappeler un gouverneur"), {happen: recalls}
            case _:
                raise AssertionError(f"nobody knows how to {act}")
        return found

    def _promoted(self, act: acts.Promote) -> str:
        office, to = self.office(act.office), self.office(act.to)
        effect = self.say(f".*from {office} to {to} for", f".*: {office}, désormais {to}")
        if act.displaced is None:
            return f"{effect}(?!.*;).*"
        seat, active = act.displaced
        inactive = self.say("inactive", "inacti")
        mark = f"(?!.*{inactive}).*" if active else f"(?=.*{inactive}).*"
        # Where the Offices were tapped, only whose Magistrate makes room is left to say, or which of two.
        which = self.say(f"{self._mark(active)}\\b", f"(\\(?{to} )?{self._mark(active)}\\b")
        return f"({effect}.*;.*{self.names[seat]}{mark}|(?!.*;)(.*{self.names[seat]}{mark}|{which}))"

    def _mark(self, active: bool) -> str:
        return self.say("active" if active else "inactive", "actif" if active else "inactif")

    def _marked(self, office: str, active: bool) -> str:
        """An Office, with the mark of its Magistrate."""
        name = self.office(office)
        return self.say(f"{self._mark(active)} {name}", f"{name},? {self._mark(active)}")


Office = tuple[tuple[int, bool], ...]


@dataclass(frozen=True)
class RomeSetup:
    """What lies open before the first roll."""

    circuit: tuple[str, ...]
    """Six tiles clockwise from the upper left: down the right column, and up the left one."""
    suits: tuple[str, ...]
    """By seat: S, M, C or A."""


@dataclass(frozen=True)
class RomeExpected(Expected):
    """What is true at a table of Magistratvm.

    ``phase``: roll, income, bidding, action, falling, dictator, start, election, redistribution, refill, over.
    """

    turn: int
    prefect: int | None
    """Nobody before the first roll is decided."""
    prefect_gold: int
    gold: tuple[int, ...]
    dice: tuple[int, ...]
    """What each Income die shows; null is 6."""
    circuit: tuple[str | None, ...]
    tokens: dict[str, tuple[int, ...]]
    """By contested Province, those of each seat."""
    would_win: dict[str, int | None]
    """By contested Province: who has more tokens there than all others together, and at least its value."""
    won: tuple[tuple[str, ...], ...]
    governed: tuple[str, ...]
    tile_gold: dict[str, int]
    """Gold on Provinces, those without any left out."""
    offices: dict[str, Office]
    """By Office: whose Magistrates are there, and whether active."""
    bid: tuple[int, int] | None
    """The highest bid: by whom, how much."""
    to_vote: tuple[str, ...]
    """In elections, the Provinces that are still to vote; the first votes now."""
    lent: tuple[int, ...]
    """By seat, the votes of Magistrates in the election that goes on."""
    pile: int
    """Tiles that lie face down."""


def deal(seats: int, dice: random.Random) -> RomeSetup:
    """Lay six tiles, and hand out the suits (I2, I3)."""
    return RomeSetup(tuple(dice.sample(TILES, 6)), tuple(dice.sample("SMCA", seats)))


class _Player(RandomPlayer):
    """Mostly wins Provinces, so that a game ends in an evening, and pays as the forms propose."""

    def source(self, _seat: int, _most: int) -> From:
        return []

    def thought(self) -> Event:
        if self.table.phase == "bidding" and self.table.highest is not None and self.dice.random() < 0.5:
            return ("pass bid", self.table.asked)
        return super().thought()

    def action(self) -> Event:
        seat, dice = self.table.asked, self.dice
        own = [office for office, there in self.table.offices.items() if (seat, True) in there]
        if own and dice.random() < self.office:
            return self.with_magistrate(seat, dice.choice(own))
        if dice.random() < self.office / 3:
            return ("enter", seat, dice.choice(("tribune", "quaestor", "aedile")), [])
        return self.winning(seat)

    def winning(self, seat: int) -> Event:
        """As many tokens as can be paid for the Province that is nearest to a win, and is not won yet."""
        prices = {tile: price for tile in self.table.contested() if (price := self.price(seat, tile)) > 0}
        has = self.table.gold[seat] + self.table.provincial(seat)
        for tile in sorted(prices, key=lambda one: prices[one]):
            lying = self.table.tokens[tile]
            for number in range(self.missing(seat, tile), max(0, max(lying) - lying[seat] - 1), -1):
                if sum(range(lying[seat] + 1, lying[seat] + number + 1)) <= has:
                    return ("place", seat, tile, number, [])
        return ("pass", seat)

    def missing(self, seat: int, tile: str) -> int:
        """How many tokens are missing to a majority that reaches the value."""
        lying = self.table.tokens[tile]
        return max(value(tile), sum(lying) - lying[seat] + 1) - lying[seat]

    def price(self, seat: int, tile: str) -> int:
        own, missing = self.table.tokens[tile][seat], self.missing(seat, tile)
        return sum(range(own + 1, own + missing + 1))


class RomeTable(Table):
    """Plays a new game's default rules; most of what is done there is allowed and random."""

    game = "magistratvm"

    def __init__(self, setup: RomeSetup, dice: random.Random) -> None:
        super().__init__()
        self.setup = setup
        self.seats = len(setup.suits)
        spaces = dict(THREE if self.seats == 3 else FOUR)
        self.rules = Rome(list(setup.circuit), self.seats, spaces, low_majority_removes=True)
        self.player = _Player(self.rules, dice)

    def expect(self) -> RomeExpected:
        rules, seats = self.rules, range(self.seats)
        over = rules.phase == "over"
        voting = rules.phase in ("election", "redistribution")
        bid = (rules.highest, rules.bid) if rules.phase == "bidding" and rules.highest is not None else None
        return RomeExpected(
            phase=rules.phase,
            asked=self._asked(),
            over=over,
            scores=tuple(map(rules.score, seats)) if over else (),
            winners=tuple(rules.winners()) if over else (),
            turn=rules.turn,
            prefect=None if rules.phase == "roll" else rules.prefect,
            prefect_gold=rules.prefect_gold,
            gold=tuple(rules.gold),
            dice=tuple(rules.dice),
            circuit=tuple(rules.circuit),
            tokens={tile: tuple(rules.tokens[tile]) for tile in rules.contested()},
            would_win={tile: self._would_win(tile) for tile in rules.contested()},
            won=tuple(map(tuple, rules.won)),
            governed=tuple(sorted(rules.governed)),
            tile_gold={tile: gold for tile, gold in rules.tile_gold.items() if gold},
            offices={office: tuple(sorted(there)) for office, there in rules.offices.items()},
            bid=bid,
            to_vote=tuple(rules.still_to_vote) if voting else (),
            lent=tuple(rules.lent) if rules.phase == "election" else (),
            pile=rules.pile,
        )

    def _asked(self) -> tuple[int, ...]:
        rules = self.rules
        falling, leaving, dictators = rules.falling, rules.to_move, rules.offices["dictator"]
        asked = {
            "roll": rules.rolling,
            "income": [seat for seat in range(self.seats) if seat not in rules.with_income],
            "bidding": [rules.asked],
            "action": [rules.asked],
            "falling": [] if falling is None else [falling[0]],
            "dictator": [seat for seat, _ in dictators],
            "redistribution": [seat for seat, _ in leaving[:1]],
            "over": [],
        }
        return tuple(asked.get(rules.phase, [rules.prefect]))

    def _would_win(self, tile: str) -> int | None:
        lying = self.rules.tokens[tile]
        return next((seat for seat, own in enumerate(lying) if own * 2 > sum(lying) and own >= value(tile)), None)

    def _put(self, seat: int, what: str, now: int) -> int:
        assert what == "gold"
        was, self.rules.gold[seat] = self.rules.gold[seat], now
        self.rules.bank += was - now
        return was

    def _play(self) -> Act:
        rolling = tuple(self.rules.rolling)
        word, *rest = self.player.next()
        if word == "roll":
            values: Any = rest[0]
            return acts.RollForPrefect(rolling[0], dict(zip(rolling, values, strict=True)))
        if word == "refill":
            tiles: Any = rest[0]
            return acts.Refill(self.rules.prefect, dict(tiles))
        return _ACTS[str(word)](*rest)


_ACTS: dict[str, Callable[..., Act]] = {
    "income": acts.TakeIncome,
    "bid": acts.Bid,
    "pass bid": acts.Pass,
    "pass": acts.Pass,
    "place": lambda seat, tile, number, _: acts.PlaceTokens(seat, tile, number),
    "enter": lambda seat, office, _: acts.Enter(seat, office),
    "promote": lambda seat, office, to, rival, _: acts.Promote(seat, office, to, rival),
    "fall": acts.Fall,
    "tribune": acts.UseTribune,
    "aedile": acts.UseAedile,
    "praetor": lambda seat, tile, owners: acts.UsePraetor(seat, tile, tuple(owners)),
    "consul": acts.UseConsul,
    "recall governor": acts.RecallGovernor,
    "appoint": acts.Appoint,
    "withdraw": acts.Withdraw,
    "give": lambda seat, to, gold, _: acts.Give(seat, to, gold),
    "dictate": acts.Dictate,
    "start": acts.StartCircuit,
    "lend": acts.Lend,
    "count": acts.Count,
    "redistribute": lambda seat, to: acts.Redistribute(seat, dict(to)),
}
