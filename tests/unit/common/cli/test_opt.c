/* SPDX-License-Identifier: MIT */
#include "common/cli/opt.h"

#include <inttypes.h>

#include "common/base/diag.h"
#include "tests/unit/check.h"
#include "tests/unit/check_text.h"
#include "tests/unit/scratch.h"

struct options {
	bool kernel, jit, hash, hidden, pid, tid, wake;
	int palette, brief;
	uint64_t threads, width, percent;
	struct slice title, file;
	struct opt_list events;
	uint64_t pair[2];
};

static const char *const palettes[] = {"hot", "mem", "io", NULL};
static const char *const palette_helps[] = {"warm", ".cold", "it's \\blue", NULL};
static const char *const bad_with_tid[] = {"pid", NULL};

/* "3,4" */
static bool parse_pair(struct slice text, void *field, struct buf *problem)
{
	uint64_t *pair = field;
	struct slice first;

	if (slice_cut(&text, ',', &first) && slice_to_u64(first, &pair[0]) &&
	    slice_to_u64(text, &pair[1]))
		return true;
	buf_add_text(problem, "two numbers are wanted");
	return false;
}

static bool parse_flag(struct slice text, void *field, struct buf *problem)
{
	if (!slice_is_number(text))
		buf_add_text(problem, "a number is wanted");
	*(bool *)field = !slice_equal(text, SLICE("0"));
	return problem->len == 0;
}

static const struct opt rows[] = {
	{OPT_HEADING, .help = "Names"},
	{OPT_FLAG, 0, 'k', "kernel", OPT_AT(struct options, kernel), .help = "Mark the kernel"},
	{OPT_FLAG, .name = "jit", OPT_AT(struct options, jit), .help = "Mark 'jitted' code"},
	{OPT_FLAG, .name = "hash", OPT_AT(struct options, hash), .help = "Colour by name"},
	{OPT_FLAG, .name = "pid", OPT_AT(struct options, pid), .help = "Show process: [PID]"},
	{OPT_FLAG, .name = "tid", OPT_AT(struct options, tid), .conflicts = bad_with_tid,
	 .help = ".tid files are not needed"},
	{OPT_FLAG, .name = "hidden", OPT_AT(struct options, hidden), .hidden = true,
	 .help = "Nobody sees this"},
	{OPT_HEADING, .help = "Drawing"},
	{OPT_CHOICE, .name = "colors", .value = "PALETTE", OPT_AT(struct options, palette),
	 .choices = palettes, .choice_helps = palette_helps, .help = "Which palette"},
	{OPT_OPTIONAL, .name = "brief", .value = "[mem]", OPT_AT(struct options, brief),
	 .choices = &palettes[1], .help = "Only some"},
	{OPT_NUMBER, 0, 'j', "threads", "jobs", "N", OPT_AT(struct options, threads), .max = 256,
	 .help = "Threads"},
	{OPT_NUMBER, .name = "width", .value = "PIXELS", OPT_AT(struct options, width),
	 .help = "How wide", .detail = "'Wide' is a matter of taste - see a\\b. .5 is not wide."},
	{OPT_NUMBER, .name = "percent", .value = "N", OPT_AT(struct options, percent), .min = 1,
	 .max = 100, .help = "How much"},
	{OPT_TEXT, 0, 't', "title", .value = "TEXT", OPT_AT(struct options, title),
	 .help = "The title"},
	{OPT_TEXT, 0, 'f', "file", .value = "FILE", OPT_AT(struct options, file), .is_file = true,
	 .help = "A file", .detail = ".hidden files too."},
	{OPT_LIST, 0, 'e', "event", .value = "EVENT", OPT_AT(struct options, events),
	 .help = "An event"},
	{OPT_CALL, .name = "pair", .value = "A,B", OPT_AT(struct options, pair),
	 .parse = parse_pair, .help = "Two numbers"},
	{OPT_HEADING, .help = "Ours"},
	{OPT_FLAG, FAMILY_OWN, 'z', "zebra", OPT_AT(struct options, hidden), .help = "Only ours"},
	{OPT_HEADING, .help = "Theirs"},
	{OPT_FLAG, FAMILY_PERL | FAMILY_RUST, 'y', "yak", OPT_AT(struct options, hidden),
	 .help = "Not ours"},
};

/* Variables of a script for awk. */
static const struct opt variables[] = {
	{OPT_VARIABLE, .name = "wake", OPT_AT(struct options, wake), .parse = parse_flag},
};

/* A command line and what became of it. */
struct trial {
	struct options options;
	struct opt_common common;
	struct opt_result result;
	enum opt_outcome outcome;
	struct buf said, printed;
};

