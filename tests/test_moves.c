/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Single rules of the games, one move each: what the rules allow and what they forbid. Random positions
 * seldom cover these cases. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../src/text/notation.h"
#include "support.h"

typedef struct Case {
    const char *game, *fen, *before; /* moves played first */
    const char *move;
    bool legal;
} Case;

static const Case cases[] = {
    /* ---- Chess: castling ---- */
    {"chess", "4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", "", "e1c1", false},      /* a piece on b1 stands between */
    {"chess", "4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1", "", "e1g1", false},      /* f1 is crossed */
    {"chess", "1r2k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "", "e1c1", true},      /* the Rook may cross b1 */
    {"chess", "4r1k1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "", "e1g1", false},     /* not out of check */
    /* En passant. */
    {"chess", "4k3/8/8/8/1p6/8/P7/4K3 w - - 0 1", "a2a4", "b4a3", true},
    {"chess", "4k3/8/8/8/1p6/8/P7/4K3 w - - 0 1", "a2a4 e8e7 e1e2", "b4a3", false},
    {"chess", "4k3/8/8/8/1p6/P7/8/4K3 w - - 0 1", "a3a4", "b4a3", false},
    {"chess", "8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1", "e2e4", "d4e3", false},  /* both Pawns leave the rank */
    {"chess", "8/8/8/4k3/2p5/8/3P4/4K3 w - - 0 1", "d2d4", "c4d3", true},   /* captures the checking Pawn */

    /* ---- Horizons: castling, three squares; an Ox or a Magician may see through the King ---- */
    {"horizons", "k11/12/12/12/12/12/12/12/12/12/12/5oK4R w K - 0 1", "", "g1j1", false},
    {"horizons", "1k10/12/12/12/12/12/12/12/12/12/12/R5Ko4 w Q - 0 1", "", "g1d1", false},
    {"horizons", "k8r2/12/12/12/12/12/12/12/12/12/12/6K4R w K - 0 1", "", "g1j1", false},
    {"horizons", "k9r1/12/12/12/12/12/12/12/12/12/12/6K4R w K - 0 1", "", "g1j1", true},
    /* The Shielder: it pushes, and cannot be captured from the front. */
    {"horizons", "k11/12/12/12/12/12/12/12/5n6/5S6/12/6K5 w - - 0 1", "", "f3f4", true},
    {"horizons", "k11/12/12/12/12/12/12/5p6/5n6/5S6/12/6K5 w - - 0 1", "", "f3f4", false},
    {"horizons", "5n5k/5S6/12/12/12/12/12/12/12/12/12/6K5 w - - 0 1", "", "f11f12r", false},
    {"horizons", "5r5k/12/12/12/12/12/12/12/12/5S6/12/6K5 b - - 0 1", "", "f12f3", false},
    /* The Warrior: the long capture, once. */
    {"horizons", "11k/12/12/12/12/12/12/4n7/12/4V7/12/6K5 w - - 0 1", "", "e3e5", false},
    {"horizons", "11k/12/12/12/12/4n7/12/4n7/12/4W7/12/6K5 w - - 0 1", "e3e5 l12l11", "e5e7", false},
    /* En passant in three families. */
    {"horizons", "11k/12/12/12/12/12/12/12/5w6/12/4V7/6K5 w - - 0 1", "e2g4", "f4f3", true}, /* a spent Warrior
                                                                                              * counts as a Warrior */
    /* A piece that blocks both an Ox and a Bishop must keep blocking both. */
    {"horizons", "k11/12/12/12/12/5o6/12/5Q6/4K7/12/12/12 w - - 0 1", "", "f5f6", true},
    {"horizons", "k11/12/12/12/12/7b4/12/5Q6/4K7/12/12/12 w - - 0 1", "", "f5g6", true},
    {"horizons", "k11/12/12/12/12/5o1b4/12/5Q6/4K7/12/12/12 w - - 0 1", "", "f5f6", false},
    {"horizons", "k11/12/12/12/12/5o1b4/12/5Q6/4K7/12/12/12 w - - 0 1", "", "f5g6", false},

    /* ---- BordahBee: compatible moves ---- */
    {"bordahbee", "r3k2rr3k2r/16/16/16/16/16/16/R3K2RR3K2R w PIhapi - 0 1", "", "e1g1,i1i8", false},
    {"bordahbee", "r3kr1rr3k2r/16/16/16/16/16/16/R3K2RR3K2R w HAPIhapi - 0 1", "", "e1g1,m1n1", true}, /* through attack */
    {"bordahbee", "4k7k3/16/16/16/16/16/P15/4K3Q3K3 w - - 0 1", "", "a2a4,i1j2", false},
    {"bordahbee", "4k7k3/16/16/16/16/16/16/R3K3B3K3 w - - 0 1", "", "a1a4,i1j2", false},
    {"bordahbee", "4k7k3/16/16/16/1p14/16/P15/4K3B3K3 w - - 0 1", "a2a4,i1j2", "m8m7,b4a3", false}, /* no compatible en passant */
    {"bordahbee", "4k3b3k3/16/16/16/1p14/16/P15/4K3B3K3 w - - 0 1", "a2a4,i1j2", "b4a3,i8j7", true},

    /* ---- Borderlands ---- */
    {"borderlands", NULL, "", "M@e6", true},
    {"borderlands", NULL, "", "M@e5", false},
    {"borderlands", "c8/9/9/W8/9/9/9/9/9/8C[] w - - 0 1", "", "a7a8+", true},
    {"borderlands", "c8/9/9/W8/9/9/9/9/9/8C[] w - - 0 1", "", "a7a8", false}, /* promotion is compulsory */
    {"borderlands", "c8/9/9/9/9/9/W8/9/9/8C[] w - - 0 1", "", "a4a5+", false},
    {"borderlands", "c8/9/9/9/9/9/w8/W8/9/8C[] w - - 0 1", "", "a3a4", true},  /* a Warrior also captures straight
                                                                                * ahead */
    {"borderlands", "c8/9/9/9/9/9/9/9/4C4/9[] w - - 0 1", "", "e2e4", true},
    {"borderlands", "c8/9/9/9/9/4L4/9/9/9/8C[] w - - 0 1", "", "e5e6", false}, /* nor a Lion beyond rank 5 */
    {"borderlands", "c8/9/9/3L5/9/9/9/9/9/8C[] w - - 0 1", "", "d7e9+", true},
    {"borderlands", "c8/9/9/3L5/9/9/9/9/9/8C[] w - - 0 1", "", "d7e9", false},
    {"borderlands", "4c4/9/w8/9/9/A8/9/9/9/8C[] w - - 0 1", "", "a5a8+", true}, /* an Archer captures on its line */
    {"borderlands", "4c4/9/w8/9/g8/A8/9/9/9/8C[] w - - 0 1", "", "a5a8+", true},  /* and over one piece */
    {"borderlands", "4c4/9/w8/g8/g8/A8/9/9/9/8C[] w - - 0 1", "", "a5a8+", false},
    {"borderlands", "c8/9/9/9/9/9/1w7/W8/9/8C[] w - - 0 1", "a3a5", "b4a4", false},
    {"borderlands", "c8/9/9/9/9/1w7/9/W8/9/8C[] w - - 0 1", "a3a5", "b5a4", true},

    /* ---- Battle of Ideologies ---- */
    {"battleofideologies", NULL, "e2e4", "s@e6", true},
    {"battleofideologies", NULL, "e2e4", "s@e5", false},
    {"battleofideologies", "4z4/P8/9/9/9/9/9/9/4K4[] w - - 0 1", "", "a8a9c", true},
    {"battleofideologies", "4z4/P8/9/9/9/9/9/9/4K4[] w - - 0 1", "", "a8a9k", false},
    {"battleofideologies", "4z4/9/9/9/9/9/1P7/1H7/4K4[] w - - 0 1", "", "b2a4", false}, /* the Horse's leg */
    {"battleofideologies", "4z4/9/9/9/9/9/9/1H7/4K4[] w - - 0 1", "", "b2a4", true},
    {"battleofideologies", "4z4/9/9/9/1m7/9/9/9/5K3[] b - - 0 1", "", "b5b4", false}, /* a Centaur's region */
    {"battleofideologies", "4z4/9/9/1s7/9/9/9/9/5K3[] b - - 0 1", "", "b6b5m", true},
    {"battleofideologies", "4z4/9/1s7/9/9/9/9/9/5K3[] b - - 0 1", "", "b7b6m", false},
    {"battleofideologies", "4z4/9/9/9/9/4m4/9/9/4K4[] w - - 0 1", "", "e1d2", false}, /* the square is attacked by a
                                                                                       * piece that could not legally
                                                                                       * capture there */

    /* ---- Diamond ---- */
    {"diamond", "2h5/8/8/8/8/8/8/5H2[G] w - - 0 1", "", "G@h1", false},   /* an action is compulsory */
    {"diamond", "2h5/8/8/8/8/8/8/5H2[] w - - 0 1", "", "@@@@", false},
    {"diamond", "2h5/8/8/8/8/8/8/1H6[] w - - 0 1", "", "b1b3", false},    /* the River square b2 stops it */
    {"diamond", "2h5/8/8/8/8/8/8/1O6[] w - - 0 1", "", "b1b8", true},     /* but not an Orren */
    {"diamond", "2h5/8/8/8/8/8/8/1O6[] w - - 0 1", "", "b1b3", false},
    {"diamond", "2h5/8/8/8/8/8/1O6/8[] w - - 0 1", "", "b2f6", true},
    {"diamond", "2h5/8/5k2/8/8/8/1O6/8[] w - - 0 1", "", "b2f6", true},   /* it may also capture when swimming */
    {"diamond", "2h5/8/5H2/8/8/8/1O6/8[] w - - 0 1", "", "b2f6", false},
    {"diamond", "2h5/8/8/8/8/8/8/5CC1[] w - - 0 1", "", "f1f3", true},
    {"diamond", "2h5/8/8/8/8/6s1/5G2/8[] w - - 0 1", "", "f2xg3", true},
    {"diamond", "2z5/8/8/8/8/6h1/5G2/8[] w - - 0 1", "", "f2xg3", false}, /* an arrow cannot take a Herethroy */
    {"diamond", "2h5/8/8/8/8/6s1/6K1/8[] w - - 0 1", "", "g2g3,g3f3", true},
    {"diamond", "2h5/8/8/8/8/8/6K1/8[] w - - 0 1", "", "g2g3,g3f3", false},
};
enum { CASES = sizeof cases / sizeof *cases };

START_TEST(test_move)
{
    const Case *c = &cases[_i];
    Position *pos = position_at(c->game, c->fen);
    play(pos, c->before);
    ck_assert_msg(move_is_legal(pos, c->move) == c->legal, "%s, %s %s: %s is %s", c->game, c->fen ? c->fen : "start", c->before,
                  c->move, c->legal ? "refused" : "allowed");
    position_free(pos);
}

/* An illegal move is refused with a reason. */
START_TEST(test_reasons)
{
    static const struct { const char *game, *fen, *text, *reason; } refused[] = {
        {"borderlands", "c8/9/9/W8/9/9/9/9/9/8C[] w - - 0 1", "a7a8", "promotion is compulsory there: a7a8+"},
        {"borderlands", "c8/9/9/9/9/W8/9/9/9/8C[] w - - 0 1", "a5a6+", "that move does not promote: a5a6"},
        {"borderlands", "c8/9/9/9/9/4L4/9/9/9/8C[] w - - 0 1", "e5e6", "a Lion that is not promoted stands only on its own half"},
        {"borderlands", "c8/9/9/9/9/9/9/4C4/9/9[] w - - 0 1", "e3d4", "a Chief stands only on ranks 1-3, on ranks 8-10"},
        {"borderlands", "c8/9/9/9/9/4G4/9/9/9/8C[] w - - 0 1", "e5e9", "cannot go from e5 to e9"},
        {"bordahbee", NULL, "e2e4", "a move is one move on each board"},
        {"bordahbee", NULL, "e2e4,m2m4", "Pawn does not go with Pawn"},
        {"bordahbee", NULL, "b1c3,b1a3", "both legs are on Board A"},
        {"bordahbee", NULL, "e2m4,g1f3", "no piece crosses to the other board"},
        {"horizons", "k11/12/12/12/12/12/12/4r7/12/12/4N7/4K7 w - - 0 1", "e2g3",
         "the White Knight cannot go from e2 to g3: the Black Rook on e5 would give check"},
        /* What stands in the way, also of a bent path, and of castling. */
        {"chess", NULL, "a1a5", "the White Rook cannot go from a1 to a5: the White Pawn on a2 stands in the way"},
        {"chess", NULL, "a1a2", "the White Rook cannot go from a1 to a2: the White Pawn stands there"},
        {"chess", NULL, "e2d3", "the White Pawn goes from e2 to d3 only to capture"},
        {"chess", NULL, "e7e5", "it is White's move, and the Black Pawn stands on e7"},
        {"chess", "4k3/8/8/4p3/4P3/8/8/4K3 w - - 0 1", "e4e5",
         "cannot capture the Black Pawn on e5: it goes there only if the square is empty"},
        {"chess", "4k3/8/8/8/8/8/8/RN2KB1R w KQ - 0 1", "e1c1", "the White Knight on b1 stands in the way"},
        {"chess", "7k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8", "promotion is compulsory there: e7e8q, e7e8r, e7e8b, e7e8n"},
        {"battleofideologies", "9/4z4/9/9/9/4P4/4H4/9/3K5[] w - - 0 1", "e3d5", "the White Pawn on e4 stands in the way"},
        {"bordahbee", NULL, "a1a4", "leg 1: the White Rook cannot go from a1 to a4: the White Pawn on a2 stands in the way"},
        {"diamond", "c7/1c6/3o4/4R3/2C5/2CC4/5Z2/8[GHKOSghkrsz] w - - 0 6", "c3e3", "the White Cani on d3 stands in the way"},
        /* No royal is ever tried away. */
        {"chess", "4k3/8/8/8/8/8/8/4K2R b - - 0 1", "e8e2", "the Black King cannot go from e8 to e2"},
        /* Check. */
        {"chess", "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2c3", "the Black Rook on e8 would give check"},
        {"chess", "4r1k1/8/8/8/8/8/3N4/4K3 w - - 0 1", "d2b3", "the Black Rook on e8 gives check"},
        {"chess", "4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "the Black Rook on f8 attacks its way"},
        /* Pieces that are tried away come back: the Pawn may not take on d3 either. */
        {"chess", "4r1k1/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2d3", "the White Pawn cannot go from e2 to d3"},
        {"chess", "4k3/8/8/8/7b/8/6P1/r3K3 w - - 0 1", "g2g4", "more than one piece gives check"},
        {"battleofideologies", "4z4/9/9/9/4R4/9/9/9/5K3[s] b - - 0 1", "S@a6",
         "the Black Quadrapawn cannot go from the hand to a6: the White Rook on e5 gives check"},
        /* Regions, hands, hurdles. */
        {"battleofideologies", NULL, "e1e3", "the King never leaves its palace, d1-f2"},
        {"battleofideologies", "9/4z4/9/4m4/9/9/4H4/9/5K3[s] b - - 0 1", "e6e4",
         "Black's officers stand only on ranks 5-9 and 1-2"},
        {"battleofideologies", "9/9/9/9/4z4/9/4H4/9/5K3[s] b - - 0 1", "e5d4",
         "a Kirin that is not promoted stands only on ranks 5-9 and 1-2"},
        {"battleofideologies", "9/4z4/9/4m4/9/9/4H4/9/5K3[s] b - - 0 1", "S@e5", "Black drops on a6-i9 only: no Quadrapawn on e5"},
        {"battleofideologies", "9/4z4/9/4m4/9/9/4H4/9/5K3[] b - - 0 1", "S@e7", "Black has no Quadrapawn in hand"},
        {"borderlands", "4c4/9/9/4w4/9/9/9/9/9/C8[M] w - - 0 1", "M@e7", "the Black Warrior stands on e7"},
        /* A drop there is another move. */
        {"borderlands", "4c4/9/9/9/9/9/9/9/9/C8[M] w - - 0 1", "a1a7", "the White Chief cannot go from a1 to a7"},
        {"borderlands", "4c4/9/9/9/9/9/9/9/9/C8[M] w - - 0 1", "M@e5", "White drops on a6-i7 only: no Marauder on e5"},
        {"borderlands-2025-10", "4c4/9/9/4w4/9/4A4/9/9/9/C8[] w - - 0 1", "e5e8", "the Black Warrior on e7 stands in the way"},
        /* Shielders and Warriors. */
        {"horizons", "6k5/12/12/12/12/12/6s5/12/6R5/12/12/6K5 w - - 0 1", "g4g6",
         "a Shielder cannot be captured from a rank in front"},
        {"horizons", "6k5/12/12/12/6n5/6r5/6S5/12/12/12/12/6K5 w - - 0 1", "g6g7", "a push needs an empty square behind the piece"},
        {"horizons", "6k5/12/12/12/12/6s5/6S5/12/12/12/12/6K5 w - - 0 1", "g6g7", "a Shielder cannot be pushed"},
        {"horizons", "6k5/12/12/12/6r5/12/6V5/12/12/12/12/6K5 w - - 0 1", "g6g8",
         "a spent Warrior has made its long capture already"},
        {"horizons", "6r4k/6S5/12/12/12/12/12/12/12/12/12/6K5 w - - 0 1", "g11g12", "nothing can be pushed over the edge"},
        {"horizons", "6k5/12/12/12/12/12/12/12/12/12/6s5/6R4K b - - 0 1", "g2g1", "nothing can be pushed over the edge"},
        /* Written otherwise than a move. */
        {"chess", NULL, "e2", "no square to move to"},
        {"chess", NULL, "z2", "no square to move from"},
        {"chess", NULL, "e4e5", "e4 is empty"},
        {"chess", NULL, "e2e2", "it stands there"},
        {"chess", NULL, "e2e4q", "that move does not promote: e2e4"},
        {"chess", "7k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8p", "it promotes to other pieces there: e7e8q"},
        {"chess", NULL, "N@e4", "this game has no drops"},
        {"borderlands", "4c4/9/9/9/9/9/9/9/9/C8[M] w - - 0 1", "W@e6", "no W is ever in hand"},
        {"borderlands", "4c4/9/9/9/9/9/9/9/9/C8[M] w - - 0 1", "M@e", "a drop is written like M@e6"},
        {"borderlands", "4c4/9/9/9/9/9/9/9/9/C8[m] b - - 0 1", "m@e6", "Black drops on a4-i5 only: no Marauder on e6"},
        /* A King in the way of a check is no way out of it. */
        {"chess", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "a1g1", "cannot go from a1 to g1"},
        {"bordahbee", NULL, "a2i3", "no piece crosses to the other board"},
        {"bordahbee", "4k7k3/P15/16/16/16/16/16/4K7K3 w - - 0 1", "a7a8", "it promotes: add q, r, b or n"},
        {"bordahbee", "n3k7k3/P15/16/16/16/16/16/4K7K3 w - - 0 1", "a7a8", "if the Pawn can go there it promotes"},
        {"bordahbee", "R3k7k3/P15/16/16/16/16/16/4K7K3 w - - 0 1", "a7a8", "the White Rook stands there"},
        {"bordahbee", NULL, "g1f3,m2m4,a2a3", "a move has two legs, one on each board"},
        {"diamond", "8/8/7s/8/8/8/2C2C2/8[] w - - 0 30", "@@@@", "no pass: an action is possible"},
        {"diamond", "8/8/7s/8/8/8/2C2C2/8[] w - - 0 30", "c2d2;f2g2", "legs are joined by commas"},
        {"diamond", "8/8/7s/8/8/8/2C2C2/8[] w - - 0 30", "c2d2,d2e2", "this Cani has moved already"},
        {"diamond", "8/8/7s/8/8/8/2C2C2/8[] w - - 0 30", "x", ""},
        {"diamond", "8/8/7s/8/8/8/2C2H2/8[] w - - 0 30", "c2d2,f2g2", "only one species acts in a move"},
        {"diamond", "8/8/7s/8/8/8/2C2K2/8[] w - - 0 30", "f2g2,g2g3", "acts again only after a capture"},
        {"diamond", "c7/1c6/3o4/4R3/8/2CC4/5Z2/8[CGHKOSghkrsz] w - - 0 6", "N@h1", "no piece of White is written 'N'"},
        /* What goes together. */
        {"bordahbee", NULL, "g1f3,j1k3", "leg 2: Knight does not go with Knight: Knight goes with Pawn or Bishop"},
        {"bordahbee", "4k3rnbqkbnr/8pppppppp/16/16/16/16/4Q2NPPPPPPPP/4K3RNBQKBNR w - - 0 1", "e2e8",
         "Queen goes with Rook, King or castling"},
        /* Why nothing can be mustered. */
        {"diamond", "c7/1c6/3o4/4R3/8/2CC4/5Z2/7C[GHKOSghkrsz] w - - 0 6", "G@h1",
         "nothing can be mustered while the White Cani stands in its own City, h1"},
        {"diamond", "c7/1c6/3o4/4R3/8/2CC4/5Z2/8[CGHKOSghkrsz] w - - 0 6", "G@g1", "pieces are mustered in their own City, h1"},
        {"diamond", "c7/1c6/3o4/4R3/8/2CC4/5Z2/8[CGHKOSghkrsz] w - - 0 6", "R@h1", "White has no Rassimel in reserve"},
        {"diamond", "c7/1c6/3o4/4R3/8/2CC4/5Z2/8[CGHKOSghkrsz] w - - 0 6", "G@h1", "an action must follow the muster"},
        {"diamond", NULL, "S@e4", "Black sets up on a7, b7, a8 and b8 only"},
        {"xiangqi", "4k4/9/1r7/9/9/9/9/1C7/9/3K5 w - - 0 1", "b3b8",
         "captures the Black Chariot on b8 only by jumping over a piece in between"},
        {"xiangqi", "4k4/9/1r7/9/9/1N7/1n7/1C7/9/3K5 w - - 0 1", "b3b8", "the White Cannon cannot go from b3 to b8"},
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; ++i) {
        if (!variant_find(refused[i].game)) continue;
        Position *pos = position_at(refused[i].game, refused[i].fen);
        Move move;
        ErrorText error = {""};
        ck_assert_msg(!pos->variant->text.parse(pos, refused[i].text, &move, &error), "%s %s is legal", refused[i].game,
            refused[i].text);
        ck_assert_msg(strstr(error.text, refused[i].reason), "%s %s: %s", refused[i].game, refused[i].text, error.text);
        ck_assert(!pos->variant->text.parse(pos, refused[i].text, &move, NULL)); /* nobody has to ask */
        position_free(pos);
    }
}

/* What stands in the way of a step of so many files and ranks from a square, so far from there. */
static void expect_in_the_way(Position *pos, const char *from, const int step[2], const int way[2], Piece blocker)
{
    const Variant *variant = pos->variant;
    char text[16], at[8], reason[40];
    const char *p = from;
    Square start = square_parse(variant, &p);
    int file = (int)notation_file(variant, start), rank = (int)notation_rank(variant, start);
    Square to = notation_square(variant, (unsigned)(file + step[0]), (unsigned)(rank + step[1]));
    Square stands = notation_square(variant, (unsigned)(file + way[0]), (unsigned)(rank + way[1]));
    Move move;
    ErrorText error = {""};
    size_t n = square_print(variant, start, text);
    square_print(variant, to, text + n);
    ck_assert_msg(variant->text.parse(pos, text, &move, &error), "%s: %s: %s", variant->name, text, error.text);
    variant->board.place(pos, stands, blocker);
    square_print(variant, stands, at);
    snprintf(reason, sizeof reason, " on %s stands in the way", at);
    ck_assert_msg(!variant->text.parse(pos, text, &move, &error) && strstr(error.text, reason), "%s, not%s", error.text, reason);
    variant->board.place(pos, stands, NO_PIECE);
}

/* To all sides, on lines and on bent paths; behind what stands in the way nothing is looked at. */
START_TEST(test_in_the_way)
{
    static const int steps[8][2] = {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};
    static const int jumps[8][2] = {{2, 1}, {1, 2}, {-1, 2}, {-2, 1}, {-2, -1}, {-1, -2}, {1, -2}, {2, -1}};
    Position *pos = position_at("chess", "6k1/8/8/8/3Q4/8/8/1K6 w - - 0 1");
    Piece pawn = piece_make(WHITE, piece_type_find(pos->variant, WHITE, 'P', false));
    for (int i = 0; i < 8; ++i) {
        for (int length = 2; length <= 3; ++length) {
            const int step[2] = {length * steps[i][0], length * steps[i][1]};
            for (int at = 1; at < length; ++at) {
                const int way[2] = {at * steps[i][0], at * steps[i][1]};
                expect_in_the_way(pos, "d4", step, way, pawn);
            }
        }
    }
    position_free(pos);
    pos = position_at("battleofideologies", "4z4/9/9/9/4H4/9/9/9/3K5[] w - - 0 1");
    pawn = piece_make(WHITE, piece_type_find(pos->variant, WHITE, 'P', false));
    for (int i = 0; i < 8; ++i) {
        const int way[2] = {jumps[i][0] / 2, jumps[i][1] / 2};
        expect_in_the_way(pos, "e5", jumps[i], way, pawn);
    }
    position_free(pos);
}

/* Diamond Chess: a piece that is mustered where nothing can act is the first part of the move's description. */
START_TEST(test_muster_alone)
{
    if (!variant_find("diamond")) return;
    Position *pos = position_at("diamond", "8/8/8/8/8/8/6hg/6s1[R] w - - 0 30");
    Move move = move_at(pos, "R@h1");
    MoveInfo info;
    position_describe(pos, &move, 1, &info);
    ck_assert(info.piece_to[0] && !info.piece_to[1] && !info.noisy);
    position_free(pos);
}

/* Diamond Chess: moves that lead to the same position are one move, even if either of two wet Cani may be the
 * saved one. */
START_TEST(test_equal_moves_are_one)
{
    static const char *const fens[] = {
        "8/8/8/7h/3C4/2CZ4/8/8[] w - - 0 1",
        "8/8/7h/8/3C4/2CZ4/1C6/8[] w - - 0 1",
        "8/8/8/7h/4G3/8/8/2CS4[CO] w - - 0 1",
        "8/8/3g4/4R3/5h2/8/6K1/8[] w - - 0 1",
    };
    if (!variant_find("diamond")) return;
    for (size_t i = 0; i < sizeof fens / sizeof *fens; ++i) {
        Position *pos = position_at("diamond", fens[i]);
        size_t count;
        Move *moves = position_moves(pos, &count);
        char(*after)[FEN_MAX] = malloc(count * sizeof *after);
        ck_assert(moves && after && count > 10);
        for (size_t j = 0; j < count; ++j) {
            position_make(pos, moves[j]);
            pos->variant->board.get_fen(pos, after[j]);
            position_unmake(pos);
            for (size_t k = 0; k < j; ++k)
                ck_assert_msg(strcmp(after[j], after[k]) != 0, "%s: two moves lead to %s", fens[i], after[j]);
        }
        free(after);
        free(moves);
        position_free(pos);
    }
}

int main(void)
{
    variants_init();
    return RUN_TESTS("moves", 60, EACH(test_move, CASES), ONCE(test_reasons), ONCE(test_in_the_way), ONCE(test_muster_alone),
                     ONCE(test_equal_moves_are_one));
}
