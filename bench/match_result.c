/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* The sum of a match in a JSON file: written to be continued and to be added up. */

#include "match_result.h"

#include <stdlib.h>
#include <string.h>

#include "../src/notation.h"
#include "../src/protocol/files.h"
#include "match_json.h"
#include "match_output.h"

static const char format_name[] = "quincunx-match 1";

/* ---- Writing ---- */

static void put_summary(Text *out, const Tally *tally)
{
    MatchCounts counts = tally_counts(tally);
    MatchEstimate e = stats_estimate(&counts);
    text_add(out, "  \"summary\": {\"wins\": %u, \"losses\": %u, \"draws\": %u, \"pentanomial\": [%u, %u, %u, %u, %u], ",
            counts.wins, counts.losses, counts.draws, counts.pairs[0], counts.pairs[1], counts.pairs[2], counts.pairs[3],
            counts.pairs[4]);
    const struct { const char *name; double value; } numbers[] = {
        {"score", e.score}, {"elo", e.elo}, {"error", e.error}, {"los", e.los},
        {"llr", stats_match_llr(&counts, tally->elo0, tally->elo1)}};
    for (int i = 0; i < (tally->sprt ? 5 : 4); ++i) {
        if (i) text_add(out, ", ");
        json_put_number(out, numbers[i].name, numbers[i].value);
    }
    text_add(out, "}\n");
}

static void put_engines(Text *out, const Tally *tally)
{
    text_add(out, "  \"engines\": [\n");
    for (int i = 0; i < 2; ++i) {
        const EngineTotals *t = &tally->totals[i];
        text_add(out, "    {\"name\": ");
        json_put_string(out, tally->names[i]);
        text_add(out, ", \"turns\": %llu, \"nodes\": %llu, \"depth_turns\": %llu, \"depth_sum\": %llu, ",
                 (unsigned long long)t->turns, (unsigned long long)t->nodes, (unsigned long long)t->depth_turns,
                 (unsigned long long)t->depth_sum);
        json_put_number(out, "search_seconds", t->search_seconds);
        text_add(out, ", ");
        json_put_number(out, "wall_seconds", t->wall_seconds);
        text_add(out, i == 0 ? "},\n" : "}\n");
    }
    text_add(out, "  ],\n");
}

static void put_shards(Text *out, const Tally *tally, size_t used)
{
    text_add(out, "  \"shards\": [");
    for (size_t i = 0; i < tally->shard_count; ++i) {
        const Shard *shard = &tally->shards[i];
        uint64_t rounds = tally->shard_count == 1 ? tally_cycles(tally, used) : shard->rounds;
        text_add(out, "%s\n    {\"seed\": %llu, \"first\": %llu, \"rounds\": %llu}", i ? "," : "",
                 (unsigned long long)shard->seed, (unsigned long long)shard->first, (unsigned long long)rounds);
    }
    text_add(out, "\n  ],\n");
}

static void put_reasons(Text *out, const Tally *tally)
{
    text_add(out, "  \"reasons\": [");
    for (size_t i = 0; i < tally->reason_count; ++i) {
        const Reason *r = &tally->reasons[i];
        text_add(out, "%s\n    {\"reason\": ", i ? "," : "");
        json_put_string(out, r->text);
        text_add(out, ", \"fault\": %s, \"losses\": %llu, \"draws\": %llu, \"wins\": %llu}", r->fault ? "true" : "false",
                 (unsigned long long)r->counts[0], (unsigned long long)r->counts[1], (unsigned long long)r->counts[2]);
    }
    text_add(out, "\n  ],\n");
}

void tally_print(const Tally *tally, Text *out)
{
    /* Whole rounds up to the last game played; what lies behind says nothing. */
    size_t used = tally->used + tally->used % tally->games_per_round;
    text_add(out, "{\n  \"format\": ");
    json_put_string(out, format_name);
    text_add(out, ",\n  \"conditions\": ");
    json_put_string(out, tally->conditions);
    text_add(out, ",\n  \"games_per_round\": %u,\n  \"variants\": [", tally->games_per_round);
    for (size_t i = 0; i < tally->variant_count; ++i) {
        if (i) text_add(out, ", ");
        json_put_string(out, tally->variants[i]);
    }
    text_add(out, "],\n");
    put_engines(out, tally);
    put_shards(out, tally, used);
    if (tally->sprt)
        text_add(out, "  \"sprt\": {\"elo0\": %.10g, \"elo1\": %.10g, \"alpha\": %.10g, \"beta\": %.10g},\n", tally->elo0,
                 tally->elo1, tally->alpha, tally->beta);
    text_add(out, "  \"plies\": %llu,\n", (unsigned long long)tally->plies);
    put_reasons(out, tally);
    text_add(out, "  \"scores\": \"%.*s\",\n", (int)used, tally->scores);
    put_summary(out, tally);
    text_add(out, "}\n");
}

bool tally_write(const Tally *tally, const char *name, ErrorText *error)
{
    Text text = {0};
    tally_print(tally, &text);
    bool ok = output_replace(name, text.data, text.length, error);
    free(text.data);
    return ok;
}

/* ---- Reading ---- */

