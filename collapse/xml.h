/* SPDX-License-Identifier: MIT */
/*
 * xml.h - XML that arrives in pieces, as elements and text. One document may follow another, so
 * files can be joined. Files that entities name are not read; how far others may grow is limited by
 * the library.
 */
#ifndef FLAMBEAU_XML_H
#define FLAMBEAU_XML_H

#include "common/base/buf.h"

struct xml;

/* Texts are good until the function returns. */
struct xml_handler {
	void (*open)(void *context, struct xml *xml, struct slice name);
	void (*close)(void *context, struct slice name);
	void (*text)(void *context, struct slice text); /* maybe only a part */
	void (*end)(void *context);                     /* of a document, complete or not */
};

/* False, after a message, if the library that reads XML is missing. */
bool xml_available(void);

/* NULL without the library. */
struct xml *xml_new(const struct xml_handler *handler, void *context);
void xml_free(struct xml *xml);

/* In open() only: the value of an attribute; false without. */
bool xml_attribute(const struct xml *xml, const char *name, struct slice *value);

/* Parse the next piece; false, and no events from there on, if it is not XML. */
bool xml_feed(struct xml *xml, struct slice piece);

/* The text ends; false if it was not XML, or ends inside of a document. The next one may begin. */
bool xml_end(struct xml *xml);

/* The problem, after a function here returned false. */
struct slice xml_problem(const struct xml *xml);

/* Line ends, and bytes, in the latest piece, up to what is being seen, or to its end. */
size_t xml_lines(struct xml *xml);
size_t xml_bytes(const struct xml *xml);

/* Bytes after the last event: see json_unfinished(). A shorter piece may be put aside. */
size_t xml_unfinished(const struct xml *xml);

#endif
