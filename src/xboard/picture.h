/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* Pictures of empty boards, for GUIs that take one behind the pieces. */
#ifndef QUINCUNX_PICTURE_H
#define QUINCUNX_PICTURE_H

#include "../variant.h"

/*
 * Writes FOLDER/GAME-COLUMNSxROWS.png, hands beside the board included, and prints
 * "COLUMNS ROWS PATH". A game with nothing to show but plain squares, and one that the
 * GUI knows by itself, gets no picture, and its PATH is "-". Returns false with the
 * reason: no such game, or a file that can not be written.
 */
bool picture_make(const char *game, const char *folder, ErrorText *error);

#endif
