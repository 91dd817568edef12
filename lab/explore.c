/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Makes an opening book by drop-out expansion (T. Lincke, "Strategies for the Automatic Construction of Opening Books",
 * Computers and Games 2000), with one move added at a time as M. Buro does ("Toward Opening Book Learning", ICCA Journal
 * 22, 1999).
 *
 * Every position of the book (src/library/book.h) was searched, so it has an open edge: its best move outside the book.
 * The book grows in rounds. A round takes the open edges with the cheapest way from the start, where a move costs a ply
 * plus what it loses against the best one: so good lines grow deep, bad moves are only refuted. For each it
 *
 *   - follows a transposition, if the move leads to a known position; else
 *   - adds the position after the move, and searches it;
 *   - searches the position before the move again, without the moves that the book has: its next open edge.
 *
 * Then scores go back by minimax. Before the first round every move of the start position gets a position, and every
 * reply too, if these take no more than half of the book.
 *
 * A search begins with empty tables, so its result depends on nothing but the position and the moves. Rounds have a fixed
 * size. So the book depends neither on the number of shards nor on stops: the searches are numbered, each shard does
 * every Nth, and writes them to its file (FILE.searches, nnue/blocks.h), which the other shards read. All of them compute
 * the same book. The searches of a shard that is late are done by the others, so none needs to run while another does. A
 * run that begins again first takes the searches that the files have.
 */

#include "lab.h"

#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../nnue/blocks.h"
#include "../nnue/generate.h"
#include "../src/eval/nets.h"
#include "../src/session/session.h"
#include "../src/search/timeman.h"
#include "../src/util/files.h"
#include "book_build.h"
#include "numbers.h"

enum {
    SHARDS_MAX = 1000,
    PATH_BYTES = 1024,
    RECORD_BYTES = 8 + 8 + 8 + 4, /* number, key of the question, move, score */
    FLUSH_EVERY = 32,             /* searches */
    POLL_MS = 100,                /* between looks at the files of other shards */
    LATE_MS = 5 * 1000,           /* a shard is late after that time and ... */
    LATE_SEARCHES = 4,            /* ... the time of this many searches: then others do its searches */
    PROGRESS_MS = 20 * 1000,
    DECIDED = EVAL_MAX            /* a score beyond is a proven win or loss: nothing to explore */
};

typedef struct Options {
    const Variant *variant;
    const char *out;
    int64_t positions, nodes, bytes, round, drop, hash, shard, shards;
    bool classical, quiet;
} Options;

/* A search: of a position with some of its moves. */
typedef struct Job {
    uint32_t node;
    Move *moves; /* NULL: all */
    size_t count;
    Key question;/* identifies position and moves */
} Job;

typedef struct Answer {
    bool known;
    uint64_t number;
    Key question;
    Move move;
    Score score;
} Answer;

typedef struct Explorer {
    Options o;
    OpeningBook *book;
    SearchPool *pool;
    const Net *net;
    Job *jobs; /* of this round */
    size_t job_count, job_room;
    Answer *answers; /* a hash table by number: files may have any numbers */
    uint64_t answer_room, answer_count, asked; /* asked: answers used so far */
    BlockWriter file;
    char path[PATH_BYTES]; /* its name */
    char text[BLOCK_TEXT_MAX + 1]; /* the parameters, without the shard */
    uint64_t *read;                /* bytes of each shard's file that were read */
    bool *late;                    /* shards that are not waited for */
    int64_t started, last_report, longest; /* longest: milliseconds of a search */
    uint64_t searched, nodes;      /* in this run */
    ErrorText *error;
} Explorer;

static bool no_memory(Explorer *x) { return error_set(x->error, "out of memory"); }

/* ---- Answers and their files ---- */

static void shard_path(const Options *o, int64_t shard, char path[PATH_BYTES])
{
    if (o->shards == 1) snprintf(path, PATH_BYTES, "%.1000s.searches", o->out);
    else snprintf(path, PATH_BYTES, "%.980s.%d-of-%d.searches", o->out, (int)shard, (int)o->shards);
}

