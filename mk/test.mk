# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
#
# Tests, mutants, fuzzing.

FUZZ_OBJECTS := $(patsubst %.c,$(BUILD)/%.o,tests/fuzz/fuzz.c tests/fuzz/data.c tests/fuzz/tables.c tests/fuzz/runner.c) $(filter-out %/match.o,$(MATCH_OBJECTS))

# Test programs: one for each tests/test_*.c, linked with their common files.
TESTS       := $(patsubst %.c,$(BUILD)/%,$(wildcard tests/test_*.c))
REFERENCES  := $(wildcard tests/reference/ref_*.c) $(EXAMPLE_REFERENCES)
TEST_SHARED := $(filter-out %/lab.o,$(LAB_OBJECTS)) $(patsubst %.c,$(BUILD)/%.o,tests/support.c $(REFERENCES) tests/reference/references.c tests/reference/random.c tests/reference/solver.c) $(FUZZ_OBJECTS)
TEST_LIBS    = $(shell pkg-config --libs check)
# They take longer to compile than to run.
$(TESTS:=.o): FILE_CFLAGS := -O0 -U_FORTIFY_SOURCE

# The games that have a reference implementation.
$(BUILD)/references.list: FORCE
	@mkdir -p $(@D)
	@echo '$(patsubst ref_%,REFERENCE(%),$(basename $(notdir $(REFERENCES))))' > $@.new
	@cmp -s $@ $@.new && rm $@.new || mv $@.new $@
$(BUILD)/tests/reference/references.o: $(BUILD)/references.list
$(BUILD)/tests/reference/references.o: FILE_CFLAGS := -I$(BUILD)

.PHONY: test-programs perft-suites test check-all mutants fuzz deps deps-all
SUITE := $(BUILD)/tests/reference/suite
test-programs: $(TESTS) $(SUITE)
$(TESTS) $(SUITE): %: %.o $(TEST_SHARED) $(LIBRARY)
	$(call show,LINK,$@)
	$(call write,$(CC) $(ALL_CFLAGS) $(LDFLAGS) $^ $(TEST_LIBS) $(LDLIBS))

# Perft suites of all games, counted by the engine and by the slow implementations: bench/perft.
perft-suites: $(SUITE) $(EXE)
	python3 bench/perft/make.py $< $(EXE)

# The tests of the engine, with a part of the long comparisons. check-all runs all groups (tests/run.sh) and more, in many
# hours that may be interrupted: every depth, sanitizers, both compilers. CHECK_PARTS="release mutants" selects some of it.
test:
	+@MAKE="$(MAKE)" CC="$(CC)" tests/run.sh
check-all:
	+@MAKE="$(MAKE)" CC="$(CC)" tests/check-all.sh $(CHECK_PARTS)

# Installs the Debian packages that `make test` lacks. deps-all: also everything that check-all can use:
# compilers and emulators for other processors and for Windows.
deps:
	@tests/deps.sh
deps-all:
	@tests/deps.sh all

# Mutation tests: each mutant must make a test fail; MUTANTS="cecp-mate vote-off" selects some.
mutants:
	@tests/mutants.py $(MUTANTS)

# Endless fuzzing of everything that reads foreign input: make fuzz FUZZ=console FUZZ_SECONDS=60; FUZZ=all
# runs each target for that time. tests/fuzz has corpora and words; findings go to build/fuzz. Needs
# clang. (The entropic schedule is off: weighing inputs took more than half of the time.)
FUZZ_TARGETS := fen move uci cecp json net table console pgn result openings engine data
FUZZ         ?= fen
FUZZ_SECONDS ?= 60
FUZZ_PROGRAM  = build/fuzz/tests/fuzz/fuzz_
FUZZ_RUN     := $(if $(filter all,$(FUZZ)),$(FUZZ_TARGETS),$(FUZZ))
FUZZ_OPT     := -O1 -g -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-coverage=trace-cmp \
                -fsanitize-coverage-ignorelist=tests/fuzz/unwatched
fuzz:
	$(MAKE) CC=clang BUILD=build/fuzz MODE= OPT="$(FUZZ_OPT)" \
	    $(FUZZ_RUN:%=$(FUZZ_PROGRAM)%)
	@for target in $(FUZZ_RUN); do mkdir -p build/fuzz/corpus/$$target && echo "fuzz $$target" && \
	    awk -v target=$$target '$$1 == target || $$1 == "games" { for (i = 2; i <= NF; ++i) print "\"" $$i "\"" }' tests/fuzz/words \
	    >build/fuzz/$$target.words && \
	    $(FUZZ_PROGRAM)$$target -max_total_time=$(FUZZ_SECONDS) -max_len=4096 -timeout=120 -entropic=0 -print_final_stats=1 \
	    -artifact_prefix=build/fuzz/ -dict=build/fuzz/$$target.words build/fuzz/corpus/$$target tests/fuzz/seeds/$$target || exit 1; done
$(FUZZ_TARGETS:%=$(BUILD)/tests/fuzz/target_%.o): $(BUILD)/tests/fuzz/target_%.o: tests/fuzz/target.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call show,CC,$< $*)
	$(call compile,$(CC) $(CPPFLAGS) $(ALL_CFLAGS) -DTARGET=fuzz_$* -c $<)
$(FUZZ_TARGETS:%=$(BUILD)/tests/fuzz/fuzz_%): $(BUILD)/tests/fuzz/fuzz_%: $(BUILD)/tests/fuzz/target_%.o $(FUZZ_OBJECTS) $(filter-out %/lab.o,$(LAB_OBJECTS)) $(LIBRARY)
	$(call show,LINK,$@)
	$(call write,$(CC) $(ALL_CFLAGS) -fsanitize=fuzzer $(LDFLAGS) $^ $(LDLIBS))
