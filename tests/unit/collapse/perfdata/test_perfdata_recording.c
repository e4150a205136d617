/* SPDX-License-Identifier: MIT */
/* Containers of perf.data: files, pipes, folders. */
#include "common/base/diag.h"
#include "tests/unit/collapse/perfdata/made_recording.h"

/* Two samples, a name and a round, twice. */
static void add_records(struct made *made)
{
	unsigned i;

	for (i = 0; i < 2; i++) {
		made_comm(made, 10 + i);
		made_sample(made, 20 + i, 0x1000);
		made_sample(made, 30 + i, 0x2000);
		made_bare(made, PERFDATA_FINISHED_ROUND);
	}
}

static void check_records(const struct made_sums *sums)
{
	CHECK(sums->opened && !sums->counts.is_cut && !sums->counts.is_damaged);
	CHECK(sums->samples == 4 && sums->frames == 8 && sums->periods == 20);
	CHECK(sums->trailers == 2 && sums->times == 10 + 11 + 20 + 21 + 30 + 31);
	CHECK(sums->damaged == 0 && sums->strange == 0);
	CHECK(sums->counts.records[PERFDATA_SAMPLE] == 4);
	CHECK(sums->counts.records[PERFDATA_COMM] == 2);
}

static struct made usual_file(bool is_big)
{
	struct made made = {.is_big = is_big};

	made_begin(&made, &made_usual, 1);
	add_records(&made);
	made_end(&made);
	return made;
}

static struct made usual_pipe(bool is_big)
{
	struct made made = {.is_big = is_big};
	size_t at;

	buf_add(&made.out, is_big ? SLICE("2ELIFREP") : SLICE("PERFILE2"));
	made_u64(&made, 16);
	at = made_record(&made, PERFDATA_HEADER_ATTR, 0);
	made_attribute(&made, &made_usual);
	made_u64(&made, 7);
	made_record_end(&made, at);
	at = made_record(&made, PERFDATA_EVENT_UPDATE, 0);
	made_u64(&made, 2);
	made_u64(&made, 7);
	made_text(&made, SLICE("named"), 8);
	made_record_end(&made, at);
	add_records(&made);
	return made;
}

CASE(files_and_streams_of_both_orders_of_bytes_are_read)
{
	unsigned big;

	for (big = 0; big < 2; big++) {
		struct made file = usual_file(big), pipe = usual_pipe(big);
		struct made_sums sums = made_sum_file(buf_slice(&file.out));

		check_records(&sums);
		CHECK(sums.pieces == 2 && sums.rounds == 2);
		CHECK(sums.counts.bytes == file.out.len);
		sums = made_sum_stream(buf_slice(&file.out), 7);
		check_records(&sums);
		sums = made_sum_file(buf_slice(&pipe.out));
		check_records(&sums);
		sums = made_sum_stream(buf_slice(&pipe.out), 1);
		check_records(&sums);
		CHECK(sums.rounds == 2 && sums.counts.bytes == pipe.out.len);
		buf_release(&file.out);
		buf_release(&pipe.out);
	}
}

CASE(an_event_has_what_its_attribute_says)
{
	unsigned big;

	for (big = 0; big < 2; big++) {
		struct made file = usual_file(big);
		struct perfdata *recording = perfdata_open(
			scratch_write("made.data", buf_slice(&file.out)));
		size_t count = 0;
		const struct perfdata_event *event = perfdata_events(recording, &count);

		CHECK(count == 1 && slice_equal(event->name, SLICE("cpu-clock:uh")));
		CHECK(event->type == PERFDATA_SOFTWARE && event->period == 1000);
		CHECK(event->sample_type == MADE_USUAL && !event->is_frequency);
		CHECK(event->flags == (MADE_SAMPLE_ID_ALL | 1 << 5));
		CHECK(event->max_stack == 200 && event->clock == -1);
		CHECK(perfdata_event_of(recording, 7) == event);
		CHECK(perfdata_event_of(recording, 8) == NULL);
		CHECK(perfdata_clock(recording).written >= 1000000000);
		perfdata_close(recording);
		buf_release(&file.out);
	}
}

CASE(long_recordings_come_in_pieces)
{
	struct made made = {.is_big = false};
	struct made_sums sums;
	unsigned i;

	made_begin(&made, &made_usual, 1);
	for (i = 0; i < 20000; i++)
		made_sample(&made, i, 0x1000);
	made_end(&made);
	sums = made_sum_file(buf_slice(&made.out));
	CHECK(sums.samples == 20000 && sums.rounds == 0);
	CHECK(sums.pieces == 5); /* of 4096 samples, 64 bytes each */
	buf_release(&made.out);
}

CASE(a_folder_is_one_recording_without_rounds)
{
	struct made first = usual_file(false), second = {.is_big = false};
	struct perfdata *recording;
	struct made_sums sums;

	add_records(&second);
	scratch_write("data", buf_slice(&first.out));
	scratch_write("data.0", SLICE(""));
	scratch_write("data.2", buf_slice(&second.out));
	scratch_write("data.old", SLICE("no records"));
	CHECK(perfdata_is_directory(scratch_folder));
	CHECK(!perfdata_is_directory(scratch_path("data")));
	recording = perfdata_open(scratch_folder);
	CHECK(recording && perfdata_facts(recording)->is_directory);
	sums = made_sum(recording);
	CHECK(sums.samples == 8 && sums.rounds == 0 && sums.pieces == 2 && !sums.counts.is_cut);
	unlink(scratch_path("data"));
	CHECK(!perfdata_is_directory(scratch_folder));
	CHECK(!perfdata_open(scratch_folder));
	buf_release(&first.out);
	buf_release(&second.out);
}

static void open_and_shorten(void)
{
	struct made file = usual_file(false);
	const char *path;
	struct perfdata *recording;

	made_zeros(&file, 1 << 20); /* records of size 0: reading stops before them */
	path = scratch_write("short.data", buf_slice(&file.out));
	recording = perfdata_open(path);
	if (!recording || truncate(path, 0) != 0)
		_exit(77);
	made_sum(recording);
	_exit(78);
}

CASE(a_file_that_shrinks_ends_the_program_with_a_message)
{
	CHECK(exit_code_of(open_and_shorten) == EXIT_DATA);
}

TEST(perfdata_recording)
{
	diag_set_level(DIAG_SILENT);
	scratch_begin();
	check_cases();
	scratch_end();
	return check_done();
}
