/* SPDX-License-Identifier: MIT */
/*
 * tracepoint.h - the fields of a tracepoint or probe, as the kernel describes them in its
 * `format` file (Documentation/trace/events.rst of Linux), and their values in samples.
 */
#ifndef FLAMBEAU_TRACEPOINT_H
#define FLAMBEAU_TRACEPOINT_H

#include "collapse/perfdata/perfdata_sample.h"

struct perfdata_field {
	struct slice name;     /* in the format file */
	uint64_t offset, size; /* bytes, in the raw data of a sample */
	bool is_signed;
	bool is_number; /* of 1, 2, 4 or 8 bytes; else an array, a text */
};

/* Take the next field off a format file; false: there are no more. Linear in the file. */
bool perfdata_field_next(struct slice *format, struct perfdata_field *field);

/* Find a field by its name; false: there is none. */
bool perfdata_field_find(struct slice format, struct slice name, struct perfdata_field *field);

/*
 * The value of a number in a sample, with its sign in the highest bit; false: the sample has no raw
 * data, or too little.
 */
bool perfdata_field_value(const struct perfdata_field *field, const struct perfdata_sample *sample,
			  bool swapped, uint64_t *value);

#endif
