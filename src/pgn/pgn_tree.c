/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "pgn_tree.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "../text/notation.h"
#include "../text/short_text.h"
#include "pgn_move.h"

/* ---- The tree ---- */

static bool add_node(PgnTree *tree)
{
    if (tree->count == tree->capacity) {
        size_t capacity = tree->capacity ? 2 * tree->capacity : 64;
        void *grown = realloc(tree->nodes, capacity * sizeof *tree->nodes);
        if (!grown) return false;
        tree->nodes = grown;
        tree->capacity = capacity;
    }
    tree->nodes[tree->count++] = (PgnNode){.text = ""};
    return true;
}

bool pgn_tree_init(PgnTree *tree, const Position *start)
{
    *tree = (PgnTree){.pos = position_clone(start, 0)};
    return tree->pos && add_node(tree);
}

void pgn_tree_free(PgnTree *tree)
{
    for (size_t i = 0; i < tree->count; ++i) free(tree->nodes[i].comment);
    free(tree->nodes);
    position_free(tree->pos);
    buffer_free(&tree->tags);
    *tree = (PgnTree){0};
}

static bool is_ancestor(const PgnTree *tree, size_t node, size_t of)
{
    /* A child has a higher number than its parent. */
    while (of > node) of = tree->nodes[of].parent;
    return of == node;
}

bool pgn_tree_go(PgnTree *tree, size_t node)
{
    while (!is_ancestor(tree, tree->at, node)) {
        position_unmake(tree->pos);
        tree->at = tree->nodes[tree->at].parent;
    }
    size_t plies = 0;
    for (size_t n = node; n != tree->at; n = tree->nodes[n].parent) ++plies;
    if (!position_reserve(tree->pos, (unsigned)plies + 1)) return false;
    while (tree->at != node) {
        size_t next = node;
        while (tree->nodes[next].parent != tree->at) next = tree->nodes[next].parent;
        position_make(tree->pos, tree->nodes[next].move);
        tree->at = next;
    }
    return true;
}

size_t pgn_tree_end(const PgnTree *tree)
{
    size_t node = 0;
    while (tree->nodes[node].first) node = tree->nodes[node].first;
    return node;
}

/* Appends a child; 0, with the reason, if that fails. */
static size_t append(PgnTree *tree, size_t parent, Move move, ErrorText *error)
{
    unsigned level = tree->nodes[parent].level + (tree->nodes[parent].first != 0);
    if (level > PGN_NESTING_MAX) return error_set(error, "variations nest deeper than %d", PGN_NESTING_MAX);
    if (tree->count > PGN_MOVES_MAX) return error_set(error, "a game with more than %d moves is not read", PGN_MOVES_MAX);
    if (!add_node(tree)) return error_set(error, "out of memory");
    size_t number = tree->count - 1, *link = &tree->nodes[parent].first;
    PgnNode *node = &tree->nodes[number];
    while (*link) link = &tree->nodes[*link].next;
    *link = number;
    node->parent = parent;
    node->move = move;
    node->level = level;
    tree->pos->variant->text.print(tree->pos, move, node->text);
    return number;
}

size_t pgn_tree_add(PgnTree *tree, size_t parent, const char *move_text, ErrorText *error)
{
    Move move;
    if (!pgn_tree_go(tree, parent)) return error_set(error, "out of memory");
    if (!pgn_find_move(tree->pos, move_text, &move, error)) return 0;
    for (size_t n = tree->nodes[parent].first; n; n = tree->nodes[n].next)
        if (tree->nodes[n].move == move) return n;
    return append(tree, parent, move, error);
}

bool pgn_tree_of_game(PgnTree *tree, const Position *pos)
{
    ErrorText ignored;
    Position *start = position_start(pos);
    *tree = (PgnTree){0};
    bool ok = start && pgn_tree_init(tree, start);
    size_t node = 0;
    for (unsigned left = position_plies(pos); ok && left-- > 0;)
        ok = pgn_tree_go(tree, node) && (node = append(tree, node, position_state(pos, left)->move, &ignored));
    position_free(start);
    return ok;
}

