/* SPDX-License-Identifier: MIT */
#include "common/base/escape.h"
#include "common/base/exact.h"
#include "common/io/compress.h"
#include "render/page/page_state.h"

/*
 * The picture for readers without scripting: boxes of one colour are one path, and the wide ones
 * have labels. It has no titles and leaves out as many narrow frames as its room demands.
 */

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

/* The static picture in at most `room` bytes, an SVG without style sheet. */
static void page_add_still(struct buf *buf, const struct page *page, size_t room)
{
	uint32_t *order = class_order(page->still, page->still_paint);
	const size_t start = buf->len;
	struct page_still still = {.buf = buf, .page = page, .order = order, .end = start + room};

	for (still.least = 1; still.least <= PAGE_STILL_WIDTH; still.least *= 2) {
		buf_printf(
			still.buf,
			"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"100%%\" viewBox=\"0 0 %u %u\" "
			"font-family=\"monospace\" font-size=\"11\">\n",
			(unsigned)PAGE_STILL_WIDTH, still.page->still->rows * ROW);
		add_boxes(&still);
		add_labels(&still);
		buf_add(still.buf, SLICE("</svg>\n"));
		if (buf->len - start <= room)
			break;
		buf->len = start;
	}
	free(order);
}

/* A differential compares columns: which of them widths show first, and the colours. */
static void page_data_add_differential(struct buf *buf, const struct page *page)
{
	static const struct slice widths[] = {
		[WIDTH_AFTER] = SLICE_INIT("after"),
		[WIDTH_BEFORE] = SLICE_INIT("before"),
		[WIDTH_BOTH] = SLICE_INIT("both"),
	};

	member_add_bool(buf, "differential", page->differential);
	member_add_bool(buf, "normalized", page->caption->normalized);
	member_add_text(buf, "diffwidth", widths[page->still->shown]);
	delta_member_add(buf, &page->paint->deltas);
}

static void page_data_add_head(struct buf *buf, const struct page *page,
			       const struct page_tree *tree, struct slice samples)
{
	struct buf color = {0};
	size_t i;

	buf_printf(buf, "{\"version\":1,\n\"frames\":%zu,\n\"total\":[\"%llu\",\"%llu\"]",
		   tree->frames, (unsigned long long)page->caption->total[0],
		   (unsigned long long)page->caption->total[1]);
	member_add_text(buf, "title", page->title);
	member_add_text(buf, "subtitle", page->subtitle);
	member_add_text(buf, "nametype", page->name_type);
	member_add_caption(buf, page->caption);
	if (page->caption->idle.len > 0)
		member_add_text(buf, "idle", page->caption->idle);
	member_add_bool(buf, "inverted", page->inverted);
	member_add_text(buf, "truncate", page->cuts_left ? SLICE("left") : SLICE("right"));
	color_add(&color, page->search_color);
	member_add_text(buf, "searchcolor", buf_slice(&color));
	buf_release(&color);
	page_data_add_differential(buf, page);
	if (page->brief->count > 0) {
		json_member(buf, "brief");
		brief_add_page(buf, page->brief);
	}
	buf_add(buf, samples);
	if (page->lines.len > 0) {
		json_member(buf, "lines");
		buf_add(buf, page->lines);
	}
	json_member(buf, "names");
	buf_add(buf, SLICE("[\"\""));
	for (i = 0; i < tree->name_count; i++) {
		buf_add_char(buf, ',');
		buf_add_json(buf, intern_name(page->names, tree->names[i]));
	}
	buf_add_char(buf, ']');
	buf_add(buf, SLICE("}"));
}

/* Three bytes per name, but for the root's: red, green, blue. */
static void page_data_add_colors(struct buf *buf, const struct page *page,
				 const struct page_tree *tree)
{
	size_t i;

	for (i = 0; i < tree->name_count; i++) {
		struct color color = paint_name(page->paint,
						intern_name(page->names, tree->names[i]));

		buf_add_char(buf, (char)color.red);
		buf_add_char(buf, (char)color.green);
		buf_add_char(buf, (char)color.blue);
	}
}

static void page_data_add_own(struct buf *buf, const struct page_tree *tree, int column)
{
	size_t i;

	for (i = 0; i < tree->frames; i++)
		page_add_varint(buf, tree->own[column][i]);
}

/* The length of what follows, in four bytes. */
static void fill_in_length(struct buf *buf)
{
	size_t len = buf->len - 4;
	int i;

	for (i = 0; i < 4; i++)
		buf->ptr[i] = (char)(unsigned char)(len >> 8 * i);
}

/*
 * The data block, as the text of an element: base64 of a gzip member or, in a build without zlib,
 * of the bytes themselves. These are the length of the head in four bytes, the lowest first, the
 * head, which is JSON, and the columns of the tree. Returns whether it is compressed, and whether it
 * has states of threads.
 */
static bool page_add_data(struct buf *buf, const struct page *page, bool *has_states)
{
	struct page_tree tree;
	struct buf bytes = {0}, packed = {0}, head = {0}, columns = {0};
	bool is_packed;

	page_tree_build(&tree, page);
	*has_states = page_samples_add(&head, &columns, page, &tree);
	if (*has_states && page->by_states)
		member_add_text(&head, "color", SLICE("state"));
	buf_add(&bytes, slice_of("\0\0\0\0", 4));
	page_data_add_head(&bytes, page, &tree, buf_slice(&head));
	fill_in_length(&bytes);
	page_data_add_colors(&bytes, page, &tree);
	buf_add(&bytes, buf_slice(&tree.pops));
	buf_add(&bytes, buf_slice(&tree.called));
	if (page->differential)
		page_data_add_own(&bytes, &tree, 0);
	page_data_add_own(&bytes, &tree, 1);
	buf_add(&bytes, buf_slice(&columns));
	page_tree_release(&tree);
	is_packed = compress_gzip(buf_slice(&bytes), &packed);
	buf_add_base64(buf, buf_slice(is_packed ? &packed : &bytes));
	buf_release(&bytes);
	buf_release(&packed);
	buf_release(&head);
	buf_release(&columns);
	return is_packed;
}