/* The place of an answer, free if it is not known; some place is free. */
static Answer *answer_place(Answer *answers, uint64_t room, uint64_t number)
{
    uint64_t at = splitmix64_mix(number);
    while (answers[at & (room - 1)].known && answers[at & (room - 1)].number != number) ++at;
    return &answers[at & (room - 1)];
}

/* NULL: not known. */
static const Answer *answer_to(const Explorer *x, uint64_t number)
{
    const Answer *a = x->answer_room ? answer_place(x->answers, x->answer_room, number) : NULL;
    return a && a->known ? a : NULL;
}

static bool keep_answer(Explorer *x, const Answer *answer)
{
    if (2 * (x->answer_count + 1) > x->answer_room) {
        uint64_t room = x->answer_room ? 2 * x->answer_room : 1024;
        Answer *grown = calloc(room, sizeof *grown);
        if (!grown) return no_memory(x);
        for (uint64_t i = 0; i < x->answer_room; ++i)
            if (x->answers[i].known) *answer_place(grown, room, x->answers[i].number) = x->answers[i];
        free(x->answers);
        x->answers = grown;
        x->answer_room = room;
    }
    Answer *place = answer_place(x->answers, x->answer_room, answer->number);
    x->answer_count += !place->known;
    *place = *answer;
    return true;
}

/* Begins after the blocks that were read before, unless the file has been replaced. */
static void skip_read(BlockReader *r, uint64_t *done)
{
    if (*done <= r->offset) return;
    bool ok = fseeko(r->file, 0, SEEK_END) == 0 && ftello(r->file) >= (off_t)*done && fseeko(r->file, (off_t)*done, SEEK_SET) == 0;
    if (ok) r->offset = *done;
    else *done = fseeko(r->file, (off_t)r->offset, SEEK_SET) == 0 ? 0 : *done;
}

/* Reads the new blocks of a shard's file; the shard is then not late. A block that is being written is left for later. */
static bool read_answers(Explorer *x, int64_t shard)
{
    char path[PATH_BYTES];
    BlockReader r;
    BlockStatus status = BLOCK_END;
    ErrorText problem;
    uint64_t *done = &x->read[shard - 1];
    shard_path(&x->o, shard, path);
    if (!file_exists(path)) return true;
    if (!block_open(&r, path, BLOCK_SEARCHES, &problem)) {
        /* Another process may be creating it. */
        if (shard != x->o.shard) return true;
        *x->error = problem;
        return false;
    }
    bool ok = strcmp(r.header.game, x->o.variant->name) == 0 && strcmp(r.header.text, x->text) == 0;
    if (!ok) {
        fprintf(stderr, "there: %s %s\nhere:  %s %s\n", r.header.game, r.header.text, x->o.variant->name, x->text);
        error_set(x->error, "%.80s holds searches of another book: remove it, or choose another --out", path);
    }
    if (ok) skip_read(&r, done);
    while (ok && (status = block_next(&r, x->error)) == BLOCK_READ) {
        *done = r.offset;
        x->late[shard - 1] = false;
        for (size_t at = 0; at + RECORD_BYTES <= r.size && ok; at += RECORD_BYTES) {
            const uint8_t *in = r.payload + at;
            ok = keep_answer(x, &(Answer){true, get_le(in, 8), get_le(in + 8, 8), get_le(in + 16, 8),
                                          (Score)(int32_t)(uint32_t)get_le(in + 24, 4)});
        }
    }
    ok = ok && status != BLOCK_DAMAGED && status != BLOCK_FAILED;
    block_done(&r);
    return ok;
}

static bool write_answer(Explorer *x, const Answer *a)
{
    uint8_t *out = block_room(&x->file, RECORD_BYTES);
    if (!out) return no_memory(x);
    put_le(out, a->number, 8);
    put_le(out + 8, a->question, 8);
    put_le(out + 16, a->move, 8);
    put_le(out + 24, (uint32_t)a->score, 4);
    block_add(&x->file, RECORD_BYTES, a->number);
    return x->file.records < FLUSH_EVERY || block_flush(&x->file, x->error);
}

