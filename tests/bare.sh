#!/bin/bash
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
#
# Runs a command as on a bare Debian: in the tree as an archive has it, without git, with the programs of a minimal system and of
# the packages that README and tests/deps.sh name. `make deps` comes first.
#
#   tests/bare.sh make test
set -u
cd "$(dirname "$0")/.." || exit 2
bare=$(mktemp -d)
trap 'rm -rf "$bare"' EXIT
mkdir "$bare/bin" "$bare/tree"
git archive HEAD | tar x -C "$bare/tree" || exit 2

minimal=$(dpkg-query -W -f '${Package} ${Priority} ${db:Status-Abbrev}\n' | awk '$2 ~ /required|important/ && $3 == "ii" { print $1 }')
# shellcheck disable=SC2046
named=$(apt-cache depends --recurse --installed --no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces --no-enhances \
    gcc libc6-dev make $(tests/deps.sh list) | grep '^[a-z0-9]')
# shellcheck disable=SC2086
dpkg -L $minimal $named 2> "$bare/unknown" | sort -u > "$bare/files"
# The name of an alternative belongs to the package of the program that it leads to.
for link in /etc/alternatives/*; do
    if grep -qxF "$(readlink "$link")" "$bare/files"; then echo "/usr/bin/${link##*/}"; fi
done > "$bare/links"
cat "$bare/files" "$bare/links" | grep -E '^(/usr)?/(s?bin|games)/[^/]+$' | while read -r file; do
    [ ! -x "$file" ] || ln -sf "$file" "$bare/bin/"
done
if [ -e "$bare/bin/git" ]; then
    echo "$0: what README and tests/deps.sh name brings git along" >&2
    exit 2
fi
cd "$bare/tree" || exit 2
env -u MAKEFLAGS PATH="$bare/bin" "$@"
