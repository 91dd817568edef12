/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "notation.h"

#include <assert.h>
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../util/text.h"

/* A character of untrusted text, made printable. */
static char shown(char c) { return isprint((unsigned char)c) ? c : '?'; }

/* ---- Squares and pieces ---- */

Square notation_square(const Variant *variant, unsigned file, unsigned rank)
{
    unsigned width = board_width(variant);
    return (Square)(file / width * width * variant->board.ranks + rank * width + file % width);
}

unsigned notation_file(const Variant *variant, Square square)
{
    unsigned width = board_width(variant);
    return square / (width * variant->board.ranks) * width + square % width;
}

unsigned notation_rank(const Variant *variant, Square square)
{
    unsigned width = board_width(variant);
    return square % (width * variant->board.ranks) / width;
}

size_t square_print(const Variant *variant, Square square, char *text)
{
    unsigned rank = notation_rank(variant, square) + 1;
    size_t n = 0;
    text[n++] = (char)('a' + notation_file(variant, square));
    if (rank >= 10) text[n++] = (char)('0' + rank / 10);
    text[n++] = (char)('0' + rank % 10);
    text[n] = '\0';
    return n;
}

Square square_parse(const Variant *variant, const char **text)
{
    const char *p = *text;
    unsigned file = (unsigned)(unsigned char)*p - 'a';
    if (file >= variant->board.files) return SQUARE_NONE;
    unsigned rank = (unsigned)(unsigned char)*++p - '0';
    if (rank < 1 || rank > 9) return SQUARE_NONE;
    ++p;
    if (variant->board.ranks >= 10 && rank == 1 && isdigit((unsigned char)*p)) rank = 10 + (unsigned)(*p++ - '0');
    if (rank > variant->board.ranks) return SQUARE_NONE;
    *text = p;
    return notation_square(variant, file, rank - 1);
}

bool zone_holds(const Variant *variant, const Zone *zone, Square square)
{
    unsigned file = notation_file(variant, square), rank = notation_rank(variant, square);
    for (const char *p = zone->squares; *p; p += *p == ' ') {
        Square one = square_parse(variant, &p), other = one;
        if (*p == '-') {
            ++p;
            other = square_parse(variant, &p);
        }
        assert(one != SQUARE_NONE && other != SQUARE_NONE && (*p == ' ' || !*p));
        if (file >= notation_file(variant, one) && file <= notation_file(variant, other) && rank >= notation_rank(variant, one)
            && rank <= notation_rank(variant, other))
            return true;
    }
    return false;
}

Square square_read(const Variant *variant, const char *text)
{
    Square square = square_parse(variant, &text);
    return *text ? SQUARE_NONE : square;
}

size_t piece_print(const Variant *variant, Piece piece, char *text)
{
    const PieceInfo *info = &variant->board.pieces[piece_type(piece)];
    size_t n = 0;
    if (info->promoted) text[n++] = '+';
    text[n++] = piece_side(piece) == WHITE ? info->letter : (char)tolower((unsigned char)info->letter);
    text[n] = '\0';
    return n;
}

PieceType piece_type_find(const Variant *variant, Side side, char letter, bool promoted)
{
    letter = (char)toupper((unsigned char)letter);
    for (PieceType t = 1; t < variant->board.types; ++t) {
        const PieceInfo *info = &variant->board.pieces[t];
        if (info->letter == letter && info->promoted == promoted && info->sides >> side & 1) return t;
    }
    return NO_TYPE;
}

const char *piece_describe(const Variant *variant, Piece piece, char *text)
{
    snprintf(text, 40, "the %s %s", side_name(piece_side(piece)),
             variant->board.pieces[piece_type(piece)].name);
    return text;
}

Piece piece_parse(const Variant *variant, const char *text)
{
    bool promoted = *text == '+';
    char letter = text[promoted];
    if (!letter || text[promoted + 1]) return NO_PIECE;
    Side side = isupper((unsigned char)letter) ? WHITE : BLACK;
    PieceType type = piece_type_find(variant, side, letter, promoted);
    return type ? piece_make(side, type) : NO_PIECE;
}

unsigned hand_slot(const Variant *variant, PieceType type)
{
    unsigned slot = 0;
    while (variant->hands.types && variant->hands.types[slot] && variant->hands.types[slot] != type) ++slot;
    return type && variant->hands.types && variant->hands.types[slot] ? slot : HAND_SLOTS;
}

/* ---- Reading a FEN ---- */

