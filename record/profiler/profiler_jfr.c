/* SPDX-License-Identifier: MIT */
/*
 * Java Flight Recorder: JVMs that the command starts record themselves, running ones start to
 * record by jcmd. collapse-jfr reads what they write.
 */
#include <dirent.h>

#include "common/base/diag.h"
#include "common/io/locate.h"
#include "common/io/output.h"
#include "record/child/pipeline.h"
#include "record/profiler/profiler.h"
#include "record/profiler/recorder.h"
#include "record/session/target.h"

/* Events to record, so that the recording serves for more than one graph; each costs little. */
static const struct {
	const char *event, *setting, *value; /* NULL: the period of samples */
} events[] = {
	{"jdk.ExecutionSample", "period", NULL},
	{"jdk.NativeMethodSample", "period", NULL},
	{"jdk.CPUTimeSample", "throttle", NULL},
	{"jdk.ObjectAllocationSample", "throttle", "300/s"},
	{"jdk.OldObjectSample", "cutoff", "0 ns"},
	{"jdk.JavaMonitorEnter", "threshold", "1 ms"},
	{"jdk.JavaMonitorWait", "threshold", "1 ms"},
	{"jdk.ThreadPark", "threshold", "1 ms"},
	{"jdk.ThreadSleep", "threshold", "1 ms"},
	{"jdk.VirtualThreadPinned", "threshold", "1 ms"},
	{"jdk.FileRead", "threshold", "1 ms"},
	{"jdk.FileWrite", "threshold", "1 ms"},
	{"jdk.FileForce", "threshold", "1 ms"},
	{"jdk.SocketRead", "threshold", "1 ms"},
	{"jdk.SocketWrite", "threshold", "1 ms"},
};

static const char stack_depth[] = "1024"; /* frames, instead of 64 */

/* ---- Settings ---- */

static void jfr_add_event(struct buf *out, struct slice event, const char *setting,
			  const char *value)
{
	buf_printf(out,
		   " <event name=\"%.*s\"><setting name=\"enabled\">true</setting>"
		   "<setting name=\"stackTrace\">true</setting>"
		   "<setting name=\"%s\">%s</setting></event>\n",
		   SLICE_ARG(event), setting, value);
}

/* True for an event's name that is valid in the file of settings. */
static bool is_name(struct slice text)
{
	size_t i;

	for (i = 0; i < text.len; i++) {
		if (!char_is_word(text.ptr[i]) && text.ptr[i] != '.' && text.ptr[i] != '$')
			return false;
	}
	return slice_find(text, '.') != SLICE_NONE;
}

static void add_settings(struct buf *out, const struct session *session)
{
	const struct request *request = session->request;
	const uint64_t period = 1000 / profiler_rate(&profiler_jfr, session);
	char samples[32];
	size_t i;

	snprintf(samples, sizeof(samples), "%llu ms",
		 (unsigned long long)(period > 0 ? period : 1));
	buf_add(out, SLICE("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
			   "<configuration version=\"2.0\" label=\"flambeau\" "
			   "description=\"flambeau\" provider=\"flambeau\">\n"));
	for (i = 0; i < request->events.count; i++) {
		/* Events that are asked for by name, or are not recorded unless they are wanted. */
		struct slice list = request->events.at[i];
		struct slice event = list;
		bool more = true;

		while (more) {
			more = slice_cut(&list, ',', &event);
			if (!more)
				event = list;
			if (slice_equal(event, SLICE("exceptions")))
				event = SLICE("jdk.JavaExceptionThrow");
			if (is_name(event))
				jfr_add_event(out, event, "threshold", "0 ms");
		}
	}
	for (i = 0; i < ARRAY_LEN(events); i++)
		jfr_add_event(out, slice_from(events[i].event), events[i].setting,
			      events[i].value ? events[i].value : samples);
	buf_add(out, SLICE("</configuration>\n"));
}

/* False after a message. */
static bool write_settings(const struct session *session, const struct buf *path)
{
	struct output output;

	if (!output_open(&output, slice_of(path->ptr, path->len - 1)))
		return false;
	add_settings(&output.buf, session);
	return output_commit(&output);
}

/* ---- Files ---- */

/* The recordings of all JVMs, in the order of their names. */
static void collect(struct session *session)
{
	target_list(&session->recorded, &session->work, "", ".jfr");
	if (session->recorded.count == 0)
		buf_add_text(
			&session->obstacle,
			"no JVM has recorded: it takes Java 11 or later, with its module jdk.jfr, that "
			"ends by itself or by SIGTERM");
}

