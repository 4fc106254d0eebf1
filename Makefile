# `make help` lists the targets. EXE names the executable, as OpenBench expects. Its worker builds its runner with `make CXX=…` and
# looks for fastchess.
ifeq ($(origin CXX) $(origin EXE),command line undefined)
EXE := fastchess
endif
EXE     ?= jailbird
CARGO   ?= cargo
# The engine is built for the processor of this machine. For other processors: make RUSTFLAGS= or make static
RUSTFLAGS ?= -C target-cpu=native
export RUSTFLAGS

# Where `make install` puts files. Packagers stage with DESTDIR; Debian uses BINDIR=/usr/games.
PREFIX  ?= /usr/local
BINDIR  ?= $(PREFIX)/bin
DATADIR ?= $(PREFIX)/share
DESTDIR ?=

# OpenBench names a network that is built in in place of that of its game: make EVALFILE=prisonbreak.net
export EVALFILE

# The ending of programs' names.
SUFFIX  := $(if $(filter Windows_NT,$(OS)),.exe)
TARGET  := $(or $(CARGO_TARGET_DIR),target)
RELEASE := $(TARGET)/release/jailbird$(SUFFIX)
VARIANT ?= prisonbreak

.DEFAULT_GOAL := build
.PHONY: build pgo run board test perft bench speed fmt clippy doc fuzz stress soak tsan msrv deny test-clients test-board wasm test-wasm test-export npm wheel test-packages test-cluster test-openbench test-cutechess test-windows board-pictures screenshots piece-sheet test-install install uninstall static static-pgo held-engines dist windows dist-windows clean help

build: ## build ./jailbird (or EXE=name) in release mode; EVALFILE=file.net replaces the network of its game
	$(CARGO) build --release --locked
	cp $(RELEASE) $(EXE:.exe=)$(SUFFIX)

pgo: ## build ./jailbird arranged by a profile of its own work: two builds, a few per cent faster (needs rustup's llvm-tools)
	packaging/pgo $(EXE)

run: build ## play in the terminal (VARIANT=prisonbreak); without a terminal the engine plays itself
	@$(abspath $(EXE)) play $(VARIANT)

board: build ## play in the browser (VARIANT=prisonbreak)
	@$(abspath $(EXE)) board $(VARIANT)

# Many tests wait for an engine, so twice as many run at a time as there are processors. Code for any processor takes a tenth less
# time to compile than code for this one.
ifeq ($(origin RUSTFLAGS),file)
test: RUSTFLAGS :=
endif
test: ## all tests; needs only a Rust toolchain and make
	RUST_TEST_THREADS=$${RUST_TEST_THREADS:-$$((2 * $$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)))} $(CARGO) test --locked --workspace

