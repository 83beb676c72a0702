// What the lens does not model, refused by name when a kernel that uses it is compiled.
#pragma once

// Shuffles and votes without a mask went with sm_70.
template <class... T>
void __shfl(T...) = delete;
template <class... T>
void __shfl_up(T...) = delete;
template <class... T>
void __shfl_down(T...) = delete;
template <class... T>
void __shfl_xor(T...) = delete;
template <class... T>
void __ballot(T...) = delete;

// Textures and surfaces.
template <class T, class... Rest>
T tex1Dfetch(Rest...) = delete;
template <class T, class... Rest>
T tex2D(Rest...) = delete;
template <class T, class... Rest>
T tex3D(Rest...) = delete;

// Asynchronous copies, tensor cores, clusters and named barriers have no function here at all, nor has inline PTX.
template <class... T>
void __pipeline_memcpy_async(T...) = delete;
template <class... T>
void __nanosleep(T...) = delete;
template <class... T>
void __trap(T...) = delete;
template <class... T>
void __threadfence_system(T...) = delete;
