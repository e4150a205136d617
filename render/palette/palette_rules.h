/* SPDX-License-Identifier: MIT */
/*
 * palette_rules.h - the palettes that give each kind of code a shade of its own: which
 * names are of which kind.
 */
#ifndef FLAMBEAU_PALETTE_RULES_H
#define FLAMBEAU_PALETTE_RULES_H

#include "common/base/slice.h"

/* The author of the rules in palettes of several shades, which also decides what palettes exist. */
enum palette_family {
	PALETTES_OWN,
	PALETTES_PERL,
	PALETTES_RUST,
	PALETTE_FAMILIES,
};

enum shade_id {
	SHADE_HOT,
	SHADE_MEM,
	SHADE_IO,
	SHADE_RED,
	SHADE_GREEN,
	SHADE_BLUE,
	SHADE_YELLOW,
	SHADE_PURPLE,
	SHADE_AQUA,
	SHADE_ORANGE,
	SHADE_SAFE,
	SHADE_BLACK,
};

/* The first rule of a list that holds names the shade; a row without `holds` ends the list. */
struct palette_rule {
	bool (*holds)(struct slice name, struct slice text);
	struct slice text; /* the rule's argument */
	enum shade_id shade;
};

/* One list for each palette_family. */
extern const struct palette_rule *const palette_java_rules[];
extern const struct palette_rule *const palette_js_rules[];
extern const struct palette_rule *const palette_perl_rules[];
extern const struct palette_rule *const palette_python_rules[];
extern const struct palette_rule *const palette_rust_rules[];
extern const struct palette_rule *const palette_chain_rules[];

#endif