perft: build ## count all perft rows, however large
	$(abspath $(EXE)) perft --threads 2 --suite tests/data/perft/*.epd $(wildcard tests/data/*.txt)

bench: build ## nodes and nodes per second over the bench positions
	$(abspath $(EXE)) bench

speed: ## measure move generation, play, evaluation and search
	$(CARGO) bench --locked

fmt: ## check the formatting
	$(CARGO) fmt --all --check
	$(CARGO) fmt --manifest-path tests/fuzz/Cargo.toml --check

clippy: ## lint, warnings denied
	$(CARGO) clippy --locked --workspace --all-targets -- -D warnings

doc: ## build the code's documentation, warnings denied
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --locked --workspace --no-deps

test-clients: build ## test with python-chess and XBoard (installs them if it has the right to)
	JAILBIRD=$(abspath $(EXE)) tests/clients/run

test-board: build ## play on the board in Chromium (installs it and Playwright if it has the right to)
	JAILBIRD=$(abspath $(EXE)) tests/board/run

# Engines for pages without a server.
ENGINES := target/engines
wasm: ## build the engines of pages without a server into target/engines, for `jailbird export --engines target/engines` (needs rustup)
	packaging/engines $(ENGINES)

test-wasm: build ## build the engine for pages and compare its answers and searches in Node with this system's, and tell its speed (needs rustup and Node)
	JAILBIRD=$(abspath $(EXE)) tests/wasm/run

test-export: build ## play in pages without a server, in Chromium and Firefox (installs them if it has the right to; needs rustup)
	JAILBIRD=$(abspath $(EXE)) tests/export/run

npm: ## make the package for Node and browsers in target/npm: the folder jailbird and its .tgz (needs rustup and npm)
	packaging/npm/pack target/npm

wheel: $(EXE) ## make a Python wheel of the program EXE=jailbird and its client in target/wheels (needs python3 and, once, pip)
	packaging/python/pack target/wheels $(EXE)

test-packages: build ## install both packages into empty folders, run their examples and tests there (installs what it needs; needs rustup)
	JAILBIRD=$(abspath $(EXE)) tests/packages/run

test-cluster: build ## share commands by a Slurm of its own and GNU parallel, and kill tasks (installs them if it has the right to)
	JAILBIRD=$(abspath $(EXE)) tests/cluster/run

test-openbench: build ## let the worker of OpenBench play matches and build the engine (fetches OpenBench unless OPENBENCH=folder)
	JAILBIRD=$(abspath $(EXE)) tests/openbench/run

test-cutechess: build ## play chess and Chess960 in CuteChess, and make its pictures for the documentation (installs what it needs if it has the right to)
	JAILBIRD=$(abspath $(EXE)) tests/cutechess/run uci-docs/images

test-windows: build windows ## run the program for Windows under Wine and compare with this system's (installs Wine if it has the right to)
	NATIVE=$(abspath $(EXE)) JAILBIRD=$(CURDIR)/jailbird.exe tests/windows/run

PICTURES ?= /tmp/jailbird-board
board-pictures: build ## screenshots of the board in every game into PICTURES=/tmp/jailbird-board, and the README's picture
	JAILBIRD=$(abspath $(EXE)) tests/board/run --pictures $(PICTURES) uci-docs/images/board.png

# Seconds for each fuzz target, number of scripts, number of games.
SECONDS_EACH ?= 20
SEQUENCES    ?= 10000
GAMES        ?= 2000

fuzz: ## run every fuzz target for SECONDS_EACH=20 (installs cargo-fuzz if it is missing; needs a C++ compiler)
	tests/fuzz/run $(SECONDS_EACH)

stress: ## play SEQUENCES=10000 random scripts in each protocol
	JAILBIRD_SEQUENCES=$(SEQUENCES) $(CARGO) test --locked --test program stress:: -- --nocapture

soak: ## play GAMES=2000 in one process
	JAILBIRD_GAMES=$(GAMES) $(CARGO) test --locked --test program soak:: -- --nocapture

# The thread sanitizer needs a standard library built with it: nightly Rust and `rustup component add rust-src`.
TSAN := target/tsan/$(shell rustc -vV | sed -n 's/^host: //p')/release/jailbird
tsan: ## play the scripts of `make stress` with the thread sanitizer (SEQUENCES=10000; needs nightly Rust)
	RUSTFLAGS=-Zsanitizer=thread $(CARGO) +nightly build --release --locked -Zbuild-std --target-dir target/tsan \
		--target $$(rustc -vV | sed -n 's/^host: //p') \
		--config 'profile.release.codegen-units=16' --config 'profile.release.strip="none"'
	JAILBIRD=$(abspath $(TSAN)) JAILBIRD_SEQUENCES=$(SEQUENCES) $(CARGO) test --locked --test program under_stress -- --nocapture

# The oldest supported compiler: rust-version in Cargo.toml.
MSRV := $(shell sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
msrv: ## check with the oldest supported compiler
	$(CARGO) +$(MSRV) check --locked --workspace --target-dir target/msrv

deny: ## check licences, sources and duplicates of dependencies, and known vulnerabilities if their list can be fetched
	$(CARGO) deny check bans licenses sources
	$(CARGO) deny check advisories || echo "the list of advisories was not checked"

# Files that the program prints for `make install`.
EXTRAS   := target/extras
MAN      := $(DATADIR)/man/man6
BASH     := $(DATADIR)/bash-completion/completions
ZSH      := $(DATADIR)/zsh/site-functions
FISH     := $(DATADIR)/fish/vendor_completions.d
PLUGINS  := $(DATADIR)/games/plugins/xboard
DESKTOP  := $(DATADIR)/applications
ICONS    := $(DATADIR)/icons/hicolor/scalable/apps
DOC      := $(DATADIR)/doc/jailbird
INSTALL  ?= install

# Installs the documentation and the licences into a folder.
define install-documentation
	$(INSTALL) -d "$(1)/uci-docs/rules" "$(1)/uci-docs/images"
	$(INSTALL) -m 644 README.md CHANGELOG.md SECURITY.md LICENSE-* "$(1)"
	$(INSTALL) -m 644 uci-docs/*.md "$(1)/uci-docs"
	$(INSTALL) -m 644 uci-docs/rules/*.md "$(1)/uci-docs/rules"
	$(INSTALL) -m 644 uci-docs/images/*.png "$(1)/uci-docs/images"
endef

# Built only if it is missing, so that `sudo make install` after `make` needs no toolchain.
$(EXE):
	$(MAKE) build

install: $(EXE) ## install the engine, manual, completions, documentation (PREFIX=/usr/local DESTDIR=)
	rm -rf $(EXTRAS)
	mkdir -p $(EXTRAS)
	$(abspath $(EXE)) reference man --into $(EXTRAS)/man
	$(abspath $(EXE)) reference completions bash > $(EXTRAS)/jailbird.bash
	$(abspath $(EXE)) reference completions zsh > $(EXTRAS)/_jailbird
	$(abspath $(EXE)) reference completions fish > $(EXTRAS)/jailbird.fish
	$(abspath $(EXE)) reference plugin > $(EXTRAS)/jailbird.eng
	for directory in "$(BINDIR)" "$(MAN)" "$(BASH)" "$(ZSH)" "$(FISH)" "$(PLUGINS)" "$(DESKTOP)" "$(ICONS)"; \
		do $(INSTALL) -d "$(DESTDIR)$$directory" || exit 1; done
	$(INSTALL) -m 755 $(EXE) "$(DESTDIR)$(BINDIR)/jailbird"
	$(INSTALL) -m 644 $(EXTRAS)/man/*.6 "$(DESTDIR)$(MAN)"
	$(INSTALL) -m 644 $(EXTRAS)/jailbird.bash "$(DESTDIR)$(BASH)/jailbird"
	$(INSTALL) -m 644 $(EXTRAS)/_jailbird "$(DESTDIR)$(ZSH)/_jailbird"
	$(INSTALL) -m 644 $(EXTRAS)/jailbird.fish "$(DESTDIR)$(FISH)/jailbird.fish"
	$(INSTALL) -m 644 $(EXTRAS)/jailbird.eng "$(DESTDIR)$(PLUGINS)/jailbird.eng"
	$(INSTALL) -m 644 packaging/jailbird.desktop "$(DESTDIR)$(DESKTOP)/jailbird.desktop"
	$(INSTALL) -m 644 packaging/jailbird.svg "$(DESTDIR)$(ICONS)/jailbird.svg"
	$(call install-documentation,$(DESTDIR)$(DOC))

uninstall: ## remove what `make install` with the same PREFIX and DESTDIR installed
	rm -f "$(DESTDIR)$(BINDIR)/jailbird" "$(DESTDIR)$(MAN)"/jailbird.6 "$(DESTDIR)$(MAN)"/jailbird-*.6
	rm -f "$(DESTDIR)$(BASH)/jailbird" "$(DESTDIR)$(ZSH)/_jailbird" "$(DESTDIR)$(FISH)/jailbird.fish"
	rm -f "$(DESTDIR)$(PLUGINS)/jailbird.eng" "$(DESTDIR)$(DESKTOP)/jailbird.desktop" "$(DESTDIR)$(ICONS)/jailbird.svg"
	rm -rf "$(DESTDIR)$(DOC)"

# The static build uses musl if Rust's library for it is installed (rustup target add $(ARCH)-unknown-linux-musl), and
# otherwise the C library of this system. It runs on every processor of the architecture.
ARCH          ?= $(shell uname -m)
STATIC_TARGET ?= $(shell \
	if [ -d "$$(rustc --print sysroot)/lib/rustlib/$(ARCH)-unknown-linux-musl" ]; \
	then echo $(ARCH)-unknown-linux-musl; else rustc -vV | sed -n 's/^host: //p'; fi)
STATIC_CPU    ?= generic
STATIC_FLAGS   = -C target-cpu=$(STATIC_CPU) -C target-feature=+crt-static $(REMAPPED)
# No paths of this machine in the program.
REMAPPED       = --remap-path-prefix=$(or $(CARGO_HOME),$(HOME)/.cargo)=cargo --remap-path-prefix=$(CURDIR)=jailbird

static: ## build ./jailbird-static, which needs no libraries and runs on any processor of this architecture
	RUSTFLAGS="$(STATIC_FLAGS)" $(CARGO) build --release --locked --target $(STATIC_TARGET)
	cp $(TARGET)/$(STATIC_TARGET)/release/jailbird jailbird-static

# The static build arranged by a profile; without one if its tools cannot be had.
static-pgo:
	RUSTFLAGS="$(STATIC_FLAGS)" packaging/pgo jailbird-static --target $(STATIC_TARGET) || \
		{ [ $$? = 77 ] && $(MAKE) static; }

# The archive depends only on the sources and the toolchain: names are sorted, owners and times are fixed.
VERSION := $(shell sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
DIST    := jailbird-$(VERSION)-$(ARCH)-linux
SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct 2> /dev/null || date +%s -r CHANGELOG.md)

# PAGES=no: without the engines for pages, which the program otherwise holds.
PAGES ?= yes
dist dist-windows: export JAILBIRD_ENGINES = $(if $(filter yes,$(PAGES)),$(CURDIR)/$(ENGINES))
held-engines:
	mkdir -p $(ENGINES)
	rm -f $(ENGINES)/*.wasm.gz
	packaging/engines $(ENGINES) || [ $$? = 77 ]

# PGO=no: without a profile.
PGO ?= yes
dist: $(if $(filter yes,$(PAGES)),held-engines) $(if $(filter yes,$(PGO)),static-pgo,static) ## pack the static build (PGO=no: not arranged by a profile), manual, completions, documentation and licences into target/dist/*.tar.gz
	rm -rf target/dist
	$(MAKE) install EXE=jailbird-static DESTDIR=$(CURDIR)/target/dist PREFIX=/$(DIST) BINDIR=/$(DIST)/bin DATADIR=/$(DIST)/share
	tar --sort=name --owner=0 --group=0 --numeric-owner --mtime=@$(SOURCE_DATE_EPOCH) --mode=u+rwX,go+rX,go-w \
		--format=ustar -C target/dist -cf - $(DIST) | gzip -n -9 > target/dist/$(DIST).tar.gz
	cd target/dist && sha256sum $(DIST).tar.gz > $(DIST).tar.gz.sha256
	@echo target/dist/$(DIST).tar.gz

# The build for Windows needs Rust's library for it (rustup target add $(WINDOWS_TARGET)) and mingw-w64's gcc
# (apt-get install gcc-mingw-w64-x86-64). The linker would write the time into the program.
WINDOWS_TARGET := x86_64-pc-windows-gnu
WINDOWS_FLAGS   = -C target-cpu=$(STATIC_CPU) -C target-feature=+crt-static -C link-arg=-Wl,--no-insert-timestamp $(REMAPPED)
WINDOWS_DIST   := jailbird-$(VERSION)-x86_64-windows

windows: ## build ./jailbird.exe for 64-bit Windows, which needs no other file (needs mingw-w64's gcc)
	RUSTFLAGS="$(WINDOWS_FLAGS)" $(CARGO) build --release --locked --target $(WINDOWS_TARGET)
	cp $(TARGET)/$(WINDOWS_TARGET)/release/jailbird.exe jailbird.exe

# Like the other archive it depends only on the sources and the toolchain.
dist-windows: $(if $(filter yes,$(PAGES)),held-engines) windows ## pack that build, documentation and licences into target/dist-windows/*.zip (needs zip)
	rm -rf target/dist-windows
	$(call install-documentation,target/dist-windows/$(WINDOWS_DIST))
	$(INSTALL) -m 755 jailbird.exe target/dist-windows/$(WINDOWS_DIST)
	find target/dist-windows/$(WINDOWS_DIST) -exec touch -d @$(SOURCE_DATE_EPOCH) {} +
	cd target/dist-windows && find $(WINDOWS_DIST) -type f | LC_ALL=C sort | TZ=UTC zip -q -9 -X -@ $(WINDOWS_DIST).zip
	cd target/dist-windows && sha256sum $(WINDOWS_DIST).zip > $(WINDOWS_DIST).zip.sha256
	@echo target/dist-windows/$(WINDOWS_DIST).zip

test-install: build ## install into a scratch directory, try the result, uninstall
	MAKE="$(MAKE)" EXE=$(EXE) tests/install.sh

screenshots: build ## make the pictures of XBoard for the documentation (needs xboard, Xvfb, xdotool)
	JAILBIRD=$(abspath $(EXE)) PATH=$$PATH:/usr/games python3 tests/clients/screenshots.py uci-docs/images

PIECES := src/protocol/board/page/pieces
piece-sheet: ## draw the pictures of all pieces on one sheet (needs rsvg-convert, pngquant)
	mkdir -p target
	python3 packaging/piece_sheet.py $(PIECES) > target/pieces.svg
	rsvg-convert target/pieces.svg | pngquant --posterize 3 --nofs 28 - > uci-docs/images/pieces.png

clean: ## remove everything that was built
	$(CARGO) clean
	rm -f jailbird jailbird-static jailbird.exe

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  \1\t/' | expand -t 16
