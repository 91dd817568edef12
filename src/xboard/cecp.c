/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The Chess Engine Communication Protocol, version 2 (Tim Mann, H.G. Muller), as XBoard speaks it.
 *
 * A peer that acknowledges features (`accepted`) is treated as a GUI with a board of its own, which the engine keeps in
 * sync: see plies.h. On such a board White begins; if Black begins the game, White passes first. Other programs get
 * only the legs, or with the option Move Notation the whole move as one text.
 */

#include <stdlib.h>
#include <string.h>

#include "../eval/wdl.h"
#include "../session/bench.h"
#include "../show/board_view.h"
#include "xboard.h"
#include "../util/terminal.h"
#include "cecp.h"

enum { PERFT_PLIES_MAX = 100 };

/* ---- Greeting ---- */

static void say_option(const Option *option)
{
    Buffer line = {0};
    buffer_add(&line, "feature option=\"%s -", option->name);
    switch (option->type) {
    case OPTION_BUTTON: buffer_add(&line, "button"); break;
    case OPTION_CHECK: buffer_add(&line, "check %d", option->value != 0); break;
    case OPTION_SPIN:
        buffer_add(&line, "spin %lld %lld %lld", (long long)option->value, (long long)option->min, (long long)option->max);
        break;
    case OPTION_GAME:
    case OPTION_COMBO: /* '*' marks the default */
        buffer_add(&line, "combo *");
        option_choices(option, " /// ", &line);
        break;
    case OPTION_STRING: buffer_add(&line, "string "); break;
    case OPTION_PATH: buffer_add(&line, "path "); break;
    case OPTION_FILE: buffer_add(&line, "file "); break;
    }
    say("%s\"", buffer_text(&line));
    buffer_free(&line);
}

static void say_options(const Option *options, const void *target)
{
    for (const Option *option = options; option->name; ++option) {
        const Option filled = option_filled(option, target);
        if (option->protocols & OFFERED_CECP) say_option(&filled);
    }
}

static void command_protover(Cecp *c)
{
    Buffer names = {0};
    for (const Variant *const *v = variants; *v; ++v) buffer_add(&names, "%s%s", names.length ? "," : "", variant_cecp_name(*v));
    say("feature done=0");
    say("feature myname=\"" ENGINE_NAME " " ENGINE_VERSION "\" variants=\"%s\"", buffer_text(&names));
    say("feature ping=1 setboard=1 usermove=1 time=1 draw=1 sigint=0 sigterm=0 reuse=1 analyze=1 colors=0 san=0");
    say("feature name=1 nps=0 debug=1 memory=1 smp=1 playother=1 pause=1 exclude=1 setscore=1 highlight=1 ics=0");
    say_options(cecp_options, c);
    say_options(session_options, c->session);
    say("feature done=1");
    buffer_free(&names);
}

/* ---- Positions ---- */

static void after_position_change(Cecp *c)
{
    cecp_forget_plies(c);
    if (c->analysing) cecp_analyse(c);
}

static void command_new(Cecp *c)
{
    ErrorText error;
    cecp_halt(c);
    /* The command `new` always starts orthodox chess; `variant` follows for other games. */
    if (!session_set_variant(c->session, variants[0]->name, &error)) say("tellusererror %s", error.text);
    search_clear(c->session->pool);
    c->engine_side = BLACK;
    c->clock.depth = 0;
    c->clock.fixed_time = 0;
    c->computer = false;
    c->search.paused = false;
    c->draw_offered = false;
    after_position_change(c);
}

/* Called after the start position is set up. */
static void expect_first_pass(Cecp *c)
{
    if (record_keeps_gui(&c->record) && gui_begins_with_pass(c->session->pos)) c->record.begins = EXPECT_FIRST_PASS;
}

