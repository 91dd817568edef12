/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* What games tell the search besides their rules: exchange values, computed by hand from the rules, and
 * whether the side to move is in peril. */

#include <stdlib.h>
#include <string.h>

#include "../src/text/notation.h"
#include "support.h"

/* ---- Exchanges ---- */

/* A move and its gain: pieces by their letters, so the test does not depend on values; "p - n" is a Pawn won
 * and a Knight lost, "wins" is the game. */
typedef struct Exchange {
    const char *game, *fen, *move, *wins;
} Exchange;

static const Exchange exchanges[] = {
    /* Undefended and defended; x-ray attackers count. */
    {"chess", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "p"},
    {"chess", "4k3/8/2p5/3p4/8/4N3/8/4K3 w - - 0 1", "e3d5", "p - n"},
    {"chess", "4k3/8/2p5/8/8/4N3/8/4K3 w - - 0 1", "e3d5", "- n"},
    {"chess", "3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", "p"},
    {"chess", "3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", "p - r"},
    /* The least valuable piece captures first, or none does. */
    {"chess", "4k3/8/2p5/3n4/4P3/8/3Q4/4K3 w - - 0 1", "e4d5", "n"},
    {"chess", "4k3/8/2p5/3n4/4P3/8/3Q4/4K3 w - - 0 1", "d2d5", "n - q + p"},
    /* A King captures only undefended pieces. */
    {"chess", "8/8/8/3pk3/4P3/8/8/6K1 w - - 0 1", "e4d5", "p - p"},
    {"chess", "4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "p - p"},
    {"chess", "3rk3/8/8/3pP3/8/8/8/3RK3 w - d6 0 1", "e5d6", "p"},
    {"chess", "3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8q", "- p"},
    {"chess", "3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", "r + q - p"},
    /* Archers and Slingers capture directly and over one hurdle, not two; the first attacker may itself have
     * been a hurdle. */
    {"borderlands", "c8/9/9/9/4m4/9/9/4W4/9/4A3C[] w - - 0 1", "e1e6", "m"},
    {"borderlands", "c8/9/9/4l4/4m4/9/9/4W4/9/4A3C[] w - - 0 1", "e1e6", "m - a"},
    {"borderlands", "c8/9/9/9/4m4/3W5/9/1s7/9/8C[] w - - 0 1", "d5e6", "m - w"},
    {"borderlands", "c8/9/9/9/4m4/3W5/2W6/1W7/s8/8C[] w - - 0 1", "d5e6", "m"},
    /* Elephants slide and Guards leap without capturing. */
    {"borderlands", "c8/9/4e4/9/4m4/3W5/9/9/9/8C[] w - - 0 1", "d5e6", "m - w"},
    {"borderlands", "c8/9/9/4e4/4m4/3W5/9/9/9/8C[] w - - 0 1", "d5e6", "m"},
    {"borderlands", "c8/9/9/4g4/4m4/3W5/9/9/9/8C[] w - - 0 1", "d5e6", "m - w"},
    {"borderlands", "c8/3g5/9/4W4/9/9/9/9/9/8C[] w - - 0 1", "e7e8+", "- w"},
    /* A Chief captures undefended pieces, on its own squares only; so does a Lion. */
    {"borderlands", "9/9/4c4/4m4/3W5/9/9/9/9/8C[] w - - 0 1", "d6e7", "m - w"},
    {"borderlands", "9/9/2c6/3m5/2W6/9/9/9/9/8C[] w - - 0 1", "c6d7", "m"},
    {"borderlands", "c8/9/9/9/4l4/4m4/3W5/9/9/8C[] w - - 0 1", "d4e5", "m"},
    {"borderlands", "c8/9/9/9/4+l4/4m4/3W5/9/9/8C[] w - - 0 1", "d4e5", "m - w"},
    /* En passant opens the file of the captured Warrior. */
    {"borderlands", "c8/9/9/9/3Ww4/9/9/9/9/8C[] w - e7 0 1", "d6e7", "w"},
    {"borderlands", "c8/9/5g3/9/3Ww4/9/9/4W4/9/4A3C[] w - e7 0 1", "d6e7", "w"},
    {"borderlands", "c8/9/9/9/4g4/9/9/9/9/8C[M] w - - 0 1", "M@e7", "- m"},
    {"borderlands", "c8/1G7/9/9/9/9/9/9/9/C8[] w - - 0 1", "b9a10", "wins"},
    /* Black's pieces capture only in their regions, White's King only in its palace; a Horse is lame. */
    {"battleofideologies", "4z4/9/9/9/4m4/4s4/3P5/9/4K4[] w - - 0 1", "d3e4", "s"},
    {"battleofideologies", "4z4/9/9/9/3s5/4s4/3P5/9/4K4[] w - - 0 1", "d3e4", "s - p"},
    {"battleofideologies", "4z4/9/9/9/9/4s4/5P3/5K3/9[] b - - 0 1", "e4f3", "p"},
    {"battleofideologies", "4z4/9/9/9/4s4/5P3/9/4H4/3K5[] b - - 0 1", "e5f4", "p - s"},
    {"battleofideologies", "4z4/9/9/9/4s4/5P3/4s4/4H4/3K5[] b - - 0 1", "e5f4", "p"},
    {"battleofideologies", "z8/3eP4/9/9/9/9/9/9/3K5[] w - - 0 1", "e8e9c", "- p"},
    {"battleofideologies", "4z4/9/9/R8/9/9/9/9/3K5[s] b - - 0 1", "S@e6", "- s"},
    {"battleofideologies", "9/9/9/9/9/9/1+z7/9/5K3[] b - - 0 1", "b3b1", "wins"},
    /* The Ox, with its path free or blocked. */
    {"horizons", "11k/12/12/12/4o7/12/4p7/3P8/12/12/12/K11 w - - 0 1", "d5e6", "p - p"},
    {"horizons", "11k/12/12/12/4o7/4n7/4p7/3P8/12/12/12/K11 w - - 0 1", "d5e6", "p"},
    /* A Shielder is captured from behind or from the side, never from the front. */
    {"horizons", "11k/12/4r7/12/12/12/3Sn7/12/12/12/12/K11 w - - 0 1", "d6e6", "n"},
    {"horizons", "12/12/12/12/12/4k7/3Sn7/12/12/12/12/K11 w - - 0 1", "d6e6", "n"},
    {"horizons", "11k/12/12/12/12/12/3Sn7/12/12/4r7/12/K11 w - - 0 1", "d6e6", "n - s"},
    {"horizons", "11k/12/12/12/12/12/3Sn6r/12/12/12/12/K11 w - - 0 1", "d6e6", "n - s"},
    /* A long capture spends the Warrior. */
    {"horizons", "11k/12/12/12/12/4n7/12/4W7/12/12/12/K11 w - - 0 1", "e5e7", "n + v - w"},
    {"horizons", "11k/12/12/12/12/r3n7/12/4W7/12/12/12/1K10 w - - 0 1", "e5e7", "n - w"},
    {"horizons", "11k/12/12/12/12/12/4n7/4S7/12/12/12/K11 w - - 0 1", "e5e6", "0"},
    {"horizons", "11k/12/12/12/12/12/r3n7/4S7/12/12/12/1K10 w - - 0 1", "e5e6", "- s"},
    /* The first capture opens the Magician's trunk; another piece blocks it. */
    {"horizons", "11k/12/12/12/12/5p6/3N8/12/1m10/12/12/K11 w - - 0 1", "d6f7", "p - n"},
    {"horizons", "11k/12/12/12/12/4pp6/3N8/12/1m10/12/12/K11 w - - 0 1", "d6f7", "p"},
    {"horizons", "11k/5z6/12/12/4N7/4p7/3P8/12/12/12/12/K11 w - - 0 1", "d6e7", "p"},
    {"horizons", "r10k/4P7/12/12/12/12/12/12/12/12/12/1K10 w - - 0 1", "e11e12q", "- p"},
    {"horizons", "3r7k/12/12/3pP7/12/12/12/12/12/12/12/K11 w - d10 0 1", "e9d10", "p - p"},
    {"horizons", "3r7k/12/12/3pP7/12/12/12/12/12/12/12/K2R8 w - d10 0 1", "e9d10", "p"},
    /* Both boards add up. */
    {"bordahbee", "4k7k3/16/3p12/4p11/16/5N10/8P7/4K7K3 w - - 0 1", "f3e5,i2i3", "p - n"},
    {"bordahbee", "4k7k3/16/3p12/4p11/16/5N3n6/8P7/4K7K3 w - - 0 1", "f3e5,i2j3", "p - n + n"},
    {"bordahbee", "12k3/16/2k13/R2p12/16/16/16/4K7K3 w - - 0 1", "a5d5,m1m2", "p - r"},
    {"bordahbee", "4k7k3/2p13/16/3pP11/16/16/16/4K4N2K3 w - d6 0 1", "e5d6,j1k3", "p - p"},
    {"bordahbee", "1r2k7k3/P15/16/16/16/16/16/4K4N2K3 w - - 0 1", "a7a8q,j1k3", "- p"},
    {"bordahbee", "3rk7k3/3r12/16/3p12/16/16/3R12/3RK7K3 w - - 0 1", "d2d5,m1m2", "p - r"}, /* d8 attacks through d7 */
    {"bordahbee", "3rk7k3/3r12/16/3p12/3R12/16/3R12/3QK7K3 w - - 0 1", "d4d5,m1m2", "p"},
    {"bordahbee", "4k7k3/4Q11/16/16/16/16/16/4K7K3 w - - 0 1", "e7e8,m1m2", "wins"},
    /* The capturing piece passes to the other board and can be captured there; the next capture is on the
     * first board again. */
    {"alice", "4k6r4/16/16/16/3p12/16/16/3RK11 w - - 0 1", "d1l4", "p - r"},
    {"alice", "4k6r4/16/16/16/R2p12/16/16/3RK11 w - - 0 1", "d1l4", "p"},
    {"alice", "3rk11/16/16/16/3p12/16/16/3RK11 w - - 0 1", "d1l4", "p"},
    /* A captured piece changes sides, as its base: it counts twice. */
    {"shogi", "4k4/9/9/4s4/4P4/9/9/9/4K4[] w - - 0 1", "e5e6", "s + s"},
    {"shogi", "4k4/9/4g4/4s4/4P4/9/9/9/4K4[] w - - 0 1", "e5e6", "s + s - p - p"},
    {"shogi", "4k4/9/9/4+p4/4P4/9/9/9/4K4[] w - - 0 1", "e5e6", "+p + p"},
    {"shogi", "4k4/4g4/9/9/9/9/9/9/4K4[S] w - - 0 1", "S@e7", "- s - s"},
    /* Lines end in the River; a pack falls apart when a Cani is captured; arrows count, but not against a
     * Herethroy. */
    {"diamond", "8/2c5/8/2H5/8/8/8/8[] w - - 0 1", "c5c7", "c"},
    {"diamond", "8/h1c5/8/2H5/8/8/8/8[] w - - 0 1", "c5c7", "c - h"},
    {"diamond", "2c5/2c5/8/2H5/8/8/8/8[] w - - 0 1", "c5c7", "c - h"},
    {"diamond", "8/ccc5/8/2H5/8/8/8/8[] w - - 0 1", "c5c7", "c - h"},
    {"diamond", "3r4/2c5/2S5/8/8/8/8/8[] w - - 0 1", "c6c7", "c - s"},
    {"diamond", "8/2c5/2c5/2K5/8/8/8/8[] w - - 0 1", "c5c6,c6c7", "c + c"},
    {"diamond", "8/2c5/h1c5/2K5/8/8/8/8[] w - - 0 1", "c5c6,c6c7", "c + c"}, /* it does not stay there */
    {"diamond", "8/h1c5/2c5/2K5/8/8/8/8[] w - - 0 1", "c5c6,c6c7", "c + c - k"},
    {"diamond", "8/8/8/4c3/3S4/8/8/8[] w - - 0 1", "d4e5", "c - s"},
    {"diamond", "8/1kc5/8/2H5/8/8/8/8[] w - - 0 1", "c5c7", "c - h"},
    {"diamond", "8/2c5/8/2H5/8/6s1/8/8[] w - - 0 1", "c5c7", "c"}, /* the River stops it */
    {"diamond", "8/2c3o1/8/2H5/8/8/8/8[] w - - 0 1", "c5c7", "c - h"},
    {"diamond", "8/8/8/4c3/4H3/8/1o6/8[] w - - 0 1", "e4e5", "c - h"}, /* in the River */
    {"diamond", "8/h1c5/8/2H5/8/8/8/8[S] w - - 0 5", "S@h1,c5c7", "c - h"},
    {"diamond", "1C6/2C5/8/8/8/8/8/8[] w - - 0 1", "b8a8", "wins"},
};
enum { EXCHANGES = sizeof exchanges / sizeof *exchanges, WINS = 5000, BEYOND = 40000 };

static Score value_of(const Variant *v, const char *name)
{
    bool promoted = name[0] == '+';
    char letter = (char)(name[promoted] - 'a' + 'A');
    PieceType type = NO_TYPE;
    for (Side side = WHITE; side <= BLACK && type == NO_TYPE; ++side) type = piece_type_find(v, side, letter, promoted);
    ck_assert_msg(type != NO_TYPE, "%s has no %s", v->name, name);
    return v->board.pieces[type].mg;
}

/* "n + v - w" in centipawns. */
static Score sum_of(const Variant *v, const char *terms)
{
    char text[64];
    Score sum = 0;
    int sign = 1;
    strcpy(text, terms);
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " ")) {
        if (strcmp(word, "+") == 0) sign = 1;
        else if (strcmp(word, "-") == 0) sign = -1;
        else if (strcmp(word, "0") != 0) sum += sign * value_of(v, word);
    }
    return sum;
}

