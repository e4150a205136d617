/* SPDX-License-Identifier: MIT */
/* The brief's facts about time: how busy threads are, and moments unlike the rest. */
#include "common/profile/significance.h"
#include "render/brief/brief_facts.h"

enum {
	MOST_BINS = 200,
	LEAST_BINS = 16,
	SAMPLES_PER_BIN = 6,
	MOST_TRACKED = 256, /* functions whose counts are kept by time */
	CANDIDATES = 5,     /* windows that are looked at closely */
};

/* The counts of all, and of some functions, in parts of the time. */
struct brief_bins {
	uint64_t width; /* in units of the labels' times */
	size_t count;
	uint64_t *all;     /* by bin */
	frame_id *tracked; /* functions */
	uint32_t *place;   /* by frame id: in `tracked`, or UINT32_MAX */
	size_t tracked_count;
	uint64_t *counts; /* by place and bin */
};

static size_t bin_at(const struct brief_facts *facts, const struct brief_bins *bins, uint64_t time)
{
	return (size_t)((time - facts->first) / bins->width);
}

double brief_busy(const struct brief_facts *facts, frame_id pair)
{
	const struct labels *labels = facts->source->labels;
	const uint64_t steps = facts->step > 0 ? (facts->last - facts->first) / facts->step + 1 : 0;
	const size_t parts = steps < LEAST_BINS      ? 0
			     : steps < MOST_BINS / 2 ? (size_t)steps
						     : MOST_BINS / 2;
	const uint64_t width = parts > 0 ? (facts->last - facts->first) / parts + 1 : 0;
	bool seen[MOST_BINS] = {false}, *has;
	size_t busy = 0, i;

	if (parts == 0)
		return -1;
	has = brief_sets_with(labels, pair);
	for (i = 0; i < labels->count; i++) {
		const struct label_row *row = &labels->rows[i];

		if (has[row->set] && row->time != LABEL_NO_TIME)
			seen[(row->time - facts->first) / width] = true;
	}
	free(has);
	for (i = 0; i < parts; i++)
		busy += seen[i];
	return (double)busy / (double)parts;
}

struct brief_tracked {
	frame_id id;
	uint64_t total;
};

static int brief_compare_tracked(const void *left, const void *right)
{
	const struct brief_tracked *a = left, *b = right;

	if (a->total != b->total)
		return a->total < b->total ? 1 : -1;
	return a->id < b->id ? -1 : a->id > b->id;
}

/* Functions that could be a moment's: neither nearly nothing nor most of all. */
static void choose_tracked(const struct brief_facts *facts, struct brief_bins *bins)
{
	const size_t names = facts->source->names->count;
	const uint64_t all = facts->source->total[1];
	struct brief_tracked *found = memory_resize(NULL, names, sizeof(*found));
	size_t count = 0, i;

	for (i = 0; i < names; i++) {
		const uint64_t total = facts->functions[i].total[1];

		if (total >= all / 100 + 1 && total <= all / 2)
			found[count++] = (struct brief_tracked){(frame_id)i, total};
	}
	SORT(found, count, brief_compare_tracked);
	bins->tracked_count = count < MOST_TRACKED ? count : MOST_TRACKED;
	bins->tracked = memory_resize(NULL, bins->tracked_count, sizeof(*bins->tracked));
	bins->place = memory_resize(NULL, names, sizeof(*bins->place));
	memset(bins->place, 0xff, names * sizeof(*bins->place));
	for (i = 0; i < bins->tracked_count; i++) {
		bins->tracked[i] = found[i].id;
		bins->place[found[i].id] = (uint32_t)i;
	}
	free(found);
}

static void fill_bins(const struct brief_facts *facts, struct brief_bins *bins)
{
	const struct labels *labels = facts->source->labels;
	size_t *seen = memory_clear(bins->tracked_count + 1, sizeof(*seen)), i;
	uint32_t level;

	bins->all = memory_clear(bins->count, sizeof(*bins->all));
	bins->counts = memory_clear(bins->count * bins->tracked_count + 1, sizeof(*bins->counts));
	for (i = 0; i < labels->count; i++) {
		const struct label_row *row = &labels->rows[i];
		const struct stack *stack = stack_moved(row->stack);
		size_t bin;

		if (row->time == LABEL_NO_TIME)
			continue;
		bin = bin_at(facts, bins, row->time);
		bins->all[bin] += row->count[1];
		for (level = 0; level < stack->depth; level++) {
			const uint32_t place = bins->place[stack->frames[level]];

			if (place == UINT32_MAX || seen[place] == i + 1)
				continue;
			seen[place] = i + 1;
			bins->counts[place * bins->count + bin] += row->count[1];
		}
	}
	free(seen);
}

