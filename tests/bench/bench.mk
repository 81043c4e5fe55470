# bench.mk - the programs that measure, and the commands that run them.

# ---- commands for developers ----------------------------------------------------------------

# Compared with Oclgrind and PoCL if they are installed; see the README.
OPENCL = $(if $(filter bench-sim,$(MAKECMDGOALS)),$(shell \
    echo 'int main(void) { return clGetPlatformIDs(0, 0, 0); }' | \
    $(CC) -include CL/cl.h -x c - -o /dev/null -lOpenCL 2>/dev/null && \
    echo build/bench/bench_opencl))

BENCH := $(addprefix build/bench/,bench_sim bench_jobs kernels.ptx calls_inside calls start)
BENCH += build/cudasim build/runner build/client build/tests/fake/kind_right.so $(OPENCL)
bench-sim: $(BENCH) ## how fast the simulator is
	@$(built) build/bench/bench_sim build/bench/kernels.ptx 21 $(filter %/bench_opencl,$^) tests/bench/kernels.cl
	@echo; build/bench/bench_jobs build/bench/kernels.ptx
	@sh tests/bench/release.sh
	@echo; build/bench/calls_inside 'one process'; build/cudasim build/bench/calls 'two processes'
	@build/bench/start

bench-race: $(SIMULATED) ## virtual times of the races and those of an H200: renews tests/data/race_predicted.csv
	@RACE_CSV=build/predicted.csv build/gpu/gpu --nvcc '$(NVCC)' --submission solutions --race-predict
	@awk -f tests/bench/race.awk tests/data/race_predicted.csv build/predicted.csv tests/data/h200_race.csv \
	    >build/race_predicted.csv
	@mv build/race_predicted.csv tests/data/race_predicted.csv

bench-time: $(LIBCUDART) build/cudasim build/bench/bench_time nvcc ## virtual times and those of an H200
	@NVCC='$(NVCC)' sh tests/bench/time.sh

bench-edit: $(LIBCUDART) $(PROGRAMS) nvcc ## how long a student waits after an edit, and nvcc alone: LAB=name REPEAT=n
	@NVCC='$(NVCC)' REPEAT='$(or $(REPEAT),3)' sh tests/bench/edit.sh $(LAB)

# ---- programs -------------------------------------------------------------------------------

$(eval $(call program_with_machine,bench_sim,$(call obj,tests/bench/bench_sim.c),build/bench))
$(eval $(call program_with_machine,bench_jobs,$(call obj,tests/bench/bench_jobs.c),build/bench))

# The calls of the API, with the machine inside the process and in another one.
CALLS_OBJ := build/obj/tests/bench/bench_calls.o build/obj/tests/fake/device.o
$(eval $(call program_with_machine,calls_inside,$(CALLS_OBJ),build/bench))

build/bench/calls: $(CALLS_OBJ) $(LIBCUDART)
build/bench/start: build/obj/tests/bench/bench_start.o build/libgrader.a
build/bench/bench_time: build/obj/tests/bench/bench_time.o
build/bench/bench_opencl: LIBS = -lOpenCL
build/bench/bench_opencl: build/obj/tests/bench/bench_opencl.o
$(addprefix build/bench/,calls start bench_time bench_opencl):
	$(link)

build/bench/%.ptx: tests/bench/%.cu | nvcc
	$(call nvcc,-O2 -arch=compute_90 -lineinfo -ptx) $<
