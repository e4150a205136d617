/* SPDX-License-Identifier: MIT */
#include "common/base/escape.h"
#include "render/palette/paint.h"
#include "render/svg/svg_state.h"
#include "render/tree/caption.h"

/* Numbers above it are written as strings: the script's own numbers are doubles. */
static const uint64_t exact_max = ((uint64_t)1 << 53) - 1;

static void svg_data_add_count(struct buf *buf, uint64_t count, uint64_t total)
{
	if (total > exact_max)
		buf_add_char(buf, '"');
	buf_add_u64(buf, count);
	if (total > exact_max)
		buf_add_char(buf, '"');
}

static void add_settings(struct buf *buf, const struct svg_picture *picture)
{
	const struct svg_style *style = picture->style;
	struct buf color = {0};

	member_add_caption(buf, &picture->caption);
	member_add_text(buf, "nametype", style->name_type);
	member_add_bool(buf, "inverted", picture->layout->inverted);
	member_add_bool(buf, "fluid", style->fluid);
	member_add_decimal(buf, "row", style->row_height, 0);
	member_add_decimal(buf, "rows", picture->layout->rows, 0);
	member_add_decimal(buf, "fontsize", style->font_size, 6);
	member_add_decimal(buf, "fontwidth", style->font_width, 6);
	color_add(&color, style->search_color);
	member_add_text(buf, "searchcolor", buf_slice(&color));
	buf_release(&color);
	member_add_text(buf, "truncate", style->script_cuts_left ? SLICE("left") : SLICE("right"));
}

/* A name that has no number yet gets the next one. */
static bool number_name(struct buf *buf, const struct svg_picture *picture, frame_id name,
			uint32_t *numbers, uint32_t *next)
{
	if (numbers[name] != UINT32_MAX)
		return false;
	numbers[name] = *next;
	buf_add_char(buf, *next == 0 ? '[' : ',');
	buf_add_json(buf, caption_name(intern_name(picture->names, name)));
	++*next;
	return true;
}

/*
 * The names of the picture in the order of first sight, the root's first, and each one's class;
 * names that only marks have come last, and have no class: differentials have colours by frame.
 * Returns their numbers by frame id, for the caller to free.
 */
static uint32_t *svg_data_add_names(struct buf *buf, const struct svg_picture *picture)
{
	const struct layout *layout = picture->layout;
	uint32_t *numbers = memory_resize(NULL, picture->names->count, sizeof(*numbers));
	struct buf fills = {0};
	uint32_t next = 0;
	size_t i;

	memset(numbers, 0xff, picture->names->count * sizeof(*numbers));
	json_member(buf, "names");
	for (i = 0; i < layout->count; i++) {
		if (!number_name(buf, picture, layout->rects[i].name, numbers, &next))
			continue;
		if (next > 1)
			buf_add_char(&fills, ',');
		buf_add_u64(&fills, picture->paint->classes[i]);
	}
	for (i = 0; i < layout->mark_count; i++)
		number_name(buf, picture, layout->marks[i].largest, numbers, &next);
	buf_add_char(buf, ']');
	if (picture->paint->by_frame)
		buf_reset(&fills);
	json_member(buf, "fills");
	buf_add_char(buf, '[');
	buf_add(buf, buf_slice(&fills));
	buf_add_char(buf, ']');
	buf_release(&fills);
	return numbers;
}

static void add_white(struct buf *buf, const struct paint *paint)
{
	bool first = true;
	size_t i;

	json_member(buf, "white");
	buf_add_char(buf, '[');
	for (i = 0; i < paint->count; i++) {
		if (!color_wants_white(paint->colors[i]))
			continue;
		if (!first)
			buf_add_char(buf, ',');
		first = false;
		buf_add_u64(buf, i);
	}
	buf_add_char(buf, ']');
}

/*
 * Each frame as HEAD, [GAP,] WIDTH, NAME, where HEAD is twice the number of frames that
 * close before it, + 1 if it does not begin where the last of them ended (or, if none
 * closes, where its parent began) but GAP further.
 */
