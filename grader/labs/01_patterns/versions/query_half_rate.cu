// EXPECT patterns.query.peak: twice per clock
//
// One transfer per clock cycle.
#define device_peak_bandwidth sound_peak
#include "../solutions/01_patterns/patterns.cu"
#undef device_peak_bandwidth

extern "C" long long device_peak_bandwidth(void)
{
    DeviceFigures f;
    device_query(&f);
    return f.memory_clock_khz * 1000 * f.bus_bits / 8;
}
