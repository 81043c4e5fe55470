// kernels.cl - the kernels of kernels.cu that peers run, in OpenCL C. Same work
// items, same groups, same steps; only the names of things differ.
#pragma OPENCL FP_CONTRACT OFF

kernel void vector_add(global const int *a, global const int *b, global int *c, int n)
{
    int i = get_global_id(0);
    if (i < n)
        c[i] = a[i] + b[i];
}

kernel void reduce(global const int *in, global int *out, int n)
{
    local int s[256];
    int t = get_local_id(0), i = get_global_id(0);
    s[t] = i < n ? in[i] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 128; k > 0; k >>= 1) {
        if (t < k)
            s[t] += s[t + k];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (t == 0)
        out[get_group_id(0)] = s[0];
}

kernel void compute(global const int *in, global int *out, int n)
{
    int i = get_global_id(0);
    if (i >= n)
        return;
    uint x = (uint)in[i] + (uint)i;
    float f = (float)(x & 1023) / 1024.0f;
    for (int k = 0; k < 64; k++) {
        x = x * 1664525u + 1013904223u;
        x ^= x >> 13;
        f = 3.7f * f * (1.0f - f);
    }
    out[i] = (int)x ^ as_int(f);
}
