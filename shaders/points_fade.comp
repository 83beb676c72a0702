// Trails of many bodies: the old light decays, the new is added in its stead. A body that rests is as bright in the trails
// as itself; one that went leaves exp(-t / length).
layout(local_size_x = 256) in;

layout(location = 3) uniform float kept;

void main() {
  const uint values = 3u * uint(size.x) * uint(size.y);
  for (uint at = gl_GlobalInvocationID.x; at < values; at += gl_NumWorkGroups.x * 256u) {
    fading[at] = kept * fading[at] + (1.0 - kept) * float(light[at]) * light_of_one;
  }
}
