/* SPDX-License-Identifier: MIT */
#include "render/palette/palette.h"

#include "common/base/exact.h"
#include "render/measure/columns.h"
#include "render/palette/palette_rules.h"

/* A channel is base + a share of range; the share is v1, v2 or v3. */
struct channel {
	uint8_t base;
	int16_t range;
	uint8_t place;
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
	[SHADE_SAFE] = {{70, 180, 0}, {115, 105, 0}, {190, -100, 0}},
	[SHADE_BLACK] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}},
};

enum background_id { BACK_YELLOW, BACK_BLUE, BACK_GREEN, BACK_GREY };

static const struct background backgrounds[] = {
	[BACK_YELLOW] = {{0xee, 0xee, 0xee, false}, {0xee, 0xee, 0xb0, false}},
	[BACK_BLUE] = {{0xee, 0xee, 0xee, false}, {0xe0, 0xe0, 0xff, false}},
	[BACK_GREEN] = {{0xee, 0xf2, 0xee, false}, {0xe0, 0xff, 0xe0, false}},
	[BACK_GREY] = {{0xf8, 0xf8, 0xf8, false}, {0xe8, 0xe8, 0xe8, false}},
};

const char *const background_names[] = {"yellow", "blue", "green", "grey", NULL};

enum { ALL = 1 << PALETTES_OWN | 1 << PALETTES_PERL | 1 << PALETTES_RUST };

/*
 * One line a palette, in the order of the documentation: the families that have it, its
 * rules, the shade of names for which none holds, the background it likes.
 */
#define PALETTES(ROW)                                                                              \
	ROW(hot, ALL, NONE, HOT, YELLOW, "warm colours, the default")                              \
	ROW(mem, ALL, NONE, MEM, GREEN, "greens, for memory")                                      \
	ROW(io, ALL, NONE, IO, BLUE, "blues, for input and output")                                \
	ROW(java, ALL, RULES(java), RED, YELLOW,                                                   \
	    "Java green, inlined aqua, C++ yellow, kernel orange, the rest red")                   \
	ROW(js, ALL, RULES(js), RED, YELLOW,                                                       \
	    "JavaScript green, its packages purple, built-in aqua, C++ yellow, kernel orange, "    \
	    "the rest red")                                                                        \
	ROW(perl, ALL, RULES(perl), RED, YELLOW,                                                   \
	    "Perl green, C++ yellow, kernel orange, the rest red")                                 \
	ROW(python, ALL & ~(1 << PALETTES_PERL), RULES(python), RED, YELLOW,                       \
	    "installed packages aqua, the interpreter yellow, the rest red")                       \
	ROW(rust, ALL & ~(1 << PALETTES_PERL), RULES(rust), YELLOW, YELLOW,                        \
	    "core, std and alloc orange, other paths aqua, the rest yellow")                       \
	ROW(wakeup, ALL, NONE, AQUA, BLUE, "aqua, for wake-ups")                                   \
	ROW(chain, ALL & ~(1 << PALETTES_RUST), RULES(chain), BLUE, BLUE,                          \
	    "the woken blue, their wakers aqua, with a frame -- between them")                     \
	ROW(red, ALL, NONE, RED, GREY, "reds")                                                     \
	ROW(green, ALL, NONE, GREEN, GREY, "greens")                                               \
	ROW(blue, ALL, NONE, BLUE, GREY, "blues")                                                  \
	ROW(yellow, ALL, NONE, YELLOW, GREY, "yellows")                                            \
	ROW(purple, ALL, NONE, PURPLE, GREY, "purples")                                            \
	ROW(aqua, ALL, NONE, AQUA, GREY, "aquas")                                                  \
	ROW(orange, ALL, NONE, ORANGE, GREY, "oranges")                                            \
	ROW(safe, 1 << PALETTES_OWN, NONE, SAFE, GREY,                                             \
	    "from blue to yellow: colour-blind readers see the same differences")

