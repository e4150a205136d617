/* SPDX-License-Identifier: MIT */
#include "collapse/text.h"

#include "common/base/checked.h"
#include "common/base/frame_name.h"

static const struct note_kind common_kinds[] = {TEXT_NOTE_ROWS};

static void text_init(struct ingest_run *run)
{
	text_of(run)->format = run->format->grammar;
}

static void text_release_run(struct ingest_run *run)
{
	struct text *text = run->state;
	const struct text_owned *owned;

	if (text->format->release)
		text->format->release(text);
	for (owned = text->format->owns; owned->kind != TEXT_OWNS_NOTHING; owned++) {
		void *member = (char *)text + owned->offset, *array;

		switch (owned->kind) {
		case TEXT_OWNS_ARRAY:
			memcpy(&array, member, sizeof(array));
			free(array);
			break;
		case TEXT_OWNS_BUF: buf_release(member); break;
		case TEXT_OWNS_LINES: line_cache_release(member); break;
		case TEXT_OWNS_ARENA: arena_release(member); break;
		case TEXT_OWNS_NOTHING: break;
		}
	}
	text_release(text);
}

void text_release(struct text *text)
{
	buf_release(&text->name);
	buf_release(&text->clean);
	line_cache_release(&text->known);
	free(text->frames);
}

static void end_record(struct ingest_run *run)
{
	if (text_of(run)->format->end)
		text_of(run)->format->end(run);
}

/* Add the stack that waits, if any; the budget has units for it. */
static inline void text_settle(struct ingest_run *run)
{
	struct waiting_stack *waiting = &text_of(run)->waiting;
	const bool good = waiting->depth == 0 ||
			  stack_budget_settle(&run->budget, &run->profile, waiting);

	assert(good);
	(void)good;
}

/* A stack that is surely within the budget: no name is longer than all of them. */
static bool text_can_wait(const struct ingest_run *run, size_t depth)
{
	const uint64_t most = run->profile.names.arena.size + 1;

	return text_of(run)->may_wait && profile_can_wait(&run->profile, depth) &&
	       stack_budget_allows(&run->budget, depth + stack_budget_new(depth, depth * most));
}

static bool text_has_records(const struct text_format *format)
{
	return format->starts_record || format->lines_are_records;
}

static void text_parse_lines(struct ingest_run *run, struct slice records)
{
	struct text *text = text_of(run);
	struct slice line;

	text->may_wait = true;
	for (; slice_line(&records, &line); run->line++) {
		run->budget.read += line.len + 1;
		text->format->line(run, input_clean_line(line));
	}
	if (text_has_records(text->format) || run->chunk.last)
		end_record(run);
	text_settle(run);
	text->may_wait = false;
}

static void text_finish_run(struct ingest_run *run)
{
	if (!text_has_records(text_of(run)->format))
		end_record(run);
}

struct ingest_format text_ingest_format(const struct text_format *text)
{
	return (struct ingest_format){
		.records = {.starts = text->starts_record,
			    .cleans = true,
			    .next = text->starts_record ? NULL : input_next_line},
		.in_order = !text_has_records(text),
		.parse = text_parse_lines,
		.state_size = text->state_size > 0 ? text->state_size : sizeof(struct text),
		.init = text_init,
		.finish = text_finish_run,
		.release = text_release_run,
		.kinds = text->kinds ? text->kinds : common_kinds,
		.kind_count = text->kinds ? text->kind_count : ARRAY_LEN(common_kinds),
		.grammar = text,
	};
}

frame_id text_frame(struct ingest_run *run, struct slice name)
{
	return profile_frame(&run->profile, frame_name_clean(name, &text_of(run)->clean));
}

frame_id text_folded_frame(struct ingest_run *run, struct slice name)
{
	struct buf *clean = &text_of(run)->clean;
	size_t i;

	if (slice_find(name, ';') == SLICE_NONE && slice_find(name, '\n') == SLICE_NONE)
		return profile_frame(&run->profile, name);
	buf_reset(clean);
	for (i = 0; i < name.len; i++) {
		char c = name.ptr[i];

		buf_add_char(clean, c == ';' ? ':' : c == '\n' ? ' ' : c);
	}
	return profile_frame(&run->profile, buf_slice(clean));
}

