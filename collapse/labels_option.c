/* SPDX-License-Identifier: MIT */
#include "collapse/labels_option.h"

#include "common/base/diag.h"
#include "common/base/search.h"

enum { MILLISECOND = 1000000, USUAL_BIN = 20 * MILLISECOND };

/* "20ms", "1s", "500us", "100ns" */
static bool parse_bin(struct slice text, uint64_t *bin)
{
	static const struct {
		struct slice name;
		uint64_t nanoseconds;
	} units[] = {
		{SLICE_INIT("ns"), 1},
		{SLICE_INIT("us"), 1000},
		{SLICE_INIT("ms"), MILLISECOND},
		{SLICE_INIT("s"), UINT64_C(1000000000)},
	};
	size_t i;

	for (i = 0; i < ARRAY_LEN(units); i++) {
		struct slice number = text;

		if (slice_drop(&number, units[i].name) && slice_to_u64(number, bin))
			break;
	}
	if (i == ARRAY_LEN(units) || *bin == 0 ||
	    *bin > 86400 * UINT64_C(1000000000) / units[i].nanoseconds)
		return false;
	*bin *= units[i].nanoseconds;
	return true;
}

static void want_all(struct label_request *wish)
{
	wish->kinds = LABEL_BIT(LABEL_KINDS) - 1;
	wish->all = true;
}

static bool find_kind(struct slice name, enum label_kind *kind)
{
	for (*kind = LABEL_TIME; *kind < LABEL_OWN; (*kind)++) {
		if (slice_equal(name, label_kind_name(*kind)))
			return true;
	}
	return false;
}

/* "time", "time=1s", "cpu", "all", or a name of the input's own. */
static bool labels_option_parse_label(struct slice text, struct label_request *wish,
				      struct buf *problem)
{
	struct slice bin = text, name;
	enum label_kind kind;

	if (slice_cut(&bin, '=', &name)) {
		wish->kinds |= LABEL_BIT(LABEL_TIME);
		if (slice_equal(name, SLICE("time")) && parse_bin(bin, &wish->bin))
			return true;
		buf_add_text(problem, "a bin is a time from 1ns to 86400s: time=20ms, time=500us");
		return false;
	}
	if (slice_equal(text, SLICE("all"))) {
		want_all(wish);
		return true;
	}
	if (find_kind(text, &kind))
		wish->kinds |= LABEL_BIT(kind);
	wish->kinds |= LABEL_BIT(LABEL_OWN); /* a profile's own may be called "tid", too */
	if (text.len == 0 || wish->name_count == LABEL_NAMES) {
		buf_printf(problem, "expected up to %d names, separated by commas", LABEL_NAMES);
		return false;
	}
	wish->names[wish->name_count++] = text;
	return true;
}

static COLD bool parse_labels(struct slice text, void *field, struct buf *problem)
{
	struct label_request *wish = field;
	struct slice name;

	while (slice_cut(&text, ',', &name)) {
		if (!labels_option_parse_label(name, wish, problem))
			return false;
	}
	return labels_option_parse_label(text, wish, problem);
}

const struct opt labels_rows[] = {
	{OPT_HEADING, .help = "Labels"},
	{OPT_CALL, FAMILY_OWN, .name = "labels", .value = "LIST", .offset = 0,
	 .parse = parse_labels,
	 .help = "Write these labels before stacks: time[=BIN], cpu, tid ..., or all",
	 .detail = "\"@time=0003.24;@tid=7;main 1\" was taken by thread 7 in the 20 ms from 3.24 "
		   "seconds after the first sample on; see folded(5). A BIN is 20ms, 1s or 500us "
		   "long, 20ms unless given. The names are time, cpu, pid, tid, comm, event, host, "
		   "cgroup, state, thread, and others that --list-labels prints."},
	{OPT_FLAG, FAMILY_OWN, .name = "list-labels", OPT_AT(struct label_request, lists),
	 .help = "Print the labels that the input has instead, and how many values of each"},
	{OPT_FLAG, FAMILY_OWN, .name = "absolute-time", OPT_AT(struct label_request, absolute),
	 .help = "Write times of the recording's own clock, not since its first sample"},
};

const size_t labels_row_count = ARRAY_LEN(labels_rows);

COLD const struct label_request *labels_resolve(const struct collapser *collapser,
						struct collapse_setup *setup)
{
	struct label_request *wish = &setup->labels;

