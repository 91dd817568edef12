#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Checks the metadata of a release; test_dist.sh calls it. Prints each fault; exit status 1 if there are any.

    tests/release_lists.py spdx FOLDER           the list of contents of a `make dist` (SPDX 2.3) against its files: every file of
                                                 every archive with its checksum and a licence, and nothing else
    tests/release_lists.py winget FOLDER ZIP     winget's manifests against each other and the zip file
"""

import glob
import hashlib
import json
import os
import re
import sys
import tarfile
import zipfile

faults = []


def check(truth, fault):
    if not truth:
        faults.append(fault)


def read(path):
    with open(path, "rb") as file:
        return file.read()


def contents(path):
    """{name: bytes} of an archive; of another file, itself."""
    if path.endswith(".tar.gz"):
        with tarfile.open(path) as tar:
            return {member.name: tar.extractfile(member).read() for member in tar if member.isfile()}
    if path.endswith(".zip"):
        with zipfile.ZipFile(path) as archive:
            return {name: archive.read(name) for name in archive.namelist()}
    return {os.path.basename(path): read(path)}


def has_checksum(what, entry, content):
    sums = {item["algorithm"]: item["checksumValue"] for item in entry["checksums"]}
    check(sums["SHA256"] == hashlib.sha256(content).hexdigest() and sums["SHA1"] == hashlib.sha1(content).hexdigest(), f"{what}: another checksum")
    check(entry["licenseConcluded"] and entry["copyrightText"], f"{what}: no licence")


def spdx(folder):
    (path,) = glob.glob(os.path.join(folder, "*.spdx.json"))
    document = json.loads(read(path))
    check(document["spdxVersion"] == "SPDX-2.3" and re.match("https?://", document["documentNamespace"]), "another format")
    names = [document["SPDXID"], *(entry["SPDXID"] for entry in document["files"] + document["packages"])]
    check(len(names) == len(set(names)), "an SPDXID stands twice")
    for entry in document["relationships"]:
        check({entry["spdxElementId"], entry["relatedSpdxElement"]} <= set(names), f"a relationship that leads nowhere: {entry}")
    by_id = {entry["SPDXID"]: entry for entry in document["files"]}
    archives = {entry["packageFileName"]: entry for entry in document["packages"] if "packageFileName" in entry}
    made = {name for name in os.listdir(folder) if name != "SHA256SUMS" and not name.endswith(".spdx.json")}
    check(set(archives) == made, f"listed {sorted(archives)}, made {sorted(made)}")
    for name in sorted(set(archives) & made):
        has_checksum(name, archives[name], read(os.path.join(folder, name)))
        inside, own = contents(os.path.join(folder, name)), {by_id[ref]["fileName"][2:]: by_id[ref] for ref in archives[name]["hasFiles"]}
        check(set(inside) == set(own), f"{name}: only in the list or in the archive: {sorted(set(inside) ^ set(own))}")
        for file in set(inside) & set(own):
            has_checksum(file, own[file], inside[file])


def winget(folder, archive):
    manifests = {}
    for path in glob.glob(os.path.join(folder, "manifests", "*", "*", "*", "*", "*.yaml")):
        text = read(path).decode()
        check("@" not in text, f"{path}: something is not filled in")
        fields = {name: value.strip('"') for name, value in re.findall(r"^[ -]*([A-Z]\w+): +(?!\|)(.+)$", text, re.M)}
        manifests[fields.get("ManifestType")] = fields
    check(set(manifests) == {"version", "installer", "defaultLocale"}, f"manifests of {sorted(manifests)}")
    check(len({(fields["PackageIdentifier"], fields["PackageVersion"], fields["ManifestVersion"]) for fields in manifests.values()}) == 1, "of several versions")
    installer = manifests["installer"]
    check(installer["InstallerSha256"] == hashlib.sha256(read(archive)).hexdigest().upper(), "another checksum")
    check(installer["InstallerUrl"].endswith("/" + os.path.basename(archive)), "the address is not that of this file")
    check(installer["RelativeFilePath"].replace("\\", "/") in contents(archive), "the program is not in the zip file")


if __name__ == "__main__":
    {"spdx": spdx, "winget": winget}[sys.argv[1]](*sys.argv[2:])
    for fault in faults[:20]:
        print(fault)
    sys.exit(bool(faults))
