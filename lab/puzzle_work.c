/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "puzzle_work.h"

#include <stdlib.h>
#include <string.h>

#include "../src/util/files.h"
#include "../src/util/whole_file.h"

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
        if (work->likeness[i].position == likeness.position || work->likeness[i].idea == likeness.idea) return true;
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

void puzzle_write(Position *pos, const Puzzle *puzzle, const char *id, Buffer *out)
{
    ErrorText ignored;
    Buffer pv = {0};
    char text[MOVE_TEXT_MAX], first[MOVE_TEXT_MAX] = "";
    bool ok = position_set_fen(pos, puzzle->fen, &ignored) && position_reserve(pos, PUZZLE_PLIES_MAX + 1);
    for (unsigned i = 0; ok && i < puzzle->plies; ++i) {
        pos->variant->text.print(pos, puzzle->line[i], text);
        if (i == 0) strcpy(first, text);
        buffer_add(&pv, " %s", text);
        position_make(pos, puzzle->line[i]);
    }
    size_t length = strlen(puzzle->fen);
    for (int spaces = 0; length && spaces < 2;) spaces += puzzle->fen[--length] == ' ';
    buffer_add(out, "%.*s", (int)length, puzzle->fen);
    if (id) buffer_add(out, " bm %s;", first);
    if (puzzle->moves) buffer_add(out, " dm %u;", puzzle->moves);
    buffer_add(out, " pv%s; c0 \"", buffer_text(&pv));
    const char *space = "";
    for (unsigned i = 0; i < THEME_NB; ++i) {
        if (!(puzzle->themes >> i & 1)) continue;
        buffer_add(out, "%s%s", space, puzzle_themes[i]);
        space = " ";
    }
    buffer_add(out, "\"; c1 \"%d\"; c2 \"%s\";", puzzle->rating, puzzle_kinds[puzzle->kind]);
    if (id) buffer_add(out, " id \"%s\";", id);
    out->failed |= pv.failed || !ok;
    buffer_free(&pv);
}

enum { HEAD_FIELDS = 6 };

/* The numbers of the head: those of the run, then how many positions were thrown away for each reason. */
static uint64_t *head_field(PuzzleWork *work, int i, const char **name)
{
    const struct {
        const char *name;
        uint64_t *number;
    } fields[HEAD_FIELDS] = {{"file", &work->file},   {"game", &work->game},         {"games", &work->games},
                             {"tried", &work->tried}, {"looked-win", work->looked}, {"looked-save", work->looked + 1}};
    *name = i < HEAD_FIELDS ? fields[i].name : finding_names[i - HEAD_FIELDS];
    return i < HEAD_FIELDS ? fields[i].number : &work->thrown[i - HEAD_FIELDS];
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
    int64_t number = 0;
    for (int i = 0; i < HEAD_FIELDS + FINDING_NB; ++i) {
        const char *known;
        uint64_t *field = head_field(work, i, &known);
        if (strcmp(name, known) != 0 || !number_read(value, 0, INT64_MAX, &number)) continue;
        *field = (uint64_t)number;
        return true;
    }
    return error_set(error, "'#%.40s' is not an entry of such a file", name);
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

bool work_save(PuzzleWork *work, PuzzleFinder *f, ErrorText *error)
{
    Buffer out = {0};
    buffer_add(&out, "#puzzles %s\n", work->variant->name);
    for (int i = 0; i < HEAD_FIELDS + FINDING_NB; ++i) {
        const char *name;
        unsigned long long number = *head_field(work, i, &name);
        buffer_add(&out, "#%s %llu\n", name, number);
    }
    for (unsigned i = 0; i < work->count; ++i) {
        puzzle_write(f->line, &work->puzzles[i], NULL, &out);
        buffer_add(&out, "\n");
    }
    bool ok = !out.failed ? whole_file_write(work->path, buffer_text(&out), out.length, error) : error_set(error, "out of memory");
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
