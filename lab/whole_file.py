# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Whole files, for the scripts: writes them as src/util/whole_file.h says, reads stored data, and hashes them."""

import errno
import hashlib
import json
import os
import stat
import sys
import tempfile

JSON_MAX = 256 << 20  # bytes of a stored file


class Unreadable(Exception):
    """The fault of a file, with its name."""


def sha256(path):
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


LINKS_MAX = 40


def follow_links(path):
    """The end of a chain of links. In a sticky world-writable folder, only links of the user or of the folder's owner are
    followed, as in src/util/whole_file.c."""
    for _ in range(LINKS_MAX):
        try:
            link = os.lstat(path)
        except FileNotFoundError:
            return path
        if not stat.S_ISLNK(link.st_mode):
            return path
        folder = os.stat(os.path.dirname(path) or ".")
        shared = folder.st_mode & stat.S_ISVTX and folder.st_mode & stat.S_IWOTH
        if shared and link.st_uid not in (os.geteuid(), folder.st_uid):
            raise PermissionError(errno.EPERM, "a link of another user in a folder in which all may write is not followed", path)
        path = os.path.join(os.path.dirname(path), os.readlink(path))
    raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), path)


def write(path, text):
    """Replaces a file by a text, or makes a new one. Keeps the old one's mode and follows a link."""
    target = follow_links(path)
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


def read_json(path, keys, version=1):
    """The data that a script stored in a file, with at least these keys. Unreadable if it is not a plain file, too large,
    damaged, or of a later version."""
    try:
        status = os.stat(path)
        if not stat.S_ISREG(status.st_mode) or status.st_size > JSON_MAX:
            raise Unreadable(f"{path} is not a plain file of at most {JSON_MAX >> 20} MiB")
        with open(path, encoding="utf-8") as file:
            found = json.load(file)
    except OSError as error:
        raise Unreadable(f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError):
        raise Unreadable(f"{path} is damaged") from None
    if not isinstance(found, (dict, list)) or not all(key in found for key in keys):
        raise Unreadable(f"{path} is damaged")
    if isinstance(found, dict) and found.get("version", 1) != version:
        raise Unreadable(f"{path} is of another version of this program")
    return found


def kept_json(path, keys):
    """The same for data that can be made again: None if there is no file, or with a message if it cannot be read."""
    try:
        return read_json(path, keys) if os.path.exists(path) else None
    except Unreadable as problem:
        print(f"{problem}; it is made again", file=sys.stderr)
        return None
