/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Moves in files as people and other programs write them: what they mean, and that no spelling of one move is read as
 * another. */

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../src/text/move_text.h"
#include "../src/pgn/pgn_move.h"
#include "../src/pgn/pgn_tree.h"
#include "../src/text/short_text.h"
#include "support.h"

/* ---- Single spellings ---- */

typedef struct Case {
    const char *game, *fen, *before;
    const char *text, *move; /* NULL: no move */
    const char *why;         /* part of the reason then */
} Case;

static const char promoting[] = "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1";
static const char bishops[] = "4k3/8/8/8/3B4/2p5/1P1B4/4K3 w - - 0 1";

static const char rook[] = "4k3/8/8/8/P7/8/8/RNBQK3 w - - 0 1";

static const char optional[] = "1fje1ej1m/ms1sss1ss/s1s1zfs2/s8/3A5/2P3P2/P1C5P/1P1PPP1P1/RHB1K1BHR[ssss] b - - 1 8";

static const Case cases[] = {
    {"chess", NULL, "", "e2-e4", "e2e4", NULL},
    {"chess", NULL, "", "e4,", "e2e4", NULL},
    {"chess", NULL, "", "P\u2013e4", "e2e4", NULL},
    {"chess", NULL, "", "e2\u2013e4", "e2e4", NULL},
    {"chess", NULL, "", "Ng1-f3", "g1f3", NULL},
    {"chess", NULL, "", "Nf3\u00B1", "g1f3", NULL},
    {"chess", NULL, "", "Nf3++", "g1f3", NULL},
    {"chess", NULL, "", "\u2658f3", "g1f3", NULL},
    {"chess", rook, "", "\u2656a1a2", "a1a2", NULL},
    {"chess", rook, "", "\u265Ca1-a2", "a1a2", NULL},
    {"chess", rook, "", "Ra1\u2010a2", "a1a2", NULL},
    {"chess", rook, "", "Ra1\u2011a2", "a1a2", NULL},
    {"chess", rook, "", "Ra1\u2012a2", "a1a2", NULL},
    {"chess", rook, "", "Ra1\u2013a2", "a1a2", NULL},
    {"chess", rook, "", "Ra1\u2014a2", "a1a2", NULL},
    {"chess", rook, "", "Ra1\u2212a2", "a1a2", NULL},
    {"chess", NULL, "f2f3 e7e5 g2g4", "\u265Bd8\u2013h4#", "d8h4", NULL},
    {"chess", NULL, "f2f3 e7e5 g2g4", "Qh4mate", "d8h4", NULL},
    {"chess", NULL, "e2e4 d7d5", "e4\u00D7d5", "e4d5", NULL},
    {"chess", NULL, "e2e4 a7a6 e4e5 d7d5", "exd6e.p.", "e5d6", NULL},
    {"chess", promoting, "", "a8(Q)", "a7a8q", NULL},
    {"chess", promoting, "", "a8/N", "a7a8n", NULL},
    {"chess", promoting, "", "a7xb8(B)", "a7b8b", NULL},
    {"chess", promoting, "", "a8", NULL, ""},
    {"chess", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "", "0\u20130\u20130+!", "e8c8", NULL},
    /* The Bishop on the second rank, not what stands on b2. */
    {"chess", bishops, "", "B2c3", "d2c3", NULL},
    {"chess", bishops, "", "bxc3", "b2c3", NULL},
    {"chess", NULL, "", "Nf6", NULL, "no piece of that kind can go there"},
    {"chess", NULL, "", "Nb1g3", NULL, ""},
    {"chess", NULL, "", "--", NULL, "null move"},
    {"chess", NULL, "", "e", NULL, ""},
    {"chess", NULL, "", "0-0-0-0", NULL, ""},
    {"chess", NULL, "", "N0f3", NULL, ""},
    {"chess", NULL, "", "N1f3", "g1f3", NULL},
    {"chess", NULL, "", "Ngf3", "g1f3", NULL},
    {"chess", NULL, "", "N2f3", NULL, "no piece of that kind can go there"},
    /* Of both squares the reason is that of the step. */
    {"chess", NULL, "", "a1a5", NULL, "the White Rook cannot go from a1 to a5"},
    {"borderlands", "a3c4/9/9/9/9/9/9/9/9/C7A[] w - - 0 1", "", "Ai1xi10", "i1i10+", NULL},
    {"horizons", "6k5/10rR/12/12/12/12/12/12/12/12/12/6K5 w - - 0 1", "", "Rl11xk11", "l11k11", NULL},
    {"chess", NULL, "", "O-O", NULL, "castling is not possible here"},
    {"chess", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "", "o-o-o", "e8c8", NULL},
    {"chess", "4k3/8/8/8/8/N7/8/N3K3 w - - 0 1", "", "N1c2", "a1c2", NULL},
    {"chess", "4k3/8/8/8/8/N7/8/N3K3 w - - 0 1", "", "Nc2", NULL, "it could be a1c2 or a3c2"},
    {"borderlands", NULL, "", "m@e6", "M@e6", NULL},
    /* "+" promotes there, but "+-" may be a winning position. */
    {"battleofideologies", optional, "", "e7e5", "e7e5", NULL},
    {"battleofideologies", optional, "", "e7-e5+", "e7e5+", NULL},
    {"battleofideologies", optional, "", "e7e5+-", NULL, "it could be e7e5 or e7e5+"},
    /* A '+' behind other marks is a sign of check. */
    {"battleofideologies", optional, "", "e7e5!+", "e7e5", NULL},
    /* Promotion is compulsory: books omit it. */
    {"borderlands", "a3c4/9/4F4/9/9/9/9/9/9/C7A[] w - - 0 1", "", "e8e8", NULL, ""},
    {"borderlands", "a3c4/9/9/4F4/9/9/9/9/9/C7A[] w - - 0 1", "", "Fe8+", "e7e8+", NULL},
    {"borderlands", "a3c4/9/4+F4/9/9/9/9/9/9/C7A[] w - - 0 1", "", "+Fe7", "e8e7", NULL},
    {"borderlands", "4c4/9/9/5M1M1/9/9/9/9/9/C8[] w - - 0 1", "", "Mg8", NULL, ""}, /* either of two */
    /* A royal piece that goes two files aslant does not castle. */
    {"borderlands", "4c4/9/9/9/9/9/9/9/5C1W1/8C[] w - - 0 1", "", "O-O", NULL, "castling is not possible here"},
    {"bordahbee", NULL, "", "g1f3,m2m4!?", "g1f3,m2m4", NULL},
    {"bordahbee", NULL, "", "g1f3", NULL, "unfinished"},
    {"bordahbee", NULL, "", "g1f3,", NULL, "unfinished"},
    {"bordahbee", NULL, "", "g1f4,m2m4", NULL, ""},
    {"diamond", NULL, "", "--", NULL, "null move"},
    /* A pass where nothing else is possible is a move. */
    {"diamond", "8/8/8/8/8/8/6hg/6sR[] w - - 0 30", "", "--", "@@@@", NULL},
};

