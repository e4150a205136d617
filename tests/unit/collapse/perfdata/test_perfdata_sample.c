/* SPDX-License-Identifier: MIT */
/* Fields of samples, whose they are, and what stands after other records. */
#include "common/base/diag.h"
#include "tests/unit/collapse/perfdata/made_recording.h"

/*
 * Everything that a sample can have, bits 0 to 24, with registers, a stack, branches and a group of
 * two.
 */
static const struct made_attribute full = {
	.type = PERFDATA_HARDWARE,
	.sample_type = (1 << 25) - 1 - (1 << 14), /* WEIGHT or WEIGHT_STRUCT */
	.read_format = 1 | 2 | 4 | 8 | 16,
	.flags = MADE_SAMPLE_ID_ALL,
	.branches = 1 << 17 | 1 << 19,
	.regs_user = 0x1C1, /* four registers */
	.id = 9,
};

static void add_counter(struct made *made, uint64_t value, uint64_t id)
{
	made_u64(made, value);
	made_u64(made, id);
	made_u64(made, 0); /* lost */
}

static void add_fixed(struct made *made)
{
	made_u64(made, 9); /* IDENTIFIER */
	made_u64(made, 0x1234);
	made_u32(made, 2);
	made_u32(made, 3);
	made_u64(made, 100);    /* TIME */
	made_u64(made, 0xABCD); /* ADDR */
	made_u64(made, 9);      /* ID */
	made_u64(made, 1);      /* STREAM_ID */
	made_u32(made, 6);      /* CPU */
	made_u32(made, 0);
	made_u64(made, 55); /* PERIOD */
}

static void add_variable(struct made *made)
{
	made_u64(made, 2); /* READ */
	made_u64(made, 70);
	made_u64(made, 71);
	add_counter(made, 80, 9);
	add_counter(made, 81, 10);
	made_u64(made, 3); /* CALLCHAIN */
	made_u64(made, 0x11);
	made_u64(made, 0x22);
	made_u64(made, 0x33);
	made_u32(made, 12); /* RAW */
	made_zeros(made, 12);
	made_u64(made, 1); /* BRANCH_STACK */
	made_u64(made, UINT64_MAX);
	made_u64(made, 0x44);
	made_u64(made, 0x55);
	made_u64(made, 0);
	made_u64(made, 7); /* a counter of the branch */
	made_u64(made, 2); /* REGS_USER */
	made_u64(made, 0xA0);
	made_u64(made, 0xA6);
	made_u64(made, 0xA7);
	made_u64(made, 0xA8);
	made_u64(made, 16); /* STACK_USER */
	made_text(made, SLICE("stack"), 16);
	made_u64(made, 5);
	made_u64(made, 1);  /* WEIGHT_STRUCT */
	made_u64(made, 1);  /* DATA_SRC */
	made_u64(made, 1);  /* TRANSACTION */
	made_u64(made, 0);  /* REGS_INTR: none */
	made_u64(made, 1);  /* PHYS_ADDR */
	made_u64(made, 77); /* CGROUP; both sizes of pages; AUX is last */
	made_u64(made, 1);
	made_u64(made, 1);
	made_u64(made, 8);
	made_zeros(made, 8);
}

static struct perfdata *open_made(struct made *made)
{
	made_end(made);
	return perfdata_open(scratch_write("made.data", buf_slice(&made->out)));
}

/* The body of a full sample, and its recording. */
static struct perfdata *open_full(struct made *made, struct perfdata_piece *piece,
				  struct perfdata_record *record)
{
	struct perfdata *recording;
	size_t at;

	made_begin(made, &full, 1);
	at = made_record(made, PERFDATA_SAMPLE, PERFDATA_MODE_KERNEL);
	add_fixed(made);
	add_variable(made);
	made_record_end(made, at);
	recording = open_made(made);
	at = 0;
	CHECK(recording && perfdata_next_piece(recording, piece));
	CHECK(perfdata_next_record(perfdata_facts(recording)->is_swapped, piece, &at, record));
	return recording;
}

