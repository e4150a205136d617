/* SPDX-License-Identifier: MIT */
/* Parse the text of a symbol and its module, for all personalities. */
#include "collapse/perf/sample/perf_symbol.h"

bool perf_strip_offset_any(struct slice *raw)
{
	size_t at = raw->len;

	while (at > 0 && char_is_hex(raw->ptr[at - 1]))
		at--;
	if (!slice_ends(slice_head(*raw, at), SLICE("+0x")))
		return false;
	*raw = slice_head(*raw, at - 3);
	return true;
}

static bool is_version_char(char c)
{
	return char_is_alpha(c) || char_is_digit(c) || c == '-' || c == '.' || c == '_';
}

bool perf_is_kernel_module(struct slice module)
{
	size_t at = slice_rsearch(module, SLICE("vmlinux"));

	return (module.len > 0 && module.ptr[0] == '[') || slice_ends(module, SLICE(".ko")) ||
	       (at != SLICE_NONE && slice_all(slice_tail(module, at + 7), is_version_char));
}
