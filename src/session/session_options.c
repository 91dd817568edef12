/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* The options of the engine: the effects of changing one, and a session with their defaults. */

#include <stdlib.h>
#include <string.h>

#include "../rules.h"
#include "session.h"

enum { HASH_DEFAULT = 16, HASH_MAX = TT_MEGABYTES_MAX, OVERHEAD_DEFAULT = 5, OVERHEAD_MAX = 10000 };
enum { VARIETY_DEFAULT = 20, VARIETY_MAX = 1000 }; /* centipawns */

static bool change_game(void *target, ErrorText *error)
{
    Session *session = target;
    return session_set_variant(session, session->variant->name, error);
}

/* Rules are chosen by the command line. Whoever expects some learns whether they are in force. */
static bool check_rules(void *target, ErrorText *error)
{
    const Session *session = target;
    const Variant *game = session->variant;
    return !session->rules || rules_agree(&game, session->rules, true, error);
}

static bool change_hash(void *target, ErrorText *error)
{
    const Session *session = target;
    return search_set_hash(session->pool, (size_t)session->options.hash)
           || error_set(error, "no memory for a table of %lld MiB; it has %zu", (long long)session->options.hash,
                        search_hash(session->pool));
}

static bool change_threads(void *target, ErrorText *error)
{
    const Session *session = target;
    return search_set_threads(session->pool, (int)session->options.threads)
           || error_set(error, "no memory for %lld threads; the old ones stay", (long long)session->options.threads);
}

static bool clear_hash(void *target, ErrorText *error)
{
    const Session *session = target;
    (void)error;
    search_clear(session->pool);
    return true;
}

static bool change_elo(void *target, ErrorText *error)
{
    (void)error;
    session_warn_elo(target);
    return true;
}

static void fill_elo(const void *target, Option *option)
{
    int low, high;
    (void)target;
    level_elo_range(&low, &high);
    option->min = low;
    option->value = option->max = high;
}

static bool change_use_nets(void *target, ErrorText *error)
{
    return session_choose_net(target) || error_set(error, "no memory for a net");
}

/* Loads all files or none: if one is bad, the old nets stay. */
static bool change_eval_file(void *target, ErrorText *error)
{
    Session *session = target;
    NetStore *old = session->nets.store, *nets = nets_read(session->nets.file ? session->nets.file : "", error);
    if (!nets) return false;
    session->nets.store = nets;
    bool ok = session_choose_net(session) || error_set(error, "no memory for a net");
    if (!ok) session->nets.store = old;
    nets_free(ok ? old : nets);
    return ok;
}

static bool change_tablebases(void *target, ErrorText *error)
{
    (void)error;
    session_load_tablebases(target);
    return true;
}

/* On an error the old book stays. */
static bool change_book_file(void *target, ErrorText *error)
{
    Session *session = target;
    OpeningBook *book = NULL;
    if (session->books.file && !(book = book_read_file(session->books.file, error))) return false;
    book_free(session->books.read);
    session->books.read = book;
    return true;
}

#ifdef TUNE
/* Values of the parameters that were not set, at the start. */
#define UNSET INT64_MIN

static bool change_params(void *target, ErrorText *error)
{
    const Session *session = target;
    int64_t values[PARAM_NB];
    (void)error;
    memcpy(values, &session->params, sizeof values);
    for (int i = 0; i < PARAM_NB; ++i)
        if (values[i] != UNSET) search_set_param(session->pool, &search_params[i], (int)values[i]);
    return true;
}

/* Games have defaults of their own. */
static void fill_param(const void *target, Option *option)
{
    const Session *session = target;
    const SearchParam *param = &search_params[(option->offset - offsetof(Session, params)) / sizeof(int64_t)];
    option->value = session->pool ? search_param(session->pool, param) : UNSET;
}

