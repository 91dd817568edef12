/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* What the JSON protocol reports about games, positions and pieces. */

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "../text/notation.h"
#include "../text/move_text.h"
#include "../text/short_text.h"
#include "../show/explain.h"
#include "games.h"
#include "web.h"

static const char *const side_letters[] = {"w", "b"};

/* {"e2":"P", ...}: the squares whose contents differ from `before` (NULL: the occupied squares). */
static void put_board(Buffer *out, const char *key, const Variant *variant, const Piece *before, const Piece *board)
{
    json_open(out, key, '{');
    for (unsigned s = 0; s < square_count(variant); ++s) {
        char name[4];
        if (before ? before[s] == board[s] : !board[s]) continue;
        square_print(variant, (Square)s, name);
        web_put_piece(out, name, variant, board[s]);
    }
    json_close(out, '}');
}

/* ---- Games ---- */

static void put_zones(Buffer *out, const Variant *variant)
{
    static const char *const kinds[] = {
        [ZONE_LAND] = "land",     [ZONE_GOAL] = "goal",           [ZONE_WATER] = "water", [ZONE_PALACE] = "palace",
        [ZONE_REGION] = "region", [ZONE_PROMOTION] = "promotion", [ZONE_DROP] = "drop",   [ZONE_SET_UP] = "setup"};
    json_open(out, "zones", '[');
    for (const Zone *zone = variant_zones(variant); zone->name; ++zone) {
        json_open(out, NULL, '{');
        json_put_text(out, "name", zone->name);
        json_put_text(out, "kind", kinds[zone->kind]);
        json_put_text(out, "sides", zone->sides == 3 ? "wb" : side_letters[zone->sides >> 1]);
        json_put_text(out, "description", zone->words);
        json_put_number(out, "colour", zone->colour);
        json_open(out, "squares", '[');
        for (unsigned s = 0; s < square_count(variant); ++s)
            if (zone_holds(variant, zone, (Square)s)) web_put_square(out, NULL, variant, (Square)s);
        json_close(out, ']');
        json_close(out, '}');
    }
    json_close(out, ']');
}

static void put_piece_sheet(Buffer *out, const char *key, const Variant *variant, PieceType type)
{
    const PieceInfo *info = &variant->board.pieces[type];
    json_open(out, key, '{');
    web_put_piece(out, "piece", variant, piece_make(WHITE, type));
    json_put_text(out, "name", info->name);
    json_put_text(out, "sides", info->sides == 3 ? "wb" : side_letters[info->sides >> 1]);
    json_put_text(out, "description", variant_words(variant, type));
    json_put_text(out, "betza", info->betza);
    json_put_flag(out, "royal", info->royal);
    if (!info->royal) json_put_number(out, "value", info->mg);
    if (info->promotes) web_put_piece(out, "promotes_to", variant, piece_make(WHITE, info->promotes));
    json_close(out, '}');
}

/* The game in brief, for people who do not know it. */
static void put_introduction(Buffer *out, const Variant *variant)
{
    const DisplaySheet *display = variant_display(variant);
    json_put_text(out, "brief", display->brief ? display->brief : "");
    json_open(out, "goals", '{');
    for (Side side = WHITE; side < SIDE_NB; ++side)
        if (display->goals[side]) json_put_text(out, side_letters[side], display->goals[side]);
    json_close(out, '}');
    json_put_words(out, "scene", display->scene ? display->scene : "");
    json_put_number(out, "length", variant_measured(variant)->length);
    json_put_flag(out, "check", variant->end.in_check != NULL);
}

static void put_game(Buffer *out, const Variant *variant)
{
    json_open(out, NULL, '{');
    json_put_text(out, "name", variant->name);
    json_put_text(out, "title", variant->title);
    json_put_number(out, "files", variant->board.files);
    json_put_number(out, "ranks", variant->board.ranks);
    json_put_number(out, "boards", variant->board.boards);
    json_put_flag(out, "on_corner", variant_display(variant)->on_corner);
    json_put_flag(out, "multi_leg", variant->text.legs_status != NULL);
    json_put_text(out, "fen", variant->position.start_fen);
    json_put_flag(out, "standard_notation", variant->text.standard);
    json_put_text(out, "rules", variant_rules(variant));
    put_introduction(out, variant);
    games_put_rule_options(out, variant);
    json_put_number(out, "draw_counter_limit", variant->draws.counter_limit);
    json_open(out, "levels", '[');
    for (int level = 0; level <= LEVEL_FULL; ++level) json_put_number(out, NULL, level_elo(variant, level));
    json_close(out, ']');
    json_put_text(out, "elo_scale", level_scale(variant));
    put_zones(out, variant);
    json_open(out, "pieces", '[');
    for (PieceType type = 1; type < variant->board.types; ++type) put_piece_sheet(out, NULL, variant, type);
    json_close(out, ']');
    json_open(out, "hand_pieces", '[');
    for (const PieceType *type = variant->hands.types; type && *type; ++type)
        web_put_piece(out, NULL, variant, piece_make(WHITE, *type));
    json_close(out, ']');
    json_open(out, "hand_max", '[');
    for (unsigned slot = 0; variant->hands.types && variant->hands.types[slot]; ++slot)
        json_put_number(out, NULL, variant->hands.max[slot]);
    json_close(out, ']');
    json_close(out, '}');
}

