/* SPDX-License-Identifier: MIT */
#include "record/session/request.h"

#include "common/base/diag.h"
#include "common/folded/folded_grammar.h"
#include "common/io/locate.h"
#include "common/profile/amount.h"
#include "record/child/pipeline.h"

static const char *const names[FORWARDED_TOOLS] = {"collapse-perf", "flamegraph"};

static const char *copy(struct forwarded_options *forwarded, struct slice text)
{
	char *all = arena_alloc(&forwarded->texts, text.len + 1);

	if (text.len > 0)
		memcpy(all, text.ptr, text.len);
	all[text.len] = '\0';
	return all;
}

/* copy(), but NULL for an empty text. */
static const char *copy_some(struct forwarded_options *forwarded, struct slice text)
{
	return text.len > 0 ? copy(forwarded, text) : NULL;
}

/* "hot mem io" -> words, NULL at the end; NULL without one. */
static const char *const *copy_choices(struct forwarded_options *forwarded, struct slice text)
{
	size_t count = 0;
	struct slice rest = text, word;
	const char **words;

	while (slice_word(&rest, &word))
		count++;
	if (count == 0)
		return NULL;
	words = arena_alloc(&forwarded->texts, (count + 1) * sizeof(*words));
	words[count] = NULL;
	for (count = 0; slice_word(&text, &word); count++)
		words[count] = copy(forwarded, word);
	return words;
}

static void add_row(struct forwarded_options *forwarded, struct opt row, unsigned tools)
{
	MEMORY_ROOM(forwarded->rows, forwarded->count, forwarded->cap);
	MEMORY_ROOM(forwarded->tools, forwarded->count, forwarded->tools_cap);
	forwarded->tools[forwarded->count] = tools;
	forwarded->rows[forwarded->count++] = row;
}

/* The row of a name, or the end of the rows. */
static size_t forwarded_find_row(const struct forwarded_options *forwarded, struct slice name)
{
	size_t i;

	for (i = 0; i < forwarded->count; i++) {
		if (forwarded->rows[i].type == OPT_PASS &&
		    slice_equal(slice_from(forwarded->rows[i].name), name))
			break;
	}
	return i;
}

enum field { NAME, ALIAS, LETTER, VALUE, IS_FILE, CHOICES, HELP, FIELDS };

/* Parse a line of opt_text_rows(); other lines are ignored. */
static void read_row(struct forwarded_options *forwarded, struct slice line, unsigned tool)
{
	struct slice fields[FIELDS];
	size_t i;

	for (i = 0; i < HELP; i++) {
		if (!slice_cut(&line, '\t', &fields[i]))
			return;
	}
	fields[HELP] = line;
	/* one is about terminals, and graphs are files; the other is always given */
	if (slice_equal(fields[NAME], SLICE("force")) || slice_equal(fields[NAME], SLICE("header")))
		return;
	i = forwarded_find_row(forwarded, fields[NAME]);
	if (i < forwarded->count) {
		forwarded->tools[i] |= tool;
		return;
	}
	add_row(forwarded,
		(struct opt){OPT_PASS, FAMILY_OWN,
			     .letter = fields[LETTER].len > 0 ? fields[LETTER].ptr[0] : '\0',
			     .name = copy(forwarded, fields[NAME]),
			     .alias = copy_some(forwarded, fields[ALIAS]),
			     .value = copy_some(forwarded, fields[VALUE]),
			     .is_file = fields[IS_FILE].len > 0,
			     .choices = copy_choices(forwarded, fields[CHOICES]),
			     .help = copy(forwarded, fields[HELP])},
		tool);
}

/* True if `word` is written as an option of flamegraph-record itself, by its whole name. */
static bool is_own_option(struct slice word)
{
	struct slice name = word;
	const bool is_long = slice_skip(&name, SLICE("--"));
	size_t i;

	if (is_long && slice_find(name, '=') != SLICE_NONE)
		name = slice_head(name, slice_find(name, '='));
	for (i = 0; i < request_row_count; i++) {
		const struct opt *row = &request_rows[i];

		if (is_long ? row->name && slice_equal(name, slice_from(row->name))
			    : row->value && row->letter != '\0' && word.ptr[1] == row->letter)
			return true;
	}
	return false;
}

static bool may_pass(char *const *argv)
{
	for (argv++; *argv && strcmp(*argv, "--") != 0; argv++) {
		const struct slice word = slice_from(*argv);

		if (word.len > 1 && word.ptr[0] == '-' && !is_own_option(word))
			return true;
	}
	return false;
}

