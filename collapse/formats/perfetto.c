/* SPDX-License-Identifier: MIT */
/*
 * The perfetto format: a trace of Perfetto (https://perfetto.dev/docs/reference/trace-packet-proto), of
 * which the samples of callstacks and the heap profiles are read. A trace is a row of packets. Each
 * packet belongs to a sequence, in which names, frames and callstacks are defined once and then have
 * numbers; packets may be compressed. The names of threads, and symbols that were found later, may be
 * anywhere: they are taken in a first pass.
 */
#include "collapse/text.h"

#include "common/io/decompress.h"
#include "common/io/protobuf.h"

enum perfetto_note {
	PERFETTO_BROKEN = TEXT_NOTES,
	PERFETTO_PACKET,     /* damaged */
	PERFETTO_COMPRESSED, /* damaged, or out of proportion */
	PERFETTO_OTHERS,     /* the text is the message */
	PERFETTO_NO_STACK,   /* sample of a callstack that is not there */
	PERFETTO_NO_FRAME,
	PERFETTO_SKIPPED, /* samples that the recorder left out */
	PERFETTO_LOST,    /* by the kernel */
	PERFETTO_COUNTERS,
};

enum perfetto_heap { HEAP_NONE, HEAP_LIVE, HEAP_ALLOCATED };

static const char *const heap_names[] = {"no", "live", "allocated", NULL};
static const char *const heap_helps[] = {
	"samples of callstacks", "bytes that were not freed, in the last profile of each process",
	"all bytes that were allocated, freed or not", NULL};

struct perfetto_options {
	unsigned heap;
	bool thread_names, process_names, kernel, jit;
};

/* What packets define, by number. */
enum perfetto_kind {
	PERFETTO_FUNCTION,
	PERFETTO_PATH,
	PERFETTO_BUILD_ID,
	PERFETTO_STRING, /* of a heap profile: any of the three above */
	PERFETTO_MAPPING,
	PERFETTO_FRAME,
	PERFETTO_CALLSTACK,
};

struct perfetto_entry {
	uint64_t id;
	struct slice bytes; /* the message, or the string */
	uint32_t sequence, generation;
	/* of a function or a string: the frame; of a callstack: its depth; of a mapping: the last part of
	 * its path, by number */
	uint32_t number;
	enum perfetto_kind kind;
};

struct perfetto_sequence {
	uint32_t generation; /* what was defined in an earlier one is forgotten */
	uint32_t dump;       /* of heap profiles: a number of the packets that belong together */
	uint64_t pid, tid;   /* of thread_descriptor */
	int64_t time;        /* of its samples, in nanoseconds */
	struct slice thread;
};

struct perfetto_process {
	struct slice name;
	uint32_t last_dump;
};

/* A frame that was looked up, as long as nothing else is defined. */
struct perfetto_recent {
	uint64_t id, epoch;
	uint32_t sequence;
	frame_id frame;
};

enum { RECENT = 1024 };

/* One per run. The tables are of one trace. */
struct perfetto {
	struct text text;
	struct arena unpacked;
	struct slice *packets;
	struct perfetto_entry *entries;
	struct hash_ids entry_index;
	struct ids sequence_ids;
	struct perfetto_sequence *sequences;
	struct id_things threads, processes; /* names, struct slice; struct perfetto_process */
	struct intern symbols;               /* keys: build ID, name of the file, address */
	struct slice *symbol_lines;          /* the address_symbols, by the key's number */
	size_t packet_count, packet_cap, entry_count, entry_cap;
	size_t sequence_cap, symbol_cap;
	uint64_t samples, heap_samples, spans, skipped;
	uint32_t dumps;
	bool counts_heap, is_decided; /* by the first trace that has something to count */
	struct text_clock clock;
	uint64_t epoch; /* changes when frames may have other names */
	struct perfetto_recent recent[RECENT];
	struct buf name;
};

/* ---- The schema: only what is read ---- */

enum {
	PACKET_FTRACE = 1,
	PACKET_PROCESS_TREE = 2,
	PACKET_TIME = 8,
	PACKET_SEQUENCE = 10,
	PACKET_TRACK_EVENT = 11,
	PACKET_INTERNED = 12,
	PACKET_FLAGS = 13,
	PACKET_HEAP = 37,
	PACKET_CLEARED = 41,
	PACKET_THREAD = 44,
	PACKET_ZLIB = 50,
	PACKET_STREAMING = 54,
	PACKET_SYMBOLS = 61,
	PACKET_SAMPLE = 66,
	PACKET_ZSTD = 133,
};

enum { TRACE_PACKET = 1, FLAG_CLEARED = 1, FRAME_KERNEL = 2, FRAME_JIT = 4 };

/* clang-format off */
#define N {.kind = PROTOBUF_NUMBER}
#define NS {.kind = PROTOBUF_NUMBER, .repeated = true}
#define B {.kind = PROTOBUF_BYTES}
#define BS {.kind = PROTOBUF_BYTES, .repeated = true}
#define M(type) {.kind = PROTOBUF_MESSAGE, .message = &type##_message}
#define MS(type) {.kind = PROTOBUF_MESSAGE, .message = &type##_message, .repeated = true}
PROTOBUF_SCHEMA(string, "interned string", [1] = N, [2] = B);
PROTOBUF_SCHEMA(mapping, "mapping",
       [1] = N, [2] = N, [3] = N, [4] = N, [5] = N, [6] = N, [7] = NS, [8] = N);
