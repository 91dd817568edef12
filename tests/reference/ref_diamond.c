/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Diamond Chess, written from its rules page alone: every order of the legs of a
 * move is played out on a copy of the whole board and spelled.
 */
#include "mailbox.h"

enum {
    BLACK,
    WHITE,
    SIZE = 8,
    SQUARES = 64,
    SPECIES = 8,
    RESERVE_IN_SET_UP = 6, /* a side holding more than this is still setting up */
    PIECES_A_SIDE = 10,
    PACK = 3, /* Cani that can be connected, and act together */
    DRAW_PLIES = 31
};

/* ---- rule options ---- */

static int no_drowning, pack = PACK, draw_is_offered, white_first;
static int counter_limit = DRAW_PLIES;

static const Rule rules[] = {
    {"drowning", &no_drowning, 0, "on off", 0, 0},
    {"pack", &pack, PACK, NULL, 1, PACK},
    {"stalemate", &draw_is_offered, 0, "automatic offered", 0, 0},
    {"counter", &counter_limit, DRAW_PLIES, NULL, 0, COUNTER_RULE_MAX},
    {"first", &white_first, 0, "black white", 0, 0},
    {NULL, NULL, 0, NULL, 0, 0},
};

static bool set_rule(const char *option, const char *value) { return rules_set(rules, option, value); }

/* ---- the board ---- */

static const char species_letters[] = "CGHKORSZ";
static const Shape shape = {SIZE, SIZE, "CGHKORSZcghkorsz", "", "", species_letters};
static const int species_limit[SPECIES] = {3, 1, 1, 1, 1, 1, 1, 1};

static const int orthogonal[4][2] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
static const int diagonal[4][2] = {{1, 1}, {1, -1}, {-1, -1}, {-1, 1}};
static const int knight_jump[8][2] = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};

/* One square of the mailbox. The flags of a piece travel with it. */
typedef struct Cell {
    char letter; /* upper case White's, lower case Black's, '.' empty */
    bool wet;    /* stood in the River when the move began and has not left it */
    int reach;   /* of a Cani, fixed when the action begins; 0 once it has moved */
} Cell;

typedef struct Position {
    Cell cell[SQUARES];
    int reserve[2][HANDS_MAX]; /* by side, in the order of species_letters */
    int side;
    int counter;
    int number;
} Position;

/* A move in progress: the current board and the legs so far. */
typedef struct Play {
    Position board;
    bool taken;
    char text[REF_TEXT_MAX];
} Play;

/* ---- squares and pieces ---- */

static int square_at(int file, int rank)
{
    if (file < 0 || file >= SIZE || rank < 0 || rank >= SIZE) return -1;
    return rank * SIZE + file;
}

/* The square dx files and dy ranks away, or -1 off the board. */
static int square_from(int square, int dx, int dy) { return square_at(square % SIZE + dx, square / SIZE + dy); }

static bool in_river(int square) { return square % SIZE == square / SIZE; }

/* h1 is White's, a8 is Black's. */
static int own_city(int side) { return side == WHITE ? square_at(7, 0) : square_at(0, 7); }

/* White g1, h1, g2, h2; Black a7, b7, a8, b8. */
static bool is_set_up_square(int side, int square)
{
    int file = square % SIZE, rank = square / SIZE;
    if (side == WHITE) return file >= 6 && rank <= 1;
    return file <= 1 && rank >= 6;
}

static bool is_empty(const Position *board, int square) { return board->cell[square].letter == '.'; }

static bool has_piece_of(const Position *board, int square, int side) { return is_of(board->cell[square].letter, side); }

static bool stands(const Position *board, int square, int side, char upper_letter)
{
    return board->cell[square].letter == piece_of(upper_letter, side);
}

static int pieces_in_reserve(const Position *board, int side)
{
    int total = 0;
    for (int k = 0; k < SPECIES; k++) total += board->reserve[side][k];
    return total;
}

static bool in_set_up(const Position *board)
{
    return pieces_in_reserve(board, WHITE) > RESERVE_IN_SET_UP || pieces_in_reserve(board, BLACK) > RESERVE_IN_SET_UP;
}

/* A piece of side stands in the other side's City. */
static bool has_entered(const Position *board, int side) { return has_piece_of(board, own_city(!side), side); }

static bool game_won(const Position *board) { return has_entered(board, WHITE) || has_entered(board, BLACK); }

/* ---- FEN ---- */

