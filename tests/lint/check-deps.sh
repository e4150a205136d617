#!/bin/sh
# SPDX-License-Identifier: MIT
# ctest: lint.deps short lint RUN @root@
#
# check-deps.sh ROOT - includes follow the order of folders: the picture in ARCHITECTURE.md, which
# is read here, and the tables below. Project headers are included from the root
# ("common/base/slice.h"), so that the path is the architecture. No modules include each other in a
# circle.

set -u
cd "${1:?usage: check-deps.sh ROOT}" || exit 2
. tests/lint/files.sh

formats=$(sed -n 's/^COLLAPSE_FORMAT(\([A-Za-z0-9_]*\).*/\1/p' collapse/formats.def 2>/dev/null)

includes=$(c_files . | xargs grep -Hn '^[[:space:]]*#[[:space:]]*include' /dev/null)
bad=0

echo "$includes" | awk -v formats="$formats" '
BEGIN {
	while ((getline line < "ARCHITECTURE.md") > 0) {
		if (line ~ /^```/)
			is_picture = line == "```folders"
		else if (is_picture && split(line, words, " ") >= 2)
			level[words[2]] = words[1]
	}

	# Header (a regular expression) -> the one file that may include it, or the one that
	# reads and the one that writes (a regular expression).
	only["^uthash\\.h$"] = "common/table/hash.h"
	only["^pcre2\\.h$"] = "common/base/regex.c"
	only["^zlib\\.h$"] = "common/io/(decompress|compress).c"
	only["^zstd\\.h$"] = "(common/io/decompress|record/events/record_stream).c"
	only["^lzma\\.h$"] = "common/io/decompress.c"
	only["^yajl/"] = "common/io/json.c"
	only["^utf8proc\\.h$"] = "common/base/cells.c"
	only["^(curses|term)\\.h$"] = "render/terminal/screen.c"
	only["^expat\\.h$"] = "collapse/xml.c"
	only["^libunwind"] = "record/sampler/walk.c"
	# The compiler reads it for 0.2 s.
	only["^immintrin\\.h$"] = "common/table/(name_table_avx2.h|fingerprint.c)"
	# Nothing asks a server, one module is one, and few start programs or could enter a namespace.
	only["^netdb\\.h$"] = "none"
	only["^(sys/socket|arpa/.*|netinet/.*)\\.h$"] = "record/page_server.c"
	only["^sched\\.h$"] = "(common/system/os_linux|record/sampler/(sampler|collector)).c"
	only["^spawn\\.h$"] = "(common/base/child.c|record/sampler/sample_save.c)"
	only["^common/base/child\\.h$"] = "(common/(base/child|cli/(flambeau|wrong_input)).c|" \
		"collapse/(symbols/inline|lines/perf_by_line_page).c|(diff/report|render/terminal|record)/.*)"

	# Stages that must not know each other.
	never["render/svg/svg.c render/tree/tree.h"]
	never["render/tree/layout.c render/svg/svg_picture.h"]

	n = split(formats, names, /[ \n]+/)
	for (i = 1; i <= n; i++)
		is_format[names[i]]
}

function complain(why) {
	printf "%s: includes %s: %s\n", where, header, why
	bad = 1
}

function folder_of(path) {
	return sub(/\/[^\/]*$/, "", path) ? path : ""
}

function top_of(path) {
	sub(/\/.*/, "", path)
	return path
}

function stem_of(path) {
	sub(/^.*\//, "", path)
	sub(/\.[ch]$/, "", path)
	return path
}

# The longest beginning of the stem, up to its end or a "_", that is an index of table.
function owner_in(stem, table) {
	while (stem != "" && !(stem in table))
		if (!sub(/_[^_]*$/, "", stem))
			return ""
	return stem
}

function check_folders(from, folder) {
	if (top_of(from) == "tests")
		return
	if (!(folder in level))
		complain("the picture of ARCHITECTURE.md lacks " folder "/")
	else if (!(from in level))
		complain("the picture of ARCHITECTURE.md lacks " from "/")
	else if (top_of(folder) != "common" && top_of(folder) != top_of(from))
		complain(from "/ may include common/ and what is in " top_of(from) "/")
	else if (from != folder && level[folder] >= level[from])
		complain(folder "/ is not lower than " from "/")
}

function check_formats(file, header, its) {
	its = owner_in(stem_of(header), is_format)
	if (its != "" && its != owner_in(stem_of(file), is_format))
		complain("it belongs to the format " its)
}

{
	where = $0
	sub(/:[^:0-9][^:]*$/, "", where)
	match($0, /:[0-9]+:/)
	file = substr($0, 1, RSTART - 1)
	where = substr($0, 1, RSTART + RLENGTH - 2)
	header = $0
	if (!match(header, /[<"][^>"]*[>"]/)) {
		header = "?"
		complain("not a file name")
		next
	}
	quoted = substr(header, RSTART, 1) == "\""
	header = substr(header, RSTART + 1, RLENGTH - 2)
	folder = folder_of(header)
	from = folder_of(file)
	count++

	for (pattern in only)
		if (header ~ pattern && file !~ "^" only[pattern] "$" && top_of(from) != "tests")
			complain("only " only[pattern] " may")
	if (!quoted) {
		if (folder in level)
			complain("project headers are written in quotes")
		next
	}
	if (header ~ /\.def$/)
		next
	if (folder == "") {
		complain("project headers are written from the root")
		next
	}
	if (folder ~ /^tests(\/|$)/ && top_of(from) != "tests")
		complain("nothing includes tests")
	else if (folder !~ /^tests(\/|$)/)
		check_folders(from, folder)
	if ((file " " header) in never)
		complain("these two stages do not know each other")
	if (top_of(from) == "collapse" && top_of(folder) == "collapse")
		check_formats(file, header)
}

END {
	if (count == 0 || !("common/base" in level)) {
		print "no includes, or no picture in ARCHITECTURE.md"
		bad = 1
	}
	if (!bad)
		printf "%d includes keep the rules\n", count
	exit bad
}' || bad=1

# A module is FILE.c and FILE.h.
echo "$includes" | sed -nE 's,^((common|collapse|render|diff|record)/[^:]*)\.[ch]:.*"(.*)\.h"$,\1 \3,p' |
	sh tests/lint/circles.sh || bad=1
exit $bad
