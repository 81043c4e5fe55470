// printed.c - what a program has printed, word by word, against what it has to print.
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "compare.h"

typedef struct {
    const char *at; // behind the word
    int line;       // of the word
    size_t length;  // 0: there is none
    char text[PRINTED_WORD];
} Word;

static void next_word(Word *word)
{
    for (; isspace((unsigned char)*word->at); word->at++)
        word->line += *word->at == '\n';
    const char *begin = word->at;
    while (*word->at && !isspace((unsigned char)*word->at))
        word->at++;
    word->length = (size_t)(word->at - begin);
    snprintf(word->text, sizeof word->text, "%.*s", (int)word->length, begin);
}

bool printed_begins(const char *text, char first[PRINTED_WORD])
{
    Word word = {.at = text, .line = 1};
    next_word(&word);
    snprintf(first, PRINTED_WORD, "%s", word.text);
    return word.length;
}

static bool same_word(const Word *a, const Word *b)
{
    return a->length == b->length && memcmp(a->at - a->length, b->at - b->length, a->length) == 0;
}

bool compare_printed(const char *printed, const char *expected, char *why, size_t size)
{
    Word got = {.at = printed, .line = 1}, want = {.at = expected, .line = 1};
    char word[PRINTED_WORD];
    do {
        next_word(&got);
        next_word(&want);
    } while (got.length && same_word(&got, &want));
    if (!printed_begins(printed, word) && want.length)
        snprintf(why, size,
                 "it printed nothing on standard output (what kernels print does not count)");
    else if (!got.length && want.length)
        snprintf(why, size, "the output ends in line %d, want '%s' there", got.line, want.text);
    else if (!want.length && got.length)
        snprintf(why, size, "line %d: got '%s', and the output should end before it", got.line,
                 got.text);
    else if (got.length)
        snprintf(why, size, "line %d: got '%s', want '%s'", got.line, got.text, want.text);
    return !got.length && !want.length;
}
