/* SPDX-License-Identifier: MIT */
#include "render/terminal/view.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "common/base/child.h"
#include "common/folded/folded.h"
#include "common/io/locate.h"

/*
 * All that is seen through a filter, however narrow: as a profile, to be written, and as
 * counts of functions. With a focus that is the function and what it calls.
 */

static void build(struct refined *refined, const struct view_profile *viewed,
		  const struct view_filter *filter)
{
	bool *hidden = view_filter_members(&filter->hidden, viewed);
	bool *dropped = view_filter_members(&filter->dropped, viewed);
	const struct refine refine = {hidden,           dropped,        filter->focus,
				      filter->reversed, filter->folded, filter->by_width};
	const struct refine_window window = {
		.path = filter->path.at,
		.depth = filter->path.depth,
		.callers = filter->callers && filter->path.depth > 0,
		.shown = WIDTH_AFTER,
	};

	refine_build(refined, &viewed->base, &refine, &window);
	free(hidden);
	free(dropped);
}

/* Every node of the window, with its path from the root on and its own counts. */
typedef void visible_use(void *context, const struct node *node, const struct frame_list *path,
			 const uint64_t own[2]);

static void each(const struct refined *refined, const struct view_filter *filter, visible_use *use,
		 void *context)
{
	const struct tree *tree = &refined->tree;
	const bool focused = filter->focus != REFINE_NO_FOCUS;
	struct frame_list path = {0};
	struct refine_base own;
	size_t i;

	refine_base_build(&own, tree, NULL, 0);
	for (i = 0; i < tree->count; i++) {
		path.depth = tree->nodes[i].depth + focused;
		if (path.depth > 0) {
			path.depth--;
			frame_list_add(&path, tree->nodes[i].name);
		}
		if (i < refined->depth)
			continue;
		use(context, &tree->nodes[i], &path, own.own[i]);
	}
	refine_base_release(&own);
	free(path.at);
}

struct copying {
	struct profile *to;
	const struct view_profile *from;
	frame_id *frames;
	size_t cap;
};

static COLD void visible_add_stack(void *context, const struct node *node,
				   const struct frame_list *path, const uint64_t own[2])
{
	struct copying *copying = context;
	const struct weight weight = {.count = {own[0], own[1]},
				      .scale = copying->from->profile.scale,
				      .differential = node->differential};
	uint32_t i;

	if ((own[0] == 0 && own[1] == 0) || path->depth == 0)
		return;
	MEMORY_NEED(copying->frames, path->depth, copying->cap);
	for (i = 0; i < path->depth; i++)
		copying->frames[i] = profile_frame(
			copying->to, intern_name(&copying->from->profile.names, path->at[i]));
	profile_add(copying->to, copying->frames, path->depth, &weight);
}

/* Adds to an empty profile. */
static void visible_profile(struct profile *profile, const struct view_profile *viewed,
			    const struct view_filter *filter)
{
	struct copying copying = {.to = profile, .from = viewed};
	struct refined refined;

	header_merge(&profile->header, &viewed->profile.header);
	build(&refined, viewed, filter);
	each(&refined, filter, visible_add_stack, &copying);
	refined_release(&refined);
	free(copying.frames);
}

struct counting {
	struct functions *functions;
	uint32_t *outer; /* by frame id: depth + 1 of its outermost call on the path; 0: none */
	const struct node *last;
	struct frame_list open;
};

/* Calls that the path has left are no longer open. */
static void close_calls(struct counting *counting, uint32_t depth)
{
	while (counting->open.depth > depth) {
		const frame_id name = counting->open.at[--counting->open.depth];

		if (counting->outer[name] == counting->open.depth + 1)
			counting->outer[name] = 0;
	}
}

static COLD void count_node(void *context, const struct node *node, const struct frame_list *path,
			    const uint64_t own[2])
{
	struct counting *counting = context;
	uint64_t(*counts)[2];
	int i;

	if (path->depth == 0)
		return;
	close_calls(counting, path->depth - 1);
	while (counting->open.depth < path->depth) {
		const frame_id name = path->at[counting->open.depth];

		frame_list_add(&counting->open, name);
		if (counting->outer[name] == 0)
			counting->outer[name] = counting->open.depth;
	}
	counts = counting->functions->at[node->name].count;
	for (i = 0; i < 2; i++) {
		counts[FUNCTIONS_SELF][i] += own[i];
		if (counting->outer[node->name] == path->depth)
			counts[FUNCTIONS_TOTAL][i] += node->count[i];
	}
}

