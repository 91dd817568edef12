/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The interface between a game and the rest of the engine. A game is a folder under variants/ that fills one constant struct
 * Variant. Search, evaluation and protocols reach the game only through this struct. Function pointers are coarse: a few calls a
 * node at most, never one a square. Unless stated otherwise, a `const Position *` is a position of this variant, reached by correct
 * calls of make, and the callee keeps no pointer to its arguments.
 */
#ifndef QUINCUNX_VARIANT_H
#define QUINCUNX_VARIANT_H

#include "position.h"
#include "types.h"

enum {
    MOVE_TEXT_MAX = 96, /* bytes for the longest printed move, '\0' included */
    FEN_MAX = 640       /* bytes for the longest printed FEN, '\0' included */
};

/* The rotations and reflections of a board, as numbers of three bits. TRANSPOSE (files for ranks, on square boards) is applied
 * first. A set of operations has bit n for operation n. */
enum { FLIP_FILES = 1, FLIP_RANKS = 2, TRANSPOSE = 4, BOARD_OPERATIONS = 8 };
enum {
    SYMMETRIC_FILES = 0x03, /* left and right are alike */
    SYMMETRIC_SIDES = 0x0F, /* left and right are alike, and so are up and down */
    SYMMETRIC_ALL = 0xFF    /* all of these, and files and ranks are alike */
};

/* The data sheet of one piece type. */
typedef struct PieceInfo {
    char letter;        /* upper case; lower case is Black's. A promoted form has the letter of its base */
    bool promoted;      /* printed with a '+' before the letter */
    uint8_t sides;      /* bit 0: White may have it, bit 1: Black */
    PieceType promotes; /* its own promoted form ("+"), or NO_TYPE */
    PieceType base;     /* the type that move ordering counts it as: itself or its base */
    bool royal;         /* a side that loses its last one has lost, by mate or by capture */
    bool mates;         /* this piece and its royal nearly always win against a bare royal */
    bool one_colour;    /* its moves lead to squares of its own square's colour alone */
    bool structure;     /* part of the pawn structure: in State.pawn_key */
    uint8_t symmetry;   /* set of operations that change nothing for the piece; 0: as for the game */
    uint8_t phase;      /* its share in the game phase */
    int16_t mg, eg;     /* value in centipawns, middlegame and endgame; 0 for royals */
    const char *name;   /* "Knight" */
    const char *betza;  /* how it moves, for display */
} PieceInfo;

/* The squares of a part of a move that the opponent attacks: where its piece starts, where it arrives. */
enum { ATTACKED_START = 1, ATTACKED_END = 2, ATTACKED_NB = 4 };

/* What move ordering knows about a move; `describe` fills it. A move of two parts (two boards, or a muster
 * and an action) has two entries in piece_to; with one part the second entry is 0. */
typedef struct MoveInfo {
    uint16_t piece_to[2]; /* history index of a part: 1 + slot * squares + to, slot < history_slots */
    uint16_t from_to[2];  /* 1 + from * squares + to of a part (from == to for a drop) */
    uint8_t attacked[2];  /* set of ATTACKED_START, ATTACKED_END of a part; quiet parts only */
    int16_t gain;         /* centipawns won at once by captures and promotions */
    int16_t attacker;     /* value of the capturing piece, 0 if nothing is captured */
    int16_t escape;       /* value of a piece that goes from a square where a lesser one attacks it to one where none does */
    PieceType victim;     /* base type of the most valuable piece captured, or NO_TYPE */
    bool noisy;           /* would GEN_NOISY list it? */
    bool gives_peril;     /* is it quiet and leaves the opponent in peril? Games that cannot tell cheaply say no */
} MoveInfo;

/* A part of a move, in games where a move is a pair of parts, one from each of two lists (such as the moves on two boards). The
 * bits of the move are the bits of both parts. Whether two parts are compatible depends on their kinds only. */
enum { PART_KINDS = 8 };
typedef struct MovePart {
    Move bits;
    uint8_t kind;
    uint8_t companions; /* set of the kinds in the other list that are compatible */
} MovePart;

