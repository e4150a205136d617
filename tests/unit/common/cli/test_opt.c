/* SPDX-License-Identifier: MIT */
#include "common/cli/opt.h"

#include "common/base/diag.h"
#include "tests/unit/check.h"
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

enum { OWN, PERL, RUST, AWK };
static const char *const tools[] = {"tool", "tool.pl", "inferno-tool", "tool.awk"};

static bool goes_on(int tool, const char *line, struct trial *trial)
{
	try_as(tools[tool], line, trial);
	if (trial->outcome != OPT_GO_ON || trial->said.len > 0)
		fprintf(stderr, "%s %s: %.*s\n", tools[tool], line,
			SLICE_ARG(buf_slice(&trial->said)));
	return trial->outcome == OPT_GO_ON && trial->said.len == 0;
}

/* The Perl scripts print their usage, the others name the option that does. */
static bool points_to_help(int tool, struct slice said)
{
	struct slice first;

	if (!slice_cut(&said, '\n', &first))
		return false;
	if (slice_contains(first, SLICE(" exclude each other")))
		return said.len == 0;
	if (tool == PERL || tool == AWK)
		return slice_starts(said, SLICE("test: usage: tool ")) &&
		       slice_find(said, '\n') == said.len - 1;
	return said.len == 0 && slice_ends(first, SLICE("; try 'tool --help'"));
}

/* True if the line is refused with a message that has this text. */
static bool is_wrong(int tool, const char *line, const char *why)
{
	struct trial trial;
	bool good;

	try_as(tools[tool], line, &trial);
	good = trial.outcome == OPT_WRONG && trial.printed.len == 0 &&
	       slice_contains(buf_slice(&trial.said), slice_from(why)) &&
	       points_to_help(tool, buf_slice(&trial.said));
	if (!good)
		fprintf(stderr, "%s %s: %d, '%.*s' without '%s'\n", tools[tool], line,
			trial.outcome, SLICE_ARG(buf_slice(&trial.said)), why);
	release(&trial);
	return good;
}

static bool list_is(const struct opt_list *list, const char *words)
{
	struct slice rest = slice_from(words), word;
	size_t i;

	for (i = 0; slice_word(&rest, &word); i++) {
		if (i >= list->count || !slice_equal(list->at[i], word))
			return false;
	}
	return i == list->count;
}

/* ---- Words that mean the same under all names ----------------------------- */

CASE(an_empty_command_line_changes_nothing)
{
	int tool;

	for (tool = OWN; tool <= RUST; tool++) {
		struct trial trial;

		CHECK(goes_on(tool, "", &trial));
		CHECK(trial.result.files.count == 0 && trial.result.given.count == 0);
		CHECK(trial.options.width == 1200);
		release(&trial);
	}
}

CASE(long_options_take_values_behind_a_sign_or_a_blank)
{
	int tool;

	for (tool = OWN; tool <= RUST; tool++) {
		struct trial trial;

		CHECK(goes_on(tool, "--width=7 --title a=b=c --colors io --kernel --pair=3,4",
			      &trial));
		CHECK(trial.options.width == 7 && trial.options.kernel);
		CHECK(slice_equal(trial.options.title, SLICE("a=b=c")));
		CHECK(trial.options.palette == 2);
		CHECK(trial.options.pair[0] == 3 && trial.options.pair[1] == 4);
		CHECK(opt_given(&trial.result, "width") && !opt_given(&trial.result, "jit"));
		release(&trial);
	}
}

/* A word that does not follow as a value is parsed as any other word: a file, an option. */
CASE(some_values_may_be_left_out)
{
	static const struct {
		const char *line, *files;
		int brief;
	} lines[] = {
		{"--brief", "", 1},
		{"--brief mem a", "a", 2},
		{"--brief io", "", 3},
		{"--brief=io mem", "mem", 3},
		{"--brief a mem", "a mem", 1},
		{"a --brief --jit", "a", 1},
		{"--brief ./mem", "./mem", 1},
		{"--brief -- mem", "mem", 1},
	};
	struct trial trial;
	size_t i;

	for (i = 0; i < ARRAY_LEN(lines); i++) {
		CHECK(goes_on(OWN, lines[i].line, &trial));
		CHECK(trial.options.brief == lines[i].brief);
		CHECK(list_is(&trial.result.files, lines[i].files));
		release(&trial);
	}
	CHECK(is_wrong(OWN, "--brief=hot", "'hot': it is one of mem, io"));
}

