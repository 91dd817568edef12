#!/bin/sh
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
#
# Prints the folder of XBoard's pictures of pieces: where XBoard is installed, or FOLDER, into which they are
# taken out of Debian's package without installing it. Prints nothing if there are none to be had.
# Usage: web/pieces.sh FOLDER
set -u
inside=usr/share/games/xboard/themes/default
if [ -d "/$inside" ]; then
    echo "/$inside"
    exit
fi
if [ ! -d "$1/$inside" ] && command -v apt-get > /dev/null && command -v dpkg-deb > /dev/null; then
    new=$1.$$.new
    mkdir -p "$new/package"
    echo "  GET  pictures of pieces, out of Debian's package xboard" >&2
    # The package need not be complete here: what is unpacked in part is not used.
    if (cd "$new/package" && timeout 60 apt-get -q download xboard) > /dev/null 2>&1 &&
        dpkg-deb -x "$new"/package/xboard_*.deb "$new" 2> /dev/null && mkdir -p "$1"; then
        mv -T "$new/usr" "$1/usr" 2> /dev/null
    fi
    rm -rf "$new"
fi
[ ! -d "$1/$inside" ] || echo "$1/$inside"
