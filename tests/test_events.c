/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* The events of a protocol: lines in order, the end of a search, interrupts, a reader that is faster than the game. */

#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../src/session/events.h"
#include "support.h"

static void rest(long milliseconds) { nanosleep(&(struct timespec){.tv_nsec = milliseconds * 1000000}, NULL); }

/* A source of so many lines, which ends when it may. */
typedef struct Source {
    int lines;
    atomic_int given; /* lines that were asked for */
    atomic_bool ended;
    sem_t end;
    char text[32];
} Source;

static char *next(void *context)
{
    Source *source = context;
    int number = atomic_load(&source->given);
    if (number == source->lines) {
        sem_wait(&source->end);
        atomic_store(&source->ended, true);
        return NULL;
    }
    snprintf(source->text, sizeof source->text, "line %d", number);
    atomic_store(&source->given, number + 1);
    return source->text;
}

static EventQueue *begin(Source *source, int lines)
{
    *source = (Source){.lines = lines};
    ck_assert_int_eq(sem_init(&source->end, 0, 0), 0);
    EventQueue *queue = events_start_from(next, source);
    ck_assert_ptr_nonnull(queue);
    return queue;
}

static void end(Source *source, EventQueue *queue)
{
    sem_post(&source->end);
    events_end(queue);
    while (!atomic_load(&source->ended)) rest(1);
    sem_destroy(&source->end);
}

static void expect_line(EventQueue *queue, int number)
{
    char text[32];
    Event event = events_next(queue);
    snprintf(text, sizeof text, "line %d", number);
    ck_assert(event.type == EVENT_LINE);
    ck_assert_str_eq(event.line, text);
    free(event.line);
}

START_TEST(test_lines)
{
    Source source;
    EventQueue *queue = begin(&source, 5);
    for (int i = 0; i < 5; ++i) expect_line(queue, i);
    sem_post(&source.end);
    for (int i = 0; i < 3; ++i) ck_assert(events_next(queue).type == EVENT_END);
    end(&source, queue);
}

/* Of the ends of searches the latest is told, behind the lines before it; several interrupts count once, and come first. */
START_TEST(test_done_and_interrupts)
{
    Source source;
    EventQueue *queue = begin(&source, 2);
    while (atomic_load(&source.given) < 2) rest(1);
    rest(20);
    for (unsigned serial = 7; serial <= 9; ++serial)
        events_post_done(queue, serial, &(SearchResult){.best = (Move)serial, .nodes = 3});
    events_post_interrupt(queue);
    events_post_interrupt(queue);
    ck_assert(events_next(queue).type == EVENT_INTERRUPT);
    expect_line(queue, 0);
    expect_line(queue, 1);
    Event event = events_next(queue);
    ck_assert(event.type == EVENT_SEARCH_DONE && event.serial == 9 && event.result.best == 9 && event.result.nodes == 3);
    /* And again: nothing else waits. */
    events_post_done(queue, 10, &(SearchResult){.best = 10});
    event = events_next(queue);
    ck_assert(event.type == EVENT_SEARCH_DONE && event.serial == 10 && event.result.best == 10);
    events_post_done(queue, 11, &(SearchResult){.best = 11}); /* nobody asks for it any more */
    end(&source, queue);
}

/* The reader waits while 4,096 lines wait, with one more in its hand. */
START_TEST(test_many_lines)
{
    enum { WAITING = 4096, LINES = 10000 };
    Source source;
    EventQueue *queue = begin(&source, LINES);
    for (int taken = 0; taken < 3; ++taken) {
        while (atomic_load(&source.given) < WAITING + 1 + taken) rest(1);
        rest(20);
        ck_assert_int_eq(atomic_load(&source.given), WAITING + 1 + taken);
        expect_line(queue, taken);
    }
    for (int i = 3; i < LINES; ++i) expect_line(queue, i);
    end(&source, queue);
    /* Nobody takes them: the reader goes on to the end. */
    queue = begin(&source, LINES);
    while (atomic_load(&source.given) < WAITING + 1) rest(1);
    end(&source, queue);
    ck_assert_int_eq(atomic_load(&source.given), LINES);
}

int main(void)
{
    variants_init();
    return RUN_TESTS("events", 60, ONCE(test_lines), ONCE(test_done_and_interrupts), ONCE(test_many_lines));
}