PROTOBUF_SCHEMA(frame, "frame", [1] = N, [2] = N, [3] = N, [4] = N, [5] = N, [6] = N, [7] = N);
PROTOBUF_SCHEMA(callstack, "callstack", [1] = N, [2] = NS);
PROTOBUF_SCHEMA(interned, "interned data",
       [5] = MS(string), [6] = MS(frame), [7] = MS(callstack), [16] = MS(string),
       [17] = MS(string), [19] = MS(mapping));
PROTOBUF_SCHEMA(sample, "sample",
       [1] = N, [2] = N, [3] = N, [4] = N, [5] = N, [6] = N, [16] = N, [17] = N, [18] = N,
       [19] = B);
PROTOBUF_SCHEMA(streaming, "row of samples", [1] = NS, [2] = NS, [3] = N);
PROTOBUF_SCHEMA(heap_sample, "sample of a heap",
       [1] = N, [2] = N, [3] = N, [4] = N, [5] = N, [6] = N, [8] = N, [9] = N);
PROTOBUF_SCHEMA(dump, "heap profile of a process",
       [1] = N, [2] = MS(heap_sample), [3] = N, [4] = N, [5] = B, [6] = N, [7] = N, [8] = N,
       [9] = N, [10] = N, [11] = B, [12] = N, [13] = N, [14] = N);
PROTOBUF_SCHEMA(heap, "heap profile",
       [1] = MS(string), [2] = MS(frame), [3] = MS(callstack), [4] = MS(mapping), [5] = MS(dump),
       [6] = N, [7] = N);
PROTOBUF_SCHEMA(line, "line", [1] = B, [2] = B, [3] = N);
PROTOBUF_SCHEMA(address, "symbols of an address", [1] = N, [2] = MS(line));
PROTOBUF_SCHEMA(symbols, "symbols of a file", [1] = B, [2] = B, [3] = MS(address));
PROTOBUF_SCHEMA(thread, "thread", [1] = N, [2] = N, [3] = N, [4] = N, [5] = B, [6] = N, [7] = N);
PROTOBUF_SCHEMA(tree_thread, "thread of a process", [1] = N, [2] = B, [3] = N, [4] = NS);
PROTOBUF_SCHEMA(tree_process, "process",
       [1] = N, [2] = N, [3] = BS, [4] = BS, [5] = N, [6] = NS, [7] = N);
PROTOBUF_SCHEMA(tree, "tree of processes", [1] = MS(tree_process), [2] = MS(tree_thread), [3] = N);
/* What has no name here is of other kinds of tracing, or describes the trace. */
PROTOBUF_SCHEMA(packet, "packet",
       [PACKET_FTRACE] = B, [PACKET_PROCESS_TREE] = M(tree), [3] = N, [4] = B, [5] = B, [6] = B,
       [7] = B, [PACKET_TIME] = N, [9] = B, [PACKET_SEQUENCE] = N, [PACKET_TRACK_EVENT] = B,
       [PACKET_INTERNED] = M(interned), [PACKET_FLAGS] = N, [33] = B, [34] = B, [35] = B, [36] = B,
       [PACKET_HEAP] = M(heap), [39] = B, [PACKET_CLEARED] = N, [42] = N, [43] = B,
       [PACKET_THREAD] = M(thread), [45] = B, [46] = B, [47] = B, [48] = B, [49] = B,
       [PACKET_ZLIB] = B, [51] = B, [PACKET_STREAMING] = M(streaming), [56] = B, [58] = N,
       [59] = B, [60] = B, [PACKET_SYMBOLS] = M(symbols), [PACKET_SAMPLE] = M(sample), [79] = N,
       [87] = N, [89] = B, [PACKET_ZSTD] = B);
/* clang-format on */

/* ---- Tables ---- */

static uint32_t perfetto_hash(const struct perfetto_entry *entry)
{
	const uint64_t place = (uint64_t)entry->sequence << 32 | entry->generation;
	const uint64_t id = entry->id * 8 + entry->kind;

	return ids_hash(place ^ hash_mix(id ^ hash_key.words[0], hash_key.words[1] | 1));
}

static uint32_t perfetto_hash_again(const void *entries, uint32_t index)
{
	return perfetto_hash((const struct perfetto_entry *)entries + index);
}

static bool perfetto_is_same(const struct perfetto_entry *a, const struct perfetto_entry *b)
{
	return a->id == b->id && a->sequence == b->sequence && a->generation == b->generation &&
	       a->kind == b->kind;
}

/* What the sequence has defined since it was cleared; NULL: nothing. */
static struct perfetto_entry *perfetto_find(const struct perfetto *perfetto, uint32_t sequence,
					    enum perfetto_kind kind, uint64_t id)
{
	const struct perfetto_entry key = {.id = id,
					   .sequence = sequence,
					   .generation = perfetto->sequences[sequence].generation,
					   .kind = kind};
	const uint32_t hash = perfetto_hash(&key);
	size_t at = hash;
	uint32_t index;