COLD void forwarded_init(struct forwarded_options *forwarded, char *const *argv)
{
	static const struct child_place here = {0};
	const bool asks = may_pass(argv);
	size_t tool;

	*forwarded = (struct forwarded_options){.count = 0};
	add_row(forwarded,
		(struct opt){OPT_HEADING, .help = "Passed on",
			     .detail = "All other options of collapse-perf(1) and flamegraph(1); "
				       "one that both have goes to both."},
		0);
	for (tool = 0; tool < FORWARDED_TOOLS; tool++) {
		struct buf text = {0};
		struct slice rest, line;
		struct child_end end;

		locate_program(&forwarded->paths[tool], argv[0], names[tool]);
		if (asks)
			capture(&here,
				(const char *const[]){forwarded->paths[tool].ptr, "--generate=rows",
						      NULL},
				1, &text, &end);
		for (rest = buf_slice(&text); slice_line(&rest, &line);)
			read_row(forwarded, line, 1U << tool);
		buf_release(&text);
	}
}

COLD void forwarded_release(struct forwarded_options *forwarded)
{
	size_t tool;

	free(forwarded->rows);
	free(forwarded->tools);
	arena_release(&forwarded->texts);
	for (tool = 0; tool < FORWARDED_TOOLS; tool++)
		buf_release(&forwarded->paths[tool]);
}

static bool has(const struct forwarded_options *forwarded, const struct opt *row,
		enum forwarded_tool tool)
{
	return (forwarded->tools[row - forwarded->rows] & (1U << tool)) != 0;
}

COLD void forwarded_add(struct arguments *arguments, const struct forwarded_options *forwarded,
			enum forwarded_tool tool, const struct opt_passed_list *given)
{
	struct buf option = {0};
	size_t i;

	arguments_add_text(arguments, forwarded->paths[tool].ptr);
	for (i = 0; i < given->count; i++) {
		const struct opt_passed *one = &given->at[i];

		if (!has(forwarded, one->row, tool))
			continue;
		buf_reset(&option);
		buf_printf(&option, "--%s%s", one->row->name, one->row->value ? "=" : "");
		buf_add(&option, one->value);
		arguments_add(arguments, buf_slice(&option));
	}
	buf_release(&option);
}

static const char *find_without(const struct forwarded_options *forwarded, enum forwarded_tool tool,
				const struct opt_passed_list *given)
{
	size_t i;

	for (i = 0; i < given->count; i++) {
		if (!has(forwarded, given->at[i].row, tool))
			return given->at[i].row->name;
	}
	return NULL;
}

COLD const char *forwarded_needs_collapse(const struct forwarded_options *forwarded,
					  const struct opt_passed_list *given)
{
	return find_without(forwarded, FORWARDED_RENDER, given);
}

/*
 * Without input a program looks at its command line and ends; that code is for a wrong one alone.
 */
static bool forwarded_check_tool(const struct forwarded_options *forwarded,
				 enum forwarded_tool tool, const struct opt_passed_list *given)
{
	static const struct child_place here = {0};
	struct arguments arguments = {0};
	struct child_end end = {0, 0};
	struct buf said = {0};
	struct slice reason;
	bool good;

	forwarded_add(&arguments, forwarded, tool, given);
	good = capture(&here, arguments.at, 2, &said, &end) != 0 || end.code != EXIT_USAGE;
	reason = capture_reason(buf_slice(&said));
	if (!good)
		diag_error("%.*s", SLICE_ARG(reason));
	buf_release(&said);
	arguments_release(&arguments);
	return good;
}

COLD bool forwarded_check(const struct forwarded_options *forwarded,
			  const struct opt_passed_list *given)
{
	size_t tool;

	for (tool = 0; tool < FORWARDED_TOOLS && given->count > 0; tool++) {
		if (!forwarded_check_tool(forwarded, (enum forwarded_tool)tool, given))
			return false;
	}
	return true;
}

enum {
	MOST_FREQ = 1000000,
	MOST_DUMP = 65528, /* bytes that the kernel copies of a stack, at most */
};

static const char *const profilers[] = {"auto",   "events",  "perf",  "dtrace", "xctrace",
					"sample", "sampler", "cargo", "jfr",    NULL};

