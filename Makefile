# `make up` runs the workbench, `make test` proves it. Both need Python 3.11+ and nothing else; see README.md.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Ready-made wheels only: a missing compiler then cannot stop an installation half way.
INSTALL := $(BIN)/uv pip install --quiet --require-hashes --only-binary :all: --python $(BIN)/python
export UV_LINK_MODE ?= copy
# Tests start many processes: each module is compiled once for all of them, also where the environment forbids it.
COMPILED := PYTHONDONTWRITEBYTECODE= PYTHONPYCACHEPREFIX=$(CURDIR)/.cache/pycache

.PHONY: up test check messages venv lock audit
.DEFAULT_GOAL := up

up: $(VENV)/.installed
	@exec $(BIN)/python manage.py up

test: $(VENV)/.installed-dev
	@$(BIN)/python -m tests.chromium
	@$(MAKE) --no-print-directory check
	@$(COMPILED) $(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder

# What needs no running server.
check: $(VENV)/.installed-dev
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/python -m mypy .
	@$(BIN)/lint-imports --no-cache
	@$(BIN)/python manage.py makemigrations --check --dry-run

# After a change of what the interface says; see docs/translate.md.
messages: $(VENV)/.installed-dev
	@$(BIN)/python -m tests.house.catalogues

venv: $(VENV)/.installed-dev

$(VENV)/.uv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
		{ echo "Python 3.11 or newer is needed; $(PYTHON) is $$($(PYTHON) --version 2>&1). Name another: make PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) >/dev/null 2>&1 || \
		{ echo "Cannot make $(VENV): install the venv module (Debian: apt install python3-venv) and check that this folder is writable." >&2; exit 1; }
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check uv || \
		{ echo "Cannot install uv into $(VENV): see the lines above; is the package index reachable?" >&2; exit 1; }
	@touch $@

$(VENV)/.installed: requirements.lock $(VENV)/.uv
	@echo "Installing what requirements.lock lists …"
	@$(INSTALL) -r requirements.lock || \
		{ echo "Cannot install requirements.lock: see the lines above. Ready-made packages exist for CPython 3.11 to 3.14 on Linux (glibc) and macOS." >&2; exit 1; }
	@touch $@

# jsonpath-rw, pure Python that mlcroissant asks for, has no ready-made wheel.
$(VENV)/.installed-dev: requirements-dev.lock $(VENV)/.installed
	@echo "Installing what requirements-dev.lock lists …"
	@$(INSTALL) --no-binary jsonpath-rw -r requirements-dev.lock || \
		{ echo "Cannot install requirements-dev.lock: see the lines above." >&2; exit 1; }
	@touch $@

# After a change of the dependencies in pyproject.toml.
lock: $(VENV)/.uv
	@$(BIN)/uv pip compile -q pyproject.toml --generate-hashes --universal --python-version 3.11 --no-header --no-annotate -o requirements.lock
	@$(BIN)/uv pip compile -q pyproject.toml --group dev -c requirements.lock --generate-hashes --universal --python-version 3.11 --no-header --no-annotate -o requirements-dev.lock

# Known holes in what is installed; asks a public service, so it is no part of `make test`.
audit: $(VENV)/.installed-dev
	@$(BIN)/python -m pip_audit --strict --disable-pip -r requirements.lock
