// suite.c - how lab 50 is judged.
#include "grader/suite.h"

// clang-format off
static const Item items[] = {
    {.kind = ITEM_correct, .id = "right", .name = "twice each element", .points = 60},
    ITEM_SAFE(20, NULL),
    ITEM_GATES("sectors", "neighbouring threads load neighbouring elements", 20, NULL, NULL,
               {LOAD_SECTORS, LOAD_REQUESTS, "sectors per load", 32, 4, 5, false}),
    ITEMS_END};
// clang-format on

static const Part parts[] = {{.number = 1, .id = "twice", .name = "twice", .items = items},
                             {.number = 0}};

static void draw(CaseList *list, int part)
{
    static const int sizes[] = {0, 1, 31, 32, 33, 1000, 4096};
    (void)part;
    for (int s = 0; s < 7; s++) {
        int n = sizes[s];
        Case *c = case_add(list,
                           n < 2       ? CASE_TRIVIAL
                           : n == 4096 ? CASE_COUNTED
                                       : 0,
                           NULL, "n=%d", n);
        Buffer *in = case_buffer(c, BUFFER_in, ELEM_i32, (size_t)n, "in");
        Buffer *out = case_buffer(c, BUFFER_out, ELEM_i32, (size_t)n, "out");
        c->arg[0] = n;
        for (int i = 0; i < n; i++) {
            ((int *)in->data)[i] = (int)draw_int(list, -1000, 1000);
            ((int *)out->want)[i] = 2 * ((int *)in->data)[i];
        }
    }
}

const Lab lab_50_twice = {.name = "50_twice",
                          .source = "twice.cu",
                          .title = "twice",
                          .minutes = 10,
                          .parts = parts,
                          .draw = draw};