static const char *const profiler_helps[] = {
	("events, perf, dtrace, on macOS xctrace and sample, or sampler: the first that can record "
	 "here and has the options; a message names it"),
	"record-stacks(1): the events of Linux; nothing else has to be installed",
	"perf record, of Linux; perf script for traces of the processor",
	"dtrace, of macOS, FreeBSD, illumos and others",
	"xctrace, of Xcode: the time profile of Instruments",
	"sample, of macOS: the threads of one process, a thousand times a second",
	"flamesample, a library that samples inside the program; needs no privileges",
	"cargo flamegraph, which also draws",
	"Java Flight Recorder, in all JVMs of the command, or by jcmd in a process",
};

static const char *const call_graphs[] = {"auto", "dwarf", "fp", "lbr", NULL};

static const char *const call_graph_helps[] = {
	"by copies of stacks and frame pointers, where record-stacks records; else as dwarf",
	"by copies of stacks and unwinding information: works for what distributions build",
	"by frame pointers: small and fast, for programs built with -fno-omit-frame-pointer",
	"by the processor's record of branches",
};

static const char *const off_cpu_kinds[] = {"blocked", "preempted", "all", NULL};

static const char *const off_cpu_helps[] = {
	"a lock, input, output, time: the thread could not run; the default",
	"a CPU: the thread could run, and others ran in its place",
	"both",
};

/* "fp", "auto", "auto,512", "dwarf", "dwarf,16384", "lbr" */
static COLD bool request_parse_call_graph(struct slice text, void *field, struct buf *problem)
{
	struct slice size = text;
	uint64_t bytes;

	*(struct slice *)field = text;
	if (slice_equal(text, SLICE("auto")) || slice_equal(text, SLICE("dwarf")) ||
	    slice_equal(text, SLICE("fp")) || slice_equal(text, SLICE("lbr")))
		return true;
	if ((!slice_skip(&size, SLICE("auto,")) && !slice_skip(&size, SLICE("dwarf,"))) ||
	    !slice_to_u64(size, &bytes))
		buf_add_text(problem, "it is one of auto, auto,SIZE, dwarf, dwarf,SIZE, fp, lbr");
	else if (bytes == 0 || bytes > MOST_DUMP)
		buf_printf(problem, "a stack is copied in 1 to %d bytes", MOST_DUMP);
	return problem->len == 0;
}

/* "4711", "4711,4712" */
static COLD bool parse_process(struct slice text, void *field, struct buf *problem)
{
	struct slice rest = text, one;
	bool good = true;

	while (good && slice_cut(&rest, ',', &one))
		good = slice_is_number(one);
	*(struct slice *)field = text;
	if (!good || !slice_is_number(rest))
		buf_add_text(problem, "a process is a number, several are separated by commas");
	return problem->len == 0;
}

static COLD bool parse_env(struct slice text, void *field, struct buf *problem)
{
	struct slice rest = text, name;

	if (slice_cut(&rest, '=', &name) && name.len > 0)
		opt_list_add(field, text);
	else
		buf_add_text(problem, "it is written NAME=VALUE");
	return problem->len == 0;
}

static COLD bool parse_perf_args(struct slice text, void *field, struct buf *problem)
{
	if (!arguments_split(field, text))
		buf_add_text(problem, "a quote is not closed");
	return problem->len == 0;
}

static COLD bool parse_label(struct slice text, void *field, struct buf *problem)
{
	*(struct slice *)field = text;
	if (text.len == 0)
		buf_add_text(problem, "a label has at least one character");
	return problem->len == 0;
}

/* collapse-perf has an option of this name, which cannot be passed on. */
static COLD bool parse_list_events(struct slice text, void *field, struct buf *problem)
{
	(void)text;
	(void)field;
	buf_add_text(problem, "it prints events, not stacks: perf script -i FILE | collapse-perf "
			      "--list-events");
	return false;
}

static const char *const not_process[] = {"all-cpus", "perfdata", NULL};
static const char *const not_off_cpu[] = {"event", "freq", "perfdata", NULL};
static const char *const not_wall[] = {"off-cpu", "event", "perfdata", NULL};
/* Options for one graph in a file, and options of other profilers. */
static const char *const not_live[] = {"perfdata",  "perf-args",    "patience", "sampler-path",
				       "date",      "json",         "keep",     "fail-on-exit",
				       "keep-root", "reverse-diff", NULL};
static const char *const not_perfdata[] = {"all-cpus", "duration",     "cwd",        "env",
					   "freq",     "event",        "call-graph", "perf-args",
					   "keep",     "fail-on-exit", NULL};