/* The memory limit of the GUI: the table gets what the threads leave. */
static void keep_to_memory(Cecp *c)
{
    if (!c->memory) return;
    ErrorText error;
    char value[24];
    int64_t threads = (int64_t)search_memory(c->session->variant, search_net(c->session->pool), (int)c->session->threads);
    int64_t table = c->memory > threads ? c->memory - threads : 1;
    snprintf(value, sizeof value, "%lld", (long long)(table > 1 << 20 ? 1 << 20 : table));
    if (!session_set(c->session, hash, value, &error)) say("Error (%s): memory %lld", error.text, (long long)c->memory);
}

/* Tells the GUI how a new game is set up. */
static void announce_game(Cecp *c)
{
    keep_to_memory(c);
    const Variant *variant = c->session->variant;
    if (variant_cecp(variant)->table) {
        char fen[FEN_MAX];
        gui_start_fen(variant, fen);
        say("setup %s %s %s", variant_cecp(variant)->table, variant_cecp(variant)->geometry, fen);
        for (const char *const *piece = variant_cecp(variant)->pieces; piece && *piece; ++piece) say("piece %s", *piece);
    }
    after_position_change(c);
    expect_first_pass(c);
    c->hand.marks_due = true;
    if (c->explains && variant_cecp(variant)->table && c->explained != variant)
        cecp_explain_start(&c->record, c->explained != NULL);
    c->explained = variant;
}

static void command_variant(Cecp *c, const char *name)
{
    ErrorText error;
    cecp_halt(c);
    if (!session_set_variant(c->session, name, &error)) {
        say("Error (%s): variant %.40s", error.text, name);
        return;
    }
    announce_game(c);
}

/* ---- Positions of a GUI ---- */

/* A pass that arrived as a position. In force mode a person has clicked a clock. */
static void pass_by_clock(Cecp *c)
{
    size_t before = c->record.count;
    cecp_user_ply(c, pass_text);
    if (c->record.count == before && c->engine_side == NO_ENGINE_SIDE)
        cecp_show_message(c, "The move cannot end here: continue it, or take it back.");
}

/* Takes back plies until XBoard's board matches a FEN; false if it never did. */
static bool go_back_to(Cecp *c, const char *fen)
{
    size_t found = record_find_shown(&c->record, fen);
    return found != SIZE_MAX && cecp_undo_plies(c, c->record.count - found);
}

/* XBoard cannot take back a null move, and in unknown games cannot send one: it sends the resulting position
 * instead. Setting that up would lose the start of the move, so look for the position in the record of plies. */
static bool is_known_position(Cecp *c, const char *fen)
{
    Ply repair;
    if (!c->record.gui || c->computer) return false;
    if (!record_in_legs(&c->record) && !record_in_move(&c->record) && !cecp_find_repair(&c->record, &repair)) return false;
    cecp_halt(c);
    if (cecp_is_after_pass(c, fen)) pass_by_clock(c);
    else if (!go_back_to(c, fen)) return false;
    if (c->analysing) cecp_analyse(c);
    return true;
}

static void command_setboard(Cecp *c, char *text)
{
    ErrorText error;
    /* To a playing engine GUIs relay a null move as the position after it. */
    if (c->computer && c->engine_side != NO_ENGINE_SIDE && (record_keeps_gui(&c->record) || record_in_legs(&c->record))) {
        cecp_user_ply(c, pass_text);
        return;
    }
    char *fen = text_rest(text), *no_hand = strstr(fen, "[-]");
    if (is_known_position(c, fen)) return;
    cecp_halt(c);
    /* XBoard writes empty hands as "[-]". */
    if (no_hand) memmove(no_hand + 1, no_hand + 2, strlen(no_hand + 2) + 1);
    bool start = c->record.gui && gui_is_start(c->session->variant, fen);
    if (!(c->record.gui ? gui_set_fen : position_set_fen)(session_board(c->session), fen, &error)) {
        char shown[2 * sizeof error.text];
        gui_shift_ranks(c->session->variant, error.text, -1, shown);
        say("tellusererror Illegal position: %s", shown);
        if (c->analysing) cecp_analyse(c);
    } else {
        after_position_change(c);
        c->record.before = record_fen_plies(fen);
        if (start) expect_first_pass(c);
        cecp_mark_legs(c); /* of the position before go */
        cecp_mark_first_move(c);
    }
}