/* The status of a text of legs, in the order played. */
typedef enum LegStatus {
    LEGS_ILLEGAL,   /* no legal move begins like this */
    LEGS_PARTIAL,   /* begins a legal move but is not complete */
    LEGS_EXTENSIBLE,/* a legal move that further legs may extend */
    LEGS_COMPLETE   /* a legal move that no leg can follow */
} LegStatus;

/* How a position that recurs inside the search tree is scored. */
typedef enum Recurrence {
    RECURRENCE_IGNORED, /* repetition has no effect in the game */
    RECURRENCE_DRAWS,   /* as a draw */
    RECURRENCE_SCORED   /* by the last cycle (repetition_outcome) */
} Recurrence;

/* What a named set of squares means in the game, for display. */
typedef enum ZoneKind {
    ZONE_LAND,      /* an area named by the rules */
    ZONE_GOAL,      /* arriving there wins */
    ZONE_WATER,     /* a river */
    ZONE_PALACE,    /* a royal piece must stay inside */
    ZONE_REGION,    /* some pieces must stay inside */
    ZONE_PROMOTION, /* arriving there promotes */
    ZONE_DROP,      /* where pieces from the hand come in */
    ZONE_SET_UP     /* where pieces are placed before the first move */
} ZoneKind;

typedef struct Zone {
    const char *name;    /* "Palace", for display */
    ZoneKind kind;
    uint8_t sides;       /* the sides it concerns; bit 0: White, bit 1: Black */
    const char *squares; /* "b2 h2"; blocks by their first and last square: "a4-i7" */
    const char *words;   /* its meaning, in one sentence */
    uint32_t colour;     /* 0xRRGGBB in pictures of the board; 0: not shown */
} Zone;

/* The set-up that CECP sends to GUIs that do not know the game. */
typedef struct CecpSetup {
    const char *name;          /* the variant's name in CECP, "normal" for chess; NULL: Variant.name */
    const char *table;         /* pieceToCharTable with its parentheses; NULL: the GUI knows the game */
    const char *geometry;      /* "9x10+1_bughouse" */
    const char *const *pieces; /* by type: its moves for the GUI, NULL where they are PieceInfo.betza; NULL: the GUI knows all */
    bool plain_start;          /* the GUI begins with White to move and without rights, whatever start_fen says */
} CecpSetup;

/* A search parameter (search/params.h) that differs from its value in chess. */
typedef struct ParamValue {
    const char *name; /* NULL ends a list */
    int value;
} ParamValue;

/* What the search is told. All zero: as in chess. */
typedef struct SearchHints {
    bool no_null_move;          /* passing is often the best move */
    bool mop_up;                /* a lone king is driven to a corner, and mated there: eval/lone_king.h */
    uint16_t margin_percent;    /* evaluations and search margins relative to those of chess; 0: 100 */
    uint8_t quiescence_breadth; /* moves tried at a quiescence node, fewer with depth; 0: all. For games in which
                                 * most moves are noisy */
    uint16_t history_slots;     /* number of piece slots in MoveInfo.piece_to; 0: one for each type of each side */
    const ParamValue *params;   /* the game's own parameters; NULL: none */
    /* For games in which a move is a pair of parts; NULL: it is not. Writes the parts of list 0 to out[0] and of list 1 to out[1],
     * each with room for max_parts, and leaves both pointers at the ends. The compatible pairs are the legal moves. `describe` and
     * the move's bits work for a single part too. A pair is noisy if either part is. tactical: of the quiet parts, list only those
     * that quiescence should try with noisy ones. */
    void (*generate_parts)(const Position *pos, bool tactical, MovePart *out[2]);
    uint32_t max_parts; /* upper bound on the parts of either list */
} SearchHints;

/* What people are shown. */
typedef struct DisplaySheet {
    const char *rules;        /* a summary in a few lines; NULL: none */
    const char *const *words; /* how each type moves, in a sentence or two; NULL: only PieceInfo.betza tells */
    const Zone *zones;        /* ended by an entry without a name; later zones cover earlier ones; NULL: none */
    const char *brief;        /* the game in about five lines; the first tells the goal; NULL: none */
    const char *goals[SIDE_NB]; /* what each side is to do, in a sentence; NULL: the first line of `brief` */
    const char *scene;        /* moves that lead from the start to a picture of the game; NULL: the start is one */
    const char *leg_rule;     /* what goes with what in a move of several legs, in a sentence or two; NULL: nothing to say */
    bool on_corner;           /* the board stands on a corner, with the last square of the first file on top */
    CecpSetup cecp;
} DisplaySheet;