static const char *check_position(const Position *board)
{
    int held[2][HANDS_MAX];
    memcpy(held, board->reserve, sizeof held);
    for (int square = 0; square < SQUARES; square++) {
        char letter = board->cell[square].letter;
        if (letter != '.') held[is_white(letter)][strchr(species_letters, kind_of(letter)) - species_letters]++;
    }
    for (int side = BLACK; side <= WHITE; side++) {
        for (int k = 0; k < SPECIES; k++)
            if (held[side][k] > species_limit[k]) return "more pieces of a species than ten a side allow";
    }

    if (in_set_up(board)) {
        for (int side = BLACK; side <= WHITE; side++) {
            for (int k = 0; k < SPECIES; k++)
                if (held[side][k] != species_limit[k]) return "a piece is missing during the set-up";
            for (int square = 0; square < SQUARES; square++)
                if (has_piece_of(board, square, side) && !is_set_up_square(side, square))
                    return "a piece is off its set-up squares during the set-up";
        }
        int white_placed = PIECES_A_SIDE - pieces_in_reserve(board, WHITE);
        int black_placed = PIECES_A_SIDE - pieces_in_reserve(board, BLACK);
        /* Alternating; Black begins, but with first=white White. */
        int first = white_first ? white_placed : black_placed;
        int second = white_first ? black_placed : white_placed;
        bool first_to_move = board->side == (white_first ? WHITE : BLACK);
        if (first != (first_to_move ? second : second + 1)) return "the wrong side is to move during the set-up";
        if (board->counter != 0) return "the counter must be 0 during the set-up";
    }

    if (has_entered(board, WHITE) && has_entered(board, BLACK)) return "both Cities are entered";
    return NULL;
}

static const char *read_fen(const char *fen, Position *board)
{
    const char *error;
    Placement letters;
    bool white;
    memset(board, 0, sizeof *board);
    if ((error = read_board(&fen, &shape, &letters)) != NULL) return error;
    if (*fen != '[') return "the reserve in [] is missing after the board";
    if ((error = read_hands(&fen, &shape, board->reserve)) != NULL
        || (error = read_side_and_castling(&fen, &shape, &white, NULL)) != NULL || (error = read_no_en_passant(&fen)) != NULL
        || (error = read_counters(&fen, &board->counter, &board->number)) != NULL)
        return error;
    board->side = white;
    for (int square = 0; square < SQUARES; square++) board->cell[square].letter = letters.at[square / SIZE][square % SIZE];
    return check_position(board);
}

static void print_fen(const Position *board, char *out)
{
    Placement letters;
    memset(&letters, 0, sizeof letters);
    for (int square = 0; square < SQUARES; square++) letters.at[square / SIZE][square % SIZE] = board->cell[square].letter;
    out = put_hands(put_board(out, &shape, &letters), &shape, board->reserve);
    out = put_side_and_castling(out, &shape, board->side, NULL);
    put_counters(put_char(out, '-'), board->counter, board->number);
}

/* ---- beginning, legs and end of a move ---- */

static Play begin_move(const Position *board)
{
    Play play;
    memset(&play, 0, sizeof play);
    play.board = *board;
    for (int square = 0; square < SQUARES; square++) play.board.cell[square].wet = !is_empty(board, square) && in_river(square);
    return play;
}

static void append(Play *play, const char *leg)
{
    size_t n = strlen(play->text);
    snprintf(play->text + n, sizeof play->text - n, "%s%s", n > 0 ? "," : "", leg);
}

/* Spells a leg between two squares; mark is 0 for a step or spear. */
static void append_squares(Play *play, int from, char mark, int to)
{
    char leg[8], *end = put_square(leg, from % SIZE, from / SIZE);
    if (mark != 0) end = put_char(end, mark);
    put_square(end, to % SIZE, to / SIZE);
    append(play, leg);
}

static void clear_square(Position *board, int square) { board->cell[square] = (Cell){'.', false, 0}; }

static void carry_piece(Position *board, int from, int to)
{
    board->cell[to] = board->cell[from];
    clear_square(board, from);
    if (!in_river(to)) board->cell[to].wet = false; /* it has left the River */
}

/* A drop of the side to move, in the set-up or as a muster. */
static Play after_drop(const Play *before, int species, int square)
{
    Play play = *before;
    int side = play.board.side;
    char leg[8] = {species_letters[species], '@', (char)('a' + square % SIZE), (char)('1' + square / SIZE), '\0'};
    play.board.reserve[side][species]--;
    play.board.cell[square].letter = piece_of(species_letters[species], side);
    append(&play, leg);
    return play;
}

