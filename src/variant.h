/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * The interface between a game and everything else. A game is one file under
 * variants/ that fills one constant struct Variant; search, evaluation and the
 * protocols see the game through it alone.
 *
 * Function pointers are coarse: at most a few calls a node, never one a square.
 * Unless said otherwise a `const Position *` is a position of this variant in
 * which make has been used correctly, and nothing is kept by the callee.
 */
#ifndef QUINCUNX_VARIANT_H
#define QUINCUNX_VARIANT_H

#include "position.h"
#include "types.h"

enum {
    MOVE_TEXT_MAX = 96, /* bytes for the longest printed move, '\0' included */
    FEN_MAX = 512       /* bytes for the longest printed FEN, '\0' included */
};

/*
 * The turns and reflections of a board as numbers of three bits: TRANSPOSE (files for
 * ranks, on square boards) comes first. A set of them has bit n for operation n.
 */
enum { FLIP_FILES = 1, FLIP_RANKS = 2, TRANSPOSE = 4, BOARD_OPERATIONS = 8 };
enum {
    SYMMETRIC_FILES = 0x03, /* left and right are alike */
    SYMMETRIC_SIDES = 0x0F, /* and so are up and down */
    SYMMETRIC_ALL = 0xFF    /* and files and ranks */
};

/* The data sheet of one piece type. */
typedef struct PieceInfo {
    char letter;        /* upper case; lower case is Black's. A promoted form has its base's */
    bool promoted;      /* printed with a '+' before the letter */
    uint8_t sides;      /* bit 0: White may have it, bit 1: Black */
    PieceType promotes; /* its own promoted form ("+"), or NO_TYPE */
    PieceType base;     /* the type it is counted as in move ordering: itself, or its base */
    bool royal;         /* losing the last one loses, whether by check rules or by capture */
    bool mates;         /* with its royal it wins against a bare royal, nearly always */
    bool structure;     /* slow: part of State.pawn_key */
    uint8_t symmetry;   /* set of operations that change nothing for it; 0: the game's own */
    uint8_t phase;      /* its share of the middle game */
    int16_t mg, eg;     /* value in centipawns, middle game and end game; 0 for royals */
    const char *name;   /* "Knight" */
    const char *betza;  /* how it moves, for people */
} PieceInfo;

/* Which squares of a part of a move the other side attacks: where its piece starts, where it ends up. */
enum { ATTACKED_START = 1, ATTACKED_END = 2, ATTACKED_NB = 4 };

/* What move ordering knows of a move, filled by `describe`. A move of two parts
 * (two boards, or a muster and an action) has two piece_to; one part has 0 there. */
typedef struct MoveInfo {
    uint16_t piece_to[2]; /* history slot of a part: 1 + slot * squares + to, slot < history_slots */
    uint16_t from_to[2];  /* 1 + from * squares + to of a part (from == to for a drop) */
    uint8_t attacked[2];  /* set of ATTACKED_START, ATTACKED_END of a part; of quiet parts alone */
    int16_t gain;         /* centipawns won at once: victims and promotions */
    int16_t attacker;     /* value of the capturing piece, 0 if nothing is captured */
    PieceType victim;     /* base type of the most valuable piece taken, or NO_TYPE */
    bool noisy;           /* would GEN_NOISY list it? */
} MoveInfo;

/* A part of a move where moves are pairs of parts chosen apart, one of each of two lists, as
 * moves on two boards are: a move is the bits of both. Parts go together by their kinds, and
 * those of a kind go with the same. */
enum { PART_KINDS = 8 };
typedef struct MovePart {
    Move bits;
    uint8_t kind;
    uint8_t companions; /* set of the kinds in the other list that it goes with */
} MovePart;

/* What the text of some legs, in the order played, amounts to. */
typedef enum LegStatus {
    LEGS_ILLEGAL,   /* no legal move begins so */
    LEGS_PARTIAL,   /* begins a legal move but is none yet */
    LEGS_EXTENSIBLE,/* a legal move as it stands, and the beginning of longer ones */
    LEGS_COMPLETE   /* a legal move that nothing can follow */
} LegStatus;

