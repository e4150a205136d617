#!/bin/sh
# SPDX-License-Identifier: MIT
# ctest: library.abi short lint NEEDS library !sanitizers RUN @CMAKE_NM@ @root@ @lib@/libflambeau.so.@PROJECT_VERSION@ @lib@/libflambeau.a @all_archives@
#
# abi.sh NM SOURCE LIBRARY ARCHIVE [PART...] - the library exports the functions of flambeau.h and
# nothing else, by their version; what it can write to is listed here. No two PARTs, archives of
# programs' objects, define one name: the linker would take the first.

set -u
nm=${1:?usage: abi.sh NM SOURCE LIBRARY ARCHIVE [PART...]}
source=${2:?} library=${3:?} archive=${4:?}
shift 4
bad=0

same() # WHAT WANTED FOUND
{
	[ "$2" = "$3" ] && return
	echo "$1:"
	echo "$2" >"$work/wanted"
	echo "$3" >"$work/found"
	diff "$work/wanted" "$work/found"
	bad=1
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

public=$source/common/library/flambeau
header=$(sed -n '/^FLAMBEAU_API/,/;/p' $public.h | grep -o 'flambeau_[a-z_]*(' | tr -d '(' | sort -u)
same "the map and the header" "$header" \
	"$(sed -n 's/^[[:space:]]*\(flambeau_[a-z_]*\);/\1/p' $public.map | sort -u)"
same "what the library exports" "$header" \
	"$("$nm" -D --defined-only "$library" | sed -n 's/.* T \(.*\)@@FLAMBEAU_0$/\1/p' | sort -u)"
same "what else it exports" "" "$("$nm" -D --defined-only "$library" | grep -v -e ' T flambeau_' \
	-e ' A FLAMBEAU_0')"
same "what the archive defines" "$header" \
	"$("$nm" --defined-only "$archive" | sed -n 's/.* [TDBRCVW] \(.*\)/\1/p' | sort -u)"

# Keys of hashes, drawn once; the demangler of the C++ runtime, found once; what a thread has; the
# download of the process, which has one at a time; the host's hook. Signals are noted, and handlers
# counted, in programs alone.
same "what it can write to" "before
caught
downloading
entered
guards
hash_key
is_open
key
lock
lock
message
message_size
no_memory
no_memory_context
noted
once
one_download
own
runtime
runtime_free" "$("$nm" "$library" | sed -n 's/.* [bB] \([a-z_]*\)$/\1/p' |
	grep -v '^__\|^completed' | sort)"
# Variables that stay in .data, and are not read-only after relocation: the context of threads that
# have entered none, which no call uses.
same "what it can write to, with a value" "program" "$("$nm" --format=sysv "$library" |
	awk -F '|' '$NF ~ /^ *\.data *$/ { gsub(/ /, "", $1); print $1 }' | grep -v '^__')"

twice=$(for part in "$@"; do
	"$nm" --defined-only "$part" 2>/dev/null | sed -n 's/.* [TDBRC] \(.*\)/\1/p' | sort -u
done | sort | uniq -d)
same "names that two archives define" "" "$twice"

[ $bad -ne 0 ] || echo "$(echo "$header" | wc -l) functions"
exit $bad