/* False if there are too few times or samples to tell a moment from chance. */
static bool bins_init(struct brief_bins *bins, const struct brief_facts *facts)
{
	const double most = facts->samples[1] / SAMPLES_PER_BIN;
	uint64_t steps, each;

	*bins = (struct brief_bins){0};
	if (facts->step == 0 || most < LEAST_BINS)
		return false;
	steps = (facts->last - facts->first) / facts->step + 1;
	bins->count = most < MOST_BINS ? (size_t)most : MOST_BINS;
	if (steps < LEAST_BINS)
		return false;
	each = (steps + bins->count - 1) / bins->count;
	bins->width = each * facts->step;
	bins->count = (size_t)((steps + each - 1) / each);
	if (bins->count < LEAST_BINS)
		return false;
	choose_tracked(facts, bins);
	fill_bins(facts, bins);
	return true;
}

static void bins_release(struct brief_bins *bins)
{
	free(bins->all);
	free(bins->tracked);
	free(bins->place);
	free(bins->counts);
}

static uint64_t brief_sum_bins(const uint64_t *counts, size_t from, size_t to)
{
	uint64_t sum = 0;

	for (; from < to; from++)
		sum += counts[from];
	return sum;
}

/* A run of bins that may be a moment of its own. */
struct brief_run {
	size_t from, to;
	frame_id function; /* HASH_NONE: of all counts */
	double excess;     /* counts beyond what the rest of the time would have there */
};

/* The shortest run of bins that has most of the counts. */
static struct brief_run shortest_run(const uint64_t *counts, size_t bins, uint64_t total)
{
	const uint64_t wanted = total - total / 4;
	struct brief_run best = {0, bins, HASH_NONE, 0};
	uint64_t sum = 0;
	size_t from = 0, to;

	for (to = 0; to < bins; to++) {
		sum += counts[to];
		for (; sum - counts[from] >= wanted && from < to; from++)
			sum -= counts[from];
		if (sum >= wanted && to + 1 - from < best.to - best.from) {
			best.from = from;
			best.to = to + 1;
		}
	}
	return best;
}

static int compare_counts_up(const void *left, const void *right)
{
	const uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;

	return a < b ? -1 : a > b;
}

static uint64_t median_of(const uint64_t *counts, size_t count)
{
	uint64_t *sorted = memory_resize(NULL, count, sizeof(*sorted)), median;

	memcpy(sorted, counts, count * sizeof(*sorted));
	SORT(sorted, count, compare_counts_up);
	median = sorted[count / 2];
	free(sorted);
	return median;
}

/*
 * The run of bins with twice the usual counts and more that has the largest excess. It must have
 * most of what all such runs have: a program that other work keeps from the processors has many,
 * and none of them says anything of it.
 */
static struct brief_run busiest_run(const struct brief_bins *bins)
{
	const uint64_t usual = median_of(bins->all, bins->count);
	const struct brief_run none = {0, 0, HASH_NONE, 0};
	struct brief_run best = none;
	double excess = 0;
	size_t at = 0;

	while (at < bins->count) {
		struct brief_run run = {at, at, HASH_NONE, 0};

		for (; at < bins->count && bins->all[at] > 2 * usual; at++)
			run.excess += (double)(bins->all[at] - usual);
		run.to = at;
		excess += run.excess;
		if (run.excess > best.excess)
			best = run;
		at++;
	}
	return 2 * best.excess > excess ? best : none;
}

/* Let the run have the bins beside it in which the function counts half as much as in the run. */
static void extend_run(const struct brief_bins *bins, const uint64_t *counts, struct brief_run *run)
{
	const uint64_t inside = brief_sum_bins(bins->all, run->from, run->to);
	const double least = (double)brief_sum_bins(counts, run->from, run->to) / (double)inside /
			     2;

	while (run->from > 0 && bins->all[run->from - 1] > 0 &&
	       (double)counts[run->from - 1] >= least * (double)bins->all[run->from - 1])
		run->from--;
	while (run->to < bins->count && bins->all[run->to] > 0 &&
	       (double)counts[run->to] >= least * (double)bins->all[run->to])
		run->to++;
}

