/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "puzzle.h"

#include <string.h>

#include "../text/notation.h"
#include "../util/embedded.h"
#include "../util/random.h"

const char *const puzzle_kinds[PUZZLE_KINDS] = {
    [PUZZLE_WIN] = "win",
    [PUZZLE_TABLE_WIN] = "table win",
    [PUZZLE_TABLE_DRAW] = "table draw",
    [PUZZLE_SEARCH_WIN] = "search win",
    [PUZZLE_SEARCH_SAVE] = "search save",
};

const char *const puzzle_themes[THEME_NB] = {
    [THEME_CAPTURE] = "capture",         [THEME_GAIN] = "gain",           [THEME_AFAR] = "afar",
    [THEME_BOTH_BOARDS] = "both-boards", [THEME_PERIL] = "peril",         [THEME_QUIET] = "quiet",
    [THEME_DOUBLE] = "double-attack",    [THEME_SACRIFICE] = "sacrifice", [THEME_PROMOTION] = "promotion",
    [THEME_DROP] = "drop",               [THEME_DEFENCE] = "defence",     [THEME_ROYAL] = "royal",
    [THEME_LONG] = "long",
};

enum { SPARE_PLIES = 8 };

/* ---- Reading ---- */

/* Cuts the next operation off *rest: its opcode, and its operand without quotes. false at the end, or at an operation
 * without ';'. */
static bool cut_operation(char **rest, char **opcode, char **operand)
{
    char *text = text_rest(*rest), *end = strchr(text, ';');
    if (!end) return false;
    *end = '\0';
    *rest = end + 1;
    *opcode = word_next(&text);
    text = text_rest(text);
    if (*text == '"') ++text;
    *operand = text;
    size_t length = strlen(text);
    while (length && (text[length - 1] == ' ' || text[length - 1] == '"')) text[--length] = '\0';
    return true;
}

static bool read_themes(char *text, uint32_t *themes, ErrorText *error)
{
    for (char *word; *(word = word_next(&text));) {
        unsigned i = 0;
        while (i < THEME_NB && strcmp(puzzle_themes[i], word) != 0) ++i;
        if (i == THEME_NB) return error_set(error, "c0: there is no theme '%.40s'", word);
        *themes |= 1u << i;
    }
    return true;
}

static bool read_kind(const char *text, PuzzleKind *kind, ErrorText *error)
{
    for (int i = 0; i < PUZZLE_KINDS; ++i) {
        if (strcmp(puzzle_kinds[i], text) != 0) continue;
        *kind = (PuzzleKind)i;
        return true;
    }
    return error_set(error, "c2: there is no kind of puzzle '%.40s'", text);
}

/* Reads the solution on the board; the position is then that at the start again. */
static bool read_line(Position *pos, char *text, Puzzle *puzzle, ErrorText *error)
{
    ErrorText why;
    bool ok = true;
    for (char *word; ok && *(word = word_next(&text));) {
        Move move = MOVE_NONE;
        if (puzzle->plies == PUZZLE_PLIES_MAX) ok = error_set(error, "pv: more than %d plies", PUZZLE_PLIES_MAX);
        else if (!pos->variant->text.parse(pos, word, &move, &why)) ok = error_set(error, "pv, %.40s: %.150s", word, why.text);
        if (!ok) break;
        puzzle->line[puzzle->plies++] = move;
        position_make(pos, move);
    }
    while (position_plies(pos)) position_unmake(pos);
    return ok && (puzzle->plies % 2 == 1 || error_set(error, "pv: the solver makes the first move and the last"));
}

static bool read_operations(Position *pos, char *rest, Puzzle *puzzle, ErrorText *error)
{
    char *opcode, *operand;
    int64_t number = 0;
    while (cut_operation(&rest, &opcode, &operand)) {
        bool ok = true;
        if (strcmp(opcode, "dm") == 0) {
            ok = number_read(operand, 1, PUZZLE_PLIES_MAX, &number)
                 || error_set(error, "dm: '%.40s' is not a number of moves", operand);
            puzzle->moves = (unsigned)number;
        } else if (strcmp(opcode, "pv") == 0) {
            ok = puzzle->plies ? error_set(error, "there are two solutions (pv)") : read_line(pos, operand, puzzle, error);
        } else if (strcmp(opcode, "c0") == 0) {
            ok = read_themes(operand, &puzzle->themes, error);
        } else if (strcmp(opcode, "c1") == 0) {
            ok = number_read(operand, 0, PUZZLE_RATING_MAX, &number) || error_set(error, "c1: '%.40s' is not a rating", operand);
            puzzle->rating = (int)number;
        } else if (strcmp(opcode, "c2") == 0) {
            ok = read_kind(operand, &puzzle->kind, error);
        }
        if (!ok) return false;
    }
    if (!puzzle->plies) return error_set(error, "there is no solution (pv)");
    if ((puzzle->kind == PUZZLE_WIN) != (puzzle->moves > 0)) return error_set(error, "dm does not fit the kind (c2)");
    return puzzle->kind != PUZZLE_WIN || puzzle->plies == 2 * puzzle->moves - 1
           || error_set(error, "pv has %u plies, and dm says %u moves", puzzle->plies, puzzle->moves);
}

