/* SPDX-License-Identifier: MIT */
/* export-lines: the lines of the source with what they cost, from a recording of perf. */
#include "collapse/lines/perf_by_line.h"

#include "collapse/perf/perf_recording_state.h"
#include "common/base/diag.h"
#include "common/base/regex.h"

static const char *const sort_names[] = {"self", "total", NULL};
static const char *const format_names[] = {"text", "markdown", "json", "html", "pprof", NULL};
static const char *const format_helps[] = {
	"for people",
	"for a merge request: a table, and each function as a listing",
	"exact counts, for programs, and for flamegraph --html --line-data",
	"the page of flamegraph, with its view Source; the sources are in it",
	"all samples with their addresses, files and lines, for go tool pprof; compressed",
};

static const struct opt rows[] = {
	{OPT_HEADING, .help = "Lines"},
	{OPT_CHOICE, .name = "sort", .value = "BY", OPT_AT(struct lines_options, sort),
	 .choices = sort_names,
	 .help = "Which functions come first: self, what they do themselves (the default), or total"},
	{OPT_NUMBER, .letter = 'n', .name = "top", .value = "N", OPT_AT(struct lines_options, most),
	 .min = 1, .help = "Show at most N functions, 20 by default"},
	{OPT_TEXT, .name = "function", .value = "REGEX", OPT_AT(struct lines_options, functions),
	 .help = "Show functions whose name matches, also those without a count of their own"},
	{OPT_TEXT, .name = "file", .value = "GLOB", OPT_AT(struct lines_options, files),
	 .help = "Show functions with lines in files whose path or name matches"},
	{OPT_CHOICE, .name = "format", .value = "FORMAT", OPT_AT(struct lines_options, format),
	 .choices = format_names, .choice_helps = format_helps, .help = "What to write"},
	{OPT_TEXT, .name = "source", .value = "DIR", OPT_AT(struct lines_options, source),
	 .help = "Look for sources in DIR, by the longest end of their path that exists there"},
	{OPT_LIST, .name = "source-map", .value = "FROM=TO", OPT_AT(struct lines_options, maps),
	 .help = "Look for sources whose path begins with FROM in TO; may be repeated",
	 .detail = "Sources are looked for by --source-map, in --source, at their own path, in the "
		   "debugging information, in the program's folder. Lines whose source is missing "
		   "have counts alone."},
	{OPT_FLAG, .name = "asm", OPT_AT(struct lines_options, with_code),
	 .help = "Show the instructions of each function, too, with lines of the source between them",
	 .detail = "By libcapstone; without it there are bytes. Of text and Markdown."},
};

static const struct program_product products[] = {
	[LINES_HTML] = {"an HTML page", "out.html", ""},
	[LINES_PPROF] = {"a profile for pprof", "out.pb.gz", ""},
};

/* False after a message. */
static bool lines_check(struct lines_options *options)
{
	char problem[256];
	size_t i;

	for (i = 0; i < options->maps.count; i++) {
		const size_t at = slice_find(options->maps.at[i], '=');

		if (at == SLICE_NONE || at == 0) {
			diag_error("--source-map '%.*s': not of the form FROM=TO",
				   SLICE_ARG(options->maps.at[i]));
			return false;
		}
	}
	if (options->functions.len == 0)
		return true;
	options->regex = regex_new(options->functions, problem, sizeof(problem));
	if (!options->regex)
		diag_error("--function: %s", problem);
	return options->regex != NULL;
}

/* Find the lines of the code that is shown. */
static void lines_end_sites(const struct perf_options *perf, const struct profile *profile)
{
	const struct lines_options *options = (const struct lines_options *)perf;
	struct lines_sums sums = {0};
	size_t i;

	lines_sums_make(&sums, options, profile);
	for (i = 0; i < sums.count; i++) {
		if (sums.functions[i].code)
			perf_sites_find_lines(perf->sites, sums.functions[i].code);
	}
	lines_sums_release(&sums);
}

static bool lines_prepare(struct collapse_setup *setup)
{
	struct lines_options *options = setup->options;

	if (options->most == 0)
		options->most = 20;
	options->perf.lines = PERF_LINES_OF_ALL;
	options->perf.no_advice = true;
	options->perf.sites = perf_sites_new(options->with_code);
	if (options->with_code)
		options->perf.end_sites = lines_end_sites;
	if (!lines_check(options) || !perf_prepare(setup))
		return false;
	options->perf.simplify = options->format == LINES_TEXT || options->format == LINES_MARKDOWN
					 ? TIDY_TEMPLATES
					 : TIDY_ARGS;
	if (options->format == LINES_HTML || options->format == LINES_PPROF)
		setup->product = &products[options->format];
	return true;
}

static bool lines_write(const struct collapse_setup *setup, const struct ingest_run *run,
			struct output *output)
{
	static void (*const writers[])(struct buf *, const struct lines_options *,
				       const struct lines_sums *, struct lines_sources *,
				       struct slice) = {
		[LINES_TEXT] = lines_write_text,
		[LINES_MARKDOWN] = lines_write_markdown,
		[LINES_JSON] = lines_write_json,
		[LINES_HTML] = lines_write_json,
	};
	const struct lines_options *options = setup->options;
	struct lines_sources *sources;
	struct lines_sums sums = {0};
	struct buf json = {0};
	bool good = true;

	if (!setup->is_recording) {
		diag_error(
			"the input is no recording of perf (perf.data): texts have no addresses of "
			"files; try collapse-perf --lines");
		return false;
	}
	if (options->format == LINES_PPROF)
		return lines_write_pprof(&output->buf, options, &run->profile);
	lines_sums_make(&sums, options, &run->profile);
	if (sums.count == 0) {
		diag_error("no function was selected");
		lines_sums_release(&sums);
		return false;
	}
	sources = lines_sources_new(options);
	writers[options->format](options->format == LINES_HTML ? &json : &output->buf, options,
				 &sums, sources, header_value(&run->profile.header, HEADER_UNIT));
	if (options->format == LINES_HTML)
		good = lines_write_page(&output->buf, options, &run->profile, buf_slice(&json));
	lines_sources_say(sources);
	lines_sources_free(sources);
	lines_sums_release(&sums);
	buf_release(&json);
	return good;
}

static void lines_release(struct collapse_setup *setup)
{
	struct lines_options *options = setup->options;

	perf_sites_free(options->perf.sites);
	regex_free(options->regex);
	free(options->maps.at);
	perf_release(setup);
}

static const struct collapser export_lines = {
	.name = "perf",
	.summary = "lines of the source with what they cost, from perf.data",
	.rows = rows,
	.row_count = ARRAY_LEN(rows),
	.shared_rows = perf_sample_rows,
	.shared_count = &perf_sample_row_count,
	.options_size = sizeof(struct lines_options),
	.recordings = &perf_recordings,
	.prepare = lines_prepare,
	.describe = perf_describe,
	.report = perf_report,
	.explain = perf_explain,
	.write = lines_write,
	.release = lines_release,
};

int export_lines_main(int argc, char **argv)
{
	return collapse_main(&export_lines, argc, argv);
}