	while ((index = hash_ids_next(&perfetto->entry_index, hash, &at)) != HASH_NONE) {
		if (perfetto_is_same(&perfetto->entries[index], &key))
			return &perfetto->entries[index];
	}
	return NULL;
}

/* How many numbers the repeated field has, and the last one. */
static uint32_t perfetto_count(struct slice message, unsigned field, uint64_t *last)
{
	struct wire_numbers numbers = {.message = message, .field = field};
	uint32_t count = 0;

	while (wire_take_listed(&numbers, last))
		count++;
	return count;
}

static void perfetto_define(struct ingest_run *run, uint32_t sequence, enum perfetto_kind kind,
			    struct slice message)
{
	struct perfetto *perfetto = run->state;
	const uint64_t id = wire_number(message, 1);
	struct perfetto_entry *entry = perfetto_find(perfetto, sequence, kind, id);
	uint64_t last = 0;

	if (kind != PERFETTO_CALLSTACK)
		perfetto->epoch++;
	if (!entry) {
		MEMORY_ROOM(perfetto->entries, perfetto->entry_count, perfetto->entry_cap);
		entry = &perfetto->entries[perfetto->entry_count];
		*entry = (struct perfetto_entry){
			.id = id,
			.sequence = sequence,
			.generation = perfetto->sequences[sequence].generation,
			.kind = kind};
		hash_ids_add(&perfetto->entry_index, perfetto_hash(entry),
			     (uint32_t)perfetto->entry_count++, perfetto_hash_again,
			     perfetto->entries);
	}
	entry->bytes = kind <= PERFETTO_STRING ? wire_bytes(message, 2) : message;
	if (kind == PERFETTO_FUNCTION || kind == PERFETTO_STRING)
		entry->number = text_frame(run, entry->bytes);
	else if (kind == PERFETTO_CALLSTACK)
		entry->number = perfetto_count(message, 2, &last);
	else if (kind == PERFETTO_MAPPING && perfetto_count(message, 7, &last) > 0)
		entry->number = last < UINT32_MAX ? (uint32_t)last : UINT32_MAX;
}

static struct perfetto_entry *perfetto_find_string(const struct perfetto *perfetto,
						   uint32_t sequence, enum perfetto_kind kind,
						   uint64_t id)
{
	struct perfetto_entry *entry = perfetto_find(perfetto, sequence, kind, id);

	return entry ? entry : perfetto_find(perfetto, sequence, PERFETTO_STRING, id);
}

static uint32_t perfetto_sequence(struct perfetto *perfetto, uint64_t id)
{
	const size_t known = perfetto->sequence_ids.count;
	const uint32_t index = ids_number(&perfetto->sequence_ids, id);

	MEMORY_ROOM(perfetto->sequences, index, perfetto->sequence_cap);
	if (index == known)
		perfetto->sequences[index] = (struct perfetto_sequence){.dump = 0};
	return index;
}

static struct perfetto_process *perfetto_process(struct perfetto *perfetto, uint64_t pid)
{
	return id_things_of(&perfetto->processes, pid, sizeof(struct perfetto_process));
}

/* The first word of a command line. */
static struct slice perfetto_command(struct slice process)
{
	struct wire_field field;

	while (wire_take_field(&process, &field)) {
		if (field.number == 3)
			return field.bytes;
	}
	return SLICE("");
}

static void perfetto_see_tree(struct perfetto *perfetto, struct slice tree)
{
	struct wire_field field;
	uint64_t id;

	while (wire_take_field(&tree, &field)) {
		id = wire_number(field.bytes, 1);
		if (field.number == 1)
			perfetto_process(perfetto, id)->name = perfetto_command(field.bytes);
		else if (field.number == 2)
			*(struct slice *)id_things_of(
				&perfetto->threads, id,
				sizeof(struct slice)) = wire_bytes(field.bytes, 2);
	}
}

/*
 * The key of a symbol: the file's build ID, its name without folders, the address. Build IDs are bytes
 * in some traces and hexadecimal in others. False: too long for a symbol to be looked up.
 */
static bool perfetto_set_key(struct buf *key, struct slice build_id, struct slice path,
			     uint64_t address)
{
	enum { BUILD_ID = 64, PATH = 4096 };
	const bool is_text = slice_is_hex(build_id);
	size_t i;

	path = slice_without_folders(path);
	if (build_id.len > BUILD_ID || path.len > PATH)
		return false;
	buf_reset(key);
	for (i = 0; i < build_id.len; i++) {
		if (is_text)
			buf_add_char(key, char_lower(build_id.ptr[i]));
		else
			buf_printf(key, "%02x", (unsigned char)build_id.ptr[i]);
	}
	buf_add_char(key, '\0');
	buf_add(key, path);
	buf_add(key, slice_of((const char *)&address, sizeof(address)));
	return true;
}

