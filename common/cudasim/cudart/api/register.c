// register.c - what nvcc's generated code calls: modules, kernels, variables.
//
// A constructor of the program registers each fat binary, with the names of the kernels
// and variables in it. Nothing is read before the first use of a kernel or variable; then
// the whole module is parsed, linked and placed in device memory. Each device that uses a module
// has it in its own memory, except managed variables.
#include "register.h"

#include "alloc.h"
#include "context.h"
#include "handles.h"
#include "observers/pages.h"
#include "sim/host.h"

#include <stdlib.h>
#include <string.h>

enum { WRAPPER_MAGIC = 0x466243b1, WRAPPER_PARTS = 2, MAX_PARTS = 4096 };

static Binary *binaries; // all, the last one first

// ---- loading --------------------------------------------------------

typedef struct {
    PtxText *text;
    unsigned n;
    char why[PTX_ERROR_MAX]; // why the last part without PTX has none
    bool broken;
} Texts;

// A fat binary begins with 16 bytes, which say how long it is (ptx/fatbin.c).
enum { FATBIN_HEADER = 16 };
static const uint64_t MAX_FATBIN = 256 << 20;

// Copies the fat binary at an address of the host; free it.
static uint8_t *read_fatbin(uint64_t at, size_t *bytes)
{
    uint8_t header[FATBIN_HEADER], *data;
    uint16_t size;
    uint64_t entries;
    host_process.read(header, at, sizeof header);
    memcpy(&size, header + 6, sizeof size);
    memcpy(&entries, header + 8, sizeof entries);
    bool bad = memcmp(header, (uint8_t[]){0x50, 0xed, 0x55, 0xba}, 4) || size < sizeof header ||
               entries > MAX_FATBIN;
    *bytes = bad ? sizeof header : size + (size_t)entries; // fatbin_ptx says what is wrong
    data = must_malloc(*bytes, 1);
    if (bad)
        memcpy(data, header, sizeof header);
    else
        host_process.read(data, at, *bytes);
    return data;
}

// As fatbin_ptx, of the fat binary at an address of the host.
static int find_ptx(uint64_t at, PtxText *text, char *why)
{
    size_t bytes;
    uint8_t *data = read_fatbin(at, &bytes);
    *text = (PtxText){0};
    int found = fatbin_ptx(data, bytes, model.cc_major * 10 + model.cc_minor, text, why);
    free(data);
    return found;
}

static void add_text(Texts *t, uint64_t at)
{
    t->text = must_realloc(t->text, t->n + 1, sizeof *t->text);
    int found = find_ptx(at, &t->text[t->n], t->why);
    if (found > 0)
        t->n++;
    else
        free(t->text[t->n].cubin);
    if (found < 0)
        t->broken = true;
}

// Parts that were compiled to be linked (nvcc -rdc=true): what runs on a GPU is the machine code
// that nvlink has made of all parts, in the fat binary at `linked`, and not that of a part.
static void set_linked(Texts *t, uint64_t linked)
{
    char ignored[PTX_ERROR_MAX];
    PtxText all = {0};
    if (linked)
        find_ptx(linked, &all, ignored);
    for (unsigned i = 0; i < t->n; i++) {
        PtxText *text = &t->text[i];
        text->separate = true;
        free(text->cubin);
        text->cubin = all.cubin ? must_malloc(all.cubin_bytes, 1) : NULL;
        text->cubin_bytes = all.cubin_bytes;
        if (all.cubin)
            memcpy(text->cubin, all.cubin, all.cubin_bytes);
    }
    free(all.text);
    free(all.cubin);
}

// The PTX of all parts. A part without PTX (the device runtime library that -rdc links) is
// no error if another part has PTX.
static cudaError_t collect_texts(const Binary *b, Texts *t)
{
    const FatWrapper *w = &b->wrapper;
    const uint64_t base = w->version == WRAPPER_TOGETHER ? w->data : 0;
    if ((w->version == WRAPPER_PARTS || base) && w->parts) {
        uint64_t part;
        for (unsigned i = 0; i < MAX_PARTS; i++) {
            host_process.read(&part, base + w->parts + i * sizeof part, sizeof part);
            if (!part)
                break;
            add_text(t, base + part);
        }
        set_linked(t, base ? 0 : w->data);
    } else if (w->data) {
        add_text(t, w->data);
    }
    for (unsigned i = 0; i < t->n; i++)
        t->text[i].handed_over = b->handed_over;
    if (t->n == 0 || t->broken) {
        rt_say("a module cannot be loaded: %s", *t->why ? t->why : "the fat binary is empty");
        return t->broken ? cudaErrorInvalidKernelImage : cudaErrorNoKernelImageForDevice;
    }
    return cudaSuccess;
}

