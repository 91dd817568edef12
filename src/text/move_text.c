/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "move_text.h"

#include <assert.h>
#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "notation.h"

bool leg_cut(const Variant *variant, const char *text, LegParts *leg)
{
    *leg = (LegParts){.rest = text};
    if (isalpha((unsigned char)text[0]) && text[1] == '@') {
        leg->letter = text[0];
        leg->rest = text + 2;
        leg->from = leg->to = square_parse(variant, &leg->rest);
        return leg->to != SQUARE_NONE;
    }
    leg->from = square_parse(variant, &leg->rest);
    if (leg->from == SQUARE_NONE) return false;
    leg->to = square_parse(variant, &leg->rest);
    if (leg->to == SQUARE_NONE && *leg->rest) {
        leg->between = *leg->rest++;
        leg->to = square_parse(variant, &leg->rest);
    }
    return leg->to != SQUARE_NONE;
}

/* ---- Lists of legs ---- */

static bool list_add(LegList *list, const char *text, size_t length)
{
    assert(length < LEG_TEXT_MAX);
    if (list->count == list->capacity) {
        size_t capacity = list->capacity ? 2 * list->capacity : 256;
        void *grown = realloc(list->text, capacity * LEG_TEXT_MAX);
        if (!grown) return false;
        list->text = grown;
        list->capacity = capacity;
    }
    memcpy(list->text[list->count], text, length);
    list->text[list->count++][length] = '\0';
    return true;
}

static int compare_legs(const void *a, const void *b) { return strcmp(a, b); }

static void list_sort(LegList *list)
{
    size_t kept = 0;
    if (list->count) qsort(list->text, list->count, LEG_TEXT_MAX, compare_legs);
    for (size_t i = 0; i < list->count; ++i)
        if (kept == 0 || strcmp(list->text[kept - 1], list->text[i]) != 0) memmove(list->text[kept++], list->text[i], LEG_TEXT_MAX);
    list->count = kept;
}

/* Adds all legs of the legal moves, as the game prints them. */
static bool add_printed(const Position *pos, LegList *list)
{
    size_t count;
    Move *moves = position_moves(pos, &count);
    bool ok = moves != NULL;
    for (size_t i = 0; i < count; ++i) {
        char text[MOVE_TEXT_MAX];
        pos->variant->text.print(pos, moves[i], text);
        for (const char *p = text;;) {
            size_t length = strcspn(p, ",");
            ok &= list_add(list, p, length);
            if (!p[length]) break;
            p += length + 1;
        }
    }
    free(moves);
    return ok;
}

/* A position after some legs, to test many next legs. */
typedef struct LegPrefix {
    const Position *pos;
    char text[MOVE_TEXT_MAX + LEG_TEXT_MAX + 1];
    size_t length; /* of the legs played so far, with a trailing comma */
} LegPrefix;

static bool can_follow(LegPrefix *prefix, const char *leg)
{
    strcpy(prefix->text + prefix->length, leg);
    return prefix->pos->variant->text.legs_status(prefix->pos, prefix->text, NULL) != LEGS_ILLEGAL;
}

/* Collects what the game writes between the two squares of a leg: nothing, or one of a few signs. */
static size_t signs_between(const Variant *variant, const LegList *list, char signs[UCHAR_MAX + 1])
{
    bool seen[UCHAR_MAX + 1] = {false};
    size_t count = 0;
    LegParts leg;
    for (size_t i = 0; i < list->count; ++i) {
        if (!leg_cut(variant, list->text[i], &leg) || leg.letter || seen[(unsigned char)leg.between]) continue;
        seen[(unsigned char)leg.between] = true;
        signs[count++] = leg.between;
    }
    return count;
}

/* The squares where a piece stands now or after some legs. */
static void find_pieces(const Position *pos, const char *legs, bool occupied[SQUARE_MAX])
{
    LegParts leg;
    for (unsigned s = 0; s < SQUARE_MAX; ++s) occupied[s] = pos->board[s] != NO_PIECE;
    for (const char *p = legs; *p;) {
        if (leg_cut(pos->variant, p, &leg)) occupied[leg.to] = true;
        p += strcspn(p, ",");
        p += *p == ',';
    }
}

/* Adds all legal steps of all pieces, with each sign that the game writes between two squares. The game prints one
 * order of the legs of a move; other orders may be legal, too. */
static bool add_steps(const Position *pos, const char *legs, LegPrefix *prefix, const char *signs, size_t sign_count, LegList *list)
{
    const Variant *variant = pos->variant;
    bool occupied[SQUARE_MAX], ok = true;
    unsigned squares = square_count(variant);
    find_pieces(pos, legs, occupied);
    for (unsigned from = 0; from < squares; ++from) {
        if (!occupied[from]) continue;
        char text[LEG_TEXT_MAX];
        size_t start = square_print(variant, (Square)from, text);
        for (unsigned to = 0; to < squares; ++to) {
            for (size_t i = 0; i < sign_count && from != to; ++i) {
                char *p = text + start;
                if (signs[i]) *p++ = signs[i];
                p += square_print(variant, (Square)to, p);
                if (can_follow(prefix, text)) ok &= list_add(list, text, (size_t)(p - text));
            }
        }
    }
    return ok;
}

