/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Battle of Ideologies: what people are shown. */

#include "battleofideologies.h"

static const char *const words[BOARD_TYPES] = {
    [PAWN] = "Steps one square straight forward, or two from rank 2, and captures one square diagonally forward. No en passant. On "
        "rank 9 it may become a Horse, Bishop, Rook, Archbishop or Chancellor, or stay a Pawn.",
    [HORSE] = "One square straight, which must be empty, then one diagonally outward.",
    [BISHOP] = "Runs any distance diagonally.",
    [ROOK] = "Runs any distance straight.",
    [ARCHBISHOP] = "Runs any distance diagonally, or jumps like a knight.",
    [CHANCELLOR] = "Runs any distance straight, or jumps like a knight.",
    [KING] = "Steps one square in any direction inside its palace, d1-f2. Checkmated, White has lost.",
    [QUADRAPAWN] = "Moves one square straight in any direction and captures one square diagonally in any direction. Arriving on "
        "rank 5, 4 or 3 it may become an Okapi, Gold Defender, Alibacka or Centaur. Five wait in hand.",
    [ALIBACKA] = "Jumps exactly two squares straight or diagonally, or steps one square straight back.",
    [GOLD_DEFENDER] = "Steps one square straight, or diagonally forward, or jumps two squares straight forward; captures by the "
        "two longest forward knight jumps and one square diagonally back as well.",
    [OKAPI] = "Jumps like a knight, or three squares straight and two sideways.",
    [CENTAUR] = "Steps one square in any direction or jumps like a knight.",
    [KIRIN] = "Steps one square diagonally or jumps two squares straight. Royal. Arriving on "
        "rank 5 it may promote and roam the whole board; standing on rank 1 it wins.",
    [PROMOTED_KIRIN] = "Steps one square diagonally or straight back, or jumps two squares straight, "
        "anywhere on the board. Royal; standing on rank 1 it wins.",
};

const Zone battle_zones[] = {
    [PALACE] = {"Palace", ZONE_PALACE, 1, "d1-f2", "The King never leaves it.", 0xc23b22},
    [GOAL] = {"Kirin's goal", ZONE_GOAL, 2, "a1-i1", "Black wins with a Kirin here after a legal move.", 0},
    [LAND] = {"Black's land", ZONE_REGION, 2, "a5-i9 a1-i2",
     "Black pieces other than Quadrapawns and a promoted Kirin stand only here.", 0},
    [BLACK_PROMOTION] = {"Black's promotion zone", ZONE_PROMOTION, 2, "a3-i5",
     "A Quadrapawn arriving here may promote; a Kirin on rank 5.", 0},
    [WHITE_PROMOTION] = {"White's promotion zone", ZONE_PROMOTION, 1, "a9-i9", "A Pawn arriving here may promote.", 0},
    [DROPS] = {"Black's drops", ZONE_DROP, 2, "a6-i9", "Black drops Quadrapawns here.", 0},
    {.name = NULL},
};

/* No slot is the King of the GUI: its own idea of check differs from the rules. The GUI wants directions
 * before restrictions: ffcN, not cffN. */
static const char *const cecp_pieces[BOARD_TYPES] = {[GOLD_DEFENDER] = "WfFfDffcNbcF"};

const DisplaySheet battle_display = {
    .rules = "Battle of Ideologies, by RadarUndetectable, 2025. Two different armies.\n"
             "White checkmates the Kirin, Black the King. Black also wins by a Kirin on rank 1.\n"
             "A side that is not in check and has no legal move WINS.\n"
             "The King stays on d1-f1 and d2-f2. Black's pieces stay on ranks 5-9 and 1-2, but\n"
             "Quadrapawns and a promoted Kirin go anywhere.\n"
             "A Pawn may promote on rank 9 (to H, B, R, A or C), or stay a Pawn.\n"
             "A Quadrapawn may promote on arriving on rank 5, 4 or 3 (to J, E, F or M): e6e5j; a Kirin\n"
             "on arriving on rank 5 (e7e5+). Both may decline.\n"
             "Black holds five Quadrapawns and may drop one on an empty square of ranks 6-9: S@e6.\n"
             "No castling, no en passant.\n"
             "Draws: a third occurrence; 100 plies without a capture, a drop or a (Quadra)pawn's move.",
    .brief = "Two different armies: White hunts the Kirin, Black the King, or brings the Kirin home to rank 1.\n"
             "Checkmate wins. So does a side that is not in check and has no legal move: do not shut the enemy in.\n"
             "The King never leaves his palace. White's other pieces are nearly those of chess.\n"
             "Black's pieces leap. All but the Quadrapawns and a promoted Kirin keep out of ranks 3 and 4.\n"
             "Black may drop a Quadrapawn on ranks 6 to 9. It may promote on ranks 5 to 3, White's Pawns on rank 9.",
    .goals = {"Checkmate the Kirin, and keep it off rank 1.", "Checkmate the King, or bring your Kirin to rank 1."},
    .scene = "d2d4 S@f6 g2g4 S@a6 b2b3 S@d6 c1a3 S@c7 f1g3 a6a5j d1e3 S@e7 g3e4 b8b7",
    .words = words,
    .zones = battle_zones,
    .cecp = {.table = "(PHBR............C.............................A...K.....z...................j.....^z...m.....e.f.s.......)",
             .geometry = "9x9+6_bughouse",
             .pieces = cecp_pieces},
};

const char *battle_refusal(const Position *pos, PieceType type, Square from, Square to)
{
    (void)from;
    if (type == KING && !bb_test(battle.palace, to)) return "the King never leaves its palace, d1-f2";
    if (pos->side == WHITE || type == QUADRAPAWN || type == PROMOTED_KIRIN || bb_test(battle.black_region, to)) return NULL;
    return type == KIRIN ? "a Kirin that is not promoted stands only on ranks 5-9 and 1-2"
                         : "Black's officers stand only on ranks 5-9 and 1-2";
}
