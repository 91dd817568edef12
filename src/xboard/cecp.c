/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The Chess Engine Communication Protocol, version 2 (Tim Mann, H.G. Muller), as XBoard speaks it.
 *
 * A peer that acknowledges features (`accepted`) is treated as a GUI with a board of its own, which the engine keeps in
 * sync. On such a board White begins; if Black begins the game, White passes first. Other programs get only the legs, or with
 * the option Move Notation the whole move as one text: see peer.h.
 */

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "../eval/wdl.h"
#include "../show/board_view.h"
#include "xboard.h"
#include "cecp.h"

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

static void command_new(Cecp *c)
{
    ErrorText error;
    cecp_halt(c);
    /* The command `new` always starts orthodox chess; `variant` follows for other games. */
    if (!session_set_variant(c->session, variants[0]->name, &error)) say("tellusererror %s", error.text);
    search_clear(c->session->pool);
    c->peer->engine_side = BLACK;
    c->clock.depth = 0;
    c->clock.fixed_time = 0;
    c->peer->computer = false;
    c->search.paused = false;
    c->draw_offered = false;
    cecp_forget(c);
    peer_begin(c->peer, "", false);
    cecp_analyse(c);
}

/* The memory limit of the GUI: the table gets what the threads leave. */
static void keep_to_memory(Cecp *c)
{
    if (!c->memory) return;
    ErrorText error;
    char value[24];
    int64_t threads = (int64_t)search_memory(c->session->variant, search_net(c->session->pool), (int)c->session->options.threads);
    int64_t table = c->memory > threads ? c->memory - threads : 1;
    snprintf(value, sizeof value, "%lld", (long long)(table > 1 << 20 ? 1 << 20 : table));
    if (!session_set_option(c->session, "Hash", value, &error)) say("Error (%s): memory %lld", error.text, (long long)c->memory);
}

/* Tells the GUI how each piece moves. The letter is White's, Black's in lower case, or with '&' that of both sides. */
static void announce_pieces(const Variant *variant)
{
    for (PieceType t = 1; variant_cecp(variant)->pieces && t < variant->board.types; ++t) {
        const PieceInfo *info = &variant->board.pieces[t];
        int letter = info->sides == 2 ? tolower((unsigned char)info->letter) : info->letter;
        say("piece %s%c%s %s", info->promoted ? "+" : "", letter, info->sides == 3 ? "&" : "", variant_cecp_moves(variant, t));
    }
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
        announce_pieces(variant);
    }
    cecp_forget(c);
    c->begun = false;
    peer_begin(c->peer, NULL, c->options.explains);
    cecp_analyse(c);
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

static void command_setboard(Cecp *c, char *text)
{
    ErrorText error;
    char *fen = text_rest(text);
    Taken taken = TAKEN_NOT;
    if (!c->peer->computer) cecp_halt(c);
    if (c->search.thinking != THINKING_MOVE) taken = c->peer->exchange->take_position(c->peer, fen);
    if (taken != TAKEN_NOT) {
        cecp_follow(c, taken);
        if (c->search.thinking == THINKING_NOT) cecp_analyse(c);
        return;
    }
    cecp_halt(c);
    if (peer_set_up(c->peer, fen, &error)) {
        cecp_forget(c);
        c->peer->exchange->mark(c->peer, false);
        c->peer->exchange->mark(c->peer, true);
    } else {
        char shown[2 * sizeof error.text];
        gui_shift_ranks(c->session->variant, error.text, -1, shown);
        say("tellusererror Illegal position: %s", shown);
    }
    cecp_analyse(c);
}

static void command_usermove(Cecp *c, const char *text)
{
    if (c->search.thinking == THINKING_MOVE) peer_refuse(c->peer, "it is not your turn", text);
    else cecp_follow(c, peer_take(c->peer, text));
}

static void command_force(Cecp *c)
{
    c->search.paused = false;
    cecp_halt(c);
    c->peer->engine_side = NO_ENGINE_SIDE;
}

static void command_go(Cecp *c)
{
    if (c->search.analysing) return;
    c->search.paused = false;
    cecp_halt(c);
    c->peer->engine_side = c->session->pos->side;
    if (c->peer->exchange->ready(c->peer)) cecp_think(c);
    else c->peer->engine_side ^= 1;
}

