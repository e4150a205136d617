/* SPDX-License-Identifier: MIT */
/*
 * protobuf_json.h - JSON in the place of protocol buffers, as
 * https://protobuf.dev/programming-guides/json/ defines it. It is encoded as protocol buffers by the
 * schema of protobuf.h, where protobuf_field.json is the name of a field. Names may be camelCase or snake_case, numbers may be text. Doubles are not read. In the place of
 * bytes text stays as it is.
 */
#ifndef FLAMBEAU_PROTOBUF_JSON_H
#define FLAMBEAU_PROTOBUF_JSON_H

#include "common/io/protobuf.h"

struct protobuf_json_reader {
	const struct protobuf_message *type; /* of each document */
	void *context;
	struct buf *problem; /* the reason of a failure */

	/* A document ends: its bytes, good until the function returns. */
	void (*message)(void *context, struct slice bytes);

	/* A member that the schema does not have, which is skipped. */
	void (*unknown)(void *context, struct slice name);
};

/* False where something is no JSON or does not fit the schema; documents before that were seen. */
bool protobuf_json_read(const struct protobuf_json_reader *reader, struct slice text);

#endif
