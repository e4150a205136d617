/* SPDX-License-Identifier: MIT */
/* Sources and sinks. */
#include "common/library/call.h"

#include <errno.h>
#include <limits.h>

#include "common/base/memory.h"

const char *flambeau_version(void)
{
	return FLAMBEAU_VERSION;
}

/* ---- Sources ---- */

static flambeau_source *make_source(int fd)
{
	flambeau_source *source = call_get(sizeof(*source));

	source->as.fd = fd;
	source->as.of = source;
	return source;
}

/* A descriptor below 0, as a failed open() returns, is one that is not open. */
static int ends_fd(int fd)
{
	return fd < 0 ? INT_MAX : fd;
}

flambeau_source *flambeau_from_fd(int fd)
{
	return make_source(ends_fd(fd));
}

flambeau_source *flambeau_from_memory(const char *ptr, size_t len)
{
	flambeau_source *source = make_source(-1);

	source->as.bytes = slice_of(ptr, len);
	return source;
}

/* A path, which no program takes for an option or for standard input. */
static char *ends_path(const char *path)
{
	const size_t size = strlen(path) + sizeof("./");
	char *copy = call_get(size);

	snprintf(copy, size, "%s%s", path[0] == '-' ? "./" : "", path);
	return copy;
}

flambeau_source *flambeau_from_file(const char *path)
{
	flambeau_source *source = make_source(-1);

	source->path = ends_path(path);
	return source;
}

void source_end(flambeau_source *source)
{
	if (source)
		free(source->path);
	free(source);
}

/* Without a reason, errno 0, a callback has failed with EIO. */
static ssize_t ends_read(void *of, char *to, size_t size)
{
	const struct flambeau_source *source = of;
	long n;

	errno = 0;
	n = source->read(source->context, to, size);
	if (n > 0 && (size_t)n > size) /* what is beyond `to` may be overwritten */
		errno = EOVERFLOW;
	else if (n >= 0)
		return n;
	errno = errno == 0 ? EIO : errno;
	return -1;
}

flambeau_source *flambeau_from_callback(flambeau_read_fn *read, void *context)
{
	flambeau_source *source = make_source(-1);

	source->as.read = ends_read;
	source->read = read;
	source->context = context;
	return source;
}

/* ---- Sinks ---- */

static flambeau_sink *make_sink(int fd)
{
	flambeau_sink *sink = call_get(sizeof(*sink));

	sink->as.fd = fd;
	sink->as.of = sink;
	return sink;
}

flambeau_sink *flambeau_to_fd(int fd)
{
	return make_sink(ends_fd(fd));
}

flambeau_sink *flambeau_to_file(const char *path)
{
	flambeau_sink *sink = make_sink(-1);

	sink->as.path = ends_path(path);
	return sink;
}

static bool ends_write(void *of, const char *from, size_t size)
{
	const struct flambeau_sink *sink = of;

	errno = 0;
	if (sink->write(sink->context, from, size))
		return true;
	errno = errno == 0 ? EIO : errno;
	return false;
}

flambeau_sink *flambeau_to_callback(flambeau_write_fn *write, void *context)
{
	flambeau_sink *sink = make_sink(-1);

	sink->as.write = ends_write;
	sink->write = write;
	sink->context = context;
	return sink;
}

static bool ends_keep(void *of, const char *from, size_t size)
{
	struct flambeau_sink *sink = of;
	size_t need, cap = sink->cap > 0 ? sink->cap : 4096;

	if (size > SIZE_MAX / 4 - *sink->len)
		call_no_memory();
	for (need = *sink->len + size + 1; cap < need;)
		cap += cap < 1 << 20 ? cap : cap / 4;
	if (cap > sink->cap) {
		limits_use((long long)(cap - sink->cap));
		if (limits_met())
			return false;
		*sink->ptr = realloc(*sink->ptr, cap);
		if (!*sink->ptr)
			call_no_memory();
		sink->cap = cap;
	}
	if (size > 0)
		memcpy(*sink->ptr + *sink->len, from, size);
	*sink->len += size;
	(*sink->ptr)[*sink->len] = '\0';
	return true;
}

void sink_memory(struct flambeau_sink *sink, char **ptr, size_t *len)
{
	*sink = (struct flambeau_sink){
		.as = {.fd = -1, .write = ends_keep, .of = sink}, .ptr = ptr, .len = len};
}

flambeau_sink *flambeau_to_memory(char **ptr, size_t *len)
{
	flambeau_sink *sink = make_sink(-1);

	*ptr = NULL;
	*len = 0;
	sink_memory(sink, ptr, len);
	return sink;
}

void flambeau_free(void *memory)
{
	free(memory);
}

void sink_end(flambeau_sink *sink, bool good)
{
	if (sink && sink->ptr && good && !*sink->ptr)
		*sink->ptr = call_get(1);
	if (sink && sink->ptr && !good) {
		free(*sink->ptr);
		*sink->ptr = NULL;
		*sink->len = 0;
	}
	if (sink)
		free((char *)(uintptr_t)sink->as.path);
	free(sink);
}