frame_id text_unnamed(struct ingest_run *run, struct slice module, struct slice address,
		      const char *marks)
{
	struct buf *name = &text_of(run)->name;
	size_t i;

	if (!text_affords_name(run, module.len))
		module = (struct slice){NULL, 0};
	buf_reset(name);
	buf_add_char(name, '[');
	if (module.ptr) {
		buf_add(name, slice_without_folders(module));
		buf_add_char(name, ' ');
	}
	buf_add_text(name, "<0x");
	slice_skip(&address, SLICE("0x"));
	while (address.len > 1 && address.ptr[0] == '0')
		address = slice_tail(address, 1);
	for (i = 0; i < address.len; i++)
		buf_add_char(name, char_lower(address.ptr[i]));
	buf_add_text(name, ">]");
	buf_add_text(name, marks);
	return text_frame(run, buf_slice(name));
}

frame_id text_unnamed_at(struct ingest_run *run, struct slice module, uint64_t address,
			 const char *marks)
{
	char digits[2 * sizeof(address) + 1];

	snprintf(digits, sizeof(digits), "%llx", (unsigned long long)address);
	if (module.len == 0)
		module.ptr = NULL;
	return text_unnamed(run, module, slice_from(digits), marks);
}

void text_tell_unused(struct ingest_run *run, struct unused *unused)
{
	struct buf *text = &text_of(run)->name;

	if (unused->kind_count == 0)
		return;
	buf_reset(text);
	unused_print(unused, text);
	text_note(run, TEXT_UNUSED, buf_slice(text));
	*unused = (struct unused){.kind_count = 0};
}

void text_add_place(struct buf *name, struct slice file, struct slice line)
{
	buf_add(name, SLICE(" ("));
	buf_add(name, file);
	buf_add(name, line.len > 0 ? SLICE(":") : SLICE(""));
	buf_add(name, line);
	buf_add_char(name, ')');
}

void text_add_place_at(struct buf *name, struct slice file, int64_t line)
{
	char digits[24] = "";

	if (line >= 0)
		snprintf(digits, sizeof(digits), "%lld", (long long)line);
	text_add_place(name, file, slice_from(digits));
}

frame_id text_thread_frame(struct ingest_run *run, struct slice name, const char *kind,
			   struct slice number)
{
	struct buf *text = &text_of(run)->name;

	if (name.len > 0 || number.len == 0)
		return text_frame(run, name);
	buf_set(text, slice_from(kind));
	buf_add(text, number);
	return text_frame(run, buf_slice(text));
}

void text_push_thread(struct ingest_run *run, struct slice name, const char *kind, uint64_t number)
{
	char digits[24];

	snprintf(digits, sizeof(digits), "%llu", (unsigned long long)number);
	text_push_frame(run, text_thread_frame(run, name, kind, slice_from(digits)));
}

void text_add_names(struct buf *out, const char *const *names, unsigned bits, const char *between)
{
	bool is_first = true;

	for (; *names; names++, bits >>= 1) {
		if ((bits & 1) == 0 || **names == '\0')
			continue;
		buf_add_text(out, is_first ? "" : between);
		buf_add_text(out, *names);
		is_first = false;
	}
}

void text_push(struct ingest_run *run, struct slice name)
{
	text_push_frame(run, text_frame(run, name));
}

bool text_push_known(struct ingest_run *run, struct slice line)
{
	struct line_cache *known = &text_of(run)->known;
	const frame_id *frame = line_cache_pays(known) ? line_cache_find(known, line) : NULL;

	if (!frame)
		return false;
	text_push_frame(run, *frame);
	return true;
}

void text_keep(struct ingest_run *run, struct slice line)
{
	struct text *text = text_of(run);
	frame_id *frame;

	assert(text->count > 0);
	if (!line_cache_pays(&text->known))
		return;
	frame = arena_alloc(&text->known.arena, sizeof(*frame));
	*frame = text->frames[text->count - 1];
	line_cache_add(&text->known, line, frame);
}

void text_cut(struct ingest_run *run, uint64_t depth)
{
	if (text_of(run)->count > depth)
		text_of(run)->count = (size_t)depth;
}

void text_row(struct ingest_run *run, uint64_t depth, struct slice name)
{
	if (depth > text_of(run)->count)
		text_note(run, TEXT_JUMP, name);
	text_cut(run, depth);
	text_push(run, name);
}

void text_reverse(frame_id *frames, size_t count)
{
	size_t i;

	for (i = 0; i < count / 2; i++) {
		frame_id swap = frames[i];

		frames[i] = frames[count - 1 - i];
		frames[count - 1 - i] = swap;
	}
}

bool text_affords(struct ingest_run *run, uint64_t depth)
{
	text_settle(run);
	if (stack_budget_allows(&run->budget, depth))
		return true;
	text_note(run, TEXT_LEFT_OUT, SLICE(""));
	return false;
}

