/* SPDX-License-Identifier: MIT */
#include "render/flamegraph_draw.h"

#include "common/base/checked.h"
#include "common/base/diag.h"
#include "common/folded/folded.h"
#include "common/profile/functions.h"
#include "render/page/page_content.h"
#include "render/text/icicle.h"
#include "render/tree/caption.h"
#include "render/tree/stacks.h"
#include "render/tree/tree.h"

static struct slice title_of(const struct flamegraph_options *options,
			     const struct render_personality *personality,
			     const struct opt_result *given)
{
	bool usual = slice_equal(options->title, SLICE("Flame Graph"));
	bool none = !opt_given(given, "title") || (usual && personality->usual_title_is_none) ||
		    (options->title.len == 0 && personality->empty_title_is_none);

	if (!none)
		return options->title;
	if (options->chart)
		return SLICE("Flame Chart");
	return options->inverted ? SLICE("Icicle Graph") : SLICE("Flame Graph");
}

static enum label_rule label_of(const struct flamegraph_options *options,
				const struct render_personality *personality)
{
	return options->cut_left ? LABEL_TAIL : personality->label;
}

static COLD struct icicle_style draw_text_style(const struct flamegraph_options *options,
						const struct render_personality *personality)
{
	static const enum terminal_colors colors[] = {
		[WHEN_AUTO] = COLORS_NONE, /* flamegraph_options_resolve() chose another */
		[WHEN_NEVER] = COLORS_NONE,
		[WHEN_256] = COLORS_256,
		[WHEN_TRUE] = COLORS_TRUE,
	};

	return (struct icicle_style){
		.title = options->title,
		.colors = colors[options->color_text],
		.columns = (size_t)options->columns,
		.depth = options->depth,
		.root_at_bottom = options->root == ROOT_BOTTOM,
		.label = label_of(options, personality),
	};
}

static COLD struct page draw_page(const struct flamegraph_options *options,
				  const struct render_personality *personality,
				  const struct opt_result *given)
{
	return (struct page){
		.title = title_of(options, personality, given),
		.name_type = options->name_type,
		.search_color = options->search_color.color,
		.scheme = flamegraph_schemes[options->scheme],
		.inverted = options->inverted,
		.cuts_left = options->cut_left,
	};
}

/* A background that was asked for decides by itself what is readable on it. */
static enum svg_scheme scheme_of(const struct flamegraph_options *options,
				 const struct render_personality *personality)
{
	const struct background *given = &options->background.colors;

	if (!personality->follows_reader)
		return SCHEME_LIGHT;
	if (options->background.given && options->scheme == SCHEME_AUTO)
		return color_wants_white(given->top) && color_wants_white(given->bottom)
			       ? SCHEME_DARK
			       : SCHEME_LIGHT;
	return (enum svg_scheme)options->scheme;
}

static COLD struct svg_style draw_style(const struct flamegraph_options *options,
					const struct render_personality *personality,
					const struct opt_result *given)
{
	return (struct svg_style){
		.title = title_of(options, personality, given),
		.subtitle = options->subtitle,
		.notes = options->notes,
		.name_type = options->name_type,
		.font_type = options->font_type,
		.font_size = options->font_size,
		.font_width = options->font_width,
		.width = (uint32_t)options->width,
		.row_height = (uint32_t)options->height,
		.fluid = personality->fluid && !opt_given(given, "width"),
		.label_margin = personality->label_margin,
		.label = label_of(options, personality),
		.script_cuts_left = options->cut_left ||
				    (personality->script_cuts_left && !options->cut_right),
		.every_frame = options->markup == MARKUP_FULL,
		.details_below = personality->details_below,
		.whole_baselines = personality->whole_baselines,
		.pretty = options->pretty,
		.no_script = options->no_script,
		.fits_phones = personality->follows_reader && !options->no_script,
		.hides_idle = personality->hides_idle,
		.names_encoding = options->encoding.len > 0,
		.search_color = options->search_color.color,
		.text_color = options->text_color,
		.stroke_color = options->stroke_color,
		.background = options->background.given
				      ? options->background.colors
				      : palette_background((size_t)options->palette),
		.empty = personality->empty_picture,
		.own_background = options->background.given,
		.scheme = scheme_of(options, personality),
	};
}

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
	const struct draw_job *job = drawing->job;
	struct icicle_style style = draw_text_style(job->options, job->personality);
	const bool differs = picture->caption.change == CAPTION_CHANGE_BOTH;
	const struct icicle icicle = {
		.style = &style,
		.layout = picture->layout,
		.paint = picture->paint,
		.names = picture->names,
		.caption = &picture->caption,
		.deltas = &picture->deltas,
		.largest = differs ? largest_change(tree, &picture->caption) : NULL,
		.states = picture->states,
	};

	style.subtitle = buf_slice(&drawing->subtitle);
	icicle_write(drawing->buf, &icicle);
}

