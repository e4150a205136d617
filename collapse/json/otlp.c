/* SPDX-License-Identifier: MIT */
/*
 * The OTLP format: profiles of OpenTelemetry, as protocol buffers or JSON. Samples refer to stacks
 * in a dictionary, stacks to locations; frames of a location are made when a sample first needs
 * them.
 */
#include "collapse/json/otlp_wire.h"
#include "collapse/text.h"

enum otlp_note {
	OTLP_BROKEN = TEXT_NOTES, /* cannot be read, or not as the options want */
	OTLP_CUT,                 /* the rest of a file of JSON documents */
	OTLP_PASSED_OVER,         /* what is known and not used: the text is the message */
	OTLP_UNEQUAL,             /* a sample that is not counted */
	OTLP_EMPTY,               /* likewise */
	OTLP_LABEL,
};

enum { TAGS_MOST = 16, NAME_MOST = 256, VALUE_MOST = 1024, MILLION = 1000000 };

struct otlp_options {
	struct slice sample_type; /* its name or index; empty: the first */
	bool list_types;
	struct opt_list tags;
	bool thread_names, lines, mark_inlined, mark_kernel;
};

struct otlp_type {
	struct slice type, unit; /* parts of the name in `type_names` */
	uint64_t sum;
	uint64_t samples;
};

/* Frames of a location: a part of an array. */
struct otlp_frames {
	uint32_t first, count; /* UNSEEN: not made yet */
};

#define UNSEEN UINT32_MAX

/* One per run. */
struct otlp_folder {
	struct text text; /* the stack being made, leaf first */
	struct otlp_data *data;
	struct otlp_frames *locations; /* by index */
	frame_id *functions;           /* likewise; UNSEEN */
	uint64_t *depths;              /* so many frames, and maybe more, a stack has, by index */
	uint64_t *sums; /* of a stack, by index, where samples have no label or root */
	frame_id *frames;
	size_t count, cap;
	struct intern type_names; /* "cpu/nanoseconds", of the file */
	struct otlp_type *types;
	size_t type_cap, chosen; /* SIZE_MAX: none yet */
	struct text_clock clock;
	uint64_t time; /* of the profile whose samples are folded; 0: unknown */
	uint32_t resource_labels, profile_labels; /* sets */
	frame_id resource_roots[TAGS_MOST + 1];
	frame_id roots[TAGS_MOST + 1]; /* by tag; the last: the thread; UNSEEN: none */
	bool has_name;                 /* the thread's root is a name, not its number */
	uint64_t payloads;
	struct buf name, value;
};

static bool otlp_complain(struct ingest_run *run, unsigned kind, struct buf *problem)
{
	ingest_note(run, kind, buf_slice(problem));
	buf_reset(problem);
	return false;
}

static struct slice otlp_string(const struct otlp_folder *folder, uint64_t index)
{
	return otlp_entry(folder->data, OTLP_STRINGS, index);
}

/* ---- Frames ---- */

static void otlp_add_frame(struct otlp_folder *folder, frame_id frame)
{
	MEMORY_ROOM(folder->frames, folder->count, folder->cap);
	folder->frames[folder->count++] = frame;
}

/* "[libc.so.6 <0x7f12>]", "[<0x7f12>]" */
static void otlp_add_address(struct ingest_run *run, struct slice location, bool is_kernel)
{
	struct otlp_folder *folder = run->state;
	const struct slice mapping = otlp_entry(folder->data, OTLP_MAPPINGS,
						wire_number(location, 1));
	struct slice module = otlp_string(folder, wire_number(mapping, 4));
	const uint64_t address = wire_number(location, 2);
	const char *marks = is_kernel ? "_[k]" : "";
	struct buf *name = &folder->name;

	if (address > 0) {
		otlp_add_frame(folder, text_unnamed_at(run, module, address, marks));
		return;
	}
	buf_reset(name);
	module = slice_without_folders(module);
	if (module.len > 0 && text_affords_name(run, module.len))
		buf_printf(name, "[%.*s]%s", SLICE_ARG(module), marks);
	otlp_add_frame(folder, text_frame(run, buf_slice(name)));
}

