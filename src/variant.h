/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * The interface of a game. A game is one file under variants/ that fills one constant struct Variant;
 * search, evaluation and protocols access the game only through it.
 *
 * Function pointers are coarse: at most a few calls per node, never one per square. Unless stated otherwise
 * a `const Position *` is a position of this variant in which make has been used correctly, and the callee
 * keeps no reference.
 */
#ifndef QUINCUNX_VARIANT_H
#define QUINCUNX_VARIANT_H

#include "position.h"
#include "types.h"

enum {
    MOVE_TEXT_MAX = 96, /* bytes for the longest printed move, including '\0' */
    FEN_MAX = 512       /* bytes for the longest printed FEN, including '\0' */
};

/*
 * Rotations and reflections of a board as three-bit numbers; TRANSPOSE (exchange files and ranks, on square
 * boards) is applied first. A set of operations has bit n for operation n.
 */
enum { FLIP_FILES = 1, FLIP_RANKS = 2, TRANSPOSE = 4, BOARD_OPERATIONS = 8 };
enum {
    SYMMETRIC_FILES = 0x03, /* left and right are equal */
    SYMMETRIC_SIDES = 0x0F, /* and so are up and down */
    SYMMETRIC_ALL = 0xFF    /* and so are files and ranks */
};

/* The properties of a piece type. */
typedef struct PieceInfo {
    char letter;        /* upper case; lower case is Black's. A promoted form has the letter of its base */
    bool promoted;      /* printed with a '+' before the letter */
    uint8_t sides;      /* bit 0: White may own it, bit 1: Black */
    PieceType promotes; /* its own promoted form ("+"), or NO_TYPE */
    PieceType base;     /* its type for move ordering: itself, or the unpromoted type */
    bool royal;         /* losing the last one loses, whether by check rules or by capture */
    bool mates;         /* with its royal it wins against a lone royal, nearly always */
    bool structure;     /* pawn structure: part of State.pawn_key */
    uint8_t symmetry;   /* set of operations that keep its moves the same; 0: the game's own */
    uint8_t phase;      /* its weight in the game phase */
    int16_t mg, eg;     /* centipawns in middlegame and endgame; 0 for royals */
    const char *name;   /* "Knight" */
    const char *betza;  /* its moves in Betza notation, for display */
} PieceInfo;

/* Is the from or the to square of a part of a move attacked by the other side? */
enum { ATTACKED_START = 1, ATTACKED_END = 2, ATTACKED_NB = 4 };

/* Move ordering data of a move, filled by `describe`. A move of two parts (two boards, or a muster and an
 * action) has two piece_to; with one part the other is 0. */
typedef struct MoveInfo {
    uint16_t piece_to[2]; /* per part: 1 + slot * squares + to, slot < history_slots */
    uint16_t from_to[2];  /* per part: 1 + from * squares + to (from == to for a drop) */
    uint8_t attacked[2];  /* per part: set of ATTACKED_START, ATTACKED_END; quiet parts only */
    int16_t gain;         /* immediate gain in centipawns: victims and promotions */
    int16_t attacker;     /* value of the capturing piece, 0 if nothing is captured */
    PieceType victim;     /* base type of the most valuable victim, or NO_TYPE */
    bool noisy;           /* would GEN_NOISY list it? */
} MoveInfo;

/* A part of a move in games whose moves are pairs of parts, one from each of two lists (one per board, say).
 * A move is the bits of both. Kinds decide which parts combine; all parts of a kind combine with the same. */
enum { PART_KINDS = 8 };
typedef struct MovePart {
    Move bits;
    uint8_t kind;
    uint8_t companions; /* set of the kinds in the other list that it combines with */
} MovePart;

/* The status of a sequence of legs, in the order played. */
typedef enum LegStatus {
    LEGS_ILLEGAL,   /* no legal move begins with them */
    LEGS_PARTIAL,   /* they begin a legal move but are not yet one */
    LEGS_EXTENSIBLE,/* a legal move, and the beginning of longer ones */
    LEGS_COMPLETE   /* a complete legal move */
} LegStatus;

