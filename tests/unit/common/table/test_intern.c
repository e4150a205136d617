/* SPDX-License-Identifier: MIT */
#include "common/table/intern.h"

#include "common/base/parallel.h"
#include "tests/unit/check.h"

CASE(a_name_is_its_bytes_and_its_length)
{
	static const struct slice distinct[] = {
		SLICE_INIT("a"),    SLICE_INIT("A"),    SLICE_INIT("aa"),       SLICE_INIT("a\0"),
		SLICE_INIT("a\0b"), SLICE_INIT("a\0c"), SLICE_INIT("\0"),       SLICE_INIT("\0\0"),
		SLICE_INIT(" "),    SLICE_INIT("a "),   SLICE_INIT("\xc3\xa9"), SLICE_INIT("\xe9"),
		SLICE_INIT(";"),    SLICE_INIT("\n"),   SLICE_INIT(""),         SLICE_INIT("a;b"),
	};
	struct intern names = {0};
	size_t i;

	for (i = 0; i < ARRAY_LEN(distinct); i++)
		CHECK(intern_add(&names, distinct[i]) == i);
	for (i = 0; i < ARRAY_LEN(distinct); i++)
		CHECK(slice_equal(intern_name(&names, (frame_id)i), distinct[i]));
	intern_release(&names);
}

/* A slice without a pointer is as empty as one that has it. */
CASE(the_empty_name_is_one_name)
{
	struct intern names = {0};

	CHECK(intern_add(&names, (struct slice){0}) == 0);
	CHECK(intern_add(&names, (struct slice){0}) == 0);
	CHECK(intern_add(&names, SLICE("")) == 0);
	CHECK(intern_add(&names, (struct slice){0}) == 0);
	CHECK(names.count == 1 && intern_name(&names, 0).len == 0);
	intern_release(&names);
}

CASE(many_names_keep_their_ids_and_places)
{
	enum { NAMES = 50000 };
	struct intern names = {0};
	const char *first = NULL;
	uint32_t i;

	for (i = 0; i < NAMES; i++) {
		char text[32];
		int len = snprintf(text, sizeof(text), "f%u", (unsigned)i);

		CHECK(intern_add(&names, slice_of(text, (size_t)len)) == i);
		if (i == 0)
			first = intern_name(&names, 0).ptr;
	}
	CHECK(intern_name(&names, 0).ptr == first);
	for (i = 0; i < NAMES; i += 7) {
		char text[32];
		int len = snprintf(text, sizeof(text), "f%u", (unsigned)i);

		CHECK(intern_add(&names, slice_of(text, (size_t)len)) == i);
		CHECK(slice_equal(intern_name(&names, i), slice_of(text, (size_t)len)));
	}
	CHECK(names.count == NAMES);
	intern_release(&names);
}

CASE(a_long_name_is_kept_whole)
{
	struct intern names = {0};
	char *text = memory_get(200000);
	frame_id id;

	memset(text, 'x', 200000);
	id = intern_add(&names, slice_of(text, 200000));
	CHECK(intern_add(&names, slice_of(text, 199999)) != id);
	CHECK(slice_equal(intern_name(&names, id), slice_of(text, 200000)));
	free(text);
	intern_release(&names);
}

enum { SHARERS = 4, SHARED_NAMES = 5003 };

struct sharer {
	struct intern names;
	frame_id ids[SHARED_NAMES];
	size_t wrong;
};

static struct slice shared_name(char *room, size_t size, uint32_t number)
{
	return slice_of(room, (size_t)snprintf(room, size, "f%u", (unsigned)number));
}

/* All names twice, each sharer in an order of its own: the count is prime. */
static void add_all(void *context, unsigned index)
{
	struct sharer *sharer = (struct sharer *)context + index;
	uint32_t i;

	for (i = 0; i < 2 * SHARED_NAMES; i++) {
		uint32_t number = (i * (2 * index + 1) + index) % SHARED_NAMES;
		char room[32];
		struct slice name = shared_name(room, sizeof(room), number);
		frame_id id = intern_add(&sharer->names, name);

		sharer->wrong += !slice_equal(intern_name(&sharer->names, id), name);
		sharer->wrong += i >= SHARED_NAMES && sharer->ids[number] != id;
		sharer->ids[number] = id;
	}
}

