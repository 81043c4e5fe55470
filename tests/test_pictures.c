// test_pictures.c - the pictures that are drawn from recorded runs
// (common/cudasim/look/pictures.txt): each run is recorded again, and the numbers in the committed
// picture are compared with the recording: lanes, offsets, wavefronts and sectors of an access; who
// writes which word, from which words, between two barriers; the word, the threads and the lines of
// a race. No browser is needed. Without the page's libraries nothing is tested.
//
// inputs: solutions common build/lib
#include "suite.h"
#include <jansson.h>
#include <unistd.h>

#include "programs.h"

#define LIST "common/cudasim/look/pictures.txt"
#define BUILT "build/tests/pictures"
enum { ROWS = 64, FIELDS = 7, LANES = 32, SHOWN_WORDS = 32, SHOWN_PHASES = 14, MOST = 4096 };

typedef struct {
    char field[FIELDS][160]; // file, submission, lab, part, case, caption, drawing
    int drawing;             // which of the file's, from 1
} ListedPicture;

static ListedPicture rows[ROWS];
static int nrows;

static void copy_bare(char *to, size_t size, const char *from, size_t n)
{
    while (n && *from == ' ')
        from++, n--;
    while (n && (from[n - 1] == ' ' || from[n - 1] == '\n'))
        n--;
    snprintf(to, size, "%.*s", (int)n, from);
}

static void read_list(void)
{
    char line[1024];
    FILE *f = fopen(LIST, "r");
    while (f && fgets(line, sizeof line, f)) {
        if (*line == '#')
            continue;
        ListedPicture *r = &rows[nrows++];
        const char *at = line;
        for (int i = 0; i < FIELDS && at; i++) {
            const char *bar = strchr(at, '|');
            copy_bare(r->field[i], sizeof r->field[i], at, bar ? (size_t)(bar - at) : strlen(at));
            at = bar ? bar + 1 : NULL;
        }
        bool same = nrows > 1 && !strcmp(r->field[0], r[-1].field[0]);
        r->drawing = same ? r[-1].drawing + 1 : 1;
    }
    if (f)
        fclose(f);
}

// ---- a picture and its recording ------------------------------------

static char picture[TEXT]; // the drawing of the row
static json_t *document;
static const char *row_name;

static void read_drawing(const ListedPicture *r)
{
    static char file[TEXT];
    char mark[64];
    read_text(r->field[0], file);
    ck_assert_msg(strlen(file) < TEXT - 1, "%s is too large for this test", r->field[0]);
    snprintf(mark, sizeof mark, "<g data-drawing=\"%d\"", r->drawing);
    const char *begin = strstr(file, mark);
    ck_assert_msg(begin != NULL, "%s has no drawing %d", r->field[0], r->drawing);
    const char *end = strstr(begin + 1, "<g data-drawing=");
    snprintf(picture, sizeof picture, "%.*s", end ? (int)(end - begin) : (int)strlen(begin), begin);
}

// The document is in the page, in an element of its own.
static json_t *document_of_page(const char *path)
{
    static const char mark[] = "id=\"document\">";
    json_error_t error;
    FILE *f = fopen(path, "r");
    ck_assert_msg(f != NULL, "there is no %s", path);
    char *line = NULL;
    size_t size = 0;
    json_t *found = NULL;
    while (!found && getline(&line, &size, f) > 0) {
        char *at = strstr(line, mark);
        if (at)
            found = json_loads(at + strlen(mark), JSON_DISABLE_EOF_CHECK, &error);
    }
    free(line);
    fclose(f);
    ck_assert_msg(found != NULL, "%s has no document", path);
    return found;
}

static void record(const ListedPicture *r)
{
    const char *nvcc = getenv("NVCC");
    int status =
        run("mkdir -p " BUILT " && build/grade --nvcc '%s' --submission '%s' --look '" BUILT
            "/%s' --part %s --case '%s' %s >" BUILT "/log 2>&1",
            nvcc ? nvcc : "nvcc", r->field[1], r->field[2], r->field[3], r->field[4], r->field[2]);
    char path[PATH];
    ck_assert_msg(status == 0, "%s: make look fails: see " BUILT "/log", r->field[0]);
    snprintf(path, sizeof path, BUILT "/%s/look.html", r->field[2]);
    document = document_of_page(path);
}