/* ---- A command ---- */

static bool is_java(const char *program)
{
	const struct slice name = slice_from(program);
	const size_t slash = slice_rfind(name, '/');

	return slice_equal(slash == SLICE_NONE ? name : slice_tail(name, slash + 1), SLICE("java"));
}

/*
 * After what is there already, for whatever JVM the command starts. Quoted: a path may have
 * blanks.
 */
static void add_variable(struct arguments *variables, const struct session *session,
			 const struct arguments *options)
{
	const struct opt_list *env = &session->request->env;
	const char *before = getenv("JAVA_TOOL_OPTIONS");
	struct slice own = slice_from(before ? before : "");
	struct buf value = {0};
	size_t i;

	for (i = 0; i < env->count; i++) {
		struct slice variable = env->at[i];

		if (slice_skip(&variable, SLICE("JAVA_TOOL_OPTIONS=")))
			own = variable;
	}
	buf_printf(&value, "JAVA_TOOL_OPTIONS=%.*s", SLICE_ARG(own));
	for (i = 0; i < options->count; i++)
		buf_printf(&value, "%s'%s'", i > 0 || own.len > 0 ? " " : "", options->at[i]);
	arguments_add(variables, buf_slice(&value));
	buf_release(&value);
}

static enum profiler_result run_command(struct session *session, const struct buf *settings)
{
	struct arguments arguments = {0}, options = {0}, variables = {0};
	struct child_end end = {0, 0};
	int error;

	/* The options of a JVM. */
	arguments_printf(&options,
			 "-XX:StartFlightRecording=settings=%s,filename=%s,dumponexit=true",
			 settings->ptr, session->work.ptr);
	arguments_printf(&options, "-XX:FlightRecorderOptions=stackdepth=%s", stack_depth);
	arguments_add_text(&options, "-Xlog:jfr+startup=off");
	arguments_add_text(&arguments, session->command[0]);
	if (is_java(session->command[0]))
		arguments_add_all(&arguments, options.at, options.count);
	else
		add_variable(&variables, session, &options);
	arguments_add_all(&arguments, session->command + 1, session->command_count - 1);
	error = recorder_run(session, &arguments, &variables, &end);
	if (error != 0)
		diag_error("profiler command failed: %s: %s", arguments.at[0],
			   child_problem(error));
	session->end = end;
	session->has_end = true;
	collect(session);
	arguments_release(&arguments);
	arguments_release(&options);
	arguments_release(&variables);
	return error == 0 ? PROFILER_DONE : PROFILER_FAILED;
}

/* ---- A process ---- */

/* jcmd PROCESS WORD... True if it ended well; `said` gets what it printed. */
static bool command_jvm(const struct session *session, const char *const *words, struct buf *said)
{
	static const struct child_place here = {0};
	struct arguments arguments = {0};
	struct child_end end = {0, 0};
	bool good;

	arguments_add_text(&arguments, "jcmd");
	arguments_add(&arguments, session->request->process);
	for (; *words; words++)
		arguments_add_text(&arguments, *words);
	buf_reset(said);
	good = capture(&here, arguments.at, 1, said, &end) == 0 && end.code == 0 && end.signal == 0;
	arguments_release(&arguments);
	return good;
}

/* Append jcmd's answer without the process number that it begins with. */
static void add_refusal(struct buf *why, const struct session *session, struct slice said)
{
	struct slice line;

	slice_line(&said, &line);
	said = capture_reason(said);
	if (said.len > 0)
		buf_printf(why, "jcmd cannot start a recording: %.*s", SLICE_ARG(said));
	else
		buf_printf(why, "jcmd cannot reach process %.*s: is it a JVM, and yours?",
			   SLICE_ARG(session->request->process));
}

static bool jfr_start(const struct session *session, const struct buf *settings, const char *file,
		      struct buf *why)
{
	static const char *const configure[] = {"JFR.configure", "stackdepth=1024", NULL};
	const char *words[] = {"JFR.start", "name=flambeau", NULL, NULL, "dumponexit=true", NULL};
	struct buf settings_word = {0}, file_word = {0}, said = {0};
	bool good;

	buf_printf(&settings_word, "settings=%s", settings->ptr);
	buf_printf(&file_word, "filename=%s", file);
	words[2] = buf_cstring(&settings_word);
	words[3] = buf_cstring(&file_word);
	command_jvm(session, configure, &said); /* too late for a JVM that has recorded before */
	good = command_jvm(session, words, &said) &&
	       slice_contains(buf_slice(&said), SLICE("Started recording"));
	if (!good)
		add_refusal(why, session, buf_slice(&said));
	buf_release(&settings_word);
	buf_release(&file_word);
	buf_release(&said);
	return good;
}

