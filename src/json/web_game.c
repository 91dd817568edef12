/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Board set-up, and games as PGN. */

#include <ctype.h>
#include <string.h>

#include "../text/notation.h"
#include "../pgn/pgn_move.h"
#include "../pgn/pgn_tree.h"
#include "../rules.h"
#include "web.h"

/* ---- Set-up ---- */

static bool read_board(const JsonNode *list, Position *pos, ErrorText *error)
{
    for (const JsonNode *n = list && list->type == JSON_OBJECT ? list->first : NULL; n; n = n->next) {
        Square square = square_read(pos->variant, n->key);
        Piece piece = n->type == JSON_STRING ? piece_parse(pos->variant, n->text) : NO_PIECE;
        if (square == SQUARE_NONE) return error_set(error, "\"board\": '%.20s' is not a square of this game", n->key);
        if (!piece) return error_set(error, "\"board\", %s: '%.20s' is not a piece of this game", n->key, n->text);
        pos->board[square] = piece;
    }
    return true;
}

static bool read_hands(const JsonNode *list, Position *pos, ErrorText *error)
{
    for (const JsonNode *n = list && list->type == JSON_OBJECT ? list->first : NULL; n; n = n->next) {
        Piece piece = piece_parse(pos->variant, n->key);
        unsigned slot = hand_slot(pos->variant, piece_type(piece));
        int64_t count = 0;
        if (slot == HAND_SLOTS) return error_set(error, "\"hands\": no '%.20s' can be in hand", n->key);
        unsigned most = pos->variant->hands.max[slot];
        unsigned now = hand_count(pos->variant, pos->state->hands, piece_side(piece), slot);
        if (n->type != JSON_NUMBER || !number_read(n->text, 0, most, &count))
            return error_set(error, "\"hands\", %s: a number from 0 to %u", n->key, most);
        pos->state->hands += hand_one(pos->variant, piece_side(piece), slot) * ((uint64_t)count - now);
    }
    return true;
}

/* A field that is copied into the FEN must be one word. */
static bool read_field(const Web *web, const char *key, const char **field, ErrorText *error)
{
    enum { FIELD_MAX = 40 };
    *field = json_text(web->request, key, "-");
    if (!**field) *field = "-";
    if (strlen(*field) <= FIELD_MAX && strcspn(*field, " \t\r\n") == strlen(*field)) return true;
    return error_set(error, "\"%s\" is one short word as in a FEN, or '-'", key);
}

/* The castling rights that the board allows, as letters: tries them one at a time. */
static void put_rights(Buffer *out, Position *scratch, Position *trial)
{
    char start[FEN_MAX], fen[FEN_MAX], rights[2] = "", found[32] = "";
    size_t count = 0;
    FenFields fields;
    ErrorText ignored;
    strcpy(start, scratch->variant->position.start_fen);
    if (!fen_split(start, &fields, &ignored)) return;
    for (const char *p = fields.castling; isalpha((unsigned char)*p) && count + 1 < sizeof found; ++p) {
        rights[0] = *p;
        fen_write(scratch, rights, "-", fen);
        if (position_set_fen(trial, fen, &ignored)) found[count++] = *p;
    }
    json_put_text(out, "castling_rights", found);
}

bool web_setup(Web *web, Buffer *out, ErrorText *error)
{
    const Variant *variant = web_variant(web, error);
    const char *castling, *ep;
    int64_t counter = 0, number = 1;
    if (!variant || !read_field(web, "castling", &castling, error) || !read_field(web, "ep", &ep, error)
        || !json_number(web->request, "draw_counter", 0, 1000, &counter, error)
        || !json_number(web->request, "move_number", 1, 100000, &number, error))
        return false;
    Position *scratch = position_new(variant), *trial = position_new(variant);
    bool ok = (scratch && trial) || error_set(error, "out of memory");
    ok = ok && read_board(json_member(web->request, "board"), scratch, error);
    ok = ok && read_hands(json_member(web->request, "hands"), scratch, error);
    if (ok) {
        char fen[FEN_MAX + 100];
        ErrorText problem;
        scratch->side = strcmp(json_text(web->request, "side", "w"), "b") == 0 ? BLACK : WHITE;
        scratch->state->counter = (uint16_t)counter;
        scratch->state->number = (uint32_t)number;
        fen_write(scratch, castling, ep, fen);
        position_end_fen(variant, fen);
        json_put_text(out, "fen", fen);
        bool good = position_set_fen(trial, fen, &problem);
        json_put_flag(out, "valid", good);
        if (!good) json_put_text(out, "problem", problem.text);
        put_rights(out, scratch, trial);
    }
    position_free(scratch);
    position_free(trial);
    return ok;
}

/* ---- PGN ---- */

/* The key of a tag of the roster: its name in small letters. */
static const char *tag_key(unsigned i, char key[16])
{
    snprintf(key, 16, "%s", pgn_roster[i]);
    *key = (char)tolower((unsigned char)*key);
    return key;
}

