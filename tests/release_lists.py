#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Checks the metadata of a release; test_dist.sh calls it. Prints each fault; exit status 1 if there are any.

    tests/release_lists.py spdx FOLDER           the list of contents of a `make dist` against its files: the fields that
                                                 SPDX 2.3 requires, references that lead somewhere, every file of every
                                                 archive with its checksum and a licence, and nothing else
    tests/release_lists.py winget FOLDER ZIP     manifests against the rules of winget's schema 1.10 and the zip file
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
    return truth


def read(path):
    with open(path, "rb") as file:
        return file.read()


# ---- SPDX ----

CHECKSUMS = {"SHA1": hashlib.sha1, "SHA256": hashlib.sha256}
DOCUMENT = {"SPDXID": "SPDXRef-DOCUMENT", "spdxVersion": r"SPDX-2\.3", "dataLicense": "CC0-1.0", "name": ".+",
            "documentNamespace": r"https?://[^#\s]+"}
PACKAGE = {"name": ".+", "SPDXID": r"SPDXRef-[A-Za-z0-9.-]+", "downloadLocation": ".+", "licenseConcluded": ".+",
           "licenseDeclared": ".+", "copyrightText": ".+"}
FILE = {"fileName": r"\./.+", "SPDXID": r"SPDXRef-[A-Za-z0-9.-]+", "licenseConcluded": ".+", "copyrightText": ".+"}


def has_fields(what, entry, fields):
    for field, pattern in fields.items():
        check(re.fullmatch(pattern, str(entry.get(field, ""))), f"{what}: {field} is {entry.get(field)!r}")


def has_checksums(what, entry, content):
    sums = {item["algorithm"]: item["checksumValue"] for item in entry.get("checksums", [])}
    check("SHA1" in sums and "SHA256" in sums, f"{what}: no SHA1 or no SHA256")
    for name, value in sums.items():
        check(CHECKSUMS[name](content).hexdigest() == value, f"{what}: wrong {name}")


def contents(path):
    """{name: bytes} of an archive; of another file, itself."""
    if path.endswith(".tar.gz"):
        with tarfile.open(path) as tar:
            return {member.name: tar.extractfile(member).read() for member in tar if member.isfile()}
    if path.endswith(".zip"):
        with zipfile.ZipFile(path) as archive:
            return {name: archive.read(name) for name in archive.namelist()}
    return {os.path.basename(path): read(path)}