/* Controls are written as blanks. */
static bool is_blank(char c) { return isspace((unsigned char)c) || iscntrl((unsigned char)c); }

bool pgn_tree_comment(PgnTree *tree, size_t node, const char *text, size_t length)
{
    char **comment = &tree->nodes[node].comment;
    while (length && is_blank(*text)) ++text, --length;
    while (length && is_blank(text[length - 1])) --length;
    if (!length) return true;
    size_t had = *comment ? strlen(*comment) : 0;
    char *grown = realloc(*comment, had + length + 2), *p = grown;
    if (!grown) return false;
    *comment = grown;
    if (had) {
        p += had;
        *p++ = ' ';
    }
    for (size_t i = 0; i < length; ++i) *p++ = iscntrl((unsigned char)text[i]) ? ' ' : text[i];
    *p = '\0';
    return true;
}

void pgn_tree_nag(PgnTree *tree, size_t node, unsigned nag)
{
    PgnNode *n = &tree->nodes[node];
    if (!nag || nag > UINT8_MAX || n->nag_count == PGN_NAGS_MAX) return;
    for (unsigned i = 0; i < n->nag_count; ++i)
        if (n->nags[i] == nag) return;
    n->nags[n->nag_count++] = (uint8_t)nag;
}

/* ---- Reading ---- */

/* Builds a tree from what the PGN reader reports. */
typedef struct Builder {
    PgnTree *tree;
    ErrorText *problem;
    size_t current;
    size_t back[PGN_NESTING_MAX + 1]; /* where to continue after each open variation */
    unsigned depth;
    unsigned lost;    /* 0, or 1 + the depth at which the rest of a line is unreadable */
    const char *rest; /* that rest */
    bool fresh;       /* the variation has no move yet */
    Buffer before;    /* the comment before its first move */
    Buffer variant, tags;
    bool failed;
} Builder;

static void on_tag(void *context, const char *name, const char *value)
{
    Builder *b = context;
    pgn_put_tag(text_equal(name, "Variant") ? &b->variant : &b->tags, name, value);
    b->failed |= b->variant.failed || b->tags.failed;
}

static void on_begin(void *context, const Position *start)
{
    Builder *b = context;
    b->failed |= !pgn_tree_init(b->tree, start);
}

/* The NAG of "!" and the like at the end of a move; 0: none. */
static unsigned glued_nag(const char *move)
{
    unsigned nag = 0;
    pgn_is_sign(move + strcspn(move, "!?"), &nag);
    return nag;
}

/* Gives a node the text that can not be read as a comment. Braces would end it. */
static void keep_rest(Builder *b, size_t node, const char *end)
{
    size_t length = (size_t)(end - b->rest);
    Buffer text = {0};
    if (b->depth) buffer_put(&text, "(", 1);
    for (size_t i = 0; i < length && i < PGN_REST_MAX; ++i)
        buffer_put(&text, b->rest[i] == '{' ? "[" : b->rest[i] == '}' ? "]" : &b->rest[i], 1);
    if (length > PGN_REST_MAX) buffer_add(&text, " ...");
    if (b->depth) buffer_put(&text, ")", 1);
    b->failed |= text.failed || !pgn_tree_comment(b->tree, node, buffer_text(&text), text.length);
    buffer_free(&text);
}

static void on_move(void *context, const char *text, unsigned line, const char *source)
{
    Builder *b = context;
    ErrorText why = {""};
    if (b->failed || b->lost) return;
    bool tells = b->depth && !*b->problem->text;
    size_t node = pgn_tree_add(b->tree, b->current, text, tells ? &why : NULL);
    if (!node) {
        b->lost = b->depth + 1;
        b->rest = source;
        if (tells && !pgn_is_null_move(text))
            error_set(b->problem, "line %u, in a variation, '%.24s': %.140s", line, text, why.text);
        return;
    }
    b->current = node;
    b->fresh = false;
    if (b->before.length) b->failed = !pgn_tree_comment(b->tree, node, b->before.text, b->before.length);
    buffer_clear(&b->before);
    pgn_tree_nag(b->tree, node, glued_nag(text));
}