static void every_field_is_found(bool is_big)
{
	struct made made = {.is_big = is_big};
	const struct perfdata_event *event;
	struct perfdata_sample sample;
	struct perfdata_record record;
	struct perfdata_piece piece;
	struct perfdata *recording = open_full(&made, &piece, &record);
	const bool is_swapped = is_swapped_here(is_big);

	CHECK(perfdata_facts(recording)->is_swapped == is_swapped);
	CHECK(perfdata_sample_decode(recording, &record, &event, &sample) == PERFDATA_GOOD);
	CHECK(event == perfdata_event_of(recording, 9));
	CHECK(sample.id == 9 && sample.ip == 0x1234 && sample.pid == 2 && sample.tid == 3);
	CHECK(sample.time == 100 && sample.address == 0xABCD && sample.cpu == 6);
	CHECK(sample.period == 55 && sample.mode == PERFDATA_MODE_KERNEL);
	CHECK(sample.has_tid && sample.has_time && sample.has_cpu && sample.has_period);
	CHECK(sample.has_chain && sample.has_ip);
	CHECK(sample.read_size == 9 * 8 && perfdata_u64(is_swapped, sample.read) == 2);
	CHECK(perfdata_u64(is_swapped, sample.read + 24) == 80);
	CHECK(sample.chain_count == 3 && perfdata_u64(is_swapped, sample.chain + 16) == 0x33);
	CHECK(sample.branch_count == 1 && perfdata_u64(is_swapped, sample.branches) == 0x44);
	CHECK(sample.user_abi == 2 && perfdata_u64(is_swapped, sample.user_regs + 24) == 0xA8);
	CHECK(sample.user_stack_size == 5 && memcmp(sample.user_stack, "stack", 5) == 0);
	CHECK(sample.cgroup == 77);
	sample.time = 0;
	CHECK(perfdata_sample_glance(recording, &record, &event, &sample) == PERFDATA_GOOD);
	CHECK(sample.time == 100 && sample.has_time && sample.mode == PERFDATA_MODE_KERNEL);
	perfdata_close(recording);
	buf_release(&made.out);
}

/* A copy of its own size, so that a sanitizer sees what is read after it. */
static enum perfdata_decoded decode_copy(const struct perfdata *recording,
					 struct perfdata_record record)
{
	char *copy = memcpy(malloc(record.body.len + 1), record.body.ptr, record.body.len);
	const struct perfdata_event *event;
	struct perfdata_sample sample;
	enum perfdata_decoded decoded;

	record.body.ptr = copy;
	decoded = perfdata_sample_decode(recording, &record, &event, &sample);
	free(copy);
	return decoded;
}

CASE(a_sample_that_is_too_short_is_damaged)
{
	struct made made = {.is_big = false};
	struct perfdata_record record;
	struct perfdata_piece piece;
	struct perfdata *recording = open_full(&made, &piece, &record);

	CHECK(decode_copy(recording, record) == PERFDATA_GOOD);
	while (record.body.len > 0) {
		record.body.len--;
		CHECK(decode_copy(recording, record) == PERFDATA_DAMAGED);
	}
	perfdata_close(recording);
	buf_release(&made.out);
}

/* Counts that are too large, also where a product would not fit in 64 bits. */
CASE(counts_beyond_the_sample_are_damage)
{
	static const uint64_t counts[] = {40, UINT64_C(1) << 32, UINT64_C(1) << 60,
					  UINT64_C(1) << 61, UINT64_MAX};
	struct made made = {.is_big = false};
	struct perfdata_record record;
	struct perfdata_piece piece;
	struct perfdata *recording = open_full(&made, &piece, &record);
	size_t at, i;

	for (at = 0; at + 8 <= record.body.len; at += 8) {
		for (i = 0; i < ARRAY_LEN(counts); i++) {
			char body[1024];
			struct perfdata_record other = record;
			struct made count = {.is_big = made.is_big};

			made_u64(&count, counts[i]);
			memcpy(body, record.body.ptr, record.body.len);
			memcpy(body + at, count.out.ptr, 8);
			buf_release(&count.out);
			other.body.ptr = body;
			/*
			 * numbers of the READ group, the chain, branches; sizes of the stack and
			 * AUX
			 */
			if (at == 72 || at == 144 || at == 192 || at == 280 || at == 376)
				CHECK(decode_copy(recording, other) == PERFDATA_DAMAGED);
			else
				decode_copy(recording, other);
		}
	}
	perfdata_close(recording);
	buf_release(&made.out);
}

static const struct made_attribute three[] = {
	{.type = 1, .config = 0, .sample_type = MADE_IDENTIFIER | MADE_IP, .id = 11},
	{.type = 1, .config = 2, .sample_type = MADE_IDENTIFIER | MADE_IP | MADE_TIME, .id = 12},
	{.type = 0, .config = 0, .sample_type = MADE_IDENTIFIER | MADE_IP, .period = 3, .id = 13},
};

static enum perfdata_decoded decode_id(const struct perfdata *recording, uint64_t id,
				       const struct perfdata_event **event)
{
	struct made body = {.is_big = false};
	struct perfdata_record record = {.type = PERFDATA_SAMPLE};
	struct perfdata_sample sample;
	enum perfdata_decoded decoded, seen;

	made_u64(&body, id);
	made_zeros(&body, 16);
	record.body = buf_slice(&body.out);
	decoded = perfdata_sample_decode(recording, &record, event, &sample);
	seen = perfdata_sample_glance(recording, &record, event, &sample);
	CHECK(seen == decoded);
	CHECK(decoded != PERFDATA_GOOD || sample.has_time == (id == 12));
	buf_release(&body.out);
	return decoded;
}

