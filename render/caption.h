/* SPDX-License-Identifier: MIT */
/*
 * caption.h - what is written about a frame: its title (the tooltip) and its label (what
 * fits in the rectangle). Plain text; escaping is the writer's.
 */
#ifndef FLAMBEAU_CAPTION_H
#define FLAMBEAU_CAPTION_H

#include "common/buf.h"

struct caption {
	struct slice count_name; /* "samples" */
	unsigned scale;          /* counts are in units of 10^-scale */
	uint64_t total[2];       /* before and after; only the second without a differential */
	bool differential;
};

/* The name without the one letter annotation that collapsers add: "read_[k]" is "read". */
struct slice caption_name(struct slice name);

/* "NAME (1,234 samples, 5.67%)"; in differentials also the count before, and the change. */
void caption_title(struct buf *buf, const struct caption *caption, struct slice name,
		   const uint64_t count[2]);

/* The title of the root: "all (1,234 samples, 100%)". */
void caption_root(struct buf *buf, const struct caption *caption);

/* As much of the name as `room` characters show, the rest replaced by ".."; nothing below 3. */
void caption_label(struct buf *buf, struct slice name, size_t room, bool cut_left);

/* A count without its decimals, halves away from zero. */
uint64_t caption_count(const struct caption *caption, uint64_t count);

/* `value`, not negative and below 2^52, in hundredths as printf("%.2f") would round it. */
uint64_t caption_hundredths(double value);

#endif
