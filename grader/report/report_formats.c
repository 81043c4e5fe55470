// report_formats.c - the grade in the forms of others: Gradescope's results, JUnit XML, TAP, and
// lines as compilers print them, for editors.
//
// Each is a rearrangement of the grade; none computes a score.
#include "report.h"

#include <string.h>

#include "grader/base/memory.h"
#include "grader/base/slides.h"

typedef void FormatWriter(const Grade *grade, FILE *out);

static bool passed(const ItemRecord *item) { return item->status == STATUS_pass; }

static bool is_error(const ItemRecord *item) // as opposed to a wrong answer
{
    switch (item->status) {
    case STATUS_crash:
    case STATUS_timeout:
    case STATUS_grader_error:
    case STATUS_not_graded:
    case STATUS_compile_error: return true;
    default: return false;
    }
}

// Message, details, places and output of an item, one per line; to be freed. Each piece is clean,
// as records are (record.h): here only the ends of lines are added.
static char *explain(const ItemRecord *item)
{
    char *text = NULL, title[128], hint[128];
    size_t size;
    FILE *f = need(open_memstream(&text, &size));
    fprintf(f, "%s\n", item->message);
    for (int i = 0; i < item->detail.count; i++)
        fprintf(f, "%s\n", item->detail.line[i]);
    for (int i = 0; i < item->where.count; i++) {
        const SourcePlace *place = &item->where.place[i];
        fprintf(f, "%s:%d (%s)\n", place->file, place->line, place_role_name(place->role));
    }
    for (int i = 0; i < item->output.count; i++)
        fprintf(f, "| %s\n", item->output.line[i]);
    const char *slide = record_slide(item);
    if (!passed(item) && slide) {
        bool titled = slides_title(slide, title, sizeof title);
        fprintf(f, "slide %s%s%s\n", slide, titled ? ": " : "", titled ? title : "");
    }
    record_hint(item, hint, sizeof hint);
    if (!passed(item))
        fprintf(f, "%s\n", hint);
    fclose(f);
    return text;
}

// Nothing that the submission has done.
static bool is_trouble(const Grade *grade)
{
    return grade->sum.status == STATUS_grader_error || grade->sum.status == STATUS_not_graded;
}

// ---- Gradescope --------------------------------------------------------------------

static json_t *gradescope_test(const ItemRecord *item)
{
    char *text = explain(item), name[256], number[32];
    snprintf(name, sizeof name, "%s: %s", item->lab->name, item->item->name);
    record_number(item, number, sizeof number);
    json_t *test =
        json_pack("{s:i,s:i,s:s,s:s,s:s,s:o,s:s,s:s,s:{s:o}}", "score", record_score(item),
                  "max_score", item->item->points, "status", passed(item) ? "passed" : "failed",
                  "name", name, "number", number, "output", json_string(text), "output_format",
                  "text", "visibility", "visible", "extra_data", "counters", record_counts(item));
    free(text);
    return test;
}

// Who is the fastest: what the gates of the open part count.
static json_t *gradescope_leaderboard(const Grade *grade)
{
    json_t *board = json_array();
    for (int i = 0; i < grade->items; i++) {
        const ItemRecord *item = &grade->item[i];
        for (int k = 0; item->part->file == FILE_fastest && k < item->counts; k++)
            json_array_append_new(board,
                                  json_pack("{s:s,s:f,s:s}", "name", item->count[k].gate->label,
                                            "value", item->count[k].value, "order",
                                            item->count[k].gate->at_least ? "desc" : "asc"));
    }
    return board;
}

