/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Reads books. */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../util/embedded.h"
#include "../util/fnv.h"
#include "../util/minmax.h"
#include "../util/whole_file.h"
#include "book.h"

enum { SPARE_PLIES = 4 };

typedef struct Reader {
    const char *name;
    char *text; /* a copy; every line read ends with '\0' */
    OpeningBook *book;
    Position *pos;     /* at the node that is read */
    uint32_t numbered; /* nodes that moves so far lead to */
    ErrorText *error;
} Reader;

static bool refuse(const Reader *r, uint32_t node, const char *what, const char *word)
{
    return error_set(r->error, "%.80s is not a valid book: node %" PRIu32 ": %s%s%.40s", r->name, node, what, *word ? " " : "",
                     word);
}

/* The rest of a line after a word that it must begin with; NULL if it does not. */
static char *after_word(char *line, const char *word)
{
    size_t length = strlen(word);
    return line && strncmp(line, word, length) == 0 ? line + length : NULL;
}

/* Cuts the next line off; NULL at the end of the text. */
static char *next_line(char **text)
{
    char *line = *text, *end = strchr(line, '\n');
    if (!end) return NULL;
    *end = '\0';
    *text = end + 1;
    return line;
}

/* The text up to the line `end CHECKSUM`; 0, with the reason, if that line is missing or wrong. */
static size_t check_end(const char *text, size_t size, const char *name, ErrorText *error)
{
    enum { DIGITS = 16 };
    size_t tail = sizeof BOOK_END - 1 + DIGITS + 1;
    bool plain = size > tail && size <= BOOK_BYTES_MAX;
    for (size_t i = 0; i < size && plain; ++i) plain = text[i] == '\n' || (text[i] >= ' ' && text[i] <= '~');
    const char *end = plain ? text + size - tail : text;
    if (!plain || end[-1] != '\n' || strncmp(end, BOOK_END, sizeof BOOK_END - 1) != 0 || text[size - 1] != '\n') {
        error_set(error, "%.80s is incomplete: its last line is not '%sCHECKSUM'", name, BOOK_END);
        return 0;
    }
    char digits[DIGITS + 1] = "", sum[DIGITS + 1];
    memcpy(digits, end + sizeof BOOK_END - 1, DIGITS);
    snprintf(sum, sizeof sum, "%016" PRIx64, fnv_hash(text, size - tail));
    if (strcmp(digits, sum) == 0) return size - tail;
    error_set(error, "%.80s is damaged: its checksum is %s, not %s", name, sum, digits);
    return 0;
}

/* Reads the lines before the nodes. A node's line has two bytes or more, which bounds the number of nodes. */
static const Variant *read_head(char **text, size_t size, const char *name, char made[BOOK_MADE_MAX], uint32_t *count,
                                ErrorText *error)
{
    int64_t n;
    char *first = next_line(text);
    if (!first || strcmp(first, BOOK_MAGIC) != 0) {
        error_set(error, "%.80s is not a book: its first line is not '%s'", name, BOOK_MAGIC);
        return NULL;
    }
    char *game = after_word(next_line(text), BOOK_GAME), *how = game ? after_word(next_line(text), BOOK_MADE) : NULL;
    char *nodes = how ? after_word(next_line(text), BOOK_NODES) : NULL;
    const Variant *variant = game ? variant_find(game) : NULL;
    if (!variant) error_set(error, "%.80s is a book for a game that this program does not know: '%.40s'", name, game ? game : "");
    else if (!nodes || strlen(how) >= BOOK_MADE_MAX || !number_read(nodes, 1, min(BOOK_NODES_MAX, (int64_t)size / 2), &n))
        error_set(error, "%.80s is not a valid book: the lines '%s' and '%s' are wrong", name, BOOK_MADE, BOOK_NODES);
    else {
        strcpy(made, how);
        *count = (uint32_t)n;
        return variant;
    }
    return NULL;
}

