/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "lessons.h"

#include <ctype.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "../text/move_text.h"
#include "../text/notation.h"
#include "../search/levels.h"
#include "../util/embedded.h"

/* ---- Pieces that a condition names ---- */

/* Pieces: of one kind, or all of a side. */
typedef struct Who {
    Piece piece; /* NO_PIECE: all of `side` */
    Side side;
} Who;

static bool who_holds(Who who, Piece piece) { return piece && (who.piece ? piece == who.piece : piece_side(piece) == who.side); }

/* "own", "enemy", or a piece as in a FEN. */
static bool who_read(const Lesson *lesson, const char *word, Who *who)
{
    *who = (Who){NO_PIECE, strcmp(word, "own") == 0 ? lesson->side : lesson->side ^ 1};
    if (strcmp(word, "own") == 0 || strcmp(word, "enemy") == 0) return true;
    who->piece = piece_parse(lesson->variant, word);
    who->side = piece_side(who->piece);
    return who->piece != NO_PIECE;
}

static unsigned count_on(const Lesson *lesson, const Piece *board, Who who)
{
    unsigned count = 0;
    for (unsigned s = 0; s < square_count(lesson->variant); ++s) count += who_holds(who, board[s]);
    return count;
}

/* ---- Conditions ---- */

enum { WORD_MAX = 32 };

/* Reads a condition from left to right, and evaluates it unless `run` is NULL. */
typedef struct Reader {
    const char *rest;
    const Lesson *lesson;
    LessonRun *run;
    bool bad;
    ErrorText *error;
    char word[WORD_MAX];
} Reader;

static void complain(Reader *r, const char *why)
{
    if (!r->bad) error_set(r->error, "%s at '%.40s'", why, *r->word ? r->word : "the end");
    r->bad = true;
}

/* Takes the next word; "" at the end. */
static const char *take(Reader *r)
{
    while (*r->rest == ' ') ++r->rest;
    size_t length = strcspn(r->rest, " ");
    size_t kept = length < WORD_MAX ? length : WORD_MAX - 1;
    memcpy(r->word, r->rest, kept);
    r->word[kept] = '\0';
    r->rest += length;
    if (length >= WORD_MAX) complain(r, "a word is too long");
    return r->word;
}

/* Takes the next word if it is this one. */
static bool take_if(Reader *r, const char *word)
{
    const char *rest = r->rest + strspn(r->rest, " ");
    size_t length = strlen(word);
    if (strncmp(rest, word, length) != 0 || (rest[length] && rest[length] != ' ')) return false;
    r->rest = rest + length;
    return true;
}

static Square take_square(Reader *r)
{
    Square square = square_read(r->lesson->variant, take(r));
    if (square == SQUARE_NONE) complain(r, "a square is expected");
    return square;
}

static Who take_who(Reader *r)
{
    Who who;
    if (!who_read(r->lesson, take(r), &who)) complain(r, "'own', 'enemy' or a piece is expected");
    return who;
}

/* "= 3", "> 3": compares a number. */
static bool take_comparison(Reader *r, int64_t value)
{
    int64_t number = 0;
    bool equal = take_if(r, "=");
    if (!equal && strcmp(take(r), ">") != 0) complain(r, "= or > is expected");
    else if (!number_read(take(r), 0, 1000, &number)) complain(r, "a number is expected");
    return equal ? value == number : value > number;
}

/* Is the pattern the last move or one of its legs? "M@*" is the beginning of one. */
static bool move_matches(const char *move, const char *pattern)
{
    size_t length = strcspn(pattern, "*");
    if (strcmp(move, pattern) == 0) return true;
    for (const char *leg = move; *leg;) {
        size_t left = strcspn(leg, ",");
        if (strncmp(leg, pattern, length) == 0 && (pattern[length] || left == length)) return true;
        leg += left + (leg[left] == ',');
    }
    return false;
}

