/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* How games end and which FENs are refused, rule by rule; unmaking moves. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../src/text/notation.h"
#include "support.h"

/* ---- Ends of games ---- */

/* After these moves from a FEN (NULL: the start), each sequence played `times` times in a row, the game has
 * this outcome; one ply earlier it is still ongoing. */
typedef struct End {
    const char *game, *fen, *moves;
    int times;
    Result result;
    const char *reason;
} End;

static const End ends[] = {
    /* ---- Chess ---- */
    {"chess", NULL, "f2f3 e7e5 g2g4 d8h4", 1, BLACK_WINS, "checkmate"},
    {"chess", "k7/8/1K6/8/8/2Q5/8/8 w - - 0 1", "c3c7", 1, DRAW, "stalemate"},
    {"chess", "4k3/8/8/8/8/8/4p3/4K3 w - - 0 1", "e1e2", 1, DRAW, "insufficient material"},
    {"chess", "4k3/8/8/8/8/8/4p3/4KB2 w - - 0 1", "f1e2", 1, DRAW, "insufficient material"},
    {"chess", "4kb2/8/8/8/8/8/7p/4K1B1 w - - 0 1", "g1h2", 1, DRAW, "insufficient material"},
    {"chess", "2b1k3/8/8/8/8/8/7p/4K1B1 w - - 0 1", "g1h2", 1, ONGOING, NULL},
    {"chess", "4k3/8/8/8/8/8/3Np3/4K1N1 w - - 0 1", "g1e2", 1, ONGOING, NULL},
    {"chess", NULL, "g1f3 g8f6 f3g1 f6g8", 2, DRAW, "repetition"},
    /* The double step's en-passant square counts only if a capture is legal. */
    {"chess", "4k1n1/8/8/8/8/8/4P3/4K1N1 w - - 0 1", "e2e4 g8f6 g1f3 f6g8 f3g1 g8f6 g1f3 f6g8 f3g1", 1, DRAW, "repetition"},
    {"chess", "4k3/8/8/8/1p6/8/P7/4K2N w - - 0 1", "a2a4 e8e7 h1g3 e7e8 g3h1 e8e7 h1g3 e7e8 g3h1", 1, ONGOING, NULL},
    {"chess", "4k3/8/8/8/1p6/8/P7/4K2N w - - 0 1", "a2a4 e8e7 h1g3 e7e8 g3h1 e8e7 h1g3 e7e8 g3h1 e8e7", 1, DRAW, "repetition"},
    /* ... and a pinned Pawn's capture is not. */
    {"chess", "8/8/8/8/k1p4R/8/3P4/7K w - - 0 1", "d2d4 a4a5 h4h3 a5a4 h3h4 a4a5 h4h3 a5a4 h3h4", 1, DRAW, "repetition"},
    {"chess", "8/8/8/8/k1p5/7R/3P4/7K w - - 0 1", "d2d4 a4a5 h3h2 a5a4 h2h3 a4a5 h3h2 a5a4 h2h3", 1, ONGOING, NULL},
    {"chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1e2 e8e7 e2e1 e7e8 e1e2 e8e7 e2e1 e7e8 e1e2", 1, DRAW, "repetition"},
    {"chess", "4k3/8/8/8/8/8/8/R3K3 w Q - 99 80", "a1a2", 1, DRAW, "move counter"},
    {"chess", "4k3/8/8/8/8/8/P7/R3K3 w Q - 99 80", "a2a4", 1, ONGOING, NULL},
    {"chess", "7k/8/6K1/8/8/8/8/R7 w - - 99 90", "a1a8", 1, WHITE_WINS, "checkmate"},

    /* ---- Borderlands ---- */
    {"borderlands", "c8/9/9/9/9/9/9/9/1g7/C7C[] b - - 0 1", "b2a1", 1, ONGOING, NULL},
    {"borderlands", "c8/1G7/9/9/9/9/9/9/9/C8[] w - - 0 1", "b9a10", 1, WHITE_WINS, "no Chief is left"},
    {"borderlands", "4c4/1G5G1/9/9/9/9/9/9/1G7/4C2G1[] w - - 0 1", "h1h2 e10d10", 1, WHITE_WINS, "conquest of the villages"},
    {"borderlands", "4c2g1/1g7/9/9/9/9/9/9/1g5g1/4C4[] b - - 0 1", "h10h9 e1d1", 1, BLACK_WINS, "conquest of the villages"},
    {"borderlands", "4c4/1G5G1/9/9/9/9/9/8g/1G7/4C2G1[] w - - 0 1", "h1h2 i3h2", 1, ONGOING, NULL},
    /* A captured last Chief comes before the conquest, the conquest before the counter. */
    {"borderlands", "4c4/1G5G1/9/9/9/9/9/9/1G1g3G1/4C4[] b - - 0 1", "d2e1", 1, BLACK_WINS, "no Chief is left"},
    {"borderlands", "4c4/1G5G1/9/9/9/9/9/9/1G5G1/4C4[] b - - 149 80", "e10d10", 1, WHITE_WINS, "conquest of the villages"},
    {"borderlands",
     "WWWWWWWWW/WWWWWWWWW/WWWWWWWWW/WWWWWWWWW/WWWWWWWWW/WWWWWWWWW/WWWWWWWWW/WWWWWWWWW/WWWWWWWgW/"
     "CWWWWWFMc[] w - - 0 1",
     "", 0, BLACK_WINS, "no legal move"},
    {"borderlands", "c8/9/9/9/9/9/9/9/9/8C[] w - - 0 1", "i1i2 a10a9 i2i1 a9a10", 4, WHITE_WINS, "fifth occurrence of a position"},
    /* A Guard attacks the Chief on every ply, in the last cycle or in all of them. */
    {"borderlands", "c8/3G5/9/9/9/9/9/9/9/8C[] w - - 0 1", "d9b9 a10c10 b9d9 c10a10", 4, BLACK_WINS, "perpetual attack on a Chief"},
    {"borderlands", "c8/3G5/9/9/9/9/9/9/9/8C[] w - - 0 1",
     "d9d8 a10a9 d8d9 a9a10 d9d8 a10a9 d8d9 a9a10 d9d8 a10a9 d8d9 a9a10 d9b9 a10c10 b9d9 c10a10", 1, BLACK_WINS,
     "perpetual attack on a Chief"},
    {"borderlands", "c8/3G5/9/9/9/9/9/9/9/8C[] w - - 0 1",
     "d9b9 a10c10 b9d9 c10a10 d9b9 a10c10 b9d9 c10a10 d9b9 a10c10 b9d9 c10a10 d9d8 a10a9 d8d9 a9a10", 1, WHITE_WINS,
     "fifth occurrence of a position"},
    {"borderlands", "c8/3G5/9/9/9/9/9/9/9/8C[] w - - 0 1",
     "d9b9 a10c10 b9d9 c10a10 d9b9 a10c10 b9d9 c10a10 d9b9 a10c10 b9d9 c10a10 d9b9 a10c10 b9d9 c10b10 d9d8 b10a10 d8d9 "
     "a10a9 d9d8 a9a10 d8d9",
     1, ONGOING, NULL},
    /* Both attack: the side that closes the cycle loses. */
    {"borderlands", "c8/3G5/9/9/9/9/9/9/7g1/8C[] w - - 0 1", "d9b9 a10c10 b9d9 c10a10", 4, WHITE_WINS,
     "fifth occurrence of a position"},
    {"borderlands", "c8/1G7/9/9/9/9/9/9/7g1/8C[] b - - 0 1", "a10c10 b9d9 c10a10 d9b9", 4, BLACK_WINS,
     "fifth occurrence of a position"},
    {"borderlands", "4c4/9/9/9/9/9/9/9/9/4C4[] w - - 149 80", "e1e2", 1, DRAW, "move counter"},
    {"borderlands", "4c4/9/9/9/9/9/W8/9/9/4C4[] w - - 149 80", "a4a5", 1, DRAW, "move counter"},
    {"borderlands", "4c4/9/9/W8/9/9/9/9/9/4C4[] w - - 149 80", "a7a8+", 1, ONGOING, NULL},
    {"borderlands", "4c4/9/9/9/9/g8/W8/9/9/4C4[] w - - 149 80", "a4a5", 1, ONGOING, NULL},
    /* Repetition comes before the counter. */
    {"borderlands", "c8/9/9/9/9/9/9/9/9/8C[] w - - 134 1", "i1i2 a10a9 i2i1 a9a10", 4, WHITE_WINS,
     "fifth occurrence of a position"},

    /* ---- Battle of Ideologies ---- */
    {"battleofideologies", "9/9/9/9/9/9/1+z7/9/5K3[] b - - 0 1", "b3b1", 1, BLACK_WINS, "the Kirin has reached rank 1"},
    {"battleofideologies", "9/9/9/9/9/9/9/z8/5K3[] b - - 99 60", "a2b1", 1, BLACK_WINS, "the Kirin has reached rank 1"},
    {"battleofideologies", "9/9/9/9/9/9/9/9/z4K3[] b - - 0 1", "", 0, ONGOING, NULL},
    {"battleofideologies", "9/9/9/9/9/9/9/9/z4K3[] w - - 0 1", "", 0, BLACK_WINS, "the Kirin has reached rank 1"},
    {"battleofideologies", "z8/9/9/9/1RR6/3R5/9/9/5K3[] w - - 99 60", "d4a4", 1, WHITE_WINS, "checkmate"},
    {"battleofideologies", "z8/7R1/9/9/1RR6/9/9/9/5K3[] w - - 0 1", "h8h7", 1, BLACK_WINS, "stalemate"},
    {"battleofideologies", "z8/7R1/9/9/1RR6/9/9/9/5K3[s] w - - 0 1", "h8h7", 1, ONGOING, NULL},
    {"battleofideologies", "9/9/9/9/9/9/4+z4/7m1/3K5[] b - - 0 1", "h2g1", 1, WHITE_WINS, "stalemate"},
    {"battleofideologies", "4z4/9/9/9/9/9/9/9/4K4[] w - - 0 1", "e1e2 e9d8 e2e1 d8e9", 2, DRAW, "repetition"},
    /* A Quadrapawn's step resets the counter, but later moves can undo it. */
    {"battleofideologies", "4z4/s8/9/9/9/9/9/9/4K4[] w - - 0 1", "e1e2 a8b8 e2e1 b8a8", 2, DRAW, "repetition"},
    {"battleofideologies", "4z4/9/9/9/9/9/9/9/4K4[] w - - 99 60", "e1e2", 1, DRAW, "move counter"},
    {"battleofideologies", "4z4/9/9/9/9/9/9/9/4K4[s] b - - 99 60", "s@a6", 1, ONGOING, NULL},
    {"battleofideologies", "4z4/s8/9/9/9/9/9/9/4K4[] b - - 99 60", "a8b8", 1, ONGOING, NULL},
    {"battleofideologies", "9/9/4z4/9/9/9/9/9/5K3[] b - - 99 60", "e7e5+", 1, DRAW, "move counter"},

    /* ---- Horizons ---- */
    {"horizons", "11k/12/9KQ1/12/12/12/12/12/12/12/12/12 w - - 149 1", "k10k11", 1, WHITE_WINS, "checkmate"},
    {"horizons", "11k/12/9K2/12/12/12/12/12/12/12/12/10Q1 w - - 0 1", "k1k10", 1, DRAW, "stalemate"},
    {"horizons", "11k/9K2/9Np1/12/9N2/12/12/12/12/12/12/12 w - - 0 1", "j8k10", 1, WHITE_WINS, "checkmate"},
    {"horizons", "11k/12/12/12/12/12/12/12/12/12/6p5/6K5 w - - 0 1", "g1g2", 1, DRAW, "insufficient material"},
    {"horizons", "11k/12/12/12/12/12/12/12/12/12/6p5/6KNN3 w - - 0 1", "g1g2", 1, DRAW, "insufficient material"},
    {"horizons", "11k/12/12/12/12/12/12/12/12/12/6p5/6KNB3 w - - 0 1", "g1g2", 1, ONGOING, NULL},
    {"horizons", "9n1k/12/12/12/12/12/12/12/12/12/6p5/6KN4 w - - 0 1", "g1g2", 1, ONGOING, NULL},
    {"horizons", "11k/12/12/12/12/12/12/12/12/12/6p5/6KP4 w - - 0 1", "g1g2", 1, ONGOING, NULL},
    {"horizons", NULL, "b1c3 b12c10 c3b1 c10b12", 2, DRAW, "repetition"},
    {"horizons", "11k/12/12/12/12/12/12/12/12/12/12/R5K5 w Q - 149 80", "a1a2", 1, DRAW, "move counter"},
    {"horizons", "11k/12/12/12/12/12/12/12/12/12/p11/R5K5 w Q - 149 80", "a1a2", 1, ONGOING, NULL},

    /* ---- BordahBee ---- */
    {"bordahbee", "4k7k3/4Q7R3/16/16/16/16/16/4K7K3 w - - 0 1", "e7e8,m1m2", 1, WHITE_WINS, "King captured"},
    {"bordahbee", "4k7k3/16/16/16/16/16/4q11/4K7K3 b - - 99 1", "e2e1,m8m7", 1, BLACK_WINS, "King captured"},
    {"bordahbee", "12k3/16/16/16/16/16/16/4K7K3 b - - 0 1", "", 0, WHITE_WINS, "King captured"},
    {"bordahbee", "4k7k3/16/16/16/16/16/14PP/4K9NK w - - 0 1", "", 0, BLACK_WINS, "no compatible moves"},
    {"bordahbee", "4k7k3/16/16/16/16/16/16/4K7K3 w - - 0 1", "e1e2,m1m2 e8e7,m8m7 e2e1,m2m1 e7e8,m7m8", 2, DRAW, "repetition"},
    {"bordahbee", "4k7k3/16/16/16/16/16/16/4K7K3 w - - 99 60", "e1e2,m1m2", 1, DRAW, "move counter"},
    {"bordahbee", "4k7k3/16/16/16/16/16/P15/4K7K1N1 w - - 99 60", "a2a3,o1n3", 1, ONGOING, NULL},
    {"bordahbee", "4k7k3/16/16/16/16/16/12p3/4K7K3 w - - 99 60", "e1e2,m1m2", 1, ONGOING, NULL},

    /* ---- Diamond ---- */
    {"diamond", "1C6/2C5/8/8/8/8/8/8[C] w - - 0 1", "b8a8", 1, WHITE_WINS, "the Black City is entered"},
    {"diamond", "8/8/8/8/8/8/5c2/6c1[c] b - - 0 1", "g1h1", 1, BLACK_WINS, "the White City is entered"},
    {"diamond", "8/8/8/8/6Z1/6c1/8/8[S] w - - 3 1", "g3>h1", 1, BLACK_WINS, "the White City is entered"},
    {"diamond", "1C6/2C5/8/8/8/8/8/8[C] w - - 30 1", "b8a8", 1, WHITE_WINS, "the Black City is entered"},
    {"diamond", "2h5/8/8/8/8/8/8/5H2[] w - - 0 1", "f1f2 c8c7 f2f1 c7c8", 7, ONGOING, NULL},
    {"diamond", "2h5/8/8/8/8/8/8/5H2[] w - - 3 1", "f1f2 c8c7 f2f1 c7c8", 7, DRAW, "move counter"},
    {"diamond", "2h5/8/8/8/8/8/8/5H2[] w - - 30 1", "f1f2", 1, DRAW, "move counter"},
    {"diamond", "2h5/8/8/8/8/5c2/8/5H2[] w - - 30 1", "f1f3", 1, ONGOING, NULL},
};