static void perfetto_see_symbols(struct perfetto *perfetto, struct slice symbols)
{
	const struct slice path = wire_bytes(symbols, 1), build_id = wire_bytes(symbols, 2);
	struct wire_field field;
	uint32_t index;

	while (wire_take_field(&symbols, &field)) {
		if (field.number != 3 ||
		    !perfetto_set_key(&perfetto->name, build_id, path, wire_number(field.bytes, 1)))
			continue;
		index = intern_add(&perfetto->symbols, buf_slice(&perfetto->name));
		MEMORY_NEED(perfetto->symbol_lines, perfetto->symbols.count, perfetto->symbol_cap);
		perfetto->symbol_lines[index] = field.bytes;
	}
}

/* ---- Stacks ---- */

/* Code without a name: by the symbols that the trace has for its file, else by file and address. */
static void perfetto_push_address(struct ingest_run *run, uint32_t sequence, uint64_t mapping_id,
				  uint64_t address, const char *marks)
{
	struct perfetto *perfetto = run->state;
	const struct perfetto_entry *mapping = perfetto_find(perfetto, sequence, PERFETTO_MAPPING,
							     mapping_id);
	const struct perfetto_entry *path =
		mapping ? perfetto_find_string(perfetto, sequence, PERFETTO_PATH, mapping->number)
			: NULL;
	const struct slice file = path ? path->bytes : SLICE("");
	const struct perfetto_entry *build_id;
	struct text *text = text_of(run);
	struct wire_field field;
	struct slice lines;
	const size_t begin = text->count;
	uint32_t symbol = IDS_NONE;

	if (path && perfetto->symbols.count > 0) {
		build_id = perfetto_find_string(perfetto, sequence, PERFETTO_BUILD_ID,
						wire_number(mapping->bytes, 2));
		if (perfetto_set_key(&perfetto->name, build_id ? build_id->bytes : SLICE(""), file,
				     address))
			symbol = intern_find(&perfetto->symbols, buf_slice(&perfetto->name));
	}
	/* the innermost function first */
	lines = symbol == IDS_NONE ? SLICE("") : perfetto->symbol_lines[symbol];
	while (wire_take_field(&lines, &field)) {
		if (field.number == 2 && text_affords_name(run, field.bytes.len))
			text_push(run, wire_bytes(field.bytes, 1));
	}
	if (text->count == begin)
		text_push_frame(run, text_unnamed_at(run, file, address, marks));
	else
		text_reverse(text->frames + begin, text->count - begin);
}

static void perfetto_push_found(struct ingest_run *run, uint32_t sequence, uint64_t id)
{
	const struct perfetto_options *options = run->options;
	struct perfetto *perfetto = run->state;
	const struct perfetto_entry *frame = perfetto_find(perfetto, sequence, PERFETTO_FRAME, id);
	const struct perfetto_entry *function;
	uint64_t numbers[8]; /* by field: function, mapping, address, kind */
	const char *marks;

	if (!frame) {
		notes_count(&run->notes, PERFETTO_NO_FRAME, 1);
		text_push(run, SLICE(""));
		return;
	}
	wire_take_numbers(frame->bytes, numbers, ARRAY_LEN(numbers));
	marks = options->kernel && numbers[7] == FRAME_KERNEL ? "_[k]"
		: options->jit && numbers[7] == FRAME_JIT     ? "_[j]"
							      : "";
	function = perfetto_find_string(perfetto, sequence, PERFETTO_FUNCTION, numbers[2]);
	if (!function || function->bytes.len == 0) {
		perfetto_push_address(run, sequence, numbers[3], numbers[4], marks);
	} else if (marks[0] == '\0' || !text_affords_name(run, function->bytes.len)) {
		text_push_frame(run, function->number);
	} else {
		buf_set(&perfetto->name, function->bytes);
		buf_add_text(&perfetto->name, marks);
		text_push(run, buf_slice(&perfetto->name));
	}
}

static void perfetto_push(struct ingest_run *run, uint32_t sequence, uint64_t id)
{
	struct perfetto *perfetto = run->state;
	struct perfetto_recent *recent = &perfetto->recent[id % RECENT];
	struct text *text = text_of(run);
	const size_t begin = text->count;

	if (recent->id == id && recent->epoch == perfetto->epoch && recent->sequence == sequence) {
		text_push_frame(run, recent->frame);
		return;
	}
	perfetto_push_found(run, sequence, id);
	if (text->count == begin + 1)
		*recent = (struct perfetto_recent){id, perfetto->epoch, sequence,
						   text->frames[begin]};
}

/* A sample of a callstack, which is `value`. */
static void perfetto_fold(struct ingest_run *run, uint32_t sequence, uint64_t callstack,
			  uint64_t value)
{
	struct perfetto *perfetto = run->state;
	const struct perfetto_entry *entry = perfetto_find(perfetto, sequence, PERFETTO_CALLSTACK,
							   callstack);
	struct wire_numbers frames = {.field = 2};
	uint64_t frame;

	if (!entry || entry->number == 0) {
		notes_count(&run->notes, PERFETTO_NO_STACK, 1);
		text_push(run, SLICE(""));
	} else if (!text_affords(run, entry->number)) {
		text_cut(run, 0);
		return;
	} else {
		frames.message = entry->bytes;
		while (wire_take_listed(&frames, &frame))
			perfetto_push(run, sequence, frame);
	}
	text_finish(run, TEXT_ROOT_FIRST, value);
}

/* ---- Packets ---- */