/* The name of a function; empty: it has none. */
static struct slice otlp_function_name(const struct otlp_folder *folder, uint64_t index)
{
	const struct slice function = otlp_entry(folder->data, OTLP_FUNCTIONS, index),
			   name = otlp_string(folder, wire_number(function, 1));

	return name.len > 0 ? name : otlp_string(folder, wire_number(function, 2));
}

static void otlp_add_line(struct ingest_run *run, struct slice line, const char *marks)
{
	const struct otlp_options *options = run->options;
	struct otlp_folder *folder = run->state;
	const uint64_t function = wire_number(line, 1), number = wire_number(line, 2);
	const struct slice name = otlp_function_name(folder, function);
	const bool has_line = options->lines && (int64_t)number > 0;

	if ((has_line || marks[0] != '\0') && text_affords_name(run, name.len)) {
		buf_set(&folder->name, name);
		if (has_line)
			buf_printf(&folder->name, ":%llu", (unsigned long long)number);
		buf_add_text(&folder->name, marks);
		otlp_add_frame(folder, text_frame(run, buf_slice(&folder->name)));
		return;
	}
	if (folder->functions[function] == UNSEEN)
		folder->functions[function] = text_frame(
			run, text_affords_name(run, name.len) ? name : SLICE(""));
	otlp_add_frame(folder, folder->functions[function]);
}

/* The text of an attribute's value in folder->value; false if it is a list or bytes. */
static bool otlp_read_value(struct otlp_folder *folder, struct slice any)
{
	struct buf *out = &folder->value;
	struct wire_field field;
	uint64_t bits = wire_number(any, 4);
	double number;

	buf_reset(out);
	while (wire_take_field(&any, &field)) {
		struct slice text = field.bytes;

		buf_reset(out);
		switch (field.number) {
		case 8: text = otlp_string(folder, field.value); /* fall through */
		case 1:
			buf_add(out,
				slice_head(text, text.len < VALUE_MOST ? text.len : VALUE_MOST));
			break;
		case 2: buf_add_text(out, field.value ? "true" : "false"); break;
		case 3: buf_printf(out, "%lld", (long long)field.value); break;
		case 4:
			memcpy(&number, &bits, sizeof(number));
			buf_printf(out, "%.15g", number);
			break;
		case 5:
		case 6:
		case 7: return false;
		}
	}
	return true;
}

static bool otlp_is_kernel(struct otlp_folder *folder, struct slice location)
{
	struct wire_numbers attributes = {.message = location, .field = 4};
	uint64_t index;

	while (wire_take_listed(&attributes, &index)) {
		const struct slice attribute = otlp_entry(folder->data, OTLP_ATTRIBUTES, index);

		if (slice_equal(otlp_string(folder, wire_number(attribute, 1)),
				SLICE("profile.frame.type")) &&
		    otlp_read_value(folder, wire_bytes(attribute, 2)) &&
		    slice_equal(buf_slice(&folder->value), SLICE("kernel")))
			return true;
	}
	return false;
}

/* The frames of a location, the leaf first: functions that are inlined come before their callers. */
static void otlp_make_frames(struct ingest_run *run, uint64_t index, struct otlp_frames *frames)
{
	const struct otlp_options *options = run->options;
	struct otlp_folder *folder = run->state;
	const struct slice location = otlp_entry(folder->data, OTLP_LOCATIONS, index);
	struct slice rest = location, line = SLICE("");
	struct wire_field field;
	bool is_kernel, has_line = false;

	is_kernel = options->mark_kernel && otlp_is_kernel(folder, location);
	frames->first = (uint32_t)folder->count;
	for (;;) {
		bool more = wire_take_field(&rest, &field);

		if (more && field.number != 3)
			continue;
		if (has_line && otlp_function_name(folder, wire_number(line, 1)).len > 0)
			otlp_add_line(run, line,
				      is_kernel                       ? "_[k]"
				      : more && options->mark_inlined ? "_[i]"
								      : "");
		else if (has_line || !more)
			otlp_add_address(run, location, is_kernel);
		if (!more)
			break;
		line = field.bytes;
		has_line = true;
	}
	frames->count = (uint32_t)folder->count - frames->first;
}

