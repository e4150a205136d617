/* SPDX-License-Identifier: MIT */
#include "common/debuginfo/jit_dump.h"

#include "common/base/memory.h"
#include "common/debuginfo/demangle.h"
#include "common/table/hash.h"

enum { MAGIC = 0x4a695444, HEAD = 16, HEAD_MACHINE = 12, HEAD_FLAGS = 32, RECORD_HEAD = 16 };
enum { I386 = 3, ARM = 40 };  /* processors with addresses of 4 bytes */
enum { PROCESSOR_CLOCK = 1 }; /* a flag of the head */

/* Types of records, and where their fields are after the heads. */
enum { LOAD = 0, MOVE = 1, UNWINDING = 4 };
enum { LOAD_ADDRESS = 16, LOAD_INDEX = 32, LOAD_NAME = 40 }; /* a size follows the address */
enum { MOVE_TO = 24, MOVE_INDEX = 40, MOVE_END = 48 };
enum { UNWINDING_SIZE = 0, UNWINDING_TABLE = 8, UNWINDING_BYTES = 24 };

/* The name of a function, by the number that it has in its dump. */
struct function {
	uint64_t index;
	struct slice name;
	uint32_t frames;
	UT_hash_handle hh;
};

struct dump {
	struct timed_ranges *ranges;
	struct jit_unwinding *unwinding;
	struct jit_frames next_frames; /* of the function that the next record loads; empty: none */
	struct arena *names;
	struct arena functions;
	struct function *by_index;
	bool is_big_endian;
	bool has_times; /* of CLOCK_MONOTONIC */
};

struct dump_record {
	uint64_t type, time;
	struct slice body;
};

static uint64_t jit_dump_number_at(const struct dump *dump, struct slice bytes, size_t at,
				   unsigned size)
{
	uint64_t value = 0;
	unsigned i;

	for (i = 0; i < size; i++)
		value = value << 8 |
			(unsigned char)bytes.ptr[at + (dump->is_big_endian ? i : size - 1 - i)];
	return value;
}

/* Add a function whose address and size are at `at` in the record. */
static void jit_dump_add(struct dump *dump, const struct dump_record *record, size_t at,
			 const struct function *function)
{
	const uint64_t start = jit_dump_number_at(dump, record->body, at, 8);
	const uint64_t size = jit_dump_number_at(dump, record->body, at + 8, 8);

	if (size <= UINT64_MAX - start)
		timed_ranges_add(dump->ranges,
				 &(struct timed_range){.time = dump->has_times ? record->time : 0,
						       .start = start,
						       .end = start + size,
						       .name = function->name,
						       .frames = function->frames});
}

/* Remember how to unwind the function that the next record loads. */
static void see_unwinding(struct dump *dump, struct slice body)
{
	uint64_t size, table;

	dump->next_frames = (struct jit_frames){.size = 0};
	if (body.len < UNWINDING_BYTES)
		return;
	size = jit_dump_number_at(dump, body, UNWINDING_SIZE, 8);
	table = jit_dump_number_at(dump, body, UNWINDING_TABLE, 8);
	body = slice_tail(body, UNWINDING_BYTES);
	if (size <= body.len && table <= size)
		dump->next_frames = (struct jit_frames){.bytes = slice_head(body, (size_t)size),
							.table_size = (size_t)table};
}

/* The number of the unwinding information of a function that is loaded, 0: there is none. */
static uint32_t take_frames(struct dump *dump, struct slice body)
{
	struct jit_unwinding *unwinding = dump->unwinding;
	struct jit_frames frames = dump->next_frames;

	dump->next_frames = (struct jit_frames){.size = 0};
	if (frames.bytes.len == 0)
		return 0;
	frames.start = jit_dump_number_at(dump, body, LOAD_ADDRESS, 8);
	frames.size = jit_dump_number_at(dump, body, LOAD_ADDRESS + 8, 8);
	unwinding->at = memory_grow(unwinding->at, &unwinding->cap, unwinding->count + 1,
				    sizeof(*unwinding->at));
	unwinding->at[unwinding->count++] = frames;
	return (uint32_t)unwinding->count; /* a dump has fewer than 2^32 bytes */
}