static bool open_answers(Explorer *x)
{
    const char *path = x->path;
    uint64_t cut = 0;
    shard_path(&x->o, x->o.shard, x->path);
    BlockHeader header = {.kind = BLOCK_SEARCHES};
    snprintf(header.game, sizeof header.game, "%s", x->o.variant->name);
    snprintf(header.text, sizeof header.text, "%s", x->text);
    if (!file_exists(path)) return block_create(&x->file, path, &header, true, x->error);
    return read_answers(x, x->o.shard) && block_append(&x->file, path, BLOCK_SEARCHES, UINT64_MAX, &cut, x->error);
}

/* ---- Searching ---- */

static void tell_progress(Explorer *x, bool last)
{
    int64_t now = time_now();
    if (x->o.quiet || (!last && now - x->last_report < PROGRESS_MS)) return;
    x->last_report = now;
    double seconds = (double)(now - x->started + 1) / 1000;
    fprintf(stderr, "%s: %" PRIu32 " of %" PRId64 " positions, %" PRIu64 " searches, %.2f Mnodes/s\n", x->o.variant->name,
            x->book->count, x->o.positions, x->searched, (double)x->nodes / seconds / 1e6);
}

static bool search(Explorer *x, const Job *job, uint64_t number, Answer *answer)
{
    Position *pos = book_position(x->book, job->node);
    if (!pos) return no_memory(x);
    SearchLimits limits = {.nodes = (uint64_t)x->o.nodes, .moves = job->moves, .move_count = job->count};
    int64_t begun = time_now();
    search_clear(x->pool);
    SearchResult result = search_run(x->pool, pos, &limits);
    position_free(pos);
    *answer = (Answer){true, number, job->question, result.best, result.score};
    ++x->searched;
    x->nodes += result.nodes;
    x->longest = max(x->longest, time_now() - begun);
    return result.best != MOVE_NONE || no_memory(x);
}

static int64_t shard_of(const Explorer *x, uint64_t number) { return (int64_t)(number % (uint64_t)x->o.shards) + 1; }

/* Searches and writes one answer. Searches depend on nothing but their question, so it does not matter which shards do. */
static bool answer(Explorer *x, uint64_t first, uint64_t number)
{
    Answer a;
    return search(x, &x->jobs[number - first], number, &a) && keep_answer(x, &a) && write_answer(x, &a);
}

/* Does a search of a late shard: not the first one, for other shards may be doing that, but one of its own choice.
 * *done: there was one. */
static bool help_out(Explorer *x, uint64_t first, uint64_t end, bool *done)
{
    uint64_t missing = 0, chosen;
    for (uint64_t n = first; n < end; ++n) missing += !answer_to(x, n) && x->late[shard_of(x, n) - 1];
    *done = missing > 0;
    if (!missing) return true;
    chosen = (uint64_t)x->o.shard % missing;
    for (uint64_t n = first; n < end; ++n)
        if (!answer_to(x, n) && x->late[shard_of(x, n) - 1] && chosen-- == 0)
            return answer(x, first, n) && block_flush(&x->file, x->error);
    return true;
}

static bool read_others(Explorer *x)
{
    for (int64_t shard = 1; shard <= x->o.shards; ++shard)
        if (shard != x->o.shard && !read_answers(x, shard)) return false;
    return true;
}

/* Waits until the other shards have answered these questions, and does the searches of late ones: shards that were
 * stopped, were not started yet, or run on slow machines. */
static bool wait_for(Explorer *x, uint64_t first, uint64_t end)
{
    int64_t since = time_now();
    uint64_t left = 0;
    while (!interrupted()) {
        uint64_t missing = 0, number = 0;
        for (uint64_t n = end; n-- > first;)
            if (!answer_to(x, n)) ++missing, number = n;
        if (!missing) break;
        if (missing != left) since = time_now();
        left = missing;
        int64_t shard = shard_of(x, number);
        if (time_now() - since > max(LATE_MS, LATE_SEARCHES * x->longest) && !x->late[shard - 1]) {
            char path[PATH_BYTES];
            shard_path(&x->o, shard, path);
            if (!x->o.quiet)
                fprintf(stderr, "shard %d is late, with search %" PRIu64 " in %s: others do it\n", (int)shard, number, path);
            x->late[shard - 1] = true;
        }
        bool done;
        if (!help_out(x, first, end, &done)) return false;
        if (!done) nanosleep(&(struct timespec){.tv_nsec = POLL_MS * 1000000L}, NULL);
        if (!read_others(x)) return false;
    }
    return true;
}

