/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "games.h"

#include <string.h>

#include "../src/text/notation.h"
#include "../src/rules.h"
#include "../src/search/search.h"

_Static_assert((int)GAME_UNSCORED == (int)SCORE_NONE, "the mark of a move without a score");
_Static_assert(MOVE_BITS == 48, "a move is six bytes in a file");

enum { HEAD_BYTES = 16, PLY_BYTES = 8, MOVE_BYTES = 6, SPARE_PLIES = 4 };

/* ---- Games as bytes ---- */

size_t game_pack(const GameRecord *game, uint8_t *out)
{
    size_t fen = strlen(game->fen);
    uint8_t *p = out;
    put_le(p, game->number, 8);
    put_le(p + 8, game->plies, 2);
    put_le(p + 10, game->opening, 2);
    p[12] = (uint8_t)game->result;
    p[13] = (uint8_t)game->end;
    put_le(p + 14, fen, 2);
    memcpy(p + HEAD_BYTES, game->fen, fen);
    p += HEAD_BYTES + fen;
    for (unsigned i = 0; i < game->plies; ++i, p += PLY_BYTES) {
        put_le(p, game->moves[i].move, MOVE_BYTES);
        put_le(p + MOVE_BYTES, (uint16_t)game->moves[i].score, 2);
    }
    return (size_t)(p - out);
}

size_t game_unpack(const uint8_t *in, size_t size, GameRecord *game)
{
    if (size < HEAD_BYTES) return 0;
    size_t plies = get_le(in + 8, 2), opening = get_le(in + 10, 2), fen = get_le(in + 14, 2);
    size_t length = HEAD_BYTES + fen + plies * PLY_BYTES;
    if (plies > GAME_PLIES_MAX || opening > plies || fen >= FEN_MAX || length > size) return 0;
    if (in[12] < WHITE_WINS || in[12] > DRAW || in[13] >= GAME_ENDS || memchr(in + HEAD_BYTES, 0, fen)) return 0;
    game->number = get_le(in, 8);
    game->plies = (unsigned)plies;
    game->opening = (unsigned)opening;
    game->result = (Result)in[12];
    game->end = (GameEnd)in[13];
    memcpy(game->fen, in + HEAD_BYTES, fen);
    game->fen[fen] = '\0';
    const uint8_t *p = in + HEAD_BYTES + fen;
    for (unsigned i = 0; i < plies; ++i, p += PLY_BYTES)
        game->moves[i] = (GamePly){get_le(p, MOVE_BYTES), (int16_t)(uint16_t)get_le(p + MOVE_BYTES, 2)};
    return length;
}

/* ---- Games on the board ---- */

bool game_begin(const GameRecord *game, Position *pos, ErrorText *error)
{
    ErrorText why;
    const char *fen = *game->fen ? game->fen : pos->variant->position.start_fen;
    if (!position_set_fen(pos, fen, &why))
        return error_set(error, "game %llu begins with a bad FEN: %.120s", (unsigned long long)game->number, why.text);
    return position_reserve(pos, game->plies + SPARE_PLIES) || error_set(error, "out of memory");
}

bool game_check(const GameRecord *game, unsigned ply, const Position *pos, ErrorText *error)
{
    return position_is_legal(pos, game->moves[ply].move)
           || error_set(error, "move %u of game %llu is illegal", ply + 1, (unsigned long long)game->number);
}

bool game_step(const GameRecord *game, unsigned ply, Position *pos, ErrorText *error)
{
    if (!game_check(game, ply, pos, error)) return false;
    position_make(pos, game->moves[ply].move);
    return true;
}

bool game_verify(const GameRecord *game, Position *pos, ErrorText *error)
{
    unsigned long long number = game->number;
    if (!game_begin(game, pos, error)) return false;
    for (unsigned ply = 0; ply < game->plies; ++ply) {
        int score = game->moves[ply].score;
        if (score != GAME_UNSCORED && (score > SCORE_MATE || score < -SCORE_MATE))
            return error_set(error, "move %u of game %llu has a score of %d", ply + 1, number, score);
        if (position_outcome(pos).result != ONGOING)
            return error_set(error, "game %llu continues after its end with move %u", number, ply);
        if (!game_step(game, ply, pos, error)) return false;
    }
    Result result = position_outcome(pos).result;
    if (game->end == GAME_BY_RULES && result == ONGOING) return error_set(error, "game %llu ends without a reason", number);
    if (result != ONGOING && (game->end != GAME_BY_RULES || game->result != result))
        return error_set(error, "game %llu has another result than by the rules", number);
    return true;
}

/* ---- Games in files ---- */

bool games_open(GameReader *r, const char *path, bool under_rules, ErrorText *error)
{
    char rules[BLOCK_TEXT_MAX + 1];
    r->at = r->left = 0;
    if (!block_open(&r->block, path, BLOCK_GAMES, error)) return false;
    r->variant = variant_find(r->block.header.game);
    if (!r->variant) error_set(error, "%.100s is of an unknown game, '%.24s'", path, r->block.header.game);
    else if (!under_rules || rules_agree(&r->variant, block_rules(&r->block.header, rules), false, error)) return true;
    games_done(r);
    return false;
}

BlockStatus games_next(GameReader *r, ErrorText *error)
{
    if (r->left == 0) {
        if (r->block.file && r->at != r->block.size) {
            error_set(error, "%.100s holds a block that is too long", r->block.path);
            return BLOCK_DAMAGED;
        }
        BlockStatus status = block_next(&r->block, error);
        if (status != BLOCK_READ) return status;
        r->at = 0;
        r->left = r->block.records;
    }
    size_t length = game_unpack(r->block.payload + r->at, r->block.size - r->at, &r->game);
    if (length == 0) {
        error_set(error, "%.100s: not a game, before byte %llu", r->block.path, (unsigned long long)r->block.offset);
        return BLOCK_DAMAGED;
    }
    r->at += length;
    --r->left;
    return BLOCK_READ;
}

void games_done(GameReader *r) { block_done(&r->block); }

uint32_t game_tag(const char *origin, uint64_t number)
{
    uint64_t tag = block_checksum(&(uint64_t){0}, 0, block_checksum(origin, strlen(origin), 0) + number * 0x9E3779B97F4A7C15u);
    return (uint32_t)(tag ^ tag >> 32);
}
