/* SPDX-License-Identifier: MIT */
#include "common/base/regex.h"

COLD bool shell_pattern_is(struct slice text)
{
	size_t i = 0;

	while (i < text.len && slice_find(SLICE("*?["), text.ptr[i]) == SLICE_NONE)
		i++;
	return i < text.len;
}

/*
 * The length of the set at the front, "[!a-z]"; 0: it has no end. A `]` right at its beginning is one
 * of the set.
 */
static size_t set_length(struct slice pattern)
{
	size_t at = 1;

	if (at < pattern.len && (pattern.ptr[at] == '!' || pattern.ptr[at] == '^'))
		at++;
	if (at < pattern.len && pattern.ptr[at] == ']')
		at++;
	while (at < pattern.len && pattern.ptr[at] != ']')
		at += pattern.ptr[at] == '\\' ? 2 : 1;
	return at < pattern.len ? at + 1 : 0;
}

/* Take a byte of a set off the front; a backslash makes the next byte itself. */
static unsigned char take_member(struct slice *set)
{
	if (set->ptr[0] == '\\' && set->len > 1)
		*set = slice_tail(*set, 1);
	*set = slice_tail(*set, 1);
	return (unsigned char)set->ptr[-1];
}

/* True if the byte is in a set, which has its brackets. */
static bool set_has(struct slice set, unsigned char byte)
{
	bool has = false, inverted;

	set = slice_of(set.ptr + 1, set.len - 2);
	inverted = set.len > 0 && (set.ptr[0] == '!' || set.ptr[0] == '^');
	if (inverted)
		set = slice_tail(set, 1);
	while (set.len > 0) {
		const unsigned char first = take_member(&set);
		unsigned char last = first;

		if (set.len > 1 && set.ptr[0] == '-') {
			set = slice_tail(set, 1);
			last = take_member(&set);
		}
		has |= byte >= first && byte <= last;
	}
	return has != inverted;
}

/* The length of what matches the byte at the front of a pattern that is not empty; 0: it does not.
 */
static size_t match_byte(struct slice pattern, char byte)
{
	size_t length;

	switch (pattern.ptr[0]) {
	case '?': return 1;
	case '[':
		length = set_length(pattern);
		if (length == 0)
			return byte == '[';
		return set_has(slice_head(pattern, length), (unsigned char)byte) ? length : 0;
	case '\\':
		if (pattern.len > 1)
			return pattern.ptr[1] == byte ? 2 : 0;
		return byte == '\\';
	default: return pattern.ptr[0] == byte;
	}
}

COLD bool shell_pattern_matches(struct slice pattern, struct slice text)
{
	struct slice after_star = {0}, retry = {0};
	bool has_star = false;

	while (text.len > 0) {
		size_t length = 0;

		if (pattern.len > 0 && pattern.ptr[0] == '*') {
			pattern = slice_tail(pattern, 1);
			after_star = pattern;
			retry = text;
			has_star = true;
			continue;
		}
		if (pattern.len > 0)
			length = match_byte(pattern, text.ptr[0]);
		if (length > 0) {
			pattern = slice_tail(pattern, length);
			text = slice_tail(text, 1);
			continue;
		}
		if (!has_star)
			return false;
		/* only the last star need match more: an earlier one would leave no more to match */
		retry = slice_tail(retry, 1);
		text = retry;
		pattern = after_star;
	}
	while (pattern.len > 0 && pattern.ptr[0] == '*')
		pattern = slice_tail(pattern, 1);
	return pattern.len == 0;
}

#define PCRE2_CODE_UNIT_WIDTH 8

#include <pcre2.h>
#include <stdatomic.h>

#include "common/base/diag.h"
#include "common/base/memory.h"
#include "common/base/parallel.h"

