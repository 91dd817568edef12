/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The start of a program for every x86-64 machine (make ARCH=universal). It contains the engine several times, each
 * part compiled for other processors. This chooses the best part for the machine. QUINCUNX_ARCH in the environment
 * names another.
 */

#include <cpuid.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STATUS_ERROR = 2 };

/* The main functions of the parts, as the Makefile names them. */
int main_x86_64(int argc, char **argv);
int main_x86_64_v2(int argc, char **argv);
int main_x86_64_v3_nopext(int argc, char **argv);
int main_x86_64_v3(int argc, char **argv);

/* The registers that the instruction CPUID fills; 0 if the processor does not know this leaf. */
typedef struct Cpuid {
    unsigned eax, ebx, ecx, edx;
} Cpuid;

static Cpuid cpuid(unsigned leaf)
{
    Cpuid r = {0, 0, 0, 0};
    if (!__get_cpuid_count(leaf, 0, &r.eax, &r.ebx, &r.ecx, &r.edx)) return (Cpuid){0, 0, 0, 0};
    return r;
}

static bool all(unsigned word, unsigned bits) { return (word & bits) == bits; }

/* The levels of the x86-64 psABI: a compiler that targets one may use all of these. */
static bool runs_baseline(void) { return true; }

static bool runs_v2(void)
{
    enum { LAHF = 1 << 0 };
    return all(cpuid(1).ecx, bit_SSE3 | bit_SSSE3 | bit_CMPXCHG16B | bit_SSE4_1 | bit_SSE4_2 | bit_POPCNT)
           && all(cpuid(0x80000001).ecx, LAHF);
}

/* The library's test of AVX2 includes that the system saves the wide registers. */
static bool runs_v3(void)
{
    enum { LZCNT = 1 << 5 };
    return runs_v2() && __builtin_cpu_supports("avx2") && all(cpuid(1).ecx, bit_FMA | bit_MOVBE | bit_F16C)
           && all(cpuid(7).ebx, bit_BMI | bit_BMI2) && all(cpuid(0x80000001).ecx, LZCNT);
}

/* AMD's processors before Zen 3 (family 25), and Hygon's, have PEXT in slow microcode. */
static bool pext_is_slow(void)
{
    enum { AMD = 0x68747541 /* "Auth", of "AuthenticAMD" */, HYGON = 0x6F677948 /* "Hygo" */, ZEN3 = 25 };
    unsigned vendor = cpuid(0).ebx, version = cpuid(1).eax;
    unsigned family = (version >> 8 & 15) + (version >> 20 & 255);
    return vendor == HYGON || (vendor == AMD && family < ZEN3);
}

static bool prefers_v3(void) { return runs_v3() && !pext_is_slow(); }

/* The parts, best first. */
static const struct Part {
    const char *name; /* what the part's compiler was told */
    int (*main)(int argc, char **argv);
    bool (*runs)(void), (*is_good)(void);
} parts[] = {
    {"x86-64-v3", main_x86_64_v3, runs_v3, prefers_v3},
    {"x86-64-v3-nopext", main_x86_64_v3_nopext, runs_v3, runs_v3},
    {"x86-64-v2", main_x86_64_v2, runs_v2, runs_v2},
    {"x86-64", main_x86_64, runs_baseline, runs_baseline},
};
enum { PARTS = sizeof parts / sizeof *parts };

int main(int argc, char **argv)
{
    const char *wanted = getenv("QUINCUNX_ARCH");
    const struct Part *part = parts;
    if (!wanted || !*wanted) {
        while (!part->is_good()) ++part;
        return part->main(argc, argv);
    }
    while (part < parts + PARTS && strcmp(part->name, wanted) != 0) ++part;
    bool is_known = part < parts + PARTS;
    if (is_known && part->runs()) return part->main(argc, argv);
    fprintf(stderr, "quincunx: QUINCUNX_ARCH is '%.80s', which this %s; this processor can run", wanted,
            is_known ? "processor cannot run" : "program does not have");
    for (part = parts; part < parts + PARTS; ++part)
        if (part->runs()) fprintf(stderr, " %s", part->name);
    fputs("\n", stderr);
    return STATUS_ERROR;
}
