/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "puzzle_find.h"

#include <stdlib.h>
#include <string.h>

#include "../src/eval/wdl.h"

const char *const finding_names[FINDING_NB] = {
    [FINDING_PUZZLE] = "puzzle", [FINDING_UNFINISHED] = "unfinished", [FINDING_NO_WIN] = "no-win",
    [FINDING_DUAL] = "dual",     [FINDING_NO_LINE] = "no-line",       [FINDING_OBVIOUS] = "obvious",
    [FINDING_MARGIN] = "margin", [FINDING_DEEPER] = "deeper",         [FINDING_ALIKE] = "alike",
    [FINDING_ENOUGH] = "enough"};

enum {
    HASH = 4,
    HINT_NODES = 3000,   /* of the search that suggests the best defence */
    DEFENCES = 10,       /* tried for a line with single moves */
    QUICK_NODES = 1500,
    QUICK_MARGIN = 20,
    QUICK_WIN_NODES = 12000,
    WON = 80, NOT_WON = 60,            /* percent of expected result: a winning position, one that is not */
    SAVED = 38, SAVED_MAX = 70, LOST = 15, /* likewise a position that is held, and one that is lost */
    SEARCH_MOVES = 3,    /* of the solver, in puzzles by search */
    TABLE_MOVES = 4,     /* likewise by tables */
    LINE_ROOM = PUZZLE_PLIES_MAX + 8
};

/* ---- Setup ---- */

bool finder_init(PuzzleFinder *f, const Variant *variant, ErrorText *error)
{
    *f = (PuzzleFinder){.variant = variant, .nets = nets_read("", error)};
    if (!f->nets) return false;
    f->pool = search_new(variant, HASH, 1);
    f->tables = tb_new(variant);
    f->pos = position_new(variant);
    f->line = position_new(variant);
    f->memory = malloc(PROOF_MEMORY * sizeof *f->memory);
    bool ok = f->pool && f->tables && f->pos && f->line && f->memory && search_set_net(f->pool, nets_of(f->nets, variant));
    if (!ok) {
        finder_free(f);
        return error_set(error, "out of memory");
    }
    tb_add_embedded(f->tables);
    search_set_tablebases(f->pool, f->tables);
    return true;
}

void finder_free(PuzzleFinder *f)
{
    search_free(f->pool);
    tb_free(f->tables);
    position_free(f->pos);
    position_free(f->line);
    nets_free(f->nets);
    free(f->memory);
    *f = (PuzzleFinder){.variant = f->variant};
}

/* Sets the position and reserves room for all lines. */
static bool begin(PuzzleFinder *f, const char *fen, Puzzle *puzzle)
{
    ErrorText ignored;
    if (puzzle) {
        *puzzle = (Puzzle){.fen = ""};
        snprintf(puzzle->fen, sizeof puzzle->fen, "%s", fen);
    }
    return position_set_fen(f->pos, fen, &ignored) && position_reserve(f->pos, LINE_ROOM)
           && position_outcome(f->pos).result == ONGOING;
}

static void rewind_to(Position *pos, unsigned plies)
{
    while (position_plies(pos) > plies) position_unmake(pos);
}

/* ---- Wins, proved by the rules ---- */

/* Every proof begins with the same knowledge, none, so that it always has the same result. */
static ProofNodes begin_proof(PuzzleFinder *f, unsigned moves, uint64_t limit)
{
    bool is_long = moves > 2;
    if (is_long) memset(f->memory, 0, PROOF_MEMORY * sizeof *f->memory);
    return (ProofNodes){.limit = limit, .memory = is_long ? f->memory : NULL};
}

bool find_is_right(const Puzzle *puzzle, Position *pos, unsigned ply, Move move)
{
    enum { PROOF_NODES = 5000000 };
    unsigned moves = puzzle_wins_in(puzzle, pos, ply, move);
    return puzzle_is_right(puzzle, pos, ply, move)
           || (moves && prove_move(pos, move, moves, &(ProofNodes){.limit = PROOF_NODES}) == PROOF_WIN);
}

