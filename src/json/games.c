/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "games.h"

#include <string.h>

#include "../rules.h"
#include "../util/json.h"

/* The choices, or the limits of a number. */
static void put_values(Buffer *out, const RuleOption *option)
{
    char text[RULE_VALUE_MAX];
    if (option->choices) {
        int count = 1;
        for (const char *p = option->choices; *p; ++p) count += *p == '|';
        json_open(out, "choices", '[');
        for (int i = 0; i < count; ++i) json_put_text(out, NULL, rules_value(option, i, text));
        json_close(out, ']');
    } else {
        json_put_number(out, "min", option->min);
        json_put_number(out, "max", option->max);
    }
}

/* What each choice means, or a number and 0. */
static void put_said(Buffer *out, const char *said)
{
    json_open(out, "said", '[');
    for (; said; said = strchr(said, '|') ? strchr(said, '|') + 1 : NULL) {
        Buffer text = {0};
        buffer_add(&text, "%.*s", (int)strcspn(said, "|"), said);
        json_put_text(out, NULL, buffer_text(&text));
        out->failed |= text.failed;
        buffer_free(&text);
    }
    json_close(out, ']');
}

void games_put_rule_options(Buffer *out, const Variant *v)
{
    RuleRow row;
    char text[RULE_VALUE_MAX];
    json_open(out, "rule_options", '[');
    for (size_t i = 0; rules_row(v, i, &row); ++i) {
        json_open(out, NULL, '{');
        json_put_text(out, "name", row.option->name);
        json_put_text(out, "words", row.option->words);
        json_put_text(out, "default", rules_value(row.option, row.initial, text));
        if (row.option->said) put_said(out, row.option->said);
        if (row.option->other) json_put_text(out, "other", row.option->other);
        put_values(out, row.option);
        json_close(out, '}');
    }
    json_close(out, ']');
}

static void put_facts(Buffer *out, const Variant *v)
{
    json_open(out, NULL, '{');
    json_put_text(out, "name", v->name);
    json_put_text(out, "title", v->title);
    json_put_text(out, "cecp", variant_cecp_name(v));
    json_put_number(out, "files", v->board.files);
    json_put_number(out, "ranks", v->board.ranks);
    json_put_number(out, "boards", v->board.boards);
    json_put_flag(out, "crosses_boards", v->moves.crosses_boards);
    json_put_flag(out, "captures_elsewhere", v->moves.captures_elsewhere);
    json_put_flag(out, "multi_leg", v->text.legs_status != NULL);
    json_put_flag(out, "pairs", variant_hints(v)->generate_parts != NULL);
    json_put_flag(out, "hands", v->hands.types != NULL);
    json_put_flag(out, "standard_notation", v->text.standard);
    json_put_flag(out, "sides_differ", v->symmetry.swap == 0);
    json_put_number(out, "pieces_max", variant_pieces_max(v));
    json_put_number(out, "margin_percent", variant_margin_percent(v));
    json_put_text(out, "fen", v->position.start_fen);
    json_put_number(out, "bench_depth", variant_bench_depth(v));
    games_put_rule_options(out, v);
    json_put_flag(out, "levels_measured", variant_measured(v)->levels && variant_measured(v)->levels->measured);
    json_close(out, '}');
}

void games_list(bool json, Buffer *out)
{
    for (const Variant *const *v = variants; *v; ++v) {
        Buffer facts = {0};
        if (json) put_facts(&facts, *v);
        buffer_add(out, "%s\n", json ? buffer_text(&facts) : (*v)->name);
        buffer_free(&facts);
    }
}
