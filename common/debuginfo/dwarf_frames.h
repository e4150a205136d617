/* SPDX-License-Identifier: MIT */
/*
 * dwarf_frames.h - all functions at an address, with their places in the source. Used by one
 * thread.
 */
#ifndef FLAMBEAU_DWARF_FRAMES_H
#define FLAMBEAU_DWARF_FRAMES_H

#include "common/debuginfo/dwarf_inlines.h"

struct dwarf_frame {
	struct slice function;
	struct slice path; /* of the source; empty: not known */
	uint64_t line;
};

/* A zeroed struct is empty. */
struct dwarf_frames {
	struct dwarf_frame *at; /* the innermost first, the function that exists last */
	size_t count, cap;
};

/* Set `frames`; none if no function is known there. Texts live as long as `inlines`. */
void dwarf_frames_find(struct dwarf_frames *frames, struct dwarf_inlines *inlines,
		       uint64_t address);

#endif
