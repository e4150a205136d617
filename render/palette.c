/* SPDX-License-Identifier: MIT */
#include "render/palette.h"

#include "render/palette_rules.h"
#include "render/ratio.h"

/* A channel is base + a share of range; v1, v2 or v3 says which share. */
struct channel {
	uint8_t base, range, place;
};

struct shade {
	struct channel red, green, blue;
};

static const struct shade shades[] = {
	[SHADE_HOT] = {{205, 50, 2}, {0, 230, 0}, {0, 55, 1}},
	[SHADE_MEM] = {{0, 0, 0}, {190, 50, 1}, {0, 210, 0}},
	[SHADE_IO] = {{80, 60, 0}, {80, 60, 0}, {190, 55, 1}},
	[SHADE_RED] = {{200, 55, 0}, {50, 80, 0}, {50, 80, 0}},
	[SHADE_GREEN] = {{50, 60, 0}, {200, 55, 0}, {50, 60, 0}},
	[SHADE_BLUE] = {{80, 60, 0}, {80, 60, 0}, {205, 50, 0}},
	[SHADE_YELLOW] = {{175, 55, 0}, {175, 55, 0}, {50, 20, 0}},
	[SHADE_PURPLE] = {{190, 65, 0}, {80, 60, 0}, {190, 65, 0}},
	[SHADE_AQUA] = {{50, 60, 0}, {165, 55, 0}, {165, 55, 0}},
	[SHADE_ORANGE] = {{190, 65, 0}, {90, 65, 0}, {0, 0, 0}},
};

enum background_id { BACK_YELLOW, BACK_BLUE, BACK_GREEN, BACK_GREY };

static const struct background backgrounds[] = {
	[BACK_YELLOW] = {{0xee, 0xee, 0xee}, {0xee, 0xee, 0xb0}},
	[BACK_BLUE] = {{0xee, 0xee, 0xee}, {0xe0, 0xe0, 0xff}},
	[BACK_GREEN] = {{0xee, 0xf2, 0xee}, {0xe0, 0xff, 0xe0}},
	[BACK_GREY] = {{0xf8, 0xf8, 0xf8}, {0xe8, 0xe8, 0xe8}},
};

const char *const background_names[] = {"yellow", "blue", "green", "grey", NULL};

/*
 * One line a palette, in the order of the documentation: its rules, the shade of names for
 * which none holds, the background it likes.
 */
#define PALETTES(ROW)                                                                              \
	ROW(hot, NULL, HOT, YELLOW, "warm colours, the default")                                   \
	ROW(mem, NULL, MEM, GREEN, "greens, for memory")                                           \
	ROW(io, NULL, IO, BLUE, "blues, for input and output")                                     \
	ROW(java, palette_java_rules, RED, YELLOW,                                                 \
	    "Java green, inlined aqua, C++ yellow, kernel orange, the rest red")                   \
	ROW(js, palette_js_rules, RED, YELLOW,                                                     \
	    "JavaScript green, its packages purple, built-in aqua, C++ yellow, kernel orange, "    \
	    "the rest red")                                                                        \
	ROW(perl, palette_perl_rules, RED, YELLOW,                                                 \
	    "Perl green, C++ yellow, kernel orange, the rest red")                                 \
	ROW(python, palette_python_rules, RED, YELLOW,                                             \
	    "installed packages aqua, the interpreter yellow, the rest red")                       \
	ROW(rust, palette_rust_rules, YELLOW, YELLOW,                                              \
	    "core, std and alloc orange, other paths aqua, the rest yellow")                       \
	ROW(wakeup, NULL, AQUA, BLUE, "aqua, for wake-ups")                                        \
	ROW(chain, palette_chain_rules, BLUE, BLUE, "the woken blue, their wakers aqua")           \
	ROW(red, NULL, RED, GREY, "reds")                                                          \
	ROW(green, NULL, GREEN, GREY, "greens")                                                    \
	ROW(blue, NULL, BLUE, GREY, "blues")                                                       \
	ROW(yellow, NULL, YELLOW, GREY, "yellows")                                                 \
	ROW(purple, NULL, PURPLE, GREY, "purples")                                                 \
	ROW(aqua, NULL, AQUA, GREY, "aquas")                                                       \
	ROW(orange, NULL, ORANGE, GREY, "oranges")

#define PALETTE_NAME(name, rules, shade, back, help) #name,
#define PALETTE_HELP(name, rules, shade, back, help) help,
#define PALETTE_ROW(name, rules, shade, back, help) {rules, SHADE_##shade, BACK_##back},

const char *const palette_names[] = {PALETTES(PALETTE_NAME) NULL};
const char *const palette_helps[] = {PALETTES(PALETTE_HELP) NULL};

static const struct palette {
	const struct palette_rule *rules; /* or NULL */
	enum shade_id shade;
	enum background_id background;
} palettes[] = {PALETTES(PALETTE_ROW)};

/* Grey in every picture. */
static const struct {
	struct slice name;
	struct color color;
} separators[] = {
	{SLICE_INIT("--"), {160, 160, 160}},
	{SLICE_INIT("-"), {200, 200, 200}},
};

static uint8_t channel_at(struct channel channel, const struct color_place *place)
{
	return (uint8_t)(channel.base + (int)(channel.range * place->v[channel.place]));
}

static enum shade_id shade_of(const struct palette *palette, struct slice name)
{
	const struct palette_rule *rule;

	for (rule = palette->rules; rule && rule->holds; rule++) {
		if (rule->holds(name, rule->text))
			return rule->shade;
	}
	return palette->shade;
}

bool palette_separator(struct slice name, struct color *color)
{
	size_t i;

	for (i = 0; i < ARRAY_LEN(separators); i++) {
		if (slice_equal(name, separators[i].name)) {
			*color = separators[i].color;
			return true;
		}
	}
	return false;
}

struct color palette_color(size_t palette, enum color_source source, struct slice name)
{
	struct color_place place = color_place_of(source, name);
	const struct shade *shade = &shades[shade_of(&palettes[palette], name)];

	return (struct color){
		channel_at(shade->red, &place),
		channel_at(shade->green, &place),
		channel_at(shade->blue, &place),
	};
}

struct color palette_delta(const uint64_t count[2], uint64_t max)
{
	const uint8_t strongest = 100, range = 150, none = 250;
	uint64_t delta = count[1] > count[0] ? count[1] - count[0] : count[0] - count[1];
	uint8_t fade;

	if (delta == 0)
		return (struct color){none, none, none};
	fade = (uint8_t)(strongest + ratio_floor(max - delta, max, range));
	if (count[1] > count[0])
		return (struct color){255, fade, fade};
	return (struct color){fade, fade, 255};
}

struct background palette_background(size_t palette)
{
	return backgrounds[palettes[palette].background];
}

struct background background_of(size_t background)
{
	return backgrounds[background];
}
