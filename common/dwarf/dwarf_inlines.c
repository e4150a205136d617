/* SPDX-License-Identifier: MIT */
#include "common/dwarf/dwarf_inlines.h"

void dwarf_inlines_release(struct dwarf_inlines *inlines)
{
	dwarf_units_release(&inlines->units);
	dwarf_names_release(&inlines->names);
}

/* The names of a call and of the calls around it. */
static const struct slice *make_names(struct dwarf_inlines *inlines,
				      const struct dwarf_calls *calls, struct dwarf_call *call)
{
	const struct dwarf_call *at = call;
	struct slice *names;
	uint32_t levels = 1, count = 0;

	for (; at->into != DWARF_NOTHING; at = &calls->at[at->into])
		levels++;
	names = arena_alloc(&inlines->names.arena, levels * sizeof(*names));
	for (at = call; levels > 0; levels--) {
		if (!dwarf_names_find(&inlines->names, &inlines->units, at->offset,
				      &names[count])) {
			count = 0; /* a part of the truth would be wrong */
			break;
		}
		count += names[count].len > 0;
		if (at->into != DWARF_NOTHING)
			at = &calls->at[at->into];
	}
	call->count = count;
	__atomic_store_n(&call->names, names, __ATOMIC_RELEASE);
	return names;
}

const struct dwarf_functions *dwarf_inlines_functions(struct dwarf_inlines *inlines,
						      struct dwarf_unit *unit, bool may_read)
{
	struct dwarf_units *units = &inlines->units;
	struct dwarf_functions *functions = __atomic_load_n(&unit->functions, __ATOMIC_ACQUIRE);

	if (functions || !may_read)
		return functions;
	dwarf_units_prepare(units, unit);
	functions = dwarf_functions_read(&units->data, unit);
	__atomic_store_n(&unit->functions, functions, __ATOMIC_RELEASE);
	return functions;
}

const struct dwarf_calls *dwarf_inlines_calls(struct dwarf_inlines *inlines,
					      struct dwarf_unit *unit,
					      struct dwarf_function *function, bool may_read)
{
	struct dwarf_units *units = &inlines->units;
	struct dwarf_calls *calls = __atomic_load_n(&function->calls, __ATOMIC_ACQUIRE);

	if (calls || !may_read)
		return calls;
	dwarf_units_prepare(units, unit);
	calls = dwarf_calls_read(&units->data, unit, function->offset);
	__atomic_store_n(&function->calls, calls, __ATOMIC_RELEASE);
	return calls;
}

/* False: it is not known yet. */
static bool find_in(struct dwarf_inlines *inlines, struct dwarf_question *question,
		    struct dwarf_unit *unit, const struct dwarf_functions *functions)
{
	struct dwarf_function *function = dwarf_functions_find(functions, question->address);
	const struct dwarf_calls *calls;
	struct dwarf_call *call;

	if (!function)
		return true;
	calls = dwarf_inlines_calls(inlines, unit, function, question->may_read);
	if (!calls)
		return false;
	call = dwarf_calls_find(calls, question->address);
	if (!call)
		return true;
	question->names = __atomic_load_n(&call->names, __ATOMIC_ACQUIRE);
	if (!question->names && question->may_read)
		question->names = make_names(inlines, calls, call);
	question->count = question->names ? call->count : 0;
	return question->names;
}

bool dwarf_inlines_find(struct dwarf_inlines *inlines, struct dwarf_question *question)
{
	struct dwarf_unit *unit = dwarf_units_at(&inlines->units, question->address);
	const struct dwarf_functions *functions;

	if (!unit)
		return true;
	functions = dwarf_inlines_functions(inlines, unit, question->may_read);
	return functions && find_in(inlines, question, unit, functions);
}
