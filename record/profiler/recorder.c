/* SPDX-License-Identifier: MIT */
#include "record/profiler/recorder.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

#include "common/base/diag.h"
#include "common/base/system.h"
#include "common/io/locate.h"
#include "common/io/output.h"
#include "common/system/os.h"
#include "record/child/signals.h"
#include "record/profiler/profiler.h"
#include "record/session/target.h"

extern char **environ;

static const double status_every = 1.0; /* seconds */

struct watch {
	struct session *session;
	pid_t child;
	double start, end; /* of the recording; end 0: not known */
	double next;       /* when the status is written again */
	bool shows, ended_by_us;
};

COLD void recorder_add_choice(struct arguments *arguments, const struct session *session,
			      const struct recorder_choice *choice)
{
	const struct request *request = session->request;
	size_t i;

	if (request->off_cpu) {
		request_add_off_cpu(request, arguments);
	} else {
		if (request->wall)
			arguments_add_text(arguments, "--wall");
		arguments_add_text(arguments, "-F");
		arguments_printf(arguments, "%llu", (unsigned long long)choice->rate);
	}
	ARGUMENTS_ADD(arguments, "--call-graph", choice->call_graph);
	for (i = 0; i < request->events.count && !session->uses_cpu_clock; i++) {
		arguments_add_text(arguments, "-e");
		arguments_add(arguments, request->events.at[i]);
	}
	if (session->uses_cpu_clock)
		ARGUMENTS_ADD(arguments, "-e", RECORDER_CLOCK);
	if (request->all_cpus)
		arguments_add_text(arguments, "-a");
	if (request->process.len > 0) {
		arguments_add_text(arguments, "-p");
		arguments_add(arguments, request->process);
	}
	for (i = 0; choice->more && i < choice->more->count; i++)
		arguments_add_text(arguments, choice->more->at[i]);
	ARGUMENTS_ADD(arguments, "-o", choice->path);
}

/* The variable of the one of environ, without its value, is among the new ones. */
static bool recorder_is_replaced(const char *variable, const struct arguments *variables)
{
	size_t name = strcspn(variable, "=") + 1, i;

	for (i = 0; i < variables->count; i++) {
		if (strncmp(variables->at[i], variable, name) == 0)
			return true;
	}
	return false;
}

COLD void recorder_environment(struct arguments *all, const struct opt_list *env,
			       const struct arguments *variables)
{
	struct arguments added = {0};
	size_t i;

	for (i = 0; i < env->count; i++)
		arguments_add(&added, env->at[i]);
	for (i = 0; variables && i < variables->count; i++)
		arguments_add_text(&added, variables->at[i]);
	for (i = 0; environ[i]; i++) {
		if (!recorder_is_replaced(environ[i], &added))
			arguments_add_text(all, environ[i]);
	}
	for (i = 0; i < added.count; i++) {
		struct arguments later = {added.at + i + 1, added.count - i - 1, 0, {0}};

		if (!recorder_is_replaced(added.at[i], &later))
			arguments_add_text(all, added.at[i]);
	}
	arguments_release(&added);
}

/* A program that has the screen to itself, an editor for instance, does not want our line on it. */
static bool terminal_is_taken(void)
{
	struct termios settings;

	return tcgetattr(STDERR_FILENO, &settings) == 0 && !(settings.c_lflag & ICANON);
}

/* A signal of a terminal has reached the children already. */
static void obey(struct watch *watch, double now)
{
	struct signals_stop stop = signals_take();

	if (stop.signal != 0)
		watch->session->was_stopped = true;
	if (stop.signal != 0 && stop.is_for_us)
		kill(watch->child, watch->session->keeps_time ? SIGINT : stop.signal);
	if (watch->end > 0 && now >= watch->end && !watch->ended_by_us) {
		watch->ended_by_us = watch->session->was_stopped = true;
		kill(watch->child, SIGTERM);
	}
}

/* Seconds until it is to be looked at again, negative: not before something happens. */
static double recorder_look(struct watch *watch)
{
	double now = clock_seconds(), until = -1;

	obey(watch, now);
	if (watch->shows && now >= watch->next) {
		unsigned seconds = (unsigned)(now - watch->start);

		watch->next = now + status_every;
		if (!terminal_is_taken())
			diag_status("recording, %u:%02u%s", seconds / 60, seconds % 60,
				    watch->session->command_count == 0 && watch->end <= 0
					    ? " (Ctrl-C ends it)"
					    : "");
	}
	if (watch->end > 0 && !watch->ended_by_us)
		until = watch->end;
	if (watch->shows && (until < 0 || watch->next < until))
		until = watch->next;
	if (until >= 0 && until < now)
		until = now;
	return until < 0 ? -1 : until - now;
}