Finding find_only_winner(Position *pos, unsigned moves, ProofNodes *nodes, Move *winner)
{
    size_t count, length = 0;
    Move *list = position_moves(pos, &count);
    PuzzleSteps common;
    Finding finding = list ? FINDING_NO_WIN : FINDING_UNFINISHED;
    for (size_t i = 0; list && i < count && finding != FINDING_DUAL && finding != FINDING_UNFINISHED; ++i) {
        Proof proof = prove_move(pos, list[i], moves, nodes);
        if (proof == PROOF_NO_WIN) continue;
        PuzzleSteps steps = puzzle_steps(pos, list[i]);
        bool alone = finding == FINDING_NO_WIN || puzzle_steps_common(&common, &steps);
        if (finding == FINDING_NO_WIN) common = steps;
        /* Of moves that share a step the one with the shortest text. */
        char text[MOVE_TEXT_MAX];
        pos->variant->text.print(pos, list[i], text);
        if (finding == FINDING_NO_WIN || strlen(text) < length) *winner = list[i];
        length = finding == FINDING_NO_WIN || strlen(text) < length ? strlen(text) : length;
        finding = proof == PROOF_UNFINISHED ? FINDING_UNFINISHED : alone ? FINDING_PUZZLE : FINDING_DUAL;
    }
    free(list);
    return finding;
}

static Finding extend_win(PuzzleFinder *f, Puzzle *puzzle, unsigned moves, ProofNodes *nodes);

/* The winner has been made and has `moves` more moves: tries this defence, and those after it in the list. */
static Finding try_defence(PuzzleFinder *f, Puzzle *puzzle, Move reply, unsigned moves, ProofNodes *nodes)
{
    Position *pos = f->pos;
    Finding finding = FINDING_NO_LINE;
    position_make(pos, reply);
    if (position_outcome(pos).result == ONGOING) {
        /* Only the longest defence: no win in fewer moves. */
        Proof sooner = moves > 1 ? prove_win(pos, moves - 1, nodes) : PROOF_NO_WIN;
        if (sooner == PROOF_UNFINISHED) finding = FINDING_UNFINISHED;
        if (sooner == PROOF_NO_WIN) {
            puzzle->line[puzzle->plies++] = reply;
            finding = extend_win(f, puzzle, moves, nodes);
            if (finding != FINDING_PUZZLE) --puzzle->plies;
        }
    }
    position_unmake(pos);
    return finding;
}

/* The search's choice first, then the others in their order. */
static Finding choose_defence(PuzzleFinder *f, Puzzle *puzzle, unsigned moves, ProofNodes *nodes)
{
    size_t count;
    search_clear(f->pool);
    Move hint = search_run(f->pool, f->pos, &(SearchLimits){.nodes = HINT_NODES}).best;
    Move *list = position_moves(f->pos, &count);
    Finding finding = list ? FINDING_NO_LINE : FINDING_UNFINISHED;
    if (list && hint) finding = try_defence(f, puzzle, hint, moves, nodes);
    for (size_t i = 0, tried = 1; list && i < count && tried < DEFENCES && finding == FINDING_NO_LINE; ++i) {
        if (list[i] == hint) continue;
        finding = try_defence(f, puzzle, list[i], moves, nodes);
        ++tried;
    }
    free(list);
    return finding;
}

/* Appends the rest of a win: the solver is to move and can win in `moves`, not sooner. */
static Finding extend_win(PuzzleFinder *f, Puzzle *puzzle, unsigned moves, ProofNodes *nodes)
{
    Move winner = MOVE_NONE;
    Finding finding = find_only_winner(f->pos, moves, nodes, &winner);
    bool last = moves == 1 && puzzle->plies > 0; /* any win counts */
    if (finding == FINDING_DUAL && !last) return puzzle->plies ? FINDING_NO_LINE : FINDING_DUAL;
    if (finding != FINDING_PUZZLE && finding != FINDING_DUAL) return finding;
    puzzle->line[puzzle->plies++] = winner;
    if (moves == 1) return FINDING_PUZZLE;
    position_make(f->pos, winner);
    finding = choose_defence(f, puzzle, moves - 1, nodes);
    position_unmake(f->pos);
    if (finding != FINDING_PUZZLE) --puzzle->plies;
    return finding;
}

