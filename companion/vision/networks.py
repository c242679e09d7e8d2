"""Run a trained network with ONNX Runtime, or with OpenCV where that is not installed."""

import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from threading import Lock
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import CompanionError
from companion.locale import Message
from companion.pictures.arrays import Picture
from companion.platform_info import share_heaps, trim_heap

Tensor = NDArray[np.float32]
Network = Callable[[Tensor], Tensor]
"""A function from one tensor to another; the first axis counts pictures."""

Loaded = TypeVar("Loaded")
Item = TypeVar("Item")
Result = TypeVar("Result")

THREADS = 2
"""Threads that share the network calls of one picture: every tablet has two cores."""
RUNTIME_VARIABLE = "COMPANION_RUNTIME"
"""Environment variable that selects the runtime: ``opencv``, or ONNX Runtime if it is installed."""


class NetworkMissing(CompanionError):
    """Raise if a network's file is not where the installation should have put it."""


def network_path(name: str) -> Path:
    """Return the path of a network's file, as :func:`trained_file` finds it."""
    return trained_file(f"{name}.onnx")


def trained_file(file: str) -> Path:
    """Return the path of a trained file.

    Args:
        file: Its name.

    Returns:
        The file in the installed package, or in ``models/`` of a checkout.

    Raises:
        NetworkMissing: Neither folder has it.
    """
    package = Path(__file__).resolve().parent.parent
    for folder in (package / "weights", package.parent / "models"):
        if (folder / file).is_file():
            return folder / file
    raise NetworkMissing(
        file,
        Message("missing from this installation"),
        Message("reinstall decktet-companion"),
    )


_cache_clears: list[Callable[[], None]] = []
"""One for each function whose result is kept."""


def loaded_once(load: Callable[[], Loaded]) -> Callable[[], Loaded]:
    """Keep the result of a function that loads networks until :func:`release_networks`."""
    cached = cache(load)
    _cache_clears.append(cached.cache_clear)
    return cached


def release_networks() -> None:
    """Free the networks that nobody uses now; the next use loads them again."""
    for forget in _cache_clears:
        forget()
    trim_heap()


def load_network(name: str) -> Network:
    """Load a network by name with ONNX Runtime, or with OpenCV if that cannot be imported.

    Args:
        name: The name of its file without suffix; :class:`NetworkMissing` is raised if that is missing.

    Returns:
        The network; with ``COMPANION_RUNTIME=opencv`` in the environment always through OpenCV.
    """
    share_heaps()
    if os.environ.get(RUNTIME_VARIABLE) == "opencv":
        return load_with_opencv(network_path(name))
    try:
        return load_with_onnxruntime(network_path(name))
    except ImportError:
        return load_with_opencv(network_path(name))


def load_with_onnxruntime(path: Path) -> Network:
    """Load a network with ONNX Runtime; raise ``ImportError`` if that is not installed."""
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


def picture_tensor(picture: Picture, multiple: int) -> Tensor:
    """Return a picture (height × width × 3) as a network's input.

    Args:
        picture: The picture.
        multiple: The sides are padded to multiples of this, pixels.

    Returns:
        1 × 3 × height × width, 0 to 1.
    """
    down, right = (-side % multiple for side in picture.shape[:2])
    padded = cv2.copyMakeBorder(picture, 0, down, 0, right, cv2.BORDER_REPLICATE)
    tensor = np.empty((1, 3, *padded.shape[:2]), np.float32)
    for number, plane in enumerate(cv2.split(padded)):
        np.divide(plane, np.float32(255), out=tensor[0, number])
    return tensor


def map_in_threads(function: Callable[[Item], Result], items: Iterable[Item]) -> list[Result]:
    """Return the results of a function for each item in order, several computed at a time."""
    with ThreadPoolExecutor(THREADS) as executor:
        return list(executor.map(function, items))


_SIDE = 640
"""Side of the pictures, in pixels, for which OpenCV first lays out a network."""


def load_with_opencv(path: Path) -> Network:
    """Load a network with OpenCV, which is slower."""
    net = cv2.dnn.readNetFromONNX(np.frombuffer(_with_sides(path.read_bytes()), np.uint8))
    one_at_a_time = Lock()

    def run(tensor: Tensor) -> Tensor:
        with one_at_a_time:
            net.setInput(tensor)
            return np.array(net.forward(), np.float32)

    return run


def _with_sides(onnx: bytes) -> bytes:
    """Return a network's file with numbers for the named sides of its pictures: OpenCV 4 cannot resize named ones.

    Any number works that all strides divide, because the sides follow each input. In ONNX a side is a field:
    its name (2) or its number (1). The number is written as long as the name was.
    """
    for name in (b"height", b"width"):
        named = bytes([2 << 3 | 2, len(name)]) + name
        spread = [_SIDE >> 7 * place & 127 | 128 for place in range(len(name))]
        onnx = onnx.replace(named, bytes([1 << 3, *spread, 0]))
    return onnx