START_TEST(test_spellings)
{
    const Case *c = &cases[_i];
    Position *pos = position_at(c->game, c->fen);
    play(pos, c->before);
    ErrorText error = {""};
    Move move = MOVE_NONE;
    bool read = pgn_move_read(pos, c->text, &move, &error);
    ck_assert_msg(read == (c->move != NULL), "%s: '%s': %s", c->game, c->text, error.text);
    if (read && c->move) ck_assert_msg(move == move_at(pos, c->move), "%s: '%s' is another move", c->game, c->text);
    if (!read) ck_assert_msg(*error.text && strstr(error.text, c->why), "%s: '%s': %s", c->game, c->text, error.text);
    /* Nobody has to ask for the reason. */
    Move again = MOVE_NONE;
    ck_assert(pgn_move_read(pos, c->text, &again, NULL) == read && (!read || again == move));
    position_free(pos);
}

/* ---- Every legal move of random games ---- */

/* Fails if the text is read as another move, or not at all though it must. */
static void check_text(const Position *pos, const char *text, Move meant, bool must)
{
    Move move = MOVE_NONE;
    ErrorText error = {""};
    char printed[MOVE_TEXT_MAX];
    const char *fen = fen_text(pos);
    bool read = pgn_move_read(pos, text, &move, must ? &error : NULL);
    pos->variant->text.print(pos, meant, printed);
    ck_assert_msg(read || !must, "%s: %s: '%s' for %s is not read: %s", pos->variant->name, fen, text, printed, error.text);
    ck_assert_msg(!read || move == meant, "%s: %s: '%s' for %s is read as another move", pos->variant->name, fen, text, printed);
}

/* The squares of a step joined by a dash: "e2-e4q". */
static void dashed(const Variant *variant, const char *text, char *out)
{
    LegParts cut;
    bool step = leg_cut(variant, text, &cut) && !cut.letter && !cut.between;
    int from = !step ? 0 : text[1] == '1' && isdigit((unsigned char)text[2]) ? 3 : 2;
    sprintf(out, "%.*s%s%s", from, text, step ? "-" : "", text + from);
}

static void check_move(Position *pos, Move move)
{
    const Variant *variant = pos->variant;
    char text[MOVE_TEXT_MAX], spelled[2 * MOVE_TEXT_MAX];
    variant->text.print(pos, move, text);
    check_text(pos, text, move, true);
    snprintf(spelled, sizeof spelled, "%s!?", text);
    if (strlen(spelled) < MOVE_TEXT_MAX) check_text(pos, spelled, move, true);
    if (variant->text.legs_status) return;
    dashed(variant, text, spelled);
    if (strlen(spelled) < MOVE_TEXT_MAX) check_text(pos, spelled, move, true);
    /* Short notation must be exact in games that are written so; elsewhere it may be ambiguous, but never wrong. */
    char figurines[SHORT_TEXT_MAX], *end = text;
    short_text_write(pos, move, figurines);
    for (const char *p = figurines; *p; ++p)
        if (!strchr("{}", *p)) *end++ = *p;
    *end = '\0';
    check_text(pos, text, move, variant->text.standard);
    snprintf(spelled, sizeof spelled, "%s+-", text);
    check_text(pos, spelled, move, false);
    char *equals = strchr(text, '=');
    if (!variant->text.standard || !equals) return;
    snprintf(spelled, sizeof spelled, "%.*s(%c)", (int)(equals - text), text, equals[1]);
    check_text(pos, spelled, move, true);
}

START_TEST(test_all_moves)
{
    enum { GAMES = 2, PLIES = 80, SAMPLE = 12 };
    const Variant *variant = variants[_i];
    uint64_t seed = 77 + (uint64_t)_i;
    for (int game = 0; game < GAMES; ++game) {
        Position *pos = position_at(variant->name, NULL);
        for (int ply = 0; ply < PLIES && position_outcome(pos).result == ONGOING; ++ply) {
            size_t count;
            Move *moves = position_moves(pos, &count);
            for (size_t i = 0; i < count && i < SAMPLE; ++i)
                check_move(pos, moves[count > SAMPLE ? random_below(&seed, count) : i]);
            free(moves);
            play_at_random(pos, 1, &seed);
        }
        position_free(pos);
    }
}

/* ---- Short notation of every game ---- */

static const char castling[] = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
static const char surrounded[] = "8/8/8/8/8/8/6hg/6sR[] w - - 0 30"; /* nothing that the Rassimel could do */
static const char arrows[] = "8/8/8/8/4s3/3R4/8/8[] w - - 0 30", teleports[] = "8/8/8/8/4s3/3Z4/8/8[] w - - 0 30";

static const char both_castle[] = "rnbqk2rrnbqk2r/pppppppppppppppp/16/16/16/16/PPPPPPPPPPPPPPPP/RNBQK2RRNBQK2R w HAPIhapi - 0 1";

