#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the files of a release from what has been built; `make dist` calls this.

    packaging/build.py OUT VERSION [--windows FOLDER] [--page PAGE.html] [--tables FOLDER]

writes into OUT the source archive, with --windows a zip file for Windows of quincunx.exe and all else in FOLDER, with --page
the page, with --tables a zip file of the endgame tables in FOLDER/GAME, a list of what is in them (spdx.py) and SHA256SUMS
of these. The same files always give the same bytes: names are sorted, dates are all SOURCE_DATE_EPOCH (else 1980), owners
are nobody.
"""

import argparse
import gzip
import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import time
import zipfile

sys.dont_write_bytecode = True  # afterwards the tree has only what git tracks
import spdx  # noqa: E402

TREE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
EARLIEST = 315532800  # 1 January 1980: a zip file knows no earlier date


def read(path):
    with open(path, "rb") as file:
        return file.read()


def source_files():
    """The source files: those that git tracks; in a tree without git, as from an archive, all but build products."""
    try:
        top = subprocess.run(["git", "-C", TREE, "rev-parse", "--show-toplevel"], capture_output=True, text=True)
        if top.returncode == 0 and os.path.realpath(top.stdout.strip()) == os.path.realpath(TREE):
            said = subprocess.run(["git", "-C", TREE, "ls-files", "-z"], capture_output=True, check=True).stdout
            names = [os.fsdecode(name) for name in said.split(b"\0") if name]
            return sorted(name for name in names if os.path.isfile(os.path.join(TREE, name)))
    except OSError:
        pass  # there is no git
    return sorted(walk())


def walk():
    for folder, folders, files in os.walk(TREE):
        inside = os.path.relpath(folder, TREE)
        folders[:] = [name for name in folders if name not in (".git", "__pycache__") and not (inside == "." and name in ("build", "tablebases"))]
        for name in files:
            if name.endswith((".o", ".exe")) or (inside == "." and (name == "quincunx" or name.startswith("quincunx-"))):
                continue
            yield os.path.normpath(os.path.join(inside, name))


def source_archive(path, title, date):
    """Writes the archive; returns its contents."""
    packed, inside = io.BytesIO(), {}
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.GNU_FORMAT) as tar:
        for name in source_files():
            full = os.path.join(TREE, name)
            info = tarfile.TarInfo(f"{title}/{name}")
            info.mode = 0o755 if os.access(full, os.X_OK) else 0o644
            info.mtime = date
            content = read(full)
            info.size = len(content)
            tar.addfile(info, io.BytesIO(content))
            inside[info.name] = content
    with open(path, "wb") as file, gzip.GzipFile("", "wb", 9, file, mtime=0) as zipped:
        zipped.write(packed.getvalue())
    return inside


def for_windows(text):
    """Text with Windows line ends."""
    return text.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")


def windows_archive(path, title, date, version, folder, page):
    """The same for Windows."""
    files = {}
    for found, _, names in os.walk(folder):
        for name in names:
            files[os.path.relpath(os.path.join(found, name), folder).replace(os.sep, "/")] = read(os.path.join(found, name))
    files["README.txt"] = files["README.txt"].replace(b"@VERSION@", version.encode())
    for name, source in (("LICENSE.txt", "LICENSE"), ("CHANGELOG.txt", "CHANGELOG.md")):
        files[name] = for_windows(read(os.path.join(TREE, source)))
    if page:
        files["quincunx.html"] = read(page)
    return zip_archive(path, title, date, files)


def tables_archive(path, title, date, folder):
    """Endgame tables, for any system. They are compressed already."""
    files = {"README.txt": for_windows(read(os.path.join(TREE, "packaging", "tables.txt")))}
    for found, _, names in os.walk(folder):
        for name in names:
            if name.endswith(".end"):
                full = os.path.join(found, name)
                files[os.path.relpath(full, folder).replace(os.sep, "/")] = read(full)
    if len(files) == 1:
        sys.exit(f"dist: there are no tables in {folder}")
    return zip_archive(path, title, date, files)


def zip_archive(path, title, date, files):
    """Writes files, by name, below a folder; returns the contents."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(files):
            info = zipfile.ZipInfo(f"{title}/{name}", time.gmtime(date)[:6])
            info.compress_type = zipfile.ZIP_STORED if name.endswith(".end") else zipfile.ZIP_DEFLATED
            info.create_system = 0
            info.external_attr = 0
            archive.writestr(info, files[name])
    return {f"{title}/{name}": content for name, content in files.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out")
    parser.add_argument("version")
    parser.add_argument("--windows", metavar="FOLDER")
    parser.add_argument("--page", metavar="PAGE")
    parser.add_argument("--tables", metavar="FOLDER")
    options = parser.parse_args()
    if not options.version:
        sys.exit("dist: there is no version; it stands in src/session/session.h")
    date = max(EARLIEST, int(os.environ.get("SOURCE_DATE_EPOCH", EARLIEST)))
    title = f"quincunx-{options.version}"
    # Removes files of another version, or of parts that are not made now.
    shutil.rmtree(options.out, ignore_errors=True)
    os.makedirs(options.out)
    made = {}  # what is in each file

    def place(name):
        return os.path.join(options.out, name)

    name = f"{title}.tar.gz"
    made[name] = source_archive(place(name), title, date)
    if options.windows:
        name = f"{title}-windows.zip"
        made[name] = windows_archive(place(name), title + "-windows", date, options.version, options.windows, options.page)
    if options.page:
        name = f"{title}.html"
        shutil.copyfile(options.page, place(name))
        made[name] = {name: read(options.page)}
    if options.tables:
        name = f"{title}-tables.zip"
        made[name] = tables_archive(place(name), title + "-tables", date, options.tables)
    archives = [(name, read(place(name)), inside) for name, inside in made.items()]
    name = f"{title}.spdx.json"
    with open(place(name), "w", encoding="ascii", newline="\n") as file:
        json.dump(spdx.document(options.version, date, archives[0], archives[1:]), file, indent=1)
        file.write("\n")
    made[name] = None
    with open(place("SHA256SUMS"), "w", encoding="ascii", newline="\n") as file:
        file.writelines(f"{hashlib.sha256(read(place(name))).hexdigest()}  {name}\n" for name in sorted(made))
    for name in (*made, "SHA256SUMS"):
        print(f"  {os.path.getsize(place(name)):>11,} bytes  {place(name)}")


if __name__ == "__main__":
    main()
