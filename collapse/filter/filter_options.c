/* SPDX-License-Identifier: MIT */
/* --sorted: files that are merged as they are read, which leaves no room for other edits. */
#include "collapse/filter/filter.h"
#include "collapse/filter/merge.h"

#include "common/base/arena.h"
#include "common/base/diag.h"
#include "common/io/input.h"

static COLD bool parse_pattern(struct slice text, void *field, struct buf *problem)
{
	struct filter_patterns *patterns = field;
	char why[160];
	struct regex *regex = regex_new(text, why, sizeof(why));

	if (!regex) {
		buf_add_text(problem, why);
		return false;
	}
	MEMORY_ROOM(patterns->at, patterns->count, patterns->cap);
	patterns->at[patterns->count++] = regex;
	return true;
}

/* The last `=` separates, for patterns may well hold one. */
static COLD bool parse_rename(struct slice text, void *field, struct buf *problem)
{
	struct filter_renames *renames = field;
	size_t equals = slice_rfind(text, '=');
	struct filter_rename rename;
	char why[320];

	if (equals == SLICE_NONE || equals == 0) {
		buf_add_text(problem, "REGEX=REPLACEMENT is expected");
		return false;
	}
	rename.replacement = slice_tail(text, equals + 1);
	rename.regex = regex_new(slice_head(text, equals), why, sizeof(why));
	if (!rename.regex ||
	    !regex_can_replace(slice_head(text, equals), rename.replacement, why, sizeof(why))) {
		regex_free(rename.regex);
		buf_add_text(problem, why);
		return false;
	}
	MEMORY_ROOM(renames->at, renames->count, renames->cap);
	renames->at[renames->count++] = rename;
	return true;
}

static COLD bool parse_factor(struct slice text, void *field, struct buf *problem)
{
	if (factor_parse(text, field))
		return true;
	buf_printf(problem, "a number above 0 with up to %d decimals is expected", LIMIT_SCALE);
	return false;
}

static const char *const levels[] = {"none", "args", "templates", "packages", NULL};
static const char *const level_helps[] = {
	"names as they are",
	"without parameters, return types and the hashes of Rust",
	"also without the arguments of templates and generic functions",
	"also without packages: the last two parts of a qualified name",
	NULL,
};
static const char *const recursions[] = {"no", "direct", "mutual", NULL};
static const char *const recursion_helps[] = {
	"stacks as they are",
	"a frame that calls itself is one frame: a;b;b;c becomes a;b;c",
	"so are functions that call each other: a;b;a;b;c becomes a;b;c, a;b;a;c becomes a;c",
	NULL,
};

static bool parse_where(struct slice text, struct filter_wheres *wheres, bool is_not,
			struct buf *problem)
{
	struct filter_where where = {.is_not = is_not};
	char why[160];

	if (!slice_cut(&text, '=', &where.name) || where.name.len == 0) {
		buf_add_text(problem, "NAME=REGEX is expected");
		return false;
	}
	if (slice_equal(where.name, SLICE("time"))) {
		buf_add_text(problem, "use --time FROM,TO for times");
		return false;
	}
	where.regex = regex_new(text, why, sizeof(why));
	if (!where.regex) {
		buf_add_text(problem, why);
		return false;
	}
	regex_set_alone(where.regex);
	MEMORY_ROOM(wheres->at, wheres->count, wheres->cap);
	wheres->at[wheres->count++] = where;
	return true;
}

static COLD bool parse_where_is(struct slice text, void *field, struct buf *problem)
{
	return parse_where(text, field, false, problem);
}

static COLD bool parse_where_not(struct slice text, void *field, struct buf *problem)
{
	return parse_where(text, field, true, problem);
}

/* NAME=VALUE */
static COLD bool filter_parse_label(struct slice text, void *field, struct buf *problem)
{
	struct slice label = text, name;

	if (!slice_cut(&label, '=', &name) || name.len == 0 || slice_equal(name, SLICE("time"))) {
		buf_add_text(problem, "expected NAME=VALUE; NAME cannot be time");
		return false;
	}
	opt_list_add(field, text);
	return true;
}

#define AT(field) OPT_AT(struct filter_options, field)