// The program of another device that has loaded the same binary; NULL: none.
static const Program *loaded_elsewhere(const Binary *b)
{
    const Binary *first = b->on[0] ? b->on[0] : b;
    for (int d = 0; d < model.devices; d++)
        if (first->on[d] && first->on[d] != b && first->on[d]->program)
            return first->on[d]->program;
    return NULL;
}

enum { PTX_NEWEST = 90 }; // the PTX version that nvcc 13.0 writes

static void bind_variables(Binary *b)
{
    for (Variable *v = b->variables; v; v = v->next) {
        v->symbol = program_variable(b->program, v->name);
        if (!v->managed || !v->symbol)
            continue;
        host_process.write(v->managed, &v->symbol->address, sizeof v->symbol->address);
        pages_watch();
    }
}

cudaError_t binary_load_ptx(Binary *b, const PtxText *text, unsigned n)
{
    char error[PTX_ERROR_MAX] = "";
    b->tried = true;
    for (unsigned i = 0; i < n; i++)
        if (text[i].version > b->ptx_version)
            b->ptx_version = text[i].version;
    b->program = program_load_again(loaded_elsewhere(b), text, n, error);
    if (b->program) {
        bind_variables(b);
        return cudaSuccess;
    }
    bool newer = b->ptx_version > PTX_NEWEST;
    rt_say("a module cannot be loaded: %s%s", error,
           newer ? " (its PTX is newer than that of nvcc 13.0)" : "");
    return newer ? cudaErrorUnsupportedPtxVersion : cudaErrorInvalidPtx;
}

cudaError_t binary_load(Binary *b)
{
    if (b->tried)
        return b->error;
    b->tried = true;
    Texts t = {0};
    b->error = collect_texts(b, &t);
    if (!b->error)
        b->error = binary_load_ptx(b, t.text, t.n);
    for (unsigned i = 0; i < t.n; i++) {
        free(t.text[i].text);
        free(t.text[i].cubin);
    }
    free(t.text);
    return b->error;
}

static void binary_unload(Binary *b)
{
    for (Kernel *k = b->kernels; k; k = k->next) {
        k->code = NULL;
        k->error = cudaSuccess;
        k->max_dynamic = k->carveout = -1;
        k->nonportable_cluster = false;
    }
    for (Variable *v = b->variables; v; v = v->next)
        v->symbol = NULL;
    b->program = NULL; // not freed: later reports may name its lines
    b->tried = false;
    b->error = cudaSuccess;
}

void register_forget(void)
{
    for (Binary *b = binaries; b; b = b->next)
        if (b->device == device.number)
            binary_unload(b);
}

Kernel *kernel_new(Binary *b, const char *name)
{
    Kernel *k = must_malloc(1, sizeof *k);
    *k = (Kernel){.binary = b, .name = must_strdup(name), .max_dynamic = -1, .carveout = -1};
    return k;
}

static cudaError_t load_kernel(Kernel *k)
{
    if (k->code || k->error)
        return k->error;
    k->error = binary_load(k->binary);
    if (k->error)
        return k->error;
    k->code = program_entry(k->binary->program, k->name);
    if (!k->code) {
        rt_say("kernel %s: not found in the PTX of its module", k->name);
        return k->error = cudaErrorInvalidDeviceFunction;
    }
    const char *why = code_error(k->code);
    if (why) {
        rt_say("kernel %s cannot run: %s", k->code->name, why);
        k->error = cudaErrorInvalidPtx;
    }
    return k->error;
}

// ---- on other devices -----------------------------------------------