/* Was such a piece moved or dropped by a leg of the last move? */
static bool was_moved(const LessonRun *run, Who who)
{
    const Lesson *lesson = run->lesson;
    for (const char *text = run->move; *text;) {
        LegParts leg;
        bool cut = leg_cut(lesson->variant, text, &leg);
        if (cut && leg.letter) {
            PieceType type = piece_type_find(lesson->variant, lesson->side, leg.letter, false);
            if (type && who_holds(who, piece_make(lesson->side, type))) return true;
        } else if (cut && leg.between != '>' && who_holds(who, run->before[leg.from])) {
            return true;
        }
        text += strcspn(text, ",");
        text += *text == ',';
    }
    return false;
}

/* Some conditions concern the position after the learner's last move: takes back the opponent's answer, if there is one, and
 * returns it. false if the opponent has no move there. */
static bool rewind_reply(LessonRun *run, Move *reply)
{
    Position *pos = run->pos;
    *reply = MOVE_NONE;
    if (pos->side != run->lesson->side) return run->outcome.result == ONGOING && position_reserve(pos, 1);
    if (!position_plies(pos)) return false;
    *reply = pos->state->move;
    position_unmake(pos);
    return true;
}

static void replay_reply(LessonRun *run, Move reply)
{
    if (reply) position_make(run->pos, reply);
}

/* The opponent's options; it is to move. */
typedef enum Harm { HARM_SQUARE, HARM_PIECES, HARM_WIN } Harm;

/* Could it take the learner's piece on a square, take one of `who`, or win at once by the board? */
static bool could_harm(LessonRun *run, Harm harm, Square square, Who who)
{
    Position *pos = run->pos;
    size_t count = 0;
    bool found = false;
    Move reply;
    if (!rewind_reply(run, &reply)) return false;
    Piece held = harm == HARM_SQUARE ? pos->board[square] : NO_PIECE;
    bool there = harm != HARM_SQUARE || (held && piece_side(held) == run->lesson->side);
    unsigned before = count_on(run->lesson, pos->board, who);
    Move *moves = there ? position_moves(pos, &count) : NULL;
    for (size_t i = 0; moves && i < count && !found; ++i) {
        position_make(pos, moves[i]);
        found = harm == HARM_SQUARE   ? pos->board[square] != held
                : harm == HARM_PIECES ? count_on(run->lesson, pos->board, who) < before
                                      : pos->variant->end.on_board(pos).result == result_win(run->lesson->side ^ 1);
        position_unmake(pos);
    }
    free(moves);
    replay_reply(run, reply);
    return found;
}

/* Did the learner's last move put the opponent in peril (generalised check)? */
static bool is_threat(LessonRun *run)
{
    Move reply;
    if (!rewind_reply(run, &reply)) return false;
    bool peril = position_in_peril(run->pos);
    replay_reply(run, reply);
    return peril;
}

/* ---- Terms: each reads its words, and evaluates if there is a run ---- */

static bool term_flags(Reader *r)
{
    for (unsigned s = 0; r->run && s < SQUARE_MAX; ++s)
        if (r->run->flags[s]) return false;
    return true;
}

static bool term_on(Reader *r)
{
    Square square = take_square(r);
    if (take_if(r, "nothing")) return r->run && square != SQUARE_NONE && !r->run->pos->board[square];
    Who who = take_who(r);
    return r->run && square != SQUARE_NONE && who_holds(who, r->run->pos->board[square]);
}

static bool term_count(Reader *r)
{
    Who who = take_who(r);
    return take_comparison(r, r->run ? count_on(r->lesson, r->run->pos->board, who) : 0);
}

static bool term_moves(Reader *r) { return take_comparison(r, r->run ? r->run->moves : 0); }

static bool term_move(Reader *r)
{
    const char *pattern = take(r);
    if (!*pattern) complain(r, "a move is expected, or its beginning with *");
    return r->run && move_matches(r->run->move, pattern);
}

static bool term_moved(Reader *r)
{
    Who who = take_who(r);
    return r->run && was_moved(r->run, who);
}

/* Did the last move remove pieces of a side? */
static bool term_removed(Reader *r, bool own)
{
    Who who = {NO_PIECE, own ? r->lesson->side : r->lesson->side ^ 1};
    return r->run && r->run->moves && count_on(r->lesson, r->run->after, who) < count_on(r->lesson, r->run->before, who);
}
static bool term_captures(Reader *r) { return term_removed(r, false); }
static bool term_costs(Reader *r) { return term_removed(r, true); }

