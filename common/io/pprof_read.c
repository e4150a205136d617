/* SPDX-License-Identifier: MIT */
#include "common/io/pprof_read.h"

#ifdef HAVE_PROTOBUF_C
#include "common/base/memory.h"
#include "common/io/pprof_check.h"
#include "common/io/protobuf.h"

/* In the arena of a profile. */
struct message {
	struct protobuf protobuf;
	Pprof__Profile *profile;
};

struct reader {
	const Pprof__Profile *from;
	struct pprof_profile *into;
	struct pprof_ids *ids;
};

static void *allocate(const struct reader *reader, size_t count, size_t size)
{
	return arena_alloc(&reader->into->arena, count > 0 ? count * size : 1);
}

/* Index 0 is nothing, even where there is no table. */
static struct slice string_at(const struct reader *reader, int64_t index)
{
	const ProtobufCBinaryData *text;

	if (index == 0)
		return SLICE("");
	text = &reader->from->string_table[index];
	if (text->len == 0)
		return SLICE("");
	return slice_of((const char *)text->data, text->len);
}

static void read_types(const struct reader *reader)
{
	const Pprof__Profile *from = reader->from;
	struct pprof_type *types = allocate(reader, from->n_sample_type, sizeof(*types));
	size_t i;

	reader->into->shown = from->n_sample_type - 1;
	for (i = 0; i < from->n_sample_type; i++)
		types[i] = (struct pprof_type){string_at(reader, from->sample_type[i]->type),
					       string_at(reader, from->sample_type[i]->unit)};
	for (i = 0; i < from->n_sample_type && from->default_sample_type != 0; i++) {
		if (slice_equal(types[i].type, string_at(reader, from->default_sample_type))) {
			reader->into->shown = i;
			break;
		}
	}
	reader->into->types = types;
	reader->into->type_count = from->n_sample_type;
}

static struct pprof_line *read_functions(const struct reader *reader)
{
	const Pprof__Profile *from = reader->from;
	struct pprof_line *functions = allocate(reader, from->n_function, sizeof(*functions));
	size_t i;

	for (i = 0; i < from->n_function; i++)
		functions[i] = (struct pprof_line){
			.function = string_at(reader, from->function[i]->name),
			.file = string_at(reader, from->function[i]->filename)};
	return functions;
}

static struct slice *read_modules(const struct reader *reader)
{
	const Pprof__Profile *from = reader->from;
	struct slice *modules = allocate(reader, from->n_mapping, sizeof(*modules));
	size_t i;

	for (i = 0; i < from->n_mapping; i++)
		modules[i] = string_at(reader, from->mapping[i]->filename);
	return modules;
}

static struct pprof_line *pprof_read_read_lines(const struct reader *reader,
						const Pprof__Location *from,
						const struct pprof_line *functions)
{
	struct pprof_line *lines = allocate(reader, from->n_line, sizeof(*lines));
	size_t i;

	for (i = 0; i < from->n_line; i++) {
		uint64_t id = from->line[i]->function_id;

		lines[i] = id == 0 ? (struct pprof_line){.line = 0}
				   : functions[pprof_ids_find(reader->ids, PPROF_FUNCTION, id)];
		lines[i].line = from->line[i]->line;
	}
	return lines;
}

static void read_places(const struct reader *reader)
{
	const Pprof__Profile *from = reader->from;
	const struct pprof_line *functions = read_functions(reader);
	const struct slice *modules = read_modules(reader);
	struct pprof_place *places = allocate(reader, from->n_location, sizeof(*places));
	size_t i;

	for (i = 0; i < from->n_location; i++) {
		const Pprof__Location *location = from->location[i];
		uint64_t mapping = location->mapping_id;

		places[i] = (struct pprof_place){
			.address = location->address,
			.module = mapping == 0 ? SLICE("")
					       : modules[pprof_ids_find(reader->ids, PPROF_MAPPING,
									mapping)],
			.lines = pprof_read_read_lines(reader, location, functions),
			.line_count = location->n_line,
		};
	}
	reader->into->places = places;
	reader->into->place_count = from->n_location;
}

