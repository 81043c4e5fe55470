// failing.c - a call that is made to fail: for a grader that looks at what a program does then.
//
// The call does nothing but return the error, which is also the thread's last error. A later call
// of the same kind works: so what a program does after an error that it has not looked at is what
// it would do after a success.
#include "failing.h"

#include "machine.h"
#include "observers/findings.h"

#include <stddef.h>
#include <string.h>

static const struct {
    const char *begins[2]; // of the names of such calls
    cudaError_t error;
} kinds[] = {
    [MACHINE_fails_not] = {{NULL}, cudaSuccess},
    [MACHINE_fails_alloc] = {{"cudaMalloc", "cudaHostAlloc"}, cudaErrorMemoryAllocation},
    [MACHINE_fails_launch] = {{"cudaLaunch"}, cudaErrorLaunchOutOfResources},
    [MACHINE_fails_copy] = {{"cudaMemcpy"}, cudaErrorLaunchFailure}, // of a kernel before it
};

static struct {
    MachineFails kind;
    unsigned left; // calls of this kind until the one that fails, with that one
} failing;
static MachineFailed failed;

void machine_fail(MachineFails kind, unsigned which)
{
    failing.kind = kind;
    failing.left = which;
    failed = (MachineFailed){.call = NULL};
}

const MachineFailed *machine_failed(void) { return failed.call ? &failed : NULL; }

static bool is_of_kind(const char *call, MachineFails kind)
{
    for (int i = 0; i < 2 && call && kinds[kind].begins[i]; i++)
        if (strncmp(call, kinds[kind].begins[i], strlen(kinds[kind].begins[i])) == 0)
            return true;
    return false;
}

cudaError_t failing_call(const char *call)
{
    failed.went_on |= failed.call && is_of_kind(call, MACHINE_fails_launch);
    if (!failing.left || !is_of_kind(call, failing.kind) || --failing.left)
        return cudaSuccess;
    failed.call = call;
    failed.error = kinds[failing.kind].error;
    failed.line = report_call_place(&failed.file);
    return failed.error;
}