static const struct Short {
    const char *game, *fen, *move, *written;
} shorts[] = {
    {"chess", castling, "e1g1", "O-O"},
    {"chess", castling, "e1c1", "O-O-O"},
    {"chess", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "exd5"},
    {"chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"},
    {"chess", promoting, "a7b8q", "axb8={Q}+"},
    {"chess", promoting, "a7a8n", "a8={N}"},
    {"chess", "4k3/8/8/8/8/N7/8/N3K3 w - - 0 1", "a1c2", "{N}1c2"},
    {"chess", "7k/8/8/N7/8/N3N3/8/7K w - - 0 1", "a3c4", "{N}a3c4"},
    {"chess", "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", "f7g7", "{Q}g7#"},
    {"battleofideologies", optional, "e7e5+", "{Z}e5={+Z}"},
    {"battleofideologies", "9/9/4z1A2/9/9/9/9/9/4K4[] b - - 0 1", "e7g7", "{Z}xg7"}, /* two files away, and no castling */
    {"borderlands", "a3c4/9/9/4F4/9/9/9/9/9/C7A[M] w - - 0 1", "e7e8+", "{F}e8={+F}"},
    {"diamond", surrounded, "@@@@", "pass"},
    {"diamond", arrows, "d3xe4", "{R}*e4"},
    {"diamond", teleports, "d3>b4", "{Z}>b4"},
    {"diamond", "8/8/7s/8/8/8/2C2C2/8[] w - - 0 30", "c2d2,f2g2", "{C}d2,{C}g2"},
    {"diamond", "8/8/7s/8/8/8/2C2C2/8[S] w - - 0 30", "S@h1,c2d2", "{S}@h1,{C}d2+"},
    {"bordahbee", NULL, "g1f3,m2m4", "{N}f3,m4"},
    {"bordahbee", both_castle, "e1g1,m1o1", "O-O,O-O"},
    {"bordahbee", both_castle, "e1g1,p1o1", "O-O,{R}o1"},
    {"horizons", "6k5/12/12/12/12/12/12/12/12/12/12/6K4R w K - 0 1", "g1j1", "O-O"},
};

START_TEST(test_shorts)
{
    const struct Short *c = &shorts[_i];
    Position *pos = position_at(c->game, c->fen);
    char text[SHORT_TEXT_MAX], bare[SHORT_TEXT_MAX], legs[MOVE_TEXT_MAX], *to = bare;
    ErrorText error = {""};
    short_text_write(pos, move_at(pos, c->move), text);
    ck_assert_msg(strcmp(text, c->written) == 0, "%s: %s is written %s", c->game, c->move, text);
    /* It reads back, with and without what may be left out. */
    for (const char *p = text; *p; ++p)
        if (!strchr("{}x=#+", *p) || (*p == '+' && p[1] == 'Z') || (*p == '+' && p[1] == 'F')) *to++ = *p;
    *to = '\0';
    const char *const typed[] = {c->move, text, bare};
    for (size_t i = 0; i < sizeof typed / sizeof *typed; ++i) {
        if (i && strcmp(text, "pass") == 0) continue;
        ck_assert_msg(short_text_read(pos, typed[i], legs, &error), "%s: %s: %s", c->game, typed[i], error.text);
        ck_assert_msg(move_at(pos, legs) == move_at(pos, c->move), "%s: %s is read as %s", c->game, typed[i], legs);
    }
    position_free(pos);
}

/* What people type beyond that; what cannot be read as one move, or one leg after the other. */
START_TEST(test_typed_shorts)
{
    static const struct {
        const char *game, *fen, *text, *move, *why;
    } typed[] = {
        /* Zeros stand for the letter in castling, not in numbers. */
        {"chess", castling, "0-0", "e1g1", NULL},
        {"chess", castling, "0-0-0", "e1c1", NULL},
        {"borderlands", "4c4/9/9/9/9/9/9/9/9/C8[M] w - - 0 1", "{M}@a7", "M@a7", NULL},
        {"horizons", "k11/12/6R5/12/12/12/12/12/12/12/12/5K6 w - - 0 1", "Rf10", "g10f10", NULL},
        {"chess", NULL, "", NULL, ""},
        {"chess", NULL, "Nc6", NULL, ""},
        {"chess", "4k3/8/8/8/8/N7/8/N3K3 w - - 0 1", "Nc2", NULL, "it could be"},
        {"bordahbee", both_castle, "O-O", NULL, "both boards can castle: write the King's squares"},
        {"bordahbee", both_castle, "O-O,O-O-O", NULL, ""},
        {"bordahbee", NULL, "Nf3f3f3f3f3f3f3f3f3,m4", NULL, ""},
        {"diamond", "8/8/7s/8/8/8/2C2C2/8[] w - - 0 30", "pass", NULL, ""},
        {"diamond", "8/8/7s/8/8/8/2C1C3/8[] w - - 0 30", "Cd2", NULL, "leg 1"},
        {"chess", NULL, "e4e4e4e4e4e4e4e4e4e4e4e4e4e4e4e4e4e4e4e4e4e4e4e4e4e4e4e4e4e4e4e4e4e4e4e4e4e4e4e4e4e4e4e4e4e4e4e4e4e4",
            NULL, "too long"},
    };
    for (size_t i = 0; i < sizeof typed / sizeof *typed; ++i) {
        Position *pos = position_at(typed[i].game, typed[i].fen);
        char legs[MOVE_TEXT_MAX];
        ErrorText error = {""};
        bool read = short_text_read(pos, typed[i].text, legs, &error);
        ck_assert_msg(read == !typed[i].why && (read || strstr(error.text, typed[i].why)), "%s: '%s': %s", typed[i].game,
                      typed[i].text, read ? legs : error.text);
        if (read) ck_assert(move_at(pos, legs) == move_at(pos, typed[i].move));
        position_free(pos);
    }
}