/* May this be the answer? It is from a file. */
static bool check_answer(Explorer *x, const Job *job, const Answer *a)
{
    if (a->question != job->question)
        return error_set(x->error, "search %" PRIu64 " in the files of searches is of another position: remove them", a->number);
    bool among = !job->moves;
    for (size_t i = 0; i < job->count && !among; ++i) among = job->moves[i] == a->move;
    Position *pos = book_position(x->book, job->node);
    if (!pos) return no_memory(x);
    bool legal = among && position_is_legal(pos, a->move);
    position_free(pos);
    return (legal && a->score >= -SCORE_MATE && a->score <= SCORE_MATE)
           || error_set(x->error, "search %" PRIu64 " in the files of searches has no legal move or score: remove them", a->number);
}

/* Answers all jobs of a round: by the files, by searches, and by the other shards. *number is that of the first. */
static bool answer_jobs(Explorer *x, uint64_t *number)
{
    *number = x->asked;
    uint64_t end = *number + x->job_count;
    if (!read_others(x)) return false;
    for (uint64_t n = *number; n < end && !interrupted(); ++n) {
        if (answer_to(x, n) || shard_of(x, n) != x->o.shard) continue;
        if (!answer(x, *number, n)) return false;
        tell_progress(x, false);
    }
    if (!block_flush(&x->file, x->error) || !wait_for(x, *number, end)) return false;
    if (interrupted()) return true;
    for (size_t i = 0; i < x->job_count; ++i)
        if (!check_answer(x, &x->jobs[i], answer_to(x, *number + i))) return false;
    x->asked = end;
    return true;
}

static void forget_jobs(Explorer *x)
{
    for (size_t i = 0; i < x->job_count; ++i) free(x->jobs[i].moves);
    x->job_count = 0;
}

/* Takes over the moves. */
static bool add_job(Explorer *x, uint32_t node, Move *moves, size_t count)
{
    if (x->job_count == x->job_room) {
        size_t room = x->job_room ? 2 * x->job_room : 64;
        Job *grown = realloc(x->jobs, room * sizeof *grown);
        if (!grown) {
            free(moves);
            return no_memory(x);
        }
        x->jobs = grown;
        x->job_room = room;
    }
    Key question = x->book->nodes[node].key;
    for (size_t i = 0; i < count; ++i) question = splitmix64_mix(question ^ moves[i]) + 1;
    x->jobs[x->job_count++] = (Job){node, moves, count, question};
    return true;
}

/* ---- Growing ---- */

/* The number of legal moves that a node has no edge for, and these moves if `out` is not NULL; -1: no memory. */
static int64_t missing_moves(const OpeningBook *book, uint32_t node, Move **out)
{
    const BookNode *n = &book->nodes[node];
    Position *pos = book_position(book, node);
    size_t count = 0, left = 0;
    Move *moves = pos ? position_moves(pos, &count) : NULL;
    position_free(pos);
    if (!moves) return -1;
    for (size_t i = 0; i < count; ++i) {
        bool known = false;
        for (uint32_t e = 0; e < n->edge_count && !known; ++e) known = n->edges[e].move == moves[i];
        if (!known) moves[left++] = moves[i];
    }
    if (out) *out = moves;
    else free(moves);
    return (int64_t)left;
}

/* Follows a move that the book does not have: by a new node with a job to search it, a transposition, or a closed edge
 * with the score of the search that found it. */