static const struct opt_program *program_of(struct trial *trial, struct opt_table tables[3])
{
	static struct opt_program program = {"tool", "does - something", "[FILE...]", NULL, 2,
					     NULL};

	tables[0] = (struct opt_table)OPT_OWN(rows, ARRAY_LEN(rows), &trial->options);
	tables[1] = (struct opt_table)OPT_COMMON(&trial->common);
	tables[2] = (struct opt_table)OPT_OWN(variables, ARRAY_LEN(variables), &trial->options);
	program.tables = tables;
	return &program;
}

static void release(struct trial *trial)
{
	free(trial->options.events.at);
	opt_result_release(&trial->result);
	buf_release(&trial->said);
	buf_release(&trial->printed);
}

/* Parse `line`, words apart by one blank, under the name of `tool`. */
static void try_as(const char *tool, const char *line, struct trial *trial)
{
	static char words[500];
	struct opt_table tables[3];
	struct opt_program program;
	struct capture out, err;
	char *argv[40], *at;
	int argc = 0;

	*trial = (struct trial){.options = {.width = 1200}};
	snprintf(words, sizeof(words), "tool%s%s", line[0] ? " " : "", line);
	for (at = words; at; argc++) {
		argv[argc] = at;
		at = strchr(at, ' ');
		if (at)
			*at++ = '\0';
	}
	out = capture_begin(1);
	err = capture_begin(2);
	program = *program_of(trial, tables);
	program.table_count = slice_ends(slice_from(tool), SLICE(".awk")) ? 3 : 2;
	trial->outcome = opt_parse(&program, personality_of(tool), argc, argv, &trial->result);
	capture_end(&err, &trial->said);
	capture_end(&out, &trial->printed);
}

/* Names that a line is tried under; all of them if it means the same under each. */
enum { OWN = 1, PERL = 2, RUST = 4, AWK = 8, ALL = OWN | PERL | RUST };
static const char *const tools[] = {"tool", "tool.pl", "inferno-tool", "tool.awk"};

static void add_list(struct buf *text, const char *before, const struct opt_list *list,
		     const char *after)
{
	size_t i;

	for (i = 0; i < list->count; i++)
		buf_printf(text, "%s%.*s%s", before, SLICE_ARG(list->at[i]), after);
}

/* The options that a line has set, in the order of the struct, the level of messages and files. */
static void describe(const struct trial *trial, struct buf *text)
{
	const struct options *set = &trial->options;
	const struct {
		const char *name;
		bool is_set;
	} flags[] = {{"kernel", set->kernel}, {"jit", set->jit}, {"hash", set->hash},
		     {"hidden", set->hidden}, {"pid", set->pid}, {"tid", set->tid},
		     {"wake", set->wake}};
	const struct {
		const char *name;
		uint64_t value, usual;
	} numbers[] = {{"palette", (uint64_t)set->palette, 0},
		       {"brief", (uint64_t)set->brief, 0},
		       {"threads", set->threads, 0},
		       {"width", set->width, 1200},
		       {"percent", set->percent, 0},
		       {"pair", set->pair[0], 0},
		       {"and", set->pair[1], 0}};
	size_t i;

	for (i = 0; i < ARRAY_LEN(flags); i++)
		buf_printf(text, "%s%s", flags[i].is_set ? flags[i].name : "",
			   flags[i].is_set ? " " : "");
	for (i = 0; i < ARRAY_LEN(numbers); i++) {
		if (numbers[i].value != numbers[i].usual)
			buf_printf(text, "%s=%" PRIu64 " ", numbers[i].name, numbers[i].value);
	}
	if (set->title.ptr)
		buf_printf(text, "title=%.*s ", SLICE_ARG(set->title));
	if (set->file.ptr)
		buf_printf(text, "file=%.*s ", SLICE_ARG(set->file));
	add_list(text, "-e", &set->events, " ");
	if (trial->common.level != 0)
		buf_printf(text, "level=%d ", trial->common.level);
	buf_add_text(text, "|");
	add_list(text, " ", &trial->result.files, "");
}

/* True if the line is good under these names, and sets this and nothing else. */
static bool sets(int names, const char *line, const char *wanted)
{
	bool good = true;
	size_t i;

	for (i = 0; i < ARRAY_LEN(tools); i++) {
		struct trial trial;
		struct buf text = {0};

		if (!(names & 1 << i))
			continue;
		try_as(tools[i], line, &trial);
		describe(&trial, &text);
		if (trial.outcome != OPT_GO_ON || trial.said.len > 0) {
			fprintf(stderr, "%s %s: %.*s\n", tools[i], line,
				SLICE_ARG(buf_slice(&trial.said)));
			good = false;
		}
		good = check_is(&text, wanted) && good;
		release(&trial);
	}
	return good;
}