/* After a win or loss on the board there are no moves; after a draw by history or material perft still has moves. */
static bool leaves_moves(const char *reason)
{
    static const char *const reasons[] = {"move counter", "repetition", "fifth occurrence of a position",
                                          "perpetual attack on a Chief", "insufficient material"};
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; ++i)
        if (strcmp(reason, reasons[i]) == 0) return true;
    return false;
}

START_TEST(test_end)
{
    const End *end = &ends[_i];
    Position *pos = position_at(end->game, end->fen);
    char before[FEN_MAX];
    Key key = pos->state->key;
    strcpy(before, fen_text(pos));
    for (int i = 0; i < end->times; ++i) play(pos, end->moves);
    unsigned plies = position_plies(pos);
    const char *after = fen_text(pos);
    Outcome outcome = position_outcome(pos);
    ck_assert_msg(outcome.result == end->result && (!end->reason || strcmp(outcome.reason, end->reason) == 0),
                  "%s: %s: %d (%s), not %d (%s)", end->game, after, outcome.result, outcome.reason ? outcome.reason : "none",
                  end->result, end->reason ? end->reason : "any");
    ck_assert_uint_eq(position_plies(pos), plies);
    ck_assert_str_eq(fen_text(pos), after);
    size_t count;
    free(position_moves(pos, &count));
    if (outcome.result != ONGOING)
        ck_assert_msg((count > 0) == leaves_moves(outcome.reason), "%s: %s: %zu moves after the end", end->game, after, count);
    for (unsigned ply = plies; ply > 0; --ply) {
        position_unmake(pos);
        if (end->result != ONGOING) expect_outcome(pos, ONGOING, NULL);
    }
    ck_assert_str_eq(fen_text(pos), before);
    ck_assert_uint_eq(pos->state->key, key);
    position_free(pos);
}

