"""Run README's first two commands in a bare Debian 12: is a game refereed there, and how long does it take?

    python -m tests.elsewhere.bare_root

Needs root, debootstrap and the network. What pip and apt are told here by configuration files and PIP_* variables holds
there, too. The system is removed afterwards.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

SUITE, MIRROR = "bookworm", "http://deb.debian.org/debian"
# What one needs to clone and to call make; everything else `make run` must get by itself.
PACKAGES: Final = "ca-certificates,git,make,python3"
SOURCES: Final = Path(__file__).parents[2]
# Where a machine says which mirrors it uses.
CONFIGURED: Final = ("/etc/pip.conf", "/etc/xdg/pip", "/etc/ssl/certs/ca-certificates.crt", "/etc/apt/apt.conf.d")
PACKAGE_VARIABLE: Final = "PIP_"
LOCAL: Final = "PIP_FIND_LINKS"


def main() -> int:
    """Return 0 if the bundled game is refereed there."""
    if os.getuid() != 0 or shutil.which("debootstrap") is None:
        print("this needs root and debootstrap (apt-get install debootstrap)")
        return 1
    with tempfile.TemporaryDirectory(prefix="bare-root-") as folder:
        root = Path(folder)
        command = ["debootstrap", "--variant=minbase", f"--include={PACKAGES}", SUITE, str(root), MIRROR]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        for name in CONFIGURED:
            _copy(Path(name), root)
        subprocess.run(["git", "clone", "--quiet", str(SOURCES), str(root / "home/companion")], check=True)
        inside = {
            name: value for name, value in os.environ.items() if name.startswith(PACKAGE_VARIABLE) and name != LOCAL
        }
        inside |= {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root"}
        begin = time.monotonic()
        run = ["chroot", str(root), "make", "-C", "/home/companion", "run"]
        subprocess.run(["mount", "--bind", "/proc", str(root / "proc")], check=True)
        try:
            status = subprocess.run(run, env=inside, check=False).returncode
        finally:
            subprocess.run(["umount", str(root / "proc")], check=True)
        report = root / "home/companion/demo_report.html"
        print(f"make run: status {status}, report {report.exists()}, {time.monotonic() - begin:.0f} s")
        return int(status != 0 or not report.exists())


def _copy(path: Path, root: Path) -> None:
    target = root / path.relative_to("/")
    target.parent.mkdir(parents=True, exist_ok=True)
    if path.is_dir():
        shutil.copytree(path, target, dirs_exist_ok=True)
    elif path.exists():
        shutil.copyfile(path, target)


if __name__ == "__main__":
    sys.exit(main())
