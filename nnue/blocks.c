/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "blocks.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef _WIN32
#include <io.h>
#endif

#include "../src/text/notation.h"
#include "../src/util/files.h"

enum {
    VERSION = 1,
    MAGIC_BYTES = 8,
    HEADER_BYTES = MAGIC_BYTES + 4 + 4 + BLOCK_GAME_MAX + 4, /* without text and checksum */
    BLOCK_MAGIC = 0x4B4C4251, /* "QBLK" */
    BLOCK_HEAD = 4 + 4 + 4 + 4 + 8 + 8, /* without checksum */
    CHECKSUM_BYTES = 8
};

static const char magic[MAGIC_BYTES] = {'Q', 'u', 'i', 'n', 'D', 'a', 't', 'a'};

/* Every step is a bijection of the sum and of the word, so every change of a single word is detected. */
uint64_t block_checksum(const void *data, size_t size, uint64_t seed)
{
    const uint8_t *p = data;
    uint64_t sum = seed ^ size;
    for (; size > 0; p += 8) {
        size_t n = size < 8 ? size : 8;
        sum = (sum ^ get_le(p, n)) * 0x9E3779B97F4A7C15u;
        sum ^= sum >> 29;
        size -= n;
    }
    return sum ^ sum >> 32;
}

const char *block_rules(const BlockHeader *header, char rules[BLOCK_TEXT_MAX + 1])
{
    static const char name[] = " rules=";
    const char *named = strstr(header->text, name);
    if (named) named += sizeof name - 1;
    snprintf(rules, BLOCK_TEXT_MAX + 1, "%.*s", named ? (int)strcspn(named, " ;") : 0, named ? named : "");
    return rules;
}

/* ---- System calls ---- */

#ifndef O_BINARY
#define O_BINARY 0
#endif

/* Opens a new file, or writes in place if the file cannot be replaced. */
static FILE *open_file(const char *path, bool new)
{
    int descriptor = open(path, O_RDWR | O_BINARY | (new ? O_CREAT | O_EXCL : 0), 0666);
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "rb+");
    if (!file && descriptor >= 0) close(descriptor);
    return file;
}

/* Devices and pipes are written in place. */
static bool is_replaceable(const char *path)
{
    struct stat status;
    return stat(path, &status) != 0 || S_ISREG(status.st_mode);
}

static bool cut_file(FILE *file, uint64_t size)
{
    return fflush(file) == 0 && ftruncate(fileno(file), (off_t)size) == 0 && fseeko(file, (off_t)size, SEEK_SET) == 0;
}

/* Flushes to the disk: blocks reported as kept survive a crash of the machine. */
static bool sync_file(FILE *file)
{
    if (fflush(file) != 0) return false;
#ifdef _WIN32
    return _commit(_fileno(file)) == 0;
#else
    return fsync(fileno(file)) == 0 || errno == EINVAL || errno == EROFS; /* a pipe cannot be synced */
#endif
}

/* Two writers would corrupt the file. The lock ends with the process. */
static bool lock_file(FILE *file)
{
#ifdef _WIN32
    (void)file;
    return true;
#else
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    return fcntl(fileno(file), F_SETLK, &lock) == 0 || (errno != EACCES && errno != EAGAIN);
#endif
}

/* ---- Headers ---- */

static size_t pack_header(const BlockHeader *header, uint8_t *out)
{
    size_t text = strlen(header->text);
    memset(out, 0, HEADER_BYTES);
    memcpy(out, magic, MAGIC_BYTES);
    put_le(out + 8, VERSION, 4);
    put_le(out + 12, header->kind, 4);
    memcpy(out + 16, header->game, strlen(header->game));
    put_le(out + 16 + BLOCK_GAME_MAX, text, 4);
    memcpy(out + HEADER_BYTES, header->text, text);
    put_le(out + HEADER_BYTES + text, block_checksum(out, HEADER_BYTES + text, 0), CHECKSUM_BYTES);
    return HEADER_BYTES + text + CHECKSUM_BYTES;
}

static const char *kind_name(unsigned kind)
{
    return kind == BLOCK_GAMES      ? "games"
           : kind == BLOCK_SAMPLES  ? "samples"
           : kind == BLOCK_SEARCHES ? "searches"
                                    : "something unknown";
}

/* Texts go to terminals and logs: printable characters only. */
static bool is_plain(const char *text, size_t size)
{
    size_t length = strnlen(text, size);
    for (size_t i = 0; i < length; ++i)
        if (text[i] < ' ' || text[i] > '~') return false;
    return true;
}

