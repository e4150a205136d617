/* SPDX-License-Identifier: MIT */
#include "common/symbols/ranges/jit_dump.h"

#include "common/symbols/demangle/demangle.h"
#include "common/table/hash.h"

enum { MAGIC = 0x4a695444, HEAD = 16, RECORD_HEAD = 16 };

/* Types of records, and where their fields are after the heads. */
enum { LOAD = 0, MOVE = 1 };
enum { LOAD_ADDRESS = 16, LOAD_SIZE = 24, LOAD_INDEX = 32, LOAD_NAME = 40 };
enum { MOVE_TO = 24, MOVE_SIZE = 32, MOVE_INDEX = 40, MOVE_END = 48 };

/* The name of a function, by the number that it has in its dump. */
struct function {
	uint64_t index;
	struct slice name;
	UT_hash_handle hh;
};

struct dump {
	struct symbol_ranges *ranges;
	struct arena *names;
	struct arena functions;
	struct function *by_index;
	bool is_big_endian;
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

static void add(struct dump *dump, uint64_t start, uint64_t size, struct slice name)
{
	const uint32_t rank = UINT32_MAX - (uint32_t)dump->ranges->count; /* the last one counts */

	if (size <= UINT64_MAX - start)
		symbol_ranges_add(dump->ranges, start, start + size, name, rank);
}

static void add_load(struct dump *dump, struct slice body)
{
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
	add(dump, number_at(dump, body, LOAD_ADDRESS, 8), number_at(dump, body, LOAD_SIZE, 8),
	    name);
	function = arena_alloc(&dump->functions, sizeof(*function));
	*function = (struct function){.index = number_at(dump, body, LOAD_INDEX, 8), .name = name};
	HASH_REPLACE(hh, dump->by_index, index, sizeof(function->index), function, known);
	(void)known;
}

static void add_move(struct dump *dump, struct slice body)
{
	const struct function *function;
	uint64_t index;

	if (body.len < MOVE_END)
		return;
	index = number_at(dump, body, MOVE_INDEX, 8);
	HASH_FIND(hh, dump->by_index, &index, sizeof(index), function);
	if (function)
		add(dump, number_at(dump, body, MOVE_TO, 8), number_at(dump, body, MOVE_SIZE, 8),
		    function->name);
}

/* Type and size of a record; false: it is cut. */
static bool next_record(const struct dump *dump, struct slice *rest, uint64_t *type,
			struct slice *body)
{
	uint64_t size;

	if (rest->len < RECORD_HEAD)
		return false;
	*type = number_at(dump, *rest, 0, 4);
	size = number_at(dump, *rest, 4, 4);
	if (size < RECORD_HEAD || size > rest->len)
		return false;
	*body = slice_tail(slice_head(*rest, (size_t)size), RECORD_HEAD);
	*rest = slice_tail(*rest, (size_t)size);
	return true;
}

static void read_records(struct dump *dump, struct slice rest)
{
	struct slice body;
	uint64_t type;

	while (next_record(dump, &rest, &type, &body)) {
		if (type == LOAD)
			add_load(dump, body);
		else if (type == MOVE)
			add_move(dump, body);
	}
	HASH_CLEAR(hh, dump->by_index);
	arena_release(&dump->functions);
}

bool jit_dump_read(struct symbol_ranges *ranges, struct arena *names, struct slice bytes)
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
	read_records(&dump, slice_tail(bytes, (size_t)size));
	return true;
}
