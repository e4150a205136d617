#!/bin/sh
# SPDX-License-Identifier: MIT
#
# in-time.sh COMMAND... - run a long test, or skip it if $FLAMBEAU_UNTIL (in seconds since 1970) is
# over: on a slow machine the long tests end in time, and ctest lists those that did not run.

if [ -n "${FLAMBEAU_UNTIL-}" ] && [ "$(date +%s)" -gt "$FLAMBEAU_UNTIL" ]; then
	echo "skipped: no time left"
	exit 77
fi
exec "$@"