static void on_sign(void *context, const char *sign)
{
    Builder *b = context;
    int64_t nag = 0;
    if (b->failed || b->lost || b->fresh) return;
    unsigned glyph = 0;
    if (*sign != '$') pgn_is_sign(sign, &glyph);
    else number_read(sign + 1, 1, UINT8_MAX, &nag);
    pgn_tree_nag(b->tree, b->current, glyph ? glyph : (unsigned)nag);
}

static void on_comment(void *context, const char *text, size_t length)
{
    Builder *b = context;
    if (b->failed || b->lost) return;
    if (!b->fresh) {
        b->failed = !pgn_tree_comment(b->tree, b->current, text, length);
        return;
    }
    if (b->before.length) buffer_put(&b->before, " ", 1);
    buffer_put(&b->before, text, length);
    b->failed = b->before.failed;
}

static void on_open(void *context)
{
    Builder *b = context;
    if (b->failed) return;
    b->back[b->depth++] = b->current;
    b->current = b->tree->nodes[b->current].parent;
    if (!b->lost) b->fresh = true;
}

static void on_close(void *context, const char *end)
{
    Builder *b = context;
    if (b->failed) return;
    bool ends = !b->lost || b->lost == b->depth + 1;
    /* A variation without a readable move is a comment to the move that it replaces. */
    size_t node = b->fresh ? b->back[b->depth - 1] : b->current;
    if (ends && b->fresh) b->failed |= !pgn_tree_comment(b->tree, node, buffer_text(&b->before), b->before.length);
    if (ends && b->lost) keep_rest(b, node, end);
    b->current = b->back[--b->depth];
    if (!ends) return;
    b->lost = 0;
    b->fresh = false;
    buffer_clear(&b->before);
}

static void on_finish(void *context, const char *stop)
{
    Builder *b = context;
    if (!b->failed && b->lost) keep_rest(b, b->current, stop);
}

bool pgn_tree_read(const char *text, unsigned number, PgnGame *game, PgnTree *tree, ErrorText *problem, ErrorText *error)
{
    Builder builder = {.tree = tree, .problem = problem};
    PgnVisitor visitor = {.tag = on_tag,
                          .begin = on_begin,
                          .move = on_move,
                          .sign = on_sign,
                          .comment = on_comment,
                          .open = on_open,
                          .close = on_close,
                          .finish = on_finish,
                          .context = &builder};
    *tree = (PgnTree){0};
    *problem->text = '\0';
    bool ok = pgn_read_visited(text, number, game, &visitor, error);
    buffer_free(&builder.before);
    /* For the game that needs no tag Variant, keep the given name. */
    if (tree->pos && tree->pos->variant == variants[0]) buffer_add(&tree->tags, "%s", buffer_text(&builder.variant));
    buffer_add(&tree->tags, "%s", buffer_text(&builder.tags));
    builder.failed |= tree->tags.failed;
    buffer_free(&builder.variant);
    buffer_free(&builder.tags);
    if (ok && builder.failed) {
        position_free(game->pos);
        game->pos = NULL;
        ok = error_set(error, "out of memory");
    }
    return ok;
}

/* ---- Writing ---- */

static void add_notes(const PgnNode *node, Buffer *out)
{
    for (unsigned i = 0; i < node->nag_count; ++i) buffer_add(out, " $%u", node->nags[i]);
    if (!node->comment) return;
    buffer_put(out, " ", 1);
    pgn_add_comment(out, node->comment);
}

static void add_side_lines(const PgnTree *tree, Position *pos, size_t node, Buffer *out);

/* Writes the line that begins with a node, its words apart by blanks. Restores `pos`, which stands before it and has room, as the
 * tree's position had when the moves were added. */
