/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Stands in for two Windows programs, by the name it has: winboard.exe notes its arguments in arguments.txt beside it,
 * and with -autoClose does to winboard.ini what WinBoard does; findstr.exe prints the lines of a file without a text,
 * `findstr /v /c:TEXT FILE`, which Wine's cannot.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 4096 };

static FILE *need(FILE *file)
{
    if (!file) exit(3);
    return file;
}

static int filter(int argc, char **argv)
{
    char line[LINE];
    if (argc != 4 || strcmp(argv[1], "/v") != 0 || strncmp(argv[2], "/c:", 3) != 0) return 2;
    FILE *file = need(fopen(argv[3], "r"));
    while (fgets(line, sizeof line, file))
        if (!strstr(line, argv[2] + 3)) fputs(line, stdout);
    return 0;
}

/* Writes what each option of this name in the file has in braces, unless the old settings have it. */
static void install(const char *path, const char *option, const char *old, FILE *out)
{
    char line[LINE];
    FILE *file = need(fopen(path, "r"));
    while (fgets(line, sizeof line, file)) {
        char *begin = strchr(line, '{'), *end = strrchr(line, '}');
        if (strncmp(line, option, strlen(option)) != 0 || !begin || !end) continue;
        *end = '\0';
        if (!strstr(old, begin + 1)) fprintf(out, "%s\n", begin + 1);
    }
    fclose(file);
}

/* The size in a file of options, or the old one. */
static void print_size(const char *path, const char *old, FILE *out)
{
    char line[LINE], size[LINE] = "titanic";
    const char *was = strstr(old, "/boardSize=");
    FILE *file = need(fopen(path, "r"));
    if (was) sscanf(was, "/boardSize=%s", size);
    while (fgets(line, sizeof line, file)) sscanf(line, "-size %s", size);
    fclose(file);
    fprintf(out, "/boardSize=%s\n", size);
}

static void update(const char *settings, const char *options)
{
    static char old[1 << 16], copy[1 << 16];
    FILE *file = fopen(settings, "r");
    if (file) old[fread(old, 1, sizeof old - 1, file)] = '\0';
    else strcpy(old, "; WinBoard 4.9.1 Save Settings file\n/firstChessProgramNames={fmax\n}\n/themeNames={native\n}\n");
    if (file) fclose(file);
    strcpy(copy, old);
    file = need(fopen(settings, "w"));
    print_size(options, old, file);
    for (char *line = strtok(copy, "\n"); line; line = strtok(NULL, "\n")) {
        if (strncmp(line, "/boardSize=", 11) == 0) continue;
        if (strncmp(line, "/sound", 6) == 0 || strstr(line, "Up=true")) continue; /* it forgets these */
        fprintf(file, "%s\n", line);
        if (strncmp(line, "/firstChessProgramNames", 23) == 0) install(options, "-installEngine", old, file);
        if (strncmp(line, "/themeNames", 11) == 0) install(options, "-installTheme", old, file);
    }
    fclose(file);
}

int main(int argc, char **argv)
{
    char path[LINE], *name = strrchr(argv[0], '\\');
    const char *options = NULL;
    if (strstr(argv[0], "findstr")) return filter(argc, argv);
    if (!name) return 2;
    snprintf(path, sizeof path, "%.*sarguments.txt", (int)(name + 1 - argv[0]), argv[0]);
    FILE *file = need(fopen(path, "w"));
    for (int i = 1; i < argc; ++i) {
        fprintf(file, "%s\n", argv[i]);
        if (strcmp(argv[i], "-opt") == 0 && i + 1 < argc) options = argv[i + 1];
    }
    fclose(file);
    snprintf(path, sizeof path, "%.*swinboard.ini", (int)(name + 1 - argv[0]), argv[0]);
    if (strcmp(argv[argc - 1], "-autoClose") == 0 && options) update(path, options);
    if (strcmp(argv[argc - 1], "-autoClose") == 0 && argc == 5 && strcmp(argv[2], "-size") == 0) {
        char size[LINE];
        snprintf(size, sizeof size, "%.*ssize.txt", (int)(name + 1 - argv[0]), argv[0]);
        file = need(fopen(size, "w"));
        fprintf(file, "-size %s\n", argv[3]);
        fclose(file);
        update(path, size);
    }
    return 0;
}