/* A quarter of the time at most, and neither its beginning nor its end. */
static bool is_moment(const struct brief_run *run, size_t bins)
{
	const size_t margin = bins / 20 + 1;

	return run->to - run->from <= bins / 4 && run->from >= margin && run->to + margin <= bins;
}

/*
 * How alike the time before and after the run are, 0 to 1: the part that the shares of their
 * functions have in common, without functions that nearly all stacks have. Phases of a program
 * differ; what a moment interrupts goes on after it.
 */
static double likeness(const struct brief_facts *facts, const struct brief_bins *bins,
		       const struct brief_run *run)
{
	const struct labels *labels = facts->source->labels;
	const size_t names = facts->source->names->count;
	const uint64_t trunk = facts->source->total[1] / 10 * 9;
	uint64_t *total[2] = {memory_clear(names, sizeof(uint64_t)),
			      memory_clear(names, sizeof(uint64_t))};
	size_t *seen = memory_clear(names, sizeof(*seen)), i;
	double sums[2] = {0, 0}, common = 0, all = 0;
	uint32_t level;

	for (i = 0; i < labels->count; i++) {
		const struct label_row *row = &labels->rows[i];
		const struct stack *stack = stack_moved(row->stack);
		const size_t bin = row->time == LABEL_NO_TIME ? run->from
							      : bin_at(facts, bins, row->time);

		if (bin >= run->from && bin < run->to)
			continue;
		sums[bin >= run->to] += (double)row->count[1];
		for (level = 0; level < stack->depth; level++) {
			const frame_id id = stack->frames[level];

			if (seen[id] != i + 1)
				total[bin >= run->to][id] += row->count[1];
			seen[id] = i + 1;
		}
	}
	for (i = 0; i < names && sums[0] > 0 && sums[1] > 0; i++) {
		const double before = (double)total[0][i] / sums[0];
		const double after = (double)total[1][i] / sums[1];

		if (facts->functions[i].total[1] >= trunk)
			continue;
		common += before < after ? before : after;
		all += before < after ? after : before;
	}
	free(total[0]);
	free(total[1]);
	free(seen);
	return all > 0 ? common / all : sums[0] > 0 && sums[1] > 0;
}

/* True if the function's share inside of the run is no chance. */
static bool is_beyond_chance(const struct brief_facts *facts, uint64_t hits, uint64_t inside,
			     uint64_t rest_hits, uint64_t rest)
{
	const double each = facts->samples[1] / (double)facts->source->total[1];
	const double most = SIGNIFICANCE_SAMPLES;
	const double samples[2] = {(double)rest * each, (double)inside * each};
	struct significance_table table = {
		.hits = {(uint64_t)((double)rest_hits * each), (uint64_t)((double)hits * each)},
		.samples = {(uint64_t)samples[0] + 1, (uint64_t)samples[1] + 1},
	};

	if (samples[0] > most || samples[1] > most)
		return true;
	return table.samples[1] > 1 && significance_fisher(&table) < 1e-6;
}

/* The functions whose counts are nearly all in one run, the largest excess first. */
static size_t find_runs(const struct brief_facts *facts, const struct brief_bins *bins,
			struct brief_run runs[CANDIDATES])
{
	const uint64_t all = brief_sum_bins(bins->all, 0, bins->count);
	size_t count = 0, i, at;

	for (i = 0; i < bins->tracked_count; i++) {
		const uint64_t *counts = bins->counts + i * bins->count;
		const uint64_t total = brief_sum_bins(counts, 0, bins->count);
		struct brief_run run = shortest_run(counts, bins->count, total);
		uint64_t hits, inside;
		double share, rest;

		extend_run(bins, counts, &run);
		hits = brief_sum_bins(counts, run.from, run.to);
		inside = brief_sum_bins(bins->all, run.from, run.to);
		share = (double)hits / (double)inside;
		rest = all > inside ? (double)(total - hits) / (double)(all - inside) : 1;
		run.function = bins->tracked[i];
		run.excess = (double)hits - rest * (double)inside;
		if (!is_moment(&run, bins->count) || share < 0.25 || share < 4 * rest ||
		    !is_beyond_chance(facts, hits, inside, total - hits, all - inside))
			continue;
		/* of functions that call each other the outermost: it comes first, for it has more */
		for (at = count; at > 0 && run.excess > 1.02 * runs[at - 1].excess; at--) {
			if (at < CANDIDATES)
				runs[at] = runs[at - 1];
		}
		if (at < CANDIDATES)
			runs[at] = run;
		count += count < CANDIDATES;
	}
	return count;
}

