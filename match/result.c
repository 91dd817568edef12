/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* The result of a match as a JSON file, used to resume it and to merge results. */

#include "result.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../src/text/notation.h"
#include "../src/util/files.h"
#include "../src/util/json.h"
#include "output.h"

static const char format_name[] = "quincunx-match 1";

/* ---- Writing ---- */

/* Writes raw bytes, so that a name is read back unchanged. */
static void put_string(Buffer *out, const char *text)
{
    match_add(out, "\"");
    for (; *text; ++text) {
        unsigned char c = (unsigned char)*text;
        match_add(out, c == '"' || c == '\\' ? "\\%c" : c < 32 ? "\\u%04x" : "%c", c);
    }
    match_add(out, "\"");
}

/* JSON has no infinity: null stands for it. */
static void put_number(Buffer *out, const char *name, double value)
{
    if (isfinite(value)) match_add(out, "\"%s\": %.10g", name, value);
    else match_add(out, "\"%s\": null", name);
}

static void put_summary(Buffer *out, const Tally *tally)
{
    MatchCounts counts = tally_counts(tally);
    MatchEstimate e = stats_estimate(&counts);
    match_add(out, "  \"summary\": {\"wins\": %u, \"losses\": %u, \"draws\": %u, \"pentanomial\": [%u, %u, %u, %u, %u], ",
            counts.wins, counts.losses, counts.draws, counts.pairs[0], counts.pairs[1], counts.pairs[2], counts.pairs[3],
            counts.pairs[4]);
    const struct { const char *name; double value; } numbers[] = {
        {"score", e.score}, {"elo", e.elo}, {"error", e.error}, {"los", e.los},
        {"llr", stats_match_llr(&counts, tally->elo0, tally->elo1)}};
    for (int i = 0; i < (tally->sprt ? 5 : 4); ++i) {
        if (i) match_add(out, ", ");
        put_number(out, numbers[i].name, numbers[i].value);
    }
    match_add(out, "}\n");
}

static void put_engines(Buffer *out, const Tally *tally)
{
    match_add(out, "  \"engines\": [\n");
    for (int i = 0; i < 2; ++i) {
        const EngineTotals *t = &tally->totals[i];
        match_add(out, "    {\"name\": ");
        put_string(out, tally->names[i]);
        match_add(out, ", \"moves\": %llu, \"nodes\": %llu, \"depth_moves\": %llu, \"depth_sum\": %llu, ",
                 (unsigned long long)t->moves, (unsigned long long)t->nodes, (unsigned long long)t->depth_moves,
                 (unsigned long long)t->depth_sum);
        put_number(out, "search_seconds", t->search_seconds);
        match_add(out, ", ");
        put_number(out, "wall_seconds", t->wall_seconds);
        match_add(out, i == 0 ? "},\n" : "}\n");
    }
    match_add(out, "  ],\n");
}

static void put_shards(Buffer *out, const Tally *tally, size_t used)
{
    match_add(out, "  \"shards\": [");
    for (size_t i = 0; i < tally->shard_count; ++i) {
        const Shard *shard = &tally->shards[i];
        uint64_t rounds = tally->shard_count == 1 ? tally_cycles(tally, used) : shard->rounds;
        match_add(out, "%s\n    {\"seed\": %llu, \"first\": %llu, \"rounds\": %llu}", i ? "," : "",
                 (unsigned long long)shard->seed, (unsigned long long)shard->first, (unsigned long long)rounds);
    }
    match_add(out, "\n  ],\n");
}

static void put_reasons(Buffer *out, const Tally *tally)
{
    match_add(out, "  \"reasons\": [");
    for (size_t i = 0; i < tally->reason_count; ++i) {
        const Reason *r = &tally->reasons[i];
        match_add(out, "%s\n    {\"reason\": ", i ? "," : "");
        put_string(out, r->text);
        match_add(out, ", \"fault\": %s, \"losses\": %llu, \"draws\": %llu, \"wins\": %llu}", r->fault ? "true" : "false",
                 (unsigned long long)r->counts[0], (unsigned long long)r->counts[1], (unsigned long long)r->counts[2]);
    }
    match_add(out, "\n  ],\n");
}

