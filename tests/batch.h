// batch.h - several programs in one executable, because most of the time of a compilation goes into
// the headers that all of them include. Each program is in its own namespace, and its main() gets
// another name; includes come first. Files and lines do not change.
//
//   build/tests/findings/racecheck_atomics racecheck_barrier arguments...
//
// runs tests/cuda/racecheck/barrier.cu.
#pragma once

#include "compiled.h"
#include "programs.h"
#include "regions.h"

enum { MAX_BATCH = 16 };

typedef struct {
    const char *file[MAX_BATCH];
    int count;
} ProgramBatch;

static inline bool is_directive(const char *line, const char *word)
{
    return *line == '#' && !strncmp(line + 1 + strspn(line + 1, " "), word, strlen(word));
}

// Programs with the same name in two folders get different names: racecheck_atomics,
// library_atomics.
static inline void program_name(const char *file, char name[PATH])
{
    const char *from = strstr(file, "cuda/") ? strstr(file, "cuda/") + 5 : file;
    snprintf(name, PATH, "%.*s", (int)strcspn(from, "."), from);
    for (char *c = name; *c; c++)
        *c = *c == '/' ? '_' : *c;
}

static inline void write_includes(FILE *f, const char *text)
{
    for (const char *line = text; *line; line = next_line(line))
        if (is_directive(line, "include"))
            fprintf(f, "%.*s", (int)(next_line(line) - line), line);
}

static inline void write_undefines(FILE *f, const char *text)
{
    char name[64];
    for (const char *line = text; *line; line = next_line(line))
        if (is_directive(line, "define") &&
            sscanf(strstr(line, "define"), "define %63[A-Za-z0-9_]", name) == 1)
            fprintf(f, "#undef %s\n", name);
}

// main() is the last function, and may end without a return.
static inline void write_program(FILE *f, const char *file, const char *text)
{
    char name[PATH];
    program_name(file, name);
    fprintf(f, "namespace in_%s {\n#define main program_main\n#line 1 \"%s\"\n", name, file);
    const char *last = NULL;
    for (const char *line = text; *line; line = next_line(line))
        last = *line == '}' ? line : last;
    for (const char *line = text; *line; line = next_line(line)) {
        if (line == last)
            fputs("return 0; ", f);
        fprintf(f, "%.*s", is_directive(line, "include") ? 0 : (int)strcspn(line, "\n"), line);
        fputc('\n', f);
    }
    fputs("#undef main\n}\n", f);
    write_undefines(f, text);
}

static inline void write_batch_source(FILE *f, char *const *texts, const ProgramBatch *b)
{
    fputs("#include <cstdio>\n#include <cstring>\n", f);
    for (int i = 0; i < b->count; i++)
        write_includes(f, texts[i]);
    for (int i = 0; i < b->count; i++)
        write_program(f, b->file[i], texts[i]);
    fputs("static int start(int (*program)(), int, char **) { return program(); }\n"
          "static int start(int (*program)(int, char **), int argc, char **argv)\n"
          "{\n    return program(argc, argv);\n}\n"
          "int main(int argc, char **argv)\n{\n",
          f);
    for (int i = 0; i < b->count; i++) {
        char name[PATH];
        program_name(b->file[i], name);
        fprintf(f,
                "    if (argc > 1 && !strcmp(argv[1], \"%s\"))\n"
                "        return start(in_%s::program_main, argc - 1, argv + 1);\n",
                name, name);
    }
    fputs("    return 127;\n}\n", f);
}

// The text of a batch, which the caller frees; NULL if a program cannot be read.
static inline char *batch_text(const ProgramBatch *b)
{
    char *texts[MAX_BATCH], *text = NULL;
    size_t size;
    bool read = true;
    for (int i = 0; i < b->count; i++)
        read &= (texts[i] = load_text(b->file[i])) != NULL;
    FILE *f = read ? open_memstream(&text, &size) : NULL;
    if (f) {
        write_batch_source(f, texts, b);
        fclose(f);
    }
    for (int i = 0; i < b->count; i++)
        free(texts[i]);
    return text;
}

// Returns the status of the compiler; its messages are in PROGRAM.log. A single program is compiled
// as it is. `kind`: an object (-c), or what it is linked to.
static inline int compile_batch_as(const ProgramBatch *b, const char *program, const char *kind,
                                   const char *options)
{
    char path[PATH + 8];
    snprintf(path, sizeof path, "%s", b->file[0]);
    if (b->count > 1) {
        snprintf(path, sizeof path, "%s.cu", program);
        char *text = batch_text(b);
        FILE *f = text ? fopen(path, "w") : NULL;
        bool written = f && fputs(text, f) >= 0;
        free(text);
        if ((f && fclose(f)) || !written)
            return -1;
    }
    return compile_cuda(program, "%s %s -Wno-deprecated-gpu-targets -I%.*s %s %s",
                        strstr(options, "-gencode") ? "" : "-arch=compute_90", kind,
                        (int)(strrchr(b->file[0], '/') - b->file[0]), b->file[0], options, path);
}

static inline int compile_batch(const ProgramBatch *b, const char *program, const char *options)
{
    return compile_batch_as(b, program, "-cudart shared", options);
}

// The command that runs a program of a batch, without its arguments.
static inline void program_command(const ProgramBatch *b, const char *program, const char *file,
                                   char command[2 * PATH])
{
    char name[PATH] = "";
    if (b->count > 1)
        program_name(file, name);
    snprintf(command, 2 * PATH, "%s %s", program, name);
}
