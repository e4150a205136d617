/* SPDX-License-Identifier: MIT */
/* Containers of perf.data: files, pipes, folders; whole, cut and damaged. */
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
		CHECK(perfdata_time(recording) > 0);
		perfdata_close(recording);
		buf_release(&file.out);
	}
}

CASE(a_pipe_names_its_events)
{
	struct made pipe = usual_pipe(false);
	struct made_stream stream = {buf_slice(&pipe.out), 100};
	struct perfdata *recording = perfdata_open_stream("stream", made_read, &stream);
	size_t count = 0;
	const struct perfdata_event *event = perfdata_events(recording, &count);

	CHECK(count == 1 && slice_equal(event->name, SLICE("named")));
	perfdata_close(recording);
	buf_release(&pipe.out);
}

/* The number of samples in whole little-endian records up to a position. */
static size_t samples_before(struct slice bytes, size_t data, size_t end)
{
	size_t samples = 0;

	for (;;) {
		uint16_t size;

		if (data + 8 > end)
			return samples;
		size = perfdata_u16(is_swapped_here(false), bytes.ptr + data + 6);
		if (data + size > end)
			return samples;
		samples += bytes.ptr[data] == PERFDATA_SAMPLE;
		data += size;
	}
}

CASE(a_cut_recording_gives_all_whole_records)
{
	const size_t data = 104 + 8 + 128;
	struct made file = usual_file(false), pipe = usual_pipe(false);
	size_t end;

	for (end = 0; end < file.out.len; end++) {
		struct slice part = slice_head(buf_slice(&file.out), end);
		struct made_sums sums = made_sum_file(part);

		CHECK(sums.opened == (end >= data + 40)); /* a whole COMM */
		CHECK(sums.samples == samples_before(part, data, end));
		CHECK(!sums.opened || sums.counts.is_cut);
	}
	for (end = 0; end < pipe.out.len; end++) {
		struct slice part = slice_head(buf_slice(&pipe.out), end);
		struct made_sums sums = made_sum_stream(part, 64);

		CHECK(sums.samples == samples_before(part, 16, end));
	}
	buf_release(&file.out);
	buf_release(&pipe.out);
}

CASE(a_recording_of_a_killed_perf_is_read_to_its_end)
{
	struct made file = usual_file(false);
	struct made_sums sums;

	made_set(&file, 48, 0, 8);
	sums = made_sum_file(buf_slice(&file.out));
	CHECK(sums.samples == 4 && sums.counts.is_cut);
	buf_release(&file.out);
}

CASE(a_record_without_sense_ends_the_recording)
{
	static const unsigned sizes[] = {0, 4, 7, 12};
	const size_t second = 104 + 8 + 128 + 40;
	size_t i;

	for (i = 0; i < ARRAY_LEN(sizes); i++) {
		struct made file = usual_file(false);
		struct made_sums sums;

		made_set(&file, second + 6, sizes[i], 2);
		sums = made_sum_file(buf_slice(&file.out));
		CHECK(sums.opened && sums.samples == 0 && sums.trailers == 1);
		CHECK(sums.counts.is_cut);
		buf_release(&file.out);
	}
}

CASE(headers_without_sense_are_refused)
{
	static const struct {
		size_t at;
		uint64_t value;
	} wrong[] = {
		{8, 96},                 /* size of the header */
		{16, 64},                /* attributes shorter than any */
		{24, UINT64_MAX - 7},    /* the table of attributes */
		{32, UINT64_C(1) << 40}, /* its size */
		{32, 0},                 /* no attributes */
		{32, 127},               /* none that is whole */
		{40, UINT64_C(1) << 40}, /* records */
	};
	size_t i;

	for (i = 0; i < ARRAY_LEN(wrong); i++) {
		struct made file = usual_file(false);

		made_set(&file, wrong[i].at, wrong[i].value, 8);
		CHECK(!made_sum_file(buf_slice(&file.out)).opened);
		CHECK(!made_sum_stream(buf_slice(&file.out), 50).opened);
		buf_release(&file.out);
	}
	CHECK(!made_sum_file(SLICE("PERFFILE, and no size follows it")).opened);
	CHECK(!made_sum_file(SLICE("")).opened);
}

enum { ENTRY = 64 + 16 }; /* bytes of an attribute and where its ids are */

/* A file of `count` attributes and the record of one kernel event. */
static struct made_sums sums_with_attributes(uint32_t count)
{
	struct made file = {.is_big = false};
	struct made_sums sums;
	uint32_t i;

	buf_add(&file.out, SLICE("PERFILE2"));
	made_u64(&file, 104);
	made_u64(&file, ENTRY);
	made_u64(&file, 104);
	made_u64(&file, (uint64_t)count * ENTRY);
	made_u64(&file, 104 + (uint64_t)count * ENTRY);
	made_u64(&file, 16);
	made_zeros(&file, 104 - 56);
	for (i = 0; i < count; i++) {
		made_u32(&file, 1);
		made_u32(&file, 64);
		made_zeros(&file, ENTRY - 8);
	}
	made_u32(&file, PERFDATA_THROTTLE);
	made_u16(&file, 0);
	made_u16(&file, 16);
	made_u64(&file, 0);
	sums = made_sum_file(buf_slice(&file.out));
	buf_release(&file.out);
	return sums;
}