/* A step, or a spear if an enemy stands on the target square. */
static Play after_move(const Play *before, int from, int to)
{
    Play play = *before;
    if (!is_empty(&play.board, to)) play.taken = true;
    carry_piece(&play.board, from, to);
    play.board.cell[to].reach = 0;
    append_squares(&play, from, 0, to);
    return play;
}

static Play after_arrow(const Play *before, int shooter, int target)
{
    Play play = *before;
    play.taken = true;
    clear_square(&play.board, target);
    append_squares(&play, shooter, 'x', target);
    return play;
}

static Play after_teleport(const Play *before, int from, int to)
{
    Play play = *before;
    carry_piece(&play.board, from, to);
    append_squares(&play, from, '>', to);
    return play;
}

static void record(MoveList *list, const Play *play)
{
    RefMove *move = new_move(list);
    memcpy(move->text, play->text, sizeof move->text);
    print_fen(&play->board, move->fen);
}

static void pass_the_move(Position *board)
{
    if (board->side == BLACK) board->number++;
    board->side = !board->side;
}

/* A placement of the set-up: neither River nor counter. */
static void end_placement(MoveList *list, const Play *before)
{
    Play play = *before;
    pass_the_move(&play.board);
    record(list, &play);
}

static void end_move(MoveList *list, const Play *before)
{
    Play play = *before;
    Position *board = &play.board;
    if (play.text[0] == '\0') append(&play, "@@@@");

    /* The River takes the mover's wet pieces, but not after a City is entered. */
    if (!game_won(board) && !no_drowning) {
        for (int square = 0; square < SQUARES; square++) {
            if (has_piece_of(board, square, board->side) && board->cell[square].wet && !stands(board, square, board->side, 'O')) {
                clear_square(board, square);
                play.taken = true;
            }
        }
    }

    board->counter = play.taken ? 0 : board->counter + 1;
    pass_the_move(board);
    record(list, &play);
}

/* ---- lines ---- */

/*
 * The squares a piece can move to in one direction, at most max away: through empty
 * squares, onto an enemy if the piece has the spear, stopping at a river square.
 */
static int squares_on_line(const Position *board, int from, const int step[2], int max, bool spear, int *targets)
{
    int count = 0;
    int square = from;
    for (int distance = 1; distance <= max; distance++) {
        square = square_from(square, step[0], step[1]);
        if (square < 0) break;
        if (!is_empty(board, square)) {
            if (spear && has_piece_of(board, square, !board->side)) targets[count++] = square;
            break;
        }
        targets[count++] = square;
        if (in_river(square)) break;
    }
    return count;
}

/* One move of up to max squares in one of four directions, which ends the action. */
static void move_along(MoveList *list, const Play *play, int from, const int directions[4][2], int max, bool spear)
{
    for (int d = 0; d < 4; d++) {
        int targets[SIZE];
        int count = squares_on_line(&play->board, from, directions[d], max, spear, targets);
        for (int i = 0; i < count; i++) {
            Play next = after_move(play, from, targets[i]);
            end_move(list, &next);
        }
    }
}

/* ---- Cani ---- */

/* Fixes how far each Cani of the side to move may go in this action. */
static void fix_reach(Position *board)
{
    int at[3], count = 0;
    bool connected[3][3];

    for (int square = 0; square < SQUARES && count < 3; square++)
        if (stands(board, square, board->side, 'C')) at[count++] = square;
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < count; j++) {
            int files = abs(at[i] % SIZE - at[j] % SIZE);
            int ranks = abs(at[i] / SIZE - at[j] / SIZE);
            connected[i][j] = files + ranks <= 1;
        }
    }
    for (int k = 0; k < count; k++) {
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < count; j++)
                if (connected[i][k] && connected[k][j]) connected[i][j] = true;
        }
    }
    for (int i = 0; i < count; i++) {
        int together = 0;
        for (int j = 0; j < count; j++)
            if (connected[i][j]) together++;
        int reach = together;
        if (together > pack) {
            reach = pack;
        } else if (together == 3) {
            bool one_file = at[0] % SIZE == at[1] % SIZE && at[1] % SIZE == at[2] % SIZE;
            bool one_rank = at[0] / SIZE == at[1] / SIZE && at[1] / SIZE == at[2] / SIZE;
            reach = one_file || one_rank ? 3 : 4;
        }
        board->cell[at[i]].reach = reach;
    }
}

