/* SPDX-License-Identifier: MIT */
#include "common/folded/folded.h"

#include "common/base/diag.h"
#include "common/base/escape.h"
#include "common/base/slice.h"
#include "common/base/utf8.h"
#include "common/folded/folded_grammar.h"
#include "common/profile/profile.h"

enum {
	AT_ONCE = 32, /* separators that are found together, or more */
	APART = 2,    /* frames that are not joined */
};

void folded_frames_init(struct folded_frames *frames, struct slice unnamed)
{
	*frames = (struct folded_frames){.unnamed = unnamed};
	name_table_init(&frames->table);
}

void folded_frames_release(struct folded_frames *frames)
{
	name_table_release(&frames->table);
	free(frames->ids);
	free(frames->names);
	free(frames->ends);
	*frames = (struct folded_frames){0};
}

/*
 * The next stacks lie in `chunk`. The text of the last one goes away: nothing is shared with it.
 * Until the first call stacks may lie anywhere, and names are looked up one by one, without the
 * table.
 */
static void folded_frames_begin(struct folded_frames *frames, struct slice chunk)
{
	frames->readable = chunk;
	frames->text = SLICE("");
	frames->depth = 0;
}

/* How many frames of the last stack `stack` begins with; of joined ones each is another. */
static uint32_t shared_frames(const struct folded_frames *frames, struct slice stack)
{
	size_t common = slice_common(frames->text, stack, 0);
	uint32_t shared = 0, depth = frames->depth;

	if (frames->joined && depth > APART)
		depth = APART;
	while (shared < depth && frames->ends[shared] < common)
		shared++;
	if (shared < depth && frames->ends[shared] == common &&
	    (common == stack.len || stack.ptr[common] == ';'))
		shared++;
	return shared;
}

/* Make room for so many more frames. */
static void reserve(struct folded_frames *frames, size_t more)
{
	const size_t count = frames->depth + more;

	MEMORY_NEED(frames->names, count, frames->name_cap);
	MEMORY_NEED(frames->ends, count, frames->end_cap);
}

static void folded_frames_add_name(struct folded_frames *frames, size_t begin, size_t end)
{
	const char *text = frames->text.ptr;

	frames->names[frames->depth] = slice_between(text + begin, text + end);
	frames->ends[frames->depth++] = end;
}

/* The end of the frames from `begin` on that are joined: of the text, unless they are too many. */
static size_t end_of_joined(struct slice text, size_t begin)
{
	size_t left = LIMIT_DEPTH - APART, at = begin, size;

	if (text.len - begin < left)
		return text.len;
	for (; left > 0; left--) {
		size = slice_find(slice_tail(text, at), ';');
		if (size == SLICE_NONE)
			return text.len;
		at += size + 1;
	}
	return at - 1;
}

/* find_names() of frames that are to be joined. */
static bool find_joined(struct folded_frames *frames)
{
	const struct slice text = frames->text;
	size_t begin = frames->depth > 0 ? frames->ends[frames->depth - 1] + 1 : 0, end = 0;

	if (text.len == 0)
		return true;
	reserve(frames, APART + 1);
	for (; frames->depth <= APART && begin <= text.len; begin = end + 1) {
		if (frames->depth == APART)
			end = end_of_joined(text, begin);
		else if ((end = slice_find(slice_tail(text, begin), ';')) != SLICE_NONE)
			end += begin;
		else
			end = text.len;
		folded_frames_add_name(frames, begin, end);
	}
	return begin > text.len;
}