/* functions_count() of it, by the ids of the profile. Release it. */
static void visible_functions(struct functions *functions, const struct view_profile *viewed,
			      const struct view_filter *filter)
{
	struct counting counting = {.functions = functions};
	struct refined refined;

	functions->count = viewed->base.name_count;
	functions->at = memory_clear(functions->count + 1, sizeof(*functions->at));
	counting.outer = memory_clear(viewed->profile.names.count, sizeof(*counting.outer));
	build(&refined, viewed, filter);
	each(&refined, filter, count_node, &counting);
	refined_release(&refined);
	free(counting.outer);
	free(counting.open.at);
}

enum { MESSAGE_SIZE = 512, LINES_ABOVE = 1, LINES_BELOW = 2 };

COLD void view_init(struct view *view)
{
	*view = (struct view){.filter = view_filter_plain, .graph = {.is_empty = true}};
	view->personality = render_personality_of(personality_of(""));
	flamegraph_options_init(&view->flamegraph, view->personality);
	view->flamegraph.text = true;
}

static void drop_subject(struct view_profile *viewed)
{
	if (!viewed)
		return;
	view_profile_release(viewed);
	free(viewed);
}

static void release_table(struct view_table *table)
{
	functions_release(&table->functions);
	free(table->rows);
	table->rows = NULL;
	table->count = 0;
}

COLD void view_release(struct view *view)
{
	graph_release(&view->graph);
	release_table(&view->table);
	timeline_release(&view->timeline);
	view_filter_release(&view->filter);
	view_filter_steps_release(&view->steps);
	free(view->search.found);
	buf_release(&view->search.term);
	buf_release(&view->prompt.text);
	buf_release(&view->message);
	buf_release(&view->name);
	drop_subject(view->viewed);
	drop_subject(view->whole);
	drop_subject(view->pinned);
	drop_subject(view->newest);
	drop_subject(view->previous);
	flamegraph_options_release(&view->flamegraph);
}

COLD void view_say(struct view *view, const char *format, ...)
{
	char text[MESSAGE_SIZE];
	va_list arguments;
	int n;

	va_start(arguments, format);
	n = vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	buf_reset(&view->message);
	if (n > 0)
		buf_add_text(&view->message, text);
}

COLD int view_top(const struct view *view)
{
	(void)view;
	return LINES_ABOVE;
}

COLD int view_bottom(const struct view *view)
{
	return view->screen.rows - LINES_BELOW;
}

COLD bool view_has_graph(const struct view *view)
{
	return view->viewed && !view->graph.is_empty;
}

COLD void view_step(struct view *view)
{
	view_filter_push(&view->steps, &view->filter);
}

/* ---- The search ---- */

static void match_names(struct view *view, const struct regex *regex)
{
	const struct intern *names = &view->viewed->profile.names;
	struct view_search *search = &view->search;
	size_t i;

	search->names = names->count;
	search->found = memory_clear(names->count + 1, sizeof(*search->found));
	for (i = 0; i < names->count; i++)
		search->found[i] = regex_matches(regex, intern_name(names, (frame_id)i));
	search->found[view->viewed->base.names[0]] = false;
}

/* Names of a new profile, or another term. */
static void find_names(struct view *view)
{
	struct view_search *search = &view->search;
	struct buf pattern = {0};
	struct regex *regex;
	char problem[128];

	free(search->found);
	search->found = NULL;
	search->is_wrong = false;
	if (search->term.len == 0)
		return;
	if (search->ignore_case)
		buf_add_text(&pattern, "(?i)");
	buf_add(&pattern, buf_slice(&search->term));
	regex = regex_new(buf_slice(&pattern), problem, sizeof(problem));
	buf_release(&pattern);
	search->is_wrong = !regex;
	if (!regex)
		return;
	match_names(view, regex);
	regex_free(regex);
}

COLD void view_search(struct view *view, struct slice term)
{
	buf_reset(&view->search.term);
	buf_add(&view->search.term, term);
	find_names(view);
	view_refresh(view);
}

COLD void view_search_again(struct view *view)
{
	find_names(view);
	view_refresh(view);
}

/* ---- What is made of the profile ---- */

static void refresh_graph(struct view *view)
{
	const struct graph_options options = {
		.flamegraph = &view->flamegraph,
		.personality = view->personality,
		.found = view->search.found,
		.root_at_bottom = view->root_at_bottom,
	};

	graph_release(&view->graph);
	view->flamegraph.columns = (uint64_t)view->screen.columns;
	graph_build(&view->graph, view->viewed, &view->filter, &options);
	if (!view->graph.is_empty)
		view->place = graph_find(&view->graph, view->filter.cursor_is_caller,
					 &view->filter.cursor);
}

