/* SPDX-License-Identifier: MIT */
#define PCRE2_CODE_UNIT_WIDTH 8

#include "common/text/regex.h"

#include <pcre2.h>
#include <stdatomic.h>

#include "common/base/diag.h"
#include "common/memory/memory.h"

enum { MATCH_EFFORT = 1000000 }; /* backtracking steps before a match is given up */

struct regex {
	pcre2_general_context *memory; /* the allocator of the others */
	pcre2_code *code;
	pcre2_match_context *context;
	atomic_flag *gave_up; /* a warning was printed */
};

static void *get(size_t size, void *context)
{
	(void)context;
	return memory_get(size);
}

static void give(void *memory, void *context)
{
	(void)context;
	free(memory);
}

static void free_code(uintptr_t code, size_t unused)
{
	(void)unused;
	pcre2_code_free((pcre2_code *)code);
}

static pcre2_code *compile(const struct regex *regex, struct slice pattern, int *error,
			   PCRE2_SIZE *at)
{
	pcre2_compile_context *context = pcre2_compile_context_create(regex->memory);
	pcre2_code *code = pcre2_compile((PCRE2_SPTR)pattern.ptr, pattern.len,
					 PCRE2_NEVER_BACKSLASH_C, error, at, context);

	pcre2_compile_context_free(context);
	return code;
}

struct regex *regex_new(struct slice pattern, char *problem, size_t size)
{
	struct regex *regex = memory_get(sizeof(*regex));
	PCRE2_SIZE at;
	int error;

	if (pattern.len == 0)
		pattern = SLICE("");
	regex->memory = pcre2_general_context_create(get, give, NULL);
	regex->code = compile(regex, pattern, &error, &at);
	if (!regex->code) {
		unsigned char text[128];

		pcre2_get_error_message(error, text, sizeof(text));
		snprintf(problem, size, "at character %zu: %s", at + 1, (const char *)text);
		pcre2_general_context_free(regex->memory);
		free(regex);
		return NULL;
	}
	memory_own((uintptr_t)regex->code,
		   free_code); /* machine code is in memory of PCRE2's own */
	pcre2_jit_compile(regex->code, PCRE2_JIT_COMPLETE); /* without JIT it is only slower */
	regex->context = pcre2_match_context_create(regex->memory);
	pcre2_set_match_limit(regex->context, MATCH_EFFORT);
	regex->gave_up = memory_get(sizeof(*regex->gave_up));
	atomic_flag_clear(regex->gave_up);
	return regex;
}

void regex_free(struct regex *regex)
{
	if (!regex)
		return;
	pcre2_match_context_free(regex->context);
	memory_disown((uintptr_t)regex->code, free_code);
	pcre2_code_free(regex->code);
	pcre2_general_context_free(regex->memory);
	free(regex->gave_up);
	free(regex);
}

/* Once, and not of which name: threads would differ in which is the first. */
static bool is_match(const struct regex *regex, int count)
{
	if (count < 0 && count != PCRE2_ERROR_NOMATCH && !atomic_flag_test_and_set(regex->gave_up))
		diag_warn("a pattern takes too long on a name: that counts as no match");
	return count > 0;
}

/* The result of the substitution, or an error, in place of the text after out->len. */
static int substitute(const struct regex *regex, struct slice subject, struct slice replacement,
		      uint32_t options, struct buf *out)
{
	PCRE2_SIZE size = subject.len + replacement.len + 64;
	int count;

	if (replacement.len == 0)
		replacement = SLICE("");
	if (subject.len == 0)
		subject = SLICE("");
	do {
		char *place = buf_reserve(out, size);

		count = pcre2_substitute(regex->code, (PCRE2_SPTR)subject.ptr, subject.len, 0,
					 PCRE2_SUBSTITUTE_OVERFLOW_LENGTH |
						 PCRE2_SUBSTITUTE_UNSET_EMPTY | options,
					 NULL, regex->context, (PCRE2_SPTR)replacement.ptr,
					 replacement.len, (PCRE2_UCHAR *)place, &size);
	} while (count == PCRE2_ERROR_NOMEMORY);
	if (count > 0)
		out->len += size;
	return count;
}

bool regex_replace(const struct regex *regex, struct slice subject, struct slice replacement,
		   struct buf *out)
{
	int count = substitute(regex, subject, replacement, 0, out);

	if (count == PCRE2_ERROR_JIT_STACKLIMIT)
		count = substitute(regex, subject, replacement, PCRE2_NO_JIT, out);
	return count != 0 && is_match(regex, count);
}

/* The pattern, or a pattern that matches anything, with the groups of the pattern, empty. */
static struct regex *or_nothing(struct slice pattern)
{
	struct buf text = {0};
	struct regex *regex;
	char problem[8];

	buf_add(&text, SLICE("(?:"));
	buf_add(&text, pattern);
	buf_add(&text,
		SLICE("\n)|")); /* the line end ends a comment that the pattern may end with */
	regex = regex_new(buf_slice(&text), problem, sizeof(problem));
	buf_release(&text);
	return regex;
}

bool regex_can_replace(struct slice pattern, struct slice replacement, char *problem, size_t size)
{
	struct regex *regex = or_nothing(pattern);
	struct buf out = {0};
	int error = regex ? substitute(regex, SLICE(""), replacement, 0, &out) : 1;

	if (error < 0) {
		unsigned char text[128];

		pcre2_get_error_message(error, text, sizeof(text));
		snprintf(problem, size, "the replacement '%.*s': %s", SLICE_ARG(replacement),
			 (const char *)text);
	}
	regex_free(regex);
	buf_release(&out);
	return error >= 0;
}

bool regex_matches(const struct regex *regex, struct slice subject)
{
	pcre2_match_data *data = pcre2_match_data_create(1, regex->memory);
	int count;

	count = pcre2_match(regex->code, (PCRE2_SPTR)subject.ptr, subject.len, 0, 0, data,
			    regex->context);
	if (count == PCRE2_ERROR_JIT_STACKLIMIT) /* a long subject: the interpreter uses the heap */
		count = pcre2_match(regex->code, (PCRE2_SPTR)subject.ptr, subject.len, 0,
				    PCRE2_NO_JIT, data, regex->context);
	pcre2_match_data_free(data);
	return count == 0 || is_match(regex, count);
}
