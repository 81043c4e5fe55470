// Clang's header for CUDA includes this file, which CUDA 13 has no more. An editor needs only that
// it exists; no program is compiled with it.
#pragma once
