/* SPDX-License-Identifier: MIT */
#include "common/cli/wrong_input.h"

#include <sys/stat.h>
#include <unistd.h>

#include "common/base/child.h"
#include "common/base/context.h"
#include "common/base/diag.h"
#include "common/folded/folded.h"
#include "common/io/locate.h"

/* The commands that are suggested. */

static COLD bool advice_is_plain(char c)
{
	return char_is_word(c) || c == '/' || c == '.' || c == '-' || c == '+';
}

/* True if input_name() calls standard input so. */
static bool wrong_input_is_piped(struct slice name)
{
	return slice_equal(name, SLICE("standard input"));
}

COLD void wrong_input_say_empty(const struct input *input)
{
	struct stat status;
	const bool is_pipe = wrong_input_is_piped(input_name(input, 0)) &&
			     fstat(context_input(), &status) == 0 && S_ISFIFO(status.st_mode);

	diag_error("nothing recognised: the input is empty%s",
		   is_pipe ? "; the program before the pipe printed nothing" : "");
}

/* Append `text`; % is the name if it can be typed as it is, else the word FILE. */
static void wrong_input_add(struct buf *buf, const char *text, struct slice name)
{
	const bool types = name.len > 0 && name.ptr[0] != '-' && slice_all(name, advice_is_plain);
	struct slice after = slice_from(text), before;

	while (slice_cut(&after, '%', &before)) {
		buf_add(buf, before);
		buf_add(buf, types ? name : SLICE("FILE"));
	}
	buf_add(buf, after);
}

/* Append what follows a command that writes folded stacks: " | flamegraph > out.svg". */
static void wrong_input_add_reader(struct buf *buf, struct slice name,
				   const struct wrong_input_reader *reader)
{
	if (reader->tool)
		buf_printf(buf, " | %s", reader->tool);
	if (!reader->output)
		return;
	buf_add_text(buf, " > ");
	wrong_input_add(buf, reader->output, wrong_input_is_piped(name) ? SLICE("out") : name);
}

COLD void wrong_input_add_command(struct buf *buf, const char *program, struct slice name)
{
	const bool is_piped = wrong_input_is_piped(name);

	buf_printf(buf, "%s%s", is_piped ? "... | " : "", program);
	if (!is_piped)
		wrong_input_add(buf, " %", name);
}

/* Files that no program of ours reads, known by their first bytes. */

/* In the advice, % is the name of the file. */
struct known_file {
	struct slice mark;
	size_t at; /* offset of the mark; ANYWHERE: in the first kilobyte */
	const char *what;
	const char *advice;
	const char *piped;  /* advice for standard input; NULL: `advice` */
	bool writes_folded; /* the command of the advice does */
	bool may_be_text; /* a profile may have the mark, too: asked where no format is recognised */
	struct slice also; /* another mark, somewhere in the first kilobyte; none: not needed */
	struct slice
		suffix; /* of the name before .gz; none: not needed. Without a mark it decides alone */
};

#define ANYWHERE SIZE_MAX
#define MARK(bytes) SLICE_INIT(bytes)

#define UNPACK_FIRST "unpack it, and give its files", NULL, .writes_folded = false
#define FOLDED_NEEDED                                                                              \
	"give the profile or the folded stacks that it was made from", NULL, .writes_folded = false
#define UTF16                                                                                      \
	"text in UTF-16", "try: iconv -f UTF-16 -t UTF-8 % |", CONVERT_PIPE, .writes_folded = false
#define CONVERT_PIPE "try: ... | iconv -f UTF-16 -t UTF-8 |"
#define PERF_SCRIPT "try: perf script | collapse-perf"
#define PERF_DATA                                                                                  \
	"a recording of perf (perf.data)", "try: collapse-perf %", "try: ... | collapse-perf",     \
		.writes_folded = true
#define PERF_REPORT "the report of perf report", PERF_SCRIPT, NULL, .writes_folded = true
#define UNREAD NULL, .may_be_text = true
#define SPEEDSCOPE ", and collapse-speedscope what it writes"
#define PPROF_CONVERTS                                                                             \
	"try: pprof -proto PROGRAM % > out.pb.gz, and collapse-pprof what it writes", UNREAD
#define GPERFTOOLS_HEAP "a heap profile of gperftools", PPROF_CONVERTS
#define NO_TIMES "it has no stacks of time"

