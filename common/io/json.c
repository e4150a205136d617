/* SPDX-License-Identifier: MIT */
#include "common/io/json.h"

#include "common/base/diag.h"

#ifndef HAVE_YAJL

bool json_available(void)
{
	diag_error("built without yajl, the library that reads JSON");
	return false;
}

struct piece_reader *json_new(json_see_fn *see, void *context)
{
	(void)see;
	(void)context;
	return NULL;
}

void json_mend(struct piece_reader *reader, json_resume_fn *resume)
{
	(void)reader;
	(void)resume;
}

void json_free(struct piece_reader *reader)
{
	(void)reader;
}

#else

#include <yajl/yajl_parse.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "common/base/memory.h"
#include "common/base/shared_object.h"

#define JSON_LIBRARY "libyajl.so.2"

/* The library's functions. */
struct json_yajl {
	yajl_handle (*alloc)(const yajl_callbacks *, yajl_alloc_funcs *, void *context);
	int (*config)(yajl_handle, yajl_option, ...);
	yajl_status (*parse)(yajl_handle, const unsigned char *, size_t);
	yajl_status (*complete_parse)(yajl_handle);
	size_t (*get_bytes_consumed)(yajl_handle);
	unsigned char *(*get_error)(yajl_handle, int verbose, const unsigned char *, size_t);
	void (*free_error)(yajl_handle, unsigned char *);
	void (*free)(yajl_handle);
};

/* Text that is mended on its way to the parser. */
struct json_mended {
	json_resume_fn *resume; /* NULL: nothing is mended */
	bool in_string, is_escaped;
	bool is_passing; /* to the next line that begins with `{` */
	bool line_begins, line_passed;
	size_t told;     /* lines that were no JSON */
	struct buf held; /* the beginning of a word, at the end of a piece */
	struct buf whole, text, opening;
};

struct json {
	struct piece_reader reader;
	struct json_yajl yajl;
	json_see_fn *see;
	void *context;
	yajl_handle parser; /* one for each value; NULL between values and after what is none */
	size_t depth;
	bool is_opening; /* what the parser reads is no text */
	bool is_parsing; /* the parser reads what is at reader.base */
	bool in_list;    /* the piece before ended in a list of numbers */
	bool sees_lists; /* numbers of lists in this piece are not left to the parser */
	size_t list; /* where those of the next one begin, or the piece ends; looked for below */
	struct json_mended mended;
	struct json_block *kept[8]; /* of parsers before, for the next one; NULL: none */
};

static bool json_load(struct json_yajl *yajl)
{
	const struct shared_function functions[] = {
		SHARED_FUNCTION(&yajl->alloc, yajl_alloc),
		SHARED_FUNCTION(&yajl->config, yajl_config),
		SHARED_FUNCTION(&yajl->parse, yajl_parse),
		SHARED_FUNCTION(&yajl->complete_parse, yajl_complete_parse),
		SHARED_FUNCTION(&yajl->get_bytes_consumed, yajl_get_bytes_consumed),
		SHARED_FUNCTION(&yajl->get_error, yajl_get_error),
		SHARED_FUNCTION(&yajl->free_error, yajl_free_error),
		SHARED_FUNCTION(&yajl->free, yajl_free),
	};

	return shared_object_load(JSON_LIBRARY, functions, ARRAY_LEN(functions));
}

bool json_available(void)
{
	struct json_yajl yajl;

	if (json_load(&yajl))
		return true;
	diag_error("cannot load " JSON_LIBRARY ", the library that reads JSON");
	return false;
}

static size_t json_position(const struct piece_reader *reader)
{
	const struct json *json = (const struct json *)reader;

	return reader->base + (json->is_parsing ? json->yajl.get_bytes_consumed(json->parser) : 0);
}

/* Where the event is: text that lies in the piece shows it sooner than the parser does. */
static size_t json_seen(const struct json *json, const char *text, size_t length)
{
	const uintptr_t offset = (uintptr_t)text - (uintptr_t)json->reader.text.ptr;

	return length > 0 && offset < json->reader.text.len ? offset + length
							    : json_position(&json->reader);
}

