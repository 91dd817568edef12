/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Games in XBoard's notation, ply by ply: a written game reads back as the same game. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../src/text/notation.h"
#include "../src/pgn/pgn.h"
#include "../src/pgn/pgn_plies.h"
#include "../src/text/plies.h"
#include "support.h"

enum { MOVES = 30, ROOM = 64 };

/* Plays random moves; prefers moves that are more than an origin and a target. */
static void wander(Position *pos, int moves, uint64_t *seed)
{
    for (int i = 0; i < moves && position_outcome(pos).result == ONGOING; ++i) {
        size_t count, rich = 0;
        Move *list = position_moves(pos, &count);
        for (size_t j = 0; j < count; ++j) {
            char text[MOVE_TEXT_MAX];
            pos->variant->text.print(pos, list[j], text);
            if (!strpbrk(text, ",@+")) continue;
            Move other = list[rich];
            list[rich++] = list[j];
            list[j] = other;
        }
        ck_assert(position_reserve(pos, ROOM));
        position_make(pos, list[random_below(seed, rich && random_below(seed, 3) ? rich : count)]);
        free(list);
    }
}

static void expect_same(const Position *a, const Position *b, const char *text)
{
    char fen_a[FEN_MAX], fen_b[FEN_MAX];
    a->variant->board.get_fen(a, fen_a);
    b->variant->board.get_fen(b, fen_b);
    ck_assert_msg(strcmp(fen_a, fen_b) == 0, "%s and %s after\n%s", fen_a, fen_b, text);
    ck_assert_uint_eq(position_plies(a), position_plies(b));
}

/* Plays a text in XBoard's form as a file of a game from a position. */
static void expect_read(const Position *pos, const char *fen, const char *words)
{
    Buffer text = {0};
    PgnGame read;
    ErrorText error;
    buffer_add(&text, "[Variant \"%s\"]\n[FEN \"%s\"]\n[Plies \"XBoard\"]\n\n%s *\n", pos->variant->name, fen, words);
    ck_assert_msg(pgn_read(buffer_text(&text), 1, &read, &error), "%s", error.text);
    ck_assert_msg(read.complete, "%s in\n%s", read.problem.text, buffer_text(&text));
    expect_same(pos, read.pos, buffer_text(&text));
    position_free(read.pos);
    buffer_free(&text);
}

/* A ply as XBoard spells it: with the piece's letter, unless XBoard takes it for a Pawn, or with squares alone. */
static void spell(const Variant *variant, const GuiBoard *gui, const char *ply, bool plain, char *word)
{
    char own[2 * PLY_TEXT_MAX];
    const char *p = ply;
    Square from = square_parse(variant, &p), to = from == SQUARE_NONE ? from : square_parse(variant, &p);
    gui_shift_ranks(variant, ply, -1, own);
    if (strcmp(ply, pass_text) == 0) {
        strcpy(word, "--");
    } else if (plain || to == SQUARE_NONE || *p || !gui->on[from]) {
        strcpy(word, own);
    } else {
        const PieceInfo *info = &variant->board.pieces[piece_type(gui->on[from])];
        size_t length = 1 + strspn(own + 1, "0123456789");
        sprintf(word, "%s%.*s%.*s%s%s", info->promoted ? "+" : "", info->letter != 'P', &info->letter, (int)length, own,
                gui->on[to] ? "x" : "", own + length);
    }
}

