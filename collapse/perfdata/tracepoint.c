/* SPDX-License-Identifier: MIT */
/* Fields of tracepoints, from the format files in TRACING_DATA; the names of tracepoints. */
#include "collapse/perfdata/tracepoint.h"

#include "collapse/perfdata/recording_state.h"
#include "common/base/buf.h"
#include "common/base/memory.h"
#include "common/base/search.h"

/* A line of a format file: "field:int common_pid;\toffset:4;\tsize:4;\tsigned:1;" */

/* The text of a part "KEY:TEXT;", which is taken off; false if the next part is another one. */
static bool field_take_part(struct slice *line, struct slice key, struct slice *text)
{
	struct slice rest = slice_trim_left(*line);

	if (!slice_skip(&rest, key) || !slice_cut(&rest, ';', text))
		return false;
	*line = rest;
	return true;
}

static bool field_take_number(struct slice *line, struct slice key, uint64_t *number)
{
	struct slice text;

	return field_take_part(line, key, &text) && slice_to_u64(slice_trim(text), number);
}

static bool has_size_of_number(uint64_t size)
{
	return size == 1 || size == 2 || size == 4 || size == 8;
}

/* "unsigned long call_site", "char comm[16]", "__data_loc char[] name" */
static bool parse_declaration(struct slice text, struct perfdata_field *field)
{
	const size_t array = slice_find(text, '[');
	struct slice rest = text, word;

	if (!slice_last_word(&rest, &word))
		return false;
	if (slice_find(word, '[') != SLICE_NONE)
		word = slice_head(word, slice_find(word, '['));
	while (slice_skip(&word, SLICE("*")))
		;
	field->name = word;
	field->is_number = array == SLICE_NONE && !slice_contains(text, SLICE("__data_loc ")) &&
			   !slice_contains(text, SLICE("__rel_loc "));
	return word.len > 0;
}

static bool parse_line(struct slice line, struct perfdata_field *field)
{
	struct slice declaration;
	uint64_t is_signed = 0;

	*field = (struct perfdata_field){0};
	if (!field_take_part(&line, SLICE("field:"), &declaration) ||
	    !field_take_number(&line, SLICE("offset:"), &field->offset) ||
	    !field_take_number(&line, SLICE("size:"), &field->size) ||
	    !parse_declaration(declaration, field))
		return false;
	field_take_number(&line, SLICE("signed:"), &is_signed); /* not before Linux 2.6.33 */
	field->is_signed = is_signed != 0;
	field->is_number &= has_size_of_number(field->size);
	return true;
}

bool perfdata_field_next(struct slice *format, struct perfdata_field *field)
{
	struct slice line;

	while (slice_line(format, &line)) {
		if (parse_line(line, field))
			return true;
	}
	return false;
}

bool perfdata_field_find(struct slice format, struct slice name, struct perfdata_field *field)
{
	while (perfdata_field_next(&format, field)) {
		if (slice_equal(field->name, name))
			return true;
	}
	return false;
}

bool perfdata_field_value(const struct perfdata_field *field, const struct perfdata_sample *sample,
			  bool swapped, uint64_t *value)
{
	const char *at;

	if (!sample->raw || field->offset > sample->raw_size ||
	    field->size > sample->raw_size - field->offset)
		return false;
	at = sample->raw + field->offset;
	switch (field->size) {
	case 1: *value = (unsigned char)at[0]; break;
	case 2: *value = perfdata_u16(swapped, at); break;
	case 4: *value = perfdata_u32(swapped, at); break;
	default: *value = perfdata_u64(swapped, at); break;
	}
	if (field->is_signed && field->size < 8 && *value >> (8 * field->size - 1) & 1)
		*value |= UINT64_MAX << 8 * field->size;
	return true;
}

/*
 * Names and fields of events that the recording describes elsewhere than in EVENT_DESC. TRACING_DATA
 * has the files below /sys/kernel/tracing/events of tracepoints and probes. Its form is that of the
 * first part of trace.dat files, trace-cmd.dat(5) of trace-cmd, version 6; a format file is
 *
 *     name: kmalloc
 *     ID: 450
 *     format:
 *             field:size_t bytes_req; offset:24;      size:8; signed:0;
 */