/* Gives a number to the next new node, to which a move of this one leads. */
static bool introduce(Reader *r, uint32_t node, Move move, uint32_t *child)
{
    BookNode *nodes = r->book->nodes;
    if (r->numbered == r->book->count) return refuse(r, node, "it leads to more nodes than the file has", "");
    if (nodes[node].ply >= BOOK_PLIES_MAX) return refuse(r, node, "the line is too long", "");
    *child = r->numbered++;
    nodes[*child].parent = node;
    nodes[*child].move = move;
    nodes[*child].ply = (uint16_t)(nodes[node].ply + 1);
    return true;
}

static bool read_edge(Reader *r, uint32_t node, char *word, BookEdge *edge)
{
    Position *pos = r->pos;
    char *sign = word + strcspn(word, "=/!"), kind = *sign;
    int64_t n;
    ErrorText why;
    if (kind) *sign++ = '\0';
    *edge = (BookEdge){.child = BOOK_NONE};
    if (strlen(word) >= MOVE_TEXT_MAX || !pos->variant->text.parse(pos, word, &edge->move, &why))
        return refuse(r, node, "illegal move:", word);
    for (uint32_t i = 0; i < r->book->nodes[node].edge_count; ++i)
        if (r->book->nodes[node].edges[i].move == edge->move) return refuse(r, node, "duplicate move:", word);
    if (kind == '/' || kind == '!') {
        if (!number_read(sign, -SCORE_MATE, SCORE_MATE, &n)) return refuse(r, node, "not a score:", sign);
        edge->kind = kind == '/' ? BOOK_OPEN : BOOK_CLOSED;
        edge->score = (int16_t)n;
        return true;
    }
    edge->kind = BOOK_CHILD;
    if (!kind) return introduce(r, node, edge->move, &edge->child);
    if (!number_read(sign, 0, r->book->count - 1, &n)) return refuse(r, node, "there is no such node:", sign);
    edge->child = (uint32_t)n;
    return true;
}

static bool read_over(Reader *r, uint32_t node, const char *line)
{
    int64_t n;
    if (!number_read(line + 1, -SCORE_MATE, SCORE_MATE, &n)) return refuse(r, node, "not a score:", line);
    r->book->nodes[node].over = true;
    r->book->nodes[node].score = (int16_t)n;
    return true;
}

/* Plays the moves to a node. */
static void go(Reader *r, uint32_t node)
{
    Move path[BOOK_PLIES_MAX];
    uint32_t plies = 0;
    for (uint32_t n = node; n != 0; n = r->book->nodes[n].parent) path[plies++] = r->book->nodes[n].move;
    while (position_plies(r->pos)) position_unmake(r->pos);
    while (plies) position_make(r->pos, path[--plies]);
}

/* Reads a node and enters it into the hash table, which is large enough. */
static bool read_node(Reader *r, uint32_t node, char *line)
{
    go(r, node);
    uint32_t *slot = book_slot(r->book, r->pos->state->key);
    if (*slot != BOOK_NONE) return refuse(r, node, "another node has this position", "");
    *slot = node;
    r->book->nodes[node].key = r->pos->state->key;
    if (*line == '#') return read_over(r, node, line);
    while (*line) {
        BookEdge edge;
        if (*line == ' ') return refuse(r, node, "two blanks in a row", "");
        if (!read_edge(r, node, word_next(&line), &edge)) return false;
        if (!book_add_edge(r->book, node, edge)) return error_set(r->error, "out of memory");
    }
    return r->book->nodes[node].edge_count > 0 || refuse(r, node, "it has no moves", "");
}

static bool read_nodes(Reader *r, char *text)
{
    r->numbered = 1;
    for (uint32_t i = 0; i < r->book->count; ++i) {
        char *line = next_line(&text);
        if (!line) return refuse(r, i, "its line is missing", "");
        if (i >= r->numbered) return refuse(r, i, "no move leads to it", "");
        if (!read_node(r, i, line)) return false;
    }
    return !*text || refuse(r, r->book->count, "there are more lines than nodes", "");
}