/* Any game that XBoard writes reads back the same, in either spelling. */
START_TEST(test_spelt)
{
    uint64_t seed = 6;
    for (int game = 0; game < 6; ++game) {
        Position *pos = position_at(variants[_i]->name, NULL), *again = position_at(variants[_i]->name, NULL);
        const Variant *v = pos->variant;
        Buffer words = {0};
        ErrorText error;
        GuiBoard gui;
        if (pos->side == BLACK) buffer_add(&words, "-- "); /* XBoard's boards begin with White */
        for (int chosen = 0; chosen < MOVES && position_outcome(pos).result == ONGOING; ++chosen) {
            PlyList plies;
            Side side = pos->side;
            wander(pos, 1, &seed);
            Move move = pos->state->move;
            position_unmake(pos);
            gui_board_set(&gui, pos);
            plies_of_move(pos, &gui, move, false, &plies);
            plies_close(pos, &gui, move, false, &plies);
            for (int i = 0; i < plies.count; ++i, side ^= 1) {
                char word[64];
                spell(v, &gui, plies.text[i], game % 2, word);
                buffer_add(&words, "%s ", word);
                gui_board_ply(&gui, v, side, plies.text[i]);
            }
            position_make(pos, move);
        }
        ck_assert(position_reserve(again, ROOM));
        ck_assert_msg(pgn_plies_play(again, buffer_text(&words), &error), "%s in\n%s", error.text, buffer_text(&words));
        expect_same(pos, again, buffer_text(&words));
        expect_read(pos, v->position.start_fen, buffer_text(&words));
        /* The passes that close the last move may be missing. */
        for (size_t n = words.length; n > 6 && strcmp(words.text + n - 3, "-- ") == 0; n -= 3) {
            words.text[n - 3] = '\0';
            while (position_plies(again)) position_unmake(again);
            ck_assert_msg(pgn_plies_play(again, words.text, &error), "%s in\n%s", error.text, words.text);
            expect_same(pos, again, words.text);
        }
        buffer_free(&words);
        position_free(again);
        position_free(pos);
    }
}

/* The legs that a player has entered, in the player's order. */
typedef struct Played {
    const char *game, *fen, *words, *moves;
} Played;

static const char three_cani[] = "8/8/8/7s/5C2/8/2C2C2/8[] w - - 0 30", rassimel[] = "8/8/8/8/4s3/3R4/8/8[] w - - 0 30";

