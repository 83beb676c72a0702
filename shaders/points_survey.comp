#version 450 core
// The centre of mass with its velocity, and the least and the most mass: each work group sums a part, then one sums the
// parts. The same order every time.
layout(local_size_x = 256) in;

struct Part {
  vec4 moment;    // mass times place; w: mass
  vec4 momentum;
  vec2 masses;    // least, most
  vec2 unused;
};

layout(std430, binding = 0) restrict readonly buffer Positions { vec4 position[]; };
layout(std430, binding = 1) restrict readonly buffer Velocities { vec4 velocity[]; };
layout(std430, binding = 4) restrict buffer Subject { vec4 subject, subject_velocity; float least_mass, most_mass; };
layout(std430, binding = 7) restrict buffer Parts { Part part[]; };

layout(location = 0) uniform uint count;
layout(location = 1) uniform uint first_part;
layout(location = 2) uniform uint parts;      // 0: sums bodies; else so many parts
layout(location = 3) uniform int has_velocity;
layout(location = 4) uniform int takes_centre;  // whether the centre of mass is what is followed

shared Part sums[256];

bool finite(vec4 v) { return all(notEqual(floatBitsToUint(v) & 0x7f800000u, uvec4(0x7f800000u))); }

Part joined(Part a, Part b) {
  return Part(a.moment + b.moment, a.momentum + b.momentum,
              vec2(min(a.masses.x, b.masses.x), max(a.masses.y, b.masses.y)), vec2(0.0));
}

void main() {
  Part own = Part(vec4(0.0), vec4(0.0), vec2(3.0e38, 0.0), vec2(0.0));
  if (parts == 0u) {
    const uint stride = gl_NumWorkGroups.x * 256u;
    for (uint i = gl_GlobalInvocationID.x; i < count; i += stride) {
      const vec4 body = position[i];
      if (!finite(body) || !(body.w > 0.0)) continue;
      const vec4 v = has_velocity != 0 ? velocity[i] : vec4(0.0);
      own = joined(own, Part(vec4(body.xyz * body.w, body.w), vec4(v.xyz * body.w, 0.0), vec2(body.w), vec2(0.0)));
    }
  } else {
    for (uint i = gl_LocalInvocationIndex; i < parts; i += 256u) own = joined(own, part[i]);
  }
  sums[gl_LocalInvocationIndex] = own;
  for (uint half_count = 128u; half_count > 0u; half_count /= 2u) {
    barrier();
    if (gl_LocalInvocationIndex < half_count) {
      sums[gl_LocalInvocationIndex] = joined(sums[gl_LocalInvocationIndex], sums[gl_LocalInvocationIndex + half_count]);
    }
  }
  if (gl_LocalInvocationIndex != 0u) return;
  const Part total = sums[0];
  if (parts == 0u) {
    part[first_part + gl_WorkGroupID.x] = total;
    return;
  }
  least_mass = min(total.masses.x, total.masses.y);
  most_mass = total.masses.y;
  if (takes_centre == 0 || !(total.moment.w > 0.0)) return;
  subject = vec4(total.moment.xyz / total.moment.w, total.moment.w);
  subject_velocity = vec4(total.momentum.xyz / total.moment.w, 0.0);
}
