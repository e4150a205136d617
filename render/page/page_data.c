/* SPDX-License-Identifier: MIT */
#include "common/io/output/compress.h"
#include "common/text/base64.h"
#include "common/text/escape.h"
#include "render/measure/members.h"
#include "render/page/page_parts.h"
#include "render/palette/delta_member.h"

static void page_data_add_names(struct buf *buf, const struct page *page,
				const struct page_tree *tree)
{
	size_t i;

	member_add(buf, "names");
	buf_add(buf, SLICE("[\"\""));
	for (i = 0; i < tree->name_count; i++) {
		buf_add_char(buf, ',');
		buf_add_json(buf, intern_name(page->names, tree->names[i]));
	}
	buf_add_char(buf, ']');
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
	buf_add(buf, samples);
	page_data_add_names(buf, page, tree);
	buf_add(buf, SLICE("}"));
}

/* Three bytes a name, but for the root's: red, green, blue. */
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

static void add_columns(struct buf *buf, const struct page *page, const struct page_tree *tree)
{
	page_data_add_colors(buf, page, tree);
	buf_add(buf, buf_slice(&tree->pops));
	buf_add(buf, buf_slice(&tree->called));
	if (page->differential)
		page_data_add_own(buf, tree, 0);
	page_data_add_own(buf, tree, 1);
}

/* The length of what follows, in four bytes. */
static void fill_in_length(struct buf *buf)
{
	size_t len = buf->len - 4;
	int i;

	for (i = 0; i < 4; i++)
		buf->ptr[i] = (char)(unsigned char)(len >> 8 * i);
}

bool page_add_data(struct buf *buf, const struct page *page)
{
	struct page_tree tree;
	struct buf bytes = {0}, packed = {0}, head = {0}, columns = {0};
	bool is_packed;

	page_tree_build(&tree, page);
	page_samples_add(&head, &columns, page, &tree);
	buf_add(&bytes, slice_of("\0\0\0\0", 4));
	page_data_add_head(&bytes, page, &tree, buf_slice(&head));
	fill_in_length(&bytes);
	add_columns(&bytes, page, &tree);
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
