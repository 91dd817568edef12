/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Options of the rules: src/rules.h. Counts under changed rules are in tests/positions/options.txt, by slow, independent
 * programs; test_reference compares every value of every option. */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../src/text/notation.h"
#include "../src/pgn/pgn_tree.h"
#include "../src/text/plies.h"
#include "../src/rules.h"
#include "../src/session/session.h"
#include "../src/tablebases/table.h"
#include "support.h"

/* ---- Counts ---- */

enum { LINES_MAX = 200, LINE_MAX_BYTES = 1024 };
static char lines[LINES_MAX][LINE_MAX_BYTES];
static int line_count;
static uint64_t leaf_budget;

static void read_lines(void)
{
    FILE *file = fopen("tests/positions/options.txt", "r");
    if (!file) exit(2);
    while (line_count < LINES_MAX && fgets(lines[line_count], LINE_MAX_BYTES, file))
        if (lines[line_count][0] != '#' && strchr(lines[line_count], ';')) ++line_count;
    fclose(file);
}

/* GAME:OPTION=VALUE;FEN;D1 n;D2 n ... */
START_TEST(test_counts)
{
    char text[LINE_MAX_BYTES];
    strcpy(text, lines[_i]);
    const char *rules = strtok(text, ";"), *fen = strtok(NULL, ";");
    Position *pos = position_at(begin_by(rules)->name, strcmp(fen, "startpos") == 0 ? NULL : fen);
    unsigned counts = 0;
    for (char *p; (p = strtok(NULL, ";"));) {
        unsigned depth;
        uint64_t expected;
        ck_assert_int_eq(sscanf(p, " D%u %" SCNu64, &depth, &expected), 2);
        ++counts;
        if (leaf_budget && expected > leaf_budget) continue;
        uint64_t found = position_perft(pos, depth);
        ck_assert_msg(found == expected, "%s, %s: depth %u: %" PRIu64 ", not %" PRIu64, rules, fen, depth, found, expected);
    }
    ck_assert_uint_gt(counts, 0);
    position_free(pos);
}

/* ---- Choosing and refusing ---- */

static const struct {
    const char *rules[3], *why; /* words that the refusal has */
} refused[] = {
    {{"push=on"}, "which game"},
    {{"nogame:push=off"}, "nogame"},
    {{"horizons:push"}, "OPTION=VALUE"},
    {{"horizons:push,shield=off"}, "'push' is not a rule"},
    {{"horizons:push=maybe"}, "on|off"},
    {{"horizons:push="}, "on|off"},
    {{"horizons:jump=on"}, "shield, warrior"},
    {{"horizons:push=on,push=off"}, "twice"},
    {{"horizons:push=off", "horizons:shield=off"}, "the rules of Horizons are given twice"},
    {{"borderlands-2025-10:chiefs=one", "borderlands:version=2025-10"}, "given twice"},
    {{"chess:castling=off", "horizons:push=maybe"}, "on|off"},
    {{"horizons:counter=1000"}, "0 to 999"},
    {{"horizons:counter=-1"}, "0 to 999"},
    {{"horizons:counter=x"}, "0 to 999"},
    {{"horizons:repetitions=1"}, "not 1"},
    {{"horizons:repetitions=10"}, "0 to 9"},
    {{"horizons:first=black,start=12/12"}, "leave 'first' out"},
    {{"horizons:start=nonsense"}, "start position"},
    {{"horizons:a=1,b=1,c=1,d=1,e=1,f=1,g=1,h=1,i=1,j=1,k=1,l=1,m=1,n=1,o=1,p=1,q=1,r=1,s=1,t=1,u=1,v=1,w=1,x=1,y=1,z=1,"
      "aa=1,bb=1,cc=1,dd=1,ee=1,ff=1,gg=1"}, "rules are given"},
    {{"borderlands:version=2026-10"}, "version=2026-10"},
    {{"horizons:start=12/12/12/12/12/12/12/12/12/12/12/12_w_-_-_0_1"}, "start position"},
    {{"battleofideologies:reserve=10"}, "0 to 9"},
    {{"diamond:pack=0"}, "1 to 3"},
    {{"diamond:stalemate=offered,counter=50"}, "counter"},
    {{"diamond:stalemate=draw"}, "automatic|offered"},
    {{"borderlands:version=2025-10,conquest=off"}, "conquest"},
    {{"borderlands-2025-10:conquest=off"}, "conquest"},
};
START_TEST(test_refused)
{
    ErrorText error = {""};
    ck_assert_msg(!rules_init(refused[_i].rules, &error), "'%s' is taken", refused[_i].rules[0]);
    ck_assert_msg(strstr(error.text, refused[_i].why) != NULL, "'%s': '%s' does not tell of '%s'", refused[_i].rules[0], error.text,
                  refused[_i].why);
}

