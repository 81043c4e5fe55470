// case_verdict.c - the verdict on a case, while the runs of its part add to it.
#include "case_verdict.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

#include "grader/base/paths.h"

Status case_status(CaseState state)
{
    switch (state) {
    case CASE_right: return STATUS_pass;
    case CASE_crash:
    case CASE_error: return STATUS_crash;
    case CASE_hang: return STATUS_timeout;
    default: return STATUS_fail;
    }
}

void verdict_blame(CaseVerdict *v, CaseState state, const RunFacts *run, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(v->message, sizeof v->message, format, args);
    va_end(args);
    assert(state != CASE_right && v->message[0]);
    v->state = state;
    v->schedule = run->number;
}

void verdict_where(CaseVerdict *v, const RunFacts *run, const char *file, int line, PlaceRole role)
{
    places_add(&v->where, paths_source(file, run->folder), line, role);
}

void verdict_free(CaseVerdict *v)
{
    lines_free(&v->detail);
    places_free(&v->where);
}
