# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
#
# make            the engine (EXE) and the match runner
# make play       a game against it, in the browser, in XBoard or in this terminal
# make web        the page for the browser
# make deps test  installs what the tests need, runs them
# make help       everything else

CC       ?= gcc
ifeq ($(origin CC),default)
CC       := gcc
endif
OBJCOPY  ?= objcopy
EXE      ?= quincunx
MATCH    ?= quincunx-match
LAB      ?= quincunx-lab
# The argument of -march: native, x86-64 for any such machine, x86-64-v2, x86-64-v3 ... Empty: the compiler's own.
# NAME-nopext: attacks without PEXT. universal: one program that is fast on all x86-64 machines.
ARCH     ?= native
# The networks to build in, separated by spaces. Empty: those of nnue/nets. "none": none.
EVALFILE ?=
PREFIX   ?= /usr/local
DESTDIR  ?=
OPT      ?= -O3
BUILD    ?= build/$(subst $() ,-,$(notdir $(CC)))-$(ARCH)

WARN     := -Wall -Wextra -Wpedantic -Wshadow -Wvla -Wmissing-prototypes -Werror
CPPFLAGS += -D_POSIX_C_SOURCE=200809L
# make TUNE=1: the search's parameters become UCI options.
ifdef TUNE
CPPFLAGS += -DTUNE
BUILD    := $(BUILD)-tune
endif
# make EXAMPLES=1: also builds the games of examples/, into programs and the page.
ifdef EXAMPLES
BUILD    := $(BUILD)-examples
EXAMPLE_SOURCES    := $(sort $(wildcard examples/*.c))
EXAMPLE_REFERENCES := $(sort $(wildcard examples/reference/*.c))
endif
CFLAGS   ?=
MARCH    := $(patsubst %-nopext,%,$(ARCH:universal=x86-64))
# As Debian hardens its packages. HARDENING= builds without.
MACHINE  := $(shell $(CC) -dumpmachine)
ifneq ($(findstring linux,$(MACHINE)),)
HARDENING      ?= -fstack-protector-strong $(if $(filter -O0 -fsanitize%,$(OPT)),,-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
HARDENING_LINK ?= -Wl,-z,relro,-z,now
endif
ALL_CFLAGS = -std=c11 $(WARN) $(OPT) $(MARCH:%=-march=%) $(if $(filter %-nopext,$(ARCH)),-DBOARD_PEXT=0) \
    $(HARDENING) -pthread -MMD -MP $(MODE) $(CFLAGS)
MODE     ?= -DNDEBUG
LDLIBS   += -lm -lpthread

# Prints one short line for each file; V=1 prints the commands, -s nothing.
ifeq ($(V),)
QUIET := @
show   = @$(if $(findstring s,$(filter-out --%,$(firstword -$(MAKEFLAGS)))),:,printf '  %-4s %s\n' $(1) '$(2)')
else
show   = @:
endif
# at PROGRAM: how a recipe calls a program of this folder, or one with a whole path.
at       = $(if $(filter /%,$(1)),$(1),./$(1))
# Two makes may run in one folder. A recipe writes to $$new, a name that contains its process
# number, and renames that file when it is complete: no make reads a partial file.
# begin: names it, and removes what makes that were killed left.
begin    = for old in $@.[0-9]*.new*; do id=$${old\#$@.}; [ ! -e "$$old" ] || kill -0 "$${id%%.*}" 2> /dev/null || rm -f "$$old"; done; new=$@.$$$$.new
# write COMMAND: the recipe of $@, for a command that takes -o.
write    = $(QUIET)$(begin); $(1) -o "$$new" && mv -f "$$new" $@ || { rm -f "$$new"; exit 1; }
# compile COMMAND: the same, with a dependency file. gcc names profile counters after the object, so builds
# with counters write in place; each has its own folder.
IN_PLACE = $(filter -fprofile% --coverage,$(ALL_CFLAGS))
compile  = $(QUIET)$(if $(IN_PLACE),$(1) -MF $(@:.o=.d) -o $@,$(begin); \
    $(1) -MT $@ -MF "$$new.dep" -o "$$new" && mv -f "$$new.dep" $(@:.o=.d) && mv -f "$$new" $@ || { rm -f "$$new" "$$new.dep"; exit 1; })
# remember TEXT: the recipe of a file that changes only if the text changes.
remember = @mkdir -p $(@D); $(begin); echo '$(1)' > "$$new" && if cmp -s "$$new" $@; then rm -f "$$new"; else mv -f "$$new" $@; fi
# `make play` builds with all processors.
ifneq ($(filter play,$(MAKECMDGOALS)),)
MAKEFLAGS += -j$(shell nproc 2> /dev/null || echo 2)
endif

# The rooms of src/, from the lowest to the highest; tests/test_layering.sh says who may include whom.
ROOMS    := util text variants pgn material eval tablebases search library session show uci xboard terminal json
# A game has a folder of the same name, an example a file.
GAMES    := $(sort $(notdir $(patsubst %/,%,$(wildcard src/variants/*/)) $(EXAMPLE_SOURCES:.c=)))
SOURCES  := $(wildcard src/*.c $(ROOMS:%=src/%/*.c) src/variants/*/*.c) src/util/embed/none.c $(EXAMPLE_SOURCES)
OBJECTS  := $(SOURCES:%.c=$(BUILD)/%.o)
LIBRARY  := $(BUILD)/libquincunx.a
EMBEDDED := $(BUILD)/src/util/embed/embedded.o
ENGINE   := $(BUILD)/src/main.o $(EMBEDDED) $(LIBRARY)
LAB_OBJECTS   := $(patsubst %.c,$(BUILD)/%.o,$(wildcard nnue/*.c lab/*.c lab/tables/*.c))
MATCH_OBJECTS := $(patsubst %.c,$(BUILD)/%.o,$(wildcard match/*.c))

.PHONY: all lab debug sanitize clean FORCE
all: $(EXE) $(MATCH)
lab: $(LAB)

include mk/universal.mk

# Another build directory or other flags for linking require new programs, other flags new objects: files store them, and
# change only when they do.
$(EXE): $(ENGINE) build/$(notdir $(EXE)).from
$(MATCH): $(MATCH_OBJECTS) $(LIBRARY) build/$(notdir $(MATCH)).from
$(LAB): $(LAB_OBJECTS) $(EMBEDDED) $(LIBRARY) build/$(notdir $(LAB)).from
$(EXE) $(MATCH) $(LAB):
	$(call show,LINK,$@)
	$(call write,$(CC) $(ALL_CFLAGS) $(HARDENING_LINK) $(LDFLAGS) $(filter %.o %.a,$^) $(LDLIBS))
$(BUILD)/flags: FORCE
	$(call remember,$(CC) $(CPPFLAGS) $(ALL_CFLAGS))
build/%.from: FORCE
	$(call remember,$(BUILD) $(LDFLAGS))
$(LIBRARY): $(filter-out $(BUILD)/src/main.o,$(OBJECTS))
	$(call show,AR,$@)
	$(QUIET)$(begin); $(AR) qcs "$$new" $^ && mv -f "$$new" $@ || { rm -f "$$new"; exit 1; }
$(BUILD)/%.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call show,CC,$<)
	$(call compile,$(CC) $(CPPFLAGS) $(ALL_CFLAGS) $(FILE_CFLAGS) -c $<)

# Files that need flags of their own. Training adds in a fixed order, without fused operations, so that every run gives the
# same net; for speed, its square roots and comparisons do not report errors. The kernels of the net are built for more
# instruction sets than ARCH has: the program chooses at run time.
$(BUILD)/src/main.o: FILE_CFLAGS = -DENGINE_ARCH='"$(or $(PART_NAME),any processor)"'
$(BUILD)/nnue/train%.o: FILE_CFLAGS = -ffp-contract=off -fno-math-errno -fno-trapping-math
$(BUILD)/nnue/logistic.o $(BUILD)/nnue/returns.o: FILE_CFLAGS = -ffp-contract=off
ifneq ($(filter x86_64%,$(MACHINE)),)
$(BUILD)/src/eval/kernel_avx2.o: FILE_CFLAGS := -mavx2
$(BUILD)/src/eval/kernel_avx512.o: FILE_CFLAGS := -mavx512bw
endif

# What is built into the engine, as the assembler includes it; other programs have none: networks, endgame tablebases
# (make embedded-tables), opening books (make books), lessons (docs/lessons.md), puzzles (docs/puzzles.md).
# An example has what is its own in examples/GAME.
OWN     := $(if $(EXAMPLES),examples/*)
NETS    := $(if $(EVALFILE),$(filter-out none,$(EVALFILE)),$(sort $(wildcard nnue/nets/*.nnue $(OWN:=/*.nnue))))
PACKS   := $(sort $(wildcard src/variants/*/*.pack))
BOOKS   := $(sort $(wildcard src/variants/*/*.book $(OWN:=/*.book)))
LESSONS := $(sort $(wildcard docs/rules/*.lessons))
PUZZLES := $(sort $(wildcard src/variants/*/*.epd $(filter-out examples/positions/%,$(wildcard $(OWN:=/*.epd)))))
# embed KIND,FILES: a list with an entry for each file.
define embed
$(BUILD)/embedded_$(1).list: FORCE
	$$(call remember,$$(foreach n,$$(wordlist 1,$$(words $(2)),1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16),FILE($(1), $$(n), "$$(word $$(n),$(2))")))
EMBEDDED_FILES += $(BUILD)/embedded_$(1).list $(2)
endef
EMBEDDED_FILES :=
$(eval $(call embed,nets,$(NETS)))
$(eval $(call embed,tablebases,$(PACKS)))
$(eval $(call embed,books,$(BOOKS)))
$(eval $(call embed,lessons,$(LESSONS)))
$(eval $(call embed,puzzles,$(PUZZLES)))
$(EMBEDDED): $(EMBEDDED_FILES)
$(EMBEDDED): FILE_CFLAGS := -I$(BUILD)

# The example games.
$(BUILD)/examples.list: FORCE
	@mkdir -p $(@D)
	@echo '$(patsubst examples/%.c,GAME(%),$(EXAMPLE_SOURCES))' > $@.new
	@cmp -s $@ $@.new && rm $@.new || mv $@.new $@
ifdef EXAMPLES
$(BUILD)/src/variants/registry.o: $(BUILD)/examples.list
$(BUILD)/src/variants/registry.o: FILE_CFLAGS := -DEXAMPLES -I$(BUILD)
endif

include web/build.mk

# Assertions on: every make and unmake is verified.
debug:
	$(MAKE) EXE=$(EXE)-debug MATCH=$(MATCH)-debug LAB=$(LAB)-debug BUILD=build/debug MODE= OPT="-O1 -g"

# Assertions on, with sanitizers: SANITIZE=thread for the thread sanitizer.
SANITIZE ?= address,undefined
sanitize:
	$(MAKE) EXE=$(EXE)-sanitize MATCH=$(MATCH)-sanitize LAB=$(LAB)-sanitize BUILD=build/sanitize-$(SANITIZE) MODE= \
	    OPT="-O1 -g -fsanitize=$(SANITIZE) -fno-sanitize-recover=all"

# A game against the engine: in the browser if there is a display and python3, else in XBoard, else in this
# terminal. GUI=browser, xboard or terminal chooses.
PLAY_PAGE := $(if $(filter xboard terminal,$(GUI)),,$(if $(shell command -v python3),$(WEB)/served.html))
PIECES := build/pieces
.PHONY: play help
play: $(EXE) $(PLAY_PAGE) $(if $(filter xboard,$(GUI)),$(PIECES) $(LAB))
	@QUINCUNX=$(abspath $(EXE)) QUINCUNX_PIECES=$(abspath $(PIECES)) QUINCUNX_PAGE=$(abspath $(WEB)/quincunx.html) QUINCUNX_SERVER=$(CURDIR)/web/serve.py \
	    QUINCUNX_SERVED=$(abspath $(PLAY_PAGE)) GUI=$(GUI) packaging/desktop/quincunx-play $(GAME)

define HELP
make                 the engine (EXE=$(EXE)) and the match runner (MATCH=$(MATCH))
make play            all games, against it; GAME=horizons GUI=browser|xboard|terminal
make pgo             the engine, optimised by a profile of itself
make web             the page as one file, build/web/quincunx.html; make deps-web installs what that needs
make docs            draws the diagrams of docs/rules anew
make lab             LAB=$(LAB): makes training data, networks, tables, books, puzzles
make universal       one program that is fast on all x86-64 machines; ARCH=universal in other targets
make windows         $(EXE:.exe=).exe, universal, by mingw-w64
make dist            into DIST=$(DIST): source, zip file for Windows, page, tables in TABLES, list of contents, checksums
make winget          winget's manifests of that zip file, into WINGET=$(WINGET); WINGET_URL: where it is published
make deb             Debian packages, into DEB=$(DEB)
make debug           with assertions; make sanitize: and sanitizers (SANITIZE=address,undefined or thread)
make deps test       installs what the tests need, runs them
make deps-all check-all   the same for all of them, at full length, on other processors, too
make tables          makes endgame tablebases in TABLES=$(TABLES), minutes and some megabytes
make endgames        how won endgames are played without them; ENDGAMES_PLAY=$(ENDGAMES_PLAY)
make bench           measures perft and node rate; make evaluation: the cost of evaluations
make openings, tactics, perft-suites   position sets anew
make levels          measures the Elo of the levels; LEVEL_GAMES=$(LEVEL_GAMES) a pair
make books           opening books, by search; BOOK_POSITIONS=$(BOOK_POSITIONS) BOOK_NODES=$(BOOK_NODES)
make nets-from-source GAME=x  makes its network again and compares every byte
make report          games against itself: figures and plots of docs/inventors.md
make whatif GAME=x RULES="a=b;c=d"  a game by other rules against its own: a report
make overnight GAME=x HOURS=8  from a game's rules to a player: networks, tables, search, book, puzzles, levels
make game NAME=x     begins a game of your own, in IN=$(IN) or examples; make check-game GAME=x lists what it lacks
make EXAMPLES=1      with the games of examples/, too; make EXAMPLES=1 web: build/web-examples
make mutants         mutation tests
make fuzz            fuzzing; FUZZ=all or one of $(FUZZ_TARGETS); FUZZ_SECONDS=60
make install         into PREFIX=$(PREFIX), below DESTDIR if that is set; make uninstall
make clean           removes what was built

CC=$(CC)   ARCH=$(ARCH): what -march takes, x86-64 runs anywhere   OPT=$(OPT)   CFLAGS, LDFLAGS: more
EVALFILE: networks to build in, or none   BUILD=$(BUILD): objects
endef
help:
	$(info $(HELP))
	@:

# Updates the diagrams of the rules pages.
.PHONY: docs
docs: $(EXE) $(LAB)
	python3 docs/make.py $(call at,$(EXE))

# Perft and node rate of every game.
.PHONY: bench
bench: $(EXE)
	@bench/run.sh $(call at,$(EXE))

# A new game: make game NAME=x creates src/variants/x.c, with IN=examples examples/x.c; make check-game GAME=x lists
# what it has and lacks and runs the tests that apply (TEST_BUILD and so on as in tests/run.sh). Examples are found in
# a build of their own.
IN ?= src/variants
.PHONY: game check-game
game:
	@examples/new-game.sh "$(NAME)" "$(IN)"
ifeq ($(EXAMPLES)$(wildcard examples/$(GAME).c),examples/$(GAME).c)
check-game:
	+@$(MAKE) --no-print-directory EXAMPLES=1 EXE=build/quincunx-examples check-game
else
check-game: $(EXE)
	+@MAKE="$(MAKE) $(if $(EXAMPLES),EXAMPLES=1)" CC="$(CC)" $(if $(EXAMPLES),TEST_BUILD=$${TEST_BUILD:-build/test-examples}) \
	    tests/check_game.py "$(GAME)" $(abspath $(EXE))
endif

clean:
	rm -rf build $(EXE:.exe=).exe $(foreach program,$(EXE) $(MATCH) $(LAB),$(program) $(program)-debug $(program)-sanitize $(program).*.new)

include mk/pgo.mk mk/package.mk mk/measure.mk mk/test.mk

# Of this build and of the page: reading those of all others would take longer than the rest of this file.
-include $(shell find $(BUILD) $(WEB) -name '*.d' 2>/dev/null)
