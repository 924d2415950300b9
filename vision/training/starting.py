"""Starts a network from the weights of an ONNX file, so that training can go on when its checkpoint is gone.

The exporter folds every norm into the convolution before it; here the norms come back, so set that they change nothing.
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

_ALIKE = 1e-3


def start(network: nn.Module, file: Path, images: Tensor, without: slice | None = None) -> None:
    """Gives `network`, whose modules are in the order in which they run, the weights of `file`; `without` leaves out those of
    its convolutions that `network` lacks. On `images`, an input batch, the norms are measured. Raises `ValueError` where the
    network then says something else than the file."""
    graph = onnx.load(str(file)).graph
    stored = {tensor.name: numpy_helper.to_array(tensor).astype(np.float32) for tensor in graph.initializer}
    for node in graph.node:
        # Weights in half precision are widened by a node of their own.
        if node.op_type == "Cast" and node.input[0] in stored:
            stored[node.output[0]] = stored[node.input[0]]
    kernels = [node for node in graph.node if node.op_type == "Conv"]
    matrices = [node for node in graph.node if node.op_type == "Gemm"]
    if without is not None:
        del kernels[without]
    layers = [layer for layer in network.modules() if isinstance(layer, nn.Conv2d)]
    norms = dict(_pairs(network))
    with torch.no_grad():
        for layer, node in zip(layers, kernels, strict=True):
            weight, bias = (torch.from_numpy(stored[name].copy()) for name in node.input[1:3])
            layer.weight.copy_(weight)
            if layer in norms:
                _neutral(network, norms[layer], bias, images)
            elif layer.bias is not None:
                layer.bias.copy_(bias)
        for flat, node in zip((m for m in network.modules() if isinstance(m, nn.Linear)), matrices, strict=True):
            flat.weight.copy_(torch.from_numpy(stored[node.input[1]].copy()))
            flat.bias.copy_(torch.from_numpy(stored[node.input[2]].copy()))
        if without is None:
            net = cv2.dnn.readNetFromONNX(str(file))
            net.setInput(images[:4].numpy())
            if float(np.abs(net.forward() - network.eval()(images[:4]).numpy()).max()) > _ALIKE:
                raise ValueError(f"{file.name} has other layers than the network that is to begin with it.")


def _pairs(network: nn.Module) -> list[tuple[nn.Conv2d, nn.BatchNorm2d]]:
    """The convolutions that a norm follows, with those norms."""
    known = [layer for layer in network.modules() if isinstance(layer, (nn.Conv2d, nn.BatchNorm2d))]
    return [(a, b) for a, b in pairwise(known) if isinstance(a, nn.Conv2d) and isinstance(b, nn.BatchNorm2d)]


def _neutral(network: nn.Module, norm: nn.BatchNorm2d, bias: Tensor, images: Tensor) -> None:
    """Makes a norm, whose predecessors are done, add `bias` and nothing else."""
    seen: list[Tensor] = []
    hook = norm.register_forward_pre_hook(lambda _, inputs: seen.append(inputs[0]))
    network.eval()(images)
    hook.remove()
    mean, spread = seen[0].mean(dim=(0, 2, 3)), seen[0].var(dim=(0, 2, 3))
    norm.running_mean.copy_(mean)  # type: ignore[union-attr]
    norm.running_var.copy_(spread)  # type: ignore[union-attr]
    norm.weight.copy_(torch.sqrt(spread + norm.eps))
    norm.bias.copy_(bias + mean)
