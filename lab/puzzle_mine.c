/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "puzzle_mine.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../nnue/games.h"
#include "tables/setup.h"
#include "../src/text/notation.h"
#include "../src/util/files.h"
#include "../src/util/random.h"

enum {
    SAVE_EVERY = 5,     /* seconds */
    MOVES_MAX = 5,      /* of a win that is proved */
    LATE = 9,           /* the last plies of a game, in which the winner is searched for longer wins, ... */
    LATE_MOVES = 6,     /* of this many moves at most, */
    LATE_SCORE = 200,   /* if the game's own search liked it as much as this, in centipawns */
    JUMP = 18,          /* percent of expected result that the last move gave away, to look for a winning move */
    WON = 70,           /* percent: the least to look for a winning move ... */
    SAVED = 38, SAVED_MAX = 65, /* ... and the range to look for a saving one */
    SAVES_LOOKED = 6,   /* positions of a game in which to look for a saving move */
    TABLE_DRAWS = 10000,/* positions drawn from each table at most */
    TABLE_EACH = 20,    /* puzzles of each table at most */
    GIVE_UP = 500       /* a kind of position is dropped if fewer than one in this many is a puzzle */
};

/* Enough of a kind. */
static const unsigned enough[GROUP_NB] = {[GROUP_WIN_1] = 90, [GROUP_WIN_2] = 220, [GROUP_WIN_3] = 150, [GROUP_WIN_LONG] = 100,
                                          [GROUP_TABLE] = 60, [GROUP_SEARCH_WIN] = 140, [GROUP_SEARCH_SAVE] = 60};

double mine_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* ---- One position ---- */

/* The FEN of a position as a puzzle has it: the counters are 0 and 1. false if the game is over. */
static bool puzzle_fen(const Position *pos, char *fen)
{
    pos->variant->board.get_fen(pos, fen);
    char *end = strrchr(fen, ' ');
    if (end) *end = '\0';
    if (end) end = strrchr(fen, ' ');
    if (!end || end - fen + 5 > FEN_MAX) return false;
    strcpy(end, " 0 1");
    return true;
}

/* Counts a finding; a puzzle gets its themes and its rating and is added unless there is one like it. */
static bool take(PuzzleWork *work, PuzzleFinder *f, Finding finding, Puzzle *puzzle)
{
    bool ok = true;
    ++work->tried;
    if (finding == FINDING_PUZZLE) {
        Likeness likeness = puzzle_likeness(f, puzzle);
        if (work->in_group[puzzle_group(puzzle)] >= enough[puzzle_group(puzzle)]) finding = FINDING_ENOUGH;
        else if (work_has_like(work, likeness)) finding = FINDING_ALIKE;
        if (finding == FINDING_PUZZLE) {
            bool trivial;
            puzzle->themes = puzzle_themes_of(f, puzzle);
            puzzle->rating = puzzle_rate(f, puzzle, &trivial);
            /* A short win is a puzzle for beginners; a move that everybody makes is not a puzzle. */
            if (trivial && puzzle->kind != PUZZLE_WIN) finding = FINDING_OBVIOUS;
            else ok = work_add(work, puzzle, likeness);
        }
    }
    ++work->thrown[finding];
    return ok;
}

/* ---- Games ---- */

/* A game on the board, with the expected results that its scores stand for. */
typedef struct Course {
    const GameRecord *game;
    Position *pos;
} Course;

static bool scored(const GameRecord *game, unsigned ply) { return game->moves[ply].score != GAME_UNSCORED; }

/* Does this move capture where the last one did? */
static bool takes_back(const Position *pos, const Piece *before_last, Move move)
{
    MoveInfo info;
    const Variant *v = pos->variant;
    position_describe(pos, &move, 1, &info);
    if (!info.victim || !before_last) return false;
    unsigned squares = square_count(v), to = info.piece_to[0] ? (info.piece_to[0] - 1u) % squares : SQUARE_NONE;
    return to < squares && before_last[to] && pos->board[to] && piece_side(before_last[to]) != piece_side(pos->board[to]);
}

/* Is the side to move soon going to win by the rules? The game's own short searches see long wins late. */
static bool is_late(const Course *course, unsigned ply)
{
    const GameRecord *game = course->game;
    return game->end == GAME_BY_RULES && game->result == result_win(course->pos->side) && game->plies - ply <= LATE
           && game->moves[ply].score >= LATE_SCORE;
}

/* What to look for at a ply of the game. */
typedef enum Look { LOOK_NOTHING, LOOK_PROOF, LOOK_LATE, LOOK_WIN, LOOK_SAVE } Look;