/* What a sample belongs to. */
struct perfetto_place {
	uint64_t pid, tid;
	int64_t time; /* nanoseconds; -1: not known */
	uint64_t cpu; /* UINT64_MAX: not known */
	struct slice thread;
};

static void perfetto_give_labels(struct ingest_run *run, const struct perfetto_place *place)
{
	struct perfetto *perfetto = run->state;

	label_clear(run);
	if (label_wants(run, LABEL_TIME) && place->time >= 0)
		text_clock_give(run, &perfetto->clock, place->time, SLICE(""));
	label_set_number(run, LABEL_PID, place->pid);
	label_set(run, LABEL_COMM, perfetto_process(perfetto, place->pid)->name);
	if (place->tid == 0)
		return;
	label_set_number(run, LABEL_TID, place->tid);
	label_set(run, LABEL_THREAD, place->thread);
	if (place->cpu != UINT64_MAX)
		label_set_number(run, LABEL_CPU, place->cpu);
}

static void perfetto_add_sample(struct ingest_run *run, uint32_t sequence,
				const struct perfetto_place *place, uint64_t callstack,
				uint64_t value)
{
	const struct perfetto_options *options = run->options;
	struct perfetto *perfetto = run->state;

	if (run->labels)
		perfetto_give_labels(run, place);
	if (options->process_names)
		text_push_thread(run, perfetto_process(perfetto, place->pid)->name, "pid ",
				 place->pid);
	if (options->thread_names && place->tid > 0)
		text_push_thread(run, place->thread, "tid ", place->tid);
	perfetto_fold(run, sequence, callstack, value);
}

static struct slice perfetto_thread_name(const struct perfetto *perfetto, uint64_t tid)
{
	const struct slice *name = id_things_find(&perfetto->threads, tid, sizeof(*name));

	return name ? *name : SLICE("");
}

/* perf_sample: of the profiler of native code */
static void perfetto_take_sample(struct ingest_run *run, uint32_t sequence, struct slice message,
				 uint64_t time)
{
	struct perfetto *perfetto = run->state;
	struct perfetto_place place = {.time = time <= INT64_MAX ? (int64_t)time : -1};
	uint64_t numbers[20]; /* by field: processor, process, thread, callstack */

	wire_take_numbers(message, numbers, ARRAY_LEN(numbers));
	if (numbers[17] > 0) {
		header_add_number(&run->profile.header, HEADER_LOST, numbers[17]);
		notes_count(&run->notes, PERFETTO_LOST, numbers[17]);
	}
	if (numbers[18] > 0) {
		notes_count(&run->notes, PERFETTO_SKIPPED, 1);
		return;
	}
	if (numbers[4] == 0) {
		notes_count(&run->notes, PERFETTO_COUNTERS, numbers[17] == 0);
		return;
	}
	place.pid = numbers[2];
	place.tid = numbers[3];
	place.cpu = numbers[1];
	place.thread = perfetto_thread_name(perfetto, place.tid);
	perfetto_add_sample(run, sequence, &place, numbers[4], 1);
}

/* streaming_profile_packet: of Chrome, for the thread that the sequence describes */
static void perfetto_take_row(struct ingest_run *run, uint32_t index, struct slice message)
{
	struct perfetto *perfetto = run->state;
	struct perfetto_sequence *sequence = &perfetto->sequences[index];
	struct wire_numbers stacks = {.message = message, .field = 1};
	struct wire_numbers deltas = {.message = message, .field = 2};
	struct perfetto_place place = {.pid = sequence->pid,
				       .tid = sequence->tid,
				       .cpu = UINT64_MAX,
				       .thread = sequence->thread};
	uint64_t stack, delta;

	if (place.thread.len == 0)
		place.thread = perfetto_thread_name(perfetto, place.tid);
	while (wire_take_listed(&stacks, &stack)) {
		if (wire_take_listed(&deltas, &delta)) /* a difference may be negative */
			sequence->time = (int64_t)((uint64_t)sequence->time + delta * 1000);
		place.time = sequence->time;
		perfetto_add_sample(run, index, &place, stack, 1);
	}
}

/* The heap of a process: the value of each of its callstacks. */
static void perfetto_take_dump(struct ingest_run *run, uint32_t sequence, struct slice dump)
{
	const struct perfetto_options *options = run->options;
	struct perfetto *perfetto = run->state;
	const uint64_t pid = wire_number(dump, 1);
	struct perfetto_place place = {.pid = pid, .time = -1, .cpu = UINT64_MAX};
	uint64_t numbers[9]; /* by field: callstack, allocated, freed; 8: at the maximum */
	const bool is_live = options->heap != HEAP_ALLOCATED;
	struct wire_field field;

	if (perfetto_process(perfetto, pid)->last_dump != perfetto->sequences[sequence].dump)
		return; /* a later one says more */
	while (wire_take_field(&dump, &field)) {
		if (field.number != 2)
			continue;
		wire_take_numbers(field.bytes, numbers, ARRAY_LEN(numbers));
		if (numbers[8] > 0 && is_live)
			numbers[2] = numbers[8];
		else if (is_live)
			numbers[2] -= numbers[3] < numbers[2] ? numbers[3] : numbers[2];
		if (numbers[2] > 0)
			perfetto_add_sample(run, sequence, &place, numbers[1], numbers[2]);
	}
}