bool fen_split(const char *fen, FenFields *fields, ErrorText *error)
{
    static const char *const names[] = {"board", "side to move", "castling", "en passant",
                                        "counter", "move number"};
    size_t length = strnlen(fen, FEN_MAX);
    if (length >= FEN_MAX) return error_set(error, "a FEN has fewer than %d characters", FEN_MAX);
    memcpy(fields->text, fen, length + 1);

    const char **field[] = {&fields->board,    &fields->side,    &fields->castling,
                            &fields->ep,       &fields->counter, &fields->number};
    char *p = fields->text;
    for (int i = 0; i < 6; ++i) {
        *field[i] = p;
        size_t n = strcspn(p, " ");
        if (n == 0) {
            return error_set(error, "field %d (%s) is missing: a FEN has six fields, one space apart",
                             i + 1, names[i]);
        }
        p += n;
        if (*p && i < 5) *p++ = '\0';
    }
    if (*p) return error_set(error, "text after field 6 (move number)");
    return true;
}

bool position_set_passed(Position *out, const Position *pos, ErrorText *error)
{
    char fen[FEN_MAX], passed[FEN_MAX + 8];
    FenFields f;
    pos->variant->board.get_fen(pos, fen);
    bool has_fields = fen_split(fen, &f, error);
    assert(has_fields);
    (void)has_fields;
    snprintf(passed, sizeof passed, "%s %s %s - %s %s", f.board, pos->side == WHITE ? "b" : "w", f.castling, f.counter, f.number);
    return position_set_fen(out, passed, error);
}

/* Where the error in the board field is. */
static const char *place_print(const Variant *variant, unsigned file, unsigned rank, char *text)
{
    if (file < variant->board.files) square_print(variant, notation_square(variant, file, rank), text);
    else snprintf(text, 16, "rank %u", rank + 1);
    return text;
}

static bool read_hand_letter(const Variant *variant, char c, uint64_t *hands, ErrorText *error)
{
    Side side = isupper((unsigned char)c) ? WHITE : BLACK;
    for (unsigned slot = 0; variant->hands.types[slot]; ++slot) {
        const PieceInfo *info = &variant->board.pieces[variant->hands.types[slot]];
        if (info->letter != toupper((unsigned char)c) || !(info->sides >> side & 1)) continue;
        if (hand_count(variant, *hands, side, slot) == variant->hands.max[slot])
            return error_set(error, "too many '%c' in hand", shown(c));
        *hands += hand_one(variant, side, slot);
        return true;
    }
    return error_set(error, "'%c' cannot be in hand", shown(c));
}

static bool read_hands(const Variant *variant, const char *p, uint64_t *hands, ErrorText *error)
{
    if (!variant->hands.types) return error_set(error, "this game has no pieces in hand, so no '['");
    for (; *p && *p != ']'; ++p)
        if (!read_hand_letter(variant, *p, hands, error)) return false;
    if (*p != ']') return error_set(error, "the pieces in hand do not end with ']'");
    if (p[1]) return error_set(error, "'%c' after the pieces in hand", shown(p[1]));
    return true;
}

static bool fen_read_board(const Variant *variant, const char *field, Piece board[SQUARE_MAX],
                    uint64_t *hands, bool *has_hands, ErrorText *error)
{
    char place[16];
    const char *p = field;
    memset(board, NO_PIECE, SQUARE_MAX);
    *hands = 0;
    for (unsigned row = variant->board.ranks; row-- > 0;) {
        unsigned file = 0;
        bool was_number = false;
        while (*p && *p != '/' && *p != '[') {
            if (isdigit((unsigned char)*p)) {
                if (was_number || *p == '0')
                    return error_set(error, "bad number of empty squares at %s", place_print(variant, file, row, place));
                unsigned n = (unsigned)(*p++ - '0');
                if (isdigit((unsigned char)*p)) n = n * 10 + (unsigned)(*p++ - '0');
                file += n;
                was_number = true;
            } else {
                bool promoted = *p == '+';
                if (promoted) ++p;
                Side side = isupper((unsigned char)*p) ? WHITE : BLACK;
                PieceType type = isalpha((unsigned char)*p) ? piece_type_find(variant, side, *p, promoted) : NO_TYPE;
                if (type == NO_TYPE) {
                    return error_set(error, "'%s%c' is not a piece (at %s)", promoted ? "+" : "",
                                     shown(*p ? *p : ' '), place_print(variant, file, row, place));
                }
                if (file < variant->board.files) board[notation_square(variant, file, row)] = piece_make(side, type);
                ++file;
                ++p;
                was_number = false;
            }
            if (file > variant->board.files) break;
        }
        if (file != variant->board.files) {
            return error_set(error, "rank %u has %s than %u squares", row + 1,
                             file < variant->board.files ? "fewer" : "more", variant->board.files);
        }
        if (row > 0 && *p++ != '/')
            return error_set(error, "the board has %u ranks, not %u", variant->board.ranks - row, variant->board.ranks);
    }
    if (*p == '/') return error_set(error, "the board has more than %u ranks", variant->board.ranks);
    *has_hands = *p == '[';
    return *p == '[' ? read_hands(variant, p + 1, hands, error) : true;
}