/* 0 stops the parser: the value is complete. */
static int show(struct json *json, enum json_event event, const void *text, size_t length)
{
	if (json->is_opening)
		return 1;
	json->reader.seen = json_seen(json, text, length);
	json->see(json->context, event, slice_of(text, length));
	if (json->depth > 0 || event == JSON_KEY)
		return 1;
	json->see(json->context, JSON_VALUE_END, SLICE(""));
	return 0;
}

static int see_null(void *context)
{
	return show(context, JSON_NULL, "", 0);
}

static int see_boolean(void *context, int value)
{
	return show(context, value ? JSON_TRUE : JSON_FALSE, "", 0);
}

static int json_see_number(void *context, const char *text, size_t length)
{
	return show(context, JSON_NUMBER, text, length);
}

static int json_see_string(void *context, const unsigned char *text, size_t length)
{
	return show(context, JSON_STRING, text, length);
}

static int see_key(void *context, const unsigned char *text, size_t length)
{
	return show(context, JSON_KEY, text, length);
}

static int see_object(void *context)
{
	((struct json *)context)->depth++;
	return show(context, JSON_OBJECT, "", 0);
}

static int see_object_end(void *context)
{
	((struct json *)context)->depth--;
	return show(context, JSON_OBJECT_END, "", 0);
}

static int see_array(void *context)
{
	((struct json *)context)->depth++;
	return show(context, JSON_ARRAY, "", 0);
}

static int see_array_end(void *context)
{
	((struct json *)context)->depth--;
	return show(context, JSON_ARRAY_END, "", 0);
}

static const yajl_callbacks callbacks = {
	.yajl_null = see_null,
	.yajl_boolean = see_boolean,
	.yajl_number = json_see_number,
	.yajl_string = json_see_string,
	.yajl_map_key = see_key,
	.yajl_start_map = see_object,
	.yajl_end_map = see_object_end,
	.yajl_start_array = see_array,
	.yajl_end_array = see_array_end,
};

/*
 * The parser's blocks: where a document is broken a new parser begins, perhaps after three bytes,
 * and takes the blocks of the last one.
 */
struct json_block {
	size_t size; /* bytes that it has room for */
	max_align_t bytes[];
};

enum { JSON_BLOCK_LEAST = 64, JSON_BLOCK_KEPT = 4096 }; /* bytes */

static void *json_alloc(void *context, size_t size)
{
	struct json *json = context;
	struct json_block *block;
	size_t i;

	for (i = 0; i < ARRAY_LEN(json->kept); i++) {
		block = json->kept[i];
		if (block && block->size >= size) {
			json->kept[i] = NULL;
			return block->bytes;
		}
	}
	size = size > JSON_BLOCK_LEAST ? size : JSON_BLOCK_LEAST;
	block = memory_get(sizeof(*block) + size);
	block->size = size;
	return block->bytes;
}

static struct json_block *json_block_of(void *memory)
{
	return (struct json_block *)(void *)((char *)memory - offsetof(struct json_block, bytes));
}

static void *resize(void *context, void *old, size_t size)
{
	struct json_block *block = old ? json_block_of(old) : NULL;

	if (!block)
		return json_alloc(context, size);
	if (block->size < size) {
		block = memory_resize(block, 1, sizeof(*block) + size);
		block->size = size;
	}
	return block->bytes;
}

static void json_release_block(void *context, void *memory)
{
	struct json *json = context;
	struct json_block *block = memory ? json_block_of(memory) : NULL;
	size_t i;

	for (i = 0; block && block->size <= JSON_BLOCK_KEPT && i < ARRAY_LEN(json->kept); i++) {
		if (!json->kept[i]) {
			json->kept[i] = block;
			return;
		}
	}
	free(block);
}

static void start_value(struct json *json)
{
	/* the parser itself does not look whether there was any */
	yajl_alloc_funcs memory = {
		.malloc = json_alloc, .realloc = resize, .free = json_release_block, .ctx = json};

	json->parser = json->yajl.alloc(&callbacks, &memory, json);
	json->yajl.config(json->parser, yajl_dont_validate_strings, 1);
	json->depth = 0;
}

