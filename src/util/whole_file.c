/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "whole_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#ifdef _WIN32
#include <io.h>
#include <windows.h>
#endif

#include "error.h"
#include "random.h"

#ifndef O_BINARY
#define O_BINARY 0
#endif
#ifndef O_CLOEXEC
#define O_CLOEXEC 0
#endif
#ifndef O_NOFOLLOW
#define O_NOFOLLOW 0
#endif
#ifndef O_NONBLOCK
#define O_NONBLOCK 0
#endif
#ifndef S_ISVTX
#define S_ISVTX 01000 /* sticky; POSIX names it only with its X/Open extension */
#endif

enum { PERMISSIONS = 0777, LINKS_MAX = 40 };

static bool failed(const char *path, int reason, ErrorText *error)
{
    return error_set(error, "%.120s cannot be written: %s", path, reason ? strerror(reason) : "unknown reason");
}

/* ---- Differences between systems ---- */

#ifdef _WIN32
static const char separators[] = "/\\:";
#else
static const char separators[] = "/";
#endif

#if defined _WIN32 || defined __wasm__

static char *follow_links(const char *path) { return strdup(path); }
static bool may_write(const char *path)
{
    (void)path;
    return true;
}
static bool set_mode(const WholeFile *whole)
{
    (void)whole;
    return true;
}
static void sync_folder(const char *path) { (void)path; }

#else

/* The folder of a path, allocated; NULL if memory ran out. */
static char *folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *folder = slash ? strdup(path) : strdup(".");
    if (slash && folder) folder[slash == path ? 1 : slash - path] = '\0';
    return folder;
}

/* May this symbolic link be followed? Linux refuses to where `protected_symlinks` is set, by the same rule: in a sticky
 * world-writable folder, like /tmp, only links of the user or of the folder's owner are followed. */
static bool may_follow(const char *path, const struct stat *link)
{
    enum { STICKY_FOR_ALL = S_ISVTX | S_IWOTH };
    struct stat folder;
    char *name = folder_of(path);
    bool known = name && stat(name, &folder) == 0;
    free(name);
    bool shared = !known || (folder.st_mode & STICKY_FOR_ALL) == STICKY_FOR_ALL;
    return !shared || link->st_uid == geteuid() || (known && link->st_uid == folder.st_uid);
}

/* The target of the symbolic link at `path`, allocated. NULL with errno; EINVAL if it is not a link, EPERM if it may not be
 * followed. */
static char *read_link(const char *path)
{
    char to[4096];
    struct stat link;
    if (lstat(path, &link) != 0) return NULL;
    if (!S_ISLNK(link.st_mode) || !may_follow(path, &link)) {
        errno = S_ISLNK(link.st_mode) ? EPERM : EINVAL;
        return NULL;
    }
    ssize_t length = readlink(path, to, sizeof to - 1);
    if (length < 0) return NULL;
    to[length] = '\0';
    const char *slash = to[0] == '/' ? NULL : strrchr(path, '/');
    size_t folder = slash ? (size_t)(slash - path) + 1 : 0;
    char *joined = malloc(folder + (size_t)length + 1);
    if (!joined) return NULL;
    memcpy(joined, path, folder);
    memcpy(joined + folder, to, (size_t)length + 1);
    return joined;
}

/* The end of a chain of links, allocated. It need not exist. NULL with errno. */
static char *follow_links(const char *path)
{
    char *at = strdup(path);
    for (int links = 0; at && links <= LINKS_MAX; ++links) {
        char *next = read_link(at);
        if (!next && (errno == EINVAL || errno == ENOENT)) return at; /* not a link, or nothing there */
        free(at);
        at = next;
    }
    if (at) errno = ELOOP;
    free(at);
    return NULL;
}

static bool may_write(const char *path) { return access(path, W_OK) == 0; }

/* Gives the new file the owner and mode of the old one. If the group cannot be set, it gets only the permissions
 * that everybody has. */
static bool set_mode(const WholeFile *whole)
{
    int fd = fileno(whole->file);
    unsigned mode = whole->mode;
    struct stat own;
    if (!whole->replaces) return true;
    if (fstat(fd, &own) != 0) return false;
    bool given = (own.st_uid == whole->owner && own.st_gid == whole->group) || fchown(fd, whole->owner, whole->group) == 0
                 || fchown(fd, (uid_t)-1, whole->group) == 0;
    if (!given) mode = (mode & 0707u) | (mode & 07u) << 3;
    /* The file system has no modes: accept it if nobody gains access. */
    return fchmod(fd, mode) == 0 || (own.st_mode & PERMISSIONS & ~mode) == 0;
}

/* A rename is durable once its directory is synced. Errors are ignored: nothing can be done about them. */
static void sync_folder(const char *path)
{
    char *folder = folder_of(path);
    int fd = folder ? open(folder, O_RDONLY | O_CLOEXEC) : -1;
    if (fd >= 0) {
        fsync(fd);
        close(fd);
    }
    free(folder);
}

#endif

static bool replace(const char *from, const char *to)
{
#ifdef _WIN32
    if (MoveFileExA(from, to, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH)) return true;
    errno = GetLastError() == ERROR_ACCESS_DENIED || GetLastError() == ERROR_SHARING_VIOLATION ? EACCES : EIO;
    return false;
#else
    return rename(from, to) == 0;
#endif
}

/* Syncs the file, unless it is not on a disk. */
static bool sync_file(FILE *file)
{
#ifdef _WIN32
    return _commit(_fileno(file)) == 0;
#else
    return fsync(fileno(file)) == 0 || errno == EINVAL || errno == EROFS || errno == ENOTSUP;
#endif
}

