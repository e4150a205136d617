/* SPDX-License-Identifier: MIT */
#include "common/debuginfo/dwarf_inlines.h"

void dwarf_inlines_init(struct dwarf_inlines *inlines)
{
	*inlines = (struct dwarf_inlines){.names = {.known = NULL}};
	dwarf_chains_init(&inlines->chains);
}

void dwarf_inlines_release(struct dwarf_inlines *inlines)
{
	dwarf_units_release(&inlines->units);
	dwarf_others_release(&inlines->others);
	dwarf_names_release(&inlines->names);
	dwarf_chains_release(&inlines->chains);
}

/* ---- What is read once ---- */

bool dwarf_inlines_home(struct dwarf_inlines *inlines, uint64_t address, bool may_read,
			struct dwarf_home *home)
{
	struct dwarf_unit *unit = dwarf_units_at(&inlines->units, address);
	struct dwarf_split *split;

	*home = (struct dwarf_home){unit, &inlines->units, unit};
	if (!unit || !unit->is_skeleton)
		return true;
	split = dwarf_others_split(&inlines->units, unit, may_read);
	if (split && split->unit) {
		home->units = split->units;
		home->unit = split->unit;
	}
	return split;
}

const struct dwarf_functions *dwarf_inlines_functions(const struct dwarf_home *home, bool may_read)
{
	struct dwarf_functions *functions = __atomic_load_n(&home->unit->functions,
							    __ATOMIC_ACQUIRE);

	if (functions || !may_read)
		return functions;
	dwarf_units_prepare(home->units, home->unit);
	functions = dwarf_functions_read(&home->units->data, home->unit);
	__atomic_store_n(&home->unit->functions, functions, __ATOMIC_RELEASE);
	return functions;
}

const struct dwarf_calls *dwarf_inlines_calls(const struct dwarf_home *home,
					      struct dwarf_function *function, bool may_read)
{
	struct dwarf_calls *calls = __atomic_load_n(&function->calls, __ATOMIC_ACQUIRE);

	if (calls || !may_read)
		return calls;
	dwarf_units_prepare(home->units, home->unit);
	calls = dwarf_calls_read(&home->units->data, home->unit, function->offset);
	__atomic_store_n(&function->calls, calls, __ATOMIC_RELEASE);
	return calls;
}

/* ---- Names ---- */

static const char *entry_of(const struct dwarf_home *home, const struct dwarf_calls *calls,
			    const struct dwarf_call *call)
{
	return home->units->data.at[DWARF_INFO].ptr + calls->offset + call->entry;
}

/* Add a call to what it was inlined into. */
static const struct dwarf_chain *add_link(struct dwarf_inlines *inlines,
					  const struct dwarf_home *home, const char *entry,
					  const struct dwarf_chain *outer)
{
	const char *info = home->units->data.at[DWARF_INFO].ptr;
	struct dwarf_chain chain = {.entry = entry, .outer = outer};

	if ((outer && outer->name == &dwarf_chains_lost) ||
	    !dwarf_names_find(&inlines->names, home->units, (uint64_t)(entry - info), &chain.name))
		chain.name = &dwarf_chains_lost; /* a part of the truth would be wrong */
	return dwarf_chains_add(&inlines->chains, &chain);
}

/* The chain of a call, and of those that it is in, if need be. */
static const struct dwarf_chain *make_chain(struct dwarf_inlines *inlines,
					    const struct dwarf_home *home,
					    const struct dwarf_calls *calls,
					    const struct dwarf_call *call)
{
	const struct dwarf_call *missing[DWARF_DEPTH + 1];
	const struct dwarf_chain *chain = NULL;
	size_t count = 0;

	for (; call; call = dwarf_calls_outer(calls, call)) {
		chain = dwarf_chains_find(&inlines->chains, entry_of(home, calls, call));
		if (chain)
			break;
		missing[count++] = call;
	}
	while (count > 0)
		chain = add_link(inlines, home, entry_of(home, calls, missing[--count]), chain);
	return chain;
}

/* ---- Questions ---- */

/* False: it is not known yet. */
static bool dwarf_inlines_find_in(struct dwarf_inlines *inlines, struct dwarf_question *question,
				  const struct dwarf_home *home,
				  const struct dwarf_functions *functions)
{
	struct dwarf_function *function = dwarf_functions_find(functions, question->address);
	const struct dwarf_calls *calls;
	const struct dwarf_call *call;

	if (!function)
		return true;
	calls = dwarf_inlines_calls(home, function, question->may_read);
	if (!calls)
		return false;
	call = dwarf_calls_find(calls, question->address);
	if (!call)
		return true;
	question->call = entry_of(home, calls, call);
	if (question->only_call)
		return true;
	question->chain = dwarf_chains_find(&inlines->chains, question->call);
	if (!question->chain && question->may_read)
		question->chain = make_chain(inlines, home, calls, call);
	return question->chain;
}

bool dwarf_inlines_find(struct dwarf_inlines *inlines, struct dwarf_question *question)
{
	const struct dwarf_functions *functions;
	struct dwarf_home home;

	if (!dwarf_inlines_home(inlines, question->address, question->may_read, &home))
		return false;
	if (!home.skeleton)
		return true;
	functions = dwarf_inlines_functions(&home, question->may_read);
	return functions && dwarf_inlines_find_in(inlines, question, &home, functions);
}
