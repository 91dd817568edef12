/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * What a waiting main thread is woken by: a line of input, read by a thread of its
 * own, or the end of a search. A face whose search plays moves needs both in order.
 */
#ifndef QUINCUNX_EVENTS_H
#define QUINCUNX_EVENTS_H

#include "../search/search.h"
#include "../util/text.h"

typedef enum EventType {
    EVENT_LINE,
    EVENT_SEARCH_DONE,
    EVENT_INTERRUPT, /* Ctrl-C, several at once count as one */
    EVENT_NOTHING,   /* the time was up */
    EVENT_END
} EventType;

typedef struct Event {
    EventType type;
    char *line;          /* EVENT_LINE: the caller frees it */
    unsigned serial;     /* EVENT_SEARCH_DONE: which search */
    SearchResult result;
} Event;

typedef struct EventQueue EventQueue;

/* Starts reading standard input; what `input` holds is the queue's from then on. NULL if
 * memory or threads ran out. */
EventQueue *events_start(LineReader *input);
/* The same with lines from elsewhere: `next` is called in a thread of its own and gives a line, its own
 * until the next call, or NULL at the end. */
EventQueue *events_start_from(char *(*next)(void *source), void *source);
/* Nothing more is asked or posted. The queue may live on, since its reader can not be woken:
 * it goes with the next line that is read. */
void events_end(EventQueue *queue);
/* Waits for the next event. */
Event events_next(EventQueue *queue);
/* Waits so many milliseconds at most, for ever if negative; then EVENT_NOTHING. */
Event events_next_within(EventQueue *queue, int64_t milliseconds);
/* Posts Ctrl-C, from any thread. */
void events_post_interrupt(EventQueue *queue);
/* Posts the end of a search, from the search's thread. */
void events_post_done(EventQueue *queue, unsigned serial, const SearchResult *result);

#endif
