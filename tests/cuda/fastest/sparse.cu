// sparse.cu - of the fastest sparse product, every way that a plan may choose gives the right sums:
// short rows, rows of all lengths, empty rows, one row that is longer than many tiles. All values
// are small whole numbers.
#include "check.h"

#include "solutions/11_sparse/fastest.cu"

static int length_of(int kind, int row)
{
    static const int longest[] = {4, 200, 900};
    if (kind == 3)
        return row == 50 ? 9000 : row % 3;
    return kind == 2 && row % 4 ? 0 : draw(longest[kind]);
}

static void check(int kind, int rows, int cols)
{
    int *start = managed<int>(rows + 1);
    for (int r = 0; r < rows; r++)
        start[r + 1] = start[r] + length_of(kind, r);
    int nonzeros = start[rows];
    int *column = managed<int>(nonzeros);
    float *value = managed<float>(nonzeros), *x = managed<float>(cols), *y = managed<float>(rows);
    for (int k = 0; k < nonzeros; k++) {
        column[k] = draw(cols);
        value[k] = (float)draw(8);
    }
    for (int c = 0; c < cols; c++)
        x[c] = (float)draw(8);
    SparseMatrix a = {rows, cols, nonzeros, start, column, value};
    int number = sparse_plan(y, a, x), chosen = plans[number].way;
    for (int way = 0; way <= WAYS; way++) {
        if (way < WAYS && plans[number].longest > ways[way].longest)
            continue; // no plan chooses such a way
        plans[number].way = way < WAYS ? way : chosen;
        CUDA_CHECK(cudaMemset(y, 0xff, rows * sizeof *y));
        sparse_fastest(y, a, x, number);
        CUDA_CHECK(cudaDeviceSynchronize());
        for (int r = 0; r < rows; r++) {
            float sum = 0;
            for (int k = start[r]; k < start[r + 1]; k++)
                sum += value[k] * x[column[k]];
            expect(y[r] == sum, sparse_plan_name(number), r);
        }
        forget_tiles(&plans[number]);
    }
    sparse_forget(number);
    for (void *array : {(void *)start, (void *)column, (void *)value, (void *)x, (void *)y})
        CUDA_CHECK(cudaFree(array));
}

int main(void)
{
    check(0, 3000, 1000);
    check(1, 200, 1000);
    check(2, 101, 77);
    check(3, 500, 5000);
    return mistakes != 0;
}
