/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* The sum of a match, and its JSON file: written to be continued and to be added up. */

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "match.h"

static const char format_name[] = "quincunx-match 1";

/* ---- Counting ---- */

void tally_resize(Tally *tally, size_t games)
{
    if (games <= tally->games) return;
    tally->scores = match_alloc(tally->scores, games + 1);
    memset(tally->scores + tally->games, '-', games - tally->games);
    tally->scores[games] = '\0';
    tally->games = games;
}

/* Games until all variants have had a round. */
static size_t games_per_cycle(const Tally *tally)
{
    return tally->games_per_round * (tally->variant_count ? tally->variant_count : 1);
}

static size_t whole_cycles(const Tally *tally, size_t games)
{
    size_t cycle = games_per_cycle(tally);
    return (games + cycle - 1) / cycle;
}

void tally_init(Tally *tally, const Match *match)
{
    memset(tally, 0, sizeof *tally);
    options_conditions(match, tally->conditions);
    for (int i = 0; i < 2; ++i)
        snprintf(tally->names[i], sizeof tally->names[i], "%s", match->engines[i].name);
    tally->variant_count = match->book_count;
    for (size_t i = 0; i < match->book_count; ++i)
        snprintf(tally->variants[i], sizeof tally->variants[i], "%s", match->books[i].variant->name);
    tally->games_per_round = match->games_per_round;
    tally->sprt = match->sprt;
    tally->elo0 = match->elo0;
    tally->elo1 = match->elo1;
    tally->alpha = match->alpha;
    tally->beta = match->beta;
    tally_resize(tally, match->rounds * games_per_cycle(tally));
    tally->shards = match_alloc(NULL, sizeof *tally->shards);
    tally->shards[0] = (Shard){match->seed, match->first_opening, match->rounds};
    tally->shard_count = 1;
}

void tally_free(Tally *tally)
{
    free(tally->scores);
    free(tally->shards);
    memset(tally, 0, sizeof *tally);
}

MatchCounts tally_counts(const Tally *tally)
{
    return stats_count(tally->scores, tally->used, tally->games_per_round == 2);
}

MatchCounts tally_counts_of(const Tally *tally, size_t variant)
{
    size_t per_round = tally->games_per_round, count = 0;
    char *own = match_alloc(NULL, tally->used + 1);
    for (size_t n = variant * per_round; n < tally->used; n += games_per_cycle(tally))
        for (size_t i = n; i < n + per_round && i < tally->used; ++i) own[count++] = tally->scores[i];
    MatchCounts counts = stats_count(own, count, per_round == 2);
    free(own);
    return counts;
}

double tally_llr(const Tally *tally, double *lower, double *upper)
{
    MatchCounts counts = tally_counts(tally);
    stats_sprt_bounds(tally->alpha, tally->beta, lower, upper);
    return stats_match_llr(&counts, tally->elo0, tally->elo1);
}

/* The counts of a way to end; the last place takes whatever finds none of its own. */
static Reason *find_reason(Tally *tally, const char *text, bool fault)
{
    for (size_t i = 0; i < tally->reason_count; ++i)
        if (strcmp(tally->reasons[i].text, text) == 0) return &tally->reasons[i];
    if (tally->reason_count == REASON_KINDS) return &tally->reasons[REASON_KINDS - 1];
    Reason *reason = &tally->reasons[tally->reason_count++];
    memset(reason, 0, sizeof *reason);
    snprintf(reason->text, sizeof reason->text, "%s", text);
    reason->fault = fault;
    return reason;
}

static void add_engine_totals(EngineTotals *sum, const EngineTotals *part)
{
    sum->turns += part->turns;
    sum->depth_turns += part->depth_turns;
    sum->depth_sum += part->depth_sum;
    sum->nodes += part->nodes;
    sum->search_seconds += part->search_seconds;
    sum->wall_seconds += part->wall_seconds;
}

