/* SPDX-License-Identifier: MIT */
#include "common/library/call.h"

#include <stdarg.h>

#include "common/base/diag.h"
#include "common/base/system.h"

/* The host's hook, set before it uses the library. */
static void (*no_memory)(void *context);
static void *no_memory_context;

void flambeau_on_no_memory(void (*hook)(void *context), void *context)
{
	no_memory = hook;
	no_memory_context = context;
}

void call_no_memory(void)
{
	if (no_memory)
		no_memory(no_memory_context);
	abort();
}

void *call_get(size_t size)
{
	void *memory = calloc(1, size);

	if (!memory)
		call_no_memory();
	return memory;
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

/* Must not allocate: the message may be that memory is out. */
static void call_message(int level, struct context *context, const char *text)
{
	struct call *call = (struct call *)(void *)context;

	if (level < DIAG_WARNINGS)
		snprintf(call->message, sizeof(call->message), "%s", text);
	if (call->ends->note)
		call->ends->note(call->ends->note_context,
				 level < DIAG_WARNINGS    ? FLAMBEAU_NOTE_ERROR
				 : level == DIAG_WARNINGS ? FLAMBEAU_NOTE_WARNING
				 : level == DIAG_LINES    ? FLAMBEAU_NOTE_LINES
							  : FLAMBEAU_NOTE_DETAIL,
				 text);
}

void call_begin(struct call *call, const struct call_ends *ends)
{
	*call = (struct call){
		.context = {.tool = "flambeau",
			    .hosted = true,
			    .sources = ends->sources,
			    .source_count = ends->source_count,
			    .sink = ends->sink ? &ends->sink->as : NULL,
			    .message = call_message,
			    .leave = call_no_memory,
			    .memory_limit = ends->limit},
		.ends = ends,
	};
	atomic_init(&call->context.memory_used, (long long)ends->held);
	if (ends->seconds > 0)
		call->context.deadline = clock_seconds() + ends->seconds;
	atomic_flag_clear(&call->context.dying);
	pthread_mutex_init(&call->context.terminal, NULL);
	call->before = context_enter(&call->context);
}

bool call_end(struct call *call, bool good, flambeau_error *error)
{
	static const int codes[] = {[CODE_NONE] = FLAMBEAU_DATA,
				    [CODE_USAGE] = FLAMBEAU_USAGE,
				    [CODE_DATA] = FLAMBEAU_DATA,
				    [CODE_IO] = FLAMBEAU_IO,
				    [CODE_LIMIT] = FLAMBEAU_LIMIT};

	good = good && call->context.code != CODE_LIMIT;
	if (!good && error) {
		error_set(error, codes[call->context.code], "%s",
			  call->message[0] != '\0' ? call->message : "nothing was done");
		memcpy(error->input, call->context.input, sizeof(error->input));
		error->line = call->context.line;
	}
	context_enter(call->before);
	pthread_mutex_destroy(&call->context.terminal);
	return good;
}