/* Keeps the legs that can follow, and adds those that the game does not print. */
static bool filter_and_add(const Position *pos, const char *legs, LegList *list)
{
    LegPrefix prefix = {.pos = pos};
    char signs[UCHAR_MAX + 1];
    size_t sign_count = signs_between(pos->variant, list, signs), kept = 0;
    size_t length = strlen(legs);
    assert(length < MOVE_TEXT_MAX); /* legal legs fit */
    memcpy(prefix.text, legs, length);
    if (length) prefix.text[length++] = ',';
    prefix.length = length;
    for (size_t i = 0; i < list->count; ++i)
        if (can_follow(&prefix, list->text[i])) memmove(list->text[kept++], list->text[i], LEG_TEXT_MAX);
    list->count = kept;
    return add_steps(pos, legs, &prefix, signs, sign_count, list);
}

bool leg_list_fill(const Position *pos, const char *legs, LegList *list)
{
    *list = (LegList){0};
    bool ok = add_printed(pos, list);
    list_sort(list);
    if (ok && pos->variant->text.legs_status) {
        ok = filter_and_add(pos, legs, list);
        list_sort(list);
    }
    if (!ok) leg_list_free(list);
    return ok;
}

void leg_list_free(LegList *list)
{
    free(list->text);
    *list = (LegList){0};
}

bool leg_begins(const Variant *variant, const char *leg, const char *where)
{
    LegParts cut;
    Square square = square_read(variant, where);
    if (!leg_cut(variant, leg, &cut)) return false;
    if (square != SQUARE_NONE) return !cut.letter && cut.from == square;
    if (!cut.letter || tolower((unsigned char)*where) != tolower((unsigned char)cut.letter)) return false;
    return !where[1] || strcmp(where + 1, "@") == 0;
}

Square leg_target(const Variant *variant, const char *leg)
{
    LegParts cut;
    return leg_cut(variant, leg, &cut) ? cut.to : SQUARE_NONE;
}

/* ---- Preview ---- */

bool legs_preview(Position *pos, const char *legs, bool ends, Piece board[SQUARE_MAX])
{
    Move move;
    ErrorText ignored;
    memcpy(board, pos->board, sizeof pos->board);
    if (!*legs) return true;
    if (!ends && pos->variant->text.legs_board) {
        pos->variant->text.legs_board(pos, legs, board);
        return true;
    }
    if (!pos->variant->text.parse(pos, legs, &move, &ignored) || !position_reserve(pos, 2)) return false;
    position_make(pos, move);
    memcpy(board, pos->board, sizeof pos->board);
    position_unmake(pos);
    return true;
}

/* ---- Short algebraic notation ---- */

typedef struct Short {
    char letter;          /* of the piece, '\0' for a Pawn */
    bool promoted;        /* "+R": the piece is promoted */
    int file, rank;       /* origin, -1: not given */
    Square to;            /* SQUARE_NONE for castling */
    char suffix;          /* promotion piece, lower case or '+'; '\0': not given */
    bool short_castling, long_castling;
} Short;

static bool is_castling(const char *text, const char *letters)
{
    for (; *letters; ++letters, ++text)
        if (*text != *letters && !(*letters == 'O' && (*text == '0' || *text == 'o'))) return false;
    return *text == '\0';
}

/* Reads what precedes the target square: file, rank and 'x', each optional. */
static bool read_origin(const char *text, size_t length, Short *move)
{
    const char *end = text + length;
    if (text < end && end[-1] == 'x') --end;
    if (text < end && islower((unsigned char)*text)) move->file = *text++ - 'a';
    if (text < end && isdigit((unsigned char)*text)) {
        move->rank = 0;
        while (text < end && isdigit((unsigned char)*text) && move->rank < 100) move->rank = 10 * move->rank + *text++ - '0';
        if (--move->rank < 0) return false;
    }
    return text == end;
}

static bool short_read(const Variant *variant, const char *text, Short *move)
{
    *move = (Short){.file = -1, .rank = -1, .to = SQUARE_NONE};
    move->short_castling = is_castling(text, "O-O");
    move->long_castling = is_castling(text, "O-O-O");
    if (move->short_castling || move->long_castling) return true;
    if (*text == '+') {
        move->promoted = true;
        ++text;
    }
    if (isupper((unsigned char)*text)) move->letter = *text++;
    size_t length = strlen(text);
    for (size_t i = 0; i < length; ++i) {
        const char *p = text + i;
        Short guess = *move;
        guess.to = square_parse(variant, &p);
        if (guess.to == SQUARE_NONE || !read_origin(text, i, &guess)) continue;
        if (*p == '=') ++p;
        if (*p) guess.suffix = (char)tolower((unsigned char)*p++);
        if (*p) continue; /* that was the origin: Ng1f3 */
        *move = guess;
        return true;
    }
    return false;
}

