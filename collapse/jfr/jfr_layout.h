/* SPDX-License-Identifier: MIT */
/*
 * jfr_layout.h - how to decode the bytes of a type's values, as a list of steps that is made once:
 * "skip three numbers", "take this one", "skip a string".
 */
#ifndef FLAMBEAU_JFR_LAYOUT_H
#define FLAMBEAU_JFR_LAYOUT_H

#include "collapse/jfr/jfr_metadata.h"
#include "common/base/arena.h"

/* One value of an event. */
union jfr_value {
	uint64_t number; /* a signed field: its two's complement */
	double real;
	const unsigned char *place; /* the start of a string or an array */
};

enum jfr_taking {
	JFR_TAKE_REFERENCE, /* the id of an entry in the pool of the type `of` */
	JFR_TAKE_NUMBER,    /* any primitive number */
	JFR_PASS_NUMBER,    /* the same, but its slot only says that there is one */
	JFR_TAKE_PLACE,     /* of a string or an array that is not a reference */
};

/* A field that is wanted; what does not have this form counts as absent. */
struct jfr_want {
	struct slice field;
	enum jfr_taking taking;
	struct slice of; /* JFR_TAKE_REFERENCE alone: the name of the type referred to */
	unsigned slot;   /* index of the result, below 32 */
};

struct jfr_step {
	uint8_t kind;
	uint8_t slot;
	uint32_t count;
};

struct jfr_layout {
	const struct jfr_step *steps;
	uint32_t count;
	uint32_t
		numbers; /* if the steps are of 64-bit numbers alone: how many, if not many; else 0 */
	uint32_t slots; /* a bit for each that is taken */
	uint32_t reals; /* a bit for each that is a float or a double */
};

/*
 * How values of a type are read. The steps are in `arena`. False if the type has no finite
 * layout, or one beyond all measure: structs nested deeper than 16, arrays of nothing, fields of
 * unknown types.
 */
bool jfr_layout_make(const struct jfr_metadata *metadata, uint32_t type,
		     const struct jfr_want *wants, size_t want_count, struct arena *arena,
		     struct jfr_layout *layout);

/*
 * Go through a value, and set the slots that the layout has. False where the value is longer than
 * the bytes.
 */
bool jfr_layout_read(const struct jfr_layout *layout, struct jfr_cursor *cursor,
		     union jfr_value *values);

static inline bool jfr_layout_has(const struct jfr_layout *layout, unsigned slot)
{
	return layout->slots >> slot & 1;
}

#endif
