/* SPDX-License-Identifier: MIT */
/*
 * The features of simpleperf: what it calls the events, the functions of files. Numbers are
 * little-endian, as all Androids are.
 */
#include "collapse/perfdata/recording_named.h"
#include "collapse/perfdata/recording_state.h"
#include "common/base/memory.h"
#include "common/io/protobuf.h"

enum {
	FEATURE_FILE = 128,
	FEATURE_META_INFO = 129,
	FEATURE_FILE2 = 132,
	FEATURE_INIT_MAP = 134,
};

/* ---- META_INFO ---- */

/* Take the text after the last comma, and the comma. */
static bool take_last(struct slice *line, struct slice *text)
{
	const size_t comma = slice_rfind(*line, ',');

	if (comma == SLICE_NONE)
		return false;
	*text = slice_tail(*line, comma + 1);
	*line = slice_head(*line, comma);
	return true;
}

/* Lines of event_type_info: "sched:sched_switch,2,47" is NAME,TYPE,CONFIG of an attribute. */
static void take_event_names(struct perfdata *recording, struct slice info)
{
	struct slice line, type, config;
	uint64_t type_number, config_number;

	while (slice_line(&info, &line)) {
		if (!take_last(&line, &config) || !slice_to_u64(config, &config_number) ||
		    !take_last(&line, &type) || !slice_to_u64(type, &type_number) ||
		    type_number > UINT32_MAX || line.len == 0)
			continue;
		recording_know_event(recording, (uint32_t)type_number, config_number,
				     arena_copy(&recording->memory, line));
	}
}

static bool simpleperf_take_text(struct slice *data, struct slice *text)
{
	const size_t end = slice_find(*data, '\0');

	if (end == SLICE_NONE)
		return false;
	*text = slice_head(*data, end);
	*data = slice_tail(*data, end + 1);
	return true;
}

/* Keys and values, each with a NUL after it. */
static void take_meta_info(struct perfdata *recording, struct slice data)
{
	struct slice key, value;

	while (simpleperf_take_text(&data, &key) && simpleperf_take_text(&data, &value)) {
		if (slice_equal(key, SLICE("event_type_info")))
			take_event_names(recording, value);
		else if (slice_equal(key, SLICE("trace_offcpu")))
			recording->facts.has_off_cpu = slice_equal(value, SLICE("true"));
	}
}

/* ---- Functions of a file ---- */

/* Functions that are counted and, where `table` is not NULL, kept. */
struct functions {
	size_t count;
	struct symbol_table *table;
};

static void simpleperf_add_function(struct functions *functions, uint64_t address, uint64_t size,
				    struct slice name)
{
	struct symbol_entry entry = {.start = address, .end = address + size};
	char *copy;

	if (size == 0 || name.len == 0)
		return;
	functions->count++;
	if (!functions->table)
		return;
	if (entry.end < entry.start)
		entry.end = UINT64_MAX;
	copy = arena_alloc_bytes(&functions->table->names, name.len + 1);
	memcpy(copy, name.ptr, name.len);
	copy[name.len] = '\0';
	entry.name = copy;
	symbol_table_add(functions->table, &entry);
}

/* Numbers of simpleperf are little-endian, as its machines are. */
enum { SIMPLEPERF_SWAPPED = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ };

static bool simpleperf_take_u32(struct slice *data, uint32_t *value)
{
	if (data->len < 4)
		return false;
	*value = perfdata_u32(SIMPLEPERF_SWAPPED, data->ptr);
	*data = slice_tail(*data, 4);
	return true;
}

static bool take_u64(struct slice *data, uint64_t *value)
{
	if (data->len < 8)
		return false;
	*value = perfdata_u64(SIMPLEPERF_SWAPPED, data->ptr);
	*data = slice_tail(*data, 8);
	return true;
}

/*
 * An entry of FILE: path, NUL; u32 type; u64 min_vaddr; u32 count; for each function u64 address,
 * u32 size, name, NUL. Then, but not from all versions: of ELF files u64 file offset of min_vaddr,
 * of modules u64 memory offset of it.
 */
static bool parse_entry(struct slice entry, struct perfdata_named_file *file,
			struct functions *functions)
{
	uint32_t count, size;
	uint64_t address;
	struct slice name;

	if (!simpleperf_take_text(&entry, &file->path) ||
	    !simpleperf_take_u32(&entry, &file->kind) || !take_u64(&entry, &file->address) ||
	    !simpleperf_take_u32(&entry, &count))
		return false;
	for (; count > 0; count--) {
		if (!take_u64(&entry, &address) || !simpleperf_take_u32(&entry, &size) ||
		    !simpleperf_take_text(&entry, &name))
			return false;
		simpleperf_add_function(functions, address, size, name);
	}
	if (file->kind == PERFDATA_NAMED_ELF || file->kind == PERFDATA_NAMED_MODULE)
		take_u64(&entry, &file->offset);
	return true;
}