static void write_page(const struct drawing *drawing, const struct tree *tree,
		       struct svg_picture *picture)
{
	const struct draw_job *job = drawing->job;
	struct paint_options paint = flamegraph_paint(job->options, job->personality);
	struct page page = draw_page(job->options, job->personality, job->given);
	const struct profile *profile = drawing->profile;
	const struct brief_source source = {
		.names = &profile->names,
		.stacks = drawing->stacks,
		.count = drawing->stack_count,
		.labels = profile->differential ? NULL : profile->labels,
		.header = &profile->header,
		.total = {profile->total[0], profile->total[1]},
		.scale = profile->scale,
		.differential = profile->differential,
		.is_scaled = drawing->normalized,
	};
	struct brief brief;

	paint.deltas.max = tree->max_delta;
	page.subtitle = buf_slice(&drawing->subtitle);
	page.caption = &picture->caption;
	page.names = picture->names;
	page.stacks = drawing->stacks;
	page.count = drawing->stack_count;
	page.differential = drawing->profile->differential;
	if (drawing->normalized && profile->labels)
		diag_warn("a page with --diff-normalize has no views of labels: they are left out");
	page.labels = drawing->normalized ? NULL : profile->labels;
	page.paint = &paint;
	page.by_states = flamegraph_by_states(job->options, job->personality);
	page.is_live = drawing->job->options->live_page;
	page.still = picture->layout;
	page.still_paint = picture->paint;
	page.lines = buf_slice(&drawing->lines);
	brief_make(&brief, &source);
	page.brief = &brief;
	page_write(drawing->buf, &page);
	brief_release(&brief);
}