static void command_playother(Cecp *c)
{
    cecp_halt(c);
    c->peer->engine_side = c->session->pos->side ^ 1;
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
    if (!c->begun) c->peer->exchange->mark(c->peer, true); /* XBoard shows the board by now */
    c->begun = true;
    if (c->search.thinking != THINKING_MOVE) cecp_load_game(c); /* XBoard takes no moves before the pong */
}

static void take_back(Cecp *c, size_t plies, const char *command)
{
    size_t before = c->peer->exchange->plies(c->peer);
    cecp_halt(c);
    if (!c->peer->exchange->undo(c->peer, plies)) say("Error (nothing to take back): %s", command);
    if (c->peer->exchange->plies(c->peer) != before) cecp_follow(c, TAKEN_BACK);
    c->peer->exchange->mark(c->peer, false);
    cecp_analyse(c);
}

static void command_undo(Cecp *c) { take_back(c, 1, "undo"); }
static void command_remove(Cecp *c) { take_back(c, 2, "remove"); }

static void command_hard(Cecp *c) { c->search.pondering_allowed = true; }

static void command_easy(Cecp *c)
{
    c->search.pondering_allowed = false;
    if (c->search.thinking == THINKING_PONDER) cecp_halt(c);
}

static void command_post(Cecp *c) { atomic_store(&c->search.post, true); }
static void command_nopost(Cecp *c) { atomic_store(&c->search.post, false); }

static void command_analyze(Cecp *c)
{
    c->search.paused = false;
    cecp_halt(c);
    c->search.analysing = true;
    c->peer->engine_side = NO_ENGINE_SIDE;
    cecp_analyse(c);
}

