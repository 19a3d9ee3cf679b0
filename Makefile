# Every target sets up what it needs, once: .venv from the hashed lock, again only when the lock or pyproject.toml changes.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
UV := $(shell command -v uv 2>/dev/null)
INSTALL := $(if $(UV),$(UV) pip install --quiet --python $(BIN)/python --compile-bytecode,$(BIN)/python -m pip install --quiet --disable-pip-version-check)
# Most of what the tests need is never imported, so what is imported is compiled then.
INSTALL_TESTS := $(INSTALL) $(if $(UV),,--no-compile)
CODE := src tests tools $(wildcard benchmarks examples)
# Where this is set, every worker of pytest would rewrite the assertions of all tests for itself, every time.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play terminal test shake check proof bench load screenshots docs lint outfit kernel format lock wheel clean

# HOST=0.0.0.0 lets a phone in the same network in.
HOST ?= 127.0.0.1
play: $(VENV)/.ready-to-play
	@$(BIN)/greycells serve --open --host $(HOST)

terminal: $(VENV)/.ready-to-play
	@$(BIN)/greycells play

# The compiler of the kernel works while the other installers wait for the network.
test:
	@echo "Everything is installed into $(VENV), once; then checks and tests run. About nine minutes on two cores."
	@$(MAKE) --no-print-directory -j3 outfit kernel $(VENV)/.ready-to-test
	@$(BIN)/python -m tools.run_tests

# Tests again and again, in random order, on a busy machine: TESTS names files, folders or ids, or is "changed".
TIMES ?= 20
shake: $(VENV)/.ready-to-test outfit kernel
	@$(BIN)/python -m tools.shake --times $(TIMES) $(TESTS)

# The inner loop: lint and types of everything, and the tests nearest to what changed since main, under 90 seconds.
check: $(VENV)/.ready-to-test
	@$(BIN)/python -m tools.check

proof: lint outfit $(VENV)/.ready-for-docs $(VENV)/.ready-for-research
	@echo "== proof"
	@GREYCELLS_PROOF=1 $(BIN)/python -m pytest -q -n auto --ignore tests/browser
	@GREYCELLS_PROOF=1 $(BIN)/python -m pytest -q -n auto tests/browser
	@echo "== mutants"
	@$(BIN)/python tools/mutants.py --count 300

