/* SPDX-License-Identifier: MIT */
/* Recordings of simpleperf have more than perf's: long and split records, ids, features. */
#include "collapse/perfdata/recording_named.h"
#include "common/base/diag.h"
#include "tests/unit/collapse/perfdata/made_recording.h"

enum { FILE_FEATURE = 128, META_INFO = 129, FILE2 = 132, INIT_MAP = 134, PIPE_HEAD = 16 };

/* ---- Records ---- */

/* The records of a file or a pipe. */
static struct made with_head(const struct made *records, bool is_pipe)
{
	struct made made = {.is_big = records->is_big};
	size_t at;

	if (is_pipe) {
		buf_add(&made.out, made.is_big ? SLICE("2ELIFREP") : SLICE("PERFILE2"));
		made_u64(&made, PIPE_HEAD);
		at = made_record(&made, PERFDATA_HEADER_ATTR, 0);
		made_attribute(&made, &made_usual);
		made_u64(&made, 7);
		made_record_end(&made, at);
	} else {
		made_begin(&made, &made_usual, 1);
	}
	buf_add(&made.out, buf_slice(&records->out));
	if (!is_pipe)
		made_end(&made);
	return made;
}

CASE(records_of_its_own_may_be_longer_than_64_kib)
{
	static const size_t sizes[] = {8, 16, 65536, 65544, 262144, 262152, 5000000};
	size_t i;
	unsigned form;

	for (i = 0; i < ARRAY_LEN(sizes); i++) {
		for (form = 0; form < 4; form++) {
			struct made records = {.is_big = form & 1}, made;
			struct made_sums sums;

			made_sample(&records, 1, 0x1000);
			made_long_record(&records, sizes[i]);
			made_sample(&records, 2, 0x2000);
			made = with_head(&records, form & 2);
			sums = made_sum_file(buf_slice(&made.out));
			CHECK(sums.samples == 2 && sums.counts.simpleperf == 1);
			CHECK(!sums.counts.is_cut && sums.counts.unknown == 0);
			sums = made_sum_stream(buf_slice(&made.out), 4099);
			CHECK(sums.samples == 2 && sums.counts.simpleperf == 1);
			CHECK(!sums.counts.is_cut && sums.counts.unknown == 0);
			buf_release(&records.out);
			buf_release(&made.out);
		}
	}
}

/* Its size may be anything: no more is read than there is. */
CASE(a_long_record_that_is_cut_ends_the_recording)
{
	static const uint32_t sizes[] = {0, 7, 100, 200000, UINT32_MAX};
	size_t i;
	unsigned form;

	for (i = 0; i < 2 * ARRAY_LEN(sizes); i++) {
		struct made records = {.is_big = false}, made;
		struct made_sums sums[2];
		size_t at;

		made_sample(&records, 1, 0x1000);
		at = records.out.len;
		made_long_record(&records, 64);
		made_set(&records, at + 4, sizes[i / 2] >> 16, 2);
		made_set(&records, at + 6, sizes[i / 2] & 0xffff, 2);
		made = with_head(&records, i % 2);
		sums[0] = made_sum_file(buf_slice(&made.out));
		sums[1] = made_sum_stream(buf_slice(&made.out), 33);
		for (form = 0; form < 2; form++)
			CHECK(sums[form].samples == 1 && sums[form].counts.is_cut);
		buf_release(&records.out);
		buf_release(&made.out);
	}
}

/* A record in parts of a size, with an end or without. */
static void add_split(struct made *made, struct slice record, size_t part, bool has_end)
{
	size_t at;

	for (; record.len > 0; record = slice_tail(record, part < record.len ? part : record.len)) {
		at = made_record(made, PERFDATA_SPLIT, 0);
		buf_add(&made->out, slice_head(record, part < record.len ? part : record.len));
		made_long_record_end(made, at);
	}
	if (has_end)
		made_bare(made, PERFDATA_SPLIT_END);
}

/* Two samples, of which the first one is split. */
static struct made split_recording(size_t cut, size_t part, bool has_end, bool is_pipe)
{
	struct made sample = {.is_big = false}, records = {.is_big = false}, made;

	made_sample(&sample, 1, 0x1000);
	add_split(&records, slice_head(buf_slice(&sample.out), sample.out.len - cut), part,
		  has_end);
	made_sample(&records, 2, 0x2000);
	made = with_head(&records, is_pipe);
	buf_release(&sample.out);
	buf_release(&records.out);
	return made;
}

