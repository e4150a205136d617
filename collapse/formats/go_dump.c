/* SPDX-License-Identifier: MIT */
#include "collapse/formats/go_dump.h"

#include <math.h>

#include "common/base/checked.h"
#include "common/base/exact.h"
#include "common/profile/label_request.h"

/*
 * ---- Goroutines ----
 *
 *     goroutine 10 [chan receive, 12 minutes]:
 *     main.(*shop).sell(0x0?, {0xc000012345, 0x2})
 *     	/src/main.go:59 +0x1c
 *     created by main.main in goroutine 1
 *     	/src/main.go:76 +0x14a
 */

/* "goroutine 10 gp=0xc000002380 m=0 mp=0x5a6c40 [": what is in the brackets, and the number. */
static bool go_take_goroutine(struct slice line, struct slice *number, struct slice *state)
{
	static const struct slice words[] = {SLICE_INIT("gp="), SLICE_INIT("m="),
					     SLICE_INIT("mp=")};
	struct slice word;
	size_t i, end;

	if (!slice_skip(&line, SLICE("goroutine ")) || !slice_word(&line, number) ||
	    !slice_is_number(*number))
		return false;
	line = slice_trim_left(line);
	for (i = 0; i < ARRAY_LEN(words); i++) {
		if (slice_starts(line, words[i]) && slice_word(&line, &word))
			line = slice_trim_left(line);
	}
	if (!slice_skip(&line, SLICE("[")))
		return false;
	end = slice_rfind(line, ']');
	*state = end == SLICE_NONE ? line : slice_head(line, end);
	return true;
}

/* Whole words, whatever their case. */
static bool go_is_listed(struct slice list, struct slice state)
{
	struct slice word;

	while (slice_part(&list, ',', &word)) {
		word = slice_trim(word);
		if (slice_equal_any_case(word, state) || slice_equal_any_case(word, SLICE("all")))
			return true;
	}
	return false;
}

static void go_begin_goroutine(struct go_dump *dump, const struct go_dump_options *options,
			       struct slice number, struct slice rest)
{
	struct slice state = SLICE(""), part, minutes;

	dump->kind = GO_DUMP_GOROUTINE;
	buf_add(&dump->number, number);
	slice_part(&rest, ',', &state);
	buf_add(&dump->state, slice_trim(state));
	while (slice_part(&rest, ',', &part)) {
		part = slice_trim(part);
		if (slice_word(&part, &minutes) && slice_is_number(minutes) &&
		    slice_starts(slice_trim(part), SLICE("minute"))) {
			buf_add(&dump->wait, minutes);
			buf_add_char(&dump->wait, 'm');
		}
	}
	dump->is_selected = options->states.len == 0 ||
			    go_is_listed(options->states, buf_slice(&dump->state));
}

static void go_label_goroutine(struct ingest_run *run, const struct go_dump *dump)
{
	if (!run->labels)
		return;
	label_clear(run);
	label_set(run, LABEL_STATE, buf_slice(&dump->state));
	label_set_own(run, SLICE("goroutine"), buf_slice(&dump->number));
	if (dump->wait.len > 0)
		label_set_own(run, SLICE("wait"), buf_slice(&dump->wait));
}

static void go_end_goroutine(struct ingest_run *run, struct go_dump *dump,
			     const struct go_dump_options *options)
{
	text_fill(run);
	if (options->created_by && dump->created.len > 0)
		text_push(run, buf_slice(&dump->created));
	go_label_goroutine(run, dump);
	if (dump->is_selected)
		text_count(run, TEXT_LEAF_FIRST, 1);
	else
		text_note(run, GO_DUMP_NOT_SELECTED, SLICE(""));
	run->samples += !dump->is_selected;
	text_cut(run, 0);
	buf_reset(&dump->number);
	buf_reset(&dump->state);
	buf_reset(&dump->wait);
	buf_reset(&dump->created);
	dump->kind = GO_DUMP_NONE;
}

/* "main.(*shop).sell(0x0?, {0x1})" without its arguments; false if it has none. */
static bool go_drop_arguments(struct slice *call)
{
	const size_t at = slice_group(*call);

	if (at == SLICE_NONE || at == 0)
		return false;
	*call = slice_head(*call, at);
	return true;
}

