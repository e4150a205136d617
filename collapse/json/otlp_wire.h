/* SPDX-License-Identifier: MIT */
/*
 * otlp_wire.h - the messages of a file of OTLP profiles (opentelemetry-proto 1.8 to 1.11): protocol
 * buffers, one or several with their lengths in front, or JSON, which is encoded as protocol
 * buffers first. A message is checked once against the schema and its tables, so what reads it
 * afterwards needs no checks of wire types or indices.
 */
#ifndef FLAMBEAU_OTLP_WIRE_H
#define FLAMBEAU_OTLP_WIRE_H

#include "common/base/buf.h"
#include "common/io/protobuf.h"

/* Tables of the dictionary, by their field numbers there. */
enum otlp_table {
	OTLP_MAPPINGS = 1,
	OTLP_LOCATIONS,
	OTLP_FUNCTIONS,
	OTLP_LINKS,
	OTLP_STRINGS,
	OTLP_ATTRIBUTES,
	OTLP_STACKS,
	OTLP_TABLES,
};

/* Field numbers of a Sample, which opentelemetry-proto 1.10 changed. */
struct otlp_layout {
	unsigned values, attributes, link;
	const struct protobuf_message *sample;
};

enum { OTLP_SAMPLE_STACK = 1, OTLP_SAMPLE_TIMES = 5 };

/* One message ProfilesData, checked. */
struct otlp_data {
	struct slice bytes;
	const struct otlp_layout *layout;
	struct {
		const char **at; /* by index: the length of the entry, then its bytes */
		size_t count;
	} tables[OTLP_TABLES];
};

/* A file being read; zeroed it is closed. */
struct otlp_file {
	struct slice rest;    /* messages that were not read yet */
	bool framed;          /* each has its length in front: 4 bytes, big-endian */
	struct buf encoded;   /* from JSON, framed */
	struct buf cut;       /* why the rest of the JSON was not read; empty: all was */
	struct unused unused; /* members and fields that OTLP does not have */
	const char *begin;    /* of the bytes that messages give positions in */
	const struct otlp_layout *layout;
	struct otlp_data data; /* the latest message */
};

/* True if the beginning of a file, or all of it, is of OTLP profiles. */
bool otlp_begins(struct slice head, bool whole);

/* False, with the reason, if it cannot be read. */
bool otlp_open(struct otlp_file *file, struct slice bytes, struct buf *problem);

/* The next message as file->data; false at the end, or with a problem. */
bool otlp_next(struct otlp_file *file, struct buf *problem);

void otlp_close(struct otlp_file *file);

/* The entry of a table; empty for an index that does not exist. */
struct slice otlp_entry(const struct otlp_data *data, enum otlp_table table, uint64_t index);

#endif
