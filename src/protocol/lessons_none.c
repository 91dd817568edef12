/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* The empty list, for programs without embedded lessons: the linker takes it from the library only if nothing
 * else defines the list. */

#include "lessons.h"

const EmbeddedLessons embedded_lessons[] = {{NULL, NULL, NULL}};
