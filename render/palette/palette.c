/* SPDX-License-Identifier: MIT */
#include "render/palette/palette.h"

#include "common/base/exact.h"
#include "common/base/utf8.h"
#include "render/tree/columns.h"

bool color_parse(struct slice text, struct color *color)
{
	uint8_t channels[3];
	int i;

	if (text.len != 7 || text.ptr[0] != '#' || !slice_is_hex(slice_tail(text, 1)))
		return false;
	for (i = 0; i < 3; i++)
		channels[i] = (uint8_t)(char_hex_value(text.ptr[2 * i + 1]) << 4 |
					char_hex_value(text.ptr[2 * i + 2]));
	*color = (struct color){channels[0], channels[1], channels[2], false};
	return true;
}

bool color_parse_rgb(struct slice text, struct color *color)
{
	uint8_t channels[3];
	struct slice part;
	uint64_t value;
	int i;

	if (!slice_skip(&text, SLICE("rgb(")) || !slice_drop(&text, SLICE(")")))
		return false;
	for (i = 0; i < 3; i++) {
		if (i == 2)
			part = text;
		else if (!slice_cut(&text, ',', &part))
			return false;
		if (!slice_to_u64(slice_trim(part), &value) || value > 255)
			return false;
		channels[i] = (uint8_t)value;
	}
	*color = (struct color){channels[0], channels[1], channels[2], false};
	return true;
}

void color_add(struct buf *buf, struct color color)
{
	buf_add(buf, SLICE("rgb("));
	buf_add_u64(buf, color.red);
	buf_add_char(buf, ',');
	buf_add_u64(buf, color.green);
	buf_add_char(buf, ',');
	buf_add_u64(buf, color.blue);
	buf_add_char(buf, ')');
}

/* Newton's method; the start is above the root of any x up to 1, so it falls towards it. */
static double fifth_root(double x)
{
	double root = 1, last = 2;

	while (root < last) {
		last = root;
		root -= (root - x / (root * root * root * root)) / 5;
	}
	return last;
}

static double linear(uint8_t channel)
{
	double value = channel / 255.0, base = (value + 0.055) / 1.055;

	if (value <= 0.04045)
		return value / 12.92;
	return base * base * fifth_root(base * base); /* base to the power of 2.4 */
}

static double luminance(struct color color)
{
	return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) +
	       0.0722 * linear(color.blue);
}

double color_contrast(struct color a, struct color b)
{
	double first = luminance(a) + 0.05, second = luminance(b) + 0.05;

	return first > second ? first / second : second / first;
}

/* Below it the contrast to white is the larger one: sqrt((1 + 0.05) * (0 + 0.05)) - 0.05. */
static const double middle = 0.17912878474779202;

bool color_wants_white(struct color background)
{
	return luminance(background) < middle;
}

#define RULE(holds, text, shade)                                                                   \
	{                                                                                          \
		holds, SLICE_INIT(text), shade                                                     \
	}

/* "com/acme/Main:.run", also "Lcom/acme/Main:.run": `text` is "com". */
static bool in_package(struct slice name, struct slice text)
{
	slice_skip(&name, SLICE("L"));
	return slice_skip(&name, text) && slice_starts(name, SLICE("/"));
}

/* A type or method of Java, Scala and others: "a/B", "a.b.C", "Main"; not "[heap.1]". */
static bool looks_java(struct slice name, struct slice text)
{
	(void)text;
	slice_skip(&name, SLICE("L"));
	if (name.len == 0)
		return false;
	return slice_find(name, '/') != SLICE_NONE ||
	       (slice_find(name, '.') != SLICE_NONE && name.ptr[0] != '[') ||
	       (name.ptr[0] >= 'A' && name.ptr[0] <= 'Z');
}

static bool is_blank(struct slice name, struct slice text)
{
	(void)text;
	return name.len > 0 && slice_is_blank(name);
}

static bool is_space(struct slice name, struct slice text)
{
	(void)text;
	return slice_equal(name, SLICE(" "));
}

