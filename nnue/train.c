/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* The command line of the trainer. */

#include "train.h"

#include <unistd.h>

#include "../lab/lab.h"

const Argument train_arguments[] = {
    {"OUT", ARGUMENT(Plan, out), .help = "the net to write"},
    {"SAMPLES...", ARGUMENT(Plan, samples)},
    {"", .help = "The net"},
    {"--hidden", ARGUMENT(Plan, hidden), "N", "neurons for each side; a multiple of 32 (256)", 1, 1 << 20},
    {"--buckets", ARGUMENT(Plan, buckets), "N", "output heads, chosen by the number of pieces (1)", 1, 1 << 20},
    {"--correct", ARGUMENT(Plan, correct), .help = "a net to add to the classical evaluation"},
    {"--from", ARGUMENT(Plan, from), "NET", "begin with this net (and its sizes) instead of random weights"},
    {"", .help = "Target"},
    {"--scale", ARGUMENT(Plan, scale), "CP",
     "centipawns for which the expected score is 1 / (1 + 1/e) (that of the returns in the samples; else fitted to the "
     "results of the games; without results that of --from, or 400)",
     .low = 1, .high = 10000},
    {"--result-weight", ARGUMENT(Plan, result_weight), "W",
     "share of the game's result in the target, 0 to 1; the rest is the score (0)", .high = 1},
    {"--no-mirrors", ARGUMENT(Plan, mirrors), .help = "no mirrored copies where the game is symmetric", .clears = true},
    {"--held-out", ARGUMENT(Plan, held_out), "PERCENT", "of the games, for measuring (5)", .high = 90},
    {"--limit", ARGUMENT(Plan, limit), "N", "samples to take, an even share of each file (all)", 1, 2000000000},
    {"", .help = "Optimiser"},
    {"--epochs", ARGUMENT(Plan, epochs), "N", "times through all samples (8)", 1, 100000},
    {"--batch", ARGUMENT(Plan, batch), "N", "samples a step (8192)", 1, 1 << 24},
    {"--rate", ARGUMENT(Plan, rate), "R", "highest learning rate (0.0015; 0.0005 with --from)", .low = 1e-9, .high = 1},
    {"--final-rate", ARGUMENT(Plan, final_rate), "SHARE", "of it at the end of the schedule (0.01)", .high = 1},
    {"--warm-up", ARGUMENT(Plan, warm_up), "STEPS", "(a twentieth of all, at most 500)", 0, 1000000000},
    {"--weight-decay", ARGUMENT(Plan, weight_decay), "D", "(0.01)", .high = 1},
    {"--rounded", ARGUMENT(Plan, rounded), "SHARE",
     "of the steps, at the end, use rounded weights as in play (0.5)", .high = 1},
    {"--seed", ARGUMENT(Plan, seed), "N", "the same seed makes the same net, with any number of threads (1)", 0,
     9000000000000000},
    {"--threads", ARGUMENT(Plan, threads), "N", "(as many as there are processors)", 1, 1024},
    {"", .help = "During training"},
    {"--checkpoint", ARGUMENT(Plan, checkpoint), "FILE", "(OUT.checkpoint)"},
    {"--checkpoint-every", ARGUMENT(Plan, checkpoint_every), "SECONDS", "(30)", .high = 1e6},
    {"--resume", ARGUMENT(Plan, resume), .help = "continue from the checkpoint, if any; all other options as before"},
    {"--curve", ARGUMENT(Plan, curve), "PREFIX", "PREFIX.csv and PREFIX.svg show the error (OUT.csv, OUT.svg)"},
    {"--points", ARGUMENT(Plan, points), "N", "of the curve an epoch (4)", 1, 1000},
    {.name = NULL},
};

static void on_stop(int signal_number)
{
    (void)signal_number;
    train_stopping = 1;
}

int train_command(int argc, char **argv, ErrorText *error)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    Plan plan = {.epochs = 8, .batch = 8192, .warm_up = UINT64_MAX, .final_rate = 0.01, .weight_decay = 0.01, .rounded = 0.5,
                 .held_out = 5, .seed = 1, .points = 4, .mirrors = true, .checkpoint_every = 30,
                 .threads = processors > 0 ? (uint64_t)processors : 1};
    Buffer checkpoint = {0};
    if (!arguments_read(train_arguments, argc, argv, &plan, NULL, error)) return STATUS_ERROR;
    buffer_add(&checkpoint, "%s.checkpoint", plan.out);
    if (!plan.checkpoint) plan.checkpoint = buffer_text(&checkpoint);
    if (!plan.curve) plan.curve = plan.out;
    sigaction(SIGINT, &(struct sigaction){.sa_handler = on_stop}, NULL);
    sigaction(SIGTERM, &(struct sigaction){.sa_handler = on_stop}, NULL);
    signal(SIGXFSZ, SIG_IGN); /* report a file that is too large as an error, like a full disk */
    int status = train_run(&plan);
    buffer_free(&checkpoint);
    return status;
}
