/* SPDX-License-Identifier: MIT */
#include "record/session/runtime.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/base/diag.h"
#include "common/io/locate.h"
#include "record/child/pipeline.h"
#include "record/session/arguments.h"

/*
 * The files in /tmp by which just-in-time compilers give names to their code:
 * perf-PID.map, perfinfo-PID.map, jit-PID.dump.
 */

#define COMPILER_FOLDER "/tmp" /* compilers write there, whatever TMPDIR is */

/* True for the name of a file that a compiler writes for perf; `pid` gets the process. */
static bool compiler_is_file(struct slice name, struct slice *pid)
{
	static const struct {
		const char *start, *end;
	} kinds[] = {{"perf-", ".map"}, {"perfinfo-", ".map"}, {"jit-", ".dump"}};
	size_t i;

	for (i = 0; i < ARRAY_LEN(kinds); i++) {
		*pid = name;
		if (slice_skip(pid, slice_from(kinds[i].start)) &&
		    slice_drop(pid, slice_from(kinds[i].end)) && slice_is_number(*pid))
			return true;
	}
	return false;
}

/* Add the names of those that exist. */
static void compiler_files_see(struct arguments *files)
{
	DIR *folder = opendir(COMPILER_FOLDER);
	const struct dirent *entry;
	struct slice pid;

	while (folder && (entry = readdir(folder)) != NULL) {
		if (compiler_is_file(slice_from(entry->d_name), &pid))
			arguments_add_text(files, entry->d_name);
	}
	if (folder)
		closedir(folder);
}

/* True if the process, a number, has written a map or a dump. */
static bool compiler_files_exist(struct slice pid)
{
	struct arguments names = {0};
	struct slice of;
	bool found = false;
	size_t i;

	compiler_files_see(&names);
	for (i = 0; i < names.count && !found; i++)
		found = compiler_is_file(slice_from(names.at[i]), &of) && slice_equal(of, pid);
	arguments_release(&names);
	return found;
}

static bool compiler_has(const struct arguments *files, const char *name)
{
	size_t i;

	for (i = 0; i < files->count; i++) {
		if (strcmp(files->at[i], name) == 0)
			return true;
	}
	return false;
}

static bool compiler_is_listed(struct slice list, struct slice pid)
{
	struct slice line;

	while (slice_line(&list, &line)) {
		if (slice_equal(line, pid))
			return true;
	}
	return false;
}

static bool compiler_has_ended(struct slice pid)
{
	uint64_t number;

	return slice_to_u64(pid, &number) && number > 0 && number <= INT32_MAX &&
	       kill((pid_t)number, 0) != 0 && errno == ESRCH;
}

/*
 * Remove those of the processes that the file at `list_path` has, one per line, but not the ones
 * named in `before`, and not while the process may still write them, unless `may_live`.
 */