#define AT(field) OPT_AT(struct request, field)

const struct opt request_rows[] = {
	{OPT_HEADING, .help = "What is recorded"},
	{OPT_CALL, 0, 'p', "process", .value = "PID", AT(process), .parse = parse_process,
	 .conflicts = not_process,
	 .help = "Record a running process; several are separated by commas"},
	{OPT_FLAG, 0, 'a', "all-cpus", AT(all_cpus), .help = "Record all processes on all CPUs"},
	{OPT_TEXT, 0, 0, "perfdata", .value = "FILE", AT(perfdata), .is_file = true,
	 .conflicts = not_perfdata, .help = "Draw a recording that perf record has made before"},
	{OPT_CALL, 0, 0, "duration", .value = "SECONDS", AT(duration), .parse = opt_parse_seconds,
	 .help = "End the recording and the command after SECONDS",
	 .detail = "Without it a command is recorded to its end, a process that runs already until "
		   "it ends or Ctrl-C is pressed."},
	{OPT_TEXT, 0, 0, "cwd", .value = "DIR", AT(cwd), .is_file = true,
	 .help = "Run the command in DIR"},
	{OPT_CALL, 0, 0, "env", .value = "NAME=VALUE", AT(env), .parse = parse_env,
	 .help = "Add to the environment of the command; may be repeated",
	 .detail = "perf, dtrace and cargo, which start the command, see it as well."},

	{OPT_HEADING, .help = "How"},
	{OPT_CHOICE, 0, 0, "profiler", .value = "NAME", AT(profiler), .choices = profilers,
	 .choice_helps = profiler_helps, .help = "The profiler, auto by default"},
	{OPT_NUMBER, 0, 'F', "freq", .value = "HZ", AT(freq), .min = 1, .max = MOST_FREQ,
	 .help = "Samples a second, 997 by default; 249 by the sampler, 100 by jfr, 1000 by sample"},
	{OPT_CALL, 0, 0, "call-graph", .value = "HOW", AT(call_graph),
	 .parse = request_parse_call_graph, .choices = call_graphs,
	 .choice_helps = call_graph_helps,
	 .help = "How callers are found, auto by default; auto,SIZE and dwarf,SIZE copy SIZE bytes of "
		 "each stack",
	 .detail =
		 "8192 bytes by default, 65528 at most; a message says if stacks were longer. Where "
		 "perf records, auto is dwarf."},
	{OPT_LIST, 0, 'e', "event", .value = "EVENT", AT(events),
	 .help = "Sample by EVENT, as record-stacks(1) or perf list names it; may be repeated",
	 .detail =
		 "jfr: as collapse-jfr --event takes it, such as alloc. An event that does not exist here, as those of the hardware in most virtual "
		 "machines, is replaced by cpu-clock, with a message, unless --profiler=perf is "
		 "given."},
	{OPT_OPTIONAL, 0, 0, "off-cpu", .value = "KIND", AT(off_cpu), .choices = off_cpu_kinds,
	 .choice_helps = off_cpu_helps, .conflicts = not_off_cpu,
	 .help = "Record what threads wait for, and how long, instead of samples",
	 .detail = "By record-stacks(1), which describes it; the colours are blue unless --colors "
		   "is given."},
	{OPT_FLAG, 0, 0, "wall", AT(wall), .conflicts = not_wall,
	 .help = "Record where every thread is at every moment: running, runnable or blocked",
	 .detail =
		 "By record-stacks(1), which describes it; the unit is ns. The colours tell the "
		 "states apart (flamegraph --colors wall), those of a page in its view of time. With "
		 "--live, a wait that goes on grows from picture to picture."},
	{OPT_CALL, 0, 0, "perf-args", .value = "WORDS", AT(perf_args), .parse = parse_perf_args,
	 .help = "More arguments for perf record, quoted as for a shell"},
	{OPT_FLAG, 0, 0, "no-inline", AT(no_inline), .help = "Show no inlined functions",
	 .detail =
		 "Minutes for large programs of C++ or Rust; where it takes long a message says so."},
	{OPT_FLAG, 0, 0, "no-runtime", AT(no_runtime),
	 .help = "Change nothing for the sake of Python, Node.js, Java and .NET",
	 .detail =
		 "Otherwise COMMAND, where it is one of them, is started so that its functions have "
		 "names: see Runtimes."},
	{OPT_FLAG, 0, 0, "sampler-path", AT(sampler_path),
	 .help = "Print the value of LD_PRELOAD for the sampler, and exit",
	 .detail = "See flamesample(3)."},
	{OPT_CALL, 0, 0, "patience", .value = "SECONDS", AT(patience), .parse = opt_parse_seconds,
	 .hidden = true, .help = "Print the running stage after so many seconds; for tests"},
	{OPT_CALL, 0, 0, "list-events", AT(process), .parse = parse_list_events, .hidden = true,
	 .help = "Says why not"},

	{OPT_HEADING, .help = "A graph that moves"},
	{OPT_OPTIONAL, 0, 0, "live", .value = "[=PERIOD]", AT(live), .conflicts = not_live,
	 .help = "Show the graph in this terminal while it is recorded, anew each PERIOD, 1s by default",
	 .detail = "By record-stacks(1), collapse-perf(1) --live and flamegraph-view(1), which has "
		   "the keys; 99 samples a second unless --freq is given. The command reads "
		   "nothing, and what it prints is shown when the viewer is left, which ends it. "
		   "With --html it is shown in a browser: see A page that moves."},
	{OPT_TEXT, 0, 0, "window", .value = "LENGTH", AT(window),
	 .help = "Show the samples of the last LENGTH only, 30s by default; with --live"},
	{OPT_NUMBER, 0, 0, "port", .value = "N", AT(port), .min = 1, .max = 65535,
	 .help = "Port of the page, one that is free by default; with --live --html"},

	{OPT_HEADING, .help = "Results"},
	{OPT_TEXT, 0, 'o', "output", .value = "FILE", AT(output), .is_file = true,
	 .help = "Write the graph to FILE, whatever folder and label are; - is standard output",
	 .detail =
		 "The command's output then goes to standard error. --text does the same unless a "
		 "FILE is given."},
	{OPT_TEXT, 0, 0, "output-dir", .value = "DIR", AT(output_dir), .is_file = true,
	 .help = "Write flamegraph.svg, with --html flamegraph.html, into DIR instead of this "
		 "folder; it is created if it is missing"},
	{OPT_CALL, 0, 0, "label", .value = "TEXT", AT(label), .parse = parse_label,
	 .help = "Write flamegraph-TEXT.svg, with --html flamegraph-TEXT.html",
	 .detail = "Characters of TEXT other than letters, digits, - and _ become _."},
	{OPT_FLAG, 0, 0, "date", AT(date), .help = "Show the time of recording in the picture",
	 .detail = "Besides command, event, frequency, duration and number of samples, which are "
		   "shown unless --title and --subtitle are given."},
	{OPT_FLAG, 0, 0, "json", AT(json), .help = "Print one line of JSON about the result",
	 .detail = "See JSON below."},
	{OPT_FLAG, 0, 0, "open", AT(open),
	 .help = "Show the graph with xdg-open; with --live --html while it is recorded"},
	{OPT_OPTIONAL, 0, 0, "keep", .value = "[=FILE]", AT(keep), .is_file = true,
	 .help = "Keep the recording, as FILE or next to the graph: flamegraph.perf.data",
	 .detail =
		 "FILE is for one file; a recording of several files is kept next to the graph. It "
		 "is for its owner alone, since stacks may hold secrets; a FILE that existed "
		 "keeps its permissions. A device or a pipe gets a copy."},
	{OPT_FLAG, 0, 0, "fail-on-exit", AT(fail_on_exit),
	 .help = "Exit with 1, after the graph is made, if the command failed"},
	{OPT_FLAG, 0, 0, "keep-root", AT(keep_root),
	 .help = "Let compare take programs of different names for different processes",
	 .detail = "See difffolded(1)."},
	{OPT_FLAG, 0, 0, "reverse-diff", AT(reverse_diff),
	 .help = "Draw, for compare, also diff-reverse.svg, with the first one's widths"},
	{OPT_TEXT, 0, 0, "fail-over-total", .value = "LIMIT", AT(fail_over_total),
	 .help = "Exit with 3, after compare, if the total grew by more than LIMIT: 5%, 50ms",
	 .detail = "As diffreport(1) does. Two runs of one program differ: leave room for it."},
	{OPT_TEXT, 0, 0, "fail-over", .value = "LIMIT", AT(fail_over),
	 .help = "Exit with 3, after compare, if a function with all it calls grew by more than "
		 "LIMIT: 2%, 50ms",
	 .detail = "Percentage points of its share, or a time, as diffreport(1) does. A program "
		   "that is slower everywhere has the same shares: see --fail-over-total."},
	{OPT_TEXT, 0, 0, "report", .value = "FILE", AT(report), .is_file = true,
	 .help = "Write, for compare, what changed to FILE, as Markdown",
	 .detail = "As diffreport(1) does; for the summary of a job, or a comment."},
};