/* Collects the tags of the request beyond the Seven Tag Roster, by their names in PGN. */
static void read_further_tags(const Web *web, Buffer *out)
{
    const JsonNode *tags = json_member(web->request, "tags");
    for (const JsonNode *n = tags && tags->type == JSON_OBJECT ? tags->first : NULL; n; n = n->next) {
        char value[PGN_TAG_MAX];
        if (n->type != JSON_STRING || !pgn_is_further_tag(n->key)) continue;
        snprintf(value, sizeof value, "%s", n->text);
        pgn_put_tag(out, n->key, value);
    }
}

/* Reads the tags of the request; sets today's date and other defaults. */
static void read_header(const Web *web, PgnHeader *header)
{
    pgn_header_init(header);
    const JsonNode *tags = json_member(web->request, "tags");
    for (unsigned i = 0; i < PGN_ROSTER; ++i) {
        char key[16];
        const char *value = json_text(tags, tag_key(i, key), NULL);
        if (value) snprintf(header->value[i], PGN_TAG_MAX, "%s", value);
    }
}

static bool read_notes(const JsonNode *object, PgnTree *tree, size_t node, ErrorText *error)
{
    const char *comment = json_text(object, "comment", "");
    const JsonNode *nags = json_member(object, "nags");
    for (const JsonNode *n = nags && nags->type == JSON_ARRAY ? nags->first : NULL; n; n = n->next) {
        int64_t nag;
        if (n->type != JSON_NUMBER || !number_read(n->text, 1, UINT8_MAX, &nag))
            return error_set(error, "\"nags\" are numbers from 1 to 255");
        pgn_tree_nag(tree, node, (unsigned)nag);
    }
    return pgn_tree_comment(tree, node, comment, strlen(comment)) || error_set(error, "out of memory");
}

bool web_read_tree(const Web *web, const JsonNode *list, PgnTree *tree, ErrorText *error)
{
    int64_t number = 0;
    if (!read_notes(web->request, tree, 0, error)) return false;
    for (const JsonNode *n = list->first; n; n = n->next) {
        const char *move = json_text(n, "move", NULL);
        int64_t parent = number++;
        ErrorText why;
        if (n->type != JSON_OBJECT || !move) return error_set(error, "\"tree\", entry %lld has no \"move\"", (long long)number);
        if (!json_number(n, "parent", 0, number - 1, &parent, error)) return false;
        size_t count = tree->count, node = pgn_tree_add(tree, (size_t)parent, move, &why);
        if (!node) return error_set(error, "\"tree\", entry %lld, %.40s: %.100s", (long long)number, move, why.text);
        if (node != count)
            return error_set(error, "\"tree\", entry %lld, %.40s: that move is already in the tree", (long long)number, move);
        if (!read_notes(n, tree, node, error)) return false;
    }
    return true;
}

/* Writes the request's game, given as moves or as a tree. */
static bool write_game(Web *web, const JsonNode *list, PgnHeader *header, Buffer *pgn, ErrorText *error)
{
    PgnTree tree = {0};
    if (!web_position(web, error)) return false;
    Position *pos = web->session->pos;
    bool ok = (list ? pgn_tree_init : pgn_tree_of_game)(&tree, pos) || error_set(error, "out of memory");
    read_further_tags(web, &tree.tags);
    ok = ok && (!list || web_read_tree(web, list, &tree, error));
    ok = ok && (pgn_tree_go(&tree, pgn_tree_end(&tree)) || error_set(error, "out of memory"));
    Outcome outcome = ok ? position_outcome(tree.pos) : (Outcome){.result = ONGOING};
    const char *reason = json_text(web->request, "reason", NULL);
    if (outcome.result != ONGOING) {
        strcpy(header->result, result_text(outcome.result));
        reason = outcome.reason;
    }
    const char *result = pgn_result(header->result);
    if (result) strcpy(header->result, result);
    else ok = ok && error_set(error, "\"result\" is 1-0, 0-1, 1/2-1/2 or *");
    if (ok && reason && strpbrk(reason, "{}\n\r")) ok = error_set(error, "\"reason\" is one line without braces");
    ok = ok && (pgn_tree_write(&tree, header, reason, pgn) || error_set(error, "out of memory"));
    pgn_tree_free(&tree);
    return ok;
}

bool web_pgn(Web *web, Buffer *out, ErrorText *error)
{
    PgnHeader header;
    Buffer pgn = {0};
    const JsonNode *tree = json_member(web->request, "tree");
    if (tree && tree->type != JSON_ARRAY) return error_set(error, "\"tree\" is an array of objects");
    read_header(web, &header);
    bool ok = write_game(web, tree, &header, &pgn, error);
    if (ok) json_put_text(out, "pgn", buffer_text(&pgn));
    buffer_free(&pgn);
    return ok;
}

