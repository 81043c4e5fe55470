// snapshot.c - see snapshot.h.
#include "snapshot.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/base/files.h"
#include "grader/base/memory.h"
#include "grader/base/paths.h"
#include "grader/base/sha256.h"
#include "grader/base/text.h"
#include "markers.h"

// ---- digests of the course's and the toolkit's files -----------------------------------

// A file is read once in a process: what was compiled after that is noted with its digest of
// before, which is wrong in the safe direction.
typedef struct {
    char *path;
    char digest[65]; // "": it cannot be read
} Digest;

static void *digests; // a tree for tsearch()

static int by_path(const void *a, const void *b)
{
    return strcmp(((const Digest *)a)->path, ((const Digest *)b)->path);
}

static const Digest *known_digest(const char *path)
{
    Digest key = {.path = (char *)path};
    void *node = tfind(&key, &digests, by_path);
    return node ? *(Digest **)node : NULL;
}

static const Digest *digest_of(const char *path)
{
    const Digest *known = known_digest(path);
    if (known)
        return known;
    Digest *d = need(calloc(1, sizeof *d));
    d->path = need(strdup(path));
    sha256_file(path, d->digest);
    tsearch(d, &digests, by_path);
    return d;
}

// ---- the bytes ---------------------------------------------------------------------------

typedef struct {
    char *data;
    size_t bytes, size;
} Buffered;

static void buffer_add(Buffered *b, const void *data, size_t bytes)
{
    if (b->size - b->bytes < bytes) {
        b->size = 2 * (b->size + bytes);
        b->data = need(realloc(b->data, b->size));
    }
    memcpy(b->data + b->bytes, data, bytes);
    b->bytes += bytes;
}

static void buffer_add_text(Buffered *b, const char *text) { buffer_add(b, text, strlen(text)); }

// A name as a string of C, for #line: whatever bytes it has.
static void put_quoted(Buffered *b, const char *name)
{
    buffer_add_text(b, "\"");
    for (const char *p = name; *p; p++) {
        char octal[8];
        bool plain = isprint((unsigned char)*p) && !strchr("\"\\?", *p);
        snprintf(octal, sizeof octal, plain ? "%c" : "\\%03o", plain ? *p : (unsigned char)*p);
        buffer_add_text(b, octal);
    }
    buffer_add_text(b, "\"");
}

typedef struct {
    char name[NAME_MAX + 1];
    char digest[65]; // of the file
    char *data;      // what is compiled
    size_t bytes;
} Beside;

typedef struct {
    Buffered source; // with its #line
    Beside beside[MAX_BESIDE];
    int count;
} Taken;

static bool is_header(const char *name)
{
    static const char *const ends[] = {".h", ".cuh", ".hpp", ".inl"};
    size_t n = strlen(name);
    for (int i = 0; i < 4; i++) {
        size_t m = strlen(ends[i]);
        if (n > m && strcmp(name + n - m, ends[i]) == 0)
            return strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_-.") == n;
    }
    return false;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const Beside *)a)->name, ((const Beside *)b)->name);
}

static void take_headers(Taken *taken, const char *folder)
{
    char path[MAX_NAME + 2 * NAME_MAX + 2];
    DIR *d = opendir(folder);
    for (struct dirent *e; d && (e = readdir(d)) != NULL && taken->count < MAX_BESIDE;) {
        Beside *b = &taken->beside[taken->count];
        if (!is_header(e->d_name))
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        snprintf(b->name, sizeof b->name, "%s", e->d_name);
        if (file_read(path, MAX_SOURCE, &b->data, &b->bytes) != FILE_read)
            continue;
        sha256_text(b->data, b->bytes, b->digest);
        size_t mark = text_mark(b->data, b->bytes);
        markers_blank(b->data + mark, b->bytes - mark);
        taken->count++;
    }
    if (d)
        closedir(d);
    qsort(taken->beside, (size_t)taken->count, sizeof *taken->beside, by_name);
}

static bool take_source(Object *object, Taken *taken, const char *path)
{
    static const ObjectState states[] = {
        [FILE_missing] = OBJECT_missing,
        [FILE_irregular] = OBJECT_irregular,
        [FILE_too_large] = OBJECT_too_large,
        [FILE_unreadable] = OBJECT_unreadable,
    };
    char *data;
    size_t bytes;
    FileState state = file_read(path, MAX_SOURCE, &data, &bytes);
    if (state != FILE_read) {
        object->state = states[state];
        return false;
    }
    sha256_text(data, bytes, object->digest);
    buffer_add_text(&taken->source, "#line 1 ");
    put_quoted(&taken->source, object->source);
    buffer_add_text(&taken->source, "\n");
    // nvcc skips a byte order mark where a file begins. Behind our #line it would be an error.
    size_t mark = text_mark(data, bytes);
    markers_blank(data + mark, bytes - mark);
    buffer_add(&taken->source, data + mark, bytes - mark);
    free(data);
    return true;
}

