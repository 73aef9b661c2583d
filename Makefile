# Sokoscope: `make run` starts it, `make test` checks everything, `make help`
# lists the rest. Needs Rust (with cargo, rustfmt and clippy), Node, make and a C
# compiler; everything else is fetched by cargo.

FUZZ_SECONDS ?= 600
CARGO ?= cargo

.DEFAULT_GOAL := help
.PHONY: help build run test check-format lint unit doc

help: ## list the targets
	@grep -hE '^[a-zA-Z0-9_-]+:.*##' $(MAKEFILE_LIST) | sort | \
		awk -F ':.*## ' '{ printf "  make %-16s %s\n", $$1, $$2 }'

build: ## build the command in release mode
	$(CARGO) build --release -p soko-cli

run: build ## start Sokoscope
	./target/release/soko show tutorial --level 1

test: check-format lint unit doc ## everything that must pass before a change lands

check-format: ## the code is formatted
	$(CARGO) fmt --all --check

lint: ## no compiler or clippy warnings
	$(CARGO) clippy --workspace --all-targets --quiet -- -D warnings

unit: ## all tests
	$(CARGO) test --workspace --quiet

doc: ## the documentation builds without warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --quiet