static void add_line(const PgnTree *tree, Position *pos, size_t first, Buffer *out)
{
    unsigned plies = 0;
    bool noted = true;
    for (size_t n = first; n; n = tree->nodes[n].first, ++plies) {
        char text[MOVE_TEXT_MAX];
        out->failed |= !move_write(pos, tree->nodes[n].move, text);
        if (plies) buffer_put(out, " ", 1);
        if (noted || pos->side == WHITE) buffer_add(out, "%u%s ", (unsigned)pos->state->number, pos->side == WHITE ? "." : "...");
        buffer_add(out, "%s", text);
        size_t length = out->length;
        add_notes(&tree->nodes[n], out);
        if (tree->nodes[tree->nodes[n].parent].first == n) add_side_lines(tree, pos, n, out);
        noted = out->length != length;
        position_make(pos, tree->nodes[n].move);
    }
    while (plies--) position_unmake(pos);
}

/* Writes the variations beside a node that is its parent's first child. */
static void add_side_lines(const PgnTree *tree, Position *pos, size_t node, Buffer *out)
{
    for (size_t n = tree->nodes[node].next; n; n = tree->nodes[n].next) {
        buffer_put(out, " (", 2);
        add_line(tree, pos, n, out);
        buffer_put(out, ")", 1);
    }
}

/* Writes words in lines. Returns the column. */
static size_t add_wrapped(char *words, Buffer *out)
{
    size_t column = 0;
    for (char *word; *(word = word_next(&words));) column = buffer_add_word(out, word, strlen(word), column);
    return column;
}

static void add_tags(const PgnTree *tree, const PgnHeader *header, Buffer *out)
{
    char fen[FEN_MAX];
    for (unsigned i = 0; i < PGN_ROSTER; ++i) pgn_put_tag(out, pgn_roster[i], header->value[i]);
    const Variant *variant = tree->pos->variant;
    if (variant != variants[0]) pgn_put_tag(out, "Variant", variant->name);
    if (variant->rules.of_moves) pgn_put_tag(out, "Rules", variant->rules.of_moves);
    variant->board.get_fen(tree->pos, fen);
    if (variant->rules.text || strcmp(fen, variant->position.start_fen) != 0) {
        pgn_put_tag(out, "SetUp", "1");
        pgn_put_tag(out, "FEN", fen);
    }
    buffer_add(out, "%s\n", buffer_text(&tree->tags));
}

bool pgn_tree_write(PgnTree *tree, const PgnHeader *header, const char *reason, Buffer *out)
{
    enum { REASON_COLUMN = 69 };
    const PgnNode *last = &tree->nodes[pgn_tree_end(tree)];
    Buffer words = {0};
    /* In a game read from PGN the last comment already ends with the reason. */
    size_t length = reason && last->comment ? strlen(last->comment) : 0;
    if (length && length >= strlen(reason) && strcmp(last->comment + length - strlen(reason), reason) == 0) reason = NULL;
    /* To the end and back: the position then has room for the main line. */
    bool ok = pgn_tree_go(tree, pgn_tree_end(tree)) && pgn_tree_go(tree, 0);
    if (ok) {
        add_tags(tree, header, out);
        if (tree->nodes[0].comment) {
            pgn_add_comment(out, tree->nodes[0].comment);
            buffer_add(out, "\n");
        }
        if (tree->nodes[0].first) add_line(tree, tree->pos, tree->nodes[0].first, &words);
        size_t column = words.text ? add_wrapped(words.text, out) : 0;
        /* The reason contains blanks and may stand on a line of its own. */
        if (reason) {
            buffer_add(out, "%s", column + strlen(reason) > REASON_COLUMN ? "\n" : column ? " " : "");
            pgn_add_comment(out, reason);
        }
        buffer_add(out, "%s%s\n", column || reason ? " " : "", header->result);
    }
    out->failed |= words.failed;
    buffer_free(&words);
    return ok && !out->failed;
}

bool pgn_write(const Position *pos, const PgnHeader *header, const char *reason, Buffer *out)
{
    PgnTree tree;
    bool ok = pgn_tree_of_game(&tree, pos) && pgn_tree_write(&tree, header, reason, out);
    pgn_tree_free(&tree);
    return ok;
}
