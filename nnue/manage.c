/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "manage.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../src/text/notation.h"
#include "../src/util/files.h"
#include "../src/search/timeman.h"
#include "generate.h"
#include "samples.h"

enum { MERGED_BYTES = 4 << 20, FLUSH_MS = 30 * 1000 };

/* Is it a file of games or of samples? False with the reason if neither. */
static bool find_kind(const char *path, BlockKind *kind, ErrorText *error)
{
    BlockReader r;
    ErrorText as_games;
    *kind = BLOCK_GAMES;
    bool ok = block_open(&r, path, BLOCK_GAMES, &as_games);
    if (!ok) {
        *kind = BLOCK_SAMPLES;
        ok = block_open(&r, path, BLOCK_SAMPLES, error);
    }
    if (ok) block_done(&r);
    return ok;
}

static void warn_cut(const char *path) { fprintf(stderr, "%s: an unfinished block at its end is left out\n", path); }

static bool begin_file(BlockWriter *w, const char *path, BlockKind kind, const BlockHeader *like, const char *text, bool growing,
                       ErrorText *error)
{
    BlockHeader header = *like;
    header.kind = kind;
    snprintf(header.text, sizeof header.text, "%s", text);
    return block_create(w, path, &header, growing, error);
}

/* ---- Merging ---- */

/* Files of games, merged by number. */
typedef struct Merge {
    GameReader *readers;
    bool *ended;
    size_t count, opened;
    uint64_t games, missing, next;
} Merge;

static bool advance(Merge *m, size_t i, ErrorText *error)
{
    GameReader *r = &m->readers[i];
    uint64_t before = r->game.number;
    bool first = r->block.records == 0;
    BlockStatus status = games_next(r, error);
    if (status == BLOCK_CUT) warn_cut(r->block.path);
    m->ended[i] = status != BLOCK_READ;
    if (status == BLOCK_DAMAGED || status == BLOCK_FAILED) return false;
    if (status == BLOCK_READ && !first && r->game.number <= before)
        return error_set(error, "%.100s does not hold its games in order", r->block.path);
    return true;
}

static bool open_all(Merge *m, const char *const *paths, ErrorText *error)
{
    for (size_t i = 0; i < m->count; ++i) {
        if (!games_open(&m->readers[i], paths[i], false, error)) return false;
        ++m->opened;
        generation_origin(m->readers[i].block.header.text);
        const BlockHeader *a = &m->readers[0].block.header, *b = &m->readers[i].block.header;
        if (strcmp(a->game, b->game) != 0)
            return error_set(error, "%.90s is of %s, the files before it of %s", paths[i], b->game, a->game);
        if (strcmp(a->text, b->text) != 0) {
            fprintf(stderr, "%s: %s\n%s: %s\n", paths[0], a->text, paths[i], b->text);
            return error_set(error, "%.100s holds games of another generation", paths[i]);
        }
        if (!advance(m, i, error)) return false;
    }
    return true;
}

static bool merge_all(Merge *m, BlockWriter *w, ErrorText *error)
{
    for (;;) {
        GameReader *min = NULL;
        for (size_t i = 0; i < m->count; ++i)
            if (!m->ended[i] && (!min || m->readers[i].game.number < min->game.number)) min = &m->readers[i];
        if (!min) return true;
        uint64_t number = min->game.number;
        if (m->games > 0 && number < m->next)
            return error_set(error, "game %" PRIu64 " is there twice, also in %.100s", number, min->block.path);
        uint8_t *out = block_room(w, GAME_BYTES_MAX);
        if (!out) return error_set(error, "out of memory");
        block_add(w, game_pack(&min->game, out), number);
        m->missing += number - m->next;
        m->next = number + 1;
        ++m->games;
        if (w->size >= MERGED_BYTES && !block_flush(w, error)) return false;
        if (!advance(m, (size_t)(min - m->readers), error)) return false;
    }
}