/* The counts in the run, of stacks that have the function, and the largest leaf of these. */
static void count_in(const struct brief_facts *facts, const struct brief_bins *bins,
		     const struct brief_run *run, struct brief_window *window)
{
	const struct labels *labels = facts->source->labels;
	uint64_t *self = memory_clear(facts->source->names->count, sizeof(*self));
	size_t i;

	for (i = 0; i < labels->count; i++) {
		const struct label_row *row = &labels->rows[i];
		const struct stack *stack = stack_moved(row->stack);
		uint32_t level = 0;
		size_t bin;

		if (row->time == LABEL_NO_TIME || stack->depth == 0)
			continue;
		bin = bin_at(facts, bins, row->time);
		if (bin < run->from || bin >= run->to)
			continue;
		while (run->function != HASH_NONE && level < stack->depth &&
		       stack->frames[level] != run->function)
			level++;
		if (level == stack->depth)
			continue;
		self[stack->frames[stack->depth - 1]] += row->count[1];
		window->count += row->count[1];
	}
	window->leaf = brief_largest_sum(facts, self);
	window->leaf_count = window->leaf == HASH_NONE ? 0 : self[window->leaf];
	free(self);
}

static struct brief_window window_of(const struct brief_facts *facts, const struct brief_bins *bins,
				     const struct brief_run *run)
{
	const uint64_t all = brief_sum_bins(bins->all, 0, bins->count);
	const uint64_t inside = brief_sum_bins(bins->all, run->from, run->to);
	const double width = (double)(run->to - run->from);
	const double rest = (double)bins->count - width;
	struct brief_window window = {
		.from = facts->first + run->from * bins->width,
		.to = facts->first + run->to * bins->width,
		.function = run->function,
		.found = true,
	};

	count_in(facts, bins, run, &window);
	window.rate = all > inside ? (double)inside / width / ((double)(all - inside) / rest) : 1e9;
	if (run->function != HASH_NONE) {
		const uint64_t *counts = bins->counts + bins->place[run->function] * bins->count;
		const uint64_t hits = brief_sum_bins(counts, run->from, run->to);
		const uint64_t total = brief_sum_bins(counts, 0, bins->count);

		window.share = (double)hits / (double)inside;
		window.rest = all > inside ? (double)(total - hits) / (double)(all - inside) : 0;
	}
	return window;
}

struct brief_window brief_spike(const struct brief_facts *facts)
{
	/* measured: phases of a program 0.05 to 0.2, the two sides of a moment 0.4 and more */
	const double least_likeness = 0.3;
	struct brief_window window = {.function = HASH_NONE, .leaf = HASH_NONE};
	struct brief_run runs[CANDIDATES], busiest;
	struct brief_bins bins;
	size_t count, i;

	if (!bins_init(&bins, facts))
		return window;
	count = find_runs(facts, &bins, runs);
	for (i = 0; i < count && !window.found; i++) {
		if (likeness(facts, &bins, &runs[i]) >= least_likeness)
			window = window_of(facts, &bins, &runs[i]);
	}
	busiest = busiest_run(&bins);
	/* a machine that others use, too, gives more at times: what matters is a tenth of all */
	if (!window.found && is_moment(&busiest, bins.count) &&
	    busiest.excess >= (double)facts->source->total[1] / 10 &&
	    busiest.excess * facts->samples[1] / (double)facts->source->total[1] >= 40) {
		const struct brief_window whole = window_of(facts, &bins, &busiest);

		/* what hardly runs otherwise has too few samples to be compared */
		if (whole.rate >= 5 ||
		    (whole.rate >= 2.5 && likeness(facts, &bins, &busiest) >= least_likeness))
			window = whole;
	}
	bins_release(&bins);
	return window;
}
