/* SPDX-License-Identifier: MIT */
#include "record/session/session.h"

#include <errno.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/base/diag.h"
#include "common/io/locate.h"
#include "record/session/target.h"

static bool folder_exists(const struct request *request)
{
	struct buf path = {0};
	struct stat status;
	bool good = true;

	buf_add(&path, request->cwd);
	buf_add_char(&path, '\0');
	if (request->cwd.len > 0) {
		errno = ENOTDIR;
		good = stat(path.ptr, &status) == 0 && S_ISDIR(status.st_mode);
	}
	if (!good)
		diag_error("cannot run the command in %s: %s", path.ptr, strerror(errno));
	buf_release(&path);
	return good;
}

/* With a PATH of its own the command is left to the profiler. */
static bool has_own_path(const struct request *request)
{
	size_t i;

	for (i = 0; i < request->env.count; i++) {
		if (slice_starts(request->env.at[i], SLICE("PATH=")))
			return true;
	}
	return false;
}

bool session_program(const struct session *session, struct buf *path)
{
	const struct request *request = session->request;
	struct slice name = slice_from(session->command[0]);
	struct buf word = {0};
	bool found;

	if (has_own_path(request))
		return false;
	if (request->cwd.len > 0 && name.ptr[0] != '/' && slice_find(name, '/') != SLICE_NONE)
		buf_printf(&word, "%.*s/", SLICE_ARG(request->cwd));
	buf_add(&word, name);
	found = locate_find(path, buf_slice(&word));
	buf_release(&word);
	return found;
}

/* A command that cannot be found has no use for a profiler. */
static bool command_exists(const struct session *session)
{
	struct buf path = {0};
	bool found = session->command_count == 0 || has_own_path(session->request) ||
		     session_program(session, &path);

	if (!found)
		diag_error("profiler command failed: %s: not found", session->command[0]);
	buf_release(&path);
	return found;
}

/* A process of another user is there, too. */
static bool processes_exist(const struct request *request)
{
	struct slice rest = request->process, number = {0};
	bool more = rest.len > 0;
	uint64_t value;

	while (more) {
		more = slice_cut(&rest, ',', &number);
		if (!more)
			number = rest;
		if (slice_to_u64(number, &value) && value > 0 && value <= INT32_MAX &&
		    (kill((pid_t)value, 0) == 0 || errno != ESRCH))
			continue;
		diag_error("there is no process %.*s", SLICE_ARG(number));
		return false;
	}
	return true;
}

bool session_target_exists(const struct session *session)
{
	return folder_exists(session->request) && processes_exist(session->request) &&
	       command_exists(session);
}

bool session_check(const struct session *session)
{
	target_sweep(session->svg.ptr);
	return session_target_exists(session) &&
	       (request_prints(session->request) || target_can_be_written(session->svg.ptr));
}

void session_report_command(const struct session *session)
{
	const struct child_end *end = &session->end;

	if (!session_command_failed(session))
		return;
	if (end->signal != 0)
		diag_warn("the command was killed by signal %d (%s)", end->signal,
			  strsignal(end->signal));
	else
		diag_warn("the command failed: exit status %d", end->code);
}

bool session_command_failed(const struct session *session)
{
	return session->has_end && !session->was_stopped &&
	       (session->end.code != 0 || session->end.signal != 0);
}

void session_remove_compiler_files(const struct session *session)
{
	struct buf list = {0};

	target_in(&list, &session->work, SESSION_PROCESSES);
	runtime_remove_files(&session->runtime, list.ptr);
	buf_release(&list);
}
