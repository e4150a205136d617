# needs: g++ dwz readelf python3
# type units hide no inlined function, but the class of a method that has no linkage name; nor does dwz, which moves what programs share to a file by DWARF 5's supplementary
# form, but where that file is missing or another one, nothing that it would name is shown
program()
{
	g++ -O2 -pthread -o program "$CASES/../../system/recordings/busy.cpp" "$@"
}
frames()
{
	python3 -B "$CASES/../../system/recordings/split.py" every program
	collapse-perf -q --no-header --inlined program.data
}
for version in 4 5; do
	echo "== DWARF $version"
	program -gdwarf-$version
	frames >plain
	grep -c '_.i.' plain >inlined && echo "functions are inlined"
	program -gdwarf-$version -fdebug-types-section
	readelf -SW --debug-dump=info program | grep -q -e DW_UT_type -e ' .debug_types' && echo "there are type units"
	sed 's/;__gnu_cxx::__ops::[^;]*::operator()/;operator()/g' plain | sort >classless
	frames | sort | cmp - classless
	program -gdwarf-$version
	cp program other
	dwz --dwarf-5 -m shared.debug program other || exit
	readelf -SW program | grep -q ' .debug_sup ' && echo "there is a supplementary file"
	frames | cmp - plain
	mv shared.debug away
	frames | grep '_.i.' >missing
	sed 's/ [0-9]*$//' plain >stacks
	echo "$(sed 's/ [0-9]*$//' missing | grep -c -v -x -F -f stacks) stacks that were none before"
	cp other shared.debug
	frames | grep '_.i.' | cmp - missing && echo "the file of another program is not taken"
done
