/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "session.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../eval/lone_king.h"
#include "../eval/nnue.h"
#include "../eval/wdl.h"
#include "../notation/notation.h"

enum { HASH_DEFAULT = 16, HASH_MAX = 1 << 20, OVERHEAD_DEFAULT = 5 };
enum { VARIETY_DEFAULT = 20, VARIETY_MAX = 1000 }; /* centipawns */

/* Gives the search the net that the options select. false if memory ran out; the search then keeps its net. */
static bool choose_net(Session *session, NetStore *nets, bool use)
{
    return search_set_net(session->pool, use ? nets_of(nets, session->variant) : NULL);
}

Session *session_new(void)
{
    Session *session = calloc(1, sizeof *session);
    if (!session) return NULL;
    session->variant = variants[0];
    session->hash = HASH_DEFAULT;
    session->threads = 1;
    session->multipv = 1;
    session->overhead = OVERHEAD_DEFAULT;
    session->book_variety = VARIETY_DEFAULT;
    session->use_nets = true;
    session->level = LEVEL_FULL;
    session->elo = level_elo(session->variant, LEVEL_FULL);
    session->pos = position_new(session->variant);
    session->pool = search_new(session->variant, HASH_DEFAULT, 1);
    ErrorText error;
    session->use_tablebases = true;
    session->nets = nets_read("", &error);
    if (session->pos && session->pool && session->nets && session_set_fen(session, NULL, &error)
        && choose_net(session, session->nets, session->use_nets)) {
        session_load_tablebases(session);
        return session;
    }
    session_free(session);
    return NULL;
}

void session_free(Session *session)
{
    if (!session) return;
    search_free(session->pool);
    nets_free(session->nets);
    tb_free(session->tablebases);
    free(session->tablebases_path);
    session_free_books(session);
    buffer_free(&session->fen);
    buffer_free(&session->moves);
    position_free(session->pos);
    position_free(session->root);
    free(session);
}

/* ---- The game ---- */

/* The Elo range differs between games. Warns if the game cannot play at UCI_Elo. */
static void warn_elo_range(const Session *session)
{
    char text[160];
    int low = level_elo(session->variant, 0), high = level_elo(session->variant, LEVEL_FULL);
    if (!session->limit_strength || !session->notice || (session->elo >= low && session->elo <= high)) return;
    snprintf(text, sizeof text, "in %s UCI_Elo goes from %d to %d; it plays at %d", session->variant->title, low, high,
             session->elo < low ? low : high);
    session->notice(text);
}

bool session_set_variant(Session *session, const char *name, ErrorText *error)
{
    const Variant *variant = variant_choose(name, error);
    if (!variant) return false;
    if (variant == session->variant) return session_set_fen(session, NULL, error);
    session_board(session);
    Position *pos = position_new(variant);
    if (!pos || !position_set_fen(pos, variant->start_fen, error) || !search_set_variant(session->pool, variant)) {
        position_free(pos);
        return error_set(error, "not enough memory for %s", name);
    }
    position_free(session->pos);
    session->pos = pos;
    session->variant = variant;
    choose_net(session, session->nets, session->use_nets); /* if memory ran out: classical evaluation */
    session_load_tablebases(session);
    warn_elo_range(session);
    return true;
}

/* ---- Thinking ---- */

uint64_t session_seed(const Session *session)
{
    struct timespec now;
    if (session->skill_seed) return (uint64_t)session->skill_seed;
    clock_gettime(CLOCK_REALTIME, &now);
    return (uint64_t)now.tv_sec * 1000000007u + (uint64_t)now.tv_nsec;
}

int session_level(const Session *session)
{
    return session->limit_strength ? level_of_elo(session->variant, (int)session->elo) : (int)session->level;
}

/* A search parameter; only tuning builds can set them. */
static const SearchParam *find_param(const char *name)
{
#ifdef TUNE
    for (const SearchParam *param = search_params; param->name; ++param)
        if (strcmp(param->name, name) == 0) return param;
#else
    (void)name;
#endif
    return NULL;
}

/* The strength of a player whose level is being measured; below 0: none is. */
static int tuned_strength(const Session *session)
{
    const SearchParam *param = find_param("player_strength");
    return param ? search_param(session->pool, param) : -1;
}