/* Find the frames after those that were found already; false if there are too many. */
static bool find_names(struct folded_frames *frames)
{
	const struct slice text = frames->text;
	size_t begin = frames->depth > 0 ? frames->ends[frames->depth - 1] + 1 : 0;
	uint32_t separators[AT_ONCE + SLICE_SCAN_MORE];
	size_t from, end, count, i;

	if (text.len == 0)
		return true;
	while (begin <= text.len) {
		from = begin;
		count = slice_scan(slice_tail(text, from), ';', AT_ONCE, separators);
		reserve(frames, count + 1);
		for (i = 0; i < count && frames->depth < LIMIT_DEPTH; i++) {
			folded_frames_add_name(frames, begin, from + separators[i]);
			begin = from + separators[i] + 1;
		}
		if (frames->depth == LIMIT_DEPTH)
			return false;
		if (count == 0) { /* the last frame, or one of more than 2 GiB */
			end = slice_find(slice_tail(text, from), ';');
			end = end == SLICE_NONE ? text.len : from + end;
			folded_frames_add_name(frames, begin, end);
			begin = end + 1;
		}
	}
	return true;
}

/* True if the bytes around the names (one at least) can be read, as name_table_find_all() does. */
static bool is_inside(const struct folded_frames *frames, const struct slice *names, size_t count)
{
	const char *begin = frames->readable.ptr, *end;

	if (frames->readable.len == 0)
		return false;
	end = begin + frames->readable.len;
	return names[0].ptr >= begin && names[0].ptr - begin >= NAME_FRONT &&
	       names[count - 1].ptr <= end && end - names[count - 1].ptr >= NAME_MIDDLE;
}

/* One by one: the name is new, or at the edge of the chunk. */
static frame_id folded_frames_find_frame(struct folded_frames *frames, struct intern *names,
					 struct slice name)
{
	struct name_frames found;
	frame_id frame;

	if (name.len == 0) /* never added to the table */
		return intern_add(names, frames->unnamed);
	if (frames->readable.len == 0) /* the table is never asked */
		return intern_add(names, name);
	if (name_table_find(&frames->table, name, &found))
		return found.leaf;
	frame = intern_add(names, name);
	name_table_add(&frames->table, name, &(struct name_frames){&frame, 1, frame});
	return frame;
}

/* Names of joined frames are many, and seldom come again. */
static frame_id folded_frames_find_joined(struct folded_frames *frames, struct intern *names,
					  uint32_t level)
{
	return level < APART ? folded_frames_find_frame(frames, names, frames->names[level])
			     : intern_add(names, frames->names[level]);
}

static void find_frames(struct folded_frames *frames, struct intern *names, uint32_t from)
{
	const size_t count = frames->depth - from;
	uint32_t level;

	MEMORY_ROOM(frames->ids, frames->depth, frames->id_cap);
	if (count == 0) /* there may be no names at all */
		return;
	for (level = from; frames->joined && level < frames->depth; level++)
		frames->ids[level] = folded_frames_find_joined(frames, names, level);
	if (frames->joined)
		return;
	if (is_inside(frames, frames->names + from, count))
		name_table_find_all(&frames->table, frames->names + from, count,
				    frames->ids + from);
	else /* all are NAME_INDIRECT */
		memset(frames->ids + from, 0xff, count * sizeof(*frames->ids));
	for (level = from; level < frames->depth; level++) {
		if (UNLIKELY(frames->ids[level] == NAME_INDIRECT))
			frames->ids[level] = folded_frames_find_frame(frames, names,
								      frames->names[level]);
	}
}

bool folded_frames_split(struct folded_frames *frames, struct intern *names, struct slice stack)
{
	const uint32_t shared = shared_frames(frames, stack);
	bool all;

	frames->depth = shared;
	frames->text = stack;
	all = frames->joined ? find_joined(frames) : find_names(frames);
	find_frames(frames, names, shared);
	return all;
}

/* Stacks that would be read as comments or with labels: see folded_escape_roots(). */

struct escaping {
	struct profile *into;
	bool labels; /* roots like them are escaped */
	struct buf room;
	frame_id *frames;
	size_t frame_cap;
};

/* The position of the character that makes the name begin a comment; SLICE_NONE if it does not. */
static size_t comment_at(struct slice name)
{
	size_t at = 0;

	while (at < name.len && char_is_blank(name.ptr[at]))
		at++;
	if (at == name.len || name.ptr[at] != '#')
		return SLICE_NONE;
	at++;
	return at == name.len || char_is_blank(name.ptr[at]) ? at : SLICE_NONE;
}

