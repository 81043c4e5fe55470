// handles.h - the objects behind the pointers that a program passes to a call.
#pragma once

#include <stdbool.h>

typedef enum {
    HANDLE_none,
    HANDLE_kernel,
    HANDLE_variable,
    HANDLE_stream,
    HANDLE_event,
    HANDLE_pool,
    HANDLE_library,
    HANDLE_graph,
    HANDLE_node,
    HANDLE_exec,
    HANDLE_object,
    HANDLE_array,
    HANDLE_levels,    // a mipmapped array
    HANDLE_lost_event // of a device that has been reset
} HandleKind;

int handle_put(const void *key, HandleKind kind, void *object); // 0; -1: the key is NULL
void handle_drop(const void *key);
void *handle_get(const void *key, HandleKind kind); // NULL: the key is no such handle
bool handle_is(const void *key, HandleKind kind);
// Drops all objects of a kind for which drop() is true. Their handles stay behind as another kind.
void handles_forget(HandleKind kind, HandleKind become, bool (*drop)(void *object));