/* The strength of every second level (search/levels.h), weakest first; the last one is the engine at full
 * strength. Measured by `make levels`. */
enum { LEVELS_MEASURED = 11 };
typedef struct LevelSheet {
    int16_t strength[LEVELS_MEASURED]; /* as in search/skill.h, ascending; the last equals full strength */
    int16_t elo[LEVELS_MEASURED];      /* ascending */
    bool measured;                     /* false: estimated */
    bool placed;                       /* on the scale of engines with known ratings */
} LevelSheet;

/* What the engine's scores mean (eval/wdl.h), fitted to the results of games by nnue/fit_wdl.py: with a score of `level` for White
 * both sides win equally often, with `level` + `draw` White wins half of the games, and `spread` is the unit of the logistic
 * curves. In centipawns, by the share of the pieces of the start that are left (those in hand included): 0, 1/4, 1/2, 3/4 and all
 * of them, interpolated linearly. Above a probability of 50% a curve is `above` percent as steep as below. */
enum { WDL_KNOTS = 5 };
typedef struct WdlSheet {
    int16_t level[WDL_KNOTS];
    int16_t draw[WDL_KNOTS];   /* at least 0 */
    int16_t spread[WDL_KNOTS]; /* above 0 */
    int16_t above;             /* above 0 */
} WdlSheet;

/* How lab/openings.c finds openings for matches: it plays random moves from the start and keeps the
 * positions that a search scores as balanced. */
typedef struct OpeningRecipe {
    uint8_t plies;
    int16_t limit;   /* centipawns that either side may be ahead */
    bool from_start; /* the limit is relative to the score of the start position, not to 0: for
                        games that are even although the evaluation favours a side */
} OpeningRecipe;

/* What was measured. All zero: nothing yet. */
typedef struct MeasuredSheet {
    const LevelSheet *levels; /* NULL: estimated */
    const WdlSheet *wdl;      /* NULL: as in chess, scaled by margin_percent */
    uint16_t length;          /* moves after which half of the engine's games against itself are over; 0: unknown */
    OpeningRecipe opening;    /* no plies: 8 plies, within 60 centipawns of margin_percent */
    uint8_t bench_depth;      /* depth of `bench` in plies; the whole takes a second or two; 0: 6 */
} MeasuredSheet;

/* A thread's memory for the evaluation of a game, which alone knows what is in it: caches. */
typedef struct EvalScratch EvalScratch;

/* What a net sees of a position beyond its pieces (eval/features.h). Only two-board games need it. scratch: see
 * SearchSheet.evaluate. */
typedef struct NetExtras {
    /* All squares that each side attacks, own pieces included and none beyond the board: a net sees which pieces are
     * attacked and which are defended. */
    void (*attacks)(const Position *pos, EvalScratch *scratch, SquareSet attacked[SIDE_NB]);
    /* Further facts, as bits: fact i about a side on a board is (side * boards + board) * facts_each + i. */
    uint32_t (*facts)(const Position *pos, EvalScratch *scratch);
    uint8_t facts_each; /* facts about each side on each board */
} NetExtras;
enum { NET_FACTS_MAX = 32 /* of both sides on all boards */ };

/* Data that are made for one set of rules. */
enum { DATA_NET = 1, DATA_TABLEBASES = 2, DATA_BOOK = 4, DATA_LEVELS = 8, DATA_ALL = 15 };

/* An option of the rules. The rules read its value from *target, which holds the default at first. */
typedef struct RuleOption {
    const char *name;     /* NULL ends a list */
    const char *choices;  /* separated by '|', the default first; the value is the index. NULL: a number */
    int *target;
    int value, min, max;  /* default and limits of a number */
    unsigned spares;      /* set of the data that apply whatever the value is */
    const char *words;    /* the rule with the other value, in one sentence: "off: nobody castles." */
    const char *said;     /* what a value means, where `words` does not begin with it: by choice, "|White moves first|...", or of a
                           * number and of 0, "%d plies draw|no number draws"; NULL: `words` says it */
    const char *other;    /* the last choice is the game of this name; NULL: none is */
} RuleOption;

