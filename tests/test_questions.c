// test_questions.c - questions of a student's own: the same for a name on every machine, others for
// another name, computed as the reference counts, and never in a message with the answer.
#include "suite.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/judge/items.h"
#include "grader/labs/questions.h"
#include "grader/submission/answers.h"

static const Item *item_of(const char *lab_name, const char *id, const Lab **lab, const Part **part)
{
    for (int i = 0; i < all_labs_count; i++)
        for (*part = all_labs[i]->parts; (*part)->number; ++*part)
            for (const Item *item = (*part)->items; item->name; item++) {
                *lab = all_labs[i];
                if (strcmp((*lab)->name, lab_name) == 0 && strcmp(item->id, id) == 0)
                    return item;
            }
    ck_abort_msg("no item %s", id);
}

// What is computed is what the reference counts: for the questions that the files of answers ask.
START_TEST(right_answers_are_those_of_the_reference)
{
    static const int strides[] = {2, 3, 4, 8, 32}, sectors[] = {8, 12, 16, 32, 32};
    static const int words[] = {2, 3, 8, 32, 33, 0}, waves[] = {2, 1, 8, 32, 1, 1};
    for (int i = 0; i < 5; i++)
        ck_assert_int_eq(sectors_touched(4 * strides[i], 0, 4), sectors[i]);
    for (int i = 0; i < 6; i++)
        ck_assert_int_eq(waves_needed(words[i]), waves[i]);
    ck_assert_int_eq(sectors_touched(4, 4, 4), 5);    // from word 1 on
    ck_assert_int_eq(sectors_touched(4, 32, 4), 4);   // from word 8 on
    ck_assert_int_eq(sectors_touched(1, 0, 1), 1);    // bytes
    ck_assert_int_eq(sectors_touched(16, 0, 16), 16); // elements of 16 bytes
    ck_assert_int_eq(sectors_touched(24, 0, 4), 24);  // structures of 24 bytes
}
END_TEST

// Written down once: another machine or another build has to ask the same.
START_TEST(a_name_has_the_same_question_everywhere)
{
    const Lab *lab;
    const Part *part;
    OwnQuestion a, b;
    const Item *item = item_of("12_graphs", "rounds_1000", &lab, &part);
    ck_assert(question_of(lab, item, "Ann Lee", &a));
    ck_assert_str_eq(a.text, "for 1975 elements");
    ck_assert_str_eq(a.right, "11");
    ck_assert(question_of(lab, item, "  ann   LEE ", &b));
    ck_assert_str_eq(a.text, b.text);
    ck_assert(!question_of(lab, item, "", &b) && !question_of(lab, item, " ? ", &b));
}
END_TEST

// A place in another order, and what depends on the size instead of a constant.
START_TEST(questions_with_one_answer_for_all_get_numbers)
{
    OwnQuestion q;
    int places[5] = {0}, entries, waves;
    for (unsigned pick = 0; pick < 24; pick++) {
        ask_push_back(pick, &q);
        ck_assert_int_eq(strstr(q.text, "order ")[6 + 2 * (atoi(q.right) - 1)], 'c');
        places[atoi(q.right)]++;
    }
    for (int place = 1; place <= 4; place++)
        ck_assert_int_eq(places[place], 6);
    ask_looks_queue(4711, &q);
    ck_assert_int_eq(sscanf(q.text, "%d entries in col, %d waves", &entries, &waves), 2);
    ck_assert_int_eq(atoi(q.right), entries);
}
END_TEST

// Of 40 students, no answer is that of most, for each question.
START_TEST(students_have_different_questions)
{
    int asked = 0;
    for (int l = 0; l < all_labs_count; l++)
        for (const Part *part = all_labs[l]->parts; part->number; part++)
            for (const Item *item = part->items; item->name; item++) {
                OwnQuestion one, other;
                char name[24];
                int different = 0;
                if (!item->ask)
                    continue;
                ck_assert(question_of(all_labs[l], item, "student 0", &one));
                for (int i = 1; i < 40; i++) {
                    snprintf(name, sizeof name, "student %d", i);
                    ck_assert(question_of(all_labs[l], item, name, &other));
                    different += strcmp(one.text, other.text) != 0;
                }
                ck_assert_msg(different > 20, "%s: %d of 39 differ", item->id, different);
                asked++;
            }
    ck_assert_int_ge(asked, 18);
}
END_TEST

static void judge(const char *answers, ItemRecord *r)
{
    char folder[] = "/tmp/test-questions-XXXXXX", path[64];
    const Lab *lab;
    const Part *part;
    const Item *item = item_of("12_graphs", "rounds_1000", &lab, &part);
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/answers.txt", folder);
    FILE *f = fopen(path, "w");
    fputs(answers, f);
    fclose(f);
    *r = record_blank(lab, part, item);
    item_answer(folder, r);
    unlink(path);
    rmdir(folder);
}

// Without a name the question is that of the file: so it is for those who learn alone.
START_TEST(the_answer_is_that_of_the_name)
{
    const Lab *lab;
    const Part *part;
    OwnQuestion own;
    char text[128];
    ItemRecord r;
    question_of(lab, item_of("12_graphs", "rounds_1000", &lab, &part), "Zoe", &own);
    snprintf(text, sizeof text, "name = Zoe\nrounds_1000 = %s\n", own.right);
    judge(text, &r);
    ck_assert_int_eq(r.status, STATUS_pass);
    record_free(&r);
    judge("rounds_1000 = 10\n", &r);
    ck_assert_int_eq(r.status, STATUS_pass);
    record_free(&r);
    judge("name = ?\nrounds_1000 = 10\n", &r);
    ck_assert_int_eq(r.status, STATUS_pass);
    record_free(&r);
    judge("name = Zoe\nrounds_1000 = 7777\n", &r);
    ck_assert_int_eq(r.status, STATUS_fail);
    ck_assert_ptr_nonnull(strstr(r.message, own.text));
    ck_assert_ptr_null(strstr(r.message, own.right)); // blind
    ck_assert_int_eq(r.detail.count, 0);
    record_free(&r);
}
END_TEST

SUITE(s)
{
    TESTS(s, "questions", right_answers_are_those_of_the_reference,
          a_name_has_the_same_question_everywhere, questions_with_one_answer_for_all_get_numbers,
          students_have_different_questions, the_answer_is_that_of_the_name);
}
