// failing.h - calls that are made to fail (machine.h).
#pragma once

#include "both/api.h"

// The error with which this call has to fail, before it does anything, or cudaSuccess.
cudaError_t failing_call(const char *call);