/* Where quiet play draws only if a side asks: after `after` quiet plies a side may claim; `then` more make it a draw. */
typedef struct QuietOffer {
    uint16_t after, then; /* 0: no such rule */
} QuietOffer;

/* Result for a side without a legal move (and not in check, in games with check). */
typedef enum Stalemate { STALEMATE_OWN, STALEMATE_DRAWS, STALEMATE_WINS, STALEMATE_LOSES } Stalemate;

/* The rules in force where they are not the game's own (rules.h). All zero: they are. */
typedef struct RulesInForce {
    const char *text;       /* "push=off,first=black"; NULL: the game's own */
    const char *of_moves;   /* the same without what concerns the start position alone, as FENs carry it */
    Key key;                /* in the keys of all positions */
    unsigned lost;          /* set of the data that do not apply */
    const struct Variant *own; /* the game by its own rules; NULL: this is it */
    Stalemate stalemate;
    const struct Variant *instead; /* the game that a setting chose in place of this one; NULL: none */
} RulesInForce;

/*
 * What a game has found out about a position and needs again: checkers, pins, attacked squares. A game's own facts begin with
 * a NodeFacts, as its position begins with a Position, and fit into FactsRoom. They belong to the caller, who empties them for
 * each position and passes the same ones to every call about it; the game fills them in when it needs them. Empty facts give
 * the same results, more slowly.
 */
enum { FACTS_MAX = 640 /* bytes */ };
typedef struct NodeFacts {
    uint8_t known; /* set of what is filled in: FACT_PERIL, others as the game numbers them */
    bool peril;    /* in_peril; the caller's, who asks once */
} NodeFacts;
enum { FACT_PERIL = 1, FACT_OWN = 2 /* the game's first */ };
typedef union FactsRoom {
    NodeFacts node;
    uint64_t words[FACTS_MAX / sizeof(uint64_t)];
} FactsRoom;
static inline void facts_empty(NodeFacts *facts) { facts->known = 0; }

/* ---- The sheets of a game. A member without a comment on NULL or 0 is required. ---- */

/* The board, its pieces and how they are put on it: all that board.h supplies, as BOARD_SHEET. */
typedef struct BoardSheet {
    uint8_t files, ranks, boards; /* boards lie side by side; each has files / boards files and all ranks */
    uint8_t types;                /* piece types are 1 .. types - 1 */
    bool keeps_captured;          /* a captured piece goes to the captor's hand, as its base; see BOARD_KEEPS_CAPTURED */
    const PieceInfo *pieces;      /* by type */
    Tapered (*psq)[SQUARE_MAX];   /* [Piece][Square], material included, White's point of view; filled by init */
    size_t position_size;         /* size of the game's own struct, whose first member is a Position */
    /* Writes the FEN, at most FEN_MAX bytes. */
    void (*get_fen)(const Position *pos, char *fen);
    /* Puts a piece on a square in place of whatever stands there; NO_PIECE clears it. This is not a move: nothing is logged,
     * and unmake cannot undo it. */
    void (*place)(Position *pos, Square square, Piece piece);
    /* Undoes make or make_null by replaying the log backwards. */
    void (*unmake)(Position *pos);
    /* Checks all redundant data of a position (sets against the mailbox, keys against fresh ones). Returns NULL if it is
     * consistent, else a static text. */
    const char *(*verify)(const Position *pos);
} BoardSheet;

/* What is alike on a board. */
typedef struct BoardSymmetry {
    uint8_t board; /* set of operations on a board (on each of two) that change nothing for any piece, castling rights apart */
    uint8_t swap;  /* the operation that changes nothing when the colours are exchanged too; 0: the sides differ */
} BoardSymmetry;

