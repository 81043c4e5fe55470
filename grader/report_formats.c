// report_formats.c - grade.json in the words of others: Gradescope's results,
// GitHub Classroom's runner result, JUnit XML, TAP 14.
//
// Each is a rearrangement of the one document; none computes a score.
#include "report.h"

#include <stdlib.h>
#include <string.h>

typedef void Writer(const json_t *grade, FILE *out);

static const char *string_of(const json_t *object, const char *key)
{
    const char *s = json_string_value(json_object_get(object, key));
    return s ? s : "";
}

static int integer_of(const json_t *object, const char *key)
{
    return (int)json_integer_value(json_object_get(object, key));
}

static bool passed(const json_t *item) { return strcmp(string_of(item, "status"), "pass") == 0; }

static bool is_error(const json_t *item) // as opposed to a wrong answer
{
    static const char *const errors[] = {"crash", "timeout", "grader_error", "compile_error"};
    for (int i = 0; i < 4; i++)
        if (strcmp(string_of(item, "status"), errors[i]) == 0)
            return true;
    return false;
}

// Message, details, places and output of an item, one a line; to be freed.
static char *explain(const json_t *item)
{
    char *text = NULL;
    size_t size, i;
    json_t *entry;
    FILE *f = open_memstream(&text, &size);
    fprintf(f, "%s\n", string_of(item, "message"));
    json_array_foreach(json_object_get(item, "detail"), i, entry)
    {
        fprintf(f, "%s\n", json_string_value(entry));
    }
    json_array_foreach(json_object_get(item, "where"), i, entry)
    {
        fprintf(f, "%s:%d (%s)\n", string_of(entry, "file"), integer_of(entry, "line"),
                string_of(entry, "role"));
    }
    json_array_foreach(json_object_get(item, "output"), i, entry)
    {
        fprintf(f, "| %s\n", json_string_value(entry));
    }
    const char *slide = string_of(item, "slide"), *title = string_of(item, "slide_title");
    if (!passed(item) && *slide)
        fprintf(f, "slide %s%s%s\n", slide, *title ? ": " : "", title);
    if (!passed(item))
        fprintf(f, "%s\n", string_of(item, "hint"));
    fclose(f);
    return text;
}

// ---- Gradescope --------------------------------------------------------------------