static inline struct otlp_frames otlp_frames_of(struct ingest_run *run, uint64_t index)
{
	struct otlp_frames *frames = &((struct otlp_folder *)run->state)->locations[index];

	if (UNLIKELY(frames->count == UNSEEN))
		otlp_make_frames(run, index, frames);
	return *frames;
}

/* ---- Attributes ---- */

/*
 * Call `see` for each attribute of a resource (pairs), or of a profile or sample (indices), with
 * the value in folder->value.
 */
typedef void otlp_see_attribute(struct ingest_run *run, struct slice key, bool good);

static void otlp_each_pair(struct ingest_run *run, struct slice resource, otlp_see_attribute *see)
{
	struct otlp_folder *folder = run->state;
	struct wire_field field;

	while (wire_take_field(&resource, &field)) {
		struct slice key = wire_bytes(field.bytes, 1);

		if (field.number != 1)
			continue;
		if (key.len == 0)
			key = otlp_string(folder, wire_number(field.bytes, 3));
		see(run, key, otlp_read_value(folder, wire_bytes(field.bytes, 2)));
	}
}

static void otlp_each_attribute(struct ingest_run *run, struct slice message, unsigned number,
				otlp_see_attribute *see)
{
	struct otlp_folder *folder = run->state;
	struct wire_numbers indices = {.message = message, .field = number};
	uint64_t index;

	while (wire_take_listed(&indices, &index)) {
		const struct slice entry = otlp_entry(folder->data, OTLP_ATTRIBUTES, index);
		const struct slice unit = otlp_string(folder, wire_number(entry, 3));
		const bool good = otlp_read_value(folder, wire_bytes(entry, 2));

		if (index == 0)
			continue;
		buf_add(&folder->value, slice_head(unit, unit.len < 64 ? unit.len : 64));
		see(run, otlp_string(folder, wire_number(entry, 1)), good);
	}
}

static void otlp_give_label(struct ingest_run *run, struct slice key, bool good)
{
	static const struct {
		struct slice key;
		enum label_kind kind;
	} kinds[] = {
		{SLICE_INIT("thread.name"), LABEL_THREAD},
		{SLICE_INIT("thread.id"), LABEL_TID},
		{SLICE_INIT("process.pid"), LABEL_PID},
		{SLICE_INIT("host.name"), LABEL_HOST},
		{SLICE_INIT("container.id"), LABEL_CGROUP},
		{SLICE_INIT("process.executable.name"), LABEL_COMM},
	};
	const struct otlp_folder *folder = run->state;
	size_t i;

	for (i = 0; good && i < ARRAY_LEN(kinds); i++) {
		if (slice_equal(key, kinds[i].key)) {
			label_set(run, kinds[i].kind, buf_slice(&folder->value));
			return;
		}
	}
	if (!good || key.len > VALUE_MOST || !label_set_own(run, key, buf_slice(&folder->value)))
		notes_count(&run->notes, OTLP_LABEL, 1);
}

/* The roots that the attribute gives; the thread's root is the last one. */
static void otlp_give_root(struct ingest_run *run, struct slice key, bool good)
{
	const struct otlp_options *options = run->options;
	struct otlp_folder *folder = run->state;
	size_t i;

	for (i = 0; good && i < options->tags.count && i < TAGS_MOST; i++) {
		if (slice_equal(key, options->tags.at[i]))
			folder->roots[i] = text_frame(run, buf_slice(&folder->value));
	}
	if (!good || !options->thread_names)
		return;
	if (slice_equal(key, SLICE("thread.name"))) {
		folder->roots[TAGS_MOST] = text_frame(run, buf_slice(&folder->value));
		folder->has_name = true;
	} else if (slice_equal(key, SLICE("thread.id")) && !folder->has_name) {
		buf_reset(&folder->name);
		buf_printf(&folder->name, "tid %.*s", SLICE_ARG(buf_slice(&folder->value)));
		folder->roots[TAGS_MOST] = text_frame(run, buf_slice(&folder->name));
	}
}

