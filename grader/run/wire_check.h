// wire_check.h - is what a runner sends what wire.h says? A record is looked at twice: its header
// before its bytes are waited for, and the bytes before anything is taken from them.
#pragma once

#include "cases.h"
#include "wire.h"

// The type, the case, the buffer, and the number of bytes that follow.
bool wire_header_is_good(const WireRecord *record, const CaseList *list);
// The bytes: texts and names with their ends, kinds, ranges of elements, times.
bool wire_data_is_good(const WireRecord *record, const void *data, const CaseList *list);
