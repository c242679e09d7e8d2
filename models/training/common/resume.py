"""Training that resumes from an ONNX file, when no checkpoint was kept, and the mean of both networks."""

from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from torch import nn

from models.training.common.onnx_layers import load_layers, stored_arrays
from models.training.common.training_loop import Loss


def resume_from_onnx(network: Any, path: Path, within: str, loss: Loss, seed: int) -> Any:
    """Return the network with the parameters of an ONNX file of the same architecture.

    The file's batch normalisations are folded into its convolutions. They are set up again from the activations of one
    training step, so that the network answers as the file does and can learn.

    Args:
        network: a new network of the file's architecture.
        path: a file written by :func:`models.training.common.onnx_export.export_onnx`.
        within: beginning of the names of modules that the file names without it.
        loss: the training loss, for one step's data.
        seed: the seed of that data.

    Returns:
        The network.
    """
    load_layers(network.eval(), path, within)
    return _recalibrate_batch_norm(network, loss, seed)


def read_parameters(path: Path) -> list[tuple[Any, Any]]:
    """Return weight and bias of every layer of an ONNX file, in the order in which they are used."""
    values = iter([np.array(onnx.numpy_helper.to_array(one), np.float32) for one in _used(onnx.load(str(path)).graph)])
    return list(zip(values, values, strict=True))


def _used(graph: Any) -> list[Any]:
    """Return weight and bias of every layer as they are stored, in the order in which they are used."""
    stored = stored_arrays(graph)
    return [stored[name] for node in graph.node if node.op_type in ("Conv", "Gemm") for name in node.input[1:3]]


def average_with(path: Path, before: Path) -> None:
    """Rewrite an exported network with the means of its parameters and of those that its training began with.

    A training on other pictures gains on these and loses on some that only the former training had; the mean of both
    networks keeps both.

    Args:
        path: the ONNX file.
        before: the file that the training resumed from.
    """
    model = onnx.load(str(path))
    kept = [values for layer in read_parameters(before) for values in layer]
    for one, values in zip(_used(model.graph), kept, strict=True):
        own = onnx.numpy_helper.to_array(one)
        one.CopyFrom(onnx.numpy_helper.from_array(((own + values) / 2).astype(own.dtype), one.name))
    onnx.save(model, str(path))


def _recalibrate_batch_norm(network: Any, loss: Loss, seed: int) -> Any:
    """Set up every normalisation, which has only a bias, so that it changes nothing yet.

    Mean and variance are those of its inputs in one training step; its own scale and bias undo them.
    """

    def set_up(norm: Any, inputs: tuple[Any, ...], _: Any) -> None:
        spread, mean = torch.var_mean(inputs[0], dim=(0, 2, 3), correction=0)
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(spread)
        # What is stored is in single precision, whatever the step ran in.
        norm.bias.add_(norm.running_mean)
        norm.weight.copy_((norm.running_var + norm.eps).sqrt())

    norms = [one for one in network.modules() if isinstance(one, nn.BatchNorm2d)]
    with torch.no_grad():
        hooks = [norm.register_forward_hook(set_up) for norm in norms]
        loss(network.eval(), 0, np.random.default_rng([seed, 0]))
        for hook in hooks:
            hook.remove()
    return network