static bool read_header(BlockReader *r, BlockKind kind, ErrorText *error)
{
    uint8_t bytes[HEADER_BYTES + BLOCK_TEXT_MAX + CHECKSUM_BYTES];
    const char *path = r->path;
    size_t n = fread(bytes, 1, HEADER_BYTES, r->file);
    if (n >= MAGIC_BYTES && memcmp(bytes, magic, MAGIC_BYTES) != 0)
        return error_set(error, "%.120s is not a file of quincunx-lab datagen", path);
    if (n < HEADER_BYTES) return error_set(error, "%.120s is too short to be a file of quincunx-lab datagen", path);
    uint64_t version = get_le(bytes + 8, 4), found = get_le(bytes + 12, 4), text = get_le(bytes + 16 + BLOCK_GAME_MAX, 4);
    if (version != VERSION)
        return error_set(error, "%.120s is of version %u, and this program reads %d", path, (unsigned)version, VERSION);
    if (text > BLOCK_TEXT_MAX || fread(bytes + HEADER_BYTES, 1, text + CHECKSUM_BYTES, r->file) != text + CHECKSUM_BYTES
        || get_le(bytes + HEADER_BYTES + text, CHECKSUM_BYTES) != block_checksum(bytes, HEADER_BYTES + text, 0)
        || bytes[16 + BLOCK_GAME_MAX - 1] != 0)
        return error_set(error, "the header of %.120s is damaged", path);
    memcpy(r->header.game, bytes + 16, BLOCK_GAME_MAX);
    memcpy(r->header.text, bytes + HEADER_BYTES, text);
    r->header.text[text] = '\0';
    if (!is_plain(r->header.game, BLOCK_GAME_MAX) || !is_plain(r->header.text, text) || strlen(r->header.text) != text)
        return error_set(error, "the header of %.120s is damaged", path);
    if (found != (uint64_t)kind)
        return error_set(error, "%.120s holds %s, not %s", path, kind_name((unsigned)found), kind_name(kind));
    r->header.kind = kind;
    r->offset = HEADER_BYTES + text + CHECKSUM_BYTES;
    return true;
}

/* ---- Reading ---- */

bool block_open_stream(BlockReader *r, FILE *file, const char *name, BlockKind kind, ErrorText *error)
{
    *r = (BlockReader){.path = name, .file = file};
    if (read_header(r, kind, error)) return true;
    block_done(r);
    return false;
}

bool block_open(BlockReader *r, const char *path, BlockKind kind, ErrorText *error)
{
    *r = (BlockReader){.path = path};
    FILE *file = file_open(path, error);
    return file && block_open_stream(r, file, path, kind, error);
}

static BlockStatus damaged(const BlockReader *r, const char *what, ErrorText *error)
{
    error_set(error, "%.100s is damaged: %s at byte %llu", r->path, what, (unsigned long long)r->offset);
    return BLOCK_DAMAGED;
}

static BlockStatus cut_or_failed(const BlockReader *r, ErrorText *error)
{
    if (!ferror(r->file)) return BLOCK_CUT;
    error_set(error, "cannot read %.120s: %s", r->path, strerror(errno));
    return BLOCK_FAILED;
}

BlockStatus block_next(BlockReader *r, ErrorText *error)
{
    uint8_t head[BLOCK_HEAD + CHECKSUM_BYTES];
    size_t n = fread(head, 1, sizeof head, r->file);
    if (n == 0 && !ferror(r->file)) return BLOCK_END;
    if (n < sizeof head) return cut_or_failed(r, error);
    uint64_t records = get_le(head + 4, 4), bytes = get_le(head + 8, 4), first = get_le(head + 16, 8), last = get_le(head + 24, 8);
    if (get_le(head, 4) != BLOCK_MAGIC || bytes > BLOCK_BYTES_MAX || records > bytes || records == 0 || first > last)
        return damaged(r, "there is no block", error);
    if (bytes > r->capacity) {
        uint8_t *grown = realloc(r->payload, bytes);
        if (!grown) {
            error_set(error, "out of memory");
            return BLOCK_FAILED;
        }
        r->payload = grown;
        r->capacity = bytes;
    }
    if (fread(r->payload, 1, bytes, r->file) != bytes) return cut_or_failed(r, error);
    uint64_t sum = block_checksum(r->payload, bytes, block_checksum(head, BLOCK_HEAD, 0));
    if (sum != get_le(head + BLOCK_HEAD, CHECKSUM_BYTES)) return damaged(r, "the block's checksum is wrong", error);
    r->size = bytes;
    r->records = (uint32_t)records;
    r->first = first;
    r->last = last;
    r->offset += sizeof head + bytes;
    return BLOCK_READ;
}

void block_done(BlockReader *r)
{
    if (r->file) fclose(r->file);
    free(r->payload);
    r->file = NULL;
    r->payload = NULL;
}

/* ---- Writing ---- */

static void begin_block(BlockWriter *w)
{
    w->size = BLOCK_HEAD + CHECKSUM_BYTES; /* reserves room for the head: one write per block */
    w->records = 0;
    w->first = UINT64_MAX;
    w->last = 0;
}

static bool cannot_write(const BlockWriter *w, ErrorText *error)
{
    return error_set(error, "cannot write %.120s: %s", w->path, strerror(errno));
}