CASE(options_and_files_may_be_mixed)
{
	int tool;

	for (tool = OWN; tool <= RUST; tool++) {
		struct trial trial;

		CHECK(goes_on(tool, "one --kernel two --width 5 - three", &trial));
		CHECK(list_is(&trial.result.files, "one two - three"));
		CHECK(trial.options.kernel && trial.options.width == 5);
		release(&trial);
	}
}

CASE(two_dashes_end_the_options)
{
	int tool;

	for (tool = OWN; tool <= RUST; tool++) {
		struct trial trial;

		CHECK(goes_on(tool, "--kernel -- --jit -k -- x", &trial));
		CHECK(list_is(&trial.result.files, "--jit -k -- x"));
		CHECK(trial.options.kernel && !trial.options.jit);
		release(&trial);
	}
}

CASE(an_alias_is_the_same_option)
{
	int tool;

	for (tool = OWN; tool <= RUST; tool++) {
		struct trial trial;

		CHECK(goes_on(tool, "--jobs 3", &trial));
		CHECK(trial.options.threads == 3 && opt_given(&trial.result, "threads"));
		release(&trial);
	}
}

CASE(lists_keep_every_value_in_order)
{
	int tool;

	for (tool = OWN; tool <= RUST; tool++) {
		struct trial trial;

		CHECK(goes_on(tool, "--event b --event=a --event b", &trial));
		CHECK(list_is(&trial.options.events, "b a b"));
		release(&trial);
	}
}

CASE(an_empty_value_is_a_value)
{
	int tool;

	for (tool = OWN; tool <= RUST; tool++) {
		struct trial trial;

		CHECK(goes_on(tool, "--title= x", &trial));
		CHECK(trial.options.title.ptr && trial.options.title.len == 0);
		CHECK(list_is(&trial.result.files, "x"));
		release(&trial);
	}
}

CASE(numbers_have_limits)
{
	int tool;

	for (tool = OWN; tool <= RUST; tool++) {
		struct trial trial;

		CHECK(goes_on(tool, "--width 18446744073709551615 --percent 100 --threads=256",
			      &trial));
		CHECK(trial.options.width == UINT64_MAX && trial.options.percent == 100);
		release(&trial);
		CHECK(goes_on(tool, "--percent=1 --width=+5 --threads 0", &trial));
		CHECK(trial.options.percent == 1 && trial.options.width == 5);
		release(&trial);
		CHECK(is_wrong(tool, "--width 18446744073709551616",
			       "'--width' needs a whole number"));
		CHECK(is_wrong(tool, "--percent=0", "from 1 to 100, not '0'"));
		CHECK(is_wrong(tool, "--percent=101", "from 1 to 100, not '101'"));
		CHECK(is_wrong(tool, "--threads=257", "from 0 to 256, not '257'"));
		CHECK(is_wrong(tool, "--width=", "not ''"));
		CHECK(is_wrong(tool, "--width=+", "not '+'"));
		CHECK(is_wrong(tool, "--width=++5", "not '++5'"));
		CHECK(is_wrong(tool, "--width=-5", "not '-5'"));
		CHECK(is_wrong(tool, "--width=5px", "not '5px'"));
		CHECK(is_wrong(tool, "--width=0x10", "not '0x10'"));
	}
}

CASE(wrong_values_say_what_is_right)
{
	int tool;

	for (tool = OWN; tool <= RUST; tool++) {
		CHECK(is_wrong(tool, "--colors blue", "'blue': it is one of hot, mem, io"));
		CHECK(is_wrong(tool, "--colors=", "'': it is one of"));
		CHECK(is_wrong(tool, "--colors=ho", "'ho': it is one of"));
		CHECK(is_wrong(tool, "--pair=3", "'3': two numbers are wanted"));
	}
}

CASE(unknown_options_are_named)
{
	int tool;

	for (tool = OWN; tool <= RUST; tool++) {
		CHECK(is_wrong(tool, "--nosuch", "'--nosuch' is not known"));
		CHECK(is_wrong(tool, "--nosuch=5", "'--nosuch' is not known"));
		CHECK(is_wrong(tool, "--=5", "'--' is not known"));
		CHECK(is_wrong(tool, "--kernelx", "'--kernelx' is not known"));
		CHECK(is_wrong(tool, "file --nosuch", "'--nosuch' is not known"));
	}
}

