#!/bin/bash
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
#
# What packages are made of: versions agree, the metadata is valid, and the test of the installed Debian package
# passes where `make install` puts things as the package does. tests/packages.sh builds packages.
# Usage: tests/test_packaging.sh [ENGINE]: a built program, with quincunx-match in the same folder.
set -u
cd "$(dirname "$0")/.." || exit 2
engine=$(realpath "${1:-quincunx}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# shellcheck source=tests/ok.sh
. tests/ok.sh

version=$("$engine" --version | sed -n '1s/.* //p')
ok "the changelog of the package is of this version" equal "$(sed -n '1s/.*(\(.*\)-[^-]*).*/\1/p' packaging/debian/changelog)" "$version"
ok "so is the metainfo" equal "$(sed -n 's/.*<release version="\([^"]*\)".*/\1/p' packaging/quincunx.metainfo.xml | head -n 1)" "$version"
dated=$(date -d "$(sed -n 's/^ -- .*>  //p' packaging/debian/changelog | head -n 1)" +%s)
ok "its date is past: what is newer gets that date, so that two builds are alike" test "$dated" -lt "$(date +%s)"
# The people behind a package are named in one place, packaging/debian/control.
ok "its maintainer is that of the package" equal "$(sed -n 's/^ -- \(.*>\)  .*/\1/p' packaging/debian/changelog | head -n 1)" \
    "$(sed -n 's/^Maintainer: //p' packaging/debian/control)"
if command -v appstreamcli > /dev/null; then ok "the metainfo is valid" appstreamcli validate --no-net packaging/quincunx.metainfo.xml
else skip "validating the metainfo: install appstream"; fi
tr -s ' \n' ' ' < packaging/debian/control > "$work/control"
while read -r title; do
    ok "the package's description names $title" grep -qiF "$title" "$work/control"
done < <("$engine" games --json | sed -n 's/.*"title":"\([^"]*\)".*/\1/p')

ok "installed as the package does" "${MAKE:-make}" install DESTDIR="$work/root" PREFIX=/usr BINDIR=/usr/games EXE="$engine" \
    MATCH="$(dirname "$engine")/quincunx-match" LAB="$(dirname "$engine")/quincunx-lab"
ok "the package's own test passes" timeout 300 env QUINCUNX_ROOT="$work/root" sh packaging/debian/tests/play
rm "$work/root/usr/games/quincunx"
ok "which notices that the engine is missing" bash -c '! timeout 300 env QUINCUNX_ROOT="$1" PATH=/usr/bin:/bin sh packaging/debian/tests/play' - "$work/root"

result
