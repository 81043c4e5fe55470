// test_markers.c - which lines of a source are blanked because they say which lines they are, and
// which stay.
#include "suite.h"
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "grader/submission/markers.h"

// What is between < and > becomes spaces.
static const char *const rows[] = {
    "<#line 7 \"x.h\">\nint a;\n",
    "  <# line 7>\n",
    "\t<#\tline 7\r>\nint a;",
    "<# 7 \"x.h\" 3>\n",
    "int a;\n/* why */ <#line 7>\n",
    "<#/* */line/* */7>\n",
    "/* many\nlines */ <#line 7 \"x.h\">\n",
    "int a; /* one */ /* two\n*/ /**/ <# 7>\n",
    "<#>\\\n<line 7>\n",
    "<#li>\\\n<ne 7 >\\\n<\"x.h\">\n",
    "<#li>\\ \n<ne 7>\n",
    "\\\n\\\n<#line 7>\n",
    "<%:line 7>\n",
    "<%>\\\n<: 7>\n",
    "<?\?=line 7>\n",
    "// here ?\?/\n<#line 7>\n",
    "#if 0\nR\"(\n#endif\n<#line 7>\n",
    "<#line 7 >/* open\n*/ \"x.h\"\n",
    "<#line>",
    // These stay.
    "#define LINE 7\n",
    "#lines 7\n",
    "#line_7\n",
    "#define S(line) \\\n  #line\n",
    "a #line 7\n",
    "// #line 7\n",
    "// on \\\n#line 7\n",
    "#include <stdio.h>\n#pragma once\n#if 7\n#endif\n#\n",
    "asm(\"#line 7\");\n",
    "",
};

START_TEST(lines_are_blanked)
{
    char text[200] = "", want[200] = "";
    size_t n = 0;
    bool inside = false;
    bool stays = !strchr(rows[_i], '<') || strstr(rows[_i], "#include");
    for (const char *c = rows[_i]; *c; c++) {
        if (!stays && (*c == '<' || *c == '>')) {
            inside = *c == '<';
            continue;
        }
        text[n] = *c;
        want[n++] = inside ? ' ' : *c;
    }
    char *copy = malloc(n + 1); // nothing beyond its end is read or written
    memcpy(copy, text, n);
    markers_blank(copy, n);
    copy[n] = 0;
    ck_assert_msg(!strcmp(copy, want), "%s became %s, not %s", text, copy, want);
    free(copy);
}
END_TEST

SUITE(s)
{
    TCase *t = TESTS(s, "markers");
    tcase_add_loop_test(t, lines_are_blanked, 0, sizeof rows / sizeof *rows);
}