void tally_add(Tally *tally, size_t n, bool first_is_white, const GameResult *result)
{
    int points = result->result == DRAW ? 1 : (result->result == WHITE_WINS) == first_is_white ? 2 : 0;
    tally_resize(tally, n + 1);
    tally->scores[n] = (char)('0' + points);
    if (n >= tally->used) tally->used = n + 1;
    ++find_reason(tally, result->reason, result->fault)->counts[points];
    for (int i = 0; i < 2; ++i) add_engine_totals(&tally->totals[i], &result->totals[i]);
    tally->plies += result->plies;
}

bool tally_merge(Tally *tally, const Tally *part, ErrorText *error)
{
    if (strcmp(tally->conditions, part->conditions) != 0) {
        snprintf(error->text, sizeof error->text, "is another match: '%.75s', not '%.75s'", part->conditions,
                 tally->conditions);
        return false;
    }
    for (size_t i = 0; i < tally->shard_count; ++i)
        for (size_t k = 0; k < part->shard_count; ++k) {
            const Shard *a = &tally->shards[i], *b = &part->shards[k];
            if (a->seed != b->seed || a->first >= b->first + b->rounds || b->first >= a->first + a->rounds) continue;
            snprintf(error->text, sizeof error->text,
                     "has the same seed %llu and openings as a part already added: the same games?",
                     (unsigned long long)b->seed);
            return false;
        }
    size_t old = whole_cycles(tally, tally->games) * games_per_cycle(tally);
    tally_resize(tally, old + part->games);
    memcpy(tally->scores + old, part->scores, part->games);
    tally->used = tally->games;
    for (size_t i = 0; i < part->reason_count; ++i) {
        Reason *reason = find_reason(tally, part->reasons[i].text, part->reasons[i].fault);
        for (int k = 0; k < 3; ++k) reason->counts[k] += part->reasons[i].counts[k];
    }
    for (int i = 0; i < 2; ++i) add_engine_totals(&tally->totals[i], &part->totals[i]);
    tally->plies += part->plies;
    tally->shards = match_alloc(tally->shards, (tally->shard_count + part->shard_count) * sizeof *tally->shards);
    memcpy(tally->shards + tally->shard_count, part->shards, part->shard_count * sizeof *part->shards);
    tally->shard_count += part->shard_count;
    return true;
}

/* ---- Writing ---- */

static void put_string(FILE *file, const char *text)
{
    fputc('"', file);
    for (; *text; ++text) {
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\') fprintf(file, "\\%c", c);
        else if (c < 32) fprintf(file, "\\u%04x", c);
        else fputc(c, file);
    }
    fputc('"', file);
}

/* JSON has no infinity. */
static void put_number(FILE *file, const char *name, double value)
{
    if (value - value != 0.0)
        fprintf(file, "\"%s\": null", name);
    else
        fprintf(file, "\"%s\": %.10g", name, value);
}

static void put_summary(FILE *file, const Tally *tally)
{
    MatchCounts counts = tally_counts(tally);
    MatchEstimate e = stats_estimate(&counts);
    fprintf(file, "  \"summary\": {\"wins\": %u, \"losses\": %u, \"draws\": %u, \"pentanomial\": [%u, %u, %u, %u, %u], ",
            counts.wins, counts.losses, counts.draws, counts.pairs[0], counts.pairs[1], counts.pairs[2], counts.pairs[3],
            counts.pairs[4]);
    put_number(file, "score", e.score);
    fputs(", ", file);
    put_number(file, "elo", e.elo);
    fputs(", ", file);
    put_number(file, "error", e.error);
    fputs(", ", file);
    put_number(file, "los", e.los);
    if (tally->sprt) {
        fputs(", ", file);
        put_number(file, "llr", stats_match_llr(&counts, tally->elo0, tally->elo1));
    }
    fputs("}\n", file);
}

