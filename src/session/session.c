/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "session.h"

#include "../eval/evaluate.h"
#include "../eval/nnue.h"
#include "../eval/wdl.h"
#include "../rules.h"

NetStore *session_nets(const Session *session) { return session->nets.used ? session->nets.store : NULL; }

bool session_choose_net(Session *session)
{
    return search_set_net(session->pool, session->nets.used ? nets_of(session->nets.store, session->variant) : NULL);
}

bool session_add_net(Session *session, const void *bytes, size_t size, ErrorText *error)
{
    session_halt(session);
    return nets_add(session->nets.store, bytes, size, error) && (session_choose_net(session) || error_set(error, "out of memory"));
}

/* ---- The game ---- */

void session_warn_elo(const Session *session)
{
    char text[160];
    int low = level_elo(session->variant, 0), high = level_elo(session->variant, LEVEL_FULL);
    if (!session->strength.limited || !session->notice || (session->strength.elo >= low && session->strength.elo <= high)) return;
    snprintf(text, sizeof text, "in %s UCI_Elo goes from %d to %d; it plays at %d", session->variant->title, low, high,
             session->strength.elo < low ? low : high);
    session->notice(text);
}

/* Begins a game, with its data. */
static bool begin(Session *session, const Variant *variant, ErrorText *error)
{
    session_board(session);
    Position *pos = position_new(variant);
    if (!pos || !position_set_fen(pos, variant->position.start_fen, error) || !search_set_variant(session->pool, variant)) {
        position_free(pos);
        return error_set(error, "not enough memory for %s", variant->name);
    }
    position_free(session->pos);
    session->pos = pos;
    session->asked_at = 0;
    session->variant = variant;
    session_choose_net(session); /* if memory ran out: classical evaluation */
    session_load_tablebases(session);
    session_warn_elo(session);
    return true;
}

bool session_set_variant(Session *session, const char *name, ErrorText *error)
{
    const Variant *variant = variant_choose(name, error);
    if (!variant) return false;
    return variant == session->pos->variant ? session_set_fen(session, NULL, error) : begin(session, variant, error);
}

bool session_adopt(Session *session, Position *pos, ErrorText *error)
{
    if (pos->variant != session->variant && !session_set_variant(session, pos->variant->name, error)) {
        position_free(pos);
        return false;
    }
    position_free(session_board(session));
    session->asked_at = 0;
    session->pos = pos;
    return true;
}

/* ---- Thinking ---- */

int session_level(const Session *session)
{
    return session->strength.limited ? level_of_elo(session->variant, (int)session->strength.elo) : (int)session->strength.level;
}

SearchLimits session_limits(const Session *session)
{
    SearchLimits limits = {.overhead = session->options.overhead, .multipv = (int)session->options.multipv};
    uint64_t seed = session_seed(session);
    if (session->options.analyse_mode) return limits;
#ifdef TUNE
    /* A player whose level is being measured. */
    if (session->params.player_strength >= 0) {
        limits.skill = skill_of((int)session->params.player_strength, seed);
        return limits;
    }
#endif
    limits.skill = session->strength.limited ? level_skill_of_elo(session->variant, (int)session->strength.elo, seed)
                                           : level_skill(session->variant, (int)session->strength.level, seed);
    return limits;
}

/* ---- Showing ---- */

/* The net that evaluates the current position, or NULL. */
static const Net *active_net(const Session *session)
{
    const Net *net = search_net(session->pool);
    Score way;
    return net && net_applies(net, session->pos) && !lone_king_evaluate(session->pos, &way) ? net : NULL;
}

/* What evaluates the position: a net and its source, or the classical evaluation and why. */
static void add_evaluator(const Session *session, Buffer *out)
{
    const Net *net = active_net(session);
    if (net) {
        buffer_add(out, "Evaluated by the net  %s (%zu inputs, %d wide%s)", nets_source(session->nets.store, session->variant),
                   net->features->inputs, net->hidden, net->corrects ? ", added to the classical evaluation" : "");
        return;
    }
    Score way;
    buffer_add(out, "Evaluated classically: %s",
               !session->nets.used                       ? "Use NNUE is off"
               : !rules_keep(session->variant, DATA_NET) ? "the net is for the game's own rules"
               : !search_net(session->pool)             ? "there is no net for this game"
               : lone_king_evaluate(session->pos, &way) ? "lone king: scored by how near a corner it is"
                                                        : "more pieces than the net allows");
}

/* From White's point of view, scaled by the draw counter. */
static Score evaluation_of(const Session *session)
{
    const Position *pos = session->pos;
    const Net *net = active_net(session);
    if (!net) return evaluate_terms(pos).total;
    Score score = evaluate_scaled(pos, net_evaluate(net, pos));
    return pos->side == WHITE ? score : -score;
}

void session_say_eval(Session *session)
{
    Buffer out = {0};
    EvalTerms terms = evaluate_terms(session->pos);
    Score evaluation = evaluation_of(session);
    int sign = session->pos->side == WHITE ? 1 : -1;
    buffer_add(&out, "Material and squares  %+7.2f\n", terms.material_and_squares / 100.0);
    buffer_add(&out, "Mobility, peril, goal %+7.2f\n", terms.game_terms / 100.0);
    if (active_net(session)) buffer_add(&out, "Classical evaluation  %+7.2f\n", terms.total / 100.0);
    add_evaluator(session, &out);
    buffer_add(&out, "\nEvaluation            %+7.2f (White's point of view, in hundreds of centipawns)",
               evaluation / 100.0);
    buffer_add(&out, "\nNormalised            %+7.2f (0 is level, +1 an expected result of 75%%)",
               sign * score_normalise(session->pos, sign * evaluation) / 100.0);
    say_buffer(&out);
}
