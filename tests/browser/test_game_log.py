"""The games of a browser survive its end at any byte, and no change of them goes unnoticed."""

import pytest

from companion.browser.game_log import GameLog
from companion.games.magnate import preset
from companion.journal.entries import AlreadyKept, DamagedJournal, NewerJournal, NoSuchGame, StaleEntry
from tests.browser.memory_file import MemoryFile
from tests.games.random_play import RandomGame
from tests.journal.kept_games import as_kept

GAME, MOVES = as_kept(RandomGame(preset("standard"), seed=3).whole(), "evening")
SHORT = MOVES[:12]


def written() -> MemoryFile:
    file = MemoryFile()
    log = GameLog(file)
    log.create(GAME)
    for move in SHORT:
        log.append(move)
    return file


def test_what_was_stored_is_there_again_the_same() -> None:
    log = GameLog(written())
    assert log.games() == (GAME,)
    assert log.entries("evening") == tuple(SHORT)
    assert log.entries("evening", after=10) == tuple(SHORT[10:])


def test_a_player_is_renamed_and_the_moves_stay() -> None:
    file = written()
    log = GameLog(file)
    log.rename_players("evening", ["Zoë", GAME.players[1]])
    log.append(MOVES[12])
    for again in (log, GameLog(file)):
        assert again.game("evening").players == ("Zoë", GAME.players[1])
        assert again.entries("evening") == tuple(MOVES[:13])


def test_a_browser_that_ends_within_a_write_loses_that_line_alone() -> None:
    content = written().content
    last = content[:-1].rfind(b"\n") + 1
    for end in range(last, len(content)):
        file = MemoryFile(content[:end])
        log = GameLog(file)
        assert log.entries("evening") == tuple(SHORT[:-1])
        log.append(SHORT[-1])
        assert file.content == content


def test_a_repeated_move_is_stored_once() -> None:
    file = written()
    log, size = GameLog(file), len(file.content)
    assert log.append(SHORT[-1]) == SHORT[-1]
    assert len(file.content) == size


def test_no_changed_byte_goes_unnoticed() -> None:
    content = written().content
    for place in range(0, len(content) - 1, 97):
        changed = content[:place] + bytes([content[place] ^ 4]) + content[place + 1 :]
        try:
            log = GameLog(MemoryFile(changed))
        except (DamagedJournal, NewerJournal):
            continue
        assert log.damage is not None
        assert log.entries("evening") == tuple(SHORT[: len(log.entries("evening"))])
        with pytest.raises(DamagedJournal):
            log.create(GAME) if not log.games() else log.append(MOVES[len(log.entries("evening"))])


def test_what_does_not_follow_is_refused_and_nothing_is_written() -> None:
    file = written()
    log, content = GameLog(file), file.content
    with pytest.raises(StaleEntry):
        log.append(MOVES[20])
    with pytest.raises(NoSuchGame):
        log.entries("other") or log.game("other")
    with pytest.raises(AlreadyKept):
        log.create(GAME, SHORT[:1] and MOVES[1:2])
    assert file.content == content


def test_a_removed_game_is_gone_after_a_restart_too() -> None:
    file = written()
    GameLog(file).remove("evening")
    assert GameLog(file).games() == ()
