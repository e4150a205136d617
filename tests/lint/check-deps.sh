#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check-deps.sh ROOT - who may include whom: the picture of the folders in ARCHITECTURE.md, which
# is read here, and the tables below. Project headers are included from the root
# ("common/base/slice.h"), so that the path is the architecture. No modules include each other in
# a circle.

set -u
cd "${1:?usage: check-deps.sh ROOT}" || exit 2
. tests/lint/files.sh

formats=$(sed -n 's/^COLLAPSE_FORMAT(\([A-Za-z0-9_]*\).*/\1/p' collapse/formats.def 2>/dev/null)

c_files . | xargs grep -Hn '^[[:space:]]*#[[:space:]]*include' /dev/null |
	awk -v formats="$formats" '
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
	only["^pcre2\\.h$"] = "common/text/regex.c"
	only["^zlib\\.h$"] = "common/io/(de)?compress.c"
	only["^(zstd|lzma)\\.h$"] = "common/io/decompress.c"
	only["^protobuf-c/|\\.pb-c\\.h$"] = "common/io/pprof_(read|write).c"
	only["^yajl/"] = "common/io/json.c"
	only["^utf8proc\\.h$"] = "render/text/cells.c"
	only["^expat\\.h$"] = "collapse/xml.c"
	only["^(elfutils/|libelf\\.h|gelf\\.h|dwarf\\.h|libdw)"] = "collapse/symbols/(elf_module|inline_dwarf|elf_symbols).c"
	only["^libunwind"] = "record/sampler/unwind.c"

	# Stages that must not know each other.
	never["render/svg/svg.c render/tree/tree.h"]
	never["render/tree/layout.c render/svg/svg.h"]

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

function module_of(path) {
	sub(/\.[ch]$/, "", path)
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
	if (from ~ /^(common|collapse|render|diff)(\/|$)/ && module_of(file) != module_of(header))
		edges[module_of(file) " " module_of(header)]
	if ((file " " header) in never)
		complain("these two stages do not know each other")
	if (top_of(from) == "collapse" && top_of(folder) == "collapse")
		check_formats(file, header)
}

# A module is FILE.c and FILE.h. What includes nothing that is left, or is included by nothing that
# is left, is in no circle: remove it, until nothing changes.
function check_circles(edge, ends, uses, users, module, changed) {
	do {
		changed = 0
		split("", uses)
		split("", users)
		for (edge in edges) {
			split(edge, ends, " ")
			uses[ends[1]]++
			users[ends[2]]++
		}
		for (edge in edges) {
			split(edge, ends, " ")
			if (!(ends[2] in uses) || !(ends[1] in users)) {
				delete edges[edge]
				changed = 1
			}
		}
	} while (changed)
	for (edge in edges) {
		split(edge, ends, " ")
		printf "%s includes %s, in a circle\n", ends[1], ends[2]
		bad = 1
	}
}

END {
	check_circles()
	if (count == 0 || !("common/base" in level)) {
		print "no includes, or no picture in ARCHITECTURE.md"
		bad = 1
	}
	if (!bad)
		printf "%d includes keep the rules\n", count
	exit bad
}'
