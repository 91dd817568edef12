#!/usr/bin/env python3
# Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Mutation tests: changes the code in one place at a time; a test must fail each time (make mutants).

Usage: tests/mutants.py [--list] [--check] [--jobs N] [NAME...]
A mutant is a text of a source file, wherever that file is and however its lines are broken, and its replacement; --check only looks the texts up. The tests listed with it, those likely to
fail first, run in turn until the first failure; none of them compares node counts. A mutant whose
text is not found, or that does not compile, counts as failed, because it proves nothing. N mutants
(2) run at a time, each on a copy of the tree in build/mutants."""

import fcntl
import glob
import os
import queue
import re
import shutil
import subprocess
import sys
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TREES = os.path.join(ROOT, "build", "mutants")
BUILD = "build/m"
LIMIT = 600  # seconds for one test

# Name, name of the file, text, replacement, tests: compiled ones, or a script and its arguments.
FAULTS = [
    # ---- Options of the rules ----
    ("rules-key", "position.c", "fresh->state->key ^= variant->rules.key ^", "fresh->state->key ^=", "test_rule_options"),
    ("rules-agree", "position.c", "return (contains(ours, text) && contains(text, ours))", "return (contains(ours, text) || contains(text, ours))", "test_rule_options"),
    ("rules-once", "registry.c", "if (begun) return error_set(error", "if (0) return error_set(error", "test_rule_options"),
    ("rules-whole", "src/rules.c", "(!whole && o->target == &common.first", "(o->target == &common.first", "test_rule_options"),
    ("rules-given-twice", "src/rules.c", "if (game->rules.own) return error_set(error", "if (0) return error_set(error", "test_rule_options"),
    ("version-unasked", "src/rules.c", "(!whole || !game->rules.instead) && ", "", "test_rule_options"),
    ("rules-lost", "src/rules.c", "game->rules.lost |= DATA_ALL & ~o->spares;", "game->rules.lost |= 0;", "test_rule_options"),
    ("rules-twice", "src/rules.c", "if (strcmp(s->name[i], p) == 0) return error_set(error", "if (0) return error_set(error", "test_rule_options"),
    ("rules-stalemate", "position.c", "if (stalemate == STALEMATE_WINS) outcome.result = result_win(pos->side);",
     "if (stalemate == STALEMATE_WINS) outcome.result = result_win(pos->side ^ 1);", "test_rule_options"),
    ("rules-mate", "position.c", "|| (variant->end.in_check && variant->end.in_check(pos))) return variant->end.no_move(pos);",
     ") return variant->end.no_move(pos);", "test_rule_options"),
    ("rules-pgn", "pgn_tree.c", "if (variant->rules.of_moves) pgn_put_tag(out,", "if (0) pgn_put_tag(out,", "test_rule_options"),
    ("rules-asked", "session_game.c", "if (!was_quiet_since_asked(session, 0)) session->asked_at", "session->asked_at", "test_rule_options"),
    ("torpedo-promotion", "chess/rules.c", "out = emit_pawn(out, from, (Square)to, kind);",
     "out = kind == MOVE_DOUBLE_STEP ? (*out = move_simple(from, (Square)to, NO_TYPE, kind), out + 1) : emit_pawn(out, from, (Square)to, kind);", "test_rule_options"),
    ("ox-takes", "horizons/rules.c", "if (horizons_rules.original_ox && type == OX) targets = bb_without(targets, bb_and(ox_takes[from], l->empty));", "", "test_rule_options"),
    ("tireless-warrior", "horizons/horizons.h", "return horizons_rules.tireless ? WARRIOR : SPENT_WARRIOR;", "return SPENT_WARRIOR;", "test_rule_options"),
    ("one-chief", "borderlands/borderlands.h", "return rules_set.one_chief ? bb_count(chiefs) <= 2 : !bb_many(chiefs);", "return !bb_many(chiefs);", "test_rule_options"),
    ("kirin-goal", "battleofideologies/rules.c", "kirin_goal = rules.goal_off ? bb_none() : rank_set(0);", "kirin_goal = rank_set(0);",
     "test_rule_options"),
    ("both-kings", "bordahbee/bordahbee.h", "return rules_set.both_kings ? a || c : a && c;", "return a && c;", "test_rule_options"),
    ("pack-of-two", "diamond/rules.c", "|| diamond_rules.pack == 2) return;", ") return;", "test_rule_options"),
    # ---- Scores and the end of the game in the tree ----
    ("mate-from-table", "search/worker.h", "return score > SCORE_MATE_MIN ? score - ply :", "return score > SCORE_MATE_MIN ? score + ply :",
     "test_tree test_search"),
    ("mate-to-table", "search/search.c", "entry.score = score_to_table(score, ply);", "entry.score = score;", "test_tree test_search"),
    ("counter-late", "search/search.c", "pos->state->counter >= variant->draws.counter_limit) {", "pos->state->counter > variant->draws.counter_limit) {",
     "test_tree"),
    ("counter-before-mate", "search/search.c", "return score_of_outcome(pos, position_no_move_outcome(pos), ply);\n}\n\n/* Has",
     "return SCORE_DRAW;\n}\n\n/* Has", "test_tree"),
    ("cycle-sign", "search/search.c", "*score = wins ? SCORE_CYCLE : -SCORE_CYCLE;", "*score = wins ? -SCORE_CYCLE : SCORE_CYCLE;",
     "test_tree"),
    ("cycle-drawn", "search/search.c", "*score = wins ? SCORE_CYCLE : -SCORE_CYCLE;", "*score = wins ? SCORE_CYCLE : SCORE_DRAW;",
     "test_tree"),
    ("repetition-at-root", "search/search.c", "return over || (int)distance < ply;\n    }", "return true;\n    }", "test_tree"),
    ("fade-grows", "evaluate.c", "(2 * limit - counter)", "(2 * limit + counter)", "test_units"),
    # ---- Pruning, extensions, histories ----
    ("peril-never", "search/search.c", "facts->peril = w->pos->variant->end.in_peril(w->pos, facts);", "facts->peril = false;", "test_tree test_search"),
    ("table-too-shallow", "search/search.c", "n->pv || n->tt.depth < n->depth)", "n->pv || n->tt.depth < n->depth - 4)", "test_tree test_search"),
    ("history-of-escapes", "movepick.c", "!mp->info->gives_peril && !mp->info->escape;", "!mp->info->gives_peril;", "test_order"),
    ("history-of-perils", "movepick.c", "!mp->info->gives_peril && !mp->info->escape;", "!mp->info->escape;", "test_order"),
    ("some-root-moves", "search/search.c", "if (ply > 0 || !w->pool->limits.move_count) {", "{", "test_node"),
    ("table-bound", "search/search.c", "(bound == BOUND_UPPER && score <= alpha);", "(bound == BOUND_UPPER && score >= alpha);",
     "test_tree test_search"),
    ("late-rescue", "search/search.c", "move.count > 0 && best > -EVAL_MAX && prune_move", "move.count > 0 && prune_move", "test_tree"),
    ("quiescence-from-table", "search/search.c", "score = score_from_table(tt.score, ply);", "score = tt.score;", "test_tree"),
    ("table-lower", "search/search.c", "(bound == BOUND_LOWER && score >= beta)", "(bound == BOUND_LOWER && score >= alpha)",
     "test_tree test_search"),
    ("quiescence-futility", "search/search.c", "n->futility + mp.info->gain <= alpha)", "n->futility <= alpha)", "test_tree"),
    ("null-move-unverified", "search/search.c", "if (n->depth < w->params->null_verify_depth || w->no_null.before) return true;", "return true;", "test_tree"),
    ("null-move-mates", "search/search.c", "if (is_decisive(*score)) *score = n->beta;", "", "test_tree"),
    ("mate-by-evaluation", "search/search.c", "!is_decisive(eval) && !is_decisive(n->beta)\n", "true\n", "test_tree"),
    ("razoring-sign", "search/search.c", "eval + scaled(pos, w->params->razor_margin * n->depth) < n->alpha", "eval - scaled(pos, w->params->razor_margin * n->depth) < n->alpha",
     "test_tree"),
    ("probcut-sign", "search/search.c", "Score target = n->beta + scaled", "Score target = n->beta - scaled", "test_tree"),
    ("bound-of-window", "search/search.c", "n.pv && best_move ? BOUND_EXACT", "n.pv ? BOUND_EXACT", "test_tree"),
    ("lines-stored", "search/search.c", " || (ply == 0 && w->root.first > 0)) return score;", ") return score;", "test_tree"),
    ("never-singular", "search/search.c", "    if (score < beta) {\n        if (!n->pv && score < beta - scaled", "    if (false) {\n        if (!n->pv && score < beta - scaled", "test_node"),
    ("double-extensions", "search/search.c", " && ss->double_extensions < 6)", ")", "test_node"),
    ("null-move-below-beta", "search/search.c", "!(ss - 1)->move || eval < n->beta ||", "!(ss - 1)->move ||", "test_node"),
    ("shallow-cut-stored", "search/search.c", "if (ss->excluded || n.multicut || ", "if (ss->excluded || ", "test_node"),
    # ---- Depths, margins, bonuses ----
    ("window-one-sided", "iterate.c", "beta = min(expected + delta, SCORE_INFINITE);", "", "test_node"),
    ("window-never-lower", "iterate.c", "alpha = max(score - delta, -SCORE_INFINITE);", "", "test_node"),
    ("window-never-higher", "iterate.c", "beta = min(score + delta, SCORE_INFINITE);", "", "test_node"),
    ("window-from-alpha", "iterate.c", "alpha = max(score - delta, -SCORE_INFINITE);", "alpha = max(alpha - delta, -SCORE_INFINITE);", "test_node"),
    ("window-from-beta", "iterate.c", "beta = min(score + delta, SCORE_INFINITE);", "beta = min(beta + delta, SCORE_INFINITE);", "test_node"),
    ("lines-expected-for-ever", "iterate.c", "if (i >= lines) w->root.moves[i].previous = -SCORE_INFINITE;", "", "test_node"),
    ("line-expected-of-old", "iterate.c", "w->root.moves[i].score != -SCORE_INFINITE ? w->root.moves[i].score",
     "w->root.moves[i].score != -SCORE_INFINITE && (i == 0 || w->root.moves[i].previous == -SCORE_INFINITE) ? w->root.moves[i].score", "test_node"),
    ("singular-without-end", "search/search.c", " || n->ply > 2 * w->root.depth)", ")", "test_node"),
    ("quiescence-exact", "search/search.c", "score > alpha ? BOUND_EXACT : BOUND_UPPER;\n    store(w, key, ply, score, (TTEntry){.move = best_move, .eval = raw", "BOUND_EXACT;\n    store(w, key, ply, score, (TTEntry){.move = best_move, .eval = raw", "test_node"),
    ("peril-twice-as-long", "search/search.c", "PERIL_PLIES = 4", "PERIL_PLIES = 8", "test_tree"),
    ("peril-long-in-breadth", "search/search.c", "variant_hints(pos->variant)->quiescence_breadth ? 1 :", "variant_hints(pos->variant)->quiescence_breadth ? 4 :", "test_tree"),
    ("reverse-futility-improving", "search/search.c", "w->params->rfp_margin * (n->depth - n->improving)", "w->params->rfp_margin * (n->depth - 1)", "test_node"),
    ("bonus-unbounded", "search/search.c", "return min(w->params->history_bonus * depth, w->params->history_bonus_max);", "return w->params->history_bonus * depth;", "test_node"),
    ("reduction-history-sign", "search/search.c", "else r -= move->history * 1024 / w->params->lmr_history;", "else r += move->history * 1024 / w->params->lmr_history;", "test_node"),
    ("reduction-history-ignored", "search/search.c", "else r -= move->history * 1024 / w->params->lmr_history;", "", "test_node"),
    ("reduction-of-kept", "search/search.c", "return !move->info.noisy || !(n->pv || n->tt.pv) ||", "return !move->info.noisy ||", "test_node"),
    ("old-variation-pruned", "search/search.c", "rfp_depth && !n->tt.pv &&", "rfp_depth &&", "test_node"),
    ("history-pruning", "search/search.c", "bool bad = p->history_pruning && reduced", "bool bad = false && reduced", "test_node"),
    ("second-search-unlearnt", "search/search.c", "int bonus = bonus_of(w, move->depth);", "int bonus = 0 * bonus_of(w, move->depth);", "test_node"),
    ("second-search-sign", "search/search.c", "&n->before, good ? bonus : -bonus);", "&n->before, good ? -bonus : bonus);", "test_node"),
    ("second-search-side", "search/search.c", "history_update_quiet(&w->history, w->pos->side ^ 1, &move->info", "history_update_quiet(&w->history, w->pos->side, &move->info", "test_node"),
    ("second-search-size", "search/search.c", "int bonus = bonus_of(w, move->depth);", "int bonus = bonus_of(w, n->depth);", "test_node"),
    ("second-search-malus", "search/search.c", "&n->before, good ? bonus : -bonus);", "&n->before, good ? bonus : -bonus / 2);", "test_node"),
    ("evaluated-side", "search/search.c", "history_update_evaluated(&w->history, w->pos->side ^ 1,", "history_update_evaluated(&w->history, w->pos->side,", "test_node"),
    ("evaluated-size", "search/search.c", "unscaled(w->pos, last->eval + ss->eval);", "unscaled(w->pos, ss->eval);", "test_node"),
    ("evaluated-limit", "search/search.c", "EVALUATED_MAX = 4400", "EVALUATED_MAX = 2200", "test_node"),
    ("malus-size", "search/search.c", "&tried->quiets[i], &n->before, -bonus);", "&tried->quiets[i], &n->before, -bonus / 2);", "test_node"),
    ("malus-side", "search/search.c", "history_update_quiet(h, side, &tried->quiets[i]", "history_update_quiet(h, side ^ 1, &tried->quiets[i]", "test_node"),
    ("malus-of-captures", "search/search.c", "history_update_noisy(h, &tried->noisies[i], -bonus);", "history_update_noisy(h, &tried->noisies[i], -bonus / 2);", "test_node"),
    ("null-from", "search/search.c", "w->no_null.before = n->ply + 3 * depth / 4;", "w->no_null.before = n->ply + depth;", "test_node"),
    ("probcut-table-depth", "search/search.c", "n->tt.depth >= n->depth - 3 && n->tt.score < target", "n->tt.depth >= n->depth - 4 && n->tt.score < target", "test_node"),
    ("probcut-table-score", "search/search.c", "n->tt.depth >= n->depth - 3 && n->tt.score < target", "n->tt.depth >= n->depth - 3 && n->tt.score < n->beta", "test_node"),
    ("root-exact", "search/search.c", ": score > alpha ? BOUND_EXACT : move.count == 1", ": score > n->alpha ? BOUND_EXACT : move.count == 1", "test_node"),
    ("root-upper", "search/search.c", "move.count == 1 ? BOUND_UPPER : BOUND_NONE;", "BOUND_NONE;", "test_node"),
    ("root-lower", "search/search.c", "Bound bound = score >= n->beta ? BOUND_LOWER :", "Bound bound = score >= n->beta ? BOUND_EXACT :", "test_node"),
    ("see-margin-square", "search/search.c", "(p->see_quiet + p->see_square * reduced) * reduced;", "(p->see_quiet + p->see_square) * reduced;", "test_node"),
    ("see-margin-noisy", "search/search.c", "-scaled(pos, p->see_noisy * depth));", "-scaled(pos, p->see_noisy * depth * depth));", "test_node"),
    ("see-margin-peril", "search/search.c", "-scaled(pos, p->see_peril * depth));", "-scaled(pos, p->see_peril));", "test_node"),
    ("peril-spared", "search/search.c", "return n->ply > w->root.depth / NEAR_ROOT &&", "return n->ply >= w->root.depth / NEAR_ROOT &&", "test_node"),
    ("one-of-many", "search/search.c", "return n->tt.score >= n->beta ? -2 : 0;", "return 0;", "test_node"),
    ("cut-node-not-reduced", "search/search.c", "if (n.cut && n.depth >= w->params->iir_cut_depth) n.depth -= 2;", "", "test_node"),
    ("escape-sign", "history.h", "+ info->escape * history->params->escape_order", "- info->escape * history->params->escape_order", "test_order"),
    ("escape-from-anything", "step_game.h", "if (4 * see_value(piece_type(b->base.board[a])) < 3 * capture_value(type)) return true;", "return true;", "test_order"),
    ("escape-to-anything", "step_game.h", "if (squares != ATTACKED_START) return 0;", "if (!(squares & ATTACKED_START)) return 0;", "test_order"),
    ("reduction-of-captures", "search/search.c", "if (move->info.noisy) r /= 2;", "if (move->info.noisy) r *= 2;", "test_node"),
    ("reduction-improving", "search/search.c", "r += n->improving ? 0 : w->params->lmr_worsening;", "r += n->improving ? w->params->lmr_worsening : 0;", "test_node"),
    ("reduction-of-pv", "search/search.c", "r -= n->pv ? w->params->lmr_pv : 0;", "r += n->pv ? w->params->lmr_pv : 0;", "test_node"),
    ("never-again-in-full", "search/search.c", "if (score > alpha && shallow < depth) {", "if (false) {", "test_node"),
    ("params-forgotten", "params.c", "if (pool->tuning.is_set[param - search_params])", "if (0)", "test_node"),
    ("late-moves-of-chess", "params.c", "        *param_value(params, param) = own->value;\n", "", "test_node"),
    ("late-moves-improving", "search/search.c", "lmp_percent / 100 / (2 - n->improving)", "lmp_percent / 100 / (1 + n->improving)", "test_node"),
    ("improving-since-peril", "search/search.c", "(ss - 2)->eval != SCORE_NONE ? ss - 2 : ss - 4;", "ss - 2;", "test_node"),
    ("no-internal-reduction", "search/search.c", "if (n.pv && n.depth >= w->params->iir_depth) --n.depth;", "", "test_node"),
    ("stand-pat-bound", "search/search.c", "hit->bound & (hit->score > score ? BOUND_LOWER : BOUND_UPPER);", "hit->bound & (hit->score > score ? BOUND_UPPER : BOUND_LOWER);",
     "test_node"),
    ("capture-attacker-sign", "history.h", "return 32 * info->gain - info->attacker", "return 32 * info->gain + info->attacker", "test_order"),
    ("correction-weight", "history.c", "int weight = depth + 1 < WEIGHT_MAX ? depth + 1 : WEIGHT_MAX;", "int weight = depth ? WEIGHT_MAX : 1;", "test_order"),
    ("lone-king-sum", "lone_king.c", "(farthest - pieces / count)", "(farthest - pieces)", "test_evaluation test_tactics"),
    ("lone-king-drawish", "lone_king.c", "army->mating == 0 && army->others < 2;", "army->mating == 0 && army->others < 1;", "test_evaluation test_tactics"),
    ("roots-unsound", "roots.c", "sound ? info.gain : info.gain - EVAL_MAX;", "sound ? info.gain : info.gain;", "test_order"),
    ("last-move-of-control", "timeman.c", "left * (moves == 1 ? 90 : 60) / 100", "left * 60 / 100", "test_time"),
    ("counter-not-in-key", "search/search.c", "if (!limit || left > NEAR) return", "if (!limit || left <= limit) return", "test_tree"),
    ("null-move-deeper", "search/search.c", "- min((eval - n->beta) / scaled(pos, w->params->null_eval_divisor), 7);", "+ min((eval - n->beta) / scaled(pos, w->params->null_eval_divisor), 7);", "test_node test_tree"),
    ("mate-distance", "search/search.c", "        n.beta = min(n.beta, score_win_in(ply + 1));\n", "", "test_tree test_node"),
    ("delta-pruning-low", "search/search.c", "            best = max(best, n->futility + mp.info->gain);\n", "", "test_tree test_node"),
    ("mate-found-goes-on", "iterate.c", "if (limits->mate && mate > 0 && mate <= limits->mate) break;", "", "test_search"),
    ("skill-breadth", "skill.c", ".breadth = between(k->breadth, k[1].breadth, part, whole),", ".breadth = k->breadth,", "test_skill_search"),
    ("killer-forgotten", "search/search.c", "            ss->killers[1] = ss->killers[0];\n", "", "test_tree"),
    ("countermove-forgotten", "search/search.c", "h->countermoves[(ss - 1)->info.piece_to[0]] = best->move;", ";", "test_tree"),
    ("null-move-material", "search/search.c", "pos->state->phase[pos->side] <= 0", "pos->state->phase[!pos->side] <= 0", "test_tree"),
    ("history-sign", "history.c", "*value + bonus -", "*value - bonus -", "test_order"),
    ("history-of-tried", "search/search.c", "&tried->quiets[i], &n->before, -bonus);", "&tried->quiets[i], &n->before, bonus);",
     "test_node"),
    ("correction-sign", "search/search.c", "evaluate_scaled(w->pos, raw) + history_correction", "evaluate_scaled(w->pos, raw) - history_correction",
     "test_order test_tree"),
    ("excluded-stored", "search/search.c", "if (ss->excluded || n.multicut", "if (n.multicut", "test_tree"),
    ("excluded-reduced", "search/search.c", "&& !n.tt.move && !ss->excluded) {", "&& !n.tt.move) {", "test_node"),
    ("null-side", "search/search.c", "w->no_null.side = pos->side;", "w->no_null.side = !pos->side;", "test_tree"),
    ("killers-of-cousins", "search/search.c", "    (ss + 1)->killers[0] = (ss + 1)->killers[1] = MOVE_NONE;\n", "", "test_node"),
    ("first-evasion", "search/search.c", "if (n->peril && best > -EVAL_MAX) mp.quiet.skip = true;", "if (n->peril) mp.quiet.skip = true;", "test_node"),
    ("excluded-mated", "search/search.c", "if (ss->excluded || mp.truncated) return n->alpha;", "if (mp.truncated) return n->alpha;", "test_node"),
    ("razoring-unverified", "search/search.c", "if (stopped(w) || *score <= n->alpha) return true;", "return true;", "test_node test_tree test_search"),
    ("reduced-not-again", "search/search.c", "score = -search(w, ss + 1, ply, depth, -alpha - 1, -alpha, !n->cut);\n            learn", "learn", "test_node test_tree test_search"),
    ("probcut-unverified", "search/search.c", "if (*score >= target)", "if (false)", "test_node test_tree test_search"),
    ("probcut-loss", "search/search.c", "n->tt.depth >= n->depth - 3 && n->tt.score < target) return false;", "n->tt.depth >= n->depth - 3 && n->tt.score > target) return false;", "test_node test_tree test_search"),
    ("noisy-never-pruned", "search/search.c", "return depth <= p->see_depth && !pos->variant->search.see_ge(pos, move->move, -scaled(pos, p->see_noisy * depth));", "return false;", "test_node test_tree test_search"),
    ("noisy-margin-sign", "search/search.c", "see_ge(pos, move->move, -scaled(pos, p->see_noisy * depth))", "see_ge(pos, move->move, scaled(pos, p->see_noisy * depth))", "test_node test_tree test_search"),
    ("improving-inverted", "search/search.c", "ss->eval > earlier->eval;", "ss->eval < earlier->eval;", "test_node test_tree test_search"),
    ("late-moves-in-pv", "search/search.c", "if (n->pv && (move->count == 1 || score > alpha)) score =", "if (n->pv && move->count == 1) score =", "test_node test_tree test_search"),
    ("iir-with-move", "search/search.c", " && !n.tt.move && !ss->excluded) {", " && !ss->excluded) {", "test_node test_tree test_search"),
    ("futility-sign", "search/search.c", "ss->eval + scaled(pos, gain)", "ss->eval - scaled(pos, gain)", "test_node test_tree test_search"),
    ("pruned-at-the-root", "search/search.c", "return max(w->root.depth / w->params->unpruned_share, mate_plies(w));", "return mate_plies(w);", "test_node"),
    ("peril-pruned", "search/search.c", "return n->ply > w->root.depth / NEAR_ROOT && !pos", "return true || !pos", "test_tree"),
    ("peril-any-order", "history.h", "info->gives_peril ? history->params->peril_order : 0", "0", "test_order"),
    ("facts-of-the-parent", "search/search.c", "    ss->info = *info;\n    facts_empty(&(ss + 1)->facts.node);\n", "    ss->info = *info;\n", "test_tree"),
    ("facts-after-a-pass", "search/search.c", "    facts_empty(&(ss + 1)->facts.node);\n    position_make_null", "    position_make_null", "test_tree"),
    ("only-peril-forgets", "movepick.c", "mp->quiet.perils += info[i].gives_peril;", "(void)0;", "test_order"),
    ("covered-checks-missed", "chess/search.c", "= covered ? near : 0;", "= 0;", "test_order"),
    ("covers-stay-on-the-line", "chess/search.c", "uncovers && attacked(b, king, occupied, us)", "uncovers && attacked(b, king, bb_without(occupied, bb_square(step->to)), us)", "test_order"),
    ("evaluated-by-piece", "history.c", "gravity_update(history_from_to(history, side, info, i), bonus);\n}", "gravity_update(history_from_to(history, side, info, i), -bonus);\n}", "test_node"),
    ("quiescence-breadth", "search/search.c", "max(1, breadth >> min(-depth, 16))", "breadth", "test_tree"),
    ("one-capture", "search/search.c", "return breadth ? max(1, breadth", "return !breadth ? max(1, breadth", "test_node"),
    ("reduction-table", "params.c", "x = (x >> 16) * (x >> 16);", "x = (x >> 16) * (x >> 17);", "test_node"),
    ("progress-early", "search/report.c", "now - progress->last_report < apart", "now + progress->last_report < apart", "test_time"),
    ("level-names", "levels.c", "names[i].last < level) ++i;", "names[i].last <= level) ++i;", "test_skill"),
    ("peril-for-ever", "search/search.c", "depth > -peril_plies(pos) && in_peril", "in_peril", "test_tree"),
    ("mate-window", "search/search.c", "n.beta = min(n.beta, score_win_in(ply + 1));", "n.beta = min(n.beta, score_loss_in(ply + 1));", "test_tree test_search"),
    ("mate-limit", "iterate.c", "mate <= limits->mate) break;", "mate <= limits->mate + 1) break;", "test_search"),
    ("vote-off", "threads.c", "    return best;\n}", "    return pool->workers[0];\n}", "test_pool"),
    ("counter-in-key", "search/search.c", "if (!limit || left > NEAR) return pos->state->key;",
     "return pos->state->key;\n    (void)left;", "test_tree"),
    ("null-move-twice", "search/search.c", "n->depth < w->params->null_depth || !(ss - 1)->move ||", "n->depth < w->params->null_depth ||", "test_tree"),
    ("stand-pat-in-peril", "search/search.c", "if (!n.peril) {\n        n.best = stand_pat", "if (true) {\n        n.best = stand_pat", "test_tree"),
    ("table-not-cleared", "threads.c", "void search_clear(SearchPool *pool)\n{\n    tt_clear(pool->tt);",
     "void search_clear(SearchPool *pool)\n{", "test_pool"),
    ("table-of-another-net", "threads.c", "if (!renew_workers(pool, pool->variant, net, pool->threads)) return false;\n    clear_table(pool);",
     "if (!renew_workers(pool, pool->variant, net, pool->threads)) return false;", "test_nets"),
    ("evaluation-displaces", "tt.c", "if (replacement_value(tt, old) <= 0 && !is_of(old, key))", "if (!is_of(old, key))", "test_tt"),
    ("torn-entry", "tt.c", "atomic_store_explicit(&slot->second, second ^ first, memory_order_relaxed);",
     "atomic_store_explicit(&slot->second, second, memory_order_relaxed);", "test_tt"),
    ("null-from-kept", "search/search.c", "    w->no_null.before = 0;\n    return verified", "    return verified", "test_tree"),
    ("mate-plies", "search/search.c", "return 2 * w->pool->limits.mate; }", "return w->pool->limits.mate; }", "test_tree"),
    ("probcut-depth", "search/search.c", ".depth = n->depth - 3, .bound = BOUND_LOWER", ".depth = n->depth, .bound = BOUND_LOWER",
     "test_node"),
    ("pruning-eval-bound", "search/search.c", "n->tt.bound & (n->tt.score > ss->eval ? BOUND_LOWER : BOUND_UPPER)", "n->tt.bound & (n->tt.score > ss->eval ? BOUND_UPPER : BOUND_LOWER)",
     "test_node"),
    ("singular-bound", "search/search.c", "!(n->tt.bound & BOUND_LOWER) || is_decisive(n->tt.score)", "!(n->tt.bound & BOUND_UPPER) || is_decisive(n->tt.score)",
     "test_tree"),
    ("singular-shallow", "search/search.c", "n->tt.depth < n->depth - 3", "n->tt.depth < n->depth - 6", "test_tree"),
    ("correction-lower", "search/search.c", "!(bound == BOUND_LOWER && score <= ss->eval)", "!(bound == BOUND_LOWER && score > ss->eval)",
     "test_node"),
    ("correction-noisy", "search/search.c", "bool quiet = !best_move || !ss->info.noisy;", "bool quiet = true;", "test_node"),
    ("full-window", "search/search.c", "(move->count == 1 || score > alpha)) score", "(move->count == 1 || score >= n->beta)) score",
     "test_search"),
    ("pv-short", "search/search.c", "ss->pv_length = child->pv_length + 1;", "ss->pv_length = child->pv_length ? child->pv_length : 1;",
     "test_search"),
    ("noisy-punished", "search/search.c", "history_update_noisy(h, &tried->noisies[i], -bonus);", "history_update_noisy(h, &tried->noisies[i], bonus);",
     "test_node"),
    ("stand-pat-bound", "search/search.c", "hit->bound & (hit->score > score ? BOUND_LOWER : BOUND_UPPER);", "hit->bound & (hit->score > score ? BOUND_UPPER : BOUND_LOWER);",
     "test_tree"),
    ("root-nodes", "roots.c", "root->nodes += nodes;", "root->nodes = nodes;", "test_node"),
    ("elect-with-lines", "threads.c", "pool->limits.multipv > 1 || pool->limits.depth", "pool->limits.depth", "test_pool"),
    ("helpers-alike", "iterate.c", "if (w->id > 0 && depth > 4 && (depth + w->id) % 3 == 0) continue;", "", "test_pool"),
    ("helpers-skip-alike", "iterate.c", "(depth + w->id) % 3 == 0", "depth % 3 == 0", "test_pool"),
    ("vote-shallow", "threads.c", " || (votes == max_votes && candidate->root.completed > best->root.completed)", "", "test_pool"),
    ("helpers-nodes", "threads.c", "        nodes += atomic_load(&pool->workers[i]->nodes);\n", "", "test_pool"),
    ("ponder-move", "roots.c", "root->pv_length > 1 ? root->pv[1]", "root->pv_length > 1 ? root->pv[0]", "test_search"),
    ("continuation-kept", "history.c", "            row[ROW_USED] = true;\n", "", "test_order"),
    ("correction-kept", "history.c", "(char *)history->continuation - (char *)history->memory", "(char *)history->correction - (char *)history->memory",
     "test_order"),
    ("countermoves-kept", "history.c", "memset(history->memory, 0, (size_t)((char *)history->continuation - (char *)history->memory));",
     "memset(history->piece_to, 0, (size_t)((char *)history->continuation - (char *)history->piece_to));",
     "test_pool"),
    ("noisy-kept", "history.c", "(char *)history->continuation - (char *)history->memory", "(char *)history->noisy - (char *)history->memory",
     "test_pool"),
    ("weak-knows-tablebases", "threads.c", "pool->tables.active = weak ? NULL : pool->tables.all;", "pool->tables.active = pool->tables.all;",
     "test_pool"),
    ("weak-many-lines", "threads.c", "    if (weak) pool->limits.multipv = 1;\n", "", "test_pool"),
    ("weak-solves", "threads.c", "&= !limits->infinite && !limits->mate;", "&= !limits->infinite;", "test_pool"),
    ("excluded-kept", "search/search.c", "    ss->excluded = MOVE_NONE;\n", "", "test_tree"),
    ("tables-after-rights", "pool.h", " || state->reversible == 0)", ")", "test_tablebases"),
    # ---- Reasons ----
    ("refusal-way", "refusal.c", "    bool legal = first != SQUARE_NONE && would_do(r);", "    bool legal = false;", "test_moves"),
    ("refusal-bend", "refusal.c", "&& !would_do_with(r, s, plain_piece(", "&& would_do_with(r, s, plain_piece(", "test_moves"),
    ("refusal-royal", "refusal.c", "for (int royal = 0; royal < 2; ++royal)", "for (int royal = 1; royal >= 0; --royal)", "test_moves"),
    ("refusal-part", "refusal.c", "if (variant->search.hints && variant->search.hints->generate_parts) return is_part(r);", "", "test_moves"),
    # ---- Weaker players ----
    ("choose-bound", "skill_search.c", "worth(c, best->score) - worth(c, checked.score) <= loss_allowed(c);", "true;", "test_skill_search"),
    ("choose-opening", "skill_search.c", "state->number <= SKILL_OPENING;", "state->number > SKILL_OPENING;", "test_skill_search"),
    ("choose-wins-seen", "skill_search.c", "breadth >= WINS_SEEN_FROM * TENTHS", "breadth > WINS_SEEN_FROM * TENTHS", "test_skill_search"),
    ("choose-noisy", "skill_search.c", "2 * c->skill.breadth : c->skill.breadth;", "c->skill.breadth : c->skill.breadth;", "test_skill_search"),
    ("choose-as-good", "skill_search.c", "choice->score - other.score <= scaled", "other.score - choice->score <= scaled", "test_skill_search"),
    ("choose-never-varies", "skill_search.c", "        *choice = other;\n", "        return;\n", "test_skill_search"),
    ("choose-decided", "skill_search.c", "return score > bound ? bound :", "return false ? bound :", "test_skill_search"),
    ("choose-glance", "skill_search.c", "? -evaluate_scaled(", "? evaluate_scaled(", "test_skill_search"),
    ("choose-crowd", "skill_search.c", "c->skill.hasty * c->crowd / PERMILLE", "c->skill.hasty", "test_skill_search"),
    ("choose-seed", "skill_search.c", "c->random = c->skill.seed ^ pos->state->key", "c->random = pos->state->key", "test_skill_search"),
    ("skill-between", "skill.c", "a + (b - a) * part / whole;", "b - (b - a) * part / whole;", "test_skill_search"),
    ("levels-between", "levels.c", "values[i] + (values[i + 1] - values[i]) * part / STEP :", "values[i + 1] :", "test_skill_search"),
    ("levels-of-elo", "levels.c", "level_elo(variant, level) > elo) --level;", "level_elo(variant, level) >= elo) --level;", "test_skill_search"),
    ("levels-strongest", "levels.c", "elo >= sheet->elo[LEVELS_MEASURED - 1]", "elo > sheet->elo[LEVELS_MEASURED - 1]", "test_skill_search"),
    ("generous-takes", "generosity.c", "(info.victim != NO_TYPE ? TAKEN : 0);", "0;", "test_skill"),
    ("generous-hangs", "generosity.c", "if (takes) value -= TAKEN;", "", "test_skill"),
    ("generous-mated", "generosity.c", "result_win(pos->side ^ 1) ? WIN : -WIN;", "result_win(pos->side ^ 1) ? -WIN : WIN;", "test_skill"),
    # ---- Move ordering ----
    ("table-move-twice", "movepick.c", "if (move == mp->tt_move) continue;", "", "test_order"),
    ("losing-first", "movepick.c", "if (mp->pos->variant->search.see_ge(mp->pos, move, mp->noisy.threshold)) return move;",
     "return move;", "test_order"),
    ("killers-unchecked", "movepick.c", "if (!move || !mp->pos->variant->moves.is_legal(mp->pos, mp->facts, move)) return MOVE_NONE;",
     "if (!move) return MOVE_NONE;", "test_order test_search"),
    ("root-order", "roots.c", "sound ? info.gain : info.gain - EVAL_MAX", "info.gain", "test_order"),
    ("root-sort", "roots.c", "compare(&roots[i], &roots[j - 1]) < 0", "compare(&roots[i], &roots[j - 1]) <= 0", "test_order"),
    ("history-side", "history.h", "(side * (size_t)ATTACKED_NB + info->attacked[part])", "(size_t)info->attacked[part]", "test_order"),
    ("attacked-unlearnt", "history.h", "(side * (size_t)ATTACKED_NB + info->attacked[part])", "(side * (size_t)ATTACKED_NB)", "test_order"),
    ("attacked-kept", "history.c", "(char *)history->continuation - (char *)history->memory", "(char *)(history->from_to + SIDE_NB * history->from_to_count) - (char *)history->memory",
     "test_order"),
    ("attacked-by-own", "board.h", "attacks_of(b, b->base.side ^ 1)", "attacks_of(b, b->base.side)", "test_order"),
    ("attacked-ends", "board.h", "(bb_test(facts->attacked, from) ? ATTACKED_START : 0)", "(bb_test(facts->attacked, from) ? ATTACKED_END : 0)", "test_order"),
    ("attacked-pairs", "pairs.c", ".attacked = {a->attacked[0], b->attacked[1]},", ".attacked = {a->attacked[0], a->attacked[1]},", "test_order"),
    ("attacked-pawns", "orthodox.h", "uint64_t set = pawns_attack(f->us, field_pieces(f, PAWN));\n    for", "uint64_t set = 0;\n    for", "test_order"),
    ("attacked-behind", "borderlands/both_search.h", "rook_attacks((Square)s, bb_without(occupied, rook_attacks((Square)s, occupied))));",
     "rook_attacks((Square)s, occupied));", "test_order"),
    ("attacked-shield", "horizons/search.c", "occupied, side, SHIELDER))) bb_flip(&set, (unsigned)s);", "occupied, side, SHIELDER))) continue;", "test_order"),
    ("attacked-long", "horizons/search.c", "    set = bb_or(set, step_forward(side, passed, 0));\n", "", "test_order"),
    ("attacked-second-board", "orthodox.h", "Field f = field_of(b, board, side);\n        set", "Field f = field_of(b, 0, side);\n        set", "test_order"),
    ("attacked-kirin", "battleofideologies/search.c", "if (side == WHITE) return battle_white_attacks(b, board_occupied(b));\n    Bitboard set = bb_none();",
     "if (side == WHITE) return battle_white_attacks(b, board_occupied(b));\n    Bitboard set = bb_none();\n    return set;", "test_order"),
    ("attacked-spears", "diamond/search.c", "case GORMOROR: case HERETHROY: case KHTSOYIS: case SLEETH: set |=", "case HERETHROY: case KHTSOYIS: case SLEETH: set |=",
     "test_order"),
    ("correction-limit", "history.c", "within((error + history_correction(history, pos)) * CORRECTION_GRAIN, limit)", "(error + history_correction(history, pos)) * CORRECTION_GRAIN", "test_order"),
    ("correction-averaged", "history.c", "(error + history_correction(history, pos))", "error", "test_order"),
    ("correction-unscaled", "history.c", "LIMIT * variant_margin_percent(pos->variant) / 100 *", "LIMIT *", "test_order"),
    ("noisy-promotions", "step_game.h", "bool noisy = step->victim || gain;", "bool noisy = step->victim;", "test_order"),
    ("pass-repeats", "position.c", "    state->reversible = 0; /* no earlier", "    (void)0; /* no earlier", "test_order"),
    ("pairs-victim", "pairs.c", "victim_value(variant, a->victim) >= victim_value(variant, b->victim);", "victim_value(variant, a->victim) < victim_value(variant, b->victim);",
     "test_order"),
    ("pairs-worst-first", "pairs.c", "if (w->score > best->score) best = w;", "if (w->score < best->score) best = w;",
     "test_order"),
    ("pairs-beside", "pairs.c", "if (!pairs->info[1][i].noisy && go_together(part, other))", "if (go_together(part, other))",
     "test_order"),
    ("killers-not-skipped", "movepick.c", "if (!mp->quiet.skip && (move = next_refutation(mp))) return move;",
     "if ((move = next_refutation(mp))) return move;", "test_order"),
    ("pairs-companion", "pairs.c", "score = history_noisy_part(history, &other_info[i], own_info->victim);", "score = 0;", "test_order"),
    # ---- Exchanges ----
    ("see-true", "step_game.h", "return board_see(b, step->to, step_occupied(b, step), step->arrival, b->base.side ^ 1, balance);",
     "(void)b, (void)step;\n    return gain >= threshold || gain < threshold;", "test_see"),
    ("see-promotion", "step_game.h", "piece_table[step->arrival].mg - piece_table[step->mover].mg;", "piece_table[step->arrival].mg;", "test_see"),
    ("see-elsewhere", "step_game.h", "    if (step->victim_square != step->to && step->victim) bb_flip(&occupied, step->victim_square);\n", "", "test_see"),
    ("exchange-on-the-way", "diamond/search.c", "next.kind != LEG_NONE && next.from == leg.to;", "next.kind != LEG_NONE && next.from != leg.to;", "test_see"),
    # ---- The table ----
    ("ageing-sign", "tt.c", "- 4 * searches;", "+ 4 * searches;", "test_tt"),
    ("replace-deepest", "tt.c", "replacement_value(tt, v) < replacement_value(tt, *found)", "replacement_value(tt, v) > replacement_value(tt, *found)", "test_tt"),
    ("move-forgotten", "tt.c", "!entry->move && same ? move_of(old) : entry->move", "entry->move", "test_tt"),
    ("bound-over-depth", "tt.c", "entry->depth + 4 < depth_of(old)) return;", "entry->depth + 4 > depth_of(old)) return;", "test_tt"),
    ("wrong-key", "tt.c", "return (uint32_t)v.second == (uint32_t)key && !is_empty(v);", "return (uint16_t)v.second == (uint16_t)key && !is_empty(v);",
     "test_tt"),
    ("table-of-another-game", "threads.c", "    pool->tables.all = NULL;\n    clear_table(pool);", "    pool->tables.all = NULL;", "test_pool"),
    ("hashfull-old", "tt.c", "used += !is_empty(v) && age_of(v) == tt->age;", "used += !is_empty(v);", "test_tt"),
    ("eval-depth", "tt.c", ".depth = bound_of(v) == BOUND_NONE ? 0 : depth_of(v),", ".depth = depth_of(v),", "test_tt"),
    ("evaluation-not-kept", "search/search.c", "    if (!hit) tt_store_eval(w->settings.tt, key, raw);\n", "", "test_node"),
    ("table-age-round", "tt.c", "int searches = (uint8_t)(tt->age - age_of(v)) / AGE_STEP;",
     "int searches = (tt->age - age_of(v)) / AGE_STEP;", "test_tt"),
    ("table-of-one-age", "threads.c", "    tt_new_search(pool->tt);\n", "", "test_pool"),
    # ---- Time ----
    ("hard-limit-tripled", "timeman.c", "tm->hard = left / 6 + income;", "tm->hard = left / 2 + income;", "test_time"),
    ("overhead-forgotten", "timeman.c", "max(1, clock - limits->overhead)", "max(1, clock)", "test_time"),
    ("moves-to-go", "timeman.c", "tm->soft = total / moves * 7 / 10;", "tm->soft = total / moves * 17 / 10;", "test_time"),
    ("pondering-charged", "timeman.c", "now - tm->charged >= tm->hard;", "now - tm->start >= tm->hard;", "test_time"),
    ("ponderhit-unheard", "timeman.c", "if (since > tm->charged) tm->charged = since;", "if (since < tm->charged) tm->charged = since;", "test_time"),
    ("all-before-the-last", "timeman.c", "left * (moves == 1 ? 90 : 60) / 100", "left * 90 / 100", "test_time"),
    ("increment-after-the-last", "timeman.c", "left + increment * (moves - 1) - limits->overhead * (moves - 1)",
     "left + increment * moves - limits->overhead * (moves - 1)", "test_time"),
    ("change-of-mind", "timeman.c", "best == tm->best ? tm->stable + 1 : 0;",
     "best == tm->best ? tm->stable + 1 : tm->stable;", "test_time"),
    ("falling-score", "timeman.c", "int fall = tm->best ? tm->score - found->score : 0;",
     "int fall = tm->best ? found->score - tm->score : 0;", "test_time"),
    ("forced-loss-at-once", "iterate.c", "2 * (mate < 0 ? -mate : mate) + 2 < depth;", "2 * mate + 2 < depth;", "test_time"),
    ("unfinished-exact", "iterate.c", "i < finished ? BOUND_EXACT : BOUND_LOWER", "BOUND_EXACT", "test_search"),
    ("unfinished-upper", "roots.c", "w->root.moves[i].bound == BOUND_UPPER || ", "", "test_order"),
    ("unfinished-loss", "roots.c", " || w->root.moves[i].score < -EVAL_MAX)", ")", "test_order"),
    ("order-cut-short", "iterate.c", "enough && !pool->time.fixed);", "enough);", "test_time"),
    ("completed-when-stopped", "iterate.c", "        else w->root.completed = depth;", "        w->root.completed = depth;",
     "test_time"),
    ("income-unspent", "timeman.c", "tm->hard = left / 6 + income;", "tm->hard = left / 6;", "test_time"),
    ("clock-for-ever", "timeman.c", "min(limits->time, FOREVER), increment", "limits->time, increment", "test_time"),
    ("moves-to-go-unbounded", "timeman.c", "limits->moves_to_go < 50 ? limits->moves_to_go : 50", "limits->moves_to_go", "test_time"),
    ("clock-seldom", "search/search.c", "CLOCK_MASK = 15,", "CLOCK_MASK = (1 << 20) - 1,", "test_time"),
    ("clock-before-depth-1", "pool.h", " && !w->must_finish;", ";", "test_time test_search"),
    ("unhurried", "search/search.c", "    w->hurried |= w->must_finish &&", "    w->hurried |= false &&", "test_time"),
    ("result-unreported", "threads.c", "    search_report_result(best);\n", "", "test_pool"),
    ("nothing-at-once", "threads.c", "(count > 0 || limits->moves) &&", "count > 0 &&", "test_search"),
    ("unwritten-goes-on", "text.c", "if ((before || now) && on_failure) on_failure();", "(void)(before || now);", "test_uci.py:nobody_reads"),
    ("no-hurry", "search/search.c", " || (w->hurried && ply > 1)", "", "test_time"),
    ("fall-unscaled", "iterate.c", ".score = unscaled(w->pos, score), ", ".score = score, ", "test_time"),
    ("enough-for-ever", "threads.c", "    atomic_store(&pool->signals.stop_on_ponderhit, false);\n", "", "test_time"),
    # ---- Repetition and the rules ----
    ("repetition-late", "position.c", "position_occurrences(pos) >= variant->draws.repetitions)", "position_occurrences(pos) > variant->draws.repetitions)",
     "test_rules"),
    ("repetition-short", "position.c", "unsigned n = 1;\n    for (unsigned i = 2; i <= pos->state->reversible; i += 2)",
     "unsigned n = 1;\n    for (unsigned i = 2; i < pos->state->reversible; i += 2)", "test_rules"),
    ("horizons-castling", "step_game.h", "safe = !is_attacked(b, (Square)s, without_king, b->base.side ^ 1);",
     "safe = !is_attacked(b, (Square)s, occupied, b->base.side ^ 1);", "test_moves"),
    ("probe-depth", "probe.c", "depth > 0 ? position_moves(pos, &count) : NULL;", "position_moves(pos, &count);", "test_tablebases"),
    ("horizons-shield", "horizons/rules.c", "if (occupant == SHIELDER && !horizons_rules.shield_off) return bb_without(set, in_front[side ^ 1][s]);", "",
     "test_see"),
    ("horizons-flag", "horizons/rules.c", "side[side ^ 1]) == 1) return (Outcome){DRAW", "side[side]) == 1) return (Outcome){DRAW", "test_rules"),
    ("chess-castling", "step_game.h", "for (int s = c->king_from + step; safe && s != c->king_to + step; s += step)",
     "for (int s = c->king_from + step; safe && s != c->king_to; s += step)", "test_moves"),
    ("bordahbee-pairs", "bordahbee/rules.c", "[S_QUEEN] = {S_KING, S_ROOK},", "[S_QUEEN] = {S_KING, S_CASTLING},", "test_moves test_positions"),
    ("bordahbee-pawns", "bordahbee/rules.c", "    if (!orthodox_well_placed(pos, error)) return false;\n", "", "test_rules"),
    ("borderlands-zone", "borderlands/both_shown.h", 'ZONE_PROMOTION, 1, "a8-i10"', 'ZONE_PROMOTION, 1, "a9-i10"', "test_moves"),
    ("borderlands-villages", "borderlands/both_rules.h", "if (holds_villages(b, pos->side)) return", "if (holds_villages(b, pos->side ^ 1)) return",
     "test_rules"),
    ("battle-counter", "battleofideologies/rules.c", "if (capture || mover == PAWN || mover == QUADRAPAWN) state->counter = 0;",
     "if (capture || mover == PAWN) state->counter = 0;", "test_rules"),
    ("battle-region", "battleofideologies/shown.c", 'ZONE_REGION, 2, "a5-i9 a1-i2",', 'ZONE_REGION, 2, "a4-i9 a1-i2",',
     "test_moves test_positions"),
    ("diamond-drowning", "diamond/rules.c", "if (diamond_board_outcome(&b->base).result == ONGOING) drown(b, wet);", "drown(b, wet);",
     "test_positions test_rules test_reference"),
    ("diamond-swim", "diamond/diamond.h", "if (bit(s) & river) targets |= river & ~own;", "if (bit(s) & river) targets |= river & ~occupied;",
     "test_moves"),
    ("horizons-two-pins", "horizons/rules.c", "if (pins) answers = bb_and(answers, bb_or(way, bb_square((unsigned)from)));", "if (pins) answers = bb_or(way, bb_square((unsigned)from));", "test_moves"),
    ("horizons-spent-warrior", "horizons/rules.c", "if (victim == WARRIOR || victim == SPENT_WARRIOR)",
     "if (victim == WARRIOR)", "test_moves"),
    ("see-push", "horizons/search.c", "    step.victim = NO_TYPE;\n", "", "test_see"),
    ("battle-peril-far", "battleofideologies/rules.c", "if (square_rank(kirin) > 2) return false;",
     "if (square_rank(kirin) > 1) return false;", "test_see"),
    ("battle-peril-leg", "battleofideologies/rules.c", "    occupied = bb_without(occupied, bb_square(kirin));\n    BB_EACH(to, goals)", "    BB_EACH(to, goals)", "test_see"),
    ("perils-not-uncovered", "step_game.h", "if ((uncovers | attacks) && !out[i].noisy)", "if (attacks && !out[i].noisy)", "test_order"),
    ("perils-not-direct", "step_game.h", "if ((uncovers | attacks) && !out[i].noisy)", "if (uncovers && !out[i].noisy)", "test_order"),
    ("perils-unverified", "step_game.h", "out[i].gives_peril = step_gives_peril(pos, moves[i], uncovers);", "out[i].gives_peril = true;", "test_order"),
    ("perils-of-one", "step_game.h", "out[0].gives_peril = step_gives_peril(pos, moves[0], true);", "out[0].gives_peril = false;", "test_order"),
    ("battle-way-back", "battleofideologies/rules.c", "if (capture || mover == PAWN || promotion) state->reversible = 0;",
     "if (capture || mover == PAWN || mover == QUADRAPAWN || promotion) state->reversible = 0;", "test_rules"),
    ("battle-leg-pin", "battleofideologies/rules.c", "if (!bb_test(b->side[side], way->leg)) continue;", "continue;", "test_rules"),
    ("bordahbee-counter", "bordahbee/rules.c", "irreversible = irreversible || half_kind(h) == PAWN || half_victim(h);",
     "irreversible = irreversible || half_kind(h) == PAWN;", "test_rules"),
    ("bordahbee-peril", "bordahbee/rules.c", "if (kinds[board] && kinds[board] & playable_kinds(b, board, us ^ 1)) return true;",
     "if (kinds[board]) return true;", "test_see"),
    ("bordahbee-lines", "bordahbee/search.c", "if (min >= ROOK) attackers |= rook_word(to, occupied) & straight;", "", "test_see"),
    ("borderlands-last-chief", "borderlands/both_search.h", "bool last = needs_all_chiefs(b, b->base.side ^ 1);",
     "bool last = needs_all_chiefs(b, b->base.side);", "test_see"),
    ("borderlands-lion", "borderlands/borderlands.h", "if (bb_test(land.zone.lion_region[side], s)) lions = bb_or(lions, b->type[LION]);",
     "lions = bb_or(lions, b->type[LION]);", "test_see"),
    ("borderlands-both-attack", "borderlands/both_rules.h", "if (always[WHITE] != always[BLACK])",
     "if (always[WHITE] || always[BLACK])", "test_rules"),
    ("diamond-pass", "diamond/rules.c", "    drown(b, wet);\n    state->reversible = 0;",
     "    (void)wet;\n    state->reversible = 0;", "test_rules"),
    ("diamond-own-city", "diamond/search.c", "if (foreign && to == own_city) e.gain -= CITY_VALUE;", "", "test_see"),
    ("diamond-alike", "diamond/rules.c", "    targets &= ~*done;\n    *done |= targets & ~bit(g->goal);\n", "", "test_moves"),
    ("diamond-wet", "diamond/search.c", "if (bit(leg.to) & still_wet(wet, leg)) {", "if (bit(leg.to) & wet) {", "test_see"),
    ("pass-keeps-en-passant", "position.c", "state->key ^= before ^ extra_key(pos);", "state->key ^= extra_key(pos);", "test_rules"),
    ("horizons-en-passant-unusable", "step_game.h", "if (en_passant_is_safe(b, (Square)from)) return zobrist_ep[0][ep];", "if (en_passant_is_safe(b, (Square)from)) return 0;",
     "test_rules"),
    ("reason-of-another-piece", "borderlands/both_shown.h", "if (type != LION || bb_test(land.zone.lion_region[pos->side], to)) return NULL;",
     "if (type == LION || bb_test(land.zone.lion_region[pos->side], to)) return NULL;", "test_moves"),
    # ---- Evaluation ----
    ("chess-passed-blocked", "chess/search.c", "rank * rank * (bb_test(occupied, ahead) ? 2 : 4)", "rank * rank * (bb_test(occupied, ahead) ? 4 : 2)",
     "test_evaluation"),
    ("chess-passed-kings", "chess/search.c", "tapered(far * 5, far * 5 - near)", "tapered(near * 5, near * 5 - far)",
     "test_evaluation"),
    ("chess-shelter", "chess/search.c", "(king_attacks[king] & own) * tapered(14, 5);", "(king_attacks[king] & own) * -tapered(14, 5);",
     "test_evaluation"),
    ("chess-guarded-by", "chess/search.c", "Bitboard guarded = reach[side ^ 1].type[PAWN];", "Bitboard guarded = reach[side].type[PAWN];",
     "test_evaluation"),
    ("bordahbee-weak-key", "bordahbee/search.c", "key = splitmix64_mix(key ^ planes[i]);", "key = (key ^ planes[i]) * 0x9E3779B97F4A7C15u, key ^= key >> 32;",
     "test_evaluation"),
    ("budget-ignored", "timeman.c", "found->nodes * 100 >= tm->budget * (uint64_t)percent", "found->nodes >= tm->budget", "test_time"),
    ("bordahbee-stale-board-eval", "bordahbee/search.c", "if (entry->evaluated && entry->playable[WHITE] == white && entry->playable[BLACK] == black) return;", "if (entry->evaluated && entry->playable[WHITE] == white) return;",
     "test_evaluation"),
    ("diamond-wet-worth", "diamond/search.c", "return b->base.side == us ? -cheapest : -cheapest * 3 / 4;", "return b->base.side == us ? cheapest : cheapest * 3 / 4;",
     "test_evaluation"),
    ("battle-officers", "battleofideologies/search.c", "sum -= evaluate_officers(b, ALIBACKA,", "sum += evaluate_officers(b, ALIBACKA,",
     "test_evaluation"),
    ("horizons-loose", "horizons/search.c", "Bitboard loose = bb_without(bb_and(b->side[them], own->all), enemy->all);", "Bitboard loose = bb_and(bb_and(b->side[them], own->all), enemy->all);",
     "test_evaluation"),
    ("lone_king-by-net", "search/search.c", "    if (!lone_king_evaluate(w->pos, &eval)) eval", "    eval", "test_nets"),
    ("phase-beyond-all", "evaluate.c", "    if (phase > max) phase = max;\n", "", "test_evaluation"),
    ("wins-fade", "evaluate.c", "score > won || score < -won", "false", "test_units"),
    ("wins-unscaled", "evaluate.c", "EVAL_WON * variant_margin_percent(pos->variant) / 100", "EVAL_WON", "test_units"),
    ("counter-beyond-limit", "evaluate.c", "    if (counter > limit) counter = limit;\n", "", "test_units"),
    ("evaluation-unbounded", "evaluate.h", "score < -EVAL_MAX ? -EVAL_MAX : (Score)score;", "(Score)score;", "test_evaluation"),
    ("phases-exchanged", "evaluate.c", "(tapered_mg(t) * phase + tapered_eg(t) * (max - phase))",
     "(tapered_eg(t) * phase + tapered_mg(t) * (max - phase))", "test_evaluation"),
    # ---- Training data ----
    ("returns-backwards", "returns.c", "lambda * (later - own)", "lambda * (own - later)", "test_data"),
    ("returns-of-one-side", "returns.c", "sides[ply] == WHITE ? 1 : -1", "ply % 2 == 0 ? 1 : -1", "test_data"),
    ("returns-of-long-games", "returns.c", "game->end == GAME_TOO_LONG", "false", "test_data"),
    ("data-rules", "generate.c", "if (g->variant->rules.text) n += snprintf(", "if (0) n += snprintf(", "test_datagen.py:test_rules"),
    ("data-other-rules", "print.c", "if (!games_open(r, path, true, error)) return false;", "if (!games_open(r, path, false, error)) return false;", "test_datagen.py:test_rules"),
    ("samples-other-rules", "samples.c", "if (ok && *block_rules(&r.header, rules))", "if (0 && *block_rules(&r.header, rules))", "test_datagen.py:test_rules"),
    ("side-lines-unbounded", "pgn_tree.c", "level > PGN_NESTING_MAX", "level > 1000", "test_pgn_moves"),
    ("alike-openings", "selfplay.c", "number = splitmix64_mix(draw ^ moves[i]);", "number = splitmix64_mix(draw ^ (count - i));", "test_whatif.py:test_alike_openings"),
    ("breadth-by-chance", "selfplay.c", "infos[best] = infos[found];", "", "test_data"),
    ("breadth-of-quiets", "selfplay.c", "if (infos[i].noisy && (best", "if (!infos[i].noisy && (best", "test_data"),
    ("breadth-repeats", "selfplay.c", "swap_moves(&moves[i], &moves[i + splitmix64_below(&s->random, all - i)]);",
     "moves[i] = moves[i + splitmix64_below(&s->random, all - i)];", "test_data"),
    ("breadth-without-chance", "selfplay.c", "splitmix64_below(&s->random, all - i)]", "0]", "test_data"),
    ("breadth-in-peril", "selfplay.c", "breadth *= PERIL_BREADTH;", "breadth *= 1;", "test_data"),
    ("returns-not-taken", "sample_filter.c", ".score = c->scores[ply], .game", ".score = game->moves[ply].score, .game", "test_data"),
    ("samples-of-long-games", "sample_filter.c", "if (game->end == GAME_TOO_LONG) return SAMPLE_UNKNOWN;", "", "test_data"),
    ("held-out-in-order", "train_data.c", "size_t j = splitmix64_below(&random, i);", "size_t j = i - 1;", "test_train"),
    ("train-unrounded-end", "train_run.c", "progress->step <= run->exact || stepper_round(run->stepper) || out_of_memory()", "true",
     "test_train.py:full_disk"),
    ("train-scale-of-returns", "train_run.c", "if (scale <= 0 && returns) scale = returns,", "if (scale <= 0 && returns) scale = fitted,",
     "test_train.py:scale_of_returns"),
    ("ep-beside-ep", "bordahbee/rules.c", " | (unsigned)may_take_ep(b, board ^ 1) << PAWN", "", "test_rule_options"),
    ("named-occurrence", "borderlands/both_rules.h", "occurrences[pos->variant->draws.repetitions]", "occurrences[5]", "test_rule_options"),
    ("question-undone", "session_game.c", "forget_question(session, position_plies(pos));", "", "test_rule_options"),
    ("question-replaced", "session_game.c", "forget_question(session, kept);", "", "test_rule_options"),
    ("gui-plain-start", "plies.c", "if (variant_cecp(variant)->plain_start && fen_split(variant->position.start_fen, &fields, &error))", "if (fen_split(variant->position.start_fen, &fields, &error) && false)", "test_rule_options"),
    ("castling-first-board", "short_text.c", "leg.from < before.from", "leg.from > before.from", "test_pgn_moves"),
    # ---- Protocols and files ----
    ("match-name-of-lines", "match/options.c", 'utf8_make_safe(engine->name, "");', "", "test_match.py:names_on_one_line"),
    ("cecp-search-unstarted", "thinking.c", 'if (started == GO_FAILED && !ponders) say("tellusererror %s", error.text);', "", "test_memory.py:answers_in_cecp"),
    ("uci-clocks", "uci/uci.c", "limits.time = white ? go->wtime : go->btime;", "limits.time = white ? go->btime : go->wtime;", "test_uci.py:searches_that_wait"),
    ("uci-unknown-words", "uci/uci.c", "for (char *word; *(word = word_next(text));)\n        for", "char *word = word_next(text);\n        for",
     "test_uci.py:unknown_words_are_ignored"),
    ("uci-register", "uci/uci.c", '    {"register", .run = NULL},\n', "", "test_uci.py:unknown_words_are_ignored"),
    ("wdl-of-draws", "threads.c", "pool->tables.root_is_drawn |= ", "bool unused = ", "test_pool"),
    ("wdl-of-tables", "tb_probe.c", "pool->tables.root_is_known && value.result == TB_DRAW", "false", "test_uci.py:draws_in_wdl"),
    ("uci-mate", "uci/uci.c", 'buffer_add(&line, "mate %d", mate);', 'buffer_add(&line, "mate %d", -mate);', "test_uci.py:stop_and_infinite"),
    ("uci-continues", "session_game.c", "length == strcspn(b, \" \") && ", "", "test_uci.py:a_move_that_begins_like_another"),
    ("cecp-ranks", "xboard/peer.c", "gui_shift_ranks(peer->session->variant, text, 1, own);",
     "gui_shift_ranks(peer->session->variant, text, 0, own);", "test_cecp.py:ten_ranks_count_from_0"),
    # ---- Opening books ----
    ("book-minimax", "book.c", "Score score = -book->nodes[edge->child].score;", "Score score = book->nodes[edge->child].score;", "test_book"),
    ("book-mate", "book.c", "score > SCORE_MATE_MIN ? score - 1 :", "score > SCORE_MATE_MIN ? score :", "test_book"),
    ("book-cost", "book_build.c", "(lost > 0 ? lost : 0) * 100", "(lost > 0 ? lost / 1000 : 0) * 100", "test_book"),
    ("book-variety", "book.c", "|| lost < 0 || lost > variety)", "|| lost < 0 || lost > 1000)", "test_book"),
    ("book-claims", "book_file.c", "bool same = r->pos->state->key == child->key;", "bool same = true;", "test_book"),
    ("book-checksum", "book_file.c", "if (strcmp(digits, sum) == 0)", "if (true)", "test_book"),
    ("book-searchmoves", "session_go.c", "limits->mate || limits->moves)", "limits->mate)", "test_book.py:own_book_plays_book_moves_and_leaves_it"),
    ("book-shards", "explore.c", "|| shard_of(x, n) != x->o.shard) continue;", ") continue;", "test_book.py:any_number_of_shards_makes_the_same_book"),
    ("book-tables", "explore.c", "search_clear(x->pool);", "", "test_book.py:what_was_killed_goes_on"),
    ("cecp-mate", "thinking.c", "mate < 0 ? -100000 + mate", "mate < 0 ? 100000 - mate", "test_cecp.py:mates_in_thinking"),
    ("match-colours", "match.c", "n / match->book_count + n % match->book_count) % 2 == 0;", "n) % 2 == 0;", "test_match.py:colours_of_single_games"),
    ("match-flag", "match/game.c", "if (answer->out_of_time && ", "if (!answer->out_of_time && ", "test_match.py:flag_against_a_lone_king"),
    ("match-record", "match/output.c", "if (torn || (number > 0 && !known)) {", "if (torn) {", "test_match.py:one_truth_after_a_kill"),
    ("match-pairs", "match/stats.c", "for (size_t i = 0; paired && i + 1 < games; i += 2)", "for (size_t i = 0; paired && i + 1 < games; ++i)",
     "test_units"),
    ("uci-mated", "uci/uci.c", 'result == result_win(session->pos->side) ? "mate 1" : "mate 0"',
     'result == result_win(session->pos->side) ? "mate 0" : "mate 1"', "test_uci.py:games_that_are_over"),
    ("uci-searchmoves", "uci/uci.c", "        if (go->moves[i] == move) return;\n", "        continue;\n", "test_uci.py:searchmoves"),
    ("uci-searchmoves-end", "uci/uci.c", "if (in_moves && !is_go_word(word)) {", "if (in_moves) {", "test_uci.py:searchmoves"),
    ("uci-searchmoves-none", "uci/uci.c", "bool none = misread || (go.chosen && !go.move_count);", "bool none = misread;",
     "test_uci.py:searchmoves_that_are_not_legal"),
    ("uci-over-at-once", "uci/uci.c", "        started = session_go(session, &go, &book, &error);\n    }", "        started = GO_FAILED;\n    }",
     "test_uci.py:games_that_are_over"),
    ("uci-illegal-move", "session_game.c", "    if (!position_set_fen(pos, fen, error) || !play_words(pos, moves, error)) {",
     "    if (!position_set_fen(pos, fen, error) || (play_words(pos, moves, error), false)) {",
     "test_uci.py:illegal_move_keeps_the_earlier_position"),
    ("samples-first-games", "sample_filter.c", "r->game.number < choice->games", "r->game.number <= choice->games",
     "test_datagen.py:test_samples"),
    ("wdl-level-side", "wdl.c", "if (pos->side == BLACK) c.level = -c.level;", "", "test_wdl"),
    ("wdl-knots", "wdl.c", "values[place.knot + 1] - values[place.knot]", "values[place.knot] - values[place.knot + 1]", "test_wdl"),
    ("wdl-draw-sign", "wdl.c", "loss = (c.level - score - c.draw) / c.spread;", "loss = (c.level - score + c.draw) / c.spread;", "test_wdl"),
    ("wdl-above", "wdl.c", "if (loss > 0) loss *= c.above;", "", "test_wdl"),
    ("wdl-sum", "wdl.c", "if (loss > 0 && win > -loss) win = -loss;", "", "test_wdl"),
    ("wdl-proven", "wdl.c", "(Wdl){score > 0, score < 0}", "(Wdl){score < 0, score > 0}", "test_wdl"),
    ("wdl-odds", "wdl.c", "(odds.win + odds.not_loss)", "(odds.win + odds.loss)", "test_wdl"),
    ("wdl-draw-is-zero", "wdl.c", "bool fixed = score == 0 || score > EVAL_MAX", "bool fixed = score > EVAL_MAX", "test_wdl"),
    ("fit-wdl-side", "fit_wdl.py", "expected, result = 1 - expected, 1 - result", "pass", "test_fit_wdl.py:test_table"),
    ("fit-wdl-sum", "fit_wdl.py", "min(logistic(win), logistic(-loss))", "logistic(win)", "test_fit_wdl.py:test_probabilities"),
    ("fit-wdl-slope", "fit_wdl.py", "(x if x < 0 else x * model[3] for x in", "(x for x in", "test_fit_wdl.py:test_fit"),
    # ---- Puzzles ----
    ("puzzle-dual", "puzzle_find.c", "alone ? FINDING_PUZZLE : FINDING_DUAL;", "FINDING_PUZZLE;", "test_puzzle"),
    ("puzzle-sooner", "puzzle_find.c", "if (sooner != PROOF_NO_WIN) return", "if (false) return", "test_puzzle"),
    ("puzzle-any-win", "puzzle.c", "bool wins = position_outcome(pos).result == result_win(solver);", "bool wins = false;", "test_puzzle"),
    ("puzzle-margin", "puzzle_find.c", "if (best->first - best->second < margin) return false;", "return true;", "test_puzzle"),
    ("puzzle-colours", "puzzle_facts.c", "by->colours ? piece_make(piece_side(piece) ^ 1, piece_type(piece)) : piece;", "piece;", "test_puzzle"),
    ("uci-wdl", "uci/uci.c", "loss = (int)lround(1000 * wdl.loss);", "loss = (int)lround(1000 * wdl.win);", "test_uci.py:info_lines"),
    ("uci-newgame", "uci/uci.c", "    search_clear(session->pool);\n", "", "test_uci.py:same_nodes_same_move"),
    ("cecp-time", "xboard/cecp.c", "c->clock.own_time = centiseconds * 10;", "c->clock.own_time = centiseconds;", "test_protocols"),
    ("cecp-level", "xboard/cecp.c", "(minutes * 60 + seconds) * 1000", "(minutes * 60) * 1000", "test_protocols"),
    ("cecp-thinking-time", "thinking.c", "(long long)(r->time / 10)", "(long long)r->time", "test_cecp.py:post"),
    ("cecp-level-after-st", "xboard/cecp.c", "    c->clock.increment = (int64_t)(increment * 1000 + 0.5);\n    c->clock.fixed_time = 0;",
     "    c->clock.increment = (int64_t)(increment * 1000 + 0.5);", "test_protocols"),
    ("cecp-depth", "xboard/cecp.c", "    c->peer->engine_side = BLACK;\n    c->clock.depth = 0;", "    c->peer->engine_side = BLACK;", "test_cecp.py:post"),
    ("cecp-result", "thinking.c", "bool own_win = c->peer->engine_side != NO_ENGINE_SIDE && outcome.result == result_win(c->peer->engine_side);",
     "bool own_win = c->peer->engine_side != NO_ENGINE_SIDE && outcome.result == result_win(c->peer->engine_side ^ 1);",
     "test_cecp.py:results_of_unknown_games_between_engines"),
    ("uci-bounds", "uci/uci.c", 'r->bound == BOUND_LOWER ? " lowerbound" : " upperbound"', 'r->bound == BOUND_LOWER ? " upperbound" : " lowerbound"',
     "test_protocols"),
    ("uci-increments", "uci/uci.c", "max(0, white ? go->winc : go->binc)", "max(0, white ? go->binc : go->winc)", "test_protocols"),
    ("uci-flag", "uci/uci.c", "    if (go->clock && limits.time < 1) limits.time = 1;\n", "", "test_protocols"),
    ("uci-togo", "uci/uci.c", "limits.moves_to_go = (int)min(max(0, go->togo), INT32_MAX);", "limits.moves_to_go = 0;",
     "test_protocols"),
    ("cecp-togo", "thinking.c", "plies / 2 % (size_t)clock->moves_per_session", "plies % (size_t)clock->moves_per_session",
     "test_protocols"),
    ("cecp-own-clock", "thinking.c", "c->clock.own_time += c->clock.increment - result->time - c->clock.spent;", "c->clock.own_time += c->clock.increment;",
     "test_protocols"),
    ("uci-fen-forgotten", "session_game.c", "session->given.fen.length && strcmp(session->given.fen.text, fen) == 0;", "session->given.fen.length;",
     "test_uci.py:the_same_moves_elsewhere"),
    ("game-restored", "session_game.c", "        play_words(pos, old, &unlikely);\n", "", "test_units"),
    ("game-kept", "session_game.c", "for (; same_word(old, moves); ++kept)", "for (; false; ++kept)", "test_units"),
    ("option-target", "session_options.c", '{"UCI_ShowWDL", OPTION_CHECK_AT(Session, options.show_wdl)', '{"UCI_ShowWDL", OPTION_CHECK_AT(Session, options.ponder)', "test_options"),
    ("option-refused", "session/options.c", "    if (!ok) put(option, target, old);\n", "", "test_options"),
    ("option-changed", "session/options.c", "bool ok = !option->changed || option->changed(target, error);", "bool ok = true;",
     "test_options"),
    ("uci-ponder-ignored", "uci/uci.c", "    limits.ponder = go->ponder;\n", "", "test_uci.py:searches_that_wait"),
    ("cecp-excluded-kept", "thinking.c", "    cecp_halt(c);\n    excluded_clear(&c->excluded);\n", "    cecp_halt(c);\n",
     "test_cecp.py:exclude_and_include"),
    ("cecp-draw-kept", "thinking.c", "    c->draw_offered = false;\n}\n\n/* ---- The engine's move", "}\n\n/* ---- The engine's move",
     "test_cecp.py:draw_offers"),
    ("cecp-over-kept", "thinking.c", "    policy_take_back(&c->policy, position_plies(c->session->pos));\n    c->over = false;", "    policy_take_back(&c->policy, position_plies(c->session->pos));",
     "test_cecp.py:results"),
    ("cecp-upper-bounds", "thinking.c", " || r->bound == BOUND_UPPER) return;", ") return;", "test_protocols"),
    ("cecp-memory", "xboard/cecp.c", "c->memory > threads ? c->memory - threads : 1;", "c->memory;", "test_protocols"),
    ("cecp-many-lines", "thinking.c", "    limits->multipv = 1;\n", "", "test_protocols"),
    ("cecp-go-back-side", "machine.c", "ply ? ply->side : record_next_side(g), fen)", "record_next_side(g), fen)",
     "test_cecp.py:positions_for_null_moves"),
    ("cecp-plies-told", "machine.c", "(strtol(number, NULL, 10) - 1) + (side[1] == 'b') : 0;", "(strtol(number, NULL, 10) - 1) : 0;",
     "test_cecp.py:back_over_a_pass_where_black_begins"),
    ("cecp-plies-told-side", "machine.c", "+ (side[1] == 'b') : 0;", "+ (side[1] == 'w') : 0;", "test_cecp.py:loaded_games"),
    ("cecp-easy", "xboard/cecp.c", "    if (c->search.thinking == THINKING_PONDER) cecp_halt(c);\n}\n\nstatic void command_post", "}\n\nstatic void command_post",
     "test_cecp.py:pondering_ends_by_easy"),
    ("cecp-shown-ends", "machine.c", "match == PLIES_MOVE ? EXPECT_MOVE : EXPECT_PLY", "EXPECT_MOVE",
     "test_cecp.py:legs_between_engines"),
    ("cecp-pass-ends", "machine.c", "if (state == EXPECT_LEG) return read_end(", "if (state != EXPECT_MOVE) return read_end(",
     "test_cecp.py:positions_for_null_moves"),
    ("cecp-whole-remove", "whole.c", "while (n--) session_undo", "session_undo", "test_cecp.py:undo_and_remove"),
    ("cecp-retraction", "xboard/gui.c", "goes_on = state == EXPECT_LEG &&", "goes_on = state == EXPECT_PASS &&",
     "test_cecp.py:one_retraction_is_enough"),
    ("cecp-board", "machine.c", "*gui = g->set_up;", "gui_board_set(gui, gui_position(g));", "test_cecp.py:loaded_games"),
    ("analyse-side", "analyse.c", "    if (pos->side == BLACK) a->score = -a->score;\n", "", "test_pgn.py:scores_are_white_s"),
    ("analyse-sign", "analyse.c", "100 * sign * (score_expected", "100 * (score_expected", "test_pgn.py:games_are_evaluated"),
    ("analyse-best", "analyse.c", "if (move->line_length && move->line[0] != move->move)", "if (move->line_length)",
     "test_pgn.py:the_best_move_gives_nothing_away"),
    ("analyse-learns", "analyse.c", "sign * known <= sign * a->score", "sign * known <= SCORE_INFINITE",
     "test_pgn.py:verdicts_know_what_came"),
    ("analyse-sign-given", "analyse.c", "if (!has_sign(&tree->nodes[move->node])) pgn_tree_nag", "pgn_tree_nag",
     "test_pgn.py:what_was_given_stays"),
    ("pgn-claimable-draw", "pgn.c", "(!over || outcome.result == DRAW)", "!over", "test_pgn_moves"),
    ("pgn-ambiguous-plus", "pgn_move.c", "return other == *move || error_set(error", "return true || error_set(error", "test_pgn_moves"),
    ("pgn-short-first", "move_text.c", "if (short_first && short_parse(pos, plain, move, why)) return true;", "", "test_pgn_moves"),
    ("endgame-winner", "analyse.c", "Side winner = value.result == TB_WIN ? mover ^ 1 : mover;", "Side winner = value.result == TB_WIN ? mover : mover ^ 1;",
     "test_pgn.py:solved_tablebases_are_told"),
    ("pgn-number-after-note", "pgn_tree.c", "noted = out->length != length;", "noted = false;", "test_pgn.py:games_are_evaluated"),
    ("pgn-escape-lines", "pgn.c", "else if (c == '%' && r->line_start) advance_to", "else if (c == '%') advance_to",
     "test_json.py:games_go_out_and_come_in"),
    ("pgn-tags-leak", "pgn.c", "if (is_known(tags, name_of_tag(at.p))) return true;", "if (0) return true;", "test_pgn_moves"),
    ("pgn-bad-tag-begins-game", "pgn.c", "return good || (in_name", "return good && (in_name", "test_pgn_moves"),
    ("pgn-games-count", "pgn.c", "if (!tags.any && !*r.p) return n;", "if (!tags.any && !*r.p) return n + 1;",
     "test_json.py:games_go_out_and_come_in"),
    ("pgn-nested-variations", "pgn.c", "if (r->depth) --r->depth;", "r->depth = 0;", "test_console.py:test_files"),
    ("policy-level", "policy.c", "HOPELESS + HOPELESS * below", "HOPELESS - HOPELESS * below", "test_policy"),
    ("console-back-to-person", "play.c", "while (!game->person[session->pos->side] && session_undo(session)) {}", "",
     "test_console.py:test_play"),
    ("console-resign-side", "play.c", "    if (!game->person[side] && game->person[side ^ 1]) side ^= 1;\n", "",
     "test_console.py:test_play"),
    ("console-agreed-kept", "play.c", "        game->record.agreed = (Outcome){ONGOING, NULL};\n", "", "test_console.py:test_play"),
    ("json-policy-kept", "web_request.c", "        web->policy = (Policy){0};\n", "", "test_json.py:policy"),
    ("json-fresh-draw", "web.c", ".ply + 2 >= ply;", ".ply + 2 < ply;", "test_json.py:policy"),
    ("json-surrogates", "json.c", "code = 0x10000 + ((code - 0xD800) << 10)", "code = ((code - 0xD800) << 10)",
     "test_json.py:texts_come_back_as_they_were"),
    ("json-leading-zeros", "json.c", "whole == 0 || (whole > 1 && *p == '0')", "whole == 0", "test_json.py:numbers_as_json_has_them"),
    ("json-fractions", "json.c", "strspn(++p, digits);\n        if (part == 0) return false;", "strspn(++p, digits);",
     "test_json.py:numbers_as_json_has_them"),
    ("match-clock", "match/game.c", "if (limit->moves && game->moves[side] % limit->moves == 0) *clock += limit->base;", "",
     "test_match.py:clocks"),
    ("match-togo", "match/game.c", "limit->moves ? limit->moves - game->moves[side] % limit->moves : 0", "limit->moves ? limit->moves - (game->moves[side] + 1) % limit->moves : 0",
     "test_match.py:clocks"),
    ("match-uci-clocks", "match/uci.c", "(long long)ms[WHITE],\n                              (long long)ms[BLACK]", "(long long)ms[BLACK],\n                              (long long)ms[WHITE]",
     "test_match.py:clocks"),
    ("match-cecp-clocks", "match/cecp.c", 'if (!engine_send(engine, answer, "time %lld", (long long)(own / 10000)) ||', 'if (!engine_send(engine, answer, "time %lld", (long long)(other / 10000)) ||',
     "test_match.py:clocks"),
    ("match-resign-side", "match/game.c", "game->winning[!side] >= match->resign_count)", "game->winning[side] >= match->resign_count)",
     "test_match_exact.py:adjudication_to_the_ply"),
    ("match-level-plies", "match/game.c", "game->level >= 2 * match->draw_count", "game->level >= match->draw_count",
     "test_match_exact.py:adjudication_to_the_ply"),
    ("match-black-points", "match/tally.c", "(result->result == WHITE_WINS) == first_is_white ? 2 : 0;", "(result->result == WHITE_WINS) ? 2 : 0;",
     "test_match_exact.py:line_by_line"),
    ("match-mate-sign", "match/uci.c", "score > 0 ? MATE_SCORE - score : -MATE_SCORE - score;", "score > 0 ? MATE_SCORE - score : -MATE_SCORE + score;",
     "test_units"),
    ("match-shard-overlap", "match/tally.c", "a->first >= b->first + b->rounds || b->first >= a->first + a->rounds) continue;", "a->first >= b->first + b->rounds || b->first > a->first) continue;",
     "test_units"),
    ("match-merge-order", "match.c", "qsort(parts, count, sizeof *parts, by_openings);", "(void)by_openings;",
     "test_match.py:shards_of_a_script"),
    ("match-sprt-order", "match/tally.c", "s->games < tally->used && !s->decided", "s->games < tally->used", "test_units"),
    ("match-bounds", "match/stats.c", "*lower = log(beta / (1.0 - alpha));", "*lower = log(alpha / (1.0 - beta));", "test_units"),
    # ---- Nets and endgame tablebases ----
    ("tablebases-hands", "material.c", "p->material.hands = hands_exchange(p->material.hands);", "", "test_tablebases"),
    ("tablebases-counter", "probe.c", "pos->state->counter + value->phase <= limit;", "pos->state->counter + value->phase <= limit + 1;",
     "test_tablebases"),
    ("tablebases-repetition", "probe.c", "position_occurrences(pos) >= variant->draws.repetitions;", "position_occurrences(pos) > variant->draws.repetitions;",
     "test_tablebases"),
    ("endgame-shorter-win", "tablebases/table.h", "if (b.plies < a.plies ||", "if (b.plies > a.plies ||", "test_units"),
    ("net-half-weight", "net.c", "if (w > best[s]) best[s] = w;", "if (w > 2 * best[s]) best[s] = w;", "test_nets"),
    ("net-half-reach", "net.c", "size_t places = square_count(v);\n    const int16_t", "size_t places = square_count(v) / 2;\n    const int16_t",
     "test_nets"),
    ("net-reach-of-hands", "net.c", "i < set->hand_max[owner][slot]; ++i) {\n                int32_t w = sign", "i < set->hand_max[owner][slot] / 2u; ++i) {\n                int32_t w = sign",
     "test_nets"),
    ("net-reach-of-pieces", "net.c", "occupant < set->pieces_max && occupant < places", "occupant < set->pieces_max / 2u && occupant < places", "test_nets"),
    ("net-checksum", "net_file.c", "if (fnv_hash(data, size - CHECKSUM_BYTES) != get_le(data + size - CHECKSUM_BYTES, CHECKSUM_BYTES))", "if (false)",
     "test_nets"),
    ("json-deeper", "json.c", "if (depth == DEPTH_MAX)", "if (depth > DEPTH_MAX)", "test_bounds"),
    ("changes-beyond-the-bound", "position.h", "CHANGES_PER_PLY = 40", "CHANGES_PER_PLY = 8", "test_bounds"),
    ("hands-of-the-board", "registry.c", "if (!v->board.keeps_captured) p += strcspn", "p += strcspn", "test_units"),
    ("tables-a-move-ahead", "tablebases/table.h", "after.plies + 1, limit", "after.plies + 2, limit", "test_claims"),
    ("lines-by-tablebases", "threads.c", "if (ok && all && limits->multipv <= 1) count = tb", "if (ok && all) count = tb", "test_tablebases"),
    ("table-without-tablebases", "threads.c", "    pool->tables.all = tablebases;\n    clear_table(pool);", "    pool->tables.all = tablebases;",
     "test_tablebases"),
    ("net-of-another-game", "threads.c", "renew_workers(pool, variant, NULL, pool->threads)", "renew_workers(pool, variant, pool->net, pool->threads)",
     "test_nets"),
    ("net-of-one-thread", "threads.c", "renew_workers(pool, pool->variant, pool->net, threads)", "renew_workers(pool, pool->variant, NULL, threads)",
     "test_nets"),
]


def occurrences(source, text):
    """The places of a text, whose white space may be any in the source."""
    pattern = r"\s+".join(re.escape(word) for word in text.split())
    ends = [r"\s+" if end.isspace() else "" for end in (text[0], text[-1])]
    return list(re.finditer((ends[0] + pattern + ends[1]).encode(), source))


def path_of(name):
    """The source file of this name, with as many folders as it takes to be the only one, from the root."""
    found = [path for room in ("src", "match", "lab", "nnue") for path in glob.glob(os.path.join(room, "**", os.path.basename(name)), root_dir=ROOT, recursive=True)
             if path.endswith("/" + name)]
    return found[0] if len(found) == 1 else name


def is_there(test):
    """Is there such a compiled test, or a function of that name in the script?"""
    script, _, part = test.partition(":")
    path = os.path.join(ROOT, "tests", script if part else script + ".c")
    return os.path.exists(path) and (not part or re.search(r"^def %s\(" % re.escape(part), read(path).decode(), re.M) is not None)


def kill_session(leader):
    """Ends a process with all its children: Check gives each of its own a process group."""
    subprocess.run(["pkill", "-KILL", "-s", str(leader)], check=False)


class Ended:
    """The result of a command: its status, its last output, and its CPU time in seconds."""

    def __init__(self, tree, command, environment, stops_at=(), limit=LIMIT):
        """The command is killed when a line begins with one of stops_at, or after this many seconds."""
        process = subprocess.Popen(command, cwd=tree, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
                                   env=environment)
        timer = threading.Timer(limit, kill_session, (process.pid,))
        timer.start()
        lines, self.failure = [], ""
        for raw in process.stdout:
            lines.append(raw.decode("utf-8", "replace"))
            if lines[-1].startswith(stops_at) and stops_at:
                self.failure = lines[-1].strip()
                kill_session(process.pid)
                break
        timer.cancel()
        _, status, usage = os.wait4(process.pid, 0)
        process.stdout.close()
        process.returncode = self.status = os.waitstatus_to_exitcode(status)
        self.seconds = usage.ru_utime + usage.ru_stime
        self.output = "".join(lines)


def copy_tree(tree):
    """Updates the copy. Unchanged files keep their times, so that little is rebuilt."""
    wanted = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "src", "match", "lab", "bench", "nnue", "tests", "web", "docs/lessons.md", "docs/rules", "mk", "Makefile"], cwd=ROOT,
                            check=True, capture_output=True, text=True).stdout.split("\n")
    for name in set(os.listdir(tree) if os.path.isdir(tree) else []) - {"build"}:  # what is no longer there
        for folder, _, files in os.walk(os.path.join(tree, name)):
            for file in files:
                path = os.path.join(folder, file)
                if os.path.relpath(path, tree) not in wanted:
                    os.remove(path)
    for name in filter(None, wanted):
        source, target = os.path.join(ROOT, name), os.path.join(tree, name)
        if not os.path.isfile(source):
            continue
        os.makedirs(os.path.dirname(target), exist_ok=True)
        if not os.path.exists(target) or read(source) != read(target):
            shutil.copy(source, target)


def read(name):
    with open(name, "rb") as file:
        return file.read()


def write(name, data):
    with open(name, "wb") as file:
        file.write(data)


def change(tree, path, data):
    """Replaces a source file and makes sure that make rebuilds it."""
    write(os.path.join(tree, path), data)
    compiled = os.path.join(tree, BUILD, path[:-2] + ".o")
    if path.endswith(".c") and os.path.exists(compiled):
        os.remove(compiled)


def make(tree, tests, jobs=1):
    programs = []
    for test in tests:
        programs += [BUILD + "/quincunx", BUILD + "/quincunx-lab"] if ".py" in test else [BUILD + "/tests/" + test]
        programs += [BUILD + "/quincunx-match"] if "match" in test else []
    command = [os.environ.get("MAKE", "make").split()[0], "-s", "-j%d" % jobs, "CC=gcc", "BUILD=" + BUILD, "EXE=" + BUILD + "/quincunx",
               "MATCH=" + BUILD + "/quincunx-match", "LAB=" + BUILD + "/quincunx-lab", "MODE=", "OPT=-O1", "WARN=-w", *sorted(set(programs))]
    return Ended(tree, command, {name: value for name, value in os.environ.items() if name != "MAKEFLAGS"})


def run_test(tree, test):
    script, _, part = test.partition(":")
    if part:
        command = [sys.executable, "tests/" + script, BUILD + "/quincunx", part]
    else:
        command = [BUILD + "/tests/" + test]
    environment = dict(os.environ, TEST_POSITIONS="300", TEST_LEAVES="20000", TEST_FUZZ="100", CK_RUN_MODE="", CK_VERBOSITY="silent",
                       CK_TAP_LOG_FILE_NAME="-", PYTHONUNBUFFERED="1")
    return Ended(tree, command, environment, ("not ok", "FAILED"))


class Trial:
    """The result of a mutant: the test that failed, or why none did; wall-clock and CPU seconds."""

    def __init__(self, tree, fault):
        self.name, name, old, new, tests = fault
        path = path_of(name)
        self.seconds, self.processor, self.noticed, self.why = time.monotonic(), 0, "", ""
        sound = read(os.path.join(tree, path))
        places = occurrences(sound, old)
        if len(places) != 1:
            self.why = "its text is there %d times in %s" % (len(places), path)
            tests = ""
        else:
            change(tree, path, sound[:places[0].start()] + new.encode() + sound[places[0].end():])
        try:
            self.try_tests(tree, tests.split())
        finally:
            change(tree, path, sound)
        self.seconds = time.monotonic() - self.seconds

    def try_tests(self, tree, tests):
        for test in tests:
            built = make(tree, [test])
            self.processor += built.seconds
            if built.status:
                self.why = "does not compile: " + built.output[-600:]
                return
            ended = run_test(tree, test)
            self.processor += ended.seconds
            if ended.status:
                self.noticed, self.why = test, ended.failure[:100] or "ended with status %d" % ended.status
                return
        self.why = self.why or "not noticed by " + " ".join(tests)


def in_parallel(jobs, work, things):
    """Yields work(job, thing) for each thing, as they complete; each job of 0, 1 ... does one at a time."""
    waiting, done = queue.Queue(), queue.Queue()
    for thing in things:
        waiting.put(thing)

    def labour(job):
        while True:
            try:
                thing = waiting.get_nowait()
            except queue.Empty:
                return
            try:
                done.put(work(job, thing))
            except BaseException as failure:
                done.put(failure)

    for job in range(jobs):
        threading.Thread(target=labour, args=(job,), daemon=True).start()
    for _ in things:
        result = done.get()
        if isinstance(result, BaseException):
            raise result
        yield result


def main():
    words, jobs = sys.argv[1:], 2
    if "--jobs" in words:
        place = words.index("--jobs")
        jobs = max(1, int(words[place + 1]))
        del words[place:place + 2]
    names = [word for word in words if not word.startswith("-")]
    faults = [fault for fault in FAULTS if not names or fault[0] in names]
    if "--list" in words:
        print("\n".join("%-24s %s" % fault[:2] for fault in faults))
        return 0
    if "--check" in words:
        lost = [fault[0] for fault in faults if not os.path.exists(os.path.join(ROOT, path_of(fault[1]))) or len(occurrences(read(os.path.join(ROOT, path_of(fault[1]))), fault[2])) != 1
                or not all(is_there(test) for test in fault[4].split())]
        print("".join("%s: its text or its test is not there\n" % name for name in lost), end="")
        print("%d passed, %d failed" % (len(faults) - len(lost), len(lost)))
        return 1 if lost else 0
    os.makedirs(TREES, exist_ok=True)
    lock = open(os.path.join(TREES, "lock"), "w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        print("another run is at work in %s\n0 passed, 1 failed" % TREES)
        return 1
    begun, processor, caught, missed = time.monotonic(), 0, 0, 0
    trees = [os.path.join(TREES, str(job)) for job in range(jobs)]
    tests = sorted({test for fault in faults for test in fault[4].split()})
    for tree in trees:
        copy_tree(tree)
        built = make(tree, tests, jobs)
        processor += built.seconds
        if built.status:
            print(built.output[-3000:])
            print("0 passed, 1 failed")
            return 1
    for test, ended in in_parallel(jobs, lambda job, test: (test, run_test(trees[job], test)), tests):
        processor += ended.seconds
        if ended.status:
            print("%s fails without any fault: %s" % (test, ended.failure or ended.output[-600:]), flush=True)
            missed += 1
    print("built and tested without faults in %.0f s, %.0f s of processor" % (time.monotonic() - begun, processor), flush=True)
    for trial in in_parallel(jobs, lambda job, fault: Trial(trees[job], fault), faults):
        processor += trial.processor
        caught, missed = caught + bool(trial.noticed), missed + (not trial.noticed)
        print("%-24s %-16s %4.0f s, %3.0f s of processor  %s" % (trial.name, trial.noticed.partition(":")[0] or "MISSED", trial.seconds,
                                                                 trial.processor, trial.why), flush=True)
    print("in %.0f s, %.0f s of processor" % (time.monotonic() - begun, processor))
    print("%d passed, %d failed" % (caught, missed))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
