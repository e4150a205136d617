/* SPDX-License-Identifier: MIT */
/* A table of rules finds the same things, however the document is cut into chunks. */
#include "collapse/json/document.h"

#include "common/base/diag.h"
#include "tests/unit/check.h"
#include "tests/unit/scratch.h"

enum { ROOT = DOCUMENT_TOP + 1, NODES, NODE, NAMED, ID = 1, WEIGHT };

static const struct document_rule rules[] = {
	{DOCUMENT_TOP, .object = ROOT},
	{ROOT, SLICE_INIT("nodes"), .array = NODES},
	{ROOT, SLICE_INIT("named"), .object = NAMED},
	{NODES, .object = NODE},
	{NODE, SLICE_INIT("id"), .field = ID},
	{NAMED, .any = true, .field = WEIGHT},
};

struct state {
	struct document document;
	struct buf log;
};

static struct buf *log_of(struct ingest_run *run)
{
	return &((struct state *)run->state)->log;
}

static void enter(struct ingest_run *run, unsigned place)
{
	if (place == NODE)
		buf_add_char(log_of(run), '{');
}

static void leave(struct ingest_run *run, unsigned place)
{
	if (place == NODE)
		buf_add_char(log_of(run), '}');
}

static void value(struct ingest_run *run, unsigned field, enum json_event kind, struct slice text)
{
	(void)kind;
	if (field == WEIGHT) {
		buf_add(log_of(run), document_key(run));
		buf_add_char(log_of(run), '=');
	}
	buf_add(log_of(run), text);
	buf_add_char(log_of(run), ' ');
}

/* The log becomes the name of a stack. */
static void end(struct ingest_run *run)
{
	frame_id frame = profile_frame(&run->profile, buf_slice(log_of(run)));

	profile_add_count(&run->profile, &frame, 1, 1);
	buf_reset(log_of(run));
}

static void release(void *state)
{
	buf_release(&((struct state *)state)->log);
}

static const struct document_format format = {
	.rules = rules,
	.rule_count = ARRAY_LEN(rules),
	.enter = enter,
	.leave = leave,
	.value = value,
	.end = end,
	.state_size = sizeof(struct state),
	.release = release,
};

/* The log of each document, sorted, "|" between; then how many were broken and how many cut off. */
static struct buf read_files(const struct slice *paths, size_t count, size_t chunk_size)
{
	const struct ingest_format reader = document_ingest_format(&format);
	struct ingest_run run = {0};
	struct ingest_stats stats;
	struct buf out = {0};
	size_t i;
	struct input *input = input_open(&(struct input_options){
		.paths = paths,
		.count = count,
		.compat = personality_of("flamegraph"),
		.chunk_size = chunk_size,
		.records = reader.records,
	});

	CHECK(ingest(input, &reader, 1, &run, &stats));
	profile_close(&run.profile, PROFILE_BY_TEXT);
	for (i = 0; i < run.profile.count; i++) {
		const struct stack *stack = run.profile.stacks[i];

		buf_add_char(&out, '|');
		buf_add(&out, intern_name(&run.profile.names, stack->frames[0]));
	}
	buf_printf(&out, "|%llu %llu", (unsigned long long)run.notes.kinds[STREAM_BROKEN].count,
		   (unsigned long long)run.notes.kinds[STREAM_CUT].count);
	ingest_release(&run);
	input_close(input);
	return out;
}

static bool gives(const char *text, const char *expected)
{
	const struct slice path = slice_from(scratch_write("in", slice_from(text)));
	bool same = true;
	size_t size;

	for (size = 1; size < 100 && same; size++) {
		struct buf out = read_files(&path, 1, size);

		same = slice_equal(buf_slice(&out), slice_from(expected));
		if (!same)
			fprintf(stderr, "%s, by %zu: %.*s\n", text, size,
				SLICE_ARG(buf_slice(&out)));
		buf_release(&out);
	}
	return same;
}

CASE(rules_lead_to_values)
{
	CHECK(gives("{\"nodes\": [{\"id\": 1}, {\"no\": 2, \"id\": \"x\"}, 3]}", "|{1 }{x }|0 0"));
	CHECK(gives("{\"named\": {\"a\": 1, \"b\": 2}}", "|a=1 b=2 |0 0"));
}

CASE(members_without_a_rule_are_skipped)
{
	CHECK(gives(
		"{\"other\": {\"nodes\": [{\"id\": 9}]}, \"nodes\": [[{\"id\": 8}], {\"id\": 1}]}",
		"|{1 }|0 0"));
}

CASE(documents_follow_each_other)
{
	CHECK(gives("{\"nodes\": [{\"id\": 1}]}\n{\"nodes\": [{\"id\": 2}]}\n", "|{1 }|{2 }|0 0"));
}

CASE(broken_and_cut_documents_are_noted)
{
	CHECK(gives("{\"nodes\": [{\"id\": 1}, {\"id\": 2", "|{1 }{2 |0 1"));
	CHECK(gives("{\"nodes\": [{\"id\": 1}, }", "|{1 }|1 0"));
}

CASE(a_file_ends_a_document)
{
	const struct slice paths[] = {
		slice_from(scratch_write("one", SLICE("{\"nodes\": [{\"id\": 1}"))),
		slice_from(scratch_write("two", SLICE("{\"nodes\": [{\"id\": 2}]}"))),
	};
	struct buf out = read_files(paths, ARRAY_LEN(paths), 7);

	CHECK(slice_equal(buf_slice(&out), SLICE("|{1 }|{2 }|0 1")));
	buf_release(&out);
}

TEST(document)
{
	diag_init("test");
	if (!json_available())
		return 77;
	scratch_begin();
	check_cases();
	scratch_end();
	return check_done();
}
