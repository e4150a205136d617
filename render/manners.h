/* SPDX-License-Identifier: MIT */
/*
 * manners.h - what flamegraph does differently under each of its names. Chosen once in
 * main(); the stages get plain values and never ask for the name.
 */
#ifndef FLAMBEAU_MANNERS_H
#define FLAMBEAU_MANNERS_H

#include "common/personality.h"
#include "render/layout.h"

struct manners {
	const char *font_type;
	struct layout_width min_width;
	bool fluid;       /* without --width the picture takes the window's */
	bool every_frame; /* each frame is an element of the picture, however narrow */
	int empty_exit;   /* exit code when there are no stacks */
};

const struct manners *manners_of(const struct personality *as);

#endif
