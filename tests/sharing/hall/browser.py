"""A real browser without a window: Chromium, spoken to over a pipe by its DevTools protocol."""

import base64
import json
import os
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Self

PATIENCE = 120.0


class Browser:
    """One page. `problems` are what its console complained of; `options` are further ones of its command."""

    def __init__(self, *options: str) -> None:
        program = shutil.which("chromium") or shutil.which("google-chrome")
        assert program, "chromium is one of the Makefile's packages"
        self._folder = TemporaryDirectory(prefix="browser-", ignore_cleanup_errors=True)
        theirs_in, self._out = os.pipe()
        self._in, theirs_out = os.pipe()
        command = [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
        command += ["--remote-debugging-pipe", f"--user-data-dir={self._folder.name}", "--no-first-run"]
        command += ["--disable-background-networking", "--disable-extensions", "--mute-audio", *options, "about:blank"]
        # It reads from 3 and writes to 4.
        shell = ["bash", "-c", f'exec "$@" 3<&{theirs_in} 4>&{theirs_out}', "bash", *command]
        self._process = subprocess.Popen(
            shell,
            pass_fds=(theirs_in, theirs_out),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        os.close(theirs_in)
        os.close(theirs_out)
        self._rest = b""
        self._number = 0
        self._session = ""
        self.problems: list[str] = []
        (page,) = [each for each in self._ask("Target.getTargets")["targetInfos"] if each["type"] == "page"]
        attached = self._ask("Target.attachToTarget", targetId=page["targetId"], flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self._ask(f"{domain}.enable")

    @property
    def process(self) -> int:
        return self._process.pid

    def open(self, address: str, width: int = 1280, height: int = 800, scale: float = 1.0) -> None:
        size = {"width": width, "height": height, "deviceScaleFactor": scale, "mobile": width < 600}
        self._ask("Emulation.setDeviceMetricsOverride", **size)
        self.problems.clear()
        self._ask("Page.navigate", url=address)

    def run(self, script: str) -> Any:
        """The value of an expression in the page."""
        done = self._ask("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in done, done["exceptionDetails"]
        return done["result"].get("value")

    def tell(self, method: str, **values: Any) -> None:
        """Give an order of the DevTools protocol, such as Page.reload."""
        self._ask(method, **values)

    def text(self) -> str:
        """All that can be read on the page."""
        return str(self.run("document.body ? document.body.innerText : ''"))

    def until(self, true: Callable[[], object]) -> None:
        end = time.monotonic() + PATIENCE
        while not true():
            assert time.monotonic() < end, (self.text(), self.problems)
            time.sleep(0.05)

    def until_said(self, *words: str) -> None:
        self.until(lambda: all(word in self.text() for word in words))

    def picture(self, path: Path, transparent: bool = False) -> Path:
        if transparent:
            self._ask("Emulation.setDefaultBackgroundColorOverride", color={"r": 0, "g": 0, "b": 0, "a": 0})
        data = self._ask("Page.captureScreenshot", format="png")["data"]
        self._ask("Emulation.setDefaultBackgroundColorOverride")
        path.write_bytes(base64.b64decode(data))
        return path

    def close(self) -> None:
        try:
            self._session = ""
            self._ask("Browser.close")
            self._process.wait(PATIENCE)
        finally:
            self._process.kill()
            self._process.wait()
            os.close(self._in)
            os.close(self._out)
            self._folder.cleanup()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _ask(self, method: str, **values: Any) -> dict[str, Any]:
        self._number += 1
        asked: dict[str, Any] = {"id": self._number, "method": method, "params": values}
        if self._session:
            asked["sessionId"] = self._session
        os.write(self._out, json.dumps(asked).encode() + b"\0")
        while True:
            told = self._read()
            if told.get("id") == self._number:
                assert "error" not in told, told["error"]
                result: dict[str, Any] = told["result"]
                return result
            self._note(told)

    def _note(self, told: dict[str, Any]) -> None:
        if told.get("method") == "Runtime.exceptionThrown":
            self.problems.append(str(told["params"]["exceptionDetails"].get("exception", {}).get("description")))
        elif told.get("method") == "Log.entryAdded" and told["params"]["entry"]["level"] == "error":
            self.problems.append(str(told["params"]["entry"]["text"]))

    def _read(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            read = os.read(self._in, 1 << 16)
            assert read, "the browser has ended"
            self._rest += read
        line, _, self._rest = self._rest.partition(b"\0")
        told: dict[str, Any] = json.loads(line)
        return told
