/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * The lessons in a program, instead of the empty list of the library. The Makefile writes their list, an entry
 * LESSONS(lessons_chess, "docs/rules/chess.lessons") each.
 */

#include "../../util/embed.h"
#include "../lessons.h"

#define LESSONS(name, file) EMBED(name, file)
#include "embedded_lessons.list"
#undef LESSONS

#define LESSONS(name, file) {file, embedded_##name, embedded_end_##name},
const EmbeddedLessons embedded_lessons[] = {
#include "embedded_lessons.list"
    {NULL, NULL, NULL}};
