"""The die finder in the form of its ONNX file: one output map instead of ultralytics' heads."""

from __future__ import annotations

from typing import Any

import torch


class ExportedFinder(torch.nn.Module):  # type: ignore[misc]  # torch has no types here
    """Output of ultralytics' head in the form that :func:`companion.vision.dice.finding.decoded` reads.

    N × 6 × height/8 × width/8: a logit, then in units of 16 pixels the offsets from a cell's middle to the die's and to
    its top face's middle, and the logarithm of the diameter. Pictures are BGR.
    """

    def __init__(self, network: Any) -> None:
        super().__init__()
        *self.parts, self.head = network.model
        self.kept = torch.nn.ModuleList(self.parts)

    def train(self, mode: bool = True) -> ExportedFinder:
        """Stay in evaluation mode: statistics of few pieces are worse than those of the first training."""
        super().train(False)
        return self

    def forward(self, pictures: torch.Tensor) -> torch.Tensor:
        """Return the output maps of pictures (N × 3 × height × width)."""
        outputs: list[Any] = []
        layer_input: Any = pictures[:, [2, 1, 0]]
        for part in self.parts:
            if part.f != -1:
                layer_input = (
                    outputs[part.f]
                    if isinstance(part.f, int)
                    else [layer_input if j == -1 else outputs[j] for j in part.f]
                )
            layer_input = part(layer_input)
            outputs.append(layer_input)
        head, fine = self.head, outputs[self.head.f[0]]
        sides = self._sides(head.cv2[0](fine))
        left, up, right, down = (sides[:, n : n + 1] for n in range(4))
        point = head.cv4[0](fine)[:, :2]
        half_a_cell = 8 / 16
        return torch.cat(
            [
                head.cv3[0](fine),
                (right - left) / 2 * half_a_cell,
                (down - up) / 2 * half_a_cell,
                (2 * point - 0) * half_a_cell - 0.5 * half_a_cell,
                torch.log(((left + right) * (up + down)).clamp(min=1e-4)) / 2 + torch.log(torch.tensor(half_a_cell)),
            ],
            dim=1,
        )

    def _sides(self, logits: torch.Tensor) -> torch.Tensor:
        """Left, top, right and bottom from a cell's middle, in cells: the mean of the head's distributions."""
        bins = self.head.reg_max
        kernel = torch.arange(bins, dtype=logits.dtype).view(1, bins, 1, 1)
        return torch.cat(
            [
                (torch.softmax(logits[:, n * bins : (n + 1) * bins], dim=1) * kernel).sum(dim=1, keepdim=True)
                for n in range(4)
            ],
            dim=1,
        )
