/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "talk.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "../src/rules.h"
#include "base.h"

bool word_skip(const char **text, const char *word)
{
    size_t n = strlen(word);
    const char *p = *text;
    while (*p == ' ') ++p;
    if (strncmp(p, word, n) != 0 || (p[n] != ' ' && p[n] != '\0')) return false;
    p += n;
    while (*p == ' ') ++p;
    *text = p;
    return true;
}

void engine_offer(Engine *engine, const char *name)
{
    size_t old = engine->offers ? strlen(engine->offers) : 0, n = strlen(name);
    if (n == 0 || old + n > MOVE_LIST_MAX) return;
    engine->offers = match_alloc(engine->offers, old + n + 2);
    memcpy(engine->offers + old, name, n);
    memcpy(engine->offers + old + n, "\n", 2);
}

bool engine_offers(const Engine *engine, const char *name)
{
    size_t n = strlen(name);
    for (const char *p = engine->offers; p && *p; p = strchr(p, '\n') + 1)
        if (strncasecmp(p, name, n) == 0 && p[n] == '\n') return true;
    return false;
}

void engine_warn_option(const Engine *engine, NameValue *option)
{
    if (match_once(&option->warned))
        match_warn("%s does not offer the option '%s'", engine->config->name, option->name);
}

bool answer_fault(Answer *answer, const char *reason, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    answer->kind = process_stopping() ? ANSWER_STOP : ANSWER_FAULT;
    snprintf(answer->reason, sizeof answer->reason, "%s", reason);
    vsnprintf(answer->detail, sizeof answer->detail, format, args);
    va_end(args);
    return false;
}

/* ---- Lines out and in ---- */

void engine_log(const Engine *engine, const char *direction, const char *line)
{
    FILE *log = engine->match->log;
    if (!log) return;
    double seconds = (double)(match_time() - engine->match->start_time) / 1e6;
    fprintf(log, "%.3f [%u] %s %s %s\n", seconds, engine->thread, engine->config->name, direction, line);
}

/* Clears away a process that is gone or unusable, and reports the loss. */
static bool engine_crashed(Engine *engine, Answer *answer)
{
    char how[64];
    process_end(&engine->process, 0, how, sizeof how);
    return answer_fault(answer, "crash", "the engine stopped talking: %s", how);
}

bool engine_send(Engine *engine, Answer *answer, const char *format, ...)
{
    static const char too_long[] = "a command is too long";
    char small[1024], *text = small;
    va_list args;
    va_start(args, format);
    int n = vsnprintf(small, sizeof small - 1, format, args);
    va_end(args);
    if (n < 0) return answer_fault(answer, "runner", "%s", too_long);
    if ((size_t)n >= sizeof small - 1) {
        text = match_alloc(NULL, (size_t)n + 2);
        va_start(args, format);
        vsnprintf(text, (size_t)n + 1, format, args);
        va_end(args);
    }
    engine_log(engine, "<", text);
    memcpy(text + n, "\n", 2);
    bool ok = process_send(&engine->process, text, match_time() + PATIENCE);
    if (text != small) free(text);
    return ok || engine_crashed(engine, answer);
}

ReadStatus engine_read(Engine *engine, int64_t deadline)
{
    ReadStatus status = process_read(&engine->process, engine->line, sizeof engine->line, deadline);
    if (status == READ_LINE) engine_log(engine, ">", engine->line);
    return status;
}

bool engine_read_failed(Engine *engine, ReadStatus status, const char *waiting, Answer *answer)
{
    if (status == READ_END) return engine_crashed(engine, answer);
    process_kill(&engine->process);
    if (status == READ_FLOOD)
        return answer_fault(answer, "flood", "more than %d MB of output and no answer to %s",
                            PROCESS_FLOOD_MAX >> 20, waiting);
    return answer_fault(answer, "hang", "no answer to %s", waiting);
}

bool engine_wait_for(Engine *engine, const char *word, void (*each)(Engine *, const char *), Answer *answer)
{
    int64_t deadline = match_time() + PATIENCE;
    process_expect(&engine->process);
    for (;;) {
        ReadStatus status = engine_read(engine, deadline);
        if (status != READ_LINE) {
            char waiting[64];
            snprintf(waiting, sizeof waiting, "what '%s' answers", word);
            return engine_read_failed(engine, status, waiting, answer);
        }
        const char *line = engine->line;
        if (word_skip(&line, word)) return true;
        if (each) each(engine, engine->line);
    }
}

/* ---- Rules ---- */

bool engine_send_rules(Engine *engine, const char *words, Answer *answer)
{
    char rules[RULES_TEXT_MAX];
    if (engine_offers(engine, "UCI_Rules")) return engine_send(engine, answer, "%s%s", words, rules_write(engine->variant, rules));
    if (engine->variant->rules.text && match_once(&engine->config->warned_variant))
        match_warn("%s offers no UCI_Rules: does it play by them?", engine->config->name);
    return true;
}

/* Quincunx says with which option it wants to be started. */
static void note_refusal(Engine *engine, const char *line)
{
    if (strstr(line, "--rules ")) snprintf(engine->refusal, sizeof engine->refusal, "%.*s", DETAIL_MAX - 1, line);
}

bool engine_wait_ready(Engine *engine, const char *word, Answer *answer)
{
    *engine->refusal = '\0';
    return engine_wait_for(engine, word, note_refusal, answer)
           && (!*engine->refusal || answer_fault(answer, "other rules", "%s", engine->refusal));
}
