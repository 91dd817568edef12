# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
#
# Packages: Windows, releases, winget, Debian, installation.

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

# The files of a release, in DIST: the source, a zip file for Windows, the page, the endgame tables that are in TABLES, a
# list of all that is in them, and checksums. Parts that cannot be built here are skipped and named; DIST_PARTS lists the parts to try.
DIST       ?= build/dist
DIST_PARTS ?= source windows page tables
VERSION     = $(shell sed -n 's/^.define ENGINE_VERSION "\(.*\)"$$/\1/p' src/session/session.h)
DIST_NEEDS  = $(strip $(foreach tool,$(1),$(if $(shell command -v $(tool)),,$(tool))))
DIST_LACKS_windows  = $(call DIST_NEEDS,$(WINDOWS_CC) rsvg-convert)
DIST_LACKS_page     = $(call DIST_NEEDS,$(firstword $(WEB_CC)) wasm-ld wasm-opt)
DIST_LACKS_tables   = $(if $(wildcard $(TABLES)/*/*.end),,$(TABLES))
DIST_MADE           = $(foreach part,$(DIST_PARTS),$(if $(DIST_LACKS_$(part)),,$(part)))
DIST_WINDOWS        = build/dist-windows
.PHONY: dist
dist: $(if $(filter windows,$(DIST_MADE)),$(if $(wildcard $(EXE)),,$(EXE)) $(if $(wildcard $(LAB)),,$(LAB)))
	$(if $(filter windows,$(DIST_MADE)),@rm -rf $(DIST_WINDOWS) && $(MAKE) windows EXE=$(DIST_WINDOWS).exe)
	$(if $(filter windows,$(DIST_MADE)),@packaging/pieces.py winboard $(abspath $(EXE)) $(DIST_WINDOWS) && mv $(DIST_WINDOWS).exe $(DIST_WINDOWS)/quincunx.exe)
	$(if $(filter page,$(DIST_MADE)),@$(MAKE) web)
	@packaging/build.py "$(DIST)" "$(VERSION)" $(if $(filter windows,$(DIST_MADE)),--windows $(DIST_WINDOWS)) \
	    $(if $(filter page,$(DIST_MADE)),--page $(WEB)/quincunx.html) $(if $(filter tables,$(DIST_MADE)),--tables $(TABLES))
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
	@packaging/build.py build/deb-source "$(VERSION)" > /dev/null
	@packaging/deb.sh "$(DEB)" "$(VERSION)" "build/deb-source/quincunx-$(VERSION).tar.gz"

# The page's pictures of the pieces for XBoard, a folder for each game.
$(PIECES): packaging/pieces.py $(wildcard web/pictures/*) | $(if $(wildcard $(EXE)),,$(EXE))
	rm -rf $@
	packaging/pieces.py xboard $(abspath $(EXE)) $@.new
	mv $@.new $@

# Installs the existing build of any kind; builds what is missing.
BINDIR  = $(PREFIX)/bin
DATADIR = $(PREFIX)/share
# The page and its server, where Python can put them together.
INSTALL_PAGE := $(if $(shell command -v python3),$(WEB)/served.html)
.PHONY: install uninstall
install: $(if $(wildcard $(EXE)),,$(EXE)) $(if $(wildcard $(MATCH)),,$(MATCH)) $(if $(wildcard $(LAB)),,$(LAB)) $(INSTALL_PAGE) $(if $(INSTALL_PAGE),$(PIECES))
	install -d $(INSTALLED_DIRS:%="$(DESTDIR)%")
	install -m 755 $(EXE) "$(DESTDIR)$(BINDIR)/quincunx"
	install -m 755 $(MATCH) "$(DESTDIR)$(BINDIR)/quincunx-match"
	install -m 755 $(LAB) "$(DESTDIR)$(BINDIR)/quincunx-lab"
	install -m 755 packaging/desktop/quincunx-play "$(DESTDIR)$(BINDIR)/quincunx-play"
	install -m 644 docs/quincunx.6 docs/quincunx-match.6 docs/quincunx-lab.6 docs/quincunx-play.6 "$(DESTDIR)$(DATADIR)/man/man6"
	install -m 644 packaging/desktop/quincunx.svg "$(DESTDIR)$(DATADIR)/icons/hicolor/scalable/apps"
	sed 's|@BINDIR@|$(BINDIR)|' packaging/desktop/quincunx.desktop > "$(DESTDIR)$(DATADIR)/applications/quincunx.desktop"
	sed 's|@BINDIR@|$(BINDIR)|; s|@GAMES@|$(GAMES_LIST)|' packaging/desktop/xboard.eng > "$(DESTDIR)$(DATADIR)/games/plugins/xboard/quincunx.eng"
	sed 's|@BINDIR@|$(BINDIR)|; s|@GAMES@|$(GAMES_LIST)|' packaging/desktop/uci.eng > "$(DESTDIR)$(DATADIR)/games/plugins/uci/quincunx.eng"
	chmod 644 $(INSTALLED_DATA:%="$(DESTDIR)%")
	$(if $(INSTALL_PAGE),install -d "$(DESTDIR)$(DATADIR)/quincunx")
	$(if $(INSTALL_PAGE),install -m 644 web/serve.py $(INSTALL_PAGE) "$(DESTDIR)$(DATADIR)/quincunx")
	$(if $(INSTALL_PAGE),cd $(PIECES) && for game in *; do \
	    install -d "$(DESTDIR)$(DATADIR)/quincunx/pieces/$$game" && install -m 644 "$$game"/* "$(DESTDIR)$(DATADIR)/quincunx/pieces/$$game" || exit; done)
uninstall:
	rm -f $(INSTALLED_BINS:%="$(DESTDIR)%") $(INSTALLED_DATA:%="$(DESTDIR)%") $(INSTALLED_PAGE:%="$(DESTDIR)%")
	rm -rf "$(DESTDIR)$(DATADIR)/quincunx/pieces"

COMMA := ,
GAMES_LIST = $(subst $() ,$(COMMA),$(GAMES))
INSTALLED_PAGE = $(addprefix $(DATADIR)/quincunx/,serve.py served.html)
INSTALLED_BINS = $(addprefix $(BINDIR)/,quincunx quincunx-match quincunx-lab quincunx-play)
INSTALLED_DATA = $(addprefix $(DATADIR)/,man/man6/quincunx.6 man/man6/quincunx-match.6 man/man6/quincunx-lab.6 man/man6/quincunx-play.6 \
    icons/hicolor/scalable/apps/quincunx.svg applications/quincunx.desktop games/plugins/xboard/quincunx.eng \
    games/plugins/uci/quincunx.eng)
INSTALLED_DIRS = $(BINDIR) $(sort $(dir $(INSTALLED_DATA)))
