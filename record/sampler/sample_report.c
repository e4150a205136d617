/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* dladdr */

#include "record/sampler/sample_report.h"

#include <dlfcn.h>

#include "common/base/memory.h"
#include "common/debuginfo/demangle.h"
#include "common/debuginfo/elf_symbols.h"

struct symbol_file {
	struct symbol_file *next;
	const struct module *module;
	struct elf_symbols *symbols; /* NULL: the file is missing, or another one */
};

struct symbols {
	struct symbol_file *files;
};

struct symbols *symbols_new(void)
{
	return memory_clear(1, sizeof(struct symbols));
}

void symbols_free(struct symbols *symbols)
{
	while (symbols && symbols->files) {
		struct symbol_file *next = symbols->files->next;

		elf_symbols_close(symbols->files->symbols);
		free(symbols->files);
		symbols->files = next;
	}
	free(symbols);
}

static const struct elf_symbols *symbols_of(struct symbols *symbols, const char *path,
					    const struct module *module)
{
	const struct slice build_id = slice_of((const char *)module->build_id,
					       module->build_id_size);
	struct symbol_file *file;

	for (file = symbols->files; file; file = file->next) {
		if (file->module == module)
			return file->symbols;
	}
	file = memory_clear(1, sizeof(*file));
	file->module = module;
	file->next = symbols->files;
	symbols->files = file;
	file->symbols = elf_symbols_open(path, build_id);
	return file->symbols;
}

/* "memcpy@@GLIBC_2.14" */
static struct slice without_version(struct slice name)
{
	size_t at = slice_find(name, '@');

	return at == SLICE_NONE || at == 0 ? name : slice_head(name, at);
}

struct slice symbols_find(struct symbols *symbols, const char *path, const struct module *module,
			  uintptr_t address)
{
	const struct elf_symbols *file = symbols_of(symbols, path, module);

	if (!file || elf_symbols_is_empty(file)) {
		/*
		 * Ask the loader, for modules without a file: the kernel's object, and deleted
		 * files.
		 */
		Dl_info info;

		if (module->died != UINT32_MAX || dladdr((void *)address, &info) == 0 ||
		    !info.dli_sname || (uintptr_t)info.dli_fbase != module->start)
			return SLICE("");
		return slice_from(info.dli_sname);
	}
	return without_version(elf_symbols_find(file, address - module->base));
}

/* An address in an epoch, resolved. */
struct resolved {
	const char *name;
	const struct module *module;
};

/* A report in the making. */
struct builder {
	struct flamesample_report *report;
	flamesample_edit_fn *edit;
	void *context;
	struct sampler_view view;
	struct symbols *symbols;
	struct intern keys; /* struct place_key */
	struct resolved *places;
	size_t places_cap;
	struct arena texts;
	struct flamesample_frame *frames; /* of the stack that is edited */
	size_t frames_cap;
	struct buf room, name;
};

struct place_key {
	uintptr_t address;
	uintptr_t epoch;
};

static const char *keep_text(struct builder *builder, struct slice text)
{
	buf_reset(&builder->name);
	buf_add(&builder->name, text);
	buf_add_char(&builder->name, '\0');
	return arena_copy(&builder->texts, buf_slice(&builder->name)).ptr;
}

static const char *sample_report_name_of(struct builder *builder, const struct module *module,
					 uintptr_t address)
{
	const char *path = module ? module_path(builder->report->modules, module) : "";
	struct slice base = slice_from(path), symbol;
	size_t slash = slice_rfind(base, '/');

	if (!module)
		return "[unknown]";
	buf_reset(&builder->room);
	symbol = symbols_find(builder->symbols, path, module, address);
	if (symbol.len > 0)
		return keep_text(builder, demangle(&builder->room, symbol)
						  ? buf_slice(&builder->room)
						  : symbol);
	base = slash == SLICE_NONE ? base : slice_tail(base, slash + 1);
	buf_add_char(&builder->room, '[');
	buf_add(&builder->room, base.len > 0 ? base : SLICE("unknown"));
	buf_add_char(&builder->room, ']');
	return keep_text(builder, buf_slice(&builder->room));
}

static struct resolved find_place(struct builder *builder, uintptr_t address, uint32_t epoch)
{
	struct place_key key = {address, epoch};
	size_t before = builder->keys.count;
	frame_id id;

	MEMORY_ROOM(builder->places, before, builder->places_cap);
	id = intern_add(&builder->keys, slice_of((const char *)&key, sizeof(key)));
	if (id == before) {
		const struct module *module = modules_at(builder->report->modules, address, epoch);

		builder->places[id] = (struct resolved){
			sample_report_name_of(builder, module, address), module};
	}
	return builder->places[id];
}

/* The frames of a sample as the caller may edit them; with one more where it was truncated. */
static size_t name_frames(struct builder *builder, const struct stack_sample *sample)
{
	const struct flamesample_frame cut = {.name = "[truncated]", .object = ""};
	size_t depth = sample->depth, i;

	MEMORY_ROOM(builder->frames, depth, builder->frames_cap);
	for (i = 0; i < depth; i++) {
		struct resolved place = find_place(builder, sample->frames[i], sample->epoch);

		builder->frames[i] = (struct flamesample_frame){
			.name = place.name,
			.object = place.module ? module_path(builder->report->modules, place.module)
					       : "",
			.address = sample->frames[i],
		};
	}
	if (sample->flags & STACK_SAMPLE_TRUNCATED)
		builder->frames[depth++] = cut;
	return depth;
}