static void command_force(Cecp *c)
{
    c->search.paused = false;
    cecp_halt(c);
    c->engine_side = NO_ENGINE_SIDE;
}

static void command_go(Cecp *c)
{
    if (c->analysing) return;
    c->search.paused = false;
    cecp_halt(c);
    if (record_expected(&c->record) == EXPECT_FIRST_PASS) {
        cecp_show_ply(c, pass_text, (Ply){.next = EXPECT_MOVE});
        c->engine_side = record_mover(&c->record) ^ 1;
        return;
    }
    if (!record_in_move(&c->record)) {
        c->engine_side = record_mover(&c->record);
        if (!c->computer) cecp_show_repairs(c);
        cecp_think(c);
        return;
    }
    /* The rest of the opponent's move may still arrive. */
    c->engine_side = record_mover(&c->record) ^ 1;
    if (!c->computer && record_expected(&c->record) == EXPECT_PASS) cecp_show_pass(c);
}

static void command_playother(Cecp *c)
{
    cecp_halt(c);
    c->engine_side = c->session->pos->side ^ 1;
}

/* level MPS BASE INC: BASE in minutes or minutes:seconds, INC in seconds, possibly fractional. */
static void command_level(Cecp *c, char *text)
{
    char *mps = word_next(&text), *base = word_next(&text), *inc = word_next(&text), *end;
    int64_t moves, minutes, seconds = 0;
    char *colon = strchr(base, ':');
    if (colon) *colon++ = '\0';
    double increment = strtod(inc, &end);
    if (!number_read(mps, 0, 10000, &moves) || !number_read(base, 0, 100000, &minutes)
        || (colon && !number_read(colon, 0, 59, &seconds)) || end == inc || *end || !(increment >= 0 && increment < 1e6)) {
        say("Error (level is followed by moves, minutes[:seconds] and increment in seconds): level");
        return;
    }
    c->clock.moves_per_session = (int)moves;
    c->clock.own_time = (minutes * 60 + seconds) * 1000;
    c->clock.increment = (int64_t)(increment * 1000 + 0.5);
    c->clock.fixed_time = 0;
}

static void command_st(Cecp *c, const char *word)
{
    char *end;
    double seconds = strtod(word, &end);
    /* The protocol knows only whole seconds; some GUIs send 0 for a fraction of one. */
    enum { PART_OF_A_SECOND = 50 };
    if (end == word || *end || !(seconds >= 0 && seconds < 1e6)) say("Error (st is followed by seconds): st %.40s", word);
    else c->clock.fixed_time = seconds > 0 ? (int64_t)(seconds * 1000 + 0.5) : PART_OF_A_SECOND;
}

/* Reads a numeric argument or reports an error. */
static bool read_argument(const char *command, const char *word, int64_t min, int64_t max, int64_t *value)
{
    if (number_read(word, min, max, value)) return true;
    say("Error (a number from %lld to %lld is needed): %s %.40s", (long long)min, (long long)max, command, word);
    return false;
}

static void command_sd(Cecp *c, const char *word)
{
    int64_t depth;
    if (read_argument("sd", word, 1, 1000, &depth)) c->clock.depth = (int)(depth < MAX_PLY ? depth : MAX_PLY);
}

static void command_time(Cecp *c, const char *word)
{
    int64_t centiseconds;
    if (read_argument("time", word, INT32_MIN, INT32_MAX, &centiseconds)) c->clock.own_time = centiseconds * 10;
}

static void command_move_now(Cecp *c)
{
    cecp_resume(c);
    if (c->search.thinking == THINKING_MOVE) search_stop(c->session->pool);
}