const size_t request_row_count = ARRAY_LEN(request_rows);

COLD const char *request_call_graph(const struct request *request)
{
	return request->call_graph.len > 0 ? request->call_graph.ptr : "auto";
}

COLD void request_add_off_cpu(const struct request *request, struct arguments *arguments)
{
	const int kind = request->off_cpu > 1 ? request->off_cpu - 2 : 0;

	arguments_add_joined(arguments, "--off-cpu=", slice_from(off_cpu_kinds[kind]));
}

COLD const char *request_profiler_name(int profiler)
{
	return profilers[profiler];
}

COLD void request_init(struct request *request, const struct forwarded_options *forwarded,
		       const char *argv0)
{
	*request = (struct request){.forwarded = forwarded, .argv0 = argv0, .patience = 20};
}

COLD void request_release(struct request *request)
{
	free(request->env.at);
	free(request->events.at);
	free(request->passed.at);
	free(request->words);
	arguments_release(&request->perf_args);
	opt_result_release(&request->given);
}

COLD bool request_has(const struct request *request, const char *name)
{
	return opt_given(&request->given, name);
}

COLD bool request_prints(const struct request *request)
{
	return slice_equal(request->output, SLICE("-"));
}

static bool request_wrong(const char *what)
{
	diag_error("%s; try '%s --help'", what, diag_tool());
	return false;
}