static bool follow(Explorer *x, uint32_t node, Move move, Score score)
{
    OpeningBook *book = x->book;
    Position *pos = book_position(book, node);
    if (!pos) return no_memory(x);
    position_make(pos, move);
    Key key = pos->state->key;
    Outcome outcome = position_outcome(pos);
    Side side = pos->side;
    position_free(pos);
    BookEdge edge = {.move = move, .child = book_find(book, key), .kind = BOOK_CHILD};
    bool ok = true;
    if (edge.child != BOOK_NONE) {
        if (book_leads_to(book, edge.child, node)) edge = (BookEdge){move, BOOK_NONE, BOOK_CLOSED, (int16_t)score};
        return book_add_edge(book, node, edge) || no_memory(x);
    }
    edge.child = book_add_node(book, node, move, key);
    if (edge.child == BOOK_NONE || !book_add_edge(book, node, edge)) return no_memory(x);
    BookNode *child = &book->nodes[edge.child];
    child->over = outcome.result != ONGOING || child->ply >= BOOK_PLIES_MAX;
    if (outcome.result != ONGOING)
        child->score = outcome.result == DRAW ? 0 : outcome.result == result_win(side) ? SCORE_MATE : -SCORE_MATE;
    else if (child->over) child->score = (int16_t)-score;
    else ok = add_job(x, edge.child, NULL, 0);
    return ok;
}

/* Searches all jobs and adds the open edges that they found. */
static bool finish_round(Explorer *x)
{
    uint64_t number;
    bool ok = answer_jobs(x, &number);
    for (size_t i = 0; i < x->job_count && ok && !interrupted(); ++i) {
        const Answer *a = answer_to(x, number + i);
        bool decided = a->score > DECIDED || a->score < -DECIDED;
        BookEdge edge = {a->move, BOOK_NONE, decided ? BOOK_CLOSED : BOOK_OPEN, (int16_t)a->score};
        ok = book_add_edge(x->book, x->jobs[i].node, edge) || no_memory(x);
    }
    forget_jobs(x);
    return ok;
}

/* Gives every move of these nodes a node, instead of their open edges. */
static bool expand_fully(Explorer *x, uint32_t first, uint32_t end)
{
    bool ok = true;
    for (uint32_t i = first; i < end && ok; ++i) {
        Move *moves = NULL;
        BookNode *n = &x->book->nodes[i];
        if (n->over) continue;
        n->edge_count = 0;
        int64_t count = missing_moves(x->book, i, &moves);
        ok = count >= 0 || no_memory(x);
        for (int64_t m = 0; m < count && ok; ++m) ok = follow(x, i, moves[m], 0);
        free(moves);
    }
    return ok && finish_round(x);
}

/* An open edge, and the cost of the way over it. */
typedef struct Leaf {
    int64_t cost;
    uint32_t node, edge;
} Leaf;

static int by_cost(const void *a, const void *b)
{
    const Leaf *x = a, *y = b;
    if (x->cost != y->cost) return x->cost < y->cost ? -1 : 1;
    return x->node < y->node ? -1 : x->node > y->node;
}

/* The open edges, cheapest first; NULL if memory ran out. */
static Leaf *find_leaves(const OpeningBook *book, const int64_t *costs, int drop, size_t *count)
{
    Leaf *leaves = malloc((book->count + 1) * sizeof *leaves);
    *count = 0;
    for (uint32_t i = 0; i < book->count && leaves; ++i) {
        const BookNode *n = &book->nodes[i];
        for (uint32_t e = 0; e < n->edge_count; ++e)
            if (n->edges[e].kind == BOOK_OPEN)
                leaves[(*count)++] = (Leaf){costs[i] + book_edge_cost(book, n, &n->edges[e], drop), i, e};
    }
    if (leaves) qsort(leaves, *count, sizeof *leaves, by_cost);
    return leaves;
}

/* Follows the open edge of a node, and searches for the next one. */
static bool expand(Explorer *x, const Leaf *leaf)
{
    BookNode *n = &x->book->nodes[leaf->node];
    BookEdge open = n->edges[leaf->edge];
    n->edges[leaf->edge] = n->edges[--n->edge_count];
    if (!follow(x, leaf->node, open.move, open.score)) return false;
    Move *moves;
    int64_t left = missing_moves(x->book, leaf->node, &moves);
    if (left < 0) return no_memory(x);
    if (left > 0) return add_job(x, leaf->node, moves, (size_t)left);
    free(moves);
    return true;
}

