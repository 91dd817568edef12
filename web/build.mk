# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
#
# The page: build/web/quincunx.html, one file with the engine as WebAssembly and its networks in it. Needs Debian's clang, lld,
# wasi-libc, libclang-rt-dev-wasm32, binaryen, python3 and the native engine. build/web/served.html, without an engine in it, is what
# web/serve.py serves; it needs python3. With EXAMPLES=1 the page is build/web-examples/quincunx.html and has the games
# of examples/ and their rules, too.

WEB         := build/web$(if $(EXAMPLES),-examples)
WEB_CC      ?= clang
# The rooms of src/ that a page has.
WEB_ROOMS   := util text variants pgn material eval tablebases search library session show json
WEB_SOURCES := $(filter-out src/main.c,$(wildcard src/*.c $(WEB_ROOMS:%=src/%/*.c) src/variants/*/*.c)) $(EXAMPLE_SOURCES)
# Stack as SEARCH_STACK wants it and some more; the linker's own --strip-all breaks wasm-opt of clang on SIMD.
WEB_FLAGS   := --target=wasm32-wasi -isystem web/wasi -std=c11 $(WARN) -D_POSIX_C_SOURCE=200809L -DNDEBUG \
    -O3 -flto -msimd128 -mbulk-memory -ftls-model=local-exec
WEB_LINK    := -mexec-model=reactor -Wl,-z,stack-size=9437184 -Wl,--strip-debug
# Only what leads to web.poll by direct calls is made ready to be suspended.
# Optimised behind that, for Asyncify leaves much to clear up.
WEB_OPT     := --enable-simd --enable-bulk-memory --asyncify --pass-arg=asyncify-imports@web.poll --pass-arg=asyncify-ignore-indirect -O3

.PHONY: web deps-web
web: $(WEB)/quincunx.html $(WEB)/site/index.html

deps-web:
	@tests/deps.sh web

# Books and the like, as in the engine, but no networks: the page gives the engine that of its game. The assembler copies
# them, which bitcode would only delay.
WEB_EMBEDDED := $(WEB)/src/util/embed/embedded.o
$(WEB)/embedded_nets.list:
	@mkdir -p $(@D) && touch $@
WEB_EMBEDDED_FILES := $(WEB)/embedded_nets.list $(filter-out %/embedded_nets.list $(NETS),$(EMBEDDED_FILES))
$(WEB_EMBEDDED): $(WEB_EMBEDDED_FILES)
$(WEB_EMBEDDED): WEB_FLAGS := $(filter-out -flto,$(WEB_FLAGS)) -I$(WEB) -I$(BUILD)

ifdef EXAMPLES
WEB_EXAMPLES := -DEXAMPLES -I$(BUILD)
$(WEB)/src/variants/registry.o $(WEB)/threads/src/variants/registry.o: $(BUILD)/examples.list
$(WEB)/src/variants/registry.o: WEB_FLAGS := $(WEB_FLAGS) $(WEB_EXAMPLES)
endif

# Before the first object: without wasi-libc clang would compile with the headers of this machine. The product of two
# long doubles is one of the compiler's runtime.
WEB_PROBE := long double product(long double a, long double b) { return a * b; }
$(WEB)/tools:
	@mkdir -p $(@D)
	@for tool in $(firstword $(WEB_CC)) wasm-ld wasm-opt; do command -v $$tool > /dev/null || \
	    { echo "$$tool is missing: 'make deps-web' installs what the page needs"; exit 1; }; done
	@echo '$(WEB_PROBE)' | $(WEB_CC) $(filter-out -flto $(WARN),$(WEB_FLAGS)) -x c - -lm $(WEB_LINK) -Wl,--export=product -o $@.new 2> $@.log || \
	    { echo "$(firstword $(WEB_CC)) links nothing for WebAssembly, for want of wasi-libc or libclang-rt-dev-wasm32 ($@.log): 'make deps-web' installs what the page needs"; exit 1; }
	@rm -f $@.log && mv -f $@.new $@

WEB_OBJECTS := $(WEB_SOURCES:%.c=$(WEB)/%.o) $(WEB_EMBEDDED)
$(WEB)/quincunx.wasm: $(WEB_OBJECTS)
	$(call show,LINK,$@)
	$(QUIET)$(begin); $(WEB_CC) $(WEB_FLAGS) $^ -lm $(WEB_LINK) -o "$$new.linked" && wasm-opt $(WEB_OPT) "$$new.linked" -o "$$new" && \
	    rm -f "$$new.linked" && mv -f "$$new" $@ || { rm -f "$$new" "$$new.linked"; exit 1; }

