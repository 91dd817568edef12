/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * A model of how searches begin and end: src/search/threads.c, worker.c (the thread), the limits in iterate.c and
 * search.c, and session_halt and session_go. Its inlines have the names of the functions. Moves and scores are left
 * out; clocks, node limits and trees of any size are choices that may fall either way. One process is the interface,
 * which gives any commands in any order; the others are the threads of the pool.
 *
 * tests/test_model.py checks all states of it, and that each fault under #ifdef is found.
 */

#ifndef HELPERS
#define HELPERS 1
#endif
#define WORKERS (1 + HELPERS)
#define CALLER WORKERS /* the interface's thread */
#define NOBODY 99
#define DEPTHS 2

mtype = {NONE, SEARCH_MAIN, SEARCH_ITERATE};

/* ---- The pool's mutex and condition variable ---- */

byte owner = NOBODY;
bool asleep[WORKERS + 1];

inline lock() { atomic { owner == NOBODY -> owner = me } }
inline unlock() { d_step { assert(owner == me); owner = NOBODY } }
inline wait()
{
    d_step { assert(owner == me); owner = NOBODY; asleep[me] = true }
    atomic { !asleep[me] && owner == NOBODY -> owner = me }
}
inline broadcast()
{
    d_step {
        byte k = 0;
        do
        :: k <= WORKERS && asleep[k] -> asleep[k] = false;
#ifdef SIGNAL_ONE
            break
#else
            k++
#endif
        :: k <= WORKERS && !asleep[k] -> k++
        :: k > WORKERS -> break
        od;
        k = 0
    }
}

/* ---- The pool ---- */

bool stop, ended, pondering, running, stop_on_ponderhit;
bool infinite, weak; /* limits */

mtype task[WORKERS] = NONE;
bool has_thread[WORKERS], leaving[WORKERS], gone[WORKERS];
bool completed[WORKERS]; /* some depth */

/* For the properties. */
bool owed;                             /* a bestmove */
bool held_by_infinite, held_by_ponder; /* it may not come yet */
bool halting;                          /* the interface has stopped the search and waits */
bool rests;                            /* the main thread does not search, and is not done */
bool fresh[WORKERS];                   /* completed[] is of this search */

inline search_end() {
#ifdef STOP_BEFORE_ENDED
    stop = true; ended = true
#else
    ended = true; stop = true
#endif
}

inline worker_run(w, job)
{
    lock();
    if
    :: has_thread[w]
    :: !has_thread[w] -> has_thread[w] = true
    :: !has_thread[w] /* no thread can be made */
    fi;
    if
    :: has_thread[w] -> d_step { assert(task[w] == NONE); task[w] = job }
    :: else
    fi;
    broadcast();
    unlock()
}

inline worker_wait(w)
{
    lock();
    do
    :: task[w] != NONE -> wait()
    :: else -> break
    od;
    unlock()
}

/* ---- A search, in a thread of the pool ---- */

/* At a node: sets `cut` if the search must stop. */
inline must_stop()
{
    if
#ifndef STOPS_DEPTH_1
    :: stop && (me != 0 || depth > 1) -> cut = true
    :: stop && me == 0 && depth == 1 -> hurried = true
#else
    :: stop -> cut = true
#endif
    :: else ->
        if
        :: me != 0
        :: me == 0 -> /* not every node reads the clock */
        :: me == 0 ->
            if
#ifndef DEAF_TO_PONDERING
            :: infinite || pondering
            :: !infinite && !pondering ->
#else
            :: true ->
#endif
                if
                :: stop_on_ponderhit -> stop = true
                :: true -> stop = true /* the node limit */
                :: true /* time is left */
                :: true -> search_end() /* out of time */
                fi
            fi
        fi
    fi
}

inline search_iterate()
{
    depth = 0; hurried = false;
    do
    :: depth == DEPTHS -> break
    :: depth < DEPTHS ->
        depth++; cut = false;
        do
        :: !cut && !hurried -> must_stop()
        :: !cut -> break /* the tree is searched: in a hurry it is small */
        :: cut -> break
        od;
        if
        :: !cut -> d_step { completed[me] = true; fresh[me] = true }
        :: else
        fi;
        cut = false;
        if
        :: me == 0 && hurried -> search_end()
        :: else
        fi;
        if
        :: stop -> break
        :: !stop && me == 0 ->
            if
            :: break /* the mate is found */
            :: had_pondered = pondering;
                if
                :: true -> stop_on_ponderhit = false
                :: had_pondered -> stop_on_ponderhit = true /* enough, but pondering */
                :: !had_pondered -> break
                fi
            fi
        :: !stop && me != 0
        fi
    od;
    depth = 0; hurried = false; had_pondered = false
}

inline wait_for_permission()
{
    rests = true;
    lock();
    do
    :: !stop && (infinite || pondering) -> wait()
    :: else -> break
    od;
    unlock()
}

/* A limited player searches some times; `stop` may be left over from the node limit of the search before. */
inline skill_search()
{
    do
    :: true ->
#ifdef PRIVATE_STOP_AFTER
        if
        :: ended -> stop = true
        :: else
        fi;
        stop = false;
#else
        stop = false;
        if
        :: ended -> stop = true
        :: else
        fi;
#endif
        completed[0] = false;
        search_iterate();
        if
        :: ended -> break
        :: else
        fi
    :: break
    od
}