static void get_engine(JsonReader *in, Tally *tally, int i)
{
    char name[64];
    EngineTotals *t = &tally->totals[i];
    json_enter_object(in);
    while (json_member(in, name, sizeof name)) {
        if (strcmp(name, "name") == 0) json_string(in, tally->names[i], sizeof tally->names[i]);
        else if (strcmp(name, "turns") == 0) t->turns = json_count(in);
        else if (strcmp(name, "nodes") == 0) t->nodes = json_count(in);
        else if (strcmp(name, "depth_turns") == 0) t->depth_turns = json_count(in);
        else if (strcmp(name, "depth_sum") == 0) t->depth_sum = json_count(in);
        else if (strcmp(name, "search_seconds") == 0) t->search_seconds = json_number(in);
        else if (strcmp(name, "wall_seconds") == 0) t->wall_seconds = json_number(in);
        else json_skip(in);
    }
}

static void get_shard(JsonReader *in, Tally *tally)
{
    char name[64];
    Shard shard = {0};
    json_enter_object(in);
    while (json_member(in, name, sizeof name)) {
        if (strcmp(name, "seed") == 0) shard.seed = json_count(in);
        else if (strcmp(name, "first") == 0) shard.first = json_count(in);
        else if (strcmp(name, "rounds") == 0) shard.rounds = json_count(in);
        else json_skip(in);
    }
    tally->shards = match_alloc(tally->shards, (tally->shard_count + 1) * sizeof *tally->shards);
    tally->shards[tally->shard_count++] = shard;
}

static void get_reason(JsonReader *in, Tally *tally)
{
    char name[64];
    Reason read = {0};
    json_enter_object(in);
    while (json_member(in, name, sizeof name)) {
        if (strcmp(name, "reason") == 0) json_string(in, read.text, sizeof read.text);
        else if (strcmp(name, "losses") == 0) read.counts[0] = json_count(in);
        else if (strcmp(name, "draws") == 0) read.counts[1] = json_count(in);
        else if (strcmp(name, "wins") == 0) read.counts[2] = json_count(in);
        else if (strcmp(name, "fault") == 0) read.fault = json_bool(in);
        else json_skip(in);
    }
    Reason *reason = tally_reason(tally, read.text, read.fault);
    for (int i = 0; i < 3; ++i) reason->counts[i] += read.counts[i];
}

static void get_sprt(JsonReader *in, Tally *tally)
{
    char name[64];
    json_enter_object(in);
    tally->sprt = true;
    while (json_member(in, name, sizeof name)) {
        if (strcmp(name, "elo0") == 0) tally->elo0 = json_number(in);
        else if (strcmp(name, "elo1") == 0) tally->elo1 = json_number(in);
        else if (strcmp(name, "alpha") == 0) tally->alpha = json_number(in);
        else if (strcmp(name, "beta") == 0) tally->beta = json_number(in);
        else json_skip(in);
    }
}

static void get_variants(JsonReader *in, Tally *tally)
{
    json_enter_array(in);
    while (json_element(in) && !(in->bad |= tally->variant_count == BOOKS_MAX))
        json_string(in, tally->variants[tally->variant_count++], VARIANT_NAME_MAX);
}

static void get_scores(JsonReader *in, Tally *tally)
{
    size_t size = strlen(in->at) + 1;
    free(tally->scores);
    tally->scores = match_alloc(NULL, size);
    json_string(in, tally->scores, size);
}

/* What was read must be a sum that could have been written. */
static bool is_sound(const Tally *tally, const char *format, int engines)
{
    if (strcmp(format, format_name) != 0 || engines != 2 || !tally->scores || tally->shard_count == 0) return false;
    if (tally->games_per_round < 1 || tally->games_per_round > 2) return false;
    return strspn(tally->scores, "-012") == tally->games && tally->games % tally->games_per_round == 0;
}

static void get_tally(JsonReader *in, Tally *tally)
{
    char name[64], format[64] = "";
    int engine = 0;
    json_enter_object(in);
    while (json_member(in, name, sizeof name)) {
        if (strcmp(name, "format") == 0) json_string(in, format, sizeof format);
        else if (strcmp(name, "conditions") == 0) json_string(in, tally->conditions, sizeof tally->conditions);
        else if (strcmp(name, "games_per_round") == 0) tally->games_per_round = (unsigned)json_count(in);
        else if (strcmp(name, "plies") == 0) tally->plies = json_count(in);
        else if (strcmp(name, "sprt") == 0) get_sprt(in, tally);
        else if (strcmp(name, "scores") == 0) get_scores(in, tally);
        else if (strcmp(name, "variants") == 0) get_variants(in, tally);
        else if (strcmp(name, "engines") == 0)
            for (json_enter_array(in); json_element(in) && !(in->bad |= engine == 2); ++engine)
                get_engine(in, tally, engine);
        else if (strcmp(name, "shards") == 0)
            for (json_enter_array(in); json_element(in);) get_shard(in, tally);
        else if (strcmp(name, "reasons") == 0)
            for (json_enter_array(in); json_element(in);) get_reason(in, tally);
        else json_skip(in);
    }
    json_end(in);
    tally->games = tally->used = tally->scores ? strlen(tally->scores) : 0;
    in->bad |= !is_sound(tally, format, engine);
}

bool tally_parse(Tally *tally, const char *text, ErrorText *error)
{
    JsonReader in = {.at = text};
    memset(tally, 0, sizeof *tally);
    get_tally(&in, tally);
    if (!in.bad) return true;
    tally_free(tally);
    return error_set(error, "is not a result of quincunx-match, or damaged near byte %zu", (size_t)(in.at - text));
}

bool tally_read(Tally *tally, const char *name, bool *missing, ErrorText *error)
{
    Buffer text = {0};
    if (missing) *missing = !file_exists(name);
    bool ok = file_read(name, &text, error) && tally_parse(tally, buffer_text(&text), error);
    buffer_free(&text);
    return ok;
}