static Look look_at(const Course *course, unsigned ply, unsigned *moves)
{
    const GameRecord *game = course->game;
    if (ply < game->opening || !scored(game, ply)) return LOOK_NOTHING;
    Score score = game->moves[ply].score;
    if (score > SCORE_MATE_MIN) {
        *moves = (unsigned)(SCORE_MATE - score + 1) / 2;
        return *moves <= MOVES_MAX ? LOOK_PROOF : LOOK_NOTHING;
    }
    if (is_late(course, ply)) {
        *moves = LATE_MOVES;
        return LOOK_LATE;
    }
    if (ply == 0 || !scored(game, ply - 1)) return LOOK_NOTHING;
    int now = find_expected(course->pos, score), before = 100 - find_expected(course->pos, game->moves[ply - 1].score);
    if (now >= WON && now - before >= JUMP) return LOOK_WIN;
    bool narrow = now >= SAVED && now <= SAVED_MAX && before - now < JUMP && position_in_peril(course->pos);
    return narrow ? LOOK_SAVE : LOOK_NOTHING;
}

static bool has_room(const PuzzleWork *work, PuzzleGroup group) { return work->in_group[group] < enough[group]; }

/* Is there room for proved wins in this number of moves? */
static bool win_wanted(const PuzzleWork *work, unsigned moves)
{
    Puzzle like = {.kind = PUZZLE_WIN, .moves = moves};
    return has_room(work, puzzle_group(&like));
}

static bool wanted(const PuzzleWork *work, Look look, unsigned moves)
{
    if (look == LOOK_NOTHING) return false;
    if (look == LOOK_PROOF) return win_wanted(work, moves);
    if (look == LOOK_LATE) return has_room(work, GROUP_WIN_3) || has_room(work, GROUP_WIN_LONG);
    PuzzleGroup group = look == LOOK_WIN ? GROUP_SEARCH_WIN : GROUP_SEARCH_SAVE;
    uint64_t looked = work->looked[look == LOOK_SAVE];
    return has_room(work, group) && (looked < GIVE_UP || work->in_group[group] * GIVE_UP > looked);
}

/* Most positions have several winning moves, or none, which a short search sees sooner than a proof. */
static bool look_for_win(PuzzleWork *work, PuzzleFinder *f, const char *fen, unsigned moves, bool late)
{
    Puzzle puzzle;
    Finding finding = moves > 1 ? find_may_win(f, fen, &moves) : FINDING_PUZZLE;
    if (finding == FINDING_NO_WIN && late) return true;
    if (finding == FINDING_PUZZLE && !win_wanted(work, moves)) finding = FINDING_ENOUGH;
    return take(work, f, finding == FINDING_PUZZLE ? find_win(f, fen, moves, &puzzle) : finding, &puzzle);
}

static bool look_here(PuzzleWork *work, PuzzleFinder *f, const Course *course, Look look, unsigned moves, const Piece *before)
{
    char fen[FEN_MAX];
    Puzzle puzzle;
    ErrorText ignored;
    if (!puzzle_fen(course->pos, fen) || !position_set_fen(f->pos, fen, &ignored)) return true;
    if (position_outcome(f->pos).result != ONGOING) return true;
    if (look == LOOK_PROOF || look == LOOK_LATE) return look_for_win(work, f, fen, moves, look == LOOK_LATE);
    ++work->looked[look == LOOK_SAVE];
    if (!find_may_search(f, fen)) {
        ++work->tried;
        ++work->thrown[FINDING_MARGIN];
        return true;
    }
    Finding finding = find_search(f, fen, &puzzle);
    bool single = finding == FINDING_PUZZLE && puzzle.plies == 1;
    if (single && takes_back(course->pos, before, puzzle.line[0])) finding = FINDING_OBVIOUS;
    return take(work, f, finding, &puzzle);
}

/* At most one puzzle of each sort from a game: the longest win, the first blunder, the first narrow escape. */
static bool look_through(PuzzleWork *work, PuzzleFinder *f, const GameRecord *game, Position *pos, ErrorText *error)
{
    Course course = {game, pos};
    Piece before[SQUARE_MAX];
    bool proved = false, won = false, saved = false, ok = true;
    unsigned looks = 0;
    if (!game_begin(game, pos, error)) return false;
    for (unsigned ply = 0; ok && ply < game->plies; ++ply) {
        unsigned moves = 0, had = work->count;
        Look look = look_at(&course, ply, &moves);
        bool proves = look == LOOK_PROOF || look == LOOK_LATE;
        bool skip = (proves && proved) || (look == LOOK_WIN && won)
                    || (look == LOOK_SAVE && (saved || ++looks > SAVES_LOOKED));
        if (!skip && wanted(work, look, moves)) {
            ok = look_here(work, f, &course, look, moves, ply ? before : NULL) || error_set(error, "out of memory");
            proved |= proves && work->count > had;
            won |= look == LOOK_WIN && work->count > had;
            saved |= look == LOOK_SAVE && work->count > had;
        }
        memcpy(before, pos->board, sizeof before);
        ok = ok && game_step(game, ply, pos, error);
    }
    ++work->games;
    return ok;
}

static bool is_enough(const PuzzleWork *work)
{
    for (int group = 0; group < GROUP_NB; ++group)
        if (group != GROUP_TABLE && work->in_group[group] < enough[group]) return false;
    return true;
}

/* When to save, and when to stop. */
typedef struct Pace {
    const MineLimits *limits;
    double saved;
} Pace;

static bool is_time(const Pace *pace) { return pace->limits->until > 0 && mine_clock() >= pace->limits->until; }

