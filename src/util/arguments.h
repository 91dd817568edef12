/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Command lines: each option and word is a row of a table, bound to a member of a struct. The same rows make the help.
 */
#ifndef QUINCUNX_ARGUMENTS_H
#define QUINCUNX_ARGUMENTS_H

#include <stddef.h>

#include "error.h"
#include "text.h"

typedef enum ArgumentKind {
    ARGUMENT_READ,  /* by the row's function */
    ARGUMENT_FLAG,  /* bool; takes no value */
    ARGUMENT_COUNT, /* an integer of any type */
    ARGUMENT_REAL,  /* double */
    ARGUMENT_TEXT,  /* const char *, a word of the command line */
    ARGUMENT_LIST   /* Words: all words that are left */
} ArgumentKind;

typedef struct Words {
    const char **items;
    size_t count;
} Words;

/* A row; a table ends with a NULL name. */
typedef struct Argument {
    const char *name; /* "--nodes"; a word: "GAME", "[DEPTH]" if it may be missing, "FILE..." for a list; "": a heading */
    ArgumentKind kind;
    size_t offset, size; /* of the target; see ARGUMENT */
    const char *value;   /* what the help calls the value */
    const char *help;    /* one line; NULL: the help leaves it out */
    int64_t min, max;    /* limits of a count */
    double low, high;    /* limits of a real */
    bool clears;         /* a flag that sets its target to false */
    unsigned uses;       /* for the command itself */
    /* Reads a value into a target of any other type. Explains errors. */
    bool (*read)(void *place, const char *text, ErrorText *error);
} Argument;

/* Kind and target of an argument that is stored in a member of a struct. */
#define ARGUMENT(Struct, member)                                                                                       \
    .kind = _Generic(((Struct *)0)->member, bool: ARGUMENT_FLAG, int: ARGUMENT_COUNT, unsigned: ARGUMENT_COUNT,        \
                     int64_t: ARGUMENT_COUNT, uint64_t: ARGUMENT_COUNT, double: ARGUMENT_REAL,                         \
                     const char *: ARGUMENT_TEXT, Words: ARGUMENT_LIST),                                               \
    .offset = offsetof(Struct, member), .size = sizeof(((Struct *)0)->member)
/* The target of an argument that is read by `function`. */
#define ARGUMENT_BY(function, Struct, member) .read = function, .offset = offsetof(Struct, member), .size = 0

/* Sets an argument from text. */
bool argument_set(const Argument *argument, void *target, const char *text, ErrorText *error);
/* Reads argv[1] and what follows: options, with values after '=' or in the next word, and words, in any order. *given (may be NULL)
 * gets a bit for each row that was given. Moves the words of argv to its front. On an error part of the target may be set. */
bool arguments_read(const Argument *arguments, int argc, char **argv, void *target, uint64_t *given, ErrorText *error);

/* Appends the rows of a help: an option with its value, a word as NAME=VALUE if it has one, and what they are. */
void arguments_help(const Argument *arguments, Buffer *out);

/* A mode of a program. */
typedef struct Command {
    const char *name;
    const char *usage; /* what follows the name, a line for each way to use it */
    const char *summary;
    const Argument *arguments; /* may be NULL */
    /* Gets the name in argv[0]. Returns the exit status; on an error 2 with the reason. */
    int (*run)(int argc, char **argv, ErrorText *error);
    const char *more;  /* closes the help; may be NULL */
    bool by_rules;     /* of the laboratory: also by rules that are not a game's own */
} Command;

typedef struct Program {
    const char *name;
    const Command *commands; /* ends with a NULL name */
    const char *more;        /* closes its help; may be NULL */
    void (*games)(Buffer *out); /* closes each help that names a GAME */
} Program;

/* Runs the command that argv[1] names; help for no words, `help`, `--help` and `-h`, also of a command. Returns the status. */
int program_run(const Program *program, int argc, char **argv);

#endif
