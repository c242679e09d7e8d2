"""A short sound for what happened, where players want it: made here, so that no file of anybody's is needed."""

from __future__ import annotations

import math
import tempfile
import wave
from array import array
from collections.abc import Mapping, Sequence
from enum import Enum
from io import BytesIO
from pathlib import Path
from typing import Any

from companion.files import write

RATE = 22_050
"""Samples a second."""
LOUD = 0.35
"""Of what a speaker can."""


class SoundEvent(Enum):
    """What is heard of a game."""

    MOVE = "move"
    REFUSED = "refused"
    OVER = "over"


_TONES: Mapping[SoundEvent, Sequence[tuple[float, float]]] = {
    SoundEvent.MOVE: ((660, 0.07),),
    SoundEvent.REFUSED: ((220, 0.12), (196, 0.16)),
    SoundEvent.OVER: ((523, 0.14), (659, 0.14), (784, 0.32)),
}
"""Hertz and seconds, one after another."""


class Sounds:
    """Plays nothing before :attr:`on`; a machine without a speaker stays silent."""

    def __init__(self) -> None:
        self.on = False
        self.played: list[SoundEvent] = []
        """What was heard, the latest last; at most a few."""
        self._made: dict[SoundEvent, Any] = {}

    def play(self, happened: SoundEvent) -> None:
        """Makes its sound, once; over the same from before, anew."""
        if not self.on:
            return
        if happened not in self._made:
            self._made[happened] = _loaded(happened)
        sound = self._made[happened]
        if sound is not None:
            sound.stop()
            sound.play()
            self.played = [*self.played[-7:], happened]


def tones(happened: SoundEvent) -> bytes:
    """The sound as a WAV file: each tone swells at once and dies away."""
    samples = array("h")
    for pitch, lasts in _TONES[happened]:
        count = round(RATE * lasts)
        for number in range(count):
            strength = LOUD * min(1.0, number / 60) * (1 - number / count) ** 2
            samples.append(round(32_767 * strength * math.sin(2 * math.pi * pitch * number / RATE)))
    file = BytesIO()
    with wave.open(file, "wb") as written:
        written.setnchannels(1)
        written.setsampwidth(2)
        written.setframerate(RATE)
        written.writeframes(samples.tobytes())
    return file.getvalue()


def _loaded(happened: SoundEvent) -> Any:
    # Kivy's players load files alone; a start without sound loads none of them.
    from kivy.core.audio import SoundLoader

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "sound.wav"
        write(file, tones(happened))
        return SoundLoader.load(str(file))