static const struct known_file known_files[] = {
	{MARK("PERFILE2"), 0, PERF_DATA},
	{MARK("2ELIFREP"), 0, PERF_DATA},
	{MARK("PERFFILE"), 0, PERF_DATA},
	{MARK("FLR\0"), 0, "a recording of Java Flight Recorder", "try: collapse-jfr %",
	 "try: ... | collapse-jfr", .writes_folded = true},
	{MARK("# To display the perf.data header info"), ANYWHERE, PERF_REPORT},
	{MARK("# Overhead "), ANYWHERE, PERF_REPORT},
	{MARK("\x7f"
	      "ELF\2\1\1\0\0\0\0\0\0\0\0\0\4\0"),
	 0, "a core file of Linux", "try: collapse-core %", "try: ... | collapse-core",
	 .writes_folded = true},
	{MARK("\x7f"
	      "ELF"),
	 0, "a program, a library or a core file (ELF)", "try: flamegraph-record -- %",
	 "try: flamegraph-record -- ./program", .writes_folded = false},
	{MARK("PK\003\004"), 0, "a session of Visual Studio's profiler",
	 "open it there, and export; or record with PerfView or dotnet-trace", NULL,
	 .suffix = MARK(".diagsession")},
	{MARK("PK\003\004"), 0, "a zip archive", UNPACK_FIRST},
	{MARK("ustar"), 257, "a tar archive", UNPACK_FIRST},
	{MARK("7z\xBC\xAF\x27\x1C"), 0, "a 7z archive", UNPACK_FIRST},
	{MARK("BZh"), 0, "compressed by bzip2", "try: bzip2 -dc % |", "try: ... | bzip2 -dc |",
	 .writes_folded = false},
	{MARK("\x89PNG"), 0, "a PNG picture", FOLDED_NEEDED},
	{MARK("%PDF-"), 0, "a PDF document", FOLDED_NEEDED},
	{MARK("\xFF\xFE"), 0, UTF16},
	{MARK("\xFE\xFF"), 0, UTF16},
	{MARK("<svg"), ANYWHERE, "an SVG picture", FOLDED_NEEDED},
	{MARK("<!DOCTYPE html"), ANYWHERE, "an HTML page", FOLDED_NEEDED},
	{MARK("<!doctype html"), ANYWHERE, "an HTML page", FOLDED_NEEDED},
	{MARK("<html"), ANYWHERE, "an HTML page", FOLDED_NEEDED},
	{MARK("Nettrace"), 0, "a trace of .NET (nettrace)",
	 "try: dotnet-trace convert --format speedscope %" SPEEDSCOPE, UNREAD},
	{MARK(""), ANYWHERE, "a trace of Windows (ETL)",
	 "try: samply import %, or PerfView and its export to speedscope", UNREAD,
	 .suffix = MARK(".etl")},
	{MARK(""), ANYWHERE, "a profile in columns (JsonSlabs)",
	 "open it in the Firefox Profiler, and save it as .json.gz for collapse-firefox", UNREAD,
	 .suffix = MARK(".jslb")},
	{MARK("memray"), 0, "a file of memray",
	 "try: memray flamegraph %, or memray transform gprof2dot %", UNREAD},
	{MARK("v8-version,"), 0, "a log of node --prof",
	 "try: node --prof-process --preprocess % > out.json" SPEEDSCOPE
	 "; or record with node --cpu-prof, for collapse-cpuprofile",
	 UNREAD},
	{MARK("heap profile:"), 0, GPERFTOOLS_HEAP, .also = MARK("@ heap_v2/")},
	{MARK("heap profile:"), 0, GPERFTOOLS_HEAP, .also = MARK("@ heapprofile")},
	{MARK("heap profile:"), 0, GPERFTOOLS_HEAP, .also = MARK("@ growthz")},
	{MARK("--- contentionz"), 0, "a profile of locks of gperftools", PPROF_CONVERTS},
	{MARK("Statistical profiling result from "), 0, "a report of node --prof-process",
	 "it has no whole stacks; use --preprocess" SPEEDSCOPE
	 ", or record with node --cpu-prof, for collapse-cpuprofile",
	 UNREAD},
	{MARK("Thread (0x"), ANYWHERE, "a report of dotnet-stack, of one moment",
	 "it is not read; try: dotnet-trace collect --format speedscope" SPEEDSCOPE, UNREAD,
	 .also = MARK("):")},
	{MARK("hdrb"), 0, "an eventlog of GHC",
	 "run the program with +RTS -p, and collapse-ghcprof its .prof file", UNREAD},
	{MARK("JOB \""), 0, "a heap profile of GHC, which has no stacks",
	 "try: hp2pretty %; or run the program with +RTS -p, for collapse-ghcprof", UNREAD},
	{MARK("SLOW"), 0, "a method trace of ART",
	 "open it in Android Studio or the Firefox Profiler", UNREAD},
	{MARK("*version"), 0, "a method trace of ART",
	 "open it in Android Studio or the Firefox Profiler", UNREAD},
	{MARK("MDMP"), 0, "a minidump",
	 "open it in a debugger: lldb -c %, then bt all, for collapse-lldb", UNREAD},
	{MARK("\xCF\xFA\xED\xFE"), 0, "a program or a core file of macOS (Mach-O)",
	 "try: lldb -c %, then bt all, for collapse-lldb", UNREAD},
	{MARK("\"root_frame\""), ANYWHERE, "a session of pyinstrument",
	 "try: pyinstrument -r speedscope" SPEEDSCOPE, UNREAD},
	{MARK("\"max_footprint_mb\""), ANYWHERE, "a profile of scalene, of lines without stacks",
	 "record with py-spy or cProfile instead", UNREAD},
	{MARK("\"growth_rate\""), ANYWHERE, "a profile of scalene, of lines without stacks",
	 "record with py-spy or cProfile instead", UNREAD, .also = MARK("\"elapsed_time_sec\"")},
	{MARK("\"flamebearer\""), ANYWHERE, "a picture of Pyroscope as JSON",
	 "download the profile as pprof instead, for collapse-pprof", UNREAD},
	{MARK("\"node_fields\""), ANYWHERE, "a heap snapshot of V8",
	 NO_TIMES "; record with --heap-prof, for collapse-cpuprofile", UNREAD,
	 .also = MARK("\"snapshot\"")},
	{MARK("\"recording\""), ANYWHERE, "a timeline of Safari",
	 "it is not read; record with the Firefox Profiler or samply", UNREAD,
	 .also = MARK("\"displayName\"")},
	{MARK("\"str_def\""), ANYWHERE, "a list of lines of Python's profiling.sampling (--jsonl)",
	 "it has no stacks; use --binary, for collapse-tachyon, or --collapsed", UNREAD},
	{MARK("sample:"), 0, "text of simpleperf report-sample",
	 "add --protobuf, for collapse-simpleperf", UNREAD, .also = MARK("event_type:")},
	{MARK("Line #,"), 0, "a table of Windows Performance Analyzer",
	 "it is not read yet; try: samply import the .etl file", UNREAD, .also = MARK("Stack")},
	{MARK("==>"), ANYWHERE, "a profile of XHProf or Tideways",
	 "it is not read yet; record with xdebug or Excimer", UNREAD, .also = MARK("\"ct\"")},
	{MARK("[events]\n"), 0, "a report of SPX",
	 "it is not read yet; record with xdebug or Excimer", UNREAD},
};

