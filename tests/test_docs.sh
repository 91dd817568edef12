#!/bin/sh
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
#
# The diagrams in docs and docs/rules are those that this engine draws.
# Usage: tests/test_docs.sh ENGINE
exec python3 docs/make.py "$1" --check