/* How a position that recurs inside the search tree is scored. */
typedef enum Recurrence {
    RECURRENCE_IGNORED, /* recurring is not a fact of the game */
    RECURRENCE_DRAWS,   /* as a draw */
    RECURRENCE_SCORED   /* by what the game says of the last cycle (repetition_outcome) */
} Recurrence;

/* What a named set of squares is to the game: for showing it to people. */
typedef enum ZoneKind {
    ZONE_LAND,      /* a part of the board that the rules name */
    ZONE_GOAL,      /* standing there wins */
    ZONE_WATER,     /* a river */
    ZONE_PALACE,    /* a royal piece stays inside */
    ZONE_REGION,    /* some pieces stay inside */
    ZONE_PROMOTION, /* arriving there promotes */
    ZONE_DROP,      /* where pieces from the hand come in */
    ZONE_SET_UP     /* where pieces are placed before the first move */
} ZoneKind;

typedef struct Zone {
    const char *name;    /* "Palace", for people */
    ZoneKind kind;
    uint8_t sides;       /* whom it concerns; bit 0: White, bit 1: Black */
    const char *squares; /* "b2 h2", and blocks by their first and last square: "a4-i7" */
    const char *words;   /* what it means, a sentence */
    uint32_t colour;     /* 0xRRGGBB in pictures of the board; 0: not shown there */
} Zone;

/* The set-up that CECP GUIs need for a game they do not know. */
typedef struct CecpSetup {
    const char *name;          /* the variant's name in CECP, "normal" for chess */
    const char *table;         /* pieceToCharTable with its parentheses, NULL: the GUI knows it */
    const char *geometry;      /* "9x10+1_bughouse" */
    const char *const *pieces; /* arguments of `piece` lines ("P& fmWfcF"), NULL-terminated */
    const char *start_fen;     /* the start as far as the GUI can read it, NULL: as it is */
} CecpSetup;

/* How a net sees the board from Black's side. */
typedef enum NetView {
    NET_VIEW_RANKS,     /* ranks turned round, own pieces told from the other's */
    NET_VIEW_HALF_MOVE, /* turned by half a turn, own pieces told from the other's */
    NET_VIEW_ABSOLUTE   /* as White does: the armies differ, and every type has one owner */
} NetView;

/* The symmetry of the rules, if any, that gives a mirrored copy of a position. The reflections
 * hold without castling rights alone (State.rights == 0); the exchange always does. */
typedef enum NetMirror {
    NET_MIRROR_NONE,
    NET_MIRROR_FILES,   /* left and right */
    NET_MIRROR_BOARDS,  /* two boards exchanged */
    NET_MIRROR_DIAGONAL /* across the diagonal from the last square of the first file */
} NetMirror;

/* What a net must know of a game; eval/features.h makes inputs of it. */
typedef struct NetSheet {
    NetView view;
    NetMirror mirror;
    uint8_t pieces_max;              /* pieces of both sides at the start, those in hand included: a game
                                     never has more, a FEN may */
    uint8_t hand_max[HAND_SLOTS]; /* a side has at most so many in hand, slot by slot */
} NetSheet;

/* How strong weakened players are (search/levels.h), of every second level from the weakest on; the last is the
 * engine itself. Measured by `make levels`. */
enum { LEVELS_MEASURED = 11 };
typedef struct LevelSheet {
    int16_t strength[LEVELS_MEASURED]; /* as in search/skill.h, rising; of the engine itself: what equals it */
    int16_t elo[LEVELS_MEASURED];      /* rising */
    bool measured;                     /* and not only supposed */
    bool placed;                       /* among engines with known ratings */
} LevelSheet;

/* How openings for matches are found (bench/openings.c): positions so many random moves from the
 * start that a search calls balanced. */
typedef struct OpeningRecipe {
    uint8_t plies;
    int16_t limit;   /* centipawns that either side may be ahead */
    bool from_start; /* ahead of what the start position is worth, not of nothing: where the evaluation
                        favours a side though games are even */
} OpeningRecipe;