static void write_gradescope(const json_t *grade, FILE *out)
{
    size_t i;
    json_t *item, *tests = json_array();
    json_array_foreach(json_object_get(grade, "items"), i, item)
    {
        char *text = explain(item), name[256];
        snprintf(name, sizeof name, "%s: %s", string_of(item, "lab"), string_of(item, "name"));
        json_array_append_new(
            tests, json_pack("{s:i,s:i,s:s,s:s,s:s,s:s,s:s,s:s,s:{s:O}}", "score",
                             integer_of(item, "score"), "max_score", integer_of(item, "max_score"),
                             "status", passed(item) ? "passed" : "failed", "name", name, "number",
                             string_of(item, "number"), "output", text, "output_format", "text",
                             "visibility", string_of(item, "visibility"), "extra_data", "counters",
                             json_object_get(item, "counters")));
        free(text);
    }
    const char *trouble = strcmp(string_of(grade, "status"), "grader_error") == 0
                              ? "Autograder failed: please alert your instructor."
                              : "";
    int seconds = (int)json_number_value(json_object_get(json_object_get(grade, "run"), "wall_s"));
    json_t *results = json_pack("{s:i,s:i,s:s,s:s,s:s,s:o}", "score", integer_of(grade, "score"),
                                "execution_time", seconds, "output", trouble, "visibility",
                                "visible", "stdout_visibility", "hidden", "tests", tests);
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

static void write_classroom(const json_t *grade, FILE *out)
{
    size_t i;
    json_t *item, *tests = json_array();
    json_array_foreach(json_object_get(grade, "items"), i, item)
    {
        const json_t *place = json_array_get(json_object_get(item, "where"), 0);
        char *text = explain(item), name[256];
        snprintf(name, sizeof name, "%s %s %s", string_of(item, "lab"), string_of(item, "number"),
                 string_of(item, "name"));
        json_array_append_new(
            tests, json_pack("{s:s,s:s,s:i,s:s,s:s,s:s,s:i,s:i}", "name", name, "status",
                             passed(item)     ? "pass"
                             : is_error(item) ? "error"
                                              : "fail",
                             "score", integer_of(item, "score"), "message", text, "test_code",
                             string_of(item, "repro"), "filename", string_of(place, "file"),
                             "line_no", integer_of(place, "line"), "duration", 0));
        free(text);
    }
    const char *status = string_of(grade, "status");
    json_t *result = json_pack("{s:i,s:s,s:i,s:o}", "version", 1, "status",
                               strcmp(status, "pass") == 0           ? "pass"
                               : strcmp(status, "grader_error") == 0 ? "error"
                                                                     : "fail",
                               "max_score", integer_of(grade, "max_score"), "tests", tests);
    char *text = json_dumps(result, JSON_COMPACT);
    fputs("result=", out);
    write_base64(text, out);
    fputc('\n', out);
    free(text);
    json_decref(result);
}

// ---- JUnit ------------------------------------------------------------------------------

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

static void write_junit_case(const json_t *item, FILE *out)
{
    const json_t *place = json_array_get(json_object_get(item, "where"), 0);
    fprintf(out, "  <testcase");
    write_attribute("name", string_of(item, "name"), out);
    write_attribute("classname", string_of(item, "id"), out);
    if (place) {
        write_attribute("file", string_of(place, "file"), out);
        fprintf(out, " line=\"%d\"", integer_of(place, "line"));
    }
    fprintf(out, " time=\"0\"");
    if (passed(item)) {
        fprintf(out, "/>\n");
        return;
    }
    const char *kind = is_error(item) ? "error" : "failure";
    char *text = explain(item);
    fprintf(out, ">\n   <%s", kind);
    write_attribute("message", string_of(item, "message"), out);
    write_attribute("type", string_of(item, "status"), out);
    fprintf(out, ">");
    write_xml(text, out);
    fprintf(out, "</%s>\n  </testcase>\n", kind);
    free(text);
}

// Counts the items of a lab (NULL: of all) that are failures, or errors.
static void count_items(const json_t *grade, const char *lab, int count[3])
{
    size_t i;
    json_t *item;
    count[0] = count[1] = count[2] = 0;
    json_array_foreach(json_object_get(grade, "items"), i, item)
    {
        if (lab && strcmp(lab, string_of(item, "lab")) != 0)
            continue;
        count[0]++;
        count[1] += !passed(item) && !is_error(item);
        count[2] += !passed(item) && is_error(item);
    }
}

static void write_junit(const json_t *grade, FILE *out)
{
    size_t i, k;
    json_t *lab, *item;
    int count[3];
    const json_t *run = json_object_get(grade, "run");
    count_items(grade, NULL, count);
    fprintf(out,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"grade\" tests=\"%d\" "
            "failures=\"%d\" errors=\"%d\" skipped=\"0\" time=\"%.3f\">\n",
            count[0], count[1], count[2], json_number_value(json_object_get(run, "wall_s")));
    json_array_foreach(json_object_get(grade, "labs"), i, lab)
    {
        const char *name = string_of(lab, "lab");
        count_items(grade, name, count);
        fprintf(out, " <testsuite");
        write_attribute("name", name, out);
        fprintf(out, " tests=\"%d\" failures=\"%d\" errors=\"%d\" skipped=\"0\" time=\"0\"",
                count[0], count[1], count[2]);
        write_attribute("timestamp", string_of(run, "started"), out);
        fprintf(out,
                ">\n  <properties><property name=\"score\" value=\"%d\"/><property "
                "name=\"max_score\" value=\"%d\"/></properties>\n",
                integer_of(lab, "score"), integer_of(lab, "max_score"));
        json_array_foreach(json_object_get(grade, "items"), k, item)
        {
            if (strcmp(name, string_of(item, "lab")) == 0)
                write_junit_case(item, out);
        }
        fprintf(out, " </testsuite>\n");
    }
    fprintf(out, "</testsuites>\n");
}

// ---- TAP -----------------------------------------------------------------------------------

// In a description # and \ are escaped; a line end would start a new line of TAP.
static void write_tap_text(const char *text, FILE *out)
{
    for (; *text; text++) {
        if (*text == '#' || *text == '\\')
            fputc('\\', out);
        fputc(*text == '\n' ? ' ' : *text, out);
    }
}

static void write_tap(const json_t *grade, FILE *out)
{
    size_t i;
    json_t *item;
    const json_t *items = json_object_get(grade, "items");
    fprintf(out, "TAP version 14\n1..%zu\n", json_array_size(items));
    json_array_foreach(items, i, item)
    {
        fprintf(out, "%s %zu - ", passed(item) ? "ok" : "not ok", i + 1);
        write_tap_text(string_of(item, "id"), out);
        fprintf(out, ": ");
        write_tap_text(string_of(item, "name"), out);
        fputc('\n', out);
        if (passed(item))
            continue;
        char *text = explain(item), *rest = text, *line;
        fprintf(out, "  ---\n  status: %s\n  score: \"%d/%d\"\n  message: |\n",
                string_of(item, "status"), integer_of(item, "score"),
                integer_of(item, "max_score"));
        while ((line = strsep(&rest, "\n")) && (*line || rest))
            fprintf(out, "    %s\n", line);
        fprintf(out, "  ...\n");
        free(text);
    }
}

// ---- which ----------------------------------------------------------------------------------

static Writer *find_writer(const char *format)
{
    static const struct {
        const char *name;
        Writer *writer;
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

void report_format(const json_t *grade, const char *format, FILE *out)
{
    Writer *writer = find_writer(format);
    if (writer)
        writer(grade, out);
}