/* Compiled code "name file_[j]" that has a path. */
static bool is_jitted_path(struct slice name, struct slice text)
{
	return slice_ends(name, text) && slice_find(name, '/') != SLICE_NONE;
}

static bool path_contains(struct slice name, struct slice text)
{
	size_t slash = slice_find(name, '/');

	return slash != SLICE_NONE && slice_contains(slice_tail(name, slash), text);
}

/* True if `holds` is true of some part of the path, separated by slashes or backslashes. */
static bool some_part(struct slice name, bool (*holds)(struct slice part))
{
	size_t n;

	for (;;) {
		for (n = 0; n < name.len && name.ptr[n] != '/' && name.ptr[n] != '\\'; n++)
			;
		if (holds(slice_head(name, n)))
			return true;
		if (n == name.len)
			return false;
		name = slice_tail(name, n + 1);
	}
}

static bool is_site_packages(struct slice part)
{
	return slice_equal(part, SLICE("site-packages"));
}

static bool is_version_char(char c)
{
	return char_is_digit(c) || c == '.';
}

/* "python", "Python3.11" */
static bool is_interpreter(struct slice part)
{
	return (slice_skip(&part, SLICE("python")) || slice_skip(&part, SLICE("Python"))) &&
	       slice_all(part, is_version_char);
}

static bool in_site_packages(struct slice name, struct slice text)
{
	(void)text;
	return some_part(name, is_site_packages);
}

static bool in_interpreter(struct slice name, struct slice text)
{
	(void)text;
	return some_part(name, is_interpreter);
}

/* After the module that DTrace puts in front: "module`core::fmt::write". */
static struct slice without_module(struct slice name)
{
	struct slice module;

	slice_cut(&name, '`', &module);
	return name;
}

static bool rust_starts(struct slice name, struct slice text)
{
	return slice_starts(without_module(name), text);
}

static bool rust_contains(struct slice name, struct slice text)
{
	return slice_contains(without_module(name), text);
}

/* `<core::...>`, but not the wrapper that the compiler puts round every async function. */
static bool is_rust_core_impl(struct slice name, struct slice text)
{
	return rust_starts(name, text) &&
	       !rust_starts(name, SLICE("<core::future::from_generator::GenFuture<T>"));
}

static const struct palette_rule java_rules[] = {
	RULE(slice_ends, "_[k]", SHADE_ORANGE),
	RULE(slice_ends, "_[i]", SHADE_AQUA),
	RULE(slice_ends, "_[j]", SHADE_GREEN),
	RULE(in_package, "java", SHADE_GREEN),
	RULE(in_package, "javax", SHADE_GREEN),
	RULE(in_package, "jdk", SHADE_GREEN),
	RULE(in_package, "net", SHADE_GREEN),
	RULE(in_package, "org", SHADE_GREEN),
	RULE(in_package, "com", SHADE_GREEN),
	RULE(in_package, "io", SHADE_GREEN),
	RULE(in_package, "sun", SHADE_GREEN),
	RULE(slice_contains, ":::", SHADE_GREEN),
	RULE(slice_contains, "::", SHADE_YELLOW),
	RULE(slice_starts, "-[", SHADE_YELLOW),
	RULE(slice_starts, "+[", SHADE_YELLOW),
	RULE(looks_java, "", SHADE_GREEN),
	{NULL, {NULL, 0}, 0},
};

static const struct palette_rule js_rules[] = {
	RULE(is_blank, "", SHADE_GREEN),
	RULE(slice_ends, "_[k]", SHADE_ORANGE),
	RULE(is_jitted_path, "_[j]", SHADE_GREEN),
	RULE(slice_ends, "_[j]", SHADE_AQUA),
	RULE(slice_contains, "::", SHADE_YELLOW),
	RULE(slice_contains, ":", SHADE_AQUA),
	RULE(path_contains, "node_modules/", SHADE_PURPLE),
	RULE(path_contains, ".js", SHADE_GREEN),
	{NULL, {NULL, 0}, 0},
};

