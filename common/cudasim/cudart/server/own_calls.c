// own_calls.c - calls whose arguments are lists, texts or nothing of the API's.
#include "server.h"

#include "alloc.h"
#include "cudart/api/context.h"
#include "cudart/api/graph.h"
#include "cudart/api/told.h"
#include "fnv.h"
#include "observers/findings.h"
#include "ptx/ptx.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- data -----------------------------------------------------------

void answer_data(Serving *s, const void *data, size_t n)
{
    if (n > DATA_BYTES - s->effects)
        n = DATA_BYTES - s->effects;
    memcpy(s->channel->from_machine + s->effects, data, n);
    s->data = (uint32_t)n;
}

// A copy of the text that came along; free it. NULL: there is none, or it does not end.
static char *text_of(const Serving *s)
{
    uint32_t n = s->in.data_bytes;
    if (!n)
        return NULL;
    char *text = must_malloc(n, 1);
    memcpy(text, s->channel->from_program, n);
    if (text[n - 1] == 0)
        return text;
    free(text);
    return NULL;
}

// The arguments, if the message has as many bytes as they have.
#define TAKE_ARGS(type, a) \
    type *a = (type *)s->out.args; \
    if (s->in.bytes != sizeof *a) \
        return false;

static bool answer_error(Serving *s, cudaError_t e)
{
    s->out.result = e;
    return true;
}

// ---- the API --------------------------------------------------------

static bool own_pci_bus_id(Serving *s)
{
    TAKE_ARGS(Args_cudaDeviceGetPCIBusId, a)
    int n = a->n < MAX_TEXT_ARG ? a->n : MAX_TEXT_ARG;
    memset(a->text, 0, sizeof a->text);
    return answer_error(s, cudaDeviceGetPCIBusId(a->has_text ? a->text : NULL, n, a->number));
}

static bool own_name(Serving *s)
{
    TAKE_ARGS(Args_cudaFuncGetName, a)
    const char *name = NULL;
    cudaError_t e = cudaFuncGetName(a->has_name ? &name : NULL, a->function);
    if (!e)
        answer_data(s, name, strlen(name));
    return answer_error(s, e);
}

static bool own_kernels(Serving *s)
{
    TAKE_ARGS(Args_cudaLibraryEnumerateKernels, a)
    unsigned count = 0, most = DATA_BYTES / (2 * sizeof(cudaKernel_t));
    cudaError_t e = cudaLibraryGetKernelCount(&count, a->library);
    unsigned n = a->n < count ? a->n : count;
    n = n < most ? n : most;
    cudaKernel_t *list = must_calloc(n + 1, sizeof *list);
    if (!e)
        e = cudaLibraryEnumerateKernels(a->has_list ? list : NULL, a->n < n ? a->n : n, a->library);
    if (!e)
        answer_data(s, list, n * sizeof *list);
    free(list);
    return answer_error(s, e);
}

static bool own_pool_attribute(Serving *s)
{
    TAKE_ARGS(Args_cudaMemPoolAttribute, a)
    void *value = a->has_value ? &a->value : NULL;
    return answer_error(s, s->in.number == CALL_cudaMemPoolGetAttribute
                               ? cudaMemPoolGetAttribute(a->pool, a->attr, value)
                               : cudaMemPoolSetAttribute(a->pool, a->attr, value));
}

static bool own_pool_access(Serving *s)
{
    TAKE_ARGS(Args_cudaMemPoolSetAccess, a)
    if (a->count > MAX_LIST)
        return false;
    return answer_error(s, cudaMemPoolSetAccess(a->pool, a->has_list ? a->list : NULL, a->count));
}

static bool own_devices(Serving *s)
{
    TAKE_ARGS(Args_cudaSetValidDevices, a)
    if (a->n > MAX_LIST)
        return false;
    return answer_error(s, cudaSetValidDevices(a->has_list ? a->list : NULL, a->n));
}

// ---- graphs ---------------------------------------------------------