/* ---- FENs ---- */

typedef struct FenCase {
    const char *game, *fen;
    const char *accepted; /* as printed; NULL: refused */
} FenCase;

static const FenCase fens[] = {
    {"chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - -1 1", NULL},
    {"chess", "1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", NULL},
    {"chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e6 0 1", NULL},
    {"chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQQBNR w kq - 0 1", NULL},
    {"chess", "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", NULL},
    {"chess", "4k3/8/8/8/8/8/8/p3K3 w - - 0 1", NULL},
    {"chess", "r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"},
    {"chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"},
    {"chess", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"},
    {"chess", "4k3/8/8/4P3/3p4/8/8/4K3 b - e4 0 1", NULL}, /* the Pawn behind e4 is not on a double step's rank */
    {"chess", "4k3/8/8/8/3pP3/8/8/4K3 w - d5 0 1", NULL},

    {"chess", "rnbqkbnr/pppp1ppp/8/4p3/4p3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", NULL}, /* another Pawn passed nothing */
    {"chess", "4k3/8/8/8/3pP3/4n3/8/4K3 b - e3 0 1", NULL},
    {"chess", "4k3/8/8/8/3pP3/8/4N3/4K3 b - e3 0 1", NULL},
    {"chess", "4k3/8/8/8/3pP3/8/8/4K3 b - E3 0 1", NULL},
    {"chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 ", NULL},

    {"borderlands", "9/9/9/9/9/9/9/9/9/9[] w - - 0 1", NULL},
    {"borderlands", "4c4/9/9/9/3C5/9/9/9/9/9[] w - - 0 1", NULL},
    {"borderlands", "4c4/9/9/9/4C4/9/9/9/9/9[] w - - 0 1", "4c4/9/9/9/4C4/9/9/9/9/9[] w - - 0 1"},
    {"borderlands", "4c4/9/9/9/L8/9/9/9/9/4C4[] w - - 0 1", NULL},
    {"borderlands", "4c4/9/9/9/+L8/9/9/9/9/4C4[] w - - 0 1", "4c4/9/9/9/+L8/9/9/9/9/4C4[] w - - 0 1"},
    {"borderlands", "4c4/9/9/9/9/9/9/9/9/4C4[MMM] w - - 0 1", NULL},
    {"borderlands", "4c4/9/9/9/9/9/9/9/9/4C4[] w - a5 0 1", NULL},

    {"battleofideologies", "4z4/9/9/9/9/9/9/9/2K6[] w - - 0 1", NULL},
    {"battleofideologies", "9/9/9/9/9/4z4/9/9/4K4[] w - - 0 1", NULL},
    {"battleofideologies", "9/9/9/9/9/4+z4/9/9/5K3[] w - - 0 1", "9/9/9/9/9/4+z4/9/9/5K3[] w - - 0 1"},
    {"battleofideologies", "4z4/9/9/9/9/9/9/9/9[] w - - 0 1", NULL},
    {"battleofideologies", "4z4/9/9/9/9/9/9/+z8/4K4[] w - - 0 1", NULL},
    {"battleofideologies", "4z4/9/9/9/9/9/9/9/4K4[ssssss] w - - 0 1", NULL},
    {"battleofideologies", "4z4/9/9/9/9/9/3j5/9/4K4[] b - - 0 1", NULL}, /* the King is attacked already */

    {"horizons", "11k/12/12/12/12/12/12/12/12/12/12/12 w - - 0 1", NULL},
    {"horizons", "11k/12/12/12/12/12/12/12/12/12/12/P5K5 w - - 0 1", "11k/12/12/12/12/12/12/12/12/12/12/P5K5 w - - 0 1"},
    {"horizons", "11k/12/12/12/12/12/12/12/3W8/12/12/6K5 b - d3e4 0 1", NULL},
    {"horizons", "11k/12/12/12/12/12/12/12/4W7/12/12/6K5 b - d3e4 0 1", "11k/12/12/12/12/12/12/12/4W7/12/12/6K5 b - d3e4 0 1"},
    {"horizons", "11k/12/12/12/12/12/12/12/3P8/12/12/6K5 b - d3 0 1", "11k/12/12/12/12/12/12/12/3P8/12/12/6K5 b - d3 0 1"},
    {"horizons", "11k/12/12/12/12/12/12/12/3W8/12/12/6K5 b - d3 0 1", NULL},
    {"horizons", "11k/12/12/12/12/12/12/12/12/12/12/5K6 w K - 0 1", NULL},
    {"horizons", "11k/12/12/12/12/12/12/12/12/12/12/5K5R w - - 0 1", NULL}, /* Black is in check */
    {"horizons", "11k/12/12/12/12/12/12/4W7/12/12/12/6K5 b - d3e5 0 1", NULL},
    {"horizons", "11k/12/12/12/12/12/12/12/1W10/12/12/6K5 b - a3b4 0 1", NULL}, /* it comes from beyond the edge */
    {"horizons", "11k/12/12/12/12/12/12/12/12/12/12/6K5 b - d3e4 0 1", NULL},
    {"horizons", "11k/12/12/12/12/12/12/12/4V7/12/12/6K5 b - d3e4 0 1", "11k/12/12/12/12/12/12/12/4V7/12/12/6K5 b - d3e4 0 1"},
    {"horizons", "11k/12/12/12/12/12/12/12/4W7/3N8/12/6K5 b - d3e4 0 1", NULL},
    {"horizons", "11k/12/12/12/12/12/12/12/4W7/12/2N9/6K5 b - d3e4 0 1", NULL},

    {"bordahbee", "4k7k3/16/16/16/16/16/16/4K11 w - - 0 1", "4k7k3/16/16/16/16/16/16/4K11 w - - 0 1"},
    {"bordahbee", "4k7k3/16/16/16/16/16/16/4K11 b - - 0 1", NULL},
    {"bordahbee", "r3k2rr3k2r/16/16/16/16/16/16/R3K2RR3K2R w hHaA - 0 1", "r3k2rr3k2r/16/16/16/16/16/16/R3K2RR3K2R w HAha - 0 1"},
    {"bordahbee", "r3k2rr3k2r/16/16/16/16/16/16/R3K2RR3K2R w KQ - 0 1", NULL},
    {"bordahbee", "4k7k3/16/16/16/16/16/16/4K7K3 w A - 0 1", NULL},
    {"bordahbee", "4k7k3/16/16/4pP6pP2/16/16/16/4K7K3 w - e6m6 0 1", "4k7k3/16/16/4pP6pP2/16/16/16/4K7K3 w - e6m6 0 1"},
    {"bordahbee", "4k7k3/16/16/4pP6pP2/16/16/16/4K7K3 w - m6e6 0 1", NULL},
    {"bordahbee", "4k7k3/16/16/4pPp9/16/16/16/4K7K3 w - e6g6 0 1", NULL}, /* two on one board */
    {"bordahbee", "4k7k3/pP6Pp6/16/16/16/16/pP6Pp6/4K7K3 w - - 0 1", "4k7k3/pP6Pp6/16/16/16/16/pP6Pp6/4K7K3 w - - 0 1"},
    {"bordahbee", "4k7k2p/16/16/16/16/16/16/4K7K3 w - - 0 1", NULL},

    {"diamond", "8/8/8/8/8/8/8/8[CCCGHKORSZcccghkorsz] w - - 0 1", NULL},
    {"diamond", "8/8/8/8/8/8/8/8 w - - 0 1", NULL},
    {"diamond", "8/8/8/8/8/8/8/8[CCCCcc] w - - 0 1", NULL},
    {"diamond", "C7/8/8/8/8/8/8/7c[] w - - 0 1", NULL},
    {"diamond", "C7/8/8/8/8/8/8/8[c] w - - 0 1", "C7/8/8/8/8/8/8/8[c] w - - 0 1"},
    {"diamond", "gs6/ck6/8/8/8/8/6GO/6S1[CCCHKRZcchorz] b - - 0 5", NULL},
};

START_TEST(test_fen)
{
    const FenCase *c = &fens[_i];
    Position *pos = position_at(c->game, NULL);
    const char *start = pos->variant->position.start_fen;
    ErrorText error = {""};
    ck_assert_str_eq(fen_text(pos), start);
    Key key = pos->state->key;
    bool ok = position_set_fen(pos, c->fen, &error);
    ck_assert_msg(ok == (c->accepted != NULL), "%s: '%s' is %s: %s", c->game, c->fen, ok ? "accepted" : "refused", error.text);
    ck_assert_str_eq(fen_text(pos), ok ? c->accepted : start);
    if (!ok) {
        ck_assert_uint_gt(strlen(error.text), 8);
        ck_assert_uint_eq(pos->state->key, key);
    }
    position_free(pos);
}

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"

/* Why a FEN is refused, and where; numbers at their bounds. */
START_TEST(test_fen_reasons)
{
#define LANDS "c8/9/9/9/9/9/9/9/9/8C"
    static const struct { const char *game, *fen, *reason; } refused[] = {
        {"chess", START " w KQkq - 0", "field 6 (move number) is missing: a FEN has six fields, one space apart"},
        {"chess", START " w  - 0 1", "field 3 (castling) is missing: a FEN has six fields, one space apart"},
        {"chess", "", "field 1 (board) is missing: a FEN has six fields, one space apart"},
        {"chess", "0nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", "bad number of empty squares at a8"},
        {"chess", "rnbqkbn01/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", "bad number of empty squares at h8"},
        {"chess", "rnbqkbnr/ppppxppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", "'x' is not a piece (at e7)"},
        {"chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB+NR w - - 0 1", "'+N' is not a piece (at g1)"},
        {"chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN\x01 w - - 0 1", "'?' is not a piece (at h1)"},
        {"chess", "rnbqkbnr/ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", "rank 7 has fewer than 8 squares"},
        {"chess", "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", "rank 6 has more than 8 squares"},
        {"chess", START "/8 w - - 0 1", "the board has more than 8 ranks"},
        {"chess", START "[] w - - 0 1", "this game has no pieces in hand, so no '['"},
        {"borderlands", LANDS "[W] w - - 0 1", "'W' cannot be in hand"},
        {"borderlands", LANDS "[MMMMMMMMMMMMMMMM] w - - 0 1", "too many 'M' in hand"},
        {"borderlands", LANDS "[MM w - - 0 1", "the pieces in hand do not end with ']'"},
        {"chess", START " x KQkq - 0 1", "the side to move is 'w' or 'b', not 'x'"},
        {"chess", START " w KQx - 0 1", "castling is '-' or letters of 'KQkq', not 'x'"},
        {"borderlands", LANDS "[] w K - 0 1", "this game has no castling: the field is '-', not 'K'"},
        {"diamond", "8/8/8/8/8/8/8/8[CCCGHKORSZcccghkorsz] b - e3 0 1", "this game has no en passant: the field is '-', not 'e3'"},
        {"chess", START " w KQkq - x 1", "the counter is a number of at most five digits, not 'x'"},
        {"chess", START " w KQkq - 100000 1", "the counter is a number of at most five digits, not '100000'"},
        {"chess", START " w KQkq - 50001 1", "a counter of 50001 is more than any game has"},
        {"borderlands", LANDS "[] w - - 0 0", "the move number is at least 1"},
    };
    static const char *const taken[][2] = {
        {START " w KQkq - 0 99999", START " w KQkq - 0 99999"}, {START " w KQkq - 50000 1", START " w KQkq - 50000 1"},
        {START " b kqKQ - 7 10000", START " b KQkq - 7 10000"}, {START " w KQkq -", START " w KQkq - 0 1"},
        /* Other programs and a published book write a move number of 0. */
        {START " w KQkq - 0 0", START " w KQkq - 0 1"}, {START " b KQkq - 3 000", START " b KQkq - 3 1"},
    };
    ErrorText error;
    char fen[FEN_MAX + 1];
    for (size_t i = 0; i < sizeof refused / sizeof *refused; ++i) {
        Position *pos = position_at(refused[i].game, NULL);
        ck_assert_msg(!position_set_fen(pos, refused[i].fen, &error), "%s is taken", refused[i].fen);
        ck_assert_msg(strcmp(error.text, refused[i].reason) == 0, "%s: %s", refused[i].fen, error.text);
        ck_assert_str_eq(fen_text(pos), pos->variant->position.start_fen);
        position_free(pos);
    }
    Position *pos = position_at("chess", NULL);
    for (size_t i = 0; i < sizeof taken / sizeof *taken; ++i) {
        ck_assert_msg(position_set_fen(pos, taken[i][0], &error), "%s: %s", taken[i][0], error.text);
        ck_assert_str_eq(fen_text(pos), taken[i][1]);
    }
    /* As long as may be, and one more: nothing but its length is wrong with neither. */
    for (int more = 0; more < 2; ++more) {
        int length = snprintf(fen, sizeof fen, "%s w KQkq - 0 ", START);
        memset(fen + length, '0', sizeof fen - (size_t)length);
        fen[FEN_MAX - 1 + more] = '\0';
        ck_assert(!position_set_fen(pos, fen, &error));
        ck_assert_msg((strstr(error.text, "a FEN has fewer than") != NULL) == more, "%s", error.text);
    }
    position_free(pos);
}

/* ---- Random games, made and unmade; the same test for every game ---- */

/* That a position by play is that of its FEN compares test_reference. */
START_TEST(test_random_games)
{
    enum { GAMES = 12, PLIES = 400 };
    const Variant *v = variants[_i];
    uint64_t seed = 5;
    unsigned made = 0, guessed = 0; /* moves, and those whose key_after was right */
    Position *copy = position_at(v->name, NULL);
    for (int game = 0; game < GAMES; ++game) {
        Position *pos = position_at(v->name, NULL);
        Key keys[PLIES];
        unsigned plies = 0;
        for (; plies < PLIES && position_outcome(pos).result == ONGOING; ++plies) {
            keys[plies] = pos->state->key;
            if (!position_in_peril(pos)) {
                position_make_null(pos);
                ck_assert_uint_ne(pos->state->key, keys[plies]);
                ck_assert_msg(!v->board.verify(pos), "%s", v->board.verify(pos));
                position_unmake(pos);
                ck_assert_uint_eq(pos->state->key, keys[plies]);
            }
            size_t count;
            Move *moves = position_moves(pos, &count);
            ck_assert_uint_gt(count, 0);
            Move move = moves[random_below(&seed, count)];
            Key guess = v->moves.key_after ? v->moves.key_after(pos, move) : 0;
            position_make(pos, move);
            free(moves);
            ++made;
            guessed += guess == pos->state->key;
            ck_assert_msg(!v->board.verify(pos), "%s: %s", fen_text(pos), v->board.verify(pos));
        }
        ck_assert(position_copy(copy, pos));
        ck_assert(position_plies(copy) == plies && position_plies(pos) == plies);
        ck_assert_int_eq(position_outcome(copy).result, position_outcome(pos).result);
        while (plies-- > 0) {
            position_unmake(pos);
            position_unmake(copy);
            ck_assert_uint_eq(pos->state->key, keys[plies]);
            ck_assert_uint_eq(copy->state->key, keys[plies]);
        }
        ck_assert_str_eq(fen_text(pos), v->position.start_fen);
        position_free(pos);
    }
    if (v->moves.key_after) ck_assert_msg(guessed >= made / 5 * 4, "%s: %u keys of %u are guessed", v->name, guessed, made);
    position_free(copy);
}

/* ---- En passant ---- */

/* Is the position different from one without the double step? It must be exactly as long as an en-passant
 * capture is legal. Returns whether one is; -1 if there was no double step. */
static int check_en_passant(const Position *pos)
{
    char without[FEN_MAX];
    const Variant *v = pos->variant;
    FenFields f;
    ErrorText error;
    const char *fen = fen_text(pos);
    ck_assert(fen_split(fen, &f, &error));
    if (strcmp(f.ep, "-") == 0) return -1;
    ck_assert_int_lt(snprintf(without, sizeof without, "%s %s %s - %s %s", f.board, f.side, f.castling, f.counter, f.number),
                     FEN_MAX);
    Position *plain = position_at(v->name, without);
    size_t moves, fewer;
    free(position_moves(pos, &moves));
    free(position_moves(plain, &fewer));
    ck_assert_msg((plain->state->key != pos->state->key) == (moves > fewer), "%s: %zu moves, %zu without en passant, %s key", fen,
                  moves, fewer, plain->state->key == pos->state->key ? "the same" : "another");
    position_free(plain);
    return moves > fewer;
}

START_TEST(test_en_passant_counts)
{
    static const struct { const char *game, *fen, *move; bool usable; } steps[] = {
        {"chess", "4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1", "d2d4", true},
        {"chess", "4k3/8/8/8/8/4p3/3P4/4K3 w - - 0 1", "d2d4", false},
        {"chess", "8/8/8/8/k3p2Q/8/3P4/4K3 w - - 0 1", "d2d4", false}, /* the capture would open the rank */
        {"borderlands", "c8/9/9/9/9/3w5/9/2W6/9/8C[] w - - 0 1", "c3c5", true},
        {"borderlands", "c8/9/9/9/9/4w4/9/2W6/9/8C[] w - - 0 1", "c3c5", false},
        {"horizons", "k11/12/12/12/12/12/12/12/5w6/12/4W7/11K w - - 0 1", "e2g4", true},
        {"horizons", "k11/12/12/12/12/12/12/12/7w4/12/4W7/11K w - - 0 1", "e2g4", false},
        {"horizons", "4k7/12/12/12/12/12/12/12/4p7/12/4W7/4R6K w - - 0 1", "e2g4", false}, /* the taker is pinned */
        {"bordahbee", "4k7k3/16/16/14n1/4p11/16/3P12/4K7KN2 w - - 0 1", "d2d4,n1o3", true},
        {"bordahbee", "4k7k3/16/16/14n1/6p9/16/3P12/4K7KN2 w - - 0 1", "d2d4,n1o3", false},
    };
    int usable = 0;
    for (size_t i = 0; i < sizeof steps / sizeof *steps; ++i) {
        Position *pos = position_at(steps[i].game, steps[i].fen);
        play(pos, steps[i].move);
        int is = check_en_passant(pos);
        ck_assert_msg(is < 0 ? !steps[i].usable : is == steps[i].usable, "%s: %s: %d", steps[i].fen, steps[i].move, is);
        position_free(pos);
    }
    int count;
    const PositionLine *lines = position_lines("epd", true, &count);
    for (int i = 0; i < count; ++i) {
        char fen[FEN_MAX];
        position_line_fen(&lines[i], fen);
        Position *pos = position_at(lines[i].variant->name, fen);
        usable += check_en_passant(pos) > 0;
        position_free(pos);
    }
    ck_assert_int_gt(usable, 3);
}

/* When a clock runs out its side loses, unless the game has another rule. */
START_TEST(test_flag)
{
    static const char *const lone_king = "k11/12/12/12/12/12/12/12/12/12/12/5QK5 w - - 0 1";
    Position *pos = position_at("horizons", lone_king);
    Outcome white = pos->variant->end.flag(pos, WHITE), black = pos->variant->end.flag(pos, BLACK);
    ck_assert_int_eq(white.result, DRAW);
    ck_assert_int_eq(black.result, WHITE_WINS);
    position_free(pos);
    pos = position_at("horizons", NULL);
    ck_assert_int_eq(pos->variant->end.flag(pos, WHITE).result, BLACK_WINS);
    ck_assert_int_eq(pos->variant->end.flag(pos, BLACK).result, WHITE_WINS);
    position_free(pos);
}

/* Wet pieces drown in a pass, as they would in a move that does not save them, and no others do. */
START_TEST(test_passing_drowns)
{
    static const char *const passed[][2] = {
        {"2h5/8/8/8/8/2c5/1S6/5H2[] w - - 3 1", "2h5/8/8/8/8/2c5/8/5H2[] b - - 0 1"},
        {"2h5/8/8/8/8/2c5/1O6/5H2[] w - - 3 1", "2h5/8/8/8/8/2c5/1O6/5H2[] b - - 4 1"},
        {"2h5/8/8/8/8/2c5/1S6/5H2[] b - - 3 1", "2h5/8/8/8/8/8/1S6/5H2[] w - - 0 2"},
    };
    for (size_t i = 0; i < sizeof passed / sizeof *passed; ++i) {
        Position *pos = position_at("diamond", passed[i][0]);
        position_make_null(pos);
        ck_assert_str_eq(fen_text(pos), passed[i][1]);
        position_unmake(pos);
        ck_assert_str_eq(fen_text(pos), passed[i][0]);
        position_free(pos);
    }
}

int main(void)
{
    variants_init();
    return RUN_TESTS("rules", 0, ROWS(test_end, ends), ROWS(test_fen, fens), ONCE(test_fen_reasons), ONCE(test_flag),
                     ONCE(test_passing_drowns), EACH_GAME(test_random_games), ONCE(test_en_passant_counts));
}