static bool merge_games(const char *const *paths, size_t count, const char *out, ErrorText *error)
{
    Merge m = {.readers = calloc(count, sizeof(GameReader)), .ended = calloc(count, sizeof(bool)), .count = count};
    BlockWriter w;
    bool ok = (m.readers && m.ended) || error_set(error, "out of memory");
    ok = ok && open_all(&m, paths, error);
    if (ok) {
        const BlockHeader *like = &m.readers[0].block.header;
        ok = begin_file(&w, out, BLOCK_GAMES, like, like->text, false, error);
        if (ok && !merge_all(&m, &w, error)) {
            block_abandon(&w);
            ok = false;
        }
        ok = ok && block_finish(&w, error);
    }
    if (ok) printf("%" PRIu64 " games in %s, %" PRIu64 " before the last one are missing\n", m.games, out, m.missing);
    for (size_t i = 0; i < m.opened; ++i) games_done(&m.readers[i]);
    free(m.readers);
    free(m.ended);
    return ok;
}

/* Copies the blocks of a file unchanged. */
static bool copy_blocks(BlockReader *r, BlockWriter *w, uint64_t *samples, ErrorText *error)
{
    BlockStatus status;
    while ((status = block_next(r, error)) == BLOCK_READ) {
        uint8_t *out = block_room(w, r->size);
        if (!out) return error_set(error, "out of memory");
        memcpy(out, r->payload, r->size);
        block_add(w, r->size, r->first);
        block_add(w, 0, r->last);
        w->records += r->records - 2;
        *samples += r->records;
        if (!block_flush(w, error)) return false;
    }
    if (status == BLOCK_CUT) warn_cut(r->path);
    return status == BLOCK_END || status == BLOCK_CUT;
}

static bool merge_samples(const char *const *paths, size_t count, const char *out, ErrorText *error)
{
    BlockWriter w;
    BlockHeader like = {0};
    uint64_t samples = 0;
    bool ok = true, begun = false;
    for (size_t i = 0; ok && i < count; ++i) {
        BlockReader r;
        ok = block_open(&r, paths[i], BLOCK_SAMPLES, error);
        if (!ok) break;
        if (i == 0) {
            like = r.header;
            ok = begun = begin_file(&w, out, BLOCK_SAMPLES, &like, like.text, false, error);
        }
        if (ok && strcmp(like.game, r.header.game) != 0)
            ok = error_set(error, "%.90s is of %s, the files before it of %s", paths[i], r.header.game, like.game);
        ok = ok && copy_blocks(&r, &w, &samples, error);
        block_done(&r);
    }
    if (ok) ok = block_finish(&w, error);
    else if (begun) block_abandon(&w);
    if (ok) printf("%" PRIu64 " samples in %s\n", samples, out);
    return ok;
}

bool manage_merge(const char *const *paths, size_t count, const char *out, ErrorText *error)
{
    BlockKind kind;
    if (!find_kind(paths[0], &kind, error)) return false;
    return kind == BLOCK_GAMES ? merge_games(paths, count, out, error) : merge_samples(paths, count, out, error);
}

/* ---- Rescoring ---- */

static bool rescore_game(Selfplay *s, GameRecord *game, ErrorText *error)
{
    if (!game_begin(game, s->pos, error)) return false;
    search_clear(s->pool);
    for (unsigned ply = 0; ply < game->plies && !interrupted(); ++ply) {
        if (game->moves[ply].score != GAME_UNSCORED) {
            if (position_outcome(s->pos).result != ONGOING)
                return error_set(error, "game %" PRIu64 " continues after its end", game->number);
            SearchResult found = selfplay_search(s, s->pos, s->rules.nodes);
            if (found.best == MOVE_NONE) return error_set(error, "out of memory");
            game->moves[ply].score = (int16_t)found.score;
        }
        if (!game_step(game, ply, s->pos, error)) return false;
    }
    return true;
}

/* The file to continue, and the number of the first missing game. */
static bool open_rescored(BlockWriter *w, const char *out, const BlockHeader *like, const char *text, uint64_t *next,
                          ErrorText *error)
{
    if (!file_exists(out)) return begin_file(w, out, BLOCK_GAMES, like, text, true, error);
    BlockReader r;
    BlockStatus status = BLOCK_END;
    uint64_t cut;
    if (!block_open(&r, out, BLOCK_GAMES, error)) return false;
    bool ok = (strcmp(r.header.game, like->game) == 0 && strcmp(r.header.text, text) == 0)
              || error_set(error, "%.100s holds other games; choose another file", out);
    while (ok && (status = block_next(&r, error)) == BLOCK_READ) *next = r.last + 1;
    block_done(&r);
    return ok && status != BLOCK_DAMAGED && status != BLOCK_FAILED && block_append(w, out, BLOCK_GAMES, UINT64_MAX, &cut, error);
}