static bool has_pawn(const Variant *variant, Side side) { return piece_type_find(variant, side, 'P', false) != NO_TYPE; }

/* Can the short text mean this move? Ignores promotion. */
static bool short_matches(const Position *pos, const Short *move, const char *move_text, char *suffix)
{
    const Variant *variant = pos->variant;
    LegParts leg;
    bool is_leg = leg_cut(variant, move_text, &leg);
    assert(is_leg); /* as the game prints it */
    (void)is_leg;
    if (leg.letter) return false;
    const PieceInfo *info = &variant->board.pieces[piece_type(pos->board[leg.from])];
    int from_file = (int)notation_file(variant, leg.from), to_file = (int)notation_file(variant, leg.to);
    int width = board_width(variant);
    int from_rank = (int)notation_rank(variant, leg.from);
    *suffix = *leg.rest;
    if (move->short_castling || move->long_castling) {
        int files = to_file % width - from_file % width, step = move->short_castling ? files : -files;
        return info->royal && step > 1 && from_rank == (int)notation_rank(variant, leg.to);
    }
    char letter = move->letter ? move->letter : has_pawn(variant, pos->side) ? 'P' : info->letter;
    return leg.to == move->to && info->letter == letter && info->promoted == move->promoted
           && (move->file < 0 || move->file == from_file) && (move->rank < 0 || move->rank == from_rank);
}

/* Finds the unique move that a short text can mean. */
static bool short_parse(const Position *pos, const char *text, Move *found, ErrorText *error)
{
    Short move;
    size_t count, exact = 0, promoting = 0;
    char first[MOVE_TEXT_MAX] = "", second[MOVE_TEXT_MAX] = "";
    Move forced = MOVE_NONE;
    if (!short_read(pos->variant, text, &move)) return false;
    Move *moves = position_moves(pos, &count);
    for (size_t i = 0; i < count; ++i) {
        char move_text[MOVE_TEXT_MAX], suffix;
        pos->variant->text.print(pos, moves[i], move_text);
        if (!short_matches(pos, &move, move_text, &suffix)) continue;
        if (suffix == move.suffix) {
            memcpy(exact ? second : first, move_text, sizeof move_text);
            if (exact++ == 0) *found = moves[i];
        } else if (!move.suffix && suffix == '+') {
            /* Books omit a compulsory promotion. */
            if (promoting++ == 0) forced = moves[i];
        }
    }
    free(moves);
    if (exact > 1) error_set(error, "it could be %s or %s", first, second);
    bool castling = move.short_castling || move.long_castling;
    if (exact == 0 && promoting == 0 && (castling || move.file < 0 || move.rank < 0))
        error_set(error, castling ? "castling is not possible here" : "no piece of that kind can go there");
    if (exact == 0 && promoting == 1) *found = forced;
    return exact == 1 || (exact == 0 && promoting == 1);
}

bool move_read(const Position *pos, const char *text, Move *move, ErrorText *error)
{
    char plain[MOVE_TEXT_MAX];
    /* "B2c3" is a Bishop on the second rank, not b2c3. */
    bool short_first = isupper((unsigned char)text[0]) && isdigit((unsigned char)text[1]);
    if (!short_first && pos->variant->text.parse(pos, text, move, error)) return true;
    size_t length = strlen(text);
    if (short_first && (pos->variant->text.legs_status || length >= sizeof plain))
        return pos->variant->text.parse(pos, text, move, error);
    if (pos->variant->text.legs_status || length >= sizeof plain) return false;
    memcpy(plain, text, length + 1);
    while (length && strchr("!?#", plain[length - 1])) plain[--length] = '\0';
    ErrorText ignored, *why = strchr(text, '@') ? &ignored : error;
    for (bool cut = false;;) {
        if (short_first && short_parse(pos, plain, move, why)) return true;
        if (pos->variant->text.parse(pos, plain, move, short_first ? error : &ignored) || short_parse(pos, plain, move, why))
            return true;
        /* "e2-e4", then a '+' for check: it may promote. */
        char *dash = strchr(plain, '-');
        length = strlen(plain);
        if (dash && dash[1] != 'o' && islower((unsigned char)dash[1])) memmove(dash, dash + 1, strlen(dash));
        else if (!cut && length && plain[length - 1] == '+') plain[length - 1] = '\0', cut = true;
        else return false;
    }
}
