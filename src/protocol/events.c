/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "events.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef struct EventNode {
    struct EventNode *next;
    Event event;
} EventNode;

/* Lines that may wait before the reader pauses. */
enum { WAITING_MAX = 4096 };

struct EventQueue {
    pthread_mutex_t mutex;
    pthread_cond_t filled, emptied;
    EventNode *first, **last;
    unsigned waiting;
    bool ended;        /* nothing more is read: the reader has left */
    bool abandoned;    /* nobody asks any more: the face has left */
    LineReader input;
};

/* By the last of the two who use it. */
static void free_queue(EventQueue *queue)
{
    for (EventNode *node = queue->first, *next; node; node = next) {
        next = node->next;
        free(node->event.line);
        free(node);
    }
    line_free(&queue->input);
    pthread_cond_destroy(&queue->filled);
    pthread_cond_destroy(&queue->emptied);
    pthread_mutex_destroy(&queue->mutex);
    free(queue);
}

/* Takes the node over. */
static void post(EventQueue *queue, EventNode *node)
{
    pthread_mutex_lock(&queue->mutex);
    while (node->event.type == EVENT_LINE && queue->waiting >= WAITING_MAX && !queue->abandoned)
        pthread_cond_wait(&queue->emptied, &queue->mutex);
    node->next = NULL;
    *queue->last = node;
    queue->last = &node->next;
    ++queue->waiting;
    pthread_cond_signal(&queue->filled);
    pthread_mutex_unlock(&queue->mutex);
}

/* One of the two leaves: the end of the input is remembered rather than queued, so that it
 * can not fail for want of memory. */
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
    for (char *line; (line = line_read(&queue->input, stdin));) {
        EventNode *node = malloc(sizeof *node);
        char *copy = malloc(strlen(line) + 1);
        if (!node || !copy) {
            free(node);
            free(copy);
            break;
        }
        node->event = (Event){.type = EVENT_LINE, .line = strcpy(copy, line)};
        post(queue, node);
    }
    leave(queue, &queue->ended);
    return NULL;
}

EventQueue *events_start(LineReader *input)
{
    EventQueue *queue = calloc(1, sizeof *queue);
    pthread_t reader;
    if (!queue) return NULL;
    pthread_mutex_init(&queue->mutex, NULL);
    pthread_cond_init(&queue->filled, NULL);
    pthread_cond_init(&queue->emptied, NULL);
    queue->last = &queue->first;
    queue->input = *input;
    *input = (LineReader){0};
    if (pthread_create(&reader, NULL, read_lines, queue) != 0) {
        free_queue(queue);
        return NULL;
    }
    pthread_detach(reader);
    return queue;
}

Event events_next(EventQueue *queue)
{
    Event event = {.type = EVENT_END};
    pthread_mutex_lock(&queue->mutex);
    while (!queue->first && !queue->ended) pthread_cond_wait(&queue->filled, &queue->mutex);
    EventNode *node = queue->first;
    if (node) {
        event = node->event;
        queue->first = node->next;
        if (!queue->first) queue->last = &queue->first;
        --queue->waiting;
        pthread_cond_signal(&queue->emptied);
    }
    pthread_mutex_unlock(&queue->mutex);
    free(node);
    return event;
}

void events_post_done(EventQueue *queue, unsigned serial, const SearchResult *result)
{
    EventNode *node = malloc(sizeof *node);
    if (!node) return;
    node->event = (Event){.type = EVENT_SEARCH_DONE, .serial = serial, .result = *result};
    post(queue, node);
}

void events_end(EventQueue *queue)
{
    if (queue) leave(queue, &queue->abandoned);
}
