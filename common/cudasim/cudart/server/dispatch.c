// dispatch.c - takes a call's arguments out of its message, calls the function of the API, and
// puts the results into the answer. Made from both/calls.h.
#include "server.h"

#include "cudart/api/context.h"
#include "cudart/api/told.h"

#include "alloc.h"

#include <stdlib.h>
#include <string.h>

// What a call gets. Pointers are to the copy of the message, or NULL.
#define GIVE_V(type, name) a->name
#define GIVE_I(type, name) (a->has_##name ? &a->name : NULL)
#define GIVE_J(type, name) GIVE_I(type, name)
#define GIVE_O(type, name) GIVE_I(type, name)
#define GIVE_B(type, name) GIVE_I(type, name)
#define GIVE_S(type, name) (a->has_##name ? end_text(a->name) : NULL)
#define GIVE_C(type, name) (a->has_##name ? take_config(&a->name) : NULL)
#define GIVE_W(type, name) GIVE_I(type, name)
#define GIVE_L(type, name) list_##name
#define GIVE_K(type, name) list_##name
#define GIVE_M(type, name) list_##name
#define GIVE_R(type, name) list_##name
#define GIVE_N(type, name)

// Lists, which are data, before the call: a copy, or room for results.
#define FETCH_V(type, name)
#define FETCH_I(type, name)
#define FETCH_J(type, name)
#define FETCH_O(type, name)
#define FETCH_B(type, name)
#define FETCH_S(type, name)
#define FETCH_C(type, name)
#define FETCH_W(type, name)
#define FETCH_N(type, name)
#define FETCH_L(type, name) \
    type *list_##name = a->has_##name ? take_list(&lists, s, sizeof(type), a->n) : NULL;
#define FETCH_K(type, name) FETCH_L(type, name)
#define FETCH_M(type, name) \
    type *list_##name = a->has_##name ? take_list(&lists, s, sizeof(type), a->m) : NULL;
#define FETCH_R(type, name) \
    type *list_##name = a->has_##name ? room_list(&lists, sizeof(type), &a->n) : NULL;

typedef struct {
    uint8_t *at; // NULL: no list yet
    size_t used;
    bool results;
} Lists;

static void *next_list(Lists *l, size_t bytes)
{
    if (!l->at)
        l->at = must_calloc(1, DATA_BYTES);
    void *list = l->at + l->used;
    l->used += bytes;
    return list;
}

// NULL: the data has not so many bytes.
static void *take_list(Lists *l, Serving *s, size_t element, size_t n)
{
    if (n > MAX_NODES || l->used + n * element > s->in.data_bytes)
        return NULL;
    s->along_bytes = 0; // the data is no memory of the program
    size_t from = l->used;
    void *list = next_list(l, n * element);
    memcpy(list, s->channel->from_program + from, n * element);
    return list;
}

static void *room_list(Lists *l, size_t element, size_t *n)
{
    if (*n > MAX_NODES)
        *n = MAX_NODES;
    l->results = true;
    return next_list(l, *n * element);
}

static const char *end_text(char *text)
{
    text[MAX_TEXT_ARG - 1] = 0;
    return text;
}

static const cudaLaunchConfig_t *take_config(ConfigArg *c)
{
    if (c->config.numAttrs > MAX_ATTRIBUTES && c->has_attributes)
        c->config.numAttrs = MAX_ATTRIBUTES;
    c->config.attrs = c->has_attributes ? c->attribute : NULL;
    return &c->config;
}

#define CALL(type, call, ...) \
    static void serve_##call(Serving *s, void *args, uint64_t *result) \
    { \
        Args_##call *a = args; \
        Lists lists = {0}; \
        (void)a, (void)s; \
        EACH_ARG(FETCH, __VA_ARGS__) \
        type answer = call(COMMA_ARG(GIVE, __VA_ARGS__)); \
        memcpy(result, &answer, sizeof answer); \
        if (lists.results) \
            answer_data(s, lists.at, lists.used); \
        free(lists.at); \
    }
#define CALL_SERVED(type, call, ...) CALL(type, call, __VA_ARGS__)
#define CALL_OWN(name)
#include "both/calls.h"
#undef CALL
#undef CALL_SERVED
#undef CALL_OWN

static const struct {
    void (*serve)(Serving *s, void *args, uint64_t *result); // NULL: own_calls.c
    size_t bytes;
} calls[] = {
#define CALL(type, name, ...) {serve_##name, sizeof(Args_##name)},
#define CALL_SERVED(type, name, ...) CALL(type, name, )
#define CALL_OWN(name) {NULL, 0},
#include "both/calls.h"
#undef CALL
#undef CALL_SERVED
#undef CALL_OWN
};

#define CALL(type, name, ...) _Static_assert(sizeof(Args_##name) <= ARGS_BYTES, #name);
#define CALL_SERVED(type, name, ...) CALL(type, name, )
#define CALL_OWN(name)
#include "both/calls.h"

bool dispatch_call(Serving *s)
{
    uint32_t number = s->in.number;
    if (number >= CALLS)
        return false;
    if (!calls[number].serve)
        return own_call(s);
    if (s->in.bytes != calls[number].bytes)
        return false;
    const Args_cudaMemcpy *copy = (const Args_cudaMemcpy *)s->out.args;
    const Args_cudaMemcpyAsync *async = (const Args_cudaMemcpyAsync *)s->out.args;
    s->along_at = number == CALL_cudaMemcpy        ? (uintptr_t)copy->src
                  : number == CALL_cudaMemcpyAsync ? (uintptr_t)async->src
                                                   : 0;
    calls[number].serve(s, s->out.args, &s->out.result);
    if (number == CALL_cudasimTime)
        told_by_call("cudasimTime");
    return true;
}
