/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Compares the engine's games with the slow implementations of tests/reference, which are written
 * independently from the rules. The positions come from random games and from FENs damaged at random.
 * TEST_POSITIONS positions of each kind for each game, and TEST_OPTION_POSITIONS with each other value of each option of
 * its rules and with some values together, starting at TEST_SEED; TEST_GAME selects a single game. "test_reference GAME DEPTH
 * FEN" prints a line for the game's .epd instead, counted by the slow generator; GAME:OPTION=VALUE,... counts with these
 * options of the rules.
 */

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../src/eval/evaluate.h"
#include "../src/text/notation.h"
#include "../src/rules.h"
#include "reference/reference.h"
#include "reference/random.h"
#include "support.h"

enum {
    PLAYOUT_PLIES = 60,
    CHILD_KEYS = 6,       /* children of a position whose FEN is read again */
    SPELLINGS = 120,      /* parsed spellings of a position */
    PREFIXES = 12,        /* beginnings of moves of a position */
    DAMAGED_TEXTS = 12,   /* damaged spellings of a position */
    RANDOM_MOVES = 40     /* random and damaged moves of a position */
};

static long positions_wanted, option_positions;
static uint64_t first_seed;

/* The rules under which a game is compared: its own, each option with each other value alone, and some values together. */
typedef struct RuleSet {
    const Reference *reference;
    char text[RULES_TEXT_MAX]; /* "OPTION=VALUE,..."; "": the game's own rules */
} RuleSet;
enum { RULE_SETS_MAX = 256, MIXTURES = 4 };
static RuleSet rule_sets[RULE_SETS_MAX];
static int rule_set_count;

/* Begins by the rules in both, or says why that cannot be. */
static const char *begin_both(const RuleSet *set)
{
    static ErrorText error;
    char text[2 * RULES_TEXT_MAX];
    snprintf(text, sizeof text, "%s:%s", set->reference->name, set->text);
    if (!rules_init((const char *const[]){text, NULL}, &error)) return error.text;
    return !*set->text || reference_set_rules(set->reference, strcpy(text, set->text)) ? NULL : "the reference does not know them";
}

static const Variant *begin_rules(const RuleSet *set)
{
    const char *why = begin_both(set);
    ck_assert_msg(!why, "%s: %s: %s", set->reference->name, set->text, why);
    return variant_find(set->reference->name);
}

/* Can the rules go together? */
static bool can_begin(const RuleSet *set)
{
    int status = 0;
    pid_t child = fork();
    if (child == 0) _exit(begin_both(set) != NULL);
    if (child < 0 || waitpid(child, &status, 0) != child) exit(2);
    return status == 0;
}

/* Adds a value of an option to the text of a set. False if it is of the common part, where it changes nothing that a FEN shows. */
static bool add_value(RuleSet *set, const RuleOption *option, int value)
{
    const Reference *reference = set->reference;
    char text[RULE_VALUE_MAX];
    bool own = false;
    for (const RuleOption *o = variant_find(reference->name)->options.list; o && o->name; ++o) own |= o == option;
    rules_value(option, value, text);
    bool known = reference->set_rule && reference->set_rule(option->name, text);
    if (known) reference->set_rule(NULL, NULL);
    if (!known && !own) return false;
    size_t length = strlen(set->text);
    snprintf(set->text + length, sizeof set->text - length, "%s%s=%s", length ? "," : "", option->name, text);
    return true;
}

static void add_rule_set(const RuleSet *set)
{
    rule_sets[rule_set_count] = *set;
    if (++rule_set_count == RULE_SETS_MAX) exit(2);
}

/* The values of an option, of long ranges two; returns their number. */
static int values_of(const RuleOption *option, int values[16])
{
    int count = 0, last = option->max;
    if (option->other) return 0;
    if (!option->choices && option->max - option->min > 9) {
        values[0] = 0;
        values[1] = 7;
        return 2;
    }
    if (option->choices)
        for (const char *p = option->choices; *p; ++p) last += *p == '|';
    for (int value = option->min; value <= last; ++value) values[count++] = value;
    return count;
}

/* Every value but the default, alone. */
static void add_single_values(const Reference *reference)
{
    const Variant *v = variant_find(reference->name);
    RuleRow row;
    for (size_t k = 0; rules_row(v, k, &row); ++k) {
        int values[16], count = values_of(row.option, values);
        for (int i = 0; i < count; ++i) {
            RuleSet set = {.reference = reference};
            if (values[i] != row.initial && add_value(&set, row.option, values[i])) add_rule_set(&set);
        }
    }
}