/* ---- Samples ---- */

/* Hexadecimal ids of the link. */
static void otlp_give_link(struct ingest_run *run, struct slice link)
{
	struct otlp_folder *folder = run->state;
	struct buf *id = &folder->value;
	unsigned number;
	size_t i;

	for (number = 1; number <= 2; number++) {
		const struct slice bytes = wire_bytes(link, number);

		buf_reset(id);
		for (i = 0; i < bytes.len && i < 16; i++)
			buf_printf(id, "%02x", (unsigned char)bytes.ptr[i]);
		if (id->len > 0 &&
		    !label_set_own(run, number == 1 ? SLICE("trace_id") : SLICE("span_id"),
				   buf_slice(id)))
			notes_count(&run->notes, OTLP_LABEL, 1);
	}
}

/* Values are signed; false if the sum is no count. */
static bool otlp_add(uint64_t *sum, uint64_t value)
{
	if (value > (uint64_t)INT64_MAX - *sum)
		return false;
	*sum += value;
	return true;
}

/*
 * The stack of the sample becomes the text's; false if it is left out. Any number of samples may refer
 * to it.
 */
static bool otlp_push_stack(struct ingest_run *run, uint64_t stack)
{
	struct otlp_folder *folder = run->state;
	struct wire_numbers places = {.message = otlp_entry(folder->data, OTLP_STACKS, stack),
				      .field = 1};
	uint64_t index, depth = folder->depths[stack];
	size_t i;

	if (!text_affords(run, depth))
		return false;
	for (depth = 0; wire_take_listed(&places, &index);) {
		const struct otlp_frames frames = otlp_frames_of(run, index);

		depth += frames.count;
		if (depth > folder->depths[stack] && !text_affords(run, depth)) {
			folder->depths[stack] = depth;
			text_cut(run, 0);
			return false;
		}
		for (i = 0; i < frames.count; i++)
			text_push_frame(run, folder->frames[frames.first + i]);
	}
	text_fill(run);
	return true;
}

/* The roots of the sample come after the stack, which is leaf first. */
static void otlp_push_roots(struct ingest_run *run, struct slice sample)
{
	const struct otlp_options *options = run->options;
	struct otlp_folder *folder = run->state;
	frame_id roots[TAGS_MOST + 1];
	size_t i;

	memcpy(roots, folder->roots, sizeof(roots));
	folder->has_name = false;
	otlp_each_attribute(run, sample, folder->data->layout->attributes, otlp_give_root);
	for (i = options->tags.count; i-- > 0;) {
		if (folder->roots[i] != UNSEEN)
			text_push_frame(run, folder->roots[i]);
	}
	if (options->thread_names && folder->roots[TAGS_MOST] != UNSEEN)
		text_push_frame(run, folder->roots[TAGS_MOST]);
	else if (options->thread_names)
		text_push(run, SLICE(""));
	memcpy(folder->roots, roots, sizeof(roots));
}

/* Count the stack once, or with times once per timestamp. */
static void otlp_count(struct ingest_run *run, struct slice sample, uint64_t sum, bool has_values)
{
	struct otlp_folder *folder = run->state;
	struct wire_numbers times = {.message = sample,
				     .field = OTLP_SAMPLE_TIMES,
				     .is_fixed = true},
			    values = {.message = sample, .field = folder->data->layout->values};
	uint64_t time = folder->time, value = 1;
	bool timed = label_wants(run, LABEL_TIME) && wire_take_listed(&times, &time);

	do {
		if (label_wants(run, LABEL_TIME) && time > 0 && time <= INT64_MAX)
			text_clock_give(run, &folder->clock, (int64_t)time, SLICE(""));
		if (!timed)
			value = sum;
		else if (has_values && !wire_take_listed(&values, &value))
			break;
		text_count(run, TEXT_LEAF_FIRST, value);
		timed = timed && wire_take_listed(&times, &time);
	} while (timed);
}

