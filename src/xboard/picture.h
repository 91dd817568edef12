/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Pictures of empty boards, for GUIs that show one behind the pieces. */
#ifndef QUINCUNX_PICTURE_H
#define QUINCUNX_PICTURE_H

#include "../variant.h"

/*
 * Writes FOLDER/GAME-COLUMNSxROWS.png, including the hands, and prints "COLUMNS ROWS PATH". PATH is "-" and there is no
 * picture if the game has only plain squares or the GUI knows it. Returns false with the reason: no such game, or a
 * file that cannot be written.
 */
bool picture_make(const char *game, const char *folder, ErrorText *error);

#endif
