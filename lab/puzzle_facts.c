/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "puzzle_facts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../src/text/notation.h"
#include "../src/search/levels.h"
#include "../src/util/random.h"

enum {
    LINE_ROOM = PUZZLE_PLIES_MAX + 8,
    IDEA_PLIES = 3 /* of the end of the solution, in which the solver's moves make its idea */
};

static bool begin(PuzzleFinder *f, const Puzzle *puzzle)
{
    ErrorText ignored;
    return position_set_fen(f->line, puzzle->fen, &ignored) && position_reserve(f->line, LINE_ROOM);
}

static int value_of(const Variant *v, Piece piece) { return v->board.pieces[piece_type(piece)].mg; }

/* ---- Themes ---- */

/* The boards before and after a move of the solver. */
typedef struct Step {
    const Variant *variant;
    Side solver;
    MoveInfo info;
    Piece before[SQUARE_MAX], after[SQUARE_MAX];
    bool dropped, loses;
} Step;

static unsigned board_of(const Variant *v, unsigned square) { return notation_file(v, (Square)square) / board_width(v); }

static bool is_enemy(const Step *step, Piece piece) { return piece && piece_side(piece) != step->solver; }
static bool is_own(const Step *step, Piece piece) { return piece && piece_side(piece) == step->solver; }

/* Boards on which the opponent lost a piece, as a set. afar: some of them where no piece of the solver arrived. */
static unsigned losses(const Step *step, bool *afar)
{
    unsigned boards = 0;
    *afar = false;
    for (unsigned s = 0; s < square_count(step->variant); ++s) {
        bool left = is_enemy(step, step->before[s]) && !is_enemy(step, step->after[s]);
        if (!left) continue;
        /* A piece moved away is not lost. */
        unsigned was = 0, is = 0;
        for (unsigned t = 0; t < square_count(step->variant); ++t) {
            was += step->before[t] == step->before[s];
            is += step->after[t] == step->before[s];
        }
        if (is >= was) continue;
        boards |= 1u << board_of(step->variant, s);
        *afar |= !step->after[s];
    }
    return boards;
}

/* Does a piece of the solver change its type? A drop has the type that was in hand. */
static bool promotes(const Step *step)
{
    int more = 0, fewer = 0;
    for (PieceType type = 1; type < step->variant->board.types; ++type) {
        int change = 0;
        Piece piece = piece_make(step->solver, type);
        for (unsigned s = 0; s < square_count(step->variant); ++s)
            change += (step->after[s] == piece) - (step->before[s] == piece);
        more += change > 0;
        fewer += change < 0;
    }
    return more > 0 && fewer > 0 && !step->dropped;
}

static bool moves_royal(const Step *step)
{
    for (unsigned s = 0; s < square_count(step->variant); ++s) {
        Piece piece = step->before[s];
        if (is_own(step, piece) && step->variant->board.pieces[piece_type(piece)].royal && step->after[s] != piece) return true;
    }
    return false;
}

/* How many of the opponent's pieces could the solver win with its next move if the opponent passed? */
static unsigned threats(Position *pos)
{
    const Variant *v = pos->variant;
    size_t count, found = 0;
    uint16_t seen[2] = {0, 0};
    position_make_null(pos);
    Move *list = position_moves(pos, &count);
    for (size_t i = 0; list && i < count && found < 2; ++i) {
        MoveInfo info;
        position_describe(pos, &list[i], 1, &info);
        int pawns = 2 * variant_margin_percent(v);
        if (!info.victim || info.gain < pawns || !v->search.see_ge(pos, list[i], pawns)) continue;
        /* The square of the captured piece, as far as move ordering tells. */
        uint16_t to = (uint16_t)(info.piece_to[0] % square_count(v));
        if (found && to == seen[0]) continue;
        seen[found++] = to;
    }
    free(list);
    position_unmake(pos);
    return (unsigned)found;
}