static void go_see_goroutine(struct ingest_run *run, struct go_dump *dump,
			     const struct go_dump_options *options, struct slice line)
{
	const struct slice whole = line;
	size_t at;

	if (line.len == 0)
		go_end_goroutine(run, dump, options);
	else if (char_is_blank(line.ptr[0]))
		; /* where the line above is */
	else if (slice_starts(line, SLICE("created by "))) {
		at = slice_search(line, SLICE(" in goroutine "));
		buf_set(&dump->created, at == SLICE_NONE ? line : slice_head(line, at));
	} else if (slice_starts(line, SLICE("..."))) {
		text_push(run, SLICE("[truncated]"));
	} else if (slice_starts(line, SLICE("goroutine running on other thread"))) {
		text_cut(run, 0);
	} else if (go_drop_arguments(&line)) {
		text_push(run, line);
	} else {
		text_note(run, TEXT_BAD_LINE, whole);
	}
}

/*
 * ---- Profiles ----
 *
 *     heap profile: 204: 897536 [224: 2144256] @ heap/8192
 *     200: 819200 [200: 819200] @ 0x4b54cf 0x4b55c7
 *     # labels: {"request":"7"}
 *     #	0x4b54ce	main.keep+0x2e		example.com/goapp/main.go:17
 */

static const struct go_values {
	enum go_dump_kind kind;
	struct slice types[4]; /* the default first */
	struct slice unit[4];
} values[] = {
	{GO_DUMP_COUNT, {SLICE_INIT("count")}, {SLICE_INIT("samples")}},
	{GO_DUMP_HEAP,
	 {SLICE_INIT("inuse_space"), SLICE_INIT("inuse_objects"), SLICE_INIT("alloc_space"),
	  SLICE_INIT("alloc_objects")},
	 {SLICE_INIT("bytes"), SLICE_INIT("objects"), SLICE_INIT("bytes"), SLICE_INIT("objects")}},
	{GO_DUMP_CYCLES,
	 {SLICE_INIT("delay"), SLICE_INIT("contentions")},
	 {SLICE_INIT("ns"), SLICE_INIT("contentions")}},
};

/* The kind of profile that begins; `rate` of a heap profile. */
static enum go_dump_kind go_heading(struct slice line, struct slice *rate)
{
	size_t at = slice_search(line, SLICE(" profile: total "));

	*rate = SLICE("");
	if (at != SLICE_NONE && at > 0 && !char_is_blank(line.ptr[0]) && line.ptr[0] != '#' &&
	    slice_is_number(slice_tail(line, at + 16)))
		return GO_DUMP_COUNT;
	if (slice_starts(line, SLICE("--- contention:")) || slice_starts(line, SLICE("--- mutex:")))
		return GO_DUMP_CYCLES;
	if (!slice_starts(line, SLICE("heap profile: ")))
		return GO_DUMP_NONE;
	at = slice_search(line, SLICE("@ heap/"));
	if (at == SLICE_NONE)
		return GO_DUMP_NONE;
	*rate = slice_trim(slice_tail(line, at + 7));
	return slice_is_number(*rate) ? GO_DUMP_HEAP : GO_DUMP_NONE;
}

static void go_begin_profile(struct ingest_run *run, struct go_dump *dump,
			     const struct go_dump_options *options, enum go_dump_kind kind,
			     struct slice rate)
{
	uint64_t bytes = 0;
	size_t i, k;

	slice_to_u64(rate, &bytes);
	dump->kind = kind;
	dump->rate = (double)bytes / 2;
	dump->period = 1;
	dump->frequency = 0;
	dump->has_type = false;
	for (i = 0; i < ARRAY_LEN(values); i++) {
		for (k = 0; values[i].kind == kind && k < ARRAY_LEN(values[i].types) &&
			    values[i].types[k].len > 0 && !dump->has_type;
		     k++) {
			dump->has_type = options->sample_index.len == 0 ||
					 slice_equal(options->sample_index, values[i].types[k]);
			dump->column = k;
			if (dump->has_type)
				header_add(&run->profile.header, HEADER_UNIT, values[i].unit[k]);
		}
	}
	if (!dump->has_type)
		text_note(run, GO_DUMP_NO_TYPE, SLICE(""));
}

