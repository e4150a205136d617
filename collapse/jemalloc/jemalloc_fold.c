/* SPDX-License-Identifier: MIT */
/* A dump of jemalloc to stacks. */
#include "collapse/jemalloc/jemalloc.h"

/* "[libc.so.6+0x26304]", by the place in the file */
static void name_unknown(struct buf *name, const struct mapping *mapping, uint64_t address)
{
	struct slice module = mapping ? mapping->path : SLICE("unknown");
	size_t slash = slice_rfind(module, '/');

	if (slash != SLICE_NONE)
		module = slice_tail(module, slash + 1);
	slice_skip(&module, SLICE("["));
	slice_drop(&module, SLICE("]"));
	if (mapping)
		address = address - mapping->start + mapping->offset;
	buf_reset(name);
	buf_printf(name, "[%.*s+0x%llx]", SLICE_ARG(module), (unsigned long long)address);
}

static void keep_frame(struct ingest_run *run, struct slice name)
{
	struct jemalloc *jemalloc = run->state;

	jemalloc->frames = memory_grow(jemalloc->frames, &jemalloc->frame_cap,
				       jemalloc->frame_count + 1, sizeof(*jemalloc->frames));
	jemalloc->frames[jemalloc->frame_count++] = text_frame(run, name);
}

static struct jemalloc_place find_place(struct ingest_run *run, uint64_t address)
{
	const struct jemalloc_options *options = run->options;
	struct jemalloc *jemalloc = run->state;
	struct buf *name = &jemalloc->text.name;
	const struct mapping *mapping = mapped_find(&jemalloc->mapped, address);
	struct jemalloc_place place = {.first = jemalloc->frame_count};
	const struct pprof_line *lines;
	size_t count = 0, i;

	if (mapping)
		count = mapped_lines(&jemalloc->mapped, mapping, address, &lines);
	for (i = 0; i < count; i++) {
		buf_reset(name);
		buf_add(name, lines[i].function);
		if (options->mark_inlined && i + 1 < count)
			buf_add(name, SLICE("_[i]"));
		keep_frame(run, buf_slice(name));
	}
	if (count == 0) {
		name_unknown(name, mapping, address);
		keep_frame(run, buf_slice(name));
	}
	place.count = jemalloc->frame_count - place.first;
	return place;
}

static void push_address(struct ingest_run *run, uint64_t address)
{
	struct jemalloc *jemalloc = run->state;
	size_t known = jemalloc->known.count, i;
	frame_id index = intern_add(&jemalloc->known,
				    slice_of((const char *)&address, sizeof(address)));
	const struct jemalloc_place *place;

	if (index == known) {
		jemalloc->places = memory_grow(jemalloc->places, &jemalloc->place_cap, known + 1,
					       sizeof(*jemalloc->places));
		jemalloc->places[index] = find_place(run, address);
	}
	place = &jemalloc->places[index];
	for (i = 0; i < place->count; i++)
		text_push_frame(run, jemalloc->frames[place->first + i]);
}

static uint64_t jemalloc_value_of(const struct jemalloc_options *options,
				  const struct jemalloc_stack *stack)
{
	/* in the order of --value */
	static const size_t values[JEMALLOC_VALUES] = {JEMALLOC_INUSE_SPACE, JEMALLOC_INUSE_OBJECTS,
						       JEMALLOC_ALLOC_SPACE,
						       JEMALLOC_ALLOC_OBJECTS};

	return options->pprof ? 1 : stack->values[values[options->value]];
}

static void fold_stacks(struct ingest_run *run)
{
	const struct jemalloc *jemalloc = run->state;
	size_t i, at;

	for (i = 0; i < jemalloc->stack_count; i++) {
		const struct jemalloc_stack *stack = &jemalloc->stacks[i];
		uint64_t value = jemalloc_value_of(run->options, stack);

		if (!stack->counted) {
			text_note(run, JEMALLOC_UNCOUNTED, SLICE(""));
			continue;
		}
		for (at = 0; at < stack->depth; at++)
			push_address(run, jemalloc->addresses[stack->first + at]);
		if (stack->depth == 0)
			text_push(run, SLICE(""));
		text_finish(run, TEXT_LEAF_FIRST, value);
		run->samples += value == 0; /* seen, but not of what is counted */
	}
}

void jemalloc_reset(struct jemalloc *jemalloc)
{
	jemalloc->address_count = jemalloc->stack_count = jemalloc->frame_count = 0;
	intern_release(&jemalloc->known);
	mapped_reset(&jemalloc->mapped);
}

void jemalloc_fold(struct ingest_run *run)
{
	const struct jemalloc_options *options = run->options;
	struct jemalloc *jemalloc = run->state;

	if (jemalloc->part == JEMALLOC_NOTHING)
		return;
	if (jemalloc->part == JEMALLOC_STACKS)
		text_note(run, JEMALLOC_CUT, SLICE(""));
	jemalloc->mapped.symbols = (enum mapped_symbols)options->symbols;
	header_add(&run->profile.header, HEADER_UNIT,
		   options->value % 2 == 0 ? SLICE("bytes") : SLICE("objects"));
	fold_stacks(run);
}

void jemalloc_release(struct jemalloc *jemalloc)
{
	free(jemalloc->addresses);
	free(jemalloc->stacks);
	free(jemalloc->places);
	free(jemalloc->frames);
	intern_release(&jemalloc->known);
	mapped_release(&jemalloc->mapped);
}