static bool has_mark(struct slice head, struct slice name, const struct known_file *file)
{
	const struct slice first = slice_head(head, head.len < 1024 ? head.len : 1024);

	slice_drop(&name, SLICE(".gz"));
	if ((file->suffix.len > 0 && !slice_ends(name, file->suffix)) ||
	    (file->also.len > 0 && !slice_contains(first, file->also)))
		return false;
	if (file->at != ANYWHERE)
		return head.len >= file->at && slice_starts(slice_tail(head, file->at), file->mark);
	return file->mark.len == 0 || slice_contains(first, file->mark);
}

static void wrong_bytes_explain(const struct known_file *known, struct slice name,
				const struct wrong_input_reader *reader)
{
	static const struct wrong_input_reader graph = {"folded", "flamegraph", "out.svg"};
	const bool makes_folded = !reader->tool && !reader->output;
	const bool is_piped = wrong_input_is_piped(name) && known->piped;
	struct buf advice = {0};

	wrong_input_add(&advice, is_piped ? known->piped : known->advice, name);
	if (known->writes_folded)
		wrong_input_add_reader(&advice, name, makes_folded ? &graph : reader);
	if (slice_ends(buf_slice(&advice), SLICE("|")))
		buf_printf(&advice, " %s", diag_tool());
	diag_error_at(CODE_DATA, name, 0, "this is %s; %.*s", known->what,
		      SLICE_ARG(buf_slice(&advice)));
	buf_release(&advice);
}