/* ---- New names ---- */

/* Fresh numbers. An attacker who guesses one only makes a name fail. */
static uint64_t new_number(const void *seed)
{
    static atomic_uint count;
    struct timespec now = {0};
    clock_gettime(CLOCK_REALTIME, &now);
    uint64_t state = (uint64_t)now.tv_sec << 30 ^ (uint64_t)now.tv_nsec ^ (uint64_t)(uintptr_t)seed << 16
                     ^ (uint64_t)atomic_fetch_add(&count, 1) << 48;
#ifndef __wasm__
    state ^= (uint64_t)getpid() << 24;
#endif
    return splitmix64(&state);
}

/* Creates a file with a unique name next to `path` and sets *name, allocated. NULL with errno. */
static FILE *open_beside(const char *path, int mode, char **name)
{
    enum { TRIES = 100, NAME_KEPT = 200 };
    const char *base = path + strlen(path);
    while (base > path && !strchr(separators, base[-1])) --base;
    size_t kept = strlen(base) < NAME_KEPT ? strlen(base) : NAME_KEPT, length = (size_t)(base - path) + kept;
    char *fresh = malloc(length + 24);
    int fd = -1;
    if (!fresh) return NULL;
    for (int i = 0; fd < 0 && i < TRIES; ++i) {
        snprintf(fresh, length + 24, "%.*s.%08x~", (int)length, path, (unsigned)new_number(fresh));
        fd = open(fresh, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC | O_BINARY, mode);
        if (fd < 0 && errno != EEXIST) break;
    }
    FILE *file = fd < 0 ? NULL : fdopen(fd, "wb+");
    if (!file) {
        int reason = errno;
        if (fd >= 0) {
            close(fd);
            remove(fresh);
        }
        free(fresh);
        errno = reason;
        return NULL;
    }
    *name = fresh;
    return file;
}

/* ---- Writing ---- */

void whole_file_abandon(WholeFile *whole)
{
    if (whole->file) fclose(whole->file);
    if (whole->temporary) remove(whole->temporary);
    free(whole->temporary);
    free(whole->target);
    *whole = (WholeFile){.path = whole->path};
}

bool whole_file_begin(WholeFile *whole, const char *path, ErrorText *error)
{
    struct stat old;
    *whole = (WholeFile){.path = path, .target = follow_links(path)};
    if (!whole->target && errno == EPERM)
        return error_set(error, "%.100s is another user's link in a folder that all may write: it is not followed", path);
    if (!whole->target) return failed(path, errno, error);
    bool ok = true;
    whole->replaces = stat(whole->target, &old) == 0;
    if (whole->replaces) {
        whole->mode = old.st_mode & PERMISSIONS;
        whole->owner = (unsigned)old.st_uid;
        whole->group = (unsigned)old.st_gid;
        if (!S_ISREG(old.st_mode)) ok = error_set(error, "%.120s is not a plain file", path);
        else if (!may_write(whole->target)) ok = failed(path, errno, error);
    }
    if (ok) {
        whole->file = open_beside(whole->target, whole->replaces ? 0600 : 0666, &whole->temporary);
        ok = whole->file || failed(path, errno, error);
    }
    if (!ok) whole_file_abandon(whole);
    errno = 0;
    return ok;
}

bool whole_file_end(WholeFile *whole, ErrorText *error)
{
    bool ok = fflush(whole->file) == 0 && !ferror(whole->file) && set_mode(whole) && sync_file(whole->file);
    int reason = errno;
    if (fclose(whole->file) != 0 && ok) ok = false, reason = errno;
    whole->file = NULL;
    if (ok && !replace(whole->temporary, whole->target)) ok = false, reason = errno;
    if (ok) {
        sync_folder(whole->target);
        free(whole->temporary);
        whole->temporary = NULL;
    } else {
        failed(whole->path, reason, error);
    }
    whole_file_abandon(whole);
    return ok;
}

bool whole_file_write(const char *path, const void *bytes, size_t size, ErrorText *error)
{
    WholeFile whole;
    if (!whole_file_begin(&whole, path, error)) return false;
    if (size) fwrite(bytes, 1, size, whole.file); /* errors show up at the end */
    return whole_file_end(&whole, error);
}

/* ---- Reading ---- */

static bool read_bytes(int fd, uint8_t *bytes, size_t size)
{
    enum { PIECE = 1 << 20 };
    for (size_t done = 0; done < size;) {
        ssize_t n = read(fd, bytes + done, size - done < PIECE ? (unsigned)(size - done) : PIECE);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        done += (size_t)n;
    }
    return true;
}

uint8_t *whole_file_read(const char *path, size_t size_max, size_t *size, ErrorText *error)
{
    int fd = open(path, O_RDONLY | O_BINARY | O_NONBLOCK | O_CLOEXEC); /* never block on a pipe */
    struct stat status;
    uint8_t *bytes = NULL;
    if (fd < 0) {
        error_set(error, "%s", strerror(errno));
        return NULL;
    }
    if (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode)) error_set(error, "not a plain file");
    else if (status.st_size <= 0) error_set(error, "the file is empty");
    else if ((uint64_t)status.st_size > size_max)
        error_set(error, "the file is larger than %llu bytes", (unsigned long long)size_max);
    else if (!(bytes = malloc((size_t)status.st_size))) error_set(error, "out of memory");
    else {
        errno = 0;
        *size = (size_t)status.st_size;
        if (!read_bytes(fd, bytes, *size)) {
            error_set(error, "it cannot be read: %s", errno ? strerror(errno) : "it shrank while it was read");
            free(bytes);
            bytes = NULL;
        }
    }
    close(fd);
    return bytes;
}
