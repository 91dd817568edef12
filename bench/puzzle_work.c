/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "puzzle_work.h"

#include <stdlib.h>
#include <string.h>

#include "../src/util/files.h"

const char *const group_names[GROUP_NB] = {[GROUP_WIN_1] = "win in 1",        [GROUP_WIN_2] = "win in 2",
                                           [GROUP_WIN_3] = "win in 3",        [GROUP_WIN_LONG] = "longer win",
                                           [GROUP_TABLE] = "table",           [GROUP_SEARCH_WIN] = "search win",
                                           [GROUP_SEARCH_SAVE] = "search save"};

PuzzleGroup puzzle_group(const Puzzle *puzzle)
{
    switch (puzzle->kind) {
    case PUZZLE_WIN: return puzzle->moves > 3 ? GROUP_WIN_LONG : (PuzzleGroup)(GROUP_WIN_1 + puzzle->moves - 1);
    case PUZZLE_SEARCH_WIN: return GROUP_SEARCH_WIN;
    case PUZZLE_SEARCH_SAVE: return GROUP_SEARCH_SAVE;
    default: return GROUP_TABLE;
    }
}

bool work_has_like(const PuzzleWork *work, Likeness likeness)
{
    for (unsigned i = 0; i < work->count; ++i)
        if (work->likeness[i].position == likeness.position || work->likeness[i].moves == likeness.moves) return true;
    return false;
}

bool work_add(PuzzleWork *work, const Puzzle *puzzle, Likeness likeness)
{
    if (work->count == work->room) {
        unsigned room = work->room ? 2 * work->room : 256;
        Puzzle *puzzles = realloc(work->puzzles, room * sizeof *puzzles);
        if (puzzles) work->puzzles = puzzles;
        Likeness *all = puzzles ? realloc(work->likeness, room * sizeof *all) : NULL;
        if (!all) return false;
        work->likeness = all;
        work->room = room;
    }
    work->puzzles[work->count] = *puzzle;
    work->likeness[work->count++] = likeness;
    ++work->in_group[puzzle_group(puzzle)];
    return true;
}

/* ---- The file ---- */

/* The numbers of the head, by name. */
static uint64_t *head_field(PuzzleWork *work, const char *name)
{
    if (strcmp(name, "file") == 0) return &work->file;
    if (strcmp(name, "game") == 0) return &work->game;
    if (strcmp(name, "games") == 0) return &work->games;
    if (strcmp(name, "tried") == 0) return &work->tried;
    if (strcmp(name, "looked-win") == 0) return &work->looked[0];
    if (strcmp(name, "looked-save") == 0) return &work->looked[1];
    for (int i = 0; i < FINDING_NB; ++i)
        if (strcmp(name, finding_names[i]) == 0) return &work->thrown[i];
    return NULL;
}

static bool read_line(PuzzleWork *work, PuzzleFinder *f, char *line, ErrorText *error)
{
    Puzzle puzzle;
    if (*line != '#')
        return puzzle_read(f->pos, line, &puzzle, error)
               && (work_add(work, &puzzle, puzzle_likeness(f, &puzzle)) || error_set(error, "out of memory"));
    char *rest = line + 1, *name = word_next(&rest), *value = word_next(&rest);
    if (strcmp(name, "puzzles") == 0)
        return strcmp(value, work->variant->name) == 0 || error_set(error, "the puzzles are of '%.40s'", value);
    uint64_t *field = head_field(work, name);
    int64_t number = 0;
    if (!field || !number_read(value, 0, INT64_MAX, &number)) return error_set(error, "'#%.40s' is no line of such a file", name);
    *field = (uint64_t)number;
    return true;
}

bool work_open(PuzzleWork *work, PuzzleFinder *f, const char *path, ErrorText *error)
{
    ErrorText why;
    Buffer text = {0};
    *work = (PuzzleWork){.variant = f->variant, .path = path};
    if (!file_exists(path)) return true;
    bool ok = file_read(path, &text, error);
    unsigned number = 0;
    for (char *line = text.text, *end; ok && line && *line; line = end) {
        end = line + strcspn(line, "\n");
        if (*end) *end++ = '\0';
        ++number;
        ok = read_line(work, f, line, &why) || error_set(error, "%.100s, line %u: %.120s", path, number, why.text);
    }
    buffer_free(&text);
    if (!ok) work_free(work);
    return ok;
}

bool work_save(const PuzzleWork *work, PuzzleFinder *f, ErrorText *error)
{
    Buffer out = {0};
    buffer_add(&out, "#puzzles %s\n#file %llu\n#game %llu\n#games %llu\n#tried %llu\n", work->variant->name,
               (unsigned long long)work->file, (unsigned long long)work->game, (unsigned long long)work->games,
               (unsigned long long)work->tried);
    buffer_add(&out, "#looked-win %llu\n#looked-save %llu\n", (unsigned long long)work->looked[0],
               (unsigned long long)work->looked[1]);
    for (int i = 0; i < FINDING_NB; ++i) buffer_add(&out, "#%s %llu\n", finding_names[i], (unsigned long long)work->thrown[i]);
    for (unsigned i = 0; i < work->count; ++i) {
        puzzle_write(f->line, &work->puzzles[i], NULL, &out);
        buffer_add(&out, "\n");
    }
    bool ok = !out.failed ? file_save(work->path, out.text, false, NULL, error) : error_set(error, "out of memory");
    buffer_free(&out);
    return ok;
}

void work_free(PuzzleWork *work)
{
    free(work->puzzles);
    free(work->likeness);
    work->puzzles = NULL;
    work->likeness = NULL;
    work->count = work->room = 0;
}
