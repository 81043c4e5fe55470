// words.cu - the words of cuda-gdb that show code, threads and the program, and those of its settings.

__device__ int twice(int x)
{
    return 2 * x;
}

__global__ void fill(int *out)
{
    int i = threadIdx.x;
    out[i] = twice(i);
}

int main()
{
    int *out;
    cudaMalloc(&out, 64 * sizeof(int));
    fill<<<1, 64>>>(out);
    return cudaDeviceSynchronize();
}

/* SESSION -O2 -lineinfo
(cudasim) thread
[Current thread is 1 (of the host). No CUDA thread is in focus.]
(cudasim) info threads
  Id   Target Id
* 1    thread of the host, which is not debugged
The threads of kernels: info cuda threads.
(cudasim) help x
x: x/NFU ADDRESS: memory, N units (b h w g) in format F (x d u f);
                  x/4i $pc: instructions
(cudasim) help bt
backtrace: the functions that the thread is in
(cudasim) help nonsense
Undefined command: "nonsense". Try "help".
(cudasim) set print pretty on
A value is on one line here; an editor unfolds it.
(cudasim) set print elements 4
(cudasim) set print elements none
set print elements takes 1 to 4096, or unlimited, not "none".
(cudasim) set pagination off
(cudasim) shell echo hello
hello
(cudasim) shell exit 3
The command ended with status 3.
(cudasim) info line
No kernel is stopped: the program is not being run.
(cudasim) break words.cu:11
Breakpoint 1 at words.cu:11.
(cudasim) run
[Switching focus to CUDA kernel 0, grid 1, block (0,0,0), thread (0,0,0), device 0, sm 0, warp 0, lane 0]

Breakpoint 1, fill<<<(1,1,1),(64,1,1)>>> (param_0=0x200000200000) at words.cu:11
11	    out[i] = twice(i);
(cudasim) shell true
(cudasim) shell exit 3
The command ended with status 3.
(cudasim) cuda kernel block thread
kernel 0, block (0,0,0), thread (0,0,0)
(cudasim) cuda device sm warp lane
device 0, sm 0, warp 0, lane 0
(cudasim) cuda block thread 5
[Switching focus to CUDA kernel 0, grid 1, block (0,0,0), thread (5,0,0), device 0, sm 0, warp 0, lane 5]
fill<<<(1,1,1),(64,1,1)>>> (param_0=0x200000200000) at words.cu:11
11	    out[i] = twice(i);
(cudasim) cuda device 0 sm 0 warp 1 lane 3
[Switching focus to CUDA kernel 0, grid 1, block (0,0,0), thread (35,0,0), device 0, sm 0, warp 1, lane 3]
fill<<<(1,1,1),(64,1,1)>>> (param_0=0x200000200000) at words.cu:8
8	__global__ void fill(int *out)
(cudasim) cuda lane
lane 3
(cudasim) cuda sm 77
SM 77 has no block: see info cuda sms.
(cudasim) cuda nonsense
The focus has kernel, grid, block, thread, warp and lane, not "nonsense".
(cudasim) thread
[Current focus is CUDA kernel 0, grid 1, block (0,0,0), thread (35,0,0), device 0, sm 0, warp 1, lane 3]
(cudasim) thread 2
The host has one thread here. To choose a CUDA thread: cuda block (0,0,0) thread (1,0,0)
(cudasim) disassemble
Dump of PTX code for function fill:
=> <+0>:	ld.param.u64 %rd1, [_Z4fillPi_param_0];
   <+1>:	cvta.to.global.u64 %rd2, %rd1;
   <+2>:	mov.u32 %r1, %tid.x;
   <+3>:	shl.b32 %r2, %r1, 1;
   <+4>:	mul.wide.s32 %rd3, %r1, 4;
   <+5>:	add.s64 %rd4, %rd2, %rd3;
   <+6>:	st.global.u32 [%rd4], %r2;
   <+7>:	ret;
End of PTX dump.
(cudasim) x/2i $pc
=> <+0>:	ld.param.u64 %rd1, [_Z4fillPi_param_0];
   <+1>:	cvta.to.global.u64 %rd2, %rd1;
(cudasim) x/i $pc + 1
   <+1>:	cvta.to.global.u64 %rd2, %rd1;
(cudasim) x/i 7
Instructions are shown from $pc on: x/1i $pc
(cudasim) x/i $pc + 99
The function has the instructions <+0> to <+7>.
(cudasim) info line
Line 8 of "words.cu" starts at <+0> of fill(int*) and ends at <+1>.
(cudasim) info line fill
Line 8 of "words.cu" starts at <+0> of fill(int*) and ends at <+1>.
(cudasim) info line 1
Line 1 of "words.cu" has no code in what this kernel has called so far.
(cudasim) info line nosuch
No function "nosuch" in this kernel's code.
(cudasim) list fill
3	__device__ int twice(int x)
4	{
5	    return 2 * x;
6	}
7	
8	__global__ void fill(int *out)
9	{
10	    int i = threadIdx.x;
11	    out[i] = twice(i);
12	}
(cudasim) list nosuch
No function "nosuch" in this kernel's code: list takes a function, LINE, FILE:LINE or FIRST,LAST.
(cudasim) call threadIdx.x + 1
$1 = 36
(cudasim) call twice(3)
Functions of a kernel cannot be called from here; call takes an expression.
(cudasim) info nonsense
info breakpoints | locals | args | registers | frame | line | source | threads | findings | display | cuda
(cudasim) quit
END */