/* Makes the solver's move and describes it. */
static void take_step(Position *pos, Move move, Step *step)
{
    const Variant *v = pos->variant;
    *step = (Step){.variant = v, .solver = pos->side};
    uint64_t hands = pos->state->hands;
    position_describe(pos, &move, 1, &step->info);
    step->loses = !v->search.see_ge(pos, move, -variant_margin_percent(v));
    memcpy(step->before, pos->board, sizeof step->before);
    position_make(pos, move);
    memcpy(step->after, pos->board, sizeof step->after);
    for (unsigned slot = 0; slot < HAND_SLOTS; ++slot)
        step->dropped |= hand_count(v, pos->state->hands, step->solver, slot) < hand_count(v, hands, step->solver, slot);
}

/* Themes that any move of the solver may have. */
static uint32_t themes_of_any(const Step *step)
{
    bool afar;
    uint32_t themes = 0;
    unsigned boards = losses(step, &afar);
    themes |= (uint32_t)afar << THEME_AFAR;
    themes |= (uint32_t)(boards == 3) << THEME_BOTH_BOARDS;
    themes |= (uint32_t)step->loses << THEME_SACRIFICE;
    themes |= (uint32_t)step->dropped << THEME_DROP;
    themes |= (uint32_t)promotes(step) << THEME_PROMOTION;
    return themes;
}

/* Themes of the first move, which has been made. */
static uint32_t themes_of_first(Position *pos, const Step *step)
{
    const Variant *v = pos->variant;
    uint32_t themes = 0;
    bool over = position_outcome(pos).result != ONGOING, peril = over || position_in_peril(pos);
    bool captures = step->info.victim != NO_TYPE;
    themes |= (uint32_t)captures << THEME_CAPTURE;
    themes |= (uint32_t)(captures && value_of(v, step->info.victim) > step->info.attacker) << THEME_GAIN;
    themes |= (uint32_t)peril << THEME_PERIL;
    themes |= (uint32_t)(!step->info.noisy && !peril) << THEME_QUIET;
    themes |= (uint32_t)moves_royal(step) << THEME_ROYAL;
    if (!over && !peril) themes |= (uint32_t)(threats(pos) >= 2) << THEME_DOUBLE;
    return themes;
}

uint32_t puzzle_themes_of(PuzzleFinder *f, const Puzzle *puzzle)
{
    Position *pos = f->line;
    uint32_t themes = 0;
    Step step, first;
    if (!begin(f, puzzle)) return 0;
    if (position_in_peril(pos)) themes |= 1u << THEME_DEFENCE;
    for (unsigned ply = 0; ply < puzzle->plies; ++ply) {
        if (ply % 2 == 1) {
            position_make(pos, puzzle->line[ply]);
            continue;
        }
        take_step(pos, puzzle->line[ply], &step);
        themes |= themes_of_any(&step);
        if (ply == 0) {
            first = step;
            themes |= themes_of_first(pos, &first);
        }
        /* Peril, then a capture of something else by the next move. */
        bool mates = puzzle->kind == PUZZLE_WIN && ply + 1 == puzzle->plies;
        if (ply == 2 && (themes >> THEME_PERIL & 1) && step.info.victim && !mates
            && first.info.from_to[0] && step.info.gain >= 2 * variant_margin_percent(pos->variant))
            themes |= 1u << THEME_DOUBLE;
    }
    if ((puzzle->plies + 1) / 2 >= 4) themes |= 1u << THEME_LONG;
    return themes;
}

/* ---- Likeness ---- */

/* A symmetry: an operation on each board, an exchange of the boards, and of the colours. */
typedef struct Symmetry {
    unsigned operation;
    bool boards, colours;
} Symmetry;

static Square transform(const Variant *v, Square square, const Symmetry *by)
{
    unsigned width = board_width(v), file = notation_file(v, square), rank = notation_rank(v, square);
    unsigned board = file / width;
    file %= width;
    if (by->operation & TRANSPOSE) {
        unsigned other = file;
        file = rank;
        rank = other;
    }
    if (by->operation & FLIP_FILES) file = width - 1 - file;
    if (by->operation & FLIP_RANKS) rank = v->board.ranks - 1u - rank;
    if (by->boards) board = v->board.boards - 1u - board;
    return notation_square(v, board * width + file, rank);
}

