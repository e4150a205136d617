/* SPDX-License-Identifier: MIT */
/* Sources and sinks, and flambeau_run(), which joins a program to them. */
#include "common/library/programs.h"

const char *flambeau_version(void)
{
	return FLAMBEAU_VERSION;
}

static flambeau_source *make_source(struct flambeau_source made)
{
	flambeau_source *source = malloc(sizeof(*source));

	if (source)
		*source = made;
	return source;
}

flambeau_source *flambeau_from_fd(int fd)
{
	return make_source((struct flambeau_source){.fd = fd});
}

flambeau_source *flambeau_from_memory(const char *ptr, size_t len)
{
	return make_source((struct flambeau_source){.fd = -1, .ptr = ptr, .len = len});
}

flambeau_source *flambeau_from_callback(flambeau_read_fn *read, void *context)
{
	return make_source((struct flambeau_source){.fd = -1, .read = read, .context = context});
}

static flambeau_sink *make_sink(struct flambeau_sink made)
{
	flambeau_sink *sink = malloc(sizeof(*sink));

	if (sink)
		*sink = made;
	return sink;
}

flambeau_sink *flambeau_to_fd(int fd)
{
	return make_sink((struct flambeau_sink){.fd = fd});
}

flambeau_sink *flambeau_to_callback(flambeau_write_fn *write, void *context)
{
	return make_sink((struct flambeau_sink){.fd = -1, .write = write, .context = context});
}

flambeau_sink *flambeau_to_memory(char **ptr, size_t *len)
{
	*ptr = NULL;
	*len = 0;
	return make_sink((struct flambeau_sink){.fd = -1, .ptr = ptr, .len = len});
}

void flambeau_free(void *memory)
{
	free(memory);
}

bool sink_end(flambeau_sink *sink, bool good)
{
	if (sink && sink->ptr && good && !*sink->ptr)
		*sink->ptr = calloc(1, 1);
	if (sink && sink->ptr && !good) {
		free(*sink->ptr);
		*sink->ptr = NULL;
		*sink->len = 0;
	}
	good = good && (!sink || !sink->ptr || *sink->ptr);
	free(sink);
	return good;
}

int flambeau_run(const char *const *arguments, size_t count, flambeau_source *source,
		 flambeau_sink *sink, flambeau_note_fn *note, void *context, flambeau_error *error)
{
	const struct program_row *row = NULL;
	struct program_words words;
	char **copy = calloc(count + 1, sizeof(*copy));
	struct call call;
	int code = CALL_LEFT;

	if (count > 0)
		row = program_row_find(arguments[0]);
	if (!copy)
		error_set(error, FLAMBEAU_MEMORY, "out of memory");
	else if (!row)
		error_set(error, FLAMBEAU_USAGE, "no program '%s'", count > 0 ? arguments[0] : "");
	if (copy && row) {
		memcpy(copy, arguments, count * sizeof(*copy));
		words = (struct program_words){row, copy, (int)count};
		call_begin(&call);
		call.sources[0] = source;
		call.sink = sink;
		call.note = note;
		call.note_context = context;
		code = call_run(&call, program_run_words, &words);
		call_end(&call, code, error);
	}
	if (!sink_end(sink, code == EXIT_DONE) && code == EXIT_DONE) {
		error_set(error, FLAMBEAU_MEMORY, "out of memory");
		code = CALL_LEFT;
	}
	free(source);
	free(copy);
	return code;
}
