# The Debian packages that the tests need; nothing else names them. Running needs Python with its venv alone, and the libGL
# that every desktop has.
# The firmware is built by avr-gcc and runs in simavr, in the tests and behind the simulated tower.
# gcc-arm-none-eabi and newlib's headers are for the check that its core fits other chips.
# libgl1-mesa-dri draws the app's window without a graphics card, libmtdev1 and xclip are what Kivy takes touches and
# copies text with, xvfb is a display for the tests.
SYSTEM_PACKAGES := python3-venv libgl1 gcc-avr avr-libc binutils-avr g++ libsimavr-dev libelf-dev \
	gcc-arm-none-eabi libnewlib-arm-none-eabi libgl1-mesa-dri libmtdev1 xvfb xclip \
	mosquitto openssl chromium strace

# Kivy, which draws the app, has no package for Python 3.14 yet: the first Python that fits is taken.
FITS := import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))
PYTHON := $(shell for p in python3 python3.13 python3.12 python3.11; do $$p -c '$(FITS)' 2>/dev/null && echo $$p && break; done)
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
# What pytest tells in the end: make test TOLD=--durations=10.
TOLD :=
# A line for each large package and for each stage of what pip or apt is doing; they end as pip or apt does.
STAGES_OF_PIP := ; echo "ended $$?"; } | while read -r what of more; do case "$$what $$of $$more" in \
	Downloading*MB*) echo "  fetching $${of%%-*} $$more" ;; "Installing collected"*) echo "  installing them ..." ;; \
	ended*) exit $$of ;; esac; done
NOT_INSTALLED := echo "pip could not install everything; the last line above says why. Check the network, then run make again."; exit 1
STAGES_OF_APT := ; echo "ended $$?"; } | { last=; while read -r what of more; do case "$$what" in \
	Fetched) echo "  fetched $$of $$more" ;; ended) exit $$of ;; $$last) ;; \
	Unpacking) echo "  unpacking ..."; last=$$what ;; Setting) echo "  setting up ..."; last=$$what ;; esac; done; }

.PHONY: setup help system firmware run lint style types test tests test-slow test-training explore test-versions test-arm64 test-bare-root bench how-good fuzz mutation train release address clean

setup: $(VENV)/.ready ## install everything into .venv (what `make` alone does)

help: ## say what there is to make
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