SearchLimits session_limits(const Session *session)
{
    SearchLimits limits = {.overhead = session->overhead, .multipv = (int)session->multipv};
    uint64_t seed = session_seed(session);
    if (session->analyse_mode) return limits;
    int strength = tuned_strength(session);
    if (strength >= 0) {
        limits.skill = skill_of(strength, seed);
        return limits;
    }
    limits.skill = session->limit_strength ? level_skill_of_elo(session->variant, (int)session->elo, seed)
                                           : level_skill(session->variant, (int)session->level, seed);
    return limits;
}

/* ---- Options ---- */

const Option session_options[] = {
    {.name = "UCI_Variant", .type = OPTION_COMBO, .uci = true},
    {.name = "Hash", .type = OPTION_SPIN, .value = HASH_DEFAULT, .min = 1, .max = HASH_MAX, .uci = true},
    {.name = "Threads", .type = OPTION_SPIN, .value = 1, .min = 1, .max = THREADS_MAX, .uci = true},
    {.name = "Clear Hash", .type = OPTION_BUTTON, .uci = true, .cecp = true},
    {.name = "Ponder", .type = OPTION_CHECK, .uci = true},
    {.name = "MultiPV", .type = OPTION_SPIN, .value = 1, .min = 1, .max = MULTIPV_MAX, .uci = true, .cecp = true},
    {.name = "Move Overhead", .type = OPTION_SPIN, .value = OVERHEAD_DEFAULT, .min = 0, .max = 10000, .uci = true, .cecp = true},
    {.name = "Node Budget", .type = OPTION_SPIN, .value = 0, .min = 0, .max = 100, .uci = true},
    {.name = "UCI_AnalyseMode", .type = OPTION_CHECK, .uci = true},
    {.name = "UCI_ShowWDL", .type = OPTION_CHECK, .uci = true},
    {.name = "Skill Level", .type = OPTION_SPIN, .value = LEVEL_FULL, .min = 0, .max = LEVEL_FULL, .uci = true, .cecp = true},
    {.name = "UCI_LimitStrength", .type = OPTION_CHECK, .uci = true, .cecp = true},
    {.name = "UCI_Elo", .type = OPTION_SPIN, .uci = true, .cecp = true}, /* see session_option_filled */
    {.name = "Skill Seed", .type = OPTION_SPIN, .value = 0, .min = 0, .max = INT32_MAX, .uci = true, .cecp = true},
    {.name = "Use NNUE", .type = OPTION_CHECK, .value = true, .uci = true, .cecp = true},
    {.name = "EvalFile", .type = OPTION_STRING, .uci = true, .cecp = true},
    {.name = "Tablebases", .type = OPTION_CHECK, .value = true, .uci = true, .cecp = true},
    {.name = "TablebasePath", .type = OPTION_PATH, .uci = true, .cecp = true},
    {.name = "OwnBook", .type = OPTION_CHECK, .uci = true, .cecp = true},
    {.name = "Book Variety", .type = OPTION_SPIN, .value = VARIETY_DEFAULT, .max = VARIETY_MAX, .uci = true, .cecp = true},
    {.name = "BookFile", .type = OPTION_STRING, .uci = true, .cecp = true},
    {.name = "Move Notation", .type = OPTION_COMBO, .choices = "legs|whole", .cecp = true},
    {.name = NULL},
};

Option session_option_filled(const Option *option)
{
    Option filled = *option;
    if (strcmp(option->name, "UCI_Elo") == 0) {
        int low, high;
        level_elo_range(&low, &high);
        filled.min = low;
        filled.value = filled.max = high;
    }
    return filled;
}

static bool read_check(const char *value, bool *flag, ErrorText *error)
{
    bool on = text_equal(value, "true") || strcmp(value, "1") == 0;
    if (!on && !text_equal(value, "false") && strcmp(value, "0") != 0)
        return error_set(error, "a check option is true or false, not '%.40s'", value);
    *flag = on;
    return true;
}