COLD void recorder_add_labels(struct arguments *arguments, const struct request *request)
{
	if (request_has(request, "labels"))
		return;
	if (request_has(request, "html"))
		arguments_add_text(arguments, request->wall ? "--labels=time,tid,comm,state"
							    : "--labels=time,tid,comm");
	else if (request->wall)
		arguments_add_text(arguments, "--labels=state");
}

COLD void recorder_add_list(struct arguments *arguments, const struct session *session)
{
	struct buf path = {0};

	if (!runtime_removes_files(&session->runtime))
		return;
	workdir_path(&path, &session->work, SESSION_PROCESSES);
	arguments_add_joined(arguments, "--code-processes=", slice_from(path.ptr));
	buf_release(&path);
}

COLD void recorder_add_idle(struct arguments *arguments, const struct request *request)
{
	if (request->all_cpus && !request_has(request, "idle") && !request_has(request, "no-idle"))
		arguments_add_text(arguments, "--no-idle");
}

COLD bool recorder_finds(struct slice program, struct buf *why)
{
	bool found = locate_exists(program);

	if (!found)
		buf_add_text(why, child_problem(ENOENT));
	return found;
}

/* Folder, environment and watch of a recording; all that `place` refers to is in it. */
struct setting {
	struct arguments environment, cwd;
	struct child_place place;
	struct watch watch;
};

static void recorder_begin(struct setting *setting, struct session *session,
			   const struct arguments *variables)
{
	const struct request *request = session->request;
	struct watch *watch = &setting->watch;

	*setting = (struct setting){
		.watch = {.session = session, .shows = diag_shows_status()},
	};
	recorder_environment(&setting->environment, &request->env, variables);
	arguments_add(&setting->cwd, request->cwd);
	setting->place = (struct child_place){
		.directory = request->cwd.len > 0 ? setting->cwd.at[0] : NULL,
		.environment = setting->environment.at,
		.ends_with_us = true,
	};
	session->started = time(NULL);
	watch->start = clock_seconds();
	watch->next = watch->start + status_every;
	if (request->duration > 0 && !session->keeps_time)
		watch->end = watch->start + request->duration;
}

static void recorder_end(struct setting *setting)
{
	arguments_release(&setting->environment);
	arguments_release(&setting->cwd);
}

static int output_of(const struct request *request)
{
	return request_prints(request) ? STDERR_FILENO : CHILD_SHARES;
}

COLD int recorder_run_seen(struct session *session, const struct arguments *arguments,
			   const struct arguments *variables,
			   const struct recorder_observer *observer, struct child_end *ended)
{
	const struct child_streams streams = {
		{CHILD_SHARES, output_of(session->request), CHILD_SHARES}};
	struct setting setting;
	int error;

	recorder_begin(&setting, session, variables);
	error = child_start_in(&setting.place, arguments->at, &streams, &setting.watch.child);
	if (error == 0) {
		if (observer)
			observer->see(observer->context, setting.watch.child);
		while (!child_has_ended(setting.watch.child, ended))
			signals_wait(NULL, 0, recorder_look(&setting.watch));
		if (setting.watch.shows)
			diag_status_end();
		obey(&setting.watch, 0);
	}
	session->seconds = clock_seconds() - setting.watch.start;
	recorder_end(&setting);
	return error;
}

COLD int recorder_run(struct session *session, const struct arguments *arguments,
		      const struct arguments *variables, struct child_end *ended)
{
	return recorder_run_seen(session, arguments, variables, NULL, ended);
}

static COLD double look_at(void *context, pid_t child)
{
	struct watch *watch = context;

	watch->child = child;
	watch->session->seconds = clock_seconds() - watch->start;
	return recorder_look(watch);
}

/*
 * Start the recorder like recorder_run(), but as the first stage of a pipeline, with the other
 * stages: `output` as in struct pipeline_recorder, and the variables are those of the
 * runtime. It also sets session->piped.
 */
