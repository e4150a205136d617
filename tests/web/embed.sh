#!/bin/sh
# SPDX-License-Identifier: MIT
# ctest: web.embed short web RUN @CMAKE_COMMAND@ @root@
#
# embed.sh CMAKE ROOT - what render/embed.cmake leaves of a script: its code, and nothing that is
# for people; and ambiguous text that it refuses.

set -u
cmake=${1:?usage: embed.sh CMAKE ROOT}
embed=${2:?}/render/embed.cmake
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
bad=0

# Print the embedded bytes of the files.
embedded() # FILE...
{
	for file; do
		set -- "$@" "code=$file"
		shift
	done
	"$cmake" -D HEADER=h.h -P "$embed" "$work/code.c" "$@" 2>"$work/problem" || return 1
	octal=$(sed -n 's/,$//; s/0x00$//; s/0x\(..\)/\1/gp' "$work/code.c" | tr ',' '\n' |
		sed -n 's/^\(..\)$/0x\1/p' | while read -r byte; do printf '\\%03o' "$byte"; done)
	printf "$octal"
}

leaves() # WHAT: the embedded text of $work/in.js is $work/expected
{
	embedded "$work/in.js" >"$work/out.js"
	if ! diff -u "$work/expected" "$work/out.js"; then
		echo "$1: not what is embedded"
		bad=1
	fi
}

refuses() # WHAT WHY: of $work/in.js
{
	if embedded "$work/in.js" >/dev/null; then
		echo "$1: was embedded"
		bad=1
	elif ! grep -q "$2" "$work/problem"; then
		cat "$work/problem"
		bad=1
	fi
}

cat >"$work/in.js" <<'END'
/*! kept: whose this is */
/* not kept */

/*
 * nor this; * or ** or / in it
 **/
	const a = "/* text */"; /* behind code */
    const b = /[/*]\/\*/.test(`${a};[x]`);
	/* one */
	/* two */
	/**/
		return a /* inside */ + b + "é\\";

END
cat >"$work/expected" <<'END'
/*! kept: whose this is */
const a = "/* text */"; /* behind code */
const b = /[/*]\/\*/.test(`${a};[x]`);return a /* inside */ + b + "é\\";
END
printf %s "$(cat "$work/expected")" >"$work/expected"
leaves "comments and indentation"

printf '\tone();' >"$work/in.js"
printf 'one();' >"$work/expected"
leaves "a file without a newline at its end"

printf 'f( 1 + "a b" )[ 0 ]\nif (a[b[0]] > 1)\n\tg();\n' >"$work/in.js"
printf 'f(1+"a b")[0]\nif(a[b[0]] >1)\ng();' >"$work/expected"
leaves "blanks, but for the end of CDATA"

printf '/* a\n*/ code();\n' >"$work/in.js"
refuses "code behind a comment" "code behind a comment"
printf 'code();\n/* a\n' >"$work/in.js"
refuses "a comment without end" "has no end"
printf 'x = `a\n\t/* text */\n`;\n' >"$work/in.js"
refuses "a string of several lines" "over several lines"
printf 'x = "a\\\n\tb";\n' >"$work/in.js"
refuses "a string continued" "ends with a backslash"

# SHA-256 in base64, of packed text, too; and equal bytes whenever it is made.
printf 'a( 1 + b ); /* behind */\n' >"$work/in.js"
for run in 1 2; do
	"$cmake" -D HEADER=h.h -D HASHES=ON -P "$embed" "$work/code$run.c" code="$work/in.js" \
		code_packed="$work/in.js" || exit 2
	[ "$run" = 2 ] || sleep 1 # gzip's header has room for the time
done
hashes=$(grep -c '"LC2+1w6BE1kCNpjPkBomGUmBCUWeyjjJ8w2a3qJo9Yo="' "$work/code1.c")
[ "$hashes" = 2 ] || {
	echo "not the hash of a(1+b);"
	bad=1
}
cmp "$work/code1.c" "$work/code2.c" || bad=1

# The real ones: but for blanks, the letters that remain are those of the files without comments.
cd "${2:?}" || exit 2
for file in render/web/*.js render/web/*.css render/web/page/*; do
	embedded "$file" | tr -d ' \n' | sed 's/;}/}/g' >"$work/out.js"
	awk '/^[ \t]*\/\*/ && !/^[ \t]*\/\*!/ { inside = 1 }
		!inside {
			if ($0 !~ /^[ \t]*\/\*|["`\047]/)
				sub(/\/\*.*\*\/$/, "")
			print
		}
		/\*\/$/ { inside = 0 }' "$file" | tr -d ' \t\n' | sed 's/;}/}/g' >"$work/expected"
	if ! cmp -s "$work/expected" "$work/out.js"; then
		echo "$file: lost code"
		bad=1
	fi
done
[ $bad -ne 0 ] || echo "scripts are embedded without comments"
exit $bad
