/* SPDX-License-Identifier: MIT */
/*
 * view.h - the state of flamegraph-view: the profile, the filter, the cursor, the search. Keys
 * change it (view_keys.c), view_draw.c draws it. It looks at a profile
 * through a filter (view_profile.c), as a flame graph (graph.c) and over time (view_timeline.c).
 */
#ifndef FLAMBEAU_VIEW_H
#define FLAMBEAU_VIEW_H

#include "common/base/regex.h"
#include "common/profile/functions.h"
#include "common/profile/profile_sort.h"
#include "render/export/top.h"
#include "render/flamegraph_options.h"
#include "render/terminal/screen.h"
#include "render/tree/stacks.h"
#include "render/tree/tree.h"

/*
 * The visible part of a profile: hidden functions, focus, zoom; and the steps that
 * led there, to be undone. Frames are ids of the current profile. Owns its lists.
 */

/*
 * The profile that is looked at: its call tree, ready to be refined, and the table of
 * its functions. Owns all of it.
 */

struct view_profile {
	struct profile profile;
	const struct stack **stacks; /* in the order of frames */
	struct ranks ranks;
	struct tree tree;
	struct refine_base base;
	struct functions functions; /* by frame id; of no functions until they are asked for */
};

/* Takes the profile, which ends up empty. False, after a message, if its sums are beyond 2^64-1. */
bool view_profile_build(struct view_profile *viewed, struct profile *profile);
void view_profile_release(struct view_profile *viewed);

/* The counts of its functions, computed at the first call. */
const struct functions *view_profile_functions(struct view_profile *viewed);

/* The id of the name of another profile's frame, new if it has none here. */
frame_id view_profile_translate(struct view_profile *viewed, const struct view_profile *from,
				frame_id name);

/*
 * Join two profiles as the columns of `joined`, which is empty; view_profile_build() reports counts
 * that do not fit.
 */
void view_profile_join(struct profile *joined, const struct profile *before,
		       const struct profile *after);

/* Samples of `from` on, and before `to`; in the units of the profile's times. */
struct view_filter_times {
	uint64_t from, to; /* `to` is 0: all samples */
};

struct view_filter {
	struct frame_list hidden, dropped;
	struct frame_list path; /* of the frame that fills the width */
	bool callers;           /* the path is on the side of the callers */
	frame_id focus;         /* or REFINE_NO_FOCUS */
	bool reversed, folded, by_width;
	struct view_filter_times times; /* selects the profile, which is already what is in them */

	struct frame_list cursor; /* path of the frame that is selected */
	bool cursor_is_caller;    /* it is on the side of the callers */
};

struct view_filter_steps {
	struct view_filter *at; /* earlier states, the latest one last */
	size_t count, cap;
};

extern const struct view_filter view_filter_plain;

bool view_filter_is_plain(const struct view_filter *filter); /* zoomed or not */

void view_filter_release(struct view_filter *filter);

/* Remember the filter as a step, before it is changed. */
void view_filter_push(struct view_filter_steps *steps, const struct view_filter *filter);

/* Take the last step back; false if none exists. */
bool view_filter_pop(struct view_filter_steps *steps, struct view_filter *filter);
void view_filter_steps_release(struct view_filter_steps *steps);

/* Translate frames to the ids of another profile. */
void view_filter_translate(struct view_filter *filter, struct view_profile *viewed,
			   const struct view_profile *from);

/* For each frame id: is it in the list? The caller frees the array. NULL for an empty list. */
bool *view_filter_members(const struct frame_list *list, const struct view_profile *viewed);

/* Describe the refinement: "f: callers and callees, 2 functions hidden, leaf first". */
void view_filter_add_words(struct buf *buf, const struct view_filter *filter,
			   const struct view_profile *viewed);

/*
 * The samples of a profile over time, as bins across the width of a screen; and the
 * part of the profile in a range of time. Times are in the units of the profile's labels.
 *
 * A tick is the largest step that leads from the first time to all others: the bin of the input. A
 * bin of the timeline has one or several of them.
 */

struct timeline_bin {
	uint64_t count; /* of a differential the second column */
	uint64_t found; /* of it in stacks that match the search */
};

/* A zeroed struct is empty. It owns the bins. */
struct timeline {
	uint64_t first, tick, ticks; /* all times of the profile; ticks is 0 until they are known */
	unsigned digits;             /* decimals of the times */

