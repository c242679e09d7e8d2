# Two commands need nothing before them on Debian or Ubuntu with Python 3.11–3.13:
#   make demo    sets up and runs the main job on bundled input
#   make test    sets up and passes the tests
# The others are for people who work on the project; `make help` lists them.

PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' 2>/dev/null && echo $$p && break; done)
VENV := .venv
DOCS := .venv-docs
RUN := $(VENV)/bin/python
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Where nothing compiled is kept, each of the programs that tests start compiles all of it again.
unexport PYTHONDONTWRITEBYTECODE

# Screens that README and index show in both languages.
SHOWN := seen_move end sorcerous_futures magistratvm

.DEFAULT_GOAL := help

help: ## lists the commands
	@{ sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST); $(or $(PYTHON),python3) -m tests.prove; } | expand -t 16

demo: $(VENV)/.runtime ## sets up and runs the main job, without camera or network; a picture of it is in out/demo.png
	@mkdir -p out
	@$(RUN) -m companion demo --picture out/demo.png --overwrite --open

# Three processes test on two cores, as some wait for a device. Where threads of linear algebra wait for one another, they
# take the others' time.
test: $(VENV)/.developer ## sets up and tests everything
	@OPENBLAS_NUM_THREADS=1 $(RUN) -m pytest -n $$($(RUN) -c "import os; print((os.cpu_count() or 2) * 3 // 2)") --dist worksteal

lint: $(VENV)/.developer ## checks style, imports and types
	@$(RUN) -m ruff check --quiet . && $(RUN) -m ruff format --quiet --check .
	@$(VENV)/bin/lint-imports --no-logo
	@$(RUN) -m mypy

# The goals behind `prove` are its parts, and nothing else is to be made for them.
ifeq (prove,$(firstword $(MAKECMDGOALS)))
PARTS := $(wordlist 2,$(words $(MAKECMDGOALS)),$(MAKECMDGOALS))
endif
ifneq (,$(PARTS))
.PHONY: $(PARTS)
$(PARTS): ; @:
endif

prove: $(if $(PARTS),$(VENV)/.developer) ## proves what takes longer, a part at a time: make prove PART
	@$(if $(PARTS),$(RUN),$(or $(PYTHON),python3)) -m tests.prove $(PARTS)

run: $(VENV)/.runtime ## opens the tablet app
	@$(RUN) -m companion

# Each is pinned by a test, which names this command. Texts come first, and take seconds.
generated: $(VENV)/.developer ## renews all that is made of the code and pinned: pages, schemas, texts, pictures
	@for made in tests.records.keep_schema docs.tools.release docs.tools.themes docs.tools.catalogues docs.tools.commands docs.tools.abilities docs.tools.man_page companion.cli.schemas \
		docs.tools.architecture docs.tools.figures docs.tools.rules docs.tools.record_format tests.rule_table tests.device_table \
		docs.tools.pictures; do $(RUN) -m $$made || exit 1; done
	@$(MAKE) --no-print-directory pictures
	@$(RUN) -m tests.person.pictures

pictures: $(VENV)/.developer ## draws the pictures of the app, the README and the documentation anew
	@$(RUN) -m docs.tools.illustrations -o companion/app/illustrations
	@$(RUN) -m docs.tools.screenshots -o docs/pictures $(addprefix --view ,table page_served $(SHOWN))
	@$(RUN) -m docs.tools.screenshots -o docs/pictures/fr --language fr $(addprefix --view ,table $(SHOWN))
	@$(RUN) -m docs.tools.web_pictures -o docs/pictures
	@$(RUN) -m docs.tools.first_card -o docs
	@$(RUN) -m docs.tools.animation -o docs/pictures/turns.webp
	@$(RUN) -m docs.tools.terminal
	@$(RUN) -m companion --data out/pictures see companion/demo/photo.jpg --overlay docs/pictures/overlay.jpg --overwrite >/dev/null

docs: $(DOCS)/.docs ## builds the site into out/site, and as after a release into out/site-released; follows links
	@$(DOCS)/bin/python -m docs.tools.site -o out/site
	@$(DOCS)/bin/python -m docs.tools.site -o out/site-released --released

# A part of `make prove` has the same name.
ifneq (prove,$(firstword $(MAKECMDGOALS)))
browser-edition: $(VENV)/.runtime ## builds the edition for browsers into out/browser-edition
	@$(RUN) distribution/browser/build.py -o out/browser-edition
endif

roller-kit: ## makes the dice roller's firmware.hex and the STL of its box in out/roller
	@.ci/system-packages --kit
	@$(MAKE) --no-print-directory -C hardware/roller kit BUILD=../../out/roller

locale: $(VENV)/.developer ## gathers what is said to people, compiles the languages, names what is missing
	@$(RUN) -m docs.tools.catalogues

demo-photo: $(VENV)/.developer ## renders the bundled photo anew (seed 0) and its game
	@$(RUN) -m models.training.demo_photo --seed 0 -o companion/demo/photo.jpg
	@$(RUN) -m companion.demo.bundled

clips: $(VENV)/.developer ## films the bundled clips anew
	@$(RUN) -m models.training.stage.clips

bench: $(VENV)/.developer ## prints the project's figures on this machine
	@$(RUN) -m tests.bench rules
	@$(RUN) -m tests.bench vision --seeds 50

format: $(VENV)/.developer ## formats the code
	@$(RUN) -m ruff check --quiet --fix . ; $(RUN) -m ruff format .

mutants: $(VENV)/.developer ## changes rules, journal, play and painters in thousands of ways and says how many the tests notice
	@$(RUN) -m tests.mutants

coverage: $(VENV)/.developer ## says which branches of rules, journal, play and bridge their tests go through
	@mkdir -p out/coverage && rm -f out/coverage/*
	@$(RUN) -m coverage run -m pytest -q tests/games tests/journal tests/play tests/toy tests/records tests/firmware_bridge tests/hardware tests/rolls tests/cli $(wildcard tests/club)
	@$(RUN) -m coverage combine -q && $(RUN) -m coverage report --skip-covered

lock: $(VENV)/.developer ## pins every package with its hashes, in locked/
	@.ci/lock --upgrade

audit: $(VENV)/.developer ## looks for known faults of the pinned packages
	@$(RUN) .ci/audit

clean: ## removes what these commands made
	@rm -rf $(VENV) $(DOCS) dist out .mypy_cache .ruff_cache .pytest_cache .hypothesis mutants

$(VENV)/.runtime: pyproject.toml .ci/system-packages
	@.ci/system-packages
	@.ci/virtual-environment "$(PYTHON)" $(VENV) .
	@touch $@

$(VENV)/.developer: pyproject.toml .ci/system-packages
	@.ci/system-packages --roller
	@.ci/virtual-environment "$(PYTHON)" $(VENV) '.[test,dev]'
	@touch $(VENV)/.runtime $@

$(DOCS)/.docs: pyproject.toml
	@.ci/virtual-environment "$(PYTHON)" $(DOCS) --only docs
	@touch $@

.PHONY: help demo test lint prove run generated pictures docs browser-edition roller-kit locale demo-photo clips bench format mutants coverage lock audit clean
