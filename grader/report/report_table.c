// report_table.c - the table on the terminal: 80 columns, fewer on a narrow terminal, readable
// without colour, the score in the last line.
#include "report.h"

#include <ctype.h>
#include <string.h>

#include "grader/base/files.h"
#include "grader/base/paths.h"
#include "grader/base/slides.h"
#include "grader/base/text.h"
#include "grader/submission/snapshot.h"

enum { MOST_WIDTH = 80, LEAST_WIDTH = 40, INDENT = 8, SCORE_WIDTH = 8 };

typedef struct {
    FILE *out;
    TableStyle style;
    int width, reason;  // columns; the indent of reasons
    const char *folder; // of the lab that is being printed: "labs/04_reduction"
} TableOut;

enum { CODE_bold = 1, CODE_red = 31, CODE_green = 32, CODE_yellow = 33 }; // of a terminal

static void set_colour(const TableOut *t, int code) // 0: as usual
{
    if (t->style.colour)
        fprintf(t->out, "\033[%dm", code);
}

static const char *skip_spaces(const char *text)
{
    while (*text == ' ')
        text++;
    return text;
}

static void print_wrapped(const TableOut *t, int indent, const char *text)
{
    text_wrap(t->out, t->width, indent, text);
}

// The first line carries the score at its right edge.
static void print_verdict(const TableOut *t, Status status, const char *message, int score,
                          int max_score)
{
    static const struct {
        const char *label;
        int code;
    } looks[STATUS_COUNT] = {
        [STATUS_pass] = {"ok", CODE_green},
        [STATUS_skip] = {"--", CODE_yellow},
        [STATUS_grader_error] = {"ERROR", CODE_red},
        [STATUS_not_graded] = {"--", CODE_yellow},
    };
    const char *label = looks[status].label ? looks[status].label : "FAIL";
    char sum[32];
    int room = t->width - INDENT - SCORE_WIDTH;
    size_t n = text_piece(message, (size_t)room);
    snprintf(sum, sizeof sum, "%d/%d", score, max_score);
    fprintf(t->out, "  ");
    set_colour(t, looks[status].code ? looks[status].code : CODE_red);
    fprintf(t->out, "%-5s", label);
    set_colour(t, 0);
    fprintf(t->out, " %-*.*s%*s\n", room, (int)n, message, SCORE_WIDTH, sum);
    print_wrapped(t, INDENT, skip_spaces(message + n));
}

// A place's file is what a submission's `#line` says. It is read only if it lies beside the lab's
// file or in common/.
static const char *readable_path(const TableOut *t, const char *file)
{
    size_t n = strlen(t->folder);
    bool beside = strncmp(file, t->folder, n) == 0 && file[n] == '/' && !strchr(file + n + 1, '/');
    bool ours = strncmp(file, "common/", 7) == 0 && !strstr(file, "..");
    return !beside && !ours ? NULL : file[0] == '/' ? file : paths_at("%s", file);
}

// The source line itself, if the file can be read here.
static void read_line(const char *path, int line, char *text, size_t size)
{
    char *data, *at;
    size_t bytes;
    text[0] = 0;
    if (!path || file_read(path, MAX_SOURCE, &data, &bytes) != FILE_read)
        return;
    for (at = data; at && line > 1; line--) {
        at = strchr(at, '\n');
        at = at ? at + 1 : NULL;
    }
    if (at && line == 1)
        text_clean(text, size, at, strcspn(at, "\r\n"));
    free(data);
}

// A URL has letters, digits and few other characters; the others are escaped.
static void print_link(const TableOut *t, const char *path, const char *name)
{
    fprintf(t->out, "\033]8;;file://");
    for (; *path; path++) {
        bool plain = isalnum((unsigned char)*path) || strchr("/._-#", *path);
        fprintf(t->out, plain ? "%c" : "%%%02X", (unsigned char)*path);
    }
    fprintf(t->out, "\033\\%s\033]8;;\033\\", name);
}