/* A start position of so many digits, and a text without '='. */
static const struct { int digits; const char *why; } too_long[] = {
    {1500, "the rules are too long"}, {700, "too long for a FEN"}, {0, "OPTION=VALUE"}};
START_TEST(test_too_long)
{
    ErrorText error = {""};
    char text[2000];
    if (too_long[_i].digits) snprintf(text, sizeof text, "horizons:start=%0*d", too_long[_i].digits, 1);
    else snprintf(text, sizeof text, "horizons:%0500d", 0);
    ck_assert(!rules_init((const char *const[]){text, NULL}, &error));
    ck_assert_msg(strstr(error.text, too_long[_i].why) != NULL, "%s", error.text);
}

/* Rules are chosen once: nothing changes a game later. */
START_TEST(test_once)
{
    ErrorText error = {""};
    const Variant *v = begin_by("horizons:push=off");
    Variant before = *v;
    ck_assert(!rules_init((const char *const[]){"horizons:shield=off", NULL}, &error));
    ck_assert_msg(strstr(error.text, "chosen before") != NULL, "%s", error.text);
    variants_init();
    ck_assert_mem_eq(v, &before, sizeof before);
}

/* The order is the game's, defaults are left out. */
static const struct { const char *rules, *written, *of_moves; } texts[] = {
    {"horizons:ox=original,counter=150,shield=off", "horizons:shield=off,ox=original", "shield=off,ox=original"},
    {"horizons:first=black,push=off", "horizons:push=off,first=black", "push=off"},
    {"horizons:push=on", "horizons:", NULL},
    {"horizons:", "horizons:", NULL}};
START_TEST(test_text)
{
    char text[RULES_TEXT_MAX];
    const Variant *v = begin_by(texts[_i].rules);
    ck_assert_str_eq(rules_write(v, text), texts[_i].written);
    ck_assert_pstr_eq(v->rules.of_moves, texts[_i].of_moves);
    ck_assert_int_eq(v->rules.key != 0, texts[_i].of_moves != NULL);
    if (!texts[_i].of_moves) ck_assert(!v->rules.text && rules_keep(v, DATA_ALL));
}

/* All options of a game at once fit, with their longest values. */
START_TEST(test_longest)
{
    const Variant *v = variants[_i];
    RuleRow row;
    char rules[RULES_TEXT_MAX], value[RULE_VALUE_MAX], longest[RULE_VALUE_MAX], text[RULES_TEXT_MAX];
    size_t length = (size_t)snprintf(rules, sizeof rules, "%s:", v->name), own = length;
    for (size_t i = 0; rules_row(v, i, &row); ++i) {
        const RuleOption *o = row.option;
        if (strcmp(o->name, "version") == 0) continue; /* another game */
        *longest = '\0';
        int last = 0;
        for (const char *p = o->choices; p && (p = strchr(p, '|')); ++p) ++last;
        for (int n = o->choices ? 0 : o->max; n <= (o->choices ? last : o->max); ++n)
            if (n != row.initial && strlen(rules_value(o, n, value)) > strlen(longest)) strcpy(longest, value);
        length += (size_t)snprintf(rules + length, sizeof rules - length, "%s%s=%s", length > own ? "," : "", o->name, longest);
    }
    ErrorText error = {""};
    if (!rules_init((const char *const[]){rules, NULL}, &error)) { /* options that exclude each other */
        ck_assert_msg(strcmp(v->name, "diamond") == 0, "%s: %s", rules, error.text);
        return;
    }
    ck_assert_str_eq(rules_write(v, text), rules);
    ck_assert_uint_lt(strlen(v->rules.of_moves), strlen(rules) - own + 1);
}

