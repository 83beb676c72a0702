// Adds each body's soft disc of light into sums of whole numbers: the order of the additions can't change the picture.
layout(local_size_x = 128) in;

layout(std430, binding = 3) restrict coherent buffer Light { uint light[]; };  // 3 a pixel

layout(location = 0) uniform uint count;

#ifdef FROM_AFAR
// From far away all bodies fall upon few pixels, and atomics on one address wait for each other: a work group sums the
// middle of the picture in its own memory first.
const int kTile = 48;
shared uint tile[3 * kTile * kTile];
ivec2 tile_corner() { return size / 2 - kTile / 2; }
#endif

void add(int x, int y, uvec3 parts) {
#ifdef FROM_AFAR
  const ivec2 inside = ivec2(x, y) - tile_corner();
  if (all(greaterThanEqual(inside, ivec2(0))) && all(lessThan(inside, ivec2(kTile)))) {
    const int of_tile = 3 * (inside.y * kTile + inside.x);
    if (parts.r > 0u) atomicAdd(tile[of_tile], parts.r);
    if (parts.g > 0u) atomicAdd(tile[of_tile + 1], parts.g);
    if (parts.b > 0u) atomicAdd(tile[of_tile + 2], parts.b);
    return;
  }
#endif
  const uint at = 3u * uint(y * size.x + x);
  if (parts.r > 0u) atomicAdd(light[at], parts.r);
  if (parts.g > 0u) atomicAdd(light[at + 1u], parts.g);
  if (parts.b > 0u) atomicAdd(light[at + 2u], parts.b);
}

void splat(vec2 middle, float disc, vec3 amount, float noise) {
  const ivec2 low = max(ivec2(ceil(middle - disc - 0.5)), ivec2(0));
  const ivec2 high = min(ivec2(floor(middle + disc - 0.5)), size - 1);
  const float inverse = 1.0 / (disc * disc);
  for (int y = low.y; y <= high.y; ++y) {
    for (int x = low.x; x <= high.x; ++x) {
      const vec2 offset = vec2(x, y) + 0.5 - middle;
      const float fall = 1.0 - dot(offset, offset) * inverse;
      if (fall > 0.0) add(x, y, uvec3(amount * (fall * fall) + noise));
    }
  }
}

void draw_body(uint i) {
  const vec4 body = position[i];
  if (!finite(body.xyz)) return;
  const vec3 eye = seen_from_eye(body.xyz);
  if (!finite(eye) || !(-eye.z > nearest)) return;
  const vec2 middle = pixel_of(eye);
  const vec2 margin = vec2(largest_radius + 1.0);
  if (!all(greaterThan(middle, -margin)) || !all(lessThan(middle, vec2(size) + margin))) return;

  const float nearness = target.w / -eye.z;
  const float flux = min(nearness * nearness, 4.0);
  const float disc = min(radius * max(sqrt(sqrt(flux)), 1.0), largest_radius);
  const float growth = disc / radius;  // the larger a disc, the fainter each of its pixels
  const vec2 look = look_of(i);
  const float strength = full * flux / (growth * growth) * light_of(look);
  splat(middle, disc, body_colour(i, look, body.w) * strength, place_noise(body.xyz));
}

void main() {
#ifdef FROM_AFAR
  for (uint i = gl_LocalInvocationIndex; i < tile.length(); i += gl_WorkGroupSize.x) tile[i] = 0u;
  barrier();
#endif
  const uint stride = gl_NumWorkGroups.x * gl_WorkGroupSize.x;
  for (uint i = gl_GlobalInvocationID.x; i < count; i += stride) draw_body(i);
#ifdef FROM_AFAR
  barrier();
  for (uint i = gl_LocalInvocationIndex; i < tile.length(); i += gl_WorkGroupSize.x) {
    const int pixel = int(i) / 3;
    const ivec2 place = tile_corner() + ivec2(pixel % kTile, pixel / kTile);
    if (tile[i] > 0u) atomicAdd(light[3u * uint(place.y * size.x + place.x) + i % 3u], tile[i]);
  }
#endif
}
