/* SPDX-License-Identifier: MIT */
#include "record/sampler/preload/preload.h"

#include <errno.h>

#include "common/base/slice.h"

enum kind { TEXT, UNSIGNED, BYTES, WORD };

/* A variable of the environment, and where its value goes. */
struct variable {
	const char *name;
	enum kind kind;
	size_t offset;            /* in struct preload_settings */
	const char *const *words; /* of a WORD, by value, with NULL after the last */
};

#define AT(field) offsetof(struct preload_settings, field)

static const char *const timers[] = {"auto", "posix", "itimer", "thread", NULL};
static const char *const unwinders[] = {"auto", "frames", "libunwind", NULL};
static const char *const answers[] = {"0", "1", NULL};

static const struct variable variables[] = {
	{"FLAMESAMPLE_OUT", TEXT, AT(out), NULL},
	{"FLAMESAMPLE_HZ", UNSIGNED, AT(options.hz), NULL},
	{"FLAMESAMPLE_RULES", TEXT, AT(rules), NULL},
	{"FLAMESAMPLE_DEPTH", UNSIGNED, AT(options.depth), NULL},
	{"FLAMESAMPLE_BUCKETS", UNSIGNED, AT(options.buckets), NULL},
	{"FLAMESAMPLE_SPILL_DIR", TEXT, AT(options.spill_dir), NULL},
	{"FLAMESAMPLE_SPILL_SIZE", BYTES, AT(options.spill_size), NULL},
	{"FLAMESAMPLE_TIMER", WORD, AT(options.timer), timers},
	{"FLAMESAMPLE_UNWIND", WORD, AT(options.unwinder), unwinders},
	{"FLAMESAMPLE_QUIET", WORD, AT(quiet), answers},
};

static bool take_number(const char *text, uint64_t limit, uint64_t *value)
{
	return slice_to_u64(slice_from(text), value) && *value <= limit;
}

static bool take_word(const char *text, const char *const *words, int *value)
{
	for (*value = 0; words[*value]; ++*value) {
		if (strcmp(text, words[*value]) == 0)
			return true;
	}
	return false;
}

static bool preload_settings_take(const struct variable *variable, const char *text, void *field)
{
	unsigned small;
	uint64_t value;
	int word;

	switch (variable->kind) {
	case TEXT: memcpy(field, &text, sizeof(text)); return true;
	case UNSIGNED:
		if (!take_number(text, UINT32_MAX, &value))
			return false;
		small = (unsigned)value;
		memcpy(field, &small, sizeof(small));
		return true;
	case BYTES:
		if (!take_number(text, INT64_MAX, &value))
			return false;
		memcpy(field, &value, sizeof(value));
		return true;
	case WORD: break;
	}
	if (!take_word(text, variable->words, &word))
		return false;
	if (variable->words == answers)
		*(bool *)field = word == 1;
	else
		memcpy(field, &word, sizeof(word));
	return true;
}

/* Split "a:b" into a list; the parts are in a copy after it in the same memory. */
static const char *const *split(const char *text)
{
	size_t count = slice_count(slice_from(text), ':') + 1, size = strlen(text) + 1, i;
	const char **list = malloc((count + 1) * sizeof(*list) + size);
	char *copy;

	if (!list)
		return NULL;
	copy = memcpy(&list[count + 1], text, size);
	for (i = 0; i < count; i++) {
		char *end = strchr(copy, ':');

		list[i] = copy;
		if (end) {
			*end = '\0';
			copy = end + 1;
		}
	}
	list[count] = NULL;
	return list;
}

bool preload_settings_get(struct preload_settings *settings, char *problem, size_t size)
{
	const char *text;
	size_t i;

	*settings = (struct preload_settings){0};
	flamesample_options_init(&settings->options, sizeof(settings->options));
	for (i = 0; i < ARRAY_LEN(variables); i++) {
		const struct variable *variable = &variables[i];

		text = getenv(variable->name);
		if (text && *text != '\0' &&
		    !preload_settings_take(variable, text, (char *)settings + variable->offset)) {
			snprintf(problem, size, "%s cannot be '%.100s'", variable->name, text);
			return false;
		}
	}
	text = getenv("FLAMESAMPLE_BLOCKLIST");
	if (text && *text != '\0')
		settings->options.blocklist = split(text);
	return true;
}
