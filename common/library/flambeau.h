/* SPDX-License-Identifier: MIT */
/*
 * flambeau.h - libflambeau: flame graphs for any profiler. Each function is explained in
 * flambeau(3).
 *
 *     flambeau_profile *profile = flambeau_profile_new();
 *     flambeau_error error;
 *
 *     if (!flambeau_collapse(profile, "perf", flambeau_from_fd(0), NULL, &error) ||
 *         !flambeau_write(profile, "svg", NULL, flambeau_to_fd(1), &error))
 *             fprintf(stderr, "%s\n", error.message);
 *     flambeau_profile_free(profile);
 *
 * The library never exits or prints, and changes neither signal dispositions nor locale, environment
 * or limits of the process. Where memory is out it calls a hook of the host's, then abort(). One
 * thread at a time uses a profile or options; any number of threads use different ones.
 */
#ifndef FLAMBEAU_H
#define FLAMBEAU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define FLAMBEAU_API __attribute__((visibility("default")))
#else
#define FLAMBEAU_API
#endif

/* ---- Errors ---- */

enum flambeau_code {
	FLAMBEAU_OK = 0,
	FLAMBEAU_USAGE, /* an unknown program, format or option, a wrong value */
	FLAMBEAU_DATA,  /* the input is not what it should be, or has no stacks */
	FLAMBEAU_IO,    /* a source or a sink failed, or a file */
	FLAMBEAU_LIMIT  /* of memory or time */
};

/* An error; filled by a function that returns false or NULL. NULL may be passed for it. */
typedef struct flambeau_error {
	int code;                /* enum flambeau_code */
	char message[1024];      /* one line, in UTF-8 */
	char input[256];         /* that the message begins with, cut; empty if it is of no input */
	unsigned long long line; /* of the input, from 1; 0 if it is of no line */
} flambeau_error;

/*
 * Bytes of the caller's: not NUL-terminated, and not kept after a call unless a function says so.
 */
typedef struct flambeau_slice {
	const char *ptr;
	size_t len;
} flambeau_slice;

/* The slice of a C string. */
static inline flambeau_slice flambeau_text(const char *text)
{
	flambeau_slice slice;

	slice.ptr = text;
	slice.len = strlen(text);
	return slice;
}

/* The version of the library that is loaded, "0.3.0". */
FLAMBEAU_API const char *flambeau_version(void);

/*
 * Call `hook` before abort() where memory is out; NULL, as at first: only abort(). It may be called
 * by any thread of any call, and may end the process itself. Set it before the library is used.
 */
FLAMBEAU_API void flambeau_on_no_memory(void (*hook)(void *context), void *context);

/* ---- Notes: what the programs write to standard error ---- */

enum flambeau_note_level {
	FLAMBEAU_NOTE_ERROR = -1,
	FLAMBEAU_NOTE_WARNING = 0, /* something was skipped */
	FLAMBEAU_NOTE_DETAIL = 1,  /* with the option verbose */
	FLAMBEAU_NOTE_LINES = 2    /* help that a mistake is answered with: several lines */
};

/* `text` is NUL-terminated. Any thread of the call, one at a time; must return. */
typedef void flambeau_note_fn(void *context, int level, const char *text);

/* ---- Sources and sinks: the call that gets one releases it, whether it succeeds or not ---- */

typedef struct flambeau_source flambeau_source;
typedef struct flambeau_sink flambeau_sink;

/*
 * Up to `size` bytes; 0 at the end, -1 with errno. More than `size` is an error (EOVERFLOW). Any
 * thread of the call, one at a time.
 */
typedef long flambeau_read_fn(void *context, char *to, size_t size);

/* All `len` bytes; false, with errno, if that fails. Any thread of the call, one at a time. */
typedef bool flambeau_write_fn(void *context, const char *from, size_t len);

/* Descriptors stay open. */
FLAMBEAU_API flambeau_source *flambeau_from_fd(int fd);
FLAMBEAU_API flambeau_source *flambeau_from_file(const char *path); /* or a folder of perf */
FLAMBEAU_API flambeau_source *flambeau_from_memory(const char *ptr, size_t len);
FLAMBEAU_API flambeau_source *flambeau_from_callback(flambeau_read_fn *read, void *context);
FLAMBEAU_API flambeau_sink *flambeau_to_fd(int fd);
FLAMBEAU_API flambeau_sink *flambeau_to_file(const char *path); /* replaced when it is complete */
FLAMBEAU_API flambeau_sink *flambeau_to_callback(flambeau_write_fn *write, void *context);

/* *ptr is NUL-terminated and the caller's to flambeau_free() if the call succeeds; else NULL. */
FLAMBEAU_API flambeau_sink *flambeau_to_memory(char **ptr, size_t *len);
FLAMBEAU_API void flambeau_free(void *memory);

/* ---- Options: those of a program's manual page, by their long names ---- */

typedef struct flambeau_options flambeau_options;

/*
 * Options of a program: "flamegraph", "collapse-perf", "export-top", "difffolded" ... The name of
 * an original, "stackcollapse-perf.pl", chooses its behaviour, too. NULL: no such program.
 */