/* "#" alone is a comment only where the count follows it, and not where another frame does. */
static bool is_comment(struct slice root, uint32_t depth)
{
	size_t at = comment_at(root);

	return at < root.len || (at == root.len && depth == 1);
}

static bool may_need_escape(const struct profile *profile, bool labels)
{
	size_t i;

	for (i = 0; i < profile->names.count; i++) {
		const struct slice name = intern_name(&profile->names, (frame_id)i);

		if (comment_at(name) != SLICE_NONE ||
		    (labels && label_is_like(slice_trim_left(name))))
			return true;
	}
	return false;
}

/* "# x" as "#_x", "#" as "#_", "@x=y" as "_@x=y" */
bool folded_escape_root(struct slice root, uint32_t depth, bool labels, struct buf *out)
{
	const size_t at = comment_at(root);

	if (!is_comment(root, depth) &&
	    !(labels && depth > 1 && label_is_like(slice_trim_left(root))))
		return false;
	if (at != SLICE_NONE)
		buf_add(out, slice_head(root, at));
	buf_add_char(out, '_');
	if (at == SLICE_NONE)
		buf_add(out, slice_trim_left(root));
	else if (at < root.len)
		buf_add(out, slice_tail(root, at + 1));
	return true;
}

static struct stack *escape(void *context, const struct stack *old)
{
	struct escaping *escaping = context;
	const uint32_t depth = old->depth;
	struct slice root;

	MEMORY_ROOM(escaping->frames, depth, escaping->frame_cap);
	if (depth > 0) {
		memcpy(escaping->frames, old->frames, depth * sizeof(*escaping->frames));
		root = intern_name(&escaping->into->names, old->frames[0]);
		buf_reset(&escaping->room);
		if (folded_escape_root(root, depth, escaping->labels, &escaping->room))
			escaping->frames[0] = profile_frame(escaping->into,
							    buf_slice(&escaping->room));
	}
	return profile_find(escaping->into, escaping->frames, depth);
}

void folded_escape_roots(struct profile *profile, bool labels)
{
	struct profile escaped = {0};
	struct escaping escaping = {.into = &escaped, .labels = labels};
	const struct profile_editor editor = {.context = &escaping, .stack = escape};

	if (profile->overflow || !may_need_escape(profile, labels))
		return;
	profile_begin_edited(&escaped, profile);
	profile_replace(profile, &escaped, &editor);
	buf_release(&escaping.room);
	free(escaping.frames);
}

/*
 * The fast path, valid for all grammars, which fits most lines: a stack that needs no trimming and
 * does not end in a number, one space, a whole number. False if the grammar has to look at the
 * line.
 */
static bool split_plain(struct slice line, struct folded_line *fields)
{
	const char *text = line.ptr;
	size_t at = line.len, end, before;
	uint64_t value = 0;

	while (at > 0 && char_is_digit(text[at - 1]))
		at--;
	if (at < 2 || at == line.len || line.len - at > 18 || text[at - 1] != ' ')
		return false;
	before = end = at - 1;
	while (before > 0 && (char_is_digit(text[before - 1]) || text[before - 1] == '.'))
		before--;
	if (before == 0 || char_is_blank(text[before - 1]) || text[end - 1] == ';' ||
	    text[0] == '#' || char_is_blank(text[0]))
		return false;
	for (; at < line.len; at++)
		value = value * 10 + (uint64_t)(text[at] - '0');
	*fields = (struct folded_line){slice_head(line, end), {.count = {value, value}}, false};
	return true;
}

static bool note(struct ingest_run *run, enum folded_note kind, struct slice line)
{
	ingest_note(run, kind, line);
	return false;
}

