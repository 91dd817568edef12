/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "error.h"

#include <stdarg.h>
#include <stdio.h>

#include "utf8.h"

bool error_set(ErrorText *error, const char *format, ...)
{
    if (!error) return false;
    va_list args;
    va_start(args, format);
    vsnprintf(error->text, sizeof error->text, format, args);
    va_end(args);
    /* The message may quote hostile input. */
    utf8_make_safe(error->text, "");
    return false;
}
