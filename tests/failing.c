/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * A library to preload (LD_PRELOAD, glibc): counts the allocations and the threads of a program and lets one of them fail.
 * FAILING_COUNTS names a file of zeros for `struct Counts`, which the library fills; FAILING_MEMORY and FAILING_THREAD are
 * the numbers, from 1, of the allocation and the thread that fail; FAILING_IN_A_ROW: how many allocations fail from there on.
 */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);

enum { MEMORY, THREAD, KINDS, SITES = 1 << 16, FRAMES = 3, DEPTH = 24 };

static struct Counts {
    _Atomic uint64_t of[KINDS];
    uint64_t sites[SITES]; /* of each allocation, from 0: a hash of the FRAMES functions of the program that led to it */
} * counts;

static uint64_t failing[KINDS], in_a_row[KINDS] = {1, 1};
static uintptr_t program, program_end;

static uint64_t number(const char *name)
{
    const char *text = getenv(name);
    return text ? strtoull(text, NULL, 10) : 0;
}

/* The first object is the program. */
static int find_program(struct dl_phdr_info *info, size_t size, void *unused)
{
    (void)size, (void)unused;
    program = info->dlpi_addr;
    for (int i = 0; i < info->dlpi_phnum; ++i) {
        uintptr_t end = program + info->dlpi_phdr[i].p_vaddr + info->dlpi_phdr[i].p_memsz;
        if (info->dlpi_phdr[i].p_type == PT_LOAD && end > program_end) program_end = end;
    }
    return 1;
}

__attribute__((constructor)) static void begin(void)
{
    void *frames[1];
    const char *path = getenv("FAILING_COUNTS");
    int file = path ? open(path, O_RDWR) : -1;
    if (file < 0) return;
    void *mapped = mmap(NULL, sizeof *counts, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    failing[MEMORY] = number("FAILING_MEMORY");
    failing[THREAD] = number("FAILING_THREAD");
    if (getenv("FAILING_IN_A_ROW")) in_a_row[MEMORY] = number("FAILING_IN_A_ROW");
    dl_iterate_phdr(find_program, NULL);
    backtrace(frames, 1);   /* allocates the first time */
    unsetenv("LD_PRELOAD"); /* for programs that this one starts */
    if (mapped != MAP_FAILED) counts = mapped;
}

static uint64_t site(void)
{
    void *frames[DEPTH];
    uint64_t hash = 14695981039346656037u;
    int count = backtrace(frames, DEPTH), used = 0;
    for (int i = 0; i < count && used < FRAMES; ++i) {
        uintptr_t at = (uintptr_t)frames[i];
        if (at < program || at >= program_end) continue;
        hash = (hash ^ (at - program)) * 1099511628211u;
        ++used;
    }
    return hash;
}

static bool fails(int kind)
{
    if (!counts) return false;
    uint64_t now = atomic_fetch_add(&counts->of[kind], 1);
    if (kind == MEMORY && !failing[MEMORY] && !failing[THREAD] && now < SITES) counts->sites[now] = site();
    return failing[kind] && now + 1 - failing[kind] < in_a_row[kind];
}

static void *none(void)
{
    errno = ENOMEM;
    return NULL;
}

void *malloc(size_t size) { return fails(MEMORY) ? none() : __libc_malloc(size); }
void *calloc(size_t count, size_t size) { return fails(MEMORY) ? none() : __libc_calloc(count, size); }
void *realloc(void *old, size_t size) { return fails(MEMORY) ? none() : __libc_realloc(old, size); }
void *aligned_alloc(size_t alignment, size_t size) { return fails(MEMORY) ? none() : __libc_memalign(alignment, size); }

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument)
{
    typedef int Create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    if (fails(THREAD)) return EAGAIN;
    Create *create;
    *(void **)&create = dlsym(RTLD_NEXT, "pthread_create");
    return create(thread, attributes, start, argument);
}
