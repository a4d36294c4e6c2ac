"""Runs the networks of the package with ONNX Runtime or, where there is none (Android), with OpenCV."""

import threading
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import VisionError
from vision.networks.card_hashes import INT8, WEIGHTS, check_model
from vision.networks.declared_sizes import declare_sizes
from vision.networks.onnx_runtime import find_onnx_runtime

Singles = NDArray[np.float32]

# Memory that ONNX Runtime allocates at once: enough for the largest network, so that all can share it.
ARENA = 32 << 20

# Input sizes for which OpenCV keeps a network ready; reading it takes some hundredths of a second.
SIZES_AT_HAND = 4

_PREPARING = threading.Lock()


def onnx_runtime() -> Any:
    """Return ONNX Runtime ready for networks, or None. Its memory is taken at the first call only."""
    with _PREPARING:
        return _prepared()


@cache
def _prepared() -> Any:
    package: Any = find_onnx_runtime()
    if package is not None:
        # Networks run in turn: memory of one is reused by the next.
        package.create_and_register_allocator(
            package.OrtMemoryInfo("Cpu", package.OrtAllocatorType.ORT_ARENA_ALLOCATOR, 0, package.OrtMemType.DEFAULT),
            package.OrtArenaCfg(0, -1, ARENA, -1),
        )
    return package


class Network(Protocol):
    """A network ready to run. Not to be shared between threads."""

    def answer(self, inputs: Mapping[str, Singles], outputs: Sequence[str]) -> list[Singles]:
        """Run the network on named inputs. Returns the named outputs."""


class _Loaded(threading.local):
    """Networks loaded by a thread, by file name, and whether ONNX Runtime runs them."""

    def __init__(self) -> None:
        self.networks: dict[tuple[str, bool, str], Network] = {}


_LOADED = _Loaded()


def load_network(name: str) -> Network:
    """Load a network of the package by its file name, cached per thread; ONNX Runtime gets its int8 twin if there is
    one. Raises VisionError for a network that has not been trained yet, for a file that is not that of its card, and in
    a wheel with the twin alone where only OpenCV is there to run it."""
    asked = name, onnx_runtime() is not None, INT8
    if asked not in _LOADED.networks:
        _LOADED.networks[asked] = _loaded(name)
    return _LOADED.networks[asked]


def _loaded(name: str) -> Network:
    plain, twin = WEIGHTS / name, WEIGHTS / (name.removesuffix(".onnx") + INT8)
    if not plain.is_file() and not twin.is_file():
        raise VisionError("vision.network.untrained", network=name)
    by_opencv = onnx_runtime() is None
    file = plain if by_opencv or not twin.is_file() else twin
    if not file.is_file():
        raise VisionError("vision.network.twin_only", network=name)
    model = file.read_bytes()
    check_model(file.name, model)
    return RunByOpenCV(model) if by_opencv else RunByOnnxRuntime(model)


class RunByOnnxRuntime:
    """Runs a network with ONNX Runtime: two to four times as fast as OpenCV, on as many threads
    (`cv2.setNumThreads`)."""

    def __init__(self, model: bytes) -> None:
        package = onnx_runtime()
        options = package.SessionOptions()
        options.intra_op_num_threads = cv2.getNumThreads()
        # Spinning threads would keep a core busy beside the camera and the app.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        options.add_session_config_entry("session.use_env_allocators", "1")
        self._session = package.InferenceSession(model, options, providers=["CPUExecutionProvider"])

    def answer(self, inputs: Mapping[str, Singles], outputs: Sequence[str]) -> list[Singles]:
        results: list[Singles] = self._session.run(outputs, inputs)
        return results


class RunByOpenCV:
    """Runs a network with OpenCV 4 or 5."""

    def __init__(self, model: bytes) -> None:
        self._model = model
        self._read_for = lru_cache(SIZES_AT_HAND)(self._read)

    def answer(self, inputs: Mapping[str, Singles], outputs: Sequence[str]) -> list[Singles]:
        net = self._read_for(tuple((name, values.shape) for name, values in inputs.items()))
        for name, values in inputs.items():
            net.setInput(values, name)
        # A single output is requested without its name, which the older engine does not know if a layer has another.
        results = [net.forward()] if len(outputs) == 1 else net.forward(outputs)
        return [np.array(each, np.float32) for each in results]

    def _read(self, sizes: tuple[tuple[str, tuple[int, ...]], ...]) -> cv2.dnn.Net:
        """Return the network for inputs of these sizes."""
        coded = np.frombuffer(declare_sizes(self._model, dict(sizes)), np.uint8)
        # OpenCV 5 uses its new engine by default; these networks are up to a quarter faster in the older one.
        engine = getattr(cv2.dnn, "ENGINE_CLASSIC", None)
        return cv2.dnn.readNetFromONNX(coded) if engine is None else cv2.dnn.readNetFromONNX(coded, engine)
