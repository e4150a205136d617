/* SPDX-License-Identifier: MIT */
/*
 * input_range.h - a range of a seekable file, cut at the starts of records. The thread that claimed
 * it reads it without a lock.
 */
#ifndef FLAMBEAU_INPUT_RANGE_H
#define FLAMBEAU_INPUT_RANGE_H

#include "common/io/chunk.h"
#include "common/io/input_records.h"
#include "common/io/source.h"

/* A claimed range of a seekable file; read without the lock. */
struct input_range {
	struct source *source;
	off_t base;       /* file offset of the buffer's first byte: one before the range, if any */
	size_t begin;     /* of the range, in the buffer */
	size_t end;       /* of the range, in the buffer, if the file goes on there */
	bool last;        /* it ends where the file ends */
	uint64_t removed; /* bytes of a record that is too long, which starts in the range */
	off_t next;       /* the record start after that */
	int problem;      /* the errno of a read that failed, or 0 */
};

/*
 * The records that start in the range. If it has no record start, it is empty; only the claimer of
 * a record's start reads on to its end.
 */
void input_range_read(struct input_range *range, const struct record_rule *rule, struct buf *buf,
		      struct chunk *chunk);

/* The number of bytes to read next to find a record start after `target`. */
size_t input_read_on(const struct buf *buf, size_t target);

#endif