static bool is_listed(const struct view *view, const struct top_row *row)
{
	const uint64_t *total = row->count[FUNCTIONS_TOTAL];

	return (total[0] > 0 || total[1] > 0) && row->id != view->viewed->base.names[0] &&
	       (!view->search.found || view->search.found[row->id]);
}

COLD bool view_shows_change(const struct view *view)
{
	return view->previous || (view->viewed && view->viewed->profile.differential);
}

/* The columns left next to the change since the previous snapshot. */
static size_t table_columns(const struct view *view)
{
	const size_t columns = (size_t)view->screen.columns;

	return view_shows_change(view) && columns > VIEW_CHANGE_CELLS ? columns - VIEW_CHANGE_CELLS
								      : columns;
}

static void describe_table(struct view *view)
{
	struct view_table *table = &view->table;
	const struct profile *profile = &view->viewed->profile;

	table->top = (struct top){
		.rows = table->rows,
		.count = table->count,
		.found = table->count,
		.stacks = profile->count,
		.total = {profile->total[0], profile->total[1]},
		.scale = profile->scale,
		.differential = profile->differential,
		.header = &profile->header,
		/* names need the room that the columns of changes leave */
		.style = {.bars = !profile->differential || view->screen.columns >= 110,
			  .columns = table_columns(view)},
	};
}

static void refresh_table(struct view *view)
{
	struct view_table *table = &view->table;
	const bool plain = view_filter_is_plain(&view->filter) && view->filter.path.depth == 0;
	const struct functions *functions = &table->functions;
	const frame_id chosen = table->cursor < table->count ? table->rows[table->cursor].id
							     : UINT32_MAX;
	size_t i, count = 0;

	release_table(table);
	if (plain)
		functions = view_profile_functions(view->viewed);
	else
		visible_functions(&table->functions, view->viewed, &view->filter);
	table->rows = top_rows(functions, &view->viewed->profile.names);
	top_sort(table->rows, functions->count, table->order);
	for (i = 0; i < functions->count; i++) {
		if (!is_listed(view, &table->rows[i]))
			continue;
		if (table->rows[i].id == chosen)
			table->cursor = count;
		table->rows[count++] = table->rows[i];
	}
	table->count = count;
	if (table->cursor >= count)
		table->cursor = count > 0 ? count - 1 : 0;
	describe_table(view);
}

COLD void view_refresh(struct view *view)
{
	if (!view->viewed)
		return;
	if (view->kind == VIEW_STRIP && !timeline_has(&view_whole(view)->profile))
		view->kind = view->before_strip; /* a snapshot without times */
	refresh_graph(view);
	if (view->kind == VIEW_TABLE)
		refresh_table(view);
	if (view->kind == VIEW_STRIP)
		timeline_build(&view->timeline, &view_whole(view)->profile, view->search.found,
			       (size_t)view->screen.columns);
}

/* ---- Subjects ---- */

static void translate(struct view *view, struct view_profile *to, const struct view_profile *from)
{
	struct view_table *table = &view->table;
	uint32_t i;

	view_filter_translate(&view->filter, to, from);
	for (i = 0; i < view->steps.count; i++)
		view_filter_translate(&view->steps.at[i], to, from);
	if (table->cursor < table->count)
		table->rows[table->cursor].id = view_profile_translate(
			to, from, table->rows[table->cursor].id);
}

/* Show another profile instead of the one that there is, which is returned. */
static struct view_profile *replace_subject(struct view *view, struct view_profile *viewed)
{
	struct view_profile *old = view->viewed;

	if (old)
		translate(view, viewed, old);
	view->viewed = viewed;
	find_names(view);
	view_refresh(view);
	return old;
}

COLD void view_set_subject(struct view *view, struct view_profile *viewed)
{
	drop_subject(replace_subject(view, viewed));
}

COLD struct view_profile *view_whole(const struct view *view)
{
	return view->whole ? view->whole : view->viewed;
}

COLD bool view_settle_times(struct view *view)
{
	const struct view_filter_times *times = &view->filter.times;
	struct view_profile *whole = view_whole(view), *old;

	if (times->from == view->times.from && times->to == view->times.to)
		return true;
	if (times->to > 0) {
		struct view_profile *part = timeline_part(whole, times);

		if (!part)
			return false;
		view->whole = whole;
		old = replace_subject(view, part);
	} else {
		old = replace_subject(view, whole);
		view->whole = NULL;
	}
	if (old != whole)
		drop_subject(old);
	view->times = view->filter.times;
	return true;
}

/* The differential of the pinned profile and the newest one; NULL if the counts do not fit. */
static struct view_profile *view_compare(const struct view *view)
{
	const struct view_profile *after = view->newest ? view->newest : view->pinned;
	struct view_profile *both = memory_clear(1, sizeof(*both));
	struct profile joined = {0};