static const struct pprof_label *read_labels(const struct reader *reader, const Pprof__Sample *from)
{
	struct pprof_label *labels;
	size_t i;

	if (from->n_label == 0)
		return NULL;
	labels = allocate(reader, from->n_label, sizeof(*labels));
	for (i = 0; i < from->n_label; i++)
		labels[i] = (struct pprof_label){
			.key = string_at(reader, from->label[i]->key),
			.text = string_at(reader, from->label[i]->str),
			.number = from->label[i]->num,
			.unit = string_at(reader, from->label[i]->num_unit),
		};
	return labels;
}

static void read_samples(const struct reader *reader)
{
	const Pprof__Profile *from = reader->from;
	struct pprof_sample *samples = allocate(reader, from->n_sample, sizeof(*samples));
	size_t i, at;

	for (i = 0; i < from->n_sample; i++) {
		const Pprof__Sample *sample = from->sample[i];
		size_t *places = allocate(reader, sample->n_location_id, sizeof(*places));
		int64_t *values = allocate(reader, sample->n_value, sizeof(*values));

		for (at = 0; at < sample->n_location_id; at++)
			places[at] = pprof_ids_find(reader->ids, PPROF_LOCATION,
						    sample->location_id[at]);
		memcpy(values, sample->value, sample->n_value * sizeof(*values));
		samples[i] = (struct pprof_sample){
			.places = places,
			.depth = sample->n_location_id,
			.values = values,
			.labels = read_labels(reader, sample),
			.label_count = sample->n_label,
		};
	}
	reader->into->samples = samples;
	reader->into->sample_count = from->n_sample;
}

static void read_times(const struct reader *reader)
{
	const Pprof__ValueType *type = reader->from->period_type;

	reader->into->time_nanos = reader->from->time_nanos;
	reader->into->duration_nanos = reader->from->duration_nanos;
	if (type && slice_equal(string_at(reader, type->unit), SLICE("nanoseconds")))
		reader->into->period_nanos = reader->from->period;
}

/* Read a profile that pprof_check() has accepted: all strings and ids exist. */
static void read_profile(const struct reader *reader)
{
	read_types(reader);
	read_places(reader);
	read_samples(reader);
	read_times(reader);
	reader->into->drop_frames = string_at(reader, reader->from->drop_frames);
	reader->into->keep_frames = string_at(reader, reader->from->keep_frames);
}

static void *pprof_read_alloc(void *data, size_t size)
{
	(void)data;
	return memory_get(size);
}

static void give_back(void *data, void *memory)
{
	(void)data;
	free(memory);
}

/*
 * protobuf-c does not look everywhere whether it got memory. It only reads what it takes without
 * const.
 */
static const ProtobufCAllocator constant = {pprof_read_alloc, give_back, NULL};
#define ALLOCATOR ((ProtobufCAllocator *)(uintptr_t)&constant)

bool pprof_read(struct slice bytes, struct pprof_profile *profile, struct buf *problem)
{
	struct pprof_ids ids = {0};
	struct message message = {.profile = NULL};

	if (protobuf_load(&message.protobuf, problem) && pprof_check(bytes, &ids, problem)) {
		message.profile = (Pprof__Profile *)message.protobuf.unpack(
			&pprof__profile__descriptor, ALLOCATOR, bytes.len,
			(const uint8_t *)bytes.ptr);
		if (!message.profile)
			buf_add_text(problem, "protobuf-c cannot read it");
		else
			read_profile(&(struct reader){message.profile, profile, &ids});
	}
	pprof_ids_release(&ids);
	if (!message.profile)
		return false;
	profile->message = arena_alloc(&profile->arena, sizeof(message));
	memcpy(profile->message, &message, sizeof(message));
	return true;
}

void pprof_profile_release(struct pprof_profile *profile)
{
	const struct message *message = profile->message;

	if (message)
		message->protobuf.release(&message->profile->base, ALLOCATOR);
	arena_release(&profile->arena);
	*profile = (struct pprof_profile){0};
}
#else
bool pprof_read(struct slice bytes, struct pprof_profile *profile, struct buf *problem)
{
	(void)bytes;
	(void)profile;
	return pprof_available(problem);
}

void pprof_profile_release(struct pprof_profile *profile)
{
	arena_release(&profile->arena);
	*profile = (struct pprof_profile){0};
}
#endif
