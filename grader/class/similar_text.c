// similar_text.c - see similar_text.h.
#include "similar_text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/memory.h"

static uint64_t mix(uint64_t hash, uint64_t value)
{
    return (hash ^ value) * UINT64_C(0x100000001b3);
}

static bool is_keyword(const char *word, size_t n)
{
    static const char *const words[] = {"if",     "else", "for",   "while", "do",      "switch",
                                        "return", "int",  "float", "void",  "break",   "continue",
                                        "double", "bool", "const", "long",  "unsigned"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == n && memcmp(words[i], word, n) == 0)
            return true;
    return false;
}

// Names of the language and of CUDA are what they are: threadIdx, __syncthreads, atomicAdd.
static uint32_t kind_of_word(const char *word, size_t n)
{
    static const char *const beginnings[] = {"__",       "atomic",   "cuda",   "threadIdx",
                                             "blockIdx", "blockDim", "gridDim"};
    bool known = is_keyword(word, n);
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
        known |= strncmp(word, beginnings[i], strlen(beginnings[i])) == 0;
    uint64_t hash = 1;
    for (size_t i = 0; known && i < n; i++)
        hash = mix(hash, (unsigned char)word[i]);
    return known ? (uint32_t)(hash ^ hash >> 32) | 0x80000000u : 'v';
}

static const char *skip_to(const char *c, const char *end, int *line)
{
    const char *found = strstr(c, end);
    const char *stop = found ? found + strlen(end) : c + strlen(c);
    for (; c < stop; c++)
        *line += *c == '\n';
    return stop;
}

// The token at c; its end is returned.
static const char *read_token(const char *c, uint32_t *kind)
{
    const char *begin = c;
    if (isalpha((unsigned char)*c) || *c == '_') {
        while (isalnum((unsigned char)*c) || *c == '_')
            c++;
        *kind = kind_of_word(begin, (size_t)(c - begin));
    } else if (isdigit((unsigned char)*c)) {
        while (isalnum((unsigned char)*c) || *c == '.')
            c++;
        *kind = '1';
    } else if (*c == '"' || *c == '\'') {
        for (c++; *c && *c != *begin && *c != '\n'; c++)
            c += *c == '\\' && c[1];
        c += *c == *begin;
        *kind = 's';
    } else {
        *kind = (unsigned char)*c++;
    }
    return c;
}

static int by_hash(const void *a, const void *b)
{
    const SimilarStretch *x = a, *y = b;
    return (x->hash > y->hash) - (x->hash < y->hash);
}

static void find_stretches(SimilarText *text)
{
    text->stretches = text->tokens >= STRETCH ? text->tokens - STRETCH + 1 : 0;
    text->stretch = need(calloc((size_t)text->stretches + 1, sizeof *text->stretch));
    for (int i = 0; i < text->stretches; i++) {
        uint64_t hash = UINT64_C(0xcbf29ce484222325);
        for (int k = 0; k < STRETCH; k++)
            hash = mix(hash, text->token[i + k].kind);
        text->stretch[i] = (SimilarStretch){hash ^ hash >> 29, i};
    }
    qsort(text->stretch, (size_t)text->stretches, sizeof *text->stretch, by_hash);
}

void similar_text_read(SimilarText *text, char *own)
{
    int line = 0;
    *text = (SimilarText){.text = own};
    text->token = need(calloc(strlen(own) + 1, sizeof *text->token));
    for (const char *c = own; *c;) {
        if (strncmp(c, "//", 2) == 0)
            c += strcspn(c, "\n");
        else if (strncmp(c, "/*", 2) == 0)
            c = skip_to(c, "*/", &line);
        else if (isspace((unsigned char)*c))
            line += *c++ == '\n';
        else {
            SimilarToken *token = &text->token[text->tokens++];
            token->line = line;
            c = read_token(c, &token->kind);
        }
    }
    find_stretches(text);
}

void similar_text_free(SimilarText *text)
{
    free(text->text);
    free(text->token);
    free(text->stretch);
}

static int by_number(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static void mark(bool *in, int at) { memset(in + at, true, STRETCH); }

int similar_text_compare(const SimilarText *one, const SimilarText *other, const uint64_t *common,
                         int commons, bool *in_one, bool *in_other)
{
    int shared = 0;
    memset(in_one, 0, (size_t)one->tokens + 1);
    memset(in_other, 0, (size_t)other->tokens + 1);
    for (int i = 0, k = 0; i < one->stretches && k < other->stretches;) {
        uint64_t a = one->stretch[i].hash, b = other->stretch[k].hash;
        if (a == b && !bsearch(&a, common, (size_t)commons, sizeof *common, by_number)) {
            for (; i < one->stretches && one->stretch[i].hash == a; i++)
                mark(in_one, one->stretch[i].at);
            for (; k < other->stretches && other->stretch[k].hash == a; k++)
                mark(in_other, other->stretch[k].at);
        } else {
            i += a <= b;
            k += b <= a;
        }
    }
    for (int i = 0; i < one->tokens; i++)
        shared += in_one[i];
    return shared;
}