static const struct palette_rule perl_rules[] = {
	RULE(slice_ends, "_[k]", SHADE_ORANGE),
	RULE(slice_contains, "Perl", SHADE_GREEN),
	RULE(slice_contains, ".pl", SHADE_GREEN),
	RULE(slice_contains, "::", SHADE_YELLOW),
	{NULL, {NULL, 0}, 0},
};

static const struct palette_rule python_rules[] = {
	RULE(in_site_packages, "", SHADE_AQUA),        RULE(in_interpreter, "", SHADE_YELLOW),
	RULE(slice_starts, "<built-in", SHADE_YELLOW), RULE(slice_starts, "<method", SHADE_YELLOW),
	RULE(slice_starts, "<frozen", SHADE_YELLOW),   {NULL, {NULL, 0}, 0},
};

static const struct palette_rule rust_rules[] = {
	RULE(rust_starts, "core::", SHADE_ORANGE),
	RULE(rust_starts, "std::", SHADE_ORANGE),
	RULE(rust_starts, "alloc::", SHADE_ORANGE),
	RULE(is_rust_core_impl, "<core::", SHADE_ORANGE),
	RULE(rust_starts, "<std::", SHADE_ORANGE),
	RULE(rust_starts, "<alloc::", SHADE_ORANGE),
	RULE(rust_contains, "::", SHADE_AQUA),
	{NULL, {NULL, 0}, 0},
};

static const struct palette_rule chain_rules[] = {
	RULE(slice_contains, "_[w]", SHADE_AQUA),
	{NULL, {NULL, 0}, 0},
};

/* Rules of the Perl script, and of inferno where its rules differ from ours. */

static const struct palette_rule java_perl_rules[] = {
	RULE(slice_ends, "_[j]", SHADE_GREEN),    RULE(slice_ends, "_[i]", SHADE_AQUA),
	RULE(in_package, "java", SHADE_GREEN),    RULE(in_package, "javax", SHADE_GREEN),
	RULE(in_package, "jdk", SHADE_GREEN),     RULE(in_package, "net", SHADE_GREEN),
	RULE(in_package, "org", SHADE_GREEN),     RULE(in_package, "com", SHADE_GREEN),
	RULE(in_package, "io", SHADE_GREEN),      RULE(in_package, "sun", SHADE_GREEN),
	RULE(slice_contains, ":::", SHADE_GREEN), RULE(slice_contains, "::", SHADE_YELLOW),
	RULE(slice_ends, "_[k]", SHADE_ORANGE),   {NULL, {NULL, 0}, 0},
};

static const struct palette_rule java_rust_rules[] = {
	RULE(slice_ends, "_[k]", SHADE_ORANGE), RULE(slice_ends, "_[i]", SHADE_AQUA),
	RULE(slice_ends, "_[j]", SHADE_GREEN),  RULE(slice_contains, "::", SHADE_YELLOW),
	RULE(slice_starts, "-[", SHADE_YELLOW), RULE(slice_starts, "+[", SHADE_YELLOW),
	RULE(looks_java, "", SHADE_GREEN),      {NULL, {NULL, 0}, 0},
};

static const struct palette_rule js_perl_rules[] = {
	RULE(is_jitted_path, "_[j]", SHADE_GREEN),  RULE(slice_ends, "_[j]", SHADE_AQUA),
	RULE(slice_contains, "::", SHADE_YELLOW),   RULE(path_contains, ".js", SHADE_GREEN),
	RULE(slice_contains, ":", SHADE_AQUA),      RULE(is_space, "", SHADE_GREEN),
	RULE(slice_contains, "_[k]", SHADE_ORANGE), {NULL, {NULL, 0}, 0},
};

static const struct palette_rule perl_perl_rules[] = {
	RULE(slice_contains, "::", SHADE_YELLOW),
	RULE(slice_contains, "Perl", SHADE_GREEN),
	RULE(slice_contains, ".pl", SHADE_GREEN),
	RULE(slice_ends, "_[k]", SHADE_ORANGE),
	{NULL, {NULL, 0}, 0},
};