START_TEST(test_exchange)
{
    const Exchange *e = &exchanges[_i];
    if (!variant_find(e->game)) return; /* an example game that is not built in */
    Position *pos = position_at(e->game, e->fen);
    Move move = move_at(pos, e->move);
    const Variant *v = pos->variant;
    if (strcmp(e->wins, "wins") == 0) {
        ck_assert_msg(v->search.see_ge(pos, move, WINS), "%s: %s wins the game", e->fen, e->move);
    } else {
        Score wins = sum_of(v, e->wins);
        ck_assert_msg(v->search.see_ge(pos, move, wins), "%s: %s is worth less than %s (%d)", e->fen, e->move, e->wins, wins);
        ck_assert_msg(!v->search.see_ge(pos, move, wins + 1), "%s: %s is worth more than %s (%d)", e->fen, e->move, e->wins, wins);
        ck_assert(v->search.see_ge(pos, move, -BEYOND) && !v->search.see_ge(pos, move, BEYOND));
    }
    position_free(pos);
}

/* Who wins the game by a move wins more than any piece is worth, who loses it loses more, whatever else the move wins: the last
 * Chief is worth the game, the first of two is not; an enemy teleported into the own City loses. */
START_TEST(test_decisive_gains)
{
    static const struct {
        const char *game, *fen, *move;
        int wins;
    } moves[] = {
        {"borderlands", "c8/1G7/9/9/9/9/9/9/9/C8[] w - - 0 1", "b9a10", 1},
        {"borderlands", "c8/1G7/9/9/9/9/9/9/9/C7C[] w - - 0 1", "b9a10", 1},
        {"borderlands", "c7c/1G7/9/9/9/9/9/9/9/C8[] w - - 0 1", "b9a10", 0},
        {"borderlands", "c7c/1G7/9/9/9/9/9/9/9/C7C[] w - - 0 1", "b9a10", 0},
        {"diamond", "8/8/8/8/5Z2/8/5g2/8[] w - - 0 1", "f2>h1", -1},
    };
    for (size_t i = 0; i < sizeof moves / sizeof *moves; ++i) {
        Position *pos = position_at(moves[i].game, moves[i].fen);
        Move move = move_at(pos, moves[i].move);
        int gain = info_of(pos, move).gain,
            wins = pos->variant->search.see_ge(pos, move, WINS) - !pos->variant->search.see_ge(pos, move, -WINS);
        ck_assert_msg(wins == moves[i].wins, "%s: %d", moves[i].fen, wins);
        ck_assert_msg(wins == (gain >= WINS) - (gain < -WINS) && (wins || gain > 0), "%s: gain %d", moves[i].fen, gain);
        position_free(pos);
    }
}