static void command_ping(Cecp *c, const char *word)
{
    if (c->search.thinking == THINKING_MOVE) buffer_add(&c->pongs, "%spong %.20s", c->pongs.length ? "\n" : "", word);
    else say("pong %.20s", word);
    if (c->hand.marks_due) cecp_mark_first_move(c); /* XBoard shows the board by now */
    c->hand.marks_due = false;
    c->ready = true;
    if (c->search.thinking != THINKING_MOVE) cecp_load_game(c); /* XBoard takes no moves before the pong */
}

static void take_back(Cecp *c, size_t plies, const char *command)
{
    cecp_halt(c);
    if (!cecp_undo_plies(c, plies)) say("Error (nothing to take back): %s", command);
    if (c->analysing) cecp_analyse(c);
}

/* After a take-back: can the person go on here? Not in the middle of the engine's move or of its repairs. */
static bool can_go_on(const PlyRecord *record, Side engine_side)
{
    Expected state = record_expected(record);
    bool begins = state == EXPECT_MOVE || state == EXPECT_FIRST_PASS;
    bool goes_on = state == EXPECT_LEG && record_next_side(record) == record_mover(record);
    return record_mover(record) != engine_side && (begins || goes_on);
}

/* XBoard takes its last ply back when that is called illegal. */
static void retract_ply(Cecp *c)
{
    say("Illegal move (the rest of the move is taken back): %s", c->record.plies[c->record.count - 1].text);
    cecp_undo_plies(c, 1);
}

/* Two plies back may be in the middle of the engine's move: takes back further plies until the person can move. XBoard
 * then shows "Illegal move", until the next ply. So the last ply before is taken back, too, and sent again. */
static void complete_retraction(Cecp *c)
{
    if (!c->record.gui || c->computer || c->engine_side == NO_ENGINE_SIDE || can_go_on(&c->record, c->engine_side)) return;
    while (c->record.count && !can_go_on(&c->record, c->engine_side)) retract_ply(c);
    if (c->record.count == 0) return;
    const Ply again = c->record.plies[c->record.count - 1];
    retract_ply(c);
    cecp_show_ply(c, again.text, again);
}

static void command_undo(Cecp *c)
{
    take_back(c, 1, "undo");
    cecp_mark_legs(c);
}

static void command_remove(Cecp *c)
{
    take_back(c, 2, "remove");
    complete_retraction(c);
    cecp_mark_legs(c);
}

static void command_hard(Cecp *c) { c->pondering_allowed = true; }

static void command_easy(Cecp *c)
{
    c->pondering_allowed = false;
    if (c->search.thinking == THINKING_PONDER) cecp_halt(c);
}

static void command_post(Cecp *c) { atomic_store(&c->post, true); }
static void command_nopost(Cecp *c) { atomic_store(&c->post, false); }

static void command_analyze(Cecp *c)
{
    c->search.paused = false;
    cecp_halt(c);
    c->analysing = true;
    c->engine_side = NO_ENGINE_SIDE;
    cecp_analyse(c);
}

static void command_exit(Cecp *c)
{
    if (!c->analysing) return;
    c->search.paused = false;
    cecp_halt(c);
    c->analysing = false;
}

static void command_dot(Cecp *c)
{
    if (c->search.thinking == THINKING_ANALYSIS) {
        SearchStatus status = search_status(c->session->pool);
        say("stat01: %lld %llu %d 0 0", (long long)(status.time / 10), (unsigned long long)status.nodes, status.depth);
    }
}

static void command_hint(Cecp *c)
{
    char shown[2 * MOVE_TEXT_MAX];
    if (cecp_print_reply(c->session->pos, c->search.ponder_move, shown)) say("Hint: %s", shown);
}

