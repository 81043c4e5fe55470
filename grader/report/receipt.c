// receipt.c - grade.json as a receipt.
//
// A receipt is a file that others may have changed. So it is read as data: of bounded size, each
// field checked before it is used, and texts made safe before they are printed.
#include "receipt.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/files.h"
#include "grader/base/lines.h"
#include "grader/base/memory.h"
#include "grader/base/text.h"
#include "report.h"

enum {
    MAX_RECEIPT = 64 << 20, // bytes
    MAX_DIFFERENCES = 50    // that are printed
};

static const char *string_at(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

// ---- reading -------------------------------------------------------------------------------

static bool read_seed(Receipt *receipt)
{
    const char *text = string_at(receipt->grade, "seed");
    char *end;
    receipt->seed = strtoull(text, &end, 16);
    return strncmp(text, "0x", 2) == 0 && end > text + 2 && !*end;
}

static bool read_labs(Receipt *receipt)
{
    const json_t *labs = json_object_get(receipt->grade, "labs");
    size_t count = json_array_size(labs);
    receipt->labs = need(calloc(count + 1, sizeof *receipt->labs));
    for (size_t i = 0; i < count; i++) {
        receipt->labs[i] = string_at(json_array_get(labs, i), "lab");
        if (!*receipt->labs[i])
            return false;
    }
    return count > 0;
}

static void drop_receipt(Receipt *receipt)
{
    json_decref(receipt->grade);
    free(receipt->labs);
    *receipt = (Receipt){0};
}

bool receipt_read(Receipt *receipt, const char *path, char *problem, size_t size)
{
    char *text;
    size_t bytes;
    *receipt = (Receipt){0};
    if (file_read(path, MAX_RECEIPT, &text, &bytes) != FILE_read) {
        snprintf(problem, size, "no such file, or it is not a regular file");
        return false;
    }
    receipt->grade = json_loadb(text, bytes, 0, NULL);
    free(text);
    const json_t *part = json_object_get(receipt->grade, "part");
    receipt->submission = string_at(receipt->grade, "submission");
    receipt->part = (int)json_integer_value(part);
    if (strcmp(string_at(receipt->grade, "schema"), GRADE_SCHEMA) != 0)
        snprintf(problem, size, "it is no grade.json of the form %s", GRADE_SCHEMA);
    else if (status_named(string_at(receipt->grade, "status")) == STATUS_not_graded)
        snprintf(problem, size, "nothing was graded");
    else if (!json_is_integer(part) || receipt->part < 0 || !*receipt->submission ||
             !read_seed(receipt) || !read_labs(receipt))
        snprintf(problem, size, "it does not say what was graded, or with which seed");
    else
        return true;
    drop_receipt(receipt);
    return false;
}

// ---- comparing -----------------------------------------------------------------------------

typedef struct {
    FILE *out;
    int count;
} Differences;

__attribute__((format(printf, 2, 3))) static void tell(Differences *d, const char *format, ...)
{
    char line[4 * MAX_LINE];
    va_list args;
    if (d->count++ > MAX_DIFFERENCES)
        return;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    text_say(d->out, "%s", d->count > MAX_DIFFERENCES ? "and more" : line);
}

// A value in few words.
static const char *brief(const json_t *value, char *text, size_t size)
{
    char *dump = value ? json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY) : NULL;
    snprintf(text, size, "%.300s", dump ? dump : "nothing");
    free(dump);
    return text;
}

static void tell_values(Differences *d, const char *path, const json_t *was, const json_t *is)
{
    char a[304], b[304];
    tell(d, "%s: the receipt has %s, now it is %s", path, brief(was, a, sizeof a),
         brief(is, b, sizeof b));
}

// What an entry of an array is called: its id, or the lab, the number, the file that it is about.
static void name_entry(char *name, size_t size, const json_t *entry, size_t index)
{
    static const char *const keys[] = {"id", "lab", "number", "name", "file"};
    for (int k = 0; k < 5; k++) {
        const json_t *value = json_object_get(entry, keys[k]);
        if (json_is_string(value))
            snprintf(name, size, "%.200s", json_string_value(value));
        else if (json_is_integer(value))
            snprintf(name, size, "%s %d", keys[k], (int)json_integer_value(value));
        else
            continue;
        return;
    }
    snprintf(name, size, "%zu", index);
}

static void compare_values(Differences *d, const char *path, const json_t *was, const json_t *is);

static void compare_arrays(Differences *d, const char *path, const json_t *was, const json_t *is)
{
    size_t n = json_array_size(was), m = json_array_size(is);
    for (size_t i = 0; i < (n > m ? n : m); i++) {
        const json_t *a = json_array_get(was, i), *b = json_array_get(is, i);
        char name[208], longer[MAX_LINE];
        name_entry(name, sizeof name, a ? a : b, i);
        snprintf(longer, sizeof longer, "%.700s %s", path, name);
        compare_values(d, longer, a, b);
    }
}

static void compare_objects(Differences *d, const char *path, const json_t *was, const json_t *is)
{
    const char *key;
    json_t *value;
    char longer[MAX_LINE];
    json_object_foreach((json_t *)was, key, value)
    {
        snprintf(longer, sizeof longer, "%.700s%s%.200s", path, *path ? ": " : "", key);
        compare_values(d, longer, value, json_object_get(is, key));
    }
    json_object_foreach((json_t *)is, key, value)
    {
        snprintf(longer, sizeof longer, "%.700s%s%.200s", path, *path ? ": " : "", key);
        if (!json_object_get(was, key))
            compare_values(d, longer, NULL, value);
    }
}

