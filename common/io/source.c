/* SPDX-License-Identifier: MIT */
#include "common/io/source.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/base/context.h"
#include "common/base/diag.h"
#include "common/base/process.h"
#include "common/base/system.h"
#include "common/io/snapshots.h"
#include "common/system/os.h"

enum {
	PIPE_SIZE = 1 << 20,      /* bytes: what anyone may ask for */
	RAW_SIZE = 256 << 10,     /* read at a time of a compressed source */
	SNAPSHOT_STEP = 16 << 10, /* read at a time of a stream of snapshots */
};

COLD const char *source_name(const struct source *source)
{
	return source->path ? source->path : "standard input";
}

COLD size_t source_memory(const struct source *source)
{
	return source->raw.cap + source->front.cap +
	       (source->decoder ? decoder_memory(source->decoder) : 0);
}

static bool source_fail(const struct source *source, const char *reason)
{
	diag_error_at(CODE_IO, slice_from(source_name(source)), 0, "%s", reason);
	return false;
}

COLD void source_report(const struct source *source, int problem)
{
	source_fail(source, strerror(problem));
}

COLD bool source_check(const struct source *source, const struct personality *compat)
{
	struct stat status;
	int problem = 0;

	if (!source->path || source->given) {
		if (compat->terminal_is_noticed && !source->given && terminal_shows(STDIN_FILENO))
			diag_warn("reading from the terminal; see --help");
		return true;
	}
	if (stat(source->path, &status) != 0 || access(source->path, R_OK) != 0)
		problem = errno;
	else if (S_ISDIR(status.st_mode))
		problem = EISDIR;
	if (problem != 0 && compat->open_complaint[0] != '\0')
		diag_error_io("%s%s: %s", compat->open_complaint, source->path, strerror(problem));
	else if (problem != 0)
		source_report(source, problem);
	return problem == 0;
}

COLD bool source_size(const struct source *source, uint64_t *bytes)
{
	const struct context_source *given = source->given;
	const int fd = given ? given->fd : context_input();
	const bool is_file = source->path && !given;
	off_t begin = is_file ? 0 : lseek(fd, 0, SEEK_CUR);
	struct stat status;

	if (given && given->fd < 0 && !given->read) {
		*bytes = given->bytes.len;
		return true;
	}
	if ((is_file ? stat(source->path, &status) : fstat(fd, &status)) != 0 ||
	    !S_ISREG(status.st_mode) || begin < 0 || begin > status.st_size)
		return false;
	*bytes = (uint64_t)(status.st_size - begin);
	return true;
}

COLD uint64_t source_read_so_far(const struct source *source)
{
	off_t at = lseek(source->fd, 0, SEEK_CUR);

	return at > source->begin ? (uint64_t)(at - source->begin) : 0;
}

/* The bytes read decide whether SIGINT ends the program. */
static void settle_interrupt(struct source *source, const char *bytes, size_t size)
{
	const size_t room = SOURCE_HEAD - source->head_size;

	if (size == 0 && source->head_size == 0)
		interrupt_end();
	memcpy(source->head + source->head_size, bytes, size < room ? size : room);
	source->head_size += size < room ? size : room;
	if (size > 0 && source->is_stream &&
	    (source->head_size < SOURCE_HEAD ||
	     source->is_stream(slice_of(source->head, SOURCE_HEAD))))
		return;
	source->bears_interrupt = false;
	interrupt_leave();
}

/* read(2) of what is given without a descriptor; nothing is. */
static ssize_t read_given(struct source *source, char *out, size_t size)
{
	const struct context_source *given = source->given;
	struct slice left;

	if (!given)
		return 0;
	if (given->read)
		return given->read(given->of, out, size);
	left = slice_tail(given->bytes, source->given_at);
	if (left.len < size)
		size = left.len;
	if (size > 0)
		memcpy(out, left.ptr, size);
	source->given_at += size;
	return (ssize_t)size;
}

static ssize_t read_some(struct source *source, char *out, size_t size)
{
	ssize_t n;

	do {
		n = source->fd >= 0 ? read(source->fd, out, size) : read_given(source, out, size);
	} while (n < 0 && errno == EINTR);
	if (n < 0)
		source_fail(source, strerror(errno));
	else if (source->bears_interrupt)
		settle_interrupt(source, out, (size_t)n);
	return n;
}

COLD ssize_t source_read_at(const struct source *source, char *out, size_t size, off_t at)
{
	size_t done = 0;

	if (source->fd < 0) {
		const struct slice left = slice_tail(source->given->bytes, (size_t)at);

		done = left.len < size ? left.len : size;
		memcpy(out, left.ptr, done);
		return (ssize_t)done;
	}
	while (done < size) {
		ssize_t n = pread(source->fd, out + done, size - done, at + (off_t)done);

		if (n == 0)
			break; /* shorter than it was */
		if (n > 0)
			done += (size_t)n;
		else if (errno != EINTR)
			return -1;
	}
	return (ssize_t)done;
}