static uint64_t mix(uint64_t hash, uint64_t word) { return splitmix64_mix(hash + word + SPLITMIX64_STEP); }

static uint64_t placed(const Variant *v, Square square, Piece piece, const Symmetry *by)
{
    Piece shown = by->colours ? piece_make(piece_side(piece) ^ 1, piece_type(piece)) : piece;
    return splitmix64_mix(((uint64_t)shown << 8 | transform(v, square, by)) * SPLITMIX64_STEP + 1);
}

static uint64_t position_number(const Position *pos, const Symmetry *by)
{
    const Variant *v = pos->variant;
    uint64_t sum = 0, hands = pos->state->hands;
    for (unsigned s = 0; s < square_count(v); ++s)
        if (pos->board[s]) sum += placed(v, (Square)s, pos->board[s], by);
    if (by->colours) hands = hands_exchange(hands);
    return mix(mix(sum, hands), pos->side ^ by->colours);
}

/* A third of the board in each direction: corner, edge or centre. */
static unsigned third(unsigned i, unsigned count)
{
    unsigned outer = (count + 1) / 3;
    return i < outer ? 0 : i < count - outer ? 1 : 2;
}

static uint64_t region(const Variant *v, Square square, const Symmetry *by)
{
    Square shown = transform(v, square, by);
    unsigned width = board_width(v), file = notation_file(v, shown);
    return file / width * 16 + third(file % width, width) * 4 + third(notation_rank(v, shown), v->board.ranks);
}

/* The board on which a royal piece was captured; -1: on none. */
static int board_of_capture(const Position *pos, const Piece *before, Side opponent)
{
    const Variant *v = pos->variant;
    for (unsigned s = 0; s < square_count(v); ++s) {
        Piece piece = before[s];
        bool royal = piece && piece_side(piece) == opponent && v->board.pieces[piece_type(piece)].royal;
        if (royal && pos->board[s] && piece_side(pos->board[s]) != opponent) return (int)board_of(v, s);
    }
    return -1;
}

/* The idea of the solver's move: the kinds of the pieces that move, are captured or promoted. With `by`, for the last move, also
 * the regions where it arrives and where the opponent's royal pieces stood. If it captures a royal piece, the other board does
 * not count. */
static uint64_t idea_of_move(const Position *pos, const Piece *before, Side solver, const Symmetry *by)
{
    const Variant *v = pos->variant;
    int board = board_of_capture(pos, before, solver ^ 1);
    uint64_t sum = 0;
    for (unsigned s = 0; s < square_count(v); ++s) {
        Piece was = before[s], is = pos->board[s];
        if (board >= 0 && board_of(v, s) != (unsigned)board) continue;
        bool royal = was && piece_side(was) != solver && v->board.pieces[piece_type(was)].royal;
        if (royal && by) sum += splitmix64_mix(0x300 + region(v, (Square)s, by));
        if (was == is) continue;
        if (was) sum += splitmix64_mix(0x400 + 2 * piece_type(was) + (piece_side(was) == solver));
        if (is) sum += splitmix64_mix(0x500 + 2 * piece_type(is) + (piece_side(is) == solver));
        if (is && piece_side(is) == solver && by) sum += splitmix64_mix(0x600 + region(v, (Square)s, by));
    }
    return sum;
}

static Likeness likeness_under(Position *pos, const Puzzle *puzzle, const Symmetry *by)
{
    Likeness likeness = {.position = position_number(pos, by), .idea = (uint64_t)puzzle->kind};
    Side solver = pos->side;
    Piece before[SQUARE_MAX];
    for (unsigned ply = 0; ply < puzzle->plies; ++ply) {
        memcpy(before, pos->board, sizeof before);
        position_make(pos, puzzle->line[ply]);
        bool counts = ply % 2 == 0 && ply + IDEA_PLIES >= puzzle->plies;
        if (counts) likeness.idea = mix(likeness.idea, idea_of_move(pos, before, solver, by));
    }
    Outcome outcome = position_outcome(pos);
    for (const char *c = outcome.result == ONGOING ? "" : outcome.reason; *c; ++c)
        likeness.idea = mix(likeness.idea, (unsigned char)*c);
    while (position_plies(pos)) position_unmake(pos);
    return likeness;
}

