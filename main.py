"""Where Android starts the app (see buildozer.spec)."""

import sys

from companion.cli import main

if __name__ == "__main__":
    sys.exit(main(["app"]))
