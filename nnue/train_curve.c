/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "train_curve.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../src/text/notation.h"
#include "../src/util/whole_file.h"

bool curve_add(Curve *curve, const CurvePoint *point)
{
    if (curve->count == curve->capacity) {
        size_t capacity = curve->capacity ? 2 * curve->capacity : 64;
        CurvePoint *grown = realloc(curve->points, capacity * sizeof *grown);
        if (!grown) return false;
        curve->points = grown;
        curve->capacity = capacity;
    }
    curve->points[curve->count++] = *point;
    return true;
}

/* ---- Table ---- */

static void write_csv(FILE *file, const Curve *curve)
{
    fputs("epoch,step,rate,training,held_out\n", file);
    for (size_t i = 0; i < curve->count; ++i) {
        const CurvePoint *p = &curve->points[i];
        fprintf(file, "%.4f,%" PRIu64 ",%.8f,%.8f,", p->epoch, p->step, p->rate, p->training);
        if (p->held_out >= 0) fprintf(file, "%.8f", p->held_out);
        fputc('\n', file);
    }
}

/* ---- Picture ---- */

enum { WIDTH = 800, HEIGHT = 480, LEFT = 90, RIGHT = 780, TOP = 30, BOTTOM = 430, GRID = 6 };

/* The range of the axes. */
typedef struct Frame {
    double epochs, low, high;
} Frame;

static Frame frame_of(const Curve *curve)
{
    Frame frame = {.epochs = 1, .low = INFINITY, .high = 0};
    for (size_t i = 0; i < curve->count; ++i) {
        const CurvePoint *p = &curve->points[i];
        double held_out = p->held_out >= 0 ? p->held_out : p->training;
        frame.epochs = fmax(frame.epochs, p->epoch);
        frame.low = fmin(frame.low, fmin(p->training, held_out));
        /* Skip the first point: it may be so high that the rest becomes a flat line. */
        if (i > 0 || curve->count == 1) frame.high = fmax(frame.high, fmax(p->training, held_out));
    }
    if (!(frame.low < frame.high)) frame.low = frame.high > 0 ? frame.high / 2 : 0, frame.high = frame.low + 1e-6;
    double margin = (frame.high - frame.low) / 20;
    frame.low -= margin;
    frame.high += margin;
    return frame;
}

static double place_x(const Frame *frame, double epoch) { return LEFT + (RIGHT - LEFT) * epoch / frame->epochs; }
static double place_y(const Frame *frame, double value)
{
    double y = BOTTOM - (BOTTOM - TOP) * (value - frame->low) / (frame->high - frame->low);
    return fmin(fmax(y, TOP), BOTTOM);
}

static void write_line(FILE *file, const Curve *curve, const Frame *frame, bool held_out, const char *colour)
{
    fprintf(file, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\" points=\"", colour);
    for (size_t i = 0; i < curve->count; ++i) {
        const CurvePoint *p = &curve->points[i];
        double value = held_out ? p->held_out : p->training;
        if (value >= 0) fprintf(file, "%.1f,%.1f ", place_x(frame, p->epoch), place_y(frame, value));
    }
    fputs("\"/>\n", file);
}

static void write_svg(FILE *file, const Curve *curve)
{
    Frame frame = frame_of(curve);
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" "
            "font-size=\"13\">\n<title>Error by epoch</title>\n<rect width=\"%d\" height=\"%d\" fill=\"white\"/>\n",
            WIDTH, HEIGHT, WIDTH, HEIGHT);
    for (int i = 0; i <= GRID; ++i) {
        double value = frame.low + (frame.high - frame.low) * i / GRID, y = place_y(&frame, value);
        double epoch = frame.epochs * i / GRID, x = place_x(&frame, epoch);
        fprintf(file, "<path d=\"M%d %.1fH%d\" stroke=\"#ddd\"/><text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%.6f</text>\n",
                LEFT, y, RIGHT, LEFT - 6, y + 4, value);
        fprintf(file, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%.3g</text>\n", x, BOTTOM + 20, epoch);
    }
    write_line(file, curve, &frame, false, "#1f77b4");
    write_line(file, curve, &frame, true, "#d62728");
    fprintf(file,
            "<text x=\"%d\" y=\"%d\" fill=\"#1f77b4\">training</text><text x=\"%d\" y=\"%d\" fill=\"#d62728\">held out"
            "</text>\n<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">epochs; mean squared error of the expected score"
            "</text>\n</svg>\n",
            RIGHT - 150, TOP - 10, RIGHT - 70, TOP - 10, (LEFT + RIGHT) / 2, BOTTOM + 42);
}

bool curve_write(const Curve *curve, const char *prefix, ErrorText *error)
{
    static const char *const tablebases[] = {".csv", ".svg"};
    static void (*const writers[])(FILE *, const Curve *) = {write_csv, write_svg};
    char *path = malloc(strlen(prefix) + 5);
    if (!path) return error_set(error, "out of memory");
    bool ok = true;
    for (int i = 0; ok && i < 2; ++i) {
        strcat(strcpy(path, prefix), tablebases[i]);
        WholeFile whole;
        ok = whole_file_begin(&whole, path, error);
        if (!ok) break;
        writers[i](whole.file, curve);
        ok = whole_file_end(&whole, error);
    }
    free(path);
    return ok;
}
