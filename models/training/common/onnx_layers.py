"""Weights between an exported network and its modules, by the names of the layers."""

from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from torch import nn


def load_layers(network: nn.Module, path: Path, within: str) -> None:
    """Give a network the weights of its ONNX file.

    The file's normalisations are folded into its convolutions, so those of the network keep only a bias.

    Args:
        network: the network, in evaluation mode.
        path: the file.
        within: beginning of the names of modules that the file names without it.
    """
    graph = onnx.load(str(path)).graph
    with torch.no_grad():
        for layer, norm, kept in _layers(network, graph, within):
            weight, bias = (torch.from_numpy(np.array(onnx.numpy_helper.to_array(one), np.float32)) for one in kept)
            layer.weight.copy_(weight)
            if norm is None:
                layer.bias.copy_(bias)
                continue
            norm.running_mean.zero_()
            norm.running_var.fill_(1 - norm.eps)
            norm.weight.fill_(1)
            norm.bias.copy_(bias)


def store_layers(network: nn.Module, path: Path, within: str) -> None:
    """Write the weights of a network that :func:`load_layers` gave it, and that learnt, into its ONNX file."""
    model = onnx.load(str(path))
    for layer, norm, kept in _layers(network, model.graph, within):
        for one, values in zip(kept, (layer.weight, layer.bias if norm is None else norm.bias), strict=True):
            dtype = onnx.numpy_helper.to_array(one).dtype
            one.CopyFrom(onnx.numpy_helper.from_array(values.detach().numpy().astype(dtype), one.name))
    onnx.save(model, str(path))


def _layers(network: nn.Module, graph: Any, within: str) -> Iterator[tuple[Any, Any, tuple[Any, Any]]]:
    """Yield every layer, the normalisation behind it or None, and its weight and bias in the file."""
    stored = stored_arrays(graph)
    modules = dict(network.named_modules())
    names = list(modules)
    for node in graph.node:
        if node.op_type in ("Conv", "Gemm"):
            name = _module_name(node.name)
            name = name if name in modules else f"{within}{name}"
            layer, norm = modules[name], None
            if layer.bias is None:
                after = (modules[other] for other in names[names.index(name) + 1 :])
                norm = next(other for other in after if isinstance(other, nn.BatchNorm2d))
            yield layer, norm, (stored[node.input[1]], stored[node.input[2]])


def stored_arrays(graph: Any) -> dict[str, Any]:
    """Return the arrays of a graph by the names under which they are used."""
    stored = {one.name: one for one in graph.initializer}
    # Weights in half precision are cast before they are used.
    casts = [node for node in graph.node if node.op_type == "Cast" and node.input[0] in stored]
    return stored | {node.output[0]: stored[node.input[0]] for node in casts}


def _module_name(node: str) -> str:
    """Return the name of the module that a node of an exported graph belongs to.

    >>> _module_name("/kept.4/m.0/m/m.1/cv2/conv/Conv")
    'kept.4.m.0.m.1.cv2.conv'
    """
    parts = node.strip("/").split("/")[:-1]
    # A list of modules and its item both stand in the path.
    shown = [part for part, after in zip(parts, [*parts[1:], ""], strict=True) if not after.startswith(f"{part}.")]
    return list(accumulate(shown, lambda path, part: f"{path}.{part}"))[-1]
