/* SPDX-License-Identifier: MIT */
#include "render/palette/palette_map.h"

#include "common/base/diag.h"
#include "tests/unit/check.h"
#include "tests/unit/scratch.h"

/* The file read, "new" painted in rgb(1,2,3), and the file written again. */
static bool becomes(enum palette_map_rules rules, const char *text, const char *wanted)
{
	struct intern names = {0};
	struct palette_map map = {.rules = rules, .names = &names};
	const char *path = scratch_write("map", slice_from(text));
	struct buf out = {0};
	bool same;

	CHECK(palette_map_read(&map, path, personality_of("flamegraph")));
	palette_map_add(&map, intern_add(&names, SLICE("new")), (struct color){1, 2, 3, false});
	CHECK(palette_map_write(&map, path));
	CHECK(scratch_read(path, &out));
	same = slice_equal(buf_slice(&out), slice_from(wanted));
	if (!same)
		fprintf(stderr, "'%s' becomes '%.*s', not '%s'\n", text, SLICE_ARG(buf_slice(&out)),
			wanted);
	buf_release(&out);
	palette_map_release(&map);
	intern_release(&names);
	return same;
}

CASE(old_entries_are_kept_in_order)
{
	CHECK(becomes(MAP_LAST_ARROW, "", "new->rgb(1,2,3)\n"));
	CHECK(becomes(MAP_LAST_ARROW, "z->rgb(9,9,9)\na->rgb(0,0,0)\n->rgb(5,5,5)\n",
		      "->rgb(5,5,5)\na->rgb(0,0,0)\nnew->rgb(1,2,3)\nz->rgb(9,9,9)\n"));
	CHECK(becomes(MAP_LAST_ARROW, "new->rgb(7,7,7)\n", "new->rgb(1,2,3)\n"));
}

CASE(each_family_has_its_lines)
{
	static const struct {
		const char *line, *own, *perl, *rust;
	} rows[] = {
		{"a->rgb( 1, 2 ,3 )", "a->rgb(1,2,3)", "a->rgb( 1, 2 ,3 )", "a->rgb(1,2,3)"},
		{"a->#0a0b0c", "a->rgb(10,11,12)", "a->#0a0b0c", NULL},
		{"a->b->rgb(1,2,3)", "a->b->rgb(1,2,3)", "a->b", NULL},
		{"a", NULL, "a->", NULL},
		{"a->", NULL, "a->", NULL},
		{"a->blue", NULL, "a->blue", NULL},
		{"a->rgb(1,2,256)", NULL, "a->rgb(1,2,256)", NULL},
	};
	size_t i, family;

	for (i = 0; i < ARRAY_LEN(rows); i++) {
		const char *wanted[] = {rows[i].own, rows[i].rust, rows[i].perl};
		char line[100], result[100];

		snprintf(line, sizeof(line), "%s\n", rows[i].line);
		for (family = MAP_LAST_ARROW; family <= MAP_VERBATIM; family++) {
			snprintf(result, sizeof(result), "%s%snew->rgb(1,2,3)\n",
				 wanted[family] ? wanted[family] : "", wanted[family] ? "\n" : "");
			CHECK(becomes((enum palette_map_rules)family, line, result));
		}
	}
}

CASE(invalid_colors_are_not_drawn)
{
	struct intern names = {0};
	struct palette_map map = {.rules = MAP_VERBATIM, .names = &names};
	const char *path = scratch_write("map", SLICE("a->x;}</style>\nb->rgb(4,5,6)\n"));
	struct color color;

	CHECK(palette_map_read(&map, path, personality_of("flamegraph.pl")));
	CHECK(palette_map_find(&map, intern_add(&names, SLICE("a")), &color) && color.none);
	CHECK(palette_map_find(&map, intern_add(&names, SLICE("b")), &color) && !color.none);
	CHECK(color.red == 4 && color.green == 5 && color.blue == 6);
	CHECK(!palette_map_find(&map, intern_add(&names, SLICE("c")), &color));
	palette_map_release(&map);
	intern_release(&names);
}

CASE(a_missing_file_is_an_empty_one)
{
	struct intern names = {0};
	struct palette_map map = {.names = &names};

	CHECK(palette_map_read(&map, scratch_path("nosuch"), personality_of("flamegraph")));
	CHECK(map.count == 0);
	palette_map_release(&map);
	intern_release(&names);
}

TEST(palette_map)
{
	diag_init("test_palette_map");
	diag_set_level(DIAG_SILENT);
	scratch_begin();
	check_cases();
	scratch_end();
	return check_done();
}
