// suite.c - how lab 50 is judged.
#include "grader/suite.h"

static const Item items[] = {
    ITEM_RIGHT("right", "twice each element", 60),
    ITEM_SAFE(SAFE_READS, 20),
    ITEM_GATES("sectors", "neighbouring threads load neighbouring elements", 20,
               .gate = {GATE_PER(LOAD_SECTORS, LOAD_REQUESTS, "sectors per load", .naive = 32,
                                 .good = 4, .gate = 5)}),
    ITEMS_END,
};

static const Part parts[] = {
    PART(1, "twice", "twice", NULL, .items = items),
    PARTS_END,
};

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
