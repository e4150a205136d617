/* SPDX-License-Identifier: MIT */
#include "collapse/collapse.h"

#define COLLAPSE_FORMAT(name, ...) extern const struct collapser collapse_##name;
#include "collapse/formats.def"
#undef COLLAPSE_FORMAT

#define COLLAPSE_FORMAT(name, ...) &collapse_##name,
const struct collapser *const collapse_formats[] = {
#include "collapse/formats.def"
};
#undef COLLAPSE_FORMAT

const size_t collapse_format_count = ARRAY_LEN(collapse_formats);
