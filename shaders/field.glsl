#version 450 core
// In front of every shader of fields: what they hand each other.

layout(std430, binding = 1) restrict buffer Means { float mean[]; };        // of the cells that a pixel covers
layout(std430, binding = 2) restrict buffer Smooths { float smoothed[]; };  // the same without steps, for isotherms
layout(std430, binding = 3) restrict coherent buffer Range {
  uint low_bits, high_bits;  // of the cells in view, as whole numbers in the same order
  uint known;
  uint kinds;                // of what is marked in view: a bit each, in the order of the marks
  float low, high;           // in use
};

// Of the cells that a pixel covers, the shares that hinder heat, are heated, are cooled, are held: 8 bits each.
layout(std430, binding = 4) restrict buffer Marks { uint mark[]; };

layout(location = 0) uniform ivec2 size;  // of the picture
layout(location = 1) uniform ivec4 seen;  // the pixels that show the field: left, top, behind right, behind bottom

bool finite(float v) {
  // The bits, since drivers may take comparisons with NaN for what they like.
  return (floatBitsToUint(v) & 0x7f800000u) != 0x7f800000u;
}

uint ordered(float v) {
  const uint bits = floatBitsToUint(v);
  return (bits & 0x80000000u) != 0u ? ~bits : bits | 0x80000000u;
}

float from_ordered(uint bits) {
  return uintBitsToFloat((bits & 0x80000000u) != 0u ? bits & 0x7fffffffu : ~bits);
}
