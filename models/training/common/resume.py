"""Training that resumes from an ONNX file, when no checkpoint was kept."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from torch import nn

from models.training.common.training_loop import Loss


def resume_from_onnx(network: Any, path: Path, loss: Loss, seed: int) -> Any:
    """Return the network with the parameters of an ONNX file of the same architecture.

    The file's batch normalisations are folded into its convolutions. They are set up again from the activations of one
    training step, so that the network answers as the file does and can learn.

    Args:
        network: a new network of the file's architecture.
        path: a file written by :func:`models.training.common.onnx_export.export_onnx`.
        loss: the training loss, for one step's data.
        seed: the seed of that data.

    Returns:
        The network.

    Raises:
        ValueError: if the file's architecture differs.
    """
    layers = [part for part in network.modules() if isinstance(part, nn.Conv2d | nn.Linear | nn.BatchNorm2d)]
    kept = read_parameters(path)
    if len(kept) != sum(not isinstance(part, nn.BatchNorm2d) for part in layers):
        raise ValueError(f"{path} has {len(kept)} layers, not those of the network that is to go on from it")
    fill_layers(layers, kept)
    return recalibrate_batch_norm(network, network, loss, seed)


def fill_layers(layers: Sequence[Any], kept: Sequence[tuple[Any, Any]]) -> None:
    """Copy weights and biases into convolutions and dense layers; a bias may go to the following normalisation.

    Args:
        layers: layers of the network in order, normalisations included.
        kept: weight and bias of each layer of the file.

    Raises:
        ValueError: if a layer has another size.
    """
    left = iter(kept)
    with torch.no_grad():
        for part, after in zip(layers, [*layers[1:], None], strict=True):
            if isinstance(part, nn.BatchNorm2d):
                continue
            weight, bias = next(left)
            if tuple(part.weight.shape) != weight.shape:
                raise ValueError(f"a layer of {weight.shape} was kept where the network has {part.weight.shape}")
            part.weight.copy_(torch.from_numpy(weight))
            (after.bias if part.bias is None else part.bias).copy_(torch.from_numpy(bias))


def interpolate_weights(before: Path, after: Path, learnt: float, path: Path) -> None:
    """Write the weighted mean of two networks of one architecture.

    The mean of a fine-tuned network and the one before keeps most of what both can do (Wortsman and others, *Robust
    fine-tuning of zero-shot models*, 2022).

    Args:
        before: ONNX file of the first network.
        after: ONNX file of the second.
        learnt: weight of the second, 0 to 1.
        path: the file to write.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    if learnt == 1:
        path.write_bytes(after.read_bytes())
        return
    mixed, other = onnx.load(str(before)), onnx.load(str(after))
    into = {one.name: one for one in mixed.graph.initializer}
    of = {one.name: onnx.numpy_helper.to_array(one) for one in other.graph.initializer}
    for known, new in zip(_names(mixed.graph), _names(other.graph), strict=True):
        value = (1 - learnt) * onnx.numpy_helper.to_array(into[known]) + learnt * of[new]
        into[known].CopyFrom(onnx.numpy_helper.from_array(value.astype(np.float32), known))
    onnx.save(mixed, str(path))


def _names(graph: Any) -> list[str]:
    """Return the names of the weights and biases in the order in which they are used."""
    used = [node for node in graph.node if node.op_type in ("Conv", "Gemm")]
    return [name for node in used for name in node.input[1:3]]


def read_parameters(path: Path) -> list[tuple[Any, Any]]:
    """Return weight and bias of every layer of an ONNX file, in the order in which they are used."""
    graph = onnx.load(str(path)).graph
    arrays = {one.name: onnx.numpy_helper.to_array(one) for one in graph.initializer}
    # Weights in half precision are cast before they are used.
    casts = [node for node in graph.node if node.op_type == "Cast" and node.input[0] in arrays]
    arrays |= {node.output[0]: arrays[node.input[0]] for node in casts}
    values = iter([np.array(arrays[name], np.float32) for name in _names(graph)])
    return list(zip(values, values, strict=True))


def recalibrate_batch_norm(network: Any, part: Any, loss: Loss, seed: int) -> Any:
    """Set up every normalisation in a part of the network so that it changes nothing yet.

    Mean and variance are those of its inputs in one training step; its own scale and bias undo them.

    Args:
        network: the network, which is returned.
        part: the module whose normalisations are set up.
        loss: the training loss, for one step's data.
        seed: the seed of that data.

    Returns:
        The network.
    """

    def set_up(norm: Any, inputs: tuple[Any, ...], _: Any) -> None:
        spread, mean = torch.var_mean(inputs[0], dim=(0, 2, 3), correction=0)
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(spread)
        norm.bias.add_(mean)
        norm.weight.copy_((spread + norm.eps).sqrt())

    norms = [one for one in part.modules() if isinstance(one, nn.BatchNorm2d)]
    with torch.no_grad():
        for norm in norms:
            norm.running_mean.zero_()
            norm.running_var.fill_(1 - norm.eps)
            norm.weight.fill_(1)
        hooks = [norm.register_forward_hook(set_up) for norm in norms]
        loss(network.eval(), 0, np.random.default_rng([seed, 0]))
        for hook in hooks:
            hook.remove()
    return network