/* How a game stands after moves, under these rules. */
#define KNIGHTS "g1f3 g8f6 f3g1 f6g8 "
#define ARCHERS "a1c6/9/9/9/9/9/9/9/A8/4C4[] w - - 0 1"
#define CYCLE "a2b2 a10b10 b2a2 b10a10 "
#define STALEMATE "k7/8/1Q6/8/8/8/8/6K1 b - - 0 1"
#define MATE "k7/1Q6/1K6/8/8/8/8/8 b - - 0 1"
/* A game without check has stalemates too: White has no move. */
#define STUCK "WWWWWWWWW/WWWWWWWWW/WWWWWWWWW/WWWWWWWWW/WWWWWWWWW/WWWWWWWWW/WWWWWWWWW/WWWWWWWWW/WWWWWWWgW/CWWWWWFMc[] w - - 0 1"
static const struct { const char *rules, *fen, *moves; Result result; const char *reason; } games[] = {
    {"chess:counter=0", "4k3/8/8/8/8/8/8/R3K3 w - - 300 200", "", ONGOING, NULL},
    {"chess:counter=7", "4k3/8/8/8/8/8/8/R3K3 w - - 6 200", "a1a2", DRAW, NULL},
    {"chess:repetitions=2", NULL, KNIGHTS, DRAW, "repetition"},
    {"chess:repetitions=0", NULL, KNIGHTS KNIGHTS, ONGOING, NULL},
    {"borderlands:repetitions=2", ARCHERS, CYCLE, WHITE_WINS, "second occurrence of a position"},
    {"borderlands:repetitions=3", ARCHERS, CYCLE CYCLE, WHITE_WINS, "third occurrence of a position"},
    {"chess:stalemate=draw", STALEMATE, "", DRAW, "stalemate"},
    {"chess:stalemate=wins", STALEMATE, "", BLACK_WINS, "stalemate"},
    {"chess:stalemate=loses", STALEMATE, "", WHITE_WINS, "stalemate"},
    {"chess:stalemate=wins", MATE, "", WHITE_WINS, "checkmate"},
    {"chess:stalemate=loses", MATE, "", WHITE_WINS, "checkmate"},
    {"borderlands:stalemate=draw", STUCK, "", DRAW, NULL},
    {"borderlands:stalemate=wins", STUCK, "", WHITE_WINS, NULL},
    {"borderlands:stalemate=loses", STUCK, "", BLACK_WINS, NULL},
};
START_TEST(test_common)
{
    Position *pos = position_at(begin_by(games[_i].rules)->name, games[_i].fen);
    play(pos, games[_i].moves);
    expect_outcome(pos, games[_i].result, games[_i].reason);
    position_free(pos);
}

/* Who begins, which FENs there are then, and the first moves. In Diamond Chess it is the one who places the first piece; a
 * game that begins later has Black do that. Where both Kings must be lost, the side that is not to move has one; where the loss
 * of one Chief loses, an attack on one of two is a peril. */
#define CHIEFS "4c4/4c4/9/9/9/9/3h5/9/4C4/4C4[] w - - 0 1"
static const struct { const char *rules, *fen; Side side; bool peril; const char *taken, *refused; uint64_t moves; } starts[] = {
    {"chess:first=black", NULL, BLACK, false, NULL, NULL, 20},
    {"chess:start=4k3/8/8/8/8/8/8/R3K3_b_-_-_0_1", NULL, BLACK, false, NULL, NULL, 5},
    {"diamond:first=white", NULL, WHITE, false, "8/8/8/8/8/8/8/6G1[CCCHKORSZcccghkorsz] b - - 0 1", NULL, 0},
    {"diamond:start=C7/8/8/8/8/8/8/8[c]_w_-_-_0_1", NULL, WHITE, false, "8/8/8/8/8/8/8/8[CCCGHKORSZcccghkorsz] b - - 0 1",
     "8/8/8/8/8/8/8/8[CCCGHKORSZcccghkorsz] w - - 0 1", 0},
    {"bordahbee:kings=both", "12k3/16/16/16/16/16/16/4K11 w - - 0 1", WHITE, false, NULL,
     "16/16/16/16/16/16/16/4K7K3 w - - 0 1", 0},
    {"borderlands:", CHIEFS, WHITE, false, NULL, NULL, 0},
    {"borderlands:chiefs=one", CHIEFS, WHITE, true, NULL, NULL, 0},
};
START_TEST(test_starts)
{
    ErrorText error;
    Position *pos = position_at(begin_by(starts[_i].rules)->name, starts[_i].fen);
    ck_assert_int_eq(pos->side, starts[_i].side);
    ck_assert_int_eq(position_in_peril(pos), starts[_i].peril);
    if (starts[_i].moves) ck_assert_uint_eq(position_perft(pos, 1), starts[_i].moves);
    if (starts[_i].taken) ck_assert_msg(position_set_fen(pos, starts[_i].taken, &error), "%s", error.text);
    if (starts[_i].refused) ck_assert(!position_set_fen(pos, starts[_i].refused, &error));
    position_free(pos);
}

/* The search plays for what ends the game now: a side that wins by being stalemated walks into it. */
START_TEST(test_search_knows)
{
    begin_by("chess:stalemate=loses");
    Position *pos = position_at("chess", "k7/8/8/1Q6/8/8/8/6K1 w - - 0 1");
    SearchPool *pool = search_new(pos->variant, 1, 1);
    ck_assert(pool != NULL);
    SearchResult result = search_run(pool, pos, &(SearchLimits){.depth = 3});
    char text[MOVE_TEXT_MAX];
    pos->variant->text.print(pos, result.best, text);
    ck_assert_int_ge(result.score, SCORE_MATE - 10);
    position_make(pos, result.best);
    ck_assert_msg(position_outcome(pos).result == WHITE_WINS, "%s", text);
    search_free(pool);
    position_free(pos);
}