bool text_affords_name(struct ingest_run *run, size_t length)
{
	text_settle(run);
	if (stack_budget_take(&run->budget, (uint64_t)length * STACK_BUDGET_NAME))
		return true;
	text_note(run, TEXT_UNNAMED, SLICE(""));
	return false;
}

void text_add(struct ingest_run *run, const frame_id *frames, size_t depth,
	      const struct weight *weight)
{
	const uint64_t beyond = depth > LIMIT_DEPTH ? depth - LIMIT_DEPTH : 0;

	run->samples++;
	text_settle(run);
	if (text_can_wait(run, depth))
		profile_wait(&run->profile, &text_of(run)->waiting, frames, (uint32_t)depth,
			     weight);
	else if ((beyond > 0 && !stack_budget_take(&run->budget, beyond)) ||
		 !stack_budget_add(&run->budget, &run->profile, frames, (uint32_t)(depth - beyond),
				   weight))
		text_note(run, TEXT_LEFT_OUT, SLICE(""));
	else if (beyond > 0)
		text_note(run, TEXT_DEEP, SLICE(""));
}

void text_weigh(struct ingest_run *run, enum text_order order, const struct weight *weight)
{
	struct text *text = text_of(run);
	bool nothing = weight->count[1] == 0 && !weight->overflow &&
		       (!weight->differential || weight->count[0] == 0);

	if (nothing || text->count == 0)
		return;
	if (order == TEXT_LEAF_FIRST)
		text_reverse(text->frames, text->count);
	text_add(run, text->frames, text->count, weight);
	if (order == TEXT_LEAF_FIRST)
		text_reverse(text->frames, text->count);
}

void text_count(struct ingest_run *run, enum text_order order, uint64_t count)
{
	text_weigh(run, order, &(struct weight){.count = {count, count}});
}

void text_finish(struct ingest_run *run, enum text_order order, uint64_t count)
{
	text_count(run, order, count);
	text_cut(run, 0);
}

void text_list(struct ingest_run *run, struct slice name, uint64_t number)
{
	const struct weight weight = {.count = {number, number}};
	const frame_id frame = text_frame(run, name);

	profile_add(&run->profile, &frame, 1, &weight);
}

bool text_take_count(struct ingest_run *run, struct slice *text, uint64_t *count)
{
	return text_take_decimal(run, text, 0, count);
}

/* One more digit; false where it does not fit. */
static inline bool add_digit(uint64_t *value, char c)
{
	return u64_multiply(value, 10) && u64_add(value, (uint64_t)(c - '0'));
}

bool text_take_decimal(struct ingest_run *run, struct slice *text, unsigned digits, uint64_t *value)
{
	const struct slice whole = *text;
	uint64_t sum = 0;
	size_t at, point;
	unsigned taken = 0;
	bool fits = true;

	for (at = 0; at < whole.len && char_is_digit(whole.ptr[at]); at++)
		fits &= add_digit(&sum, whole.ptr[at]);
	point = at;
	*value = 0;
	if (digits > 0 && at < whole.len && whole.ptr[at] == '.') {
		for (at++; at < whole.len && char_is_digit(whole.ptr[at]); at++) {
			if (taken == digits)
				continue;
			fits &= add_digit(&sum, whole.ptr[at]);
			taken++;
		}
	}
	if (at <= point + 1 && point == 0) /* no digit, or nothing but a point */
		return false;
	fits = fits && u64_scale(&sum, digits - taken);
	if (at > point + 1 + digits && whole.ptr[point + 1 + digits] >= '5')
		fits = fits && u64_add(&sum, 1);
	if (!fits)
		text_note(run, TEXT_HUGE, slice_head(whole, at));
	*value = fits ? sum : 0;
	*text = slice_tail(whole, at);
	return true;
}

#define SECOND UINT64_C(1000000000) /* nanoseconds */
#define HOUR (3600 * SECOND)

bool text_clock_read(struct ingest_run *run, struct slice text, uint64_t *time)
{
	struct slice hours, minutes;
	uint64_t hour, minute;

	if (!slice_cut(&text, ':', &hours) || !slice_cut(&text, ':', &minutes) ||
	    !slice_to_u64(hours, &hour) || hour > 23 || !slice_to_u64(minutes, &minute) ||
	    minute > 59 || !text_take_decimal(run, &text, 9, time) || text.len > 0 ||
	    *time >= 61 * SECOND)
		return false;
	*time += hour * HOUR + minute * 60 * SECOND;
	return true;
}

