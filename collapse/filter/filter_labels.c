/* SPDX-License-Identifier: MIT */
/*
 * Labels: add the labels of the command line, choose by --where, --where-not and --time, drop
 * unwanted ones. All but time is decided once per set of labels.
 */
#include "collapse/filter/filter.h"
#include "collapse/names/tidy.h"

#include "common/base/arena.h"
#include "common/base/checked.h"
#include "common/base/diag.h"

/* ---- --time, and the clocks of several files ---- */

/* "12.5", or nothing. */
static bool filter_parse_edge(struct slice text, uint64_t *edge)
{
	unsigned digits;

	text = slice_trim(text);
	if (text.len == 0)
		return true;
	if (!labels_parse_time(text, edge, &digits))
		return false;
	*edge *= u64_power_of_ten(LABEL_TIME_DIGITS - digits);
	return true;
}

bool filter_parse_times(struct slice text, void *field, struct buf *problem)
{
	struct filter_times *times = field;
	struct slice to = text, from;

	*times = (struct filter_times){.given = true, .to = UINT64_MAX};
	if (slice_cut(&to, ',', &from) && filter_parse_edge(from, &times->from) &&
	    filter_parse_edge(to, &times->to))
		return true;
	buf_add(problem, SLICE("expected FROM,TO in seconds; one of them may be left out"));
	return false;
}

/* How many decimals of seconds so many nanoseconds need. */
static unsigned digits_for(uint64_t nanoseconds)
{
	unsigned digits = LABEL_TIME_DIGITS;

	while (digits > 0 && nanoseconds % 10 == 0) {
		nanoseconds /= 10;
		digits--;
	}
	return digits;
}

void filter_align(struct filter_file *files, size_t count)
{
	int64_t start, first = INT64_MAX;
	size_t i;

	for (i = 0; i < count; i++) {
		if (!labels_have_times(files[i].profile.labels))
			continue;
		if (!header_start(&files[i].profile.header, &start))
			diag_warn("%.*s: no start in its header; its times stay as they are",
				  SLICE_ARG(files[i].path));
		else if (start < first)
			first = start;
	}
	for (i = 0; i < count; i++) {
		if (!labels_have_times(files[i].profile.labels) ||
		    !header_start(&files[i].profile.header, &start))
			continue;
		files[i].shift = (uint64_t)(start - first);
		files[i].shift_digits = digits_for(files[i].shift);
	}
}

void filter_say_overlay(size_t files_with_times)
{
	if (files_with_times > 1)
		diag_note("the times of %zu files overlap; --align-time brings them to one clock",
			  files_with_times);
}

/* A set of the file's labels, mapped to the new profile. */
struct known_set {
	uint32_t set; /* in the new profile */
	bool is_known, is_wanted;
};

struct filter_labels {
	const struct filter_options *options;
	struct profile *into;
	const struct profile *from;
	const struct filter_file *file;
	struct known_set *sets;
	struct labels *seen;   /* the labels of a set, with added ones */
	uint64_t without_room; /* sets that could not get a label */
	bool drops_time;
};

static bool filter_labels_is_dropped(const struct filter_options *options, struct slice name)
{
	size_t i;

	for (i = 0; i < options->frame_labels.count; i++) {
		if (slice_equal(options->frame_labels.at[i], name))
			return false; /* it is a frame later */
	}
	for (i = 0; i < options->dropped_labels.count; i++) {
		if (slice_equal(options->dropped_labels.at[i], name) ||
		    slice_equal(options->dropped_labels.at[i], SLICE("all")))
			return true;
	}
	return false;
}

/* True if labels can be left. */
static bool keeps_labels(const struct filter_options *options, const struct profile *from)
{
	size_t i;

	for (i = 0; i < options->dropped_labels.count; i++) {
		if (slice_equal(options->dropped_labels.at[i], SLICE("all")) &&
		    options->frame_labels.count == 0)
			return false;
	}
	return from->labels || options->added_labels.count > 0;
}

struct filter_labels *filter_labels_new(struct profile *into, const struct profile *from,
					const struct filter_options *options,
					const struct filter_file *file)
{
	struct filter_labels *labels = memory_get(sizeof(*labels));
	const size_t sets = from->labels ? from->labels->sets.count : 1;

	*labels = (struct filter_labels){
		.options = options,
		.into = into,
		.from = from,
		.file = file,
		.sets = memory_clear(sets, sizeof(*labels->sets)),
		.seen = labels_new(),
		.drops_time = filter_labels_is_dropped(options, SLICE("time")),
	};
	if (keeps_labels(options, from))
		profile_label(into);
	if (into->labels && from->labels)
		labels_rescale(into->labels, from->labels->time_digits > file->shift_digits
						     ? from->labels->time_digits
						     : file->shift_digits);
	return labels;
}

void filter_labels_free(struct filter_labels *labels)
{
	if (labels->without_room > 0)
		diag_warn("--add-label: stacks with %d labels get no more", LABELS_MAX);
	if (labels->into->labels)
		labels_clear(labels->into->labels);
	labels_free(labels->seen);
	free(labels->sets);
	free(labels);
}

