# `make help` lists the targets. EXE names the executable, as OpenBench expects.
EXE     ?= jailbird
CARGO   ?= cargo
# The engine is built for the machine it is built on. For a binary that runs on others: make RUSTFLAGS=
RUSTFLAGS ?= -C target-cpu=native
export RUSTFLAGS

RELEASE := target/release/jailbird
VARIANT ?= prisonbreak

.DEFAULT_GOAL := build
.PHONY: build run test perft bench speed fmt clippy doc test-clients clean help

build: ## build ./jailbird (or EXE=name) in release mode
	$(CARGO) build --release --locked
	cp $(RELEASE) $(EXE)

run: build ## play in the terminal (VARIANT=prisonbreak); without a terminal the engine plays itself
	@$(abspath $(EXE)) play $(VARIANT)

test: ## everything that must pass; needs a Rust toolchain and make, nothing else
	$(CARGO) test --locked

perft: build ## all perft rows, however large
	$(abspath $(EXE)) perft --threads 2 --suite tests/data/perft/*.epd

bench: build ## nodes and nodes per second over the bench positions
	$(abspath $(EXE)) bench

speed: ## measure move generation, play, evaluation and search
	$(CARGO) bench --locked

fmt: ## check the format
	$(CARGO) fmt --check

clippy: ## lint, warnings denied
	$(CARGO) clippy --locked --all-targets -- -D warnings

doc: ## documentation without warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --locked --no-deps

test-clients: build ## real clients: python-chess, XBoard (installs them where it may)
	JAILBIRD=$(abspath $(EXE)) tests/clients/run

clean: ## remove what was built
	$(CARGO) clean
	rm -f jailbird jailbird.exe

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  \1\t/' | expand -t 16