/* The legs that can follow; a pass is a leg without squares. */
START_TEST(test_legs)
{
    LegList list;
    /* In order, none twice. */
    for (size_t v = 0; variants[v]; ++v) {
        Position *start = position_at(variants[v]->name, NULL);
        ck_assert(leg_list_fill(start, "", &list) && list.count > 1);
        for (size_t i = 1; i < list.count; ++i) ck_assert_str_lt(list.text[i - 1], list.text[i]);
        leg_list_free(&list);
        ck_assert(list.count == 0 && !list.text);
        position_free(start);
    }
    Position *pos = position_at("diamond", surrounded);
    ck_assert(leg_list_fill(pos, "", &list) && list.count == 1 && strcmp(list.text[0], "@@@@") == 0);
    leg_list_free(&list);
    ck_assert(leg_list_fill(pos, "@@@@", &list) && list.count == 0);
    leg_list_free(&list);
    position_free(pos);
}

/* ---- Files ---- */

/* Reads a tree and writes it again. */
static char *rewritten(const char *text, PgnTree *tree, PgnGame *game, ErrorText *problem)
{
    ErrorText error;
    Buffer out = {0};
    ck_assert_msg(pgn_tree_read(text, 1, game, tree, problem, &error), "%s", error.text);
    ck_assert(pgn_tree_write(tree, &game->header, NULL, &out));
    for (char *p = out.text; *p; ++p)
        if (*p == '\n') *p = ' ';
    return out.text;
}

/* What a file says comes out again, comments among the tags before the first move, and the second reading gives the same text as
 * the first. */
START_TEST(test_nothing_is_lost)
{
    static const char lichess[] =
        "; one\n[Event \"Rated Blitz game\"]\n{two}\n[Site \"https://lichess.org/abcdefgh\"]\n[Date \"2024.01.01\"]\n"
        "[White \"Anna \\\"A\\\"\"]\n"
        "[Black \"Ben\"]\n[Result \"1-0\"]\n[UTCTime \"12:00:00\"]\n[WhiteElo \"1500\"]\n[Variant \"Standard\"]\n[ECO \"C41\"]\n\n"
        "{three} 1. e4 { [%eval 0.17] [%clk 0:03:00] } 1... e5 { [%clk 0:02:59] Solid. } 2. Nf3 $1 (2. -- d6 {x} 3. d4) "
        "(2. Ke3 d5) (2. f4 $5 2... exf4 (2... d5) 3. Nf3) (2. Nc3 (2. d4) Nf6) 2... d6 e.p. \u00B1 (2... Nc6) *";
    static const char *const kept[] = {
        "[UTCTime \"12:00:00\"]", "[WhiteElo \"1500\"]", "[Variant \"Standard\"]", "[ECO \"C41\"]", "[White \"Anna \\\"A\\\"\"]",
        "]  {one two three} 1. e4 {[%eval 0.17] [%clk 0:03:00]}", "[%clk 0:02:59] Solid.", "$1", "{(-- d6 [x] 3. d4) (Ke3 d5)}",
        "(2. f4 $5 2... exf4 (2... d5)", "(2. d4)", "(2. Nc3 Nf6)", "$16", "(2... Nc6)"};
    PgnTree tree;
    PgnGame game, again;
    ErrorText problem;
    char *once = rewritten(lichess, &tree, &game, &problem);
    pgn_tree_free(&tree);
    ck_assert(game.complete && strstr(problem.text, "Ke3"));
    for (size_t i = 0; i < sizeof kept / sizeof *kept; ++i) ck_assert_msg(strstr(once, kept[i]) != NULL, "%s\n%s", kept[i], once);
    char *twice = rewritten(once, &tree, &again, &problem);
    pgn_tree_free(&tree);
    ck_assert_str_eq(once, twice);
    ck_assert_str_eq(problem.text, "");
    free(once);
    free(twice);
    position_free(game.pos);
    position_free(again.pos);
}

/* Side lines of side lines are kept to a depth of PGN_NESTING_MAX; a deeper one is left out of what is read, and refused where
 * it would be made. */
START_TEST(test_nesting)
{
    static const char *const aside[] = {"Nc3", "Nc6", "Nb1", "Nb8"}, *const on[] = {"Nf3", "Nf6"};
    enum { DEPTH = PGN_NESTING_MAX + 6 };
    Buffer text = {0};
    buffer_add(&text, "%s", on[0]);
    for (int i = 0; i < DEPTH; ++i) buffer_add(&text, " (%s %s", aside[i % 4], on[(i + 1) % 2]);
    for (int i = 0; i < DEPTH; ++i) buffer_add(&text, ")");
    buffer_add(&text, " e5 *");
    PgnTree tree;
    PgnGame game;
    ErrorText problem, error;
    char *once = rewritten(text.text, &tree, &game, &problem);
    ck_assert(game.complete);
    ck_assert_uint_eq(position_plies(game.pos), 2);
    size_t deepest = 0;
    for (size_t i = 0; i < tree.count; ++i)
        if (tree.nodes[i].level > tree.nodes[deepest].level) deepest = i;
    ck_assert_uint_eq(tree.nodes[deepest].level, PGN_NESTING_MAX);
    ck_assert_uint_eq(tree.count, 1 + 2 + 2 * PGN_NESTING_MAX);
    ck_assert(pgn_tree_add(&tree, tree.nodes[deepest].parent, "h6", &error)); /* beside it, no deeper */
    ck_assert(!pgn_tree_add(&tree, deepest, "h3", &error) && strstr(error.text, "variations nest deeper than 64"));
    pgn_tree_free(&tree);
    position_free(game.pos);
    free(once);
    buffer_free(&text);
}

typedef struct FileCase {
    const char *text;
    unsigned plies;
    const char *problem; /* part of it; NULL: the game is complete */
} FileCase;

