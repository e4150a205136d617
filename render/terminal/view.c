/* SPDX-License-Identifier: MIT */
#include "render/terminal/view.h"

#include <stdarg.h>
#include <stdio.h>

#include "render/terminal/seen.h"

enum { MESSAGE_SIZE = 512, LINES_ABOVE = 1, LINES_BELOW = 2 };

void view_init(struct view *view)
{
	*view = (struct view){.lens = lens_plain, .graph = {.is_empty = true}};
	view->personality = render_personality_of(personality_of(""));
	flamegraph_options_init(&view->flamegraph, view->personality);
	view->flamegraph.text = true;
}

static void drop_subject(struct subject *subject)
{
	if (!subject)
		return;
	subject_release(subject);
	free(subject);
}

static void release_table(struct table *table)
{
	functions_release(&table->functions);
	free(table->rows);
	table->rows = NULL;
	table->count = 0;
}

void view_release(struct view *view)
{
	graph_release(&view->graph);
	release_table(&view->table);
	strip_release(&view->strip);
	lens_release(&view->lens);
	lens_steps_release(&view->steps);
	free(view->search.found);
	buf_release(&view->search.term);
	buf_release(&view->prompt.text);
	buf_release(&view->message);
	buf_release(&view->name);
	drop_subject(view->subject);
	drop_subject(view->whole);
	drop_subject(view->pinned);
	drop_subject(view->newest);
	drop_subject(view->previous);
	flamegraph_options_release(&view->flamegraph);
}

void view_say(struct view *view, const char *format, ...)
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

int view_top(const struct view *view)
{
	(void)view;
	return LINES_ABOVE;
}

int view_bottom(const struct view *view)
{
	return view->screen.rows - LINES_BELOW;
}

bool view_has_graph(const struct view *view)
{
	return view->subject && !view->graph.is_empty;
}

void view_step(struct view *view)
{
	lens_push(&view->steps, &view->lens);
}

/* ---- The search ---- */

static void match_names(struct view *view, const struct regex *regex)
{
	const struct intern *names = &view->subject->profile.names;
	struct search *search = &view->search;
	size_t i;

	search->names = names->count;
	search->found = memory_clear(names->count + 1, sizeof(*search->found));
	for (i = 0; i < names->count; i++)
		search->found[i] = regex_matches(regex, intern_name(names, (frame_id)i));
	search->found[view->subject->base.names[0]] = false;
}

/* Names of a new subject, or another term. */
static void find_names(struct view *view)
{
	struct search *search = &view->search;
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

void view_search(struct view *view, struct slice term)
{
	buf_reset(&view->search.term);
	buf_add(&view->search.term, term);
	find_names(view);
	view_refresh(view);
}

void view_search_again(struct view *view)
{
	find_names(view);
	view_refresh(view);
}

/* ---- What is made of the subject ---- */

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
	graph_build(&view->graph, view->subject, &view->lens, &options);
	if (!view->graph.is_empty)
		view->place = graph_find(&view->graph, view->lens.cursor_is_caller,
					 &view->lens.cursor);
}

static bool is_listed(const struct view *view, const struct top_row *row)
{
	const uint64_t *total = row->count[FUNCTIONS_TOTAL];

	return (total[0] > 0 || total[1] > 0) && row->id != view->subject->base.names[0] &&
	       (!view->search.found || view->search.found[row->id]);
}

/* The columns left next to the change since the previous snapshot. */
static size_t table_columns(const struct view *view)
{
	const size_t columns = (size_t)view->screen.columns;

	return view->previous && columns > VIEW_CHANGE_CELLS ? columns - VIEW_CHANGE_CELLS
							     : columns;
}

static void describe_table(struct view *view)
{
	struct table *table = &view->table;
	const struct profile *profile = &view->subject->profile;

	table->top = (struct top){
		.rows = table->rows,
		.count = table->count,
		.found = table->count,
		.stacks = profile->count,
		.total = {profile->total[0], profile->total[1]},
		.scale = profile->scale,
		.differential = profile->differential,
		.header = &profile->header,
		.style = {.bars = true, .columns = table_columns(view)},
	};
}