/* A pair of a heap profile as the program allocated it, not as it was sampled. */
static uint64_t go_unsample(const struct go_dump *dump, uint64_t objects, uint64_t bytes,
			    bool wants_bytes)
{
	const uint64_t value = wants_bytes ? bytes : objects;
	double scale, scaled;

	if (objects == 0 || bytes == 0)
		return 0;
	if (dump->rate <= 1)
		return value;
	scale = 1 / (1 - exp(-((double)bytes / (double)objects) / dump->rate));
	scaled = (double)value * scale;
	return scaled >= 18446744073709549568.0 ? UINT64_MAX : (uint64_t)scaled;
}

/* Nanoseconds of a number of the clock's cycles. */
static uint64_t go_delay(const struct go_dump *dump, uint64_t cycles)
{
	struct u128 product = u128_multiply(cycles, dump->period);
	uint64_t whole;

	if (dump->frequency == 0 || product.high > 0)
		return dump->frequency == 0 ? 0 : UINT64_MAX;
	whole = product.low;
	product = u128_multiply(whole, 1000000000);
	u128_divide(&product, dump->frequency);
	return product.high > 0 ? UINT64_MAX : product.low;
}

/* "4: 65536 [20: 1310720]": four numbers. */
static bool go_take_heap(struct slice text, uint64_t number[4])
{
	static const char ends[] = {':', '[', ':', ']'};
	struct slice part;
	size_t i;

	for (i = 0; i < 4; i++) {
		if (!slice_cut(&text, ends[i], &part) ||
		    !slice_to_u64(slice_trim(part), &number[i]))
			return false;
	}
	return slice_trim(text).len == 0;
}

/* The values in front of " @". */
static bool go_take_values(struct go_dump *dump, struct slice text)
{
	uint64_t number[4] = {0};
	struct slice word;

	if (dump->kind == GO_DUMP_HEAP) {
		if (!go_take_heap(text, number))
			return false;
		dump->value = dump->column < 2
				      ? go_unsample(dump, number[0], number[1], dump->column == 0)
				      : go_unsample(dump, number[2], number[3], dump->column == 2);
		return true;
	}
	if (!slice_word(&text, &word) || !slice_to_u64(word, &number[0]))
		return false;
	if (dump->kind == GO_DUMP_COUNT) {
		dump->value = number[0];
		return slice_trim(text).len == 0;
	}
	if (!slice_word(&text, &word) || !slice_to_u64(word, &number[1]) ||
	    slice_trim(text).len > 0)
		return false;
	if (dump->column == 0)
		dump->value = go_delay(dump, number[0]);
	else if (!u64_multiply(&number[1], dump->period))
		dump->value = UINT64_MAX;
	else
		dump->value = number[1];
	return true;
}

/* {"request":"7","user":"a b"}; values have no quotes in them. */
static void go_label_entry(struct ingest_run *run, struct slice text)
{
	struct slice part[4];
	size_t i;

	if (!run->labels)
		return;
	label_clear(run);
	while (slice_find(text, '"') != SLICE_NONE) {
		for (i = 0; i < ARRAY_LEN(part); i++) {
			if (!slice_cut(&text, '"', &part[i]))
				return;
		}
		label_set_own(run, part[1], part[3]);
	}
}

static void go_end_entry(struct ingest_run *run, struct go_dump *dump)
{
	struct slice rest = buf_slice(&dump->addresses), word;

	if (!dump->in_entry)
		return;
	dump->in_entry = false;
	while (!dump->has_lines && slice_word(&rest, &word)) {
		struct buf *name = &text_of(run)->name;

		buf_reset(name);
		buf_printf(name, "[<%.*s>]", SLICE_ARG(word));
		text_push(run, buf_slice(name));
	}
	text_fill(run);
	go_label_entry(run, buf_slice(&dump->labels));
	if (dump->kind == GO_DUMP_CYCLES && dump->column == 0 && dump->frequency == 0)
		text_note(run, TEXT_NO_COLUMN, SLICE("cycles/second"));
	else if (dump->value == UINT64_MAX)
		text_note(run, TEXT_HUGE, SLICE(""));
	else if (dump->has_type)
		text_count(run, TEXT_LEAF_FIRST, dump->value);
	text_cut(run, 0);
}

