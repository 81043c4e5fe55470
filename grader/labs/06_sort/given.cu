// sort.cu - what the skeleton of lab 06 contains in its regions: a merge without shared memory, the
// first of two steps of part 3.

    // BEGIN TODO 3c
    int d = from + t * ITEMS;
    T result[ITEMS];
    if (d < to)
        merge_items(result, a, na, b, nb, d);
    for (int k = 0; k < ITEMS && d + k < to; k++)
        out[pair + d + k] = result[k];
    // END TODO 3c
