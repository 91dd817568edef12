# Quincunx - a chess-variant engine
# Copyright (C) 2026 The Quincunx authors
# SPDX-License-Identifier: GPL-3.0-or-later
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
# make EXAMPLES=1: also builds the games of examples/.
ifdef EXAMPLES
BUILD    := $(BUILD)-examples
EXAMPLE_SOURCES    := $(sort $(wildcard examples/*.c))
EXAMPLE_REFERENCES := $(sort $(wildcard examples/reference/*.c))
endif
CFLAGS   ?=
MARCH    := $(patsubst %-nopext,%,$(ARCH:universal=x86-64))
ALL_CFLAGS = -std=c11 $(WARN) $(OPT) $(MARCH:%=-march=%) $(if $(filter %-nopext,$(ARCH)),-DBOARD_PEXT=0) \
    -pthread -MMD -MP $(MODE) $(CFLAGS)
MODE     ?= -DNDEBUG
LDLIBS   += -lm -lpthread

# Prints one short line for each file; V=1 prints the commands, -s nothing.
ifeq ($(V),)
QUIET := @
show   = @$(if $(findstring s,$(filter-out --%,$(firstword -$(MAKEFLAGS)))),:,printf '  %-4s %s\n' $(1) '$(2)')
else
show   = @:
endif
# Two makes may run in one folder. A recipe writes to $$new, a name that contains its process
# number, and renames that file when it is complete: no make reads a partial file.
# write COMMAND: the recipe of $@, for a command that takes -o.
write    = $(QUIET)new=$@.$$$$.new; $(1) -o "$$new" && mv -f "$$new" $@ || { rm -f "$$new"; exit 1; }
# compile COMMAND: the same, with a dependency file. gcc names profile counters after the object, so builds
# with counters write in place; each has its own folder.
IN_PLACE = $(filter -fprofile% --coverage,$(ALL_CFLAGS))
compile  = $(QUIET)$(if $(IN_PLACE),$(1) -MF $(@:.o=.d) -o $@,new=$@.$$$$.new; \
    $(1) -MT $@ -MF "$$new.dep" -o "$$new" && mv -f "$$new.dep" $(@:.o=.d) && mv -f "$$new" $@ || { rm -f "$$new" "$$new.dep"; exit 1; })
# remember TEXT: the recipe of a file that changes only if the text changes.
remember = @mkdir -p $(@D); new=$@.$$$$.new; echo '$(1)' > "$$new" && if cmp -s "$$new" $@; then rm -f "$$new"; else mv -f "$$new" $@; fi
# `make play` builds with all processors.
ifneq ($(filter play,$(MAKECMDGOALS)),)
MAKEFLAGS += -j$(shell nproc 2> /dev/null || echo 2)
endif

# A game has a file of the same name.
GAMES    := $(filter-out registry,$(sort $(basename $(notdir $(wildcard src/variants/*.c) $(EXAMPLE_SOURCES)))))
SOURCES  := $(wildcard src/*.c src/variants/*.c src/search/*.c src/eval/*.c src/tablebases/*.c src/util/*.c src/notation/*.c src/protocol/*.c src/terminal/*.c src/xboard/*.c) \
            $(filter-out nnue/train%,$(wildcard nnue/*.c)) bench/explore.c bench/prove.c $(wildcard bench/puzzle*.c) $(EXAMPLE_SOURCES)
OBJECTS  := $(SOURCES:%.c=$(BUILD)/%.o)
LIBRARY  := $(BUILD)/libquincunx.a
EMBEDDED := $(BUILD)/src/util/embed/embedded.o

.PHONY: all debug sanitize clean
all: $(EXE) $(MATCH)

# ARCH=universal: the engine stands in the program once for x86-64 and once for each of PARTS, and
# src/universal/main.c chooses. Of a part only main is visible from outside, by the part's name; the embedded files
# and the kernels are there once. (On Windows pointers to variables are sections of which the linker keeps one of a
# name; each part needs its own.)
PARTS   := x86-64-v2 x86-64-v3-nopext x86-64-v3
KERNELS := $(filter $(BUILD)/src/eval/kernel%,$(OBJECTS))
ifeq ($(ARCH),universal)
ENGINE  := $(BUILD)/src/universal/main.o $(BUILD)/part.o $(PARTS:%=$(BUILD)/%/part.o) $(EMBEDDED) $(KERNELS)
else
ENGINE  := $(BUILD)/src/main.o $(EMBEDDED) $(LIBRARY)
endif
PART_NAME    = $(ARCH:universal=x86-64)
PART_MAIN    = main_$(subst -,_,$(PART_NAME))
PART_OBJECTS = $(filter-out $(KERNELS) %/embedded_none.o,$(OBJECTS))
$(BUILD)/src/main.o: FILE_CFLAGS = -DENGINE_ARCH='"$(or $(PART_NAME),any processor)"'

$(EXE): $(ENGINE) build/$(notdir $(EXE)).from
	$(call show,LINK,$@)
	$(call write,$(CC) $(ALL_CFLAGS) $(LDFLAGS) $(filter %.o %.a,$^) $(LDLIBS))

$(BUILD)/part.o: $(PART_OBJECTS)
	$(call show,PART,$@)
	$(QUIET)new=$@.$$$$.new; $(LD) -r $^ -o "$$new" && $(OBJCOPY) --redefine-sym main=$(PART_MAIN) \
	    --keep-global-symbol=$(PART_MAIN) --set-section-flags '.rdata$$.refptr.*=alloc,load,readonly,data,contents' "$$new" && \
	    mv -f "$$new" $@ || { rm -f "$$new"; exit 1; }
$(PARTS:%=$(BUILD)/%/part.o): $(BUILD)/%/part.o: FORCE
	+$(QUIET)$(MAKE) --no-print-directory ARCH=$* BUILD=$(BUILD)/$* $@

.PHONY: universal
universal:
	$(MAKE) ARCH=universal $(EXE) $(MATCH)

# What is built into the engine, as the assembler includes it; other programs have none: networks, endgame tablebases
# (make embedded-tables), opening books (make books), lessons (docs/lessons.md), puzzles (docs/puzzles.md).
NETS    := $(if $(EVALFILE),$(filter-out none,$(EVALFILE)),$(sort $(wildcard nnue/nets/*.nnue)))
PACKS   := $(sort $(wildcard src/tablebases/embed/*.pack))
BOOKS   := $(sort $(wildcard books/*.book))
LESSONS := $(sort $(wildcard docs/rules/*.lessons))
PUZZLES := $(sort $(wildcard puzzles/*.epd))
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

MATCH_OBJECTS := $(patsubst %.c,$(BUILD)/%.o,$(wildcard bench/match*.c))
$(MATCH): $(MATCH_OBJECTS) $(LIBRARY) build/$(notdir $(MATCH)).from
	$(call show,LINK,$@)
	$(call write,$(CC) $(ALL_CFLAGS) $(LDFLAGS) $(filter %.o %.a,$^) $(LDLIBS))

# The trainer of networks. It adds in a fixed order, without fused operations, so that every run gives the
# same net. For speed, square roots and comparisons do not report errors.
TRAINER         ?= quincunx-train
TRAINER_OBJECTS := $(patsubst %.c,$(BUILD)/%.o,$(wildcard nnue/train*.c))
.PHONY: trainer
trainer: $(TRAINER)
$(TRAINER): $(TRAINER_OBJECTS) $(LIBRARY) build/$(notdir $(TRAINER)).from
	$(call show,LINK,$@)
	$(call write,$(CC) $(ALL_CFLAGS) $(LDFLAGS) $(filter %.o %.a,$^) $(LDLIBS))
$(TRAINER_OBJECTS): FILE_CFLAGS = -ffp-contract=off -fno-math-errno -fno-trapping-math
$(BUILD)/nnue/logistic.o $(BUILD)/nnue/returns.o: FILE_CFLAGS = -ffp-contract=off

$(LIBRARY): $(filter-out $(BUILD)/src/main.o,$(OBJECTS))
	$(call show,AR,$@)
	$(QUIET)new=$@.$$$$.new; $(AR) rcs "$$new" $^ && mv -f "$$new" $@ || { rm -f "$$new"; exit 1; }

# Other flags, or a program from another build directory, require a rebuild: files store them, and change only
# when they do.
.PHONY: FORCE
$(BUILD)/flags: FORCE
	$(call remember,$(CC) $(CPPFLAGS) $(ALL_CFLAGS))
build/%.from: FORCE
	$(call remember,$(BUILD) $(LDFLAGS))

# The kernels of the net are built for more instruction sets than ARCH has: the program chooses at run time.
MACHINE := $(shell $(CC) -dumpmachine)
ifeq ($(ARCH) $(filter x86_64%,$(MACHINE)),universal )
$(error ARCH=universal is for x86-64; $(CC) compiles for $(MACHINE))
endif
ifneq ($(filter x86_64%,$(MACHINE)),)
$(BUILD)/src/eval/kernel_avx2.o: FILE_CFLAGS := -mavx2
$(BUILD)/src/eval/kernel_avx512.o: FILE_CFLAGS := -mavx512bw
endif

$(BUILD)/%.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call show,CC,$<)
	$(call compile,$(CC) $(CPPFLAGS) $(ALL_CFLAGS) $(FILE_CFLAGS) -c $<)

# Assertions on: every make and unmake is verified.
debug:
	$(MAKE) EXE=$(EXE)-debug MATCH=$(MATCH)-debug BUILD=build/debug MODE= OPT="-O1 -g"

# Assertions on, with sanitizers: SANITIZE=thread for the thread sanitizer.
SANITIZE ?= address,undefined
sanitize:
	$(MAKE) EXE=$(EXE)-sanitize MATCH=$(MATCH)-sanitize BUILD=build/sanitize-$(SANITIZE) MODE= \
	    OPT="-O1 -g -fsanitize=$(SANITIZE) -fno-sanitize-recover=all"

# Profile-guided optimisation: build with counters, run, build again. It runs `quincunx $(PGO_RUN)`. Flags and
# tools are those of gcc or clang.
PGO_RUN  ?= bench
.PHONY: pgo
ifneq ($(filter pgo,$(MAKECMDGOALS)),)
PGO      := $(BUILD)-pgo.$(shell echo $$PPID)
ifneq ($(findstring clang,$(shell $(CC) --version)),)
LLVM_PROFDATA ?= $(patsubst clang%,llvm-profdata%,$(lastword $(notdir $(CC))))
PGO_COUNT := -fprofile-instr-generate
PGO_USE   := -fprofile-instr-use=$(PGO)/profile -Wno-profile-instr-unprofiled -Wno-profile-instr-out-of-date
PGO_MERGE := $(LLVM_PROFDATA) merge -output=$(PGO)/profile $(PGO)/counts
else
PGO_COUNT := -fprofile-generate
# With a profile gcc inlines more, and then warns of lengths that it cannot determine.
PGO_USE   := -fprofile-use -fprofile-correction -Wno-missing-profile -Wno-format-truncation
PGO_MERGE := :
endif
endif
pgo:
	trap 'rm -rf $(PGO)' EXIT; \
	    $(MAKE) BUILD=$(PGO) EXE=$(PGO)/counting CFLAGS="$(CFLAGS) $(PGO_COUNT)" $(PGO)/counting && \
	    LLVM_PROFILE_FILE=$(PGO)/counts $(abspath $(PGO)/counting) $(PGO_RUN) && $(PGO_MERGE) && \
	    $(MAKE) BUILD=$(PGO) EXE=$(EXE) CFLAGS="$(CFLAGS) $(PGO_USE)" $(EXE)

# quincunx.exe for WinBoard and other GUIs, by mingw-w64 (Debian: gcc-mingw-w64-x86-64). It needs only system
# libraries, and gets as much stack as on other systems. Format warnings are left to the other compilers: this
# one assumes Microsoft's formats. It also moves vectors of 32 bytes to and from the stack as if that were aligned,
# which it is not on Windows; the assembler replaces these moves by such as need no alignment.
WINDOWS_CC   ?= $(firstword $(shell command -v x86_64-w64-mingw32-gcc-posix) x86_64-w64-mingw32-gcc)
WINDOWS_ARCH := $(if $(filter file,$(origin ARCH)),universal,$(ARCH))
.PHONY: windows
windows:
	$(MAKE) CC="$(WINDOWS_CC)" AR=x86_64-w64-mingw32-ar LD=x86_64-w64-mingw32-ld OBJCOPY=x86_64-w64-mingw32-objcopy \
	    ARCH=$(WINDOWS_ARCH) EXE=$(EXE:.exe=).exe BUILD=build/windows-$(WINDOWS_ARCH) \
	    CFLAGS="$(CFLAGS) -Wno-format -Wno-format-extra-args -Wa,-muse-unaligned-vector-move" \
	    LDFLAGS="$(LDFLAGS) -static -Wl,--stack,8388608,--no-insert-timestamp" $(EXE:.exe=).exe

# The files of a release, in DIST: the source, a zip file for Windows, the page, a list of all that is in them, and
# checksums. Parts that cannot be built here are skipped and named; DIST_PARTS lists the parts to try.
DIST       ?= build/dist
DIST_PARTS ?= source windows page
VERSION     = $(shell sed -n 's/^.define ENGINE_VERSION "\(.*\)"$$/\1/p' src/protocol/session.h)
DIST_NEEDS  = $(strip $(foreach tool,$(1),$(if $(shell command -v $(tool)),,$(tool))))
DIST_LACKS_windows  = $(call DIST_NEEDS,$(WINDOWS_CC))
DIST_LACKS_page     = $(call DIST_NEEDS,$(firstword $(WEB_CC)) wasm-ld wasm-opt)
DIST_MADE           = $(foreach part,$(DIST_PARTS),$(if $(DIST_LACKS_$(part)),,$(part)))
.PHONY: dist
dist:
	$(if $(filter windows,$(DIST_MADE)),@$(MAKE) windows EXE=build/dist-windows.exe)
	$(if $(filter page,$(DIST_MADE)),@$(MAKE) web)
	@dist/build.py "$(DIST)" "$(VERSION)" $(if $(filter windows,$(DIST_MADE)),--windows build/dist-windows.exe) \
	    $(if $(filter page,$(DIST_MADE)),--page $(WEB)/quincunx.html)
	@$(foreach part,$(filter-out $(DIST_MADE),$(DIST_PARTS)),echo "left out: $(part), for want of $(DIST_LACKS_$(part))";)

# Manifests for winget, in WINGET; WINGET_URL is the address of the published zip file of `make dist`.
WINGET     ?= build/winget
WINGET_URL ?=
.PHONY: winget
winget:
	@packaging/winget.py "$(DIST)/quincunx-$(VERSION)-windows.zip" "$(VERSION)" "$(WINGET_URL)" "$(WINGET)"

# Debian packages of the committed source, in DEB; see packaging/deb.sh.
DEB ?= build/deb
.PHONY: deb
deb:
	@dist/build.py build/deb-source "$(VERSION)" > /dev/null
	@packaging/deb.sh "$(DEB)" "$(VERSION)" "build/deb-source/quincunx-$(VERSION).tar.gz"

# ---- The page ----

include web/build.mk

# ---- Playing ----

# A game against the engine: in the browser if there is a display and python3, else in XBoard, else in this
# terminal. GUI=browser, xboard or terminal chooses.
GAME ?= borderlands
PLAY_PAGE := $(if $(filter xboard terminal,$(GUI)),,$(if $(shell command -v python3),$(WEB)/served.html))
.PHONY: play help
play: $(EXE) $(PLAY_PAGE)
	@QUINCUNX=$(abspath $(EXE)) QUINCUNX_PAGE=$(abspath $(WEB)/quincunx.html) QUINCUNX_SERVER=$(CURDIR)/web/serve.py \
	    QUINCUNX_SERVED=$(abspath $(PLAY_PAGE)) GUI=$(GUI) desktop/quincunx-play $(GAME)

define HELP
make                 the engine (EXE=$(EXE)) and the match runner (MATCH=$(MATCH))
make play            a game against it; GAME=$(GAME) GUI=browser|xboard|terminal
make pgo             the engine, optimised by a profile of itself
make web             the page as one file, build/web/quincunx.html; make deps-web installs what that needs
make docs            draws the diagrams of docs/rules anew
make trainer         the trainer of networks (TRAINER=$(TRAINER))
make universal       one program that is fast on all x86-64 machines; ARCH=universal in other targets
make windows         $(EXE:.exe=).exe, universal, by mingw-w64
make dist            into DIST=$(DIST): source, zip file for Windows, page, list of contents, checksums
make winget          winget's manifests of that zip file, into WINGET=$(WINGET); WINGET_URL: where it is published
make deb             Debian packages, into DEB=$(DEB)
make debug           with assertions; make sanitize: and sanitizers (SANITIZE=address,undefined or thread)
make deps test       installs what the tests need, runs them
make deps-all check-all   the same for all of them, at full length, on other processors, too
make tables          makes endgame tablebases in TABLES=$(TABLES), minutes and some megabytes
make endgames        how won endgames are played without them; ENDGAMES_PLAY=$(ENDGAMES_PLAY)
make bench           measures perft and node rate; make openings, tactics: position sets anew
make levels          measures what levels of play are worth; LEVEL_GAMES=$(LEVEL_GAMES) a pair
make books           opening books, by search; BOOK_POSITIONS=$(BOOK_POSITIONS) BOOK_NODES=$(BOOK_NODES)
make report          games against itself: figures and plots of docs/inventors.md
make game NAME=x     begins a game of your own; make check-game GAME=x tells what it lacks
make EXAMPLES=1      with the games of examples/, too
make coverage        which lines the tests run; make mutants: whether they notice faults
make fuzz            random input; FUZZ=all or one of $(FUZZ_TARGETS); FUZZ_SECONDS=60
make install         into PREFIX=$(PREFIX), below DESTDIR if that is set; make uninstall
make clean           removes what was built

CC=$(CC)   ARCH=$(ARCH): what -march takes, x86-64 runs anywhere   OPT=$(OPT)   CFLAGS, LDFLAGS: more
EVALFILE: networks to build in, or none   BUILD=$(BUILD): objects
endef
help:
	$(info $(HELP))
	@:

# ---- Documents ----

# Updates the diagrams of the rules pages.
.PHONY: docs
docs: $(EXE)
	python3 docs/make.py ./$(EXE)

# ---- Installation ----

# Installs the existing build of any kind; builds what is missing.
BINDIR  = $(PREFIX)/bin
DATADIR = $(PREFIX)/share
# The page and its server, where Python can put them together.
INSTALL_PAGE := $(if $(shell command -v python3),$(WEB)/served.html)
.PHONY: install uninstall
install: $(if $(wildcard $(EXE)),,$(EXE)) $(if $(wildcard $(MATCH)),,$(MATCH)) $(INSTALL_PAGE)
	install -d $(INSTALLED_DIRS:%="$(DESTDIR)%")
	install -m 755 $(EXE) "$(DESTDIR)$(BINDIR)/quincunx"
	install -m 755 $(MATCH) "$(DESTDIR)$(BINDIR)/quincunx-match"
	install -m 755 desktop/quincunx-play "$(DESTDIR)$(BINDIR)/quincunx-play"
	install -m 644 docs/quincunx.6 docs/quincunx-match.6 docs/quincunx-play.6 "$(DESTDIR)$(DATADIR)/man/man6"
	install -m 644 desktop/quincunx.svg "$(DESTDIR)$(DATADIR)/icons/hicolor/scalable/apps"
	sed 's|@BINDIR@|$(BINDIR)|' desktop/quincunx.desktop > "$(DESTDIR)$(DATADIR)/applications/quincunx.desktop"
	sed 's|@BINDIR@|$(BINDIR)|; s|@GAMES@|$(GAMES_LIST)|' desktop/xboard.eng > "$(DESTDIR)$(DATADIR)/games/plugins/xboard/quincunx.eng"
	sed 's|@BINDIR@|$(BINDIR)|; s|@GAMES@|$(GAMES_LIST)|' desktop/uci.eng > "$(DESTDIR)$(DATADIR)/games/plugins/uci/quincunx.eng"
	chmod 644 $(INSTALLED_DATA:%="$(DESTDIR)%")
	$(if $(INSTALL_PAGE),install -d "$(DESTDIR)$(DATADIR)/quincunx")
	$(if $(INSTALL_PAGE),install -m 644 web/serve.py $(INSTALL_PAGE) "$(DESTDIR)$(DATADIR)/quincunx")
uninstall:
	rm -f $(INSTALLED_BINS:%="$(DESTDIR)%") $(INSTALLED_DATA:%="$(DESTDIR)%") $(INSTALLED_PAGE:%="$(DESTDIR)%")

COMMA := ,
GAMES_LIST = $(subst $() ,$(COMMA),$(GAMES))
INSTALLED_PAGE = $(addprefix $(DATADIR)/quincunx/,serve.py served.html)
INSTALLED_BINS = $(addprefix $(BINDIR)/,quincunx quincunx-match quincunx-play)
INSTALLED_DATA = $(addprefix $(DATADIR)/,man/man6/quincunx.6 man/man6/quincunx-match.6 man/man6/quincunx-play.6 \
    icons/hicolor/scalable/apps/quincunx.svg applications/quincunx.desktop games/plugins/xboard/quincunx.eng \
    games/plugins/uci/quincunx.eng)
INSTALLED_DIRS = $(BINDIR) $(sort $(dir $(INSTALLED_DATA)))

# Perft and node rate of every game.
.PHONY: bench
bench: $(EXE)
	@bench/run.sh ./$(EXE)

# Opening sets and tactical suites, generated by the current engine.
OPENING_COUNT ?= 1000
TACTICS_COUNT ?= 8
.PHONY: openings tactics
openings: $(BUILD)/bench/openings
	for game in $(GAMES); do $< $$game $(OPENING_COUNT) > $(BUILD)/$$game.epd.$$$$ && \
	    mv $(BUILD)/$$game.epd.$$$$ bench/openings/$$game.epd || exit 1; done
tactics: $(BUILD)/bench/tactics
	for game in $(GAMES); do $< $$game bench/openings/$$game.epd $(TACTICS_COUNT) > $(BUILD)/$$game.epd.$$$$ && \
	    mv $(BUILD)/$$game.epd.$$$$ bench/tactics/$$game.epd || exit 1; done
$(BUILD)/bench/openings $(BUILD)/bench/tactics: %: %.o $(LIBRARY)
	$(call show,LINK,$@)
	$(call write,$(CC) $(ALL_CFLAGS) $(LDFLAGS) $^ $(LDLIBS))

# Makes a game's net again from the seeds of its manifest and compares every byte; hours of all processors.
.PHONY: nets-from-source
nets-from-source:
	@[ -f "nnue/nets/$(GAME).json" ] || { echo "make nets-from-source GAME=x: nnue/nets has no manifest x.json; there are:" \
	    $(if $(wildcard nnue/nets/*.json),$(notdir $(basename $(wildcard nnue/nets/*.json))),none); exit 1; }
	nnue/from_source.py nnue/nets/$(GAME).json --folder "$(or $(QUINCUNX_DATA),$(BUILD)/nets-from-source)/$(GAME)"

# A new game: make game NAME=x creates src/variants/x.c; make check-game GAME=x lists what it has and lacks
# and runs the tests that apply (TEST_BUILD and so on as in tests/run.sh).
.PHONY: game check-game
game:
	@examples/new-game.sh "$(NAME)"
check-game: $(EXE)
	+@MAKE="$(MAKE) $(if $(EXAMPLES),EXAMPLES=1)" CC="$(CC)" $(if $(EXAMPLES),TEST_BUILD=$${TEST_BUILD:-build/test-examples}) \
	    tests/check_game.py "$(GAME)" $(abspath $(EXE))

# Statistics of self-play games, into docs/inventors.md: REPORT="horizons=5000 diamond" selects games and
# numbers; REPORT_DATA stores them. 10,000 of each take hours. With "--nets nnue/nets" nets play.
REPORT_DATA ?= build/report
.PHONY: report
report: $(EXE)
	bench/report.py --engine ./$(EXE) --data $(REPORT_DATA) $(REPORT)

# The cost of an evaluation: the classical one and a net's, with every available kernel.
.PHONY: evaluation
evaluation: $(BUILD)/bench/evaluation
	$<
$(BUILD)/bench/evaluation: %: %.o $(LIBRARY)
	$(call show,LINK,$@)
	$(call write,$(CC) $(ALL_CFLAGS) $(LDFLAGS) $^ $(LDLIBS))

# How won endgames are played without tables, and with them, against the best defence; `make tables`
# first. ENDGAMES_PLAY: games, nodes a move and so on, as bench/endgames.c says.
ENDGAMES_PLAY ?= games 20
.PHONY: endgames
endgames: $(BUILD)/bench/endgames
	@while read -r game endgames; do for endgame in $$endgames; do \
	    $< $(TABLES) $$game $$endgame $(ENDGAMES_PLAY) || exit 1; done; done < bench/endgames.list
$(BUILD)/bench/endgames: %: %.o $(LIBRARY)
	$(call show,LINK,$@)
	$(call write,$(CC) $(ALL_CFLAGS) $(LDFLAGS) $^ $(LDLIBS))

# Measures the levels, into src/variants/levels and docs/levels.md. Resumes after a stop; all games take
# hours.
LEVEL_GAMES ?= 100
.PHONY: levels
levels: $(MATCH)
	$(MAKE) TUNE=1 EXE=build/quincunx-tune build/quincunx-tune
	python3 bench/levels.py --games $(LEVEL_GAMES)

# The opening books, into books, and what docs/inventors.md says of them: half an hour of a core for each game. Searches stay in
# BUILD: a second make goes on where the first was stopped, or has only to write the files. quincunx explore with --shard
# uses several machines.
BOOK_POSITIONS ?= 10000
BOOK_NODES     ?= 100000
# Games whose books look wider, --drop 10, than the others, --drop 4.
BOOK_WIDE      ?= battleofideologies borderlands horizons
.PHONY: books
books: $(EXE)
	@mkdir -p books $(BUILD)/books
	@for game in $(GAMES); do case " $(BOOK_WIDE) " in *" $$game "*) drop=10;; *) drop=4;; esac; \
	    ./$(EXE) explore $$game --positions $(BOOK_POSITIONS) --nodes $(BOOK_NODES) --drop $$drop \
	    --out $(BUILD)/books/$$game.book && cp $(BUILD)/books/$$game.book books/ || exit 1; done
	bench/opening_page.py --engine ./$(EXE)

# Endgame tablebases: all of three pieces (two in Diamond, four in BordahBee) of every game into
# TABLES; embedded-tables: those that are built in, of a side each, 300,000 bytes a game at most.
TABLES ?= tablebases
.PHONY: tables embedded-tables
tables: $(EXE)
	@echo "Tablebases of 95 endgames into $(TABLES): 2.5 MB, a minute or two of two idle processors. Ctrl-C stops; the same command goes on."
	@for game in $(GAMES); do ./$(EXE) tables $$game --path $(TABLES) || exit 1; done
embedded-tables: $(EXE)
	@echo "Tables to be built in, into src/tablebases/embed: 0.5 MB, by way of $(BUILD)/one-side; two or three minutes."
	@for game in $(GAMES); do ./$(EXE) tables $$game --one-side --path $(BUILD)/one-side && \
	    ls -S -r $(BUILD)/one-side/$$game/*.end | xargs wc -c | grep -v ' total$$' | \
	    awk '(sum += $$1) <= 300000 {print $$2}' | xargs cat > src/tablebases/embed/$$game.pack || exit 1; done

# ---- Tests ----

FUZZ_OBJECTS := $(patsubst %.c,$(BUILD)/%.o,tests/fuzz/fuzz.c tests/fuzz/data.c tests/fuzz/editor.c tests/fuzz/tables.c tests/fuzz/runner.c) $(filter-out %/match.o,$(MATCH_OBJECTS))

# Test programs: one for each tests/test_*.c, linked with their common files.
TESTS       := $(patsubst %.c,$(BUILD)/%,$(wildcard tests/test_*.c))
REFERENCES  := $(wildcard tests/reference/ref_*.c) $(EXAMPLE_REFERENCES)
TEST_SHARED := $(filter-out %/train.o,$(TRAINER_OBJECTS)) $(patsubst %.c,$(BUILD)/%.o,tests/support.c $(REFERENCES) tests/reference/references.c) $(FUZZ_OBJECTS)
TEST_LIBS    = $(shell pkg-config --libs check)

# The games that have a reference implementation.
$(BUILD)/references.list: FORCE
	@mkdir -p $(@D)
	@echo '$(patsubst ref_%,REFERENCE(%),$(basename $(notdir $(REFERENCES))))' > $@.new
	@cmp -s $@ $@.new && rm $@.new || mv $@.new $@
$(BUILD)/tests/reference/references.o: $(BUILD)/references.list
$(BUILD)/tests/reference/references.o: FILE_CFLAGS := -I$(BUILD)

.PHONY: test-programs test check-all coverage mutants fuzz deps deps-all
test-programs: $(TESTS)
$(TESTS): %: %.o $(TEST_SHARED) $(LIBRARY)
	$(call show,LINK,$@)
	$(call write,$(CC) $(ALL_CFLAGS) $(LDFLAGS) $^ $(TEST_LIBS) $(LDLIBS))

# All tests, with a part of the long comparisons. check-all runs all of it and more: every depth, sanitizers,
# both compilers.
test:
	+@MAKE="$(MAKE)" CC="$(CC)" tests/run.sh
check-all:
	+@MAKE="$(MAKE)" CC="$(CC)" tests/check-all.sh

# Installs the Debian packages that the tests lack. deps-all: also everything that check-all can use:
# compilers and emulators for other processors and for Windows.
deps:
	@tests/deps.sh
deps-all:
	@tests/deps.sh all

# Mutation tests: each mutant must make a test fail; MUTANTS="cecp-mate vote-off" selects some.
mutants:
	@tests/mutants.py $(MUTANTS)

# Lines of src/ that the tests run, by file; TESTS_RUN="test_units test_uci.py" selects tests.
coverage:
	@tests/coverage.py $(TESTS_RUN)

# Endless fuzzing of everything that reads foreign input: make fuzz FUZZ=console FUZZ_SECONDS=60; FUZZ=all
# runs each target for that time. tests/fuzz has corpora and dictionaries; findings go to build/fuzz. Needs
# clang. (The entropic schedule is off: weighing inputs took more than half of the time.)
FUZZ_TARGETS := fen turn uci cecp json net table console editor pgn result openings engine data
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
	    $(FUZZ_PROGRAM)$$target -max_total_time=$(FUZZ_SECONDS) -max_len=4096 -timeout=120 -entropic=0 -print_final_stats=1 \
	    -artifact_prefix=build/fuzz/ -dict=tests/fuzz/dictionary/$$target build/fuzz/corpus/$$target tests/fuzz/seeds/$$target || exit 1; done
$(FUZZ_TARGETS:%=$(BUILD)/tests/fuzz/target_%.o): $(BUILD)/tests/fuzz/target_%.o: tests/fuzz/target.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call show,CC,$< $*)
	$(call compile,$(CC) $(CPPFLAGS) $(ALL_CFLAGS) -DTARGET=fuzz_$* -c $<)
$(FUZZ_TARGETS:%=$(BUILD)/tests/fuzz/fuzz_%): $(BUILD)/tests/fuzz/fuzz_%: $(BUILD)/tests/fuzz/target_%.o $(FUZZ_OBJECTS) $(LIBRARY)
	$(call show,LINK,$@)
	$(call write,$(CC) $(ALL_CFLAGS) -fsanitize=fuzzer $(LDFLAGS) $^ $(LDLIBS))

clean:
	rm -rf build $(EXE) $(EXE:.exe=).exe $(EXE)-debug $(EXE)-sanitize $(MATCH) $(MATCH)-debug $(MATCH)-sanitize \
	    $(TRAINER) $(foreach program,$(EXE) $(MATCH) $(TRAINER),$(program).*.new)

-include $(shell find build -name '*.d' 2>/dev/null)
