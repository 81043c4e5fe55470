// compiled.c - results of nvcc, kept by content. An entry is a folder of the cache. Its name is a
// digest of the command; it has the program, the messages, and `inputs`: a line with the digest and
// the path of each file of ours that nvcc has read.
#include "compiled.h"

#include <stdarg.h>
#include <unistd.h>

#include "cache.h"
#include "grader/base/sha256.h"
#include "programs.h"

enum { COMMAND = 4 * PATH, KEPT_DAYS = 30 };

static const char *nvcc(void)
{
    const char *name = getenv("NVCC");
    return name && *name ? name : "nvcc";
}

// What a command prints decides, too: the versions of both compilers.
static const char *versions(void)
{
    static char text[TEXT];
    char command[COMMAND];
    snprintf(command, sizeof command, "'%s' --version; gcc --version", nvcc());
    FILE *f = *text ? NULL : popen(command, "r");
    if (f) {
        text[fread(text, 1, TEXT - 1, f)] = 0;
        pclose(f);
    }
    return text;
}

static bool entry_of(const char *options, char entry[PATH])
{
    char here[PATH], name[128], digest[65], *text = NULL;
    if (!getcwd(here, sizeof here) ||
        asprintf(&text, "%s\n%s\n%s\n%s", versions(), nvcc(), here, options) < 0)
        return false;
    sha256_text(text, strlen(text), digest);
    free(text);
    snprintf(name, sizeof name, "nvcc/%s/", digest);
    return cache_path(name, entry);
}

static bool inputs_are_the_same(const char *entry)
{
    char path[2 * PATH], was[65], is[65], file[PATH];
    snprintf(path, sizeof path, "%sinputs", entry);
    FILE *f = fopen(path, "r");
    bool same = f != NULL;
    int n = 0;
    for (; same && fscanf(f, "%64s %511s", was, file) == 2; n++)
        same = sha256_file(file, is) && !strcmp(was, is);
    if (f)
        fclose(f);
    return same && n > 0;
}

// Files of the compilers have an absolute path elsewhere; their versions stand for them. A name in
// a line #line is in the list, too, and may be that of no file.
static bool is_ours(const char *file)
{
    char here[PATH];
    return access(file, F_OK) == 0 &&
           (*file != '/' || (getcwd(here, sizeof here) && !strncmp(file, here, strlen(here))));
}

// From make's rule "program : a.cu \ b.h ...".
static bool write_inputs(const char *rule, const char *path)
{
    char word[PATH], digest[65];
    FILE *in = fopen(rule, "r"), *out = fopen(path, "w");
    bool good = in && out && fscanf(in, "%511s : ", word) == 1;
    while (good && fscanf(in, "%511s", word) == 1)
        if (*word != '\\' && is_ours(word)) {
            good = sha256_file(word, digest);
            fprintf(out, "%s %s\n", digest, word);
        }
    if (in)
        fclose(in);
    return out && !fclose(out) && good;
}

// Another test may make the same entry: a rename shows it whole.
static void keep(const char *entry, const char *program)
{
    char fresh[PATH + 32], inputs[PATH + 64], rule[PATH + 8];
    snprintf(fresh, sizeof fresh, "%.*s.%d", (int)strlen(entry) - 1, entry, (int)getpid());
    snprintf(inputs, sizeof inputs, "%s/inputs", fresh);
    snprintf(rule, sizeof rule, "%s.d", program);
    if (mkdir(fresh, 0777) || !write_inputs(rule, inputs) ||
        run("cp %s '%s/program' && cp %s.log '%s/log' && rm -rf '%s' && mv -T '%s' '%s'", program,
            fresh, program, fresh, entry, fresh, entry))
        run("rm -rf '%s'", fresh);
}

// Once in a process: old entries go.
static void remove_old(const char *entry)
{
    static bool done;
    if (!done)
        run("find '%s..' -mindepth 1 -maxdepth 1 -mtime +%d -exec rm -rf {} +", entry, KEPT_DAYS);
    done = true;
}

static int sources_in(const char *options)
{
    int n = 0;
    for (const char *at = options; (at = strstr(at, ".c")); at += 2) {
        const char *end = at + (at[2] == 'u' ? 3 : 2);
        n += !*end || *end == ' ';
    }
    return n;
}

int compile_cuda(const char *program, const char *format, ...)
{
    char options[COMMAND], entry[PATH];
    va_list ap;
    va_start(ap, format);
    vsnprintf(options, sizeof options, format, ap);
    va_end(ap);
    make_folders(program);
    unlink(program);
    // nvcc names the inputs of the last source only.
    bool kept = sources_in(options) == 1 && entry_of(options, entry);
    if (kept && inputs_are_the_same(entry) &&
        !run("cp '%sprogram' %s && cp '%slog' %s.log && touch '%s'", entry, program, entry, program,
             entry))
        return 0;
    int status =
        run("'%s' -MD -MF %s.d -o %s %s >%s.log 2>&1", nvcc(), program, program, options, program);
    if (!status && kept) {
        keep(entry, program);
        remove_old(entry);
    }
    return status;
}
