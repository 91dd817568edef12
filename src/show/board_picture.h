/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Pictures of empty boards, for GUIs that show one behind the pieces. */
#ifndef QUINCUNX_BOARD_PICTURE_H
#define QUINCUNX_BOARD_PICTURE_H

#include "../variant.h"

/*
 * Writes FOLDER/GAME-COLUMNSxROWS.png, or .bmp, including the hands, with the zones of the game in their colours.
 * Prints "COLUMNS ROWS turns|fixed PATH": a fixed picture is wrong once the board is turned for Black. Returns false
 * with the reason: no such game, or a file that cannot be written.
 */
bool picture_make(const char *game, const char *folder, bool bmp, ErrorText *error);

#endif