/* ---- What carries the rules ---- */

/* Values are compared, in any order; who begins and the start position only if the text names them, or if it is all there is. */
static const struct { const char *rules, *text; bool agrees; const char *why; bool whole; } agreements[] = {
    {"horizons:shield=off,push=off", "push=off,shield=off", true, NULL, true},
    {"horizons:push=off,counter=60", "counter=060,push=off,shield=on", true, NULL, true},
    {"horizons:push=off", "", false, "--rules horizons:", false},
    {"horizons:push=off", "push=off,shield=off", false, "--rules horizons:push=off,shield=off", false},
    {"horizons:push=off", "push=off,jump=on", false, "no rule 'jump'", false},
    {"horizons:push=off", "push=offside", false, "on|off", false},
    {"horizons:push=off", "jump=on", false, "has no rule 'jump'", false},
    {"horizons:push=off", "push=off,counter=x", false, "0 to 999", false},
    {"horizons:push=off", "push", false, "OPTION=VALUE", false},
    {"horizons:", "push=on,first=own", true, NULL, true},
    {"horizons:", "first=black", false, "--rules horizons:first=black", false},
    {"horizons:first=black", "", true, NULL, false},
    {"horizons:first=black", "", false, "in force (first=black)", true},
    {"horizons:push=off,first=black", "first=black,push=off", true, NULL, true},
    {"horizons:push=off,first=black", "first=white,push=off", false, "in force (push=off,first=black)", false},
    {"horizons:push=off,first=black", "shield=on,push=off", true, NULL, false},
    {"horizons:push=off,first=black", "push=off", false, "in force (push=off,first=black)", true},
    {"chess:start=4k3/8/8/8/8/8/8/R3K3_b_-_-_0_1", "start=4k3/8/8/8/8/8/8/R3K3_b_-_-_0_1", true, NULL, true},
    {"chess:start=4k3/8/8/8/8/8/8/R3K3_b_-_-_0_1", "start=4k3/8/8/8/8/8/8/4K2R_b_-_-_0_1", false, "in force (start=4k3", false},
    {"chess:start=4k3/8/8/8/8/8/8/R3K3_b_-_-_0_1", "", true, NULL, false},
    {"chess:start=4k3/8/8/8/8/8/8/R3K3_b_-_-_0_1", "", false, "in force (start=4k3", true},
    {"chess:", "start=4k3/8/8/8/8/8/8/R3K3_b_-_-_0_1", false, "--rules chess:start=4k3", false},
    {"horizons:push=off", "horizons:push=off", true, NULL, true},
    {"chess:castling=off", "horizons:push=off", false, "--rules horizons:push=off", true},
    {"chess:castling=off", "horizons:", true, NULL, true},
    {"chess:", "nogame:push=off", false, "nogame", true},
    {"borderlands-2025-10:", "borderlands:version=2025-10", true, NULL, true}};
START_TEST(test_agree)
{
    ErrorText error = {""};
    const Variant *variant = begin_by(agreements[_i].rules);
    bool agrees = rules_agree(&variant, agreements[_i].text, agreements[_i].whole, &error);
    ck_assert_msg(agrees == agreements[_i].agrees && (agrees || strstr(error.text, agreements[_i].why)), "%s, %s: %s",
                  agreements[_i].rules, agreements[_i].text, error.text);
}

/* --rules on the command line, before other words: they are taken out, in every way to write them. */
static const struct {
    const char *words[6], *left, *push, *why; /* why: refused */
} given[] = {
    {{"q", "--rules", "horizons:push=off", "perft"}, "perft", "push=off", NULL},
    {{"q", "--rules=horizons:push=off"}, "", "push=off", NULL},
    {{"q", "-rules", "horizons:push=off", "x", "y"}, "x y", "push=off", NULL},
    {{"q", "--rules=chess:castling=off", "x", "--rules=horizons:push=off"}, "x", "push=off", NULL},
    {{"q", "rules", "horizons:push=off"}, "rules horizons:push=off", NULL, NULL},
    {{"q", "--rulesx", "a"}, "--rulesx a", NULL, NULL},
    {{"q", "--ruler", "a"}, "--ruler a", NULL, NULL},
    {{"q", "--rules"}, "", NULL, "needs a value"},
    {{"q", "--rules", "horizons:push"}, "", NULL, "OPTION=VALUE"},
};
START_TEST(test_argument)
{
    char *argv[8] = {NULL}, left[80] = "";
    int argc = 0;
    ErrorText error = {""};
    const Variant *v = variant_find("horizons");
    for (; given[_i].words[argc]; ++argc) argv[argc] = (char *)given[_i].words[argc];
    bool ok = rules_begin(&argc, argv, &error);
    ck_assert_msg(ok == !given[_i].why, "%s", error.text);
    if (!ok) {
        ck_assert_msg(strstr(error.text, given[_i].why) != NULL, "%s", error.text);
        return;
    }
    for (int k = 1; k < argc; ++k) strcat(strcat(left, k > 1 ? " " : ""), argv[k]);
    ck_assert_str_eq(left, given[_i].left);
    ck_assert_ptr_null(argv[argc]);
    ck_assert_str_eq(v->rules.text ? v->rules.text : "", given[_i].push ? given[_i].push : "");
}