#define SHUFFLE "Nf3 Nf6 Ng1 Ng8 "
static const FileCase files[] = {
    {"1. e4 e5 2. Ke5 d5 *", 2, "line 1, move 2 of White, 'Ke5'"},
    {"1. e4 e5\n2. Nf3 -- 3. d4 *", 3, "line 2, move 2 of Black, '--': a null move"},
    {"1. e4 d5 2. e5 f5 3. exf6 e.p. gxf6 1\u20130", 6, NULL},
    {"[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. a8(Q) Kg6 2. Qa6+ (2. Qb8) Kh7 *", 4, NULL},
    {"1.e4 \u2026e5 2.Nf3 \u00BD-\u00BD", 3, NULL},
    /* The third occurrence and the fiftieth move are claimed or not; the seventy-fifth ends no file either. */
    {SHUFFLE SHUFFLE SHUFFLE "e4 e5 Nf3 *", 15, NULL},
    {"[FEN \"4k3/8/8/8/8/8/8/R3K3 w - - 99 80\"]\n\n80. Ra2 Ke7 81. Ra3 Ke6 1/2-1/2", 4, NULL},
    {"1. f3 e5 2. g4 Qh4# 3. a3 *", 4, "the game was over: checkmate"},
    {"[Variant \"bordahbee\"]\n1. g1f3, m2m4 b8c6 , k7k5 *", 1, "unfinished"},
    {"1. e4 e5 2. Nf3!(d) Nc6 *", 4, NULL},
    /* Brackets that nothing opened, before and between the tags. */
    {")\n[Event \"x\"]\n)\n[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. Kb2 *", 1, NULL},
    {"[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. a8=(Q) Kg6 *", 2, NULL},
    {"[Variant \"From Position\"]\n[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. Kb2 *", 1, NULL},
    {"[Variant \"battleofideologies\"]\n[FEN \"1fje1ej1m/ms1sss1ss/s1s1zfs2/s8/3A5/2P3P2/P1C5P/"
     "1P1PPP1P1/RHB1K1BHR[ssss] b - - 1 8\"]\n8... e7e5(+) *", 1, NULL},
    {"1. e4 ((d4) e5 {(} ; (\n) e5 *", 2, NULL},
    /* Text in brackets that is no tag, brackets that are not closed, and tags that are written wrongly. */
    {"1. e4 [%clk 0:03:00] e5 [%clk 0:02:00]\n[%eval 0.1] 2. Nf3 *", 3, NULL},
    {"1. e4 {[%clk 1]\n\n[%eval 2]\n\n[Some [\"x\"]} e5 *", 2, NULL},
    {"1. e4 (1. d4 e5 2. c4 1-0\n[White \"B\"]\n1. d4 *", 1, NULL},
    {"1. e4 (1. d4 e5 0-1) e5 (1... c5 1/2-1/2 {agreed}) 2. Nf3 *", 3, NULL},
    {"[White\n\"Anna\"\n]\n[Black \"Ben\"] [Result \"*\"] 1. e4 e5 *", 2, NULL},
    {"[FEN \"8/P6k/8/8/8/8/8/K7 w - - hmvc 3; fmvn 0;\"]\n\n1. a8=Q Kg6 *", 2, NULL},
};

START_TEST(test_files)
{
    const FileCase *c = &files[_i];
    PgnGame game;
    ErrorText error;
    ck_assert_msg(pgn_read(c->text, 1, &game, &error), "%s", error.text);
    ck_assert_msg(game.complete == !c->problem, "%s: %s", c->text, game.problem.text);
    ck_assert_msg(position_plies(game.pos) == c->plies, "%s: %u plies", c->text, position_plies(game.pos));
    if (c->problem) ck_assert_msg(strstr(game.problem.text, c->problem) != NULL, "%s: %s", c->text, game.problem.text);
    position_free(game.pos);
}

/* Odd spots of the second of three games, and what is said of them: "game:line what" for each fault. */
typedef struct FaultCase {
    const char *second, *faults;
    unsigned games; /* 0: three, the good ones first and last */
} FaultCase;

#define TAG_FORM " is left out: a tag is written like [White \"Anna\"]\n"
#define SECOND "[Event \"two\"]\n"
#define MOVES "\n1. c4 c5 *\n\n"
static const FaultCase faulty[] = {
    {SECOND MOVES, "", 0},
    {SECOND "[White \"X\\\"]\n" MOVES, "2:5 [White \"X\\\"]" TAG_FORM, 0},
    {"[Event]\n[White \"B\"]\n" MOVES, "2:4 [Event]" TAG_FORM, 0},
    {"[some remark]\n" SECOND MOVES, "2:4 [some remark]" TAG_FORM, 0},
    {SECOND "[White \"Long\nName\"]\n[Black \"B\"]\n" MOVES, "2:5 [White \"Long" TAG_FORM, 0},
    {SECOND "[White \"Anna\"\n[Black \"B\"]\n" MOVES, "2:5 [White \"Anna\"" TAG_FORM, 0},
    {SECOND "[\n[]\n[[White]]\n" MOVES, "2:5 [" TAG_FORM "2:6 []" TAG_FORM "2:7 [[White]" TAG_FORM, 0},
    {"[White \"a\"]\n[White \"a\"]\n[ECO \"1\"]\n[ECO \"2\"]\n[White \"b\"]\n" MOVES,
     "2:8 the tag White is given twice: the last one counts\n", 0},
    /* In the moves. */
    {SECOND "\n1. c4 [%clk 0:03:00] c5 *\n\n", "2:6 [%clk 0:03:00] is read as a comment: a comment needs { }\n", 0},
    {SECOND "\n1. c4 [ c5 *\n\n", "2:6 a '[' among the moves is skipped\n", 0},
    {SECOND "\n1. c4 c5\n(1... e5 2. Nc3 *\n\n", "2:7 the '(' has no ')': the rest of the game is read as a variation\n", 0},
    {SECOND "\n1. c4 { no end c5 *\n\n", "2:6 the comment has no '}': the rest of the game is read as this comment\n", 0},
    {SECOND "\n1. c4 (1. d4 {no end (c5 *\n\n",
     "2:6 the comment has no '}': the rest of the game is read as this comment\n"
     "2:6 the '(' has no ')': the rest of the game is read as a variation\n", 0},
    {SECOND "\n1. c4 { [Event \"x\"]\n[Event \"y\"] words\n[Event \"z\"]} c5 *\n\n", "", 0},
    {SECOND "\n1. c4 $300 $x $5 $0 c5 *\n\n", "2:6 $300 is left out: a NAG is a number from 0 to 255\n"
     "2:6 $x is left out: a NAG is a number from 0 to 255\n", 0},
    /* Without a result, the next tags end the game; one that is written wrongly does behind an empty line. */
    {SECOND "\n1. c4 c5\n", "", 0},
    {SECOND "\n1. c4 c5\n\n[Round 1]\n", "3:8 [Round 1]" TAG_FORM, 0},
    /* A game without moves and result: its tags stay its own. */
    {SECOND "\n[White \"B\"]\n" MOVES, "", 0},
    {"[White \"B\"]\n\n[Round 7]\n[White \"D\"]\n" MOVES, "3:6 [Round 7]" TAG_FORM, 4},
    /* The mark of byte order, where files were joined. */
    {"\xEF\xBB\xBF" SECOND MOVES, "", 0},
};

