"""The same second reading: the seven actions, and Magistrates that displace one another."""

from dataclasses import dataclass

from tests.games.magistratvm.reference import Forbidden, From, Rome, must

ARROW = {"tribune": 1, "quaestor": 1, "aedile": 2, "praetor": 4, "consul": 6, "censor": 6, "dictator": 8}
BELOW = {
    "tribune": [],
    "quaestor": [],
    "aedile": ["tribune", "quaestor"],
    "praetor": ["aedile"],
    "consul": ["praetor"],
    "censor": ["consul"],
    "dictator": ["consul"],
}


def cost(office: str, higher: str) -> int | None:
    """The sum of the arrows from one Office up to another; None where no way leads there."""
    if office == higher:
        return 0
    for below in BELOW[higher]:
        way = cost(office, below)
        if way is not None:
            return way + ARROW[higher]
    return None


@dataclass
class Forum(Rome):
    """The action phase."""

    passes: int = 0
    falling: tuple[int, bool, str] | None = None
    """Whose displaced Magistrate is to be set down, whether it is active, and the Office it leaves."""

    def must_act(self, seat: int) -> None:
        must(self.phase == "action" and seat == self.asked, "I13")

    def next_to_act(self) -> None:
        self.passes = 0
        self.asked = self.after(self.asked)

    def place(self, seat: int, tile: str, number: int, source: From) -> None:
        self.must_act(seat)
        must(tile in self.circuit and number >= 1, "I14")
        must(number <= 20 - self.placed(seat), "I3")
        lying = self.tokens[tile]
        price = sum(range(lying[seat] + 1, lying[seat] + number + 1))
        must(lying[seat] + number >= max(lying), "I14")
        self.must_afford(seat, price, source, "I14")
        self.pay_bank(seat, price, source)
        lying[seat] += number
        self.next_to_act()

    def enter(self, seat: int, office: str, source: From) -> None:
        """A Patrician from the Estate becomes Tribune, Quaestor or Aedile."""
        self.must_act(seat)
        must(office in ("tribune", "quaestor", "aedile"), "I15")
        must(self.estate(seat) > 0 and self.has_room(office), "I15")
        price = 3 if office == "aedile" else 1
        self.must_afford(seat, price, source, "I15")
        self.pay_bank(seat, price, source)
        self.offices[office].append((seat, False))
        self.next_to_act()

    def promote(self, seat: int, office: str, higher: str, rival: tuple[int, bool] | None, source: From) -> None:
        self.must_act(seat)
        must((seat, True) in self.offices[office], "I16")
        price = cost(office, higher)
        must(price is not None and price > 0, "I16")
        assert price is not None
        self.must_afford(seat, price, source, "I16")
        self.offices[office].remove((seat, True))
        try:
            self.must_make_room(seat, higher, rival)
        except Forbidden:
            self.offices[office].append((seat, True))
            raise
        self.pay_bank(seat, price, source)
        self.offices[higher].append((seat, False))
        self.drop_out(higher, rival)

    def must_make_room(self, seat: int, office: str, rival: tuple[int, bool] | None) -> None:
        if self.has_room(office):
            must(rival is None, "I17")
        else:
            must(rival in self.offices[office] and rival is not None, "I17")
            assert rival is not None
            must(rival[0] != seat and self.can_fall(rival[0], office), "I17")

    def must_make_room_for_fallen(self, owner: int, left: str, office: str, out: tuple[int, bool] | None) -> None:
        """As for whoever rises; by option an own Magistrate makes room where no rival below could."""
        if out is None or out[0] != owner or self.has_room(office):
            self.must_make_room(owner, office, out)
            return
        must(out in self.offices[office] and self.displaces_own, "I17")
        must(not self.rival_below(owner, left) and self.can_fall(owner, office), "I17")

    def rival_below(self, owner: int, office: str) -> bool:
        return any(
            other != owner and self.can_fall(other, below)
            for below in BELOW[office]
            for other, _ in self.offices[below]
        )

    def can_fall(self, owner: int, office: str) -> bool:
        """Whether a displaced Magistrate finds a place: a free space below, a rival who can fall in turn, or home."""
        if not BELOW[office]:
            return True
        if any(self.has_room(below) for below in BELOW[office]):
            return True
        if self.rival_below(owner, office):
            return True
        return self.displaces_own and any(
            other == owner and self.can_fall(owner, below)
            for below in BELOW[office]
            for other, _ in self.offices[below]
        )

    def drop_out(self, office: str, rival: tuple[int, bool] | None) -> None:
        """A rival leaves an Office downwards, or nobody does."""
        if rival is None:
            self.phase, self.falling = "action", None
            self.next_to_act()
            return
        self.offices[office].remove(rival)
        free = [below for below in BELOW[office] if self.has_room(below)]
        if not BELOW[office]:
            self.drop_out(office, None)  # home to the Estate
        elif len(free) == 1:
            self.offices[free[0]].append(rival)
            self.drop_out(office, None)
        else:
            self.phase, self.falling = "falling", (*rival, office)

    def fall(self, seat: int, office: str, rival: tuple[int, bool] | None) -> None:
        """The owner of a displaced Magistrate says where it goes, and whom it displaces there."""
        must(self.phase == "falling" and self.falling is not None, "I17")
        assert self.falling is not None
        owner, active, left = self.falling
        must(seat == owner and office in BELOW[left], "I17")
        if any(self.has_room(below) for below in BELOW[left]):
            must(self.has_room(office), "I17")
        self.must_make_room_for_fallen(owner, left, office, rival)
        self.offices[office].append((owner, active))
        self.drop_out(office, rival)

    def tribune(self, seat: int, tile: str) -> None:
        """One free token anywhere."""
        self.must_use(seat, "tribune")
        must(tile in self.circuit, "I18")
        must(self.placed(seat) < 20, "I3")
        self.tokens[tile][seat] += 1
        self.used(seat, "tribune")

    def aedile(self, seat: int, whose: int, tile: str, other: str) -> None:
        """Any one token from one contested Province to another."""
        self.must_use(seat, "aedile")
        must(tile in self.circuit and other in self.circuit and tile != other, "I18")
        must(self.tokens[tile][whose] > 0, "I18")
        self.tokens[tile][whose] -= 1
        self.tokens[other][whose] += 1
        self.used(seat, "aedile")

    def praetor(self, seat: int, tile: str, owners: list[int]) -> None:
        """One or two tokens of a Province back to their owners."""
        self.must_use(seat, "praetor")
        must(tile in self.circuit and len(owners) in (1, 2), "I18")
        must(all(self.tokens[tile][owner] >= owners.count(owner) for owner in owners), "I18")
        for owner in owners:
            self.tokens[tile][owner] -= 1
        self.used(seat, "praetor")

    def consul(self, seat: int, office: str, whose: tuple[int, bool]) -> None:
        """Another Magistrate goes home; no Dictator, no Censor."""
        self.must_use(seat, "consul")
        must(office not in ("dictator", "censor"), "I18")
        itself = office == "consul" and whose == (seat, True)
        must(self.offices[office].count(whose) > itself, "I18")
        self.offices[office].remove(whose)
        self.used(seat, "consul")

    def consul_recalls_governor(self, seat: int, tile: str) -> None:
        self.must_use(seat, "consul")
        must(tile in self.governed, "I18")
        self.governed.remove(tile)
        self.used(seat, "consul")

    def must_use(self, seat: int, office: str) -> None:
        self.must_act(seat)
        must((seat, True) in self.offices[office], "I18")

    def used(self, seat: int, office: str) -> None:
        self.turn_inactive(seat, office)
        self.next_to_act()

    def appoint(self, seat: int, office: str, tile: str) -> None:
        """A Magistrate becomes Governor."""
        self.must_act(seat)
        must((seat, True) in self.offices[office], "I19")
        must(tile in self.won[seat] and tile not in self.governed, "I19")
        self.offices[office].remove((seat, True))
        self.governed.append(tile)
        self.next_to_act()

    def withdraw(self, seat: int, tile: str) -> None:
        """A Governor goes home."""
        self.must_act(seat)
        must(tile in self.won[seat] and tile in self.governed, "I19")
        self.governed.remove(tile)
        self.next_to_act()
