/* SPDX-License-Identifier: MIT */
#include "common/symbols/ranges/jit_dump.h"

#include "common/symbols/demangle/demangle.h"
#include "common/table/hash.h"

enum { MAGIC = 0x4a695444, HEAD = 16, HEAD_FLAGS = 32, RECORD_HEAD = 16 };
enum { PROCESSOR_CLOCK = 1 }; /* a flag of the head */

/* Types of records, and where their fields are after the heads. */
enum { LOAD = 0, MOVE = 1 };
enum { LOAD_ADDRESS = 16, LOAD_INDEX = 32, LOAD_NAME = 40 }; /* a size follows the address */
enum { MOVE_TO = 24, MOVE_INDEX = 40, MOVE_END = 48 };

/* The name of a function, by the number that it has in its dump. */
struct function {
	uint64_t index;
	struct slice name;
	UT_hash_handle hh;
};

struct dump {
	struct timed_ranges *ranges;
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

static uint64_t number_at(const struct dump *dump, struct slice bytes, size_t at, unsigned size)
{
	uint64_t value = 0;
	unsigned i;

	for (i = 0; i < size; i++)
		value = value << 8 |
			(unsigned char)bytes.ptr[at + (dump->is_big_endian ? i : size - 1 - i)];
	return value;
}

/* Add a function whose address and size are at `at` in the record. */
static void add(struct dump *dump, const struct dump_record *record, size_t at, struct slice name)
{
	const uint64_t start = number_at(dump, record->body, at, 8);
	const uint64_t size = number_at(dump, record->body, at + 8, 8);

	if (size <= UINT64_MAX - start)
		timed_ranges_add(dump->ranges,
				 &(struct timed_range){.time = dump->has_times ? record->time : 0,
						       .start = start,
						       .end = start + size,
						       .name = name});
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
	add(dump, record, LOAD_ADDRESS, name);
	function = arena_alloc(&dump->functions, sizeof(*function));
	*function = (struct function){.index = number_at(dump, body, LOAD_INDEX, 8), .name = name};
	HASH_REPLACE(hh, dump->by_index, index, sizeof(function->index), function, known);
	(void)known;
}

static void add_move(struct dump *dump, const struct dump_record *record)
{
	const struct function *function;
	uint64_t index;

	if (record->body.len < MOVE_END)
		return;
	index = number_at(dump, record->body, MOVE_INDEX, 8);
	HASH_FIND(hh, dump->by_index, &index, sizeof(index), function);
	if (function)
		add(dump, record, MOVE_TO, function->name);
}

/* False: the record is cut. */
static bool next_record(const struct dump *dump, struct slice *rest, struct dump_record *record)
{
	uint64_t size;

	if (rest->len < RECORD_HEAD)
		return false;
	record->type = number_at(dump, *rest, 0, 4);
	size = number_at(dump, *rest, 4, 4);
	if (size < RECORD_HEAD || size > rest->len)
		return false;
	record->time = number_at(dump, *rest, 8, 8);
	record->body = slice_tail(slice_head(*rest, (size_t)size), RECORD_HEAD);
	*rest = slice_tail(*rest, (size_t)size);
	return true;
}

static void read_records(struct dump *dump, struct slice rest)
{
	struct dump_record record;

	while (next_record(dump, &rest, &record)) {
		if (record.type == LOAD)
			add_load(dump, &record);
		else if (record.type == MOVE)
			add_move(dump, &record);
	}
	HASH_CLEAR(hh, dump->by_index);
	arena_release(&dump->functions);
}

bool jit_dump_read(struct timed_ranges *ranges, struct arena *names, struct slice bytes)
{
	struct dump dump = {.ranges = ranges, .names = names};
	uint64_t size;

	if (bytes.len < HEAD)
		return false;
	dump.is_big_endian = number_at(&dump, bytes, 0, 4) != MAGIC;
	if (number_at(&dump, bytes, 0, 4) != MAGIC)
		return false;
	size = number_at(&dump, bytes, 8, 4); /* of the whole header */
	if (size < HEAD || size > bytes.len)
		return false;
	dump.has_times = size >= HEAD_FLAGS + 8 &&
			 (number_at(&dump, bytes, HEAD_FLAGS, 8) & PROCESSOR_CLOCK) == 0;
	read_records(&dump, slice_tail(bytes, (size_t)size));
	return true;
}