/* 1 address, 2 size, 3 name */
static bool parse_function(struct slice message, struct functions *functions)
{
	struct wire_field field;
	uint64_t address = 0, size = 0;
	struct slice name = SLICE("");

	while (message.len > 0) {
		if (!wire_take_field(&message, &field))
			return false;
		switch (field.number) {
		case 1: address = field.value; break;
		case 2: size = field.value; break;
		case 3: name = field.bytes; break;
		default: break;
		}
	}
	simpleperf_add_function(functions, address, size, name);
	return true;
}

/* A message with one number, 0 where it is missing. */
static bool parse_offset(struct slice message, uint64_t *offset)
{
	struct wire_field field;

	*offset = 0;
	while (message.len > 0) {
		if (!wire_take_field(&message, &field))
			return false;
		if (field.number == 1)
			*offset = field.value;
	}
	return true;
}

/*
 * An entry of FILE2: 1 path, 2 type, 3 min_vaddr, 4 a function, 6 of ELF files file offset of
 * min_vaddr, 7 of modules memory offset of it.
 */
static bool parse_message(struct slice message, struct perfdata_named_file *file,
			  struct functions *functions)
{
	struct wire_field field;
	bool good = true;

	while (good && message.len > 0) {
		if (!wire_take_field(&message, &field))
			return false;
		switch (field.number) {
		case 1: file->path = field.bytes; break;
		case 2: file->kind = (uint32_t)field.value; break;
		case 3: file->address = field.value; break;
		case 4: good = parse_function(field.bytes, functions); break;
		case 6:
		case 7: good = parse_offset(field.bytes, &file->offset); break;
		default: break;
		}
	}
	return good;
}

static bool parse_file(struct perfdata_named_file *file, struct functions *functions)
{
	return file->is_message ? parse_message(file->content, file, functions)
				: parse_entry(file->content, file, functions);
}

/* ---- FILE, FILE2 ---- */

static void simpleperf_add_file(struct recording_named *named,
				const struct perfdata_named_file *file)
{
	const size_t known = named->paths.count;

	if (intern_add(&named->paths, file->path) < known)
		return;
	MEMORY_ROOM(named->files, known, named->cap);
	named->files[known] = *file;
}

/* For each file u32 size, and its entry. FILE2 replaces FILE. */
static void simpleperf_take_files(struct perfdata *recording, struct slice data, bool are_messages)
{
	uint32_t size;

	if (are_messages)
		recording_named_release(&recording->named);
	while (data.len > 0) {
		struct perfdata_named_file file = {.offset = PERFDATA_NOWHERE,
						   .is_message = are_messages};
		struct functions functions = {0};

		if (!simpleperf_take_u32(&data, &size) || size > data.len) {
			recording->facts.counts.is_damaged = true;
			return;
		}
		file.content = slice_head(data, size);
		data = slice_tail(data, size);
		if (!parse_file(&file, &functions))
			recording->facts.counts.is_damaged = true;
		file.functions = functions.count;
		if (file.path.len > 0)
			simpleperf_add_file(&recording->named, &file);
	}
}

void recording_named_release(struct recording_named *named)
{
	intern_release(&named->paths);
	free(named->files);
	*named = (struct recording_named){0};
}

const struct perfdata_named_file *perfdata_named_file(const struct perfdata *recording,
						      struct slice path)
{
	const struct recording_named *named = &recording->named;
	const frame_id number = named->files ? intern_find(&named->paths, path) : HASH_NONE;

	return number == HASH_NONE ? NULL : &named->files[number];
}

void perfdata_named_functions(const struct perfdata_named_file *file,
			      struct symbol_table *functions)
{
	struct perfdata_named_file again = *file;
	struct functions kept = {.table = functions};

	parse_file(&again, &kept);
}

/* ---- Records ---- */

/* u32 size, lines of /proc/kallsyms */
void recording_take_kallsyms(struct perfdata *recording, struct slice body)
{
	uint32_t size;

	if (recording->facts.texts[PERFDATA_KALLSYMS].len > 0 ||
	    !simpleperf_take_u32(&body, &size) || size > body.len)
		return;
	recording->facts.texts[PERFDATA_KALLSYMS] = arena_copy(&recording->memory,
							       slice_head(body, size));
}

/* ---- All ---- */

void recording_take_simpleperf(struct perfdata *recording, unsigned bit, struct slice data)
{
	switch (bit) {
	case FEATURE_META_INFO: take_meta_info(recording, data); break;
	case FEATURE_FILE:
	case FEATURE_FILE2: simpleperf_take_files(recording, data, bit == FEATURE_FILE2); break;
	case FEATURE_INIT_MAP: recording->initial = data; return;
	default: return;
	}
	recording->facts.is_simpleperf = true;
}
