// library.h - for the programs of this folder: compares the results of a library on the
// GPU with those of the host, and prints one line about them.
#pragma once

#include <cstdio>
#include <vector>

#include <cuda_runtime.h>

static inline void say(const char *what, bool right)
{
    printf("%s: %s\n", what, right ? "right" : "wrong");
}

// Numbers that look random: below `limit`, the same in every run.
static inline std::vector<int> numbers(int n, int limit)
{
    std::vector<int> v(n);
    unsigned x = 1;
    for (int &i : v) {
        x = x * 1664525 + 1013904223;
        i = (int)((x >> 8) % (unsigned)limit);
    }
    return v;
}

// Device memory that goes back by itself.
template <class T>
struct Device {
    T *data = nullptr;
    size_t n;
    explicit Device(size_t count) : n(count) { cudaMalloc(&data, n * sizeof(T)); }
    explicit Device(const std::vector<T> &v) : Device(v.size())
    {
        cudaMemcpy(data, v.data(), n * sizeof(T), cudaMemcpyHostToDevice);
    }
    Device(const Device &) = delete;
    ~Device() { cudaFree(data); }
    operator T *() { return data; }
    std::vector<T> host(size_t count) const
    {
        std::vector<T> v(count);
        cudaMemcpy(v.data(), data, count * sizeof(T), cudaMemcpyDeviceToHost);
        return v;
    }
    std::vector<T> host() const { return host(n); }
};

// CUB's functions are called twice: for the bytes they need, then with them.
template <class F>
static void with_room(F call)
{
    size_t bytes = 0;
    call(nullptr, bytes);
    Device<char> room(bytes ? bytes : 1);
    call(room.data, bytes);
}
