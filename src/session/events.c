/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "events.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef struct EventNode {
    struct EventNode *next;
    Event event;
} EventNode;

/* The reader pauses when this many lines are waiting. */
enum { WAITING_MAX = 4096 };

struct EventQueue {
    pthread_mutex_t mutex;
    pthread_cond_t filled, emptied;
    EventNode *first, **last;
    EventNode done;    /* of the latest search; needs no memory, so that its move is never lost */
    bool done_waits;
    unsigned waiting;
    bool ended;        /* end of input: the reader has left */
    bool abandoned;    /* the protocol has left: no more events are wanted */
    bool interrupted;
    char *(*next)(void *source);
    void *source;
    LineReader input;  /* the source, if it reads standard input */
};

/* Called by the last user of the two. */
static void free_queue(EventQueue *queue)
{
    for (EventNode *node = queue->first, *next; node; node = next) {
        next = node->next;
        if (node == &queue->done) continue;
        free(node->event.line);
        free(node);
    }
    line_free(&queue->input);
    pthread_cond_destroy(&queue->filled);
    pthread_cond_destroy(&queue->emptied);
    pthread_mutex_destroy(&queue->mutex);
    free(queue);
}

static void append(EventQueue *queue, EventNode *node)
{
    node->next = NULL;
    *queue->last = node;
    queue->last = &node->next;
    ++queue->waiting;
    pthread_cond_signal(&queue->filled);
}

/* One of the two users leaves. The end of the input is a flag, not a queued event, so that it cannot fail for lack
 * of memory. */
static void leave(EventQueue *queue, bool *flag)
{
    pthread_mutex_lock(&queue->mutex);
    *flag = true;
    bool last = queue->ended && queue->abandoned;
    pthread_cond_signal(&queue->filled);
    pthread_cond_signal(&queue->emptied);
    pthread_mutex_unlock(&queue->mutex);
    if (last) free_queue(queue);
}

static void *read_lines(void *argument)
{
    EventQueue *queue = argument;
    for (char *line; (line = queue->next(queue->source));) {
        EventNode *node = malloc(sizeof *node);
        char *copy = malloc(strlen(line) + 1);
        if (!node || !copy) {
            free(node);
            free(copy);
            line_lose(&queue->input);
            break;
        }
        node->event = (Event){.type = EVENT_LINE, .line = strcpy(copy, line)};
        pthread_mutex_lock(&queue->mutex);
        while (queue->waiting >= WAITING_MAX && !queue->abandoned) pthread_cond_wait(&queue->emptied, &queue->mutex);
        append(queue, node);
        pthread_mutex_unlock(&queue->mutex);
    }
    leave(queue, &queue->ended);
    return NULL;
}

static EventQueue *start(char *(*next)(void *), void *source, LineReader input)
{
    EventQueue *queue = calloc(1, sizeof *queue);
    pthread_t reader;
    if (!queue) return NULL;
    pthread_mutex_init(&queue->mutex, NULL);
    pthread_cond_init(&queue->filled, NULL);
    pthread_cond_init(&queue->emptied, NULL);
    queue->last = &queue->first;
    queue->input = input;
    queue->next = next;
    queue->source = source ? source : &queue->input;
    if (pthread_create(&reader, NULL, read_lines, queue) != 0) {
        free_queue(queue);
        return NULL;
    }
    pthread_detach(reader);
    return queue;
}

static char *next_of_input(void *reader) { return line_read(reader, stdin); }

EventQueue *events_start(LineReader *input)
{
    LineReader reader = *input;
    *input = (LineReader){0};
    return start(next_of_input, NULL, reader);
}

EventQueue *events_start_from(char *(*next)(void *), void *source) { return start(next, source, (LineReader){0}); }

Event events_next(EventQueue *queue)
{
    Event event = {.type = EVENT_END};
    EventNode *node = NULL;
    pthread_mutex_lock(&queue->mutex);
    while (!queue->first && !queue->ended && !queue->interrupted) pthread_cond_wait(&queue->filled, &queue->mutex);
    if (queue->interrupted) {
        event.type = EVENT_INTERRUPT;
        queue->interrupted = false;
    } else if ((node = queue->first)) {
        event = node->event;
        queue->first = node->next;
        if (!queue->first) queue->last = &queue->first;
        --queue->waiting;
        pthread_cond_signal(&queue->emptied);
        if (node == &queue->done) queue->done_waits = false;
    }
    pthread_mutex_unlock(&queue->mutex);
    if (node != &queue->done) free(node);
    return event;
}

void events_post_interrupt(EventQueue *queue)
{
    pthread_mutex_lock(&queue->mutex);
    queue->interrupted = true;
    pthread_cond_signal(&queue->filled);
    pthread_mutex_unlock(&queue->mutex);
}

void events_post_done(EventQueue *queue, unsigned serial, const SearchResult *result)
{
    pthread_mutex_lock(&queue->mutex);
    queue->done.event = (Event){.type = EVENT_SEARCH_DONE, .serial = serial, .result = *result};
    if (!queue->done_waits) append(queue, &queue->done);
    queue->done_waits = true;
    pthread_mutex_unlock(&queue->mutex);
}

void events_end(EventQueue *queue)
{
    if (queue) leave(queue, &queue->abandoned);
}
