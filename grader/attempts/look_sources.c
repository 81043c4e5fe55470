// look_sources.c - the text of the files that a recording names.
//
// The names come from `#line` in a submission, so they are data. Only files that were compiled from
// the submission's folder, and files of common/, get a text; a submission's file is read from its
// snapshot, so the page shows what was run, whatever has been saved since.
#include "look.h"

#include <limits.h>
#include <string.h>

#include "grader/base/files.h"
#include "grader/base/memory.h"
#include "grader/base/paths.h"
#include "grader/base/text.h"
#include "grader/submission/snapshot.h"

// ---- texts ------------------------------------------------------------------------------------

// Line by line safe for a page, tabs as blanks.
static json_t *safe_text(const char *text)
{
    char *out = NULL, line[4 * MAX_LINE];
    size_t size = 0;
    FILE *f = need(open_memstream(&out, &size));
    while (*text) {
        size_t n = strcspn(text, "\n");
        text_clean(line, sizeof line, text, n);
        fprintf(f, "%s\n", line);
        text += n + (text[n] == '\n');
    }
    fclose(f);
    json_t *string = json_stringn(out, size);
    free(out);
    return string;
}

// The name of a file of the submission in its snapshot, or NULL.
static const char *name_in_snapshot(const Object *object, const char *file, const char *folder)
{
    size_t n = strlen(folder);
    if (strncmp(file, folder, n) != 0 || file[n] != '/')
        return NULL;
    const char *name = file + n + 1;
    if (strcmp(name, object->name) == 0)
        return name;
    for (int i = 0; i < object->files; i++)
        if (strcmp(object->file[i].name, name) == 0)
            return name;
    return NULL;
}

static char *read_source(const Object *object, const char *file, const char *folder)
{
    char path[MAX_PLACE + 512], *text = NULL;
    size_t bytes;
    const char *name = name_in_snapshot(object, file, folder);
    if (name) {
        snprintf(path, sizeof path, "%s/%s", object->folder, name);
        file_read(path, 2 * MAX_SOURCE, &text, &bytes);
        // The snapshot's first line is the `#line` that gives the file its name.
        char *rest = text && strcmp(name, object->name) == 0 ? strchr(text, '\n') : NULL;
        if (rest)
            memmove(text, rest + 1, strlen(rest + 1) + 1);
    } else if (strncmp(file, "common/", 7) == 0 && !strstr(file, "..")) {
        file_read(paths_at("%s", file), MAX_SOURCE, &text, &bytes);
    }
    return text;
}

// ---- numbers ------------------------------------------------------------------------------------

static bool has_name(const json_t *source, const char *name)
{
    return strcmp(json_string_value(json_object_get(source, "file")), name) == 0;
}

static json_int_t number_of_source(const json_t *sources, const char *name)
{
    size_t i;
    json_t *source;
    json_array_foreach(sources, i, source) if (has_name(source, name)) return (json_int_t)i;
    return -1;
}

// Adds the files that are not there yet. Returns the new number of each, to be freed.
static json_int_t *take_sources(json_t *sources, const json_t *from)
{
    size_t i;
    json_t *source;
    json_int_t *numbers = need(calloc(json_array_size(from) + 1, sizeof *numbers));
    json_array_foreach(from, i, source)
    {
        const char *name = json_string_value(json_object_get(source, "file"));
        numbers[i] = number_of_source(sources, name);
        if (numbers[i] >= 0)
            continue;
        numbers[i] = (json_int_t)json_array_size(sources);
        json_array_append(sources, source);
    }
    return numbers;
}

// Every "source" in a run is the number of a file.
static void renumber(json_t *value, const json_int_t *numbers, size_t count)
{
    const char *key;
    size_t i;
    json_t *part;
    if (json_is_array(value)) {
        json_array_foreach(value, i, part) renumber(part, numbers, count);
        return;
    }
    json_object_foreach(value, key, part)
    {
        json_int_t number = json_integer_value(part);
        if (strcmp(key, "source") != 0)
            renumber(part, numbers, count);
        else if (json_is_integer(part) && number >= 0 && (size_t)number < count)
            json_integer_set(part, numbers[number]);
    }
}

