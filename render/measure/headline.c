/* SPDX-License-Identifier: MIT */
#include "render/measure/headline.h"

#include "common/base/checked.h"

static void headline_add_number(struct buf *out, struct slice digits)
{
	uint64_t number;

	if (slice_to_u64(digits, &number))
		buf_add_grouped(out, number);
}

void headline_add_samples(struct buf *out, const struct header *header)
{
	const struct slice samples = header_value(header, HEADER_SAMPLES);

	if (samples.len == 0)
		return;
	headline_add_number(out, samples);
	buf_add_text(out, slice_equal(samples, SLICE("1")) ? " sample" : " samples");
}

void headline_add_idle(struct buf *out, const struct header *header)
{
	uint64_t idle, samples;

	if (!slice_to_u64(header_value(header, HEADER_IDLE), &idle))
		return;
	buf_add_grouped(out, idle);
	buf_add_text(out, idle == 1 ? " idle sample" : " idle samples");
	if (slice_to_u64(header_value(header, HEADER_SAMPLES), &samples) &&
	    samples <= UINT64_MAX - idle)
		buf_printf(out, " (%u %%)", u64_percent(idle, idle + samples));
	buf_add_text(out, " left out");
}

/* A part of the line; `before` separates it from text before it, if any. */
static void add_part(struct buf *out, size_t begin, const char *before, struct slice part,
		     const char *after)
{
	if (part.len == 0)
		return;
	if (out->len > begin)
		buf_add_text(out, before);
	buf_add(out, part);
	buf_add_text(out, after);
}

void headline_add(struct buf *out, const struct header *header)
{
	const size_t begin = out->len;
	struct buf part = {0};

	add_part(out, begin, "", header_value(header, HEADER_EVENT), "");
	add_part(out, begin, " at ", header_value(header, HEADER_FREQUENCY), " Hz");
	headline_add_samples(&part, header);
	add_part(out, begin, ", ", buf_slice(&part), "");
	add_part(out, begin, " in ", header_value(header, HEADER_DURATION), "");
	buf_reset(&part);
	headline_add_number(&part, header_value(header, HEADER_LOST));
	add_part(out, begin, ", ", buf_slice(&part), " lost");
	buf_reset(&part);
	headline_add_idle(&part, header);
	add_part(out, begin, ", ", buf_slice(&part), "");
	buf_release(&part);
}