/* "#	0x4b54ce	main.keep+0x2e	...": the name; false for a line without one. */
static bool go_take_name(struct slice line, struct slice *name)
{
	struct slice address;
	size_t plus;

	if (!slice_cut(&line, '\t', &address) || !slice_cut(&line, '\t', &address))
		return false;
	if (!slice_starts(address, SLICE("0x")))
		return false;
	*name = line;
	if (slice_cut(&line, '\t', name))
		line = *name;
	*name = line;
	plus = slice_rsearch(line, SLICE("+0x"));
	if (plus != SLICE_NONE)
		*name = slice_head(line, plus);
	return name->len > 0;
}

static void go_see_profile(struct ingest_run *run, struct go_dump *dump, struct slice line)
{
	const struct slice whole = line;
	struct slice front, name;
	size_t at;

	if (line.len == 0) {
		go_end_entry(run, dump);
	} else if (slice_skip(&line, SLICE("# labels: "))) {
		buf_set(&dump->labels, line);
	} else if (line.ptr[0] == '#') {
		if (dump->in_entry && go_take_name(line, &name)) {
			dump->has_lines = true;
			text_push(run, name);
		}
	} else if (slice_skip(&line, SLICE("cycles/second="))) {
		if (!slice_to_u64(slice_trim(line), &dump->frequency))
			text_note(run, TEXT_BAD_LINE, whole);
	} else if (slice_skip(&line, SLICE("sampling period="))) {
		if (!slice_to_u64(slice_trim(line), &dump->period))
			text_note(run, TEXT_BAD_LINE, whole);
	} else if ((at = slice_find(line, '@')) != SLICE_NONE) {
		go_end_entry(run, dump);
		front = slice_head(line, at);
		if (!go_take_values(dump, front)) {
			text_note(run, TEXT_BAD_LINE, whole);
			return;
		}
		dump->in_entry = true;
		dump->has_lines = false;
		buf_reset(&dump->labels);
		buf_set(&dump->addresses, slice_tail(line, at + 1));
	} else {
		text_note(run, TEXT_BAD_LINE, whole);
	}
}

/* ---- Both ---- */

bool go_dump_begins(struct slice line)
{
	struct slice number, state;

	return go_take_goroutine(line, &number, &state) || go_heading(line, &state) != GO_DUMP_NONE;
}

bool go_dump_line(struct ingest_run *run, struct go_dump *dump,
		  const struct go_dump_options *options, struct slice line)
{
	struct slice number, rest;
	enum go_dump_kind kind;

	if (go_take_goroutine(line, &number, &rest)) {
		go_dump_end(run, dump, options);
		go_begin_goroutine(dump, options, number, rest);
		return true;
	}
	kind = dump->kind == GO_DUMP_GOROUTINE ? GO_DUMP_NONE : go_heading(line, &rest);
	if (kind != GO_DUMP_NONE) {
		go_dump_end(run, dump, options);
		go_begin_profile(run, dump, options, kind, rest);
		return true;
	}
	if (dump->kind == GO_DUMP_NONE)
		return false;
	if (dump->kind == GO_DUMP_GOROUTINE)
		go_see_goroutine(run, dump, options, line);
	else
		go_see_profile(run, dump, line);
	return true;
}

void go_dump_end(struct ingest_run *run, struct go_dump *dump,
		 const struct go_dump_options *options)
{
	if (dump->kind == GO_DUMP_GOROUTINE)
		go_end_goroutine(run, dump, options);
	else if (dump->kind != GO_DUMP_NONE)
		go_end_entry(run, dump);
	dump->kind = GO_DUMP_NONE;
}

void go_dump_release(struct go_dump *dump)
{
	buf_release(&dump->number);
	buf_release(&dump->state);
	buf_release(&dump->wait);
	buf_release(&dump->created);
	buf_release(&dump->addresses);
	buf_release(&dump->labels);
}