static bool term_attacked(Reader *r)
{
    Who who = {NO_PIECE, r->lesson->side};
    const char *word = take(r);
    Square square = square_read(r->lesson->variant, word);
    if (square == SQUARE_NONE && !who_read(r->lesson, word, &who)) complain(r, "a square or a piece is expected");
    return r->run && could_harm(r->run, square == SQUARE_NONE ? HARM_PIECES : HARM_SQUARE, square, who);
}

static bool term_exposed(Reader *r)
{
    Who own = {NO_PIECE, r->lesson->side};
    return r->run && could_harm(r->run, HARM_WIN, SQUARE_NONE, own);
}
static bool term_threat(Reader *r) { return r->run && is_threat(r->run); }

static bool term_result(Reader *r, Result result) { return r->run && r->run->outcome.result == result; }
static bool term_won(Reader *r) { return term_result(r, result_win(r->lesson->side)); }
static bool term_lost(Reader *r) { return term_result(r, result_win(r->lesson->side ^ 1)); }
static bool term_drawn(Reader *r) { return term_result(r, DRAW); }
static bool term_over(Reader *r) { return r->run && r->run->outcome.result != ONGOING; }

static const struct {
    const char *name;
    bool (*read)(Reader *r);
} terms[] = {
    {"flags", term_flags},       {"on", term_on},           {"count", term_count},   {"moves", term_moves},
    {"move", term_move},         {"moved", term_moved},     {"captures", term_captures},
    {"costs", term_costs},       {"attacked", term_attacked}, {"exposed", term_exposed}, {"threat", term_threat},
    {"won", term_won},           {"lost", term_lost},       {"drawn", term_drawn},   {"over", term_over},
};

/* A term, or one after "not". */
static bool read_term(Reader *r)
{
    bool negated = take_if(r, "not");
    const char *word = take(r);
    for (size_t i = 0; i < sizeof terms / sizeof *terms; ++i)
        if (strcmp(word, terms[i].name) == 0) return terms[i].read(r) != negated;
    complain(r, "a condition is expected");
    return false;
}

/* Terms with "and" between them, of which "or" separates groups. */
static bool read_condition(Reader *r)
{
    bool any = false, all = true;
    for (;;) {
        bool term = read_term(r);
        all = all && term;
        if (r->bad) return false;
        if (take_if(r, "and")) continue;
        any = any || all;
        all = true;
        if (!take_if(r, "or")) return any;
    }
}

static bool condition_check(const Lesson *lesson, const char *text, ErrorText *error)
{
    Reader r = {.rest = text, .lesson = lesson, .error = error};
    read_condition(&r);
    if (!r.bad && *take(&r)) complain(&r, "'and' or 'or' is expected");
    return !r.bad;
}

/* Only for conditions that were checked. */
static bool condition_holds(LessonRun *run, const char *text)
{
    Reader r = {.rest = text, .lesson = run->lesson, .run = run};
    return read_condition(&r) && !r.bad;
}

/* ---- Playing ---- */

bool lesson_begin(LessonRun *run, const Lesson *lesson, Position *pos, ErrorText *error)
{
    memset(run, 0, sizeof *run);
    run->lesson = lesson;
    run->pos = pos;
    if (!position_set_fen(pos, lesson->fen, error)) return false;
    memcpy(run->flags, lesson->flags, sizeof run->flags);
    memcpy(run->before, pos->board, sizeof run->before);
    memcpy(run->after, pos->board, sizeof run->after);
    run->outcome = position_outcome(pos);
    return true;
}

/* The text of the first rule that fails the lesson, or that says something, and holds; NULL: none. */
static const char *rule_that_holds(LessonRun *run, bool fails)
{
    for (unsigned i = 0; i < run->lesson->rules.count; ++i) {
        const LessonRule *rule = &run->lesson->rules.rule[i];
        if (rule->fails == fails && condition_holds(run, rule->condition)) return rule->text;
    }
    return NULL;
}

