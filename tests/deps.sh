#!/bin/sh
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
#
# Installs the Debian packages that `make test` needs and this system lacks, with sudo unless
# run as root. Names the packages that could not be installed.
# "deps.sh more": also for the groups tools and gui of tests/run.sh.
# "deps.sh web": for `make web` and the tests of the page in a browser.
# "deps.sh all": also everything that `make check-all` can use: compilers and emulators for
# other processors and for Windows. Without them it skips those parts and names what it lacks.
# "deps.sh list": installs nothing, and prints the names of what `make test` needs.
set -u

# Each package and how to detect it: a program, or pkg-config for libraries.
wanted='gcc:gcc make:make pkg-config:pkg-config check:check.pc python3:python3 pgn-extract:pgn-extract mandoc:mandoc rlwrap:rlwrap'
more='clang:clang xboard:xboard xvfb:Xvfb xdotool:xdotool librsvg2-bin:rsvg-convert desktop-file-utils:desktop-file-validate'
web='clang:clang lld:wasm-ld wasi-libc:/usr/lib/wasm32-wasi/libc.a
libclang-rt-dev-wasm32:/usr/lib/llvm-*/lib/clang/*/lib/wasi/libclang_rt.builtins-wasm32.a binaryen:wasm-opt python3:python3
nodejs:node chromium:chromium chromium-headless-shell:chromium-headless-shell chromium-driver:chromedriver python3-selenium:/usr/lib/python3/dist-packages/selenium'
others='qemu-user:qemu-aarch64 gcc-aarch64-linux-gnu:aarch64-linux-gnu-gcc libc6-dev-arm64-cross:/usr/aarch64-linux-gnu/include/stdio.h
gcc-s390x-linux-gnu:s390x-linux-gnu-gcc libc6-dev-s390x-cross:/usr/s390x-linux-gnu/include/stdio.h
gcc-i686-linux-gnu:i686-linux-gnu-gcc libc6-dev-i386-cross:/usr/i686-linux-gnu/include/stdio.h
gcc-mingw-w64-x86-64:x86_64-w64-mingw32-gcc wine:wine groff:groff
appstream:appstreamcli debhelper:dh lintian:lintian faketime:faketime'
case ${1-} in
'') ;;
more) wanted="$wanted $more" ;;
web) wanted=$web ;;
all) wanted="$wanted $more $web $others" ;;
list)
    for pair in $wanted; do echo "${pair%%:*}"; done
    exit
    ;;
*)
    echo "usage: tests/deps.sh [more|web|all|list]" >&2
    exit 2
    ;;
esac

present() {
    # shellcheck disable=SC2086
    case $1 in
    /*) ls -d $1 >/dev/null 2>&1 ;;
    *.pc) command -v pkg-config >/dev/null && pkg-config --exists "${1%.pc}" ;;
    *) PATH=$PATH:/usr/games:/usr/sbin command -v "$1" >/dev/null ;;
    esac
}

lacking() {
    for pair in $wanted; do
        present "${pair#*:}" || printf ' %s' "${pair%%:*}"
    done
}

# Each part names its own packages; each is requested once.
packages=$(lacking | tr ' ' '\n' | sort -u | tr '\n' ' ')
[ -n "${packages# }" ] || exit 0
if ! command -v apt-get >/dev/null; then
    echo "Please install:$packages (this system has no apt-get)." >&2
    exit 1
fi
as_root=
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
        echo "Please install as root:$packages" >&2
        exit 1
    fi
    as_root=sudo
fi
echo "Installing:$packages"
export DEBIAN_FRONTEND=noninteractive
$as_root apt-get -q update || echo "apt-get update failed; trying with what is known" >&2
# shellcheck disable=SC2086
if ! $as_root apt-get -q -y install --no-install-recommends $packages; then
    # A package that is not available must not stop the others.
    for package in $packages; do
        $as_root apt-get -q -y install --no-install-recommends "$package" || :
    done
fi
packages=$(lacking)
[ -z "$packages" ] || {
    echo "Could not install:$packages" >&2
    # The tests run without the missing packages, and report what they skip.
    for package in $packages; do
        case $package in
        gcc | make | pkg-config | check) exit 1 ;;
        lld | wasi-libc | libclang-rt-dev-wasm32 | binaryen) [ "${1-}" != web ] || exit 1 ;;
        esac
    done
}