static void end_value(struct json *json)
{
	json->reader.base = json_position(&json->reader);
	json->is_parsing = false;
	json->yajl.free(json->parser);
	json->parser = NULL;
}

static bool is_between_values(char c)
{
	return char_is_blank(c) || c == '\n' || c == '\x1E' || c == '\xEF' || c == '\xBB' ||
	       c == '\xBF';
}

/* The message without the text around it, which the parser shows on lines of its own. */
static void json_say_problem(struct json *json)
{
	unsigned char *said = json->yajl.get_error(json->parser, 0, NULL, 0);
	struct slice message = slice_from((const char *)said);

	slice_drop(&message, SLICE("\n"));
	slice_skip(&message, SLICE("lexical error: "));
	slice_skip(&message, SLICE("parse error: "));
	buf_set(&json->reader.problem, slice_trim(message));
	json->yajl.free_error(json->parser, said);
}

/* The word that is no JSON at the beginning of `text`; `*is_cut`: it may go on after it. */
static size_t json_odd_word(struct slice text, bool *is_cut)
{
	static const struct slice words[] = {SLICE_INIT("NaN"), SLICE_INIT("Infinity"),
					     SLICE_INIT("-Infinity")};
	size_t i;

	*is_cut = false;
	for (i = 0; i < ARRAY_LEN(words); i++) {
		if (slice_starts(text, words[i]))
			return words[i].len;
		*is_cut |= slice_starts(words[i], text);
	}
	return 0;
}

/* A byte in a string; what takes its place is added to the text up to it. True if it is another. */
static bool json_mend_in_string(struct json_mended *mended, struct slice before, char c)
{
	if (mended->is_escaped) {
		mended->is_escaped = false;
		if (c != '\0' && strchr("\"\\/bfnrtu", c))
			return false;
		buf_add(&mended->text, before);
		buf_add_char(&mended->text, '\\');
		buf_add_char(&mended->text, (unsigned char)c < ' ' ? ' ' : c);
		return true;
	}
	mended->is_escaped = c == '\\';
	if (c == '"' || c == '\n')
		mended->in_string = false;
	if ((unsigned char)c >= ' ' || c == '\n')
		return false;
	buf_add(&mended->text, before);
	buf_add_char(&mended->text, ' ');
	return true;
}

#if defined(__SSE2__)
/*
 * Pass over blocks of bytes, quotes included, from `i` on: the first byte that has to be looked at,
 * or the end of the last whole block. `*in_string` is what is true there.
 */
static size_t json_mend_blocks(bool *in_string, struct slice piece, size_t i)
{
	const unsigned last = sizeof(__m128i) - 1;
	unsigned before = *in_string ? ~0u : 0; /* all bits: in a string up to here */
	const __m128i quote = _mm_set1_epi8('"'), backslash = _mm_set1_epi8('\\'),
		      minus = _mm_set1_epi8('-'), control = _mm_set1_epi8(' ' - 1),
		      not_a_number = _mm_set1_epi8('N'), infinity = _mm_set1_epi8('I');

	for (; piece.len - i >= sizeof(__m128i); i += sizeof(__m128i)) {
		const __m128i bytes = _mm_loadu_si128(
			(const __m128i *)(const void *)(piece.ptr + i));
		const __m128i words = _mm_or_si128(_mm_cmpeq_epi8(bytes, minus),
						   _mm_or_si128(_mm_cmpeq_epi8(bytes, not_a_number),
								_mm_cmpeq_epi8(bytes, infinity)));
		const __m128i marks = _mm_or_si128(
			_mm_cmpeq_epi8(bytes, backslash),
			_mm_cmpeq_epi8(_mm_max_epu8(bytes, control), control));
		/* bit by bit: is the byte in a string, or the quote at its beginning? */
		unsigned inside = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, quote)), stops;

		inside ^= inside << 1;
		inside ^= inside << 2;
		inside ^= inside << 4;
		inside ^= inside << 8;
		inside ^= before;
		stops = ((unsigned)_mm_movemask_epi8(marks) & inside) |
			((unsigned)_mm_movemask_epi8(words) & ~inside);
		if (stops) {
			const unsigned at = (unsigned)__builtin_ctz(stops);

			*in_string = inside >> at & 1;
			return i + at;
		}
		before = 0u - (inside >> last & 1);
	}
	*in_string = before != 0;
	return i;
}
#else
static size_t json_mend_blocks(bool *in_string, struct slice piece, size_t i)
{
	(void)in_string;
	(void)piece;
	return i;
}
#endif