static void add_load(struct dump *dump, const struct dump_record *record)
{
	const struct slice body = record->body;
	struct function *function, *known;
	struct buf text = {0};
	struct slice name;
	size_t end;

	if (body.len < LOAD_NAME)
		return;
	name = slice_tail(body, LOAD_NAME);
	end = slice_find(name, '\0');
	if (end == SLICE_NONE || end == 0)
		return;
	name = slice_head(name, end);
	if (demangle(&text, name))
		name = arena_copy(dump->names, buf_slice(&text));
	buf_release(&text);
	function = arena_alloc(&dump->functions, sizeof(*function));
	*function = (struct function){.index = jit_dump_number_at(dump, body, LOAD_INDEX, 8),
				      .name = name,
				      .frames = take_frames(dump, body)};
	jit_dump_add(dump, record, LOAD_ADDRESS, function);
	HASH_REPLACE(hh, dump->by_index, index, sizeof(function->index), function, known);
	(void)known;
}

static void add_move(struct dump *dump, const struct dump_record *record)
{
	const struct function *function;
	uint64_t index;

	if (record->body.len < MOVE_END)
		return;
	index = jit_dump_number_at(dump, record->body, MOVE_INDEX, 8);
	HASH_FIND(hh, dump->by_index, &index, sizeof(index), function);
	if (function)
		jit_dump_add(dump, record, MOVE_TO, function);
}

/* False: the record is cut. */
static bool jit_dump_next_record(const struct dump *dump, struct slice *rest,
				 struct dump_record *record)
{
	uint64_t size;

	if (rest->len < RECORD_HEAD)
		return false;
	record->type = jit_dump_number_at(dump, *rest, 0, 4);
	size = jit_dump_number_at(dump, *rest, 4, 4);
	if (size < RECORD_HEAD || size > rest->len)
		return false;
	record->time = jit_dump_number_at(dump, *rest, 8, 8);
	record->body = slice_tail(slice_head(*rest, (size_t)size), RECORD_HEAD);
	*rest = slice_tail(*rest, (size_t)size);
	return true;
}

static void read_records(struct dump *dump, struct slice rest)
{
	struct dump_record record;

	while (jit_dump_next_record(dump, &rest, &record)) {
		if (record.type == LOAD)
			add_load(dump, &record);
		else if (record.type == MOVE)
			add_move(dump, &record);
		else if (record.type == UNWINDING)
			see_unwinding(dump, record.body);
	}
	HASH_CLEAR(hh, dump->by_index);
	arena_release(&dump->functions);
}

bool jit_dump_read(struct timed_ranges *ranges, struct jit_unwinding *unwinding,
		   struct arena *names, struct slice bytes)
{
	struct dump dump = {.ranges = ranges, .unwinding = unwinding, .names = names};
	uint64_t size, machine;

	if (bytes.len < HEAD)
		return false;
	dump.is_big_endian = jit_dump_number_at(&dump, bytes, 0, 4) != MAGIC;
	if (jit_dump_number_at(&dump, bytes, 0, 4) != MAGIC)
		return false;
	size = jit_dump_number_at(&dump, bytes, 8, 4); /* of the whole header */
	if (size < HEAD || size > bytes.len)
		return false;
	machine = jit_dump_number_at(&dump, bytes, HEAD_MACHINE, 4); /* some writers leave it 0 */
	unwinding->word = machine == I386 || machine == ARM ? 4 : 8;
	unwinding->is_big_endian = dump.is_big_endian;
	dump.has_times = size >= HEAD_FLAGS + 8 &&
			 (jit_dump_number_at(&dump, bytes, HEAD_FLAGS, 8) & PROCESSOR_CLOCK) == 0;
	read_records(&dump, slice_tail(bytes, (size_t)size));
	return true;
}

void jit_unwinding_release(struct jit_unwinding *unwinding)
{
	free(unwinding->at);
	*unwinding = (struct jit_unwinding){0};
}