CASE(a_name_that_another_thread_added_is_known)
{
	struct intern mine = {0}, others = {0};
	char room[32];
	frame_id id = 0;
	uint32_t number;

	CHECK(intern_add(&mine, SLICE("before")) == 0);
	intern_share(&mine, &others);
	for (number = 0; number < SHARED_NAMES; number++)
		id = intern_add(&others, shared_name(room, sizeof(room), number));
	CHECK(slice_equal(intern_shared_name(&mine, 0), SLICE("before")));
	CHECK(slice_equal(intern_shared_name(&mine, id), intern_name(&others, id)));
	intern_release(&others);
	intern_release(&mine);
}

CASE(shared_names_have_one_id_for_all_threads)
{
	struct sharer *sharers = memory_clear(SHARERS, sizeof(*sharers));
	unsigned i;
	uint32_t number;

	CHECK(intern_add(&sharers[0].names, SLICE("before")) == 0);
	CHECK(!intern_shares(&sharers[0].names, &sharers[1].names));
	for (i = 1; i < SHARERS; i++)
		intern_share(&sharers[0].names, &sharers[i].names);
	CHECK(intern_shares(&sharers[1].names, &sharers[2].names));
	CHECK(intern_add(&sharers[3].names, SLICE("before")) == 0);
	parallel_run(SHARERS, add_all, sharers);
	for (i = 0; i < SHARERS; i++) {
		CHECK(sharers[i].wrong == 0);
		CHECK(memcmp(sharers[i].ids, sharers[0].ids, sizeof(sharers[i].ids)) == 0);
		if (i > 0)
			intern_release(&sharers[i].names);
	}
	intern_own(&sharers[0].names);
	CHECK(sharers[0].names.count == SHARED_NAMES + 1);
	for (number = 0; number < SHARED_NAMES; number++) {
		char room[32];
		struct slice name = shared_name(room, sizeof(room), number);

		CHECK(slice_equal(intern_name(&sharers[0].names, sharers[0].ids[number]), name));
	}
	CHECK(intern_add(&sharers[0].names, SLICE("behind")) == SHARED_NAMES + 1);
	intern_release(&sharers[0].names);
	free(sharers);
}

CASE(shared_names_go_with_the_last_that_has_them)
{
	struct intern first = {0}, second = {0};

	intern_share(&first, &second);
	CHECK(intern_add(&second, SLICE("a")) == 0);
	intern_release(&second);
	CHECK(second.count == 0 && intern_add(&second, SLICE("b")) == 0);
	CHECK(intern_add(&first, SLICE("a")) == 0 && intern_add(&first, SLICE("b")) == 1);
	intern_release(&second);
	intern_release(&first);
	CHECK(first.count == 0);
}

/* So many that the tables grow while they are added. */
CASE(all_names_of_another_get_the_ids_that_each_would_get)
{
	enum { COUNT = 1000 };
	struct intern names = {0}, other = {0};
	frame_id ids[COUNT];
	char room[32];
	size_t i;

	intern_add_all(&names, &other, ids); /* of none, none */
	CHECK(names.count == 0);
	for (i = 0; i < COUNT; i += 3)
		intern_add(&names, shared_name(room, sizeof(room), (unsigned)i));
	for (i = 0; i < COUNT; i++)
		intern_add(&other, shared_name(room, sizeof(room), (unsigned)i));
	intern_add_all(&names, &other, ids);
	CHECK(names.count == COUNT);
	for (i = 0; i < COUNT; i++) {
		struct slice name = shared_name(room, sizeof(room), (unsigned)i);

		CHECK(slice_equal(intern_name(&names, ids[i]), name));
		CHECK(intern_find(&names, name) == ids[i]);
	}
	intern_release(&other);
	intern_release(&names);
}

TEST_CASES(intern)