static bool rescore_file(GameReader *r, Selfplay *s, BlockWriter *w, uint64_t next, ErrorText *error)
{
    BlockStatus status = BLOCK_END;
    int64_t started = time_now(), flushed = started;
    uint64_t games = 0;
    bool ok = true;
    while (ok && !interrupted() && (status = games_next(r, error)) == BLOCK_READ) {
        if (r->game.number < next) continue;
        ok = rescore_game(s, &r->game, error);
        if (!ok || interrupted()) break;
        uint8_t *out = block_room(w, GAME_BYTES_MAX);
        if (!out) return error_set(error, "out of memory");
        block_add(w, game_pack(&r->game, out), r->game.number);
        ++games;
        if (time_now() - flushed < FLUSH_MS) continue;
        flushed = time_now();
        fprintf(stderr, "%" PRIu64 " games, %.0f positions/s so far\n", games,
                (double)s->searches * 1000.0 / (double)(flushed - started + 1));
        ok = block_flush(w, error);
    }
    if (ok && status == BLOCK_CUT) warn_cut(r->block.path);
    return ok && status != BLOCK_DAMAGED && status != BLOCK_FAILED;
}

bool manage_rescore(const char *const *paths, size_t count, const char *out, const SelfplayRules *rules, ErrorText *error)
{
    if (count != 1) return error_set(error, "--rescore takes one file of games: merge them first, or score shard by shard");
    GameReader *r = malloc(sizeof *r);
    if (!r) return error_set(error, "out of memory");
    if (!games_open(r, paths[0], true, error)) {
        free(r);
        return false;
    }
    char text[BLOCK_TEXT_MAX + 1];
    snprintf(text, sizeof text, "%.1850s; rescored nodes=%" PRIu64 " hash=%u eval=%016" PRIx64, r->block.header.text, rules->nodes,
             rules->hash, net_sum(rules->net));
    interrupt_catch();
    Selfplay s = {0};
    BlockWriter w = {0};
    uint64_t next = 0;
    bool ok = (!rules->net || rules->net->variant == r->variant) || error_set(error, "the net is of %s, the games are of %s",
                                                                              rules->net->variant->name, r->variant->name);
    ok = ok && (selfplay_init(&s, r->variant, rules) || error_set(error, "out of memory"));
    if (ok && open_rescored(&w, out, &r->block.header, text, &next, error)) {
        ok = rescore_file(r, &s, &w, next, error);
        ErrorText again;
        ok = block_flush(&w, ok ? error : &again) && ok;
        block_abandon(&w);
    } else {
        ok = false;
    }
    selfplay_free(&s);
    games_done(r);
    free(r);
    return ok;
}

/* ---- Statistics ---- */

enum { SCORE_STEPS = 8 };
static const int score_steps[SCORE_STEPS] = {25, 50, 100, 200, 400, 800, 1600, 32767};

static void print_scores(const uint64_t counts[SCORE_STEPS], uint64_t all)
{
    printf("  |score| up to");
    for (int i = 0; i < SCORE_STEPS; ++i)
        printf("  %d: %.1f%%", score_steps[i], 100.0 * (double)counts[i] / (double)(all ? all : 1));
    putchar('\n');
}

static void count_score(uint64_t counts[SCORE_STEPS], int score)
{
    int step = 0;
    while (step < SCORE_STEPS - 1 && abs(score) > score_steps[step]) ++step;
    ++counts[step];
}

typedef struct GameStats {
    uint64_t games, plies, opening, results[DRAW + 1], ends[GAME_ENDS], scores[SCORE_STEPS], scored;
} GameStats;

