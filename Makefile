# Sokoscope: `make run` starts it, `make test` checks everything, `make help`
# lists the rest. Needs Rust (with cargo, rustfmt and clippy), Node, make and a C
# compiler; everything else is fetched by cargo.

FUZZ_SECONDS ?= 600
CARGO ?= cargo
comma := ,

# What tests build: with the Python package where it can be. What is run and what clippy looks
# at has the same members, since others have other features and build most of it again;
# documentation leaves the Python package out, which has none.
HAS_PYTHON := $(shell [ "$$(uname -s)" = Linux ] && python3 -c 'import venv, ensurepip' 2>/dev/null && echo yes)
MEMBERS := $(if $(HAS_PYTHON),--workspace)

.DEFAULT_GOAL := help
.PHONY: help build dist install deb release-check book run web site wasm-toolchain bench-page bench-site web-check test test-web pictures check-format lint unit doc test-parquet test-planner test-python test-more wheel bench-python fuzz fuzz-corpus bounds deny attack kills certificates fewest dataset-check
.PHONY: signature mutants monsters bench-micro bench-assist bench-agreement bench-peers bench-graph bench-deadlock bench-patterns bench-dead-sets bench-champion survey bench-optimal bench-server soak bench-estimate bench-cluster cluster-agreement cluster-kills billion
.PHONY: package test-outside semver msrv
.PHONY: oracle oracle-assist patterns train-weights ablation ablation-movers ablation-champion

help: ## list the targets
	@grep -hE '^[a-zA-Z0-9_-]+:.*##' $(MAKEFILE_LIST) | sort | \
		awk -F ':.*## ' '{ printf "  make %-16s %s\n", $$1, $$2 }'

# The commit goes into the records of `soko bench`.
build: export SOKO_COMMIT := $(shell git rev-parse --short=12 HEAD 2>/dev/null)
build: ## build the command in release mode
	$(CARGO) build --release -p soko-cli

run: web build ## build the page and the command, and open the web application
	./target/release/soko

# What people install: one file without symbols, which lie beside it for those who look
# into a crash.
DIST := target/dist/soko
# Functions that are alike are kept once, by the linker that Rust brings along here.
FOLDED := $(if $(filter Linux-x86_64,$(shell uname -sm | tr ' ' -)),-C link-arg=-Wl$(comma)--icf=all)

# Cargo keeps the whole file, of which this one is a copy: a second time there are symbols to
# take out, too.
dist: export SOKO_COMMIT := $(shell git rev-parse --short=12 HEAD 2>/dev/null)
dist: web ## build the command as people install it, small, with its symbols beside it
	$(CARGO) rustc --profile dist -p soko-cli --bin soko -- $(FOLDED)
	cp $(DIST) $(DIST).whole && mv $(DIST).whole $(DIST)
	objcopy --only-keep-debug $(DIST) $(DIST).debug
	strip --strip-all $(DIST)
	objcopy --remove-section=.gnu_debuglink --add-gnu-debuglink=$(DIST).debug $(DIST)

PREFIX ?= /usr/local
SHARE = $(DESTDIR)$(PREFIX)/share

install: dist ## install the command, completions, manual page and desktop entry below PREFIX (/usr/local)
	install -D -m 755 $(DIST) $(DESTDIR)$(PREFIX)/bin/soko
	install -d $(SHARE)/man/man1 $(SHARE)/bash-completion/completions $(SHARE)/zsh/site-functions \
		$(SHARE)/fish/vendor_completions.d
	$(DIST) --generate man | gzip -9n > $(SHARE)/man/man1/soko.1.gz
	$(DIST) --generate complete-bash > $(SHARE)/bash-completion/completions/soko
	$(DIST) --generate complete-zsh > $(SHARE)/zsh/site-functions/_soko
	$(DIST) --generate complete-fish > $(SHARE)/fish/vendor_completions.d/soko.fish
	install -D -m 644 packaging/sokoscope.desktop $(SHARE)/applications/sokoscope.desktop
	install -D -m 644 web/public/icon.svg $(SHARE)/icons/hicolor/scalable/apps/sokoscope.svg
	for file in LICENSE-MIT LICENSE-APACHE README.md CHANGELOG.md; do \
		install -D -m 644 $$file $(SHARE)/doc/sokoscope/$$file; done