static bool wrong_bytes_find(struct slice head, struct slice name, bool may_be_text,
			     const struct wrong_input_reader *reader)
{
	size_t i;

	for (i = 0; i < ARRAY_LEN(known_files); i++) {
		if (known_files[i].may_be_text != may_be_text ||
		    !has_mark(head, name, &known_files[i]))
			continue;
		wrong_bytes_explain(&known_files[i], name, reader);
		return true;
	}
	return false;
}

COLD bool wrong_input_explain_bytes(struct slice head, struct slice name,
				    const struct wrong_input_reader *reader)
{
	if (slice_equal(slice_from(reader->format), SLICE("core")) &&
	    slice_starts(head, SLICE("\x7f"
				     "ELF")))
		return false; /* collapse-core says more of it */
	return wrong_bytes_find(head, name, false, reader);
}

COLD bool wrong_input_explain_unread(struct slice head, struct slice name,
				     const struct wrong_input_reader *reader)
{
	return wrong_bytes_find(head, name, true, reader);
}

/* Recognise other formats in input that was read as folded stacks. */

/*
 * Other formats have lines that end in a number, too: they look like stacks of one frame. A stack
 * of one frame counts only among nothing but stacks, and if its name could be a function's.
 */
static bool has_stacks(const struct profile *profile, bool is_clean)
{
	struct slice name;
	size_t i;

	for (i = 0; i < profile->count; i++) {
		const struct stack *stack = profile->stacks[i];

		if (stack->depth > 1)
			return true;
		if (!is_clean || stack->depth == 0)
			continue;
		name = intern_name(&profile->names, stack->frames[0]);
		if (slice_find(name, ' ') == SLICE_NONE)
			return true;
	}
	return false;
}

COLD bool wrong_input_explain_folded(const struct personality *compat, struct input *input,
				     const struct ingest_run *run,
				     const struct wrong_input_reader *reader)
{
	const struct notes_kind_state *bad = &run->notes.kinds[FOLDED_BAD_LINE];
	const bool has_profile = run->profile.count > 0; /* lines_format makes it later */
	bool is_doubtful = run->samples <= bad->count;

	if (!compat->wrong_input_is_named || input_bytes(input) == 0)
		return false;
	if (has_profile || bad->count > 0)
		is_doubtful |= !has_stacks(&run->profile, bad->count == 0);
	return is_doubtful &&
	       wrong_input_explain(input, bad->first_count > 0 ? bad->first[0].file : 0, reader);
}

enum {
	ANSWER_SIZE = 256,
};

/* Start collapse-guess --identify, which reads from `in`. */
static bool start_guess(int in, bool is_partial, int *out, pid_t *child)
{
	struct buf path = {0};
	const char *arguments[] = {NULL, "--identify", "-q", is_partial ? "--partial" : NULL, NULL};
	int answer[2];
	bool good = false;

	locate_program(&path, NULL, "collapse-guess");
	arguments[0] = path.ptr;
	if (locate_exists(slice_from(path.ptr)) && child_pipe(answer)) {
		good = child_start(arguments, &(struct child_streams){{in, answer[1], CHILD_NULL}},
				   child) == 0;
		close(answer[1]);
		*out = answer[0];
		if (!good)
			close(answer[0]);
	}
	buf_release(&path);
	return good;
}

static bool wrong_input_write_all(int fd, struct slice text)
{
	while (text.len > 0) {
		ssize_t n = write(fd, text.ptr, text.len);

		if (n <= 0)
			return false;
		text = slice_tail(text, (size_t)n);
	}
	return true;
}

/*
 * Run collapse-guess on `head`, which fits into a pipe before it is read. False if it cannot be
 * started; the answer is empty if it recognises nothing.
 */
static bool ask_guess(struct slice head, char *buffer, struct slice *answer)
{
	size_t len = 0;
	ssize_t n = 0;
	int in[2], out = -1;
	pid_t child;
	bool asked;

	if (!child_pipe(in))
		return false;
	asked = wrong_input_write_all(in[1], head) &&
		start_guess(in[0], head.len == INPUT_HEAD, &out, &child);
	close(in[0]);
	close(in[1]);
	if (!asked)
		return false;
	while (len < ANSWER_SIZE && (n = read(out, buffer + len, ANSWER_SIZE - len)) > 0)
		len += (size_t)n;
	close(out);
	*answer = slice_of(buffer, child_wait(child) == 0 ? len : 0);
	return true;
}