static const struct report_frame *keep_frames(struct builder *builder,
					      const struct flamesample_stack *stack, uint32_t epoch)
{
	struct flamesample_report *report = builder->report;
	struct report_frame *frames = arena_alloc(&report->arena, stack->depth * sizeof(*frames));
	size_t i;

	for (i = 0; i < stack->depth; i++) {
		const struct flamesample_frame *frame = &stack->frames[i];

		frames[i] = (struct report_frame){
			.name = intern_add(&report->names, slice_from(frame->name)),
			.address = frame->address,
			.module = frame->address != 0
					  ? find_place(builder, frame->address, epoch).module
					  : NULL,
		};
	}
	return frames;
}

static void add_stack(struct builder *builder, const struct stack_sample *sample)
{
	struct flamesample_report *report = builder->report;
	char thread[STACK_SAMPLE_THREAD + 1] = "";
	size_t depth = name_frames(builder, sample);
	struct flamesample_stack stack = {
		.depth = depth,
		.frames = builder->frames,
		.thread = thread,
		.thread_id = sample->tid,
		.count = sample->count,
	};

	memcpy(thread, sample->thread, STACK_SAMPLE_THREAD);
	if (builder->edit)
		builder->edit(&stack, builder->context);
	MEMORY_ROOM(report->stacks, report->count, report->cap);
	report->stacks[report->count++] = (struct report_stack){
		.frames = keep_frames(builder, &stack, sample->epoch),
		.depth = stack.depth,
		.thread = intern_add(&report->names, slice_from(stack.thread)),
		.tid = stack.thread_id,
		.count = sample->count,
	};
}

static int build(void *context)
{
	struct builder *builder = context;
	size_t i;
	int result;

	builder->report = memory_clear(1, sizeof(*builder->report));
	result = sampler_view(&builder->view);
	if (result != FLAMESAMPLE_OK)
		return result;
	builder->report->modules = builder->view.modules;
	builder->report->stats = builder->view.stats;
	builder->symbols = symbols_new();
	for (i = 0; i < store_count(builder->view.store); i++) {
		if (builder->view.store->counts[i] > 0)
			add_stack(builder, store_sample(builder->view.store, i));
	}
	return FLAMESAMPLE_OK;
}

int flamesample_report_new(struct flamesample_report **report, flamesample_edit_fn *edit,
			   void *context)
{
	struct builder builder = {.edit = edit, .context = context};
	int result = sampler_call(build, &builder);

	symbols_free(builder.symbols);
	intern_release(&builder.keys);
	arena_release(&builder.texts);
	free(builder.places);
	free(builder.frames);
	buf_release(&builder.room);
	buf_release(&builder.name);
	if (result != FLAMESAMPLE_OK) {
		flamesample_report_free(builder.report);
		builder.report = NULL;
	}
	*report = builder.report;
	return result;
}

void flamesample_report_free(struct flamesample_report *report)
{
	if (!report)
		return;
	free(report->stacks);
	free(report->modules);
	intern_release(&report->names);
	arena_release(&report->arena);
	free(report);
}

void flamesample_stats_init(struct flamesample_stats *stats, size_t size)
{
	memset(stats, 0, size);
	stats->size = size;
}

void flamesample_report_stats(const struct flamesample_report *report,
			      struct flamesample_stats *stats)
{
	size_t size = stats->size < sizeof(*stats) ? stats->size : sizeof(*stats);

	memcpy(stats, &report->stats, size);
	stats->size = size;
}

/* "; 4 were missed: 1 while another thread was sampled, 3 because ..." */
static void add_missed(char *text, size_t size, const struct flamesample_stats *stats)
{
	const struct {
		uint64_t count;
		const char *why;
	} losses[] = {
		{stats->lost_busy, "while another thread was sampled"},
		{stats->lost_full, "because there was no room for more stacks"},
		{stats->lost_late, "because the system's timer came too late or not at all"},
	};
	uint64_t missed = stats->lost_busy + stats->lost_full + stats->lost_late;
	size_t used, i;
	const char *before = ": ";

	used = (size_t)snprintf(text, size, "; %llu %s missed", (unsigned long long)missed,
				missed == 1 ? "was" : "were");
	for (i = 0; i < ARRAY_LEN(losses) && used < size; i++) {
		if (losses[i].count == 0)
			continue;
		if (losses[i].count == missed)
			used += (size_t)snprintf(text + used, size - used, " %s", losses[i].why);
		else
			used += (size_t)snprintf(text + used, size - used, "%s%llu %s", before,
						 (unsigned long long)losses[i].count,
						 losses[i].why);
		before = ", ";
	}
}

int flamesample_report_summary(const struct flamesample_report *report, char *text, size_t size)
{
	const struct flamesample_stats *stats = &report->stats;
	char missed[320] = "", cut[80] = "";

	if (stats->lost_busy + stats->lost_full + stats->lost_late > 0)
		add_missed(missed, sizeof(missed), stats);
	if (stats->truncated > 0)
		snprintf(cut, sizeof(cut), "; %llu with an incomplete call stack",
			 (unsigned long long)stats->truncated);
	return snprintf(
		text, size,
		"%llu samples in %.2f s of CPU time, %.0f Hz asked for, %.1f Hz achieved%s%s",
		(unsigned long long)stats->samples, stats->cpu_seconds, stats->asked_hz,
		stats->achieved_hz, missed, cut);
}