bool web_games(Web *web, Buffer *out, ErrorText *error)
{
    (void)web, (void)error;
    json_put_text(out, "engine", ENGINE_NAME " " ENGINE_VERSION);
    json_open(out, "games", '[');
    for (const Variant *const *v = variants; *v; ++v) put_game(out, *v);
    json_close(out, ']');
    return true;
}

/* ---- What changes on a board ---- */

/* Where the piece on `to` came from: the leg's origin, or a square that lost such a piece. */
static Square origin(const Variant *variant, const Piece *before, const Piece *after, Square to, const LegParts *leg,
                     bool used[SQUARE_MAX])
{
    Piece piece = after[to];
    if (leg && !leg->letter && leg->to == to && before[leg->from] && before[leg->from] != after[leg->from]
        && piece_side(before[leg->from]) == piece_side(piece) && !used[leg->from])
        return leg->from;
    for (unsigned s = 0; s < square_count(variant); ++s)
        if (before[s] == piece && after[s] != piece && !used[s]) return (Square)s;
    return SQUARE_NONE;
}

/* The effects of a leg: which pieces move, enter from a hand, transform or vanish. Compares boards, so it knows no
 * rules. */
static void put_changes(Buffer *out, const Variant *variant, const Piece *before, const Piece *after, const LegParts *leg)
{
    bool used[SQUARE_MAX] = {false};
    json_open(out, "piece_moves", '[');
    for (unsigned pass = 0; pass < 2; ++pass) {
        /* The leg's own piece first: another piece that moves along may look the same. */
        for (unsigned s = 0; s < square_count(variant); ++s) {
            if (!after[s] || after[s] == before[s] || (leg && leg->to == s) != (pass == 0)) continue;
            Square from = origin(variant, before, after, (Square)s, leg, used);
            if (from == SQUARE_NONE) continue;
            used[from] = true;
            json_open(out, NULL, '[');
            web_put_square(out, NULL, variant, from);
            web_put_square(out, NULL, variant, (Square)s);
            json_close(out, ']');
        }
    }
    json_close(out, ']');
    json_open(out, "removed", '[');
    for (unsigned s = 0; s < square_count(variant); ++s)
        if (before[s] && before[s] != after[s] && !used[s]) web_put_square(out, NULL, variant, (Square)s);
    json_close(out, ']');
    put_board(out, "changes", variant, before, after);
}

/* ---- Legs ---- */

static const char *const status_names[] = {"illegal", "partial", "extensible", "complete"};

/* The status of a text of legs. A move of one leg is complete; its text is not checked. */
static LegStatus status_of(const Position *pos, const char *legs)
{
    if (!*legs) return LEGS_PARTIAL;
    return pos->variant->text.legs_status ? pos->variant->text.legs_status(pos, legs, NULL) : LEGS_COMPLETE;
}

/* The board after legs that begin a legal move; for a complete move with all effects of its end. `move` may be given
 * if it is known (else MOVE_NONE). */
static bool board_after(Position *pos, const char *legs, LegStatus status, Move move, Piece board[SQUARE_MAX])
{
    if (move == MOVE_NONE || status != LEGS_COMPLETE) return legs_preview(pos, legs, status == LEGS_COMPLETE, board);
    if (!position_reserve(pos, 2)) return false;
    position_make(pos, move);
    memcpy(board, pos->board, SQUARE_MAX);
    position_unmake(pos);
    return true;
}

/* The promotion in the leg's text: "e7e8q", "e7e8+". */
static void put_promotion(Buffer *out, const Variant *variant, Side side, Piece piece, const LegParts *leg)
{
    PieceType type = *leg->rest == '+' ? variant->board.pieces[piece_type(piece)].promotes
                     : isalpha((unsigned char)*leg->rest) ? piece_type_find(variant, side, *leg->rest, false)
                                                          : NO_TYPE;
    if (type) web_put_piece(out, "promotion", variant, piece_make(side, type));
}

