/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "train_checkpoint.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../src/text/notation.h"
#include "../src/util/files.h"
#include "../src/util/whole_file.h"
#include "blocks.h"

/* The magic number also detects a different byte order. */
static const uint64_t MAGIC = UINT64_C(0x3130746B63707851); /* "Qxpckt01" */
enum { PLAN_MAX = 1 << 14, POINTS_MAX = 1 << 20 };

typedef struct Header {
    uint64_t magic, plan_bytes, parameters, points, step, examples;
    double errors;
} Header;

/* A file with a running checksum. */
typedef struct Stream {
    FILE *file;
    uint64_t checksum;
} Stream;

/* ---- Writing ---- */

static void put(Stream *stream, const void *data, size_t size)
{
    stream->checksum = block_checksum(data, size, stream->checksum);
    if (size) fwrite(data, size, 1, stream->file);
}

/* Errors are detected when the file is closed. */
static void write_all(FILE *file, const char *plan, const Progress *progress, const Model *model, const float *moments)
{
    Stream stream = {.file = file};
    Header header = {.magic = MAGIC, .plan_bytes = strlen(plan), .parameters = model->count,
                     .points = progress->curve.count, .step = progress->step, .examples = progress->examples,
                     .errors = progress->errors};
    put(&stream, &header, sizeof header);
    put(&stream, plan, header.plan_bytes);
    put(&stream, progress->curve.points, header.points * sizeof(CurvePoint));
    put(&stream, model->parameters, model->count * sizeof(float));
    put(&stream, moments, 2 * model->count * sizeof(float));
    fwrite(&stream.checksum, sizeof stream.checksum, 1, file);
}

bool checkpoint_write(const char *path, const char *plan, const Progress *progress, const Model *model,
                      const float *moments, ErrorText *error)
{
    WholeFile whole;
    if (!whole_file_begin(&whole, path, error)) return false;
    write_all(whole.file, plan, progress, model, moments);
    return whole_file_end(&whole, error);
}

/* ---- Reading ---- */

static bool take(Stream *stream, void *data, size_t size)
{
    if (size && fread(data, size, 1, stream->file) != 1) return false;
    stream->checksum = block_checksum(data, size, stream->checksum);
    return true;
}

/* Reports the first line in which the plans differ. */
static bool explain_plan(const char *path, const char *has, const char *wanted, ErrorText *error)
{
    while (*has && *has == *wanted && strcspn(has, "\n") == strcspn(wanted, "\n")
           && strncmp(has, wanted, strcspn(has, "\n")) == 0) {
        has += strcspn(has, "\n") + (has[strcspn(has, "\n")] != '\0');
        wanted += strcspn(wanted, "\n") + (wanted[strcspn(wanted, "\n")] != '\0');
    }
    return error_set(error, "%.60s is of another run: '%.*s' there, '%.*s' here", path,
                     (int)(strcspn(has, "\n") < 50 ? strcspn(has, "\n") : 50), has,
                     (int)(strcspn(wanted, "\n") < 50 ? strcspn(wanted, "\n") : 50), wanted);
}

static bool are_finite(const float *numbers, size_t count, float min)
{
    for (size_t i = 0; i < count; ++i)
        if (!isfinite(numbers[i]) || numbers[i] < min) return false;
    return true;
}

/* Are these values possible in a run? The moments are means, then means of squares. */
static bool is_possible(const Header *header, const Curve *curve, const Model *model, const float *moments)
{
    uint64_t step = 0;
    if (!isfinite(header->errors) || header->errors < 0) return false;
    for (size_t i = 0; i < curve->count; ++i) {
        const CurvePoint *p = &curve->points[i];
        if (!isfinite(p->epoch) || !isfinite(p->rate) || !isfinite(p->training) || !isfinite(p->held_out)) return false;
        if (p->step < step || p->step > header->step) return false;
        step = p->step;
    }
    return are_finite(model->parameters, model->count, -INFINITY) && are_finite(moments, model->count, -INFINITY)
           && are_finite(moments + model->count, model->count, 0);
}

static bool read_rest(Stream *stream, const Header *header, Progress *progress, Model *model, float *moments,
                      const char *path, ErrorText *error)
{
    uint64_t checksum;
    Curve *curve = &progress->curve;
    curve->points = malloc((header->points + 1) * sizeof *curve->points);
    if (!curve->points) return error_set(error, "out of memory");
    curve->count = header->points;
    curve->capacity = header->points + 1;
    bool whole = take(stream, curve->points, header->points * sizeof *curve->points)
                 && take(stream, model->parameters, model->count * sizeof(float))
                 && take(stream, moments, 2 * model->count * sizeof(float))
                 && fread(&checksum, sizeof checksum, 1, stream->file) == 1;
    if (!whole) return error_set(error, "%.120s is cut short: remove it to start over", path);
    if (checksum != stream->checksum || fgetc(stream->file) != EOF)
        return error_set(error, "%.120s is damaged (wrong checksum): remove it to start over", path);
    if (!is_possible(header, curve, model, moments))
        return error_set(error, "%.120s has impossible numbers: remove it to start over", path);
    progress->step = header->step;
    progress->errors = header->errors;
    progress->examples = header->examples;
    return true;
}

static bool read_open(Stream *stream, const char *path, const char *plan, uint64_t steps, Progress *progress, Model *model,
                      float *moments, ErrorText *error)
{
    Header header;
    if (!take(stream, &header, sizeof header) || header.magic != MAGIC)
        return error_set(error, "%.120s is not a checkpoint of this program on this machine", path);
    if (header.plan_bytes > PLAN_MAX || header.points > POINTS_MAX)
        return error_set(error, "%.120s is damaged: remove it to start over", path);
    char *text = calloc(1, header.plan_bytes + 1);
    if (!text) return error_set(error, "out of memory");
    bool ok = take(stream, text, header.plan_bytes)
              || error_set(error, "%.120s is cut short: remove it to start over", path);
    if (ok && strcmp(text, plan) != 0) ok = explain_plan(path, text, plan, error);
    free(text);
    if (ok && header.parameters != model->count) ok = error_set(error, "%.120s is of a net of another size", path);
    if (ok && header.step > steps)
        ok = error_set(error, "%.100s is damaged: step %llu of %llu; remove it to start over", path,
                       (unsigned long long)header.step, (unsigned long long)steps);
    return ok && read_rest(stream, &header, progress, model, moments, path, error);
}

bool checkpoint_read(const char *path, const char *plan, uint64_t steps, Progress *progress, Model *model, float *moments,
                     ErrorText *error)
{
    *progress = (Progress){0};
    Stream stream = {.file = file_open(path, error)};
    if (!stream.file) return false;
    bool ok = read_open(&stream, path, plan, steps, progress, model, moments, error);
    fclose(stream.file);
    if (!ok) {
        free(progress->curve.points);
        *progress = (Progress){0};
    }
    return ok;
}