/* The Perl scripts print their usage, the others name the option that does. */
static bool points_to_help(int name, struct slice said)
{
	struct slice first;

	if (!slice_cut(&said, '\n', &first))
		return false;
	if (slice_contains(first, SLICE(" exclude each other")))
		return said.len == 0;
	if (name == PERL || name == AWK)
		return slice_starts(said, SLICE("test: usage: tool ")) &&
		       slice_find(said, '\n') == said.len - 1;
	return said.len == 0 && slice_ends(first, SLICE("; try 'tool --help'"));
}

/* True if the line is refused under these names, with a message that has this text. */
static bool is_wrong(int names, const char *line, const char *why)
{
	bool all_good = true;
	size_t i;

	for (i = 0; i < ARRAY_LEN(tools); i++) {
		struct trial trial;
		bool good;

		if (!(names & 1 << i))
			continue;
		try_as(tools[i], line, &trial);
		good = trial.outcome == OPT_WRONG && trial.printed.len == 0 &&
		       slice_contains(buf_slice(&trial.said), slice_from(why)) &&
		       points_to_help(1 << i, buf_slice(&trial.said));
		if (!good)
			fprintf(stderr, "%s %s: %d, '%.*s' without '%s'\n", tools[i], line,
				trial.outcome, SLICE_ARG(buf_slice(&trial.said)), why);
		release(&trial);
		all_good = all_good && good;
	}
	return all_good;
}

/* ---- Words that mean the same under all names ----------------------------- */

CASE(an_empty_command_line_changes_nothing)
{
	CHECK(sets(ALL, "", "|"));
}

CASE(long_options_take_values_behind_a_sign_or_a_blank)
{
	struct trial trial;

	CHECK(sets(ALL, "--width=7 --title a=b=c --colors io --kernel --pair=3,4",
		   "kernel palette=2 width=7 pair=3 and=4 title=a=b=c |"));
	try_as("tool", "--width=7", &trial);
	CHECK(opt_given(&trial.result, "width") && !opt_given(&trial.result, "jit"));
	release(&trial);
}

/* A word that does not follow as a value is parsed as any other word: a file, an option. */
CASE(some_values_may_be_left_out)
{
	CHECK(sets(OWN, "--brief", "brief=1 |"));
	CHECK(sets(OWN, "--brief mem a", "brief=2 | a"));
	CHECK(sets(OWN, "--brief io", "brief=3 |"));
	CHECK(sets(OWN, "--brief=io mem", "brief=3 | mem"));
	CHECK(sets(OWN, "--brief a mem", "brief=1 | a mem"));
	CHECK(sets(OWN, "a --brief --jit", "jit brief=1 | a"));
	CHECK(sets(OWN, "--brief ./mem", "brief=1 | ./mem"));
	CHECK(sets(OWN, "--brief -- mem", "brief=1 | mem"));
	CHECK(is_wrong(OWN, "--brief=hot", "'hot': it is one of mem, io"));
}

CASE(options_and_files_may_be_mixed)
{
	CHECK(sets(ALL, "one --kernel two --width 5 - three", "kernel width=5 | one two - three"));
}

CASE(two_dashes_end_the_options)
{
	CHECK(sets(ALL, "--kernel -- --jit -k -- x", "kernel | --jit -k -- x"));
}

CASE(an_alias_is_the_same_option)
{
	struct trial trial;

	CHECK(sets(ALL, "--jobs 3", "threads=3 |"));
	try_as("tool", "--jobs 3", &trial);
	CHECK(opt_given(&trial.result, "threads"));
	release(&trial);
}

CASE(lists_keep_every_value_in_order)
{
	CHECK(sets(ALL, "--event b --event=a --event b", "-eb -ea -eb |"));
}

CASE(an_empty_value_is_a_value)
{
	CHECK(sets(ALL, "--title= x", "title= | x"));
}

CASE(numbers_have_limits)
{
	CHECK(sets(ALL, "--width 18446744073709551615 --percent 100 --threads=256",
		   "threads=256 width=18446744073709551615 percent=100 |"));
	CHECK(sets(ALL, "--percent=1 --width=+5 --threads 0", "width=5 percent=1 |"));
	CHECK(is_wrong(ALL, "--width 18446744073709551616", "'--width' needs a whole number"));
	CHECK(is_wrong(ALL, "--percent=0", "from 1 to 100, not '0'"));
	CHECK(is_wrong(ALL, "--percent=101", "from 1 to 100, not '101'"));
	CHECK(is_wrong(ALL, "--threads=257", "from 0 to 256, not '257'"));
	CHECK(is_wrong(ALL, "--width=", "not ''"));
	CHECK(is_wrong(ALL, "--width=+", "not '+'"));
	CHECK(is_wrong(ALL, "--width=++5", "not '++5'"));
	CHECK(is_wrong(ALL, "--width=-5", "not '-5'"));
	CHECK(is_wrong(ALL, "--width=5px", "not '5px'"));
	CHECK(is_wrong(ALL, "--width=0x10", "not '0x10'"));
}