/* The tablebase value of the position, or of a move (not MOVE_NONE), for the side to move. */
static void put_tablebase(Buffer *out, const Session *session, Position *pos, Move move)
{
    static const char *const results[] = {"loss", "draw", "win"};
    char words[ENDGAME_TEXT_MAX];
    TbValue value;
    bool known = move ? session_move_value(session, pos, move, &value) : session_endgame_value(session, pos, &value);
    if (!known) return;
    json_open(out, "tablebase", '{');
    json_put_text(out, "result", results[value.result - TB_LOSS]);
    if (value.result != TB_DRAW) {
        json_put_number(out, "mate_in", endgame_moves(&value));
        json_put_number(out, "dtm", value.plies);
    }
    json_put_text(out, "text", endgame_words(&value, words));
    json_close(out, '}');
}

/* The effects of ending the move after these legs. */
static bool put_end(Buffer *out, Position *pos, const char *legs, const Piece *board)
{
    Piece end[SQUARE_MAX];
    if (!board_after(pos, legs, LEGS_COMPLETE, MOVE_NONE, end)) return false;
    json_open(out, "end_effect", '{');
    put_changes(out, pos->variant, board, end, NULL);
    json_close(out, '}');
    return true;
}

/* Begins a leg: its text in parts and its effects. */
static void open_leg(Buffer *out, const Variant *variant, Side side, const char *text, const Piece *before, const Piece *after)
{
    LegParts leg;
    bool cut = leg_cut(variant, text, &leg);
    json_open(out, NULL, '{');
    json_put_text(out, "text", text);
    if (cut && leg.letter) {
        web_put_piece(out, "drop", variant, piece_make(side, piece_type_find(variant, side, leg.letter, false)));
    } else if (cut) {
        web_put_square(out, "from", variant, leg.from);
        put_promotion(out, variant, side, before[leg.from], &leg);
    }
    if (cut) web_put_square(out, "to", variant, leg.to);
    if (cut && leg.between) json_put_text(out, "action", leg.between == 'x' ? "shot" : "carry");
    put_changes(out, variant, before, after, cut ? &leg : NULL);
}

/* Writes a leg and what it leads to. `legs` is the text including the legs before, `before` the board there;
 * `session` (NULL: none) may have tablebases. */
static bool put_leg(Buffer *out, const Session *session, Position *pos, const char *text, const char *legs, const Piece *before,
                    Move move)
{
    const Variant *variant = pos->variant;
    Piece after[SQUARE_MAX];
    ErrorText ignored;
    LegStatus status = status_of(pos, legs);
    if (!move && session && status >= LEGS_EXTENSIBLE && !variant->text.parse(pos, legs, &move, &ignored)) return false;
    if (!board_after(pos, legs, status, move, after)) return false;
    open_leg(out, variant, pos->side, text, before, after);
    json_put_text(out, "status", status_names[status]);
    if (session && move) put_tablebase(out, session, pos, move);
    bool ok = status != LEGS_EXTENSIBLE || put_end(out, pos, legs, after);
    json_close(out, '}');
    return ok;
}

/* The legs that can follow `legs` in a game whose moves have several legs. */
static bool put_next_legs(Buffer *out, const Session *session, Position *pos, const char *legs, const char *where)
{
    LegList list;
    Piece before[SQUARE_MAX];
    Buffer text = {0};
    if (!leg_list_fill(pos, legs, &list)) return false;
    bool ok = board_after(pos, legs, LEGS_PARTIAL, MOVE_NONE, before);
    for (size_t i = 0; i < list.count && ok; ++i) {
        if (where && !leg_begins(pos->variant, list.text[i], where)) continue;
        buffer_clear(&text);
        buffer_add(&text, "%s%s%s", legs, *legs ? "," : "", list.text[i]);
        ok = !text.failed && put_leg(out, session, pos, list.text[i], text.text, before, MOVE_NONE);
    }
    buffer_free(&text);
    leg_list_free(&list);
    return ok;
}

static bool put_moves(Buffer *out, const Session *session, Position *pos, const char *where)
{
    size_t count;
    Move *moves = position_moves(pos, &count);
    Piece before[SQUARE_MAX];
    bool ok = moves != NULL;
    memcpy(before, pos->board, sizeof before);
    for (size_t i = 0; i < count && ok; ++i) {
        char text[MOVE_TEXT_MAX];
        pos->variant->text.print(pos, moves[i], text);
        if (!where || leg_begins(pos->variant, text, where)) ok = put_leg(out, session, pos, text, text, before, moves[i]);
    }
    free(moves);
    return ok;
}