static void print_place(const TableOut *t, const SourcePlace *place)
{
    char text[MAX_LINE], name[MAX_LINE + 16];
    const char *path = readable_path(t, place->file);
    read_line(path, place->line, text, sizeof text);
    int n = snprintf(name, sizeof name, "%s:%d", place->file, place->line);
    fprintf(t->out, "%*s", t->reason, "");
    if (t->style.links && path)
        print_link(t, path, name);
    else
        fprintf(t->out, "%s", name);
    const char *code = skip_spaces(text);
    if ((int)strlen(code) <= t->width - t->reason - n - 3) {
        fprintf(t->out, "   %s\n", code);
        return;
    }
    fputc('\n', t->out);
    print_wrapped(t, t->reason + 2, code);
}

static void print_output(const TableOut *t, const ItemRecord *item)
{
    if (item->output.count)
        fprintf(t->out, "%*sthe program printed:\n", t->reason, "");
    for (int i = 0; i < item->output.count; i++) {
        const char *rest = item->output.line[i];
        do {
            size_t n = text_cut(rest, (size_t)(t->width - t->reason - 2));
            fprintf(t->out, "%*s| %.*s\n", t->reason, "", (int)n, rest);
            rest += n;
        } while (*rest);
    }
}

// "slide 04.8: Shared memory has 32 banks", unless the item before has just said so.
static void print_slide(const TableOut *t, const ItemRecord *item, const ItemRecord *before)
{
    const char *slide = record_slide(item);
    char line[256], title[128], path[128];
    if (!slide || item->status == STATUS_grader_error || item->status == STATUS_skip)
        return;
    const char *last = before && before->status != STATUS_pass ? record_slide(before) : NULL;
    if (last && strcmp(last, slide) == 0)
        return;
    bool titled = slides_title(slide, title, sizeof title);
    int n =
        snprintf(line, sizeof line, "slide %s%s%s", slide, titled ? ": " : "", titled ? title : "");
    if (!slides_path(slide, path, sizeof path)) {
        print_wrapped(t, t->reason, line);
    } else if (t->style.links && t->reason + n <= t->width) {
        fprintf(t->out, "%*s", t->reason, "");
        print_link(t, paths_at("%s", path), line);
        fputc('\n', t->out);
    } else {
        print_wrapped(t, t->reason, line);
        print_wrapped(t, t->reason + 2, path);
    }
}

static void print_reasons(const TableOut *t, const ItemRecord *item, const ItemRecord *before)
{
    for (int i = 0; i < item->detail.count; i++)
        print_wrapped(t, t->reason, item->detail.line[i]);
    for (int i = 0; i < item->where.count; i++)
        print_place(t, &item->where.place[i]);
    print_output(t, item);
    print_slide(t, item, before);
}

// What a passed gate counted: "bank conflicts per block 0, barriers per warp 9".
static void print_counters(const TableOut *t, const ItemRecord *item)
{
    char line[1024];
    size_t n = 0;
    for (int i = 0; i < item->counts; i++) {
        n += (size_t)snprintf(line + n, sizeof line - n, "%s%s %.6g", n ? ", " : "",
                              item->count[i].gate->label, item->count[i].value);
        if (n >= sizeof line)
            return;
    }
    if (n)
        print_wrapped(t, t->reason, line);
}

static void print_hint_command(const TableOut *t, const ItemRecord *item)
{
    char hint[128];
    record_hint(item, hint, sizeof hint);
    fprintf(t->out, "%*smore: %s\n", t->reason, "", hint);
}

static const char *reason_of(const ItemRecord *item) { return item->message + item->reason; }

// A kernel that is wrong for ints is wrong for floats, too: the reasons are printed once.
static bool same_reasons(const ItemRecord *before, const ItemRecord *item)
{
    if (!before || before->status != item->status)
        return false;
    return strcmp(reason_of(before), reason_of(item)) == 0 ||
           (item->where.count && places_equal(&item->where, &before->where));
}