/* The score of a recurring position inside the search tree. */
typedef enum Recurrence {
    RECURRENCE_IGNORED, /* recurrence has no effect */
    RECURRENCE_DRAWS,   /* as a draw */
    RECURRENCE_SCORED   /* by repetition_outcome of the last cycle */
} Recurrence;

/* The meaning of a named set of squares, for display. */
typedef enum ZoneKind {
    ZONE_LAND,      /* a region that the rules name */
    ZONE_GOAL,      /* standing there wins */
    ZONE_WATER,     /* a river */
    ZONE_PALACE,    /* a royal piece stays inside */
    ZONE_REGION,    /* some pieces stay inside */
    ZONE_PROMOTION, /* arriving there promotes */
    ZONE_DROP,      /* where pieces from the hand are dropped */
    ZONE_SET_UP     /* where pieces are placed before the first move */
} ZoneKind;

typedef struct Zone {
    const char *name;    /* "Palace", for display */
    ZoneKind kind;
    uint8_t sides;       /* the sides it applies to; bit 0: White, bit 1: Black */
    const char *squares; /* "b2 h2"; a block is its first and last square: "a4-i7" */
    const char *words;   /* its meaning, one sentence */
    uint32_t colour;     /* 0xRRGGBB in board pictures; 0: not shown */
} Zone;

/* The CECP setup of a game that the GUI may not know. */
typedef struct CecpSetup {
    const char *name;          /* the variant's name in CECP, "normal" for chess */
    const char *table;         /* pieceToCharTable with its parentheses, NULL: the GUI knows the game */
    const char *geometry;      /* "9x10+1_bughouse" */
    const char *const *pieces; /* arguments of `piece` lines ("P& fmWfcF"), NULL-terminated */
    const char *start_fen;     /* the start position as far as the GUI can read it, NULL: the usual one */
} CecpSetup;

/* Black's view of the board for a net. */
typedef enum NetView {
    NET_VIEW_RANKS,     /* ranks reversed; inputs by own and opponent's pieces */
    NET_VIEW_HALF_MOVE, /* rotated by 180 degrees; inputs by own and opponent's pieces */
    NET_VIEW_ABSOLUTE   /* the same as White's: the armies differ, and every type has one owner */
} NetView;

/* The mirror symmetry of the rules, if any. Reflections hold only without castling rights (State.rights ==
 * 0); the exchange of boards always holds. */
typedef enum NetMirror {
    NET_MIRROR_NONE,
    NET_MIRROR_FILES,   /* left and right */
    NET_MIRROR_BOARDS,  /* two boards exchanged */
    NET_MIRROR_DIAGONAL /* across the diagonal through the last square of the first file */
} NetMirror;

/* Data for the inputs of a net, see eval/features.h. */
typedef struct NetSheet {
    NetView view;
    NetMirror mirror;
    uint8_t pieces_max;              /* pieces of both sides at the start, including those in hand: a game never has
                                        more, a FEN may */
    uint8_t hand_max[HAND_SLOTS]; /* maximum in a side's hand, per slot */
} NetSheet;

/* The strength of the levels (search/levels.h), for every second level from the weakest on; the last is full
 * strength. Measured by `make levels`. */
enum { LEVELS_MEASURED = 11 };
typedef struct LevelSheet {
    int16_t strength[LEVELS_MEASURED]; /* as in search/skill.h, ascending; the last: equal to full strength */
    int16_t elo[LEVELS_MEASURED];      /* ascending */
    bool measured;                     /* measured, not estimated */
    bool placed;                       /* relative to engines with known ratings */
} LevelSheet;

/* Openings for matches (bench/openings.c): positions after this many random moves from the start that a
 * search calls balanced. */
typedef struct OpeningRecipe {
    uint8_t plies;
    int16_t limit;   /* maximum advantage of either side, in centipawns */
    bool from_start; /* relative to the score of the start position, not to 0: where the evaluation favours a side
                        though results are even */
} OpeningRecipe;

