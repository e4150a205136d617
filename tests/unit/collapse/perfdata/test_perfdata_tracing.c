/* SPDX-License-Identifier: MIT */
/*
 * Tracepoints that only TRACING_DATA describes: in files, in pipes, of both byte orders, damaged.
 */
#include "common/base/diag.h"
#include "tests/unit/collapse/perfdata/made_recording.h"

enum { TRACING_DATA = 1 };

static const struct slice formats[] = {
	SLICE_INIT("name: kmalloc\nID: 450\nformat:\n"
		   "\tfield:size_t bytes_req;\toffset:24;\tsize:8;\tsigned:0;\n"),
	SLICE_INIT("name: kfree\nID: 451\nformat:\n"),
	SLICE_INIT("name: again\nID: 450\nformat:\n"),
	SLICE_INIT("name: \nID: 452\n"),
	SLICE_INIT("no format file\n"),
};

static void add_file(struct made *made, struct slice file)
{
	made_u64(made, file.len);
	buf_add(&made->out, file);
}

/* TRACING_DATA of a machine, which is not the one of the recording's other numbers. */
static void add_tracing(struct buf *out, bool is_big)
{
	struct made made = {.is_big = is_big};
	size_t i;

	buf_add(&made.out, SLICE("\x17\x08\x44tracing0.5\0"));
	buf_add_char(&made.out, (char)is_big);
	buf_add_char(&made.out, 8);
	made_u32(&made, 4096);
	buf_add(&made.out, SLICE("header_page\0"));
	add_file(&made, SLICE("\tfield: u64 timestamp;\n"));
	buf_add(&made.out, SLICE("header_event\0"));
	add_file(&made, SLICE("# compressed entry header\n"));
	made_u32(&made, 1);
	add_file(&made, SLICE("name: function\nID: 450\nformat:\n"));
	made_u32(&made, 2);
	buf_add(&made.out, SLICE("empty\0"));
	made_u32(&made, 0);
	buf_add(&made.out, SLICE("kmem\0"));
	made_u32(&made, ARRAY_LEN(formats));
	for (i = 0; i < ARRAY_LEN(formats); i++)
		add_file(&made, formats[i]);
	made_u32(&made, 0); /* kallsyms, then formats of printk */
	made_u32(&made, 0);
	buf_add(out, buf_slice(&made.out));
	buf_release(&made.out);
}

static struct made_attribute tracepoint(uint64_t number)
{
	struct made_attribute attribute = made_usual;

	attribute.type = PERFDATA_TRACEPOINT;
	attribute.config = 450 + number;
	attribute.sample_type = MADE_USUAL | MADE_IDENTIFIER;
	attribute.id = 7 + number;
	return attribute;
}

static struct made file_of(bool is_big, struct slice tracing)
{
	const struct made_attribute events[] = {tracepoint(0), tracepoint(1), tracepoint(2)};
	struct made made = {.is_big = is_big};
	size_t table;

	made_begin(&made, events, ARRAY_LEN(events));
	made_comm(&made, 1);
	made_end(&made);
	table = made.out.len;
	made_set(&made, 72, 1 << TRACING_DATA | 1 << 3, 8); /* a host is always there */
	made_u64(&made, table + 32);
	made_u64(&made, tracing.len);
	made_u64(&made, table + 32 + tracing.len);
	made_u64(&made, 0);
	buf_add(&made.out, tracing);
	return made;
}

/* `named`: the recording names its second event elsewhere. */
static struct made pipe_of(struct slice tracing, uint32_t size, bool named)
{
	struct made made = {.is_big = false};
	size_t at, i;

	buf_add(&made.out, SLICE("PERFILE2"));
	made_u64(&made, 16);
	for (i = 0; i < 3; i++) {
		const struct made_attribute attribute = tracepoint(i);

		at = made_record(&made, PERFDATA_HEADER_ATTR, 0);
		made_attribute(&made, &attribute);
		made_u64(&made, attribute.id);
		made_record_end(&made, at);
	}
	if (named) {
		at = made_record(&made, PERFDATA_EVENT_UPDATE, 0);
		made_u64(&made, 2);
		made_u64(&made, 8);
		made_text(&made, SLICE("mine"), 8);
		made_record_end(&made, at);
	}
	at = made_record(&made, PERFDATA_TRACING_DATA, 0);
	made_u32(&made, size);
	made_record_end(&made, at);
	buf_add(&made.out, tracing);
	made_zeros(&made, (8 - tracing.len % 8) % 8);
	made_comm(&made, 1);
	return made;
}