static void page_add_element(struct buf *buf, const char *name, const unsigned char *text,
			     size_t len)
{
	buf_printf(buf, "<%s>", name);
	buf_add(buf, slice_of((const char *)text, len));
	buf_printf(buf, "</%s>\n", name);
}

static void page_add_head(struct buf *buf, const struct page *page, bool has_states)
{
	const bool is_told = strcmp(page->scheme, "auto") != 0;

	buf_add_text(buf, "<!DOCTYPE html>\n<html lang=\"en\"");
	if (is_told)
		buf_printf(buf, " data-scheme=\"%s\"", page->scheme);
	buf_printf(buf, "%s>\n<head>\n<meta charset=\"utf-8\">\n",
		   page->is_live ? " data-live" : "");
	/*
	 * Only these scripts and this style are used, and nothing is fetched (CSP 3), or only from
	 * the server of a live page.
	 */
	buf_printf(buf,
		   "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
		   "%sscript-src 'sha256-%s' 'sha256-%s'",
		   page->is_live ? "connect-src 'self'; img-src data:; " : "", page_boot_hash,
		   page_script_packed_hash);
	if (page->lines.len > 0)
		buf_printf(buf, " 'sha256-%s'", page_source_packed_hash);
	if (has_states)
		buf_printf(buf, " 'sha256-%s'", page_states_packed_hash);
	buf_printf(buf, "; style-src 'sha256-%s' 'sha256-%s'", page_still_style_hash,
		   page_style_packed_hash);
	if (page->lines.len > 0)
		buf_printf(buf, " 'sha256-%s'", page_source_style_packed_hash);
	buf_add(buf, SLICE("; base-uri 'none'; form-action 'none'\">\n"));
	buf_add(buf, SLICE("<meta name=\"viewport\" content=\"width=device-width\">\n"
			   "<meta name=\"referrer\" content=\"no-referrer\">\n<title>"));
	buf_add_xml(buf, page->title);
	buf_add(buf, SLICE("</title>\n"));
	if (page->is_live) /* else browsers ask the server for one */
		buf_add(buf, SLICE("<link rel=\"icon\" href=\"data:,\">\n"));
	page_add_element(buf, "style", page_still_style, page_still_style_len);
	buf_add(buf, SLICE("</head>\n"));
}

/* A style or a script, with an id, that boot.js unpacks. */
static void page_add_packed(struct buf *buf, const char *id, const unsigned char *packed,
			    size_t len)
{
	buf_printf(buf, "<script type=\"text/plain\" id=\"packed-%s\">", id);
	buf_add(buf, slice_of((const char *)packed, len));
	buf_add(buf, SLICE("</script>\n"));
}

void page_write(struct buf *buf, const struct page *page)
{
	struct buf data = {0};
	bool has_states, is_packed = page_add_data(&data, page, &has_states);

	page_add_head(buf, page, has_states);
	buf_add(buf, SLICE("<body>\n"));
	buf_add(buf, SLICE("<noscript>\n<h1>"));
	buf_add_xml(buf, page->title);
	buf_add(buf, SLICE("</h1>\n<p>"));
	buf_add_xml(buf, page->subtitle);
	buf_add(buf, SLICE("</p>\n"));
	brief_add_list(buf, page->brief);
	page_add_still(buf, page, (data.len + page_script_packed_len) / 10);
	buf_add(buf,
		SLICE("<p>A picture, without frames narrower than a pixel. Scripting adds zoom, "
		      "search, and views as a table, by function and by time.</p>\n"
		      "</noscript>\n"));
	buf_printf(buf, "<script type=\"text/plain\" id=\"data\" data-encoding=\"%s\">",
		   is_packed ? "gzip" : "none");
	buf_add(buf, buf_slice(&data));
	buf_add(buf, SLICE("</script>\n"));
	page_add_packed(buf, "style", page_style_packed, page_style_packed_len);
	if (page->lines.len > 0) { /* before the script, which looks for it */
		page_add_packed(buf, "style-source", page_source_style_packed,
				page_source_style_packed_len);
		page_add_packed(buf, "script-source", page_source_packed, page_source_packed_len);
	}
	if (has_states)
		page_add_packed(buf, "script-states", page_states_packed, page_states_packed_len);
	page_add_packed(buf, "script", page_script_packed, page_script_packed_len);
	page_add_element(buf, "script", page_boot, page_boot_len);
	buf_add(buf, SLICE("</body>\n</html>\n"));
	buf_release(&data);
}

void page_write_empty(struct buf *buf, const struct page *page, struct slice why)
{
	page_add_head(buf, page, false);
	buf_add(buf, SLICE("<body>\n<h1>"));
	buf_add_xml(buf, page->title);
	buf_add(buf, SLICE("</h1>\n<p>"));
	buf_add_xml(buf, why);
	buf_add(buf, SLICE("</p>\n</body>\n</html>\n"));
}