/* A rule for a game each, at most. */
START_TEST(test_many_arguments)
{
    char *argv[GAMES_MAX + 3] = {"q"};
    int argc = GAMES_MAX + 2;
    ErrorText error = {""};
    for (int i = 1; i < argc; ++i) argv[i] = "--rules=chess:castling=off";
    ck_assert(!rules_begin(&argc, argv, &error) && strstr(error.text, "times"));
}

/* The rules of a game as people read them: those in force, then each option with its values and its default. */
START_TEST(test_printed)
{
    Buffer out = {0};
    rules_print(begin_by(_i ? "horizons:push=off,counter=30" : "horizons:"), &out);
    ck_assert_int_eq(strncmp(buffer_text(&out), "Rules in force: push=off,counter=30\n", 36) == 0, _i);
    ck_assert(strstr(buffer_text(&out), "0 to 999") && strstr(buffer_text(&out), "Default: on.") && strstr(buffer_text(&out),
        "Default: 150."));
    buffer_free(&out);
}

/* A push and a shield that are off are no reasons, and neither do exchanges heed the shield then. */
START_TEST(test_off)
{
    static const char *const rules[] = {"horizons:", "horizons:shield=off", "horizons:push=off"};
    Move move;
    ErrorText error = {""};
    const Variant *v = begin_by(rules[_i]);
    Position *pos = position_at(v->name, "6k5/12/12/12/12/6r5/6S5/12/12/12/12/6K5 w - - 0 1");
    bool pushes = v->text.parse(pos, "g6g7", &move, &error);
    ck_assert_msg(pushes || !strstr(error.text, "a Shielder captures only sideways") == (_i != 2), "%s", error.text);
    ck_assert(_i != 2 || !pushes);
    position_free(pos);
    pos = position_at(v->name, "5r5k/12/12/12/12/12/12/4Sn6/12/12/12/6K5 w - - 0 1");
    Score knight = v->board.pieces[piece_type_find(v, BLACK, 'N', false)].mg;
    ck_assert_int_eq(v->search.see_ge(pos, move_at(pos, "e5f5"), knight), _i != 1);
    position_free(pos);
}

/* A table of a game without a draw counter has no wins that come too late. */
START_TEST(test_no_counter)
{
    const Variant *v = begin_by(_i ? "chess:counter=0" : "chess:");
    TbValue lost = {TB_LOSS, 900, 900};
    ck_assert_int_eq(v->draws.counter_limit, _i ? 0 : 100);
    ck_assert_int_eq(value_of_move(v, lost, true).result, _i ? TB_WIN : TB_DRAW);
    ck_assert(value_of_move(v, (TbValue){TB_DRAW, 0, 0}, true).result == TB_DRAW);
}

/* A FEN names the rules that it was written under; it is read under these alone. */
static const struct { const char *rules, *written, *why; } fens[] = {
    {"horizons:push=off,shield=off", " {shield=off,push=off}", NULL},
    {"horizons:push=off,shield=off", "", NULL},
    {"horizons:push=off,shield=off", " {push=off}", "push=off"},
    /* A value that another begins with is not that. */
    {"horizons:counter=60,push=off", " {counter=6,push=off}", ""},
    {"horizons:counter=60,push=off", " {counter=600,push=off}", ""},
    {"horizons:counter=60,push=off", " {push=off,counter=60}", NULL},
    {"horizons:", " {shield=off,push=off}", ""},
};
START_TEST(test_fen)
{
    char fen[FEN_MAX], own[FEN_MAX];
    ErrorText error = {""};
    Position *pos = position_at(begin_by(fens[_i].rules)->name, NULL);
    Key key = pos->state->key;
    /* The key of the start position by the game's own rules. */
    ck_assert_int_eq(key == 0x6FDA054AE3DC3994u, !pos->variant->rules.text);
    pos->variant->board.get_fen(pos, fen);
    position_get_fen(pos, own);
    if (_i == 0) ck_assert_str_eq(own + strlen(fen), fens[_i].written);
    bool read = position_set_fen(pos, strcat(fen, fens[_i].written), &error);
    ck_assert_msg(read == !fens[_i].why && (read || strstr(error.text, fens[_i].why)), "%s: %s", fen, error.text);
    ck_assert_uint_eq(pos->state->key, key);
    position_free(pos);
}

