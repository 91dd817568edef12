#!/bin/bash
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
#
# Debian packages into OUT, with the source package, from the source archive of `make dist`; nothing is fetched.
# The package of documents is left out where its compilers for WebAssembly are missing. lintian checks the
# result if it is installed. Usage: packaging/deb.sh OUT VERSION ARCHIVE
set -eu
out=$1 version=$2 archive=$(realpath "$3")
title=quincunx-$version
for tool in dpkg-buildpackage dh; do
    command -v "$tool" > /dev/null || { echo "deb: $tool is missing; Debian's dpkg-dev and debhelper have it" >&2; exit 2; }
done
rm -rf "$out"
mkdir -p "$out"
cp "$archive" "$out/quincunx_$version.orig.tar.gz"
tar -xzf "$archive" -C "$out"
cp -a "$out/$title/packaging/debian" "$out/$title/debian"
packaged=$(dpkg-parsechangelog -l "$out/$title/debian/changelog" -S Version)
if [ "${packaged%-*}" != "$version" ]; then
    echo "deb: packaging/debian/changelog is of $packaged, the engine of $version; add an entry" >&2
    exit 2
fi
# Files get the changelog's date, unless they are older.
if [ "$(dpkg-parsechangelog -l "$out/$title/debian/changelog" -S Timestamp)" -gt "$(date +%s)" ]; then
    echo "deb: the date in packaging/debian/changelog is to come; two builds would differ" >&2
    exit 2
fi
parts=--build=full
if ! (cd "$out/$title" && dpkg-checkbuilddeps > /dev/null 2>&1); then
    (cd "$out/$title" && dpkg-checkbuilddeps -B) || exit 2
    parts=--build=source,any
    echo "left out: quincunx-doc, for want of $(cd "$out/$title" && dpkg-checkbuilddeps 2>&1 | sed 's/.*: //')"
fi
# A package ignores the settings of the calling make and the user's flags.
if ! env -u MAKEFLAGS -u MFLAGS -u MAKEOVERRIDES -u CFLAGS -u LDFLAGS -u CC -C "$out/$title" dpkg-buildpackage -us -uc -d "$parts" \
    "-j${DEB_JOBS:-$(nproc)}" > "$out/build.log" 2>&1; then
    tail -n 30 "$out/build.log" >&2
    echo "deb: the build failed; $out/build.log has all of it" >&2
    exit 1
fi
rm -rf "${out:?}/$title"
# There is no Debian bug that requests this package.
if command -v lintian > /dev/null; then
    lintian --fail-on error,warning --suppress-tags initial-upload-closes-no-bugs "$out"/*.changes 2> "$out/lintian.log" || {
        cat "$out/lintian.log" >&2
        exit 1
    }
fi
ls -l "$out"/*.deb | awk '{printf "  %9d bytes  %s\n", $5, $NF}'