static bool own_dot(Serving *s)
{
    TAKE_ARGS(Args_cudaGraphDebugDotPrint, a)
    char *text;
    cudaError_t e = graph_dot(a->graph, a->flags, &text);
    size_t n = e ? 0 : strlen(text);
    if (a->at < n)
        answer_data(s, text + a->at, n - a->at < DATA_BYTES / 2 ? n - a->at : DATA_BYTES / 2);
    free(text);
    return answer_error(s, e);
}

static bool own_kernel_params(Serving *s)
{
    TAKE_ARGS(Args_cudaGraphKernelNodeGetParams, a)
    struct cudaKernelNodeParams p;
    cudaError_t e = cudaGraphKernelNodeGetParams(a->node, a->has_params ? &p : NULL);
    a->n = 0;
    if (e)
        return answer_error(s, e);
    size_t bytes;
    uint8_t *packed = node_arguments(a->node, &a->n, &bytes);
    answer_data(s, packed, bytes);
    free(packed);
    a->params = p;
    return answer_error(s, e);
}

static bool own_capture_info(Serving *s)
{
    TAKE_ARGS(Args_cudaStreamGetCaptureInfo, a)
    const cudaGraphNode_t *nodes = NULL;
    const cudaGraphEdgeData *data = NULL;
    size_t n = 0;
    cudaError_t e =
        cudaStreamGetCaptureInfo(a->stream, a->has_status ? &a->status : NULL, &a->id, &a->graph,
                                 a->wants_nodes ? &nodes : NULL, a->wants_edges ? &data : NULL, &n);
    a->n = n < MAX_NODES ? n : MAX_NODES;
    size_t first = a->n * sizeof *nodes, second = a->n * sizeof *data;
    uint8_t *both = must_calloc(1, first + second + 1);
    if (nodes)
        memcpy(both, nodes, first);
    if (data)
        memcpy(both + first, data, second);
    if (!e)
        answer_data(s, both, first + second);
    free(both);
    return answer_error(s, e);
}

static bool own_bodies(Serving *s)
{
    cudaGraphNode_t node;
    if (s->in.bytes != sizeof node)
        return false;
    memcpy(&node, s->out.args, sizeof node);
    rt_lock();
    const WorkNode *n = node_find(node);
    if (n && n->type == cudaGraphNodeTypeConditional)
        answer_data(s, n->conditional.body, n->conditional.size * sizeof(cudaGraph_t));
    rt_unlock();
    return answer_error(s, cudaSuccess);
}

static bool own_missing(Serving *s)
{
    char *name = text_of(s);
    answer_error(s, (cudaError_t)rt_missing(name, !name));
    free(name);
    return true;
}

// ---- registration ---------------------------------------------------

static bool own_registration(Serving *s)
{
    TAKE_ARGS(RegisterArgs, a)
    void **handle = (void **)a->handle;
    if (s->in.number == CALL_register_binary) {
        s->out.result = (uintptr_t)__cudaRegisterFatBinary((void *)a->host);
        return true;
    }
    char *name = text_of(s), *host = (char *)a->host;
    if (!name)
        return false;
    switch ((int)s->in.number) {
    case CALL_register_function:
        __cudaRegisterFunction(handle, host, NULL, name, 0, NULL, NULL, NULL, NULL, NULL);
        break;
    case CALL_register_variable: __cudaRegisterVar(handle, host, NULL, name, 0, 0, 0, 0); break;
    case CALL_register_managed:
        __cudaRegisterManagedVar(handle, (void **)host, NULL, name, 0, 0, 0, 0);
        break;
    default: __cudaRegisterHostVar(handle, name, host, 0);
    }
    free(name);
    return true;
}

// ---- common/cudasim/cudasim.h ---------------------------------------
//
// While a submission is graded, it cannot change what is counted.

static char *places[MAX_PLACES]; // names of files that cudasimSource() has named
static pthread_mutex_t places_lock = PTHREAD_MUTEX_INITIALIZER;

const char *place_file(uint32_t number)
{
    return number < MAX_PLACES ? __atomic_load_n(&places[number], __ATOMIC_ACQUIRE) : NULL;
}

enum { MAX_TEXTS = 1 << 12 };
static struct {
    char *given;
    char *shown;
} texts[MAX_TEXTS]; // a hash table, by `given`
static unsigned ntexts;