static bool split_other(struct ingest_run *run, const struct folded_grammar *grammar,
			struct slice line, struct folded_line *fields)
{
	if (grammar->trim)
		line = grammar->trim(line);
	if (grammar->is_comment && grammar->is_comment(line)) {
		if (grammar->reads_header)
			header_read(&run->profile.header, line);
		return false;
	}
	if (grammar->only_utf8 && !utf8_is_valid(line))
		return note(run, FOLDED_INVALID, line);
	if (!grammar->split(line, fields) || (grammar->needs_frame && fields->stack.len == 0))
		return note(run, FOLDED_BAD_LINE, line);
	if (fields->rounded)
		ingest_note(run, FOLDED_ROUNDED, line);
	if (fields->weight.overflow)
		ingest_note(run, FOLDED_HUGE, line);
	return true;
}

static ALWAYS_INLINE bool folded_line_split(struct ingest_run *run,
					    const struct folded_grammar *grammar, struct slice line,
					    struct folded_line *fields)
{
	if (split_plain(line, fields) && (!grammar->only_utf8 || utf8_is_valid(line)))
		return true;
	return split_other(run, grammar, line, fields);
}

bool folded_split(struct ingest_run *run, const struct folded_grammar *grammar, struct slice line,
		  struct folded_line *fields)
{
	return folded_line_split(run, grammar, line, fields);
}

/*
 * Stacks that are added together: their leaves are in the text of the chunk, the frames before
 * those are the first ones of `frames`, which stay until then.
 */
struct leaves_waiting {
	struct slice names[INTERN_TOGETHER];
	struct weight weights[INTERN_TOGETHER];
	uint32_t depths[INTERN_TOGETHER];
	size_t count;
	size_t news; /* how many lines in a row had a name that was new */
};

/* One a worker. */
struct folded_state {
	struct folded_frames frames; /* of the line being parsed */
	frame_id *unrepeated;        /* the frames that no_repeats leaves */
	size_t unrepeated_cap;
	uint32_t *places; /* by frame: where it was last in a stack; for no_loops */
	size_t places_cap;
	struct buf replaced;      /* the stack's text, where bytes were replaced */
	struct label_sets labels; /* texts of labels that came before */
	struct leaves_waiting waiting;
};

static void folded_init(struct ingest_run *run)
{
	const struct folded_options *options = run->options;
	struct folded_state *state = memory_get(sizeof(*state));

	*state = (struct folded_state){0};
	folded_frames_init(&state->frames,
			   options && options->no_repeats ? SLICE("[unknown]") : SLICE(""));
	state->frames.joined = options && options->joined;
	run->state = state;
}

static void folded_release(struct ingest_run *run)
{
	struct folded_state *state = run->state;

	if (!state)
		return;
	folded_frames_release(&state->frames);
	label_sets_release(&state->labels);
	free(state->unrepeated);
	free(state->places);
	buf_release(&state->replaced);
	free(state);
	run->state = NULL;
}

/* The depth of the frame if it is one of the first `depth` that are kept, or else `depth`. */
static uint32_t folded_find_place(struct folded_state *state, frame_id frame, uint32_t depth)
{
	size_t known = state->places_cap;

	MEMORY_ROOM(state->places, frame, state->places_cap);
	if (state->places_cap > known)
		memset(state->places + known, 0,
		       (state->places_cap - known) * sizeof(*state->places));
	if (state->places[frame] < depth && state->unrepeated[state->places[frame]] == frame)
		return state->places[frame];
	state->places[frame] = depth;
	return depth;
}

/* Drop repeated frames of the line. Returns the number of frames left. */
static uint32_t drop_repeats(struct folded_state *state, bool loops)
{
	const struct folded_frames *frames = &state->frames;
	uint32_t depth = 0, level;

	MEMORY_ROOM(state->unrepeated, frames->depth, state->unrepeated_cap);
	for (level = 0; level < frames->depth; level++) {
		frame_id frame = frames->ids[level];

		if (depth > 0 && state->unrepeated[depth - 1] == frame)
			continue;
		if (loops)
			depth = folded_find_place(state, frame, depth);
		state->unrepeated[depth++] = frame;
	}
	return depth;
}

/* The text replaced before goes away, so the stack cannot be compared with the last one. */
static struct slice replace_bytes(struct folded_state *state, struct slice stack)
{
	struct buf *buf = &state->replaced;