static bool keep_pace(PuzzleWork *work, PuzzleFinder *f, Pace *pace, ErrorText *error)
{
    if (mine_clock() < pace->saved + SAVE_EVERY) return true;
    pace->saved = mine_clock();
    if (!pace->limits->quiet)
        fprintf(stderr, "%s: %" PRIu64 " games, %" PRIu64 " positions, %u puzzles\n", work->variant->name, work->games,
                work->tried, work->count);
    return work_save(work, f, error);
}

static bool mine_file(PuzzleWork *work, PuzzleFinder *f, const char *path, GameReader *r, Position *pos, Pace *pace,
                      ErrorText *error)
{
    if (!games_open(r, path, true, error)) return false;
    BlockStatus status = BLOCK_END;
    bool ok = r->variant == work->variant || error_set(error, "%.100s has games of %s", path, r->variant->name);
    for (uint64_t i = 0; ok && !is_enough(work) && !is_time(pace) && (status = games_next(r, error)) == BLOCK_READ; ++i) {
        if (i < work->game) continue;
        ok = look_through(work, f, &r->game, pos, error);
        ++work->game;
        ok = ok && keep_pace(work, f, pace, error);
    }
    games_done(r);
    return ok && status != BLOCK_DAMAGED && status != BLOCK_FAILED;
}

bool mine_games(PuzzleWork *work, PuzzleFinder *f, const char *const *files, size_t count, const MineLimits *limits,
                ErrorText *error)
{
    GameReader *r = malloc(sizeof *r);
    Position *pos = position_new(work->variant);
    Pace pace = {limits, mine_clock()};
    bool ok = (r && pos) || error_set(error, "out of memory");
    while (ok && work->file < count && !is_enough(work) && !is_time(&pace)) {
        ok = mine_file(work, f, files[work->file], r, pos, &pace, error);
        if (!ok || is_time(&pace) || is_enough(work)) break;
        ++work->file;
        work->game = 0;
    }
    position_free(pos);
    free(r);
    return ok && work_save(work, f, error);
}

/* ---- Puzzles of a file ---- */

static bool mine_line(PuzzleWork *work, PuzzleFinder *f, const char *line, unsigned moves, ErrorText *error)
{
    Puzzle puzzle;
    if (!puzzle_read(f->pos, line, &puzzle, error)) return false;
    if ((puzzle.plies + 1) / 2 != moves || work_has_like(work, puzzle_likeness(f, &puzzle))) return true;
    return take(work, f, find_verify(f, &puzzle), &puzzle) || error_set(error, "out of memory");
}

bool mine_file_of_puzzles(PuzzleWork *work, PuzzleFinder *f, const char *path, const MineLimits *limits, ErrorText *error)
{
    Pace pace = {limits, mine_clock()};
    Buffer text = {0};
    bool ok = file_read(path, &text, error);
    for (char *c = text.text; ok && c && *c; ++c)
        if (*c == '\n') *c = '\0';
    for (unsigned moves = PUZZLE_PLIES_MAX / 2 + 1; ok && moves > 0; --moves) {
        for (size_t at = 0; ok && at < text.length && !is_time(&pace); at += strlen(text.text + at) + 1)
            ok = mine_line(work, f, text.text + at, moves, error) && keep_pace(work, f, &pace, error);
    }
    buffer_free(&text);
    return ok && work_save(work, f, error);
}

/* ---- Tables ---- */

bool mine_tables(PuzzleWork *work, PuzzleFinder *f, const MineLimits *limits, ErrorText *error)
{
    Pace pace = {limits, mine_clock()};
    bool ok = true;
    for (unsigned t = 0; ok && t < tb_count(f->tables) && !is_time(&pace); ++t) {
        const TbIndex *index = table_index(tb_table(f->tables, t));
        SetUp set_up;
        uint64_t random = limits->seed * SPLITMIX64_STEP + t;
        unsigned found = work->in_group[GROUP_TABLE] + TABLE_EACH;
        if (!set_up_init(&set_up, index)) return error_set(error, "out of memory");
        for (unsigned i = 0; ok && i < TABLE_DRAWS && work->in_group[GROUP_TABLE] < found && !is_time(&pace); ++i) {
            char fen[FEN_MAX];
            Puzzle puzzle;
            Side side = (Side)(splitmix64(&random) >> 40 & 1);
            uint32_t number = (uint32_t)splitmix64_below(&random, index->size);
            if (work->in_group[GROUP_TABLE] >= enough[GROUP_TABLE]) break;
            if (!set_up_number(&set_up, number, side) || !puzzle_fen(set_up.pos, fen)) continue;
            Finding finding = find_table(f, fen, &puzzle);
            /* A solution of one move teaches little, and short ones are found in games. */
            if (finding == FINDING_PUZZLE && puzzle.plies < 5) finding = FINDING_OBVIOUS;
            ok = take(work, f, finding, &puzzle) || error_set(error, "out of memory");
        }
        set_up_free(&set_up);
    }
    return ok && work_save(work, f, error);
}
