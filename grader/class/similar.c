// similar.c - which submissions of a lab are alike: pairs, groups of them, and a page of each pair
// with the lines side by side. It is a reason to look, not a proof.
//
// FOLDER/similar/NN_topic-N.html is the page of a pair. Stretches that much of a class has written
// do not count: the short ways to write something are few.
#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gradebook.h"
#include "grader/base/files.h"
#include "grader/base/memory.h"
#include "grader/base/text.h"
#include "grader/submission/snapshot.h"
#include "html.h"
#include "own.h"
#include "similar_text.h"

enum {
    ALIKE = 40,      // percent of the shorter one
    FEW_TOKENS = 40, // less has too few ways to be written
    MAX_PAGES = 100,
    COMMON = 4 // a stretch of at least so many students, and of a quarter of the class
};

typedef struct {
    const char *name, *group; // group "": none
    SimilarText text;
    bool earlier; // of another class
} SimilarWork;

typedef struct {
    int one, other, percent, page; // page 0: none
} SimilarPair;

typedef struct {
    const Lab *lab;
    SimilarWork *work;
    int works, own; // own: those of this class come first
    SimilarPair *pair;
    int pairs;
    int *leader; // of the group, by work
    uint64_t *common;
    int commons;
} SimilarLab;

// ---- the works of a lab -------------------------------------------------------------------------

// Takes both texts over. The race comes behind the lab's file.
static void add_work(SimilarLab *s, const char *name, const char *group, char *text[2],
                     char *const skeleton[2], bool earlier)
{
    char *own[2], *both;
    for (int i = 0; i < 2; i++) {
        own[i] = own_lines(text[i] ? text[i] : "", skeleton[i]);
        free(text[i]);
    }
    if (asprintf(&both, "%s%s", own[0], own[1]) < 0)
        both = need(NULL);
    free(own[0]);
    free(own[1]);
    s->work = need(realloc(s->work, ((size_t)s->works + 1) * sizeof *s->work));
    SimilarWork *work = &s->work[s->works++];
    *work = (SimilarWork){.name = name, .group = group, .earlier = earlier};
    similar_text_read(&work->text, both);
}

static char *file_of_earlier(const char *folder, const char *id, const Lab *lab, const char *name)
{
    char path[PATH_MAX], *text;
    size_t bytes;
    snprintf(path, sizeof path, "%s/work/%s/%s/%s", folder, id, lab->name, name ? name : "");
    return name && file_read(path, MAX_SOURCE, &text, &bytes) == FILE_read ? text : NULL;
}

static void add_earlier(SimilarLab *s, const char *folder, char *const skeleton[2])
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/work", folder);
    DIR *d = opendir(path);
    for (struct dirent *e; d && (e = readdir(d)) != NULL;) {
        char *text[2], *name;
        if (e->d_name[0] == '.' ||
            !(text[0] = file_of_earlier(folder, e->d_name, s->lab, s->lab->source)))
            continue;
        text[1] = file_of_earlier(folder, e->d_name, s->lab, s->lab->fastest);
        if (asprintf(&name, "earlier class: %s", e->d_name) < 0)
            name = need(NULL);
        add_work(s, name, "", text, skeleton, true);
    }
    if (d)
        closedir(d);
}

static void add_works(SimilarLab *s, const ClassMarks *marks, const char *earlier)
{
    const StudentClass *class = marks->class;
    char *skeleton[2] = {own_skeleton(s->lab, s->lab->source),
                         own_skeleton(s->lab, s->lab->fastest)};
    for (int i = 0; i < class->count; i++) {
        const ClassWork *work = &class->work[i];
        const Student *student = marks_student(marks, work->who);
        if (work->lab != s->lab || work->state != WORK_graded)
            continue;
        char *text[2] = {own_file(class, work, s->lab->source),
                         own_file(class, work, s->lab->fastest)};
        add_work(s, work->who->name, student && student->row ? student->row->group : "", text,
                 skeleton, false);
    }
    s->own = s->works;
    if (earlier)
        add_earlier(s, earlier, skeleton);
    free(skeleton[0]);
    free(skeleton[1]);
}

// ---- what many have -----------------------------------------------------------------------------

