/* SPDX-License-Identifier: MIT */
#include "collapse/collapse.h"

/* The names of the originals, of which there may be none, are not for the compiler. */
#define COLLAPSE_FORMAT(...) FORMAT_OF(__VA_ARGS__, "")

#define FORMAT_OF(name, ...) extern const struct collapser collapse_##name;
#include "collapse/formats.def"
#undef FORMAT_OF

#define FORMAT_OF(name, ...) &collapse_##name,
const struct collapser *const collapse_formats[] = {
#include "collapse/formats.def"
};
#undef FORMAT_OF

const size_t collapse_format_count = ARRAY_LEN(collapse_formats);