/* Until the process ends, or the recording is to end. */
static int wait_for_process(struct session *session)
{
	struct arguments arguments = {0};
	struct child_end end = {0, 0};
	int error;

	ARGUMENTS_ADD(&arguments, "sh", "-c",
		      "while kill -0 \"$0\" 2>/dev/null; do sleep 0.2; done");
	arguments_add(&arguments, session->request->process);
	error = recorder_run(session, &arguments, NULL, &end);
	arguments_release(&arguments);
	return error;
}

static enum profiler_result run_attached(struct session *session, const struct buf *settings,
					 struct buf *why)
{
	const char *words[] = {"JFR.stop", "name=flambeau", NULL, NULL};
	enum profiler_result result = PROFILER_UNUSABLE;
	struct buf file = {0}, word = {0}, said = {0};

	if (!recorder_finds(SLICE("jcmd"), why)) {
		buf_add_text(why, ": jcmd, which is part of a JDK (Debian: apt-get install "
				  "default-jdk-headless)");
		return result;
	}
	if (slice_find(session->request->process, ',') != SLICE_NONE) {
		buf_add_text(why, "it records one process at a time");
		return result;
	}
	workdir_path(&file, &session->work, "java.jfr");
	if (jfr_start(session, settings, file.ptr, why)) {
		const int error = wait_for_process(session);

		buf_printf(&word, "filename=%s", file.ptr);
		words[2] = buf_cstring(&word);
		command_jvm(session, words, &said); /* of one that has ended the file is there */
		if (error != 0)
			buf_add_text(why, child_problem(error));
		else
			result = PROFILER_DONE;
		collect(session);
	}
	buf_release(&file);
	buf_release(&word);
	buf_release(&said);
	return result;
}

static void jfr_add_collapse(struct arguments *arguments, const struct session *session)
{
	const struct opt_list *wanted = &session->request->events;
	struct buf path = {0};
	size_t i;

	locate_program(&path, session->request->argv0, "collapse-jfr");
	arguments_add_text(arguments, path.ptr);
	for (i = 0; i < wanted->count; i++) {
		arguments_add_text(arguments, "--event");
		arguments_add(arguments, wanted->at[i]);
	}
	buf_release(&path);
}

/* Before anything is recorded: does collapse-jfr understand the events, and can it add them? */
static bool jfr_can_collapse(const struct session *session, struct buf *why)
{
	static const struct child_place here = {0};
	struct arguments arguments = {0};
	struct child_end end = {0, 0};
	struct buf said = {0};
	bool refuses;

	jfr_add_collapse(&arguments, session);
	arguments_add_text(&arguments, "/dev/null");
	refuses = capture(&here, arguments.at, 2, &said, &end) == 0 && end.code == EXIT_USAGE;
	if (refuses)
		buf_add(why, capture_reason(buf_slice(&said)));
	arguments_release(&arguments);
	buf_release(&said);
	return !refuses;
}

static COLD enum profiler_result jfr_record(struct session *session, struct buf *why)
{
	struct buf settings = {0};
	enum profiler_result result;

	if (!jfr_can_collapse(session, why))
		return PROFILER_UNUSABLE;
	workdir_path(&settings, &session->work, "flambeau.jfc");
	if (!write_settings(session, &settings))
		result = PROFILER_FAILED;
	else if (session->command_count > 0)
		result = run_command(session, &settings);
	else
		result = run_attached(session, &settings, why);
	buf_release(&settings);
	return result;
}

static COLD void jfr_add_stages(struct session *session, struct arguments *arguments,
				struct pipeline *pipeline)
{
	struct pipeline_stage *stage = pipeline_add(pipeline);

	jfr_add_collapse(arguments, session);
	arguments_add_all(arguments, (const char *const *)session->recorded.at,
			  session->recorded.count);
	*stage = (struct pipeline_stage){.name = "collapse-jfr", .arguments = arguments->at};
}

static const char *const lacks[] = {"all-cpus",  "perfdata", "call-graph", "perf-args",
				    "no-inline", "off-cpu",  "wall",       NULL};

const struct profiler profiler_jfr = {
	.kind = REQUEST_JFR,
	.lacks = lacks,
	.has_processes = true,
	.is_special = true,
	.rate = 100,
	.record = jfr_record,
	.add_stages = jfr_add_stages,
};
