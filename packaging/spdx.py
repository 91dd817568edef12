# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""The list of the contents of a release, in SPDX 2.3 (https://spdx.github.io/spdx-spec/v2.3), as JSON.

It names every file of every archive with its checksums and its licence, the files built into the program and into the page,
and the origins of libraries. The same files give the same list.
"""

import hashlib
import json
import os
import re
import time

PROJECT = "GPL-3.0-or-later"
OWNER = "2026 The Quincunx authors"
# Files without an identifier of their own, by the beginning of their name in the source; else the project's.
EXCEPTIONS = {"packaging/quincunx.metainfo.xml": "FSFAP"}
# The files built into the engine and the page, by folder of the source.
EMBEDDED = re.compile(r"(nnue/nets/.*\.nnue|src/variants/.*\.(pack|book|epd)|docs/rules/.*\.lessons)$")
KINDS = {".c": "SOURCE", ".h": "SOURCE", ".py": "SOURCE", ".sh": "SOURCE", ".js": "SOURCE", ".mk": "SOURCE", ".css": "SOURCE",
         ".bat": "SOURCE", ".md": "DOCUMENTATION", ".6": "DOCUMENTATION", ".txt": "DOCUMENTATION", ".svg": "IMAGE", ".png": "IMAGE", ".bmp": "IMAGE",
         ".exe": "BINARY", ".nnue": "BINARY", ".pack": "BINARY", ".end": "BINARY", ".book": "OTHER", ".lessons": "OTHER", ".epd": "OTHER"}
# Libraries that are linked in: name, supplier, licence, copyright, home page.
WINDOWS_LIBRARIES = [
    ("mingw-w64 runtime", "Organization: mingw-w64", "ZPL-2.1 AND LicenseRef-public-domain", "mingw-w64 authors",
     "https://www.mingw-w64.org"),
    ("winpthreads", "Organization: mingw-w64", "MIT AND BSD-3-Clause", "mingw-w64 authors", "https://www.mingw-w64.org"),
    ("libgcc", "Organization: Free Software Foundation", "GPL-3.0-or-later WITH GCC-exception-3.1",
     "Free Software Foundation, Inc.", "https://gcc.gnu.org")]
PAGE_LIBRARIES = [
    ("wasi-libc", "Organization: The WebAssembly project", "Apache-2.0 WITH LLVM-exception AND MIT",
     "wasi-libc and musl authors", "https://github.com/WebAssembly/wasi-libc"),
    ("compiler-rt", "Organization: The LLVM project", "Apache-2.0 WITH LLVM-exception", "LLVM authors",
     "https://compiler-rt.llvm.org")]


def hashes(content):
    return [{"algorithm": name, "checksumValue": hashlib.new(name.lower(), content).hexdigest()} for name in ("SHA1", "SHA256")]


def licences_said(content):
    """The licences that a text file itself names."""
    said = re.findall(rb"SPDX-License-Identifier: *([A-Za-z0-9.+-]+)", content[:4000])
    return sorted({name.decode() for name in said}) or ["NONE"]


def file_entry(number, name, inside, content):
    """`name` is that in the archive, `inside` the one below its folder."""
    said = licences_said(content)
    licence = EXCEPTIONS.get(inside, PROJECT)
    entry = {"SPDXID": f"SPDXRef-File-{number}", "fileName": "./" + name, "checksums": hashes(content), "copyrightText": OWNER,
             "licenseConcluded": licence, "licenseInfoInFiles": said,
             "fileTypes": [KINDS.get(os.path.splitext(inside)[1], "TEXT")]}
    if os.path.basename(inside) in ("LICENSE", "LICENSE.txt"):
        entry["copyrightText"] = "2007 Free Software Foundation, Inc."
        entry["comment"] = "the text of the licence"
    return entry


def archive_package(number, name, content, version, purpose, files):
    """The package of an archive; `files` are its entries."""
    code = hashlib.sha1("".join(sorted(file["checksums"][0]["checksumValue"] for file in files)).encode()).hexdigest()
    return {"SPDXID": f"SPDXRef-Package-{number}", "name": name, "versionInfo": version, "packageFileName": name,
            "downloadLocation": "NOASSERTION", "supplier": "Organization: The Quincunx authors", "primaryPackagePurpose": purpose,
            "checksums": hashes(content), "filesAnalyzed": True, "packageVerificationCode": {"packageVerificationCodeValue": code},
            "licenseConcluded": PROJECT, "licenseDeclared": PROJECT,
            "licenseInfoFromFiles": sorted({licence for file in files for licence in file["licenseInfoInFiles"]}),
            "copyrightText": OWNER, "hasFiles": [file["SPDXID"] for file in files]}


def library_package(number, library):
    name, supplier, licence, owner, home = library
    return {"SPDXID": f"SPDXRef-Part-{number}", "name": name, "downloadLocation": "NOASSERTION", "homepage": home,
             "supplier": supplier, "filesAnalyzed": False, "licenseConcluded": licence, "licenseDeclared": licence, "copyrightText": owner}


def document(version, date, source, others):
    """The list. `source` is (file name, its bytes, {name: bytes} of what is in it), `others` a list of such; a file that is
    not an archive contains only itself. The first name before a slash is the archive's folder."""
    packages, files, relations, parts = [], [], [], {}

    def relate(one, kind, other):
        relations.append({"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other})

    def part(library):
        if library[0] not in parts:
            packages.append(library_package(len(parts), library))
            parts[library[0]] = packages[-1]["SPDXID"]
        return parts[library[0]]

    embedded, drawn = [], []
    for number, (name, content, inside) in enumerate([source, *others]):
        entries = []
        for path in sorted(inside):
            below = path.split("/", 1)[-1]
            entry = file_entry(len(files), path, below, inside[path])
            entries.append(entry)
            files.append(entry)
            if number == 0 and EMBEDDED.match(below):
                embedded.append(entry["SPDXID"])
            if number == 0 and re.match(r"web/pictures/.*\.svg$", below):
                drawn.append(entry["SPDXID"])
        purpose = "SOURCE" if number == 0 else "DATA" if name.endswith("-tables.zip") else "INSTALL" if name.endswith(".zip") else "APPLICATION"
        packages.append(archive_package(number, name, content, version, purpose, entries))
        relate("SPDXRef-DOCUMENT", "DESCRIBES", f"SPDXRef-Package-{number}")
        for entry in entries:
            kind = os.path.splitext(entry["fileName"])[1]
            if kind not in (".exe", ".html") or number == 0:
                continue
            relate(entry["SPDXID"], "GENERATED_FROM", "SPDXRef-Package-0")
            for other in embedded + (drawn if kind == ".html" else []):
                relate(entry["SPDXID"], "CONTAINS", other)
            for library in WINDOWS_LIBRARIES if kind == ".exe" else PAGE_LIBRARIES:
                relate(entry["SPDXID"], "STATIC_LINK", part(library))
    digest = hashlib.sha256(json.dumps([packages, files, relations]).encode()).hexdigest()
    return {"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"quincunx-{version}",
            "documentNamespace": f"https://spdx.org/spdxdocs/quincunx-{version}-{digest}",
            "creationInfo": {"created": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(date)),
                             "creators": ["Organization: The Quincunx authors", f"Tool: quincunx-dist-{version}"]},
            "hasExtractedLicensingInfos": [{
                "licenseId": "LicenseRef-public-domain", "name": "Public domain",
                "extractedText": "This file has no copyright assigned and is placed in the Public Domain."}],
            "packages": packages, "files": files, "relationships": relations}
