/* SPDX-License-Identifier: MIT */
#include "render/palette/palette_map.h"

#include <unistd.h>

#include "common/base/diag.h"
#include "common/io/input.h"
#include "common/io/output.h"

static const struct slice arrow = SLICE_INIT("->");

static struct palette_entry *entry_of(struct palette_map *map, frame_id name)
{
	MEMORY_ROOM(map->entries, name, map->cap);
	for (; map->count <= name; map->count++)
		map->entries[map->count] = (struct palette_entry){0};
	return &map->entries[name];
}

/* Any text: what is not a colour is kept for the file, and not drawn. */
static bool read_verbatim(struct palette_map *map, struct slice line)
{
	size_t at = slice_search(line, arrow);
	struct slice name = at == SLICE_NONE ? line : slice_head(line, at), text = {"", 0};
	struct palette_entry *entry;

	if (at != SLICE_NONE) {
		text = slice_tail(line, at + arrow.len);
		at = slice_search(text, arrow);
		if (at != SLICE_NONE)
			text = slice_head(text, at);
	}
	entry = entry_of(map, intern_add(map->names, name));
	*entry = (struct palette_entry){.known = true, .text = arena_copy(&map->arena, text)};
	text = slice_trim(text);
	entry->color.none = !color_parse(text, &entry->color) &&
			    !color_parse_rgb(text, &entry->color);
	return true;
}

static bool read_checked(struct palette_map *map, struct slice line)
{
	size_t at = slice_rsearch(line, arrow);
	struct slice text;
	struct color color;

	if (at == SLICE_NONE || (map->rules == MAP_ONE_ARROW && slice_search(line, arrow) != at))
		return false;
	text = slice_trim(slice_tail(line, at + arrow.len));
	if (!color_parse_rgb(text, &color) &&
	    (map->rules == MAP_ONE_ARROW || !color_parse(text, &color)))
		return false;
	*entry_of(map, intern_add(map->names, slice_head(line, at))) = (struct palette_entry){
		.known = true, .color = color};
	return true;
}

COLD bool palette_map_read(struct palette_map *map, const char *path,
			   const struct personality *compat)
{
	const struct slice paths[] = {slice_from(path)};
	struct personality strict = *compat;
	const struct input_options options = {.paths = paths, .count = 1, .compat = &strict};
	struct input *input;
	struct chunk chunk;
	struct buf buf = {0};
	bool good;

	strict.missing_is_warning = false;
	if (access(path, F_OK) != 0)
		return true;
	input = input_open(&options);
	if (!input)
		return false;
	while (input_claim(input, &buf, &chunk)) {
		struct slice text = chunk.text;
		size_t number = 0, wrong = 0;
		struct slice line;

		while (slice_line(&text, &line)) {
			number++;
			if (map->rules == MAP_VERBATIM ? read_verbatim(map, line)
						       : read_checked(map, line))
				continue;
			if (wrong++ < LIMIT_EXAMPLES)
				diag_warn("%s:%zu: not NAME->rgb(R,G,B), left out", path, number);
		}
		if (wrong > LIMIT_EXAMPLES)
			diag_warn("%s: %zu lines are left out", path, wrong);
	}
	good = input_is_good(input);
	input_close(input);
	buf_release(&buf);
	return good;
}

COLD bool palette_map_find(const struct palette_map *map, frame_id name, struct color *color)
{
	if (name >= map->count || !map->entries[name].known)
		return false;
	*color = map->entries[name].color;
	return true;
}

COLD void palette_map_add(struct palette_map *map, frame_id name, struct color color)
{
	*entry_of(map, name) = (struct palette_entry){.known = true, .color = color};
}

struct map_line {
	struct slice name;
	const struct palette_entry *entry;
};

static COLD int palette_map_compare_lines(const void *left, const void *right)
{
	const struct map_line *a = left, *b = right;

	return slice_compare(a->name, b->name);
}

COLD bool palette_map_write(const struct palette_map *map, const char *path)
{
	struct map_line *lines = memory_resize(NULL, map->count, sizeof(*lines));
	struct output output;
	size_t count = 0, i;
	bool good = output_open(&output, slice_from(path));

	for (i = 0; i < map->count; i++) {
		if (map->entries[i].known)
			lines[count++] = (struct map_line){intern_name(map->names, (frame_id)i),
							   &map->entries[i]};
	}
	SORT(lines, count, palette_map_compare_lines);
	for (i = 0; i < count && good; i++) {
		buf_add(&output.buf, lines[i].name);
		buf_add(&output.buf, arrow);
		if (lines[i].entry->text.len > 0)
			buf_add(&output.buf, lines[i].entry->text);
		else if (!lines[i].entry->color.none)
			color_add(&output.buf, lines[i].entry->color);
		buf_add_char(&output.buf, '\n');
	}
	free(lines);
	return good && output_commit(&output);
}

COLD void palette_map_release(struct palette_map *map)
{
	free(map->entries);
	arena_release(&map->arena);
	*map = (struct palette_map){0};
}
