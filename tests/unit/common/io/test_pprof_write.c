/* SPDX-License-Identifier: MIT */
#include "common/io/decompress.h"
#include "common/io/pprof.h"
#include "tests/unit/check.h"

static const struct pprof_type cpu[] = {
	{SLICE_INIT("samples"), SLICE_INIT("count")},
	{SLICE_INIT("cpu"), SLICE_INIT("nanoseconds")},
};

/* One field of a message. */
struct field {
	unsigned number;
	uint64_t value;     /* of wire type 0 */
	struct slice bytes; /* of wire type 2 */
};

static bool take_varint(struct slice *in, uint64_t *value)
{
	unsigned shift = 0;

	for (*value = 0; in->len > 0 && shift < 64; shift += 7) {
		unsigned char byte = (unsigned char)in->ptr[0];

		*in = slice_tail(*in, 1);
		*value |= (uint64_t)(byte & 0x7F) << shift;
		if (byte < 0x80)
			return true;
	}
	return false;
}

static bool take_field(struct slice *in, struct field *field)
{
	uint64_t tag;

	*field = (struct field){0};
	if (!take_varint(in, &tag) || !take_varint(in, &field->value))
		return false;
	field->number = (unsigned)(tag >> 3);
	if ((tag & 7) == 0)
		return true;
	CHECK((tag & 7) == 2 && field->value <= in->len);
	field->bytes = slice_head(*in, (size_t)field->value);
	*in = slice_tail(*in, (size_t)field->value);
	return true;
}

/* The field of this number, the first is 0; all 0 where there are not so many. */
static struct field field_at(struct slice message, unsigned number, unsigned index)
{
	struct field field;

	while (take_field(&message, &field)) {
		if (field.number == number && index-- == 0)
			return field;
	}
	return (struct field){0};
}

static unsigned fields_of(struct slice message, unsigned number)
{
	struct field field;
	unsigned count = 0;

	while (take_field(&message, &field))
		count += field.number == number;
	return count;
}

static struct slice string_at(struct slice profile, uint64_t index)
{
	return field_at(profile, 6, (unsigned)index).bytes;
}

/* A number of a message in a field of a profile. */
static uint64_t number_in(struct slice profile, unsigned field, unsigned index, unsigned number)
{
	return field_at(field_at(profile, field, index).bytes, number, 0).value;
}

static struct pprof_frame name_only(const struct pprof_line *line)
{
	return (struct pprof_frame){.lines = line, .line_count = 1};
}

/* The bytes of a profile of one stack. */
static struct buf write_one(const struct pprof_head *head, const struct pprof_stack *stack)
{
	struct buf out = {0}, problem = {0};
	struct pprof_writer *writer = pprof_writer_new(head, &problem);

	CHECK(writer && pprof_writer_add(writer, stack, &problem));
	CHECK(writer && pprof_writer_finish(writer, false, &out, &problem));
	CHECK(problem.len == 0);
	pprof_writer_free(writer);
	buf_release(&problem);
	return out;
}

CASE(a_profile_without_a_sample_type_is_refused)
{
	struct buf problem = {0};

	CHECK(!pprof_writer_new(&(struct pprof_head){0}, &problem));
	CHECK(slice_equal(buf_slice(&problem), SLICE("a profile without a sample type")));
	buf_release(&problem);
}

CASE(a_sample_has_a_value_for_each_type)
{
	const struct pprof_head head = {.types = cpu, .type_count = 2};
	const int64_t values[] = {1, 2, 3};
	size_t count;

	for (count = 0; count <= 3; count++) {
		const struct pprof_stack stack = {.values = values, .value_count = count};
		struct buf problem = {0};
		struct pprof_writer *writer = pprof_writer_new(&head, &problem);

		CHECK(pprof_writer_add(writer, &stack, &problem) == (count == 2));
		CHECK((problem.len == 0) == (count == 2));
		pprof_writer_free(writer);
		buf_release(&problem);
	}
}

