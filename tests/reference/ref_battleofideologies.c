/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Battle of Ideologies, slow and obvious, in the order of its rules page.
 */
#include "mailbox.h"

/* ---- Rule options ---- */

enum { RESERVE = 5, RESERVE_MAX = 9, DRAW_PLIES = 100 };

static int max_in_hand = RESERVE, no_goal, no_palace;
static int counter_limit = DRAW_PLIES, stalemate = STALEMATE_WINS;

static const Rule rules[] = {
    {"reserve", &max_in_hand, RESERVE, NULL, 0, RESERVE_MAX},
    {"goal", &no_goal, 0, "on off", 0, 0},
    {"palace", &no_palace, 0, "on off", 0, 0},
    {"counter", &counter_limit, DRAW_PLIES, NULL, 0, COUNTER_RULE_MAX},
    {"stalemate", &stalemate, STALEMATE_WINS, stalemate_words, 0, 0},
    {NULL, NULL, 0, NULL, 0, 0},
};

static bool set_rule(const char *option, const char *value) { return rules_set(rules, option, value); }

/* ---- Board ---- */

enum { FILES = 9, RANKS = 9 };

static const Shape shape = {FILES, RANKS, "PRHBCAKsmfjez", "", "z", NULL};

static const char start_fen[] = "mfjezejfm/sssssssss/9/9/9/9/9/PPPPPPPPP/RHBCKABHR[sssss] w - - 0 1";

/*
 * A square holds the piece's letter, or EMPTY. White's letters are upper case, Black's
 * lower case, and no letter is used by both; the promoted Kirin +z is PROMOTED_KIRIN.
 */
enum { EMPTY = '.', PROMOTED_KIRIN = '+' };

typedef struct Position {
    char at[FILES + 1][RANKS + 1];
    int hand; /* Black's Quadrapawns */
    bool white_to_move;
    int counter;
    int move_number;
} Position;

#include "betza.h"

static bool is_blacks(char piece) { return piece == PROMOTED_KIRIN || is_black(piece); }

static bool is_empty(const Position *pos, int file, int rank) { return pos->at[file][rank] == EMPTY; }

static bool is_whites(const Position *pos, int file, int rank) { return is_white(pos->at[file][rank]); }

static bool belongs_to(char piece, bool white) { return white ? is_white(piece) : is_blacks(piece); }

static bool is_royal(char piece) { return piece == 'K' || piece == 'z' || piece == PROMOTED_KIRIN; }

static bool is_kirin(char piece) { return piece == 'z' || piece == PROMOTED_KIRIN; }

/* ---- Where a piece may stand ---- */

/* With palace=off the King's palace is the whole board. */
static bool in_palace(int file, int rank) { return no_palace || (file >= 4 && file <= 6 && rank <= 2); }

static bool in_black_region(int rank) { return rank >= 5 || rank <= 2; }

static bool may_go(const Position *pos, int file, int rank, int to_file, int to_rank)
{
    switch (pos->at[file][rank]) {
    case 'K': return in_palace(to_file, to_rank);
    case 'm':
    case 'f':
    case 'j':
    case 'e':
    case 'z': return in_black_region(to_rank);
    default: return true;
    }
}

/* ---- Where a piece can go ---- */

/* A Pawn's double step and the Horse are by themselves. */
static const struct {
    char letter;
    const char *moves;
} moves_of[] = {
    {'P', "mfWcfF"}, {'R', "R"},  {'B', "B"},    {'C', "RN"}, {'A', "BN"},           {'K', "K"},  {'s', "mWcF"},
    {'m', "KN"},     {'j', "NZ"}, {'f', "ADbW"}, {'z', "FD"}, {'e', "WfFfDcffNcbF"}, {PROMOTED_KIRIN, "FDbW"},
};

/* Xiangqi Horse: a Knight whose first square, the orthogonal one, must be empty. */
static void horse(const Position *pos, int file, int rank, Reach *reach)
{
    for (int df = -2; df <= 2; df++) {
        for (int dr = -2; dr <= 2; dr++) {
            int first_file = file + df / 2, first_rank = rank + dr / 2;
            if (abs(df) * abs(dr) == 2 && on_board(first_file, first_rank) && is_empty(pos, first_file, first_rank))
                step(pos, file, rank, df, dr, BOTH, reach);
        }
    }
}

