// speed.cu - lab 11: products of a sparse matrix. cuSPARSE is opened when it is there: a
// machine without it races without it. It may look at the matrix beforehand, as it recommends.
#include "grader/gpu/race/race.h"
#include <dlfcn.h>
#include <math.h>
#if __has_include(<cusparse.h>)
#include <cusparse.h>
#define HAVE_CUSPARSE 1
#endif

typedef void Product(float *y, SparseMatrix a, const float *x);
typedef void ProductLanes(float *y, SparseMatrix a, const float *x, int lanes);
typedef int MakePlan(float *y, SparseMatrix a, const float *x);
typedef void FastestProduct(float *y, SparseMatrix a, const float *x, int plan);
typedef const char *PlanName(int plan);
typedef void ForgetPlan(int plan);

// ---- matrices ---------------------------------------------------------------------------

// How many nonzeros a row has, and whether its columns are near the diagonal.
struct RowForm {
    const char *name;
    int rows, cols;
    int (*length)(int row);
    bool near;
};

static unsigned scatter(unsigned long long i)
{
    i = (i + 0x9e3779b97f4a7c15ull) * 0xbf58476d1ce4e5b9ull;
    i = (i ^ i >> 29) * 0x94d049bb133111ebull;
    return (unsigned)(i >> 32);
}

static const RowForm forms[] = {
    {"4 per row", 1 << 22, 1 << 22, [](int) { return 4; }, true},
    {"0-8 per row", 1 << 22, 1 << 22, [](int row) { return (int)(scatter(row) % 9); }, false},
    {"8-24 per row", 1 << 20, 1 << 20, [](int row) { return (int)(scatter(row) % 17) + 8; }, true},
    {"27 per row", 1 << 20, 1 << 20, [](int) { return 27; }, false},
    {"200-312 per row", 1 << 17, 1 << 17, [](int row) { return (int)(scatter(row) % 113) + 200; },
     true},
    {"4096 per row", 1 << 13, 1 << 20, [](int) { return 4096; }, false},
    {"power law", 1 << 20, 1 << 20,
     [](int row) {
         double u = (scatter(row) + 1.0) / 4294967297.0;
         return (int)fmin(200000, 2 / pow(u, 0.8));
     },
     false},
    {"one giant row", 1 << 20, 1 << 20, [](int row) { return row == 777777 ? 1 << 24 : 4; }, false},
    {"mostly empty", 1 << 23, 1 << 20, [](int row) { return row % 16 ? 0 : 20; }, false},
    {"16 per row; small", 1 << 14, 1 << 14, [](int) { return 16; }, true},
};

// The nonzeros of a row by a block. Values are whole numbers from -3 to 3, so that sums are exact.
static __global__ void fill_rows(int *column, float *value, const int *start, int rows, int cols,
                                 bool near, unsigned seed)
{
    for (int row = blockIdx.x; row < rows; row += gridDim.x) {
        int begin = start[row], length = start[row + 1] - begin;
        int low =
            near && 2 * length < cols ? (int)((long long)row * (cols - 2 * length) / rows) : 0;
        for (int i = threadIdx.x; i < length; i += blockDim.x) {
            unsigned long long bits = (begin + i + 1) * 0x9e3779b97f4a7c15ull + seed;
            bits = (bits ^ bits >> 31) * 0xbf58476d1ce4e5b9ull;
            unsigned random = (unsigned)(bits >> 33);
            column[begin + i] = near ? low + 2 * i % cols : (int)(random % cols);
            value[begin + i] = (float)(random % 7) - 3;
        }
    }
}

static __global__ void fill_vector(float *x, int n, unsigned seed)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        x[i] = (float)((i * 2654435761u + seed) >> 20 & 1);
}

struct Matrix {
    Array<int> start, column;
    Array<float> value, x;
    SparseMatrix form;
    Matrix(const RowForm &form, const std::vector<int> &starts, unsigned seed)
        : start(starts.size()), column(starts.back()), value(starts.back()),
          x(form.cols), form{form.rows,  form.cols,   starts.back(),
                             start.data, column.data, value.data}
    {
        CUDA_CHECK(cudaMemcpy(start.data, starts.data(), starts.size() * sizeof(int),
                              cudaMemcpyHostToDevice));
        fill_rows<<<4096, 64>>>(column.data, value.data, start.data, form.rows, form.cols,
                                form.near, seed);
        fill_vector<<<1024, 256>>>(x.data, form.cols, seed);
        CUDA_CHECK(cudaGetLastError());
    }
};