/* ---- Peril ---- */

/* Would the side to move lose at once if it passed? */
typedef struct Danger {
    const char *game, *fen;
    bool peril;
} Danger;

static const Danger dangers[] = {
    {"chess", "4k3/8/8/8/8/8/8/4RK2 b - - 0 1", true},
    {"chess", "8/8/8/8/3k4/4P3/8/4K3 b - - 0 1", true},
    {"chess", "4k3/p7/8/8/8/8/2n5/4K3 w - - 0 1", true},
    /* An Archer over one hurdle or none, not over two; only the last Chief decides the game. */
    {"borderlands", "c8/4a4/9/9/9/9/9/9/9/4C4[] w - - 0 1", true},
    {"borderlands", "c8/4a4/9/9/4w4/9/9/9/9/4C4[] w - - 0 1", true},
    {"borderlands", "c8/4a4/9/9/4w4/4w4/9/9/9/4C4[] w - - 0 1", false},
    {"borderlands", "c8/4a4/9/9/9/9/9/9/9/C3C4[] w - - 0 1", false},
    {"borderlands", "c8/9/9/9/9/9/9/9/4g4/4C4[] w - - 0 1", true},
    {"borderlands", "c8/1g5g1/9/9/9/9/9/9/1g5g1/4C4[] w - - 0 1", true},
    {"borderlands", "c8/1g5g1/9/9/9/9/9/9/1g7/4C4[] w - - 0 1", false},
    {"borderlands", "c8/1g5G1/9/9/9/9/9/9/1g5g1/4C4[] w - - 0 1", false},
    /* The Kirin is in peril by check, the King also by an open path to rank 1. */
    {"battleofideologies", "4z4/9/4R4/9/9/9/9/9/3K5[] b - - 0 1", true},
    {"battleofideologies", "4z4/9/9/9/9/9/3m5/9/4K4[] w - - 0 1", true},
    {"battleofideologies", "4z4/9/9/9/9/4m4/9/4K4/9[] w - - 0 1", false},
    {"battleofideologies", "9/9/9/9/9/9/1+z7/9/5K3[] w - - 0 1", true},
    {"battleofideologies", "9/9/9/9/9/9/1+z7/9/R4K3[] w - - 0 1", false},
    /* The Kirin blocks a Horse's leg; if it steps off, the Horse attacks rank 1. */
    {"battleofideologies", "9/9/9/9/9/9/9/2z6/5K3[] w - - 0 1", true},
    {"battleofideologies", "9/9/9/9/9/9/2H6/2z6/5K3[] w - - 0 1", false},
    /* The Ox from two and three squares away; a Warrior's long capture, but not a spent one's,
     * nor a push. */
    {"horizons", "11k/12/12/12/12/12/4o7/12/4K7/12/12/12 w - - 0 1", true},
    {"horizons", "11k/12/12/12/12/5o6/12/12/4K7/12/12/12 w - - 0 1", true},
    {"horizons", "11k/12/12/12/12/5o6/12/5p6/4K7/12/12/12 w - - 0 1", true},
    {"horizons", "11k/12/12/12/12/5o6/5p6/12/4K7/12/12/12 w - - 0 1", false},
    {"horizons", "12/12/12/12/12/4k7/12/4W7/12/12/12/K11 b - - 0 1", true},
    {"horizons", "12/12/12/12/12/4k7/12/4V7/12/12/12/K11 b - - 0 1", false},
    {"horizons", "12/12/12/12/12/4k7/4S7/12/12/12/12/K11 b - - 0 1", false},
    {"horizons", "12/12/12/12/12/12/3Sk7/12/12/12/12/K11 b - - 0 1", true},
    {"horizons", "11k/12/12/12/12/5K6/12/12/1m10/12/12/12 w - - 0 1", true},
    /* A King is captured only by a compatible pair of moves. */
    {"bordahbee", "4k7k3/4Q11/16/16/16/16/16/4K7K3 b - - 0 1", true},
    {"bordahbee", "4k7k3/16/3N12/16/16/16/16/4K7K3 b - - 0 1", false},
    {"bordahbee", "4k7k3/16/3N12/16/16/16/8P7/4K7K3 b - - 0 1", true},
    {"bordahbee", "4k7k3/16/3N12/16/8p7/8P7/16/4K7K3 b - - 0 1", false},
    /* The City: a lone Cani's single step, a pack's double step, open lines, a piece still in reserve. */
    {"diamond", "8/8/8/8/8/8/1C6/6c1[] w - - 0 1", true},
    {"diamond", "8/8/8/8/8/5c2/1C6/5c2[] w - - 0 1", false},
    {"diamond", "8/8/8/8/8/8/1C3c2/5c2[] w - - 0 1", true},
    {"diamond", "8/7h/8/8/8/8/1C6/8[] w - - 0 1", true},
    {"diamond", "8/1s6/8/8/8/8/1C6/8[] w - - 0 1", true},
    {"diamond", "8/8/8/8/8/8/1C6/8[s] w - - 0 1", true},
    {"diamond", "c7/8/8/8/8/8/1C6/8[s] w - - 0 1", false},
    /* a Rassimel shoots what stands between, but no Herethroy and nothing of its own */
    {"diamond", "8/8/8/8/8/5r2/1C4C1/8[] w - - 0 1", true},
    {"diamond", "8/8/8/8/8/5r2/1C4H1/8[] w - - 0 1", false},
    {"diamond", "8/8/8/8/8/5r2/1C4c1/8[] w - - 0 1", false},
};
enum { DANGERS = sizeof dangers / sizeof *dangers };