static void add_frames(struct buf *buf, const struct layout *layout, const uint32_t *numbers)
{
	uint64_t *ends = memory_resize(NULL, layout->rows, sizeof(*ends)); /* by depth */
	const struct rect *last = NULL;
	size_t i;

	json_member(buf, "frames");
	for (i = 0; i < layout->count; i++) {
		const struct rect *rect = &layout->rects[i];
		uint32_t closed = last ? last->depth + 1 - rect->depth : 0;
		uint64_t from = closed > 0 ? ends[rect->depth] : last ? last->start : 0;

		buf_add_char(buf, i == 0 ? '[' : ',');
		buf_add_u64(buf, 2 * (uint64_t)closed + (rect->start > from));
		buf_add_char(buf, ',');
		if (rect->start > from) {
			svg_data_add_count(buf, rect->start - from, layout->total);
			buf_add_char(buf, ',');
		}
		svg_data_add_count(buf, rect->width, layout->total);
		buf_add_char(buf, ',');
		buf_add_u64(buf, numbers[rect->name]);
		ends[rect->depth] = rect->start + rect->width;
		last = rect;
	}
	buf_add_char(buf, ']');
	free(ends);
}

/* A column of a differential: its total, and each frame's count. */
static void svg_data_add_column(struct buf *buf, const struct svg_picture *picture, int column)
{
	static const char *const keys[2][2] = {{"beforetotal", "before"}, {"aftertotal", "after"}};
	const struct layout *layout = picture->layout;
	uint64_t total = picture->caption.total[column];
	size_t i;

	json_member(buf, keys[column][0]);
	svg_data_add_count(buf, total, total);
	json_member(buf, keys[column][1]);
	for (i = 0; i < layout->count; i++) {
		buf_add_char(buf, i == 0 ? '[' : ',');
		svg_data_add_count(buf, layout->rects[i].count[column], total);
	}
	buf_add_char(buf, ']');
}

/* Each as PARENT, OFFSET from its start, FRAMES, NAME and COUNT of the largest, SUM. */
static void svg_data_add_marks(struct buf *buf, const struct svg_picture *picture,
			       const uint32_t *numbers)
{
	const struct layout *layout = picture->layout;
	uint64_t total = picture->caption.total[svg_lone_column(picture)];
	size_t i;

	json_member(buf, "marks");
	buf_add_char(buf, '[');
	for (i = 0; i < layout->mark_count; i++) {
		const struct layout_mark *mark = &layout->marks[i];

		if (i > 0)
			buf_add_char(buf, ',');
		buf_add_u64(buf, mark->parent);
		buf_add_char(buf, ',');
		svg_data_add_count(buf, mark->start - layout->rects[mark->parent].start,
				   layout->total);
		buf_add_char(buf, ',');
		buf_add_u64(buf, mark->frames);
		buf_add_char(buf, ',');
		buf_add_u64(buf, numbers[mark->largest]);
		buf_add_char(buf, ',');
		svg_data_add_count(buf, mark->count, total);
		buf_add_char(buf, ',');
		svg_data_add_count(buf, mark->sum, total);
	}
	buf_add_char(buf, ']');
}

/* Write the additional data of a differential: its second column, unless widths show it. */
static void svg_data_add_differential(struct buf *buf, const struct svg_picture *picture,
				      const uint32_t *numbers)
{
	static const struct slice widths[] = {
		[WIDTH_AFTER] = SLICE_INIT("after"),
		[WIDTH_BEFORE] = SLICE_INIT("before"),
		[WIDTH_BOTH] = SLICE_INIT("both"),
	};

	svg_data_add_column(buf, picture, 0);
	member_add_text(buf, "diffwidth", widths[picture->layout->shown]);
	member_add_bool(buf, "normalized", picture->caption.normalized);
	if (picture->layout->shown != WIDTH_AFTER)
		svg_data_add_column(buf, picture, 1);
	if (picture->deltas.scale && !picture->deltas.hidden)
		delta_member_add(buf, &picture->deltas);
	member_add_decimal(buf, "minmark", picture->min_mark.millionths, 6);
	svg_data_add_marks(buf, picture, numbers);
}

