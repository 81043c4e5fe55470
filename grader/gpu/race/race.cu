// race.cu - `make race`: which contestants there are, their times, the table and the CSV file.
//
//     race check|time [LAB]...     started by build/gpu/gpu, which has compiled the objects
//     race small [LAB]...          small sizes, as the simulator predicts them: once there, since
//                                  virtual times do not vary
//
// Objects, by environment: RACE_LAB_NN (the lab's file), RACE_YOURS_NN and RACE_FASTEST_NN (the
// student's and the course's fastest.cu). RACE_CSV=file writes CSV there; RACE_DRIVER is the
// driver's version as nvidia-smi prints it. RACE_PREDICTED=file is the CSV of a prediction; its
// times stand beside the measured ones.
#include "race.h"
#include <algorithm>
#include <dlfcn.h>
#include <math.h>
#include <map>
#include <string.h>

static int failures;
static bool only_checks, only_small, simulated;
static FILE *csv;
static std::string current_lab; // "05"

bool race_checks() { return only_checks; }

// ---- objects ----------------------------------------------------------------------------------

void *race_symbol(const char *whose, const char *name)
{
    static std::map<std::string, void *> opened;
    std::string variable = "RACE_";
    for (const char *c = whose; *c; c++)
        variable += (char)toupper(*c);
    variable += "_" + current_lab;
    const char *path = getenv(variable.c_str());
    if (!path)
        return nullptr;
    void *&object = opened[path];
    if (!object && !(object = dlopen(path, RTLD_NOW | RTLD_LOCAL))) {
        fprintf(stderr, "race: %s\n", dlerror());
        exit(3);
    }
    return dlsym(object, name);
}

// ---- times ------------------------------------------------------------------------------------

struct Times {
    float median, least, most; // milliseconds
};

static std::vector<Times> measure(const std::vector<Contestant> &all, bool dirty)
{
    std::vector<std::vector<float>> ms(all.size());
    cudaEvent_t start, stop;
    CUDA_CHECK(cudaEventCreate(&start));
    CUDA_CHECK(cudaEventCreate(&stop));
    int runs = simulated ? 1 : RUNS;
    for (int run = -WARM_UP; run < runs; run++) {
        for (size_t c = 0; c < all.size(); c++) {
            float t;
            flush_cache(dirty);
            CUDA_CHECK(cudaEventRecord(start));
            all[c].work(run + WARM_UP);
            CUDA_CHECK(cudaEventRecord(stop));
            CUDA_CHECK(cudaEventSynchronize(stop));
            CUDA_CHECK(cudaEventElapsedTime(&t, start, stop));
            if (run >= 0)
                ms[c].push_back(t);
        }
    }
    std::vector<Times> result;
    for (auto &m : ms) {
        std::sort(m.begin(), m.end());
        result.push_back({m[m.size() / 2], m.front(), m.back()});
    }
    CUDA_CHECK(cudaEventDestroy(start));
    CUDA_CHECK(cudaEventDestroy(stop));
    return result;
}

static double amount(const Race &race)
{
    double n = race.unit[0] == 'M' ? 1000.0 * race.n : race.n;
    return race.unit[1] == 'B' ? race.bytes : race.unit[1] == 'F' ? race.operations : n;
}

static std::string key_of(const std::string &work, size_t n, const std::string &contestant)
{
    return work + "," + std::to_string(n) + "," + contestant;
}

// The simulator's milliseconds, by key_of(): the rows of the CSV file of a prediction.
static std::map<std::string, double> read_predictions()
{
    std::map<std::string, double> result;
    char line[512];
    FILE *f = getenv("RACE_PREDICTED") ? fopen(getenv("RACE_PREDICTED"), "r") : nullptr;
    while (f && fgets(line, sizeof line, f)) {
        char *end = line;
        for (int comma = 0; end && comma < 3; comma++)
            end = strchr(comma ? end + 1 : end, ',');
        if (end && line[0] != '#')
            result[std::string(line, end)] = atof(end + 1);
    }
    if (f)
        fclose(f);
    return result;
}

// 0: there is no prediction for this size.
static double predicted(const std::string &key)
{
    static const std::map<std::string, double> all = read_predictions();
    auto row = all.find(key);
    return row == all.end() ? 0 : row->second;
}

// A ratio, and the work that it is of.
typedef std::pair<double, std::string> Ratio;
static std::map<std::string, std::vector<Ratio>> *collected; // by contestant, of race_many()

