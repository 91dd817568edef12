/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../util/bytes.h"
#include "../util/fnv.h"
#include "../util/whole_file.h"
#include "net_format.h"

enum { FILE_BYTES_MAX = 64 << 20 };

void net_blocks(const Net *net, NetBlock blocks[NET_BLOCKS])
{
    size_t hidden = (size_t)net->hidden;
    blocks[0] = (NetBlock){net->feature_weights, net->features->inputs * hidden};
    blocks[1] = (NetBlock){net->feature_bias, hidden};
    blocks[2] = (NetBlock){net->output_weights, net_heads(net) * net_output_width(net)};
}

size_t net_file_size(const Net *net, size_t record)
{
    NetBlock blocks[NET_BLOCKS];
    net_blocks(net, blocks);
    size_t size = HEADER_BYTES + record + net_heads(net) * 4 + CHECKSUM_BYTES;
    for (int i = 0; i < NET_BLOCKS; ++i) size += blocks[i].count * 2;
    return size;
}

/* ---- Reading ---- */

typedef struct Header {
    char game[GAME_BYTES + 1];
    uint32_t version, hidden, buckets, scale, inputs, record;
    uint64_t fingerprint;
} Header;

/* Checks independent of the net: size, NET_MAGIC, version, checksum. */
static bool read_header(const unsigned char *data, size_t size, const char *name, Header *header, ErrorText *error)
{
    if (size < MAGIC_BYTES || memcmp(data, NET_MAGIC, MAGIC_BYTES) != 0)
        return error_set(error, "%.100s is not a net of this program", name);
    if (size < HEADER_BYTES + CHECKSUM_BYTES) return error_set(error, "%.100s is cut short: %zu bytes", name, size);
    header->version = (uint32_t)get_le(data + 8, 4);
    if (header->version != EVALUATES && header->version != CORRECTS)
        return error_set(error, "%.100s is a net of version %u; this program reads versions %d and %d", name, header->version,
                         EVALUATES, CORRECTS);
    if (fnv_hash(data, size - CHECKSUM_BYTES) != get_le(data + size - CHECKSUM_BYTES, CHECKSUM_BYTES))
        return error_set(error, "%.100s is damaged or cut short: its checksum is wrong", name);
    memcpy(header->game, data + 12, GAME_BYTES);
    header->game[GAME_BYTES] = '\0';
    header->hidden = (uint32_t)get_le(data + 44, 4);
    header->buckets = (uint32_t)get_le(data + 48, 4);
    header->scale = (uint32_t)get_le(data + 52, 4);
    header->inputs = (uint32_t)get_le(data + 56, 4);
    header->record = (uint32_t)get_le(data + 60, 4);
    header->fingerprint = get_le(data + 64, 8);
    return true;
}

const Variant *net_game(const void *data, size_t size)
{
    char game[GAME_BYTES + 1] = "";
    if (size < HEADER_BYTES || memcmp(data, NET_MAGIC, MAGIC_BYTES) != 0) return NULL;
    memcpy(game, (const unsigned char *)data + 12, GAME_BYTES);
    return variant_find(game);
}

/* Checks the sizes in the file against the game's. */
static bool check_header(const Header *h, const char *name, ErrorText *error)
{
    const Variant *variant = variant_find(h->game);
    if (!variant) return error_set(error, "%.80s is a net for a game that this program does not know: '%.32s'", name, h->game);
    const FeatureSet *set = features_of(variant);
    if (h->inputs != set->inputs || h->fingerprint != set->fingerprint)
        return error_set(error, "%.80s has a different feature layout for %.32s; retrain it", name, h->game);
    if (h->hidden < NET_HIDDEN_STEP || h->hidden > NET_HIDDEN_MAX || h->hidden % NET_HIDDEN_STEP != 0)
        return error_set(error, "%.80s: a hidden layer of %u; a multiple of %d up to %d is needed", name, h->hidden,
                         NET_HIDDEN_STEP, NET_HIDDEN_MAX);
    if (h->buckets < 1 || h->buckets > NET_BUCKETS_MAX)
        return error_set(error, "%.80s: %u output buckets; 1 to %d are allowed", name, h->buckets, NET_BUCKETS_MAX);
    if (h->scale < 1 || h->scale > NET_SCALE_MAX)
        return error_set(error, "%.80s: the scale is %u; 1 to %d are allowed", name, h->scale, NET_SCALE_MAX);
    if (h->record >= NET_RECORD_MAX)
        return error_set(error, "%.80s: a record of %u bytes; at most %d are allowed", name, h->record, NET_RECORD_MAX - 1);
    return true;
}

static void read_weights(Net *net, const unsigned char *data)
{
    NetBlock blocks[NET_BLOCKS];
    net_blocks(net, blocks);
    for (int b = 0; b < NET_BLOCKS; ++b)
        for (size_t i = 0; i < blocks[b].count; ++i, data += 2) blocks[b].values[i] = (int16_t)(uint16_t)get_le(data, 2);
    for (size_t i = 0; i < net_heads(net); ++i, data += 4) net->output_bias[i] = (int32_t)(uint32_t)get_le(data, 4);
}

/* The record is displayed: remove terminal control characters. */
static void clean_text(char *text, size_t size)
{
    for (size_t i = 0; i < size; ++i)
        if ((unsigned char)text[i] < ' ' && text[i] != '\n') text[i] = ' ';
}

Net *net_read_memory(const void *memory, size_t size, const char *name, ErrorText *error)
{
    const unsigned char *data = memory;
    Header h;
    if (!read_header(data, size, name, &h, error) || !check_header(&h, name, error)) return NULL;
    Net *net = net_new(variant_find(h.game), (int)h.hidden, (int)h.buckets, (int)h.scale);
    if (!net) {
        error_set(error, "%.100s: out of memory", name);
        return NULL;
    }
    if (size != net_file_size(net, h.record)) {
        error_set(error, "%.100s has %zu bytes instead of %zu", name, size, net_file_size(net, h.record));
        net_free(net);
        return NULL;
    }
    net->corrects = h.version == CORRECTS;
    memcpy(net->record, data + HEADER_BYTES, h.record);
    clean_text(net->record, h.record);
    read_weights(net, data + HEADER_BYTES + h.record);
    const char *wrong = net_check(net);
    if (wrong) {
        error_set(error, "%.100s: %s", name, wrong);
        net_free(net);
        return NULL;
    }
    return net;
}

Net *net_read(const char *path, ErrorText *error)
{
    size_t size;
    ErrorText why;
    unsigned char *data = whole_file_read(path, FILE_BYTES_MAX, &size, &why);
    if (!data) {
        error_set(error, "%.100s: %s", path, why.text);
        return NULL;
    }
    Net *net = net_read_memory(data, size, path, error);
    free(data);
    return net;
}
