/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Writes tables and checkpoints of the solver. */
#ifndef QUINCUNX_TABLES_WRITE_H
#define QUINCUNX_TABLES_WRITE_H

#include "../../src/tablebases/table.h"

/* A growing array; {0} is empty. */
typedef struct Bytes {
    uint8_t *data;
    size_t size, room;
} Bytes;

/* Both return false if memory ran out. */
bool bytes_add(Bytes *bytes, const void *data, size_t size);
bool bytes_add_u32(Bytes *bytes, uint32_t n);
void bytes_free(Bytes *bytes);

/* Saves the bytes as a file, atomically (whole_file.h). */
bool bytes_save(const Bytes *bytes, const char *path, ErrorText *error);

/* The input of table_write: values of both sides by position number. */
typedef struct TableSource {
    const TbIndex *index;
    unsigned sides; /* set of the sides to write, as in a file */
    /* The value of a position; false if there is no such position. */
    bool (*value)(const void *context, Side side, uint32_t number, TbValue *value);
    const void *context;
} TableSource;

/* Writes a table to a file, atomically. False with the reason on error. */
bool table_write(const TableSource *source, const char *path, ErrorText *error);

#endif
