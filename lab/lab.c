/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* quincunx-lab: makes networks, tables, books and puzzles, and measures the engine. */

#include "lab.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "../src/rules.h"
#include "../src/util/files.h"
#include "tables/command.h"

static const Command commands[] = {
    {"datagen",
     "GAME --out FILE [OPTION...]\n--samples GAMES... --out FILE [OPTION...]\n--merge FILE... --out FILE\n"
     "--rescore GAMES --out FILE [OPTION...]\n--stats FILE... [OPTION...]\n--verify FILE...\n--print FILE...",
     "games of self-play and training samples", datagen_arguments, .run = datagen_run, .by_rules = true,
     .more = "The same command continues an interrupted run. See nnue/README.md.\n"},
    {"train", "OUT SAMPLES... [OPTION...]", "trains a network, with samples of datagen", train_arguments, .run = train_command},
    {"tables", "GAME [ENDGAME...] [OPTION...]", "generates and verifies endgame tablebases", tables_arguments, .run = tables_run},
    {"explore", "GAME --positions N --nodes N [OPTION...]", "makes an opening book by search", explore_arguments,
     .run = explore_run, .more = "The same command continues an interrupted run. See lab/explore.c.\n"},
    {"puzzles",
     "GAME --find GAMES... --work FILE [OPTION...]\nGAME --write FILE --work FILE\nGAME --print\nGAME --verify [FILE] [OPTION...]",
     "finds, prints and proves puzzles", puzzles_arguments, .run = puzzles_run,
     .more = "The same command continues an interrupted run. See docs/puzzles.md.\n"},
    {"openings", "GAME COUNT [SEED]", "finds balanced openings for matches, up to 100000", openings_arguments, .run = openings_run,
     .by_rules = true},
    {"diagram", "GAME [FEN] [OPTION...]", "draws a position as SVG", diagram_arguments, .run = diagram_run, .by_rules = true},
    {"board", "GAME FOLDER [--bmp]", "draws the empty board for XBoard; prints columns, rows, turns|fixed, file", board_arguments,
     .run = board_run, .by_rules = true},
    {"tactics", "GAME OPENINGS COUNT", "finds positions with a forced win", tactics_arguments, .run = tactics_run},
    {"endgames", "TABLES GAME ENDGAME [OPTION...]", "plays won endgames against the best defence", endgames_arguments,
     .run = endgames_run},
    {"evaluation", "[GAME [NET [OUT]]]", "measures the cost of an evaluation", evaluation_arguments, .run = evaluation_run,
     .by_rules = true},
    {.name = NULL},
};

/* Files that do not name rules are made only for the games' own rules. */
static bool keeps_to_rules(const char *name, ErrorText *error)
{
    for (const Command *c = commands; c->name; ++c)
        for (const Variant *const *v = variants; *v && strcmp(c->name, name) == 0 && !c->by_rules; ++v)
            if ((*v)->rules.text) return error_set(error, "%s: its output does not name rules; leave --rules out", name);
    return true;
}

static void on_unwritten(void) { _exit(output_finish("quincunx-lab", STATUS_OK)); }

int main(int argc, char **argv)
{
    output_guard();
    say_on_failure(on_unwritten);
#ifdef SIGPIPE
    signal(SIGPIPE, SIG_IGN); /* reported, like a full disk */
#endif
#ifdef SIGXFSZ
    signal(SIGXFSZ, SIG_IGN); /* a file size limit gives an error, as a full disk does */
#endif
    ErrorText error;
    if (!rules_begin(&argc, argv, &error) || (argc > 1 && !keeps_to_rules(argv[1], &error))) {
        fprintf(stderr, "quincunx-lab: %s\n", error.text);
        return STATUS_ERROR;
    }
    Program lab = {"quincunx-lab", commands, NULL, variants_print};
    return output_finish(lab.name, program_run(&lab, argc, argv));
}