/* Writes the moves of a game and the FEN they start from. */
static bool put_history(Buffer *out, Position *pos)
{
    char fen[FEN_MAX];
    Position *game = position_start(pos);
    bool ok = game;
    if (ok) {
        position_get_fen(game, fen);
        json_put_text(out, "fen", fen);
        json_open(out, "moves", '[');
        for (unsigned left = position_plies(pos); left-- > 0;) {
            char text[MOVE_TEXT_MAX];
            Move move = position_state(pos, left)->move;
            pos->variant->text.print(game, move, text);
            json_put_text(out, NULL, text);
            position_make(game, move);
        }
        json_close(out, ']');
    }
    position_free(game);
    return ok;
}

static void put_notes(Buffer *out, const PgnNode *node)
{
    if (node->comment) json_put_text(out, "comment", node->comment);
    if (!node->nag_count) return;
    json_open(out, "nags", '[');
    for (unsigned i = 0; i < node->nag_count; ++i) json_put_number(out, NULL, node->nags[i]);
    json_close(out, ']');
}

static void put_tree(Buffer *out, const PgnTree *tree)
{
    put_notes(out, &tree->nodes[0]);
    json_open(out, "tree", '[');
    for (size_t i = 1; i < tree->count; ++i) {
        json_open(out, NULL, '{');
        json_put_text(out, "move", tree->nodes[i].text);
        json_put_number(out, "parent", (int64_t)tree->nodes[i].parent);
        put_notes(out, &tree->nodes[i]);
        json_close(out, '}');
    }
    json_close(out, ']');
}

static void put_tag(void *context, const char *name, const char *value) { json_put_text(context, name, value); }

/* `further`: more tag lines, NULL: none. */
static void put_tags(Buffer *out, const PgnHeader *header, const char *further)
{
    json_open(out, "tags", '{');
    if (further) pgn_each_tag(further, put_tag, out);
    char key[16];
    for (unsigned i = 0; i < PGN_ROSTER; ++i) json_put_text(out, tag_key(i, key), header->value[i]);
    json_close(out, '}');
}

static void put_entry(void *context, const PgnEntry *entry)
{
    Buffer *out = context;
    json_open(out, NULL, '{');
    json_put_number(out, "start", (int64_t)entry->start);
    json_put_number(out, "length", (int64_t)entry->length);
    if (*entry->variant) json_put_text(out, "variant", entry->variant);
    if (entry->game) json_put_text(out, "game", entry->game->name);
    if (*entry->rules) json_put_text(out, "rules", entry->rules);
    put_tags(out, entry->header, NULL);
    json_close(out, '}');
}

/* Writes faults, of one game or of all. */
typedef struct FaultList {
    Buffer *out;
    unsigned game; /* 0: all */
    unsigned count;
} FaultList;

static void put_fault(void *context, unsigned game, unsigned line, const char *what)
{
    enum { FAULTS_MAX = 1000 };
    FaultList *list = context;
    if ((list->game && game != list->game) || ++list->count > FAULTS_MAX) return;
    json_open(list->out, NULL, '{');
    json_put_number(list->out, "game", game);
    json_put_number(list->out, "line", line);
    json_put_text(list->out, "what", what);
    json_close(list->out, '}');
}

/* Returns the number of games. */
static unsigned put_faults(Buffer *out, const char *text, unsigned game)
{
    FaultList list = {out, game, 0};
    json_open(out, "faults", '[');
    unsigned games = pgn_list(text, &(PgnListener){.fault = put_fault, .context = &list});
    json_close(out, ']');
    json_put_number(out, "fault_count", list.count);
    return games;
}

bool web_list(Web *web, Buffer *out, ErrorText *error)
{
    const char *text = json_text(web->request, "pgn", NULL);
    if (!text) return error_set(error, "\"pgn\" is missing");
    json_open(out, "list", '[');
    pgn_list(text, &(PgnListener){.game = put_entry, .context = out});
    json_close(out, ']');
    put_faults(out, text, 0);
    return true;
}

bool web_read(Web *web, Buffer *out, ErrorText *error)
{
    const char *text = json_text(web->request, "pgn", NULL);
    int64_t number = 1;
    PgnGame game;
    PgnTree tree;
    ErrorText problem;
    if (!text) return error_set(error, "\"pgn\" is missing");
    if (!json_number(web->request, "number", 1, 1000000, &number, error)) return false;
    bool ok = pgn_tree_read(text, (unsigned)number, &game, &tree, &problem, error);
    if (ok) {
        json_put_text(out, "game", game.pos->variant->name);
        if (game.pos->variant->rules.text) json_put_text(out, "rules", game.pos->variant->rules.text);
        out->failed |= !put_history(out, game.pos);
        if (tree.count > 1) put_tree(out, &tree);
        put_tags(out, &game.header, buffer_text(&tree.tags));
        if (!game.complete) json_put_text(out, "problem", game.problem.text);
        else if (*problem.text) json_put_text(out, "problem", problem.text);
        json_put_number(out, "game_count", put_faults(out, text, (unsigned)number));
        position_free(game.pos);
    }
    pgn_tree_free(&tree);
    return ok;
}
