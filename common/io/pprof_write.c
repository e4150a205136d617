/* SPDX-License-Identifier: MIT */
#include "common/io/pprof.h"

#include "common/base/search.h"
#include "common/io/compress.h"
#include "common/io/protobuf.h"
#include "common/table/intern.h"

/* A mapping: its address range, and facts about its locations. */
struct range {
	uint64_t start, end, offset;
	uint64_t id, path, build_id; /* strings */
	bool has_functions, has_filenames, has_line_numbers, has_inline_frames;
};

/*
 * Samples, locations and functions are written as they come; what is not known before the end is
 * written then, in the order of the fields' numbers.
 */
struct pprof_writer {
	struct pprof_head head; /* types and mappings are not the caller's any more */
	uint64_t default_type;  /* a string */
	struct buf types, period_type, samples, locations, functions;
	struct buf message, inner; /* being written */
	struct arena arena;
	struct intern strings;         /* by their index in the table */
	struct intern known_functions; /* struct function_key by id - 1 */
	struct intern known_locations; /* location keys by id - 1 */
	struct range *ranges;          /* by their starts */
	struct slice annotation_key;
	uint64_t *ids; /* of the locations of a stack */
	size_t id_cap;
	struct buf key; /* of the location being looked up */
};

/* Fields of the messages: pprof_read.c has all. */
enum { SAMPLE_TYPE = 1, SAMPLE, MAPPING, LOCATION, FUNCTION, STRING_TABLE };

enum { TIME_NANOS = 9, DURATION_NANOS, PERIOD_TYPE, PERIOD, DEFAULT_TYPE = 14 };

struct function_key {
	uint64_t name, file; /* strings */
};

/* The key of a location: its address and its functions. */
struct place_key {
	uint64_t mapping_id, address;
};

struct line_key {
	uint64_t function_id;
	int64_t line;
};

/* ---- The head ---- */

static uint64_t pprof_string(struct pprof_writer *writer, struct slice text)
{
	return intern_add(&writer->strings, text);
}

static void pprof_write_type(struct pprof_writer *writer, struct buf *out, unsigned field,
			     const struct pprof_type *type)
{
	buf_reset(&writer->message);
	protobuf_add_number(&writer->message, 1, pprof_string(writer, type->type));
	protobuf_add_number(&writer->message, 2, pprof_string(writer, type->unit));
	protobuf_add_bytes(out, field, buf_slice(&writer->message));
}

/* In lower-case hexadecimal digits. */
static uint64_t pprof_build_id(struct pprof_writer *writer, struct slice bytes)
{
	struct buf *text = &writer->key;
	size_t i;

	buf_reset(text);
	for (i = 0; i < bytes.len; i++)
		buf_printf(text, "%02x", (unsigned char)bytes.ptr[i]);
	return pprof_string(writer, buf_slice(text));
}

static int pprof_compare_ranges(const void *a, const void *b)
{
	const struct range *left = a, *right = b;

	return (left->start > right->start) - (left->start < right->start);
}

static bool pprof_add_mappings(struct pprof_writer *writer, const struct pprof_head *head,
			       struct buf *problem)
{
	size_t i;

	writer->ranges = arena_alloc(&writer->arena,
				     (head->mapping_count + 1) * sizeof(*writer->ranges));
	for (i = 0; i < head->mapping_count; i++) {
		const struct pprof_mapping *from = &head->mappings[i];

		writer->ranges[i] = (struct range){.start = from->start,
						   .end = from->end,
						   .offset = from->offset,
						   .id = i + 1,
						   .path = pprof_string(writer, from->path)};
		writer->ranges[i].build_id = pprof_build_id(writer, from->build_id);
	}
	if (head->mapping_count > 0)
		qsort(writer->ranges, head->mapping_count, sizeof(*writer->ranges),
		      pprof_compare_ranges);
	for (i = 0; i < head->mapping_count; i++) {
		const struct range *range = &writer->ranges[i];

		if (range->start <= range->end && (i == 0 || range[-1].end <= range->start))
			continue;
		buf_printf(problem, "the mapping at 0x%llx overlaps another, or ends before it",
			   (unsigned long long)range->start);
		return false;
	}
	return true;
}

struct pprof_writer *pprof_writer_new(const struct pprof_head *head, struct buf *problem)
{
	struct pprof_writer *writer;
	size_t i;