CASE(samples_are_of_the_event_that_has_their_id)
{
	struct made made = {.is_big = false};
	const struct perfdata_event *event, *events;
	struct perfdata *recording;
	size_t count, i;

	made_begin(&made, three, 3);
	made_comm(&made, 1);
	recording = open_made(&made);
	events = perfdata_events(recording, &count);
	CHECK(count == 3);
	for (i = 0; i < 3; i++)
		CHECK(decode_id(recording, 11 + i, &event) == PERFDATA_GOOD && event == &events[i]);
	CHECK(decode_id(recording, 14, &event) == PERFDATA_NO_EVENT);
	CHECK(slice_equal(events[1].name, SLICE("page-faults")));
	CHECK(slice_equal(events[2].name, SLICE("cycles")));
	perfdata_close(recording);
	buf_release(&made.out);
}

CASE(without_ids_the_first_event_has_all_samples)
{
	struct made_attribute two[2] = {made_usual, made_usual};
	struct made made = {.is_big = false};
	struct made_sums sums;

	two[1].sample_type = MADE_IP;
	made_begin(&made, two, 2);
	made_sample(&made, 5, 0x1000);
	made_end(&made);
	sums = made_sum_file(buf_slice(&made.out));
	CHECK(sums.samples == 1 && sums.frames == 2);
	buf_release(&made.out);
}

CASE(one_event_has_samples_of_any_id)
{
	struct made made = {.is_big = false};
	struct made_sums sums;
	size_t at;

	made_begin(&made, three, 1);
	at = made_record(&made, PERFDATA_SAMPLE, 0);
	made_u64(&made, 4711);
	made_u64(&made, 0x1000);
	made_record_end(&made, at);
	made_end(&made);
	sums = made_sum_file(buf_slice(&made.out));
	CHECK(sums.samples == 1 && sums.strange == 0);
	buf_release(&made.out);
}

/* MMAP without its name, then the trailer, whose layout the id tells. */
CASE(a_trailer_is_found_from_the_end)
{
	struct made_attribute two[2] = {made_usual, made_usual};
	struct made made = {.is_big = true};
	struct perfdata_record record;
	struct perfdata_piece piece;
	struct perfdata_sample trailer;
	struct perfdata *recording;
	struct slice rest;
	size_t at, next = 0;

	two[0].sample_type = MADE_IDENTIFIER | MADE_TID | MADE_TIME | MADE_CPU;
	two[1].sample_type = MADE_IDENTIFIER | MADE_TIME;
	two[1].id = 8;
	made_begin(&made, two, 2);
	at = made_record(&made, PERFDATA_COMM, 0);
	made_text(&made, SLICE("0123456"), 8);
	made_u32(&made, 21);
	made_u32(&made, 22);
	made_u64(&made, 99);
	made_u32(&made, 4);
	made_u32(&made, 0);
	made_u64(&made, 7);
	made_record_end(&made, at);
	at = made_record(&made, PERFDATA_COMM, 0);
	made_text(&made, SLICE("0123456"), 8);
	made_u64(&made, 0);
	made_u64(&made, 98);
	made_u64(&made, 8);
	made_record_end(&made, at);
	at = made_record(&made, PERFDATA_COMM, 0);
	made_text(&made, SLICE("0123456"), 8);
	made_record_end(&made, at);
	recording = open_made(&made);
	CHECK(recording && perfdata_next_piece(recording, &piece));
	CHECK(perfdata_next_record(is_swapped_here(true), &piece, &next, &record));
	perfdata_trailer(recording, &record, &trailer, &rest);
	CHECK(rest.len == 8 && trailer.pid == 21 && trailer.tid == 22 && trailer.time == 99);
	CHECK(trailer.cpu == 4 && trailer.id == 7 && trailer.has_cpu && trailer.has_time);
	CHECK(perfdata_next_record(is_swapped_here(true), &piece, &next, &record));
	perfdata_trailer(recording, &record, &trailer, &rest);
	CHECK(rest.len == 16 && !trailer.has_tid && trailer.time == 98 && trailer.id == 8);
	CHECK(perfdata_next_record(is_swapped_here(true), &piece, &next, &record));
	perfdata_trailer(recording, &record, &trailer, &rest);
	CHECK(rest.len == 8 && !trailer.has_time && !trailer.has_tid); /* too short for one */
	perfdata_close(recording);
	buf_release(&made.out);
}

TEST(perfdata_sample)
{
	diag_set_level(DIAG_SILENT);
	scratch_begin();
	every_field_is_found(false);
	every_field_is_found(true);
	check_cases();
	scratch_end();
	return check_done();
}