static int recorder_pipe(struct session *session, struct pipeline *pipeline, int output,
			 struct child_end *ended)
{
	struct setting setting;
	struct pipeline_recorder recorder = {
		.output = output,
		.its_output = output_of(session->request),
		.ends_unread = session->command_count == 0 && !session->request->keep.ptr,
		.watch = look_at,
		.context = &setting.watch,
	};

	recorder_begin(&setting, session, &session->runtime.variables);
	recorder.place = &setting.place;
	pipeline->recorder = &recorder;
	session->piped = pipeline_run(pipeline);
	pipeline->recorder = NULL;
	*ended = recorder.was_ended ? (struct child_end){0, 0} : recorder.end;
	recorder_end(&setting);
	return recorder.problem;
}

COLD bool recorder_wait_for_rest(double seconds)
{
	double end = clock_seconds() + seconds, now;
	bool some;

	while ((some = child_reap()) && (now = clock_seconds()) < end && signals_take().signal == 0)
		signals_wait(NULL, 0, end - now);
	return !some;
}

COLD bool recorder_cannot(const struct arguments *probe, struct buf *reason, struct buf *details)
{
	static const struct child_place here = {0};
	struct child_end end = {0, 0};
	struct buf said = {0};
	bool cannot = capture(&here, probe->at, STDERR_FILENO, &said, &end) == 0 && end.code != 0 &&
		      end.signal == 0;

	if (cannot) {
		buf_add(reason, capture_reason(buf_slice(&said)));
		buf_add(details, buf_slice(&said));
	}
	buf_release(&said);
	return cannot;
}

COLD void recorder_cut_name(struct buf *why)
{
	struct slice text = buf_slice(why);
	struct buf rest = {0};

	if (!slice_skip(&text, SLICE("record-stacks: ")))
		return;
	buf_add(&rest, text);
	buf_reset(why);
	buf_add(why, buf_slice(&rest));
	buf_release(&rest);
}

static bool may_use_clock(const struct session *session, const struct buf *why)
{
	return !session->uses_cpu_clock && session->request->events.count > 0 &&
	       session->request->profiler == REQUEST_AUTO &&
	       slice_contains(buf_slice(why), SLICE("does not exist on this machine"));
}

COLD bool recorder_tries(struct session *session, recorder_probe_fn *cannot, void *context,
			 struct buf *why)
{
	struct buf first = {0};
	bool good = !cannot(context, why);

	if (!good && may_use_clock(session, why)) {
		recorder_cut_name(why);
		buf_add(&first, buf_slice(why));
		buf_reset(why);
		session->uses_cpu_clock = true;
		good = !cannot(context, why);
		if (good)
			diag_warn("%.*s: recording %s instead", SLICE_ARG(buf_slice(&first)),
				  RECORDER_CLOCK);
	}
	buf_release(&first);
	return good;
}

COLD bool recorder_accepts(const struct arguments *variables)
{
	static const char *const nothing[] = {"true", NULL};
	static const struct opt_list none = {0};
	struct arguments environment = {0};
	struct child_place place = {0};
	struct child_end end = {0, 0};
	struct buf said = {0};
	bool good;

	recorder_environment(&environment, &none, variables);
	place.environment = environment.at;
	good = capture(&place, nothing, STDERR_FILENO, &said, &end) == 0 && said.len == 0;
	arguments_release(&environment);
	buf_release(&said);
	return good;
}

COLD void recorder_blame(const char *name, struct child_end end, const struct buf *reason)
{
	struct buf what = {0};

	capture_add_end(&what, end);
	if (reason->len > 0)
		buf_printf(&what, ": %.*s", SLICE_ARG(buf_slice(reason)));
	diag_error("profiler command failed: %s: %.*s", name, SLICE_ARG(buf_slice(&what)));
	buf_release(&what);
}

/* The copy that --keep asks for. */
struct copy {
	struct output output;
	bool is_open;   /* it is asked for */
	uint64_t bytes; /* that came, copied or not */
};

COLD bool piped_can(const struct session *session)
{
	const struct buf *path = &session->request->forwarded->paths[FORWARDED_COLLAPSE];

	return !session->runtime.needs_file && path->len > 0 && access(path->ptr, X_OK) == 0;
}

COLD bool piped_make_fifo(const struct session *session, struct buf *path)
{
	workdir_path(path, &session->work, "pipe");
	unlink(path->ptr); /* that of another event */
	return mkfifo(path->ptr, 0600) == 0;
}

