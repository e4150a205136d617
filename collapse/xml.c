/* SPDX-License-Identifier: MIT */
#include "collapse/xml.h"

#include "common/base/diag.h"

#ifndef HAVE_EXPAT

bool xml_available(void)
{
	diag_error("built without expat, the library that reads XML");
	return false;
}

struct xml *xml_new(const struct xml_handler *handler, void *context)
{
	(void)handler;
	(void)context;
	return NULL;
}

void xml_free(struct xml *xml)
{
	(void)xml;
}

bool xml_attribute(const struct xml *xml, const char *name, struct slice *value)
{
	(void)xml;
	(void)name;
	(void)value;
	return false;
}

bool xml_feed(struct xml *xml, struct slice piece)
{
	(void)xml;
	(void)piece;
	return false;
}

bool xml_end(struct xml *xml)
{
	(void)xml;
	return false;
}

struct slice xml_problem(const struct xml *xml)
{
	(void)xml;
	return SLICE("");
}

size_t xml_lines(struct xml *xml)
{
	(void)xml;
	return 0;
}

size_t xml_bytes(const struct xml *xml)
{
	(void)xml;
	return 0;
}

size_t xml_unfinished(const struct xml *xml)
{
	(void)xml;
	return 0;
}

#else

#include <expat.h>

#include "common/base/memory.h"
#include "common/base/shared_object.h"

#define XML_LIBRARY "libexpat.so.1"

/* expat 2.9 asks for its functions of 64 bits. */
#if XML_MAJOR_VERSION > 2 || XML_MINOR_VERSION >= 9
#define XML_POSITION(name) name##64
#define XML_FUNCTION(variable, name) SHARED_FUNCTION(variable, name##64)
#else
#define XML_POSITION(name) name
#define XML_FUNCTION(variable, name) SHARED_FUNCTION(variable, name)
#endif

/* The library's functions. */
struct xml_expat {
	XML_Parser(XMLCALL *create)(const XML_Char *encoding, const XML_Memory_Handling_Suite *,
				    const XML_Char *separator);
	void(XMLCALL *set_context)(XML_Parser, void *);
	void(XMLCALL *set_elements)(XML_Parser, XML_StartElementHandler, XML_EndElementHandler);
	void(XMLCALL *set_text)(XML_Parser, XML_CharacterDataHandler);
	enum XML_Status(XMLCALL *parse)(XML_Parser, const char *, int length, int is_final);
	enum XML_Status(XMLCALL *stop)(XML_Parser, XML_Bool resumable);
	enum XML_Error(XMLCALL *error)(XML_Parser);
	const XML_LChar *(XMLCALL *error_text)(enum XML_Error);
	__typeof__(&XML_POSITION(XML_GetCurrentByteIndex)) byte_index; /* depends on the version */
	__typeof__(&XML_POSITION(XML_GetCurrentByteCount)) byte_count;
	void(XMLCALL *free)(XML_Parser);
};

struct xml {
	struct xml_expat expat;
	const struct xml_handler *handler;
	void *context;
	XML_Parser parser; /* one for each document; NULL between them */
	size_t depth;
	bool ended, broken;
	const char **attributes; /* of the element being opened: name, value, ..., NULL */
	struct buf problem;

	struct slice text; /* being read */
	size_t base;       /* position of the parser in it */
	size_t before;     /* bytes that the parser got before */
	size_t counted;    /* lines are counted up to there */
	size_t lines;      /* line ends up to there */
	size_t seen;       /* end of the last event in it, 0 if there was none */
	size_t unfinished; /* bytes after that */
};

static bool xml_load(struct xml_expat *expat)
{
	const struct shared_function functions[] = {
		SHARED_FUNCTION(&expat->create, XML_ParserCreate_MM),
		SHARED_FUNCTION(&expat->set_context, XML_SetUserData),
		SHARED_FUNCTION(&expat->set_elements, XML_SetElementHandler),
		SHARED_FUNCTION(&expat->set_text, XML_SetCharacterDataHandler),
		SHARED_FUNCTION(&expat->parse, XML_Parse),
		SHARED_FUNCTION(&expat->stop, XML_StopParser),
		SHARED_FUNCTION(&expat->error, XML_GetErrorCode),
		SHARED_FUNCTION(&expat->error_text, XML_ErrorString),
		XML_FUNCTION(&expat->byte_index, XML_GetCurrentByteIndex),
		XML_FUNCTION(&expat->byte_count, XML_GetCurrentByteCount),
		SHARED_FUNCTION(&expat->free, XML_ParserFree),
	};

	return shared_object_load(XML_LIBRARY, functions, ARRAY_LEN(functions));
}

bool xml_available(void)
{
	struct xml_expat expat;

	if (xml_load(&expat))
		return true;
	diag_error("cannot load " XML_LIBRARY ", the library that reads XML");
	return false;
}

/* The position in the text where the current event ends. */
static size_t position(const struct xml *xml)
{
	size_t index, at;

	if (!xml->parser || xml->expat.byte_index(xml->parser) < 0)
		return xml->base;
	index = (size_t)xml->expat.byte_index(xml->parser) +
		(size_t)xml->expat.byte_count(xml->parser);
	at = index > xml->before ? xml->base + (index - xml->before) : xml->base;
	return at < xml->text.len ? at : xml->text.len;
}