static void otlp_fold_sample(struct ingest_run *run, struct slice sample, struct otlp_type *type)
{
	const struct otlp_options *options = run->options;
	struct otlp_folder *folder = run->state;
	const struct otlp_layout *layout = folder->data->layout;
	struct wire_numbers values = {.message = sample, .field = layout->values};
	uint64_t value, stack = 0, sum = 0, count = 0, time_count = 0;
	struct slice rest = sample;
	struct wire_field field;
	bool good = true;

	while (wire_take_field(&rest, &field)) {
		if (field.number == OTLP_SAMPLE_STACK)
			stack = field.value;
		else if (field.number == OTLP_SAMPLE_TIMES)
			time_count += field.bytes.len / 8;
	}
	for (; wire_take_listed(&values, &value); count++)
		good = good && otlp_add(&sum, value);
	type->samples++;
	if (count == 0 || time_count == 0 || count == time_count) {
		if (count == 0)
			sum = time_count;
		notes_count(&run->notes, OTLP_EMPTY, count == 0 && time_count == 0);
	} else {
		notes_count(&run->notes, OTLP_UNEQUAL, 1);
		return;
	}
	if (!good || sum > UINT64_MAX - type->sum) {
		notes_count(&run->notes, TEXT_SKIPPED, 1);
		return;
	}
	type->sum += sum;
	if (sum == 0 || options->list_types || type != &folder->types[folder->chosen])
		return;
	if (!run->labels && !options->thread_names && options->tags.count == 0) {
		folder->sums[stack] += sum;
		run->samples++;
		return;
	}
	if (!otlp_push_stack(run, stack))
		return;
	otlp_push_roots(run, sample);
	if (run->labels) {
		const struct slice link = otlp_entry(folder->data, OTLP_LINKS,
						     wire_number(sample, layout->link));

		labels_use(run->profile.labels, folder->profile_labels);
		otlp_each_attribute(run, sample, layout->attributes, otlp_give_label);
		otlp_give_link(run, link);
	}
	otlp_count(run, sample, sum, count > 0);
	text_cut(run, 0);
}

/* ---- Profiles ---- */

static bool otlp_is_wanted(const struct otlp_type *type, size_t index, struct slice wanted)
{
	uint64_t number;

	if (wanted.len == 0 || (slice_to_u64(wanted, &number) && number == index))
		return true;
	return slice_skip(&wanted, type->type) &&
	       (wanted.len == 0 ||
		(slice_skip(&wanted, SLICE("/")) && slice_equal(wanted, type->unit)));
}

/* The type of a profile, which the first profile of the file that fits the options chooses. */
static struct otlp_type *otlp_type_of(struct ingest_run *run, struct slice profile)
{
	struct otlp_folder *folder = run->state;
	const struct slice pair = wire_bytes(profile, 1);
	const size_t known = folder->type_names.count;
	struct slice type = otlp_string(folder, wire_number(pair, 1)),
		     unit = otlp_string(folder, wire_number(pair, 2)), name;
	size_t index;

	type = slice_head(type, type.len < NAME_MOST ? type.len : NAME_MOST);
	unit = slice_head(unit, unit.len < NAME_MOST ? unit.len : NAME_MOST);
	buf_set(&folder->name, type);
	buf_add_char(&folder->name, '/');
	buf_add(&folder->name, unit);
	index = intern_add(&folder->type_names, buf_slice(&folder->name));
	if (index < known)
		return &folder->types[index];
	name = intern_name(&folder->type_names, (frame_id)index);
	MEMORY_ROOM(folder->types, index, folder->type_cap);
	folder->types[index] = (struct otlp_type){.type = slice_head(name, type.len),
						  .unit = slice_tail(name, type.len + 1)};
	if (folder->chosen == SIZE_MAX &&
	    otlp_is_wanted(&folder->types[index], index,
			   ((const struct otlp_options *)run->options)->sample_type))
		folder->chosen = index;
	return &folder->types[index];
}