/* Closes the file, which belongs to the writer or to the WholeFile. */
static bool close_file(BlockWriter *w)
{
    bool ok = w->whole.file || !w->file || fclose(w->file) == 0;
    w->file = NULL;
    return ok;
}

void block_abandon(BlockWriter *w)
{
    close_file(w);
    whole_file_abandon(&w->whole);
    free(w->payload);
    *w = (BlockWriter){.path = w->path};
}

static bool open_new(BlockWriter *w, bool growing, ErrorText *error)
{
    if (!growing && is_replaceable(w->path)) {
        if (!whole_file_begin(&w->whole, w->path, error)) return false;
        w->file = w->whole.file;
        return true;
    }
    w->file = open_file(w->path, growing);
    return w->file || cannot_write(w, error);
}

bool block_create(BlockWriter *w, const char *path, const BlockHeader *header, bool growing, ErrorText *error)
{
    uint8_t bytes[HEADER_BYTES + BLOCK_TEXT_MAX + CHECKSUM_BYTES];
    size_t size = pack_header(header, bytes);
    *w = (BlockWriter){.path = path};
    begin_block(w);
    w->bytes = size;
    if (!open_new(w, growing, error)) return false;
    if (!lock_file(w->file)) {
        error_set(error, "%.120s is being written by another process", path);
    } else if (cut_file(w->file, 0) && fwrite(bytes, 1, size, w->file) == size && sync_file(w->file)) {
        return true;
    } else {
        cannot_write(w, error);
        if (growing) remove(path);
    }
    block_abandon(w);
    return false;
}

bool block_append(BlockWriter *w, const char *path, BlockKind kind, uint64_t end, uint64_t *cut, ErrorText *error)
{
    *w = (BlockWriter){.path = path, .file = is_replaceable(path) ? fopen(path, "rb+") : NULL};
    begin_block(w);
    if (!w->file) return cannot_write(w, error);
    BlockReader r = {.path = path, .file = w->file};
    bool ok = (lock_file(w->file) || error_set(error, "%.120s is being written by another process", path))
              && read_header(&r, kind, error);
    BlockStatus status = BLOCK_END;
    w->bytes = r.offset;
    while (ok && (status = block_next(&r, error)) == BLOCK_READ && r.last < end) w->bytes = r.offset;
    ok = ok && status != BLOCK_DAMAGED && status != BLOCK_FAILED;
    free(r.payload);
    if (ok) {
        ok = fseeko(w->file, 0, SEEK_END) == 0 || cannot_write(w, error);
        off_t size = ftello(w->file);
        *cut = size > (off_t)w->bytes ? (uint64_t)size - w->bytes : 0;
        ok = ok && (cut_file(w->file, w->bytes) || cannot_write(w, error));
    }
    if (!ok) block_abandon(w);
    return ok;
}

uint8_t *block_room(BlockWriter *w, size_t size)
{
    if (w->size + size > w->capacity) {
        size_t capacity = (w->size + size) * 2;
        uint8_t *grown = realloc(w->payload, capacity);
        if (!grown) return NULL;
        w->payload = grown;
        w->capacity = capacity;
    }
    return w->payload + w->size;
}

void block_add(BlockWriter *w, size_t size, uint64_t number)
{
    w->size += size;
    ++w->records;
    if (number < w->first) w->first = number;
    if (number > w->last) w->last = number;
}

bool block_flush(BlockWriter *w, ErrorText *error)
{
    if (w->records == 0) return true;
    uint8_t *head = w->payload, *payload = w->payload + BLOCK_HEAD + CHECKSUM_BYTES;
    size_t bytes = w->size - BLOCK_HEAD - CHECKSUM_BYTES;
    put_le(head, BLOCK_MAGIC, 4);
    put_le(head + 4, w->records, 4);
    put_le(head + 8, bytes, 4);
    put_le(head + 12, 0, 4);
    put_le(head + 16, w->first, 8);
    put_le(head + 24, w->last, 8);
    put_le(head + BLOCK_HEAD, block_checksum(payload, bytes, block_checksum(head, BLOCK_HEAD, 0)), CHECKSUM_BYTES);
    if (fwrite(w->payload, 1, w->size, w->file) != w->size || !sync_file(w->file)) {
        cannot_write(w, error);
        cut_file(w->file, w->bytes);
        return false;
    }
    w->bytes += w->size;
    begin_block(w);
    return true;
}

void block_rewind(BlockWriter *w, const BlockWriter *mark)
{
    w->size = mark->size;
    w->records = mark->records;
    w->first = mark->first;
    w->last = mark->last;
}

bool block_finish(BlockWriter *w, ErrorText *error)
{
    bool ok = block_flush(w, error);
    if (ok && w->whole.file) {
        ok = whole_file_end(&w->whole, error);
        w->file = NULL;
    } else if (ok) {
        ok = close_file(w) || cannot_write(w, error);
    }
    block_abandon(w);
    return ok;
}