CASE(more_than_65536_attributes_are_refused)
{
	CHECK(sums_with_attributes(1).opened);
	CHECK(sums_with_attributes(65536).opened);
	CHECK(!sums_with_attributes(65537).opened);
}

CASE(a_recording_without_a_record_of_the_kernel_has_no_pieces)
{
	struct made made = {.is_big = false};
	struct made_sums sums;

	made_begin(&made, &made_usual, 1);
	CHECK(!made_sum_file(buf_slice(&made.out)).opened); /* not even one of perf's own */
	made_bare(&made, PERFDATA_FINISHED_ROUND);
	made_end(&made);
	sums = made_sum_file(buf_slice(&made.out));
	CHECK(sums.opened && sums.pieces == 0 && !sums.counts.is_cut);
	buf_release(&made.out);
}

CASE(bytes_between_records_are_skipped)
{
	struct made made = {.is_big = false};
	struct made_sums sums;
	size_t at;

	made_begin(&made, &made_usual, 1);
	made_comm(&made, 1);
	at = made_record(&made, PERFDATA_AUXTRACE_INFO, 0);
	made_u64(&made, 1);
	made_record_end(&made, at);
	at = made_record(&made, PERFDATA_TRACING_DATA, 0);
	made_u32(&made, 5);
	made_record_end(&made, at);
	made_zeros(&made, 8);
	made_sample(&made, 2, 0x1000);
	at = made_record(&made, PERFDATA_AUXTRACE, 0);
	made_u64(&made, 100000);
	made_zeros(&made, 32);
	made_record_end(&made, at);
	made_zeros(&made, 100000);
	made_sample(&made, 3, 0x1000);
	made_end(&made);
	sums = made_sum_file(buf_slice(&made.out));
	CHECK(sums.samples == 2 && sums.counts.aux_bytes == 100000 && sums.counts.aux_type == 1);
	CHECK(!sums.counts.is_cut && sums.counts.unknown == 0);
	sums = made_sum_stream(slice_head(buf_slice(&made.out), made.out.len - 80), 4096);
	CHECK(sums.samples == 1 && sums.counts.is_cut);
	buf_release(&made.out);
}

CASE(unknown_records_are_counted_and_stay_out_of_the_way)
{
	struct made made = {.is_big = false};
	struct made_sums sums;

	made_begin(&made, &made_usual, 1);
	made_bare(&made, 40);
	made_bare(&made, 4711);
	made_sample(&made, 1, 0x1000);
	made_end(&made);
	sums = made_sum_file(buf_slice(&made.out));
	CHECK(sums.samples == 1 && sums.counts.unknown == 2);
	buf_release(&made.out);
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

/* A file or a pipe, of either byte order. */
static struct made recording_of_kind(unsigned kind)
{
	return kind & 1 ? usual_pipe(kind & 2) : usual_file(kind & 2);
}

static void check_both(struct perfdata *recording, size_t first, size_t second)
{
	struct made_sums sums = made_read_all(recording);

	check_records(&sums);
	CHECK(sums.counts.bytes == first && perfdata_has_next(recording));
	recording = perfdata_open_next(recording, "second");
	sums = made_read_all(recording);
	check_records(&sums);
	CHECK(sums.counts.bytes == second && !perfdata_has_next(recording));
	perfdata_close(recording);
}

CASE(recordings_may_follow_each_other)
{
	unsigned kinds;

	for (kinds = 0; kinds < 16; kinds++) {
		struct made both = recording_of_kind(kinds % 4);
		struct made second = recording_of_kind(kinds / 4);
		const size_t first = both.out.len;
		struct made_stream stream;

		buf_add(&both.out, buf_slice(&second.out));
		check_both(perfdata_open(scratch_write("made.data", buf_slice(&both.out))), first,
			   second.out.len);
		stream = (struct made_stream){buf_slice(&both.out), 7};
		check_both(perfdata_open_stream("stream", made_read, &stream), first,
			   second.out.len);
		buf_release(&both.out);
		buf_release(&second.out);
	}
}

CASE(other_bytes_after_a_recording_are_none)
{
	struct made file = usual_file(false);
	struct perfdata *recording;

	buf_add(&file.out, SLICE("PERFILE3, and more"));
	recording = perfdata_open(scratch_write("made.data", buf_slice(&file.out)));
	made_read_all(recording);
	CHECK(!perfdata_has_next(recording));
	perfdata_close(recording);
	file.out.len -= 18;
	buf_add(&file.out, SLICE("PERFILE2, and more"));
	recording = perfdata_open(scratch_write("made.data", buf_slice(&file.out)));
	made_read_all(recording);
	CHECK(perfdata_has_next(recording));
	CHECK(!perfdata_open_next(recording, "second"));
	buf_release(&file.out);
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
