/* SPDX-License-Identifier: MIT */
#include "common/library/call.h"

#include <errno.h>
#include <stdarg.h>

#include "common/base/diag.h"
#include "common/base/utf8.h"

static _Thread_local struct seat *seat;

struct seat *seat_get(void)
{
	return seat;
}

void seat_set(struct seat *now)
{
	seat = now;
	context_enter(now ? &now->call->context : NULL);
}

bool error_set(flambeau_error *error, int code, const char *format, ...)
{
	va_list args;

	if (!error)
		return false;
	*error = (flambeau_error){.code = code};
	va_start(args, format);
	vsnprintf(error->message, sizeof(error->message), format, args);
	va_end(args);
	return false;
}

void call_note(struct call *call, int level, const char *text)
{
	pthread_mutex_lock(&call->lock);
	if (level == FLAMBEAU_NOTE_ERROR)
		snprintf(call->message, sizeof(call->message), "%s", text);
	if (call->note)
		call->note(call->note_context, level, text);
	pthread_mutex_unlock(&call->lock);
}

static void take_message(int level, struct context *context, const char *text, size_t len)
{
	char line[LIMIT_MESSAGE];

	snprintf(line, sizeof(line), "%.*s", (int)len, text);
	call_note((struct call *)(void *)context,
		  level < DIAG_WARNINGS    ? FLAMBEAU_NOTE_ERROR
		  : level == DIAG_WARNINGS ? FLAMBEAU_NOTE_WARNING
					   : FLAMBEAU_NOTE_DETAIL,
		  line);
}

void call_begin(struct call *call)
{
	*call = (struct call){.context = {.tool = "flambeau"}};
	call->context.message = take_message;
	call->context.leave = call_leave;
	atomic_flag_clear(&call->context.dying);
	pthread_mutex_init(&call->context.terminal, NULL);
	pthread_mutex_init(&call->lock, NULL);
	heap_init(&call->own);
	call->heap = &call->own;
	call->source_count = 1;
}

static void release_held(struct seat *leaving)
{
	while (leaving->held_count > 0)
		pthread_mutex_unlock(leaving->held[--leaving->held_count]);
}

/* The caller's thread waits for the others: they use what is on its stack. */
static void join_all(struct call *call)
{
	struct guest_thread *thread;

	for (thread = call->threads; thread; thread = thread->next) {
		if (!thread->joined)
			pthread_join(thread->id, NULL);
		thread->joined = true;
	}
}

void call_leave(void)
{
	struct seat *leaving = seat;

	assert(leaving);
	atomic_store(&leaving->call->left, true);
	release_held(leaving);
	if (leaving->is_caller) {
		join_all(leaving->call);
		if (leaving->call->context.clean)
			leaving->call->context.clean();
	}
	longjmp(leaving->way_out, 1);
}

int call_run(struct call *call, int (*work)(void *of), void *of)
{
	struct seat here = {.call = call, .before = seat, .is_caller = true};
	volatile int code = CALL_LEFT;

	seat_set(&here);
	if (setjmp(here.way_out) == 0) {
		const int done = work(of);

		join_all(call);
		if (!atomic_load(&call->left))
			code = done;
	}
	seat_set(here.before);
	return code;
}

/* "FILE:LINE: what" names a place. */
static void call_find_place(flambeau_error *error)
{
	const char *colon = strchr(error->message, ':'), *end;
	unsigned long long line = 0;

	for (; colon; colon = strchr(colon + 1, ':')) {
		for (end = colon + 1; *end >= '0' && *end <= '9'; end++)
			line = line * 10 + (unsigned long long)(*end - '0');
		if (end > colon + 1 && end[0] == ':' && end[1] == ' ')
			break;
		line = 0;
	}
	if (!colon || (size_t)(colon - error->message) >= sizeof(error->input))
		return;
	memcpy(error->input, error->message, (size_t)(colon - error->message));
	error->line = line;
}

static bool ends_with(const char *text, const char *end)
{
	const size_t size = strlen(end), length = strlen(text);

	return length >= size && strcmp(text + length - size, end) == 0;
}

/* A message about a descriptor or path ends with the system's words. */
static bool is_about_io(const struct call *call)
{
	int why;

	for (why = 1; why < CALL_ERRORS; why++)
		if (call->failed_with[why] && ends_with(call->message, strerror(why)))
			return true;
	return false;
}

static int code_of(const struct call *call, int code)
{
	if (call->heap->met_limit || call->own.met_limit)
		return FLAMBEAU_LIMIT;
	if (call->heap->failed || call->own.failed)
		return FLAMBEAU_MEMORY;
	if (code != EXIT_DATA && code != CALL_LEFT)
		return FLAMBEAU_USAGE;
	return is_about_io(call) ? FLAMBEAU_IO : FLAMBEAU_DATA;
}

bool call_end(struct call *call, int code, flambeau_error *error)
{
	struct guest_thread *thread, *next;

	if (code != EXIT_DONE && error) {
		error_set(error, code_of(call, code), "%s",
			  call->message[0] != '\0' ? call->message : "nothing was done");
		call_find_place(error);
	}
	for (thread = call->threads; thread; thread = next) {
		next = thread->next;
		free(thread);
	}
	call->heap->failed = call->heap->met_limit = false;
	heap_release(&call->own);
	pthread_mutex_destroy(&call->lock);
	pthread_mutex_destroy(&call->context.terminal);
	return code == EXIT_DONE;
}
