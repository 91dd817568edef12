/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * An opening book: a graph of searched positions, in which values go back by minimax.
 *
 * A node is a position, an edge a move. Besides moves to other nodes a node has an open edge: the best move that the book
 * does not have yet, by a search of all such moves. So the score of a node, the best of its edges, holds for all its moves
 * (M. Buro, "Toward Opening Book Learning", ICCA Journal 22, 1999). A move back to a position on the way, or one that wins
 * or loses by force, is a closed edge: the graph has no cycles. lab/explore.c grows a book.
 *
 * The file is text:
 *
 *     quincunx book 1
 *     game NAME
 *     made HOW                 one line, for people
 *     nodes N
 *     EDGES                    N lines: the edges of a node, best first, separated by a blank
 *     end CHECKSUM             64-bit FNV-1a of all bytes before this line, in hexadecimal
 *
 * An edge is MOVE (to the next node that has no number yet: nodes are numbered breadth first), MOVE=I (to node I),
 * MOVE/SCORE (open) or MOVE!SCORE (closed). A line #SCORE is a position where the game is over. Scores are centipawns
 * for the side to move, wins and losses as in search.h.
 */
#ifndef QUINCUNX_BOOK_H
#define QUINCUNX_BOOK_H

#include "../search/search.h"
#include "../util/text.h"

enum {
    BOOK_NODES_MAX = 1 << 20,
    BOOK_PLIES_MAX = 200,      /* of a line */
    BOOK_BYTES_MAX = 32 << 20, /* of a file */
    BOOK_MADE_MAX = 400        /* bytes of the line that says how it was made */
};
#define BOOK_NONE UINT32_MAX /* no node */

typedef enum BookEdgeKind { BOOK_CHILD, BOOK_OPEN, BOOK_CLOSED } BookEdgeKind;

typedef struct BookEdge {
    Move move;
    uint32_t child; /* of BOOK_CHILD, else BOOK_NONE */
    uint8_t kind;
    int16_t score;  /* of others than BOOK_CHILD: for the side that moves */
} BookEdge;

typedef struct BookNode {
    Key key;
    BookEdge *edges;
    uint32_t edge_count, edge_room;
    uint32_t parent; /* the node that it was first reached from; BOOK_NONE for the start */
    Move move;       /* by this move */
    uint16_t ply;    /* moves from the start on that way */
    bool over;       /* the game is over */
    int16_t score;   /* for the side to move: by book_evaluate, or of the game's end */
} BookNode;

typedef struct OpeningBook {
    const Variant *variant;
    BookNode *nodes; /* nodes[0] is the start position */
    uint32_t count, room;
    uint32_t *slots; /* hash table of the nodes by key; BOOK_NONE: empty */
    uint32_t slot_count;
    char made[BOOK_MADE_MAX];
} OpeningBook;

void book_free(OpeningBook *book);
/* The node of a position, or BOOK_NONE. */
uint32_t book_find(const OpeningBook *book, Key key);
/* The score of a node's edge for the side that moves. A win or loss is one ply further away than in the child. */
Score book_edge_score(const OpeningBook *book, const BookEdge *edge);
/* The first edge with the best score; NULL if the node has none. */
const BookEdge *book_best(const OpeningBook *book, uint32_t node);
/* The moves that follow a node with best play, at most `max`, with the open edge at the end; returns their number. */
int book_line(const OpeningBook *book, uint32_t node, Move *line, int max);
/* Chooses a move to another node: one that loses at most `variety` centipawns of chess, the more often the better it is, the
 * same for the same seed. Writes its score. MOVE_NONE: the position is not in the book, or has no such move. */
Move book_choose(const OpeningBook *book, const Position *pos, int variety, uint64_t seed, Score *score);

/* ---- For those who make books (this reader, and lab/book_build.h) ---- */

/* The slot of a position: the number of its node, or BOOK_NONE. The hash table must have room. */
uint32_t *book_slot(const OpeningBook *book, Key key);
/* Adds an edge; false if memory ran out. */
bool book_add_edge(OpeningBook *book, uint32_t node, BookEdge edge);
/* Writes all node numbers to `order`, each after those that lead to it. false: there is a cycle, or memory ran out. */
bool book_order(const OpeningBook *book, uint32_t *order);
/* Scores all nodes by minimax, in an order from book_order. A node without edges that is not over keeps its score. */
void book_evaluate(OpeningBook *book, const uint32_t *order);
/* Sorts the edges of every node, best first. Equal scores keep their order. */
void book_sort(OpeningBook *book);

/* ---- Files (book_file.c) ---- */

#define BOOK_MAGIC "quincunx book 1"
#define BOOK_GAME "game "
#define BOOK_MADE "made "
#define BOOK_NODES "nodes "
#define BOOK_END "end "

/* Reads and checks a book, of any origin: every move is legal, there are no cycles, transpositions are what they claim.
 * `name` names it in messages. NULL with the reason. */
OpeningBook *book_read(const char *text, size_t size, const char *name, ErrorText *error);
OpeningBook *book_read_file(const char *path, ErrorText *error);
/* Reads the embedded book of a game; NULL if there is none, or memory ran out. */
OpeningBook *book_embedded(const Variant *variant);

#endif
