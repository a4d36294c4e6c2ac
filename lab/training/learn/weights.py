"""What is done to the weights of trained networks: taken up again, kept, made smaller, averaged."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import helper, numpy_helper
from torch import Tensor, nn

# What is added to the name of a weight for that of its value in half precision, and rounded to 8 bits.
HALF, ROUNDED = "_half", "_rounded"
# Fewer weights than this stay as they are, and fewer than the second are not rounded: first and last layers, whose
# roundness tells most.
FEW, FEW_ROUNDED = 256, 2**13
# Layers whose weights are rounded: those of what is only added would cost more than they save.
PRODUCTS = ("Conv", "Gemm", "MatMul")
NORMS = nn.BatchNorm2d, nn.BatchNorm3d


def take_up(net: nn.Module, path: Path, lessons: Iterable[tuple[Tensor, ...]]) -> None:
    """Give a network the weights it is to go on from: those kept (.pt), or those of an installed network (.onnx).

    The latter have every batch normalisation folded into the convolution before it: `lessons`, inputs like those it
    learnt from, show what there is to normalise, so that it tells the same as before and can be trained again. The
    network must be the one that was exported, its modules defined in the order in which they are run.
    """
    if path.suffix == ".onnx":
        net.load_state_dict(_grown(net, _unfolded(net, onnx.load(str(path)).graph)))
        _normalise(net, lessons)
    else:
        net.load_state_dict(_grown(net, torch.load(path, map_location="cpu")))


def _grown(net: nn.Module, state: dict[str, Tensor]) -> dict[str, Tensor]:
    """The state for a `net` that tells more than it did: what is new in its layers stays as it is there."""
    grown = dict(state)
    for name, value in net.state_dict().items():
        if value.ndim and len(state[name]) < len(value):
            grown[name] = torch.cat([state[name], value[len(state[name]) :]])
    return grown


def _unfolded(net: nn.Module, graph: Any) -> dict[str, Tensor]:
    """The state of `net` in an exported graph, its normalisations left without effect."""
    values = {name: torch.from_numpy(value) for name, value in _single(graph).items()}
    state = dict(net.state_dict())
    state |= {name: value for name, value in values.items() if name in state}
    unnamed = [node for node in graph.node if any(name in values and name not in state for name in node.input)]
    blocks = [
        name
        for name, module in net.named_modules()
        if isinstance(module, nn.Sequential) and len(module) > 1 and isinstance(module[1], NORMS)
    ]
    for name, node in zip(blocks, [node for node in unnamed if node.op_type == "Conv"], strict=True):
        bias = values[node.input[2]]
        state[f"{name}.0.weight"], state[f"{name}.1.bias"] = values[node.input[1]], bias
        state[f"{name}.1.weight"] = state[f"{name}.1.running_var"] = torch.ones_like(bias)
        state[f"{name}.1.running_mean"] = torch.zeros_like(bias)
    layers = [
        name for name, module in net.named_modules() if isinstance(module, nn.Linear) and f"{name}.weight" not in values
    ]
    for name, node in zip(layers, [node for node in unnamed if node.op_type == "MatMul"], strict=True):
        state[f"{name}.weight"] = next(values[side].T for side in node.input if side in values)
    return state


def _normalise(net: nn.Module, lessons: Iterable[tuple[Tensor, ...]]) -> None:
    """Let every normalisation without effect normalise what comes to it in the training data, and undo it by its own
    scale and shift."""
    norms = [module for module in net.modules() if isinstance(module, NORMS)]
    sums = {norm: torch.zeros(3, norm.num_features, dtype=torch.float64) for norm in norms}

    def note(norm: nn.Module, inputs: tuple[Tensor, ...]) -> None:
        seen = inputs[0].double()
        assert isinstance(norm, NORMS)
        sums[norm] += torch.stack([torch.ones_like(seen), seen, seen * seen]).transpose(1, 2).flatten(2).sum(2)

    hooks = [norm.register_forward_pre_hook(note) for norm in norms]
    net.eval()
    with torch.no_grad():
        for inputs in lessons:
            net(*inputs)
        for norm, (count, total, squares) in sums.items():
            mean = total / count
            norm.running_mean, norm.running_var = mean.float(), (squares / count - mean**2).float()
            norm.weight.copy_((norm.running_var + norm.eps).sqrt())
            norm.bias.add_(norm.running_mean)
    for hook in hooks:
        hook.remove()
    net.train()


def keep(
    net: nn.Module,
    path: Path,
    example: tuple[Tensor, ...],
    inputs: Sequence[str],
    outputs: Sequence[str],
    axes: Mapping[str, Mapping[int, str]] | None = None,
) -> None:
    """Write a network in training as ONNX to `path`, and its weights beside it (.pt) to go on from.

    `example` are inputs of the right shapes, `axes` those of inputs and outputs whose length may differ from them.
    """
    learnt_on = next(net.parameters()).device
    net.cpu().eval()
    torch.save(net.state_dict(), path.with_suffix(".pt"))
    torch.onnx.export(
        net,
        example,
        str(path),
        input_names=inputs,
        output_names=outputs,
        dynamic_axes=axes,
        opset_version=13,
        dynamo=False,
    )
    halve_weights(path)
    net.to(learnt_on).train()


def halve_weights(path: Path) -> None:
    """Rewrite a network's large weights in half precision, each with a note that it is wanted in single."""
    model = onnx.load(str(path))
    nodes = list(model.graph.node)
    for tensor in model.graph.initializer:
        if tensor.data_type == onnx.TensorProto.FLOAT and np.prod(tensor.dims) > FEW:
            single, half = tensor.name, f"{tensor.name}{HALF}"
            tensor.CopyFrom(numpy_helper.from_array(numpy_helper.to_array(tensor).astype(np.float16), half))
            nodes.insert(0, helper.make_node("Cast", [half], [single], to=onnx.TensorProto.FLOAT))
    del model.graph.node[:]
    model.graph.node.extend(nodes)
    onnx.save(model, str(path))


