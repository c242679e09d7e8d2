"""The part of the die reader's ONNX file that embeds faces: means of the trunk's planes, then one dense layer."""

from pathlib import Path
from typing import Any

import numpy as np
import onnx

from companion.pictures.arrays import Floats

HEAD = "face"
"""What the names of its nodes and weights begin with."""
ANSWERS, LOGITS = "answers", "logits"
"""The file's output, and the logits of the answers in a file whose output has embeddings behind them."""


def with_means(path: Path, out: Path) -> None:
    """Write a copy of a reader that gives the means of the trunk's planes (1280) behind its answers."""
    _rewrite(path, out, {})


def with_embeddings(path: Path, weight: Floats, bias: Floats) -> None:
    """Give a reader embeddings behind its answers, in place of any that it has.

    Args:
        path: the ONNX file.
        weight: of the dense layer, 1280 × 64.
        bias: likewise, 64.
    """
    _rewrite(path, path, {"weight": weight, "bias": bias})


def _rewrite(path: Path, out: Path, layer: dict[str, Floats]) -> None:
    model = onnx.load(str(path))
    graph = model.graph
    nodes = [node for node in graph.node if not node.name.startswith(HEAD)]
    for node in nodes:
        node.output[:] = [LOGITS if name == ANSWERS else name for name in node.output]
    planes = next(node.input[0] for node in nodes if node.name.startswith("/waist"))
    nodes.append(_node("GlobalAveragePool", [planes], "planes"))
    nodes.append(_node("Flatten", [f"{HEAD} planes"], "means"))
    last = "means"
    kept = [one for one in graph.initializer if not one.name.startswith(HEAD)]
    if layer:
        for name, values in layer.items():
            half = onnx.numpy_helper.from_array(values.astype(np.float16), f"{HEAD} half {name}")
            kept.append(half)
            nodes.insert(0, _node("Cast", [half.name], name, to=onnx.TensorProto.FLOAT))
        # A Gemm would count as a layer of the network from which a training resumes.
        nodes.append(_node("MatMul", [f"{HEAD} means", f"{HEAD} weight"], "product"))
        nodes.append(_node("Add", [f"{HEAD} product", f"{HEAD} bias"], "embedding"))
        last = "embedding"
    nodes.append(_node("Concat", [LOGITS, f"{HEAD} {last}"], ANSWERS, axis=1))
    for target, own in ((graph.node, nodes), (graph.initializer, kept)):
        del target[:]
        target.extend(own)
    graph.node[-1].output[:] = [ANSWERS]
    shape = graph.output[0].type.tensor_type.shape.dim[1]
    shape.dim_param = "columns"
    onnx.save(model, str(out))


def _node(kind: str, inputs: list[str], name: str, **attributes: Any) -> Any:
    return onnx.helper.make_node(kind, inputs, [f"{HEAD} {name}"], f"{HEAD} {name}", **attributes)
