# `make` lists what there is.

BUILD_PACKAGES = binaryen brotli esbuild libsqlite3-dev python3 zlib1g-dev
TEST_PACKAGES  = $(BUILD_PACKAGES) chromium chromium-driver chromium-headless-shell curl fonts-wqy-microhei python3-pip sqlite3 hledger python3-beancount zbar-tools python3-dateutil postgresql-15 iproute2 webkit2gtk-driver xvfb
PORT          ?= 8080
PREFIX        ?= $(HOME)/.local
# What `install` and `deb` build: `release`, or `debug` to try them with what the tests have built.
BUILD         ?= release
# Swift's own libraries go into the program: it starts in two thirds of the time, and runs where no Swift is.
RELEASE        = --configuration release --static-swift-stdlib
# What is compiled for debugging doesn't name the libraries of Foundation that the linker needs then.
FOUNDATION     = CoreFoundation _FoundationICU _FoundationCShims _FoundationCollections stdc++
INSTALLED      = $(if $(filter release,$(BUILD)),$(RELEASE),--static-swift-stdlib $(addprefix -Xlinker -l,$(FOUNDATION)))
# The benchmarks: `full` is what the tables in docs/ are made of, a number is so many rounds. `small` goes once through
# everything on little, with the debug build that the tests have made: it shows that the benchmarks work, and judges
# what is counted (bytes, rows), but no time.
SIZE          ?= full
BENCH_BUILD    = $(if $(filter small,$(SIZE)),debug,release)
BENCH          = .build/$(BENCH_BUILD)
BENCH_OPTIONS  = $(if $(filter small,$(SIZE)),,$(RELEASE))
BENCH_SIZE     = $(filter-out full,$(SIZE))
# These tests wait for answers for seconds at most, so they run by themselves. The tests in a browser do, too, two at a time.
CLUSTER_TESTS  = DaybookPostgresTests|ClusterTests
# How many damaged files `fuzz` imports.
FUZZ          ?= 100000
# Where completions for zsh lie under PREFIX/share/zsh.
ZSH_FOLDER    ?= site-functions
DEB            = .build/deb
# The web app as it is shipped, made by scripts/build-small-app.
SMALL_APP      = .build/small-app/files
RESOURCES      = daybook_DaybookCLI.resources

.PHONY: help
help:            ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: run
run:             ## Build Daybook and serve the book at http://127.0.0.1:8080; PORT=8081 for another
	@scripts/require-packages $(BUILD_PACKAGES)
	swift build --product daybook
	@exec .build/debug/daybook serve --port $(PORT)

.PHONY: cluster
cluster:         ## Run three servers, HAProxy and a PostgreSQL with its standby, to try them, until Ctrl-C
	@scripts/require-packages $(BUILD_PACKAGES) curl haproxy postgresql-15
	swift build --product daybook
	@exec scripts/cluster .build/debug/daybook

.PHONY: install
install:         ## Install the optimised `daybook`, its man pages and completions under PREFIX (~/.local)
	@scripts/require-packages $(BUILD_PACKAGES)
	swift build $(INSTALLED) --product daybook
	scripts/build-small-app $(SMALL_APP)
	install -D --strip --target-directory $(PREFIX)/lib/daybook .build/$(BUILD)/daybook
	rm -rf $(PREFIX)/lib/daybook/$(RESOURCES) $(PREFIX)/bin/$(RESOURCES)
	cp -r $(SMALL_APP) $(PREFIX)/lib/daybook/$(RESOURCES)
	chmod -R a+rX $(PREFIX)/lib/daybook
	install -d $(PREFIX)/bin
	ln -sf ../lib/daybook/daybook $(PREFIX)/bin/daybook
	scripts/make-manual $(PREFIX)/bin/daybook $(PREFIX)/share/man/man1
	install -d $(PREFIX)/share/bash-completion/completions $(PREFIX)/share/zsh/$(ZSH_FOLDER) \
	    $(PREFIX)/share/fish/vendor_completions.d
	$(PREFIX)/bin/daybook --generate-completion-script bash > $(PREFIX)/share/bash-completion/completions/daybook
	$(PREFIX)/bin/daybook --generate-completion-script zsh > $(PREFIX)/share/zsh/$(ZSH_FOLDER)/_daybook
	$(PREFIX)/bin/daybook --generate-completion-script fish > $(PREFIX)/share/fish/vendor_completions.d/daybook.fish

.PHONY: deb
deb:             ## Build a Debian package of `daybook`, with a service for systemd, in .build
	rm -rf $(DEB)
	$(MAKE) install PREFIX=$(abspath $(DEB))/usr ZSH_FOLDER=vendor-completions
	scripts/make-deb $(DEB)

.PHONY: tarball
tarball:         ## Pack `daybook` for machines without Swift and without root, in .build
	rm -rf .build/tarball
	$(MAKE) install PREFIX=$(abspath .build/tarball)
	scripts/make-tarball .build/tarball

.PHONY: image
image:           ## Make an OCI image of the package that `make deb` built, without a daemon, in .build
	@scripts/require-packages mmdebstrap skopeo umoci
	scripts/make-image .build/daybook_*.deb

.PHONY: demo
demo:            ## Make a folder of static files in .build/demo: the app without a server, on a sample book
	@scripts/require-packages $(BUILD_PACKAGES) curl
	swift build $(INSTALLED) --product daybook
	scripts/build-small-app $(SMALL_APP)
	scripts/make-demo .build/$(BUILD)/daybook $(SMALL_APP) .build/demo

.PHONY: pictures
pictures:        ## Make the pictures of the app in docs/images anew, of the sample book that `make demo` shows
	@scripts/require-packages $(BUILD_PACKAGES) chromium
	swift build --product daybook
	scripts/make-pictures .build/debug/daybook docs/images