def round_weights(path: Path) -> None:
    """Rewrite the large weights of a network's products in 8 bits, each output's (or input's) rounded by a scale of its
    own; what is multiplied with them stays as precise as it was, and ONNX Runtime and OpenCV 4 and 5 run it alike."""
    model = onnx.load(str(path))
    graph = model.graph
    values = _single(graph)
    stored = {tensor.name.removesuffix(HALF) for tensor in graph.initializer}
    users: dict[str, list[Any]] = {}
    for node in graph.node:
        for name in node.input:
            users.setdefault(name, []).append(node)
    rounded: dict[str, tuple[Any, ...]] = {}
    for name, value in ((name, value) for name, value in values.items() if name in stored):
        plane = 2 <= value.ndim <= 4 and value.size > FEW_ROUNDED
        if plane and all(node.op_type in PRODUCTS and node.input[1] == name for node in users.get(name, [None])):
            rounded[name] = _rounded(name, value)
    kept = [tensor for tensor in graph.initializer if tensor.name.removesuffix(HALF) not in rounded]
    nodes = [node for node in graph.node if node.op_type != "Cast" or node.output[0] not in rounded]
    told = [
        helper.make_node("DequantizeLinear", [tensor.name for tensor in parts], [name], axis=0)
        for name, parts in rounded.items()
    ]
    del graph.node[:], graph.initializer[:]
    graph.initializer.extend(kept + [tensor for parts in rounded.values() for tensor in parts])
    graph.node.extend(told + nodes)
    onnx.save(model, str(path))


def _rounded(name: str, value: NDArray[np.float32]) -> tuple[Any, ...]:
    """A weight in 8 bits, the scale of each of its first axis, and noughts."""
    scale = np.abs(value).reshape(len(value), -1).max(axis=1) / np.float32(127)
    scale[scale == 0] = 1
    whole = np.rint(value / scale.reshape(-1, *[1] * (value.ndim - 1))).astype(np.int8)
    parts = {"": whole, "_scale": scale.astype(np.float32), "_nought": np.zeros(len(value), np.int8)}
    return tuple(numpy_helper.from_array(part, f"{name}{ROUNDED}{ending}") for ending, part in parts.items())


def _single(graph: Any) -> dict[str, NDArray[np.float32]]:
    """All weights of a graph in single precision, by the names under which they are used."""
    stored = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    values = {
        name.removesuffix(HALF): value.astype(np.float32) for name, value in stored.items() if ROUNDED not in name
    }
    for node in graph.node:
        if node.op_type == "DequantizeLinear" and node.input[0].endswith(ROUNDED):
            whole, scale = (stored[name] for name in node.input[:2])
            values[node.output[0]] = whole * scale.reshape(-1, *[1] * (whole.ndim - 1))
    return values


def mean_of(before: dict[str, Tensor], after: dict[str, Tensor], share: float) -> dict[str, Tensor]:
    """The mean of two states of a network that lie on one way of training, the later one weighing `share`: what both
    know (arXiv 2203.05482)."""
    return {
        name: torch.lerp(before[name], new, share) if new.is_floating_point() else new for name, new in after.items()
    }