static json_t *own_run(void) { return json_array_get(json_object_get(document, "runs"), 0); }
static int number(const json_t *o, const char *key)
{
    return (int)json_integer_value(json_object_get(o, key));
}
static const char *string(const json_t *o, const char *key)
{
    return json_string_value(json_object_get(o, key));
}

// The text of a line of a source, without the blanks before it.
static const char *code_at(const json_t *place, char code[512])
{
    const json_t *sources = json_object_get(document, "sources");
    const char *at = string(json_array_get(sources, (size_t)number(place, "source")), "text");
    for (int line = number(place, "line"); at && line > 1; line--) {
        at = strchr(at, '\n');
        at = at ? at + 1 : NULL;
    }
    copy_bare(code, 512, at ? at : "", at ? strcspn(at, "\n") : 0);
    return code;
}

// How often the words are in the drawing.
static int occurrences(const char *words)
{
    int n = 0;
    for (const char *at = picture; (at = strstr(at, words)); at += strlen(words))
        n++;
    return n;
}

// ---- accesses ----------------------------------------------------------------------------------

// The accesses of a line that do the same, as the page groups them.
typedef struct {
    const json_t *access; // the first
    size_t launch;
    double cost, executed;
    const json_t *sample; // the most expensive, or that with most lanes
} ListedAccess;

static bool same_group(const ListedAccess *g, size_t launch, const json_t *a)
{
    static const char *const text[] = {"kind", "space"}, *const numbers[] = {"source", "line",
                                                                             "width"};
    bool same = g->launch == launch;
    for (int i = 0; i < 2; i++)
        same = same && !strcmp(string(g->access, text[i]), string(a, text[i]));
    for (int i = 0; i < 3; i++)
        same = same && number(g->access, numbers[i]) == number(a, numbers[i]);
    return same;
}

// Which of two samples is drawn: the more expensive one, or the one with more lanes.
static bool shows_better(const json_t *sample, const json_t *other, bool most)
{
    if (most)
        return number(sample, "cost") > number(other, "cost");
    return __builtin_popcountll((uint64_t)json_integer_value(json_object_get(sample, "mask"))) >
           __builtin_popcountll((uint64_t)json_integer_value(json_object_get(other, "mask")));
}

static void add_to_group(ListedAccess *g, const json_t *access, bool most)
{
    size_t i;
    const json_t *sample;
    g->cost += number(access, "cost");
    g->executed += number(access, "executed");
    json_array_foreach(json_object_get(access, "samples"), i, sample)
    {
        if (!g->sample || shows_better(sample, g->sample, most))
            g->sample = sample;
    }
}

static bool is_wanted(const json_t *access, const char *kind, const char *space, const char *code)
{
    char text[512];
    return !json_object_get(access, "fused") && !json_object_get(access, "remote") &&
           !strcmp(string(access, "kind"), kind) && !strcmp(string(access, "space"), space) &&
           strstr(code_at(access, text), code);
}

// "most KIND SPACE CODE"
static ListedAccess find_access(const char *drawing)
{
    char which[16], kind[16], space[16];
    int used = 0, n = 0;
    ck_assert_int_eq(sscanf(drawing, "%15s %15s %15s %n", which, kind, space, &used), 3);
    bool most = !strcmp(which, "most");
    ListedAccess groups[64], best = {0};
    size_t launch, i;
    const json_t *l, *access;
    json_array_foreach(json_object_get(own_run(), "launches"), launch, l)
        json_array_foreach(json_object_get(l, "accesses"), i, access)
    {
        int k = 0;
        if (!is_wanted(access, kind, space, drawing + used))
            continue;
        while (k < n && !same_group(&groups[k], launch, access))
            k++;
        ck_assert_int_lt(k, 64);
        if (k == n)
            groups[n++] = (ListedAccess){.access = access, .launch = launch};
        add_to_group(&groups[k], access, most);
    }
    for (int k = 0; k < n; k++) {
        double each = groups[k].cost / groups[k].executed,
               other = best.sample ? best.cost / best.executed : 0;
        if (groups[k].sample && (!best.sample || (most ? each > other : each < other)))
            best = groups[k];
    }
    ck_assert_msg(best.sample != NULL, "%s: no access \"%s\"", row_name, drawing);
    return best;
}

