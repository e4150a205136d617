/* SPDX-License-Identifier: MIT */
#include "collapse/xml.h"

#include "common/base/diag.h"

#ifndef HAVE_EXPAT

bool xml_available(void)
{
	diag_error("built without expat, the library that reads XML");
	return false;
}

struct piece_reader *xml_new(const struct xml_handler *handler, void *context)
{
	(void)handler;
	(void)context;
	return NULL;
}

void xml_free(struct piece_reader *reader)
{
	(void)reader;
}

bool xml_attribute(const struct piece_reader *reader, const char *name, struct slice *value)
{
	(void)reader;
	(void)name;
	(void)value;
	return false;
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
	struct piece_reader reader;
	struct xml_expat expat;
	const struct xml_handler *handler;
	void *context;
	XML_Parser parser; /* one for each document; NULL between them */
	size_t depth;
	bool ended;
	const char **attributes; /* of the element being opened: name, value, ..., NULL */
	size_t before;           /* bytes that the parser got before reader.base */
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

static size_t xml_position(const struct piece_reader *reader)
{
	const struct xml *xml = (const struct xml *)reader;
	size_t index, at;

	if (!xml->parser || xml->expat.byte_index(xml->parser) < 0)
		return reader->base;
	index = (size_t)xml->expat.byte_index(xml->parser) +
		(size_t)xml->expat.byte_count(xml->parser);
	at = index > xml->before ? reader->base + (index - xml->before) : reader->base;
	return at < reader->text.len ? at : reader->text.len;
}

static void XMLCALL xml_see_open(void *context, const char *name, const char **attributes)
{
	struct xml *xml = context;

	xml->depth++;
	xml->reader.seen = xml_position(&xml->reader);
	xml->attributes = attributes;
	xml->handler->open(xml->context, &xml->reader, slice_from(name));
	xml->attributes = NULL;
}

static void XMLCALL xml_see_close(void *context, const char *name)
{
	struct xml *xml = context;

	if (xml->ended)
		return;
	xml->reader.seen = xml_position(&xml->reader);
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
	xml->reader.seen = xml_position(&xml->reader);
	xml->handler->text(xml->context, slice_of(text, (size_t)length));
}

static void xml_stop(struct xml *xml)
{
	if (!xml->parser)
		return;
	xml->expat.free(xml->parser);
	xml->parser = NULL;
}

bool xml_attribute(const struct piece_reader *reader, const char *name, struct slice *value)
{
	const char **at = ((const struct xml *)reader)->attributes;

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
	struct piece_reader *reader = &xml->reader;
	size_t length = reader->text.len - reader->base;
	size_t end;

	if (length > least && length > xml->before)
		length = xml->before > least ? xml->before : least;
	if (length > most)
		length = most;
	if (xml->expat.parse(xml->parser, reader->text.ptr + reader->base, (int)length,
			     XML_FALSE) == XML_STATUS_OK) {
		piece_reader_count_lines(reader, reader->base + length);
		xml->before += length;
		reader->base += length;
		return;
	}
	end = xml_position(reader);
	piece_reader_count_lines(reader, end);
	if (xml->ended) {
		xml_stop(xml);
		xml->handler->end(xml->context);
		reader->base = end;
		return;
	}
	buf_add_text(&reader->problem, xml->expat.error_text(xml->expat.error(xml->parser)));
	reader->broken = true;
}

static bool xml_feed(struct piece_reader *reader, struct slice piece)
{
	struct xml *xml = (struct xml *)reader;

	piece_reader_begin(reader, piece);
	while (!reader->broken && reader->base < reader->text.len) {
		if (!xml->parser && is_between_documents(reader->text.ptr[reader->base])) {
			reader->base++;
			continue;
		}
		if (!xml->parser)
			xml_start(xml);
		read_document(xml);
	}
	return piece_reader_finish(reader);
}

static bool xml_end(struct piece_reader *reader)
{
	struct xml *xml = (struct xml *)reader;
	bool good = piece_reader_end(reader);

	if (xml->parser) {
		if (good)
			xml->expat.parse(xml->parser, "", 0, XML_TRUE);
		good = good && xml->ended;
		xml->handler->end(xml->context);
	}
	xml_stop(xml);
	return good;
}

struct piece_reader *xml_new(const struct xml_handler *handler, void *context)
{
	struct xml *xml = memory_get(sizeof(*xml));

	*xml = (struct xml){
		.reader = {.feed = xml_feed, .end = xml_end, .position = xml_position},
		.handler = handler,
		.context = context,
	};
	if (xml_load(&xml->expat))
		return &xml->reader;
	free(xml);
	return NULL;
}

void xml_free(struct piece_reader *reader)
{
	struct xml *xml = (struct xml *)reader;

	if (!xml)
		return;
	xml_stop(xml);
	buf_release(&reader->problem);
	free(xml);
}

#endif