#define FAMILIES(palette, own, perl, rust)                                                         \
	const struct palette_rule *const palette_##palette##_rules[] = {                           \
		[PALETTES_OWN] = own,                                                              \
		[PALETTES_PERL] = perl,                                                            \
		[PALETTES_RUST] = rust,                                                            \
	}

FAMILIES(java, java_rules, java_perl_rules, java_rust_rules);
FAMILIES(js, js_rules, js_perl_rules, js_rules);
FAMILIES(perl, perl_rules, perl_perl_rules, perl_rules);
FAMILIES(python, python_rules, NULL, python_rules);
FAMILIES(rust, rust_rules, NULL, rust_rules);
FAMILIES(chain, chain_rules, chain_rules, NULL);

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
 * One line per palette, in the order of the documentation: the families that have it, its
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
	    "from blue to yellow: colour-blind readers see the same differences")                  \
	ROW(wall, 1 << PALETTES_OWN, NONE, HOT, GREY,                                              \
	    "what threads did, by the label state: warm ran, yellow could have, blue waited")

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
	const struct palette_rule *const *rules; /* one list per family, or NULL */
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

/* The neutral grey is seen on light backgrounds, and does not glare on dark ones. */
static const struct delta_scale delta_scale_red = {
	.same = {190, 188, 184, false},
	.more = {{200, 180, 176, false}, {255, 100, 100, false}},
	.less = {{180, 180, 202, false}, {100, 100, 255, false}},
};

/* As light as each other at every strength, so that neither direction looks the stronger. */
static const struct delta_scale delta_scale_orange = {
	.same = {190, 188, 184, false},
	.more = {{202, 184, 160, false}, {240, 125, 15, false}},
	.less = {{170, 190, 208, false}, {60, 150, 240, false}},
};

/* One line per scale, in the order of the documentation. */
#define DELTA_SCALES(ROW)                                                                          \
	ROW("red-blue", delta_scale_red, "red for more, blue for less, the default")               \
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
	if (weakest < strongest)
		return (uint8_t)(strongest -
				 ratio_floor(rest, max, (uint64_t)(strongest - weakest)));
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

static const uint64_t fnv_basis = 0xcbf29ce484222325, fnv_prime = 0x100000001b3;

/* The first number of a 48-bit linear congruential generator, as drand48() has it. */
static double place_by_sum(struct slice name)
{
	const uint64_t mask = ((uint64_t)1 << 48) - 1;
	uint32_t sum = 0;
	uint64_t state;

	while (name.len > 0) {
		char c = name.ptr[0];

		if (c >= ' ' && c < 0x7F) { /* a character of its own */
			sum += (unsigned char)c;
			name = slice_tail(name, 1);
		} else {
			sum += utf8_next(&name);
		}
	}
	state = ((uint64_t)sum << 16) + 0x330E;
	state = (state * 0x5DEECE66D + 11) & mask;
	return (double)state / (double)(mask + 1);
}

enum { PREFIX_LENGTH = 3 };

/* The codes of a few characters, or bytes. */
struct codes {
	uint32_t at[PREFIX_LENGTH];
	size_t count;
};

/* Weighs the first few characters, each less than the one before it. */
static double weigh(const struct codes *codes)
{
	double vector = 0, weight = 1, max = 1;
	size_t k;

	for (k = 0; k < codes->count; k++) {
		vector += (double)(codes->at[k] % (10 + k)) / (double)(9 + k) * weight;
		max += weight;
		weight *= 0.7;
	}
	return 1 - vector / max;
}

static double weigh_single(const struct codes *codes)
{
	float vector = 0, weight = 1, max = 1;
	size_t k;

	for (k = 0; k < codes->count; k++) {
		vector += (float)(codes->at[k] % (10 + k)) / (float)(9 + k) * weight;
		max += weight;
		weight *= 0.7F;
	}
	return (double)(1 - vector / max);
}

