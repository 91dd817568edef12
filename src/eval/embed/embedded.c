/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * The nets in a program, instead of the empty list of the library. The Makefile writes their list,
 * a line NET(1, "nnue/nets/chess.nnue") each; the assembler copies the bytes, which takes no time.
 */

#include "../nets.h"

#if defined(__APPLE__)
#define SECTION ".section __TEXT,__const\n"
#define SYMBOL(name) "_embedded_" name
#elif defined(_WIN32)
#define SECTION ".section .rdata,\"dr\"\n"
#define SYMBOL(name) "embedded_" name
#elif defined(__wasm__)
#define SECTION ".section .rodata.embedded,\"\",@\n"
#define SYMBOL(name) "embedded_" name
#else
#define SECTION ".section .rodata,\"a\"\n"
#define SYMBOL(name) "embedded_" name
#endif

#ifdef __wasm__ /* wants to know where a symbol ends */
#define SIZE(name, bytes) ".size " SYMBOL(name) ", " bytes "\n"
#define TEXT_SECTION
#else
#define SIZE(name, bytes)
#define TEXT_SECTION ".text\n"
#endif

#define NET(number, file)                                                                        \
    __asm__(SECTION ".globl " SYMBOL("net_" #number) "\n.globl " SYMBOL("end_" #number) "\n"     \
            ".balign 64\n" SYMBOL("net_" #number) ":\n.incbin \"" file "\"\n"                    \
            SYMBOL("end_" #number) ":\n.byte 0\n"                                                \
            SIZE("net_" #number, SYMBOL("end_" #number) " - " SYMBOL("net_" #number))            \
            SIZE("end_" #number, "1") TEXT_SECTION);                                             \
    extern const unsigned char embedded_net_##number[], embedded_end_##number[];
#include "embedded_nets.list"
#undef NET

#define NET(number, file) {file, embedded_net_##number, embedded_end_##number},
const EmbeddedNet embedded_nets[] = {
#include "embedded_nets.list"
    {NULL, NULL, NULL}};