/*
 * "gdb folded stacks from backtraces of gdb" -> "gdb", "backtraces of gdb"; false for anything
 * else.
 */
static bool split_answer(struct slice answer, struct slice *format, struct slice *what)
{
	size_t at;

	if (!slice_line(&answer, what) || !slice_cut(what, ' ', format))
		return false;
	at = slice_rsearch(*what, SLICE(" from "));
	*what = at == SLICE_NONE ? slice_trim(*what) : slice_tail(*what, at + 6);
	return true;
}

static void explain_format(struct slice format, struct slice what, struct slice name,
			   const struct wrong_input_reader *reader)
{
	struct buf command = {0}, program = {0};

	if (slice_equal(format, SLICE("folded"))) {
		wrong_input_add_command(&command, "flamegraph", name);
		diag_error_at(CODE_DATA, name, 0,
			      "these are folded stacks already; try: %.*s > out.svg",
			      SLICE_ARG(buf_slice(&command)));
	} else {
		buf_printf(&program, "collapse-%.*s", SLICE_ARG(format));
		wrong_input_add_command(&command, program.ptr, name);
		wrong_input_add_reader(&command, name, reader);
		diag_error_at(CODE_DATA, name, 0, "this is %.*s; try: %.*s", SLICE_ARG(what),
			      SLICE_ARG(buf_slice(&command)));
	}
	buf_release(&program);
	buf_release(&command);
}

/* A stack may begin with a bracket, too: "[unknown];main 1". */
static bool is_json(struct slice text)
{
	text = slice_trim_left(text);
	if (!slice_skip(&text, SLICE("{")) && !slice_skip(&text, SLICE("[")))
		return false;
	text = slice_trim_left(text);
	return text.len > 0 && slice_find(SLICE("{[\"]}"), text.ptr[0]) != SLICE_NONE;
}

static bool explain_json(struct slice head, struct slice name)
{
	if (!is_json(head))
		return false;
	diag_error_at(CODE_DATA, name, 0,
		      "this is JSON in no known format; collapse-guess --list names the formats");
	return true;
}

/* Control characters that no text has: what looks like one of the formats of lines then is none. */
static bool is_binary(struct slice head)
{
	size_t i;

	for (i = 0; i < head.len; i++) {
		unsigned char c = (unsigned char)head.ptr[i];

		if (c < '\b' || (c > '\r' && c < 0x1b) || (c > 0x1b && c < ' '))
			return true;
	}
	return false;
}

/* True if the format recognises binary files by more than chance. */
static bool wrong_input_is_sure(struct slice format)
{
	static const struct slice formats[] = {SLICE_INIT("pprof"),      SLICE_INIT("otlp"),
					       SLICE_INIT("simpleperf"), SLICE_INIT("tachyon"),
					       SLICE_INIT("austin"),     SLICE_INIT("pstats"),
					       SLICE_INIT("perfetto")};

	return SLICE_ANY(format, formats, slice_equal);
}

static bool wrong_input_advise(struct slice head, struct slice name,
			       const struct wrong_input_reader *reader)
{
	const struct slice own = slice_from(reader->format);
	char buffer[ANSWER_SIZE];
	struct slice answer, format, what;

	head = slice_head(head, head.len < INPUT_HEAD ? head.len : INPUT_HEAD);
	if (wrong_input_explain_bytes(head, name, reader))
		return true;
	if (!ask_guess(head, buffer, &answer))
		return false;
	if (!split_answer(answer, &format, &what))
		return wrong_input_explain_unread(head, name, reader) ||
		       (slice_equal(own, SLICE("folded")) && explain_json(head, name));
	if (slice_equal(format, own) || (is_binary(head) && !wrong_input_is_sure(format)))
		return false;
	explain_format(format, what, name, reader);
	return true;
}

COLD bool wrong_input_explain(struct input *input, size_t file,
			      const struct wrong_input_reader *reader)
{
	struct buf head = {0};
	bool known = input_head(input, file, &head) &&
		     wrong_input_advise(buf_slice(&head), input_name(input, file), reader);

	buf_release(&head);
	return known;
}

COLD bool wrong_input_explain_json(struct input *input)
{
	struct buf head = {0};
	bool known = input_head(input, 0, &head) &&
		     explain_json(buf_slice(&head), input_name(input, 0));

	buf_release(&head);
	return known;
}
