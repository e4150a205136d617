/* SPDX-License-Identifier: MIT */
#include "common/io/pprof.h"

#ifdef HAVE_PROTOBUF_C
#include "common/base/search.h"
#include "common/io/compress.h"
#include "common/io/protobuf.h"
#include "common/table/intern.h"

/* The address range of a mapping. */
struct range {
	uint64_t start, end, offset;
	Pprof__Mapping *mapping;
};

struct pprof_writer {
	struct protobuf protobuf;
	Pprof__Profile profile;
	struct arena arena;
	struct intern strings;   /* by their index in the table */
	struct intern functions; /* struct function_key by id - 1 */
	struct intern locations; /* location keys by id - 1 */
	size_t sample_cap, function_cap, location_cap;
	struct range *ranges; /* by their starts */
	struct slice annotation_key;
	struct buf key; /* of the location being looked up */
};

struct function_key {
	int64_t name, file; /* strings */
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

static int64_t string_of(struct pprof_writer *writer, struct slice text)
{
	return intern_add(&writer->strings, text);
}

static Pprof__ValueType *new_type(struct pprof_writer *writer, const struct pprof_type *type)
{
	Pprof__ValueType *made = arena_alloc(&writer->arena, sizeof(*made));

	pprof__value_type__init(made);
	made->type = string_of(writer, type->type);
	made->unit = string_of(writer, type->unit);
	return made;
}

static void add_types(struct pprof_writer *writer, const struct pprof_head *head)
{
	Pprof__Profile *profile = &writer->profile;
	size_t i;

	profile->sample_type = arena_alloc(&writer->arena,
					   head->type_count * sizeof(*profile->sample_type));
	for (i = 0; i < head->type_count; i++)
		profile->sample_type[profile->n_sample_type++] = new_type(writer, &head->types[i]);
	profile->default_sample_type = profile->sample_type[head->type_count - 1]->type;
	profile->period_type = new_type(writer, &head->period_type);
}

/* In lower-case hexadecimal digits. */
static int64_t build_id_of(struct pprof_writer *writer, struct slice bytes)
{
	struct buf *text = &writer->key;
	size_t i;

	buf_reset(text);
	for (i = 0; i < bytes.len; i++)
		buf_printf(text, "%02x", (unsigned char)bytes.ptr[i]);
	return string_of(writer, buf_slice(text));
}

/* Locations have addresses of the file, so the mapping's own place is 0. */
static Pprof__Mapping *new_mapping(struct pprof_writer *writer, const struct pprof_mapping *from)
{
	Pprof__Mapping *made = arena_alloc(&writer->arena, sizeof(*made));

	pprof__mapping__init(made);
	made->filename = string_of(writer, from->path);
	made->build_id = build_id_of(writer, from->build_id);
	return made;
}

static int compare_ranges(const void *a, const void *b)
{
	const struct range *left = a, *right = b;

	return (left->start > right->start) - (left->start < right->start);
}

static bool add_mappings(struct pprof_writer *writer, const struct pprof_head *head,
			 struct buf *problem)
{
	Pprof__Profile *profile = &writer->profile;
	size_t i;

	if (head->mapping_count == 0)
		return true;
	profile->mapping = arena_alloc(&writer->arena,
				       head->mapping_count * sizeof(*profile->mapping));
	writer->ranges = arena_alloc(&writer->arena, head->mapping_count * sizeof(*writer->ranges));
	for (i = 0; i < head->mapping_count; i++) {
		const struct pprof_mapping *from = &head->mappings[i];
		Pprof__Mapping *mapping = new_mapping(writer, from);

		mapping->id = ++profile->n_mapping;
		profile->mapping[i] = mapping;
		writer->ranges[i] = (struct range){from->start, from->end, from->offset, mapping};
	}
	qsort(writer->ranges, head->mapping_count, sizeof(*writer->ranges), compare_ranges);
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
	struct protobuf protobuf;
	struct pprof_writer *writer;

