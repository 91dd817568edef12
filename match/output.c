/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../src/text/notation.h"
#include "../src/util/files.h"
#include "../src/util/whole_file.h"

static bool failed(ErrorText *error, const char *verb, const char *name)
{
    return error_set(error, "cannot %s %.120s: %s", verb, name, strerror(errno));
}

/* Does the name exist, but not as a plain file? */
static bool is_special_file(const char *name)
{
    struct stat status;
    return stat(name, &status) == 0 && !S_ISREG(status.st_mode);
}

/* ---- Locks ---- */

enum { LOCKS_MAX = 4 };

typedef struct Lock {
    char *name;
    int fd;
    dev_t device;
    ino_t inode;
} Lock;

static Lock locks[LOCKS_MAX];
static size_t lock_count;

/* The file may have been removed between opening and locking; then the lock is void. */
static bool is_current(const char *name, int fd, struct stat *own)
{
    struct stat there;
    return fstat(fd, own) == 0 && stat(name, &there) == 0 && own->st_dev == there.st_dev && own->st_ino == there.st_ino;
}

static bool refuse(int fd, const char *name, ErrorText *error)
{
    struct flock holder = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    int number = errno;
    bool known = (number == EAGAIN || number == EACCES) && fcntl(fd, F_GETLK, &holder) == 0 && holder.l_type != F_UNLCK;
    close(fd);
    if (known)
        return error_set(error, "%.120s is being written by another match (process %ld); choose another file", name,
                         (long)holder.l_pid);
    errno = number;
    return failed(error, "lock", name);
}