Finding find_win(PuzzleFinder *f, const char *fen, unsigned moves, Puzzle *puzzle)
{
    ProofNodes nodes = begin_proof(f, moves, FIND_PROOF_NODES);
    if (!begin(f, fen, puzzle) || 2 * moves > PUZZLE_PLIES_MAX) return FINDING_NO_WIN;
    unsigned least = 0;
    Proof proof = PROOF_NO_WIN;
    while (++least < moves && proof == PROOF_NO_WIN) proof = prove_win(f->pos, least, &nodes);
    if (proof == PROOF_UNFINISHED) return FINDING_UNFINISHED;
    least -= proof == PROOF_WIN;
    puzzle->kind = PUZZLE_WIN;
    puzzle->moves = least;
    Finding finding = extend_win(f, puzzle, least, &nodes);
    rewind_to(f->pos, 0);
    return finding;
}

/* ---- Endgame tablebases ---- */

/* The moves that keep a result: how many, and one of them. false if the tables do not know a move. */
static bool table_keepers(PuzzleFinder *f, TbResult result, unsigned *count, Move *keeper)
{
    size_t moves;
    Move *list = position_moves(f->pos, &moves);
    bool known = list != NULL;
    *count = 0;
    for (size_t i = 0; known && i < moves; ++i) {
        TbValue value;
        known = tb_probe_move(f->tables, f->pos, list[i], &value);
        if (!known || value.result < result) continue;
        ++*count;
        *keeper = list[i];
    }
    free(list);
    return known;
}

/* The defence that holds out longest. false if it is unknown. */
static bool table_defence(PuzzleFinder *f, Move *best)
{
    size_t moves;
    Move *list = position_moves(f->pos, &moves);
    bool known = list && moves > 0;
    TbValue found = {TB_LOSS, 0, 0};
    for (size_t i = 0; known && i < moves; ++i) {
        TbValue value;
        known = tb_probe_move(f->tables, f->pos, list[i], &value);
        bool better = value.result != found.result ? value.result > found.result
                      : value.result == TB_WIN     ? value.plies < found.plies
                                                   : value.plies > found.plies;
        if (!known || (i > 0 && !better)) continue;
        found = value;
        *best = list[i];
    }
    free(list);
    return known;
}

Finding find_table(PuzzleFinder *f, const char *fen, Puzzle *puzzle)
{
    TbValue value;
    unsigned count = 0;
    Move keeper = MOVE_NONE, reply = MOVE_NONE;
    if (!begin(f, fen, puzzle) || !tb_may_know(f->tables, f->pos) || !tb_probe(f->tables, f->pos, &value)) return FINDING_NO_WIN;
    if (value.result == TB_LOSS) return FINDING_NO_WIN;
    puzzle->kind = value.result == TB_WIN ? PUZZLE_TABLE_WIN : PUZZLE_TABLE_DRAW;
    Finding finding = FINDING_PUZZLE;
    for (unsigned moves = 0; moves < TABLE_MOVES; ++moves) {
        size_t legal;
        free(position_moves(f->pos, &legal));
        bool known = legal > 1 && table_keepers(f, value.result, &count, &keeper);
        if (moves == 0 && !known) finding = legal > 1 ? FINDING_NO_WIN : FINDING_OBVIOUS;
        else if (moves == 0 && count != 1) finding = count ? FINDING_DUAL : FINDING_NO_WIN;
        if (!known || count != 1) break;
        puzzle->line[puzzle->plies++] = keeper;
        position_make(f->pos, keeper);
        if (position_outcome(f->pos).result != ONGOING || !table_defence(f, &reply)) break;
        puzzle->line[puzzle->plies++] = reply;
        position_make(f->pos, reply);
        if (position_outcome(f->pos).result != ONGOING) break;
    }
    puzzle->plies -= puzzle->plies > 0 && puzzle->plies % 2 == 0;
    rewind_to(f->pos, 0);
    return finding;
}

/* ---- Search ---- */

/* A win counts 1, a draw one half; mates are certain. */
int find_expected(const Position *pos, Score score) { return (int)(100 * wdl_expected(wdl_of(pos, score)) + 0.5); }

typedef struct Best {
    Move move, reply;
    int first, second; /* expected results of the best move and of the best other move, percent */
} Best;

/* In how many moves of the side to move; not known: in very many. */
static unsigned moves_to_win(Score score) { return score > SCORE_MATE_MIN ? (unsigned)(SCORE_MATE - score + 1) / 2 : SCORE_MATE; }