static void write_gradescope(const Grade *grade, FILE *out)
{
    json_t *tests = json_array();
    for (int i = 0; i < grade->items; i++)
        json_array_append_new(tests, gradescope_test(&grade->item[i]));
    const char *trouble =
        is_trouble(grade) ? "Autograder failed: please alert your instructor." : "";
    json_t *results = json_pack("{s:i,s:i,s:s,s:s,s:s,s:o,s:o}", "score", grade->sum.score,
                                "execution_time", (int)grade->report->wall_s, "output", trouble,
                                "visibility", "visible", "stdout_visibility", "hidden", "tests",
                                tests, "leaderboard", gradescope_leaderboard(grade));
    json_dumpf(results, out, JSON_INDENT(1));
    fputc('\n', out);
    json_decref(results);
}

// ---- lines -----------------------------------------------------------------------------

// What nvcc says, "FILE(3): error: ...", as other compilers say it.
static void write_log_line(const char *line, FILE *out)
{
    char file[MAX_LINE], severity[16];
    int number, end = 0;
    if (sscanf(line, "%1023[^(](%d): %15[a-z]%n", file, &number, severity, &end) == 3 &&
        (strcmp(severity, "error") == 0 || strcmp(severity, "warning") == 0))
        fprintf(out, "%s:%d: %s%s\n", file, number, severity, line + end);
}

// A line for each place of each item that lost points: FILE:LINE: warning: MESSAGE. What has no
// place is on the first line of the lab's file.
static void write_item_lines(const LabGrade *lab, const ItemRecord *item, FILE *out)
{
    char number[32];
    record_number(item, number, sizeof number);
    for (int i = 0; i < item->where.count; i++)
        fprintf(out, "%s:%d: warning: %s %s: %s\n", item->where.place[i].file,
                item->where.place[i].line, number, place_role_name(item->where.place[i].role),
                item->message);
    if (!item->where.count)
        fprintf(out, "%s/%s:1: warning: %s %s\n", lab->selected->folder,
                lab_file(lab->selected->lab, item->part->file), number, item->message);
}

static void write_lines(const Grade *grade, FILE *out)
{
    for (int i = 0; i < grade->labs; i++) {
        const LabGrade *lab = &grade->lab[i];
        for (int k = 0; k < lab->log.count; k++)
            write_log_line(lab->log.line[k], out);
        for (int k = 0; !lab->log.count && k < lab->items; k++)
            if (!passed(&lab->item[k]))
                write_item_lines(lab, &lab->item[k], out);
    }
    fprintf(out, "Score: %d/%d\n", grade->sum.score, grade->sum.max_score);
}

// ---- JUnit ------------------------------------------------------------------------------

// Only elements and attributes that Jenkins' schema has (junit-10.xsd of its plugin xunit): a test
// case has no file and no line there. The places are in the text.

static void write_xml(const char *text, FILE *out)
{
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '&')
            fputs("&amp;", out);
        else if (c == '<')
            fputs("&lt;", out);
        else if (c == '>')
            fputs("&gt;", out);
        else if (c == '"')
            fputs("&quot;", out);
        else if (c == '\n')
            fputs("&#10;", out);
        else if (c >= 0x20 || c == '\t') // XML has no other control characters
            fputc(c, out);
    }
}

static void write_attribute(const char *name, const char *value, FILE *out)
{
    fprintf(out, " %s=\"", name);
    write_xml(value, out);
    fputc('"', out);
}

static void write_junit_case(const ItemRecord *item, FILE *out)
{
    char id[256];
    record_id(item, id, sizeof id);
    fprintf(out, "  <testcase");
    write_attribute("name", item->item->name, out);
    write_attribute("classname", id, out);
    fprintf(out, " time=\"0\"");
    if (passed(item)) {
        fprintf(out, "/>\n");
        return;
    }
    const char *kind = is_error(item) ? "error" : "failure";
    char *text = explain(item);
    fprintf(out, ">\n   <%s", kind);
    write_attribute("message", item->message, out);
    write_attribute("type", status_name(item->status), out);
    fprintf(out, ">");
    write_xml(text, out);
    fprintf(out, "</%s>\n  </testcase>\n", kind);
    free(text);
}