/* Evaluates the book and finds the cost of every node; the caller frees *costs. */
static bool evaluate_book(Explorer *x, int64_t **costs)
{
    OpeningBook *book = x->book;
    uint32_t *order = malloc(book->count * sizeof *order);
    *costs = malloc(book->count * sizeof **costs);
    bool ok = order && *costs && book_order(book, order);
    if (ok) {
        book_evaluate(book, order);
        book_costs(book, order, (int)x->o.drop, *costs);
    }
    free(order);
    if (ok) return true;
    free(*costs);
    return no_memory(x);
}

/* A round; *done: the book has all positions, or there is nothing left to explore. */
static bool run_round(Explorer *x, bool *done)
{
    int64_t *costs;
    size_t count;
    if (!evaluate_book(x, &costs)) return false;
    Leaf *leaves = find_leaves(x->book, costs, (int)x->o.drop, &count);
    bool ok = leaves || no_memory(x);
    for (size_t i = 0; i < count && i < (size_t)x->o.round && ok; ++i)
        if (x->book->count < x->o.positions) ok = expand(x, &leaves[i]);
    *done = ok && (count == 0 || x->book->count >= x->o.positions);
    free(leaves);
    free(costs);
    return ok && finish_round(x);
}

/* Expands the first ply, and the second one if it takes at most half of the positions. */
static bool run_first_plies(Explorer *x)
{
    OpeningBook *book = x->book;
    if (!expand_fully(x, 0, 1)) return false;
    uint32_t end = book->count;
    int64_t replies = 0;
    for (uint32_t i = 1; i < end && !interrupted(); ++i) {
        int64_t count = book->nodes[i].over ? 0 : missing_moves(book, i, NULL);
        if (count < 0) return no_memory(x);
        replies += count + 1; /* the open edge */
    }
    return end + replies > x->o.positions / 2 || interrupted() || expand_fully(x, 1, end);
}

/* ---- The book ---- */

/* Writes the book, with as many positions as the bytes allow: the cheapest ones. */
static bool write_book(Explorer *x)
{
    int64_t *costs, low = 0, high = 0;
    Buffer out = {0};
    if (!evaluate_book(x, &costs)) return false;
    book_sort(x->book);
    for (uint32_t i = 0; i < x->book->count; ++i) high = max(high, costs[i]);
    bool ok = book_write(x->book, NULL, 0, &out) || no_memory(x);
    /* The largest cost limit that fits. */
    if (ok && (int64_t)out.length > x->o.bytes) {
        while (low < high && ok) {
            int64_t middle = low + (high - low + 1) / 2;
            buffer_clear(&out);
            ok = book_write(x->book, costs, middle, &out) || no_memory(x);
            if ((int64_t)out.length > x->o.bytes) high = middle - 1;
            else low = middle;
        }
        buffer_clear(&out);
        ok = ok && (book_write(x->book, costs, low, &out) || no_memory(x));
        if (ok && (int64_t)out.length > x->o.bytes)
            ok = error_set(x->error, "the start position alone needs more than %" PRId64 " bytes", x->o.bytes);
    }
    if (ok) {
        /* The written file must read back as the same book. */
        OpeningBook *again = book_read(out.text, out.length, x->o.out, x->error);
        ok = again != NULL && whole_file_write(x->o.out, out.text, out.length, x->error);
        if (ok && !x->o.quiet)
            fprintf(stderr, "%s: %" PRIu32 " of %" PRIu32 " positions in %zu bytes\n", x->o.out, again->count, x->book->count,
                    out.length);
        book_free(again);
    }
    buffer_free(&out);
    free(costs);
    return ok;
}

static void describe(Explorer *x)
{
    const Options *o = &x->o;
    snprintf(x->text, sizeof x->text,
             "%s %s positions=%" PRId64 " nodes=%" PRId64 " round=%" PRId64 " drop=%" PRId64 " hash=%" PRId64 " eval=%016" PRIx64,
             ENGINE_NAME, ENGINE_VERSION, o->positions, o->nodes, o->round, o->drop, o->hash, net_sum(x->net));
    snprintf(x->book->made, sizeof x->book->made, "%.*s", BOOK_MADE_MAX - 1, x->text);
}