bench: $(VENV)/.ready-to-test
	@for script in benchmarks/*.py; do echo "== $$script"; PYTHONPATH=. $(BIN)/python "$$script" || exit 1; done
	@for script in $(if $(AGAINST),deduction players); do echo "== $$script against $(AGAINST)"; \
		PYTHONPATH=. $(BIN)/python "benchmarks/$$script.py" --against "$(AGAINST)" || exit 1; done

# Ten minutes of 500 tables with 2,000 sockets in one process, then faster and faster until it breaks; and beside attacks.
load: $(VENV)/.ready-to-test
	@$(BIN)/python -m benchmarks.load --tables 500 --period 2 --seconds 600 --until-it-breaks
	@echo "== beside each flood of one address, and beside an attacker"
	@$(BIN)/python -m benchmarks.load --tables 40 --period 2 --seconds 20 --floods
	@$(BIN)/python -m benchmarks.load --tables 45 --period 0.3 --seconds 60 --attack
	@echo "== SQLite and PostgreSQL, one node and two, side by side"
	@$(BIN)/python -m benchmarks.node_load --tables 200 --period 2 --seconds 60 --until-it-breaks

# Every screen, desktop and phone, light and dark, in all editions: pictures to look at, the sheets of docs/design, and
# films of a turn, a suggestion and accusations. A picture that cannot be taken is named at the end, and the others are there.
screenshots: $(VENV)/.ready-to-test outfit
	@$(BIN)/python -m tools.screenshots; taken=$$?; \
	$(BIN)/python -m tools.sheets && $(BIN)/python -m tools.turn && $(BIN)/python -m tools.film && exit $$taken

# The documentation as a site, in build/site: a broken link is an error.
docs: $(VENV)/.ready-for-docs
	@NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --quiet
	@echo "The site is in build/site: open build/site/index.html"

lint: $(VENV)/.ready-to-test
	@echo "== format"
	@$(BIN)/ruff format --check --quiet --diff $(CODE)
	@echo "== lint"
	@$(BIN)/ruff check --quiet $(CODE)
	@echo "== spelling, imports, mypy and pyright"
	@$(BIN)/pyright --warnings > $(VENV)/pyright.txt & pyright=$$!; failed=0; \
	$(BIN)/codespell $(CODE) docs README.md CONTRIBUTING.md CHANGELOG.md || failed=1; \
	$(BIN)/lint-imports --no-logo > $(VENV)/imports.txt || { failed=1; cat $(VENV)/imports.txt; }; \
	$(BIN)/mypy --no-error-summary $(CODE) || failed=1; \
	wait $$pyright || { failed=1; cat $(VENV)/pyright.txt; }; \
	exit $$failed

outfit:
	@tools/outfit

# Compiled once beforehand: otherwise every worker and every server that needs the kernel meanwhile would compile it, too.
kernel: $(VENV)/.ready-to-play
	@echo "== compile the counting kernel, once"
	@NUMBA_OPT=2 $(BIN)/python -c "from greycells.deduction import warm_up; warm_up()"

format: $(VENV)/.ready-to-test
	@$(BIN)/ruff format $(CODE)
	@$(BIN)/ruff check --fix $(CODE)

# The locks hold versions and hashes for every platform, and no address of any index.
lock:
	uv pip compile --quiet --universal --generate-hashes --no-header --upgrade pyproject.toml --extra server --group build -o requirements.lock
	uv pip compile --quiet --universal --generate-hashes --no-header --upgrade pyproject.toml --extra server --group build --group test \
		-c requirements.lock -o requirements-test.lock
	sed -n 's/^postgres = \["\(.*\)"\]/\1/p' pyproject.toml | \
		uv pip compile --quiet --universal --generate-hashes --no-header --upgrade --no-annotate - \
		-c requirements-test.lock -o requirements-postgres.lock
	sed -n 's/^research = \["greycells\[fast\]", "\(.*\)"\]/\1/p' pyproject.toml | sed 's/", "/\n/g' | \
		uv pip compile --quiet --universal --generate-hashes --no-header --upgrade --no-annotate - \
		-c requirements-test.lock -o requirements-research.lock

wheel: $(VENV)/.ready-to-play
	@$(BIN)/hatchling build -t wheel

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(None if sys.version_info >= (3, 11) else "greycells needs Python 3.11 or later: make PYTHON=python3.12")'
	@$(if $(UV),$(UV) venv --quiet --seed --python $(PYTHON) $(VENV),$(PYTHON) -m venv $(VENV))

$(VENV)/.ready-to-play: requirements.lock pyproject.toml | $(BIN)/python
	@echo "== install the game and what it needs, from the lock with hashes"
	@$(INSTALL) --require-hashes -r requirements.lock
	@$(INSTALL) --no-deps --no-build-isolation --editable .
	@$(BIN)/python -m compileall -q src
	@touch $@

$(VENV)/.ready-to-test: requirements-test.lock $(VENV)/.ready-to-play
	@echo "== install what only the tests need: pytest, linters, type checkers, PostgreSQL for the tests"
	@$(INSTALL_TESTS) --require-hashes -r requirements-test.lock
	@touch $@

# OpenSpiel and pyarrow are large: `make proof` installs them, and without them their tests are skipped with a sentence.
$(VENV)/.ready-for-research: requirements-research.lock $(VENV)/.ready-to-test
	@echo "== install what the research part needs"
	@$(INSTALL_TESTS) --require-hashes -r requirements-research.lock
	@touch $@

$(VENV)/.ready-for-docs: pyproject.toml $(VENV)/.ready-to-test
	@echo "== set up the docs"
	@$(INSTALL) $$($(BIN)/python -c "import tomllib; print(*tomllib.load(open('pyproject.toml', 'rb'))['dependency-groups']['docs'])")
	@touch $@