static int by_number(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static void find_common(SimilarLab *s)
{
    size_t all = 0, n = 0;
    int many = s->own / 4 > COMMON ? s->own / 4 : COMMON;
    for (int i = 0; i < s->own; i++)
        all += (size_t)s->work[i].text.stretches;
    uint64_t *hash = need(calloc(all + 1, sizeof *hash));
    for (int i = 0; i < s->own; i++)
        for (int k = 0; k < s->work[i].text.stretches; k++) {
            const SimilarStretch *stretch = &s->work[i].text.stretch[k];
            if (k == 0 || stretch->hash != stretch[-1].hash) // once a student
                hash[n++] = stretch->hash;
        }
    qsort(hash, n, sizeof *hash, by_number);
    s->common = hash;
    for (size_t i = 0, same; i < n; i = same) {
        for (same = i + 1; same < n && hash[same] == hash[i]; same++)
            ;
        if (same - i >= (size_t)many)
            hash[s->commons++] = hash[i];
    }
}

// ---- pairs and groups ---------------------------------------------------------------------------

static int leader_of(const SimilarLab *s, int work)
{
    while (s->leader[work] != work)
        work = s->leader[work];
    return work;
}

static int percent_alike(const SimilarLab *s, int one, int other, bool *in_one, bool *in_other)
{
    const SimilarText *a = &s->work[one].text, *b = &s->work[other].text;
    if (a->tokens > b->tokens)
        return percent_alike(s, other, one, in_other, in_one);
    int shared = similar_text_compare(a, b, s->common, s->commons, in_one, in_other);
    return a->tokens < FEW_TOKENS ? 0 : 100 * shared / a->tokens;
}

static int by_likeness(const void *a, const void *b)
{
    const SimilarPair *x = a, *y = b;
    return x->percent != y->percent ? y->percent - x->percent
           : x->one != y->one       ? x->one - y->one
                                    : x->other - y->other;
}

static void find_pairs(SimilarLab *s)
{
    int most = 0;
    s->leader = need(calloc((size_t)s->works + 1, sizeof *s->leader));
    for (int i = 0; i < s->works; i++) {
        s->leader[i] = i;
        most = s->work[i].text.tokens > most ? s->work[i].text.tokens : most;
    }
    bool *in_one = need(malloc((size_t)most + 1)), *in_other = need(malloc((size_t)most + 1));
    for (int i = 0; i < s->own; i++)
        for (int k = i + 1; k < s->works; k++) {
            int percent = percent_alike(s, i, k, in_one, in_other);
            if (percent < ALIKE)
                continue;
            s->pair = need(realloc(s->pair, ((size_t)s->pairs + 1) * sizeof *s->pair));
            s->pair[s->pairs++] = (SimilarPair){i, k, percent, 0};
            int x = leader_of(s, i), y = leader_of(s, k);
            s->leader[x > y ? x : y] = x < y ? x : y;
        }
    if (s->pairs)
        qsort(s->pair, (size_t)s->pairs, sizeof *s->pair, by_likeness);
    free(in_one);
    free(in_other);
}

// ---- a page of a pair ---------------------------------------------------------------------------

// The student's own lines; those that have a token of a shared stretch are marked.
static void put_side(FILE *f, const SimilarWork *work, const bool *in)
{
    const char *at = work->text.text;
    int token = 0;
    fputs("<td><h2>", f);
    html_put(f, work->name);
    fputs("</h2>\n<pre>", f);
    for (int line = 0; *at; line++) {
        char text[512];
        size_t n = strcspn(at, "\n");
        bool shared = false;
        for (; token < work->text.tokens && work->text.token[token].line == line; token++)
            shared |= in[token];
        snprintf(text, sizeof text, "%.*s", (int)(n < 500 ? n : 500), at);
        if (n) {
            fputs(shared ? "<mark>" : "", f);
            html_put(f, text);
            fputs(shared ? "</mark>\n" : "\n", f);
        }
        at += n + (at[n] == '\n');
    }
    fputs("</pre>\n", f);
}

static bool write_pair(const SimilarLab *s, const StudentClass *class, const SimilarPair *pair)
{
    const SimilarWork *one = &s->work[pair->one], *other = &s->work[pair->other];
    bool *in_one = need(calloc((size_t)one->text.tokens + 1, 1));
    bool *in_other = need(calloc((size_t)other->text.tokens + 1, 1));
    char path[PATH_MAX], title[128];
    HtmlPage page;
    percent_alike(s, pair->one, pair->other, in_one, in_other);
    snprintf(title, sizeof title, "%s: %d percent alike", s->lab->name, pair->percent);
    FILE *f = html_begin(&page, title);
    fputs("<p>Only lines that the skeleton does not have. Lines that both have are marked: names "
          "may differ.</p>\n<table><tr>",
          f);
    put_side(f, one, in_one);
    put_side(f, other, in_other);
    fputs("</tr></table>\n", f);
    snprintf(path, sizeof path, "%s/similar/%s-%d.html", class->folder, s->lab->name, pair->page);
    free(in_one);
    free(in_other);
    return html_end(&page, path, NULL);
}

// ---- all labs -----------------------------------------------------------------------------------

// "together": both are in one group of the roster.
static void put_pair(FILE *f, const SimilarLab *s, const SimilarPair *pair)
{
    const SimilarWork *one = &s->work[pair->one], *other = &s->work[pair->other];
    fprintf(f, "%s,%d,%d,", s->lab->name, leader_of(s, pair->one) + 1, pair->percent);
    csv_put(f, one->name);
    fputc(',', f);
    csv_put(f, other->name);
    fprintf(f, ",%s,", *one->group && strcmp(one->group, other->group) == 0 ? "yes" : "");
    if (pair->page)
        fprintf(f, "similar/%s-%d.html", s->lab->name, pair->page);
    fputc('\n', f);
}

static bool compare_lab(FILE *f, const ClassMarks *marks, const Lab *lab, const char *earlier)
{
    SimilarLab s = {.lab = lab};
    bool written = true;
    add_works(&s, marks, earlier);
    find_common(&s);
    find_pairs(&s);
    for (int i = 0; i < s.pairs; i++) {
        s.pair[i].page = i < MAX_PAGES ? i + 1 : 0;
        written = written && (!s.pair[i].page || write_pair(&s, marks->class, &s.pair[i]));
        put_pair(f, &s, &s.pair[i]);
    }
    for (int i = 0; i < s.works; i++) {
        similar_text_free(&s.work[i].text);
        if (s.work[i].earlier)
            free((char *)s.work[i].name);
    }
    free(s.work);
    free(s.pair);
    free(s.leader);
    free(s.common);
    return written;
}

bool similar_write(const ClassMarks *marks, const char *earlier)
{
    char path[PATH_MAX], *text = NULL;
    size_t size;
    bool written = true;
    FILE *f = need(open_memstream(&text, &size));
    fputs("lab,group,percent,student,other,together,page\n", f);
    for (int k = 0; k < marks->class->labs; k++)
        written = written && compare_lab(f, marks, marks->class->lab[k], earlier);
    fclose(f);
    snprintf(path, sizeof path, "%s/similar.csv", marks->class->folder);
    written = written && csv_write(path, text, size);
    free(text);
    return written;
}