static void print_game_stats(const char *path, const GameReader *r, const GameStats *s, const uint64_t *reasons)
{
    double games = (double)(s->games ? s->games : 1), searched = 0.0;
    printf("%s: %" PRIu64 " games of %s, %" PRIu64 " bytes\n  %s\n", path, s->games, r->variant->name, r->block.offset,
           r->block.header.text);
    printf("  White wins %.1f%%, Black wins %.1f%%, draws %.1f%%; %.1f plies a game, %.1f of them at random\n",
           100.0 * (double)s->results[WHITE_WINS] / games, 100.0 * (double)s->results[BLACK_WINS] / games,
           100.0 * (double)s->results[DRAW] / games, (double)s->plies / games, (double)s->opening / games);
    printf("  ended by the rules %.1f%%, by a lead %.1f%%, by calm %.1f%%, by length %.1f%%\n",
           100.0 * (double)s->ends[GAME_BY_RULES] / games, 100.0 * (double)s->ends[GAME_WON] / games,
           100.0 * (double)s->ends[GAME_DRAWN] / games, 100.0 * (double)s->ends[GAME_TOO_LONG] / games);
    print_scores(s->scores, s->scored);
    for (int i = 0; i < REASONS; ++i) searched += i == REASON_RANDOM ? 0.0 : (double)reasons[i];
    printf("  samples %" PRIu64, reasons[REASON_KEPT]);
    for (int i = 0; i < REASONS; ++i)
        if (i != REASON_RANDOM)
            printf("%s %s %.1f%%", i ? "," : ":", reason_names[i], 100.0 * (double)reasons[i] / (searched > 0.0 ? searched : 1.0));
    putchar('\n');
}

static bool game_stats(const char *path, const FilterRules *choice, ErrorText *error)
{
    GameReader *r = malloc(sizeof *r);
    if (!r) return error_set(error, "out of memory");
    if (!games_open(r, path, true, error)) {
        free(r);
        return false;
    }
    GameStats s = {0};
    SampleFilter *filter = filter_new(r->variant, choice, false);
    bool ok = filter || error_set(error, "out of memory");
    BlockStatus status = BLOCK_END;
    while (ok && (status = games_next(r, error)) == BLOCK_READ) {
        const GameRecord *game = &r->game;
        ++s.games;
        ++s.results[game->result];
        ++s.ends[game->end];
        s.plies += game->plies;
        s.opening += game->opening;
        for (unsigned i = 0; i < game->plies; ++i) {
            if (game->moves[i].score == GAME_UNSCORED) continue;
            ++s.scored;
            count_score(s.scores, game->moves[i].score);
        }
        ok = filter_add(filter, game, path, error);
    }
    ok = ok && status != BLOCK_DAMAGED && status != BLOCK_FAILED;
    if (ok && status == BLOCK_CUT) warn_cut(path);
    if (ok) print_game_stats(path, r, &s, filter_reasons(filter));
    filter_free(filter);
    games_done(r);
    free(r);
    return ok;
}

/* Visits every sample of a file, block by block. */
static bool each_sample(const char *path, void (*see)(void *context, const Sample *sample), void *context, BlockReader *r,
                        ErrorText *error)
{
    if (!block_open(r, path, BLOCK_SAMPLES, error)) return false;
    const Variant *variant = variant_find(r->header.game);
    bool ok = variant || error_set(error, "%.100s is of an unknown game, '%.24s'", path, r->header.game);
    BlockStatus status = BLOCK_END;
    while (ok && (status = block_next(r, error)) == BLOCK_READ) {
        size_t at = 0;
        for (uint32_t i = 0; ok && i < r->records; ++i) {
            Sample sample;
            PlacedPiece pieces[SQUARE_MAX];
            size_t length = sample_unpack(variant, r->payload + at, r->size - at, &sample, pieces);
            ok = length > 0 || error_set(error, "%.100s: not a position, before byte %" PRIu64, path, r->offset);
            at += length;
            if (ok) see(context, &sample);
        }
        if (ok && at != r->size) ok = error_set(error, "%.100s holds a block that is too long", path);
    }
    ok = ok && status != BLOCK_DAMAGED && status != BLOCK_FAILED;
    if (ok && status == BLOCK_CUT) warn_cut(path);
    if (!ok) block_done(r);
    return ok;
}