const struct opt filter_rows[] = {
	{OPT_HEADING, .help = "Names"},
	{OPT_CHOICE, .name = "simplify", .value = "LEVEL", AT(simplify), .choices = levels,
	 .choice_helps = level_helps, .help = "Shorten the names of functions"},
	{OPT_CALL, .name = "rename", .value = "REGEX=REPLACEMENT", AT(renames),
	 .parse = parse_rename,
	 .help = "Replace matches in names; only the first rule that matches is applied",
	 .detail = "$1 and ${name} in the REPLACEMENT are groups of the REGEX, $$ is a dollar. "
		   "The last = separates the two. A frame whose name becomes empty is left out."},
	{OPT_CALL, .name = "rename-threads", .value = "REGEX=REPLACEMENT", AT(thread_renames),
	 .parse = parse_rename, .help = "Replace matches in the name of the first frame only",
	 .detail = "First frames are usually names of processes and threads: --rename-threads "
		   "\"-[0-9]+$=\" makes one graph of grpc-server-17 and grpc-server-18. Where "
		   "none of these rules matches --rename is tried."},
	{OPT_LIST, .name = "rules", .value = "FILE", AT(rules), .is_file = true,
	 .help = "Read options from FILE, one per line, without the dashes",
	 .detail =
		 "Any option that takes a REGEX: \"hide ^std::\". Empty lines and lines that "
		 "begin with # are ignored. The options of FILE follow those of the command line."},

	{OPT_HEADING, .help = "Stacks"},
	{OPT_CALL, .name = "focus", .value = "REGEX", AT(focus), .parse = parse_pattern,
	 .help = "Keep the stacks with a frame that matches",
	 .detail = "If repeated: stacks that have a match for each."},
	{OPT_CALL, .name = "ignore", .value = "REGEX", AT(ignore), .parse = parse_pattern,
	 .help = "Leave out the stacks with a frame that matches"},
	{OPT_CALL, .name = "hide", .value = "REGEX", AT(hide), .parse = parse_pattern,
	 .help = "Leave out the frames that match; their callers then call their callees"},
	{OPT_CALL, .name = "show", .value = "REGEX", AT(show), .parse = parse_pattern,
	 .help = "Leave out the frames that do not match"},
	{OPT_CALL, .name = "show-from", .value = "REGEX", AT(show_from), .parse = parse_pattern,
	 .help = "Begin each stack with its first frame that matches; leave out stacks without a "
		 "match"},
	{OPT_CALL, .name = "trim-root", .value = "REGEX", AT(trim_root), .parse = parse_pattern,
	 .help = "Leave out frames that match from the root on, up to one that does not"},
	{OPT_CALL, .name = "trim-leaf", .value = "REGEX", AT(trim_leaf), .parse = parse_pattern,
	 .help = "Leave out frames that match from the leaf on, up to one that does not"},
	{OPT_CHOICE, .name = "collapse-recursion", .value = "KIND", AT(recursion),
	 .choices = recursions, .choice_helps = recursion_helps,
	 .help = "Make one frame of a function and its calls of itself"},

	{OPT_HEADING, .help = "Labels",
	 .detail =
		 "Labels are written before a stack, \"@time=3.24;@tid=7;main 1\": see folded(5). "
		 "Other options ignore them and keep them. Labels are added first, then used to "
		 "choose, then dropped, and at last turned into frames."},
	{OPT_CALL, .name = "where", .value = "NAME=REGEX", AT(wheres), .parse = parse_where_is,
	 .help = "Keep the stacks whose label NAME matches; leave out those without it",
	 .detail = "If repeated: stacks whose labels all match."},
	{OPT_CALL, .name = "where-not", .value = "NAME=REGEX", AT(wheres), .parse = parse_where_not,
	 .help = "Leave out the stacks whose label NAME matches; keep those without it"},
	{OPT_CALL, .name = "time", .value = "FROM,TO", AT(times), .parse = filter_parse_times,
	 .help = "Keep the stacks from FROM up to, not at, TO, in seconds; leave out those without a "
		 "time",
	 .detail = "One of the two may be left out."},
	{OPT_CALL, .name = "add-label", .value = "NAME=VALUE", AT(added_labels),
	 .parse = filter_parse_label,
	 .help = "Give all stacks this label, instead of one of the same name",
	 .detail =
		 "{} in the VALUE is the name of the file without directories and what follows its "
		 "first dot: --add-label host={} tells the hosts of a fleet apart."},
	{OPT_LIST, .name = "drop-label", .value = "NAME", AT(dropped_labels),
	 .help = "Remove the label, or all labels (all), from all stacks, and add up equal stacks"},
	{OPT_LIST, .name = "label-to-frame", .value = "NAME", AT(frame_labels),
	 .help = "Make the label a frame NAME=VALUE at the root; the first of several is the "
		 "outermost"},
	{OPT_FLAG, .name = "align-time", AT(aligns_time),
	 .help = "Bring the times of several files to one clock by the start in their headers",
	 .detail = "Zero is then the zero of the file that starts first. Without this option the "
		   "times of different files overlap."},

	{OPT_HEADING, .help = "Counts"},
	{OPT_CALL, .name = "scale", .value = "FACTOR", AT(scale), .parse = parse_factor,
	 .help = "Multiply all counts, which may then have decimals"},
	{OPT_CALL, .name = "min-count", .value = "N", AT(min_count), .parse = parse_factor,
	 .help = "Leave out the stacks with a count below N, after all are added up"},
	{OPT_NUMBER, .name = "top", .value = "N", AT(top), .min = 1,
	 .help = "Keep the N stacks with the largest counts"},

	{OPT_HEADING, .help = "Files"},
	{OPT_FLAG, .name = "merge", AT(merge),
	 .help = "Files may be given with a weight, FILE:0.5, that their counts are multiplied by",
	 .detail = "What follows the last colon of a name is a weight if it looks like a number: a "
		   "file called cpu:2 is given as cpu:2:1."},
	{OPT_FLAG, .name = "sorted", AT(sorted),
	 .help = "Merge files that are sorted, as all output is, in constant memory",
	 .detail =
		 "With --merge. Files are read side by side, any number of them, and temporary "
		 "files in $TMPDIR hold what does not fit. A file that is not sorted, is cut in a "
		 "line or has no stacks is an error. All lines have one count, or all have two. Of "
		 "the options above only --add-label can be used with it."},
	{OPT_FLAG, .name = "skip-bad", AT(skips_bad),
	 .help = "Leave out files that cannot be merged, and say what share of all is missing",
	 .detail = "With --merge. Each of them is named. With --sorted each file is first read to "
		   "its end, and what is no regular file is kept in a temporary file meanwhile."},
	{OPT_LIST, .name = "root-label", .value = "NAME", AT(root_labels),
	 .help = "Put the stacks of a file under a root frame NAME: host, version",
	 .detail = "If given once it is for all files, otherwise once for each file in order. {} "
		   "in it is the name of the file without directories and what follows its first "
		   "dot."},
	{OPT_FLAG, .name = "strict", AT(strict),
	 .help = "Fail, without output, if a line was not understood"},
};