static bool fen_read_side(const char *field, Side *side, ErrorText *error)
{
    if (strcmp(field, "w") != 0 && strcmp(field, "b") != 0)
        return error_set(error, "the side to move is 'w' or 'b', not '%.20s'", field);
    *side = *field == 'w' ? WHITE : BLACK;
    return true;
}

static bool fen_read_rights(const char *field, const char *letters, uint32_t *rights, ErrorText *error)
{
    *rights = 0;
    if (strcmp(field, "-") == 0) return true;
    for (const char *p = field; *p; ++p) {
        const char *found = strchr(letters, *p);
        if (!found) return error_set(error, "castling is '-' or letters of '%s', not '%c'", letters, shown(*p));
        uint32_t bit = (uint32_t)1 << (found - letters);
        if (*rights & bit) return error_set(error, "castling right '%c' is written twice", *p);
        *rights |= bit;
    }
    return true;
}

static bool fen_read_dash(const char *field, const char *what, ErrorText *error)
{
    if (strcmp(field, "-") == 0) return true;
    return error_set(error, "this game has no %s: the field is '-', not '%.20s'", what, field);
}

static bool read_number(const char *field, const char *what, uint32_t *value, ErrorText *error)
{
    size_t n = strspn(field, "0123456789");
    if (n == 0 || n > 5 || field[n])
        return error_set(error, "the %s is a number of at most five digits, not '%.20s'", what, field);
    *value = (uint32_t)strtoul(field, NULL, 10);
    return true;
}

/* A move number of 0 is read as 1 in games that other programs know: some write it, and so do published books. */
static bool fen_read_counters(const FenFields *fields, bool zero, State *state, ErrorText *error)
{
    uint32_t counter = 0;
    if (!read_number(fields->counter, "counter", &counter, error)) return false;
    if (counter > 50000) return error_set(error, "a counter of %u is more than any game has", counter);
    if (!read_number(fields->number, "move number", &state->number, error)) return false;
    if (zero && !state->number) state->number = 1;
    if (state->number < 1) return error_set(error, "the move number is at least 1");
    state->counter = (uint16_t)counter;
    return true;
}

/* Are there exactly four fields, one space apart? */
static bool lacks_counters(const char *fen)
{
    int spaces = 0;
    size_t length = strnlen(fen, FEN_MAX);
    for (size_t i = 0; i < length; ++i) spaces += fen[i] == ' ';
    return spaces == 3 && fen[length - 1] != ' ';
}

bool fen_read(Position *pos, const char *fen, bool has_ep, FenFields *fields, Piece board[SQUARE_MAX], ErrorText *error)
{
    State *state = pos->state;
    const char *rights = pos->variant->position.castling;
    char full[FEN_MAX];
    if (pos->variant->text.standard && lacks_counters(fen) && snprintf(full, sizeof full, "%s 0 1", fen) < FEN_MAX) fen = full;
    if (!fen_split(fen, fields, error)
        || !fen_read_board(pos->variant, fields->board, board, &state->hands, &fields->has_hands, error)
        || !fen_read_side(fields->side, &pos->side, error))
        return false;
    if (rights ? !fen_read_rights(fields->castling, rights, &state->rights, error)
               : !fen_read_dash(fields->castling, "castling", error))
        return false;
    if (!has_ep && !fen_read_dash(fields->ep, "en passant", error)) return false;
    return fen_read_counters(fields, pos->variant->text.standard, state, error);
}

/* ---- EPD ---- */

/* The number that an operation of EPD has, if it is among these; else `otherwise`. */
static unsigned operation_number(const char *operations, const char *name, unsigned otherwise)
{
    size_t length = strlen(name);
    for (const char *p = operations; *p; p += *p == ';') {
        p += strspn(p, " ");
        size_t digits = strncmp(p, name, length) == 0 && p[length] == ' ' ? strspn(p + length + 1, "0123456789") : 0;
        if (digits && digits <= 5) return (unsigned)strtoul(p + length + 1, NULL, 10);
        for (bool quoted = false; *p && (quoted || *p != ';'); ++p) quoted ^= *p == '"';
    }
    return otherwise;
}