/* Pieces in hand. Their counts are in State.hands: 32 bits a side, as many for each slot as its maximum needs. */
enum { HAND_SLOTS = 8, HAND_BITS = 32, HAND_MAX = 15 /* of a slot, if captured pieces do not go to the hand */ };
typedef struct HandSheet {
    const PieceType *types; /* those that can be in hand, by slot and in printing order, ended by NO_TYPE; NULL: no hands */
    /* Filled by variants_init: where the count of a slot is, and the most that a side can have. */
    uint8_t shift[HAND_SLOTS], mask[HAND_SLOTS], max[HAND_SLOTS];
} HandSheet;

typedef struct DrawRules {
    uint16_t counter_limit; /* plies without progress that draw; 0: no such rule */
    uint16_t repetitions;   /* occurrences that end the game; 0: no such rule */
    Recurrence recurrence;
    QuietOffer quiet_offer;
} DrawRules;

/* Rules as parameters (rules.h). */
typedef struct OptionSheet {
    const RuleOption *list; /* NULL: none of its own */
    /* Adjusts members, such as start_fen, to the options that were set; called before init. Returns false with the reason if they
     * contradict one another. NULL: nothing to adjust. */
    bool (*adjust)(struct Variant *variant, ErrorText *error);
} OptionSheet;

typedef struct PositionSheet {
    const char *start_fen; /* holds all pieces of the game: play never has more on the board and in hand */
    const char *castling;  /* letters of the bits of State.rights in a FEN, the first for bit 0; NULL: there is no castling */
    /* Fills the game's tables, by its options. Called once at start-up, before any other function but adjust. */
    void (*init)(void);
    /* Reads a FEN strictly into a position fresh from position_new, except for extra_key, which position_set_fen
     * adds to the key. Returns false with the reason in *error; the position is then unusable. */
    bool (*set_fen)(Position *pos, const char *fen, ErrorText *error);
    /* Checks the board, the hands and the side to move as set_fen does: may a game begin like this? If not,
     * explains the reason unless error is NULL. Does not look at castling rights and en passant. */
    bool (*accepts)(const Position *pos, ErrorText *error);
    /* May this piece ever stand on this square, whatever else is on the board? NULL: always. */
    bool (*may_stand)(Piece piece, Square square);
    /* What the key holds besides the board, the hands and the side to move: castling rights, usable en passant. NULL: nothing. */
    Key (*extra_key)(const Position *pos);
} PositionSheet;

/* Outside the search, position.h has all that takes facts without them. */
typedef struct MoveSheet {
    uint32_t max;            /* upper bound on the legal moves of any position that set_fen accepts */
    bool crosses_boards;     /* a piece may go from one board to another */
    bool captures_elsewhere; /* a move may capture where no piece arrives, other than en passant */
    /* Writes the legal moves of a kind to out, which has room for `max`, and returns the end. Writes none
     * if the board shows a win or loss; ignores draw rules. GEN_ALL is GEN_NOISY plus GEN_QUIET. Moves that lead to the
     * same position are one move: only one of them is listed. */
    Move *(*generate)(const Position *pos, NodeFacts *facts, GenKind kind, Move *out);
    /* Is the move in the list of GEN_ALL? Accepts any bits. */
    bool (*is_legal)(const Position *pos, NodeFacts *facts, Move move);
    /* The key after a legal move, for prefetching; it may be wrong for a few moves. NULL: no prefetch. */
    Key (*key_after)(const Position *pos, Move move);
    /* Makes a legal move and pushes a state. */
    void (*make)(Position *pos, Move move);
    /* Passes, and pushes a state, in games where that has effects on the board. NULL: it has none. */
    void (*make_null)(Position *pos);
} MoveSheet;

typedef struct EndSheet {
    /* Is the side to move in check? Then no legal move is mate, which no rule option changes. NULL: there is no check. */
    bool (*in_check)(const Position *pos);
    /* Generalised check: would the side to move lose at once if it passed? May miss a threat but never
     * reports a false one. The board must not already show a win or loss. */
    bool (*in_peril)(const Position *pos, NodeFacts *facts);
    /* The result that the board shows, without move generation: cheap. */
    Outcome (*on_board)(const Position *pos);
    /* The result when the side to move has no legal move, by the game's own rules; see position_no_move_outcome. */
    Outcome (*no_move)(const Position *pos);
    /* The result when this side's time runs out; NULL: it loses. */
    Outcome (*flag)(const Position *pos, Side side);
    /* The result of a position that has occurred `repetitions` times, decided by the cycle that led to it.
     * NULL: draw. With RECURRENCE_SCORED the search calls it at any recurrence, as if the game ended there.
     * Takes moves back and makes them again. */
    Outcome (*repetition)(Position *pos);
} EndSheet;

