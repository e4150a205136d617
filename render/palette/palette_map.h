/* SPDX-License-Identifier: MIT */
/*
 * palette_map.h - the file that keeps a name's colour from picture to picture: `name->colour`
 * a line. Indexed by frame id; names go to the profile's.
 */
#ifndef FLAMBEAU_PALETTE_MAP_H
#define FLAMBEAU_PALETTE_MAP_H

#include "common/base/personality.h"
#include "common/table/intern.h"
#include "render/palette/palette.h"

#define PALETTE_MAP_FILE "palette.map"

/* The separator in a line, and the valid colours. */
enum palette_map_rules {
	MAP_LAST_ARROW, /* at the last "->"; rgb(1,2,3) or #rrggbb */
	MAP_ONE_ARROW,  /* a line with two is wrong; rgb(1,2,3) */
	MAP_VERBATIM,   /* at the first; any text up to the next one, kept as it is */
};

struct palette_entry {
	bool known;
	struct color color;
	struct slice text; /* in the file; empty: of the colour, if it has one */
};

struct palette_map {
	enum palette_map_rules rules;
	struct intern *names;
	struct palette_entry *entries; /* by frame id */
	size_t count, cap;
	struct arena arena;
};

/* Read the file, if one exists. False, after a message, if it cannot be read. */
bool palette_map_read(struct palette_map *map, const char *path, const struct personality *compat);

bool palette_map_find(const struct palette_map *map, frame_id name, struct color *color);
void palette_map_add(struct palette_map *map, frame_id name, struct color color);

/* Sorted by name. False, after a message, if it cannot be written. */
bool palette_map_write(const struct palette_map *map, const char *path);

void palette_map_release(struct palette_map *map);

#endif