def spdx(folder):
    lists = glob.glob(os.path.join(folder, "*.spdx.json"))
    if not check(len(lists) == 1, f"{len(lists)} lists in {folder}"):
        return
    document = json.loads(read(lists[0]))
    has_fields("document", document, DOCUMENT)
    info = document["creationInfo"]
    check(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", info["created"]), "created is no date")
    check(info["creators"] and all(re.match("(Person|Organization|Tool): .", name) for name in info["creators"]), "creators")
    files, packages = document["files"], document["packages"]
    names = [document["SPDXID"], *(entry["SPDXID"] for entry in files + packages)]
    check(len(names) == len(set(names)), "an SPDXID stands twice")
    known = {licence["licenseId"] for licence in document.get("hasExtractedLicensingInfos", [])}
    for entry in files + packages:
        for licence in re.findall(r"LicenseRef-[\w.-]+", entry["licenseConcluded"]):
            check(licence in known, f"{entry['SPDXID']}: {licence} has no text")
    for entry in document["relationships"]:
        for end in ("spdxElementId", "relatedSpdxElement"):
            check(entry[end] in names, f"a relationship with {entry[end]}, which is not there")
    described = {entry["relatedSpdxElement"] for entry in document["relationships"] if entry["relationshipType"] == "DESCRIBES"}
    by_id = {entry["SPDXID"]: entry for entry in files}
    archives = {entry["packageFileName"]: entry for entry in packages if "packageFileName" in entry}
    made = {name for name in os.listdir(folder) if name != "SHA256SUMS" and not name.endswith(".spdx.json")}
    check(set(archives) == made, f"listed {sorted(archives)}, made {sorted(made)}")
    for entry in packages:
        has_fields(entry["name"], entry, PACKAGE)
        check(entry["filesAnalyzed"] or "packageVerificationCode" not in entry, f"{entry['name']}: a code without files")
    listed = 0
    for name in sorted(set(archives) & made):
        entry, path = archives[name], os.path.join(folder, name)
        check(entry["SPDXID"] in described, f"{name} is not described")
        has_checksums(name, entry, read(path))
        inside, own = contents(path), {by_id[ref]["fileName"][2:]: by_id[ref] for ref in entry["hasFiles"]}
        check(len(own) == len(entry["hasFiles"]), f"{name}: a file stands twice")
        for missing in sorted(set(inside) ^ set(own)):
            check(False, f"{name}: {missing} is only in the {'archive' if missing in inside else 'list'}")
        for file in sorted(set(inside) & set(own)):
            has_fields(file, own[file], FILE)
            has_checksums(file, own[file], inside[file])
            check(own[file].get("licenseInfoInFiles"), f"{file}: no licenseInfoInFiles")
        sums = sorted(hashlib.sha1(content).hexdigest() for content in inside.values())
        code = hashlib.sha1("".join(sums).encode()).hexdigest()
        check(entry["packageVerificationCode"]["packageVerificationCodeValue"] == code, f"{name}: wrong verification code")
        listed += len(own)
    check(listed == len(files), f"{len(files)} files, {listed} of them in archives")
    # What is built into a program or a page.
    for entry in files:
        if entry["fileName"].endswith((".exe", "windows/quincunx.html")):
            parts = {rel["relatedSpdxElement"] for rel in document["relationships"] if rel["spdxElementId"] == entry["SPDXID"]}
            nets = [other["SPDXID"] for other in files if re.search(r"/nnue/nets/.*\.nnue$", other["fileName"])]
            check(nets and parts.issuperset(nets), f"{entry['fileName']}: its networks are not named")
    print(f"{len(packages)} packages, {len(files)} files")


# ---- winget ----

IDENTIFIER = r"[^\.\s\\/:\*\?\"<>\|]{1,32}(\.[^\.\s\\/:\*\?\"<>\|]{1,32}){1,7}"
COMMON = {"PackageIdentifier": IDENTIFIER, "PackageVersion": r"[^\\/:\*\?\"<>\|]{1,128}", "ManifestVersion": r"1\.10\.0"}
LOCALE = r"[a-zA-Z]{2,3}(-[a-zA-Z]{1,8})*"
KINDS = {
    "version": {"DefaultLocale": LOCALE},
    "installer": {"InstallerType": "zip", "NestedInstallerType": "portable", "RelativeFilePath": r"[^/]{1,512}",
                  "PortableCommandAlias": ".{1,40}", "Architecture": "x64", "InstallerUrl": r"https://.{1,2040}",
                  "InstallerSha256": "[A-F0-9]{64}"},
    "defaultLocale": {"PackageLocale": LOCALE, "Publisher": ".{2,256}", "PackageName": ".{2,256}", "License": ".{3,512}",
                      "ShortDescription": ".{3,256}", "Moniker": r"\S{1,40}"},
}


def fields_of(text):
    """The scalars of a manifest, of any depth: no two have the same name."""
    pairs = re.findall(r"^[ -]*([A-Z]\w+): +(?!\|)(.+)$", text, re.M)
    check(len(pairs) == len(dict(pairs)), "a field stands twice")
    return {name: value[1:-1] if value[0] == '"' else value for name, value in pairs}


def winget(folder, archive):
    manifests = {}
    for path in glob.glob(os.path.join(folder, "manifests", "*", "*", "*", "*", "*.yaml")):
        text = read(path).decode()
        check("@" not in text, f"{path}: something is not filled in")
        fields = fields_of(text)
        kind = fields.get("ManifestType")
        check(f"manifest.{kind}.1.10.0.schema.json" in text.split("\n")[0], f"{path}: another schema")
        check(os.path.basename(path).startswith(fields["PackageIdentifier"] + "."), f"{path} is named otherwise")
        expected = "/".join(["", *fields["PackageIdentifier"].split("."), fields["PackageVersion"]])
        check(os.path.dirname(path).endswith(expected), f"{path}: folder")
        manifests[kind] = fields
    if not check(set(manifests) == set(KINDS), f"manifests of {sorted(map(str, manifests))}"):
        return
    for kind, fields in manifests.items():
        has_fields(kind, fields, {**COMMON, **KINDS[kind]})
        for name in ("PackageIdentifier", "PackageVersion"):
            check(fields[name] == manifests["version"][name], f"{kind}: another {name}")
    installer = manifests["installer"]
    check(installer["InstallerSha256"] == hashlib.sha256(read(archive)).hexdigest().upper(), "another checksum")
    check(installer["InstallerUrl"].endswith("/" + os.path.basename(archive)), "the address is not that of this file")
    program = installer["RelativeFilePath"].replace("\\", "/")
    check(program in zipfile.ZipFile(archive).namelist(), "the program is not in the zip file")
    check(manifests["defaultLocale"]["PackageLocale"] == manifests["version"]["DefaultLocale"], "another locale")


if __name__ == "__main__":
    {"spdx": spdx, "winget": winget}[sys.argv[1]](*sys.argv[2:])
    for fault in faults[:20]:
        print(fault)
    sys.exit(bool(faults))
