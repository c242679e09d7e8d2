"""ONNX export of trained networks, and the difference between the two inference runtimes."""

from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxslim
import torch

from companion.vision.networks import load_with_onnxruntime, load_with_opencv


def export_onnx(network: Any, example: tuple[int, ...], path: Path, growing: bool) -> None:
    """Write a network as an ONNX file for any number of pictures.

    Args:
        network: the trained network.
        example: shape of one input, N × planes × height × width.
        path: the file to write.
        growing: whether height and width may vary as well.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    axes = {0: "n", 2: "height", 3: "width"} if growing else {0: "n"}
    network.eval()
    torch.onnx.export(
        network.to(memory_format=torch.contiguous_format),
        (torch.zeros(example),),
        str(path),
        input_names=["pictures"],
        output_names=["answers"],
        dynamic_axes={"pictures": axes, "answers": axes if growing else {0: "n"}},
        opset_version=17,
        dynamo=False,
    )
    onnx.save(onnxslim.slim(str(path)), str(path))


def runtime_difference(path: Path, shape: tuple[int, ...]) -> float:
    """Return the largest difference between ONNX Runtime's output and OpenCV's for one random input."""
    pictures = np.random.default_rng(0).random(shape, np.float32)
    return float(np.abs(load_with_onnxruntime(path)(pictures) - load_with_opencv(path)(pictures)).max())


def halve_weights(path: Path) -> None:
    """Rewrite an ONNX file with its large weights in half precision; both runtimes calculate in single precision."""
    model = onnx.load(str(path))
    graph = model.graph
    casts = []
    for one in list(graph.initializer):
        values = onnx.numpy_helper.to_array(one)
        if values.dtype == np.float32 and values.size > 256:
            halved = onnx.numpy_helper.from_array(values.astype(np.float16), f"{one.name}_half")
            graph.initializer.remove(one)
            graph.initializer.append(halved)
            casts.append(onnx.helper.make_node("Cast", [halved.name], [one.name], to=onnx.TensorProto.FLOAT))
    nodes = [*casts, *graph.node]
    del graph.node[:]
    graph.node.extend(nodes)
    onnx.save(model, str(path))
