/* SPDX-License-Identifier: MIT */
#include "common/base/checked.h"
#include "common/base/escape.h"
#include "common/profile/amount.h"
#include "render/brief/brief_facts.h"

COLD void brief_say_name(struct brief_sentence *sentence, struct slice name)
{
	assert(sentence->name_count < BRIEF_NAMES);
	sentence->names[sentence->name_count++] = name;
	buf_add_char(&sentence->text, BRIEF_NAME);
}

COLD void brief_say_function(struct brief_sentence *sentence, const struct brief_facts *facts,
			     frame_id function)
{
	brief_say_name(sentence, intern_name(facts->source->names, function));
}

COLD void brief_say_share(struct brief_sentence *sentence, double share)
{
	buf_add_fixed(&sentence->text, (int64_t)(share * 1000 + 0.5), 1);
	buf_add_text(&sentence->text, " %");
}

COLD double brief_ratio(const struct brief_facts *facts, int column, uint64_t count)
{
	const uint64_t total = facts->source->total[column];

	return total > 0 ? (double)count / (double)total : 0;
}

COLD void brief_add_amount(struct buf *buf, const struct brief_source *source, uint64_t count)
{
	const struct unit *unit = unit_find(header_value(source->header, HEADER_UNIT));

	if (amount_add(buf, unit, count, source->scale))
		return;
	if (source->scale == 0)
		buf_add_grouped(buf, count);
	else
		buf_add_decimal(buf, count, source->scale);
}

COLD const char *brief_whole(const struct brief_facts *facts)
{
	const struct slice name = header_value(facts->source->header, HEADER_UNIT);
	const struct unit *unit = unit_find(name);

	if (facts->waits)
		return "the waiting";
	if (unit)
		return unit->kind == UNIT_TIME ? "the time" : "the memory";
	return name.len == 0 || slice_equal(name, SLICE("samples")) ? "the samples" : "the counts";
}

COLD void brief_say_part(struct brief_sentence *sentence, const struct brief_facts *facts,
			 uint64_t count)
{
	const double share = brief_ratio(facts, 1, count);

	sentence->percent = 100 * share;
	brief_say_share(sentence, share);
	buf_printf(&sentence->text, " of %s (", brief_whole(facts));
	brief_add_amount(&sentence->text, facts->source, count);
	buf_add_char(&sentence->text, ')');
}

COLD void brief_add_time(struct buf *buf, const struct brief_facts *facts, uint64_t time)
{
	buf_add_decimal(buf, time, facts->source->labels->time_digits);
}

COLD void brief_say_that(struct brief_sentence *sentence, const struct brief_facts *facts,
			 const char *text)
{
	static const struct {
		struct slice one, many;
	} verbs[] = {
		{SLICE_INIT("is "), SLICE_INIT("are ")},
		{SLICE_INIT("has "), SLICE_INIT("have ")},
		{SLICE_INIT("goes "), SLICE_INIT("go ")},
	};
	const struct slice whole = slice_from(brief_whole(facts));
	struct slice rest = slice_from(text);
	size_t i;

	buf_add_char(&sentence->text, ' ');
	for (i = 0; slice_ends(whole, SLICE("s")) && i < ARRAY_LEN(verbs); i++) {
		if (slice_skip(&rest, verbs[i].one)) {
			buf_add(&sentence->text, verbs[i].many);
			break;
		}
	}
	buf_add(&sentence->text, rest);
}

COLD void brief_say_mostly(struct brief_sentence *sentence, const struct brief_facts *facts,
			   const char *how, frame_id function, uint64_t part, uint64_t whole)
{
	if (function == HASH_NONE || part < whole / 4 || sentence->name_count == BRIEF_NAMES)
		return;
	buf_printf(&sentence->text, ", %s of it %s ", part > whole / 2 ? "most" : "much", how);
	brief_say_function(sentence, facts, function);
}

enum {
	COMMAND_NAME = 120, /* characters of a name in a command, at most */
};

