# Debian packages the project needs; nothing else names them.
# libgl1 and libglib2.0-0 are what OpenCV's wheel links against.
# The firmware is built by avr-gcc and runs in simavr, in the tests and behind the simulated tower.
# gcc-arm-none-eabi and newlib's headers are for the check that its core fits other chips.
# libgl1-mesa-dri draws the app's window without a graphics card, libmtdev1 and xclip are what Kivy takes touches and
# copies text with, xvfb is a display for the tests.
SYSTEM_PACKAGES := python3-venv libgl1 libglib2.0-0 gcc-avr avr-libc binutils-avr g++ libsimavr-dev libelf-dev \
	gcc-arm-none-eabi libnewlib-arm-none-eabi libgl1-mesa-dri libmtdev1 xvfb xclip \
	mosquitto openssl chromium

VENV := .venv
BIN := $(VENV)/bin

.PHONY: setup help system firmware run lint check test bench fuzz mutation train clean

setup: $(VENV)/.ready ## install everything into .venv (what `make` alone does)

help: ## say what there is to make
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

$(VENV)/.ready: pyproject.toml Makefile | system
	@test -x $(BIN)/python || python3 -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

system:
	@missing=""; for p in $(SYSTEM_PACKAGES); do dpkg -s $$p >/dev/null 2>&1 || missing="$$missing $$p"; done; \
	if [ -z "$$missing" ]; then exit 0; fi; \
	if [ "$$(id -u)" = 0 ]; then as=""; elif command -v sudo >/dev/null; then as="sudo"; \
	else echo "These Debian packages are missing:$$missing. Install them as root (apt-get install$$missing), then run make again."; exit 1; fi; \
	$$as apt-get update -qq && $$as env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $$missing >/dev/null || \
	{ echo "apt could not install$$missing. Check the network and the package sources, then run make again."; exit 1; }

firmware: | system ## build the tower's firmware and its simulated chip
	@$(MAKE) --silent -C firmware

run: setup ## open the app; without a display, referee the bundled game
	@if [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ]; then $(BIN)/companion app; else $(BIN)/companion demo; fi

lint: setup ## style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

check: lint firmware ## lint, and all tests but the slow ones: under two minutes on two idle cores
	$(BIN)/pytest -m 'not slow'

test: lint firmware ## lint, and all tests
	$(BIN)/pytest

bench: setup ## measure the rule engines
	$(BIN)/companion bench

# The firmware's parser is guided by coverage too where clang is installed. make fuzz SECONDS=600 looks longer.
SECONDS := 60
fuzz: setup ## bad input for every way into the program, a minute each
	$(MAKE) --silent -C firmware all fuzz
	$(BIN)/companion bench fuzz --seconds $(SECONDS)

# Changes a game's rules one place at a time and looks whether its tests find out: make mutation GAME=looney_blockade
# SAMPLE=60 tries only so many changes.
GAME := looney_blockade
MODULES := rules
SAMPLE :=
mutation: setup ## change a game's rules one place at a time; do its tests find out?
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[mutation]'
	$(BIN)/python tests/mutation.py $(GAME) $(MODULES) $(if $(SAMPLE),--sample $(SAMPLE))

# Trains a network as vision/training/runs/NAME.toml says, into build/train/NAME: make train NAME=seats
# WORKERS=4 makes its lessons by so many processes.
NAME :=
WORKERS := 1
train: setup ## train a network from its run file: make train NAME=seats
	@test -f vision/training/runs/$(NAME).toml || \
	{ echo "Say which network: make train NAME=..., one of $(filter-out validation,$(basename $(notdir $(wildcard vision/training/runs/*.toml))))."; exit 1; }
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[train]'
	$(BIN)/python -m vision.training.train vision/training/runs/$(NAME).toml --workers $(WORKERS)

clean: ## remove what was built and installed
	rm -rf $(VENV) build *.egg-info
	$(MAKE) -C firmware clean