typedef struct Variant {
    /* Names and geometry. Boards lie side by side, all of files/boards x ranks. */
    const char *name;  /* as in UCI_Variant */
    const char *title; /* for people */
    uint8_t files, ranks, boards;
    bool on_corner;    /* people see it standing on a corner, the last square of the first file on top */
    uint8_t symmetry;  /* set of operations on a board (each, if there are two) that change
                          nothing for any piece, castling rights apart */
    uint8_t swap;      /* the operation that, with the colours exchanged, changes nothing
                          either; 0: the sides are not alike */
    bool crosses_boards;     /* a piece may go from one board to another; without it each stays on its own */
    bool captures_elsewhere; /* a move may capture where no piece arrives, and not en passant alone */
    const char *rules; /* for people: a summary in a few lines */
    const char *start_fen;
    bool standard;     /* other programs know the game: it is written in standard algebraic
                          notation, and a FEN may lack both counters, as some send it */
    CecpSetup cecp;
    const Zone *zones; /* ended by one without a name, later ones lie over earlier ones; NULL: none */

    /* Pieces: types 1 .. type_count - 1. */
    const PieceInfo *pieces;
    uint8_t type_count;
    const char *const *words;  /* what each type does, for people: a sentence or two by type */
    const PieceType *hand_types; /* types that can be in hand, slot by slot, NO_TYPE-terminated,
                                    in printing order; NULL if there are no hands */
    Tapered (*psq)[SQUARE_MAX]; /* [Piece][Square], material included, White's point of
                                         view; filled by init */

    /* How far the way to the end is for a side with pieces enough against a bare royal: see
     * tablebases/mop_up.h; made by `quincunx tables GAME --mop-up`. NULL: not known. */
    const int16_t *mop_up;

    NetSheet net;
    OpeningRecipe opening;

    const LevelSheet *levels; /* NULL: not measured */
    int16_t hopeless; /* centipawns; whoever is so far behind move after move has lost, nearly always. 0: 1000 */

    /* Draw rules and search hints. */
    uint16_t counter_limit;  /* plies without progress that draw, 0: no such rule */
    uint16_t repetitions;    /* occurrences that end the game, 0: no such rule */
    Recurrence recurrence;
    bool null_move;          /* is passing usually worse than the best move? */
    uint16_t margin_percent; /* search margins relative to those tuned for chess */
    uint8_t quiescence_breadth; /* moves tried at a node of quiescence, fewer with depth; 0: all.
                                   For games in which most moves are noisy */
    uint16_t history_slots;  /* piece slots used in MoveInfo.piece_to */
    uint32_t max_moves;      /* no position that set_fen accepts has more legal moves */
    uint32_t max_parts;      /* nor more parts in either list; 0 where there are none */
    int16_t phase_max;       /* of both sides' State.phase at the start */
    uint8_t bench_depth;     /* plies to which `bench` searches: a second or two in all */

    size_t position_size; /* of the game's own struct, whose first member is a Position */

    /* Fills the game's tables; called once, at start-up, before anything else. */
    void (*init)(void);

    /* Reads a FEN into a position fresh from position_new, strictly. Returns false
     * with the reason in *error; the position is then worthless. */
    bool (*set_fen)(Position *pos, const char *fen, ErrorText *error);
    /* What set_fen asks of board, hands and side to move: may a game begin so? Explains why
     * not, if error is not NULL. Rights and en passant are not looked at. */
    bool (*accepts)(const Position *pos, ErrorText *error);
    /* May this piece ever stand there, whatever stands elsewhere? NULL: on every square. */
    bool (*may_stand)(Piece piece, Square square);
    /* Puts a piece on a square in place of what stands there, NO_PIECE to clear it; not a
     * move: nothing is logged and nothing can be taken back. */
    void (*place)(Position *pos, Square square, Piece piece);
    /* Writes the FEN, at most FEN_MAX bytes. */
    void (*get_fen)(const Position *pos, char *fen);

    /* Writes the legal moves of a kind to out, which has room for max_moves, and
     * returns the end. No moves if the board shows the game decided; draw rules are
     * ignored. GEN_ALL is GEN_NOISY and GEN_QUIET together, without duplicates. */
    Move *(*generate)(const Position *pos, GenKind kind, Move *out);
    /* Where moves are pairs of parts (NULL elsewhere): lists those of list 0 at out[0] and of
     * list 1 at out[1], with room for max_parts each, and leaves the ends there. The pairs that go
     * together are the legal moves; `describe` and `bits` hold for a part too, and a pair is noisy
     * if a part is. tactical: of quiet parts only what quiescence should try beside noisy ones. */
    void (*generate_parts)(const Position *pos, bool tactical, MovePart *out[2]);
    /* Would GEN_ALL list it? Any bits are allowed. */
    bool (*move_is_legal)(const Position *pos, Move move);
    /* The key after a legal move, at a cheap guess that is right for nearly all: what is known of
     * the position is looked for beforehand. NULL: it is not. */
    Key (*key_after)(const Position *pos, Move move);
    /* Plays a legal move or (make_null) passes: pushes a state. */
    void (*make)(Position *pos, Move move);
    void (*make_null)(Position *pos);
    /* Takes back what make or make_null did by replaying the log. */
    void (*unmake)(Position *pos);

    /* Would the side to move lose at once if it passed? May say no wrongly, never
     * yes. The side to move must not already have lost or won by what stands there. */
    bool (*in_peril)(const Position *pos);
    /* The result by what stands on the board, without looking for moves: cheap. */
    Outcome (*board_outcome)(const Position *pos);
    /* What it means that the side to move has no legal move. */
    Outcome (*no_move_outcome)(const Position *pos);
    /* The result when the clock of that side runs out; NULL: it has lost. */
    Outcome (*flag_outcome)(const Position *pos, Side side);
    /* The result of a position that has occurred `repetitions` times, told from the cycle that
     * led to it last; NULL: draw. Where recurrence is evaluated, asked at any recurrence: what if the
     * game were to end now? Takes moves back and makes them again. */
    Outcome (*repetition_outcome)(Position *pos);

    /* Describes n legal moves to move ordering. */
    void (*describe)(const Position *pos, const Move *moves, size_t n, MoveInfo *out);
    /* Static exchange evaluation: does the move, with all that follows on the
     * squares it captures on, win at least threshold centipawns? */
    bool (*see_ge)(const Position *pos, Move move, Score threshold);
    /* The evaluation beyond material and piece-square, White's point of view. */
    Tapered (*evaluate)(const Position *pos);

    /* Writes a legal move as text, at most MOVE_TEXT_MAX bytes. */
    void (*print_move)(const Position *pos, Move move, char *text);
    /* Reads a move in any legal spelling. Returns false with the reason. */
    bool (*parse_move)(const Position *pos, const char *text, Move *move, ErrorText *error);
    /* What legs joined by commas amount to, and why if they are illegal (error may be NULL);
     * NULL if a move is always one leg. */
    LegStatus (*legs_status)(const Position *pos, const char *text, ErrorText *error);
    /* The board after legs that legs_status does not call illegal, before anything that the
     * end of the move brings; NULL where legs_status is. */
    void (*legs_board)(const Position *pos, const char *text, Piece board[SQUARE_MAX]);

    /* Checks everything redundant in a position (sets against mailbox, keys
     * against fresh ones). Returns NULL if sound, else a static text. */
    const char *(*verify)(const Position *pos);
} Variant;

/* All games, in the order in which they are listed to people; NULL-terminated. Tools ask for them by
 * `quincunx games`. */
extern const Variant *const variants[];
/* Prepares keys and every game's tables. Call once before any position is made. */
void variants_init(void);
/* The game with this name (in UCI, in CECP or for people; letters and digits count, in
 * either case), or NULL. */
const Variant *variant_find(const char *name);
/* The place of a game in that list, for tables by game of GAMES_MAX rows; of one that is not in it, the
 * place behind the last. */
enum { GAMES_MAX = 16 };
size_t variant_index(const Variant *variant);
/* The same, and if there is none an error that lists the games. */
const Variant *variant_choose(const char *name, ErrorText *error);

#endif