static void put_fault(void *context, unsigned game, unsigned line, const char *what)
{
    buffer_add(context, "%u:%u %s\n", game, line, what);
}

START_TEST(test_faults)
{
    const FaultCase *c = &faulty[_i];
    Buffer text = {0}, said = {0};
    PgnGame game;
    ErrorText error = {""};
    unsigned games = c->games ? c->games : 3;
    buffer_add(&text, "[Event \"one\"]\n1. e4 e5 1-0\n\n%s[Event \"three\"]\n\n1. d4 d5 2. Nf3 0-1\n", c->second);
    unsigned found = pgn_list(buffer_text(&text), &(PgnListener){.fault = put_fault, .context = &said});
    ck_assert_str_eq(buffer_text(&said), c->faults);
    ck_assert_msg(found == games, "%s: %u games", c->second, found);
    for (unsigned number = 1; number <= games; ++number) {
        PgnTree tree;
        ErrorText problem;
        ck_assert_msg(pgn_read(buffer_text(&text), number, &game, &error), "%s: %s", c->second, error.text);
        ck_assert_msg(game.complete, "%s: %s", c->second, game.problem.text);
        bool last = number == games;
        if (number == 1 || last) ck_assert_str_eq(game.header.event, last ? "three" : "one");
        if (last) ck_assert_str_eq(game.header.white, "?");
        ck_assert(position_plies(game.pos) == 3 || !last);
        Key key = game.pos->state->key;
        position_free(game.pos);
        ck_assert(pgn_tree_read(buffer_text(&text), number, &game, &tree, &problem, &error) && game.pos->state->key == key);
        position_free(game.pos);
        pgn_tree_free(&tree);
    }
    buffer_free(&text);
    buffer_free(&said);
}

/* A game whose start is told by a tag that is written wrongly is not read from another start. */
START_TEST(test_no_start)
{
    static const char *const names[] = {"FEN", "Variant", "Rules"};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        char text[200];
        PgnGame game;
        ErrorText error = {""};
        snprintf(text, sizeof text, "1. e4 *\n\n[White \"B\"]\n[%s 'x']\n\n1. e4 *\n\n[White \"C\"]\n\n1. d4 *\n", names[i]);
        ck_assert(!pgn_read(text, 2, &game, &error) && !game.pos);
        ck_assert(strstr(error.text, "line 4, the tag") && strstr(error.text, names[i]));
        ck_assert(pgn_read(text, 3, &game, &error) && strcmp(game.header.white, "C") == 0);
        position_free(game.pos);
    }
}

/* Old files are in Latin-1. */
START_TEST(test_encodings)
{
    static const struct {
        const char *in, *out;
    } texts[] = {{"M\xFCller", "M\u00FCller"},
                 {"M\u00FCller", "M\u00FCller"},
                 {"a\xE4", "a\u00E4"},
                 {"\u00FC\xFC", "\u00FC\u00FC"},
                 {"", ""},
                 {"\uFFFD", "\uFFFD"},
                 {"\uFFFD\x80", "\uFFFD\xC2\x80"},
                 {"abc", "abc"}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i) {
        Buffer text = {0};
        buffer_add(&text, "%s", texts[i].in);
        ck_assert(pgn_to_utf8(&text));
        ck_assert_str_eq(buffer_text(&text), texts[i].out);
        buffer_free(&text);
    }
}

static void put_name(void *context, const char *name, const char *value) { buffer_add(context, "%s=%s;", name, value); }

/* Tags: long ones are cut between characters, controls are blanks, a bad one ends the reading. */
START_TEST(test_tags)
{
    Buffer text = {0}, told = {0}, faults = {0};
    PgnGame game = {0};
    ErrorText error = {""};
    buffer_add(&text, "[White \"");
    for (int i = 0; i < 400; ++i) buffer_add(&text, "%s", i % 2 ? "\u00FC" : "\u2658");
    buffer_add(&text, "\"]\n[Black \"a\tb \\\"c\\\\ \\d\"]\n[Result \"2-0\"]\n1. e4 *\n[Bad x]\n");
    ck_assert_msg(pgn_read(buffer_text(&text), 1, &game, &error), "%s", error.text);
    ck_assert_uint_lt(strlen(game.header.white), PGN_TAG_MAX);
    ck_assert_uint_gt(strlen(game.header.white), PGN_TAG_MAX - 5);
    ck_assert_str_eq(game.header.black, "a b \"c\\ \\d");
    ck_assert_str_eq(game.header.result, "*");
    Buffer same = {0};
    buffer_add(&same, "%s", game.header.white);
    ck_assert(pgn_to_utf8(&same) && strcmp(buffer_text(&same), game.header.white) == 0); /* whole characters */
    position_free(game.pos);
    ck_assert(!pgn_read(buffer_text(&text), 2, &game, &error) && strstr(error.text, "there is only 1 game"));
    ck_assert_uint_eq(pgn_list(buffer_text(&text), &(PgnListener){.fault = put_fault, .context = &faults}), 1);
    ck_assert_str_eq(buffer_text(&faults), "1:1 the tag White is cut at 255 bytes\n2:5 [Bad x]" TAG_FORM);
    buffer_free(&faults);
    ck_assert(pgn_read("[Event \"5th \"Mikis\" Intl\"]\n[White \"\"\"]\n[Black \"a\\\"] b\"]\n*", 1, &game, &error));
    ck_assert_str_eq(game.header.event, "5th \"Mikis\" Intl");
    ck_assert_str_eq(game.header.white, "\"");
    ck_assert_str_eq(game.header.black, "a\"] b");
    position_free(game.pos);
    pgn_each_tag("[A \"x\"]\n[B_2 \"y\"]\n[C z]\n[D \"w\"]\n", put_name, &told);
    ck_assert_str_eq(buffer_text(&told), "A=x;B_2=y;");
    static const struct {
        const char *name;
        bool further;
    } names[] = {{"ECO", true}, {"White_2", true}, {"", false}, {"a b", false}, {"white", false}, {"Rules", false}, {"FEN", false}};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) ck_assert_msg(pgn_is_further_tag(names[i].name) == names[i].further,
        "%s", names[i].name);
    buffer_free(&text);
    buffer_free(&same);
    buffer_free(&told);
}

