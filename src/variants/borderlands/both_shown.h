/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* What people are shown of both editions of Borderlands; shown.c of an edition includes it. */

#define BOTH_WORDS \
    [WARRIOR] = "Moves and captures one square straight forward, captures one square diagonally forward, and may step two " \
        "squares from rank 3 (Black: rank 8). It may capture en passant.", \
    [LION] = "Steps one square in any direction or jumps to any square two away. It stays on its own half and three squares " \
        "beyond, and promotes only on the farthest of them.", \
    [PROMOTED_SLINGER] = "Runs any distance diagonally, captures there by jumping over exactly one piece, " \
        "too, and steps one square straight to move or capture.", \
    [PROMOTED_ARCHER] = "Runs any distance straight, captures there by jumping over exactly one piece, " \
        "too, and steps one square diagonally to move or capture.", \
    [PROMOTED_LION] = "Steps one square in any direction or jumps to any square two away, anywhere on the board.",

/* The zones that are the same: the rules take their squares from here. */
#define BOTH_ZONES \
    {"White's promotion zone", ZONE_PROMOTION, 1, "a8-i10", "White pieces promote at once when they arrive here.", 0}, \
    {"Black's promotion zone", ZONE_PROMOTION, 2, "a1-i3", "Black pieces promote at once when they arrive here.", 0}, \
    {"White's drops", ZONE_DROP, 1, "a6-i7", "White drops Marauders here.", 0}, \
    {"Black's drops", ZONE_DROP, 2, "a4-i5", "Black drops Marauders here.", 0}, \
    {"White Lion's land", ZONE_REGION, 1, "a1-i5 d7 f7 e9", "A white Lion stays here and promotes on e9.", 0}, \
    {"Black Lion's land", ZONE_REGION, 2, "a6-i10 d4 f4 e2", "A black Lion stays here and promotes on e2.", 0},

const char *BOARD_NAME(refusal)(const Position *pos, PieceType type, Square from, Square to)
{
    (void)from;
    if (type == CHIEF && !bb_test(land.zone.chief_region, to))
        return "a Chief stands only on ranks 1-3, on ranks 8-10 and on the files a, e and i";
    if (type != LION || bb_test(land.zone.lion_region[pos->side], to)) return NULL;
    return pos->side == WHITE ? "a Lion that is not promoted stands only on its own half, d7, f7 and e9"
                              : "a Lion that is not promoted stands only on its own half, d4, f4 and e2";
}