static void perfetto_define_all(struct ingest_run *run, uint32_t sequence, struct slice message,
				bool is_heap)
{
	static const unsigned char interned_kinds[] = {
		[5] = PERFETTO_FUNCTION + 1,  [6] = PERFETTO_FRAME + 1,
		[7] = PERFETTO_CALLSTACK + 1, [16] = PERFETTO_BUILD_ID + 1,
		[17] = PERFETTO_PATH + 1,     [19] = PERFETTO_MAPPING + 1};
	static const unsigned char heap_kinds[] = {[1] = PERFETTO_STRING + 1,
						   [2] = PERFETTO_FRAME + 1,
						   [3] = PERFETTO_CALLSTACK + 1,
						   [4] = PERFETTO_MAPPING + 1};
	const unsigned char *kinds = is_heap ? heap_kinds : interned_kinds;
	const size_t count = is_heap ? ARRAY_LEN(heap_kinds) : ARRAY_LEN(interned_kinds);
	struct wire_field field;

	while (wire_take_field(&message, &field)) {
		if (field.number < count && kinds[field.number] > 0)
			perfetto_define(run, sequence, kinds[field.number] - 1, field.bytes);
	}
}

/* The sequence's number for profiles of a heap that belong together: those up to one that ends them. */
static void perfetto_begin_dump(struct perfetto *perfetto, uint32_t sequence)
{
	if (perfetto->sequences[sequence].dump == 0)
		perfetto->sequences[sequence].dump = ++perfetto->dumps;
}

/* What any packet may need, and what there is to count. */
static void perfetto_see(struct perfetto *perfetto, struct slice packet)
{
	const uint32_t sequence = perfetto_sequence(perfetto, wire_number(packet, PACKET_SEQUENCE));
	struct wire_field field, part;

	while (wire_take_field(&packet, &field)) {
		switch (field.number) {
		case PACKET_PROCESS_TREE: perfetto_see_tree(perfetto, field.bytes); break;
		case PACKET_SYMBOLS: perfetto_see_symbols(perfetto, field.bytes); break;
		case PACKET_FTRACE:
		case PACKET_TRACK_EVENT: perfetto->spans++; break;
		case PACKET_SAMPLE:
		case PACKET_STREAMING: perfetto->samples++; break;
		case PACKET_HEAP:
			perfetto_begin_dump(perfetto, sequence);
			for (struct slice rest = field.bytes; wire_take_field(&rest, &part);) {
				if (part.number != 5)
					continue;
				perfetto->heap_samples++;
				perfetto_process(perfetto, wire_number(part.bytes, 1))->last_dump =
					perfetto->sequences[sequence].dump;
			}
			if (wire_number(field.bytes, 6) == 0)
				perfetto->sequences[sequence].dump = 0;
			break;
		default: break;
		}
	}
}

static void perfetto_describe_thread(struct perfetto_sequence *sequence, struct slice message)
{
	uint64_t numbers[7]; /* by field: process, thread; 6: microseconds */

	wire_take_numbers(message, numbers, ARRAY_LEN(numbers));
	sequence->pid = numbers[1];
	sequence->tid = numbers[2];
	sequence->thread = wire_bytes(message, 5);
	sequence->time = numbers[6] < INT64_MAX / 1000 ? (int64_t)numbers[6] * 1000 : 0;
}

/* A packet's definitions are there before its samples, in whatever order its fields are. */
static void perfetto_take(struct ingest_run *run, struct slice packet)
{
	struct perfetto *perfetto = run->state;
	const uint32_t index = perfetto_sequence(perfetto, wire_number(packet, PACKET_SEQUENCE));
	struct perfetto_sequence *sequence = &perfetto->sequences[index];
	const struct slice heap = wire_bytes(packet, PACKET_HEAP);
	struct wire_field field;
	struct slice rest;

	if (wire_number(packet, PACKET_CLEARED) != 0 ||
	    (wire_number(packet, PACKET_FLAGS) & FLAG_CLEARED) != 0) {
		sequence->generation++;
		perfetto->epoch++;
	}
	for (rest = packet; wire_take_field(&rest, &field);) {
		if (field.number == PACKET_INTERNED)
			perfetto_define_all(run, index, field.bytes, false);
		else if (field.number == PACKET_HEAP)
			perfetto_define_all(run, index, field.bytes, true);
		else if (field.number == PACKET_THREAD)
			perfetto_describe_thread(sequence, field.bytes);
	}
	if (heap.len > 0 && perfetto->counts_heap) {
		perfetto_begin_dump(perfetto, index);
		for (rest = heap; wire_take_field(&rest, &field);) {
			if (field.number == 5)
				perfetto_take_dump(run, index, field.bytes);
		}
		if (wire_number(heap, 6) == 0)
			perfetto->sequences[index].dump = 0;
	}
	for (rest = packet; !perfetto->counts_heap && wire_take_field(&rest, &field);) {
		if (field.number == PACKET_SAMPLE)
			perfetto_take_sample(run, index, field.bytes,
					     wire_number(packet, PACKET_TIME));
		else if (field.number == PACKET_STREAMING)
			perfetto_take_row(run, index, field.bytes);
	}
}