// A library is on the device on which the program has loaded it.
static Binary *binary_on_device(Binary *b)
{
    if (b->device == device.number)
        return b;
    if (b->handed_over) {
        if (rt_is_driver_call()) // a module is of a context
            return NULL;
        rt_say("a kernel or variable of a library is used on device %u, but the library was loaded "
               "on device %u",
               device.number, b->device);
        return NULL;
    }
    if (!b->on[device.number]) {
        Binary *copy = b->on[device.number] = must_calloc(1, sizeof *copy);
        *copy = (Binary){.wrapper = b->wrapper, .next = binaries, .device = device.number};
        if (b->wrapper.magic != WRAPPER_MAGIC)
            copy->tried = true, copy->error = b->error;
        copy->on[0] = b->on[0] = b;
        binaries = copy;
    }
    return b->on[device.number];
}

static cudaError_t not_there(void)
{
    return rt_is_driver_call() ? cudaErrorInvalidResourceHandle : cudaErrorNotSupported;
}

static Kernel *kernel_on_device(Kernel *k)
{
    Binary *b = binary_on_device(k->binary);
    if (!b || b == k->binary)
        return b ? k : NULL;
    Kernel **copy = &k->on[device.number];
    if (!*copy) {
        *copy = kernel_new(b, k->name);
        (*copy)->next = b->kernels;
        b->kernels = *copy;
    }
    return *copy;
}

static Variable *variable_on_device(Variable *v)
{
    Binary *b = binary_on_device(v->binary);
    if (!b || b == v->binary)
        return b ? v : NULL;
    Variable **copy = &v->on[device.number];
    if (!*copy) {
        *copy = must_malloc(1, sizeof **copy);
        **copy = (Variable){.binary = b, .name = v->name, .next = b->variables};
        b->variables = *copy;
        if (b->program)
            (*copy)->symbol = program_variable(b->program, v->name);
    }
    return *copy;
}

const Kernel *kernel_with(const Code *c)
{
    for (const Binary *b = binaries; b; b = b->next)
        for (const Kernel *k = b->kernels; k; k = k->next)
            if (k->code == c)
                return k;
    return NULL;
}

cudaError_t kernel_find(const void *function, Kernel **kernel)
{
    if (!function)
        return cudaErrorInvalidDeviceFunction;
    *kernel = handle_get(function, HANDLE_kernel);
    if (!*kernel)
        return cudaErrorInvalidResourceHandle;
    *kernel = kernel_on_device(*kernel);
    return *kernel ? load_kernel(*kernel) : not_there();
}

cudaError_t variable_find(const void *symbol, uint64_t *address, size_t *size)
{
    Variable *v = handle_get(symbol, HANDLE_variable);
    if (v) {
        v = variable_on_device(v);
        cudaError_t e = v ? binary_load(v->binary) : not_there();
        if (e)
            return e;
        if (!v->symbol)
            return cudaErrorInvalidSymbol;
        *address = v->symbol->address;
        *size = v->symbol->size;
        return cudaSuccess;
    }
    // In host code the name of a managed variable is the address of its memory.
    Alloc *a = mem_find((uintptr_t)symbol);
    if (!a || a->kind != MEM_managed || a->addr != (uintptr_t)symbol)
        return cudaErrorInvalidSymbol;
    *address = a->addr;
    *size = a->size;
    return cudaSuccess;
}

// ---- registration ---------------------------------------------------

static Binary *binary_find(void **handle)
{
    Binary *b = binaries;
    while (b && b != (Binary *)handle)
        b = b->next;
    return b;
}

void **__cudaRegisterFatBinary(void *wrapper)
{
    rt_lock();
    Binary *b = must_calloc(1, sizeof *b);
    host_process.read(&b->wrapper, (uintptr_t)wrapper, sizeof b->wrapper);
    b->next = binaries;
    binaries = b;
    if (b->wrapper.magic != WRAPPER_MAGIC) {
        rt_say("a fat binary has no valid header (magic %08x)", b->wrapper.magic);
        b->tried = true;
        b->error = cudaErrorInvalidKernelImage;
    }
    rt_unlock();
    return (void **)b;
}

