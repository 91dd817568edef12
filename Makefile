# Quincunx - a chess-variant engine
# Copyright (C) 2026 The Quincunx authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# make            the engine (EXE) and the match runner
# make play       a game against it, in XBoard or in this terminal
# make deps test  installs what the tests need, runs them
# make help       everything else

CC       ?= gcc
ifeq ($(origin CC),default)
CC       := gcc
endif
EXE      ?= quincunx
MATCH    ?= quincunx-match
ARCH     ?= native
PREFIX   ?= /usr/local
OPT      ?= -O3
BUILD    ?= build/$(notdir $(CC))-$(ARCH)

WARN     := -Wall -Wextra -Wpedantic -Wshadow -Wvla -Wmissing-prototypes -Werror
CPPFLAGS += -D_POSIX_C_SOURCE=200809L
CFLAGS   ?=
ALL_CFLAGS = -std=c11 $(WARN) $(OPT) -march=$(ARCH) -pthread -MMD -MP $(MODE) $(CFLAGS)
MODE     ?= -DNDEBUG
LDLIBS   += -lm -lpthread

SOURCES  := $(wildcard src/*.c src/variants/*.c src/search/*.c src/eval/*.c src/protocol/*.c)
OBJECTS  := $(SOURCES:%.c=$(BUILD)/%.o)
LIBRARY  := $(BUILD)/libquincunx.a

.PHONY: all debug sanitize clean
all: $(EXE) $(MATCH)

$(EXE): $(BUILD)/src/main.o $(LIBRARY)
	$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)

MATCH_OBJECTS := $(patsubst %.c,$(BUILD)/%.o,$(wildcard bench/match*.c))
$(MATCH): $(MATCH_OBJECTS) $(LIBRARY)
	$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)

$(LIBRARY): $(filter-out $(BUILD)/src/main.o,$(OBJECTS))
	@rm -f $@
	$(AR) rcs $@ $^

$(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(ALL_CFLAGS) -c -o $@ $<

# Assertions on: every make and unmake is verified.
debug:
	$(MAKE) EXE=$(EXE)-debug MATCH=$(MATCH)-debug BUILD=build/debug MODE= OPT="-O1 -g"

# Assertions on, under the address and undefined behaviour sanitizers.
sanitize:
	$(MAKE) EXE=$(EXE)-sanitize MATCH=$(MATCH)-sanitize BUILD=build/sanitize MODE= \
	    OPT="-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all"

# ---- Tests ----

# Test programs: one a file tests/test_*.c, linked with what they share.
TESTS       := $(patsubst %.c,$(BUILD)/%,$(wildcard tests/test_*.c))
TEST_SHARED := $(patsubst %.c,$(BUILD)/%.o,tests/support.c $(wildcard tests/reference/*.c) bench/match_stats.c)
TEST_LIBS    = $(shell pkg-config --libs check)

.PHONY: test-programs test check-all fuzz deps
test-programs: $(TESTS)
$(TESTS): %: %.o $(TEST_SHARED) $(LIBRARY)
	$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^ $(TEST_LIBS) $(LDLIBS)

# Everything in tests/, with a share of the long comparisons; in check-all, all of it
# and more: every depth, sanitizers, both compilers.
test:
	+@MAKE="$(MAKE)" CC="$(CC)" tests/run.sh
check-all:
	+@MAKE="$(MAKE)" CC="$(CC)" tests/check-all.sh

# Installs what the tests need that is missing: Debian packages.
deps:
	@tests/deps.sh

# Endless random input for the readers of FENs, turns and both protocols: make fuzz
# FUZZ=fen|turn|uci|cecp FUZZ_SECONDS=60. Needs clang.
FUZZ         ?= fen
FUZZ_SECONDS ?= 60
fuzz:
	$(MAKE) CC=clang BUILD=build/fuzz MODE= OPT="-O1 -g -fsanitize=fuzzer-no-link,address,undefined" \
	    build/fuzz/tests/fuzz/fuzz_$(FUZZ)
	build/fuzz/tests/fuzz/fuzz_$(FUZZ) -max_total_time=$(FUZZ_SECONDS) -max_len=4096 -timeout=20
$(BUILD)/tests/fuzz/fuzz_%: $(BUILD)/tests/fuzz/fuzz_%.o $(BUILD)/tests/fuzz/fuzz.o $(LIBRARY)
	$(CC) $(ALL_CFLAGS) -fsanitize=fuzzer $(LDFLAGS) -o $@ $^ $(LDLIBS)

clean:
	rm -rf build $(EXE) $(EXE)-debug $(EXE)-sanitize $(MATCH) $(MATCH)-debug $(MATCH)-sanitize

-include $(shell find build -name '*.d' 2>/dev/null)