/* Some values together, at random; some exclude each other. */
static void add_mixtures(const Reference *reference, uint64_t seed)
{
    for (int n = 0, tries = 0; n < MIXTURES && tries < 20 * MIXTURES; ++tries) {
        RuleSet set = {.reference = reference};
        const Variant *v = variant_find(reference->name);
        RuleRow row;
        for (size_t k = 0; rules_row(v, k, &row); ++k) {
            int values[16], count = values_of(row.option, values);
            if (!count || random_below(&seed, 2)) continue;
            int value = values[random_below(&seed, (size_t)count)];
            if (value != row.initial) add_value(&set, row.option, value);
        }
        if (strchr(set.text, ',') && can_begin(&set)) add_rule_set(&set), ++n;
    }
}

/* ---- One position ---- */

/* A legal move of the engine and the position after it. */
typedef struct Child {
    Move move;
    char fen[FEN_MAX], text[MOVE_TEXT_MAX];
} Child;

/* The data of one position during the comparison. */
typedef struct Compared {
    const Reference *reference;
    Position *pos;
    const char *fen;
    Child *children;
    size_t count;
    RefMove *spellings;
    size_t spelling_count;
    uint64_t *seed;
} Compared;

#define EXPECT(condition, ...) \
    do { \
        if (!(condition)) fail_at(c->fen, __LINE__, __VA_ARGS__); \
    } while (0)

