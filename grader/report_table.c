// report_table.c - the table on the terminal: 80 columns, readable without
// colour, the score in the last line.
#include "report.h"

#include <stdlib.h>
#include <string.h>

#include "evidence.h"
#include "paths.h"

enum { WIDTH = 80, INDENT = 8, SCORE_WIDTH = 8 };

typedef struct {
    FILE *out;
    TableStyle style;
} Table;

static const char *string_of(const json_t *object, const char *key)
{
    const char *s = json_string_value(json_object_get(object, key));
    return s ? s : "";
}

static int integer_of(const json_t *object, const char *key)
{
    return (int)json_integer_value(json_object_get(object, key));
}

static void paint(const Table *t, const char *code)
{
    if (t->style.colour)
        fprintf(t->out, "\033[%sm", code);
}

// How many bytes of `text` fit into `width` columns, cut at a space if possible.
static size_t piece(const char *text, size_t width)
{
    size_t n = strlen(text);
    if (n <= width)
        return n;
    for (size_t i = width; i > 0; i--)
        if (text[i] == ' ')
            return i;
    return strcspn(text, " "); // a path or another word that is too long stays whole
}

static const char *skip_spaces(const char *text)
{
    while (*text == ' ')
        text++;
    return text;
}

// Text in lines of at most WIDTH columns, all with the same indent.
static void print_wrapped(const Table *t, int indent, const char *text)
{
    while (*text) {
        size_t n = piece(text, (size_t)(WIDTH - indent));
        fprintf(t->out, "%*s%.*s\n", indent, "", (int)n, text);
        text = skip_spaces(text + n);
    }
}

static const char *label_of(const char *status)
{
    if (strcmp(status, "pass") == 0)
        return "ok";
    if (strcmp(status, "skip") == 0)
        return "--";
    return strcmp(status, "grader_error") == 0 ? "ERROR" : "FAIL";
}

// The first line carries the score at its right edge.
static void print_verdict(const Table *t, const json_t *item)
{
    const char *status = string_of(item, "status"), *message = string_of(item, "message");
    const char *label = label_of(status);
    char score[32];
    size_t n = piece(message, WIDTH - INDENT - SCORE_WIDTH);
    snprintf(score, sizeof score, "%d/%d", integer_of(item, "score"),
             integer_of(item, "max_score"));
    fprintf(t->out, "  ");
    paint(t, strcmp(label, "ok") == 0 ? "32" : strcmp(label, "--") == 0 ? "33" : "31");
    fprintf(t->out, "%-5s", label);
    paint(t, "0");
    fprintf(t->out, " %-*.*s%*s\n", WIDTH - INDENT - SCORE_WIDTH, (int)n, message, SCORE_WIDTH,
            score);
    print_wrapped(t, INDENT, skip_spaces(message + n));
}

// The source line itself, if the file can be read here.
static void read_line(const char *file, int line, char *text, size_t size)
{
    FILE *f = fopen(file[0] == '/' ? file : paths_at("%s", file), "r");
    text[0] = 0;
    while (f && line-- > 0)
        if (!fgets(text, (int)size, f))
            text[0] = 0;
    if (f)
        fclose(f);
    text[strcspn(text, "\r\n")] = 0;
    for (char *p = text; *p; p++)
        if (*p == '\t')
            *p = ' ';
}

static void print_place(const Table *t, const json_t *place)
{
    const char *file = string_of(place, "file");
    int line = integer_of(place, "line");
    char text[256], name[4200];
    read_line(file, line, text, sizeof text);
    int n = snprintf(name, sizeof name, "%s:%d", file, line);
    fprintf(t->out, "          ");
    if (t->style.links)
        fprintf(t->out, "\033]8;;file://%s\033\\%s\033]8;;\033\\",
                file[0] == '/' ? file : paths_at("%s", file), name);
    else
        fprintf(t->out, "%s", name);
    const char *code = skip_spaces(text);
    int room = WIDTH - 10 - n - 3, length = (int)strlen(code);
    bool beside = room >= length || room >= 40;
    if (!beside)
        room = WIDTH - 12;
    bool cut = length > room;
    fprintf(t->out, beside ? "   %.*s%s\n" : "\n            %.*s%s\n", cut ? room - 4 : room, code,
            cut ? " ..." : "");
}

static void print_output(const Table *t, const json_t *item)
{
    size_t i;
    json_t *entry;
    json_array_foreach(json_object_get(item, "output"), i, entry)
    {
        if (i == 0)
            fprintf(t->out, "          the program printed:\n");
        const char *rest = json_string_value(entry);
        do {
            fprintf(t->out, "          | %.*s\n", WIDTH - 12, rest);
            rest += strnlen(rest, WIDTH - 12);
        } while (*rest);
    }
}