/* Each Cani that has not moved yet may move next, `more` of them; one must. */
static void move_next_cani(MoveList *list, const Play *play, int more)
{
    for (int from = 0; from < SQUARES; from++) {
        if (!stands(&play->board, from, play->board.side, 'C')) continue;
        int reach = play->board.cell[from].reach;
        if (reach == 0) continue;
        for (int d = 0; d < 4; d++) {
            int targets[SIZE];
            int count = squares_on_line(&play->board, from, orthogonal[d], reach, true, targets);
            for (int i = 0; i < count; i++) {
                Play next = after_move(play, from, targets[i]);
                end_move(list, &next);
                if (more > 1 && !game_won(&next.board)) move_next_cani(list, &next, more - 1);
            }
        }
    }
}

static void act_cani(MoveList *list, const Play *play)
{
    Play next = *play;
    fix_reach(&next.board);
    move_next_cani(list, &next, pack);
}

/* ---- arrows: Gormoror and Rassimel ---- */

static bool can_shoot(const Position *board, int target)
{
    return target >= 0 && has_piece_of(board, target, !board->side) && !stands(board, target, !board->side, 'H');
}

static void move_gormoror(MoveList *list, const Play *play, int from) { move_along(list, play, from, orthogonal, 2, true); }

static void move_rassimel(MoveList *list, const Play *play, int from)
{
    move_along(list, play, from, orthogonal, 2, false);
    move_along(list, play, from, diagonal, 2, false);
}

/* A move, or an arrow, or an arrow and then a move. */
static void act_archer(MoveList *list, const Play *play, int from, void (*move)(MoveList *, const Play *, int))
{
    move(list, play, from);
    for (int d = 0; d < 4; d++) {
        int target = square_from(from, diagonal[d][0], diagonal[d][1]);
        if (can_shoot(&play->board, target)) {
            Play next = after_arrow(play, from, target);
            end_move(list, &next);
            move(list, &next, from);
        }
    }
}

/* ---- Khtsoyis ---- */

/* Its first, second or third act; the third must capture. */
static void act_khtsoyis(MoveList *list, const Play *play, int from, int act)
{
    for (int d = 0; d < 4; d++) {
        int target;
        if (squares_on_line(&play->board, from, orthogonal[d], 1, true, &target) == 0) continue;
        bool captures = !is_empty(&play->board, target);
        if (act == 3 && !captures) continue;
        Play next = after_move(play, from, target);
        end_move(list, &next);
        if (captures && act < 3 && !game_won(&next.board)) act_khtsoyis(list, &next, target, act + 1);
    }
}

/* ---- Orren ---- */

static void act_orren(MoveList *list, const Play *play, int from)
{
    const Position *board = &play->board;
    bool target[SQUARES] = {false};

    for (int d = 0; d < 4; d++) {
        /* All the way: to the edge, before a friend, or capturing the first enemy. */
        int way[SIZE], length = 0;
        int square = square_from(from, orthogonal[d][0], orthogonal[d][1]);
        while (square >= 0 && !has_piece_of(board, square, board->side)) {
            way[length++] = square;
            if (!is_empty(board, square)) break;
            square = square_from(square, orthogonal[d][0], orthogonal[d][1]);
        }
        if (length == 0) continue;
        target[way[0]] = true;
        target[way[length - 1]] = true;
        for (int i = 0; i < length; i++)
            if (in_river(way[i])) target[way[i]] = true;
    }

    /* It swims to any other river square, over any pieces. */
    if (in_river(from)) {
        for (int square = 0; square < SQUARES; square++)
            if (in_river(square) && square != from && !has_piece_of(board, square, board->side)) target[square] = true;
    }

    for (int square = 0; square < SQUARES; square++) {
        if (target[square]) {
            Play next = after_move(play, from, square);
            end_move(list, &next);
        }
    }
}

/* ---- Zi Ri ---- */

static void act_zi_ri(MoveList *list, const Play *play, int zi_ri, bool may_step, bool may_teleport);

/* The piece on a square teleports; it may be the Zi Ri itself. */
static void teleport_piece(MoveList *list, const Play *play, int zi_ri, int from, bool may_step)
{
    for (int j = 0; j < 8; j++) {
        int to = square_from(from, knight_jump[j][0], knight_jump[j][1]);
        if (to < 0 || !is_empty(&play->board, to)) continue;
        Play next = after_teleport(play, from, to);
        end_move(list, &next);
        if (!game_won(&next.board)) act_zi_ri(list, &next, from == zi_ri ? to : zi_ri, may_step, false);
    }
}

