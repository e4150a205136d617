/* SPDX-License-Identifier: MIT */
/*
 * input_records.h - finds the starts of records in text that is read piece by piece, and records
 * that are too long. Only the input's own files use it. A line longer than a record may be starts
 * no record, unless every line does; so the answer never needs more text than that.
 */
#ifndef FLAMBEAU_INPUT_RECORDS_H
#define FLAMBEAU_INPUT_RECORDS_H

#include "common/base/buf.h"
#include "common/io/chunk.h"

struct record_rule {
	input_next_record_fn *next;
	size_t max; /* bytes of a record; SIZE_MAX: any */
};

/* A search for the first record start at or after `target`, which must be above 0. */
struct record_search {
	const struct record_rule *rule;
	size_t target;
	size_t from;    /* no record starts before this */
	size_t seen;    /* bytes of the text in which there is no further line end */
	size_t keep;    /* end of the line at the target, 0 where it is not known */
	uint64_t bytes; /* removed after that */
	size_t lines;
};

struct record_search record_search_from(const struct record_rule *rule, size_t target);

/*
 * Continue in a text that may have grown since the last call: the record start, or SLICE_NONE.
 * `is_all`: nothing will follow. Each byte is searched once, bytes of unfinished lines twice.
 */
size_t record_search_in(struct record_search *search, struct slice text, bool is_all);

/*
 * Remove the lines from the target to the place where the search continues, if their record is too
 * long in any case. Otherwise does nothing.
 */
void record_search_trim(struct record_search *search, struct buf *buf);

/*
 * If lines have been removed: remove the others, too, up to `end`, which becomes the end of the
 * text.
 */
void record_search_close(struct record_search *search, struct buf *buf, size_t *end);

/* Give chunk->text the records of chunk->rest that precede the next one that is too long. */
void record_take(const struct record_rule *rule, struct chunk *chunk);

#endif
