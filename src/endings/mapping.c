/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "mapping.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#if !defined _WIN32 && !defined __wasm__
#include <sys/mman.h>
#define CAN_MAP
#endif

#include "../notation.h"

#ifndef O_BINARY
#define O_BINARY 0
#endif
#ifndef O_NONBLOCK
#define O_NONBLOCK 0
#endif

#ifndef CAN_MAP
static const uint8_t *map(int fd, size_t size)
{
    uint8_t *bytes = malloc(size);
    size_t done = 0;
    while (bytes && done < size) {
        int n = read(fd, bytes + done, size - done < 1 << 20 ? (unsigned)(size - done) : 1 << 20);
        if (n <= 0) break;
        done += (size_t)n;
    }
    if (done == size) return bytes;
    free(bytes);
    return NULL;
}
static void unmap(const uint8_t *bytes, size_t size)
{
    (void)size;
    free((void *)bytes);
}
#else
static const uint8_t *map(int fd, size_t size)
{
    void *bytes = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
    return bytes == MAP_FAILED ? NULL : bytes;
}
static void unmap(const uint8_t *bytes, size_t size) { munmap((void *)bytes, size); }
#endif

bool mapping_open(Mapping *mapping, const char *path, ErrorText *error)
{
    *mapping = (Mapping){0};
    int fd = open(path, O_RDONLY | O_BINARY | O_NONBLOCK); /* a pipe must not make us wait */
    struct stat status;
    if (fd < 0) return error_set(error, "%s", strerror(errno));
    if (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode)) error_set(error, "not a plain file");
    else if (status.st_size <= 0) error_set(error, "the file is empty");
    else {
        mapping->bytes = map(fd, (size_t)status.st_size);
        mapping->size = (size_t)status.st_size;
        if (!mapping->bytes) error_set(error, "it can not be read: %s", strerror(errno));
    }
    close(fd);
    return mapping->bytes != NULL;
}

void mapping_close(Mapping *mapping)
{
    if (mapping->bytes) unmap(mapping->bytes, mapping->size);
    *mapping = (Mapping){0};
}