CASE(split_records_are_joined)
{
	size_t part;
	unsigned form;

	for (part = 1; part <= 72; part++) {
		for (form = 0; form < 2; form++) {
			struct made made = split_recording(0, part, true, form);
			struct made_sums sums = made_sum_file(buf_slice(&made.out));

			CHECK(sums.samples == 2 && sums.times == 3 && sums.ips == 3 * 0x3000 + 2);
			CHECK(!sums.counts.is_cut && !sums.counts.is_damaged);
			sums = made_sum_stream(buf_slice(&made.out), 5);
			CHECK(sums.samples == 2 && sums.times == 3);
			buf_release(&made.out);
		}
	}
}

CASE(split_records_that_lack_something_are_said)
{
	struct made made = split_recording(0, 24, false, false);
	struct made_sums sums = made_sum_file(buf_slice(&made.out));

	CHECK(sums.samples == 1 && sums.counts.is_cut);
	buf_release(&made.out);
	made = split_recording(8, 24, true, false);
	sums = made_sum_file(buf_slice(&made.out));
	CHECK(sums.samples == 1 && sums.counts.is_damaged);
	buf_release(&made.out);
}

CASE(records_tell_the_ids_of_events)
{
	struct made_attribute two[2] = {made_usual, made_usual};
	struct made made = {.is_big = false};
	struct perfdata *recording;
	struct perfdata_piece piece;
	const struct perfdata_event *events;
	size_t at, count;

	two[0].sample_type = two[1].sample_type = MADE_USUAL | MADE_IDENTIFIER;
	two[1].id = 8;
	made_begin(&made, two, 2);
	at = made_record(&made, PERFDATA_EVENT_ID, 0);
	made_u64(&made, UINT64_MAX); /* more than there are */
	made_u64(&made, 1);
	made_u64(&made, 70);
	made_u64(&made, 2); /* there is no such event */
	made_u64(&made, 71);
	made_u64(&made, 0);
	made_long_record_end(&made, at);
	made_comm(&made, 1);
	made_end(&made);
	recording = perfdata_open(scratch_write("made.data", buf_slice(&made.out)));
	CHECK(recording && perfdata_next_piece(recording, &piece));
	events = perfdata_events(recording, &count);
	CHECK(perfdata_event_of(recording, 70) == &events[1]);
	CHECK(perfdata_event_of(recording, 8) == &events[1]);
	CHECK(!perfdata_event_of(recording, 71));
	perfdata_piece_release(&piece);
	perfdata_close(recording);
	buf_release(&made.out);
}

/* ---- Features ---- */

/* A recording with one feature, of attributes of the types and configs 1 2, 1 2, 3 4. */
static struct perfdata *open_with(unsigned bit, struct slice content, struct slice records)
{
	struct made_attribute events[3] = {made_usual, made_usual, made_usual};
	struct made made = {.is_big = false};
	struct perfdata *recording;
	unsigned i;

	for (i = 0; i < 3; i++) {
		events[i].type = i < 2 ? 1 : 3;
		events[i].config = i < 2 ? 2 : 4;
		events[i].id = 7 + i;
	}
	made_begin(&made, events, 3);
	buf_add(&made.out, records);
	made_comm(&made, 1);
	made_end(&made);
	made_set(&made, 72 + bit / 8, 1u << bit % 8, 1);
	made_u64(&made, made.out.len + 16);
	made_u64(&made, content.len);
	buf_add(&made.out, content);
	recording = perfdata_open(scratch_write("made.data", buf_slice(&made.out)));
	buf_release(&made.out);
	CHECK(recording != NULL);
	return recording;
}

static void check_event_names(struct slice info, struct slice first, struct slice second,
			      struct slice third)
{
	struct perfdata *recording = open_with(META_INFO, info, SLICE(""));
	size_t count;
	const struct perfdata_event *events = perfdata_events(recording, &count);

	CHECK(perfdata_facts(recording)->is_simpleperf && !perfdata_facts(recording)->has_off_cpu);
	CHECK(count == 3 && slice_equal(events[0].name, first));
	CHECK(slice_equal(events[1].name, second) && slice_equal(events[2].name, third));
	perfdata_close(recording);
}

CASE(events_have_the_names_of_the_meta_info)
{
	check_event_names(SLICE("a\0b\0event_type_info\0x:u,1,2\ny,z,3,4\nx:k,1,2\0"), SLICE("x:u"),
			  SLICE("x:k"), SLICE("y,z"));
	check_event_names(SLICE("event_type_info\0one,1,2\0"), SLICE("one"), SLICE("one"),
			  SLICE("iTLB-loads:uh"));
	check_event_names(SLICE("event_type_info\0,3,4\n3,4\none,1,x\none,1\nmore,1,2,\0"),
			  SLICE("page-faults:uh"), SLICE("page-faults:uh"), SLICE("iTLB-loads:uh"));
	check_event_names(SLICE("event_type_info\0cut,3,4"), SLICE("page-faults:uh"),
			  SLICE("page-faults:uh"), SLICE("iTLB-loads:uh"));
}