// ---- cuSPARSE ---------------------------------------------------------------------------

#ifdef HAVE_CUSPARSE
#define EACH_FUNCTION(FUNCTION) \
    FUNCTION(cusparseCreate) \
    FUNCTION(cusparseCreateCsr) \
    FUNCTION(cusparseCreateDnVec) \
    FUNCTION(cusparseDestroySpMat) \
    FUNCTION(cusparseDestroyDnVec) \
    FUNCTION(cusparseSpMV_bufferSize) \
    FUNCTION(cusparseSpMV_preprocess) \
    FUNCTION(cusparseSpMV)

struct Cusparse {
#define FUNCTION(name) decltype(&::name) name;
    EACH_FUNCTION(FUNCTION)
#undef FUNCTION
    cusparseHandle_t handle;
};

// nullptr, after one line, if it cannot be used.
static Cusparse *cusparse()
{
    static Cusparse library;
    static bool tried;
    if (tried || cudasimSource) // the simulator has no driver, which cuSPARSE asks for
        return library.handle ? &library : nullptr;
    tried = true;
    void *object = dlopen("libcusparse.so.12", RTLD_NOW | RTLD_LOCAL);
    bool found = object != nullptr;
#define FUNCTION(name) \
    library.name = object ? (decltype(library.name))dlsym(object, #name) : nullptr; \
    found = found && library.name;
    EACH_FUNCTION(FUNCTION)
#undef FUNCTION
    if (!found || library.cusparseCreate(&library.handle) != CUSPARSE_STATUS_SUCCESS) {
        printf("no cuSPARSE: libcusparse.so.12 cannot be used, its times are left out\n");
        library.handle = nullptr;
    }
    return library.handle ? &library : nullptr;
}

// A product by one of its algorithms. The analysis is done once, beforehand.
struct CusparseProduct {
    Cusparse *library;
    cusparseSpMatDescr_t matrix;
    cusparseDnVecDescr_t x, y;
    cusparseSpMVAlg_t algorithm;
    std::shared_ptr<Array<char>> space;
    float one = 1, zero = 0;

    CusparseProduct(Cusparse *library, const Matrix &m, float *result, cusparseSpMVAlg_t algorithm)
        : library(library), algorithm(algorithm)
    {
        SparseMatrix a = m.form;
        library->cusparseCreateCsr(&matrix, a.rows, a.cols, a.nonzeros, (void *)a.start,
                                   (void *)a.column, (void *)a.value, CUSPARSE_INDEX_32I,
                                   CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F);
        library->cusparseCreateDnVec(&x, a.cols, m.x.data, CUDA_R_32F);
        library->cusparseCreateDnVec(&y, a.rows, result, CUDA_R_32F);
        size_t bytes = 0;
        library->cusparseSpMV_bufferSize(library->handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one,
                                         matrix, x, &zero, y, CUDA_R_32F, algorithm, &bytes);
        space = std::make_shared<Array<char>>(bytes);
        library->cusparseSpMV_preprocess(library->handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one,
                                         matrix, x, &zero, y, CUDA_R_32F, algorithm, space->data);
    }
    ~CusparseProduct()
    {
        library->cusparseDestroySpMat(matrix);
        library->cusparseDestroyDnVec(x);
        library->cusparseDestroyDnVec(y);
    }
    CusparseProduct(const CusparseProduct &) = delete;
    void run()
    {
        library->cusparseSpMV(library->handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, matrix, x,
                              &zero, y, CUDA_R_32F, algorithm, space->data);
    }
};

static void add_cusparse(Race &race, const std::vector<std::shared_ptr<Matrix>> &inputs,
                         float *result, std::function<std::string()> is_wrong)
{
    Cusparse *library = cusparse();
    if (!library)
        return;
    for (auto algorithm : {CUSPARSE_SPMV_CSR_ALG1, CUSPARSE_SPMV_CSR_ALG2}) {
        std::vector<std::shared_ptr<CusparseProduct>> products;
        for (auto &m : inputs)
            products.push_back(std::make_shared<CusparseProduct>(library, *m, result, algorithm));
        race.all.push_back(
            {std::string("cuSPARSE algorithm ") + (algorithm == CUSPARSE_SPMV_CSR_ALG1 ? "1" : "2"),
             [=](int run) { products[run % INPUTS]->run(); }, is_wrong});
    }
}
#endif

// ---- the race ---------------------------------------------------------------------------

static __global__ void plain_product(float *y, SparseMatrix a, const float *x)
{
    for (int row = blockIdx.x; row < a.rows; row += gridDim.x) {
        float sum = 0;
        for (int k = a.start[row] + threadIdx.x; k < a.start[row + 1]; k += blockDim.x)
            sum += a.value[k] * x[a.column[k]];
        if (threadIdx.x == 0)
            y[row] = 0;
        __syncthreads();
        atomicAdd(&y[row], sum);
    }
}

static void race_product(const RowForm &form, int rows)
{
    RowForm used = form;
    used.rows = rows;
    std::vector<int> starts(rows + 1);
    for (int row = 0; row < rows; row++)
        starts[row + 1] = starts[row] + form.length(row);
    std::vector<std::shared_ptr<Matrix>> inputs;
    for (int i = 0; i < INPUTS; i++)
        inputs.push_back(std::make_shared<Matrix>(used, starts, i + 1));
    int nonzeros = starts[rows];
    Array<float> want(rows + 1), got(rows + 1);
    plain_product<<<4096, 128>>>(want.data, inputs[0]->form, inputs[0]->x.data);
    CUDA_CHECK(cudaMemset(got.data, 0x55, rows * 4));
    auto is_wrong = [&] { return same_words(want.data, got.data, rows); };
    Race race = {std::string("product ") + form.name,
                 (size_t)nonzeros,
                 8.0 * nonzeros + 8.0 * rows + 4.0 * form.cols,
                 2.0 * nonzeros,
                 "GB/s",
                 {}};
#ifdef HAVE_CUSPARSE
    add_cusparse(race, inputs, got.data, is_wrong);
#endif
    // The variants with a row per thread or warp take seconds for a giant row.
    bool giant = form.rows == 1 << 20 && starts[rows] > 1 << 24 && form.length(0) == 4;
    for (const char *name : {"sparse_threads", "sparse_warps", "sparse_segments"})
        if (auto f = race_function<Product>("lab", name); f && !(giant && name[7] == 't'))
            race.all.push_back({name,
                                [=, &inputs, &got](int run) {
                                    const Matrix &m = *inputs[run % INPUTS];
                                    f(got.data, m.form, m.x.data);
                                },
                                is_wrong});
    if (auto f = race_function<ProductLanes>("lab", "sparse_lanes"); f && !giant)
        race.all.push_back({"sparse_lanes",
                            [=, &inputs, &got](int run) {
                                const Matrix &m = *inputs[run % INPUTS];
                                f(got.data, m.form, m.x.data, 0);
                            },
                            is_wrong});
    std::function<void()> forget[2];
    for (int k = 0; k < 2; k++) {
        const char *whose = k ? "fastest" : "yours";
        auto plan = race_function<MakePlan>(whose, "sparse_plan");
        auto f = race_function<FastestProduct>(whose, "sparse_fastest");
        auto name = race_function<PlanName>(whose, "sparse_plan_name");
        auto forget_plan = race_function<ForgetPlan>(whose, "sparse_forget");
        if (!plan || !f || !name || !forget_plan)
            continue;
        std::vector<int> made; // as cuSPARSE, each matrix is looked at beforehand
        for (auto &m : inputs)
            made.push_back(plan(got.data, m->form, m->x.data));
        race.all.push_back({std::string("sparse_fastest (") + whose + ") " + name(made[0]),
                            [=, &inputs, &got](int run) {
                                const Matrix &m = *inputs[run % INPUTS];
                                f(got.data, m.form, m.x.data, made[run % INPUTS]);
                            },
                            is_wrong});
        forget[k] = [=] {
            for (int one : made)
                forget_plan(one);
        };
    }
    race_run(race);
    for (auto &f : forget)
        if (f)
            f();
}

void race_sparse(bool small)
{
    for (const RowForm &form : forms)
        if (race_checks())
            for (int rows : {1, 2, 31, 33, 1000, 65537}) {
                if (rows <= form.rows)
                    race_product(form, rows);
            }
        else if (!small || form.rows <= 1 << 14)
            race_product(form, form.rows);
}