bool output_lock(const char *name, ErrorText *error)
{
    Buffer lock = {0};
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    struct stat own;
    if (is_special_file(name)) return true;
    if (lock_count == LOCKS_MAX) return error_set(error, "%.120s: more files than can be locked", name);
    match_add(&lock, "%s.lock", name);
    for (;;) {
        int fd = open(lock.text, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
        bool ok = fd >= 0 || failed(error, "lock", lock.text);
        for (size_t i = 0; ok && i < lock_count; ++i)
            if (fstat(fd, &own) == 0 && own.st_dev == locks[i].device && own.st_ino == locks[i].inode)
                ok = error_set(error, "%.120s is given for two purposes", name);
        if (ok && fcntl(fd, F_SETLK, &whole) != 0) ok = refuse(fd, name, error);
        if (!ok) {
            free(lock.text);
            return false;
        }
        if (is_current(lock.text, fd, &own)) {
            locks[lock_count++] = (Lock){lock.text, fd, own.st_dev, own.st_ino};
            return true;
        }
        close(fd);
    }
}

void output_unlock_all(void)
{
    while (lock_count > 0) {
        Lock *lock = &locks[--lock_count];
        unlink(lock->name); /* while the lock is still held */
        close(lock->fd);
        free(lock->name);
    }
}

/* ---- Replacing ---- */

static bool write_all(int fd, const char *text, size_t length)
{
    while (length > 0) {
        ssize_t n = write(fd, text, length);
        if (n < 0 && errno != EINTR) return false;
        if (n > 0) text += n, length -= (size_t)n;
    }
    return true;
}

/* Syncs the file, unless it is not on a disk. */
static bool sync_file(int fd) { return fsync(fd) == 0 || errno == EINVAL || errno == EROFS || errno == ENOTSUP; }

bool output_replace(const char *name, const char *text, size_t length, ErrorText *error)
{
    if (is_special_file(name)) { /* no file can replace it */
        int fd = open(name, O_WRONLY | O_CLOEXEC);
        bool ok = fd >= 0 && write_all(fd, text, length);
        if (fd >= 0) ok = (close(fd) == 0) & ok;
        return ok || failed(error, "write", name);
    }
    return whole_file_write(name, text, length, error);
}

/* ---- Records of games ---- */

static const char match_tag[] = "Match";

void pgn_add_tag(Buffer *pgn, const char *name, const char *value)
{
    match_add(pgn, "[%s \"", name);
    for (; *value; ++value) match_add(pgn, *value == '"' || *value == '\\' ? "\\%c" : "%c", *value);
    match_add(pgn, "\"]\n");
}

void pgn_add_match(Buffer *pgn, uint64_t match, size_t number)
{
    match_add(pgn, "[%s \"%016llx %zu\"]\n", match_tag, (unsigned long long)match, number + 1);
}

/* The start of the next game: a tag Event after an empty line, or as much of it as there is. */
static const char *next_game(const char *game)
{
    static const char tag[] = "[Event ";
    for (const char *end = strstr(game, "\n\n"); end; end = strstr(end + 1, "\n\n"))
        if (strncmp(end + 2, tag, strnlen(end + 2, sizeof tag - 1)) == 0) return end + 2;
    return game + strlen(game);
}

/* Does the text end with a result, other than that of an unfinished tag? */
static bool has_result(const char *game, const char *end)
{
    static const char *const results[] = {"1-0", "0-1", "1/2-1/2", "*"};
    while (end > game && strchr(" \r\n", end[-1])) --end;
    for (size_t i = 0; i < sizeof results / sizeof *results; ++i) {
        size_t n = strlen(results[i]);
        if ((size_t)(end - game) > n && memcmp(end - n, results[i], n) == 0 && end[-1 - (ptrdiff_t)n] != '"') return true;
    }
    return false;
}

/* The game's number in this match, from 1; 0 if it belongs to another. */
static size_t number_of(const char *game, const char *end, uint64_t match)
{
    char tag[64];
    snprintf(tag, sizeof tag, "\n[%s \"%016llx ", match_tag, (unsigned long long)match);
    const char *found = strstr(game, tag);
    return found && found < end ? strtoull(found + strlen(tag), NULL, 10) : 0;
}

/* Reads a whole file as a string; the caller frees it. NULL with the reason. */
static char *read_text(const char *name, size_t *size, ErrorText *error)
{
    struct stat status;
    FILE *file = file_open(name, error);
    if (!file) return NULL;
    *size = fstat(fileno(file), &status) == 0 ? (size_t)status.st_size : 0;
    char *text = match_alloc(NULL, *size + 1);
    *size = fread(text, 1, *size, file);
    text[*size] = '\0';
    bool ok = !ferror(file) || failed(error, "read", name);
    if (ok && strlen(text) != *size) ok = error_set(error, "%.120s is not text: no games are added to it", name);
    fclose(file);
    if (ok) return text;
    free(text);
    return NULL;
}

bool pgn_forget(const char *name, uint64_t match, const char *event, const char *played, size_t games, unsigned *removed,
                ErrorText *error)
{
    size_t size, kept = 0;
    *removed = 0;
    if (!file_exists(name) || is_special_file(name)) return true;
    char *text = read_text(name, &size, error), *seen = match_alloc(NULL, games + 1);
    if (!text) {
        free(seen);
        return false;
    }
    Buffer first_line = {0};
    pgn_add_tag(&first_line, "Event", event);
    memset(seen, 0, games + 1);
    for (const char *game = text, *end; *game; game = end) {
        end = next_game(game);
        size_t length = (size_t)(end - game), number = number_of(game, end, match), n = first_line.length;
        bool known = number > 0 && number <= games && played[number - 1] != '-' && !seen[number - 1];
        /* A run killed while writing may have written only the first line. */
        bool torn = !*end && !has_result(game, end)
                    && (number > 0 || strncmp(game, first_line.text, length < n ? length : n) == 0);
        if (torn || (number > 0 && !known)) {
            ++*removed;
            continue;
        }
        if (known) seen[number - 1] = 1;
        memmove(text + kept, game, length); /* never overwrites unread text */
        kept += length;
    }
    bool ok = *removed == 0 || output_replace(name, text, kept, error);
    free(first_line.text);
    free(seen);
    free(text);
    return ok;
}

bool pgn_open(PgnFile *file, const char *name, ErrorText *error)
{
    *file = (PgnFile){.name = name, .plain = !is_special_file(name)};
    file->fd = open(name, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    return file->fd >= 0 || failed(error, "write", name);
}

bool pgn_append(PgnFile *file, const char *text, size_t length, ErrorText *error)
{
    off_t size = file->plain ? lseek(file->fd, 0, SEEK_END) : 0;
    if (size >= 0 && write_all(file->fd, text, length)) return true;
    failed(error, "write", file->name);
    if (file->plain && size >= 0 && ftruncate(file->fd, size) != 0)
        return error_set(error, "cannot write %.80s, nor remove the partial output: %s", file->name, strerror(errno));
    return false;
}

bool pgn_sync(PgnFile *file, ErrorText *error)
{
    return file->fd < 0 || sync_file(file->fd) || failed(error, "write", file->name);
}

bool pgn_close(PgnFile *file, ErrorText *error)
{
    bool ok = pgn_sync(file, error);
    if (file->fd >= 0 && close(file->fd) != 0 && ok) ok = failed(error, "write", file->name);
    file->fd = -1;
    return ok;
}