void text_clock_give(struct ingest_run *run, struct text_clock *clock, int64_t time,
		     struct slice text)
{
	if (!clock->has_first)
		clock->first = time;
	clock->has_first = true;
	if (label_wants_zero(run))
		time = time < clock->first ? -1 : time - clock->first;
	if (time < 0)
		text_note(run, TEXT_EARLY, text);
	label_set_time(run, time < 0 ? 0 : (uint64_t)time);
}

void text_clock_give_day(struct ingest_run *run, struct text_clock *clock, uint64_t time,
			 struct slice text)
{
	if (time + 12 * HOUR < clock->last)
		clock->days++;
	else if (clock->has_first && time > clock->last + 23 * HOUR)
		clock->days--;
	clock->last = time;
	text_clock_give(run, clock, (int64_t)time + clock->days * (int64_t)(24 * HOUR), text);
}

/* Leave the rows from the deepest one up to that at `depth`. */
static void inclusive_leave(struct ingest_run *run, struct inclusive *tree, size_t depth)
{
	struct text *text = text_of(run);

	while (text->count > depth) {
		if (!tree->is_idle || !tree->is_idle(run))
			text_count(run, tree->order, tree->left[text->count - 1]);
		text_cut(run, text->count - 1);
	}
}

void inclusive_row(struct ingest_run *run, struct inclusive *tree, size_t depth, struct slice name,
		   uint64_t count)
{
	struct text *text = text_of(run);

	inclusive_leave(run, tree, depth);
	text_row(run, depth, name);
	tree->left = memory_grow(tree->left, &tree->cap, text->count, sizeof(*tree->left));
	tree->left[text->count - 1] = count;
	if (text->count > 1) {
		uint64_t *above = &tree->left[text->count - 2];

		if (count > *above)
			text_note(run, TEXT_SKIPPED, name);
		*above = count < *above ? *above - count : 0;
	}
}

void inclusive_end(struct ingest_run *run, struct inclusive *tree)
{
	inclusive_leave(run, tree, 0);
}

bool text_find_name(const char *const *names, struct slice name, unsigned *bits)
{
	unsigned bit = 1;

	for (; *names; names++, bit <<= 1) {
		if (**names != '\0' && slice_equal_any_case(name, slice_from(*names))) {
			*bits |= bit;
			return true;
		}
	}
	return false;
}

bool text_parse_states(struct slice text, unsigned *bits,
		       bool (*find)(struct slice name, unsigned *bits), struct buf *problem)
{
	struct slice name = SLICE("");

	*bits = 0;
	do {
		slice_part(&text, ',', &name);
		name = slice_trim(name);
		if (slice_equal_any_case(name, SLICE("all"))) {
			*bits = ~0u;
		} else if (!find(name, bits)) {
			buf_printf(problem, "there is no state '%.*s'", SLICE_ARG(name));
			return false;
		}
	} while (text.len > 0);
	return true;
}

bool probe_line(struct slice *head, bool whole, struct slice *line)
{
	if (!whole && slice_find(*head, '\n') == SLICE_NONE)
		return false;
	if (!slice_line(head, line))
		return false;
	slice_skip(line, SLICE("\xEF\xBB\xBF"));
	slice_drop(line, SLICE("\r"));
	return true;
}

enum probe probe_any(struct slice head, bool whole, bool (*is)(struct slice line))
{
	struct slice line;

	while (probe_line(&head, whole, &line)) {
		if (is(line))
			return PROBE_YES;
	}
	return PROBE_UNSURE;
}

enum probe probe_both(struct slice head, bool whole, bool (*is)(struct slice line),
		      bool (*is_other)(struct slice line))
{
	enum probe one = probe_any(head, whole, is);

	return one == PROBE_YES ? probe_any(head, whole, is_other) : one;
}

enum probe collapse_probe(const struct collapser *collapser, struct slice head, bool whole)
{
	if (collapser->probe)
		return collapser->probe(head, whole);
	if (collapser->document)
		return collapser->probe_document(collapser->document, head);
	if (!collapser->signs[0])
		return PROBE_NO;
	return collapser->signs[1]
		       ? probe_both(head, whole, collapser->signs[0], collapser->signs[1])
		       : probe_any(head, whole, collapser->signs[0]);
}

enum probe probe_first(struct slice head, bool whole, bool (*is)(struct slice line))
{
	struct slice line;

	while (probe_line(&head, whole, &line)) {
		if (line.len > 0)
			return is(line) ? PROBE_YES : PROBE_NO;
	}
	return PROBE_UNSURE;
}
