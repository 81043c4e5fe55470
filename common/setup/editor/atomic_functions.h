// nvcc knows these functions without a header, and clang does not. An editor needs only their types;
// no program is compiled with this file.
#pragma once

enum { __NV_ATOMIC_RELAXED, __NV_ATOMIC_ACQUIRE = 2, __NV_ATOMIC_RELEASE, __NV_ATOMIC_ACQ_REL };
enum { __NV_THREAD_SCOPE_BLOCK = 2, __NV_THREAD_SCOPE_CLUSTER, __NV_THREAD_SCOPE_DEVICE };

template <typename T>
__attribute__((device)) T __nv_atomic_load_n(T *from, int order, int scope);
template <typename T, typename Value>
__attribute__((device)) void __nv_atomic_store_n(T *to, Value value, int order, int scope);