/*
 * A match is tried in up to four ways. Most names are short and take few steps: these are matched
 * at once, without counting. Else a second code of the pattern calls count_step() before each of
 * its items. Its steps are limited for each name, then PCRE2's other algorithm follows, which tries
 * all ways at the same time: its time is polynomial, but it lacks back references and the like. All
 * steps of a pattern, on all names, are limited by the bytes of the names.
 */
enum {
	QUICK_LENGTH = 256,   /* bytes of a name that may be matched without counting */
	QUICK_STEPS = 16,     /* of such a match from each byte of the name on */
	NAME_STEPS = 4096,    /* of a name, before the other algorithm */
	NAME_BYTE_STEPS = 16, /* and for each of its bytes */
	LEAST_STEPS = 2 << 20,
	BYTE_STEPS = 6,        /* for each byte of a name */
	ALONE_STEPS = 4096,    /* for a name by itself, and NAME_BYTE_STEPS for each byte */
	HEAP_LIMIT = 32 << 10, /* KiB */
	DFA_WORKSPACE = 4096,
};

/* A pattern whose steps are counted; made when it is first needed. */
struct counted {
	struct lock lock; /* guards the making of the code */
	struct buf pattern;
	_Atomic(pcre2_code *) code;
	atomic_int_least64_t left; /* steps; below 0 there are none */
	atomic_flag gave_up;       /* a warning was printed */
};

struct regex {
	pcre2_general_context *memory; /* the allocator of the others */
	pcre2_code *code;
	pcre2_match_context *quick;
	struct counted *counted;
	bool is_alone; /* the steps left are not those of other names */
};

static COLD void *regex_alloc(size_t size, void *context)
{
	(void)context;
	return memory_get(size);
}

static COLD void regex_free_block(void *memory, void *context)
{
	(void)context;
	free(memory);
}

static pcre2_code *compile(const struct regex *regex, struct slice pattern, uint32_t options,
			   int *error, PCRE2_SIZE *at)
{
	pcre2_compile_context *context = pcre2_compile_context_create(regex->memory);
	pcre2_code *code = pcre2_compile((PCRE2_SPTR)pattern.ptr, pattern.len,
					 PCRE2_NEVER_BACKSLASH_C | options, error, at, context);

	pcre2_compile_context_free(context);
	if (!code)
		return NULL;
	pcre2_jit_compile(code, PCRE2_JIT_COMPLETE); /* without JIT it is only slower */
	return code;
}

COLD struct regex *regex_new(struct slice pattern, char *problem, size_t size)
{
	struct regex *regex = memory_get(sizeof(*regex));
	PCRE2_SIZE at;
	int error;

	if (pattern.len == 0)
		pattern = SLICE("");
	*regex = (struct regex){
		.memory = pcre2_general_context_create(regex_alloc, regex_free_block, NULL)};
	regex->code = compile(regex, pattern, 0, &error, &at);
	if (!regex->code) {
		unsigned char text[128];

		pcre2_get_error_message(error, text, sizeof(text));
		snprintf(problem, size, "at character %zu: %s", at + 1, (const char *)text);
		pcre2_general_context_free(regex->memory);
		free(regex);
		return NULL;
	}
	regex->quick = pcre2_match_context_create(regex->memory);
	pcre2_set_match_limit(regex->quick, QUICK_STEPS);
	regex->counted = memory_clear(1, sizeof(*regex->counted));
	lock_init(&regex->counted->lock);
	buf_add(&regex->counted->pattern, pattern);
	atomic_init(&regex->counted->code, NULL);
	atomic_init(&regex->counted->left, LEAST_STEPS);
	atomic_flag_clear(&regex->counted->gave_up);
	return regex;
}

COLD void regex_set_alone(struct regex *regex)
{
	regex->is_alone = true;
}

COLD void regex_free(struct regex *regex)
{
	if (!regex)
		return;
	pcre2_match_context_free(regex->quick);
	pcre2_code_free(regex->code);
	pcre2_code_free(atomic_load(&regex->counted->code));
	lock_release(&regex->counted->lock);
	buf_release(&regex->counted->pattern);
	free(regex->counted);
	pcre2_general_context_free(regex->memory);
	free(regex);
}