CASE(wrong_values_say_what_is_right)
{
	CHECK(is_wrong(ALL, "--colors blue", "'blue': it is one of hot, mem, io"));
	CHECK(is_wrong(ALL, "--colors=", "'': it is one of"));
	CHECK(is_wrong(ALL, "--colors=ho", "'ho': it is one of"));
	CHECK(is_wrong(ALL, "--pair=3", "'3': two numbers are wanted"));
}

CASE(unknown_options_are_named)
{
	CHECK(is_wrong(ALL, "--nosuch", "'--nosuch' is not known"));
	CHECK(is_wrong(ALL, "--nosuch=5", "'--nosuch' is not known"));
	CHECK(is_wrong(ALL, "--=5", "'--' is not known"));
	CHECK(is_wrong(ALL, "--kernelx", "'--kernelx' is not known"));
	CHECK(is_wrong(ALL, "file --nosuch", "'--nosuch' is not known"));
}

CASE(mistakes_are_guessed_but_for_perl)
{
	CHECK(is_wrong(OWN | RUST, "--titel x",
		       "'--titel' is not known (did you mean --title?); "));
	CHECK(is_wrong(PERL | AWK, "--titel x", "'--titel' is not known\n"));
	CHECK(is_wrong(OWN | RUST, "--jbos=3", "(did you mean --jobs?)"));
	CHECK(is_wrong(PERL | AWK, "--jbos=3", "known\n"));
	CHECK(is_wrong(OWN | RUST, "--colors met", "'met' (did you mean mem?): it is"));
	CHECK(is_wrong(PERL | AWK, "--colors met", "'met': it is"));
	CHECK(is_wrong(ALL | AWK, "--colors green", "'green': it is one of"));
	CHECK(is_wrong(OWN, "-widht=3", "'-w' is not known (did you mean --width?)"));
	CHECK(is_wrong(OWN, "-w", "'-w' is not known; "));
	CHECK(is_wrong(OWN, "--zebrq", "(did you mean --zebra?)"));
	CHECK(is_wrong(RUST, "--zebrq", "'--zebrq' is not known; "));
	CHECK(is_wrong(RUST, "--yaq", "(did you mean --yak?)"));
	CHECK(is_wrong(OWN, "--yaq", "'--yaq' is not known; "));
	CHECK(is_wrong(OWN, "--hiddne", "'--hiddne' is not known; "));
}

CASE(a_missing_value_and_one_too_many_are_said)
{
	CHECK(is_wrong(ALL, "x --width", "'--width' needs a value"));
	CHECK(is_wrong(ALL, "--kernel=5", "'--kernel' takes no value"));
	CHECK(is_wrong(ALL, "--kernel=", "'--kernel' takes no value"));
}

CASE(options_that_exclude_each_other_are_named)
{
	CHECK(is_wrong(ALL, "--tid --pid", "'--tid' and '--pid' exclude each other"));
	CHECK(is_wrong(ALL, "--pid x --tid", "'--tid' and '--pid' exclude each other"));
	CHECK(sets(ALL, "--tid", "tid |") && sets(ALL, "--pid", "pid |"));
}

CASE(hidden_options_work)
{
	CHECK(sets(ALL, "--hidden", "hidden |"));
}

/* ---- Our own names -------------------------------------------------------- */

CASE(letters_cluster)
{
	CHECK(sets(OWN, "-kvvzj4 -t x -fname -e=a -ve b",
		   "kernel hidden threads=4 title=x file=name -ea -eb level=3 |"));
	CHECK(sets(OWN, "-j 7 -qq", "threads=7 level=-2 |"));
	CHECK(is_wrong(OWN, "-kx", "'-x' is not known"));
	CHECK(is_wrong(OWN, "-kj", "'-j' needs a value"));
	CHECK(is_wrong(OWN, "-j4k", "not '4k'"));
	CHECK(is_wrong(OWN, "-j=", "not ''"));
	CHECK(is_wrong(OWN, "-=", "'-=' is not known"));
	CHECK(is_wrong(OWN, "-y", "'-y' is not known"));
}

CASE(one_dash_and_a_whole_name_is_a_long_option)
{
	CHECK(sets(OWN, "-width 5 -title=x -kernel -pair 1,2",
		   "kernel width=5 pair=1 and=2 title=x |"));
	/* but no beginning of one: letters then */
	CHECK(sets(OWN, "-ti", "title=i |"));
	CHECK(is_wrong(OWN, "-wid 5", "'-w' is not known"));
	CHECK(is_wrong(OWN, "-KERNEL", "'-K' is not known"));
}

