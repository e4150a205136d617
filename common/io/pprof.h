/* SPDX-License-Identifier: MIT */
/*
 * pprof.h - write a profile as pprof reads it: stacks of addresses or names become a protocol
 * buffer, usually compressed by gzip.
 *
 * On errors functions return false and set `problem`; nothing is printed. After an error the writer
 * is valid for pprof_writer_free() only. All texts are copied.
 */
#ifndef FLAMBEAU_PPROF_H
#define FLAMBEAU_PPROF_H

#include "common/base/buf.h"

/* The type and unit of a value: "cpu" in "nanoseconds". */
struct pprof_type {
	struct slice type, unit;
};

/* A part of the address space that a file is mapped to. Mappings do not overlap. */
struct pprof_mapping {
	uint64_t start, end; /* addresses; the end is exclusive */
	uint64_t offset;     /* of `start` in the file, in bytes */
	struct slice path;
	struct slice build_id; /* bytes; may be empty */
};

/* A function at an address. */
struct pprof_line {
	struct slice function; /* when read: none without a pointer */
	struct slice file;     /* of its source; may be empty */
	int64_t line;          /* in `file`, from 1; 0: not known */
	int64_t start;         /* the line at which the function begins; 0: not known */
};

struct pprof_frame {
	uint64_t address;               /* 0: known by name only, or not at all: left out */
	const struct pprof_line *lines; /* inlined functions first; may be none */
	size_t line_count;
};

/* A text, or without one a number in its unit. */
struct pprof_stack_label {
	struct slice key, text, unit;
	int64_t number;
};

struct pprof_stack {
	const struct pprof_frame *frames; /* the leaf first */
	size_t count;
	const int64_t *values; /* one for each type */
	size_t value_count;
	struct slice annotation; /* becomes a label; none without a pointer */
	struct slice thread;     /* its name, becomes the label "thread"; none without a pointer */
	int64_t thread_id;       /* becomes the label "thread_id"; 0: none */
	const struct pprof_stack_label *labels; /* any others */
	size_t label_count;
};

struct pprof_head {
	const struct pprof_type *types; /* at least one; the last one is shown by default */
	size_t type_count;
	const struct pprof_mapping *mappings;
	size_t mapping_count;
	struct pprof_type period_type; /* the event between samples */
	int64_t period;                /* of these units */
	int64_t time_nanos;            /* when it was recorded, since 1970 */
	int64_t duration_nanos;
	struct slice annotation_key; /* of the label; empty: "annotation" */
};

struct pprof_writer;

/* NULL if the head is wrong. */
struct pprof_writer *pprof_writer_new(const struct pprof_head *head, struct buf *problem);
void pprof_writer_free(struct pprof_writer *writer);

/* A sample. Equal stacks are not added up: that is for the reader, or a struct profile. */
bool pprof_writer_add(struct pprof_writer *writer, const struct pprof_stack *stack,
		      struct buf *problem);

/* Append the profile to `out`; then the writer can only be freed, as most of its memory is. */
bool pprof_writer_finish(struct pprof_writer *writer, bool gzip, struct buf *out,
			 struct buf *problem);

#endif
