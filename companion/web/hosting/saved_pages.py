"""The page of all games of this computer: each can be removed, and all can be backed up and restored."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from companion.folders import Folders
from companion.journal.copies.backups import Restored, restore
from companion.journal.copies.evenings import back_up_into, list_backups, moment
from companion.locale import Message
from companion.web.pages.context import Context
from companion.web.pages.decisions import overtaken
from companion.web.pages.host import PageRequest
from companion.web.pages.html import action_button

if TYPE_CHECKING:
    from companion.journal.store.game_rows import RemovedGame
    from companion.web.hosting.stored_games import StoredGames


class SavedPages:
    """The page of the stored games and their backups; for the host.

    Args:
        stored: The games.
        folders: The folders of the games and of their backups.
    """

    def __init__(self, stored: StoredGames, folders: Folders) -> None:
        self._stored, self._folders = stored, folders
        self._removed: RemovedGame | None = None
        self._restored: Restored | None = None
        """What the last restore replaced."""
        self._done: Message | None = None
        """What was done last."""

    def act(self, request: PageRequest) -> None:
        """Do what the page asks for, on the thread of the games."""
        self._stored.thread.run(lambda: self._act(request.value("do"), request.value("it")))

    def render(self, ctx: Context) -> str:
        """Return the games and their backups."""
        done = ""
        if self._done is not None and ctx.request.method == "GET":
            done = f'<p class="notice">{ctx.head(self._done)}</p>'
        games = "".join(self._row(ctx, one.id, one.name) for one in ctx.host.games() if one.id)
        return f'{done}{self._undo(ctx)}<ul class="devices">{games}</ul>{self._backups(ctx)}'

    def _act(self, do: str, which: str) -> None:
        """Do what the page asks for; on the thread of the games."""
        if do == "remove":
            self._removed, self._restored = self._stored.remove(which), None
            self._done = Message("The game is removed. Backups made before still contain it.")
        elif do == "put-back" and self._removed is not None:
            self._stored.put_back(self._removed)
            self._removed, self._done = None, Message("The game is back.")
        elif do == "back-up":
            made = back_up_into(self._folders.journal_url, self._folders.backups)
            self._done = Message("All games are backed up in {file}", {"file": str(made)})
        elif do == "restore":
            backup = next((one for one in list_backups(self._folders.backups) if one.stem == which), None)
            if backup is None:
                raise overtaken()
            self._restore(backup)
        elif do == "take-back" and self._restored is not None and self._restored.kept is not None:
            self._restore(self._restored.kept)
            self._restored = None
        else:
            raise overtaken()

    def _restore(self, backup: Path) -> None:
        url = self._folders.journal_url
        self._restored = self._stored.thread.without_journal(lambda: restore(url, backup, f"replaced-{moment()}"))
        values = {"copy": backup.stem, "file": str(self._restored.kept)}
        self._done = Message("Restored the backup of {copy}. The previous games are in {file}", values)
        self._removed = None

    def _row(self, ctx: Context, id: str, name: str) -> str:
        remove = action_button("saved", {"do": "remove", "it": id}, ctx.say(Message("Remove")))
        return f"<li><b>{ctx.say(Message('{name}', {'name': name}))}</b> {remove}</li>"

    def _undo(self, ctx: Context) -> str:
        """Return the button that takes back what was removed or restored last."""
        taken_back = "put-back" if self._removed is not None else "take-back" if self._restored is not None else ""
        return action_button("saved", {"do": taken_back}, ctx.say(Message("Undo"))) if taken_back else ""

    def _backups(self, ctx: Context) -> str:
        """Return the buttons that back up and restore; nothing where a server has the games."""
        if self._folders.on_server:
            return ""
        back_up = action_button("saved", {"do": "back-up"}, ctx.say(Message("Back up now")), kind="main")
        files = list_backups(self._folders.backups)
        rows = "".join(
            f"<li><b>{ctx.say(Message('{name}', {'name': one.stem}))}</b> "
            f"{action_button('saved', {'do': 'restore', 'it': one.stem}, ctx.say(Message('Restore')))}</li>"
            for one in files
        )
        return f'<h2>{ctx.say(Message("Backups"))}</h2><p>{back_up}</p><ul class="devices">{rows}</ul>'
