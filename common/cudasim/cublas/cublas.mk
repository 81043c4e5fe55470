# cublas.mk - the course's own cuBLAS, for programs that use NVIDIA's: kernels, which run in the simulator.
CUBLAS     := build/lib/libcublas.so.13
CUBLAS_OBJ := $(patsubst $(SIM)/cublas/%.cu,build/cublas/%.o,$(wildcard $(SIM)/cublas/*.cu))

cublas: $(CUBLAS) ## the course's own cuBLAS, for programs that need it: make program PROGRAM=NAME.cu FLAGS=-lcublas
	@$(built):

# Compilers from wheels come without cuBLAS.
cublas-if-possible: | nvcc
	@[ ! -e build/include/cublas_api.h ] || $(MAKE) --no-print-directory cublas

$(CUBLAS_OBJ): build/cublas/%.o: $(SIM)/cublas/%.cu $(SIM)/cublas/library.h build/cublas/missing.c | nvcc
	$(call nvcc,-O2 -std=c++17 -arch=compute_90 -lineinfo -Xcompiler -fPIC$(comma)-fvisibility=hidden -c $<)
build/cublas/missing.c: $(SIM)/cublas/missing.awk | nvcc
	@[ -e build/include/cublas_api.h ] || { echo "make cublas: NVIDIA's toolkit here has no cublas_api.h" >&2; exit 4; }
	@mkdir -p $(@D) && awk -f $< build/include/cublas_api.h >$@
build/cublas/missing.o: build/cublas/missing.c
	$(Q)$(CC) -O2 -fPIC -fvisibility=default -c -o $@ $<
$(CUBLAS): $(CUBLAS_OBJ) build/cublas/missing.o $(SIM)/cublas/libcublas.map
	$(call nvcc,-shared -cudart shared $(filter %.o,$^) \
	    -Xlinker -soname$(comma)libcublas.so.13$(comma)--version-script=$(SIM)/cublas/libcublas.map)
