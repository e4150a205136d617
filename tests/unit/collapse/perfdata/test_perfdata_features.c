/* SPDX-License-Identifier: MIT */
/* The content of features: names of events, builds of files, the machine. */
#include "common/base/diag.h"
#include "tests/unit/collapse/perfdata/made_recording.h"

enum { BUILD_ID = 2, HOST = 3, RELEASE = 4, ARCH = 6, COMMAND = 11, EVENT_DESC = 12 };

static void add_text(struct made *made, struct slice text)
{
	made_u32(made, (uint32_t)text.len + 3);
	made_text(made, text, text.len + 3);
}

/* BUILD_ID holds records; the second one says how long its id is. */
static void add_build_ids(struct made *made)
{
	size_t at = made_record(made, 0, PERFDATA_MODE_USER);

	made_u32(made, 300);
	made_text(made, SLICE("abcdefghijklmnopqrst"), 24);
	made_text(made, SLICE("/bin/a"), 8);
	made_record_end(made, at);
	at = made_record(made, 0, PERFDATA_MODE_KERNEL | 1 << 15);
	made_u32(made, UINT32_MAX);
	made_text(made, SLICE("abcdefghijklmnop"), 20);
	made_text(made, SLICE("\x10"), 4);
	made_text(made, SLICE("[kernel.kallsyms]"), 24);
	made_record_end(made, at);
}

/* Events 2 and 1, distinguished by their ids. */
static void add_event_desc(struct made *made)
{
	static const uint64_t ids[] = {8, 7};
	size_t i;

	made_u32(made, 2);
	made_u32(made, 112);
	for (i = 0; i < 2; i++) {
		made_attribute(made, &made_usual);
		made_u32(made, 1);
		add_text(made, i == 0 ? SLICE("second:u") : SLICE("first"));
		made_u64(made, ids[i]);
	}
}

static void add_command(struct made *made)
{
	made_u32(made, 3);
	add_text(made, SLICE("perf"));
	add_text(made, SLICE("record"));
	add_text(made, SLICE("a b"));
}

static const struct {
	unsigned bit;
	void (*add)(struct made *made);
	struct slice text;
} features[] = {
	{BUILD_ID, add_build_ids, {NULL, 0}},   {HOST, NULL, SLICE_INIT("demo")},
	{RELEASE, NULL, SLICE_INIT("6.18.44")}, {ARCH, NULL, SLICE_INIT("x86_64")},
	{COMMAND, add_command, {NULL, 0}},      {EVENT_DESC, add_event_desc, {NULL, 0}},
};

/* A file of two events with all features; `in_pairs`: bits as two numbers of 32 bits. */
static struct made whole_file(bool is_big, bool in_pairs)
{
	struct made_attribute two[2] = {made_usual, made_usual};
	struct made made = {.is_big = is_big};
	uint64_t bits = 0;
	size_t i, table;

	two[0].sample_type = two[1].sample_type = MADE_USUAL | MADE_IDENTIFIER;
	two[1].id = 8;
	made_begin(&made, two, 2);
	made_comm(&made, 1);
	made_end(&made);
	table = made.out.len;
	made_zeros(&made, 16 * ARRAY_LEN(features));
	for (i = 0; i < ARRAY_LEN(features); i++) {
		const size_t at = made.out.len;

		bits |= UINT64_C(1) << features[i].bit;
		if (features[i].add)
			features[i].add(&made);
		else
			add_text(&made, features[i].text);
		made_set(&made, table + 16 * i, at, 8);
		made_set(&made, table + 16 * i + 8, made.out.len - at, 8);
	}
	if (in_pairs)
		made_set(&made, 72, bits, 4);
	else
		made_set(&made, 72, bits, 8);
	return made;
}

static struct perfdata *open_made(const struct made *made, size_t size)
{
	return perfdata_open(scratch_write("made.data", slice_head(buf_slice(&made->out), size)));
}

static void check_names(const struct perfdata *recording)
{
	size_t count;
	const struct perfdata_event *events = perfdata_events(recording, &count);

	CHECK(count == 2);
	CHECK(slice_equal(events[0].name, SLICE("first")));
	CHECK(slice_equal(events[1].name, SLICE("second:u")));
}

static void check_build_ids(const struct perfdata *recording)
{
	size_t count;
	const struct perfdata_build_id *ids = perfdata_build_ids(recording, &count);

	CHECK(count == 2);
	CHECK(ids[0].pid == 300 && slice_equal(ids[0].name, SLICE("/bin/a")));
	CHECK(slice_equal(ids[0].id, SLICE("abcdefghijklmnopqrst")));
	CHECK(ids[1].pid == -1 && slice_equal(ids[1].name, SLICE("[kernel.kallsyms]")));
	CHECK(slice_equal(ids[1].id, SLICE("abcdefghijklmnop")));
	CHECK((ids[1].misc & 7) == PERFDATA_MODE_KERNEL);
}

static void check_texts(const struct perfdata *recording)
{
	CHECK(slice_equal(perfdata_facts(recording)->texts[PERFDATA_ARCH], SLICE("x86_64")));
	CHECK(slice_equal(perfdata_facts(recording)->texts[PERFDATA_HOST], SLICE("demo")));
	CHECK(slice_equal(perfdata_facts(recording)->texts[PERFDATA_RELEASE], SLICE("6.18.44")));
	CHECK(slice_equal(perfdata_facts(recording)->texts[PERFDATA_COMMAND],
			  SLICE("perf record a b")));
}