/* Comments of several words are written with single blanks, and a number stands behind them. What would end a comment is written
 * otherwise. */
START_TEST(test_written)
{
    PgnHeader header;
    Buffer out = {0};
    PgnTree tree;
    Position *pos = position_at("chess", NULL), *set_up = position_at("chess", castling);
    pgn_header_init(&header);
    ck_assert(strlen(header.date) == 10 && header.date[4] == '.' && header.date[7] == '.' && header.date[0] == '2');
    play(pos, "e2e4 e7e5 g1f3 b8c6");
    ck_assert(pgn_tree_of_game(&tree, pos) && tree.count == 5 && pgn_tree_comment(&tree, 0, "at } first\n", 11));
    ck_assert(pgn_tree_comment(&tree, 1, " one  two ", 10) && pgn_tree_comment(&tree, 4, "three", 5));
    ck_assert(pgn_tree_write(&tree, &header, NULL, &out));
    pgn_tree_free(&tree);
    ck_assert_ptr_nonnull(strstr(buffer_text(&out), "\n{at ) first}\n1. e4 {one two} 1... e5 2. Nf3 Nc6 {three} *\n"));
    buffer_clear(&out);
    /* A game without moves has only its end. */
    ck_assert(pgn_write(set_up, &header, "nobody came", &out));
    ck_assert_ptr_nonnull(strstr(buffer_text(&out), "\n\n{nobody came} *\n"));
    buffer_clear(&out);
    ck_assert(pgn_write(set_up, &header, NULL, &out));
    ck_assert_ptr_nonnull(strstr(buffer_text(&out), "\n\n*\n"));
    buffer_free(&out);
    position_free(pos);
    position_free(set_up);
}

/* The bounds of a tree of moves; signs and comments where no move is. */
START_TEST(test_tree)
{
    PgnTree tree;
    ErrorText error = {""};
    Position *pos = position_at("chess", NULL);
    ck_assert(pgn_tree_init(&tree, pos));
    size_t at = pgn_tree_add(&tree, 0, "e2e4", &error), main = pgn_tree_add(&tree, at, "e7e5", &error);
    ck_assert(at && main && pgn_tree_add(&tree, at, "e7e5", &error) == main); /* the same move is the same node */
    /* A tree that has all the moves it may have takes those it knows, and no other. */
    size_t count = tree.count;
    tree.count = PGN_MOVES_MAX + 1;
    ck_assert(pgn_tree_add(&tree, 0, "e4", &error) == at);
    ck_assert(!pgn_tree_add(&tree, 0, "d4", &error) && strstr(error.text, "more than 200000 moves"));
    tree.count = count;
    for (unsigned nag = 0; nag < 300; nag += 25) pgn_tree_nag(&tree, at, nag);
    pgn_tree_nag(&tree, at, 25);
    ck_assert_uint_eq(tree.nodes[at].nag_count, PGN_NAGS_MAX);
    for (unsigned i = 0; i < PGN_NAGS_MAX; ++i) ck_assert_uint_eq(tree.nodes[at].nags[i], 25 * (i + 1));
    pgn_tree_nag(&tree, main, 256);
    pgn_tree_nag(&tree, main, 0);
    pgn_tree_nag(&tree, main, 7);
    pgn_tree_nag(&tree, main, 7);
    ck_assert(tree.nodes[main].nag_count == 1 && tree.nodes[main].nags[0] == 7);
    ck_assert(pgn_tree_comment(&tree, main, " \t\n", 3) && !tree.nodes[main].comment);
    ck_assert(pgn_tree_comment(&tree, main, "\x01 a\x02" "b ", 6) && strcmp(tree.nodes[main].comment, "a b") == 0);
    ck_assert(pgn_tree_comment(&tree, main, "c", 1) && strcmp(tree.nodes[main].comment, "a b c") == 0);
    pgn_tree_free(&tree);
    position_free(pos);

    PgnGame game;
    ErrorText problem;
    Buffer text = {0};
    buffer_add(&text, "1. e4 $300 $x ( $3 {before} ; and\n {more} d4 $4 ) ({none}) (Ke7 $5 {in what is lost} (a3) ");
    for (int i = 0; i < 1400; ++i) buffer_add(&text, "e5 ");
    buffer_add(&text, ") e5 *");
    char *said = rewritten(buffer_text(&text), &tree, &game, &problem);
    ck_assert_msg(strstr(said, "1. e4 ") && strstr(said, "(1. d4 $4 {before and more})"), "%.300s", said);
    ck_assert_msg(strstr(said, "(Ke7 $5 [in what is lost] (a3) e5 ") && strstr(said, "...)") && strstr(said, "none"), "%.300s",
        said);
    ck_assert(!strstr(said, "$3") && tree.nodes[1].nag_count == 0);
    free(said);
    pgn_tree_free(&tree);
    position_free(game.pos);
    /* A game in XBoard's form has only its start in the tree. */
    ck_assert(pgn_tree_read("[Variant \"horizons\"]\n[Plies \"XBoard\"]\n1. d2d4 d11d9 *", 1, &game, &tree, &problem,
        &error));
    ck_assert(game.complete && position_plies(game.pos) == 2 && tree.count == 1);
    pgn_tree_free(&tree);
    position_free(game.pos);
    buffer_free(&text);
}