static Reach reach_of(const Position *pos, int file, int rank)
{
    char piece = pos->at[file][rank];
    Reach reach;

    memset(&reach, 0, sizeof reach);
    if (piece == 'H') horse(pos, file, rank, &reach);
    if (piece == 'P' && rank == 2 && is_empty(pos, file, 3)) step(pos, file, rank, 0, 2, MOVE, &reach);
    for (size_t i = 0; i < sizeof moves_of / sizeof *moves_of; i++)
        if (moves_of[i].letter == piece) betza(pos, file, rank, moves_of[i].moves, &reach);
    return reach;
}

/* ---- Promotion and drops ---- */

/*
 * What a piece may be after arriving at the rank: itself always, and its promotions. In a move's text a
 * promotion is the lower-case letter, or + for the promoted Kirin.
 */
static const char *promotions(char piece, int to_rank)
{
    if (piece == 'P' && to_rank == 9) return "HBRAC";
    if (piece == 's' && (to_rank == 5 || to_rank == 4 || to_rank == 3)) return "jefm";
    if (piece == 'z' && to_rank == 5) return "+";
    return "";
}

static bool drop_rank(int rank) { return rank >= 6 && rank <= 9; }

/* ---- Check ---- */

static bool royal_attacked(const Position *pos, bool white_royal)
{
    for (int file = 1; file <= FILES; file++) {
        for (int rank = 1; rank <= RANKS; rank++) {
            if (!belongs_to(pos->at[file][rank], !white_royal)) continue;
            Reach reach = reach_of(pos, file, rank);
            for (int f = 1; f <= FILES; f++) {
                for (int r = 1; r <= RANKS; r++)
                    if (reach.to[f][r] && is_royal(pos->at[f][r])) return true;
            }
        }
    }
    return false;
}

/* ---- Making a move ---- */

static void end_ply(Position *pos, bool reset_counter)
{
    pos->counter = reset_counter ? 0 : pos->counter + 1;
    if (!pos->white_to_move) pos->move_number++;
    pos->white_to_move = !pos->white_to_move;
}

/* becomes: the piece on the target square afterwards */
static Position make_move(const Position *before, int file, int rank, int to_file, int to_rank, char becomes)
{
    Position pos = *before;
    char piece = before->at[file][rank];
    bool capture = before->at[to_file][to_rank] != EMPTY;

    pos.at[file][rank] = EMPTY;
    pos.at[to_file][to_rank] = becomes;
    end_ply(&pos, capture || piece == 'P' || piece == 's');
    return pos;
}

static Position make_drop(const Position *before, int file, int rank)
{
    Position pos = *before;

    pos.at[file][rank] = 's';
    pos.hand--;
    end_ply(&pos, true);
    return pos;
}

/* ---- FEN ---- */

static void print_fen(const Position *pos, char *out)
{
    Placement board;

    for (int file = 1; file <= FILES; file++) {
        for (int rank = 1; rank <= RANKS; rank++) {
            bool promoted = pos->at[file][rank] == PROMOTED_KIRIN;
            board.at[rank - 1][file - 1] = promoted ? 'z' : pos->at[file][rank];
            board.promoted[rank - 1][file - 1] = promoted;
        }
    }
    out = put_char(put_board(out, &shape, &board), '[');
    for (int i = 0; i < pos->hand; i++) out = put_char(out, 's');
    out = put_side_and_castling(put_char(out, ']'), &shape, pos->white_to_move, NULL);
    put_counters(put_char(out, '-'), pos->counter, pos->move_number);
}

/* m, f, j and e may stand anywhere in a FEN: they may have been made there. */
static const char *check_square(char piece, int file, int rank)
{
    if (piece == 'z' && !in_black_region(rank)) return "board: the Kirin is outside its region";
    if (piece == 'K' && !in_palace(file, rank)) return "board: the King is outside its palace";
    return NULL;
}

static const char *read_pieces(const char **text, Position *pos)
{
    Placement board;
    const char *error = read_board(text, &shape, &board);

    for (int file = 1; error == NULL && file <= FILES; file++) {
        for (int rank = 1; error == NULL && rank <= RANKS; rank++) {
            pos->at[file][rank] = board.promoted[rank - 1][file - 1] ? PROMOTED_KIRIN : board.at[rank - 1][file - 1];
            error = check_square(pos->at[file][rank], file, rank);
        }
    }
    return error;
}

/* A missing [] is read as empty. */
static const char *read_hand(const char **text, Position *pos)
{
    if (!take(text, '[')) return NULL;
    while (take(text, 's')) pos->hand++;
    if (pos->hand > max_in_hand) return "hand: too many Quadrapawns";
    return take(text, ']') ? NULL : "hand: only Black's Quadrapawns may be in hand";
}