void race_many(const std::string &works, int count, const std::function<void(int i)> &one)
{
    std::map<std::string, std::vector<Ratio>> ratios;
    collected = &ratios;
    for (int i = 0; i < count; i++)
        one(i);
    collected = nullptr;
    for (auto &row : ratios) {
        std::vector<Ratio> &all = row.second;
        std::sort(all.begin(), all.end());
        printf("%-24s %10zu  %-26s ratios: median %.3f, worst %.3f (%s), best %.3f\n",
               works.c_str(), all.size(), row.first.c_str(), all[all.size() / 2].first,
               all[0].first, all[0].second.c_str(), all.back().first);
        if (csv)
            fprintf(csv, "# %s of %zu, %s: median ratio %.4f, worst %.4f\n", works.c_str(),
                    all.size(), row.first.c_str(), all[all.size() / 2].first, all[0].first);
    }
    fflush(stdout);
}

static void print_times(const Race &race, const std::vector<Contestant> &all)
{
    std::vector<Times> t = measure(all, race.dirty);
    for (size_t c = 1; collected && c < all.size(); c++)
        (*collected)[all[c].name].push_back({t[0].median / t[c].median, race.work});
    if (collected)
        return;
    for (size_t c = 0; c < all.size(); c++) {
        double ratio = t[0].median / t[c].median, rate = amount(race) / t[c].median * 1e-6;
        double virtual_ms = predicted(key_of(race.work, race.n, all[c].name));
        char beside[32] = "-";
        if (virtual_ms > 0)
            snprintf(beside, sizeof beside, "%.4f", virtual_ms);
        printf("%-24s %10zu  %-26s %9.4f ms (%.4f-%.4f) %9.1f %-7s %6.3f %9s\n", race.work.c_str(),
               race.n, all[c].name.c_str(), t[c].median, t[c].least, t[c].most, rate, race.unit,
               ratio, beside);
        if (csv)
            fprintf(csv, "%s,%.5f,%.5f,%.5f,%.1f,%s,%.4f,%.0f,%.0f,%.5f\n",
                    key_of(race.work, race.n, all[c].name).c_str(), t[c].median, t[c].least,
                    t[c].most, rate, race.unit, ratio, race.bytes, race.operations, virtual_ms);
    }
    fflush(stdout);
}

void race_run(const Race &race)
{
    std::vector<Contestant> right;
    for (const Contestant &c : race.all) {
        std::string wrong;
        if (c.wrong || only_checks) {
            c.work(0);
            CUDA_CHECK(cudaDeviceSynchronize());
            wrong = c.wrong ? c.wrong() : "";
        }
        if (wrong.empty()) {
            right.push_back(c);
            continue;
        }
        printf("WRONG  %s n=%zu: %s: %s\n", race.work.c_str(), race.n, c.name.c_str(),
               wrong.c_str());
        failures++;
    }
    if (!only_checks && !right.empty())
        print_times(race, right);
}

void race_dirty(Race race)
{
    if (only_checks || simulated)
        return;
    race.work += "; dirty caches";
    race.dirty = true;
    race_run(race);
}

// ---- the labs' works ----------------------------------------------------------------------------

static const size_t timed_sizes[] = {1 << 20, 1 << 24, 1 << 28};
static const size_t small_size = 1 << 20;
// Around the sizes of tiles, blocks and grids, and of 2^k.
static const size_t checked_sizes[] = {0,     1,     2,      3,       5,       31,      33,
                                       1000,  4095,  4096,   4097,    6145,    8191,    8193,
                                       33791, 33793, 100003, 1048575, 1048577, 3000001, 10000019};

template <typename Work>
static void at_all_sizes(Work work)
{
    if (only_checks)
        for (size_t n : checked_sizes)
            work(n);
    else if (only_small)
        work(small_size);
    else
        for (size_t n : timed_sizes)
            work(n);
}

enum { SHAPES = 100 };

// The i-th of a fixed sequence of random sides, from `least` to `most`, as often below their
// geometric mean as above.
static int random_side(int i, int least, int most)
{
    unsigned x = (i + 1) * 2654435761u;
    x = (x ^ x >> 15) * 2246822519u;
    x = (x ^ x >> 13) * 3266489917u;
    return (int)(least * pow((double)most / least, (x ^ x >> 16) * 0x1p-32));
}