// "slide 04.8: Shared memory has 32 banks", unless the item before has just said so.
static void print_slide(const Table *t, const json_t *item, const json_t *before)
{
    const char *slide = string_of(item, "slide"), *title = string_of(item, "slide_title");
    char line[256];
    if (!*slide || strcmp(string_of(item, "status"), "grader_error") == 0)
        return;
    if (before && strcmp(string_of(before, "status"), "pass") != 0 &&
        strcmp(string_of(before, "slide"), slide) == 0)
        return;
    snprintf(line, sizeof line, "slide %s%s%s", slide, *title ? ": " : "", title);
    print_wrapped(t, 10, line);
}

static void print_reasons(const Table *t, const json_t *item, const json_t *before)
{
    size_t i;
    json_t *entry;
    json_array_foreach(json_object_get(item, "detail"), i, entry)
    {
        print_wrapped(t, 10, json_string_value(entry));
    }
    json_array_foreach(json_object_get(item, "where"), i, entry) { print_place(t, entry); }
    print_output(t, item);
    print_slide(t, item, before);
}

// "bank conflicts a block 0, barriers a warp 9": what a passed gate counted.
static void print_counters(const Table *t, const json_t *item)
{
    char line[1024];
    size_t n = 0;
    const char *label;
    json_t *counter;
    json_object_foreach(json_object_get(item, "counters"), label, counter)
    {
        double value = json_number_value(json_object_get(counter, "value"));
        n += (size_t)snprintf(line + n, sizeof line - n, "%s%s %.6g", n ? ", " : "", label, value);
        if (n >= sizeof line)
            return;
    }
    if (n)
        print_wrapped(t, 10, line);
}

static void print_hint(const Table *t, const json_t *item)
{
    fprintf(t->out, "          more: %s\n", string_of(item, "hint"));
}

static const char *without_case(const char *message)
{
    const char *colon = strstr(message, ": ");
    return colon ? colon + 2 : message;
}

// The float sums of a kernel that is wrong for ints: the reasons are told once.
static bool same_reasons(const json_t *before, const json_t *item)
{
    const json_t *where = json_object_get(item, "where");
    if (!before || strcmp(string_of(before, "status"), string_of(item, "status")) != 0)
        return false;
    if (strcmp(without_case(string_of(before, "message")),
               without_case(string_of(item, "message"))) == 0)
        return true;
    return json_array_size(where) && json_equal(where, json_object_get(before, "where"));
}

static void print_cases_only(const Table *t, const json_t *item)
{
    size_t i;
    json_t *entry;
    json_array_foreach(json_object_get(item, "detail"), i, entry)
    {
        if (strstr(json_string_value(entry), " cases fail"))
            print_wrapped(t, 10, json_string_value(entry));
    }
}

// An item with the same trouble as the one before it says so in a word.
static void print_item(const Table *t, const json_t *item, const json_t *before, bool last_wrong)
{
    const char *status = string_of(item, "status");
    bool pass = strcmp(status, "pass") == 0;
    if (before && !pass && strcmp(string_of(before, "message"), string_of(item, "message")) == 0) {
        json_t *same = json_pack("{s:s,s:s,s:O,s:O}", "status", status, "message", "the same",
                                 "score", json_object_get(item, "score"), "max_score",
                                 json_object_get(item, "max_score"));
        print_verdict(t, same);
        json_decref(same);
        if (last_wrong && strcmp(status, "grader_error") != 0)
            print_hint(t, item);
        return;
    }
    print_verdict(t, item);
    if (pass)
        print_counters(t, item);
    else if (same_reasons(before, item))
        print_cases_only(t, item);
    else
        print_reasons(t, item, before);
    if (last_wrong && strcmp(status, "grader_error") != 0)
        print_hint(t, item);
}

// A part without any launch: all its items lack the same.
static const json_t *all_idle(const json_t *items, const char *lab, int number)
{
    size_t i;
    const json_t *first = NULL;
    json_t *item;
    json_array_foreach(items, i, item)
    {
        if (integer_of(item, "part") != number || strcmp(string_of(item, "lab"), lab) != 0 ||
            strcmp(string_of(item, "status"), "skip") == 0)
            continue;
        if (strcmp(without_case(string_of(item, "message")), NOTHING_LAUNCHED) != 0)
            return NULL;
        first = first ? first : item;
    }
    return first;
}

static void print_idle(const Table *t, const json_t *part, const json_t *item)
{
    json_t *all = json_pack("{s:s,s:s,s:i,s:O}", "status", "fail", "message", NOTHING_LAUNCHED,
                            "score", 0, "max_score", json_object_get(part, "max_score"));
    print_verdict(t, all);
    json_decref(all);
    print_output(t, item);
    print_slide(t, item, NULL);
    print_hint(t, item);
}

