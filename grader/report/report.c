// report.c - the grade: made from the tables of the labs and the records that the judges left.
//
// Two witnesses say whether a part has all points: its records, and its test in Check, which
// fails when the part loses points. A test that ends early without a failure (Check takes
// exit(0) for a pass), or one that fails although all is recorded as right, is a defect of the
// grader. So each part's records are compared with Check's verdict, and where they disagree the
// status is grader_error.
#include "report.h"

#include <string.h>

#include "grader/labs/choose.h"
#include "grader/base/memory.h"
#include "grader/base/shell_word.h"
#include "grader/base/text.h"

static bool is_selected(const Selected *s, const Part *part)
{
    return !s->part || s->part == part->number;
}

// ---- sums ------------------------------------------------------------------------

// The worse of two: not graded, then a grader error, then a file that does not compile, then points
// lost.
static Status worse_status(Status a, Status b)
{
    static const Status order[] = {STATUS_not_graded, STATUS_grader_error, STATUS_compile_error,
                                   STATUS_fail};
    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        if (a == order[i] || b == order[i])
            return order[i];
    return STATUS_pass;
}

static Status sum_status(const ItemRecord *item)
{
    switch (item->status) {
    case STATUS_pass:
    case STATUS_grader_error:
    case STATUS_not_graded:
    case STATUS_compile_error: return item->status;
    default: return STATUS_fail;
    }
}

static void add_sum(GradeSum *sum, const GradeSum *more)
{
    sum->score += more->score;
    sum->max_score += more->max_score;
    sum->status = worse_status(sum->status, more->status);
}

static GradeSum sum_items(const ItemRecord *item, int items)
{
    GradeSum sum = {.status = STATUS_pass};
    for (int i = 0; i < items; i++) {
        GradeSum one = {record_score(&item[i]), item[i].item->points, sum_status(&item[i])};
        add_sum(&sum, &one);
    }
    return sum;
}

// ---- a blank grade -------------------------------------------------------------------

static int count_items(const Report *report)
{
    int count = 0;
    for (int i = 0; i < report->count; i++)
        for (const Part *part = report->selected[i].lab->parts; part->number; part++)
            for (const Item *item = part->items; item->name; item++)
                count += is_selected(&report->selected[i], part);
    return count;
}

static void add_part_grade(Grade *grade, LabGrade *lab, const Part *part)
{
    PartGrade *p = &lab->part[lab->parts++];
    *p = (PartGrade){.part = part, .item = &grade->item[grade->items]};
    for (const Item *item = part->items; item->name; item++) {
        grade->item[grade->items++] = record_blank(lab->selected->lab, part, item);
        p->items++;
        lab->items++;
    }
}

const Object *selected_object(const Selected *selected, const Part *part)
{
    return &selected->object[part->file];
}

static bool ends_with(const char *text, size_t bytes, const char *end)
{
    size_t n = strlen(end);
    return bytes >= n && memcmp(text + bytes - n, end, n) == 0;
}

// "/home/me/14_thrust/thrust.cu(12): error: ..."
static bool is_error_in(const char *line, const char *name)
{
    const char *error = strstr(line, "): error");
    const char *number = error ? memrchr(line, '(', (size_t)(error - line)) : NULL;
    return number && ends_with(line, (size_t)(number - line), name);
}

// The first error may be about a line of a header. Then lines follow that say where a template of
// the header is used: "... at line 12 of /home/me/14_thrust/thrust.cu". Returns that line; 0: the
// error is about the source itself, or nvcc does not say.
static int find_use(FILE *log, const char *source)
{
    static const char mark[] = "at line ";
    const char *name = strrchr(source, '/'), *at;
    char *line = NULL;
    size_t room = 0;
    int use = 0;
    while (!use && getline(&line, &room, log) > 0 && !is_error_in(line, name)) {
        size_t n = strcspn(line, "\r\n");
        if (ends_with(line, n, name) && (at = strstr(line, mark)))
            use = atoi(at + strlen(mark));
    }
    free(line);
    rewind(log);
    return use;
}

