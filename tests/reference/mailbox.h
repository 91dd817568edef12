/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Shared by the slow generators: the fields of a FEN, a list of moves, rule options, and a mailbox for games without
 * en passant. It knows no game's rules and uses no code of the engine. */
#ifndef QUINCUNX_REFERENCE_MAILBOX_H
#define QUINCUNX_REFERENCE_MAILBOX_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reference.h"

enum { HANDS_MAX = 8, HAND_COUNT_MAX = 99 };
enum { FILES_MAX = 16, RANKS_MAX = 12, CASTLINGS_MAX = 8, DIGITS_MAX = 5, COUNTER_READ_MAX = 50000 };

typedef struct Shape {
    int files, ranks;
    const char *letters;   /* the pieces of both sides; capitals are White's */
    const char *castlings; /* letters of the castling rights in FEN order */
    const char *promoted;  /* letters that a "+" may precede */
    const char *hands;     /* kinds that can be in hand, in the order of printing; NULL: the game has no hands */
} Shape;

/* Files and ranks from 0: a1 is 0, 0. */
typedef struct Square {
    int file, rank;
} Square;

/* A board as its FEN spells it; ranks and files from 0. */
typedef struct Placement {
    char at[RANKS_MAX][FILES_MAX];       /* a letter; '.' is empty */
    bool promoted[RANKS_MAX][FILES_MAX]; /* "+" precedes the letter */
} Placement;

static inline bool is_digit(char c) { return c >= '0' && c <= '9'; }
static inline bool is_white(char c) { return c >= 'A' && c <= 'Z'; }
static inline bool is_black(char c) { return c >= 'a' && c <= 'z'; }
static inline bool is_of(char c, bool white) { return white ? is_white(c) : is_black(c); }
static inline char kind_of(char c) { return is_black(c) ? (char)(c - 'a' + 'A') : c; }
static inline char piece_of(char kind, bool white) { return white ? kind : (char)(kind - 'A' + 'a'); }
static inline bool one_of(char c, const char *set) { return c != '\0' && strchr(set, c) != NULL; }

/* ---- Reading. Each reader moves *in on; those of a field return NULL or what is wrong. ---- */

/* Skips one expected character. */
static inline bool take(const char **in, char expected)
{
    if (**in != expected) return false;
    ++*in;
    return true;
}

/* At most DIGITS_MAX digits, leading zeros allowed. */
static inline bool read_number(const char **in, int *number)
{
    int digits = 0;
    for (*number = 0; is_digit(**in) && digits < DIGITS_MAX; ++digits) *number = *number * 10 + *(*in)++ - '0';
    return digits > 0 && !is_digit(**in);
}

static inline bool read_square(const char **in, const Shape *shape, int *file, int *rank)
{
    *file = **in - 'a';
    if (*file < 0 || *file >= shape->files) return false;
    ++*in;
    if (**in == '0' || !read_number(in, rank)) return false;
    return --*rank < shape->ranks;
}

/* The ranks, the last one first. */
static inline const char *read_board(const char **in, const Shape *shape, Placement *board)
{
    if (shape->files > FILES_MAX || shape->ranks > RANKS_MAX) {
        fprintf(stderr, "mailbox.h: a board of %dx%d is larger than %dx%d\n", shape->files, shape->ranks, FILES_MAX, RANKS_MAX);
        abort();
    }
    memset(board, 0, sizeof *board);
    for (int rank = shape->ranks - 1; rank >= 0; --rank) {
        for (int file = 0; file < shape->files;) {
            if (is_digit(**in)) {
                int gap;
                if (**in == '0' || !read_number(in, &gap) || gap > shape->files - file) return "board: bad number of empty squares";
                while (gap-- > 0) board->at[rank][file++] = '.';
                continue;
            }
            bool plus = take(in, '+');
            if (!one_of(**in, plus ? shape->promoted : shape->letters)) return "board: unknown letter, or a rank is too narrow";
            board->promoted[rank][file] = plus;
            board->at[rank][file++] = *(*in)++;
        }
        if (rank > 0 && !take(in, '/')) return "board: a rank is too wide or missing";
    }
    return NULL;
}

/* "[RPbb]", which may be missing: counts for White ([1]) and Black ([0]), in the order of shape->hands. */
static inline const char *read_hands(const char **in, const Shape *shape, int hands[2][HANDS_MAX])
{
    if (!shape->hands || !take(in, '[')) return NULL;
    for (; **in != ']'; ++*in) {
        if (!one_of(kind_of(**in), shape->hands)) return "in hand: unknown letter, or no ] at the end";
        int *count = &hands[is_white(**in)][strchr(shape->hands, kind_of(**in)) - shape->hands];
        if (++*count > HAND_COUNT_MAX) return "in hand: too many";
    }
    ++*in;
    return NULL;
}

