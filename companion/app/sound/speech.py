"""Says aloud what happened, with the system's own voice."""

import shutil
import subprocess
import sys
from contextlib import suppress

_WINDOWS = "Add-Type -AssemblyName System.Speech; (New-Object System.Speech.Synthesis.SpeechSynthesizer).Speak($input)"
_PROGRAMS = {
    "linux": (("spd-say", "-w", "-e", "-l", "{language}"), ("espeak-ng", "--stdin", "-v", "{language}")),
    "darwin": (("say",),),
    "win32": (("powershell", "-NoProfile", "-Command", _WINDOWS),),
}
"""The commands that say what they read, by platform; the first that exists speaks."""


class Speech:
    """Says one text at a time; a newer one ends it. Silent on a system without a voice."""

    def __init__(self) -> None:
        commands = _PROGRAMS.get(sys.platform, ())
        self._command = next((one for one in commands if shutil.which(one[0])), None)
        self._running: subprocess.Popen[bytes] | None = None

    @property
    def has_voice(self) -> bool:
        """Whether the system has a voice."""
        return self._command is not None

    def say(self, text: str, language: str) -> None:
        """Say a text in the language with this code."""
        self.stop()
        if self._command is None:
            return
        command = [one.replace("{language}", language) for one in self._command]
        with suppress(OSError):  # a game goes on without it
            none, read = subprocess.DEVNULL, subprocess.PIPE
            self._running = subprocess.Popen(command, stdin=read, stdout=none, stderr=none)
            assert self._running.stdin is not None
            with self._running.stdin as written:
                written.write(text.encode())

    def stop(self) -> None:
        """End what is being said."""
        if self._running is not None:
            self._running.kill()
            self._running.wait()
        self._running = None