static void check_shared(const ListedAccess *g)
{
    int lanes = 0;
    for (int lane = 0; lane < LANES; lane++) {
        char words[128];
        const json_t *at = json_array_get(json_object_get(g->sample, "addr"), (size_t)lane);
        const json_t *wave = json_array_get(json_object_get(g->sample, "wavefront"), (size_t)lane);
        if (!json_is_integer(at))
            continue;
        snprintf(words, sizeof words, "data-lane=\"%d\" data-offset=\"%d\" data-wavefront=\"%d\"",
                 lane, (int)json_integer_value(at), (int)json_integer_value(wave));
        ck_assert_msg(occurrences(words) == 1, "%s: the recording has %s", row_name, words);
        lanes++;
    }
    ck_assert_int_gt(lanes, 0);
    ck_assert_int_eq(occurrences("data-lane="), lanes);
}

// Which lanes use a word, "0,1,2"; a lane once.
static void lanes_of_word(const ListedAccess *g, long word, char *list, size_t size)
{
    size_t used = 0;
    *list = 0;
    for (int lane = 0; lane < LANES; lane++) {
        const json_t *at = json_array_get(json_object_get(g->sample, "addr"), (size_t)lane);
        long first = (long)json_integer_value(at), last = first + number(g->access, "width") - 1;
        if (json_is_integer(at) && first / 4 <= word && word <= last / 4)
            used += (size_t)snprintf(list + used, size - used, "%s%d", used ? "," : "", lane);
    }
}

static void check_global(const ListedAccess *g)
{
    size_t i;
    const json_t *sector;
    long least = -1;
    int words = 0;
    const json_t *sectors = json_object_get(g->sample, "sectors");
    json_array_foreach(sectors, i, sector) if (least < 0 || json_integer_value(sector) < least)
        least = (long)json_integer_value(sector);
    least -= least % 4; // the first line
    json_array_foreach(sectors, i, sector)
    {
        long at = (long)json_integer_value(sector);
        char want[256], list[128];
        snprintf(want, sizeof want, "data-sector=\"%ld\"", at - least);
        ck_assert_msg(occurrences(want) == 1, "%s: the recording has %s", row_name, want);
        for (long word = 8 * at; word < 8 * at + 8; word++) {
            lanes_of_word(g, word, list, sizeof list);
            snprintf(want, sizeof want, "data-byte=\"%ld\" data-lanes=\"%s\"",
                     4 * word - 32 * least, list);
            words += *list != 0;
            ck_assert_msg(!*list || occurrences(want) == 1, "%s: the recording has %s", row_name,
                          want);
        }
    }
    ck_assert_int_eq(occurrences("data-sector="), (int)json_array_size(sectors));
    ck_assert_int_eq(occurrences("data-byte="), words);
}

// ---- from barrier to barrier ----------------------------------------

// What is expected, in the form of the drawing's attributes.
typedef struct {
    char *text[MOST];
    int n;
} Strings;

