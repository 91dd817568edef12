# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
#
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