Likeness puzzle_likeness(PuzzleFinder *f, const Puzzle *puzzle)
{
    const Variant *v = f->variant;
    Likeness min = {UINT64_MAX, UINT64_MAX};
    if (!begin(f, puzzle)) return min;
    for (unsigned i = 0; i < 4u * BOARD_OPERATIONS; ++i) {
        Symmetry by = {i % BOARD_OPERATIONS, i / BOARD_OPERATIONS % 2, i / BOARD_OPERATIONS / 2};
        unsigned plain = by.operation ^ (by.colours ? v->symmetry.swap : 0u);
        if ((by.boards && v->board.boards < 2) || (by.colours && !v->symmetry.swap)) continue;
        if (plain && !(v->symmetry.board >> plain & 1)) continue;
        Likeness likeness = likeness_under(f->line, puzzle, &by);
        if (likeness.position < min.position) min.position = likeness.position;
        if (likeness.idea < min.idea) min.idea = likeness.idea;
    }
    return min;
}

/* ---- Rating ---- */

enum {
    LEVEL_STEP = 2,
    RATE_SEEDS = 2,
    RATE_SURE = 3, /* levels in a row that solve it with every seed: higher ones, which cost most, count as solving it, too */
    RATE_STEP = 10,
    RATE_BEYOND = 200
};

static bool solves(PuzzleFinder *f, const Puzzle *puzzle, int level, uint64_t seed)
{
    if (!begin(f, puzzle)) return false;
    bool right = true;
    search_clear(f->pool);
    for (unsigned ply = 0; right && ply < puzzle->plies; ++ply) {
        if (ply % 2 == 0) {
            SearchLimits limits = {.skill = level_skill(f->variant, level, seed)};
            Move move = search_run(f->pool, f->line, &limits).best;
            right = move && find_is_right(puzzle, f->line, ply, move);
        }
        position_make(f->line, puzzle->line[ply]);
    }
    return right;
}

/* The logarithm of the probability that a player of this Elo does as it did. */
static double likelihood(int rating, int elo, int solved, int tries)
{
    double chance = 1 / (1 + pow(10, (rating - elo) / 400.0));
    return solved * log(chance) + (tries - solved) * log(1 - chance);
}

int puzzle_rate(PuzzleFinder *f, const Puzzle *puzzle, bool *trivial)
{
    int solved[LEVEL_FULL / LEVEL_STEP] = {0}, best = 0;
    double best_sum = -INFINITY;
    search_set_tablebases(f->pool, NULL); /* with tables every level plays endgames perfectly */
    for (int i = 0, sure = 0; i < LEVEL_FULL / LEVEL_STEP; ++i) {
        for (uint64_t seed = 1; seed <= RATE_SEEDS; ++seed)
            solved[i] += sure >= RATE_SURE || solves(f, puzzle, i * LEVEL_STEP, seed);
        sure = solved[i] == RATE_SEEDS ? sure + 1 : 0;
    }
    search_set_tablebases(f->pool, f->tables);
    int low = level_elo(f->variant, 0) - RATE_BEYOND, high = level_elo(f->variant, LEVEL_FULL) + RATE_BEYOND;
    for (int rating = low; rating <= high; rating += RATE_STEP) {
        double sum = 0;
        for (int i = 0; i < LEVEL_FULL / LEVEL_STEP; ++i)
            sum += likelihood(rating, level_elo(f->variant, i * LEVEL_STEP), solved[i], RATE_SEEDS);
        if (sum <= best_sum) continue;
        best_sum = sum;
        best = rating;
    }
    *trivial = best == low;
    return (int)max(MIN_ELO, min(best, PUZZLE_RATING_MAX));
}