CASE(beginnings_of_names_need_two_dashes)
{
	CHECK(sets(OWN, "--ker --wi=5 --tit x --colo mem", "kernel palette=1 width=5 title=x |"));
	CHECK(sets(OWN, "--jo 3", "threads=3 |"));
	CHECK(is_wrong(OWN, "--t 5", "'--t' is ambiguous"));
	CHECK(is_wrong(OWN, "--p", "'--p' is ambiguous"));
	CHECK(is_wrong(OWN, "--h", "'--h' is ambiguous"));
	CHECK(is_wrong(OWN, "--KER", "'--KER' is not known"));
}

/* A name that begins another one is not an ambiguity. */
CASE(a_whole_name_wins_over_longer_ones)
{
	static const struct opt both[] = {
		{OPT_FLAG, .name = "inlined", OPT_AT(struct options, jit), .help = "x"},
		{OPT_FLAG, .name = "inline", OPT_AT(struct options, kernel), .help = "x"},
	};
	size_t tool;

	for (tool = 0; tool < ARRAY_LEN(tools); tool++) {
		struct options options = {0};
		struct opt_table table = OPT_OWN(both, 2, &options);
		struct opt_program program = {"tool", "", "", &table, 1, NULL};
		struct opt_result result;
		char name[] = "tool", word[] = "--inline", *argv[] = {name, word};

		CHECK(opt_parse(&program, personality_of(tools[tool]), 2, argv, &result) ==
		      OPT_GO_ON);
		CHECK(options.kernel && !options.jit);
		opt_result_release(&result);
	}
}

CASE(given_twice_the_last_one_counts)
{
	CHECK(sets(OWN | PERL, "--width 5 --kernel --width=6 --kernel", "kernel width=6 |"));
}

CASE(a_value_may_look_like_an_option)
{
	CHECK(sets(OWN | PERL, "--title --kernel --event -k", "title=--kernel -e-k |"));
}

/* ---- The Perl scripts' names ---------------------------------------------- */

CASE(perl_sees_no_case_and_any_number_of_dashes)
{
	CHECK(sets(PERL, "-kernel --JIT -Hash -wIdTh=5 --TITLE x",
		   "kernel jit hash width=5 title=x |"));
}

CASE(perl_takes_any_clear_beginning)
{
	CHECK(sets(PERL, "-k -ji --wid 5 -COL=mem -y", "kernel jit hidden palette=1 width=5 |"));
	CHECK(is_wrong(PERL, "--t x", "'--t' is ambiguous"));
	CHECK(is_wrong(PERL, "-p", "'-p' is ambiguous"));
}

CASE(perl_knows_no_letters)
{
	CHECK(is_wrong(PERL, "-kj4", "'-kj4' is not known"));
	CHECK(is_wrong(PERL, "-z", "'-z' is not known"));
	CHECK(is_wrong(PERL, "-v", "'-v' is not known"));
	CHECK(is_wrong(PERL, "-o x", "'-o' is not known"));
	CHECK(is_wrong(PERL, "--version", "'--version' is not known"));
	CHECK(is_wrong(PERL, "--output x", "'--output' is not known"));
	CHECK(is_wrong(PERL, "--generate man", "'--generate' is not known"));
	CHECK(is_wrong(PERL, "--quiet", "'--quiet' is not known"));
}

/* ---- inferno's names ------------------------------------------------------ */

CASE(inferno_wants_whole_names)
{
	CHECK(is_wrong(RUST, "--kern", "'--kern' is not known"));
	CHECK(is_wrong(RUST, "--KERNEL", "'--KERNEL' is not known"));
	CHECK(is_wrong(RUST, "-width 5", "'-w' is not known"));
	CHECK(is_wrong(RUST, "--zebra", "'--zebra' is not known"));
	CHECK(is_wrong(RUST, "--version", "'--version' is not known"));
	CHECK(is_wrong(RUST, "-o x", "'-o' is not known"));
}

CASE(inferno_clusters_letters)
{
	CHECK(sets(RUST, "-kyj4 -vv -t=x -e a -eb",
		   "kernel hidden threads=4 title=x -ea -eb level=2 |"));
}

CASE(inferno_takes_nothing_twice)
{
	CHECK(is_wrong(RUST, "--width 5 --width 5", "'--width' may be given only once"));
	CHECK(is_wrong(RUST, "--kernel -k", "'-k' may be given only once"));
	CHECK(is_wrong(RUST, "--jobs 1 --threads 1", "'--threads' may be given only once"));
	CHECK(is_wrong(RUST, "--colors=io --colors=io", "'--colors' may be given only once"));
	CHECK(is_wrong(RUST, "--pair 1,2 --pair 1,2", "'--pair' may be given only once"));
	CHECK(is_wrong(RUST, "-q -q", "'-q' may be given only once"));
}

