// checks.h - the parts as tests of Check: each in a process of its own, several side by side.
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef enum {
    CHECK_not_run, // filtered out, or the process that should have run it died
    CHECK_passed,
    CHECK_failed,
    CHECK_died // it failed because its process ended early: by a signal, or at its time limit
} CheckVerdict;

const char *check_verdict_name(CheckVerdict verdict);

enum { CHECKS_WAITING = 12 }; // tests that wait, at most

typedef struct {
    int count;                      // of tests
    const char *(*suite)(int test); // the name of its suite
    bool (*passes)(int test);       // called in the test's process; false makes the test fail
    double seconds;                 // after which a test is ended, and fails
    int side_by_side;               // tests, and runners, at a time; 0: slots_usual()
    // Called in this process when a test has ended; may be NULL.
    void (*ended)(int test, CheckVerdict verdict);
    // Tests that are ready before this descriptor has come to its end wait for that. 0: none does.
    int awaited;
} CheckPlan;

// Called in a test's process, which is ready and holds as much memory: returns when `awaited` has
// come to its end, and it is the test's turn. Meanwhile other tests are started.
void checks_await(size_t bytes);

// Runs all tests. Returns Check's verdicts, one for each test, to be freed.
CheckVerdict *checks_run(const CheckPlan *plan);
