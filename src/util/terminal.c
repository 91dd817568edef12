/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "terminal.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* The value of an environment variable; "" if it is unset. */
static const char *setting(const char *name)
{
    const char *value = getenv(name);
    return value ? value : "";
}

#ifdef _WIN32
#include <io.h>
#include <windows.h>
static bool is_terminal(int descriptor) { return _isatty(descriptor) != 0; }
/* Windows consoles understand ANSI sequences since Windows 10, once they are asked to. */
static bool enable_sequences(void)
{
    HANDLE console = GetStdHandle(STD_OUTPUT_HANDLE);
    DWORD mode;
    return GetConsoleMode(console, &mode) && SetConsoleMode(console, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
}
#else
#include <unistd.h>
static bool is_terminal(int descriptor) { return isatty(descriptor) != 0; }
static bool enable_sequences(void) { return *setting("TERM") != '\0'; }
#endif

enum { INPUT_FD = 0, OUTPUT_FD = 1 };

static bool is_capable(void)
{
    return is_terminal(OUTPUT_FD) && strcmp(setting("TERM"), "dumb") != 0 && enable_sequences();
}

bool terminal_is_interactive(void) { return is_terminal(INPUT_FD) && is_terminal(OUTPUT_FD); }

bool terminal_has_colours(void)
{
    static const char *const rich[] = {"256color", "direct", "kitty", "alacritty", "foot", "ghostty", "wezterm"};
    const char *term = setting("TERM");
    if (!is_capable() || *setting("NO_COLOR")) return false;
    bool many = *setting("COLORTERM") || !*term; /* Windows sets no TERM; its console has 256 colours */
    for (size_t i = 0; i < sizeof rich / sizeof *rich; ++i) many = many || strstr(term, rich[i]);
    return many;
}
