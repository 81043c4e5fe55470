// cases.c - the cases of one part: what goes in, what is expected, and the
// random numbers they are made from.
//
// Inputs live in one shared memory file, which the runner maps read-only: a case
// of 64 MB is not copied on its way there. Expectations are ordinary memory and
// never leave this process.
#include "cases.h"

#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "grader/base/memory.h"

size_t elem_size(ElemType type)
{
    static const size_t size[] = {
        [ELEM_i32] = 4, [ELEM_u32] = 4, [ELEM_i64] = 8, [ELEM_u64] = 8,
        [ELEM_f32] = 4, [ELEM_f64] = 8, [ELEM_u8] = 1,
    };
    return size[type];
}

// The numbers of each case have a key of their own. All that a submission sees of them, sizes and
// inputs, tells nothing about the seed or about another case.
static void begin_numbers(CaseList *list)
{
    char text[128];
    snprintf(text, sizeof text, "cases %llu %s %d %d", (unsigned long long)list->seed, list->lab,
             list->part, list->count);
    keystream_begin(&list->numbers, text);
}

CaseList *cases_new(const char *lab, int part, uint64_t seed)
{
    CaseList *list = need(calloc(1, sizeof *list));
    list->fd = memfd_create("cases", MFD_CLOEXEC);
    if (list->fd < 0)
        limits_reached("no memory for cases: %s", strerror(errno));
    list->lab = lab;
    list->seed = seed;
    list->part = part;
    begin_numbers(list);
    return list;
}

void cases_free(CaseList *list)
{
    for (int i = 0; i < list->count; i++) {
        Case *c = list->cases[i]; // and the entry around it
        for (int b = 0; b < c->buffers; b++) {
            Buffer *buffer = &c->buffer[b];
            size_t bytes = buffer->count * elem_size(buffer->type);
            if (buffer->data)
                munmap(buffer->data, bytes);
            free(buffer->want);
        }
        if (c->program) {
            free(c->program->prints);
            free(c->program->number);
            free(c->program);
        }
        free(c);
    }
    free(list->cases);
    close(list->fd);
    free(list);
}

size_t cases_bytes(const CaseList *list)
{
    size_t bytes = (size_t)list->size;
    for (int i = 0; i < list->count; i++)
        for (int b = 0; b < list->cases[i]->buffers; b++) {
            const Buffer *buffer = &list->cases[i]->buffer[b];
            bytes += buffer->want ? buffer->count * elem_size(buffer->type) : 0;
        }
    return bytes;
}

Case *case_add(CaseList *list, unsigned flags, const char *variant, const char *name, ...)
{
    size_t size = (size_t)(list->count + 1);
    list->cases = need(realloc(list->cases, size * sizeof *list->cases));
    CaseEntry *entry = need(calloc(1, sizeof *entry));
    entry->list = list;
    Case *c = &entry->c;
    va_list args;
    va_start(args, name);
    vsnprintf(c->name, sizeof c->name, name, args);
    va_end(args);
    c->part = list->part;
    c->flags = flags;
    c->variant = variant;
    list->cases[list->count++] = c;
    begin_numbers(list);
    return c;
}

// Room for an input in the shared file, on pages of its own.
static void *share(CaseList *list, size_t bytes, off_t *offset)
{
    *offset = list->size;
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    list->size += (off_t)((bytes + page - 1) / page * page);
    void *data = MAP_FAILED;
    if (ftruncate(list->fd, list->size) == 0)
        data = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, list->fd, *offset);
    if (data == MAP_FAILED)
        limits_reached("no memory for the inputs of a case: %s", strerror(errno));
    large_prepare(data, bytes);
    return data;
}