static void add_string(Strings *s, const char *format, int a, int b, int c)
{
    char text[96];
    snprintf(text, sizeof text, format, a, b, c);
    ck_assert_int_lt(s->n, MOST);
    s->text[s->n++] = strdup(text);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

typedef struct {
    int thread, word, step;
    bool write;
} WordAccess;

static int by_step(const void *a, const void *b)
{
    const WordAccess *x = a, *y = b;
    if (x->step != y->step)
        return x->step < y->step ? -1 : 1;
    return x->write != y->write ? x->write - y->write : (x->word > y->word) - (x->word < y->word);
}

// Where a lane's access begins: offsets are {from, by} or a list.
static int offset_of(const json_t *offsets, int i)
{
    return json_is_object(offsets) ? number(offsets, "from") + i * number(offsets, "by")
                                   : (int)json_integer_value(json_array_get(offsets, (size_t)i));
}

// The accesses of a block to words of shared memory, in order; malloc'ed.
static WordAccess *word_accesses(const json_t *block, int *n)
{
    const json_t *steps = json_object_get(block, "steps"), *event;
    size_t k, size = 1 << 18;
    WordAccess *list = calloc(size, sizeof *list);
    *n = 0;
    json_array_foreach(json_object_get(block, "memory"), k, event)
    {
        int step = (int)json_integer_value(json_array_get(event, 0)), i = 0;
        const char kind = *json_string_value(json_array_get(event, 1));
        int width = (int)json_integer_value(json_array_get(event, 3));
        const json_t *own = json_array_get(event, 5);
        const json_t *masks = json_object_get(steps, "mask"),
                     *warps = json_object_get(steps, "warp");
        uint32_t mask =
            (uint32_t)json_integer_value(own ? own : json_array_get(masks, (size_t)step));
        int warp = (int)json_integer_value(json_array_get(warps, (size_t)step));
        for (uint32_t m = mask; m; m &= m - 1, i++) {
            int first = offset_of(json_array_get(event, 2), i),
                thread = 32 * warp + __builtin_ctz(m);
            for (int word = first / 4; word <= (first + width - 1) / 4; word++)
                for (int write = kind == 'w'; write <= (kind != 'r'); write++)
                    list[(*n)++] = (WordAccess){thread, word, step, write};
        }
        ck_assert_uint_lt((size_t)*n + 64, size);
    }
    qsort(list, (size_t)*n, sizeof *list, by_step);
    return list;
}

// The next step after `step` at which a barrier is complete; INT_MAX: none.
static int next_barrier(const json_t *block, int step)
{
    const char *last[32] = {0};
    size_t k;
    const json_t *wait;
    json_array_foreach(json_object_get(block, "waits"), k, wait)
    {
        int at = (int)json_integer_value(json_array_get(wait, 0));
        size_t warp = (size_t)json_integer_value(json_array_get(wait, 1));
        const char *what = json_string_value(json_array_get(wait, 2));
        ck_assert_uint_lt(warp, 32);
        if (!strcmp(what, "goes on") && last[warp] && !strncmp(last[warp], "barrier", 7) &&
            at > step)
            return at;
        last[warp] = what;
    }
    return 1 << 30;
}

// What a thread has read since its last write, and from which words that write came.
typedef struct {
    int read[64], nread, from[64], nfrom, phase;
} Thread;

static void add_once(int *list, int *n, int word)
{
    for (int i = 0; i < *n; i++)
        if (list[i] == word)
            return;
    ck_assert_int_lt(*n, 64);
    list[(*n)++] = word;
}

static void note_write(Thread *t, int phase)
{
    if (t->nread) {
        memcpy(t->from, t->read, sizeof t->from);
        t->nfrom = t->nread;
    } else if (t->phase != phase) {
        t->nfrom = 0;
    }
    t->phase = phase;
    t->nread = 0;
}

typedef struct {
    int thread, nfrom, from[64]; // thread -1: not written
} LastWrite;

// The words that are written in a phase, from the accesses *at to the one that is not of the phase.
static bool read_phase(const WordAccess *list, int n, int *at, int end, int phase, Thread *threads,
                       LastWrite write[SHOWN_WORDS])
{
    bool any = false;
    for (int w = 0; w < SHOWN_WORDS; w++)
        write[w].thread = -1;
    for (; *at < n && list[*at].step <= end; ++*at) {
        const WordAccess *a = &list[*at];
        Thread *t = &threads[a->thread];
        if (!a->write) {
            add_once(t->read, &t->nread, a->word);
            continue;
        }
        note_write(t, phase);
        any = true;
        if (a->word >= SHOWN_WORDS)
            continue;
        write[a->word].thread = a->thread;
        write[a->word].nfrom = t->nfrom;
        memcpy(write[a->word].from, t->from, sizeof t->from);
    }
    return any;
}

static void expect_phases(const json_t *block, Strings *boxes, Strings *lines)
{
    static Thread threads[1024];
    LastWrite write[SHOWN_WORDS];
    int n, at = 0, shown = 0, end = -1;
    WordAccess *list = word_accesses(block, &n);
    memset(threads, 0, sizeof threads);
    for (int phase = 1; at < n && shown < SHOWN_PHASES; phase++) {
        end = next_barrier(block, end);
        if (!read_phase(list, n, &at, end, phase, threads, write))
            continue;
        shown++;
        for (int w = 0; w < SHOWN_WORDS; w++) {
            if (write[w].thread < 0)
                continue;
            add_string(boxes, "data-word=\"%d\" data-thread=\"%d\"", w, write[w].thread, 0);
            for (int i = 0; i < write[w].nfrom; i++)
                add_string(lines, "data-from=\"%d\" data-to=\"%d\" data-thread=\"%d\"",
                           write[w].from[i], w, write[w].thread);
        }
    }
    free(list);
}

// The attributes that are in the drawing: from `begin` to the end of the number behind `last`.
static void read_attributes(Strings *s, const char *begin, const char *last)
{
    for (const char *at = picture; (at = strstr(at, begin)); at++) {
        const char *end = strstr(at, last);
        ck_assert_ptr_nonnull(end);
        end += strlen(last);
        end += strcspn(end, "\"") + 1;
        ck_assert_int_lt(s->n, MOST);
        s->text[s->n++] = strndup(at, (size_t)(end - at));
    }
}

static void check_equal(Strings *want, Strings *got, bool sorted)
{
    if (sorted) {
        qsort(want->text, (size_t)want->n, sizeof *want->text, by_text);
        qsort(got->text, (size_t)got->n, sizeof *got->text, by_text);
    }
    for (int i = 0; i < want->n || i < got->n; i++)
        ck_assert_msg(i < want->n && i < got->n && !strcmp(want->text[i], got->text[i]),
                      "%s: the recording has %s, the picture %s", row_name,
                      i < want->n ? want->text[i] : "nothing",
                      i < got->n ? got->text[i] : "nothing");
    for (int i = 0; i < want->n; i++)
        free(want->text[i]), free(got->text[i]);
}

static void check_flow(void)
{
    static Strings boxes, lines, drawn_boxes, drawn_lines;
    size_t i;
    const json_t *launch, *block = NULL;
    json_array_foreach(json_object_get(own_run(), "launches"), i, launch) if (!block) block =
        json_array_get(json_object_get(launch, "blocks"), 0);
    boxes.n = lines.n = drawn_boxes.n = drawn_lines.n = 0;
    expect_phases(block, &boxes, &lines);
    read_attributes(&drawn_boxes, "data-word=", "data-thread=\"");
    read_attributes(&drawn_lines, "data-from=", "data-thread=\"");
    ck_assert_int_gt(lines.n, 0);
    check_equal(&boxes, &drawn_boxes, false);
    check_equal(&lines, &drawn_lines, true);
}

// ---- a race ---------------------------------------------------------

static const json_t *first_race(void)
{
    size_t i;
    const json_t *finding;
    json_array_foreach(json_object_get(own_run(), "findings"), i,
                       finding) if (json_object_get(finding, "other") &&
                                    !strcmp(string(finding, "tool"), "racecheck")) return finding;
    return NULL;
}

static void check_race(void)
{
    const json_t *finding = first_race();
    ck_assert_msg(finding != NULL, "%s: there is no race any more", row_name);
    const json_t *side[] = {finding, json_object_get(finding, "other")};
    const json_t *word = json_object_get(finding, "word");
    char words[600], code[512];
    for (int i = 0; i < 2; i++) {
        const json_t *thread = json_object_get(side[i], "thread");
        snprintf(words, sizeof words, ">thread (%d)<",
                 (int)json_integer_value(json_array_get(thread, 0)));
        ck_assert_msg(occurrences(words) == 1, "%s: the recording has %s", row_name, words);
        code_at(side[i], code);
        code[strcspn(code, ";")] = 0;
        ck_assert_msg(occurrences(code) == 1, "%s: the line of the race is now %s", row_name, code);
    }
    snprintf(words, sizeof words, ">%s[%d]<", string(word, "name"), number(word, "element"));
    ck_assert_msg(occurrences(words) == 1, "%s: the word of the race is now %s", row_name, words);
}

// ---- the tests ------------------------------------------------------

START_TEST(picture_is_what_the_recording_says)
{
    const ListedPicture *r = &rows[_i];
    row_name = r->field[0];
    read_drawing(r);
    record(r);
    const char *drawing = r->field[6];
    if (!strcmp(drawing, "race")) {
        check_race();
    } else if (!strncmp(drawing, "flow", 4)) {
        check_flow();
    } else {
        ListedAccess g = find_access(drawing);
        if (!strcmp(string(g.access, "space"), "shared"))
            check_shared(&g);
        else
            check_global(&g);
    }
    json_decref(document);
}
END_TEST

// Every picture of the list is in an assignment or on a slide.
START_TEST(picture_is_used)
{
    for (int i = 0; i < nrows; i++)
        ck_assert_msg(run("cat labs/*/README.md slides/*/slides.md | grep -q '[(/]%s)'",
                          strrchr(rows[i].field[0], '/') + 1) == 0,
                      "%s is in no assignment and on no slide", rows[i].field[0]);
}
END_TEST

SUITE(s)
{
    if (access("build/look/page.html", R_OK) != 0)
        suite_skip("the pictures of recorded runs",
                   "no build/look/page.html; make look-page builds it");
    read_list();
    if (!nrows)
        suite_fail("no pictures are listed");
    TCase *each = TESTS(s, "pictures", picture_is_used);
    tcase_add_loop_test(each, picture_is_what_the_recording_says, 0, nrows);
}