/* ---- Traces ---- */

static bool perfetto_unpack(struct ingest_run *run, struct slice packed, enum compression kind,
			    struct slice *out)
{
	enum { RATIO = 32, ALWAYS = 64 << 10 };
	struct perfetto *perfetto = run->state;
	struct decoder *decoder = decoder_new(kind);
	struct buf bytes = {0};
	const bool is_good = decoder && decoder_run_all(decoder, packed, &bytes,
							(uint64_t)packed.len * RATIO + ALWAYS);

	decoder_free(decoder);
	if (is_good) {
		*out = arena_copy(&perfetto->unpacked, buf_slice(&bytes));
		run->budget.read += out->len;
	}
	buf_release(&bytes);
	return is_good;
}

/* Take the packets off a trace, those that are compressed, too. */
static void perfetto_list(struct ingest_run *run, struct slice trace, struct unused *unused,
			  bool is_packed)
{
	struct perfetto *perfetto = run->state;
	struct protobuf_reader reader = {.begin = trace.ptr, .unused = unused};
	struct wire_field field, part;
	struct slice inner;

	while (wire_take_field(&trace, &field)) {
		if (field.number != TRACE_PACKET || field.type != WIRE_BYTES ||
		    !protobuf_read(&reader, &packet_message, field.bytes, NULL)) {
			notes_count(&run->notes, PERFETTO_PACKET, 1);
			continue;
		}
		MEMORY_ROOM(perfetto->packets, perfetto->packet_count, perfetto->packet_cap);
		perfetto->packets[perfetto->packet_count++] = field.bytes;
		for (struct slice rest = field.bytes; wire_take_field(&rest, &part);) {
			if (part.number != PACKET_ZLIB && part.number != PACKET_ZSTD)
				continue;
			if (!is_packed &&
			    perfetto_unpack(run, part.bytes,
					    part.number == PACKET_ZLIB ? COMPRESSION_ZLIB
								       : COMPRESSION_ZSTD,
					    &inner))
				perfetto_list(run, inner, unused, true);
			else
				notes_count(&run->notes, PERFETTO_COMPRESSED, 1);
		}
	}
	notes_count(&run->notes, PERFETTO_PACKET, trace.len > 0); /* the last one is cut off */
}

static void perfetto_describe(struct ingest_run *run)
{
	const struct perfetto_options *options = run->options;
	const struct perfetto *perfetto = run->state;
	struct header *header = &run->profile.header;
	struct buf text = {0};
	bool lacks;

	if (perfetto->counts_heap && perfetto->heap_samples > 0) {
		header_add(header, HEADER_EVENT,
			   options->heap == HEAP_ALLOCATED ? SLICE("allocated") : SLICE("live"));
		header_add(header, HEADER_UNIT, SLICE("bytes"));
	}
	lacks = perfetto->heap_samples == 0 &&
		(options->heap != HEAP_NONE || perfetto->samples == 0);
	if (!perfetto->counts_heap && perfetto->heap_samples > 0)
		buf_printf(&text, "left out heap profiles (%llu); --heap live counts their bytes",
			   (unsigned long long)perfetto->heap_samples);
	else if (perfetto->counts_heap && perfetto->samples > 0 && !lacks)
		buf_printf(&text,
			   "left out samples of callstacks (%llu): heap profiles are counted",
			   (unsigned long long)perfetto->samples);
	else if (lacks)
		buf_add_text(
			&text,
			perfetto->samples > 0
				? "no heap profile in this trace; without --heap its samples are counted"
			: perfetto->spans > 0
				? "neither samples nor heap profiles in this trace; its spans are not read: open it in ui.perfetto.dev"
				: "neither samples nor heap profiles in this trace");
	if (text.len > 0)
		ingest_note(run, lacks ? PERFETTO_BROKEN : PERFETTO_OTHERS, buf_slice(&text));
	buf_release(&text);
}

static void perfetto_forget(struct perfetto *perfetto)
{
	perfetto->packet_count = perfetto->entry_count = 0;
	perfetto->samples = perfetto->heap_samples = perfetto->spans = 0;
	perfetto->dumps = 0;
	perfetto->epoch++;
	hash_ids_release(&perfetto->entry_index);
	ids_release(&perfetto->sequence_ids);
	id_things_release(&perfetto->threads);
	id_things_release(&perfetto->processes);
	intern_release(&perfetto->symbols);
	arena_release(&perfetto->unpacked);
}

/* Packets alone, of which one has what only those of Perfetto have. What is damaged ends the search. */
static bool perfetto_begins(struct slice head)
{
	struct wire_field field, part;
	bool is_sure = false;

	while (wire_take_field(&head, &field)) {
		if (field.number != TRACE_PACKET || field.type != WIRE_BYTES)
			return false;
		while (!is_sure && wire_take_field(&field.bytes, &part)) {
			is_sure = ((part.number == PACKET_TIME || part.number == PACKET_SEQUENCE) &&
				   part.type == WIRE_VARINT) ||
				  part.number == PACKET_ZLIB || part.number == PACKET_ZSTD;
		}
	}
	return is_sure;
}