/* The titles that the script cannot make of the counts, by place of the frame in the list. */
static void add_titles(struct buf *buf, const struct svg_picture *picture)
{
	struct svg_picture plain = *picture;
	struct buf title = {0}, text = {0};
	bool first = true;
	size_t i;

	if (!picture->attrs && !picture->states && picture->caption.rounding == ROUND_EXACT &&
	    picture->caption.change != CAPTION_CHANGE_OWN)
		return;
	plain.caption.rounding = ROUND_EXACT;
	if (plain.caption.change == CAPTION_CHANGE_OWN)
		plain.caption.change = CAPTION_CHANGE_NONE;
	for (i = 0; i < picture->layout->count; i++) {
		const struct rect *rect = &picture->layout->rects[i];

		buf_reset(&title);
		buf_reset(&text);
		svg_title(&title, picture, rect);
		svg_plain_title(&text, &plain, rect);
		if (slice_equal(buf_slice(&title), buf_slice(&text)))
			continue;
		if (first)
			json_member(buf, "titles");
		buf_add_text(buf, first ? "{\"" : ",\"");
		first = false;
		buf_add_u64(buf, i);
		buf_add(buf, SLICE("\":"));
		buf_add_json(buf, buf_slice(&title));
	}
	if (!first)
		buf_add_char(buf, '}');
	buf_release(&title);
	buf_release(&text);
}

/* Write the links of names, by number of the name: [href, target]. */
static void add_links(struct buf *buf, const struct svg_picture *picture, const uint32_t *numbers)
{
	bool first = true;
	size_t name, i;

	for (name = 0; picture->attrs && name < picture->names->count; name++) {
		const struct frame_attrs *attrs = attrs_of(picture->attrs, (frame_id)name);
		struct slice target = {0};

		if (!attrs || attrs->href.len == 0 || numbers[name] == UINT32_MAX)
			continue;
		for (i = 0; i < attrs->count; i++) {
			if (slice_equal(attrs->list[i].name, SLICE("target")))
				target = attrs->list[i].value;
		}
		if (first)
			json_member(buf, "links");
		buf_add_text(buf, first ? "{\"" : ",\"");
		first = false;
		buf_add_u64(buf, numbers[name]);
		buf_add(buf, SLICE("\":["));
		buf_add_json(buf, attrs->href);
		buf_add_char(buf, ',');
		buf_add_json(buf, target);
		buf_add_char(buf, ']');
	}
	if (!first)
		buf_add_char(buf, '}');
}

void svg_add_data(struct buf *buf, const struct svg_picture *picture)
{
	uint32_t *numbers;

	buf_add(buf, SLICE("{\"total\":"));
	svg_data_add_count(buf, picture->layout->total, picture->layout->total);
	add_settings(buf, picture);
	numbers = svg_data_add_names(buf, picture);
	add_white(buf, picture->paint);
	add_frames(buf, picture->layout, numbers);
	if (picture->paint->by_frame) {
		/*
		 * Write the colour of each frame, for pictures in which frames of one name have
		 * several colours.
		 */
		size_t i;

		json_member(buf, "framefills");
		for (i = 0; i < picture->layout->count; i++) {
			buf_add_char(buf, i == 0 ? '[' : ',');
			buf_add_u64(buf, picture->paint->classes[i]);
		}
		buf_add_char(buf, ']');
	}
	if (picture->caption.change == CAPTION_CHANGE_BOTH)
		svg_data_add_differential(buf, picture, numbers);
	add_titles(buf, picture);
	add_links(buf, picture, numbers);
	buf_add(buf, SLICE("}\n"));
	free(numbers);
}
