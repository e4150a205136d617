/* SPDX-License-Identifier: MIT */
/*
 * Files of colours, by each family's rules (the first byte): what is read, written and read again
 * is written the same; so no colour changes from picture to picture. But for a name that begins as
 * compressed files do and comes first.
 *
 * fuzzer: palette-map render 0 0
 */
#include "common/base/diag.h"
#include "common/io/decompress.h"
#include "render/palette/palette_map.h"
#include "tests/fuzz/fuzz.h"

/* False where the file is not valid. */
static bool convert(enum palette_map_rules rules, struct slice from, struct slice to)
{
	struct intern names = {0};
	struct palette_map map = {.rules = rules, .names = &names};
	bool good = palette_map_read(&map, from.ptr, personality_of("flamegraph"));
	struct color color;
	size_t i;

	for (i = 0; i < names.count; i++)
		palette_map_find(&map, (frame_id)i, &color);
	if (good && !palette_map_write(&map, to.ptr))
		abort();
	palette_map_release(&map);
	intern_release(&names);
	return good;
}

static bool is_like_compressed(struct slice path)
{
	struct buf text = fuzz_read(path);
	bool is = compression_of(buf_slice(&text)) != COMPRESSION_NONE;

	buf_release(&text);
	return is;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct slice in = fuzz_path("map"), once = fuzz_path("once"), again = fuzz_path("again");
	enum palette_map_rules rules;

	diag_init("fuzz-palette-map");
	diag_set_level(DIAG_SILENT);
	if (size < 1)
		return 0;
	rules = data[0] % (MAP_VERBATIM + 1);
	fuzz_write(in, data + 1, size - 1);
	if (convert(rules, in, once) && !is_like_compressed(once)) {
		if (!convert(rules, once, again))
			abort();
		fuzz_check_same(once, again);
	}
	unlink(in.ptr);
	unlink(once.ptr);
	unlink(again.ptr);
	return 0;
}
