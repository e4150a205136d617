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

#define FORMAT_OF(name, ...) {__VA_ARGS__},
static const char *const registry_originals[][4] = {
#include "collapse/formats.def"
};
#undef FORMAT_OF

static bool registry_is_called(struct slice tool, size_t index)
{
	const char *const *original = registry_originals[index];
	struct slice name = tool;

	if (slice_drop(&name, slice_from(collapse_formats[index]->name)) &&
	    slice_ends(name, SLICE("collapse-")))
		return true;
	while (**original != '\0' && !slice_ends(tool, slice_from(*original)))
		original++;
	return **original != '\0';
}

COLD const struct collapser *collapse_format_called(const char *tool)
{
	extern const struct collapser collapse_pkgsplit;
	const struct slice name = slice_from(tool);
	size_t i;

	for (i = 0; i < collapse_format_count; i++) {
		if (registry_is_called(name, i))
			return collapse_formats[i];
	}
	if (slice_ends(name, SLICE("pkgsplit-perf")) || slice_ends(name, SLICE("pkgsplit-perf.pl")))
		return &collapse_pkgsplit;
	return NULL;
}