// A line of nvcc about templates may have thousands of characters: its beginning and its end.
static void add_log_line(Lines *log, const char *line)
{
    enum { BEGIN = 240, END = 120 };
    char clean[2 * MAX_LINE], text[2 * MAX_LINE];
    size_t n = strcspn(line, "\r\n");
    if (n > BEGIN + END + 8)
        snprintf(text, sizeof text, "%.*s ... %.*s", BEGIN, line, END, line + n - END);
    else
        snprintf(text, sizeof text, "%.*s", (int)n, line);
    text_clean(clean, MAX_LINE, text, strlen(text));
    lines_add(log, "%s", clean);
}

static void read_log(LabGrade *lab, const Object *object)
{
    enum { LINES = 20 };
    FILE *f = object->state == OBJECT_rejected ? fopen(object->log, "r") : NULL;
    if (!f)
        return;
    char *line = NULL;
    size_t room = 0;
    int use = find_use(f, object->source);
    if (use)
        lines_add(&lab->log,
                  "%s(%d): what is used here does not fit, says a header:", object->source, use);
    while (lab->log.count < LINES && getline(&line, &room, f) > 0)
        add_log_line(&lab->log, line);
    free(line);
    fclose(f);
}

static void add_lab_grade(Grade *grade, const Selected *s)
{
    LabGrade *lab = &grade->lab[grade->labs++];
    int parts = 0;
    while (s->lab->parts[parts].number)
        parts++;
    *lab = (LabGrade){.selected = s, .item = &grade->item[grade->items]};
    lab->part = need(calloc((size_t)parts + 1, sizeof *lab->part));
    for (const Part *part = s->lab->parts; part->number; part++)
        if (is_selected(s, part))
            add_part_grade(grade, lab, part);
    for (LabFile f = 0; f < LAB_FILES; f++)
        if (lab_file(s->lab, f))
            read_log(lab, &s->object[f]);
}

// ---- the grade -----------------------------------------------------------------------

// Grading ended before it was whole: no item keeps its verdict.
static void set_not_graded(Grade *grade, const char *limit)
{
    for (int i = 0; i < grade->items; i++)
        record_set(&grade->item[i], STATUS_not_graded, NULL, "not graded: %s", limit);
}

// The process that judged a part was ended while the submission's code ran: by that code, or
// because that code used all memory or time. What was not judged is lost.
static void blame_submission(PartGrade *part)
{
    for (int i = 0; i < part->items; i++)
        if (part->item[i].status == STATUS_grader_error)
            record_set(&part->item[i], STATUS_crash, NULL,
                       "the process that judges this part was ended while your code ran");
    part->sum = sum_items(part->item, part->items);
}

// Compares Check's verdict on a part with its records.
static void hold_against_check(PartGrade *part, CheckVerdict verdict, bool submission_ran)
{
    bool passed = part->sum.status == STATUS_pass;
    if (verdict == (passed ? CHECK_passed : CHECK_failed))
        return;
    if ((verdict == CHECK_died || verdict == CHECK_not_run) && submission_ran) {
        blame_submission(part);
        return;
    }
    part->sum.status = STATUS_grader_error;
    part->disputed = verdict != CHECK_not_run; // else there are no records either
}

void grade_print_disputes(const Grade *grade, FILE *out)
{
    int number = 0;
    for (int i = 0; i < grade->labs; i++)
        for (int k = 0; k < grade->lab[i].parts; k++, number++) {
            const PartGrade *part = &grade->lab[i].part[k];
            if (part->disputed)
                fprintf(out, "grade: %s part %d: Check says %s, the records say %s\n",
                        grade->lab[i].selected->lab->name, part->part->number,
                        check_verdict_name(grade->report->checks[number]),
                        sum_items(part->item, part->items).status == STATUS_pass ? "all points"
                                                                                 : "points lost");
        }
}

static void add_up(Grade *grade)
{
    int number = 0;
    const Report *report = grade->report;
    grade->sum.status = STATUS_pass;
    for (int i = 0; i < grade->labs; i++) {
        LabGrade *lab = &grade->lab[i];
        lab->sum.status = STATUS_pass;
        for (int k = 0; k < lab->parts; k++, number++) {
            PartGrade *part = &lab->part[k];
            part->sum = sum_items(part->item, part->items);
            if (report->checks && !report->limit)
                hold_against_check(part, report->checks[number],
                                   report->submission_ran && report->submission_ran[number]);
            add_sum(&lab->sum, &part->sum);
        }
        add_sum(&grade->sum, &lab->sum);
    }
}