$(VENV)/.ready: pyproject.toml Makefile | system $(BIN)/python
	@echo "Installing into $(VENV) what running, building and testing take: 200 MB to fetch, 550 MB on disk, 1 to 3 minutes."
	@{ $(PIP) install --editable '.[dev]'$(STAGES_OF_PIP) || { $(NOT_INSTALLED); }
	@touch $(VENV)/.run $@

$(VENV)/.run: pyproject.toml | $(BIN)/python
	@echo "Installing into $(VENV): 150 MB to fetch, 440 MB on disk, 1 to 3 minutes."
	@{ $(PIP) install --editable ".[app]"$(STAGES_OF_PIP) || { $(NOT_INSTALLED); }
	@touch $@

$(BIN)/python:
	@if [ -z "$(PYTHON)" ]; then echo "Python 3.11, 3.12 or 3.13 is needed. If you have one, name it: make PYTHON=python3.12 run."; \
	echo "With Python 3.14 all but the app runs: make PYTHON=python3.14 run."; exit 1; fi
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	{ echo "$(PYTHON) does not run, or is older than Python 3.11. Name another one: make PYTHON=python3.12 run."; exit 1; }
	@if $(PYTHON) -c 'import ensurepip' 2>/dev/null; then exit 0; fi; \
	if [ "$$(id -u)" = 0 ]; then as=""; elif sudo -n true 2>/dev/null; then as="sudo"; \
	else echo "python3-venv is missing: have it installed (apt-get install python3-venv), then run make again."; exit 1; fi; \
	echo "Installing the Debian package python3-venv ..."; $$as apt-get update -qq && \
	{ $$as env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends python3-venv$(STAGES_OF_APT)
	@$(PYTHON) -m venv $(VENV)

system:
	@missing=""; for p in $(SYSTEM_PACKAGES); do dpkg -s $$p >/dev/null 2>&1 || missing="$$missing $$p"; done; \
	if [ -z "$$missing" ]; then exit 0; fi; \
	if [ "$$(id -u)" = 0 ]; then as=""; elif command -v sudo >/dev/null; then as="sudo"; \
	else echo "These Debian packages are missing:$$missing. Install them as root (apt-get install$$missing), then run make again."; exit 1; fi; \
	echo "Installing Debian packages that building and testing take:$$missing"; $$as apt-get update -qq && \
	$$as apt-get install -y -qq --print-uris $$missing | awk '{s += $$3} END {printf "  %.0f MB to fetch, 1 to 5 minutes\n", s / 1e6}' && \
	{ $$as env DEBIAN_FRONTEND=noninteractive apt-get install -y $$missing 2>&1$(STAGES_OF_APT) || \
	{ echo "apt could not install$$missing. Check the network and the package sources, then run make again."; exit 1; }

firmware: | system ## build the tower's firmware and its simulated chip
	@$(MAKE) --silent -C firmware

run: $(VENV)/.run ## open the app; without a display, referee the bundled game
	@if [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ]; then $(BIN)/companion app; else $(BIN)/companion demo; fi

lint: style types ## style and types

style: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: setup
	$(BIN)/mypy

test: style ## lint, and all tests but the slow ones; types are checked beside them
	@$(MAKE) --silent --jobs=2 types tests

tests: setup firmware
	@echo "All tests but the slow ones. A dot is a test, what stands behind them how far they are."
	$(BIN)/pytest -m 'not slow' $(TOLD)

test-slow: setup firmware ## the slow tests: whole games, windows, brokers, the wheel
	$(BIN)/pytest -m slow $(TOLD)

# Those that need PyTorch are skipped elsewhere.
test-training: setup ## the tests of how networks learn: installs what training needs
	$(PIP) install --quiet --editable '.[train]'
	$(BIN)/pytest -n 2 tests/lab/training

explore: setup firmware ## all tests, as often as they can be repeated, on examples that are new each time
	THOROUGH=1 $(BIN)/pytest --hypothesis-profile=explore

# The bundled game and its pictures, by the wheel, in every Python here and with the oldest libraries allowed.
PYTHONS := python3.11 python3.12 python3.13 python3.14
test-versions: setup ## the bundled game and the eyes in other Pythons and with the oldest libraries allowed
	$(BIN)/python -m tests.elsewhere.android_spec
	$(BIN)/python -m tests.elsewhere.versions $(PYTHONS)

test-arm64: setup ## the same on emulated 64-bit ARM: wants root, debootstrap, qemu-user-static, and half an hour
	$(BIN)/python -m tests.elsewhere.arm64

test-bare-root: setup ## README's first commands in a bare Debian: needs root, debootstrap, the network, and 5 minutes
	$(BIN)/python -m tests.elsewhere.bare_root

# Links into the repository have no meaning beside a wheel: they lead to its address, or become words.
LINKED := import sys, setup; print(setup.for_an_index(sys.stdin.read(), setup.home(), setup.version()))
release: setup ## wheel, sdist, constraints (what was tested), checksums and notes of this version, into dist
	rm -rf dist
	$(PIP) install --quiet 'build>=1.2'
	$(BIN)/python -m build --outdir dist . >/dev/null
	$(BIN)/python -m lab.constraints >dist/constraints.txt
	awk '/^## /{n++} n == 1' CHANGELOG.md | $(BIN)/python -c '$(LINKED)' >dist/NOTES.md
	cd dist && sha256sum *.whl *.tar.gz constraints.txt >SHA256SUMS && ls -l

# README and docs/installing.md name it in the line that clones and the place of the wheel.
address: ## fill in the address of the repository everywhere: make address HOME_ADDRESS=https://HOST/OWNER/NAME
	@test -n "$(HOME_ADDRESS)" || { echo "Name it: make address HOME_ADDRESS=https://HOST/OWNER/NAME"; exit 1; }
	sed -i "s|$$($(BIN)/python -c 'import setup; print(setup.HOME)')|$(HOME_ADDRESS)|g" setup.py README.md docs/installing.md

bench: setup ## measure the rule engines
	$(BIN)/python -m lab.bench

# Drawn afresh, so that anybody can: the photographs and rendered tables behind the other figures are not in the repository.
GOOD := build/how-good
how-good: setup ## the figures of docs/how-good.md, on drawn games and boards: about 30 minutes
	$(BIN)/python -m lab.benchmarks.draw_games $(GOOD)/games --games 4 --hops 3 --seed 2026 --rasterised
	$(BIN)/python -m lab.benchmarks.draw_low_boards $(GOOD)/boards --count 20 --seed 2026
	@echo "Ordinary: verdicts of whole games, corrected by the players where they are wrong or asked"
	$(BIN)/python -m lab.benchmarks.referee_games $(GOOD)/games --corrected
	@echo "Hard: boards found and pieces right before low cameras, with hands and mugs"
	$(BIN)/python -m lab.benchmarks.read_boards $(GOOD)/boards
	@echo "Other games: tables whose looks nothing was trained on"
	$(BIN)/python -m lab.benchmarks.draw_held_out $(GOOD)/held-out --count 30 --seed 1
	$(BIN)/python -m lab.benchmarks.draw_held_out $(GOOD)/held-out --count 30 --seed 2 --kinds rows
	$(BIN)/python -m lab.benchmarks.read_counts $(GOOD)/held-out/columns
	$(BIN)/python -m lab.benchmarks.read_counts $(GOOD)/held-out/rows
	$(BIN)/python -m lab.benchmarks.read_ball_tables $(GOOD)/held-out/ball

# The firmware's parser is guided by coverage too where clang is installed. make fuzz SECONDS=600 looks longer.
SECONDS := 60
fuzz: setup ## bad input for every way into the program, a minute each
	$(MAKE) --silent -C firmware all fuzz
	$(BIN)/python -m lab.bench fuzz --seconds $(SECONDS)

# Changes modules one place at a time and looks whether their tests find out: make mutation OF=companion/sharing/far
# TESTS="tests/sharing/far tests/app/games/test_far_tables.py" names others than those of the same folder; SAMPLE=60 tries
# only so many changes.
OF := companion/games/looney_blockade/rules
TESTS :=
SAMPLE :=
mutation: setup ## change a folder's modules one place at a time; do its tests find out?
	$(PIP) install --quiet --editable '.[mutation]'
	$(BIN)/python lab/mutation.py $(OF) $(if $(TESTS),--tests $(TESTS)) $(if $(SAMPLE),--sample $(SAMPLE))

# Trains a network as lab/training/runs/NAME.toml says, into build/train/NAME: make train NAME=seats
# WORKERS=4 makes its lessons by so many processes.
NAME :=
WORKERS := 1
train: setup ## train a network from its run file: make train NAME=seats
	@test -f lab/training/runs/$(NAME).toml || \
	{ echo "Say which network: make train NAME=..., one of $(filter-out validation,$(basename $(notdir $(wildcard lab/training/runs/*.toml))))."; exit 1; }
	$(PIP) install --quiet --editable '.[train]'
	$(BIN)/python -m lab.training.train lab/training/runs/$(NAME).toml --workers $(WORKERS)

clean: ## remove what was built and installed
	rm -rf $(VENV) build *.egg-info
	$(MAKE) -C firmware clean