/* "nanoseconds" as header_add_type() knows it */
static struct slice otlp_unit(struct slice unit)
{
	static const struct slice units[][2] = {
		{SLICE_INIT("By"), SLICE_INIT("bytes")},
		{SLICE_INIT("microseconds"), SLICE_INIT("us")},
		{SLICE_INIT("milliseconds"), SLICE_INIT("ms")},
		{SLICE_INIT("seconds"), SLICE_INIT("s")},
	};
	size_t i;

	for (i = 0; i < ARRAY_LEN(units); i++) {
		if (slice_equal(unit, units[i][0]))
			return units[i][1];
	}
	return unit;
}

static void otlp_fold_profile(struct ingest_run *run, struct slice profile)
{
	struct otlp_folder *folder = run->state;
	struct otlp_type *type = otlp_type_of(run, profile);
	const uint64_t time = wire_number(profile, 3), duration = wire_number(profile, 4);
	struct header *header = &run->profile.header;
	struct wire_field field;

	folder->time = time;
	if (type == folder->types + folder->chosen) {
		header_add_type(header, type->type, otlp_unit(type->unit));
		if (duration > 0)
			header_add_duration(header, duration);
		if (time > 0 && time <= INT64_MAX)
			header_add_start(header, (int64_t)(time / (1000 * MILLION)));
	}
	memcpy(folder->roots, folder->resource_roots, sizeof(folder->roots));
	otlp_each_attribute(run, profile, 11, otlp_give_root);
	if (run->labels) {
		labels_use(run->profile.labels, folder->resource_labels);
		otlp_each_attribute(run, profile, 11, otlp_give_label);
		folder->profile_labels = labels_current(run->profile.labels);
	}
	while (wire_take_field(&profile, &field)) {
		if (field.number == 2)
			otlp_fold_sample(run, field.bytes, type);
		folder->payloads += field.number == 10;
	}
}

static void otlp_begin_resource(struct ingest_run *run, struct slice resource)
{
	struct otlp_folder *folder = run->state;

	memset(folder->roots, 0xFF, sizeof(folder->roots));
	folder->has_name = false;
	otlp_each_pair(run, resource, otlp_give_root);
	memcpy(folder->resource_roots, folder->roots, sizeof(folder->roots));
	if (!run->labels)
		return;
	label_clear(run);
	otlp_each_pair(run, resource, otlp_give_label);
	folder->resource_labels = labels_current(run->profile.labels);
}

/* An array for the entries of a table, all UNSEEN. */
static void *otlp_unseen(const struct otlp_data *data, enum otlp_table table, void *old,
			 size_t size)
{
	const size_t count = data->tables[table].count + 1;
	void *array = memory_resize(old, count, size);

	memset(array, 0xFF, count * size);
	return array;
}

/* All profiles of a message. */
static void otlp_fold(struct ingest_run *run)
{
	struct otlp_folder *folder = run->state;
	const struct otlp_data *data = folder->data;
	struct slice message = data->bytes;
	struct wire_field resources, scope, profile;
	size_t i;

	folder->count = 0;
	folder->locations = otlp_unseen(data, OTLP_LOCATIONS, folder->locations,
					sizeof(*folder->locations));
	folder->functions = otlp_unseen(data, OTLP_FUNCTIONS, folder->functions,
					sizeof(*folder->functions));
	free(folder->depths);
	folder->depths = memory_clear(data->tables[OTLP_STACKS].count + 1, sizeof(*folder->depths));
	folder->sums = memory_clear(data->tables[OTLP_STACKS].count + 1, sizeof(*folder->sums));
	while (wire_take_field(&message, &resources)) {
		if (resources.number != 1)
			continue;
		otlp_begin_resource(run, wire_bytes(resources.bytes, 1));
		while (wire_take_field(&resources.bytes, &scope)) {
			while (scope.number == 2 && wire_take_field(&scope.bytes, &profile)) {
				if (profile.number == 2)
					otlp_fold_profile(run, profile.bytes);
			}
		}
	}
	for (i = 0; i <= data->tables[OTLP_STACKS].count; i++) {
		if (folder->sums[i] > 0 && otlp_push_stack(run, i)) {
			run->samples--; /* each sample was counted by itself */
			text_finish(run, TEXT_LEAF_FIRST, folder->sums[i]);
		}
	}
	free(folder->sums);
}

