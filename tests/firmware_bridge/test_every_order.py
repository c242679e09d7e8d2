"""Whatever is lost, repeated, late or restarted on the roller's line: a wish gets one roll, a roll counts once."""

from pathlib import Path

import pytest

from companion.rolls.source import Fate, Rolled
from tests.firmware_bridge.every_order import Died, Firmware, Machine, Tablet, check, fair
from tests.hardware.test_firmware_logic import compiled


@pytest.fixture(scope="module")
def firmware(tmp_path_factory: pytest.TempPathFactory) -> Firmware:
    folder = tmp_path_factory.mktemp("logic")
    return Firmware(compiled(folder), Path(folder / "liblogic.so"))


def explored(machine: Machine, depth: int, settle_every: int) -> int:
    """Tries every order of steps up to a depth; from every ``settle_every``-th world all must come to a good end."""
    here, visited, tried = [(machine.first(), "")], set(), 0
    for _ in range(depth):
        following = []
        for world, path in here:
            for step in machine.steps(world):
                after = machine.after(world, step)
                if after is None or (key := after.key()) in visited:
                    continue
                visited.add(key)
                trace = f"{path}, {step}"
                try:
                    check(after)
                    if len(visited) % settle_every == 0:
                        end = fair(machine, after)
                        check(end)
                        assert len(end.tablet.journal) == end.wishes, f"{end.tablet.journal} of {end.wishes}"
                except AssertionError as error:
                    raise AssertionError(f"{error} after{trace}") from error
                following.append((after, trace))
        here, tried = following, len(visited)
    return tried


def test_each_wish_gets_one_roll_in_every_order_of_a_few_steps(firmware: Firmware) -> None:
    assert explored(Machine(firmware, faults=2, wishes=1), depth=6, settle_every=5) > 500


@pytest.mark.prove("roller")
@pytest.mark.timeout(3000)
@pytest.mark.parametrize(("faults", "wishes", "depth"), [(1, 2, 10), (2, 2, 8), (3, 1, 8)])
def test_each_wish_gets_one_roll_in_every_order(firmware: Firmware, faults: int, wishes: int, depth: int) -> None:
    worlds = explored(Machine(firmware, faults, wishes), depth, settle_every=23)
    print(f"{faults} faults, {wishes} wishes, {depth} steps: {worlds} worlds")
    assert worlds > 10_000


class Forgetful(Tablet):
    """A tablet that never looks into its journal."""

    def __init__(self, journal: list[str], first_request: int = 1) -> None:
        super().__init__(journal, first_request)
        self.dice._journaled = lambda _id: False

    def _deliver(self, rolled: Rolled) -> None:
        self._met = True
        self.journal.append(rolled.id)
        if self.fate == "died after":
            raise Died
        self.wishes = False
        rolled.settle(Fate.COUNTED)


def test_a_tablet_that_ignores_its_journal_is_found_out(firmware: Firmware, monkeypatch: pytest.MonkeyPatch) -> None:
    """The proof itself: there are orders of steps in which that counts a roll twice."""
    monkeypatch.setattr("tests.firmware_bridge.every_order.Tablet", Forgetful)
    with pytest.raises(AssertionError, match=r"counted twice|more rolls than wishes"):
        explored(Machine(firmware, faults=1, wishes=2), depth=11, settle_every=7)