static void perfetto_parse(struct ingest_run *run, struct slice bytes)
{
	const struct perfetto_options *options = run->options;
	struct perfetto *perfetto = run->state;
	struct unused unused = {.kind_count = 0};
	size_t i;

	run->budget.read += bytes.len;
	if (!perfetto_begins(bytes)) {
		ingest_note(run, PERFETTO_BROKEN,
			    bytes.len == 0 ? SLICE("the input is empty")
					   : SLICE("no trace of Perfetto"));
		return;
	}
	perfetto_forget(perfetto);
	perfetto_list(run, bytes, &unused, false);
	text_tell_unused(run, &unused);
	for (i = 0; i < perfetto->packet_count; i++)
		perfetto_see(perfetto, perfetto->packets[i]);
	if (!perfetto->is_decided)
		perfetto->counts_heap = options->heap != HEAP_NONE || perfetto->samples == 0;
	perfetto->is_decided |= perfetto->samples > 0 || perfetto->heap_samples > 0;
	perfetto_describe(run);
	perfetto->dumps = 0;
	for (i = 0; i < perfetto->sequence_ids.count; i++)
		perfetto->sequences[i] = (struct perfetto_sequence){.dump = 0};
	for (i = 0; i < perfetto->packet_count; i++)
		perfetto_take(run, perfetto->packets[i]);
}

static void perfetto_release_run(struct ingest_run *run)
{
	struct perfetto *perfetto = run->state;

	perfetto_forget(perfetto);
	text_release(&perfetto->text);
	free(perfetto->packets);
	free(perfetto->entries);
	free(perfetto->sequences);
	free(perfetto->symbol_lines);
	buf_release(&perfetto->name);
}

static const struct note_kind kinds[] = {
	TEXT_NOTE_ROWS,
	[PERFETTO_BROKEN] = {.message = "", .level = DIAG_ERRORS, .fails = NOTE_FAILS},
	[PERFETTO_PACKET] = {.one = "damaged packet",
			     .many = "damaged packets",
			     .fails = NOTE_LEAVES_GAP,
			     .fails_strict = true},
	[PERFETTO_COMPRESSED] = {.one = "compressed packet that cannot be decompressed",
				 .many = "compressed packets that cannot be decompressed",
				 .fails = NOTE_LEAVES_GAP,
				 .fails_strict = true},
	[PERFETTO_OTHERS] = {.message = ""},
	[PERFETTO_NO_STACK] =
		{.one = "sample of a callstack that does not exist, shown as [unknown]",
		 .many = "samples of callstacks that do not exist, shown as [unknown]",
		 .fails = NOTE_KEPT,
		 .fails_strict = true},
	[PERFETTO_NO_FRAME] = {.one = "frame that does not exist, shown as [unknown]",
			       .many = "frames that do not exist, shown as [unknown]",
			       .fails = NOTE_KEPT,
			       .fails_strict = true},
	[PERFETTO_COUNTERS] = {.one = "sample without a callstack",
			       .many = "samples without callstacks"},
	[PERFETTO_SKIPPED] = {.one = "sample that the recorder left out",
			      .many = "samples that the recorder left out"},
	[PERFETTO_LOST] = {.one = "record that the kernel lost",
			   .many = "records that the kernel lost"},
};

static const struct ingest_format format = {
	.parse = perfetto_parse,
	.state_size = sizeof(struct perfetto),
	.release = perfetto_release_run,
	.kinds = TEXT_KINDS(kinds),
};

static enum probe perfetto_probe(struct slice head, bool whole)
{
	(void)whole;
	return perfetto_begins(head) ? PROBE_YES : PROBE_NO;
}

#define AT(field) OPT_AT(struct perfetto_options, field)

static const struct opt rows[] = {
	{OPT_HEADING, .help = "Samples"},
	{OPT_CHOICE, .name = "heap", .value = "WHAT", AT(heap), .choices = heap_names,
	 .choice_helps = heap_helps,
	 .help = "Count heap profiles, in bytes; a trace without samples has those that are live counted"},
	{OPT_HEADING, .help = "Frames"},
	{OPT_FLAG, .name = "thread-names", AT(thread_names),
	 .help = "Make the thread's name the root frame, or 'tid N' where it has none"},
	{OPT_FLAG, .name = "process-names", AT(process_names),
	 .help = "Put the process's name in front, or 'pid N' where it has none"},
	{OPT_FLAG, .name = "kernel", AT(kernel), .help = "Append _[k] to functions of the kernel"},
	{OPT_FLAG, .name = "jit", AT(jit),
	 .help = "Append _[j] to functions of just-in-time compilers"},
};

const struct collapser collapse_perfetto = {
	.name = "perfetto",
	.summary = "folded stacks from traces of Perfetto (experimental)",
	.rows = COLLAPSE_OPTIONS(rows, struct perfetto_options),
	.labels = LABEL_BIT(LABEL_TIME) | LABEL_BIT(LABEL_TID) | LABEL_BIT(LABEL_PID) |
		  LABEL_BIT(LABEL_THREAD) | LABEL_BIT(LABEL_COMM) | LABEL_BIT(LABEL_CPU),
	.probe = perfetto_probe,
	.reader = &format,
};