	folded_frames_begin(&state->frames, state->frames.readable);
	buf_reset(buf);
	while (stack.len > 0) {
		if ((unsigned char)stack.ptr[0] < 0x80) {
			buf_add_char(buf, stack.ptr[0]);
			stack = slice_tail(stack, 1);
		} else {
			buf_add_code(buf, utf8_next(&stack));
		}
	}
	return buf_slice(buf);
}

/* The frames of a stack that waits, in `frames`; its leaf has this id. */
static void put_frames(const struct folded_state *state, size_t number, frame_id leaf,
		       frame_id frames[PROFILE_WAITING])
{
	const size_t above = state->waiting.depths[number] - 1;

	if (above > 0)
		memcpy(frames, state->frames.ids, above * sizeof(*frames));
	frames[above] = leaf;
}

/* Add the stacks that wait: what finds their names, and then them, is fetched at once. */
static void folded_settle(struct ingest_run *run)
{
	struct folded_state *state = run->state;
	struct leaves_waiting *waiting = &state->waiting;
	struct profile *profile = &run->profile;
	const size_t known = profile->names.count;
	frame_id ids[INTERN_TOGETHER], frames[PROFILE_WAITING];
	size_t i;

	intern_add_together(&profile->names, waiting->names, waiting->count, ids);
	for (i = 0; i < waiting->count; i++) {
		put_frames(state, i, ids[i], frames);
		hash_ids_fetch(&profile->index, profile_hash(frames, waiting->depths[i]));
	}
	for (i = 0; i < waiting->count; i++) {
		put_frames(state, i, ids[i], frames);
		profile_add(profile, frames, waiting->depths[i], &waiting->weights[i]);
	}
	if (profile->names.count - known < waiting->count / 2)
		waiting->news = 0;
	waiting->count = 0;
}

/*
 * The frames that a stack shares with the last one that did not wait, if it may wait for others:
 * where leaves have been new for some lines.
 */
static uint32_t waiting_shared(const struct ingest_run *run, struct slice stack)
{
	enum { ENOUGH = 8 };
	const struct folded_state *state = run->state;
	const struct folded_options *options = run->options;

	if (state->waiting.news < ENOUGH || (options && options->no_repeats))
		return 0;
	return shared_frames(&state->frames, stack);
}

/* False if the stack cannot wait, or more than its last frame would have to be found. */
static bool folded_wait(struct ingest_run *run, const struct folded_line *line)
{
	struct folded_state *state = run->state;
	struct leaves_waiting *waiting = &state->waiting;
	const uint32_t shared = waiting_shared(run, line->stack);
	const size_t begin = shared > 0 ? state->frames.ends[shared - 1] + 1 : 0;
	struct slice leaf;

	if (begin >= line->stack.len || shared >= PROFILE_WAITING || run->profile.labels ||
	    state->replaced.len > 0)
		return false;
	leaf = slice_tail(line->stack, begin);
	if (slice_find(leaf, ';') != SLICE_NONE)
		return false;
	if (waiting->count == INTERN_TOGETHER)
		folded_settle(run);
	waiting->names[waiting->count] = leaf;
	waiting->depths[waiting->count] = shared + 1;
	waiting->weights[waiting->count++] = line->weight;
	return true;
}

static void folded_line_add(struct ingest_run *run, const struct folded_line *line)
{
	const struct folded_options *options = run->options;
	struct folded_state *state = run->state;
	size_t known;
	const frame_id *frames;
	uint32_t depth;

	run->samples++;
	if (folded_wait(run, line))
		return;
	if (state->waiting.count > 0)
		folded_settle(run);
	known = run->profile.names.count;
	if (!folded_frames_split(&state->frames, &run->profile.names, line->stack))
		ingest_note(run, FOLDED_DEEP, line->stack);
	state->waiting.news = run->profile.names.count > known ? state->waiting.news + 1 : 0;
	frames = state->frames.ids;
	depth = state->frames.depth;
	if (options && options->no_repeats) {
		depth = drop_repeats(state, options->no_loops);
		frames = state->unrepeated;
	}
	profile_add(&run->profile, frames, depth, &line->weight);
}

