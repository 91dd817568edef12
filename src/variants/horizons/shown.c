/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Horizons: what people are shown. */

#include "horizons.h"

/* XBoard uses these to find checks, so the captures are exact. The quiet moves are wider than the rules: XBoard remembers double
 * steps of slot 0 only, and a pushed piece may double-step again. XBoard sees a push as a capture; 't' keeps it from giving
 * check. */
static const char *const cecp_pieces[BOARD_TYPES] = {
    [PAWN] = "fFfmWfmnD", [WARRIOR] = "fmFfWfmnAfcnD", [SPENT_WARRIOR] = "fmFfWfmnA", [SHIELDER] = "fmWsWfctWfmnD",
    [MAGICIAN] =
    "afafafsKafafafafsKafafafafafsKafafafafafafsKafafafafafafafsKafafafafafafafafsKafafafafafafafafafsKafafafafafafafafafafsK",
    [ZIP] =
    "WafWafafrWafaflWafafraflWafaflafrWafafraflafrWafaflafraflWafafraflafraflW"
    "afaflafraflafrWafafraflafraflafrWafaflafraflafraflWafafraflafraflafraflW"
    "afaflafraflafraflafrWafafraflafraflafraflafrWafaflafraflafraflafraflW"
    "afafraflafraflafraflafraflWafaflafraflafraflafraflafrWafafraflafraflafraflafraflafrW"
    "afaflafraflafraflafraflafraflW",
    NULL,
};

static const char *const words[BOARD_TYPES] = {
    [PAWN] = "Steps one square straight forward, or two from its second rank, and captures one square diagonally forward. It may "
        "capture en passant. On the last rank it becomes a Queen, Rook, Bishop, Knight or Ox.",
    [WARRIOR] = "Moves one square diagonally forward, or two from its second rank, and captures one square straight forward. Once "
        "in the game it may capture two squares straight forward over an empty one and is then a spent Warrior. On the last rank "
        "it becomes a Magician, Rook, Bishop, Knight or Ox.",
    [SPENT_WARRIOR] = "A Warrior without its long capture: moves one square diagonally forward, or "
        "two from its second rank, and captures one square straight forward.",
    [SHIELDER] = "Steps one square straight forward, or two from its second rank, and captures one square sideways. It pushes an "
        "enemy in front of it one square on if there is room. No enemy in front of it can capture it. On the last rank it becomes "
        "a Zip, Rook, Bishop, Knight or Ox.",
    [KNIGHT] = "Jumps two squares straight and one sideways, over anything.",
    [BISHOP] = "Runs any distance diagonally.",
    [OX] = "Goes two squares straight, or three, or two straight and one diagonally onward. It never jumps: the way must be empty.",
    [ROOK] = "Runs any distance straight.",
    [MAGICIAN] = "Runs three squares or more in any direction over empty squares, then turns 45 "
        "degrees and steps one square, the only place where it stops.",
    [ZIP] = "Zigzags in one of eight ways: one square straight, the next straight, then "
        "diagonal and straight by turns, as far as the way is empty.",
    [QUEEN] = "Runs any distance straight or diagonally.",
    [KING] = "Steps one square in any direction, never onto an attacked square. Castles three squares towards a Rook, if neither "
        "has moved, nothing stands between and no square on its way is attacked.",
};

static const Zone zones[] = {
    {"White's last rank", ZONE_PROMOTION, 1, "a12-l12", "White Pawns, Warriors and Shielders promote here.", 0},
    {"Black's last rank", ZONE_PROMOTION, 2, "a1-l1", "Black Pawns, Warriors and Shielders promote here.", 0},
    {.name = NULL},
};

const DisplaySheet horizons_display = {
    .rules = "Horizons, by Lev Grigoriev, 2021-2023. Checkmate wins, stalemate draws.\n"
             "Warriors move diagonally and capture straight ahead; once in the game each may capture two\n"
             "squares ahead over an empty one and is then a spent Warrior (V).\n"
             "Shielders step straight ahead and capture sideways. No enemy in front of a Shielder can\n"
             "capture it. It pushes an enemy (no Shielder) one square on by stepping onto its square, if\n"
             "the square behind is empty: write the Shielder's move.\n"
             "The Ox goes two squares straight, three straight, or two and one diagonally onward; the way\n"
             "must be empty. The Magician runs three squares or more and then turns 45 degrees for one\n"
             "last step, the only one where it stops. The Zip zigzags: straight, diagonal, straight, ...\n"
             "Last rank: all become R, B, N or O; Pawns also Q, Warriors M, Shielders Z: e11e12q.\n"
             "The King castles three squares: g1j1, g1d1. Double steps are open to en passant.\n"
             "Draws: a third occurrence, 150 plies without a capture or promotion, King against King with\n"
             "at most a Bishop or two Knights.",
    .brief = "Checkmate the King on a board of twelve by twelve, with pieces that push, turn and zigzag.\n"
             "King, Queen, Rook, Bishop, Knight and Pawn are those of chess. The King castles three squares.\n"
             "Warriors move diagonally and take straight ahead. Shielders push what stands before them, and "
             "nothing before them takes them.\n"
             "Ox, Magician and Zip turn on their way, which must be empty.\n"
             "Pawns, Warriors and Shielders promote on the last rank. Stalemate draws.",
    .goals = {"Checkmate the King.", "Checkmate the King."},
    .scene = "h2j4 h11j9 i1d6 e11c9 e2f3 e12f1 e1f12 f1a7 h1h3 d12h8 h3h4 a7e6",
    .words = words,
    .zones = zones,
    .cecp = {.table = "(PNBRQMOW.S.......Z...........VK"
                      "pnbrqmow.s.......z...........vk)", .geometry = "12x12+0_bughouse",
             .pieces = cecp_pieces},
};
