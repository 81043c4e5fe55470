// named.c - see named.h.
#include "named.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/files.h"
#include "grader/base/limits.h"
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

void named_answers(const StudentClass *class, ClassWork *work)
{
    char path[PATH_MAX], name[64] = "", *text, *named;
    size_t bytes, used = strlen(work->note);
    const Lab *lab = work->lab;
    if (!class->course->own_questions || !lab->answers || !has_own_questions(lab))
        return;
    snprintf(path, sizeof path, "%s/work/%s/%s/%s", class->folder, work->who->id, lab->name,
             lab->answers);
    answers_read(path, "name", name, sizeof name);
    if ((*name && strcmp(name, "?") != 0) || file_read(path, 1 << 20, &text, &bytes) != FILE_read)
        return;
    text_clean(name, sizeof name, work->who->name, strlen(work->who->name));
    int length = asprintf(&named, "name = %s\n%s", name, text + text_mark(text, bytes));
    if (length < 0 || !file_write(path, named, (size_t)length))
        limits_reached("%s cannot be written: %s", path, strerror(errno));
    free(text);
    free(named);
    work->doubt = true;
    snprintf(work->note + used, sizeof work->note - used,
             "%s%s has no name: the questions are those of %s", used ? "; " : "", lab->answers,
             name);
}