const size_t filter_row_count = ARRAY_LEN(filter_rows);

static const struct opt *row_called(struct slice name)
{
	size_t i;

	for (i = 0; i < filter_row_count; i++) {
		const struct opt *row = &filter_rows[i];

		if ((row->parse == parse_pattern || row->parse == parse_rename) &&
		    slice_equal(name, slice_from(row->name)))
			return row;
	}
	return NULL;
}

static bool take_rule(struct filter_options *options, struct slice line, struct buf *problem)
{
	const struct opt *row;
	struct slice name;

	if (!slice_word(&line, &name) || name.ptr[0] == '#')
		return true;
	row = row_called(name);
	if (row)
		return row->parse(slice_trim(line), (char *)options + row->offset, problem);
	buf_printf(problem, "'%.*s' is no option that takes a REGEX", SLICE_ARG(name));
	return false;
}

static bool take_rules(struct filter_options *options, const char *path, struct slice text)
{
	struct buf problem = {0};
	struct slice line;
	unsigned long number = 0;
	bool good = true;

	while (good && slice_line(&text, &line)) {
		number++;
		good = take_rule(options, line, &problem);
	}
	if (!good)
		diag_error_at(CODE_DATA, slice_from(path), number, "%.*s",
			      SLICE_ARG(buf_slice(&problem)));
	buf_release(&problem);
	return good;
}

