/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "message_box.h"

#ifdef _WIN32

#include <stdlib.h>
#include <windows.h>

enum { LINE_SEPARATOR = 0x2028 };

typedef struct TextBox {
    wchar_t *title, *text;
} TextBox;

/* Allocated; NULL if memory ran out. */
static wchar_t *widen(const char *text)
{
    int length = MultiByteToWideChar(CP_UTF8, 0, text, -1, NULL, 0);
    wchar_t *wide = length > 0 ? malloc((size_t)length * sizeof *wide) : NULL;
    if (!wide) return NULL;
    MultiByteToWideChar(CP_UTF8, 0, text, -1, wide, length);
    for (wchar_t *p = wide; *p; ++p)
        if (*p == LINE_SEPARATOR) *p = '\n';
    return wide;
}

static void release(TextBox *box)
{
    if (box) {
        free(box->title);
        free(box->text);
    }
    free(box);
}

/* The program that started this one has the focus, so the window is kept above it. */
static DWORD WINAPI run(void *argument)
{
    TextBox *box = argument;
    MessageBoxW(NULL, box->text, box->title, MB_OK | MB_SETFOREGROUND | MB_TOPMOST);
    release(box);
    return 0;
}

bool message_box_show(const char *title, const char *text)
{
    TextBox *box = calloc(1, sizeof *box);
    if (box) {
        box->title = widen(title);
        box->text = widen(text);
    }
    HANDLE thread = box && box->title && box->text ? CreateThread(NULL, 0, run, box, 0, NULL) : NULL;
    if (thread) CloseHandle(thread);
    else release(box);
    return thread != NULL;
}

#else

bool message_box_show(const char *title, const char *text)
{
    (void)title;
    (void)text;
    return false;
}

#endif