/*
 * The words of argv are NUL-terminated; a "--" between two commands becomes the end of the first.
 */
static void take_commands(struct request *request)
{
	const struct opt_list *files = &request->given.files;
	size_t first = request->given.operands, count = files->count - first, i;

	request->words = memory_get((count + 1) * sizeof(*request->words));
	request->command = request->words;
	request->command_count = count;
	for (i = 0; i < count; i++) {
		struct slice word = files->at[first + i];

		request->words[i] = word.ptr;
		if (request->compares && !request->second && slice_equal(word, SLICE("--"))) {
			request->words[i] = NULL;
			request->command_count = i;
			request->second = &request->words[i + 1];
			request->second_count = count - i - 1;
		}
	}
	request->words[count] = NULL;
}

static bool check_compare(const struct request *request)
{
	if (request->command_count == 0 || request->second_count == 0)
		return request_wrong(
			"compare needs two commands: compare -- BEFORE... -- AFTER...");
	if (request->process.len > 0 || request->all_cpus || request->perfdata.len > 0)
		return request_wrong("compare needs two commands, not processes or recordings");
	if (request->live.ptr)
		return request_wrong("--live shows one command");
	if (request->keep.len > 0)
		return request_wrong("compare keeps two recordings: --keep without a file");
	if (request_has(request, "output"))
		return request_wrong(
			"compare writes several graphs: use --output-dir and --label instead of "
			"--output");
	return true;
}

/* A graph that moves in the terminal has no file. */
static bool check_live_terminal(const struct request *request)
{
	static const char *const of_files[] = {"output", "output-dir", "label", "open"};
	const char *picture = find_without(request->forwarded, FORWARDED_COLLAPSE,
					   &request->passed);
	size_t i;

	for (i = 0; i < ARRAY_LEN(of_files); i++) {
		if (!request_has(request, of_files[i]))
			continue;
		diag_error("options '--live' and '--%s' exclude each other without --html",
			   of_files[i]);
		return false;
	}
	if (!picture)
		return true;
	diag_error("option '--%s' is for a picture, which --live does not write without --html; "
		   "key w of the viewer does; try '%s --help'",
		   picture, diag_tool());
	return false;
}

static bool check_live(const struct request *request)
{
	const bool has_page = request->live.ptr && request_has(request, "html");

	if (request_has(request, "port") && !has_page)
		return request_wrong("option '--port' needs --live --html");
	if (!request->live.ptr)
		return !request_has(request, "window") ||
		       request_wrong("option '--window' needs --live");
	if (request->profiler != REQUEST_AUTO && request->profiler != REQUEST_EVENTS)
		return request_wrong("--live records by record-stacks: --profiler=events");
	if (has_page && request_prints(request))
		return request_wrong("--live --html needs a file: use --output FILE");
	return has_page || check_live_terminal(request);
}

