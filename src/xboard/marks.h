/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* What a person at a GUI's board sees of the legal legs, and means by a ply. `legs`: those possible now. `gui`: what the GUI
 * shows. */
#ifndef QUINCUNX_MARKS_H
#define QUINCUNX_MARKS_H

#include "../text/move_text.h"
#include "peer.h"

/* A piece is lifted, from a square or a hand in the peer's notation (NULL: any piece): marks where it can go, or `sent` where
 * it can be sent. false if there is no such square. */
bool marks_lift(const Peer *peer, const char *square, bool sent, const LegList *legs, const GuiBoard *gui);
/* Shows marks, and promotions to choose from ("" if none). */
void marks_say(const Variant *variant, const char marks[SQUARE_MAX], const char *choice);

/* A person moved a piece without a promotion letter, or with an impossible one: finds the leg with the best
 * promotion. false if it does not promote. `leg` has room for MOVE_TEXT_MAX. */
bool marks_find_promotion(const Peer *peer, const LegList *legs, const char *text, char *leg);
/* A person moved a piece over another one to a third square: finds the leg that sends the other one there. */
bool marks_find_moved_by(const Variant *variant, const char *text, char *leg);

#endif
