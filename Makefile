# Two commands for everybody, `make run` and `make test`; the rest is for those who change the code.
# Settings are environment variables; docs/operators.md has them all.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
FAULT_ROUNDS ?= 25
FAULT_KILLS ?= 200
SIGN_UPS ?= 100000
SIMULATED_DAYS ?= 10000
FIRST_DAY ?= 0
SEQUENCES ?= 1000
CLUB_EVENTS ?= 1000
PAGES_OPTIONS := -q -n 0 -s -o faulthandler_timeout=0
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-input --require-hashes -r

# Without compiled files each process compiles all code as it starts: a second of a processor.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := run
.PHONY: run test thorough units screenshots axe browsers coverage faults soak simulate fuzz mutants bench oracle lint messages audit wheels clients format picture image cluster

run: $(VENV)/.run-stamp  ## start the site
	@exec $(BIN)/python -m server.supervisor

test: $(VENV)/.test-stamp  ## run every test, on SQLite and on PostgreSQL
	@exec $(BIN)/python -m tests

units: $(VENV)/.test-stamp  ## what needs no database: games, scoring and pairing
	@$(BIN)/python -m pytest tests/games tests/scoring tests/pairing -q

screenshots: $(VENV)/.test-stamp  ## the pictures of the guides, and every page in each size and theme, on contact sheets in screenshots/; PAGES=part of a name, LOOKS=390-light
	ROUNDHOUSE_WRITE_DOCS=1 $(BIN)/python -m pytest tests/e2e/test_first_tournament.py -q -n 0
	ROUNDHOUSE_PAGES="$(PAGES)" ROUNDHOUSE_LOOKS="$(LOOKS)" $(BIN)/python -m pytest tests/pages/test_contact_sheets.py $(PAGES_OPTIONS)

axe: $(VENV)/.test-stamp  ## WCAG 2.2 AA by axe-core on every page, in each theme and in forced colours; PAGES=part of a name, LOOKS=390-forced
	ROUNDHOUSE_PAGES="$(PAGES)" ROUNDHOUSE_LOOKS="$(LOOKS)" $(BIN)/python -m pytest tests/pages/test_axe.py $(PAGES_OPTIONS)

browsers: $(VENV)/.browsers-stamp  ## the player's loop in WebKit, as on an iPhone, and in Firefox; needs webkit2gtk-driver, xvfb, dbus and firefox-esr
	$(BIN)/python -m pytest tests/browsers -q -n 0

coverage: $(VENV)/.test-stamp  ## both runs again, with the branches that they take in their own processes
	ROUNDHOUSE_COVERAGE=1 $(BIN)/python -m tests
	$(BIN)/coverage combine
	$(BIN)/coverage report --skip-covered --sort=cover

thorough: $(VENV)/.test-stamp  ## every test, also those marked `long`: all roles, days in a browser, every example of Hypothesis
	ROUNDHOUSE_LONG=1 $(BIN)/python -m tests --ignore=tests/faults

faults: $(VENV)/.test-stamp  ## kill the real processes in every way and more often than `make test` does
	ROUNDHOUSE_LONG=1 ROUNDHOUSE_RACES=20 ROUNDHOUSE_SIGN_UPS=$(SIGN_UPS) ROUNDHOUSE_FAULT_ROUNDS=$(FAULT_ROUNDS) ROUNDHOUSE_FAULT_KILLS=$(FAULT_KILLS) $(BIN)/python -m tests tests/faults -s

soak: $(VENV)/.test-stamp  ## report SOAK_RESULTS results (a million) while SOAK_FAULTS things break, on both databases
	$(BIN)/python -m tests.soak

simulate: $(VENV)/.test-stamp  ## replay SIMULATED_DAYS days (10,000) by their seeds, from FIRST_DAY on, one of 10,000 steps, and SEQUENCES of two conductors in each format; publish CLUB_EVENTS to a federation in any order
	ROUNDHOUSE_LONG=1 ROUNDHOUSE_SEEDS=$(SIMULATED_DAYS) ROUNDHOUSE_FIRST_SEED=$(FIRST_DAY) ROUNDHOUSE_SEQUENCES=$(SEQUENCES) \
		$(BIN)/python -m tests tests/simulation --timeout=0 -o faulthandler_timeout=0
	ROUNDHOUSE_CLUB_EVENTS=$(CLUB_EVENTS) $(BIN)/python -m tests tests/tournaments/federation/test_gathering.py --timeout=0 -o faulthandler_timeout=0

