// read.c - reads the versions in grader/labs/NN_topic/versions/, and what they expect:
//
//   EXPECT lab.part.item: words       that item is lost, and says these words
//   FIRST words                       what a student reads first says these; else those above
//   ...  // WRONG                     marks a line that it must name
//   EXPECT full marks                 nothing is lost
//
// NAME.patch is a patch for the solution, NAME.cu is all of a file. In a .cu these lines begin
// with `//`.
#include "versions.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/hash.h"
#include "tests/regions.h"

void version_path(const Version *v, char path[VERSION_PATH])
{
    snprintf(path, VERSION_PATH, "grader/labs/%s/versions/%s.%s", v->lab->name, v->name,
             v->is_patch ? "patch" : "cu");
}

const char *version_file(const Version *v) { return lab_file(v->lab, v->file); }

static const char *after(const char *line, const char *words)
{
    size_t n = strlen(words);
    return strncmp(line, words, n) ? NULL : line + n;
}

static void copy_line(char *to, size_t size, const char *from)
{
    snprintf(to, size, "%.*s", (int)strcspn(from, "\r\n"), from);
}

static void fails(Version *v, const char *why, const char *what)
{
    snprintf(v->problem, sizeof v->problem, "%.200s: %.200s", why, what);
}

static void read_item(Version *v, const char *expected)
{
    char part[VERSION_NAME], item[VERSION_NAME], lab[VERSION_NAME];
    if (sscanf(expected, "%63[^.].%63[^.].%63[^:]: %1000[^\n]", lab, part, item, v->words) != 4) {
        fails(v, "this is no expectation", expected);
        return;
    }
    snprintf(v->item, sizeof v->item, "%.20s.%.20s.%.20s", lab, part, item);
    if (!v->first[0])
        memcpy(v->first, v->words, sizeof v->first);
    for (const Part *p = v->lab->parts; p->number; p++)
        if (!strcmp(p->id, part) && p->file == v->file)
            v->part = p->number;
    if (!v->part)
        fails(v, "the file has no such part", part);
}

// The lines with a word in capitals.
static void read_first_lines(Version *v)
{
    char expected[VERSION_WORDS] = "";
    const char *line = v->text, *value;
    for (int known = 1; known; line = next_line(line)) {
        const char *words = v->is_patch ? line : after(line, "// ");
        known = 1;
        if (words && (value = after(words, "EXPECT ")) != NULL)
            copy_line(expected, sizeof expected, value);
        else if (words && (value = after(words, "FIRST ")) != NULL)
            copy_line(v->first, sizeof v->first, value);
        else if (words && (value = after(words, "FOR ")) != NULL)
            copy_line(v->only, sizeof v->only, value);
        else if (words && (value = after(words, "ON ")) != NULL)
            copy_line(v->on, sizeof v->on, value);
        else
            known = 0;
    }
    v->right = !strcmp(expected, "full marks");
    v->file = v->lab->fastest && after(v->name, "fastest_")   ? FILE_fastest
              : v->lab->program && after(v->name, "program_") ? FILE_program
                                                              : FILE_lab;
    v->marked = strstr(v->text, "// WRONG") != NULL;
    if (!v->right)
        read_item(v, expected);
}

// The solution's file, in items. A file is read once.
static const Source *solution(const Version *v)
{
    static struct {
        char *path;
        Source source;
    } known[64];
    char path[VERSION_PATH];
    int i = 0;
    snprintf(path, sizeof path, "solutions/%s/%s", v->lab->name, version_file(v));
    while (known[i].path && strcmp(known[i].path, path))
        i++;
    if (known[i].path)
        return &known[i].source;
    char *text = load_text(path), *expanded = text ? source_expanded(text) : strdup("");
    source_read(&known[i].source, expanded);
    known[i].path = strdup(path);
    free(expanded);
    free(text);
    return &known[i].source;
}

// The version of the line ON, in items.
static void read_other(Version *v)
{
    Version *other = malloc(sizeof *other);
    *other = (Version){.lab = v->lab};
    memcpy(other->name, v->on, sizeof other->name);
    version_read(other);
    if (other->problem[0]) {
        fails(v, other->name, other->problem);
        return;
    }
    char *text = batch_text(&(Batch){(const Version **)&other, 1});
    source_read(&v->source, text);
    free(text);
}

