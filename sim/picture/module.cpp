// The image module: the only file that sees OpenImageIO.
#include <OpenImageIO/imageio.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <exception>
#include <memory>
#include <string>

#include "sim/picture/interface.h"

namespace warplight::picture {
namespace {

using OIIO::ImageInput;
using OIIO::ImageOutput;
using OIIO::ImageSpec;
using OIIO::TypeDesc;

bool fail(const std::string& line, char* problem, int room) {
  const std::size_t bytes = std::min(line.size(), static_cast<std::size_t>(room - 1));
  std::memcpy(problem, line.data(), bytes);
  problem[bytes] = 0;
  return false;
}

// At the end of a description: TIFF files have no other place to say so.
constexpr const char* kLinearNote = "; samples are linear";

// Nothing that the library would throw leaves the module.
template <class Work>
bool guarded(char* problem, int room, Work work) {
  try {
    return work();
  } catch (const std::exception& error) {
    return fail(error.what(), problem, room);
  }
}

// The process that calls is one thread, and ends after the picture.
void keep_to_one_thread() {
  OIIO::attribute("threads", 1);
  OIIO::attribute("exr_threads", -1);
}

std::unique_ptr<ImageInput> open(const char* file, char* problem, int room) {
  keep_to_one_thread();
  ImageSpec wish;
  wish.attribute("oiio:UnassociatedAlpha", 1);  // colours as the file has them
  auto input = ImageInput::open(file, &wish);
  if (!input) fail(OIIO::geterror(), problem, room);
  return input;
}

Sample sample_of(TypeDesc format) {
  switch (format.basetype) {
    case TypeDesc::UINT8: return Sample::u8;
    case TypeDesc::UINT16: return Sample::u16;
    case TypeDesc::HALF: return Sample::f16;
    case TypeDesc::FLOAT: return Sample::f32;
    default: return Sample::other;
  }
}

bool names(const ImageSpec& spec, int channel, const char* name) {
  return channel < spec.nchannels && OIIO::Strutil::iequals(spec.channel_name(channel), name);
}

// Colours where channels are called so, else what stands first.
void choose_channels(const ImageSpec& spec, Facts& facts) {
  const auto is_alpha = [&](int channel) { return channel < spec.nchannels && (channel == spec.alpha_channel || names(spec, channel, "A")); };
  for (int first = 0; first + 2 < spec.nchannels; ++first) {
    if (!names(spec, first, "R") || !names(spec, first + 1, "G") || !names(spec, first + 2, "B")) continue;
    facts.first_channel = first;
    facts.channels = is_alpha(first + 3) ? 4 : 3;
    return;
  }
  facts.channels = spec.nchannels == 3 ? 3 : spec.nchannels == 4 && is_alpha(3) ? 4 : is_alpha(1) ? 2 : 1;
}

void find_coding(const ImageSpec& spec, Facts& facts) {
  const bool whole = facts.sample == Sample::u8 || facts.sample == Sample::u16;
  const std::string space = spec.get_string_attribute("oiio:ColorSpace");
  const float gamma = spec.get_float_attribute("oiio:Gamma", 0.0f);
  facts.coding = whole ? Coding::srgb : Coding::linear;
  const std::string said = spec.get_string_attribute("ImageDescription");
  if (OIIO::Strutil::iequals(space, "Linear") || space == "lin_srgb" || OIIO::Strutil::ends_with(said, kLinearNote)) {
    facts.coding = Coding::linear;
  } else if (OIIO::Strutil::istarts_with(space, "Gamma") && std::isfinite(gamma) && gamma > 0.1f && gamma < 10) {
    facts.coding = Coding::power;
    facts.gamma = gamma;
  } else if (OIIO::Strutil::iequals(space, "sRGB")) {
    facts.coding = Coding::srgb;
  }
}

bool look(const char* file, Facts* found, char* problem, int room) {
  return guarded(problem, room, [&] {
    const auto input = open(file, problem, room);
    if (!input) return false;
    const ImageSpec spec = input->spec();
    *found = {};
    if (spec.deep) return fail("holds deep samples, not a picture", problem, room);
    if (spec.depth > 1) return fail("is a volume, not a picture", problem, room);
    if (spec.width < 1 || spec.height < 1 || spec.nchannels < 1) return fail("holds no pixels", problem, room);
    found->width = spec.width;
    found->height = spec.height;
    found->sample = sample_of(spec.format);
    choose_channels(spec, *found);
    find_coding(spec, *found);
    const int orientation = spec.get_int_attribute("Orientation", 1);
    found->orientation = orientation >= 1 && orientation <= 8 ? orientation : 1;
    const bool has_alpha = found->channels == 2 || found->channels == 4;
    found->premultiplied = has_alpha && spec.get_int_attribute("oiio:UnassociatedAlpha", 0) == 0;
    for (const char* attribute : {"tiff:ColorSpace", "jpeg:ColorSpace"}) {
      if (OIIO::Strutil::iequals(spec.get_string_attribute(attribute), "CMYK")) found->cmyk = 1;
    }
    found->several = input->seek_subimage(1, 0);
    return true;
  });
}

bool read(const char* file, const Facts* facts, float* samples, char* problem, int room) {
  return guarded(problem, room, [&] {
    const auto input = open(file, problem, room);
    if (!input) return false;
    const ImageSpec spec = input->spec();
    if (spec.width != facts->width || spec.height != facts->height || facts->first_channel + facts->channels > spec.nchannels) {
      return fail("changes while it is read", problem, room);
    }
    const int first = facts->first_channel;
    if (!input->read_image(0, 0, first, first + facts->channels, TypeDesc::FLOAT, samples)) {
      return fail(input->geterror(), problem, room);
    }
    // Some readers fill up what is missing, and say so.
    const std::string said = input->geterror();
    return said.empty() || fail(said, problem, room);
  });
}

TypeDesc type_of(Sample sample) {
  return sample == Sample::u8 ? TypeDesc::UINT8 : sample == Sample::u16 ? TypeDesc::UINT16 : TypeDesc::FLOAT;
}

bool write(const char* file, const Plan* plan, const void* samples, char* problem, int room) {
  return guarded(problem, room, [&] {
    keep_to_one_thread();
    const auto output = ImageOutput::create(plan->format);
    if (!output) return fail(OIIO::geterror(), problem, room);
    const TypeDesc type = type_of(plan->sample);
    ImageSpec spec(static_cast<int>(plan->width), static_cast<int>(plan->height), plan->channels, type);
    if (plan->channels == 1) spec.channelnames = {"Y"};
    if (plan->channels == 2) {
      spec.channelnames = {"Y", "A"};
      spec.alpha_channel = 1;
    }
    // Colours are given as the file is to have them: in EXR files they are multiplied by alpha, in others not.
    if (plan->channels % 2 == 0 && std::string(plan->format) != "exr") spec.attribute("oiio:UnassociatedAlpha", 1);
    spec.attribute("oiio:ColorSpace", plan->coding == Coding::linear ? "Linear" : "sRGB");
    const bool whole = plan->sample != Sample::f32;
    const std::string text = plan->description + std::string(whole && plan->coding == Coding::linear ? kLinearNote : "");
    if (!text.empty()) spec.attribute("ImageDescription", text);  // JPEG's writer dies of an empty one
    spec.attribute("Software", "Warplight");
    spec.attribute("CompressionQuality", 95);
    if (!output->open(file, spec)) return fail(output->geterror(), problem, room);
    if (output->spec().format != type) {
      return fail("that format has no samples of " + std::to_string(8 * type.size()) + " bits", problem, room);
    }
    if (!output->write_image(type, samples) || !output->close()) return fail(output->geterror(), problem, room);
    return true;
  });
}

constexpr Module kModule{.interface_version = kInterfaceVersion, .look = look, .read = read, .write = write};

}  // namespace
}  // namespace warplight::picture

extern "C" __attribute__((visibility("default"))) const warplight::picture::Module* warplight_image_module() {
  return &warplight::picture::kModule;
}
