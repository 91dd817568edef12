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
#include "../src/tablebases/value.h"
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
    ErrorText error = {""};
    const Variant *game = NULL;
    strcpy(text, lines[_i]);
    const char *rules = strtok(text, ";"), *fen = strtok(NULL, ";");
    ck_assert_msg(rules_set(&game, rules, &error), "%s: %s", rules, error.text);
    Position *pos = position_at(game->name, strcmp(fen, "startpos") == 0 ? NULL : fen);
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

/* ---- Setting and refusing ---- */

static const Variant *set(const char *text)
{
    ErrorText error = {""};
    const Variant *game = NULL;
    ck_assert_msg(rules_set(&game, text, &error), "%s: %s", text, error.text);
    return game;
}

/* The text is refused with words that tell of `why`, and the rules in force stay. */
static void refuse(const char *text, const char *why)
{
    ErrorText error = {""};
    const Variant *game = NULL;
    char before[RULES_TEXT_MAX], after[RULES_TEXT_MAX];
    rules_write(variant_find("horizons"), before);
    ck_assert_msg(!rules_set(&game, text, &error), "'%s' is taken", text);
    ck_assert_msg(strstr(error.text, why) != NULL, "'%s': '%s' does not tell of '%s'", text, error.text, why);
    ck_assert_str_eq(rules_write(variant_find("horizons"), after), before);
}

START_TEST(test_refused)
{
    set("horizons:push=off");
    refuse("push=on", "which game");
    refuse("nogame:push=off", "nogame");
    refuse("horizons:push", "OPTION=VALUE");
    refuse("horizons:push,shield=off", "'push' is not a rule");
    refuse("horizons:push=maybe", "on|off");
    refuse("horizons:push=", "on|off");
    refuse("horizons:jump=on", "shield, warrior");
    refuse("horizons:push=on,push=off", "twice");
    refuse("horizons:counter=1000", "0 to 999");
    refuse("horizons:counter=-1", "0 to 999");
    refuse("horizons:counter=x", "0 to 999");
    refuse("horizons:repetitions=1", "not 1");
    refuse("horizons:repetitions=10", "0 to 9");
    refuse("horizons:first=black,start=12/12", "leave 'first' out");
    refuse("horizons:start=nonsense", "start position");
    refuse("horizons:a=1,b=1,c=1,d=1,e=1,f=1,g=1,h=1,i=1,j=1,k=1,l=1,m=1,n=1,o=1,p=1,q=1,r=1,s=1,t=1,u=1,v=1,w=1,x=1,y=1,z=1,"
           "aa=1,bb=1,cc=1,dd=1,ee=1,ff=1,gg=1", "rules are given");
    refuse("borderlands:version=2026-10", "version=2026-10");
    refuse("horizons:start=12/12/12/12/12/12/12/12/12/12/12/12_w_-_-_0_1", "start position");
    refuse("battleofideologies:reserve=10", "0 to 9");
    refuse("diamond:pack=0", "1 to 3");
    refuse("diamond:stalemate=offered,counter=50", "counter");
    refuse("diamond:stalemate=draw", "automatic|offered");
    refuse("borderlands:version=2025-10,conquest=off", "conquest");
    refuse("borderlands-2025-10:conquest=off", "conquest");
    char text[2000] = "horizons:start=";
    memset(text + strlen(text), '1', 1500);
    refuse(text, "the rules are too long");
    text[strlen("horizons:start=") + 700] = '\0';
    refuse(text, "too long for a FEN");
    snprintf(text, sizeof text, "horizons:%0500d", 0);
    refuse(text, "OPTION=VALUE");
}