	if (head->type_count == 0) {
		buf_add_text(problem, "a profile without a sample type");
		return NULL;
	}
	if (!protobuf_load(&protobuf, problem))
		return NULL;
	writer = memory_get(sizeof(*writer));
	*writer = (struct pprof_writer){.protobuf = protobuf, .profile = PPROF__PROFILE__INIT};
	string_of(writer, SLICE("")); /* the table begins with it */
	add_types(writer, head);
	if (!add_mappings(writer, head, problem)) {
		pprof_writer_free(writer);
		return NULL;
	}
	writer->profile.period = head->period;
	writer->profile.time_nanos = head->time_nanos;
	writer->profile.duration_nanos = head->duration_nanos;
	writer->annotation_key = head->annotation_key.len > 0
					 ? arena_copy(&writer->arena, head->annotation_key)
					 : SLICE("annotation");
	return writer;
}

void pprof_writer_free(struct pprof_writer *writer)
{
	if (!writer)
		return;
	free(writer->profile.sample);
	free(writer->profile.function);
	free(writer->profile.location);
	intern_release(&writer->strings);
	intern_release(&writer->functions);
	intern_release(&writer->locations);
	arena_release(&writer->arena);
	buf_release(&writer->key);
	free(writer);
}

/* ---- Locations ---- */

static uint64_t function_of(struct pprof_writer *writer, const struct pprof_line *line)
{
	Pprof__Profile *profile = &writer->profile;
	const struct function_key key = {string_of(writer, line->function),
					 string_of(writer, line->file)};
	frame_id index = intern_add(&writer->functions, slice_of((const char *)&key, sizeof(key)));
	Pprof__Function *made;

	if (index < profile->n_function)
		return index + 1u;
	made = arena_alloc(&writer->arena, sizeof(*made));
	pprof__function__init(made);
	made->id = index + 1u;
	made->name = key.name; /* with the same system_name pprof would demangle it again */
	made->filename = key.file;
	profile->function = memory_grow(profile->function, &writer->function_cap, index + 1u,
					sizeof(*profile->function));
	profile->function[profile->n_function++] = made;
	return made->id;
}

/* The mapping that covers the address; NULL without. */
static const struct range *pprof_write_range_of(const struct pprof_writer *writer, uint64_t address)
{
	const struct range *ranges = writer->ranges;
	size_t behind = SEARCH_UP_TO(ranges, writer->profile.n_mapping, start, address);

	return behind > 0 && address < ranges[behind - 1].end ? &ranges[behind - 1] : NULL;
}

static void add_lines(struct pprof_writer *writer, Pprof__Location *location,
		      const struct pprof_frame *frame, const struct line_key *keys)
{
	size_t i;

	if (frame->line_count == 0)
		return;
	location->line = arena_alloc(&writer->arena, frame->line_count * sizeof(*location->line));
	for (i = 0; i < frame->line_count; i++) {
		Pprof__Line *line = arena_alloc(&writer->arena, sizeof(*line));

		pprof__line__init(line);
		line->function_id = keys[i].function_id;
		line->line = keys[i].line;
		location->line[location->n_line++] = line;
	}
}

/* Set the mapping's flags from facts about its locations. */
static void describe(Pprof__Mapping *mapping, const struct pprof_frame *frame)
{
	size_t i;

	mapping->has_inline_frames |= frame->line_count > 1;
	for (i = 0; i < frame->line_count; i++) {
		mapping->has_functions |= frame->lines[i].function.len > 0;
		mapping->has_filenames |= frame->lines[i].file.len > 0;
		mapping->has_line_numbers |= frame->lines[i].line != 0;
	}
}

static uint64_t location_of(struct pprof_writer *writer, const struct pprof_frame *frame)
{
	Pprof__Profile *profile = &writer->profile;
	const struct range *range = frame->address > 0
					    ? pprof_write_range_of(writer, frame->address)
					    : NULL;
	struct place_key place = {0, frame->address};
	Pprof__Location *made;
	frame_id index;
	size_t i;

	if (range) {
		place.mapping_id = range->mapping->id;
		place.address = frame->address - range->start + range->offset;
	}
	buf_reset(&writer->key);
	buf_add(&writer->key, slice_of((const char *)&place, sizeof(place)));
	for (i = 0; i < frame->line_count; i++) {
		const struct line_key line = {function_of(writer, &frame->lines[i]),
					      frame->lines[i].line};

		buf_add(&writer->key, slice_of((const char *)&line, sizeof(line)));
	}
	index = intern_add(&writer->locations, buf_slice(&writer->key));
	if (index < profile->n_location)
		return index + 1u;
	made = arena_alloc(&writer->arena, sizeof(*made));
	pprof__location__init(made);
	made->id = index + 1u;
	made->mapping_id = place.mapping_id;
	made->address = place.address;
	add_lines(writer, made, frame,
		  (const struct line_key *)(const void *)(writer->key.ptr + sizeof(place)));
	if (range)
		describe(range->mapping, frame);
	profile->location = memory_grow(profile->location, &writer->location_cap, index + 1u,
					sizeof(*profile->location));
	profile->location[profile->n_location++] = made;
	return made->id;
}

/* ---- Samples ---- */

/* With a text, or else with a number. */
static void add_label(struct pprof_writer *writer, Pprof__Sample *sample, struct slice key,
		      struct slice text, int64_t number)
{
	Pprof__Label *made = arena_alloc(&writer->arena, sizeof(*made));