static void compiler_files_remove(const struct arguments *before, const char *list_path,
				  bool may_live)
{
	struct arguments files = {0};
	struct buf list = {0};
	struct slice pid;
	int folder;
	size_t i;

	buf_add_file(&list, list_path);
	compiler_files_see(&files);
	folder = open(COMPILER_FOLDER, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	for (i = 0; i < files.count && folder >= 0; i++) {
		if (compiler_is_file(slice_from(files.at[i]), &pid) &&
		    compiler_is_listed(buf_slice(&list), pid) &&
		    !compiler_has(before, files.at[i]) && (may_live || compiler_has_ended(pid))) {
			struct stat status;

			if (fstatat(folder, files.at[i], &status, AT_SYMLINK_NOFOLLOW) == 0 &&
			    S_ISREG(status.st_mode) &&
			    (status.st_uid == geteuid() || geteuid() == 0))
				unlinkat(folder, files.at[i], 0);
		}
	}
	if (folder >= 0)
		close(folder);
	arguments_release(&files);
	buf_release(&list);
}

enum { PYTHON_RATE = 249 }; /* Hz: 8 MB a second of copies */

/*
 * A call from one Python function to another takes 592 bytes of stack (3.13, x86-64): 8192 bytes
 * hold 13 of them.
 */
static const struct runtime_copies python_copies = {"auto,32768", "dwarf,32768"};
static const struct runtime_copies node_copies = {"auto,16384", "dwarf,16384"};
static const struct runtime_copies java_copies = {"auto,24576", "dwarf,24576"};

COLD void runtime_release(struct runtime *runtime)
{
	runtime_program_release(&runtime->program);
	arguments_release(&runtime->variables);
	arguments_release(&runtime->before);
	buf_release(&runtime->lack);
	*runtime = (struct runtime){0};
}

COLD uint64_t runtime_rate(const struct runtime *runtime)
{
	const bool is_given = runtime->rate > 0 && request_has(runtime->request, "freq");

	return is_given ? runtime->request->freq : runtime->rate;
}

COLD const char *runtime_call_graph(const struct runtime *runtime, const struct request *request)
{
	const char *asked = request_call_graph(request);

	if (strcmp(asked, "auto") == 0)
		return runtime->by_frame_pointers ? "fp"
		       : runtime->copies          ? runtime->copies->beside_chains
						  : asked;
	return runtime->copies && strcmp(asked, "dwarf") == 0 ? runtime->copies->alone : asked;
}

COLD const char *runtime_advice(enum runtime_kind kind)
{
	static const char *const sentences[] = {
		[RUNTIME_NONE] = "start the program itself by flamegraph-record -- COMMAND, which "
				 "asks Python, Node.js, Java and .NET for them",
		[RUNTIME_PYTHON] =
			"start it by flamegraph-record -- COMMAND, or with python3 -X "
			"perf_jit (Python 3.13); of older ones take py-spy record -f raw",
		[RUNTIME_NODE] =
			"start it by flamegraph-record -- COMMAND, or with --perf-basic-prof "
			"--interpreted-frames-native-stack",
		[RUNTIME_JAVA] =
			"--profiler jfr, or start it by flamegraph-record -- COMMAND, or with "
			"-XX:+PreserveFramePointer -XX:+UnlockDiagnosticVMOptions "
			"-XX:+DumpPerfMapAtExit (Java 17), and let it end by itself",
		[RUNTIME_DOTNET] = "start it by flamegraph-record -- COMMAND, or with "
				   "DOTNET_PerfMapEnabled=1",
		[RUNTIME_GO] = "they are not of Go",
	};

	return sentences[kind];
}

static void runtime_add_name(struct buf *out, const struct runtime_program *program)
{
	static const char *const names[] = {"", "Python", "Node.js", "Java", ".NET", "Go"};

	buf_add_text(out, names[program->kind]);
	if (program->major > 0)
		buf_printf(out, " %u", program->major);
	if (program->major > 0 && program->kind == RUNTIME_PYTHON)
		buf_printf(out, ".%u", program->minor);
}

/* ---- The environment ---- */

static bool runtime_in_list(const char *const *list, size_t count, struct slice name,
			    struct slice *value)
{
	bool found = false;
	size_t i;

	for (i = 0; i < count; i++) {
		struct slice variable = slice_from(list[i]);

		if (slice_skip(&variable, name) && slice_skip(&variable, SLICE("="))) {
			*value = variable;
			found = true;
		}
	}
	return found;
}

/* The value that the command would see: of env, of --env, of ours. False: none. */
static bool runtime_variable(const struct runtime *runtime, const char *name, struct slice *value)
{
	const struct runtime_program *program = &runtime->program;
	const struct opt_list *env = &runtime->request->env;
	const char *own = getenv(name);
	bool found = false;
	size_t i;

	*value = slice_from(own ? own : "");
	if (runtime_in_list(program->assigned.at, program->assigned.count, slice_from(name), value))
		return true;
	for (i = 0; i < env->count; i++) {
		struct slice variable = env->at[i];

		if (slice_skip(&variable, slice_from(name)) && slice_skip(&variable, SLICE("="))) {
			*value = variable;
			found = true;
		}
	}
	return found || own;
}

static bool runtime_is_set(const struct runtime *runtime, const char *name)
{
	struct slice value;

	return runtime_variable(runtime, name, &value);
}

/* "NAME=what was there and what is added" */
static void runtime_append(struct runtime *runtime, const char *name, struct slice added)
{
	struct slice value;

	runtime_variable(runtime, name, &value);
	arguments_printf(&runtime->variables, "%s=%.*s%s%.*s", name, SLICE_ARG(value),
			 value.len > 0 ? " " : "", SLICE_ARG(added));
}

/* An option, whatever its value is: --NAME or -XX:+NAME among the words or in a variable. */
static bool runtime_mentions(const struct runtime *runtime, const char *const *variables,
			     const char *option)
{
	const struct arguments *words = &runtime->program.words;
	struct slice value;
	size_t i;

	for (i = 0; i < words->count; i++) {
		if (slice_contains(slice_from(words->at[i]), slice_from(option)))
			return true;
	}
	for (; *variables; variables++) {
		if (runtime_variable(runtime, *variables, &value) &&
		    slice_contains(value, slice_from(option)))
			return true;
	}
	return false;
}

/* env gives the variable another value, or takes it away. */
static bool runtime_is_overridden(const struct runtime *runtime, const char *name)
{
	const struct runtime_program *program = &runtime->program;
	struct slice value;

	return program->is_cleared || runtime_in_list(program->assigned.at, program->assigned.count,
						      slice_from(name), &value);
}

/* ---- Python ---- */

struct python_words {
	char ignoring;  /* the option by which it ignores variables; 0 */
	bool is_asked;  /* -X perf, which decides it */
	bool wants_jit; /* -X perf_jit */
};

/* Its options, up to the script; -c and -m end them, too. */
static struct python_words python_read_words(const struct arguments *words)
{
	struct python_words read = {0};
	size_t i;

	for (i = 0; i < words->count && words->at[i][0] == '-' && words->at[i][1]; i++) {
		const char *c = words->at[i] + 1;

		for (; *c && !strchr("cmWXQ-", *c); c++) {
			if (*c == 'E' || *c == 'I')
				read.ignoring = *c;
		}
		if (*c == 'c' || *c == 'm')
			break;
		if (*c == '\0' || *c == '-')
			continue;
		if (*c == 'X') {
			const char *value = c[1] || i + 1 == words->count ? c + 1
									  : words->at[i + 1];

			read.is_asked |= strncmp(value, "perf", 4) == 0;
			read.wants_jit |= strcmp(value, "perf_jit") == 0;
		}
		i += c[1] == '\0';
	}
	return read;
}

/* Its trampolines have callers by frame pointers alone. */
static bool python_has_frame_pointers(const struct runtime_program *program)
{
	static const struct child_place here = {0};
	const char *const words[] = {
		program->path.ptr,
		"-I",
		"-S",
		"-c",
		"import sysconfig as s\n"
		"v = [str(s.get_config_var(n)) for n in ('PY_CFLAGS', 'PY_CORE_CFLAGS', 'CFLAGS', "
		"'PY_CFLAGS_NODIST')]\n"
		"print(any('-fno-omit-frame-pointer' in x for x in v))",
		NULL};
	struct child_end end = {0, 0};
	struct buf said = {0};
	const bool good = capture(&here, words, STDOUT_FILENO, &said, &end) == 0 && end.code == 0 &&
			  slice_starts(buf_slice(&said), SLICE("True"));

	buf_release(&said);
	return good;
}

static void python_use_dump(struct runtime *runtime)
{
	runtime->writes_dump = runtime->needs_file = true;
	runtime->copies = &python_copies;
	runtime->rate = PYTHON_RATE;
}

static void python_lacks(struct runtime *runtime, const char *why)
{
	buf_printf(
		&runtime->lack,
		"Python %u.%u %s; Python 3.13 has them, or: py-spy record -f raw -o out.folded -- "
		"COMMAND; flamegraph out.folded",
		runtime->program.major, runtime->program.minor, why);
}

static void python_choose(struct runtime *runtime)
{
	const struct runtime_program *program = &runtime->program;
	const struct python_words read = python_read_words(&program->words);
	const bool has_jit = program->major > 3 || (program->major == 3 && program->minor >= 13);
	const bool has_map = program->major == 3 && program->minor == 12;
	const char *name = has_jit ? "PYTHON_PERF_JIT_SUPPORT" : "PYTHONPERFSUPPORT";
	struct slice value = {0};

	if (program->major == 0)
		return; /* it is called so, but does not know its version */
	if (!has_jit && !has_map) {
		python_lacks(runtime, "gives profilers no names of its functions");
		return;
	}
	if (read.is_asked || (!read.ignoring && (runtime_is_set(runtime, "PYTHONPERFSUPPORT") ||
						 runtime_is_set(runtime, name)))) {
		runtime_variable(runtime, name, &value);
		if (has_jit && (read.wants_jit || slice_equal(value, SLICE("1"))))
			python_use_dump(runtime);
		return;
	}
	if (read.ignoring || runtime_is_overridden(runtime, name)) {
		if (read.ignoring)
			buf_printf(
				&runtime->lack,
				"python3 -%c ignores %s, which gives names to its functions: add -X "
				"%s",
				read.ignoring, name, has_jit ? "perf_jit" : "perf");
		return;
	}
	if (has_map && !python_has_frame_pointers(program)) {
		python_lacks(runtime, "was built without the frame pointers by which its functions "
				      "have callers");
		return;
	}
	runtime_append(runtime, name, SLICE("1"));
	if (has_jit)
		python_use_dump(runtime);
	runtime->copies = &python_copies;
	runtime->rate = PYTHON_RATE;
}

/* ---- Node.js, Java, .NET ---- */

/*
 * Append those of the options that neither the command nor a variable mentions; those with a "#"
 * only help the others. False if env decides the variable.
 */
static bool runtime_add_options(struct runtime *runtime, const char *const *variables,
				const char *sign, const char *const *options)
{
	struct buf all = {0}, names = {0};

	if (runtime_is_overridden(runtime, variables[0]))
		return false;
	for (; *options; options++) {
		const bool is_help = (*options)[0] == '#';
		struct buf *to = is_help ? &all : &names;

		if (!runtime_mentions(runtime, variables, *options + is_help))
			buf_printf(to, "%s%s ", sign, *options + is_help);
	}
	buf_add(&all, buf_slice(&names));
	if (names.len > 0)
		runtime_append(runtime, variables[0], slice_head(buf_slice(&all), all.len - 1));
	buf_release(&all);
	buf_release(&names);
	return true;
}

static void node_choose(struct runtime *runtime)
{
	static const char *const variables[] = {"NODE_OPTIONS", NULL};
	static const char *const options[] = {"perf-basic-prof", "interpreted-frames-native-stack",
					      NULL};

	if (runtime_add_options(runtime, variables, "--", options))
		runtime->copies = &node_copies; /* its modules are loaded by deep recursion */
}

static void java_choose(struct runtime *runtime)
{
	static const char *const variables[] = {"JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS",
						"_JAVA_OPTIONS", NULL};
	/* without the second a JVM does not start with the last */
	static const char *const options[] = {"#IgnoreUnrecognizedVMOptions",
					      "#UnlockDiagnosticVMOptions", "PreserveFramePointer",
					      "DumpPerfMapAtExit", NULL};

	if (runtime->program.major > 0 && runtime->program.major < 17)
		buf_printf(
			&runtime->lack,
			"Java %u gives perf no names of its methods: --profiler jfr, or Java 17 or "
			"later",
			runtime->program.major);
	else if (runtime_add_options(runtime, variables, "-XX:+", options))
		runtime->copies = &java_copies; /* its compiler recurses deeper than programs */
}

static void dotnet_choose(struct runtime *runtime)
{
	if (!runtime_is_set(runtime, "DOTNET_PerfMapEnabled") &&
	    !runtime_is_set(runtime, "COMPlus_PerfMapEnabled") && !runtime->program.is_cleared)
		runtime_append(runtime, "DOTNET_PerfMapEnabled", SLICE("1"));
}

/*
 * A copy of a stack is that of the goroutine or of the scheduler, never both; frame pointers, which
 * Go keeps, lead from one to the other.
 */
static void go_choose(struct runtime *runtime)
{
	runtime->by_frame_pointers = !request_has(runtime->request, "call-graph");
}

/* ---- Processes ---- */

static void runtime_look_at_process(struct runtime *runtime)
{
	const struct slice pid = runtime->request->process;

	if (!runtime_makes_code(runtime->program.kind) || compiler_files_exist(pid))
		return;
	if (runtime->program.kind != RUNTIME_JAVA) {
		buf_printf(&runtime->lack, "process %.*s is ", SLICE_ARG(pid));
		runtime_add_name(&runtime->lack, &runtime->program);
		buf_printf(&runtime->lack, ", which names its functions only if it was told to: %s",
			   runtime_advice(runtime->program.kind));
	} else if (locate_exists(SLICE("jcmd"))) {
		runtime->is_attached = runtime->needs_file = true;
	} else {
		buf_printf(
			&runtime->lack,
			"process %.*s is a JVM, and jcmd of a JDK, which would ask it for the names "
			"of its methods, is not in PATH: --profiler jfr needs it, too",
			SLICE_ARG(pid));
	}
}

/* False if the JVM does not write its map. */
static bool runtime_ask_jvm(const struct runtime *runtime)
{
	static const struct child_place here = {0};
	struct arguments words = {0};
	struct child_end end = {0, 0};
	struct buf said = {0};
	bool good;

	arguments_add_text(&words, "jcmd");
	arguments_add(&words, runtime->request->process);
	arguments_add_text(&words, "Compiler.perfmap");
	good = capture(&here, words.at, STDOUT_FILENO, &said, &end) == 0 && end.code == 0 &&
	       end.signal == 0;
	arguments_release(&words);
	buf_release(&said);
	return good;
}

COLD void runtime_end(struct runtime *runtime)
{
	if (runtime->is_attached)
		runtime_ask_jvm(runtime); /* it may have ended: then the names of before are used */
}

COLD bool runtime_removes_files(const struct runtime *runtime)
{
	return runtime->program.kind != RUNTIME_NONE && !runtime->request->no_runtime;
}

COLD void runtime_remove_files(const struct runtime *runtime, const char *list_path)
{
	compiler_files_remove(&runtime->before, list_path, runtime->is_attached);
}

/* ---- Together ---- */

COLD void runtime_look(struct runtime *runtime, const struct request *request,
		       const char *const *command, size_t count)
{
	runtime->request = request;
	if (count > 0)
		runtime_program_find(&runtime->program, command, count, request->cwd);
	else if (request->process.len > 0 && slice_is_number(request->process))
		runtime_program_of_process(&runtime->program, request->process);
	if (request->no_runtime)
		return;
	if (count == 0) {
		runtime_look_at_process(runtime);
		return;
	}
	switch (runtime->program.kind) {
	case RUNTIME_PYTHON: python_choose(runtime); break;
	case RUNTIME_NODE: node_choose(runtime); break;
	case RUNTIME_JAVA: java_choose(runtime); break;
	case RUNTIME_DOTNET: dotnet_choose(runtime); break;
	case RUNTIME_GO: go_choose(runtime); break;
	case RUNTIME_NONE: break;
	}
}

/*
 * "Python 3.13 is recorded with PYTHON_PERF_JIT_SUPPORT=1 and --call-graph auto,32768 at 249 Hz,
 * for the names and callers of its functions"
 */
static void runtime_say(const struct runtime *runtime)
{
	struct buf text = {0};
	size_t i;

	if (runtime->variables.count == 0 && !runtime->copies && !runtime->by_frame_pointers)
		return;
	runtime_add_name(&text, &runtime->program);
	buf_add_text(&text, " is recorded with ");
	for (i = 0; i < runtime->variables.count; i++) {
		struct slice value = slice_from(runtime->variables.at[i]), name;
		const bool has_blanks = slice_cut(&value, '=', &name) &&
					slice_find(value, ' ') != SLICE_NONE;
		const char *quote = has_blanks ? "'" : "";

		buf_printf(&text, "%.*s=%s%.*s%s", SLICE_ARG(name), quote, SLICE_ARG(value), quote);
	}
	if (runtime->program.kind == RUNTIME_JAVA && runtime->variables.count > 0)
		buf_add_text(&text, " (which the JVM prints)");
	if (runtime->copies || runtime->by_frame_pointers)
		buf_printf(&text, "%s--call-graph %s", runtime->variables.count > 0 ? " and " : "",
			   runtime_call_graph(runtime, runtime->request));
	if (runtime->rate > 0)
		buf_printf(&text, " at %llu Hz", (unsigned long long)runtime_rate(runtime));
	diag_warn("%.*s, for the names and callers of its functions; not with --no-runtime",
		  SLICE_ARG(buf_slice(&text)));
	buf_release(&text);
}

COLD void runtime_begin(struct runtime *runtime)
{
	if (!runtime_removes_files(runtime))
		return;
	compiler_files_see(&runtime->before);
	runtime_say(runtime);
	if (!runtime->is_attached || runtime_ask_jvm(runtime))
		return;
	runtime->is_attached = false;
	buf_printf(&runtime->lack,
		   "jcmd %.*s Compiler.perfmap, of Java 17 and later, gives no names of methods: "
		   "--profiler jfr",
		   SLICE_ARG(runtime->request->process));
}
