# Two commands: `make run` does the main job and then serves until it is stopped, `make test` passes the tests. Both install
# what they need into .venv.
PYTHON ?= python3
BIN := .venv/bin
COMPILE := $(BIN)/python -m piptools compile --quiet --generate-hashes --allow-unsafe --strip-extras --no-emit-index-url --no-emit-find-links
EXTRAS := --extra exact --extra audit --extra serve

.PHONY: run test lint prove bench mutants lock clean

# OPTIONS are those of "houseway serve", such as OPTIONS="--port 9000" or OPTIONS=--reset-password.
run: .venv/installed
	@for round in examples/rounds/*.json; do $(BIN)/houseway settle "$$round" || exit 1; echo; done
	@exec $(BIN)/houseway serve --sample examples --log-level warning $(OPTIONS)

test: .venv/developer lint
	$(BIN)/python -m pytest -n 2 --dist loadfile

lint: .venv/developer
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# Full proofs and soaks, too long for every run; each prints one line.
prove: .venv/developer
	@for proof in prove/*.py; do $(BIN)/python "$$proof" || exit 1; done

bench: .venv/developer
	@for bench in benchmarks/bench_*.py; do $(BIN)/python "$$bench" || exit 1; done

# Mutation testing, for an hour; what was done is kept in mutants/ and not done again. ONLY="settlement.paying": a part.
mutants: .venv/developer
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements/mutants.txt
	PYTEST_DISABLE_PLUGIN_AUTOLOAD=1 PYTHONPATH=src $(BIN)/python tools/mutmut_run.py --children 2 $(ONLY)
	$(BIN)/mutmut results

.venv/installed: requirements/run.txt pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements/run.txt
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation -e .
	$(BIN)/python -m compileall -q src
	touch $@

.venv/developer: requirements/developer.txt pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements/developer.txt
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation -e .
	$(BIN)/python -m compileall -q src
	touch $@ .venv/installed

# The lock files, made again from pyproject.toml.
lock:
	$(COMPILE) $(EXTRAS) --extra build -o requirements/run.txt pyproject.toml
	$(COMPILE) $(EXTRAS) --extra spark --extra dev --extra build -o requirements/developer.txt pyproject.toml
	$(COMPILE) --extra mutants -c requirements/developer.txt -o requirements/mutants.txt pyproject.toml

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis
