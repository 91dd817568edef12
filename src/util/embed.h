/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Embeds files in the program. The assembler copies the bytes, which costs no compile time. */
#ifndef QUINCUNX_EMBED_H
#define QUINCUNX_EMBED_H

#if defined(__APPLE__)
#define EMBED_SECTION ".section __TEXT,__const\n"
#define EMBED_SYMBOL(name) "_embedded_" name
#elif defined(_WIN32)
#define EMBED_SECTION ".section .rdata,\"dr\"\n"
#define EMBED_SYMBOL(name) "embedded_" name
#elif defined(__wasm__)
#define EMBED_SECTION ".section .rodata.embedded,\"\",@\n"
#define EMBED_SYMBOL(name) "embedded_" name
#else
#define EMBED_SECTION ".section .rodata,\"a\"\n"
#define EMBED_SYMBOL(name) "embedded_" name
#endif

#ifdef __wasm__ /* wasm needs the symbol's size */
#define EMBED_SIZE(name, bytes) ".size " EMBED_SYMBOL(name) ", " bytes "\n"
#define EMBED_BACK
#else
#define EMBED_SIZE(name, bytes)
#define EMBED_BACK ".text\n"
#endif

/* Declares embedded_NAME and embedded_end_NAME: the bytes of a file and their end. */
#define EMBED(name, file)                                                                                  \
    __asm__(EMBED_SECTION ".globl " EMBED_SYMBOL(#name) "\n.globl " EMBED_SYMBOL("end_" #name) "\n"          \
            ".balign 64\n" EMBED_SYMBOL(#name) ":\n.incbin \"" file "\"\n"                                  \
            EMBED_SYMBOL("end_" #name) ":\n.byte 0\n"                                                       \
            EMBED_SIZE(#name, EMBED_SYMBOL("end_" #name) " - " EMBED_SYMBOL(#name))                         \
            EMBED_SIZE("end_" #name, "1") EMBED_BACK);                                                      \
    extern const unsigned char embedded_##name[], embedded_end_##name[];

#endif