static bool set_spin(Session *session, const Option *option, int64_t n, ErrorText *error)
{
    if (strcmp(option->name, "Hash") == 0) {
        if (!search_set_hash(session->pool, (size_t)n))
            return error_set(error, "no memory for a table of %lld MiB; it stays at %lld", (long long)n, (long long)session->hash);
        session->hash = n;
    } else if (strcmp(option->name, "Threads") == 0) {
        if (!search_set_threads(session->pool, (int)n))
            return error_set(error, "no memory for %lld threads; it stays at %lld", (long long)n, (long long)session->threads);
        session->threads = n;
    } else if (strcmp(option->name, "UCI_Elo") == 0) {
        session->elo = n;
        warn_elo_range(session);
    } else {
        int64_t *value = strcmp(option->name, "MultiPV") == 0       ? &session->multipv
                         : strcmp(option->name, "Skill Level") == 0 ? &session->level
                         : strcmp(option->name, "Node Budget") == 0 ? &session->node_budget
                         : strcmp(option->name, "Skill Seed") == 0  ? &session->skill_seed
                         : strcmp(option->name, "Book Variety") == 0 ? &session->book_variety
                                                                    : &session->overhead;
        *value = n;
    }
    return true;
}

static bool set_use_nets(Session *session, const char *value, ErrorText *error)
{
    bool use;
    if (!read_check(value, &use, error)) return false;
    if (!choose_net(session, session->nets, use)) return error_set(error, "no memory for a net");
    session->use_nets = use;
    return true;
}

/* Loads all files or none: if one is bad, the old nets stay. */
static bool set_eval_file(Session *session, const char *files, ErrorText *error)
{
    NetStore *nets = nets_read(text_equal(files, "<empty>") ? "" : files, error);
    if (!nets) return false;
    if (!choose_net(session, nets, session->use_nets)) {
        nets_free(nets);
        return error_set(error, "no memory for a net");
    }
    nets_free(session->nets);
    session->nets = nets;
    return true;
}

static bool set_check(Session *session, const Option *option, const char *value, ErrorText *error)
{
    if (strcmp(option->name, "Use NNUE") == 0) return set_use_nets(session, value, error);
    bool tablebases = strcmp(option->name, "Tablebases") == 0;
    bool *flag = strcmp(option->name, "Ponder") == 0              ? &session->ponder
                 : strcmp(option->name, "UCI_AnalyseMode") == 0   ? &session->analyse_mode
                 : strcmp(option->name, "UCI_LimitStrength") == 0 ? &session->limit_strength
                 : strcmp(option->name, "OwnBook") == 0           ? &session->own_book
                 : tablebases                                        ? &session->use_tablebases
                                                                  : &session->show_wdl;
    if (!read_check(value, flag, error)) return false;
    if (flag == &session->limit_strength) warn_elo_range(session);
    if (tablebases) {
        session_halt(session);
        session_load_tablebases(session);
    }
    return true;
}

NetStore *session_nets(const Session *session) { return session->use_nets ? session->nets : NULL; }

static bool set_param(Session *session, const SearchParam *param, const char *value, ErrorText *error)
{
    int64_t n;
    if (!number_read(value, param->min, param->max, &n))
        return error_set(error, "%s is a number from %d to %d, not '%.40s'", param->name, param->min, param->max, value);
    search_set_param(session->pool, param, (int)n);
    return true;
}