START_TEST(test_pgn)
{
    const Variant *v = begin_by("horizons:push=off");
    Buffer out = {0};
    PgnHeader header;
    PgnGame game = {0};
    ErrorText error = {""};
    Position *pos = position_at(v->name, NULL);
    play(pos, "a2a4");
    pgn_header_init(&header);
    ck_assert(pgn_write(pos, &header, NULL, &out));
    ck_assert_ptr_nonnull(strstr(out.text, "[Rules \"push=off\"]"));
    ck_assert_msg(pgn_read(out.text, 1, &game, &error) && game.complete, "%s", error.text);
    position_free(game.pos);
    position_free(pos);
    buffer_free(&out);
}

/* ---- Data of the game's own rules ---- */

static const struct { const char *rules; bool net, tables, book, levels; } data[] = {
    {"horizons:", true, true, true, true},
    {"horizons:push=off", false, false, false, false},
    /* Repetitions matter to none of them. */
    {"horizons:repetitions=2", true, true, true, true},
    /* A net counts no more Quadrapawns in hand than its games had. */
    {"battleofideologies:reserve=3", true, true, false, false},
    {"battleofideologies:reserve=6", false, true, false, false},
};
START_TEST(test_data)
{
    ErrorText error;
    const Variant *v = begin_by(data[_i].rules);
    Session *session = session_new();
    ck_assert(session && session_set_variant(session, v->name, &error) && session->variant == v);
    ck_assert_int_eq(rules_keep(v, DATA_NET), data[_i].net);
    ck_assert_int_eq(rules_keep(v, DATA_BOOK), data[_i].book);
    ck_assert_int_eq(session->tablebases.loaded != NULL, data[_i].tables);
    ck_assert_int_eq(variant_measured(v)->levels && variant_measured(v)->wdl, data[_i].levels);
    session_free(session);
}

/* ---- Games of their own ---- */

static const struct { const char *rules, *game, *text; } versions[] = {
    {"borderlands:version=2025-10", "borderlands-2025-10", NULL},
    {"borderlands:", "borderlands", NULL},
    {"borderlands:version=2025-10,chiefs=one", "borderlands-2025-10", "chiefs=one"},
    {"borderlands:chiefs=one,drops=off,version=2025-10", "borderlands-2025-10", "chiefs=one,drops=off"},
    {"borderlands:version=2025-09,chiefs=one", "borderlands", "chiefs=one"},
};
START_TEST(test_version)
{
    ErrorText error;
    const Variant *game = begin_by(versions[_i].rules), *old = variant_find("borderlands");
    ck_assert_str_eq(game->name, versions[_i].game);
    ck_assert_ptr_eq(variant_choose("borderlands", &error), game);
    ck_assert_pstr_eq(game->rules.text, versions[_i].text);
    /* Who asks for the game's own rules does not get its version. */
    const Variant *own = old;
    ck_assert_int_eq(rules_agree(&own, "", true, &error), game == old && !game->rules.text);
    ck_assert(!rules_agree(&old, "version=2025", false, &error) && strstr(error.text, "2025-09|2025-10"));
}

/* A file names the rules that it was played by, and may name the game by its version; it is read under these alone. */
static const struct { const char *ours, *variant, *rules, *move, *why; } files[] = {
    {"horizons:push=off", "horizons", "push=off", "a2a4", NULL},
    {"horizons:", "horizons", "push=off", "a2a4", "--rules horizons:push=off"},
    {"borderlands-2025-10:", "borderlands", "version=2025-10", "e4e5", NULL},
    {"borderlands-2025-10:chiefs=one", "borderlands", "version=2025-10,chiefs=one", "e4e5", NULL},
    {"borderlands-2025-10:", "borderlands", "version=2025-10,chiefs=one", "e4e5", "--rules borderlands:version=2025-10"},
    {"borderlands-2025-10:chiefs=one", "borderlands", "version=2025-10", "e4e5", "--rules borderlands:version=2025-10"},
};
START_TEST(test_file)
{
    char text[200];
    PgnGame read = {0};
    ErrorText error = {""};
    const Variant *game = begin_by(files[_i].ours);
    snprintf(text, sizeof text, "[Variant \"%s\"]\n[Rules \"%s\"]\n\n1. %s *", files[_i].variant, files[_i].rules, files[_i].move);
    ck_assert_msg(pgn_read(text, 1, &read, &error) == !files[_i].why, "%s: %s", text, error.text);
    if (files[_i].why) ck_assert(strstr(error.text, files[_i].why) != NULL);
    else ck_assert(read.complete && read.pos->variant == game && position_plies(read.pos) == 1);
    position_free(read.pos);
}

