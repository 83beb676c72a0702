// toml++, as every source includes it.
#pragma once

// Version 3.3 asserts what a broken file breaks, and takes it for granted where NDEBUG is defined, just before it looks
// and refuses. Without either the refusal is what a person gets.
#pragma push_macro("NDEBUG")
#undef NDEBUG
#define TOML_ASSERT(condition) static_assert(true)
#include <toml++/toml.h>
#pragma pop_macro("NDEBUG")
