# `make` lists what there is.

BUILD_PACKAGES = binaryen brotli esbuild libsqlite3-dev zlib1g-dev
TEST_PACKAGES  = $(BUILD_PACKAGES) chromium chromium-driver curl fonts-wqy-microhei python3-pip sqlite3 hledger python3-beancount zbar-tools
PREFIX        ?= $(HOME)/.local
# Swift's own libraries go into the program: it starts in two thirds of the time, and runs where no Swift is.
RELEASE        = --configuration release --static-swift-stdlib

.PHONY: help
help:            ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: run
run:             ## Build Daybook and serve the book at http://127.0.0.1:8080
	@scripts/require-packages $(BUILD_PACKAGES)
	swift build --product daybook
	@exec .build/debug/daybook serve

.PHONY: install
install:         ## Install the optimised `daybook` and its completions under PREFIX (~/.local)
	@scripts/require-packages $(BUILD_PACKAGES)
	swift build $(RELEASE) --product daybook
	install -D --strip --target-directory $(PREFIX)/bin .build/release/daybook
	cp -r .build/release/daybook_DaybookServer.resources $(PREFIX)/bin
	chmod -R a+rX $(PREFIX)/bin/daybook_DaybookServer.resources
	install -d $(PREFIX)/share/bash-completion/completions $(PREFIX)/share/zsh/site-functions \
	    $(PREFIX)/share/fish/vendor_completions.d
	$(PREFIX)/bin/daybook --generate-completion-script bash > $(PREFIX)/share/bash-completion/completions/daybook
	$(PREFIX)/bin/daybook --generate-completion-script zsh > $(PREFIX)/share/zsh/site-functions/_daybook
	$(PREFIX)/bin/daybook --generate-completion-script fish > $(PREFIX)/share/fish/vendor_completions.d/daybook.fish

.PHONY: test
test:            ## Check the style, build everything, run every test
	@scripts/require-packages $(TEST_PACKAGES)
	swift format lint --strict --parallel --recursive Package.swift Sources Tests Plugins Examples Benchmarks/Package.swift Benchmarks/Sources
	@test -e .build/axe/axe_core_python/axe.min.js || \
	    python3 -m pip install --quiet --no-deps --target .build/axe axe-core-python==0.1.0
	swift build --build-tests
	swift test --skip-build

.PHONY: test-fast
test-fast:       ## Run the tests that need Swift and SQLite alone
	@scripts/require-packages libsqlite3-dev
	DAYBOOK_FAST=1 swift test

.PHONY: bench
bench:           ## Measure the server, the command line and Sworm against their limits
	@scripts/require-packages $(TEST_PACKAGES)
	swift build $(RELEASE) --product daybook
	swift run $(RELEASE) --package-path Benchmarks DaybookBenchmarks
	swift run $(RELEASE) --package-path Benchmarks SwormBenchmarks

.PHONY: bench-web
bench-web:       ## Measure the web app in a headless Chromium against its limits
	@scripts/require-packages $(TEST_PACKAGES)
	swift build --product daybook
	swift run --package-path Benchmarks WebBenchmarks

.PHONY: bench-sync
bench-sync:      ## Measure sync: pushes, pulls, a new device, live connections
	@scripts/require-packages $(BUILD_PACKAGES)
	swift build $(RELEASE) --product daybook
	swift build $(RELEASE) --package-path Benchmarks --product Hello
	swift run $(RELEASE) --package-path Benchmarks SyncBenchmarks

.PHONY: simulate
simulate:        ## Run histories of sync: SEEDS=100000 of them, or SEED=123 alone, step by step
	swift build --build-tests
	SEEDS=$(SEEDS) $(if $(SEED),SEED=$(SEED)) swift test --skip-build --filter SyncSimulation