static const char *check_royals(const Position *pos)
{
    int kings = 0;
    int kirins = 0;

    for (int file = 1; file <= FILES; file++) {
        for (int rank = 1; rank <= RANKS; rank++)
            if (pos->at[file][rank] == 'K')
                kings++;
            else if (is_kirin(pos->at[file][rank]))
                kirins++;
    }
    if (kings != 1) return "board: not exactly one King";
    if (kirins != 1) return "board: not exactly one Kirin";
    if (royal_attacked(pos, !pos->white_to_move)) return "board: the side not to move could have its royal taken";
    return NULL;
}

static const char *read_fen(const char *text, Position *pos)
{
    const char *error;

    memset(pos, 0, sizeof *pos);
    if ((error = read_pieces(&text, pos)) != NULL || (error = read_hand(&text, pos)) != NULL
        || (error = read_side_and_castling(&text, &shape, &pos->white_to_move, NULL)) != NULL
        || (error = read_no_en_passant(&text)) != NULL || (error = read_counters(&text, &pos->counter, &pos->move_number)) != NULL)
        return error;
    return check_royals(pos);
}

/* ---- The list of moves ---- */

/* Adds one spelling of a move if it leaves the own royal safe; promotion is 0 for none. */
static void add_spelling(const Position *pos, int file, int rank, int to_file, int to_rank, char promotion, MoveList *list)
{
    char becomes = promotion != 0 ? promotion : pos->at[file][rank];
    Position after = make_move(pos, file, rank, to_file, to_rank, becomes);
    RefMove *move;
    char *out;

    if (royal_attacked(&after, pos->white_to_move)) return;
    move = new_move(list);
    out = put_square(move->text, file - 1, rank - 1);
    out = put_square(out, to_file - 1, to_rank - 1);
    if (promotion != 0) put_char(out, is_white(promotion) ? piece_of(promotion, false) : promotion);
    print_fen(&after, move->fen);
}

static void add_moves_from(const Position *pos, int file, int rank, MoveList *list)
{
    Reach reach = reach_of(pos, file, rank);

    for (int to_file = 1; to_file <= FILES; to_file++) {
        for (int to_rank = 1; to_rank <= RANKS; to_rank++) {
            if (!reach.to[to_file][to_rank]) continue;
            add_spelling(pos, file, rank, to_file, to_rank, 0, list);
            for (const char *p = promotions(pos->at[file][rank], to_rank); *p != '\0'; p++)
                add_spelling(pos, file, rank, to_file, to_rank, *p, list);
        }
    }
}

static void add_drop(const Position *pos, int file, int rank, MoveList *list)
{
    Position after = make_drop(pos, file, rank);
    RefMove *move;

    if (royal_attacked(&after, false)) return;
    move = new_move(list);
    put_square(put(move->text, "S@"), file - 1, rank - 1);
    print_fen(&after, move->fen);
}

/* ---- End of the game ---- */

/* Rule 1 */
static bool flag_win(const Position *pos)
{
    if (no_goal) return false;
    for (int file = 1; file <= FILES; file++)
        if (pos->white_to_move && is_kirin(pos->at[file][1])) return true;
    return false;
}

/* All moves, or at least so many of them. */
static MoveList all_moves(const Position *pos, size_t enough)
{
    MoveList list = {NULL, 0, 0};

    if (flag_win(pos)) return list;
    for (int file = 1; file <= FILES && list.count < enough; file++) {
        for (int rank = 1; rank <= RANKS && list.count < enough; rank++) {
            if (pos->at[file][rank] == EMPTY) {
                if (!pos->white_to_move && pos->hand > 0 && drop_rank(rank)) add_drop(pos, file, rank, &list);
            } else if (belongs_to(pos->at[file][rank], pos->white_to_move)) {
                add_moves_from(pos, file, rank, &list);
            }
        }
    }
    return list; /* no move: checkmate (2) or stalemate (3), see result() */
}

/* ---- Interface ---- */

#include "answers.h"

static RefResult result(const char *fen)
{
    Position pos;
    MoveList list;

    if (read_fen(fen, &pos) != NULL) return REF_ONGOING;
    if (flag_win(&pos)) /* 1 */
        return REF_BLACK_WINS;
    list = all_moves(&pos, 1);
    free(list.moves);
    if (list.count == 0) {
        if (royal_attacked(&pos, pos.white_to_move)) /* 2: checkmate */
            return win_for(!pos.white_to_move);
        return stalemate_result(stalemate, pos.white_to_move); /* 3 */
    }
    if (counter_draws(pos.counter, counter_limit)) /* 4 */
        return REF_DRAW;
    return REF_ONGOING;
}

const Reference reference_battleofideologies = {"battleofideologies", start_fen, normalise, result, list_moves, set_rule};
