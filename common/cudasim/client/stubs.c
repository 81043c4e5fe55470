// stubs.c - the functions of the API as the program calls them, made from calls.h: each puts its
// arguments into a struct, calls, and takes the results out.
#include "client.h"

#include <string.h>

#define DECLARE_V(type, name) type name
#define DECLARE_I(type, name) const type *name
#define DECLARE_J(type, name) type *name
#define DECLARE_O(type, name) type *name
#define DECLARE_B(type, name) type *name
#define DECLARE_S(type, name) const char *name
#define DECLARE_C(type, name) const type *name
#define DECLARE_W(type, name) void *name
#define DECLARE_L(type, name) const type *name
#define DECLARE_K(type, name) type *name
#define DECLARE_M(type, name) type *name
#define DECLARE_R(type, name) type *name
#define DECLARE_N(type, name) void

#define PUT_V(type, name) a.name = name;
#define PUT_I(type, name) \
    a.has_##name = name != NULL; \
    if (name) \
        a.name = *name;
#define PUT_J(type, name) PUT_I(type, name)
// What a call that fails does not set keeps its value.
#define PUT_O(type, name) PUT_I(type, name)
#define PUT_B(type, name) PUT_I(type, name)
#define PUT_S(type, name) \
    a.has_##name = name != NULL; \
    if (name) \
        strncpy(a.name, name, sizeof a.name - 1);
#define PUT_C(type, name) \
    if (name && !put_config(&a.name, name)) \
        return cudaErrorInvalidValue; \
    a.has_##name = name != NULL;
#define PUT_W(type, name) \
    a.has_##name = name != NULL; \
    if (name) \
        memcpy(&a.name, name, sizeof a.name);
#define PUT_L(type, name) \
    a.has_##name = name != NULL; \
    if (name && !client_put_list(name, sizeof *name, n, &data_)) \
        return (cudaError_t)cudaErrorInvalidValue;
#define PUT_K(type, name) PUT_L(type, name)
#define PUT_M(type, name) \
    a.has_##name = name != NULL; \
    if (name && !client_put_list(name, sizeof *name, m, &data_)) \
        return cudaErrorInvalidValue;
#define PUT_R(type, name) a.has_##name = name != NULL;
#define PUT_N(type, name)

#define TAKE_V(type, name)
#define TAKE_I(type, name)
#define TAKE_J(type, name)
#define TAKE_O(type, name) \
    if (name) \
        *name = a.name;
#define TAKE_B(type, name) TAKE_O(type, name)
#define TAKE_S(type, name)
#define TAKE_C(type, name)
#define TAKE_W(type, name) \
    if (name) \
        memcpy(name, &a.name, sizeof a.name);
#define TAKE_L(type, name)
#define TAKE_K(type, name)
#define TAKE_M(type, name)
#define TAKE_R(type, name) \
    if (name && n && !got_) \
        client_take_list(name, sizeof *name, *n, &data_);
#define TAKE_N(type, name)

static bool put_config(ConfigArg *to, const cudaLaunchConfig_t *config)
{
    to->config = *config;
    to->has_attributes = config->attrs != NULL;
    if (config->attrs && config->numAttrs > MAX_ATTRIBUTES)
        return false;
    if (config->attrs)
        memcpy(to->attribute, config->attrs, config->numAttrs * sizeof *config->attrs);
    return true;
}

// What a function returns if no machine answers: cudaErrorInitializationError, 3.
#define CALL(type, call, ...) \
    type call(COMMA_ARG(DECLARE, __VA_ARGS__)) \
    { \
        Args_##call a; \
        uint64_t got_; \
        size_t data_ = 0; \
        type answer_; \
        memset(&a, 0, sizeof a); \
        EACH_ARG(PUT, __VA_ARGS__) \
        if (!client_call(CALL_##call, &a, sizeof a, data_, &got_)) \
            return (type)cudaErrorInitializationError; \
        data_ = 0; \
        EACH_ARG(TAKE, __VA_ARGS__) \
        memcpy(&answer_, &got_, sizeof answer_); \
        return answer_; \
    }
#define CALL_SERVED(type, name, ...)
#define CALL_OWN(name)
#include "both/calls.h"
