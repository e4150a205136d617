#!/bin/sh
# SPDX-License-Identifier: MIT
# ctest: web.unit short web WITH REFINED_TREE=@made@/refined_tree RUN unit
# ctest: web.lint long web RUN lint
# ctest: web.opens short web WITH FLAMBEAU_BIN=@bin@ RUN opens
# ctest: web.ci short web RUN ci
# ctest: web.exact short web WITH FLAMBEAU_BIN=@bin@ RUN exact
# ctest: web.speedscope long web WITH FLAMBEAU_BIN=@bin@ RUN speedscope
# ctest: web.@TOOL@ long web TIMEOUT 3000 WITH FLAMBEAU_BIN=@bin@ EACH chromium,firefox RUN browser @TOOL@
# ctest: web.@TOOL@-long long web TIMEOUT 3000 WITH FLAMBEAU_BIN=@bin@ EACH chromium,firefox RUN long @TOOL@
#
# run.sh unit|lint                              the tests of the script in the SVG, by itself
# run.sh opens                                  graphs as they open in Chromium, without packages
# run.sh browser|long [chromium|firefox] [FILE...]  the tests in a browser, or some of them
# run.sh exact                                  what the page says of selections, against other tools
# run.sh ci                                     the templates of packaging/ci, against a schema
# run.sh speedscope                             what speedscope shows of export-pprof's profiles
#
# Exit 77: skipped, because something is missing. `npm ci` in this folder brings what browser,
# speedscope and lint need. FLAMBEAU_BIN: the folder of the built programs; BROWSER_PATH: the
# browser, if it is not where its name leads.

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

find_browser()
{
	case $FLAMBEAU_BROWSER in
	chromium) names="chromium chromium-browser" ;;
	opens) names="chromium-headless-shell chromium chromium-browser" ;;
	firefox) names="firefox-esr firefox" ;;
	*) usage ;;
	esac
	for name in $names; do
		: "${BROWSER_PATH:=$(command -v "$name")}"
	done
	[ -x "$BROWSER_PATH" ] || skip "none of $names is here"
}

usage()
{
	sed -n '4,9s/^# /usage: /p' "$0" >&2
	exit 2
}

case ${1:-} in
unit)
	exec node --test "$here"/*.test.mjs
	;;
opens)
	FLAMBEAU_BROWSER=opens
	find_browser
	[ -x "${FLAMBEAU_BIN:-}/flamegraph" ] || skip "no flamegraph in FLAMBEAU_BIN"
	export BROWSER_PATH FLAMBEAU_BIN
	exec node --test "$here/opens.mjs"
	;;
exact)
	[ -x "${FLAMBEAU_BIN:-}/collapse-filter" ] || skip "no collapse-filter in FLAMBEAU_BIN"
	[ -x "$FLAMBEAU_BIN/export-top" ] || skip "no export-top in FLAMBEAU_BIN"
	export FLAMBEAU_BIN
	exec node "$here/exact.mjs"
	;;
ci)
	needs_modules @action-validator/cli
	needs_modules js-yaml
	exec node "$here/ci.mjs"
	;;
speedscope)
	FLAMBEAU_BROWSER=chromium
	needs_modules puppeteer-core
	needs_modules speedscope
	find_browser
	[ -x "${FLAMBEAU_BIN:-}/export-pprof" ] || skip "no export-pprof in FLAMBEAU_BIN"
	export BROWSER_PATH FLAMBEAU_BIN
	exec node "$here/speedscope.mjs"
	;;
browser | long)
	folder=$here/$1
	FLAMBEAU_BROWSER=${2:-chromium}
	needs_modules puppeteer-core
	find_browser
	[ -x "${FLAMBEAU_BIN:-}/flamegraph" ] || skip "no flamegraph in FLAMBEAU_BIN"
	export FLAMBEAU_BROWSER BROWSER_PATH FLAMBEAU_BIN
	[ $# -gt 2 ] && shift 2 || set -- "$folder"/*.test.mjs
	exec node --test --test-concurrency=2 "$@" # a browser mostly waits
	;;
lint)
	needs_modules eslint
	cd "$root" || exit 2
	exec node tests/web/node_modules/eslint/bin/eslint.js --config tests/web/eslint.config.mjs \
		render/web tests/web
	;;
*)
	usage
	;;
esac
