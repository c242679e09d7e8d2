"""Short sounds for what happens in a game, synthesised here, and vibrations."""

import logging
import math
import tempfile
import wave
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from functools import partial
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import Any

from companion.files import write
from companion.platform_info import on_android

_log = logging.getLogger(__name__)
_devices: list[Callable[[], None]] = []


def set_haptics(device: Callable[[], None]) -> None:
    """Use this device from now on; it is called for each short vibration."""
    _devices[:] = [device]


def vibrate() -> None:
    """Vibrate shortly, unless the device cannot or its settings forbid it."""
    if not _devices and on_android():
        set_haptics(_vibrate_android)
    for device in _devices:
        device()


def _vibrate_android() -> None:
    """Ask Android for its usual feedback to a long press, which needs no permission."""
    try:
        jnius, runnable = import_module("jnius"), import_module("android.runnable")
        activity = jnius.autoclass("org.kivy.android.PythonActivity").mActivity
        constants = jnius.autoclass("android.view.HapticFeedbackConstants")
        view = activity.getWindow().getDecorView()
        runnable.run_on_ui_thread(lambda: view.performHapticFeedback(constants.LONG_PRESS))()
    except Exception:  # a game goes on without it, whatever the device answers
        _log.exception("no haptic feedback here")
        set_haptics(_stay_still)


def _stay_still() -> None:
    """Do nothing: the device has no haptic feedback."""


SAMPLE_RATE = 22_050
"""Samples in a second."""
VOLUME = 0.35
"""Peak amplitude, as a share of full scale."""


class SoundEvent(Enum):
    """What a sound announces."""

    MOVE = "move"
    ROLL = "roll"
    LOSS = "loss"
    """A roll that takes something from somebody."""
    TAKEN = "taken"
    """A place has another holder."""
    REFUSED = "refused"
    OVER = "over"


_TONES: Mapping[SoundEvent, Sequence[tuple[float, float]]] = {
    SoundEvent.MOVE: ((660, 0.07),),
    SoundEvent.ROLL: ((392, 0.03), (330, 0.03), (440, 0.03), (370, 0.05), (494, 0.09)),
    SoundEvent.LOSS: ((392, 0.03), (330, 0.03), (440, 0.05), (330, 0.12), (262, 0.22)),
    SoundEvent.TAKEN: ((587, 0.09), (880, 0.2)),
    SoundEvent.REFUSED: ((220, 0.12), (196, 0.16)),
    SoundEvent.OVER: ((523, 0.14), (659, 0.14), (784, 0.32)),
}
"""Pitch in Hz and duration in seconds of each tone, in order."""


FELT = frozenset(SoundEvent) - {SoundEvent.MOVE}
"""Events that a device with haptic feedback also lets players feel."""


class Sounds:
    """Plays sounds at :attr:`volume`, from 0 to 1, with haptic feedback; silent on a machine without a speaker."""

    def __init__(self) -> None:
        self.volume = 0.0
        self.played: list[SoundEvent] = []
        """The latest events with a sound, at most eight."""
        self._made: dict[SoundEvent, Any] = {}

    def loading_steps(self) -> Iterator[Callable[[], object]]:
        """Yield one step for each sound that is loaded ahead of its first use; none if sounds are off."""
        for event in SoundEvent:
            if self.volume and event not in self._made:
                yield partial(self._load, event)

    def play(self, event: SoundEvent) -> None:
        """Play the sound of an event from its beginning, and let players feel it; nothing if sounds are off."""
        if not self.volume:
            return
        if event in FELT:
            vibrate()
        self._load(event)
        sound = self._made[event]
        if sound is not None:
            sound.stop()
            sound.volume = self.volume
            sound.play()
            self.played = [*self.played[-7:], event]

    def _load(self, event: SoundEvent) -> None:
        if event not in self._made:
            self._made[event] = _loaded(event)


def tones(event: SoundEvent) -> bytes:
    """Return a sound as a WAV file; each tone starts at once and fades."""
    samples = array("h")
    for pitch, lasts in _TONES[event]:
        count = round(SAMPLE_RATE * lasts)
        for number in range(count):
            strength = VOLUME * min(1.0, number / 60) * (1 - number / count) ** 2
            samples.append(round(32_767 * strength * math.sin(2 * math.pi * pitch * number / SAMPLE_RATE)))
    file = BytesIO()
    with wave.open(file, "wb") as wave_file:
        wave_file.setnchannels(1)
        wave_file.setsampwidth(2)
        wave_file.setframerate(SAMPLE_RATE)
        wave_file.writeframes(samples.tobytes())
    return file.getvalue()


def _loaded(event: SoundEvent) -> Any:
    # Kivy's players load files alone; a start without sound loads none of them.
    from kivy.core.audio import SoundLoader

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "sound.wav"
        write(file, tones(event))
        return SoundLoader.load(str(file))