FLAMBEAU_API flambeau_options *flambeau_options_new(const char *program);
FLAMBEAU_API void flambeau_options_free(flambeau_options *options);

/* `value` NULL: an option without one. Options that print something and end cannot be set. */
FLAMBEAU_API bool flambeau_options_set(flambeau_options *options, const char *name,
				       const char *value, flambeau_error *error);

/* Texts are good during the call alone; `value` is "" for an option without one. */
typedef void flambeau_option_fn(void *context, const char *name, const char *value,
				const char *help);

/* All options of a program. */
FLAMBEAU_API bool flambeau_options_each(const char *program, flambeau_option_fn *each,
					void *context, flambeau_error *error);

/* ---- Formats ---- */

/* A format of flambeau_collapse(), a format of flambeau_write(); NULL after the last one. */
FLAMBEAU_API const char *flambeau_format_in(size_t index);
FLAMBEAU_API const char *flambeau_format_out(size_t index);

/* ---- Profiles ---- */

typedef struct flambeau_profile flambeau_profile;

FLAMBEAU_API flambeau_profile *flambeau_profile_new(void);
FLAMBEAU_API void flambeau_profile_free(flambeau_profile *profile);

/* `note` gets the notes of all calls with the profile; NULL, as at first: they are dropped. */
FLAMBEAU_API void flambeau_profile_notes(flambeau_profile *profile, flambeau_note_fn *note,
					 void *context);

/*
 * No more than so many bytes of names, stacks and text for the profile and a call together, and no
 * more than so many seconds for a call; 0, as at first: any. A call looks between records and steps,
 * so it may exceed them by one. If it meets one, the profile is what it was.
 */
FLAMBEAU_API void flambeau_profile_limit(flambeau_profile *profile, uint64_t bytes);
FLAMBEAU_API void flambeau_profile_time(flambeau_profile *profile, double seconds);

/*
 * Add what a profiler wrote. `format` is "perf", "dtrace", "folded" ..., or the name of an
 * original; NULL: guess it. `options` (may be NULL) are those of collapse-FORMAT, collapse-filter
 * for "folded", collapse-guess for NULL. If it fails, the profile is what it was.
 */
FLAMBEAU_API bool flambeau_collapse(flambeau_profile *profile, const char *format,
				    flambeau_source *source, const flambeau_options *options,
				    flambeau_error *error);

/* Add `count` samples of a stack, its root first. Equal stacks are counted together. */
FLAMBEAU_API bool flambeau_add(flambeau_profile *profile, const flambeau_slice *frames, size_t n,
			       uint64_t count, flambeau_error *error);

/* With labels as folded(5) has them: "thread", "main" ... */
FLAMBEAU_API bool flambeau_add_labeled(flambeau_profile *profile, const flambeau_slice *frames,
				       size_t n, const flambeau_slice (*labels)[2],
				       size_t label_count, uint64_t count, flambeau_error *error);

/* Set a fact about the samples that are added: "event", "unit" ..., see folded(5). */
FLAMBEAU_API bool flambeau_header(flambeau_profile *profile, const char *key, const char *value,
				  flambeau_error *error);

/* Add all stacks of another profile. */
FLAMBEAU_API bool flambeau_merge(flambeau_profile *profile, const flambeau_profile *other,
				 flambeau_error *error);

/*
 * Edit and choose stacks; `options` (NULL: equal stacks are added up) are those of collapse-filter.
 * If it fails, the profile is what it was.
 */
FLAMBEAU_API bool flambeau_filter(flambeau_profile *profile, const flambeau_options *options,
				  flambeau_error *error);

/*
 * `format` is one of flambeau_format_out(). `options` (may be NULL) are those of the program that
 * writes it: flamegraph (svg, html, text), export-FORMAT, collapse-filter (folded). The profile
 * stays what it is.
 */
FLAMBEAU_API bool flambeau_write(const flambeau_profile *profile, const char *format,
				 const flambeau_options *options, flambeau_sink *sink,
				 flambeau_error *error);

/*
 * A new profile of two columns, whose pictures show the difference; NULL after an error. `options`
 * (may be NULL) are those of difffolded. The notes are those of `before`.
 */
FLAMBEAU_API flambeau_profile *flambeau_diff(const flambeau_profile *before,
					     const flambeau_profile *after,
					     const flambeau_options *options,
					     flambeau_error *error);

/* Write a report of what changed; `options` (may be NULL) are those of diffreport. */
FLAMBEAU_API bool flambeau_report(const flambeau_profile *before, const flambeau_profile *after,
				  const flambeau_options *options, flambeau_sink *sink,
				  flambeau_error *error);

/* ---- Programs ---- */

/*
 * A program as its command line starts it: arguments[0] is its name, `source` and `sink` (may be
 * NULL: empty, and nowhere) stand for standard input and output. Returns the exit code. `error` is
 * filled unless 0 is returned.
 */
FLAMBEAU_API int flambeau_run(const char *const *arguments, size_t count, flambeau_source *source,
			      flambeau_sink *sink, flambeau_note_fn *note, void *context,
			      flambeau_error *error);

#ifdef __cplusplus
}
#endif

#endif