	view_profile_join(&joined, &view->pinned->profile, &after->profile);
	if (view_profile_build(both, &joined))
		return both;
	drop_subject(both);
	return NULL;
}

COLD void view_set_newest(struct view *view, struct view_profile *viewed)
{
	struct view_profile *both;

	drop_subject(view->previous);
	view->previous = NULL;
	if (!view->pinned) {
		view->previous = replace_subject(view, viewed);
		return;
	}
	drop_subject(view->newest);
	view->newest = viewed;
	both = view_compare(view);
	if (both)
		view_set_subject(view, both);
}

COLD void view_pin(struct view *view)
{
	struct view_profile *both;

	if (view->pinned) {
		/* The newest profile alone, after it was compared. */
		struct view_profile *newest = view->newest ? view->newest : view->pinned;

		if (view->newest)
			drop_subject(view->pinned);
		view->newest = view->pinned = NULL;
		view_set_subject(view, newest);
		view_say(view, "No longer compared");
		return;
	}
	drop_subject(view->previous);
	view->previous = NULL;
	view->pinned = view->viewed;
	both = view_compare(view);
	if (!both) {
		view->pinned = NULL;
		view_say(view, "The counts are too large to be compared");
		return;
	}
	replace_subject(view, both);
	view_say(view, "Compared with this moment; d: no longer");
}

/* Write the current view to a file; flamegraph makes pictures. */

enum { DRAWER_OPTIONS = 4 }; /* at most */

/* The flamegraph that draws, or 0: exit() has no argument of ours. */
static pid_t drawer;

/* Out of memory: what flamegraph has got of the stacks must not become a picture. */
static COLD void kill_drawer(void)
{
	if (drawer > 0)
		kill(drawer, SIGKILL);
}

/* From now on the child does not outlive a failure of this program. */
static void guard(pid_t child)
{
	static bool is_guarded;

	if (!is_guarded)
		is_guarded = atexit(kill_drawer) == 0;
	drawer = child;
}

/*
 * Give the profile to flamegraph, which writes to a file, without messages; `options` are up to
 * DRAWER_OPTIONS, NULL after fewer. Its exit code, or -1 if it could not be started.
 */
static int run_drawer(const struct profile *profile, const char *const *options)
{
	struct buf path = {0};
	const char *arguments[DRAWER_OPTIONS + 2] = {NULL};
	struct output output = {.fd = -1};
	int ends[2], code = -1, i;
	bool is_whole;
	pid_t child;

	locate_program(&path, NULL, "flamegraph");
	arguments[0] = path.ptr;
	for (i = 0; i < DRAWER_OPTIONS && options[i]; i++)
		arguments[i + 1] = options[i];
	if (child_pipe(ends)) {
		const struct child_streams streams = {{ends[0], CHILD_NULL, CHILD_NULL}};
		const int problem = child_start(arguments, &streams, &child);

		close(ends[0]);
		output.fd = ends[1];
		if (problem == 0) {
			guard(child);
			folded_write(profile, 1, &output);
			is_whole = output_commit(&output);
			if (!is_whole)
				kill(child, SIGKILL); /* it must not take a part for the whole */
			close(ends[1]);
			code = child_wait(child);
			drawer = 0;
			if (!is_whole)
				code = -1;
		} else {
			close(ends[1]);
		}
	}
	buf_release(&path);
	return code;
}

static bool write_folded(const struct profile *profile, struct slice path)
{
	struct output output;

	if (!output_open(&output, path))
		return false;
	folded_write(profile, 1, &output);
	return output_commit(&output);
}

static bool view_write_draw(const struct profile *profile, struct slice path, bool html)
{
	struct buf file = {0};
	const char *options[DRAWER_OPTIONS] = {"-o", NULL, html ? "--html" : NULL};
	int code;

	buf_add(&file, path);
	options[1] = buf_cstring(&file);
	code = run_drawer(profile, options);
	buf_release(&file);
	return code == 0;
}

COLD void view_write(struct view *view, struct slice path)
{
	struct profile profile = {0};
	bool good;

	if (path.len == 0)
		return;
	visible_profile(&profile, view->viewed, &view->filter);
	if (slice_ends(path, SLICE(".folded")) || slice_ends(path, SLICE(".txt")))
		good = write_folded(&profile, path);
	else
		good = view_write_draw(&profile, path, slice_ends(path, SLICE(".html")));
	profile_release(&profile);
	view_say(view, good ? "Written: %.*s" : "%.*s could not be written", SLICE_ARG(path));
}
