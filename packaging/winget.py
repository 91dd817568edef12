#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""The manifests for winget, from the templates in packaging/winget.

    packaging/winget.py ZIP VERSION URL OUT

fills in the version, the address of the zip file for Windows, and its checksum, and writes
them into OUT/manifests/q/Quincunx/Quincunx/VERSION, as winget-pkgs orders them.
"""

import hashlib
import os
import re
import sys

TEMPLATES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "winget")


def main():
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    archive, version, url, out = sys.argv[1:]
    if not re.fullmatch(r"https://[!-~]+", url) or '"' in url or "\\" in url:
        sys.exit(f"winget: '{url}' is not an address that begins with https://; WINGET_URL is that of the published zip file")
    try:
        with open(archive, "rb") as file:
            digest = hashlib.sha256(file.read()).hexdigest().upper()
    except OSError as error:
        sys.exit(f"winget: {error}; `make dist` makes it")
    values = {"VERSION": version, "URL": url, "SHA256": digest}
    folder = os.path.join(out, "manifests", "q", "Quincunx", "Quincunx", version)
    os.makedirs(folder, exist_ok=True)
    for name in sorted(os.listdir(TEMPLATES)):
        with open(os.path.join(TEMPLATES, name), encoding="utf-8") as file:
            text = re.sub(r"@([A-Z0-9]+)@", lambda match: values[match.group(1)], file.read())
        with open(os.path.join(folder, name), "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        print("  " + os.path.join(folder, name))


if __name__ == "__main__":
    main()