#define PALETTE_NAME(name, families, rules, shade, back, help) #name,
#define PALETTE_HELP(name, families, rules, shade, back, help) help,
#define PALETTE_ROW(name, families, rules, shade, back, help)                                      \
	{families, rules, SHADE_##shade, BACK_##back},
#define NONE NULL
#define RULES(name) palette_##name##_rules

const char *const palette_names[] = {PALETTES(PALETTE_NAME) NULL};
const char *const palette_helps[] = {PALETTES(PALETTE_HELP) NULL};

static const struct palette {
	unsigned families;
	const struct palette_rule *const *rules; /* one list a family, or NULL */
	enum shade_id shade;
	enum background_id background;
} palettes[] = {PALETTES(PALETTE_ROW){0, NULL, SHADE_BLACK, BACK_YELLOW}};

/* Grey in every picture. */
static const struct {
	struct slice name;
	struct color color;
} separators[] = {
	{SLICE_INIT("--"), {160, 160, 160, false}},
	{SLICE_INIT("-"), {200, 200, 200, false}},
};

bool palette_is_known(enum palette_family family, size_t palette)
{
	return palettes[palette].families >> family & 1;
}

size_t palette_find(enum palette_family family, struct slice name)
{
	size_t i;

	for (i = 0; palette_names[i]; i++) {
		if (palette_is_known(family, i) && slice_equal(name, slice_from(palette_names[i])))
			return i;
	}
	return i;
}

static uint8_t channel_at(struct channel channel, const struct color_place *place)
{
	double v = place->v[channel.place];

	if (place->single)
		return (uint8_t)(channel.base + (int)((float)channel.range * (float)v));
	return (uint8_t)(channel.base + (int)(channel.range * v));
}

static enum shade_id shade_of(const struct palette *palette, enum palette_family family,
			      struct slice name)
{
	const struct palette_rule *rule = palette->rules ? palette->rules[family] : NULL;

	for (; rule && rule->holds; rule++) {
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

struct color palette_color(struct palette_choice choice, const struct color_place *place,
			   struct slice name)
{
	const struct palette *palette = &palettes[choice.palette];
	const struct shade *shade = &shades[shade_of(palette, choice.family, name)];

	return (struct color){
		channel_at(shade->red, place),
		channel_at(shade->green, place),
		channel_at(shade->blue, place),
		false,
	};
}

const struct delta_scale delta_scale_soft = {
	.same = {250, 250, 250, false},
	.more = {{255, 250, 250, false}, {255, 100, 100, false}},
	.less = {{250, 250, 255, false}, {100, 100, 255, false}},
};

const struct delta_scale delta_scale_full = {
	.same = {255, 255, 255, false},
	.more = {{255, 210, 210, false}, {255, 0, 0, false}},
	.less = {{210, 210, 255, false}, {0, 0, 255, false}},
};

/* As light as each other at every strength, so that neither direction looks the stronger. */
static const struct delta_scale delta_scale_orange = {
	.same = {250, 250, 250, false},
	.more = {{255, 248, 238, false}, {240, 125, 15, false}},
	.less = {{240, 248, 255, false}, {60, 150, 240, false}},
};

/* One line a scale, in the order of the documentation. */
#define DELTA_SCALES(ROW)                                                                          \
	ROW("red-blue", delta_scale_soft, "red for more, blue for less, the default")              \
	ROW("blue-orange", delta_scale_orange,                                                     \
	    "orange for more, blue for less: colour-blind readers can tell them apart")

#define DELTA_NAME(name, scale, help) name,
#define DELTA_HELP(name, scale, help) help,
#define DELTA_ROW(name, scale, help) &(scale),

const char *const delta_scale_names[] = {DELTA_SCALES(DELTA_NAME) NULL};
const char *const delta_scale_helps[] = {DELTA_SCALES(DELTA_HELP) NULL};
const struct delta_scale *const delta_scales[] = {DELTA_SCALES(DELTA_ROW)};

static uint8_t fade(uint8_t weakest, uint8_t strongest, uint64_t rest, uint64_t max)
{
	return (uint8_t)(strongest + ratio_floor(rest, max, (uint64_t)(weakest - strongest)));
}

struct color palette_delta(const struct delta_scale *scale, const uint64_t count[2], uint64_t max)
{
	const struct delta_hue *hue = count[1] > count[0] ? &scale->more : &scale->less;
	uint64_t delta = count_delta(count), rest = max - delta;

	if (delta == 0)
		return scale->same;
	return (struct color){
		fade(hue->weakest.red, hue->strongest.red, rest, max),
		fade(hue->weakest.green, hue->strongest.green, rest, max),
		fade(hue->weakest.blue, hue->strongest.blue, rest, max),
		false,
	};
}

struct background palette_background(size_t palette)
{
	return backgrounds[palettes[palette].background];
}

struct background background_of(size_t background)
{
	return backgrounds[background];
}
