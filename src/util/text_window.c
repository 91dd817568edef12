/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "text_window.h"

#ifdef _WIN32

#include <stdlib.h>
#include <windows.h>

/* In UTF-16, with line ends; allocated, NULL if memory ran out. */
static wchar_t *widen(const char *text)
{
    enum { LINE_SEPARATOR = 0x2028 };
    int length = MultiByteToWideChar(CP_UTF8, 0, text, -1, NULL, 0);
    wchar_t *wide = calloc((size_t)length + 1, sizeof *wide);
    if (wide) MultiByteToWideChar(CP_UTF8, 0, text, -1, wide, length);
    for (wchar_t *p = wide; p && *p; ++p)
        if (*p == LINE_SEPARATOR) *p = '\n';
    return wide;
}

/* Another program has the focus, so the window is kept above it. */
static DWORD WINAPI run(void *text)
{
    MessageBoxW(NULL, text, L"Quincunx", MB_OK | MB_TOPMOST | MB_SETFOREGROUND);
    free(text);
    return 0;
}

bool text_window_show(const char *text)
{
    wchar_t *wide = widen(text);
    HANDLE thread = wide ? CreateThread(NULL, 0, run, wide, 0, NULL) : NULL;
    if (thread) CloseHandle(thread);
    else free(wide);
    return thread != NULL;
}

#else

bool text_window_show(const char *text)
{
    (void)text;
    return false;
}

#endif
