/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "net_write.h"

#include <stdlib.h>
#include <string.h>

#include "../src/eval/net_format.h"
#include "../src/util/bytes.h"
#include "../src/util/fnv.h"
#include "../src/util/whole_file.h"

static void fill(const Net *net, unsigned char *data, size_t size)
{
    size_t record = strlen(net->record);
    memset(data, 0, HEADER_BYTES);
    memcpy(data, NET_MAGIC, MAGIC_BYTES);
    put_le(data + 8, net->corrects ? CORRECTS : EVALUATES, 4);
    memcpy(data + 12, net->variant->name, strlen(net->variant->name));
    put_le(data + 44, (uint64_t)net->hidden, 4);
    put_le(data + 48, (uint64_t)net->buckets, 4);
    put_le(data + 52, (uint64_t)net->scale, 4);
    put_le(data + 56, net->features->inputs, 4);
    put_le(data + 60, record, 4);
    put_le(data + 64, net->features->fingerprint, 8);
    memcpy(data + HEADER_BYTES, net->record, record);
    unsigned char *out = data + HEADER_BYTES + record;
    NetBlock blocks[NET_BLOCKS];
    net_blocks(net, blocks);
    for (int b = 0; b < NET_BLOCKS; ++b)
        for (size_t i = 0; i < blocks[b].count; ++i, out += 2) put_le(out, (uint16_t)blocks[b].values[i], 2);
    for (size_t i = 0; i < net_heads(net); ++i, out += 4) put_le(out, (uint32_t)net->output_bias[i], 4);
    put_le(out, fnv_hash(data, size - CHECKSUM_BYTES), CHECKSUM_BYTES);
}

bool net_write(const Net *net, const char *path, ErrorText *error)
{
    const char *wrong = net_check(net);
    if (wrong) return error_set(error, "%.100s: %s", path, wrong);
    size_t size = net_file_size(net, strlen(net->record));
    unsigned char *data = malloc(size);
    if (!data) return error_set(error, "out of memory");
    fill(net, data, size);
    bool ok = whole_file_write(path, data, size, error);
    free(data);
    return ok;
}
