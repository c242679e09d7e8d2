"""Training and export of a PyTorch network by its settings: the same for cards and dice."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Architecture:
    """What builds a network, the shape of its input, and whether its height and width may vary.

    ``within`` begins the names of modules that its ONNX file names without it.
    """

    build: Callable[[], Any]
    shape: tuple[int, ...]
    growing: bool = False
    within: str = ""


def train_network(
    architecture: Architecture, loss: Any, settings: Mapping[str, Any], checkpoint: Path, resume_from: Path | None
) -> None:
    """Train a network up to its step count, from its checkpoint, from ONNX weights or from its initial weights.

    Args:
        architecture: the network.
        loss: its loss, see :data:`models.training.common.training_loop.Loss`.
        settings: contents of its TOML file.
        checkpoint: the file that is resumed and written.
        resume_from: ONNX file to begin with if there is no checkpoint.
    """
    from models.training.common.resume import resume_from_onnx
    from models.training.common.training_loop import Schedule, build_network, train

    seed, schedule = settings["seed"], Schedule(**settings["schedule"])
    network = build_network(architecture.build, seed)
    if resume_from is not None:
        schedule = replace(schedule, rate=settings["resumed_rate"])
        if not checkpoint.exists():
            network = resume_from_onnx(network, resume_from, architecture.within, loss, seed)
    train(network, loss, schedule, checkpoint, seed)


def export_network(architecture: Architecture, checkpoint: Path, path: Path) -> None:
    """Write the ONNX file of a checkpoint. Without it this is a :class:`FileNotFoundError`.

    Args:
        architecture: the network.
        checkpoint: what was learnt.
        path: the ONNX file to write.
    """
    from models.training.common.onnx_export import export_onnx
    from models.training.common.training_loop import load_checkpoint

    export_onnx(load_checkpoint(architecture.build(), checkpoint), architecture.shape, path, architecture.growing)
