#!/bin/sh
# SPDX-License-Identifier: MIT
#
# run.sh unit|browser|lint - the tests of the script in the SVG. Exit 77: skipped, because
# something is missing. `npm ci` in this folder brings what browser and lint need.
# FLAMBEAU_BIN: the folder of the built programs; CHROMIUM: the browser.

set -u
here=$(cd "$(dirname "$0")" && pwd) || exit 2
root=$(dirname "$(dirname "$here")")

skip() # REASON
{
	echo "skipped: $1"
	exit 77
}

command -v node >/dev/null 2>&1 || skip "no node"
node -e 'process.exit(parseInt(process.versions.node) < 18 ? 1 : 0)' || skip "node is older than 18"

needs_modules()
{
	[ -d "$here/node_modules/$1" ] || skip "no $1: run 'npm ci' in tests/web"
}

case ${1:-} in
unit)
	exec node --test "$here/unit.test.mjs"
	;;
browser)
	needs_modules puppeteer-core
	CHROMIUM=${CHROMIUM:-$(command -v chromium || command -v chromium-browser)}
	[ -x "$CHROMIUM" ] || skip "no chromium"
	[ -x "${FLAMBEAU_BIN:-}/flamegraph" ] || skip "no flamegraph in FLAMBEAU_BIN"
	export CHROMIUM FLAMBEAU_BIN
	exec node --test "$here"/browser/*.test.mjs
	;;
lint)
	needs_modules eslint
	cd "$root" || exit 2
	exec node tests/web/node_modules/eslint/bin/eslint.js --config tests/web/eslint.config.mjs \
		render/web tests/web/*.mjs tests/web/browser
	;;
*)
	echo "usage: run.sh unit|browser|lint" >&2
	exit 2
	;;
esac
