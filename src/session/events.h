/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* What wakes a waiting main thread: a line of input, read by a thread of its own, or the end of a search. */
#ifndef QUINCUNX_EVENTS_H
#define QUINCUNX_EVENTS_H

#include "../search/search.h"
#include "../util/text.h"

typedef enum EventType {
    EVENT_LINE,
    EVENT_SEARCH_DONE,
    EVENT_INTERRUPT, /* Ctrl-C; several pending ones count once */
    EVENT_END
} EventType;

typedef struct Event {
    EventType type;
    char *line;          /* EVENT_LINE: the caller frees it */
    unsigned serial;     /* identifies the search */
    SearchResult result;
} Event;

typedef struct EventQueue EventQueue;

/* Starts reading standard input. The queue takes over the contents of `input`. NULL if memory or threads ran out. */
EventQueue *events_start(LineReader *input);
/* The same for another source. A thread calls `next`, which returns a line, valid until the next call, or NULL at
 * the end. */
EventQueue *events_start_from(char *(*next)(void *source), void *source);
/* No more events are read or posted after this. The queue is freed when its reader, which cannot be woken, has its next line. */
void events_end(EventQueue *queue);
/* Waits for the next event. */
Event events_next(EventQueue *queue);
/* Posts Ctrl-C, from any thread. */
void events_post_interrupt(EventQueue *queue);
/* Posts the end of a search, from the search thread. It replaces one that nobody has taken yet. */
void events_post_done(EventQueue *queue, unsigned serial, const SearchResult *result);

#endif
