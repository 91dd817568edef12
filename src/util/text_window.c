/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "text_window.h"

#ifdef _WIN32

#include <stdlib.h>
#include <windows.h>

enum { LINE_SEPARATOR = 0x2028, WIDTH = 720, COLUMNS = 76, LINE = 18, FRAME = 70, HEIGHT_MAX = 600 };

typedef struct TextWindow {
    wchar_t *title, *text;
} TextWindow;

/* With the line ends that Windows wants; allocated, NULL if memory ran out. */
static wchar_t *widen(const char *text)
{
    int length = MultiByteToWideChar(CP_UTF8, 0, text, -1, NULL, 0);
    wchar_t *wide = length > 0 ? malloc((size_t)length * sizeof *wide) : NULL;
    wchar_t *lines = wide ? malloc(2 * (size_t)length * sizeof *lines) : NULL;
    if (lines && MultiByteToWideChar(CP_UTF8, 0, text, -1, wide, length)) {
        wchar_t *out = lines;
        for (const wchar_t *p = wide; *p; ++p) {
            if (*p == LINE_SEPARATOR) *out++ = '\r';
            *out++ = *p == LINE_SEPARATOR ? '\n' : *p;
        }
        *out = '\0';
    }
    free(wide);
    return lines;
}

static void release(TextWindow *shown)
{
    if (shown) {
        free(shown->title);
        free(shown->text);
    }
    free(shown);
}

/* The text fills the window. */
static LRESULT CALLBACK handle(HWND window, UINT message, WPARAM first, LPARAM second)
{
    HWND text = GetWindow(window, GW_CHILD);
    if (message == WM_SIZE && text) MoveWindow(text, 0, 0, LOWORD(second), HIWORD(second), TRUE);
    if (message == WM_DESTROY) PostQuitMessage(0);
    return DefWindowProcW(window, message, first, second);
}

/* In pixels, with the frame; a line of more columns is shown as two. */
static int height_of(const wchar_t *text)
{
    int height = FRAME, column = 0;
    for (; *text; ++text) {
        bool ends = *text == '\n' || ++column > COLUMNS;
        height += ends ? LINE : 0;
        column = ends ? 0 : column;
    }
    return height < HEIGHT_MAX ? height : HEIGHT_MAX;
}

/* Another program has the focus, so the window is kept above it, in the corner where that program has no menus and opens
 * no dialogs of its own. */
static HWND open_window(const TextWindow *shown)
{
    HINSTANCE program = GetModuleHandleW(NULL);
    WNDCLASSW class = {.lpfnWndProc = handle,
                       .hInstance = program,
                       .hCursor = LoadCursorW(NULL, (LPCWSTR)IDC_ARROW),
                       .lpszClassName = L"QuincunxText"};
    RegisterClassW(&class); /* fails from the second time on */
    enum { READS = WS_CHILD | WS_VISIBLE | WS_VSCROLL | ES_MULTILINE | ES_READONLY };
    int height = height_of(shown->text);
    RECT screen = {.right = WIDTH, .bottom = height};
    SystemParametersInfoW(SPI_GETWORKAREA, 0, &screen, 0);
    HWND window = CreateWindowExW(WS_EX_TOPMOST, class.lpszClassName, shown->title, WS_OVERLAPPEDWINDOW, screen.right - WIDTH,
                                  screen.bottom - height, WIDTH, height, NULL, NULL, program, NULL);
    if (window)
        CreateWindowExW(0, L"EDIT", shown->text, READS, 0, 0, WIDTH, height, window, NULL, program, NULL);
    return window;
}

static DWORD WINAPI run(void *argument)
{
    TextWindow *shown = argument;
    MSG message;
    HWND window = open_window(shown);
    if (window) {
        ShowWindow(window, SW_SHOWNORMAL);
        SetForegroundWindow(window);
    }
    while (window && GetMessageW(&message, NULL, 0, 0) > 0) {
        if (message.message == WM_KEYDOWN && message.wParam == VK_ESCAPE) DestroyWindow(window);
        TranslateMessage(&message);
        DispatchMessageW(&message);
    }
    release(shown);
    return 0;
}

bool text_window_show(const char *title, const char *text)
{
    TextWindow *shown = calloc(1, sizeof *shown);
    if (shown) {
        shown->title = widen(title);
        shown->text = widen(text);
    }
    HANDLE thread = shown && shown->title && shown->text ? CreateThread(NULL, 0, run, shown, 0, NULL) : NULL;
    if (thread) CloseHandle(thread);
    else release(shown);
    return thread != NULL;
}

#else

bool text_window_show(const char *title, const char *text)
{
    (void)title;
    (void)text;
    return false;
}

#endif