bool puzzle_read(Position *pos, const char *line, Puzzle *puzzle, ErrorText *error)
{
    *puzzle = (Puzzle){.fen = ""};
    size_t length = 0;
    for (int field = 0; field < 4; ++field) {
        length += strspn(line + length, " ");
        length += strcspn(line + length, " ;\r\n");
    }
    if (length + 5 > sizeof puzzle->fen) return error_set(error, "the position is too long");
    snprintf(puzzle->fen, sizeof puzzle->fen, "%.*s 0 1", (int)length, line);
    if (!position_set_fen(pos, puzzle->fen, error)) return false;
    if (!position_reserve(pos, PUZZLE_PLIES_MAX + SPARE_PLIES)) return error_set(error, "out of memory");
    Buffer rest = {0};
    buffer_add(&rest, "%s", line + length);
    bool ok = !rest.failed ? read_operations(pos, rest.text, puzzle, error) : error_set(error, "out of memory");
    buffer_free(&rest);
    return ok;
}

/* ---- Solving ---- */

char *puzzle_task(const Position *start, const Puzzle *puzzle, char *text)
{
    const char *side = side_name(start->side);
    if (puzzle->kind == PUZZLE_WIN)
        snprintf(text, PUZZLE_TASK_MAX, "%s wins in %u move%s.", side, puzzle->moves, puzzle->moves == 1 ? "" : "s");
    else if (puzzle->kind == PUZZLE_TABLE_WIN || puzzle->kind == PUZZLE_SEARCH_WIN)
        snprintf(text, PUZZLE_TASK_MAX, "%s has one winning move.", side);
    else if (puzzle->kind == PUZZLE_TABLE_DRAW) snprintf(text, PUZZLE_TASK_MAX, "%s has one move that draws.", side);
    else snprintf(text, PUZZLE_TASK_MAX, "%s has one move that does not lose.", side);
    return text;
}

PuzzleSteps puzzle_steps(const Position *pos, Move move)
{
    MoveInfo info;
    position_describe(pos, &move, 1, &info);
    return (PuzzleSteps){{info.from_to[0], info.from_to[1]}};
}

bool puzzle_steps_common(PuzzleSteps *steps, const PuzzleSteps *other)
{
    for (int i = 0; i < 2; ++i)
        if (steps->from_to[i] != other->from_to[0] && steps->from_to[i] != other->from_to[1]) steps->from_to[i] = 0;
    return steps->from_to[0] || steps->from_to[1];
}

bool puzzle_is_right(const Puzzle *puzzle, Position *pos, unsigned ply, Move move)
{
    if (ply >= puzzle->plies) return false;
    if (move == puzzle->line[ply]) return true;
    if (ply + 1 < puzzle->plies || !position_reserve(pos, 1)) return false;
    Side solver = pos->side;
    position_make(pos, move);
    bool wins = position_outcome(pos).result == result_win(solver);
    position_unmake(pos);
    return wins;
}

unsigned puzzle_wins_in(const Puzzle *puzzle, const Position *pos, unsigned ply, Move move)
{
    if (puzzle->kind != PUZZLE_WIN || ply + 1 >= puzzle->plies) return 0;
    PuzzleSteps steps = puzzle_steps(pos, move), right = puzzle_steps(pos, puzzle->line[ply]);
    return puzzle_steps_common(&steps, &right) ? puzzle->moves - ply / 2 : 0;
}

char *puzzle_id(const Puzzle *puzzle, char text[PUZZLE_ID_MAX])
{
    uint64_t hash = 0;
    for (const char *c = puzzle->fen; *c; ++c) hash = splitmix64_mix(hash * 31 + (unsigned char)*c + 1);
    snprintf(text, PUZZLE_ID_MAX, "%08x", (unsigned)(hash >> 32));
    return text;
}

/* ---- Puzzles in the program ---- */

unsigned puzzles_count(const Variant *variant)
{
    const EmbeddedFile *file = embedded_find(embedded_puzzles, variant->name);
    unsigned count = 0;
    for (const unsigned char *p = file ? file->begin : NULL; p && p < file->end; ++p) count += *p == '\n';
    return count;
}

bool puzzles_line(const Variant *variant, unsigned number, Buffer *out)
{
    const EmbeddedFile *file = embedded_find(embedded_puzzles, variant->name);
    const unsigned char *p = file ? file->begin : NULL;
    for (unsigned i = 1; p && p < file->end; ++i) {
        const unsigned char *end = memchr(p, '\n', (size_t)(file->end - p));
        if (!end) return false;
        if (i == number) buffer_put(out, (const char *)p, (size_t)(end - p));
        if (i == number) return !out->failed;
        p = end + 1;
    }
    return false;
}

bool puzzles_get(Position *pos, unsigned number, Puzzle *puzzle, ErrorText *error)
{
    Buffer line = {0};
    if (pos->variant->rules.of_moves) return error_set(error, "the puzzles of %s are for its own rules", pos->variant->title);
    bool ok = puzzles_line(pos->variant, number, &line)
              || error_set(error, "%s has puzzles 1 to %u", pos->variant->title, puzzles_count(pos->variant));
    ok = ok && puzzle_read(pos, buffer_text(&line), puzzle, error);
    buffer_free(&line);
    return ok;
}
