// test_outputs.c - outputs that come in pieces: what is as expected is not kept twice, and what is
// not is kept as it came.
#include "suite.h"
#include <stdlib.h>
#include <string.h>

#include "grader/run/outputs.h"

enum { BYTES = 1000 };

static unsigned char want[BYTES], sent[BYTES];

static void setup(void)
{
    for (int i = 0; i < BYTES; i++)
        sent[i] = want[i] = (unsigned char)(i * 7);
}

static unsigned char *send_pieces(size_t piece, bool *owned)
{
    OutputStream stream = {0};
    output_begin(&stream, want, BYTES);
    for (size_t at = 0; at < BYTES; at += piece)
        output_add(&stream, sent + at, BYTES - at < piece ? BYTES - at : piece);
    ck_assert_uint_eq(stream.at, BYTES);
    return output_take(&stream, owned);
}

START_TEST(the_expected_output_is_not_copied)
{
    bool owned = true;
    ck_assert_ptr_eq(send_pieces(300, &owned), want);
    ck_assert(!owned);
}
END_TEST

START_TEST(another_output_is_kept_whole)
{
    static const int wrong[] = {0, 299, 300, 301, 599, 900, BYTES - 1};
    static const size_t piece[] = {1, 300, BYTES};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        for (size_t k = 0; k < sizeof piece / sizeof *piece; k++) {
            bool owned = false;
            sent[wrong[i]] ^= 1;
            unsigned char *output = send_pieces(piece[k], &owned);
            ck_assert(owned);
            ck_assert_mem_eq(output, sent, BYTES);
            sent[wrong[i]] ^= 1;
            ck_assert_mem_ne(output, want, BYTES);
            free(output);
        }
}
END_TEST

START_TEST(an_output_that_ends_early_is_forgotten)
{
    OutputStream stream = {0};
    bool owned;
    sent[5] ^= 1;
    output_begin(&stream, want, BYTES);
    output_add(&stream, sent, 500);
    output_begin(&stream, want, BYTES);
    output_add(&stream, want, BYTES);
    ck_assert_ptr_eq(output_take(&stream, &owned), want);
    output_begin(&stream, want, BYTES);
    output_add(&stream, sent, 500);
    output_drop(&stream);
    ck_assert_ptr_null(stream.own);
}
END_TEST

SUITE(s)
{
    TCase *tcase = TESTS(s, "outputs", the_expected_output_is_not_copied,
                         another_output_is_kept_whole, an_output_that_ends_early_is_forgotten);
    tcase_add_checked_fixture(tcase, setup, NULL);
}