static bool part_loses(const LabGrade *lab, int number)
{
    for (int i = 0; i < lab->parts; i++)
        if (lab->part[i].part->number == number)
            return lab->part[i].sum.status == STATUS_fail;
    return false;
}

static ItemRecord *first_lost(PartGrade *part)
{
    for (int i = 0; i < part->items; i++)
        if (part->item[i].status != STATUS_pass)
            return &part->item[i];
    return NULL;
}

// A part that calls functions of another part can be wrong for the other part's mistake alone.
static void tell_used_parts(const LabGrade *lab, PartGrade *part)
{
    ItemRecord *item = part->sum.status == STATUS_fail ? first_lost(part) : NULL;
    for (int i = 0; item && !item->idle && i < MAX_USES && part->part->uses[i]; i++)
        if (part_loses(lab, part->part->uses[i])) {
            lines_add_first(&item->detail,
                            "this part uses part %d, which fails: mend part %d first",
                            part->part->uses[i], part->part->uses[i]);
            item->cases_line += item->cases_line >= 0;
        }
}

Grade *grade_build(const Report *report)
{
    Grade *grade = need(calloc(1, sizeof *grade));
    grade->report = report;
    grade->lab = need(calloc((size_t)report->count + 1, sizeof *grade->lab));
    grade->item = need(calloc((size_t)count_items(report) + 1, sizeof *grade->item));
    for (int i = 0; i < report->count; i++)
        add_lab_grade(grade, &report->selected[i]);
    if (report->limit)
        set_not_graded(grade, report->limit);
    else
        records_read(report->records, grade->item, grade->items, grade->sim, sizeof grade->sim);
    add_up(grade);
    for (int i = 0; i < grade->labs; i++)
        for (int k = 0; k < grade->lab[i].parts; k++)
            tell_used_parts(&grade->lab[i], &grade->lab[i].part[k]);
    return grade;
}

void grade_free(Grade *grade)
{
    for (int i = 0; i < grade->labs; i++) {
        free(grade->lab[i].part);
        lines_free(&grade->lab[i].log);
    }
    for (int i = 0; i < grade->items; i++)
        record_free(&grade->item[i]);
    free(grade->lab);
    free(grade->item);
    free(grade);
}

int grade_exit_status(const Grade *grade)
{
    switch (grade->sum.status) {
    case STATUS_pass: return grade->report->checks ? 0 : 5;
    case STATUS_grader_error: return 5;
    case STATUS_not_graded: return 4;
    case STATUS_compile_error: return 3;
    default: return 1;
    }
}

// ---- what an item says of itself -------------------------------------------------------

char *grade_repeat_command(const Grade *grade, const LabGrade *lab, const ItemRecord *item)
{
    char *submission = need(strdup(lab->selected->folder)), *command;
    char *slash = strrchr(submission, '/'); // the lab's own folder is the last one
    if (slash)
        *slash = 0;
    bool named = slash && strcmp(submission, "labs") != 0;
    char *word = text_shell_word(submission);
    if (asprintf(&command, "build/grade %s%s%s--part %d --seed 0x%llx %s",
                 named ? "--submission " : "", named ? word : "", named ? " " : "",
                 item->part->number, (unsigned long long)grade->report->seed, item->lab->name) < 0)
        command = need(NULL);
    free(submission);
    free(word);
    return command;
}

void record_number(const ItemRecord *item, char *text, size_t size)
{
    snprintf(text, size, "%d.%d", item->part->number, (int)(item->item - item->part->items) + 1);
}

const char *record_slide(const ItemRecord *item)
{
    if (item->status != STATUS_pass && cause_rows[item->cause].slide)
        return cause_rows[item->cause].slide;
    return item->item->slide ? item->item->slide : item->part->slide;
}

void record_hint(const ItemRecord *item, char *text, size_t size)
{
    snprintf(text, size, "make hint LAB=%s PART=%d", lab_topic(item->lab), item->part->number);
}