/* What XBoard is told of the start of other rules; its own positions stay what they are. */
#define KINGS "4k7k3/16/16/16/16/16/16/4K7K3"
#define ARRAY "rnbqkbnrrnbqkbnr/pppppppppppppppp/16/16/16/16/PPPPPPPPPPPPPPPP/RNBQKBNRRNBQKBNR"
static const struct { const char *rules, *start, *own; } gui_starts[] = {
    {"bordahbee:", ARRAY " w - - 0 1", NULL},
    {"bordahbee:first=black", ARRAY " w - - 0 1", NULL},
    {"bordahbee:start=" KINGS "_b_-_-_3_9", KINGS " w - - 3 9", NULL},
    {"diamond:", "8/8/8/8/8/8/8/8[CCCGHKORSZcccghkorsz] w - - 0 1", NULL},
    {"diamond:start=8/8/7s/8/8/8/8/S7[]_b_-_-_0_1", "8/8/7s/8/8/8/8/S7[] w - - 0 1", NULL},
    {"horizons:start=6k5/12/12/12/12/12/12/12/12/12/12/6K4R_b_K_-_0_1", "6k5/12/12/12/12/12/12/12/12/12/12/6K4R b K - 0 1", NULL},
    {"bordahbee:start=" KINGS "_w_-_-_0_1", KINGS " w - - 0 1", ARRAY " w - - 0 1"},
};
START_TEST(test_gui_start)
{
    const Variant *game = begin_by(gui_starts[_i].rules);
    char fen[FEN_MAX];
    ErrorText error;
    gui_start_fen(game, fen);
    ck_assert_str_eq(fen, gui_starts[_i].start);
    Position *pos = position_at(game->name, NULL);
    ck_assert(gui_is_start(game, fen) && gui_set_fen(pos, fen, &error));
    ck_assert_str_eq(fen_text(pos), game->position.start_fen);
    if (gui_starts[_i].own) {
        ck_assert(gui_set_fen(pos, gui_starts[_i].own, &error));
        ck_assert_str_eq(fen_text(pos), gui_starts[_i].own);
    }
    position_free(pos);
}

/* Of two captures en passant, where either may be the other's only companion, the key tells both. */
START_TEST(test_two_ep_captures)
{
    static const char *const ep[] = {"d6n6", "d6", "n6", "-"};
    static const unsigned turns[] = {5, 0, 4, 0};
    begin_by("bordahbee:pairing=any,kings=both");
    Key keys[4];
    for (size_t i = 0; i < 4; ++i) {
        char fen[FEN_MAX];
        snprintf(fen, sizeof fen, "k7k7/16/12p3/3pP7Pp2/16/16/16/K15 w - %s 0 1", ep[i]);
        Position *pos = position_at("bordahbee", fen);
        ck_assert_uint_eq(position_perft(pos, 1), turns[i]);
        keys[i] = pos->state->key;
        position_free(pos);
    }
    ck_assert(keys[0] != keys[2] && keys[0] != keys[1] && keys[1] == keys[3]);
}

static bool play_in(Session *session, const char *text)
{
    ErrorText error;
    Move move;
    return session->variant->text.parse(session->pos, text, &move, &error) && session_play_move(session, move, &error);
}