static void fail(LessonRun *run, LessonWhy why)
{
    run->state = LESSON_FAILED;
    run->why = why;
}

static bool is_solved(LessonRun *run)
{
    if (!condition_holds(run, run->lesson->goal)) return false;
    run->state = LESSON_SOLVED;
    run->remark = run->lesson->done;
    return true;
}

/* Decides how the lesson stands after a move. */
static void decide(LessonRun *run)
{
    const char *said;
    run->outcome = position_outcome(run->pos);
    if (is_solved(run)) return;
    if ((said = rule_that_holds(run, true))) {
        run->remark = said;
        fail(run, LESSON_BY_RULE);
        return;
    }
    if ((said = rule_that_holds(run, false))) run->remark = said;
    if (run->outcome.result == ONGOING && run->lesson->opponent.passes) {
        /* The learner to move once more: not where the opponent is in check. */
        ErrorText ignored;
        if (!position_set_passed(run->pos, run->pos, &ignored)) {
            fail(run, LESSON_BY_CHECK);
            return;
        }
        run->outcome = position_outcome(run->pos);
        if (run->outcome.result != ONGOING && is_solved(run)) return;
    }
    if (run->outcome.result != ONGOING)
        fail(run, LESSON_BY_END);
    else if (run->lesson->moves && run->moves >= run->lesson->moves)
        fail(run, LESSON_BY_MOVES);
}

bool lesson_play(LessonRun *run, const char *text, ErrorText *error)
{
    Position *pos = run->pos;
    bool own = pos->side == run->lesson->side;
    Move move;
    if (run->state != LESSON_OPEN)
        return error_set(error, "the lesson is over: it was %s", run->state == LESSON_SOLVED ? "solved" : "failed");
    if (run->outcome.result != ONGOING) return error_set(error, "the game is over: %s", run->outcome.reason);
    if (strlen(text) >= MOVE_TEXT_MAX) return error_set(error, "that is too long for a move");
    if (!move_read(pos, text, &move, error)) return false;
    if (!position_reserve(pos, 2)) return error_set(error, "out of memory");
    if (own) {
        pos->variant->text.print(pos, move, run->move);
        memcpy(run->before, pos->board, sizeof run->before);
        run->remark = NULL;
        ++run->moves;
    }
    position_make(pos, move);
    if (own) {
        memcpy(run->after, pos->board, sizeof run->after);
        for (unsigned s = 0; s < square_count(pos->variant); ++s) {
            Piece piece = run->after[s];
            if (piece && piece_side(piece) == run->lesson->side && piece != run->before[s]) run->flags[s] = false;
        }
    }
    decide(run);
    return true;
}

Move lesson_reply(LessonRun *run)
{
    Move move;
    ErrorText ignored;
    const Lesson *lesson = run->lesson;
    const LessonOpponent *opponent = &lesson->opponent;
    bool awaited = opponent->reply && run->state == LESSON_OPEN && !opponent->passes && run->pos->side != lesson->side;
    return awaited && move_read(run->pos, opponent->reply, &move, &ignored) ? move : MOVE_NONE;
}

/* ---- Checking ---- */

/* Plays the moves of a text. exact: they are spelled as the game does. */
static bool play_line(LessonRun *run, const char *line, bool exact, ErrorText *error)
{
    char word[MOVE_TEXT_MAX];
    ErrorText why;
    for (const char *rest = line + strspn(line, " "); *rest; rest += strspn(rest, " ")) {
        size_t length = strcspn(rest, " ");
        Move wanted = lesson_reply(run), move;
        char text[MOVE_TEXT_MAX];
        if (length >= sizeof word) return error_set(error, "'%.40s' is too long for a move", rest);
        memcpy(word, rest, length);
        word[length] = '\0';
        rest += length;
        if (move_read(run->pos, word, &move, &why)) {
            run->pos->variant->text.print(run->pos, wanted ? wanted : move, text);
            if (wanted && move != wanted) return error_set(error, "'%.40s' is not the reply: that is %.60s", word, text);
            /* Whoever compares moves, as a page does for a hint, compares their texts. */
            if (exact && strcmp(word, text) != 0) return error_set(error, "'%.40s' is written %.60s", word, text);
        }
        if (!lesson_play(run, word, &why)) return error_set(error, "'%.40s': %.120s", word, why.text);
    }
    return true;
}