static ALWAYS_INLINE void take_labels(struct ingest_run *run, struct slice *stack)
{
	const struct folded_options *options = run->options;
	struct folded_state *state = run->state;

	if (UNLIKELY(state->waiting.count > 0 && stack->len > 0 && stack->ptr[0] == '@'))
		folded_settle(run); /* without labels */
	if (!options || options->labels == LABELS_TAKEN_OFF) {
		if (UNLIKELY(stack->len > 0 && stack->ptr[0] == '@'))
			folded_labels_skip(stack);
	} else if (options->labels == LABELS_KEPT) {
		folded_labels_take(&state->labels, run, stack);
	} else if (options->labels == LABELS_TIMES) {
		folded_labels_take_time(run, stack);
	}
}

static void parse(struct ingest_run *run, struct slice records)
{
	const struct folded_grammar *grammar = run->format->grammar;
	struct folded_state *state = run->state;
	struct folded_line fields;
	struct slice line;

	folded_frames_begin(&state->frames, records);
	for (; slice_line(&records, &line); run->line++) {
		if (!folded_line_split(run, grammar, line, &fields))
			continue;
		if (grammar->has_labels)
			take_labels(run, &fields.stack);
		if (grammar->replaces_bytes && !utf8_is_ascii(fields.stack))
			fields.stack = replace_bytes(state, fields.stack);
		folded_line_add(run, &fields);
	}
	if (state->waiting.count > 0)
		folded_settle(run);
}

#define BAD_LINE "no count at the end of the line", "line without a count", "lines without a count"
#define DEEP "deeper than 65536 frames, cut at the leaf", NULL, NULL

static const struct note_kind kinds[] = {
	[FOLDED_BAD_LINE] = {BAD_LINE, DIAG_WARNINGS, true, false},
	[FOLDED_ROUNDED] = {"count rounded to 9 decimals", NULL, NULL, DIAG_WARNINGS, false, false},
	[FOLDED_DEEP] = {DEEP, DIAG_WARNINGS, true, false},
	[FOLDED_HUGE] = {"count beyond 2^64-1", NULL, NULL, DIAG_WARNINGS, true, true},
	[FOLDED_TIME] =
		{.message =
			 "the label time is not a number of seconds; the stack is kept without it",
		 .one = "stack without its time, which is not a number",
		 .many = "stacks without their times, which are not numbers",
		 .fails_strict = true,
		 .fails = NOTE_KEPT},
	[FOLDED_TWICE] = {"a label is given twice; the first is kept", "repeated label",
			  "repeated labels", DIAG_WARNINGS, true, false},
};

static const struct note_kind rust_diff_kinds[] = {
	[FOLDED_BAD_LINE] = {BAD_LINE, DIAG_WARNINGS, false, false},
	[FOLDED_ROUNDED] = {"decimals of the count are dropped", NULL, NULL, DIAG_WARNINGS, false,
			    false},
	[FOLDED_DEEP] = {DEEP, DIAG_WARNINGS, false, false},
};

#define FOLDED_FORMAT(row, notes)                                                                  \
	{                                                                                          \
		.records = {.next = input_next_line}, .parse = parse, .shares_names = true,        \
		.init = folded_init, .release = folded_release, .kinds = (notes),                  \
		.kind_count = ARRAY_LEN(notes), .grammar = &(row),                                 \
	}

const struct ingest_format folded_format = FOLDED_FORMAT(folded_own, kinds);
const struct ingest_format folded_one_column_format = FOLDED_FORMAT(folded_one_column, kinds);
const struct ingest_format folded_rust_diff_format = FOLDED_FORMAT(folded_rust_diff,
								   rust_diff_kinds);

bool folded_overflowed(const struct profile *profile)
{
	struct buf stack = {0};

	if (!profile->overflow)
		return false;
	folded_add_stack(&stack, profile, profile->overflow);
	diag_error("count beyond 2^64-1: '%.*s'", SLICE_ARG(buf_slice(&stack)));
	buf_release(&stack);
	return true;
}