// ---- the folder ----------------------------------------------------------------------------

static void find_key(const Taken *taken, const char *command, char key[65])
{
    Buffered all = {0};
    char digest[65];
    buffer_add_text(&all, command);
    sha256_text(taken->source.data, taken->source.bytes, digest);
    buffer_add_text(&all, digest);
    for (int i = 0; i < taken->count; i++) {
        sha256_text(taken->beside[i].data, taken->beside[i].bytes, digest);
        buffer_add_text(&all, taken->beside[i].name);
        buffer_add_text(&all, digest);
    }
    sha256_text(all.data, all.bytes, key);
    free(all.data);
}

static bool write_taken(const Object *object, const Taken *taken)
{
    char path[MAX_NAME + 2 * NAME_MAX + 2];
    snprintf(path, sizeof path, "%s/%s", object->folder, object->name);
    bool ok = file_write(path, taken->source.data, taken->source.bytes);
    for (int i = 0; ok && i < taken->count; i++) {
        int n = snprintf(path, sizeof path, "%s/%s", object->folder, taken->beside[i].name);
        ok =
            n < (int)sizeof path && file_write(path, taken->beside[i].data, taken->beside[i].bytes);
    }
    snprintf(path, sizeof path, "%s/common", object->folder);
    return symlink("../../../../../common", path) == 0 || access(path, R_OK) == 0 ? ok : false;
}

typedef struct {
    char name[65];
    struct timespec when;
} Snapshot;

static int newest_first(const void *a, const void *b)
{
    const struct timespec *x = &((const Snapshot *)a)->when, *y = &((const Snapshot *)b)->when;
    return x->tv_sec != y->tv_sec ? (x->tv_sec < y->tv_sec) - (x->tv_sec > y->tv_sec)
                                  : (x->tv_nsec < y->tv_nsec) - (x->tv_nsec > y->tv_nsec);
}

static void remove_folder(const char *folder)
{
    char path[MAX_NAME + 2 * NAME_MAX + 2];
    DIR *d = opendir(folder);
    for (struct dirent *e; d && (e = readdir(d)) != NULL;) {
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        unlink(path); // there are no folders in it
    }
    if (d)
        closedir(d);
    rmdir(folder);
}

// The oldest snapshots of this lab and place go. The dates decide here, but only what has to
// be compiled again.
static void remove_oldest(const char *place)
{
    enum { MAX_SEEN = 64 };
    Snapshot seen[MAX_SEEN];
    char path[MAX_NAME + 80];
    int count = 0;
    DIR *d = opendir(place);
    for (struct dirent *e; d && (e = readdir(d)) != NULL && count < MAX_SEEN;) {
        struct stat st;
        snprintf(path, sizeof path, "%s/%.64s", place, e->d_name);
        if (strlen(e->d_name) != 64 || stat(path, &st) != 0)
            continue;
        snprintf(seen[count].name, sizeof seen[count].name, "%.64s", e->d_name);
        seen[count++].when = st.st_mtim;
    }
    if (d)
        closedir(d);
    qsort(seen, (size_t)count, sizeof *seen, newest_first);
    for (int i = KEPT_SNAPSHOTS; i < count; i++) {
        snprintf(path, sizeof path, "%s/%s", place, seen[i].name);
        remove_folder(path);
    }
}

static void name_files(Object *object, const char *key)
{
    snprintf(object->folder, sizeof object->folder, "%s/%s", object->place, key);
    snprintf(object->object, sizeof object->object, "%s/object.so", object->folder);
    snprintf(object->log, sizeof object->log, "%s/log", object->folder);
}

// ---- what is graded --------------------------------------------------------------------------

static void add_file(Object *object, const char *name, const char *digest)
{
    size_t count = (size_t)object->files + 1;
    object->file = need(realloc(object->file, count * sizeof *object->file));
    SourceFile *file = &object->file[object->files++];
    snprintf(file->name, sizeof file->name, "%s", name);
    snprintf(file->digest, sizeof file->digest, "%s", digest);
}

// The answers are not compiled, but they are graded.
static void add_answers(Object *object, const char *folder)
{
    char path[MAX_NAME + 2 * NAME_MAX + 2], *data, digest[65];
    size_t bytes;
    if (!object->lab->answers)
        return;
    snprintf(path, sizeof path, "%s/%s", folder, object->lab->answers);
    if (file_read(path, MAX_SOURCE, &data, &bytes) == FILE_read) {
        sha256_text(data, bytes, digest);
        add_file(object, object->lab->answers, digest);
    }
    free(data);
}

static void list_files(Object *object, const Taken *taken, const char *folder)
{
    object->files = 0;
    for (int i = 0; i < taken->count; i++)
        add_file(object, taken->beside[i].name, taken->beside[i].digest);
    add_answers(object, folder);
}