/* The best move and how much worse every other is. false if there is only one move, or memory ran out. The same nodes
 * give the same answer. */
static bool search_both(PuzzleFinder *f, uint64_t nodes, Best *best)
{
    size_t count, others = 0;
    Move *list = position_moves(f->pos, &count);
    bool ok = list && count > 1;
    if (ok) {
        search_clear(f->pool);
        SearchResult found = search_run(f->pool, f->pos, &(SearchLimits){.nodes = nodes});
        for (size_t i = 0; i < count; ++i)
            if (list[i] != found.best) list[others++] = list[i];
        SearchResult other = search_run(f->pool, f->pos, &(SearchLimits){.nodes = nodes, .moves = list, .move_count = others});
        *best = (Best){found.best, found.ponder, find_expected(f->pos, found.score), find_expected(f->pos, other.score)};
        ok = found.best != MOVE_NONE && other.best != MOVE_NONE;
    }
    free(list);
    return ok;
}

/* Does the best move win, or save, and no other? */
static bool is_only(const Best *best, PuzzleKind *kind, int margin)
{
    int slack = FIND_MARGIN - margin;
    if (best->first - best->second < margin) return false;
    if (best->first >= WON - slack && best->second <= NOT_WON + slack) {
        *kind = PUZZLE_SEARCH_WIN;
        return true;
    }
    if (best->first < SAVED - slack || best->first > SAVED_MAX + slack || best->second > LOST + slack) return false;
    *kind = PUZZLE_SEARCH_SAVE;
    return true;
}

bool find_may_search(PuzzleFinder *f, const char *fen)
{
    Best best;
    return begin(f, fen, NULL) && search_both(f, QUICK_NODES, &best) && best.first - best.second >= QUICK_MARGIN
           && best.first >= SAVED;
}

/* Does a search see another win within this many moves, by one that does not have this step of the move? */
static bool wins_without(PuzzleFinder *f, Move move, int step, unsigned moves)
{
    size_t count, others = 0;
    uint16_t from_to = puzzle_steps(f->pos, move).from_to[step];
    Move *list = position_moves(f->pos, &count);
    for (size_t i = 0; list && i < count; ++i) {
        PuzzleSteps steps = puzzle_steps(f->pos, list[i]);
        if (list[i] != move && steps.from_to[0] != from_to && steps.from_to[1] != from_to) list[others++] = list[i];
    }
    SearchLimits limits = {.nodes = QUICK_WIN_NODES, .mate = (int)moves, .moves = list, .move_count = others};
    bool wins = others && moves_to_win(search_run(f->pool, f->pos, &limits).score) <= moves;
    free(list);
    return wins;
}

Finding find_may_win(PuzzleFinder *f, const char *fen, unsigned *moves)
{
    if (!begin(f, fen, NULL)) return FINDING_NO_WIN;
    search_clear(f->pool);
    SearchLimits limits = {.nodes = QUICK_WIN_NODES, .mate = (int)*moves};
    SearchResult found = search_run(f->pool, f->pos, &limits);
    if (moves_to_win(found.score) > *moves) return FINDING_NO_WIN;
    *moves = moves_to_win(found.score);
    PuzzleSteps steps = puzzle_steps(f->pos, found.best);
    for (int step = 0; step < 2; ++step)
        if (steps.from_to[step] && !wins_without(f, found.best, step, *moves)) return FINDING_PUZZLE;
    return FINDING_DUAL;
}

/* Both searches of the position on the board. */
static Finding search_twice(PuzzleFinder *f, PuzzleKind *kind, int margin, Best *best)
{
    Best deeper;
    PuzzleKind second;
    if (!search_both(f, FIND_SEARCH_NODES, best)) return FINDING_OBVIOUS;
    if (!is_only(best, kind, margin)) return FINDING_MARGIN;
    if (!search_both(f, FIND_SEARCH_NODES * FIND_DEEPER, &deeper)) return FINDING_OBVIOUS;
    if (deeper.move != best->move || !is_only(&deeper, &second, margin) || second != *kind) return FINDING_DEEPER;
    *best = deeper;
    return FINDING_PUZZLE;
}

