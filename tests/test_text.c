// test_text.c - texts of a submission in a report: what is escaped, where they are cut, and names
// that a shell reads.
#include "suite.h"
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/cudasim/observers/findings.h"
#include "grader/base/shell_word.h"
#include "grader/base/text.h"

static const struct {
    const char *text, *clean;
} texts[] = {
    {"", ""},
    {"plain text ~", "plain text ~"},
    {"a\tb", "a b"},
    {"a\nb\r", "a\\nb\\x0d"},
    {"\x1b[31mred\x07", "\\x1b[31mred\\x07"},
    {"\x7f", "\\x7f"},
    {"\xc2\x9b"
     "31m",
     "\\u009b31m"}, // the same as ESC [
    {"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80", "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"},
    {"\xff", "\\xff"},          // never in UTF-8
    {"\x80", "\\x80"},          // the rest of a character
    {"\xe2\x82", "\\xe2\\x82"}, // its beginning
    {"\xc0\x80", "\\xc0\\x80"}, // overlong
    {"\xe0\x80\xaf", "\\xe0\\x80\\xaf"},
    {"\xed\xa0\x80", "\\xed\\xa0\\x80"},          // a surrogate
    {"\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80"}, // above the last character
    {"\xe2\x80\xae"
     "x",
     "\\u202ex"}, // writes from right to left
    {"\xe2\x80\xa8", "\\u2028"},
    {"\xef\xbf\xbe\xef\xbf\xbf", "\\ufffe\\uffff"}, // XML forbids both
    {"\xef\xbb\xbf", "\\ufeff"},
    {"\xf3\xbf\xbf\xbf", "\\U000fffff"},
};

START_TEST(escaped)
{
    char clean[64];
    size_t n = text_clean(clean, sizeof clean, texts[_i].text, strlen(texts[_i].text));
    ck_assert_str_eq(clean, texts[_i].clean);
    ck_assert_uint_eq(n, strlen(clean));
    ck_assert(text_is_clean(clean));
    ck_assert(text_is_clean(texts[_i].text) == (strcmp(texts[_i].text, texts[_i].clean) == 0));
}
END_TEST

// Any bytes, into any size: clean, bounded, and clean once more is the same.
START_TEST(any_bytes)
{
    unsigned state = 1;
    for (int round = 0; round < 20000; round++) {
        char text[24], clean[80], again[80];
        size_t bytes = 0, size = 1 + (size_t)round % sizeof clean;
        while (bytes < sizeof text) {
            state = state * 1103515245 + 12345;
            text[bytes++] = (char)(state >> 16 & 1 ? 0xe0 | state >> 20 : state >> 20);
        }
        size_t n = text_clean(clean, size, text, bytes);
        ck_assert_uint_lt(n, size);
        ck_assert_uint_eq(n, strlen(clean));
        ck_assert(text_is_clean(clean));
        text_clean(again, sizeof again, clean, n);
        ck_assert_str_eq(again, clean);
    }
}
END_TEST

START_TEST(cut)
{
    char clean[8];
    text_clean(clean, sizeof clean, "1234567", 7);
    ck_assert_str_eq(clean, "1234567");
    text_clean(clean, sizeof clean, "12345678", 8);
    ck_assert_str_eq(clean, "1234...");
    text_clean(clean, sizeof clean,
               "123\xc3\xa9"
               "678",
               8); // no half of a character
    ck_assert_str_eq(clean, "123...");
    text_clean(clean, sizeof clean,
               "123\x01"
               "5678",
               8); // no half of an escape
    ck_assert_str_eq(clean, "123...");
    ck_assert_uint_eq(text_cut("12\xc3\xa9"
                               "5",
                               3),
                      2);
    ck_assert_uint_eq(text_cut("12\xc3\xa9"
                               "5",
                               4),
                      4);
    ck_assert_uint_eq(text_cut("12", 4), 2);
}
END_TEST

static const char *const names[] = {"students/ann",  "",          "O'Brien",    "a b",
                                    "$(touch x)",    "`x`",       "a\"b;c",     "*",
                                    "back\\slash",   "\\n",       "100%d",      "new\nline",
                                    "\xff\xfe",      "\x1b[2J%s", "a!b",        "\xc3\xa9t\xc3\xa9",
                                    "'\x01'$HOME\\", "~",         "\\045\x01%%"};

// The shell gets the name that it was, and the word is a clean text.
START_TEST(a_shell_reads_the_name)
{
    char command[512], got[256];
    char *word = text_shell_word(names[_i]);
    ck_assert_msg(text_is_clean(word), "%s", word);
    snprintf(command, sizeof command, "printf '<%%s>' %s", word);
    FILE *f = popen(command, "r");
    size_t n = fread(got, 1, sizeof got - 1, f);
    ck_assert_int_eq(pclose(f), 0);
    got[n] = 0;
    snprintf(command, sizeof command, "<%s>", names[_i]);
    ck_assert_str_eq(got, command);
    free(word);
}
END_TEST

START_TEST(words_are_as_plain_as_they_can_be)
{
    static const struct {
        const char *name, *word;
    } table[] = {{"students/ann", "students/ann"},
                 {"O'Brien", "'O'\\''Brien'"},
                 {"new\nline", "\"$(printf 'new\\012line')\""},
                 {"line end\n", "\"$(printf 'line end\\012/')\""}}; // a folder all the same
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char *word = text_shell_word(table[i].name);
        ck_assert_str_eq(word, table[i].word);
        free(word);
    }
}
END_TEST

// What the simulator writes is JSON whatever the names in a program are.
START_TEST(json_of_any_name)
{
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        Text t = {0};
        char clean[64], again[64];
        text_json(&t, texts[i].text);
        json_t *string = json_loads(t.at, JSON_DECODE_ANY, NULL);
        ck_assert_msg(json_is_string(string), "%s", t.at);
        const char *back = json_string_value(string);
        text_clean(clean, sizeof clean, texts[i].text, strlen(texts[i].text));
        text_clean(again, sizeof again, back, strlen(back));
        ck_assert_str_eq(again, clean);
        json_decref(string);
        free(t.at);
    }
}
END_TEST

SUITE(s)
{
    TCase *t =
        TESTS(s, "text", any_bytes, cut, json_of_any_name, words_are_as_plain_as_they_can_be);
    tcase_add_loop_test(t, escaped, 0, sizeof texts / sizeof *texts);
    tcase_add_loop_test(t, a_shell_reads_the_name, 0, sizeof names / sizeof *names);
}