VERSION := $(shell sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"/\1/p' Cargo.toml)

deb: ## a Debian package of it, in target/ (wants dpkg)
	rm -rf target/deb && $(MAKE) install DESTDIR=target/deb PREFIX=/usr
	mkdir -p target/deb/DEBIAN
	sed -e "s/@VERSION@/$(VERSION)/" -e "s/@ARCHITECTURE@/$$(dpkg --print-architecture)/" \
		-e "s/@KILOBYTES@/$$(du -sk target/deb/usr | cut -f1)/" packaging/control > target/deb/DEBIAN/control
	dpkg-deb --root-owner-group --build target/deb \
		target/sokoscope_$(VERSION)_$$(dpkg --print-architecture).deb

release-check: ## what is still missing before this version can be given to others
	packaging/release-check

# Installed packages are as fresh as the lock file that they came from. This is
# not `npm ci`, which refuses a lock file that lacks the optional packages of
# other platforms, and not every registry has all of those.
web/node_modules/.package-lock.json: web/package.json web/package-lock.json
	cd web && npm install --no-save --no-fund --no-audit
	touch $@

web/dist/index.html: web/node_modules/.package-lock.json web/index.html web/vite.config.ts web/site/build.ts \
		$(shell find web/src web/public -type f)
	cd web && npm run --silent build

web: web/dist/index.html ## build the page

web-check: web/node_modules/.package-lock.json ## the page's types are right
	cd web && npm run --silent check

# The engine is built where the toolchain for it is (web/site/toolchain says what).
ENGINE := web/site/engine/soko_wasm_bg.wasm

$(ENGINE): Cargo.toml Cargo.lock web/site/bind/Cargo.toml web/site/bind/src/main.rs \
		$(shell find crates/soko-core crates/soko-format crates/soko-search crates/soko-solve crates/soko-graph \
		crates/soko-assist crates/soko-page crates/soko-wasm -name '*.rs' -o -name '*.txt' -o -name Cargo.toml) \
		$(shell find levels -type f)
	web/site/toolchain cargo build --profile site -p soko-wasm
	$(CARGO) run --quiet --manifest-path web/site/bind/Cargo.toml -- \
		target/wasm/wasm32-unknown-unknown/site/soko_wasm.wasm web/site/engine

web/site-dist/offline.js: $(ENGINE) web/node_modules/.package-lock.json web/index.html web/vite.config.ts \
		$(shell find web/src web/public web/site -maxdepth 1 -type f) $(shell find web/src -type f)
	cd web && npm run --silent build -- --mode site

site: web/site-dist/offline.js ## build the page that any web host can serve, engine and all: web/site-dist
	@echo "web/site-dist is the page; any web server can serve it"

bench-page: web build ## how the page feels: keys, large games and levels, first paint, bytes
	cd web && SOKO=$(CURDIR)/target/release/soko node e2e/bench_page.mjs

bench-site: site build ## the solver of the static page beside the native one, in one run
	cd web && SOKO=$(CURDIR)/target/release/soko node e2e/bench_site.mjs

wasm-toolchain: ## fetch Debian's compiler for the engine of make site, where rustup has no network
	web/site/toolchain fetch

bench-server: web build ## fifty clients play and solve for a minute: latency, memory, errors
	SOKO=$(CURDIR)/target/release/soko node --no-warnings --experimental-websocket web/e2e/load.mjs

SOAK ?= 10m

soak: web build ## fifty clients on a machine that fails, for SOAK (10m): nothing lost, memory bounded
	$(CARGO) build --release --quiet -p soko-server --example integrity
	SOAK=$(SOAK) SOKO=$(CURDIR)/target/release/soko INTEGRITY=$(CURDIR)/target/release/examples/integrity \
		node --no-warnings --experimental-websocket web/e2e/soak/run.mjs

KILLS ?= 300

kills: web ## kill -9 the server at KILLS (300) random moments under play: every acknowledged move is there
	$(CARGO) build --quiet $(MEMBERS) --bin soko
	$(CARGO) build --quiet -p soko-server --example integrity
	KILLS=$(KILLS) INTEGRITY=$(CURDIR)/target/debug/examples/integrity node --no-warnings web/e2e/soak/kills.mjs

# The levels of the crate soukoban, which only tests need, are fetched for the page's too.
test-web: web web-check ## play in a real browser against the real server
	$(CARGO) fetch --quiet
	$(CARGO) build --quiet $(MEMBERS) --bin soko
	cd web && npm run --silent test

# What tests want of Python's packages is fetched once, into folders of their own.
define fetch-python
	python3 -m venv $(@D)
	$(@D)/bin/python -m pip install --quiet --disable-pip-version-check --requirement $< || \
		{ echo "pip could not fetch what $< names; see above. It wants a package index that it can reach." >&2; exit 1; }
	touch $@
endef

PARQUET_PYTHON := target/parquet-python

$(PARQUET_PYTHON)/ready: crates/soko-parquet/tests/duckdb/requirements.txt
	$(fetch-python)

# The levels are those of the crate soukoban, as above.
test-parquet: $(PARQUET_PYTHON)/ready ## DuckDB reads exported graphs, and docs/queries.md is true (wants Python 3)
	$(CARGO) fetch --quiet
	$(CARGO) build --quiet $(MEMBERS) --bin soko
	$(PARQUET_PYTHON)/bin/python crates/soko-parquet/tests/duckdb/check.py target/debug/soko

# A real planner beside the one in the tests.
PLANNER_PYTHON := target/planner-python

$(PLANNER_PYTHON)/ready: crates/soko-cli/tests/planner/requirements.txt
	$(fetch-python)

test-planner: $(PLANNER_PYTHON)/ready ## Fast Downward plans our levels with the fewest pushes (wants Python 3)
	$(CARGO) build --quiet $(MEMBERS) --bin soko
	$(PLANNER_PYTHON)/bin/python crates/soko-cli/tests/planner/fast_downward.py target/debug/soko

# The program that makes the book, built once into a folder of its own.
MDBOOK := target/tools/bin/mdbook

$(MDBOOK):
	$(CARGO) install --quiet --locked --root target/tools mdbook

book: $(MDBOOK) ## the book, in target/book: tutorials for players, authors, researchers and programmers
	$(MDBOOK) build docs/book --dest-dir $(CURDIR)/target/book

# The Python package is tested in an environment of its own. Its compiled half is built with
# the rest of the workspace and put where an installer would put it, since building it alone,
# with other features, would compile the solver once more. An installer is used for wheels.
PYTHON := target/python-env

$(PYTHON)/ready: python/tests/requirements.txt
	$(fetch-python)

PYTHON_SITE = $$($(PYTHON)/bin/python -c 'import sysconfig; print(sysconfig.get_path("platlib"))')/sokoscope

ifdef HAS_PYTHON
test-python: $(PYTHON)/ready ## the Python package, in an environment of its own
	$(CARGO) build --quiet $(MEMBERS) --lib --bin soko
	rm -rf $(PYTHON_SITE)*
	cp -r python/sokoscope $(PYTHON_SITE)
	cp target/debug/lib_native.so $(PYTHON_SITE)/_native.abi3.so
	$(PYTHON)/bin/python -m pytest --quiet python/tests
else
test-python:
	@echo "skipped: the Python package, which wants Linux and Python 3 with venv"
endif

# The sources hold a part of the workspace, to which the lock file of the whole is too much: a
# wheel made of them cannot keep to it, so it is made of this folder.
wheel: $(PYTHON)/ready ## the Python package as a wheel and as sources, in target/wheels
	rm -rf target/wheels
	$(PYTHON)/bin/maturin build --quiet --locked --manifest-path python/Cargo.toml --out target/wheels
	$(PYTHON)/bin/maturin sdist --manifest-path python/Cargo.toml --out target/wheels

bench-python: wheel ## steps a second of the Python environments beside others that can be installed
	$(PYTHON)/bin/python -m pip install --quiet --disable-pip-version-check --force-reinstall --no-deps target/wheels/*.whl
	$(PYTHON)/bin/python python/bench/run.py target/python-bench

pictures: web ## take the pictures of the README from the page as it is
	$(CARGO) build --quiet $(MEMBERS) --bin soko
	node web/e2e/pictures.mjs

test: check-format web lint unit doc test-web test-python ## everything that must pass before a change lands

# Builds of their own, which `make test` has no time for.
test-more: test-outside test-parquet test-planner ## what other programs build on: an outside crate, DuckDB, a planner

check-format: ## the code is formatted
	$(CARGO) fmt --all --check

lint: ## no compiler or clippy warnings
	$(CARGO) clippy $(MEMBERS) --all-targets --quiet -- -D warnings

# Of the examples only those that a test runs are built; make lint has looked at the others.
RUN_EXAMPLES := draw_board own_parts solve_file whole_graph

unit: ## all tests
	$(CARGO) build $(MEMBERS) --quiet $(RUN_EXAMPLES:%=--example %)
	$(CARGO) test $(MEMBERS) --quiet --lib --bins --tests
	$(CARGO) test $(MEMBERS) --quiet --doc

doc: ## the documentation builds without warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --no-deps --quiet

# What other programs depend on: the crate sokoscope and what it stands on.
PUBLISHED := soko-core soko-format soko-search soko-solve soko-graph soko-assist sokoscope

test-outside: ## a new crate outside this workspace, which knows nothing but sokoscope, builds and runs
	$(CARGO) test --quiet -p sokoscope --test all outside:: -- --ignored

package: ## pack the crates that would be published, and build what was packed
	$(CARGO) package --no-metadata $(PUBLISHED:%=-p %)

# The last release, if there was one.
SINCE ?= $(shell git describe --tags --abbrev=0 2>/dev/null)

semver: ## what has changed for programs since the revision SINCE (the last tag), by cargo-semver-checks where it is installed
	@if ! $(CARGO) semver-checks --version > /dev/null 2>&1; then echo "cargo-semver-checks is not installed"; \
		elif [ -z "$(SINCE)" ]; then echo "there is no release to compare with; give SINCE=revision"; \
		else $(CARGO) semver-checks --baseline-rev $(SINCE) $(PUBLISHED:%=-p %); fi

RUST_VERSION := $(shell sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)

msrv: ## the crates that would be published build with the oldest Rust that they name, where rustup has it
	@if rustup run $(RUST_VERSION) rustc --version 2> /dev/null; \
		then rustup run $(RUST_VERSION) cargo check --target-dir target/msrv $(PUBLISHED:%=-p %); \
		else echo "Rust $(RUST_VERSION) is not here; make lint warns of what is newer in the standard library"; fi

signature: ## write the searches' signature anew, after a change that means to change them
	SOKO_WRITE_SIGNATURE=1 $(CARGO) test --quiet -p soko-bench --test all signature::
	git diff --stat crates/soko-bench/data/signature.txt

MUTANT_MINUTES ?= 90

mutants: ## put faults into a copy of the sources, one at a time: do the tests notice? (MUTANT_MINUTES; goes on where it was)
	$(CARGO) run --quiet -p soko-bench --example mutants -- --minutes $(MUTANT_MINUTES)

monsters: build ## every engine and command on ten monster levels: time, memory and Ctrl-C, in one table
	$(CARGO) run --release --quiet -p soko-bench --example monsters -- $(SOKO)

fuzz: ## fuzz every parser, the game, the server's requests and records for FUZZ_SECONDS in all (600)
	fuzz/run $(FUZZ_SECONDS)

fuzz-corpus: ## minimise what fuzzing has found so far into fuzz/corpus
	fuzz/run pack

bench-micro: ## kernels against plain rivals, as ratios
	$(CARGO) bench --quiet -p soko-bench --bench micro

bench-assist: ## how long a player waits for the layers
	$(CARGO) bench --quiet -p soko-assist --bench layers

oracle-assist: ## over a million states: whatever a layer calls dead is dead, and how much is caught
	SOKO_ALARM_STATES=1000000 $(CARGO) test --release --quiet -p soko-assist --test all alarms:: -- --nocapture

RUNS := bench-runs/local
SOKO := ./target/release/soko

bench-agreement: build ## all engines prove the same shortest solutions of Microban
	mkdir -p $(RUNS)
	$(SOKO) bench Microban_155 --engine bfs,astar,ida,movers --goal pushes --time 10s --memory 2GiB --out $(RUNS)/agree-pushes.jsonl
	$(SOKO) bench compare $(RUNS)/agree-pushes.jsonl --agree
	$(SOKO) bench Microban_155 --engine astar,ida,greco-moves,nash --goal moves --time 10s --memory 2GiB --out $(RUNS)/agree-moves.jsonl
	$(SOKO) bench compare $(RUNS)/agree-moves.jsonl --agree

bench-peers: ## ours against the solver of the crate soukoban, in one run
	$(CARGO) run --release --quiet -p soko-bench --example peers $(RUNS)

bench-graph: ## speed and memory of state graphs (HUGE=1 adds one of 100 million states)
	$(CARGO) bench --quiet -p soko-bench --bench graph -- $(if $(HUGE),--huge)

bench-estimate: ## estimated sizes of state graphs beside their true ones (COUNT=1 counts these anew, for an hour)
	$(CARGO) bench --quiet -p soko-bench --bench estimate -- $(if $(COUNT),--count)

DRILL := $(CARGO) run --release --quiet -p soko-cluster --example drill -- $(SOKO)

bench-cluster: build ## count 30 million states with one worker, two, and two processes: speed and bytes
	$(DRILL) bench

cluster-agreement: build ## Microban counted with 1, 2, 3 and 5 workers against whole graphs, in every column
	$(DRILL) agreement

cluster-kills: build ## kill processes of a count at 20 random moments: the others say so, and it goes on
	$(DRILL) kills

BILLION := $(RUNS)/billion

billion: build ## count a level of a billion states, for half an hour, and hold it and its smaller sisters against other ways of counting
	mkdir -p $(RUNS)
	$(CARGO) run --release --quiet -p soko-bench --example billion -- check
	GLIBC_TUNABLES=glibc.malloc.hugetlb=1 $(SOKO) graph testdata/rooms.xsb --level 4 --counts --threads 2 --checkpoint $(BILLION) --memory 16GiB --time 6h --json > $(BILLION).json
	$(CARGO) run --release --quiet -p soko-bench --example billion -- hold $(BILLION).json
	rm -r $(BILLION)

oracle: ## hold every deadlock verdict and every layer against complete state graphs
	$(CARGO) run --release --quiet -p soko-bench --example oracle
	$(MAKE) --no-print-directory oracle-assist

ATTACK ?= 50

attack: ## odd files, kills, signals, full disks, hostile requests, fuzzing, stopped runs: under half an hour
	SOKO_ATTACK=$(ATTACK) $(CARGO) test -p soko-cli --test all attack::
	$(CARGO) test -p soko-cli --test all -- signals:: files:: exit_codes:: json_lines:: bad_input::
	$(CARGO) test -p soko-server -p soko-worker
	$(MAKE) --no-print-directory kills
	$(MAKE) --no-print-directory fuzz FUZZ_SECONDS=300
	$(MAKE) --no-print-directory bounds BOUND_RUNS=100000
	$(MAKE) --no-print-directory monsters

deny: ## licences, sources, versions and known faults of what we build on, by cargo-deny where it is installed
	@if $(CARGO) deny --version > /dev/null 2>&1; then $(CARGO) deny check; else \
		echo "cargo-deny is not installed; the tests check all but known faults"; fi

RECHECKED ?= 102000
DATASET := $(RUNS)/dataset

dataset-check: ## label about RECHECKED (102000) random positions of a dataset once more, by complete graphs
	mkdir -p $(DATASET)
	$(CARGO) build --quiet $(MEMBERS) --bin soko --example scatter --example recheck
	target/debug/examples/scatter 20000 > $(DATASET)/levels.xsb
	target/debug/soko dataset $(DATASET)/levels.xsb --out $(DATASET)/positions --sample 200 --keep-dead-squares
	target/debug/examples/recheck $(DATASET)/positions $(RECHECKED)

BOUND_RUNS ?= 300000

bounds: ## stop all engines on random levels (BOUND_RUNS): every bound is true for its measure
	$(CARGO) run --release --quiet -p soko-bench --example bounds -- $(BOUND_RUNS)

FEWEST_LEVELS ?= 5000

fewest: ## every fewest and every bound of random levels (FEWEST_LEVELS) against whole graphs, each switch off and on
	$(CARGO) run --release --quiet -p soko-bench --example fewest -- $(FEWEST_LEVELS)

CERTIFICATES ?= 500

certificates: ## certificates of random levels (CERTIFICATES) hold, tampered ones prove nothing false; a table of Microban
	$(CARGO) run --release --quiet -p soko-bench --example certificates -- $(CERTIFICATES)

bench-deadlock: ## what each deadlock technique costs and catches
	$(CARGO) run --release --quiet -p soko-bench --example deadlock_costs

bench-patterns: ## what recognising deadlock patterns costs, up to 100,000 of them: a table, and docs/pattern-cost.svg
	$(CARGO) bench --quiet -p soko-bench --bench patterns

bench-dead-sets: ## what dead sets of an earlier run save: positions of the second run beside the first's
	$(CARGO) run --release --quiet -p soko-bench --example dead_sets

patterns: build ## generate the deadlock patterns anew
	$(SOKO) patterns generate 5x3 --out crates/soko-solve/src/deadlock/pattern/patterns.txt

train-weights: build ## learn what features are worth to the champion's walks, on Microban and our own levels: values.toml
	mkdir -p $(RUNS)
	$(SOKO) bench Microban_155 --engine champion --expansions 20000 --out $(RUNS)/lessons.jsonl
	$(SOKO) learn --solutions $(RUNS)/lessons.jsonl,tutorial,starter --rounds 150 --expansions 400 --out $(RUNS)/values.toml

# Bounded by expansions, so that the numbers are the same on every machine.
ABLATION := movers,movers/no-dead-squares,movers/no-freeze,movers/no-corral,movers/no-tunnels,movers/no-areas

ablation: ablation-movers ablation-champion ## what each technique is worth

ablation-movers: build ## what each technique is worth to the engine movers
	mkdir -p $(RUNS)
	$(SOKO) bench Microban_155 --level 1-60 --goal pushes --expansions 100000 --time 60s --memory 1GiB \
		--engine $(ABLATION) --out $(RUNS)/ablation.jsonl

# Bounded by expansions, too: what is proved, and how much work that took.
FEWEST := optimal,optimal/no-pair-penalties,optimal/no-group-penalties,optimal/no-corral,optimal/no-room,optimal/no-wobbler,optimal/no-learned,optimal/no-tunnels,optimal/no-areas,optimal/no-symmetry,optimal/no-middle

bench-optimal: build ## what each bound and each pruning is worth to proofs of the fewest pushes
	mkdir -p $(RUNS)
	$(SOKO) bench Sasquatch_50 --level 1-20 --goal pushes --expansions 20000 --time 60s --memory 1GiB \
		--engine $(FEWEST),astar --out $(RUNS)/optimal.jsonl

CHAMPION := $(CARGO) run --release --quiet -p soko-bench --example champion_suite --

bench-champion: ## the strongest engine on XSokoban: solved set and expansions against the stored run
	$(CHAMPION) XSokoban_90 --expansions 5000 --without companions,shorter --baseline crates/soko-bench/data/champion-xsokoban.jsonl > /dev/null

# All 3,378 levels of the public collections take hours; it can be killed, and goes on.
SURVEY ?= --time 10
survey: ## the champion on every public level, SURVEY (--time 10) each; tables of what is unsolved, by kind
	mkdir -p $(RUNS)
	$(CARGO) run --release --quiet -p soko-bench --example survey -- $(RUNS)/survey.jsonl $(SURVEY)

ablation-champion: ## what each technique is worth to the strongest engine
	$(CHAMPION) XSokoban_90 --expansions 2000 --ablation