/* A file, as feature FILE has it. */
static void add_entry(struct made *made, struct slice path, uint32_t kind, bool has_offset)
{
	const size_t at = made->out.len;

	made_u32(made, 0);
	made_text(made, path, path.len + 1);
	made_u32(made, kind);
	made_u64(made, 0x1000); /* min_vaddr */
	made_u32(made, 2);
	made_u64(made, 0x1100);
	made_u32(made, 16);
	made_text(made, SLICE("one"), 4);
	made_u64(made, 0x1200);
	made_u32(made, 16);
	made_text(made, SLICE("two"), 4);
	if (has_offset)
		made_u64(made, 0x500);
	made_set(made, at, made->out.len - at - 4, 4);
}

/* The name of the function at an address, "" if there is none. */
static bool is_name_at(const struct perfdata_named_file *file, uint64_t address, struct slice name)
{
	struct symbol_table table = {0};
	const struct symbol_entry *found;
	bool is_equal;

	perfdata_named_functions(file, &table);
	CHECK(table.count == file->functions);
	symbol_table_finish(&table);
	found = symbol_table_find(&table, address);
	is_equal = found ? slice_equal(slice_from(symbol_table_raw(found)), name) : name.len == 0;
	symbol_table_release(&table);
	return is_equal;
}

CASE(files_have_functions)
{
	struct made made = {.is_big = false};
	const struct perfdata_named_file *file;
	struct perfdata *recording;

	add_entry(&made, SLICE("/a"), PERFDATA_NAMED_ELF, true);
	add_entry(&made, SLICE("/b"), PERFDATA_NAMED_ELF, false);
	add_entry(&made, SLICE("/b"), PERFDATA_NAMED_DEX, true);
	recording = open_with(FILE_FEATURE, buf_slice(&made.out), SLICE(""));
	CHECK(perfdata_facts(recording)->is_simpleperf &&
	      !perfdata_facts(recording)->counts.is_damaged);
	file = perfdata_named_file(recording, SLICE("/a"));
	CHECK(file && file->kind == PERFDATA_NAMED_ELF && file->functions == 2);
	CHECK(file->address == 0x1000 && file->offset == 0x500);
	CHECK(is_name_at(file, 0x110f, SLICE("one")) && is_name_at(file, 0x1110, SLICE("")));
	CHECK(is_name_at(file, 0x1200, SLICE("two")) && is_name_at(file, 0x11ff, SLICE("")));
	file = perfdata_named_file(recording, SLICE("/b")); /* the first one */
	CHECK(file && file->kind == PERFDATA_NAMED_ELF && file->offset == PERFDATA_NOWHERE);
	CHECK(!perfdata_named_file(recording, SLICE("/c")));
	perfdata_close(recording);
	buf_release(&made.out);
}

/* path "/m", type 2, min_vaddr 0x1000, unknown field 9, a function, file offset 0x500 */
#define MESSAGE                                                                                    \
	"\x22\0\0\0"                                                                               \
	"\x0a\2/m\x10\2\x18\x80\x20\x4d\1\2\3\4\x49\1\2\3\4\5\6\7\x08"                             \
	"\x22\x08\x08\x80\x22\x10\x10\x1a\1f\x32\3\x08\x80\x0a"

CASE(files_may_be_messages)
{
	struct buf content = {0};
	struct perfdata *recording;
	const struct perfdata_named_file *file;

	BUF_ADD(&content, MESSAGE);
	content.ptr[0] = (char)(content.len - 4);
	recording = open_with(FILE2, buf_slice(&content), SLICE(""));
	CHECK(perfdata_facts(recording)->is_simpleperf &&
	      !perfdata_facts(recording)->counts.is_damaged);
	file = perfdata_named_file(recording, SLICE("/m"));
	CHECK(file && file->kind == PERFDATA_NAMED_ELF && file->functions == 1);
	CHECK(file->address == 0x1000 && file->offset == 0x500);
	CHECK(is_name_at(file, 0x110f, SLICE("f")) && is_name_at(file, 0x1110, SLICE("")));
	perfdata_close(recording);
	buf_release(&content);
}

CASE(records_of_the_feature_come_first)
{
	struct made early = {.is_big = false};
	struct made_sums sums;
	unsigned cut;

	made_sample(&early, 7, 0x1000);
	for (cut = 0; cut < 2; cut++) {
		sums = made_sum(open_with(INIT_MAP,
					  slice_head(buf_slice(&early.out), early.out.len - cut),
					  SLICE("")));
		CHECK(sums.samples == 1 - cut && sums.trailers == 1 &&
		      sums.counts.is_cut == (cut > 0));
	}
	buf_release(&early.out);
}

TEST(perfdata_simpleperf)
{
	diag_set_level(DIAG_SILENT);
	scratch_begin();
	check_cases();
	scratch_end();
	return check_done();
}
