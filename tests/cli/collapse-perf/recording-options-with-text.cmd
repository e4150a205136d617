# options that only recordings know are errors with text
for option in --no-inline "--symfs ." "--debug-dir ." --debuginfod --trust-files "--kallsyms no-file" "--vmlinux no-file"; do
	collapse-perf $option "$FIXTURES/perf/cxx-fp.txt" 2>&1 | sed "s,$FIXTURES,fixtures,g"
	collapse-perf $option <"$FIXTURES/perf/cxx-fp.txt" 2>&1
done
