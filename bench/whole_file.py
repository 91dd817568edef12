# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Whole files, for the scripts: writes them as src/util/whole_file.h says, and gives their hashes."""

import hashlib
import os
import stat
import tempfile


def sha256(path):
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def write(path, text):
    """Puts a text in the place of a file, or makes a new one. The old one's mode is kept, a link leads to the file."""
    target = os.path.realpath(path)
    if os.path.exists(target):
        mode = stat.S_IMODE(os.stat(target).st_mode) & 0o777
    else:
        mask = os.umask(0o077)
        os.umask(mask)
        mode = 0o666 & ~mask
    descriptor, temporary = tempfile.mkstemp(prefix=os.path.basename(target)[:200] + ".", suffix="~", dir=os.path.dirname(target))
    try:
        with open(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.chmod(temporary, mode)
            os.fsync(file.fileno())
        os.replace(temporary, target)
    except BaseException:
        os.unlink(temporary)
        raise
