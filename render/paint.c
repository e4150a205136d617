/* SPDX-License-Identifier: MIT */
#include "render/paint.h"

/* Colours get numbers in the order of first sight, as names do. */
static uint32_t class_of(struct intern *classes, struct color color)
{
	return intern_add(classes, slice_of((const char *)&color, sizeof(color)));
}

static struct color color_of(const struct rect *rect, struct slice name,
			     const struct paint_options *options)
{
	struct color color;

	if (palette_separator(name, &color))
		return color;
	if (options->differential)
		return palette_delta(rect->count, options->max_delta);
	return palette_color(options->palette, options->source, name);
}

void paint_layout(struct paint *paint, const struct layout *layout, const struct intern *names,
		  const struct paint_options *options)
{
	uint32_t *known = memory_resize(NULL, names->count,
					sizeof(*known)); /* class + 1, by name */
	struct intern classes = {0};
	size_t i;

	memset(known, 0, names->count * sizeof(*known));
	paint->classes = memory_resize(NULL, layout->count, sizeof(*paint->classes));
	for (i = 0; i < layout->count; i++) {
		const struct rect *rect = &layout->rects[i];

		if (known[rect->name] == 0 || options->differential)
			known[rect->name] = 1 +
					    class_of(&classes,
						     color_of(rect, intern_name(names, rect->name),
							      options));
		paint->classes[i] = known[rect->name] - 1;
	}
	free(known);
	paint->count = classes.count;
	paint->colors = memory_resize(NULL, classes.count, sizeof(*paint->colors));
	for (i = 0; i < classes.count; i++)
		memcpy(&paint->colors[i], intern_name(&classes, (frame_id)i).ptr,
		       sizeof(*paint->colors));
	intern_release(&classes);
}

void paint_release(struct paint *paint)
{
	free(paint->colors);
	free(paint->classes);
	*paint = (struct paint){0};
}
