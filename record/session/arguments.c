/* SPDX-License-Identifier: MIT */
#include "record/session/arguments.h"

COLD void arguments_release(struct arguments *arguments)
{
	free(arguments->at);
	arena_release(&arguments->texts);
	*arguments = (struct arguments){0};
}

COLD void arguments_add_joined(struct arguments *arguments, const char *first, struct slice second)
{
	size_t len = strlen(first);
	char *text = arena_alloc(&arguments->texts, len + second.len + 1);

	memcpy(text, first, len);
	if (second.len > 0)
		memcpy(text + len, second.ptr, second.len);
	text[len + second.len] = '\0';
	MEMORY_NEED(arguments->at, arguments->count + 2, arguments->cap);
	arguments->at[arguments->count++] = text;
	arguments->at[arguments->count] = NULL;
}

COLD void arguments_add(struct arguments *arguments, struct slice word)
{
	arguments_add_joined(arguments, "", word);
}

COLD void arguments_add_text(struct arguments *arguments, const char *word)
{
	arguments_add_joined(arguments, word, SLICE(""));
}

COLD void arguments_printf(struct arguments *arguments, const char *format, ...)
{
	struct buf word = {0};
	va_list values;

	va_start(values, format);
	buf_vprintf(&word, format, values);
	va_end(values);
	arguments_add(arguments, buf_slice(&word));
	buf_release(&word);
}

COLD void arguments_add_all(struct arguments *arguments, const char *const *added, size_t count)
{
	size_t i;

	for (i = 0; i < count; i++)
		arguments_add_text(arguments, added[i]);
}

/* Take one character, and what it means, off the front: `quote` is the open one, or 0. */
static void arguments_take(struct slice *text, char *quote, struct buf *word)
{
	char c = text->ptr[0];

	*text = slice_tail(*text, 1);
	if (c == *quote) {
		*quote = 0;
	} else if (*quote == 0 && (c == '\'' || c == '"')) {
		*quote = c;
	} else if (c == '\\' && *quote != '\'' && text->len > 0) {
		buf_add_char(word, text->ptr[0]);
		*text = slice_tail(*text, 1);
	} else {
		buf_add_char(word, c);
	}
}

static bool is_space(char c)
{
	return char_is_blank(c) || c == '\n';
}

COLD bool arguments_split(struct arguments *arguments, struct slice text)
{
	struct buf word = {0};
	char quote = 0;

	while (text.len > 0) {
		if (is_space(text.ptr[0])) {
			text = slice_tail(text, 1);
			continue;
		}
		buf_reset(&word);
		while (text.len > 0 && (quote != 0 || !is_space(text.ptr[0])))
			arguments_take(&text, &quote, &word);
		arguments_add(arguments, buf_slice(&word));
	}
	buf_release(&word);
	return quote == 0;
}

static COLD bool is_plain(char c)
{
	return char_is_word(c) || (c != '\0' && strchr("-+=/.,:@%", c));
}

/* As it is if no shell would look at it, else in '...'. */
static void write_word(struct buf *out, struct slice word)
{
	size_t i;

	if (word.len > 0 && slice_all(word, is_plain)) {
		buf_add(out, word);
		return;
	}
	buf_add_char(out, '\'');
	for (i = 0; i < word.len; i++) {
		if (word.ptr[i] == '\'')
			buf_add_text(out, "'\\''");
		else
			buf_add_char(out, word.ptr[i]);
	}
	buf_add_char(out, '\'');
}

COLD void arguments_write(struct buf *out, const char *const *arguments, size_t count)
{
	size_t i;

	for (i = 0; i < count; i++) {
		if (i > 0)
			buf_add_char(out, ' ');
		write_word(out, slice_from(arguments[i]));
	}
}