typedef struct SampleStats {
    uint64_t count, pieces, mirrorable, white, results[4], scores[SCORE_STEPS];
    double sum;
} SampleStats;

static void see_sample(void *context, const Sample *sample)
{
    SampleStats *s = context;
    ++s->count;
    s->pieces += sample->count;
    s->mirrorable += sample->mirrorable;
    s->white += sample->side == WHITE;
    ++s->results[sample->result + 1];
    s->sum += sample->score;
    count_score(s->scores, sample->score);
}

static bool sample_stats(const char *path, ErrorText *error)
{
    SampleStats s = {0};
    BlockReader r;
    if (!each_sample(path, see_sample, &s, &r, error)) return false;
    double n = (double)(s.count ? s.count : 1);
    printf("%s: %" PRIu64 " samples of %s, %" PRIu64 " bytes\n  %s\n", path, s.count, r.header.game, r.offset, r.header.text);
    printf("  won %.1f%%, drawn %.1f%%, lost %.1f%%, unknown %.1f%%; White to move %.1f%%; mirrorable %.1f%%; %.1f pieces; mean "
           "score %.1f\n",
           100.0 * (double)s.results[2] / n, 100.0 * (double)s.results[1] / n, 100.0 * (double)s.results[0] / n,
           100.0 * (double)s.results[3] / n, 100.0 * (double)s.white / n, 100.0 * (double)s.mirrorable / n, (double)s.pieces / n,
           s.sum / n);
    print_scores(s.scores, s.count);
    block_done(&r);
    return true;
}

bool manage_stats(const char *const *paths, size_t count, const FilterRules *choice, ErrorText *error)
{
    for (size_t i = 0; i < count; ++i) {
        BlockKind kind;
        if (!find_kind(paths[i], &kind, error)) return false;
        if (!(kind == BLOCK_GAMES ? game_stats(paths[i], choice, error) : sample_stats(paths[i], error))) return false;
        output_flush();
    }
    return true;
}

/* ---- Verifying ---- */

static bool verify_games(const char *path, ErrorText *error)
{
    GameReader *r = malloc(sizeof *r);
    if (!r) return error_set(error, "out of memory");
    if (!games_open(r, path, true, error)) {
        free(r);
        return false;
    }
    Position *pos = position_new(r->variant);
    bool ok = pos || error_set(error, "out of memory");
    uint64_t games = 0, plies = 0, next = 0;
    BlockStatus status = BLOCK_END;
    while (ok && (status = games_next(r, error)) == BLOCK_READ) {
        if (r->game.number < next) ok = error_set(error, "game %" PRIu64 " comes after a later one, or twice", r->game.number);
        next = r->game.number + 1;
        ok = ok && game_verify(&r->game, pos, error);
        ++games;
        plies += r->game.plies;
    }
    ok = ok && status != BLOCK_DAMAGED && status != BLOCK_FAILED;
    if (ok)
        printf("%s: sound, %" PRIu64 " games, %" PRIu64 " plies%s\n", path, games, plies,
               status == BLOCK_CUT ? ", an unfinished block at its end" : "");
    position_free(pos);
    games_done(r);
    free(r);
    return ok;
}

static bool verify_samples(const char *path, ErrorText *error)
{
    SampleStats s = {0};
    BlockReader r;
    if (!each_sample(path, see_sample, &s, &r, error)) return false;
    printf("%s: sound, %" PRIu64 " samples\n", path, s.count);
    block_done(&r);
    return true;
}

bool manage_verify(const char *const *paths, size_t count, ErrorText *error)
{
    size_t bad = 0;
    for (size_t i = 0; i < count; ++i) {
        BlockKind kind;
        bool ok = find_kind(paths[i], &kind, error)
                  && (kind == BLOCK_GAMES ? verify_games(paths[i], error) : verify_samples(paths[i], error));
        if (!ok) printf("%s: %s\n", paths[i], error->text);
        bad += !ok;
        output_flush();
    }
    return bad == 0 || error_set(error, "%zu of %zu files are not sound", bad, count);
}