CASE(inferno_takes_no_option_for_a_value)
{
	CHECK(is_wrong(RUST, "--title --kernel", "'--title' needs a value"));
	CHECK(is_wrong(RUST, "--title -x", "'--title' needs a value"));
	CHECK(is_wrong(RUST, "-t -x", "'-t' needs a value"));
	CHECK(sets(RUST, "--title=--kernel", "title=--kernel |"));
}

/* ---- Texts ---------------------------------------------------------------- */

CASE(help_and_version_end_the_run)
{
	static const char *const lines[] = {"--help", "-h", "-kh", "--kernel --help --nosuch"};
	struct trial trial;
	size_t i;
	int tool;

	for (i = 0; i < ARRAY_LEN(lines); i++) {
		for (tool = 0; tool < 3; tool += 2) {
			try_as(tools[tool], lines[i], &trial);
			CHECK(trial.outcome == OPT_ENDED && trial.said.len == 0);
			CHECK(slice_contains(buf_slice(&trial.printed), SLICE("usage: tool ")));
			release(&trial);
		}
	}
	try_as("tool", "-V", &trial);
	CHECK(trial.outcome == OPT_ENDED);
	CHECK(slice_equal(buf_slice(&trial.printed),
			  SLICE("tool (flambeau) " FLAMBEAU_VERSION "\n")));
	release(&trial);
}

/* It is a wrong option there, but one that is answered with all options. */
CASE(the_scripts_tell_their_options_as_an_error)
{
	static const char *const lines[] = {"--help", "-h", "-help"};
	struct trial trial;
	size_t i;

	for (i = 0; i < ARRAY_LEN(lines); i++) {
		try_as("tool.pl", lines[i], &trial);
		CHECK(trial.outcome == OPT_WRONG && trial.printed.len == 0);
		CHECK(slice_contains(buf_slice(&trial.said), SLICE("usage: tool ")));
		CHECK(slice_contains(buf_slice(&trial.said), SLICE("--kernel ")));
		release(&trial);
	}
}

CASE(texts_are_generated_by_kind)
{
	static const char *const kinds[][2] = {{"man", ".SH OPTIONS"},
					       {"bash", "complete "},
					       {"zsh", "#compdef tool"},
					       {"fish", "complete -c tool"}};
	struct trial trial;
	char line[40];
	size_t i;

	for (i = 0; i < ARRAY_LEN(kinds); i++) {
		snprintf(line, sizeof(line), "--generate=%s", kinds[i][0]);
		try_as("tool", line, &trial);
		CHECK(trial.outcome == OPT_ENDED && trial.said.len == 0);
		CHECK(slice_contains(buf_slice(&trial.printed), slice_from(kinds[i][1])));
		release(&trial);
	}
	CHECK(is_wrong(OWN, "--generate pdf", "'pdf': it is one of man, bash, zsh, fish"));
}

typedef void make_text_fn(const struct opt_program *, enum family, struct buf *);

static make_text_fn *const makers[] = {opt_text_help, opt_text_man, opt_complete_bash,
				       opt_complete_zsh, opt_complete_fish};
static const char *const maker_names[] = {"help", "man", "bash", "zsh", "fish"};

static void make(size_t maker, enum family family, struct buf *out)
{
	struct trial trial = {.outcome = OPT_GO_ON};
	struct opt_table tables[3];

	buf_reset(out);
	makers[maker](program_of(&trial, tables), family, out);
}

/* The option as each text spells it. */
static void spell(size_t maker, const char *name, struct buf *out)
{
	static const char *const before[] = {"--", "\\-\\-", "--", "--", " -l "};

	buf_reset(out);
	buf_add_text(out, before[maker]);
	buf_add_text(out, name);
}

static bool has_word(struct slice text, struct slice word)
{
	size_t at;

	for (; (at = slice_search(text, word)) != SLICE_NONE; text = slice_tail(text, at + 1)) {
		size_t behind = at + word.len;

		if (behind == text.len ||
		    (!char_is_word(text.ptr[behind]) && text.ptr[behind] != '-'))
			return true;
	}
	return false;
}

static void check_row(size_t maker, enum family family, const struct opt *row, struct slice text)
{
	struct buf word = {0};
	bool wanted = opt_is_for(row, family) && !row->hidden;

	if (row->type == OPT_HEADING)
		return;
	spell(maker, row->name, &word);
	if (has_word(text, buf_slice(&word)) != wanted) {
		fprintf(stderr, "%s: --%s\n", maker_names[maker], row->name);
		CHECK(false && "has every visible option and no other");
	}
	buf_release(&word);
}