/* " w KQkq ": the side to move and the castling rights, with the spaces around them. */
static inline const char *read_side_and_castling(const char **in, const Shape *shape, bool *white, bool *castling)
{
    if (!take(in, ' ')) return "one space must follow the board";
    *white = **in == 'w';
    if (!take(in, 'w') && !take(in, 'b')) return "side to move: not w or b";
    if (!take(in, ' ')) return "one space must follow the side to move";
    if (!take(in, '-')) {
        if (!one_of(**in, shape->castlings)) return "castling: neither - nor a letter of a right";
        for (; one_of(**in, shape->castlings); ++*in) {
            bool *right = &castling[strchr(shape->castlings, **in) - shape->castlings];
            if (*right) return "castling: a letter is given twice";
            *right = true;
        }
    }
    return take(in, ' ') ? NULL : "castling: an unknown letter";
}

static inline const char *read_no_en_passant(const char **in) { return take(in, '-') ? NULL : "en passant: not -"; }

/* " 0 1": the counter and the move number, at least `first`, to the end of the FEN. */
static inline const char *read_counters_from(int first, const char **in, int *counter, int *number)
{
    if (!take(in, ' ') || !read_number(in, counter) || *counter > COUNTER_READ_MAX) return "counter: not a number, or too large";
    if (!take(in, ' ') || !read_number(in, number) || *number < first) return "move number: not a number, or too small";
    return **in ? "something follows the move number" : NULL;
}
static inline const char *read_counters(const char **in, int *counter, int *number)
{
    return read_counters_from(1, in, counter, number);
}

/* ---- Writing. Each writer returns the end of what it wrote, a zero byte. ---- */

static inline char *put_char(char *out, char c)
{
    *out++ = c;
    *out = '\0';
    return out;
}
static inline char *put(char *out, const char *text)
{
    while (*text) out = put_char(out, *text++);
    return out;
}
/* Not below 0. A slow program spends most of its time here: sprintf would take three times as long. */
static inline char *put_number(char *out, int number)
{
    if (number >= 10) out = put_number(out, number / 10);
    return put_char(out, (char)('0' + number % 10));
}
static inline char *put_square(char *out, int file, int rank) { return put_number(put_char(out, (char)('a' + file)), rank + 1); }

static inline char *put_board(char *out, const Shape *shape, const Placement *board)
{
    for (int rank = shape->ranks - 1; rank >= 0; --rank) {
        int gap = 0;
        for (int file = 0; file < shape->files; ++file) {
            if (board->at[rank][file] == '.') {
                ++gap;
                continue;
            }
            if (gap) out = put_number(out, gap);
            gap = 0;
            if (board->promoted[rank][file]) *out++ = '+';
            *out++ = board->at[rank][file];
        }
        if (gap) out = put_number(out, gap);
        if (rank) *out++ = '/';
    }
    *out = '\0';
    return out;
}

static inline char *put_hands(char *out, const Shape *shape, const int hands[2][HANDS_MAX])
{
    if (!shape->hands) return out;
    out = put_char(out, '[');
    for (int white = 1; white >= 0; --white)
        for (int i = 0; shape->hands[i]; ++i)
            for (int n = hands[white][i]; n > 0; --n) out = put_char(out, piece_of(shape->hands[i], white));
    return put_char(out, ']');
}

static inline char *put_side_and_castling(char *out, const Shape *shape, bool white, const bool *castling)
{
    bool any = false;
    out = put(out, white ? " w " : " b ");
    for (int i = 0; shape->castlings[i]; ++i) {
        if (!castling[i]) continue;
        out = put_char(out, shape->castlings[i]);
        any = true;
    }
    return put(out, any ? " " : "- ");
}

static inline char *put_counters(char *out, int counter, int number)
{
    return put_number(put_char(put_number(put_char(out, ' '), counter), ' '), number);
}

/* ---- Moves ---- */

typedef struct MoveList {
    RefMove *moves;
    size_t count, room;
} MoveList;

/* Room for one more move. */
static inline RefMove *new_move(MoveList *list)
{
    if (list->count == list->room) {
        list->room = list->room ? 2 * list->room : 64;
        list->moves = realloc(list->moves, list->room * sizeof *list->moves);
        if (!list->moves) abort();
    }
    return &list->moves[list->count++];
}

static inline RefResult win_for(bool white) { return white ? REF_WHITE_WINS : REF_BLACK_WINS; }

/* ---- Rule options ---- */

/* An option of a game: a choice of words, or a number. A table of them ends with a name of NULL. */
typedef struct Rule {
    const char *name;
    int *value; /* the number of the word, counted from 0, or the number itself */
    int initial;
    const char *words; /* "on off"; NULL: a number from min to max */
    int min, max;
} Rule;