enum {
	TRACING_MOST = 64 << 20, /* bytes of one recording that are copied */
	FORMAT_MOST = 64 << 10,  /* bytes of a format file; those of Linux have a page or two */
};

/* A name for events of a type and a config; the texts are the recording's. */
struct recording_known {
	uint32_t type;
	uint64_t config;
	size_t order;       /* in which the names came */
	struct slice group; /* "kmem", of a tracepoint; empty: the name is whole */
	struct slice name, format;
	size_t used; /* of the first of several for equal events: how many have named an event */
};

void recording_know_event(struct perfdata *recording, uint32_t type, uint64_t config,
			  struct slice name)
{
	struct recording_events *events = &recording->events;

	if (events->are_sealed)
		return;
	MEMORY_ROOM(events->known, events->known_count, events->known_capacity);
	events->known[events->known_count] = (struct recording_known){
		.type = type,
		.config = config,
		.order = events->known_count,
		.name = name,
	};
	events->known_count++;
}

/* ---- TRACING_DATA ---- */

struct tracing {
	struct slice left;
	bool is_swapped;
};

static bool tracing_take_bytes(struct tracing *tracing, uint64_t size, struct slice *bytes)
{
	if (size > tracing->left.len)
		return false;
	*bytes = slice_head(tracing->left, (size_t)size);
	tracing->left = slice_tail(tracing->left, (size_t)size);
	return true;
}

static bool tracing_take_u32(struct tracing *tracing, uint32_t *value)
{
	struct slice bytes;

	if (!tracing_take_bytes(tracing, 4, &bytes))
		return false;
	*value = perfdata_u32(tracing->is_swapped, bytes.ptr);
	return true;
}

/* A size of 64 bits, and a text. */
static bool tracing_take_file(struct tracing *tracing, struct slice *file)
{
	struct slice bytes;

	return tracing_take_bytes(tracing, 8, &bytes) &&
	       tracing_take_bytes(tracing, perfdata_u64(tracing->is_swapped, bytes.ptr), file);
}

static bool tracing_take_string(struct tracing *tracing, struct slice *text)
{
	return slice_cut(&tracing->left, '\0', text);
}

/* Magic, version, byte order, sizes, two files on the ring buffer: all before the events. */
static bool tracing_take_head(struct tracing *tracing)
{
	const bool host_is_big = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;
	struct slice bytes, text, file;
	unsigned i;

	if (!slice_skip(&tracing->left, SLICE("\x17\x08\x44tracing")) ||
	    !tracing_take_string(tracing, &text) || !tracing_take_bytes(tracing, 6, &bytes))
		return false;
	tracing->is_swapped = (bytes.ptr[0] != 0) != host_is_big;
	for (i = 0; i < 2; i++) { /* header_page, header_event */
		if (!tracing_take_string(tracing, &text) || !tracing_take_file(tracing, &file))
			return false;
	}
	return true;
}

/* The value of a line "name: kmalloc" at the front of a format file. */
static bool tracing_take_value(struct slice *format, struct slice key, struct slice *value)
{
	struct slice line;

	if (!slice_line(format, &line) || !slice_skip(&line, key))
		return false;
	*value = slice_trim(line);
	return true;
}

static void know_format(struct perfdata *recording, struct slice group, struct slice format)
{
	struct recording_events *events = &recording->events;
	struct slice name, number;
	uint64_t id;

	if (!tracing_take_value(&format, SLICE("name:"), &name) ||
	    !tracing_take_value(&format, SLICE("ID:"), &number) || !slice_to_u64(number, &id) ||
	    name.len == 0)
		return;
	recording_know_event(recording, PERFDATA_TRACEPOINT, id, name);
	events->known[events->known_count - 1].group = group;
	events->known[events->known_count - 1].format = slice_head(
		format, format.len < FORMAT_MOST ? format.len : FORMAT_MOST);
}

void recording_take_tracing(struct perfdata *recording, struct slice data)
{
	struct tracing tracing = {.left = data};
	struct slice group, file;
	uint32_t groups, files;

	if (recording->events.are_sealed || !tracing_take_head(&tracing) ||
	    !tracing_take_u32(&tracing, &files))
		return;
	for (; files > 0 && tracing_take_file(&tracing, &file); files--)
		; /* events of ftrace, which perf does not record */
	if (files > 0 || !tracing_take_u32(&tracing, &groups))
		return;
	for (; groups > 0; groups--) {
		if (!tracing_take_string(&tracing, &group) || !tracing_take_u32(&tracing, &files))
			return;
		for (; files > 0; files--) {
			if (!tracing_take_file(&tracing, &file))
				return;
			know_format(recording, group, file);
		}
	}
}