/* exclude and include: "all", or a move in XBoard's notation. */
static void change_allowed(Cecp *c, const char *word, bool exclude)
{
    char own[2 * MOVE_TEXT_MAX];
    const char *command = exclude ? "exclude" : "include";
    ErrorText error;
    if (strlen(word) >= MOVE_TEXT_MAX) {
        say("Error (longer than any move): %s", command);
        return;
    }
    gui_shift_ranks(c->session->variant, word, 1, own);
    if (strcmp(word, "all") == 0) exclude ? excluded_fill(&c->excluded, c->session->pos) : excluded_clear(&c->excluded);
    else if (!excluded_change(&c->excluded, c->session->pos, own, exclude, &error)) say("Error (%s): %s", error.text, command);
    if (c->analysing) cecp_analyse(c);
}

static void command_exclude(Cecp *c, const char *word) { change_allowed(c, word, true); }
static void command_include(Cecp *c, const char *word) { change_allowed(c, word, false); }

/* setscore SCORE DEPTH: stores a normalised score of the position, from the side to move's point of view. */
static void command_setscore(Cecp *c, char *text)
{
    enum { DEPTH_LIMIT = 255, SCORE_LIMIT = 10000 };
    char *score = word_next(&text), *depth = word_next(&text);
    int64_t centipawns, plies;
    if (!number_read(score, -SCORE_LIMIT, SCORE_LIMIT, &centipawns) || !number_read(depth, 0, DEPTH_LIMIT, &plies))
        say("Error (setscore is followed by centipawns and plies): setscore");
    else
        search_store(c->session->pool, c->session->pos, score_denormalise(c->session->pos, (Score)centipawns), (int)plies);
}

static void command_result(Cecp *c)
{
    cecp_halt(c);
    c->engine_side = NO_ENGINE_SIDE;
}

static void command_accepted(Cecp *c) { c->record.gui = true; }

static void command_rejected(Cecp *c, const char *word) { c->quiet |= strcmp(word, "debug") == 0; }

static void set_option(Cecp *c, const char *name, const char *value)
{
    ErrorText error;
    const Option *own = option_find(cecp_options, name);
    const Position *before = c->session->pos;
    if (!own) cecp_halt(c);
    if (!(own ? option_set(own, c, value, &error) : session_set_option(c->session, name, value, &error)))
        say("Error (%s): option %.40s", error.text, name);
    if (c->session->pos != before) announce_game(c); /* the option has begun a game */
    else if (!own && c->analysing) cecp_analyse(c);
}

static void command_memory(Cecp *c, const char *word)
{
    int64_t megabytes;
    if (!read_argument("memory", word, 1, INT32_MAX, &megabytes)) return;
    cecp_halt(c);
    c->memory = megabytes;
    keep_to_memory(c);
    if (c->analysing) cecp_analyse(c);
}

static void command_cores(Cecp *c, const char *word)
{
    int64_t cores;
    if (!read_argument("cores", word, 1, INT32_MAX, &cores)) return;
    char value[24];
    snprintf(value, sizeof value, "%lld", (long long)(cores > THREADS_MAX ? THREADS_MAX : cores));
    ErrorText error;
    cecp_halt(c);
    if (!session_set(c->session, threads, value, &error)) say("Error (%s): cores %.40s", error.text, word);
    keep_to_memory(c);
    if (c->analysing) cecp_analyse(c);
}

static void command_option(Cecp *c, char *text)
{
    char *name = text_rest(text), *value = strchr(name, '=');
    if (value) *value++ = '\0';
    set_option(c, name, value ? value : "");
}

/* The Pass button: the person ends the move; XBoard is told so. */
static bool press_pass(void *target, ErrorText *error)
{
    Cecp *c = target;
    if (c->search.thinking == THINKING_MOVE) {
        say("tellusererror it is not your turn");
        return true;
    }
    cecp_halt(c);
    c->hand.by_hand = true;
    PlyResult fed = cecp_take_ply(c, pass_text, error);
    if (fed == PLY_REFUSED) {
        say("tellusererror no pass here: %s", error->text);
        return true;
    }
    cecp_say_move(c->session->variant, pass_text);
    cecp_after_ply(c, fed);
    return true;
}

