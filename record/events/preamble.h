/* SPDX-License-Identifier: MIT */
/*
 * preamble.h - the beginning of a recording: events and their names, facts about the machine, the
 * kernel and its modules.
 */
#ifndef FLAMBEAU_PREAMBLE_H
#define FLAMBEAU_PREAMBLE_H

#include "record/events/counters.h"
#include "record/events/record_stream.h"
#include "record/events/sample_event.h"

/*
 * The fields of tracepoints, as a recording describes them: the files of tracefs
 * in the layout of trace-cmd.dat(5), version 6, after a record TRACING_DATA. perf script needs it
 * to print fields; stacks are read without.
 */

/*
 * Write it for those of the events that are tracepoints; nothing if none is, or tracefs cannot be
 * read.
 */
void tracing_data_write(struct record_stream *stream, const struct sample_event *events,
			size_t count);

/* An event as its readers see it. */
struct preamble_event {
	struct perf_event_attr attr;
	struct slice name;
	const uint64_t *ids; /* none: there is one event only */
	size_t id_count;
};

/* Write the attribute and the name of an event. False if it has too many ids for a record. */
bool preamble_event(struct record_stream *stream, const struct preamble_event *event);

/*
 * Write host, kernel, processor and command line. `compressed`: bytes that are compressed at once,
 * or 0.
 */
void preamble_machine(struct record_stream *stream, char **argv, uint32_t compressed);

/*
 * Write where the kernel and its modules lie, and which build it is. `trailer` is
 * sampling_trailer(). False if the kernel does not show its addresses.
 */
bool preamble_kernel(struct record_stream *stream, size_t trailer);

#endif
