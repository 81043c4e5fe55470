// sparse_gpu.cu - runs every function of lab 11's solution and prints a hash of the output, so that
// a GPU and the simulator can be compared:
//
//   nvcc -O2 -arch=sm_90 -lineinfo -Icommon -o build/sparse_gpu tests/gpu/sparse_gpu.cu
//   build/sparse_gpu
//
// Ranks are compared to 10 digits: the order of the additions by atomics differs from run to run.
#include "../solutions/11_sparse/sparse.cu"

#include <math.h>
#include <vector>

#include "gpu.h"

template <typename T>
static T *to_device(const std::vector<T> &v)
{
    T *p;
    CUDA_CHECK(cudaMalloc(&p, (v.size() + 1) * sizeof(T)));
    CUDA_CHECK(cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice));
    return p;
}

template <typename T>
static void show(const char *what, const char *rows, const T *p, size_t n)
{
    std::vector<T> v(n);
    CUDA_CHECK(cudaMemcpy(v.data(), p, n * sizeof(T), cudaMemcpyDeviceToHost));
    printf("%-10s %-8s %016llx\n", what, rows,
           (unsigned long long)hash_bytes(v.data(), n * sizeof(T)));
}

static void show_ranks(const char *what, const double *p, size_t n)
{
    std::vector<double> v(n);
    std::vector<long long> rounded(n);
    CUDA_CHECK(cudaMemcpy(v.data(), p, n * sizeof(double), cudaMemcpyDeviceToHost));
    for (size_t i = 0; i < n; i++)
        rounded[i] = llround(v[i] * 1e10);
    printf("%-10s %-8s %016llx\n", what, "graph",
           (unsigned long long)hash_bytes(rounded.data(), n * sizeof(long long)));
}

struct Rows {
    const char *name;
    int rows, cols, (*length)(int row);
};

static const Rows forms[] = {
    {"short", 3001, 2500, [](int) { return (int)(next_bits() % 9); }},
    {"long", 203, 1999, [](int) { return 100 + (int)(next_bits() % 201); }},
    {"giant", 1000, 1000, [](int row) { return row == 345 ? 5000 : (int)(next_bits() % 4); }},
};

static void run_products(const Rows &form)
{
    std::vector<int> start(form.rows + 1), column;
    std::vector<float> value, x(form.cols), b(form.cols * 40);
    state = form.rows;
    for (int row = 0; row < form.rows; row++) {
        start[row + 1] = start[row] + form.length(row);
        for (int k = start[row]; k < start[row + 1]; k++) {
            column.push_back((int)(next_bits() % form.cols));
            value.push_back((float)(next_bits() % 17) - 8);
        }
    }
    for (float &v : x)
        v = (float)(next_bits() % 17) - 8;
    for (float &v : b)
        v = (float)(next_bits() % 17) - 8;
    SparseMatrix a = {form.rows,        form.cols,         start[form.rows],
                      to_device(start), to_device(column), to_device(value)};
    float *d_x = to_device(x), *d_b = to_device(b), *y, *c;
    CUDA_CHECK(cudaMalloc(&y, form.rows * sizeof *y));
    CUDA_CHECK(cudaMalloc(&c, form.rows * 40 * sizeof *c));
    auto product = [&](const char *what, void (*f)(float *, SparseMatrix, const float *)) {
        CUDA_CHECK(cudaMemset(y, 0x55, form.rows * sizeof *y));
        f(y, a, d_x);
        show(what, form.name, y, form.rows);
    };
    product("threads", sparse_threads);
    product("warps", sparse_warps);
    for (int lanes : {2, 8, 16, 0}) {
        char what[16];
        snprintf(what, sizeof what, "lanes_%d", lanes);
        CUDA_CHECK(cudaMemset(y, 0x55, form.rows * sizeof *y));
        sparse_lanes(y, a, d_x, lanes);
        show(what, form.name, y, form.rows);
    }
    product("segments", sparse_segments);
    for (int width : {1, 40}) {
        sparse_dense(c, a, d_b, width);
        show(width == 1 ? "dense_1" : "dense_40", form.name, c, form.rows * width);
    }
    CUDA_CHECK(cudaFree((void *)a.start));
    CUDA_CHECK(cudaFree((void *)a.column));
    CUDA_CHECK(cudaFree((void *)a.value));
    CUDA_CHECK(cudaFree(d_x));
    CUDA_CHECK(cudaFree(d_b));
    CUDA_CHECK(cudaFree(y));
    CUDA_CHECK(cudaFree(c));
}

static void run_list()
{
    enum { ROWS = 700, NONZEROS = 5003 };
    std::vector<int> row(NONZEROS), column(NONZEROS);
    std::vector<float> value(NONZEROS);
    state = 6;
    for (int i = 0; i < NONZEROS; i++) {
        row[i] = (int)(next_bits() % ROWS);
        column[i] = (int)(next_bits() % 999);
        value[i] = (float)(next_bits() % 17) - 8;
    }
    int *from_row = to_device(row), *from_column = to_device(column), *start, *columns;
    float *from_value = to_device(value), *values;
    CUDA_CHECK(cudaMalloc(&start, (ROWS + 1) * sizeof(int)));
    CUDA_CHECK(cudaMalloc(&columns, NONZEROS * sizeof(int)));
    CUDA_CHECK(cudaMalloc(&values, NONZEROS * sizeof(float)));
    sparse_from_list(start, columns, values, from_row, from_column, from_value, ROWS, NONZEROS);
    show("start", "list", start, ROWS + 1);
    show("column", "list", columns, NONZEROS);
    show("value", "list", values, NONZEROS);
    CUDA_CHECK(cudaFree(from_row));
    CUDA_CHECK(cudaFree(from_column));
    CUDA_CHECK(cudaFree(from_value));
    CUDA_CHECK(cudaFree(start));
    CUDA_CHECK(cudaFree(columns));
    CUDA_CHECK(cudaFree(values));
}

static void run_ranks()
{
    enum { PAGES = 3000, LINKS = 20011 };
    std::vector<int> start(PAGES + 1), source(LINKS), out(PAGES);
    std::vector<double> rank(PAGES, 1.0 / PAGES);
    state = 7;
    for (int page = 0; page < PAGES; page++) // half of the links go to the first 55 pages
        start[page + 1] = page + 1 < PAGES / 55
                              ? (page + 1) * (LINKS / 2) / (PAGES / 55)
                              : LINKS / 2 + (int)((page + 1) * (LINKS - LINKS / 2LL) / PAGES);
    for (int k = 0; k < LINKS; k++)
        out[source[k] = (int)(next_bits() % (PAGES / 5 * 4))]++;
    LinkGraph g = {PAGES, LINKS, to_device(start), to_device(source), to_device(out)};
    double *now = to_device(rank), *next = to_device(rank);
    rank_step(next, g, now);
    show_ranks("step", next, PAGES);
    int steps;
    rank_converge(now, &steps, g, 1e-4);
    show_ranks("converge", now, PAGES);
    printf("%-10s %-8s %d\n", "steps", "graph", steps);
    CUDA_CHECK(cudaFree((void *)g.start));
    CUDA_CHECK(cudaFree((void *)g.source));
    CUDA_CHECK(cudaFree((void *)g.out));
    CUDA_CHECK(cudaFree(now));
    CUDA_CHECK(cudaFree(next));
}

int main()
{
    for (const Rows &form : forms)
        run_products(form);
    run_list();
    run_ranks();
    return 0;
}