// What is left to say where the reasons are those of the item before.
static void print_cases(const TableOut *t, const ItemRecord *item)
{
    if (item->cases_line >= 0 && item->cases_line < item->detail.count)
        print_wrapped(t, t->reason, item->detail.line[item->cases_line]);
}

static void print_why(const TableOut *t, const ItemRecord *item, const ItemRecord *before)
{
    if (item->status == STATUS_pass)
        print_counters(t, item);
    else if (!same_reasons(before, item))
        print_reasons(t, item, before);
    else
        print_cases(t, item);
}

// One mistake, perhaps in another case: the threads and words are others.
static bool same_mistake(const ItemRecord *before, const ItemRecord *item)
{
    const Places *a = &before->where, *b = &item->where;
    return item->cause != CAUSE_none && before->cause == item->cause && a->count && b->count &&
           a->place->line == b->place->line && strcmp(a->place->file, b->place->file) == 0;
}

// An item with the same message as the one before it is printed as "the same".
static void print_item(const TableOut *t, const ItemRecord *item, const ItemRecord *before,
                       bool last_wrong)
{
    bool same = before && item->status != STATUS_pass &&
                (strcmp(before->message, item->message) == 0 || same_mistake(before, item));
    char words[MAX_LINE + 16];
    snprintf(words, sizeof words, "%s: the same", item->item->name);
    print_verdict(t, item->status, same ? words : item->message, record_score(item),
                  item->item->points);
    if (!same)
        print_why(t, item, before);
    else
        print_cases(t, item);
    if (last_wrong && item->status != STATUS_grader_error)
        print_hint_command(t, item);
}

// If no item of a part saw a launch: the first of its items. Else NULL.
static const ItemRecord *first_idle(const PartGrade *part)
{
    const ItemRecord *first = NULL;
    for (int i = 0; i < part->items; i++) {
        const ItemRecord *item = &part->item[i];
        if (item->status == STATUS_skip)
            continue;
        if (!item->idle)
            return NULL;
        first = first ? first : item;
    }
    return first;
}

static void print_idle(const TableOut *t, const PartGrade *part, const ItemRecord *item)
{
    print_verdict(t, STATUS_fail, reason_of(item), 0, part->sum.max_score);
    print_output(t, item);
    print_slide(t, item, NULL);
    print_hint_command(t, item);
}

static void print_title(const TableOut *t, const PartGrade *part)
{
    char title[160], score[32];
    int n = snprintf(title, sizeof title, "== part %d %s ", part->part->number, part->part->name);
    int m = snprintf(score, sizeof score, " %d/%d", part->sum.score, part->sum.max_score);
    set_colour(t, CODE_bold);
    if (n + m > t->width) { // the score has a line of its own
        print_wrapped(t, 0, title);
        n = 0;
    } else {
        fputs(title, t->out);
    }
    for (int k = n + m; k < t->width; k++)
        fputc('=', t->out);
    fprintf(t->out, "%s\n", score);
    set_colour(t, 0);
}

static void print_part(const TableOut *t, const PartGrade *part)
{
    const ItemRecord *idle = first_idle(part);
    int last = -1; // that lost points
    print_title(t, part);
    if (idle) {
        print_idle(t, part, idle);
        return;
    }
    for (int i = 0; i < part->items; i++)
        if (part->item[i].status != STATUS_pass)
            last = i;
    for (int i = 0; i < part->items; i++)
        print_item(t, &part->item[i], i ? &part->item[i - 1] : NULL, i == last);
}

static void print_log(const TableOut *t, const LabGrade *lab)
{
    if (lab->log.count)
        fprintf(t->out, "nvcc says:\n");
    for (int i = 0; i < lab->log.count; i++)
        fprintf(t->out, "  %s\n", lab->log.line[i]);
}