void recording_copy_tracing(struct perfdata *recording, struct slice data)
{
	if (data.len > TRACING_MOST - recording->tracing_bytes)
		return;
	recording->tracing_bytes += data.len;
	recording_take_tracing(recording, arena_copy(&recording->memory, data));
}

bool recording_read_tracing(struct perfdata *recording, uint64_t size)
{
	struct recording_source *from = &recording->walk.source;
	struct buf data = {0};

	if (from->read && size > TRACING_MOST - recording->tracing_bytes)
		return recording_source_skip(from, size);
	if (!from->read) {
		const bool is_whole = size <= from->left.len;

		recording_take_tracing(recording, is_whole ? slice_head(from->left, (size_t)size)
							   : from->left);
		return recording_source_skip(from, size);
	}
	while (size > 0 && recording_source_has(from, 1)) {
		const size_t some = from->left.len < size ? from->left.len : (size_t)size;

		buf_add(&data, slice_head(from->left, some));
		from->left = slice_tail(from->left, some);
		size -= some;
	}
	recording_copy_tracing(recording, buf_slice(&data));
	buf_release(&data);
	return size == 0;
}

/* ---- names ---- */

static int compare_known(const void *a, const void *b)
{
	const struct recording_known *left = a, *right = b;

	if (left->type != right->type)
		return left->type < right->type ? -1 : 1;
	if (left->config != right->config)
		return left->config < right->config ? -1 : 1;
	return left->order < right->order ? -1 : left->order > right->order;
}

static bool is_known_as(const struct recording_known *known, uint32_t type, uint64_t config)
{
	return known->type == type && known->config == config;
}

/* The first one of the event's type and config; NULL: none. */
static struct recording_known *known_of(const struct recording_events *events,
					const struct perfdata_event *event)
{
	size_t low = 0, high = events->known_count;

	SEARCH(low, high, at,
	       events->known[at].type < event->type || (events->known[at].type == event->type &&
							events->known[at].config < event->config));
	return low < events->known_count &&
			       is_known_as(&events->known[low], event->type, event->config)
		       ? &events->known[low]
		       : NULL;
}

/* Sort them; the first of several for equal events gets the first format. */
static void sort_known(struct recording_events *events)
{
	struct recording_known *first = events->known;
	size_t i;

	SORT(events->known, events->known_count, compare_known);
	for (i = 1; i < events->known_count; i++) {
		const struct recording_known *known = &events->known[i];

		if (!is_known_as(known, first->type, first->config))
			first = &events->known[i];
		else if (first->format.len == 0)
			first->format = known->format;
	}
}

/* Equal events ("cpu-cycles:u" and "cpu-cycles:k") have their names in the order of both. */
static const struct recording_known *next_name(const struct recording_events *events,
					       struct recording_known *first)
{
	const struct recording_known *name = first + first->used, *next = name + 1;

	if (next < events->known + events->known_count &&
	    is_known_as(next, first->type, first->config))
		first->used++;
	return name;
}

static struct slice write_name(struct perfdata *recording, const struct recording_known *known)
{
	struct buf name = {0};
	struct slice kept;

	if (known->group.len == 0)
		return known->name;
	buf_add(&name, known->group);
	buf_add_char(&name, ':');
	buf_add(&name, known->name);
	kept = arena_copy(&recording->memory, buf_slice(&name));
	buf_release(&name);
	return kept;
}

void recording_name_events(struct perfdata *recording)
{
	struct recording_events *events = &recording->events;
	size_t i;

	if (events->known_count == 0)
		return;
	sort_known(events);
	for (i = 0; i < events->count; i++) {
		struct perfdata_event *event = &events->events[i];
		struct recording_known *known = known_of(events, event);

		if (!known)
			continue;
		event->format = known->format;
		if (!event->is_named)
			event->name = write_name(recording, next_name(events, known));
	}
}