	struct timeline_bin *bins;
	size_t count;     /* of them */
	uint64_t per_bin; /* ticks, the last bin may have fewer */
	uint64_t highest; /* count of a bin */
	uint64_t untimed; /* the count of samples without a time, which are in no bin */
	size_t columns;   /* of the screen */

	uint64_t cursor; /* a tick */
	bool is_marked;  /* the beginning of a range has been chosen: */
	struct view_filter_times marked;
};

bool timeline_has(const struct profile *profile); /* times */

/* Count the samples of a profile that has times. `found` is by frame id; NULL: no search. */
void timeline_build(struct timeline *timeline, const struct profile *profile, const bool *found,
		    size_t columns);
void timeline_release(struct timeline *timeline);

/* Columns of a bin: from strip_column(bin) on, before strip_column(bin + 1). And the reverse. */
size_t timeline_column(const struct timeline *timeline, size_t bin);
size_t timeline_bin_at(const struct timeline *timeline, size_t column);

/* The bin of the cursor, and the time of a bin. */
size_t timeline_cursor(const struct timeline *timeline);
struct view_filter_times timeline_times(const struct timeline *timeline, size_t bin);

/* Move the cursor by so many bins, as far as there are some; or to a bin. */
void timeline_move(struct timeline *timeline, long by);
void timeline_go(struct timeline *timeline, size_t bin);

/* To the next (1) or previous (-1) bin with a match, wrapping around; false if none exists. */
bool timeline_step_found(struct timeline *timeline, int by);

/* From the mark to the cursor, both bins included. */
struct view_filter_times timeline_range(const struct timeline *timeline);

/* "12.30 s" */
void timeline_add_time(struct buf *buf, const struct timeline *timeline, uint64_t time);

/* "12.30 s to 14.10 s" */
void timeline_add_times(struct buf *buf, const struct timeline *timeline,
			const struct view_filter_times *times);

/*
 * The samples of a range, to be released; ids of names are those of the whole, and there are no
 * labels. NULL if there are none.
 */
struct view_profile *timeline_part(struct view_profile *whole,
				   const struct view_filter_times *times);

/*
 * The flame graph of a profile through a filter: rectangles in rows of cells. With a
 * focus callers are above the function and callees below it. Owns what it was made of.
 */

enum graph_side { GRAPH_CALLEES, GRAPH_CALLERS, GRAPH_SIDES };

struct graph_options {
	const struct flamegraph_options *flamegraph; /* palette, columns, what widths show */
	const struct render_personality *personality;
	const bool *found; /* by frame id; NULL: nothing is searched for */
	bool root_at_bottom;
};

/* The position of a frame. */
struct graph_place {
	enum graph_side side;
	size_t rect;
};

struct graph_side_of {
	bool is_there;
	struct refined refined;
	struct layout layout;
	struct layout_rows rows;
	struct paint paint;
};

struct graph {
	struct graph_side_of sides[GRAPH_SIDES];
	struct caption caption;
	struct graph_options options;
	uint32_t upper, rows; /* rows of callers above the root; all rows */
	uint64_t covered;     /* of the frame that fills the width, by what was found */
	uint64_t total;       /* of it */
	bool is_empty;        /* nothing is left to be seen */
};

void graph_build(struct graph *graph, const struct view_profile *viewed,
		 const struct view_filter *filter, const struct graph_options *options);
void graph_release(struct graph *graph);

/* The frame in its rectangle, and how many rows below the first its row is. */
const struct rect *graph_rect(const struct graph *graph, struct graph_place place);
uint32_t graph_row_of(const struct graph *graph, struct graph_place place);

/* The frame that fills the width, and the one that a path leads to, as far as it goes. */
struct graph_place graph_window(const struct graph *graph);
struct graph_place graph_find(const struct graph *graph, bool is_caller,
			      const struct frame_list *path);

/* The frames from below the root to a place, in an empty list. */
void graph_path(const struct graph *graph, struct graph_place place, struct frame_list *path);

/* The frame at a cell; false where none exists. */
bool graph_at(const struct graph *graph, uint32_t row, uint32_t column, struct graph_place *place);

/* The frame above (-1) or below (1) on the screen, or its neighbour; false if none exists. */
bool graph_step_rows(const struct graph *graph, struct graph_place *place, int by);
bool graph_step_columns(const struct graph *graph, struct graph_place *place, int by);

