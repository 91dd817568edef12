/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* May a test program have functions in place of malloc and its kin (OWN_MALLOC)? With glibc, which has them by other names, too,
 * and without a sanitizer, which has its own. */
#ifndef QUINCUNX_TESTS_OWN_MALLOC_H
#define QUINCUNX_TESTS_OWN_MALLOC_H

#include <stdlib.h>

#if defined __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define SANITIZED
#endif
#endif
#if defined __GLIBC__ && !defined SANITIZED && !defined __SANITIZE_ADDRESS__ && !defined __SANITIZE_THREAD__
#define OWN_MALLOC
void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
void __libc_free(void *);
#endif

#endif
