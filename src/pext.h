/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* BOARD_PEXT: 1 if attacks along lines are looked up by PEXT and PDEP, 0 if they are calculated. The instructions are in slow
 * microcode before Zen 3. The command line of the compiler may define it, too. */
#ifndef QUINCUNX_PEXT_H
#define QUINCUNX_PEXT_H

#ifndef BOARD_PEXT
#if defined(__BMI2__) && !defined(__bdver4__) && !defined(__znver1__) && !defined(__znver2__)
#define BOARD_PEXT 1
#else
#define BOARD_PEXT 0
#endif
#endif

#endif