/* The next (1) or previous (-1) match of the search, wrapping around; false if none is visible. */
bool graph_step_found(const struct graph *graph, struct graph_place *place, int by);

/* "main (1,234 samples, 5.67%)", where `room` cells are not enough with a part of the name. */
void graph_add_title(struct buf *buf, const struct graph *graph, const struct view_profile *viewed,
		     struct graph_place place, size_t room);

extern const struct color graph_search_color; /* of what matches the search */

/* Rows `from` on of the graph, on rows `top` to `bottom` (not included) of the screen. */
struct graph_area {
	int top, bottom;
	uint32_t from;
	struct graph_place cursor;
};

void graph_draw(const struct graph *graph, const struct view_profile *viewed,
		const struct screen *screen, const struct graph_area *area);

/*
 * The view.
 */

enum view_kind { VIEW_GRAPH, VIEW_TABLE, VIEW_STRIP, VIEW_HELP };

enum { VIEW_CHANGE_CELLS = 11 }; /* of the change in the table */

/* A line that is being typed. */
enum prompt_kind { PROMPT_NONE, PROMPT_SEARCH, PROMPT_WRITE };

struct prompt {
	enum prompt_kind kind;
	struct buf text;
};

struct view_search {
	struct buf term; /* empty: nothing is searched for */
	bool ignore_case;
	bool *found; /* by frame id; NULL: nothing is searched for */
	size_t names;
	bool is_wrong; /* the term is not a regular expression */
};

struct view_table {
	struct functions functions;
	struct top_row *rows; /* in order, rows that match the search */
	size_t count, cursor, from;
	enum top_order order;
	struct top top;
};

struct view {
	struct screen screen;
	struct flamegraph_options flamegraph;
	const struct render_personality *personality;
	struct buf name; /* of the input */

	struct view_profile *viewed;
	struct view_profile *pinned;   /* the profile that differentials compare with; NULL: none */
	struct view_profile *previous; /* the snapshot before the one that is shown; or NULL */
	struct view_profile *newest;   /* while `profile` is a differential: what is compared */
	struct view_profile *whole; /* `profile` is a part of it, by time; NULL: it is the whole */
	struct view_filter_times times; /* of the part */
	struct view_filter filter;
	struct view_filter_steps steps;
	struct view_search search;
	enum view_kind kind, before_help, before_strip;

	struct graph graph;
	struct graph_place place; /* of the frame that is selected */
	uint32_t from;            /* first row of the graph that is shown */
	bool root_at_bottom;

	struct view_table table;
	struct timeline timeline; /* of the whole */
	struct prompt prompt;
	struct buf message; /* shown until the next key */
	int help_from;
	bool paused, is_live, ended, done;
	uint64_t snapshots;
};

void view_init(struct view *view);
void view_release(struct view *view);

/* Look at another profile; what is seen and selected stays, by name. The view owns it. */
void view_set_subject(struct view *view, struct view_profile *viewed);

/* A new snapshot of what is looked at: of a differential the second column. */
void view_set_newest(struct view *view, struct view_profile *viewed);

/* Compare with the profile of this moment, or no longer. */
void view_pin(struct view *view);

/* The profile with all times. */
struct view_profile *view_whole(const struct view *view);

/*
 * After a change of the filter's times: look at the samples in them. False, and nothing has
 * changed, if there are none.
 */
bool view_settle_times(struct view *view);

/* After a change of the filter, the search or the size. */
void view_refresh(struct view *view);

/* The table has a column of changes: since the previous snapshot, or of a differential. */
bool view_shows_change(const struct view *view);

/* Rows of the screen between the lines above and below. */
int view_top(const struct view *view);
int view_bottom(const struct view *view);

void view_draw(struct view *view);
void view_press(struct view *view, const struct screen_event *event);
void view_say(struct view *view, const char *format, ...) PRINTF_LIKE(2, 3);

/* Take a step: the filter can be changed after it. */
void view_step(struct view *view);

/* Find what the term matches; empty: nothing. */
void view_search(struct view *view, struct slice term);
void view_search_again(struct view *view); /* with or without case, for the same term */

bool view_has_graph(const struct view *view); /* with at least a root */

/* Write the view to a file, whose suffix selects the format. Reports success and errors. */
void view_write(struct view *view, struct slice path);

/* All keys and what they do, a line each. */
void view_add_keys(struct buf *buf);

/*
 * The view of samples over time: its keys, and how it is drawn.
 */

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