static void write_picture(const struct drawing *drawing, const struct tree *tree,
			  struct svg_picture *picture)
{
	const struct draw_job *job = drawing->job;
	struct svg_style style = draw_style(job->options, job->personality, job->given);
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

/* Append the picture, the page or the text that the options ask for. */
static void drawing_write(const struct drawing *drawing, const struct tree *tree,
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

enum { LOW_TOTAL = 100 }; /* below it a profile in samples is probably not what was meant */

static bool overflowed(const struct profile *profile)
{
	if (folded_overflowed(profile))
		return true;
	if (profile->total_overflow)
		diag_error("the sum of the counts is beyond 2^64-1");
	return profile->total_overflow;
}

/* The stacks as they are to be drawn, for the caller to free; NULL after a message. */
static const struct stack **make_stacks(const struct draw_job *job, struct ingest_run *run,
					size_t *count)
{
	struct profile *profile = &run->profile;
	const struct stack **stacks;

	profile_rescale(profile, job->options->total.digits);
	if (job->by_lines) {
		stacks = lines_stacks(run, count);
		if (!stacks)
			return NULL;
	} else {
		flamegraph_put_labels(job->options, profile);
		if (job->lines.bases.count > 0) {
			/* --base; where it finds nothing, with the functions that it could find. */
			struct tally functions = {0};
			struct buf names = {0};

			if (!stacks_have(profile, &job->lines.bases)) {
				/* threads may have read a stack each */
				profile_close(profile, PROFILE_BY_FRAMES);
				functions_tally(profile, &functions);
				tally_write(&functions, &names);
				diag_error("no stack has the base; the functions are: %.*s",
					   SLICE_ARG(buf_slice(&names)));
				tally_release(&functions);
				buf_release(&names);
			}
			stacks_cut(profile, &job->lines.bases);
		}
		if (job->lines.reverse)
			stacks_reverse(profile);
		if (job->lines.chain)
			stacks_chain(profile);
		profile_close(profile, PROFILE_BY_FRAMES);
		*count = profile->count;
		stacks = memory_resize(NULL, profile->count, sizeof(*stacks));
		if (profile->count > 0)
			memcpy(stacks, profile->stacks, profile->count * sizeof(*stacks));
	}
	if (!overflowed(profile))
		return stacks;
	free(stacks);
	return NULL;
}

/* The subtitle that was given, or the header's facts. */
static void make_subtitle(struct drawing *drawing)
{
	const struct header *header = &drawing->profile->header;

	if (opt_given(drawing->job->given, "subtitle"))
		buf_add(&drawing->subtitle, drawing->job->options->subtitle);
	else
		headline_add(&drawing->subtitle, header);
	headline_add_samples(&drawing->samples, header);
	headline_add_idle(&drawing->idle, header);
}

/* Scale the first column; the subtitle then has the factor. */
static void normalize(struct drawing *drawing, const struct stack **stacks, size_t count)
{
	struct buf *buf = &drawing->subtitle;
	struct decimal factor;

	if (!drawing->job->options->normalize || !drawing->profile->differential)
		return;
	drawing->normalized = normalize_stacks(stacks, count, drawing->profile, &factor);
	if (!drawing->normalized) {
		diag_warn("one of the profiles has no counts: --diff-normalize changes nothing");
		return;
	}
	if (buf->len > 0)
		buf_add(buf, SLICE("; "));
	buf_add(buf, SLICE("first profile multiplied by "));
	buf_add_decimal(buf, factor.value, factor.digits);
}

/* Options that mean something only where lines have two counts. */
static void warn_of_one_column(const struct draw_job *job, const struct profile *profile)
{
	static const char *const names[] = {"diff-width", "min-vanished", "diff-scale",
					    "diff-palette", "diff-normalize"};
	size_t i;

	for (i = 0; i < ARRAY_LEN(names) && !profile->differential; i++) {
		if (opt_given(job->given, names[i]))
			diag_warn("no line has two counts: --%s changes nothing", names[i]);
	}
}

/* --total in the units of the profile; one that is too small does not count. */
static bool find_total(struct drawing *drawing, uint64_t sum)
{
	struct decimal total = drawing->job->options->total;

	if (total.digits < drawing->profile->scale &&
	    !u64_scale(&total.value, drawing->profile->scale - total.digits)) {
		diag_error("the total is beyond 2^64-1");
		return false;
	}
	if (total.value > 0 && total.value < sum) {
		diag_warn("--total is less than the sum of the counts: it is ignored");
		total.value = 0;
	}
	drawing->total = total.value;
	return true;
}

/* Report what was drawn, with the counts of the input. */
static void say_what_was_drawn(const struct draw_job *job, const struct tree *tree,
			       const struct layout *layout, const struct caption *caption)
{
	struct caption plain = *caption;
	uint64_t sum;

	plain.factor = (struct decimal){1, 0};
	sum = caption_count(&plain, tree->nodes[0].width);
	if (sum < LOW_TOTAL && slice_equal(caption->count_name, SLICE("samples")))
		(job->personality->low_count_is_warning ? diag_warn : diag_note)(
			"Stack count is low (%u). Did something go wrong?", (unsigned)sum);
	diag_note("%zu of %llu frames drawn, %llu narrower than the minimum width", layout->count,
		  (unsigned long long)(tree->count + tree->left_out),
		  (unsigned long long)layout->hidden);
	if (caption->change == CAPTION_CHANGE_BOTH && caption->total[0] != caption->total[1])
		diag_note("the totals differ: --diff-normalize makes them equal");
	if (caption->change == CAPTION_CHANGE_BOTH)
		diag_note("frames only one profile has: %llu vanished, %llu new",
			  (unsigned long long)layout->only[0], (unsigned long long)layout->only[1]);
}

static bool paint_with_map(const struct drawing *drawing, struct paint *paint,
			   const struct layout *layout, struct paint_options *options)
{
	const struct draw_job *job = drawing->job;
	struct palette_map map = {.rules = job->personality->map,
				  .names = &drawing->profile->names};
	bool good = true;

	if (job->options->keep_palette) {
		good = palette_map_read(&map, PALETTE_MAP_FILE, job->compat);
		options->map = &map;
	}
	paint_layout(paint, layout, &drawing->profile->names, options);
	if (job->options->keep_palette)
		good = good && palette_map_write(&map, PALETTE_MAP_FILE);
	palette_map_release(&map);
	return good;
}

/* The total is the picture's. */
static struct caption make_caption(const struct drawing *drawing, const struct layout *layout)
{
	const struct draw_job *job = drawing->job;
	struct caption caption = flamegraph_caption(job->options, job->personality,
						    drawing->profile, job->given);

	if (layout->shown != WIDTH_BOTH)
		caption.total[layout->shown == WIDTH_AFTER] = layout->total;
	caption.normalized = drawing->normalized;
	if (!slice_equal(caption.count_name, SLICE("samples")))
		caption.samples = buf_slice(&drawing->samples);
	caption.idle = buf_slice(&drawing->idle);
	return caption;
}

static bool draw_draw(struct drawing *drawing, const struct tree *tree)
{
	const struct draw_job *job = drawing->job;
	struct layout_options layout_options = flamegraph_layout(job->options, job->personality,
								 drawing->profile);
	struct paint_options paint_options = flamegraph_paint(job->options, job->personality);
	struct caption caption;
	struct layout layout;
	struct states states = {0};
	struct paint paint;
	bool good;

	layout_options.total = drawing->total;
	layout_build(&layout, tree, &layout_options);
	caption = make_caption(drawing, &layout);
	say_what_was_drawn(job, tree, &layout, &caption);
	paint_options.deltas.max = tree->max_delta;
	if (flamegraph_by_states(job->options, job->personality)) {
		if (!drawing->profile->differential &&
		    states_init(&states, drawing->profile, drawing->stacks, drawing->stack_count))
			paint_options.states = &states;
		else
			diag_warn("no stack has a state, so --colors wall is --colors hot: record "
				  "with record-stacks --wall, and fold by collapse-perf --labels "
				  "state");
	}
	good = paint_with_map(drawing, &paint, &layout, &paint_options);
	good = good && !limits_met();
	if (good && caption_overflows(&caption)) {
		diag_error("the counts, multiplied by the factor, are beyond 2^64-1");
		good = false;
	}
	if (good)
		drawing_write(drawing, tree,
			      &(struct svg_picture){
				      .layout = &layout,
				      .paint = &paint,
				      .names = &drawing->profile->names,
				      .attrs = job->options->attrs.len > 0 ? &drawing->attrs : NULL,
				      .states = paint_options.states,
				      .caption = caption,
				      .deltas = paint_options.deltas,
				      .min_mark = job->options->min_vanished,
			      });
	paint_release(&paint);
	states_release(&states);
	layout_release(&layout);
	return good;
}

/* Write the picture that there is nothing to show. */
static int draw_nothing(const struct drawing *drawing)
{
	const struct draw_job *job = drawing->job;
	const uint64_t *total = drawing->profile->total;
	const struct svg_style style = draw_style(job->options, job->personality, job->given);

	if (total[0] == total[1] || job->personality->leaf_deltas)
		diag_error("%s", job->personality->empty_message);
	else
		diag_error("no counts in the column shown: try --diff-width both");
	if (job->options->html) {
		const struct page page = draw_page(job->options, job->personality, job->given);

		page_write_empty(drawing->buf, &page, slice_from(job->personality->empty_picture));
	} else if (!job->options->text) {
		svg_write_error(drawing->buf, &style);
	}
	return job->personality->empty_exit;
}

/* The least width of a frame that can be drawn; 0 where frames of no width count, too. */
static uint64_t least_width(const struct drawing *drawing)
{
	const struct draw_job *job = drawing->job;
	const struct profile *profile = drawing->profile;
	const struct layout_options layout = flamegraph_layout(job->options, job->personality,
							       profile);
	uint64_t sum = profile->total[1];

	if (profile->differential)
		return 0;
	return layout_count_of(&layout.min, layout.pixels,
			       drawing->total > sum ? drawing->total : sum);
}

static int draw_stacks(struct drawing *drawing)
{
	const struct draw_job *job = drawing->job;
	struct profile *profile = drawing->profile;
	struct tree_options options = flamegraph_tree(job->options, job->personality, profile);
	struct tree tree;
	int code = EXIT_DATA;

	if (!find_total(drawing, count_width(profile->total, options.shown)))
		return EXIT_DATA;
	options.root = profile_frame(profile, SLICE(""));
	options.least = least_width(drawing);
	if (limits_met())
		return EXIT_DATA;
	if (!tree_build(&tree, drawing->stacks, drawing->stack_count, &options))
		diag_error("the sum of both columns is beyond 2^64-1");
	else if (tree.nodes[0].width == 0)
		code = draw_nothing(drawing);
	else if (draw_draw(drawing, &tree))
		code = EXIT_DONE;
	tree_release(&tree);
	return code;
}

static int draw_run(struct drawing *drawing, struct ingest_run *run)
{
	const struct draw_job *job = drawing->job;
	size_t count;
	const struct stack **stacks = make_stacks(job, run, &count);
	int code;

	if (!stacks)
		return EXIT_DATA;
	stats_count(job->stats, drawing->profile);
	job->stats->stacks = count; /* lines are not in the table of the profile */
	warn_of_one_column(job, drawing->profile);
	make_subtitle(drawing);
	normalize(drawing, stacks, count);
	drawing->stacks = stacks;
	drawing->stack_count = count;
	code = draw_stacks(drawing);
	free(stacks);
	return code;
}

int flamegraph_draw(const struct draw_job *job, struct ingest_run *run, struct buf *buf)
{
	struct drawing drawing = {.job = job,
				  .profile = &run->profile,
				  .attrs = {.rules = &job->personality->attrs},
				  .buf = buf};
	int code = EXIT_DATA;

	if (job->options->attrs.len > 0 &&
	    !attrs_read(&drawing.attrs, job->options->attrs, &run->profile.names, job->compat)) {
		attrs_release(&drawing.attrs);
		return job->personality->attrs_exit;
	}
	if (job->options->line_data.len == 0 ||
	    page_lines_read(&drawing.lines, job->options->line_data, job->compat))
		code = draw_run(&drawing, run);
	buf_release(&drawing.lines);
	buf_release(&drawing.subtitle);
	buf_release(&drawing.samples);
	buf_release(&drawing.idle);
	attrs_release(&drawing.attrs);
	return code;
}