/* Does an edge lead to the node that it names? The one by which a node was introduced does. */
static bool leads_there(Reader *r, uint32_t node, const BookEdge *edge)
{
    const BookNode *child = edge->child == BOOK_NONE ? NULL : &r->book->nodes[edge->child];
    if (!child || (child->parent == node && child->move == edge->move)) return true;
    go(r, node);
    position_make(r->pos, edge->move);
    bool same = r->pos->state->key == child->key;
    position_unmake(r->pos);
    return same;
}

/* Checks transpositions, evaluates and sorts. */
static bool complete(Reader *r)
{
    OpeningBook *book = r->book;
    for (uint32_t i = 0; i < book->count; ++i)
        for (uint32_t e = 0; e < book->nodes[i].edge_count; ++e)
            if (!leads_there(r, i, &book->nodes[i].edges[e])) return refuse(r, i, "a transposition leads to another position", "");
    uint32_t *order = malloc(book->count * sizeof *order);
    bool ok = order && book_order(book, order);
    if (ok) {
        book_evaluate(book, order);
        book_sort(book);
    }
    free(order);
    return ok || error_set(r->error, "%.80s is not a valid book: moves form a cycle, or memory ran out", r->name);
}

static bool allocate(Reader *r, const Variant *variant, uint32_t count)
{
    ErrorText error;
    OpeningBook *book = r->book = calloc(1, sizeof *book);
    if (!book) return false;
    book->variant = variant;
    book->nodes = calloc(count, sizeof *book->nodes);
    for (book->slot_count = 64; book->slot_count < 2 * count + 2;) book->slot_count *= 2;
    book->slots = malloc(book->slot_count * sizeof *book->slots);
    r->pos = position_new(variant);
    if (!book->nodes || !book->slots || !r->pos) return false;
    book->count = book->room = count;
    for (uint32_t i = 0; i < book->slot_count; ++i) book->slots[i] = BOOK_NONE;
    book->nodes[0].parent = BOOK_NONE;
    if (!position_set_fen(r->pos, variant->position.start_fen, &error)) return false;
    return position_reserve(r->pos, BOOK_PLIES_MAX + SPARE_PLIES);
}

OpeningBook *book_read(const char *text, size_t size, const char *name, ErrorText *error)
{
    Reader r = {.name = name, .error = error};
    char made[BOOK_MADE_MAX];
    uint32_t count = 0;
    size_t length = check_end(text, size, name, error);
    if (!length) return NULL;
    r.text = malloc(length + 1);
    bool ok = r.text || error_set(error, "out of memory");
    const Variant *variant = NULL;
    char *rest = r.text;
    if (ok) {
        memcpy(r.text, text, length);
        r.text[length] = '\0';
        variant = read_head(&rest, length, name, made, &count, error);
        ok = variant != NULL;
    }
    ok = ok && (allocate(&r, variant, count) || error_set(error, "out of memory"));
    if (ok) strcpy(r.book->made, made);
    ok = ok && read_nodes(&r, rest) && complete(&r);
    position_free(r.pos);
    free(r.text);
    if (ok) return r.book;
    book_free(r.book);
    return NULL;
}

OpeningBook *book_read_file(const char *path, ErrorText *error)
{
    size_t size;
    ErrorText why;
    uint8_t *bytes = whole_file_read(path, BOOK_BYTES_MAX, &size, &why);
    if (!bytes) {
        error_set(error, "cannot read %.80s: %.100s", path, why.text);
        return NULL;
    }
    OpeningBook *book = book_read((const char *)bytes, size, path, error);
    free(bytes);
    return book;
}

OpeningBook *book_embedded(const Variant *variant)
{
    ErrorText ignored;
    const EmbeddedFile *file = embedded_find(embedded_books, variant->name);
    return file ? book_read((const char *)file->begin, (size_t)(file->end - file->begin), file->path, &ignored) : NULL;
}