bool lesson_check(const Lesson *lesson, ErrorText *error)
{
    static const char *const states[] = {"is not solved", "is solved", "fails"};
    LessonRun run;
    ErrorText why;
    Position *pos = position_new(lesson->variant);
    bool ok = pos || error_set(error, "out of memory");
    if (ok && !(lesson_begin(&run, lesson, pos, &why) && play_line(&run, lesson->solution, true, &why)))
        ok = error_set(error, "line %u, lesson '%.40s', solution: %.120s", lesson->line, lesson->title, why.text);
    if (ok && run.state != LESSON_SOLVED)
        ok = error_set(error, "line %u: lesson '%.40s' %s by its solution%s%.60s", lesson->line, lesson->title, states[run.state],
                       run.remark ? ": " : "", run.remark ? run.remark : "");
    for (unsigned i = 0; ok && i < lesson->wrong.count; ++i) {
        if (!(lesson_begin(&run, lesson, pos, &why) && play_line(&run, lesson->wrong.line[i], false, &why)))
            ok = error_set(error, "line %u, lesson '%.40s', wrong try %u: %.110s", lesson->line, lesson->title, i + 1, why.text);
        else if (run.state == LESSON_SOLVED || (run.state == LESSON_OPEN && !run.remark))
            ok = error_set(error, "line %u: lesson '%.40s' %s by its wrong try %u%s", lesson->line, lesson->title,
                           states[run.state], i + 1, run.state == LESSON_OPEN ? ", and nothing is said" : "");
    }
    position_free(pos);
    return ok;
}

/* ---- Reading files ---- */

/* An entry of a lesson: how its value is read. */
typedef struct Entry {
    const char *name;
    bool (*read)(Lesson *lesson, const struct Entry *entry, char *value, ErrorText *error);
    size_t at, max; /* of a text: where it is stored, and its length */
    bool needed, fails;
} Entry;

static bool store_text(const char **text, char *value, size_t max, ErrorText *error)
{
    if (*text) return error_set(error, "it is given twice");
    if (!*value) return error_set(error, "its text is missing");
    if (strlen(value) > max) return error_set(error, "the text has %zu bytes; at most %zu fit beside a board", strlen(value), max);
    *text = value;
    return true;
}

static const char **text_of(Lesson *lesson, const Entry *entry) { return (const char **)(void *)((char *)lesson + entry->at); }

static bool read_text(Lesson *lesson, const Entry *entry, char *value, ErrorText *error)
{
    return store_text(text_of(lesson, entry), value, entry->max, error);
}

static bool read_wrong(Lesson *lesson, const Entry *entry, char *value, ErrorText *error)
{
    if (lesson->wrong.count == LESSON_WRONG_MAX) return error_set(error, "a lesson has at most %d wrong tries", LESSON_WRONG_MAX);
    return store_text(&lesson->wrong.line[lesson->wrong.count++], value, entry->max, error);
}

/* "CONDITION : TEXT". */
static bool read_rule(Lesson *lesson, const Entry *entry, char *value, ErrorText *error)
{
    char *colon = strstr(value, " : ");
    if (lesson->rules.count == LESSON_RULES_MAX) return error_set(error, "a lesson has at most %d rules", LESSON_RULES_MAX);
    if (!colon) return error_set(error, "the form is CONDITION : TEXT");
    LessonRule *rule = &lesson->rules.rule[lesson->rules.count];
    *rule = (LessonRule){entry->fails, value, NULL};
    *colon = '\0';
    if (!store_text(&rule->text, text_rest(colon + 3), entry->max, error)) return false;
    ++lesson->rules.count;
    return true;
}

static bool read_flags(Lesson *lesson, const Entry *entry, char *value, ErrorText *error)
{
    (void)entry;
    for (char *word; *(word = word_next(&value));) {
        Square square = square_read(lesson->variant, word);
        if (square == SQUARE_NONE) return error_set(error, "'%.20s' is not a square of this game", word);
        lesson->flags[square] = true;
    }
    return true;
}