// "_Z4mainv+0x12" becomes "main()+0x12". The text is the program's: only what can be printed stays.
static char *shown_text(const char *given)
{
    char *text = must_strdup(given), *plus = strrchr(text, '+');
    for (char *c = text; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 127)
            *c = '?';
    if (strncmp(text, "_Z", 2) || !plus)
        return text;
    *plus = 0;
    char *name = demangle(text), *shown = must_malloc(strlen(name) + strlen(plus + 1) + 2, 1);
    sprintf(shown, "%s+%s", name, plus + 1);
    free(name);
    free(text);
    return shown;
}

const char *place_text(const char where[WHERE_BYTES])
{
    char text[WHERE_BYTES];
    memcpy(text, where, sizeof text);
    text[sizeof text - 1] = 0;
    pthread_mutex_lock(&places_lock);
    uint32_t i = (uint32_t)fnv_text(FNV_START, text) % MAX_TEXTS;
    while (texts[i].given && strcmp(texts[i].given, text))
        i = (i + 1) % MAX_TEXTS;
    if (!texts[i].given && ntexts < MAX_TEXTS / 2) {
        texts[i].shown = shown_text(text);
        texts[i].given = must_strdup(text);
        ntexts++;
    }
    const char *shown = texts[i].given ? texts[i].shown : NULL;
    pthread_mutex_unlock(&places_lock);
    return shown;
}

static bool own_place(Serving *s)
{
    uint64_t number;
    char *name = text_of(s);
    memcpy(&number, s->in.args, sizeof number);
    bool right = s->in.bytes == sizeof number && name && number < MAX_PLACES &&
                 number >= PLACE_first && strlen(name) < MAX_TEXT_ARG;
    pthread_mutex_lock(&places_lock);
    if (right && !places[number])
        __atomic_store_n(&places[number], name, __ATOMIC_RELEASE);
    else
        free(name);
    pthread_mutex_unlock(&places_lock);
    return right;
}

static bool own_mark(Serving *s)
{
    TAKE_ARGS(Args_cudasimMark, a)
    a->mark[sizeof a->mark - 1] = 0;
    if (!session.grading)
        cudasimMark(a->has_mark ? a->mark : NULL);
    return true;
}

static bool own_budget(Serving *s)
{
    TAKE_ARGS(Args_cudasimBudget, a)
    if (!session.grading)
        cudasimBudget(a->warp_instructions);
    return true;
}

static bool own_host_work(Serving *s)
{
    TAKE_ARGS(Args_cudasimHostWork, a)
    cudasimHostWork(a->us);
    return true;
}

static bool own_spent(Serving *s)
{
    TAKE_ARGS(Args_cudasimSpent, a)
    cudasimSpent(&a->spent);
    told_by_call("cudasimSpent");
    return true;
}

static bool own_function_begins(void)
{
    if (!session.grading)
        cudasimFunctionBegins();
    return true;
}

static bool own_function_returns(Serving *s)
{
    TAKE_ARGS(Args_cudasimFunctionReturns, a)
    if (a->n < 0 || a->n > CUDASIM_BUFFERS)
        return false;
    if (!session.grading)
        cudasimFunctionReturns(a->result, a->n);
    return true;
}

// Writers are known in checked runs only, and a submission must not know which run it is in.
static bool own_last_writer(Serving *s)
{
    TAKE_ARGS(Args_cudasimLastWriter, a)
    memset(&a->writer, 0, sizeof a->writer);
    s->out.result = (uint64_t)cudasimLastWriter(a->ptr, &a->writer);
    if (session.grading)
        a->writer = (CudasimWriter){.kind = CUDASIM_WRITER_UNKNOWN};
    return true;
}

static bool own_version(Serving *s)
{
    const char *text = cudasimVersion();
    answer_data(s, text, strlen(text));
    return true;
}

// ---- the program's process ------------------------------------------