/* diffreport would refuse it after both commands have run. */
static bool request_check_limit(const struct request *request, const char *option,
				struct slice limit)
{
	enum unit_kind kind;
	uint64_t amount;
	unsigned scale;
	bool rounded = false, is_amount;
	const struct slice given = limit;

	if (!request_has(request, option))
		return true;
	slice_skip(&limit, SLICE("+"));
	is_amount = amount_parse(limit, &kind, &amount);
	slice_drop(&limit, SLICE("%"));
	if (!is_amount && !folded_count(limit, &amount, &scale, &rounded)) {
		diag_error("option '--%s' needs a limit like 2%% or 50ms; try '%s --help'", option,
			   diag_tool());
		return false;
	}
	if (request_has(request, "diff-normalize") &&
	    (is_amount || strcmp(option, "fail-over-total") == 0)) {
		diag_error("--diff-normalize compares shares, and --%s %.*s needs totals; try '%s "
			   "--help'",
			   option, SLICE_ARG(given), diag_tool());
		return false;
	}
	return true;
}

static bool check_single(const struct request *request)
{
	bool is_running = request->process.len > 0 || request->perfdata.len > 0;

	if (request->sampler_path && request->command_count == 0)
		return true;
	if (request->sampler_path)
		return request_wrong("--sampler-path goes without a command: "
				     "LD_PRELOAD=\"$(flamegraph-record --sampler-path)\" COMMAND");
	if (request_has(request, "report"))
		return request_wrong("option '--report' is for compare");
	if (request_has(request, "fail-over") || request_has(request, "fail-over-total"))
		return request_wrong(
			"options '--fail-over' and '--fail-over-total' are for compare");
	if (request->reverse_diff || request->keep_root)
		return request_wrong(request->keep_root ? "option '--keep-root' is for compare"
							: "option '--reverse-diff' is for compare");
	if (request->command_count > 0 && is_running)
		return request_wrong(
			"a command cannot be recorded together with --process or --perfdata; use "
			"--duration to end a recording");
	if (request->command_count == 0 && !is_running && !request->all_cpus)
		return request_wrong(
			"nothing to record: give -- COMMAND, -p PID, -a or --perfdata FILE");
	return check_live(request);
}

/* A text is for the terminal unless a file is named. */
static bool check_output(struct request *request)
{
	if (request_has(request, "text") && !request_has(request, "output")) {
		if (request_has(request, "output-dir") || request_has(request, "label"))
			return request_wrong(
				"--output-dir and --label name pictures: use --output for the "
				"file of a text");
		request->output = SLICE("-");
	}
	if (request_prints(request) && (request->json || request->open))
		return request_wrong("--json and --open need a file: use --output");
	return true;
}

COLD bool request_finish(struct request *request)
{
	const struct opt_result *given = &request->given;
	struct buf what = {0};

	bool is_compare = given->operands > 0 && slice_equal(given->files.at[0], SLICE("compare"));

	request->compares = is_compare && given->operands == 1;
	if (given->operands > 0 && !request->compares) {
		const struct slice word = given->files.at[is_compare && given->operands > 1];

		buf_printf(&what, "'%.*s' is not an option; ", SLICE_ARG(word));
		if (slice_is_number(word))
			buf_printf(&what, "a process is recorded by -p %.*s", SLICE_ARG(word));
		else
			buf_add_text(&what, "put '--' before the command");
		request_wrong(buf_cstring(&what));
		buf_release(&what);
		return false;
	}
	if (request_has(request, "perfdata") && request->perfdata.len == 0)
		return request_wrong("option '--perfdata' needs the name of a file");
	if (request_has(request, "output") && request->output.len == 0)
		return request_wrong("option '--output' needs the name of a file");
	if (request_has(request, "report") && request->report.len == 0)
		return request_wrong("option '--report' needs the name of a file");
	take_commands(request);
	if (request->command_count > 0 && request->command[0][0] == '\0')
		return request_wrong("the name of the command is empty");
	return check_output(request) &&
	       request_check_limit(request, "fail-over", request->fail_over) &&
	       request_check_limit(request, "fail-over-total", request->fail_over_total) &&
	       (request->compares ? check_compare(request) : check_single(request));
}