static void race_02()
{
    static const size_t shapes[][2] = {{1, 1},       {1, 100003}, {100003, 1}, {3, 5},
                                       {64, 64},     {63, 65},    {100, 200},  {4, 4000},
                                       {1001, 1003}, {70000, 8},  {8, 70000},  {131, 70001}};
    static const int products[][3] = {{1, 1, 1},      {1, 5, 1},          {128, 16, 256},
                                      {127, 15, 255}, {129, 17, 257},     {100, 300, 200},
                                      {64, 4096, 64}, {1000, 1001, 1002}, {513, 2047, 1025}};
    if (!only_checks) {
        race_transposes(1024, 1024);
        race_products(512, 512, 512);
        if (only_small)
            return;
        race_transposes(16384, 16384);
        race_transposes(16383, 16385);
        race_products(4096, 4096, 4096);
        race_products(1024, 1024, 1024);
        race_products(4097, 4095, 4099);
        race_products(128, 16384, 4096);
        race_many("random transposes", SHAPES, [](int i) {
            race_transposes(random_side(2 * i, 64, 16384), random_side(2 * i + 1, 64, 16384));
        });
        race_many("random products", SHAPES, [](int i) {
            race_products(random_side(3 * i, 64, 4096), random_side(3 * i + 1, 64, 4096),
                          random_side(3 * i + 2, 64, 4096));
        });
        return;
    }
    for (auto &s : shapes)
        race_transposes(s[0], s[1]);
    for (auto &s : products)
        race_products(s[0], s[1], s[2]);
}

static void race_03()
{
    for (Kind kind : {ANY, SAME})
        at_all_sizes([=](size_t n) { race_byte_histograms(n, kind); });
}
static void race_04() { at_all_sizes(race_sums); }

static void race_05()
{
    at_all_sizes(race_scans);
    for (int percent : {50, 10, 90})
        if (!only_small || percent == 50)
            at_all_sizes([=](size_t n) { race_compactions(n, percent); });
}

static void race_06()
{
    for (Kind kind : {ANY, AND3, SORTED, SAME, REVERSED, SHAKEN, DEALT, FEW_BITS})
        if (!only_small || kind == ANY)
            at_all_sizes([=](size_t n) { race_sorts(n, kind); });
}

static void race_07()
{
    at_all_sizes(race_pipelines);
    if (!only_checks) {
        race_large_products(512);
        if (only_small)
            return;
        race_large_products(2048);
        race_large_products(16384);
        return;
    }
    for (int n : {512, 576, 1088})
        race_large_products(n);
}

static void race_09()
{
    for (int nbins : {256, 2048, 16384, 60000, 65536, 1000000})
        for (Kind kind : {BELOW, ONE_BIN, POWER, SAME, SORTED})
            if (only_checks)
                at_all_sizes([=](size_t n) { race_histograms(n, nbins, kind); });
            else {
                if (kind == BELOW)
                    race_histograms(small_size, nbins, kind);
                if (!only_small)
                    race_histograms(1 << 28, nbins, kind);
            }
}

static void race_11() { race_sparse(only_small); }

static void race_12()
{
    if (only_small)
        race_lists(small_size);
    else if (!only_checks)
        for (int bits : {16, 20, 24, 26})
            race_lists((size_t)1 << bits);
    else
        for (size_t n : checked_sizes)
            race_lists(n);
    race_searches(only_small);
}

static void race_13()
{
    if (!only_checks)
        race_hash_tables(only_small ? small_size : 1 << 20);
    if (!only_checks && !only_small)
        race_hash_tables(1 << 24);
    for (size_t n : checked_sizes)
        if (only_checks)
            race_hash_tables(n);
}

static void race_14() { at_all_sizes(race_distances); }

static void race_16()
{
    static const int small[][3] = {{512, 512, 512}, {0}};
    static const int large[][3] = {
        {1024, 1024, 1024}, {2048, 2048, 2048}, {4096, 4096, 4096}, {8192, 8192, 8192},
        {4097, 4095, 4099}, {1000, 1001, 1003}, {8192, 512, 8192},  {0}};
    static const int checked[][3] = {
        {1, 1, 1},       {1, 5, 1},      {64, 64, 64},      {127, 15, 255},   {129, 17, 257},
        {100, 300, 200}, {640, 640, 64}, {513, 2047, 1025}, {1300, 72, 2600}, {0}};
    for (const int(*s)[3] = only_checks ? checked : only_small ? small : large; (*s)[0]; s++)
        race_half_products((*s)[0], (*s)[1], (*s)[2]);
}