static void refresh_table(struct view *view)
{
	struct table *table = &view->table;
	const bool plain = lens_is_plain(&view->lens) && view->lens.path.depth == 0;
	const struct functions *functions = &table->functions;
	const frame_id chosen = table->cursor < table->count ? table->rows[table->cursor].id
							     : UINT32_MAX;
	size_t i, count = 0;

	release_table(table);
	if (plain)
		functions = subject_functions(view->subject);
	else
		seen_functions(&table->functions, view->subject, &view->lens);
	table->rows = top_rows(functions, &view->subject->profile.names, table->order);
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

void view_refresh(struct view *view)
{
	if (!view->subject)
		return;
	refresh_graph(view);
	if (view->kind == VIEW_TABLE)
		refresh_table(view);
	if (view->kind == VIEW_STRIP)
		strip_build(&view->strip, &view_whole(view)->profile, view->search.found,
			    (size_t)view->screen.columns);
}

/* ---- Subjects ---- */

static void translate(struct view *view, struct subject *to, const struct subject *from)
{
	struct table *table = &view->table;
	uint32_t i;

	lens_translate(&view->lens, to, from);
	for (i = 0; i < view->steps.count; i++)
		lens_translate(&view->steps.at[i], to, from);
	if (table->cursor < table->count)
		table->rows[table->cursor].id = subject_translate(to, from,
								  table->rows[table->cursor].id);
}

/* Show another subject instead of the one that there is, which is returned. */
static struct subject *replace_subject(struct view *view, struct subject *subject)
{
	struct subject *old = view->subject;

	if (old)
		translate(view, subject, old);
	view->subject = subject;
	find_names(view);
	view_refresh(view);
	return old;
}

void view_set_subject(struct view *view, struct subject *subject)
{
	drop_subject(replace_subject(view, subject));
}

struct subject *view_whole(const struct view *view)
{
	return view->whole ? view->whole : view->subject;
}

bool view_settle_times(struct view *view)
{
	const struct lens_times *times = &view->lens.times;
	struct subject *whole = view_whole(view), *old;

	if (times->from == view->times.from && times->to == view->times.to)
		return true;
	if (times->to > 0) {
		struct subject *part = strip_part(whole, times);

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
	view->times = view->lens.times;
	return true;
}

/* The differential of the pinned profile and the newest one; NULL if the counts do not fit. */
static struct subject *view_compare(const struct view *view)
{
	const struct subject *after = view->newest ? view->newest : view->pinned;
	struct subject *both = memory_clear(1, sizeof(*both));
	struct profile joined = {0};

	subject_join(&joined, &view->pinned->profile, &after->profile);
	if (subject_build(both, &joined))
		return both;
	drop_subject(both);
	return NULL;
}

void view_set_newest(struct view *view, struct subject *subject)
{
	struct subject *both;

	drop_subject(view->previous);
	view->previous = NULL;
	if (!view->pinned) {
		view->previous = replace_subject(view, subject);
		return;
	}
	drop_subject(view->newest);
	view->newest = subject;
	both = view_compare(view);
	if (both)
		view_set_subject(view, both);
}

/* The newest profile alone, after it was compared. */
static void unpin(struct view *view)
{
	struct subject *newest = view->newest ? view->newest : view->pinned;

	if (view->newest)
		drop_subject(view->pinned);
	view->newest = view->pinned = NULL;
	view_set_subject(view, newest);
	view_say(view, "No longer compared");
}

void view_pin(struct view *view)
{
	struct subject *both;

	if (view->pinned) {
		unpin(view);
		return;
	}
	drop_subject(view->previous);
	view->previous = NULL;
	view->pinned = view->subject;
	both = view_compare(view);
	if (!both) {
		view->pinned = NULL;
		view_say(view, "The counts are too large to be compared");
		return;
	}
	replace_subject(view, both);
	view_say(view, "Compared with this moment; d: no longer");
}