	if (head->type_count == 0) {
		buf_add_text(problem, "a profile without a sample type");
		return NULL;
	}
	writer = memory_clear(1, sizeof(*writer));
	writer->head = *head;
	pprof_string(writer, SLICE("")); /* the table begins with it */
	for (i = 0; i < head->type_count; i++)
		pprof_write_type(writer, &writer->types, SAMPLE_TYPE, &head->types[i]);
	pprof_write_type(writer, &writer->period_type, PERIOD_TYPE, &head->period_type);
	writer->default_type = pprof_string(writer, head->types[head->type_count - 1].type);
	if (!pprof_add_mappings(writer, head, problem)) {
		pprof_writer_free(writer);
		return NULL;
	}
	writer->annotation_key = head->annotation_key.len > 0
					 ? arena_copy(&writer->arena, head->annotation_key)
					 : SLICE("annotation");
	return writer;
}

void pprof_writer_free(struct pprof_writer *writer)
{
	if (!writer)
		return;
	buf_release(&writer->types);
	buf_release(&writer->period_type);
	buf_release(&writer->samples);
	buf_release(&writer->locations);
	buf_release(&writer->functions);
	buf_release(&writer->message);
	buf_release(&writer->inner);
	intern_release(&writer->strings);
	intern_release(&writer->known_functions);
	intern_release(&writer->known_locations);
	arena_release(&writer->arena);
	buf_release(&writer->key);
	free(writer->ids);
	free(writer);
}

/* ---- Locations ---- */

static uint64_t pprof_function(struct pprof_writer *writer, const struct pprof_line *line)
{
	const uint64_t name = pprof_string(writer, line->function),
		       file = pprof_string(writer, line->file);
	const struct function_key key = {name, file};
	const size_t known = writer->known_functions.count;
	const uint64_t id = intern_add(&writer->known_functions,
				       slice_of((const char *)&key, sizeof(key))) +
			    UINT64_C(1);

	if (id <= known)
		return id;
	buf_reset(&writer->inner);
	protobuf_add_number(&writer->inner, 1, id);
	protobuf_add_number(&writer->inner, 2, name); /* a system's name would be demangled again */
	protobuf_add_number(&writer->inner, 4, file);
	protobuf_add_bytes(&writer->functions, FUNCTION, buf_slice(&writer->inner));
	return id;
}

/* The mapping that covers the address; NULL without. */
static struct range *pprof_range(const struct pprof_writer *writer, uint64_t address)
{
	struct range *ranges = writer->ranges;
	size_t behind = SEARCH_UP_TO(ranges, writer->head.mapping_count, start, address);

	return behind > 0 && address < ranges[behind - 1].end ? &ranges[behind - 1] : NULL;
}

static uint64_t pprof_location(struct pprof_writer *writer, const struct pprof_frame *frame)
{
	struct range *range = frame->address > 0 ? pprof_range(writer, frame->address) : NULL;
	struct place_key place = {0, frame->address};
	const size_t known = writer->known_locations.count;
	const struct line_key *keys;
	uint64_t id;
	size_t i;

	if (range) {
		place.mapping_id = range->id;
		place.address = frame->address - range->start + range->offset;
	}
	buf_reset(&writer->key);
	buf_add(&writer->key, slice_of((const char *)&place, sizeof(place)));
	for (i = 0; i < frame->line_count; i++) {
		const struct line_key line = {pprof_function(writer, &frame->lines[i]),
					      frame->lines[i].line};

		buf_add(&writer->key, slice_of((const char *)&line, sizeof(line)));
	}
	id = intern_add(&writer->known_locations, buf_slice(&writer->key)) + UINT64_C(1);
	if (id <= known)
		return id;
	keys = (const struct line_key *)(const void *)(writer->key.ptr + sizeof(place));
	buf_reset(&writer->message);
	protobuf_add_number(&writer->message, 1, id);
	protobuf_add_number(&writer->message, 2, place.mapping_id);
	protobuf_add_number(&writer->message, 3, place.address);
	for (i = 0; i < frame->line_count; i++) {
		buf_reset(&writer->inner);
		protobuf_add_number(&writer->inner, 1, keys[i].function_id);
		protobuf_add_number(&writer->inner, 2, (uint64_t)keys[i].line);
		protobuf_add_bytes(&writer->message, 4, buf_slice(&writer->inner));
	}
	protobuf_add_bytes(&writer->locations, LOCATION, buf_slice(&writer->message));
	if (!range)
		return id;
	range->has_inline_frames |= frame->line_count > 1;
	for (i = 0; i < frame->line_count; i++) {
		range->has_functions |= frame->lines[i].function.len > 0;
		range->has_filenames |= frame->lines[i].file.len > 0;
		range->has_line_numbers |= frame->lines[i].line != 0;
	}
	return id;
}

/* ---- Samples ---- */