// Entries are the functions of the lab's contract, and no others.
static void keep_entries(Version *v)
{
    char path[VERSION_PATH];
    snprintf(path, sizeof path, "common/contracts/%s.h", v->lab->name);
    char *contract = load_text(path);
    for (int i = 0; contract && i < v->source.count; i++) {
        Piece *piece = &v->source.piece[i];
        bool named = false;
        Lexeme token;
        for (const char *at = contract; piece->is_entry && !named && next_token(&at, &token);)
            named = token_is(&token, word_text(piece->defines.word[0]));
        piece->is_entry = named;
    }
    free(contract);
}

void version_read(Version *v)
{
    char path[VERSION_PATH];
    for (int patch = 1; patch >= 0 && !v->text; patch--) {
        v->is_patch = patch;
        version_path(v, path);
        v->text = load_text(path);
    }
    if (!v->text) {
        fails(v, "there is no version of this name", v->name);
        v->text = strdup("");
        return;
    }
    strcpy(strrchr(path, '.'), ".txt");
    v->answers = load_text(path);
    read_first_lines(v);
    if (!v->is_patch)
        return;
    if (v->on[0])
        read_other(v);
    else
        v->source = source_copy(solution(v));
    if (!v->problem[0])
        patch_apply(v, v->text, &v->source);
    keep_entries(v);
    version_reach(v);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const Version *)a)->name, ((const Version *)b)->name);
}

// Whether a list such as "one,other" has this name of n characters.
static bool list_has(const char *names, const char *name, size_t n)
{
    for (const char *at = names; at; at = strchr(at, ','), at += at != NULL)
        if (!strncmp(at, name, n) && (!at[n] || at[n] == ','))
            return true;
    return false;
}

static void read_lab(VersionList *list, const Lab *lab, const char *only)
{
    char folder[VERSION_PATH];
    int first = list->count;
    snprintf(folder, sizeof folder, "grader/labs/%s/versions", lab->name);
    DIR *d = opendir(folder);
    for (struct dirent *e; d && (e = readdir(d)) != NULL;) {
        size_t n = strcspn(e->d_name, ".");
        bool is_version = !strcmp(e->d_name + n, ".patch") || !strcmp(e->d_name + n, ".cu");
        bool named = !only || !strcmp(only, lab->name) || list_has(only, e->d_name, n);
        if (!n || n >= VERSION_NAME || !is_version || !named)
            continue;
        if (list->count == MAX_VERSIONS) {
            fprintf(stderr, "there are more than %d versions\n", MAX_VERSIONS);
            exit(1);
        }
        Version *v = &list->version[list->count++];
        *v = (Version){.lab = lab};
        snprintf(v->name, sizeof v->name, "%.*s", (int)n, e->d_name);
    }
    if (d)
        closedir(d);
    qsort(list->version + first, (size_t)(list->count - first), sizeof *list->version, by_name);
}

void versions_read(VersionList *list, const char *only)
{
    list->count = 0;
    for (int i = 0; i < all_labs_count; i++)
        read_lab(list, all_labs[i], only);
    for (int i = 0; i < list->count; i++)
        version_read(&list->version[i]);
}

// ---- a sample -------------------------------------------------------------------------------

static int by_hash(const void *a, const void *b)
{
    const Version *v = a, *w = b;
    uint64_t hash = hash_text(v->name, 0), other = hash_text(w->name, 0);
    if (v->lab != w->lab)
        return strcmp(v->lab->name, w->lab->name);
    return hash < other ? -1 : hash > other;
}

// Of a right version all parts are graded: so only those of every third lab are in the sample.
static bool may_be_in_sample(const Version *v)
{
    int number = 0;
    while (all_labs[number] != v->lab)
        number++;
    return !v->right || number % 3 == 2;
}

void versions_sample(VersionList *list)
{
    int kept = 0;
    qsort(list->version, (size_t)list->count, sizeof *list->version, by_hash);
    for (int i = 0; i < list->count; i++) {
        bool fits = may_be_in_sample(&list->version[i]);
        for (int k = 0; k < kept; k++) {
            const Version *other = &list->version[k];
            fits =
                fits &&
                (other->lab != list->version[i].lab || other->file != list->version[i].file ||
                 other->right != list->version[i].right || versions_fit(other, &list->version[i]));
        }
        if (fits)
            list->version[kept++] = list->version[i];
    }
    list->count = kept;
}