static void put_tally(FILE *file, const Tally *tally)
{
    /* Whole rounds up to the last game played; what lies behind says nothing. */
    size_t used = tally->used + tally->used % tally->games_per_round;
    fputs("{\n  \"format\": ", file);
    put_string(file, format_name);
    fputs(",\n  \"conditions\": ", file);
    put_string(file, tally->conditions);
    fprintf(file, ",\n  \"games_per_round\": %u,\n  \"variants\": [", tally->games_per_round);
    for (size_t i = 0; i < tally->variant_count; ++i) {
        if (i) fputs(", ", file);
        put_string(file, tally->variants[i]);
    }
    fputs("],\n  \"engines\": [\n", file);
    for (int i = 0; i < 2; ++i) {
        const EngineTotals *t = &tally->totals[i];
        fputs("    {\"name\": ", file);
        put_string(file, tally->names[i]);
        fprintf(file, ", \"turns\": %llu, \"nodes\": %llu, \"depth_turns\": %llu, \"depth_sum\": %llu, ",
                (unsigned long long)t->turns, (unsigned long long)t->nodes, (unsigned long long)t->depth_turns,
                (unsigned long long)t->depth_sum);
        put_number(file, "search_seconds", t->search_seconds);
        fputs(", ", file);
        put_number(file, "wall_seconds", t->wall_seconds);
        fputs(i == 0 ? "},\n" : "}\n", file);
    }
    fputs("  ],\n  \"shards\": [", file);
    for (size_t i = 0; i < tally->shard_count; ++i)
        fprintf(file, "%s\n    {\"seed\": %llu, \"first\": %llu, \"rounds\": %llu}", i ? "," : "",
                (unsigned long long)tally->shards[i].seed, (unsigned long long)tally->shards[i].first,
                (unsigned long long)(tally->shard_count == 1 ? whole_cycles(tally, used) : tally->shards[i].rounds));
    fputs("\n  ],\n", file);
    if (tally->sprt)
        fprintf(file, "  \"sprt\": {\"elo0\": %.10g, \"elo1\": %.10g, \"alpha\": %.10g, \"beta\": %.10g},\n", tally->elo0,
                tally->elo1, tally->alpha, tally->beta);
    fprintf(file, "  \"plies\": %llu,\n  \"reasons\": [", (unsigned long long)tally->plies);
    for (size_t i = 0; i < tally->reason_count; ++i) {
        const Reason *r = &tally->reasons[i];
        fprintf(file, "%s\n    {\"reason\": ", i ? "," : "");
        put_string(file, r->text);
        fprintf(file, ", \"fault\": %s, \"losses\": %llu, \"draws\": %llu, \"wins\": %llu}", r->fault ? "true" : "false",
                (unsigned long long)r->counts[0], (unsigned long long)r->counts[1], (unsigned long long)r->counts[2]);
    }
    fprintf(file, "\n  ],\n  \"scores\": \"%.*s\",\n", (int)used, tally->scores);
    put_summary(file, tally);
    fputs("}\n", file);
}

bool tally_write(const Tally *tally, const char *name, ErrorText *error)
{
    char *temporary = match_alloc(NULL, strlen(name) + 5);
    sprintf(temporary, "%s.new", name);
    FILE *file = fopen(temporary, "w");
    bool ok = file != NULL;
    if (ok) {
        put_tally(file, tally);
        ok = !ferror(file);
        ok &= fclose(file) == 0;
        ok = ok && rename(temporary, name) == 0;
    }
    if (!ok) snprintf(error->text, sizeof error->text, "cannot write %.120s: %s", name, strerror(errno));
    free(temporary);
    return ok;
}

/* ---- Reading ---- */

/* A place in a JSON text; bad once anything was not as it should be. */
typedef struct Reader {
    const char *at;
    bool bad;
} Reader;

static bool take(Reader *in, char c)
{
    while (isspace((unsigned char)*in->at)) ++in->at;
    if (in->bad || *in->at != c) return false;
    ++in->at;
    return true;
}

static void need(Reader *in, char c) { in->bad |= !take(in, c); }

/* A string, cut to size. */
static void get_string(Reader *in, char *text, size_t size)
{
    size_t n = 0;
    need(in, '"');
    while (!in->bad && *in->at != '"') {
        int c = (unsigned char)*in->at;
        if (c == '\0') {
            in->bad = true;
            break;
        }
        ++in->at;
        if (c == '\\') {
            c = (unsigned char)*in->at;
            in->bad |= c == '\0';
            if (c == 'u') c = ' ', in->at += strnlen(in->at, 5) - 1;
            if (!in->bad) ++in->at;
        }
        if (n + 1 < size) text[n++] = (char)c;
    }
    if (size) text[n] = '\0';
    need(in, '"');
}