CASE(mistakes_are_guessed_but_for_perl)
{
	int tool;

	for (tool = OWN; tool <= AWK; tool++) {
		const bool guesses = tool == OWN || tool == RUST;

		CHECK(is_wrong(tool, "--titel x",
			       guesses ? "'--titel' is not known (did you mean --title?); "
				       : "'--titel' is not known\n"));
		CHECK(is_wrong(tool, "--jbos=3", guesses ? "(did you mean --jobs?)" : "known\n"));
		CHECK(is_wrong(tool, "--colors met",
			       guesses ? "'met' (did you mean mem?): it is" : "'met': it is"));
		CHECK(is_wrong(tool, "--colors green", "'green': it is one of"));
	}
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
	int tool;

	for (tool = OWN; tool <= RUST; tool++) {
		CHECK(is_wrong(tool, "x --width", "'--width' needs a value"));
		CHECK(is_wrong(tool, "--kernel=5", "'--kernel' takes no value"));
		CHECK(is_wrong(tool, "--kernel=", "'--kernel' takes no value"));
	}
}

CASE(options_that_exclude_each_other_are_named)
{
	int tool;

	for (tool = OWN; tool <= RUST; tool++) {
		struct trial trial;

		CHECK(is_wrong(tool, "--tid --pid", "'--tid' and '--pid' exclude each other"));
		CHECK(is_wrong(tool, "--pid x --tid", "'--tid' and '--pid' exclude each other"));
		CHECK(goes_on(tool, "--tid", &trial));
		release(&trial);
		CHECK(goes_on(tool, "--pid", &trial));
		release(&trial);
	}
}

CASE(hidden_options_work)
{
	int tool;

	for (tool = OWN; tool <= RUST; tool++) {
		struct trial trial;

		CHECK(goes_on(tool, "--hidden", &trial) && trial.options.hidden);
		release(&trial);
	}
}

/* ---- Our own names -------------------------------------------------------- */

CASE(letters_cluster)
{
	struct trial trial;

	CHECK(goes_on(OWN, "-kvvzj4 -t x -fname -e=a -ve b", &trial));
	CHECK(trial.options.kernel && trial.options.hidden && trial.common.level == 3);
	CHECK(trial.options.threads == 4);
	CHECK(slice_equal(trial.options.title, SLICE("x")));
	CHECK(slice_equal(trial.options.file, SLICE("name")));
	CHECK(list_is(&trial.options.events, "a b"));
	release(&trial);
	CHECK(goes_on(OWN, "-j 7 -qq", &trial));
	CHECK(trial.options.threads == 7 && trial.common.level == -2);
	release(&trial);
	CHECK(is_wrong(OWN, "-kx", "'-x' is not known"));
	CHECK(is_wrong(OWN, "-kj", "'-j' needs a value"));
	CHECK(is_wrong(OWN, "-j4k", "not '4k'"));
	CHECK(is_wrong(OWN, "-j=", "not ''"));
	CHECK(is_wrong(OWN, "-=", "'-=' is not known"));
	CHECK(is_wrong(OWN, "-y", "'-y' is not known"));
}

CASE(one_dash_and_a_whole_name_is_a_long_option)
{
	struct trial trial;

	CHECK(goes_on(OWN, "-width 5 -title=x -kernel -pair 1,2", &trial));
	CHECK(trial.options.width == 5 && trial.options.kernel && trial.options.pair[1] == 2);
	CHECK(slice_equal(trial.options.title, SLICE("x")));
	release(&trial);
	/* but no beginning of one: letters then */
	CHECK(goes_on(OWN, "-ti", &trial) && slice_equal(trial.options.title, SLICE("i")));
	release(&trial);
	CHECK(is_wrong(OWN, "-wid 5", "'-w' is not known"));
	CHECK(is_wrong(OWN, "-KERNEL", "'-K' is not known"));
}