static int run(Explorer *x)
{
    bool done = false;
    describe(x);
    interrupt_catch();
    if (!open_answers(x)) return STATUS_ERROR;
    x->started = x->last_report = time_now();
    bool ok = run_first_plies(x);
    while (ok && !done && !interrupted()) ok = run_round(x, &done);
    tell_progress(x, true);
    ErrorText again;
    ok = block_flush(&x->file, ok ? x->error : &again) && ok;
    block_abandon(&x->file);
    if (ok && !interrupted()) ok = write_book(x);
    if (!ok) return STATUS_ERROR;
    if (!interrupted()) return STATUS_OK;
    fprintf(stderr, "interrupted; the same command continues\n");
    return STATUS_UNFINISHED;
}

/* ---- The command line ---- */

static bool read_shard(void *place, const char *text, ErrorText *error)
{
    Options *o = place;
    int64_t n[2];
    if (!numbers_read(text, "/", SHARDS_MAX, n) || n[0] < 1 || n[0] > n[1])
        return error_set(error, "--shard takes I/N, like 2/3, not '%.40s'", text);
    o->shard = n[0];
    o->shards = n[1];
    return true;
}

const Argument explore_arguments[] = {
    {"GAME", ARGUMENT_BY(variant_argument, Options, variant)},
    {"--positions", ARGUMENT(Options, positions), "N", "of the book", 2, BOOK_NODES_MAX},
    {"--nodes", ARGUMENT(Options, nodes), "N", "of each search", 1, 1000000000000},
    {"--out", ARGUMENT(Options, out), "FILE", "(GAME.book); searches are kept in FILE.searches"},
    {"--bytes", ARGUMENT(Options, bytes), "N", "at most (150000); drops the least promising positions", 1000,
     BOOK_BYTES_MAX},
    {"--round", ARGUMENT(Options, round), "N", "positions at a time (16)", 1, 100000},
    {"--drop", ARGUMENT(Options, drop), "CP", "centipawns (chess) per ply of depth (4)", 1, 10000},
    {"--hash", ARGUMENT(Options, hash), "MIB", "(1)", 1, 65536},
    {"--classical", ARGUMENT(Options, classical), .help = "without nets"},
    {"--shard", .read = read_shard, .value = "I/N", .help = "this process does one shard of the searches"},
    {"--quiet", ARGUMENT(Options, quiet), .help = "no progress"},
    {.name = NULL},
};

int explore_run(int argc, char **argv, ErrorText *error)
{
    Explorer x = {.o = {.bytes = 150000, .round = 16, .drop = 4, .hash = 1, .shard = 1, .shards = 1}, .error = error};
    char out[PATH_BYTES];
    int status = STATUS_ERROR;
    NetStore *nets = NULL;
    bool ok = arguments_read(explore_arguments, argc, argv, &x.o, NULL, error);
    if (ok && (!x.o.positions || !x.o.nodes)) ok = error_set(error, "needs --positions and --nodes");
    if (ok) {
        if (!x.o.out) snprintf(out, sizeof out, "%s.book", x.o.variant->name);
        if (!x.o.out) x.o.out = out;
        nets = nets_read("", error);
        x.net = nets && !x.o.classical ? nets_of(nets, x.o.variant) : NULL;
        x.book = book_new(x.o.variant);
        x.pool = search_new(x.o.variant, (size_t)x.o.hash, 1);
        x.read = calloc((size_t)x.o.shards, sizeof *x.read);
        x.late = calloc((size_t)x.o.shards, sizeof *x.late);
        if (!nets || !x.book || !x.pool || !x.read || !x.late || !search_set_net(x.pool, x.net)) no_memory(&x);
        else status = run(&x);
    }
    forget_jobs(&x);
    free(x.jobs);
    free(x.answers);
    free(x.read);
    free(x.late);
    book_free(x.book);
    search_free(x.pool);
    nets_free(nets);
    return status;
}