static void command_exit(Cecp *c)
{
    if (!c->search.analysing) return;
    c->search.paused = false;
    cecp_halt(c);
    c->search.analysing = false;
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
    if (!excluded_change(&c->excluded, c->session->pos, own, exclude, &error)) say("Error (%s): %s", error.text, command);
    cecp_analyse(c);
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

static void command_accepted(Cecp *c)
{
    c->peer->gui = true;
    peer_change(c->peer);
}

static void command_rejected(Cecp *c, const char *word) { c->quiet |= strcmp(word, "debug") == 0; }

static void set_option(Cecp *c, const char *name, const char *value)
{
    ErrorText error;
    const Option *own = option_find(cecp_options, name);
    const Position *before = c->session->pos;
    if (!own) cecp_halt(c);
    if (!(own ? option_set(own, c, value, &error) : session_set_option(c->session, name, value, &error)))
        say("Error (%s): option %.40s", error.text, name);
    peer_change(c->peer);
    if (c->session->pos != before) announce_game(c); /* the option has begun a game */
    else if (!own) cecp_analyse(c);
}

static void command_memory(Cecp *c, const char *word)
{
    int64_t megabytes;
    if (!read_argument("memory", word, 1, INT32_MAX, &megabytes)) return;
    cecp_halt(c);
    c->memory = megabytes;
    keep_to_memory(c);
    cecp_analyse(c);
}

static void command_cores(Cecp *c, const char *word)
{
    int64_t cores;
    if (!read_argument("cores", word, 1, INT32_MAX, &cores)) return;
    char value[24];
    snprintf(value, sizeof value, "%lld", (long long)(cores > THREADS_MAX ? THREADS_MAX : cores));
    ErrorText error;
    cecp_halt(c);
    if (!session_set_option(c->session, "Threads", value, &error)) say("Error (%s): cores %.40s", error.text, word);
    keep_to_memory(c);
    cecp_analyse(c);
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
    (void)error;
    if (c->search.thinking == THINKING_MOVE) {
        say("tellusererror it is not your turn");
        return true;
    }
    cecp_follow(c, peer_press_pass(c->peer));
    return true;
}

static bool press_pieces(void *target, ErrorText *error)
{
    const Cecp *c = target;
    (void)error;
    legend_pieces(c->session->variant, !c->options.explains);
    return true;
}

static bool press_rules(void *target, ErrorText *error)
{
    const Cecp *c = target;
    (void)error;
    legend_rules(c->session->variant);
    return true;
}

/* At the start the GUI has no board yet. */
static bool load_game(void *target, ErrorText *error)
{
    Cecp *c = target;
    (void)error;
    if (c->begun) cecp_load_game(c);
    return true;
}

const Option cecp_options[] = {
    {"Pass", OPTION_BUTTON, 0, OFFERED_CECP, .changed = press_pass},
    {"Pieces", OPTION_BUTTON, 0, OFFERED_CECP, .changed = press_pieces},
    {"Rules", OPTION_BUTTON, 0, OFFERED_CECP, .changed = press_rules},
    {"Load Game", OPTION_FILE_AT(Cecp, options.loads), OFFERED_CECP, .changed = load_game},
    {"Explain Pieces", OPTION_CHECK_AT(Cecp, options.explains), OFFERED_CECP},
    {"Resign", OPTION_CHECK_AT(Cecp, options.resigns), OFFERED_CECP},
    {"Offer Draws", OPTION_CHECK_AT(Cecp, options.offers_draws), OFFERED_CECP},
    {.name = NULL},
};

static void command_lift(Cecp *c, const char *square)
{
    if (c->search.thinking != THINKING_MOVE) peer_lift(c->peer, square);
}

static void command_put(Cecp *c, const char *square) { snprintf(c->peer->put, sizeof c->peer->put, "%.7s", square); }
static void command_computer(Cecp *c) { c->peer->computer = true; }
static void command_quit(Cecp *c) { c->session->quit = true; }

static void command_d(Cecp *c) { board_view_say(c->session->pos); }
static void command_eval(Cecp *c) { session_say_eval(c->session); }

static void command_help(Cecp *c)
{
    (void)c;
    say(ENGINE_NAME " " ENGINE_VERSION " speaks the Chess Engine Communication Protocol here, as XBoard and WinBoard do.\n"
        "  variant GAME, setboard FEN, usermove MOVE, go, force, undo, analyze, level, st, sd, d, eval, quit");
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
    {"usermove", .run_word = command_usermove}, {"undo", .run = command_undo}, {"remove", .run = command_remove},
    {"go", .run = command_go}, {"force", .run = command_force}, {"playother", .run = command_playother},
    {"computer", .run = command_computer}, {"result", .run = command_force}, {"draw", .run = cecp_answer_draw},
    {"lift", .run_word = command_lift}, {"put", .run_word = command_put},
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
    {"d", .run = command_d}, {"eval", .run = command_eval}, {"help", .run = command_help},
    /* Ignored. */
    {"xboard", .run = NULL}, {"otim", .run = NULL}, {"bk", .run = NULL}, {"hover", .run = NULL}, {"name", .run = NULL},
    {"random", .run = NULL}, {"rating", .run = NULL}, {"ics", .run = NULL}, {"egtpath", .run = NULL},
};

static void run_line(Cecp *c, char *line)
{
    char *text = line, *word = word_next(&text);
    if (!*word) return;
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
        if (c->session->variant->text.parse(c->session->pos, own, &move, &error)) {
            command_usermove(c, word);
            return;
        }
    }
    say("Error (unknown command): %.200s", word);
}

/* A comment: GUIs keep it in their logs. */
static void on_notice(const char *text) { say("# %s", text); }

int cecp_run(Session *session, LineReader *input, char *first_line)
{
    Cecp c = {.session = session, .peer = peer_new(session), .clock = {.own_time = 300000, .moves_per_session = 40}};
    session->notice = on_notice;
    if (c.peer) run_line(&c, first_line);
    if (c.peer) c.events = events_start(input);
    int status = c.events ? STATUS_OK : STATUS_ERROR;
    if (!c.events) say("tellusererror there is no memory or thread for reading");
    while (c.events && !session->quit) {
        Event event = events_next(c.events);
        if (event.type == EVENT_END) break;
        if (event.type == EVENT_LINE) run_line(&c, event.line);
        else if (event.serial == c.search.serial) cecp_search_done(&c, &event.result);
        free(event.line);
    }
    cecp_halt(&c);
    events_end(c.events);
    peer_free(c.peer);
    free(c.options.loads);
    excluded_clear(&c.excluded);
    buffer_free(&c.pongs);
    return status;
}
