// saves.c - when a person has saved.
//
// An editor writes in pieces, or writes another file and renames it, or removes the file first.
// So a save is over when the last writer has closed the file, the file is there, and for a moment
// nothing has happened. Then the bytes decide: whoever saves the same bytes again has not changed
// anything.
#include "saves.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/base/memory.h"
#include "grader/base/sha256.h"

enum {
    MAX_FILES = 128,
    QUIET_MS = 60,     // after the last event
    MISSING_MS = 1500, // that an editor may need between removing a file and writing it
    OPEN_MS = 4000,    // after that a writer that says nothing has forgotten to close the file
    LOOK_MS = 500      // between two looks at the dates of the files
};

typedef struct {
    char name[256];
    bool written; // somebody is writing it
} WatchedFile;

struct Saves {
    int inotify;
    char folder[PATH_MAX];
    const Lab *lab;
    WatchedFile file[MAX_FILES]; // those that events have named
    int files;
    double last; // event
    bool open;   // something has happened since the last state
    char dates[65], state[65];
};

// ---- which files ---------------------------------------------------------------------------

static bool ends_with(const char *name, const char *end)
{
    size_t n = strlen(name), m = strlen(end);
    return n > m && strcmp(name + n - m, end) == 0;
}

static bool is_name(const char *name, const char *file) { return file && strcmp(name, file) == 0; }

// What editors keep beside them, hidden or under another ending, is none of them.
static bool is_watched(const Saves *s, const char *name)
{
    if (name[0] == '.')
        return false;
    for (LabFile f = 0; f < LAB_FILES; f++)
        if (is_name(name, lab_file(s->lab, f)))
            return true;
    return is_name(name, s->lab->answers) || ends_with(name, ".h") || ends_with(name, ".cuh");
}

static WatchedFile *find_file(Saves *s, const char *name)
{
    for (int i = 0; i < s->files; i++)
        if (strcmp(s->file[i].name, name) == 0)
            return &s->file[i];
    if (s->files == MAX_FILES)
        return NULL;
    WatchedFile *f = &s->file[s->files++];
    snprintf(f->name, sizeof f->name, "%s", name);
    f->written = false;
    return f;
}

static bool path_of(const Saves *s, const char *name, char path[PATH_MAX])
{
    return snprintf(path, PATH_MAX, "%s/%s", s->folder, name) < PATH_MAX;
}

// ---- their bytes and their dates ----------------------------------------------------------------

typedef void Describe(const char *path, char text[128]);

static void describe_bytes(const char *path, char text[128]) { sha256_file(path, text); }

static void describe_date(const char *path, char text[128])
{
    struct stat st;
    text[0] = 0;
    if (stat(path, &st) == 0)
        snprintf(text, 128, "%lld %lld.%09ld %lld", (long long)st.st_ino,
                 (long long)st.st_mtim.tv_sec, st.st_mtim.tv_nsec, (long long)st.st_size);
}

static int compare_names(const void *a, const void *b) { return strcmp(a, b); }

// The names of the files that are there, in order.
static int list_files(const Saves *s, char name[MAX_FILES][256])
{
    int n = 0;
    DIR *d = opendir(s->folder);
    for (struct dirent *e; d && n < MAX_FILES && (e = readdir(d));)
        if (is_watched(s, e->d_name))
            snprintf(name[n++], 256, "%s", e->d_name);
    if (d)
        closedir(d);
    qsort(name, (size_t)n, 256, compare_names);
    return n;
}

// One digest of all files.
static void describe_all(const Saves *s, Describe *describe, char digest[65])
{
    char name[MAX_FILES][256], path[PATH_MAX], one[128], *text;
    size_t size;
    int count = list_files(s, name);
    FILE *f = need(open_memstream(&text, &size));
    for (int i = 0; i < count; i++)
        if (path_of(s, name[i], path)) {
            describe(path, one);
            fprintf(f, "%s %s\n", name[i], one);
        }
    fclose(f);
    sha256_text(text, size, digest);
    free(text);
}

bool saves_have_source(const Saves *s)
{
    char path[PATH_MAX];
    return path_of(s, s->lab->source, path) && access(path, F_OK) == 0;
}

// ---- events -------------------------------------------------------------------------------------

Saves *saves_open(const char *folder, const Lab *lab)
{
    Saves *s = need(calloc(1, sizeof *s));
    s->lab = lab;
    snprintf(s->folder, sizeof s->folder, "%s", folder);
    s->inotify = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    if (s->inotify >= 0 && inotify_add_watch(s->inotify, folder,
                                             IN_MODIFY | IN_CLOSE_WRITE | IN_CREATE | IN_DELETE |
                                                 IN_MOVED_FROM | IN_MOVED_TO | IN_ONLYDIR) >= 0) {
        describe_all(s, describe_date, s->dates);
        s->open = true;
        return s;
    }
    saves_close(s);
    return NULL;
}

void saves_close(Saves *s)
{
    int error = errno;
    if (s->inotify >= 0)
        close(s->inotify);
    free(s);
    errno = error;
}

int saves_fd(const Saves *s) { return s->inotify; }

int saves_wait(const Saves *s) { return s->open ? QUIET_MS / 2 : LOOK_MS; }

static void note_event(Saves *s, const struct inotify_event *e, double now)
{
    if (!e->len || !is_watched(s, e->name))
        return;
    WatchedFile *f = find_file(s, e->name);
    if (f)
        f->written = (e->mask & (IN_MODIFY | IN_CREATE)) != 0;
    s->open = true;
    s->last = now;
}

static void read_events(Saves *s, double now)
{
    char buffer[16384] __attribute__((aligned(__alignof__(struct inotify_event))));
    ssize_t n;
    while ((n = read(s->inotify, buffer, sizeof buffer)) > 0)
        for (char *p = buffer; p < buffer + n;) {
            const struct inotify_event *e = (struct inotify_event *)p;
            note_event(s, e, now);
            p += sizeof *e + e->len;
        }
}

// For file systems without events.
static void look_at_dates(Saves *s, double now)
{
    char dates[65];
    describe_all(s, describe_date, dates);
    if (strcmp(dates, s->dates) == 0)
        return;
    strcpy(s->dates, dates);
    s->open = true;
    s->last = now;
}

static bool any_written(const Saves *s)
{
    for (int i = 0; i < s->files; i++)
        if (s->file[i].written)
            return true;
    return false;
}

static double quiet_needed(const Saves *s)
{
    return 1e-3 * (any_written(s) ? OPEN_MS : saves_have_source(s) ? QUIET_MS : MISSING_MS);
}

bool saves_settled(Saves *s, double now)
{
    char state[65];
    read_events(s, now);
    look_at_dates(s, now);
    if (!s->open || now - s->last < quiet_needed(s))
        return false;
    describe_all(s, describe_bytes, state);
    read_events(s, now); // while the bytes were read
    if (s->last == now)
        return false;
    s->open = false;
    for (int i = 0; i < s->files; i++)
        s->file[i].written = false;
    bool other = strcmp(state, s->state) != 0;
    strcpy(s->state, state);
    return other;
}

bool saves_hold(const Saves *s)
{
    char state[65];
    describe_all(s, describe_bytes, state);
    return strcmp(state, s->state) == 0;
}