static void count_lines(struct xml *xml, size_t end)
{
	while (xml->counted < end) {
		size_t found = slice_find(
			slice_of(xml->text.ptr + xml->counted, end - xml->counted), '\n');

		xml->lines += found != SLICE_NONE;
		xml->counted = found == SLICE_NONE ? end : xml->counted + found + 1;
	}
}

size_t xml_lines(struct xml *xml)
{
	count_lines(xml, position(xml));
	return xml->lines;
}

size_t xml_bytes(const struct xml *xml)
{
	return position(xml);
}

static void XMLCALL xml_see_open(void *context, const char *name, const char **attributes)
{
	struct xml *xml = context;

	xml->depth++;
	xml->seen = position(xml);
	xml->attributes = attributes;
	xml->handler->open(xml->context, xml, slice_from(name));
	xml->attributes = NULL;
}

static void XMLCALL xml_see_close(void *context, const char *name)
{
	struct xml *xml = context;

	if (xml->ended)
		return;
	xml->seen = position(xml);
	xml->handler->close(xml->context, slice_from(name));
	if (--xml->depth > 0)
		return;
	xml->ended = true;
	xml->expat.stop(xml->parser, XML_FALSE);
}

static void XMLCALL xml_see_text(void *context, const char *text, int length)
{
	struct xml *xml = context;

	if (xml->ended)
		return;
	xml->seen = position(xml);
	xml->handler->text(xml->context, slice_of(text, (size_t)length));
}

struct xml *xml_new(const struct xml_handler *handler, void *context)
{
	struct xml *xml = memory_get(sizeof(*xml));

	*xml = (struct xml){.handler = handler, .context = context};
	if (xml_load(&xml->expat))
		return xml;
	free(xml);
	return NULL;
}

static void xml_stop(struct xml *xml)
{
	if (!xml->parser)
		return;
	xml->expat.free(xml->parser);
	xml->parser = NULL;
}

void xml_free(struct xml *xml)
{
	if (!xml)
		return;
	xml_stop(xml);
	buf_release(&xml->problem);
	free(xml);
}

bool xml_attribute(const struct xml *xml, const char *name, struct slice *value)
{
	const char **at = xml->attributes;

	for (; *at; at += 2) {
		if (strcmp(at[0], name) == 0) {
			*value = slice_from(at[1]);
			return true;
		}
	}
	return false;
}

static void *resize(void *old, size_t size)
{
	return memory_resize(old, 1, size);
}

static void xml_start(struct xml *xml)
{
	static const XML_Memory_Handling_Suite memory = {memory_get, resize, free};

	xml->parser = xml->expat.create(NULL, &memory, NULL);
	xml->expat.set_context(xml->parser, xml);
	xml->expat.set_elements(xml->parser, xml_see_open, xml_see_close);
	xml->expat.set_text(xml->parser, xml_see_text);
	xml->before = 0;
	xml->depth = 0;
	xml->ended = false;
}

static bool is_between_documents(char c)
{
	return char_is_blank(c) || c == '\n' || c == '\0';
}

/*
 * Give the parser as much as it got before, for it copies all that it gets: what lies after the end
 * of the document is no more than the document then.
 */
static void read_document(struct xml *xml)
{
	const size_t least = 512, most = (size_t)1 << 30; /* the parser takes an int */
	size_t length = xml->text.len - xml->base;
	size_t end;

	if (length > least && length > xml->before)
		length = xml->before > least ? xml->before : least;
	if (length > most)
		length = most;
	if (xml->expat.parse(xml->parser, xml->text.ptr + xml->base, (int)length, XML_FALSE) ==
	    XML_STATUS_OK) {
		count_lines(xml, xml->base + length);
		xml->before += length;
		xml->base += length;
		return;
	}
	end = position(xml);
	count_lines(xml, end);
	if (xml->ended) {
		xml_stop(xml);
		xml->handler->end(xml->context);
		xml->base = end;
		return;
	}
	buf_add_text(&xml->problem, xml->expat.error_text(xml->expat.error(xml->parser)));
	xml->broken = true;
}

bool xml_feed(struct xml *xml, struct slice piece)
{
	buf_reset(&xml->problem);
	if (xml->broken)
		piece = SLICE("");
	xml->text = piece;
	xml->base = xml->counted = xml->lines = xml->seen = 0;
	while (!xml->broken && xml->base < piece.len) {
		if (!xml->parser && is_between_documents(piece.ptr[xml->base])) {
			xml->base++;
			continue;
		}
		if (!xml->parser)
			xml_start(xml);
		read_document(xml);
	}
	if (!xml->broken)
		count_lines(xml, piece.len);
	xml->unfinished = xml->seen > 0 ? piece.len - xml->seen : xml->unfinished + piece.len;
	return !xml->broken;
}

bool xml_end(struct xml *xml)
{
	bool good = !xml->broken;

	buf_reset(&xml->problem);
	xml->text = SLICE("");
	xml->base = xml->counted = xml->lines = xml->unfinished = 0;
	if (xml->parser) {
		if (good)
			xml->expat.parse(xml->parser, "", 0, XML_TRUE);
		good = good && xml->ended;
		xml->handler->end(xml->context);
	}
	xml_stop(xml);
	xml->broken = false;
	return good;
}

size_t xml_unfinished(const struct xml *xml)
{
	return xml->unfinished;
}

struct slice xml_problem(const struct xml *xml)
{
	return buf_slice(&xml->problem);
}

#endif
