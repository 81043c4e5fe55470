// remember.c - see remember.h.
#include "remember.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/version.h"
#include "grader/base/files.h"
#include "grader/base/memory.h"
#include "grader/base/text.h"

// The options that are files: by the key in class.json, which is the option's name, too.
static const struct {
    const char *key;
    size_t field;
} files[] = {
    {"course", offsetof(ClassOptions, course)},   {"times", offsetof(ClassOptions, times)},
    {"roster", offsetof(ClassOptions, roster)},   {"changes", offsetof(ClassOptions, changes)},
    {"earlier", offsetof(ClassOptions, earlier)},
};
enum { FILES = sizeof files / sizeof *files };

static const char **field_of(const ClassOptions *options, int i)
{
    return (const char **)((char *)options + files[i].field);
}

static const char *kept_string(const ClassMemory *memory, const char *key)
{
    return json_string_value(json_object_get(json_object_get(memory->kept, "options"), key));
}

void memory_recall(ClassMemory *memory, const char *folder, ClassOptions *options)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/class.json", folder);
    memory->kept = json_load_file(path, 0, NULL);
    for (int i = 0; i < FILES; i++)
        if (!*field_of(options, i))
            *field_of(options, i) = kept_string(memory, files[i].key);
    if (!options->labs)
        options->labs = kept_string(memory, "labs");
    const char *seed = json_string_value(json_object_get(memory->kept, "seed"));
    if (!options->seed && seed)
        options->seed = strtoull(seed, NULL, 0);
}

void memory_free(ClassMemory *memory) { json_decref(memory->kept); }

// A file by its place, from wherever it is named.
static const char *full_path(const char *path, char full[PATH_MAX])
{
    return path && realpath(path, full) ? full : path;
}

static json_t *describe(const StudentClass *class, const ClassOptions *options)
{
    char seed[32], digest[65], full[PATH_MAX];
    json_t *now = json_object(), *words = json_object(), *suites = json_object();
    snprintf(seed, sizeof seed, "0x%llx", (unsigned long long)class->seed);
    for (int i = 0; i < FILES; i++)
        if (*field_of(options, i))
            json_object_set_new(words, files[i].key,
                                json_string(full_path(*field_of(options, i), full)));
    if (options->labs)
        json_object_set_new(words, "labs", json_string(options->labs));
    for (int i = 0; i < class->labs; i++) {
        work_suite_digest(class->lab[i], digest);
        json_object_set_new(suites, class->lab[i]->name, json_string(digest));
    }
    json_object_set_new(now, "version", json_string(COURSE_VERSION));
    json_object_set_new(now, "nvcc", json_string(NVCC_VERSION));
    json_object_set_new(now, "seed", json_string(seed));
    json_object_set_new(now, "options", words);
    json_object_set_new(now, "suites", suites);
    return now;
}

static int tell(const char *what, const char *was, const char *is)
{
    text_say(stderr, "class: %s: this class has %.200s, now it is %.200s", what,
             was ? was : "nothing", is ? is : "nothing");
    return 1;
}

static int tell_lab(const char *lab, const char *what)
{
    text_say(stderr, "class: lab %.60s %s", lab, what);
    return 1;
}

static int compare_words(const json_t *was, const json_t *is, const char *key)
{
    const char *a = json_string_value(json_object_get(was, key));
    const char *b = json_string_value(json_object_get(is, key));
    return a && (!b || strcmp(a, b) != 0) ? tell(key, a, b) : 0;
}

// Labs that were graded before, and no more, or with another suite; and new ones.
static int compare_suites(const json_t *was, const json_t *is, bool all_again)
{
    const char *lab;
    json_t *digest;
    int count = 0;
    json_object_foreach((json_t *)was, lab, digest)
    {
        const json_t *now = json_object_get(is, lab);
        if (!now)
            count += tell_lab(lab, "was graded, and is left out now");
        else if (!all_again && !json_equal(now, digest))
            count += tell_lab(lab, "was graded with another suite or solution");
    }
    json_object_foreach((json_t *)is, lab, digest)
    {
        if (was && !json_object_get(was, lab))
            count += tell_lab(lab, "was not graded before");
    }
    return count;
}

int memory_compare(const ClassMemory *memory, const ClassOptions *given, const StudentClass *class,
                   bool all_again)
{
    static const char *const words[] = {"version", "nvcc", "seed"};
    json_t *now = describe(class, given);
    const json_t *options = json_object_get(memory->kept, "options");
    int count = 0;
    for (int i = 0; memory->kept && !all_again && i < 3; i++)
        count += compare_words(memory->kept, now, words[i]);
    for (int i = 0; i < FILES; i++)
        count += compare_words(options, json_object_get(now, "options"), files[i].key);
    count += compare_suites(json_object_get(memory->kept, "suites"), json_object_get(now, "suites"),
                            all_again);
    json_decref(now);
    return count;
}

bool memory_write(const StudentClass *class, const ClassOptions *options)
{
    char path[PATH_MAX];
    json_t *now = describe(class, options);
    char *dump = need(json_dumps(now, JSON_INDENT(1)));
    snprintf(path, sizeof path, "%s/class.json", class->folder);
    bool written = file_write(path, dump, strlen(dump));
    free(dump);
    json_decref(now);
    return written;
}