/* "1: cpu/nanoseconds (default)" for every type, with the sum of its values. */
static void otlp_list_types(struct ingest_run *run)
{
	struct otlp_folder *folder = run->state;
	size_t i;

	if (run->labels)
		label_clear(run);
	for (i = 0; i < folder->type_names.count; i++) {
		buf_reset(&folder->name);
		buf_printf(&folder->name, "%zu: %.*s%s", i,
			   SLICE_ARG(intern_name(&folder->type_names, (frame_id)i)),
			   i == 0 ? " (default)" : "");
		text_list(run, buf_slice(&folder->name), folder->types[i].sum);
	}
}

/* The file ends: say what was not used of it. */
static void otlp_say_rest(struct ingest_run *run, struct otlp_file *file)
{
	const struct otlp_options *options = run->options;
	struct otlp_folder *folder = run->state;
	struct buf text = {0};
	size_t i;

	for (i = 0; i < folder->type_names.count && !options->list_types; i++) {
		if (i != folder->chosen)
			buf_printf(&text, "%s%.*s (%llu)", text.len > 0 ? ", " : "",
				   SLICE_ARG(intern_name(&folder->type_names, (frame_id)i)),
				   (unsigned long long)folder->types[i].samples);
	}
	if (text.len > 0) {
		const bool none = folder->chosen == SIZE_MAX;

		buf_reset(&folder->name);
		if (none)
			buf_printf(&folder->name, "no sample type %.*s; samples of types: %.*s",
				   SLICE_ARG(options->sample_type), SLICE_ARG(buf_slice(&text)));
		else
			buf_printf(&folder->name,
				   "left out samples of other types: %.*s; --sample-type selects",
				   SLICE_ARG(buf_slice(&text)));
		otlp_complain(run, none ? OTLP_BROKEN : OTLP_PASSED_OVER, &folder->name);
	}
	buf_reset(&text);
	if (folder->payloads > 0) {
		buf_printf(&text, "%llu original payloads are not read",
			   (unsigned long long)folder->payloads);
		otlp_complain(run, OTLP_PASSED_OVER, &text);
	}
	text_tell_unused(run, &file->unused);
	if (file->cut.len > 0)
		ingest_note(run, OTLP_CUT, buf_slice(&file->cut));
	buf_release(&text);
}

static void otlp_parse(struct ingest_run *run, struct slice bytes)
{
	struct otlp_folder *folder = run->state;
	struct otlp_file file = {.framed = false};
	struct buf problem = {0};

	run->budget.read += bytes.len;
	folder->chosen = SIZE_MAX;
	folder->payloads = 0;
	folder->data = &file.data;
	intern_release(&folder->type_names);
	if (bytes.len == 0)
		buf_add_text(&problem, "the input is empty");
	else if (otlp_open(&file, bytes, &problem)) {
		while (otlp_next(&file, &problem))
			otlp_fold(run);
		if (problem.len == 0 && folder->type_names.count == 0)
			buf_add_text(&problem, "no profiles of OTLP in it");
	}
	if (problem.len > 0)
		otlp_complain(run, OTLP_BROKEN, &problem);
	else
		otlp_say_rest(run, &file);
	if (problem.len == 0 && ((const struct otlp_options *)run->options)->list_types)
		otlp_list_types(run);
	otlp_close(&file);
	buf_release(&problem);
}

static void otlp_release_run(struct ingest_run *run)
{
	struct otlp_folder *folder = run->state;

	text_release(&folder->text);
	free(folder->locations);
	free(folder->functions);
	free(folder->depths);
	free(folder->frames);
	free(folder->types);
	intern_release(&folder->type_names);
	buf_release(&folder->name);
	buf_release(&folder->value);
}