/* The legs that can follow `legs`, restricted to those that begin on the square or hand `where` (NULL: any). */
static bool put_legs(Buffer *out, const Session *session, Position *pos, const char *legs, const char *where)
{
    json_open(out, "legs", '[');
    bool ok = pos->variant->text.legs_status ? put_next_legs(out, session, pos, legs, where)
                                             : *legs || put_moves(out, session, pos, where);
    json_close(out, ']');
    return ok;
}

/* ---- Positions ---- */

static void put_hands(Buffer *out, const Position *pos)
{
    json_open(out, "hands", '{');
    for (Side side = WHITE; pos->variant->hands.types && side < SIDE_NB; ++side) {
        for (unsigned slot = 0; pos->variant->hands.types[slot]; ++slot) {
            Piece piece = piece_make(side, pos->variant->hands.types[slot]);
            web_put_count(out, pos->variant, piece, hand_count(pos->variant, pos->state->hands, side, slot));
        }
    }
    json_close(out, '}');
}

/* The royal pieces in check or mated, as far as the game reports them. */
static void put_peril(Buffer *out, const Position *pos)
{
    const Variant *variant = pos->variant;
    bool peril = position_in_peril(pos);
    json_put_flag(out, "peril", peril);
    json_open(out, "royals", '[');
    for (unsigned s = 0; peril && s < square_count(variant); ++s)
        if (pos->board[s] && piece_side(pos->board[s]) == pos->side && variant->board.pieces[piece_type(pos->board[s])].royal)
            web_put_square(out, NULL, variant, (Square)s);
    json_close(out, ']');
}

/* The last move leg by leg with its effects. */
static bool put_last(Buffer *out, Position *pos)
{
    const Variant *variant = pos->variant;
    Move move = pos->state->move;
    char text[MOVE_TEXT_MAX], legs[MOVE_TEXT_MAX];
    Piece before[SQUARE_MAX], after[SQUARE_MAX], end[SQUARE_MAX];
    if (position_plies(pos) == 0 || move == MOVE_NONE) return true;
    memcpy(end, pos->board, sizeof end);
    position_unmake(pos);
    variant->text.print(pos, move, text);
    memcpy(before, pos->board, sizeof before);
    json_open(out, "last", '{');
    json_put_text(out, "move", text);
    web_put_short(out, "san", pos, move);
    json_put_text(out, "side", side_letters[pos->side]);
    json_open(out, "legs", '[');
    for (size_t length = 0; text[length];) {
        size_t start = length;
        length += strcspn(text + length, ",");
        memcpy(legs, text, length);
        legs[length] = '\0';
        bool last = !text[length];
        if (last && !variant->text.legs_board) memcpy(after, end, sizeof after);
        else variant->text.legs_board(pos, legs, after);
        open_leg(out, variant, pos->side, legs + start, before, after);
        json_close(out, '}');
        memcpy(before, after, sizeof before);
        length += !last;
    }
    if (memcmp(before, end, square_count(variant)) != 0) {
        /* The effects of the move's end. */
        json_open(out, NULL, '{');
        json_put_text(out, "text", "");
        put_changes(out, variant, before, end, NULL);
        json_close(out, '}');
    }
    json_close(out, ']');
    json_close(out, '}');
    position_make(pos, move);
    return true;
}

static void put_position(Buffer *out, Position *pos, Outcome outcome)
{
    char fen[FEN_MAX];
    position_get_fen(pos, fen);
    json_put_text(out, "game", pos->variant->name);
    if (pos->variant->rules.text) json_put_text(out, "rules", pos->variant->rules.text);
    json_put_text(out, "fen", fen);
    json_put_text(out, "side", side_letters[pos->side]);
    json_put_number(out, "move_number", pos->state->number);
    json_put_number(out, "draw_counter", pos->state->counter);
    json_put_text(out, "result", result_text(outcome.result));
    if (outcome.result != ONGOING) json_put_text(out, "reason", outcome.reason);
    put_board(out, "board", pos->variant, NULL, pos->board);
    put_hands(out, pos);
    if (outcome.result != DRAW) put_peril(out, pos);
}

/* Reads "legs" of the request, in any spelling; "" if missing. */
static bool read_legs(const Web *web, Position *pos, Outcome outcome, char legs[MOVE_TEXT_MAX], LegStatus *status,
                      ErrorText *error)
{
    const char *text = json_text(web->request, "legs", "");
    *legs = '\0';
    *status = LEGS_PARTIAL;
    if (!*text) return true;
    if (outcome.result != ONGOING) return error_set(error, "the game is over: %s", outcome.reason);
    if (!short_text_read(pos, text, legs, error)) return false;
    *status = status_of(pos, legs);
    return true;
}