static const Played played[] = {
    {"chess", NULL, "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6", "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6"},
    {"chess", "4k3/8/8/6N1/8/8/8/4K1N1 w - - 0 1", "N1f3", "g1f3"},
    {"chess", "4k3/8/8/4N3/8/8/8/4K1N1 w - - 0 1", "Nef3", "e5f3"},
    {"chess", "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "axb8=R+", "a7b8r"},
    /* Black begins on XBoard's board, too, and nobody has passed before. */
    {"chess", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "e5 Nf3", "e7e5 g1f3"},
    /* Two pieces fit; what follows tells which. */
    {"chess", "4k3/7p/8/8/8/8/8/1N2KN2 w - - 0 1", "Nd2 h6 Nb1", "b1d2 h7h6 d2b1"},
    /* What takes in passing goes by way of its victim, which others could take as well. */
    {"chess", "4k3/8/8/3pP3/2P5/8/8/4K3 w - d6 0 1", "xd5 -- d6", "e5d6"},
    {"chess", "4k3/8/8/2p5/3Pp3/8/8/4K3 b - d3 0 1", "xd4 -- d3", "e4d3"},
    {"horizons", "6k5/12/12/12/12/12/12/2p9/3Pp7/12/12/6K5 b - d3 0 1", "xd4 -- d3", "e4d3"},
    /* Passes may follow the end of the game. */
    {"chess", NULL, "f3 e5 g4 Qh4 -- --", "f2f3 e7e5 g2g4 d8h4"},
    {"chess", NULL, "", ""},
    {"diamond", NULL, "", ""},
    {"bordahbee", NULL, "m2m4 -- g1f3 m7m5 -- g8f6", "g1f3,m2m4 g8f6,m7m5"},
    {"diamond", "8/8/7s/8/8/8/2C2C2/8[] w - - 0 30", "f2g2 -- c2d2", "c2d2,f2g2"},
    {"diamond", "8/8/7s/8/8/8/2C2C2/8[] w - - 0 30", "c2d2 -- f2g2 Sh7", "c2d2,f2g2 h6h7"},
    {"diamond", "8/8/7s/8/8/8/2C2C2/8[] w - - 0 30", "c2d2 --", "c2d2"},
    /* A third Cani could go on: both sides pass, or the game was cut short there. */
    {"diamond", three_cani, "Cg2 -- c2d2 -- -- Sh6", "c2d2,f2g2 h5h6"},
    {"diamond", three_cani, "f2g2 -- c2d2 -- f4e4 Sh6", "c2d2,f2g2,f4e4 h5h6"},
    {"diamond", three_cani, "f2g2 -- c2d2", "c2d2,f2g2"},
    /* An arrow, whose shooter goes back on XBoard's board, or is left where it was. */
    {"diamond", rassimel, "d3e4 -- e4d3 -- Re3", "d3xe4,d3e3"},
    {"diamond", rassimel, "d3e4 -- d3e3", "d3xe4,d3e3"},
    /* A teleport of the piece itself. */
    {"diamond", "8/8/8/8/8/3Z4/8/s7[] w - - 0 30", "Zd4 -- Zb5 a1a2", "d3d4,d4>b5 a1a2"},
};
enum { PLAYED = sizeof played / sizeof *played };

START_TEST(test_played)
{
    const Played *p = &played[_i];
    Position *pos = position_at(p->game, p->fen), *again = position_at(p->game, p->fen);
    ErrorText error;
    play(pos, p->moves);
    ck_assert_msg(pgn_plies_play(again, p->words, &error), "%s", error.text);
    expect_same(pos, again, p->words);
    position_free(again);
    position_free(pos);
}

/* The words are refused where `named` says, and the moves before that, `kept`, are played. */
static void expect_unfit(const char *game, const char *fen, const char *words, const char *kept, const char *named)
{
    Position *pos = position_at(game, fen), *left = position_at(game, fen);
    ErrorText error;
    play(left, kept);
    ck_assert(!pgn_plies_play(pos, words, &error));
    ck_assert_msg(strstr(error.text, named) != NULL, "%s: %s", words, error.text);
    expect_same(left, pos, words);
    position_free(left);
    position_free(pos);
}

/* A leg that is part of no legal move is named; the legs before it are played. */
START_TEST(test_unfit)
{
    static const struct { const char *game, *words, *kept, *named; } games[] = {
        {"chess", "e2e4 e7e5 e4e6 g8f6", "e2e4 e7e5", "move 2 of White, 'e4e6'"},
        {"chess", "e2e4 noise", "e2e4", "move 1 of Black, 'noise'"},
        {"chess", "f2f3 e7e5 g2g4 d8h4 a2a3", "f2f3 e7e5 g2g4 d8h4", "'a2a3'"},
        {"chess", "e2e3e4", "", "'e2e3e4'"},
        {"chess", "Nac3", "", "'Nac3'"},
        {"chess", "e2e4 e7e5 g1f3 b8c6 N1e5", "e2e4 e7e5 g1f3 b8c6", "'N1e5'"},
        {"chess", "e2e4 --", "e2e4", "'--'"},
        {"borderlands", "+Fa3", "", "'+Fa3'"},
        {"bordahbee", "g1f3 --", "", "'g1f3'"},
        {"bordahbee", "m2m4 -- g1f3 noise", "g1f3,m2m4", "move 1 of Black, 'noise'"},
        {"chess", "e2e4e2e4e2e4e2e4e2e4e2e4e2e4e2e4e2e4e2e4e2e4e2e4e2e4e2e4e2e4e2e4e2e4", "", "'e2e4e2e4e2e4e2e4e2e4'"},
        /* Of the ways to read it the one that goes farthest is kept. */
        {"chess", "d4 d5 Nf3 Nf6 Nd2 a6 Nf3 noise", "d2d4 d7d5 g1f3 g8f6 f3d2 a7a6 d2f3", "move 4 of Black, 'noise'"},
    };
    for (size_t i = 0; i < sizeof games / sizeof *games; ++i)
        expect_unfit(games[i].game, NULL, games[i].words, games[i].kept, games[i].named);
}

/* The legs of a person who shoots with a piece that does not go back: it stands elsewhere on XBoard's board. */
START_TEST(test_unfit_legs)
{
    static const struct { const char *fen, *words, *kept, *named; } games[] = {
        {rassimel, "d3e4 -- Rd4", "", "'d3e4'"},
        {"8/8/8/h7/4s3/3R4/8/8[] w - - 0 30", "d3e4 -- e4d3 -- noise", "d3xe4", "'--'"},
        {rassimel, "d3e4 d3e3", "", "'d3e4'"},
        {three_cani, "f2g2 -- c2d2 -- Sh6", "f2g2", "'--'"},
    };
    for (size_t i = 0; i < sizeof games / sizeof *games; ++i)
        expect_unfit("diamond", games[i].fen, games[i].words, games[i].kept, games[i].named);
}

/* What XBoard does with a ply; it ignores what is none. */
START_TEST(test_plies_on_the_board)
{
    static const char kings[] = "3k8/12/12/12/12/12/12/12/12/12/12/R5K4R w - - 0 1";
    static const struct { const char *game, *fen; Side side; const char *ply, *board; } plies[] = {
        {"chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", WHITE, "e1f2", "4k3/P7/8/8/8/8/5K2/8"},
        {"chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", WHITE, "a7a8q", "Q3k3/8/8/8/8/8/8/4K3"},
        {"chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", WHITE, "a7a8z", "P3k3/8/8/8/8/8/8/4K3"},
        {"chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", WHITE, "a3e8", "8/P7/8/8/8/8/8/4K3"},
        {"chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", WHITE, "@@@@", "4k3/P7/8/8/8/8/8/4K3"},
        {"chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", WHITE, "nonsense", "4k3/P7/8/8/8/8/8/4K3"},
        {"chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", BLACK, "Q@e4", "4k3/P7/8/8/4q3/8/8/4K3"},
        {"chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", BLACK, "X@e4", "4k3/P7/8/8/8/8/8/4K3"},
        {"borderlands", "4c4/9/9/4F4/9/9/9/9/9/4C4[] w - - 0 1", WHITE, "e7e8+", "4c4/9/4+F4/9/9/9/9/9/9/4C4"},
        /* Castling: the nearest piece on that side goes over. */
        {"horizons", kings, WHITE, "g1j1", "3k8/12/12/12/12/12/12/12/12/12/12/R7RK2"},
        {"horizons", kings, WHITE, "g1d1", "3k8/12/12/12/12/12/12/12/12/12/12/3KR6R"},
        {"horizons", "3k8/12/12/12/12/12/12/12/12/12/12/6K5 w - - 0 1", WHITE, "g1j1", "3k8/12/12/12/12/12/12/12/12/12/12/9K2"},
        {"horizons", kings, WHITE, "g1h1", "3k8/12/12/12/12/12/12/12/12/12/12/R6K3R"},
        {"horizons", kings, WHITE, "b1e1", "3k8/12/12/12/12/12/12/12/12/12/12/R5K4R"},
    };
    for (size_t i = 0; i < sizeof plies / sizeof *plies; ++i) {
        Position *pos = position_at(plies[i].game, plies[i].fen);
        GuiBoard gui;
        Buffer board = {0};
        gui_board_set(&gui, pos);
        gui_board_ply(&gui, pos->variant, plies[i].side, plies[i].ply);
        gui_board_print(&gui, pos->variant, &board);
        ck_assert_msg(strcmp(buffer_text(&board), plies[i].board) == 0, "%s %s: %s", plies[i].game, plies[i].ply,
                      buffer_text(&board));
        buffer_free(&board);
        position_free(pos);
    }
}

static void put_plies(const PlyList *plies, char *text)
{
    *text = '\0';
    for (int i = 0; i < plies->count; ++i) sprintf(text + strlen(text), "%s%s", i ? " " : "", plies->text[i]);
}

/* The plies after White's move that turn XBoard's board into that of the position, beginning with one of Black. */
START_TEST(test_repairs)
{
    static const char full[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", kings[] = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    static const char pawn[] = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    static const struct { const char *game, *shown, *meant, *plies; } boards[] = {
        {"chess", pawn, pawn, ""},
        /* A piece goes to where it is missing, and takes what stands there. */
        {"chess", pawn, "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "@@@@ e2e4"},
        {"chess", "4k3/8/8/8/4n3/8/4P3/4K3 w - - 0 1", "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "@@@@ e2e4"},
        /* A piece too many is taken by the nearest enemy that is in its place, which goes back; or on the way of a step. */
        {"chess", "4k3/8/8/8/4n3/8/4P3/4K3 w - - 0 1", pawn, "@@@@ e2e4 @@@@ e4e2"},
        {"chess", "4k3/8/8/3n4/8/8/4P3/4K3 w - - 0 1", "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "@@@@ e2d5 @@@@ d5e4"},
        {"chess", "4k3/8/8/3n4/8/8/4P2P/4K3 w - - 0 1", pawn, "e8h2 @@@@ h2e8 e2d5 @@@@ d5e2"},
        /* One that castles takes only if there is no other, and not on its way. */
        {"horizons", "k11/12/12/12/12/12/12/12/8n3/12/7K4/7R4 w - - 0 1", "k11/12/12/12/12/12/12/12/12/12/7K4/7R4 w - - 0 1",
         "@@@@ h1i4 @@@@ i4h1"},
        {"horizons", "k11/12/12/12/12/12/12/12/8n3/12/12/7K4 w - - 0 1", "k11/12/12/12/12/12/12/12/12/12/7K4/12 w - - 0 1",
         "@@@@ h1h2 @@@@ h2i4 @@@@ i4h2"},
        /* On the first square and on the last. */
        {"chess", "4k3/8/8/8/8/8/R7/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "@@@@ a2a1"},
        {"chess", "7R/8/4k3/8/8/8/8/4K3 w - - 0 1", "8/7R/4k3/8/8/8/8/4K3 w - - 0 1", "@@@@ h8h7"},
        {"chess", "7R/6n1/4k3/8/8/8/8/4K3 w - - 0 1", "7R/8/4k3/8/8/8/8/4K3 w - - 0 1", "@@@@ h8g7 @@@@ g7h8"},
        {"chess", "7n/6R1/4k3/8/8/8/8/4K3 w - - 0 1", "8/6R1/4k3/8/8/8/8/4K3 w - - 0 1", "@@@@ g7h8 @@@@ h8g7"},
        {"borderlands", "4c4/9/9/9/9/9/9/9/9/4C4[] w - - 0 1", "4c4/9/9/9/9/9/9/9/9/A3C4[] w - - 0 1", "@@@@ A@a1"},
        /* Only a bughouse board has drops, and none of promoted pieces, nor onto another piece. */
        {"chess", kings, pawn, ""},
        {"borderlands", "4c4/9/9/9/9/9/9/9/9/C8[] w - - 0 1", "4c4/9/9/9/4F4/9/9/9/9/C8[] w - - 0 1", "@@@@ F@e6"},
        {"borderlands", "4c4/9/9/9/9/9/9/9/9/C8[] w - - 0 1", "4c4/9/4+F4/9/9/9/9/9/9/C8[] w - - 0 1", ""},
        {"diamond", "8/8/8/8/4s3/8/8/8[] w - - 0 30", "8/8/8/8/8/3R4/8/8[] w - - 0 30", "@@@@ R@d3 @@@@ d3e4 @@@@ e4d3"},
    };
    PlyList plies;
    GuiBoard gui;
    char text[PLIES_MAX * PLY_TEXT_MAX];
    for (size_t i = 0; i < sizeof boards / sizeof *boards; ++i) {
        Position *shown = position_at(boards[i].game, boards[i].shown), *meant = position_at(boards[i].game, boards[i].meant);
        gui_board_set(&gui, shown);
        plies_to_repair(meant, &gui, WHITE, &plies);
        put_plies(&plies, text);
        ck_assert_msg(strcmp(text, boards[i].plies) == 0, "%s %s: %s", boards[i].game, boards[i].shown, text);
        position_free(shown);
        position_free(meant);
    }
    /* A list that is full ends with the side that it should, and is not closed. */
    Position *pos = position_at("chess", full), *meant = position_at("chess", kings);
    gui_board_set(&gui, pos);
    plies_to_repair(meant, &gui, WHITE, &plies);
    ck_assert_int_eq(plies.count, 60);
    plies_of_move(meant, &gui, move_at(meant, "e1d2"), false, &plies);
    ck_assert_int_ge(plies.count, PLIES_MAX - 5);
    while (plies.count < PLIES_MAX - 1) strcpy(plies.text[plies.count++], pass_text);
    plies_close(meant, &gui, move_at(meant, "e1d2"), false, &plies);
    ck_assert_int_eq(plies.count, PLIES_MAX - 1);
    position_free(meant);
    position_free(pos);
    /* A promotion is no step on whose way something is taken. */
    pos = position_at("chess", "4k3/P7/8/2n5/8/8/8/4K3 w - - 0 1"), meant = position_at("chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    gui_board_set(&gui, pos);
    plies_of_move(meant, &gui, move_at(meant, "a7a8q"), false, &plies);
    put_plies(&plies, text);
    ck_assert_str_eq(text, "a7a8q @@@@ a8c5 @@@@ c5a8");
    position_free(meant);
    position_free(pos);
}

/* Which move some plies are, or could become. A move whose plies could go on is closed by passes. */
START_TEST(test_matches)
{
    static const char passing[] = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", two[] = "8/8/7s/8/8/8/2C2C2/8[] w - - 0 30";
    static const struct { const char *game, *fen, *plies; bool legs_only; PlyMatch match; const char *move; } cases[] = {
        {"chess", NULL, "e2e4", false, PLIES_MOVE, "e2e4"},
        {"chess", NULL, "e2e4 @@@@", false, PLIES_NONE, NULL},
        {"chess", NULL, "e2e5", false, PLIES_NONE, NULL},
        {"chess", passing, "e5d5", false, PLIES_BEGIN, NULL},
        {"chess", passing, "e5d5 @@@@ d5d6", false, PLIES_MOVE, "e5d6"},
        {"chess", passing, "e5d6", true, PLIES_MOVE, "e5d6"},
        {"chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "h8h7", false, PLIES_NONE, NULL},
        {"diamond", two, "c2d2", false, PLIES_BEGIN, NULL},
        {"diamond", two, "c2d2 @@@@ @@@@", false, PLIES_MOVE, "c2d2"},
        {"diamond", two, "c2d2 @@@@ f2g2", true, PLIES_MOVE, "c2d2,f2g2"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        Position *pos = position_at(cases[i].game, cases[i].fen);
        PlyList plies = {0};
        GuiBoard gui;
        Move move = MOVE_NONE;
        gui_board_set(&gui, pos);
        for (const char *p = cases[i].plies; *p; p += strspn(p, " ")) {
            size_t length = strcspn(p, " ");
            sprintf(plies.text[plies.count++], "%.*s", (int)length, p);
            p += length;
        }
        ck_assert_msg(plies_match(pos, &gui, cases[i].legs_only, &plies, &move) == cases[i].match, "%s", cases[i].plies);
        if (cases[i].move) ck_assert_msg(move == move_at(pos, cases[i].move), "%s", cases[i].plies);
        position_free(pos);
    }
    /* What begins a longer move is closed in games of one leg, too. */
    Position *pos = position_at("chess", passing);
    GuiBoard gui;
    gui_board_set(&gui, pos);
    for (int whole = 0; whole < 2; ++whole) {
        PlyList plies = {.count = 1, .text = {"e5d5"}};
        if (whole) plies_of_move(pos, &gui, move_at(pos, "e5d6"), false, &plies);
        int count = plies.count;
        plies_close(pos, &gui, move_at(pos, "e5d6"), false, &plies);
        ck_assert_int_eq(plies.count, whole ? count : count + 2);
    }
    position_free(pos);
}

int main(void)
{
    variants_init();
    int games = games_count();
    return RUN_TESTS("plies", 300, EACH(test_spelt, games), EACH(test_played, PLAYED), ONCE(test_unfit), ONCE(test_unfit_legs),
                     ONCE(test_repairs), ONCE(test_matches), ONCE(test_plies_on_the_board));
}
