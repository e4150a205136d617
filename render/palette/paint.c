/* SPDX-License-Identifier: MIT */
#include "render/palette/paint.h"

#include "common/base/exact.h"
#include "render/palette/palette_map.h"

static const uint64_t sequence_seed = 1234;

/* The state of painting frames. */
struct brush {
	const struct paint_options *options;
	const struct intern *names;
	uint64_t total; /* of the layout */
	uint64_t lots;  /* state of the generator */
	struct intern classes;
};

/* Colours get numbers in the order of first sight, as names do. */
static uint32_t class_of(struct brush *brush, struct color color)
{
	return intern_add(&brush->classes, slice_of((const char *)&color, sizeof(color)));
}

static bool is_by_lot(enum color_source source)
{
	return source == SOURCE_SEQUENCE || source == SOURCE_RANDOM;
}

static uint64_t square_root(uint64_t square)
{
	uint64_t root = 0;

	while ((root + 1) * (root + 1) <= square)
		root++;
	return root;
}

struct color paint_delta(const struct paint_deltas *deltas, const uint64_t count[2])
{
	uint64_t turned[2] = {count[deltas->negate], count[!deltas->negate]};
	uint64_t larger = count[count[1] > count[0]];

	return palette_delta(deltas->scale, turned, deltas->by_frame ? larger : deltas->max);
}

struct color paint_name(const struct paint_options *options, struct slice name)
{
	const struct color_place place = color_place_of(options->source, name);
	struct color color;

	return palette_separator(name, &color) ? color
					       : palette_color(options->palette, &place, name);
}

static struct color name_color(struct brush *brush, struct slice name)
{
	const enum color_source source = brush->options->source;
	struct color_place place;

	if (!is_by_lot(source))
		return paint_name(brush->options, name);
	place = color_place_next(&brush->lots, source == SOURCE_SEQUENCE);
	return palette_color(brush->options->palette, &place, name);
}

static struct color color_of(struct brush *brush, const struct rect *rect)
{
	const struct paint_options *options = brush->options;
	struct slice name = intern_name(brush->names, rect->name);
	struct color color;

	if (palette_separator(name, &color))
		return color;
	if (options->diffusion) {
		/* The colour by the square root of the frame's share of the whole. */
		const uint64_t steps = 2000;
		uint64_t square = ratio_floor(rect->width, brush->total, steps * steps);
		uint64_t count[2] = {0, square_root(square)};

		return palette_delta(brush->options->deltas.scale, count, steps);
	}
	if (options->states)
		return states_color(options->states, rect);
	if (rect->differential)
		return paint_delta(&options->deltas, rect->count);
	if (options->map && palette_map_find(options->map, rect->name, &color))
		return color;
	color = name_color(brush, name);
	if (options->map)
		palette_map_add(options->map, rect->name, color);
	return color;
}

/* Places of the rectangles, for the caller to free. */
static size_t *closing_order(const struct layout *layout)
{
	size_t *order = memory_resize(NULL, layout->count, sizeof(*order)), *place;
	uint32_t last = 0;
	size_t i, n = 0;

	for (i = 0; i < layout->count; i++) {
		if (layout->rects[i].closed > last)
			last = layout->rects[i].closed;
	}
	place = memory_resize(NULL, (size_t)last + 1, sizeof(*place));
	memset(place, 0xff, ((size_t)last + 1) * sizeof(*place));
	for (i = 0; i < layout->count; i++)
		place[layout->rects[i].closed] = i;
	for (i = 0; i <= last; i++) {
		if (place[i] != SLICE_NONE)
			order[n++] = place[i];
	}
	free(place);
	return order;
}

static void paint_all(struct brush *brush, struct paint *paint, const struct layout *layout)
{
	uint32_t *known = memory_resize(NULL, brush->names->count,
					sizeof(*known)); /* class + 1, by name */
	size_t *order = is_by_lot(brush->options->source) ? closing_order(layout) : NULL;
	size_t i;

	memset(known, 0, brush->names->count * sizeof(*known));
	for (i = 0; i < layout->count; i++) {
		size_t at = order ? order[i] : i;
		const struct rect *rect = &layout->rects[at];

		if (known[rect->name] == 0 || paint->by_frame)
			known[rect->name] = 1 + class_of(brush, color_of(brush, rect));
		paint->classes[at] = known[rect->name] - 1;
	}
	free(order);
	free(known);
}

static bool has_differences(const struct layout *layout)
{
	size_t i;

	for (i = 0; i < layout->count; i++) {
		if (layout->rects[i].differential)
			return true;
	}
	return false;
}

void paint_layout(struct paint *paint, const struct layout *layout, const struct intern *names,
		  const struct paint_options *options)
{
	struct brush brush = {
		.options = options,
		.names = names,
		.total = layout->total,
		.lots = options->source == SOURCE_RANDOM ? options->seed : sequence_seed,
	};
	size_t i;

	*paint = (struct paint){
		.classes = memory_resize(NULL, layout->count, sizeof(*paint->classes)),
		.by_frame = options->diffusion || options->states || has_differences(layout) ||
			    (is_by_lot(options->source) && !options->map),
	};
	paint_all(&brush, paint, layout);
	paint->count = brush.classes.count;
	paint->colors = memory_resize(NULL, paint->count, sizeof(*paint->colors));
	for (i = 0; i < paint->count; i++)
		memcpy(&paint->colors[i], intern_name(&brush.classes, (frame_id)i).ptr,
		       sizeof(*paint->colors));
	intern_release(&brush.classes);
}

void paint_release(struct paint *paint)
{
	free(paint->colors);
	free(paint->classes);
	*paint = (struct paint){0};
}

static void add_channels(struct buf *buf, struct color color)
{
	buf_printf(buf, "[%u,%u,%u]", (unsigned)color.red, (unsigned)color.green,
		   (unsigned)color.blue);
}

static void add_hue(struct buf *buf, const char *key, const struct delta_hue *hue)
{
	buf_printf(buf, ",\"%s\":[", key);
	add_channels(buf, hue->weakest);
	buf_add_char(buf, ',');
	add_channels(buf, hue->strongest);
	buf_add_char(buf, ']');
}

void delta_member_add(struct buf *buf, const struct paint_deltas *deltas)
{
	buf_printf(buf, ",\n\"delta\":{\"max\":\"%llu\",\"byframe\":%s,\"negate\":%s,\"same\":",
		   (unsigned long long)deltas->max, deltas->by_frame ? "true" : "false",
		   deltas->negate ? "true" : "false");
	add_channels(buf, deltas->scale->same);
	add_hue(buf, "more", &deltas->scale->more);
	add_hue(buf, "less", &deltas->scale->less);
	buf_add_char(buf, '}');
}