static bool brief_is_printable(struct slice text)
{
	size_t i;

	for (i = 0; i < text.len; i++) {
		if (text.ptr[i] < ' ' || text.ptr[i] > '~' || text.ptr[i] == '\'')
			return false;
	}
	return text.len > 0 && text.len <= COMMAND_NAME;
}

static COLD bool is_word_of_shell(char c)
{
	return char_is_word(c) || slice_find(SLICE("./+,@%:-"), c) != SLICE_NONE;
}

COLD void brief_add_file(struct buf *buf, const struct brief_source *source)
{
	const struct slice file = source->file;
	const bool plain = file.len > 0 && file.len <= COMMAND_NAME && file.ptr[0] != '-' &&
			   slice_all(file, is_word_of_shell);

	buf_add(buf, plain ? file : SLICE("FILE"));
}

/* A regular expression for all of the text; false, and nothing is appended, if a shell may mind. */
static bool brief_add_exactly(struct buf *buf, struct slice before, struct slice text)
{
	size_t i;

	if (!brief_is_printable(text))
		return false;
	buf_add_char(buf, '\'');
	buf_add(buf, before);
	buf_add_char(buf, '^');
	for (i = 0; i < text.len; i++) {
		if (slice_find(SLICE("\\^$.|?*+()[]{}"), text.ptr[i]) != SLICE_NONE)
			buf_add_char(buf, '\\');
		buf_add_char(buf, text.ptr[i]);
	}
	buf_add_text(buf, "$'");
	return true;
}

COLD void brief_command_top(struct brief_sentence *sentence, const struct brief_source *source,
			    const char *sort)
{
	buf_reset(&sentence->command);
	buf_printf(&sentence->command, "export-top --sort %s ", sort);
	brief_add_file(&sentence->command, source);
}

COLD void brief_command_filter(struct brief_sentence *sentence, const struct brief_source *source,
			       const char *filter, struct slice label, struct slice text)
{
	struct buf before = {0};

	buf_add(&before, label);
	if (label.len > 0)
		buf_add_char(&before, '=');
	buf_add_text(&sentence->command, filter);
	if (brief_add_exactly(&sentence->command, buf_slice(&before), text)) {
		buf_add_char(&sentence->command, ' ');
		brief_add_file(&sentence->command, source);
		buf_add_text(&sentence->command, " | flamegraph-view");
	} else {
		brief_command_top(sentence, source, "total");
	}
	buf_release(&before);
}

COLD void brief_show_function(struct brief_sentence *sentence, const struct brief_facts *facts,
			      frame_id function)
{
	const struct slice name = intern_name(facts->source->names, function);

	brief_command_filter(sentence, facts->source, "collapse-filter --focus ", SLICE(""), name);
	buf_add_text(&sentence->view, "{\"view\":\"sandwich\",\"fn\":");
	buf_add_json(&sentence->view, name);
	buf_add_char(&sentence->view, '}');
}

COLD void brief_show_pair(struct brief_sentence *sentence, const struct brief_facts *facts,
			  frame_id pair)
{
	struct slice name, value;

	labels_pair(facts->source->labels, pair, &name, &value);
	if (brief_is_printable(name))
		brief_command_filter(sentence, facts->source, "collapse-filter --where ", name,
				     value);
	else
		brief_command_top(sentence, facts->source, "total");
	buf_add_text(&sentence->view, "{\"view\":\"graph\",\"keep\":[");
	buf_add_json(&sentence->view, intern_name(&facts->source->labels->pairs, pair));
	buf_add_text(&sentence->view, "]}");
}

COLD void brief_show_table(struct brief_sentence *sentence, const struct brief_facts *facts)
{
	brief_command_top(sentence, facts->source, "self");
	buf_add_text(&sentence->view, "{\"view\":\"table\",\"sort\":\"-self\"}");
}

COLD void brief_show_header(struct brief_sentence *sentence, const struct brief_facts *facts)
{
	buf_add_text(&sentence->command, "grep '^# flambeau:' ");
	brief_add_file(&sentence->command, facts->source);
}