/* A file is one record; its text is kept, for replacements point into it. */
static bool read_rules(struct filter_options *options, struct slice path)
{
	const struct input_options in = {
		.paths = &path, .count = 1, .compat = personality_of("collapse-filter")};
	struct input *input = input_open(&in);
	struct chunk chunk;
	struct buf buf = {0};
	bool good = true;

	if (!input)
		return false;
	while (good && input_claim(input, &buf, &chunk))
		good = take_rules(options, path.ptr, arena_copy(&options->kept, chunk.text));
	good = input_is_good(input) && good;
	input_close(input);
	buf_release(&buf);
	return good;
}

static void all_patterns(struct filter_options *options, struct filter_patterns *lists[7])
{
	lists[0] = &options->focus;
	lists[1] = &options->ignore;
	lists[2] = &options->hide;
	lists[3] = &options->show;
	lists[4] = &options->show_from;
	lists[5] = &options->trim_root;
	lists[6] = &options->trim_leaf;
}

COLD bool filter_finish(struct filter_options *options)
{
	struct filter_patterns *lists[7];
	size_t used = 0, i;

	for (i = 0; i < options->rules.count; i++) {
		if (!read_rules(options, options->rules.at[i]))
			return false;
	}
	all_patterns(options, lists);
	for (i = 0; i < ARRAY_LEN(lists); i++) {
		size_t count = lists[i]->count;

		if (used + count > FILTER_PATTERNS) {
			diag_error("more than %d patterns; join some with |", FILTER_PATTERNS);
			return false;
		}
		if (count > 0)
			lists[i]->bits = (UINT64_MAX >> (FILTER_PATTERNS - count)) << used;
		used += count;
	}
	options->has_patterns = used > 0 || options->renames.count > 0 ||
				options->thread_renames.count > 0;
	return true;
}

static void release_renames(struct filter_renames *renames)
{
	size_t i;

	for (i = 0; i < renames->count; i++)
		regex_free(renames->at[i].regex);
	free(renames->at);
}

COLD void filter_release(struct filter_options *options)
{
	struct filter_patterns *lists[7];
	size_t i, k;

	all_patterns(options, lists);
	for (i = 0; i < ARRAY_LEN(lists); i++) {
		for (k = 0; k < lists[i]->count; k++)
			regex_free(lists[i]->at[k]);
		free(lists[i]->at);
	}
	for (i = 0; i < options->wheres.count; i++)
		regex_free(options->wheres.at[i].regex);
	free(options->wheres.at);
	free(options->added_labels.at);
	free(options->dropped_labels.at);
	free(options->frame_labels.at);
	release_renames(&options->renames);
	release_renames(&options->thread_renames);
	free(options->rules.at);
	free(options->root_labels.at);
	arena_release(&options->kept);
}

COLD bool filter_sorted_check(const struct filter_options *options, const struct opt_result *given)
{
	static const char *const fitting[] = {"merge",     "sorted",     "skip-bad",
					      "add-label", "root-label", "strict"};
	size_t i, k;

	if (!options->merge && (options->sorted || options->skips_bad)) {
		diag_error("--%s needs --merge", options->sorted ? "sorted" : "skip-bad");
		return false;
	}
	for (i = 0; options->sorted && i < filter_row_count; i++) {
		const struct opt *row = &filter_rows[i];

		if (row->type == OPT_HEADING || !opt_given(given, row->name))
			continue;
		for (k = 0; k < ARRAY_LEN(fitting); k++) {
			if (slice_equal(slice_from(row->name), slice_from(fitting[k])))
				break;
		}
		if (k < ARRAY_LEN(fitting))
			continue;
		diag_error("--%s changes stacks or their order: it cannot be used with --sorted",
			   row->name);
		return false;
	}
	return true;
}

COLD bool filter_sorted(const struct filter_options *options, const struct opt_list *paths,
			struct slice output)
{
	struct slice standard_input = SLICE("-");
	const struct opt_list only = {.at = &standard_input, .count = 1};
	const struct merge_options merge = {
		.paths = paths->count > 0 ? paths : &only,
		.root_labels = &options->root_labels,
		.added_labels = &options->added_labels,
		.compat = personality_of("collapse-filter"),
		.reading = options->reading,
		.stats = options->stats,
		.strict = options->strict,
		.skips_bad = options->skips_bad,
	};

	return merge_sorted(&merge, output);
}