Finding find_search(PuzzleFinder *f, const char *fen, Puzzle *puzzle)
{
    Best best;
    if (!begin(f, fen, puzzle)) return FINDING_NO_WIN;
    Finding finding = search_twice(f, &puzzle->kind, FIND_MARGIN, &best);
    if (finding != FINDING_PUZZLE) return finding;
    for (unsigned moves = 1;; ++moves) {
        PuzzleKind kind;
        puzzle->line[puzzle->plies++] = best.move;
        position_make(f->pos, best.move);
        bool goes_on = moves < SEARCH_MOVES && best.reply && position_outcome(f->pos).result == ONGOING;
        if (!goes_on) break;
        puzzle->line[puzzle->plies++] = best.reply;
        position_make(f->pos, best.reply);
        if (position_outcome(f->pos).result != ONGOING || search_twice(f, &kind, FIND_MARGIN, &best) != FINDING_PUZZLE
            || kind != puzzle->kind) {
            --puzzle->plies;
            break;
        }
    }
    rewind_to(f->pos, 0);
    return finding;
}

/* ---- Proving again ---- */

static Finding verify_win(PuzzleFinder *f, const Puzzle *puzzle)
{
    ProofNodes nodes = begin_proof(f, puzzle->moves, 4 * (uint64_t)FIND_PROOF_NODES);
    unsigned left = puzzle->moves;
    for (unsigned ply = 0; ply < puzzle->plies; ++ply) {
        if (ply % 2 == 0) {
            Move winner = MOVE_NONE;
            bool last = left == 1 && ply > 0;
            Finding finding = last ? FINDING_PUZZLE : find_only_winner(f->pos, left, &nodes, &winner);
            if (finding != FINDING_PUZZLE) return finding;
            if (left > 1 && winner != puzzle->line[ply]) return FINDING_DUAL;
            Proof sooner = left > 1 ? prove_win(f->pos, left - 1, &nodes) : PROOF_NO_WIN;
            if (sooner != PROOF_NO_WIN) return sooner == PROOF_WIN ? FINDING_NO_LINE : FINDING_UNFINISHED;
            --left;
        }
        position_make(f->pos, puzzle->line[ply]);
    }
    /* After an odd number of plies the solver has just moved. */
    return position_outcome(f->pos).result == result_win(f->pos->side ^ 1) ? FINDING_PUZZLE : FINDING_NO_WIN;
}

static Finding verify_table(PuzzleFinder *f, const Puzzle *puzzle)
{
    TbResult result = puzzle->kind == PUZZLE_TABLE_WIN ? TB_WIN : TB_DRAW;
    for (unsigned ply = 0; ply < puzzle->plies; ++ply) {
        TbValue value;
        unsigned count = 0;
        Move keeper = MOVE_NONE;
        if (ply % 2 == 0) {
            if (!tb_probe(f->tables, f->pos, &value) || value.result != result) return FINDING_NO_WIN;
            if (!table_keepers(f, result, &count, &keeper)) return FINDING_NO_WIN;
            if (count != 1 || keeper != puzzle->line[ply]) return FINDING_DUAL;
        }
        position_make(f->pos, puzzle->line[ply]);
    }
    return FINDING_PUZZLE;
}

static Finding verify_search(PuzzleFinder *f, const Puzzle *puzzle)
{
    for (unsigned ply = 0; ply < puzzle->plies; ++ply) {
        PuzzleKind kind;
        Best best;
        if (ply % 2 == 0) {
            Finding finding = search_twice(f, &kind, FIND_MARGIN_KEPT, &best);
            if (finding != FINDING_PUZZLE) return finding;
            if (kind != puzzle->kind || best.move != puzzle->line[ply]) return FINDING_DEEPER;
        }
        position_make(f->pos, puzzle->line[ply]);
    }
    return FINDING_PUZZLE;
}

Finding find_verify(PuzzleFinder *f, const Puzzle *puzzle)
{
    if (!begin(f, puzzle->fen, NULL)) return FINDING_NO_WIN;
    Finding finding = puzzle->kind == PUZZLE_WIN ? verify_win(f, puzzle)
                      : puzzle->kind <= PUZZLE_TABLE_DRAW ? verify_table(f, puzzle)
                                                          : verify_search(f, puzzle);
    rewind_to(f->pos, 0);
    return finding;
}