typedef struct TextSheet {
    bool standard; /* other programs know the game: moves are written in standard algebraic notation, and a FEN
                    * may lack both counters, as some programs send it */
    /* Writes a legal move as text, at most MOVE_TEXT_MAX bytes. */
    void (*print)(const Position *pos, Move move, char *text);
    /* Reads a move in any legal spelling. Returns false with the reason. */
    bool (*parse)(const Position *pos, const char *text, Move *move, ErrorText *error);
    /* The rule of the game's own, in words, that keeps a piece of this type of the side to move from going to an empty or enemy
     * square, from SQUARE_NONE: from the hand; NULL if it is none. Called for illegal moves only. NULL: there are no such rules. */
    const char *(*refusal)(const Position *pos, PieceType type, Square from, Square to);
    /* The status of legs joined by commas, and the reason if they are illegal (error may be NULL). NULL:
     * every move is a single leg. */
    LegStatus (*legs_status)(const Position *pos, const char *text, ErrorText *error);
    /* The board after legs that legs_status does not reject, before the effects at the end of the move. NULL
     * if legs_status is NULL. */
    void (*legs_board)(const Position *pos, const char *text, Piece board[SQUARE_MAX]);
} TextSheet;

typedef struct SearchSheet {
    const SearchHints *hints;    /* NULL: all zero */
    const NetExtras *net_extras; /* NULL: none */
    int16_t phase_max;           /* filled by variants_init: PieceInfo.phase of all pieces of the start, those in hand included */
    size_t scratch_size;         /* size of the game's EvalScratch; 0: none */
    /* Fills the MoveInfo of n legal moves for move ordering. */
    void (*describe)(const Position *pos, NodeFacts *facts, const Move *moves, size_t n, MoveInfo *out);
    /* Static exchange evaluation: does the move win at least `threshold` centipawns, counting all exchanges
     * on the squares where it captures? */
    bool (*see_ge)(const Position *pos, Move move, Score threshold);
    /* The evaluation beyond material and piece-square, White's point of view. scratch: NULL, or a thread's own scratch_size bytes,
     * zeroed at first, in which the game keeps what it computed. That changes the speed, never the result. */
    Tapered (*evaluate)(const Position *pos, EvalScratch *scratch);
} SearchSheet;

/* A game: its rules, and what the rest of the engine is told about it. */
typedef struct Variant {
    const char *name;  /* as in UCI_Variant */
    const char *title; /* for display */
    BoardSheet board;
    BoardSymmetry symmetry;
    HandSheet hands;
    DrawRules draws;
    OptionSheet options;
    RulesInForce rules;
    PositionSheet position;
    MoveSheet moves;
    EndSheet end;
    TextSheet text;
    SearchSheet search;
    const DisplaySheet *display;   /* NULL: all zero */
    const MeasuredSheet *measured; /* NULL: all zero */
} Variant;

/* ---- The sheets that may be missing; never NULL ---- */

extern const SearchHints hints_none;
extern const DisplaySheet display_none;
extern const MeasuredSheet measured_none;
static inline bool variant_may_stand(const Variant *v, Piece piece, Square square)
{
    return !v->position.may_stand || v->position.may_stand(piece, square);
}
static inline const SearchHints *variant_hints(const Variant *v) { return v->search.hints ? v->search.hints : &hints_none; }
static inline const DisplaySheet *variant_display(const Variant *v) { return v->display ? v->display : &display_none; }
/* Its zones, ended by an entry without a name. */
static inline const Zone *variant_zones(const Variant *v)
{
    static const Zone none = {.name = NULL};
    const Zone *zones = v->display ? v->display->zones : NULL; /* without display_none, which is above src/notation */
    return zones ? zones : &none;
}
static inline const MeasuredSheet *variant_measured(const Variant *v) { return v->measured ? v->measured : &measured_none; }