START_TEST(test_danger)
{
    const Danger *d = &dangers[_i];
    Position *pos = position_at(d->game, d->fen);
    ck_assert_int_eq(position_outcome(pos).result, ONGOING);
    ck_assert_msg(position_in_peril(pos) == d->peril, "%s: %s", d->fen, d->peril ? "peril is not told" : "there is no peril");
    position_free(pos);
}

/* In random games in_peril is true exactly if a pass would lose at once. */
START_TEST(test_peril_of_random_games)
{
    enum { GAMES = 60, PLIES = 160, SET_UP = 8 };
    const Variant *v = variants[_i];
    uint64_t seed = 8;
    int perils = 0;
    for (int game = 0; game < GAMES; ++game) {
        Position *pos = position_at(v->name, NULL);
        for (int ply = 0; ply < PLIES && position_outcome(pos).result == ONGOING; ++ply) {
            play_at_random(pos, 1, &seed);
            /* No pass in a set-up; if in_peril is false, checking every fourth ply is enough. */
            if (ply < SET_UP || position_outcome(pos).result != ONGOING) continue;
            bool told = position_in_peril(pos);
            if (!told && ply % 4) continue;
            char fen[FEN_MAX];
            v->board.get_fen(pos, fen);
            bool loses = pass_loses(pos);
            perils += told;
            ck_assert_msg(told == loses, "%s: %s", fen, told ? "there is no peril" : "peril is not told");
        }
        position_free(pos);
    }
    ck_assert_int_ge(perils, 10);
}

/* Nothing is won or lost while Diamond's sides place their first pieces, four each. */
START_TEST(test_set_up)
{
    enum { GAMES = 100, PLIES = 8 };
    uint64_t seed = 3;
    for (int game = 0; game < GAMES; ++game) {
        Position *pos = position_at("diamond", NULL);
        for (int ply = 0; ply < PLIES; ++ply) {
            size_t count;
            Move *moves = position_moves(pos, &count);
            for (size_t i = 0; i < count; ++i)
                ck_assert(pos->variant->search.see_ge(pos, moves[i], 0) && !pos->variant->search.see_ge(pos, moves[i], 1));
            free(moves);
            play_at_random(pos, 1, &seed);
        }
        position_free(pos);
    }
}

int main(void)
{
    variants_init();
    int games = games_count();
    return RUN_TESTS("see", 60, EACH(test_exchange, EXCHANGES), ONCE(test_decisive_gains), ONCE(test_set_up),
                     EACH(test_danger, DANGERS), EACH(test_peril_of_random_games, games));
}
