/* SPDX-License-Identifier: MIT */
/* Rules that rename frames and threads; what a name becomes is remembered. */
#include "common/base/regex.h"
#include "common/table/hash.h"
#include "common/table/intern.h"
#include "record/sampler/report/sampler.h"

struct rule {
	struct regex *regex;
	struct slice replacement;
};

struct flamesample_rules {
	struct arena arena; /* the replacements */
	struct rule *rules;
	size_t count, cap;
	struct intern names;  /* names that were looked up */
	const char **renamed; /* by their ids; NULL: no rule matches */
	size_t renamed_cap;
	struct buf room;
};

void flamesample_rules_free(struct flamesample_rules *rules)
{
	size_t i;

	if (!rules)
		return;
	for (i = 0; i < rules->count; i++)
		regex_free(rules->rules[i].regex);
	free(rules->rules);
	free(rules->renamed);
	buf_release(&rules->room);
	intern_release(&rules->names);
	arena_release(&rules->arena);
	free(rules);
}

/* The last `=` separates, for expressions may well hold one. */
static int add_rule(struct flamesample_rules *rules, struct slice line)
{
	size_t equals = slice_rfind(line, '=');
	struct slice pattern, replacement;
	struct regex *regex;
	char why[320];

	if (equals == SLICE_NONE || equals == 0)
		return problem_set(FLAMESAMPLE_BAD_OPTION,
				   "the rule '%.*s': expected REGEX=REPLACEMENT", SLICE_ARG(line));
	pattern = slice_head(line, equals);
	replacement = slice_tail(line, equals + 1);
	regex = regex_new(pattern, why, sizeof(why));
	if (!regex || !regex_can_replace(pattern, replacement, why, sizeof(why))) {
		regex_free(regex);
		return problem_set(FLAMESAMPLE_BAD_OPTION, "the rule '%.*s': %s", SLICE_ARG(line),
				   why);
	}
	rules->rules = memory_grow(rules->rules, &rules->cap, rules->count + 1,
				   sizeof(*rules->rules));
	rules->rules[rules->count++] = (struct rule){regex, arena_copy(&rules->arena, replacement)};
	return FLAMESAMPLE_OK;
}

struct rules_request {
	const char *text;
	struct flamesample_rules *rules;
};

static int parse(void *context)
{
	struct rules_request *request = context;
	struct slice text = slice_from(request->text), line;

	request->rules = memory_clear(1, sizeof(*request->rules));
	while (slice_line(&text, &line)) {
		int result = line.len > 0 ? add_rule(request->rules, line) : FLAMESAMPLE_OK;

		if (result != FLAMESAMPLE_OK)
			return result;
	}
	return FLAMESAMPLE_OK;
}

int flamesample_rules_new(struct flamesample_rules **rules, const char *text)
{
	struct rules_request request = {.text = text};
	int result = sampler_call(parse, &request);

	if (result != FLAMESAMPLE_OK) {
		flamesample_rules_free(request.rules);
		request.rules = NULL;
	}
	*rules = request.rules;
	return result;
}

static const char *rename_by(struct flamesample_rules *rules, struct slice name)
{
	size_t i;

	for (i = 0; i < rules->count; i++) {
		buf_reset(&rules->room);
		if (!regex_replace(rules->rules[i].regex, name, rules->rules[i].replacement,
				   &rules->room))
			continue;
		buf_add_char(&rules->room, '\0');
		return arena_copy(&rules->arena, buf_slice(&rules->room)).ptr;
	}
	return NULL;
}

static const char *edit_name(struct flamesample_rules *rules, const char *name)
{
	struct slice text = slice_from(name);
	size_t before = rules->names.count;
	frame_id id;

	rules->renamed = memory_grow(rules->renamed, &rules->renamed_cap, before + 1,
				     sizeof(*rules->renamed));
	id = intern_add(&rules->names, text);
	if (id == before)
		rules->renamed[id] = rename_by(rules, text);
	return rules->renamed[id] ? rules->renamed[id] : name;
}

void flamesample_rules_edit(struct flamesample_stack *stack, void *context)
{
	struct flamesample_rules *rules = context;
	size_t kept = 0, i;

	stack->thread = edit_name(rules, stack->thread);
	for (i = 0; i < stack->depth; i++) {
		struct flamesample_frame frame = stack->frames[i];

		frame.name = edit_name(rules, frame.name);
		if (*frame.name != '\0') /* a frame of which nothing remains is left out */
			stack->frames[kept++] = frame;
	}
	stack->depth = kept;
}