CASE(beginnings_of_names_need_two_dashes)
{
	struct trial trial;

	CHECK(goes_on(OWN, "--ker --wi=5 --tit x --colo mem", &trial));
	CHECK(trial.options.kernel && trial.options.width == 5 && trial.options.palette == 1);
	release(&trial);
	CHECK(goes_on(OWN, "--jo 3", &trial) && trial.options.threads == 3);
	release(&trial);
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
	int tool;

	for (tool = OWN; tool <= RUST; tool++) {
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
	struct trial trial;
	int tool;

	for (tool = OWN; tool <= PERL; tool++) {
		CHECK(goes_on(tool, "--width 5 --kernel --width=6 --kernel", &trial));
		CHECK(trial.options.width == 6);
		release(&trial);
	}
}

CASE(a_value_may_look_like_an_option)
{
	struct trial trial;
	int tool;

	for (tool = OWN; tool <= PERL; tool++) {
		CHECK(goes_on(tool, "--title --kernel --event -k", &trial));
		CHECK(slice_equal(trial.options.title, SLICE("--kernel")) && !trial.options.kernel);
		CHECK(list_is(&trial.options.events, "-k"));
		release(&trial);
	}
}

/* ---- The Perl scripts' names ---------------------------------------------- */

CASE(perl_sees_no_case_and_any_number_of_dashes)
{
	struct trial trial;

	CHECK(goes_on(PERL, "-kernel --JIT -Hash -wIdTh=5 --TITLE x", &trial));
	CHECK(trial.options.kernel && trial.options.jit && trial.options.hash);
	CHECK(trial.options.width == 5 && slice_equal(trial.options.title, SLICE("x")));
	release(&trial);
}

CASE(perl_takes_any_clear_beginning)
{
	struct trial trial;

	CHECK(goes_on(PERL, "-k -ji --wid 5 -COL=mem -y", &trial));
	CHECK(trial.options.kernel && trial.options.jit && trial.options.width == 5);
	CHECK(trial.options.palette == 1 && trial.options.hidden);
	release(&trial);
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
	struct trial trial;

	CHECK(goes_on(RUST, "-kyj4 -vv -t=x -e a -eb", &trial));
	CHECK(trial.options.kernel && trial.options.hidden && trial.options.threads == 4);
	CHECK(trial.common.level == 2 && slice_equal(trial.options.title, SLICE("x")));
	CHECK(list_is(&trial.options.events, "a b"));
	release(&trial);
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
	struct trial trial;

	CHECK(is_wrong(RUST, "--title --kernel", "'--title' needs a value"));
	CHECK(is_wrong(RUST, "--title -x", "'--title' needs a value"));
	CHECK(is_wrong(RUST, "-t -x", "'-t' needs a value"));
	CHECK(goes_on(RUST, "--title=--kernel", &trial));
	CHECK(slice_equal(trial.options.title, SLICE("--kernel")));
	release(&trial);
}

/* ---- Texts ---------------------------------------------------------------- */

CASE(help_and_version_end_the_run)
{
	static const char *const lines[] = {"--help", "-h", "-kh", "--kernel --help --nosuch"};
	struct trial trial;
	size_t i;
	int tool;

	for (i = 0; i < ARRAY_LEN(lines); i++) {
		for (tool = OWN; tool <= RUST; tool += RUST) {
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
		try_as(tools[PERL], lines[i], &trial);
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
	static const char *const lines[] = {"wake=1 a", "a wake=1", "-v wake=1 a", "-vwake=1 a",
					    "wake=0 a wake=1"};
	struct trial trial;
	size_t i;

	for (i = 0; i < ARRAY_LEN(lines); i++) {
		CHECK(goes_on(AWK, lines[i], &trial) && trial.options.wake);
		CHECK(list_is(&trial.result.files, "a"));
		release(&trial);
	}
	CHECK(goes_on(AWK, "wake wakeup=1 =1", &trial) && !trial.options.wake);
	CHECK(list_is(&trial.result.files, "wake wakeup=1 =1"));
	release(&trial);
	CHECK(is_wrong(AWK, "-v wakeup=1", "'wakeup=1' is not a variable"));
	CHECK(is_wrong(AWK, "-v wake", "'wake' is not a variable"));
	CHECK(is_wrong(AWK, "-v", "needs a value"));
	CHECK(is_wrong(AWK, "wake=x", "a number is wanted"));
	CHECK(is_wrong(AWK, "--wake=1", "is not known"));
}

CASE(others_than_awk_take_variables_for_files)
{
	struct trial trial;

	CHECK(goes_on(PERL, "wake=1", &trial) && !trial.options.wake);
	CHECK(list_is(&trial.result.files, "wake=1"));
	release(&trial);
	CHECK(goes_on(OWN, "-v wake=1", &trial) && !trial.options.wake);
	CHECK(trial.common.level == 1 && list_is(&trial.result.files, "wake=1"));
	release(&trial);
	CHECK(goes_on(RUST, "wake=1", &trial) && !trial.options.wake);
	release(&trial);
}

TEST(opt)
{
	diag_init("test");
	scratch_begin();
	check_cases();
	scratch_end();
	return check_done();
}