typedef struct Variant {
    /* Names and geometry. Boards lie side by side; each has files/boards x ranks squares. */
    const char *name;  /* as in UCI_Variant */
    const char *title; /* for display */
    uint8_t files, ranks, boards;
    bool on_corner;    /* displayed standing on a corner, with the last square of the first file on top */
    uint8_t symmetry;  /* set of operations on a board (on each of two) that change nothing for any piece, ignoring
                          castling rights */
    uint8_t swap;      /* the operation that together with exchanging the colours changes nothing either; 0: the
                          sides differ */
    bool crosses_boards;     /* pieces may move from one board to another; otherwise each stays on its own */
    bool captures_elsewhere; /* captures other than en passant may be on squares where no piece arrives */
    const char *rules; /* for display: a summary in a few lines */
    const char *start_fen;
    bool standard;     /* other programs know the game: moves are in standard algebraic notation, and a FEN may lack
                          both counters, as some programs send it */
    CecpSetup cecp;
    const Zone *zones; /* terminated by a NULL name; later zones cover earlier ones; NULL: none */

    /* Pieces: types 1 .. type_count - 1. */
    const PieceInfo *pieces;
    uint8_t type_count;
    const char *const *words;  /* the moves of each type, for display: a sentence or two */
    const PieceType *hand_types; /* types that can be in hand, by slot, in printing order, NO_TYPE-terminated; NULL
                                    if there are no hands */
    Tapered (*psq)[SQUARE_MAX]; /* [Piece][Square], including material, White's point of view; filled by init */

    /* Mop-up evaluation against a lone royal, see tablebases/mop_up.h; made by
     * `quincunx tables GAME --mop-up`. NULL: none. */
    const int16_t *mop_up;

    NetSheet net;
    OpeningRecipe opening;

    const LevelSheet *levels; /* NULL: not measured */
    int16_t hopeless; /* centipawns; a side this far behind for several moves is nearly always lost. 0: 1000 */

    /* Draw rules and search hints. */
    uint16_t counter_limit;  /* plies without progress until a draw, 0: no such rule */
    uint16_t repetitions;    /* occurrences that end the game, 0: no such rule */
    Recurrence recurrence;
    bool null_move;          /* null move pruning: is passing usually worse than the best move? */
    uint16_t margin_percent; /* search margins relative to those tuned for chess */
    uint8_t quiescence_breadth; /* maximum moves tried at a quiescence node, fewer with depth; 0: all. For games in
                                   which most moves are noisy */
    uint16_t history_slots;  /* piece slots used in MoveInfo.piece_to */
    uint32_t max_moves;      /* maximum number of legal moves in any position that set_fen accepts */
    uint32_t max_parts;      /* maximum number of parts in either list; 0 in games without parts */
    int16_t phase_max;       /* sum of both sides' State.phase at the start */
    uint8_t bench_depth;     /* depth of `bench`: a second or two in all */

    size_t position_size; /* size of the game's own struct, whose first member is a Position */

    /* Fills the game's tables. Called once, at start-up, before anything else. */
    void (*init)(void);

    /* Reads a FEN strictly into a position fresh from position_new. On error returns false with the reason
     * in *error; the position is then undefined. */
    bool (*set_fen)(Position *pos, const char *fen, ErrorText *error);
    /* The checks of set_fen on board, hands and side to move: is the position legal? The reason goes to
     * error unless it is NULL. Rights and en passant are not checked. */
    bool (*accepts)(const Position *pos, ErrorText *error);
    /* May this piece stand on this square on some board? NULL: on every square. */
    bool (*may_stand)(Piece piece, Square square);
    /* Replaces what stands on a square; NO_PIECE clears it. Not a move: nothing is logged and it cannot be
     * unmade. */
    void (*place)(Position *pos, Square square, Piece piece);
    /* Writes the FEN, at most FEN_MAX bytes. */
    void (*get_fen)(const Position *pos, char *fen);

    /* Writes the legal moves of a kind to out, which has room for max_moves, and returns the end. No moves
     * if the game is decided on the board; draw rules are ignored. GEN_ALL is GEN_NOISY and GEN_QUIET
     * together, without duplicates. */
    Move *(*generate)(const Position *pos, GenKind kind, Move *out);
    /* For games whose moves are pairs of parts (NULL elsewhere): lists the parts of list 0 at out[0] and of
     * list 1 at out[1], with room for max_parts each, and moves out to the ends. The matching pairs are the
     * legal moves; `describe` and `bits` also apply to a part, and a pair is noisy if one of its parts is.
     * tactical: of the quiet parts only those that quiescence should try beside noisy ones. */
    void (*generate_parts)(const Position *pos, bool tactical, MovePart *out[2]);
    /* Is the move legal (listed by GEN_ALL)? Any bits are allowed. */
    bool (*move_is_legal)(const Position *pos, Move move);
    /* A cheap estimate of the key after a legal move, correct for nearly all moves, for prefetching the
     * transposition table. NULL: no prefetch. */
    Key (*key_after)(const Position *pos, Move move);
    /* Make a legal move or (make_null) pass: they push a state. */
    void (*make)(Position *pos, Move move);
    void (*make_null)(Position *pos);
    /* Unmakes make or make_null by replaying the log. */
    void (*unmake)(Position *pos);

    /* Generalised check: would the side to move lose at once if it passed? False negatives are allowed,
     * false positives are not. The game must not already be decided on the board. */
    bool (*in_peril)(const Position *pos);
    /* The result on the board, without move generation: cheap. */
    Outcome (*board_outcome)(const Position *pos);
    /* The result if the side to move has no legal move. */
    Outcome (*no_move_outcome)(const Position *pos);
    /* The result if this side runs out of time; NULL: it loses. */
    Outcome (*flag_outcome)(const Position *pos, Side side);
    /* The result of a position that has occurred `repetitions` times, derived from the last cycle; NULL:
     * draw. With RECURRENCE_SCORED it is called at any recurrence, as if the game ended now. Unmakes moves
     * and makes them again. */
    Outcome (*repetition_outcome)(Position *pos);

    /* Fills the move ordering data of n legal moves. */
    void (*describe)(const Position *pos, const Move *moves, size_t n, MoveInfo *out);
    /* Static exchange evaluation: does the move, with all exchanges on its capture squares, win at least
     * threshold centipawns? */
    bool (*see_ge)(const Position *pos, Move move, Score threshold);
    /* The evaluation besides material and piece-square values, White's point of view. */
    Tapered (*evaluate)(const Position *pos);

    /* Writes a legal move as text, at most MOVE_TEXT_MAX bytes. */
    void (*print_move)(const Position *pos, Move move, char *text);
    /* Parses a move in any legal spelling. Returns false with the reason. */
    bool (*parse_move)(const Position *pos, const char *text, Move *move, ErrorText *error);
    /* The status of legs joined by commas, and the reason if they are illegal (error may be NULL); NULL if a
     * move always has one leg. */
    LegStatus (*legs_status)(const Position *pos, const char *text, ErrorText *error);
    /* The board after legs that legs_status does not call illegal, before the effects of the end of the
     * move; NULL where legs_status is. */
    void (*legs_board)(const Position *pos, const char *text, Piece board[SQUARE_MAX]);

    /* Checks redundant data of a position (sets against mailbox, keys against fresh ones). Returns NULL if
     * consistent, else a static text. */
    const char *(*verify)(const Position *pos);
} Variant;

/* All games, in display order; NULL-terminated. Tools list them with `quincunx games`. */
extern const Variant *const variants[];
/* Prepares keys and every game's tables. Call once before creating any position. */
void variants_init(void);
/* The game with this name (in UCI, in CECP or for display; case and punctuation are ignored), or NULL. */
const Variant *variant_find(const char *name);
/* The index of a game in that list, for tables with GAMES_MAX rows; for a game that is not in the list, its
 * length. */
enum { GAMES_MAX = 16 };
size_t variant_index(const Variant *variant);
/* Like variant_find, but if there is no such game, sets an error that lists the games. */
const Variant *variant_choose(const char *name, ErrorText *error);

#endif
