/* SPDX-License-Identifier: MIT */
#include "render/tree/line_times.h"

#include "common/base/checked.h"
#include "common/base/diag.h"
#include "common/base/u128.h"
#include "common/header/units.h"

#define SECOND UINT64_C(1000000000) /* nanoseconds */

/* Order by thread, then by time; else keep the order. */
static int compare_times(const void *left, const void *right)
{
	const struct line *a = left, *b = right;
	const int order = slice_compare(a->band, b->band);

	if (order != 0)
		return order;
	if (a->time != b->time)
		return a->time < b->time ? -1 : 1;
	return (a->text.ptr > b->text.ptr) - (a->text.ptr < b->text.ptr);
}

/* The line below the frame of its thread. */
static void add_band(struct lines *lines, struct line *line)
{
	const struct slice counts = slice_tail(line->text, line->stack.len);
	struct buf buf = {0};

	if (line->band.len == 0)
		return;
	buf_add(&buf, line->band);
	buf_add_char(&buf, ';');
	buf_add(&buf, line->stack);
	line->stack.len = buf.len;
	buf_add(&buf, counts);
	line->text = arena_copy(&lines->arena, buf_slice(&buf));
	line->stack = slice_head(line->text, line->stack.len);
	buf_release(&buf);
}

/* ---- How long is a count? ---- */

/* A count of 10^-scale units takes `nanoseconds` / `counts`. */
struct pace {
	uint64_t nanoseconds, counts;
	unsigned scale;
};

static bool is_same_band(const struct line *a, const struct line *b)
{
	return slice_equal(a->band, b->band);
}

/*
 * Nanoseconds that all times, from the first of their band on, are multiples of; 0: there is only
 * one.
 */
static uint64_t find_bin(const struct lines *lines)
{
	uint64_t bin = 0, first = 0;
	size_t i;

	for (i = 0; i < lines->count; i++) {
		const struct line *line = &lines->at[i];

		if (line->time == LABEL_NO_TIME)
			continue;
		if (i == 0 || !is_same_band(line, line - 1))
			first = line->time;
		bin = u64_gcd(bin, line->time - first);
	}
	return bin;
}

/* The largest count of a bin of a band; 0 if a sum does not fit. */
static uint64_t find_most(const struct lines *lines)
{
	uint64_t most = 0, sum = 0;
	size_t i;

	for (i = 0; i < lines->count; i++) {
		const struct line *line = &lines->at[i];

		if (i == 0 || line->time != line[-1].time || !is_same_band(line, line - 1))
			sum = 0;
		if (line->time == LABEL_NO_TIME)
			continue;
		if (!u64_add(&sum, line->weight.count[1]))
			return 0;
		if (sum > most)
			most = sum;
	}
	return most;
}

/* Samples a second, of a header whose unit is samples. */
static bool find_frequency(const struct header *header, uint64_t *frequency)
{
	return slice_equal(header_value(header, HEADER_UNIT), SLICE("samples")) &&
	       slice_to_u64(header_value(header, HEADER_FREQUENCY), frequency) && *frequency > 0;
}

static bool find_pace(const struct lines *lines, const struct header *header, struct pace *pace)
{
	const struct unit *unit = unit_find(header_value(header, HEADER_UNIT));
	const uint64_t bin = find_bin(lines);

	if (bin == 0 || header->values[HEADER_UNIT].differs || (unit && unit->kind != UNIT_TIME))
		return false;
	pace->counts = u64_power_of_ten(pace->scale);
	pace->nanoseconds = bin;
	if (unit)
		pace->nanoseconds = unit->size;
	else if (!find_frequency(header, &pace->counts))
		pace->counts = find_most(lines);
	else if (!u64_scale(&pace->counts, pace->scale))
		return false;
	else
		pace->nanoseconds = SECOND;
	return pace->counts > 0;
}

/* ---- Widths ---- */

struct chart {
	struct pace pace;
	struct line *at; /* the lines with gaps between */
	size_t count, cap;
	uint64_t now, rest; /* nanoseconds since the first line of the band; what division left */
	uint64_t total;     /* of all bands */
};

/* A gap, or a line with its width. False if the sum of all does not fit. */
static bool add_width(struct chart *chart, const struct line *line, uint64_t width)
{
	struct line *added;

	chart->at = memory_grow(chart->at, &chart->cap, chart->count + 1, sizeof(*chart->at));
	added = &chart->at[chart->count++];
	*added = *line;
	added->weight = (struct weight){.count = {width, width}};
	chart->now += width;
	return u64_add(&chart->total, width) && chart->total <= INT64_MAX;
}

static bool add_gap(struct chart *chart, const struct line *next, uint64_t width)
{
	struct line gap = {.band = next->band, .text = next->band, .stack = next->band};

	return add_width(chart, &gap, width);
}

static bool line_times_add_line(struct chart *chart, const struct line *line)
{
	struct u128 width = u128_multiply(line->weight.count[1], chart->pace.nanoseconds);

	u128_add_product(&width, chart->rest, 1);
	chart->rest = u128_divide(&width, chart->pace.counts);
	return width.high == 0 && width.low <= INT64_MAX && add_width(chart, line, width.low);
}

static bool make_chart(struct chart *chart, const struct lines *lines)
{
	uint64_t first = 0;
	bool good = true;
	size_t i;

	for (i = 0; good && i < lines->count; i++) {
		const struct line *line = &lines->at[i];

		if (i == 0 || !is_same_band(line, line - 1)) {
			first = line->time;
			chart->now = chart->rest = 0;
		}
		if (line->time != LABEL_NO_TIME && line->time - first > chart->now)
			good = add_gap(chart, line, line->time - first - chart->now);
		good = good && line_times_add_line(chart, line);
	}
	return good;
}

/* Count all in units of 10^-scale; false if that is too large to distinguish lines. */
static bool rescale(struct lines *lines, unsigned *scale)
{
	size_t i;

	*scale = 0;
	for (i = 0; i < lines->count; i++) {
		if (lines->at[i].weight.differential || lines->at[i].weight.overflow)
			return false;
		if (lines->at[i].weight.scale > *scale)
			*scale = lines->at[i].weight.scale;
	}
	for (i = 0; i < lines->count; i++) {
		struct weight *weight = &lines->at[i].weight;
		uint64_t count = weight->count[1];

		if (!u64_scale(&count, *scale - weight->scale))
			return false;
		weight->count[0] = weight->count[1] = count;
		weight->scale = *scale;
	}
	return true;
}

bool line_times_order(struct lines *lines, const struct header *header)
{
	struct chart chart = {.at = NULL};
	bool is_chart;
	size_t i;

	qsort(lines->at, lines->count, sizeof(*lines->at), compare_times);
	is_chart = header && rescale(lines, &chart.pace.scale) &&
		   find_pace(lines, header, &chart.pace);
	if (is_chart && !make_chart(&chart, lines)) {
		diag_warn("times span more than 292 years in all: widths are counts");
		is_chart = false;
	}
	if (is_chart) {
		struct line *old = lines->at;

		lines->at = chart.at;
		lines->count = chart.count;
		lines->cap = chart.cap;
		chart.at = old;
	}
	free(chart.at);
	for (i = 0; i < lines->count; i++) {
		if (lines->at[i].stack.ptr != lines->at[i].band.ptr || !is_chart)
			add_band(lines, &lines->at[i]);
	}
	return is_chart;
}
