/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Texts longer than the screen. */

#include "console.h"

#include "../util/utf8.h"
#include "pager.h"

static unsigned count_lines(const char *text)
{
    unsigned lines = 1;
    for (; *text; ++text) lines += *text == '\n';
    return lines;
}

/* Shows a text in the pager if there are more lines than fit above the prompt. Not while a search runs, or lines wait:
 * the pager would get the keys that are meant for us. False if the text is still to be shown. */
static bool show_in_pager(Console *console, const char *text)
{
    if (!console->screen.editor || console_is_busy(console) || !pager_is_wanted()) return false;
    if (count_lines(text) < terminal_height()) return false;
    Buffer whole = {0};
    buffer_add(&whole, "%s\n", text);
    editor_pause(console->screen.editor);
    bool shown = pager_show(buffer_text(&whole), &console->ended);
    editor_go_on(console->screen.editor);
    buffer_free(&whole);
    return shown;
}

void console_say_long(Console *console, const char *text)
{
    Buffer wrapped = {0};
    text_wrap(text, terminal_width() - 1, &wrapped);
    utf8_make_safe(wrapped.text, "\n");
    if (wrapped.failed || !show_in_pager(console, wrapped.text)) say("%s", text);
    buffer_free(&wrapped);
}

void console_show_long(Console *console, const char *text)
{
    if (!show_in_pager(console, text)) say_as_is(text);
}