.PHONY: test-packages
test-packages:   ## Run what `tarball` and `image` made: on bare Debian 12 and 13, and as the image's user
	@scripts/require-packages curl jq mmdebstrap skopeo umoci
	scripts/test-packages

.PHONY: test
test:            ## Check the style, build everything, run every test
	@scripts/require-packages $(TEST_PACKAGES)
	swift format lint --strict --parallel --recursive Package.swift Sources Tests Plugins Examples Benchmarks
	@test -e .build/axe/axe_core_python/axe.min.js || \
	    python3 -m pip install --quiet --no-deps --target .build/axe axe-core-python==0.1.0
	@test -e .build/moto/moto/server.py || python3 -m pip install --quiet --root-user-action=ignore \
	    --target .build/moto 'moto[s3]==5.2.1' flask flask-cors 2>.build/moto.log || { cat .build/moto.log; exit 1; }
	swift build --build-tests
	swift test --skip-build --skip '^BrowserTests|$(CLUSTER_TESTS)'
	swift test --skip-build --filter '^BrowserTests'
	swift test --skip-build --filter '$(CLUSTER_TESTS)'

.PHONY: test-fast
test-fast:       ## Run the tests that need Swift and SQLite alone; FILTER=SwormTests for some of them
	@scripts/require-packages libsqlite3-dev
	DAYBOOK_FAST=1 swift test $(if $(FILTER),--filter '$(FILTER)')

.PHONY: test-caldav
test-caldav:     ## Let clients of CalDAV run their own tests against the server
	@scripts/require-packages $(BUILD_PACKAGES) curl litmus python3-venv \
	    thunderbird evolution-data-server gir1.2-ecal-2.0 python3-gi dbus
	swift build --product daybook
	scripts/test-caldav .build/debug/daybook

.PHONY: bench
bench:           ## Measure the server, the command line and Sworm against their limits; SIZE=small tries it
	@scripts/require-packages $(TEST_PACKAGES) python3-venv
	swift build $(BENCH_OPTIONS)
	scripts/prepare-caldav
	$(BENCH)/DaybookBenchmarks $(BENCH_SIZE)
	$(BENCH)/SwormBenchmarks $(BENCH_SIZE)

.PHONY: bench-web
bench-web:       ## Measure the web app in a headless Chromium against its limits; SIZE=small tries it
	@scripts/require-packages $(TEST_PACKAGES)
	swift build $(BENCH_OPTIONS)
	scripts/build-small-app $(SMALL_APP)
	scripts/weigh-app
	rm -rf .build/bench-web
	mkdir .build/bench-web
	cp --link $(BENCH)/daybook $(BENCH)/WebBenchmarks .build/bench-web
	cp -r $(SMALL_APP) .build/bench-web/$(RESOURCES)
	.build/bench-web/WebBenchmarks $(BENCH_SIZE)

.PHONY: bench-build
bench-build:     ## Measure the build from a clone, and after an edit, in processor time by package; SIZE=small tries it
	@scripts/require-packages $(BUILD_PACKAGES) git
	scripts/bench-build $(BENCH_SIZE)

.PHONY: bench-sync
bench-sync:      ## Measure sync: pushes, pulls, a new device, live connections; SIZE=small tries it
	@scripts/require-packages $(BUILD_PACKAGES)
	swift build $(BENCH_OPTIONS)
	$(BENCH)/SyncBenchmarks $(BENCH_SIZE)

.PHONY: bench-cluster
bench-cluster:   ## Measure servers of one PostgreSQL, beside pgbench with the same statements; SIZE=small tries it
	@scripts/require-packages $(TEST_PACKAGES)
	swift build $(BENCH_OPTIONS)
	$(BENCH)/SyncBenchmarks cluster $(BENCH_SIZE)

.PHONY: docs
docs:            ## Build the pages, and the reference of Sworm and Flux, as a website in .build/site
	@scripts/require-packages libsqlite3-dev python3-markdown
	rm -rf .build/site
	scripts/build-pages .build/site
	scripts/build-reference Sworm .build/site
	scripts/build-reference Flux .build/site
	@echo "Look at it: python3 -m http.server --directory .build/site"

.PHONY: fuzz
fuzz:            ## Import FUZZ=100000 damaged files of every format: none may stop the program, or come in by half
	swift build --build-tests
	FUZZ=$(FUZZ) swift test --skip-build --filter 'BankFuzzTests|ImportedFileTests'

.PHONY: prove
prove:           ## Hold balances, sheets, forecasts and loans of SEEDS=2000 random books against hledger, Beancount and Python
	@scripts/require-packages $(TEST_PACKAGES)
	swift build --build-tests
	BOOKS=$(or $(SEEDS),2000) swift test --skip-build --filter 'DaybookCLITests.TransferTests/ledgers|DaybookCLITests.BudgetProofTests|DaybookCLITests.ForecastProofTests'

.PHONY: simulate
simulate:        ## Run histories of sync: SEEDS=100000 of them, or SEED=123 alone; STORE=postgres on both stores
	@$(if $(STORE),scripts/require-packages $(TEST_PACKAGES))
	swift build --build-tests
	STORE=$(STORE) SEEDS=$(SEEDS) $(if $(SEED),SEED=$(SEED)) swift test --skip-build --filter SyncSimulation

.PHONY: torture
torture:         ## Kill servers and PostgreSQL under load: SEEDS=100 histories of it, or SEED=12 SEEDS=1
	@scripts/require-packages $(TEST_PACKAGES)
	swift build --build-tests
	TORTURE=$(SEEDS) $(if $(SEED),SEED=$(SEED)) swift test --skip-build --filter FaultClusterTests
