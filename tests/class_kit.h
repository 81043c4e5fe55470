// class_kit.h - a folder of a test, with files in it; for the tests of a class.
#pragma once

#include "suite.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/files.h"
#include "grader/class/marks.h"

static char top[64]; // a folder of this test
static char path[256];

static inline const char *in_top(const char *name)
{
    snprintf(path, sizeof path, "%s/%s", top, name);
    return path;
}

static inline const char *write_text(const char *name, const char *text)
{
    file_make_folders(in_top(name));
    ck_assert(file_write(in_top(name), text, strlen(text)));
    return path;
}

static inline void setup(void)
{
    strcpy(top, "/tmp/test-class-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(top));
}

static inline void teardown(void)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", top);
    ck_assert_int_eq(system(command), 0);
}

static inline const Lab *lab_called(const char *name)
{
    for (int i = 0; i < all_labs_count; i++)
        if (strcmp(all_labs[i]->name, name) == 0)
            return all_labs[i];
    ck_abort_msg("no lab %s", name);
}

static inline void expect_file(const char *name, const char *want)
{
    char *text = NULL;
    size_t bytes;
    file_read(in_top(name), 1 << 20, &text, &bytes);
    ck_assert_msg(want ? text && strcmp(text, want) == 0 : !text, "%s: %s", name,
                  text ? text : "is not there");
    free(text);
}