void tally_print(const Tally *tally, Buffer *out)
{
    /* Whole rounds up to the last game played; nothing after that is used. */
    size_t used = tally->used + tally->used % tally->games_per_round;
    match_add(out, "{\n  \"format\": ");
    put_string(out, format_name);
    match_add(out, ",\n  \"conditions\": ");
    put_string(out, tally->conditions);
    match_add(out, ",\n  \"games_per_round\": %u,\n  \"variants\": [", tally->games_per_round);
    for (size_t i = 0; i < tally->variant_count; ++i) {
        if (i) match_add(out, ", ");
        put_string(out, tally->variants[i]);
    }
    match_add(out, "],\n");
    put_engines(out, tally);
    put_shards(out, tally, used);
    if (tally->sprt)
        match_add(out, "  \"sprt\": {\"elo0\": %.10g, \"elo1\": %.10g, \"alpha\": %.10g, \"beta\": %.10g},\n", tally->elo0,
                 tally->elo1, tally->alpha, tally->beta);
    match_add(out, "  \"plies\": %llu,\n", (unsigned long long)tally->plies);
    put_reasons(out, tally);
    match_add(out, "  \"scores\": \"%.*s\",\n", (int)used, tally->scores);
    put_summary(out, tally);
    match_add(out, "}\n");
}

bool tally_write(const Tally *tally, const char *name, ErrorText *error)
{
    Buffer text = {0};
    tally_print(tally, &text);
    bool ok = output_replace(name, text.text, text.length, error);
    free(text.text);
    return ok;
}

/* ---- Reading ---- */

/* If something is missing or invalid, *ok becomes false and the value is 0. */
static const JsonNode *get(const JsonNode *object, const char *name, JsonType type, bool *ok)
{
    const JsonNode *node = json_member(object, name);
    if (node && node->type == type) return node;
    *ok = false;
    return NULL;
}

static uint64_t get_count(const JsonNode *object, const char *name, bool *ok)
{
    const JsonNode *node = get(object, name, JSON_NUMBER, ok);
    char *end;
    if (!node) return 0;
    errno = 0;
    uint64_t value = strtoull(node->text, &end, 10);
    if (isdigit((unsigned char)*node->text) && !*end && !errno) return value;
    *ok = false;
    return 0;
}

static double get_number(const JsonNode *object, const char *name, bool *ok)
{
    const JsonNode *node = json_member(object, name);
    if (node && node->type == JSON_NULL) return INFINITY;
    node = get(object, name, JSON_NUMBER, ok);
    double number = node ? strtod(node->text, NULL) : 0.0;
    *ok &= isfinite(number) != 0;
    return number;
}

/* Truncated to size. */
static void get_string(const JsonNode *object, const char *name, char *text, size_t size, bool *ok)
{
    const JsonNode *node = get(object, name, JSON_STRING, ok);
    snprintf(text, size, "%s", node ? node->text : "");
}

/* The first element of an array, NULL if it is empty. */
static const JsonNode *get_elements(const JsonNode *object, const char *name, bool *ok)
{
    const JsonNode *node = get(object, name, JSON_ARRAY, ok);
    return node ? node->first : NULL;
}

static void get_engines(const JsonNode *root, Tally *tally, bool *ok)
{
    int i = 0;
    for (const JsonNode *node = get_elements(root, "engines", ok); node && i < 2; node = node->next, ++i) {
        get_string(node, "name", tally->names[i], sizeof tally->names[i], ok);
        tally->totals[i] = (EngineTotals){
            .moves = get_count(node, "moves", ok), .nodes = get_count(node, "nodes", ok),
            .depth_moves = get_count(node, "depth_moves", ok), .depth_sum = get_count(node, "depth_sum", ok),
            .search_seconds = get_number(node, "search_seconds", ok), .wall_seconds = get_number(node, "wall_seconds", ok)};
    }
    *ok &= i == 2;
}