CASE(features_are_read_in_every_form)
{
	unsigned form;

	for (form = 0; form < 3; form++) {
		struct made made = whole_file(form > 0, form > 1);
		struct perfdata *recording = open_made(&made, made.out.len);

		CHECK(recording && !perfdata_facts(recording)->counts.is_cut);
		check_names(recording);
		check_build_ids(recording);
		check_texts(recording);
		perfdata_close(recording);
		buf_release(&made.out);
	}
}

CASE(features_that_are_cut_cost_themselves_alone)
{
	struct made made = whole_file(false, false);
	size_t end, data = 104 + 16 + 256 + 40;

	for (end = data; end < made.out.len; end++) {
		struct perfdata *recording = open_made(&made, end);

		CHECK(recording && perfdata_facts(recording)->counts.is_cut);
		CHECK(made_sum(recording).trailers == 1);
	}
	buf_release(&made.out);
}

/* Records of a pipe have what sections of a file have. */
CASE(a_pipe_has_features_in_records)
{
	struct made made = {.is_big = true};
	struct made_stream stream;
	struct perfdata *recording;
	size_t at, count;

	buf_add(&made.out, SLICE("2ELIFREP"));
	made_u64(&made, 16);
	at = made_record(&made, PERFDATA_HEADER_ATTR, 0);
	made_attribute(&made, &made_usual);
	made_u64(&made, 7);
	made_record_end(&made, at);
	at = made_record(&made, PERFDATA_HEADER_FEATURE, 0);
	made_u64(&made, ARCH);
	add_text(&made, SLICE("s390x"));
	made_record_end(&made, at);
	at = made_record(&made, PERFDATA_HEADER_BUILD_ID, PERFDATA_MODE_USER);
	made_u32(&made, 300);
	made_text(&made, SLICE("abcdefghijklmnopqrst"), 24);
	made_text(&made, SLICE("/bin/a"), 8);
	made_record_end(&made, at);
	made_comm(&made, 1);
	stream = (struct made_stream){buf_slice(&made.out), 10};
	recording = perfdata_open_stream("stream", made_read, &stream);
	CHECK(recording &&
	      slice_equal(perfdata_facts(recording)->texts[PERFDATA_ARCH], SLICE("s390x")));
	CHECK(perfdata_build_ids(recording, &count) && count == 1);
	perfdata_close(recording);
	buf_release(&made.out);
}

static void check_made_name(struct made_attribute attribute, struct slice name)
{
	struct made made = {.is_big = false};
	struct perfdata *recording;
	size_t count;

	attribute.sample_type = MADE_USUAL;
	made_begin(&made, &attribute, 1);
	made_comm(&made, 1);
	made_end(&made);
	recording = open_made(&made, made.out.len);
	CHECK(slice_equal(perfdata_events(recording, &count)->name, name));
	perfdata_close(recording);
	buf_release(&made.out);
}

CASE(events_without_names_get_one)
{
	enum { USER = 1 << 4, KERNEL = 1 << 5, HV = 1 << 6, HOST_OUT = 1 << 19, GUEST = 1 << 20 };
	const uint64_t precise = 1 << 15;

	check_made_name((struct made_attribute){.type = 0}, SLICE("cycles"));
	check_made_name((struct made_attribute){.type = 0, .config = 9}, SLICE("ref-cycles"));
	check_made_name((struct made_attribute){.type = 0, .config = 10},
			SLICE("type 0 config 0xa"));
	check_made_name((struct made_attribute){.type = 1, .flags = KERNEL}, SLICE("cpu-clock:uh"));
	check_made_name((struct made_attribute){.type = 1, .config = 11}, SLICE("cgroup-switches"));
	check_made_name((struct made_attribute){.type = 0, .flags = KERNEL | HV | 3 * precise},
			SLICE("cycles:uppp"));
	check_made_name((struct made_attribute){.type = 0, .flags = HV | precise},
			SLICE("cycles:kup"));
	check_made_name((struct made_attribute){.type = 0, .flags = KERNEL | HV | GUEST},
			SLICE("cycles:u"));
	check_made_name((struct made_attribute){.type = 0, .flags = GUEST}, SLICE("cycles"));
	check_made_name((struct made_attribute){.type = 0, .flags = HOST_OUT}, SLICE("cycles:G"));
	check_made_name((struct made_attribute){.type = 0, .flags = USER | HV}, SLICE("cycles:k"));
	check_made_name((struct made_attribute){.type = 2, .config = 7}, SLICE("unknown:unknown"));
	check_made_name((struct made_attribute){.type = 2, .config = 7, .flags = KERNEL | GUEST},
			SLICE("unknown:unknown"));
	check_made_name((struct made_attribute){.type = 3}, SLICE("L1-dcache-loads"));
	check_made_name((struct made_attribute){.type = 3, .config = 2 | 1 << 8 | 1 << 16},
			SLICE("LLC-store-misses"));
	check_made_name((struct made_attribute){.type = 4, .config = 0x1A8}, SLICE("raw 0x1a8"));
	check_made_name((struct made_attribute){.type = 8, .config = 0x3C},
			SLICE("type 8 config 0x3c"));
}

TEST(perfdata_features)
{
	diag_set_level(DIAG_SILENT);
	scratch_begin();
	check_cases();
	scratch_end();
	return check_done();
}
