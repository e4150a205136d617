/* SPDX-License-Identifier: MIT */
/*
 * tracing_data.h - the fields of tracepoints, as a recording describes them: the files of tracefs
 * in the layout of trace-cmd.dat(5), version 6, after a record TRACING_DATA. perf script needs it
 * to print fields; stacks are read without.
 */
#ifndef FLAMBEAU_TRACING_DATA_H
#define FLAMBEAU_TRACING_DATA_H

#include "record/events/counters/sample_event.h"
#include "record/events/stream/record_stream.h"

/*
 * Write it for those of the events that are tracepoints; nothing if none is, or tracefs cannot be
 * read.
 */
void tracing_data_write(struct record_stream *stream, const struct sample_event *events,
			size_t count);

#endif
