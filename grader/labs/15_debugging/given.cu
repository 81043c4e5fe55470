// debugging.cu - the mistakes that the skeleton of lab 15 contains.

    // BEGIN TODO 1
    int i = blockIdx.x * BLOCK + threadIdx.x; // 1a
    if (i < n) {                              // 1b
        int most = in[i];                     // 1c
        if (i > 0)                            // 1d
            most = max(most, in[i - 1]);      // 1e
        if (i < n)                            // 1f
            most = max(most, in[i + 1]);      // 1g
        out[i] = most;                        // 1h
    }
    // END TODO 1

    // BEGIN TODO 2
    for (int round = 0; round < rounds; round++) {
        __syncthreads();                   // 2a
        int most = heat[t];                // 2b
        if (t > 0 && t < end)              // 2c
            most = max(most, heat[t - 1]); // 2d
        if (t + 1 < end)                   // 2e
            most = max(most, heat[t + 1]); // 2f
        heat[t] = most;                    // 2g
    }
    if (i < n)
        out[i] = heat[t]; // 2h
    // END TODO 2

    // BEGIN TODO 3
    int least = warp_smallest(in[min(i, n - 1)]); // 3a
    if (t % WARP_SIZE == 0)                       // 3b
        part[t / WARP_SIZE] = least;              // 3c
    __syncthreads();                              // 3d
    if (t < WARP_SIZE) {                          // 3e
        least = warp_smallest(part[t]);           // 3f
        if (t == 0)                               // 3g
            out[blockIdx.x] = least;              // 3h
    }
    // END TODO 3

    // BEGIN TODO 4
    for (int half = BLOCK / 2; half > 0; half /= 2) { // 4a
        if (t < half) {                               // 4b
            s[t] += s[t + half];                      // 4c
            __syncthreads();                          // 4d
        }
    }
    __syncthreads();           // 4e
    if (i < n)                 // 4f
        out[i] = in[i] - s[0]; // 4g
    // END TODO 4

    // BEGIN TODO 5
    triple<<<blocks, BLOCK, 0, a>>>(left, in, n);       // 5a
    CUDA_CHECK(cudaStreamWaitEvent(a, turned, 0));      // 5b
    join<<<blocks, BLOCK, 0, a>>>(out, left, right, n); // 5c
    turn<<<blocks, BLOCK, 0, b>>>(right, in, n);        // 5d
    CUDA_CHECK(cudaEventRecord(turned, b));             // 5e
    // END TODO 5

    // BEGIN TODO 6
    while (!done) {
        if (atomicCAS(key, 0, i + 1) == 0) { // 6a
            __threadfence();                 // 6b
            if (b->first >= 0 && (mine.length < b->length ||
                                  (mine.length == b->length && mine.first > b->first))) // 6c
                return;              // 6d
            b->length = mine.length; // 6e
            b->first = mine.first;   // 6f
            __threadfence();         // 6g
            atomicExch(key, 0);      // 6h
            done = true;             // 6i
        }
    }
    // END TODO 6

    // BEGIN TODO 7
    const int *first = list.data;                       // 7a
    for (int done = 0; done < n; done += DEBUG_ROOM) {  // 7b
        int count = min(DEBUG_ROOM, n - done);          // 7c
        if (list.size + count > list.room)              // 7d
            grow(&list);                                // 7e
        append<<<ceil_div(count, BLOCK), BLOCK>>>(list.data + list.size, in + done, count); // 7f
        list.size += count;                             // 7g
    }
    differences<<<ceil_div(n, BLOCK), BLOCK>>>(out, list.data, first, n); // 7h
    CUDA_CHECK(cudaGetLastError());
    // END TODO 7

    // BEGIN TODO 8
    int total = 0;                                // 8a
    for (int c = 0; c < cols; c++) {              // 8b
        int sample = in[(long long)r * cols + c]; // 8c
        total += sample * sample;                 // 8d
    }
    out[r] = total; // 8e
    // END TODO 8
