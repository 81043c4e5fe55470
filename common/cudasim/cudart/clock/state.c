// state.c - the state of the runtime, its one lock, and errors that stick.
#include "state.h"

#include "sim/host.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

Runtime rt;

static pthread_mutex_t lock;
static pthread_once_t lock_once = PTHREAD_ONCE_INIT;

static void make_lock(void)
{
    pthread_mutexattr_t attr;
    pthread_mutexattr_init(&attr);
    pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&lock, &attr);
    pthread_mutexattr_destroy(&attr);
}

void rt_lock(void)
{
    pthread_once(&lock_once, make_lock);
    pthread_mutex_lock(&lock);
}

bool rt_try_lock(void)
{
    pthread_once(&lock_once, make_lock);
    return !pthread_mutex_trylock(&lock);
}

void rt_unlock(void) { pthread_mutex_unlock(&lock); }

void rt_say(const char *format, ...)
{
    char text[2048] = "cudasim: ";
    size_t n = strlen(text), room = sizeof text - n - 1;
    va_list ap;
    va_start(ap, format);
    int more = vsnprintf(text + n, room, format, ap);
    va_end(ap);
    n += more < 0 ? 0 : (size_t)more < room ? (size_t)more : room - 1;
    text[n++] = '\n';
    host_process.complain(text, n);
}

void rt_flush_print(void)
{
    const char *text;
    size_t n = printf_take(&text);
    if (n)
        host_process.print(text, n);
}

void rt_fault(cudaError_t e)
{
    rt.launch_errors++;
    if (!rt_pending())
        rt.pending[device.number] = e;
}

cudaError_t rt_waited(void)
{
    rt_flush_print();
    for (int d = 0; d < model.devices && rt_pending(); d++) // the process loses all devices
        if (!rt.dead[d])
            rt.dead[d] = rt_pending();
    return rt_dead();
}
