/* SPDX-License-Identifier: MIT */
/*
 * view.h - the state of flamegraph-view: the profile, the filter, the cursor, the search. Keys
 * change it (view_keys.c), view_draw.c draws it.
 */
#ifndef FLAMBEAU_VIEW_H
#define FLAMBEAU_VIEW_H

#include "common/base/regex.h"
#include "render/export/top.h"
#include "render/terminal/graph.h"
#include "render/terminal/timeline.h"

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

#endif