/* With a text, or else with a number. */
static void pprof_write_label(struct pprof_writer *writer, struct slice key, struct slice text,
			      int64_t number, struct slice unit)
{
	buf_reset(&writer->inner);
	protobuf_add_number(&writer->inner, 1, pprof_string(writer, key));
	protobuf_add_number(&writer->inner, 2, pprof_string(writer, text));
	protobuf_add_number(&writer->inner, 3, (uint64_t)number);
	protobuf_add_number(&writer->inner, 4, pprof_string(writer, unit));
	protobuf_add_bytes(&writer->message, 3, buf_slice(&writer->inner));
}

bool pprof_writer_add(struct pprof_writer *writer, const struct pprof_stack *stack,
		      struct buf *problem)
{
	size_t i, count = 0;

	if (stack->value_count != writer->head.type_count) {
		buf_printf(problem, "a sample of %zu values, where there are %zu sample types",
			   stack->value_count, writer->head.type_count);
		return false;
	}
	writer->ids = memory_grow(writer->ids, &writer->id_cap, stack->count + 1,
				  sizeof(*writer->ids));
	for (i = 0; i < stack->count; i++) {
		const struct pprof_frame *frame = &stack->frames[i];

		if (frame->address > 0 || frame->line_count > 0)
			writer->ids[count++] = pprof_location(writer, frame);
	}
	buf_reset(&writer->message);
	protobuf_add_numbers(&writer->message, 1, writer->ids, count);
	protobuf_add_numbers(&writer->message, 2, (const uint64_t *)stack->values,
			     stack->value_count);
	if (stack->annotation.ptr)
		pprof_write_label(writer, writer->annotation_key, stack->annotation, 0, SLICE(""));
	if (stack->thread.ptr)
		pprof_write_label(writer, SLICE("thread"), stack->thread, 0, SLICE(""));
	if (stack->thread_id != 0)
		pprof_write_label(writer, SLICE("thread_id"), SLICE(""), stack->thread_id,
				  SLICE(""));
	for (i = 0; i < stack->label_count; i++) {
		const struct pprof_stack_label *label = &stack->labels[i];

		pprof_write_label(writer, label->key, label->text, label->number, label->unit);
	}
	protobuf_add_bytes(&writer->samples, SAMPLE, buf_slice(&writer->message));
	return true;
}

/* ---- The whole ---- */

static int pprof_compare_ids(const void *a, const void *b)
{
	const struct range *left = a, *right = b;

	return (left->id > right->id) - (left->id < right->id);
}

/* Locations have addresses of the file, so the mapping's own place is 0. */
static void pprof_write_mappings(struct pprof_writer *writer, struct buf *out)
{
	struct buf *message = &writer->message;
	size_t i;

	if (writer->head.mapping_count > 0)
		qsort(writer->ranges, writer->head.mapping_count, sizeof(*writer->ranges),
		      pprof_compare_ids);
	for (i = 0; i < writer->head.mapping_count; i++) {
		const struct range *range = &writer->ranges[i];

		buf_reset(message);
		protobuf_add_number(message, 1, range->id);
		protobuf_add_number(message, 5, range->path);
		protobuf_add_number(message, 6, range->build_id);
		protobuf_add_number(message, 7, range->has_functions);
		protobuf_add_number(message, 8, range->has_filenames);
		protobuf_add_number(message, 9, range->has_line_numbers);
		protobuf_add_number(message, 10, range->has_inline_frames);
		protobuf_add_bytes(out, MAPPING, buf_slice(message));
	}
}

static void pprof_write(struct pprof_writer *writer, struct buf *out)
{
	size_t i;

	buf_add(out, buf_slice(&writer->types));
	buf_add(out, buf_slice(&writer->samples));
	pprof_write_mappings(writer, out);
	buf_add(out, buf_slice(&writer->locations));
	buf_add(out, buf_slice(&writer->functions));
	for (i = 0; i < writer->strings.count; i++)
		protobuf_add_bytes(out, STRING_TABLE, intern_name(&writer->strings, (frame_id)i));
	protobuf_add_number(out, TIME_NANOS, (uint64_t)writer->head.time_nanos);
	protobuf_add_number(out, DURATION_NANOS, (uint64_t)writer->head.duration_nanos);
	buf_add(out, buf_slice(&writer->period_type));
	protobuf_add_number(out, PERIOD, (uint64_t)writer->head.period);
	protobuf_add_number(out, DEFAULT_TYPE, writer->default_type);
}

bool pprof_writer_finish(struct pprof_writer *writer, bool gzip, struct buf *out,
			 struct buf *problem)
{
	struct buf raw = {0};
	bool good;

	if (!gzip) {
		pprof_write(writer, out);
		return true;
	}
	pprof_write(writer, &raw);
	good = compress_gzip(buf_slice(&raw), out);
	if (!good)
		buf_add_text(problem, "zlib is missing, the library that writes gzip");
	buf_release(&raw);
	return good;
}