/* The draw that has to be asked for: after 14 quiet plies, and 24 later. */
START_TEST(test_offered)
{
    ErrorText error;
    begin_by("diamond:stalemate=offered");
    Session *session = session_new();
    ck_assert(session && session_set_variant(session, "diamond", &error));
    ck_assert(session_set_fen(session, "8/8/7s/8/8/8/8/S7[] w - - 12 30", &error));
    static const char *const moves[] = {"a1b1", "h6h5", "b1a1", "h5h6"};
    for (unsigned i = 0; i < 2; ++i) {
        ck_assert(!session_ask_draw(session));
        ck_assert(play_in(session, moves[i]));
    }
    ck_assert(session_ask_draw(session));
    for (unsigned i = 0; i < 24; ++i) {
        ck_assert_int_eq(session_outcome(session).result, ONGOING);
        ck_assert(play_in(session, moves[(i + 2) % 4]));
        ck_assert(session_ask_draw(session)); /* the first question counts */
    }
    ck_assert_int_eq(session_outcome(session).result, DRAW);
    ck_assert(session_undo(session));
    ck_assert_int_eq(session_outcome(session).result, ONGOING);
    ck_assert(play_in(session, moves[1]));
    ck_assert_int_eq(session_outcome(session).result, DRAW);
    /* On a board that is taken over, and in a new game, nobody has asked. */
    Position *same = position_clone(session->pos, 64);
    ck_assert(same && session_adopt(session, same, &error) && session->pos == same);
    ck_assert_int_eq(session_outcome(session).result, ONGOING);
    ck_assert(session_ask_draw(session) && session_undo(session));
    ck_assert_int_eq(session_outcome(session).result, ONGOING);
    /* Nor where the plies before the question were taken back, by one or all at once. */
    for (unsigned way = 0; way < 2; ++way) {
        ck_assert(session_set_game(session, "8/8/7s/8/8/8/8/S7[] w - - 12 30", "a1b1 h6h5 b1a1 h5h6", &error));
        ck_assert(session_ask_draw(session));
        if (way) ck_assert(session_set_game(session, "8/8/7s/8/8/8/8/S7[] w - - 12 30", "", &error));
        for (unsigned i = 0; !way && i < 4; ++i) ck_assert(session_undo(session));
        for (unsigned i = 0; i < 28; ++i) {
            ck_assert_int_eq(session_outcome(session).result, ONGOING);
            ck_assert(play_in(session, moves[i % 4]));
        }
        ck_assert_int_eq(session_outcome(session).result, ONGOING);
    }
    ck_assert(session_set_fen(session, "8/8/7s/8/8/8/8/S7[] w - - 20 30", &error));
    for (unsigned i = 0; i < 26; ++i) {
        ck_assert_int_eq(session_outcome(session).result, ONGOING);
        ck_assert(play_in(session, moves[i % 4]));
    }
    ck_assert_int_eq(session_outcome(session).result, ONGOING);
    session_free(session);
}

/* The most squares that a short Magician reaches are those that the game reckons with. */
START_TEST(test_most_targets)
{
    const Variant *v = begin_by("horizons:magician=short");
    unsigned most = 0;
    for (unsigned rank = 0; rank < 12; ++rank) {
        for (unsigned file = 1; file < 11; ++file) {
            char fen[FEN_MAX] = "", at[8];
            for (unsigned r = 12; r-- > 0;) {
                const char *end = r ? "/" : " w - - 0 1";
                if (r == rank) snprintf(fen + strlen(fen), 32, "%uM%u%s", file, 11 - file, end);
                else if (r == (rank + 6) % 12) snprintf(fen + strlen(fen), 32, "K11%s", end);
                else snprintf(fen + strlen(fen), 32, "%s%s", r == (rank + 2) % 12 ? "11k" : "12", end);
            }
            ErrorText error;
            Position *pos = position_new(v);
            size_t count = 0;
            unsigned own = 0;
            ck_assert(pos != NULL);
            Move *moves = position_set_fen(pos, fen, &error) ? position_moves(pos, &count) : NULL;
            square_print(v, notation_square(v, file, rank), at);
            for (size_t i = 0; i < count; ++i) {
                char text[MOVE_TEXT_MAX];
                v->text.print(pos, moves[i], text);
                own += strncmp(text, at, strlen(at)) == 0 && !(text[strlen(at)] >= '0' && text[strlen(at)] <= '9');
            }
            if (own > most) most = own;
            free(moves);
            position_free(pos);
        }
    }
    ck_assert_uint_eq(most, 56);
}

int main(void)
{
    read_lines();
    leaf_budget = (uint64_t)environment_number("TEST_LEAVES", 300000);
    return RUN_TESTS("rule options", 60, EACH(test_counts, line_count), ROWS(test_refused, refused), ROWS(test_too_long, too_long),
                     ONCE(test_once), ROWS(test_text, texts), EACH(test_longest, games_count()), ROWS(test_common, games),
                     ROWS(test_starts, starts), ONCE(test_search_knows),
                     ROWS(test_agree, agreements), ROWS(test_argument, given), ONCE(test_many_arguments), EACH(test_printed, 2),
                     EACH(test_off, 3), EACH(test_no_counter, 2), ROWS(test_fen, fens), ONCE(test_pgn), ROWS(test_data, data),
                     ROWS(test_version, versions), ROWS(test_file, files), ROWS(test_gui_start, gui_starts),
                     ONCE(test_two_ep_captures), ONCE(test_offered), ONCE(test_most_targets));
}