// ---- recordings ---------------------------------------------------------------------------------

static json_t *only_run(json_t *recording)
{
    return json_array_get(json_object_get(recording, "runs"), 0);
}

static void fill_source(json_t *source, const Object *object, const char *folder)
{
    char file[PATH_MAX];
    const char *name = json_string_value(json_object_get(source, "file"));
    snprintf(file, sizeof file, "%s", paths_source(name ? name : "", folder));
    char *text = read_source(object, file, folder);
    json_object_set_new(source, "file", record_text(file));
    json_object_set_new(source, "text", text ? safe_text(text) : json_string(""));
    free(text);
}

// The compiler may have had two names for a file.
void sources_fill(json_t *recording, const Object *object, const char *folder)
{
    size_t i;
    json_t *named = json_object_get(recording, "sources"), *once = json_array(), *source;
    json_array_foreach(named, i, source) fill_source(source, object, folder);
    json_int_t *numbers = take_sources(once, named);
    renumber(only_run(recording), numbers, json_array_size(named));
    free(numbers);
    json_int_t own = number_of_source(once, object->source);
    if (own >= 0)
        json_object_set_new(only_run(recording), "file", json_integer(own));
    json_object_set_new(recording, "sources", once);
}

// ---- the solution -------------------------------------------------------------------------------

// Is the line, without its indentation, in one of the texts?
static bool is_known(const json_t *sources, const char *line, size_t n)
{
    size_t i;
    json_t *source;
    json_array_foreach(sources, i, source)
    {
        const char *text = json_string_value(json_object_get(source, "text"));
        for (const char *at = text; at && *at; at += strcspn(at, "\n"), at += *at == '\n') {
            at += strspn(at, " ");
            if (strcspn(at, "\n") == n && strncmp(at, line, n) == 0)
                return true;
        }
    }
    return false;
}

// The text with only those lines that `known` has, too; the others are empty. The page needs them
// to find the same access in both.
static json_t *known_lines(const char *text, const json_t *known)
{
    char *out = NULL;
    size_t size = 0;
    FILE *f = need(open_memstream(&out, &size));
    while (*text) {
        const char *line = text + strspn(text, " ");
        size_t n = strcspn(line, "\n");
        fprintf(f, "%.*s\n", is_known(known, line, n) ? (int)n : 0, line);
        text = line + n + (line[n] == '\n');
    }
    fclose(f);
    json_t *string = json_stringn(out, size);
    free(out);
    return string;
}

void sources_hide(json_t *recording, const Object *object, const char *folder, const json_t *known)
{
    size_t i;
    json_t *source;
    json_array_foreach(json_object_get(recording, "sources"), i, source)
    {
        const char *text = json_string_value(json_object_get(source, "text"));
        if (!name_in_snapshot(object, json_string_value(json_object_get(source, "file")), folder))
            continue;
        json_object_set_new(source, "solution", json_true());
        if (known)
            json_object_set_new(source, "text", known_lines(text, known));
    }
}

void sources_merge(json_t *document, json_t *more, const char *name)
{
    json_t *from = json_object_get(more, "sources"), *run = only_run(more);
    json_int_t *numbers = take_sources(json_object_get(document, "sources"), from);
    json_t *file = json_object_get(run, "file");
    size_t count = json_array_size(from);
    renumber(run, numbers, count);
    if (json_is_integer(file) && (size_t)json_integer_value(file) < count)
        json_integer_set(file, numbers[json_integer_value(file)]);
    json_object_set_new(run, "name", json_string(name));
    if (strcmp(name, "debug") == 0)
        json_object_set(document, name, run);
    else
        json_array_append(json_object_get(document, "runs"), run);
    free(numbers);
}