Buffer *case_buffer(Case *c, BufferRole role, ElemType type, size_t count, const char *name)
{
    CaseEntry *entry = (CaseEntry *)c; // the case is its first member
    if (c->buffers == MAX_BUFFERS) {
        fprintf(stderr, "grade: case %s has more than %d buffers\n", c->name, MAX_BUFFERS);
        exit(5);
    }
    assert(name); // messages name it
    Buffer *buffer = &c->buffer[c->buffers];
    *buffer = (Buffer){.role = role, .type = type, .count = count, .name = name};
    size_t bytes = count * elem_size(type);
    if (role_is_input(role) && bytes)
        buffer->data = share(entry->list, bytes, &entry->offset[c->buffers]);
    if (role_is_result(role))
        buffer->want = need(large_alloc(bytes));
    c->buffers++;
    return buffer;
}

// ---- whole programs ---------------------------------------------------------------------

// The arguments as the client gets them: each with its end.
static size_t split_arguments(const char *text, char *to)
{
    size_t n = 0;
    for (const char *word = text; *(word += strspn(word, " ")); word += strcspn(word, " ")) {
        size_t length = strcspn(word, " ");
        if (length != 2 || memcmp(word, "''", 2) != 0) {
            memcpy(to + n, word, length);
            n += length;
        }
        to[n++] = 0;
    }
    return n;
}

Case *case_program(CaseList *list, unsigned flags, const char *group, const char *arguments)
{
    char words[256];
    assert(strlen(arguments) + 2 < sizeof words);
    size_t n = split_arguments(arguments, words);
    Case *c = case_add(list, flags, NULL, "program%s%.30s", *arguments ? " " : "", arguments);
    c->group = group;
    c->program = need(calloc(1, sizeof *c->program));
    c->program->refuses = true;
    Buffer *b = case_buffer(c, BUFFER_in, ELEM_u8, n, "arguments");
    b->place = PLACE_host;
    if (n)
        memcpy(b->data, words, n);
    return c;
}

void program_prints_text(Case *c, const char *text, const int64_t *number, size_t count)
{
    WholeProgram *p = c->program;
    p->refuses = false;
    p->prints = need(strdup(text));
    p->count = count;
    p->number = need(malloc((count + 1) * sizeof *number));
    memcpy(p->number, number, count * sizeof *number);
}

void program_prints(Case *c, const int64_t *number, size_t count)
{
    char *text = NULL;
    size_t size;
    FILE *f = need(open_memstream(&text, &size));
    for (size_t i = 0; i < count; i++)
        fprintf(f, "%lld\n", (long long)number[i]);
    fclose(f);
    program_prints_text(c, text, number, count);
    free(text);
}

void program_measures(Case *c, AcceptsPrinted *accepts)
{
    c->program->refuses = false;
    c->program->accepts = accepts;
}

void program_file(Case *c, const char *text)
{
    Buffer *b = case_buffer(c, BUFFER_in, ELEM_u8, strlen(text), PROGRAM_FILE);
    b->place = PLACE_host;
    if (b->count)
        memcpy(b->data, text, b->count);
}

void program_fails(Case *c, Fails fails, unsigned which)
{
    static const char *const kinds[] = {"", "allocation", "launch", "copy"};
    size_t n = strlen(c->name);
    c->program->fails = fails;
    c->program->which = which;
    snprintf(c->name + n, sizeof c->name - n, ", %s %u fails", kinds[fails], which);
}

off_t case_offset(const Case *c, int buffer) { return ((const CaseEntry *)c)->offset[buffer]; }

uint64_t draw_bits(CaseList *list)
{
    uint64_t low = keystream_word(&list->numbers);
    return low | (uint64_t)keystream_word(&list->numbers) << 32;
}

int64_t draw_int(CaseList *list, int64_t low, int64_t high)
{
    uint64_t span = (uint64_t)high - (uint64_t)low + 1, bits; // 0 is the whole range
    if (span - 1 < 1 << 16)                                   // one word is enough
        bits = (keystream_word(&list->numbers) * span) >> 32;
    else if (span)
        bits = (uint64_t)(((unsigned __int128)draw_bits(list) * span) >> 64);
    else
        bits = draw_bits(list);
    return (int64_t)((uint64_t)low + bits);
}

double draw_real(CaseList *list, double low, double high)
{
    return low + (high - low) * ((double)(draw_bits(list) >> 11) * 0x1p-53);
}
