"""An Android device's camera, with stand-ins for what there is on Android only."""

import sys
import threading
from collections.abc import Callable, Iterator
from types import ModuleType, SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

from vision.sources import android_camera
from vision.sources.android_camera import RESOLUTION
from vision.sources.opening import FoundCamera, cameras, open_source
from vision.sources.source import shots

WIDTH, HEIGHT = RESOLUTION


class Device:
    """A device whose people have allowed the camera or not; its camera is there for the window's thread only."""

    def __init__(self) -> None:
        self.allowed, self.asked, self.released, self.number = True, 0, 0, 0
        self.lock = threading.Lock()

    def camera(self, *, index: int, resolution: tuple[int, int], stopped: bool) -> Any:
        assert self.lock.locked() and resolution == RESOLUTION and not stopped and index == 0
        if not self.allowed:
            raise RuntimeError("Fail to connect to camera service")
        return SimpleNamespace(grab_frame=self.grab, _release_camera=self.release)

    def grab(self) -> bytes:
        """Orange, with a sensor's noise."""
        self.number += 1
        noise = np.random.default_rng(self.number).integers(0, 3, (HEIGHT, WIDTH, 1), np.uint8)
        picture = np.full((HEIGHT, WIDTH, 3), (20, 120, 230), np.uint8) + noise
        planes = cv2.cvtColor(picture, cv2.COLOR_BGR2YUV_I420).reshape(-1)
        bright, (u, v) = planes[: WIDTH * HEIGHT], np.split(planes[WIDTH * HEIGHT :], 2)
        return bytes(np.concatenate([bright, np.stack([v, u], axis=1).reshape(-1)]))

    def release(self) -> None:
        assert self.lock.locked()
        self.released += 1

    def ask(self, _permissions: object) -> None:
        self.asked += 1

    def on_the_windows_thread(self, act: Callable[[float], None], _wait: float) -> None:
        with self.lock:
            act(0.0)


@pytest.fixture
def device(monkeypatch: pytest.MonkeyPatch) -> Iterator[Device]:
    device = Device()

    def module(name: str, **content: object) -> None:
        made = ModuleType(name)
        made.__dict__.update(content)
        monkeypatch.setitem(sys.modules, name, made)

    class Provider:
        def __new__(cls, **settings: Any) -> Any:
            return device.camera(**settings)

        @staticmethod
        def get_camera_count() -> int:
            return 1

    monkeypatch.setattr(sys, "platform", "android")
    module("kivy.core.camera", Camera=Provider)
    module("kivy.clock", Clock=SimpleNamespace(schedule_once=device.on_the_windows_thread))
    module("android")
    module(
        "android.permissions",
        Permission=SimpleNamespace(CAMERA="camera"),
        check_permission=lambda _permission: device.allowed,
        request_permissions=device.ask,
    )
    yield device


def test_its_pictures_come_in_the_colours_that_they_have(device: Device) -> None:
    source = open_source("0")
    shot = next(shot for shot in shots(source) if shot)
    assert shot.image.shape == (HEIGHT, WIDTH, 3)
    assert np.abs(shot.image.reshape(-1, 3).mean(axis=0) - (21, 121, 231)).max() < 4
    source.close()


def test_it_is_found_without_being_opened(device: Device) -> None:
    assert list(cameras()) == [FoundCamera(0, RESOLUTION, 0.0, "Android")]
    assert device.number == 0


def test_where_nobody_has_allowed_it_people_are_asked_and_no_camera_opens(device: Device) -> None:
    device.allowed = False
    capture = android_camera.AndroidCapture(0)
    assert not capture.isOpened() and not capture.grab() and capture.retrieve() == (False, None)
    assert device.asked == 1
    capture.release()


def test_it_is_let_go_by_the_windows_thread(device: Device) -> None:
    capture = android_camera.AndroidCapture(0)
    assert capture.isOpened() and capture.grab()
    capture.release()
    assert device.released == 1


def test_without_kivys_camera_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "kivy.core.camera", None)
    assert android_camera.camera_count() == 0
