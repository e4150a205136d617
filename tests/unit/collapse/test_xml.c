/* SPDX-License-Identifier: MIT */
/* XML events do not depend on the pieces that the text arrives in. */
#include "collapse/xml.h"

#include "tests/unit/check.h"

struct seen {
	struct buf log;
	struct buf text; /* since the last tag: texts may come in parts */
};

static void end_text(struct seen *seen)
{
	buf_add(&seen->log, buf_slice(&seen->text));
	buf_reset(&seen->text);
}

static void see_open(void *context, struct piece_reader *xml, struct slice name)
{
	struct seen *seen = context;
	struct slice id;

	end_text(seen);
	buf_add_char(&seen->log, '(');
	buf_add(&seen->log, name);
	if (xml_attribute(xml, "id", &id)) {
		buf_add_char(&seen->log, '=');
		buf_add(&seen->log, id);
	}
	buf_add_char(&seen->log, ' ');
}

static void see_close(void *context, struct slice name)
{
	struct seen *seen = context;

	(void)name;
	end_text(seen);
	buf_add_char(&seen->log, ')');
}

static void see_text(void *context, struct slice text)
{
	buf_add(&((struct seen *)context)->text, text);
}

static void see_end(void *context)
{
	struct seen *seen = context;

	buf_reset(&seen->text); /* after the last element, or cut off */
	buf_add_char(&seen->log, '.');
}

static const struct xml_handler handler = {see_open, see_close, see_text, see_end};

/*
 * The log when the text comes in pieces of `size` bytes; "!" for a refused piece, "?" for the end.
 */
static struct buf read_in_pieces(struct slice text, size_t size)
{
	struct seen seen = {0};
	struct piece_reader *xml = xml_new(&handler, &seen);

	while (text.len > 0) {
		size_t length = text.len < size ? text.len : size;

		if (!xml->feed(xml, slice_head(text, length))) {
			buf_add_char(&seen.log, '!');
			CHECK(xml->problem.len > 0);
			break;
		}
		text = slice_tail(text, length);
	}
	if (!xml->end(xml))
		buf_add_char(&seen.log, '?');
	xml_free(xml);
	buf_release(&seen.text);
	return seen.log;
}

static bool gives(const char *text, const char *expected)
{
	const struct slice all = slice_from(text);
	bool same = true;
	size_t size;

	for (size = 1; size <= all.len && same; size++) {
		struct buf log = read_in_pieces(all, size);

		same = slice_equal(buf_slice(&log), slice_from(expected));
		if (!same)
			fprintf(stderr, "%s, by %zu: %.*s\n", text, size,
				SLICE_ARG(buf_slice(&log)));
		buf_release(&log);
	}
	return same;
}

CASE(elements_attributes_and_text_are_seen)
{
	CHECK(gives("<a/>", "(a )."));
	CHECK(gives("<a id='1'><b id=\"x&lt;y\">some</b> more</a>", "(a=1 (b=x<y some) more)."));
	CHECK(gives("<?xml version='1.0'?><!-- no --><a><![CDATA[<&>]]></a>", "(a <&>)."));
}

CASE(documents_follow_each_other)
{
	CHECK(gives("<a/><?xml version='1.0'?><b/>", "(a ).(b )."));
	CHECK(gives("<a/>\n<b>t</b>\n", "(a ).(b t)."));
}

CASE(a_document_that_is_cut_off_ends_too)
{
	CHECK(gives("<a><b>", "(a (b .?"));
}

CASE(files_that_entities_name_are_not_read)
{
	CHECK(gives("<!DOCTYPE a [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><a>x&e;y</a>",
		    "(a xy)."));
	CHECK(gives("<!DOCTYPE a [<!ENTITY e 'text'>]><a>x&e;y</a>", "(a xtexty)."));
}

CASE(other_text_is_refused)
{
	struct buf log = read_in_pieces(SLICE("<a></b>"), 1000);

	CHECK(slice_contains(buf_slice(&log), SLICE("!")));
	buf_release(&log);
	log = read_in_pieces(SLICE("main;work 12\n"), 1000);
	CHECK(slice_contains(buf_slice(&log), SLICE("!")));
	buf_release(&log);
}

TEST(xml)
{
	if (!xml_available())
		return 77;
	check_cases();
	return check_done();
}