/* ---- Steps that are counted ---- */

/* One match of a name. */
struct effort {
	int64_t steps, most;
	PCRE2_SIZE at;
};

/* Loops over single characters run without a call: the way that they went is counted. */
static COLD int count_step(pcre2_callout_block *block, void *context)
{
	struct effort *effort = context;

	effort->steps++;
	if (block->current_position > effort->at)
		effort->steps += (int64_t)(block->current_position - effort->at);
	effort->at = block->current_position;
	return effort->steps > effort->most ? PCRE2_ERROR_CALLOUT : 0;
}

static const pcre2_code *counted_code(const struct regex *regex)
{
	struct counted *counted = regex->counted;
	pcre2_code *code = atomic_load(&counted->code);
	PCRE2_SIZE at;
	int error;

	if (code)
		return code;
	lock_take(&counted->lock);
	code = atomic_load(&counted->code);
	if (!code) {
		code = compile(regex, buf_slice(&counted->pattern), PCRE2_AUTO_CALLOUT, &error,
			       &at);
		atomic_store(&counted->code, code);
	}
	lock_leave(&counted->lock);
	return code;
}

/* The ways to match with counted steps, and how many steps of the first one a step counts for. */
enum way { WAY_MACHINE_CODE, WAY_ALL_AT_ONCE, WAY_INTERPRETER, WAYS };

static const int64_t prices[] = {
	[WAY_MACHINE_CODE] = 1,
	[WAY_ALL_AT_ONCE] = 3,
	[WAY_INTERPRETER] = 8,
};

/* A match by one of the ways, or a substitution, as its function returns it. */
typedef int try_fn(const struct regex *regex, const pcre2_code *code, enum way way,
		   pcre2_match_context *context, void *what);

/* True if another way may have another result. */
static bool is_undecided(int result)
{
	return result < 0 && result != PCRE2_ERROR_NOMATCH;
}

/* Once, and not of which name: threads would differ in which is the first. */
static void say_given_up(struct counted *counted)
{
	if (!atomic_flag_test_and_set(&counted->gave_up))
		diag_warn("a pattern takes too long on a name: that counts as no match");
}

/* Add steps to those that are left, and return these; `own` are those of a name by itself. */
static int64_t add_steps(const struct regex *regex, int64_t *own, int64_t steps)
{
	if (regex->is_alone)
		return *own += steps;
	return atomic_fetch_add(&regex->counted->left, steps) + steps;
}

/*
 * Try in these ways, from `way` on; each takes what is left of the steps, the first one no more
 * than a name's. An error if none can decide.
 */
static int try_counted(const struct regex *regex, size_t length, try_fn *try, void *what)
{
	struct counted *counted = regex->counted;
	pcre2_match_context *context = NULL;
	const pcre2_code *code = NULL;
	int64_t own = ALONE_STEPS;
	int64_t left = add_steps(
		regex, &own, (int64_t)length * (regex->is_alone ? NAME_BYTE_STEPS : BYTE_STEPS));
	int result = PCRE2_ERROR_CALLOUT;
	unsigned way;

	if (left > 0) {
		code = counted_code(regex);
		context = pcre2_match_context_create(regex->memory);
		pcre2_set_heap_limit(context, HEAP_LIMIT);
	}
	for (way = 0; code && way < WAYS && left > 0 && is_undecided(result); way++) {
		const int64_t price = prices[way];
		struct effort effort = {.most = left / price};

		if (way == WAY_MACHINE_CODE &&
		    effort.most > NAME_STEPS + (int64_t)length * NAME_BYTE_STEPS)
			effort.most = NAME_STEPS + (int64_t)length * NAME_BYTE_STEPS;
		if (way == WAY_MACHINE_CODE && regex->is_alone)
			effort.most = left / 4; /* few ways back, or too many */
		pcre2_set_callout(context, count_step, &effort);
		result = try(regex, code, (enum way)way, context, what);
		left = add_steps(regex, &own, -effort.steps * price);
	}
	pcre2_match_context_free(context);
	if (is_undecided(result))
		say_given_up(counted);
	return result;
}