typedef struct {
    int tests, failures, errors;
} JunitCounts;

static JunitCounts count_junit(const ItemRecord *item, int items)
{
    JunitCounts count = {.tests = items};
    for (int i = 0; i < items; i++) {
        count.failures += !passed(&item[i]) && !is_error(&item[i]);
        count.errors += !passed(&item[i]) && is_error(&item[i]);
    }
    return count;
}

static void write_junit_lab(const Grade *grade, const LabGrade *lab, FILE *out)
{
    JunitCounts count = count_junit(lab->item, lab->items);
    fprintf(out, " <testsuite");
    write_attribute("name", lab->selected->lab->name, out);
    fprintf(out, " tests=\"%d\" failures=\"%d\" errors=\"%d\" skipped=\"0\" time=\"0\"",
            count.tests, count.failures, count.errors);
    write_attribute("timestamp", grade->report->started, out);
    fprintf(out,
            ">\n  <properties><property name=\"score\" value=\"%d\"/><property "
            "name=\"max_score\" value=\"%d\"/></properties>\n",
            lab->sum.score, lab->sum.max_score);
    for (int i = 0; i < lab->items; i++)
        write_junit_case(&lab->item[i], out);
    fprintf(out, " </testsuite>\n");
}

static void write_junit(const Grade *grade, FILE *out)
{
    JunitCounts count = count_junit(grade->item, grade->items);
    fprintf(out,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"grade\" tests=\"%d\" "
            "failures=\"%d\" errors=\"%d\" time=\"%.3f\">\n",
            count.tests, count.failures, count.errors, grade->report->wall_s);
    for (int i = 0; i < grade->labs; i++)
        write_junit_lab(grade, &grade->lab[i], out);
    fprintf(out, "</testsuites>\n");
}

// ---- TAP -----------------------------------------------------------------------------------

// The version is 13: Perl's prove takes a later one for an error. In a description # and \ are
// escaped; a line end would start a new line of TAP.
static void write_tap_text(const char *text, FILE *out)
{
    for (; *text; text++) {
        if (*text == '#' || *text == '\\')
            fputc('\\', out);
        fputc(*text == '\n' ? ' ' : *text, out);
    }
}

static void write_tap_reasons(const ItemRecord *item, FILE *out)
{
    char *text = explain(item), *rest = text, *line;
    fprintf(out, "  ---\n  status: %s\n  score: \"%d/%d\"\n  message: |\n",
            status_name(item->status), record_score(item), item->item->points);
    while ((line = strsep(&rest, "\n")) && (*line || rest))
        fprintf(out, "    %s\n", line);
    fprintf(out, "  ...\n");
    free(text);
}

static void write_tap(const Grade *grade, FILE *out)
{
    fprintf(out, "TAP version 13\n1..%d\n", grade->items);
    for (int i = 0; i < grade->items; i++) {
        const ItemRecord *item = &grade->item[i];
        char id[256];
        record_id(item, id, sizeof id);
        fprintf(out, "%s %d - ", passed(item) ? "ok" : "not ok", i + 1);
        write_tap_text(id, out);
        fprintf(out, ": ");
        write_tap_text(item->item->name, out);
        fputc('\n', out);
        if (!passed(item))
            write_tap_reasons(item, out);
    }
}

// ---- which ----------------------------------------------------------------------------------

static FormatWriter *find_writer(const char *format)
{
    static const struct {
        const char *name;
        FormatWriter *writer;
    } table[] = {
        {"gradescope", write_gradescope},
        {"lines", write_lines},
        {"junit", write_junit},
        {"tap", write_tap},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(table[i].name, format) == 0)
            return table[i].writer;
    return NULL;
}

bool report_known_format(const char *format) { return find_writer(format) != NULL; }

void report_format(const Grade *grade, const char *format, FILE *out)
{
    FormatWriter *writer = find_writer(format);
    if (writer)
        writer(grade, out);
}