CASE(mappings_that_overlap_are_refused)
{
	struct pprof_mapping mappings[] = {{.start = 20, .end = 30}, {.start = 10, .end = 20}};
	const struct pprof_head head = {
		.types = cpu, .type_count = 2, .mappings = mappings, .mapping_count = 2};
	struct buf problem = {0};
	struct pprof_writer *writer = pprof_writer_new(&head, &problem);

	CHECK(writer && problem.len == 0);
	pprof_writer_free(writer);
	mappings[1].end = 21;
	CHECK(!pprof_writer_new(&head, &problem) &&
	      slice_contains(buf_slice(&problem), SLICE("0x14")));
	buf_reset(&problem);
	mappings[1].end = 9;
	CHECK(!pprof_writer_new(&head, &problem) && problem.len > 0);
	buf_release(&problem);
}

CASE(the_last_type_is_shown_by_default)
{
	const struct pprof_head head = {.types = cpu,
					.type_count = 2,
					.period_type = cpu[1],
					.period = 10101010,
					.time_nanos = 77,
					.duration_nanos = 88};
	const int64_t values[] = {1, -10};
	const struct pprof_stack stack = {.values = values, .value_count = 2};
	struct buf out = write_one(&head, &stack);
	struct slice profile = buf_slice(&out), packed;
	uint64_t value;

	CHECK(string_at(profile, 0).len == 0 && fields_of(profile, 6) > 1);
	CHECK(fields_of(profile, 1) == 2 && fields_of(profile, 2) == 1);
	CHECK(slice_equal(string_at(profile, number_in(profile, 1, 0, 1)), SLICE("samples")));
	CHECK(slice_equal(string_at(profile, number_in(profile, 1, 1, 2)), SLICE("nanoseconds")));
	CHECK(slice_equal(string_at(profile, field_at(profile, 14, 0).value), SLICE("cpu")));
	CHECK(slice_equal(string_at(profile, number_in(profile, 11, 0, 1)), SLICE("cpu")));
	CHECK(field_at(profile, 12, 0).value == 10101010);
	CHECK(field_at(profile, 9, 0).value == 77 && field_at(profile, 10, 0).value == 88);
	packed = field_at(field_at(profile, 2, 0).bytes, 2, 0).bytes;
	CHECK(take_varint(&packed, &value) && value == 1);
	CHECK(take_varint(&packed, &value) && value == (uint64_t)-10 && packed.len == 0);
	buf_release(&out);
}

CASE(equal_things_are_stored_once)
{
	const struct pprof_line lines[] = {{.function = SLICE("main")},
					   {.function = SLICE("work")}};
	const struct pprof_frame frames[] = {
		name_only(&lines[1]), name_only(&lines[1]), {0}, name_only(&lines[0])};
	const struct pprof_head head = {.types = cpu, .type_count = 1};
	const int64_t value = 5;
	const struct pprof_stack stack = {
		.frames = frames, .count = 4, .values = &value, .value_count = 1};
	struct buf out = write_one(&head, &stack);
	struct slice profile = buf_slice(&out);

	CHECK(fields_of(profile, 4) == 2 && fields_of(profile, 5) == 2);
	CHECK(fields_of(profile, 3) == 0);
	CHECK(number_in(profile, 4, 0, 1) == 1 && number_in(profile, 4, 1, 1) == 2);
	CHECK(number_in(profile, 5, 0, 1) == 1 && number_in(profile, 5, 1, 1) == 2);
	CHECK(slice_equal(string_at(profile, number_in(profile, 5, 0, 2)), SLICE("work")));
	/* the frame of which nothing is known is left out */
	CHECK(slice_equal(field_at(field_at(profile, 2, 0).bytes, 1, 0).bytes, SLICE("\1\1\2")));
	buf_release(&out);
}

