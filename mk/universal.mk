# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
#
# ARCH=universal: one program that is fast on all x86-64 machines. The engine stands in it once for x86-64 and once for
# each of PARTS, and packaging/universal.c chooses. Of a part only main is visible from outside, by the part's name; the
# embedded files and the kernels are there once. (On Windows pointers to variables are sections of which the linker keeps
# one of a name; each part needs its own.)

PARTS   := x86-64-v2 x86-64-v3-nopext x86-64-v3
KERNELS := $(filter $(BUILD)/src/eval/kernel%,$(OBJECTS))
PART_NAME    = $(ARCH:universal=x86-64)
PART_MAIN    = main_$(subst -,_,$(PART_NAME))
PART_OBJECTS = $(filter-out $(KERNELS) %/embed/none.o,$(OBJECTS))
ifeq ($(ARCH),universal)
ifeq ($(filter x86_64%,$(MACHINE)),)
$(error ARCH=universal is for x86-64; $(CC) compiles for $(MACHINE))
endif
ENGINE  := $(BUILD)/packaging/universal.o $(BUILD)/part.o $(PARTS:%=$(BUILD)/%/part.o) $(EMBEDDED) $(KERNELS)
endif

$(BUILD)/part.o: $(PART_OBJECTS)
	$(call show,PART,$@)
	$(QUIET)$(begin); $(LD) -r $^ -o "$$new" && $(OBJCOPY) --redefine-sym main=$(PART_MAIN) \
	    --keep-global-symbol=$(PART_MAIN) --set-section-flags '.rdata$$.refptr.*=alloc,load,readonly,data,contents' "$$new" && \
	    mv -f "$$new" $@ || { rm -f "$$new"; exit 1; }
$(PARTS:%=$(BUILD)/%/part.o): $(BUILD)/%/part.o: FORCE
	+$(QUIET)$(MAKE) --no-print-directory ARCH=$* BUILD=$(BUILD)/$* $@

.PHONY: universal
universal:
	$(MAKE) ARCH=universal $(EXE) $(MATCH)
