/* SPDX-License-Identifier: MIT */
/*
 * view_steps.h - changes of what is seen, each a step that can be taken back: what keys do to the
 * lens.
 */
#ifndef FLAMBEAU_VIEW_STEPS_H
#define FLAMBEAU_VIEW_STEPS_H

#include "render/terminal/view_strip.h"

/* Show another view of the same subject. */
void step_kind(struct view *view, enum view_kind kind);

void step_show_graph(struct view *view);
void step_show_sandwich(struct view *view);
void step_focus(struct view *view); /* on the function that is selected */

/* The frame that is selected fills the width; and the root again. */
void step_zoom(struct view *view);
void step_zoom_out(struct view *view);

void step_hide(struct view *view);
void step_leave_out(struct view *view);
void step_reverse(struct view *view);
void step_fold(struct view *view);
void step_next_order(struct view *view);

/* Take back the last of all this. */
void step_back(struct view *view);

#endif
