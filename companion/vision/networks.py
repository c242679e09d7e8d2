"""Running a trained network: ONNX Runtime where it can be had, else the same file through OpenCV."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Lock
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import CompanionError
from companion.locale import Message

Tensor = NDArray[np.float32]
Network = Callable[[Tensor], Tensor]
"""One tensor in, one out; the first axis counts pictures."""

Item = TypeVar("Item")
Result = TypeVar("Result")

THREADS = 2
"""So many at a time share what a picture asks of the networks: every tablet has two cores."""
RUNTIME_VARIABLE = "COMPANION_RUNTIME"


class NetworkMissing(CompanionError):
    """A network's file that is not where the install should have put it."""


def network_path(name: str) -> Path:
    """The file of a network, as :func:`beside_weights`."""
    return trained_file(f"{name}.onnx")


def trained_file(file: str) -> Path:
    """A trained file: beside this package in an install, in the checkout's ``models/`` otherwise.

    Raises :class:`NetworkMissing` where neither holds it.
    """
    package = Path(__file__).resolve().parent.parent
    for folder in (package / "weights", package.parent / "models"):
        if (folder / file).is_file():
            return folder / file
    raise NetworkMissing(
        file,
        Message("is not part of this install"),
        Message("install decktet-companion again"),
    )


def load_network(name: str) -> Network:
    """The network of that name, through ONNX Runtime or, where that cannot be imported, OpenCV.

    ``COMPANION_RUNTIME=opencv`` in the environment takes OpenCV at any rate.
    """
    if os.environ.get(RUNTIME_VARIABLE) == "opencv":
        return load_with_opencv(network_path(name))
    try:
        return load_with_onnxruntime(network_path(name))
    except ImportError:
        return load_with_opencv(network_path(name))


def load_with_onnxruntime(path: Path) -> Network:
    """Raises :class:`ImportError` where ONNX Runtime is not installed."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = THREADS
    options.log_severity_level = 3
    # A thread that has nothing to do sleeps: waiting busily it took the core from the next network, half as fast.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.enable_cpu_mem_arena = False  # it keeps what the largest picture took: 170 MB more, and no faster
    session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    entry = session.get_inputs()[0].name
    return lambda tensor: np.asarray(session.run(None, {entry: tensor})[0], np.float32)


def map_in_threads(asked: Callable[[Item], Result], of: Iterable[Item]) -> list[Result]:
    """What is answered of each, in their order, several asked at a time."""
    with ThreadPoolExecutor(THREADS) as several:
        return list(several.map(asked, of))


_SIDE = 640
"""Pixels of a side that a network is laid out with before it is given a picture."""


def load_with_opencv(path: Path) -> Network:
    """The same file through OpenCV's own runtime; ``python -m tests.bench runtimes`` measures how much slower it is."""
    net = cv2.dnn.readNetFromONNX(np.frombuffer(_with_sides(path.read_bytes()), np.uint8))
    one_at_a_time = Lock()

    def run(tensor: Tensor) -> Tensor:
        with one_at_a_time:
            net.setInput(tensor)
            return np.array(net.forward(), np.float32)

    return run


def _with_sides(onnx: bytes) -> bytes:
    """A network whose pictures' sides are numbers and no names, for OpenCV 4 cannot lay out a pyramid of named ones.

    Any number does that all strides divide: the sides are those of each picture that is given in.
    In ONNX a side is a field of its own, its name (2) or its number (1); the number is written as long as the name was.
    """
    for name in (b"height", b"width"):
        named = bytes([2 << 3 | 2, len(name)]) + name
        spread = [_SIDE >> 7 * place & 127 | 128 for place in range(len(name))]
        onnx = onnx.replace(named, bytes([1 << 3, *spread, 0]))
    return onnx