CASE(addresses_are_those_of_their_file)
{
	const struct pprof_mapping mappings[] = {
		{0x9000, 0xA000, 0x100, SLICE("libother.so"), SLICE("")},
		{0x5000, 0x6000, 0x2000, SLICE("/bin/app"), SLICE("\xAB\x01")},
	};
	const struct pprof_line inlined[] = {
		{.function = SLICE("inner"), .file = SLICE("a.c"), .line = 7},
		{.function = SLICE("outer"), .file = SLICE("a.c"), .line = 9}};
	const struct pprof_frame frames[] = {
		{.address = 0x5010, .lines = inlined, .line_count = 2},
		{.address = 0x5FFF},
		{.address = 0x6000},
		{.address = 0x9000},
	};
	const struct pprof_head head = {
		.types = cpu, .type_count = 1, .mappings = mappings, .mapping_count = 2};
	const int64_t value = 1;
	const struct pprof_stack stack = {
		.frames = frames, .count = 4, .values = &value, .value_count = 1};
	struct buf out = write_one(&head, &stack);
	struct slice profile = buf_slice(&out);
	unsigned flag;

	CHECK(number_in(profile, 4, 0, 2) == 2 && number_in(profile, 4, 0, 3) == 0x2010);
	CHECK(number_in(profile, 4, 1, 2) == 2 && number_in(profile, 4, 1, 3) == 0x2FFF);
	CHECK(number_in(profile, 4, 2, 2) == 0 && number_in(profile, 4, 2, 3) == 0x6000);
	CHECK(number_in(profile, 4, 3, 2) == 1 && number_in(profile, 4, 3, 3) == 0x100);
	CHECK(fields_of(field_at(profile, 4, 0).bytes, 4) == 2);
	CHECK(number_in(profile, 3, 0, 1) == 1 && number_in(profile, 3, 1, 1) == 2);
	CHECK(number_in(profile, 3, 1, 2) == 0 && number_in(profile, 3, 1, 3) == 0);
	CHECK(slice_equal(string_at(profile, number_in(profile, 3, 1, 5)), SLICE("/bin/app")));
	CHECK(slice_equal(string_at(profile, number_in(profile, 3, 1, 6)), SLICE("ab01")));
	for (flag = 7; flag <= 10; flag++) {
		CHECK(number_in(profile, 3, 0, flag) == 0);
		CHECK(number_in(profile, 3, 1, flag) == 1);
	}
	buf_release(&out);
}

CASE(labels_say_annotation_and_thread)
{
	const struct pprof_head head = {
		.types = cpu, .type_count = 1, .annotation_key = SLICE("span")};
	const int64_t value = 1;
	const struct pprof_stack stack = {.values = &value,
					  .value_count = 1,
					  .annotation = SLICE("GET /"),
					  .thread = SLICE("main"),
					  .thread_id = 42};
	struct buf out = write_one(&head, &stack);
	struct slice profile = buf_slice(&out), sample = field_at(profile, 2, 0).bytes;

	CHECK(fields_of(sample, 3) == 3);
	CHECK(slice_equal(string_at(profile, number_in(sample, 3, 0, 1)), SLICE("span")));
	CHECK(slice_equal(string_at(profile, number_in(sample, 3, 0, 2)), SLICE("GET /")));
	CHECK(slice_equal(string_at(profile, number_in(sample, 3, 1, 1)), SLICE("thread")));
	CHECK(slice_equal(string_at(profile, number_in(sample, 3, 1, 2)), SLICE("main")));
	CHECK(slice_equal(string_at(profile, number_in(sample, 3, 2, 1)), SLICE("thread_id")));
	CHECK(number_in(sample, 3, 2, 2) == 0 && number_in(sample, 3, 2, 3) == 42);
	buf_release(&out);
}

CASE(gzip_holds_the_same_bytes)
{
	const struct pprof_head head = {.types = cpu, .type_count = 2};
	struct buf raw = {0}, packed = {0}, problem = {0}, back = {0};
	struct pprof_writer *writer = pprof_writer_new(&head, &problem);
	struct pprof_writer *other = pprof_writer_new(&head, &problem);
	struct decoder *decoder = decoder_new(COMPRESSION_GZIP);
	struct slice in;
	size_t room = 4096;

	if (decoder) {
		CHECK(pprof_writer_finish(writer, false, &raw, &problem));
		CHECK(pprof_writer_finish(other, true, &packed, &problem));
		in = buf_slice(&packed);
		CHECK(decoder_run(decoder, &in, buf_reserve(&back, room), &room));
		back.len = 4096 - room;
		CHECK(decoder_is_whole(decoder) && in.len == 0);
		CHECK(slice_equal(buf_slice(&back), buf_slice(&raw)));
	} else {
		CHECK(!pprof_writer_finish(writer, true, &packed, &problem) && problem.len > 0);
	}
	decoder_free(decoder);
	pprof_writer_free(writer);
	pprof_writer_free(other);
	buf_release(&raw);
	buf_release(&packed);
	buf_release(&problem);
	buf_release(&back);
}

TEST_CASES(pprof_write)