fuzz: $(VENV)/.test-stamp  ## the API by its schema, event files, reasons in standings and seasons, packs of clubs, slips on score sheets, rulings, rosters, seatings and clocks, far more than `make test` does
	ROUNDHOUSE_LONG=1 ROUNDHOUSE_API_EXAMPLES=900 $(BIN)/python -m pytest -q --timeout=0 \
		-o faulthandler_timeout=0 tests/tournaments/api/test_schema.py
	ROUNDHOUSE_LONG=1 ROUNDHOUSE_FUZZ_EXAMPLES=200 ROUNDHOUSE_FUZZ_PAGES=5 $(BIN)/python -m pytest -q --timeout=0 \
		-o faulthandler_timeout=0 tests/tournaments/standings/exporting/test_event_fuzz.py
	ROUNDHOUSE_ROUND_TRIPS=1000 $(BIN)/python -m pytest -q --timeout=0 -o faulthandler_timeout=0 \
		tests/tournaments/standings/exporting/test_round_trips.py tests/tournaments/standings/importing
	ROUNDHOUSE_LONG=1 $(BIN)/python -m pytest -q --timeout=0 -o faulthandler_timeout=0 \
		tests/tournaments/registration/test_import_page.py \
		tests/tournaments/seating/changing/test_spreadsheet.py \
		tests/tournaments/clock/test_clock_invariants.py
	ROUNDHOUSE_STANDINGS_NEIGHBOURS=100000 $(BIN)/python -m pytest tests/scoring/test_reasons.py -q --timeout=0
	ROUNDHOUSE_SEASON_NEIGHBOURS=100000 $(BIN)/python -m pytest tests/scoring/test_season_reasons.py -q
	ROUNDHOUSE_PACKS=500 ROUNDHOUSE_SHEETS=10000 ROUNDHOUSE_RULINGS=200 $(BIN)/python -m pytest -q \
		--timeout=0 -o faulthandler_timeout=0 tests/games/test_club_packs.py \
		tests/games/test_sheet_bounds.py tests/games/test_rulings.py

mutants: $(VENV)/.test-stamp  ## flip each rule of the games once: does a test notice? Nightly, by GAMES=…
	$(BIN)/python -m tests.mutation $(GAMES)

bench: $(VENV)/.bench-stamp  ## measure, also other people's engines; not part of `make test`
	$(BIN)/python -m pytest tests/benchmarks -q -s
	$(BIN)/python -m tests.benchmarks.engines

oracle: $(VENV)/.oracle-stamp  ## hold seatings against the exact optimum, pairings and tie-breaks against FIDE's; an hour
	$(BIN)/python -m pytest tests/oracle -q -s
	$(BIN)/python -m tests.pairing.head_to_head.proof --tournaments 1000

image: $(VENV)/.test-stamp  ## build docker/Dockerfile, with buildah where no container engine is, and open a page of it
	PYTHON=$(BIN)/python docker/build
	ROUNDHOUSE_IMAGE=1 $(BIN)/python -m pytest tests/image -q -n 0

lint: $(VENV)/.lint-stamp  ## style, imports, types, templates, migrations, settings
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports
	$(BIN)/python -m docs.picture --check
	$(BIN)/mypy
	$(BIN)/djlint templates --lint --quiet
	$(BIN)/python manage.py makemigrations --check --dry-run
	PRODUCTION=1 HTTPS_ONLY=1 PUBLIC_URL=https://play.example.org SECRET_KEY=$$($(BIN)/python -c 'import secrets; print(secrets.token_urlsafe(60))') \
		$(BIN)/python -W error manage.py check --deploy --fail-level WARNING

messages: $(VENV)/.test-stamp  ## bring the translations in locale/ up to the texts of the code, and say what they lack; LOCALES=de begins another
	$(BIN)/python -m tests.messages $(LOCALES)

audit: $(VENV)/.test-stamp $(VENV)/.audit-stamp  ## known vulnerabilities, findings in our code, licences, a bill of materials; asks the network
	$(BIN)/python -m tests.audit

wheels: $(VENV)/.test-stamp  ## does what `make run` installs come without a compiler, on Linux and macOS, Python 3.11 to 3.14? asks the network
	ROUNDHOUSE_WHEELS=1 $(BIN)/python -m pytest tests/wheels -q -n 0

clients: $(VENV)/.clients-stamp  ## a tournament by generated clients in Python, TypeScript and Java (docs/clients.md); needs a JDK, Node.js and npm
	ROUNDHOUSE_CLIENTS=1 $(BIN)/python -m pytest tests/clients -q -n 0

cluster: $(VENV)/.test-stamp  ## what docker/compose.yaml describes as plain processes: proxies, a standby, PgBouncer, Sentinels
	ROUNDHOUSE_CLUSTER=1 $(BIN)/python -m pytest tests/cluster -q -n 0 -s --timeout=900 -o faulthandler_timeout=0

picture: $(VENV)/.lint-stamp  ## draw docs/images/architecture.svg from the imports
	$(BIN)/python -m docs.picture

format: $(VENV)/.lint-stamp  ## put the code in shape
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# What is installed, once: a stamp is made again only when its locked list changes.

$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Roundhouse needs Python 3.11 or newer, and $(PYTHON) is not." \
			"Choose another one: make run PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); \
		echo "$(PYTHON) cannot make a virtual environment." \
			"On Debian and Ubuntu: apt install python3-venv"; exit 1; }
	@touch $@

$(VENV)/.%-stamp: requirements/%.txt | $(VENV)/.made
	@echo "Installing what make needs from $< (once) …"
	@$(INSTALL) $<
	@touch $@
