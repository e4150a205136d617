/* SPDX-License-Identifier: MIT */
/*
 * The picture for readers without scripting: boxes of one colour are one path, and the wide ones
 * have labels. It has no titles and leaves out as many narrow frames as its room demands.
 */
#include "common/base/ratio.h"
#include "common/text/escape.h"
#include "render/page/page_parts.h"

enum {
	ROW = 16,         /* pixels */
	LABEL_LEAST = 40, /* pixels of a frame that has a label */
	LETTER = 7,       /* pixels of a letter */
	TENTHS = 10 * PAGE_STILL_WIDTH,
};

struct page_still {
	struct buf *buf;
	const struct page *page;
	const uint32_t *order; /* places of the rectangles, grouped by class */
	unsigned least;        /* pixels of a frame that is drawn */
	size_t end;            /* bytes of the buffer, where a picture is given up */
};

/* In tenths of a pixel from the left edge. */
static uint64_t tenths(const struct page_still *still, uint64_t count)
{
	return ratio_floor(count, still->page->still->total, TENTHS);
}

static uint64_t tenths_wide(const struct page_still *still, const struct rect *rect)
{
	return tenths(still, rect->start + rect->width) - tenths(still, rect->start);
}

static unsigned top_of(const struct page_still *still, const struct rect *rect)
{
	return layout_row(still->page->still, rect->depth) * ROW;
}

static void add_box(const struct page_still *still, const struct rect *rect)
{
	const uint64_t width = tenths_wide(still, rect);

	buf_add_char(still->buf, 'M');
	buf_add_decimal(still->buf, tenths(still, rect->start), 1);
	buf_printf(still->buf, " %uh", top_of(still, rect));
	buf_add_decimal(still->buf, width > 5 ? width - 5 : width, 1); /* a gap of half a pixel */
	buf_add(still->buf, SLICE("v15H"));
	buf_add_decimal(still->buf, tenths(still, rect->start), 1);
	buf_add_char(still->buf, 'z');
}

static void add_boxes(const struct page_still *still)
{
	const struct layout *layout = still->page->still;
	const struct paint *paint = still->page->still_paint;
	uint32_t last = UINT32_MAX;
	size_t i;

	for (i = 0; i < layout->count && still->buf->len <= still->end; i++) {
		const struct rect *rect = &layout->rects[still->order[i]];
		const uint32_t class = paint->classes[still->order[i]];

		if (tenths_wide(still, rect) < 10 * still->least)
			continue;
		if (class != last) {
			if (last != UINT32_MAX)
				buf_add(still->buf, SLICE("\"/>"));
			buf_add(still->buf, SLICE("<path fill=\""));
			color_add(still->buf, paint->colors[class]);
			buf_add(still->buf, SLICE("\" d=\""));
		}
		last = class;
		add_box(still, rect);
	}
	if (last != UINT32_MAX)
		buf_add(still->buf, SLICE("\"/>\n"));
}

static void page_still_add_label(const struct page_still *still, const struct rect *rect,
				 struct color color)
{
	struct slice name = rect->depth == 0 ? SLICE("all")
					     : intern_name(still->page->names, rect->name);
	struct buf label = {0};

	caption_label(&label, caption_name(name), (size_t)(tenths_wide(still, rect) / 10 / LETTER),
		      LABEL_HEAD);
	if (label.len > 0) {
		buf_add(still->buf, SLICE("<text x=\""));
		buf_add_decimal(still->buf, tenths(still, rect->start) + 30, 1);
		buf_printf(still->buf, "\" y=\"%u\"%s>", top_of(still, rect) + 12,
			   color_wants_white(color) ? " fill=\"#fff\"" : "");
		buf_add_xml(still->buf, buf_slice(&label));
		buf_add(still->buf, SLICE("</text>"));
	}
	buf_release(&label);
}

static void add_labels(const struct page_still *still)
{
	const struct layout *layout = still->page->still;
	const struct paint *paint = still->page->still_paint;
	size_t i;

	for (i = 0; i < layout->count && still->buf->len <= still->end; i++) {
		const struct rect *rect = &layout->rects[i];

		if (tenths_wide(still, rect) >= 10 * LABEL_LEAST &&
		    tenths_wide(still, rect) >= 10 * still->least)
			page_still_add_label(still, rect, paint->colors[paint->classes[i]]);
	}
}

static void add_picture(const struct page_still *still)
{
	buf_printf(
		still->buf,
		"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"100%%\" viewBox=\"0 0 %u %u\" "
		"font-family=\"monospace\" font-size=\"11\">\n",
		(unsigned)PAGE_STILL_WIDTH, still->page->still->rows * ROW);
	add_boxes(still);
	add_labels(still);
	buf_add(still->buf, SLICE("</svg>\n"));
}

/* The rectangles by class, for the caller to free. */
static uint32_t *class_order(const struct layout *layout, const struct paint *paint)
{
	uint32_t *order = memory_resize(NULL, layout->count, sizeof(*order));
	uint32_t *next = memory_resize(NULL, paint->count + 1, sizeof(*next));
	size_t i;

	memset(next, 0, (paint->count + 1) * sizeof(*next));
	for (i = 0; i < layout->count; i++)
		next[paint->classes[i] + 1]++;
	for (i = 0; i < paint->count; i++)
		next[i + 1] += next[i];
	for (i = 0; i < layout->count; i++)
		order[next[paint->classes[i]]++] = (uint32_t)i;
	free(next);
	return order;
}

void page_add_still(struct buf *buf, const struct page *page, size_t room)
{
	uint32_t *order = class_order(page->still, page->still_paint);
	const size_t start = buf->len;
	struct page_still still = {.buf = buf, .page = page, .order = order, .end = start + room};

	for (still.least = 1; still.least <= PAGE_STILL_WIDTH; still.least *= 2) {
		add_picture(&still);
		if (buf->len - start <= room)
			break;
		buf->len = start;
	}
	free(order);
}
