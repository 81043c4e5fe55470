# curand.mk - the course's own cuRAND, for programs that use NVIDIA's: kernels, which run in the simulator.
CURAND     := build/lib/libcurand.so.10
CURAND_OBJ := $(patsubst $(SIM)/curand/%.cu,build/curand/%.o,$(wildcard $(SIM)/curand/*.cu))

curand: $(CURAND) ## the course's own cuRAND, for programs that need it: make program PROGRAM=NAME.cu FLAGS=-lcurand
	@$(built):

# Compilers from wheels come without cuRAND.
curand-if-possible: | nvcc
	@[ ! -e build/include/curand.h ] || $(MAKE) --no-print-directory curand

$(CURAND_OBJ): build/curand/%.o: $(SIM)/curand/%.cu $(SIM)/curand/library.h build/curand/missing.c | nvcc
	$(call nvcc,-O2 -std=c++17 -arch=compute_90 -lineinfo -Xcompiler -fPIC$(comma)-fvisibility=hidden -c $<)
build/curand/missing.c: $(SIM)/curand/missing.awk | nvcc
	@[ -e build/include/curand.h ] || { echo "make curand: NVIDIA's toolkit here has no curand.h" >&2; exit 4; }
	@mkdir -p $(@D) && awk -f $< build/include/curand.h >$@
build/curand/missing.o: build/curand/missing.c
	$(Q)$(CC) -O2 -fPIC -fvisibility=default -c -o $@ $<
$(CURAND): $(CURAND_OBJ) build/curand/missing.o $(SIM)/curand/libcurand.map
	$(call nvcc,-shared -cudart shared $(filter %.o,$^) \
	    -Xlinker -soname$(comma)libcurand.so.10$(comma)--version-script=$(SIM)/curand/libcurand.map)