void epd_to_fen(char *line)
{
    char *fields[6], *p = line, *rest;
    unsigned n = 0, counter = 0, number = 1;
    line[strcspn(line, "\r\n")] = '\0';
    for (char *tab = line; (tab = strchr(tab, '\t')) != NULL;) *tab = ' ';
    for (; *p && *p != ';' && n < 6; ++n) {
        fields[n] = p;
        p += strcspn(p, " ;");
        p += strspn(p, " ");
    }
    rest = n < 4 ? NULL : fields[3] + strcspn(fields[3], " ;");
    if (rest) {
        counter = operation_number(rest, "hmvc", counter);
        number = operation_number(rest, "fmvn", number);
    }
    line[strcspn(line, ";")] = '\0';
    text_trim(line);
    if (n == 6) {
        p = fields[5] + strspn(fields[5], "0123456789");
        if (p > fields[5] && isdigit((unsigned char)*fields[4])) {
            if (*p == ' ' && p[1] != '{') *p = '\0'; /* in braces are rules of the game */
            return;
        }
    }
    if (rest) sprintf(rest, " %u %u", counter, number);
}

/* ---- Writing a FEN ---- */

static size_t print_hands(const Variant *variant, uint64_t hands, char *text)
{
    size_t n = 0;
    text[n++] = '[';
    for (Side side = WHITE; side <= BLACK; ++side) {
        for (unsigned slot = 0; variant->hands.types[slot]; ++slot) {
            for (unsigned i = hand_count(variant, hands, side, slot); i > 0; --i)
                n += piece_print(variant, piece_make(side, variant->hands.types[slot]), text + n);
        }
    }
    text[n++] = ']';
    return n;
}

void fen_write(const Position *pos, const char *castling, const char *ep, char *fen)
{
    const Variant *variant = pos->variant;
    char *p = fen;
    for (unsigned rank = variant->board.ranks; rank-- > 0;) {
        unsigned empty = 0;
        for (unsigned file = 0; file <= variant->board.files; ++file) {
            Piece piece = file < variant->board.files ? pos->board[notation_square(variant, file, rank)] : NO_PIECE;
            if (file < variant->board.files && piece == NO_PIECE) {
                ++empty;
                continue;
            }
            if (empty) p += sprintf(p, "%u", empty);
            empty = 0;
            if (piece != NO_PIECE) p += piece_print(variant, piece, p);
        }
        if (rank) *p++ = '/';
    }
    if (variant->hands.types) p += print_hands(variant, pos->state->hands, p);
    sprintf(p, " %c %s %s %u %u", pos->side == WHITE ? 'w' : 'b', castling, ep,
            (unsigned)pos->state->counter, (unsigned)pos->state->number);
}

void fen_get(const Position *pos, char *fen)
{
    char castling[33] = "-", ep[8] = "-", *p = castling;
    for (uint32_t left = pos->state->rights; left; left &= left - 1) *p++ = pos->variant->position.castling[__builtin_ctz(left)];
    p = ep;
    for (unsigned i = 0; i < 2; ++i)
        if (pos->state->ep[i] != SQUARE_NONE) p += square_print(pos->variant, pos->state->ep[i], p);
    fen_write(pos, castling, ep, fen);
}

char *fen_with_hand(const char *fen, const char *hand, char *out)
{
    const char *open = strchr(fen, '['), *close = strchr(fen, ']');
    snprintf(out, FEN_MAX, "%.*s%s%s", (int)(open + 1 - fen), fen, hand, close);
    return out;
}

const char *result_text(Result result)
{
    static const char *const texts[] = {[ONGOING] = "*", [WHITE_WINS] = "1-0", [BLACK_WINS] = "0-1", [DRAW] = "1/2-1/2"};
    return texts[result];
}

/* ---- Moves ---- */

void simple_print_move(const Position *pos, Move move, char *text)
{
    const Variant *variant = pos->variant;
    unsigned kind = move_kind(move);
    PieceType type = move_type(move);
    if (kind == MOVE_DROP) {
        *text++ = variant->board.pieces[type].letter;
        *text++ = '@';
        square_print(variant, move_to(move), text);
        return;
    }
    PieceType own = variant->board.pieces[piece_type(pos->board[move_from(move)])].promotes;
    text += square_print(variant, move_from(move), text);
    text += square_print(variant, move_to(move), text);
    if (kind == MOVE_PROMOTION) {
        *text++ = type == own ? '+' : (char)tolower((unsigned char)variant->board.pieces[type].letter);
        *text = '\0';
    }
}