static const struct note_kind kinds[] = {
	TEXT_NOTE_ROWS,
	[OTLP_BROKEN] = {.message = "", .level = DIAG_ERRORS, .fails = NOTE_FAILS},
	[OTLP_CUT] = {.message = "",
		      .one = "remainder of a file",
		      .many = "remainders of files",
		      .fails = NOTE_LEAVES_GAP},
	[OTLP_PASSED_OVER] = {.message = ""},
	[OTLP_UNEQUAL] = {.one = "sample with not as many values as timestamps",
			  .many = "samples with not as many values as timestamps",
			  .fails_strict = true},
	[OTLP_EMPTY] = {.one = "sample without a value or timestamp",
			.many = "samples without a value or timestamp",
			.fails_strict = true},
	[OTLP_LABEL] =
		{.one = "attribute that is no label: a list, bytes, or beyond 64 of a sample",
		 .many = "attributes that are no labels: lists, bytes, or beyond 64 of a sample",
		 .fails_strict = true},
};

static const struct ingest_format format = {
	.parse = otlp_parse,
	.state_size = sizeof(struct otlp_folder),
	.release = otlp_release_run,
	.kinds = TEXT_KINDS(kinds),
};

static bool otlp_prepare(struct collapse_setup *setup)
{
	const struct otlp_options *options = setup->options;

	setup->format = &format;
	if (options->tags.count <= TAGS_MOST)
		return true;
	diag_error("--tag: at most %d keys", TAGS_MOST);
	return false;
}

static void otlp_release(struct collapse_setup *setup)
{
	free(((struct otlp_options *)setup->options)->tags.at);
}

static enum probe otlp_probe(struct slice head, bool whole)
{
	return otlp_begins(head, whole) ? PROBE_YES : PROBE_NO;
}

#define AT(field) OPT_AT(struct otlp_options, field)

static const struct opt rows[] = {
	{OPT_HEADING, .help = "Samples"},
	{OPT_TEXT, .name = "sample-type", .value = "NAME|INDEX", AT(sample_type),
	 .help = "The profiles to count",
	 .detail =
		 "A NAME is cpu or cpu/nanoseconds; the first type has INDEX 0, and is the default. "
		 "Profiles of other types are left out."},
	{OPT_FLAG, .name = "sample-types", AT(list_types),
	 .help = "List the types instead, each with the sum of its values"},
	{OPT_HEADING, .help = "Frames"},
	{OPT_LIST, .name = "tag", .value = "KEY", AT(tags),
	 .help = "Make the value of this attribute the root frame; may be repeated",
	 .detail =
		 "The first KEY is the outermost frame. A sample without the attribute has no such frame."},
	{OPT_FLAG, .name = "thread-names", AT(thread_names),
	 .help = "Make the thread's name the root frame, or 'tid N' where it has none"},
	{OPT_FLAG, .name = "lines", AT(lines), .help = "Append the line: main.work:42"},
	{OPT_FLAG, .name = "inline", AT(mark_inlined),
	 .help = "Append _[i] to functions that are inlined into their callers"},
	{OPT_FLAG, .name = "kernel", AT(mark_kernel),
	 .help = "Append _[k] to functions of the kernel"},
};

const struct collapser collapse_otlp = {
	.name = "otlp",
	.summary = "folded stacks from OTLP profiles (OpenTelemetry)",
	.rows = COLLAPSE_OPTIONS(rows, struct otlp_options),
	.labels = LABEL_BIT(LABEL_TIME) | LABEL_BIT(LABEL_THREAD) | LABEL_BIT(LABEL_TID) |
		  LABEL_BIT(LABEL_PID) | LABEL_BIT(LABEL_HOST) | LABEL_BIT(LABEL_CGROUP) |
		  LABEL_BIT(LABEL_COMM) | LABEL_BIT(LABEL_OWN),
	.probe = otlp_probe,
	.prepare = otlp_prepare,
	.release = otlp_release,
};
