/* SPDX-License-Identifier: MIT */
/* The brief in the formats that people and programs read. Names may be any bytes. */
#include "render/brief/brief.h"

#include "common/base/escape.h"
#include "common/base/utf8.h"

enum {
	/* characters of a name */
	MARKDOWN_NAME = 100,
	JSON_NAME = 60,
	LIST_NAME = 120,
	ELLIPSIS_CODE = 0x2026,
};

#define NOTHING "Nothing stands out."

/* How a part of a sentence is appended: words of ours, or a name. */
typedef void brief_part(struct buf *buf, struct slice text, bool is_name);

static void brief_add_parts(struct buf *buf, const struct brief_sentence *sentence, brief_part *add)
{
	struct slice rest = buf_slice(&sentence->text), words;
	size_t i = 0;

	while (slice_cut(&rest, BRIEF_NAME, &words)) {
		add(buf, words, false);
		add(buf, sentence->names[i++], true);
	}
	add(buf, rest, false);
}

/* At most `most` characters, without those that have no picture. */
static void brief_add_shown(struct buf *buf, struct slice name, size_t most)
{
	const bool is_long = utf8_count(name) > most;

	buf_add_harmless(buf, is_long ? utf8_head(name, most - 1) : name);
	if (is_long)
		buf_add_code(buf, ELLIPSIS_CODE);
}

/*
 * A name for Markdown, as a code span: in it nothing has a meaning but as many backticks as begin it
 * (CommonMark 0.31, section 6.1), so that the text can be read as it is, too.
 */
static COLD void brief_markdown_part(struct buf *buf, struct slice text, bool is_name)
{
	struct buf shown = {0};
	size_t longest = 0, run = 0, i;
	bool pad;

	if (!is_name) {
		buf_add(buf, text);
		return;
	}
	brief_add_shown(&shown, text, MARKDOWN_NAME);
	for (i = 0; i < shown.len; i++) {
		run = shown.ptr[i] == '`' ? run + 1 : 0;
		longest = run > longest ? run : longest;
	}
	/* one blank at both ends is taken off, if there is anything else */
	pad = shown.len == 0 || shown.ptr[0] == '`' || shown.ptr[shown.len - 1] == '`' ||
	      (shown.ptr[0] == ' ' && shown.ptr[shown.len - 1] == ' ');
	for (i = 0; i <= longest; i++)
		buf_add_char(buf, '`');
	buf_add_text(buf, pad ? " " : "");
	buf_add(buf, buf_slice(&shown));
	buf_add_text(buf, pad ? " " : "");
	for (i = 0; i <= longest; i++)
		buf_add_char(buf, '`');
	buf_release(&shown);
}

COLD void brief_add_markdown(struct buf *buf, const struct brief *brief)
{
	size_t i;

	buf_add_text(buf, "# What to look at\n\n");
	brief_add_parts(buf, &brief->summary, brief_markdown_part);
	buf_add_text(buf, brief->count > 0 ? ".\n\n" : ".\n\n" NOTHING "\n");
	for (i = 0; i < brief->count; i++) {
		const struct brief_sentence *sentence = &brief->sentences[i];

		buf_printf(buf, "%s%zu. ", i > 0 ? "\n" : "", i + 1);
		brief_add_parts(buf, sentence, brief_markdown_part);
		buf_add_text(buf, ".\n\n       "); /* code, in a list */
		buf_add(buf, buf_slice(&sentence->command));
		buf_add_char(buf, '\n');
	}
}

/* A name in quotes that nothing in it can end. */
static COLD void brief_quoted_part(struct buf *buf, struct slice text, bool is_name)
{
	struct buf shown = {0};
	size_t i;

	if (!is_name) {
		buf_add(buf, text);
		return;
	}
	brief_add_shown(&shown, text, JSON_NAME);
	buf_add_char(buf, '"');
	for (i = 0; i < shown.len; i++) {
		if (shown.ptr[i] == '"' || shown.ptr[i] == '\\')
			buf_add_char(buf, '\\');
		buf_add_char(buf, shown.ptr[i]);
	}
	buf_add_char(buf, '"');
	buf_release(&shown);
}

static void brief_add_json_sentence(struct buf *buf, const struct brief_sentence *sentence)
{
	struct buf text = {0};

	brief_add_parts(&text, sentence, brief_quoted_part);
	buf_printf(buf, "\n{\"rule\":\"%s\",\"finding\":%s,\"percent\":", sentence->rule,
		   sentence->is_finding ? "true" : "false");
	buf_add_fixed(buf, (int64_t)(sentence->percent * 100 + 0.5), 2);
	buf_add_text(buf, ",\"text\":");
	buf_add_json(buf, buf_slice(&text));
	buf_add_text(buf, ",\"more\":");
	buf_add_json(buf, buf_slice(&sentence->command));
	buf_add_char(buf, '}');
	buf_release(&text);
}

COLD void brief_add_json(struct buf *buf, const struct brief *brief)
{
	const struct slice end = SLICE("\n]}\n");
	const size_t start = buf->len;
	struct buf summary = {0};
	size_t i;

	brief_add_parts(&summary, &brief->summary, brief_quoted_part);
	buf_add_text(buf, "{\"summary\":");
	buf_add_json(buf, buf_slice(&summary));
	buf_printf(buf, ",\"findings\":%zu,\"sentences\":[", brief->findings);
	for (i = 0; i < brief->count; i++) {
		const size_t before = buf->len;

		buf_add_text(buf, i > 0 ? "," : "");
		brief_add_json_sentence(buf, &brief->sentences[i]);
		if (buf->len - start + end.len > BRIEF_JSON_MOST) {
			buf->len = before; /* the rest says less */
			break;
		}
	}
	buf_add(buf, end);
	buf_release(&summary);
}

static COLD void brief_page_part(struct buf *buf, struct slice text, bool is_name)
{
	if (is_name)
		buf_add_char(buf, ',');
	else if (buf->ptr[buf->len - 1] != '[')
		buf_add_char(buf, ',');
	buf_add_json(buf, text);
}

COLD void brief_add_page(struct buf *buf, const struct brief *brief)
{
	size_t i;

	buf_add_char(buf, '[');
	for (i = 0; i < brief->count; i++) {
		const struct brief_sentence *sentence = &brief->sentences[i];

		buf_add_text(buf, i > 0 ? ",\n{\"text\":[" : "\n{\"text\":[");
		brief_add_parts(buf, sentence, brief_page_part);
		buf_add_char(buf, ']');
		if (sentence->view.len > 0) {
			buf_add_text(buf, ",\"view\":");
			buf_add(buf, buf_slice(&sentence->view));
		}
		buf_add_char(buf, '}');
	}
	buf_add_char(buf, ']');
}

static COLD void brief_list_part(struct buf *buf, struct slice text, bool is_name)
{
	struct buf shown = {0};

	brief_add_shown(&shown, text, is_name ? LIST_NAME : SIZE_MAX);
	buf_add_text(buf, is_name ? "<code>" : "");
	buf_add_xml(buf, buf_slice(&shown));
	buf_add_text(buf, is_name ? "</code>" : "");
	buf_release(&shown);
}

COLD void brief_add_list(struct buf *buf, const struct brief *brief)
{
	size_t i;

	for (i = 0; i < brief->count; i++) {
		buf_add_text(buf, i > 0 ? "<li>" : "<ul>\n<li>");
		brief_add_parts(buf, &brief->sentences[i], brief_list_part);
		buf_add_text(buf, ".</li>\n");
	}
	if (brief->count > 0)
		buf_add_text(buf, "</ul>\n");
}