static void print_part(const Table *t, const json_t *part, const json_t *items, const char *lab)
{
    size_t i;
    json_t *item;
    const json_t *last = NULL, *before = NULL;
    char title[160], score[32];
    int number = integer_of(part, "number");
    int n = snprintf(title, sizeof title, "== part %d %s ", number, string_of(part, "name"));
    int m = snprintf(score, sizeof score, " %d/%d", integer_of(part, "score"),
                     integer_of(part, "max_score"));
    paint(t, "1");
    fputs(title, t->out);
    for (int k = n + m; k < WIDTH; k++)
        fputc('=', t->out);
    fprintf(t->out, "%s\n", score);
    paint(t, "0");
    const json_t *idle = all_idle(items, lab, number);
    for (int round = 0; !idle && round < 2; round++) // first find the last one that failed
        json_array_foreach(items, i, item)
        {
            bool here =
                integer_of(item, "part") == number && strcmp(string_of(item, "lab"), lab) == 0;
            if (!here)
                continue;
            if (round == 0 && strcmp(string_of(item, "status"), "pass") != 0)
                last = item;
            if (round == 1)
                print_item(t, item, before, item == last);
            before = round == 1 ? item : NULL;
        }
    if (idle) {
        print_idle(t, part, idle);
    }
}

static void print_log(const Table *t, const json_t *lab)
{
    size_t i;
    json_t *line;
    json_array_foreach(json_object_get(lab, "log"), i, line)
    {
        if (i == 0)
            fprintf(t->out, "nvcc says:\n");
        fprintf(t->out, "  %s\n", json_string_value(line));
    }
}

// The first item of a lab that did not compile, which stands for all; else NULL.
static const json_t *not_compiled(const json_t *items, const char *lab)
{
    size_t i;
    json_t *item;
    json_array_foreach(items, i, item)
    {
        if (strcmp(string_of(item, "lab"), lab) == 0)
            return strcmp(string_of(item, "status"), "compile_error") == 0 ? item : NULL;
    }
    return NULL;
}

static void print_lab(const Table *t, const json_t *grade, const json_t *lab)
{
    const json_t *items = json_object_get(grade, "items");
    const char *name = string_of(lab, "lab");
    size_t i;
    json_t *part;
    fprintf(t->out, "lab %.2s %-16s backend: simulator (sm_90 model)   seed %s\n", name,
            name[2] ? name + 3 : "", string_of(grade, "seed"));
    print_log(t, lab);
    const json_t *item = not_compiled(items, name);
    if (item) {
        paint(t, "31");
        fprintf(t->out, "  FAIL ");
        paint(t, "0");
        fprintf(t->out, " %s\n", string_of(item, "message"));
        return;
    }
    json_array_foreach(json_object_get(lab, "parts"), i, part) { print_part(t, part, items, name); }
}

// "lost 15 points: 5 in lab 05 part 2, 10 in part 3": not 05.2, which is a slide.
static void print_lost(const Table *t, const json_t *grade)
{
    size_t i, k, n = 0;
    json_t *lab, *part;
    char lost[WIDTH * 2] = "";
    const json_t *told = NULL; // the lab that was named last
    json_array_foreach(json_object_get(grade, "labs"), i, lab)
    {
        json_array_foreach(json_object_get(lab, "parts"), k, part)
        {
            int missing = integer_of(part, "max_score") - integer_of(part, "score");
            if (!missing || n > WIDTH - 35)
                continue;
            n += (size_t)snprintf(lost + n, sizeof lost - n, "%s%d in ", n ? ", " : "", missing);
            if (lab != told)
                n +=
                    (size_t)snprintf(lost + n, sizeof lost - n, "lab %.2s ", string_of(lab, "lab"));
            n += (size_t)snprintf(lost + n, sizeof lost - n, "part %d", integer_of(part, "number"));
            told = lab;
            if (n > WIDTH - 35)
                n += (size_t)snprintf(lost + n, sizeof lost - n, " ...");
        }
    }
    if (n)
        fprintf(t->out, "lost %d points: %s\n",
                integer_of(grade, "max_score") - integer_of(grade, "score"), lost);
}

static void print_score(const Table *t, const json_t *grade)
{
    print_lost(t, grade);
    if (strcmp(string_of(grade, "status"), "grader_error") == 0)
        fprintf(t->out,
                "ERROR: the grader or the course is at fault, not you; please report it.\n");
    fprintf(t->out, "Score: %d/%d\n", integer_of(grade, "score"), integer_of(grade, "max_score"));
}

void report_table(const json_t *grade, FILE *out, TableStyle style)
{
    Table t = {out, style};
    size_t i;
    json_t *lab;
    json_array_foreach(json_object_get(grade, "labs"), i, lab) { print_lab(&t, grade, lab); }
    print_score(&t, grade);
}
