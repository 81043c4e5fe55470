// test_page.c - how a document gets into the page's shell: whole, as data, at once.
#include "suite.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/cudasim/look/page.h"

#define FOLDER "build/tests/page"
#define PAGE FOLDER "/page.html"

static char *read_file(const char *path)
{
    char *text = NULL;
    size_t size = 0;
    FILE *f = fopen(path, "r");
    ck_assert_msg(f != NULL, "there is no %s", path);
    if (getdelim(&text, &size, 0, f) < 0)
        ck_abort_msg("%s is empty", path);
    fclose(f);
    return text;
}

// Writes a page with a document; returns the page.
static char *written(const char *document, bool watched)
{
    char why[PAGE_WHY] = "";
    mkdir("build/tests", 0777);
    mkdir(FOLDER, 0777);
    bool done = look_page_write(PAGE, document, strlen(document), watched, why);
    ck_assert_msg(done, "%s", why);
    return read_file(PAGE);
}

START_TEST(document_is_data)
{
    char *page = written("{\"look\":1,\"title\":\"</script><!-- <b>\"}", false);
    ck_assert_ptr_nonnull(
        strstr(page, "{\"look\":1,\"title\":\"\\u003c/script>\\u003c!-- \\u003cb>\"}"));
    ck_assert_ptr_null(strstr(page, "@DOCUMENT@"));
    ck_assert_ptr_null(strstr(page, "@STAMP@"));
    ck_assert_ptr_nonnull(strstr(page, "</html>"));
    free(page);
}
END_TEST

START_TEST(marks_in_a_document_are_no_marks)
{
    char *page = written("{\"title\":\"@STAMP@ @DOCUMENT@\"}", false);
    ck_assert_ptr_nonnull(strstr(page, "{\"title\":\"@STAMP@ @DOCUMENT@\"}"));
    free(page);
}
END_TEST

// The part of a page that names a file or a machine to load something from.
START_TEST(page_needs_nothing_else)
{
    char *page = written("{}", false);
    ck_assert_ptr_null(strstr(page, "<link"));
    ck_assert_ptr_null(strstr(page, "<script src"));
    ck_assert_ptr_null(strstr(page, "@import"));
    ck_assert_ptr_nonnull(strstr(page, "Mike Bostock")); // the licences of the libraries
    ck_assert_ptr_nonnull(strstr(page, "Copyright (c) 2012 Lea Verou"));
    free(page);
}
END_TEST

START_TEST(stamp_changes_with_the_document)
{
    unlink(PAGE ".stamp.js");
    free(written("{}", false));
    ck_assert_int_ne(access(PAGE ".stamp.js", F_OK), 0);
    char *page = written("{\"title\":\"one\"}", true), *one = read_file(PAGE ".stamp.js");
    char stamp[64] = "";
    ck_assert_int_eq(sscanf(one, "lookStamp(\"%16[0-9a-f]\");", stamp), 1);
    ck_assert_ptr_nonnull(strstr(page, stamp));
    free(written("{\"title\":\"one\"}", true));
    char *same = read_file(PAGE ".stamp.js");
    ck_assert_str_eq(one, same);
    free(written("{\"title\":\"two\"}", true));
    char *two = read_file(PAGE ".stamp.js");
    ck_assert_str_ne(one, two);
    free(page);
    free(one);
    free(same);
    free(two);
}
END_TEST

START_TEST(page_that_cannot_be_written)
{
    char why[PAGE_WHY] = "";
    ck_assert(!look_page_write(FOLDER "/nowhere/page.html", "{}", 2, false, why));
    ck_assert_ptr_nonnull(strstr(why, "cannot write"));
    ck_assert_ptr_nonnull(strstr(why, "nowhere/page.html"));
    ck_assert_ptr_null(strchr(why, '\n'));
}
END_TEST

SUITE(s)
{
    if (access("build/look/page.html", R_OK) != 0)
        suite_skip("how a document gets into the page",
                   "no build/look/page.html; make look-page builds it");
    TESTS(s, "page", document_is_data, marks_in_a_document_are_no_marks, page_needs_nothing_else,
          stamp_changes_with_the_document, page_that_cannot_be_written);
}
