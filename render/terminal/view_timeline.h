/* SPDX-License-Identifier: MIT */
/*
 * view_timeline.h - the view of samples over time: its keys, and how it is drawn.
 */
#ifndef FLAMBEAU_VIEW_TIMELINE_H
#define FLAMBEAU_VIEW_TIMELINE_H

#include "render/terminal/view.h"

/* Show the timeline, or again what was shown before it; says so if there are no times. */
void timeline_toggle(struct view *view);

/* The begin of a range is at the cursor; at the second call its end, and the range is shown. */
void timeline_mark(struct view *view);

/* The cursor goes to a column; if it is there the range is marked. */
void timeline_click(struct view *view, int column);

void timeline_draw(const struct view *view);

/*
 * "12.30 s to 12.32 s (45 samples, 0.50%); without a time (2 samples, 0.02%)": the bin of the
 * cursor, and what no bin has.
 */
void timeline_add_title(struct buf *buf, const struct view *view);

/*
 * "12.30 s to 14.10 s, 5.00% of samples": the range that is shown, or the one that is being marked;
 * nothing if that is all.
 */
void timeline_add_words(struct buf *buf, const struct view *view);

#endif