static void teleport_seen(MoveList *list, const Play *play, int zi_ri, const int step[2], bool may_step)
{
    int square = square_from(zi_ri, step[0], step[1]);
    while (square >= 0 && is_empty(&play->board, square)) square = square_from(square, step[0], step[1]);
    if (square >= 0) teleport_piece(list, play, zi_ri, square, may_step);
}

static void act_zi_ri(MoveList *list, const Play *play, int zi_ri, bool may_step, bool may_teleport)
{
    if (may_step) {
        for (int d = 0; d < 4; d++) {
            int to = square_from(zi_ri, orthogonal[d][0], orthogonal[d][1]);
            if (to < 0 || !is_empty(&play->board, to)) continue;
            Play next = after_move(play, zi_ri, to);
            end_move(list, &next);
            if (!game_won(&next.board)) act_zi_ri(list, &next, to, false, may_teleport);
        }
    }
    if (may_teleport) {
        teleport_piece(list, play, zi_ri, zi_ri, may_step);
        for (int d = 0; d < 4; d++) {
            teleport_seen(list, play, zi_ri, orthogonal[d], may_step);
            teleport_seen(list, play, zi_ri, diagonal[d], may_step);
        }
    }
}

/* ---- the move ---- */

/* Every action with one species; if there is none, the move ends without one. */
static void act(MoveList *list, const Play *play)
{
    size_t count_before = list->count;
    int side = play->board.side;

    act_cani(list, play);
    for (int from = 0; from < SQUARES; from++) {
        if (stands(&play->board, from, side, 'G')) act_archer(list, play, from, move_gormoror);
        if (stands(&play->board, from, side, 'H')) move_along(list, play, from, orthogonal, SIZE, true);
        if (stands(&play->board, from, side, 'K')) act_khtsoyis(list, play, from, 1);
        if (stands(&play->board, from, side, 'O')) act_orren(list, play, from);
        if (stands(&play->board, from, side, 'R')) act_archer(list, play, from, move_rassimel);
        if (stands(&play->board, from, side, 'S')) {
            move_along(list, play, from, orthogonal, 2, true);
            move_along(list, play, from, diagonal, SIZE, true);
        }
        if (stands(&play->board, from, side, 'Z')) act_zi_ri(list, play, from, true, true);
    }

    if (list->count == count_before) end_move(list, play);
}

static void place_in_set_up(MoveList *list, const Play *play)
{
    int side = play->board.side;
    for (int k = 0; k < SPECIES; k++) {
        for (int square = 0; square < SQUARES; square++) {
            if (play->board.reserve[side][k] > 0 && is_set_up_square(side, square) && is_empty(&play->board, square)) {
                Play next = after_drop(play, k, square);
                end_placement(list, &next);
            }
        }
    }
}

static void play_move(MoveList *list, const Play *play)
{
    int side = play->board.side;
    int city = own_city(side);

    act(list, play); /* without a muster */
    if (!is_empty(&play->board, city)) return;
    for (int k = 0; k < SPECIES; k++) {
        if (play->board.reserve[side][k] > 0) {
            Play next = after_drop(play, k, city);
            act(list, &next);
        }
    }
}

/* ---- the interface ---- */

/* There is no use for a limit: a list is whole. */
static MoveList all_moves(const Position *board, size_t limit)
{
    MoveList list = {NULL, 0, 0};
    (void)limit;
    if (game_won(board)) return list;
    Play play = begin_move(board);
    if (in_set_up(board)) place_in_set_up(&list, &play);
    else play_move(&list, &play);
    return list;
}

#include "answers.h"

static RefResult result(const char *fen)
{
    Position board;
    if (read_fen(fen, &board) != NULL) return REF_ONGOING;
    if (has_entered(&board, WHITE)) return REF_WHITE_WINS;
    if (has_entered(&board, BLACK)) return REF_BLACK_WINS;
    /* With stalemate=offered somebody must ask for the draw, which no FEN shows. */
    if (!in_set_up(&board) && !draw_is_offered && counter_draws(board.counter, counter_limit)) return REF_DRAW;
    return REF_ONGOING;
}

const Reference reference_diamond = {
    .name = "diamond",
    .start_fen = "8/8/8/8/8/8/8/8[CCCGHKORSZcccghkorsz] b - - 0 1",
    .normalise = normalise,
    .result = result,
    .moves = list_moves,
    .set_rule = set_rule,
};
