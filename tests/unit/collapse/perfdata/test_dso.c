/* SPDX-License-Identifier: MIT */
/* The files of a recording's maps: while it is being recorded, and for several threads. */
#include <pthread.h>
#include <time.h>

#include "collapse/perfdata/dso.h"
#include "common/base/system.h"
#include "tests/unit/collapse/perfdata/made_recording.h"

#define SECOND UINT64_C(1000000000)

/* A stream of this machine that goes on. */
static struct perfdata *open_live(struct made *made, struct made_stream *stream)
{
	size_t at;

	BUF_ADD(&made->out, "PERFILE2");
	made_u64(made, 16);
	at = made_record(made, PERFDATA_HEADER_ATTR, 0);
	made_attribute(made, &made_usual);
	made_u64(made, 7);
	made_record_end(made, at);
	made_comm(made, 1);
	*stream = (struct made_stream){buf_slice(&made->out), 64};
	return perfdata_open_stream("stream", made_read, stream);
}

static struct perfdata *open_file(struct made *made)
{
	made_begin(made, &made_usual, 1);
	made_comm(made, 1);
	made_end(made);
	return perfdata_open(scratch_write("made.data", buf_slice(&made->out)));
}

/* The dso of a map of that time, whose file is opened. */
static const struct perfdata_dso *mapped_at(struct perfdata_dsos *dsos, struct slice name,
					    uint64_t time)
{
	const uint32_t moment = perfdata_dsos_moment(dsos, time);
	const struct perfdata_dso_key key = {
		.name = name, .pid = 1, .address = 0x1000, .moment = moment, .is_executable = true};
	struct perfdata_map map = {.start = 0x1000, .end = 0x2000, .moment = moment};
	struct perfdata_symbol symbol;

	map.dso = perfdata_dso_get(dsos, &key);
	perfdata_dso_symbol(perfdata_dso_of(&map), &map,
			    (struct perfdata_address){0x1010, PERFDATA_ANY_TIME}, &symbol);
	return map.dso;
}

CASE(a_live_file_is_read_again_when_it_was_replaced)
{
	const struct slice name = slice_from(scratch_write("program", SLICE("x")));
	const struct perfdata_dso_options options = {.symfs = NULL};
	const uint64_t now = clock_nanoseconds(CLOCK_MONOTONIC);
	struct made made = {.is_big = false};
	struct made_stream stream;
	struct perfdata *recording = open_live(&made, &stream);
	struct perfdata_dsos *dsos = perfdata_dsos_new(recording, &options);
	const struct perfdata_dso *dso;

	perfdata_dsos_hear(dsos, now, now, false);
	dso = mapped_at(dsos, name, now + SECOND);
	CHECK(mapped_at(dsos, name, now + 2 * SECOND) == dso);
	scratch_write("program", SLICE("longer"));
	CHECK(mapped_at(dsos, name, now + 2 * SECOND) != dso);
	perfdata_dsos_free(dsos);
	perfdata_close(recording);
	buf_release(&made.out);
}

/* ---- Threads ---- */

static const struct perfdata_dso_key kernel = {.name = SLICE_INIT("[kernel.kallsyms]_text"),
					       .pid = -1,
					       .is_kernel = true,
					       .address = 0x1000,
					       .offset = 0x1000};

/* The reader thread may be in the middle, or have ended: no message may depend on it. */
CASE(symbols_that_no_sample_asked_for_are_not_said)
{
	const struct perfdata_dso_options options = {
		.kallsyms = scratch_write("list", SLICE("nothing")), .reads_ahead = true};
	struct made made = {.is_big = false};
	struct perfdata *recording = open_file(&made);
	const struct capture capture = capture_begin(2);
	struct buf said = {0};
	unsigned i;

	for (i = 0; i < 100; i++) {
		struct perfdata_dsos *dsos = perfdata_dsos_new(recording, &options);

		perfdata_dso_hit(perfdata_dso_get(dsos, &kernel), 1, 0);
		perfdata_dsos_read_ahead(dsos);
		if (i % 2 == 1)
			nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
		perfdata_dsos_say(dsos, 1);
		perfdata_dsos_free(dsos);
	}
	capture_end(&capture, &said);
	CHECK(said.len == 0);
	buf_release(&said);
	perfdata_close(recording);
	buf_release(&made.out);
}

static void *ask_often(void *context)
{
	struct perfdata_dso *const *all = context;
	struct perfdata_map map = {.start = 0x1000, .end = 0x2000};
	struct perfdata_symbol symbol;
	unsigned i;

	for (i = 0; i < 1000; i++) {
		map.dso = all[i % 3];
		perfdata_dso_symbol(map.dso, &map,
				    (struct perfdata_address){0x1010, PERFDATA_ANY_TIME}, &symbol);
		CHECK(symbol.is_known == (i % 3 == 2));
		perfdata_dso_hit(map.dso, 1, 0);
	}
	return NULL;
}

CASE(any_number_of_threads_may_ask)
{
	const struct perfdata_dso_options options = {
		.symfs = scratch_folder,
		.kallsyms = scratch_write("list", SLICE("1000 T _text\n2000 T _end\n")),
		.reads_ahead = true};
	const struct perfdata_dso_key keys[] = {
		{.name = SLICE("/program"), .pid = 1, .is_executable = true},
		{.name = SLICE("//anon"), .pid = 1, .is_executable = true},
		kernel};
	struct made made = {.is_big = false};
	struct perfdata *recording;
	struct perfdata_dsos *dsos;
	struct perfdata_dso *all[ARRAY_LEN(keys)];
	pthread_t threads[4];
	size_t i;

	recording = open_file(&made);
	dsos = perfdata_dsos_new(recording, &options);
	for (i = 0; i < ARRAY_LEN(keys); i++)
		all[i] = perfdata_dso_get(dsos, &keys[i]);
	perfdata_dsos_read_ahead(dsos);
	for (i = 0; i < ARRAY_LEN(threads); i++)
		pthread_create(&threads[i], NULL, ask_often, all);
	for (i = 0; i < ARRAY_LEN(threads); i++)
		pthread_join(threads[i], NULL);
	perfdata_dsos_free(dsos);
	perfdata_close(recording);
	buf_release(&made.out);
}

TEST(dso)
{
	scratch_begin();
	check_cases();
	scratch_end();
	return check_done();
}
