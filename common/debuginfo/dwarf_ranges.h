/* SPDX-License-Identifier: MIT */
/*
 * dwarf_ranges.h - the addresses of an entry's code.
 */
#ifndef FLAMBEAU_DWARF_RANGES_H
#define FLAMBEAU_DWARF_RANGES_H

#include "common/debuginfo/dwarf_entry.h"
#include "common/debuginfo/dwarf_spans.h"

/*
 * Add the ranges of an entry with these values to `spans`. `work` is how many may still be read, so
 * that entries of a damaged file which share a long list do not take quadratic time; it is lowered.
 * Code that the linker left out, which is at address 0, is left out.
 */
void dwarf_ranges_add(struct dwarf_spans *spans, const struct dwarf_entry *entry,
		      const struct dwarf_values *values, uint32_t index, uint64_t *work);

#endif