static bool read_opponent(Lesson *lesson, const Entry *entry, char *value, ErrorText *error)
{
    const char *what = word_next(&value);
    int64_t level = LEVEL_FULL;
    (void)entry;
    lesson->opponent.passes = strcmp(what, "passes") == 0;
    if (!lesson->opponent.passes && strcmp(what, "answers") != 0)
        return error_set(error, "'passes', 'answers' or 'answers' with a level is expected");
    char *number = text_rest(value);
    if (*number && (lesson->opponent.passes || !number_read(number, 0, LEVEL_FULL, &level)))
        return error_set(error, "a level from 0 to %d is expected at '%.20s'", LEVEL_FULL, number);
    lesson->opponent.level = (int)level;
    return true;
}

static bool read_moves(Lesson *lesson, const Entry *entry, char *value, ErrorText *error)
{
    int64_t number;
    (void)entry;
    if (!number_read(value, 1, LESSON_MOVES_MAX, &number))
        return error_set(error, "a number from 1 to %d is expected, not '%.20s'", LESSON_MOVES_MAX, value);
    lesson->moves = (unsigned)number;
    return true;
}

static const Entry entries[] = {
    {"fen", read_text, offsetof(Lesson, fen), FEN_MAX - 1, .needed = true},
    {"task", read_text, offsetof(Lesson, task), LESSON_TEXT_MAX, .needed = true},
    {"goal", read_text, offsetof(Lesson, goal), LESSON_BYTES, .needed = true},
    {"hint", read_text, offsetof(Lesson, hint), LESSON_TEXT_MAX, .needed = true},
    {"solution", read_text, offsetof(Lesson, solution), LESSON_BYTES, .needed = true},
    {"wrong", read_wrong, offsetof(Lesson, wrong), LESSON_BYTES, .needed = true},
    {"done", read_text, offsetof(Lesson, done), LESSON_TEXT_MAX, .needed = false},
    {"reply", read_text, offsetof(Lesson, opponent.reply), MOVE_TEXT_MAX - 1, .needed = false},
    {"fail", read_rule, .max = LESSON_TEXT_MAX, .fails = true},
    {"say", read_rule, .max = LESSON_TEXT_MAX},
    {"flags", .read = read_flags},
    {"opponent", .read = read_opponent},
    {"moves", .read = read_moves},
};
enum { ENTRIES = sizeof entries / sizeof *entries };

static bool read_entry(Lesson *lesson, const char *key, char *value, ErrorText *error)
{
    for (const Entry *entry = entries; entry < entries + ENTRIES; ++entry)
        if (strcmp(key, entry->name) == 0) return entry->read(lesson, entry, value, error);
    return error_set(error, "there is no such entry; docs/lessons.md lists them");
}

/* Is a lesson complete, its position allowed, and is every condition one? */
static bool finish_lesson(Lesson *lesson, ErrorText *error)
{
    ErrorText why;
    for (const Entry *entry = entries; entry < entries + ENTRIES; ++entry)
        if (entry->needed && !*text_of(lesson, entry))
            return error_set(error, "lesson '%.40s' has no '%s'", lesson->title, entry->name);
    Position *pos = position_new(lesson->variant);
    if (!pos) return error_set(error, "out of memory");
    bool ok = position_set_fen(pos, lesson->fen, &why) || error_set(error, "lesson '%.40s', fen: %.120s", lesson->title, why.text);
    if (ok) {
        lesson->side = pos->side;
        if (position_outcome(pos).result != ONGOING)
            ok = error_set(error, "lesson '%.40s': the game is over in its position", lesson->title);
    }
    position_free(pos);
    if (ok && !condition_check(lesson, lesson->goal, &why))
        ok = error_set(error, "lesson '%.40s', goal: %.120s", lesson->title, why.text);
    for (unsigned i = 0; ok && i < lesson->rules.count; ++i) {
        const LessonRule *rule = &lesson->rules.rule[i];
        if (!condition_check(lesson, rule->condition, &why))
            ok = error_set(error, "lesson '%.40s', rule %u: %.120s", lesson->title, i + 1, why.text);
    }
    return ok;
}

