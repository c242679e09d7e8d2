"""What the networks answered before: a picture that several tests read goes through them once."""

import hashlib
from pathlib import Path

import numpy as np
import pytest

from companion.vision import networks
from companion.vision.networks import Network, Tensor

KEPT = 256 << 20
"""Bytes of answers that a process keeps."""


class KnownAnswers:
    """Answers of networks by what they were shown; all are forgotten once they are too many."""

    def __init__(self) -> None:
        self._answers: dict[tuple[Path, bytes], Tensor] = {}
        self._bytes = 0

    def of(self, path: Path, network: Network) -> Network:
        """Return the network of a file; it computes nothing that it computed before."""

        def answer(shown: Tensor) -> Tensor:
            digest = hashlib.sha1(repr((shown.shape, shown.dtype)).encode(), usedforsecurity=False)
            digest.update(np.ascontiguousarray(shown).data)
            key = (path, digest.digest())
            if key not in self._answers:
                self._keep(key, network(shown))
            return self._answers[key].copy()

        return answer

    def _keep(self, key: tuple[Path, bytes], answer: Tensor) -> None:
        if self._bytes + answer.nbytes > KEPT:
            self._answers, self._bytes = {}, 0
        self._answers[key] = answer
        self._bytes += answer.nbytes


def remember() -> None:
    """Load every network from now on as one that remembers its answers."""
    known, load = KnownAnswers(), networks.load_with_onnxruntime
    pytest.MonkeyPatch().setattr(networks, "load_with_onnxruntime", lambda path: known.of(path, load(path)))
