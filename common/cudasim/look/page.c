// page.c - puts a document into the page's shell. The shell is one file, build/look/page.html, with
// style, scripts and libraries in it; it has two marks, one for the document, one for its stamp.
// The document is data inside a script element: no `<` of it may stay as it is, because `</script>`
// and `<!--` would end the data.
#include "page.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fnv.h"

#define DOCUMENT_MARK "@DOCUMENT@"
#define STAMP_MARK "@STAMP@"

// ---- the shell ------------------------------------------------------

static char *read_whole(const char *path)
{
    FILE *f = fopen(path, "r");
    struct stat st;
    if (!f)
        return NULL;
    char *text = fstat(fileno(f), &st) == 0 ? malloc((size_t)st.st_size + 1) : NULL;
    if (text)
        text[fread(text, 1, (size_t)st.st_size, f)] = 0;
    fclose(f);
    return text;
}

// Beside the program: build/look/ for build/grade, and for the programs in build/tests/ and
// build/asan/tests/.
static char *read_shell(char why[PAGE_WHY])
{
    static const char *const folders[] = {"look", "../look", "../../look"};
    char program[PATH_MAX], path[PATH_MAX + 32];
    ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
    program[n < 0 ? 0 : n] = 0;
    char *slash = strrchr(program, '/');
    if (slash)
        *slash = 0;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        snprintf(path, sizeof path, "%s/%s/page.html", program, folders[i]);
        char *shell = read_whole(path);
        if (shell)
            return shell;
    }
    snprintf(why, PAGE_WHY, "look: there is no %.200s/look/page.html; make look-page builds it",
             program);
    return NULL;
}

// ---- the page -------------------------------------------------------

static void put_document(FILE *f, const char *document, size_t length)
{
    for (const char *p = document, *end = document + length; p < end;) {
        const char *less = memchr(p, '<', (size_t)(end - p));
        fwrite(p, 1, (size_t)((less ? less : end) - p), f);
        if (!less)
            break;
        fputs("\\u003c", f);
        p = less + 1;
    }
}

// The shell, with what belongs in place of its two marks.
static bool put_page(FILE *f, const char *shell, const char *document, size_t length,
                     const char *stamp)
{
    const char *first = strstr(shell, STAMP_MARK);
    const char *second = first ? strstr(first, DOCUMENT_MARK) : NULL;
    if (!second)
        return false;
    fwrite(shell, 1, (size_t)(first - shell), f);
    fputs(stamp, f);
    first += strlen(STAMP_MARK);
    fwrite(first, 1, (size_t)(second - first), f);
    put_document(f, document, length);
    fputs(second + strlen(DOCUMENT_MARK), f);
    return true;
}

// A new file takes the place of the old one when it is complete: a browser may read at any time.
static FILE *open_new(const char *path, char temporary[PATH_MAX])
{
    snprintf(temporary, PATH_MAX, "%.*s.XXXXXX", PATH_MAX - 8, path);
    int fd = mkstemp(temporary);
    if (fd >= 0)
        fchmod(fd, 0644);
    return fd < 0 ? NULL : fdopen(fd, "w");
}

static bool close_new(FILE *f, const char *temporary, const char *path)
{
    bool written = !ferror(f);
    written = fclose(f) == 0 && written && rename(temporary, path) == 0;
    if (!written)
        unlink(temporary);
    return written;
}

// Of the names of the page and its folder: a page that was moved does not ask for its stamp. No
// path of this machine gets into the page.
static uint64_t place_digest(const char *path)
{
    char folder[PATH_MAX], whole[PATH_MAX];
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    snprintf(folder, sizeof folder, "./%.*s", slash ? (int)(slash - path) : 0, path);
    bool there = realpath(*path == '/' ? folder + 2 : folder, whole);
    const char *last = there ? strrchr(whole, '/') : NULL;
    return fnv_text(fnv_text(fnv_text(FNV_START, last ? last + 1 : ""), "/"), name);
}

// A page cannot read files, but it can run them: PAGE.stamp.js tells the page's own script which
// page is the newest.
static bool write_stamp(const char *path, const char *stamp)
{
    char name[PATH_MAX + 16], temporary[PATH_MAX];
    snprintf(name, sizeof name, "%s.stamp.js", path);
    FILE *f = open_new(name, temporary);
    if (!f)
        return false;
    fprintf(f, "lookStamp(\"%s\");\n", stamp);
    return close_new(f, temporary, name);
}

bool look_page_write(const char *path, const char *document, size_t length, bool watched,
                     char why[PAGE_WHY])
{
    char temporary[PATH_MAX], stamp[40] = "";
    char *shell = read_shell(why);
    if (!shell)
        return false;
    if (watched)
        snprintf(stamp, sizeof stamp, "%016llx.%016llx",
                 (unsigned long long)fnv_bytes(FNV_START, document, length),
                 (unsigned long long)place_digest(path));
    FILE *f = open_new(path, temporary);
    bool whole = !f || put_page(f, shell, document, length, stamp);
    bool written = f && close_new(f, temporary, whole ? path : "");
    free(shell);
    if (!whole)
        snprintf(why, PAGE_WHY, "look: the page's shell is broken; make look-page builds it again");
    else if (!written)
        snprintf(why, PAGE_WHY, "look: cannot write %.300s: %s", path, strerror(errno));
    stamp[16] = 0; // without the place
    return written && (!watched || write_stamp(path, stamp));
}
