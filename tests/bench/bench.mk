# bench.mk - the programs that measure.

$(eval $(call program_with_machine,bench_sim,$(call obj,tests/bench/bench_sim.c),build/bench))

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