/* "host={}" with the name of the file. False if there are too many labels. */
static bool add_label(struct labels *seen, struct slice label, struct slice file)
{
	struct buf text = {0};
	struct slice name;

	bool has_room;

	slice_cut(&label, '=', &name);
	tidy_add_file_name(&text, label, file);
	has_room = labels_put(seen, name, buf_slice(&text));
	buf_release(&text);
	return has_room;
}

static bool is_like(const struct filter_labels *labels, const struct filter_where *where)
{
	struct slice value;

	return labels_pending(labels->seen, where->name, &value) &&
	       regex_matches(where->regex, value);
}

static bool filter_labels_is_wanted(const struct filter_labels *labels)
{
	const struct filter_wheres *wheres = &labels->options->wheres;
	size_t i;

	for (i = 0; i < wheres->count; i++) {
		if (is_like(labels, &wheres->at[i]) == wheres->at[i].is_not)
			return false;
	}
	return true;
}

/* Read the labels of a set, and the labels added to the file. */
static void filter_labels_see(struct filter_labels *labels, uint32_t set)
{
	const struct opt_list *added = &labels->options->added_labels;
	const struct labels *old = labels->from->labels;
	frame_id pairs[LABELS_MAX];
	size_t count = old ? labels_of_set(old, set, pairs) : 0, i;
	struct slice name, value;

	labels_clear(labels->seen);
	for (i = 0; i < count; i++) {
		labels_pair(old, pairs[i], &name, &value);
		labels_put(labels->seen, name, value);
	}
	for (i = 0; i < added->count; i++) {
		if (!add_label(labels->seen, added->at[i], labels->file->path))
			labels->without_room++;
	}
}

/* Intern the labels that are kept of so many, as a set of the new profile. */
static uint32_t filter_labels_keep(const struct filter_labels *labels, const struct labels *of,
				   const frame_id *pairs, size_t count)
{
	struct labels *into = labels->into->labels;
	struct slice name, value;
	size_t i;

	if (!into)
		return LABEL_NO_SET;
	labels_clear(into);
	for (i = 0; i < count; i++) {
		labels_pair(of, pairs[i], &name, &value);
		if (!filter_labels_is_dropped(labels->options, name))
			labels_put(into, name, value);
	}
	return labels_current(into);
}

static const struct known_set *known(struct filter_labels *labels, uint32_t set)
{
	struct known_set *known = &labels->sets[set];
	const struct labels *old = labels->from->labels, *seen = labels->seen;
	frame_id pairs[LABELS_MAX];

	if (known->is_known)
		return known;
	*known = (struct known_set){LABEL_NO_SET, true, true};
	if (labels->options->wheres.count > 0 || labels->options->added_labels.count > 0) {
		filter_labels_see(labels, set);
		known->is_wanted = filter_labels_is_wanted(labels);
		if (known->is_wanted)
			known->set = filter_labels_keep(labels, seen, seen->pending,
							seen->pending_count);
	} else if (old) {
		known->set = filter_labels_keep(labels, old, pairs, labels_of_set(old, set, pairs));
	}
	return known;
}

/* A row's time as it is to be, in nanoseconds. */
static uint64_t filter_labels_time_of(const struct filter_labels *labels, uint64_t time)
{
	return time * u64_power_of_ten(LABEL_TIME_DIGITS - labels->from->labels->time_digits) +
	       labels->file->shift;
}

bool filter_labels_want(struct filter_labels *labels, const struct label_row *row)
{
	const struct filter_times *times = &labels->options->times;
	uint64_t time;

	if (times->given) {
		if (row->time == LABEL_NO_TIME)
			return false;
		time = filter_labels_time_of(labels, row->time);
		if (time < times->from || time >= times->to)
			return false;
	}
	return known(labels, row->set)->is_wanted;
}

void filter_labels_give(struct filter_labels *labels, const struct label_row *row)
{
	struct labels *into = labels->into->labels;

	if (!into)
		return;
	labels_use(into, known(labels, row->set)->set);
	if (row->time != LABEL_NO_TIME && !labels->drops_time)
		into->time = filter_labels_time_of(labels, row->time) /
			     u64_power_of_ten(LABEL_TIME_DIGITS - into->time_digits);
}

static void tally_set(const struct labels *labels, uint32_t set, struct tally *tally)
{
	frame_id pairs[LABELS_MAX];
	const size_t count = labels_of_set(labels, set, pairs);
	size_t i;

	for (i = 0; i < count; i++)
		tally_add(tally, intern_name(&labels->pairs, pairs[i]), 1);
}

void filter_labels_tally(const struct profile *profile, struct tally *tally)
{
	const struct labels *labels = profile->labels;
	uint64_t first = UINT64_MAX, last = 0, timed = 0;
	struct buf text = {0};
	size_t i;

	for (i = 0; i < labels->count; i++) {
		const struct label_row *row = &labels->rows[i];

		tally_set(labels, row->set, tally);
		if (row->time == LABEL_NO_TIME)
			continue;
		timed++;
		first = row->time < first ? row->time : first;
		last = row->time > last ? row->time : last;
	}
	if (timed == 0)
		return;
	buf_add_text(&text, "time from ");
	buf_add_decimal(&text, first, labels->time_digits);
	buf_add_text(&text, " to ");
	buf_add_decimal(&text, last, labels->time_digits);
	tally_add(tally, buf_slice(&text), timed);
	buf_release(&text);
}
