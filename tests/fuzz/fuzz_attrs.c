/* SPDX-License-Identifier: MIT */
/*
 * Files of attributes of frames, by each family's rules (the first byte): nothing is kept that runs
 * or fetches something, and what was read once is read the same again.
 *
 * fuzzer: attrs render 0 0
 */
#include "common/base/diag.h"
#include "render/palette/attrs.h"
#include "tests/fuzz/fuzz.h"

static bool begins_with(struct slice text, const char *word)
{
	size_t i;

	for (i = 0; word[i]; i++) {
		if (i == text.len || (text.ptr[i] | 0x20) != word[i])
			return false;
	}
	return true;
}

/* As a browser reads it: without blanks before, and without control characters anywhere. */
static void check_link(struct slice href)
{
	struct buf plain = {0};
	size_t i;

	for (i = 0; i < href.len; i++) {
		if ((unsigned char)href.ptr[i] > ' ')
			buf_add_char(&plain, href.ptr[i]);
	}
	if (begins_with(buf_slice(&plain), "javascript:") ||
	    begins_with(buf_slice(&plain), "data:") || begins_with(buf_slice(&plain), "vbscript:"))
		abort();
	buf_release(&plain);
}

static void check_frame(const struct frame_attrs *frame)
{
	size_t i;

	check_link(frame->href);
	for (i = 0; i < frame->count; i++) {
		struct slice name = frame->list[i].name;

		if (begins_with(name, "on") || slice_equal(name, SLICE("style")) || name.len == 0)
			abort();
		if (begins_with(name, "href"))
			check_link(frame->list[i].value);
	}
}

/* False if the file is not valid. */
static bool read_attrs(struct slice path, const struct attrs_rules *rules, struct buf *said)
{
	struct intern names = {0};
	struct attrs attrs = {.rules = rules};
	bool good = attrs_read(&attrs, path, &names, personality_of("flamegraph"));
	size_t name, i;

	for (name = 0; good && name < names.count; name++) {
		const struct frame_attrs *frame = attrs_of(&attrs, (frame_id)name);

		if (!frame)
			continue;
		check_frame(frame);
		buf_printf(said, "%zu %zu %zu", frame->title.len, frame->href.len, frame->count);
		for (i = 0; i < frame->count; i++)
			buf_add(said, frame->list[i].value);
	}
	attrs_release(&attrs);
	intern_release(&names);
	return good;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct buf first = {0}, second = {0};
	struct attrs_rules rules;
	struct slice in = fuzz_path("attributes");

	diag_init("fuzz-attrs");
	diag_set_level(DIAG_SILENT);
	if (size < 1)
		return 0;
	rules = (struct attrs_rules){data[0] & 1, data[0] & 2, data[0] & 4, data[0] & 8,
				     data[0] & 16};
	fuzz_write(in, data + 1, size - 1);
	if (read_attrs(in, &rules, &first) != read_attrs(in, &rules, &second) ||
	    !slice_equal(buf_slice(&first), buf_slice(&second)))
		abort();
	buf_release(&first);
	buf_release(&second);
	unlink(in.ptr);
	return 0;
}