/* Read ahead until there are enough bytes to recognise a compression, or no more. */
static bool source_read_head(struct source *source)
{
	while (source->raw.len < COMPRESSION_HEAD) {
		ssize_t n = read_some(source, buf_reserve(&source->raw, RAW_SIZE), RAW_SIZE);

		if (n < 0)
			return false;
		if (n == 0)
			break;
		source->raw.len += (size_t)n;
	}
	return true;
}

/* Let the writer of a pipe go on while its last bytes are parsed; nothing is lost if it may not. */
static void widen_pipe(const struct source *source)
{
	struct stat status;

	if (!source->given && fstat(source->fd, &status) == 0 && S_ISFIFO(status.st_mode))
		os_widen_pipe(source->fd, PIPE_SIZE);
}

/* A regular file with a size is read at offsets, unless it is compressed. */
static void find_extent(struct source *source)
{
	struct stat status;
	char head[COMPRESSION_HEAD];
	ssize_t n;

	if (source->fd >= 0) {
		if (fstat(source->fd, &status) != 0 || !S_ISREG(status.st_mode))
			return;
		source->begin = lseek(source->fd, 0, SEEK_CUR);
		source->end = status.st_size;
	} else if (source->given && !source->given->read) {
		source->end = (off_t)source->given->bytes.len;
	}
	if (source->begin < 0 || source->begin >= source->end)
		return;
	n = source_read_at(source, head, sizeof(head), source->begin);
	source->can_seek = n >= 0 && compression_of(slice_of(head, (size_t)n)) == COMPRESSION_NONE;
}

/*
 * A stream, or a file that is read like one: what is in front of its bytes, if they are compressed.
 */
static bool open_stream(struct source *source)
{
	enum compression kind;

	widen_pipe(source);
	if (source->bears_interrupt)
		interrupt_bear();
	if (!source_read_head(source))
		return false;
	kind = compression_of(buf_slice(&source->raw));
	if (kind == COMPRESSION_NONE)
		return true;
	source->decoder = decoder_new(kind);
	if (source->decoder)
		return true;
	diag_error_at(CODE_DATA, slice_from(source_name(source)), 0,
		      "is compressed with %s, whose library is missing", compression_name(kind));
	return false;
}

COLD void source_close(struct source *source)
{
	decoder_free(source->decoder);
	source->decoder = NULL;
	buf_release(&source->raw);
	buf_release(&source->front);
	if (source->path && !source->given && source->fd >= 0)
		close(source->fd);
	source->fd = -1;
	source->is_open = false;
}

/* Report damaged compressed data, with the position of the first byte that was not decoded. */
static ssize_t fail_at(const struct source *source, const char *reason, struct slice in)
{
	diag_error_at(CODE_DATA, slice_from(source_name(source)), 0,
		      "the compressed data %s byte %llu", reason,
		      (unsigned long long)(source->raw_offset + source->raw.len - in.len));
	return -1;
}

static ssize_t read_decoded(struct source *source, char *out, size_t size)
{
	size_t room = size;

	while (room == size) {
		struct slice in = slice_tail(buf_slice(&source->raw), source->raw_at);

		if (in.len == 0) {
			ssize_t n;

			source->raw_offset += source->raw.len;
			buf_reset(&source->raw);
			source->raw_at = 0;
			n = read_some(source, buf_reserve(&source->raw, RAW_SIZE), RAW_SIZE);
			if (n < 0)
				return -1;
			source->raw.len = (size_t)n;
			in = buf_slice(&source->raw);
		}
		if (in.len == 0 && decoder_is_whole(source->decoder))
			break;
		if (!decoder_run(source->decoder, &in, out, &room))
			return fail_at(source, decoder_problem(source->decoder), in);
		if (in.len == 0 && source->raw.len == 0 && room == size)
			return fail_at(source, "end too early, at", in);
		source->raw_at = source->raw.len - in.len;
	}
	return (ssize_t)(size - room);
}

/* Take bytes from text that was read ahead. */
static ssize_t read_ahead(const struct buf *text, size_t *at, char *out, size_t size)
{
	const size_t left = text->len - *at, n = left < size ? left : size;

	if (n > 0)
		memcpy(out, text->ptr + *at, n);
	*at += n;
	return (ssize_t)n;
}

static ssize_t read_plain(struct source *source, char *out, size_t size)
{
	if (source->raw_at < source->raw.len)
		return read_ahead(&source->raw, &source->raw_at, out, size);
	return read_some(source, out, size);
}

/* What is behind the text that was looked at. */
static ssize_t read_on(struct source *source, char *out, size_t size)
{
	return source->decoder ? read_decoded(source, out, size) : read_plain(source, out, size);
}

static ssize_t read_next(struct source *source, char *out, size_t size)
{
	if (source->front_at < source->front.len || source->is_drained)
		return read_ahead(&source->front, &source->front_at, out, size);
	return read_on(source, out, size);
}

static void source_say_partly_doubled(const struct source *source)
{
	diag_warn(
		"%s: some lines have an empty line behind them that others lack: stacks may be cut "
		"there",
		source_name(source));
}

