// tell.c - see tell.h.
#include "tell.h"

#include <stdio.h>
#include <string.h>

#include "grader/base/status.h"
#include "grader/base/text.h"

enum { MOST = 40 }; // lines

static int count_state(const StudentClass *class, WorkState state)
{
    int count = 0;
    for (int i = 0; i < class->count; i++)
        count += class->work[i].state == state;
    return count;
}

// One line more, unless there are too many.
static bool has_room(int *told)
{
    if (*told == MOST)
        puts("... (gradebook.csv has all)");
    return (*told)++ < MOST;
}

// A submission that cannot be used, or has no file of any lab, is one line.
static bool is_said(const StudentClass *class, int i)
{
    const ClassWork *work = &class->work[i], *last = i ? work - 1 : NULL;
    return last && last->who == work->who && last->state == work->state &&
           (work->state == WORK_unusable || work->state == WORK_missing);
}

// A file that nvcc rejects has 0 points in all parts: a person may see at once what it is.
static bool is_rejected(const StudentClass *class, const ClassWork *work)
{
    json_t *grade = work->state == WORK_graded ? work_grade(class, work) : NULL;
    const char *status = json_string_value(json_object_get(grade, "status"));
    bool rejected = status && status_named(status) == STATUS_compile_error;
    json_decref(grade);
    return rejected;
}

static void tell_work(const StudentClass *class, int *told)
{
    for (int i = 0; i < class->count; i++) {
        const ClassWork *work = &class->work[i];
        bool rejected = is_rejected(class, work);
        bool named = rejected || work->state == WORK_unusable || work->state == WORK_not_graded ||
                     (work->state == WORK_missing && (work->doubt || class->labs == 1)) ||
                     work->note[0] || work->alike[0];
        if (named && !is_said(class, i) && has_room(told))
            text_say(stdout, "%s: %.120s, %s: %s%s%s%s",
                     rejected ? "does not compile" : work_state_name(work->state), work->who->name,
                     work->lab->name, work->state == WORK_graded ? work->note : work->why,
                     rejected && !work->note[0] ? "nvcc rejects it" : "",
                     work->note[0] && work->alike[0] ? "; " : "", work->alike);
    }
}

static int tell_roster(const ClassMarks *marks, int *told)
{
    int strangers = 0, nothing = 0;
    for (int i = 0; marks->roster.rows && i < marks->count; i++) {
        const Student *student = &marks->one[i];
        nothing += !student->attempts;
        strangers += !student->row;
        if (!student->row && has_room(told))
            text_say(stdout, "not on the roster: %.120s", student->name);
        if (student->attempts > 1 && has_room(told))
            text_say(stdout, "%d submissions, the better marks count: %.120s", student->attempts,
                     student->name);
        if (!student->attempts && has_room(told))
            text_say(stdout, "has handed in nothing: %.120s", student->name);
    }
    if (nothing)
        printf("%d of %d on the roster have handed in nothing\n", nothing, marks->roster.rows);
    return strangers;
}

static int tell_changes(const ClassMarks *marks, int *told)
{
    int unused = 0;
    for (int i = 0; i < marks->changes.changes; i++) {
        const Change *change = &marks->changes.change[i];
        unused += !change->used;
        if (!change->used && has_room(told))
            text_say(stdout, "a change for nobody in this class: %.120s", change->student);
    }
    return unused;
}

int tell_end(const ClassMarks *marks, bool all)
{
    const StudentClass *class = marks->class;
    int told = 0, look = 0;
    tell_work(class, &told);
    look += all ? tell_roster(marks, &told) + tell_changes(marks, &told) : 0;
    for (int i = 0; i < class->count; i++)
        look +=
            !is_said(class, i) && (class->work[i].doubt || class->work[i].state == WORK_unusable ||
                                   class->work[i].state == WORK_not_graded);
    printf("%d graded, %d missing, %d unusable, %d not graded\n", count_state(class, WORK_graded),
           count_state(class, WORK_missing), count_state(class, WORK_unusable),
           count_state(class, WORK_not_graded));
    if (look)
        printf("%d of these need%s a person: %s named above\n", look, look == 1 ? "s" : "",
               look == 1 ? "it is" : "they are");
    return look ? 1 : 0;
}
