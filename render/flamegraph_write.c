/* SPDX-License-Identifier: MIT */
#include "render/flamegraph_write.h"

#include "common/base/diag.h"
#include "render/tree/largest.h"

static struct svg_legend make_legend(const struct tree *tree, const struct caption *caption)
{
	const struct node *largest = largest_change(tree, caption);

	if (!largest)
		return (struct svg_legend){.changed = false};
	return (struct svg_legend){
		.changed = true,
		.largest = largest->name,
		.count = {largest->count[0], largest->count[1]},
	};
}

static void write_text(const struct drawing *drawing, const struct tree *tree,
		       struct svg_picture *picture)
{
	const struct job *job = drawing->job;
	struct icicle_style style = flamegraph_text_style(job->options, job->personality);
	const bool differs = picture->caption.change == CAPTION_CHANGE_BOTH;
	const struct icicle icicle = {
		.style = &style,
		.layout = picture->layout,
		.paint = picture->paint,
		.names = picture->names,
		.caption = &picture->caption,
		.deltas = &picture->deltas,
		.largest = differs ? largest_change(tree, &picture->caption) : NULL,
	};

	style.subtitle = buf_slice(&drawing->subtitle);
	icicle_write(drawing->buf, &icicle);
}

static void write_page(const struct drawing *drawing, const struct tree *tree,
		       struct svg_picture *picture)
{
	const struct job *job = drawing->job;
	struct paint_options paint = flamegraph_paint(job->options, job->personality);
	struct page page = flamegraph_page(job->options, job->personality, job->given);

	paint.deltas.max = tree->max_delta;
	page.subtitle = buf_slice(&drawing->subtitle);
	page.caption = &picture->caption;
	page.names = picture->names;
	page.stacks = drawing->stacks;
	page.count = drawing->stack_count;
	page.differential = drawing->profile->differential;
	if (page.differential && drawing->profile->labels)
		diag_warn("a differential page has no views of labels: they are left out");
	page.labels = page.differential ? NULL : drawing->profile->labels;
	page.paint = &paint;
	page.still = picture->layout;
	page.still_paint = picture->paint;
	page_write(drawing->buf, &page);
}

static void write_picture(const struct drawing *drawing, const struct tree *tree,
			  struct svg_picture *picture)
{
	const struct job *job = drawing->job;
	struct svg_style style = flamegraph_style(job->options, job->personality, job->given);
	bool differs = picture->caption.change == CAPTION_CHANGE_BOTH && !job->options->diffusion;
	struct svg_legend legend;

	style.subtitle = buf_slice(&drawing->subtitle);
	picture->style = &style;
	if (differs) {
		legend = make_legend(tree, &picture->caption);
		picture->legend = &legend;
	}
	svg_write(drawing->buf, picture);
}

void drawing_write(const struct drawing *drawing, const struct tree *tree,
		   struct svg_picture *picture)
{
	const struct flamegraph_options *options = drawing->job->options;

	if (options->text)
		write_text(drawing, tree, picture);
	else if (options->html)
		write_page(drawing, tree, picture);
	else
		write_picture(drawing, tree, picture);
}
