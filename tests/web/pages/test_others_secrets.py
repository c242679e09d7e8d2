"""What only another player knows changes no byte of a page."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.sorcerous_futures.moves import Deal, Note, Offer
from companion.games.sorcerous_futures.setup_steps import crowns_for
from companion.games.sorcerous_futures.state import HeldCrown, Notes, Valuation, unseen
from companion.pieces import Card
from companion.rolls.source import Source
from companion.web.pages.host import Viewer
from tests.web.pages.started import start_game
from tests.web.pages.table_host import Device, TableHost

OWNER = 1
FIVE = tuple(map(Card.parse, ("2MK", "3MW", "4MS", "5ML", "6MW")))
PUBLIC = ("tv", "table", "history", "curves", "record", "rules", "put-away", "")
Secret = tuple[int, int, int]
"""The card under the owner's first Ace, the Crown, and the closed bid, each as a number."""


def pages(secret: Secret) -> Mapping[str, str]:
    """Every page that the others can open, by address, in a closed auction in which the owner has this secret."""
    with TemporaryDirectory() as folder:
        host = TableHost(Path(folder))
        start_game(host, "sorcerous-futures", "three-players")
        play = host.playing
        for move in (Deal(FIVE), Offer(play.state.player, FIVE[0], closed=True)):
            play.propose(move, source=Source.PAGE)
        card, crown, bid = secret
        under = Valuation(play.state.front(OWNER)[0], unseen(play.state)[card])
        held = HeldCrown(OWNER, crowns_for(play.state, OWNER)[crown])
        play.propose(Note(OWNER, Notes((under,), (held,), ())), source=Source.PAGE)
        host.seal(OWNER, bid)
        shown = dict[str, str]()
        for seat in (0, 2):
            device = Device(host, Viewer(seat))
            shown[f"{seat}"] = device.open(f"seat/{seat}").main
            for link in [one for one in device.outline.links if one.startswith("seat")][:8]:
                shown[link] = device.open(link).main
        others = Device(host, Viewer(None, is_host=True))
        shown |= {path: others.open(path).main for path in PUBLIC}
        host.journal.close()
        return shown


SECRETS = st.tuples(st.integers(0, 20), st.integers(0, 3), st.integers(0, 40))


@settings(max_examples=3, deadline=None)
@given(one=SECRETS, other=SECRETS)
def test_another_seats_secret_changes_no_byte_of_any_page(one: Secret, other: Secret) -> None:
    before, after = pages(one), pages(other)
    assert before.keys() == after.keys()
    assert [address for address in before if before[address] != after[address]] == []


def test_the_owners_page_shows_the_secret(tmp_path: Path) -> None:
    host = TableHost(tmp_path)
    start_game(host, "sorcerous-futures", "three-players")
    state = host.playing.state
    under = Valuation(state.front(OWNER)[0], unseen(state)[5])
    before = Device(host, Viewer(OWNER)).open(f"seat/{OWNER}").main
    host.playing.propose(Note(OWNER, Notes((under,), (), ())), source=Source.PAGE)
    assert Device(host, Viewer(OWNER)).open(f"seat/{OWNER}").main != before
    host.journal.close()
