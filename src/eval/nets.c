/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "nets.h"

#include <stdlib.h>
#include <string.h>
#include "../rules.h"
#include "../util/embedded.h"

enum { PATH_BYTES = 1024 };

typedef struct Holding {
    Net *net;
    char *file;     /* NULL: built in */
    bool looked_up; /* the embedded nets were searched */
} Holding;

struct NetStore {
    Holding of[GAMES_MAX];
};

/* Adds the net of a file. */
static bool add_file(NetStore *store, const char *path, ErrorText *error)
{
    Net *net = net_read(path, error);
    if (!net) return false;
    Holding *holding = &store->of[variant_index(net->variant)];
    char *file = malloc(strlen(path) + 1);
    if (file && !holding->net) {
        holding->net = net;
        holding->file = strcpy(file, path);
        return true;
    }
    if (file) error_set(error, "%.60s and %.60s are both for %s", holding->file, path, net->variant->title);
    else error_set(error, "out of memory");
    free(file);
    net_free(net);
    return false;
}

/* Copies the next path of the list, without surrounding spaces, and advances *list. */
static bool next_path(const char **list, char path[PATH_BYTES], ErrorText *error)
{
    const char *begin = *list, *end = begin + strcspn(begin, ";");
    *list = *end ? end + 1 : end;
    while (begin < end && *begin == ' ') ++begin;
    while (end > begin && end[-1] == ' ') --end;
    if (end - begin >= PATH_BYTES) return error_set(error, "a file name has at most %d bytes: '%.60s...'", PATH_BYTES - 1, begin);
    memcpy(path, begin, (size_t)(end - begin));
    path[end - begin] = '\0';
    return true;
}

NetStore *nets_read(const char *files, ErrorText *error)
{
    char path[PATH_BYTES];
    NetStore *store = calloc(1, sizeof *store);
    if (!store) error_set(error, "out of memory");
    for (const char *rest = files; store && *rest;) {
        if (next_path(&rest, path, error) && (!*path || add_file(store, path, error))) continue;
        nets_free(store);
        return NULL;
    }
    return store;
}

void nets_free(NetStore *store)
{
    if (!store) return;
    for (size_t i = 0; i < GAMES_MAX; ++i) {
        net_free(store->of[i].net);
        free(store->of[i].file);
    }
    free(store);
}

bool nets_add(NetStore *store, const void *bytes, size_t size, ErrorText *error)
{
    Net *net = net_read_memory(bytes, size, "net", error);
    if (!net) return false;
    Holding *holding = &store->of[variant_index(net->variant)];
    if (holding->net) net_free(net);
    else holding->net = net;
    return true;
}

const Net *nets_of(NetStore *store, const Variant *variant)
{
    Holding *holding = &store->of[variant_index(variant)];
    if (!rules_keep(variant, DATA_NET)) return NULL;
    if (holding->net || holding->looked_up) return holding->net;
    holding->looked_up = true;
    for (const EmbeddedFile *e = embedded_nets; e->path && !holding->net; ++e) {
        ErrorText error;
        size_t size = (size_t)(e->end - e->begin);
        if (net_game(e->begin, size) == variant) holding->net = net_read_memory(e->begin, size, e->path, &error);
    }
    return holding->net;
}

const char *nets_source(const NetStore *store, const Variant *variant)
{
    const Holding *holding = &store->of[variant_index(variant)];
    return holding->file ? holding->file : "built in";
}