bool web_look(Web *web, Buffer *out, ErrorText *error)
{
    char legs[MOVE_TEXT_MAX];
    LegStatus status;
    if (!web_position(web, error)) return false;
    Position *pos = web->session->pos;
    Outcome outcome = session_outcome(web->session);
    if (!read_legs(web, pos, outcome, legs, &status, error)) return false;
    Piece board[SQUARE_MAX];
    put_position(out, pos, outcome);
    TbValue value;
    const Session *solved = outcome.result == ONGOING && session_endgame_value(web->session, pos, &value) ? web->session : NULL;
    if (solved) put_tablebase(out, solved, pos, MOVE_NONE);
    json_put_text(out, "status", status_names[status]);
    if (variant_display(pos->variant)->leg_rule) json_put_text(out, "leg_rule", variant_display(pos->variant)->leg_rule);
    if (*legs) json_put_text(out, "played", legs);
    bool ok = web_put_material(out, pos) && board_after(pos, legs, status, MOVE_NONE, board);
    if (*legs) put_board(out, "preview", pos->variant, NULL, board);
    if (status == LEGS_EXTENSIBLE) ok = ok && put_end(out, pos, legs, board);
    ok = ok && put_last(out, pos);
    web_put_lesson(web, out);
    bool open = !web->lesson || web->run.state == LESSON_OPEN;
    if (outcome.result == ONGOING && open && status != LEGS_COMPLETE) ok = ok && put_legs(out, solved, pos, legs, NULL);
    out->failed |= !ok;
    return true;
}

/* ---- What a piece could do ---- */

bool web_reach(Web *web, Buffer *out, ErrorText *error)
{
    const char *where = json_text(web->request, "square", NULL);
    if (!where) return error_set(error, "\"square\" is missing");
    if (!web_position(web, error)) return false;
    Position *pos = web->session->pos, *other = NULL;
    Square square = square_read(pos->variant, where);
    if (square == SQUARE_NONE) return error_set(error, "'%.20s' is not a square of this game", where);
    Piece piece = pos->board[square];
    if (!piece) return error_set(error, "%s is empty", where);
    if (piece_side(piece) != pos->side) {
        ErrorText why;
        other = position_new(pos->variant);
        if (!other) return error_set(error, "out of memory");
        if (!position_set_passed(other, pos, &why)) {
            position_free(other);
            return error_set(error, "the moves of the other side are unknown here: %.140s", why.text);
        }
    }
    json_put_text(out, "square", where);
    web_put_piece(out, "piece", pos->variant, piece);
    out->failed |= !put_legs(out, NULL, other ? other : pos, "", where);
    position_free(other);
    return true;
}

bool web_piece(Web *web, Buffer *out, ErrorText *error)
{
    static const struct {
        unsigned mark;
        const char *name;
    } marks_known[] = {{MARK_MOVE, "move"}, {MARK_CAPTURE, "capture"}, {MARK_HOP, "hop"}, {MARK_SHIFT, "shift"}};
    const Variant *variant = web_variant(web, error);
    if (!variant) return false;
    const char *name = json_text(web->request, "piece", ""), *where = json_text(web->request, "square", NULL);
    PieceType type = explain_find_piece(variant, name);
    Square at = where ? square_read(variant, where) : SQUARE_NONE;
    if (!type) return error_set(error, "%s has no piece '%.40s'", variant->title, name);
    if (where && at == SQUARE_NONE) return error_set(error, "'%.20s' is not a square of this game", where);
    Side side = strcmp(json_text(web->request, "side", "w"), "b") == 0 ? BLACK : WHITE;
    if (!(variant->board.pieces[type].sides >> side & 1)) side ^= 1;
    Piece board[SQUARE_MAX];
    uint8_t marks[SQUARE_MAX];
    bool found = explain_diagram(variant, side, type, &at, board, marks);
    if (!found && where) return error_set(error, "the %s cannot be shown on %s", variant->board.pieces[type].name, where);
    put_piece_sheet(out, "sheet", variant, type);
    if (found) {
        web_put_square(out, "square", variant, at);
        put_board(out, "board", variant, NULL, board);
        json_open(out, "targets", '{');
        for (size_t i = 0; i < sizeof marks_known / sizeof *marks_known; ++i) {
            json_open(out, marks_known[i].name, '[');
            for (unsigned s = 0; s < square_count(variant); ++s)
                if (marks[s] & marks_known[i].mark) web_put_square(out, NULL, variant, (Square)s);
            json_close(out, ']');
        }
        json_close(out, '}');
    }
    return true;
}
