# completions have the options of the other programs, too
flamegraph-record --generate=bash | grep -o -- ' --\(label\|title\|skip-after\|threads\) ' | sort
flamegraph-record --generate=fish | grep -e '-l colors'; flamegraph-record --generate=fish | grep -c -e '-l output '
flamegraph-record --generate=zsh | grep -e '--profiler'; flamegraph-record --generate=rows | head -n 3
