// attack.c - reads the corpus. The first lines of a file are its verdict and how it is set up:
//
//   // EXPECT lab.part: 0 points
//   // EXPECT lab.part: all points         harmless, though it looks dangerous
//   // EXPECT lab.part.item: words         the item is lost, and its message has the words
//   // SETUP command                       run by sh in the lab's folder of the submission
//   // FOLDER name                         the submission's name, with the escapes of printf
//   // AFTER the solution                  which is graded first, and is newer
//   // SILENT                              no code of it runs, so it cannot say that it tried
//   // QUICK                               `make test` runs it, too
#include "attack.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/labs/choose.h"

__attribute__((format(printf, 2, 3), noreturn)) static void bad_attack(const Attack *a,
                                                                       const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fprintf(stderr, "audit: %s: ", a->path);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    exit(2);
}

// "lab.part: 0 points" or "lab.part.item: words".
static void read_verdict(Attack *a, const char *text)
{
    char lab[64], part[64], item[64], rest[MAX_TEXT];
    if (sscanf(text, "%63[^.].%63[^.:].%63[^:]: %500[^\n]", lab, part, item, rest) == 4) {
        a->verdict = VERDICT_lost;
        snprintf(a->item, sizeof a->item, "%.40s.%.40s.%.40s", lab, part, item);
        snprintf(a->words, sizeof a->words, "%s", rest);
    } else if (sscanf(text, "%63[^.].%63[^.:]: %500[^\n]", lab, part, rest) == 3) {
        a->verdict = strcmp(rest, "all points") == 0 ? VERDICT_all_points : VERDICT_no_points;
        if (a->verdict == VERDICT_no_points && strcmp(rest, "0 points") != 0)
            bad_attack(a, "no such verdict: %s", rest);
    } else {
        bad_attack(a, "the first line is no verdict: %s", text);
    }
    for (int i = 0; i < all_labs_count; i++)
        if (lab_matches(all_labs[i], lab))
            a->lab = all_labs[i];
    for (const Part *p = a->lab ? a->lab->parts : NULL; p && p->number; p++)
        if (strcmp(p->id, part) == 0)
            a->part = p;
    if (!a->part)
        bad_attack(a, "there is no part %s.%s", lab, part);
}

static void add_text(char *text, size_t size, const char *more)
{
    size_t used = strlen(text);
    snprintf(text + used, size - used, "%s\n", more);
}

static void read_line(Attack *a, const char *line)
{
    if (strncmp(line, "// EXPECT ", 10) == 0)
        read_verdict(a, line + 10);
    else if (strncmp(line, "// SETUP ", 9) == 0)
        add_text(a->setup, sizeof a->setup, line + 9);
    else if (strncmp(line, "// FOLDER ", 10) == 0)
        snprintf(a->folder, sizeof a->folder, "%s", line + 10);
    else if (strcmp(line, "// AFTER the solution") == 0)
        a->after_solution = true;
    else if (strcmp(line, "// SILENT") == 0)
        a->silent = true;
    else if (strcmp(line, "// QUICK") == 0)
        a->quick = true;
}

static void read_attack(Attack *a, const char *path)
{
    char line[MAX_TEXT];
    snprintf(a->path, sizeof a->path, "%s", path);
    if (sscanf(path, "tests/hostile/%31[^/]/%63[^.].cu", a->kind, a->name) != 2)
        bad_attack(a, "not KIND/NAME.cu");
    FILE *f = fopen(path, "r");
    while (f && fgets(line, sizeof line, f) && strncmp(line, "//", 2) == 0) {
        line[strcspn(line, "\n")] = 0;
        read_line(a, line);
    }
    if (f)
        fclose(f);
    if (!a->part)
        bad_attack(a, "it has no line // EXPECT");
}

int attacks_read(Attack *attacks)
{
    glob_t found;
    int count = 0;
    if (glob("tests/hostile/*/*.cu", 0, NULL, &found) != 0)
        return 0;
    for (size_t i = 0; i < found.gl_pathc && count < MAX_ATTACKS; i++)
        read_attack(&attacks[count++], found.gl_pathv[i]);
    globfree(&found);
    return count;
}