	if (!setup->compat->has_labels)
		return NULL;
	if (wish->lists)
		want_all(wish);
	if (wish->kinds == 0)
		return NULL;
	if (wish->bin == 0)
		wish->bin = USUAL_BIN;
	wish->digits = label_request_digits(wish->bin);
	if (collapser->labels == 0)
		diag_warn("%s has no labels%s", collapser->name,
			  collapser->reads_folded ? " but its own, which stay" : "");
	return collapser->labels == 0 ? NULL : wish;
}

static bool has(const struct profile *profile, struct slice name)
{
	const struct labels *labels = profile->labels;
	struct slice other, value;
	size_t i;

	if (slice_equal(name, SLICE("time")))
		return labels_have_times(labels);
	for (i = 0; labels && i < labels->pairs.count; i++) {
		labels_pair(labels, (frame_id)i, &other, &value);
		if (slice_equal(name, other))
			return true;
	}
	return false;
}

COLD void labels_say_missing(const struct label_request *wish, const struct profile *profile)
{
	struct buf missing = {0};
	size_t i;

	if (!wish->all && (wish->kinds & LABEL_BIT(LABEL_TIME)) && !has(profile, SLICE("time")))
		buf_add_text(&missing, "time");
	for (i = 0; i < wish->name_count; i++) {
		if (has(profile, wish->names[i]) || slice_equal(wish->names[i], SLICE("time")))
			continue;
		buf_add(&missing, missing.len > 0 ? SLICE(", ") : SLICE(""));
		buf_add(&missing, wish->names[i]);
	}
	if (missing.len > 0)
		diag_warn("the input has no label %.*s; --list-labels prints what it has",
			  SLICE_ARG(buf_slice(&missing)));
	buf_release(&missing);
}

static COLD int labels_option_by_name(const void *a, const void *b)
{
	return slice_compare(*(const struct slice *)a, *(const struct slice *)b);
}

static size_t count_times(const struct labels *labels)
{
	uint64_t *times = memory_resize(NULL, labels->count, sizeof(*times));
	size_t count = 0, distinct = 0, i;

	for (i = 0; i < labels->count; i++) {
		if (labels->rows[i].time != LABEL_NO_TIME)
			times[count++] = labels->rows[i].time;
	}
	SORT(times, count, u64_compare);
	for (i = 0; i < count; i++)
		distinct += i == 0 || times[i] != times[i - 1];
	free(times);
	return distinct;
}

/* Which pairs occur in rows, for the caller to free(). */
static bool *used_pairs(const struct labels *labels)
{
	bool *sets = memory_clear(labels->sets.count + 1, sizeof(*sets));
	bool *pairs = memory_clear(labels->pairs.count + 1, sizeof(*pairs));
	frame_id of_set[LABELS_MAX];
	size_t i, k, count;

	for (i = 0; i < labels->count; i++)
		sets[labels->rows[i].set] = true;
	for (i = 0; i < labels->sets.count; i++) {
		count = sets[i] ? labels_of_set(labels, (uint32_t)i, of_set) : 0;
		for (k = 0; k < count; k++)
			pairs[of_set[k]] = true;
	}
	free(sets);
	return pairs;
}

/* The names of all pairs that occur, sorted, for the caller to free(). */
static struct slice *used_names(const struct labels *labels, size_t *count)
{
	struct slice *names = memory_resize(NULL, labels->pairs.count + 1, sizeof(*names));
	bool *used = used_pairs(labels);
	struct slice value;
	size_t i;

	*count = 0;
	for (i = 0; i < labels->pairs.count; i++) {
		if (used[i])
			labels_pair(labels, (frame_id)i, &names[(*count)++], &value);
	}
	free(used);
	SORT(names, *count, labels_option_by_name);
	return names;
}

COLD void labels_list(const struct profile *profile, struct output *output)
{
	const struct labels *labels = profile->labels;
	struct slice *names = NULL;
	size_t count = 0, times = 0, i, k;

	if (labels) {
		times = count_times(labels);
		names = used_names(labels, &count);
	}
	if (times > 0)
		buf_printf(&output->buf, "time %zu\n", times);
	for (i = 0; i < count; i = k) {
		for (k = i; k < count && slice_equal(names[k], names[i]); k++)
			;
		buf_add(&output->buf, names[i]);
		buf_printf(&output->buf, " %zu\n", k - i);
	}
	if (times == 0 && count == 0)
		diag_warn("the input has no labels");
	free(names);
}
