#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check-deps.sh ROOT - who may include whom. The rules are the tables below; ARCHITECTURE.md
# says why. Project headers are included from the root ("common/slice.h"), so that the path
# is the architecture.

set -u
cd "${1:?usage: check-deps.sh ROOT}" || exit 2
. tests/lint/files.sh

formats=$(sed -n 's/^COLLAPSE_FORMAT(\([A-Za-z0-9_]*\).*/\1/p' collapse/formats.def 2>/dev/null)

c_files . | xargs grep -Hn '^[[:space:]]*#[[:space:]]*include' /dev/null |
	awk -v formats="$formats" '
BEGIN {
	# Folder -> folders it may include.
	may["common"] = "common"
	may["collapse"] = "common collapse"
	may["render"] = "common render"
	may["diff"] = "common diff"
	may["record"] = "common record"
	may["tests"] = "common collapse render diff record tests"

	# Inside common, low to high: a module includes only those before it.
	# A file MODULE_PART.c belongs to MODULE.
	low_to_high = "base processor part lock random wide search clock child slice scan factor utf8 diag memory kept arena buf fit locate escape personality hash fingerprint keysort decompress compress intern name_table regex json " \
		"parallel output pprof progress source input notes opt profile functions ingest stats folded program"
	n = split(low_to_high, modules, " ")
	for (i = 1; i <= n; i++)
		height[modules[i]] = i

	# Header (a regular expression) -> the one file that may include it, or the one that
	# reads and the one that writes (a regular expression).
	only["^uthash\\.h$"] = "common/hash.h"
	only["^pcre2\\.h$"] = "common/regex.c"
	only["^zlib\\.h$"] = "common/(de)?compress.c"
	only["^(zstd|lzma)\\.h$"] = "common/decompress.c"
	only["^protobuf-c/|\\.pb-c\\.h$"] = "common/pprof_(read|write).c"
	only["^yajl/"] = "common/json.c"
	only["^utf8proc\\.h$"] = "render/cells.c"
	only["^expat\\.h$"] = "collapse/xml.c"
	only["^(elfutils/|libelf\\.h|gelf\\.h|dwarf\\.h|libdw)"] = "collapse/(elf_module|inline_dwarf|elf_symbols).c"
	only["^libunwind"] = "record/sampler/unwind.c"

	# Stages that must not know each other.
	never["render/svg.c render/tree.h"]
	never["render/layout.c render/svg.h"]

	n = split(formats, names, /[ \n]+/)
	for (i = 1; i <= n; i++)
		is_format[names[i]]
}

function complain(why) {
	printf "%s: includes %s: %s\n", where, header, why
	bad = 1
}

function folder_of(path) {
	return substr(path, 1, index(path, "/") - 1)
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

function allowed(folder, list, i, n, items) {
	n = split(list, items, " ")
	for (i = 1; i <= n; i++)
		if (items[i] == folder)
			return 1
	return 0
}

function check_heights(file, header, mine, its) {
	mine = owner_in(stem_of(file), height)
	its = owner_in(stem_of(header), height)
	if (mine == "" || its == "")
		complain("a module that the order in check-deps.sh does not list")
	else if (mine != its && height[mine] <= height[its])
		complain(its " is not lower than " mine)
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
		if (header ~ pattern && file !~ "^" only[pattern] "$" && from != "tests")
			complain("only " only[pattern] " may")
	if (!quoted) {
		if (folder in may)
			complain("project headers are written in quotes")
		next
	}
	if (header ~ /\.def$/)
		next
	if (!(folder in may)) {
		complain("project headers are written from the root")
		next
	}
	if (!allowed(folder, may[from]))
		complain(from "/ may include " may[from])
	if ((file " " header) in never)
		complain("these two stages do not know each other")
	if (from == "common" && folder == "common")
		check_heights(file, header)
	if (from == "collapse" && folder == "collapse")
		check_formats(file, header)
}

END {
	if (!bad)
		printf "%d includes keep the rules\n", count
	exit bad
}'