START_TEST(test_text)
{
    char text[RULES_TEXT_MAX];
    /* The order is the game's, defaults are left out. */
    ck_assert_str_eq(rules_write(set("horizons:ox=original,counter=150,shield=off"), text), "horizons:shield=off,ox=original");
    ck_assert_str_eq(rules_write(set("horizons:first=black,push=off"), text), "horizons:push=off,first=black");
    ck_assert_str_eq(variant_find("horizons")->rules.of_moves, "push=off");
    ck_assert_str_eq(rules_write(set("horizons:"), text), "horizons:");
    ck_assert(variant_find("horizons")->rules.text == NULL);
    ck_assert_uint_eq(variant_find("horizons")->rules.key, 0);
    /* All options of a game at once fit, with their longest values. */
    for (const Variant *const *v = variants; *v; ++v) {
        RuleRow row;
        char rules[RULES_TEXT_MAX], value[RULE_VALUE_MAX], longest[RULE_VALUE_MAX];
        size_t length = (size_t)snprintf(rules, sizeof rules, "%s:", (*v)->name), own = length;
        for (size_t i = 0; rules_row(*v, i, &row); ++i) {
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
        const Variant *game = NULL;
        if (!rules_set(&game, rules, &error)) { /* options that exclude each other */
            ck_assert_msg(strcmp((*v)->name, "diamond") == 0, "%s: %s", rules, error.text);
            continue;
        }
        ck_assert_str_eq(rules_write(*v, text), rules);
        ck_assert_uint_lt(strlen((*v)->rules.of_moves), strlen(rules) - own + 1);
    }
}

/* Setting rules and going back leaves nothing behind: counts, start position and keys are those of the game. */
START_TEST(test_and_back)
{
    const Variant *v = variants[_i];
    Position *pos = position_at(v->name, NULL);
    Key key = pos->state->key;
    char text[RULES_TEXT_MAX], value[RULE_VALUE_MAX];
    const char *start = v->position.start_fen;
    unsigned depth = v->moves.max > 100000 ? 1 : 3;
    uint64_t count = position_perft(pos, depth);
    position_free(pos);
    RuleRow row;
    for (size_t i = 0; rules_row(v, i, &row); ++i) {
        int other = row.option->choices ? !row.initial : row.initial == row.option->min ? row.option->max : row.option->min;
        if (row.option->other) continue;
        snprintf(text, sizeof text, "%s:%s=%s", v->name, row.option->name, rules_value(row.option, other, value));
        set(text);
        ck_assert_str_eq(v->rules.text, strchr(text, ':') + 1);
        set(strcat(strcpy(text, v->name), ":"));
        ck_assert(rules_keep(v, DATA_ALL));
        ck_assert_str_eq(v->position.start_fen, start);
        pos = position_at(v->name, NULL);
        ck_assert_uint_eq(pos->state->key, key);
        ck_assert_uint_eq(position_perft(pos, depth), count);
        position_free(pos);
    }
}

/* How a game stands after moves, under these rules. */
START_TEST(test_common)
{
#define KNIGHTS "g1f3 g8f6 f3g1 f6g8 "
#define ARCHERS "a1c6/9/9/9/9/9/9/9/A8/4C4[] w - - 0 1"
#define CYCLE "a2b2 a10b10 b2a2 b10a10 "
    static const char diamonds[] = "8/8/8/8/8/8/8/8[CCCGHKORSZcccghkorsz] b - - 0 1";
    static const struct { const char *rules, *fen, *moves; Result result; const char *reason; } games[] = {
        {"chess:counter=0", "4k3/8/8/8/8/8/8/R3K3 w - - 300 200", "", ONGOING, NULL},
        {"chess:counter=7", "4k3/8/8/8/8/8/8/R3K3 w - - 6 200", "a1a2", DRAW, NULL},
        {"chess:repetitions=2", NULL, KNIGHTS, DRAW, "repetition"},
        {"chess:repetitions=0", NULL, KNIGHTS KNIGHTS, ONGOING, NULL},
        {"borderlands:repetitions=2", ARCHERS, CYCLE, WHITE_WINS, "second occurrence of a position"},
        {"borderlands:repetitions=3", ARCHERS, CYCLE CYCLE, WHITE_WINS, "third occurrence of a position"},
    };
    /* Who begins, which FENs there are then, and the first moves. In Diamond Chess it is the one who places the first piece; a
     * game that begins later has Black do that. Where both Kings must be lost, the side that is not to move has one. */
    static const struct { const char *rules, *fen; Side side; const char *taken, *refused; uint64_t moves; } starts[] = {
        {"chess:first=black", NULL, BLACK, NULL, NULL, 20},
        {"chess:start=4k3/8/8/8/8/8/8/R3K3_b_-_-_0_1", NULL, BLACK, NULL, NULL, 5},
        {"diamond:first=white", NULL, WHITE, "8/8/8/8/8/8/8/6G1[CCCHKORSZcccghkorsz] b - - 0 1", NULL, 0},
        {"diamond:start=C7/8/8/8/8/8/8/8[c]_w_-_-_0_1", NULL, WHITE, diamonds,
         "8/8/8/8/8/8/8/8[CCCGHKORSZcccghkorsz] w - - 0 1", 0},
        {"bordahbee:kings=both", "12k3/16/16/16/16/16/16/4K11 w - - 0 1", WHITE, NULL, "16/16/16/16/16/16/16/4K7K3 w - - 0 1", 0},
    };
    for (size_t i = 0; i < sizeof games / sizeof *games; ++i) {
        Position *pos = position_at(set(games[i].rules)->name, games[i].fen);
        play(pos, games[i].moves);
        expect_outcome(pos, games[i].result, games[i].reason);
        position_free(pos);
    }
    for (size_t i = 0; i < sizeof starts / sizeof *starts; ++i) {
        ErrorText error;
        Position *pos = position_at(set(starts[i].rules)->name, starts[i].fen);
        ck_assert_msg(pos->side == starts[i].side, "%s", starts[i].rules);
        if (starts[i].moves) ck_assert_uint_eq(position_perft(pos, 1), starts[i].moves);
        if (starts[i].taken) ck_assert_msg(position_set_fen(pos, starts[i].taken, &error), "%s", error.text);
        if (starts[i].refused) ck_assert_msg(!position_set_fen(pos, starts[i].refused, &error), "%s", starts[i].refused);
        position_free(pos);
    }
}

START_TEST(test_stalemate)
{
    static const char stalemate[] = "k7/8/1Q6/8/8/8/8/6K1 b - - 0 1", mate[] = "k7/1Q6/1K6/8/8/8/8/8 b - - 0 1";
    static const struct { const char *rules; Result result; } cases[] = {
        {"chess:", DRAW}, {"chess:stalemate=draw", DRAW},
        {"chess:stalemate=wins", BLACK_WINS}, {"chess:stalemate=loses", WHITE_WINS}};
    set(cases[_i].rules);
    Position *pos = position_at("chess", stalemate);
    ck_assert_int_eq(position_outcome(pos).result, cases[_i].result);
    ck_assert(position_set_fen(pos, mate, NULL));
    expect_outcome(pos, WHITE_WINS, "checkmate");
    position_free(pos);
    /* A game without check has stalemates too: here White has no move, which loses otherwise. */
    static const Result stuck[] = {BLACK_WINS, DRAW, WHITE_WINS, BLACK_WINS};
    char rules[40] = "borderlands";
    set(strcat(rules, strchr(cases[_i].rules, ':')));
    pos = position_at("borderlands", "WWWWWWWWW/WWWWWWWWW/WWWWWWWWW/WWWWWWWWW/WWWWWWWWW/WWWWWWWWW/WWWWWWWWW/WWWWWWWWW/"
                                     "WWWWWWWgW/CWWWWWFMc[] w - - 0 1");
    ck_assert_int_eq(position_outcome(pos).result, stuck[_i]);
    position_free(pos);
}

/* Where the loss of one Chief loses, an attack on one of two is a peril. */
START_TEST(test_peril_of_one_chief)
{
    static const char fen[] = "4c4/4c4/9/9/9/9/3h5/9/4C4/4C4[] w - - 0 1";
    static const struct { const char *rules; bool peril; } cases[] = {{"borderlands:", false}, {"borderlands:chiefs=one", true}};
    const Variant *v = set(cases[_i].rules);
    Position *pos = position_at(v->name, fen);
    ck_assert_int_eq(position_in_peril(pos), cases[_i].peril);
    position_free(pos);
}

/* The search plays for what ends the game now: a side that wins by being stalemated walks into it. */
START_TEST(test_search_knows)
{
    set("chess:stalemate=loses");
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

/* Values are compared, in any order; who begins and the start position only if the text names them. */
START_TEST(test_agree)
{
    static const struct { const char *rules, *text; bool agrees; const char *why; } cases[] = {
        {"horizons:shield=off,push=off", "push=off,shield=off", true, NULL},
        {"horizons:push=off,counter=60", "counter=060,push=off,shield=on", true, NULL},
        {"horizons:push=off", "", false, "set horizons: first"},
        {"horizons:push=off", "push=off,shield=off", false, "set horizons:push=off,shield=off first"},
        {"horizons:push=off", "push=off,jump=on", false, "no rule 'jump'"},
        {"horizons:push=off", "push=offside", false, "on|off"},
        {"horizons:push=off", "jump=on", false, "has no rule 'jump'"},
        {"horizons:push=off", "push=off,counter=x", false, "0 to 999"},
        {"horizons:push=off", "push", false, "OPTION=VALUE"},
        {"horizons:", "push=on,first=own", true, NULL},
        {"horizons:", "first=black", false, "set horizons:first=black first"},
        {"horizons:first=black", "", true, NULL},
        {"horizons:push=off,first=black", "first=black,push=off", true, NULL},
        {"horizons:push=off,first=black", "first=white,push=off", false, "in force push=off,first=black"},
        {"horizons:push=off,first=black", "shield=on,push=off", true, NULL},
        {"chess:start=4k3/8/8/8/8/8/8/R3K3_b_-_-_0_1", "start=4k3/8/8/8/8/8/8/R3K3_b_-_-_0_1", true, NULL},
        {"chess:start=4k3/8/8/8/8/8/8/R3K3_b_-_-_0_1", "start=4k3/8/8/8/8/8/8/4K2R_b_-_-_0_1", false, "in force start=4k3"},
        {"chess:", "start=4k3/8/8/8/8/8/8/R3K3_b_-_-_0_1", false, "set chess:start=4k3"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        ErrorText error = {""};
        const Variant *variant = set(cases[i].rules);
        bool agrees = rules_agree(&variant, cases[i].text, &error);
        ck_assert_msg(agrees == cases[i].agrees, "%s, %s: %s", cases[i].rules, cases[i].text, error.text);
        ck_assert_msg(agrees || strstr(error.text, cases[i].why), "%s, %s: %s", cases[i].rules, cases[i].text, error.text);
    }
}

/* --rules on the command line, before other words: they are taken out, in every way to write them. */
START_TEST(test_argument)
{
    static const struct {
        const char *words[6], *left, *push, *why; /* why: refused */
    } given[] = {
        {{"q", "--rules", "horizons:push=off", "perft"}, "perft", "push=off", NULL},
        {{"q", "--rules=horizons:push=off"}, "", "push=off", NULL},
        {{"q", "-rules", "horizons:push=off", "x", "y"}, "x y", "push=off", NULL},
        {{"q", "rules", "horizons:push=off"}, "rules horizons:push=off", NULL, NULL},
        {{"q", "--rulesx", "a"}, "--rulesx a", NULL, NULL},
        {{"q", "--ruler", "a"}, "--ruler a", NULL, NULL},
        {{"q", "--rules"}, "", NULL, "needs a value"},
        {{"q", "--rules", "horizons:push"}, "", NULL, "OPTION=VALUE"},
    };
    for (size_t i = 0; i < sizeof given / sizeof *given; ++i) {
        char *argv[8] = {NULL}, left[80] = "";
        int argc = 0;
        ErrorText error = {""};
        const Variant *v = set("horizons:");
        for (; given[i].words[argc]; ++argc) argv[argc] = (char *)given[i].words[argc];
        bool ok = rules_take_argument(&argc, argv, &error);
        ck_assert_msg(ok == !given[i].why, "argument %zu: %s", i, error.text);
        if (!ok) {
            ck_assert_msg(strstr(error.text, given[i].why) != NULL, "%s", error.text);
            continue;
        }
        for (int k = 1; k < argc; ++k) strcat(strcat(left, k > 1 ? " " : ""), argv[k]);
        ck_assert_str_eq(left, given[i].left);
        ck_assert_ptr_null(argv[argc]);
        ck_assert_str_eq(v->rules.text ? v->rules.text : "", given[i].push ? given[i].push : "");
    }
}

/* The rules of a game as people read them: those in force, then each option with its values and its default. */
START_TEST(test_printed)
{
    Buffer out = {0};
    rules_print(set("horizons:"), &out);
    ck_assert(!strstr(buffer_text(&out), "in force") && strstr(buffer_text(&out), "0 to 999") && strstr(buffer_text(&out),
        "Default: on."));
    buffer_clear(&out);
    rules_print(set("horizons:push=off,counter=30"), &out);
    ck_assert(strncmp(buffer_text(&out), "Rules in force: push=off,counter=30\n", 36) == 0);
    ck_assert_ptr_nonnull(strstr(buffer_text(&out), "Default: 150."));
    buffer_free(&out);
}

/* A push and a shield that are off are no reasons, and neither do exchanges heed the shield then. */
START_TEST(test_off)
{
    Move move;
    ErrorText error = {""};
    const Variant *v = set("horizons:push=off");
    Position *pos = position_at(v->name, "6k5/12/12/12/12/6r5/6S5/12/12/12/12/6K5 w - - 0 1");
    ck_assert(!v->text.parse(pos, "g6g7", &move, &error) && strstr(error.text, "a Shielder captures only sideways"));
    position_free(pos);
    for (int off = 0; off < 2; ++off) {
        v = set(off ? "horizons:shield=off" : "horizons:");
        pos = position_at(v->name, "5r5k/12/12/12/12/12/12/4Sn6/12/12/12/6K5 w - - 0 1");
        Score knight = v->board.pieces[piece_type_find(v, BLACK, 'N', false)].mg;
        ck_assert(v->search.see_ge(pos, move_at(pos, "e5f5"), knight) == !off);
        position_free(pos);
    }
}

/* A table of a game without a draw counter has no wins that come too late. */
START_TEST(test_no_counter)
{
    const Variant *v = set("chess:counter=0");
    TbValue lost = {TB_LOSS, 900, 900};
    ck_assert(!v->draws.counter_limit && value_of_move(v, lost, true).result == TB_WIN);
    ck_assert(value_of_move(set("chess:"), lost, true).result == TB_DRAW);
    ck_assert(value_of_move(v, (TbValue){TB_DRAW, 0, 0}, true).result == TB_DRAW);
}

/* A FEN names the rules it was written under; it is read under these alone. */
START_TEST(test_fen)
{
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
    Key keys[2];
    for (size_t i = 0; i < sizeof fens / sizeof *fens; ++i) {
        char fen[FEN_MAX], own[FEN_MAX];
        ErrorText error = {""};
        Position *pos = position_at(set(fens[i].rules)->name, NULL);
        Key key = keys[fens[i].rules[9] == '\0'] = pos->state->key;
        pos->variant->board.get_fen(pos, fen);
        position_get_fen(pos, own);
        if (i == 0) ck_assert_str_eq(own + strlen(fen), fens[i].written);
        bool read = position_set_fen(pos, strcat(fen, fens[i].written), &error);
        ck_assert_msg(read == !fens[i].why && (read || strstr(error.text, fens[i].why)), "%s: %s", fen, error.text);
        ck_assert_uint_eq(pos->state->key, key);
        position_free(pos);
    }
    ck_assert_uint_ne(keys[0], keys[1]);
}

START_TEST(test_pgn)
{
    const Variant *v = set("horizons:push=off");
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
    set("horizons:");
    game = (PgnGame){0};
    ck_assert(!pgn_read(out.text, 1, &game, &error));
    ck_assert_ptr_nonnull(strstr(error.text, "horizons:push=off"));
    buffer_free(&out);
}

/* ---- Data of the game's own rules ---- */

START_TEST(test_data)
{
    ErrorText error;
    Session *session = session_new();
    ck_assert(session && session_set_variant(session, "horizons", &error));
    ck_assert_ptr_nonnull(session->tablebases.loaded);
    ck_assert(variant_measured(session->variant)->levels && variant_measured(session->variant)->wdl);
    ck_assert(session_set_rules(session, "push=off", &error));
    ck_assert_str_eq(session->variant->name, "horizons");
    ck_assert(!rules_keep(session->variant, DATA_NET) && !rules_keep(session->variant, DATA_BOOK));
    ck_assert_ptr_null(session->tablebases.loaded);
    ck_assert(!variant_measured(session->variant)->levels && !variant_measured(session->variant)->wdl);
    /* Repetitions matter to none of them. */
    ck_assert(session_set_rules(session, "repetitions=2", &error));
    ck_assert_ptr_nonnull(session->tablebases.loaded);
    ck_assert(rules_keep(session->variant, DATA_ALL));
    session_free(session);
    /* A net counts no more Quadrapawns in hand than its games had. */
    ck_assert(rules_keep(set("battleofideologies:reserve=3"), DATA_NET));
    ck_assert(!rules_keep(set("battleofideologies:reserve=6"), DATA_NET));
}

/* ---- Games of their own ---- */

START_TEST(test_version)
{
    ErrorText error;
    const Variant *old = variant_find("borderlands"), *game = set("borderlands:version=2025-10");
    ck_assert_str_eq(game->name, "borderlands-2025-10");
    ck_assert_ptr_eq(variant_choose("borderlands", &error), game);
    ck_assert_ptr_eq(set("borderlands:"), old);
    ck_assert_ptr_eq(variant_choose("borderlands", &error), old);
    ck_assert_ptr_eq(set("borderlands:version=2025-10,chiefs=one"), game);
    ck_assert_str_eq(game->rules.text, "chiefs=one");
    ck_assert_ptr_eq(set("borderlands:chiefs=one,drops=off,version=2025-10"), game);
    ck_assert_str_eq(game->rules.text, "chiefs=one,drops=off");
    ck_assert_ptr_eq(set("borderlands:version=2025-09,chiefs=one"), old);
    ck_assert_str_eq(old->rules.text, "chiefs=one");
    ck_assert(!rules_agree(&old, "version=2025", &error) && strstr(error.text, "2025-09|2025-10"));
    /* A file may name the game by its version. */
    static const char file[] = "[Variant \"borderlands\"]\n[Rules \"version=2025-10%s\"]\n\n1. e4e5 *";
    static const struct { const char *ours, *said; bool agrees; } files[] = {
        {"borderlands-2025-10:", "", true}, {"borderlands-2025-10:chiefs=one", ",chiefs=one", true},
        {"borderlands-2025-10:", ",chiefs=one", false}, {"borderlands-2025-10:chiefs=one", "", false}};
    for (size_t i = 0; i < sizeof files / sizeof *files; ++i) {
        char text[200];
        PgnGame read = {0};
        set(files[i].ours);
        snprintf(text, sizeof text, file, files[i].said);
        ck_assert_int_eq(pgn_read(text, 1, &read, &error), files[i].agrees);
        if (!files[i].agrees) ck_assert(strstr(error.text, "set borderlands:version=2025-10") != NULL);
        else ck_assert(read.complete && read.pos->variant == game && position_plies(read.pos) == 1);
        position_free(read.pos);
    }
}

/* What XBoard is told of the start of other rules; its own positions stay what they are. */
START_TEST(test_gui_start)
{
#define KINGS "4k7k3/16/16/16/16/16/16/4K7K3"
#define ARRAY "rnbqkbnrrnbqkbnr/pppppppppppppppp/16/16/16/16/PPPPPPPPPPPPPPPP/RNBQKBNRRNBQKBNR"
    static const struct {
        const char *rules, *start;
    } starts[] = {
        {"bordahbee:", ARRAY " w - - 0 1"},
        {"bordahbee:first=black", ARRAY " w - - 0 1"},
        {"bordahbee:start=" KINGS "_b_-_-_3_9", KINGS " w - - 3 9"},
        {"diamond:", "8/8/8/8/8/8/8/8[CCCGHKORSZcccghkorsz] w - - 0 1"},
        {"diamond:start=8/8/7s/8/8/8/8/S7[]_b_-_-_0_1", "8/8/7s/8/8/8/8/S7[] w - - 0 1"},
        {"horizons:start=6k5/12/12/12/12/12/12/12/12/12/12/6K4R_b_K_-_0_1", "6k5/12/12/12/12/12/12/12/12/12/12/6K4R b K - 0 1"},
    };
    for (size_t i = 0; i < sizeof starts / sizeof *starts; ++i) {
        const Variant *game = set(starts[i].rules);
        char fen[FEN_MAX];
        ErrorText error;
        gui_start_fen(game, fen);
        ck_assert_str_eq(fen, starts[i].start);
        Position *pos = position_at(game->name, NULL);
        ck_assert(gui_is_start(game, fen) && gui_set_fen(pos, fen, &error));
        pos->variant->board.get_fen(pos, fen);
        ck_assert_str_eq(fen, game->position.start_fen);
        position_free(pos);
    }
    Position *pos = position_at(set("bordahbee:start=" KINGS "_w_-_-_0_1")->name, NULL);
    char fen[FEN_MAX];
    ErrorText error;
    ck_assert(gui_set_fen(pos, ARRAY " w - - 0 1", &error));
    pos->variant->board.get_fen(pos, fen);
    ck_assert_str_eq(fen, ARRAY " w - - 0 1");
    position_free(pos);
}

/* Of two captures en passant, where either may be the other's only companion, the key tells both. */
START_TEST(test_two_ep_captures)
{
    static const char *const ep[] = {"d6n6", "d6", "n6", "-"};
    static const unsigned turns[] = {5, 0, 4, 0};
    set("bordahbee:pairing=any,kings=both");
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
    Session *session = session_new();
    ck_assert(session && session_set_rules(session, "diamond:stalemate=offered", &error));
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
    const Variant *v = set("horizons:magician=short");
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
    variants_init();
    read_lines();
    leaf_budget = (uint64_t)environment_number("TEST_LEAVES", 300000);
    return RUN_TESTS("rule options", 60, EACH(test_counts, line_count), ONCE(test_refused), ONCE(test_text),
                     EACH(test_and_back, games_count()), ONCE(test_common), EACH(test_stalemate, 4),
                     EACH(test_peril_of_one_chief, 2), ONCE(test_search_knows), ONCE(test_agree), ONCE(test_argument),
                     ONCE(test_printed), ONCE(test_off), ONCE(test_no_counter), ONCE(test_fen), ONCE(test_pgn), ONCE(test_data),
                     ONCE(test_version), ONCE(test_gui_start), ONCE(test_two_ep_captures), ONCE(test_offered),
                     ONCE(test_most_targets));
}
