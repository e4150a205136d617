/* SPDX-License-Identifier: MIT */
#include "collapse/merge/merge_sink.h"

#include "common/base/checked.h"
#include "common/base/diag.h"

void merge_sink_init(struct merge_sink *sink, struct output *output, struct spool *spool)
{
	*sink = (struct merge_sink){.output = output, .spool = spool};
}

void merge_sink_release(struct merge_sink *sink)
{
	if (sink->spool == &sink->waits)
		spool_close(&sink->waits);
	buf_release(&sink->key);
}

/* *sum += more, in the smaller of their units. */
static bool add_up(struct weight *sum, const struct weight *more)
{
	const unsigned scale = sum->scale > more->scale ? sum->scale : more->scale;
	unsigned column;

	for (column = 0; column < 2; column++) {
		uint64_t count = more->count[column];

		if (!u64_scale(&sum->count[column], scale - sum->scale) ||
		    !u64_scale(&count, scale - more->scale) || !u64_add(&sum->count[column], count))
			return false;
	}
	sum->scale = scale;
	sum->differential = more->differential;
	return true;
}

static bool is_one(const struct factor *factor)
{
	return factor->value == 1 && factor->scale == 0;
}

/* The part of the last source is multiplied by the source's weight, and added to the sum. */
static bool end_part(struct merge_sink *sink)
{
	struct weight *part = &sink->part;
	const struct merge_file *file = sink->last ? sink->last->file : NULL;
	struct product product;
	bool overflows = false;
	unsigned scale = part->scale, column;

	sink->last = NULL;
	for (column = 0; file && !is_one(&file->weighs) && column < 2; column++) {
		product = factor_times(&file->weighs, part->count[column], part->scale);
		overflows |= product.overflow;
		sink->rounded += column == 1 && product.rounded;
		part->count[column] = product.count;
		scale = product.scale;
	}
	part->scale = scale;
	return !overflows && add_up(&sink->sum, part);
}

static bool overflow(const struct merge_sink *sink)
{
	diag_error("count beyond 2^64-1: '%.*s'", SLICE_ARG(buf_slice(&sink->key)));
	return false;
}

static void write_counts(const struct weight *weight, struct buf *out)
{
	unsigned column;

	for (column = weight->differential ? 0 : 1; column < 2; column++) {
		buf_add_char(out, ' ');
		buf_add_decimal(out, weight->count[column], weight->scale);
	}
	buf_add_char(out, '\n');
}

static bool open_waits(struct merge_sink *sink)
{
	if (!spool_open(&sink->waits))
		return false;
	sink->spool = &sink->waits;
	return true;
}

/* True if written output cannot be discarded, or the widths of the key's numbers are unknown. */
static bool has_to_wait(const struct merge_sink *sink)
{
	return !sink->output->has_part || merge_key_is_wide(buf_slice(&sink->key));
}

static bool merge_sink_end_stack(struct merge_sink *sink)
{
	const struct slice key = buf_slice(&sink->key);

	if (key.len == 0)
		return true;
	if (!end_part(sink))
		return overflow(sink);
	sink->stacks++;
	if (!sink->spool && has_to_wait(sink) && !open_waits(sink))
		return false;
	if (sink->spool) {
		merge_run_add(sink->spool, key, &sink->sum);
		return !sink->spool->failed;
	}
	buf_add(&sink->output->buf, key);
	write_counts(&sink->sum, &sink->output->buf);
	output_flush_some(sink->output);
	return !sink->output->failed;
}

bool merge_sink_begin(struct merge_sink *sink, struct slice key)
{
	if (!merge_sink_end_stack(sink))
		return false;
	buf_reset(&sink->key);
	buf_add(&sink->key, key);
	sink->sum = sink->part = (struct weight){.scale = 0};
	return true;
}

bool merge_sink_add(struct merge_sink *sink, const struct merge_source *source)
{
	if (sink->last != source) {
		if (sink->last && !end_part(sink))
			return overflow(sink);
		sink->last = source;
		sink->part = source->weight;
		return true;
	}
	return add_up(&sink->part, &source->weight) || overflow(sink);
}

/* Write the stacks that waited in the spool as text. False after a failure. */
static bool write_waiting(struct merge_sink *sink, const struct merge_widths *widths)
{
	enum { STEP = 256 << 10 }; /* bytes */
	struct output *output = sink->output;
	struct merge_source *source;
	bool good = spool_flush(&sink->waits);

	if (!good)
		return false;
	source = merge_source_of_run(&sink->waits, (struct merge_run){0, sink->waits.size}, STEP);
	for (; !source->has_ended && !output->failed; merge_source_next(source)) {
		merge_key_write(widths, source->text.key, &output->buf);
		write_counts(&source->weight, &output->buf);
		output_flush_some(output);
	}
	good = !source->failed && !output->failed;
	merge_source_free(source);
	return good;
}

bool merge_sink_end(struct merge_sink *sink, const struct merge_widths *widths)
{
	if (!merge_sink_end_stack(sink))
		return false;
	return sink->spool != &sink->waits || write_waiting(sink, widths);
}
