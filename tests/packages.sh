#!/bin/bash
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
#
# Builds the Debian packages twice, in other folders, time zones and languages, with other permissions and, with faketime,
# more than a year later: the same bytes, and lintian has nothing against them. The unpacked package passes its own
# test. Minutes of computing.
# Usage: tests/packages.sh
set -u
cd "$(dirname "$0")/.." || exit 2
for tool in dpkg-buildpackage dh lintian; do
    command -v "$tool" > /dev/null || { echo "skipped: $tool is not installed (make deps-all)"; echo "0 passed, 0 failed, 1 skipped"; exit 0; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# shellcheck source=tests/ok.sh
. tests/ok.sh

# shellcheck disable=SC2329
build() { ${later:-} ${MAKE:-make} --no-print-directory deb DEB="$1"; }
# A later day changes the time, not the dates of the files.
# shellcheck disable=SC2329
elsewhere() (
    umask 027
    export TZ=Asia/Tokyo LC_ALL=C.UTF-8 LANG=de_DE.UTF-8 HOME="$work/home"
    later=
    if command -v faketime > /dev/null; then later="env NO_FAKE_STAT=1 faketime -f +400d"; fi
    build "$1"
)
ok "make deb" build "$work/one"
mkdir -p "$work/home" "$work/another/deeper"
ok "elsewhere" elsewhere "$work/another/deeper/folder"
packages=0
for package in "$work"/one/*.deb; do
    ok "the same bytes: $(basename "$package")" cmp "$package" "$work/another/deeper/folder/$(basename "$package")"
    packages=$((packages + 1))
done
ok "there are packages" test "$packages" -ge 2
ok "the package unpacks" dpkg-deb -x "$work"/one/quincunx_*_"$(dpkg --print-architecture)".deb "$work/root"
ok "it plays" env QUINCUNX_ROOT="$work/root" sh packaging/debian/tests/play

result