bool snapshot_take(Object *object, const char *command)
{
    Taken *taken = need(calloc(1, sizeof *taken));
    char path[MAX_NAME], key[65];
    bool ok = false;
    snprintf(path, sizeof path, "%s",
             object->source[0] == '/' ? object->source : paths_at("%s", object->source));
    if (take_source(object, taken, path)) {
        *strrchr(path, '/') = 0;
        take_headers(taken, path);
        list_files(object, taken, path);
        find_key(taken, command, key);
        name_files(object, key);
        file_make_folders(object->object);
        ok = write_taken(object, taken);
        if (!ok)
            limits_reached("%s cannot be written: %s", object->folder, strerror(errno));
        remove_oldest(object->place);
    }
    for (int i = 0; i < taken->count; i++)
        free(taken->beside[i].data);
    free(taken->source.data);
    free(taken);
    return ok;
}

// ---- inputs ------------------------------------------------------------------------------

// Reads the next name of a dependency file; gcc writes "\ ", "\#", "\:" and "$$" for characters
// that mean something to make.
static bool next_name(FILE *f, char *name, size_t size)
{
    size_t n = 0;
    int c;
    while ((c = getc(f)) != EOF) {
        if (c == '\\' || c == '$') {
            int next = getc(f);
            if (c == '\\' && next == '\n')
                continue; // a line that goes on
            if (c == '$' ? next == '$' : next == ' ' || next == '#' || next == ':')
                c = next;
            else
                ungetc(next, f);
            if (n + 1 < size)
                name[n++] = (char)c;
            continue;
        }
        if (isspace(c)) {
            if (n)
                break;
        } else if (n + 1 < size) {
            name[n++] = (char)c;
        }
    }
    name[n] = 0;
    return n > 0;
}

// Where an input is: one of common/ in the course. NULL: in the snapshot, whose key has it.
static const char *input_path(const char *name)
{
    if (name[0] == '/')
        return name;
    return strncmp(name, "common/", 7) == 0 ? paths_at("%s", name) : NULL;
}

static bool changed_since(const char *path, struct timespec began)
{
    struct stat st;
    if (stat(path, &st) != 0)
        return true;
    struct timespec when = st.st_mtim.tv_sec > st.st_ctim.tv_sec ? st.st_mtim : st.st_ctim;
    return when.tv_sec >= began.tv_sec;
}

bool snapshot_each_input(const char *depend, bool (*visit)(const char *name, void *user),
                         void *user)
{
    char name[PATH_MAX];
    bool all = true, target = true;
    FILE *f = fopen(depend, "r");
    if (!f)
        return false;
    while (all && next_name(f, name, sizeof name))
        if (target) // everything up to the colon
            target = strcmp(name, ":") != 0 && name[strlen(name) - 1] != ':';
        else
            all = visit(name, user);
    fclose(f);
    return all;
}

typedef struct {
    const Object *object;
    Buffered text;
    struct timespec began;
    bool same;
} Noting;

// The source as it lies in the submission, which the list of inputs has because of its #line. It
// may have been saved in the second in which nvcc began; what matters is that the snapshot is of
// it.
static bool is_snapshot_of(const char *name, const Object *object)
{
    return strcmp(name, object->source) == 0 &&
           strcmp(digest_of(name)->digest, object->digest) == 0;
}

static bool note_input(const char *name, void *user)
{
    Noting *n = user;
    const char *where = input_path(name);
    if (!where)
        return true;
    n->same = n->same && (known_digest(where) || is_snapshot_of(name, n->object) ||
                          !changed_since(where, n->began));
    buffer_add_text(&n->text, digest_of(where)->digest);
    buffer_add_text(&n->text, " ");
    buffer_add_text(&n->text, where);
    buffer_add_text(&n->text, "\n");
    return true;
}

bool snapshot_note_inputs(const Object *object, const char *depend, struct timespec began)
{
    char path[MAX_NAME + 8];
    Noting n = {.object = object, .began = began, .same = true};
    bool all = snapshot_each_input(depend, note_input, &n);
    snprintf(path, sizeof path, "%s/inputs", object->folder);
    bool same = all && n.same && file_write(path, n.text.data ? n.text.data : "", n.text.bytes);
    free(n.text.data);
    return same;
}

bool snapshot_is_compiled(const Object *object)
{
    char path[MAX_NAME + 8], *text;
    size_t bytes;
    snprintf(path, sizeof path, "%s/inputs", object->folder);
    if (access(object->object, R_OK) != 0 || !file_read_ours(path, &text, &bytes))
        return false;
    bool good = true;
    for (char *line = text, *end; good && (end = strchr(line, '\n')) != NULL; line = end + 1) {
        *end = 0;
        good = end - line > 65 && strncmp(digest_of(line + 65)->digest, line, 64) == 0;
    }
    free(text);
    return good;
}