/* "name":, in an object entered with '{'; false at its '}'. */
static bool get_name(Reader *in, char *name, size_t size)
{
    if (in->bad || take(in, '}')) return false;
    take(in, ',');
    get_string(in, name, size);
    need(in, ':');
    return !in->bad;
}

/* Is there another element of an array entered with '['? */
static bool get_element(Reader *in)
{
    if (in->bad || take(in, ']')) return false;
    take(in, ',');
    return true;
}

static uint64_t get_count(Reader *in)
{
    char *end;
    while (isspace((unsigned char)*in->at)) ++in->at;
    uint64_t value = strtoull(in->at, &end, 10);
    in->bad |= end == in->at || *in->at == '-';
    in->at = end;
    return value;
}

static double get_number(Reader *in)
{
    char *end;
    double value = strtod(in->at, &end);
    in->bad |= end == in->at;
    in->at = end;
    return value;
}

/* Passes over any value; deeper nesting than ours is bad. */
static void skip_value(Reader *in, int depth)
{
    char name[64];
    if (depth > 8) in->bad = true;
    if (in->bad) return;
    if (take(in, '{')) {
        while (get_name(in, name, sizeof name)) skip_value(in, depth + 1);
    } else if (take(in, '[')) {
        while (get_element(in)) skip_value(in, depth + 1);
    } else if (*in->at == '"') {
        get_string(in, name, sizeof name);
    } else {
        size_t n = strspn(in->at, "+-.0123456789eEtrufalsn");
        in->bad |= n == 0;
        in->at += n;
    }
}

static void get_engine(Reader *in, Tally *tally, int i)
{
    char name[64];
    EngineTotals *t = &tally->totals[i];
    need(in, '{');
    while (get_name(in, name, sizeof name)) {
        if (strcmp(name, "name") == 0) get_string(in, tally->names[i], sizeof tally->names[i]);
        else if (strcmp(name, "turns") == 0) t->turns = get_count(in);
        else if (strcmp(name, "nodes") == 0) t->nodes = get_count(in);
        else if (strcmp(name, "depth_turns") == 0) t->depth_turns = get_count(in);
        else if (strcmp(name, "depth_sum") == 0) t->depth_sum = get_count(in);
        else if (strcmp(name, "search_seconds") == 0) t->search_seconds = get_number(in);
        else if (strcmp(name, "wall_seconds") == 0) t->wall_seconds = get_number(in);
        else skip_value(in, 0);
    }
}

static void get_shard(Reader *in, Tally *tally)
{
    char name[64];
    Shard shard = {0};
    need(in, '{');
    while (get_name(in, name, sizeof name)) {
        if (strcmp(name, "seed") == 0) shard.seed = get_count(in);
        else if (strcmp(name, "first") == 0) shard.first = get_count(in);
        else if (strcmp(name, "rounds") == 0) shard.rounds = get_count(in);
        else skip_value(in, 0);
    }
    tally->shards = match_alloc(tally->shards, (tally->shard_count + 1) * sizeof *tally->shards);
    tally->shards[tally->shard_count++] = shard;
}

static void get_reason(Reader *in, Tally *tally)
{
    char name[64];
    Reason read = {0};
    need(in, '{');
    while (get_name(in, name, sizeof name)) {
        if (strcmp(name, "reason") == 0) get_string(in, read.text, sizeof read.text);
        else if (strcmp(name, "losses") == 0) read.counts[0] = get_count(in);
        else if (strcmp(name, "draws") == 0) read.counts[1] = get_count(in);
        else if (strcmp(name, "wins") == 0) read.counts[2] = get_count(in);
        else if (strcmp(name, "fault") == 0) {
            take(in, ' ');
            read.fault = *in->at == 't';
            skip_value(in, 0);
        } else skip_value(in, 0);
    }
    Reason *reason = find_reason(tally, read.text, read.fault);
    for (int i = 0; i < 3; ++i) reason->counts[i] += read.counts[i];
}

