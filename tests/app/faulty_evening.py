"""An evening at the tablet, again and again, each time with the next call of the store failing: run under the shim.

``python -m tests.app.faulty_evening FOLDER FAULT`` prints one JSON document: how often something failed, and what
was not as it should be then.
"""

import json
import shutil
import sys
import traceback
from itertools import count
from pathlib import Path

from tests.app.tablet import Tablet  # isort: skip - it settles Kivy first

from companion.app.application import CompanionApp
from companion.folders import Folders
from companion.games.magnate import Setup
from companion.games.magnate.game import MAGNATE
from companion.games.magnate.moves import Move, Roll, Sell
from companion.journal import Journal
from companion.pieces import Card
from companion.play import Source
from tests.app.at_the_table import DISTRICTS, STANDARD, crowns
from tests.journal.disk.faults import Shim

MOVES: tuple[Move, ...] = (Roll(0, (4, 7)), Sell(0, Card.parse("7SK")))
SETUP = Setup(DISTRICTS, (crowns("MWK"), crowns("SLY")))


def evening(tablet: Tablet, shim: Shim, fault: str, at: int) -> bool:
    """Rolls, sells, takes back and leaves, with this call failing; whether any call did. Asserts what must hold."""
    app = tablet.app
    app.start_game(MAGNATE, ("Ann", "Ben"), STANDARD, SETUP)
    tablet.settle()
    page, kept, answered = tablet.screen, tablet.play.game.id, list[str]()
    shim.fail(at, fault)
    try:
        for move in MOVES:
            if page.attempt(lambda move=move: tablet.play.propose(move, source=Source.TOUCH)):
                answered.append(MAGNATE.move_to_json(move)["type"])
            else:
                assert page.notice is not None or page.sheet is not None, "nothing was said"
        if page.attempt(tablet.play.undo):
            answered.append("undo")
        latest = tablet.play.seq
        app.go("start")
        app.game_store.close()
    finally:
        failed = shim.mend() > at
    with Journal.open(app.folders.journal_url) as journal:
        journal.check()
        there = [str(entry.move["type"]) for entry in journal.entries(kept)]
    rest = list(there)
    for done in answered:
        assert done in rest, f"{done} was answered for and is lost: {there}"
        rest = rest[rest.index(done) + 1 :]
    assert len(there) == len(set(there)), f"a move is there twice: {there}"
    assert latest <= len(there), "the screen showed a move that is not kept"
    app.resume_game(kept)
    assert tablet.play.seq == len(there)
    if tablet.play.course.done:
        tablet.play.undo()
    else:
        tablet.play.propose(MOVES[0], source=Source.TOUCH)
    app.go("start")
    return failed


def main(folder: Path, fault: str) -> dict[str, object]:
    begin, wrong, tried = folder / "first", [], 0
    shim, app = Shim(), CompanionApp(Folders(begin))
    app._run_prepare()
    from kivy.core.window import Window

    tablet = Tablet(app, Window)
    if fault.startswith("no-memory") and not shim.knows_sqlite:
        return {"skipped": "SQLite lies in no library of its own here"}
    for at in count():
        data = folder / "data"
        app.open_folders(Folders(data))
        try:
            if not evening(tablet, shim, fault, at):
                break
        except BaseException:
            shim.mend()
            wrong.append([at, traceback.format_exc()[-1500:]])
            app.go("start")
        tried += 1
        app.game_store.close()
        shutil.rmtree(data, ignore_errors=True)
    return {"tried": tried, "wrong": wrong}


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]), sys.argv[2])))