	pprof__label__init(made);
	made->key = string_of(writer, key);
	made->str = string_of(writer, text);
	made->num = number;
	sample->label[sample->n_label++] = made;
}

static void add_own_label(struct pprof_writer *writer, Pprof__Sample *sample,
			  const struct pprof_stack_label *label)
{
	add_label(writer, sample, label->key, label->text, label->number);
	sample->label[sample->n_label - 1]->num_unit = string_of(writer, label->unit);
}

static void pprof_write_add_labels(struct pprof_writer *writer, Pprof__Sample *sample,
				   const struct pprof_stack *stack)
{
	enum { MOST = 3 };

	size_t i;

	if (!stack->annotation.ptr && !stack->thread.ptr && stack->thread_id == 0 &&
	    stack->label_count == 0)
		return;
	sample->label = arena_alloc(&writer->arena,
				    (MOST + stack->label_count) * sizeof(*sample->label));
	if (stack->annotation.ptr)
		add_label(writer, sample, writer->annotation_key, stack->annotation, 0);
	if (stack->thread.ptr)
		add_label(writer, sample, SLICE("thread"), stack->thread, 0);
	if (stack->thread_id != 0)
		add_label(writer, sample, SLICE("thread_id"), SLICE(""), stack->thread_id);
	for (i = 0; i < stack->label_count; i++)
		add_own_label(writer, sample, &stack->labels[i]);
}

static void add_locations(struct pprof_writer *writer, Pprof__Sample *sample,
			  const struct pprof_stack *stack)
{
	size_t i;

	if (stack->count == 0)
		return;
	sample->location_id = arena_alloc(&writer->arena,
					  stack->count * sizeof(*sample->location_id));
	for (i = 0; i < stack->count; i++) {
		const struct pprof_frame *frame = &stack->frames[i];

		if (frame->address > 0 || frame->line_count > 0)
			sample->location_id[sample->n_location_id++] = location_of(writer, frame);
	}
}

bool pprof_writer_add(struct pprof_writer *writer, const struct pprof_stack *stack,
		      struct buf *problem)
{
	Pprof__Profile *profile = &writer->profile;
	Pprof__Sample *sample;

	if (stack->value_count != profile->n_sample_type) {
		buf_printf(problem, "a sample of %zu values, where there are %zu sample types",
			   stack->value_count, profile->n_sample_type);
		return false;
	}
	sample = arena_alloc(&writer->arena, sizeof(*sample));
	pprof__sample__init(sample);
	add_locations(writer, sample, stack);
	pprof_write_add_labels(writer, sample, stack);
	sample->value = arena_alloc(&writer->arena, stack->value_count * sizeof(*sample->value));
	memcpy(sample->value, stack->values, stack->value_count * sizeof(*sample->value));
	sample->n_value = stack->value_count;
	profile->sample = memory_grow(profile->sample, &writer->sample_cap, profile->n_sample + 1,
				      sizeof(*profile->sample));
	profile->sample[profile->n_sample++] = sample;
	return true;
}

/* ---- Bytes ---- */

static void add_strings(struct pprof_writer *writer)
{
	Pprof__Profile *profile = &writer->profile;
	ProtobufCBinaryData *table = arena_alloc(&writer->arena,
						 writer->strings.count * sizeof(*table));
	size_t i;

	for (i = 0; i < writer->strings.count; i++) {
		struct slice text = intern_name(&writer->strings, (frame_id)i);

		table[i] = (ProtobufCBinaryData){text.len, (uint8_t *)(uintptr_t)text.ptr};
	}
	profile->string_table = table;
	profile->n_string_table = writer->strings.count;
}

static void pack(const struct pprof_writer *writer, struct buf *out)
{
	const ProtobufCMessage *message = &writer->profile.base;
	size_t size = writer->protobuf.size(message);

	out->len += writer->protobuf.pack(message, (uint8_t *)buf_reserve(out, size));
}

bool pprof_writer_finish(struct pprof_writer *writer, bool gzip, struct buf *out,
			 struct buf *problem)
{
	struct buf raw = {0};
	bool good;

	add_strings(writer);
	if (!gzip) {
		pack(writer, out);
		return true;
	}
	pack(writer, &raw);
	good = compress_gzip(buf_slice(&raw), out);
	if (!good)
		buf_add_text(problem, "zlib is missing, the library that writes gzip");
	buf_release(&raw);
	return good;
}
#else
struct pprof_writer *pprof_writer_new(const struct pprof_head *head, struct buf *problem)
{
	(void)head;
	pprof_available(problem);
	return NULL;
}

void pprof_writer_free(struct pprof_writer *writer)
{
	(void)writer;
}

bool pprof_writer_add(struct pprof_writer *writer, const struct pprof_stack *stack,
		      struct buf *problem)
{
	(void)writer, (void)stack, (void)problem;
	return false;
}

bool pprof_writer_finish(struct pprof_writer *writer, bool gzip, struct buf *out,
			 struct buf *problem)
{
	(void)writer, (void)gzip, (void)out, (void)problem;
	return false;
}
#endif