static bool own_fault(Serving *s)
{
    TAKE_ARGS(FaultArgs, a)
    bool by_access = a->signal == SIGSEGV || a->signal == SIGBUS;
    a->caller_file[sizeof a->caller_file - 1] = 0;
    a->caller_line = a->caller_line < 0 ? 0 : a->caller_line;
    s->out.result = by_access && remote_fault(a->addr, a->write);
    if (s->out.result || !a->ends)
        return true;
    rt_lock();
    const char *file = s->in.file == PLACE_text ? place_text(s->in.where) : place_file(s->in.file);
    int line = file ? (int)s->in.line : report_call_place(&file);
    if (session.crashes)
        session.crashes(a, file, line);
    else
        host_fault_tell(a, file, line);
    rt_unlock();
    return true;
}

// Launches that the program does not wait for. Their errors are the thread's last one.
static bool own_launches(Serving *s)
{
    uint32_t n = s->in.data_bytes;
    uint8_t *list = must_malloc(n, 1); // the program cannot change it
    memcpy(list, s->channel->from_program, n);
    bool right = session.ahead;
    AheadLaunch l;
    s->along_at = 0;
    for (uint32_t at = 0; right && at < n && !device.interrupted; at += l.bytes) {
        right = n - at >= sizeof l;
        if (!right)
            break;
        memcpy(&l, list + at, sizeof l);
        right = l.bytes >= sizeof l && l.bytes <= n - at && l.param_bytes <= l.bytes - sizeof l;
        if (!right)
            break;
        s->along = list + at + sizeof l;
        s->along_bytes = l.param_bytes;
        if (l.per_thread)
            rt_default_per_thread();
        rt_driver_function(l.driver);
        const Args_cudaLaunchKernel *a = &l.launch;
        cudaLaunchKernel(a->function, a->grid, a->block, NULL, a->shared, a->stream);
    }
    free(list);
    return right;
}

static bool own_end(Serving *s)
{
    (void)s;
    if (!session.grading) {
        rt_end();
        return true;
    }
    rt_lock(); // a submission does not decide when the counting ends
    if (rt.started)
        rt_flush_print();
    rt_unlock();
    return true;
}

static bool own_task(Serving *s)
{
    void (*work)(const char *) = session.work;
    char *text = text_of(s);
    bool right = work && text;
    session.work = NULL; // only the first time
    if (right)
        work(text);
    free(text);
    return right;
}

bool own_call(Serving *s)
{
    switch ((int)s->in.number) {
    case CALL_cudaDeviceGetPCIBusId: return own_pci_bus_id(s);
    case CALL_cudaFuncGetName: return own_name(s);
    case CALL_cudaLibraryEnumerateKernels: return own_kernels(s);
    case CALL_cudaGraphDebugDotPrint: return own_dot(s);
    case CALL_cudaGraphKernelNodeGetParams: return own_kernel_params(s);
    case CALL_launches: return own_launches(s);
    case CALL_graph_bodies: return own_bodies(s);
    case CALL_cudaStreamGetCaptureInfo: return own_capture_info(s);
    case CALL_cudaMemPoolGetAttribute:
    case CALL_cudaMemPoolSetAttribute: return own_pool_attribute(s);
    case CALL_cudaMemPoolSetAccess: return own_pool_access(s);
    case CALL_cudaSetValidDevices: return own_devices(s);
    case CALL_cudasimVersion: return own_version(s);
    case CALL_cudasimMark: return own_mark(s);
    case CALL_cudasimBudget: return own_budget(s);
    case CALL_cudasimHostWork: return own_host_work(s);
    case CALL_cudasimSpent: return own_spent(s);
    case CALL_cudasimFunctionBegins: return own_function_begins();
    case CALL_cudasimFunctionReturns: return own_function_returns(s);
    case CALL_cudasimLastWriter: return own_last_writer(s);
    case CALL_register_binary:
    case CALL_register_function:
    case CALL_register_variable:
    case CALL_register_managed:
    case CALL_register_host_variable: return own_registration(s);
    case CALL_missing_function: return own_missing(s);
    case CALL_new_place: return own_place(s);
    case CALL_host_fault: return own_fault(s);
    case CALL_end_program: return own_end(s);
    case CALL_next_task: return own_task(s);
    default: return false;
    }
}