CASE(every_text_has_the_visible_options_and_no_others)
{
	static const enum family families[] = {FAMILY_OWN, FAMILY_PERL, FAMILY_RUST};
	struct buf text = {0};
	size_t maker, f, i;

	for (maker = 0; maker < ARRAY_LEN(makers); maker++) {
		for (f = 0; f < ARRAY_LEN(families); f++) {
			make(maker, families[f], &text);
			for (i = 0; i < ARRAY_LEN(rows); i++)
				check_row(maker, families[f], &rows[i], buf_slice(&text));
			for (i = 0; i < opt_common_count; i++)
				check_row(maker, families[f], &opt_common_rows[i],
					  buf_slice(&text));
			CHECK(text.len > 0 && text.ptr[text.len - 1] == '\n');
		}
	}
	buf_release(&text);
}

CASE(every_text_has_the_letters_and_choices)
{
	static const char *const letters[] = {"-j, --threads", "\\-j", "-j ", "{-j,--threads=}",
					      "-s j -l threads"};
	struct buf text = {0};
	size_t maker;

	for (maker = 0; maker < ARRAY_LEN(makers); maker++) {
		make(maker, FAMILY_OWN, &text);
		CHECK(slice_contains(buf_slice(&text), slice_from(letters[maker])));
		CHECK(slice_contains(buf_slice(&text), SLICE("mem")));
	}
	buf_release(&text);
}

/* A page names the options that many programs have, one page explains them. */
CASE(shared_options_are_explained_once)
{
	static const struct opt own[] = {{OPT_FLAG, .name = "own", .help = "Mine alone"}};
	static const struct opt shared[] = {{OPT_FLAG, .name = "both", .help = "For everybody"}};
	const struct opt_table tables[] = {{own, 1, NULL, false}, {shared, 1, NULL, true}};
	const struct opt_program program = {"tool", "", "", tables, 2, NULL};
	struct buf page = {0}, once = {0};

	opt_text_man(&program, FAMILY_OWN, &page);
	opt_text_shared(&program, FAMILY_OWN, &once);
	CHECK(slice_contains(buf_slice(&page), SLICE("Mine alone")));
	CHECK(slice_contains(buf_slice(&page), SLICE("both")));
	CHECK(!slice_contains(buf_slice(&page), SLICE("For everybody")));
	CHECK(slice_contains(buf_slice(&once), SLICE("For everybody")));
	CHECK(!slice_contains(buf_slice(&once), SLICE("own")));
	buf_release(&page);
	buf_release(&once);
}

CASE(headings_stand_only_above_options)
{
	struct buf text = {0};
	size_t maker;

	for (maker = 0; maker < 2; maker++) {
		make(maker, FAMILY_OWN, &text);
		CHECK(slice_contains(buf_slice(&text), SLICE("Drawing")));
		CHECK(slice_contains(buf_slice(&text), SLICE("Ours")));
		CHECK(!slice_contains(buf_slice(&text), SLICE("Theirs")));
		make(maker, FAMILY_RUST, &text);
		CHECK(!slice_contains(buf_slice(&text), SLICE("Ours")));
		CHECK(slice_contains(buf_slice(&text), SLICE("Theirs")));
	}
	buf_release(&text);
}

CASE(help_fits_in_eighty_columns)
{
	struct buf text = {0};
	struct slice rest, line;

	make(0, FAMILY_OWN, &text);
	for (rest = buf_slice(&text); slice_line(&rest, &line);) {
		CHECK(line.len <= 80);
		CHECK(line.len == 0 || line.ptr[line.len - 1] != ' ');
	}
	buf_release(&text);
}

/* Requests that the text may use. A line that starts with a dot or quote is one of them. */
CASE(no_line_of_the_manual_starts_with_a_request_by_mistake)
{
	static const char *const requests[] = {".TP", ".SH ", ".SS ",   ".B ",  ".I ", ".RI ",
					       ".RS", ".RE",  ".\\\" ", ".BR ", ".PP", ".br"};
	struct buf text = {0};
	struct slice rest, line;
	size_t i;

	make(1, FAMILY_OWN, &text);
	for (rest = buf_slice(&text); slice_line(&rest, &line);) {
		bool known = line.len == 0 || (line.ptr[0] != '.' && line.ptr[0] != '\'');

		for (i = 0; i < ARRAY_LEN(requests) && !known; i++)
			known = slice_starts(line, slice_from(requests[i]));
		if (!known)
			fprintf(stderr, "%.*s\n", SLICE_ARG(line));
		CHECK(known && line.len > 0);
	}
	buf_release(&text);
}