/* best_thread: any worker that has completed a depth may win. */
inline best_thread()
{
    n = 0;
    do
    :: n + 1 < WORKERS && !weak -> n++;
        if
        :: completed[n] -> assert(fresh[n] && task[n] == NONE)
        :: else
        fi
    :: else -> break
    od;
    n = 0
}

inline done() { d_step { assert(owed && !held_by_infinite && !held_by_ponder); owed = false; rests = false } }

inline search_main()
{
    started = 1;
    do
    :: started < WORKERS && !weak ->
        worker_run(started, SEARCH_ITERATE);
        if
        :: has_thread[started] -> started++
        :: else -> break
        fi
    :: else -> break
    od;
    if
    :: weak -> wait_for_permission(); rests = false; skill_search()
    :: else -> search_iterate()
    fi;
#ifndef NO_PERMISSION
    wait_for_permission();
#endif
#ifndef HELPERS_GO_ON
    stop = true;
#endif
    n = 1;
    do
#ifndef NO_WAIT_FOR_HELPERS
    :: n < started -> worker_wait(n); n++
#endif
    :: else -> break
    od;
    assert(weak || (completed[0] && fresh[0])); /* a limited player may choose without a search */
    best_thread();
    started = 0;
    running = false;
    done()
}

active [WORKERS] proctype Worker()
{
    byte me = _pid, depth, started, n;
    bool cut, hurried, had_pondered;
end_unborn:
    has_thread[me];
    lock();
    do
    :: task[me] == NONE && !leaving[me] ->
        wait()
#ifdef LEAVES_AT_ONCE
    :: leaving[me] -> break
#endif
    :: task[me] != NONE ->
        unlock();
        if
        :: task[me] == SEARCH_MAIN -> search_main()
        :: task[me] == SEARCH_ITERATE -> search_iterate()
        fi;
        lock();
        task[me] = NONE;
#ifndef ENDS_SILENTLY
        broadcast()
#endif
    :: task[me] == NONE && leaving[me] -> break
    od;
    unlock();
    gone[me] = true
}

/* ---- The interface ---- */

inline search_stop()
{
#ifndef STOP_WITHOUT_LOCK
    lock();
#endif
    d_step { held_by_infinite = false; held_by_ponder = false };
    search_end();
    broadcast();
#ifndef STOP_WITHOUT_LOCK
    unlock()
#endif
}

inline search_ponderhit()
{
    if
    :: !pondering
    :: pondering ->
#ifndef PONDERHIT_WITHOUT_LOCK
        lock();
#endif
        d_step { held_by_ponder = false; pondering = false };
        broadcast();
#ifndef PONDERHIT_WITHOUT_LOCK
        unlock()
#endif
    fi
}

inline session_halt()
{
    halting = true;
    search_stop();
#ifndef HALT_WITHOUT_WAIT
    worker_wait(0);
#endif
    d_step { assert(!owed); halting = false }
}

/* search_start: any limits, nothing of the search before is left. */
inline session_go()
{
    session_halt();
    d_step {
        assert(!running);
        n = 0;
        do
        :: n < WORKERS ->
            assert(task[n] == NONE);
            fresh[n] = false;
#ifndef OLD_DEPTHS
            completed[n] = false;
#endif
            n++
        :: else -> break
        od;
        n = 0
    };
    if
    :: infinite = false
    :: infinite = true
    fi;
    if
    :: weak = false
    :: !infinite -> weak = true
    fi;
    if
    :: held_by_ponder = false
    :: held_by_ponder = true
    fi;
    d_step {
        held_by_infinite = infinite;
        ended = false;
        stop = false;
#ifndef FORGETS_PONDER
        pondering = held_by_ponder;
#endif
        stop_on_ponderhit = false;
        running = true
    };
    owed = true;
    worker_run(0, SEARCH_MAIN);
    if
    :: has_thread[0]
    :: else -> d_step { running = false; owed = false } /* the interface answers: no move */
    fi
}

inline worker_free(w)
{
    if
    :: has_thread[w] -> lock(); leaving[w] = true; broadcast(); unlock(); gone[w]
    :: else
    fi
}

/* search_free: stops, then frees the workers, the main thread first. */
inline search_free()
{
    search_stop();
    n = 0;
    do
    :: n < WORKERS -> worker_free(n); n++
    :: else -> break
    od;
    assert(!owed)
}

active proctype Interface()
{
    byte me = CALLER, n;
    do
    :: session_go()
    :: session_halt()
    :: search_ponderhit()
    :: !held_by_infinite && !held_by_ponder -> worker_wait(0); assert(!owed)
    :: search_free(); break
    od
}

/* No stop is lost: the interface does not wait for ever. */
ltl stops { [] (halting -> <> !halting) }

/* No ponderhit is lost, and the helpers end with the main thread: when it may speak, it does. */
ltl speaks { [] (rests && !held_by_infinite && !held_by_ponder -> <> !rests) }