#define PARAM_ROW(param, initial, low, high)                                                                                     \
    {#param, OPTION_SPIN_AT(Session, params.param), UCI, .min = low, .max = high, .changed = change_params, .fill = fill_param},
#endif

enum { UCI = OFFERED_UCI | OFFERED_JSON, CECP = OFFERED_CECP | OFFERED_JSON, ALL = UCI | CECP };

const Option session_options[] = {
    /* CECP and JSON name games differently; JSON names the rules in each request. */
    {"UCI_Variant", OPTION_GAME_AT(Session, variant), OFFERED_UCI, .changed = change_game},
    {"UCI_Rules", OPTION_STRING_AT(Session, rules), OFFERED_UCI | OFFERED_CECP, .changed = check_rules},
    {"Hash", OPTION_SPIN_AT(Session, options.hash), UCI, .value = HASH_DEFAULT, .min = 1, .max = HASH_MAX, .changed = change_hash},
    {"Threads", OPTION_SPIN_AT(Session, options.threads), UCI, .value = 1, .min = 1, .max = THREADS_MAX, .changed = change_threads},
    {"Clear Hash", OPTION_BUTTON, 0, ALL, .changed = clear_hash},
    {"Ponder", OPTION_CHECK_AT(Session, options.ponder), UCI},
    {"MultiPV", OPTION_SPIN_AT(Session, options.multipv), ALL, .value = 1, .min = 1, .max = MULTIPV_MAX},
    {"Move Overhead", OPTION_SPIN_AT(Session, options.overhead), ALL, .value = OVERHEAD_DEFAULT, .max = OVERHEAD_MAX},
    {"Node Budget", OPTION_SPIN_AT(Session, options.node_budget), UCI, .max = 100},
    {"UCI_AnalyseMode", OPTION_CHECK_AT(Session, options.analyse_mode), UCI},
    {"UCI_ShowWDL", OPTION_CHECK_AT(Session, options.show_wdl), UCI},
    {"Skill Level", OPTION_SPIN_AT(Session, strength.level), ALL, .value = LEVEL_FULL, .max = LEVEL_FULL},
    {"UCI_LimitStrength", OPTION_CHECK_AT(Session, strength.limited), ALL, .changed = change_elo},
    {"UCI_Elo", OPTION_SPIN_AT(Session, strength.elo), ALL, .changed = change_elo, .fill = fill_elo},
    {"Skill Seed", OPTION_SPIN_AT(Session, strength.seed), ALL, .max = INT32_MAX},
    {"Use NNUE", OPTION_CHECK_AT(Session, nets.used), ALL, .value = true, .changed = change_use_nets},
    {"EvalFile", OPTION_STRING_AT(Session, nets.file), ALL, .changed = change_eval_file},
    {"Tablebases", OPTION_CHECK_AT(Session, tablebases.used), ALL, .value = true, .changed = change_tablebases},
    {"TablebasePath", OPTION_PATH_AT(Session, tablebases.folder), ALL, .changed = change_tablebases},
    {"OwnBook", OPTION_CHECK_AT(Session, books.used), ALL},
    {"Book Variety", OPTION_SPIN_AT(Session, books.variety), ALL, .value = VARIETY_DEFAULT, .max = VARIETY_MAX},
    {"BookFile", OPTION_STRING_AT(Session, books.file), ALL, .changed = change_book_file},
    {"Move Notation", OPTION_COMBO_AT(Session, whole_moves), CECP, .choices = "legs|whole"},
#ifdef TUNE
    SEARCH_PARAMS(PARAM_ROW)
#endif
    {.name = NULL},
};

bool session_set_option(Session *session, const char *name, const char *value, ErrorText *error)
{
    const Option *option = option_find(session_options, name);
    session_halt(session);
    return option ? option_set(option, session, value, error) : error_set(error, "there is no option '%.60s'", name);
}

/* ---- A session ---- */

Session *session_new(void)
{
    Session *session = calloc(1, sizeof *session);
    if (!session) return NULL;
    options_reset(session_options, session);
    session->pos = position_new(session->variant);
    session->pool = search_new(session->variant, (size_t)session->options.hash, (int)session->options.threads);
    ErrorText error;
    session->nets.store = nets_read("", &error);
    if (session->pos && session->pool && session->nets.store && session_set_fen(session, NULL, &error)
        && session_choose_net(session)) {
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
    nets_free(session->nets.store);
    tb_free(session->tablebases.loaded);
    options_free(session_options, session);
    book_free(session->books.read);
    book_free(session->books.embedded);
    buffer_free(&session->given.fen);
    buffer_free(&session->given.moves);
    position_free(session->pos);
    position_free(session->root);
    free(session);
}