static void get_sprt(Reader *in, Tally *tally)
{
    char name[64];
    need(in, '{');
    tally->sprt = true;
    while (get_name(in, name, sizeof name)) {
        if (strcmp(name, "elo0") == 0) tally->elo0 = get_number(in);
        else if (strcmp(name, "elo1") == 0) tally->elo1 = get_number(in);
        else if (strcmp(name, "alpha") == 0) tally->alpha = get_number(in);
        else if (strcmp(name, "beta") == 0) tally->beta = get_number(in);
        else skip_value(in, 0);
    }
}

static void get_tally(Reader *in, Tally *tally, size_t size)
{
    char name[64], format[64] = "";
    int engine = 0;
    need(in, '{');
    while (get_name(in, name, sizeof name)) {
        if (strcmp(name, "format") == 0) get_string(in, format, sizeof format);
        else if (strcmp(name, "conditions") == 0) get_string(in, tally->conditions, sizeof tally->conditions);
        else if (strcmp(name, "games_per_round") == 0) tally->games_per_round = (unsigned)get_count(in);
        else if (strcmp(name, "plies") == 0) tally->plies = get_count(in);
        else if (strcmp(name, "sprt") == 0) get_sprt(in, tally);
        else if (strcmp(name, "scores") == 0) {
            free(tally->scores);
            tally->scores = match_alloc(NULL, size + 1);
            get_string(in, tally->scores, size + 1);
        } else if (strcmp(name, "variants") == 0) {
            need(in, '[');
            while (get_element(in) && !(in->bad |= tally->variant_count == BOOKS_MAX))
                get_string(in, tally->variants[tally->variant_count++], VARIANT_NAME_MAX);
        } else if (strcmp(name, "engines") == 0) {
            need(in, '[');
            for (; get_element(in) && !(in->bad |= engine == 2); ++engine) get_engine(in, tally, engine);
        } else if (strcmp(name, "shards") == 0) {
            need(in, '[');
            while (get_element(in)) get_shard(in, tally);
        } else if (strcmp(name, "reasons") == 0) {
            need(in, '[');
            while (get_element(in)) get_reason(in, tally);
        } else skip_value(in, 0);
    }
    if (strcmp(format, format_name) != 0 || engine != 2 || !tally->scores || tally->shard_count == 0) in->bad = true;
    if (tally->games_per_round < 1 || tally->games_per_round > 2) in->bad = true;
    if (in->bad) return;
    tally->games = tally->used = strlen(tally->scores);
    in->bad = strspn(tally->scores, "-012") != tally->games || tally->games % tally->games_per_round;
}

/* The whole file as a text, NULL with errno set. */
static char *read_file(const char *name, size_t *size)
{
    FILE *file = fopen(name, "r");
    if (!file) return NULL;
    char *text = NULL;
    size_t n;
    *size = 0;
    do {
        text = match_alloc(text, *size + 65537);
        n = fread(text + *size, 1, 65536, file);
        *size += n;
    } while (n > 0);
    text[*size] = '\0';
    if (ferror(file)) {
        free(text);
        text = NULL;
    }
    fclose(file);
    return text;
}

bool tally_read(Tally *tally, const char *name, bool *missing, ErrorText *error)
{
    size_t size;
    memset(tally, 0, sizeof *tally);
    errno = 0;
    char *text = read_file(name, &size);
    if (missing) *missing = !text && errno == ENOENT;
    if (!text) {
        snprintf(error->text, sizeof error->text, "cannot read it: %s", strerror(errno));
        return false;
    }
    Reader in = {text, false};
    get_tally(&in, tally, size);
    if (in.bad) {
        snprintf(error->text, sizeof error->text, "is not a result of quincunx-match, or damaged near byte %zu",
                 (size_t)(in.at - text));
        tally_free(tally);
    }
    free(text);
    return !in.bad;
}