static COLD bool piped_see_recording(void *context, struct slice chunk)
{
	struct copy *copy = context;

	copy->bytes += chunk.len;
	if (copy->is_open)
		output_write(&copy->output, chunk);
	return true; /* the graph does not need the copy */
}

static COLD bool piped_see_stacks(void *context, struct slice chunk)
{
	buf_add(context, chunk);
	return true;
}

/* False after a message. */
static bool open_copy(struct copy *copy, struct session *session)
{
	struct buf path = {0};

	if (!session->request->keep.ptr)
		return true;
	workdir_path(&path, &session->work, "perf.data");
	copy->is_open = output_open_private(&copy->output, slice_from(path.ptr));
	if (copy->is_open) {
		copy->output.complaint = "the recording cannot be kept: ";
		session->is_copy_broken = !output_appear(&copy->output);
		arguments_add_text(&session->recorded, path.ptr);
	}
	buf_release(&path);
	return copy->is_open;
}

static int piped_run(struct session *session, const struct piped_recorder *recorder,
		     struct copy *copy, struct child_end *end)
{
	struct arguments arguments[PIPELINE_STAGES] = {{0}};
	struct pipeline pipeline = {.patience = session->request->patience};
	struct pipeline_stage *first = pipeline_add(&pipeline), *last;
	int output = -1, error;
	size_t i;

	*first = (struct pipeline_stage){.name = recorder->name,
					 .arguments = recorder->arguments->at,
					 .see = piped_see_recording,
					 .context = copy};
	if (recorder->fifo) /* opened before there is a writer: an end is seen when that has gone */
		output = open(recorder->fifo, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	if (recorder->fifo && output < 0)
		return errno;
	session->is_piped = true;
	recorder->profiler->add_stages(session, arguments, &pipeline);
	last = &pipeline.stages[pipeline.count - 1];
	last->see = piped_see_stacks;
	last->context = &session->stacks;
	error = recorder_pipe(session, &pipeline, output, end);
	session->is_usable = copy->bytes > 0;
	for (i = 0; i < PIPELINE_STAGES; i++)
		arguments_release(&arguments[i]);
	return error;
}

COLD int piped_record(struct session *session, const struct piped_recorder *recorder,
		      struct child_end *end)
{
	struct copy copy = {0};
	int error = EIO;

	if (open_copy(&copy, session)) {
		error = piped_run(session, recorder, &copy, end);
		if (copy.is_open && !output_commit(&copy.output))
			session->is_copy_broken = true;
	}
	if (recorder->fifo)
		unlink(recorder->fifo);
	return error;
}

enum { LEAST_FD = 100, EXIT_NOT_FOUND = 127 };

COLD bool launcher_make(struct launcher *launcher, const struct session *session)
{
	char program[PATH_MAX];
	const ssize_t n = os_program(program, sizeof(program) - 1);

	*launcher = (struct launcher){.output = -1};
	if (n <= 0)
		return false;
	program[n] = '\0';
	workdir_path(&launcher->path, &session->work, LAUNCHER_NAME);
	unlink(launcher->path.ptr); /* that of another event */
	if (symlink(program, launcher->path.ptr) == 0)
		launcher->output = fcntl(STDOUT_FILENO, F_DUPFD, LEAST_FD);
	if (launcher->output < 0)
		launcher_remove(launcher);
	return launcher->output >= 0;
}

COLD void launcher_remove(struct launcher *launcher)
{
	if (launcher->path.len > 0)
		unlink(launcher->path.ptr);
	if (launcher->output >= 0)
		close(launcher->output);
	launcher->output = -1;
	buf_release(&launcher->path);
}

COLD void launcher_add(struct arguments *arguments, const struct launcher *launcher)
{
	arguments_add_text(arguments, launcher->path.ptr);
	arguments_printf(arguments, "%d", launcher->output);
}

COLD bool launcher_is(int argc, char **argv)
{
	return argc > 2 && slice_ends(slice_from(argv[0]), SLICE("/" LAUNCHER_NAME));
}

COLD int launcher_run(char **argv)
{
	uint64_t output;

	if (slice_to_u64(slice_from(argv[1]), &output) && output <= INT_MAX &&
	    dup2((int)output, STDOUT_FILENO) >= 0)
		close((int)output);
	execvp(argv[2], argv + 2);
	fprintf(stderr, "flamegraph-record: %s: %s\n", argv[2], child_problem(errno));
	return EXIT_NOT_FOUND;
}