enum { COUNTER_RULE_MAX = 999 };

/* What a side without a legal move gets; the order of the words. */
enum { STALEMATE_DRAWS, STALEMATE_WINS, STALEMATE_LOSES };
static const char stalemate_words[] = "draw wins loses";

/* The number of a word in a list of words, or -1. */
static inline int word_index(const char *words, const char *word)
{
    size_t length = strlen(word);
    for (int i = 0; *words; ++i) {
        size_t n = strcspn(words, " ");
        if (n == length && strncmp(words, word, n) == 0) return i;
        words += n + (words[n] == ' ');
    }
    return -1;
}

static inline bool rule_read(const Rule *rule, const char *text)
{
    int value;
    if (rule->words) {
        value = word_index(rule->words, text);
        if (value < 0) return false;
    } else if (!read_number(&text, &value) || *text || value < rule->min || value > rule->max) {
        return false;
    }
    *rule->value = value;
    return true;
}

/* Reference.set_rule of a game with these options. */
static inline bool rules_set(const Rule *rules, const char *option, const char *value)
{
    for (; rules->name; ++rules) {
        if (!option)
            *rules->value = rules->initial;
        else if (strcmp(rules->name, option) == 0)
            return rule_read(rules, value);
    }
    return !option;
}

/* limit: plies without progress, 0 for never. */
static inline bool counter_draws(int counter, int limit) { return limit > 0 && counter >= limit; }

/* The result if the side to move, which is not in check, has no legal move. */
static inline RefResult stalemate_result(int rule, bool white_to_move)
{
    if (rule == STALEMATE_DRAWS) return REF_DRAW;
    return win_for(rule == STALEMATE_WINS ? white_to_move : !white_to_move);
}

/* ---- A whole position, if board, hands, side, castling and counters are all of it ---- */

typedef struct Mailbox {
    Placement board;
    int hands[2][HANDS_MAX]; /* [1]: White's, in the order of Shape.hands */
    bool white; /* to move */
    bool castling[CASTLINGS_MAX];
    int counter, number;
} Mailbox;

static inline const char *mailbox_read(const char *in, const Shape *shape, Mailbox *m)
{
    const char *wrong;
    memset(m, 0, sizeof *m);
    if ((wrong = read_board(&in, shape, &m->board)) || (wrong = read_hands(&in, shape, m->hands))
        || (wrong = read_side_and_castling(&in, shape, &m->white, m->castling)) || (wrong = read_no_en_passant(&in))
        || (wrong = read_counters(&in, &m->counter, &m->number)))
        return wrong;
    return NULL;
}

static inline void mailbox_write(const Mailbox *m, const Shape *shape, char *out)
{
    out = put_hands(put_board(out, shape, &m->board), shape, (const int (*)[HANDS_MAX])m->hands);
    out = put_side_and_castling(out, shape, m->white, m->castling);
    put_counters(put(out, "-"), m->counter, m->number);
}

/* Adds the position after a move whose text is there. Board and hands must be complete; side and counters are set here. */
static inline void finish_move(RefMove *move, const Shape *shape, Mailbox after, bool progress)
{
    after.counter = progress ? 0 : after.counter + 1;
    after.number += !after.white;
    after.white = !after.white;
    mailbox_write(&after, shape, move->fen);
}

/* Adds a move from one square to another, with its promotion or '\0', and the position after it. */
static inline void add_move(MoveList *list, const Shape *shape, Mailbox after, const int from[2], const int to[2], char becomes,
                            bool progress)
{
    RefMove *move = new_move(list);
    char *out = put_square(put_square(move->text, from[0], from[1]), to[0], to[1]);
    if (becomes) put_char(out, becomes);
    finish_move(move, shape, after, progress);
}

/* Adds a drop, which is no progress, and the position after it. */
static inline void add_dropped(MoveList *list, const Shape *shape, Mailbox after, char kind, const int to[2])
{
    RefMove *move = new_move(list);
    put_square(put_char(put_char(move->text, kind), '@'), to[0], to[1]);
    finish_move(move, shape, after, false);
}

/* Are the squares strictly between two squares of a line empty? False for squares on no common line. */
static inline bool is_open(const Mailbox *m, int x, int y, int to_x, int to_y)
{
    int dx = (to_x > x) - (to_x < x), dy = (to_y > y) - (to_y < y);
    if (to_x != x && to_y != y && abs(to_x - x) != abs(to_y - y)) return false;
    for (x += dx, y += dy; x != to_x || y != to_y; x += dx, y += dy)
        if (m->board.at[y][x] != '.') return false;
    return true;
}

#endif
