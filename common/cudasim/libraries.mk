# libraries.mk - the course's own cuBLAS and cuRAND, for programs that use NVIDIA's: kernels, which run in the simulator.

cublas: build/lib/libcublas.so.13 ## the course's own cuBLAS, for programs that need it: make program PROGRAM=NAME.cu FLAGS=-lcublas
curand: build/lib/libcurand.so.10 ## the course's own cuRAND, for programs that need it: make program PROGRAM=NAME.cu FLAGS=-lcurand
cublas curand:
	@$(built):

# Compilers from wheels come without the headers.
cublas-if-possible: HEADER := cublas_api.h
curand-if-possible: HEADER := curand.h
cublas-if-possible curand-if-possible: | nvcc
	@[ ! -e build/include/$(HEADER) ] || $(MAKE) --no-print-directory $(@:-if-possible=)

# $(1) is cublas or curand, $(2) the number of NVIDIA's library, $(3) the header, $(4) how a function is marked there.
define own_library
OWN_$(1) := $$(patsubst $(SIM)/%.cu,build/%.o,$$(wildcard $(SIM)/$(1)/*.cu))

$$(OWN_$(1)): build/%.o: $(SIM)/%.cu $(SIM)/$(1)/library.h build/$(1)/missing.c | nvcc
	$$(call nvcc,-O2 -std=c++17 -arch=compute_90 -lineinfo -Xcompiler -fPIC$$(comma)-fvisibility=hidden -c $$<)
build/$(1)/missing.c: $(SIM)/missing_functions.awk | nvcc
	@[ -e build/include/$(3) ] || { echo "make $(1): NVIDIA's toolkit here has no $(3)" >&2; exit 4; }
	@mkdir -p $$(@D) && awk -v library=$(1) -v mark=$(4) -f $$< build/include/$(3) >$$@
build/$(1)/missing.o: build/$(1)/missing.c
	$$(Q)$$(CC) -O2 -fPIC -fvisibility=default -c -o $$@ $$<
build/lib/lib$(1).so.$(2): $$(OWN_$(1)) build/$(1)/missing.o $(SIM)/$(1)/lib$(1).map
	$$(call nvcc,-shared -cudart shared $$(filter %.o,$$^) \
	    -Xlinker -soname$$(comma)lib$(1).so.$(2)$$(comma)--version-script=$(SIM)/$(1)/lib$(1).map)
endef
$(eval $(call own_library,cublas,13,cublas_api.h,CUBLASWINAPI))
$(eval $(call own_library,curand,10,curand.h,CURANDAPI))