static void get_shards(const JsonNode *root, Tally *tally, bool *ok)
{
    for (const JsonNode *node = get_elements(root, "shards", ok); node; node = node->next) {
        Shard shard = {get_count(node, "seed", ok), get_count(node, "first", ok), get_count(node, "rounds", ok)};
        tally->shards = match_alloc(tally->shards, (tally->shard_count + 1) * sizeof *tally->shards);
        tally->shards[tally->shard_count++] = shard;
    }
    *ok &= tally->shard_count > 0;
}

static void get_reasons(const JsonNode *root, Tally *tally, bool *ok)
{
    for (const JsonNode *node = get_elements(root, "reasons", ok); node; node = node->next) {
        char text[REASON_MAX];
        get_string(node, "reason", text, sizeof text, ok);
        Reason *reason = tally_reason(tally, text, json_flag(node, "fault"));
        reason->counts[0] += get_count(node, "losses", ok);
        reason->counts[1] += get_count(node, "draws", ok);
        reason->counts[2] += get_count(node, "wins", ok);
    }
}

/* Results with a single variant may lack these. */
static void get_variants(const JsonNode *root, Tally *tally, bool *ok)
{
    if (!json_member(root, "variants")) return;
    for (const JsonNode *node = get_elements(root, "variants", ok); node; node = node->next) {
        if (node->type != JSON_STRING || tally->variant_count == BOOKS_MAX) {
            *ok = false;
            return;
        }
        snprintf(tally->variants[tally->variant_count++], VARIANT_NAME_MAX, "%s", node->text);
    }
}

static void get_sprt(const JsonNode *root, Tally *tally, bool *ok)
{
    const JsonNode *sprt = json_member(root, "sprt");
    if (!sprt) return;
    tally->sprt = true;
    tally->elo0 = get_number(sprt, "elo0", ok);
    tally->elo1 = get_number(sprt, "elo1", ok);
    tally->alpha = get_number(sprt, "alpha", ok);
    tally->beta = get_number(sprt, "beta", ok);
    /* null is read as infinity, which is invalid here. */
    *ok &= isfinite(tally->elo0) && isfinite(tally->elo1) && isfinite(tally->alpha) && isfinite(tally->beta);
}

static void get_scores(const JsonNode *root, Tally *tally, bool *ok)
{
    const JsonNode *scores = get(root, "scores", JSON_STRING, ok);
    uint64_t per_round = get_count(root, "games_per_round", ok);
    if (!scores) return;
    tally->scores = match_copy(scores->text);
    tally->games = tally->used = strlen(tally->scores);
    *ok &= strspn(tally->scores, "-012") == tally->games && (per_round == 1 || per_round == 2);
    if (!*ok) return;
    tally->games_per_round = (unsigned)per_round;
    *ok = tally->games % per_round == 0;
}

bool tally_parse(Tally *tally, char *text, ErrorText *error)
{
    JsonDocument document;
    ErrorText why;
    memset(tally, 0, sizeof *tally);
    bool ok = json_read(text, &document, &why);
    if (!ok) {
        error_set(error, "is not a result of quincunx-match, or damaged: %.100s", why.text);
    } else {
        const JsonNode *root = document.root;
        ok = strcmp(json_text(root, "format", ""), format_name) == 0;
        get_string(root, "conditions", tally->conditions, sizeof tally->conditions, &ok);
        tally->plies = get_count(root, "plies", &ok);
        get_variants(root, tally, &ok);
        get_engines(root, tally, &ok);
        get_shards(root, tally, &ok);
        get_sprt(root, tally, &ok);
        get_reasons(root, tally, &ok);
        get_scores(root, tally, &ok);
        if (!ok) error_set(error, "is not a result of quincunx-match");
    }
    json_free(&document);
    if (!ok) tally_free(tally);
    return ok;
}

bool tally_read(Tally *tally, const char *name, bool *missing, ErrorText *error)
{
    Buffer text = {0};
    if (missing) *missing = !file_exists(name);
    bool ok = file_read(name, &text, error);
    if (ok && !text.text) ok = error_set(error, "is empty");
    ok = ok && tally_parse(tally, text.text, error);
    buffer_free(&text);
    return ok;
}