COLD ssize_t source_read(struct source *source, char *out, size_t size)
{
	const bool had_single = source->doubled.has_single;
	const bool is_logged = source->log_prefix.form != LOG_PREFIX_NONE;
	ssize_t n = read_next(source, out, size), left = n;

	while ((source->is_doubled || is_logged) && n > 0) {
		left = (ssize_t)(is_logged
					 ? log_prefix_leave_out(&source->log_prefix, out, (size_t)n)
					 : doubled_leave_out(&source->doubled, out, (size_t)n));
		if (left > 0)
			break;
		n = read_next(source, out, size);
	}
	if (source->doubled.has_single && !had_single)
		source_say_partly_doubled(source);
	return left;
}

COLD int source_waits_for(const struct source *source)
{
	const bool has_some = source->front_at < source->front.len ||
			      source->raw_at < source->raw.len || source->is_drained;

	return has_some ? -1 : source->fd;
}

/* Read all of the snapshots; the newest whole one is in `front` then. False after a message. */
static bool drain(struct source *source)
{
	struct snapshots snapshots = {.has_newest = false};
	struct buf text = {0};
	ssize_t n;

	do {
		n = source_read(source, buf_reserve(&text, SNAPSHOT_STEP), SNAPSHOT_STEP);
		if (n > 0)
			snapshots_add(&snapshots, slice_of(text.ptr, (size_t)n));
	} while (n > 0);
	buf_release(&text);
	if (n == 0 && snapshots_has_rest(&snapshots))
		diag_warn("%s: the last snapshot is cut%s", source_name(source),
			  snapshots.has_newest ? ", the one before it is used" : "");
	buf_reset(&source->front);
	buf_add(&source->front, buf_slice(&snapshots.newest));
	source->front_at = 0;
	source->is_drained = true;
	snapshots_release(&snapshots);
	return n == 0;
}

/* Up to `size` bytes of the beginning, in `front`; false after a message. */
static bool look_ahead(struct source *source, size_t size)
{
	struct buf *front = &source->front;
	ssize_t n = 1;

	while (front->len < size && n > 0) {
		n = read_on(source, buf_reserve(front, size - front->len), size - front->len);
		front->len += n > 0 ? (size_t)n : 0;
	}
	return n >= 0;
}

/* Reduce a stream of snapshots to the one that is asked for. False after a message. */
static bool take_snapshot(struct source *source)
{
	char head[SNAPSHOTS_HEAD];

	if (source->can_seek) {
		if (source_read_at(source, head, sizeof(head), source->begin) !=
			    (ssize_t)sizeof(head) ||
		    !snapshots_begin(slice_of(head, sizeof(head))))
			return true;
		source->can_seek = false;
		return drain(source);
	}
	if (!look_ahead(source, SNAPSHOTS_HEAD))
		return false;
	return !snapshots_begin(buf_slice(&source->front)) || drain(source);
}

/*
 * See whether its lines are doubled, or have prefixes of a log: then it is read in a row. False
 * after a message; what cannot be read at offsets gets one when it is claimed.
 */
static bool see_pasted(struct source *source)
{
	struct buf *front = &source->front;
	enum doubled verdict = DOUBLED_UNSURE;
	ssize_t n = 1;

	source->doubled = (struct doubled_place){.within = false};
	source->log_prefix = (struct log_prefix_place){.form = LOG_PREFIX_NONE};
	while (verdict == DOUBLED_UNSURE) {
		const size_t more = DOUBLED_HEAD - front->len;
		char *to = buf_reserve(front, more);

		n = source->can_seek ? source_read_at(source, to, more, source->begin)
				     : read_on(source, to, more);
		front->len += n > 0 ? (size_t)n : 0;
		verdict = doubled_look(buf_slice(front),
				       n <= 0 || source->can_seek || front->len == DOUBLED_HEAD);
	}
	if (verdict == DOUBLED_NOT)
		source->log_prefix.form = log_prefix_look(buf_slice(front));
	if (source->can_seek)
		buf_reset(front);
	source->is_doubled = verdict == DOUBLED_YES;
	if (verdict == DOUBLED_PARTLY)
		source_say_partly_doubled(source);
	if (n < 0 && !source->can_seek)
		return false;
	source->is_drained |= n == 0 && !source->can_seek; /* a terminal would be asked again */
	source->can_seek &= !source->is_doubled && source->log_prefix.form == LOG_PREFIX_NONE;
	return true;
}

COLD bool source_open(struct source *source)
{
	struct stat status;

	if (source->given)
		source->fd = source->given->fd;
	else
		source->fd = source->path ? open(source->path, O_RDONLY | O_CLOEXEC)
					  : context_input();
	if (source->path && !source->given && source->fd < 0)
		return source_fail(source, strerror(errno));
	source->is_open = true;
	source->bears_interrupt &= !source->path && !context()->hosted &&
				   fstat(source->fd, &status) == 0 && S_ISFIFO(status.st_mode);
	find_extent(source);
	if (!source->can_seek && !open_stream(source))
		return false;
	if (source->may_double && !see_pasted(source))
		return false;
	return !source->last_snapshot || take_snapshot(source);
}
