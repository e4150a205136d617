# needs: gcc nm addr2line
# without offsets, without symbols, without addresses, a path that begins like an option
. "$CASES/inline-own.sh"
cp program ./-x
sample 0 | sed 's/+0x[0-9a-f]*//' | collapse-perf --inline
sample 0 | sed 's/outer+0x[0-9a-f]*/[unknown]/' | collapse-perf --inline
sample 0 | sed 's/^\t *[0-9a-f]* /\t/' | collapse-perf --inline
sample 0 -x | collapse-perf --inline
sample 0 program | collapse-perf --inline