static bool begin_lesson(LessonFile *file, char *title, unsigned line, ErrorText *error)
{
    if (file->count == LESSONS_MAX) return error_set(error, "a file has at most %d lessons", LESSONS_MAX);
    Lesson *lesson = &file->lessons[file->count];
    *lesson = (Lesson){.variant = file->variant, .line = line, .opponent = {.passes = true, .level = LEVEL_FULL}};
    if (!store_text(&lesson->title, title, LESSON_TITLE_MAX, error)) return false;
    ++file->count;
    return true;
}

/* Cuts the next line off *text; lines that begin with a blank continue it. Counts lines. NULL at the end. */
static char *next_line(char **text, unsigned *line, unsigned *next)
{
    char *begin = *text, *end = begin;
    if (!*begin) return NULL;
    *line = *next;
    for (;;) {
        end += strcspn(end, "\n");
        if (*end) ++*next;
        if (!*end || (end[1] != ' ' && end[1] != '\t')) break;
        *end = ' ';
    }
    *text = *end ? end + 1 : end;
    *end = '\0';
    /* Runs of blanks become one. */
    char *out = begin;
    for (const char *in = begin; *in; ++in) {
        bool blank = isspace((unsigned char)*in) || iscntrl((unsigned char)*in);
        if (!blank)
            *out++ = *in;
        else if (out > begin && out[-1] != ' ')
            *out++ = ' ';
    }
    while (out > begin && out[-1] == ' ') --out;
    *out = '\0';
    return begin;
}

static bool read_lines(LessonFile *file, ErrorText *error)
{
    char *rest = file->text;
    unsigned line = 0, next = 1;
    ErrorText why;
    for (char *text; (text = next_line(&rest, &line, &next));) {
        if (!*text || *text == '#') continue;
        const char *key = word_next(&text);
        char *value = text_rest(text);
        bool ok;
        if (strcmp(key, "lesson") == 0) {
            if (file->count && !finish_lesson(&file->lessons[file->count - 1], &why))
                return error_set(error, "line %u: %.170s", file->lessons[file->count - 1].line, why.text);
            ok = begin_lesson(file, value, line, &why);
        } else if (file->count) {
            ok = read_entry(&file->lessons[file->count - 1], key, value, &why);
        } else {
            ok = error_set(&why, "a file of lessons begins with 'lesson TITLE'");
        }
        if (!ok) return error_set(error, "line %u, '%.20s': %.150s", line, key, why.text);
    }
    if (!file->count) return error_set(error, "there is no lesson in it");
    const Lesson *last = &file->lessons[file->count - 1];
    return finish_lesson(&file->lessons[file->count - 1], &why) || error_set(error, "line %u: %.170s", last->line, why.text);
}

LessonFile *lessons_read(const Variant *variant, const char *text, size_t length, ErrorText *error)
{
    if (length > LESSON_BYTES) {
        error_set(error, "a file of lessons has at most %d bytes, not %zu", LESSON_BYTES, length);
        return NULL;
    }
    LessonFile *file = calloc(1, sizeof *file);
    if (file) file->text = malloc(length + 1);
    if (!file || !file->text) {
        error_set(error, "out of memory");
        lessons_free(file);
        return NULL;
    }
    file->variant = variant;
    memcpy(file->text, text, length);
    file->text[length] = '\0';
    if (read_lines(file, error)) return file;
    lessons_free(file);
    return NULL;
}

void lessons_free(LessonFile *file)
{
    if (!file) return;
    free(file->text);
    free(file);
}

LessonFile *lessons_of(const Variant *variant, ErrorText *error)
{
    error_set(error, "%s", "");
    if (variant->rules.of_moves)
        return error_set(error, "the lessons of %s are for its own rules", variant->title), NULL;
    const EmbeddedFile *file = embedded_find(embedded_lessons, variant->name);
    return file ? lessons_read(variant, (const char *)file->begin, (size_t)(file->end - file->begin), error) : NULL;
}