$(WEB)/%.o: %.c web/build.mk $(wildcard web/wasi/*.h) | $(WEB)/tools
	@mkdir -p $(@D)
	$(call show,CC,$<)
	$(call compile,$(WEB_CC) $(WEB_FLAGS) -MMD -MP -c $<)

WEB_PARTS   := web/build.py web/index.html web/style.css $(wildcard web/src/*.js web/pictures/* docs/rules/* $(if $(EXAMPLES),examples/rules/*))
# What a page asks first; WebAssembly takes its time for it, as the engine is compiled on demand.
$(WEB)/games.json: $(EXE)
	@mkdir -p $(@D)
	$(QUIET)$(begin); echo '{"do":"games"}' | $(call at,$(EXE)) json > "$$new" && mv -f "$$new" $@

$(WEB)/quincunx.html: $(WEB)/games.json $(WEB)/quincunx.wasm $(NETS) $(WEB_PARTS)
	$(call show,PAGE,$@)
	$(QUIET)$(begin); EXAMPLES=$(EXAMPLES) python3 web/build.py $@ $(WEB)/games.json $(WEB)/quincunx.wasm $(NETS)

$(WEB)/served.html: $(WEB_PARTS)
	@mkdir -p $(@D)
	$(call show,PAGE,$@)
	$(QUIET)$(begin); EXAMPLES=$(EXAMPLES) python3 web/build.py $@ served

# The engine with threads, each in a worker: memory is shared, and its size is that of web/src/client.js. wasi-libc is
# made without atomics, which the linker must not mind: memory is allocated under a lock, and one thread at a time writes.
comma := ,
WEB_THREADS_FLAGS := $(WEB_FLAGS) -matomics
WEB_THREADS_LINK  := $(WEB_LINK) -Wl,--shared-memory,--import-memory,--no-check-features,--initial-memory=33554432,--max-memory=1073741824 \
    -Wl,--export=web_slots,--export=__stack_pointer $(patsubst %,-Wl$(comma)--wrap=%,malloc calloc realloc aligned_alloc free)
WEB_THREADS_OPT   := --enable-simd --enable-bulk-memory --enable-threads --enable-mutable-globals -O3
WEB_THREADS       := $(WEB)/threads
WEB_THREADS_OBJECTS := $(WEB_SOURCES:%.c=$(WEB_THREADS)/%.o) $(WEB_THREADS)/web/wasi/threads.o $(WEB_THREADS)/src/util/embed/embedded.o
$(WEB_THREADS)/src/util/embed/embedded.o: $(WEB_EMBEDDED_FILES)
$(WEB_THREADS)/src/util/embed/embedded.o: WEB_THREADS_FLAGS := $(filter-out -flto,$(WEB_THREADS_FLAGS)) -I$(WEB) -I$(BUILD)
ifdef EXAMPLES
$(WEB_THREADS)/src/variants/registry.o: WEB_THREADS_FLAGS := $(WEB_THREADS_FLAGS) $(WEB_EXAMPLES)
endif
$(WEB_THREADS)/web/wasi/threads.o: WEB_THREADS_FLAGS := $(filter-out -flto,$(WEB_THREADS_FLAGS))
$(WEB)/threads.wasm: $(WEB_THREADS_OBJECTS)
	$(call show,LINK,$@)
	$(QUIET)$(begin); $(WEB_CC) $(WEB_THREADS_FLAGS) $^ -lm $(WEB_THREADS_LINK) -o "$$new.linked" && \
	    wasm-opt $(WEB_THREADS_OPT) "$$new.linked" -o "$$new" && rm -f "$$new.linked" && mv -f "$$new" $@ || { rm -f "$$new" "$$new.linked"; exit 1; }

$(WEB_THREADS)/%.o: %.c web/build.mk $(wildcard web/wasi/*.h) | $(WEB)/tools
	@mkdir -p $(@D)
	$(call show,CC,$<)
	$(call compile,$(WEB_CC) $(WEB_THREADS_FLAGS) -MMD -MP -c $<)

# The same page as a folder to be served: what it needs of engines and networks it loads, browsers can install it and keep
# it for when the server is out of reach.
$(WEB)/site/index.html: $(WEB)/games.json $(WEB)/quincunx.wasm $(WEB)/threads.wasm $(NETS) $(WEB_PARTS) web/manifest.webmanifest web/sw.js web/icon.svg
	$(call show,PAGE,$@)
	$(QUIET)$(begin); EXAMPLES=$(EXAMPLES) python3 web/build.py $(@D)/ $(WEB)/games.json $(WEB)/quincunx.wasm $(WEB)/threads.wasm $(NETS)