static void race_17()
{
    if (!only_checks) {
        race_smoothings(1024);
        race_transposes(1024, 1024);
        if (only_small)
            return;
        race_smoothings(1 << 14);
        race_smoothings(1 << 18);
        race_transposes(16384, 16384);
        return;
    }
    for (int rows : {0, 1, 2, 5, 131, 3001})
        race_smoothings(rows);
    for (size_t rows : {4, 32, 100, 1004})
        race_transposes(rows, 132);
}

static void race_18()
{
    for (int blocks : {1, 16, int(MODEL_BLOCKS)})
        race_locks(blocks);
    for (int nodes : {1, 2, 1 << 10, 1 << 14})
        if (only_checks || nodes > 2)
            race_queues(nodes);
    if (!only_small)
        race_queues(only_checks ? 99991 : 1 << 20);
}

static void race_19()
{
    for (int n : {1, 2, 33, 1 << 10, 1 << 12})
        if (only_checks || n > 33) {
            race_ranks(n);
            race_waves(n, true);
            if (n <= 1 << 10)
                race_waves(n, false);
        }
    for (int n : {1 << 16, 1 << 20})
        if (!only_small && (!only_checks || n < 1 << 20)) {
            race_ranks(n);
            race_waves(n, true);
        }
}

static const struct {
    const char *number;
    void (*race)();
} raced_labs[] = {{"02", race_02}, {"03", race_03}, {"04", race_04}, {"05", race_05},
                  {"06", race_06}, {"07", race_07}, {"09", race_09}, {"11", race_11},
                  {"12", race_12}, {"13", race_13}, {"14", race_14}, {"16", race_16},
                  {"17", race_17}, {"18", race_18}, {"19", race_19}};

static bool wanted(int argc, char **argv, const char *number)
{
    for (int i = 2; i < argc; i++)
        if (!strncmp(argv[i], number, 2))
            return true;
    return argc <= 2;
}

static void open_csv(const cudaDeviceProp &gpu, const char *driver)
{
    if (!getenv("RACE_CSV"))
        return;
    csv = fopen(getenv("RACE_CSV"), "w");
    if (!csv) {
        perror(getenv("RACE_CSV"));
        exit(4);
    }
    fprintf(csv, "# %s, %s, nvcc %d.%d.%d\n", gpu.name, driver, __CUDACC_VER_MAJOR__,
            __CUDACC_VER_MINOR__, __CUDACC_VER_BUILD__);
    fprintf(csv, "work,n,contestant,median_ms,least_ms,most_ms,rate,unit,ratio,bytes,operations,"
                 "predicted_ms\n");
}

int main(int argc, char **argv)
{
    cudaDeviceProp gpu;
    int clock_khz = 0, memory_khz = 0;
    CUDA_CHECK(cudaGetDeviceProperties(&gpu, 0));
    cudaDeviceGetAttribute(&clock_khz, cudaDevAttrClockRate, 0);
    cudaDeviceGetAttribute(&memory_khz, cudaDevAttrMemoryClockRate, 0);
    // Memory that a function allocates and frees in a stream stays with the program.
    cudaMemPool_t pool;
    unsigned long long keep = ~0ull;
    CUDA_CHECK(cudaDeviceGetDefaultMemPool(&pool, 0));
    CUDA_CHECK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep));

    only_checks = argc > 1 && !strcmp(argv[1], "check");
    only_small = argc > 1 && !strcmp(argv[1], "small");
    simulated = strstr(gpu.name, "cudasim");
    const char *driver = getenv("RACE_DRIVER") ? getenv("RACE_DRIVER") : "driver not known";
    open_csv(gpu, driver);
    printf("%s, %s, nvcc %d.%d.%d, clocks at most %d MHz, memory %d MHz\n", gpu.name, driver,
           __CUDACC_VER_MAJOR__, __CUDACC_VER_MINOR__, __CUDACC_VER_BUILD__, clock_khz / 1000,
           memory_khz / 1000);
    if (!only_checks && !simulated)
        printf("Medians of %d runs after %d, (least-most), rate, the library's time / this one's, "
               "and, for small n, the milliseconds that the simulator predicts.\n",
               RUNS, WARM_UP);
    for (auto &lab : raced_labs) {
        if (!wanted(argc, argv, lab.number))
            continue;
        current_lab = lab.number;
        lab.race();
    }
    CUDA_CHECK(cudaDeviceSynchronize());
    printf("%d wrong\n", failures);
    if (csv && fclose(csv)) {
        perror("RACE_CSV");
        return 4;
    }
    return failures > 0;
}
