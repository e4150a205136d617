# needs: gcc nm objcopy readelf python3
# units that were split off: files of their own, where the compiler left them or beside the program, a package, another build
. "$CASES/inline-own.sh"
tool() { python3 -B "$CASES/../../system/recordings/split.py" "$@"; }
show()
{
	echo "-- $1"
	collapse-perf --no-header --inlined program.data
	sample 0 | collapse-perf --no-header --inline --context
}
for version in 4 5; do
	echo "== DWARF $version"
	mkdir build
	(cd build && gcc -O2 -g -gdwarf-$version -gsplit-dwarf -c ../program.c) || exit
	gcc -o program build/program.o && nm program >symbols || exit
	tool record program $(address inner_here) $(address main_here)
	show "where the compiler left it"
	mv build/program.dwo .
	show "beside the program"
	tool package program program.dwo
	mv program.dwo unit
	show "in a package"
	rm program.dwp
	show "missing"
	echo "-- in folders of --debug-dir"
	mkdir -p "tree$PWD/build" flat packages
	cp unit "tree$PWD/build/program.dwo"
	cp unit flat/program.dwo
	tool package program unit && mv program.dwp packages
	for folder in tree flat packages; do
		collapse-perf --no-header --inlined --debug-dir $folder program.data
	done
	rm -r tree flat packages
	head -c 900 unit >program.dwo
	show "cut"
	sed 's/middle/other/' program.c >other.c
	gcc -O2 -g -gdwarf-$version -gsplit-dwarf -c other.c && mv other.dwo program.dwo
	show "of another build"
	rm -r build program.dwo
done