/* From `i` on, the next byte that json_mend_piece() has to look at; the length without one. */
static size_t json_mend_next(bool in_string, struct slice piece, size_t i)
{
	enum { OUTSIDE = 1, INSIDE = 2 }; /* of strings */
	static const unsigned char stops[256] = {
		INSIDE,          INSIDE,          INSIDE,
		INSIDE,          INSIDE,          INSIDE,
		INSIDE,          INSIDE,          INSIDE,
		INSIDE,          INSIDE,          INSIDE,
		INSIDE,          INSIDE,          INSIDE,
		INSIDE,          INSIDE,          INSIDE,
		INSIDE,          INSIDE,          INSIDE,
		INSIDE,          INSIDE,          INSIDE,
		INSIDE,          INSIDE,          INSIDE,
		INSIDE,          INSIDE,          INSIDE,
		INSIDE,          INSIDE,          ['"'] = OUTSIDE | INSIDE,
		['\\'] = INSIDE, ['N'] = OUTSIDE, ['I'] = OUTSIDE,
		['-'] = OUTSIDE,
	};
	const unsigned char wanted = in_string ? INSIDE : OUTSIDE;

	while (i < piece.len && !(stops[(unsigned char)piece.ptr[i]] & wanted))
		i++;
	return i;
}

/* The piece as JSON: itself, or a copy that lasts until the next one. */
static struct slice json_mend_piece(struct json_mended *mended, struct slice piece)
{
	size_t from = 0, i, length;
	bool is_cut = false;

	if (mended->held.len > 0) {
		buf_reset(&mended->whole);
		buf_add(&mended->whole, buf_slice(&mended->held));
		buf_add(&mended->whole, piece);
		buf_reset(&mended->held);
		piece = buf_slice(&mended->whole);
	}
	buf_reset(&mended->text);
	for (i = 0; i < piece.len; i++) {
		char c;

		if (!mended->is_escaped) {
			i = json_mend_blocks(&mended->in_string, piece, i);
			i = json_mend_next(mended->in_string, piece, i);
		}
		if (i == piece.len)
			break;
		c = piece.ptr[i];
		if (mended->in_string) {
			if (json_mend_in_string(mended,
						slice_between(piece.ptr + from, piece.ptr + i), c))
				from = i + 1;
			continue;
		}
		mended->in_string = c == '"';
		if (mended->in_string)
			continue;
		length = json_odd_word(slice_tail(piece, i), &is_cut);
		if (is_cut)
			break;
		if (length == 0)
			continue;
		buf_add(&mended->text, slice_between(piece.ptr + from, piece.ptr + i));
		buf_add(&mended->text, SLICE("\"\"       "));
		mended->text.len -= 9 - length;
		i += length - 1;
		from = i + 1;
	}
	if (is_cut)
		buf_add(&mended->held, slice_tail(piece, i));
	if (from == 0)
		return slice_head(piece, i);
	buf_add(&mended->text, slice_between(piece.ptr + from, piece.ptr + i));
	return buf_slice(&mended->text);
}

/* Pass over text to where a line begins with `{`, and go on there. False if there is none. */
static bool json_pass(struct json *json)
{
	struct piece_reader *reader = &json->reader;
	struct json_mended *mended = &json->mended;

	for (; reader->base < reader->text.len; reader->base++) {
		const char c = reader->text.ptr[reader->base];

		if (mended->line_begins && c == '{')
			break;
		if (c == '\n' && mended->line_passed)
			mended->resume(json->context, NULL);
		mended->line_passed |= c == '\n';
		mended->line_begins = c == '\n' || (mended->line_begins && char_is_blank(c));
	}
	if (reader->base == reader->text.len)
		return false;
	mended->is_passing = false;
	start_value(json);
	json->is_opening = true;
	json->yajl.parse(json->parser, (const unsigned char *)mended->opening.ptr,
			 mended->opening.len);
	json->is_opening = false;
	return true;
}