static void compare_values(Differences *d, const char *path, const json_t *was, const json_t *is)
{
    if (json_is_object(was) && json_is_object(is))
        compare_objects(d, path, was, is);
    else if (json_is_array(was) && json_is_array(is))
        compare_arrays(d, path, was, is);
    else if (!json_equal(was, is))
        tell_values(d, path, was, is);
}

// ---- what is said first --------------------------------------------------------------------

static void compare_versions(Differences *d, const json_t *was, const json_t *is)
{
    const char *key;
    json_t *version;
    json_object_foreach(json_object_get(is, "tool"), key, version)
    {
        const char *then = string_at(json_object_get(was, "tool"), key);
        if (strcmp(then, json_string_value(version)) != 0)
            tell(d, "another version of %s: the receipt has %s, this is %s", key, then,
                 json_string_value(version));
    }
}

static const char *digest_in(const json_t *files, const char *name)
{
    size_t i;
    json_t *file;
    json_array_foreach(files, i, file) if (strcmp(string_at(file, "name"), name) ==
                                           0) return string_at(file, "sha256");
    return "";
}

static void compare_files(Differences *d, const char *lab, const json_t *was, const json_t *is)
{
    size_t i;
    json_t *file;
    json_array_foreach(was, i, file)
    {
        const char *name = string_at(file, "name"), *now = digest_in(is, name);
        if (strcmp(now, string_at(file, "sha256")) != 0)
            tell(d, "the submission has %s: %s/%s", *now ? "changed" : "lost a file", lab, name);
    }
    json_array_foreach(is, i, file) if (!*digest_in(was, string_at(file, "name")))
        tell(d, "the submission has a new file: %s/%s", lab, string_at(file, "name"));
}

static void compare_submissions(Differences *d, const json_t *was, const json_t *is)
{
    size_t i;
    json_t *lab;
    json_array_foreach(json_object_get(is, "labs"), i, lab)
    {
        const json_t *then = json_array_get(json_object_get(was, "labs"), i);
        compare_files(d, string_at(lab, "lab"),
                      json_object_get(json_object_get(then, "submission"), "files"),
                      json_object_get(json_object_get(lab, "submission"), "files"));
    }
}

// ---- a submission that has moved -----------------------------------------------------------

// The text with every `from` that begins a path replaced by `to`; to be freed.
static char *moved_text(const char *text, const char *from, const char *to)
{
    char *result, *at;
    size_t size, n = strlen(from);
    FILE *f = need(open_memstream(&result, &size));
    for (; (at = strstr(text, from)); text = at + n)
        fprintf(f, "%.*s%s", (int)(at - text), text, at[n] == '/' || !at[n] ? to : from);
    fputs(text, f);
    fclose(f);
    return result;
}

static void move_texts(json_t *value, const char *from, const char *to)
{
    const char *key;
    json_t *entry;
    size_t i;
    if (json_is_string(value)) {
        char *text = moved_text(json_string_value(value), from, to);
        json_string_set(value, text);
        free(text);
    }
    json_object_foreach(value, key, entry) move_texts(entry, from, to);
    json_array_foreach(value, i, entry) move_texts(entry, from, to);
}

// The command that repeats a verdict names the folder in a shell's words.
static void drop_commands(json_t *grade)
{
    size_t i;
    json_t *item;
    json_array_foreach(json_object_get(grade, "items"), i, item) json_object_del(item, "repro");
}

// What was said already, and the facts of the run.
static void drop_told(json_t *grade)
{
    size_t i;
    json_t *lab;
    json_object_del(grade, "tool");
    json_object_del(grade, "run");
    json_array_foreach(json_object_get(grade, "labs"), i, lab) json_object_del(lab, "submission");
}

int receipt_compare(const Receipt *receipt, const json_t *grade, const char *folder, FILE *out)
{
    Differences d = {.out = out};
    json_t *was = need(json_deep_copy(receipt->grade)), *is = need(json_deep_copy(grade));
    compare_submissions(&d, was, is);
    compare_versions(&d, was, is);
    if (strcmp(folder, receipt->submission) != 0) {
        move_texts(is, folder, receipt->submission);
        drop_commands(was);
        drop_commands(is);
    }
    drop_told(was);
    drop_told(is);
    compare_values(&d, "", was, is);
    json_decref(was);
    json_decref(is);
    return d.count;
}

// ---- the same points -----------------------------------------------------------------------

static const json_t *files_of(const json_t *lab)
{
    return json_object_get(json_object_get(lab, "submission"), "files");
}

static bool have_same(const json_t *a, const json_t *b, const char *key)
{
    return json_equal(json_object_get(a, key), json_object_get(b, key));
}

bool receipt_has_same_points(const Receipt *receipt, const json_t *grade)
{
    const json_t *was = receipt->grade;
    const json_t *labs = json_object_get(was, "labs"), *items = json_object_get(was, "items");
    const json_t *labs_now = json_object_get(grade, "labs");
    const json_t *items_now = json_object_get(grade, "items");
    bool same = !have_same(was, grade, "tool") && have_same(was, grade, "score") &&
                have_same(was, grade, "max_score") && have_same(was, grade, "seed") &&
                json_array_size(labs) == json_array_size(labs_now) &&
                json_array_size(items) == json_array_size(items_now);
    for (size_t i = 0; same && i < json_array_size(labs); i++) {
        const json_t *a = json_array_get(labs, i), *b = json_array_get(labs_now, i);
        same = have_same(a, b, "score") && json_equal(files_of(a), files_of(b));
    }
    for (size_t i = 0; same && i < json_array_size(items); i++) {
        const json_t *a = json_array_get(items, i), *b = json_array_get(items_now, i);
        same = have_same(a, b, "id") && have_same(a, b, "score") && have_same(a, b, "max_score");
    }
    return same;
}