/*
 * The name after the first backquote (DTrace: module`function); a backquote at the start does not
 * count.
 */
static struct slice behind_module(struct slice name)
{
	size_t quote;

	if (name.len == 0)
		return name;
	quote = slice_find(slice_tail(name, 1), '`');
	return quote == SLICE_NONE ? name : slice_tail(name, quote + 2);
}

/* The name before the last backquote; a backquote at the end does not count. */
static struct slice before_tail(struct slice name)
{
	size_t quote;

	if (name.len == 0)
		return name;
	quote = slice_rfind(slice_head(name, name.len - 1), '`');
	return quote == SLICE_NONE ? name : slice_head(name, quote);
}

static struct codes first_codes(struct slice name)
{
	struct codes codes = {.count = 0};

	while (name.len > 0 && codes.count < PREFIX_LENGTH)
		codes.at[codes.count++] = utf8_next(&name);
	return codes;
}

static struct codes last_codes(struct slice name)
{
	struct codes codes = first_codes(utf8_tail(name, PREFIX_LENGTH));
	uint32_t swap;

	if (codes.count > 1) {
		swap = codes.at[0];
		codes.at[0] = codes.at[codes.count - 1];
		codes.at[codes.count - 1] = swap;
	}
	return codes;
}

static struct codes first_bytes(struct slice name)
{
	struct codes codes = {.count = 0};

	for (; codes.count < name.len && codes.count < PREFIX_LENGTH; codes.count++)
		codes.at[codes.count] = (unsigned char)name.ptr[codes.count];
	return codes;
}

static struct codes last_bytes(struct slice name)
{
	struct codes codes = {.count = 0};

	for (; codes.count < name.len && codes.count < PREFIX_LENGTH; codes.count++)
		codes.at[codes.count] = (unsigned char)name.ptr[name.len - 1 - codes.count];
	return codes;
}

static struct color_place place_by_prefix(struct slice name)
{
	struct codes first = first_codes(behind_module(name));
	struct codes last = last_codes(before_tail(name));
	double second = weigh(&last);

	return (struct color_place){{weigh(&first), second, second}, false};
}

static struct color_place place_by_bytes(struct slice name)
{
	struct codes first = first_bytes(behind_module(name));
	struct codes last = last_bytes(before_tail(name));
	double second = weigh_single(&last);

	return (struct color_place){{weigh_single(&first), second, second}, true};
}

/* FNV-1a in 64 bits, and what its last step makes of it twice more. */
static struct color_place place_by_fnv(struct slice name)
{
	struct color_place place = {.single = true};
	uint64_t hash = fnv_basis;
	size_t i;

	for (i = 0; i < name.len; i++)
		hash = (hash ^ (unsigned char)name.ptr[i]) * fnv_prime;
	for (i = 0; i < ARRAY_LEN(place.v); i++) {
		place.v[i] = (double)hash / (double)UINT64_MAX;
		hash *= fnv_prime;
	}
	return place;
}

struct color_place color_place_of(enum color_source source, struct slice name)
{
	double place;

	switch (source) {
	case SOURCE_PREFIX: return place_by_prefix(name);
	case SOURCE_PREFIX_BYTES: return place_by_bytes(name);
	case SOURCE_FNV: return place_by_fnv(name);
	case SOURCE_SUM:
	case SOURCE_SEQUENCE:
	case SOURCE_RANDOM: break;
	}
	place = place_by_sum(name);
	return (struct color_place){{place, place, place}, false};
}

/* Marsaglia's xorshift with 64 bits of state. */
struct color_place color_place_next(uint64_t *state, bool single)
{
	struct color_place place = {.single = single};
	size_t i;

	for (i = 0; i < ARRAY_LEN(place.v); i++) {
		*state ^= *state << 13;
		*state ^= *state >> 7;
		*state ^= *state << 17;
		place.v[i] = (double)(*state >> 11) / (double)((uint64_t)1 << 53);
	}
	return place;
}
