// report_formats.c - the grade in the forms of others: Gradescope's results, GitHub
// Classroom's runner result, JUnit XML, TAP.
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

static void write_gradescope(const Grade *grade, FILE *out)
{
    json_t *tests = json_array();
    for (int i = 0; i < grade->items; i++)
        json_array_append_new(tests, gradescope_test(&grade->item[i]));
    const char *trouble =
        is_trouble(grade) ? "Autograder failed: please alert your instructor." : "";
    json_t *results =
        json_pack("{s:i,s:i,s:s,s:s,s:s,s:o}", "score", grade->sum.score, "execution_time",
                  (int)grade->report->wall_s, "output", trouble, "visibility", "visible",
                  "stdout_visibility", "hidden", "tests", tests);
    json_dumpf(results, out, JSON_INDENT(1));
    fputc('\n', out);
    json_decref(results);
}

// ---- GitHub Classroom ----------------------------------------------------------------

static void write_base64(const char *text, FILE *out)
{
    static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    size_t n = strlen(text);
    for (size_t i = 0; i < n; i += 3) {
        unsigned bits = (unsigned)(unsigned char)text[i] << 16;
        if (i + 1 < n)
            bits |= (unsigned)(unsigned char)text[i + 1] << 8;
        if (i + 2 < n)
            bits |= (unsigned char)text[i + 2];
        fputc(digit[bits >> 18], out);
        fputc(digit[bits >> 12 & 63], out);
        fputc(i + 1 < n ? digit[bits >> 6 & 63] : '=', out);
        fputc(i + 2 < n ? digit[bits & 63] : '=', out);
    }
}

// The result is passed on in a variable of the environment, which Linux limits. So a result that
// is too long is made again with less text: of what passes first, then of each message, then a test
// is a whole part, then a whole lab.
enum { MAX_VARIABLE = 131072 };

typedef struct {
    int passed_text; // bytes of the message and the command of a test that passes
    int text;        // of another one
    enum { TEST_item, TEST_part, TEST_lab } unit;
} ClassroomSize;

static const ClassroomSize classroom_sizes[] = {
    {4000, 4000, TEST_item}, {0, 4000, TEST_item}, {0, 800, TEST_item}, {0, 200, TEST_item},
    {0, 800, TEST_part},     {0, 200, TEST_part},  {0, 200, TEST_lab},
};

// At most `most` bytes, cut between two characters of UTF-8.
static json_t *classroom_text(const char *text, int most)
{
    size_t n = strlen(text);
    if (n > (size_t)most)
        for (n = (size_t)most; n > 0 && ((unsigned char)text[n] & 0xc0) == 0x80;)
            n--;
    return json_stringn(text, n);
}

// A test is `items` items; the first that does not pass has the message.
static json_t *classroom_test(const Grade *grade, const LabGrade *lab, const ItemRecord *item,
                              int items, const char *name, const ClassroomSize *size)
{
    int score = 0;
    const ItemRecord *shown = item;
    for (int i = items - 1; i >= 0; i--) {
        score += record_score(&item[i]);
        shown = passed(&item[i]) ? shown : &item[i];
    }
    const SourcePlace *place = shown->where.count ? &shown->where.place[0] : NULL;
    int most = passed(shown) ? size->passed_text : size->text;
    char *text = explain(shown), *command = grade_repeat_command(grade, lab, shown, false);
    json_t *test =
        json_pack("{s:o,s:s,s:i,s:o,s:o,s:o,s:i,s:i}", "name", record_text(name), "status",
                  passed(shown)     ? "pass"
                  : is_error(shown) ? "error"
                                    : "fail",
                  "score", score, "message", classroom_text(text, most), "test_code",
                  classroom_text(command, most), "filename", record_text(place ? place->file : ""),
                  "line_no", place ? place->line : 0, "duration", 0);
    free(command);
    free(text);
    return test;
}

static void add_classroom_part(json_t *tests, const Grade *grade, const LabGrade *lab,
                               const PartGrade *part, const ClassroomSize *size)
{
    char name[256], number[32];
    if (size->unit == TEST_part) {
        snprintf(name, sizeof name, "%s %d %s", part->item->lab->name, part->part->number,
                 part->part->name);
        json_array_append_new(tests,
                              classroom_test(grade, lab, part->item, part->items, name, size));
        return;
    }
    for (int i = 0; i < part->items; i++) {
        const ItemRecord *item = &part->item[i];
        record_number(item, number, sizeof number);
        snprintf(name, sizeof name, "%s %s %s", item->lab->name, number, item->item->name);
        json_array_append_new(tests, classroom_test(grade, lab, item, 1, name, size));
    }
}

static char *classroom_result(const Grade *grade, const ClassroomSize *size)
{
    json_t *tests = json_array();
    for (int i = 0; i < grade->labs; i++) {
        const LabGrade *lab = &grade->lab[i];
        if (size->unit == TEST_lab)
            json_array_append_new(tests, classroom_test(grade, lab, lab->item, lab->items,
                                                        lab->selected->lab->name, size));
        for (int k = 0; size->unit != TEST_lab && k < lab->parts; k++)
            add_classroom_part(tests, grade, lab, &lab->part[k], size);
    }
    json_t *result = json_pack("{s:i,s:s,s:i,s:o}", "version", 1, "status",
                               grade->sum.status == STATUS_pass ? "pass"
                               : is_trouble(grade)              ? "error"
                                                                : "fail",
                               "max_score", grade->sum.max_score, "tests", tests);
    char *text = need(json_dumps(result, JSON_COMPACT));
    json_decref(result);
    return text;
}

static void write_classroom(const Grade *grade, FILE *out)
{
    enum { SIZES = sizeof classroom_sizes / sizeof classroom_sizes[0], NAME = 64 };
    char *text = classroom_result(grade, &classroom_sizes[0]);
    for (int i = 1; i < SIZES && (strlen(text) + 2) / 3 * 4 + NAME > MAX_VARIABLE; i++) {
        free(text);
        text = classroom_result(grade, &classroom_sizes[i]);
    }
    fputs("result=", out);
    write_base64(text, out);
    fputc('\n', out);
    free(text);
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
        {"classroom", write_classroom},
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