static void print_heading(const TableOut *t, const Grade *grade, const LabGrade *lab)
{
    const char *name = lab->selected->lab->name;
    fprintf(t->out, "lab %.2s %-16s%sbackend: simulator (sm_90 model)%sseed 0x%llx\n", name,
            name[2] ? name + 3 : "", t->width < MOST_WIDTH ? "\n  " : " ",
            t->width < MOST_WIDTH ? "\n  " : "   ", (unsigned long long)grade->report->seed);
    print_log(t, lab);
}

static bool does_not_compile(const LabGrade *lab)
{
    return lab->items && lab->item[0].status == STATUS_compile_error;
}

// All items have this message.
static void print_compile_error(const TableOut *t, const LabGrade *lab)
{
    set_colour(t, CODE_red);
    fprintf(t->out, "  FAIL ");
    set_colour(t, 0);
    fprintf(t->out, " %s\n", lab->item[0].message);
}

// "lost 15 points: 5 in lab 05 part 2, 10 in part 3": not 05.2, which is a slide.
static void print_lost(const TableOut *t, const Grade *grade)
{
    enum { FULL = MOST_WIDTH - 35 };
    size_t n = 0;
    char lost[MOST_WIDTH * 2] = "", line[MOST_WIDTH * 3];
    const LabGrade *named = NULL; // the last lab in the line
    for (int i = 0; i < grade->labs; i++)
        for (int k = 0; k < grade->lab[i].parts && n <= FULL; k++) {
            const LabGrade *lab = &grade->lab[i];
            const PartGrade *part = &lab->part[k];
            int missing = part->sum.max_score - part->sum.score;
            if (!missing)
                continue;
            n += (size_t)snprintf(lost + n, sizeof lost - n, "%s%d in ", n ? ", " : "", missing);
            if (lab != named)
                n += (size_t)snprintf(lost + n, sizeof lost - n, "lab %.2s ",
                                      lab->selected->lab->name);
            n += (size_t)snprintf(lost + n, sizeof lost - n, "part %d", part->part->number);
            named = lab;
            if (n > FULL)
                n += (size_t)snprintf(lost + n, sizeof lost - n, " ...");
        }
    snprintf(line, sizeof line, "lost %d point%s: %s", grade->sum.max_score - grade->sum.score,
             PLURAL(grade->sum.max_score - grade->sum.score), lost);
    if (n)
        print_wrapped(t, 0, line);
}

static void print_score(const TableOut *t, const Grade *grade)
{
    print_lost(t, grade);
    if (grade->sum.status == STATUS_grader_error)
        print_wrapped(t, 0,
                      "ERROR: the grader or the course is at fault, not you; please report it.");
    fprintf(t->out, "Score: %d/%d\n", grade->sum.score, grade->sum.max_score);
}

static TableOut begin_table(FILE *out, TableStyle style)
{
    int width = style.columns <= 0 || style.columns > MOST_WIDTH ? MOST_WIDTH
                : style.columns < LEAST_WIDTH                    ? LEAST_WIDTH
                                                                 : style.columns;
    return (TableOut){out, style, width, width < MOST_WIDTH ? 4 : 10, ""};
}

void report_table_parts(const Grade *grade, FILE *out, TableStyle style, int from, int end)
{
    TableOut t = begin_table(out, style);
    int number = 0;
    for (int i = 0; i < grade->labs; i++) {
        const LabGrade *lab = &grade->lab[i];
        t.folder = lab->selected->folder;
        for (int k = 0; k < lab->parts; k++, number++) {
            if (number < from || number >= end)
                continue;
            if (k == 0)
                print_heading(&t, grade, lab);
            if (k == 0 && does_not_compile(lab))
                print_compile_error(&t, lab);
            if (!does_not_compile(lab))
                print_part(&t, &lab->part[k]);
        }
    }
}

void report_table_sum(const Grade *grade, FILE *out, TableStyle style)
{
    TableOut t = begin_table(out, style);
    print_score(&t, grade);
}
