/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* quincunx-lab: makes what the engine plays with, and measures it. */

#include "lab.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "../src/util/files.h"
#include "../src/variant.h"

enum { STATUS_OK = 0, STATUS_ERROR = 2 };

static const struct Mode {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *summary;
} modes[] = {
    {"datagen", datagen_main, "games of self-play and training samples"},
    {"train", train_main, "trains a network"},
    {"tables", tables_main, "generates and verifies endgame tablebases"},
    {"explore", explore_main, "makes an opening book by search"},
    {"puzzles", puzzles_main, "finds, prints and proves puzzles"},
    {"openings", openings_main, "finds balanced openings for matches"},
    {"tactics", tactics_main, "finds positions with a forced win"},
    {"endgames", endgames_main, "plays won endgames against the best defence"},
    {"evaluation", evaluation_main, "measures the cost of an evaluation"},
};
enum { MODE_COUNT = sizeof modes / sizeof *modes };

static void print_usage(FILE *file)
{
    fputs("Usage: quincunx-lab MODE ...    quincunx-lab MODE --help tells more\n", file);
    for (size_t i = 0; i < MODE_COUNT; ++i) fprintf(file, "  %-12s %s\n", modes[i].name, modes[i].summary);
}

static int run(int argc, char **argv)
{
    const char *mode = argc > 1 ? argv[1] : "--help";
    if (strcmp(mode, "--help") == 0 || strcmp(mode, "-h") == 0) {
        print_usage(stdout);
        return STATUS_OK;
    }
#ifdef SIGXFSZ
    signal(SIGXFSZ, SIG_IGN); /* a file size limit gives an error, as a full disk does */
#endif
    variants_init();
    for (size_t i = 0; i < MODE_COUNT; ++i)
        if (strcmp(mode, modes[i].name) == 0) return modes[i].run(argc - 2, argv + 2);
    fprintf(stderr, "quincunx-lab: there is no mode '%.80s'\n", mode);
    print_usage(stderr);
    return STATUS_ERROR;
}

int main(int argc, char **argv) { return output_finish("quincunx-lab", run(argc, argv)); }