static void fail_at(const char *fen, int line, const char *format, ...) __attribute__((format(printf, 3, 4)));
static void fail_at(const char *fen, int line, const char *format, ...)
{
    char text[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    ck_abort_msg("line %d: %s: %s", line, fen, text);
}

static int by_fen(const void *a, const void *b) { return strcmp(((const Child *)a)->fen, ((const Child *)b)->fen); }
static int by_ref_fen(const void *a, const void *b) { return strcmp(((const RefMove *)a)->fen, ((const RefMove *)b)->fen); }

static const Child *child_find(const Compared *c, const char *fen)
{
    Child key;
    snprintf(key.fen, sizeof key.fen, "%s", fen);
    return bsearch(&key, c->children, c->count, sizeof key, by_fen);
}

/* GEN_NOISY plus GEN_QUIET equals GEN_ALL, without duplicates; `describe` agrees. */
static void compare_kinds(Compared *c, Move *all, size_t count)
{
    const Variant *v = c->pos->variant;
    Move *parts = malloc(v->moves.max * sizeof(Move));
    MoveInfo *info = malloc((count + 1) * sizeof *info);
    ck_assert(parts && info);
    Move *noisy_end = position_generate(c->pos, GEN_NOISY, parts);
    size_t noisy = (size_t)(noisy_end - parts);
    EXPECT(noisy <= count, "%zu noisy moves of %zu", noisy, count);
    position_describe(c->pos, parts, noisy, info);
    for (size_t i = 0; i < noisy; ++i) EXPECT(info[i].noisy, "a noisy move is described as quiet");
    Move *quiet_end = position_generate(c->pos, GEN_QUIET, noisy_end);
    size_t quiet = (size_t)(quiet_end - noisy_end);
    EXPECT(noisy + quiet == count, "%zu noisy and %zu quiet moves are not %zu", noisy, quiet, count);
    position_describe(c->pos, noisy_end, quiet, info);
    for (size_t i = 0; i < quiet; ++i) EXPECT(!info[i].noisy, "a quiet move is described as noisy");
    qsort(parts, count, sizeof(Move), compare_moves);
    for (size_t i = 0; i < count; ++i) EXPECT(parts[i] == all[i], "noisy and quiet moves are not all moves");
    for (size_t i = 1; i < count; ++i) EXPECT(all[i] != all[i - 1], "a move is listed twice");

    position_describe(c->pos, all, count, info);
    for (size_t i = 0; i < count; ++i) {
        unsigned squares = square_count(v);
        for (int part = 0; part < 2; ++part) {
            EXPECT(info[i].piece_to[part] <= variant_history_slots(v) * squares, "piece_to out of range");
            EXPECT(info[i].from_to[part] <= squares * squares, "from_to out of range");
        }
        EXPECT(info[i].victim < v->board.types, "victim out of range");
    }
    free(info);
    free(parts);
}

/* move_is_legal accepts exactly these moves among any bits. */
static void compare_legality(Compared *c, const Move *all, size_t count)
{
    const Variant *v = c->pos->variant;
    for (size_t i = 0; i < count; ++i) EXPECT(position_is_legal(c->pos, all[i]), "a listed move is called illegal");
    for (int i = 0; i < RANDOM_MOVES; ++i) {
        Move move = splitmix64(c->seed);
        if (count && i % 4) {
            move = all[random_below(c->seed, count)];
            for (size_t flips = 1 + random_below(c->seed, 3); flips > 0; --flips)
                move ^= (Move)1 << random_below(c->seed, MOVE_BITS);
        } else if (i % 8) {
            move &= ((Move)1 << MOVE_BITS) - 1;
        }
        bool listed = bsearch(&move, all, count, sizeof(Move), compare_moves) != NULL;
        EXPECT(position_is_legal(c->pos, move) == listed, "move_is_legal is wrong about %llx", (unsigned long long)move);
    }
    for (int i = 0; i < 4 && count; ++i) {
        Move move = all[random_below(c->seed, count)];
        Score threshold = (Score)random_below(c->seed, 1200) - 600;
        if (v->search.see_ge(c->pos, move, threshold))
            EXPECT(v->search.see_ge(c->pos, move, threshold - 50), "an exchange that wins %d does not win less", threshold);
    }
}

/* Makes and unmakes every move; the position must not change. */
static void list_children(Compared *c, const Move *all, size_t count)
{
    const Variant *v = c->pos->variant;
    State before = *c->pos->state;
    Score eval = evaluate(c->pos, NULL);
    c->children = malloc((count + 1) * sizeof *c->children);
    c->count = count;
    ck_assert(c->children != NULL);
    for (size_t i = 0; i < count; ++i) {
        Child *child = &c->children[i];
        child->move = all[i];
        v->text.print(c->pos, all[i], child->text);
        position_make(c->pos, all[i]);
        v->board.get_fen(c->pos, child->fen);
        position_unmake(c->pos);
    }
    const char *again = fen_text(c->pos);
    EXPECT(strcmp(again, c->fen) == 0, "make and unmake changed the position to %s", again);
    EXPECT(memcmp(&before, c->pos->state, sizeof before) == 0, "make and unmake changed the state");
    EXPECT(evaluate(c->pos, NULL) == eval, "make and unmake changed the evaluation");
    EXPECT(eval <= EVAL_MAX && eval >= -EVAL_MAX, "evaluation %d is out of bounds", eval);
    qsort(c->children, count, sizeof *c->children, by_fen);
    for (size_t i = 1; i < count; ++i) {
        EXPECT(strcmp(c->children[i].fen, c->children[i - 1].fen) != 0, "%s and %s are the same move", c->children[i].text,
               c->children[i - 1].text);
    }
}

static void compare_lists(Compared *c)
{
    size_t i = 0, distinct = 0;
    for (size_t j = 0; j < c->spelling_count; ++j) {
        if (j > 0 && strcmp(c->spellings[j].fen, c->spellings[j - 1].fen) == 0) continue;
        ++distinct;
        int order = i < c->count ? strcmp(c->children[i].fen, c->spellings[j].fen) : 1;
        EXPECT(order <= 0, "%s to %s is missing", c->spellings[j].text, c->spellings[j].fen);
        EXPECT(order >= 0, "%s to %s is no move of the reference", c->children[i].text, c->children[i].fen);
        ++i;
    }
    EXPECT(i == c->count, "%s to %s is no move of the reference", c->children[i < c->count ? i : 0].text,
           c->children[i < c->count ? i : 0].fen);
    /* The engine's spelling must be one of those that lead to this position. */
    size_t j = 0;
    for (i = 0; i < c->count; ++i) {
        bool found = false;
        for (; j < c->spelling_count && strcmp(c->spellings[j].fen, c->children[i].fen) == 0; ++j)
            found = found || strcmp(c->spellings[j].text, c->children[i].text) == 0;
        EXPECT(found, "%s is not how this move is written", c->children[i].text);
    }
}

static void compare_spelling(Compared *c, const char *text, const char *fen)
{
    Move move = MOVE_NONE;
    ErrorText error;
    const Child *child = child_find(c, fen);
    bool ok = c->pos->variant->text.parse(c->pos, text, &move, &error);
    EXPECT(ok, "%s is refused: %s", text, error.text);
    EXPECT(child && child->move == move, "%s is read as another move", text);
}

/* Is a move a pair of moves that may be written in either order? */
static bool has_pairs(const Variant *v) { return variant_hints(v)->generate_parts != NULL; }

/* The halves of such a move in the other order. */
static bool swap_halves(const char *text, char *out)
{
    const char *comma = strchr(text, ',');
    if (!comma) return false;
    sprintf(out, "%s,%.*s", comma + 1, (int)(comma - text), text);
    return true;
}

static void compare_spellings(Compared *c)
{
    size_t n = c->spelling_count;
    bool pairs = has_pairs(c->pos->variant);
    for (size_t i = 0; i < SPELLINGS && i < n; ++i) {
        const RefMove *move = &c->spellings[n <= SPELLINGS ? i : random_below(c->seed, n)];
        char other[REF_TEXT_MAX];
        compare_spelling(c, move->text, move->fen);
        if (pairs && i % 4 == 0 && swap_halves(move->text, other)) compare_spelling(c, other, move->fen);
    }
    for (size_t i = 0; i < c->count; ++i) {
        if (c->count > SPELLINGS && i % 8) continue;
        compare_spelling(c, c->children[i].text, c->children[i].fen);
    }
}

/* Does the reference know this spelling, ignoring letter case and the order of the halves? */
static bool is_spelling(const Compared *c, const char *text)
{
    char other[2 * REF_TEXT_MAX];
    bool swapped = has_pairs(c->pos->variant) && strlen(text) < REF_TEXT_MAX && swap_halves(text, other);
    for (size_t i = 0; i < c->spelling_count; ++i)
        if (strcasecmp(c->spellings[i].text, text) == 0 || (swapped && strcasecmp(c->spellings[i].text, other) == 0)) return true;
    return false;
}

/* The rules do not say whether squares in capitals are read. */
static bool has_capital_square(const char *text)
{
    for (; *text; ++text)
        if (isupper((unsigned char)*text) && isdigit((unsigned char)text[1])) return true;
    return false;
}

/* A damaged spelling is read only if it is still a spelling. */
static void compare_damaged(Compared *c)
{
    for (int i = 0; i < DAMAGED_TEXTS && c->spelling_count; ++i) {
        char text[2 * REF_TEXT_MAX];
        Move move;
        ErrorText error = {""};
        strcpy(text, c->spellings[random_below(c->seed, c->spelling_count)].text);
        for (size_t n = 1 + random_below(c->seed, 2); n > 0; --n)
            random_edit(text, sizeof text, "abcdefghilmnop0123456789+@>x,qrbNSK -", c->seed);
        if (has_capital_square(text)) continue;
        bool read = c->pos->variant->text.parse(c->pos, text, &move, &error);
        EXPECT(read == is_spelling(c, text), "'%s' is %s (%s)", text, read ? "read as a move" : "refused", error.text);
        if (!read) EXPECT(error.text[0], "'%s' is refused without a reason", text);
    }
}

/* The expected status of the first legs of a move, from all spellings that begin with them. */
static LegStatus expected_status(const Compared *c, const char *legs)
{
    size_t n = strlen(legs);
    bool whole = false, longer = false;
    for (size_t i = 0; i < c->spelling_count; ++i) {
        const char *text = c->spellings[i].text;
        char other[REF_TEXT_MAX];
        for (int order = 0; order < 2; ++order) {
            if (order == 1) {
                if (!has_pairs(c->pos->variant) || !swap_halves(text, other)) break;
                text = other;
            }
            if (strncasecmp(text, legs, n) != 0) continue;
            whole = whole || text[n] == '\0';
            longer = longer || text[n] == ',';
        }
    }
    if (whole) return longer ? LEGS_EXTENSIBLE : LEGS_COMPLETE;
    return longer ? LEGS_PARTIAL : LEGS_ILLEGAL;
}

static void compare_legs(Compared *c)
{
    const Variant *v = c->pos->variant;
    if (!v->text.legs_status) return;
    for (int i = 0; i < PREFIXES && c->spelling_count; ++i) {
        char legs[2 * REF_TEXT_MAX];
        ErrorText error = {""};
        strcpy(legs, c->spellings[random_below(c->seed, c->spelling_count)].text);
        unsigned commas = 0;
        for (const char *p = legs; *p; ++p) commas += *p == ',';
        for (size_t keep = random_below(c->seed, commas + 1) + 1, n = 0; legs[n]; ++n)
            if (legs[n] == ',' && --keep == 0) legs[n] = '\0';
        if (i % 4 == 3) random_edit(legs, sizeof legs, "abcdefgh12345678>x,", c->seed);
        if (has_capital_square(legs)) continue;
        LegStatus found = v->text.legs_status(c->pos, legs, &error), expected = expected_status(c, legs);
        EXPECT(found == expected, "the legs '%s' have status %d, not %d (%s)", legs, found, expected, error.text);
    }
}

/* A position read from its FEN has the same key as in play, and prints the same FEN. */
static void compare_keys(Compared *c)
{
    const Variant *v = c->pos->variant;
    Position *fresh = position_new(v);
    ck_assert(fresh != NULL);
    for (int i = 0; i < CHILD_KEYS && c->count; ++i) {
        const Child *child = &c->children[random_below(c->seed, c->count)];
        char out[REF_FEN_MAX];
        ErrorText error;
        bool ok = position_set_fen(fresh, child->fen, &error);
        EXPECT(ok, "its own FEN %s after %s is refused: %s", child->fen, child->text, error.text);
        const char *why = c->reference->normalise(child->fen, out);
        EXPECT(!why, "the reference refuses %s: %s", child->fen, why);
        EXPECT(strcmp(out, child->fen) == 0, "%s is printed as %s", child->fen, out);
        position_make(c->pos, child->move);
        Key key = c->pos->state->key;
        Tapered psq = c->pos->state->psq;
        position_unmake(c->pos);
        EXPECT(fresh->state->key == key, "the key after %s is not that of its FEN", child->text);
        EXPECT(fresh->state->psq == psq, "the sum of squares after %s is not that of its FEN", child->text);
        const char *wrong = v->board.verify(fresh);
        EXPECT(!wrong, "%s is read with a wrong %s", child->fen, wrong);
        EXPECT(strcmp(fen_text(fresh), child->fen) == 0, "%s is read as %s", child->fen, fen_text(fresh));
    }
    position_free(fresh);
}

static void compare_result(Compared *c)
{
    Position *fresh = position_at(c->pos->variant->name, c->fen);
    Outcome outcome = position_outcome(fresh);
    RefResult expected = c->reference->result(c->fen);
    EXPECT((int)outcome.result == (int)expected, "result %d (%s), not %d", outcome.result,
           outcome.reason ? outcome.reason : "none", expected);
    EXPECT((outcome.result == ONGOING) == !outcome.reason, "result %d and reason do not fit", outcome.result);
    EXPECT(fresh->state->key == c->pos->state->key, "the key by play is not that of the FEN");
    if (expected == REF_WHITE_WINS || expected == REF_BLACK_WINS)
        EXPECT(c->count == 0 || c->pos->variant->end.on_board(c->pos).result == ONGOING, "moves after the end");
    position_free(fresh);
}

static void compare_position(const Reference *reference, Position *pos, uint64_t *seed)
{
    char fen[FEN_MAX];
    pos->variant->board.get_fen(pos, fen);
    Compared compared = {.reference = reference, .pos = pos, .fen = fen, .seed = seed}, *c = &compared;
    size_t count;
    Move *all = position_moves(pos, &count);
    ck_assert(all != NULL);
    EXPECT(count <= pos->variant->moves.max, "more moves than moves.max");
    qsort(all, count, sizeof(Move), compare_moves);
    compare_kinds(c, all, count);
    compare_legality(c, all, count);
    list_children(c, all, count);
    c->spelling_count = reference->moves(fen, &c->spellings);
    if (c->spelling_count) qsort(c->spellings, c->spelling_count, sizeof *c->spellings, by_ref_fen);
    compare_lists(c);
    compare_spellings(c);
    compare_damaged(c);
    compare_legs(c);
    compare_keys(c);
    compare_result(c);
    Result result = position_outcome(pos).result;
    if (result != WHITE_WINS && result != BLACK_WINS && position_in_peril(pos))
        EXPECT(pass_loses(pos), "peril is claimed, but nothing wins at once after a pass");
    free(c->spellings);
    free(c->children);
    free(all);
}

/* ---- Random games ---- */

START_TEST(test_random_games)
{
    const RuleSet *set = &rule_sets[_i];
    const Reference *reference = set->reference;
    const Variant *v = begin_rules(set);
    long wanted = *set->text ? option_positions : positions_wanted;
    uint64_t seed = first_seed + (uint64_t)_i;
    if (!*set->text) ck_assert_str_eq(v->position.start_fen, reference->start_fen);
    for (long done = 0; done < wanted;) {
        char fen[FEN_MAX];
        random_start(v, &seed, fen);
        Position *pos = position_at(v->name, fen);
        for (int ply = 0; ply < PLAYOUT_PLIES && done < wanted; ++ply, ++done) {
            compare_position(reference, pos, &seed);
            if (!random_step(pos, &seed)) {
                ++done;
                break;
            }
        }
        position_free(pos);
    }
}

/* ---- Damaged FENs ---- */

START_TEST(test_damaged_fens)
{
    const RuleSet *set = &rule_sets[_i];
    const Reference *reference = set->reference;
    const Variant *v = begin_rules(set);
    long wanted = *set->text ? option_positions : positions_wanted;
    uint64_t seed = first_seed + 1000 + (uint64_t)_i;
    Position *pos = position_at(v->name, NULL);
    char base[FEN_MAX], before[FEN_MAX];
    long accepted = 0, refused = 0;
    for (long i = 0; i < wanted; ++i) {
        char fen[FEN_MAX], expected[REF_FEN_MAX];
        ErrorText error = {""};
        if (i % 16 == 0) random_fen(v, &seed, base);
        strcpy(fen, base);
        for (size_t n = 1 + random_below(&seed, 4); n > 0; --n) random_damage(v, fen, &seed);
        v->board.get_fen(pos, before);
        const char *why = reference->normalise(fen, expected);
        bool ok = position_set_fen(pos, fen, &error);
        ck_assert_msg(ok == !why, "'%s' is %s; the reference: %s", fen, ok ? "accepted" : error.text, why ? why : "good");
        const char *found = fen_text(pos);
        ck_assert_msg(strcmp(found, ok ? expected : before) == 0, "'%s' became '%s', not '%s'", fen, found, ok ? expected : before);
        if (!ok) ck_assert_msg(error.text[0], "'%s' is refused without a reason", fen);
        ++*(ok ? &accepted : &refused);
        if (ok && i % 4 == 0) compare_position(reference, pos, &seed);
    }
    ck_assert_msg(wanted < 100 || (accepted > wanted / 50 && refused > wanted / 50),
                  "%ld accepted and %ld refused: the damage is too great or too small", accepted, refused);
    position_free(pos);
}

/* ---- Counts for the lists of positions ---- */

/* Prints "FEN ;D1 n ;D2 n ..." as the slow generator of "GAME" or "GAME:OPTION=VALUE,..." counts them. Cuts that text. */
static int print_counts(char *game, int depth, const char *fen)
{
    char normal[REF_FEN_MAX], *options = game + strcspn(game, ":");
    if (*options) *options++ = '\0';
    const Reference *reference = reference_find(game);
    const char *why = reference ? "the slow generator has no such option or value" : "no slow generator of this game";
    if (reference && !reference_set_rules(reference, options)) reference = NULL;
    if (reference) why = reference->normalise(fen, normal);
    if (why) {
        fprintf(stderr, "%s, %s: %s\n", game, fen, why);
        return 2;
    }
    printf("%s", normal);
    for (int d = 1; d <= depth; ++d) printf(" ;D%d %llu", d, reference_perft(reference, normal, (unsigned)d));
    puts("");
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 4) return print_counts(argv[1], atoi(argv[2]), argv[3]);
    positions_wanted = environment_number("TEST_POSITIONS", 600);
    option_positions = environment_number("TEST_OPTION_POSITIONS", 20);
    first_seed = (uint64_t)environment_number("TEST_SEED", 1);
    const char *only = getenv("TEST_GAME");
    Suite *suite = suite_create("reference");
    for (int i = 0; references[i]; ++i) {
        if (!variant_find(references[i]->name) || (only && *only && strcmp(only, references[i]->name) != 0)) continue;
        TCase *games = add_case(suite, references[i]->name, 0);
        int first = rule_set_count;
        add_rule_set(&(RuleSet){.reference = references[i]});
        add_single_values(references[i]);
        add_mixtures(references[i], first_seed + 2000 + (uint64_t)i);
        tcase_add_loop_test(games, test_random_games, first, rule_set_count);
        tcase_add_loop_test(games, test_damaged_fens, first, rule_set_count);
    }
    return test_main(suite);
}