char __cudaInitModule(void **handle)
{
    cudaError_t e = rt_enter(NULL, 0, true);
    Binary *b = binary_find(handle);
    if (!e && b)
        e = binary_load(b);
    rt_leave(e);
    return !e;
}

void __cudaRegisterFunction(void **handle, const char *host, char *device_function,
                            const char *name, int thread_limit, uint3 *tid, uint3 *bid, dim3 *block,
                            dim3 *grid, int *warp_size)
{
    (void)device_function, (void)thread_limit, (void)tid, (void)bid;
    (void)block, (void)grid, (void)warp_size;
    rt_lock();
    Binary *b = binary_find(handle);
    if (b) {
        Kernel *k = kernel_new(b, name);
        k->next = b->kernels;
        b->kernels = k;
        handle_put(host, HANDLE_kernel, k);
        handle_put(k, HANDLE_kernel, k); // a cudaKernel_t is a handle, too
    }
    rt_unlock();
}

static void add_variable(void **handle, const void *host, uint64_t managed, const char *name)
{
    rt_lock();
    Binary *b = binary_find(handle);
    if (b) {
        Variable *v = must_malloc(1, sizeof *v);
        *v = (Variable){
            .binary = b, .name = must_strdup(name), .next = b->variables, .managed = managed};
        b->variables = v;
        handle_put(host, HANDLE_variable, v);
    }
    rt_unlock();
}

void __cudaRegisterVar(void **handle, char *host, char *device_address, const char *name, int ext,
                       size_t size, int constant, int global)
{
    (void)device_address, (void)ext, (void)size, (void)constant, (void)global;
    add_variable(handle, host, 0, name);
}

void __cudaRegisterManagedVar(void **handle, void **host, char *device_address, const char *name,
                              int ext, size_t size, int constant, int global)
{
    (void)device_address, (void)ext, (void)size, (void)constant, (void)global;
    add_variable(handle, host, (uintptr_t)host, name);
}

// Kernels that read a host variable directly need a GPU that shares the
// host's page tables; this one does not.
void __cudaRegisterHostVar(void **handle, const char *name, char *host, size_t size)
{
    (void)handle, (void)host, (void)size;
    rt_say("host variable %s cannot be used in kernels on this GPU", name);
}

// The stub of a kernel asks for its handle once, before the first launch. If the module
// cannot be loaded, the launch reports it.
cudaError_t __cudaGetKernel(cudaKernel_t *kernel, const void *function)
{
    rt_lock();
    Kernel *k = handle_get(function, HANDLE_kernel);
    cudaError_t e = k && kernel ? cudaSuccess : cudaErrorInvalidDeviceFunction;
    if (kernel)
        *kernel = (cudaKernel_t)k;
    return rt_leave(e);
}

cudaError_t cudaGetKernel(cudaKernel_t *kernel, const void *function)
{
    ENTER();
    if (!kernel)
        LEAVE(cudaErrorInvalidValue);
    Kernel *k;
    cudaError_t e = kernel_find(function, &k);
    if (!e) // the handle is the same for all devices
        *kernel = (cudaKernel_t)handle_get(function, HANDLE_kernel);
    LEAVE(e);
}

// A function is a kernel's handle, too.
cudaError_t cudaGetFuncBySymbol(cudaFunction_t *function, const void *symbol)
{
    ENTER();
    Kernel *k;
    if (!function)
        LEAVE(cudaErrorInvalidValue);
    if (kernel_find(symbol, &k))
        LEAVE(cudaErrorInvalidDeviceFunction);
    *function = (cudaFunction_t)handle_get(symbol, HANDLE_kernel);
    LEAVE(cudaSuccess);
}

cudaError_t variable_part(const void *symbol, size_t n, size_t offset, uint64_t *at)
{
    size_t size;
    cudaError_t e = variable_find(symbol, at, &size);
    if (e)
        return e;
    if (offset > size || n > size - offset) {
        char text[120];
        snprintf(text, sizeof text, "%zu bytes at offset %zu of a variable of %zu bytes", n, offset,
                 size);
        EACH_HOOK(call_problem, (CALL_mistake, "copy out of bounds", text));
        return cudaErrorInvalidValue;
    }
    *at += offset;
    return cudaSuccess;
}