CASE(the_manual_escapes_hyphens_backslashes_and_quotes)
{
	struct buf text = {0};
	size_t i;

	make(1, FAMILY_OWN, &text);
	for (i = 0; i < text.len; i++) {
		if (text.ptr[i] == '-')
			CHECK(i > 0 && text.ptr[i - 1] == '\\');
		if (text.ptr[i] == '\\' && i + 1 < text.len) {
			i++;
			CHECK(slice_find(SLICE("-ef&(\""), text.ptr[i]) != SLICE_NONE);
		}
		CHECK(text.ptr[i] != '\'');
	}
	CHECK(slice_contains(buf_slice(&text), SLICE("a\\eb")));
	CHECK(slice_contains(buf_slice(&text), SLICE("\\(aqjitted\\(aq")));
	buf_release(&text);
}

static bool has_program(const char *name)
{
	char command[100];

	snprintf(command, sizeof(command), "command -v %s >/dev/null 2>&1", name);
	return system(command) == 0;
}

/* Let the shells and groff check the texts, where they are installed. */
CASE(the_shells_and_groff_find_no_fault)
{
	static const struct {
		size_t maker;
		const char *program, *command;
	} judges[] = {
		{1, "groff",
		 "{ echo .TH x 1; cat '%s'; } | groff -man -ww -Tutf8 2>&1 >/dev/null | "
		 "awk '{ print; bad = 1 } END { exit bad }'"},
		{2, "bash", "bash -n '%s'"},
		{3, "zsh", "zsh -n '%s'"},
		{4, "fish", "fish -n '%s'"},
	};
	struct buf text = {0};
	char command[1000];
	size_t i;

	for (i = 0; i < ARRAY_LEN(judges); i++) {
		if (!has_program(judges[i].program)) {
			printf("skipped: no %s here\n", judges[i].program);
			continue;
		}
		make(judges[i].maker, FAMILY_OWN, &text);
		scratch_write("text", buf_slice(&text));
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
		snprintf(command, sizeof(command), judges[i].command, scratch_path("text"));
#pragma GCC diagnostic pop
		CHECK(system(command) == 0);
	}
	buf_release(&text);
}

/* Complete `word` after `before` as bash would do it. */
static bool bash_offers(const char *before, const char *word, const char *expected)
{
	struct buf script = {0};
	char command[700];
	bool good;

	make(2, FAMILY_OWN, &script);
	buf_printf(&script,
		   "COMP_WORDS=(tool '%s' '%s'); COMP_CWORD=2; _tool\n"
		   "[[ \" ${COMPREPLY[*]} \" == *' %s '* ]]\n",
		   before, word, expected);
	snprintf(command, sizeof(command), "bash '%s'",
		 scratch_write("script", buf_slice(&script)));
	good = system(command) == 0;
	buf_release(&script);
	return good;
}

CASE(bash_completes_options_and_their_values)
{
	if (!has_program("bash"))
		return;
	CHECK(bash_offers("x", "--ke", "--kernel"));
	CHECK(bash_offers("x", "-", "-j"));
	CHECK(bash_offers("--colors", "m", "mem"));
	CHECK(!bash_offers("--colors", "m", "hot"));
	CHECK(!bash_offers("--brief", "m", "mem")); /* a file is as likely */
	CHECK(!bash_offers("--threads", "", "--kernel"));
	CHECK(!bash_offers("x", "--hid", "--hidden"));
}

CASE(variables_of_awk_are_set_among_the_files_and_behind_v)
{
	CHECK(sets(AWK, "wake=1 a", "wake | a"));
	CHECK(sets(AWK, "a wake=1", "wake | a"));
	CHECK(sets(AWK, "-v wake=1 a", "wake | a"));
	CHECK(sets(AWK, "-vwake=1 a", "wake | a"));
	CHECK(sets(AWK, "wake=0 a wake=1", "wake | a"));
	CHECK(sets(AWK, "wake wakeup=1 =1", "| wake wakeup=1 =1"));
	CHECK(is_wrong(AWK, "-v wakeup=1", "'wakeup=1' is not a variable"));
	CHECK(is_wrong(AWK, "-v wake", "'wake' is not a variable"));
	CHECK(is_wrong(AWK, "-v", "needs a value"));
	CHECK(is_wrong(AWK, "wake=x", "a number is wanted"));
	CHECK(is_wrong(AWK, "--wake=1", "is not known"));
}

CASE(others_than_awk_take_variables_for_files)
{
	CHECK(sets(PERL | RUST, "wake=1", "| wake=1"));
	CHECK(sets(OWN, "-v wake=1", "level=1 | wake=1"));
}

TEST(opt)
{
	diag_init("test");
	scratch_begin();
	check_cases();
	scratch_end();
	return check_done();
}
