/* SPDX-License-Identifier: MIT */
/* Find fields of one word in the samples of an event, and in the trailers of its other records. */
#include "collapse/perfdata/container/recording_state.h"

enum { WORD = 8 };

/* The fields in the order in which a record has them; each is a word. */
struct field {
	uint32_t bit;
	size_t offset; /* of its place in struct sample_layout; FIELD_UNUSED */
};

#define FIELD_UNUSED SIZE_MAX

#define PLACE(name) offsetof(struct sample_layout, name)

static const struct field sample_fields[] = {
	{SAMPLE_IDENTIFIER, PLACE(id)},   {SAMPLE_IP, PLACE(ip)},
	{SAMPLE_TID, PLACE(tid)},         {SAMPLE_TIME, PLACE(time)},
	{SAMPLE_ADDR, PLACE(address)},    {SAMPLE_ID, PLACE(id)},
	{SAMPLE_STREAM_ID, FIELD_UNUSED}, {SAMPLE_CPU, PLACE(cpu)},
	{SAMPLE_PERIOD, PLACE(period)},
};

static const struct field trailer_fields[] = {
	{SAMPLE_TID, PLACE(tid)}, {SAMPLE_TIME, PLACE(time)},
	{SAMPLE_ID, PLACE(id)},   {SAMPLE_STREAM_ID, FIELD_UNUSED},
	{SAMPLE_CPU, PLACE(cpu)}, {SAMPLE_IDENTIFIER, PLACE(id)},
};

static struct sample_layout recording_lay_out(uint64_t sample_type, const struct field *fields,
					      size_t count)
{
	struct sample_layout layout;
	uint8_t at = 0;
	size_t i;

	memset(&layout, LAYOUT_NONE, sizeof(layout));
	for (i = 0; i < count; i++) {
		if (!(sample_type & fields[i].bit))
			continue;
		/* the id of IDENTIFIER has the same place for all events */
		if (fields[i].offset != FIELD_UNUSED &&
		    !(fields[i].bit == SAMPLE_ID && sample_type & SAMPLE_IDENTIFIER))
			((uint8_t *)&layout)[fields[i].offset] = at;
		at = (uint8_t)(at + WORD);
	}
	layout.size = at;
	return layout;
}

void sample_layouts_of(uint64_t sample_type, struct sample_layouts *layouts)
{
	layouts->sample = recording_lay_out(sample_type, sample_fields, ARRAY_LEN(sample_fields));
	layouts->trailer = recording_lay_out(sample_type, trailer_fields,
					     ARRAY_LEN(trailer_fields));
}