/* Names that options had before, which files and scripts may still use. */
static const char *present_name(const char *name)
{
    static const char *const names[][2] = {
        {"Endings", "Tablebases"}, {"EndingsPath", "TablebasePath"}, {"Turn Notation", "Move Notation"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        if (text_equal(name, names[i][0])) return names[i][1];
    return name;
}

bool session_set_option(Session *session, const char *name, const char *value, ErrorText *error)
{
    session_halt(session);
    const SearchParam *param = find_param(name);
    if (param) return set_param(session, param, value, error);
    const char *present = present_name(name);
    const Option *option = session_options;
    while (option->name && !text_equal(option->name, present)) ++option;
    int64_t n;
    if (!option->name) return error_set(error, "there is no option '%.60s'", name);
    Option filled = session_option_filled(option);
    option = &filled;
    switch (option->type) {
    case OPTION_BUTTON:
        search_clear(session->pool);
        return true;
    case OPTION_CHECK:
        return set_check(session, option, value, error);
    case OPTION_STRING:
        if (strcmp(option->name, "BookFile") == 0) return session_set_book_file(session, value, error);
        return set_eval_file(session, value, error);
    case OPTION_PATH:
        session_halt(session);
        return session_set_tablebases_path(session, value) || error_set(error, "out of memory");
    case OPTION_COMBO:
        if (!option->choices) return session_set_variant(session, value, error);
        session->whole_moves = text_equal(value, "whole");
        return session->whole_moves || text_equal(value, "legs") || error_set(error, "%s is one of %s", name, option->choices);
    default:
        if (!number_read(value, option->min, option->max, &n)) {
            return error_set(error, "%s is a number from %lld to %lld, not '%.40s'", option->name,
                             (long long)option->min, (long long)option->max, value);
        }
        return set_spin(session, option, n, error);
    }
}

/* ---- Showing ---- */

static void show_rank(const Position *pos, unsigned rank, Buffer *out)
{
    const Variant *variant = pos->variant;
    unsigned width = variant->files / variant->boards;
    buffer_add(out, "%3u", rank + 1);
    for (unsigned file = 0; file < variant->files; ++file) {
        char piece[3] = ".";
        Piece p = pos->board[notation_square(variant, file, rank)];
        if (p) piece_print(variant, p, piece);
        buffer_add(out, "%s%3s", file && file % width == 0 ? "   |" : "", piece);
    }
    buffer_add(out, "\n");
}

void session_show(const Session *session, Buffer *out)
{
    const Position *pos = session->pos;
    const Variant *variant = session->variant;
    char fen[FEN_MAX];
    for (unsigned rank = variant->ranks; rank-- > 0;) show_rank(pos, rank, out);
    buffer_add(out, "   ");
    for (unsigned file = 0; file < variant->files; ++file)
        buffer_add(out, "%s  %c", file && file % (variant->files / variant->boards) == 0 ? "    " : "", 'a' + file);
    variant->get_fen(pos, fen);
    Outcome outcome = position_outcome(session->pos);
    buffer_add(out, "\n\nFen: %s\nKey: %016llX\n", fen, (unsigned long long)pos->state->key);
    if (outcome.result == ONGOING) buffer_add(out, "Result: *");
    else buffer_add(out, "Result: %s {%s}", result_text(outcome.result), outcome.reason);
}

/* The net that evaluates the current position, or NULL. */
static const Net *active_net(const Session *session)
{
    const Net *net = search_net(session->pool);
    Score way;
    return net && net_applies(net, session->pos) && !lone_king_evaluate(session->pos, &way) ? net : NULL;
}

void session_name_evaluator(const Session *session, const char *off, Buffer *out)
{
    const Net *net = active_net(session);
    if (net) {
        buffer_add(out, "Evaluated by the net  %s (%zu inputs, %d wide%s)", nets_source(session->nets, session->variant),
                   net->features->inputs, net->hidden, net->corrects ? ", added to the classical evaluation" : "");
        return;
    }
    Score way;
    buffer_add(out, "Evaluated classically %s",
               !session->use_nets                       ? off
               : !search_net(session->pool)             ? "there is no net for this game"
               : lone_king_evaluate(session->pos, &way) ? "a side is bare: by the way that is left to the end"
                                                        : "more pieces than the net allows");
}

Score session_evaluation(const Session *session)
{
    const Position *pos = session->pos;
    const Net *net = active_net(session);
    if (!net) return evaluate_terms(pos).total;
    Score score = evaluate_scaled(pos, net_evaluate(net, pos));
    return pos->side == WHITE ? score : -score;
}

Score session_normalised(const Session *session)
{
    int sign = session->pos->side == WHITE ? 1 : -1;
    return sign * score_normalise(session->pos, sign * session_evaluation(session));
}

void session_show_eval(const Session *session, Buffer *out)
{
    EvalTerms terms = evaluate_terms(session->pos);
    buffer_add(out, "Material and squares  %+7.2f\n", terms.material_and_squares / 100.0);
    buffer_add(out, "Mobility, peril, goal %+7.2f\n", terms.game_terms / 100.0);
    if (active_net(session)) buffer_add(out, "Classical evaluation  %+7.2f\n", terms.total / 100.0);
    session_name_evaluator(session, "Use NNUE is off", out);
    buffer_add(out, "\nEvaluation            %+7.2f (White's point of view, in hundreds of centipawns)",
               session_evaluation(session) / 100.0);
    buffer_add(out, "\nNormalised            %+7.2f (0 is level, +1 an expected result of 75%%)",
               session_normalised(session) / 100.0);
}
