/* SPDX-License-Identifier: MIT */
/*
 * xml.h - XML that arrives in pieces, as elements and text. One document may follow another, so
 * files can be joined. Files that entities name are not read; how far others may grow is limited by
 * the library.
 */
#ifndef FLAMBEAU_XML_H
#define FLAMBEAU_XML_H

#include "common/io/piece_reader.h"

/* Texts are good until the function returns. */
struct xml_handler {
	void (*open)(void *context, struct piece_reader *reader, struct slice name);
	void (*close)(void *context, struct slice name);
	void (*text)(void *context, struct slice text); /* maybe only a part */
	void (*end)(void *context);                     /* of a document, complete or not */
};

/* False, after a message, if the library that reads XML is missing. */
bool xml_available(void);

/* A reader; NULL without the library. */
struct piece_reader *xml_new(const struct xml_handler *handler, void *context);
void xml_free(struct piece_reader *reader);

/* In open() only: the value of an attribute; false without. */
bool xml_attribute(const struct piece_reader *reader, const char *name, struct slice *value);

#endif