struct substitution {
	struct slice subject, replacement;
	struct buf *out;
};

/* The result of the substitution, or an error, in place of the text after out->len. */
static int substitute(const pcre2_code *code, pcre2_match_context *context, uint32_t options,
		      const struct substitution *what)
{
	const struct slice subject = what->subject.len > 0 ? what->subject : SLICE("");
	const struct slice replacement = what->replacement.len > 0 ? what->replacement : SLICE("");
	PCRE2_SIZE size = subject.len + replacement.len + 64;
	int count;

	do {
		char *place = buf_reserve(what->out, size);

		count = pcre2_substitute(code, (PCRE2_SPTR)subject.ptr, subject.len, 0,
					 PCRE2_SUBSTITUTE_OVERFLOW_LENGTH |
						 PCRE2_SUBSTITUTE_UNSET_EMPTY | options,
					 NULL, context, (PCRE2_SPTR)replacement.ptr,
					 replacement.len, (PCRE2_UCHAR *)place, &size);
	} while (count == PCRE2_ERROR_NOMEMORY);
	if (count > 0)
		what->out->len += size;
	return count;
}

/* It needs groups, so the other algorithm cannot decide. */
static COLD int try_substitution(const struct regex *regex, const pcre2_code *code, enum way way,
				 pcre2_match_context *context, void *what)
{
	(void)regex;
	if (way == WAY_ALL_AT_ONCE)
		return PCRE2_ERROR_CALLOUT;
	return substitute(code, context, way == WAY_INTERPRETER ? PCRE2_NO_JIT : 0, what);
}

COLD bool regex_replace(const struct regex *regex, struct slice subject, struct slice replacement,
			struct buf *out)
{
	struct substitution what = {subject, replacement, out};
	int count = PCRE2_ERROR_MATCHLIMIT;

	if (subject.len <= QUICK_LENGTH)
		count = substitute(regex->code, regex->quick, 0, &what);
	if (count < 0)
		count = try_counted(regex, subject.len, try_substitution, &what);
	return count > 0;
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

COLD bool regex_can_replace(struct slice pattern, struct slice replacement, char *problem,
			    size_t size)
{
	struct regex *regex = or_nothing(pattern);
	struct buf out = {0};
	const struct substitution what = {SLICE(""), replacement, &out};
	int error = regex ? substitute(regex->code, NULL, 0, &what) : 1;

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

static COLD int try_match(const struct regex *regex, const pcre2_code *code, enum way way,
			  pcre2_match_context *context, void *what)
{
	const struct slice *subject = what;
	const PCRE2_SPTR text = (PCRE2_SPTR)subject->ptr;
	pcre2_match_data *data = pcre2_match_data_create(1, regex->memory);
	int workspace[DFA_WORKSPACE];
	int count;

	if (way == WAY_ALL_AT_ONCE)
		count = pcre2_dfa_match(code, text, subject->len, 0, PCRE2_DFA_SHORTEST, data,
					context, workspace, DFA_WORKSPACE);
	else
		count = pcre2_match(code, text, subject->len, 0,
				    way == WAY_INTERPRETER ? PCRE2_NO_JIT : 0, data, context);
	pcre2_match_data_free(data);
	return count;
}

COLD bool regex_matches(const struct regex *regex, struct slice subject)
{
	int count = PCRE2_ERROR_MATCHLIMIT;

	if (subject.len <= QUICK_LENGTH)
		count = try_match(regex, regex->code, WAY_MACHINE_CODE, regex->quick, &subject);
	if (is_undecided(count))
		count = try_counted(regex, subject.len, try_match, &subject);
	return count >= 0;
}