/* Something is no JSON. */
static void json_break(struct json *json)
{
	struct json_mended *mended = &json->mended;
	const bool is_told = mended->told++ < LIMIT_EXAMPLES; /* of lines no more are shown */
	bool goes_on;

	buf_reset(&mended->opening);
	if (is_told)
		json_say_problem(json);
	goes_on = mended->resume && mended->resume(json->context, &mended->opening);
	if (!goes_on && !is_told)
		json_say_problem(json);
	end_value(json);
	json->reader.broken = !goes_on;
	mended->is_passing = goes_on;
	mended->line_begins = mended->line_passed = false;
}

/* ---- Lists of numbers: most bytes of documents with tables, which cost the parser twice as much ---- */

static bool json_is_blank(char c)
{
	return char_is_blank(c) || c == '\n';
}

static size_t json_after_blanks(struct slice text, size_t i)
{
	while (i < text.len && json_is_blank(text.ptr[i]))
		i++;
	return i;
}

static size_t json_after_digits(struct slice text, size_t i)
{
	while (i < text.len && char_is_digit(text.ptr[i]))
		i++;
	return i;
}

/* Where the number or null that begins at `from` ends; `from`: there is none. */
static size_t json_after_number(struct slice text, size_t from)
{
	size_t first = from, end;

	if (slice_starts(slice_tail(text, from), SLICE("null")))
		return from + 4;
	first += from < text.len && text.ptr[from] == '-';
	end = json_after_digits(text, first);
	if (end == first || (end > first + 1 && text.ptr[first] == '0'))
		return from;
	if (end < text.len && text.ptr[end] == '.') {
		first = end + 1;
		end = json_after_digits(text, first);
		if (end == first)
			return from;
	}
	if (end < text.len && (text.ptr[end] == 'e' || text.ptr[end] == 'E')) {
		first = end + 1;
		first += first < text.len && (text.ptr[first] == '-' || text.ptr[first] == '+');
		end = json_after_digits(text, first);
		if (end == first)
			return from;
	}
	return end;
}

/* After the comma behind the number at `from`, if the next one begins there; else `from`. */
static size_t json_next_number(struct slice text, size_t from, size_t *end)
{
	size_t next;

	*end = json_after_number(text, from);
	if (*end == from || *end == text.len || text.ptr[*end] != ',')
		return from;
	next = json_after_blanks(text, *end + 1);
	return next < text.len && (char_is_digit(text.ptr[next]) || text.ptr[next] == '-' ||
				   text.ptr[next] == 'n')
		       ? next
		       : from;
}

/* Behind the first list of numbers' `[` that is not in a string, as it seems; else the end. */
static size_t json_find_list(struct slice text, size_t from)
{
	size_t found, end, first;

	while ((found = slice_find(slice_tail(text, from), '[')) != SLICE_NONE) {
		const char before = from + found > 0 ? text.ptr[from + found - 1] : ',';

		from += found + 1;
		first = json_after_blanks(text, from);
		if ((before == ':' || before == ',' || before == '[' || json_is_blank(before)) &&
		    json_next_number(text, first, &end) > first)
			return from;
	}
	return text.len;
}

/* Bytes that may be those of a number, null or blanks. */
static size_t json_number_run(struct slice text)
{
	enum { LONGEST = 64 };
	size_t i;

	for (i = 0; i < text.len && i < LONGEST; i++) {
		const char c = text.ptr[i];

		if (!char_is_digit(c) && !json_is_blank(c) && (c == '\0' || !strchr("+-.eEnul", c)))
			break;
	}
	return i;
}

/*
 * Show the numbers of the list that the parser is in, up to the last one: the parser, which is to see a
 * value next, sees that.
 */