static bool is_named(const struct perfdata *recording, size_t number, struct slice name)
{
	size_t count;
	const struct perfdata_event *events = perfdata_events(recording, &count);

	return number < count && slice_equal(events[number].name, name);
}

static void check_names(struct perfdata *recording, struct slice second)
{
	size_t count;

	CHECK(recording && is_named(recording, 0, SLICE("kmem:kmalloc")));
	CHECK(recording && is_named(recording, 1, second));
	CHECK(recording && is_named(recording, 2, SLICE("unknown:unknown")));
	CHECK(recording &&
	      slice_contains(perfdata_events(recording, &count)[0].format, SLICE("bytes_req")));
	perfdata_close(recording);
}

static struct perfdata *open_stream(const struct made *made, struct made_stream *stream,
				    size_t step)
{
	*stream = (struct made_stream){buf_slice(&made->out), step};
	return perfdata_open_stream("stream", made_read, stream);
}

CASE(tracepoints_have_the_names_of_their_files)
{
	struct buf tracing = {0};
	unsigned i;

	for (i = 0; i < 4; i++) {
		struct made made, piped;
		struct made_stream stream;

		buf_reset(&tracing);
		add_tracing(&tracing, i & 1);
		made = file_of(i & 2, buf_slice(&tracing));
		check_names(perfdata_open(scratch_write("made.data", buf_slice(&made.out))),
			    SLICE("kmem:kfree"));
		check_names(open_stream(&made, &stream, 7), SLICE("kmem:kfree"));
		piped = pipe_of(buf_slice(&tracing), (uint32_t)tracing.len, false);
		check_names(perfdata_open(scratch_write("made.data", buf_slice(&piped.out))),
			    SLICE("kmem:kfree"));
		check_names(open_stream(&piped, &stream, 7), SLICE("kmem:kfree"));
		buf_release(&made.out);
		buf_release(&piped.out);
	}
	buf_release(&tracing);
}

CASE(names_of_the_recording_come_first)
{
	struct buf tracing = {0};
	struct made_stream stream;
	struct made piped;

	add_tracing(&tracing, false);
	piped = pipe_of(buf_slice(&tracing), (uint32_t)tracing.len, true);
	check_names(open_stream(&piped, &stream, 100), SLICE("mine"));
	buf_release(&piped.out);
	buf_release(&tracing);
}

/* Every cut, and every byte once another one. */
CASE(damage_costs_names_alone)
{
	struct buf tracing = {0};
	size_t i;

	add_tracing(&tracing, false);
	for (i = 0; i < tracing.len; i++) {
		struct made made = file_of(false, slice_head(buf_slice(&tracing), i));
		struct perfdata *recording = perfdata_open(
			scratch_write("made.data", buf_slice(&made.out)));

		CHECK(recording && is_named(recording, 2, SLICE("unknown:unknown")));
		perfdata_close(recording);
		buf_release(&made.out);
		tracing.ptr[i] = (char)~tracing.ptr[i];
		made = file_of(false, buf_slice(&tracing));
		recording = perfdata_open(scratch_write("made.data", buf_slice(&made.out)));
		CHECK(recording != NULL);
		perfdata_close(recording);
		buf_release(&made.out);
		tracing.ptr[i] = (char)~tracing.ptr[i];
	}
	buf_release(&tracing);
}

/* A size beyond the end, of more than is kept. */
CASE(a_size_that_lies_takes_no_memory)
{
	struct buf tracing = {0};
	struct made_stream stream;
	struct made piped;
	struct perfdata *recording;

	add_tracing(&tracing, false);
	piped = pipe_of(buf_slice(&tracing), UINT32_MAX, false);
	recording = open_stream(&piped, &stream, 100);
	CHECK(recording && perfdata_facts(recording)->counts.is_cut &&
	      is_named(recording, 0, SLICE("unknown:unknown")));
	perfdata_close(recording);
	buf_release(&piped.out);
	buf_release(&tracing);
}

TEST(perfdata_tracing)
{
	diag_set_level(DIAG_SILENT);
	scratch_begin();
	check_cases();
	unlink(scratch_path("made.data"));
	scratch_end();
	return check_done();
}