/* Members of the sheets with their defaults. */
static inline int variant_margin_percent(const Variant *v)
{
    int percent = variant_hints(v)->margin_percent;
    return percent ? percent : 100;
}
static inline unsigned variant_history_slots(const Variant *v)
{
    unsigned slots = variant_hints(v)->history_slots;
    return slots ? slots : SIDE_NB * (v->board.types - 1u);
}
static inline const CecpSetup *variant_cecp(const Variant *v) { return &variant_display(v)->cecp; }
static inline const char *variant_cecp_moves(const Variant *v, PieceType type)
{
    const char *moves = variant_cecp(v)->pieces[type];
    return moves ? moves : v->board.pieces[type].betza;
}
static inline const char *variant_cecp_name(const Variant *v)
{
    const char *name = variant_cecp(v)->name;
    return name ? name : v->name;
}
static inline const char *variant_rules(const Variant *v)
{
    const char *rules = variant_display(v)->rules;
    return rules ? rules : "";
}
static inline const char *variant_words(const Variant *v, PieceType type)
{
    const char *const *words = variant_display(v)->words;
    return words ? words[type] : "";
}
static inline int variant_bench_depth(const Variant *v)
{
    int depth = variant_measured(v)->bench_depth;
    return depth ? depth : 6;
}
OpeningRecipe variant_opening(const Variant *v);

/* The number of pieces at the start, those in hand included. */
unsigned variant_pieces_max(const Variant *v);
/* The most pieces that either side ever has in hand in play by the game's own rules, in a slot of hands.types: those of the start
 * position or, if captured pieces go to the hand, all that the game has. */
unsigned variant_hand_max(const Variant *v, unsigned slot);

/* The number of pieces in hand of a side, in a slot of hands.types. */
static inline unsigned hand_count(const Variant *v, uint64_t hands, Side side, unsigned slot)
{
    return hands >> (side * HAND_BITS + v->hands.shift[slot]) & v->hands.mask[slot];
}
/* One such piece, to be added or subtracted. */
static inline uint64_t hand_one(const Variant *v, Side side, unsigned slot)
{
    return (uint64_t)1 << (side * HAND_BITS + v->hands.shift[slot]);
}
/* All pieces in hand of both sides. */
unsigned hand_pieces(const Variant *v, uint64_t hands);
/* The hands with colours exchanged. */
static inline uint64_t hands_exchange(uint64_t hands) { return hands << HAND_BITS | hands >> HAND_BITS; }

/* Is the data sheet in order? If not, says what is missing or wrong. Builds with assertions check all games at the start. */
bool variant_check(const Variant *v, ErrorText *error);

/* All games in the order of display; ended by NULL. Tools read the list from `quincunx games`. */
extern const Variant *const *const variants;
/* The game by its own rules: the members that do not rest on tables. */
static inline const Variant *variant_own(const Variant *v) { return v->rules.own ? v->rules.own : v; }
/* Fills the keys and every game's tables. Is called once, before anything else that concerns games; they are constant from then
 * on. */
void variants_init(void);
/* The same by other rules, as rules_init has them: `choose` sets those of a text in one of all games, or returns false with the
 * reason. Returns false if it does, if a game cannot begin, and if this is not the first call. */
typedef bool ChooseRules(Variant *const *games, const char *text, ErrorText *error);
bool variants_build(ChooseRules *choose, const char *const *rules, ErrorText *error);
/* The game with this name (its UCI, CECP or display name; only letters and digits count, in either case), or NULL. */
const Variant *variant_find(const char *name);
/* The index of a game in that list, for tables of GAMES_MAX rows; for a game outside the list, one past the last index. */
enum { GAMES_MAX = 16 };
size_t variant_index(const Variant *variant);
/* The same as the rules in force mean it: a setting may have chosen another edition. If there is no such game, the error lists
 * all games. */
const Variant *variant_choose(const char *name, ErrorText *error);
/* The same as the reader of an argument (util/arguments.h); `place` is a const Variant **. */
bool variant_argument(void *place, const char *name, ErrorText *error);
/* Appends "Games: NAME..." as a line. */
struct Buffer;
void variants_print(struct Buffer *out);

#endif
