// items.h - what one item of a part earns, and why: from evidence to its record. There is one
// function for each ItemKind; they do not know of each other.
#pragma once

#include "evidence.h"
#include "record.h"

// `folder`: "labs/04_reduction", for messages and for the file of answers.

// ---- item_correct.c -------------------------------------------------------------------------

void item_correct(const Evidence *e, const char *folder, ItemRecord *record);

// ---- item_safe.c ----------------------------------------------------------------------------

void item_safe(const Evidence *e, const char *folder, ItemRecord *record);

// ---- item_gate.c ----------------------------------------------------------------------------

void item_gate(const Evidence *e, const char *folder, ItemRecord *record);
// False if the simulator did not count the metric.
bool item_gate_value(const Gate *gate, const Result *result, double *value);
bool item_gate_holds(const Gate *gate, double value);

// ---- item_answer.c --------------------------------------------------------------------------

void item_answer(const char *folder, ItemRecord *record);
void item_set(const Evidence *e, const char *folder, ItemRecord *record);

// Whether the reference counts what the suite says is the right answer, or what an experiment
// needs.
bool item_answer_holds(const Item *item, const Evidence *e, char *problem, size_t size);
bool item_set_holds(const Item *item, const Evidence *e, char *problem, size_t size);

// ---- items.c --------------------------------------------------------------------------------

// Whether a case is one of those that the item judges.
bool item_has_case(const Item *item, const Case *c);
// The case whose counters the item looks at; -1 if the suite has none.
int item_counted_case(const Item *item, const CaseList *list);
size_t item_case_elements(const Case *c); // of all its buffers
// Of two cases the better one to show: one that proves something, then the smaller one.
bool item_shows_better(const Case *a, const Case *b);
// Gives an item its verdict: a finding is the message, and decides on the slide.
void item_set_finding(ItemRecord *record, Status status, const SimFinding *finding);
// Adds the places of a finding that are known, and not there already.
void item_add_places(ItemRecord *record, const SimFinding *finding, const char *folder);