static void json_pass_numbers(struct json *json)
{
	struct piece_reader *reader = &json->reader;
	const struct slice text = reader->text;
	size_t from = json_after_blanks(text, reader->base), next, end;
	struct slice rest;

	for (; (next = json_next_number(text, from, &end)) > from; from = next) {
		const bool is_null = text.ptr[from] == 'n';

		reader->base = reader->seen = end;
		json->see(json->context, is_null ? JSON_NULL : JSON_NUMBER,
			  slice_between(text.ptr + from, text.ptr + (is_null ? from : end)));
		reader->base = next;
	}
	rest = slice_tail(text, reader->base);
	rest = slice_tail(rest, json_number_run(rest));
	if (rest.len > 0 && rest.ptr[0] == ',')
		rest = slice_tail(rest, 1 + json_number_run(slice_tail(rest, 1)));
	json->in_list = rest.len == 0;
}

/* Parse the piece from where the reader is up to a list of numbers, and those. */
static void json_parse(struct json *json)
{
	struct piece_reader *reader = &json->reader;
	const struct slice rest = slice_tail(reader->text, reader->base);
	size_t size = json_number_run(rest);
	const bool in_list = json->in_list && size < rest.len && rest.ptr[size] == ',';

	json->in_list = json->in_list && size == rest.len;
	if (json->sees_lists &&
	    json->list <= reader->base) /* once, however often the text breaks */
		json->list = json_find_list(reader->text, reader->base);
	size = in_list ? size + 1 : json->sees_lists ? json->list - reader->base : rest.len;
	json->is_parsing = true;
	switch (json->yajl.parse(json->parser, (const unsigned char *)rest.ptr, size)) {
	case yajl_status_ok:
		json->is_parsing = false;
		reader->base += size;
		if (in_list || (reader->seen == reader->base && rest.ptr[size - 1] == '['))
			json_pass_numbers(json);
		else if (size < rest.len) /* in a string, which the parser scans again each time */
			json->sees_lists = false;
		break;
	case yajl_status_client_canceled: end_value(json); break;
	case yajl_status_error: json_break(json); break;
	}
}

static bool json_feed(struct piece_reader *reader, struct slice piece)
{
	struct json *json = (struct json *)reader;

	if (json->mended.resume && !reader->broken)
		piece = json_mend_piece(&json->mended, piece);
	piece_reader_begin(reader, piece);
	json->sees_lists = true;
	json->list = 0;
	while (!reader->broken && reader->base < reader->text.len) {
		if (json->mended.is_passing && !json_pass(json))
			continue;
		if (!json->parser && is_between_values(reader->text.ptr[reader->base])) {
			reader->base++;
			continue;
		}
		if (!json->parser)
			start_value(json);
		json_parse(json);
	}
	return piece_reader_finish(reader);
}

static bool json_end(struct piece_reader *reader)
{
	struct json *json = (struct json *)reader;
	const struct slice held = buf_slice(&json->mended.held);
	bool good;

	if (held.len > 0 && json->parser)
		json->yajl.parse(json->parser, (const unsigned char *)held.ptr, held.len);
	buf_reset(&json->mended.held);
	json->in_list = false;
	json->mended.in_string = json->mended.is_escaped = json->mended.is_passing = false;
	good = piece_reader_end(reader);
	if (json->parser && json->yajl.complete_parse(json->parser) != yajl_status_client_canceled)
		good = false;
	if (json->parser)
		json->yajl.free(json->parser);
	json->parser = NULL;
	return good;
}

struct piece_reader *json_new(json_see_fn *see, void *context)
{
	struct json *json = memory_get(sizeof(*json));

	*json = (struct json){
		.reader = {.feed = json_feed, .end = json_end, .position = json_position},
		.see = see,
		.context = context,
	};
	if (json_load(&json->yajl))
		return &json->reader;
	free(json);
	return NULL;
}

void json_free(struct piece_reader *reader)
{
	struct json *json = (struct json *)reader;
	size_t i;

	if (!json)
		return;
	if (json->parser)
		json->yajl.free(json->parser);
	buf_release(&reader->problem);
	buf_release(&json->mended.held);
	buf_release(&json->mended.whole);
	buf_release(&json->mended.text);
	buf_release(&json->mended.opening);
	for (i = 0; i < ARRAY_LEN(json->kept); i++)
		free(json->kept[i]);
	free(json);
}

void json_mend(struct piece_reader *reader, json_resume_fn *resume)
{
	((struct json *)reader)->mended.resume = resume;
}

#endif
