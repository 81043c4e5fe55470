// named.c - see named.h.
#include "named.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "grader/base/files.h"
#include "grader/base/limits.h"
#include "grader/base/memory.h"
#include "grader/base/text.h"
#include "grader/labs/questions.h"
#include "grader/submission/answers.h"

static bool has_own_questions(const Lab *lab)
{
    for (const Part *part = lab->parts; part->number; part++)
        for (const Item *item = part->items; item->name; item++)
            if (item->ask)
                return true;
    return false;
}

// The name in the file of answers; "" if there is none, or the lab asks all the same.
static void read_name(const StudentClass *class, const ClassWork *work, char name[64])
{
    char path[PATH_MAX];
    *name = 0;
    if (!work->lab->answers || !has_own_questions(work->lab))
        return;
    snprintf(path, sizeof path, "%s/work/%s/%s/%s", class->folder, work->who->id, work->lab->name,
             work->lab->answers);
    answers_read(path, "name", name, 64);
}

static void tell_alike(ClassWork *work, const char *who)
{
    char raw[sizeof work->alike];
    snprintf(raw, sizeof raw, "the same questions as %s", who);
    text_clean(work->alike, sizeof work->alike, raw, strlen(raw));
    work->doubt = true;
}

void named_twice(const StudentClass *class)
{
    char(*name)[64] = need(calloc((size_t) class->count + 1, sizeof *name));
    for (int i = 0; class->course->own_questions && i < class->count; i++)
        read_name(class, &class->work[i], name[i]);
    for (int i = 0; i < class->count; i++)
        for (int k = i + 1; *name[i] && k < class->count; k++)
            if (class->work[i].lab == class->work[k].lab && strcasecmp(name[i], name[k]) == 0) {
                tell_alike(&class->work[i], class->work[k].who->name);
                tell_alike(&class->work[k], class->work[i].who->name);
            }
    free(name);
}

void named_answers(const StudentClass *class, ClassWork *work)
{
    char path[PATH_MAX], name[64], *text, *named;
    size_t bytes;
    const Lab *lab = work->lab;
    if (!class->course->own_questions || !lab->answers || !has_own_questions(lab))
        return;
    snprintf(path, sizeof path, "%s/work/%s/%s/%s", class->folder, work->who->id, lab->name,
             lab->answers);
    read_name(class, work, name);
    if ((*name && strcmp(name, "?") != 0) || file_read(path, 1 << 20, &text, &bytes) != FILE_read)
        return;
    text_clean(name, sizeof name, work->who->name, strlen(work->who->name));
    int length = asprintf(&named, "name = %s\n%s", name, text + text_mark(text, bytes));
    if (length < 0 || !file_write(path, named, (size_t)length))
        limits_reached("%s cannot be written: %s", path, strerror(errno));
    free(text);
    free(named);
    size_t used = strlen(work->note);
    snprintf(work->note + used, sizeof work->note - used,
             "%s%s has no name: the questions are those of %s", used ? "; " : "", lab->answers,
             name);
    work->doubt = true;
}