static bool press_pieces(void *target, ErrorText *error)
{
    const Cecp *c = target;
    (void)error;
    cecp_explain_pieces(&c->record, !c->explains);
    return true;
}

static bool press_rules(void *target, ErrorText *error)
{
    const Cecp *c = target;
    (void)error;
    cecp_explain_rules(&c->record);
    return true;
}

/* At the start the GUI has no board yet. */
static bool load_game(void *target, ErrorText *error)
{
    Cecp *c = target;
    (void)error;
    if (c->ready) cecp_load_game(c);
    return true;
}

const Option cecp_options[] = {
    {"Pass", OPTION_BUTTON, 0, OFFERED_CECP, .changed = press_pass},
    {"Pieces", OPTION_BUTTON, 0, OFFERED_CECP, .changed = press_pieces},
    {"Rules", OPTION_BUTTON, 0, OFFERED_CECP, .changed = press_rules},
    {"Load Game", OPTION_FILE_AT(Cecp, loads), OFFERED_CECP, .changed = load_game},
    {"Explain Pieces", OPTION_CHECK_AT(Cecp, explains), OFFERED_CECP},
    {"Resign", OPTION_CHECK_AT(Cecp, resigns), OFFERED_CECP},
    {"Offer Draws", OPTION_CHECK_AT(Cecp, offers_draws), OFFERED_CECP},
    {.name = NULL},
};

static void command_put(Cecp *c, const char *square) { snprintf(c->hand.put, sizeof c->hand.put, "%.7s", square); }
static void command_computer(Cecp *c) { c->computer = true; }
static void command_quit(Cecp *c) { c->session->quit = true; }

static void command_d(Cecp *c)
{
    Buffer out = {0};
    char legs[MOVE_TEXT_MAX];
    board_view_position(c->session->pos, &out);
    record_legs(&c->record, legs);
    if (legs[0]) buffer_add(&out, "\nLegs so far: %s", legs);
    say_buffer(&out);
}

static void command_eval(Cecp *c)
{
    Buffer out = {0};
    session_show_eval(c->session, &out);
    say_buffer(&out);
}

static void command_perft(Cecp *c, const char *word)
{
    int64_t depth;
    if (!read_argument("perft", word, 0, PERFT_PLIES_MAX, &depth)) return;
    cecp_halt(c);
    c->perft = perft_start(c->session->pos, (unsigned)depth);
    if (!c->perft) say("Error (no memory or thread): perft");
}

static void command_bench(Cecp *c, char *text)
{
    ErrorText error;
    char *variant = word_next(&text), *depth = word_next(&text);
    cecp_halt(c);
    if (!bench_run(*variant ? variant : NULL, *depth ? depth : NULL, session_nets(c->session), &error))
        say("Error (%s): bench", error.text);
}

static void command_help(Cecp *c)
{
    (void)c;
    say(ENGINE_NAME " " ENGINE_VERSION " speaks the Chess Engine Communication Protocol here, as XBoard and WinBoard do.\n"
        "  variant GAME, setboard FEN, usermove MOVE, go, force, undo, analyze, level, st, sd, d, eval, perft N, quit");
}

/* A command and its argument: none, the next word, or the rest of the line. */
typedef struct Command {
    const char *name;
    void (*run)(Cecp *c);
    void (*run_word)(Cecp *c, const char *word);
    void (*run_text)(Cecp *c, char *text);
} Command;

