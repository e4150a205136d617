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
 * Ids of functions or locations, counted from 1. A profile may have as many as samples, and in most
 * a function is a name alone and a location a function alone, which need no hash table.
 */
struct pprof_ids {
	uint32_t *plain; /* by the name's string, or by the function's id; 0: none */
	size_t plain_count;
	struct intern others; /* messages without the id */
	uint32_t *other_ids;
	size_t other_cap;
	uint32_t count;
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
	struct intern strings; /* by their index in the table */
	struct pprof_ids functions_known, locations_known;
	struct range *ranges; /* by their starts */
	struct slice annotation_key;
	uint64_t *ids; /* of the locations of a stack */
	size_t id_cap;
	struct buf text; /* scratch */
};

/* Fields of the messages: pprof_read.c has all. */
enum { SAMPLE_TYPE = 1, SAMPLE, MAPPING, LOCATION, FUNCTION, STRING_TABLE };

enum { TIME_NANOS = 9, DURATION_NANOS, PERIOD_TYPE, PERIOD, DEFAULT_TYPE = 14 };

static void pprof_ids_release(struct pprof_ids *ids)
{
	free(ids->plain);
	intern_release(&ids->others);
	free(ids->other_ids);
	*ids = (struct pprof_ids){0};
}

/* The place for the id of what is `plain`, and else of the message; 0 there: it is new. */
static uint32_t *pprof_ids_find(struct pprof_ids *ids, bool is_plain, uint64_t plain,
				struct slice message)
{
	size_t known;
	frame_id number;

	if (!is_plain) {
		known = ids->others.count;
		number = intern_add(&ids->others, message);
		MEMORY_ROOM(ids->other_ids, number, ids->other_cap);
		if (number == known)
			ids->other_ids[number] = 0;
		return &ids->other_ids[number];
	}
	if (plain >= ids->plain_count) {
		known = ids->plain_count;
		MEMORY_ROOM(ids->plain, plain, ids->plain_count);
		memset(ids->plain + known, 0, (ids->plain_count - known) * sizeof(*ids->plain));
	}
	return &ids->plain[plain];
}

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
	struct buf *text = &writer->text;
	size_t i;

	buf_reset(text);
	for (i = 0; i < bytes.len; i++)
		buf_printf(text, "%02x", (unsigned char)bytes.ptr[i]);
	return pprof_string(writer, buf_slice(text));
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
	SORT(writer->ranges, head->mapping_count, u64_compare);
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
	pprof_ids_release(&writer->functions_known);
	pprof_ids_release(&writer->locations_known);
	arena_release(&writer->arena);
	buf_release(&writer->text);
	free(writer->ids);
	free(writer);
}

/* ---- Locations ---- */

/* The id of a message without one, which is written if it is new. */
static uint64_t pprof_id(struct pprof_writer *writer, struct pprof_ids *ids, uint32_t *id,
			 struct slice message, struct buf *out, unsigned field)
{
	if (*id > 0)
		return *id;
	*id = ++ids->count;
	buf_reset(&writer->text);
	protobuf_add_number(&writer->text, 1, *id);
	buf_add(&writer->text, message);
	protobuf_add_bytes(out, field, buf_slice(&writer->text));
	return *id;
}

static uint64_t pprof_function(struct pprof_writer *writer, const struct pprof_line *line)
{
	const uint64_t name = pprof_string(writer, line->function),
		       file = pprof_string(writer, line->file);
	struct pprof_ids *ids = &writer->functions_known;
	struct buf *message = &writer->inner;

	buf_reset(message);
	protobuf_add_number(message, 2, name); /* a system's name would be demangled again */
	protobuf_add_number(message, 4, file);
	protobuf_add_number(message, 5, (uint64_t)line->start);
	return pprof_id(
		writer, ids,
		pprof_ids_find(ids, file == 0 && line->start == 0, name, buf_slice(message)),
		buf_slice(message), &writer->functions, FUNCTION);
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
	const bool is_plain = frame->address == 0 && frame->line_count == 1 &&
			      frame->lines[0].line == 0;
	struct pprof_ids *ids = &writer->locations_known;
	struct buf *message = &writer->message;
	uint64_t function = 0;
	size_t i;

	buf_reset(message);
	if (range)
		protobuf_add_number(message, 2, range->id);
	protobuf_add_number(message, 3,
			    range ? frame->address - range->start + range->offset : frame->address);
	for (i = 0; i < frame->line_count; i++) {
		const struct pprof_line *line = &frame->lines[i];

		function = pprof_function(writer, line);
		buf_reset(&writer->inner);
		protobuf_add_number(&writer->inner, 1, function);
		protobuf_add_number(&writer->inner, 2, (uint64_t)line->line);
		protobuf_add_bytes(message, 4, buf_slice(&writer->inner));
	}
	for (i = 0; range && i < frame->line_count; i++) {
		range->has_functions |= frame->lines[i].function.len > 0;
		range->has_filenames |= frame->lines[i].file.len > 0;
		range->has_line_numbers |= frame->lines[i].line != 0;
	}
	if (range)
		range->has_inline_frames |= frame->line_count > 1;
	return pprof_id(writer, ids, pprof_ids_find(ids, is_plain, function, buf_slice(message)),
			buf_slice(message), &writer->locations, LOCATION);
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
	MEMORY_ROOM(writer->ids, stack->count, writer->id_cap);
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

	SORT(writer->ranges, writer->head.mapping_count, pprof_compare_ids);
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

/* Append a part, which is not needed any more. */
static void pprof_write_part(struct buf *out, struct buf *part)
{
	buf_add(out, buf_slice(part));
	buf_release(part);
}

static void pprof_write(struct pprof_writer *writer, struct buf *out)
{
	size_t i;

	pprof_ids_release(&writer->functions_known);
	pprof_ids_release(&writer->locations_known);
	pprof_write_part(out, &writer->types);
	pprof_write_part(out, &writer->samples);
	pprof_write_mappings(writer, out);
	pprof_write_part(out, &writer->locations);
	pprof_write_part(out, &writer->functions);
	for (i = 0; i < writer->strings.count; i++)
		protobuf_add_bytes(out, STRING_TABLE, intern_name(&writer->strings, (frame_id)i));
	intern_release(&writer->strings);
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
