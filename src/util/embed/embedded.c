/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The files in the engine, instead of the empty lists of the library. The Makefile writes their lists, an entry
 * FILE(nets, 1, "nnue/nets/chess.nnue") each.
 */

#include <stddef.h>

#include "../embed.h"
#include "../embedded.h"

#define FILE(kind, number, path) EMBED(kind##_##number, path)
#include "embedded_nets.list"
#include "embedded_tablebases.list"
#include "embedded_books.list"
#include "embedded_lessons.list"
#include "embedded_puzzles.list"
#undef FILE

#define FILE(kind, number, path) {path, embedded_##kind##_##number, embedded_end_##kind##_##number},
const EmbeddedFile embedded_nets[] = {
#include "embedded_nets.list"
    {NULL, NULL, NULL}};
const EmbeddedFile embedded_tablebases[] = {
#include "embedded_tablebases.list"
    {NULL, NULL, NULL}};
const EmbeddedFile embedded_books[] = {
#include "embedded_books.list"
    {NULL, NULL, NULL}};
const EmbeddedFile embedded_lessons[] = {
#include "embedded_lessons.list"
    {NULL, NULL, NULL}};
const EmbeddedFile embedded_puzzles[] = {
#include "embedded_puzzles.list"
    {NULL, NULL, NULL}};
