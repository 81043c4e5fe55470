// test_link.c - modules of separately compiled files become one program: which module defines a
// symbol, which weak and common symbols are the same, which symbols are missing or defined twice.
#include "common/cudasim/ptx/ptx.h"

#include "suite.h"
#include <stdlib.h>
#include <string.h>

#define HEAD ".version 9.0\n.target sm_90\n.address_size 64\n"

static char error[PTX_ERROR_MAX];
static Module *m[4];

static bool is_builtin(const char *name) { return !strcmp(name, "vprintf"); }

static int link_texts(const char *a, const char *b, const char *c)
{
    const char *text[3] = {a, b, c};
    unsigned n = 0;
    for (int i = 0; i < 3 && text[i]; i++) {
        char whole[2048];
        snprintf(whole, sizeof whole, HEAD "%s", text[i]);
        module_free(m[i]);
        m[i] = module_parse(whole, strlen(whole), error);
        ck_assert_msg(m[i] != NULL, "%s", error);
        n++;
    }
    return modules_link(m, n, is_builtin, error);
}

static Symbol *sym(int i, const char *name) { return module_symbol(m[i], name); }

static void teardown(void)
{
    for (int i = 0; i < 4; i++) {
        module_free(m[i]);
        m[i] = NULL;
    }
}

START_TEST(declarations_find_their_definitions)
{
    ck_assert_msg(link_texts(".extern .global .align 4 .u32 x;\n.extern .func f();\n"
                             ".extern .func vprintf();\n.extern .shared .b8 dynamic[];\n"
                             ".entry k() { call f; ret; }",
                             ".visible .global .u32 x = 5;\n.extern .shared .b8 dynamic[];\n",
                             ".visible .func f() { ret; }") == 0,
                  "%s", error);
    ck_assert_ptr_eq(sym(0, "x")->resolved, sym(1, "x"));
    ck_assert_ptr_eq(sym(0, "f")->resolved, sym(2, "f"));
    ck_assert_ptr_null(sym(0, "vprintf")->resolved);
    ck_assert_ptr_null(sym(1, "x")->resolved);
    ck_assert_ptr_null(sym(0, "dynamic")->resolved);
}
END_TEST

START_TEST(weak_and_common_merge)
{
    ck_assert_int_eq(link_texts(".weak .func f() { ret; }\n.weak .global .u32 w = 1;\n"
                                ".common .global .b8 c[4];\n",
                                ".weak .func f() { trap; }\n.visible .global .u32 w = 2;\n"
                                ".common .global .b8 c[16];\n",
                                ".common .global .b8 c[8];\n.extern .func f();\n"),
                     0);
    ck_assert_ptr_null(sym(0, "f")->resolved); // the first of equals
    ck_assert_ptr_eq(sym(1, "f")->resolved, sym(0, "f"));
    ck_assert_ptr_eq(sym(2, "f")->resolved, sym(0, "f"));
    ck_assert_ptr_eq(sym(0, "w")->resolved, sym(1, "w")); // a strong one wins
    ck_assert_ptr_eq(sym(0, "c")->resolved, sym(1, "c")); // the largest wins
    ck_assert_ptr_eq(sym(2, "c")->resolved, sym(1, "c"));
    ck_assert_ptr_null(sym(1, "c")->resolved);
}
END_TEST

START_TEST(static_names_stay_apart)
{
    ck_assert_int_eq(link_texts(".global .u32 x;\n.func f() { ret; }\n",
                                ".global .u32 x;\n.func f() { ret; }\n", NULL),
                     0);
    ck_assert_ptr_null(sym(0, "x")->resolved);
    ck_assert_ptr_null(sym(1, "f")->resolved);
    ck_assert_int_eq(link_texts(".extern .func f();\n", ".func f() { ret; }\n", NULL), -1);
}
END_TEST

START_TEST(mistakes_are_reported)
{
    ck_assert_int_eq(link_texts(".extern .func _Z6helperPfi();\n", "", NULL), -1);
    ck_assert_str_eq(error,
                     "'helper(float*, int)' is declared but no file of the program defines it");
    ck_assert_int_eq(link_texts(".visible .func f() { ret; }", ".visible .func f() { ret; }", NULL),
                     -1);
    ck_assert_str_eq(error, "'f' is defined in more than one file");
    ck_assert_int_eq(link_texts(".extern .func f();", ".visible .global .u32 f;", NULL), -1);
    ck_assert_ptr_nonnull(strstr(error, "a function in one file"));
}
END_TEST

START_TEST(an_alias_is_a_definition)
{
    ck_assert_msg(link_texts(".extern .func g();\n",
                             ".visible .func g();\n.func f() { ret; }\n"
                             ".alias g, f;\n",
                             NULL) == 0,
                  "%s", error);
    ck_assert_ptr_eq(sym(1, "g")->resolved, sym(1, "f"));
    ck_assert_ptr_eq(sym(0, "g")->resolved, sym(1, "f"));
}
END_TEST

SUITE(s)
{
    TCase *t = TESTS(s, "modules", declarations_find_their_definitions, weak_and_common_merge,
                     static_names_stay_apart, mistakes_are_reported, an_alias_is_a_definition);
    tcase_add_checked_fixture(t, NULL, teardown);
}