static const Command commands[] = {
    /* The game. */
    {"new", .run = command_new}, {"variant", .run_word = command_variant}, {"setboard", .run_text = command_setboard},
    {"usermove", .run_word = cecp_user_ply}, {"undo", .run = command_undo}, {"remove", .run = command_remove},
    {"go", .run = command_go}, {"force", .run = command_force}, {"playother", .run = command_playother},
    {"computer", .run = command_computer}, {"result", .run = command_result}, {"draw", .run = cecp_answer_draw},
    {"lift", .run_word = cecp_lift}, {"put", .run_word = command_put},
    /* Clocks and limits. */
    {"level", .run_text = command_level}, {"st", .run_word = command_st}, {"sd", .run_word = command_sd},
    {"time", .run_word = command_time}, {"memory", .run_word = command_memory}, {"cores", .run_word = command_cores},
    /* Thinking. */
    {"analyze", .run = command_analyze}, {"exit", .run = command_exit}, {".", .run = command_dot},
    {"?", .run = command_move_now}, {"pause", .run = cecp_pause}, {"resume", .run = cecp_resume},
    {"hard", .run = command_hard}, {"easy", .run = command_easy}, {"hint", .run = command_hint},
    {"post", .run = command_post}, {"nopost", .run = command_nopost}, {"exclude", .run_word = command_exclude},
    {"include", .run_word = command_include}, {"setscore", .run_text = command_setscore},
    /* Handshake and messages. */
    {"protover", .run = command_protover}, {"accepted", .run = command_accepted}, {"rejected", .run_word = command_rejected},
    {"ping", .run_word = command_ping}, {"option", .run_text = command_option}, {"quit", .run = command_quit},
    {"d", .run = command_d}, {"eval", .run = command_eval}, {"perft", .run_word = command_perft},
    {"bench", .run_text = command_bench}, {"help", .run = command_help},
    /* Ignored. */
    {"xboard", .run = NULL}, {"otim", .run = NULL}, {"bk", .run = NULL}, {"hover", .run = NULL}, {"name", .run = NULL},
    {"random", .run = NULL}, {"rating", .run = NULL}, {"ics", .run = NULL}, {"egtpath", .run = NULL},
};

static void run_line(Cecp *c, char *line)
{
    char *text = line, *word = word_next(&text);
    if (!*word) return;
    /* A command after perft waits for its end, unless it is `?` or a person types. */
    perft_end(&c->perft, strcmp(word, "?") == 0 || terminal_is_typed_into());
    for (size_t i = 0; i < sizeof commands / sizeof *commands; ++i) {
        if (strcmp(word, commands[i].name) != 0) continue;
        if (commands[i].run) commands[i].run(c);
        if (commands[i].run_word) commands[i].run_word(c, word_next(&text));
        if (commands[i].run_text) commands[i].run_text(c, text);
        return;
    }
    /* Without the feature `usermove` a line may be a move. */
    if (strlen(word) < MOVE_TEXT_MAX) {
        char own[2 * MOVE_TEXT_MAX];
        Move move;
        ErrorText error;
        gui_shift_ranks(c->session->variant, word, 1, own);
        if (c->session->variant->parse_move(c->session->pos, own, &move, &error)) {
            cecp_user_ply(c, word);
            return;
        }
    }
    say("Error (unknown command): %.200s", word);
}

/* A comment: GUIs keep it in their logs. */
static void on_notice(const char *text) { say("# %s", text); }

int cecp_run(Session *session, LineReader *input, char *first_line)
{
    Cecp c = {.session = session, .engine_side = BLACK};
    c.record.session = session;
    c.clock = (CecpClock){.own_time = 300000, .moves_per_session = 40};
    cecp_forget_plies(&c);
    session->notice = on_notice;
    run_line(&c, first_line);
    c.events = events_start(input);
    int status = c.events ? STATUS_OK : STATUS_ERROR;
    if (!c.events) say("tellusererror there is no memory or thread for reading");
    while (c.events && !session->quit) {
        Event event = events_next(c.events);
        if (event.type == EVENT_END) break;
        if (event.type == EVENT_LINE) run_line(&c, event.line);
        else if (event.serial == c.search.serial) cecp_search_done(&c, &event.result);
        free(event.line);
    }
    perft_end(&c.perft, terminal_is_typed_into());
    cecp_halt(&c);
    events_end(c.events);
    free(c.record.plies);
    free(c.loads);
    excluded_clear(&c.excluded);
    buffer_free(&c.pongs);
    return status;
}
