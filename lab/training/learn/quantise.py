"""Quantises networks that boards are seen with to int8, which processors multiply twice as fast.

Weights of convolutions and of large matrices get 7 bits, channel by channel, what comes to them 8, as it is on drawn
tables (Jacob et al. 2018, after training). The first and the last layer, which see the picture and tell the answer,
stay as they are. What ONNX Runtime makes of a network before it runs is kept, as far as it is the same on every
processor, so that it loads faster.
"""

import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from itertools import count, islice
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
import onnx
from numpy.typing import NDArray
from onnxruntime import GraphOptimizationLevel, InferenceSession, SessionOptions
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

from lab.training.cards import files_of
from lab.training.data_sets.make_crops import photographs
from lab.training.learn.weights import halve_weights
from lab.training.runs import RunError
from lab.training.scenes.tables import random_scene
from vision.board import intersections
from vision.drawing.table import render
from vision.errors import VisionError
from vision.image import Image
from vision.networks.card_hashes import INT8
from vision.networks.runtime import Network, RunByOnnxRuntime, Singles
from vision.stacks import feet_and_apexes, pitch, reader, seats
from vision.tracking.looney_set import BlockadeTracker

# The modules whose networks are quantised.
READERS = (intersections, feet_and_apexes, pitch, reader, seats)
SIZE, FILL = (960, 720), (0.7, 0.98)
# Products with a matrix of so many weights take long to load.
MANY_WEIGHTS = 2**18
# So many of what a network is shown on one table are kept.
KEPT = 3
TABLES, SEED = 40, 1

Shown = dict[str, list[Mapping[str, Singles]]]


class Listener:
    """A network that keeps what it is shown."""

    def __init__(self, network: Network, shown: list[Mapping[str, Singles]]) -> None:
        self._network, self._shown = network, shown

    def answer(self, inputs: Mapping[str, Singles], outputs: Sequence[str]) -> list[Singles]:
        self._shown.append({name: values.copy() for name, values in inputs.items()})
        return self._network.answer(inputs, outputs)


class Again(CalibrationDataReader):
    """What was shown, once more."""

    def __init__(self, shown: Sequence[Mapping[str, Singles]]) -> None:
        self._shown: Iterator[Mapping[str, Singles]] = iter(shown)

    def get_next(self) -> Mapping[str, NDArray[np.float32]] | None:
        return next(self._shown, None)


def drawn(seed: int) -> Iterator[tuple[Mapping[str, str], tuple[Image, Image]]]:
    """Tables wholly in the picture, what stands on each, and photographs before and after some moves."""
    for number in count():
        rng = np.random.default_rng([seed, number])
        scene, eye = random_scene(rng, SIZE, FILL)
        if eye.holds_board(0):
            yield scene.grid, photographs(rng, scene, eye, partial(render, texture_seed=number))[1]


def shown_to(name: str, network: Path, tables: int = TABLES, seed: int = SEED) -> list[Mapping[str, Singles]]:
    """What a network is shown that is to be `name`, when drawn tables are found, read, and read again after some moves
    by it and the other installed networks. Raises RunError if it is never asked."""
    shown = _shown({f"{name}.onnx": network}, tables, seed).get(f"{name}.onnx", [])
    if not shown:
        raise RunError(
            f"{name} was asked nothing on {tables} drawn tables: draw more of them, or say why it has no int8"
        )
    return shown


def _shown(networks: Mapping[str, Path], tables: int, seed: int) -> Shown:
    """What each network is shown, by file name; those not among `networks` are the installed ones."""
    kept: Shown = defaultdict(list)
    latest: Shown = defaultdict(list)
    rng = np.random.default_rng(seed)

    def listening(name: str) -> Network:
        network = networks.get(name, files_of(name.removesuffix(".onnx"))[0])
        return Listener(RunByOnnxRuntime(network.read_bytes()), latest[name])

    with ExitStack() as stack:
        for module in READERS:
            stack.enter_context(patch.object(module, "load_network", listening))
        for grid, (before, after) in islice(drawn(seed), tables):
            try:
                tracker = BlockadeTracker(before)
                tracker.learn(tracker.look(before), grid)
                tracker.look(after)
            except VisionError as error:
                print(error, flush=True)
            for name, inputs in latest.items():
                kept[name] += [inputs[one] for one in rng.permutation(len(inputs))[:KEPT]]
                inputs.clear()
    return kept


def quantise(network: Path, shown: Sequence[Mapping[str, Singles]]) -> Path:
    """Write the int8 twin of a network beside it, as what it is `shown` asks for; gives the file."""
    twin = network.with_suffix(INT8)
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / network.name
        quant_pre_process(str(network), str(plain), skip_symbolic_shape=True)
        quantize_static(
            str(plain),
            str(twin),
            Again(shown),
            quant_format=QuantFormat.QDQ,
            op_types_to_quantize=["Conv", "Gemm"],
            nodes_to_quantize=heavy_layers(onnx.load(str(plain)).graph),
            per_channel=True,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            # Seven bits: with eight, processors without a product of their own for them (before AVX-512 VNNI) overflow.
            reduce_range=True,
        )
    optimise(twin)
    halve_weights(twin)
    return twin


def heavy_layers(graph: Any) -> list[str]:
    """The names of a network's convolutions and large matrix products, without those that see the picture or answer."""
    sizes = {tensor.name: np.prod(tensor.dims) for tensor in graph.initializer}
    layers = [node for node in graph.node if node.op_type in ("Conv", "Gemm")]
    convolutions = [node for node in layers if node.op_type == "Conv"]
    heavy = convolutions[1:] + [node for node in layers if sizes[node.input[1]] > MANY_WEIGHTS]
    return [node.name for node in heavy if node is not layers[-1]]


def optimise(network: Path) -> None:
    """Rewrite a network as ONNX Runtime would run it on any processor."""
    options = SessionOptions()
    options.graph_optimization_level = GraphOptimizationLevel.ORT_ENABLE_EXTENDED
    options.optimized_model_filepath = str(network)
    InferenceSession(network.read_bytes(), options, providers=["CPUExecutionProvider"])