/* Signs beside moves, and their numbers in PGN; words that are no signs. */
START_TEST(test_signs)
{
    static const struct {
        const char *word;
        bool sign;
        unsigned nag;
    } words[] = {
                 /* The numbers of the standard, and those that are customary beyond it. */
                 {"!", true, 1}, {"?", true, 2}, {"!!", true, 3}, {"??", true, 4}, {"!?", true, 5}, {"?!", true, 6},
                 {"\u203C", true, 3}, {"\u2047", true, 4}, {"\u2049", true, 5}, {"\u2048", true, 6}, {"\u25A1", true, 7},
                 {"=", true, 10}, {"\u221E", true, 13}, {"+=", true, 14}, {"+/=", true, 14}, {"\u2A72", true, 14},
                 {"=+", true, 15}, {"=/+", true, 15}, {"\u2A71", true, 15}, {"+/-", true, 16}, {"\u00B1", true, 16},
                 {"-/+", true, 17}, {"\u2213", true, 17}, {"+-", true, 18}, {"-+", true, 19}, {"\u2191", true, 36},
                 {"\u2192", true, 40}, {"D", true, 220}, {"+\u2212", true, 18}, {"\u2212+", true, 19},
                 /* What says nothing of its own. */
                 {"+", true, 0}, {"++", true, 0}, {"#", true, 0}, {"e.p.", true, 0}, {"e.p", true, 0}, {"ep", true, 0},
                 {"ep.", true, 0}, {"ch", true, 0}, {"ch.", true, 0}, {"mate", true, 0}, {"!!!", true, 0}, {"", true, 0},
                 {"+++", false, 0}, {"==", false, 0},
                 {"e4", false, 0}, {"!e4", false, 0}, {"N", true, 146}, {"Nf3", false, 0}};
    for (size_t i = 0; i < sizeof words / sizeof *words; ++i) {
        unsigned nag = 99;
        ck_assert_msg(pgn_is_sign(words[i].word, &nag) == words[i].sign && nag == words[i].nag, "'%s': %u", words[i].word, nag);
    }
}

/* Results and null moves, each as people write them. */
START_TEST(test_typography)
{
    static const char *const results[][2] = {
        {"1-0", "1-0"}, {"0-1", "0-1"}, {"1/2-1/2", "1/2-1/2"}, {"*", "*"}, {"1/2", "1/2-1/2"}, {"\u00BD", "1/2-1/2"},
        {"\u00BD-\u00BD", "1/2-1/2"}, {"1\u20130", "1-0"}, {"0\u22121", "0-1"}, {"1/2\u20141/2", "1/2-1/2"},
        {"1 - 0", "1-0"}, {"0 -1", "0-1"}, {"0.5-0.5", "1/2-1/2"}, {"0.5 - 0.5", "1/2-1/2"}, {"\u00BD - \u00BD", "1/2-1/2"},
        {"1/2 \u2013 1/2", "1/2-1/2"}, {"1-1", NULL}, {"0.5", NULL}, {"", NULL},
        {"1-0!", NULL}, {"1-", NULL}, {"**", NULL}, {"1/2-", NULL}};
    for (size_t i = 0; i < sizeof results / sizeof *results; ++i) {
        const char *found = pgn_result(results[i][0]);
        ck_assert_msg(found ? results[i][1] && strcmp(found, results[i][1]) == 0 : !results[i][1], "%s", results[i][0]);
    }
    /* Results with blanks among moves, and moves that begin as one does. */
    static const struct {
        const char *text, *result;
        unsigned plies;
    } games[] = {{"1. e4 e5 1 - 0", "1-0", 2}, {"1. e4 0\t- 1\n1. d4 *", "0-1", 1}, {"1. e4 0.5 - 0.5", "1/2-1/2", 1},
                 {"1. e4 \u00BD - \u00BD", "1/2-1/2", 1}, {"1. e4 1/2 - 1/2", "1/2-1/2", 1}, {"1. e4 e5 2 . Nf3 *", "*", 3},
                 {"1 . e4 e5 1 -0{x}", "1-0", 2}, {"[Result \"1 - 0\"]\n1. e4 *", "1-0", 1}, {"1. e4 e5 1\n- 0", "*", 2}};
    for (size_t i = 0; i < sizeof games / sizeof *games; ++i) {
        PgnGame game;
        ErrorText error;
        ck_assert_msg(pgn_read(games[i].text, 1, &game, &error), "%s: %s", games[i].text, error.text);
        ck_assert_str_eq(game.header.result, games[i].result);
        ck_assert_uint_eq(position_plies(game.pos), games[i].plies);
        position_free(game.pos);
    }
    static const char *const none[] = {"--", "Z0", "z0", "null", "pass", "0000", "<>", "@@@@", "--!?", "Z0?", "\u2013-",
                                       "\u2212\u2010"};
    static const char *const some[] = {"", "-", "---", "0-0", "000", "e4", "!", "nul", "passed", "@@", "<", "--x"};
    for (size_t i = 0; i < sizeof none / sizeof *none; ++i) ck_assert_msg(pgn_is_null_move(none[i]), "%s", none[i]);
    for (size_t i = 0; i < sizeof some / sizeof *some; ++i) ck_assert_msg(!pgn_is_null_move(some[i]), "%s", some[i]);
}

int main(void)
{
    variants_init();
    return RUN_TESTS("pgn_moves", 0, ROWS(test_spellings, cases), EACH_GAME(test_all_moves), ONCE(test_nothing_is_lost),
                     ONCE(test_nesting), ROWS(test_files, files), ROWS(test_shorts, shorts), ONCE(test_typed_shorts),
                     ONCE(test_legs), ONCE(test_signs), ONCE(test_typography), ONCE(test_encodings), ONCE(test_tags),
                     ONCE(test_written), ROWS(test_faults, faulty), ONCE(test_no_start), ONCE(test_tree));
}
